#!/bin/sh
# SPDX-License-Identifier: MIT
# The first hour of a new user (first_hour.py). Usage: first_hour.sh STEADYCAST STEADYCHECK REPOSITORY [PART..]
python=$(command -v /usr/bin/python3 || command -v python3)
if [ -z "$python" ]; then
    echo 'SKIPPED: there is no python3'
    exit 77
fi
exec "$python" "$(dirname "$0")/first_hour.py" "$@"
