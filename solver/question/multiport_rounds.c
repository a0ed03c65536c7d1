/* SPDX-License-Identifier: MIT */
#include "solver/question/details.h"

#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "solver/model/message_play.h"
#include "solver/question/engines.h"

enum { MOST_PLAYED = 1 << 28 }; /* messages */

static enum status build(struct multiport_rounds *rounds, enum multiport_algorithm algorithm,
                         struct failure *failure) {
    const struct items_question *question = &rounds->question;
    struct multiport_chain chain;
    struct items_schedule schedule;
    enum status status =
        multiport_chain_make(algorithm, question->ports, question->processors + 1, &chain, failure);
    if (!status)
        status = multiport_schedule_chain(&chain, question->items, MULTIPORT_IN_ORDER, &schedule,
                                          failure);
    if (status)
        return status;
    rounds->chain = chain;
    rounds->schedule = schedule;
    rounds->algorithm = algorithm;
    return STATUS_OK;
}

/* Few messages may be earlier with another chain than many. */
static enum status build_best(struct multiport_rounds *rounds, struct failure *failure) {
    enum status status = build(rounds, MULTIPORT_BY_BEST, failure);
    for (int other = 0; other < MULTIPORT_BY_BEST && !status; other++) {
        struct multiport_rounds second = *rounds;
        status = build(&second, (enum multiport_algorithm)other, failure);
        if (status) {
            items_schedule_clear(&rounds->schedule);
        } else if (second.schedule.list.finish < rounds->schedule.list.finish) {
            items_schedule_clear(&rounds->schedule);
            *rounds = second;
        } else {
            items_schedule_clear(&second.schedule);
        }
    }
    return status;
}

/* Every message, and the bound, before anything is said. Rounds are played as they come: putting
 * their messages in order, as certificates have them, takes three times as long as playing them. */
static enum status verify(struct multiport_rounds *rounds, const struct limits *limits,
                          struct failure *failure) {
    const struct message_list *list = &rounds->schedule.list;
    struct items_schedule unsorted;
    enum status status = multiport_schedule_chain(&rounds->chain, list->items, MULTIPORT_ANY_ORDER,
                                                  &unsorted, failure);
    if (status)
        return status;
    status = message_verify(&unsorted.list, NULL, limits, failure);
    items_schedule_clear(&unsorted);
    if (!status)
        status = items_question_bound(&rounds->question, &rounds->lower, failure);
    if (!status && rounds->lower > list->finish)
        status = failure_set(failure, STATUS_INTERNAL, "%d rounds, at least %d", list->finish,
                             rounds->lower);
    return status;
}

static void multiport_rounds_clear(struct multiport_rounds *rounds) {
    items_schedule_clear(&rounds->schedule);
}

/* MULTIPORT_BY_BEST takes the best of all three. Fills `rounds` (not initialised before).
 * STATUS_LIMIT for more messages than are played, 2^28. */
static enum status multiport_rounds_find(int ports, int processors, int items,
                                         enum multiport_algorithm algorithm,
                                         const struct limits *limits,
                                         struct multiport_rounds *rounds, struct failure *failure) {
    struct multiport_rounds found = {
        .question = {.latency = 1, .ports = ports, .processors = processors - 1, .items = items}};
    if ((processors - 1L) * items > MOST_PLAYED)
        return failure_set(failure, STATUS_LIMIT, "more than %d messages are not played",
                           MOST_PLAYED);
    enum status status = algorithm == MULTIPORT_BY_BEST ? build_best(&found, failure)
                                                        : build(&found, algorithm, failure);
    if (status)
        return status;
    status = verify(&found, limits, failure);
    if (status)
        multiport_rounds_clear(&found);
    else
        *rounds = found;
    return status;
}

/* --- as an engine --- */

static void clear_rounds(void *detail) {
    multiport_rounds_clear(detail);
}

static enum status list(const void *detail, struct items_schedule *schedule,
                        struct failure *failure) {
    (void)failure;
    schedule->list = ((const struct multiport_rounds *)detail)->schedule.list;
    return STATUS_OK;
}

static enum status ask(const struct engine *engine, const struct question *question,
                       const struct engine_options *options, const struct limits *limits,
                       struct outcome *outcome, struct failure *failure) {
    struct multiport_rounds found;
    (void)options;
    enum status status = multiport_rounds_find(
        (int)question_number(question, KEY_PORTS), (int)question_number(question, KEY_PROCESSORS),
        (int)question_number(question, KEY_ITEMS), (enum multiport_algorithm)engine->method, limits,
        &found, failure);
    if (status)
        return status;
    outcome->by = multiport_algorithm_name(found.algorithm);
    status = outcome_give_detail(outcome, &found, sizeof found, clear_rounds, failure);
    if (status)
        return status;
    const struct multiport_rounds *rounds = outcome->detail;
    outcome->schedule = evidence_of_messages(&rounds->schedule.list);
    outcome->list = list;
    outcome->bound = evidence_of_items_bound(&rounds->question);
    status = outcome_give_range(outcome, found.lower, found.schedule.list.finish, failure);
    if (outcome->verdict == VERDICT_INTERVAL)
        outcome_leave_open(outcome, "the algorithm does not meet the bound by counting");
    return status;
}

/* Rounds: latency 1; and the source may send an item again. */
static bool takes(const struct question *question) {
    return question_number(question, KEY_LATENCY) == 1 && question_number(question, KEY_SENDS) == 0;
}

enum { MACHINES = MACHINE_POSTAL | MACHINE_PORTS };

const struct engine multiport_engines[] = {
    {MACHINES, "best", ENGINE_DECIDES, 0, ask, MULTIPORT_BY_BEST, NULL, takes,
     "boxes in the best order, or one of the others if that is better"},
    {MACHINES, "k-tree", ENGINE_DECIDES, 0, ask, MULTIPORT_BY_K_TREE, NULL, takes,
     "a tree for each port"},
    {MACHINES, "rotation", ENGINE_DECIDES, 0, ask, MULTIPORT_BY_ROTATION, NULL, takes,
     "a chain of boxes, as Bar-Noy and Ho have it"},
    {.name = NULL}};
