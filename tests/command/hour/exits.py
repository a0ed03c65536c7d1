# SPDX-License-Identifier: MIT
"""Exit statuses: settled 10, impossible 20, open 0; and the pages that tell them."""
import os
import re

EXITS = {"delay -L 3 -P 10": 10, "capacity -L 2 -t 4": 10, "count -L 4 -t 9": 10, "kitem -L 3 -P 10 -k 8": 10, "single -L 3 -P 9": 10,
         "allreduce -L 3 -P 12": 10, "reduce -L 3 -P 4 -T 10": 10, "gossip ring:5": 10, "solve -L 3 -t 7": 10, "solve -L 4 -t 8": 20,
         "delay --logp 9,3,2 -P 8": 0, "allgather --logp 6,2,4 -P 8": 0, "gossip path:3 --engine ring": 0, "count -L 8 -t 200": 0,
         "solve -L 8 -t 30 -e backtrack --nodes 1": 0, "version": 0, "solve": 1}
TOLD = {0: ("unknown", "open"), 1: ("bad input",), 2: ("error",), 10: ("found", "settled"), 20: ("impossible",)}


def check(hour):
    def one(entry):
        line, status = entry
        done = hour.cast(*line.split())
        hour.true(done is not None and done.returncode == status, f"{line}: exit {done and done.returncode}, not {status}")

    hour.each(one, EXITS.items())
    overview = hour.cast("help").stdout.decode().partition("Exit status:")[2]
    told = {int(number): " ".join(text.split()) for number, text in re.findall(r"^  (\d+) +((?:.*\n)(?: {10,}.*\n)*)", overview, re.M)}
    with open(os.path.join(hour.top, "README.md"), encoding="utf-8") as file:
        line = re.search(r"^Exit status: (.*)$", file.read(), re.M)
    readme = {int(number): text for number, text in re.findall(r"(\d+) ([^;.]*)", line[1])} if line else {}
    for name, found in (("help", told), ("README", readme)):
        hour.true(set(found) == set(TOLD), f"{name}: tells the exit statuses {sorted(found)}")
        for number, words in TOLD.items():
            for word in words:
                hour.true(word in found.get(number, ""), f"{name}: exit status {number} says nothing of '{word}': {found.get(number)}")
