/* SPDX-License-Identifier: MIT */
/* Networks: streams of a rate from one source, collectives in the least rounds or steps, and
 * frontiers. The detail is a struct network_answer. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/collective/multinode/network_allreduce.h"
#include "solver/collective/multinode/network_points.h"
#include "solver/collective/multinode/network_ratio.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_stream.h"
#include "solver/proof/bound/program.h"
#include "solver/question/engines.h"
#include "solver/question/network_postal.h"

/* A number that was found, of either sort; it borrows what that holds. */
struct range {
    int lower, upper; /* 0: there is no schedule */
    bool is_refuted, is_priced;
    const struct network_refutation *refutation;
    const struct network_bound *bound;
    struct evidence schedule;
    const char *reason; /* why the two may differ */
};

/* Of an allreduce: reduce-scatter, then allgather. */
struct network_frontiers {
    struct network_problem problems[2];
    struct network_frontier halves[2];
    int count; /* of the halves that are there */
};

static void frontiers_clear(struct network_frontiers *both) {
    for (int i = 0; i < 2; i++) {
        if (i < both->count)
            network_frontier_clear(&both->halves[i]);
        network_problem_clear(&both->problems[i]);
    }
}

/* Of one collective; or of an allreduce's reduce-scatter, and then allgather, and what all
 * allreduces take. */
struct network_rates {
    struct network_problem problems[2]; /* of an allreduce */
    struct network_ratio ratios[2];
    int count; /* of the ratios that are there */
    mpq_t least, sum;
};

static void rates_clear(struct network_rates *rates) {
    for (int i = 0; i < rates->count; i++)
        network_ratio_clear(&rates->ratios[i]);
    for (int i = 0; i < 2; i++)
        network_problem_clear(&rates->problems[i]);
    mpq_clears(rates->least, rates->sum, NULL);
}

/* What engines of networks found. What it holds borrows the problem, and that the network. */
struct network_answer {
    struct network_factors factors;
    struct network network;         /* their product, with the ports of the question */
    struct network_problem problem; /* of no commodities: there is none */
    bool is_found;
    enum subject subject; /* which of these it is */
    union {
        struct network_stream stream;
        struct network_least least;
        struct network_allreduce allreduce;
        struct network_frontier frontier;
        struct network_frontiers frontiers;
        struct network_rates rates;
    } found;
    bool is_composed;                     /* frontiers */
    struct evidence parts[OUTCOME_PARTS]; /* of a composition: each alone */
};

static void clear_answer(void *detail) {
    struct network_answer *answer = detail;
    if (answer->is_found && answer->subject == SUBJECT_DELAY)
        network_stream_clear(&answer->found.stream);
    else if (answer->is_found && answer->subject == SUBJECT_ALLREDUCE)
        network_allreduce_clear(&answer->found.allreduce);
    else if (answer->is_composed)
        frontiers_clear(&answer->found.frontiers);
    else if (answer->is_found && answer->subject == SUBJECT_FRONTIER)
        network_frontier_clear(&answer->found.frontier);
    else if (answer->is_found && answer->subject == SUBJECT_RATE)
        rates_clear(&answer->found.rates);
    else if (answer->is_found)
        network_least_clear(&answer->found.least);
    network_problem_clear(&answer->problem);
    network_clear(&answer->network);
    network_factors_clear(&answer->factors);
}

static void print_range(char *text, size_t room, const char *one, const char *many, int least,
                        int most) {
    if (least == most)
        snprintf(text, room, "%s %d", one, least);
    else
        snprintf(text, room, "%s %d to %d", many, least, most);
}

static void tell_model(const struct question *question, const struct engine_options *options,
                       const struct network *net) {
    enum { ROOM = 100, ALL = 7 * ROOM + NETWORK_HOW_ROOM };
    const struct machine machine = question_machine(question);
    char capacities[ROOM], latencies[ROOM], shared[ROOM] = "", ports[ROOM], text[ALL];
    char unit[ROOM] = "", parties[ROOM] = "";
    int least = INT_MAX, most = 0, slowest = 0, fastest = INT_MAX, back = 0, groups = 0;
    for (int g = 0; g < net->group_count; g++) {
        groups += net->groups[g].count > 1;
        least = net->groups[g].capacity < least ? net->groups[g].capacity : least;
        most = net->groups[g].capacity > most ? net->groups[g].capacity : most;
    }
    for (int a = 0; a < net->arc_count; a++) {
        const struct network_arc *arc = &net->arcs[a];
        back += network_arc_number(net, arc->to, arc->from) >= 0;
        fastest = arc->latency < fastest ? arc->latency : fastest;
        slowest = arc->latency > slowest ? arc->latency : slowest;
    }
    print_range(capacities, sizeof capacities, "capacity", "capacities", least, most);
    print_range(latencies, sizeof latencies, "latency", "latencies", fastest, slowest);
    if (net->unit.thousandths)
        snprintf(unit, sizeof unit, " x %.10g%s", net->unit.thousandths / 1000.0,
                 net->unit.rate ? " GB/s" : "");
    if (net->forwards)
        snprintf(parties, sizeof parties, ", %d of them forward", net->forward_count);
    if (net->sizes) {
        size_t length = strlen(parties);
        snprintf(parties + length, sizeof parties - length, ", sizes together %d",
                 network_sizes_together(net));
    }
    if (groups)
        snprintf(shared, sizeof shared, ", %d shared", groups);
    snprintf(ports, sizeof ports, machine.links ? "links alone" : "%d port%s a node, %s duplex",
             machine.ports, machine.ports > 1 ? "s" : "", machine.half ? "half" : "full");
    bool both = back == net->arc_count;
    const char *how = net->origin ? net->origin->how : "";
    snprintf(text, sizeof text, "%d nodes%s, %d %s, %s%s%s, %s; %s%s%s", net->nodes, parties,
             both ? net->arc_count / 2 : net->arc_count, both ? "links" : "arcs", capacities, unit,
             shared, latencies, ports, *how ? "; " : "", how);
    options->told(options->told_context, text);
}

/* Do all have what they want from the root, or bring it what it wants; or each to each? */
static enum status check_connected(const struct network_problem *problem, struct failure *failure) {
    enum collective collective = problem->collective;
    bool to = collective == COLLECTIVE_GATHER || collective == COLLECTIVE_REDUCE;
    return collective_has_root(collective)
               ? network_check_reached(problem->network, problem->root, !to, to, failure)
               : network_check_connected(problem->network, failure);
}

static enum status open_answer(const struct engine_call *call, struct failure *failure) {
    const struct question *question = call->question;
    struct network_answer answer = {.subject = question->subject};
    TRY(question_network(question, &answer.factors, &answer.network, failure));
    TRY(outcome_give_detail(call->outcome, &answer, sizeof answer, clear_answer, failure));
    struct network_answer *kept = call->outcome->detail;
    TRY(network_problem_init(&kept->problem, &kept->network, question_collective(question),
                             (int)question_number(question, KEY_ROOT), failure));
    TRY(check_connected(&kept->problem, failure));
    if (call->options->told)
        tell_model(question, call->options, network_factors_whole(&kept->factors));
    return STATUS_OK;
}

static enum status add_sizes(struct outcome *outcome, const struct network *network,
                             struct failure *failure) {
    TRY(outcome_add_number(outcome, "processors", network->nodes, failure));
    return outcome_add_number(outcome, "arcs", network->arc_count, failure);
}

/* The parts of a composition, one certificate behind the other. */
static enum status write_parts(const void *body, FILE *stream, const struct limits *limits,
                               struct failure *failure) {
    const struct evidence *parts = body;
    for (int i = 0; i < OUTCOME_PARTS; i++)
        if (parts[i].kind)
            TRY(evidence_write_stream(parts[i], stream, limits, failure));
    return STATUS_OK;
}

/* They are its schedule. */
static void give_parts(struct outcome *outcome) {
    const struct network_answer *answer = outcome->detail;
    outcome->schedule = evidence_borrowed(answer->parts[0].kind, NULL, answer->parts);
    outcome->schedule.stream = write_parts;
    for (int i = 0; i < OUTCOME_PARTS; i++)
        outcome->schedule.count += answer->parts[i].kind != NULL;
    memcpy(outcome->parts, answer->parts, sizeof outcome->parts);
}

static struct evidence evidence_of_least(const struct network_least *least) {
    return evidence_borrowed(network_least_kind(least), certificate_put_network_least, least);
}

static struct evidence evidence_of_frontier(const struct network_frontier *frontier) {
    return evidence_borrowed("network-frontier", certificate_put_frontier, frontier);
}

static struct evidence evidence_of_bound(const struct network_bound *bound) {
    return evidence_borrowed("network-bound", certificate_put_network_bound, bound);
}

/* Why the search left something open: the reason, unless it could not solve linear programs. */
static const char *why_open(const char *reason) {
    char path[PATH_MAX];
    return program_find(path, sizeof path, NULL) ? program_missing : reason;
}

static const char nothing_found[] =
    "neither a schedule nor a refutation was found within the limits of the search";

/* What proves each side. */
static void give_evidence(struct outcome *outcome, const struct range *range) {
    if (range->is_refuted)
        outcome->bound = evidence_borrowed("impossible-network", certificate_put_network_refutation,
                                           range->refutation);
    else if (range->is_priced)
        outcome->bound = evidence_of_bound(range->bound);
    if (range->upper > 0)
        outcome->schedule = range->schedule;
}

/* The sizes of the network, and how the bound is proved. */
static enum status add_proof(struct outcome *outcome, const struct range *range,
                             struct failure *failure) {
    const struct network_answer *answer = outcome->detail;
    TRY(add_sizes(outcome, &answer->network, failure));
    const char *proof = range->is_refuted     ? "a refuted formula"
                        : !range->is_priced   ? "distances"
                        : range->bound->grown ? "growth"
                                              : "prices";
    return outcome_add_text(outcome, "proof", proof, failure);
}

/* Both sides. */
static enum status give_number(struct outcome *outcome, const struct range *range,
                               struct failure *failure) {
    give_evidence(outcome, range);
    if (range->upper != range->lower)
        outcome_leave_open(outcome, range->reason);
    TRY(outcome_give_range(outcome, range->lower, range->upper ? range->upper : -1, failure));
    return add_proof(outcome, range, failure);
}

/* Both sides, and a number of the schedule. */
static enum status give_range(struct outcome *outcome, const struct range *range, const char *name,
                              int number, struct failure *failure) {
    if (range->upper)
        TRY(outcome_add_number(outcome, name, number, failure));
    return give_number(outcome, range, failure);
}

/* Whether so many rounds are enough: only what decides it is evidence. */
static enum status give_verdict(struct outcome *outcome, const struct range *range, int rounds,
                                struct failure *failure) {
    struct range decided = *range;
    if (range->upper == 0 || range->upper > rounds)
        decided.upper = 0;
    if (decided.upper > 0 || range->lower <= rounds)
        decided.is_priced = decided.is_refuted = false;
    outcome->verdict = decided.upper > 0       ? VERDICT_FEASIBLE
                       : range->lower > rounds ? VERDICT_INFEASIBLE
                                               : VERDICT_UNKNOWN;
    give_evidence(outcome, &decided);
    if (outcome->verdict == VERDICT_UNKNOWN)
        outcome_leave_open(outcome, range->reason);
    return outcome->verdict == VERDICT_INFEASIBLE
               ? add_proof(outcome, &decided, failure)
               : add_sizes(outcome, &((const struct network_answer *)outcome->detail)->network,
                           failure);
}

/* That there is no stream so fast, and how fast one may be. */
static enum status give_most(struct outcome *outcome, const struct network_bound *most,
                             struct failure *failure) {
    const struct network_answer *answer = outcome->detail;
    FREED char *text = mpq_get_str(NULL, 10, most->value);
    outcome->verdict = VERDICT_INFEASIBLE;
    outcome->bound = evidence_of_bound(most);
    TRY(outcome_add_text(outcome, "most", text, failure));
    return add_sizes(outcome, &answer->network, failure);
}

static enum status ask_delay(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    enum network_stream_way way = (enum network_stream_way)call->engine->method;
    TRY(open_answer(call, failure));
    struct network_answer *answer = outcome->detail;
    struct network_stream *stream = &answer->found.stream;
    const struct network_task task = {.problem = &answer->problem,
                                      .stream = true,
                                      .items = (int)question_number(call->question, KEY_RATE),
                                      .per = (int)question_number(call->question, KEY_PER),
                                      .first = 1};
    struct network_schedule postal;
    bool found = false;
    if (way != NETWORK_STREAM_SEARCHED)
        TRY(network_postal_find(&task, call->limits, &postal, &found, failure));
    TRY(network_stream_find(&answer->problem, task.items, task.per, way, found ? &postal : NULL,
                            call->limits, stream, &outcome->nodes, failure));
    answer->is_found = true;
    if (found && stream->upper == postal.task.steps)
        outcome->by = "postal";
    else if (stream->is_built)
        outcome->by = "closed";
    if (stream->is_too_fast)
        return give_most(outcome, &stream->bound, failure);
    const struct range range = {
        stream->lower,
        stream->upper,
        stream->is_refuted,
        stream->is_priced,
        &stream->refutation,
        &stream->bound,
        evidence_borrowed("network-schedule", certificate_put_network_schedule, &stream->schedule),
        why_open(nothing_found)};
    return give_range(outcome, &range, "period", stream->schedule.task.period, failure);
}

/* Of S steps, of R rounds, or of one round in each step, whichever is asked for. */
static enum status find_least(const struct engine_call *call, struct failure *failure) {
    struct network_answer *answer = call->outcome->detail;
    const struct machine machine = question_machine(call->question);
    struct network_hints hints = {&answer->factors,
                                  machine_network_ports(&machine),
                                  machine.ports,
                                  call->options->cycle,
                                  (enum network_engine)call->engine->method,
                                  NETWORK_WHOLE,
                                  NULL};
    int chunks = (int)question_number(call->question, KEY_ITEMS);
    int steps = (int)question_number(call->question, KEY_STEPS);
    int rounds = (int)question_number(call->question, KEY_ROUNDS);
    if (hints.engine == NETWORK_BY_PRODUCT && answer->factors.count < 2)
        return failure_input(failure, "the network is no product of several graphs");
    if (steps > 0)
        return network_rounds_find(&answer->problem, steps, chunks, rounds, NETWORK_WHOLE,
                                   call->limits, &answer->found.least, &call->outcome->nodes,
                                   failure);
    if (rounds > 0)
        return network_steps_find(&answer->problem, rounds, chunks, call->limits,
                                  &answer->found.least, &call->outcome->nodes, failure);
    const struct network_task task = {
        .problem = &answer->problem, .chunks = chunks, .rounds = NETWORK_EVEN_ROUNDS};
    struct network_schedule postal;
    bool found = false;
    if (hints.engine == NETWORK_BY_ALL)
        TRY(network_postal_find(&task, call->limits, &postal, &found, failure));
    hints.known = found ? &postal : NULL;
    return network_time_find(&answer->problem, chunks, &hints, call->limits, &answer->found.least,
                             &call->outcome->nodes, failure);
}

/* There is none of so few rounds, whatever the steps. */
static enum status give_never(struct outcome *outcome, const struct range *range,
                              struct failure *failure) {
    outcome->verdict = VERDICT_INFEASIBLE;
    give_evidence(outcome, range);
    return add_proof(outcome, range, failure);
}

static enum status ask_collective(const struct engine_call *call, struct failure *failure) {
    const struct question *question = call->question;
    struct outcome *outcome = call->outcome;
    TRY(open_answer(call, failure));
    struct network_answer *answer = outcome->detail;
    struct network_least *least = &answer->found.least;
    bool searched =
        call->engine->method == NETWORK_BY_ALL || call->engine->method == NETWORK_BY_SAT;
    TRY(find_least(call, failure));
    answer->is_found = true;
    const struct range range = {least->lower,
                                least->upper,
                                least->is_refuted,
                                least->is_priced,
                                &least->refutation,
                                &least->bound,
                                evidence_of_least(least),
                                least->reason ? least->reason
                                : searched    ? why_open(nothing_found)
                                              : nothing_found};
    bool even = least->task.rounds == NETWORK_EVEN_ROUNDS;
    if (least->by)
        outcome->by = least->by;
    else if (least->upper == 0 && !question_has(question, KEY_ROUNDS))
        outcome->by = "nobody";
    else if (even)
        outcome->by = "sat";
    if (question_is_decision(question))
        return give_verdict(outcome, &range, (int)question_number(question, KEY_ROUNDS), failure);
    if (question_has(question, KEY_ROUNDS) && least->lower == 0)
        return give_never(outcome, &range, failure);
    if (question_has(question, KEY_ROUNDS))
        return give_range(outcome, &range, "rounds", least->schedule.task.rounds, failure);
    return give_range(outcome, &range, "steps", even ? least->upper : least->task.steps, failure);
}

static enum status ask_allreduce(const struct engine_call *call, struct failure *failure) {
    const struct question *question = call->question;
    struct outcome *outcome = call->outcome;
    TRY(open_answer(call, failure));
    struct network_answer *answer = outcome->detail;
    struct network_allreduce *all = &answer->found.allreduce;
    const struct machine machine = question_machine(question);
    const struct network_hints hints = {&answer->factors,
                                        machine_network_ports(&machine),
                                        machine.ports,
                                        NULL,
                                        NETWORK_BY_ALL,
                                        NETWORK_BRIEF,
                                        NULL};
    int rounds = (int)question_number(question, KEY_ROUNDS);
    answer->is_found = true;
    TRY(network_allreduce_find(all, &answer->problem, (int)question_number(question, KEY_ITEMS),
                               (int)question_number(question, KEY_STEPS), rounds, &hints,
                               call->limits, &outcome->nodes, failure));
    const struct network_least *half = all->bounding;
    const struct range range = {all->lower,
                                all->upper,
                                half && half->is_refuted,
                                half ? half->is_priced : all->is_priced,
                                half ? &half->refutation : NULL,
                                half ? &half->bound : &all->bound,
                                {.kind = "network-schedule"},
                                "a composition of two collectives need not be the least"};
    if (question_is_decision(question))
        TRY(give_verdict(outcome, &range, rounds, failure));
    else if (rounds > 0 && all->lower == 0)
        TRY(give_never(outcome, &range, failure));
    else
        TRY(give_number(outcome, &range, failure));
    if (!outcome->schedule.kind)
        return STATUS_OK;
    for (int i = 0; i < 2; i++)
        answer->parts[2 * i] = evidence_of_least(&all->least->halves[i]);
    give_parts(outcome);
    bool rooted = all->least->problems[0].collective == COLLECTIVE_REDUCE;
    return outcome_add_text(outcome, "composition",
                            rooted ? "reduce, broadcast" : "reduce-scatter, allgather", failure);
}

/* The points as `2 3/2, 3 7/6..5/4`; what has no schedule has a question mark. */
static char *points_text(const struct network_frontier *frontier) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    for (int i = 0; stream && i < frontier->count; i++) {
        const struct frontier_point *point = &frontier->points[i];
        bool open = !point->is_shown && mpq_sgn(point->most) > 0;
        gmp_fprintf(stream, "%s%d %Qd", i ? ", " : "", point->steps, point->bound.value);
        if (open)
            gmp_fprintf(stream, "..%Qd", point->most);
        else if (!point->is_shown)
            fputc('?', stream);
    }
    if (stream && fclose(stream) != 0) {
        free(text);
        text = NULL;
    }
    return text;
}

/* Points as far as they are known; the limit, or what is known of it. */
static enum status add_points(struct outcome *outcome, const struct network_frontier *frontier,
                              struct failure *failure) {
    bool ends = mpq_sgn(frontier->limit) > 0;
    if (frontier->count > 0) {
        FREED char *text = points_text(frontier);
        TRY(text ? outcome_add_text(outcome, "points", text, failure)
                 : failure_memory(failure, "a frontier"));
    }
    FREED char *limit = mpq_get_str(NULL, 10, ends ? frontier->limit : frontier->least);
    TRY(outcome_add_text(outcome, ends ? "limit" : "limit_at_least", limit, failure));
    if (frontier->until != NETWORK_ANY)
        TRY(outcome_add_number(outcome, "until", frontier->until, failure));
    return STATUS_OK;
}

static const char no_points[] =
    "points, or schedules of them, were not found within the limits of the search";

/* What is known already. */
static void tell_rounds(void *context, int steps, mpq_srcptr least, mpq_srcptr most) {
    const struct engine_options *options = context;
    char text[400];
    if (steps == NETWORK_ANY)
        gmp_snprintf(text, sizeof text, "at least %Qd rounds a chunk", least);
    else if (!most)
        gmp_snprintf(text, sizeof text, "%d steps: at least %Qd rounds a chunk", steps, least);
    else if (!mpq_equal(least, most))
        gmp_snprintf(text, sizeof text, "%d steps: %Qd..%Qd rounds a chunk", steps, least, most);
    else
        gmp_snprintf(text, sizeof text, "%d steps: %Qd rounds a chunk", steps, least);
    options->found(options->told_context, text);
}

/* So that a half has the steps that the other one leaves at least; NETWORK_ANY: not given. */
static enum status split_steps(const struct network_frontiers *both, int steps,
                               const struct limits *limits, int until[2], struct failure *failure) {
    int fewest[2] = {0, 0};
    until[0] = until[1] = steps;
    for (int i = 0; i < 2 && steps != NETWORK_ANY; i++)
        TRY(network_problem_least_steps(&both->problems[i], limits, &fewest[i], failure));
    if (steps == NETWORK_ANY)
        return STATUS_OK;
    if (steps < fewest[0] + fewest[1])
        return failure_input(failure,
                             "%d steps are too few: reduce-scatter takes %d, then allgather %d",
                             steps, fewest[0], fewest[1]);
    until[0] -= fewest[1];
    until[1] -= fewest[0];
    return STATUS_OK;
}

static enum status find_frontiers(struct network_frontiers *both, const struct network *network,
                                  int steps, const struct limits *limits, struct failure *failure) {
    static const enum collective collectives[] = {COLLECTIVE_REDUCE_SCATTER, COLLECTIVE_ALLGATHER};
    int until[2];
    for (int i = 0; i < 2; i++)
        TRY(network_problem_init(&both->problems[i], network, collectives[i], 0, failure));
    TRY(split_steps(both, steps, limits, until, failure));
    for (; both->count < 2; both->count++)
        TRY(network_frontier_find(&both->problems[both->count], until[both->count], NULL, NULL,
                                  limits, &both->halves[both->count], failure));
    return STATUS_OK;
}

static enum status give_sum(struct outcome *outcome, const struct network_frontier *sum,
                            struct failure *failure) {
    struct network_answer *answer = outcome->detail;
    FREED char *text = mpq_get_str(NULL, 10, sum->least);
    outcome->verdict = sum->is_whole ? VERDICT_FEASIBLE : VERDICT_UNKNOWN;
    if (sum->is_whole) {
        for (int i = 0; i < 2; i++)
            answer->parts[2 * i] = evidence_of_frontier(&answer->found.frontiers.halves[i]);
        give_parts(outcome);
    } else {
        outcome_leave_open(outcome, why_open(no_points));
    }
    snprintf(outcome->note, sizeof outcome->note,
             "of this composition: others may take less, but none less than limit_at_least");
    TRY(add_points(outcome, sum, failure));
    if (mpq_sgn(sum->limit) > 0)
        TRY(outcome_add_text(outcome, "limit_at_least", text, failure));
    TRY(outcome_add_text(outcome, "composition", "reduce-scatter, allgather", failure));
    return add_sizes(outcome, &answer->network, failure);
}

/* From above by its halves, from below by counting what every allreduce has to send. */
static enum status ask_frontiers(const struct engine_options *options, int steps,
                                 const struct limits *limits, struct outcome *outcome,
                                 struct failure *failure) {
    struct network_answer *answer = outcome->detail;
    struct network_frontiers *both = &answer->found.frontiers;
    CLEANUP(network_frontier_clear) struct network_frontier sum = {0};
    CLEANUP(network_bound_clear) struct network_bound least = {0};
    answer->is_composed = true;
    TRY(network_parts_find(&answer->problem, false, limits, &least, failure));
    if (options->found)
        tell_rounds((void *)options, NETWORK_ANY, least.value, NULL);
    TRY(find_frontiers(both, &answer->network, steps, limits, failure));
    TRY(network_frontier_add(both->halves, network_parties(&answer->network), steps, &sum,
                             failure));
    mpq_set(sum.least, least.value);
    return give_sum(outcome, &sum, failure);
}

static enum status ask_frontier(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    TRY(open_answer(call, failure));
    struct network_answer *answer = outcome->detail;
    struct network_frontier *frontier = &answer->found.frontier;
    int until = question_has(call->question, KEY_STEPS)
                    ? (int)question_number(call->question, KEY_STEPS)
                    : NETWORK_ANY;
    if (answer->problem.collective == COLLECTIVE_ALLREDUCE)
        return ask_frontiers(call->options, until, call->limits, outcome, failure);
    TRY(network_frontier_find(&answer->problem, until, call->options->found ? tell_rounds : NULL,
                              (void *)call->options, call->limits, frontier, failure));
    answer->is_found = true;
    if (frontier->count == 0 && !limits_stop(call->limits))
        TRY(network_points_find(frontier, call->options->found ? tell_rounds : NULL,
                                (void *)call->options, call->limits, failure));
    outcome->verdict = frontier->is_whole ? VERDICT_FEASIBLE : VERDICT_UNKNOWN;
    if (frontier->is_whole)
        outcome->schedule = evidence_of_frontier(frontier);
    else
        outcome_leave_open(outcome, why_open(no_points));
    TRY(add_points(outcome, frontier, failure));
    return add_sizes(outcome, &answer->network, failure);
}

/* --- rates --- */

static struct evidence evidence_of_ratio(const struct network_ratio *ratio) {
    return ratio->least.upper > 0
               ? evidence_borrowed("network-schedule", certificate_put_network_least, &ratio->least)
               : evidence_borrowed("network-rate", certificate_put_tree_packing, &ratio->packing);
}

static void tell_bound(void *context, mpq_srcptr rounds) {
    tell_rounds(context, NETWORK_ANY, rounds, NULL);
}

/* Of an allreduce of parts, one for each node that takes part. */
static enum status find_rates(struct network_answer *answer, const struct network_hints *hints,
                              network_ratio_tell *tell, const struct engine_options *options,
                              const struct limits *limits, uint64_t *decisions,
                              struct failure *failure) {
    static const enum collective collectives[] = {COLLECTIVE_REDUCE_SCATTER, COLLECTIVE_ALLGATHER};
    struct network_rates *rates = &answer->found.rates;
    bool composed = answer->problem.collective == COLLECTIVE_ALLREDUCE;
    for (int i = 0; i <= composed; i++) {
        struct network_ratio *ratio = &rates->ratios[i];
        if (composed)
            TRY(network_problem_init(&rates->problems[i], &answer->network, collectives[i], 0,
                                     failure));
        TRY(network_ratio_find(composed ? &rates->problems[i] : &answer->problem, hints,
                               composed ? NULL : tell, (void *)options, limits, ratio, decisions,
                               failure));
        rates->count++;
        mpq_add(rates->sum, rates->sum, ratio->upper);
    }
    unsigned long parts = composed ? (unsigned long)network_parties(&answer->network) : 1;
    mpz_mul_ui(mpq_denref(rates->sum), mpq_denref(rates->sum), parts);
    mpq_canonicalize(rates->sum);
    return STATUS_OK;
}

/* Below it is no allreduce, whatever it is composed of. */
static enum status bound_allreduce(struct network_answer *answer,
                                   const struct engine_options *options,
                                   const struct limits *limits, struct failure *failure) {
    CLEANUP(network_bound_clear) struct network_bound least = {0};
    TRY(network_parts_find(&answer->problem, false, limits, &least, failure));
    if (options->found)
        tell_bound((void *)options, least.value);
    mpq_set(answer->found.rates.least, least.value);
    return STATUS_OK;
}

static enum status add_rates(struct outcome *outcome, const struct network_rates *rates, bool exact,
                             struct failure *failure) {
    const struct network_ratio *one = &rates->ratios[0];
    bool composed = rates->count > 1, found = true;
    for (int i = 0; i < rates->count; i++)
        found = found && mpq_sgn(rates->ratios[i].upper) > 0;
    FREED char *lower = mpq_get_str(NULL, 10, composed ? rates->least : one->bound.value);
    FREED char *upper = mpq_get_str(NULL, 10, rates->sum);
    if (exact)
        TRY(outcome_add_text(outcome, "rate", upper, failure));
    if (composed || !exact)
        TRY(outcome_add_text(outcome, "rate_at_least", lower, failure));
    if (found && !exact)
        TRY(outcome_add_text(outcome, "rate_at_most", upper, failure));
    if (composed)
        TRY(outcome_add_text(outcome, "composition", "reduce-scatter, allgather", failure));
    else if (one->least.upper > 0)
        TRY(outcome_add_number(outcome, "chunks", one->least.task.chunks, failure));
    return add_sizes(outcome, one->bound.problem->network, failure);
}

static enum status ask_rate(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    TRY(open_answer(call, failure));
    struct network_answer *answer = outcome->detail;
    struct network_rates *rates = &answer->found.rates;
    const struct machine machine = question_machine(call->question);
    const struct network_hints hints = {
        .factors = &answer->factors, .ports = machine_network_ports(&machine), .p = machine.ports};
    mpq_inits(rates->least, rates->sum, NULL);
    answer->is_found = true;
    if (answer->problem.collective == COLLECTIVE_ALLREDUCE)
        TRY(bound_allreduce(answer, call->options, call->limits, failure));
    TRY(find_rates(answer, &hints, call->options->found ? tell_bound : NULL, call->options,
                   call->limits, &outcome->nodes, failure));
    bool exact = true;
    for (int i = 0; i < rates->count; i++)
        exact = exact && mpq_equal(rates->ratios[i].upper, rates->ratios[i].bound.value);
    outcome->verdict = exact ? VERDICT_FEASIBLE : VERDICT_UNKNOWN;
    if (exact) {
        for (int i = 0; i < rates->count; i++) {
            answer->parts[2 * i] = evidence_of_ratio(&rates->ratios[i]);
            answer->parts[2 * i + 1] = evidence_of_bound(&rates->ratios[i].bound);
        }
        give_parts(outcome);
    } else {
        outcome_leave_open(
            outcome, why_open("no schedule or trees that were tried have so few rounds a chunk"));
    }
    if (rates->count > 1)
        snprintf(outcome->note, sizeof outcome->note,
                 "of this composition: others may take less, but none less than rate_at_least");
    return add_rates(outcome, rates, exact, failure);
}

/* Constructions are of one round in each step. */
static bool is_of_time(const struct question *question) {
    return !question_has(question, KEY_STEPS) && !question_has(question, KEY_ROUNDS);
}

#define SEARCH (ENGINE_HEEDS_NODES | ENGINE_SEARCHES)
#define ROW(name, heeds, ask, method, takes, summary)                                              \
    { MACHINE_NETWORK, name, ENGINE_DECIDES, heeds, ask, method, NULL, takes, summary }

const struct engine network_delay_engines[] = {
    ROW("search", SEARCH, ask_delay, NETWORK_STREAM_ANY, NULL,
        "the postal model and other closed forms; prices, then periods and windows by formulas"),
    ROW("closed", SEARCH, ask_delay, NETWORK_STREAM_CLOSED, NULL,
        "the postal model and other closed forms alone"),
    ROW("formulas", SEARCH, ask_delay, NETWORK_STREAM_SEARCHED, NULL,
        "without closed forms: prices, then periods and windows by formulas"),
    {.name = NULL}};
const struct engine frontier_engines[] = {
    ROW("search", SEARCH, ask_frontier, 0, NULL, "linear programs over timed trees, formulas"),
    {.name = NULL}};
const struct engine rate_engines[] = {
    ROW("search", ENGINE_SEARCHES, ask_rate, 0, NULL,
        "cuts, counting and prices from below; trees, and schedules of some numbers of chunks"),
    {.name = NULL}};
const struct engine network_allreduce_engines[] = {
    ROW("composition", SEARCH, ask_allreduce, 0, NULL,
        "reduce, then broadcast, or reduce-scatter, then allgather; prices of all schedules"),
    {.name = NULL}};
const struct engine network_engines[] = {
    ROW("any", SEARCH | ENGINE_SINGLE_OUT, ask_collective, NETWORK_BY_ALL, NULL,
        "the postal model, what is at hand, greedy, then prices and formulas"),
    ROW("sat", SEARCH, ask_collective, NETWORK_BY_SAT, is_of_time,
        "shortest ways, prices, then a formula for each number of steps"),
    ROW("greedy", 0, ask_collective, NETWORK_BY_GREEDY, is_of_time,
        "step by step, or along a spanning tree: any network"),
    {.name = NULL}};
/* Of allgather and reduce-scatter as well. */
const struct engine gossip_engines[] = {
    ROW("ring", SEARCH, ask_collective, NETWORK_BY_RING, is_of_time, "along a hamiltonian cycle"),
    ROW("product", SEARCH, ask_collective, NETWORK_BY_PRODUCT, is_of_time,
        "from the best schedules of the factors"),
    ROW("orbits", SEARCH, ask_collective, NETWORK_BY_ORBITS, is_of_time,
        "chunks of one source, turned to all others by the symmetries of the network"),
    {.name = NULL}};
