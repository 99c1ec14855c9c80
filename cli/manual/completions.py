#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes completions of the program's commands for bash, zsh and fish.

    completions.py PROGRAM BASH ZSH FISH      (where to write each)
"""
import pathlib
import sys

from help_tree import read_command

NOTE = "# Made of what 'coldcore --help' says.\n"
FAMILIES = "coldcore plugin list 2>/dev/null | awk '$3 == \"usable\" {print $1}'"


def takes_family(command):
    return any("FAMILY" in entry.head for entry in command.positionals)


def name_of(command):
    return " ".join(command.path)


def option_words(command):
    return [name for option in command.options for name in option.names]


def patterns(words):
    """Alternatives of a shell's case; the words are in quotes because some have blanks."""
    return "|".join(f'"{word}"' for word in words)


# --- bash ---------------------------------------------------------------------------------------------


BASH = """\
_coldcore_families() {{ {families}; }}

_coldcore() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command= words= i
  if [ "$word" = = ]; then
    word=
  elif [ "$previous" = = ]; then
    previous=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${{command:+$command }}${{COMP_WORDS[i]}}" in
      {paths}) command=${{command:+$command }}${{COMP_WORDS[i]}} ;;
    esac
  done
  case "$command $previous" in
{values}  esac
  case "$command" in
{commands}  esac
  if [[ $word == -* ]]; then
    words=${{words#*:}}
  else
    words=${{words%%:*}}
    [[ $words == *FAMILY* ]] && words="${{words/FAMILY/}} $(_coldcore_families)"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}

complete -o bashdefault -o default -F _coldcore coldcore
"""


def bash_values(tree):
    """What completes the value of an option: choices, nothing for numbers, files for all else."""
    lines = ""
    numbers, texts = [], []
    for command in tree.all():
        for option in command.options:
            places = [f"{name_of(command)} {name}" for name in option.names]
            if option.choices:
                lines += (f"    {patterns(places)}) "
                          f"COMPREPLY=($(compgen -W '{' '.join(option.choices)}' -- \"$word\")); return ;;\n")
            elif option.value == "TEXT":
                texts += places
            elif option.value:
                numbers += places
    lines += f"    {patterns(numbers)}) compopt +o default +o bashdefault 2>/dev/null; return ;;\n"
    return lines + f"    {patterns(texts)}) return ;;\n"


def bash(tree):
    commands = ""
    for command in tree.all():
        first = [sub.path[-1] for sub in command.subcommands] + (["FAMILY"] if takes_family(command) else [])
        commands += f"    \"{name_of(command)}\") words='{' '.join(first)}:{' '.join(option_words(command))}' ;;\n"
    return NOTE + BASH.format(families=FAMILIES, commands=commands, values=bash_values(tree),
                              paths=patterns(name_of(command) for command in tree.all() if command.path))


# --- zsh ----------------------------------------------------------------------------------------------


def zsh_text(text):
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh_option(option):
    action = ""
    if option.choices:
        action = f":value:({' '.join(option.choices)})"
    elif option.value == "TEXT":
        action = ":text:_files"
    elif option.value:
        action = ":number: "
    what = f"[{zsh_text(option.what)}]{action}"
    if len(option.names) == 1:
        return f"'*{option.names[0]}{what}'" if "..." in option.head else f"'{option.names[0]}{what}'"
    return f"'({' '.join(option.names)})'{{{','.join(option.names)}}}'{what}'"


def zsh_function(command):
    return "_" + "_".join(("coldcore", *command.path))


def zsh_command(command):
    lines = f"{zsh_function(command)}() {{\n"
    if command.subcommands:
        names = "|".join(sub.path[-1] for sub in command.subcommands)
        lines += (f"  if (( CURRENT > 2 )) && [[ $words[2] == ({names}) ]]; then\n"
                  f"    shift words\n    (( CURRENT-- ))\n    {zsh_function(command)}_$words[1]\n    return\n  fi\n")
        described = " ".join(f"'{sub.path[-1]}:{zsh_text(sub.what)}'" for sub in command.subcommands)
        lines += f"  local -a commands=({described})\n"
    first = []
    if command.subcommands:
        first.append("_describe command commands")
    if takes_family(command):
        first.append("_coldcore_families")
    specs = [zsh_option(option) for option in command.options]
    if first:
        specs.append(f"'1: :{{ {'; '.join(first)} }}'")
    if command.positionals:
        specs.append("'*:file:_files'")
    return lines + "  _arguments \\\n    " + " \\\n    ".join(specs) + "\n}\n\n"


def zsh(tree):
    return (f"#compdef coldcore\n{NOTE}\n_coldcore_families() {{\n  local -a families=($({FAMILIES}))\n"
            "  compadd -X family -- $families\n}\n\n"
            + "".join(zsh_command(command) for command in tree.all()) + '_coldcore "$@"\n')


# --- fish ---------------------------------------------------------------------------------------------


FISH = """\
# The command as far as it has been given.
function __coldcore_command
    set -l command ""
    for word in (commandline -opc)[2..-1]
        switch (string trim -- "$command $word")
            case {paths}
                set command (string trim -- "$command $word")
        end
    end
    echo $command
end

function __coldcore_at
    set -l command (__coldcore_command)
    test "$command" = "$argv"
end

complete -c coldcore -n __coldcore_at -f
"""


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_option(option):
    words = ""
    for name in option.names:
        words += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
    if option.choices:
        words += f" -x -a {fish_text(' '.join(option.choices))}"
    elif option.value == "TEXT":
        words += " -r -F"
    elif option.value:
        words += " -x"
    return f"{words} -d {fish_text(option.what)}"


def fish(tree):
    lines = NOTE + FISH.format(paths=" ".join(fish_text(name_of(c)) for c in tree.all() if c.path))
    for command in tree.all():
        at = f"complete -c coldcore -n \"__coldcore_at {name_of(command)}\""
        for sub in command.subcommands:
            lines += f"{at} -a {sub.path[-1]} -d {fish_text(sub.what)}\n"
        if takes_family(command):
            lines += f"{at} -a {fish_text('(' + FAMILIES + ')')} -d family\n"
        lines += "".join(f"{at}{fish_option(option)}\n" for option in command.options)
    return lines


def main():
    program, *paths = sys.argv[1:]
    tree = read_command(program)
    for path, make in zip(paths, (bash, zsh, fish), strict=True):
        pathlib.Path(path).write_text(make(tree))


if __name__ == "__main__":
    main()
