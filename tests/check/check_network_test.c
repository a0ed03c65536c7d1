/* SPDX-License-Identifier: MIT */
/* Networks against searches over all schedules of tiny ones: the formula has a model if and only if
 * there is a schedule; prices by trees prove what all sets of sendings say, and no more; nothing
 * that prices, parts and odd sets prove is contradicted by a schedule; and lists are right if and
 * only if a player says so that keeps everything at once. */
#include "check_naive_network.h"
#include "check_picosat.h"
#include "check_text.h"
#include "core/memory.h"
#include "rest/cnf_network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static uint64_t random_state = 45;

/* splitmix64 (Steele, Lea, Flood 2014) */
static long next_random(long below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

/* The lines up to `collective` or `stream`. */
static void tiny_write(const struct tiny_task *task, struct text *text) {
    static const char *const names[] = {"broadcast",      "scatter",   "gather",
                                        "reduce",         "allgather", "alltoall",
                                        "reduce-scatter", "",          "allreduce"};
    const struct tiny *net = &task->net;
    text_put(text, "nodes %ld\narcs %ld\n", net->N, net->A);
    for (long a = 0; a < net->A; a++)
        text_put(text, "arc %ld %ld %ld\n", net->tail[a], net->head[a], net->latency[a]);
    text_put(text, "groups %ld\n", net->G);
    for (long g = 0; g < net->G; g++) {
        if (net->port[g])
            text_put(text, "port %ld %ld", net->port[g] - 1, net->capacity[g]);
        else
            text_put(text, "group %ld", net->capacity[g]);
        for (long a = 0; a < net->A; a++)
            if (net->members[g] >> a & 1)
                text_put(text, " %ld", a + 1);
        text_put(text, "\n");
    }
    for (long v = 0, some = 0; v < net->N; v++)
        if (!tiny_takes_part(net, v))
            text_put(text, some++ ? " %ld" : "forward %ld", v);
    text_put(text, net->forwards ? "\n" : "%s", "");
    for (long v = 0; v < net->N && tiny_has_sizes(task); v++)
        text_put(text, v < net->N - 1 ? "%s%ld " : "%s%ld\n", v ? "" : "sizes ", tiny_size(net, v));
    if (task->what == TINY_STREAM)
        text_put(text, "stream %ld\n", task->root);
    else if (task->what < 4)
        text_put(text, "collective %s %ld\n", names[task->what], task->root);
    else
        text_put(text, "collective %s\n", names[task->what]);
}

/* Something counts later in a port than something else: or else it's a group, and `port` is 0. */
static void make_port(struct tiny *net, long g, long v) {
    long least = TINY_NEVER, most = 0;
    net->port[g] = v + 1;
    for (long a = 0; a < net->A; a++)
        if (net->members[g] >> a & 1) {
            long late = tiny_late(net, g, a);
            least = late < least ? late : least;
            most = late > most ? late : most;
        }
    net->port[g] = least < most ? v + 1 : 0;
}

/* Some of the arcs at a node. */
static void random_port(struct tiny *net) {
    long v = next_random(net->N);
    net->members[net->G] = 0;
    for (long a = 0; a < net->A; a++)
        if ((net->tail[a] == v || net->head[a] == v) && next_random(4) > 0)
            net->members[net->G] |= 1u << a;
    net->capacity[net->G] = 1 + next_random(3) / 2;
    if (net->members[net->G] > 0)
        make_port(net, net->G++, v);
}

/* Arcs have groups of their own, or are in one of several. */
static void random_network(struct tiny *net, long nodes, long most) {
    unsigned in_one = 0;
    do {
        net->N = nodes;
        net->A = 0;
        for (long u = 0; u < nodes; u++)
            for (long v = 0; v < nodes; v++)
                if (u != v && net->A < most && next_random(4) < 3) {
                    net->tail[net->A] = u;
                    net->head[net->A] = v;
                    net->latency[net->A++] = 1 + next_random(3) / 2;
                }
    } while (net->A < nodes - 1);
    net->G = next_random(3);
    memset(net->port, 0, sizeof net->port);
    for (long g = 0; g < net->G; g++) {
        net->members[g] = 1 + (unsigned)next_random((1 << net->A) - 1);
        net->capacity[g] = 1 + next_random(3) / 2;
        in_one |= net->members[g];
    }
    for (long a = 0; a < net->A; a++)
        if (!(in_one >> a & 1) || next_random(2)) {
            net->members[net->G] = 1u << a;
            net->capacity[net->G++] = 1 + next_random(3) / 2;
        }
    if (next_random(2))
        random_port(net);
    net->forwards = nodes > 2 && next_random(3) == 0 ? 1u << next_random(nodes) : 0;
}

/* One of three networks has a node with another one. */
static void random_sizes(struct tiny *net) {
    memset(net->more, 0, sizeof net->more);
    if (next_random(3) == 0)
        net->more[next_random(net->N)] = next_random(3) - (net->N > 2);
}

static long random_party(const struct tiny *net) {
    long v = next_random(net->N);
    return tiny_takes_part(net, v) ? v : (v + 1) % net->N;
}

static struct text text;

static void begin_text(const struct tiny_task *task, const char *kind) {
    text.length = 0;
    if (kind)
        text_put(&text, "steadycast certificate 1\nwriter test 0\nkind %s\n", kind);
    tiny_write(task, &text);
}

static enum verdict_status status_of(char *why, size_t size) {
    struct verdict verdict;
    text_seal(&text);
    text_check(&text, &verdict);
    enum verdict_status status = verdict.status;
    snprintf(why, size, "%s", verdict.claim.bytes);
    verdict_clear(&verdict);
    if (status == VERDICT_MALFORMED)
        fail_msg("%s\n%.*s", why, (int)text.length, text.bytes);
    return status;
}

static bool expect(bool holds, const char *what) {
    char why[400];
    bool verified = status_of(why, sizeof why) == VERDICT_VERIFIED;
    if (verified != holds)
        fail_msg("%s: %s, but %s\n%.*s", what, holds ? "holds" : "does not hold", why,
                 (int)text.length, text.bytes);
    return verified;
}

/* --- formulas --- */

static bool has_model(const struct tiny_task *task, struct network_cnf question) {
    struct picosat_formula built;
    struct network network;
    struct reader reader;
    struct verdict verdict;
    begin_text(task, NULL);
    text_put(&text, "end\n");
    FILE *in = fmemopen(text.bytes, text.length, "r");
    assert_non_null(in);
    verdict_init(&verdict);
    read_open(&reader, in, "text", &verdict);
    read_next_line(&reader);
    network_read(&network, &reader, false);
    question.network = &network;
    picosat_build(&built, &(struct formula){.question = &question, .build = network_cnf_build});
    bool model = picosat_has_model(&built);
    memory_release(0);
    fclose(in);
    return model;
}

/* Commodities times chunks times arcs stay small. `sums`: a reduction with two arcs, of latencies 1
 * and 2, that share a group: so it matters in which step a message counts. */
static bool random_task(struct tiny_task *task, long *C, long steps, bool sums) {
    struct tiny *net = &task->net;
    random_network(net, sums ? 4 : 2 + next_random(8) / 3, 6);
    task->what = sums ? 3 : next_random(7);
    task->root = random_party(net);
    random_sizes(net);
    *C = 1 + next_random(2);
    tiny_chunks(task, *C, steps);
    if (sums) {
        long one = next_random(net->A), other = (one + 1 + next_random(net->A - 1)) % net->A;
        net->latency[one] = 1;
        net->latency[other] = 2;
        net->members[0] = 1u << one | 1u << other;
        net->members[1] = (1u << net->A) - 1;
        net->capacity[0] = 1;
        net->capacity[1] = net->A;
        net->port[0] = net->port[1] = 0;
        net->G = 2;
    }
    return task->K > 0 && task->K * net->A <= 12;
}

static void test_formula(void **state) {
    unsigned long tally[2][8] = {{0}};
    (void)state;
    for (long i = 0; i < 1000; i++) {
        struct tiny_task task;
        bool sums = i >= 700;
        long C, steps = 1 + next_random(4), R = sums ? 0 : next_random(steps + 2);
        while (!random_task(&task, &C, steps, sums))
            ;
        bool one = R == 0;
        bool possible = tiny_least_rounds(&task, one, one ? 0 : R) != TINY_NEVER;
        struct network_cnf question = {
            .chunks = (uint32_t)C, .steps = (uint32_t)steps, .rounds = (uint32_t)R};
        if (has_model(&task, question) != possible)
            fail_msg("C=%ld S=%ld R=%ld: %s\n%.*s", C, steps, R,
                     possible ? "possible" : "impossible", (int)text.length, text.bytes);
        tally[possible][task.what]++;
    }
    for (long what = 0; what < 7; what++)
        printf("collective %ld: %lu possible, %lu not\n", what, tally[1][what], tally[0][what]);
    for (long what = 0; what < 7; what++)
        assert_true(tally[0][what] > 5 && tally[1][what] > 5);
}

static void test_formula_of_streams(void **state) {
    unsigned long tally[2] = {0, 0};
    (void)state;
    for (long i = 0; i < 300; i++) {
        static const long rates[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 2}, {2, 3}};
        const long *rate = rates[next_random(5)];
        struct tiny_task task = {.what = TINY_STREAM};
        long D = 1 + next_random(4), first = 1 + next_random(4), W = 1 + next_random(3);
        random_network(&task.net, 2 + next_random(2), 4);
        task.root = random_party(&task.net);
        tiny_items(&task, rate[0], rate[1], D, first, W);
        bool possible = tiny_least_rounds(&task, true, 0) != TINY_NEVER;
        struct network_cnf question = {.chunks = (uint32_t)W,
                                       .steps = (uint32_t)D,
                                       .first = (uint32_t)first,
                                       .rate = {(uint32_t)rate[0], (uint32_t)rate[1]}};
        if (has_model(&task, question) != possible)
            fail_msg("rate %ld/%ld D=%ld window %ld %ld: %s\n%.*s", rate[0], rate[1], D, first, W,
                     possible ? "possible" : "impossible", (int)text.length, text.bytes);
        tally[possible]++;
    }
    printf("windows: %lu possible, %lu not\n", tally[1], tally[0]);
    assert_true(tally[0] > 50 && tally[1] > 50);
}

/* --- prices --- */

struct priced {
    long rows, steps; /* rows: 1, for the word any, or as many as there are */
    long price[8][TINY_GROUPS], of_arc[8][TINY_ARCS];
    long most, sum; /* of B over the rows */
};

/* `cyclic`: the rows are phases, or one is for any step. */
static void random_prices(struct priced *priced, const struct tiny *net, long rows, bool cyclic) {
    memset(priced, 0, sizeof *priced);
    priced->rows = rows;
    while (priced->most == 0)
        for (long r = 0; r < rows; r++) {
            long budget = 0;
            for (long g = 0; g < net->G; g++) {
                long y = next_random(2) * next_random(4);
                priced->price[r][g] += y;
                for (long a = 0; a < net->A; a++) {
                    long sent = r - tiny_late(net, g, a);
                    sent = cyclic ? (sent + 12 * rows) % rows : sent;
                    if (sent >= 0 && net->members[g] >> a & 1)
                        priced->of_arc[sent][a] += y;
                }
                budget += net->capacity[g] * priced->price[r][g];
            }
            priced->most = budget > priced->most ? budget : priced->most;
        }
    for (long r = 0; r < rows; r++)
        for (long g = 0; g < net->G; g++)
            priced->sum += net->capacity[g] * priced->price[r][g];
}

static void put_prices(const struct priced *priced, const struct tiny *net, bool any) {
    for (long r = 0; r < priced->rows; r++)
        for (long g = 0; g < net->G; g++)
            if (priced->price[r][g] > 0 && any)
                text_put(&text, "price any %ld %ld\n", g + 1, priced->price[r][g]);
            else if (priced->price[r][g] > 0)
                text_put(&text, "price %ld %ld %ld\n", r + 1, g + 1, priced->price[r][g]);
}

static void put_ratio(const char *key, long P, long Q) {
    long a = P, b = Q;
    while (b > 0) {
        long c = a % b;
        a = b, b = c;
    }
    text_put(&text, "%s %ld %ld\n", key, P / a, Q / a);
}

static long value_of(const struct tiny_task *task, struct priced *priced) {
    long value = 0;
    for (long k = 0; k < task->K; k++)
        value += tiny_tree(task, &task->chunks[k], priced->rows, priced->of_arc);
    return value;
}

/* P/Q rounds, exactly what the prices say, or a little more. */
static bool compare_rounds(struct tiny_task *task, long steps, unsigned long *infinite) {
    struct priced priced;
    bool any = next_random(3) == 0;
    tiny_chunks(task, 1, steps);
    random_prices(&priced, &task->net, any ? 1 : steps, any);
    long value = value_of(task, &priced);
    bool no_tree = value >= TINY_NEVER * TINY_NEVER;
    *infinite += no_tree;
    if (value == 0)
        return false;
    for (long more = 0; more < 2; more++) {
        begin_text(task, "network-bound");
        put_ratio("rounds", no_tree ? 1 : 1000 * value + more, no_tree ? 1 : 1000 * priced.most);
        text_put(&text, "steps %ld\n", steps);
        put_prices(&priced, &task->net, any);
        text_put(&text, "trees\n");
        expect(!no_tree && more == 0, "rounds");
    }
    return true;
}

static void compare_time(struct tiny_task *task, long steps) {
    struct priced priced;
    bool any = next_random(3) == 0;
    tiny_chunks(task, 1, steps);
    random_prices(&priced, &task->net, any ? 1 : steps, any);
    long value = value_of(task, &priced), budget = any ? priced.sum * steps : priced.sum;
    if (value == 0 || value >= TINY_NEVER * TINY_NEVER)
        return;
    long C = budget / value + 1; /* the least with C value > budget */
    for (long less = 0; less < 2 && C > less; less++) {
        begin_text(task, "network-bound");
        text_put(&text, "chunks %ld\ntime %ld\n", C - less, steps + 1);
        put_prices(&priced, &task->net, any);
        text_put(&text, "trees\n");
        expect(less == 0, "time");
    }
}

static void compare_stream(struct tiny_task *task, long D, unsigned long tally[2]) {
    static const long rates[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 2}, {2, 3}, {3, 1}};
    const long *rate = rates[next_random(6)];
    struct priced priced;
    bool any = next_random(3) == 0;
    task->what = TINY_STREAM;
    task->root = random_party(&task->net);
    tiny_items(task, rate[0], rate[1], D, 1, rate[0]);
    random_prices(&priced, &task->net, any ? 1 : rate[1], true);
    long value = value_of(task, &priced);
    if (value == 0)
        return;
    begin_text(task, "network-bound");
    text_put(&text, "rate %ld %ld\ndelay %ld\n", rate[0], rate[1], D);
    put_prices(&priced, &task->net, any);
    text_put(&text, "trees\n");
    bool tree = value < TINY_NEVER * TINY_NEVER;
    tally[expect(tree && value > priced.sum * (any ? rate[1] : 1), "a stream")]++;
}

/* Do these arcs lead from the root to all others? */
static bool reaches_all(const struct tiny *net, long root, unsigned arcs) {
    unsigned reached = 1U << root, before;
    do {
        before = reached;
        for (long a = 0; a < net->A; a++)
            if (arcs >> a & 1 && reached >> net->tail[a] & 1)
                reached |= 1U << net->head[a];
    } while (reached != before);
    return (tiny_parties(net) & ~reached) == 0;
}

/* No rate above B/d, d the least cost of arcs that lead to all; a rate below it is not proved. */
static void compare_most(struct tiny_task *task, unsigned long *tally) {
    const struct tiny *net = &task->net;
    struct priced priced;
    long least = -1;
    task->what = TINY_STREAM;
    random_prices(&priced, net, 1, true);
    for (unsigned arcs = 0; arcs < 1U << net->A; arcs++) {
        long cost = 0;
        for (long a = 0; a < net->A; a++)
            cost += arcs >> a & 1 ? priced.of_arc[0][a] : 0;
        if ((least < 0 || cost < least) && reaches_all(net, task->root, arcs))
            least = cost;
    }
    for (long less = 0; less < 2 && least > 0; less++) {
        begin_text(task, "network-bound");
        put_ratio("most", 1000 * priced.sum - less, 1000 * least);
        put_prices(&priced, net, true);
        text_put(&text, "trees\n");
        tally[expect(less == 0, "a rate")]++;
    }
}

static void test_trees(void **state) {
    unsigned long rounds = 0, infinite = 0, tally[2] = {0, 0}, most[2] = {0, 0};
    (void)state;
    for (long i = 0; i < 500; i++) {
        struct tiny_task task = {.what = next_random(7)};
        long steps = 1 + next_random(4);
        random_network(&task.net, 2 + next_random(8) / 3, 4);
        if (task.net.A * steps > 12)
            steps = 12 / task.net.A;
        task.root = random_party(&task.net);
        rounds += compare_rounds(&task, steps, &infinite);
        compare_time(&task, steps);
        compare_stream(&task, steps, tally);
        compare_most(&task, most);
    }
    printf("%lu bounds of rounds, %lu without a tree; %lu streams refuted, %lu not\n", rounds,
           infinite, tally[1], tally[0]);
    assert_true(rounds > 300 && infinite > 50 && tally[0] > 30 && tally[1] > 30);
    assert_true(most[0] > 100 && most[1] == most[0]);
}

/* --- what is proved is true --- */

/* Sets that are disjoint, or nothing: every node is in a part or in none. */
static void put_parts(const struct tiny *net) {
    long part_of[TINY_NODES];
    for (long v = 0; v < net->N; v++)
        part_of[v] = next_random(net->N + 1);
    part_of[next_random(net->N)] = 1;
    for (long p = 1; p <= net->N; p++) {
        bool begun = false;
        for (long v = 0; v < net->N; v++)
            if (part_of[v] == p) {
                text_put(&text, begun ? " %ld" : "part %ld", v);
                begun = true;
            }
        text_put(&text, begun ? "\n" : "%s", "");
    }
}

/* Half of the time a set of three, with a price behind those of the groups. */
static void put_end(const struct tiny *net, const struct priced *priced, bool odd) {
    if (odd)
        text_put(&text, "odd 0 1 2\n");
    put_prices(priced, net, true);
    if (odd)
        text_put(&text, "price any %ld %ld\n", net->G + 1, 1 + next_random(3));
    if (next_random(2))
        text_put(&text, "trees\n");
    else
        put_parts(net);
}

/* Whoever holds a node of a triangle to one message makes odd sets. */
static void half_duplex(struct tiny *net) {
    for (long v = 0; v < 3; v++) {
        unsigned arcs = 0;
        for (long a = 0; a < net->A; a++)
            if (net->tail[a] == v || net->head[a] == v)
                arcs |= 1u << a;
        if (arcs == 0)
            continue;
        net->members[net->G] = arcs;
        net->capacity[net->G++] = 1;
        if (next_random(2))
            make_port(net, net->G - 1, v);
    }
}

/* Bounds of each kind, odd sets and parts and any number of steps among them, that may be too good:
 * what is verified, no schedule contradicts. */
static void test_no_contradiction(void **state) {
    unsigned long verified[2][4] = {{0}}, all = 0;
    char why[400];
    (void)state;
    for (long i = 0; i < 14000; i++) {
        struct tiny_task task = {.what = next_random(7)};
        struct priced priced;
        long steps = 1 + next_random(3), C = 1 + next_random(2), claim = next_random(3);
        random_network(&task.net, 3, 5);
        bool half = next_random(2), odd = half && claim != 0 && next_random(2);
        if (half)
            half_duplex(&task.net);
        task.root = random_party(&task.net);
        if (claim == 2)
            task.what = TINY_STREAM;
        else
            tiny_chunks(&task, C, steps);
        if (claim == 2)
            tiny_items(&task, 1, 1, steps, 1, 4);
        if (task.K * task.net.A > 12 && claim != 2)
            continue;
        random_prices(&priced, &task.net, 1, true);
        begin_text(&task, "network-bound");
        long P = 1 + next_random(4), Q = 1 + next_random(2);
        if (claim == 0)
            put_ratio("rounds", P, Q);
        if (claim == 0 && next_random(2))
            text_put(&text, "steps any\n");
        else if (claim == 0)
            text_put(&text, "steps %ld\n", steps);
        else if (claim == 1)
            text_put(&text, "chunks %ld\ntime %ld\n", C, steps + 1);
        else
            text_put(&text, "rate 1 1\ndelay %ld\n", steps);
        put_end(&task.net, &priced, odd);
        all++;
        if (status_of(why, sizeof why) != VERDICT_VERIFIED)
            continue;
        verified[odd][claim]++;
        long least = tiny_least_rounds(&task, claim != 0, claim == 0 ? 8 : 0);
        if (claim == 0 ? least * Q < P * C : least != TINY_NEVER && claim == 1)
            fail_msg("least %ld, C=%ld, but %s\n%.*s", least, C, why, (int)text.length, text.bytes);
        if (claim == 2 && least != TINY_NEVER) {
            tiny_items(&task, 1, 1, steps, 1, 9); /* prices are of infinitely many */
            if (tiny_least_rounds(&task, true, 0) != TINY_NEVER)
                fail_msg("a stream, but %s\n%.*s", why, (int)text.length, text.bytes);
        }
    }
    for (int odd = 0; odd < 2; odd++)
        printf("%s odd sets verified: rounds %lu, time %lu, streams %lu\n",
               odd ? "with" : "without", verified[odd][0], verified[odd][1], verified[odd][2]);
    assert_true(verified[0][0] > 20 && verified[0][1] > 20 && verified[0][2] > 20);
    assert_true(verified[1][1] > 5 && verified[1][2] > 5);
}

/* --- sums for everybody --- */

/* The least cost of messages of one chunk, one after the other, after which everybody knows of
 * everybody's operand, where a message tells all that its sender knows: a shortest way through what
 * may be known, four bits a node. */
static long least_gossip(const struct tiny *net, const long *price) {
    enum { STATES = 1 << 16, FAR = 1000000 };
    static long cost[STATES];
    unsigned start = 0, all = tiny_parties(net), whole = 0;
    for (long v = 0; v < net->N; v++) {
        start |= tiny_takes_part(net, v) ? 1U << 5 * v : 0;
        whole |= tiny_takes_part(net, v) ? all << 4 * v : 0;
    }
    for (long i = 0; i < STATES; i++)
        cost[i] = FAR;
    cost[start] = 0;
    for (bool changed = true; changed;) { /* who sends knows no less: numbers rise */
        changed = false;
        for (unsigned i = 0; i < STATES; i++)
            for (long a = 0; a < net->A && cost[i] < FAR; a++) {
                unsigned next = i | (i >> 4 * net->tail[a] & 15U) << 4 * net->head[a];
                if (cost[i] + price[a] < cost[next]) {
                    cost[next] = cost[i] + price[a];
                    changed = true;
                }
            }
    }
    long least = FAR;
    for (unsigned i = 0; i < STATES; i++)
        least = (i & whole) == whole && cost[i] < least ? cost[i] : least;
    return least;
}

/* Prices of parts: what is verified is no more than the cheapest messages; and of nodes that are a
 * part each, with prices that are all alike, it is 2 (N - 1). */
static void test_allreduce(void **state) {
    unsigned long verified = 0, refuted = 0, exact = 0;
    (void)state;
    for (long i = 0; i < 4000; i++) {
        struct tiny_task task = {.what = TINY_STREAM + 1};
        struct priced priced;
        char why[400];
        random_network(&task.net, 2 + next_random(3), 6);
        random_prices(&priced, &task.net, 1, true);
        long least = least_gossip(&task.net, priced.of_arc[0]);
        long P = 1 + next_random(3 * (int)priced.most), Q = priced.most;
        begin_text(&task, "network-bound");
        put_ratio("rounds", P, Q);
        text_put(&text, "steps any\n");
        put_prices(&priced, &task.net, true);
        put_parts(&task.net);
        if (status_of(why, sizeof why) != VERDICT_VERIFIED) {
            refuted++;
            continue;
        }
        verified++;
        exact += least == P;
        if (least < P)
            fail_msg("messages for %ld, but %s\n%.*s", least, why, (int)text.length, text.bytes);
    }
    printf("allreduce: %lu verified, %lu of them exact, %lu refuted\n", verified, exact, refuted);
    assert_true(verified > 150 && exact > 30 && refuted > 300);
}

/* --- lists --- */

struct tiny_send {
    long step, arc, chunk; /* chunk: its place among those of the task */
};

/* Plays everything at once, with sets of operands; rounds of each step. */
static bool is_right(const struct tiny_task *task, long steps, const long *rounds,
                     const struct tiny_send *sends, long count) {
    const struct tiny *net = &task->net;
    static unsigned has[40][TINY_CHUNKS][TINY_NODES];
    memset(has, 0, sizeof has);
    for (long k = 0; k < task->K; k++)
        for (long v = 0; v < net->N; v++)
            has[0][k][v] = task->chunks[k].sum ? (1u << v) & task->chunks[k].targets
                                               : v == task->chunks[k].node;
    for (long s = 1; s <= steps; s++) {
        for (long k = 0; k < task->K; k++)
            for (long v = 0; v < net->N; v++)
                has[s][k][v] |= has[s - 1][k][v];
        for (long g = 0; g < net->G; g++) {
            long load = 0;
            for (long i = 0; i < count; i++)
                load += sends[i].step + tiny_late(net, g, sends[i].arc) == s &&
                        (net->members[g] >> sends[i].arc & 1);
            if (load > net->capacity[g] * rounds[s - 1])
                return false;
        }
        for (long i = 0; i < count; i++) {
            long k = sends[i].chunk, u = net->tail[sends[i].arc];
            long there = s + net->latency[sends[i].arc] - 1;
            if (sends[i].step != s)
                continue;
            unsigned what = has[s - 1][k][u];
            if (task->chunks[k].sum)
                what &= has[s][k][u];
            if (what == 0 || there > steps)
                return false;
            if (task->chunks[k].sum)
                has[s][k][u] &= ~what;
            has[there][k][net->head[sends[i].arc]] |= what;
        }
    }
    for (long k = 0; k < task->K; k++)
        for (long v = 0; v < net->N; v++)
            if (task->chunks[k].sum ? has[steps][k][task->chunks[k].node] != task->chunks[k].targets
                                    : (task->chunks[k].targets >> v & 1) && !has[steps][k][v])
                return false;
    return true;
}

static void put_list(const struct tiny_task *task, const struct tiny_send *sends, long count) {
    long step = 0;
    for (long i = 0; i < count; i++) {
        if (sends[i].step != step)
            text_put(&text, "step %ld\n", step = sends[i].step);
        text_put(&text, "send %ld %ld %ld\n", task->net.tail[sends[i].arc],
                 task->net.head[sends[i].arc], task->chunks[sends[i].chunk].number);
    }
}

/* In the order of the grammar. Sends what may be useful, at random, and seldom what is not. */
static long random_list(const struct tiny_task *task, long steps, struct tiny_send *sends) {
    const struct tiny *net = &task->net;
    bool has[40][TINY_CHUNKS][TINY_NODES] = {{{false}}};
    long count = 0, often = 1 + next_random(4);
    for (long k = 0; k < task->K; k++)
        for (long v = 0; v < net->N; v++)
            has[0][k][v] =
                task->chunks[k].sum ? task->chunks[k].targets >> v & 1 : v == task->chunks[k].node;
    for (long s = 1; s <= steps; s++) {
        for (long k = 0; k < task->K; k++)
            for (long v = 0; v < net->N; v++)
                has[s][k][v] |= has[s - 1][k][v];
        for (long a = 0; a < net->A; a++)
            for (long k = 0; k < task->K && count < 60; k++) {
                long there = s + net->latency[a] - 1;
                bool sum = task->chunks[k].sum;
                bool useful =
                    has[s - 1][k][net->tail[a]] && has[s][k][net->tail[a]] && there <= steps &&
                    (sum ? net->tail[a] != task->chunks[k].node : !has[there][k][net->head[a]]);
                if (useful ? next_random(5) < often : next_random(400) == 0) {
                    sends[count++] = (struct tiny_send){s, a, k};
                    if (there <= steps)
                        has[there][k][net->head[a]] = true;
                    if (sum)
                        has[s][k][net->tail[a]] = false;
                }
            }
    }
    return count;
}

static void test_lists(void **state) {
    unsigned long tally[2][2] = {{0}};
    (void)state;
    for (long i = 0; i < 20000; i++) {
        struct tiny_task task = {.what = next_random(7)};
        struct tiny_send sends[80];
        long steps = 1 + next_random(5), C = 1 + next_random(8) / 7, rounds[8];
        bool real = next_random(2);
        random_network(&task.net, 2 + next_random(8) / 7, 6);
        if (real) { /* steps of several rounds: each arc alone */
            task.net.G = task.net.A;
            memset(task.net.port, 0, sizeof task.net.port);
            for (long a = 0; a < task.net.A; a++)
                task.net.members[a] = 1u << a, task.net.capacity[a] = 1 + next_random(2);
        }
        task.root = random_party(&task.net);
        tiny_chunks(&task, C, steps);
        long count = random_list(&task, steps, sends);
        begin_text(&task, "network-schedule");
        text_put(&text, "chunks %ld\nrounds", C);
        for (long s = 0; s < steps; s++)
            text_put(&text, " %ld", rounds[s] = real ? next_random(6) : 1);
        text_put(&text, "\n");
        put_list(&task, sends, count);
        bool right = is_right(&task, steps, rounds, sends, count);
        tally[task.what == 3 || task.what == 6][expect(right, "a list")]++;
    }
    printf("lists: %lu right, %lu wrong; of sums: %lu right, %lu wrong\n", tally[0][1], tally[0][0],
           tally[1][1], tally[1][0]);
    assert_true(tally[0][0] > 1000 && tally[0][1] > 1000 && tally[1][0] > 1000 &&
                tally[1][1] > 500);
}

/* Is each item right, and does no step of the stream, written out, have too much? */
static bool is_stream(const struct tiny_task *task, long T, long D, const struct tiny_send *sends,
                      long count) {
    const struct tiny *net = &task->net;
    for (long k = 0; k < task->K; k++) {
        long since[TINY_NODES], birth = task->chunks[k].birth;
        for (long v = 0; v < net->N; v++)
            since[v] = v == task->root ? birth : TINY_NEVER;
        for (long i = 0; i < count; i++) {
            long there = sends[i].step + net->latency[sends[i].arc] - 1;
            if (sends[i].chunk != k)
                continue;
            if (since[net->tail[sends[i].arc]] >= sends[i].step || there > birth + D)
                return false;
            if (there < since[net->head[sends[i].arc]])
                since[net->head[sends[i].arc]] = there;
        }
        for (long v = 0; v < net->N; v++)
            if (tiny_takes_part(net, v) && since[v] == TINY_NEVER)
                return false;
    }
    for (long s = 1; s <= D + 3 * T; s++)
        for (long g = 0; g < net->G; g++) {
            long load = 0;
            for (long i = 0; i < count; i++)
                for (long t = sends[i].step + tiny_late(net, g, sends[i].arc); t <= s; t += T)
                    load += t == s && (net->members[g] >> sends[i].arc & 1);
            if (load > net->capacity[g])
                return false;
        }
    return true;
}

static void test_lists_of_streams(void **state) {
    static const long rates[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 2}, {2, 3}};
    unsigned long tally[2] = {0, 0};
    (void)state;
    for (long i = 0; i < 20000; i++) {
        const long *rate = rates[next_random(5)];
        struct tiny_task task = {.what = TINY_STREAM};
        struct tiny_send sends[200];
        long D = 1 + next_random(5), T = rate[1] * (1 + next_random(2)), count = 0;
        long often = 2 + next_random(7);
        random_network(&task.net, 2 + next_random(3) / 2, 6);
        for (long g = 0; g < task.net.G; g++)
            task.net.capacity[g] += next_random(3);
        task.root = random_party(&task.net);
        tiny_items(&task, rate[0], rate[1], D, 1, T * rate[0] / rate[1]);
        bool since[8][TINY_NODES][40] = {{{false}}};
        for (long s = 1; s <= T + D; s++)
            for (long a = 0; a < task.net.A; a++)
                for (long k = 0; k < task.K && count < 200; k++) {
                    long there = s + task.net.latency[a] - 1, end = task.chunks[k].deadline;
                    if (s > task.chunks[k].birth)
                        since[k][task.root][s - 1] = true;
                    bool useful = since[k][task.net.tail[a]][s - 1] && there <= end;
                    for (long t = 0; t < 40 && useful; t++)
                        useful = !since[k][task.net.head[a]][t];
                    useful = useful && task.net.head[a] != task.root;
                    if (useful ? next_random(9) >= often : next_random(4000) > 0)
                        continue;
                    sends[count++] = (struct tiny_send){s, a, k};
                    for (long t = there; t < 40; t++)
                        since[k][task.net.head[a]][t] = true;
                }
        begin_text(&task, "network-schedule");
        text_put(&text, "rate %ld %ld\ndelay %ld\nperiod %ld\n", rate[0], rate[1], D, T);
        put_list(&task, sends, count);
        tally[expect(is_stream(&task, T, D, sends, count), "a stream")]++;
    }
    printf("streams: %lu right, %lu wrong\n", tally[1], tally[0]);
    assert_true(tally[0] > 1000 && tally[1] > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formula),         cmocka_unit_test(test_formula_of_streams),
        cmocka_unit_test(test_trees),           cmocka_unit_test(test_no_contradiction),
        cmocka_unit_test(test_allreduce),       cmocka_unit_test(test_lists),
        cmocka_unit_test(test_lists_of_streams)};
    return cmocka_run_group_tests_name("check_network", tests, NULL, NULL);
}
