# SPDX-License-Identifier: MIT
"""Answers and results are what results/*.schema.json say. Usage: schemas.py STEADYCAST RESULTS WORK"""
import csv
import glob
import json
import os
import subprocess
import sys

import jsonschema

program, results, work = map(os.path.abspath, sys.argv[1:])
failures = []
checked = 0


def load(name):
    with open(os.path.join(results, name)) as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def check(validator, text, where):
    global checked
    checked += 1
    error = next(validator.iter_errors(json.loads(text)), None)
    if error:
        failures.append(f"{where}: {error.message} in {text[:200]}")


answers = load("answer.schema.json")
rows = load("results.schema.json")

# Each must be able to fail.
broken = {"question": {"subject": "delay", "L": 3}, "status": "unknown", "settled": True, "lower": None, "upper": None}
if answers.is_valid(broken) or rows.is_valid(broken):
    failures.append("a wrong answer fits the schema")

COMMANDS = """
delay -L 3 -P 1000                                      10
delay -L 3 -P 1                                         10
delay --logp 9,3,2 -P 8                                 0
delay --logp 21,0,7 -P 1000                             10
delay -L 3..4 -P 2..9                                   10
delay -L 1 -P 9007199254740993                          10
capacity -L 2 -t 4..6                                   10
capacity -L 2 -t 2001                                   0
broadcast -L 3 -P 10 -k 8                               10
broadcast -L 3 -P 40 -k 10 --engine sat --nodes 1       0
broadcast -L 1..2 -P 4..5 -k 1..2                       10
broadcast -L 3 -P 20 --every                            10
broadcast -L 3 -P 9                                     10
broadcast --logp 6,2,4 -P 123456789012345678901         0
broadcast -L 1 -p 5 -P 15 -k 20 -e construction         10
broadcast -L 1 -p 5 -P 35 -k 20 -e construction         0
allgather --logp 6,2,4 -P 8                             0
allgather -L 3 -P 8                                     10
allreduce -L 3 -P 12                                    10
reduce -L 3 -P 4 -T 10                                  10
reduce --logp 5,2,4 -P 7 -n 82                          10
allgather --network ring:5                              10
allgather --network path:3 --engine ring                0
count -L 8 -t 20                                        10
count -L 8 -t 200                                       0
enumerate -L 3 -t 8 --most 0                            1
ask delay latency 3 processors 123456789012345678901    10
ask decide latency 4 depth 8                            20
ask capacity latency 2 depth 2001                       0
enumerate -L 9 -t 4000                                  0
automaton -L 12 --size 2000                             0
capacity -L 2 -t 2000..2002                             0
broadcast -L 3..9 -P 1000..1001 -k 100 --engine sat --time 1 0
delay -L 3..9 -P 2..900000 --time 1                     0
family -L 4000..5000 -o none --time 1                   0
family --logp 9,0,2 -o streams                          10
family --logp 5,0,2 -o streams                          0
solve -L 3 -t 7                                         10
solve -L 4 -t 8                                         20
solve -L 4 -t 8 --engine paper                          0
solve -L 2 -t 7 -N 20 --schedule stationary             10
"""
for line in COMMANDS.strip().splitlines():
    *words, status = line.split()
    done = subprocess.run([program, *words, "--json", "-q"], capture_output=True, text=True, cwd=work)
    where = " ".join(words)
    if done.returncode != int(status):
        failures.append(f"{where}: exit {done.returncode}, not {status}: {done.stderr}")
    if status != "1" and not done.stdout:
        failures.append(f"{where}: nothing is printed")
    settled = []
    for text in done.stdout.splitlines():
        check(answers, text, where)
        settled.append(json.loads(text)["settled"])
    if status != "1" and all(settled) != (status in ("10", "20")):
        failures.append(f"{where}: settled {settled} and exit {status}")

with open(os.path.join(work, "some.campaign"), "w") as file:
    file.write("delay latency 1 processors 9007199254740993\ndecide latency 3..4 depth 7..8 engine all\n"
               "broadcast latency 2 processors 3..5 items 1..3\nreduce latency 2 overhead 1 gap 2 processors 3 until 8\n"
               "allgather network ring:4 duplex half\nserve latency 2 depth 4 served 5 schedule periodic:2 engine sat\n")
subprocess.run([program, "sweep", "some.campaign", "-o", "some", "-q"], check=True, cwd=work, capture_output=True)

for folder in [*glob.glob(os.path.join(results, "*", "results.jsonl")), os.path.join(work, "some", "results.jsonl")]:
    with open(folder) as file:
        lines = file.read().splitlines()
    for number, text in enumerate(lines, 1):
        check(rows, text, f"{folder}:{number}")
    with open(folder.replace(".jsonl", ".csv"), newline="") as file:
        table = list(csv.DictReader(file))
    if len(table) != len(lines):
        failures.append(f"{folder}: {len(lines)} lines, and {len(table)} rows in results.csv")
    for number, (text, row) in enumerate(zip(lines, table), 1):
        answer = json.loads(text)
        names = [entry["file"] for entry in answer.pop("certificates")] + [None, None]
        answer["certificate"], answer["second_certificate"] = names[:2]
        for key, value in row.items():
            told = answer.get(key)
            expected = "" if told is None else str(told).lower() if isinstance(told, bool) else f"{told:.6g}" if isinstance(told, float) else str(told)
            same = value == expected or (isinstance(told, float) and value and float(value) == told)
            if not same:
                failures.append(f"{folder}:{number}: {key} is {expected}, in results.csv {value}")
        if set(answer) - set(row) - {"inputs"}:  # the digests of files that are named
            failures.append(f"{folder}:{number}: not in results.csv: {set(answer) - set(row)}")

with open(os.path.join(work, "some", "results.jsonl")) as file:
    if not all(json.loads(line)["seconds"] is not None and json.loads(line)["memory"] for line in file):
        failures.append("a run of one's own tells no seconds or no memory")

print("\n".join(failures[:20]))
print(f"{checked} objects, {len(failures)} failures")
sys.exit(1 if failures or checked < 3000 else 0)
