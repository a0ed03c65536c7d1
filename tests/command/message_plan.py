# SPDX-License-Identifier: MIT
"""Plans by size: frontier --message, its numbers computed again from the points of the same answer.

Usage: message_plan.py STEADYCAST
"""
import json
import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

CAST = sys.argv[1]
failures = 0
QUESTIONS = [("allgather --network dgx1", "1KB", "1GB", "2us", "25GB/s"), ("broadcast --network dgx1 -S 5", "1B", "10GB", "700ns", "100Gbit/s"),
             ("allgather --network cluster:2x3=24GB,6GB -S 4", "1KiB", "4MB", "0.01ms", None), ("allreduce --network ring:6", "64KB", "64MB", "1us", "2TB"),
             ("alltoall --network mesh:2x3 --group 0,1,4", "1MB", "1MB", "1s", "1MB")]
BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 1024}
SECONDS = {"ns": Fraction(1, 10**9), "us": Fraction(1, 10**6), "ms": Fraction(1, 1000), "s": 1}
RATES = {"MB": 10**6, "GB": 10**9, "TB": 10**12, "Gbit": 125 * 10**6}


def quantity(text, units):
    number = text.rstrip("GMKTBibtnums/")
    return Fraction(number) * units[text[len(number):].removesuffix("/s")]


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
    composed = answer["question"]["collective"] == "allreduce"
    limit = Fraction(answer["limit_at_least"] if composed or "limit" not in answer else answer["limit"])
    points = [(point["steps"], *rounds(point["rounds"])) for point in answer["points"]]
    until = answer.get("until", points[-1][0])
    rows = answer["plan"]
    check(f"{question}: ends", near(rows[0]["bytes"], quantity(low, BYTES)) and near(rows[-1]["bytes"], quantity(high, BYTES)))
    for number, row in enumerate(rows):
        size = Fraction(row["bytes"])
        times = {steps: steps * alpha + most * size / rate for steps, _, most in points}
        least = min([steps * alpha + (limit if composed else lowest) * size / rate for steps, lowest, _ in points]
                    + [(until + 1) * alpha + limit * size / rate])
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
                   ("--message 1KB --alpha 2us --bandwidth 0GB", "is not a rate"), ("--message -1 --alpha 2us --bandwidth 1GB", "number of bytes"),
                   ("--message 1KB --alpha 1us --bandwidth 1GB --picture p.svg", "several sizes")):
    check(f"{words}: {why}", why in run(["allgather", "--network", "ring:5", *words.split()], 1).stderr)
check("a network with rates", "its own capacities" in run("allgather --network ring:5=1GB --message 1KB --alpha 1us --bandwidth 1GB".split(), 1).stderr)
with tempfile.TemporaryDirectory() as folder:
    picture = os.path.join(folder, "sizes.svg")
    line = ["allgather", "--network", "ring:5=1GB", "--message", "1KB..1MB", "--alpha", "1us", "-q", "--picture", picture]
    done = run(line)
    check("a table", "bytes  steps" in done.stdout and " ring " in done.stdout)
    check("a picture", "</svg>" in open(picture, encoding="utf-8").read())
    check("no second picture", "exists" in run(line, 1).stderr)
    run(line + ["--force"])
print(f"{failures} failures")
sys.exit(failures > 0)
