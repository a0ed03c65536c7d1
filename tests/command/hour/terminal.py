# SPDX-License-Identifier: MIT
"""Progress on a terminal: a line that is rewritten in place, and gone before anything else is printed."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

COLUMNS = 80
BAR = re.compile(r"[a-z]+  \[[#-]*\] +(\d+%)?.*?left (\d+:\d\d:\d\d|\d+ d|\?)$")
LONG = "solve -e backtrack --no-ball-rule -L 16 -t 32 --threads 1 --time 2"
# (question, whether it is long enough for a bar on any machine)
RUNS = [("count -L 7 -t 18 --engine backtrack --time 2", False), (LONG, True), ("solve -L 6 -t 17 --engine backtrack --time 2", False),
        ("sweep CAMPAIGN -o terminal-sweep", True), ("family -L 60..400 -o families --time 2", True)]


def on_terminal(hour, words):
    """What the program writes, stdout and stderr, to a terminal of its own."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    program = subprocess.Popen(["steadycast", *words], stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, cwd=hour.work, env=hour.env)
    os.close(slave)
    written = b""
    while True:
        try:
            read = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not read:
            break
        written += read
    os.close(master)
    return program.wait(), written.decode("utf-8", "replace")


def faults(written):
    """Where something stands on the line of a bar. What was written, bars, faults."""
    bars, wrong, standing = [], [], False
    for token in re.findall(r"\r\n|\r|\n|\x1b\[K|[^\r\n\x1b]+|\x1b", written):
        if token == "\x1b[K":
            standing = standing and column > 0
        elif token in ("\r", "\n", "\r\n"):
            standing = standing and token == "\r"
            column = 0
        elif re.match(r"[a-z]+  \[", token):
            bars.append(token)
            standing, column = True, len(token)
            if not BAR.match(token) or len(token) >= COLUMNS:
                wrong.append(f"glued to a bar: {token!r}")
        else:
            if standing:
                wrong.append(f"printed over a bar: {token!r}")
            standing, column = False, len(token)
    if standing:
        wrong.append(f"a bar is left: {bars[-1]!r}")
    return bars, wrong


def check(hour):
    # The checker of this test: it tells a clean end from output behind a bar.
    bar = "\rcases  [###---]   55%  5/9  21/s  left 0:00:00\x1b[K"
    hour.true(not faults(bar + bar + "\r\x1b[Kdone\r\n")[1], "a clean end is no fault")
    for glued in (bar + "done\r\n", bar.replace("\x1b[K", "done\r\n"), bar + "\rdone\r\n", bar):
        hour.true(faults(glued)[1], f"not seen: {glued!r}")

    try:
        for file in pty.openpty():
            os.close(file)
    except OSError as error:
        hour.skip(f"a terminal: {error}")
        return

    def one(entry):
        question, long = entry
        status, written = on_terminal(hour, [hour.places().get(word, word) for word in question.split()])
        bars, wrong = faults(written)
        hour.true(status in (0, 10, 20), f"{question}: exit {status} on a terminal")
        hour.true(bars or not long, f"{question}: no progress is shown")
        hour.true(not wrong, f"{question}: {wrong[:2]}")
        if question.startswith("solve") and bars:
            hour.true(re.search(r"\] +\d+%", bars[-1]), f"{question}: an exhaustive search tells no percentage: {bars[-1]}")

    hour.each(one, RUNS)
