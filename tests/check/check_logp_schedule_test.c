/* SPDX-License-Identifier: MIT */
/* Kind logp-schedule against check_naive_logp.h: verified if and only if the messages of every item
 * are there and run on the machine. The samples with words changed; random streams of blocks and of
 * words, as they are and, those that are right, with every number changed by one. Usage:
 * check_logp_schedule_test FOLDER */
#include "check_change.h"
#include "check_naive_logp.h"

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

static const char *const others[] = {"",    "0", "1",    "2",      "3",    "4",      "5",   "6",
                                     "7",   "8", "10",   "12",     "0*2",  "1*2",    "0-1", "2 0",
                                     "1 1", "-", "full", "flight", "none", "largest"};

enum { OTHERS = sizeof others / sizeof *others };

static void test_samples(void **state) {
    static const char *const names[] = {
        "logp-schedule-full.cert",          "logp-schedule-flight.cert",
        "logp-schedule-none.cert",          "logp-schedule-period-2.cert",
        "logp-schedule-period-2-full.cert", "logp-schedule-late-wait.cert",
        "logp-schedule-latency-0.cert"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        change_all(folder, names[i], others, OTHERS, naive_logp_schedule_holds, 3000,
                   &random_state);
}

/* --- random streams --- */

struct machine {
    long L, o, g, T, G, l, X;
    bool flight;
    long E, W, B, latency; /* the class at hand; its latency in steps */
    long processors, s;    /* so far: the largest due value, at least */
    struct text lines;
};

static long largest_of(long one, long other) {
    return one > other ? one : other;
}

static void meet(struct machine *machine, long value) {
    machine->s = largest_of(machine->s, machine->E + machine->G * value + machine->B);
}

static void put_receive_only(struct machine *machine) {
    long value = next_random(3);
    text_put(&machine->lines, "receive-only %ld\n", value);
    meet(machine, value);
    machine->processors++;
}

/* A head that can be sent so often, and letters whose last one makes the block divisible. */
static void put_block(struct machine *machine, long *head) {
    long size = 1 + next_random(3), least = largest_of(size + machine->latency - 1, 0);
    if (least > *head)
        return;
    *head = least + next_random(*head - least > 1 ? 2 : *head - least + 1);
    long sum = *head, count = 1 + (next_random(8) == 0);
    text_put(&machine->lines, "block %ld %ld %ld%s", *head, size, count,
             size > 1 ? " letters" : "");
    for (long i = 1; i < size; i++) {
        long letter = next_random(2);
        if (i == size - 1)
            letter = (size - sum % size) % size;
        sum += letter;
        text_put(&machine->lines, " %ld", letter);
        meet(machine, letter);
    }
    text_put(&machine->lines, "\n");
    meet(machine, *head);
    machine->processors += size * count;
}

enum { POSITIONS = 8 };

/* Sends one by one: - or what was received some positions before, with the value left. */
static void put_sends(struct machine *machine, const long *values, long length) {
    for (long p = 0; p < length; p++) {
        long back = next_random(4);
        long value = values[((p - back) % length + length) % length] - back;
        if (value < largest_of(machine->latency, 1))
            text_put(&machine->lines, " -");
        else
            text_put(&machine->lines, " %ld", value);
    }
    text_put(&machine->lines, "\n");
}

/* Items in a random order; one of them a round or two earlier. */
static void put_word(struct machine *machine) {
    long length = machine->T * (1 + next_random(2)), landing[POSITIONS], values[POSITIONS];
    for (long p = 0; p < length; p++) {
        long q = next_random(p + 1);
        landing[p] = landing[q], landing[q] = p;
    }
    long early = next_random(length), rounds = next_random(3);
    text_put(&machine->lines, "word 1 receive");
    for (long p = 0; p < length; p++) {
        values[p] = (landing[p] - p + length) % length + (p == early ? rounds * length : 0);
        text_put(&machine->lines, " %ld", values[p]);
        meet(machine, values[p]);
    }
    text_put(&machine->lines, " send");
    if (next_random(3) > 0)
        text_put(&machine->lines, " largest\n");
    else
        put_sends(machine, values, length);
    machine->processors += length / machine->T;
}

static void put_class(struct machine *machine) {
    machine->E = next_random(machine->G);
    machine->W = next_random(3) ? 0 : next_random(machine->G - 2 * machine->o + 1);
    machine->B = machine->flight && next_random(2) ? next_random(4) : 0;
    machine->s = largest_of(machine->s, largest_of(machine->E, machine->B)); /* if it stays empty */
    long missing = machine->W + machine->l - machine->E;
    machine->latency = missing > 0 ? (missing + machine->G - 1) / machine->G : 0;
    text_put(&machine->lines, "class %ld late %ld wait %ld\n", machine->E, machine->W, machine->B);
    long head = machine->latency + 3;
    if (machine->T == 1 && next_random(3) == 0)
        put_receive_only(machine);
    for (long i = next_random(2); machine->T == 1 && i > 0; i--)
        put_block(machine, &head);
    if (machine->T > 1 || next_random(3) == 0)
        put_word(machine);
}

/* Writes a stream whose source and words are right; whether messages are there is luck. */
static void make_random(struct text *text) {
    static struct machine machine;
    static const char *const capacities[] = {"full", "flight", "none"};
    long capacity = next_random(3);
    machine.L = 1 + next_random(6), machine.o = next_random(3), machine.g = 1 + next_random(5);
    machine.T = 1 + (next_random(3) == 0 ? 1 + next_random(2) : 0);
    machine.G = largest_of(machine.g, 2 * machine.o), machine.l = machine.L + 2 * machine.o;
    machine.X = (machine.L + machine.g - 1) / machine.g * machine.G - machine.L;
    machine.flight = capacity == 1;
    machine.processors = 0;
    while (machine.processors == 0) {
        machine.s = 0;
        machine.lines.length = 0;
        for (long classes = 1 + next_random(3); classes > 0; classes--)
            put_class(&machine);
    }
    machine.s += next_random(machine.X + 1);
    text->length = 0;
    text_put(text, "steadycast certificate 1\nwriter test 1\nkind logp-schedule\n");
    text_put(text, "latency %ld\noverhead %ld\ngap %ld\ncapacity %s\n", machine.L, machine.o,
             machine.g, capacities[capacity]);
    text_put(text, "depth %ld\nprocessors %ld\nperiod %ld\n%.*s", machine.s, machine.processors,
             machine.T, (int)machine.lines.length, machine.lines.bytes);
}

/* Each number of a body that is right, one more and one less. */
static void change_numbers(const struct text *body, struct change_tally *tally) {
    static struct text changed;
    for (size_t word = 0, words = change_words(body); word < words; word++)
        for (int step = -1; step <= 1; step += 2) {
            char number[24];
            long value = change_number_at(body, word);
            if (value < 0 || value + step < 0)
                continue;
            changed = *body;
            snprintf(number, sizeof number, "%ld", value + step);
            change_word(&changed, word, number);
            change_seal_and_compare(&changed, naive_logp_schedule_holds, tally);
        }
}

static void test_random(void **state) {
    static struct text text, body;
    struct change_tally tally = {0, 0, 0}, changed = {0, 0, 0};
    (void)state;
    for (long i = 0; i < 20000; i++) {
        make_random(&text);
        body = text;
        body.bytes[body.length] = '\0';
        unsigned long verified = tally.verified;
        change_seal_and_compare(&text, naive_logp_schedule_holds, &tally);
        if (tally.verified > verified)
            change_numbers(&body, &changed);
    }
    printf("random: %lu malformed, %lu refuted, %lu verified; changed: %lu, %lu, %lu\n",
           tally.malformed, tally.refuted, tally.verified, changed.malformed, changed.refuted,
           changed.verified);
    assert_true(tally.malformed == 0 && tally.refuted > 1000 && tally.verified > 1000);
    assert_true(changed.refuted > 1000 && changed.verified > 1000);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_samples)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_logp_schedule", tests, NULL, NULL);
}
