#!/bin/sh
# SPDX-License-Identifier: MIT
# Every two options of every verb together (option_pairs.py). Usage: option_pairs.sh STEADYCAST STEADYCHECK REPOSITORY some|all|write
python=$(command -v /usr/bin/python3 || command -v python3)
if [ -z "$python" ]; then
    echo 'SKIPPED: there is no python3'
    exit 77
fi
exec "$python" "$(dirname "$0")/option_pairs.py" "$@"
