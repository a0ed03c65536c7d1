# SPDX-License-Identifier: MIT
"""Every two options of every verb together: how the command ends, compared with option_pairs.txt.

Usage: option_pairs.py STEADYCAST STEADYCHECK REPOSITORY some|all|write [VERB ..]. `some`: a sixteenth of the pairs, as TEST_SEED says; `write` makes option_pairs.txt anew,
or of these verbs (as `delay`, with `delay@network`) alone, which is to be read then as a user would: an option that is taken and does nothing, a message that names another option.
"""
import hashlib
import itertools
import json
import os
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
from hour import common, options  # noqa: E402

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "option_pairs.txt")

# A right value for each option; of a verb where it is another one there. None: left out, since it waits or needs programs of others.
VALUES = {
    "latency": "2", "logp": "6,2,4", "capacity": "none", "ports": "2", "network": "ring:5", "duplex": "half", "machine": "latency 2",
    "processors": "6", "depth": "8", "items": "3", "engine": "all", "schedule": "stationary", "encoding": "words", "state": "state",
    "output": "out", "threads": "1", "time": None, "nodes": "1000000", "memory": "100", "most": "2", "from": "0", "size": "3", "format": "json",
    "until": "12", "operands": "5", "cycle": "LISTED", "shard": "1/1", "watch": None, "pictures": "pictures", "png": None, "pdf": None,
    "draw": "chart", "item": "1", "times": "0..5", "release": "all", "blocks": "9", "bytes": "8", "proto": "LL", "runtime": "azure", "instances": "2", "min-bytes": "1KB", "max-bytes": "1MB",
    "steps": "3", "rounds": "9", "root": "1", "rate": "1/2", "point": "3", "name": "one", "origin": "0", "period": "1", "sends": "any", "only": "dimakopoulos-figure-1", "cases": "cases/claims",
    "message": "1KB..1MB", "alpha": "2us", "bandwidth": "25GB/s", "picture": "sizes.svg", "group": "0-2", "sizes": "2,1,0,1,1",
    "results": "results", "runs": "1", "limit": None, "completion": "bash",
}
OTHERS = {
    "delay": {"processors": "7", "engine": "construction"}, "capacity": {"depth": "9", "capacity": "flight", "engine": "construction"}, "solve": {"latency": "4", "engine": "backtrack"},
    "broadcast": {"engine": "construction", "encoding": "plain"}, "allgather": {"cycle": "cycle"},
    "reduce": {"engine": "tree"}, "play": {"message": "1MB", "point": "4"}, "report": {"format": "svg"}, "show": {"format": "table"}, "import": {"format": "csv"},
    "export": {"format": "lp", "depth": "6"}, "ask": {"engine": "backtrack"}, "enumerate": {"depth": "6", "latency": "4"},
    "count": {"depth": "12", "engine": "dynamic"}, "scatter": {"machine": "network ring:5"}, "gather": {"machine": "network ring:5"},
    "alltoall": {"machine": "network ring:5"}, "reduce-scatter": {"machine": "network ring:5"}, "frontier": {"machine": "network ring:5"}, "rate": {"machine": "network ring:5"},
}
BASE = {**options.BASE, "sweep": "TINY -o FOLDER", "reproduce": "TINY -o FOLDER", "convert": "LISTED -f json", "claims": "--only dimakopoulos-figure-1 --quick"}
# The same verbs, asked about a network by -m: VERB@network.
BASE.update({f"{verb}@network": f"-m NETWORK{more}" for verb, more in (("delay", ""), ("broadcast", ""), ("reduce", ""), ("allgather", ""),
                                                                        ("allreduce", ""), ("alltoall", ""), ("frontier", " allgather"), ("rate", " allgather"))})
OTHERS.update({name: {**OTHERS.get(name.split("@")[0], {}), "machine": "network ring:4", "engine": "search", "duplex": "full"}
               for name in BASE if "@" in name})
# What of the base an option stands instead of.
INSTEAD = {"logp": ("latency",), "machine": ("latency", "network"), "network": ("latency", "processors")}
INSTEAD_OTHERS = {("allreduce", "until"): ("processors",), ("reduce", "operands"): ("until",), ("import", "logp"): ("latency",), ("import", "network"): ("latency",),
                  ("claims", "functions"): ("only", "quick")}


def steady(text, work):
    text = re.sub(r"^seconds .*$", "", text, flags=re.M)
    text = re.sub(r'"(seconds|memory|started|ended|version)": ?("[^"]*"|[0-9.e+-]+)', "", text.replace(work + "/", ""))
    return re.sub(r"\d+\.\d+ s\b|steadycast \d[0-9.]*", "", text)


def told(done, work):
    """How it ended, in a few words that are the same each time."""
    if done is None:
        return "does not end"
    lines = steady((done.stderr if done.returncode in (1, 2) else done.stdout).decode("utf-8", "replace"), work).splitlines()
    last = lines[-1] if lines else ""
    if done.returncode in (1, 2):
        # the line of the example behind a message is the same for all
        words = last.removeprefix("steadycast: ")
    elif last.startswith("s "):
        words = last
    else:
        verdict = re.search(r'"(?:status|verdict)": ?"(\w+)"', "".join(lines))
        words = "json " + verdict.group(1) if verdict else "text" if lines else "nothing"
    return f"exit {done.returncode}, {words[:150]}"


class Pairs(common.Hour):
    def prepare(self):
        for name, text in (("no.cnf", "p cnf 1 2\n1 0\n-1 0\n"), ("tiny.campaign", "delay latency 3 processors 5..6\n"), ("cycle", "0 1 2 3 4\n")):
            with open(os.path.join(self.work, name), "w", encoding="utf-8") as file:
                file.write(text)
        for line in ("solve -L 3 -t 7 -o seven.cert", "delay -L 3 -P 5 -o five", "expand five/schedule.cert -k 3 -o listed.cert", "show listed.cert -f csv -o list.csv",
                     "allgather --network ring:5 -o rings", "sweep tiny.campaign -o swept", "sweep tiny.campaign -o shard --shard 1/1"):
            done = self.cast(*line.split())
            self.true(done is not None and done.returncode in (0, 10), f"steadycast {line}: fails: {done and done.stderr}")
        self.places = {word: os.path.join(self.work, name) for word, name in
                       {"CERT": "seven.cert", "LISTED": "listed.cert", "LIST": "list.csv", "CNF": "no.cnf", "TINY": "tiny.campaign", "SWEPT": "swept",
                        "RINGS": "rings/schedule.cert", "SHARD": "shard"}.items()} | {"NETWORK": "network ring:5"}

    def command(self, verb, chosen):
        """The base with these options, each of which stands instead of what the base says."""
        words = BASE[verb["verb"]].split()
        for spec in verb["options"]:
            if spec["name"] in chosen or any(spec["name"] in instead(verb, name) for name in chosen):
                words = options.without(words, spec)
        for name in chosen:
            words += [f"--{name}", *([value_of(verb, name)] if argument_of(verb, name) else [])]
        return words

    def outcome(self, verb, chosen):
        """(in words, all that it wrote)"""
        folder = tempfile.mkdtemp(dir=self.work)
        for name in ("cases", "results"):
            os.symlink(os.path.join(self.top, name), os.path.join(folder, name))
        swept = os.path.join(folder, "swept")
        places = {**self.places, "SWEPT": swept}
        called = verb["verb"].split("@")[0]
        if called in ("audit", "compare", "report", "status"):
            shutil.copytree(self.places["SWEPT"], swept)
        shutil.copy(os.path.join(self.work, "cycle"), folder)
        done = self.cast(called, *(places.get(word, word) for word in self.command(verb, chosen)), folder=folder)
        written = hashlib.sha256()
        for path, _, files in sorted(os.walk(folder)):
            for name in sorted(files):
                written.update(f"{os.path.relpath(path, folder)}/{name}\n".encode())
                if name.endswith(".cert") or name == "out":
                    with open(os.path.join(path, name), "rb") as file:
                        written.update(steady(file.read().decode("latin-1"), folder).encode("latin-1"))
        shutil.rmtree(folder, ignore_errors=True)
        words = steady(told(done, folder), self.work)
        return words, (words, done and steady(done.stdout.decode("latin-1"), folder), written.hexdigest())


def instead(verb, name):
    return INSTEAD_OTHERS.get((verb["verb"], name), INSTEAD.get(name, ()))


def argument_of(verb, name):
    return next(spec["argument"] for spec in verb["options"] if spec["name"] == name)


def value_of(verb, name):
    return OTHERS.get(verb["verb"], {}).get(name, VALUES[name])


def tried(verb):
    return [spec["name"] for spec in verb["options"] if not spec["argument"] and spec["name"] not in VALUES or
            spec["argument"] and value_of(verb, spec["name"]) is not None if VALUES.get(spec["name"], "") is not None]


def judged(first, second, alone, both):
    """The outcome of two options, and whether one of them does nothing beside the other that it does alone."""
    words, all_of = both
    if words.startswith("exit 1,"):
        return words
    for name, other in ((first, second), (second, first)):
        if name != "quiet" and all_of == alone[other][1] and alone[name][1] != alone[None][1]:
            words += f"; --{name} does nothing"
    return words


def written(verb, alone, found):
    """The lines of the verb: each option alone, then with those behind it, of which those that end alike stand in one line."""
    lines = [f"{verb['verb']} {BASE[verb['verb']]}: {alone[None][0]}".replace(" :", ":")]
    for name in tried(verb):
        value = f" {value_of(verb, name)}" if argument_of(verb, name) else ""
        lines.append(f"{verb['verb']} --{name}{value}: {alone[name][0]}")
        groups = {}
        for (first, second), words in found.items():
            if first == name:
                groups.setdefault(re.sub(rf"--{second}\b(?!-)", "--*", words), []).append(second)
        lines += [f"{verb['verb']} --{name} with {','.join(seconds)}: {words}" for words, seconds in groups.items()]
    return lines


def read(lines):
    """What stands in the file: {(verb, option, option): outcome}"""
    known = {}
    for line in lines:
        match = re.match(r"([\w@-]+) --([\w-]+) with ([\w,-]+): (.*)", line)
        for second in match.group(3).split(",") if match else ():
            known[match.group(1), match.group(2), second] = match.group(4).replace("--*", "--" + second)
    return known


def main():
    cast, check, top, how, *names = sys.argv[1:]
    hour = Pairs(cast, check, top)
    try:
        hour.prepare()
        verbs = options.verbs_of(hour)
        verbs += [{**verb, "verb": name} for name in BASE if "@" in name for verb in verbs if verb["verb"] == name.split("@")[0]]
        every = verbs
        if names:
            verbs = [verb for verb in verbs if verb["verb"].split("@")[0] in names]
        pairs = [(verb, pair) for verb in verbs for pair in itertools.combinations(tried(verb), 2)]
        if how == "some":
            pairs = hour.sample(pairs, 16)
        singles = {(verb["verb"], name): (verb, [name] if name else []) for verb, pair in pairs for name in (None, *pair)}
        for verb in verbs if how == "write" else ():
            singles.update({(verb["verb"], name): (verb, [name] if name else []) for name in (None, *tried(verb))})
        alone = dict(zip(singles, hour.each(lambda single: hour.outcome(*single), list(singles.values()))))
        both = hour.each(lambda pair: hour.outcome(*pair), pairs)
    finally:
        hour.close()
    found = {}
    for (verb, pair), outcome in zip(pairs, both):
        of_verb = {name: alone[verb["verb"], name] for name in (None, *pair)}
        found.setdefault(verb["verb"], {})[pair] = judged(*pair, of_verb, outcome)
    if how == "write":
        with open(GOLDEN, encoding="utf-8") as file:
            before = file.readlines()
        with open(GOLDEN, "w", encoding="utf-8") as file:
            file.write("# SPDX-License-Identifier: MIT\n# Written by option_pairs.sh ... write. Each option of each verb, then with those behind it in the table;"
                       "\n# --* is the other option.\n")
            for verb in every:
                if verb not in verbs:
                    file.writelines(line for line in before if line.startswith(f"{verb['verb']} ") or line.startswith(f"{verb['verb']}: "))
                    continue
                of_verb = {name: alone[verb["verb"], name] for name in (None, *tried(verb))}
                file.write("\n".join(written(verb, of_verb, found.get(verb["verb"], {}))) + "\n")
    with open(GOLDEN, encoding="utf-8") as file:
        known = read(file.read().splitlines())
    for verb, pair in pairs:
        name, words = verb["verb"], found[verb["verb"]][pair]
        before = known.get((name, *pair))
        hour.true(words == before, f"{name} {' '.join(hour.command(verb, pair))}: {words}; in option_pairs.txt: {before}")
    hour.true(how == "some" or names or len(known) == len(pairs), f"option_pairs.txt has {len(known)} pairs, not {len(pairs)}")
    for text in hour.failures[:40]:
        print(text)
    print(f"{len(pairs)} pairs, {hour.checks} checks, {len(hour.failures)} failures")
    return 1 if hour.failures else 0


sys.exit(main())
