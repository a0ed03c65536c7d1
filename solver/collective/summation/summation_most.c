/* SPDX-License-Identifier: MIT */
#include "solver/collective/summation/summation_most.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"

static enum status check(const struct logp_machine *machine, int64_t processors,
                         struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (!status && (processors < 1 || processors > INT_MAX))
        status = failure_set(failure, STATUS_INPUT, "P = %lld is not within 1..%d",
                             (long long)processors, INT_MAX);
    return status;
}

/* counts[a] = min(n_a, processors) for a = 0..last. */
static void count_labels(const struct logp_machine *machine, int64_t processors, int64_t last,
                         int64_t *counts) {
    int64_t apart = summation_apart(machine), transfer = summation_transfer(machine);
    for (int64_t a = 0; a <= last; a++) {
        int64_t count = (a == 0) - (a == apart);
        count += a >= apart ? counts[a - apart] : 0;
        count += a >= transfer ? counts[a - transfer] : 0;
        counts[a] = count < processors ? count : processors;
    }
}

static enum status labels(const struct logp_machine *machine, int64_t processors, int64_t last,
                          int64_t **counts, struct failure *failure) {
    if (last > SUMMATION_MOST_TIME)
        return failure_set(failure, STATUS_LIMIT, "labels are counted up to %d",
                           SUMMATION_MOST_TIME);
    int64_t *result = memory_new((size_t)(last + 1), sizeof *result);
    if (!result)
        return failure_memory(failure, "the labels of a tree");
    count_labels(machine, processors, last, result);
    *counts = result;
    return STATUS_OK;
}

/* N(time) from the labels below time - o. */
static void sum_up(const struct logp_machine *machine, int64_t processors, int64_t time,
                   const int64_t *counts, mpz_ptr operands) {
    int64_t left = processors - 1, most = time - machine->overhead;
    mpz_t part;
    mpz_init(part);
    mpz_set_si(operands, time + 1);
    for (int64_t a = 1; a < most && left > 0; a++) {
        int64_t count = counts[a] < left ? counts[a] : left;
        mpz_set_si(part, count);
        mpz_mul_si(part, part, most - a);
        mpz_add(operands, operands, part);
        left -= count;
    }
    mpz_clear(part);
}

enum status summation_most(const struct logp_machine *machine, int64_t processors, int64_t time,
                           mpz_ptr operands, struct failure *failure) {
    enum status status = check(machine, processors, failure);
    if (!status && (time < 0 || time > INT_MAX))
        status = failure_set(failure, STATUS_INPUT, "time %lld is not within 0..%d",
                             (long long)time, INT_MAX);
    int64_t *counts = NULL;
    /* alone, or when nobody can help in time, no label matters */
    bool alone = processors == 1 || time < summation_transfer(machine);
    if (!status && !alone)
        status = labels(machine, processors, time, &counts, failure);
    if (status)
        return status;
    sum_up(machine, alone ? 1 : processors, time, counts, operands);
    free(counts);
    return STATUS_OK;
}

/* The least time within 0..last, where N(last) is enough. */
static enum status search(const struct logp_machine *machine, int64_t processors, int64_t last,
                          const int64_t *counts, mpz_srcptr operands, const struct limits *limits,
                          int64_t *time, struct failure *failure) {
    enum status status = STATUS_OK;
    int64_t least = 0;
    mpz_t found;
    mpz_init(found);
    while (least < last && !status) {
        status = limits_check(limits, failure);
        int64_t middle = (least + last) / 2;
        sum_up(machine, processors, middle, counts, found);
        if (mpz_cmp(found, operands) >= 0)
            last = middle;
        else
            least = middle + 1;
    }
    mpz_clear(found);
    if (!status)
        *time = least;
    return status;
}

enum status summation_least_time(const struct logp_machine *machine, int64_t processors,
                                 mpz_srcptr operands, const struct limits *limits, int64_t *time,
                                 struct failure *failure) {
    enum status status = check(machine, processors, failure);
    if (!status && mpz_sgn(operands) <= 0)
        status = failure_set(failure, STATUS_INPUT, "at least one operand is added up");
    if (status)
        return status;
    int64_t *counts = NULL;
    mpz_t found;
    mpz_init(found);
    /* up to twice the time that is needed, so that few labels are counted; N - 1 cycles are enough
     * for one processor, which is no more than twice the last bound tried */
    for (int64_t last = 64;; last *= 2) {
        if (last > SUMMATION_MOST_TIME)
            last = SUMMATION_MOST_TIME;
        status = labels(machine, processors, last, &counts, failure);
        if (status)
            break;
        sum_up(machine, processors, last, counts, found);
        status = limits_check(limits, failure);
        if (status)
            break;
        if (mpz_cmp(found, operands) >= 0) {
            status = search(machine, processors, last, counts, operands, limits, time, failure);
            break;
        }
        free(counts);
        counts = NULL;
        if (last == SUMMATION_MOST_TIME) {
            status = failure_set(failure, STATUS_LIMIT, "the sum takes more than %d cycles",
                                 SUMMATION_MOST_TIME);
            break;
        }
    }
    free(counts);
    mpz_clear(found);
    return status;
}
