# SPDX-License-Identifier: Apache-2.0
"""What a text tells its reader to do, as a shell script.

Of the fenced blocks of a Markdown file these count, in their order; the info string says which they are:

    ```sh                     commands
    ```LANGUAGE FILE          the file, in the folder where the commands before have led
    ```LANGUAGE FILE NAME     one function of that file, in the place of the one it has
"""
import pathlib
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HERE = pathlib.Path(__file__).resolve().parent


def script(text):
    lines = ["set -eux"]
    for info, body in BLOCK.findall(text):
        words = info.split()
        if words == ["sh"]:
            lines.append(body)
        elif len(words) == 2:
            lines.append(f"cat > {shlex.quote(words[1])} <<'END_OF_BLOCK'\n{body}END_OF_BLOCK")
        elif len(words) == 3:
            command = [sys.executable, HERE / "replace_function.py", words[1], words[2]]
            lines.append(f"{shlex.join(map(str, command))} <<'END_OF_BLOCK'\n{body}END_OF_BLOCK")
    return "\n".join(lines) + "\n"


def replay(path, folder, environment, timeout):
    """Runs what `path` says in `folder`. Returns the transcript; raises with it if a command fails."""
    result = subprocess.run(["bash", "-c", script(path.read_text())], cwd=folder, env=environment,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, timeout=timeout)
    if result.returncode != 0:
        raise AssertionError(f"{path}: exit code {result.returncode}\n{result.stdout}")
    return result.stdout
