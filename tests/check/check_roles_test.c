/* SPDX-License-Identifier: MIT */
/* The formula of block-cyclic schedules on pruned trees (`roles blocks`): its models, counted by
 * PicoSAT, are compared with all schedules, counted from the definition. And the field
 * `roles` of schedules: of all samples, and of some that are hard to tell; check_pruned_test does
 * that with blocks at random. Usage: check_roles_test FOLDER */
#include "check_fields.h"
#include "check_naive.h"
#include "check_picosat.h"
#include "core/memory.h"
#include "rest/cnf_periodic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 16, MODELS_COUNTED = 3000, PLAIN_COUNTED = 100 };

/* Words, one behind the other, as processors in the order of the formula: with an order heads do
 * not ascend. */
struct rows {
    long L, t, N;
    long value[ROWS]; /* received */
    long sent[ROWS];  /* or 0 */
    long count;
    bool idle;      /* one that only receives is there */
    long of_source; /* processors that receive value t */
    bool ordered;
    unsigned long schedules;
    unsigned long most;
};

/* Value t once, from the source, and each other value as often as it is sent. */
static bool is_balanced(const struct rows *rows) {
    for (long w = 0; w <= rows->t; w++) {
        long taken = 0, sent = w == rows->t;
        for (long p = 0; p < rows->N; p++) {
            taken += rows->value[p] == w;
            sent += rows->sent[p] == w + rows->L;
        }
        if (taken != sent)
            return false;
    }
    return rows->idle;
}

static bool lands_alone(const struct rows *rows, long first, long size, long p, long value) {
    for (long q = 0; q < p; q++)
        if ((rows->value[first + q] + q - value - p) % size == 0)
            return false;
    return true;
}

static void add_word(struct rows *rows, long most);

/* Positions p.. of the word of this size that begins at `first`. */
static void add_leaves(struct rows *rows, long first, long size, long p) {
    if (p == size) {
        rows->count += size;
        add_word(rows, rows->ordered ? rows->value[first] : rows->t);
        rows->count -= size;
        return;
    }
    for (long value = 0; value <= rows->t; value++)
        if (lands_alone(rows, first, size, p, value) && (value < rows->t || rows->of_source == 0)) {
            rows->value[first + p] = value;
            rows->sent[first + p] = rows->value[first] - p;
            rows->of_source += value == rows->t;
            add_leaves(rows, first, size, p + 1);
            rows->of_source -= value == rows->t;
        }
}

/* The words behind the first `count` rows, with heads up to `most`. */
static void add_word(struct rows *rows, long most) {
    if (rows->schedules > rows->most)
        return;
    if (rows->count == rows->N) {
        rows->schedules += is_balanced(rows);
        return;
    }
    for (long head = most; head >= 0; head--) {
        if (head == rows->t && rows->of_source > 0)
            continue;
        rows->value[rows->count] = head;
        rows->of_source += head == rows->t;
        if (!rows->idle) {
            rows->idle = true;
            rows->sent[rows->count++] = 0;
            add_word(rows, rows->ordered ? head : rows->t);
            rows->count--;
            rows->idle = false;
        }
        rows->sent[rows->count] = head;
        for (long size = 1; size <= head - rows->L + 1 && rows->count + size <= rows->N; size++)
            add_leaves(rows, rows->count, size, 1);
        rows->of_source -= head == rows->t;
    }
}

/* All schedules, or more than `most`. */
static unsigned long count_schedules(const struct periodic_cnf *question, bool ordered,
                                     unsigned long most) {
    long t = question->depth;
    struct rows rows = {.L = question->latency,
                        .t = t,
                        .N = question->processors,
                        .ordered = ordered,
                        .most = most};
    add_word(&rows, t);
    return rows.schedules;
}

static struct formula formula_of(const struct periodic_cnf *question, bool ordered) {
    return (struct formula){
        .question = question, .build = periodic_cnf_build, .order = ordered ? &words_order : NULL};
}

static unsigned long count_models(const struct formula *formula, unsigned long most) {
    struct picosat_formula built;
    picosat_build(&built, formula);
    unsigned long models = picosat_models(&built, most);
    memory_release(0);
    return models;
}

static bool has_model(const struct formula *formula) {
    struct picosat_formula built;
    picosat_build(&built, formula);
    bool model = picosat_has_model(&built);
    memory_release(0);
    return model;
}

/* False if there are too many. */
static bool compare(const struct periodic_cnf *question, bool ordered, unsigned long tally[2]) {
    const struct formula formula = formula_of(question, ordered);
    unsigned long most = ordered ? MODELS_COUNTED : PLAIN_COUNTED;
    unsigned long schedules = count_schedules(question, ordered, most);
    if (schedules > most)
        return false;
    unsigned long models = count_models(&formula, most + 1);
    if (models != schedules)
        fail_msg("L=%u t=%u N=%u %s: %lu schedules, %lu models", question->latency, question->depth,
                 question->processors, ordered ? "ordered" : "plain", schedules, models);
    tally[schedules > 0]++;
    return true;
}

/* Every number of processors, above the most that there can be as well. */
static void test_models(void **state) {
    static const struct {
        uint32_t L, t, N;
    } last[] = {{1, 1, 4}, {1, 2, 5}, {1, 3, 5}, {2, 2, 4}, {2, 3, 5}, {2, 4, 6}, {2, 5, 7},
                {2, 6, 6}, {3, 3, 4}, {3, 5, 6}, {3, 6, 7}, {3, 7, 8}, {3, 8, 7}, {4, 4, 4},
                {4, 7, 7}, {4, 8, 8}, {4, 9, 8}, {5, 9, 7}, {3, 9, 6}};
    unsigned long tally[2] = {0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        for (uint32_t N = 1; N <= last[i].N; N++) {
            struct periodic_cnf question = {.latency = last[i].L,
                                            .depth = last[i].t,
                                            .processors = N,
                                            .period = 1,
                                            .roles = ROLES_BLOCKS};
            compare(&question, false, tally);
            assert_true(compare(&question, true, tally));
        }
    printf("%lu questions with schedules, %lu without\n", tally[1], tally[0]);
    assert_true(tally[1] > 100 && tally[0] > 20);
}

/* Whole trees without a block-cyclic schedule (THEOREMS.md, sections 3 and 9), and neighbours. */
static void test_known_answers(void **state) {
    static const struct {
        uint32_t L, t, N;
        bool feasible;
    } known[] = {{2, 4, 5, false}, {2, 5, 8, false}, {2, 7, 20, false}, {4, 8, 7, false},
                 {4, 8, 6, true},  {4, 9, 7, true},  {6, 12, 9, false}, {3, 8, 13, true},
                 {3, 9, 18, true}, {4, 9, 9, true},  {3, 7, 10, false}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct periodic_cnf question = {.latency = known[i].L,
                                        .depth = known[i].t,
                                        .processors = known[i].N,
                                        .period = 1,
                                        .roles = ROLES_BLOCKS};
        const struct formula formula = formula_of(&question, true);
        if (has_model(&formula) != known[i].feasible)
            fail_msg("L=%u t=%u N=%u", known[i].L, known[i].t, known[i].N);
    }
}

/* --- the field of schedules --- */

static const char *folder;

/* Those of several ports are judged by their messages: solver/test_port_stream. */
static bool is_small_schedule(const struct text *text) {
    long depth = 0;
    const char *place = strstr(text->bytes, "\ndepth ");
    return strstr(text->bytes, "\nkind schedule\n") && place &&
           sscanf(place, "\ndepth %ld", &depth) == 1 && depth <= 12 && text->length < 2000 &&
           !strstr(text->bytes, "\nports ") && !strstr(text->bytes, "00000");
}

static void test_fields_of_samples(void **state) {
    static struct text text;
    unsigned long compared = 0;
    (void)state;
    DIR *samples = opendir(folder);
    assert_non_null(samples);
    for (struct dirent *entry; (entry = readdir(samples));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".cert") != 0 || !text_load(&text, folder, entry->d_name))
            continue;
        text.bytes[text.length] = '\0';
        if (!is_small_schedule(&text))
            continue;
        assert_true(fields_schedule_holds(&text));
        compared++;
    }
    closedir(samples);
    printf("%lu samples\n", compared);
    assert_true(compared > 10);
}

struct written {
    const char *body, *roles;
};

static void compare_written(const struct written *written) {
    static struct text text;
    struct verdict verdict;
    text.length = 0;
    text_put(&text, "steadycast certificate 1\nwriter test 1\nkind schedule\n%s", written->body);
    text_seal(&text);
    text.bytes[text.length] = '\0';
    assert_true(fields_schedule_holds(&text));
    text_check(&text, &verdict);
    size_t length = strlen(written->roles); /* they stand at the end, before a space */
    assert_true(length < verdict.fields.length);
    if (memcmp(verdict.fields.bytes + verdict.fields.length - 1 - length, written->roles, length))
        fail_msg("expected %s:\n%s", written->roles, text.bytes);
    verdict_clear(&verdict);
}

/* Blocks in all forms, alone and beside words; words as long as the period, longer, and longer but
 * the same in each period. */
static void test_fields_written(void **state) {
    static const struct written all[] = {
        {"latency 3\ndepth 7\nprocessors 9\nperiod 1\nreceive-only 1\n"
         "block 7 5 1 word 0 1 2 0\nblock 4 2 1 word 0\nblock 3 1 1\n",
         "roles=permute"},
        {"latency 3\ndepth 7\nprocessors 9\nperiod 1\nreceive-only 1\n"
         "block 7 5 1 letters 0*2 1-2\nblock 4 2 1 letters 0\nblock 3 1 1\n",
         "roles=permute"},
        {"latency 3\ndepth 3\nprocessors 2\nperiod 1\nreceive-only 0\nblock 3 1 1\n", "roles=keep"},
        {"latency 1\ndepth 1\nprocessors 2\nperiod 1\nreceive-only 0\nblock 1 1 1\n", "roles=keep"},
        {"latency 3\ndepth 4\nprocessors 2\nperiod 1\nreceive-only 1\nblock 4 1 1\n", "roles=keep"},
        {"latency 2\ndepth 3\nprocessors 2\nperiod 1\nword 1 receive 3 send 3\n"
         "word 1 receive 1 send -\n",
         "roles=keep"},
        {"latency 1\ndepth 3\nprocessors 8\nperiod 1\nreceive-only 0\nblock 3 3 1 letters 0*2\n"
         "block 2 2 1 letters 0\nword 1 receive 1*2 send 1*2\n",
         "roles=permute"},
        {"latency 1\ndepth 3\nprocessors 8\nperiod 2\nword 1 receive 3 0*2 3 0*2 send 3 2 1 3 2 1\n"
         "word 1 receive 2 0 send 2 1\nword 1 receive 0 2 send 1 2\n"
         "word 1 receive 1*4 send 1*4\nword 1 receive 0*2 send -*2\n",
         "roles=permute"},
        {"latency 1\ndepth 3\nprocessors 8\nperiod 6\nword 1 receive 3 0*2 3 0*2 send 3 2 1 3 2 1\n"
         "word 1 receive 0 3 0*2 3 0 send 1 3 2 1 3 2\n"
         "word 1 receive 0*2 3 0*2 3 send 2 1 3 2 1 3\n"
         "word 1 receive 2 0 2 0 2 0 send 2 1 2 1 2 1\n"
         "word 1 receive 0 2 0 2 0 2 send 1 2 1 2 1 2\n"
         "word 1 receive 1*12 send 1*12\nword 1 receive 0*6 send -*6\n",
         "roles=keep"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        compare_written(&all[i]);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models), cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_fields_of_samples), cmocka_unit_test(test_fields_written)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_roles", tests, NULL, NULL);
}
