/* SPDX-License-Identifier: MIT */
#include "tests/bench/bench.h"

#define VALUE(most) .subject = BENCH_VALUE, .bound = (most)
#define RATIO(least) .subject = BENCH_RATIO, .bound = (least)
#define SHARE(least) .subject = BENCH_SHARE, .bound = (least)
#define NONE .subject = BENCH_NOTHING
#define FULL .full = true

/* A line; and one that is a function of this program. */
#define ROW(part, what, unit, command, n, quick, ...)                                              \
    { part, what, unit, command, n, quick, __VA_ARGS__ }
#define WORK(part, what, unit, name, n, quick, ...)                                                \
    ROW(part, what, unit, NULL, n, quick, .work = name, __VA_ARGS__)

/* The questions of `decide` are put to another program until it leaves one open: all but those with
 * t = 2L, L even, are possible. Exit status 30 is clasp's: a model, and the search is exhausted. */
#define QUESTIONS(what)                                                                            \
    "for L in $(seq 3 $n); do for t in $(seq $L $((3*L+1))); do " what "; done; done"
#define SOLVER(name, needed, options, asked)                                                       \
    ROW("decide", "the same by " name, "s",                                                        \
        "a=0 o=0; " QUESTIONS(                                                                     \
            asked                                                                                  \
            "; case $r:$((L % 2 || t != 2 * L)) in 10:1|30:1|20:0) a=$((a+1));; 10:0|30:0|20:1) "  \
            "exit 1;; *) o=1; break 2;; esac") "; [ $o = 1 ] || echo $a answered",                 \
        10, 6,                                                                                     \
        .before = QUESTIONS("steadycast export -L $L -t $t -o $L-$t.lp --force -f " options        \
                            " || exit 1"),                                                         \
        .idle = QUESTIONS("timeout 5 true"), .candidate = true, .program = needed)
#define BY_STATUS(program) "timeout --foreground $T " program " $L-$t.lp >/dev/null 2>&1; r=$?"
#define BY_WORDS                                                                                   \
    "case $(timeout --foreground $T cbc $L-$t.lp solve 2>&1) in *nfeasible*) r=20;; *ptimal*) "    \
    "r=10;; *) r=1;; esac"
#define SAT(name, options)                                                                         \
    SOLVER(name "-sums", name, "dimacs", BY_STATUS(name options)),                                 \
        SOLVER(name "-words", name, "dimacs --encoding words", BY_STATUS(name options))
#define DECIDE(engine, ...)                                                                        \
    WORK("decide", "all (L,t), L = 3..%d, by " engine, "s", bench_decide, 10, 6, .by = engine,     \
         __VA_ARGS__)

#define CAPACITY "steadycast capacity -q -L 2 -t $n --engine search --threads 1"
#define TO_CBC "steadycast export -L 2 -t $n --schedule stationary -f lp --force -o program.lp"
#define CBC                                                                                        \
    "timeout --foreground $T cbc program.lp solve 2>&1 | awk '/Optimal solution found/ { found = " \
    "1 } found && /^Objective value:/ { printf \"capacity %d\\n\", $3 + 0.5 }'"
#define CAP(t, ...) ROW("capacity", "capacity at L = 2, t = %d", "s", CAPACITY, t, t, __VA_ARGS__)
#define CAP_CBC(t, ...)                                                                            \
    CAP(t, .before = TO_CBC, .peer = "cbc", .program = "cbc", .peer_command = CBC, __VA_ARGS__)

#define WINDOW(t, ...)                                                                             \
    WORK("window", "window automaton, t = %d, %d thread%s", "s", bench_window, t, t, __VA_ARGS__), \
        WORK("window", "window automaton, t = %d, %d thread%s", "s", bench_window, t, t,           \
             .threads = BENCH_ALL, __VA_ARGS__)

/* Beside a page of Python (network_peers.py). */
#define PYTHON(name, what)                                                                         \
    .peer = name, .program = "python3", .peer_command = "python3 " NETWORK_PEERS " " what " ${n}x$n"
#define GREEDY(what, unit, end, n, quick, ...)                                                     \
    ROW("networks", what "allgather on a square torus, side %d", unit,                             \
        "steadycast allgather --network torus:${n}x$n -q " end, n, quick, __VA_ARGS__,             \
        PYTHON("greedy in Python", "greedy"))

#define DELAYS "steadycast delay -q -L 1..16 -P 2..$n"
#define SCAN(what, command, ...)                                                                   \
    ROW("delay", "L = 1..16, P = 2..%d: " what, "s", command, 10000, 1000, .threads = BENCH_ALL,   \
        __VA_ARGS__)
#define POWER(l, digits, ...)                                                                      \
    WORK("delay", "L = " #l ", P = 10^%d", "s", bench_power, digits, digits, .latency = l,         \
         __VA_ARGS__)

#define ITEMS(l, p, k, by, engine)                                                                 \
    ROW("items", "L = " #l ", P = " #p ", K = %d by " by, "s",                                     \
        "steadycast broadcast -q -L " #l " -P " #p " -k $n --engine " engine, k, k, VALUE(0.2))
#define TOLD(l, name)                                                                              \
    WORK("items", name " told, L = " #l ", P = 100001, K = %d", "messages/s", bench_construction,  \
         100, 10, .latency = l, .served = 100000, .by = name, VALUE(2e7))
#define LIST(what, command, ...)                                                                   \
    ROW("messages", what, "messages/s", command, 20, 20, .amount = 2e6, .digest = "messages",      \
        __VA_ARGS__)
#define FAMILY(what, command, ...)                                                                 \
    ROW("family", "L = %d: " what, "s", command, 1000, 200, .digest = "family/*", __VA_ARGS__)

/* A run has a folder of its own, so that no time is spent on an old one; `run` is the last. */
#define SWEEP(program, options)                                                                    \
    "ln -sfn run.$$ run; " program " sweep -q " options " -o run.$$ $n.campaign"
#define FEW "capacity latency 2..5 depth 1..50\\ndelay latency 1..4 processors 2..101\\n"
#define TEN_THOUSAND                                                                               \
    "capacity latency 2..5 depth 1..148\\ndelay latency 1..8 processors 2..801\\ndecide latency "  \
    "3..10 depth L..4L\\nbroadcast latency 1..4 processors 2..11 items 1..70 engine "              \
    "construction\\ndecide latency 3..6 depth L..3L+1 engine sat\\n"
/* As tests/cluster/day.sh asks them. */
#define HUNDRED_THOUSAND                                                                           \
    "delay latency 1..16 processors 2..3501\\nbroadcast latency 1..16 processors 2..1001\\n"       \
    "broadcast latency 2..5 overhead 1 gap 2..3 processors 2..1001\\nreduce latency 1..4 "         \
    "overhead 1 gap 2 processors 8 until 1..3000\\nallgather latency 1..800 processors 2..11\\n"
#define TIMES                                                                                      \
    " | sed -n "                                                                                   \
    "'s/"                                                                                          \
    ".*\"complete\":true,\"seconds\":\\(.*\\),\"engine_seconds\":\\(.*\\),\"own_seconds\":\\(.*"   \
    "\\),\"own_memory\":\\(.*\\)}/\\1 \\2 \\3 \\4/p'"
#define OUTSIDE TIMES " | awk -v p=$p -v n=$n '{print 1000*($1*p-$2+$3)/n}'"
#define MPI(ranks)                                                                                 \
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n " ranks   \
    " steadycast-mpi"

const struct measurement bench_table[] = {
    SAT("picosat", ""),
    SAT("cadical", " -q -n"),
    SAT("kissat", " -q -n"),
    SAT("minisat", " -verb=0"),
    SAT("glucose", " -verb=0"),
    SOLVER("clasp-opb", "clasp", "opb", BY_STATUS("clasp -q")),
    SOLVER("cbc-lp", "cbc", "lp", BY_WORDS),
    DECIDE("arithmetic", RATIO(100), .quick_bound = 5),
    DECIDE("backtrack", NONE),
    DECIDE("sat", NONE),

    ROW("count", "all counts, L = 3..%d", "s",
        QUESTIONS("steadycast count -q -L $L -t $t || [ $? = 10 ] || exit 1"), 8, 6,
        .idle = QUESTIONS("steadycast version"), VALUE(30)),
    WORK("count", "peak memory of them", "MB", bench_peak, 0, 0, VALUE(200)),
    ROW("count", "count of L = 6, t = %d", "s", "steadycast count -q -L 6 -t $n", 17, 16, RATIO(50),
        .quick_bound = 2, .peer = "one by one",
        .peer_command = "steadycast count -q -L 6 -t $n --engine backtrack --threads 1"),
    WORK("backtrack", "nodes, L = 6, t = 17, one thread", "nodes/s", bench_walk, 28, 23, VALUE(3e7),
         .peer = "jprime, published"),

    CAP_CBC(8, RATIO(2)),
    CAP_CBC(9, RATIO(2)),
    CAP_CBC(10, RATIO(10)),
    CAP_CBC(11, RATIO(10)),
    CAP_CBC(12, RATIO(10)),
    CAP_CBC(13, RATIO(10), FULL),
    CAP(14, FULL),
    CAP(15, FULL),
    CAP(16, FULL),
    WINDOW(18, NONE),
    WINDOW(20, SHARE(0.1)),
    WINDOW(22, SHARE(0.1), FULL),
    WINDOW(24, SHARE(0.1), FULL),

    SCAN("delays", DELAYS " --threads $p >/dev/null", VALUE(6)),
    SCAN("with certificates", DELAYS " -o delays --force >/dev/null", VALUE(10),
         .digest = "delays/*"),
    SCAN("checking them", "ls -S delays/* | xargs -P $p -n 1 steadycheck --stream --quiet",
         VALUE(8), .digest = "delays/*"),
    POWER(3, 100, VALUE(0.05)),
    POWER(3, 1000, VALUE(0.2)),
    POWER(1000, 12, VALUE(4), FULL),

    {"items", .many = bench_encodings},
    ITEMS(1, 9, 6, "sat", "sat"),
    ITEMS(1, 10, 6, "sat", "sat"),
    ITEMS(1, 10, 6, "endgame", "any"),
    ITEMS(1, 64, 64, "endgame", "construction"),
    ITEMS(2, 64, 64, "endgame", "construction"),
    ITEMS(3, 64, 64, "endgame", "construction"),
    TOLD(1, "endgame"),
    TOLD(2, "endgame"),
    TOLD(3, "stream"),
    WORK("messages", "told, L = 3, P = 100001, K = %d", "messages/s", bench_construction, 20, 20,
         VALUE(2e7), .latency = 3, .served = 100000, .by = "stream"),
    LIST("written as a certificate",
         "steadycast broadcast -q -L 3 -P 100001 -k $n -e stream -o messages --force", VALUE(2e6)),
    LIST("checked by steadycheck", "steadycheck messages/schedule.cert", VALUE(2e6)),
    FAMILY("found and written", "steadycast family -q -L $n -o family --force", VALUE(4)),
    FAMILY("checked", "steadycheck family/*", VALUE(1)),

    {"networks", .many = bench_networks},
    GREEDY("steps: ", "steps", "| sed -n 's/^time //p'", 4, 4, RATIO(1), .prints = true),
    GREEDY("steps: ", "steps", "| sed -n 's/^time //p'", 16, 8, RATIO(1), .prints = true, FULL),
    GREEDY("steps: ", "steps", "| sed -n 's/^time //p'", 32, 8, RATIO(1), .prints = true, FULL),
    GREEDY("", "s", ">out", 8, 4, RATIO(2)),
    GREEDY("", "s", ">out", 16, 4, RATIO(2), FULL),
    GREEDY("", "s", ">out", 32, 4, RATIO(2), FULL),
    ROW("networks", "rate of a square torus, side %d", "s",
        "steadycast rate --network torus:${n}x$n allgather -q", 8, 4, RATIO(1),
        PYTHON("own flows in Python", "cut")),

    WORK("threads", "search, L = 6, t = 17", "s", bench_walk, 27, 23, SHARE(0.75),
         .threads = BENCH_EACH),
    WORK("threads", "window automaton", "s", bench_window, 22, 19, SHARE(0.6),
         .threads = BENCH_EACH),
    ROW("threads", "delays, L = 1..16", "s", DELAYS " --threads $p", 3000, 500, SHARE(0.6),
        .threads = BENCH_EACH),

    ROW("sweep", "%d cases: time outside the engines, a case", "ms",
        SWEEP("steadycast", "--json") OUTSIDE, 10000, 600, VALUE(1), .prints = true, .rounds = 3,
        .threads = BENCH_ALL,
        .before = "printf '" FEW "' >600.campaign; printf '" TEN_THOUSAND "' >10000.campaign"),
    ROW("sweep", "audit of all their certificates", "s", "steadycast audit -q run", 0, 0,
        RATIO(0.15), .before = "find run/certificates -type f -exec cat {} + >all",
        .peer = "steadycheck --stream", .peer_command = "steadycheck --stream --quiet all"),
    ROW("sweep", "the same", "s", SWEEP("steadycast", "--threads $p"), 10000, 600, SHARE(0.85),
        FULL, .threads = BENCH_SPEEDUP),
    ROW("sweep", "the same on twice as many ranks", "s", SWEEP(MPI("$((2*p))"), ""), 10000, 600,
        RATIO(0.9), FULL, .rounds = 3, .threads = BENCH_ALL, .program = "mpirun",
        .peer = "as many threads", .peer_command = SWEEP("steadycast", "--threads $p")),
    ROW("sweep", "%d cases by ranks: processor time, a case", "ms",
        SWEEP(MPI("$p"), "--json") " >ended && times >spent && awk -F '[ms ]' -v n=$n "
                                   "'NR == 2 {print 1000*(60*$1+$2+60*$4+$5)/n}' spent",
        100000, 100000, VALUE(1), FULL, .prints = true, .rounds = 1, .threads = BENCH_ALL,
        .program = "mpirun", .before = "printf '" HUNDRED_THOUSAND "' >100000.campaign"),
    ROW("sweep", "time outside the engines, a case", "ms", "tail -n 1 ended" OUTSIDE, 100000,
        100000, VALUE(1), FULL, .prints = true, .rounds = 1, .threads = BENCH_ALL,
        .program = "mpirun"),
    ROW("sweep", "memory of rank 0", "MB", "tail -n 1 ended" TIMES " | awk '{print $4/1e6}'", 0, 0,
        VALUE(500), FULL, .prints = true, .rounds = 1, .program = "mpirun"),
    ROW("sweep", "their folder, a case", "KB",
        "find run/ -type f -printf '%s\\n' | awk -v n=$(wc -l <run/results.jsonl) '{s += $1} END "
        "{print s/1000/n}'",
        0, 0, VALUE(10), .prints = true, .rounds = 1),
    ROW("sweep", "the page of them", "s", "steadycast report -q run", 0, 0, VALUE(60)),
    ROW("sweep", "its size", "MB", "wc -c <run/report.html | awk '{print $1/1e6}'", 0, 0,
        VALUE(100), .prints = true, .rounds = 1),

    ROW("sizes", "deciding by arithmetic, L = 3: over t", "exponent",
        "steadycast solve -q -L 3 -t $n --threads 1", 128000, 32000, VALUE(2.5), .from = 8000),
    WORK("sizes", "prices in closed form, L = 2: over t", "exponent", bench_prices, 8000, 2000,
         VALUE(3), .from = 500),
    ROW("sizes", "linear program and search, L = 2: over t", "factor", CAPACITY, 16, 12, VALUE(2.5),
        .from = 10),
    WORK("sizes", "delay by construction, L = 3: over digits of P", "exponent", bench_power, 3000,
         500, VALUE(2.5), .from = 250, .latency = 3),
    WORK("sizes", "messages told, L = 3, P = 10001: over K", "exponent", bench_construction, 400,
         50, VALUE(1.2), .from = 25, .latency = 3, .served = 10000, .by = "stream"),
    ROW("sizes", "counting, L = 7: over t", "factor", "steadycast count -q -L 7 -t $n --threads 1",
        22, 20, VALUE(4), .from = 19),
    WORK("sizes", "items by formula, L = 3, P = 10: over K", "exponent", bench_formula, 10, 6,
         VALUE(5), .from = 2, .latency = 3, .served = 9),
    {.part = NULL},
};
