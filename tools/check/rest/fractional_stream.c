/* SPDX-License-Identifier: MIT */
#include "rest/fractional_stream.h"

#include "core/big.h"
#include "core/memory.h"
#include "rest/alpha.h"
#include "rest/fractional_word.h"

#include <stdlib.h>
#include <string.h>

/* Rows: 0..tail-1, nodes of that value; the tails; the heads A; the sum of the fill. */
struct stream {
    uint32_t latency, tail, mean; /* L, tail, M */
    char point;
    uint32_t means[2]; /* |S| that the head tail-1 must have alone, at a and c */
    mpz_t denominator; /* D */
    struct alpha alpha;
    uint32_t rows;
    mpz_t *balance; /* of each row L numbers: what is used less what there is, times DM */
    mpz_t *number;  /* of the line at hand, times D */
    uint32_t *uses; /* of each row, by the word at hand */
    struct fractional_word word;
    bool plain[2];   /* plain tails A, B were there */
    bool at_mean[2]; /* the head tail-1 alone, with these means */
    uint32_t fill;   /* the next leaf that may be listed */
};

static bool is_at(const struct stream *stream, char point) {
    return stream->point == point;
}

static uint32_t row_of_a(const struct stream *stream) {
    return stream->tail + 1;
}

/* --- what there is --- */

/* The row has `factor` x^exponent, times DM, more. */
static void supply(struct stream *stream, uint32_t row, int64_t exponent, mpz_srcptr factor) {
    mpz_t *power = alpha_power(&stream->alpha, exponent);
    for (uint32_t j = 0; j < stream->latency; j++)
        mpz_submul(stream->balance[(size_t)row * stream->latency + j], power[j], factor);
}

/* z = N - f_(t-1) */
static void supply_zeros(struct stream *stream, uint32_t row, mpz_srcptr all) {
    mpz_t part;
    mpz_init(part);
    if (is_at(stream, 'c'))
        supply(stream, row, -(int64_t)stream->latency, all);
    if (is_at(stream, 'b')) {
        supply(stream, row, (int64_t)stream->latency - 1, stream->denominator);
        mpz_neg(part, all);
        supply(stream, row, -1, part);
    }
    mpz_clear(part);
}

static void supply_all(struct stream *stream) {
    int64_t L = stream->latency, places = L - 1 - (int64_t)stream->tail;
    mpz_t all, mean;
    mpz_inits(all, mean, NULL);
    mpz_mul_ui(all, stream->denominator, stream->mean);
    mpz_mul_ui(mean, all, stream->mean - 1);
    supply_zeros(stream, 0, all);
    for (uint32_t v = 1; v < stream->tail; v++)
        supply(stream, v, -L - v, all);
    supply(stream, stream->tail, -(int64_t)stream->tail, all);
    supply_zeros(stream, row_of_a(stream), all);
    supply(stream, row_of_a(stream) + 1, places, mean);
    mpz_clears(all, mean, NULL);
}

/* --- what is used --- */

/* The number of the line, `count` times. */
static bool use(struct stream *stream, struct reader *reader, uint32_t row, uint32_t count) {
    mpz_t *balance = stream->balance + (size_t)row * stream->latency;
    for (uint32_t j = 0; j < stream->latency; j++) {
        if (!read_charge(reader, 2 + mpz_size(stream->number[j]) + mpz_size(balance[j])))
            return false;
        mpz_addmul_ui(balance[j], stream->number[j], (unsigned long)count * stream->mean);
    }
    return true;
}

/* A minus stands before a digit, and not before 0. */
static bool read_signed(struct reader *reader, mpz_ptr number) {
    const char *front = read_front(reader);
    bool negative = front[0] == '-' && front[1] >= '1' && front[1] <= '9';
    if (negative)
        reader->at = front + 1;
    if (!read_big(reader, "a coefficient", number))
        return false;
    if (negative)
        mpz_neg(number, number);
    return true;
}

/* Behind `times`: L coefficients, of a number that is above 0. */
static bool read_times(struct stream *stream, struct reader *reader) {
    uint64_t work = 0;
    for (uint32_t j = 0; j < stream->latency; j++) {
        if (!read_signed(reader, stream->number[j]))
            return false;
        work += (mpz_size(stream->number[j]) + 1) * (ALPHA_BITS / 64 + 1);
    }
    return read_charge(reader, work) && (alpha_is_positive(&stream->alpha, stream->number) ||
                                         read_refuted(reader, "the number is not above 0"));
}

/* --- words --- */

static bool has_mean(const struct stream *stream, struct reader *reader, uint32_t mean) {
    uint32_t least = stream->mean - is_at(stream, 'c');
    if (mean < least || (is_at(stream, 'b') && mean > least))
        return read_refuted(reader, "the mean of the word is %u, at point %c it is %u%s", mean,
                            stream->point, least, is_at(stream, 'b') ? "" : " or more");
    return true;
}

/* A plain tail: L-M leaves M-2 (B: one more), and M-1 otherwise. */
static bool is_plain(const struct stream *stream) {
    const struct fractional_word *word = &stream->word;
    uint32_t low = stream->latency - stream->mean + word->is_b;
    return word->heads == 1 && word->head == stream->tail &&
           stream->uses[stream->mean - 2] == low &&
           stream->uses[stream->mean - 1] == word->values.length - 1 - low;
}

static void note_word(struct stream *stream, uint32_t mean) {
    const struct fractional_word *word = &stream->word;
    bool single = word->heads == 1 && word->head == stream->tail - 1;
    if (is_plain(stream))
        stream->plain[word->is_b] = true;
    for (int i = 0; i < 2; i++)
        if (single && word->is_b == is_at(stream, 'a') && mean == stream->means[i])
            stream->at_mean[i] = true;
}

static bool read_word_line(struct stream *stream, struct reader *reader) {
    struct fractional_word *word = &stream->word;
    uint32_t mean;
    if (!read_key(reader, "word") || !fractional_word_read(word, reader) ||
        !read_charge(reader, stream->rows) || !fractional_word_check(word, reader, &mean) ||
        !has_mean(stream, reader, mean) || !read_times(stream, reader))
        return false;
    memset(stream->uses, 0, stream->rows * sizeof *stream->uses);
    for (uint32_t p = 0; p < word->values.length; p++)
        stream->uses[word->values.value[p]]++;
    stream->uses[row_of_a(stream)] = word->heads_a;
    for (uint32_t row = 0; row < stream->rows; row++)
        if (stream->uses[row] > 0 && !use(stream, reader, row, stream->uses[row]))
            return false;
    note_word(stream, mean);
    return read_line_end(reader);
}

/* --- fill --- */

/* Of M-1 more than what the first L-1 places of each tail need: x^(L-1-tail) - x^-tail. */
static bool is_enough(struct stream *stream, struct reader *reader) {
    int64_t tail = stream->tail;
    mpz_t *most = alpha_power(&stream->alpha, stream->latency - 1 - tail);
    mpz_t *rest = alpha_power(&stream->alpha, -tail);
    for (uint32_t j = 0; j < stream->latency; j++) {
        mpz_submul(stream->number[j], most[j], stream->denominator);
        mpz_addmul(stream->number[j], rest[j], stream->denominator);
    }
    return alpha_is_positive(&stream->alpha, stream->number) ||
           read_refuted(reader,
                        "fill of the leaf %u is not more than alpha^(L-1-tail) - alpha^-tail",
                        stream->mean - 1);
}

static bool read_fill_line(struct stream *stream, struct reader *reader) {
    uint32_t leaf;
    if (!read_key(reader, "fill") ||
        !read_number(reader, "the leaf", stream->fill, stream->latency, &leaf) ||
        !read_key(reader, "times") || !read_times(stream, reader) ||
        !use(stream, reader, leaf, 1) ||
        (leaf > 0 && !use(stream, reader, row_of_a(stream) + 1, leaf)))
        return false;
    if (leaf > stream->fill)
        return read_refuted(reader, "there is no fill of the leaf %u", stream->fill);
    stream->fill = leaf + 1;
    if (leaf == stream->mean - 1 && !is_enough(stream, reader))
        return false;
    return read_line_end(reader);
}

/* --- all together --- */

static bool check_row(const struct stream *stream, struct reader *reader, uint32_t row) {
    mpz_t *balance = stream->balance + (size_t)row * stream->latency;
    bool right = true;
    for (uint32_t j = 0; j < stream->latency && right; j++)
        right = mpz_sgn(balance[j]) == 0;
    if (right)
        return true;
    if (row < stream->tail)
        return read_refuted(reader, "the nodes of value %u are not used as often as they are there",
                            row);
    if (row == stream->tail)
        return read_refuted(reader, "the tails are not used as often as they are there");
    if (row == row_of_a(stream))
        return read_refuted(reader, "the heads A are not as many as at point %c", stream->point);
    return read_refuted(reader, "the mean of the fill is not %u", stream->mean - 1);
}

/* What streams for all large N need besides. */
static bool check_strictness(const struct stream *stream, struct reader *reader) {
    uint32_t end = stream->latency + !is_at(stream, 'c');
    if (stream->fill != end)
        return read_refuted(reader, "fill is listed up to leaf %u, not up to %u", stream->fill - 1,
                            end - 1);
    for (int type = 0; type < 2; type++)
        if (!stream->plain[type] && !is_at(stream, type == 0 ? 'a' : 'c'))
            return read_refuted(reader, "no word is a plain tail %c", "AB"[type]);
    for (int i = 0; i < 2 && !is_at(stream, 'b'); i++)
        if (!stream->at_mean[i])
            return read_refuted(reader, "no word has the head %u alone, with the mean %u",
                                stream->tail - 1, stream->means[i]);
    return true;
}

static bool check_lines(struct stream *stream, struct reader *reader) {
    supply_all(stream);
    while (read_is_at(reader, "word"))
        if (!read_word_line(stream, reader))
            return false;
    while (read_is_at(reader, "fill"))
        if (!read_fill_line(stream, reader))
            return false;
    for (uint32_t row = 0; row < stream->rows; row++)
        if (!check_row(stream, reader, row))
            return false;
    return check_strictness(stream, reader);
}

static void claim(const struct stream *stream, struct verdict *verdict) {
    uint32_t L = stream->latency, M = stream->mean;
    verdict_claim(verdict, "postal L=%u: there is a fractional stream for N = ", L);
    if (is_at(stream, 'a'))
        verdict_claim(verdict, "f_(t-1) with |S| >= %u", M);
    else if (is_at(stream, 'b'))
        verdict_claim(verdict, "alpha^%u/%u f_t with |S| = %u", L - 1, M, M);
    else
        verdict_claim(verdict, "f_t with |S| >= %u", M - 1);
    verdict_claim(verdict, ", with tails from %u on and room to be rounded", stream->tail);
    verdict_fields(verdict, "L=%u point=%c tail=%u M=%u", L, stream->point, stream->tail, M);
}

static bool check_stream(struct stream *stream, struct reader *reader) {
    uint32_t L = stream->latency;
    if (!read_big_line(reader, "denominator", 1, stream->denominator) ||
        !alpha_init(&stream->alpha, reader, L, stream->tail) ||
        !read_charge(reader, (uint64_t)stream->rows * L * (2 + mpz_size(stream->denominator))))
        return false;
    stream->balance = big_array_new((size_t)stream->rows * L);
    stream->number = big_array_new(L);
    stream->uses = memory_zeroed(stream->rows, sizeof *stream->uses);
    bool right = check_lines(stream, reader);
    big_array_free(stream->balance, (size_t)stream->rows * L);
    big_array_free(stream->number, L);
    free(stream->uses);
    if (right)
        claim(stream, reader->verdict);
    return right;
}

static bool read_point(struct stream *stream, struct reader *reader) {
    if (!read_key(reader, "point"))
        return false;
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    stream->point = word.text[0];
    if (word.length != 1 || stream->point < 'a' || stream->point > 'c')
        return read_malformed(reader, "expected a, b or c, found '%.*s'", WORD_IN_MESSAGE(word));
    return read_line_end(reader);
}

bool rule_fractional_stream(struct reader *reader) {
    struct stream stream = {.rows = 0};
    uint32_t *L = &stream.latency;
    if (!read_number_line(reader, "latency", 3, FRACTIONAL_LATENCY_LIMIT, L) ||
        !read_point(&stream, reader) ||
        !read_number_line(reader, "tail", 2 * *L + 1, FRACTIONAL_TAIL_LIMIT, &stream.tail))
        return false;
    stream.mean = alpha_mean(*L);
    stream.means[0] = stream.mean;
    stream.means[1] = is_at(&stream, 'a') ? stream.mean + 1 : stream.mean - 1;
    stream.rows = stream.tail + 3;
    stream.fill = is_at(&stream, 'a');
    stream.word = (struct fractional_word){.latency = *L, .tail = stream.tail, .mean = stream.mean};
    mpz_init(stream.denominator);
    bool right = check_stream(&stream, reader);
    mpz_clear(stream.denominator);
    alpha_clear(&stream.alpha);
    closed_word_clear(&stream.word.values);
    return right;
}
