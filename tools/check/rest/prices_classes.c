/* SPDX-License-Identifier: MIT */
/* Kind prices, with a line `gap` or without one, and with either potential. With it, prices on a
 * LogP machine with g >= 2o, l = L+2o, that serves an item each g cycles, each with delay l+s at
 * most. Times are cycles, and a message may wait at its receiver.
 *
 * A processor begins its receptions at least g cycles apart, and it receives an item in g cycles.
 * So the offset of its k-th reception from kg does not fall, and is bounded: it is one offset from
 * some time on, and so are those of the source's sendings, each of which is then the first of an
 * item. The value of a reception is s less the cycles since the source began to send the item and
 * l: all values of a processor, or class, are e + g w, w = 0, 1, .., with the same e = 0..g-1. Its
 * sendings are at least g apart too. Let each begin sooner, at the last offset at which an item is
 * received in this class: what is sent is known then, and the message waits longer. So a processor
 * is a window state of prices.h, of indices w, and sends at most one u of A at each step. It has
 * the value e + g u then, and is received with e + g u - l at most, as it may wait; and what comes
 * from the source with s at most.
 *
 * Let the prices P_0 <= .. <= P_(s-l) <= R not descend. What waits pays no more than its sender has
 * earned for it. So with pay(w) = P_(e+gw), or R where e + g w > s-l, and earn(u) = P_(e+gu-l), and
 * a potential for each class, N is R/D at most, as there. Nothing else about o, or about how many
 * messages are under way, is used.
 *
 * Or there are cases, by lines split, of how many processors T_e the classes have: each case has
 * prices of its own, in which class e may have an own_e in the place of D. Then the sum of own_e
 * T_e is R at most, and D N <= R + the sum of (D - own_e) T_e, where T_e is the most of the case if
 * own_e < D, else the least; or it is excluded by whole items, or by a formula. The largest bound
 * of all cases is one. */
#include "core/big.h"
#include "core/memory.h"
#include "core/prices.h"
#include "core/read.h"
#include "rest/cnf_classes.h"
#include "rest/prices_states.h"
#include "rest/rules.h"

#include <stdlib.h>
#include <string.h>

/* --- classes --- */

/* For a class with hardly a value, and one of which a case says nothing; cases within cases. */
enum { WORK_OF_CLASS = 100, WORK_OF_SILENCE = 4, DEEPEST_CASE = 100 };
#define ANY_NUMBER UINT32_MAX

/* Of the classes e = 0..g-1. */
struct prices_cases {
    uint32_t *least, *most;  /* processors in the case at hand */
    mpz_t *own;              /* D of the class, if there is a line `own` for it */
    mpz_ptr less;            /* of a class */
    bool *is_own;            /* there is */
    uint32_t latency, depth; /* of the first case; l = 0: there was none yet */
    mpz_ptr best;            /* the largest bound so far */
};

/* The potential of class e, of the values e + g w, with this D. The numbers are borrowed. */
static void check_class(const struct prices *all, struct reader *reader, uint32_t e,
                        mpz_srcptr denominator, prices_potential *potential) {
    struct prices own = *all;
    uint64_t mark = memory_mark();
    own.depth = (all->depth - e) / all->gap;
    own.letters = own.depth + 1;
    own.pay = memory_zeroed(own.letters, sizeof *own.pay);
    own.earn = memory_zeroed(own.letters, sizeof *own.earn);
    for (uint32_t w = 0; w < own.letters; w++) {
        uint32_t value = e + all->gap * w;
        *own.pay[w] = *all->pay[value < all->letters ? value : all->depth];
        *own.earn[w] = *all->earn[value];
    }
    own.denominator = denominator;
    potential(&own, reader);
    memory_release(mark);
}

static void check_classes(const struct prices *prices, struct reader *reader,
                          prices_potential *potential) {
    for (uint32_t w = 1; w <= prices->letters; w++)
        if (mpz_cmp(prices->pay[w - 1], prices->pay[w < prices->letters ? w : prices->depth]) > 0)
            read_malformed(reader, "with a gap prices do not descend, number %u does", w);
    const struct prices_cases *cases = prices->rules->cases;
    for (uint32_t e = 0; e < prices->gap && e <= prices->depth; e++) {
        mpz_srcptr denominator = cases && cases->is_own[e] ? cases->own[e] : prices->denominator;
        read_charge(reader, WORK_OF_CLASS);
        check_class(prices, reader, e, denominator, potential);
    }
}

static void check_largest(const struct prices *prices, struct reader *reader) {
    check_classes(prices, reader, prices_largest_check);
}

static void check_states(const struct prices *prices, struct reader *reader) {
    check_classes(prices, reader, prices_states_check);
}

/* Lines `own E D`, of classes with a D of their own, one for each of these. */
static void read_own_lines(const struct prices *prices, struct reader *reader) {
    struct prices_cases *cases = prices->rules->cases;
    uint32_t class;
    memset(cases->is_own, 0, prices->gap);
    while (read_is_at(reader, "own")) {
        read_key(reader, "own");
        class = read_number(reader, "class", 0, prices->gap - 1);
        if (cases->is_own[class])
            read_malformed(reader, "class %u has two lines own", class);
        read_big(reader, "own", cases->own[class]);
        read_line_end(reader);
        read_charge(reader, 4 * (1 + mpz_size(prices->denominator)));
        if (cases->most[class] == ANY_NUMBER && mpz_cmp(cases->own[class], prices->denominator) < 0)
            read_malformed(reader, "any number of processors of class %u pays too little", class);
        cases->is_own[class] = true;
    }
}

/* All cases are about one machine and depth. */
static void is_same(struct prices_cases *cases, uint32_t latency, uint32_t depth,
                    struct reader *reader) {
    if (cases->latency && (latency != cases->latency || depth != cases->depth))
        read_malformed(reader, "all cases have one latency and one depth");
    cases->latency = latency, cases->depth = depth;
}

/* With T_e processors of class e: D N is at most R + the sum of (D - own_e) T_e. */
static void read_own(const struct prices *prices, struct reader *reader, mpz_ptr numerator) {
    struct prices_cases *cases = prices->rules->cases;
    is_same(cases, prices->latency, prices->depth, reader);
    read_charge(reader, (uint64_t)WORK_OF_SILENCE * prices->gap);
    read_own_lines(prices, reader);
    for (uint32_t e = 0; e < prices->gap; e++)
        if (cases->is_own[e]) {
            mpz_ptr less = cases->less;
            mpz_sub(less, prices->denominator, cases->own[e]);
            mpz_mul_ui(less, less, mpz_sgn(less) > 0 ? cases->most[e] : cases->least[e]);
            mpz_add(numerator, numerator, less);
        }
    if (mpz_sgn(numerator) < 0)
        mpz_set_ui(numerator, 0);
}

static void claim_whole(struct verdict *verdict, uint32_t l, uint32_t g, uint32_t s,
                        mpz_srcptr bound) {
    const char *most = memory_digits(bound);
    verdict_claim(verdict,
                  "LogP L+2o=%u g=%u s=%u, g >= 2o: no schedule, periodic or not, that serves an "
                  "item each g cycles with delay L+2o+s = %u reaches more than %s processors, "
                  "whatever waits",
                  l, g, s, l + s, most);
    verdict_fields(verdict, "l=%u g=%u s=%u most=%s", l, g, s, most);
}

static void claim(const struct prices *prices, struct verdict *verdict, mpz_srcptr bound) {
    struct prices_cases *cases = prices->rules->cases;
    if (!cases)
        claim_whole(verdict, prices->latency, prices->gap, prices->depth, bound);
    else if (mpz_cmp(bound, cases->best) > 0)
        mpz_set(cases->best, bound);
}

/* --- whole items --- */

/* Prices for the case that class e has exactly T_e processors, by items in whole numbers.
 *
 * Let h_z processors receive an item with the value z, and E_z processors send it with the value z.
 * These are whole numbers, and
 *  - class e receives the item T_e times, with values 0..s that are e modulo g; there are none for
 *    e > s, so that there is no item if T_e > 0;
 *  - E_z is at most the number of those of its class that received it with z or more;
 *  - for each z the receptions with z or more are at most the sendings with z+l or more, and one,
 *    from the source.
 * Who receives z pays P_z, who sends z earns Q_z >= 0, and each processor of class e pays own_e a
 * step more than it earns, as in prices.h. So if for every such item the sum of P_z h_z - Q_z E_z
 * is less than the sum of own_e T_e, then there is no schedule of these classes: in the mean over
 * many items it is at least as much.
 *
 * The dearest item is found value by value from s down to 0: the states are how many of each class
 * have the item, how many messages wait, and how many arrive at each of the next l values. More
 * sendings than there are processors to receive them only cost, and are left out. */

/* A state has g + l + 1 counts. No sum of 2 * 64 numbers overflows. */
enum { WIDTH = 32, BITS_LIMIT = 50, WORK_OF_STATE = 64 };

/* Of one item at a value: held by each class, waiting, arriving at the next values. */
struct item {
    unsigned char counts[WIDTH];
    int64_t cost;
};

struct items {
    struct prices prices;       /* P_z and Q_z for every value z */
    mpz_t *own;                 /* of each class */
    const uint32_t *processors; /* T_e, borrowed */
    uint32_t total;             /* the sum of all T_e */
    struct item *list, *next;
    size_t count, capacity, next_count, next_capacity;
};

static void read_list(struct reader *reader, const char *key, mpz_t *numbers, uint32_t from,
                      uint32_t end) {
    read_key(reader, key);
    for (uint32_t i = from; i < end; i++) {
        read_big(reader, key, numbers[i]);
        if (mpz_sizeinbase(numbers[i], 2) > BITS_LIMIT)
            read_malformed(reader, "prices of whole items are below 2^%d", BITS_LIMIT);
    }
    read_line_end(reader);
}

static int compare(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    int order = memcmp(x->counts, y->counts, WIDTH);
    return order ? order : (x->cost < y->cost) - (x->cost > y->cost);
}

/* `received` receive the value z, `sent` send it, which arrives at z-l; then z is one less. */
static void add(struct items *items, const struct item *item, uint32_t z, uint32_t received,
                uint32_t sent) {
    uint32_t g = items->prices.gap, l = items->prices.latency;
    MEMORY_GROW(items->next, items->next_capacity, items->next_count + 1);
    struct item *next = &items->next[items->next_count++];
    *next = *item;
    next->counts[z % g] = (unsigned char)(next->counts[z % g] + received);
    next->counts[g + l] = (unsigned char)sent;
    next->counts[g + 1] = (unsigned char)(next->counts[g + 1] + next->counts[g] - received);
    memmove(&next->counts[g], &next->counts[g + 1], l);
    next->counts[g + l] = 0;
    next->cost += mpz_get_si(items->prices.pay[z]) * (int64_t)received -
                  mpz_get_si(items->prices.earn[z]) * (int64_t)sent;
}

/* With the value e < g the last of class e receive the item. */
static void branch(struct items *items, const struct item *item, uint32_t z) {
    uint32_t g = items->prices.gap, held = item->counts[z % g], messages = 0;
    uint32_t missing = items->processors[z % g] - held;
    for (uint32_t i = 0; i < WIDTH; i++)
        messages += item->counts[i];
    for (uint32_t h = z < g ? missing : 0; h <= missing && h <= item->counts[g]; h++)
        for (uint32_t E = 0; E == 0 || (z >= items->prices.latency && E <= held + h &&
                                        messages + E <= items->total);
             E++)
            add(items, item, z, h, E);
}

/* Of equal states only the dearest is kept. */
static void pass(struct items *items, uint32_t z, struct reader *reader) {
    items->next_count = 0;
    for (size_t i = 0; i < items->count; i++) {
        size_t before = items->next_count;
        branch(items, &items->list[i], z);
        read_charge(reader, WORK_OF_STATE * (items->next_count - before + 1));
    }
    if (items->next_count > 0)
        qsort(items->next, items->next_count, sizeof *items->next, compare);
    MEMORY_GROW(items->list, items->capacity, items->next_count + 1);
    items->count = 0;
    for (size_t i = 0; i < items->next_count; i++)
        if (i == 0 || memcmp(items->next[i].counts, items->next[i - 1].counts, WIDTH) != 0)
            items->list[items->count++] = items->next[i];
}

/* Refuted if an item pays `most` or more. */
static void check_items(struct items *items, int64_t most, struct reader *reader) {
    MEMORY_GROW(items->list, items->capacity, 1);
    items->list[0] = (struct item){.cost = 0};
    items->list[0].counts[items->prices.gap] = 1;
    items->count = 1;
    for (uint32_t z = items->prices.depth + 1; z-- > 0;)
        pass(items, z, reader);
    for (size_t i = 0; i < items->count; i++)
        if (items->list[i].cost >= most)
            read_refuted(reader, "an item pays %lld, the processors %lld",
                         (long long)items->list[i].cost, (long long)most);
}

static void check_whole(struct items *items, struct reader *reader) {
    const struct prices *prices = &items->prices;
    int64_t most = 0;
    bool none = false; /* a class without values cannot receive: there is no item */
    for (uint32_t e = 0; e < prices->gap; e++) {
        if (items->processors[e] > CLASSES_PROCESSORS_LIMIT - items->total)
            read_malformed(reader, "whole items are for %d processors at most",
                           CLASSES_PROCESSORS_LIMIT);
        items->total += items->processors[e];
        none = none || (e > prices->depth && items->processors[e] > 0);
        most += mpz_get_si(items->own[e]) * (int64_t)items->processors[e];
    }
    for (uint32_t e = 0; e < prices->gap && e <= prices->depth; e++)
        check_class(prices, reader, e, items->own[e], prices_states_check);
    if (!none)
        check_items(items, most, reader);
}

/* The lines `key`, latency and depth of a case of one number of processors for each class. */
static void read_exact(struct reader *reader, const char *key, uint32_t gap,
                       struct prices_cases *cases, uint32_t *l, uint32_t *s) {
    for (uint32_t e = 0; e < gap; e++)
        if (cases->least[e] != cases->most[e])
            read_malformed(reader, "%s where class %u may have several numbers", key, e);
    read_key(reader, key);
    read_line_end(reader);
    *l = read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT);
    *s = read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT);
    is_same(cases, *l, *s, reader);
}

/* The lines latency, depth, pay, earn and own, of a case of one number of processors for each
 * class; refuted if an item pays that much, or a word too little. */
static void read_whole(struct reader *reader, uint32_t gap, struct prices_cases *cases) {
    struct items items = {.prices.gap = gap, .processors = cases->least};
    struct prices *prices = &items.prices;
    uint32_t *l = &prices->latency, *s = &prices->depth;
    read_exact(reader, "whole", gap, cases, l, s);
    if (gap + *l >= WIDTH || *s < *l || *s > CLASSES_DEPTH_LIMIT)
        read_malformed(reader, "whole items are for g + l below %d, and s from l to %d", WIDTH,
                       CLASSES_DEPTH_LIMIT);
    prices->letters = *s + 1;
    prices->pay = memory_numbers(prices->letters);
    prices->earn = memory_numbers(prices->letters);
    items.own = memory_numbers(gap);
    read_list(reader, "pay", prices->pay, 0, *s + 1);
    read_list(reader, "earn", prices->earn, *l, *s + 1);
    read_list(reader, "own", items.own, 0, gap);
    check_whole(&items, reader);
}

/* --- cases --- */

/* One that is not split. */
static void read_last_case(struct reader *reader, uint32_t gap, const struct prices_rules *rules) {
    uint64_t mark = memory_mark();
    uint32_t l, s;
    if (read_is_at(reader, "whole")) {
        read_whole(reader, gap, rules->cases);
    } else if (read_is_at(reader, "formula")) { /* some items in a row exclude it */
        read_exact(reader, "formula", gap, rules->cases, &l, &s);
        classes_refuted(reader, l, gap, s, rules->cases->least);
    } else {
        prices_check(reader, gap, rules);
    }
    memory_release(mark);
}

/* `split E K`: the case that class E has K processors at most, and behind it the one of more. */
static void read_case(struct reader *reader, uint32_t gap, const struct prices_rules *rules,
                      int deep) {
    struct prices_cases *cases = rules->cases;
    if (!read_is_at(reader, "split")) {
        read_last_case(reader, gap, rules);
        return;
    }
    if (deep == DEEPEST_CASE)
        read_malformed(reader, "more than %d cases within each other", DEEPEST_CASE);
    read_key(reader, "split");
    uint32_t class = read_number(reader, "class", 0, gap - 1);
    uint32_t most = read_number(reader, "number", 0, READ_NUMBER_LIMIT - 1);
    read_line_end(reader);
    uint32_t least_before = cases->least[class], most_before = cases->most[class];
    if (most < least_before || most >= most_before)
        read_malformed(reader, "a case without numbers");
    cases->most[class] = most;
    read_case(reader, gap, rules, deep + 1);
    cases->most[class] = most_before;
    cases->least[class] = most + 1;
    read_case(reader, gap, rules, deep + 1);
    cases->least[class] = least_before;
}

static void read_cases(struct reader *reader, uint32_t gap, struct prices_rules *rules) {
    read_charge(reader, 2 * BIG_WORK_OF_NUMBER * (uint64_t)gap);
    struct prices_cases cases = {.least = memory_zeroed(gap, sizeof *cases.least),
                                 .most = memory_zeroed(gap, sizeof *cases.most),
                                 .own = memory_numbers(gap),
                                 .is_own = memory_zeroed(gap, sizeof *cases.is_own),
                                 .less = memory_number(),
                                 .best = memory_number()};
    rules->cases = &cases;
    rules->own = read_own;
    for (uint32_t e = 0; e < gap; e++)
        cases.most[e] = ANY_NUMBER;
    read_case(reader, gap, rules, 0);
    claim_whole(reader->verdict, cases.latency, gap, cases.depth, cases.best);
}

void rule_prices_of_classes(struct reader *reader) {
    struct prices_rules rules = {.potential = {prices_states_check, prices_largest_check}};
    if (!read_is_at(reader, "gap")) {
        prices_check(reader, 0, &rules);
        return;
    }
    rules = (struct prices_rules){.claim = claim, .potential = {check_states, check_largest}};
    uint32_t gap = read_number_line(reader, "gap", 1, READ_LATENCY_LIMIT);
    if (read_is_at(reader, "split"))
        read_cases(reader, gap, &rules);
    else
        prices_check(reader, gap, &rules);
}
