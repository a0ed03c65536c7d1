/* SPDX-License-Identifier: MIT */
#include "solver/bound/prices.h"

static void print_numbers(struct certificate_output *output, const char *key, mpz_t *numbers,
                          int first, int end, int step) {
    certificate_print(output, "%s", key);
    for (int i = first; i < end; i += step) {
        certificate_print(output, " ");
        certificate_print_big(output, numbers[i]);
    }
    certificate_print(output, "\n");
}

static void print_number(struct certificate_output *output, const char *key, mpz_srcptr number) {
    certificate_print(output, "%s ", key);
    certificate_print_big(output, number);
    certificate_print(output, "\n");
}

/* With a gap the lines are those of one class behind the other. */
static void put_potential(const struct prices *prices, struct certificate_output *output) {
    int step = prices->gap > 0 ? prices->gap : 1, end = prices->depth - step + 1;
    certificate_print(output, "potential largest\n");
    for (int least = 0; least < step && least <= prices->depth; least++) {
        print_numbers(output, "single", prices->single, least, end, step);
        print_numbers(output, "largest", prices->largest, least + step, end, step);
        print_numbers(output, "other", prices->other, least, end - step, step);
    }
}

/* What differs from the denominator. */
static void put_own(const struct prices *prices, struct certificate_output *output) {
    for (int class = 0; class < prices->gap; class ++) {
        mpz_srcptr own = prices->within->own[class];
        if (mpz_cmp(own, prices->denominator) == 0)
            continue;
        certificate_print(output, "own %d ", class);
        certificate_print_big(output, own);
        certificate_print(output, "\n");
    }
}

static void put_list(const struct prices *prices, struct certificate_output *output) {
    int t = prices->depth;
    mpz_t bound;
    mpz_init(bound);
    prices_bound(prices, bound);
    certificate_print(output, "latency %d\ndepth %d\n", prices->latency, t);
    print_number(output, "denominator", prices->denominator);
    print_numbers(output, "prices", prices->values, 0, t - prices->latency + 1, 1);
    print_number(output, "root", prices->root);
    if (prices->within)
        put_own(prices, output);
    print_number(output, "bound", bound);
    mpz_clear(bound);
    if (prices->single)
        put_potential(prices, output);
    else
        certificate_print(output, "potential recomputed\n");
}

static void put_whole(const struct prices *prices, struct certificate_output *output) {
    certificate_print(output, "whole\nlatency %d\ndepth %d\n", prices->latency, prices->depth);
    print_numbers(output, "pay", prices->whole->pay, 0, prices->depth + 1, 1);
    print_numbers(output, "earn", prices->whole->earn, prices->latency, prices->depth + 1, 1);
    print_numbers(output, "own", prices->whole->own, 0, prices->gap, 1);
}

static void put_cases(const struct prices *prices, struct certificate_output *output) {
    const struct prices_split *split = prices->split;
    if (!split) {
        (prices->whole ? put_whole : put_list)(prices, output);
        return;
    }
    certificate_print(output, "split %d %d\n", split->class, split->most);
    put_cases(&split->few, output);
    put_cases(&split->more, output);
}

static enum status put_prices(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct prices *prices = body;
    (void)limits, (void)failure;
    if (prices->gap > 0)
        certificate_print(output, "gap %d\n", prices->gap);
    put_cases(prices, output);
    return STATUS_OK;
}

struct evidence evidence_of_prices(const struct prices *prices) {
    return evidence_borrowed("prices", put_prices, prices);
}
