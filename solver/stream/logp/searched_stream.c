/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/searched_stream.h"

#include <limits.h>

#include "solver/proof/bound/program.h"
#include "solver/proof/sat/decide.h"

enum status program_stream(const struct stream_question *question, const struct limits *limits,
                           bool *found, struct logp_schedule *schedule, struct failure *failure) {
    struct limits nodes = limits ? *limits : (struct limits){0};
    char path[PATH_MAX];
    *found = false;
    enum status status = program_find(path, sizeof path, failure);
    if (status)
        return status;
    if (nodes.nodes)
        nodes.nodes = 1 + nodes.nodes / DECISIONS_OF_NODE;
    return circulation_stream(question, path, &nodes, found, schedule, failure);
}

enum status formula_stream(const struct stream_question *question, const struct limits *limits,
                           bool *found, struct logp_schedule *schedule, struct failure *failure) {
    static const struct limits endless = {0};
    struct formula formula;
    struct sat_decision decision;
    *found = false;
    enum status status = stream_formula_build(question, &formula, failure);
    if (status)
        return status;
    status =
        sat_decide(&formula, SAT_WITHOUT_PROOF, limits ? limits : &endless, &decision, failure);
    formula_clear(&formula);
    if (status)
        return status;
    if (decision.verdict == VERDICT_FEASIBLE)
        status = stream_formula_decode(question, decision.model, schedule, failure);
    *found = !status && decision.verdict == VERDICT_FEASIBLE;
    sat_decision_clear(&decision);
    return status;
}

enum status searched_stream(const struct stream_question *question, const struct limits *limits,
                            bool *found, struct logp_schedule *schedule, struct failure *failure) {
    enum status status = program_stream(question, limits, found, schedule, failure);
    return status == STATUS_LIMIT ? formula_stream(question, limits, found, schedule, failure)
                                  : status;
}

enum status searched_stream_periods(stream_search *search, const struct logp_machine *machine,
                                    enum logp_capacity capacity, int depth, mpz_srcptr processors,
                                    const struct limits *limits, bool *found,
                                    struct logp_schedule *schedule, struct failure *failure) {
    struct limits each = limits ? *limits : (struct limits){0};
    enum status status = STATUS_OK;
    *found = false;
    if (!mpz_fits_sint_p(processors))
        return STATUS_OK;
    if (!each.nodes)
        each.nodes = SEARCHED_NODES;
    for (int period = 1; period <= SEARCHED_PERIODS && !*found && !status; period++) {
        const struct stream_question question = {.machine = *machine,
                                                 .capacity = capacity,
                                                 .depth = depth,
                                                 .processors = (int)mpz_get_si(processors),
                                                 .period = period};
        status = search(&question, &each, found, schedule, failure);
    }
    return status == STATUS_LIMIT ? STATUS_OK : status;
}
