#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Machines as RCCL's folder of topologies has them (tools/topo_expl/models): for each line of models.txt an XML file like
that one is built, and read. Usage: models.py STEADYCAST MODELS.TXT [write]

A line is NAME NODES FORWARD LINKS DIGEST | GCN CLASS | CPUS | XGMI. What is expected: how many nodes, how many of them forward,
how many lines of links there are, and the first digits of the SHA-256 of these; `write` prints the lines with what is found.
    amd143.49(..)   a CPU, its family and model, and what is below it; intel
    16P(..)         PCI at `16.0 GT/s PCIe`, with 16 lanes, and what is below; 16Q: `16 GT/s PCIe`; 8x4: `8 GT/s`, 4 lanes; ~: a level of a
                    switch of Broadcom that shows two
    16g3            a GPU, rank and device 3; 16g3/1: device 1
    16n200000       a NIC with a port of 200000 Mbit/s; n1000: of no PCI device; 16n1000.1: function 1 of the last NIC
    0-1*4 2>3       links of xGMI, 1 if nothing is said, both ways or one way"""
import hashlib
import re
import subprocess
import sys
import tempfile

VENDORS = {"amd": "AuthenticAMD", "intel": "GenuineIntel"}


class Model:
    def __init__(self, gcn, pci_class, links):
        self.gcn, self.pci_class, self.links = gcn, pci_class, links
        self.bus, self.nic, self.gpus, self.net, self.lines = 0, "", {}, 0, []

    def targets(self, rank):
        for one, way, other, _, count in re.findall(r"(\d+)([->])(\d+)(\*(\d+))?", self.links):
            if int(one) == rank:
                yield int(other), count or "1"
            elif int(other) == rank and way == "-":
                yield int(one), count or "1"

    def put_nic(self, speeds):
        ports = "".join(f'<net name="n{self.net + i}" dev="{self.net + i}" speed="{speed}" port="1"/>' for i, speed in enumerate(speeds.split("+")))
        self.net += len(speeds.split("+"))
        self.lines.append(f"<nic>{ports}</nic>")

    def put(self, text):
        """What stands in the text up to its closing bracket, or its end; returns what is behind."""
        while text and text[0] != ")":
            word = re.match(r"(\d*\.?\d*)([PQ]?)(x\d+)?(~?)(g\d+(/\d+)?|n[\d+]+(\.\d)?)?", text)
            assert word.end(), text
            speed, express, lanes, flat, what, text = word[1], word[2], (word[3] or "x16")[1:], word[4], word[5] or "", text[word.end():]
            function = re.search(r"\.(\d)$", what) if what.startswith("n") else None
            if not speed:
                self.put_nic(what[1:])
            else:
                self.bus += not function
                busid = f"{self.bus // 200:04x}:{self.bus % 200:02x}:00." + (function[1] if function else "0")
                pci_class = self.pci_class if what.startswith("g") else "0x020000" if what else "0x060400"
                ids = 'vendor="0x1000" device="0xc010" subsystem_vendor="0x1000" subsystem_device="0xa096" ' if flat else ""
                self.lines.append(f'<pci busid="{busid}" class="{pci_class}" {ids}link_speed="{speed}{".0" if express == "P" else ""} GT/s{" PCIe" if express else ""}" link_width="{lanes}">')
                if what.startswith("g"):
                    rank, device = (what[1:] + "/" + what[1:]).split("/")[:2]
                    self.gpus[int(rank)] = busid
                    self.lines.append(f'<gpu dev="{device}" sm="104" gcn="{self.gcn}" rank="{rank}" gdr="1">@{rank}@</gpu>')
                elif what:
                    self.put_nic(what[1:].split(".")[0])
                if text.startswith("("):
                    text = self.put(text[1:])[1:]
                self.lines.append("</pci>")
            text = text.lstrip(" ")
        return text

    def xml(self, cpus):
        for number, (vendor, family, model, below) in enumerate(re.findall(r"(amd|intel)(\d+)\.(\d+)\((.*?)\)(?= (?:amd|intel)|$)", cpus)):
            self.lines.append(f'<cpu numaid="{number}" arch="x86_64" vendor="{VENDORS[vendor]}" familyid="{family}" modelid="{model}">')
            self.put(below)
            self.lines.append("</cpu>")
        text = '<system version="1">\n' + "\n".join(self.lines) + "\n</system>\n"
        for rank, _ in self.gpus.items():
            links = "".join(f'<xgmi target="{self.gpus[other]}" count="{count}" tclass="{self.pci_class}"/>' for other, count in self.targets(rank))
            text = text.replace(f"@{rank}@", links)
        return text


def main():
    steadycast, table, write = sys.argv[1], sys.argv[2], sys.argv[3:] == ["write"]
    failures = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for line in open(table, encoding="utf-8"):
            if line.startswith("#") or not line.strip():
                if write:
                    print(line, end="")
                continue
            head, kind, cpus, links = (part.strip() for part in line.split("|"))
            name = head.split()[0]
            path = f"{folder}/{name}.xml"
            with open(path, "w", encoding="utf-8") as file:
                file.write(Model(*kind.split(), links).xml(cpus))
            run, whole = (subprocess.run([steadycast, "show", "--network", path + behind], capture_output=True, text=True, timeout=60) for behind in ("", "*1"))
            edges, ports = ("".join(row + "\n" for row in one.stdout.splitlines() if not row.startswith(("#", "name"))) for one in (run, whole))
            counts = re.search(r": (\d+) nodes, (\d+) of them forward", run.stdout)
            digest = hashlib.sha256((edges + ports).encode()).hexdigest()[:8]
            found = f"{counts[1]} {counts[2]} {len(re.findall('^[0-9]+[->]', edges, re.M))} {digest}" if counts else "none 0 0 0"
            count += 1
            if write:
                print(f"{name} {found} | {kind} | {cpus} | {links}")
            elif head != f"{name} {found}" or run.returncode or whole.returncode:
                failures += 1
                print(f"{name}: expected '{head}', found '{found}' {run.stderr}{whole.stderr}")
    if not write:
        print(f"{count} machines, {failures} failures")
    return 0 if write or (count >= 57 and failures == 0) else 1


sys.exit(main())
