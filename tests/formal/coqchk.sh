#!/bin/sh
# SPDX-License-Identifier: MIT
# All compiled proofs once more, by the checker that shares only the kernel's rules with Coq.
# Usage: coqchk.sh COMPILED
set -eu
command -v coqchk >/dev/null || { echo 'SKIPPED: there is no coqchk (Debian package coq)'; exit 77; }
cd "$1"
modules=$(for file in *.vo; do echo "Steadycast.${file%.vo}"; done)
# shellcheck disable=SC2086
coqchk -silent -o -Q . Steadycast $modules > report 2>&1 || { cat report; exit 1; }
cat report
grep -q '^\* Axioms: <none>$' report
