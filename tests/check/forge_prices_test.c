/* SPDX-License-Identifier: MIT */
/* Kind prices with a gap, cases and whole items: random machines, cases and prices, honest and
 * forged. The checker and forge_prices_judge.h must agree, and nothing is verified that claims
 * fewer processors than some stream reaches. Usage: forge_prices_test FOLDER */
#include "forge.h"
#include "forge_prices_judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { FORGERIES = 20000 };

static const char *folder;

/* --- writing --- */

static void put_numbers(struct text *text, const char *key, const long *numbers, long first,
                        long end, long step) {
    text_put(text, "%s", key);
    for (long i = first; i < end; i += step)
        text_put(text, " %ld", numbers[i]);
    text_put(text, "\n");
}

static void put_potential(struct text *text, const struct priced *p, const struct price_case *c) {
    text_put(text, "potential %s\n", c->largest ? "largest" : "recomputed");
    for (long e = 0; c->largest && e < p->g && e <= p->s; e++) {
        put_numbers(text, "single", c->single, e, p->s - p->g + 1, p->g);
        put_numbers(text, "largest", c->most, e + p->g, p->s - p->g + 1, p->g);
        put_numbers(text, "other", c->other, e, p->s - 2 * p->g + 1, p->g);
    }
}

static void put_whole(struct text *text, const struct priced *p, const struct price_case *c) {
    text_put(text, "whole\nlatency %ld\ndepth %ld\n", p->l, p->s);
    put_numbers(text, "pay", c->pay, 0, p->s + 1, 1);
    put_numbers(text, "earn", c->earn, p->l, p->s + 1, 1);
    put_numbers(text, "own", c->own, 0, p->g, 1);
}

static void put_prices(struct text *text, const struct priced *p, const struct price_case *c) {
    text_put(text, "latency %ld\ndepth %ld\ndenominator %ld\n", p->l, p->s, c->D);
    put_numbers(text, "prices", c->pay, 0, p->s - p->l + 1, 1);
    text_put(text, "root %ld\n", c->pay[p->s]);
    for (long e = 0; e < p->g; e++)
        if (c->own[e] != c->D)
            text_put(text, "own %ld %ld\n", e, c->own[e]);
    text_put(text, "bound %ld\n", c->bound);
    put_potential(text, p, c);
}

static void put(struct text *text, const struct priced *p) {
    forge_put_start(text, "prices");
    text_put(text, "gap %ld\n", p->g);
    for (long i = 0; i < p->count; i++) {
        const struct price_case *c = &p->cases[i];
        if (c->kind == PRICES_SPLIT)
            text_put(text, "split %ld %ld\n", c->class, c->number);
        else if (c->kind == PRICES_WHOLE)
            put_whole(text, p, c);
        else
            put_prices(text, p, c);
    }
}

/* --- honest ones --- */

static long tree(const struct priced *p, long s) {
    return s < p->l ? 1 : tree(p, s - p->g) + tree(p, s - p->l);
}

/* What descends is malformed: each price is at least the one before. */
static void make_ascending(const struct priced *p, struct price_case *c) {
    for (long v = 1; v <= p->s; v++)
        if (c->pay[v] < c->pay[v - 1])
            c->pay[v] = c->pay[v - 1];
    for (long v = p->s - p->l + 1; v <= p->s; v++)
        if (v >= 0)
            c->pay[v] = c->pay[p->s];
}

/* Those of the tree, some of them changed. */
static void set_prices(const struct priced *p, struct price_case *c) {
    long scale = 1 + forge_random(6);
    for (long v = 0; v <= p->s; v++)
        c->pay[v] = scale * tree(p, v);
    for (long v = 0; v <= p->s; v++)
        c->single[v] = c->most[v] = c->other[v] = c->pay[v] - scale;
    c->largest = c->kind == PRICES_ALONE && forge_once_in(4);
    for (long changes = forge_random(5); changes > 0 && !c->largest; changes--)
        c->pay[forge_random(p->s + 1)] += forge_random(2 * scale + 1) - scale;
    for (long v = 0; v <= p->s; v++)
        c->pay[v] = c->pay[v] < 0 ? 0 : c->pay[v];
    make_ascending(p, c);
}

/* Numbers of a certificate are not below 0. */
static long least_or_0(const struct priced *p, const struct price_case *c, long e) {
    long least = prices_judge_least(p, c, e);
    return least < 0 ? 0 : least;
}

/* D and the numbers of the classes: as large as the words allow, or less. */
static void set_denominators(const struct priced *p, const struct price_ranges *ranges,
                             struct price_case *c) {
    c->D = 1 + forge_random(8);
    for (long e = 0; e < p->g; e++)
        c->own[e] = c->largest ? c->pay[0] : least_or_0(p, c, e);
    for (long e = 0; e < p->g && e <= p->s; e++)
        if (ranges->most[e] == PRICES_ANY && (c->own[e] < c->D || forge_once_in(2)))
            c->D = c->own[e];
    if (c->D < 1)
        c->D = 1;
    for (long e = 0; e < p->g; e++) {
        if (e > p->s || p->count == 0 || forge_once_in(5))
            c->own[e] = c->D;
        if (c->own[e] > 0 && ranges->most[e] != PRICES_ANY && forge_once_in(8))
            c->own[e]--;
    }
}

static void earn_what_is_paid(const struct priced *p, struct price_case *c) {
    for (long u = p->l; u <= p->s; u++)
        c->earn[u] = c->pay[u - p->l];
}

static void set_case(const struct priced *p, const struct price_ranges *ranges,
                     struct price_case *c) {
    set_prices(p, c);
    earn_what_is_paid(p, c);
    set_denominators(p, ranges, c);
    c->bound = prices_judge_bound(p, ranges, c);
}

/* A case of one number for each class, that whole items exclude; false if these do not. */
static bool set_whole(const struct priced *p, const struct price_ranges *ranges,
                      struct price_case *c) {
    if (p->s < p->l)
        return false;
    c->kind = PRICES_WHOLE;
    set_prices(p, c);
    earn_what_is_paid(p, c);
    for (long changes = forge_random(4); changes > 0; changes--)
        c->pay[forge_random(p->s + 1)] += forge_random(3);
    for (long e = 0; e < p->g; e++)
        c->own[e] = least_or_0(p, c, e);
    return prices_judge_whole(p, ranges, c) == PRICES_HOLDS || forge_once_in(4);
}

static bool is_single(const struct priced *p, const struct price_ranges *ranges) {
    for (long e = 0; e < p->g; e++)
        if (ranges->least[e] != ranges->most[e])
            return false;
    return true;
}

static void make(struct priced *p, struct price_ranges *ranges, long splits, bool down);

/* What follows in both cases: more splits, or in one that goes `down` to a single number those of
 * this case only. */
static void make_split(struct priced *p, struct price_ranges *ranges, long splits, bool down) {
    long e = forge_random(p->g);
    while (ranges->least[e] == ranges->most[e])
        e = (e + 1) % p->g;
    long least = ranges->least[e], most = ranges->most[e];
    bool any = most == PRICES_ANY;
    long number = any ? least + forge_random(3) : down ? most - 1 : least;
    p->cases[p->count++] = (struct price_case){.kind = PRICES_SPLIT, .class = e, .number = number};
    ranges->most[e] = number;
    make(p, ranges, down && !any ? 0 : splits - 1, down && any);
    ranges->most[e] = most, ranges->least[e] = number + 1;
    make(p, ranges, down && any ? 0 : splits - 1, down && !any);
    ranges->least[e] = least;
}

static void make(struct priced *p, struct price_ranges *ranges, long splits, bool down) {
    struct price_case made = {.kind = PRICES_ALONE};
    if (splits > 0 && p->count + splits + 1 < PRICES_CASES / 2 && !is_single(p, ranges) &&
        (down || !forge_once_in(6))) {
        make_split(p, ranges, splits, down);
        return;
    }
    if (!(p->count > 0 && is_single(p, ranges) && set_whole(p, ranges, &made))) {
        made.kind = PRICES_ALONE;
        set_case(p, ranges, &made);
    }
    p->cases[p->count++] = made;
}

static void begin(struct priced *p) {
    struct price_ranges ranges = {{0}, {0}};
    *p = (struct priced){.g = 1 + forge_random(4), .l = 1 + forge_random(6)};
    p->s = forge_random(p->g == 1 ? 6 : p->g == 2 ? 9 : 11);
    for (long e = 0; e < p->g; e++)
        ranges.most[e] = PRICES_ANY;
    if (p->s >= p->l && forge_once_in(4))
        make(p, &ranges, 2 * p->g, true);
    else
        make(p, &ranges, forge_random(p->g == 1 ? 3 : 2 * p->g + 1), false);
}

/* --- forged ones --- */

static struct price_case *any_case(struct priced *p) {
    return &p->cases[forge_random(p->count)];
}

static void move(long *number) {
    *number += *number > 0 && forge_once_in(2) ? -1 : 1;
}

static void forge_split(struct priced *p, struct price_case *c) {
    if (forge_once_in(3))
        c->class = forge_random(p->g);
    else
        move(&c->number);
}

/* Behind the prices of one case stand those of another. */
static void exchange(struct price_case *one, struct price_case *other) {
    struct price_case kept = *one;
    if (one->kind == PRICES_SPLIT || other->kind == PRICES_SPLIT)
        return;
    *one = *other;
    if (forge_once_in(2))
        *other = kept;
}

static void forge_number(struct priced *p, struct price_case *c) {
    long *lists[] = {c->pay, c->pay, c->own, c->own, c->earn, c->single, c->most, c->other};
    long which = forge_random(8);
    bool of_class = which == 2 || which == 3;
    if (of_class && p->count == 1)
        return;
    move(&lists[which][forge_random(of_class ? p->g : p->s + 1)]);
}

static void forge_machine(struct priced *p) {
    long *numbers[] = {&p->l, &p->s};
    long *number = numbers[forge_random(2)];
    move(number);
    p->l = p->l < 1 ? 1 : p->l;
    if (p->s >= PRICES_VALUES || (p->g == 1 && p->s > 8))
        p->s--;
}

static void forge(struct priced *p) {
    struct price_case *c = any_case(p);
    if (forge_once_in(10))
        forge_machine(p);
    else if (c->kind == PRICES_SPLIT)
        forge_split(p, c);
    else if (forge_once_in(8))
        exchange(c, any_case(p));
    else if (c->kind == PRICES_ALONE && forge_once_in(5))
        move(forge_once_in(2) ? &c->D : &c->bound);
    else
        forge_number(p, c);
}

/* A forgery is told as if it were honest: prices ascend, bounds are what comes out. */
static void mend(struct priced *p) {
    bool again = !forge_once_in(4);
    for (long i = 0; i < p->count; i++) {
        struct price_case *c = &p->cases[i];
        if (c->kind != PRICES_ALONE)
            continue;
        c->D = c->D < 1 ? 1 : c->D;
        make_ascending(p, c);
        earn_what_is_paid(p, c);
        for (long e = 0; e < p->g && p->count == 1; e++)
            c->own[e] = c->D; /* there are no lines `own` then */
    }
    if (again)
        prices_judge_set_bounds(p);
}

/* --- samples --- */

static const char *read_numbers(const char *at, const char *key, long *numbers, long first,
                                long step) {
    if (strncmp(at, key, strlen(key)) != 0)
        fail_msg("no %s at %.40s", key, at);
    at += strlen(key);
    for (long i = first; *at == ' '; i += step) {
        char *end;
        numbers[i] = strtol(at + 1, &end, 10);
        at = end;
    }
    return at + 1;
}

static bool is_at(const char *at, const char *key) {
    return strncmp(at, key, strlen(key)) == 0;
}

static const char *read_prices(struct priced *p, struct price_case *c, const char *at) {
    at = read_numbers(at, "denominator", &c->D, 0, 1);
    at = read_numbers(at, "prices", c->pay, 0, 1);
    at = read_numbers(at, "root", &c->pay[p->s], 0, 1);
    make_ascending(p, c);
    earn_what_is_paid(p, c);
    for (long e = 0; e < p->g; e++)
        c->own[e] = c->D;
    while (is_at(at, "own")) {
        long own[2];
        at = read_numbers(at, "own", own, 0, 1);
        c->own[own[0]] = own[1];
    }
    at = read_numbers(at, "bound", &c->bound, 0, 1);
    assert_true(is_at(at, "potential recomputed\n"));
    return strchr(at, '\n') + 1;
}

static const char *read_case(struct priced *p, const char *at) {
    struct price_case *c = &p->cases[p->count++];
    long split[2];
    *c = (struct price_case){.kind = is_at(at, "split")   ? PRICES_SPLIT
                                     : is_at(at, "whole") ? PRICES_WHOLE
                                                          : PRICES_ALONE};
    if (c->kind == PRICES_SPLIT) {
        at = read_numbers(at, "split", split, 0, 1);
        c->class = split[0], c->number = split[1];
        return at;
    }
    at = c->kind == PRICES_WHOLE ? at + strlen("whole\n") : at;
    at = read_numbers(at, "latency", &p->l, 0, 1);
    at = read_numbers(at, "depth", &p->s, 0, 1);
    if (c->kind == PRICES_ALONE)
        return read_prices(p, c, at);
    at = read_numbers(at, "pay", c->pay, 0, 1);
    at = read_numbers(at, "earn", c->earn, p->l, 1);
    return read_numbers(at, "own", c->own, 0, 1);
}

static void load(struct priced *p, const char *name) {
    static struct text text;
    if (!text_load(&text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text.bytes[text.length] = '\0';
    *p = (struct priced){.count = 0};
    const char *at = strstr(text.bytes, "\ngap ") + 1;
    for (at = read_numbers(at, "gap", &p->g, 0, 1); !is_at(at, "digest");)
        at = read_case(p, at);
}

/* --- the tests --- */

struct tally {
    struct change_tally changes;
    unsigned long with_whole, below, open;
};

/* The grammar asks for more than the theorem: numbers that do not descend, and s >= l. */
static bool is_restricted(const struct priced *p) {
    for (long i = 0; i < p->count; i++)
        if (p->cases[i].largest || (p->cases[i].kind == PRICES_WHOLE && p->s < p->l))
            return true;
    return false;
}

/* Both must agree on the text, and a stream may reach more than a false claim says. */
static void compare(const struct priced *p, bool is_small, struct tally *tally) {
    static struct text text;
    struct verdict verdict;
    char most[40];
    enum prices_judgement judgement = prices_judge(p);
    put(&text, p);
    text_seal(&text);
    text_check(&text, &verdict);
    bool verified = verdict.status == VERDICT_VERIFIED;
    bool below = is_small && prices_judge_claim(p) < prices_judge_reached(p->l, p->g, p->s);
    bool agrees = judgement == PRICES_OPEN || verified == (judgement == PRICES_HOLDS) ||
                  (verdict.status == VERDICT_MALFORMED && is_restricted(p));
    snprintf(most, sizeof most, "most=%ld ", prices_judge_claim(p));
    bool claims = !verified || strstr(verdict.fields.bytes, most);
    if (!agrees || !claims || (verified && below))
        fail_msg("%s%s\n%.*s", verdict.claim.bytes, below ? ", but a stream reaches more" : "",
                 (int)text.length, text.bytes);
    ++*(verified                            ? &tally->changes.verified
        : verdict.status == VERDICT_REFUTED ? &tally->changes.refuted
                                            : &tally->changes.malformed);
    for (long i = 0; i < p->count && verified; i++)
        if (p->cases[i].kind == PRICES_WHOLE) {
            tally->with_whole++;
            break;
        }
    tally->below += below;
    tally->open += judgement == PRICES_OPEN;
    verdict_clear(&verdict);
}

static void report(const char *what, const struct tally *tally, unsigned long least) {
    printf("%lu with whole items verified, %lu below a stream, %lu left open by the judge\n",
           tally->with_whole, tally->below, tally->open);
    forge_assert_changes(what, &tally->changes, least);
}

static void test_random_cases(void **state) {
    static struct priced p;
    struct tally tally = {{0, 0, 0}, 0, 0, 0};
    long rounds = forge_rounds(FORGERIES);
    (void)state;
    for (long i = 0; i < rounds; i++) {
        begin(&p);
        for (long faults = forge_random(3); faults > 0; faults--)
            forge(&p);
        mend(&p);
        compare(&p, true, &tally);
    }
    report("cases", &tally, (unsigned long)rounds / 10);
    assert_true(tally.below > 20 && tally.with_whole > 20);
}

static void test_samples(void **state) {
    static const char *const names[] = {"prices-split-l7-g4-s18.cert",
                                        "prices-split-l9-g4-s15.cert",
                                        "prices-whole-l5-g3-s13.cert"};
    static struct priced samples[3], p;
    struct tally tally = {{0, 0, 0}, 0, 0, 0};
    long rounds = forge_rounds(FORGERIES / 20);
    (void)state;
    for (long i = 0; i < 3; i++)
        load(&samples[i], names[i]);
    for (long i = 0; i < rounds; i++) {
        p = samples[i % 3];
        for (long faults = i < 3 ? 0 : 1 + forge_random(2); faults > 0; faults--)
            forge(&p);
        if (i >= 3)
            mend(&p);
        compare(&p, false, &tally);
        assert_true(i > 2 || tally.changes.verified == (unsigned long)i + 1);
    }
    report("samples", &tally, (unsigned long)rounds / 10);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_cases),
                                       cmocka_unit_test(test_samples)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("forge_prices", tests, forge_start, NULL);
}
