/* SPDX-License-Identifier: MIT */
/* Kind fractional-stream: words with multiplicities, and leaves that are fill, of a stream whose
 * number of processors has no bound. The definitions are in the grammar.
 *
 * What is claimed is what is checked: each word is legal and has the |S| that the point demands;
 * modulo x^L - x^(L-1) - 1, words and fill use each node exactly once, z heads are A, and the sum
 * of the fill is M-1 times its places; all multiplicities, and what must be there besides, are
 * above 0 (alpha.h).
 *
 * The fill has as many leaves as places. The tails, of which there are x^-tail, as the sum of
 * x^(-L-v) over all v >= tail is x^(-L-tail+1) / (x-1) and 1/(x-1) = x^(L-1), have v - tail places
 * each, x^(-L-tail+1) / (x-1)^2 = x^(L-1-tail) in all. A head with its leaves takes v-L places, one
 * more if it is an A, so all heads take the sum of (v-L) x^(-L-v), which is x^-1, and z more: that
 * is how many nodes there are.
 *
 * That the sum of (|S|-M) (length) over all words is V - M N follows as well: the sum of all values
 * is V = x^(L-1), and that of tails and fill has the mean M.
 *
 * Solutions for the same L and tail at a and b, or at b and c, can be mixed: that is a solution for
 * an N between. */
#include "core/closed_word.h"
#include "core/memory.h"
#include "core/read.h"
#include "rest/alpha.h"
#include "rest/rules.h"

#include <string.h>

enum { FRACTIONAL_LATENCY_LIMIT = 100, FRACTIONAL_TAIL_LIMIT = 1000 };

/* --- words --- */

/* A word: heads, each with its leaves behind it.
 *
 * With one head, of size r (with its leaves), the leaves have some legal order if and only if the
 * sum of all values is divisible by r (M. Hall 1952). With several, p + v_p are to be distinct
 * modulo the length. If the last one is a tail, the word stands for all that have a larger head in
 * its place and more leaves at the end. These are legal if the additional ones are, for what is
 * under way beside the tail, as throws of a juggler are: M-1 balls, as the mean of the values is M,
 * which at the end of the word are to land at the next M-1 steps; none of them later, so it is that
 * set, as they are distinct. (The tail lands L-1 or L steps after the end, and tail > 2L, so there
 * is only one under way.) */

/* All zero at first, but for the numbers of the stream. */
struct fractional_word {
    uint32_t latency, tail, mean; /* L, tail, M */
    struct closed_word values;
    uint32_t heads, heads_a;
    uint32_t head;   /* the last one */
    bool is_b;       /* its type */
    uint32_t leaves; /* that it still has to get */
    uint64_t sum;    /* of all values */
};

static void receive(struct fractional_word *word, struct reader *reader, uint32_t value,
                    uint32_t copies) {
    word->sum += (uint64_t)value * copies;
    read_charge(reader, copies);
    closed_word_receive(&word->values, value, copies);
}

static void has_its_leaves(const struct fractional_word *word, struct reader *reader) {
    if (word->leaves != 0)
        read_malformed(reader, "the head %c%u has %u leaves too few", word->is_b ? 'B' : 'A',
                       word->head, word->leaves);
}

/* `A` or `B` is taken. */
static void take_head(struct fractional_word *word, struct reader *reader, struct word number,
                      bool is_b) {
    uint32_t value, least = word->latency + is_b;
    has_its_leaves(word, reader);
    if (word->heads > 0 && word->head == word->tail)
        read_malformed(reader, "only the last head may be a tail");
    if (!word_take_number(&number, word->tail, &value) || number.length > 0 || value < least)
        read_malformed(reader, "a head %c has a value from %u to %u", is_b ? 'B' : 'A', least,
                       word->tail);
    word->heads++;
    word->heads_a += !is_b;
    word->head = value;
    word->is_b = is_b;
    word->leaves = value - least;
    receive(word, reader, value, 1);
}

static void take_leaf(struct fractional_word *word, struct reader *reader, struct word item) {
    uint32_t value, copies;
    struct word rest = item;
    if (!word_take_number(&rest, word->latency, &value) || !word_take_copies(&rest, &copies))
        read_malformed(reader, "expected Av, Bv, a leaf w or w*k, w <= %u, or times, found '%.*s'",
                       word->latency, WORD_IN_MESSAGE(item));
    if (copies > word->leaves)
        read_malformed(reader, "the head %c%u has more leaves than it can", word->is_b ? 'B' : 'A',
                       word->head);
    word->leaves -= copies;
    receive(word, reader, value, copies);
}

/* Takes the word up to `times`, which is taken as well, in place of what was there, and sees that
 * the leaves are as many as the heads have. */
static void take_word(struct fractional_word *word, struct reader *reader) {
    closed_word_restart(&word->values);
    word->heads = word->heads_a = word->head = word->leaves = 0;
    word->sum = 0;
    for (;;) {
        struct word item = read_word(reader), rest = item;
        if (word_is(item, "times")) {
            has_its_leaves(word, reader);
            if (word->heads <= 0)
                read_malformed(reader, "the word has no head");
            return;
        }
        bool is_b = word_take(&rest, 'B'), is_head = is_b || word_take(&rest, 'A');
        if (!is_head && word->heads == 0)
            read_malformed(reader, "a word begins with a head, Av or Bv");
        if (is_head)
            take_head(word, reader, rest, is_b);
        else
            take_leaf(word, reader, item);
    }
}

/* What is under way at the end beside the tail lands within M-1 steps. */
static void ends_on_ground(const struct fractional_word *word, struct reader *reader) {
    const struct closed_word *values = &word->values;
    for (uint32_t p = 0; p < values->length; p++)
        if (values->value[p] != word->tail &&
            p + values->value[p] > values->length + word->mean - 2)
            read_refuted(reader,
                         "the value %u at position %u lands more than %u steps behind the "
                         "end, where fill follows",
                         values->value[p], p, word->mean - 2);
}

/* Is it legal? Sets |S|. */
static void check_word(struct fractional_word *word, struct reader *reader, uint32_t *mean) {
    uint32_t length = word->values.length;
    bool is_tail = word->head == word->tail;
    if (word->sum % length != 0)
        read_refuted(reader, "the sum of the values is not divisible by the length %u", length);
    *mean = (uint32_t)(word->sum / length);
    if (is_tail && *mean != word->mean)
        read_refuted(reader, "the mean of a word with a tail is %u, found %u", word->mean, *mean);
    if (word->heads == 1)
        return;
    closed_word_is_legal(&word->values, reader, "");
    if (is_tail)
        ends_on_ground(word, reader);
}

/* --- the stream --- */

/* Rows: 0..tail-1, nodes of that value; the tails; the heads A; the sum of the fill. */
struct stream {
    uint32_t latency, tail, mean; /* L, tail, M */
    char point;
    uint32_t means[2];   /* |S| that the head tail-1 must have alone, at a and c */
    mpz_ptr denominator; /* D */
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
    mpz_ptr part = memory_number();
    if (is_at(stream, 'c'))
        supply(stream, row, -(int64_t)stream->latency, all);
    if (is_at(stream, 'b')) {
        supply(stream, row, (int64_t)stream->latency - 1, stream->denominator);
        mpz_neg(part, all);
        supply(stream, row, -1, part);
    }
}

static void supply_all(struct stream *stream) {
    int64_t L = stream->latency, places = L - 1 - (int64_t)stream->tail;
    mpz_ptr all = memory_number(), mean = memory_number();
    mpz_mul_ui(all, stream->denominator, stream->mean);
    mpz_mul_ui(mean, all, stream->mean - 1);
    supply_zeros(stream, 0, all);
    for (uint32_t v = 1; v < stream->tail; v++)
        supply(stream, v, -L - v, all);
    supply(stream, stream->tail, -(int64_t)stream->tail, all);
    supply_zeros(stream, row_of_a(stream), all);
    supply(stream, row_of_a(stream) + 1, places, mean);
}

/* --- what is used --- */

/* The number of the line, `count` times. */
static void use(struct stream *stream, struct reader *reader, uint32_t row, uint32_t count) {
    mpz_t *balance = stream->balance + (size_t)row * stream->latency;
    for (uint32_t j = 0; j < stream->latency; j++) {
        read_charge(reader, 2 + mpz_size(stream->number[j]) + mpz_size(balance[j]));
        mpz_addmul_ui(balance[j], stream->number[j], (unsigned long)count * stream->mean);
    }
}

/* A minus stands before a digit, and not before 0. */
static void read_signed(struct reader *reader, mpz_ptr number) {
    const char *front = read_front(reader);
    bool negative = front[0] == '-' && front[1] >= '1' && front[1] <= '9';
    if (negative)
        reader->at = front + 1;
    read_big(reader, "a coefficient", number);
    if (negative)
        mpz_neg(number, number);
}

/* Behind `times`: L coefficients, of a number that is above 0. */
static void read_times(struct stream *stream, struct reader *reader) {
    uint64_t work = 0;
    for (uint32_t j = 0; j < stream->latency; j++) {
        read_signed(reader, stream->number[j]);
        work += (mpz_size(stream->number[j]) + 1) * (ALPHA_BITS / 64 + 1);
    }
    read_charge(reader, work);
    if (!alpha_is_positive(&stream->alpha, stream->number))
        read_refuted(reader, "the number is not above 0");
}

/* --- lines `word` --- */

static void has_mean(const struct stream *stream, struct reader *reader, uint32_t mean) {
    uint32_t least = stream->mean - is_at(stream, 'c');
    if (mean < least || (is_at(stream, 'b') && mean > least))
        read_refuted(reader, "the mean of the word is %u, at point %c it is %u%s", mean,
                     stream->point, least, is_at(stream, 'b') ? "" : " or more");
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

static void read_word_line(struct stream *stream, struct reader *reader) {
    struct fractional_word *word = &stream->word;
    uint32_t mean = 0;
    read_key(reader, "word");
    take_word(word, reader);
    read_charge(reader, stream->rows);
    check_word(word, reader, &mean);
    has_mean(stream, reader, mean);
    read_times(stream, reader);
    memset(stream->uses, 0, stream->rows * sizeof *stream->uses);
    for (uint32_t p = 0; p < word->values.length; p++)
        stream->uses[word->values.value[p]]++;
    stream->uses[row_of_a(stream)] = word->heads_a;
    for (uint32_t row = 0; row < stream->rows; row++) {
        if (stream->uses[row] > 0)
            use(stream, reader, row, stream->uses[row]);
    }
    note_word(stream, mean);
    read_line_end(reader);
}

/* --- lines `fill` --- */

/* Of M-1 more than what the first L-1 places of each tail need: x^(L-1-tail) - x^-tail. */
static void is_enough(struct stream *stream, struct reader *reader) {
    int64_t tail = stream->tail;
    mpz_t *most = alpha_power(&stream->alpha, stream->latency - 1 - tail);
    mpz_t *rest = alpha_power(&stream->alpha, -tail);
    for (uint32_t j = 0; j < stream->latency; j++) {
        mpz_submul(stream->number[j], most[j], stream->denominator);
        mpz_addmul(stream->number[j], rest[j], stream->denominator);
    }
    if (!alpha_is_positive(&stream->alpha, stream->number))
        read_refuted(reader, "fill of the leaf %u is not more than alpha^(L-1-tail) - alpha^-tail",
                     stream->mean - 1);
}

static void read_fill_line(struct stream *stream, struct reader *reader) {
    read_key(reader, "fill");
    uint32_t leaf = read_number(reader, "the leaf", stream->fill, stream->latency);
    read_key(reader, "times");
    read_times(stream, reader);
    use(stream, reader, leaf, 1);
    if (leaf > 0)
        use(stream, reader, row_of_a(stream) + 1, leaf);
    if (leaf > stream->fill)
        read_refuted(reader, "there is no fill of the leaf %u", stream->fill);
    stream->fill = leaf + 1;
    if (leaf == stream->mean - 1)
        is_enough(stream, reader);
    read_line_end(reader);
}

/* --- all together --- */

static void check_row(const struct stream *stream, struct reader *reader, uint32_t row) {
    mpz_t *balance = stream->balance + (size_t)row * stream->latency;
    bool right = true;
    for (uint32_t j = 0; j < stream->latency && right; j++)
        right = mpz_sgn(balance[j]) == 0;
    if (right)
        return;
    if (row < stream->tail)
        read_refuted(reader, "the nodes of value %u are not used as often as they are there", row);
    if (row == stream->tail)
        read_refuted(reader, "the tails are not used as often as they are there");
    if (row == row_of_a(stream))
        read_refuted(reader, "the heads A are not as many as at point %c", stream->point);
    read_refuted(reader, "the mean of the fill is not %u", stream->mean - 1);
}

/* What streams for all large N need besides. */
static void check_strictness(const struct stream *stream, struct reader *reader) {
    uint32_t end = stream->latency + !is_at(stream, 'c');
    if (stream->fill != end)
        read_refuted(reader, "fill is listed up to leaf %u, not up to %u", stream->fill - 1,
                     end - 1);
    for (int type = 0; type < 2; type++)
        if (!stream->plain[type] && !is_at(stream, type == 0 ? 'a' : 'c'))
            read_refuted(reader, "no word is a plain tail %c", "AB"[type]);
    for (int i = 0; i < 2 && !is_at(stream, 'b'); i++)
        if (!stream->at_mean[i])
            read_refuted(reader, "no word has the head %u alone, with the mean %u",
                         stream->tail - 1, stream->means[i]);
}

static void check_lines(struct stream *stream, struct reader *reader) {
    supply_all(stream);
    while (read_is_at(reader, "word"))
        read_word_line(stream, reader);
    while (read_is_at(reader, "fill"))
        read_fill_line(stream, reader);
    for (uint32_t row = 0; row < stream->rows; row++)
        check_row(stream, reader, row);
    check_strictness(stream, reader);
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

static void read_point(struct stream *stream, struct reader *reader) {
    static const char *const names[] = {"a", "b", "c", NULL};
    stream->point = *names[read_one_of(reader, "point", names, "a, b or c")];
    read_line_end(reader);
}

void rule_fractional_stream(struct reader *reader) {
    struct stream stream = {.denominator = memory_number()};
    uint32_t *L = &stream.latency;
    *L = read_number_line(reader, "latency", 3, FRACTIONAL_LATENCY_LIMIT);
    read_point(&stream, reader);
    stream.tail = read_number_line(reader, "tail", 2 * *L + 1, FRACTIONAL_TAIL_LIMIT);
    stream.mean = alpha_mean(*L);
    stream.means[0] = stream.mean;
    stream.means[1] = is_at(&stream, 'a') ? stream.mean + 1 : stream.mean - 1;
    stream.rows = stream.tail + 3;
    stream.fill = is_at(&stream, 'a');
    stream.word = (struct fractional_word){.latency = *L, .tail = stream.tail, .mean = stream.mean};
    read_big_line(reader, "denominator", 1, stream.denominator);
    alpha_init(&stream.alpha, reader, *L, stream.tail);
    read_charge(reader, (uint64_t)stream.rows * *L * (2 + mpz_size(stream.denominator)));
    stream.balance = memory_numbers((size_t)stream.rows * *L);
    stream.number = memory_numbers(*L);
    stream.uses = memory_zeroed(stream.rows, sizeof *stream.uses);
    check_lines(&stream, reader);
    claim(&stream, reader->verdict);
}
