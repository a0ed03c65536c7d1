# SPDX-License-Identifier: MIT
"""Prints steadycast/subjects.py, a function for each subject, from `steadycast help questions`:

    python3 make_subjects.py [STEADYCAST] > steadycast/subjects.py
"""
import re
import subprocess
import sys

MACHINE = {
    "postal": ("int", "latency L, no overhead, one message a step; latency says the same"),
    "logp": ("Union[str, Sequence[int]]", 'a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap'),
    "latency": ("int", "latency L; postal where nothing else stands"),
    "overhead": ("int", "o"),
    "gap": ("int", "g"),
    "capacity": ('Literal["full", "flight", "none"]', "which messages to one processor count for its limit ceil(L/g)"),
    "ports": ("int", "sends, and receptions, of a processor at a time"),
    "network": ("str", 'along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..'),
    "duplex": ('Literal["full", "half", "links"]', "what a port of a network does at a time; links: there are none"),
}
OPTIONS = {
    "engine": ("Optional[str]", "None"),
    "time": ("Optional[float]", "None"),
    "nodes": ("Optional[int]", "None"),
    "threads": ("Optional[int]", "None"),
    "certificates": ("bool", "True"),
    "messages": ("Optional[int]", "None"),
}
HEAD = '''# SPDX-License-Identifier: MIT
"""A function for each subject of questions. Made by make_subjects.py from `steadycast help questions`; not to be changed here."""

from typing import Literal, Optional, Sequence, Union

from . import Answer, _ask_keys

__all__ = [{}]
'''


def kind(value):
    """The type of a key's value in the help."""
    if value == "NAME":
        return "Union[int, str]"
    if "|" not in value:
        return "int"
    words = value.split("|")
    return "str" if any(word.endswith(":") for word in words) else "Literal[" + ", ".join(f'"{word}"' for word in words) + "]"


def read(text):
    """Each subject: its name, question, keys (name, type, help, required) and engines."""
    for part in text.split("\n\n")[1:]:
        lines = part.splitlines()
        name, *words = lines[1].split()
        rest = " ".join(words)
        engines = [re.split(r"  +", line.strip(), maxsplit=3) for line in lines[2:]]
        machines = " ".join(engine[1] for engine in engines if len(engine) > 1)
        keys = []
        if rest.startswith("MACHINE"):
            rest = rest[len("MACHINE"):]
            networks, others = "network" in machines, re.search("postal|logp|ports|any|all", machines)
            for key, (of, told) in MACHINE.items():
                if (networks or key not in ("network", "duplex")) and (others or key in ("network", "duplex", "ports")):
                    keys.append((key, of, told, False))
        for bracket, key, value in re.findall(r"(\[?)([a-z]+) ([^] ]+)", rest):
            value = value.strip("]")
            keys.append((key, kind(value), "" if "|" in value else value, not bracket))
        yield name, lines[0].split(": ", 1)[1], keys, engines


def function(name, question, keys, engines):
    told = [f"{question[0].upper()}{question[1:]}", ""]
    told += [f"{key}: {text}" for key, of, text, required in keys if text and key in MACHINE]
    told += ["", "Engines:"] + ["    " + ": ".join([engine[0], engine[-1]]) for engine in engines]
    told += ["", "The other parameters are those of ask()."]
    parameters = [f"{key}: {of}" if required else f"{key}: Optional[{of}] = None" for key, of, text, required in keys]
    parameters += [f"{key}: {of} = {default}" for key, (of, default) in OPTIONS.items()]
    body = "".join(f"\n    {line}".rstrip(" ") if line else "\n" for line in told[1:])
    return (f"\n\ndef {name.replace('-', '_')}(\n    *,\n" + "".join(f"    {parameter},\n" for parameter in parameters) +
            f') -> Answer:\n    """{told[0]}{body}\n    """\n    return _ask_keys("{name}", locals())\n')


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "steadycast"
    text = subprocess.run([program, "help", "questions"], check=True, stdout=subprocess.PIPE).stdout.decode()
    subjects = [subject for subject in read(text) if subject[0] != "claim"]  # claims are for the program
    print(HEAD.format(", ".join(f'"{name.replace("-", "_")}"' for name, *_ in subjects)) + "".join(function(*subject) for subject in subjects), end="")


main()
