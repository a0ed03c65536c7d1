# SPDX-License-Identifier: MIT
"""The first hour of a new user: what is read, typed, mistyped and piped on. Usage: first_hour.py STEADYCAST STEADYCHECK REPOSITORY [PART..]"""
import os
import sys
import time

sys.dont_write_bytecode = True
from hour import common, exits, files, options, pages, readers, terminal  # noqa: E402

PARTS = {"pages": pages, "exits": exits, "files": files, "readers": readers, "terminal": terminal, "options": options}


class Session(common.Hour):
    """With the files that the questions of all parts are about."""

    def places(self):
        names = {"CERT": "seven.cert", "LISTED": "listed.cert", "NETWORK": "ring/schedule.cert", "RINGS": "ring/schedule.cert", "STATIONARY": "stationary.cert", "LIST": "list.csv",
                 "CNF": "no.cnf", "CAMPAIGN": "some.campaign", "SWEPT": "swept", "SHARD": "shard"}
        return {word: os.path.join(self.work, name) for word, name in names.items()}

    def prepare(self):
        with open(os.path.join(self.work, "no.cnf"), "w", encoding="utf-8") as file:
            file.write("p cnf 1 2\n1 0\n-1 0\n")
        with open(os.path.join(self.work, "some.campaign"), "w", encoding="utf-8") as file:
            file.write("decide latency 3..4 depth 7..8 engine all\ndelay latency 1..3 processors 2..60\n")
        for line in ("solve -L 3 -t 7 -o seven.cert", "delay -L 3 -P 5 -o five", "expand five/schedule.cert -k 3 -o listed.cert", "allgather --network ring:5 -p 1 -o ring", "show listed.cert -f csv -o list.csv",
                     "solve -L 4 -t 8 --schedule stationary -o stationary.cert", "sweep some.campaign -o swept", "sweep some.campaign -o shard --shard 1/1"):
            done = self.cast(*line.split())
            self.true(done is not None and done.returncode in (0, 10), f"steadycast {line}: fails: {done and done.stderr}")


def main():
    cast, check, top, *parts = sys.argv[1:]
    hour = Session(cast, check, top)
    try:
        hour.prepare()
        for name in parts or PARTS:
            before, start = hour.checks, time.monotonic()
            PARTS[name].check(hour)
            print(f"{name}: {hour.checks - before} checks, {time.monotonic() - start:.1f} s")
    finally:
        hour.close()
    for text in hour.skipped:
        print("SKIPPED:", text)
    for text in hour.failures[:60]:
        print(text)
    print(f"{hour.checks} checks, {len(hour.failures)} failures")
    return 1 if hour.failures else 0


sys.exit(main())
