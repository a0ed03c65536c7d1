# SPDX-License-Identifier: MIT
"""What the parts of the first hour share: running programs, and counting what fails."""
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

SECONDS = 10  # of work on each processor: a bad command has ended by then, however slow or busy the machine is
HANGS = 900  # whoever has not worked for so long waits for ever
CUT_OFF = (-signal.SIGXCPU, 128 + signal.SIGXCPU)
ANSWERS = (0, 10, 20)


class Hour:
    """The folder of a user, the programs in the PATH, and what was found."""

    def __init__(self, cast, check, top):
        self.top = os.path.abspath(top)
        self.work = tempfile.mkdtemp()
        self.failures, self.skipped, self.checks = [], [], 0
        self.lock, self.starting = threading.Lock(), threading.Lock()
        self.most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        signal.signal(signal.SIGXCPU, lambda number, frame: None)
        bins = [os.path.dirname(os.path.abspath(program)) for program in (cast, check)]
        self.env = {**os.environ, "PATH": os.pathsep.join(bins + [os.environ["PATH"]]), "LC_ALL": "C.UTF-8"}
        for name in ("cases", "results"):
            os.symlink(os.path.join(self.top, name), os.path.join(self.work, name))
        self.seed = int(os.environ.get("TEST_SEED") or time.time())
        print(f"TEST_SEED={self.seed}")

    def close(self):
        shutil.rmtree(self.work, ignore_errors=True)

    def true(self, condition, text):
        """A check; `text` says what is wrong if it is not true."""
        with self.lock:
            self.checks += 1
            if not condition:
                self.failures.append(text)
        return condition

    def skip(self, text):
        with self.lock:
            self.skipped.append(text)

    def has(self, program, what):
        """Whether a program of others is there; that it is not is told."""
        found = shutil.which(program)
        if not found:
            self.skip(f"{what}: {program} is missing")
        return found

    def run(self, command, given=b"", folder=None, seconds=SECONDS):
        """Runs a list of words, or a line for the shell; None: it worked for longer."""
        with self.starting:  # what is started has the limit of this process, which hears of its own and goes on
            resource.setrlimit(resource.RLIMIT_CPU, (seconds * (os.cpu_count() or 2), self.most))
            process = subprocess.Popen(command, shell=isinstance(command, str), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       cwd=folder or self.work, env=self.env)
        try:
            out, err = process.communicate(given, timeout=HANGS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None
        return None if process.returncode in CUT_OFF else subprocess.CompletedProcess(command, process.returncode, out, err)

    def seldom(self, turn, part):
        """One time in `part`, as TEST_SEED says, for each turn at another time; each time with TEST_ROUNDS over 1."""
        return int(os.environ.get("TEST_ROUNDS", 1)) > 1 or (self.seed + turn) % part == 0

    def sample(self, entries, part):
        """One in `part` of the entries, those that TEST_SEED says; all of them with TEST_ROUNDS over 1."""
        if int(os.environ.get("TEST_ROUNDS", 1)) > 1:
            return entries
        return entries[self.seed % part::part]

    def cast(self, *words, **how):
        return self.run(["steadycast", *words], **how)

    def each(self, work, entries):
        """work(entry) for all entries, on as many threads as there are processors."""
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 2) as pool:
            return list(pool.map(work, entries))

    def refused(self, done, where, names):
        """Exit 1, nothing on stdout, one line on stderr that begins well and has one of `names`."""
        if not self.true(done is not None, f"{where}: not ended after {SECONDS} seconds"):
            return
        lines = done.stderr.decode("utf-8", "replace").splitlines()
        told = lines[0] if lines else ""
        if not self.true(done.returncode == 1, f"{where}: exit {done.returncode}, not 1: {told}"):
            return
        self.true(not done.stdout, f"{where}: stdout is not empty: {done.stdout[:80]}")
        self.true(len(lines) == 1, f"{where}: {len(lines)} lines on stderr: {lines}")
        self.true(told.startswith("steadycast: "), f"{where}: stderr begins otherwise: {told}")
        self.true(any(name in told for name in names), f"{where}: none of {names} is named: {told}")

    def endured(self, done, where, names):
        """Any answer or a refusal, but no crash and no fault of the program."""
        if not self.true(done is not None, f"{where}: not ended after {SECONDS} seconds"):
            return
        if done.returncode == 1:
            self.refused(done, where, names)
        else:
            self.true(done.returncode in ANSWERS,
                      f"{where}: exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-200:]}")
