/* SPDX-License-Identifier: MIT */
/* Kind summation: random ones, and what is left of them after changes, against the definition
 * (check_naive_summation.h), and the numbers of operands against kind summation-bound. Usage:
 * check_summation_test FOLDER, the folder of the good samples. */
#include "check_change.h"
#include "check_naive_summation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;
static uint64_t random_state = 1996;

static long next_random(long below) {
    return change_random(&random_state, below);
}

/* --- a random one --- */

enum { ADDERS = 7, WORKS = 40 };

struct work {
    char kind; /* a, r, R, s: R adds what it receives in front */
    long time, number;
};

/* Numbered so that each sends to a lower one; `name` is what it is called in the file. */
struct adder {
    long name, to;
    long sent, size, begins; /* operands lowest .. lowest+size-1 */
    long count;
    struct work works[WORKS];
};

struct sum {
    long L, o, g, P, N, T;
    struct adder adders[ADDERS];
};

static void do_work(struct adder *adder, char kind, long time, long number) {
    adder->works[adder->count++] = (struct work){kind, time, number};
}

/* Additions, some of the time that is free. Returns when they are over. */
static long add_some(struct adder *adder, long from, long until) {
    long count = until > from ? next_random(until - from + 1) : 0;
    long begin = count > 0 ? from + next_random(until - from - count + 1) : from;
    if (count == 0)
        return from;
    do_work(adder, 'a', begin, count);
    adder->size += count;
    return begin + count;
}

/* What processor p, whose children are done, does. Returns when it is free. */
static long grow_one(struct sum *sum, long p) {
    struct adder *adder = &sum->adders[p];
    long now = 0, next = 0, first = 1 + next_random(ADDERS);
    adder->size = 1;
    for (long i = 0; i < sum->P; i++) {
        long child = (first + i) % sum->P;
        if (child <= p || sum->adders[child].to != p)
            continue;
        long time = sum->adders[child].sent + sum->o + sum->L;
        time = time > next ? time : next;
        time = (time > now ? time : now) + (next_random(3) == 0 ? next_random(4) : 0);
        add_some(adder, now, time);
        do_work(adder, next_random(2) ? 'r' : 'R', time, child);
        adder->size += sum->adders[child].size;
        now = time + sum->o + 1;
        next = time + sum->g;
    }
    return next_random(2) ? add_some(adder, now, now + next_random(6)) : now;
}

/* Which operand each begins with: from the end of its work back to the beginning. */
static void number_operands(struct sum *sum, long p, long lowest) {
    struct adder *adder = &sum->adders[p];
    long highest = lowest + adder->size - 1;
    for (long i = adder->count; i-- > 0;) {
        const struct work *work = &adder->works[i];
        long size = work->kind == 'r' || work->kind == 'R' ? sum->adders[work->number].size : 0;
        if (work->kind == 'a')
            highest -= work->number;
        if (work->kind == 'r')
            number_operands(sum, work->number, highest - size + 1);
        if (work->kind == 'R')
            number_operands(sum, work->number, lowest);
        highest -= work->kind == 'r' ? size : 0;
        lowest += work->kind == 'R' ? size : 0;
    }
    assert_int_equal(lowest, highest);
    adder->begins = lowest;
}

static void grow(struct sum *sum) {
    memset(sum, 0, sizeof *sum);
    sum->L = 1 + next_random(6), sum->o = next_random(4), sum->g = 1 + next_random(5);
    sum->P = 1 + next_random(ADDERS);
    for (long p = 0; p < sum->P; p++) {
        long other = next_random(p + 1);
        sum->adders[p].to = p > 0 ? next_random(p) : -1;
        sum->adders[p].name = sum->adders[other].name;
        sum->adders[other].name = p;
    }
    for (long p = sum->P - 1; p >= 0; p--) {
        long now = grow_one(sum, p);
        sum->T = now;
        if (p > 0) {
            sum->adders[p].sent = now + (next_random(3) == 0 ? next_random(3) : 0);
            do_work(&sum->adders[p], 's', sum->adders[p].sent, sum->adders[p].to);
        }
    }
    sum->N = sum->adders[0].size;
    number_operands(sum, 0, 1);
}

/* --- as a list --- */

enum { LINES = ADDERS * WORKS };

/* In the order of time, then of processors. */
struct line {
    char kind; /* a, s */
    long time, processor, number, wait;
};

struct list {
    struct sum head;
    long begins[ADDERS]; /* by name */
    long count;
    struct line lines[LINES];
};

static long reception_of(const struct sum *sum, long p) {
    const struct adder *to = &sum->adders[sum->adders[p].to];
    for (long i = 0; i < to->count; i++)
        if ((to->works[i].kind == 'r' || to->works[i].kind == 'R') && to->works[i].number == p)
            return to->works[i].time;
    return -1;
}

static void list_adder(const struct sum *sum, long p, struct list *list) {
    const struct adder *adder = &sum->adders[p];
    list->begins[adder->name] = adder->begins;
    for (long i = 0; i < adder->count; i++) {
        const struct work *work = &adder->works[i];
        if (work->kind == 'a')
            list->lines[list->count++] =
                (struct line){'a', work->time, adder->name, work->number, 0};
        if (work->kind == 's')
            list->lines[list->count++] =
                (struct line){'s', work->time, adder->name, sum->adders[work->number].name,
                              reception_of(sum, p) - work->time - sum->o - sum->L};
    }
}

static void make_list(const struct sum *sum, struct list *list) {
    list->head = *sum;
    list->count = 0;
    for (long p = 0; p < sum->P; p++)
        list_adder(sum, p, list);
}

static int compare_lines(const void *a, const void *b) {
    const struct line *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->processor > y->processor) - (x->processor < y->processor);
}

static void print_list(struct list *list, struct text *text) {
    const struct sum *head = &list->head;
    text->length = 0;
    text_put(text, "steadycast certificate 1\nwriter test 1\nkind summation\nmodel logp\n");
    text_put(text, "latency %ld\noverhead %ld\ngap %ld\nprocessors %ld\noperands %ld\nfinish %ld\n",
             head->L, head->o, head->g, head->P, head->N, head->T);
    for (long p = 0; p < head->P; p++)
        text_put(text, "begins %ld\n", list->begins[p]);
    qsort(list->lines, (size_t)list->count, sizeof *list->lines, compare_lines);
    for (long i = 0; i < list->count; i++) {
        const struct line *line = &list->lines[i];
        if (i == 0 || line->time != line[-1].time)
            text_put(text, "step %ld\n", line->time);
        text_put(text, "%s %ld %ld", line->kind == 'a' ? "add" : "send", line->processor,
                 line->number);
        if (line->wait > 0)
            text_put(text, " wait %ld", line->wait);
        text_put(text, "\n");
    }
}

/* --- changes --- */

static void change_a_little(long *number, long least) {
    *number += next_random(2) ? 1 : -1;
    if (*number < least)
        *number = least;
}

static void change_line(struct list *list, struct line *line) {
    struct line *other = &list->lines[next_random(list->count)];
    long choice = next_random(6);
    if (choice < 2)
        change_a_little(&line->time, 0);
    else if (choice == 2)
        line->processor = next_random(list->head.P);
    else if (choice == 3 && line->kind == 's')
        change_a_little(&line->wait, 0);
    else if (choice == 4)
        line->time = other->time;
    else if (line->kind == 's')
        line->number = next_random(list->head.P);
    else
        change_a_little(&line->number, 1);
}

static void disturb(struct list *list) {
    struct sum *head = &list->head;
    long *heads[] = {&head->L, &head->o, &head->g, &head->N, &head->T};
    static const long least[] = {1, 0, 1, 1, 0};
    long choice = next_random(12);
    if (choice < 5)
        change_a_little(heads[choice], least[choice]);
    else if (choice == 5)
        change_a_little(&list->begins[next_random(head->P)], 1);
    else if (list->count == 0)
        return;
    else if (choice == 6)
        list->lines[next_random(list->count)] = list->lines[list->count - 1], list->count--;
    else if (choice == 7 && list->count < LINES)
        list->lines[list->count] = list->lines[next_random(list->count)], list->count++;
    else
        change_line(list, &list->lines[next_random(list->count)]);
}

/* No more than kind summation-bound allows. */
static void compare_with_bound(const struct sum *sum) {
    static struct text text;
    struct verdict verdict;
    unsigned long expected;
    text.length = 0;
    text_put(&text, "steadycast certificate 1\nwriter test 1\nkind summation-bound\n");
    text_put(&text, "latency %ld\noverhead %ld\ngap %ld\nprocessors %ld\nfinish %ld\noperands 0\n",
             sum->L, sum->o, sum->g, sum->P, sum->T);
    text_seal(&text);
    text_check(&text, &verdict);
    assert_int_equal(verdict.status, VERDICT_REFUTED);
    assert_int_equal(sscanf(verdict.claim.bytes, "text:9: operands: expected %lu", &expected), 1);
    if ((long)expected < sum->N)
        fail_msg("%ld operands are added up, and the bound is %lu", sum->N, expected);
    verdict_clear(&verdict);
}

static void test_random_sums(void **state) {
    static struct sum sum;
    static struct list list;
    static struct text text;
    struct change_tally grown = {0, 0, 0}, changed = {0, 0, 0};
    (void)state;
    for (long trial = 0; trial < 20000; trial++) {
        grow(&sum);
        make_list(&sum, &list);
        print_list(&list, &text);
        unsigned long before = grown.verified;
        change_seal_and_compare(&text, naive_summation_holds, &grown);
        if (grown.verified > before)
            compare_with_bound(&sum);
        for (long changes = 1 + next_random(5); changes > 0; changes--) {
            disturb(&list);
            print_list(&list, &text);
            change_seal_and_compare(&text, naive_summation_holds, &changed);
        }
    }
    printf("grown: %lu malformed, %lu refuted, %lu verified; changed: %lu, %lu, %lu\n",
           grown.malformed, grown.refuted, grown.verified, changed.malformed, changed.refuted,
           changed.verified);
    /* What was grown keeps all rules but that of the capacity. */
    assert_int_equal(grown.malformed, 0);
    assert_true(grown.refuted > 2000 && grown.verified > 10000);
    assert_true(changed.refuted > 20000 && changed.verified > 5000);
}

static const char *const others[] = {"",  "0", "1",  "2",  "3",  "4",  "5",  "6",
                                     "7", "8", "10", "12", "14", "18", "20", "24"};

enum { OTHERS = sizeof others / sizeof *others };

static void test_samples(void **state) {
    static const char *const names[] = {"summation-figure-6.cert", "summation-capacity.cert",
                                        "summation-overhead-0.cert"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        change_all(folder, names[i], others, OTHERS, naive_summation_holds, 2000, &random_state);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_sums),
                                       cmocka_unit_test(test_samples)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_summation", tests, NULL, NULL);
}
