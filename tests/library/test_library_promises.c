/* SPDX-License-Identifier: MIT */
/* What the library of this MAJOR has promised (results/CHANGELOG.md, Policy): functions by their
 * types, values of constants, members of structures. Nothing here is ever changed within a MAJOR;
 * what is added to the header is added at the end of each list. Where the header says otherwise
 * this file is not compiled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <steadycast.h>

const char *steadycast_version_text(void);
const char *steadycast_status_name(steadycast_status status);
void steadycast_free(void *text);
steadycast_limits *steadycast_limits_new(void);
void steadycast_limits_free(steadycast_limits *limits);
int steadycast_processors(void);
steadycast_status steadycast_limits_set_threads(steadycast_limits *limits, int threads,
                                                steadycast_error *error);
steadycast_status steadycast_limits_set_nodes(steadycast_limits *limits, unsigned long nodes,
                                              steadycast_error *error);
steadycast_status steadycast_limits_set_seconds(steadycast_limits *limits, double seconds,
                                                steadycast_error *error);
steadycast_status steadycast_limits_set_stop(steadycast_limits *limits, steadycast_stop *stop,
                                             void *context, steadycast_error *error);
void steadycast_limits_stop(steadycast_limits *limits);
steadycast_status steadycast_limits_set_report(steadycast_limits *limits, steadycast_report *report,
                                               void *context, steadycast_error *error);
steadycast_status steadycast_ask(const char *question, const char *engine,
                                 const steadycast_limits *limits, steadycast_answer **answer,
                                 steadycast_error *error);
steadycast_status steadycast_decide(int latency, int depth, const char *engine,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error);
steadycast_status steadycast_serve(int latency, int depth, const char *processors,
                                   steadycast_class schedules, int period, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error);
steadycast_status steadycast_capacity(int latency, int depth, const char *engine,
                                      const steadycast_limits *limits, steadycast_answer **answer,
                                      steadycast_error *error);
steadycast_status steadycast_delay(int latency, const char *processors, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error);
steadycast_status steadycast_stream(int latency, int overhead, int gap,
                                    steadycast_under_way capacity, const char *processors,
                                    const char *engine, const steadycast_limits *limits,
                                    steadycast_answer **answer, steadycast_error *error);
steadycast_status steadycast_items(int latency, int ports, int processors, int items, int options,
                                   const char *engine, const steadycast_limits *limits,
                                   steadycast_answer **answer, steadycast_error *error);
steadycast_status steadycast_single(int latency, int overhead, int gap, const char *processors,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error);
steadycast_status steadycast_tree_size(int latency, int depth, char **text,
                                       steadycast_error *error);
steadycast_status steadycast_count(int latency, int depth, const steadycast_limits *limits,
                                   char **multisets, char **words, steadycast_error *error);
void steadycast_answer_free(steadycast_answer *answer);
steadycast_verdict steadycast_answer_verdict(const steadycast_answer *answer);
const char *steadycast_answer_engine(const steadycast_answer *answer);
const char *steadycast_answer_reason(const steadycast_answer *answer);
unsigned long steadycast_answer_nodes(const steadycast_answer *answer);
const char *steadycast_answer_lower(const steadycast_answer *answer);
const char *steadycast_answer_upper(const steadycast_answer *answer);
const char *steadycast_answer_sum(const steadycast_answer *answer);
const char *steadycast_answer_fact(const steadycast_answer *answer, const char *name);
steadycast_status steadycast_answer_json(const steadycast_answer *answer, char **text,
                                         steadycast_error *error);
const char *steadycast_answer_kind(const steadycast_answer *answer, steadycast_side side);
steadycast_status steadycast_answer_write(const steadycast_answer *answer, steadycast_side side,
                                          const char *path, int overwrite,
                                          const steadycast_limits *limits, steadycast_error *error);
steadycast_status steadycast_answer_text(const steadycast_answer *answer, steadycast_side side,
                                         const steadycast_limits *limits, char **text,
                                         size_t *length, steadycast_error *error);
steadycast_status steadycast_answer_send(const steadycast_answer *answer, steadycast_side side,
                                         steadycast_take_bytes *take, void *context,
                                         const steadycast_limits *limits, steadycast_error *error);
steadycast_status steadycast_messages_open(const char *path, steadycast_messages **messages,
                                           steadycast_error *error);
steadycast_status steadycast_messages_of(const steadycast_answer *answer, int items,
                                         steadycast_messages **messages, steadycast_error *error);
void steadycast_messages_free(steadycast_messages *messages);
void steadycast_messages_describe(const steadycast_messages *messages,
                                  steadycast_messages_about *about);
steadycast_status steadycast_messages_each(const steadycast_messages *messages,
                                           steadycast_take_message *take, void *context,
                                           const steadycast_limits *limits,
                                           steadycast_error *error);
steadycast_status steadycast_messages_write(const steadycast_messages *messages, const char *path,
                                            int overwrite, const steadycast_limits *limits,
                                            steadycast_error *error);

_Static_assert(STEADYCAST_OK == 0, "a constant");
_Static_assert(STEADYCAST_INPUT == 1, "a constant");
_Static_assert(STEADYCAST_LIMIT == 2, "a constant");
_Static_assert(STEADYCAST_SYSTEM == 3, "a constant");
_Static_assert(STEADYCAST_INTERNAL == 4, "a constant");
_Static_assert(STEADYCAST_MEMORY == 5, "a constant");
_Static_assert(STEADYCAST_BLOCKS == 0, "a constant");
_Static_assert(STEADYCAST_STATIONARY == 1, "a constant");
_Static_assert(STEADYCAST_PERIODIC == 2, "a constant");
_Static_assert(STEADYCAST_ANY == 3, "a constant");
_Static_assert(STEADYCAST_FULL == 0, "a constant");
_Static_assert(STEADYCAST_FLIGHT == 1, "a constant");
_Static_assert(STEADYCAST_NONE == 2, "a constant");
_Static_assert(STEADYCAST_SINGLE_SENDING == 1, "a constant");
_Static_assert(STEADYCAST_UNKNOWN == 0, "a constant");
_Static_assert(STEADYCAST_FEASIBLE == 1, "a constant");
_Static_assert(STEADYCAST_INFEASIBLE == 2, "a constant");
_Static_assert(STEADYCAST_SETTLED == 3, "a constant");
_Static_assert(STEADYCAST_SCHEDULE == 0, "a constant");
_Static_assert(STEADYCAST_PROOF == 1, "a constant");

_Static_assert(offsetof(steadycast_error, status) < offsetof(steadycast_error, message),
               "a member");
_Static_assert(offsetof(steadycast_progress, task) < offsetof(steadycast_progress, done),
               "a member");
_Static_assert(offsetof(steadycast_progress, done) < offsetof(steadycast_progress, total),
               "a member");
_Static_assert(offsetof(steadycast_progress, total) < offsetof(steadycast_progress, nodes),
               "a member");
_Static_assert(offsetof(steadycast_message, time) < offsetof(steadycast_message, from), "a member");
_Static_assert(offsetof(steadycast_message, from) < offsetof(steadycast_message, to), "a member");
_Static_assert(offsetof(steadycast_message, to) < offsetof(steadycast_message, item), "a member");
_Static_assert(offsetof(steadycast_message, item) < offsetof(steadycast_message, wait), "a member");
_Static_assert(offsetof(steadycast_messages_about, model) <
                   offsetof(steadycast_messages_about, latency),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, latency) <
                   offsetof(steadycast_messages_about, overhead),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, overhead) <
                   offsetof(steadycast_messages_about, gap),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, gap) <
                   offsetof(steadycast_messages_about, ports),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, ports) <
                   offsetof(steadycast_messages_about, processors),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, processors) <
                   offsetof(steadycast_messages_about, items),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, items) <
                   offsetof(steadycast_messages_about, sources),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, sources) <
                   offsetof(steadycast_messages_about, period),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, period) <
                   offsetof(steadycast_messages_about, delay),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, delay) <
                   offsetof(steadycast_messages_about, finish),
               "a member");
_Static_assert(offsetof(steadycast_messages_about, finish) <
                   offsetof(steadycast_messages_about, count),
               "a member");
_Static_assert(sizeof((steadycast_error *)NULL)->message == 512, "room for a message");

/* Each is there, and none is another one. */
static void functions_are_there(void **state) {
    typedef void function(void);
    function *const functions[] = {(function *)steadycast_version_text,
                                   (function *)steadycast_status_name,
                                   (function *)steadycast_free,
                                   (function *)steadycast_limits_new,
                                   (function *)steadycast_limits_free,
                                   (function *)steadycast_processors,
                                   (function *)steadycast_limits_set_threads,
                                   (function *)steadycast_limits_set_nodes,
                                   (function *)steadycast_limits_set_seconds,
                                   (function *)steadycast_limits_set_stop,
                                   (function *)steadycast_limits_stop,
                                   (function *)steadycast_limits_set_report,
                                   (function *)steadycast_ask,
                                   (function *)steadycast_decide,
                                   (function *)steadycast_serve,
                                   (function *)steadycast_capacity,
                                   (function *)steadycast_delay,
                                   (function *)steadycast_stream,
                                   (function *)steadycast_items,
                                   (function *)steadycast_single,
                                   (function *)steadycast_tree_size,
                                   (function *)steadycast_count,
                                   (function *)steadycast_answer_free,
                                   (function *)steadycast_answer_verdict,
                                   (function *)steadycast_answer_engine,
                                   (function *)steadycast_answer_reason,
                                   (function *)steadycast_answer_nodes,
                                   (function *)steadycast_answer_lower,
                                   (function *)steadycast_answer_upper,
                                   (function *)steadycast_answer_sum,
                                   (function *)steadycast_answer_fact,
                                   (function *)steadycast_answer_json,
                                   (function *)steadycast_answer_kind,
                                   (function *)steadycast_answer_write,
                                   (function *)steadycast_answer_text,
                                   (function *)steadycast_answer_send,
                                   (function *)steadycast_messages_open,
                                   (function *)steadycast_messages_of,
                                   (function *)steadycast_messages_free,
                                   (function *)steadycast_messages_describe,
                                   (function *)steadycast_messages_each,
                                   (function *)steadycast_messages_write};
    enum { FUNCTIONS = sizeof functions / sizeof *functions };
    (void)state;
    assert_true(FUNCTIONS >= 42);
    for (int i = 0; i < FUNCTIONS; i++)
        for (int j = 0; j < i; j++)
            assert_true(functions[i] && functions[i] != functions[j]);
}

/* The MAJOR of whom the promises are. */
static void version_is_theirs(void **state) {
    (void)state;
    assert_int_equal(steadycast_version_number() / 10000, 0);
    assert_int_equal(steadycast_version_number(), STEADYCAST_VERSION_NUMBER);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(functions_are_there),
                                       cmocka_unit_test(version_is_theirs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
