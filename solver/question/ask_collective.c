/* SPDX-License-Identifier: MIT */
/* Networks: streams of a rate from one source, collectives in the least rounds or steps, and
 * frontiers. The detail is a struct network_answer. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/collective/multinode/network_least.h"
#include "solver/network/network_frontier.h"
#include "solver/network/network_stream.h"
#include "solver/question/engines.h"

/* A number that was found, of either sort; it borrows what that holds. */
struct range {
    int lower, upper; /* 0: there is no schedule */
    bool is_refuted, is_priced;
    const struct network_refutation *refutation;
    const struct network_bound *bound;
    const char *kind;   /* of the schedule's certificate */
    const char *reason; /* why the two may differ */
};

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
        struct network_frontier frontier;
    } found;
    struct range range; /* of a stream, and of rounds */
};

static void clear_answer(void *detail) {
    struct network_answer *answer = detail;
    if (answer->is_found && answer->subject == SUBJECT_DELAY)
        network_stream_clear(&answer->found.stream);
    if (answer->is_found &&
        (answer->subject == SUBJECT_ROUNDS || answer->subject == SUBJECT_ALLGATHER))
        network_least_clear(&answer->found.least);
    if (answer->is_found && answer->subject == SUBJECT_FRONTIER)
        network_frontier_clear(&answer->found.frontier);
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
    enum { ROOM = 100, ALL = 5 * ROOM };
    const struct machine machine = question_machine(question);
    char capacities[ROOM], latencies[ROOM], shared[ROOM] = "", ports[ROOM], text[ALL];
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
    if (groups)
        snprintf(shared, sizeof shared, ", %d shared", groups);
    snprintf(ports, sizeof ports, machine.links ? "links alone" : "%d port%s a node, %s duplex",
             machine.ports, machine.ports > 1 ? "s" : "", machine.half ? "half" : "full");
    bool both = back == net->arc_count;
    snprintf(text, sizeof text, "%d nodes, %d %s, %s%s, %s; %s", net->nodes,
             both ? net->arc_count / 2 : net->arc_count, both ? "links" : "arcs", capacities,
             shared, latencies, ports);
    options->told(options->told_context, text);
}

static enum status open_answer(const struct question *question,
                               const struct engine_options *options, struct outcome *outcome,
                               struct failure *failure) {
    struct network_answer answer = {.subject = question->subject};
    TRY(question_network(question, &answer.factors, &answer.network, failure));
    TRY(outcome_give_detail(outcome, &answer, sizeof answer, clear_answer, failure));
    struct network_answer *kept = outcome->detail;
    TRY(network_problem_init(&kept->problem, &kept->network, question_collective(question),
                             (int)question_number(question, KEY_ROOT), failure));
    TRY(network_check_connected(&kept->network, failure));
    if (options->told)
        tell_model(question, options, network_factors_whole(&kept->factors));
    return STATUS_OK;
}

static enum status add_sizes(struct outcome *outcome, const struct network *network,
                             struct failure *failure) {
    TRY(outcome_add_number(outcome, "processors", network->nodes, failure));
    return outcome_add_number(outcome, "arcs", network->arc_count, failure);
}

/* One side's evidence borrows the detail, which begins elsewhere than what it is about: of each
 * kind a function that finds it. */

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct network_answer *answer = body;
    return answer->subject == SUBJECT_DELAY
               ? certificate_put_network_schedule(&answer->found.stream.schedule, output, limits,
                                                  failure)
               : certificate_put_network_least(&answer->found.least, output, limits, failure);
}

static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct range *range = &((const struct network_answer *)body)->range;
    return range->is_refuted
               ? certificate_put_network_refutation(range->refutation, output, limits, failure)
               : certificate_put_network_bound(range->bound, output, limits, failure);
}

static enum status put_frontier(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    return certificate_put_frontier(&((const struct network_answer *)body)->found.frontier, output,
                                    limits, failure);
}

static const char nothing_found[] =
    "neither a schedule nor a refutation was found within the limits of the search";

/* Both sides, a number of the schedule, and what there is to know besides. */
static enum status give_range(struct outcome *outcome, const struct range *range, const char *name,
                              int number, struct failure *failure) {
    const struct network_answer *answer = outcome->detail;
    if (range->is_refuted || range->is_priced)
        outcome->bound = outcome_evidence(
            outcome, range->is_refuted ? "impossible-network" : "network-bound", put_bound);
    if (range->upper > 0)
        outcome->schedule = outcome_evidence(outcome, range->kind, put_schedule);
    if (range->upper != range->lower)
        outcome_leave_open(outcome, range->reason);
    TRY(outcome_give_range(outcome, range->lower, range->upper ? range->upper : -1, failure));
    if (range->upper)
        TRY(outcome_add_number(outcome, name, number, failure));
    TRY(add_sizes(outcome, &answer->network, failure));
    const char *proof = range->is_refuted  ? "a refuted formula"
                        : range->is_priced ? "prices"
                                           : "distances";
    return outcome_add_text(outcome, "proof", proof, failure);
}

/* That there is no stream so fast, and how fast one may be. */
static enum status give_most(struct outcome *outcome, const struct network_bound *most,
                             struct failure *failure) {
    struct network_answer *answer = outcome->detail;
    FREED char *text = mpq_get_str(NULL, 10, most->value);
    answer->range = (struct range){.is_priced = true, .bound = most};
    outcome->verdict = VERDICT_INFEASIBLE;
    outcome->bound = outcome_evidence(outcome, "network-bound", put_bound);
    TRY(outcome_add_text(outcome, "most", text, failure));
    return add_sizes(outcome, &answer->network, failure);
}

static enum status ask_delay(const struct engine *engine, const struct question *question,
                             const struct engine_options *options, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    (void)engine;
    TRY(open_answer(question, options, outcome, failure));
    struct network_answer *answer = outcome->detail;
    struct network_stream *stream = &answer->found.stream;
    enum status status = network_stream_find(
        &answer->problem, (int)question_number(question, KEY_RATE),
        (int)question_number(question, KEY_PER), limits, stream, &outcome->nodes, failure);
    answer->is_found = !status;
    if (status)
        return status;
    if (stream->is_too_fast)
        return give_most(outcome, &stream->bound, failure);
    answer->range =
        (struct range){stream->lower,       stream->upper,  stream->is_refuted, stream->is_priced,
                       &stream->refutation, &stream->bound, "network-schedule", nothing_found};
    return give_range(outcome, &answer->range, "period", stream->schedule.task.period, failure);
}

static enum status ask_rounds(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    TRY(open_answer(question, options, outcome, failure));
    struct network_answer *answer = outcome->detail;
    struct network_least *least = &answer->found.least;
    const struct machine machine = question_machine(question);
    const struct network_hints hints = {&answer->factors, machine_network_ports(&machine),
                                        machine.ports, options->cycle,
                                        (enum network_engine)engine->method};
    int chunks = (int)question_number(question, KEY_ITEMS);
    enum status status = STATUS_OK;
    if (hints.engine == NETWORK_BY_PRODUCT && answer->factors.count < 2)
        return failure_set(failure, STATUS_INPUT, "the network is no product of several graphs");
    if (question_has(question, KEY_STEPS))
        status = network_rounds_find(&answer->problem, (int)question_number(question, KEY_STEPS),
                                     chunks, limits, least, &outcome->nodes, failure);
    else
        status = network_time_find(&answer->problem, chunks, &hints, limits, least, &outcome->nodes,
                                   failure);
    answer->is_found = !status;
    if (status)
        return status;
    answer->range = (struct range){least->lower,
                                   least->upper,
                                   least->is_refuted,
                                   least->is_priced,
                                   &least->refutation,
                                   &least->bound,
                                   network_least_kind(least),
                                   least->reason ? least->reason : nothing_found};
    if (least->by || least->upper == 0)
        outcome->by = least->by ? least->by : "nobody";
    else if (question->subject != SUBJECT_ROUNDS && !question_has(question, KEY_STEPS))
        outcome->by = "sat";
    int steps = least->task.rounds == NETWORK_EVEN_ROUNDS ? least->upper : least->task.steps;
    return give_range(outcome, &answer->range, "steps", steps, failure);
}

/* The points as `2 3/2, 3 7/6`; one without a schedule has a question mark. */
static char *points_text(const struct network_frontier *frontier) {
    size_t room = 1, used = 0;
    for (int i = 0; i < frontier->count; i++)
        room += mpz_sizeinbase(mpq_numref(frontier->points[i].bound.value), 10) +
                mpz_sizeinbase(mpq_denref(frontier->points[i].bound.value), 10) + 32;
    char *text = memory_new(room, 1);
    for (int i = 0; text && i < frontier->count; i++)
        used += (size_t)gmp_snprintf(text + used, room - used, "%s%d %Qd%s", i ? ", " : "",
                                     frontier->points[i].steps, frontier->points[i].bound.value,
                                     frontier->points[i].is_shown ? "" : "?");
    return text;
}

static enum status add_points(struct outcome *outcome, const struct network_frontier *frontier,
                              struct failure *failure) {
    FREED char *text = points_text(frontier);
    TRY(text ? outcome_add_text(outcome, "points", text, failure)
             : failure_memory(failure, "a frontier"));
    FREED char *limit = mpq_get_str(NULL, 10, frontier->limit);
    TRY(outcome_add_text(outcome, "limit", limit, failure));
    if (frontier->until != NETWORK_ANY)
        TRY(outcome_add_number(outcome, "until", frontier->until, failure));
    return STATUS_OK;
}

static enum status ask_frontier(const struct engine *engine, const struct question *question,
                                const struct engine_options *options, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    (void)engine;
    TRY(open_answer(question, options, outcome, failure));
    struct network_answer *answer = outcome->detail;
    struct network_frontier *frontier = &answer->found.frontier;
    int until =
        question_has(question, KEY_STEPS) ? (int)question_number(question, KEY_STEPS) : NETWORK_ANY;
    enum status status = network_frontier_find(&answer->problem, until, limits, frontier, failure);
    answer->is_found = !status;
    if (status)
        return status;
    outcome->verdict = frontier->is_whole ? VERDICT_FEASIBLE : VERDICT_UNKNOWN;
    if (frontier->is_whole)
        outcome->schedule = outcome_evidence(outcome, "network-frontier", put_frontier);
    else
        outcome_leave_open(outcome, "a point has no schedule within the limits of the search");
    status = add_points(outcome, frontier, failure);
    return status ? status : add_sizes(outcome, &answer->network, failure);
}

/* Constructions are of one round in each step. */
static bool is_of_time(const struct question *question) {
    return !question_has(question, KEY_STEPS);
}

#define ROW(name, heeds, ask, method, summary)                                                     \
    { MACHINE_NETWORK, name, ENGINE_DECIDES, heeds, ask, method, NULL, NULL, summary }
#define TIME(name, heeds, method, summary)                                                         \
    { MACHINE_NETWORK, name, ENGINE_DECIDES, heeds, ask_rounds, method, NULL, is_of_time, summary }
#define SEARCH (ENGINE_HEEDS_NODES | ENGINE_SEARCHES)

const struct engine network_delay_engines[] = {
    ROW("search", SEARCH, ask_delay, 0, "prices, then periods and windows of items by formulas"),
    {.name = NULL}};
const struct engine rounds_engines[] = {
    ROW("search", SEARCH, ask_rounds, NETWORK_BY_ALL,
        "schedules at hand, prices by a linear program or by parts, formulas"),
    {.name = NULL}};
const struct engine frontier_engines[] = {
    ROW("search", SEARCH, ask_frontier, 0, "linear programs over timed trees, formulas"),
    {.name = NULL}};
const struct engine network_engines[] = {
    ROW("any", SEARCH | ENGINE_SINGLE_OUT, ask_rounds, NETWORK_BY_ALL,
        "shortest ways, ring, tree, greedy, product, then prices and formulas"),
    TIME("ring", SEARCH, NETWORK_BY_RING, "along a hamiltonian cycle"),
    TIME("product", SEARCH, NETWORK_BY_PRODUCT, "from the best schedules of the factors"),
    TIME("sat", SEARCH, NETWORK_BY_SAT,
         "shortest ways, prices, then a formula for each number of steps"),
    TIME("greedy", 0, NETWORK_BY_GREEDY, "step by step, or along a spanning tree: any network"),
    {.name = NULL}};
