/* SPDX-License-Identifier: MIT */
#include "solver/model/stationary_family.h"

#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/model/sequence.h"

void stationary_family_clear(struct stationary_family *family) {
    free(family->patterns);
    *family = (struct stationary_family){0};
}

enum status stationary_family_add(struct stationary_family *family,
                                  const struct word_pattern *pattern, struct failure *failure) {
    if (family->count == family->room) {
        size_t room = 2 * family->room + 16;
        struct word_pattern *patterns =
            memory_resize(family->patterns, room, sizeof *family->patterns);
        if (!patterns)
            return failure_memory(failure, "a family");
        family->patterns = patterns;
        family->room = room;
    }
    family->patterns[family->count++] = *pattern;
    return STATUS_OK;
}

/* Adds factor * f_index, index >= 0. */
static enum status add_term(mpz_ptr sum, int factor, int latency, long index,
                            struct failure *failure) {
    mpz_t term;
    if (factor == 0)
        return STATUS_OK;
    mpz_init(term);
    enum status status = sequence_term(term, latency, index, failure);
    if (factor > 0)
        mpz_addmul_ui(sum, term, (unsigned long)factor);
    else
        mpz_submul_ui(sum, term, (unsigned long)-factor);
    mpz_clear(term);
    return status;
}

/* The sum, still to be divided. */
static enum status form_sum(const struct family_form *form, int latency, int depth, int head,
                            mpz_ptr sum, struct failure *failure) {
    enum status status = STATUS_OK;
    long top = depth - (form->below_head ? head : 0);
    mpz_set_si(sum, (long)form->slope * depth + form->constant);
    for (int i = 0; i < 2 && !status; i++)
        status = add_term(sum, form->factor[i], latency, top - form->shift[i], failure);
    return status;
}

enum status stationary_family_processors(const struct stationary_family *family, int depth,
                                         mpz_ptr processors, struct failure *failure) {
    enum status status =
        form_sum(&family->processors, family->latency, depth, 0, processors, failure);
    mpz_fdiv_q_ui(processors, processors, (unsigned long)family->processors.divisor);
    return status;
}

struct instance {
    const struct stationary_family *family;
    int depth;
    struct schedule *periodic;
    int *values; /* scratch, t numbers each */
    int *sends;
};

static size_t write_word(const struct instance *instance, const struct word_pattern *pattern,
                         int head) {
    size_t start = strlen(pattern->start), size = start + 1;
    size_t again = pattern->repeat ? strlen(pattern->repeat) : 0;
    if (again)
        size = (size_t)(head - pattern->less);
    for (size_t p = 0; p < size; p++) {
        int left = head - (int)p;
        instance->values[p] = p == 0       ? head
                              : p <= start ? pattern->start[p - 1] - '0'
                                           : pattern->repeat[(p - 1 - start) % again] - '0';
        instance->sends[p] = pattern->last && left >= pattern->last ? left : CLOSED_WORD_SILENT;
    }
    return size;
}

static enum status add_word(const struct instance *instance, const struct word_pattern *pattern,
                            int head, struct failure *failure) {
    const struct family_form *form = &pattern->count;
    mpz_t count;
    mpz_init(count);
    enum status status =
        form_sum(form, instance->family->latency, instance->depth, head, count, failure);
    if (!status && (mpz_sgn(count) < 0 || !mpz_divisible_ui_p(count, (unsigned long)form->divisor)))
        status = failure_set(failure, STATUS_INTERNAL, "t = %d: a count of words with head %d",
                             instance->depth, head);
    if (!status && mpz_sgn(count) > 0) {
        mpz_divexact_ui(count, count, (unsigned long)form->divisor);
        size_t size = write_word(instance, pattern, head);
        status = schedule_add_word(instance->periodic, count, instance->values, instance->sends,
                                   size, failure);
    }
    mpz_clear(count);
    return status;
}

static enum status add_pattern(const struct instance *instance, const struct word_pattern *pattern,
                               struct failure *failure) {
    int first = pattern->head, last = pattern->head, step = 1;
    enum status status = STATUS_OK;
    if (pattern->kind == HEAD_TOP) {
        first = last = instance->depth - pattern->head;
    } else if (pattern->kind == HEAD_RANGE) {
        last = instance->depth - pattern->below;
        step = pattern->step;
    }
    for (int head = first; head <= last && !status; head += step)
        status = add_word(instance, pattern, head, failure);
    return status;
}

static enum status check(const struct instance *instance, struct failure *failure) {
    mpz_t claimed, found;
    mpz_inits(claimed, found, NULL);
    enum status status =
        stationary_family_processors(instance->family, instance->depth, claimed, failure);
    schedule_processors(instance->periodic, found);
    if (!status && mpz_cmp(claimed, found) != 0)
        status = failure_set(failure, STATUS_INTERNAL, "t = %d: another number of processors",
                             instance->depth);
    if (!status)
        status = schedule_check(instance->periodic, failure);
    mpz_clears(claimed, found, NULL);
    return status;
}

static enum status fill(const struct instance *instance, struct failure *failure) {
    const struct stationary_family *family = instance->family;
    enum status status = STATUS_OK;
    if (!instance->values || !instance->sends)
        return failure_memory(failure, "a schedule");
    for (size_t i = 0; i < family->count && !status; i++)
        if (family->patterns[i].class == instance->depth % family->period)
            status = add_pattern(instance, &family->patterns[i], failure);
    if (!status)
        status = check(instance, failure);
    if (!status)
        schedule_sort(instance->periodic);
    return status;
}

enum status stationary_family_schedule(const struct stationary_family *family, int depth,
                                       struct schedule *periodic, struct failure *failure) {
    struct schedule result;
    if (depth < family->from)
        return failure_set(failure, STATUS_INPUT, "this family begins at t = %d", family->from);
    schedule_init(&result, family->latency, depth, 1);
    struct instance instance = {.family = family,
                                .depth = depth,
                                .periodic = &result,
                                .values = memory_new((size_t)depth, sizeof(int)),
                                .sends = memory_new((size_t)depth, sizeof(int))};
    enum status status = fill(&instance, failure);
    free(instance.values);
    free(instance.sends);
    if (status)
        schedule_clear(&result);
    else
        *periodic = result;
    return status;
}
