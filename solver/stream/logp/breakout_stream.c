/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/breakout_stream.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/limits.h"
#include "solver/stream/logp/balance.h"
#include "solver/stream/logp/depths.h"
#include "solver/stream/logp/heads.h"
#include "solver/stream/logp/logp_schedule.h"

/* What the search of breakout_stream.h knows, and how it begins. */

/* Equal blocks; or leaves, which have size 0 and no levels above 0. */
struct kind {
    int value, size; /* of the head */
    int *levels;     /* [j]: leaves of this level, 0 .. level_count - 1 */
    int64_t count;
};

struct breakout_search {
    const struct logp_schedule *known; /* to be improved; borrowed */
    const struct limits *limits;
    mpz_srcptr processors;
    int unit, latency, gap, depth; /* d; the others in units of it */
    int changes;                   /* so many at most */

    /* Set by breakout_begin. */
    int level_count;
    int rest; /* what the processor without a block receives */
    struct balance balance;
    struct kind *kinds; /* owned, with their levels */
    size_t count;

    /* The change that is looked at, and the best one so far; levels of all three are owned. */
    struct kind from, to;
    struct balance_change change;
    struct kind best; /* what it makes, and of how many */
    struct balance_change best_change;
    size_t next;      /* the kind that is looked at next */
    size_t best_from; /* the place among kinds of those of which it makes it */
    double gain;      /* 0: there is none */
};

static inline size_t breakout_levels_bytes(const struct breakout_search *search) {
    return (size_t)search->level_count * sizeof(int);
}

static void breakout_copy(const struct breakout_search *search, struct kind *to,
                          const struct kind *from) {
    memcpy(to->levels, from->levels, breakout_levels_bytes(search));
    to->value = from->value, to->size = from->size, to->count = from->count;
}

/* --- the blocks --- */

/* The kind that is this one, or one that nobody is of any more; `count` if there is none. */
static size_t place_of(const struct breakout_search *search, const struct kind *kind) {
    size_t empty = search->count;
    for (size_t i = 0; i < search->count; i++) {
        const struct kind *other = &search->kinds[i];
        if (other->value == kind->value && other->size == kind->size &&
            memcmp(other->levels, kind->levels, breakout_levels_bytes(search)) == 0)
            return i;
        if (other->count == 0 && empty == search->count)
            empty = i;
    }
    return empty;
}

static enum status make_room(struct breakout_search *search, struct failure *failure) {
    if (!memory_make_room(&search->kinds, search->count, sizeof *search->kinds))
        return failure_memory(failure, "blocks");
    int *levels = memory_new((size_t)search->level_count, sizeof *levels);
    TRY(memory_check(levels, failure, "the leaves of a block"));
    search->kinds[search->count++] = (struct kind){.levels = levels};
    return STATUS_OK;
}

/* Adds kind.count such blocks. */
static enum status breakout_add(struct breakout_search *search, const struct kind *kind,
                                struct failure *failure) {
    size_t place = place_of(search, kind);
    TRY(place == search->count ? make_room(search, failure) : STATUS_OK);
    int64_t there = search->kinds[place].count;
    breakout_copy(search, &search->kinds[place], kind);
    search->kinds[place].count += there;
    return STATUS_OK;
}

/* The value with which a block sends last if it has this size, and that of its leaves. */
static int breakout_last_sent(const struct breakout_search *search, const struct kind *kind,
                              int size) {
    return kind->value - search->latency - (size - 1) * search->gap;
}

/* The value of leaves of this level. */
static int breakout_leaf_value(const struct breakout_search *search, const struct kind *kind,
                               int level) {
    return kind->value % search->gap + search->gap * level;
}

/* Gives the block leaves as equal as can be, whose sum is right, and `least` or up to size-1 more;
 * false if they are too high. */
static bool breakout_level_out(const struct breakout_search *search, struct kind *kind, int least) {
    int leaves = kind->size - 1;
    memset(kind->levels, 0, breakout_levels_bytes(search));
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

/* --- the whole tree --- */

/* What is sent and received, by value. */
struct tree {
    struct heads heads;
    int64_t *sent, *received; /* [0 .. depth] */
};

static void tree_clear(struct tree *tree) {
    heads_clear(&tree->heads);
    FREE_ALL(tree->sent, tree->received);
}

static enum status choose_heads(const struct breakout_search *search, struct tree *tree,
                                bool *possible, struct failure *failure) {
    const struct leaf_prices prices = {search->latency + 4 * search->gap, NULL};
    return heads_choose(&tree->heads, search->latency, search->gap, search->depth,
                        search->processors, &prices, possible, failure);
}

static struct kind kind_of(const struct head_class *head) {
    return (struct kind){
        .value = head->value, .size = head->size, .count = mpz_get_si(head->count)};
}

static enum status count_heads(const struct breakout_search *search, struct tree *tree,
                               struct failure *failure) {
    size_t values = (size_t)search->depth + 1;
    TRY(memory_check(NEW(values, tree->sent, tree->received), failure, "the messages of a stream"));
    tree->sent[search->depth]++;
    tree->received[search->rest]++;
    for (size_t i = 0; i < tree->heads.count; i++) {
        const struct kind kind = kind_of(&tree->heads.list[i]);
        for (int size = 1; size <= kind.size; size++)
            tree->sent[breakout_last_sent(search, &kind, size)] += kind.count;
        tree->received[kind.value] += kind.count;
    }
    return STATUS_OK;
}

/* Leaves have less than l but where all below a node were left out; and somewhat more is room for
 * changes. */
static int top_of(const struct breakout_search *search, const struct tree *tree) {
    int top = search->latency + 4 * search->gap, value = search->depth;
    while (value > top && tree->sent[value] == tree->received[value])
        value--;
    return value;
}

static enum status make_rooms(struct breakout_search *search, int top, struct failure *failure) {
    search->level_count = top / search->gap + 2;
    int *levels = memory_new(3 * (size_t)search->level_count, sizeof *levels);
    search->from.levels = levels;
    TRY(memory_check(levels, failure, "the leaves of a block"));
    search->to.levels = levels + search->level_count;
    search->best.levels = levels + 2 * search->level_count;
    TRY(balance_init(&search->balance, top, logp_schedule_slack(search->known) / search->unit,
                     failure));
    TRY(balance_change_init(&search->change, &search->balance, failure));
    return balance_change_init(&search->best_change, &search->balance, failure);
}

static enum status add_heads(struct breakout_search *search, struct tree *tree,
                             struct failure *failure) {
    search->balance.surplus = 1 - mpz_get_si(search->processors);
    for (size_t i = 0; i < tree->heads.count; i++) {
        struct kind kind = kind_of(&tree->heads.list[i]);
        kind.levels = search->to.levels;
        bool low = breakout_level_out(search, &kind, 0);
        assert(low);
        for (int j = 0; j < search->level_count; j++)
            if (kind.levels[j])
                tree->received[breakout_leaf_value(search, &kind, j)] +=
                    kind.count * kind.levels[j];
        search->balance.surplus += kind.count * kind.size;
        TRY(breakout_add(search, &kind, failure));
    }
    return STATUS_OK;
}

static void fill_balance(struct breakout_search *search, const struct tree *tree) {
    struct balance *balance = &search->balance;
    int depth = search->depth;
    int64_t room = 0, most = 0;
    for (int z = depth; z >= 1; z--) {
        room += tree->sent[z] - tree->received[z];
        most += tree->sent[z];
        if (z + balance->slack <= depth)
            most -= tree->sent[z + balance->slack];
        assert(z <= balance->top || room == 0);
        if (z <= balance->top)
            balance->room[z] = room;
        if (z <= balance->top && balance_limited(balance))
            balance->most[z] = most;
    }
}

static enum status begin_with(struct breakout_search *search, struct tree *tree, bool *possible,
                              struct failure *failure) {
    TRY(count_heads(search, tree, failure));
    int top = top_of(search, tree);
    *possible = top <= BREAKOUT_MOST_LEAF;
    if (!*possible)
        return STATUS_OK;
    TRY(make_rooms(search, top, failure));
    TRY(add_heads(search, tree, failure));
    fill_balance(search, tree);
    return STATUS_OK;
}

/* The heads of the whole tree but for leaves that are left out, and each block's leaves as equal as
 * can be. *possible = false if the tree is too small, or has leaves beyond BREAKOUT_MOST_LEAF.
 * Cleared by the caller in every case. */
static enum status breakout_begin(struct breakout_search *search, bool *possible,
                                  struct failure *failure) {
    CLEANUP(tree_clear) struct tree tree = {.sent = NULL};
    *possible = false;
    TRY(choose_heads(search, &tree, possible, failure));
    return *possible ? begin_with(search, &tree, possible, failure) : STATUS_OK;
}

static void breakout_clear(struct breakout_search *search) {
    for (size_t i = 0; i < search->count; i++)
        free(search->kinds[i].levels);
    FREE_ALL(search->kinds, search->from.levels);
    balance_change_clear(&search->change);
    balance_change_clear(&search->best_change);
    balance_clear(&search->balance);
}

/* For each depth so many changes, for all depths together about as many as stand first: a few
 * seconds for machines with thousands of kinds of blocks. With more of them, or more kinds at once,
 * little was found on thirteen machines, N = 100 .. 10^6. */
enum { CHANGES = 5000, LEAST_CHANGES = 100, MOST_CHANGES = 1000, KINDS_AT_ONCE = 100 };
enum { CHANGES_BETWEEN_CHECKS = 64, CHANGES_OF_HEADS = 4 };

/* Places for what is no kind: leaves that become heads, and the processor without a block. */
static const size_t of_leaves = SIZE_MAX, of_rest = SIZE_MAX - 1;

/* --- a change --- */

/* Keeps the change of `from` to `to`, of `limit` blocks at most, if it is the best one. */
static void keep_better(struct breakout_search *search, size_t place, int64_t limit) {
    const struct balance_change change = search->change;
    int64_t count;
    double gain = balance_gain(&search->balance, &change, limit, &count);
    if (gain <= search->gain)
        return;
    search->gain = gain;
    search->change = search->best_change;
    search->best_change = change;
    search->best_from = place;
    breakout_copy(search, &search->best, &search->to);
    search->best.count = count;
}

/* The leaves of the change; false if one is too high. */
static bool receive_leaves(struct breakout_search *search) {
    const struct kind *from = &search->from, *to = &search->to;
    for (int j = 0; j < search->level_count; j++) {
        int value = breakout_leaf_value(search, to, j), more = to->levels[j] - from->levels[j];
        if (more != 0 && value > search->balance.top)
            return false;
        balance_change_receive(&search->change, value, more);
    }
    return true;
}

/* The same value of the head, and sizes that differ by one at most. */
static void try_change(struct breakout_search *search, size_t place, int64_t limit) {
    const struct kind *from = &search->from, *to = &search->to;
    struct balance_change *change = &search->change;
    int more = to->size - from->size;
    balance_change_begin(change);
    change->processors = more;
    bool right = receive_leaves(search);
    if (more != 0) {
        bool head = to->size == 0 || from->size == 0;
        int sent = breakout_last_sent(search, to, more > 0 ? to->size : from->size);
        right = right && sent >= 0 && sent <= search->balance.top;
        right = right && (!head || to->value <= search->balance.top);
        balance_change_send(&search->balance, change, right ? sent : 0, more);
        balance_change_receive(change, right ? to->value : 0, head ? more : 0);
    }
    balance_change_end(change);
    if (right)
        keep_better(search, place, limit);
}

static int sum_of(const struct breakout_search *search, const struct kind *kind) {
    int sum = 0;
    for (int j = 0; j < search->level_count; j++)
        sum += j * kind->levels[j];
    return sum;
}

/* Two leaves, in opposite directions. */
static void try_pairs(struct breakout_search *search, size_t place) {
    const int *levels = search->from.levels;
    int *changed = search->to.levels;
    for (int up = 0; up + 1 < search->level_count; up++)
        for (int down = 1; down < search->level_count; down++) {
            if (levels[up] < 1 || levels[down] < 1 + (up == down) || up == down - 1)
                continue;
            changed[up]--, changed[up + 1]++;
            changed[down]--, changed[down - 1]++;
            try_change(search, place, search->from.count);
            memcpy(changed, levels, breakout_levels_bytes(search));
        }
}

/* The lowest leaves up, or the highest ones down, `many` levels in all; false if there is no such
 * place. */
static bool move_leaves(const struct breakout_search *search, int *levels, int direction,
                        int many) {
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

static void try_rounds(struct breakout_search *search, size_t place) {
    for (int direction = -1; direction <= 1; direction += 2) {
        if (direction > 0 || sum_of(search, &search->from) >= search->from.size)
            if (move_leaves(search, search->to.levels, direction, search->from.size))
                try_change(search, place, search->from.count);
        memcpy(search->to.levels, search->from.levels, breakout_levels_bytes(search));
    }
}

/* The head sends once more or once less; the other leaves about as high as before. */
static void try_sizes(struct breakout_search *search, size_t place) {
    const struct kind *from = &search->from;
    struct kind *to = &search->to;
    for (int more = -1; more <= 1; more += 2) {
        to->size = from->size + more;
        int sum = from->size > 1
                      ? (int)((int64_t)sum_of(search, from) * (to->size - 1) / (from->size - 1))
                      : 0;
        int lower = sum >= to->size ? sum - to->size + 1 : 0;
        for (int round = 0; round < (to->size > 1 ? 2 : 1); round++)
            if (breakout_level_out(search, to, round == 0 ? lower : lower + to->size))
                try_change(search, place, from->count);
    }
    breakout_copy(search, to, from);
}

static void try_kind(struct breakout_search *search, size_t place, bool heads) {
    if (search->kinds[place].count == 0)
        return;
    breakout_copy(search, &search->from, &search->kinds[place]);
    breakout_copy(search, &search->to, &search->kinds[place]);
    if (search->from.size > 1 && !heads) {
        try_pairs(search, place);
        try_rounds(search, place);
    }
    if (heads)
        try_sizes(search, place);
}

/* Leaves become heads. */
static void try_new_heads(struct breakout_search *search) {
    int last = search->depth < search->balance.top ? search->depth : search->balance.top;
    memset(search->from.levels, 0, breakout_levels_bytes(search));
    memset(search->to.levels, 0, breakout_levels_bytes(search));
    for (int value = search->latency; value <= last; value++) {
        search->from.value = search->to.value = value;
        search->from.size = 0, search->to.size = 1;
        try_change(search, of_leaves, BREAKOUT_MOST_PROCESSORS);
    }
}

static void try_rests(struct breakout_search *search) {
    for (int value = 0; value < search->latency && value <= search->balance.top; value++) {
        balance_change_begin(&search->change);
        balance_change_receive(&search->change, value, 1);
        balance_change_receive(&search->change, search->rest, -1);
        balance_change_end(&search->change);
        search->to.value = value;
        keep_better(search, of_rest, 1);
    }
}

/* Finds the best change of the kinds that come next: of so many at least, and of all where none of
 * these helps (partial pricing, as for linear programs). */
static void try_kinds(struct breakout_search *search, bool heads) {
    for (size_t i = 0; i < search->count && (i < KINDS_AT_ONCE || search->gain <= 0); i++) {
        search->next = search->next + 1 < search->count ? search->next + 1 : 0;
        try_kind(search, search->next, heads);
    }
}

/* Changes of heads are looked at now and then, and where nothing else helps. */
static void find_change(struct breakout_search *search, int changes) {
    search->gain = 0;
    try_kinds(search, false);
    if (search->gain <= 0 || changes % CHANGES_OF_HEADS == CHANGES_OF_HEADS - 1) {
        try_kinds(search, true);
        try_new_heads(search);
    }
    if (search->gain <= 0)
        try_rests(search);
}

static enum status make_change(struct breakout_search *search, struct failure *failure) {
    balance_make(&search->balance, &search->best_change, search->best.count);
    if (search->best_from == of_rest) {
        search->rest = search->best.value;
        return STATUS_OK;
    }
    if (search->best_from != of_leaves)
        search->kinds[search->best_from].count -= search->best.count;
    return search->best.size > 0 ? breakout_add(search, &search->best, failure) : STATUS_OK;
}

/* --- the schedule --- */

static enum status add_parts(struct logp_schedule *schedule, const struct breakout_search *search,
                             struct failure *failure) {
    int gap = search->gap, unit = search->unit;
    struct logp_part *rest = logp_schedule_part(schedule, search->rest % gap * unit, 0, 0);
    TRY(memory_check(rest, failure, "a class of processors"));
    rest->steps.receive_only = search->rest / gap;
    BIG(count);
    for (size_t i = 0; i < search->count; i++) {
        const struct kind *kind = &search->kinds[i];
        const struct logp_block block = {.offset = kind->value % gap * unit,
                                         .head = kind->value / gap,
                                         .size = kind->size,
                                         .levels = kind->levels,
                                         .level_count = search->level_count};
        mpz_set_si(count, kind->count);
        if (kind->count > 0)
            TRY(logp_schedule_add_block(schedule, &block, count, failure));
    }
    return STATUS_OK;
}

static enum status write(struct logp_schedule *schedule, const struct breakout_search *search,
                         struct failure *failure) {
    logp_schedule_init(schedule, &search->known->machine, search->known->capacity,
                       search->depth * search->unit, 1);
    return logp_schedule_end(schedule, add_parts(schedule, search, failure), search->processors,
                             failure);
}

/* --- depths --- */

static enum status change_all(struct breakout_search *search, bool *found,
                              struct failure *failure) {
    int64_t faults = balance_faults(&search->balance);
    for (int changes = 0; faults > 0 && changes < search->changes; changes++) {
        find_change(search, changes);
        if (search->gain > 0)
            TRY(make_change(search, failure));
        else
            balance_weigh(&search->balance);
        if (changes % CHANGES_BETWEEN_CHECKS == 0)
            TRY(limits_check(search->limits, failure));
        faults = balance_faults(&search->balance);
    }
    *found = faults == 0;
    return STATUS_OK;
}

/* Replaces `schedule` if there is one of the search's depth. */
static enum status try_depth(const struct breakout_search *question, struct logp_schedule *schedule,
                             bool *found, struct failure *failure) {
    CLEANUP(breakout_clear) struct breakout_search search = *question;
    struct logp_schedule better;
    bool possible;
    *found = false;
    TRY(breakout_begin(&search, &possible, failure));
    if (possible)
        TRY(change_all(&search, found, failure));
    if (!*found)
        return STATUS_OK;
    TRY(write(&better, &search, failure));
    logp_schedule_clear(schedule);
    *schedule = better;
    return STATUS_OK;
}

static enum status try_depths(struct breakout_search *search, struct logp_schedule *schedule,
                              struct failure *failure) {
    int least, end = (schedule->depth + search->unit - 1) / search->unit;
    struct depths depths;
    TRY(heads_least_depth(search->latency, search->gap, search->processors, &least, failure));
    if (least >= end)
        return STATUS_OK;
    depths_begin(&depths, least, end);
    int changes = CHANGES * depths.step / (end - least);
    changes = changes > LEAST_CHANGES ? changes : LEAST_CHANGES;
    search->changes = changes < MOST_CHANGES ? changes : MOST_CHANGES;
    while (depths_next(&depths)) {
        bool found;
        search->depth = depths.depth;
        TRY(try_depth(search, schedule, &found, failure));
        depths_record(&depths, found);
    }
    return STATUS_OK;
}

enum status breakout_improve(struct logp_schedule *schedule, const struct limits *limits,
                             struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    int unit = (int)logp_machine_unit(machine);
    int64_t latency = logp_machine_transfer(machine) / unit;
    int64_t gap = logp_machine_step(machine) / unit;
    if (schedule->depth / unit > BREAKOUT_MOST_DEPTH || latency + 4 * gap > BREAKOUT_MOST_LEAF)
        return STATUS_OK;
    BIG(processors, most);
    mpz_set_si(most, BREAKOUT_MOST_PROCESSORS);
    logp_schedule_processors(schedule, processors);
    struct breakout_search search = {.known = schedule,
                                     .limits = limits,
                                     .processors = processors,
                                     .unit = unit,
                                     .latency = (int)latency,
                                     .gap = (int)gap};
    enum status status = STATUS_OK;
    if (mpz_cmp(processors, most) <= 0)
        status = try_depths(&search, schedule, failure);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}
