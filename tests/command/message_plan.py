# SPDX-License-Identifier: MIT
"""Plans by size: frontier --message, its numbers computed again from the points of the same answer.

Usage: message_plan.py STEADYCAST
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

CAST = sys.argv[1]
failures = 0
QUESTIONS = [("allgather --network dgx1", "1KB", "1GB", "2us", "25GB/s"), ("broadcast --network dgx1 -S 5", "1B", "10GB", "700ns", "100Gbit/s"),
             ("allgather --network cluster:2x3=24GB,6GB -S 4", "1KiB", "4MB", "0.01ms", None), ("allreduce --network ring:6", "64KB", "64MB", "1us", "2TB"),
             ("allreduce --network complete:4", "1B", "1MB", "2us", "25GB"), ("allreduce --network dgx1", "1B", "1MB", "2us", "25GB"),
             ("allgather --network cluster:2x3=2.4,0.6 -S 4", "1KiB", "4MB", "0.01ms", "10GBps"),
             ("alltoall --network mesh:2x3 --group 0,1,4", "1MB", "1MB", "1s", "1MB")]
FARTHEST = {"ring:6": 3, "complete:4": 1, "dgx1": 2}  # every allreduce takes so many steps, whatever it is composed of
BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 1024}
SECONDS = {"ns": Fraction(1, 10**9), "us": Fraction(1, 10**6), "ms": Fraction(1, 1000), "s": 1}
RATES = {"MB": 10**6, "GB": 10**9, "TB": 10**12, "Gbit": 125 * 10**6}


def quantity(text, units):
    number = text.rstrip("GMKTBibtnumps/")
    return Fraction(number) * units[text[len(number):].removesuffix("/s").removesuffix("ps")]


def check(what, holds):
    global failures
    if not holds:
        failures += 1
        print("FAILED", what)


def near(a, b):
    return math.isclose(float(a), float(b), rel_tol=2e-5)  # numbers in JSON have six digits


def run(words, code=10):
    done = subprocess.run([CAST, "frontier", *words], capture_output=True, text=True, timeout=120, check=False)
    check(f"{words}: exit {done.returncode}, {done.stderr}", code in (None, done.returncode))
    return done


def rounds(text):
    low, _, high = text.partition("..")
    return Fraction(low), Fraction(high or low)


for question, low, high, alpha_text, rate_text in QUESTIONS:
    words = question.split() + ["--message", low if low == high else f"{low}..{high}", "--alpha", alpha_text, "--json", "-q"]
    answer = json.loads(run(words + (["--bandwidth", rate_text] if rate_text else []), None).stdout)
    alpha = quantity(alpha_text, SECONDS)
    rate = quantity(rate_text, RATES) if rate_text else 6 * 10**9
    rate *= Fraction(3, 5) if "=2.4,0.6" in question else 1  # rounds are those of 0.6, which all capacities are multiples of
    composed = answer["question"]["collective"] == "allreduce"
    limit = Fraction(answer["limit_at_least"] if composed or "limit" not in answer else answer["limit"])
    points = [(point["steps"], *rounds(point["rounds"])) for point in answer["points"]]
    until = answer.get("until", points[-1][0])
    rows = answer["plan"]
    check(f"{question}: ends", near(rows[0]["bytes"], quantity(low, BYTES)) and near(rows[-1]["bytes"], quantity(high, BYTES)))
    for number, row in enumerate(rows):
        size = Fraction(row["bytes"])
        times = {steps: steps * alpha + most * size / rate for steps, _, most in points}
        least = min([steps * alpha + lowest * size / rate for steps, lowest, _ in points] + [(until + 1) * alpha + limit * size / rate])
        if composed:
            least = FARTHEST[answer["question"]["network"]] * alpha + limit * size / rate
        check(f"{question}: {row} is the best of {times}", near(row["seconds"], min(times.values())) and near(times[row["steps"]], row["seconds"]))
        check(f"{question}: {row} at least {float(least)}", near(row["at_least"], least) and row["at_least"] <= row["seconds"] * (1 + 2e-5))
        if 0 < number < len(rows) - 1:
            check(f"{question}: {row} is as good as the one before", near(times[rows[number - 1]["steps"]], row["seconds"]))
    for one in answer["usual"]:
        check(f"{question}: no MPI algorithm is below the bound {one}",
              all(one["steps"] * alpha + Fraction(one["rounds"]) * Fraction(row["bytes"]) / rate >= Fraction(row["at_least"]) * (1 - Fraction(2, 10**5)) for row in rows))
    check(f"{question}: names", len(answer["usual"]) >= 1)

check("several intervals", len(json.loads(run("allgather --network dgx1 --message 1KB..1GB --alpha 2us --bandwidth 25GB/s --json -q".split()).stdout)["plan"]) == 3)
for words, why in (("--message 1KB", "alpha"), ("--alpha 2us", "message"), ("--message 1KB --alpha 2us", "--bandwidth"), ("--message 1XB --alpha 2us --bandwidth 1GB", "number of bytes"),
                   ("--message 2KB..1KB --alpha 2us --bandwidth 1GB", "number of bytes"), ("--message 1KB --alpha 2 --bandwidth 1GB", "is not a time"),
                   ("--message 1KB --alpha 2us --bandwidth 0GB", "is not a rate"), ("--message -1 --alpha 2us --bandwidth 1GB", "number of bytes")):
    check(f"{words}: {why}", why in run(["allgather", "--network", "ring:5", *words.split()], 1).stderr)
check("a network with rates", "its own capacities" in run("allgather --network ring:5=1GB --message 1KB --alpha 1us --bandwidth 1GB".split(), 1).stderr)
with tempfile.TemporaryDirectory() as folder:
    picture = os.path.join(folder, "sizes.svg")
    line = ["allgather", "--network", "ring:5=1GB", "--message", "1KB..1MB", "--alpha", "1us", "-q", "--picture", picture]
    done = run(line)
    check("a table", "bytes  steps" in done.stdout and " ring " in done.stdout)
    def labels():
        with open(picture, encoding="utf-8") as file:
            return re.findall(r"<text[^>]*>([^<]*)</text>", file.read())

    def holds_all(texts, words):
        return [word for word in words if word not in texts] == []

    check(f"a picture: {labels()}", holds_all(labels(), ["1 KB", "10 KB", "100 KB", "1 MB", "1 us", "10 us", "100 us", "1 ms", "bytes of a node", "time"]))
    check("no second picture", "exists" in run(line, 1).stderr)
    run(line + ["--force"])
    # One size: what is around it, with a line at it, of the table still this size alone.
    for size, around in (("64KB", ["64 KB", "1 KB", "1 MB", "10 MB"]), ("1B", ["1 B", "10 B", "100 B"]), ("0.5B", ["0.5 B", "1 B", "10 B"])):
        one = run(line[:4] + [size] + line[5:] + ["--force"])
        check(f"one size: {size}: {labels()}", holds_all(labels(), around) and len(one.stdout.splitlines()) == len(run(line[:4] + [size] + line[5:-2]).stdout.splitlines()))
# play: in steps what the frontier says, without steps by a list of events, link by link.
with tempfile.TemporaryDirectory() as folder:
    def cast(line, code=10):
        done = subprocess.run([CAST, *line.split()], capture_output=True, text=True, timeout=120, check=False, cwd=folder)
        check(f"{line}: exit {done.returncode}, {done.stderr}", done.returncode == code)
        return done

    def replayed(name, size, alpha, rate):
        schedule = json.loads(cast(f"convert {name} -f json", 0).stdout)
        nodes, chunks = schedule["nodes"], schedule["chunks"]
        arcs = {(u, v): (number, latency) for number, (u, v, latency) in enumerate(schedule["arcs"], 1)}
        of_arc = {number: [place for place, group in enumerate(schedule["groups"]) if number in group["arcs"]] for number in range(1, len(arcs) + 1)}
        through = [Fraction(size, chunks) / rate / group["capacity"] for group in schedule["groups"]]
        sums = schedule["collective"] in ("reduce", "reduce-scatter")
        there, free, last = {}, [0] * len(through), 0
        for send in schedule["sends"]:
            number, latency = arcs[send["from"], send["to"]]
            chunk, groups = send["chunk"], of_arc[number]
            start = max([there.get((chunk, send["from"]), 0), *(free[group] for group in groups)])
            for group in groups:
                free[group] = start + through[group]
            end = start + max(through[group] for group in groups) + alpha * latency
            before = there.get((chunk, send["to"]))
            there[chunk, send["to"]] = end if before is None else max(before, end) if sums else min(before, end)
            last = max(last, end)
        check(f"{name}: nodes", nodes > 1)
        return sum(alpha + rounds * Fraction(size, chunks) / rate for rounds in schedule["rounds"]), last

    for number, question in enumerate(("allgather --network dgx1 -k 6 -S 3", "reduce --network mesh:2x3 --root 4 -k 3", "alltoall --network mesh:2x3@2", "reduce-scatter --network torus:3x3",
                                       "broadcast --network path:4/group:0,2,3 -k 5", "gather --network hub:5 --root 2")):
        cast(f"{question} -q -o {number} --time 20", 10)
        played = json.loads(cast(f"play {number}/schedule.cert --message 3MB --alpha 2us --bandwidth 7GB --json", 0).stdout)
        stepped, flowing = replayed(f"{number}/schedule.cert", 3 * 10**6, Fraction(2, 10**6), 7 * 10**9)
        check(f"{question}: {played['in_steps']} in steps, {float(stepped)}", near(played["in_steps"], stepped))
        check(f"{question}: {played['without_steps']} without, {float(flowing)}", near(played["without_steps"], flowing))
    cast("frontier allgather --network dgx1 -o dgx1.cert -q")
    plan = json.loads(cast("frontier allgather --network dgx1 --message 64MB --alpha 2us --bandwidth 25GB --json -q").stdout)["plan"]
    played = json.loads(cast("play dgx1.cert --point 3 --message 64MB --alpha 2us --bandwidth 25GB --json", 0).stdout)
    check("play and frontier agree", near(plan[0]["seconds"], played["in_steps"]))
    both = json.loads(cast("play 0/schedule.cert 0/schedule.cert --message 64MB --alpha 2us --bandwidth 25GB --json", 0).stdout)
    check("two files take twice as long", near(both["in_steps"], 2 * both["files"][0]["in_steps"]))
    for line, why in (("play 0/schedule.cert --message 1KB..2KB --alpha 1us --bandwidth 1GB", "one size"), ("play --message 1KB --alpha 1us --bandwidth 1GB", "1 to 8 files"),
                      ("play 0/bound.cert --message 1KB --alpha 1us --bandwidth 1GB", "kind network-bound"), ("play none --message 1KB --alpha 1us --bandwidth 1GB", "none"),
                      ("play 0/schedule.cert --alpha 1us --bandwidth 1GB", "message")):
        check(f"{line}: {why}", why in cast(line, 1).stderr)
print(f"{failures} failures")
sys.exit(failures > 0)
