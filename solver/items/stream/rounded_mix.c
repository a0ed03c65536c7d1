/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/rounded_mix.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
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
    if (!draft->f || !draft->nodes) {
        rounded_draft_clear(draft);
        return failure_memory(failure, "the tree of a stream");
    }
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
