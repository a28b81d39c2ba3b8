"""Signs what is released, and checks a wheel or this machine against it: ``floorcall release``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from controller.command_line import Argument, Group, Option
from controller.exits import FOUND, NOT_THERE, refuse, refuse_over

app = Group(
    help="Signed releases: a manifest of each file in the wheel, and whether what is here is what was signed.\n\n\b\n"
    "Examples:\n  floorcall release key -o release.key\n"
    "  floorcall release sign floorcall-0.1.0-py3-none-any.whl --key release.key\n"
    "  floorcall release check floorcall-0.1.0.release.json --public-key release.key.pub",
)


@app.takes("key")
def key(
    output: Annotated[Path, Option("-o", "--output", help="File for the key; the public half beside it.")],
) -> None:
    """Make the key that signs releases, on the releaser's own machine.

    \b
    Example: floorcall release key -o release.key
    """
    from controller.journal.seal import SealError, make_key, read_key
    from controller.journal.signing import SignKey, fingerprint

    public = Path(f"{output}.pub")
    try:
        make_key(output, "release")
        half = SignKey(read_key(output, "release")).public
        public.write_text(half.hex() + "\n", encoding="ascii")
    except (SealError, OSError) as error:
        refuse(error, NOT_THERE)
    click.echo(f"{output}: keep it where releases are made, and nowhere else")
    click.echo(
        f"{public}: each table has it as /etc/floorcall/release.pub; {fingerprint(half)} to compare it by"
    )


@app.takes("sign")
def sign(
    wheel: Annotated[Path, Argument(help="The wheel that is released.")],
    key: Annotated[Path, Option(help="The key that signs releases.")],
    output: Annotated[
        Path | None, Option("-o", "--output", help="File to write; else beside the wheel.")
    ] = None,
) -> None:
    """Write the signed manifest of a wheel.

    \b
    Example: floorcall release sign dist/floorcall-0.1.0-py3-none-any.whl --key release.key
    """
    from controller.journal.seal import SealError, read_key
    from controller.journal.signing import SignKey
    from controller.release.manifest import ReleaseError, manifest_of, signed_by

    try:
        manifest = manifest_of(wheel)
        out = output or wheel.with_name(f"floorcall-{manifest.release}.release.json")
        refuse_over(out, wheel, key)
        out.write_bytes(signed_by(SignKey(read_key(key, "release")), manifest))
    except (ReleaseError, SealError) as error:
        refuse(error)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}")
    click.echo(f"{out}: {len(manifest.files)} files of {wheel.name}")


@app.takes("check")
def check(
    manifest: Annotated[Path, Argument(help="The signed manifest of a release.")],
    public_key: Annotated[Path, Option(help="The public half of the key that signs releases.")],
    wheel: Annotated[
        Path | None,
        Option(help="A wheel to check before it is installed; else what runs here is checked."),
    ] = None,
) -> None:
    """Check a wheel, or the program that runs here, against a signed manifest. Exit code 1 where they differ.

    \b
    Examples:
      floorcall release check floorcall-0.1.0.release.json --public-key release.key.pub --wheel floorcall-0.1.0-py3-none-any.whl
      floorcall release check /etc/floorcall/release.json --public-key /etc/floorcall/release.pub
    """
    import controller
    from controller.journal.boxes import load_public
    from controller.journal.seal import SealError
    from controller.release import ReleaseError, checked, differences, manifest_of

    try:
        told = checked(manifest, load_public(public_key, "releases'"))
        if wheel is not None:
            found = (
                []
                if manifest_of(wheel).sha256 == told.sha256
                else [f"{wheel} is not {told.wheel} as it was signed"]
            )
        else:
            found = list(differences(told.files, Path(controller.__file__).parents[1]))
    except (ReleaseError, SealError) as error:
        refuse(error)
    for one in found:
        click.echo(one)
    if found:
        raise click.exceptions.Exit(FOUND)
    click.echo(f"release {told.release} of {told.at}: all {len(told.files)} files are as signed")
