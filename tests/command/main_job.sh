#!/bin/sh
# SPDX-License-Identifier: MIT
# The main job, made in another folder of another name, is the one in results/, byte by byte: certificates and results on every
# machine, the page and its pictures where the program dot is that of the version with which they were drawn.
# Usage: main_job.sh STEADYCAST REPOSITORY
cast=$1 top=$2
. "$(dirname "$0")/common.sh"
expect 'the main job' 0 's REPRODUCED 657 certificates verified' "$cast" reproduce "$top/cases/campaign/main-job.campaign" -o elsewhere -q
for name in campaign certificates results.csv results.jsonl; do
    holds "$name" diff -r "elsewhere/$name" "$top/results/main-job/$name"
done
case $(dot -V 2>&1) in
*'version 2.43.0 '*)
    holds 'the page' cmp elsewhere/report.html "$top/results/main-job/report.html"
    holds 'pictures' diff -r elsewhere/pictures "$top/results/main-job/pictures"
    ;;
*) echo 'SKIPPED: the page and its pictures: there is no dot 2.43.0 (Debian package graphviz)' ;;
esac
finish
