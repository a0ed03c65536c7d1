/* SPDX-License-Identifier: MIT */
/* How many block-cyclic schedules there are. No kind of certificate says so: engines are
 * compared. */
#include <stdio.h>
#include <stdlib.h>

#include "automata/numbers.h"
#include "solver/count/count.h"
#include "solver/count/port_count.h"
#include "solver/question/decide/backtrack.h"
#include "solver/question/engines.h"

static bool asks_for_words(const struct question *question) {
    return question_number(question, KEY_OF) == 0;
}

static enum status report_count(struct outcome *outcome, bool finished, mpz_srcptr count,
                                struct failure *failure) {
    if (finished)
        return outcome_give_bounds(outcome, count, count, failure);
    outcome_leave_open(outcome, "a limit was reached");
    return STATUS_OK;
}

static enum status ask_dynamic(const struct engine_call *call, struct failure *failure) {
    struct count_options own = {.memory =
                                    call->options->memory ? call->options->memory : COUNT_MEMORY};
    bool finished = true, words = asks_for_words(call->question),
         both = call->options->counts != NULL;
    mpz_t alone[2], *counts = both ? call->options->counts : alone;
    enum status status = STATUS_OK;
    mpz_init_set_si(alone[0], -1);
    mpz_init_set_si(alone[1], -1);
    if (mpz_sgn(counts[words]) < 0)
        status = count_schedules_with((int)question_number(call->question, KEY_LATENCY),
                                      (int)question_number(call->question, KEY_DEPTH), &own,
                                      call->limits, both || !words ? counts[0] : NULL,
                                      both || words ? counts[1] : NULL, &finished, failure);
    if (!status)
        status = report_count(call->outcome, finished, counts[words], failure);
    mpz_clears(alone[0], alone[1], NULL);
    return status;
}

static enum status ask_backtrack(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    struct backtrack_result result = {.finished = true, .solutions = 1};
    struct backtrack_question asked = {.latency = (int)question_number(call->question, KEY_LATENCY),
                                       .depth = (int)question_number(call->question, KEY_DEPTH),
                                       .mode = asks_for_words(call->question) ? WALK_WORDS
                                                                              : WALK_MULTISETS,
                                       .count = true,
                                       .ball_rule = true,
                                       .state = call->options->state};
    if (asked.depth >= asked.latency) /* below there is one processor and no block */
        TRY(backtrack_run(&asked, call->limits, &result, failure));
    free(result.letters);
    outcome->nodes = result.nodes;
    outcome->state = result.kept ? call->options->state : NULL;
    CLEANUP(big_clear) mpz_t count;
    mpz_init_set_ui(count, result.solutions);
    enum status status = report_count(outcome, result.finished, count, failure);
    if (!result.finished && result.unsaved.status)
        snprintf(outcome->reason, sizeof outcome->reason, "the state could not be saved: %.160s",
                 result.unsaved.message);
    return status;
}

static enum status ask_ports(const struct engine_call *call, struct failure *failure) {
    BIG(count);
    TRY(port_count((int)question_number(call->question, KEY_LATENCY),
                   question_machine(call->question).ports,
                   (int)question_number(call->question, KEY_DEPTH), call->limits, count, failure));
    return report_count(call->outcome, true, count, failure);
}

static bool takes_ports(const struct question *question) {
    return !asks_for_words(question);
}

const struct engine count_engines[] = {
    {MACHINE_POSTAL, "dynamic", ENGINE_DECIDES,
     ENGINE_HEEDS_THREADS | ENGINE_UNCERTIFIED | ENGINE_SEARCHES, ask_dynamic, 0, NULL, NULL,
     "generating functions over letter counts; needs memory"},
    {MACHINE_POSTAL, "backtrack", ENGINE_DECIDES,
     ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS | ENGINE_RESUMES | ENGINE_UNCERTIFIED |
         ENGINE_SEARCHES,
     ask_backtrack, 0, NULL, NULL, "exhaustive search, one by one"},
    {MACHINE_PORTS, "dynamic", ENGINE_DECIDES, ENGINE_UNCERTIFIED | ENGINE_SEARCHES, ask_ports, 0,
     NULL, takes_ports, "leaves that are dealt to blocks of one size after the other; of parikh"},
    {.name = NULL}};
