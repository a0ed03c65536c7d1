# SPDX-License-Identifier: MIT
# Sourced by the tests of the command line: a folder of their own, and what is expected of a command.
# Sets work (the folder, also the current one), tests, failures.
set -u
unset STEADYCAST_EXIT_ZERO
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
tests=0 failures=0 seldom_turn=''

fail() {
    echo "$*"
    failures=$((failures + 1))
}

# same NAME EXPECTED FOUND
same() {
    tests=$((tests + 1))
    [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
}

# holds NAME COMMAND...: the command succeeds
holds() {
    name=$1
    shift
    tests=$((tests + 1))
    "$@" >holds.out 2>&1 || fail "$name: '$*' fails: $(tail -n 2 holds.out)"
}

# last_line FILE: sets last_line to it. No program is started for a short file: starting one takes longer than most commands here.
last_line() {
    last_line='' last_left=20
    while IFS= read -r last_next || [ -n "$last_next" ]; do
        last_line=$last_next last_left=$((last_left - 1))
        [ "$last_left" -gt 0 ] || { last_line=$(tail -n 1 "$1") && break; }
    done <"$1"
}

# drop_last_line: of the file out; by no program either
drop_last_line() {
    kept='' kept_line='' kept_left=30
    while IFS= read -r kept_next; do
        kept="$kept$kept_line"
        kept_line="$kept_next
"
        kept_left=$((kept_left - 1))
        [ "$kept_left" -gt 0 ] || { sed '$d' out >out.before && mv out.before out && return; }
    done <out
    printf '%s' "$kept" >out
}

# expect NAME STATUS LINE COMMAND...: exit status, and what stdout says: its last line where LINE is a status line ('s ...'),
# else any line of it. A pattern may follow the words of LINE. Leaves out and err.
expect() {
    name=$1 status=$2 line=$3
    shift 3
    "$@" >out 2>err
    found=$?
    tests=$((tests + 1))
    [ "$found" = "$status" ] || fail "$name: expected exit $status, found $found: $(tail -n 1 err)"
    [ "$line" != '*' ] || return 0
    last_line out
    # Behind a number stands whether it is settled, which the exit status says too.
    case $found:$last_line:$line in
    *:*:s\ *) ;;
    10:s\ OPTIMAL:* | 10:s\ EXACT:* | 0:s\ OPEN:*) drop_last_line ;;
    *:s\ OPTIMAL:* | *:s\ EXACT:* | *:s\ OPEN:*) fail "$name: exit $found with $last_line" ;;
    esac
    case $line in
    s\ * | '') expect_match "$last_line" ;;
    *)
        while IFS= read -r expect_next || [ -n "$expect_next" ]; do
            # shellcheck disable=SC2254
            case $expect_next in $line) return 0 ;; esac
        done <out
        fail "$name: expected a line '$line', found '$(tr '\n' '|' <out)'"
        ;;
    esac
}

# expect_match TEXT: TEXT is the line expected.
expect_match() {
    # shellcheck disable=SC2254
    case $1 in
    $line) ;;
    *) fail "$name: expected the last line '$line', found '$1'" ;;
    esac
}

# refuse NAME TEXT COMMAND...: exit 1, nothing on stdout, one line on stderr that holds TEXT
refuse() {
    name=$1 text=$2
    shift 2
    "$@" >out 2>err
    found=$?
    tests=$((tests + 1))
    [ "$found" = 1 ] || fail "$name: expected exit 1, found $found"
    [ ! -s out ] || fail "$name: stdout is not empty: $(head -n 1 out)"
    { IFS= read -r refuse_line && ! IFS= read -r refuse_next && [ -z "$refuse_next" ]; } <err ||
        fail "$name: stderr has not one line: $(cat err)"
    case $refuse_line in
    "steadycast: "*"$text"*) ;;
    *) fail "$name: expected '$text', found '$(cat err)'" ;;
    esac
}

# answered NAME STATUS [WORDS]: a command that was given a file ended well, with nothing in err but lines that hold WORDS,
# or it refused it in one line of err that begins with the program's name; other lines may stand beside it.
answered() {
    answered_lines=0
    while IFS= read -r answered_line || [ -n "$answered_line" ]; do
        case $2:$answered_line in
        0:*"${3-}"*) [ -n "${3-}" ] || answered_lines=$((answered_lines + 1)) ;;
        0:* | 1:'steadycast: '*) answered_lines=$((answered_lines + 1)) ;;
        esac
    done <err
    tests=$((tests + 1))
    [ "$2:$answered_lines" = 0:0 ] || [ "$2:$answered_lines" = 1:1 ] || fail "$1: exit $2: $(cat err)"
}

# busy SECONDS COMMAND...: the command, which may not work for longer on each processor, however slow or busy the machine is; ctest
# ends who waits for ever
busy_processors=$(nproc)
busy() (
    ulimit -t $(($1 * busy_processors))
    shift
    exec "$@"
)

# seldom N: one time in N, those that TEST_SEED or the clock says; with TEST_ROUNDS over 1, each time. Of many inputs that are alike
# a test takes a part.
seldom() {
    [ "${TEST_ROUNDS:-1}" -le 1 ] || return 0
    [ "$seldom_turn" ] || { seldom_turn=${TEST_SEED:-$(date +%s)} && echo "TEST_SEED=$seldom_turn"; }
    seldom_turn=$((seldom_turn + 1))
    [ $((seldom_turn % $1)) = 0 ]
}

# resealed FILE SED_COMMAND: wrong.cert is the certificate, changed, with the right digest
resealed() {
    head -n -1 "$1" | sed "$2" >body
    { cat body && printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >wrong.cert
}

# untimed FILE: results of a campaign, without their last columns, which differ from run to run
untimed() {
    sed 's/,"seconds":[^,]*,"memory":[^}]*}$/}/; s/,[^,]*,[^,]*\r$//' "$1"
}

# same_results NAME EXPECTED FOUND: the results in two files
same_results() {
    untimed "$2" >expected.results
    untimed "$3" >found.results
    tests=$((tests + 1))
    [ -s found.results ] || fail "$1: $3 is not there, or empty"
    cmp expected.results found.results >holds.out 2>&1 || fail "$1: $(cat holds.out)"
}

# ask_store FOLDER SQL: what the store of a campaign says to it. What is not there says nothing.
ask_store() {
    [ ! -f "$1/answers.sqlite" ] || sqlite3 -cmd '.timeout 20000' "$1/answers.sqlite" "$2"
}

# lines FOLDER: those of all attempts, in their order
lines() {
    ask_store "$1" 'select line from attempts order by id'
}

# relined FOLDER FILE: the lines of the file, of any bytes, are those of all attempts, with the numbers 1, 2, ..
relined() {
    od -An -v -tx1 -w1 "$2" | awk '
        function put() {
            print "insert into attempts (line) values (cast(x@" line "@ as text));"
            line = ""
        }
        BEGIN { print "begin; delete from attempts;" }
        $1 == "0a" { put(); next }
        { line = line $1 }
        END { if (line != "") put(); print "commit;" }' | sed "s/@/'/g" >relined.sql
    sqlite3 -bail "$1/answers.sqlite" <relined.sql || fail "the lines of $1 can't be replaced"
}

# seal: puts the right check behind each line
seal() {
    while IFS= read -r line; do
        body=${line%,\"check\":*}
        printf '%s,"check":"%s"}\n' "$body" "$(printf %s "$body" | sha256sum | cut -c 1-16)"
    done
}

finish() {
    echo "$tests tests, $failures failures"
    [ "$failures" -eq 0 ] && [ "$tests" -gt 0 ]
}

# heard PROCESS: waits until it takes SIGINT, which is ignored at first, as it runs in the background; before it is itself it is a
# copy of this shell, which takes SIGINT in another way
heard() {
    turns=0
    until { ! [ "/proc/$1/exe" -ef "/proc/$$/exe" ] && grep -qs '^SigCgt:.*[2367abef]$' "/proc/$1/status"; } || [ $turns -ge 1000 ]; do
        sleep 0.02
        turns=$((turns + 1))
    done
}
