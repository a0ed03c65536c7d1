# SPDX-License-Identifier: MIT
"""The Python module: what it says is what the program says, and certificates are verified.

STEADYCAST and STEADYCHECK name the programs; a file is written into the working directory.
"""
import contextlib
import copy
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import typing
import unittest
import unittest.mock

import steadycast

CAST = os.environ["STEADYCAST"]
CHECK = os.environ["STEADYCHECK"]

# Each subject, and the forms of machines, with the sides that have a certificate.
QUESTIONS = {
    "decide latency 4 depth 8": ["certificate"],
    "serve latency 2 schedule stationary depth 7 served 20": ["certificate"],
    "serve latency 2 schedule any depth 7 served 21": ["certificate"],
    "capacity latency 2 depth 7": ["schedule", "bound"],
    "delay latency 3 processors 1000": ["schedule", "bound"],
    "delay logp 6,2,4 capacity none processors 8": ["schedule", "bound"],
    "delays postal 3 processors 9": ["schedule"],
    "delay latency 3 ports 3 processors 78": ["schedule", "bound"],
    "delay latency 4 ports 5 processors 5": ["schedule", "bound"],  # Theorem Q
    "capacity latency 3 ports 4 depth 11": ["schedule", "bound"],
    "serve latency 4 ports 3 schedule stationary depth 6 served 5": ["certificate"],
    "family latency 3 ports 4": ["certificate"],
    "count latency 4 depth 12": [],
    "family latency 3": ["certificate"],
    "broadcast latency 3 processors 10 items 8": ["schedule", "bound"],
    "broadcast latency 1 ports 4 processors 9 items 3": ["schedule", "bound"],
    "allgather network ring:5 duplex half": ["schedule", "bound"],
    "allgather network ring:5 steps 2": ["schedule", "bound"],
    "scatter network ring:5 root 2": ["schedule", "bound"],
    "gather network path:3@2 items 2 steps 4": ["schedule", "bound"],
    "alltoall network ring:4 steps 2 rounds 1": ["certificate"],
    "reduce-scatter network ring:5 rounds 3": ["schedule", "bound"],
    "allreduce network ring:5 items 5": ["schedule", "bound"],
    "frontier network ring:5 collective allgather": ["certificate"],
    "rate network ring:5 collective allgather": ["certificate"],
    "allreduce latency 3 processors 9": ["schedule", "bound"],
    "reduce logp 6,2,4 processors 8 until 30": ["schedule", "bound"],
    "reduce latency 3 processors 9 operands 20": ["schedule", "bound"],
    "formula file unsatisfiable.cnf": ["certificate"],
}
if shutil.which("steadycast-lp"):
    QUESTIONS["fraction latency 4 of a"] = ["certificate"]
HARD = "broadcast latency 4 processors 30 items 6"  # for hours, by this engine
HARD_ENGINE = "backtrack"


def verified(certificate):
    done = subprocess.run([CHECK, "--stream", "--quiet", "-"], input=certificate, stdout=subprocess.PIPE)
    return done.stdout.decode().splitlines()[-1]


class Questions(unittest.TestCase):
    def test_answers_are_those_of_the_program(self):
        for question in QUESTIONS:
            done = subprocess.run([CAST, "ask", *question.split(), "--json", "-q"], stdout=subprocess.PIPE)
            told = json.loads(done.stdout)
            for key in ("seconds", "certificate", "certificates"):
                told.pop(key, None)
            answer = dict(steadycast.ask(question, certificates=False))
            self.assertEqual(answer.pop("certificates"), {})
            self.assertEqual(answer, told, question)
            self.assertLessEqual({"question", "status", "settled", "lower", "upper", "by", "reason", "nodes"}, set(answer))
        told = subprocess.run([CAST, "version"], stdout=subprocess.PIPE).stdout.decode().strip()
        self.assertEqual("steadycast " + steadycast.version(), told.split(" (commit ")[0])

    def test_every_subject_is_asked(self):
        with self.assertRaises(steadycast.Error) as raised:
            steadycast.ask("nothing")
        subjects = str(raised.exception).split("those are ")[1].split(", ")
        self.assertGreater(len(subjects), 10)
        asked = {question.split()[0] for question in QUESTIONS}
        self.assertEqual(set(subjects) - {"claim", "fraction"}, asked - {"fraction"})  # claims are for the program

    def test_certificates_are_verified(self):
        for question, sides in QUESTIONS.items():
            certificates = steadycast.ask(question)["certificates"]
            self.assertEqual(list(certificates), sides, question)
            for side in sides:
                self.assertRegex(verified(certificates[side]), r"^s VERIFIED [1-9][0-9]* certificates?$", (question, side))
        cut = steadycast.ask("delay latency 3 processors 10")["certificates"]["schedule"]
        self.assertNotIn("VERIFIED", verified(cut.replace(b"processors 9", b"processors 10")))

    def test_numbers_of_any_size(self):
        self.assertEqual(steadycast.ask("capacity latency 1 depth 1999")["capacity"], 2**1999)
        self.assertEqual(steadycast.ask(f"delay latency 1 processors {2**14000 + 1}", certificates=False)["delay"], 1 + 14000)
        digits = "1" + "0" * 4400  # more than Python reads at once
        self.assertEqual(steadycast.ask("delay latency 1 processors " + digits, certificates=False)["question"]["P"], 10**4400)

    def test_open_is_not_no(self):
        answer = steadycast.ask("broadcast latency 3 processors 63 items 4", engine="sat", nodes=1)
        self.assertEqual((answer["status"], answer["settled"], answer["upper"]), ("interval", False, None))
        self.assertIn("s VERIFIED", verified(answer["certificates"]["bound"]))
        answer = steadycast.ask("broadcast latency 5 processors 12 items 16", engine="paper")
        self.assertEqual((answer["lower"], answer["upper"], answer["by"]), (28, 32, "paper"))
        answer = steadycast.ask("decide latency 4 depth 8", engine="paper")
        self.assertEqual((answer["status"], answer["certificates"]), ("unknown", {}))
        self.assertTrue(answer["reason"])

    def test_messages(self):
        messages = steadycast.ask("delay latency 3 processors 10", messages=4)["messages"]
        self.assertEqual(len(messages), 9 * 4)
        self.assertEqual({(m.item, m.receiver) for m in messages}, {(i, p) for i in range(1, 5) for p in range(1, 10)})
        self.assertEqual(max(m.time + 3 - (m.item - 1) for m in messages), 10)
        messages = steadycast.ask("delay latency 3 ports 3 processors 78", messages=7)["messages"]  # three items a step
        self.assertEqual({(m.item, m.receiver) for m in messages}, {(i, p) for i in range(1, 8) for p in range(1, 78)})
        self.assertEqual(max(m.time + 3 - (m.item - 1) // 3 for m in messages), 12)
        messages = steadycast.ask("delay logp 6,2,4 processors 8", messages=5)["messages"]  # an item in 4 cycles, l = 10
        self.assertEqual(max(m.time + m.wait + 10 - 4 * (m.item - 1) for m in messages), 34)
        self.assertEqual(len(steadycast.ask("broadcast logp 6,2,4 processors 8", messages=0)["messages"]), 7)
        self.assertNotIn("messages", steadycast.ask("serve latency 2 schedule any depth 7 served 21", messages=1))


class Subjects(unittest.TestCase):
    def test_functions_are_those_of_the_help(self):
        folder = os.path.dirname(steadycast.__file__)
        made = subprocess.run([sys.executable, os.path.join(folder, "..", "make_subjects.py"), CAST], stdout=subprocess.PIPE, check=True)
        with open(os.path.join(folder, "subjects.py"), encoding="utf-8") as file:
            self.assertEqual(file.read(), made.stdout.decode())
        self.assertEqual({question.split()[0].replace("-", "_") for question in QUESTIONS} | {"fraction"}, set(steadycast.subjects.__all__))
        for name in steadycast.__all__:
            self.assertTrue(getattr(steadycast, name).__doc__, name)

    def test_they_ask_the_question(self):
        """Every question of the list, from its words, is the same by the function."""
        for question in QUESTIONS:
            subject, *words = question.split()
            values = {key: int(value) if value.isdigit() else value for key, value in zip(words[::2], words[1::2])}
            answer = getattr(steadycast, subject.replace("-", "_"))(**values, certificates=False)
            self.assertEqual(answer, steadycast.ask(question, certificates=False), question)
            self.assertEqual(set(answer.asked.split()), set(question.split()))
        self.assertEqual(steadycast.delay(logp=(6, 2, 4), processors=8)["delay"], 34)
        self.assertEqual(steadycast.delay(latency=1, processors=2**14000 + 1, certificates=False)["delay"], 14001)
        for wrong in ({"latency": 1.5}, {"latency": True}, {"latency": 3, "processor": 4}, {"logp": (1, 2.5, 3)}, {}):
            self.assertRaises((TypeError, steadycast.Error), steadycast.delay, **wrong)

    def test_types(self):
        hints = typing.get_type_hints(steadycast.allgather)
        self.assertEqual(hints["return"], steadycast.Answer)
        self.assertEqual(hints["items"], typing.Optional[int])
        self.assertEqual(typing.get_type_hints(steadycast.version), {"return": str})
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(steadycast.__file__), "py.typed")))


class Answers(unittest.TestCase):
    def test_they_are_short(self):
        answer = steadycast.allgather(network="ring:5", items=2)
        self.assertRegex(repr(answer), r"^<allgather network ring:5 items 2: time 4, by [a-z]+, schedule of [0-9]+ bytes, bound of [0-9]+ bytes>$")
        self.assertRegex(repr(steadycast.broadcast(latency=5, processors=12, items=16, engine="paper")), "16: 28 to 32, by paper")
        self.assertIn(": infeasible, by arithmetic", repr(steadycast.decide(latency=4, depth=8)))
        self.assertIn("a number of 2000 bits", repr(steadycast.capacity(latency=1, depth=1999)))
        table = steadycast.formula(file="unsatisfiable.cnf")._repr_html_()
        self.assertTrue(table.startswith("<table><tr><th>question</th><td>formula file unsat"))
        answer.asked = "a <b>"
        self.assertIn("a &lt;b&gt;", answer._repr_html_())

    def test_they_are_verified(self):
        answer = steadycast.delay(latency=3, processors=10)
        lines = answer.verify()
        self.assertEqual(list(lines), ["schedule", "bound"])
        self.assertTrue(all(line.startswith("s VERIFIED") for line in lines.values()))
        answer["certificates"]["schedule"] = answer["certificates"]["schedule"].replace(b"processors 9", b"processors 10")
        with self.assertRaisesRegex(steadycast.Error, "the schedule is not verified"):
            answer.verify()
        with self.assertRaisesRegex(steadycast.Error, "no certificate"):
            steadycast.delay(latency=3, processors=10, certificates=False).verify()
        with unittest.mock.patch.dict(os.environ, {"STEADYCHECK": "/nowhere/check"}), self.assertRaisesRegex(steadycast.Error, "/nowhere/check"):
            steadycast.delay(latency=3, processors=10).verify()

    def test_they_are_rows(self):
        rows = steadycast.to_rows(steadycast.ask(["delay latency 3 processors 10", "nothing", "frontier network ring:5 collective allgather"]))
        self.assertEqual((rows[0]["subject"], rows[0]["L"], rows[0]["delay"], rows[0]["asked"]), ("delay", 3, 10, "delay latency 3 processors 10"))
        self.assertIn("nothing", rows[1]["error"])
        self.assertFalse([value for row in rows for value in row.values() if isinstance(value, (dict, list, bytes))])
        plain = steadycast.delay(latency=3, processors=10, messages=1).to_dict()
        self.assertIs(type(plain), dict)
        self.assertIn("kind", json.loads(json.dumps(plain))["certificates"]["schedule"])
        self.assertEqual(steadycast.delay(latency=1, processors=2**14000 + 1, certificates=False).to_dict()["question"]["P"], 2**14000 + 1)
        same = copy.deepcopy(steadycast.delay(latency=3, processors=10))
        self.assertEqual((type(same), same.asked), (steadycast.Answer, "delay latency 3 processors 10"))


class Page(unittest.TestCase):
    def test_the_page_tells_what_is_printed(self):
        page = os.path.join(os.path.dirname(os.path.dirname(steadycast.__file__)), "README.md")
        with open(page, encoding="utf-8") as file:
            code = file.read().split("```python\n")[1].split("```")[0]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, {})
        lines = [line for line in printed.getvalue().splitlines() if not line.startswith("[Message(")]
        self.assertEqual(len(lines), 4)
        for line in lines:
            self.assertRegex(code, f"# .*{re.escape(line)}\n")


class Lists(unittest.TestCase):
    def test_lists_are_as_one_by_one(self):
        questions = [f"delay latency {L} processors {P}" for L in range(1, 6) for P in (1, 2, 3, 22, 100, 10**30)] + list(QUESTIONS)
        alone = [steadycast.ask(question) for question in questions]
        self.assertEqual(steadycast.ask(questions), alone)
        self.assertEqual(steadycast.ask(iter(questions), workers=7), alone)
        self.assertEqual(steadycast.ask([]), [])

    def test_workers_work_at_the_same_time(self):
        start = time.monotonic()
        steadycast.ask([HARD] * 4, engine=HARD_ENGINE, time=1, workers=4)
        self.assertLess(time.monotonic() - start, 3)

    def test_what_is_refused_is_in_its_place(self):
        answers = steadycast.ask(["capacity latency 2 depth 7", "delay latency 0", "nothing\0", "capacity latency 2 depth 8"])
        self.assertEqual([type(answer) for answer in answers], [steadycast.Answer, steadycast.Error, steadycast.Error, steadycast.Answer])
        self.assertEqual([answers[0]["capacity"], answers[3]["capacity"]], [20, 31])
        self.assertIn("latency", str(answers[1]))

    def test_threads(self):
        found = {}

        def ask(P):
            found[P] = steadycast.ask(f"delay latency 3 processors {P}")

        threads = [threading.Thread(target=ask, args=(P,)) for P in range(2, 40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {P: steadycast.ask(f"delay latency 3 processors {P}") for P in range(2, 40)})


class Faults(unittest.TestCase):
    def refused(self, status, question, **options):
        with self.assertRaises(steadycast.Error, msg=(question, options)) as raised:
            steadycast.ask(question, **options)
        self.assertEqual(raised.exception.status, status)
        return str(raised.exception)

    def test_bad_input_is_an_error_with_a_reason(self):
        good = "delay latency 3 processors 10"
        for question in ("", "nothing", "delay latency 0 processors 5", "delay latency 3 processors -7", f"decide latency {2**40} depth 7",
                         "serve latency 2 depth 7 served 20 schedule cyclic", "delay logp 6,2,4 capacity some processors 8",
                         "delay logp 6,2,0 processors 8", "allgather network heap:5", "delay" * 100000, "formula file /none/of/these",
                         "delay latency 3 processors " + "9" * 200000, good + "\0", good + "\ud800", "\udc80", good + " " + good):
            self.assertTrue(self.refused("input", question))
        for wrong in ({"nodes": -1}, {"time": -1}, {"threads": -1}, {"nodes": 2**64}, {"time": float("nan")}, {"threads": 2**32 + 1},
                      {"engine": "search\0"}, {"messages": -1}, {"messages": 2**32 + 1}):
            self.assertTrue(self.refused("input", good, **wrong))
        self.assertIn("construction, search", self.refused("input", good, engine="nobody"))
        for wrong in ({"nodes": 1.5}, {"threads": "2"}, {"time": "1"}, {"engine": 3}, {"messages": 1.5}):
            self.assertRaises(TypeError, steadycast.ask, good, **wrong)
        for question in (None, 3, [3], [None, good], good.encode()):
            self.assertRaises(TypeError, steadycast.ask, question)
        with self.assertRaisesRegex(TypeError, "5 is no question: a question is a text, as 'delay latency 3 processors 10'"):
            steadycast.ask(5)

    def test_limits(self):
        self.refused("limit", "count latency 8 depth 200")
        for threads in (None, 1):
            start = time.monotonic()
            self.assertEqual(steadycast.ask(HARD, engine=HARD_ENGINE, time=0.3, threads=threads)["status"], "interval")
            self.assertLess(time.monotonic() - start, 10)

    def interrupted(self, question, **options):
        """Ctrl-C after a while comes out of the question, soon, and once more while the first one is heeded; nothing goes on."""
        timers = [threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT)) for after in (0.3, 0.301)]
        start = time.monotonic()
        try:
            for timer in timers:
                timer.start()
            steadycast.ask(question, **options)
            self.fail("it is not interrupted")
        except KeyboardInterrupt:
            pass
        try:
            for timer in timers:
                timer.join()
        except KeyboardInterrupt:
            pass
        self.assertGreater(time.monotonic() - start, 0.2)
        while threading.active_count() > 1 and time.monotonic() < start + 10:
            time.sleep(0.01)
        self.assertLess(time.monotonic() - start, 5)

    def test_interruptions(self):
        self.interrupted(HARD, engine=HARD_ENGINE, time=20)
        self.interrupted([HARD] * 100, engine=HARD_ENGINE, time=20, workers=3)
        self.interrupted("delay latency 3 processors 1000", messages=100000)
        self.assertEqual(len(steadycast.ask("delay latency 3 processors 1000", messages=1000)["messages"]), 999 * 1000)

    def test_signals_and_messages(self):
        heard = []
        before = signal.signal(signal.SIGALRM, lambda *at: heard.append(at))
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        try:
            counts = {len(steadycast.ask("delay latency 3 processors 100", messages=1000)["messages"]) for again in range(5)}
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(counts, {99 * 1000})
        self.assertTrue(heard)


if __name__ == "__main__":
    with open("unsatisfiable.cnf", "w") as file:
        file.write("p cnf 1 2\n1 0\n-1 0\n")
    unittest.main()
