#!/bin/sh
# SPDX-License-Identifier: MIT
# No command leaks or touches memory that is not its own. Usage: valgrind.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"
if ! command -v valgrind >/dev/null; then
    echo 'SKIPPED: valgrind is missing'
    exit 77
fi

# clean STATUS COMMAND...
clean() {
    status=$1
    shift
    valgrind -q --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=99 "$@" >out 2>err
    same "$*" "$status" $?
}
clean 10 "$cast" solve -L 3 -t 7 -o yes.cert --threads 1
clean 20 "$cast" solve -L 4 -t 8 -e all -o no.cert --threads 1
clean 20 "$cast" solve -L 4 -t 8 -e backtrack --no-ball-rule -q -o tree.cert --threads 1
clean 10 "$cast" solve -L 3 -t 300 -q -o induction.cert
clean 0 "$cast" solve -L 3 -t 5000 -e sat --json
clean 10 "$cast" family -L 1..4 -o families -q --threads 1
clean 10 "$cast" count -L 3 -t 8 -e both --threads 1
clean 10 "$cast" enumerate -L 3 -t 8 -o list
clean 0 "$cast" show yes.cert
clean 0 "$cast" show no.cert
clean 0 "$cast" show tree.cert
clean 0 "$cast" show induction.cert --processors 1..3
clean 0 "$cast" export -L 3 -t 7 --format dimacs -o question.cnf
printf 'p cnf 1 2\n1 0\n-1 0\n' >no.cnf
clean 20 "$cast" refute no.cnf -q -o cnf.cert
clean 0 "$cast" show cnf.cert
clean 10 "$cast" solve -L 2 -t 4 -N 5 --schedule periodic:4 --keep-roles -q -o words.cert --threads 1
clean 0 "$cast" show words.cert
clean 0 "$cast" show words.cert --svg
clean 20 "$cast" solve -L 2 -t 7 -N 21 --schedule any -q -o prices.cert --threads 1
clean 0 "$cast" show prices.cert
clean 10 "$cast" enumerate -L 4 -t 8 --schedule stationary -q
clean 0 "$cast" expand yes.cert -k 5 -o messages.cert
clean 0 "$cast" show messages.cert -f table -o table
clean 0 "$cast" expand words.cert -k 5 -o words.list
clean 0 "$cast" show words.list -f csv
clean 0 "$cast" show messages.cert -f grid
clean 0 "$cast" show messages.cert -f tree --item 2
clean 0 "$cast" show messages.cert -f activity
clean 1 "$cast" show messages.cert -f digraph
clean 0 "$cast" broadcast -L 3 -P 5 -k 1 -e paper -o paper -q
clean 0 "$cast" show paper/schedule.cert -f digraph
clean 0 "$cast" show messages.cert --svg
clean 0 "$cast" show messages.cert --svg --draw chart --processors 2..4 --times 3..7
clean 10 "$cast" allgather --network ring:5 -o ring -q
clean 0 "$cast" show ring/schedule.cert --svg --item 2
clean 1 "$cast" show ring/schedule.cert --svg --item 6
clean 10 "$cast" reduce --logp 5,2,4 -P 8 -T 28 -o sum -q
clean 0 "$cast" show sum/schedule.cert --svg
clean 0 "$cast" show sum/schedule.cert -f tree
clean 0 "$cast" show sum/schedule.cert -f activity
clean 1 "$cast" expand prices.cert -k 5
for file in yes tree cnf words prices messages families/L3; do
    clean 0 "$check" $file.cert
done
head -n -1 yes.cert >cut.cert
clean 2 "$check" cut.cert
finish
