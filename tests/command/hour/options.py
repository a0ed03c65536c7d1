# SPDX-License-Identifier: MIT
"""Wrong input for every option of every verb, made from the table that `help --json` prints."""
import json
import os
import re
import shutil
import tempfile

# A question for each verb that is answered at once. FOLDER: a name that is free, CERT: a certificate.
BASE = {
    "ask": "decide latency 3 depth 7", "solve": "-L 3 -t 7", "capacity": "-L 3 -t 4", "delay": "-L 3 -P 5",
    "family": "-L 3 -o FOLDER", "count": "-L 4 -t 9", "enumerate": "-L 3 -t 7", "automaton": "-L 3",
    "broadcast": "-L 3 -P 4", "allgather": "-L 3 -P 4",
    "allreduce": "-L 3 -P 4", "reduce": "-L 3 -P 4 -T 10", "sweep": "CAMPAIGN -o FOLDER",
    "status": "SWEPT", "audit": "SWEPT", "merge": "SHARD -o FOLDER", "compare": "SWEPT SWEPT", "report": "SWEPT -o page.html", "show": "CERT",
    "expand": "CERT -k 3", "convert": "CERT -f json", "import": "LIST -f csv -L 3", "export": "-L 3 -t 7 -f opb",
    "refute": "CNF", "reproduce": "CAMPAIGN -o FOLDER", "claims": "--only dimakopoulos-ring --quick",
    "help": "solve", "version": "", "scatter": "--network ring:4", "gather": "--network ring:4", "alltoall": "--network ring:4",
    "reduce-scatter": "--network ring:4", "frontier": "--network ring:4 allgather", "rate": "--network ring:4 allgather",
    "play": "RINGS --message 1KB --alpha 1us --bandwidth 1GB",
}
# Verbs whose work is long, and is not begun: a good value for an option is not tried with them.
LONG = ("claims", "reproduce")
BAD = ("", "x", "-1", "99999999999999999999999", "1..")
# What these take any text for. An empty one is no name for a file.
TEXTS = {"FILE", "FOLDER", "FILE|FOLDER", "PATTERN", "PREFIX"}
# (option, value) that are right: numbers of any length, and a name like any other.
RIGHT = {("processors", BAD[3]), ("name", "x"), ("name", "-1"), ("name", BAD[3]), ("name", "1..")}
# One letter, one name, in all verbs; of a name with several letters, or with and without: which.
LETTERS = {"processors": {"P", "N", None}, "depth": {"t"}, "items": {"k"}, "ports": {"p"}, "steps": {"S", None}}

# A name out of a list, mistyped, and which one is meant.
NAMES = {"ask decide latency 3 depth 7 -e backtrak": "backtrack", "ask decied latency 3 depth 7": "decide", "ask decide latnecy 3 depth 7": "latency",
         "solve -L 3 -t 7 --schedule stationery": "stationary", "export -L 3 -t 7 -f opb --schedule blockcyclic": "block-cyclic",
         "broadcast -L 3 -P 5 -k 3 -e steam": "stream", "allgather --network rign:5": "ring", "import LIST --network rign:5": "ring", "claims --only dimakopolous": "dimakopoulos",
         "claims --only dimakopolous-ring": "dimakopoulos-ring", "help sovle": "solve"}


def is_choice(argument):
    return "|" in argument and not re.search(r"[A-Z]\|[A-Z]|\.\.", argument) and argument != "R|all"


def options_of(spec):
    """How the option may be written."""
    return [f"--{spec['name']}"] + ([f"-{spec['letter']}"] if spec["letter"] else [])


def slip(name):
    """The same word with two letters exchanged, or one left out where they are alike."""
    for i in range(1, len(name) - 1):
        if name[i] != name[i + 1]:
            return name[:i] + name[i + 1] + name[i] + name[i + 2:]
    return name[:-1]


def without(words, spec):
    """The question without this option."""
    for option in options_of(spec):
        if option in words:
            at = words.index(option)
            return words[:at] + words[at + 1 + bool(spec["argument"]):]
    return words


def cases_of(verb, base):
    """(words, kind, names): refused for sure, or endured, and what the message has to name."""
    name = verb["verb"]
    for spec in verb["options"]:
        option, argument, named = f"--{spec['name']}", spec["argument"], options_of(spec)
        rest = without(base, spec)
        slipped = slip(spec["name"])
        yield [*rest, "--" + slipped], "refused", ["did you mean '--"]
        if not argument:
            yield [*rest, option + "=x"], "refused", [option]
            yield [*rest, option, option], "refused", [option]
            continue
        for written in named:
            yield [*rest, written], "refused", [f"{option} needs a value"]
        good = argument.split("|")[0] if is_choice(argument) else "7"
        yield [*rest, option, good, option, good], "refused", [option]
        for value in BAD + (good + "x",) * is_choice(argument):
            if (spec["name"], value) in RIGHT or (argument in TEXTS and value):
                if name not in LONG:
                    yield [*rest, option, value, "--time", "2"] if "--time" in names_of(verb) else [*rest, option, value], "endured", [option, "needs", value]
            else:
                yield [*rest, f"{option}={value}"], "refused", [option]
        if is_choice(argument) and len(good) > 3:
            yield [*rest, option, slip(good)], "refused", ["did you mean"]
    yield [*base, "--help=x"], "refused", ["--help"]
    for spec in verb["options"]:
        if spec["required"]:
            yield without(base, spec), "refused", [f"--{spec['name']}"]


def names_of(verb):
    return [f"--{spec['name']}" for spec in verb["options"]]


def letters(hour, verbs):
    """A letter is one option in all verbs, and an option has one letter."""
    names, written = {}, {}
    for verb in verbs:
        for spec in verb["options"]:
            written.setdefault(spec["name"], set()).add(spec["letter"])
            if spec["letter"]:
                names.setdefault(spec["letter"], set()).add(spec["name"])
    for letter, meant in names.items():
        hour.true(len(meant) == 1, f"-{letter} is several options: {sorted(meant)}")
    for name, found in written.items():
        allowed = LETTERS.get(name, found)
        hour.true(found <= allowed and (len(found) == 1 or name in LETTERS), f"--{name} has several letters: {found}")
    for letter, name in zip("LoPNkptTef", "latency output processors processors items ports depth until engine format".split()):
        hour.true(names.get(letter) == {name}, f"-{letter} is not --{name}")


def verbs_of(hour):
    return json.loads(hour.cast("help", "--json").stdout)["verbs"]


def check(hour):
    verbs = verbs_of(hour)
    hour.true({verb["verb"] for verb in verbs} == set(BASE), "there are other verbs than those that are tried")
    letters(hour, verbs)
    places = hour.places()
    tasks = []
    for verb in verbs:
        name = verb["verb"]
        base = [places.get(word, word) for word in BASE[name].split()]
        tasks += [([name, *words], kind, named) for words, kind, named in cases_of(verb, base)]
        tasks.append(([slip(name)], "refused", ["did you mean '"]))
        tasks.append(([name, "--help"], "helped", []))
        if not verb["operands"].startswith(("FOLDER..", "FILE ..")):
            tasks.append(([name, *base, "surplus", "surplus"], "refused", ["'surplus'", name]))

    for line, meant in NAMES.items():
        tasks.append(([places.get(word, word) for word in line.split()], "refused", [f"did you mean '{meant}'?"]))
    tasks.append((["-L", "3"], "refused", ["'-L' is an option: the verb stands before it"]))
    tasks.append((["ask"], "refused", ["as in: steadycast ask"]))
    tasks.append((["so\nlve"], "refused", ["'so?lve'"]))
    tasks.append((["solve", "-L", "3", "-t", "7\n\x1b[2J"], "refused", ["--depth: '7??[2J'"]))

    def one(task):
        words, kind, named = task
        folder = tempfile.mkdtemp(dir=hour.work)
        os.symlink(os.path.join(hour.top, "cases"), os.path.join(folder, "cases"))
        done = hour.cast(*words, folder=folder)
        shutil.rmtree(folder, ignore_errors=True)
        where = "steadycast " + " ".join(word.replace(hour.work + "/", "") or "''" for word in words)
        if kind == "helped":
            hour.true(done is not None and done.returncode == 0 and not done.stderr, f"{where}: fails")
        else:
            getattr(hour, kind)(done, where, named)

    hour.true(len(tasks) > 1500, f"only {len(tasks)} wrong commands")
    hour.each(one, hour.sample(tasks, 4))
