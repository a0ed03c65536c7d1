/* SPDX-License-Identifier: MIT */
/* Kind fractional-stream: the samples with other multiplicities, leaves that change places, words
 * in another order, numbers hardly above or below 0. The judge puts numbers of processors in place
 * of powers of x: f_(t-j) for x^-j, for L successive t where something is equal, and for a large t
 * where it is positive. Words of several heads are written out for larger tails with fill, and it
 * is seen whether they are legal. Usage: forge_fractional_test FOLDER */
#include "forge.h"

#include <gmp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { FORGERIES = 20000, LATENCY = 8, LINES = 40, PLACES = 60, TERMS = 2400, SMALL = 100 };

static const char *folder;

/* A value with A or B before it, if it is a head. */
struct place {
    char head;
    long value;
};

struct line {
    bool fill; /* of the leaf place[0] */
    long length;
    struct place place[PLACES];
    long number[LATENCY]; /* C */
};

struct stream {
    long L, V, D;
    char point;
    long lines;
    struct line line[LINES];
};

/* --- reading and writing --- */

static const char *read_places(struct line *line, const char *at) {
    while (strncmp(at, " times", 6) != 0) {
        char *end;
        char head = at[1] == 'A' || at[1] == 'B' ? at[1] : '\0';
        long value = strtol(at + 1 + (head != '\0'), &end, 10);
        long copies = *end == '*' ? strtol(end + 1, &end, 10) : 1;
        for (; copies > 0; copies--)
            line->place[line->length++] = (struct place){head, value};
        assert_true(line->length <= PLACES);
        at = end;
    }
    return at + strlen(" times");
}

static void load(struct stream *stream, const char *name) {
    static struct text text;
    if (!text_load(&text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text.bytes[text.length] = '\0';
    *stream = (struct stream){.lines = 0};
    const char *at = strstr(text.bytes, "\nlatency ");
    sscanf(at, "\nlatency %ld\npoint %c\ntail %ld\ndenominator %ld", &stream->L, &stream->point,
           &stream->V, &stream->D);
    assert_true(stream->L < LATENCY);
    for (at = strstr(at, "\nword "); strncmp(at, "\ndigest", 7) != 0; at = strchr(at + 1, '\n')) {
        struct line *line = &stream->line[stream->lines++];
        line->fill = strncmp(at, "\nfill", 5) == 0;
        const char *number = read_places(line, at + 5);
        for (long j = 0; j < stream->L; j++)
            line->number[j] = strtol(number, (char **)&number, 10);
    }
}

static void put_place(struct text *text, const struct place *place) {
    if (place->head)
        text_put(text, " %c%ld", place->head, place->value);
    else
        text_put(text, " %ld", place->value);
}

static void put(struct text *text, const struct stream *stream) {
    forge_put_start(text, "fractional-stream");
    text_put(text, "latency %ld\npoint %c\ntail %ld\ndenominator %ld\n", stream->L, stream->point,
             stream->V, stream->D);
    for (long i = 0; i < 2 * stream->lines; i++) {
        const struct line *line = &stream->line[i % stream->lines];
        if (line->fill != (i >= stream->lines))
            continue;
        text_put(text, line->fill ? "fill" : "word");
        for (long p = 0; p < line->length; p++)
            put_place(text, &line->place[p]);
        text_put(text, " times");
        for (long j = 0; j < stream->L; j++)
            text_put(text, " %ld", line->number[j]);
        text_put(text, "\n");
    }
}

/* --- numbers --- */

static mpz_t f[LATENCY + 1][TERMS];

static void count_trees(void) {
    for (long L = 1; L <= LATENCY; L++)
        for (long i = 0; i < TERMS; i++) {
            mpz_init_set_ui(f[L][i], 1);
            if (i >= L)
                mpz_add(f[L][i], f[L][i - 1], f[L][i - L]);
        }
}

static void add_term(mpz_t sum, long L, long index, long factor) {
    if (factor >= 0)
        mpz_addmul_ui(sum, f[L][index], (unsigned long)factor);
    else
        mpz_submul_ui(sum, f[L][index], (unsigned long)-factor);
}

/* D times the number of the line, for this t, so many times. */
static void add_number(mpz_t sum, const struct stream *stream, const long *number, long t,
                       long times) {
    for (long j = 0; j < stream->L; j++)
        add_term(sum, stream->L, t - stream->V - j, number[j] * times);
}

/* Is it above 0 for t to infinity? What is 2^SMALL times smaller than f_t is 0 there. */
static bool is_above_0(const mpz_t number, long L) {
    mpz_t much;
    mpz_init(much);
    mpz_mul_2exp(much, number, SMALL);
    bool above = mpz_cmp(much, f[L][TERMS - 1]) > 0;
    mpz_clear(much);
    return above;
}

static bool number_is_above_0(const struct stream *stream, const long *number) {
    mpz_t sum;
    mpz_init(sum);
    add_number(sum, stream, number, TERMS - 1, 1);
    bool above = is_above_0(sum, stream->L);
    mpz_clear(sum);
    return above;
}

/* floor(alpha^(L-1)) + 1, where alpha^(L-1) is the limit of f_(t+L-1) / f_t. */
static long mean_of(long L) {
    mpz_t quotient;
    mpz_init(quotient);
    mpz_fdiv_q(quotient, f[L][TERMS - 1], f[L][TERMS - L]);
    long mean = 1 + mpz_get_si(quotient);
    mpz_clear(quotient);
    return mean;
}

/* --- the judge: words --- */

struct judged {
    const struct stream *stream;
    long L, V, M;
};

static long sum_of(const struct line *line) {
    long sum = 0;
    for (long p = 0; p < line->length; p++)
        sum += line->place[p].value;
    return sum;
}

static long heads_of(const struct line *line, char kind) {
    long heads = 0;
    for (long p = 0; p < line->length; p++)
        heads += line->place[p].head != '\0' && (kind == '\0' || line->place[p].head == kind);
    return heads;
}

static bool is_tail(const struct judged *j, const struct line *line) {
    for (long p = 0; p < line->length; p++)
        if (line->place[p].head && line->place[p].value == j->V)
            return true;
    return false;
}

static bool is_legal(const long *values, long length) {
    bool landed[4 * PLACES] = {false};
    for (long p = 0; p < length; p++) {
        bool *at = &landed[(p + values[p]) % length];
        if (*at)
            return false;
        *at = true;
    }
    return true;
}

/* The word with the tail `more` larger and so many leaves more: M-1 each, or b^j a^d, with M-1
 * before and behind it. */
static bool goes_on(const struct judged *j, const struct line *line, long more, long a, long b) {
    long values[4 * PLACES], length = line->length, times = j->M - 1 - a, d = b - j->M + 1;
    long before = (more - times - d) / 2, end = line->length + more;
    if (more < times + d)
        return true;
    for (long p = 0; p < line->length; p++)
        values[p] =
            line->place[p].value + (line->place[p].head && line->place[p].value == j->V ? more : 0);
    for (; length < end; length++) {
        long at = length - line->length - before;
        values[length] = at < 0 || at >= times + d ? j->M - 1 : at < times ? b : a;
    }
    return is_legal(values, length);
}

static bool goes_on_always(const struct judged *j, const struct line *line) {
    for (long more = 0; more < 14; more++)
        for (long a = 0; a < j->M - 1; a++)
            for (long b = j->M; b <= j->L; b++)
                if (!goes_on(j, line, more, a, b))
                    return false;
    return true;
}

static bool word_is_right(const struct judged *j, const struct line *line) {
    long sum = sum_of(line), mean = sum / line->length, least = j->M - (j->stream->point == 'c');
    long values[PLACES];
    for (long p = 0; p < line->length; p++)
        values[p] = line->place[p].value;
    if (sum % line->length != 0 || mean < least || (j->stream->point == 'b' && mean > least) ||
        (is_tail(j, line) && mean != j->M))
        return false;
    if (heads_of(line, '\0') == 1)
        return true; /* M. Hall 1952 */
    return is_tail(j, line) ? goes_on_always(j, line) : is_legal(values, line->length);
}

/* --- the judge: everything is used once --- */

enum row { NODES, HEADS_A, FILL };

static long uses(const struct judged *j, const struct line *line, enum row row, long value) {
    long count = 0;
    if (row == HEADS_A)
        return line->fill ? 0 : heads_of(line, 'A');
    if (row == FILL)
        return line->fill ? line->place[0].value : 0;
    for (long p = 0; p < line->length; p++)
        count += line->place[p].value == value;
    (void)j;
    return count;
}

/* D M times what there is, for this t. */
static void supply(mpz_t sum, const struct judged *j, enum row row, long value, long t) {
    long L = j->L, DM = j->stream->D * j->M;
    bool zeros = row == HEADS_A || (row == NODES && value == 0);
    if (zeros && j->stream->point == 'c')
        add_term(sum, L, t - L, DM);
    if (zeros && j->stream->point == 'b') {
        add_term(sum, L, t + L - 1, j->stream->D);
        add_term(sum, L, t - 1, -DM);
    }
    if (row == FILL)
        add_term(sum, L, t + L - 1 - j->V, DM * (j->M - 1));
    if (row == NODES && value > 0)
        add_term(sum, L, value < j->V ? t - L - value : t - j->V, DM);
}

static bool is_used_once(const struct judged *j, enum row row, long value) {
    bool right = true;
    mpz_t used, there;
    mpz_inits(used, there, NULL);
    for (long t = 200; t < 200 + j->L && right; t++) {
        mpz_set_ui(used, 0), mpz_set_ui(there, 0);
        for (long i = 0; i < j->stream->lines; i++) {
            const struct line *line = &j->stream->line[i];
            add_number(used, j->stream, line->number, t, j->M * uses(j, line, row, value));
        }
        supply(there, j, row, value, t);
        right = mpz_cmp(used, there) == 0;
    }
    mpz_clears(used, there, NULL);
    return right;
}

/* --- the judge: room to be rounded --- */

static long leaves_of(const struct line *line, long value) {
    long count = 0;
    for (long p = 0; p < line->length; p++)
        count += !line->place[p].head && line->place[p].value == value;
    return count;
}

static bool has_plain_tail(const struct judged *j, char kind) {
    long low = j->L - j->M + (kind == 'B');
    for (long i = 0; i < j->stream->lines; i++) {
        const struct line *line = &j->stream->line[i];
        if (!line->fill && is_tail(j, line) && heads_of(line, '\0') == 1 &&
            heads_of(line, kind) == 1 && leaves_of(line, j->M - 2) == low &&
            leaves_of(line, j->M - 1) == line->length - 1 - low)
            return true;
    }
    return false;
}

static bool has_head_alone(const struct judged *j, long mean) {
    char kind = j->stream->point == 'a' ? 'B' : 'A';
    for (long i = 0; i < j->stream->lines; i++) {
        const struct line *line = &j->stream->line[i];
        if (!line->fill && line->place[0].value == j->V - 1 && heads_of(line, '\0') == 1 &&
            heads_of(line, kind) == 1 && sum_of(line) == mean * line->length)
            return true;
    }
    return false;
}

/* Of the leaf: listed, and of M-1 more than f_(t+L-1-V) - f_(t-V). */
static bool has_fill(const struct judged *j, long leaf) {
    bool right = false;
    mpz_t more;
    mpz_init(more);
    for (long i = 0; i < j->stream->lines; i++) {
        const struct line *line = &j->stream->line[i];
        if (!line->fill || line->place[0].value != leaf)
            continue;
        add_number(more, j->stream, line->number, TERMS - 10, 1);
        if (leaf == j->M - 1) {
            add_term(more, j->L, TERMS - 10 + j->L - 1 - j->V, -j->stream->D);
            add_term(more, j->L, TERMS - 10 - j->V, j->stream->D);
        }
        right = is_above_0(more, j->L);
    }
    mpz_clear(more);
    return right;
}

static bool has_room(const struct judged *j) {
    char point = j->stream->point;
    for (long leaf = point == 'a'; leaf <= j->L - (point == 'c'); leaf++)
        if (!has_fill(j, leaf))
            return false;
    if ((point != 'a' && !has_plain_tail(j, 'A')) || (point != 'c' && !has_plain_tail(j, 'B')))
        return false;
    return point == 'b' ||
           (has_head_alone(j, j->M) && has_head_alone(j, point == 'a' ? j->M + 1 : j->M - 1));
}

static bool stream_holds(const struct stream *stream) {
    struct judged j = {stream, stream->L, stream->V, mean_of(stream->L)};
    for (long i = 0; i < stream->lines; i++)
        if (!number_is_above_0(stream, stream->line[i].number) ||
            (!stream->line[i].fill && !word_is_right(&j, &stream->line[i])))
            return false;
    for (long value = 0; value <= j.V; value++)
        if (!is_used_once(&j, NODES, value))
            return false;
    return is_used_once(&j, HEADS_A, 0) && is_used_once(&j, FILL, 0) && has_room(&j);
}

static const struct stream *at_hand;

static bool holds(const struct text *text) {
    (void)text;
    return stream_holds(at_hand);
}

/* --- other ways to write it --- */

static struct line *any_line(struct stream *stream) {
    return &stream->line[forge_random(stream->lines)];
}

static struct line *any_word(struct stream *stream) {
    struct line *line = any_line(stream);
    while (line->fill)
        line = any_line(stream);
    return line;
}

static void multiply(struct stream *stream, long factor) {
    if (stream->D > 1000000)
        return;
    stream->D *= factor;
    for (long i = 0; i < stream->lines; i++)
        for (long j = 0; j < stream->L; j++)
            stream->line[i].number[j] *= factor;
}

/* A part of the line, which may be hardly anything, or hardly not all, or too much. */
static void divide(struct stream *stream, struct line *line, bool tiny) {
    if (line->fill || stream->lines == LINES)
        return;
    struct line *part = &stream->line[stream->lines++];
    *part = *line;
    for (long j = 0; j < stream->L; j++) {
        part->number[j] = tiny ? 0 : line->number[j] / 2;
        if (!tiny && forge_once_in(4))
            part->number[j] += forge_random(5) - 2;
    }
    if (tiny) { /* p - q/alpha, or one less */
        long j = forge_random(stream->L - 1), q = 1 + forge_random(100000);
        mpz_t p;
        mpz_init(p);
        mpz_mul_ui(p, f[stream->L][TERMS - 2], (unsigned long)q);
        mpz_cdiv_q(p, p, f[stream->L][TERMS - 1]);
        part->number[j] = mpz_get_si(p) - forge_once_in(2);
        part->number[j + 1] = -q;
        mpz_clear(p);
    }
    for (long j = 0; j < stream->L; j++)
        line->number[j] -= part->number[j];
}

static void exchange_places(struct place *one, struct place *other) {
    struct place kept = *one;
    *one = *other;
    *other = kept;
}

/* The leaves of one head have no order. */
static void exchange_leaves(struct line *word) {
    struct place *one = &word->place[forge_random(word->length)];
    struct place *other = &word->place[forge_random(word->length)];
    if (!one->head && !other->head)
        exchange_places(one, other);
}

static struct place *any_leaf(struct line *word) {
    for (long i = 0; i < 20; i++) {
        struct place *place = &word->place[forge_random(word->length)];
        if (!place->head)
            return place;
    }
    return NULL;
}

/* Words of which some, or all of one of them, have leaves that were in the other one: nothing else
 * is used than before. `pairs` keep the sums. */
static void deal_again(struct stream *stream, bool pairs) {
    struct line *one = any_word(stream), *other = any_word(stream);
    if (one == other || stream->lines + 2 > LINES)
        return;
    bool all = forge_once_in(2);
    struct line *new_one = &stream->line[stream->lines++];
    struct line *new_other = &stream->line[stream->lines++];
    *new_one = *one, *new_other = *other;
    for (long j = 0; j < stream->L; j++) {
        long moved = all ? one->number[j] : one->number[j] / 2;
        new_one->number[j] = new_other->number[j] = moved;
        one->number[j] -= moved, other->number[j] -= moved;
    }
    long before = sum_of(new_one);
    for (long tries = 0; tries < 30; tries++) {
        struct place *a = any_leaf(new_one), *b = any_leaf(new_other);
        if (a && b)
            exchange_places(a, b);
        if (!pairs || (tries > 1 && sum_of(new_one) == before))
            break;
    }
}

/* --- leaves that are exchanged for fill --- */

static struct line *fill_of(struct stream *stream, long leaf) {
    for (long i = 0; i < stream->lines; i++)
        if (stream->line[i].fill && stream->line[i].place[0].value == leaf)
            return &stream->line[i];
    return NULL;
}

/* So many times what is in a line, or a number of its own. */
struct amount {
    const struct line *of; /* NULL: 1 */
    long times;
};

static long term_of(const struct amount *amount, long j) {
    return amount->of ? amount->of->number[j] * amount->times : j == 0 ? amount->times : 0;
}

/* `amount` of the word in a line of its own; NULL if there is no room. */
static struct line *part_of(struct stream *stream, struct line *word, struct amount amount) {
    if (stream->lines == LINES)
        return NULL;
    struct line *part = &stream->line[stream->lines++];
    *part = *word;
    for (long j = 0; j < stream->L; j++)
        part->number[j] = term_of(&amount, j);
    for (long j = 0; j < stream->L; j++)
        word->number[j] -= part->number[j];
    return part;
}

/* What the part has of leaves that the word had not, comes from the fill, and the other way round.
 * False if there is no such fill. */
static bool settle(struct stream *stream, const struct line *part, const struct line *before) {
    for (long leaf = 0; leaf <= stream->L; leaf++) {
        long more = 0;
        for (long p = 0; p < part->length; p++)
            more += !part->place[p].head && part->place[p].value == leaf;
        for (long p = 0; p < before->length; p++)
            more -= !before->place[p].head && before->place[p].value == leaf;
        struct line *fill = fill_of(stream, leaf);
        if (more != 0 && !fill)
            return false;
        for (long j = 0; j < stream->L && more != 0; j++)
            fill->number[j] -= more * part->number[j];
    }
    return true;
}

static long leaves_in(const struct line *word) {
    return word->length - heads_of(word, '\0');
}

/* Leaves at random, so that the sum is `sum`; false if that can't be, or there was no luck. */
static bool choose_leaves(const struct stream *stream, struct line *word, long sum) {
    long missing = sum - sum_of(word);
    if (leaves_in(word) == 0 || sum < 0)
        return missing == 0;
    for (long tries = 0; tries < 400; tries++) {
        struct place *leaf = any_leaf(word);
        long by = missing != 0 ? (missing > 0 ? 1 : -1) : forge_random(3) - 1;
        if (!leaf || leaf->value + by < 0 || leaf->value + by > stream->L)
            continue;
        leaf->value += by, missing -= by;
        if (missing == 0 && tries > 6)
            return true;
    }
    return false;
}

static struct line *any_single(struct stream *stream) {
    for (long i = 0; i < 30; i++) {
        struct line *word = any_word(stream);
        if (heads_of(word, '\0') == 1)
            return word;
    }
    return NULL;
}

/* A part of a word of one head has a mean that is `by` more. */
static bool change_mean(struct stream *stream, struct line *word, long by, struct amount amount) {
    struct line before = *word, *part = part_of(stream, word, amount);
    return part && choose_leaves(stream, part, sum_of(&before) + by * before.length) &&
           settle(stream, part, &before);
}

/* Mostly all of the word, or all fill of a leaf. */
static const struct line *number_to_take(struct stream *stream, const struct line *word) {
    const struct line *line = any_line(stream);
    return word && forge_once_in(2) ? word : line;
}

/* The mean of the fill stays, if one of two words has more and the other less: as much as they are
 * long. Once in a while only one of them has. */
static bool change_means(struct stream *stream) {
    struct line *one = any_single(stream), *other = any_single(stream);
    struct line all = *number_to_take(stream, one);
    long by = forge_random(3) - 1;
    if (!one || !other)
        return false;
    const struct line *of = forge_once_in(2) ? &all : NULL;
    struct amount amount = {of, other->length}, others = {of, one->length};
    if (of) { /* all of the line, if it is that of the word */
        multiply(stream, other->length);
        amount.times = other->length;
    }
    return change_mean(stream, one, by, amount) &&
           (forge_once_in(5) || change_mean(stream, other, -by, others));
}

/* A head B sends once more, and has a leaf of the mean more; or an A sends once less. */
static bool change_part(struct stream *stream, struct line *word, bool to_a, struct amount amount) {
    struct line before = *word, *part;
    long mean = sum_of(word) / word->length;
    if (word->place[0].head != (to_a ? 'B' : 'A') || (!to_a && leaves_in(word) == 0) ||
        word->length + 1 >= PLACES || !(part = part_of(stream, word, amount)))
        return false;
    part->place[0].head = to_a ? 'A' : 'B';
    if (to_a)
        part->place[part->length++] = (struct place){'\0', 0};
    else
        part->length--;
    return choose_leaves(stream, part, mean * part->length) && settle(stream, part, &before);
}

/* Heads A are as many as before, or the mean of the fill is what it was, or both. */
static bool change_heads(struct stream *stream) {
    struct line *one = any_single(stream), *other = any_single(stream);
    bool to_a = forge_once_in(2);
    if (!one || !other)
        return false;
    struct amount amount = {NULL, other->length}, mean = {NULL, sum_of(one) / one->length};
    if (!change_part(stream, one, to_a, amount))
        return false;
    return forge_once_in(2) ? change_part(stream, other, !to_a, amount)
                            : change_mean(stream, other, to_a ? -1 : 1, mean);
}

/* Leaves behind the heads so that no two land at the same step, and with this sum. */
static bool order_leaves(const struct stream *stream, struct line *word, long p,
                         unsigned long landed, long sum, long *budget) {
    struct place *place = &word->place[p];
    if (--*budget < 0 || sum < 0)
        return false;
    if (p == word->length)
        return sum == 0;
    long first = place->head ? place->value : forge_random(stream->L + 1);
    for (long i = 0; i <= (place->head ? 0 : stream->L); i++) {
        long value = place->head ? first : (first + i) % (stream->L + 1);
        unsigned long at = 1ul << (p + value) % word->length;
        if (landed & at)
            continue;
        place->value = value;
        if (order_leaves(stream, word, p + 1, landed | at, sum - value, budget))
            return true;
    }
    return false;
}

/* Two words of one head become one of both, with other leaves; the second one may be a tail. */
static bool join(struct stream *stream) {
    struct line *one = any_single(stream), *other = any_single(stream), both;
    struct amount amount = {NULL, 1 + forge_random(4)};
    long budget = 20000;
    if (!one || !other || one == other || one->place[0].value == stream->V ||
        one->length + other->length > 24)
        return false;
    both = *one;
    memcpy(both.place + one->length, other->place, (size_t)other->length * sizeof(struct place));
    both.length += other->length;
    struct line before = both, *part = part_of(stream, one, amount);
    if (!part)
        return false;
    other->number[0] -= amount.times;
    memcpy(part->place, both.place, sizeof part->place);
    part->length = both.length;
    return order_leaves(stream, part, 0, 0, sum_of(&before), &budget) &&
           settle(stream, part, &before);
}

/* All fill of a leaf goes into words, each of which has another leaf changed so that its sum is as
 * before. */
static bool use_up_fill(struct stream *stream) {
    struct line *word = any_single(stream), *fill = fill_of(stream, forge_random(stream->L + 1));
    if (!word || !fill || leaves_in(word) < 2)
        return false;
    struct line before = *word, taken = *fill;
    struct line *part = part_of(stream, word, (struct amount){&taken, 1});
    struct place *one = part ? any_leaf(part) : NULL, *other = part ? any_leaf(part) : NULL;
    if (!one || !other || one == other)
        return false;
    other->value += one->value - taken.place[0].value;
    one->value = taken.place[0].value;
    return other->value >= 0 && other->value <= stream->L && settle(stream, part, &before);
}

/* If one of them is not possible the stream is as before. */
static void exchange_for_fill(struct stream *stream) {
    static struct stream before;
    before = *stream;
    if (forge_once_in(2))
        multiply(stream, 10 + forge_random(90));
    bool (*const ways[])(struct stream * stream) = {change_means, change_heads, join, use_up_fill};
    if (!ways[forge_random(4)](stream))
        *stream = before;
}

static void leave_out_nothing(struct stream *stream) {
    for (long i = stream->lines - 1; i >= 0; i--) {
        bool nothing = true;
        for (long j = 0; j < stream->L; j++)
            nothing = nothing && stream->line[i].number[j] == 0;
        if (nothing)
            stream->line[i] = stream->line[--stream->lines];
    }
}

static int compare_lines(const void *a, const void *b) {
    const struct line *one = a, *other = b;
    return one->fill != other->fill ? one->fill - other->fill
           : one->fill              ? (int)(one->place[0].value - other->place[0].value)
                                    : memcmp(one, other, sizeof *one);
}

static void write_otherwise(struct stream *stream) {
    struct line *word = any_word(stream);
    switch (forge_random(8)) {
    case 0:
        multiply(stream, 2 + forge_random(3));
        break;
    case 1:
        multiply(stream, 2);
        divide(stream, word, false);
        break;
    case 2:
        deal_again(stream, true);
        break;
    case 3:
        multiply(stream, 1000);
        divide(stream, word, true);
        break;
    case 4:
        if (heads_of(word, '\0') == 1)
            exchange_leaves(word);
        break;
    default:
        exchange_for_fill(stream);
    }
}

/* --- faults of meaning --- */

static void move(long *number) {
    *number += *number > 0 && forge_once_in(2) ? -1 : 1;
}

/* A for B with a leaf more, or B for A with one fewer. */
static void change_kind(struct line *word) {
    if (word->length + 1 >= PLACES || word->place[0].value > 30)
        return;
    if (word->place[0].head == 'B') {
        word->place[0].head = 'A';
        memmove(word->place + 2, word->place + 1,
                (size_t)(word->length - 1) * sizeof(struct place));
        word->place[1] = (struct place){'\0', forge_random(3)};
        word->length++;
    } else if (word->length > 1 && !word->place[1].head) {
        word->place[0].head = 'B';
        word->length--;
        memmove(word->place + 1, word->place + 2,
                (size_t)(word->length - 1) * sizeof(struct place));
    }
}

static void forge_head_lines(struct stream *stream) {
    switch (forge_random(4)) {
    case 0:
        stream->point = "abc"[forge_random(3)];
        break;
    case 1:
        stream->D += stream->D > 1 && forge_once_in(2) ? -1 : 1;
        break;
    case 2:
        move(&stream->V);
        break;
    default:
        stream->D *= 2;
    }
}

static void forge(struct stream *stream) {
    struct line *line = any_line(stream), *word = any_word(stream), *other = any_word(stream);
    struct place *leaf = any_leaf(word), *with = any_leaf(other);
    switch (forge_random(9)) {
    case 0:
        line->number[forge_random(stream->L)] += forge_once_in(2) ? 1 : -1;
        break;
    case 1: /* between two lines */
        for (long j = forge_random(stream->L), by = 1 + forge_random(400); j >= 0; j = -1)
            line->number[j] += by, word->number[j] -= by;
        break;
    case 2:
        deal_again(stream, false);
        break;
    case 3:
        if (leaf && with)
            exchange_places(leaf, with);
        break;
    case 4:
        exchange_leaves(word);
        break;
    case 5:
        change_kind(word);
        break;
    case 6:
        if (leaf)
            move(&leaf->value);
        break;
    case 7:
        *line = stream->line[--stream->lines];
        break;
    default:
        forge_head_lines(stream);
    }
}

static const char *const names[] = {"fractional-l4-a.cert", "fractional-l4-b.cert",
                                    "fractional-l4-c.cert", "fractional-l5-c.cert"};

enum { NAMES = sizeof names / sizeof *names };

static void test_forgeries(void **state) {
    static struct stream samples[NAMES], stream;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    long rounds = forge_rounds(FORGERIES);
    (void)state;
    count_trees();
    for (long i = 0; i < NAMES; i++)
        load(&samples[i], names[i]);
    at_hand = &stream;
    for (long i = 0; i < rounds; i++) {
        stream = samples[i % NAMES];
        for (long ways = forge_random(4); ways > 0; ways--)
            write_otherwise(&stream);
        for (long faults = i < NAMES ? 0 : forge_random(3); faults > 0; faults--)
            forge(&stream);
        leave_out_nothing(&stream);
        qsort(stream.line, (size_t)stream.lines, sizeof *stream.line, compare_lines);
        put(&text, &stream);
        change_seal_and_compare(&text, holds, &tally);
    }
    forge_assert_changes("fractional streams", &tally, (unsigned long)rounds / 20);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forgeries)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("forge_fractional", tests, forge_start, NULL);
}
