# SPDX-License-Identifier: MIT
"""Broadcast in the LogP and postal models: schedules, proofs, and certificates for both.

    import steadycast

    answer = steadycast.ask("delay latency 3 processors 1000")
    answer["settled"], answer["delay"]                      # True, 23
    open("P1000.cert", "wb").write(answer["certificates"]["schedule"])      # steadycheck verifies it
    steadycast.ask([f"capacity latency 2 depth {t}" for t in range(9)])     # in parallel

    steadycast.allgather(network="dgx1", items=6).verify()     # the same by name: a function for each subject

A question is a text: a subject, a machine and an aim, as campaigns and the command `steadycast ask` have it;
`steadycast help questions` lists them all, and the module has a function for each subject, with the keys as parameters.
Numbers may have any size. An answer is a dictionary (Answer); to_rows makes a table of many.

The library is looked for beside this file, where `pip install` puts it, then in the file that the variable
STEADYCAST_LIBRARY names, then where the system has its libraries; the programs steadycast and steadycheck, which draw,
plan and verify, beside this file, then in PATH.
"""

from __future__ import annotations

import concurrent.futures
import copy
import ctypes
import ctypes.util
import html
import json
import operator
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Union, overload

__all__ = ["Answer", "Error", "Message", "ask", "plan", "results", "to_rows", "version"]


class Message(NamedTuple):
    """At `time` the sender begins to send the item to the receiver, where it waits before it is received."""

    time: int
    sender: int
    receiver: int
    item: int
    wait: int


class Error(Exception):
    """What libsteadycast says of a failure. `status` is "input", "limit", "system", "internal" or "memory"."""

    status: str

    def __init__(self, status: str, message: str) -> None:
        super().__init__(status, message)
        self.status = status

    def __str__(self) -> str:
        return self.args[1]


def _program(name: str) -> Optional[str]:
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    return beside if os.access(beside, os.X_OK) else shutil.which(name)


def _run_program() -> None:
    """The commands steadycast and steadycheck of an environment."""
    name = os.path.basename(sys.argv[0])
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    os.execv(beside, [name, *sys.argv[1:]])


class Answer(Dict[str, Any]):
    """A dictionary with what the library says of a question; see ask(). `asked` is the question as a text."""

    asked: str = ""

    def __repr__(self) -> str:
        return f"<{self.asked}: {self._found()}{self._told()}>"

    def _found(self) -> str:
        lower, upper = self.get("lower"), self.get("upper")
        if lower is None and upper is None:
            return str(self.get("status"))
        name = next((key for key in self if key not in _HEAD and self[key] == upper is not None), "")
        between = _short(upper) if lower == upper else f"{_short(lower)} to {_short(upper)}"
        return f"{name} {between}".strip()

    def _told(self) -> str:
        by = f", by {self['by']}" if self.get("by") else ""
        why = f", {self['reason']}" if self.get("reason") else ""
        return by + why + "".join(f", {side} of {len(text)} bytes" for side, text in self.get("certificates", {}).items())

    def _repr_html_(self) -> str:
        rows = [("question", self.asked), ("answer", self._found())]
        rows += [(key, value) for key, value in self.to_row().items() if key in ("by", "reason", "seconds", "proof") and value is not None]
        rows += [(side, f"{len(text)} bytes") for side, text in self.get("certificates", {}).items()]
        cells = (f"<tr><th>{html.escape(str(key))}</th><td>{html.escape(str(value))}</td></tr>" for key, value in rows)
        return "<table>" + "".join(cells) + "</table>" + (self.to_svg() or "")

    def to_svg(self) -> Optional[str]:
        """A picture of the schedule, as `steadycast show` draws it; None without the program, and where there is none."""
        program, text = _program("steadycast"), next(iter(self.get("certificates", {}).values()), b"")
        if not program or not text or len(text) > 1000000:
            return None
        with tempfile.NamedTemporaryFile(suffix=".cert") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([program, "show", file.name, "--svg"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return done.stdout.decode().partition("?>")[2] if done.returncode == 0 else None

    def to_dict(self) -> Dict[str, Any]:
        """A plain dictionary for json.dumps: without the messages, and certificates as texts."""
        plain = copy.deepcopy({key: value for key, value in self.items() if key not in ("certificates", "messages")})
        plain["certificates"] = {side: text.decode() for side, text in self.get("certificates", {}).items()}
        return plain

    def to_row(self) -> Dict[str, Any]:
        """The row of a table: what has one value, the question's keys first. pandas.DataFrame(to_rows(answers)) is the table."""
        row = {"asked": self.asked, **self.get("question", {})}
        row.update((key, value) for key, value in self.items() if not isinstance(value, (dict, list)))
        return row

    def verify(self) -> Dict[str, str]:
        """What steadycheck says of each certificate, by side. Error "internal" if it verifies one not; "input" where there
        is none, "system" where there is no program steadycheck: as the variable STEADYCHECK names it, beside this file, or in
        PATH."""
        program = os.environ.get("STEADYCHECK") or _program("steadycheck")
        if not self.get("certificates"):
            raise Error("input", f"{self.asked}: there is no certificate to be verified")
        if not program:
            raise Error("system", "there is no steadycheck in PATH, and the variable STEADYCHECK names none")
        lines = {}
        for side, text in self["certificates"].items():
            try:
                done = subprocess.run([program, "--stream", "--quiet", "-"], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            except OSError as fault:
                raise Error("system", f"{program}: {fault.strerror}") from None
            said = (done.stdout or done.stderr or b"nothing").decode(errors="replace").splitlines()[-1]
            if done.returncode or not said.startswith("s VERIFIED"):
                raise Error("internal", f"{self.asked}: the {side} is not verified: {said}")
            lines[side] = said
        return lines


_HEAD = ("question", "status", "settled", "lower", "upper", "by", "reason", "nodes", "optimal", "seconds")


def _short(number: Any) -> str:
    """Of a number of many digits how many."""
    if number is None:
        return "?"
    if isinstance(number, int) and number.bit_length() > 200:
        return f"a number of {number.bit_length()} bits"
    return str(number)


def to_rows(answers: Iterable[Union[Answer, Error]]) -> List[Dict[str, Any]]:
    """The rows of a table, a flat dictionary for each answer; of an Error what it says, under "error"."""
    return [answer.to_row() if isinstance(answer, Answer) else {"error": str(answer)} for answer in answers]


class _CError(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 512)]


class _CMessage(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in Message._fields]


_TAKE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_CMessage))


def _load():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libsteadycast.so")
    name = beside if os.path.exists(beside) else os.environ.get("STEADYCAST_LIBRARY") or ctypes.util.find_library("steadycast")
    if not name:
        raise ImportError("libsteadycast is not found: install the Debian package libsteadycast0, or name the file in "
                          "the variable STEADYCAST_LIBRARY")
    return ctypes.CDLL(name)


_library = _load()


def _owned(free):
    """The type of what the library makes, and gets back when nobody has it any more."""

    class Owned(ctypes.c_void_p):
        def __del__(self, free=getattr(_library, "steadycast_" + free)):
            free(self)

    return Owned


_Answer, _Limits, _Messages, _Text = map(_owned, ("answer_free", "limits_free", "messages_free", "free"))
_library.steadycast_limits_new.restype = _Limits
for _name in ("answer_kind", "status_name", "version_text"):
    getattr(_library, "steadycast_" + _name).restype = ctypes.c_char_p


def _call(name, *arguments):
    error = _CError()
    if getattr(_library, "steadycast_" + name)(*arguments, ctypes.byref(error)):
        raise Error(_library.steadycast_status_name(error.status).decode(), error.message.decode(errors="replace"))


def _read(digits):
    """The number; Python refuses to turn long texts into numbers at once."""
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    return _read(digits[:-half]) * 10**half + _read(digits[-half:])


def _whole(kind, number):
    """None is 0. ctypes takes what is out of range, and cuts it."""
    value = 0 if number is None else operator.index(number)
    if kind(value).value != value:
        raise Error("input", f"{number} is out of range")
    return kind(value)


def _bytes(text):
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a text")
    try:
        name = os.fsencode(text)
    except UnicodeError:
        name = b"\0"
    if b"\0" in name:
        raise Error("input", f"{text!r} has characters that no question has")
    return name


def _certificate(answer, side, limits):
    text, length = _Text(), ctypes.c_size_t()
    _call("answer_text", answer, side, limits, ctypes.byref(text), ctypes.byref(length))
    return ctypes.string_at(text, length.value)


def _messages(answer, items, limits):
    messages, listed, faults = _Messages(), [], []

    def take(context, message):
        try:
            listed.append(Message(*(getattr(message[0], name) for name in Message._fields)))
        except MemoryError as fault:  # ctypes would print it and go on
            faults.append(fault)
        return len(faults)

    _call("messages_of", answer, items, ctypes.byref(messages))
    _call("messages_each", messages, _TAKE(take), None, limits)
    if faults:
        raise faults[0]
    return listed


def _ask(question, engine, limits, certificates, items):
    answer, text = _Answer(), _Text()
    _call("ask", question, engine, limits, ctypes.byref(answer))
    _call("answer_json", answer, ctypes.byref(text))
    told = Answer(json.loads(ctypes.string_at(text), parse_int=_read))
    told.asked = os.fsdecode(question)
    sides = [side for side in (0, 1) if _library.steadycast_answer_kind(answer, side)]
    names = ("certificate",) * 2 if told["status"] in ("feasible", "infeasible") else ("schedule", "bound")
    told["certificates"] = {names[side]: _certificate(answer, side, limits) for side in sides if certificates}
    if items is not None and 0 in sides:
        told["messages"] = _messages(answer, items, limits)
    return told


@overload
def ask(question: str, engine: Optional[str] = ..., time: Optional[float] = ..., nodes: Optional[int] = ..., threads: Optional[int] = ...,
        workers: Optional[int] = ..., certificates: bool = ..., messages: Optional[int] = ...) -> Answer: ...
@overload
def ask(question: Iterable[str], engine: Optional[str] = ..., time: Optional[float] = ..., nodes: Optional[int] = ..., threads: Optional[int] = ...,
        workers: Optional[int] = ..., certificates: bool = ..., messages: Optional[int] = ...) -> List[Union[Answer, Error]]: ...
def ask(question, engine=None, time=None, nodes=None, threads=None, workers=None, certificates=True, messages=None):
    """The answer to a question, as a dictionary with a few methods (Answer); or those to a list of questions, in its order.

    It has what `steadycast ask --json` prints (results/answer.schema.json: question, status, settled, lower, upper, by,
    reason, nodes, ..), with numbers of any size, and `certificates`: bytes by side, "schedule" and "bound", or
    "certificate" where the answer is yes or no; empty where there is none. A limit that was reached leaves an answer
    that is not settled, or is an Error with `status` "limit", but never a "no".

    engine    who answers; None: the first that takes the question
    time, nodes, threads    of each question: seconds and nodes of a search at most, threads (None, 0: as many as there are)
    workers   how many questions of a list are asked at the same time; None: one for each processor, each on one thread
    certificates  False: not written; those of many items can take longer than the answer
    messages  not None: the schedule as a list of Message as well, under this key; of an endless stream that of so many
              items, else 0

    What the library refuses raises Error; of a list the Error stands in the place of the answer, and the others are
    answered. Several threads may ask at the same time. Ctrl-C stops all questions of a call.
    """
    alone = isinstance(question, str)
    if not alone and (isinstance(question, (bytes, bytearray, dict)) or not hasattr(question, "__iter__")):
        raise TypeError(f"{question!r} is no question: a question is a text, as 'delay latency 3 processors 10', or several are a list of texts")
    limits = _library.steadycast_limits_new()
    if not limits:
        raise MemoryError("limits")
    _call("limits_set_seconds", limits, ctypes.c_double(time or 0))
    _call("limits_set_nodes", limits, _whole(ctypes.c_ulong, nodes))
    _call("limits_set_threads", limits, _whole(ctypes.c_int, 1 if threads is None and not alone else threads))
    name = None if engine is None else _bytes(engine)
    items = None if messages is None else _whole(ctypes.c_int, messages)

    def answer(text):
        try:
            return _ask(_bytes(text), name, limits, certificates, items)
        except Error as refused:
            return refused.with_traceback(None)

    # Signals are for the main thread alone: it waits here, and others work with what is theirs.
    pool = concurrent.futures.ThreadPoolExecutor(1 if alone else workers or _library.steadycast_processors())
    try:
        answers = list(pool.map(answer, [question] if alone else question))
    except BaseException:
        _library.steadycast_limits_stop(limits)
        raise
    finally:
        pool.shutdown()
    if alone and isinstance(answers[0], Error):
        raise answers[0]
    return answers[0] if alone else answers


def _ask_keys(subject: str, given: Dict[str, Any]) -> Answer:
    """The question of a function of subjects.py: its parameters in their order."""
    options = {key: given.pop(key) for key in ("engine", "time", "nodes", "threads", "certificates", "messages")}
    words = [subject]
    for key, value in given.items():
        if value is None:
            continue
        if isinstance(value, bool) or not (isinstance(value, (str, tuple, list)) or hasattr(value, "__index__")):
            raise TypeError(f"{key} is {value!r}, and no number or text")
        if isinstance(value, (tuple, list)):
            value = ",".join(str(operator.index(number)) for number in value)
        words += [key, value if isinstance(value, str) else _digits(operator.index(value))]
    return ask(" ".join(words), **options)


def _digits(number: int) -> str:
    """Python refuses to turn long numbers into texts at once."""
    if abs(number) < 10**4000:
        return str(number)
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return _digits(high) + _digits(low).zfill(half)


def plan(collective: str, network: str, message: str, alpha: str, bandwidth: Optional[str] = None, steps: Optional[int] = None) -> List[Dict[str, Any]]:
    """Which schedule of the frontier is best for which bytes of a node, as `steadycast frontier --message` says: a row for each
    interval of sizes, with steps, rounds, seconds, at_least.

        steadycast.plan("allgather", network="dgx1", message="64KB..1GB", alpha="2us", bandwidth="25GB")

    `bandwidth` is that of a capacity of 1, where the network's are numbers. It takes the program steadycast."""
    program = _program("steadycast")
    if not program:
        raise Error("system", "there is no program steadycast beside this file or in PATH")
    line = [program, "frontier", collective, "--network", network, "--message", message, "--alpha", alpha, "--json", "-q"]
    line += ["--bandwidth", bandwidth] if bandwidth else []
    line += ["--steps", _digits(operator.index(steps))] if steps else []
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 10):
        raise Error("input", done.stderr.decode(errors="replace").strip())
    return json.loads(done.stdout)["plan"]


def results(folder: str) -> List[Dict[str, Any]]:
    """The rows of a campaign's folder (results.jsonl) as dictionaries; see results.schema.json for their keys."""
    with open(os.path.join(folder, "results.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for row in rows:  # numbers beyond 2^53 stand there as text
        for key in ("lower", "upper", "L", "o", "g", "t", "N", "P", "K", "ports", "T", "n"):
            if isinstance(row.get(key), str):
                row[key] = _read(row[key])
    return rows


def version() -> str:
    """That of the library."""
    return _library.steadycast_version_text().decode()


from .subjects import *  # noqa: E402,F401,F403 - they ask by what is above
from .subjects import __all__ as _subjects  # noqa: E402

__all__ += _subjects
