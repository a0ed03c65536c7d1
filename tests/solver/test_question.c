/* SPDX-License-Identifier: MIT */
/* Questions: what is printed is read as the same question, what is no question is refused, and the
 * engines of each subject agree with each other where they are small. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/question/engines.h"
#include "solver/question/question_files.h"

static uint64_t seed = 20261122;

static long random_below(long bound) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (long)((seed >> 33) % (uint64_t)bound);
}

/* A value that the parameter allows, as text. */
static void random_value(const struct parameter *parameter, char text[80]) {
    long range = parameter->most - parameter->least;
    switch (parameter->kind) {
    case PARAMETER_NUMBER:
        snprintf(text, 80, "%ld",
                 parameter->least + random_below(range < 1000000000 ? range + 1 : 1000000000));
        break;
    case PARAMETER_BIG:
        if (random_below(2))
            snprintf(text, 80, "%ld", parameter->least + random_below(1000));
        else
            snprintf(text, 80, "1%018ld%018ld", random_below(1000000000), random_below(1000000000));
        break;
    case PARAMETER_WORD: {
        char words[80], *rest = NULL;
        int count = 1;
        snprintf(words, sizeof words, "%s", parameter->words);
        for (const char *bar = words; (bar = strchr(bar, '|')); bar++)
            count++;
        char *word = strtok_r(words, "|", &rest);
        for (long skip = random_below(count); skip > 0; skip--)
            word = strtok_r(NULL, "|", &rest);
        bool numbered = word[strlen(word) - 1] == ':';
        snprintf(text, 80, numbered ? "%s%ld" : "%s", word, 1 + random_below(50));
        break;
    }
    case PARAMETER_TEXT:
        snprintf(text, 80, "ring:%ld", 3 + random_below(9));
        break;
    }
}

/* All parameters, or only those that must be given, in any order. */
static void random_text(enum subject subject, char text[600]) {
    const struct subject_form *form = subject_form(subject);
    int start = (int)random_below(form->count);
    strcpy(text, form->name);
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[(i + start) % form->count];
        char value[80];
        if (parameter->implied != NOT_IMPLIED && random_below(2))
            continue;
        random_value(parameter, value);
        sprintf(text + strlen(text), " %s %s", key_name(parameter->key), value);
    }
}

static struct question parsed(const char *text) {
    struct question question;
    struct failure failure;
    if (question_parse(&question, text, &failure))
        fail_msg("'%s': %s", text, failure.message);
    return question;
}

static void test_round_trip(void **state) {
    (void)state;
    for (int round = 0; round < 4000; round++) {
        char text[600];
        random_text((enum subject)(round % SUBJECTS), text);
        struct question first = parsed(text);
        char *printed = question_print(&first);
        assert_non_null(printed);
        struct question second = parsed(printed);
        char *again = question_print(&second);
        assert_string_equal(printed, again);
        assert_int_equal(question_compare(&first, &second), 0);
        free(printed);
        free(again);
        question_clear(&first);
        question_clear(&second);
    }
}

/* What differs in one value differs, and the order is one. */
static void test_order(void **state) {
    (void)state;
    for (int round = 0; round < 2000; round++) {
        char texts[3][600];
        struct question q[3];
        enum subject subject = (enum subject)(round % SUBJECTS);
        for (int i = 0; i < 3; i++) {
            random_text(subject, texts[i]);
            q[i] = parsed(texts[i]);
        }
        char *a = question_print(&q[0]), *b = question_print(&q[1]);
        assert_int_equal(question_compare(&q[0], &q[1]) == 0, strcmp(a, b) == 0);
        assert_int_equal(question_compare(&q[0], &q[1]), -question_compare(&q[1], &q[0]));
        if (question_compare(&q[0], &q[1]) <= 0 && question_compare(&q[1], &q[2]) <= 0)
            assert_true(question_compare(&q[0], &q[2]) <= 0);
        free(a);
        free(b);
        for (int i = 0; i < 3; i++)
            question_clear(&q[i]);
    }
}

static void test_refused(void **state) {
    static const char *const wrong[] = {"",
                                        "decided latency 3 depth 7",
                                        "decide",
                                        "decide latency 3",
                                        "decide latency 3 depth",
                                        "decide latency 3 depth 7 depth 7",
                                        "decide latency 3 depth 7 served 4",
                                        "decide latency 0 depth 7",
                                        "decide latency 3 depth -1",
                                        "decide latency 3 depth 7x",
                                        "decide latency 3 depth 99999999999999999999",
                                        "delay latency 3 processors 1",
                                        "delay latency 3 processors 1e9",
                                        "serve latency 2 depth 5 served 8 schedule periodic:0",
                                        "serve latency 2 depth 5 served 8 schedule periodic",
                                        "serve latency 2 depth 5 served 8 schedule any roles some",
                                        "gossip duplex half"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct question question = {.subject = SUBJECTS};
        struct failure failure = {0};
        assert_int_equal(question_parse(&question, wrong[i], &failure), STATUS_INPUT);
        assert_int_equal(question.subject, SUBJECTS);
        assert_true(strlen(failure.message) > 10 && !strchr(failure.message, '\n'));
    }
}

/* Every engine that takes the question is asked; how many have said something that can be held
 * against another. */
static int ask_all(const char *text) {
    const struct limits limits = {.threads = 1, .nodes = 200000};
    struct question question = parsed(text);
    struct outcome outcomes[8];
    const struct engine *engine;
    char why[ENGINES_WHY_ROOM];
    int count = 0, said = 0;
    for (int i = 0; (engine = engine_of(&question, i)) && count < 8; i++) {
        const struct engine_options options = {.plain = false};
        struct failure failure;
        enum status status =
            engine_ask(engine, &question, &options, &limits, &outcomes[count], &failure);
        if (status && status != STATUS_LIMIT && status != STATUS_INPUT)
            fail_msg("%s by %s: %s", text, engine->name, failure.message);
        if (status)
            continue;
        said += outcomes[count].verdict != OUTCOME_UNKNOWN;
        count++;
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (outcomes_disagree(&outcomes[i], &outcomes[j], why))
                fail_msg("%s: %s", text, why);
    for (int i = 0; i < count; i++)
        outcome_clear(&outcomes[i]);
    question_clear(&question);
    return said;
}

static void test_engines_agree(void **state) {
    int compared = 0;
    char text[200];
    (void)state;
    for (int round = 0; round < 60; round++) {
        long l = 1 + random_below(4), t = random_below(10), p = 2 + random_below(3);
        long o = random_below(2), g = 1 + random_below(3);
        snprintf(text, sizeof text, "decide latency %ld depth %ld", l, t);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "capacity latency %ld depth %ld", l, t);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "count latency %ld depth %ld", l, t);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "single latency %ld overhead %ld gap %ld processors %ld", l, o,
                 g, p);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "allgather latency %ld overhead %ld gap %ld processors %ld", l,
                 o, g, p < 4 ? p : 3);
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text,
                 "reduce latency %ld overhead %ld gap %ld processors %ld until %ld", l, o, g, p,
                 random_below(8));
        compared += ask_all(text) > 1;
        snprintf(text, sizeof text, "multiport ports %ld processors %ld items %ld", g, p + 3,
                 t + 1);
        compared += ask_all(text) > 1;
    }
    assert_true(compared > 200);
}

/* Answers that contradict each other are seen as such. */
static void test_disagreement(void **state) {
    char low[] = "9", high[] = "10", why[ENGINES_WHY_ROOM];
    struct outcome yes = {.verdict = OUTCOME_FEASIBLE, .by = "a"};
    struct outcome no = {.verdict = OUTCOME_INFEASIBLE, .by = "b"};
    struct outcome unknown = {.verdict = OUTCOME_UNKNOWN, .by = "c"};
    struct outcome nine = {.verdict = OUTCOME_SETTLED, .lower = low, .upper = low, .by = "d"};
    struct outcome ten = {.verdict = OUTCOME_INTERVAL, .lower = high, .by = "e"};
    (void)state;
    assert_true(outcomes_disagree(&yes, &no, why));
    assert_string_equal(why, "a says feasible, b says infeasible");
    assert_false(outcomes_disagree(&yes, &unknown, why) || outcomes_disagree(&unknown, &no, why));
    assert_true(outcomes_disagree(&nine, &ten, why) && outcomes_disagree(&ten, &nine, why));
    ten.lower = low;
    assert_false(outcomes_disagree(&nine, &ten, why));
}

/* --- files --- */

struct listing {
    int count;
    char text[200]; /* name=path; for each */
};

static enum status list_file(void *context, const char *name, const char *path,
                             struct failure *failure) {
    struct listing *listing = context;
    size_t used = strlen(listing->text);
    snprintf(listing->text + used, sizeof listing->text - used, "%s=%s;", name, path);
    return ++listing->count < 3 ? STATUS_OK
                                : failure_set(failure, STATUS_LIMIT, "three are enough");
}

static void test_files(void **state) {
    (void)state;
    static const struct {
        const char *question, *base, *files;
    } cases[] = {
        {"formula file q.cnf", NULL, "q.cnf=q.cnf;"},
        {"formula file q.cnf", "/a/b", "q.cnf=/a/b/q.cnf;"},
        {"formula file /q.cnf", "/a/b", "/q.cnf=/q.cnf;"},
        {"formula file -", "/a/b", ""},
        {"gossip network ring:5", "/a/b", ""},
        {"gossip network file:net", NULL, "net=net;"},
        {"gossip network ring:5*file:n:2*file:/m", "a", "n:2=a/n:2;/m=/m;"},
        {"gossip network file:*file:n", "a", "n=a/n;"},
        {"gossip network files:n*fil", "a", ""},
        {"claim file x", "a", ""},
        {"decide latency 3 depth 7", "a", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct question question, copy;
        struct failure failure = {0};
        struct listing listing = {0};
        assert_int_equal(question_parse(&question, cases[i].question, &failure), STATUS_OK);
        question.base = cases[i].base;
        assert_int_equal(question_copy(&copy, &question, &failure), STATUS_OK);
        assert_int_equal(question_files(&copy, list_file, &listing, &failure), STATUS_OK);
        assert_string_equal(listing.text, cases[i].files);
        copy.base = "another";
        assert_int_equal(question_compare(&question, &copy), 0);
        question_clear(&copy);
        question_clear(&question);
    }
}

static void test_visit_ends(void **state) {
    (void)state;
    struct question question;
    struct failure failure = {0};
    struct listing listing = {0};
    assert_int_equal(question_parse(&question, "gossip network file:a*file:b*file:c*file:d", NULL),
                     STATUS_OK);
    assert_int_equal(question_files(&question, list_file, &listing, &failure), STATUS_LIMIT);
    assert_int_equal(listing.count, 3);
    question_clear(&question);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_order),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_disagreement), cmocka_unit_test(test_files),
        cmocka_unit_test(test_visit_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
