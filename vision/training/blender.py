"""Draws venues with Blender's Cycles: chips with rounded edges, soft lamps, felt with a nap. Needs ``bpy``.

    python -m vision.training.blender build/venues --venues 30 --pictures 8

Each venue gets a folder: ``00.png`` the enrolment, the others stacks by chance, ``truth.json`` what stands
where. What is there already is left alone, so that it can be stopped and gone on with.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import bpy
import numpy as np

from vision.counting.chip_set import Chip
from vision.geometry.camera import Array, Lens, Pose
from vision.settings import Colour
from vision.training.venues import Stood, Venue, venue

SAMPLES: Final = 5
SEGMENTS: Final = 96
_ROOM_PX: Final = 14
_METRES: Final = 0.001
PAPER: Final[Colour] = (238, 238, 232)
PAPER_MM: Final = ((-30.0, -62.0), (30.0, -38.0))
"""Where white paper lies in the enrolment's picture."""


def main() -> None:
    """Draw what is missing."""
    asked = argparse.ArgumentParser(description=main.__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--venues", type=int, default=30)
    asked.add_argument("--pictures", type=int, default=8)
    asked.add_argument("--seed", type=int, default=1000)
    asked.add_argument("--threads", type=int, default=1)
    said = asked.parse_args()
    for number in range(said.venues):
        held = venue(said.seed + number, said.pictures)
        folder = said.folder / f"{held.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        for index, stood in enumerate(held.pictures):
            picture = folder / f"{index:02}.png"
            if not picture.exists():
                _draw(held, stood, picture, said.threads)
        (folder / "truth.json").write_text(json.dumps(truth(held)), encoding="utf-8")


def truth(held: Venue) -> dict[str, Any]:
    """Return what a venue's pictures show, each with the lens of its crop."""
    shown = []
    for index, stood in enumerate(held.pictures):
        lens = crop(held, stood)[1]
        shown.append(
            {
                "picture": f"{index:02}.png",
                "matrix": lens.matrix.tolist(),
                "size": list(lens.size),
                "stacks": [asdict(stack) for stack in stood],
            }
        )
    return {
        "chips": [
            {"denomination": c.denomination, "body": c.body, "spots": c.spots, "spot_count": c.spot_count}
            for c in held.chips
        ],
        "diameter_mm": held.diameter_mm,
        "thickness_mm": held.thickness_mm,
        "rotation": held.pose.rotation.tolist(),
        "translation": held.pose.translation.tolist(),
        "paper_mm": PAPER_MM,
        "pictures": shown,
    }


def crop(held: Venue, stood: tuple[Stood, ...]) -> tuple[tuple[int, int], Lens]:
    """Return where in the whole picture the part round the stacks begins, and the lens for that part."""
    radius = held.diameter_mm / 2
    corners = []
    for stack in stood:
        for x in (-radius, radius):
            for y in (-radius, radius):
                corners += [(stack.x_mm + x, stack.y_mm + y, z) for z in (0.0, stack.height_mm + 3)]
    if stood is held.pictures[0]:
        corners += [(x, y, 0.0) for x, y in PAPER_MM]
    pixels = held.lens.project(corners, held.pose)
    low = np.maximum(pixels.min(axis=0) - _ROOM_PX, 0).astype(int)
    high = np.minimum(pixels.max(axis=0) + _ROOM_PX, np.array(held.lens.size)).astype(int)
    matrix = held.lens.matrix.copy()
    matrix[:2, 2] -= low
    return (int(low[0]), int(low[1])), Lens(
        matrix, held.lens.distortion, (int(high[0] - low[0]), int(high[1] - low[1]))
    )


def _draw(held: Venue, stood: tuple[Stood, ...], target: Path, threads: int) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _settings(scene, held, threads)
    _aim(scene, held.lens, held.pose)
    start, lens = crop(held, stood)
    _border(scene, held.lens.size, start, lens.size)
    _light(scene, held)
    _felt(scene, held)
    if stood is held.pictures[0]:
        _paper(scene)
    shades = [_shades(held, chip) for chip in held.chips]
    for stack in stood:
        height = 0.0
        for laid in stack.chips:
            at = (stack.x_mm + laid.shift_mm[0], stack.y_mm + laid.shift_mm[1], height)
            _chip(scene, held, held.chips[laid.kind], shades[laid.kind], at, laid.turned, laid.thickness_mm)
            height += laid.thickness_mm
    scene.render.filepath = str(target)
    bpy.ops.render.render(write_still=True)


def _settings(scene: Any, held: Venue, threads: int) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.seed = held.seed
    scene.cycles.max_bounces = 3
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.denoising_prefilter = "FAST"
    scene.cycles.denoising_quality = "FAST"
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.view_settings.view_transform = held.tone
    scene.view_settings.exposure = held.exposure
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"


def _aim(scene: Any, lens: Lens, pose: Pose) -> None:
    camera = bpy.data.cameras.new("camera")
    camera.sensor_fit = "HORIZONTAL"
    camera.sensor_width = 36.0
    camera.lens = lens.focal_px * 36.0 / lens.size[0]
    camera.clip_start = 0.01
    held = bpy.data.objects.new("camera", camera)
    right, down, forward = pose.rotation
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = right, -down, -forward
    matrix[:3, 3] = pose.centre * _METRES
    held.matrix_world = matrix.T.tolist()
    scene.collection.objects.link(held)
    scene.camera = held


def _border(scene: Any, whole: tuple[int, int], start: tuple[int, int], size: tuple[int, int]) -> None:
    render = scene.render
    render.resolution_x, render.resolution_y = whole
    render.resolution_percentage = 100
    render.use_border, render.use_crop_to_border = True, True
    hair = 0.01  # so that what is meant as a whole pixel is not cut off one below
    render.border_min_x = (start[0] + hair) / whole[0]
    render.border_max_x = (start[0] + size[0] + hair) / whole[0]
    render.border_min_y = (whole[1] - start[1] - size[1] + hair) / whole[1]
    render.border_max_y = (whole[1] - start[1] + hair) / whole[1]


def _light(scene: Any, held: Venue) -> None:
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    room = world.node_tree.nodes["Background"].inputs
    room["Color"].default_value = (*held.ambient_colour, 1)
    room["Strength"].default_value = held.ambient
    scene.world = world
    for lamp in held.lamps:
        light = bpy.data.lights.new("lamp", "AREA")
        light.energy, light.size, light.color = lamp.watts, lamp.side_mm * _METRES, lamp.colour
        hung = bpy.data.objects.new("lamp", light)
        place = np.array((lamp.x_mm, lamp.y_mm, lamp.z_mm))
        down = place / np.linalg.norm(place)
        side = np.cross((0.0, 1.0, 0.0), down)
        side /= np.linalg.norm(side)
        matrix = np.eye(4)
        matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = side, np.cross(down, side), down
        matrix[:3, 3] = place * _METRES
        hung.matrix_world = matrix.T.tolist()
        scene.collection.objects.link(hung)


def _material(name: str, colour: Colour, roughness: float, speckle: float = 0.0, scale: float = 900.0) -> Any:
    """Return a material; ``speckle`` is by which share its brightness differs from place to place."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = roughness
    linear = [_linear(level) for level in colour]
    surface.inputs["Base Color"].default_value = (*linear, 1)
    if speckle:
        noise, mix = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeMix")
        noise.inputs["Scale"].default_value = scale
        place = nodes.new("ShaderNodeTexCoord")
        links.new(place.outputs["Object"], noise.inputs["Vector"])
        mix.data_type = "RGBA"
        dark, light = ([min(part * (1 + sign * speckle), 1) for part in linear] for sign in (-1, 1))
        mix.inputs[6].default_value, mix.inputs[7].default_value = (*dark, 1), (*light, 1)
        links.new(noise.outputs[0], mix.inputs[0])
        links.new(mix.outputs[2], surface.inputs["Base Color"])
    return made


def _linear(level: int) -> float:
    share = level / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _shades(held: Venue, chip: Chip) -> tuple[Any, Any, Any]:
    look = held.look
    return (
        _material("body", chip.body, look.roughness, 0.06),
        _material("spots", chip.spots, look.roughness, 0.06),
        _material("inlay", look.inlay, 0.5, 0.2),
    )


def _plane(scene: Any, low: tuple[float, float], high: tuple[float, float], z_mm: float, shade: Any) -> None:
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    mesh = bpy.data.meshes.new("plane")
    mesh.from_pydata([(x * _METRES, y * _METRES, z_mm * _METRES) for x, y in corners], [], [(0, 1, 2, 3)])
    mesh.materials.append(shade)
    scene.collection.objects.link(bpy.data.objects.new("plane", mesh))


def _felt(scene: Any, held: Venue) -> None:
    _plane(scene, (-3000, -3000), (3000, 3000), 0.0, _material("felt", held.felt, 0.95, 0.35, 1500))


def _paper(scene: Any) -> None:
    _plane(scene, *PAPER_MM, 0.1, _material("paper", PAPER, 0.8))


def _chip(
    scene: Any,
    held: Venue,
    chip: Chip,
    shades: tuple[Any, Any, Any],
    at: tuple[float, float, float],
    turned: float,
    thickness: float,
) -> None:
    rings = _profile(held, thickness)
    rounds = np.arange(SEGMENTS) / SEGMENTS
    around = np.stack((np.cos(2 * np.pi * rounds), np.sin(2 * np.pi * rounds)), axis=1)
    points = [
        ((at[0] + r * x) * _METRES, (at[1] + r * y) * _METRES, (at[2] + z) * _METRES)
        for r, z in rings
        for x, y in around
    ]
    spotted = (np.mod(rounds * chip.spot_count + turned, 1.0) < held.look.share) & (chip.spot_count > 0)
    faces: list[tuple[int, ...]] = []
    kinds: list[int] = []
    for ring in range(len(rings) - 1):
        painted = ring < len(rings) - (2 if held.look.spots_on_top else 3)
        for one in range(SEGMENTS):
            other = (one + 1) % SEGMENTS
            low, high = ring * SEGMENTS, (ring + 1) * SEGMENTS
            faces.append((low + one, low + other, high + other, high + one))
            kinds.append(int(spotted[one] and painted))
    faces.append(tuple(range((len(rings) - 1) * SEGMENTS, len(rings) * SEGMENTS)))
    kinds.append(2)
    mesh = bpy.data.meshes.new("chip")
    mesh.from_pydata(points, [], faces)
    for shade in shades:
        mesh.materials.append(shade)
    mesh.polygons.foreach_set("material_index", kinds)
    mesh.update()
    scene.collection.objects.link(bpy.data.objects.new("chip", mesh))


def _profile(held: Venue, thickness: float) -> Array:
    """Return the chip's outline from its bottom edge over its side to the inlay: (radius, height) in mm."""
    radius, bevel = held.diameter_mm / 2, held.look.bevel_mm
    half = bevel * 0.29
    return np.array(
        (
            (radius - bevel, 0.0),
            (radius - half, half),
            (radius, bevel),
            (radius, thickness - bevel),
            (radius - half, thickness - half),
            (radius - bevel, thickness),
            (radius * 0.78, thickness),
            (radius * 0.55, thickness),
        )
    )


if __name__ == "__main__":
    main()
