# SPDX-License-Identifier: MIT
"""The Python module: what it says is what the program says, and certificates are verified.

STEADYCAST and STEADYCHECK name the programs.
"""
import copy
import gc
import json
import os
import pickle
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import steadycast

CAST = os.environ["STEADYCAST"]
CHECK = os.environ["STEADYCHECK"]


def told(*words):
    done = subprocess.run([CAST, *words, "--json", "-q"], capture_output=True, text=True)
    return json.loads(done.stdout)


class Questions(unittest.TestCase):
    def same(self, answer, *words):
        other = told(*words)
        self.assertEqual((answer.status, answer.settled), (other["status"], other["settled"]), words)
        for key in ("lower", "upper"):
            value = other[key]
            self.assertEqual(getattr(answer, key), None if value is None else int(value), words)

    def test_answers_are_those_of_the_program(self):
        for L in range(1, 6):
            for P in (2, 3, 7, 22, 100):
                self.same(steadycast.delay(L, P), "delay", "-L", str(L), "-P", str(P))
            for t in range(L, 2 * L + 2):
                self.same(steadycast.capacity(L, t), "capacity", "-L", str(L), "-t", str(t))
                self.same(steadycast.decide(L, t), "ask", "decide", "latency", str(L), "depth", str(t))
        self.same(steadycast.serve(2, 7, 20, "stationary"), "solve", "-L", "2", "-t", "7", "-N", "20", "--schedule", "stationary")
        self.same(steadycast.serve(2, 7, 21), "solve", "-L", "2", "-t", "7", "-N", "21", "--schedule", "any")
        self.same(steadycast.items(3, 10, 8), "kitem", "-L", "3", "-P", "10", "-k", "8")
        self.same(steadycast.items(1, 9, 3, ports=4), "kitem", "-L", "1", "-P", "9", "-k", "3", "-p", "4")
        self.same(steadycast.items(2, 22, 5, single_sending=True), "kitem", "-L", "2", "-P", "22", "-k", "5", "--single-sending")
        self.same(steadycast.single(6, 2, 4, 8), "single", "--logp", "6,2,4", "-P", "8")
        for capacity in ("full", "flight", "none"):
            for P in (2, 8, 33, 10**30):
                self.same(steadycast.stream(6, 2, 4, P, capacity), "ask", "stream", "latency", "6", "overhead", "2", "gap", "4",
                          "capacity", capacity, "processors", str(P))
        self.assertEqual(steadycast.stream(9, 1, 5, 101, engine="rounding").upper, 82)
        self.assertLess(steadycast.stream(9, 1, 5, 101).upper, 82)
        counted = told("count", "-L", "4", "-t", "12")
        self.assertEqual(steadycast.count(4, 12), (counted["parikh"], counted["words"]))
        self.assertEqual(steadycast.single(6, 2, 4, 8).sum, told("single", "--logp", "6,2,4", "-P", "8")["sum"])
        self.assertEqual("steadycast " + steadycast.version(), subprocess.run([CAST, "version"], capture_output=True, text=True).stdout.strip())

    def test_numbers_of_any_size(self):
        digits = 20000  # more than Python reads at once
        size = steadycast.tree_size(1, 3 * digits)
        self.assertEqual(size, 2 ** (3 * digits))
        self.assertEqual(steadycast.delay(1, 2**15000 + 1).upper, 1 + 15000)
        self.assertEqual(steadycast.delay(1, 2**15000 + 2).upper, 1 + 15001)
        self.assertEqual(steadycast.capacity(1, 1999).upper, 2**1999)

    def test_open_is_not_no(self):
        answer = steadycast.items(3, 63, 4, engine="sat", limits=steadycast.Limits(nodes=1))
        self.assertEqual((answer.status, answer.settled), ("interval", False))
        self.assertIsNotNone(answer.lower)
        self.assertEqual(steadycast.decide(4, 8, engine="paper").status, "unknown")
        self.assertTrue(steadycast.decide(4, 8, engine="paper").reason)


class Certificates(unittest.TestCase):
    def verified(self, text):
        done = subprocess.run([CHECK, "-"], input=text, capture_output=True, text=True)
        return done.stdout.splitlines()[-1]

    def test_both_sides_are_verified(self):
        answer = steadycast.delay(3, 10)
        self.assertIn("s VERIFIED L=3 t=7 N=9", self.verified(answer.certificate("schedule")))
        self.assertIn("s VERIFIED", self.verified(answer.certificate("bound")))
        self.assertEqual(answer.kind("bound"), "prices")
        self.assertIsNone(steadycast.decide(3, 7).kind("bound"))

    def test_files(self):
        answer = steadycast.delay(3, 10)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ten.cert")
            answer.write("schedule", path)
            with open(path) as file:
                self.assertEqual(file.read(), answer.certificate("schedule"))
            with self.assertRaises(steadycast.Error) as raised:
                answer.write("schedule", path)
            self.assertEqual(raised.exception.status, "input")
            answer.write("schedule", path, overwrite=True)

    def test_messages(self):
        messages = steadycast.delay(3, 10).messages(4)
        self.assertEqual(len(messages), 9 * 4)
        self.assertEqual({(m.item, m.receiver) for m in messages}, {(i, p) for i in range(1, 5) for p in range(1, 10)})
        self.assertEqual(max(m.time + 3 - (m.item - 1) for m in messages), 10)
        messages = steadycast.stream(6, 2, 4, 8).messages(5)  # an item in 4 cycles, l = 10
        self.assertEqual(max(m.time + m.wait + 10 - 4 * (m.item - 1) for m in messages), 34)


class Faults(unittest.TestCase):
    def test_bad_input_is_an_error_with_a_reason(self):
        for question in (lambda: steadycast.delay(0, 5), lambda: steadycast.delay(3, -7), lambda: steadycast.decide(3, 7, "nobody"),
                         lambda: steadycast.decide(2**40, 7), lambda: steadycast.serve(2, 7, 20, "cyclic"),
                         lambda: steadycast.stream(6, 2, 4, 8, "some"), lambda: steadycast.stream(6, 2, 0, 8),
                         lambda: steadycast.decide(4, 8).messages(3), lambda: steadycast.decide(4, 8).write("both", "x")):
            with self.assertRaises(steadycast.Error) as raised:
                question()
            self.assertEqual(raised.exception.status, "input")
            self.assertTrue(str(raised.exception))
        for question in (lambda: steadycast.delay(3, 2.5), lambda: steadycast.delay("3", 5), lambda: steadycast.delay(True, 5)):
            self.assertRaises(TypeError, question)

    def test_limits(self):
        with self.assertRaises(steadycast.Error) as raised:
            steadycast.count(8, 200)
        self.assertEqual(raised.exception.status, "limit")
        start = time.monotonic()
        answer = steadycast.serve(2, 9, 47, "stationary", engine="search", limits=steadycast.Limits(stop=lambda: time.monotonic() > start + 0.3))
        self.assertLess(time.monotonic() - start, 20)
        self.assertIn(answer.status, ("unknown", "feasible", "infeasible"))
        seen = []
        steadycast.decide(5, 14, engine="backtrack", limits=steadycast.Limits(seconds=0.5, threads=1, report=lambda *at: seen.append(at)))
        self.assertTrue(seen)

    def test_limits_out_of_range(self):
        for wrong in ({"nodes": -1}, {"seconds": -1}, {"threads": -1}, {"nodes": 2**64}, {"seconds": float("nan")}):
            with self.assertRaises(steadycast.Error, msg=wrong) as raised:
                steadycast.Limits(**wrong)
            self.assertEqual(raised.exception.status, "input")
        for wrong in ({"nodes": 1.5}, {"nodes": True}, {"threads": "2"}, {"seconds": None}):
            self.assertRaises(TypeError, steadycast.Limits, **wrong)
        with self.assertRaises(steadycast.Error):
            steadycast.delay(3, 10).messages(-1)

    def test_names_with_a_byte_0(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(steadycast.Error) as raised:
                steadycast.delay(3, 10).write("schedule", os.path.join(folder, "a\0b"))
            self.assertEqual(raised.exception.status, "input")
            self.assertEqual(os.listdir(folder), [])
        self.assertRaises(steadycast.Error, steadycast.decide, 3, 7, "sat\0")

    def test_copies(self):
        answer = steadycast.delay(3, 10)
        text = answer.certificate("schedule")
        for copied in (copy.copy(answer), copy.deepcopy([answer])[0]):
            self.assertEqual(copied.upper, 10)
            del copied
        gc.collect()
        self.assertEqual(answer.certificate("schedule"), text)
        self.assertRaises(TypeError, pickle.dumps, answer)
        limits = copy.copy(steadycast.Limits(nodes=1))
        self.assertEqual(steadycast.items(3, 63, 4, engine="sat", limits=limits).status, "interval")

    def interrupted(self, after, question):
        """What a signal raises after so many seconds comes out of the question, soon."""
        def again(number, frame):
            while frame:  # only into the question, and as often as it likes
                if frame.f_code.co_name == "_work":
                    raise KeyboardInterrupt
                frame = frame.f_back

        before = signal.signal(signal.SIGALRM, again)
        signal.setitimer(signal.ITIMER_REAL, after, 0.01)  # and again, while the first one is heeded
        start = time.monotonic()
        try:
            self.assertRaises(KeyboardInterrupt, question)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertLess(time.monotonic() - start, 20)

    def test_signals(self):
        def hard(**limits):
            return lambda: steadycast.items(4, 30, 6, engine="backtrack", limits=steadycast.Limits(**limits))

        self.interrupted(0.3, hard())
        self.interrupted(0.3, hard(threads=1, stop=lambda: False, report=lambda *at: None))
        answer = steadycast.delay(3, 1000)
        whole = answer.messages(1000)
        self.interrupted(0.2, lambda: [answer.messages(1000) for again in range(100)])
        self.assertEqual(len(answer.messages(1000)), len(whole))

    def test_signals_and_messages(self):
        answer, heard = steadycast.delay(3, 100), []
        before = signal.signal(signal.SIGALRM, lambda *at: heard.append(at))
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        try:
            counts = {len(answer.messages(1000)) for again in range(5)}
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(counts, {99 * 1000})
        self.assertTrue(heard)

    def test_threads(self):
        found = {}

        def ask(P):
            found[P] = steadycast.delay(3, P).upper

        threads = [threading.Thread(target=ask, args=(P,)) for P in range(2, 40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {P: steadycast.delay(3, P).upper for P in range(2, 40)})


if __name__ == "__main__":
    unittest.main()
