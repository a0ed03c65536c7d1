/* SPDX-License-Identifier: MIT */
#include "solver/logp/breakout_stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/logp/balance.h"
#include "solver/logp/heads.h"

/* What was found on thirteen machines, N = 100 .. 10^6, was found within 1250 changes. */
enum { MOST_CHANGES = 400, CHANGES_BETWEEN_CHECKS = 64, CHANGES_OF_HEADS = 4 };

/* Kinds of blocks, or of leaves, which have size 0. */
struct kind {
    int value, size; /* of the head */
    int *levels;     /* [j]: leaves of this level; borrowed */
    int64_t count;
};

struct search {
    const struct logp_schedule *known;
    const struct limits *limits;
    mpz_srcptr processors;
    int unit, latency, gap, depth; /* d; the others in units of it */
    int level_count;
    int rest; /* what the processor without a block receives */
    struct balance balance;
    struct kind *kinds;
    size_t count, room;
    struct kind from, to; /* of the change that is looked at; their levels are owned */
    struct balance_change change;
    struct kind best; /* what the best change makes, and of how many; its levels are owned */
    struct balance_change best_change;
    size_t best_from; /* the kind of which it makes it; or one of the two below */
    double gain;      /* 0: there is none */
};

static const size_t of_leaves = SIZE_MAX, of_rest = SIZE_MAX - 1;

static size_t levels_bytes(const struct search *search) {
    return (size_t)search->level_count * sizeof(int);
}

static void copy_kind(const struct search *search, struct kind *to, const struct kind *from) {
    memcpy(to->levels, from->levels, levels_bytes(search));
    to->value = from->value, to->size = from->size, to->count = from->count;
}

/* --- the blocks --- */

/* The kind that is this one, or one that nobody is of any more; `count` if there is none. */
static size_t place_of(const struct search *search, const struct kind *kind) {
    size_t empty = search->count;
    for (size_t i = 0; i < search->count; i++) {
        const struct kind *other = &search->kinds[i];
        if (other->value == kind->value && other->size == kind->size &&
            memcmp(other->levels, kind->levels, levels_bytes(search)) == 0)
            return i;
        if (other->count == 0 && empty == search->count)
            empty = i;
    }
    return empty;
}

static enum status make_room(struct search *search, struct failure *failure) {
    if (search->count == search->room) {
        size_t room = 2 * search->room + 64;
        struct kind *kinds = memory_resize(search->kinds, room, sizeof *kinds);
        if (!kinds)
            return failure_memory(failure, "blocks");
        search->kinds = kinds;
        search->room = room;
    }
    int *levels = memory_new((size_t)search->level_count, sizeof *levels);
    if (!levels)
        return failure_memory(failure, "the leaves of a block");
    search->kinds[search->count++] = (struct kind){.levels = levels};
    return STATUS_OK;
}

static enum status add_blocks(struct search *search, const struct kind *kind,
                              struct failure *failure) {
    size_t place = place_of(search, kind);
    enum status status = place == search->count ? make_room(search, failure) : STATUS_OK;
    if (status)
        return status;
    int64_t there = search->kinds[place].count;
    copy_kind(search, &search->kinds[place], kind);
    search->kinds[place].count += there;
    return STATUS_OK;
}

/* --- a change --- */

/* The value with which a block sends last if it has this size. */
static int last_sent(const struct search *search, const struct kind *kind, int size) {
    return kind->value - search->latency - (size - 1) * search->gap;
}

/* The value of leaves of this level. */
static int leaf_value(const struct search *search, const struct kind *kind, int level) {
    return kind->value % search->gap + search->gap * level;
}

/* Keeps the change of `from` to `to`, of `limit` blocks at most, if it is the best one. */
static void keep_better(struct search *search, size_t place, int64_t limit) {
    const struct balance_change change = search->change;
    int64_t count;
    double gain = balance_gain(&search->balance, &change, limit, &count);
    if (gain <= search->gain)
        return;
    search->gain = gain;
    search->change = search->best_change;
    search->best_change = change;
    search->best_from = place;
    copy_kind(search, &search->best, &search->to);
    search->best.count = count;
}

/* The leaves of the change; false if one is too high. */
static bool receive_leaves(struct search *search) {
    const struct kind *from = &search->from, *to = &search->to;
    for (int j = 0; j < search->level_count; j++) {
        int value = leaf_value(search, to, j), more = to->levels[j] - from->levels[j];
        if (more != 0 && value > search->balance.top)
            return false;
        balance_change_receive(&search->change, value, more);
    }
    return true;
}

/* The same value of the head, and sizes that differ by one at most. */
static void try_change(struct search *search, size_t place, int64_t limit) {
    const struct kind *from = &search->from, *to = &search->to;
    struct balance_change *change = &search->change;
    int more = to->size - from->size;
    balance_change_begin(change);
    change->processors = more;
    bool right = receive_leaves(search);
    if (more != 0) {
        bool head = to->size == 0 || from->size == 0;
        int sent = last_sent(search, to, more > 0 ? to->size : from->size);
        right = right && sent >= 0 && sent <= search->balance.top;
        right = right && (!head || to->value <= search->balance.top);
        balance_change_send(change, right ? sent : 0, more);
        balance_change_receive(change, right ? to->value : 0, head ? more : 0);
    }
    balance_change_end(&search->balance, change);
    if (right)
        keep_better(search, place, limit);
}

static int sum_of(const struct search *search, const struct kind *kind) {
    int sum = 0;
    for (int j = 0; j < search->level_count; j++)
        sum += j * kind->levels[j];
    return sum;
}

/* Two leaves, in opposite directions. */
static void try_pairs(struct search *search, size_t place) {
    const int *levels = search->from.levels;
    int *changed = search->to.levels;
    for (int up = 0; up + 1 < search->level_count; up++)
        for (int down = 1; down < search->level_count; down++) {
            if (levels[up] < 1 || levels[down] < 1 + (up == down) || up == down - 1)
                continue;
            changed[up]--, changed[up + 1]++;
            changed[down]--, changed[down - 1]++;
            try_change(search, place, search->from.count);
            memcpy(changed, levels, levels_bytes(search));
        }
}

/* The lowest leaves up, or the highest ones down, `many` levels in all; false if there is no such
 * place. */
static bool move_leaves(const struct search *search, int *levels, int direction, int many) {
    int last = search->level_count - 1, level = direction > 0 ? 0 : last;
    while (many > 0) {
        while (level >= 0 && level <= last && levels[level] == 0)
            level += direction;
        int next = level + direction;
        if (next < 0 || next > last)
            return false;
        int moved = levels[level] < many ? levels[level] : many;
        levels[level] -= moved, levels[next] += moved;
        many -= moved;
    }
    return true;
}

static void try_rounds(struct search *search, size_t place) {
    for (int direction = -1; direction <= 1; direction += 2) {
        if (direction > 0 || sum_of(search, &search->from) >= search->from.size)
            if (move_leaves(search, search->to.levels, direction, search->from.size))
                try_change(search, place, search->from.count);
        memcpy(search->to.levels, search->from.levels, levels_bytes(search));
    }
}

/* Leaves as equal as can be, whose sum is at least `least` and right; false if they are too high.
 */
static bool level_out(const struct search *search, struct kind *kind, int least) {
    int leaves = kind->size - 1;
    memset(kind->levels, 0, levels_bytes(search));
    if (leaves <= 0)
        return true;
    int steps = kind->value / search->gap,
        sum = least + (kind->size - (least + steps) % kind->size) % kind->size;
    int low = sum / leaves;
    if (low + 1 >= search->level_count)
        return false;
    kind->levels[low] = leaves - sum % leaves;
    kind->levels[low + 1] = sum % leaves;
    return true;
}

/* The head sends once more or once less; the other leaves about as high as before. */
static void try_sizes(struct search *search, size_t place) {
    const struct kind *from = &search->from;
    struct kind *to = &search->to;
    for (int more = -1; more <= 1; more += 2) {
        to->size = from->size + more;
        int sum = from->size > 1
                      ? (int)((int64_t)sum_of(search, from) * (to->size - 1) / (from->size - 1))
                      : 0;
        int lower = sum >= to->size ? sum - to->size + 1 : 0;
        for (int round = 0; round < (to->size > 1 ? 2 : 1); round++)
            if (level_out(search, to, round == 0 ? lower : lower + to->size))
                try_change(search, place, from->count);
    }
    copy_kind(search, to, from);
}

static void try_kind(struct search *search, size_t place, bool heads) {
    if (search->kinds[place].count == 0)
        return;
    copy_kind(search, &search->from, &search->kinds[place]);
    copy_kind(search, &search->to, &search->kinds[place]);
    if (search->from.size > 1 && !heads) {
        try_pairs(search, place);
        try_rounds(search, place);
    }
    if (heads)
        try_sizes(search, place);
}

/* Leaves become heads. */
static void try_new_heads(struct search *search) {
    int last = search->depth < search->balance.top ? search->depth : search->balance.top;
    memset(search->from.levels, 0, levels_bytes(search));
    memset(search->to.levels, 0, levels_bytes(search));
    for (int value = search->latency; value <= last; value++) {
        search->from.value = search->to.value = value;
        search->from.size = 0, search->to.size = 1;
        try_change(search, of_leaves, BREAKOUT_MOST_PROCESSORS);
    }
}

static void try_rests(struct search *search) {
    for (int value = 0; value < search->latency && value <= search->balance.top; value++) {
        balance_change_begin(&search->change);
        balance_change_receive(&search->change, value, 1);
        balance_change_receive(&search->change, search->rest, -1);
        balance_change_end(&search->balance, &search->change);
        search->to.value = value;
        keep_better(search, of_rest, 1);
    }
}

/* Finds the best change. Those of heads are looked at now and then, and where nothing else helps.
 */
static void find_change(struct search *search, int changes) {
    search->gain = 0;
    for (size_t i = 0; i < search->count; i++)
        try_kind(search, i, false);
    if (search->gain <= 0 || changes % CHANGES_OF_HEADS == CHANGES_OF_HEADS - 1) {
        for (size_t i = 0; i < search->count; i++)
            try_kind(search, i, true);
        try_new_heads(search);
    }
    if (search->gain <= 0)
        try_rests(search);
}

static enum status make_change(struct search *search, struct failure *failure) {
    balance_make(&search->balance, &search->best_change, search->best.count);
    if (search->best_from == of_rest) {
        search->rest = search->best.value;
        return STATUS_OK;
    }
    if (search->best_from != of_leaves)
        search->kinds[search->best_from].count -= search->best.count;
    return search->best.size > 0 ? add_blocks(search, &search->best, failure) : STATUS_OK;
}

/* --- the whole tree --- */

/* What the messages and receptions of these heads, and of their leaves, come to. */
static enum status count_all(struct search *search, const struct heads *heads,
                             struct failure *failure) {
    struct balance *balance = &search->balance;
    int depth = search->depth;
    int64_t *sent = memory_new((size_t)depth + 1, sizeof *sent);
    int64_t *received = memory_new((size_t)depth + 1, sizeof *received);
    enum status status =
        sent && received ? STATUS_OK : failure_memory(failure, "the messages of a stream");
    if (!status) {
        sent[depth]++, received[search->rest]++, balance->surplus++;
    }
    for (size_t i = 0; i < heads->count && !status; i++) {
        struct kind *kind = &search->to;
        kind->value = heads->list[i].value, kind->size = heads->list[i].size;
        kind->count = mpz_get_si(heads->list[i].count);
        bool low = level_out(search, kind, 0);
        assert(low);
        for (int size = 1; size <= kind->size; size++)
            sent[last_sent(search, kind, size)] += kind->count;
        received[kind->value] += kind->count;
        for (int j = 0; j < search->level_count; j++)
            if (kind->levels[j])
                received[leaf_value(search, kind, j)] += kind->count * kind->levels[j];
        balance->surplus += kind->count * kind->size;
        status = add_blocks(search, kind, failure);
    }
    int64_t room = 0, most = 0;
    for (int z = depth; z >= 1 && !status; z--) {
        room += sent[z] - received[z];
        most += sent[z] - (z + balance->slack <= depth ? sent[z + balance->slack] : 0);
        assert(z <= balance->top || room == 0);
        if (z <= balance->top)
            balance->room[z] = room, balance->most[z] = most;
    }
    balance->surplus -= mpz_get_si(search->processors);
    free(sent);
    free(received);
    return status;
}

static enum status start(struct search *search, bool *possible, struct failure *failure) {
    int top = search->latency + 4 * search->gap;
    top = top < search->depth ? top : search->depth;
    search->level_count = top / search->gap + 2;
    int *levels = memory_new(3 * (size_t)search->level_count, sizeof *levels);
    search->from.levels = levels;
    if (!levels)
        return failure_memory(failure, "the leaves of a block");
    search->to.levels = levels + search->level_count;
    search->best.levels = levels + 2 * search->level_count;
    enum status status = balance_init(&search->balance, top,
                                      logp_schedule_slack(search->known) / search->unit, failure);
    if (!status)
        status = balance_change_init(&search->change, &search->balance, failure);
    if (!status)
        status = balance_change_init(&search->best_change, &search->balance, failure);
    double *price = memory_new((size_t)top + 1, sizeof *price);
    if (!status && !price)
        status = failure_memory(failure, "prices");
    for (int value = 0; value <= top && !status; value++)
        price[value] = value;
    struct heads heads;
    const struct leaf_prices prices = {top, price};
    *possible = false;
    if (!status)
        status = heads_choose(&heads, search->latency, search->gap, search->depth,
                              search->processors, &prices, possible, failure);
    if (!status && *possible) {
        status = count_all(search, &heads, failure);
        heads_clear(&heads);
    }
    free(price);
    return status;
}

static void clear(struct search *search) {
    for (size_t i = 0; i < search->count; i++)
        free(search->kinds[i].levels);
    free(search->kinds);
    free(search->from.levels);
    balance_change_clear(&search->change);
    balance_change_clear(&search->best_change);
    balance_clear(&search->balance);
}

/* --- the schedule --- */

static enum status add_parts(struct logp_schedule *schedule, const struct search *search,
                             struct failure *failure) {
    int gap = search->gap, unit = search->unit;
    struct logp_part *rest = logp_schedule_part(schedule, search->rest % gap * unit, 0, 0);
    enum status status = rest ? STATUS_OK : failure_memory(failure, "a class of processors");
    if (!status)
        rest->steps.receive_only = search->rest / gap;
    mpz_t count;
    mpz_init(count);
    for (size_t i = 0; i < search->count && !status; i++) {
        const struct kind *kind = &search->kinds[i];
        const struct logp_block block = {.offset = kind->value % gap * unit,
                                         .head = kind->value / gap,
                                         .size = kind->size,
                                         .levels = kind->levels,
                                         .level_count = search->level_count};
        mpz_set_si(count, kind->count);
        if (kind->count > 0)
            status = logp_schedule_add_block(schedule, &block, count, failure);
    }
    mpz_clear(count);
    return status;
}

static enum status write(struct logp_schedule *schedule, const struct search *search,
                         struct failure *failure) {
    logp_schedule_init(schedule, &search->known->machine, search->known->capacity,
                       search->depth * search->unit, 1);
    enum status status = add_parts(schedule, search, failure);
    if (status)
        logp_schedule_clear(schedule);
    return status ? status : logp_schedule_finish(schedule, search->processors, failure);
}

/* --- depths --- */

static enum status change_all(struct search *search, bool *found, struct failure *failure) {
    enum status status = STATUS_OK;
    int64_t faults = balance_faults(&search->balance);
    for (int changes = 0; changes < MOST_CHANGES && faults > 0 && !status; changes++) {
        find_change(search, changes);
        if (search->gain > 0)
            status = make_change(search, failure);
        else
            balance_weigh(&search->balance);
        if (!status && changes % CHANGES_BETWEEN_CHECKS == 0)
            status = limits_check(search->limits, failure);
        faults = balance_faults(&search->balance);
    }
    *found = !status && faults == 0;
    return status;
}

/* Replaces `schedule` if there is one of the search's depth. */
static enum status try_depth(struct search search, struct logp_schedule *schedule, bool *found,
                             struct failure *failure) {
    struct logp_schedule better;
    bool possible;
    *found = false;
    enum status status = start(&search, &possible, failure);
    if (!status && possible)
        status = change_all(&search, found, failure);
    if (!status && *found)
        status = write(&better, &search, failure);
    clear(&search);
    if (!status && *found) {
        logp_schedule_clear(schedule);
        *schedule = better;
    }
    return status;
}

static enum status try_depths(struct search *search, struct logp_schedule *schedule,
                              struct failure *failure) {
    int least;
    enum status status =
        heads_least_depth(search->latency, search->gap, search->processors, &least, failure);
    int end = (schedule->depth + search->unit - 1) / search->unit;
    bool found = false;
    for (int depth = least; depth < end && !found && !status; depth++) {
        search->depth = depth;
        status = try_depth(*search, schedule, &found, failure);
    }
    return status;
}

enum status breakout_improve(struct logp_schedule *schedule, const struct limits *limits,
                             struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    int unit = (int)logp_machine_unit(machine);
    int64_t latency = logp_machine_transfer(machine) / unit;
    int64_t gap = logp_machine_step(machine) / unit;
    if (schedule->depth / unit > BREAKOUT_MOST_DEPTH || latency + 4 * gap > BREAKOUT_MOST_LEAF)
        return STATUS_OK;
    mpz_t processors, most;
    mpz_inits(processors, most, NULL);
    mpz_set_si(most, BREAKOUT_MOST_PROCESSORS);
    logp_schedule_processors(schedule, processors);
    struct search search = {.known = schedule,
                            .limits = limits,
                            .processors = processors,
                            .unit = unit,
                            .latency = (int)latency,
                            .gap = (int)gap};
    enum status status = STATUS_OK;
    if (mpz_cmp(processors, most) <= 0)
        status = try_depths(&search, schedule, failure);
    mpz_clears(processors, most, NULL);
    bool stopped = status == STATUS_LIMIT && limits && limits_stop(limits);
    return stopped ? STATUS_OK : status;
}
