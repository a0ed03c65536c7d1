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

/* --- as text --- */

static void print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text->length +=
        (size_t)vsnprintf(text->bytes + text->length, TEXT_LIMIT - text->length, format, arguments);
    va_end(arguments);
}

static void print_adder(const struct sum *sum, const struct adder *adder, struct text *text) {
    print(text, "processor %ld begins %ld\n", adder->name, adder->begins);
    for (long i = 0; i < adder->count; i++) {
        const struct work *work = &adder->works[i];
        if (work->kind == 'a')
            print(text, "add %ld %ld\n", work->time, work->number);
        else
            print(text, "%s %ld %ld\n", work->kind == 's' ? "send" : "receive", work->time,
                  sum->adders[work->number].name);
    }
}

static void print_sum(const struct sum *sum, struct text *text) {
    text->length = 0;
    print(text, "steadycast certificate 1\nwriter test 1\nkind summation\n");
    print(text, "latency %ld\noverhead %ld\ngap %ld\nprocessors %ld\noperands %ld\nfinish %ld\n",
          sum->L, sum->o, sum->g, sum->P, sum->N, sum->T);
    for (long name = 0; name < sum->P; name++)
        for (long p = 0; p < sum->P; p++)
            if (sum->adders[p].name == name)
                print_adder(sum, &sum->adders[p], text);
}

/* --- changes --- */

static void change_a_little(long *number, long least) {
    *number += next_random(2) ? 1 : -1;
    if (*number < least)
        *number = least;
}

static void disturb(struct sum *sum) {
    long *heads[] = {&sum->L, &sum->o, &sum->g, &sum->N, &sum->T};
    static const long least[] = {1, 0, 1, 1, 0};
    struct adder *adder = &sum->adders[next_random(sum->P)];
    long choice = next_random(12);
    if (choice < 5)
        change_a_little(heads[choice], least[choice]);
    else if (choice == 5)
        change_a_little(&adder->begins, 1);
    else if (choice == 6 && adder->count > 0)
        adder->count--;
    else if (choice == 7 && adder->count > 1)
        adder->works[adder->count - 2] = adder->works[adder->count - 1], adder->count--;
    else if (adder->count > 0) {
        struct work *work = &adder->works[next_random(adder->count)];
        if (choice < 11 || work->kind == 'a')
            change_a_little(choice < 10 ? &work->time : &work->number, work->kind == 'a');
        else
            work->number = next_random(sum->P);
        if (work->number >= sum->P && work->kind != 'a')
            work->number = 0;
    }
}

/* No more than kind summation-bound allows. */
static void compare_with_bound(const struct sum *sum) {
    static struct text text;
    struct verdict verdict;
    unsigned long expected;
    text.length = 0;
    print(&text, "steadycast certificate 1\nwriter test 1\nkind summation-bound\n");
    print(&text, "latency %ld\noverhead %ld\ngap %ld\nprocessors %ld\nfinish %ld\noperands 0\n",
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
    static struct text text;
    struct change_tally grown = {0, 0, 0}, changed = {0, 0, 0};
    (void)state;
    for (long trial = 0; trial < 20000; trial++) {
        grow(&sum);
        print_sum(&sum, &text);
        unsigned long before = grown.verified;
        change_seal_and_compare(&text, naive_summation_holds, &grown);
        if (grown.verified > before)
            compare_with_bound(&sum);
        for (long changes = 1 + next_random(5); changes > 0; changes--) {
            disturb(&sum);
            print_sum(&sum, &text);
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
