/* SPDX-License-Identifier: MIT */
#include "solver/stream/arithmetic/partition.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/random.h"

/* The blocks being filled, root last. Letters are counted, not ordered: held[b * L + j] copies of
 * letter j in block b. Blocks of size 1 hold nothing and are left out. */
struct filling {
    const struct small_instance *instance;
    int block_count;
    int *size, *held;
    int *left; /* letters that no block holds yet */
    struct random_numbers random;
};

static void filling_clear(struct filling *filling) {
    FREE_ALL(filling->size, filling->held, filling->left);
}

static enum status filling_init(struct filling *filling, const struct small_instance *instance,
                                uint64_t seed, struct failure *failure) {
    *filling = (struct filling){.instance = instance};
    filling->random = random_start(seed);
    size_t blocks = 0;
    for (int r = 2; r <= instance->root_size; r++)
        blocks += (size_t)instance->blocks[r];
    size_t latency = (size_t)instance->latency;
    if (!NEW(blocks, filling->size) || !NEW(blocks * latency, filling->held) ||
        !NEW(latency, filling->left))
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %zu blocks", blocks);
    for (int r = 2; r <= instance->root_size; r++)
        for (int i = 0; i < instance->blocks[r]; i++)
            filling->size[filling->block_count++] = r;
    return STATUS_OK;
}

static int *letters_of(const struct filling *filling, int block) {
    return filling->held + (size_t)block * (size_t)filling->instance->latency;
}

static long sum_of(const int *letters, int latency) {
    long sum = 0;
    for (int j = 0; j < latency; j++)
        sum += (long)j * letters[j];
    return sum;
}

/* A letter that is left, each copy equally likely; `total` copies are left. */
static int draw_letter(struct filling *filling, int total) {
    assert(total >= 1);
    int pick = (int)(random_next(&filling->random) % (uint64_t)total), letter = 0;
    while (pick >= filling->left[letter])
        pick -= filling->left[letter++];
    assert(letter < filling->instance->latency && filling->left[letter] > 0);
    return letter;
}

/* Exchange one held letter for one that is left, so that the block's sum grows by `gap` modulo its
 * size. */
static bool mend_block(struct filling *filling, int block, int gap) {
    int *held = letters_of(filling, block), *left = filling->left;
    int latency = filling->instance->latency, size = filling->size[block];
    assert(gap > 0 && gap < size);
    int shift = (int)(random_next(&filling->random) % (uint64_t)latency);
    for (int i = 0; i < latency; i++) {
        int out = (i + shift) % latency;
        if (!held[out])
            continue;
        for (int in = (out + gap) % size; in < latency; in += size)
            if (left[in]) {
                held[out]--, held[in]++;
                left[in]--, left[out]++;
                return true;
            }
    }
    return false;
}

/* Fills all blocks but the root from small to large, each with its congruence; false when stuck. */
static bool fill_blocks(struct filling *filling, int total) {
    int latency = filling->instance->latency;
    for (int block = 0; block + 1 < filling->block_count; block++) {
        int *held = letters_of(filling, block), size = filling->size[block];
        for (int i = 1; i < size; i++, total--) {
            int letter = draw_letter(filling, total);
            held[letter]++;
            filling->left[letter]--;
        }
        int remainder = (int)((sum_of(held, latency) + latency - 1) % size);
        if (remainder && !mend_block(filling, block, size - remainder))
            return false;
        assert((sum_of(held, latency) + latency - 1) % size == 0);
    }
    return true;
}

/* An exchange between the root and a block that keeps the block's congruence. */
struct exchange {
    int block;
    int to_root;   /* letter that the root gains */
    int from_root; /* letter that the root loses */
};

static bool exchange_is_open(const struct filling *filling, const struct exchange *exchange) {
    return letters_of(filling, exchange->block)[exchange->to_root] > 0 &&
           letters_of(filling, filling->block_count - 1)[exchange->from_root] > 0;
}

static void exchange_do(struct filling *filling, const struct exchange *exchange) {
    int *held = letters_of(filling, exchange->block);
    int *root = letters_of(filling, filling->block_count - 1);
    assert(exchange_is_open(filling, exchange));
    held[exchange->to_root]--, held[exchange->from_root]++;
    root[exchange->from_root]--, root[exchange->to_root]++;
}

/* steps[L-1 + d] = an exchange that changes the root's sum by d, for every d in -(L-1)..L-1 but 0
 * that is possible; block = -1 where none is. The scan starts at a random block, so that repeated
 * calls differ. */
static void collect_steps(struct filling *filling, struct exchange *steps) {
    int latency = filling->instance->latency, others = filling->block_count - 1;
    int open = 2 * latency - 2;
    const int *root = letters_of(filling, others);
    for (int d = 0; d < 2 * latency - 1; d++)
        steps[d].block = -1;
    int first = others ? (int)(random_next(&filling->random) % (uint64_t)others) : 0;
    for (int i = 0; i < others && open; i++) {
        int block = first + i - (first + i < others ? 0 : others), size = filling->size[block];
        const int *held = letters_of(filling, block);
        for (int in = 0; in < latency && size < latency; in++) {
            if (!held[in])
                continue;
            for (int out = in % size; out < latency; out += size) {
                struct exchange *step = &steps[latency - 1 + in - out];
                if (root[out] && in != out && step->block < 0) {
                    *step = (struct exchange){block, in, out};
                    open--;
                }
            }
        }
    }
}

/* Which of the root's sums are right: S with L-1 + S = 0 mod R, or one sum exactly. */
struct target {
    long modulus; /* 0: exact */
    long sum;
};

static long distance(const struct target *target, long sum) {
    long gap = target->sum - sum;
    if (target->modulus) {
        gap %= target->modulus;
        if (gap < 0)
            gap += target->modulus;
        if (2 * gap > target->modulus)
            gap -= target->modulus;
    }
    assert(!target->modulus || 2 * labs(gap) <= target->modulus);
    return labs(gap);
}

/* The exchange, or the pair of exchanges, that brings the root nearest to its target. */
static bool best_steps(const struct filling *filling, const struct exchange *steps,
                       const struct target *target, long sum, struct exchange best[2]) {
    int latency = filling->instance->latency;
    long nearest = distance(target, sum);
    best[0].block = best[1].block = -1;
    for (int d = 0; d < 2 * latency - 1; d++) {
        if (steps[d].block < 0)
            continue;
        long after = sum + d - (latency - 1);
        if (distance(target, after) < nearest) {
            nearest = distance(target, after);
            best[0] = steps[d];
            best[1].block = -1;
        }
        for (int e = 0; e < d; e++) {
            long both = after + e - (latency - 1);
            if (steps[e].block >= 0 && distance(target, both) < nearest) {
                nearest = distance(target, both);
                best[0] = steps[d];
                best[1] = steps[e];
            }
        }
    }
    return best[0].block >= 0;
}

/* Exchanges letters until the root's sum is right; false when no exchange brings it nearer. */
static bool mend_root(struct filling *filling, const struct target *target,
                      struct exchange *steps) {
    int latency = filling->instance->latency;
    for (;;) {
        long sum = sum_of(letters_of(filling, filling->block_count - 1), latency);
        if (distance(target, sum) == 0)
            return true;
        struct exchange best[2] = {{.block = -1}, {.block = -1}};
        collect_steps(filling, steps);
        if (!best_steps(filling, steps, target, sum, best))
            return false;
        exchange_do(filling, &best[0]);
        if (best[1].block >= 0) {
            if (!exchange_is_open(filling, &best[1]))
                return false;
            exchange_do(filling, &best[1]);
        }
    }
}

static bool attempt(struct filling *filling, const struct partition_question *question,
                    int receive_only, struct exchange *steps) {
    const struct small_instance *instance = filling->instance;
    int latency = instance->latency, total = instance->letter_total - 1;
    memcpy(filling->left, instance->letters, (size_t)latency * sizeof(int));
    memset(filling->held, 0, (size_t)filling->block_count * (size_t)latency * sizeof(int));
    if (!filling->left[receive_only]--)
        return false;
    if (filling->block_count == 0)
        return total == 0;
    if (!fill_blocks(filling, total))
        return false;
    int *root = letters_of(filling, filling->block_count - 1);
    memcpy(root, filling->left, (size_t)latency * sizeof(int));
    struct target target = {.modulus = instance->root_size, .sum = 1 - latency};
    if (question->root_ball)
        target = (struct target){0, (long)receive_only * instance->root_size - (latency - 1)};
    return mend_root(filling, &target, steps);
}

static enum status add_block(struct schedule *schedule, int size, const int *held, int latency,
                             int *scratch, struct failure *failure) {
    int count = 0;
    for (int j = 0; j < latency; j++)
        for (int i = 0; i < held[j]; i++)
            scratch[count++] = j;
    assert(count == size - 1);
    BIG_OF(one, 1);
    return schedule_add_block(schedule, size, one, scratch, failure);
}

static enum status hand_over(const struct filling *filling, int receive_only,
                             struct schedule *schedule, struct failure *failure) {
    const struct small_instance *instance = filling->instance;
    FREED int *scratch = memory_new((size_t)instance->root_size, sizeof(int));
    TRY(memory_check(scratch, failure, NULL));
    BIG_OF(count, instance->blocks[1]);
    if (instance->blocks[1])
        TRY(schedule_add_block(schedule, 1, count, scratch, failure));
    for (int block = 0; block < filling->block_count; block++)
        TRY(add_block(schedule, filling->size[block], letters_of(filling, block), instance->latency,
                      scratch, failure));
    schedule->receive_only = receive_only;
    schedule_sort(schedule);
    return STATUS_OK;
}

enum status partition_find(const struct small_instance *instance,
                           const struct partition_question *question, bool *found,
                           struct schedule *schedule, struct failure *failure) {
    CLEANUP(filling_clear) struct filling filling = {0};
    TRY(filling_init(&filling, instance, question->seed, failure));
    int latency = instance->latency, letter = question->receive_only;
    FREED struct exchange *steps = memory_new(2 * (size_t)latency, sizeof *steps);
    TRY(memory_check(steps, failure, NULL));
    *found = false;
    for (int i = 0; i < question->attempts && !*found; i++) {
        if (question->receive_only == PARTITION_ANY_LETTER)
            letter = (i + 1) % latency; /* the paper's choice b first */
        TRY(limits_check(question->limits, failure));
        *found = attempt(&filling, question, letter, steps);
    }
    return *found ? hand_over(&filling, letter, schedule, failure) : STATUS_OK;
}
