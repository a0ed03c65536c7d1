/* SPDX-License-Identifier: MIT */
/* Kind summation-bound: against the formula of the grammar, with the labels written out one by one,
 * and that against the best of all schedules, for small numbers. */
#include "check_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

struct question {
    long L, o, g, P, T;
};

static long larger(long a, long b) {
    return a > b ? a : b;
}

static enum verdict_status status_of(const struct question *q, const char *operands) {
    static struct text text;
    struct verdict verdict;
    text.length =
        (size_t)snprintf(text.bytes, TEXT_LIMIT,
                         "steadycast certificate 1\nwriter test 1\nkind summation-bound\n"
                         "latency %ld\noverhead %ld\ngap %ld\nprocessors %ld\nfinish %ld\n"
                         "operands %s\n",
                         q->L, q->o, q->g, q->P, q->T, operands);
    text_seal(&text);
    text_check(&text, &verdict);
    enum verdict_status status = verdict.status;
    verdict_clear(&verdict);
    return status;
}

static enum verdict_status status_of_number(const struct question *q, long operands) {
    char number[24];
    snprintf(number, sizeof number, "%ld", operands);
    return status_of(q, number);
}

/* --- the formula --- */

enum { NODES = 1 << 16 };

struct labels {
    long list[NODES];
    long count;
};

/* All labels of the tree below `end`, that of the root first, each parent's children behind it. */
static void list_labels(const struct question *q, long end, struct labels *labels) {
    labels->list[0] = 0;
    labels->count = 1;
    for (long i = 0; i < labels->count; i++)
        for (long j = 0;; j++) {
            long label = labels->list[i] + q->L + 1 + 2 * q->o + j * larger(q->g, q->o + 1);
            if (label >= end)
                break;
            assert_true(labels->count < NODES);
            labels->list[labels->count++] = label;
        }
}

static int compare_labels(const void *a, const void *b) {
    long one = *(const long *)a, other = *(const long *)b;
    return (one > other) - (one < other);
}

static long formula(const struct question *q) {
    static struct labels labels;
    long sum = q->T + 1;
    list_labels(q, larger(q->T, 1), &labels);
    qsort(labels.list, (size_t)labels.count, sizeof *labels.list, compare_labels);
    for (long i = 1; i < q->P && i < labels.count; i++)
        sum += larger(0, q->T - q->o - labels.list[i]);
    return sum;
}

static void test_formula(void **state) {
    struct question q;
    unsigned long compared = 0;
    (void)state;
    for (q.L = 1; q.L <= 4; q.L++)
        for (q.o = 0; q.o <= 3; q.o++)
            for (q.g = 1; q.g <= 5; q.g++)
                for (q.P = 1; q.P <= 40; q.P += q.P < 6 ? 1 : 11)
                    for (q.T = 0; q.T <= 20; q.T++) {
                        long most = formula(&q);
                        for (long stated = most - 1; stated <= most + 1; stated++, compared++)
                            if (status_of_number(&q, stated) !=
                                (stated == most ? VERDICT_VERIFIED : VERDICT_REFUTED))
                                fail_msg("L=%ld o=%ld g=%ld P=%ld T=%ld: %ld, not %ld", q.L, q.o,
                                         q.g, q.P, q.T, most, stated);
                    }
    printf("%lu bounds compared\n", compared);
    assert_int_equal(compared, 4 * 4 * 5 * 9 * 21 * 3);
}

/* For long times, with all machines in a line: the labels of a machine whose gap is too long for a
 * second child are the multiples of l, one node each. */
static void test_large_numbers(void **state) {
    struct question q = {.L = 5, .o = 2, .g = 2000000000, .P = 2147483647, .T = 1000000};
    long sum = q.T + 1;
    (void)state;
    for (long label = 10; label < q.T - q.o; label += 10)
        sum += q.T - q.o - label;
    assert_int_equal(status_of_number(&q, sum), VERDICT_VERIFIED);
    assert_int_equal(status_of_number(&q, sum + 1), VERDICT_REFUTED);
    q.T = 2147483647; /* beyond the limit of work */
    assert_int_equal(status_of_number(&q, sum), VERDICT_MALFORMED);
    q.T = 1000000;
    /* The labels are 0, 2, 3. */
    q.L = 1, q.o = 0, q.g = 1, q.P = 3;
    assert_int_equal(status_of_number(&q, 3 * q.T + 1 - 2 - 3), VERDICT_VERIFIED);
    q.L = q.o = q.g = 2147483647;
    assert_int_equal(status_of_number(&q, q.T + 1), VERDICT_VERIFIED);
    assert_int_equal(status_of(&q, "10000000000000000000000000000000000000"), VERDICT_REFUTED);
}

/* --- the best of all schedules --- */

/* Time goes backwards. At each time a processor has a number of values that are wanted from it: one
 * is wanted of processor 0 at the end. An addition makes two wanted values of one. A reception
 * hands a wanted value on: to whichever other processor sends it, at the right time. All that is
 * wanted at time 0 are operands, so the additions are to be as many as can be. A processor may send
 * and receive as often as it likes, in any order, and never has to add what it has received; the
 * capacity of the network is left out. An addition does no harm: who has a wanted value and nothing
 * else to do adds. */
enum { PROCESSORS = 4, FLIGHTS = 14, NONE = -1000 };

struct processor {
    signed char wanted;
    signed char busy;           /* cycles left of a reception or a send */
    signed char is_sending;     /* with which a value becomes wanted when it is over */
    signed char receives_again; /* may begin to receive, and to send, after so many cycles */
    signed char sends_again;
    signed char flights;        /* messages to it that nobody has sent yet */
    signed char waits[FLIGHTS]; /* cycles until they may have been sent; descending */
};

struct world {
    struct processor processors[PROCESSORS];
    long time;
};

struct known {
    struct world world;
    long best; /* additions */
    bool used;
};

enum { KNOWN = 1 << 17 };

struct search {
    struct question q;
    struct known *table;
    long count;
};

static int compare_processors(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct processor));
}

/* The place of this world, or the free one where it belongs. */
static struct known *find(struct search *search, const struct world *world) {
    const unsigned char *bytes = (const unsigned char *)world;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *world; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    size_t place = (size_t)(hash ^ hash >> 32) % KNOWN;
    while (search->table[place].used &&
           memcmp(&search->table[place].world, world, sizeof *world) != 0)
        place = (place + 1) % KNOWN;
    return &search->table[place];
}

static void hand_on(struct processor *receiver, long wait) {
    assert_true(receiver->flights < FLIGHTS);
    memmove(receiver->waits + 1, receiver->waits, (size_t)receiver->flights);
    receiver->waits[0] = (signed char)wait;
    receiver->flights++;
}

/* Can all that is begun be over at time 0? */
static bool is_possible(const struct search *search, const struct world *world) {
    for (long p = 0; p < search->q.P; p++) {
        const struct processor *one = &world->processors[p];
        if (one->busy > world->time)
            return false;
        for (long i = 0; i < one->flights; i++)
            if (one->waits[i] + search->q.o > world->time)
                return false;
    }
    return true;
}

static long best_from(struct search *search, const struct world *world);

static signed char less_by_one(signed char number) {
    return (signed char)(number > 0 ? number - 1 : 0);
}

/* A cycle before: what everybody does is chosen. */
static long go_back(struct search *search, struct world world) {
    const struct question *q = &search->q;
    long additions = 0, receptions = world.time / larger(larger(q->g, q->o), 1) + 1;
    if (world.time == 0) {
        for (long p = 0; p < q->P; p++)
            if (world.processors[p].busy > 0 || world.processors[p].flights > 0)
                return NONE;
        return 0;
    }
    world.time--;
    for (long p = 0; p < q->P; p++) {
        struct processor *one = &world.processors[p];
        if (one->busy > 0) {
            if (--one->busy == 0)
                one->wanted = (signed char)(one->wanted + one->is_sending);
        } else if (one->wanted > 0) {
            one->wanted++;
            additions++;
        }
        if (one->busy == 0)
            one->is_sending = 0;
        if (one->wanted > receptions) /* more can't be handed on */
            one->wanted = (signed char)receptions;
        one->receives_again = less_by_one(one->receives_again);
        one->sends_again = less_by_one(one->sends_again);
        for (long i = 0; i < one->flights; i++)
            one->waits[i] = less_by_one(one->waits[i]);
    }
    return additions + best_from(search, &world);
}

static long choose(struct search *search, const struct world *world, long p);

/* Begins a reception, backwards, if it may, and goes on with the next processor. */
static long choose_reception(struct search *search, const struct world *world, long p) {
    struct world next = *world;
    struct processor *one = &next.processors[p];
    if (one->busy > 0 || one->wanted == 0 || one->receives_again > 0)
        return NONE;
    one->wanted--;
    one->busy = (signed char)search->q.o;
    one->receives_again = (signed char)search->q.g;
    hand_on(one, search->q.o + search->q.L);
    return choose(search, &next, p + 1);
}

/* Sends, backwards, what processor `to` receives. */
static long choose_send(struct search *search, const struct world *world, long p, long to) {
    struct world next = *world;
    struct processor *one = &next.processors[p], *other = &next.processors[to];
    if (p == to || one->busy > 0 || one->sends_again > 0 || other->flights == 0 ||
        other->waits[other->flights - 1] > 0)
        return NONE;
    other->flights--;
    one->sends_again = (signed char)search->q.g;
    if (search->q.o > 0) {
        one->busy = (signed char)search->q.o;
        one->is_sending = 1;
        return choose(search, &next, p + 1);
    }
    one->wanted++;
    return larger(choose(search, &next, p + 1), choose_reception(search, &next, p));
}

/* What processors p.. begin at this time; the best of all. */
static long choose(struct search *search, const struct world *world, long p) {
    if (p == search->q.P)
        return go_back(search, *world);
    long best = choose(search, world, p + 1);
    best = larger(best, choose_reception(search, world, p));
    for (long to = 0; to < search->q.P; to++)
        best = larger(best, choose_send(search, world, p, to));
    return best;
}

static long best_from(struct search *search, const struct world *world) {
    struct world sorted = *world;
    if (!is_possible(search, world))
        return NONE;
    for (long p = 0; p < search->q.P; p++) { /* what does not matter looks the same */
        struct processor *one = &sorted.processors[p];
        memset(one->waits + one->flights, 0, (size_t)(FLIGHTS - one->flights));
    }
    qsort(sorted.processors, (size_t)search->q.P, sizeof *sorted.processors, compare_processors);
    struct known *known = find(search, &sorted);
    if (known->used)
        return known->best;
    long best = choose(search, &sorted, 0);
    known = find(search, &sorted);
    known->world = sorted;
    known->best = best;
    known->used = true;
    search->count++;
    assert_true(search->count < KNOWN / 2);
    return best;
}

static long most_operands(struct search *search) {
    struct world world;
    memset(&world, 0, sizeof world);
    memset(search->table, 0, KNOWN * sizeof *search->table);
    search->count = 0;
    world.time = search->q.T;
    world.processors[0].wanted = 1;
    return 1 + best_from(search, &world);
}

static void test_nobody_adds_up_more(void **state) {
    static const long latest[PROCESSORS + 1] = {0, 8, 14, 11, 8}; /* T for each P */
    struct search search = {.table = calloc(KNOWN, sizeof *search.table)};
    struct question *q = &search.q;
    unsigned long compared = 0, worlds = 0, together = 0;
    (void)state;
    assert_non_null(search.table);
    for (q->P = 1; q->P <= PROCESSORS; q->P++)
        for (q->L = 1; q->L <= 2; q->L++)
            for (q->o = 0; q->o <= 2; q->o++)
                for (q->g = 1; q->g <= 3; q->g++)
                    for (q->T = 0; q->T <= latest[q->P]; q->T++) {
                        long most = most_operands(&search), bound = formula(q);
                        if (most != bound)
                            fail_msg("L=%ld o=%ld g=%ld P=%ld T=%ld: %ld are possible, the bound "
                                     "is %ld",
                                     q->L, q->o, q->g, q->P, q->T, most, bound);
                        compared++;
                        together += most > q->T + 1;
                        worlds += (unsigned long)search.count;
                    }
    free(search.table);
    printf("%lu machines, %lu with more than one processor of use, %lu worlds\n", compared,
           together, worlds);
    assert_true(together > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_formula),
                                       cmocka_unit_test(test_large_numbers),
                                       cmocka_unit_test(test_nobody_adds_up_more)};
    return cmocka_run_group_tests_name("check_summation_bound", tests, NULL, NULL);
}
