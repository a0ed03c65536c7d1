/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_mix.h"

/* z_b */
static void find_middle(const struct rounded_parts *parts, mpq_t middle) {
    mpq_t before;
    mpq_init(before);
    mpz_sub_ui(mpq_numref(middle), parts->f[parts->depth + parts->latency - 1], 1);
    mpz_set_ui(mpq_denref(middle), (unsigned long)parts->mean);
    mpq_canonicalize(middle);
    mpq_set_z(before, parts->f[parts->depth - 1]);
    mpq_sub(middle, middle, before);
    mpq_clear(before);
}

static void find_weight(struct rounded_mix *mix, const struct rounded_parts *parts, mpq_t middle) {
    mpq_t whole;
    mpq_init(whole);
    mpq_set_z(mix->weight, parts->nodes[0]);
    mpq_set(whole, middle);
    if (!mix->range_one) {
        mpz_add(mpq_numref(mix->weight), mpq_numref(mix->weight), mpq_denref(mix->weight));
        mpq_sub(mix->weight, mix->weight, middle);
        mpq_set_z(whole, parts->f[parts->depth - parts->latency]);
        mpq_sub(whole, whole, middle);
    }
    if (mpq_sgn(whole) > 0)
        mpq_div(mix->weight, mix->weight, whole);
    if (mpq_cmp_ui(mix->weight, 1, 1) > 0)
        mpq_set_ui(mix->weight, 1, 1);
    if (mpq_sgn(mix->weight) < 0)
        mpq_set_ui(mix->weight, 0, 1);
    mpq_clear(whole);
}

void rounded_mix_init(struct rounded_mix *mix, const struct rounded_parts *parts,
                      const struct fraction_stream *streams) {
    mpq_t middle;
    mpq_init(middle);
    *mix = (struct rounded_mix){.range_one = mpz_sgn(parts->slack) >= 0};
    mix->streams[0] = &streams[mix->range_one ? FRACTION_POINT_A : FRACTION_POINT_B];
    mix->streams[1] = &streams[mix->range_one ? FRACTION_POINT_B : FRACTION_POINT_C];
    mpq_init(mix->weight);
    find_middle(parts, middle);
    find_weight(mix, parts, middle);
    mix->has_slack = mix->range_one && mpq_cmp_ui(mix->weight, 1, 2) <= 0;
    mpq_clear(middle);
}

void rounded_mix_clear(struct rounded_mix *mix) {
    mpq_clear(mix->weight);
}

/* One head `tail`, and leaves M-2 and M-1 only, L-M of the former behind an A: such words are for
 * all tails that are left. */
static bool is_plain_tail(const struct rounded_parts *parts, const struct fraction_word *word) {
    int low = 0, high = 0;
    if (word->places[0].value != parts->tail)
        return false;
    for (int p = 1; p < word->length; p++) {
        low += word->places[p].value == parts->mean - 2;
        high += word->places[p].value == parts->mean - 1;
    }
    return low + high + 1 == word->length &&
           low == parts->latency - parts->mean + (word->places[0].role == FRACTION_HEAD_B);
}

/* floor(share times the multiplicity, with f_(t-j) for alpha^-j) */
static void evaluate(const struct rounded_parts *parts, mpq_t *number, mpq_srcptr share,
                     mpz_ptr count) {
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    for (int j = 0; j < parts->latency; j++) {
        mpq_set_z(term, parts->f[parts->depth - parts->tail - j]);
        mpq_mul(term, term, number[j]);
        mpq_add(sum, sum, term);
    }
    mpq_mul(sum, sum, share);
    mpz_fdiv_q(count, mpq_numref(sum), mpq_denref(sum));
    if (mpz_sgn(count) < 0)
        mpz_set_ui(count, 0);
    mpq_clears(sum, term, NULL);
}

static enum status add_stream(const struct rounded_mix *mix, int which, mpq_srcptr share,
                              struct rounded_parts *parts, struct failure *failure) {
    const struct fraction_stream *stream = mix->streams[which];
    enum status status = STATUS_OK;
    mpz_t count, most;
    mpz_inits(count, most, NULL);
    for (size_t i = 0; i < stream->words.count && !status; i++) {
        const struct fraction_word *word = &stream->words.list[i];
        if (is_plain_tail(parts, word))
            continue;
        evaluate(parts, stream->times + i * (size_t)parts->latency, share, count);
        rounded_parts_most(parts, word->places, word->length, mix->range_one, most);
        if (mpz_cmp(count, most) > 0)
            mpz_set(count, most);
        status = rounded_parts_add(parts, word->places, word->length, count, failure);
    }
    mpz_clears(count, most, NULL);
    return status;
}

enum status rounded_mix_add(const struct rounded_mix *mix, struct rounded_parts *parts,
                            struct failure *failure) {
    mpq_t rest;
    mpq_init(rest);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, mix->weight);
    enum status status = add_stream(mix, 0, rest, parts, failure);
    if (!status)
        status = add_stream(mix, 1, mix->weight, parts, failure);
    mpq_clear(rest);
    return status;
}
