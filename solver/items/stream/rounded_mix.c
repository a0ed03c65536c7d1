/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_mix.h"

#include <stdlib.h>
#include <string.h>

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/items/fraction/fraction.h"
#include "solver/model/schedule.h"
#include "solver/model/sequence.h"

/* --- the tree --- */

static void fill_nodes(struct rounded_draft *draft, mpz_srcptr processors) {
    int L = draft->latency, t = draft->depth;
    for (int v = 1; v <= t - L; v++)
        mpz_set(draft->nodes[v], draft->f[t - L - v]);
    mpz_set_ui(draft->nodes[t], 1);
    mpz_sub(draft->nodes[0], processors, draft->f[t - 1]);
    mpz_set(draft->heads_a, draft->nodes[0]);
    for (int v = draft->tail; v <= t; v++)
        mpz_add(draft->tails, draft->tails, draft->nodes[v]);
    mpz_sub_ui(draft->slack, draft->f[t + L - 1], 1);
    mpz_submul_ui(draft->slack, processors, (unsigned long)draft->mean);
}

enum status rounded_draft_init(struct rounded_draft *draft, int latency, int tail, int mean,
                               int depth, mpz_srcptr processors, struct failure *failure) {
    require(depth >= 2 * latency && depth > tail);
    *draft = (struct rounded_draft){.latency = latency, .depth = depth, .tail = tail, .mean = mean};
    mpz_inits(draft->tails, draft->heads_a, draft->slack, NULL);
    draft->f = sequence_terms(latency, 1, (size_t)(depth + latency) + 1);
    draft->nodes = numbers_new((size_t)depth + 1);
    TRY(memory_check(draft->f && draft->nodes, failure, "the tree of a stream"));
    fill_nodes(draft, processors);
    return STATUS_OK;
}

void rounded_draft_clear(struct rounded_draft *draft) {
    for (size_t i = 0; i < draft->count; i++) {
        free(draft->kinds[i].places);
        mpz_clear(draft->kinds[i].count);
    }
    free(draft->kinds);
    numbers_free(draft->f);
    numbers_free(draft->nodes);
    mpz_clears(draft->tails, draft->heads_a, draft->slack, NULL);
    *draft = (struct rounded_draft){0};
}

/* --- kinds --- */

static bool is_tail(const struct rounded_draft *draft, struct fraction_place place) {
    return place.role != FRACTION_LEAF && place.value == draft->tail;
}

bool rounded_kind_has_tail(const struct rounded_draft *draft, const struct rounded_kind *kind) {
    bool has = false;
    for (int p = 0; p < kind->length; p++)
        has = has || is_tail(draft, kind->places[p]);
    return has;
}

bool rounded_kind_is_single(const struct rounded_kind *kind) {
    int heads = 0;
    for (int p = 0; p < kind->length; p++)
        heads += kind->places[p].role != FRACTION_LEAF;
    return heads == 1;
}

static enum status find_kind(struct rounded_draft *draft, const struct fraction_place *places,
                             int length, struct rounded_kind **kind, struct failure *failure) {
    size_t size = (size_t)length * sizeof *places;
    for (size_t i = 0; i < draft->count; i++) {
        *kind = &draft->kinds[i];
        if ((*kind)->length == length && memcmp((*kind)->places, places, size) == 0)
            return STATUS_OK;
    }
    if (!memory_make_room(&draft->kinds, draft->count, sizeof *draft->kinds))
        return failure_memory(failure, "the words of a stream");
    struct fraction_place *copy = memory_new((size_t)length, sizeof *copy);
    TRY(memory_check(copy, failure, "the words of a stream"));
    memcpy(copy, places, size);
    *kind = &draft->kinds[draft->count++];
    **kind = (struct rounded_kind){.length = length, .places = copy};
    mpz_init((*kind)->count);
    return STATUS_OK;
}

/* (|S|-M) (length) */
static long slack_of(const struct rounded_draft *draft, const struct fraction_place *places,
                     int length) {
    long sum = 0;
    for (int p = 0; p < length; p++)
        sum += places[p].value - draft->mean;
    return sum;
}

static void subtract(mpz_ptr number, mpz_srcptr count, long factor) {
    if (factor >= 0)
        mpz_submul_ui(number, count, (unsigned long)factor);
    else
        mpz_addmul_ui(number, count, (unsigned long)-factor);
}

enum status rounded_draft_add(struct rounded_draft *draft, const struct fraction_place *places,
                              int length, mpz_srcptr count, struct failure *failure) {
    struct rounded_kind *kind = NULL;
    if (mpz_sgn(count) == 0)
        return STATUS_OK;
    TRY(find_kind(draft, places, length, &kind, failure));
    mpz_add(kind->count, kind->count, count);
    for (int p = 0; p < length; p++) {
        bool head = places[p].role != FRACTION_LEAF;
        mpz_ptr nodes = is_tail(draft, places[p]) ? draft->tails : draft->nodes[places[p].value];
        mpz_sub(nodes, nodes, count);
        if (head && places[p].value > draft->tail)
            mpz_sub(draft->tails, draft->tails, count);
        if (places[p].role == FRACTION_HEAD_A)
            mpz_sub(draft->heads_a, draft->heads_a, count);
    }
    subtract(draft->slack, count, slack_of(draft, places, length));
    return STATUS_OK;
}

/* most = min(most, number / uses) */
static void bound(mpz_ptr most, mpz_srcptr number, long uses) {
    if (uses <= 0)
        return;
    BIG(quotient);
    mpz_fdiv_q_ui(quotient, number, (unsigned long)uses);
    if (mpz_sgn(quotient) < 0)
        mpz_set_ui(quotient, 0);
    if (mpz_cmp(quotient, most) < 0)
        mpz_set(most, quotient);
}

/* most = how many such words there are nodes, heads A and (`slack`) slack for. */
static void rounded_draft_most(const struct rounded_draft *draft,
                               const struct fraction_place *places, int length, bool slack,
                               mpz_ptr most) {
    long heads_a = 0;
    mpz_set(most, draft->f[draft->depth]);
    for (int p = 0; p < length; p++) {
        long uses = 0;
        for (int q = 0; q < length; q++)
            uses += places[p].value == places[q].value;
        bound(most, is_tail(draft, places[p]) ? draft->tails : draft->nodes[places[p].value], uses);
        heads_a += places[p].role == FRACTION_HEAD_A;
    }
    bound(most, draft->heads_a, heads_a);
    if (slack)
        bound(most, draft->slack, slack_of(draft, places, length));
}

/* --- one head --- */

enum status rounded_draft_add_single(struct rounded_draft *draft,
                                     const struct rounded_single *single, mpz_srcptr count,
                                     bool *possible, struct failure *failure) {
    int leaves = fraction_leaves(draft->latency, single->head.value, single->head.role);
    int sum = single->mean * (leaves + 1) - single->head.value;
    *possible = leaves >= 0 && sum >= single->least * leaves && sum <= single->most * leaves;
    if (!*possible)
        return STATUS_OK;
    FREED struct fraction_place *places = memory_new((size_t)leaves + 1, sizeof *places);
    TRY(memory_check(places, failure, "a word of a stream"));
    places[0] = single->head;
    for (int i = 0; i < leaves; i++)
        places[i + 1] = (struct fraction_place){(sum + i) / leaves, FRACTION_LEAF};
    return rounded_draft_add(draft, places, leaves + 1, count, failure);
}

/* z_b */
static void find_middle(const struct rounded_draft *draft, mpq_t middle) {
    RATIONAL(before);
    mpz_sub_ui(mpq_numref(middle), draft->f[draft->depth + draft->latency - 1], 1);
    mpz_set_ui(mpq_denref(middle), (unsigned long)draft->mean);
    mpq_canonicalize(middle);
    mpq_set_z(before, draft->f[draft->depth - 1]);
    mpq_sub(middle, middle, before);
}

static void find_weight(struct rounded_mix *mix, const struct rounded_draft *draft, mpq_t middle) {
    RATIONAL(whole);
    mpq_set_z(mix->weight, draft->nodes[0]);
    mpq_set(whole, middle);
    if (!mix->range_one) {
        mpz_add(mpq_numref(mix->weight), mpq_numref(mix->weight), mpq_denref(mix->weight));
        mpq_sub(mix->weight, mix->weight, middle);
        mpq_set_z(whole, draft->f[draft->depth - draft->latency]);
        mpq_sub(whole, whole, middle);
    }
    if (mpq_sgn(whole) > 0)
        mpq_div(mix->weight, mix->weight, whole);
    if (mpq_cmp_ui(mix->weight, 1, 1) > 0)
        mpq_set_ui(mix->weight, 1, 1);
    if (mpq_sgn(mix->weight) < 0)
        mpq_set_ui(mix->weight, 0, 1);
}

void rounded_mix_init(struct rounded_mix *mix, const struct rounded_draft *draft,
                      const struct fraction_stream *streams) {
    RATIONAL(middle);
    *mix = (struct rounded_mix){.range_one = mpz_sgn(draft->slack) >= 0};
    mix->streams[0] = &streams[mix->range_one ? FRACTION_POINT_A : FRACTION_POINT_B];
    mix->streams[1] = &streams[mix->range_one ? FRACTION_POINT_B : FRACTION_POINT_C];
    mpq_init(mix->weight);
    find_middle(draft, middle);
    find_weight(mix, draft, middle);
    mix->has_slack = mix->range_one && mpq_cmp_ui(mix->weight, 1, 2) <= 0;
}

void rounded_mix_clear(struct rounded_mix *mix) {
    mpq_clear(mix->weight);
}

/* One head `tail`, and leaves M-2 and M-1 only, L-M of the former behind an A: such words are for
 * all tails that are left. */
static bool is_plain_tail(const struct rounded_draft *draft, const struct fraction_word *word) {
    int low = 0, high = 0;
    if (word->places[0].value != draft->tail)
        return false;
    for (int p = 1; p < word->length; p++) {
        low += word->places[p].value == draft->mean - 2;
        high += word->places[p].value == draft->mean - 1;
    }
    return low + high + 1 == word->length &&
           low == draft->latency - draft->mean + (word->places[0].role == FRACTION_HEAD_B);
}

/* floor(share times the multiplicity, with f_(t-j) for alpha^-j) */
static void evaluate(const struct rounded_draft *draft, mpq_t *number, mpq_srcptr share,
                     mpz_ptr count) {
    RATIONAL(sum, term);
    for (int j = 0; j < draft->latency; j++) {
        mpq_set_z(term, draft->f[draft->depth - draft->tail - j]);
        mpq_mul(term, term, number[j]);
        mpq_add(sum, sum, term);
    }
    mpq_mul(sum, sum, share);
    mpz_fdiv_q(count, mpq_numref(sum), mpq_denref(sum));
    if (mpz_sgn(count) < 0)
        mpz_set_ui(count, 0);
}

static enum status add_stream(const struct rounded_mix *mix, int which, mpq_srcptr share,
                              struct rounded_draft *draft, struct failure *failure) {
    const struct fraction_stream *stream = mix->streams[which];
    BIG(count, most);
    for (size_t i = 0; i < stream->words.count; i++) {
        const struct fraction_word *word = &stream->words.list[i];
        if (is_plain_tail(draft, word))
            continue;
        evaluate(draft, stream->times + i * (size_t)draft->latency, share, count);
        rounded_draft_most(draft, word->places, word->length, mix->range_one, most);
        if (mpz_cmp(count, most) > 0)
            mpz_set(count, most);
        TRY(rounded_draft_add(draft, word->places, word->length, count, failure));
    }
    return STATUS_OK;
}

enum status rounded_mix_add(const struct rounded_mix *mix, struct rounded_draft *draft,
                            struct failure *failure) {
    RATIONAL(rest);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, mix->weight);
    TRY(add_stream(mix, 0, rest, draft, failure));
    return add_stream(mix, 1, mix->weight, draft, failure);
}

/* --- the end: tails, and the fill behind them --- */

/* --- the fill --- */

/* Leaves of mean M-1, in sets that have the same mean. A set b^j a^d, a < M-1 < b, j = M-1-a, d =
 * b-M+1, in this order, leads from the ground state of M-1 balls back to it: b times a ball is
 * thrown high, and when d more leaves have come the first of them is low again. When no such sets
 * are left, few leaves but M-1 are: these make sets of at most L leaves for words with one head,
 * where any order will do (M. Hall). */

enum { ROUNDED_SET_ROOM = 2 * FRACTION_MOST_LATENCY };

struct rounded_set {
    int length, leaves[ROUNDED_SET_ROOM];
    bool mixed; /* for words with one head only */
    mpz_t count;
};

struct rounded_fill {
    size_t count;
    struct rounded_set *sets; /* the mixed ones, then the others, the longest first */
};

/* More leaves are not mixed. */
enum { MOST_MIXED = 100000 };

static enum status add_set(struct rounded_fill *fill, const struct rounded_set *set,
                           mpz_srcptr count, struct failure *failure) {
    TRY(memory_check(APPEND(fill->sets, fill->count, *set), failure, "the fill of a stream"));
    mpz_init_set(fill->sets[fill->count - 1].count, count);
    return STATUS_OK;
}

/* b^j a^d as often as there are leaves for it. */
static enum status take_excursions(struct rounded_fill *fill, struct rounded_draft *draft, int a,
                                   int b, struct failure *failure) {
    int j = draft->mean - 1 - a, d = b - draft->mean + 1;
    struct rounded_set set = {.length = j + d};
    BIG(count, other);
    for (int i = 0; i < j + d; i++)
        set.leaves[i] = i < j ? b : a;
    mpz_fdiv_q_ui(count, draft->nodes[b], (unsigned long)j);
    mpz_fdiv_q_ui(other, draft->nodes[a], (unsigned long)d);
    if (mpz_cmp(other, count) < 0)
        mpz_set(count, other);
    if (mpz_sgn(count) > 0) {
        mpz_submul_ui(draft->nodes[b], count, (unsigned long)j);
        mpz_submul_ui(draft->nodes[a], count, (unsigned long)d);
        TRY(add_set(fill, &set, count, failure));
    }
    return STATUS_OK;
}

/* Some leaf above M-1, or below it; -1: there is none. */
static int leaf_beside(const struct rounded_draft *draft, bool above) {
    int first = above ? draft->mean : 0, end = above ? draft->latency : draft->mean - 2;
    for (int w = first; w <= end; w++)
        if (mpz_sgn(draft->nodes[w]) > 0)
            return w;
    return -1;
}

/* Takes leaves above M-1 while the sum of (leaf-M+1) is not positive, else those below; after L at
 * most a sum comes again. What came in between is a set; the rest goes back. */
static enum status take_mixed(struct rounded_fill *fill, struct rounded_draft *draft, bool *done,
                              struct failure *failure) {
    struct rounded_set set = {.mixed = true};
    int taken[ROUNDED_SET_ROOM], sums[ROUNDED_SET_ROOM + 1] = {0}, count = 0, first = -1;
    while (first < 0 && count < ROUNDED_SET_ROOM) {
        int w = leaf_beside(draft, sums[count] <= 0);
        if (w < 0)
            break;
        mpz_sub_ui(draft->nodes[w], draft->nodes[w], 1);
        taken[count] = w;
        sums[count + 1] = sums[count] + w - draft->mean + 1;
        count++;
        for (int i = 0; i < count; i++)
            first = sums[i] == sums[count] ? i : first;
    }
    for (int i = 0; i < (first < 0 ? count : first); i++)
        mpz_add_ui(draft->nodes[taken[i]], draft->nodes[taken[i]], 1);
    *done = first < 0;
    if (*done)
        return STATUS_OK;
    for (int i = first; i < count; i++)
        set.leaves[set.length++] = taken[i];
    BIG_OF(one, 1);
    return add_set(fill, &set, one, failure);
}

/* The number and the sum of leaves are those of the places behind the tails. */
static bool is_right(const struct rounded_draft *draft) {
    BIG(places, sum);
    for (int w = 0; w <= draft->latency; w++) {
        mpz_sub(places, places, draft->nodes[w]);
        mpz_addmul_ui(sum, draft->nodes[w], (unsigned long)w);
        mpz_submul_ui(sum, draft->nodes[w], (unsigned long)draft->mean - 1);
    }
    for (int v = draft->tail; v <= draft->depth; v++)
        mpz_addmul_ui(places, draft->nodes[v], (unsigned long)(v - draft->tail));
    return mpz_sgn(places) == 0 && mpz_sgn(sum) == 0;
}

static int compare(const void *a, const void *b) {
    const struct rounded_set *one = a, *other = b;
    if (one->mixed != other->mixed)
        return one->mixed ? -1 : 1;
    return (one->length < other->length) - (one->length > other->length);
}

static enum status take_all_mixed(struct rounded_fill *fill, struct rounded_draft *draft,
                                  bool *possible, struct failure *failure) {
    *possible = false;
    for (int i = 0; i < MOST_MIXED && !*possible; i++)
        TRY(take_mixed(fill, draft, possible, failure));
    return STATUS_OK;
}

/* All of nodes[0..L] but M-1 are taken. *possible: they have the number and sum that the tails have
 * room for. Cleared by rounded_fill_clear in any case. O(L^2) sets, and as many mixed ones. */
static enum status rounded_fill_init(struct rounded_fill *fill, struct rounded_draft *draft,
                                     bool *possible, struct failure *failure) {
    *possible = is_right(draft);
    if (!*possible)
        return STATUS_OK;
    for (int a = draft->mean - 2; a >= 0; a--)
        for (int b = draft->mean; b <= draft->latency; b++)
            TRY(take_excursions(fill, draft, a, b, failure));
    TRY(take_all_mixed(fill, draft, possible, failure));
    if (fill->count)
        qsort(fill->sets, fill->count, sizeof *fill->sets, compare);
    return STATUS_OK;
}

static void rounded_fill_clear(struct rounded_fill *fill) {
    for (size_t i = 0; i < fill->count; i++)
        mpz_clear(fill->sets[i].count);
    free(fill->sets);
}

/* --- the tails --- */

/* Equal words. */
struct piece {
    const struct rounded_kind *kind;
    int value;   /* of its tail; 0: it has none */
    int room;    /* for more fill */
    int *leaves; /* owned: the fill so far, room for value - v0 */
    int filled;
    bool mixed; /* has mixed sets */
    mpz_t count;
};

struct tails {
    const struct rounded_draft *draft;
    size_t count;
    struct piece *pieces;
    struct failure *failure;
};

static void tails_clear(struct tails *tails) {
    for (size_t i = 0; i < tails->count; i++) {
        free(tails->pieces[i].leaves);
        mpz_clear(tails->pieces[i].count);
    }
    free(tails->pieces);
}

/* --- pieces --- */

/* A new piece at the end, empty. */
static enum status add_piece(struct tails *tails, const struct rounded_kind *kind, int value,
                             mpz_srcptr count) {
    if (!memory_make_room(&tails->pieces, tails->count, sizeof *tails->pieces))
        return failure_memory(tails->failure, "the words of a stream");
    int room = value ? value - tails->draft->tail : 0;
    int *leaves = memory_new((size_t)room, sizeof *leaves);
    TRY(memory_check(leaves, tails->failure, "the words of a stream"));
    struct piece *piece = &tails->pieces[tails->count++];
    *piece = (struct piece){.kind = kind, .value = value, .room = room, .leaves = leaves};
    mpz_init_set(piece->count, count);
    return STATUS_OK;
}

/* All but `count` words of a piece, more than 0, become a new one, with the same fill so far. */
static enum status split(struct tails *tails, size_t place, mpz_srcptr count) {
    BIG(rest);
    mpz_sub(rest, tails->pieces[place].count, count);
    if (mpz_sgn(rest) > 0)
        TRY(add_piece(tails, tails->pieces[place].kind, tails->pieces[place].value, rest));
    if (mpz_sgn(rest) > 0) {
        struct piece *from = &tails->pieces[place], *to = &tails->pieces[tails->count - 1];
        memcpy(to->leaves, from->leaves, (size_t)from->filled * sizeof *from->leaves);
        to->filled = from->filled;
        to->room = from->room;
        to->mixed = from->mixed;
        mpz_set(from->count, count);
    }
    return STATUS_OK;
}

/* --- tails for kinds --- */

static int rank_of(const struct rounded_draft *draft, const struct rounded_kind *kind) {
    int others = 0;
    if (!rounded_kind_is_single(kind))
        return 0;
    for (int p = 1; p < kind->length; p++)
        others += kind->places[p].value < draft->mean - 2 || kind->places[p].value >= draft->mean;
    return others ? 1 : 2;
}

/* `left` tails of the value v are not taken; goes to the next v that has some. */
static void next_value(const struct rounded_draft *draft, int *value, mpz_ptr left) {
    while (mpz_sgn(left) == 0 && *value < draft->depth)
        mpz_set(left, draft->nodes[++*value]);
}

static enum status add_kind(struct tails *tails, const struct rounded_kind *kind, int *value,
                            mpz_ptr left) {
    if (!rounded_kind_has_tail(tails->draft, kind))
        return add_piece(tails, kind, 0, kind->count);
    BIG(count, taken);
    mpz_set(count, kind->count);
    while (mpz_sgn(count) > 0) {
        next_value(tails->draft, value, left);
        if (mpz_sgn(left) == 0)
            break; /* there are as many as the kinds need */
        mpz_set(taken, mpz_cmp(count, left) < 0 ? count : left);
        TRY(add_piece(tails, kind, *value, taken));
        mpz_sub(count, count, taken);
        mpz_sub(left, left, taken);
    }
    return STATUS_OK;
}

static enum status add_kinds(struct tails *tails) {
    const struct rounded_draft *draft = tails->draft;
    int value = draft->tail;
    BIG(left);
    mpz_set(left, draft->nodes[value]);
    for (int rank = 0; rank <= 2; rank++)
        for (size_t i = 0; i < draft->count; i++)
            if (mpz_sgn(draft->kinds[i].count) > 0 && rank_of(draft, &draft->kinds[i]) == rank)
                TRY(add_kind(tails, &draft->kinds[i], &value, left));
    return STATUS_OK;
}

/* --- fill --- */

static void add_set_of(struct piece *piece, const struct rounded_set *set, long times) {
    for (long i = 0; i < times; i++) {
        memcpy(piece->leaves + piece->filled, set->leaves, (size_t)set->length * sizeof(int));
        piece->filled += set->length;
        piece->room -= set->length;
    }
    piece->mixed = piece->mixed || set->mixed;
}

/* As many sets as have room in the words of a piece: `times` in some, fewer in one, none in the
 * others, which become pieces of their own. */
static enum status put_many(struct tails *tails, size_t place, struct rounded_set *set) {
    long times = tails->pieces[place].room / set->length;
    BIG(words);
    mpz_fdiv_q_ui(words, set->count, (unsigned long)times);
    if (mpz_sgn(words) == 0) {
        times = mpz_get_si(set->count);
        mpz_set_ui(words, 1);
    }
    if (mpz_cmp(words, tails->pieces[place].count) > 0)
        mpz_set(words, tails->pieces[place].count);
    TRY(split(tails, place, words));
    mpz_submul_ui(set->count, words, (unsigned long)times);
    add_set_of(&tails->pieces[place], set, times);
    return STATUS_OK;
}

static int compare_values(const void *a, const void *b) {
    const struct piece *one = a, *other = b;
    if (one->value != other->value)
        return one->value < other->value ? 1 : -1;
    return mpz_cmp(other->count, one->count);
}

static enum status put_all(struct tails *tails, struct rounded_set *set) {
    for (size_t i = 0; i < tails->count && mpz_sgn(set->count) > 0; i++) {
        const struct piece *piece = &tails->pieces[i];
        if (piece->room >= set->length && (!set->mixed || rounded_kind_is_single(piece->kind)))
            TRY(put_many(tails, i, set));
    }
    return STATUS_OK;
}

/* --- words --- */

/* The fill stands behind all other leaves. */
static enum status write_piece(const struct tails *tails, const struct piece *piece, int *values,
                               struct schedule *words) {
    const struct rounded_kind *kind = piece->kind;
    int length = kind->length;
    for (int p = 0; p < length; p++) {
        bool tail =
            kind->places[p].role != FRACTION_LEAF && kind->places[p].value == tails->draft->tail;
        values[p] = tail ? piece->value : kind->places[p].value;
    }
    for (int i = 0; i < piece->filled + piece->room; i++)
        values[length++] = i < piece->filled ? piece->leaves[i] : tails->draft->mean - 1;
    bool plain = piece->value && !piece->mixed && rank_of(tails->draft, kind) == 2;
    if (rounded_kind_is_single(kind) && !plain)
        TRY(arrangement_order(values[0], values + 1, (size_t)length - 1, tails->failure));
    return schedule_add_word(words, piece->count, values, NULL, (size_t)length, tails->failure);
}

static enum status write_all(const struct tails *tails, struct schedule *words) {
    int most = 0;
    for (size_t i = 0; i < tails->count; i++) {
        const struct piece *piece = &tails->pieces[i];
        int length = piece->kind->length + piece->filled + piece->room;
        most = length > most ? length : most;
    }
    FREED int *values = memory_new((size_t)most, sizeof *values);
    TRY(memory_check(values, tails->failure, "the words of a stream"));
    for (size_t i = 0; i < tails->count; i++)
        TRY(write_piece(tails, &tails->pieces[i], values, words));
    return STATUS_OK;
}

/* *possible: all of the fill has room. The counts of the sets become 0. */
static enum status write_words(const struct rounded_draft *draft, struct rounded_fill *fill,
                               struct schedule *words, bool *possible, struct failure *failure) {
    CLEANUP(tails_clear) struct tails tails = {.draft = draft, .failure = failure};
    TRY(add_kinds(&tails));
    for (size_t i = 0; i < fill->count; i++) {
        qsort(tails.pieces, tails.count, sizeof *tails.pieces, compare_values);
        TRY(put_all(&tails, &fill->sets[i]));
        *possible = *possible && mpz_sgn(fill->sets[i].count) == 0;
    }
    return *possible ? write_all(&tails, words) : STATUS_OK;
}

enum status rounded_tails_write(struct rounded_draft *draft, struct schedule *words, bool *possible,
                                struct failure *failure) {
    CLEANUP(rounded_fill_clear) struct rounded_fill fill = {0};
    TRY(rounded_fill_init(&fill, draft, possible, failure));
    return *possible ? write_words(draft, &fill, words, possible, failure) : STATUS_OK;
}
