/* SPDX-License-Identifier: MIT */
/* Bad input of every function: a status and a message, and outputs as they were. Limits that
 * stop. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/library/library_test.h"

/* Outputs that nobody may touch. */
static steadycast_answer *const untouched = (steadycast_answer *)&(int){0};
static char *const no_text = (char *)"untouched";

/* Refused with this status, in words that hold `part`. */
static void assert_refused(steadycast_status status, steadycast_status found,
                           const steadycast_error *error, const char *part) {
    assert_int_equal(found, status);
    assert_int_equal(error->status, status);
    if (!strstr(error->message, part))
        fail_msg("'%s' does not speak of '%s'", error->message, part);
    assert_null(strchr(error->message, '\n'));
}

#define refused_as(status, call, part)                                                             \
    do {                                                                                           \
        steadycast_error error = {STEADYCAST_OK, ""};                                              \
        steadycast_answer *answer = untouched;                                                     \
        assert_refused(status, call, &error, part);                                                \
        assert_ptr_equal(answer, untouched);                                                       \
    } while (0)
#define refused(call, part) refused_as(STEADYCAST_INPUT, call, part)

static const char *const no_numbers[] = {NULL, "",   "0",   "00",   "-3",  "+3",  "12x",
                                         " 1", "1 ", "1e3", "0x10", "1.5", "1\n", "\xff"};

static void decide_refuses(void **state) {
    (void)state;
    steadycast_error none;
    refused(steadycast_decide(0, 5, NULL, NULL, &answer, &error), "latency '0'");
    refused(steadycast_decide(-1, 5, NULL, NULL, &answer, &error), "latency '-1'");
    refused(steadycast_decide(INT_MAX, 5, NULL, NULL, &answer, &error), "latency");
    refused(steadycast_decide(INT_MIN, INT_MIN, NULL, NULL, &answer, &error), "latency");
    refused(steadycast_decide(3, -1, NULL, NULL, &answer, &error), "depth '-1'");
    refused(steadycast_decide(3, INT_MAX, NULL, NULL, &answer, &error), "depth");
    refused(steadycast_decide(3, 7, "magic", NULL, &answer, &error), "'magic'");
    refused(steadycast_decide(3, 7, "", NULL, &answer, &error), "engine");
    refused_as(STEADYCAST_LIMIT, steadycast_decide(3, 1000, "sat", NULL, &answer, &error), "");
    assert_int_equal(steadycast_decide(3, 7, NULL, NULL, NULL, &none), STEADYCAST_INPUT);
    assert_int_equal(steadycast_decide(0, 7, NULL, NULL, NULL, NULL), STEADYCAST_INPUT);
}

static void serve_refuses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; i++)
        refused(
            steadycast_serve(2, 5, no_numbers[i], STEADYCAST_ANY, 0, NULL, NULL, &answer, &error),
            "processors");
    refused(steadycast_serve(0, 5, "3", STEADYCAST_ANY, 0, NULL, NULL, &answer, &error), "latency");
    refused(steadycast_serve(2, -5, "3", STEADYCAST_ANY, 0, NULL, NULL, &answer, &error), "depth");
    refused(steadycast_serve(2, 5, "3", (steadycast_class)4, 0, NULL, NULL, &answer, &error),
            "schedules");
    refused(steadycast_serve(2, 5, "3", (steadycast_class)-1, 0, NULL, NULL, &answer, &error),
            "schedules");
    refused(steadycast_serve(2, 5, "3", STEADYCAST_PERIODIC, 0, NULL, NULL, &answer, &error),
            "period");
    refused(steadycast_serve(2, 5, "3", STEADYCAST_PERIODIC, INT_MAX, NULL, NULL, &answer, &error),
            "period");
    refused(steadycast_serve(2, 5, "3", STEADYCAST_ANY, 1, NULL, NULL, &answer, &error), "period");
    refused(steadycast_serve(2, 5, "3", STEADYCAST_ANY, 0, "arithmetic", NULL, &answer, &error),
            "engine");
    refused(steadycast_serve(2, 5, "3", STEADYCAST_BLOCKS, 0, "paper", NULL, &answer, &error),
            "engine");
    refused(steadycast_serve(2, 5, "3", STEADYCAST_ANY, 0, NULL, NULL, NULL, &error), "answer");
}

static void numbers_refuse(void **state) {
    (void)state;
    refused(steadycast_capacity(0, 5, NULL, NULL, &answer, &error), "latency");
    refused(steadycast_capacity(2, -1, NULL, NULL, &answer, &error), "depth");
    refused(steadycast_capacity(2, 5, "sat", NULL, &answer, &error), "'sat'");
    refused_as(STEADYCAST_LIMIT, steadycast_capacity(2, 2001, NULL, NULL, &answer, &error), "2000");
    refused_as(STEADYCAST_LIMIT, steadycast_capacity(2, 29, "search", NULL, &answer, &error), "28");
    refused(steadycast_capacity(2, 5, NULL, NULL, NULL, &error), "answer");
    for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; i++) {
        refused(steadycast_delay(3, no_numbers[i], NULL, NULL, &answer, &error), "processors");
        refused(steadycast_single(3, 1, 2, no_numbers[i], NULL, &answer, &error), "processors");
    }
    refused(steadycast_delay(0, "9", NULL, NULL, &answer, &error), "latency");
    refused(steadycast_delay(3, "9", "quick", NULL, &answer, &error), "'quick'");
    refused_as(STEADYCAST_LIMIT,
               steadycast_delay(3, "100000000000", "search", NULL, &answer, &error), "");
    refused(steadycast_delay(3, "9", NULL, NULL, NULL, &error), "answer");
    refused(steadycast_single(0, 0, 1, "9", NULL, &answer, &error), "latency '0'");
    refused(steadycast_single(1, -1, 1, "9", NULL, &answer, &error), "overhead '-1'");
    refused(steadycast_single(1, 0, 0, "9", NULL, &answer, &error), "gap '0'");
    refused(steadycast_single(1, 0, 1, "9", NULL, NULL, &error), "answer");
}

static void streams_refuse(void **state) {
    const steadycast_under_way full = STEADYCAST_FULL;
    (void)state;
    for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; i++)
        refused(steadycast_stream(6, 2, 4, full, no_numbers[i], NULL, NULL, &answer, &error),
                "processors");
    refused(steadycast_stream(0, 2, 4, full, "9", NULL, NULL, &answer, &error), "latency");
    refused(steadycast_stream(6, -1, 4, full, "9", NULL, NULL, &answer, &error), "overhead");
    refused(steadycast_stream(6, 2, 0, full, "9", NULL, NULL, &answer, &error), "gap");
    refused(steadycast_stream(6, 2, 4, (steadycast_under_way)3, "9", NULL, NULL, &answer, &error),
            "capacity");
    refused(steadycast_stream(6, 2, 4, (steadycast_under_way)-1, "9", NULL, NULL, &answer, &error),
            "capacity");
    refused(steadycast_stream(6, 2, 4, full, "9", "all", NULL, &answer, &error), "'all'");
    refused(steadycast_stream(6, 2, 4, full, "9", NULL, NULL, NULL, &error), "answer");
    refused_as(STEADYCAST_LIMIT,
               steadycast_stream(9, 3, 4, full, "9", "search", NULL, &answer, &error), "g >= 2o");
}

static void items_refuse(void **state) {
    (void)state;
    refused(steadycast_items(0, 1, 4, 2, 0, NULL, NULL, &answer, &error), "latency");
    refused(steadycast_items(3, 0, 4, 2, 0, NULL, NULL, &answer, &error), "ports");
    refused(steadycast_items(3, 1, 1, 2, 0, NULL, NULL, &answer, &error), "processors");
    refused(steadycast_items(3, 1, INT_MIN, 2, 0, NULL, NULL, &answer, &error), "processors");
    refused(steadycast_items(3, 1, INT_MAX, 2, 0, NULL, NULL, &answer, &error), "processors");
    refused(steadycast_items(3, 1, 4, 0, 0, NULL, NULL, &answer, &error), "items");
    refused(steadycast_items(3, 1, 4, INT_MAX, 0, NULL, NULL, &answer, &error), "items");
    refused(steadycast_items(3, 1, 4, 2, 2, NULL, NULL, &answer, &error), "options");
    refused(steadycast_items(3, 1, 4, 2, -1, NULL, NULL, &answer, &error), "options");
    refused(steadycast_items(3, 1, 4, 2, 0, "all", NULL, &answer, &error), "'all'");
    refused(steadycast_items(3, 1, 4, 2, 0, NULL, NULL, NULL, &error), "answer");
}

static void long_numbers_are_taken_up_to_their_limit(void **state) {
    enum { MOST = 100000 };
    char *digits = malloc(MOST + 2);
    (void)state;
    assert_non_null(digits);
    memset(digits, '9', MOST + 1);
    digits[MOST + 1] = 0;
    refused(steadycast_delay(3, digits, NULL, NULL, &answer, &error), "100000");
    digits[500] = 0;
    steadycast_error error;
    steadycast_answer *answer = NULL;
    assert_done(steadycast_delay(3, digits, NULL, NULL, &answer, &error), error);
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_SETTLED);
    steadycast_answer_free(answer);
    free(digits);
}

static void texts_refuse(void **state) {
    char *first = no_text, *second = no_text;
    steadycast_error error;
    (void)state;
    assert_int_equal(steadycast_tree_size(0, 5, &first, &error), STEADYCAST_INPUT);
    assert_int_equal(steadycast_tree_size(3, -5, &first, &error), STEADYCAST_INPUT);
    assert_int_equal(steadycast_tree_size(3, 5, NULL, &error), STEADYCAST_INPUT);
    assert_int_equal(steadycast_count(0, 5, NULL, &first, &second, &error), STEADYCAST_INPUT);
    assert_int_equal(steadycast_count(3, INT_MAX, NULL, &first, &second, &error), STEADYCAST_INPUT);
    assert_int_equal(steadycast_count(3, 100000, NULL, &first, &second, &error), STEADYCAST_LIMIT);
    assert_int_equal(steadycast_count(3, 5, NULL, &first, NULL, &error), STEADYCAST_INPUT);
    assert_int_equal(steadycast_count(3, 5, NULL, NULL, &second, &error), STEADYCAST_INPUT);
    assert_ptr_equal(first, no_text);
    assert_ptr_equal(second, no_text);
}

static int take_bytes(void *context, const char *bytes, size_t count) {
    (void)bytes;
    *(size_t *)context += count;
    return 1;
}

static int take_message(void *context, const steadycast_message *message) {
    (void)context;
    (void)message;
    fail();
    return 1;
}

static void answers_refuse(void **state) {
    steadycast_error error;
    steadycast_answer *answer = NULL;
    steadycast_messages *const none = (steadycast_messages *)no_text;
    steadycast_messages *messages = none;
    char *text = no_text;
    size_t taken = 0;
    (void)state;
    assert_done(steadycast_decide(4, 8, NULL, NULL, &answer, &error), error);
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_INFEASIBLE);
    assert_null(steadycast_answer_kind(answer, STEADYCAST_SCHEDULE));
    assert_string_equal(steadycast_answer_kind(answer, STEADYCAST_PROOF), "impossible-residues");
    assert_null(steadycast_answer_kind(answer, (steadycast_side)7));
    assert_null(steadycast_answer_lower(answer));
#define refuses(call) assert_int_equal(call, STEADYCAST_INPUT)
    refuses(steadycast_answer_text(answer, STEADYCAST_SCHEDULE, NULL, &text, NULL, &error));
    refuses(steadycast_answer_text(answer, STEADYCAST_PROOF, NULL, NULL, NULL, &error));
    refuses(steadycast_answer_text(NULL, STEADYCAST_PROOF, NULL, &text, NULL, &error));
    refuses(steadycast_answer_send(answer, STEADYCAST_PROOF, NULL, NULL, NULL, &error));
    refuses(steadycast_answer_write(answer, STEADYCAST_PROOF, NULL, 1, NULL, &error));
    refuses(steadycast_answer_write(answer, STEADYCAST_PROOF, "", 1, NULL, &error));
    refuses(steadycast_answer_write(answer, STEADYCAST_PROOF, "-", 1, NULL, &error));
    refuses(steadycast_answer_write(answer, STEADYCAST_PROOF, "/no/such/folder", 1, NULL, &error));
    refuses(steadycast_answer_write(answer, STEADYCAST_PROOF, "/dev/null", 0, NULL, &error));
    refuses(steadycast_answer_write(answer, STEADYCAST_PROOF, "/dev/null", 1, NULL, &error));
    refuses(steadycast_messages_of(answer, 3, &messages, &error));
    refuses(steadycast_messages_of(NULL, 3, &messages, &error));
    refuses(steadycast_messages_open(NULL, &messages, &error));
    refuses(steadycast_messages_open("/no/such/file", &messages, &error));
    refuses(steadycast_messages_each(NULL, take_message, NULL, NULL, &error));
    refuses(steadycast_messages_write(NULL, "x", 1, NULL, &error));
    assert_int_equal(
        steadycast_answer_send(answer, STEADYCAST_PROOF, take_bytes, &taken, NULL, &error),
        STEADYCAST_LIMIT);
    assert_true(taken > 0);
    assert_ptr_equal(text, no_text);
    assert_ptr_equal(messages, none);
    steadycast_answer_free(answer);
}

/* NULL is nothing, where an object is only looked at or given back. */
static void null_is_nothing(void **state) {
    (void)state;
    steadycast_answer_free(NULL);
    steadycast_messages_free(NULL);
    steadycast_limits_free(NULL);
    steadycast_free(NULL);
    steadycast_messages_describe(NULL, NULL);
    assert_int_equal(steadycast_answer_verdict(NULL), STEADYCAST_UNKNOWN);
    assert_string_equal(steadycast_answer_engine(NULL), "");
    assert_string_equal(steadycast_answer_reason(NULL), "");
    assert_int_equal(steadycast_answer_nodes(NULL), 0);
    assert_null(steadycast_answer_sum(NULL));
    assert_string_equal(steadycast_status_name(STEADYCAST_LIMIT), "limit");
    assert_string_equal(steadycast_status_name((steadycast_status)99), "unknown");
}

static int stop_at_once(void *context) {
    ++*(int *)context;
    return 1;
}

static void tell(void *context, const steadycast_progress *progress) {
    *(int *)context += progress->task != NULL;
}

static void limits_have_ranges(void **state) {
    steadycast_limits *limits = steadycast_limits_new();
    steadycast_error error;
    (void)state;
    assert_non_null(limits);
    refuses(steadycast_limits_set_threads(limits, -1, &error));
    refuses(steadycast_limits_set_threads(limits, 4097, &error));
    refuses(steadycast_limits_set_threads(NULL, 1, &error));
    refuses(steadycast_limits_set_seconds(limits, -0.5, &error));
    refuses(steadycast_limits_set_seconds(limits, nan(""), &error));
    refuses(steadycast_limits_set_seconds(NULL, 1, &error));
    refuses(steadycast_limits_set_nodes(NULL, 1, &error));
    refuses(steadycast_limits_set_stop(NULL, NULL, NULL, &error));
    refuses(steadycast_limits_set_report(NULL, NULL, NULL, &error));
    steadycast_limits_free(limits);
}

/* Nothing is known of the number. */
static void assert_open(steadycast_answer *answer, const char *engine) {
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_UNKNOWN);
    assert_string_equal(steadycast_answer_engine(answer), engine);
    assert_true(*steadycast_answer_reason(answer) != 0);
    assert_null(steadycast_answer_lower(answer));
    assert_null(steadycast_answer_upper(answer));
    assert_null(steadycast_answer_kind(answer, STEADYCAST_SCHEDULE));
    assert_null(steadycast_answer_kind(answer, STEADYCAST_PROOF));
    steadycast_answer_free(answer);
}

/* The source alone has everything as soon as it is there: nothing is to be shown. */
static void alone_nobody_waits(void **state) {
    steadycast_error error;
    steadycast_answer *answers[3] = {NULL, NULL, NULL};
    (void)state;
    assert_done(steadycast_delay(3, "1", NULL, NULL, &answers[0], &error), error);
    assert_done(steadycast_stream(6, 2, 4, STEADYCAST_FULL, "1", NULL, NULL, &answers[1], &error),
                error);
    assert_done(steadycast_single(6, 2, 4, "1", NULL, &answers[2], &error), error);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(steadycast_answer_verdict(answers[i]), STEADYCAST_SETTLED);
        assert_string_equal(steadycast_answer_lower(answers[i]), "0");
        assert_string_equal(steadycast_answer_upper(answers[i]), "0");
        assert_null(steadycast_answer_kind(answers[i], STEADYCAST_SCHEDULE));
        assert_null(steadycast_answer_kind(answers[i], STEADYCAST_PROOF));
    }
    assert_string_equal(steadycast_answer_sum(answers[2]), "0");
    for (int i = 0; i < 3; i++)
        steadycast_answer_free(answers[i]);
}

/* Stopped, a search is unknown and never impossible, and the number stays open. */
static void limits_stop_searches(void **state) {
    steadycast_limits *limits = steadycast_limits_new();
    steadycast_error error;
    steadycast_answer *answer = NULL;
    int asked = 0;
    (void)state;
    assert_done(steadycast_limits_set_stop(limits, stop_at_once, &asked, &error), error);
    assert_done(steadycast_decide(20, 60, "backtrack", limits, &answer, &error), error);
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_UNKNOWN);
    assert_true(*steadycast_answer_reason(answer) != 0);
    assert_true(asked > 0);
    assert_null(steadycast_answer_kind(answer, STEADYCAST_PROOF));
    steadycast_answer_free(answer);
    assert_done(steadycast_capacity(2, 8, "search", limits, &answer, &error), error);
    assert_open(answer, "search");
    assert_done(steadycast_delay(3, "9", "search", limits, &answer, &error), error);
    assert_open(answer, "search");
    assert_done(steadycast_stream(6, 2, 4, STEADYCAST_FULL, "301", NULL, limits, &answer, &error),
                error);
    assert_open(answer, "construction");
    assert_done(steadycast_items(1, 1, 6, 4, 0, "sat", limits, &answer, &error), error);
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_UNKNOWN);
    assert_null(steadycast_answer_upper(answer));
    assert_non_null(steadycast_answer_lower(answer));
    steadycast_answer_free(answer);
    steadycast_limits_free(limits);
}

static void stop_them(void *context, const steadycast_progress *progress) {
    (void)progress;
    steadycast_limits_stop(context);
}

/* From a callback, while a search runs; then for every question. */
static void stopped_limits_stay_so(void **state) {
    steadycast_limits *limits = steadycast_limits_new();
    steadycast_error error;
    steadycast_answer *answer = NULL;
    (void)state;
    steadycast_limits_stop(NULL);
    assert_done(steadycast_limits_set_report(limits, stop_them, limits, &error), error);
    for (int round = 0; round < 2; round++) {
        assert_done(steadycast_decide(20, 60, "backtrack", limits, &answer, &error), error);
        assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_UNKNOWN);
        steadycast_answer_free(answer);
        assert_done(steadycast_limits_set_report(limits, NULL, NULL, &error), error);
    }
    steadycast_limits_free(limits);
}

static void seconds_and_nodes_end_a_search(void **state) {
    steadycast_limits *limits = steadycast_limits_new();
    steadycast_error error;
    steadycast_answer *answer = NULL;
    int told = 0;
    (void)state;
    assert_done(steadycast_limits_set_seconds(limits, 0.3, &error), error);
    assert_done(steadycast_limits_set_report(limits, tell, &told, &error), error);
    time_t start = time(NULL);
    assert_done(steadycast_decide(20, 60, "backtrack", limits, &answer, &error), error);
    assert_true(difftime(time(NULL), start) < 20);
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_UNKNOWN);
    assert_true(told > 0);
    steadycast_answer_free(answer);
    assert_done(steadycast_limits_set_seconds(limits, 0, &error), error);
    assert_done(steadycast_limits_set_nodes(limits, 100000, &error), error);
    assert_done(steadycast_decide(20, 60, "backtrack", limits, &answer, &error), error);
    assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_UNKNOWN);
    assert_true(steadycast_answer_nodes(answer) <= 100000);
    steadycast_answer_free(answer);
    steadycast_limits_free(limits);
}

static void versions_agree(void **state) {
    char text[40];
    (void)state;
    snprintf(text, sizeof text, "%d.%d.%d", STEADYCAST_VERSION_MAJOR, STEADYCAST_VERSION_MINOR,
             STEADYCAST_VERSION_PATCH);
    assert_string_equal(steadycast_version_text(), text);
    assert_int_equal(steadycast_version_number(), STEADYCAST_VERSION_NUMBER);
    assert_true(STEADYCAST_VERSION_NUMBER >= 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decide_refuses),
        cmocka_unit_test(serve_refuses),
        cmocka_unit_test(numbers_refuse),
        cmocka_unit_test(streams_refuse),
        cmocka_unit_test(items_refuse),
        cmocka_unit_test(long_numbers_are_taken_up_to_their_limit),
        cmocka_unit_test(texts_refuse),
        cmocka_unit_test(answers_refuse),
        cmocka_unit_test(null_is_nothing),
        cmocka_unit_test(limits_have_ranges),
        cmocka_unit_test(alone_nobody_waits),
        cmocka_unit_test(limits_stop_searches),
        cmocka_unit_test(stopped_limits_stay_so),
        cmocka_unit_test(seconds_and_nodes_end_a_search),
        cmocka_unit_test(versions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
