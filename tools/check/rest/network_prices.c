/* SPDX-License-Identifier: MIT */
/* Kind network-bound, and the prices of network-frontier.
 *
 * Theorem: let y(g,s) >= 0 be the price of group g in step s, and let a sending cost the sum of the
 * prices of its arc's groups in the steps in which it counts. Then in each schedule, of r_s rounds
 * in step s and capacities b_g,
 *
 *     sum over s of r_s (sum over g of b_g y(g,s)) >= sum over the chunks k of d(k),
 *
 * where d(k) is the least cost of sendings that bring k to all that want it, a *timed tree*. For
 * the left side is at least the load of each g in s times its price, which is the sum over the
 * chunks of what their sendings cost, and these bring them. So, if B(s) = sum over g of b_g y(g,s):
 *
 *     rounds: R max B >= C sum d      time (r_s = 1): sum of B(s) >= C sum d
 *     streams, phases s = 1..Q: the items of M Q steps load no other than these and D more, and
 * there are M P of them: for M to infinity, sum of B(s) >= sum of d over the P items of Q steps;
 *     most, whatever the delay: p items of q steps load q B at most, so p d <= q B.
 *
 * Of an allreduce, d by `part`s: let the nodes of a part be one, which only helps, and those in no
 * part each one of its own; and let messages of a step go one after the other, which only helps
 * too. Let r be the first who knows of everybody's operand. By then each other part has sent
 * something out of it; and behind that each other part, which does not know of everybody yet, gets
 * something in. So the messages of a chunk, whatever sums or parts of sums they are, cost at least
 * the least of an arc out of and of one into each part, but for one of them.
 *
 * d, by `trees`: Dreyfus, Wagner 1971, on the network spread out in time. A tree that ends within
 * any time needs (n-1) (longest latency) steps, as prices do not depend on the step there: at most
 * n-1 sendings follow one another. By `part`s: a tree enters each part which does not hold its
 * source and holds a target, and these arcs are different ones.
 *
 * By `commodity`: network_cuts.c. Of a stream the cuts are of the first of the P items, which is
 * born before step 1; where prices do not depend on the phase the others cost the same, else they
 * cost 0 at least.
 *
 * Of a chunk with one target the cheapest tree is a way; beyond 14 nodes that is looked for, step
 * by step, or where prices do not depend on the step of any number of steps, which costs no more.
 *
 * odd: of nodes of which each sends or receives one message a round, along arcs within the set, an
 * odd number 2m+1 has at most m messages in a round, if both ends count in one (so no line port).
 *
 * growth: in internal time let a message take l steps at least, and no node begin more than p in a
 * step. Then who has chunks of one source, and when, is as in core/items_bound.c, which counts
 * these two alone: with h = 1 that gives the least time of C chunks that go to all. Of a stream
 * some item leaves its source c = floor(p Q/P) times at most, as those of M Q steps leave it p (M Q
 * + D) times; and in a delay D >= l each of these messages brings it to f(D-l) at most, f(s) =
 * f(s-1) + p f(s-l), 1 for s < l. A group holds a node to its capacity if it has all arcs by which
 * it sends, which count in it as late as each other.
 *
 * Costs of a sending are below 2^55 (2.1*10^7 groups, prices of 10^9); what reaches 2^62 counts as
 * infinite, and then there is no tree, which is refuted. */
#include "rest/network_prices.h"
#include "core/growth.h"
#include "core/memory.h"
#include "rest/network_cuts.h"
#include "rest/rules.h"

enum { TREE_NODES = 14, PRICE_LIMIT = 1000000000, ODD_LIMIT = 1000000 };
static const uint64_t infinite = (uint64_t)1 << 62;

struct check {
    const struct network_prices *asked;
    struct reader *reader;
    struct network *network;
    uint32_t phases;       /* steps, or phases of a stream, that may have prices of their own */
    uint32_t rows;         /* the same, or 1 if the prices do not depend on the step */
    uint64_t *cost;        /* of arc a, when it is sent in row r: [r * arcs + a] */
    mpz_ptr number;        /* at hand */
    mpz_ptr budget, value; /* B, the largest or the sum; the sum of the d */
    uint64_t horizon;      /* internal steps of a tree */
    uint64_t *least;       /* trees: f */
    uint64_t *ways;        /* ways from one node: the least costs, of prices that depend on the step
                              [s * nodes + v]: to have it after internal step s; or NULL */
    uint32_t *part_of;     /* parts: of each node, from 1; 0 if in none */
    uint64_t *enter;       /* of each part: the least cost */
    uint64_t *leave;       /* the same of an arc out of it */
    uint32_t parts;
    mpz_ptr all_parts; /* their sum */
};

/* --- the lines odd --- */

/* inside: of each node of the set, 1 and the number of arcs between it and others of the set; 0 of
 * others. single: a group of capacity 1 has all these arcs. */
static void hold_to_one(const struct network *network, const uint32_t *inside, uint32_t *found,
                        bool *single) {
    for (uint32_t g = 0; g < network->groups; g++)
        for (int pass = network->port[g] < network->nodes ? 3 : 0;
             network->capacity[g] == 1 && pass < 3; pass++)
            for (size_t i = network->first[g]; i < network->first[g + 1]; i++) {
                struct arc arc = network->arc[network->members[i]];
                for (int end = 0; inside[arc.tail] && inside[arc.head] && end < 2; end++) {
                    uint32_t v = end ? arc.head : arc.tail;
                    found[v] = pass == 2 ? 0 : found[v] + (pass == 0);
                    single[v] = single[v] || (pass == 1 && found[v] + 1 == inside[v]);
                }
            }
}

static void read_set(struct check *check, uint32_t *inside, uint32_t *found, bool *single) {
    struct reader *reader = check->reader;
    struct network *network = check->network;
    uint32_t size = 0, node = 0;
    for (; read_has_more(reader) || size < 3; size++) {
        node = read_number(reader, "a node above the last one", size > 0 ? node + 1 : 0,
                           network->nodes - 1);
        inside[node] = 1;
    }
    if (size % 2 == 0)
        read_malformed(reader, "the number of nodes is even");
    for (uint32_t a = 0; a < network->arcs; a++) {
        struct arc arc = network->arc[a];
        if (inside[arc.tail] == 0 || inside[arc.head] == 0)
            continue;
        inside[arc.tail]++;
        inside[arc.head]++;
        network_add_member(network, a);
    }
    hold_to_one(network, inside, found, single);
    for (uint32_t v = 0; v < network->nodes; v++)
        if (inside[v] > 1 && !single[v])
            read_refuted(reader, "no group of capacity 1 holds node %u to one message", v);
    network_add_group(network, size / 2, network->nodes);
    read_line_end(reader);
}

static void read_odd(struct check *check) {
    const struct network *network = check->network;
    if (network->groups == NETWORK_GROUPS_LIMIT + ODD_LIMIT)
        read_malformed(check->reader, "too many groups");
    read_key(check->reader, "odd");
    read_charge(check->reader, 3 * (uint64_t)network->nodes + network->arcs + network->groups +
                                   3 * network->count);
    uint64_t mark = memory_mark();
    uint32_t *inside = memory_zeroed(2 * (size_t)network->nodes, sizeof *inside);
    bool *single = memory_zeroed(network->nodes, sizeof *single);
    read_set(check, inside, inside + network->nodes, single);
    memory_release(mark);
}

/* --- the lines price --- */

/* The first line says whether the prices depend on the step. */
static void begin_prices(struct check *check, bool *any) {
    *any = check->phases == 0 || read_behind(read_front(check->reader), "any");
    check->rows = *any ? 1 : check->phases;
    network_charge(check->reader, 4, check->rows, check->network->arcs);
    check->cost = memory_zeroed((size_t)check->rows * check->network->arcs, sizeof *check->cost);
}

/* The price of a step is paid by what is sent so many steps before as it counts late; without
 * phases, where there is no such step, by what comes too late: nothing. */
static void add_cost(const struct check *check, uint32_t step, uint32_t g, uint32_t a,
                     uint32_t price) {
    uint64_t late = network_late(check->network, g, a), rows = check->rows;
    check->cost[(step - 1 + late * (rows - 1)) % rows * check->network->arcs + a] += price;
}

static void read_prices(struct check *check) {
    struct reader *reader = check->reader;
    const struct network *network = check->network;
    uint32_t step = 1, group, price, last_step = 0, last_group = 0;
    enum network_claim claim = check->asked->claim;
    bool any = false, rounds = claim == NETWORK_ROUNDS || claim == NETWORK_MOST;
    mpz_ptr row = check->number;
    do {
        read_key(reader, "price");
        if (last_step == 0)
            begin_prices(check, &any);
        if (any)
            read_key(reader, "any");
        else
            step = read_number(reader, "the step", 1, check->rows);
        group = read_number(reader, "a group", 1, network->groups);
        price = read_number(reader, "the price", 1, PRICE_LIMIT);
        if (step < last_step || (step == last_step && group <= last_group))
            read_malformed(reader, "prices ascend by step and group");
        size_t from = network->first[group - 1], end = network->first[group];
        read_charge(reader, end - from);
        for (size_t i = from; i < end; i++)
            add_cost(check, step, group - 1, network->members[i], price);
        if (rounds && step > last_step)
            mpz_set_ui(row, 0);
        mpz_add_ui(row, row, (uint64_t)network->capacity[group - 1] * price);
        if (mpz_cmp(row, check->budget) > 0)
            mpz_set(check->budget, row);
        last_step = step, last_group = group;
        read_line_end(reader);
    } while (read_is_at(reader, "price"));
    if (any && !rounds)
        mpz_mul_ui(check->budget, check->budget, check->phases);
}

/* --- trees --- */

static uint64_t *least_of(const struct check *check, uint64_t step, uint32_t node) {
    return check->least + ((step * check->network->nodes + node) << check->network->nodes);
}

/* f(s,v,X) of one s and X: the least cost to bring the chunk to all of X, if v has it after step
 * s. */
static void grow_set(const struct check *check, uint64_t s, uint32_t set, uint64_t birth) {
    const struct network *network = check->network;
    for (uint32_t v = 0; v < network->nodes; v++) {
        uint64_t *f = least_of(check, s, v);
        uint32_t others = set & ~((uint32_t)1 << v);
        f[set] = others == 0          ? 0
                 : others < set       ? f[others]
                 : s < check->horizon ? least_of(check, s + 1, v)[set]
                                      : infinite;
    }
    for (uint32_t a = 0; a < network->arcs; a++) {
        struct arc arc = network_arc(network, a);
        if (s + arc.latency > check->horizon)
            continue;
        uint64_t step = network_step(network, a, birth, s + 1, check->horizon);
        uint64_t cost = check->cost[(step - 1) % check->rows * network->arcs + a] +
                        least_of(check, s + arc.latency, arc.head)[set];
        uint64_t *f = least_of(check, s, arc.tail);
        f[set] = cost < f[set] ? cost : f[set];
    }
    for (uint32_t v = 0; v < network->nodes; v++) {
        uint64_t *f = least_of(check, s, v);
        for (uint32_t half = (set - 1) & set; half > (set ^ half) && !(set >> v & 1);
             half = (half - 1) & set)
            if (f[half] + f[set ^ half] < f[set])
                f[set] = f[half] + f[set ^ half];
    }
}

/* All sets, or those of one node, if there are no other targets. */
static void grow_trees(struct check *check, uint64_t birth) {
    uint32_t N = check->network->nodes, from, to;
    double sets = (uint32_t)1 << N, splits = N / 2.0;
    network_commodity(check->network, 0, &from, &to);
    bool one = to < N;
    for (uint32_t v = 1; v < N; v++)
        splits *= 3;
    network_charge(check->reader, (double)check->horizon + 1,
                   one ? 4 * N * sets + (N + 1.0) * check->network->arcs
                       : (6.0 * N + check->network->arcs) * sets + splits,
                   1);
    memory_free(check->least);
    check->least = memory_zeroed(((size_t)check->horizon + 1) * N << N, sizeof *check->least);
    for (uint64_t s = check->horizon + 1; s-- > 0;)
        for (uint32_t set = 1; set < (uint32_t)1 << N; set = one ? 2 * set : set + 1)
            grow_set(check, s, set, birth);
}

/* --- ways --- */

/* The least costs from a node, of any number of steps. Each pass over the arcs is paid. */
static void find_ways(struct check *check, uint32_t from) {
    const struct network *network = check->network;
    for (uint32_t v = 0; v < network->nodes; v++)
        check->ways[v] = v == from ? 0 : infinite;
    for (bool changed = true; changed;) {
        changed = false;
        read_charge(check->reader, network->arcs);
        for (uint32_t a = 0; a < network->arcs; a++) {
            struct arc arc = network_arc(network, a);
            uint64_t cost = check->ways[arc.tail] + check->cost[a];
            if (cost < check->ways[arc.head]) {
                check->ways[arc.head] = cost;
                changed = true;
            }
        }
    }
}

/* The same, where each step has its prices. */
static void find_timed_ways(struct check *check, uint32_t from) {
    const struct network *network = check->network;
    uint32_t N = network->nodes;
    network_charge(check->reader, (double)check->horizon + 1, network->arcs + (double)N, 1);
    for (uint64_t s = 0; s <= check->horizon; s++) {
        uint64_t *ways = check->ways + s * N;
        for (uint32_t v = 0; v < N; v++)
            ways[v] = s > 0 ? check->ways[(s - 1) * N + v] : v == from ? 0 : infinite;
        for (uint32_t a = 0; a < network->arcs; a++) {
            struct arc arc = network_arc(network, a);
            if (arc.latency > s)
                continue;
            uint64_t step = network_step(network, a, 0, s - arc.latency + 1, check->horizon);
            uint64_t cost = check->ways[(s - arc.latency) * N + arc.tail] +
                            check->cost[(step - 1) % check->rows * network->arcs + a];
            ways[arc.head] = cost < ways[arc.head] ? cost : ways[arc.head];
        }
    }
}

/* Each chunk has one target. */
static void begin_ways(struct check *check) {
    uint32_t from, to = check->network->nodes;
    network_commodity(check->network, 0, &from, &to);
    if (to == check->network->nodes)
        read_malformed(check->reader, "trees of more than %d nodes", TREE_NODES);
    check->horizon = check->rows > 1 ? check->horizon : 0;
    network_charge(check->reader, (double)check->horizon + 1, check->network->nodes, 1);
    check->ways =
        memory_zeroed(((size_t)check->horizon + 1) * check->network->nodes, sizeof *check->ways);
}

/* --- parts --- */

static void read_parts(struct check *check) {
    struct reader *reader = check->reader;
    uint32_t nodes = check->network->nodes;
    check->part_of = memory_zeroed(nodes, sizeof *check->part_of);
    do {
        uint32_t v, least = 0;
        read_key(reader, "part");
        check->parts++;
        do {
            v = read_number(reader, "a node above the last one", least, nodes - 1);
            if (check->part_of[v] > 0)
                read_malformed(reader, "node %u is in two parts", v);
            check->part_of[v] = check->parts;
            least = v + 1;
        } while (read_has_more(reader));
        read_line_end(reader);
    } while (read_is_at(reader, "part"));
}

/* The least cost of an arc that enters each part, and of one that leaves it. */
static void enter_parts(struct check *check) {
    uint32_t arcs = check->network->arcs;
    check->enter = memory_zeroed((size_t)check->parts + 1, sizeof *check->enter);
    check->leave = memory_zeroed((size_t)check->parts + 1, sizeof *check->leave);
    for (uint32_t p = 1; p <= check->parts; p++)
        check->enter[p] = check->leave[p] = infinite;
    for (uint32_t a = 0; a < arcs; a++) {
        struct arc arc = network_arc(check->network, a);
        uint32_t part = check->part_of[arc.head], from = check->part_of[arc.tail];
        for (uint32_t r = 0; part != from && r < check->rows; r++) {
            uint64_t cost = check->cost[(size_t)r * arcs + a];
            if (cost < check->enter[part])
                check->enter[part] = cost;
            if (cost < check->leave[from])
                check->leave[from] = cost;
        }
    }
    check->enter[0] = 0; /* of those in no part */
    bool *wants = memory_zeroed((size_t)check->parts + 1, sizeof *wants);
    for (uint32_t v = 0; v < check->network->nodes; v++)
        wants[check->part_of[v]] |= network_wants(check->network, check->network->nodes, v);
    for (uint32_t p = 1; p <= check->parts; p++) {
        if (check->enter[p] == infinite)
            read_refuted(check->reader, "no arc enters part %u", p);
        if (!wants[p])
            check->enter[p] = check->leave[p] = 0;
        mpz_add_ui(check->all_parts, check->all_parts, check->enter[p]);
    }
}

/* --- the sum of all --- */

/* Adds d of a commodity. */
static void add_least(const struct check *check, uint32_t from, uint32_t to, mpz_ptr sum) {
    uint32_t N = check->network->nodes;
    if (check->parts > 0) {
        uint32_t of_from = check->part_of[from];
        if (to < N) {
            mpz_add_ui(sum, sum,
                       check->part_of[to] == of_from ? 0 : check->enter[check->part_of[to]]);
        } else {
            mpz_add(sum, sum, check->all_parts);
            mpz_sub_ui(sum, sum, check->enter[of_from]);
        }
        return;
    }
    uint64_t targets = 0;
    for (uint32_t v = 0; v < N && !check->ways; v++)
        targets |= (uint64_t)(v != from && network_wants(check->network, to, v)) << v % 64;
    uint64_t least =
        check->ways ? check->ways[check->horizon * N + to] : least_of(check, 0, from)[targets];
    mpz_add_ui(sum, sum, least);
    if (least >= infinite)
        read_refuted(check->reader, "not all that is sent by %u can arrive in time", from);
}

/* An allreduce. */
static void add_sums(const struct check *check, mpz_ptr sum) {
    uint64_t most = 0;
    for (uint32_t p = 1; p <= check->parts; p++) {
        uint64_t both = check->enter[p] + check->leave[p];
        if (check->leave[p] == infinite)
            read_refuted(check->reader, "no arc leaves part %u", p);
        mpz_add_ui(sum, sum, both);
        most = both > most ? both : most;
    }
    mpz_sub_ui(sum, sum, most);
}

static void add_all(struct check *check, uint64_t birth, mpz_ptr sum) {
    const struct network *network = check->network;
    uint32_t from, to, last = network->nodes;
    if (network->sums_all) {
        add_sums(check, sum);
        return;
    }
    if (check->parts == 0 && !check->ways)
        grow_trees(check, birth);
    read_charge(check->reader, network_commodities(network));
    for (uint64_t k = 0; k < network_commodities(network); k++) {
        if (!network_commodity(network, k, &from, &to))
            continue;
        if (check->ways && from != last)
            (check->rows > 1 ? find_timed_ways : find_ways)(check, from);
        last = from;
        add_least(check, from, to, sum);
    }
}

/* Of the P items of Q steps: trees depend on the phase of the birth, if there are phases. */
static void add_items(struct check *check) {
    uint32_t P = check->asked->rate.P;
    bool alike = check->parts > 0 || check->rows == 1;
    uint64_t last = 0;
    read_charge(check->reader, alike ? 1 : 4 * (uint64_t)P);
    for (uint64_t i = 1; i <= (alike ? 1 : P); i++) {
        uint64_t birth = network_birth(i, &check->asked->rate);
        if (i == 1 || birth != last) {
            mpz_set_ui(check->number, 0);
            add_all(check, birth, check->number);
        }
        mpz_addmul_ui(check->value, check->number, alike ? P : 1);
        last = birth;
    }
}

/* Is the value what the claim needs? */
static void compare(struct check *check) {
    const struct network_prices *asked = check->asked;
    uint32_t P = asked->rate.P, Q = asked->rate.Q, value = 1, budget = 1;
    bool above = false;
    switch (asked->claim) {
    case NETWORK_ROUNDS:
        value = Q, budget = P;
        break;
    case NETWORK_MOST:
        value = P, budget = Q;
        break;
    case NETWORK_TIME:
        value = asked->chunks, above = true;
        break;
    case NETWORK_RATE:
        above = true;
        break;
    }
    mpz_mul_ui(check->value, check->value, value);
    mpz_mul_ui(check->budget, check->budget, budget);
    mpz_add_ui(check->budget, check->budget, above);
    if (mpz_cmp(check->value, check->budget) < 0)
        read_refuted_number_at(check->reader, asked->line, "what the sendings cost, at least",
                               check->budget, check->value);
}

void network_prices_prove(const struct network_prices *prices) {
    struct reader *reader = prices->reader;
    struct network *network = prices->network;
    struct check check = {.asked = prices, .reader = reader, .network = network};
    check.phases = prices->claim == NETWORK_RATE ? prices->rate.Q : prices->span;
    memory_number_each(&check.number, &check.budget, &check.value, &check.all_parts, NULL);
    while (prices->claim != NETWORK_ROUNDS && read_is_at(reader, "odd"))
        read_odd(&check);
    read_prices(&check);
    check.horizon = prices->span;
    if (check.horizon == 0)
        check.horizon = (network->nodes - 1) * (uint64_t)network->longest;
    if (network_cuts_follow(reader)) {
        if (prices->claim == NETWORK_MOST || network->sums_all)
            read_malformed(reader, "cuts in time are neither of an allreduce nor of `most`");
        network_cuts_add(&(struct network_cuts){reader, network, check.cost, check.rows,
                                                prices->span, check.value});
        if (prices->claim == NETWORK_RATE && check.rows == 1) /* all items cost as much */
            mpz_mul_ui(check.value, check.value, prices->rate.P);
        compare(&check);
        return;
    }
    if (!read_is_at(reader, "trees")) {
        read_charge(reader, network->nodes);
        read_parts(&check);
        enter_parts(&check);
    } else if (network->sums_all) {
        read_malformed(reader, "an allreduce has no trees, but parts");
    } else {
        if (network->nodes > TREE_NODES)
            begin_ways(&check);
        read_key(reader, "trees");
        read_line_end(reader);
    }
    if (prices->claim == NETWORK_RATE)
        add_items(&check);
    else
        add_all(&check, 0, check.value);
    compare(&check);
}

/* --- growth --- */

/* Of a node: its arcs, what they carry together, and those in the group that is looked at. */
struct leaving {
    uint32_t arcs, group, seen;
    uint64_t shift, sum, most;
};

/* p and l. */
static uint64_t find_ports(const struct network *network, uint32_t *latency) {
    struct leaving *nodes = memory_zeroed(network->nodes, sizeof *nodes);
    uint32_t *carries = memory_zeroed(network->arcs, sizeof *carries);
    uint64_t ports = 0;
    for (uint32_t a = 0; a < network->arcs; a++) {
        struct arc arc = network_arc(network, a);
        nodes[arc.tail].arcs++;
        nodes[arc.tail].most = UINT64_MAX;
        carries[a] = NETWORK_LIMIT;
        *latency = a == 0 || arc.latency < *latency ? arc.latency : *latency;
    }
    for (uint32_t g = 0; g < network->groups; g++)
        for (size_t i = network->first[g]; i < network->first[g + 1]; i++) {
            uint32_t a = network->members[i], capacity = network->capacity[g];
            struct leaving *node = &nodes[network_arc(network, a).tail];
            uint64_t shift =
                network_step(network, a, 0, 1, NETWORK_LIMIT) + network_late(network, g, a);
            if (node->group != g + 1)
                node->group = g + 1, node->seen = 0, node->shift = shift;
            node->seen += shift == node->shift;
            if (node->seen == node->arcs && capacity < node->most)
                node->most = capacity;
            carries[a] = capacity < carries[a] ? capacity : carries[a];
        }
    for (uint32_t a = 0; a < network->arcs; a++)
        nodes[network_arc(network, a).tail].sum += carries[a];
    for (uint32_t v = 0; v < network->nodes; v++) {
        uint64_t most = nodes[v].sum < nodes[v].most ? nodes[v].sum : nodes[v].most;
        ports = most > ports ? most : ports;
    }
    return ports;
}

/* The greatest of m + tau((C - mp) N), m = 0 .. ceil(C/p) - 1. */
static void find_time(const struct network_prices *prices, struct growth *growth, uint64_t ports,
                      mpz_ptr time) {
    mpz_ptr need = memory_number();
    uint64_t receivers = prices->network->parties - 1, rounds = (prices->chunks - 1) / ports;
    mpz_set_ui(need, (prices->chunks - rounds * ports) * receivers);
    for (uint64_t s = growth->far, end = s;; s++) {
        mpz_srcptr term = growth_next(growth);
        while (mpz_cmp(term, need) > 0) {
            read_charge(prices->reader, 4);
            end = rounds + s > end ? rounds + s : end;
            mpz_set_ui(time, end);
            if (rounds-- == 0)
                return;
            mpz_add_ui(need, need, ports * receivers);
        }
    }
}

/* c f(D-l), or more than all that is asked for. */
static void find_receivers(const struct network_prices *prices, struct growth *growth,
                           uint64_t ports, mpz_ptr receivers) {
    mpz_set_ui(receivers, prices->span >= growth->far);
    for (uint64_t s = growth->far; s + growth->far <= prices->span; s++)
        if (mpz_cmp_ui(receivers, prices->network->nodes) < 0)
            mpz_set(receivers, growth_next(growth));
    mpz_mul_ui(receivers, receivers, ports * prices->rate.Q / prices->rate.P);
}

static void prove_by_growth(const struct network_prices *prices) {
    struct network *network = prices->network;
    struct reader *reader = prices->reader;
    uint32_t latency = 0, from, to;
    struct growth growth;
    mpz_ptr found = memory_number(), claimed = memory_number();
    read_line_end(reader);
    network_charge(reader, 4, network->arcs + (double)network->count, 1);
    uint64_t ports = find_ports(network, &latency);
    network_commodity(network, 0, &from, &to);
    if (ports > READ_NUMBER_LIMIT || to < network->nodes)
        read_refuted(reader, "growth is of chunks that go to all, and fewer ports than 2^31");
    growth_init(&growth, reader, 1, latency, (uint32_t)ports);
    if (prices->claim == NETWORK_TIME) {
        find_time(prices, &growth, ports, found);
        mpz_set_ui(claimed, prices->span + (uint64_t)1);
        if (mpz_cmp(found, claimed) < 0)
            read_refuted_number_at(reader, prices->line, "the time by growth", found, claimed);
        return;
    }
    find_receivers(prices, &growth, ports, found);
    mpz_set_ui(claimed, network->parties - 2);
    if (mpz_cmp(found, claimed) > 0)
        read_refuted_number_at(reader, prices->line, "receivers of an item, at most", claimed,
                               found);
}

/* --- the kind --- */

static void read_rounds(struct network_prices *prices, struct reader *reader) {
    network_read_ratio(reader, "rounds", &prices->rate);
    const char *steps = network_read_or_any(reader, "steps", &prices->span);
    verdict_claim(reader->verdict, ": at least %u/%u rounds for each chunk with steps up to %s",
                  prices->rate.P, prices->rate.Q, steps);
    verdict_fields(reader->verdict, "rounds=%u/%u steps=%s", prices->rate.P, prices->rate.Q, steps);
}

static void read_time(struct network_prices *prices, struct reader *reader) {
    prices->claim = NETWORK_TIME;
    prices->chunks = read_number_line(reader, "chunks", 1, NETWORK_LIMIT);
    prices->span = read_number_line(reader, "time", 1, READ_NUMBER_LIMIT);
    verdict_claim(reader->verdict, ", C=%u: no schedule of one round a step in less than %u steps",
                  prices->chunks, prices->span);
    verdict_fields(reader->verdict, "chunks=%u before=%u", prices->chunks, prices->span--);
}

static void read_rate(struct network_prices *prices, struct reader *reader) {
    prices->claim = NETWORK_RATE;
    network_read_ratio(reader, "rate", &prices->rate);
    prices->span = read_number_line(reader, "delay", 1, NETWORK_LIMIT);
    verdict_claim(reader->verdict, ": no rate %u/%u with delay up to %u", prices->rate.P,
                  prices->rate.Q, prices->span);
    verdict_fields(reader->verdict, "rate=%u/%u before=%u", prices->rate.P, prices->rate.Q,
                   prices->span + 1);
}

static void read_most(struct network_prices *prices, struct reader *reader) {
    prices->claim = NETWORK_MOST;
    network_read_ratio(reader, "most", &prices->rate);
    verdict_claim(reader->verdict, ": no rate above %u/%u, whatever the delay", prices->rate.P,
                  prices->rate.Q);
    verdict_fields(reader->verdict, "most=%u/%u", prices->rate.P, prices->rate.Q);
}

static void is_unreachable(const struct network *network, struct reader *reader) {
    read_line_end(reader);
    uint32_t steps = read_number_line(reader, "steps", 1, NETWORK_LIMIT);
    verdict_claim(reader->verdict, ": impossible with steps up to %u, however many rounds", steps);
    verdict_fields(reader->verdict, "unreachable=1 steps=%u", steps);
    network_is_far(network, reader, steps);
}

void rule_network_bound(struct reader *reader) {
    struct network network;
    network_read(&network, reader, true);
    struct network_prices prices = {.reader = reader, .network = &network, .line = reader->number};
    if (!network.stream && read_take(reader, "unreachable")) {
        is_unreachable(&network, reader);
        return;
    }
    if (network.stream && read_is_at(reader, "most"))
        read_most(&prices, reader);
    else if (network.stream)
        read_rate(&prices, reader);
    else if (read_is_at(reader, "rounds"))
        read_rounds(&prices, reader);
    else
        read_time(&prices, reader);
    bool times = prices.claim == NETWORK_TIME || prices.claim == NETWORK_RATE;
    if (times && read_take(reader, "growth"))
        prove_by_growth(&prices);
    else
        network_prices_prove(&prices);
}
