# SPDX-License-Identifier: MIT
"""README and the other pages: each command does what the page shows, links lead somewhere, words are the same."""
import glob
import json
import os
import re

MOST_WORDS = 1700
NOT_HERE = re.compile(r"tools/(reproduce|test)\b|apt-get|docker|cmake --install")
# Long on a slow machine: the whole of it is the sweep, which is told to last ten seconds.
SECONDS = 60
# These take as long as all others of the first hour together, each is tried one time in three: a count, and a campaign with what is said to follow it.
LONG = ("steadycast count -L 8 -t 25", "ten-seconds")


def blocks(text):
    """Runs of lines that begin with four spaces."""
    return re.findall(r"(?:^    .*\n)+", text, re.M)


def session(hour, text):
    """`$ ` lines one after another, with the output shown below each."""
    commands = 0
    for block in blocks(text):
        lines = [line[4:] for line in block.splitlines()]
        for number, line in enumerate(lines):
            if not line.startswith("$ ") or NOT_HERE.search(line):
                continue
            commands += 1
            shown = []
            for below in lines[number + 1:]:
                if below.startswith("$ "):
                    break
                shown.append(below)
            done = hour.run(line[2:], seconds=SECONDS)
            hour.true(done is not None and done.returncode in (0, 10, 20), f"README: {line}: fails")
            printed = done.stdout.decode().splitlines() if done else []
            if shown:
                hour.true(printed == shown, f"README: {line}: prints {printed}, not {shown}")
    hour.true(commands >= 4, "README: there is no session")


def picture(hour):
    """The picture in the beginning is what `show` draws."""
    done = hour.cast("show", "ten/schedule.cert", "--svg")
    with open(os.path.join(hour.top, "results", "ten-processors.svg"), "rb") as file:
        hour.true(done is not None and done.stdout == file.read(), "results/ten-processors.svg is not what show draws")


def questions(hour, text):
    """The commands in the table of questions, in its order; then what is said to follow the last one."""
    part = text.partition("## Nine questions")[2].partition("\n## ")[0]
    lines = [line for row in part.splitlines() if row.startswith("| ") for line in re.findall(r"`(steadycast [^`]*)`", row.rpartition(" | ")[2] or row)]
    lines += ["steadycast audit ten-seconds", "steadycast report ten-seconds"]
    lines += re.findall(r"`(steadycast (?:help|version))`", text) + ["steadycast show ten/schedule.cert --svg"]
    hour.true(len(lines) >= 13, f"README: only {len(lines)} commands are found")
    for turn, words in enumerate(LONG):
        hour.true(any(words in line for line in lines), f"README: no command with {words} is found")
        if not hour.seldom(turn, 3):
            lines = [line for line in lines if words not in line]
    quick = [line for line in lines if "ten-seconds" not in line]
    for line in lines:
        if line not in quick:
            one(hour, line)
    hour.each(lambda line: one(hour, line), quick)


def one(hour, line):
    done = hour.run(line, seconds=SECONDS)
    told = "does not end" if done is None else f"exit {done.returncode}: {done.stderr.decode()[-200:]}"
    hour.true(done is not None and done.returncode in (0, 10, 20), f"README: {line}: {told}")


def anchors(path):
    """What links may name behind #: the headings, as browsers of Markdown write them."""
    with open(path, encoding="utf-8") as file:
        headings = re.findall(r"^#+ +(.*?) *$", file.read(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(hour):
    """Every relative link of every page leads to something."""
    pages = [os.path.join(hour.top, "README.md")]
    for pattern in ("results/*.md", "cases/README.md", "solver/README.md", "solver/library/README.md", "tools/**/README.md"):
        pages += glob.glob(os.path.join(hour.top, pattern), recursive=True)
    found = 0
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = re.sub(r"`[^`\n]*`", "", file.read())
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            found += 1
            name, _, place = target.partition("#")
            path = os.path.join(os.path.dirname(page), name) if name else page
            there = os.path.exists(path) and (not place or place in anchors(path))
            hour.true(there, f"{os.path.relpath(page, hour.top)}: the link to {target} leads nowhere")
    hour.true(len(pages) >= 10 and found >= 30, f"only {found} links on {len(pages)} pages")


def plain(roff):
    """What a line of a manual page looks like."""
    for written, read in (("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~"), ("\\&", ""), ("\\e", "\\"), ("\\(dq", '"')):
        roff = roff.replace(written, read)
    return roff


def entries_of(text, heading):
    part = text.partition(f"# {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^- \*\*(.*?)\*\*: (.*)$", part, re.M)


def words(hour, text):
    """results/WORDS.md, help words, help words --json and the manual page have the same words, letter for letter; README six of them."""
    with open(os.path.join(hour.top, "results", "WORDS.md"), encoding="utf-8") as file:
        written = entries_of(file.read(), "Words")
    told = json.loads(hour.cast("help", "words", "--json").stdout)["words"]
    helped = [(entry["word"], entry["meaning"]) for entry in told]
    page = hour.cast("help", "--man").stdout.decode().partition(".SH WORDS\n")[2].partition("\n.SH ")[0]
    manual = [(plain(a), plain(b)) for a, b in re.findall(r"^\.TP\n\.B (.*)\n(.*)$", page, re.M)]
    listed = " ".join(hour.cast("help", "words").stdout.decode().split())
    hour.true(len(helped) >= 15, "help words --json has few words")
    for name, entries in (("results/WORDS.md", written), ("help --man", manual)):
        hour.true([word for word, _ in entries] == [word for word, _ in helped], f"{name}: other words than help words")
        for word, meaning in helped:
            hour.true(dict(entries).get(word) == meaning, f"{name}: '{word}' is told otherwise: {dict(entries).get(word)}")
    for word, meaning in helped:
        hour.true(f"{word} {meaning}" in listed, f"help words: '{word}' is told otherwise than with --json")
    six = entries_of(text, "Six words")
    hour.true(len(six) == 6, f"README explains {len(six)} words")
    for entry in six:
        hour.true(entry in helped, f"README: '{entry[0]}' is told otherwise than by help words")


def check(hour):
    with open(os.path.join(hour.top, "README.md"), encoding="utf-8") as file:
        text = file.read()
    hour.true(len(text.split()) < MOST_WORDS, f"README has {len(text.split())} words, {MOST_WORDS} are too many")
    session(hour, text)
    picture(hour)
    questions(hour, text)
    links(hour)
    words(hour, text)
