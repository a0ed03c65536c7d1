/* SPDX-License-Identifier: MIT */
#include "solver/model/sequence.h"

#include <math.h>
#include <stdbool.h>

#include "automata/memory.h"
#include "automata/numbers.h"

enum status sequence_check_latency(int latency, struct failure *failure) {
    if (latency < 1 || latency > SEQUENCE_MAX_LATENCY)
        return failure_input(failure, "latency %d is not in 1..%d", latency, SEQUENCE_MAX_LATENCY);
    return STATUS_OK;
}

enum status sequence_init(struct sequence *sequence, int latency, struct failure *failure) {
    TRY(sequence_check_latency(latency, failure));
    mpz_t *recent = numbers_new((size_t)latency);
    if (!recent)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %d numbers", latency);
    for (int i = 0; i < latency; i++)
        mpz_set_ui(recent[i], 1);
    *sequence = (struct sequence){latency, 0, recent};
    return STATUS_OK;
}

void sequence_clear(struct sequence *sequence) {
    numbers_free(sequence->recent);
    *sequence = (struct sequence){0};
}

mpz_srcptr sequence_value(const struct sequence *sequence) {
    return sequence->recent[sequence->index % sequence->latency];
}

void sequence_next(struct sequence *sequence) {
    mpz_srcptr before = sequence_value(sequence);
    sequence->index++;
    mpz_ptr here = sequence->recent[sequence->index % sequence->latency];
    if (sequence->index >= sequence->latency) /* `here` still holds f_{index-L} */
        mpz_add(here, here, before);
}

mpz_t *sequence_terms(int latency, int ports, size_t count) {
    mpz_t *f = numbers_new(count);
    for (size_t i = 0; f && i < count; i++) {
        mpz_set_ui(f[i], 1);
        if (i >= (size_t)latency) {
            mpz_set(f[i], f[i - 1]);
            mpz_addmul_ui(f[i], f[i - (size_t)latency], (unsigned long)ports);
        }
    }
    return f;
}

/* Steps of the recurrence, or products of small numbers, between two questions whether to go on; of
 * numbers of this many words each product is asked about. */
enum { ASKED = 64, LARGE_WORDS = 512 };

/* Bits that each further index adds to f: log2 of the root > 1 of x^L = x^{L-1} + 1. */
static double bits_per_index(int latency) {
    double low = 1, high = 2;
    for (int i = 0; i < 60; i++) {
        double x = (low + high) / 2;
        if (latency * log(x) < log(pow(x, latency - 1) + 1))
            low = x;
        else
            high = x;
    }
    return log2(high);
}

static bool recurrence_is_cheaper(int latency, long first) {
    if (first < 1000) /* not worth the estimate */
        return true;
    double words = 1 + bits_per_index(latency) * (double)first / 64;
    double by_recurrence = (double)first * (10 + words / 2);
    double by_powers = (double)latency * latency * (100 + 4 * pow(words, 1.3));
    return latency > 4096 || by_recurrence < by_powers;
}

static enum status window_by_recurrence(mpz_t *values, int latency, long first,
                                        const struct limits *limits, struct failure *failure) {
    CLEANUP(sequence_clear) struct sequence walk = {0};
    TRY(sequence_init(&walk, latency, failure));
    while (walk.index < first) {
        if (walk.index % ASKED == 0)
            TRY(limits_check(limits, failure));
        sequence_next(&walk);
    }
    for (int i = 0; i < latency; i++, sequence_next(&walk))
        mpz_set(values[i], sequence_value(&walk));
    return STATUS_OK;
}

/* power(x) := x * power(x) modulo x^L - x^{L-1} - 1. */
static void multiply_by_x(mpz_t *power, int latency) {
    CLEANUP(big_clear) mpz_t top;
    mpz_init_set(top, power[latency - 1]);
    for (int i = latency - 1; i > 0; i--)
        mpz_swap(power[i], power[i - 1]);
    mpz_set(power[0], top);
    if (latency > 1)
        mpz_add(power[latency - 1], power[latency - 1], top);
    else
        mpz_add(power[0], power[0], top);
}

/* product += the products of power[i] with those before it. */
static enum status add_products(mpz_t *product, mpz_t *power, int i, const struct limits *limits,
                                struct failure *failure) {
    bool large = mpz_size(power[i]) >= LARGE_WORDS;
    for (int j = 0; j < i; j++) {
        if (large || j % ASKED == 0)
            TRY(limits_check(limits, failure));
        mpz_addmul(product[i + j], power[i], power[j]);
    }
    return STATUS_OK;
}

/* power(x) := power(x)^2 modulo x^L - x^{L-1} - 1; `product` holds 2L numbers of scratch. */
static enum status square(mpz_t *power, mpz_t *product, int latency, const struct limits *limits,
                          struct failure *failure) {
    for (int i = 0; i < 2 * latency; i++)
        mpz_set_ui(product[i], 0);
    for (int i = 0; i < latency; i++)
        TRY(add_products(product, power, i, limits, failure));
    for (int i = 0; i < 2 * latency; i++)
        mpz_mul_2exp(product[i], product[i], 1);
    for (int i = 0; i < latency; i++)
        mpz_addmul(product[2 * i], power[i], power[i]);
    for (int i = 2 * latency - 1; i >= latency; i--) {
        mpz_add(product[i - 1], product[i - 1], product[i]);
        mpz_add(product[i - latency], product[i - latency], product[i]);
    }
    for (int i = 0; i < latency; i++)
        mpz_swap(power[i], product[i]);
    return STATUS_OK;
}

/* x^n = sum c_i x^i modulo the characteristic polynomial gives f_n = sum c_i f_i = sum c_i. */
static enum status window_by_powers(mpz_t *values, int latency, long first,
                                    const struct limits *limits, struct failure *failure) {
    CLEANUP(numbers_clear) mpz_t *power = numbers_new((size_t)latency);
    CLEANUP(numbers_clear) mpz_t *product = numbers_new(2 * (size_t)latency);
    TRY(memory_check(power && product, failure, NULL));
    mpz_set_ui(power[0], 1);
    for (int bit = 62; bit >= 0; bit--) {
        TRY(square(power, product, latency, limits, failure));
        if (first >> bit & 1)
            multiply_by_x(power, latency);
    }
    for (int i = 0; i < latency; i++, multiply_by_x(power, latency)) {
        TRY(limits_check(limits, failure));
        mpz_set_ui(values[i], 0);
        for (int j = 0; j < latency; j++)
            mpz_add(values[i], values[i], power[j]);
    }
    return STATUS_OK;
}

enum status sequence_window(mpz_t *values, int latency, long first, const struct limits *limits,
                            struct failure *failure) {
    TRY(sequence_check_latency(latency, failure));
    if (first < 0 || first > SEQUENCE_MAX_INDEX)
        return failure_input(failure, "index %ld is not in 0..%d", first, SEQUENCE_MAX_INDEX);
    if (recurrence_is_cheaper(latency, first))
        return window_by_recurrence(values, latency, first, limits, failure);
    return window_by_powers(values, latency, first, limits, failure);
}

enum status sequence_depth(int latency, long processors, int *depth, struct failure *failure) {
    TRY(sequence_check_latency(latency, failure));
    if (processors < 1 || processors > 1L << 31)
        return failure_input(failure, "%ld processors are not in 1..%ld", processors, 1L << 31);
    FREED long *recent = memory_new((size_t)latency, sizeof *recent);
    long now = 1;
    int t = 0;
    TRY(memory_check(recent, failure, "the processors reached in time"));
    for (; now < processors; t++) { /* now = f_t; recent[i mod L] = f_i of the last L */
        recent[t % latency] = now;
        if (t + 1 >= latency)
            now += recent[(t + 1) % latency];
    }
    *depth = t;
    return STATUS_OK;
}

enum status sequence_term(mpz_t value, int latency, long index, const struct limits *limits,
                          struct failure *failure) {
    CLEANUP(numbers_clear) mpz_t *window = numbers_new(latency > 0 ? (size_t)latency : 1);
    TRY(memory_check(window, failure, NULL));
    TRY(sequence_window(window, latency, index, limits, failure));
    mpz_swap(value, window[0]);
    return STATUS_OK;
}
