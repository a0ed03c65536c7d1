# SPDX-License-Identifier: MIT
"""Broadcast in the LogP and postal models: schedules, proofs, and certificates for both.

A thin layer on libsteadycast by ctypes: no build step, nothing but the standard library of Python.

    import steadycast

    answer = steadycast.delay(3, 1000)       # latency L = 3, P = 1000 processors with the source
    answer.settled, answer.upper             # True, 23
    answer.write("schedule", "P1000.cert")   # steadycheck verifies it
    answer.messages(2)[:3]                   # who sends which item to whom, and when

Other questions (multiport, allgather, allreduce, reduce, gossip) are for the program: `steadycast VERB --json`.

Symbols are those of `steadycast help words`. Numbers may have any size. What libsteadycast refuses
is an Error; a limit of time or nodes that was reached is an Error with `status` "limit", or an
answer that is not settled, but never a "no".

The library is looked for in the file that the variable STEADYCAST_LIBRARY names, then where the
system has its libraries. Several threads may ask at the same time.
"""

import collections
import contextlib
import ctypes
import ctypes.util
import json
import os
import threading

__all__ = ["Answer", "Error", "Limits", "Message", "capacity", "count", "decide", "delay", "items", "results", "serve",
           "single", "stream", "tree_size", "version"]

_CLASSES = {"block-cyclic": 0, "stationary": 1, "periodic": 2, "any": 3}
_CAPACITIES = {"full": 0, "flight": 1, "none": 2}
_SIDES = {"schedule": 0, "bound": 1}
_VERDICTS = ("unknown", "feasible", "infeasible", "settled")

Message = collections.namedtuple("Message", "time sender receiver item wait")
Message.__doc__ = """At `time` the sender begins to send the item to the receiver, where it waits before it is received."""


class Error(Exception):
    """What libsteadycast says of a failure. `status` is "input", "limit", "system", "internal" or "memory"."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class _CError(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 512)]


class _CMessage(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("time", "sender", "receiver", "item", "wait")]


class _CProgress(ctypes.Structure):
    _fields_ = [("task", ctypes.c_char_p), ("done", ctypes.c_ulong), ("total", ctypes.c_ulong), ("nodes", ctypes.c_ulong)]


_STOP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_REPORT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_CProgress))
_TAKE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_CMessage))


def _load():
    name = os.environ.get("STEADYCAST_LIBRARY") or ctypes.util.find_library("steadycast")
    if not name:
        raise ImportError("libsteadycast is not found: install the Debian package libsteadycast0, or name the file in "
                          "the variable STEADYCAST_LIBRARY")
    library = ctypes.CDLL(name)
    text, pointer, number = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int
    ends = [pointer, ctypes.POINTER(pointer), ctypes.POINTER(_CError)]  # limits, answer, error
    functions = {
        "decide": [number, number, text] + ends,
        "serve": [number, number, text, number, number, text] + ends,
        "capacity": [number, number, text] + ends,
        "delay": [number, text, text] + ends,
        "items": [number, number, number, number, number, text] + ends,
        "single": [number, number, number, text] + ends,
        "stream": [number, number, number, number, text, text] + ends,
        "tree_size": [number, number] + ends[1:],
        "count": [number, number, pointer, ctypes.POINTER(pointer)] + ends[1:],
        "answer_write": [pointer, number, text, number, pointer, ctypes.POINTER(_CError)],
        "answer_text": [pointer, number, pointer, ctypes.POINTER(pointer), pointer, ctypes.POINTER(_CError)],
        "messages_of": [pointer, number] + ends[1:],
        "messages_each": [pointer, _TAKE, pointer, pointer, ctypes.POINTER(_CError)],
        "limits_set_threads": [pointer, number, ctypes.POINTER(_CError)],
        "limits_set_nodes": [pointer, ctypes.c_ulong, ctypes.POINTER(_CError)],
        "limits_set_seconds": [pointer, ctypes.c_double, ctypes.POINTER(_CError)],
        "limits_set_stop": [pointer, _STOP, pointer, ctypes.POINTER(_CError)],
        "limits_set_report": [pointer, _REPORT, pointer, ctypes.POINTER(_CError)],
    }
    for key, types in functions.items():
        getattr(library, "steadycast_" + key).argtypes = types
    for key in ("free", "limits_free", "limits_stop", "answer_free", "messages_free"):
        getattr(library, "steadycast_" + key).argtypes = [pointer]
        getattr(library, "steadycast_" + key).restype = None
    for key in ("lower", "upper", "sum", "engine", "reason"):
        getattr(library, "steadycast_answer_" + key).argtypes = [pointer]
        getattr(library, "steadycast_answer_" + key).restype = text
    library.steadycast_answer_kind.argtypes = [pointer, number]
    library.steadycast_answer_kind.restype = text
    library.steadycast_answer_verdict.argtypes = [pointer]
    library.steadycast_answer_nodes.argtypes = [pointer]
    library.steadycast_answer_nodes.restype = ctypes.c_ulong
    library.steadycast_limits_new.argtypes = []
    library.steadycast_limits_new.restype = pointer
    library.steadycast_status_name.argtypes = [number]
    library.steadycast_status_name.restype = text
    library.steadycast_version_text.restype = text
    return library


_library = _load()


def _call(name, *arguments):
    error = _CError()
    if getattr(_library, "steadycast_" + name)(*arguments, ctypes.byref(error)):
        raise Error(_library.steadycast_status_name(error.status).decode(), error.message.decode(errors="replace"))


_LIMITS = object()


def _work(name, limits, *arguments):
    """_call with these limits in the place of _LIMITS. What a signal raises, as Ctrl-C does, stops it.

    Signals are for the main thread alone: it waits here, and the library works, and calls back, in another one.
    """
    run = _Run(limits)
    given = [run.pointer if argument is _LIMITS else argument for argument in arguments]
    if threading.current_thread() is not threading.main_thread():
        _call(name, *given)
        return
    done, faults = threading.Event(), []

    def ask(owned=run):  # the limits live as long as the library works
        try:
            _call(name, *given)
        except BaseException as fault:
            faults.append(fault)
        finally:
            done.set()

    thread = threading.Thread(target=ask, daemon=True)
    try:
        thread.start()
        done.wait()
    except BaseException:
        _library.steadycast_limits_stop(run.pointer)
        while thread.is_alive() and not done.is_set():  # it works with what is ours: who stops a second time waits as well
            with contextlib.suppress(BaseException):
                done.wait()
        raise
    if faults:
        raise faults[0]


@contextlib.contextmanager
def _owned(free, *pointers):
    """What the library has made is given back if nobody gets it."""
    try:
        yield
    except BaseException:
        for pointer in pointers:
            free(pointer)
        raise


# Python refuses to turn long texts into numbers, and back, at once.
_PIECE = 4000


def _spell(number):
    if number < 10**_PIECE:
        return format(number, "d")
    digits = int(number.bit_length() * 0.30103 / 2)
    head, tail = divmod(number, 10**digits)
    return _spell(head) + _spell(tail).rjust(digits, "0")


def _read(text):
    if len(text) <= _PIECE:
        return int(text)
    digits = len(text) // 2
    return _read(text[:-digits]) * 10**digits + _read(text[-digits:])


def _digits(number):
    """A number of any size as the text that the library reads."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{number!r} is not a whole number")
    return (("-" if number < 0 else "") + _spell(abs(number))).encode()


def _int(number):
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{number!r} is not a whole number")
    if not -2**31 <= number < 2**31:
        raise Error("input", f"{number} is out of range")
    return number


def _count(number):
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{number!r} is not a whole number")
    if not 0 <= number < 2 ** (8 * ctypes.sizeof(ctypes.c_ulong)):
        raise Error("input", f"{number} is out of range")
    return number


def _name(text):
    name = None if text is None else os.fsencode(text)
    if name is not None and b"\0" in name:
        raise Error("input", f"{text!r} has a byte 0")
    return name


def _number(text):
    return None if text is None else _read(text.decode())


def _side(name):
    if name not in _SIDES:
        raise Error("input", f"{name!r} is not a side of an answer: schedule or bound")
    return _SIDES[name]


def _taken(text):
    value = ctypes.string_at(text).decode()
    _library.steadycast_free(text)
    return value


class Limits:
    """How long a question may take: seconds, nodes of a search, threads (0: all that the machine has).

    `stop()` is asked now and then, and ends the question when it is true; `report(task, done, total, nodes)` is told
    how far it is. Both are called from threads of the library, and what they raise is printed and ends nothing.
    Ctrl-C ends a question without them.
    """

    def __init__(self, seconds=0, nodes=0, threads=0, stop=None, report=None):
        self._seconds, self._nodes, self._threads = float(seconds), _count(nodes), _int(threads)
        self._stop, self._report = stop, report
        _Run(self)  # what the library refuses is refused here


class _Run:
    """The limits of one question, as the library has them: `pointer`, as long as this lives."""

    def __init__(self, limits):
        self.pointer = None
        self.pointer = _library.steadycast_limits_new()
        if not self.pointer:
            raise MemoryError("limits")
        if limits is None:
            return
        _call("limits_set_seconds", self.pointer, limits._seconds)
        _call("limits_set_nodes", self.pointer, limits._nodes)
        _call("limits_set_threads", self.pointer, limits._threads)
        stop, report = limits._stop, limits._report
        if stop:
            self._stop = _STOP(lambda context: bool(stop()))
            _call("limits_set_stop", self.pointer, self._stop, None)
        if report:
            self._report = _REPORT(lambda context, at: report(at[0].task.decode(), at[0].done, at[0].total, at[0].nodes))
            _call("limits_set_report", self.pointer, self._report, None)

    def __del__(self):
        if self.pointer and _library:
            _library.steadycast_limits_free(self.pointer)


class Answer:
    """What a question is answered with.

    status    "feasible", "infeasible", "settled" (lower = upper), "interval", or "unknown": a limit was reached
    settled   whether it is one of the first three
    lower, upper   numbers, or None
    sum       of `single`: the least sum of the times; else None
    engine, reason, nodes   who answered, why it is open, and how much work it was
    """

    def __init__(self, pointer):
        self._pointer = pointer
        self.lower = _number(_library.steadycast_answer_lower(pointer))
        self.upper = _number(_library.steadycast_answer_upper(pointer))
        self.sum = _number(_library.steadycast_answer_sum(pointer))
        self.engine = _library.steadycast_answer_engine(pointer).decode()
        self.reason = _library.steadycast_answer_reason(pointer).decode()
        self.nodes = _library.steadycast_answer_nodes(pointer)
        verdict = _VERDICTS[_library.steadycast_answer_verdict(pointer)]
        known = self.lower is not None or self.upper is not None
        self.status = "interval" if verdict == "unknown" and known else verdict
        self.settled = self.status in ("feasible", "infeasible", "settled")

    def __repr__(self):
        bounds = "" if self.lower is None and self.upper is None else f" {self.lower}..{self.upper}"
        return f"<steadycast.Answer {self.status}{bounds} by {self.engine}>"

    def __del__(self):
        if _library:
            _library.steadycast_answer_free(self._pointer)

    def __copy__(self):
        return self  # nothing changes it, and the library has one

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("an Answer can't be pickled: write its certificates")

    def kind(self, side):
        """The kind of the certificate of a side, "schedule" or "bound"; None: the answer has none of that side."""
        kind = _library.steadycast_answer_kind(self._pointer, _side(side))
        return None if kind is None else kind.decode()

    def certificate(self, side, limits=None):
        """The certificate of a side as text."""
        text = ctypes.c_void_p()
        with _owned(_library.steadycast_free, text):
            _work("answer_text", limits, self._pointer, _side(side), _LIMITS, ctypes.byref(text), None)
        return _taken(text)

    def write(self, side, path, overwrite=False, limits=None):
        """Writes the certificate of a side into a file, which appears only when it is complete."""
        _work("answer_write", limits, self._pointer, _side(side), _name(path), bool(overwrite), _LIMITS)

    def messages(self, items=0, limits=None):
        """The messages of the schedule, by time, as a list; of an endless stream those of its items 1..items."""
        messages = ctypes.c_void_p()
        _call("messages_of", self._pointer, _int(items), ctypes.byref(messages))
        listed, faults = [], []

        def take(context, message):
            try:
                m = message[0]
                listed.append(Message(m.time, m.sender, m.receiver, m.item, m.wait))
                return 0
            except BaseException as fault:  # ctypes would print it and go on
                faults.append(fault)
                return 1

        try:
            _work("messages_each", limits, messages, _TAKE(take), None, _LIMITS)
        except Error:
            if not faults:
                raise
        finally:
            _library.steadycast_messages_free(messages)
        if faults:
            raise faults[0]
        return listed


def _ask(name, *arguments, limits):
    answer = ctypes.c_void_p()
    with _owned(_library.steadycast_answer_free, answer):
        _work(name, limits, *arguments, _LIMITS, ctypes.byref(answer))
    return Answer(answer)


def decide(L, t, engine=None, limits=None):
    """Is there a block-cyclic schedule for P(t) processors? Engines: arithmetic, backtrack, sat, paper."""
    return _ask("decide", _int(L), _int(t), _name(engine), limits=limits)


def serve(L, t, N, schedule="any", period=0, engine=None, limits=None):
    """Can an endless stream be served to N processors (without the source) with delay L+t?

    schedule: "block-cyclic", "stationary", "periodic" (with a period) or "any".
    """
    if schedule not in _CLASSES:
        raise Error("input", f"schedule {schedule!r} is not one of {', '.join(_CLASSES)}")
    return _ask("serve", _int(L), _int(t), _digits(N), _CLASSES[schedule], _int(period), _name(engine), limits=limits)


def capacity(L, t, engine=None, limits=None):
    """The largest number of processors (without the source) with delay L+t. Engines: construction, search."""
    return _ask("capacity", _int(L), _int(t), _name(engine), limits=limits)


def delay(L, P, engine=None, limits=None):
    """The least delay of an endless stream for P processors with the source. Engines: construction, search."""
    return _ask("delay", _int(L), _digits(P), _name(engine), limits=limits)


def stream(L, o, g, P, capacity="full", engine=None, limits=None):
    """The least delay of an endless stream on a LogP machine, an item in max(g,2o) cycles, P processors with the source.

    capacity: which messages to a processor count for its limit of ceil(L/g): "full" (those that wait as well), "flight"
    or "none". Engines: construction, search (with prices; g >= 2o), rounding (whole steps; no lower).
    """
    if capacity not in _CAPACITIES:
        raise Error("input", f"capacity {capacity!r} is not one of {', '.join(_CAPACITIES)}")
    return _ask("stream", _int(L), _int(o), _int(g), _CAPACITIES[capacity], _digits(P), _name(engine), limits=limits)


def items(L, P, K, ports=1, single_sending=False, engine=None, limits=None):
    """The least time for K items to be with all P processors. Engines: any, construction, sat, backtrack."""
    return _ask("items", _int(L), _int(ports), _int(P), _int(K), int(bool(single_sending)), _name(engine), limits=limits)


def single(L, o, g, P, limits=None):
    """The least time for one item to be with all P processors of a LogP machine."""
    return _ask("single", _int(L), _int(o), _int(g), _digits(P), limits=limits)


def tree_size(L, t):
    """P(t) = f_t: how many processors an item can reach within L+t steps if the source sends it once."""
    text = ctypes.c_void_p()
    _call("tree_size", _int(L), _int(t), ctypes.byref(text))
    return _read(_taken(text))


def count(L, t, limits=None):
    """How many block-cyclic schedules there are: (by the letters of each block, by its words)."""
    multisets, words = ctypes.c_void_p(), ctypes.c_void_p()
    with _owned(_library.steadycast_free, multisets, words):
        _work("count", limits, _int(L), _int(t), _LIMITS, ctypes.byref(multisets), ctypes.byref(words))
    return _read(_taken(multisets)), _read(_taken(words))


def results(folder):
    """The rows of a campaign's folder (results.jsonl) as dictionaries; see results.schema.json for their keys."""
    with open(os.path.join(folder, "results.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for row in rows:  # numbers beyond 2^53 stand there as text
        for key in ("lower", "upper", "L", "o", "g", "t", "N", "P", "K", "ports", "T", "n"):
            if isinstance(row.get(key), str):
                row[key] = _read(row[key])
    return rows


def version():
    """That of the library."""
    return _library.steadycast_version_text().decode()
