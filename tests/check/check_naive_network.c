/* SPDX-License-Identifier: MIT */
#include "check_naive_network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static void add(struct tiny_task *task, struct tiny_chunk chunk) {
    assert_true(task->K < TINY_CHUNKS);
    task->chunks[task->K++] = chunk;
}

void tiny_chunks(struct tiny_task *task, long C, long steps) {
    long N = task->net.N, r = task->root;
    unsigned all = tiny_parties(&task->net);
    long last = 0;
    bool sized = tiny_has_sizes(task);
    task->K = 0;
    for (long u = 0; u < (task->what == 5 ? N : 1); u++)
        for (long v = 0; v < N; v++) {
            long own = sized ? tiny_size(&task->net, task->what == 5 ? u : v) : 1;
            for (long j = 1; j <= own * C; j++) {
                struct tiny_chunk chunk = {.deadline = steps, .node = v, .number = ++last};
                if (task->what != 0 && task->what != 3 &&
                    (!(all >> v & 1) || (task->what == 5 && !(all >> u & 1))))
                    continue;
                switch (task->what) {
                case 0:
                case 3:
                    chunk.sum = task->what == 3;
                    chunk.node = r;
                    chunk.number = j;
                    chunk.targets = all;
                    if (v > 0)
                        continue;
                    break;
                case 1:
                    chunk.node = r;
                    chunk.targets = 1u << v;
                    if (v == r)
                        continue;
                    break;
                case 2:
                    chunk.targets = 1u << r;
                    if (v == r)
                        continue;
                    break;
                case 5:
                    chunk.node = u;
                    chunk.targets = 1u << v;
                    if (u == v)
                        continue;
                    break;
                default:
                    chunk.sum = task->what == 6;
                    chunk.targets = all;
                }
                add(task, chunk);
            }
        }
}

void tiny_items(struct tiny_task *task, long P, long Q, long D, long first, long W) {
    long begin = (first - 1) * Q / P;
    task->K = 0;
    for (long i = first; i < first + W; i++) {
        long birth = (i - 1) * Q / P - begin;
        add(task, (struct tiny_chunk){.node = task->root,
                                      .birth = birth,
                                      .deadline = birth + D,
                                      .number = i,
                                      .targets = tiny_parties(&task->net)});
    }
}

/* --- the search --- */

enum { NONE = 100, FIRST_ROOM = 1 << 10, STATES = 1 << 20, LATENCIES = 4 };

/* Of chunk k and node v: the steps until v has it, or NONE. Of a sum: where the operand of v is, or
 * arrives; in `later` the steps until then. Of group g: what is under way and counts in this step,
 * and in the next ones. */
struct state {
    signed char at[TINY_CHUNKS][TINY_NODES], later[TINY_CHUNKS][TINY_NODES];
    signed char under_way[TINY_GROUPS][LATENCIES];
    long cost;
};

struct search {
    const struct tiny_task *task;
    bool one;
    long most, step, states, nexts;
    long load[TINY_GROUPS];
    struct state *state, *next;
    long room;   /* of `next` */
    long *place; /* of a hash, in `next`, from 1; twice as many as there is room for */
};

static bool is_complete(const struct tiny_task *task, const struct state *state, long k) {
    const struct tiny_chunk *chunk = &task->chunks[k];
    for (long v = 0; v < task->net.N; v++)
        if ((chunk->targets >> v & 1) &&
            (chunk->sum ? state->at[k][v] != chunk->node || state->later[k][v] > 0
                        : state->at[k][v] != 0))
            return false;
    return true;
}

static const size_t COMPARED = offsetof(struct state, cost);

/* Where it begins to look for its place. */
static uint64_t hash_of(const struct search *search, const struct state *state) {
    uint64_t hash = 1469598103934665603u, word;
    for (size_t i = 0; i + sizeof word <= COMPARED; i += sizeof word) {
        memcpy(&word, (const char *)state + i, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash % (2 * (uint64_t)search->room);
}

/* The first place from where it begins to look that is free, or holds the same. */
static long *place_of(const struct search *search, const struct state *found) {
    uint64_t hash = hash_of(search, found);
    while (search->place[hash] > 0 &&
           memcmp(&search->next[search->place[hash] - 1], found, COMPARED) != 0)
        hash = (hash + 1) % (2 * (uint64_t)search->room);
    return &search->place[hash];
}

static void make_room(struct search *search, long room) {
    assert_true(room <= STATES);
    search->room = room;
    search->next = realloc(search->next, (size_t)room * sizeof *search->next);
    free(search->place);
    search->place = calloc(2 * (size_t)room, sizeof *search->place);
    assert_true(search->next && search->place);
    for (long i = 0; i < search->nexts; i++)
        *place_of(search, &search->next[i]) = i + 1;
}

static void put_next(struct search *search, const struct state *found) {
    long *place = place_of(search, found);
    if (*place > 0) {
        struct state *old = &search->next[*place - 1];
        if (found->cost < old->cost)
            old->cost = found->cost;
        return;
    }
    search->next[search->nexts++] = *found;
    *place = search->nexts;
    if (search->nexts == search->room)
        make_room(search, 2 * search->room);
}

static void end_step(struct search *search, struct state state) {
    const struct tiny_task *task = search->task;
    long rounds = 0;
    for (long g = 0; g < task->net.G; g++) {
        long load = search->load[g] + state.under_way[g][0];
        long need = (load + task->net.capacity[g] - 1) / task->net.capacity[g];
        rounds = need > rounds ? need : rounds;
        for (long later = 0; later + 1 < LATENCIES; later++)
            state.under_way[g][later] = state.under_way[g][later + 1];
    }
    if (search->one && rounds > 1)
        return;
    state.cost += search->one ? 0 : rounds;
    if (state.cost > search->most)
        return;
    for (long k = 0; k < task->K; k++) {
        for (long v = 0; v < task->net.N; v++) {
            signed char *later = task->chunks[k].sum ? &state.later[k][v] : &state.at[k][v];
            *later = (signed char)(*later - (*later > 0 && *later != NONE));
        }
        if (task->chunks[k].deadline == search->step && !is_complete(task, &state, k))
            return;
    }
    put_next(search, &state);
}

/* Is there something that it changes? */
static bool can_send(const struct state *state, const struct tiny_chunk *chunk,
                     const struct tiny *net, long k, long a) {
    if (!chunk->sum)
        return state->at[k][net->tail[a]] == 0 && state->at[k][net->head[a]] > net->latency[a];
    for (long v = 0; v < net->N; v++)
        if (state->at[k][v] == net->tail[a] && state->later[k][v] == 0)
            return true;
    return false;
}

/* Sends, or not, what is at position i and behind. */
static void choose(struct search *search, const struct state *state, long i) {
    const struct tiny_task *task = search->task;
    const struct tiny *net = &task->net;
    if (i == task->K * net->A) {
        end_step(search, *state);
        return;
    }
    long k = i / net->A, a = i % net->A, from = net->tail[a];
    choose(search, state, i + 1);
    if (task->chunks[k].deadline < search->step || !can_send(state, &task->chunks[k], net, k, a))
        return;
    struct state after = *state;
    if (!task->chunks[k].sum)
        after.at[k][net->head[a]] = (signed char)net->latency[a];
    for (long v = 0; v < net->N && task->chunks[k].sum; v++)
        if (state->at[k][v] == from && state->later[k][v] == 0) {
            after.at[k][v] = (signed char)net->head[a];
            after.later[k][v] = (signed char)net->latency[a];
        }
    bool too_much = false;
    for (long g = 0; g < net->G; g++) {
        long late = tiny_late(net, g, a);
        search->load[g] += late == 0 && net->members[g] >> a & 1;
        after.under_way[g][late] += late > 0 && net->members[g] >> a & 1;
        long most = net->capacity[g] * (search->one ? 1 : search->most);
        too_much |=
            search->load[g] + after.under_way[g][0] > most || after.under_way[g][late] > most;
    }
    if (!too_much)
        choose(search, &after, i + 1);
    for (long g = 0; g < net->G; g++)
        search->load[g] -= tiny_late(net, g, a) == 0 && net->members[g] >> a & 1;
}

static void begin(const struct tiny_task *task, struct state *state) {
    memset(state, 0, sizeof *state);
    for (long k = 0; k < task->K; k++)
        for (long v = 0; v < task->net.N; v++)
            state->at[k][v] = (signed char)(!task->chunks[k].sum               ? NONE
                                            : task->chunks[k].targets >> v & 1 ? v
                                                                               : -1);
}

long tiny_least_rounds(const struct tiny_task *task, bool one, long most) {
    struct search search = {.task = task, .one = one, .most = most, .states = 1};
    long last = 0, least = TINY_NEVER;
    search.state = malloc(sizeof *search.state);
    assert_true(search.state);
    begin(task, &search.state[0]);
    for (long k = 0; k < task->K; k++)
        last = task->chunks[k].deadline > last ? task->chunks[k].deadline : last;
    for (search.step = 1; search.step <= last; search.step++) {
        search.nexts = 0;
        make_room(&search, FIRST_ROOM);
        for (long i = 0; i < search.states; i++) {
            struct state state = search.state[i];
            for (long k = 0; k < task->K; k++)
                if (!task->chunks[k].sum && search.step > task->chunks[k].birth)
                    state.at[k][task->chunks[k].node] = 0;
            choose(&search, &state, 0);
        }
        free(search.state);
        search.state = search.next;
        search.next = NULL;
        search.states = search.nexts;
    }
    for (long i = 0; i < search.states; i++)
        if (search.state[i].cost < least)
            least = search.state[i].cost;
    free(search.state);
    free(search.next);
    free(search.place);
    return least;
}

/* --- trees --- */

/* Is it at `to` by the deadline? Sending a in step s is bit (s - birth - 1) A + a. */
static bool arrives(const struct tiny *net, const struct tiny_chunk *chunk, unsigned sendings,
                    long from, long to) {
    long since[TINY_NODES];
    for (long v = 0; v < net->N; v++)
        since[v] = v == from ? chunk->birth : TINY_NEVER;
    for (long s = chunk->birth + 1, bit = 0; s <= chunk->deadline; s++)
        for (long a = 0; a < net->A; a++, bit++) {
            long there = s + net->latency[a] - 1;
            if ((sendings >> bit & 1) && since[net->tail[a]] < s && there < since[net->head[a]])
                since[net->head[a]] = there;
        }
    return since[to] <= chunk->deadline;
}

long tiny_tree(const struct tiny_task *task, const struct tiny_chunk *chunk, long period,
               long price[][TINY_ARCS]) {
    const struct tiny *net = &task->net;
    long bits = net->A * (chunk->deadline - chunk->birth), least = TINY_NEVER * TINY_NEVER;
    assert_true(bits <= 18);
    for (unsigned sendings = 0; sendings < 1u << bits; sendings++) {
        long cost = 0;
        for (long bit = 0; bit < bits; bit++)
            if (sendings >> bit & 1)
                cost += price[(chunk->birth + bit / net->A) % period][bit % net->A];
        bool right = cost < least;
        for (long v = 0; v < net->N && right; v++)
            if (chunk->targets >> v & 1)
                right = chunk->sum ? arrives(net, chunk, sendings, v, chunk->node)
                                   : arrives(net, chunk, sendings, chunk->node, v);
        least = right ? cost : least;
    }
    return least;
}
