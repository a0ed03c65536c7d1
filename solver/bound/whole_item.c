/* SPDX-License-Identifier: MIT */
#include "solver/bound/whole_item.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* Before receptions of a value z: held by each class, waiting, arriving at z-1, z-2, .. */
struct state {
    unsigned char counts[WHOLE_MOST_WIDTH];
    int64_t cost;
    uint32_t before; /* in the level of z+1 */
    unsigned char received, sent;
};

struct level {
    struct state *list;
    size_t count, room;
};

struct search {
    const struct whole_question *question;
    const int64_t *pay, *earn;
    int total;
    struct level *levels; /* [z+1], z = s..-1 */
    uint32_t *table;      /* index + 1 of states of the level that grows, by their hash */
    size_t slots;         /* a power of 2 */
    size_t states;
};

static uint64_t hash(const unsigned char *counts) {
    uint64_t sum = 14695981039346656037u; /* FNV-1a */
    for (int i = 0; i < WHOLE_MOST_WIDTH; i++)
        sum = (sum ^ counts[i]) * 1099511628211u;
    return sum ^ sum >> 32;
}

static uint32_t *slot_of(const struct search *search, const struct level *level,
                         const unsigned char *counts) {
    size_t at = hash(counts) & (search->slots - 1);
    while (search->table[at] &&
           memcmp(level->list[search->table[at] - 1].counts, counts, WHOLE_MOST_WIDTH) != 0)
        at = (at + 1) & (search->slots - 1);
    return &search->table[at];
}

static bool grow_table(struct search *search, const struct level *level) {
    size_t slots = search->slots ? 2 * search->slots : 1024;
    uint32_t *table = memory_new(slots, sizeof *table);
    if (!table)
        return false;
    free(search->table);
    search->table = table;
    search->slots = slots;
    for (size_t i = 0; i < level->count; i++)
        *slot_of(search, level, level->list[i].counts) = (uint32_t)i + 1;
    return true;
}

/* Room for one state more. */
static bool grow(struct search *search, struct level *level) {
    if (2 * level->count >= search->slots && !grow_table(search, level))
        return false;
    if (level->count < level->room)
        return true;
    size_t room = 2 * level->room + 64;
    struct state *list = memory_resize(level->list, room, sizeof *list);
    if (!list)
        return false;
    level->list = list;
    level->room = room;
    return true;
}

static enum status keep(struct search *search, struct level *level, const struct state *state,
                        struct failure *failure) {
    if (!grow(search, level))
        return failure_memory(failure, "items");
    uint32_t *slot = slot_of(search, level, state->counts);
    if (*slot) {
        if (state->cost > level->list[*slot - 1].cost)
            level->list[*slot - 1] = *state;
        return STATUS_OK;
    }
    if (++search->states > WHOLE_MOST_STATES)
        return failure_set(failure, STATUS_LIMIT, "items of more than %d states",
                           WHOLE_MOST_STATES);
    level->list[level->count++] = *state;
    *slot = (uint32_t)level->count;
    return STATUS_OK;
}

/* `received` are received with the value z and `sent` send it; the state is then that of z-1. */
static struct state follow(const struct search *search, const struct state *state, int z,
                           int received, int sent) {
    int gap = search->question->gap, l = search->question->latency;
    struct state next = *state;
    unsigned char *waiting = &next.counts[gap], *arriving = waiting + 1;
    next.counts[z % gap] = (unsigned char)(next.counts[z % gap] + received);
    next.cost += search->pay[z] * received - search->earn[z] * sent;
    next.received = (unsigned char)received;
    next.sent = (unsigned char)sent;
    arriving[l - 1] = (unsigned char)sent;
    *waiting = (unsigned char)(*waiting - received + arriving[0]);
    memmove(arriving, arriving + 1, (size_t)l - 1);
    arriving[l - 1] = 0;
    return next;
}

/* More messages than processors are of no use. */
static int most_sent(const struct search *search, const struct state *state, int held, int z) {
    int rest = search->total;
    for (int i = 0; i < search->question->gap + search->question->latency + 1; i++)
        rest -= state->counts[i];
    return z < search->question->latency || rest < 0 ? 0 : rest < held ? rest : held;
}

static enum status branch(struct search *search, uint32_t index, int z, struct failure *failure) {
    const struct state state = search->levels[z + 1].list[index];
    int gap = search->question->gap, held = state.counts[z % gap], waiting = state.counts[gap];
    int missing = search->question->processors[z % gap] - held;
    enum status status = STATUS_OK;
    for (int received = z < gap ? missing : 0;
         received <= missing && received <= waiting && !status; received++) {
        int most = most_sent(search, &state, held + received, z);
        for (int sent = 0; sent <= most && !status; sent++) {
            struct state next = follow(search, &state, z, received, sent);
            next.before = index;
            status = keep(search, &search->levels[z], &next, failure);
        }
    }
    return status;
}

static enum status pass(struct search *search, int z, const struct limits *limits,
                        struct failure *failure) {
    enum status status = limits_check(limits, failure);
    memset(search->table, 0, search->slots * sizeof *search->table);
    for (uint32_t i = 0; i < search->levels[z + 1].count && !status; i++)
        status = branch(search, i, z, failure);
    return status;
}

/* Of the states behind the value 0 the one that costs most, and how it came about. */
static void trace(const struct search *search, struct whole_item *item) {
    const struct level *last = &search->levels[0];
    uint32_t best = 0;
    item->exists = last->count > 0;
    for (uint32_t i = 1; i < last->count; i++)
        if (last->list[i].cost > last->list[best].cost)
            best = i;
    if (!item->exists)
        return;
    item->cost = last->list[best].cost;
    for (int z = 0; z <= search->question->depth; z++) {
        const struct state *state = &search->levels[z].list[best];
        item->received[z] = state->received;
        item->sent[z] = state->sent;
        best = state->before;
    }
}

enum status whole_item_find(const struct whole_question *question, const int64_t *pay,
                            const int64_t *earn, const struct limits *limits,
                            struct whole_item *item, struct failure *failure) {
    struct search search = {.question = question, .pay = pay, .earn = earn};
    struct state first = {.cost = 0};
    for (int e = 0; e < question->gap; e++)
        search.total += question->processors[e];
    if (question->gap + question->latency >= WHOLE_MOST_WIDTH ||
        search.total > WHOLE_MOST_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT, "items are for g + l < %d, N <= %d",
                           WHOLE_MOST_WIDTH, WHOLE_MOST_PROCESSORS);
    size_t levels = (size_t)question->depth + 2;
    search.levels = memory_new(levels, sizeof *search.levels);
    if (!search.levels)
        return failure_memory(failure, "items");
    first.counts[question->gap] = 1; /* from the source */
    enum status status = keep(&search, &search.levels[levels - 1], &first, failure);
    for (int z = question->depth; z >= 0 && !status; z--)
        status = pass(&search, z, limits, failure);
    if (!status)
        trace(&search, item);
    for (size_t i = 0; i < levels; i++)
        free(search.levels[i].list);
    free(search.levels);
    free(search.table);
    return status;
}
