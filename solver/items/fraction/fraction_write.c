/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "solver/items/fraction/fraction.h"

/* Places that are equal stand together as w*k. */
static void print_places(struct certificate_output *output, const struct fraction_word *word) {
    static const char *const marks[] = {
        [FRACTION_LEAF] = "", [FRACTION_HEAD_A] = "A", [FRACTION_HEAD_B] = "B"};
    for (int p = 0, next; p < word->length; p = next) {
        const struct fraction_place *place = &word->places[p];
        next = p + 1;
        while (place->role == FRACTION_LEAF && next < word->length &&
               word->places[next].role == FRACTION_LEAF && word->places[next].value == place->value)
            next++;
        certificate_print(output, " %s%d", marks[place->role], place->value);
        if (next > p + 1)
            certificate_print(output, "*%d", next - p);
    }
}

/* The numbers over the common denominator. */
static void print_times(struct certificate_output *output, int latency, mpq_t *number,
                        mpz_srcptr denominator) {
    mpz_t coefficient;
    mpz_init(coefficient);
    certificate_print(output, " times");
    for (int j = 0; j < latency; j++) {
        mpz_divexact(coefficient, denominator, mpq_denref(number[j]));
        mpz_mul(coefficient, coefficient, mpq_numref(number[j]));
        certificate_print(output, " ");
        certificate_print_big(output, coefficient);
    }
    certificate_print(output, "\n");
    mpz_clear(coefficient);
}

static void add_denominators(mpq_t *numbers, size_t count, mpz_ptr denominator) {
    for (size_t i = 0; i < count; i++)
        mpz_lcm(denominator, denominator, mpq_denref(numbers[i]));
}

static bool is_zero(mpq_t *number, int latency) {
    bool zero = true;
    for (int j = 0; j < latency; j++)
        zero = zero && mpq_sgn(number[j]) == 0;
    return zero;
}

static enum status put_fraction(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct fraction_stream *stream = body;
    size_t L = (size_t)stream->latency;
    mpz_t denominator;
    (void)limits, (void)failure;
    mpz_init_set_ui(denominator, 1);
    add_denominators(stream->times, stream->words.count * L, denominator);
    add_denominators(stream->fill, (L + 1) * L, denominator);
    certificate_print(output, "latency %d\npoint %c\ntail %d\ndenominator ", stream->latency,
                      "abc"[stream->point], stream -> tail);
    certificate_print_big(output, denominator);
    certificate_print(output, "\n");
    for (size_t i = 0; i < stream->words.count; i++) {
        certificate_print(output, "word");
        print_places(output, &stream->words.list[i]);
        print_times(output, stream->latency, stream->times + i * L, denominator);
    }
    for (size_t w = 0; w <= L; w++) {
        if (is_zero(stream->fill + w * L, stream->latency))
            continue;
        certificate_print(output, "fill %zu", w);
        print_times(output, stream->latency, stream->fill + w * L, denominator);
    }
    mpz_clear(denominator);
    return STATUS_OK;
}

struct evidence evidence_of_fraction(const struct fraction_stream *stream) {
    return evidence_borrowed("fractional-stream", put_fraction, stream);
}
