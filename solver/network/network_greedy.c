/* SPDX-License-Identifier: MIT */
#include "solver/network/network_greedy.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/base/random.h"
#include "solver/network/network_schedule.h"

enum { WORD = 64, NOTHING = -1 };

/* A sending in an internal step, and the next one that is there in the same step. */
struct hop {
    int chunk, arc, step, next;
};

/* A chunk that comes to the node at hand in this step. */
struct pick {
    int chunk, arc;
};

struct greedy {
    const struct network_problem *problem;
    enum greedy_order order;
    struct random_numbers random;
    bool shuffled;
    int chunks;
    size_t words;
    uint64_t *has;  /* [node * words + ..]: a bit for each chunk that is there */
    uint64_t *will; /* the same, or under way */
    int *holders;   /* of each chunk: nodes that will have it */
    int *known;     /* of each node: chunks that it will have */
    struct network_loads loads;
    int *arcs;     /* in their order, or shuffled */
    int *urgency;  /* of each arc: 0 if nothing can go along it */
    int *sorted;   /* arcs, the most urgent ones first, .. */
    int live;      /* .. as many as something may still go along in this step */
    int *first;    /* arcs of this urgency, or chunks with so many holders, while they are sorted */
    int *ranked;   /* chunks, the rarest first */
    int *nodes;    /* in their order, or shuffled */
    int *coming;   /* as in the problem, those of the largest capacity first */
    int *capacity; /* of each arc that of its smallest group */
    bool *full;    /* arcs that take nothing more in this step, whatever is exchanged */
    int *seen;     /* of each arc the last search that came to it */
    int searches;
    uint64_t *open; /* chunks that can come to the node at hand */
    struct pick *picks;
    int picked;
    int *arriving; /* the first hop that is there in a step, at [step % loads.ring] */
    struct hop *hops;
    int count;
    int last;     /* the internal step after which all is there */
    int64_t left; /* messages */
};

static void greedy_clear(struct greedy *greedy) {
    FREE_ALL(greedy->has, greedy->will, greedy->holders, greedy->known);
    network_loads_clear(&greedy->loads);
    FREE_ALL(greedy->arcs, greedy->urgency, greedy->sorted, greedy->first, greedy->ranked,
             greedy->nodes, greedy->coming, greedy->capacity, greedy->full, greedy->seen,
             greedy->open, greedy->picks, greedy->arriving, greedy->hops);
}

static uint64_t *row(const struct greedy *greedy, uint64_t *rows, int node) {
    return rows + (size_t)node * greedy->words;
}

static void set_bit(const struct greedy *greedy, uint64_t *rows, int node, int chunk) {
    row(greedy, rows, node)[chunk / WORD] |= UINT64_C(1) << chunk % WORD;
}

static void shuffle(struct greedy *greedy, int *numbers, int count) {
    for (int i = count - 1; i > 0; i--) {
        int other = (int)random_below(&greedy->random, i + 1), number = numbers[i];
        numbers[i] = numbers[other];
        numbers[other] = number;
    }
}

/* Both directions of a link one after the other, in the order of the links. */
static void list_arcs(struct greedy *greedy) {
    const struct network *net = greedy->problem->network;
    int count = 0;
    for (int arc = 0; arc < net->arc_count; arc++) {
        int from = net->arcs[arc].from, to = net->arcs[arc].to;
        int back = network_arc_number(net, to, from);
        if (from > to && back >= 0)
            continue;
        greedy->arcs[count++] = arc;
        if (back >= 0)
            greedy->arcs[count++] = back;
    }
}

static void begin(struct greedy *greedy, const struct network_task *task) {
    list_arcs(greedy);
    for (int step = 0; step < greedy->loads.ring; step++)
        greedy->arriving[step] = NOTHING;
    for (int k = 0; k < greedy->chunks; k++) {
        int source = network_task_chunk(task, k).source;
        set_bit(greedy, greedy->has, source, k);
        set_bit(greedy, greedy->will, source, k);
        greedy->holders[k] = 1;
        greedy->known[source]++;
    }
    greedy->left = (int64_t)greedy->chunks * (network_parties(greedy->problem->network) - 1);
}

static void sort_coming(struct greedy *greedy, int node) {
    const struct network_problem *problem = greedy->problem;
    int first = problem->coming_first[node], end = problem->coming_first[node + 1];
    for (int i = first; i < end; i++) {
        int arc = problem->coming[i], at = i;
        for (; at > first && greedy->capacity[greedy->coming[at - 1]] < greedy->capacity[arc]; at--)
            greedy->coming[at] = greedy->coming[at - 1];
        greedy->coming[at] = arc;
    }
}

static enum status matching_init(struct greedy *greedy, struct failure *failure) {
    const struct network *net = greedy->problem->network;
    size_t nodes = (size_t)net->nodes, arcs = (size_t)net->arc_count;
    TRY(memory_check(NEW(greedy->chunks, greedy->ranked, greedy->picks) &&
                         NEW(nodes, greedy->nodes) &&
                         NEW(arcs, greedy->coming, greedy->capacity, greedy->full, greedy->seen) &&
                         NEW(greedy->words, greedy->open),
                     failure, "a greedy schedule"));
    for (int a = 0; a < net->arc_count; a++)
        greedy->capacity[a] = net->groups[problem_smallest_group(greedy->problem, a)].capacity;
    for (int v = 0; v < net->nodes; v++) {
        greedy->nodes[v] = v;
        sort_coming(greedy, v);
    }
    return STATUS_OK;
}

static enum status greedy_init(struct greedy *greedy, const struct network_task *task,
                               struct greedy_rule rule, struct failure *failure) {
    const struct network *net = task->problem->network;
    size_t nodes = (size_t)net->nodes, arcs = (size_t)net->arc_count;
    size_t chunks = (size_t)network_task_chunks(task), words = chunks / WORD + 1;
    *greedy = (struct greedy){.problem = task->problem,
                              .order = rule.order,
                              .random = random_start(rule.seed),
                              .shuffled = rule.seed != 0,
                              .chunks = (int)chunks,
                              .words = words};
    TRY(network_loads_init(&greedy->loads, task->problem, failure));
    TRY(memory_check(NEW(nodes * words, greedy->has, greedy->will) &&
                         NEW(chunks, greedy->holders) && NEW(nodes, greedy->known) &&
                         NEW(arcs, greedy->arcs, greedy->urgency, greedy->sorted) &&
                         NEW((nodes > chunks ? nodes : chunks) + 2, greedy->first) &&
                         NEW(greedy->loads.ring, greedy->arriving),
                     failure, "a greedy schedule"));
    if (rule.order == GREEDY_MATCHED)
        TRY(matching_init(greedy, failure));
    begin(greedy, task);
    return STATUS_OK;
}

static int urgency_of(const struct greedy *greedy, int arc) {
    int to = problem_head(greedy->problem, arc), new = 0;
    const uint64_t *have = row(greedy, greedy->has, problem_tail(greedy->problem, arc));
    const uint64_t *will = row(greedy, greedy->will, to);
    int missing = greedy->chunks - greedy->known[to];
    for (size_t w = 0; w < greedy->words && missing > 0; w++)
        new += __builtin_popcountll(have[w] & ~will[w]);
    if (new == 0 || greedy->order == GREEDY_NEW)
        return new;
    return greedy->order == GREEDY_MISSING ? missing : (new + missing) / 2;
}

/* The most urgent come first, and those along which nothing can go are left out. */
static void sort_arcs(struct greedy *greedy) {
    int arcs = greedy->problem->network->arc_count, chunks = greedy->chunks, *first = greedy->first;
    memset(first, 0, ((size_t)chunks + 2) * sizeof *first);
    if (greedy->shuffled)
        shuffle(greedy, greedy->arcs, arcs);
    for (int arc = 0; arc < arcs; arc++) {
        greedy->urgency[arc] = urgency_of(greedy, arc);
        first[chunks - greedy->urgency[arc] + 1]++;
    }
    for (int i = 0; i <= chunks; i++)
        first[i + 1] += first[i];
    greedy->live = first[chunks];
    for (int i = 0; i < arcs; i++)
        greedy->sorted[first[chunks - greedy->urgency[greedy->arcs[i]]]++] = greedy->arcs[i];
}

/* That can go along the arc; NOTHING: there is none. */
static int rarest(const struct greedy *greedy, int arc) {
    const uint64_t *have = row(greedy, greedy->has, problem_tail(greedy->problem, arc));
    const uint64_t *will = row(greedy, greedy->will, problem_head(greedy->problem, arc));
    int best = NOTHING;
    for (size_t w = 0; w < greedy->words; w++)
        for (uint64_t bits = have[w] & ~will[w]; bits; bits &= bits - 1) {
            int chunk = (int)w * WORD + __builtin_ctzll(bits);
            if (best < 0 || greedy->holders[chunk] < greedy->holders[best])
                best = chunk;
        }
    return best;
}

static enum status send(struct greedy *greedy, int arc, int chunk, int step,
                        struct failure *failure) {
    int to = problem_head(greedy->problem, arc);
    int there = step + greedy->problem->network->arcs[arc].latency;
    int *arriving = &greedy->arriving[there % greedy->loads.ring];
    const struct hop hop = {chunk, arc, step, *arriving};
    TRY(memory_check(APPEND(greedy->hops, greedy->count, hop), failure, "a greedy schedule"));
    *arriving = greedy->count - 1;
    set_bit(greedy, greedy->will, to, chunk);
    greedy->known[to]++;
    greedy->holders[chunk]++;
    greedy->left -= network_takes_part(greedy->problem->network, to);
    greedy->last = there - 1 > greedy->last ? there - 1 : greedy->last;
    return STATUS_OK;
}

/* One chunk along each arc for which there is room; the others can have no more in this step. */
static enum status send_once(struct greedy *greedy, int step, struct failure *failure) {
    int live = 0;
    for (int i = 0; i < greedy->live; i++) {
        int arc = greedy->sorted[i];
        bool room = network_loads_have_room(&greedy->loads, arc, step);
        int chunk = room ? rarest(greedy, arc) : NOTHING;
        if (chunk == NOTHING)
            continue;
        network_loads_add(&greedy->loads, arc, step);
        TRY(send(greedy, arc, chunk, step, failure));
        greedy->sorted[live++] = arc;
    }
    greedy->live = live;
    return STATUS_OK;
}

/* --- nodes matched with chunks --- */

static void rank_chunks(struct greedy *greedy) {
    int nodes = greedy->problem->network->nodes, *first = greedy->first;
    memset(first, 0, ((size_t)nodes + 2) * sizeof *first);
    for (int k = 0; k < greedy->chunks; k++)
        first[greedy->holders[k] + 1]++;
    for (int i = 0; i <= nodes; i++)
        first[i + 1] += first[i];
    for (int k = 0; k < greedy->chunks; k++)
        greedy->ranked[first[greedy->holders[k]]++] = k;
    for (int i = 0, end; i < greedy->chunks && greedy->shuffled; i = end) {
        end = first[greedy->holders[greedy->ranked[i]]];
        shuffle(greedy, greedy->ranked + i, end - i);
    }
}

static bool has_bit(const uint64_t *words, int chunk) {
    return words[chunk / WORD] >> chunk % WORD & 1;
}

/* Brings a chunk to the node, where arcs exchange what they have if need be (Kuhn). */
static bool pick_arc(struct greedy *greedy, int node, int chunk, int step, int depth) {
    enum { DEEPEST = 60 };
    const struct network_problem *problem = greedy->problem;
    int first = problem->coming_first[node], end = problem->coming_first[node + 1];
    for (int pass = 0; pass < 2; pass++)
        for (int i = first; i < end; i++) {
            int arc = greedy->coming[i];
            if (greedy->full[arc] || greedy->seen[arc] == greedy->searches ||
                !has_bit(row(greedy, greedy->has, problem_tail(problem, arc)), chunk))
                continue;
            if (pass == 0 && network_loads_have_room(&greedy->loads, arc, step)) {
                network_loads_add(&greedy->loads, arc, step);
                greedy->picks[greedy->picked++] = (struct pick){chunk, arc};
                return true;
            }
            if (pass == 0 || depth == DEEPEST)
                continue;
            greedy->seen[arc] = greedy->searches;
            for (int j = 0, picked = greedy->picked; j < picked; j++)
                if (greedy->picks[j].arc == arc &&
                    pick_arc(greedy, node, greedy->picks[j].chunk, step, depth + 1)) {
                    greedy->picks[j].chunk = chunk;
                    return true;
                }
        }
    return false;
}

/* Chunks that can come along arcs that are not full, and that no arc of larger capacity than this
 * one could bring, now or later; how many. */
static int find_open(struct greedy *greedy, int node, int capacity) {
    const struct network_problem *problem = greedy->problem;
    int count = 0;
    memset(greedy->open, 0, greedy->words * sizeof *greedy->open);
    for (int pass = 0; pass < 2; pass++)
        for (int i = problem->coming_first[node]; i < problem->coming_first[node + 1]; i++) {
            int arc = greedy->coming[i], from = problem_tail(problem, arc);
            const uint64_t *have = row(greedy, pass ? greedy->will : greedy->has, from);
            if (pass ? greedy->capacity[arc] <= capacity : greedy->full[arc])
                continue;
            for (size_t w = 0; w < greedy->words; w++)
                greedy->open[w] = pass ? greedy->open[w] & ~have[w] : greedy->open[w] | have[w];
        }
    const uint64_t *will = row(greedy, greedy->will, node);
    for (int i = 0; i < greedy->picked; i++)
        greedy->open[greedy->picks[i].chunk / WORD] &=
            ~(UINT64_C(1) << greedy->picks[i].chunk % WORD);
    for (size_t w = 0; w < greedy->words; w++)
        count += __builtin_popcountll(greedy->open[w] &= ~will[w]);
    return count;
}

/* Arcs that a search in vain came to are full: what they have stays with them. */
static void pick_open(struct greedy *greedy, int node, int capacity, int step) {
    const struct network_problem *problem = greedy->problem;
    int open = find_open(greedy, node, capacity);
    for (int i = 0; i < greedy->chunks && open > 0; i++) {
        int chunk = greedy->ranked[i];
        if (!has_bit(greedy->open, chunk))
            continue;
        open--;
        greedy->searches++;
        if (pick_arc(greedy, node, chunk, step, 0))
            continue;
        for (int j = problem->coming_first[node]; j < problem->coming_first[node + 1]; j++)
            greedy->full[greedy->coming[j]] |= greedy->seen[greedy->coming[j]] == greedy->searches;
        open = find_open(greedy, node, capacity);
    }
}

/* What comes along arcs that are not of the largest capacity, and need not come otherwise; or the
 * `rest`. */
static enum status fill_node(struct greedy *greedy, int node, bool rest, int step,
                             struct failure *failure) {
    const struct network_problem *problem = greedy->problem;
    int first = problem->coming_first[node], end = problem->coming_first[node + 1];
    greedy->picked = 0;
    for (int i = first; i < end; i++)
        greedy->full[greedy->coming[i]] = false;
    for (int i = end; i-- > first;) {
        int capacity = greedy->capacity[greedy->coming[i]];
        bool largest = capacity == greedy->capacity[greedy->coming[first]];
        if (largest == rest && (i == end - 1 || greedy->capacity[greedy->coming[i + 1]] < capacity))
            pick_open(greedy, node, capacity, step);
    }
    for (int i = 0; i < greedy->picked; i++)
        TRY(send(greedy, greedy->picks[i].arc, greedy->picks[i].chunk, step, failure));
    return STATUS_OK;
}

static enum status match_nodes(struct greedy *greedy, int step, struct failure *failure) {
    int nodes = greedy->problem->network->nodes;
    rank_chunks(greedy);
    if (greedy->shuffled)
        shuffle(greedy, greedy->nodes, nodes);
    for (int i = 0; i < 2 * nodes; i++)
        if (greedy->known[greedy->nodes[i % nodes]] < greedy->chunks)
            TRY(fill_node(greedy, greedy->nodes[i % nodes], i >= nodes, step, failure));
    return STATUS_OK;
}

/* --- steps --- */

static enum status make_step(struct greedy *greedy, int step, struct failure *failure) {
    int *arriving = &greedy->arriving[step % greedy->loads.ring];
    for (; *arriving != NOTHING; *arriving = greedy->hops[*arriving].next) {
        const struct hop *hop = &greedy->hops[*arriving];
        set_bit(greedy, greedy->has, problem_head(greedy->problem, hop->arc), hop->chunk);
    }
    if (greedy->order == GREEDY_MATCHED) {
        TRY(match_nodes(greedy, step, failure));
    } else {
        sort_arcs(greedy);
        while (greedy->live > 0)
            TRY(send_once(greedy, step, failure));
    }
    network_loads_end(&greedy->loads, step);
    return STATUS_OK;
}

double network_greedy_work(const struct network_task *task, enum greedy_order order,
                           int64_t steps) {
    const struct network *net = task->problem->network;
    double chunks = (double)network_task_chunks(task), words = chunks / WORD + 1;
    double step = net->arc_count * words + chunks;
    if (order == GREEDY_MATCHED)
        step += 2 * chunks * net->nodes;
    return chunks * (net->nodes - 1) * words + (double)steps * step;
}

/* Leaves out what nodes that only forward got for nothing; backwards in time, `has` is what is
 * needed. A node gets each chunk once. */
static void prune(struct greedy *greedy) {
    const struct network *net = greedy->problem->network;
    int kept = greedy->count;
    for (int v = 0; v < net->nodes; v++)
        memset(row(greedy, greedy->has, v), network_takes_part(net, v) ? 0xff : 0,
               greedy->words * sizeof(uint64_t));
    greedy->last = 0;
    for (int i = greedy->count; i-- > 0;) {
        const struct hop hop = greedy->hops[i];
        int there = hop.step + net->arcs[hop.arc].latency - 1;
        if (!has_bit(row(greedy, greedy->has, problem_head(greedy->problem, hop.arc)), hop.chunk))
            continue;
        set_bit(greedy, greedy->has, problem_tail(greedy->problem, hop.arc), hop.chunk);
        greedy->hops[--kept] = hop;
        greedy->last = there > greedy->last ? there : greedy->last;
    }
    greedy->count -= kept;
    memmove(greedy->hops, greedy->hops + kept, (size_t)greedy->count * sizeof *greedy->hops);
}

enum status network_greedy(const struct network_task *task, struct greedy_rule rule, int most,
                           const struct limits *limits, struct network_schedule *schedule,
                           bool *found, struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    CLEANUP(greedy_clear) struct greedy greedy = {0};
    require(!task->stream && task->rounds == NETWORK_EVEN_ROUNDS);
    require(task->problem->commodities[0].target == COMMODITY_TO_ALL);
    TRY(greedy_init(&greedy, task, rule, failure));
    for (int step = 1; greedy.left > 0 && step <= most; step++) {
        TRY(limits_check(limits, failure));
        TRY(make_step(&greedy, step, failure));
    }
    if (task->problem->network->forwards && greedy.left == 0)
        prune(&greedy);
    *found = greedy.left == 0 && greedy.last <= most;
    if (!*found)
        return STATUS_OK;
    made.task.steps = greedy.last;
    for (int i = 0; i < greedy.count; i++) {
        const struct hop *hop = &greedy.hops[i];
        const struct network_send message = {
            problem_step(task->problem, hop->arc, hop->step, greedy.last), hop->arc,
            network_task_chunk(task, hop->chunk).number};
        TRY(network_schedule_add(&made, message, failure));
    }
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}
