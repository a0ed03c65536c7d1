/* SPDX-License-Identifier: MIT */
#include "rest/stationary_family.h"

#include "core/big.h"
#include "core/memory.h"
#include "core/schedule.h"
#include "rest/word_pattern.h"

#include <stdlib.h>

enum { PERIOD_LIMIT = 1000 };

struct family {
    struct word_family frame;
    struct form processors; /* rounded down */
    mpz_t *remainder;       /* [class]: of this division */
    struct word_pattern *patterns;
    size_t count, capacity;
    size_t *first; /* [class]: its patterns are first[class] .. first[class+1]-1 */
    struct form_sequence sequence;
    uint32_t generic; /* W */
    uint32_t top;     /* largest a */
    uint32_t below;   /* largest E */
    uint32_t last;    /* K */
    mpz_t sum, sequence_part;
};

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* Case (i) of the header: neither part is ever negative. */
static bool parts_never_negative(struct family *family, const struct form *form, int64_t slope,
                                 int64_t constant) {
    uint32_t T = family->frame.from, L = family->frame.latency;
    bool right = slope >= 0 && slope * T + constant >= 0;
    for (uint32_t t = T; right && t < T + L; t++) {
        form_sequence_part(form, &family->sequence, t, family->sequence_part);
        right = mpz_sgn(family->sequence_part) >= 0;
    }
    return right;
}

/* Case (ii): the linear part helps the recurrence. */
static bool sum_never_negative(struct family *family, const struct form *form, int64_t slope,
                               int64_t constant) {
    uint32_t T = family->frame.from, L = family->frame.latency;
    bool right = slope <= 0 && slope * ((int64_t)1 - (int64_t)T) - constant >= 0;
    for (uint32_t t = T; right && t < T + L; t++) {
        form_sum(form, &family->sequence, t, 0, family->sum);
        right = mpz_sgn(family->sum) >= 0;
    }
    return right;
}

static bool check_sign(struct family *family, struct reader *reader, const struct form *form) {
    int64_t slope, constant;
    form_linear_part(form, &slope, &constant);
    return parts_never_negative(family, form, slope, constant) ||
           sum_never_negative(family, form, slope, constant) ||
           read_refuted(reader, "the count is not seen to be >= 0 for all t >= %u",
                        family->frame.from);
}

static bool read_pattern(struct family *family, struct reader *reader, uint32_t class) {
    family->patterns = memory_grow(family->patterns, &family->capacity, family->count + 1,
                                   sizeof *family->patterns);
    struct word_pattern *pattern = &family->patterns[family->count++];
    return read_key(reader, "word") && word_pattern_read(pattern, reader, &family->frame, class) &&
           (pattern->head != HEAD_FIXED || check_sign(family, reader, &pattern->count)) &&
           read_line_end(reader);
}

static bool read_class(struct family *family, struct reader *reader, uint32_t class) {
    uint32_t found;
    if (!read_key(reader, "class") ||
        !read_number(reader, "the class that comes next", class, class, &found) ||
        !read_line_end(reader))
        return false;
    family->first[class] = family->count;
    while (read_is_at(reader, "word"))
        if (!read_pattern(family, reader, class))
            return false;
    return true;
}

/* W, the largest a and the largest E. */
static void find_generic(struct family *family) {
    for (size_t i = 0; i < family->count; i++) {
        const struct word_pattern *pattern = &family->patterns[i];
        uint32_t L = family->frame.latency, above = 0;
        for (uint32_t j = 0; j < pattern->start + pattern->repeat; j++)
            above = larger(above, pattern->letters[j] + 1);
        if (pattern->head == HEAD_FIXED)
            above = larger(above, pattern->fixed + 1);
        else if (pattern->sends)
            above = larger(above, pattern->last - L);
        if (pattern->head == HEAD_RANGE && pattern->first >= pattern->step)
            above = larger(above, pattern->first - pattern->step + 1);
        family->generic = larger(family->generic, above);
        family->top = larger(family->top, pattern->top);
        family->below = larger(family->below, pattern->below);
    }
}

/* V' + E of this range: the first head of it that is not below W + L - 1. */
static uint64_t range_needs(const struct family *family, const struct word_pattern *pattern) {
    uint32_t least = family->generic + family->frame.latency - 1, start = pattern->first;
    if (start < least)
        start += (least - start + pattern->step - 1) / pattern->step * pattern->step;
    return (uint64_t)start + pattern->below;
}

static bool check_from(const struct family *family, struct reader *reader) {
    uint64_t needed = (uint64_t)family->generic + family->frame.latency + family->top;
    for (size_t i = 0; i < family->count; i++) {
        const struct word_pattern *pattern = &family->patterns[i];
        uint64_t range = pattern->head == HEAD_RANGE ? range_needs(family, pattern) : 0;
        needed = range > needed ? range : needed;
    }
    return family->frame.from >= needed ||
           read_refuted(reader, "these words are uniform only for t >= %llu, T is %u",
                        (unsigned long long)needed, family->frame.from);
}

static bool find_last(struct family *family, struct reader *reader) {
    uint64_t L = family->frame.latency, P = family->frame.period;
    uint64_t D = L + larger(family->top, family->below);
    uint64_t small = family->frame.from + P * (L + 2) - 1;
    uint64_t large = family->generic + D + P * (L + 1) + P - 2;
    uint64_t last = small > large ? small : large;
    family->last = (uint32_t)last;
    return last <= WORD_PATTERN_DEPTH_LIMIT ||
           read_malformed(reader, "schedules up to t = %llu are to be checked, the limit is %d",
                          (unsigned long long)last, WORD_PATTERN_DEPTH_LIMIT);
}

/* A schedule written out. */
struct instance {
    struct family *family;
    struct schedule schedule;
    char where[40];
};

static bool add_word(struct instance *instance, struct reader *reader,
                     const struct word_pattern *pattern, uint32_t head) {
    struct family *family = instance->family;
    struct schedule *schedule = &instance->schedule;
    uint32_t divisor = pattern->count.divisor;
    form_sum(&pattern->count, &family->sequence, schedule->balance.depth, head, family->sum);
    if (!mpz_divisible_ui_p(family->sum, divisor))
        return read_refuted(reader, "%sthe count of line %llu is not whole", instance->where,
                            (unsigned long long)pattern->line);
    mpz_divexact_ui(schedule->count, family->sum, divisor);
    word_pattern_write(pattern, head, &schedule->word);
    return mpz_sgn(schedule->count) == 0 || schedule_add_word(schedule);
}

static bool add_pattern(struct instance *instance, struct reader *reader,
                        const struct word_pattern *pattern) {
    uint32_t t = instance->schedule.balance.depth;
    if (pattern->head == HEAD_FIXED)
        return add_word(instance, reader, pattern, pattern->fixed);
    if (pattern->head == HEAD_TOP)
        return add_word(instance, reader, pattern, t - pattern->top);
    for (uint32_t head = pattern->first; head <= t - pattern->below; head += pattern->step)
        if (!add_word(instance, reader, pattern, head))
            return false;
    return true;
}

/* N is the form rounded down, by the same remainder for all of a class. */
static bool check_processors(struct instance *instance, struct reader *reader) {
    struct family *family = instance->family;
    uint32_t t = instance->schedule.balance.depth, divisor = family->processors.divisor;
    mpz_ptr remainder = family->remainder[t % family->frame.period];
    form_sum(&family->processors, &family->sequence, t, 0, family->sum);
    unsigned long found = mpz_fdiv_q_ui(family->sum, family->sum, divisor);
    if (t >= family->frame.from + family->frame.period && mpz_cmp_ui(remainder, found) != 0)
        return read_refuted(reader,
                            "%sthe number of processors is rounded in another way than "
                            "before in its class",
                            instance->where);
    mpz_set_ui(remainder, found);
    return mpz_cmp(family->sum, instance->schedule.processors) == 0 ||
           read_refuted(reader, "%sthe words do not have the number of processors claimed",
                        instance->where);
}

/* Each value is to be received exactly as often as it is sent for; behind balance_check the
 * differences are what is left over of each. */
static bool check_exact(struct instance *instance, struct reader *reader) {
    struct balance *balance = &instance->schedule.balance;
    if (!balance_check(balance))
        return false;
    for (uint32_t w = 0; w < balance->letters; w++)
        if (mpz_sgn(balance->change[w]) != 0)
            return read_refuted(reader, "%svalue %u is received less often than it is sent for",
                                instance->where, w);
    return true;
}

static bool check_words(struct instance *instance, struct reader *reader) {
    struct family *family = instance->family;
    uint32_t class = instance->schedule.balance.depth % family->frame.period;
    for (size_t i = family->first[class]; i < family->first[class + 1]; i++)
        if (!add_pattern(instance, reader, &family->patterns[i]))
            return false;
    return check_processors(instance, reader) && check_exact(instance, reader);
}

static bool check_depth(struct family *family, struct reader *reader, uint32_t depth) {
    struct instance instance = {.family = family};
    schedule_init(&instance.schedule, reader);
    snprintf(instance.where, sizeof instance.where, "t = %u: ", depth);
    instance.schedule.balance.where = instance.where;
    bool right = schedule_start(&instance.schedule, family->frame.latency, depth, 1, NULL) &&
                 check_words(&instance, reader);
    schedule_clear(&instance.schedule);
    return right;
}

static void claim(const struct family *family, struct verdict *verdict, struct word number) {
    verdict_claim(verdict,
                  "L=%u: for every t >= %u a stationary schedule with delay L+t on N = %.*s%s "
                  "processors exists",
                  family->frame.latency, family->frame.from, (int)number.length, number.text,
                  family->processors.divisor > 1 ? ", rounded down," : "");
    verdict_fields(verdict, "L=%u from=%u N=%.*s", family->frame.latency, family->frame.from,
                   (int)number.length, number.text);
}

static bool read_processors(struct family *family, struct reader *reader) {
    const struct form *form = &family->processors;
    if (!read_key(reader, "processors"))
        return false;
    const char *start = read_front(reader);
    if (!form_read(&family->processors, reader))
        return false;
    if (!form_is_of_depth(form) || form_depth_needed(form) > family->frame.from ||
        form_shift_up(form) > WORD_PATTERN_DEPTH_LIMIT)
        return read_malformed(reader, "this is no number of processors for all t >= %u",
                              family->frame.from);
    claim(family, reader->verdict, (struct word){start, (size_t)(reader->at - start)});
    return read_line_end(reader);
}

static bool check_classes(struct family *family, struct reader *reader) {
    for (uint32_t class = 0; class < family->frame.period; class ++)
        if (!read_class(family, reader, class))
            return false;
    family->first[family->frame.period] = family->count;
    find_generic(family);
    if (!check_from(family, reader) || !find_last(family, reader))
        return false;
    for (uint32_t t = family->frame.from; t <= family->last; t++)
        if (!check_depth(family, reader, t))
            return false;
    return true;
}

static bool check_family(struct family *family, struct reader *reader) {
    uint32_t P = family->frame.period;
    family->remainder = big_array_new(P);
    family->first = memory_zeroed((size_t)P + 1, sizeof *family->first);
    /* t+X, and t = T+L-1 for the signs */
    form_sequence_init(&family->sequence, family->frame.latency, 4 * WORD_PATTERN_DEPTH_LIMIT);
    mpz_inits(family->sum, family->sequence_part, NULL);
    bool right = read_processors(family, reader) && check_classes(family, reader);
    mpz_clears(family->sum, family->sequence_part, NULL);
    form_sequence_clear(&family->sequence);
    big_array_free(family->remainder, P);
    free(family->patterns);
    free(family->first);
    return right;
}

bool rule_stationary_family(struct reader *reader) {
    struct family family = {.count = 0};
    struct word_family *frame = &family.frame;
    if (!read_number_line(reader, "latency", 1, WORD_PATTERN_DEPTH_LIMIT, &frame->latency) ||
        !read_number_line(reader, "from", frame->latency, WORD_PATTERN_DEPTH_LIMIT, &frame->from) ||
        !read_number_line(reader, "period", 1, PERIOD_LIMIT, &frame->period))
        return false;
    return check_family(&family, reader);
}
