/* K items in the postal model, one item on a LogP machine. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/bound/reach.h"
#include "solver/certificate/write.h"
#include "solver/collective/single/single_tree.h"
#include "solver/library/library.h"
#include "solver/model/sequence.h"
#include "solver/question/items_time.h"

enum { MOST_PORTS = 10000, MOST_ITEMS = 1000000000 };

struct kept_items {
    struct items_plans *plans; /* the time borrows them */
    bool found;
    struct items_time time;
};

static bool has_schedule(const struct kept_items *kept) {
    return kept->time.upper < INT_MAX;
}

static const char *items_kind(const void *owned, steadycast_side side) {
    const struct kept_items *kept = owned;
    if (side == STEADYCAST_PROOF)
        return items_time_kind(&kept->time, ITEMS_LOWER);
    return has_schedule(kept) ? items_time_kind(&kept->time, ITEMS_UPPER) : NULL;
}

static enum status items_put(const void *owned, steadycast_side side,
                             struct certificate_output *output, const struct limits *limits,
                             struct failure *failure) {
    const struct kept_items *kept = owned;
    return items_time_put(&kept->time, side == STEADYCAST_SCHEDULE ? ITEMS_UPPER : ITEMS_LOWER,
                          output, limits, failure);
}

/* Lists that are told from what the answer owns are borrowed. */
static enum status lend(const struct message_list *list, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    if (items != 0)
        return failure_set(failure, STATUS_INPUT,
                           "items: %d, but this schedule is for its own items: 0", items);
    *schedule = (struct items_schedule){.list = *list};
    return STATUS_OK;
}

static enum status items_expand(const void *owned, int items, struct items_schedule *schedule,
                                struct failure *failure) {
    const struct kept_items *kept = owned;
    return lend(&kept->time.schedule.list, items, schedule, failure);
}

static void items_release(void *owned) {
    struct kept_items *kept = owned;
    if (kept->found)
        items_time_clear(&kept->time);
    items_plans_free(kept->plans);
    free(kept);
}

static const struct library_evidence items_evidence = {items_kind, items_put, items_expand,
                                                       items_release};

static enum status choose_method(const char *engine, enum items_method *method,
                                 struct failure *failure) {
    static const struct {
        const char *name;
        enum items_method method;
    } known[] = {{"any", ITEMS_ANY},
                 {"construction", ITEMS_CONSTRUCTION},
                 {"sat", ITEMS_SAT},
                 {"backtrack", ITEMS_BACKTRACK}};
    const char *name = engine ? engine : "any";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) {
            *method = known[i].method;
            return STATUS_OK;
        }
    return failure_set(failure, STATUS_INPUT,
                       "engine: '%.40s' is none of any, construction, sat, backtrack", name);
}

static enum status check_question(const struct items_question *question, int options,
                                  struct failure *failure) {
    const struct {
        const char *name;
        long number, least, most;
    } ranges[] = {{"latency", question->latency, 1, SEQUENCE_MAX_LATENCY},
                  {"ports", question->ports, 1, MOST_PORTS},
                  {"processors", (long)question->processors + 1, 2, MESSAGES_MOST_PROCESSORS + 1},
                  {"items", question->items, 1, MOST_ITEMS},
                  {"options", options, 0, STEADYCAST_SINGLE_SENDING}};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && !status; i++)
        status = library_range(ranges[i].name, ranges[i].number, ranges[i].least, ranges[i].most,
                               failure);
    return status;
}

static enum status tell_items(steadycast_answer *answer, const struct items_time *time,
                              struct failure *failure) {
    mpz_t lower, upper;
    answer->nodes = time->nodes;
    answer->engine = time->by;
    snprintf(answer->reason, sizeof answer->reason, "%s",
             time->lower < time->upper ? time->reason : "");
    mpz_init_set_si(lower, time->lower);
    mpz_init_set_si(upper, time->upper);
    enum status status = time->upper < INT_MAX
                             ? library_answer_numbers(answer, lower, upper, failure)
                             : library_text(lower, &answer->lower, failure);
    mpz_clears(lower, upper, (mpz_ptr)NULL);
    return status;
}

static enum status find_items(const struct items_question *question, int options,
                              const char *engine, const struct limits *limits,
                              steadycast_answer *answer, struct failure *failure) {
    enum items_method method = ITEMS_ANY;
    enum status status = check_question(question, options, failure);
    if (!status)
        status = choose_method(engine, &method, failure);
    if (status)
        return status;
    struct kept_items *kept = memory_new(1, sizeof *kept);
    if (!kept)
        return failure_memory(failure, "an answer");
    answer->evidence = &items_evidence;
    answer->owned = kept;
    kept->plans = items_plans_new();
    if (!kept->plans)
        return failure_memory(failure, "an answer");
    status =
        items_time_find(kept->plans, question, method, ITEMS_ORDERED, limits, &kept->time, failure);
    kept->found = !status;
    return status ? status : tell_items(answer, &kept->time, failure);
}

steadycast_status steadycast_items(int latency, int ports, int processors, int items, int options,
                                   const char *engine, const steadycast_limits *limits,
                                   steadycast_answer **answer, steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    const struct items_question question = {.latency = latency,
                                            .ports = ports,
                                            .processors = processors > 0 ? processors - 1 : 0,
                                            .items = items,
                                            .single = options == STEADYCAST_SINGLE_SENDING};
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new("", &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    enum status status = find_items(&question, options, engine, &run.limits, result, &failure);
    return library_answer_give(result, status, &failure, answer, error);
}

struct kept_single {
    struct logp_machine machine;
    int64_t time;
    bool alone;    /* P = 1 */
    bool has_tree; /* not for more processors than a list of messages may have */
    struct single_tree tree;
};

static const char *single_kind(const void *owned, steadycast_side side) {
    const struct kept_single *kept = owned;
    if (kept->alone)
        return NULL;
    if (side == STEADYCAST_PROOF)
        return "reach";
    return kept->has_tree ? "messages" : NULL;
}

static enum status single_put(const void *owned, steadycast_side side,
                              struct certificate_output *output, const struct limits *limits,
                              struct failure *failure) {
    const struct kept_single *kept = owned;
    if (side == STEADYCAST_PROOF)
        return certificate_put_reach(output, &kept->machine, kept->time - 1, failure);
    struct message_list list = single_tree_list(&kept->tree);
    return certificate_put_messages(output, &list, limits, failure);
}

static enum status single_expand(const void *owned, int items, struct items_schedule *schedule,
                                 struct failure *failure) {
    const struct kept_single *kept = owned;
    struct message_list list = single_tree_list(&kept->tree);
    return lend(&list, items, schedule, failure);
}

static void single_release(void *owned) {
    struct kept_single *kept = owned;
    if (kept->has_tree)
        single_tree_clear(&kept->tree);
    free(kept);
}

static const struct library_evidence single_evidence = {single_kind, single_put, single_expand,
                                                        single_release};

/* The tree must say what the bound says: it is counted in another way. */
static enum status build_tree(struct kept_single *kept, mpz_srcptr processors, mpz_srcptr sum,
                              struct failure *failure) {
    kept->alone = mpz_cmp_ui(processors, 1) == 0;
    if (mpz_cmp_ui(processors, MESSAGES_MOST_PROCESSORS + 1) > 0)
        return STATUS_OK;
    enum status status =
        single_tree_build(&kept->machine, (int)mpz_get_si(processors), &kept->tree, failure);
    kept->has_tree = !status;
    if (status || (single_tree_time(&kept->tree) == kept->time &&
                   mpz_cmp_si(sum, single_tree_sum(&kept->tree)) == 0))
        return status;
    return failure_set(failure, STATUS_INTERNAL, "the tree does not end as the bound says");
}

static enum status find_single(const struct logp_machine *machine, mpz_srcptr processors,
                               const struct limits *limits, steadycast_answer *answer,
                               struct failure *failure) {
    mpz_t sum, time;
    enum status status = logp_machine_check(machine, failure);
    if (!status)
        status = limits_check(limits, failure);
    if (status)
        return status;
    struct kept_single *kept = memory_new(1, sizeof *kept);
    if (!kept)
        return failure_memory(failure, "an answer");
    kept->machine = *machine;
    answer->evidence = &single_evidence;
    answer->owned = kept;
    mpz_inits(sum, time, (mpz_ptr)NULL);
    status = reach_time(machine, processors, &kept->time, sum, failure);
    if (!status)
        status = build_tree(kept, processors, sum, failure);
    mpz_set_si(time, kept->time);
    if (!status)
        status = library_answer_numbers(answer, time, time, failure);
    if (!status)
        status = library_text(sum, &answer->sum, failure);
    mpz_clears(sum, time, (mpz_ptr)NULL);
    return status;
}

steadycast_status steadycast_single(int latency, int overhead, int gap, const char *processors,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    const struct logp_machine machine = {latency, overhead, gap};
    mpz_t number;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new("construction", &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (!status)
        status = find_single(&machine, number, &run.limits, result, &failure);
    mpz_clear(number);
    return library_answer_give(result, status, &failure, answer, error);
}
