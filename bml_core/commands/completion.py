"""``bml completion``: what a shell needs to complete commands, options and choices."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from bml_core.commands import INDEX, command_parser, streams
from bml_core.commands.terminal import OK

_BASH = """\
_bml() {
    local word="${COMP_WORDS[COMP_CWORD]}" line="" words="" i
    for ((i = 1; i < COMP_CWORD; i++)); do line="$line ${COMP_WORDS[i]} "; done
    case "$line" in
%s
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _bml bml
"""
_ZSH = "autoload -U +X compinit bashcompinit\n(( $+functions[compdef] )) || compinit\nbashcompinit\n"
# The names of two words come first, since what is for "deals" fits "deals check".
_NAMES = sorted(INDEX, key=lambda name: (-name.count(" "), name))


def _options(command: str) -> Iterator[argparse.Action]:
    """Yield the options, and the arguments that are one of several words."""
    yield from (each for each in command_parser(command)._actions if each.option_strings or each.choices)


def _seconds(first: str) -> list[str]:
    """Return what follows the first word of commands of two."""
    return [name.partition(" ")[2] for name in INDEX if name.startswith(f"{first} ")]


def _bash() -> str:
    """Return a function that completes; where it finds nothing, bash completes the names of files."""
    firsts = " ".join(dict.fromkeys(name.split()[0] for name in INDEX))
    cases = [f'    "") words="{firsts}" ;;']
    for command in _NAMES:
        before = '" ' + command.replace(" ", "  ") + ' "*'
        words = _seconds(command)
        for each in _options(command):
            choices = " ".join(map(str, each.choices or ()))
            words += each.option_strings or [choices]
            cases += [
                f'    {before}" {name} ") words="{choices}" ;;' for name in each.option_strings if choices
            ]
        cases.append(f'    {before}) [[ -n $word ]] && words="{" ".join(words)}" ;;')
    return _BASH % "\n".join(cases)


def _fish() -> str:
    lines = []
    for name, entry in INDEX.items():
        first, _, second = name.partition(" ")
        before = f"^bml {first}$" if second else "^bml$"
        lines.append(_fish_line(before, f"-a {second or first}", entry.purpose))
    for command in _NAMES:
        others = "".join(f"(?! {second})" for second in _seconds(command))
        for each in _options(command):
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in each.option_strings
            )
            choices = " ".join(map(str, each.choices or ()))
            value = f" -x -a '{choices}'" if choices else " -r" if each.nargs != 0 else ""
            lines.append(_fish_line(f"^bml {command}{others}( |$)", names + value, each.help or ""))
    return "\n".join(lines) + "\n"


def _fish_line(before: str, what: str, purpose: str) -> str:
    """Return what is completed where the words before fit a pattern."""
    text = purpose.replace("%%", "%").replace("\\", "").replace("'", "\\'").partition(";")[0]
    # In double quotes of fish a dollar is a variable.
    before = before.replace("$", r"\$")
    condition = f'string match -rq "{before}" -- (commandline -opc | string join " ")'
    return f"complete -c bml -n '{condition}' {what} -d '{text}'"


_WRITERS = {"bash": _bash, "zsh": lambda: _ZSH + _bash(), "fish": _fish}


def _run(options: argparse.Namespace) -> int:
    streams.write(streams.STANDARD, _WRITERS[options.shell]())
    return OK


COMMANDS = {"completion": _run}
