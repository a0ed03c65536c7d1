/* SPDX-License-Identifier: MIT */
/* Fractional streams. That none is found proves nothing. */
#include "solver/items/fraction/fraction.h"
#include "solver/question/engines.h"

EVIDENCE_CLEAR(clear_stream, fraction_stream_clear)

static enum status ask_fraction(const struct engine_call *call, struct failure *failure) {
    struct fraction_stream stream;
    bool found;
    TRY(fraction_find((int)question_number(call->question, KEY_LATENCY),
                      (enum fraction_point)question_number(call->question, KEY_OF), call->limits,
                      &stream, &found, failure));
    if (!found) {
        outcome_leave_open(call->outcome, "no fractional stream was found");
        return STATUS_OK;
    }
    call->outcome->verdict = VERDICT_FEASIBLE;
    call->outcome->schedule = evidence_of_fraction(&stream);
    return evidence_keep(&call->outcome->schedule, sizeof stream, clear_stream, failure);
}

const struct engine fraction_engines[] = {
    {MACHINE_POSTAL, "columns", ENGINE_SAYS_YES, 0, ask_fraction, 0, NULL, NULL,
     "column generation over words of one, two or three heads, then exact equations"},
    {.name = NULL}};
