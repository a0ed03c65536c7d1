/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_at_hand.h"

#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/multinode/hamiltonian.h"
#include "solver/network/network_cayley.h"
#include "solver/network/network_greedy.h"
#include "solver/network/network_one_source.h"
#include "solver/network/network_trees.h"

struct search {
    struct network_least *least;
    const struct network_problem *problem;
    const struct network_hints *hints;
    const struct limits *limits;
    bool half; /* schedules with a message sent or received by a node in a step */
};

static bool is_gap(const struct network_least *least) {
    bool good = least->upper > 0 && least->upper <= least->enough;
    return least->upper == 0 || (least->lower < least->upper && !good);
}

/* Schedules that take more say nothing. */
static int most_of_use(const struct network_least *least) {
    return least->upper > 0 ? least->upper - 1 : INT_MAX;
}

static bool is_tried(const struct search *search, enum network_engine engine) {
    return search->hints->engine == NETWORK_BY_ALL || search->hints->engine == engine;
}

/* A limit that ends one of these leaves the others to be tried. */
static enum status go_on(struct search *search, enum status status) {
    if (status == STATUS_LIMIT)
        search->least->reason = LIMITS_STOPPED;
    return but_limits(status);
}

/* --- networks for which the schedules of gossip_schedule.h are made --- */

/* Has each arc of the group this node at one end? */
static bool is_star(const struct network *net, const struct network_group *group, int node) {
    for (int i = group->first; i < group->first + group->count; i++)
        if (net->arcs[net->members[i]].from != node && net->arcs[net->members[i]].to != node)
            return false;
    return true;
}

/* How many messages may go along it in a step: at most one from a node and one to it. `seen` has a
 * place for each node, all below `stamp` before. */
static int most_of(const struct network *net, const struct network_group *group, bool half,
                   int *seen, int stamp) {
    const struct network_arc *first = &net->arcs[net->members[group->first]];
    int tails = 0, heads = 0, before = -1;
    for (int i = group->first; i < group->first + group->count; i++) {
        const struct network_arc *arc = &net->arcs[net->members[i]];
        tails += arc->from != before;
        before = arc->from;
        heads += seen[arc->to] < stamp;
        seen[arc->to] = stamp;
    }
    int most = tails < heads ? tails : heads, of_star = half ? 1 : 2;
    bool star =
        most > of_star && (is_star(net, group, first->from) || is_star(net, group, first->to));
    return star ? of_star : most;
}

static bool all_carry(const struct network *net, bool half, int *seen, int stamp) {
    for (int g = 0; g < net->group_count; g++)
        if (most_of(net, &net->groups[g], half, seen, stamp + g) > net->groups[g].capacity)
            return false;
    return true;
}

/* *fits: the network carries one message from and to each node in a step, if need be one of both
 * (search->half). */
static enum status see_network(struct search *search, bool *fits, struct failure *failure) {
    const struct network *net = search->problem->network;
    *fits = false;
    if (!gossip_is_both_ways(net))
        return STATUS_OK;
    FREED int *seen = memory_new((size_t)net->nodes, sizeof *seen);
    TRY(memory_check(seen, failure, "a network"));
    search->half = !all_carry(net, false, seen, 1);
    *fits = !search->half || all_carry(net, true, seen, 1 + net->group_count);
    return STATUS_OK;
}

/* --- each of them --- */

/* Takes the schedule over, if it ends earlier than what is known. */
static enum status keep_earlier(struct search *search, struct gossip_schedule *schedule,
                                struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = *schedule;
    struct network_least *least = search->least;
    int64_t steps = (int64_t)made.steps * least->task.chunks;
    if (steps > INT_MAX || (least->upper > 0 && steps >= least->upper))
        return STATUS_OK;
    if (least->at_hand)
        gossip_schedule_clear(least->at_hand);
    else
        TRY(memory_check(NEW(1, least->at_hand), failure, "a schedule"));
    network_schedule_clear(&least->schedule);
    least->upper = (int)steps;
    least->by = made.rule == GOSSIP_RING ? "ring" : made.rule == GOSSIP_TREE ? "tree" : "product";
    *least->at_hand = TAKE(made);
    return STATUS_OK;
}

/* Without a limit of nodes the search for a cycle gives up after so many choices. */
enum { CYCLE_CHOICES = 1000000 };

static enum status find_cycle(struct search *search, int *order, enum verdict *verdict,
                              struct failure *failure) {
    const struct network *net = search->problem->network;
    const int *known = search->hints->cycle;
    struct limits choices = *search->limits;
    if (choices.nodes == 0)
        choices.nodes = CYCLE_CHOICES;
    *verdict = VERDICT_FEASIBLE;
    if (!known)
        return search->hints->factors
                   ? hamiltonian_find(search->hints->factors, &choices, order, verdict, failure)
                   : hamiltonian_search(net, &choices, order, verdict, failure);
    memcpy(order, known, (size_t)net->nodes * sizeof *order);
    return hamiltonian_check(net, order, failure);
}

static enum status try_ring(struct search *search, struct failure *failure) {
    int nodes = search->problem->network->nodes;
    enum verdict verdict = VERDICT_UNKNOWN;
    struct gossip_schedule schedule;
    FREED int *order = memory_new((size_t)nodes, sizeof *order);
    TRY(order ? find_cycle(search, order, &verdict, failure) : failure_memory(failure, "a cycle"));
    if (verdict != VERDICT_FEASIBLE && search->hints->engine == NETWORK_BY_RING)
        search->least->reason = verdict == VERDICT_UNKNOWN
                                    ? "the search for a hamiltonian cycle was stopped"
                                    : "there is no hamiltonian cycle";
    if (verdict != VERDICT_FEASIBLE)
        return STATUS_OK;
    TRY(gossip_schedule_of_ring(order, nodes, search->half, &schedule, failure));
    return keep_earlier(search, &schedule, failure);
}

static enum status try_tree(struct search *search, struct failure *failure) {
    struct gossip_schedule schedule;
    TRY(gossip_schedule_of_tree(search->problem->network, search->half, &schedule, failure));
    return keep_earlier(search, &schedule, failure);
}

/* Of so many messages the schedule along shortest ways is not listed where another one is there. */
enum { MANY_MESSAGES = 4000000 };

static enum status try_ways(struct search *search, struct failure *failure) {
    struct network_least *least = search->least;
    struct network_schedule schedule;
    int64_t messages = network_task_chunks(&least->task) * (search->problem->network->nodes - 1);
    if (least->upper > 0 && messages > MANY_MESSAGES)
        return STATUS_OK;
    if (!is_gap(search->least) ||
        !(is_tried(search, NETWORK_BY_GREEDY) || is_tried(search, NETWORK_BY_SAT)))
        return STATUS_OK;
    TRY(network_one_by_one(&least->task, search->limits, &schedule, failure));
    if (least->upper > 0 && schedule.task.steps >= least->upper)
        network_schedule_clear(&schedule);
    else
        network_least_take(least, &schedule, "shortest");
    return STATUS_OK;
}

static enum status try_cheapest(struct search *search, struct failure *failure) {
    bool few = network_messages(search->least) <= ORBITS_FEW_MESSAGES;
    if (few)
        TRY(go_on(search, try_ways(search, failure)));
    if (is_tried(search, NETWORK_BY_ORBITS))
        TRY(go_on(search, network_try_orbits(search->least, search->limits, failure)));
    return few ? STATUS_OK : go_on(search, try_ways(search, failure));
}

/* Operations of each order in a first turn, some seconds, and of others, in which equals are taken
 * at random. */
#define MOST_GREEDY 2e9
#define MOST_RANDOM 5e7
enum { SEEDS = 8 };

static bool is_worth_it(const struct search *search, struct greedy_rule rule) {
    const struct network_least *least = search->least;
    int steps = least->upper > 0 ? least->upper : least->lower;
    double work = network_greedy_work(&least->task, rule.order, steps);
    return is_gap(search->least) && work <= (rule.seed ? MOST_RANDOM : MOST_GREEDY);
}

static enum status try_greedy(struct search *search, struct failure *failure) {
    struct network_least *least = search->least;
    for (int i = 0; i < GREEDY_ORDERS * SEEDS; i++) {
        const struct greedy_rule rule = {(enum greedy_order)(i % GREEDY_ORDERS),
                                         (uint64_t)(i / GREEDY_ORDERS)};
        struct network_schedule schedule;
        bool found = false;
        if (!is_worth_it(search, rule))
            continue;
        TRY(network_greedy(&least->task, rule, most_of_use(least), search->limits, &schedule,
                           &found, failure));
        if (found)
            network_least_take(least, &schedule, "greedy");
    }
    return STATUS_OK;
}

/* Messages of a schedule by routes, for the first seed and for others. */
enum { MOST_ROUTED = 20000000, MOST_ROUTED_AGAIN = 200000 };

static enum status try_routes(struct search *search, struct failure *failure) {
    struct network_least *least = search->least;
    int64_t chunks = network_task_chunks(&least->task);
    int steps = least->upper > 0 ? least->upper : least->lower;
    if ((double)steps * search->problem->network->nodes > MOST_GREEDY)
        return STATUS_OK;
    for (uint64_t seed = 0; seed < SEEDS && is_gap(search->least); seed++) {
        struct network_schedule schedule;
        bool found = false;
        if (chunks > (seed ? MOST_ROUTED_AGAIN : MOST_ROUTED))
            break;
        TRY(network_routes(&least->task, seed, most_of_use(least), search->limits, &schedule,
                           &found, failure));
        if (found)
            network_least_take(least, &schedule, "routes");
    }
    return STATUS_OK;
}

/* As node 0 does all do, shifted. */
static enum status try_shifts(struct search *search, struct failure *failure) {
    struct network_least *least = search->least;
    const struct network_factors *factors = search->hints->factors;
    int sizes[NETWORK_MOST_FACTORS] = {search->problem->network->nodes};
    struct network_schedule schedule;
    bool found = false;
    for (int i = 0; factors && i < factors->count; i++)
        sizes[i] = factors->factors[i].network.nodes;
    TRY(network_cayley(&least->task, sizes, factors ? factors->count : 1, most_of_use(least),
                       search->limits, &schedule, &found, failure));
    if (found)
        network_least_take(least, &schedule, "shifts");
    return STATUS_OK;
}

/* --- products --- */

/* Schedules of larger factors are not kept for a product: 320 MB for each. */
enum { MOST_FACTOR = 4000 };

/* The sendings in internal time, as the messages of a list. */
static enum status take_messages(const struct network_schedule *schedule, struct gossip_part *part,
                                 struct failure *failure) {
    const struct network_problem *problem = schedule->task.problem;
    int steps = schedule->task.steps;
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        message_array_add(
            &part->messages,
            &(struct message){.time = problem_step(problem, send->arc, send->step, steps) - 1,
                              .from = problem_tail(problem, send->arc),
                              .to = problem_head(problem, send->arc),
                              .item = send->chunk});
    }
    message_array_sort(&part->messages);
    part->finish = steps;
    return part->messages.lost ? failure_memory(failure, "a list of messages") : STATUS_OK;
}

static enum status make_part(void *context, int factor, struct gossip_part *part,
                             struct failure *failure) {
    const struct search *search = context;
    const struct network_factors alone = {1, {search->hints->factors->factors[factor]}, {0}};
    struct network_hints hints = *search->hints;
    CLEANUP(network_clear) struct network network = {0};
    CLEANUP(network_problem_clear) struct network_problem problem = {0};
    CLEANUP(network_least_clear) struct network_least least = {.lower = 0};
    uint64_t decisions = 0;
    hints.factors = &alone;
    hints.cycle = NULL;
    hints.known = NULL;
    hints.engine = NETWORK_BY_ALL;
    if (alone.factors[0].network.nodes > MOST_FACTOR)
        return failure_limit(failure, "a factor has more than %d nodes", MOST_FACTOR);
    TRY(network_copy(&alone.factors[0].network, &network, failure));
    TRY(network_limit_ports(&network, hints.ports, hints.p, failure));
    TRY(network_problem_init(&problem, &network, search->problem->collective, 0, failure));
    TRY(network_time_find(&problem, 1, &hints, search->limits, &least, &decisions, failure));
    if (least.upper == 0)
        return failure_limit(failure, "no schedule is known for a factor");
    TRY(network_least_list(&least, search->limits, failure));
    return take_messages(&least.schedule, part, failure);
}

/* Does kind gossip-product say all about the networks and their ports? */
static bool is_one_port(const struct search *search) {
    const struct network_hints *hints = search->hints;
    bool plain = hints->ports != NETWORK_LINKS && hints->p == 1 && !search->problem->reversed;
    for (int i = 0; i < hints->factors->count && plain; i++)
        plain = gossip_is_plain(&hints->factors->factors[i].network);
    return plain;
}

static enum status try_product(struct search *search, struct failure *failure) {
    const struct network_hints *hints = search->hints;
    struct gossip_schedule schedule;
    TRY(gossip_schedule_of_product(hints->factors, hints->ports == NETWORK_PORTS_HALF, make_part,
                                   search, &schedule, failure));
    search->least->is_one_port = is_one_port(search);
    return keep_earlier(search, &schedule, failure);
}

/* --- all --- */

static enum status try_gossip(struct search *search, struct failure *failure) {
    bool fits = false;
    TRY(see_network(search, &fits, failure));
    if (!fits && search->hints->cycle)
        return failure_input(failure,
                             "the cycle is for links both ways of latency 1, each for itself");
    if (!fits && search->hints->engine == NETWORK_BY_RING)
        search->least->reason = "latencies, one-way links or shared capacities fit no ring";
    if (fits && (is_tried(search, NETWORK_BY_RING) || search->hints->cycle))
        TRY(go_on(search, try_ring(search, failure)));
    if (fits && is_gap(search->least) && is_tried(search, NETWORK_BY_GREEDY))
        TRY(go_on(search, try_tree(search, failure)));
    return STATUS_OK;
}

enum status network_at_hand(struct network_least *least, const struct network_hints *hints,
                            const struct limits *limits, struct failure *failure) {
    const struct network_problem *problem = least->task.problem;
    struct search search = {least, problem, hints, limits, false};
    bool gossip = network_is_gossip(problem);
    bool all = problem->commodities[0].target == COMMODITY_TO_ALL;
    bool product = hints->factors && hints->factors->count > 1;
    if (gossip && is_gap(least))
        TRY(try_gossip(&search, failure));
    if (is_tried(&search, NETWORK_BY_GREEDY) && problem->collective == COLLECTIVE_ALLTOALL &&
        network_is_even(problem->network))
        TRY(go_on(&search, try_shifts(&search, failure)));
    TRY(try_cheapest(&search, failure));
    if (is_tried(&search, NETWORK_BY_GREEDY))
        TRY(go_on(&search, all ? try_greedy(&search, failure) : try_routes(&search, failure)));
    if (gossip && product && is_gap(least) && is_tried(&search, NETWORK_BY_PRODUCT))
        TRY(go_on(&search, try_product(&search, failure)));
    return STATUS_OK;
}

/* --- by symmetries --- */

/* Messages, and operations of the first seed and of others. */
#define MOST_TURNED 2e7
#define MOST_WORK 2e9
#define MOST_WORK_AGAIN 2e8
/* Of many messages from more sources than this a matching takes longer than shortest ways. */
enum {
    MOST_SOURCES = 16,
    MORE_ROUNDS = 4,
    FEW_DECISIONS = 5000,
    MOST_DECISIONS = 100000,
    LAST_DECISIONS = 1000000,
    FEW_CHUNKS = 4
};

static bool is_seed_worth_it(const struct network_least *least,
                             const struct network_classes *classes, uint64_t seed) {
    const struct network_task *task = &least->task;
    int64_t steps = network_least_is_even(least) && least->upper > 0 ? least->upper : task->steps;
    double work = network_one_source_work(classes, task->chunks, steps);
    return is_gap(least) && work <= (seed ? MOST_WORK_AGAIN : MOST_WORK);
}

static enum status try_seeds(struct network_least *least, const struct network_classes *classes,
                             const struct limits *limits, struct failure *failure) {
    struct network_task task = least->task;
    task.steps = network_least_is_even(least) ? least->lower : task.steps;
    for (uint64_t seed = 0; seed < SEEDS && is_seed_worth_it(least, classes, seed); seed++) {
        struct network_schedule schedule;
        bool found = false;
        TRY(network_one_source(classes, &task, seed, most_of_use(least), limits, &schedule, &found,
                               failure));
        if (found)
            network_least_take(least, &schedule, "orbits");
    }
    return STATUS_OK;
}

/* A formula for each number of rounds from the least on, until one has a model. */
static enum status try_formulas(struct network_least *least, const struct network_classes *classes,
                                int numbers, uint64_t decisions, const struct limits *limits,
                                struct failure *failure) {
    uint64_t made = 0;
    int end = least->lower + numbers;
    for (int rounds = least->lower; is_gap(least) && rounds < end; rounds++) {
        struct network_schedule schedule;
        bool found = false;
        if (least->upper > 0 && rounds >= least->upper)
            break;
        TRY(network_orbit_formula(classes, &least->task, rounds, decisions, limits, &made,
                                  &schedule, &found, failure));
        if (found) {
            network_least_take(least, &schedule, "orbits");
            break;
        }
        TRY(limits_check(limits, failure));
    }
    return STATUS_OK;
}

/* *usable is false where nothing is to be tried. */
static enum status find_classes(const struct network_least *least, const struct limits *limits,
                                struct network_classes *classes, bool *usable,
                                struct failure *failure) {
    *usable = false;
    if (!network_is_gossip(least->task.problem) || !is_gap(least) ||
        (double)network_messages(least) > MOST_TURNED)
        return STATUS_OK;
    TRY(network_classes_find(least->task.problem, limits, classes, usable, failure));
    if (classes->source_count > MOST_SOURCES && network_messages(least) > ORBITS_FEW_MESSAGES)
        *usable = false;
    return STATUS_OK;
}

enum status network_try_orbits(struct network_least *least, const struct limits *limits,
                               struct failure *failure) {
    CLEANUP(network_classes_clear) struct network_classes classes = {.problem = NULL};
    bool usable = false, brief = least->enough > 0; /* who says what is enough has many questions */
    int numbers = !brief ? MORE_ROUNDS : least->task.chunks <= FEW_CHUNKS;
    TRY(find_classes(least, limits, &classes, &usable, failure));
    if (usable)
        TRY(try_seeds(least, &classes, limits, failure));
    return usable && !network_least_is_even(least)
               ? try_formulas(least, &classes, numbers, brief ? FEW_DECISIONS : MOST_DECISIONS,
                              limits, failure)
               : STATUS_OK;
}

enum status network_close_orbits(struct network_least *least, const struct limits *limits,
                                 struct failure *failure) {
    CLEANUP(network_classes_clear) struct network_classes classes = {.problem = NULL};
    bool usable = false;
    TRY(find_classes(least, limits, &classes, &usable, failure));
    return usable ? try_formulas(least, &classes, 1, LAST_DECISIONS, limits, failure) : STATUS_OK;
}
