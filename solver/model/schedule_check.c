/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "automata/word.h"
#include "solver/model/numbers.h"
#include "solver/model/schedule.h"
#include "solver/model/sequence.h"

/* Who sends less who receives, as differences of neighbouring values: [phase * (t+2) + value]. */
struct balance {
    mpz_t *change;
    mpz_t many; /* scratch */
    size_t values, phases;
};

/* --- blocks --- */

/* Values in range, and Hall's condition. */
static bool has_leaves(const struct schedule *schedule, const struct block_class *class) {
    long leaves = 0, sum = class->head;
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        long length = (long)range->last - range->first + 1;
        if (range->first < 0 || length < 1 || range->copies < 1 ||
            range->last > schedule->depth - schedule->latency)
            return false;
        leaves += length * range->copies;
        sum += (((long)range->first + range->last) * length / 2 % class->size) * range->copies;
        sum %= class->size;
    }
    return leaves == class->size - 1 && sum % class->size == 0;
}

static enum status check_order(const struct schedule *schedule, const struct block_class *class,
                               bool *good, struct failure *failure) {
    int *leaves = memory_new((size_t) class->size, sizeof *leaves);
    if (!leaves)
        return failure_memory(failure, "a block");
    schedule_leaves(schedule, class, leaves);
    enum status status = word_check(class->head, leaves, (size_t) class->size - 1, good, failure);
    free(leaves);
    return status;
}

static enum status check_block(const struct schedule *schedule, const struct block_class *class,
                               struct failure *failure) {
    bool good = mpz_sgn(class->count) > 0 && class->head <= schedule->depth && class->size >= 1 &&
                class->size <= class->head - schedule->latency + 1 && has_leaves(schedule, class);
    enum status status =
        good && class->ordered ? check_order(schedule, class, &good, failure) : STATUS_OK;
    if (!status && !good)
        return failure_set(failure, STATUS_INTERNAL,
                           "the block of head %d and size %d has no legal word", class->head,
                           class->size);
    return status;
}

/* So many receptions, or sends (sign -1) of what is received with these values. */
static void count_range(struct balance *balance, size_t phase, int first, int last,
                        mpz_srcptr count, int sign) {
    mpz_t *change = balance->change + phase * balance->values;
    (sign < 0 ? mpz_add : mpz_sub)(change[first], change[first], count);
    (sign < 0 ? mpz_sub : mpz_add)(change[last + 1], change[last + 1], count);
}

static void count_block(const struct schedule *schedule, const struct block_class *class,
                        struct balance *balance) {
    int sent = class->head - schedule->latency;
    count_range(balance, 0, class->head, class->head, class->count, 1);
    count_range(balance, 0, sent - class->size + 1, sent, class->count, -1);
    for (size_t k = class->first; k < class->range_end; k++) {
        const struct leaf_range *range = &schedule->ranges[k];
        mpz_mul_ui(balance->many, class->count, (unsigned long)range->copies);
        count_range(balance, 0, range->first, range->last, balance->many, 1);
    }
}

static enum status take_blocks(const struct schedule *schedule, struct balance *balance,
                               struct failure *failure) {
    enum status status = STATUS_OK;
    int over = schedule->receive_only;
    if (over < SCHEDULE_NOBODY || over > schedule->depth)
        return failure_set(failure, STATUS_INTERNAL, "the receive-only value %d is out of range",
                           over);
    if (over != SCHEDULE_NOBODY) {
        mpz_set_ui(balance->many, 1);
        count_range(balance, 0, over, over, balance->many, 1);
    }
    for (size_t i = 0; i < schedule->block_count && !status; i++) {
        status = check_block(schedule, &schedule->blocks[i], failure);
        if (!status)
            count_block(schedule, &schedule->blocks[i], balance);
    }
    return status;
}

/* --- words --- */

static enum status check_word(const struct schedule *schedule, const struct word_class *class,
                              struct failure *failure) {
    int t = schedule->depth, L = schedule->latency;
    bool good = false;
    if (class->length == 0 || class->length % (size_t)schedule->period || mpz_sgn(class->count) < 1)
        return failure_set(failure, STATUS_INTERNAL, "a word of length %zu for the period %d",
                           class->length, schedule->period);
    for (size_t p = 0; p < class->length; p++)
        if (class->values[p] < 0 || (class->values[p] > t - L && class->values[p] != t))
            return failure_set(failure, STATUS_INTERNAL, "nobody sends the value %d",
                               class->values[p]);
    enum status status = closed_word_check(class->values, class->length, &good, failure);
    if (!status && !good)
        status = failure_set(failure, STATUS_INTERNAL, "a word of length %zu is not legal",
                             class->length);
    if (!status)
        status =
            closed_word_check_sends(class->values, class->sends, class->length, L, &good, failure);
    if (!status && !good)
        status = failure_set(failure, STATUS_INTERNAL,
                             "a word of length %zu sends what is not held", class->length);
    return status;
}

static void count_word(const struct schedule *schedule, const struct word_class *class,
                       struct balance *balance) {
    for (size_t p = 0; p < class->length; p++) {
        int value = class->values[p], sent = class->sends[p] - schedule->latency;
        count_range(balance, p % balance->phases, value, value, class->count, 1);
        if (class->sends[p] != CLOSED_WORD_SILENT)
            count_range(balance, (p + (size_t)schedule->latency) % balance->phases, sent, sent,
                        class->count, -1);
    }
}

static enum status take_words(const struct schedule *schedule, struct balance *balance,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < schedule->word_count && !status; i++) {
        status = check_word(schedule, &schedule->words[i], failure);
        if (!status)
            count_word(schedule, &schedule->words[i], balance);
    }
    return status;
}

/* --- all --- */

static enum status check_phase(const struct schedule *schedule, struct balance *balance,
                               size_t phase, struct failure *failure) {
    mpz_t *change = balance->change + phase * balance->values;
    mpz_set_ui(balance->many, 0);
    for (int w = 0; w <= schedule->depth; w++) {
        mpz_add(balance->many, balance->many, change[w]);
        bool root = w == schedule->depth;
        if (root ? mpz_cmp_si(balance->many, -1) != 0 : mpz_sgn(balance->many) < 0)
            return failure_set(failure, STATUS_INTERNAL,
                               "value %d is received more or less often than it is sent", w);
    }
    return STATUS_OK;
}

enum status schedule_check(const struct schedule *schedule, struct failure *failure) {
    if (schedule->latency < 1 || schedule->depth < 0 || schedule->period < 1 ||
        (schedule->period > 1 &&
         (schedule->block_count || schedule->receive_only != SCHEDULE_NOBODY)))
        return failure_set(failure, STATUS_INTERNAL, "the period is %d", schedule->period);
    struct balance balance = {.values = (size_t)schedule->depth + 2,
                              .phases = (size_t)schedule->period};
    size_t room = balance.values * balance.phases;
    balance.change = numbers_new(room);
    if (!balance.change)
        return failure_memory(failure, "the balance of a schedule");
    mpz_init(balance.many);
    enum status status = take_blocks(schedule, &balance, failure);
    if (!status)
        status = take_words(schedule, &balance, failure);
    for (size_t phase = 0; phase < balance.phases && !status; phase++)
        status = check_phase(schedule, &balance, phase, failure);
    mpz_clear(balance.many);
    numbers_free(balance.change, room);
    return status;
}

enum status schedule_check_whole(const struct schedule *schedule, struct failure *failure) {
    mpz_t all, found;
    mpz_inits(all, found, NULL);
    enum status status = schedule_check(schedule, failure);
    if (!status)
        status = sequence_term(all, schedule->latency, schedule->depth, failure);
    schedule_processors(schedule, found);
    if (!status && (mpz_cmp(all, found) != 0 || schedule->word_count ||
                    schedule->receive_only == SCHEDULE_NOBODY))
        status = failure_set(failure, STATUS_INTERNAL, "the blocks are not those of P(t)");
    mpz_clears(all, found, NULL);
    return status;
}
