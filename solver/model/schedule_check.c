/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/model/schedule.h"
#include "solver/model/sequence.h"

/* What is received, and what is sent, by the value at the reception: [phase * values + value]. As
 * differences of neighbouring values until all are counted. */
struct flow {
    mpz_t *received, *sent;
    mpz_ptr many; /* scratch */
    size_t values, phases;
};

/* --- blocks --- */

/* With several ports those of words of length 1 are loose. */
static long block_leaves(const struct schedule *schedule, int size) {
    return size > 1 ? (long)schedule->ports * size - 1 : 0;
}

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
    return leaves == block_leaves(schedule, class->size) && sum % class->size == 0;
}

static enum status check_order(const struct schedule *schedule, const struct block_class *class,
                               bool *good, struct failure *failure) {
    FREED int *leaves = memory_new((size_t) class->size, sizeof *leaves);
    TRY(memory_check(leaves, failure, "a block"));
    schedule_leaves(schedule, class, leaves);
    return word_check(class->head, leaves, (size_t) class->size - 1, good, failure);
}

static enum status check_block(const struct schedule *schedule, const struct block_class *class,
                               struct failure *failure) {
    bool good = mpz_sgn(class->count) > 0 && class->head <= schedule->depth && class->size >= 1 &&
                class->size <= class->head - schedule->latency + 1 && has_leaves(schedule, class);
    TRY(good && class->ordered ? check_order(schedule, class, &good, failure) : STATUS_OK);
    if (!good)
        return failure_internal(failure, "the block of head %d and size %d has no legal word",
                                class->head, class->size);
    return STATUS_OK;
}

static void count_range(const struct flow *flow, mpz_t *list, size_t phase, int first, int last,
                        mpz_srcptr count) {
    mpz_t *change = list + phase * flow->values;
    mpz_add(change[first], change[first], count);
    mpz_sub(change[last + 1], change[last + 1], count);
}

static void count_block(const struct schedule *schedule, const struct block_class *class,
                        struct flow *flow) {
    int sent = class->head - schedule->latency;
    count_range(flow, flow->received, 0, class->head, class->head, class->count);
    mpz_mul_ui(flow->many, class->count, (unsigned long)schedule->ports);
    count_range(flow, flow->sent, 0, sent - class->size + 1, sent, flow->many);
    for (size_t k = class->first; k < class->range_end; k++) {
        const struct leaf_range *range = &schedule->ranges[k];
        mpz_mul_ui(flow->many, class->count, (unsigned long)range->copies);
        count_range(flow, flow->received, 0, range->first, range->last, flow->many);
    }
}

/* Is there a word of length 1 for every head there, and are there words for the partial ones? */
static bool has_room(const struct schedule *schedule) {
    const struct partial_heads *partial = &schedule->partial;
    int p = schedule->ports, j = partial->sends;
    BIG(words); /* less those that have a head */
    for (int v = 0; v <= schedule->depth; v++)
        mpz_add(words, words, schedule->loose[v]);
    for (size_t i = 0; i < schedule->block_count; i++)
        if (schedule->blocks[i].size == 1)
            mpz_submul_ui(words, schedule->blocks[i].count, (unsigned long)p - 1);
    if (partial->form == PARTIAL_SINGLE)
        mpz_sub_ui(words, words, (unsigned long)((p - 1) / (p / j)));
    else if (partial->form == PARTIAL_DOUBLE)
        mpz_sub_ui(words, words, (unsigned long)j - 1);
    return mpz_sgn(words) >= 0;
}

static bool is_partial_right(const struct schedule *schedule) {
    const struct partial_heads *partial = &schedule->partial;
    int last = schedule->depth - schedule->latency;
    bool root = partial->head == schedule->depth && partial->form != PARTIAL_DOUBLE;
    if (partial->form == PARTIAL_NONE)
        return true;
    return partial->sends >= 1 && partial->sends < schedule->ports &&
           partial->head >= schedule->latency && (partial->head <= last || root);
}

/* Loose leaves and partial heads. */
static enum status take_loose(const struct schedule *schedule, struct flow *flow,
                              struct failure *failure) {
    const struct partial_heads *partial = &schedule->partial;
    if (schedule->ports < 2)
        return STATUS_OK;
    if (schedule->word_count || !is_partial_right(schedule) || !has_room(schedule))
        return failure_internal(failure, "words of length 1 have no room");
    for (int v = 0; v <= schedule->depth; v++) {
        if (mpz_sgn(schedule->loose[v]) < 0)
            return failure_internal(failure, "too few leaves of value %d are loose", v);
        count_range(flow, flow->received, 0, v, v, schedule->loose[v]);
    }
    mpz_set_ui(flow->many, partial->form == PARTIAL_DOUBLE ? 2 : 1);
    if (partial->form != PARTIAL_NONE)
        count_range(flow, flow->received, 0, partial->head, partial->head, flow->many);
    mpz_set_ui(flow->many, (unsigned long)partial->sends);
    int sent = partial->head - schedule->latency;
    if (partial->form != PARTIAL_NONE)
        count_range(flow, flow->sent, 0, sent, sent, flow->many);
    return STATUS_OK;
}

static enum status take_blocks(const struct schedule *schedule, struct flow *flow,
                               struct failure *failure) {
    int over = schedule->receive_only;
    if (over < SCHEDULE_NOBODY || over > schedule->depth)
        return failure_internal(failure, "the receive-only value %d is out of range", over);
    if (over != SCHEDULE_NOBODY) {
        mpz_set_ui(flow->many, 1);
        count_range(flow, flow->received, 0, over, over, flow->many);
    }
    for (size_t i = 0; i < schedule->block_count; i++) {
        TRY(check_block(schedule, &schedule->blocks[i], failure));
        count_block(schedule, &schedule->blocks[i], flow);
    }
    return STATUS_OK;
}

/* --- words --- */

static enum status check_word(const struct schedule *schedule, const struct word_class *class,
                              struct failure *failure) {
    int t = schedule->depth, L = schedule->latency;
    bool good = false;
    if (class->length == 0 || class->length % (size_t)schedule->period || mpz_sgn(class->count) < 1)
        return failure_internal(failure, "a word of length %zu for the period %d", class->length,
                                schedule->period);
    for (size_t p = 0; p < class->length; p++)
        if (class->values[p] < 0 || (class->values[p] > t - L && class->values[p] != t))
            return failure_internal(failure, "nobody sends the value %d", class->values[p]);
    TRY(closed_word_check(class->values, class->length, &good, failure));
    if (!good)
        return failure_internal(failure, "a word of length %zu is not legal", class->length);
    TRY(closed_word_check_sends(class->values, class->sends, class->length, L, &good, failure));
    if (!good)
        return failure_internal(failure, "a word of length %zu sends what is not held",
                                class->length);
    return STATUS_OK;
}

static void count_word(const struct schedule *schedule, const struct word_class *class,
                       struct flow *flow) {
    for (size_t p = 0; p < class->length; p++) {
        int value = class->values[p], sent = class->sends[p] - schedule->latency;
        count_range(flow, flow->received, p % flow->phases, value, value, class->count);
        if (class->sends[p] != CLOSED_WORD_SILENT)
            count_range(flow, flow->sent, (p + (size_t)schedule->latency) % flow->phases, sent,
                        sent, class->count);
    }
}

static enum status take_words(const struct schedule *schedule, struct flow *flow,
                              struct failure *failure) {
    for (size_t i = 0; i < schedule->word_count; i++) {
        TRY(check_word(schedule, &schedule->words[i], failure));
        count_word(schedule, &schedule->words[i], flow);
    }
    return STATUS_OK;
}

/* --- all --- */

static void add_up(const struct flow *flow, mpz_t *list) {
    for (size_t i = 0; i < flow->values * flow->phases; i++)
        if (i % flow->values != 0)
            mpz_add(list[i], list[i], list[i - 1]);
}

enum status schedule_flow(const struct schedule *schedule, mpz_t *received, mpz_t *sent,
                          struct failure *failure) {
    if (schedule->latency < 0 || schedule->depth < 0 || schedule->period < 1 ||
        (schedule->period > 1 &&
         (schedule->block_count || schedule->receive_only != SCHEDULE_NOBODY)))
        return failure_internal(failure, "the period is %d", schedule->period);
    BIG(many);
    struct flow flow = {.many = many,
                        .received = received,
                        .sent = sent,
                        .values = schedule_flow_values(schedule),
                        .phases = (size_t)schedule->period};
    TRY(take_blocks(schedule, &flow, failure));
    TRY(take_loose(schedule, &flow, failure));
    TRY(take_words(schedule, &flow, failure));
    add_up(&flow, received);
    add_up(&flow, sent);
    return STATUS_OK;
}

size_t schedule_flow_values(const struct schedule *schedule) {
    return (size_t)schedule->depth + 2;
}

/* The source sends the value t once a step; all else that is received is sent by others. */
static enum status check_balance(const struct schedule *schedule, mpz_t *received, mpz_t *sent,
                                 struct failure *failure) {
    size_t values = schedule_flow_values(schedule);
    for (size_t i = 0; i < values * (size_t)schedule->period; i++) {
        bool root = i % values == (size_t)schedule->depth;
        if (root ? mpz_cmp_si(received[i], 1) != 0 : mpz_cmp(sent[i], received[i]) < 0)
            return failure_internal(
                failure, "value %zu is received more or less often than it is sent", i % values);
    }
    return STATUS_OK;
}

/* --- coloured words --- */

/* Of one word: letters of each item, and what is sent at each position. seen: [2 length]. */
static bool check_coloured(const struct schedule *schedule, const struct coloured_word *word,
                           int *seen, int *received) {
    int p = schedule->ports, n = word->length, R = schedule->depth - schedule->latency + 1;
    int *there = seen, *sent = seen + n;
    for (int c = 0; c < p; c++)
        for (int y = 0; y < n; y++) {
            int value = word->values[(size_t)c * (size_t)n + (size_t)y];
            int at = coloured_position(word, c, y);
            bool root = value == schedule->depth;
            if (value < 0 || (value >= R && !root))
                return false;
            there[at]++;
            received[(size_t)c * (size_t)(R + 1) + (size_t)(root ? R : value)]++;
            for (int k = 0; k < R && root; k++)
                sent[(at + k) % n] += schedule->copies[(size_t)c * (size_t)R + (size_t)k];
        }
    for (int at = 0; at < n; at++)
        if (there[at] != p || sent[at] > p)
            return false;
    return true;
}

/* Each root is there once, and nothing is received more often than it is sent. */
static bool is_supplied(const struct schedule *schedule, const int *received) {
    int R = schedule->depth - schedule->latency + 1;
    for (int c = 0; c < schedule->ports; c++) {
        const int *own = received + (size_t)c * (size_t)(R + 1);
        for (int v = 0; v < R; v++)
            if (own[v] > schedule->copies[(size_t)c * (size_t)R + (size_t)(R - 1 - v)])
                return false;
        if (own[R] != 1)
            return false;
    }
    return true;
}

static enum status check_colours(const struct schedule *schedule, struct failure *failure) {
    size_t R = (size_t)(schedule->depth - schedule->latency + 1), longest = 0;
    for (size_t w = 0; w < schedule->coloured_count; w++)
        if ((size_t)schedule->coloured[w].length > longest)
            longest = (size_t)schedule->coloured[w].length;
    FREED int *received = memory_new((size_t)schedule->ports * (R + 1), sizeof *received);
    FREED int *seen = memory_new(2 * longest, sizeof *seen);
    bool room = received && seen;
    bool good = room && schedule->block_count == 0 && schedule->partial.form == PARTIAL_NONE;
    for (int v = 0; v <= schedule->depth && good; v++)
        good = mpz_sgn(schedule->loose[v]) == 0;
    for (size_t w = 0; w < schedule->coloured_count && good; w++) {
        memset(seen, 0, 2 * longest * sizeof *seen);
        good = check_coloured(schedule, &schedule->coloured[w], seen, received);
    }
    good = good && is_supplied(schedule, received);
    return !room  ? failure_memory(failure, "the words of a schedule")
           : good ? STATUS_OK
                  : failure_internal(failure, "words with items of their own are wrong");
}

enum status schedule_check(const struct schedule *schedule, struct failure *failure) {
    if (schedule->copies)
        return check_colours(schedule, failure);
    if (schedule->latency < 1 || schedule->depth < 0 || schedule->period < 1)
        return failure_internal(failure, "the latency is %d", schedule->latency);
    size_t room = schedule_flow_values(schedule) * (size_t)schedule->period;
    CLEANUP(numbers_clear) mpz_t *received = numbers_new(room), *sent = numbers_new(room);
    TRY(memory_check(received && sent, failure, "the balance of a schedule"));
    TRY(schedule_flow(schedule, received, sent, failure));
    return check_balance(schedule, received, sent, failure);
}

enum status schedule_check_whole(const struct schedule *schedule, struct failure *failure) {
    BIG(all, found);
    TRY(schedule_check(schedule, failure));
    TRY(sequence_term(all, schedule->latency, schedule->depth, NULL, failure));
    schedule_processors(schedule, found);
    if (mpz_cmp(all, found) != 0 || schedule->word_count ||
        schedule->receive_only == SCHEDULE_NOBODY)
        return failure_internal(failure, "the blocks are not those of P(t)");
    return STATUS_OK;
}
