/* SPDX-License-Identifier: MIT */
/* Fractional streams. That none is found proves nothing. */
#include "solver/certificate/write.h"
#include "solver/question/engines.h"

static void clear_stream(void *stream) {
    fraction_stream_clear(stream);
}

static enum status ask_fraction(const struct engine *engine, const struct question *question,
                                const struct engine_options *options, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    struct fraction_stream stream;
    bool found;
    (void)engine, (void)options;
    enum status status = fraction_find((int)question_number(question, KEY_LATENCY),
                                       (enum fraction_point)question_number(question, KEY_OF),
                                       limits, &stream, &found, failure);
    if (status)
        return status;
    if (!found) {
        outcome_leave_open(outcome, "no fractional stream was found");
        return STATUS_OK;
    }
    outcome->verdict = OUTCOME_FEASIBLE;
    status = outcome_give_detail(outcome, &stream, sizeof stream, clear_stream, failure);
    if (!status)
        outcome->schedule = evidence_of_fraction(outcome->detail);
    return status;
}

const struct engine fraction_engines[] = {
    {SUBJECT_FRACTION, "columns", ENGINE_SAYS_YES, 0, true, NULL, ask_fraction,
     "column generation over words of one, two or three heads, then exact equations", 0},
    {.name = NULL}};
