/* SPDX-License-Identifier: MIT */
/* Numbers of letter multisets that have a legal order; see word_count.h for the formula. */
#include "automata/word_count.h"

#include <assert.h>

static const size_t binomial_limit = 10 * 1000 * 1000;
static const size_t size_limit = (size_t)1000 * 1000 * 1000 * 1000;

static enum status check_range(int latency, size_t size, struct failure *failure) {
    if (latency < 1)
        return failure_set(failure, STATUS_INPUT, "latency %d is not positive", latency);
    if (size < 1)
        return failure_set(failure, STATUS_INPUT, "a block of size 0 does not exist");
    return STATUS_OK;
}

static size_t greatest_common_divisor(size_t left, size_t right) {
    while (right != 0) {
        const size_t rest = left % right;
        left = right;
        right = rest;
    }
    return left;
}

/* Euler's function: how many of 1..number are prime to it. */
static size_t totient(size_t number) {
    size_t result = number;
    for (size_t factor = 2; factor <= number / factor; factor++) {
        if (number % factor != 0)
            continue;
        while (number % factor == 0)
            number /= factor;
        result -= result / factor;
    }
    return number > 1 ? result - result / number : result;
}

/* Adds phi(d) * binomial((r+k)/d - 1, k/d), k = L-1. */
static void add_necklaces(mpz_t sum, size_t size, size_t other, size_t divisor, mpz_t scratch) {
    const size_t upper = (size + other) / divisor - 1;
    const size_t lower = other / divisor;
    mpz_bin_uiui(scratch, upper, lower < upper - lower ? lower : upper - lower);
    mpz_addmul_ui(sum, scratch, totient(divisor));
}

enum status word_count_multisets(int latency, size_t size, mpz_t multisets,
                                 struct failure *failure) {
    const enum status status = check_range(latency, size, failure);
    if (status != STATUS_OK)
        return status;
    const size_t other = (size_t)latency - 1;
    if ((other < size ? other : size) > binomial_limit || size > size_limit)
        return failure_set(failure, STATUS_LIMIT,
                           "multisets for latency %d and block size %zu: both exceed %zu, or the "
                           "block size %zu",
                           latency, size, binomial_limit, size_limit);
    const size_t common = greatest_common_divisor(size, other);
    mpz_t sum, scratch;
    mpz_init(sum);
    mpz_init(scratch);
    for (size_t low = 1; low <= common / low; low++) {
        if (common % low != 0)
            continue;
        add_necklaces(sum, size, other, low, scratch);
        if (low != common / low)
            add_necklaces(sum, size, other, common / low, scratch);
    }
    assert(mpz_divisible_ui_p(sum, size));
    mpz_divexact_ui(multisets, sum, size);
    mpz_clear(sum);
    mpz_clear(scratch);
    return STATUS_OK;
}
