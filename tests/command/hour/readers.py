# SPDX-License-Identifier: MIT
"""Every output is parsed by the standard reader of its format."""
import csv
import html.parser
import json
import os

TOP = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
JSON = ["ask decide latency 3 depth 7", "solve -L 3 -t 7", "solve -L 4 -t 8", "capacity -L 2 -t 4..6", "delay -L 3..4 -P 2..9", "family -L 3..4 -o FOLDER/f",
        "count -L 4 -t 9", "enumerate -L 4 -t 9", "automaton -L 3 --json -q", "show CERT --json", "automaton -L 3 -f json", "automaton -L 3 -f json --minimal", "broadcast -L 3 -P 4 -k 1..2", "broadcast -L 3 -P 9",
        "broadcast -L 1 -p 2 -P 5 -k 2", "allgather -L 3 -P 4", "allreduce -L 3 -P 4", "reduce -L 3 -P 4 -T 10", "allgather --network ring:5", "scatter --network ring:4", "gather --network ring:4",
        "alltoall --network ring:4", "reduce-scatter --network ring:4", "frontier --network ring:4 allgather", "rate --network ring:4 allgather", "sweep CAMPAIGN -o FOLDER/s",
        "play NETWORK --message 1KB --alpha 1us --bandwidth 1GB", "status SWEPT", "audit SWEPT", "compare SWEPT SWEPT", "merge SHARD -o FOLDER/m --partial", "report SWEPT -o FOLDER/r.html", "expand STATIONARY -k 3 -o FOLDER/e.cert", "show LISTED -f table --json", "convert CERT -f json -o FOLDER/c.json",
        "convert CERT -f json", "convert LISTED -f json", "import LIST -L 3 -o FOLDER/i.cert", "export -L 3 -t 7 -f opb -o FOLDER/x.opb", "refute CNF", "help", "help words", "help solve", "version",
        "claims --functions", f"claims --quick --only karp-figure-1 --cases {TOP}/cases/claims --results {TOP}/results"]
CSV = ["convert CERT -f csv", "convert CERT -f csv --times 0..9", "convert LISTED -f csv", "automaton -L 3 -f csv", "automaton -L 3 -f csv --minimal", "show LISTED -f csv",
       "show LISTED -f csv --processors 2..3"]
SVG = ["show CERT --svg", "show LISTED --svg", "show LISTED --svg --draw chart", "show NETWORK --svg --draw network", "show STATIONARY --svg"]
DOT = ["automaton -L 3 -f dot", "automaton -L 3 -f dot --minimal", "convert CERT -f dot", "convert LISTED -f dot", "convert LISTED -f dot --item 1"]
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Balance(html.parser.HTMLParser):
    """Tags that are opened are closed, in the right order."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.seen = [], [], 0

    def handle_starttag(self, tag, attrs):
        self.seen += 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen += 1

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> in line {self.getpos()[0]}")


def as_json(text):
    """Only what the standard has: no NaN, no name twice."""

    def object_of(pairs):
        names = [name for name, _ in pairs]
        if len(names) != len(set(names)):
            raise ValueError(f"a name stands twice: {names}")
        return dict(pairs)

    def no_constant(name):
        raise ValueError(f"{name} is no JSON")

    decoder = json.JSONDecoder(object_pairs_hook=object_of, parse_constant=no_constant)
    rest = text.decode("utf-8").lstrip()
    if not rest:
        raise ValueError("nothing is printed")
    while rest:
        rest = rest[decoder.raw_decode(rest)[1]:].lstrip()


def as_csv(text):
    rows = list(csv.reader(text.decode("utf-8").splitlines(), strict=True))
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        raise ValueError(f"{len(rows)} rows of {sorted({len(row) for row in rows})} fields")


def as_html(text):
    page = Balance()
    page.feed(text.decode("utf-8"))
    page.close()
    if page.wrong or page.open or page.seen < 20:
        raise ValueError(f"{page.seen} tags, wrong {page.wrong[:3]}, open {page.open}")


def check(hour):
    places = hour.places()
    folder = os.path.join(hour.work, "readers")
    os.mkdir(folder)

    def words(line):
        return [places.get(word, word).replace("FOLDER", folder) for word in line.split()]

    def parsed(line, read):
        done = hour.cast(*words(line), seconds=60)
        if not hour.true(done is not None and done.returncode in (0, 10, 20),
                         f"{line}: {done and done.stderr.decode('utf-8', 'replace')}"):
            return
        content(line, done.stdout, read)

    def content(name, text, read):
        try:
            read(text)
            hour.true(True, "")
        except (ValueError, csv.Error) as error:
            hour.true(False, f"{name}: {error}")

    def through(*program):
        def read(text):
            done = hour.run(list(program), given=text, seconds=60)
            if done is None or done.returncode or done.stderr:
                raise ValueError(f"{program[0]}: {done and done.stderr.decode('utf-8', 'replace')[:200]}")
        return read

    asked = json.loads(hour.cast("help", "--json").stdout)["verbs"]
    lines = [line if "--json" in line else line + " --json" for line in JSON if "-f json" not in line or " -o " in line]
    lines += [line for line in JSON if "-f json" in line and " -o " not in line]
    tried = {line.split()[0] for line in lines}
    lacking = {verb["verb"] for verb in asked if any(spec["name"] == "json" for spec in verb["options"])} - tried
    hour.true(lacking <= {"reproduce"}, f"--json is not tried: {lacking}")  # it takes long
    tasks = [(line, as_json) for line in lines] + [(line, as_csv) for line in CSV]
    if hour.has("xmllint", "SVG"):
        tasks += [(line, through("xmllint", "--noout", "-")) for line in SVG]
    if hour.has("dot", "dot"):
        tasks += [(line, lambda text: as_picture(hour, text)) for line in DOT]
    if hour.has("groff", "manual pages"):
        pages = ["help --man"] + [f"help --man {verb['verb']}" for verb in asked]
        tasks += [(page, through("groff", "-man", "-ww", "-z", "-Tutf8")) for page in pages]
    hour.each(lambda task: parsed(*task), tasks)
    hour.cast("report", places["SWEPT"], "-o", os.path.join(folder, "report.html"))
    for name, read in (("readers/report.html", as_html), ("swept/results.csv", as_csv), ("swept/results.jsonl", as_json)):
        with open(os.path.join(hour.work, name), "rb") as file:
            content(name, file.read(), read)


def as_picture(hour, text):
    done = hour.run(["dot", "-Tsvg"], given=text, seconds=60)
    if done is None or done.returncode or done.stderr or b"</svg>" not in done.stdout:
        raise ValueError(f"dot: {done and done.stderr[:200]}")
