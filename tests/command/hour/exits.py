# SPDX-License-Identifier: MIT
"""Exit statuses: settled 10, impossible 20, open 0; and the pages that tell them."""
import os
import re

EXITS = {"delay -L 3 -P 10": 10, "capacity -L 2 -t 4": 10, "count -L 4 -t 9": 10, "broadcast -L 3 -P 10 -k 8": 10, "broadcast -L 3 -P 9": 10,
         "allreduce -L 3 -P 12": 10, "reduce -L 3 -P 4 -T 10": 10, "allgather --network ring:5": 10, "solve -L 3 -t 7": 10, "solve -L 4 -t 8": 20,
         "delay --logp 9,3,2 -P 8": 0, "allgather --logp 6,2,4 -P 8": 0, "allgather --network path:3 --engine ring": 0, "count -L 8 -t 200": 0,
         "solve -L 8 -t 30 -e backtrack --nodes 1": 0, "version": 0, "solve": 1}
TOLD = {0: ("unknown", "open"), 1: ("bad input",), 2: ("error",), 10: ("found", "settled"), 20: ("impossible",)}
# Of each row of the table: the exit status, and that with --exit-zero.
PAIRS = [(0, 0), (0, 3), (1, 1), (2, 2), (10, 0), (20, 0)]


def check(hour):
    def one(entry):
        line, status = entry
        done = hour.cast(*line.split())
        hour.true(done is not None and done.returncode == status, f"{line}: exit {done and done.returncode}, not {status}")

    hour.each(one, EXITS.items())
    overview = hour.cast("help").stdout.decode().partition("Exit status;")[2]
    rows = re.findall(r"^  (\d+) +(\d+) +((?:.*\n)(?: {10,}.*\n)*)", overview, re.M)
    with open(os.path.join(hour.top, "README.md"), encoding="utf-8") as file:
        page = re.findall(r"^\| (\d+) \| (\d+) \| (.*) \|$", file.read(), re.M)
    for name, found in (("help", rows), ("README", page)):
        found = [(int(status), int(zero), " ".join(text.split())) for status, zero, text in found]
        pairs = [(status, zero) for status, zero, _ in found]
        hour.true(pairs == PAIRS, f"{name}: tells the exit statuses {pairs}")
        for number, words in TOLD.items():
            told = " ".join(text for status, _, text in found if status == number)
            for word in words:
                hour.true(word in told, f"{name}: exit status {number} says nothing of '{word}': {told}")

    # With --exit-zero, or the variable, an answer that is settled exits with 0, and one that is not with 3.
    zero = {10: 0, 20: 0, 0: 3, 1: 1}
    for line, status in EXITS.items():
        expected = 0 if line == "version" else zero[status]
        for done in (hour.cast(*line.split(), "--exit-zero"), hour.run(["env", "STEADYCAST_EXIT_ZERO=1", "steadycast", *line.split()])):
            hour.true(done is not None and done.returncode == expected, f"{line} --exit-zero: exit {done and done.returncode}")
