/* SPDX-License-Identifier: MIT */
/* Any question by its text: each subject and class of machines once, what an answer says as JSON,
 * and what is refused. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/library/library_test.h"

/* A file of one clause, in the folder where the test runs. */
static char formula_file[] = "/tmp/steadycast-ask-XXXXXX";

static const struct expected {
    const char *question;
    const char *engine; /* asked; NULL: nobody is chosen */
    const char *now;    /* the subject */
    const char *by;
    steadycast_verdict verdict;
    const char *lower;
    const char *upper;
    const char *schedule; /* kinds of the certificates; NULL: there is none */
    const char *proof;
    const char *fact;
    const char *value;
} expectations[] = {
    {"decide latency 3 depth 7", NULL, "decide", "arithmetic", STEADYCAST_FEASIBLE, NULL, NULL,
     "schedule", NULL, "period", "1"},
    {"decide latency 4 depth 8", "sat", "decide", "sat", STEADYCAST_INFEASIBLE, NULL, NULL, NULL,
     "impossible-cnf", NULL, NULL},
    {"decide postal 3 depth 100000000", NULL, "decide", "arithmetic", STEADYCAST_FEASIBLE, NULL,
     NULL, "family", NULL, "depth", "100000000"},
    {"serve latency 2 depth 5 served 7 schedule any", NULL, "serve", "construction",
     STEADYCAST_FEASIBLE, NULL, NULL, "schedule", NULL, "depth", "5"},
    {"serve latency 2 depth 5 served 9 schedule stationary", NULL, "serve", "construction",
     STEADYCAST_INFEASIBLE, NULL, NULL, NULL, "prices", NULL, NULL},
    {"serve logp 6,2,4 depth 30 served 6 schedule any", NULL, "serve", "construction",
     STEADYCAST_FEASIBLE, NULL, NULL, "logp-schedule", NULL, NULL, NULL},
    {"capacity latency 3 depth 5", NULL, "capacity", "construction", STEADYCAST_SETTLED, "4", "4",
     "schedule", "prices", "depth", "5"},
    {"capacity latency 5 gap 2 depth 2", NULL, "capacity", "construction", STEADYCAST_SETTLED, "1",
     "1", "logp-schedule", "prices", "period", "1"},
    {"delay latency 3 processors 1000", NULL, "delay", "construction", STEADYCAST_SETTLED, "23",
     "23", "schedule", "prices", "depth", "20"},
    {"delay latency 3 ports 3 processors 78", NULL, "delay", "construction", STEADYCAST_SETTLED,
     "12", "12", "schedule", "ports-bound", "depth", "9"},
    {"family latency 3 ports 4", NULL, "family", "construction", STEADYCAST_FEASIBLE, NULL, NULL,
     "family", NULL, "receive-only", "1"},
    {"delay logp 9,3,4 processors 2", NULL, "delay", "construction", STEADYCAST_SETTLED, "15", "15",
     "logp-schedule", NULL, "step", "6"},
    {"delay latency 3 processors 1", NULL, "delay", "construction", STEADYCAST_SETTLED, "0", "0",
     NULL, NULL, NULL, NULL},
    {"delays latency 3 processors 9", NULL, "delays", "construction", STEADYCAST_SETTLED, "10",
     "10", "stream", NULL, NULL, NULL},
    {"count latency 3 depth 7", NULL, "count", "dynamic", STEADYCAST_SETTLED, "2", "2", NULL, NULL,
     NULL, NULL},
    {"family latency 3", NULL, "family", "construction", STEADYCAST_FEASIBLE, NULL, NULL, "family",
     NULL, "receive-only", "1"},
    {"broadcast latency 3 processors 9 items 4", "construction", "broadcast", "endgame",
     STEADYCAST_SETTLED, "11", "11", "messages", "items-bound", NULL, NULL},
    {"broadcast logp 6,2,4 processors 8", NULL, "broadcast", "tree", STEADYCAST_SETTLED, "24", "24",
     "messages", "reach", "sum", "132"},
    {"broadcast logp 6,2,4 processors 2 items 3", NULL, "broadcast", "source", STEADYCAST_SETTLED,
     "18", "18", "messages", "items-bound", NULL, NULL},
    {"broadcast latency 1 ports 2 processors 9 items 1", NULL, "broadcast", "tree",
     STEADYCAST_SETTLED, "2", "2", "messages", "items-bound", NULL, NULL},
    {"allgather latency 3 processors 4 items 2", NULL, "allgather", "rotation", STEADYCAST_SETTLED,
     "8", "8", "messages", "items-bound", NULL, NULL},
    {"allgather network ring:5 duplex half", NULL, "allgather", "ring", STEADYCAST_SETTLED, "10",
     "10", "network-schedule", "network-bound", "processors", "5"},
    {"allreduce latency 3 processors 9", NULL, "allreduce", "window", STEADYCAST_SETTLED, "7", "7",
     "combining", "reach", "messages", "5"},
    {"scatter network ring:5", NULL, "scatter", "routes", STEADYCAST_SETTLED, "2", "2",
     "network-schedule", "network-bound", "steps", "2"},
    {"gather network ring:5 items 2 steps 2", NULL, "gather", "any", STEADYCAST_SETTLED, "4", "4",
     "network-schedule", "network-bound", "steps", "2"},
    {"alltoall network ring:4 steps 2 rounds 1", NULL, "alltoall", "any", STEADYCAST_INFEASIBLE,
     NULL, NULL, NULL, "network-bound", "processors", "4"},
    {"reduce-scatter network ring:5", NULL, "reduce-scatter", "shortest", STEADYCAST_SETTLED, "2",
     "2", "network-schedule", "network-bound", "steps", "2"},
    {"allreduce network ring:5 items 5", NULL, "allreduce", "composition", STEADYCAST_SETTLED, "4",
     "4", "network-schedule", "network-bound", "processors", "5"},
    {"reduce logp 6,2,4 processors 8 until 30", NULL, "reduce", "tree", STEADYCAST_SETTLED, "85",
     "85", "summation", "summation-bound", "used", "8"},
    {"reduce latency 3 processors 9 operands 20", NULL, "reduce", "tree", STEADYCAST_SETTLED, "9",
     "9", "summation", "summation-bound", "operands", "26"},
    {"formula file FILE", NULL, "formula", "PicoSAT", STEADYCAST_FEASIBLE, NULL, NULL, NULL, NULL,
     "clauses", "1"},
};
enum { EXPECTATIONS = sizeof expectations / sizeof *expectations };

/* A word of these two may be missing. */
static void assert_word(const char *found, const char *wanted, const char *of) {
    if (found && wanted ? strcmp(found, wanted) != 0 : found != wanted)
        fail_msg("%s: '%s', not '%s'", of, found ? found : "none", wanted ? wanted : "none");
}

static void assert_number(const json_t *object, const char *key, const char *wanted) {
    const json_t *number = json_object_get(object, key);
    char digits[24];
    assert_non_null(number);
    if (wanted && json_is_integer(number)) {
        snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
        assert_string_equal(digits, wanted);
    } else
        assert_true(!wanted && json_is_null(number));
}

/* One object, with each key once. */
static json_t *object_of(const steadycast_answer *answer) {
    steadycast_error error;
    json_error_t wrong;
    char *text;
    assert_done(steadycast_answer_json(answer, &text, &error), error);
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, &wrong);
    if (!object)
        fail_msg("%s: %s", text, wrong.text);
    assert_null(strchr(text, '\n'));
    steadycast_free(text);
    return object;
}

static void assert_json(const steadycast_answer *answer, const struct expected *want) {
    static const char *const statuses[] = {"unknown", "feasible", "infeasible", "settled"};
    json_t *object = object_of(answer);
    const char *subject =
        json_string_value(json_object_get(json_object_get(object, "question"), "subject"));
    assert_word(subject, want->now, want->question);
    assert_string_equal(json_string_value(json_object_get(object, "status")),
                        statuses[want->verdict]);
    assert_true(json_is_true(json_object_get(object, "settled")));
    assert_number(object, "lower", want->lower);
    assert_number(object, "upper", want->upper);
    assert_string_equal(json_string_value(json_object_get(object, "by")), want->by);
    if (want->fact)
        assert_number(object, want->fact, want->value);
    json_decref(object);
}

static void assert_kind(const steadycast_answer *answer, steadycast_side side, const char *kind,
                        const char *question) {
    steadycast_error error;
    char *text;
    assert_word(steadycast_answer_kind(answer, side), kind, question);
    if (!kind) {
        assert_int_equal(steadycast_answer_text(answer, side, NULL, &text, NULL, &error),
                         STEADYCAST_INPUT);
        return;
    }
    assert_done(steadycast_answer_text(answer, side, NULL, &text, NULL, &error), error);
    assert_true(strlen(text) > 100);
    steadycast_free(text);
}

static void every_subject_is_answered(void **state) {
    (void)state;
    for (int i = 0; i < EXPECTATIONS; i++) {
        const struct expected *want = &expectations[i];
        steadycast_answer *answer = NULL;
        steadycast_error error;
        char question[200];
        const char *file = strstr(want->question, "FILE");
        snprintf(question, sizeof question, "%.*s%s",
                 (int)(file ? file - want->question : (long)strlen(want->question)), want->question,
                 file ? formula_file : "");
        assert_done(steadycast_ask(question, want->engine, NULL, &answer, &error), error);
        assert_int_equal(steadycast_answer_verdict(answer), want->verdict);
        assert_word(steadycast_answer_engine(answer), want->by, question);
        assert_word(steadycast_answer_reason(answer), "", question);
        assert_word(steadycast_answer_lower(answer), want->lower, question);
        assert_word(steadycast_answer_upper(answer), want->upper, question);
        assert_kind(answer, STEADYCAST_SCHEDULE, want->schedule, question);
        assert_kind(answer, STEADYCAST_PROOF, want->proof, question);
        if (want->fact)
            assert_word(steadycast_answer_fact(answer, want->fact), want->value, question);
        assert_null(steadycast_answer_fact(answer, "none of that name"));
        assert_json(answer, want);
        steadycast_answer_free(answer);
    }
}

static void fractions_take_programs(void **state) {
    steadycast_answer *answer = NULL;
    steadycast_error error;
    (void)state;
    if (!STEADYCAST_LP_BUILT)
        skip();
    assert_done(steadycast_ask("fraction latency 4 of a", NULL, NULL, &answer, &error), error);
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_FEASIBLE);
    steadycast_answer_free(answer);
}

/* What is open says so; names of files are texts, whatever they look like. */
static void json_is_right(void **state) {
    steadycast_answer *answer = NULL;
    steadycast_error error;
    (void)state;
    assert_done(steadycast_ask("delay logp 5,0,2 processors 4", NULL, NULL, &answer, &error),
                error);
    json_t *object = object_of(answer), *question = json_object_get(object, "question");
    assert_string_equal(json_string_value(json_object_get(object, "status")), "interval");
    assert_true(json_is_false(json_object_get(object, "settled")));
    assert_true(json_is_null(json_object_get(object, "delay")));
    assert_string_equal(json_string_value(json_object_get(object, "reason")),
                        steadycast_answer_reason(answer));
    assert_int_equal(json_integer_value(json_object_get(question, "L")), 5);
    assert_int_equal(json_integer_value(json_object_get(question, "g")), 2);
    assert_string_equal(json_string_value(json_object_get(question, "capacity")), "full");
    json_decref(object);
    steadycast_answer_free(answer);

    char folder[] = "/tmp/steadycast-ask-XXXXXX", here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    static const struct {
        const char *name, *word;
    } files[] = {{"007", "007"},
                 {"gr\xc3\xb6\xc3\x9f"
                  "e",
                  "gr\xc3\xb6\xc3\x9f"
                  "e"},
                 {"a\tb\xff", "\"a\\x09b\\xFF\""}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[80];
        assert_int_equal(symlink(formula_file, files[i].name), 0);
        snprintf(text, sizeof text, "formula file %s", files[i].word);
        assert_done(steadycast_ask(text, NULL, NULL, &answer, &error), error);
        object = object_of(answer);
        question = json_object_get(object, "question");
        assert_string_equal(json_string_value(json_object_get(question, "file")), files[i].word);
        json_decref(object);
        steadycast_answer_free(answer);
        assert_int_equal(unlink(files[i].name), 0);
    }
    assert_int_equal(chdir(here), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void assert_refused(const char *question, const char *engine, steadycast_status status,
                           const char *part) {
    steadycast_answer *const untouched = (steadycast_answer *)&(int){0};
    steadycast_answer *answer = untouched;
    steadycast_error error = {STEADYCAST_OK, ""};
    assert_int_equal(steadycast_ask(question, engine, NULL, &answer, &error), status);
    assert_int_equal(error.status, status);
    if (!strstr(error.message, part) || strchr(error.message, '\n'))
        fail_msg("'%s' does not speak of '%s'", error.message, part);
    assert_ptr_equal(answer, untouched);
    assert_int_equal(steadycast_ask(question, engine, NULL, &answer, NULL), status);
}

static void wrong_questions_are_refused(void **state) {
    (void)state;
    assert_refused(NULL, NULL, STEADYCAST_INPUT, "question");
    assert_refused("", NULL, STEADYCAST_INPUT, "no subject");
    assert_refused("dely latency 3 processors 4", NULL, STEADYCAST_INPUT, "'delay'");
    assert_refused("delay", NULL, STEADYCAST_INPUT, "latency");
    assert_refused("delay latency 3", NULL, STEADYCAST_INPUT, "processors");
    assert_refused("delay latency 3 processors", NULL, STEADYCAST_INPUT, "value");
    assert_refused("delay latency 3 processors 4 latency 3", NULL, STEADYCAST_INPUT, "once");
    assert_refused("delay latency 3 processors 4 depth 3", NULL, STEADYCAST_INPUT, "depth");
    assert_refused("delay latency -3 processors 4", NULL, STEADYCAST_INPUT, "'-3'");
    assert_refused("delay latency 3 processors 4 network ring:5", NULL, STEADYCAST_INPUT,
                   "network");
    assert_refused("delay logp 6,2 processors 4", NULL, STEADYCAST_INPUT, "L,o,g");
    assert_refused("delay latency 3 processors \"4", NULL, STEADYCAST_INPUT, "");
    assert_refused("count latency 3 ports 2 depth 7", NULL, STEADYCAST_INPUT,
                   "no engine answers 'count' for a machine of class ports with these values");
    assert_refused("delay latency 3 processors 4", "serch", STEADYCAST_INPUT, "'search'");
    assert_refused("delay latency 3 processors 4", "", STEADYCAST_INPUT, "engine");
    assert_refused("decide latency 3 depth 1000", "sat", STEADYCAST_LIMIT, "");
    assert_refused("claim file x", NULL, STEADYCAST_LIMIT, "claims");
    assert_refused("formula file /none/of/these", NULL, STEADYCAST_INPUT, "/none/of/these");
    assert_refused("allgather network file:/none/of/these", NULL, STEADYCAST_INPUT,
                   "/none/of/these");
}

static void nothing_is_refused(void **state) {
    steadycast_error error = {STEADYCAST_OK, ""};
    steadycast_answer *answer = NULL;
    char *text = NULL;
    (void)state;
    assert_int_equal(steadycast_ask("count latency 3 depth 7", NULL, NULL, NULL, &error),
                     STEADYCAST_INPUT);
    assert_non_null(strstr(error.message, "answer"));
    assert_int_equal(steadycast_ask(NULL, NULL, NULL, NULL, NULL), STEADYCAST_INPUT);
    assert_int_equal(steadycast_answer_json(NULL, &text, &error), STEADYCAST_INPUT);
    assert_non_null(strstr(error.message, "answer"));
    assert_null(text);
    assert_done(steadycast_ask("count latency 3 depth 7", NULL, NULL, &answer, &error), error);
    assert_int_equal(steadycast_answer_json(answer, NULL, &error), STEADYCAST_INPUT);
    assert_non_null(strstr(error.message, "text"));
    assert_int_equal(steadycast_answer_json(NULL, NULL, NULL), STEADYCAST_INPUT);
    assert_null(steadycast_answer_fact(answer, NULL));
    assert_null(steadycast_answer_fact(NULL, "sum"));
    assert_null(steadycast_answer_sum(answer));
    steadycast_answer_free(answer);
}

static int stop_at_once(void *context) {
    (void)context;
    return 1;
}

/* Stopped, what it has is kept, and the answer is open. */
static void stopped_questions_are_open(void **state) {
    static const char *const questions[] = {
        "decide latency 100 depth 5000", "capacity logp 6,2,4 depth 300",
        "delay logp 6,2,4 processors 301", "count latency 9 depth 30",
        "broadcast logp 6,2,4 processors 101 items 10"};
    steadycast_limits *limits = steadycast_limits_new();
    steadycast_error error;
    (void)state;
    assert_done(steadycast_limits_set_stop(limits, stop_at_once, NULL, &error), error);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        steadycast_answer *answer = NULL;
        assert_done(steadycast_ask(questions[i], NULL, limits, &answer, &error), error);
        assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_UNKNOWN);
        assert_true(*steadycast_answer_reason(answer));
        json_t *object = object_of(answer);
        assert_true(json_is_false(json_object_get(object, "settled")));
        assert_true(json_is_string(json_object_get(object, "reason")));
        json_decref(object);
        steadycast_answer_free(answer);
    }
    steadycast_limits_free(limits);
}

static int setup(void **state) {
    int file = mkstemp(formula_file);
    (void)state;
    if (file < 0)
        return -1;
    bool written = write(file, "p cnf 1 1\n1 0\n", 14) == 14;
    return close(file) == 0 && written ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    return unlink(formula_file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_subject_is_answered),
        cmocka_unit_test(fractions_take_programs),
        cmocka_unit_test(json_is_right),
        cmocka_unit_test(wrong_questions_are_refused),
        cmocka_unit_test(nothing_is_refused),
        cmocka_unit_test(stopped_questions_are_open),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
