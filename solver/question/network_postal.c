/* SPDX-License-Identifier: MIT */
#include "solver/question/network_postal.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/network/network_bound.h"
#include "solver/question/engines.h"
#include "solver/question/outcome_messages.h"

/* Messages that are looked at, and items of a stream in a first turn. */
enum { MOST_MESSAGES = 4000000, FIRST_ITEMS = 512 };

struct posted {
    const struct network_task *task;
    struct network_schedule *schedule;
    int first; /* of a stream: items up to here are taken */
};

static bool is_complete(const struct network *network, const struct network_growth *growth) {
    return !network->forwards &&
           network->arc_count == (int64_t)network->nodes * (network->nodes - 1) &&
           network_longest_latency(network) == growth->latency;
}

/* The question that the postal model has for it; *there: there is one. */
static enum status pose(const struct network_task *task, struct question *question, bool *there,
                        struct failure *failure) {
    const struct network_problem *problem = task->problem;
    enum subject subject = task->stream ? SUBJECT_DELAY : SUBJECT_BROADCAST;
    const struct parameter *ports =
        &subject_form(subject)->parameters[subject_place(subject, KEY_PORTS)];
    struct network_growth growth;
    *there = problem->commodity_count == 1 && problem->commodities[0].target == COMMODITY_TO_ALL;
    if (!*there)
        return STATUS_OK;
    TRY(network_growth_of(problem, &growth, failure));
    *there = is_complete(problem->network, &growth) && growth.ports <= ports->most &&
             (task->stream ? task->per == 1 && task->items == growth.ports
                           : task->chunks <= MOST_MESSAGES / problem->network->nodes);
    if (!*there)
        return STATUS_OK;
    question_init(question, subject);
    question_set(question, KEY_LATENCY, growth.latency);
    question_set(question, KEY_PORTS, (long)growth.ports);
    question_set(question, KEY_PROCESSORS, problem->network->nodes);
    if (!task->stream)
        question_set(question, KEY_ITEMS, task->chunks);
    return STATUS_OK;
}

/* The source is processor 0. */
static int node_of(const struct network_problem *problem, int processor) {
    int source = problem->commodities[0].source;
    return processor == 0 ? source : processor == source ? 0 : processor;
}

static enum status add_message(void *context, const struct message *message,
                               struct failure *failure) {
    const struct posted *posted = context;
    const struct network_problem *problem = posted->task->problem;
    int tail = node_of(problem, message->from), head = node_of(problem, message->to);
    int arc = problem->reversed ? network_arc_number(problem->network, head, tail)
                                : network_arc_number(problem->network, tail, head);
    int step = posted->schedule->task.steps;
    if (message->item > posted->first)
        return STATUS_OK;
    step = posted->task->stream ? message->time + 1
                                : problem_step(problem, arc, message->time + 1, step);
    return network_schedule_add(posted->schedule, (struct network_send){step, arc, message->item},
                                failure);
}

/* --- the period of a stream --- */

struct prints {
    int items_of_step, flight;
    int delay;    /* of all items, comes out */
    uint64_t *of; /* of each item's messages, from its birth on, whatever their order */
};

static enum status print_message(void *context, const struct message *message,
                                 struct failure *failure) {
    struct prints *prints = context;
    int birth = (message->item - 1) / prints->items_of_step;
    uint64_t print = (uint64_t)(message->time - birth) * UINT64_C(0x9e3779b97f4a7c15) +
                     (uint64_t)message->from * UINT64_C(0xc2b2ae3d27d4eb4f) +
                     (uint64_t)message->to * UINT64_C(0x165667b19e3779f9);
    (void)failure;
    if (message->time - birth + prints->flight > prints->delay)
        prints->delay = message->time - birth + prints->flight;
    print ^= print >> 29;
    print *= UINT64_C(0xbf58476d1ce4e5b9);
    prints->of[message->item - 1] += print ^ print >> 32;
    return STATUS_OK;
}

/* After how many items they go the same ways, of `count` that were seen; 0: not within half of
 * these. That it is so for ever is seen when they are played. */
static int repeats_after(const struct prints *prints, int count) {
    for (int period = prints->items_of_step; period <= count / 2; period += prints->items_of_step) {
        int i = 0;
        while (i + period < count && prints->of[i] == prints->of[i + period])
            i++;
        if (i + period == count)
            return period;
    }
    return 0;
}

/* Window, period and delay. */
static enum status find_period(const struct message_list *list, const struct limits *limits,
                               struct network_task *task, struct failure *failure) {
    FREED uint64_t *of = memory_new((size_t)list->items, sizeof *of);
    struct prints prints = {task->items, list->machine.latency, 0, of};
    TRY(memory_check(of, failure, "the items of a stream"));
    TRY(message_list_each(list, print_message, &prints, limits, failure));
    task->window = repeats_after(&prints, list->items);
    task->period = task->window / task->items;
    task->steps = prints.delay;
    return STATUS_OK;
}

/* --- both --- */

/* So many items of a stream that two periods are among them; or as many as are looked at. */
static enum status list_stream(const struct outcome *outcome, const struct limits *limits,
                               struct network_task *task, struct items_schedule *postal,
                               struct failure *failure) {
    int most = MOST_MESSAGES / (task->problem->network->nodes - 1);
    for (int items = FIRST_ITEMS; task->window == 0; items *= 8) {
        items_schedule_clear(postal);
        TRY(outcome_messages(outcome, items < most ? items : most, postal, failure));
        TRY(find_period(&postal->list, limits, task, failure));
        if (items >= most)
            break;
    }
    return STATUS_OK;
}

static enum status post(const struct outcome *outcome, struct posted *posted,
                        const struct limits *limits, bool *found, struct failure *failure) {
    CLEANUP(items_schedule_clear) struct items_schedule postal = {0};
    struct network_task *made = &posted->schedule->task;
    TRY(made->stream ? list_stream(outcome, limits, made, &postal, failure)
                     : outcome_messages(outcome, 0, &postal, failure));
    if (!made->stream)
        made->steps = postal.list.finish;
    posted->first = made->stream ? made->window : made->chunks;
    if (posted->first == 0)
        return STATUS_OK;
    TRY(message_list_each(&postal.list, add_message, posted, limits, failure));
    enum status status = network_schedule_finish(posted->schedule, limits, failure);
    *found = status == STATUS_OK;
    return status == STATUS_INTERNAL ? STATUS_OK : status; /* the links do not carry it */
}

enum status network_postal_find(const struct network_task *task, const struct limits *limits,
                                struct network_schedule *schedule, bool *found,
                                struct failure *failure) {
    const struct engine_options options = {.plain = false};
    CLEANUP(question_clear) struct question question = {.text = NULL};
    CLEANUP(outcome_clear) struct outcome outcome = {.verdict = VERDICT_UNKNOWN};
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    struct posted posted = {task, &made, 0};
    bool there = false;
    *found = false;
    TRY(pose(task, &question, &there, failure));
    if (!there)
        return STATUS_OK;
    const struct engine *engine = engine_find(&question, "construction");
    enum status status = engine_ask(engine, &question, &options, limits, &outcome, failure);
    if (!status && outcome.schedule.kind)
        status = post(&outcome, &posted, limits, found, failure);
    if (*found)
        *schedule = TAKE(made);
    return status == STATUS_LIMIT || status == STATUS_INPUT ? STATUS_OK : status;
}
