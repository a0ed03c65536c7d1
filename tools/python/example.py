# SPDX-License-Identifier: MIT
# %% [markdown]
# From a campaign to a table and a picture. The cells run one after the other in an editor for notebooks, or all at once:
#
#     python3 example.py small.campaign FOLDER
#
# where FOLDER is the campaign's, or becomes it.

# %% What is asked
import os
import subprocess
import sys

import steadycast

if len(sys.argv) != 3:
    sys.exit("usage: example.py CAMPAIGN FOLDER")
campaign, folder = sys.argv[1:]
program = os.environ.get("STEADYCAST", "steadycast")
subprocess.run([program, "sweep", campaign, "-o", folder, "--quiet"], check=True, stdout=subprocess.DEVNULL)
rows = steadycast.results(folder)
print(f"{len(rows)} cases, {sum(row['settled'] for row in rows)} settled, {sum(row['seconds'] for row in rows):.1f} s")

# %% A table: the least delay of an endless stream, by latency and processors
delays = {(row["L"], row["P"]): row for row in rows if row["subject"] == "delay"}
latencies = sorted({L for L, P in delays})
processors = sorted({P for L, P in delays})
print("P     " + "".join(f"L = {L:<6}" for L in latencies))
for P in processors[:12]:
    cells = [delays.get((L, P)) for L in latencies]
    print(f"{P:<6}" + "".join(f"{'' if row is None else row['upper'] if row['settled'] else '?':<10}" for row in cells))

# %% Every row is an answer that can be asked again, here by the library, all in parallel
again = steadycast.ask([f"delay latency {L} processors {P}" for L, P in delays])
assert [answer["upper"] for answer in again] == [row["upper"] for row in delays.values()], "the campaign and the library disagree"

# %% A picture
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plot

figure, axes = plot.subplots(figsize=(7, 4))
for L, mark in zip(latencies, "osv^Dx*+"):
    points = [(P, row["upper"]) for (other, P), row in sorted(delays.items()) if other == L and row["settled"]]
    axes.step(*zip(*points), where="mid", marker=mark, label=f"L = {L}")
axes.set(xlabel="P, processors with the source", ylabel="least delay, steps", title="Least delay of an endless stream")
axes.legend()
figure.savefig(os.path.join(folder, "delays.svg"))
print(f"{folder}/delays.svg")
