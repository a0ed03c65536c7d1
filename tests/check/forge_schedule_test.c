/* SPDX-License-Identifier: MIT */
/* Kind schedule, of any period: the samples are written in other ways that are as right (begun at
 * another phase, with the period doubled or tripled, deeper, with equal words counted together),
 * and with faults of meaning: a wrong permutation of roles, a word begun too early, an item of
 * another number, a wrong count. The checker and check_naive.h must agree. Usage:
 * forge_schedule_test FOLDER */
#include "check_fields.h"
#include "check_naive.h"
#include "check_naive_exists.h"
#include "forge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { FORGERIES = 6000, WORDS = 30, LENGTH = 36, ROWS = 100, DEPTH = 12 };

static const char *folder;

struct word {
    long count, length;
    long value[LENGTH], sent[LENGTH]; /* sent: or NAIVE_NOTHING */
};

struct schedule {
    long L, t, N, T;
    long words;
    struct word word[WORDS];
};

/* A word of count 1 for each processor that is at the beginning of its word at time 0. */
static void load(struct schedule *schedule, const char *name) {
    static struct text text;
    static struct naive_row rows[ROWS];
    if (!text_load(&text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text.bytes[text.length] = '\0';
    *schedule = (struct schedule){.words = 0};
    sscanf(strstr(text.bytes, "\nlatency "),
           "\nlatency %ld\ndepth %ld\nprocessors %ld\nperiod %ld\n", &schedule->L, &schedule->t,
           &schedule->N, &schedule->T);
    long count = naive_rows(&text, rows, ROWS);
    for (long i = 0; i < count; i++) {
        struct word *word = &schedule->word[schedule->words];
        if (rows[i].position > 0)
            continue;
        schedule->words++;
        word->count = 1;
        word->length = rows[i].length;
        memcpy(word->value, rows[i].value, (size_t)word->length * sizeof *word->value);
        memcpy(word->sent, rows[i].sent, (size_t)word->length * sizeof *word->sent);
    }
    assert_true(count <= ROWS && schedule->words <= WORDS);
}

/* Of a period of its own, in which the phases differ; L is mostly no multiple of it. */
static void find_any(struct schedule *schedule) {
    static const struct naive_period questions[] = {
        {1, 2, 4, 2, false}, {1, 3, 4, 2, false}, {3, 4, 3, 2, false}, {3, 5, 4, 2, false},
        {1, 2, 2, 3, true},  {2, 3, 2, 3, false}, {1, 3, 2, 4, false}, {2, 4, 4, 2, false}};
    const struct naive_period *question = &questions[forge_random(8)];
    struct naive_closed found[NAIVE_CELLS];
    *schedule = (struct schedule){question->L, question->t, question->N, question->T, 0, {{0}}};
    schedule->words = naive_period_find(question, forge_random, found);
    assert_true(schedule->words > 0);
    for (long i = 0; i < schedule->words; i++) {
        struct word *word = &schedule->word[i];
        word->count = 1;
        word->length = found[i].length;
        for (long p = 0; p < word->length; p++) {
            word->value[p] = found[i].value[p];
            word->sent[p] = found[i].sent[p] > 0 ? found[i].sent[p] : NAIVE_NOTHING;
        }
    }
}

static void write_items(struct text *text, const long *items, long length) {
    for (long p = 0; p < length; p++)
        if (items[p] == NAIVE_NOTHING)
            text_put(text, " -");
        else
            text_put(text, " %ld", items[p]);
}

static void write_schedule(const struct schedule *schedule, struct text *text) {
    forge_put_start(text, "schedule");
    text_put(text, "latency %ld\ndepth %ld\nprocessors %ld\nperiod %ld\n", schedule->L, schedule->t,
             schedule->N, schedule->T);
    for (long i = 0; i < schedule->words; i++) {
        const struct word *word = &schedule->word[i];
        text_put(text, "word %ld receive", word->count);
        write_items(text, word->value, word->length);
        text_put(text, " send");
        write_items(text, word->sent, word->length);
        text_put(text, "\n");
    }
}

static struct word *any_word(struct schedule *schedule) {
    return &schedule->word[forge_random(schedule->words)];
}

/* --- other ways to write it --- */

static void rotate(struct word *word, long by) {
    struct word before = *word;
    for (long p = 0; p < word->length; p++) {
        word->value[p] = before.value[(p + by) % word->length];
        word->sent[p] = before.sent[(p + by) % word->length];
    }
}

static void repeat(struct word *word, long times) {
    for (long p = word->length; p < times * word->length; p++) {
        word->value[p] = word->value[p - word->length];
        word->sent[p] = word->sent[p - word->length];
    }
    word->length *= times;
}

/* Each word, begun at each of the times 0, T, .., is one of its own that is begun once in the
 * longer period. */
static void lengthen_period(struct schedule *schedule, long times) {
    struct schedule before = *schedule;
    schedule->words = 0;
    for (long i = 0; i < before.words; i++)
        for (long phase = 0; phase < times; phase++) {
            const struct word *word = &before.word[i];
            bool whole = word->length % (times * before.T) == 0;
            if (schedule->words == WORDS || word->length * times > LENGTH) {
                *schedule = before;
                return;
            }
            if (!whole && word->length % times == 0) { /* neither prime to it nor a multiple */
                *schedule = before;
                return;
            }
            if (!whole && phase > 0)
                continue; /* the repeated word goes through all phases by itself */
            struct word *longer = &schedule->word[schedule->words++];
            *longer = *word;
            rotate(longer, phase * before.T);
            if (!whole)
                repeat(longer, times);
        }
    schedule->T *= times;
}

static void deepen(struct schedule *schedule) {
    if (schedule->t == DEPTH)
        return;
    schedule->t++;
    for (long i = 0; i < schedule->words; i++)
        for (long p = 0; p < schedule->word[i].length; p++) {
            schedule->word[i].value[p]++;
            schedule->word[i].sent[p] += schedule->word[i].sent[p] != NAIVE_NOTHING;
        }
}

static bool are_equal(const struct word *a, const struct word *b) {
    size_t bytes = (size_t)a->length * sizeof *a->value;
    return a->length == b->length && memcmp(a->value, b->value, bytes) == 0 &&
           memcmp(a->sent, b->sent, bytes) == 0;
}

static void remove_word(struct schedule *schedule, struct word *word) {
    *word = schedule->word[--schedule->words];
}

/* Of equal words all but one go; *these* are counted. */
static void count_together(struct schedule *schedule) {
    for (long i = 0; i < schedule->words; i++)
        for (long j = schedule->words - 1; j > i; j--)
            if (are_equal(&schedule->word[i], &schedule->word[j])) {
                schedule->word[i].count += schedule->word[j].count;
                remove_word(schedule, &schedule->word[j]);
            }
}

static void write_otherwise(struct schedule *schedule) {
    struct word *word = any_word(schedule), *other = any_word(schedule);
    struct word copy = *word;
    switch (forge_random(5)) {
    case 0:
        rotate(word, schedule->T * forge_random(word->length / schedule->T));
        break;
    case 1:
        lengthen_period(schedule, 2 + forge_random(2));
        break;
    case 2:
        deepen(schedule);
        break;
    case 3:
        count_together(schedule);
        break;
    default:
        *word = *other;
        *other = copy;
    }
}

/* --- faults of meaning --- */

/* From a random time on, each of two processors does what the other one did. */
static void exchange_roles(struct word *word, struct word *other) {
    long least = word->length < other->length ? word->length : other->length;
    for (long p = forge_random(least); p < least; p++) {
        long value = word->value[p], sent = word->sent[p];
        word->value[p] = other->value[p], word->sent[p] = other->sent[p];
        other->value[p] = value, other->sent[p] = sent;
    }
}

static void exchange(long *one, long *other) {
    long kept = *one;
    *one = *other;
    *other = kept;
}

/* The item sent goes out one step earlier; it need not be there yet. */
static void send_early(struct word *word, long p) {
    long before = (p + word->length - 1) % word->length;
    if (word->sent[p] == NAIVE_NOTHING)
        return;
    word->sent[before] = word->sent[p] + 1;
    word->sent[p] = NAIVE_NOTHING;
}

/* The processors are counted as they then are. */
static void change_count(struct schedule *schedule, struct word *word) {
    long by = word->count > 1 && forge_once_in(2) ? -1 : 1;
    word->count += by;
    if (!forge_once_in(4))
        schedule->N += by * (word->length / schedule->T);
}

static void leave_out(struct schedule *schedule, struct word *word) {
    schedule->N -= word->count * (word->length / schedule->T);
    if (schedule->words > 1 && schedule->N > 0)
        remove_word(schedule, word);
}

static void change_head(struct schedule *schedule) {
    long *numbers[] = {&schedule->L, &schedule->t, &schedule->N, &schedule->T};
    long *number = numbers[forge_random(4)];
    *number += *number > 1 && forge_once_in(2) ? -1 : 1;
}

static void forge(struct schedule *schedule) {
    struct word *word = any_word(schedule), *other = any_word(schedule);
    long p = forge_random(word->length), q = forge_random(other->length);
    switch (forge_random(10)) {
    case 0:
        rotate(word, forge_random(word->length));
        break;
    case 1:
        exchange_roles(word, other);
        break;
    case 2:
        exchange(&word->value[p], &other->value[q]);
        break;
    case 3:
        exchange(&word->sent[p], &other->sent[q]);
        break;
    case 4: /* as legal as before */
        word->value[p] +=
            word->value[p] >= word->length && forge_once_in(2) ? -word->length : word->length;
        break;
    case 5:
        send_early(word, p);
        break;
    case 6:
        change_count(schedule, word);
        break;
    case 7:
        leave_out(schedule, word);
        break;
    case 8:
        word->sent[p] = NAIVE_NOTHING;
        break;
    default:
        change_head(schedule);
    }
}

static const char *const names[] = {"block-cyclic-l1-t4.cert",
                                    "block-cyclic-l3-t7.cert",
                                    "block-cyclic-l5-t8-only-root.cert",
                                    "stationary-l1-t1.cert",
                                    "stationary-l2-t3.cert",
                                    "stationary-l2-t6.cert",
                                    "stationary-l2-t6-surplus.cert",
                                    "stationary-l2-t7-three-balls.cert",
                                    "stationary-l4-t8-two-heads.cert",
                                    "periodic-l2-t3-unequal-phases.cert",
                                    "periodic-l2-t4-roles-change.cert",
                                    "periodic-l2-t4-roles-kept.cert"};

enum { NAMES = sizeof names / sizeof *names };

/* A sample, or once in three times one that is found. */
static void begin(struct schedule *schedule, long i) {
    if (i % 3 == 0)
        find_any(schedule);
    else
        load(schedule, names[forge_random(NAMES)]);
}

static void test_other_ways_are_right(void **state) {
    static struct schedule sample, schedule;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    unsigned long periodic = 0;
    (void)state;
    for (long i = 0; i < FORGERIES / 4; i++) {
        begin(&sample, i);
        schedule = sample;
        for (long ways = forge_random(5); ways > 0; ways--)
            write_otherwise(&schedule);
        write_schedule(&schedule, &text);
        change_seal_and_compare(&text, fields_schedule_holds, &tally);
        periodic += schedule.T > sample.T;
    }
    printf("other ways: %lu verified, %lu with a longer period\n", tally.verified, periodic);
    assert_int_equal(tally.malformed + tally.refuted, 0);
    assert_true(periodic > FORGERIES / 20);
}

static void test_forgeries(void **state) {
    static struct schedule schedule;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (long i = 0; i < FORGERIES; i++) {
        begin(&schedule, i);
        for (long ways = forge_random(4); ways > 0; ways--)
            write_otherwise(&schedule);
        for (long faults = 1 + forge_random(2); faults > 0; faults--)
            forge(&schedule);
        write_schedule(&schedule, &text);
        change_seal_and_compare(&text, fields_schedule_holds, &tally);
    }
    forge_assert_changes("schedules", &tally, FORGERIES / 20);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_other_ways_are_right),
                                       cmocka_unit_test(test_forgeries)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("forge_schedule", tests, forge_start, NULL);
}
