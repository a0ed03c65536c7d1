/* SPDX-License-Identifier: MIT */
/* The frontier of a collective, and what it says of messages of some sizes. */
#include <stdio.h>

#include "solver/network/network_names.h"
#include "tools/steadycast/frame/quantities.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/message_plan.h"
#include "tools/steadycast/verbs/verb_collective.h"

static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    (void)limits;
    return collective_pose(arguments, SUBJECT_FRONTIER, question, given, failure);
}

/* The network and the problem of the question, once more. */
struct asked {
    struct network_factors factors;
    struct network network;
    struct network_problem problem;
};

static void asked_clear(struct asked *asked) {
    network_problem_clear(&asked->problem);
    network_clear(&asked->network);
    network_factors_clear(&asked->factors);
}

static enum status read_options(const struct arguments *arguments, const struct network *network,
                                struct message_plan *plan, struct failure *failure) {
    /* What the network tells, or that of one of its units to what --bandwidth says. */
    double unit = network->unit.thousandths ? network->unit.thousandths / 1000.0 : 1;
    double rate = network->unit.rate ? unit * 1e9 : 0;
    bool given = option_is_given(arguments, "bandwidth");
    TRY(quantity_read_sizes(option(arguments, "message")->text, &plan->from, &plan->to, failure));
    TRY(quantity_read_seconds(option(arguments, "alpha")->text, &plan->cost.alpha, failure));
    if (given == (rate > 0))
        return failure_set(failure, STATUS_INPUT,
                           given ? "--bandwidth: the network has its own capacities in GB/s"
                                 : "--message needs --bandwidth, what a capacity of 1 takes a "
                                   "second, as 25GB/s, as the network does not tell");
    if (given) {
        TRY(quantity_read_rate(option(arguments, "bandwidth")->text, &rate, failure));
        rate *= unit;
    }
    plan->cost.beta = 1 / rate;
    return STATUS_OK;
}

/* Before a search that may be long. */
static enum status prepare(struct asking *asking, struct failure *failure) {
    CLEANUP(asked_clear) struct asked asked = {.factors = {.count = 0}};
    struct message_plan plan = {.count = 0};
    if (!option_is_given(asking->arguments, "message"))
        return STATUS_OK;
    TRY(question_network(&asking->question, &asked.factors, &asked.network, failure));
    return read_options(asking->arguments, &asked.network, &plan, failure);
}

static enum status make_plan(const struct asking *asking, struct message_plan *plan,
                             struct failure *failure) {
    CLEANUP(asked_clear) struct asked asked = {.factors = {.count = 0}};
    const struct question *question = &asking->question;
    const struct limits none = {0}; /* those of the search may be over, and this is short */
    TRY(question_network(question, &asked.factors, &asked.network, failure));
    TRY(network_problem_init(&asked.problem, &asked.network, question_collective(question),
                             (int)question_number(question, KEY_ROOT), failure));
    TRY(read_options(asking->arguments, &asked.network, plan, failure));
    TRY(message_plan_make(plan, asking_outcome(asking), &asked.problem, &none, failure));
    if (!option_is_given(asking->arguments, "picture"))
        return STATUS_OK;
    char title[200];
    snprintf(title, sizeof title, "%s on %.100s", collective_name(asked.problem.collective),
             question_text(question, KEY_NETWORK));
    return message_plan_draw(plan, title, option(asking->arguments, "picture")->text,
                             option(asking->arguments, "force")->given, failure);
}

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    CLEANUP(message_plan_clear) struct message_plan plan = {.count = 0};
    (void)alone;
    if (!option_is_given(asking->arguments, "message"))
        return STATUS_OK;
    TRY(make_plan(asking, &plan, failure));
    message_plan_print(&plan, stdout);
    return STATUS_OK;
}

static json_t *more(const struct asking *asking) {
    CLEANUP(message_plan_clear) struct message_plan plan = {.count = 0};
    struct failure failure;
    if (!option_is_given(asking->arguments, "message"))
        return json_object();
    if (make_plan(asking, &plan, &failure) == STATUS_OK)
        return message_plan_json(&plan);
    fprintf(stderr, "%s: %s\n", asking->arguments->program, failure.message);
    return json_pack("{s:n}", "plan");
}

static const struct ask_verb row = {.pose = pose, .prepare = prepare, .print = print, .more = more};

static const struct option_spec specs[] = {
    OPTION_SPECS_NETWORK_ALONE,
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "of those with a root (default: 0)"},
    {"steps", 'S', OPTION_NUMBER, false, "S", 1, 1000000,
     "up to S steps (default: until it ends, or four steps beyond the first point)"},
    {"message", 0, OPTION_TEXT, false, "BYTES", 0, 0,
     "of so many bytes a node, 64MB or 1KB..1GB: the best schedule, its time, the least of all"},
    {"alpha", 0, OPTION_TEXT, false, "TIME", 0, 0, "what a step takes besides, as 2us"},
    {"bandwidth", 0, OPTION_TEXT, false, "RATE", 0, 0,
     "of a capacity of 1, as 25GB/s, where the network's are numbers"},
    {"picture", 0, OPTION_NAME, false, "FILE", 0, 0,
     "draw time against bytes (SVG), around one size or over a range"},
    OPTION_SPEC_ENGINE,
    {"output", 'o', OPTION_NAME, false, "FILE|FOLDER", 0, 0,
     "write the certificate, kind network-frontier; of an allreduce both, to a folder"},
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {{"message", "alpha", NULL},
                                           {"alpha", "message", NULL},
                                           {"bandwidth", "message", NULL},
                                           {"picture", "message", NULL},
                                           {NULL, NULL, NULL}};

VERB(frontier, "Latency and bandwidth of a collective over a network, for all numbers of chunks",
     "COLLECTIVE", .rules = rules, .ask = &row);
