/* SPDX-License-Identifier: MIT */
/* Kind items-bound: against the sums of the grammar, written down as they stand there, in the
 * postal model and on machines, and against the best of all ways to send, for small numbers; for
 * large ones, by what K more items cost. */
#include "check_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

struct question {
    long L, p, P, K;
    bool single;
    long o, g; /* of a LogP machine, in place of p; g = 0: postal */
};

static enum verdict_status status_of(const struct question *q, const char *K, const char *finish) {
    static struct text text;
    struct verdict verdict;
    char machine[80];
    if (q->g > 0)
        snprintf(machine, sizeof machine, "overhead %ld\ngap %ld", q->o, q->g);
    else
        snprintf(machine, sizeof machine, "ports %ld", q->p);
    text.length = (size_t)snprintf(text.bytes, TEXT_LIMIT,
                                   "steadycast certificate 1\nwriter test 1\nkind items-bound\n"
                                   "latency %ld\n%s\nprocessors %ld\nitems %s\nsends %s\n"
                                   "finish %s\n",
                                   q->L, machine, q->P, K, q->single ? "single" : "any", finish);
    text_seal(&text);
    text_check(&text, &verdict);
    enum verdict_status status = verdict.status;
    verdict_clear(&verdict);
    return status;
}

static enum verdict_status status_of_number(const struct question *q, long finish) {
    char K[24], number[24];
    snprintf(K, sizeof K, "%ld", q->K);
    snprintf(number, sizeof number, "%ld", finish);
    return status_of(q, K, number);
}

/* --- the formula --- */

static long smaller(long a, long b) {
    return a < b ? a : b;
}

enum { TERMS = 200 };

static long earliest(const struct question *q) {
    long N = q->P - 1, g[TERMS], j = 0, all = 0;
    for (long i = 0; i < TERMS; i++) /* no larger than needed */
        g[i] = i < q->L ? 1 : smaller(g[i - 1] + q->p * g[i - q->L], 1000 * N);
    long sum = smaller(q->p * g[0], q->p * N);
    while (sum < q->K * N)
        sum += smaller(q->p * g[++j], q->p * N);
    while (g[all] < N)
        all++;
    assert_true(j < TERMS);
    long last = (q->K + q->p - 1) / q->p - 1 + all;
    return q->L + (q->single && last > j ? last : j);
}

static void test_formula(void **state) {
    struct question q = {.g = 0};
    unsigned long compared = 0;
    (void)state;
    for (q.L = 1; q.L <= 5; q.L++)
        for (q.p = 1; q.p <= 4; q.p++)
            for (q.P = 2; q.P <= 14; q.P++)
                for (q.K = 1; q.K <= 8; q.K++)
                    for (int single = 0; single < 2; single++) {
                        q.single = single;
                        long finish = earliest(&q);
                        for (long stated = finish - 1; stated <= finish + 1; stated++, compared++)
                            if (status_of_number(&q, stated) !=
                                (stated == finish ? VERDICT_VERIFIED : VERDICT_REFUTED))
                                fail_msg("L=%ld p=%ld P=%ld K=%ld %d: %ld, not %ld", q.L, q.p, q.P,
                                         q.K, single, finish, stated);
                    }
    printf("%lu bounds compared\n", compared);
    assert_int_equal(compared, 5 * 4 * 13 * 8 * 2 * 3);
}

/* How many know an item at s, from the grammar. */
static long known_at(const struct question *q, long s) {
    long h = q->g > q->o ? q->g : q->o, l = q->L + 2 * q->o;
    return s < l ? 1 : known_at(q, s - h) + known_at(q, s - l);
}

/* The three parts of the bound for a LogP machine, the same. */
static long earliest_on_machine(const struct question *q) {
    long h = q->g > q->o ? q->g : q->o, l = q->L + 2 * q->o, N = q->P - 1;
    long s = -1, sum = 0, labels = 0, label = 0, all = 0;
    while (sum < q->K * N) {
        sum = 0;
        s++;
        for (long i = 0; i * h <= s; i++)
            sum += smaller(known_at(q, s - i * h), N);
    }
    for (long i = 1; i <= N; i++) {
        while (known_at(q, label) <= i)
            label++;
        labels += label;
    }
    while (known_at(q, all) < N)
        all++;
    long work = (2 * q->o * q->K * N + l + labels + q->P - 1) / q->P - q->o;
    long finish = l + s > work ? l + s : work, last = (q->K - 1) * h + l + all;
    return q->single && last > finish ? last : finish;
}

static void test_machines(void **state) {
    unsigned long compared = 0, by_work = 0;
    (void)state;
    for (int i = 0; i < 5 * 4 * 5 * 7 * 5; i++) {
        struct question q = {.L = 1 + 2 * (i % 5),
                             .o = i / 5 % 4,
                             .g = 1 + i / 20 % 5,
                             .P = 2 + i / 100 % 7,
                             .K = 1 + i / 700 % 5 * (1 + i % 2)};
        for (int single = 0; single < 2; single++, compared++) {
            q.single = single;
            long finish = earliest_on_machine(&q);
            for (long stated = finish - 1; stated <= finish + 1; stated++)
                if (status_of_number(&q, stated) !=
                    (stated == finish ? VERDICT_VERIFIED : VERDICT_REFUTED))
                    fail_msg("L=%ld o=%ld g=%ld P=%ld K=%ld %d: %ld, not %ld", q.L, q.o, q.g, q.P,
                             q.K, single, finish, stated);
            struct question without = q;
            without.o = 0;
            without.g = q.g > q.o ? q.g : q.o;
            without.L = q.L + 2 * q.o;
            by_work += finish > earliest_on_machine(&without); /* o counts by the work only */
        }
    }
    printf("%lu bounds of machines compared, %lu by work\n", compared, by_work);
    assert_int_equal(compared, 7000);
    assert_true(by_work > 100);
}

/* o = 0 and g = 1 is the postal model. */
static void test_postal_machines(void **state) {
    (void)state;
    for (int i = 0; i < 6 * 13 * 8; i++) {
        struct question q = {
            .L = 1 + i % 6, .p = 1, .P = 2 + i / 6 % 13, .K = 1 + i / 78, .single = i % 2};
        long finish = earliest(&q);
        q.g = 1;
        assert_int_equal(status_of_number(&q, finish), VERDICT_VERIFIED);
    }
}

/* Once everybody is reached, p items more take one step more. So it is at K = 40 for P <= 14, also
 * where the last item decides: sum and last item grow alike. */
static void test_large_numbers(void **state) {
    struct question q = {.g = 0};
    char K[60], finish[60];
    mpz_t more, number;
    (void)state;
    mpz_init(more);
    mpz_init(number);
    mpz_ui_pow_ui(more, 10, 40);
    for (q.L = 1; q.L <= 4; q.L++)
        for (q.p = 1; q.p <= 4; q.p++)
            for (q.P = 2; q.P <= 14; q.P += 3)
                for (q.K = 40; q.K <= 45; q.K++) {
                    q.single = q.K % 2;
                    mpz_mul_ui(number, more, (unsigned long)q.p);
                    mpz_add_ui(number, number, (unsigned long)q.K);
                    mpz_get_str(K, 10, number);
                    mpz_add_ui(number, more, (unsigned long)earliest(&q));
                    mpz_get_str(finish, 10, number);
                    assert_int_equal(status_of(&q, K, finish), VERDICT_VERIFIED);
                    mpz_sub_ui(number, number, 1);
                    mpz_get_str(finish, 10, number);
                    assert_int_equal(status_of(&q, K, finish), VERDICT_REFUTED);
                }
    mpz_clear(more);
    mpz_clear(number);
}

/* --- the best of all ways to send --- */

enum { BITS = 9 }; /* for each of N processors and K items: bit (processor-1)*K + item, from 0 */

/* Who has what now, what arrives at the next time (L = 2), and what the source has sent. */
struct world {
    unsigned has, coming, sent;
};

struct search {
    struct question q;
    bool *seen; /* of all worlds */
    struct world *worlds;
    size_t count;
};

static size_t index_of(const struct world *w) {
    return ((size_t)w->has << BITS | w->coming) << BITS | w->sent;
}

static void add_world(struct search *s, struct world w) {
    if (s->seen[index_of(&w)])
        return;
    s->seen[index_of(&w)] = true;
    s->worlds[s->count++] = w;
}

static long received_by(const struct search *s, unsigned messages, long processor) {
    long count = 0;
    for (long item = 0; item < s->q.K; item++)
        count += messages >> ((processor - 1) * s->q.K + item) & 1;
    return count;
}

/* Slots are the chances to send, p for each processor; `out` is what is sent in those before.
 * Nobody gains by what is received twice, so messages of an item that is there or under way are
 * left out. */
static void send_all(struct search *s, const struct world *w, long slot, unsigned out,
                     unsigned sent) {
    const struct question *q = &s->q;
    if (slot == q->P * q->p) {
        unsigned arrives = q->L == 1 ? out : w->coming;
        add_world(s, (struct world){w->has | arrives, q->L == 1 ? 0 : out, sent});
        return;
    }
    send_all(s, w, slot + 1, out, sent);
    long from = slot / q->p;
    for (long to = 1; to < q->P; to++)
        for (long item = 0; item < q->K; item++) {
            unsigned bit = 1u << ((to - 1) * q->K + item), leaves = from == 0 ? 1u << item : 0;
            bool holds = from == 0 || w->has >> ((from - 1) * q->K + item) & 1;
            if (holds && !((w->has | w->coming | out) & bit) && !(q->single && sent & leaves) &&
                received_by(s, out, to) < q->p)
                send_all(s, w, slot + 1, out | bit, q->single ? sent | leaves : 0);
        }
}

static bool is_over(const struct search *s) {
    for (size_t i = 0; i < s->count; i++)
        if (s->worlds[i].has == (1u << (s->q.P - 1) * s->q.K) - 1)
            return true;
    return false;
}

/* The first time at which everything can be with everybody. */
static long optimum(const struct question *q) {
    struct search s = {.q = *q};
    size_t worlds = (size_t)1 << 3 * BITS;
    s.seen = calloc(worlds, sizeof *s.seen);
    s.worlds = calloc(worlds / 64, sizeof *s.worlds);
    struct world *now = calloc(worlds / 64, sizeof *now);
    assert_true(s.seen && s.worlds && now);
    add_world(&s, (struct world){0, 0, 0});
    long time = 0;
    for (; !is_over(&s); time++) {
        size_t count = s.count;
        memcpy(now, s.worlds, count * sizeof *now);
        for (s.count = 0; count > 0; count--)
            send_all(&s, &now[count - 1], 0, 0, now[count - 1].sent);
        assert_true(s.count < worlds / 64);
    }
    free(s.seen);
    free(s.worlds);
    free(now);
    return time;
}

static void test_nobody_is_faster(void **state) {
    static const struct question questions[] = {
        {1, 1, 2, 3, false, 0, 0}, {1, 1, 3, 1, false, 0, 0}, {1, 1, 3, 2, false, 0, 0},
        {1, 1, 3, 3, false, 0, 0}, {1, 1, 3, 4, false, 0, 0}, {1, 1, 4, 1, false, 0, 0},
        {1, 1, 4, 2, false, 0, 0}, {1, 1, 4, 3, false, 0, 0}, {1, 1, 5, 1, false, 0, 0},
        {1, 1, 5, 2, false, 0, 0}, {1, 2, 3, 2, false, 0, 0}, {1, 2, 3, 3, false, 0, 0},
        {1, 2, 3, 4, false, 0, 0}, {1, 2, 4, 2, false, 0, 0}, {2, 1, 2, 3, false, 0, 0},
        {2, 1, 3, 2, false, 0, 0}, {2, 1, 3, 3, false, 0, 0}, {2, 1, 4, 2, false, 0, 0},
        {2, 1, 5, 1, false, 0, 0}, {2, 2, 3, 2, false, 0, 0}};
    unsigned long reached = 0;
    (void)state;
    for (size_t i = 0; i < 2 * sizeof questions / sizeof *questions; i++) {
        struct question q = questions[i / 2];
        q.single = i % 2;
        long best = optimum(&q), bound = earliest(&q);
        if (best < bound)
            fail_msg("L=%ld p=%ld P=%ld K=%ld %d: %ld is possible, the bound is %ld", q.L, q.p, q.P,
                     q.K, q.single, best, bound);
        assert_int_equal(status_of_number(&q, bound), VERDICT_VERIFIED);
        reached += best == bound;
    }
    printf("%lu of %zu bounds are reached\n", reached, 2 * sizeof questions / sizeof *questions);
    assert_true(reached > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formula), cmocka_unit_test(test_machines),
        cmocka_unit_test(test_postal_machines), cmocka_unit_test(test_large_numbers),
        cmocka_unit_test(test_nobody_is_faster)};
    return cmocka_run_group_tests_name("check_items_bound", tests, NULL, NULL);
}
