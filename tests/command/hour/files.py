# SPDX-License-Identifier: MIT
"""Files that are not what they should be, for every verb that reads one, by name and through stdin."""
import os
import shutil
import tempfile

# {}: the file. Folders of campaigns can't come through stdin.
READERS = ["show {}", "convert {} -f json", "convert {} -f lrat", "expand {} -k 3", "import {} -f csv -L 3", "import {} -f json",
           "refute {}", "sweep {} -o out", "reproduce {} -o out", "allgather --network file:{}", "allgather --network ring:5 --cycle {}"]
FOLDERS = ["status {}", "audit {}", "report {}", "merge {} -o out", "compare {} {}"]


def files(hour, folder):
    """name -> its bytes, None for what can't be read."""
    with open(hour.places()["CERT"], "rb") as file:
        certificate = file.read()
    made = {"empty": b"", "garbage": bytes(range(256)) * 8, "truncated": certificate[:len(certificate) // 2],
            "zeros": b"\0" * 4096, "long": b"x" * 100000}
    for name, content in made.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    os.mkdir(os.path.join(folder, "directory"))
    made["directory"] = made["missing"] = None
    if os.getuid():
        with open(os.path.join(folder, "forbidden"), "wb"):
            os.chmod(os.path.join(folder, "forbidden"), 0)
        made["forbidden"] = None
    else:
        hour.skip("a file without permission: root may read all")
    return made


def check(hour):
    folder = os.path.join(hour.work, "files")
    os.mkdir(folder)
    made = files(hour, folder)
    tasks = [(line, name, None) for line in READERS + FOLDERS for name in made]
    tasks += [(line, name, content) for line in READERS for name, content in made.items() if content is not None]

    def one(task):
        line, name, content = task
        path = os.path.join(folder, name) if content is None else "-"
        own = tempfile.mkdtemp(dir=hour.work)
        done = hour.cast(*[word.replace("{}", path) for word in line.split()], given=content or b"", folder=own)
        left = sorted(os.listdir(own))
        shutil.rmtree(own, ignore_errors=True)
        where = f"steadycast {line.replace('{}', name)}" + (" through stdin" if content is not None else "")
        hour.refused(done, where, [path] if content is None else ["stdin", "standard input"])
        hour.true(not left, f"{where}: leaves {left}")

    hour.each(one, tasks)
