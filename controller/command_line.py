"""Reads a command from a function's signature into Click: each parameter names its option or argument itself.

A parameter is annotated with its type and with ``Option`` or ``Argument``, as in
``port: Annotated[int, Option(min=1, max=65535, help="...")] = 8700``. The function's docstring is the help.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import click

Function = Callable[..., None]
HELPED: Final[dict[str, Any]] = {"help_option_names": ["-h", "--help"]}


class Argument:
    """What a command's place in the line is for; ``metavar`` is its name in help and errors."""

    def __init__(self, *, help: str, metavar: str | None = None) -> None:
        self.help, self.metavar = help, metavar


class Option:
    """What an option is for; without ``names`` it is called as its parameter."""

    def __init__(
        self,
        *names: str,
        help: str,
        metavar: str | None = None,
        min: float | None = None,
        max: float | None = None,
        show_default: bool = True,
    ) -> None:
        self.names, self.help, self.metavar = names, help, metavar
        self.min, self.max, self.show_default = min, max, show_default


class Group(click.Group):
    """A command whose first word names one of several."""

    def __init__(self, help: str) -> None:
        super().__init__(help=inspect.cleandoc(help), context_settings=dict(HELPED), no_args_is_help=True)

    def takes(self, name: str) -> Callable[[Function], Function]:
        """Return a decorator that makes a function the command ``name`` of this group."""

        def made(function: Function) -> Function:
            self.add_command(command_of(function, name))
            return function

        return made

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they were given."""
        return list(self.commands)


def command_of(function: Function, name: str) -> click.Command:
    """Return the command that a function's signature and docstring tell of."""
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    parameters = [_parameter(hints[one.name], one) for one in signature.parameters.values()]
    help = inspect.cleandoc(function.__doc__ or "")
    return click.Command(name, callback=function, params=parameters, help=help, context_settings=dict(HELPED))


def _parameter(hint: Any, told: inspect.Parameter) -> click.Parameter:
    kind, said = get_args(hint)[:2] if get_origin(hint) is Annotated else (hint, None)
    kind = next((one for one in get_args(kind) if one is not NoneType), kind) if _is_union(kind) else kind
    required = told.default is told.empty
    listed = get_origin(kind) is list
    inner = get_args(kind)[0] if listed else kind
    if isinstance(said, Argument):
        return _Place(
            [told.name], type=_type_of(inner, None), required=required, nargs=-1 if listed else 1,
            help=said.help, metavar=said.metavar, callback=_as_list if listed else None,
            **({} if required else {"default": told.default}),
        )  # fmt: skip
    assert isinstance(said, Option), f"{told.name} is neither an option nor an argument"
    long = "--" + told.name.replace("_", "-")
    if kind is bool:
        names = said.names or (f"{long}/--no-{long[2:]}",)
        return click.Option([told.name, *names], is_flag=True, default=told.default, help=said.help, show_default=said.show_default)  # fmt: skip
    made = _type_of(inner, said)
    default = {} if required or told.default is None else {"default": _word(told.default)}
    return click.Option(
        [told.name, *(said.names or (long,))], type=made, required=required, multiple=listed, help=said.help,
        metavar=said.metavar or _like(inner, made), show_default=said.show_default and told.default != "",
        callback=_as_list if listed else None, **default,
    )  # fmt: skip


def _is_union(kind: Any) -> bool:
    return NoneType in get_args(kind)


class _Place(click.Argument):
    """An argument whose help says that it must be there."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        name, help = super().get_help_record(ctx)
        return name, f"{help}  [required]" if self.required else help


class _Named(click.Choice[str]):
    """One of an enumeration's values, which the command gets as the enumeration's member."""

    def __init__(self, kind: type[Enum]) -> None:
        super().__init__([str(member.value) for member in kind])
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the member that is called so."""
        return self.kind(super().convert(value, param, ctx))


class _Number(click.types.FloatParamType):
    """A number; what only a computer calls one, such as nan, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that was given."""
        number = super().convert(value, param, ctx)
        return number if math.isfinite(number) else self.fail(f"{value!r} is no number", param, ctx)


class _Within(click.FloatRange, _Number):
    """A number of a range."""


def _type_of(kind: Any, said: Option | None) -> click.ParamType[Any]:
    bounded = said is not None and (said.min is not None or said.max is not None)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Named(kind)
    if get_origin(kind) is Literal:
        return click.Choice([str(value) for value in get_args(kind)])
    if kind is Path:
        return click.Path(path_type=Path, readable=False)
    if kind is int:
        return click.IntRange(_whole(said.min), _whole(said.max)) if said and bounded else click.INT
    if kind is float:
        return _Within(said.min, said.max) if said and bounded else _Number()
    assert kind is str, f"the command line takes no {kind}"
    return click.STRING


def _like(kind: Any, made: click.ParamType[Any]) -> str:
    """Return in an option's help what it takes."""
    if isinstance(made, click.Choice):
        return f"<{'|'.join(made.choices)}>"
    ranged = isinstance(made, click.IntRange | click.FloatRange)
    return f"<{kind.__name__.lower()}{' range' if ranged else ''}>"


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _word(value: Any) -> Any:
    return str(value.value) if isinstance(value, Enum) else value


def _as_list(ctx: click.Context, param: click.Parameter, value: Sequence[Any] | None) -> list[Any] | None:
    """Return what was given several times as a list; None where an option was not given at all."""
    return list(value or ()) if value or param.required else None
