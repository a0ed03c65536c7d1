# SPDX-License-Identifier: MIT
"""Random questions, asked on every way there is: ask, the verb of that name, a campaign, the library through Python.
All give one answer, and the campaign is audited and reported. Usage: ways.py STEADYCAST RANDOM_QUESTIONS COUNT; STEADYCAST_LIBRARY and PYTHONPATH are set.
"""
import json
import subprocess
import sys

import steadycast

CAST, QUESTIONS, COUNT = sys.argv[1:4]
SECONDS = "1"
failures = 0


def fail(question, text):
    global failures
    failures += 1
    print(f"{question}: {text}")


def run(*arguments):
    done = subprocess.run([CAST, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr


def told(question, *arguments):
    """The object that a command prints, without what the other ways do not say; or None, and why it refuses."""
    code, out, error = run(*arguments, "--json", "-q", "--time", SECONDS)
    if not out:
        return None, error.removeprefix("steadycast: ").strip()
    answer = json.loads(out)
    for key in ("seconds", "certificate", "certificates"):
        answer.pop(key, None)
    return answer, ""


def options(question):
    """The words behind the machine as a command line; a rate is one word there, and a collective an operand."""
    words, operands, rate = question.split(), [], {}
    line = []
    for key, value in zip(words[::2], words[1::2]):
        if key == "collective":
            operands = [value]
        elif key in ("rate", "per"):
            rate[key] = value
        else:
            line += [f"--{key}", value]
    if rate:
        line += ["--rate", rate.get("rate", "1") + "/" + rate.get("per", "1")]
    return operands + line


def same(question, way, one, other):
    """Equal, or, where a limit ended one of them, both may be true."""
    if one == other:
        return
    if isinstance(one, str) or isinstance(other, str):
        return fail(question, f"{way}: {other} in place of {one}")
    if one["settled"] and other["settled"]:
        return fail(question, f"{way}: {json.dumps(other)} in place of {json.dumps(one)}")
    for a, b in ((one, other), (other, one)):
        if a["lower"] is not None and b["upper"] is not None and a["lower"] > b["upper"]:
            fail(question, f"{way}: {a['lower']} is more than {b['upper']}")


def by_library(question, told):
    """What is too large for all engines is an error there, and an answer that is unknown here."""
    try:
        answer = steadycast.ask(question, time=int(SECONDS), certificates=False)
    except steadycast.Error as error:
        return told if told and told["status"] == "unknown" else str(error)
    answer.pop("certificates")
    return answer


listed = subprocess.run([QUESTIONS, COUNT], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
verbs = run("help")[1]
answers, by_verb = {}, 0
for line in listed:
    subject, machine, others = line.split("\t")
    question = " ".join(f"{subject} {machine} {others}".split())
    answer, refusal = told(question, "ask", question)
    same(question, "library", answer or refusal, by_library(question, answer))
    if answer is not None:
        answers[question] = answer
    if f"\n  {subject} " not in verbs:
        continue
    asked = [subject, *(["-m", machine.strip()] if machine else []), *options(others)]
    found, error = told(question, *asked)
    if found is not None or "does not take -" not in error:  # some have other words for a key
        same(question, "verb " + " ".join(asked), answer or refusal, found or error)
        by_verb += 1
with open("ways.campaign", "w") as campaign:
    campaign.write(f"set time {SECONDS}\n" + "\n".join(answers) + "\n")
code, out, error = run("sweep", "ways.campaign", "-o", "swept", "-q")
rows = [json.loads(line) for line in open("swept/results.jsonl")] if code in (0, 10, 11) else fail("sweep", error) or []
keys = {key for answer in answers.values() for key in answer["question"]}
by_question = {json.dumps({key: row[key] for key in sorted(keys & set(row))}): row for row in rows}
for question, answer in answers.items():
    row = by_question.get(json.dumps(answer["question"], sort_keys=True))
    if row is None:
        fail(question, "no case of the campaign")
    else:
        shared = {key: value for key, value in answer.items() if key in row and key not in answer["question"]}
        same(question, "campaign", shared, {key: row[key] for key in shared})
for verb, wanted in (("audit", "AUDITED"), ("report", "report.html")):
    code, out, error = run(verb, "swept")
    if code or wanted not in out + error:
        fail(verb, out + error)
if "(null)" in open("swept/report.html").read():
    fail("report", "(null) stands in it")
settled = sum(answer["settled"] for answer in answers.values())
print(f"{len(listed)} questions, {settled} settled, {by_verb} of them by a verb as well: {failures} failures")
sys.exit(failures > 0 or settled < len(listed) / 2 or by_verb < len(listed) / 3)
