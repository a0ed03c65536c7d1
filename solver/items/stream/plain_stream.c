/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/plain_stream.h"

#include <stdlib.h>
#include <string.h>

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/items/stream/stream_shape.h"

/* --- the leaves --- */

/* They are dealt to the words of a shape (stream_shape.h). Each word begins with its flattest
 * leaves, and keeps their sum. With one head, any two leaves may become x-e and y+e. With several
 * heads a word is always legal, and any two of its leaves, at the positions p and q, may exchange
 * the times at which their items end: then v_p becomes v_q + q-p, and v_q becomes v_p - (q-p). Both
 * are done until all leaves together are those that there are: greedily, and then by local
 * search. */

struct stream_deal {
    const struct stream_shape *shape;
    long dearness; /* effort->dearness */
    size_t *first; /* [i]: where word i begins in `values` */
    int *values;   /* the heads and leaves of all words; with one head the leaves are in no order */
    int *counts;   /* [i * (L+1) + w]: how many leaves w word i has */
    long lack[STREAM_MAX_LATENCY + 1]; /* [a]: sum of max(a-w, 0) less what it has to be */
};

static int *counts_of(const struct stream_deal *deal, size_t word) {
    return deal->counts + word * ((size_t)deal->shape->latency + 1);
}

static bool is_free(const struct stream_deal *deal, size_t word) {
    return deal->shape->words[word].head_count == 1;
}

/* What one too much or too little in lack[a] costs. The leaves that are scarce, zeros or those of
 * value L, should be dear: else others take their part, and it is hard to get rid of them. */
static long weight(const struct stream_deal *deal, int a) {
    const struct stream_shape *shape = deal->shape;
    return a == (shape->zeros <= shape->loose ? 1 : shape->latency - 1) ? deal->dearness : 1;
}

/* --- the flattest leaves --- */

static void lay_word(const struct stream_word *word, int latency, int *values) {
    int leaves[STREAM_MAX_LEAVES], next = 0, p = 0;
    stream_word_leaves(word, latency, leaves);
    if (!word->head_count)
        values[p++] = leaves[next++];
    for (int i = 0; i < word->head_count; i++) {
        values[p++] = word->heads[i].value;
        for (int k = stream_head_size(word->heads[i], latency); k > 1; k--)
            values[p++] = leaves[next++];
    }
}

static enum status lay_out(struct stream_deal *deal, struct failure *failure) {
    const struct stream_shape *shape = deal->shape;
    size_t places = 0, L = (size_t)shape->latency;
    for (size_t i = 0; i < shape->word_count; i++)
        places += (size_t)shape->words[i].length;
    TRY(memory_check(NEW(shape->word_count, deal->first) && NEW(places, deal->values) &&
                         NEW(shape->word_count * (L + 1), deal->counts),
                     failure, "a stream"));
    memcpy(deal->lack, shape->excess, sizeof deal->lack);
    places = 0;
    for (size_t i = 0; i < shape->word_count; i++) {
        const struct stream_word *word = &shape->words[i];
        deal->first[i] = places;
        lay_word(word, shape->latency, deal->values + places);
        int leaves[STREAM_MAX_LEAVES];
        stream_word_leaves(word, shape->latency, leaves);
        for (int k = 0; k < word->length - word->head_count; k++)
            counts_of(deal, i)[leaves[k]]++;
        places += (size_t)word->length;
    }
    return STATUS_OK;
}

/* --- greedily --- */

static long range_gain(const struct stream_deal *deal, int x, int y) {
    long gain = 0;
    for (int a = x; a <= y; a++)
        gain += weight(deal, a) * (deal->lack[a] < 0 ? 1 : -1);
    return gain;
}

/* x and y become x-1 and y+1 in a word of one head, as often as it helps. False: in none. */
static bool spread(struct stream_deal *deal, int x, int y) {
    bool any = false;
    for (size_t i = 0; i < deal->shape->word_count; i++) {
        int *counts = counts_of(deal, i);
        while (is_free(deal, i) && counts[x] > (x == y) && counts[y] &&
               range_gain(deal, x, y) > 0) {
            counts[x]--, counts[x - 1]++;
            counts[y]--, counts[y + 1]++;
            for (int a = x; a <= y; a++)
                deal->lack[a]++;
            any = true;
        }
        if (range_gain(deal, x, y) <= 0)
            break;
    }
    return any;
}

static void deal_greedily(struct stream_deal *deal) {
    int L = deal->shape->latency;
    for (bool any = true; any;) {
        any = false;
        for (int width = L - 2; width >= 0; width--)
            for (int x = 1; x + width < L; x++)
                if (range_gain(deal, x, x + width) > 0 && spread(deal, x, x + width))
                    any = true;
    }
}

/* --- local search --- */

struct exchange {
    size_t word;
    int old[2], new[2];
    size_t places[2]; /* for several heads: in `values` */
};

static int any_leaf(const int *counts, int latency, struct random_numbers *random) {
    int w = (int)random_below(random, latency + 1);
    return counts[w] ? w : -1;
}

static bool propose_free(const struct stream_deal *deal, struct random_numbers *random,
                         struct exchange *exchange) {
    int L = deal->shape->latency, *counts = counts_of(deal, exchange->word);
    int x = any_leaf(counts, L, random), y = any_leaf(counts, L, random);
    int step = 1 + (int)random_below(random, 2);
    if (x < 0 || y < 0 || (x == y && counts[x] < 2))
        return false;
    exchange->old[0] = x, exchange->old[1] = y;
    exchange->new[0] = x - step, exchange->new[1] = y + step;
    return x - step >= 0 && y + step <= L;
}

static bool is_head(const struct stream_word *word, int latency, int place) {
    int p = 0;
    for (int i = 0; i < word->head_count && p <= place; i++) {
        if (p == place)
            return true;
        p += stream_head_size(word->heads[i], latency);
    }
    return false;
}

static bool propose_bound(const struct stream_deal *deal, struct random_numbers *random,
                          struct exchange *exchange) {
    const struct stream_word *word = &deal->shape->words[exchange->word];
    int L = deal->shape->latency;
    int p = (int)random_below(random, word->length);
    int q = (int)random_below(random, word->length);
    if (p == q || is_head(word, L, p) || is_head(word, L, q))
        return false;
    int step = (q - p + word->length) % word->length;
    for (int i = 0; i < 2; i++) {
        exchange->places[i] = deal->first[exchange->word] + (size_t)(i ? q : p);
        exchange->old[i] = deal->values[exchange->places[i]];
    }
    exchange->new[0] = exchange->old[1] + step;
    exchange->new[1] = exchange->old[0] - step;
    return exchange->new[0] <= L && exchange->new[1] >= 0;
}

static bool propose(const struct stream_deal *deal, struct random_numbers *random,
                    struct exchange *exchange) {
    exchange->word = (size_t)random_below(random, (long)deal->shape->word_count);
    if (is_free(deal, exchange->word))
        return propose_free(deal, random, exchange);
    return deal->shape->words[exchange->word].head_count > 1 &&
           propose_bound(deal, random, exchange);
}

static int below(int a, int w) {
    return w < a ? a - w : 0;
}

static long change_of(const struct exchange *exchange, int a) {
    return below(a, exchange->new[0]) + below(a, exchange->new[1]) - below(a, exchange->old[0]) -
           below(a, exchange->old[1]);
}

static void apply(struct stream_deal *deal, const struct exchange *exchange) {
    int *counts = counts_of(deal, exchange->word);
    for (int i = 0; i < 2; i++) {
        counts[exchange->old[i]]--;
        counts[exchange->new[i]]++;
        if (!is_free(deal, exchange->word))
            deal->values[exchange->places[i]] = exchange->new[i];
    }
    for (int a = 1; a < deal->shape->latency; a++)
        deal->lack[a] += change_of(exchange, a);
}

static long lack_sum(const struct stream_deal *deal) {
    long sum = 0;
    for (int a = 1; a < deal->shape->latency; a++)
        sum += weight(deal, a) * labs(deal->lack[a]);
    return sum;
}

static enum status deal_locally(struct stream_deal *deal, long steps, struct random_numbers *random,
                                const struct limits *limits, struct failure *failure) {
    struct exchange exchange = {.word = 0};
    long left = lack_sum(deal);
    for (long i = 0; i < steps && left; i++) {
        long cost = 0, heat = (steps - i) * 16 / steps;
        if (i % 4096 == 0)
            TRY(limits_check(limits, failure));
        if (!propose(deal, random, &exchange))
            continue;
        for (int a = 1; a < deal->shape->latency; a++)
            cost += weight(deal, a) * labs(deal->lack[a] + change_of(&exchange, a));
        if (16 * (cost - left) > stream_random_loss(random, heat))
            continue;
        apply(deal, &exchange);
        left = cost;
    }
    return STATUS_OK;
}

/* The leaves of the words of one head, as they were counted, into `values`. */
static void write_values(struct stream_deal *deal) {
    for (size_t i = 0; i < deal->shape->word_count; i++) {
        size_t place = deal->first[i] + 1;
        if (is_free(deal, i))
            for (int w = 0; w <= deal->shape->latency; w++)
                for (int k = 0; k < counts_of(deal, i)[w]; k++)
                    deal->values[place++] = w;
    }
}

static void stream_deal_clear(struct stream_deal *deal) {
    FREE_ALL(deal->first, deal->values, deal->counts);
}

/* *found: the words of the shape, which fits, have all leaves. */
static enum status stream_deal_find(struct stream_deal *deal, const struct stream_effort *effort,
                                    struct random_numbers *random, const struct limits *limits,
                                    bool *found, struct failure *failure) {
    TRY(lay_out(deal, failure));
    deal_greedily(deal);
    TRY(deal_locally(deal, stream_steps(effort->steps, deal->shape->word_count), random, limits,
                     failure));
    *found = lack_sum(deal) == 0;
    if (*found)
        write_values(deal);
    return STATUS_OK;
}

/* --- the words --- */

static enum status add_word(const struct stream_deal *deal, size_t i, mpz_srcptr one,
                            struct schedule *words, struct failure *failure) {
    const struct stream_word *word = &deal->shape->words[i];
    int *values = deal->values + deal->first[i];
    if (word->head_count == 1)
        TRY(arrangement_order(values[0], values + 1, (size_t)word->length - 1, failure));
    return schedule_add_word(words, one, values, NULL, (size_t)word->length, failure);
}

static enum status write_words(const struct plain_question *question,
                               const struct stream_parts *parts, const struct stream_deal *deal,
                               const struct limits *limits, struct schedule *words,
                               struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule made = {0};
    BIG_OF(number, 1);
    schedule_init(&made, parts->latency, parts->depth, 1);
    for (size_t i = 0; i < deal->shape->word_count; i++) {
        TRY(limits_check(limits, failure));
        TRY(add_word(deal, i, number, &made, failure));
    }
    mpz_set_si(number, question->processors);
    TRY(schedule_finish(&made, number, failure));
    *words = TAKE(made);
    return STATUS_OK;
}

/* --- the search --- */

/* Most streams come from the hurried rounds; then the rounds get longer, four by four. */
enum { ROUNDS = 40, HURRIED_ROUNDS = 8, STEPS = 400 };

static struct stream_effort effort_of(unsigned round) {
    struct stream_effort effort = {.steps = STEPS, .hurry = round < HURRIED_ROUNDS};
    if (!effort.hurry)
        effort.steps <<= (round - HURRIED_ROUNDS) / 4;
    effort.dearness = round % 3 == 2 ? 1 : 20;
    return effort;
}

/* Most streams waste a zero, but small ones often can't. */
static enum stream_waste waste_of(const struct stream_parts *parts, unsigned round) {
    static const enum stream_waste turns[] = {STREAM_WASTE_ZERO, STREAM_WASTE_LEAF,
                                              STREAM_WASTE_ZERO, STREAM_WASTE_POSITION};
    enum stream_waste waste = turns[round % 4];
    return parts->full && waste == STREAM_WASTE_ZERO ? STREAM_WASTE_LEAF : waste;
}

static enum status play_round(const struct plain_question *question,
                              const struct stream_parts *parts, unsigned round,
                              const struct limits *limits, struct schedule *words, bool *found,
                              struct failure *failure) {
    struct random_numbers random = random_start(question->attempt * ROUNDS + round);
    struct stream_effort effort = effort_of(round);
    CLEANUP(stream_shape_clear) struct stream_shape shape = {0};
    CLEANUP(stream_deal_clear)
    struct stream_deal deal = {.shape = &shape, .dearness = effort.dearness};
    TRY(stream_shape_find(parts, waste_of(parts, round), &effort, &random, limits, &shape, found,
                          failure));
    if (*found)
        TRY(stream_deal_find(&deal, &effort, &random, limits, found, failure));
    return *found ? write_words(question, parts, &deal, limits, words, failure) : STATUS_OK;
}

enum status plain_stream_find(const struct plain_question *question, const struct limits *limits,
                              struct schedule *words, bool *found, struct failure *failure) {
    require(question->latency >= PLAIN_MIN_LATENCY && question->processors >= 1 &&
            question->fewest >= 1);
    if (question->latency > PLAIN_MAX_LATENCY || question->processors > PLAIN_MAX_PROCESSORS)
        return failure_limit(failure, "plain streams are looked for up to L = %d and N = %d",
                             PLAIN_MAX_LATENCY, PLAIN_MAX_PROCESSORS);
    CLEANUP(stream_parts_clear) struct stream_parts parts = {0};
    TRY(stream_parts_init(&parts, question->latency, question->processors, question->fewest,
                          failure));
    *found = false;
    if (parts.depth > parts.latency && parts.slack >= 0)
        for (unsigned i = 0; i < ROUNDS && !*found; i++)
            TRY(play_round(question, &parts, i, limits, words, found, failure));
    return STATUS_OK;
}
