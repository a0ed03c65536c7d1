/* SPDX-License-Identifier: MIT */
#include "forge_prices_judge.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 10, STATES = 1 << STEPS };

static const long FAR = 1L << 50;

/* --- what a class pays --- */

/* States are sets of values in steps, as masks. */
struct class {
    const struct priced *p;
    const struct price_case *c;
    long e, t; /* values 0..t */
};

static long best(const struct class *k, unsigned held) {
    long most = 0;
    for (long w = 0; w <= k->t; w++) {
        long value = k->e + k->p->g * w;
        if ((held >> w & 1) && value >= k->p->l && k->c->earn[value] > most)
            most = k->c->earn[value];
    }
    return most;
}

/* May w be received in this state? What is held then. */
static bool receives(unsigned set, long w, unsigned *held) {
    *held = set | 1u << w;
    return !(set >> w & 1) && (*held & 1);
}

static long cost(const struct class *k, unsigned held, long w) {
    return k->c->pay[k->e + k->p->g * w] - best(k, held);
}

/* The least that so many steps cost, for each state in which they may end. */
static void go_on(const struct class *k, const long *before, long *after) {
    unsigned held;
    for (unsigned set = 0; set < 1u << k->t; set++)
        after[set] = FAR;
    for (unsigned set = 0; set < 1u << k->t; set++)
        for (long w = 0; w <= k->t; w++) {
            if (before[set] == FAR || !receives(set, w, &held))
                continue;
            long to = before[set] + cost(k, held, w);
            if (to < after[held >> 1])
                after[held >> 1] = to;
        }
}

static long floor_of(long a, long b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* The mean of a cycle is a whole number d at least if and only if, for each state, it is so that
 * the steps behind some k of n cost d (n - k) at least. */
static long least_mean(const struct class *k) {
    static long walks[STATES + 1][STATES];
    long n = 1L << k->t, least = FAR;
    for (long set = 0; set < n; set++)
        walks[0][set] = 0;
    for (long i = 0; i < n; i++)
        go_on(k, walks[i], walks[i + 1]);
    for (long set = 0; set < n; set++) {
        long most = -FAR;
        for (long i = 0; i < n && walks[n][set] < FAR; i++)
            if (walks[i][set] < FAR) {
                long mean = floor_of(walks[n][set] - walks[i][set], n - i);
                most = mean > most ? mean : most;
            }
        if (walks[n][set] < FAR && most < least)
            least = most;
    }
    return least;
}

static struct class class_of(const struct priced *p, const struct price_case *c, long e) {
    struct class k = {p, c, e, (p->s - e) / p->g};
    if (k.t >= STEPS)
        abort();
    return k;
}

long prices_judge_least(const struct priced *p, const struct price_case *c, long e) {
    if (e > p->s)
        return 0;
    struct class k = class_of(p, c, e);
    return least_mean(&k);
}

static long phi(const struct class *k, unsigned set) {
    long sum = 0, last = -1, size = 0;
    for (long w = 0; w < k->t; w++)
        if (set >> w & 1)
            sum += k->c->other[k->e + k->p->g * w], last = k->e + k->p->g * w, size++;
    if (size == 0)
        return 0;
    return size == 1 ? -k->c->single[last] : -k->c->most[last] - (sum - k->c->other[last]);
}

/* By every transition, with the potential that is told. */
static bool told_holds(const struct class *k) {
    unsigned held;
    for (unsigned set = 0; set < 1u << k->t; set++)
        for (long w = 0; w <= k->t; w++)
            if (receives(set, w, &held) &&
                cost(k, held, w) + phi(k, held >> 1) - phi(k, set) < k->c->own[k->e])
                return false;
    return true;
}

static bool classes_hold(const struct priced *p, const struct price_case *c) {
    for (long e = 0; e < p->g && e <= p->s; e++) {
        struct class k = class_of(p, c, e);
        bool told = c->kind == PRICES_ALONE && c->largest;
        if (told ? !told_holds(&k) : least_mean(&k) < c->own[e])
            return false;
    }
    return true;
}

/* --- cases --- */

/* N processors fit if D N <= R and what the classes pay less. */
static bool fits(const struct priced *p, const struct price_ranges *ranges,
                 const struct price_case *c, long N) {
    long room = c->pay[p->s] - c->D * N;
    for (long e = 0; e < p->g; e++) {
        long less = c->D - c->own[e], processors = less > 0 ? ranges->most[e] : ranges->least[e];
        room += less * processors;
    }
    return room >= 0;
}

long prices_judge_bound(const struct priced *p, const struct price_ranges *ranges,
                        const struct price_case *c) {
    long N = 0, step = 1;
    for (; fits(p, ranges, c, N + step); step *= 2)
        if (step > FAR / 1024)
            return N;
    for (; step > 0; step /= 2)
        if (fits(p, ranges, c, N + step))
            N += step;
    return N;
}

static bool case_holds(const struct priced *p, const struct price_ranges *ranges,
                       const struct price_case *c) {
    for (long e = 0; e < p->g; e++)
        if (ranges->most[e] == PRICES_ANY && c->own[e] < c->D)
            return false;
    return c->bound == prices_judge_bound(p, ranges, c) && classes_hold(p, c);
}

/* --- whole items --- */

enum { TRIED = 3000000 };

struct item {
    const struct priced *p;
    const struct price_case *c;
    long missing[PRICES_GAP], held[PRICES_GAP];
    long sent[2 * PRICES_VALUES + 2]; /* with a value of z or more, at [z] */
    long received;                    /* so far */
    long tried;
    long limit; /* that no item may pay */
};

/* A class above s has no values: with a processor in it there is no item at all. */
static bool is_complete(const struct item *item) {
    for (long e = 0; e < item->p->g; e++)
        if (item->missing[e] > 0)
            return false;
    return true;
}

/* Is there an item that pays `limit` or more? Values from z down are still to be chosen. */
static bool pays(struct item *item, long z, long paid) {
    if (++item->tried > TRIED)
        return false;
    if (z < 0)
        return paid >= item->limit && is_complete(item);
    const struct priced *p = item->p;
    long e = z % p->g, missing = item->missing[e], held = item->held[e];
    long messages = 1 + item->sent[z + p->l], received = item->received;
    bool found = false;
    for (long h = 0; h <= missing && received + h <= messages && !found; h++)
        for (long E = 0; E <= (z >= p->l ? held + h : 0) && !found; E++) {
            item->missing[e] = missing - h, item->held[e] = held + h;
            item->received = received + h;
            item->sent[z] = item->sent[z + 1] + E;
            found = pays(item, z - 1, paid + h * item->c->pay[z] - E * item->c->earn[z]);
        }
    item->missing[e] = missing, item->held[e] = held, item->received = received;
    return found;
}

enum prices_judgement prices_judge_whole(const struct priced *p, const struct price_ranges *ranges,
                                         const struct price_case *c) {
    struct item item = {.p = p, .c = c};
    for (long e = 0; e < p->g; e++) {
        item.missing[e] = ranges->least[e];
        item.limit += c->own[e] * ranges->least[e];
    }
    if (!classes_hold(p, c) || pays(&item, p->s, 0))
        return PRICES_FAILS;
    return item.tried > TRIED ? PRICES_OPEN : PRICES_HOLDS;
}

/* --- the whole --- */

struct walk {
    struct priced *p;
    long at;
    struct price_ranges ranges;
    enum prices_judgement judgement;
    bool sets; /* bounds, in place of judging */
};

static void end_case(struct walk *walk, struct price_case *c) {
    enum prices_judgement here = PRICES_HOLDS;
    if (walk->sets && c->kind == PRICES_ALONE)
        c->bound = prices_judge_bound(walk->p, &walk->ranges, c);
    if (walk->sets || walk->judgement == PRICES_FAILS)
        return;
    for (long e = 0; e < walk->p->g && c->kind == PRICES_WHOLE; e++)
        if (walk->ranges.least[e] != walk->ranges.most[e])
            here = PRICES_FAILS;
    if (c->kind == PRICES_ALONE)
        here = case_holds(walk->p, &walk->ranges, c) ? PRICES_HOLDS : PRICES_FAILS;
    else if (here == PRICES_HOLDS)
        here = prices_judge_whole(walk->p, &walk->ranges, c);
    if (here != PRICES_HOLDS)
        walk->judgement = here;
}

static void visit(struct walk *walk) {
    if (walk->at == walk->p->count) {
        walk->judgement = PRICES_FAILS;
        return;
    }
    struct price_case *c = &walk->p->cases[walk->at++];
    if (c->kind != PRICES_SPLIT) {
        end_case(walk, c);
        return;
    }
    long *least = &walk->ranges.least[c->class], *most = &walk->ranges.most[c->class];
    long least_before = *least, most_before = *most;
    if (c->number < *least || c->number >= *most)
        walk->judgement = PRICES_FAILS;
    *most = c->number;
    visit(walk);
    *most = most_before, *least = c->number + 1;
    visit(walk);
    *least = least_before;
}

static enum prices_judgement walk_through(struct priced *p, bool sets) {
    struct walk walk = {.p = p, .judgement = PRICES_HOLDS, .sets = sets};
    for (long e = 0; e < p->g; e++)
        walk.ranges.most[e] = PRICES_ANY;
    visit(&walk);
    return walk.at == p->count ? walk.judgement : PRICES_FAILS;
}

void prices_judge_set_bounds(struct priced *p) {
    walk_through(p, true);
}

enum prices_judgement prices_judge(const struct priced *p) {
    static struct priced copy;
    copy = *p;
    return walk_through(&copy, false);
}

long prices_judge_claim(const struct priced *p) {
    long most = 0;
    for (long i = 0; i < p->count; i++)
        if (p->cases[i].kind == PRICES_ALONE && p->cases[i].bound > most)
            most = p->cases[i].bound;
    return most;
}

/* --- streams --- */

enum { LONGEST = 4, WORDS = 4000, REACHED = 8, BUDGET = 60000 };

/* A closed word that as many processors run as it has positions, one of them at each. Who holds
 * anything late enough sends the largest. */
struct word {
    long length;
    signed char received[PRICES_VALUES + 1], sent[PRICES_VALUES + 1]; /* how often, by value */
};

struct streams {
    long l, g, s;
    struct word words[WORDS];
    long count, budget;
};

/* The largest value in cycles that is held at this position, or -1. */
static long held_at(const struct streams *all, const long *values, long length, long e, long at) {
    long most = -1;
    for (long back = 0; back <= all->s; back++) {
        long value = values[((at - back) % length + length) % length] - back;
        most = value >= 0 && e + all->g * value > most ? e + all->g * value : most;
    }
    return most;
}

static void add_word(struct streams *all, const long *values, long length, long e) {
    struct word word = {.length = length};
    unsigned landed = 0;
    for (long p = 0; p < length; p++)
        landed |= 1u << (p + values[p]) % length;
    if (landed != (1u << length) - 1 || all->count == WORDS)
        return;
    for (long p = 0; p < length; p++) {
        long held = held_at(all, values, length, e, p);
        word.received[e + all->g * values[p]]++;
        if (held >= all->l)
            word.sent[held]++;
    }
    for (long i = 0; i < all->count; i++)
        if (memcmp(&all->words[i], &word, sizeof word) == 0)
            return;
    all->words[all->count++] = word;
}

static void add_words(struct streams *all, long *values, long at, long length, long e) {
    if (at == length) {
        add_word(all, values, length, e);
        return;
    }
    for (long v = 0; e + all->g * v <= all->s; v++) {
        values[at] = v;
        add_words(all, values, at + 1, length, e);
    }
}

/* Is there a message for each reception? Of those with z or more there are no more than of messages
 * that could be received with z or more; one is the source's. */
static bool is_served(const struct streams *all, const long *received, const long *sent) {
    long receptions = 0, messages = 1;
    for (long z = all->s; z >= 0; z--) {
        receptions += received[z];
        messages += z + all->l <= all->s ? sent[z + all->l] : 0;
        if (receptions > messages)
            return false;
    }
    return true;
}

static bool serves(struct streams *all, long from, long missing, long *received, long *sent) {
    if (--all->budget < 0)
        return false;
    if (missing == 0)
        return is_served(all, received, sent);
    for (long i = from; i < all->count; i++) {
        const struct word *word = &all->words[i];
        if (word->length > missing)
            continue;
        for (long z = 0; z <= all->s; z++)
            received[z] += word->received[z], sent[z] += word->sent[z];
        bool found = serves(all, i, missing - word->length, received, sent);
        for (long z = 0; z <= all->s; z++)
            received[z] -= word->received[z], sent[z] -= word->sent[z];
        if (found)
            return true;
    }
    return false;
}

static long reach(long l, long g, long s) {
    static struct streams all;
    long values[LONGEST], most = 0;
    all.l = l, all.g = g, all.s = s, all.count = 0;
    for (long length = 1; length <= LONGEST; length++)
        for (long e = 0; e < g && e <= s; e++)
            add_words(&all, values, 0, length, e);
    for (long N = 1; N <= REACHED; N++) {
        long received[PRICES_VALUES + 1] = {0}, sent[PRICES_VALUES + 1] = {0};
        all.budget = BUDGET;
        if (serves(&all, 0, N, received, sent))
            most = N;
    }
    return most;
}

long prices_judge_reached(long l, long g, long s) {
    static long known[16][PRICES_GAP + 1][PRICES_VALUES + 1];
    if (l >= 16)
        return 0;
    long *place = &known[l][g][s];
    if (*place == 0)
        *place = 1 + reach(l, g, s);
    return *place - 1;
}
