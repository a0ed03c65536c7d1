/* SPDX-License-Identifier: MIT */
#include "solver/stream/walk/walk.h"

#include <assert.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

const char *const walk_rule_names[WALK_RULES] = {"copies", "collision", "ahead", "twins", "balls"};

const char walk_letter_tokens[65] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz:;";

void walk_statistics_add(struct walk_statistics *sum, const struct walk_statistics *more) {
    sum->inner += more->inner;
    sum->leaves += more->leaves;
    sum->placed += more->placed;
    sum->solutions += more->solutions;
    for (int rule = 0; rule < WALK_RULES; rule++)
        sum->pruned[rule] += more->pruned[rule];
}

enum { LETTERS = 64 /* also residues, for each size of blocks */ };

static uint64_t rotate(uint64_t set, int size) {
    return (set >> 1) | (set & 1) << (size - 1);
}

/* The state when the first slot of a block is entered: only the head has landed. */
static uint64_t first_state(const struct walk_plan *plan, int size) {
    assert(size >= 2 && size <= WALK_MAX_BLOCK);
    uint64_t head = (uint64_t)(plan->slots.latency - 1) % (uint64_t)size;
    return plan->mode == WALK_MULTISETS ? head : rotate(UINT64_C(1) << head, size);
}

/* One of the tables of a size. */
enum table { LANDING, LANDED, RIVALS, RESIDUES, TABLES };
static uint64_t *table_of(const struct walk_plan *plan, int size, enum table table) {
    return plan->tables + ((size_t)size * TABLES + table) * LETTERS;
}

static void fill_size(struct walk_plan *plan, int size) {
    uint64_t *residues = table_of(plan, size, RESIDUES);
    for (int j = 0; j < plan->slots.latency; j++)
        residues[j % size] |= UINT64_C(1) << j;
    for (int j = 0; j < plan->slots.latency; j++) {
        table_of(plan, size, LANDING)[j] = UINT64_C(1) << j % size;
        table_of(plan, size, LANDED)[j] = rotate(UINT64_C(1) << j % size, size);
        table_of(plan, size, RIVALS)[j] = residues[(j + size - 1) % size];
    }
}

static void fill_slot(struct walk_plan *plan, int slot) {
    int latency = plan->slots.latency, position = plan->slots.list[slot].position;
    int size = plan->slots.list[slot].size;
    struct walk_slot *here = &plan->list[slot];
    *here = (struct walk_slot){.first_state = first_state(plan, size),
                               .landing = table_of(plan, size, LANDING),
                               .landed = table_of(plan, size, LANDED),
                               .rivals = table_of(plan, size, RIVALS),
                               .now = table_of(plan, size, RESIDUES)[1 % size],
                               .size = size,
                               .twin = plan->slots.list[slot].twin,
                               .first = position == 1,
                               .last = slot - position + size - 1,
                               .ahead_from = slot - position + latency - 1,
                               .weighed = plan->ball_rule && slot == plan->slots.last_block};
    assert(position >= 1 && position < size);
    assert(here->last >= slot && here->last < plan->slots.count);
    assert(here->twin == 0 || (here->twin == size - 1 && slot - position + 1 >= here->twin));
    for (int shift = 0; shift < latency; shift += size)
        here->repeat |= UINT64_C(1) << shift;
}

static void fill_plan(struct walk_plan *plan) {
    for (int j = 0; j < plan->slots.latency; j++)
        if (plan->slots.letters[j])
            plan->different |= UINT64_C(1) << j;
    for (int s = 0; s < plan->slots.count; s++) {
        if (plan->slots.list[s].position == 1 && !plan->slots.list[s].twin)
            fill_size(plan, plan->slots.list[s].size);
        fill_slot(plan, s);
    }
}

enum status walk_plan_init(struct walk_plan *plan, int latency, int depth, enum walk_mode mode,
                           bool ball_rule, struct failure *failure) {
    if (latency > WALK_MAX_LATENCY || depth - latency + 1 > WALK_MAX_BLOCK)
        return failure_limit(failure,
                             "backtracking takes L <= %d and blocks of at most %d processors",
                             WALK_MAX_LATENCY, WALK_MAX_BLOCK);
    CLEANUP(walk_plan_clear) struct walk_plan result = {.mode = mode, .ball_rule = ball_rule};
    TRY(slots_init(&result.slots, latency, depth, WALK_MAX_LETTERS, failure));
    result.tables =
        memory_new((size_t)(WALK_MAX_BLOCK + 1) * TABLES * LETTERS, sizeof *result.tables);
    result.list = memory_new((size_t)result.slots.count + 1, sizeof *result.list);
    TRY(memory_check(result.tables && result.list, failure, NULL));
    fill_plan(&result);
    assert(result.different); /* the letter that is left over, if there is no other */
    *plan = TAKE(result);
    return STATUS_OK;
}

void walk_plan_clear(struct walk_plan *plan) {
    slots_clear(&plan->slots);
    FREE_ALL(plan->tables, plan->list);
    *plan = (struct walk_plan){0};
}

void walk_plan_look_at_collisions_only(struct walk_plan *plan) {
    for (int s = 0; s < plan->slots.count; s++)
        plan->list[s].ahead_from = plan->slots.count;
}

void walk_clear(struct walk *walk) {
    FREE_ALL(walk->letters, walk->left, walk->levels);
    *walk = (struct walk){0};
}

enum status walk_init(struct walk *walk, const struct walk_plan *plan, struct failure *failure) {
    size_t room = (size_t)plan->slots.count + 1;
    CLEANUP(walk_clear) struct walk result = {.plan = plan};
    result.letters = memory_new(room, sizeof(int));
    result.left = memory_new((size_t)plan->slots.latency, sizeof(int));
    result.levels = memory_new(room, sizeof *result.levels);
    TRY(memory_check(result.letters && result.left && result.levels, failure, NULL));
    *walk = TAKE(result);
    return STATUS_OK;
}

/* --- events --- */

static inline void add_event(struct walk_events *events, char token) {
    *events->end++ = token;
}

static inline void make_room(struct walk_events *events) {
    if (events->limit - events->end < WALK_EVENTS_ROOM)
        events->full(events);
    assert(events->limit - events->end >= WALK_EVENTS_ROOM);
}

static inline void emit_letter(struct walk_events *events, int letter) {
    make_room(events);
    add_event(events, walk_letter_tokens[letter]);
}

/* The node is left for good. */
static inline void emit_leave(struct walk_events *events, bool excluded) {
    make_room(events);
    add_event(events, excluded ? '!' : '-');
}

/* A filling: nothing is below. */
static inline void fill(struct walk_level *level, struct walk_events *events) {
    events->statistics.solutions++;
    level->excluded = false;
}

static inline uint64_t number(uint64_t set) {
    return (uint64_t)__builtin_popcountll(set);
}

static inline void count_balls(struct walk_events *events, const struct walk_plan *plan,
                               const struct walk_level *level) {
    struct walk_statistics *statistics = &events->statistics;
    statistics->inner++;
    statistics->leaves++;
    statistics->pruned[WALK_RULE_COPIES] += number(plan->different & ~level->avail);
    statistics->pruned[WALK_RULE_BALLS] += number(level->avail);
}

/* --- the step --- */

/* At the first slot of the last block: no letter x can be left over so that its sum is
 * divisible. */
static bool balls_exclude(const struct walk *walk, const struct walk_level *level) {
    const struct slots *slots = &walk->plan->slots;
    int size = slots->list[slots->last_block].size;
    long sum = slots->letter_sum + slots->latency - 1;
    for (int i = 0; i < slots->last_block; i++)
        sum -= walk->letters[i];
    for (uint64_t rest = level->avail; rest; rest &= rest - 1)
        if ((sum - __builtin_ctzll(rest)) % size == 0)
            return false;
    return true;
}

/* What the block allows, before copies and twins are looked at: the letters that do not collide,
 * and of these the ones that leave no landing time behind. */
static inline uint64_t without_collision(const struct walk *walk, int depth,
                                         const struct walk_level *level, enum walk_mode mode) {
    const struct walk_slot *slot = &walk->plan->list[depth];
    if (mode == WALK_WORDS)
        return ~(level->taken * slot->repeat);
    uint64_t ascending = slot->first ? ~UINT64_C(0) : ~UINT64_C(0) << walk->letters[depth - 1];
    if (depth < slot->last)
        return ascending;
    int residue = level->taken ? slot->size - (int)level->taken : 0;
    return ascending & table_of(walk->plan, slot->size, RESIDUES)[residue];
}

static inline uint64_t ahead(const struct walk_slot *slot, int depth,
                             const struct walk_level *level, uint64_t free, enum walk_mode mode) {
    return mode == WALK_WORDS && depth >= slot->ahead_from && !(level->taken & 1) ? free & 1 : free;
}

/* Works out which letters are open at the slot `depth`, from taken, avail and tied. */
static inline void settle(struct walk *walk, int depth, struct walk_level *level,
                          enum walk_mode mode, struct walk_events *events, bool emits) {
    const struct walk_plan *plan = walk->plan;
    const struct walk_slot *slot = &plan->list[depth];
    if (emits)
        level->excluded = false;
    if (slot->first) {
        level->taken = slot->first_state;
        level->tied = slot->twin > 0;
        if (slot->weighed && balls_exclude(walk, level)) {
            level->open = 0;
            level->excluded = true;
            if (events && events->counts)
                count_balls(events, plan, level);
            return;
        }
    }
    uint64_t free = without_collision(walk, depth, level, mode);
    uint64_t allowed = ahead(slot, depth, level, free, mode), twin = ~UINT64_C(0);
    if (level->tied)
        twin <<= walk->letters[depth - slot->twin];
    level->open = level->avail & allowed & twin;
    if (events && events->counts) {
        struct walk_statistics *statistics = &events->statistics;
        statistics->inner++;
        statistics->leaves += !level->open;
        statistics->pruned[WALK_RULE_COPIES] += number(plan->different & ~level->avail);
        statistics->pruned[WALK_RULE_COLLISION] += number(level->avail & ~free);
        statistics->pruned[WALK_RULE_AHEAD] += number(level->avail & free & ~allowed);
        statistics->pruned[WALK_RULE_TWINS] += number(level->avail & allowed & ~twin);
    }
}

/* The state below the letter at the slot `depth`, not settled; letters[depth] is the letter. */
static inline struct walk_level below(const struct walk *walk, int depth,
                                      const struct walk_level *level, int letter,
                                      enum walk_mode mode) {
    const struct walk_slot *slot = &walk->plan->list[depth];
    uint64_t bit = UINT64_C(1) << letter;
    struct walk_level next;
    next.avail = level->avail & ~(level->single & bit);
    next.single = (level->single & ~bit) | (uint64_t)(walk->left[letter] == 2) << letter;
    next.tied = level->tied && walk->letters[depth - slot->twin] == letter;
    if (mode == WALK_MULTISETS)
        next.taken = (level->taken + (uint64_t)letter) % (uint64_t)slot->size;
    else
        next.taken = rotate(level->taken | slot->landing[letter], slot->size);
    return next;
}

/* Works out whether the walk can run through a level: its next slot is of the same block, and no
 * twin is to be looked at. Then all children have the same open letters but for what the letter
 * takes away: itself, if it was the last copy, and its rivals; that is the whole step. Not where
 * prunings are counted. */
static inline void prepare(const struct walk *walk, int depth, struct walk_level *level,
                           enum walk_mode mode, const struct walk_events *events) {
    const struct walk_slot *slot = &walk->plan->list[depth];
    level->turned = rotate(level->taken, slot->size);
    level->base = level->avail & ~(level->turned * slot->repeat);
    bool narrow = depth + 1 >= slot->ahead_from && !(level->turned & 1);
    level->narrow = narrow ? level->base & 1 : level->base;
    level->quick =
        mode == WALK_WORDS && !level->tied && depth < slot->last && !(events && events->counts);
}

/* Places the letter at the slot where the walk stands, without an event. */
static void place(struct walk *walk, int letter) {
    enum walk_mode mode = walk->plan->mode;
    int depth = walk->depth;
    assert(depth < walk->plan->slots.count && walk->levels[depth].avail >> letter & 1);
    assert((walk->levels[depth].single >> letter & 1) == (walk->left[letter] == 1));
    walk->letters[depth] = letter;
    walk->levels[depth + 1] = below(walk, depth, &walk->levels[depth], letter, mode);
    walk->left[letter]--;
    walk->depth++;
    if (walk->depth < walk->plan->slots.count)
        settle(walk, walk->depth, &walk->levels[walk->depth], mode, NULL, true);
}

/* Takes the last letter back. */
static void step_back(struct walk *walk) {
    assert(walk->depth > walk->base);
    walk->depth--;
    walk->left[walk->letters[walk->depth]]++;
    walk->fresh = false;
}

static uint64_t above(uint64_t set, int letter) {
    return letter == LETTERS - 1 ? 0 : set & (~UINT64_C(0) << (letter + 1));
}

static void stand_at_root(struct walk *walk, int base) {
    const struct slots *slots = &walk->plan->slots;
    memcpy(walk->left, slots->letters, (size_t)slots->latency * sizeof(int));
    walk->base = base;
    walk->depth = 0;
    walk->over = walk->prepared = false;
    walk->fresh = true;
    walk->levels[0] = (struct walk_level){.avail = walk->plan->different};
    for (int j = 0; j < slots->latency; j++)
        walk->levels[0].single |= (uint64_t)(slots->letters[j] == 1) << j;
    if (slots->count)
        settle(walk, 0, &walk->levels[0], walk->plan->mode, NULL, true);
}

enum status walk_resume(struct walk *walk, const int *path, int length, int base, bool entered,
                        struct failure *failure) {
    require(length >= 0 && base >= 0 && (path || length == 0));
    const struct slots *slots = &walk->plan->slots;
    double share = 1;
    walk->share_left = 0;
    stand_at_root(walk, base);
    if (length > slots->count || base > length)
        return failure_input(failure, "the path is longer than the instance");
    for (int i = 0; i < length; i++) {
        int letter = path[i];
        struct walk_level *level = &walk->levels[i];
        if (letter < 0 || letter >= slots->latency || !(level->open >> letter & 1))
            return failure_input(failure, "letter %d is not open at slot %d", letter, i);
        share /= (double)number(level->open);
        level->open = i < base ? 0 : above(level->open, letter);
        walk->share_left += share * (double)number(level->open);
        place(walk, letter);
    }
    walk->share_left += entered ? share : 0;
    walk->fresh = entered;
    walk->over = !entered && length == base;
    if (!entered && !walk->over)
        step_back(walk);
    assert(walk->depth >= base && walk->depth <= slots->count);
    return STATUS_OK;
}

void walk_enter_root(struct walk *walk) {
    stand_at_root(walk, 0);
    settle(walk, 0, &walk->levels[0], walk->plan->mode, walk->events, true);
}

void walk_emit_child(struct walk *walk, int letter) {
    require(walk->depth + 1 < walk->plan->slots.count);
    struct walk_level *level = &walk->levels[walk->depth];
    enum walk_mode mode = walk->plan->mode;
    require(level->open >> letter & 1);
    level->open &= ~(UINT64_C(1) << letter);
    walk->letters[walk->depth] = letter;
    if (!walk->events)
        return;
    emit_letter(walk->events, letter);
    walk->events->statistics.placed++;
    struct walk_level next = below(walk, walk->depth, level, letter, mode);
    settle(walk, walk->depth + 1, &next, mode, walk->events, true);
}

/* --- the loop --- */

/* Where a walk stands while it runs. */
struct stand {
    struct walk_level *level;
    uint64_t nodes;
    uint64_t end; /* nodes to stop at */
    int depth;
    bool fresh;
};

/* What the innermost loop holds of the level where it stands. */
struct front {
    uint64_t open, base, narrow, single;
};

static inline struct front front_of(const struct walk_level *level) {
    return (struct front){level->open, level->base, level->narrow, level->single};
}

static inline void run_up(struct stand *at, int *left, const int *letters,
                          struct walk_events *events, bool emits) {
    at->level--;
    left[letters[--at->depth]]++;
    at->fresh = false;
    if (emits)
        emit_leave(events, false);
}

/* The innermost loop: runs through levels of one block that are quick, until it stands at one that
 * is not, at the base with nothing open, or at the end of the quantum. A child is worked out in
 * registers and only stored if it has an open letter. `emits` is a constant, so that events
 * that nobody wants cost nothing. */
static inline __attribute__((always_inline)) void
run_block(struct walk *walk, struct stand *stand, struct walk_events *events, bool emits) {
    const struct walk_slot *slot = &walk->plan->list[stand->depth];
    const uint64_t *const rivals = slot->rivals, *const landed = slot->landed;
    const uint64_t top = UINT64_C(1) << (slot->size - 1), now = slot->now, repeat = slot->repeat;
    const int last = slot->last, narrow_from = slot->ahead_from - 1;
    int *const left = walk->left, *const letters = walk->letters;
    struct stand at = *stand;
    struct front here = front_of(at.level);
    for (;;) {
        if (!here.open) {
            if (at.depth <= walk->base || !at.level[-1].quick)
                break;
            run_up(&at, left, letters, events, emits);
            here = front_of(at.level);
            continue;
        }
        if (at.nodes == at.end)
            break;
        int letter = __builtin_ctzll(here.open);
        uint64_t bit = here.open & -here.open, lost = rivals[letter] | (here.single & bit);
        here.open ^= bit;
        at.nodes++;
        letters[at.depth] = letter;
        if (emits)
            emit_letter(events, letter);
        uint64_t below = (bit & now ? here.base : here.narrow) & ~lost;
        if (!(at.fresh = below != 0)) {
            if (emits)
                add_event(events, '-');
            continue;
        }
        at.level->open = here.open;
        uint64_t avail = at.level->avail & ~(here.single & bit);
        uint64_t taken = at.level->turned | landed[letter];
        uint64_t turned = taken >> 1 | (top & -(taken & 1)), base = avail & ~(turned * repeat);
        here.single = (here.single & ~bit) | (bit & -(uint64_t)(--left[letter] == 1));
        at.level++;
        at.depth++;
        bool narrow = at.depth >= narrow_from && !(turned & 1);
        here = (struct front){below, base, narrow ? base & 1 : base, here.single};
        *at.level = (struct walk_level){below, taken,       avail, here.single, turned,
                                        base,  here.narrow, false, false,       at.depth < last};
        if (!at.level->quick)
            break;
    }
    at.level->open = here.open;
    *stand = at;
}

/* One letter at a level that is not quick; false when all slots are filled. */
static inline __attribute__((always_inline)) bool go_down(struct walk *walk, struct stand *stand,
                                                          enum walk_mode mode,
                                                          struct walk_events *events, bool emits) {
    const int count = walk->plan->slots.count, depth = stand->depth;
    struct walk_level *level = stand->level;
    int letter = __builtin_ctzll(level->open);
    level->open &= level->open - 1;
    stand->nodes++;
    walk->letters[depth] = letter;
    if (emits) {
        emit_letter(events, letter);
        events->statistics.placed++;
    }
    struct walk_level next = below(walk, depth, level, letter, mode);
    if (depth + 1 < count)
        settle(walk, depth + 1, &next, mode, events, emits);
    else if (emits)
        fill(&next, events);
    stand->fresh = depth + 1 < count ? next.open != 0 : !walk->count;
    if (!stand->fresh) {
        walk->solutions += depth + 1 == count;
        if (emits)
            emit_leave(events, next.excluded);
        return true;
    }
    walk->left[letter]--;
    level[1] = next;
    stand->level++;
    stand->depth++;
    if (depth + 1 == count)
        return false;
    prepare(walk, depth + 1, level + 1, mode, events);
    return true;
}

/* Takes the last letter back; false if there is none above the base. */
static inline bool go_up(struct walk *walk, struct stand *stand, struct walk_events *events,
                         bool emits) {
    if (emits)
        emit_leave(events, stand->level->excluded);
    if (stand->depth <= walk->base)
        return false;
    stand->level--;
    walk->left[walk->letters[--stand->depth]]++;
    stand->fresh = false;
    return true;
}

static inline __attribute__((always_inline)) enum walk_event
run(struct walk *walk, uint64_t quantum, enum walk_mode mode, bool emits) {
    const int count = walk->plan->slots.count;
    struct walk_events *events = emits ? walk->events : NULL;
    struct stand stand = {&walk->levels[walk->depth], walk->nodes, walk->nodes + quantum,
                          walk->depth, walk->fresh};
    enum walk_event event = WALK_QUANTUM;
    for (int i = 0; !walk->prepared && i <= stand.depth && i < count; i++)
        prepare(walk, i, &walk->levels[i], mode, events);
    walk->prepared = true;
    for (;;) {
        if (mode == WALK_WORDS && stand.depth < count && stand.level->quick)
            run_block(walk, &stand, events, emits);
        if (stand.depth == count || !stand.level->open) {
            if (go_up(walk, &stand, events, emits))
                continue;
            event = WALK_DONE;
            break;
        }
        if (stand.nodes == stand.end)
            break;
        if (stand.level->quick)
            continue;
        if (!go_down(walk, &stand, mode, events, emits)) {
            event = WALK_SOLUTION;
            break;
        }
    }
    walk->nodes = stand.nodes;
    walk->depth = stand.depth;
    walk->fresh = stand.fresh;
    return event;
}

static enum walk_event run_by_mode(struct walk *walk, uint64_t quantum) {
    if (walk->plan->mode == WALK_WORDS)
        return walk->events ? run(walk, quantum, WALK_WORDS, true)
                            : run(walk, quantum, WALK_WORDS, false);
    return walk->events ? run(walk, quantum, WALK_MULTISETS, true)
                        : run(walk, quantum, WALK_MULTISETS, false);
}

enum walk_event walk_run(struct walk *walk, uint64_t quantum) {
    require(walk->depth >= walk->base && walk->depth <= walk->plan->slots.count);
    if (walk->over)
        return WALK_DONE;
    uint64_t before = walk->nodes;
    enum walk_event event = run_by_mode(walk, quantum);
    assert(walk->nodes - before <= quantum && walk->depth >= walk->base);
    assert(event != WALK_SOLUTION || walk->depth == walk->plan->slots.count);
    return event;
}
