/* SPDX-License-Identifier: MIT */
/* Streams on LogP machines: does one serve N processors with delay l + s? Prices say no, known
 * streams and searches for those of any words say yes. */
#include "solver/model/sequence.h"
#include "solver/proof/bound/class_prices.h"
#include "solver/question/engines.h"
#include "solver/question/serve.h"
#include "solver/stream/logp/logp_stream.h"
#include "solver/stream/logp/searched_stream.h"

enum status serve_check_prices(const struct logp_machine *machine, long depth,
                               struct failure *failure) {
    if (logp_machine_step(machine) > machine->gap)
        return failure_limit(failure, "only machines with g >= 2o have such bounds");
    if (logp_machine_transfer(machine) > SEQUENCE_MAX_LATENCY ||
        machine->gap > SEQUENCE_MAX_LATENCY || depth > PRICES_MAX_DEPTH)
        return failure_limit(failure, "L+2o and g are at most %d, the depth %d",
                             SEQUENCE_MAX_LATENCY, PRICES_MAX_DEPTH);
    return STATUS_OK;
}

enum status serve_logp_stream(const struct stream_asked *asked, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    CLEANUP(logp_schedule_clear) struct logp_schedule stream = {0};
    outcome_leave_open(outcome, "the streams that are known are later, or of another period");
    TRY(logp_stream(&stream, &asked->machine.logp, asked->machine.capacity, asked->processors,
                    limits, failure));
    bool fits = asked->class != CLASS_PERIODIC || asked->period % stream.period == 0;
    return stream.depth <= asked->depth && fits ? outcome_give_stream(outcome, &stream, failure)
                                                : STATUS_OK;
}

static enum status serve_logp_prices(const struct stream_asked *asked, const struct limits *limits,
                                     struct outcome *outcome, struct failure *failure) {
    const struct logp_machine *machine = &asked->machine.logp;
    struct prices prices;
    bool excluded = false;
    TRY(serve_check_prices(machine, asked->depth, failure));
    TRY(class_prices_below((int)logp_machine_transfer(machine), machine->gap, asked->depth,
                           asked->processors, limits, &excluded, &prices, failure));
    if (excluded)
        return outcome_give_prices(outcome, &prices, failure);
    outcome_leave_open(outcome, "prices do not exclude so many");
    return STATUS_OK;
}

static enum status find(stream_search *search, const struct stream_asked *asked,
                        const struct limits *limits, struct outcome *outcome,
                        struct failure *failure) {
    struct logp_schedule stream;
    bool found = false;
    const struct stream_question question = {
        asked->machine.logp, asked->machine.capacity, asked->depth,
        mpz_fits_sint_p(asked->processors) ? (int)mpz_get_si(asked->processors) : INT_MAX,
        asked->period};
    outcome_leave_open(outcome, "no stream was found, which proves nothing");
    TRY(asked->class == CLASS_PERIODIC
            ? search(&question, limits, &found, &stream, failure)
            : searched_stream_periods(search, &asked->machine.logp, asked->machine.capacity,
                                      asked->depth, asked->processors, limits, &found, &stream,
                                      failure));
    return found ? outcome_give_stream(outcome, &stream, failure) : STATUS_OK;
}

enum status serve_logp_words(const struct stream_asked *asked, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    return find(searched_stream, asked, limits, outcome, failure);
}

/* --- the rows --- */

enum { STREAM, PRICES, PROGRAM, FORMULA };

static enum status ask(const struct engine_call *call, struct failure *failure) {
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    if (asked.depth > LOGP_MAX_DEPTH)
        return failure_limit(failure, "depth %d cycles; at most %d", asked.depth, LOGP_MAX_DEPTH);
    if (call->engine->method >= PROGRAM)
        return find(call->engine->method == PROGRAM ? program_stream : formula_stream, &asked,
                    call->limits, call->outcome, failure);
    return (call->engine->method == STREAM ? serve_logp_stream : serve_logp_prices)(
        &asked, call->limits, call->outcome, failure);
}

/* Streams of LogP machines are of any form, or of a period. */
static bool takes(const struct question *question) {
    return question_number(question, KEY_SCHEDULE) >= CLASS_ANY &&
           question_number(question, KEY_ROLES) == 0;
}

/* What the postal model has engines of its own for goes by other names there. */
#define ROW(postal, logp, answers, heeds, method, summary)                                         \
    {MACHINE_LOGP, logp, answers, heeds, ask, method, NULL, takes, summary}, {                     \
        MACHINE_POSTAL, postal, answers, heeds, ask, method, NULL, takes, summary                  \
    }

const struct engine logp_serve_engines[] = {
    ROW("logp-construction", "construction", ENGINE_SAYS_YES, 0, STREAM,
        "the best stream that is known on such LogP machines"),
    ROW("logp-search", "search", ENGINE_SAYS_NO, ENGINE_SEARCHES, PRICES,
        "prices that bound all schedules, whatever waits; g >= 2o"),
    {MACHINE_POSTAL | MACHINE_LOGP, "circulation", ENGINE_SAYS_YES,
     ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask, PROGRAM, NULL, takes,
     "streams of any words by an integer program, some 15 steps of depth at most"},
    ROW("logp-sat", "sat", ENGINE_SAYS_YES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, FORMULA,
        "streams of any words by a formula, up to 128 processors"),
    {.name = NULL}};
