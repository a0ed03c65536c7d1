/* SPDX-License-Identifier: MIT */
#include "solver/arithmetic/pruned_find.h"

#include "solver/arithmetic/pruned_local.h"
#include "solver/model/sequence.h"

enum {
    FIRST_ATTEMPTS = 30, /* of the local search, */
    ATTEMPTS = 300,      /* and where the bound allows it, */
    LOCAL_DEPTHS = 4     /* at so many depths */
};

struct finding {
    int latency;
    int processors;
    const struct limits *limits;
    enum verdict end;
    struct schedule *pruned;
    uint64_t *nodes;
    struct failure *failure;
};

/* B(N), or depth + 1 if that is smaller. */
static enum status first_depth(int latency, int depth, int processors, int *first,
                               struct failure *failure) {
    struct sequence sequence;
    enum status status = sequence_init(&sequence, latency, failure);
    if (status)
        return status;
    while (sequence.index <= depth && mpz_cmp_si(sequence_value(&sequence), processors) < 0)
        sequence_next(&sequence);
    *first = (int)sequence.index;
    sequence_clear(&sequence);
    return STATUS_OK;
}

/* One processor receives every item from the source. */
static void give_single(struct finding *finding) {
    schedule_init_blocks(finding->pruned, finding->latency, 0);
    finding->pruned->receive_only = 0;
    finding->end = VERDICT_FEASIBLE;
}

static enum status search_locally(struct finding *finding, int depth, int attempts) {
    struct pruned_local_question question = {finding->latency, depth, finding->processors,
                                             attempts};
    bool found = false;
    enum status status =
        pruned_local_find(&question, finding->limits, &found, finding->pruned, finding->failure);
    ++*finding->nodes;
    if (!status && found)
        finding->end = VERDICT_FEASIBLE;
    return status;
}

static enum status try_bound(const struct finding *finding, int depth, bool *excluded) {
    *excluded = false;
    return depth > PRUNED_EXHAUST_MAX_DEPTH || finding->processors > PRUNED_EXHAUST_MAX_PROCESSORS
               ? STATUS_OK
               : pruned_bound(finding->latency, depth, finding->processors, excluded,
                              finding->failure);
}

/* A few attempts; more of them where the bound allows a schedule. */
static enum status search_depth(struct finding *finding, int depth) {
    bool excluded = false;
    enum status status = search_locally(finding, depth, FIRST_ATTEMPTS);
    if (!status && finding->end != VERDICT_FEASIBLE)
        status = try_bound(finding, depth, &excluded);
    if (!status && finding->end != VERDICT_FEASIBLE && !excluded)
        status = search_locally(finding, depth, ATTEMPTS);
    return status;
}

static enum status search_depths(struct finding *finding, int first, int depth) {
    enum status status = STATUS_OK;
    for (int d = first; d <= depth && d < first + LOCAL_DEPTHS; d++) {
        status = search_depth(finding, d);
        if (status || finding->end == VERDICT_FEASIBLE)
            return status;
    }
    for (int d = first; d <= depth && finding->end == VERDICT_INFEASIBLE && !status; d++)
        status = pruned_exhaust(finding->latency, d, finding->processors, finding->limits,
                                &finding->end, finding->pruned, finding->nodes, finding->failure);
    return status;
}

static enum status finish(struct finding *finding) {
    mpz_t processors;
    mpz_init_set_si(processors, finding->processors);
    enum status status = schedule_finish(finding->pruned, processors, finding->failure);
    mpz_clear(processors);
    return status;
}

enum status pruned_find(int latency, int depth, long processors, const struct limits *limits,
                        enum verdict *end, struct schedule *pruned, uint64_t *nodes,
                        struct failure *failure) {
    if (latency < 1 || depth < 0 || processors < 1)
        return failure_set(failure, STATUS_INPUT, "a schedule has L >= 1, t >= 0 and N >= 1");
    if (processors > PRUNED_FIND_MAX_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT, "too many processors for this engine");
    struct failure mine = {0};
    struct finding finding = {.latency = latency,
                              .processors = (int)processors,
                              .limits = limits,
                              .end = VERDICT_INFEASIBLE,
                              .pruned = pruned,
                              .nodes = nodes,
                              .failure = &mine};
    int first = 0;
    *nodes = 0;
    enum status status = first_depth(latency, depth, (int)processors, &first, &mine);
    if (!status && processors == 1)
        give_single(&finding);
    else if (!status)
        status = search_depths(&finding, first, depth);
    if (status == STATUS_LIMIT) {
        finding.end = VERDICT_UNKNOWN;
        status = STATUS_OK;
    }
    if (!status && finding.end == VERDICT_FEASIBLE)
        status = finish(&finding);
    *end = finding.end;
    return status ? failure_set(failure, status, "%s", mine.message) : STATUS_OK;
}
