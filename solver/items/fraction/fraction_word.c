/* SPDX-License-Identifier: MIT */
#include "solver/items/fraction/fraction_word.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/model/sequence.h"

void fraction_words_clear(struct fraction_words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->list[i].places);
    free(words->list);
    *words = (struct fraction_words){0};
}

static bool is_same(const struct fraction_word *word, const struct fraction_place *places,
                    int length) {
    bool same = word->length == length;
    for (int p = 0; p < length && same; p++)
        same = word->places[p].value == places[p].value && word->places[p].role == places[p].role;
    return same;
}

enum status fraction_words_add(struct fraction_words *words, const struct fraction_place *places,
                               int length, size_t *place, struct failure *failure) {
    size_t at = 0;
    while (at < words->count && !is_same(&words->list[at], places, length))
        at++;
    *place = at;
    if (at < words->count)
        return STATUS_OK;
    FREED struct fraction_place *copy = memory_new((size_t)length, sizeof *copy);
    if (!copy || !memory_make_room(&words->list, words->count, sizeof *words->list))
        return failure_memory(failure, "words");
    memcpy(copy, places, (size_t)length * sizeof *copy);
    words->list[words->count++] = (struct fraction_word){length, TAKE(copy)};
    return STATUS_OK;
}

int fraction_word_sum(const struct fraction_word *word) {
    int sum = 0;
    for (int p = 0; p < word->length; p++)
        sum += word->places[p].value;
    return sum;
}

/* The first L powers are the basis, in descending order of j. */
static void fill_powers(struct fraction_field *field) {
    size_t L = (size_t)field->latency;
    for (size_t i = 0; i < (size_t)field->powers; i++)
        for (size_t j = 0; j < L; j++) {
            mpz_ptr c = field->power[i * L + j];
            if (i < L)
                mpz_set_ui(c, i + j == L - 1);
            else
                mpz_add(c, field->power[(i - 1) * L + j], field->power[(i - L) * L + j]);
        }
}

/* Is a/2^B below alpha, that is, a^(L-1) (a - 2^B) < 2^(BL)? Equality does not occur. */
static bool is_below(mpz_srcptr a, int latency, mpz_ptr left, mpz_ptr right) {
    mpz_pow_ui(left, a, (unsigned long)latency - 1);
    mpz_set_ui(right, 1);
    mpz_mul_2exp(right, right, FRACTION_BITS);
    mpz_sub(right, a, right);
    mpz_mul(left, left, right);
    mpz_set_ui(right, 1);
    mpz_mul_2exp(right, right, (mp_bitcnt_t)FRACTION_BITS * (mp_bitcnt_t)latency);
    return mpz_cmp(left, right) < 0;
}

/* a 2^-B < alpha < (a+1) 2^-B, bit by bit. */
static void find_alpha(int latency, mpz_ptr a) {
    BIG(left, right);
    for (int bit = FRACTION_BITS; bit >= 0; bit--) {
        mpz_setbit(a, (mp_bitcnt_t)bit);
        if (!is_below(a, latency, left, right))
            mpz_clrbit(a, (mp_bitcnt_t)bit);
    }
}

static void fill_digits(struct fraction_field *field) {
    BIG(below, above);
    find_alpha(field->latency, below);
    mpz_add_ui(above, below, 1);
    for (int j = field->latency - 1, power = 0; j >= 0; j--, power++) {
        mp_bitcnt_t bits = (mp_bitcnt_t)FRACTION_BITS * (mp_bitcnt_t)power;
        mpz_pow_ui(field->low[j], below, (unsigned long)power);
        mpz_pow_ui(field->high[j], above, (unsigned long)power);
        mpz_mul_2exp(field->low[j], field->low[j], FRACTION_BITS);
        mpz_mul_2exp(field->high[j], field->high[j], FRACTION_BITS);
        mpz_fdiv_q_2exp(field->low[j], field->low[j], bits);
        mpz_cdiv_q_2exp(field->high[j], field->high[j], bits);
    }
}

enum status fraction_field_init(struct fraction_field *field, int latency, int shift,
                                struct failure *failure) {
    size_t L = (size_t)latency;
    *field = (struct fraction_field){
        .latency = latency, .shift = shift, .powers = shift + 2 * latency - 1};
    field->power = numbers_new((size_t)field->powers * L);
    field->low = numbers_new(L);
    field->high = numbers_new(L);
    TRY(memory_check(field->power && field->low && field->high, failure, "powers of alpha"));
    fill_powers(field);
    fill_digits(field);
    return STATUS_OK;
}

enum status fraction_field_set_depth(struct fraction_field *field, int depth,
                                     struct failure *failure) {
    int L = field->latency, first = depth - field->shift - L + 1;
    require(first >= 0);
    CLEANUP(numbers_clear) mpz_t *window = numbers_new((size_t)L); /* f_first .. */
    TRY(memory_check(window, failure, "powers of alpha"));
    TRY(sequence_window(window, L, first, NULL, failure));
    mpz_srcptr unit = window[0];
    for (int j = 0; j < L; j++) {
        mpz_mul_2exp(field->low[j], window[L - 1 - j], FRACTION_BITS);
        mpz_set(field->high[j], field->low[j]);
        mpz_fdiv_q(field->low[j], field->low[j], unit);
        mpz_cdiv_q(field->high[j], field->high[j], unit);
    }
    return STATUS_OK;
}

void fraction_field_clear(struct fraction_field *field) {
    numbers_free(field->power);
    numbers_free(field->low);
    numbers_free(field->high);
    *field = (struct fraction_field){0};
}

void fraction_add_power(const struct fraction_field *field, mpq_t *number, int exponent,
                        mpq_srcptr factor) {
    int L = field->latency, place = exponent + field->shift + L - 1;
    RATIONAL(term);
    require(place >= 0 && place < field->powers);
    for (int j = 0; j < L; j++) {
        mpq_set_z(term, field->power[(size_t)place * (size_t)L + (size_t)j]);
        mpq_mul(term, term, factor);
        mpq_add(number[j], number[j], term);
    }
}

void fraction_add(const struct fraction_field *field, mpq_t *number, mpq_t *other, long factor) {
    RATIONAL(term, times);
    mpq_set_si(times, factor, 1);
    for (int j = 0; j < field->latency; j++) {
        mpq_mul(term, other[j], times);
        mpq_add(number[j], number[j], term);
    }
}

/* A lower bound of the number times alpha^(s+L-1) 2^FRACTION_BITS. */
static void bound(const struct fraction_field *field, mpq_t *number, mpq_ptr least) {
    RATIONAL(term);
    mpq_set_ui(least, 0, 1);
    for (int j = 0; j < field->latency; j++) {
        mpq_set_z(term, mpq_sgn(number[j]) < 0 ? field->high[j] : field->low[j]);
        mpq_mul(term, term, number[j]);
        mpq_add(least, least, term);
    }
}

bool fraction_is_positive(const struct fraction_field *field, mpq_t *number) {
    RATIONAL(least);
    bound(field, number, least);
    return mpq_sgn(least) > 0;
}

void fraction_scaled(const struct fraction_field *field, mpq_t *number, unsigned bits,
                     mpz_ptr scaled) {
    RATIONAL(least);
    bound(field, number, least);
    mpz_mul_2exp(scaled, mpq_numref(least), bits);
    mpz_fdiv_q(scaled, scaled, mpq_denref(least));
    mpz_fdiv_q_2exp(scaled, scaled, FRACTION_BITS);
}
