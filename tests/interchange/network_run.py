# SPDX-License-Identifier: MIT
"""Executes what `convert` writes of collectives on networks, from the descriptions of the formats alone.

network_run.py xml FILE [STEPS]        an MSCCL program: thread blocks in many random orders, also where input and output are the same memory
network_run.py algorithm FILE          an algorithm of msccl-tools, with its collective and topology

A value is the operands that were added up, (rank, place in its input), with how often. Prints one line, or what is wrong, and exits with 1."""
import json
import random
import sys
import xml.etree.ElementTree as tree
from collections import Counter


def die(*what):
    print(*what)
    sys.exit(1)


# --- programs ---

class Step:
    def __init__(self, element):
        self.type = element.get("type")
        self.src = (element.get("srcbuf"), int(element.get("srcoff")))
        self.dst = (element.get("dstbuf"), int(element.get("dstoff")))
        self.count = int(element.get("cnt"))
        self.needs = (int(element.get("depid")), int(element.get("deps")))
        self.awaited = element.get("hasdep") == "1"


class Program:
    def __init__(self, path, most_steps):
        algo = tree.parse(path).getroot()
        self.coll, self.ranks = algo.get("coll"), int(algo.get("ngpus"))
        self.in_place = algo.get("inplace") == "1"
        least, most = int(algo.get("minBytes")), int(algo.get("maxBytes"))
        if algo.get("outofplace") != "1" or least < 0 or (most < least and most != 0):
            die("an attribute of algo")
        self.loop, channels = int(algo.get("nchunksperloop")), int(algo.get("nchannels"))
        self.sizes, self.blocks = [], []
        for rank, gpu in enumerate(algo):
            if int(gpu.get("id")) != rank:
                die("not the next gpu", rank)
            self.sizes.append({b: int(gpu.get(b + "_chunks")) for b in "ios"})
            self.blocks.append([])
            seen, elements = set(), 1 + self.ranks
            for number, tb in enumerate(gpu):
                block = {"send": int(tb.get("send")), "recv": int(tb.get("recv")), "chan": int(tb.get("chan")),
                         "steps": [Step(s) for s in tb]}
                elements += 1 + len(tb)
                for key in ("send", "recv"):
                    if block[key] >= 0 and (key, block[key], block["chan"]) in seen:
                        die("two thread blocks of one connection", rank, number)
                    seen.add((key, block[key], block["chan"]))
                if int(tb.get("id")) != number or block["chan"] >= channels or len(tb) > most_steps:
                    die("a thread block", rank, number)
                if [int(s.get("s")) for s in tb] != list(range(len(tb))):
                    die("numbers of steps", rank, number)
                self.blocks[-1].append(block)
            if elements > 4095:
                die("too many elements", rank, elements)
        for rank in range(self.ranks):
            self.check_rank(rank)

    def check_rank(self, rank):
        for block in self.blocks[rank]:
            for step in block["steps"]:
                places = [step.src] if step.type == "s" else [step.dst] if step.type == "r" else [step.src, step.dst]
                for buffer, offset in places:
                    if not 0 <= offset <= self.sizes[rank][buffer] - step.count:
                        die("outside of the buffer", rank, buffer, offset)
                if step.needs[0] >= 0:
                    awaited = self.blocks[rank][step.needs[0]]["steps"]
                    if step.needs[0] > 127 or not awaited[step.needs[1]].awaited:
                        die("no hasdep", rank, step.needs)

    def root(self, buffer):
        roots = [r for r in range(self.ranks) if self.sizes[r][buffer]]
        if len(roots) != 1:
            die("roots", roots)
        return roots[0]

    def wanted(self):
        """What each rank's output must hold."""
        n, coll, size = self.ranks, self.coll, self.sizes
        one = lambda r, o: Counter({(r, o): 1})
        all_of = lambda o: Counter({(r, o): 1 for r in range(n)})
        if coll == "broadcast":
            root = self.root("i")
            return self.loop, [[one(root, j) for j in range(self.loop)] for _ in range(n)]
        if coll == "scatter":
            root, c = self.root("i"), self.loop
            return c, [[one(root, r * c + j) for j in range(c)] for r in range(n)]
        if coll == "gather":
            root, c = self.root("o"), self.loop
            return c, [[one(v, j) for v in range(n) for j in range(c)] if r == root else [] for r in range(n)]
        if coll == "reduce":
            root = self.root("o")
            return self.loop, [[all_of(j) for j in range(self.loop)] if r == root else [] for r in range(n)]
        c = self.loop // n
        if coll == "allgather":
            return c, [[one(v, j) for v in range(n) for j in range(c)] for _ in range(n)]
        if coll == "alltoall":
            return c, [[one(u, v * c + j) for u in range(n) for j in range(c)] for v in range(n)]
        if coll == "reducescatter":
            return c, [[all_of(v * c + j) for j in range(c)] for v in range(n)]
        if coll == "allreduce":
            return c, [[all_of(o) for o in range(self.loop)] for _ in range(n)]
        die("another collective", coll)

    def place(self, rank, where, same, c):
        """Input and output in one memory, as the runtimes take them to be."""
        buffer, offset = where
        if same and buffer != "s":
            if self.coll in ("allgather", "gather") and buffer == "i":
                return rank, "o", rank * c + offset
            if self.coll in ("reducescatter", "scatter") and buffer == "o":
                return rank, "i", rank * c + offset
            return rank, "i" if self.coll in ("broadcast", "reduce", "allreduce", "alltoall") else buffer, offset
        return rank, buffer, offset

    def run(self, same, seed):
        chance = random.Random(seed)
        c, wanted = self.wanted()
        memory, done, writes = {}, {}, {}
        for r in range(self.ranks):
            for o in range(self.sizes[r]["i"]):
                memory[self.place(r, ("i", o), same, c)] = Counter({(r, o): 1})
            done.update({(r, b): 0 for b in range(len(self.blocks[r]))})

        def step_of(r, b):
            steps, at = self.blocks[r][b]["steps"], done[r, b]
            if (r, b) in writes or at == len(steps):
                return None
            step = steps[at]
            return step if step.needs[0] < 0 or done[r, step.needs[0]] > step.needs[1] else None

        def value(r, where, extra=0):
            place = self.place(r, (where[0], where[1] + extra), same, c)
            if place not in memory:
                die("nothing is there", self.coll, place)
            return memory[place]

        def begin(r, b):
            step, block = step_of(r, b), self.blocks[r][b]
            if not step or step.type in ("r", "rrc"):
                return False
            if step.type == "cpy":
                writes[r, b] = [(self.place(r, (step.dst[0], step.dst[1] + i), same, c), value(r, step.src, i))
                                for i in range(step.count)]
                return True
            peer = block["send"]
            other = [q for q, x in enumerate(self.blocks[peer]) if x["recv"] == r and x["chan"] == block["chan"]]
            taken = step_of(peer, other[0])
            if not taken:
                return False
            if taken.type not in ("r", "rrc") or taken.count != step.count:
                die("no reception for a send", r, peer)
            come = []
            for i in range(step.count):
                new = value(r, step.src, i)
                if taken.type == "rrc":
                    new = new + value(peer, taken.src, i)
                come.append((self.place(peer, (taken.dst[0], taken.dst[1] + i), same, c), new))
            writes[peer, other[0]] = come
            done[r, b] += 1
            return True

        idle = 0
        order = list(done)
        while idle < 2:
            chance.shuffle(order)
            idle += 1
            for r, b in order:
                if (r, b) in writes and chance.random() < .5:
                    memory.update(writes.pop((r, b)))
                    done[r, b] += 1
                    idle = 0
                elif begin(r, b) or writes:
                    idle = 0
        for (r, b), at in done.items():
            if at < len(self.blocks[r][b]["steps"]):
                die("a thread block waits for ever", r, b)
        for r in range(self.ranks):
            if len(wanted[r]) != self.sizes[r]["o"]:
                die("size of the output", r)
            for o, want in enumerate(wanted[r]):
                if memory.get(self.place(r, ("o", o), same, c)) != want:
                    die("the output", self.coll, r, o, memory.get(self.place(r, ("o", o), same, c)), "in place" if same else "")
            if not same:
                for o in range(self.sizes[r]["i"]):
                    if memory[r, "i", o] != Counter({(r, o): 1}):
                        die("the input was written", r, o)


def run_program(path, most_steps):
    program = Program(path, most_steps)
    for seed in range(8):
        program.run(False, seed)
        if program.in_place:
            program.run(True, seed)
    print(program.coll, "ranks", program.ranks, "chunks", program.loop, "moves",
          sum(s.type == "s" for blocks in program.blocks for b in blocks for s in b["steps"]))


# --- algorithms ---

def run_algorithm(path):
    with open(path) as file:
        algorithm = json.load(file)
    types = {"algorithm": algorithm, "topology": algorithm["topology"], "collective": algorithm["collective"],
             "instance": algorithm["instance"]}
    for name, part in types.items():
        if part["msccl_type"] != name:
            die("msccl_type", name)
    collective, topology, instance = algorithm["collective"], algorithm["topology"], algorithm["instance"]
    nodes, c, links = collective["nodes"], instance["chunks"], topology["links"]
    steps = algorithm["steps"]
    if len(links) != nodes or any(len(row) != nodes for row in links):
        die("the matrix of links")
    if len(steps) != instance["steps"] or sum(s["rounds"] for s in steps) != len(steps) + instance["extra_rounds"]:
        die("the instance")
    has, wants = {}, {}
    for chunk in collective["chunks"]:
        for j in range(c):
            address = chunk["addr"] * c + j
            for rank in chunk["pre"]:
                has.setdefault((rank, address), Counter())[rank] += 1
            for rank in chunk["post"]:
                wants.setdefault((rank, address), Counter()).update({r: 1 for r in chunk["pre"]})
    for name, pairs in (("input_map", has), ("output_map", wants)):
        listed = {(int(r), a) for r, addresses in algorithm[name].items() for a in addresses}
        if listed != set(pairs):
            die(name)
    combining = len({chunk["addr"] for chunk in collective["chunks"]}) < len(collective["chunks"])
    state, sent = {place: Counter(value) for place, value in has.items()}, 0
    for step in steps:
        for sources, targets, width, name in [([u], [v], links[v][u], "") for v in range(nodes) for u in range(nodes)] + topology["switches"]:
            if sum(u in sources and v in targets for _, u, v in step["sends"]) > width * step["rounds"]:
                die("too much for a link or switch", sources, targets, name)
        before, sent = {place: Counter(value) for place, value in state.items()}, sent + len(step["sends"])
        for address, u, v in step["sends"]:
            if not before.get((u, address)):
                die("what is not there is sent", address, u, v)
            if combining:
                state.setdefault((v, address), Counter()).update(before[u, address])
                state[u, address].subtract(before[u, address])
            else:
                state[v, address] = before[u, address]
    for place, value in wants.items():
        if +state.get(place, Counter()) != value:
            die("the end", place, state.get(place), value)
    print(collective["name"], "steps", len(steps), "rounds", sum(s["rounds"] for s in steps), "chunks", c, "sends", sent)


def run_sends(certificate, csv, json_file):
    """A schedule's sends are the same in the certificate, in CSV and in JSON."""
    sends, step = [], None
    for line in open(certificate):
        words = line.split()
        if words and words[0] == "step":
            step = int(words[1])
        elif words and words[0] == "send":
            sends.append([step] + [int(word) for word in words[1:]])
    listed = [[int(word) for word in line.split(",")] for line in open(csv).readlines()[1:]]
    told = [[s["step"], s["from"], s["to"], s["chunk"]] for s in json.load(open(json_file))["sends"]]
    if listed != sends or told != sends:
        die("other sends", csv if listed != sends else json_file)
    print("sends", len(sends))


def run(kind, *words):
    if kind == "xml":
        run_program(words[0], int(words[1]) if len(words) > 1 else 64)
    elif kind == "algorithm":
        run_algorithm(words[0])
    else:
        run_sends(*words)


if sys.argv[1] == "list":
    for line in open(sys.argv[2]):
        try:
            run(*line.split())
        except SystemExit:
            pass
else:
    run(*sys.argv[1:])
