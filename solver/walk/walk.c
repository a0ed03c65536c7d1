#include "solver/walk/walk.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { RESIDUES = 64 };

static void fill_landing(struct walk_plan *plan) {
    for (int s = 0; s < plan->slots.count; s += plan->slots.list[s].size - 1) {
        int size = plan->slots.list[s].size;
        for (int j = 0; j < plan->slots.latency; j++)
            plan->landing[size * RESIDUES + j % size] |= UINT64_C(1) << j;
    }
}

enum status walk_plan_init(struct walk_plan *plan, int latency, int depth, enum walk_mode mode,
                           bool ball_rule, struct failure *failure) {
    if (latency > WALK_MAX_LATENCY || depth - latency + 1 > WALK_MAX_BLOCK)
        return failure_set(failure, STATUS_LIMIT,
                           "backtracking takes L <= %d and blocks of at most %d processors",
                           WALK_MAX_LATENCY, WALK_MAX_BLOCK);
    struct walk_plan result = {.mode = mode, .ball_rule = ball_rule};
    enum status status = slots_init(&result.slots, latency, depth, WALK_MAX_LETTERS, failure);
    if (status)
        return status;
    result.landing = memory_new((WALK_MAX_BLOCK + 1) * RESIDUES, sizeof *result.landing);
    if (!result.landing) {
        slots_clear(&result.slots);
        return failure_set(failure, STATUS_SYSTEM, "out of memory");
    }
    fill_landing(&result);
    *plan = result;
    return STATUS_OK;
}

void walk_plan_clear(struct walk_plan *plan) {
    slots_clear(&plan->slots);
    free(plan->landing);
    *plan = (struct walk_plan){0};
}

void walk_clear(struct walk *walk) {
    free(walk->letters);
    free(walk->left);
    free(walk->levels);
    *walk = (struct walk){0};
}

enum status walk_init(struct walk *walk, const struct walk_plan *plan, struct failure *failure) {
    size_t room = (size_t)plan->slots.count + 1;
    struct walk result = {.plan = plan};
    result.letters = memory_new(room, sizeof(int));
    result.left = memory_new((size_t)plan->slots.latency, sizeof(int));
    result.levels = memory_new(room, sizeof *result.levels);
    if (!result.letters || !result.left || !result.levels) {
        walk_clear(&result);
        return failure_set(failure, STATUS_SYSTEM, "out of memory");
    }
    *walk = result;
    return STATUS_OK;
}

static uint64_t rotate(uint64_t set, int size) {
    return (set >> 1) | (set & 1) << (size - 1);
}

/* Letters that may be placed at the slot: what the block allows, before copies and twins are looked
 * at. */
static inline uint64_t allowed(const struct walk_plan *plan, const struct slot *slot,
                               const struct walk_level *level, const int *letters,
                               enum walk_mode mode) {
    int size = slot->size, latency = plan->slots.latency;
    if (mode == WALK_MULTISETS) {
        uint64_t ascending = slot->position == 1 ? ~UINT64_C(0) : ~UINT64_C(0) << letters[-1];
        if (slot->position < size - 1)
            return ascending;
        int residue = level->taken ? size - (int)level->taken : 0;
        return ascending & plan->landing[size * RESIDUES + residue];
    }
    uint64_t taken = level->taken;
    for (int shift = size; shift < latency; shift += size)
        taken |= level->taken << shift;
    /* Nobody after this position reaches its own landing time, unless the walk comes round to it.
     */
    bool now_or_never = slot->position >= latency - 1 && !(level->taken & 1);
    return now_or_never ? ~taken & 1 : ~taken;
}

/* No letter x can be left over so that the last block's sum is divisible. */
static bool balls_exclude(const struct walk_plan *plan, const struct walk_level *level) {
    int size = plan->slots.list[plan->slots.last_block].size;
    for (uint64_t rest = level->avail; rest; rest &= rest - 1)
        if ((level->sum - __builtin_ctzll(rest) + plan->slots.latency - 1) % size == 0)
            return false;
    return true;
}

/* The block's state when its first slot is entered: only the head has landed. */
static inline uint64_t first_state(const struct walk_plan *plan, int size, enum walk_mode mode) {
    uint64_t head = (uint64_t)(plan->slots.latency - 1) % (uint64_t)size;
    return mode == WALK_MULTISETS ? head : rotate(UINT64_C(1) << head, size);
}

/* Works out which letters are open at the slot `depth`, from level->taken, avail, sum and tied. */
static inline void enter(struct walk *walk, int depth, enum walk_mode mode) {
    const struct walk_plan *plan = walk->plan;
    const struct slot *slot = &plan->slots.list[depth];
    struct walk_level *level = &walk->levels[depth];
    if (slot->position == 1) {
        level->taken = first_state(plan, slot->size, mode);
        level->tied = slot->twin > 0;
        if (depth == plan->slots.last_block && plan->ball_rule && balls_exclude(plan, level)) {
            level->open = 0;
            return;
        }
    }
    uint64_t open = level->avail & allowed(plan, slot, level, walk->letters + depth, mode);
    if (level->tied)
        open &= ~UINT64_C(0) << walk->letters[depth - slot->twin];
    level->open = open;
}

/* Places the letter at the current slot and prepares the state of the next. */
static inline void place(struct walk *walk, int letter, enum walk_mode mode) {
    const struct walk_plan *plan = walk->plan;
    const struct slot *slot = &plan->slots.list[walk->depth];
    struct walk_level *level = &walk->levels[walk->depth], *next = level + 1;
    walk->letters[walk->depth] = letter;
    next->avail = --walk->left[letter] ? level->avail : level->avail & ~(UINT64_C(1) << letter);
    next->sum = level->sum - letter;
    next->tied = level->tied && walk->letters[walk->depth - slot->twin] == letter;
    if (mode == WALK_MULTISETS)
        next->taken = (level->taken + (uint64_t)letter) % (uint64_t)slot->size;
    else
        next->taken = rotate(
            level->taken | UINT64_C(1) << (letter < slot->size ? letter : letter % slot->size),
            slot->size);
    walk->depth++;
}

enum status walk_resume(struct walk *walk, const int *path, int length, int base, bool entered,
                        struct failure *failure) {
    const struct slots *slots = &walk->plan->slots;
    enum walk_mode mode = walk->plan->mode;
    memcpy(walk->left, slots->letters, (size_t)slots->latency * sizeof(int));
    walk->base = base;
    walk->depth = 0;
    walk->levels[0] = (struct walk_level){.sum = slots->letter_sum};
    for (int j = 0; j < slots->latency; j++)
        if (slots->letters[j])
            walk->levels[0].avail |= UINT64_C(1) << j;
    if (length > slots->count || base > length)
        return failure_set(failure, STATUS_INPUT, "the path is longer than the instance");
    for (int i = 0; i < length; i++) {
        enter(walk, i, mode);
        int letter = path[i];
        uint64_t *open = &walk->levels[i].open;
        if (letter < 0 || letter >= slots->latency || !(*open >> letter & 1))
            return failure_set(failure, STATUS_INPUT, "letter %d is not open at slot %d", letter,
                               i);
        *open = i < base || letter == 63 ? 0 : *open & (~UINT64_C(0) << (letter + 1));
        place(walk, letter, mode);
    }
    walk->fresh = entered;
    if (length < slots->count)
        enter(walk, length, mode);
    if (!entered && length < slots->count)
        walk->levels[length].open = 0;
    return STATUS_OK;
}

/* Takes the last letter back; false when the base is reached. */
static inline bool step_back(struct walk *walk) {
    if (walk->depth <= walk->base)
        return false;
    walk->depth--;
    walk->left[walk->letters[walk->depth]]++;
    walk->fresh = false;
    return true;
}

static inline enum walk_event run(struct walk *walk, uint64_t quantum, enum walk_mode mode) {
    int count = walk->plan->slots.count;
    uint64_t end = walk->nodes + quantum;
    for (;;) {
        if (walk->depth == count) {
            if (!step_back(walk))
                return WALK_DONE;
            continue;
        }
        struct walk_level *level = &walk->levels[walk->depth];
        if (!level->open) {
            if (!step_back(walk))
                return WALK_DONE;
            continue;
        }
        if (walk->nodes == end)
            return WALK_QUANTUM;
        int letter = __builtin_ctzll(level->open);
        level->open &= level->open - 1;
        walk->nodes++;
        place(walk, letter, mode);
        if (walk->depth == count)
            return WALK_SOLUTION;
        enter(walk, walk->depth, mode);
        walk->fresh = true;
    }
}

enum walk_event walk_run(struct walk *walk, uint64_t quantum) {
    return walk->plan->mode == WALK_WORDS ? run(walk, quantum, WALK_WORDS)
                                          : run(walk, quantum, WALK_MULTISETS);
}
