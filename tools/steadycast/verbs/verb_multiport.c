/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "solver/question/engines.h"
#include "solver/question/multiport_rounds.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"

enum { MOST_ITEMS = 1 << 28 };

static const struct option_spec specs[] = {
    {"ports", 'p', OPTION_NUMBER, true, "N", 1, 10000,
     "sends, and receptions, of a processor in a round"},
    {"processors", 'P', OPTION_NUMBER, true, "P", 2, MESSAGES_MOST_PROCESSORS + 1,
     "processors, the source included"},
    {"items", 'k', OPTION_NUMBER, true, "K", 1, MOST_ITEMS, "items to be broadcast"},
    {"construction", 'c', OPTION_CHOICE, false, "k-tree|rotation|best", 0, 0,
     "whose schedule (default: best)"},
    {"boxes", 0, OPTION_FLAG, false, "", 0, 0, "show how the processors are divided into boxes"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "write the certificates: schedule.cert, bound.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static void print_boxes(const struct multiport_chain *chain) {
    int first = 1;
    for (int i = 0; i < chain->count; i++) {
        const struct multiport_box *box = &chain->boxes[i];
        printf("box %s processors %d..%d", multiport_kind_name(box->kind), first,
               first + box->processors - 1);
        if (box->depth)
            printf(" d %d", box->depth);
        if (box->factor)
            printf(" a %d", box->factor);
        printf(" time %d", multiport_chain_offset(chain, i) + box->time);
        if (box->delay != MULTIPORT_NO_DELAY)
            printf(" delay %d", box->delay);
        putchar('\n');
        first += box->processors;
    }
}

static enum status print_json(const struct question *question, const struct outcome *outcome,
                              double seconds, struct failure *failure) {
    const struct multiport_rounds *rounds = outcome->detail;
    const struct multiport_chain *chain = &rounds->chain;
    const struct json_answer answer = json_answer_of(question, outcome, seconds);
    json_t *boxes = json_array();
    for (int i = 0; i < chain->count; i++) {
        const struct multiport_box *box = &chain->boxes[i];
        json_t *object =
            json_pack("{s:s, s:i, s:i}", "kind", multiport_kind_name(box->kind), "processors",
                      box->processors, "time", multiport_chain_offset(chain, i) + box->time);
        json_array_append_new(boxes, object);
    }
    return json_answer_print(&answer,
                             json_pack("{s:s, s:i, s:o}", "construction",
                                       multiport_algorithm_name(rounds->algorithm), "rounds",
                                       rounds->schedule.list.finish, "boxes", boxes),
                             failure);
}

static void print(const struct arguments *arguments, const struct multiport_rounds *rounds) {
    if (option(arguments, "boxes")->given)
        print_boxes(&rounds->chain);
    printf("construction %s\nlower %d\nrounds %d\n", multiport_algorithm_name(rounds->algorithm),
           rounds->lower, rounds->schedule.list.finish);
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    const struct option_value *algorithm = option(arguments, "construction");
    struct answer_folder folder = answer_folder_of_sides(arguments);
    struct limits limits = control_limits(control, arguments);
    struct question question;
    struct outcome outcome;
    question_init(&question, SUBJECT_MULTIPORT);
    question_set(&question, KEY_PORTS, option(arguments, "ports")->number);
    question_set(&question, KEY_PROCESSORS, option(arguments, "processors")->number);
    question_set(&question, KEY_ITEMS, option(arguments, "items")->number);
    const struct engine *engine =
        engine_find(&question, algorithm->given ? algorithm->text : "best");
    enum status status = answer_folder_probe(&folder, failure);
    if (!status)
        status =
            engine_ask(engine, &question, &(struct engine_options){0}, &limits, &outcome, failure);
    if (status)
        return status;
    const struct multiport_rounds *rounds = outcome.detail;
    if (!control->quiet)
        fprintf(stderr, "%ld messages played, %.3f s\n", rounds->schedule.list.count,
                control_elapsed(control));
    status = answer_folder_write_sides(&folder, &outcome, &limits, failure);
    if (!status && option(arguments, "json")->given)
        status = print_json(&question, &outcome, control_elapsed(control), failure);
    else if (!status)
        print(arguments, rounds);
    *settled = outcome.verdict == OUTCOME_SETTLED;
    outcome_clear(&outcome);
    return status;
}

static int run_multiport(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_multiport = {
    .name = "multiport",
    .summary = "The least number of rounds for K items, with several ports (MPI_Bcast)",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "In a round every processor sends up to p messages and receives up to p, on its p ports,\n"
        "and what it receives it can send on in the next round. Processor 0, the source, has K\n"
        "items for all P-1 others. Prints\n"
        "  lower B      no schedule has fewer rounds: by counting messages\n"
        "  rounds R     those of the schedule, all of whose messages were played\n"
        "Constructions, after Bar-Noy and Ho (who write k for p, n for P, and m for K):\n"
        "  k-tree       each of p items goes down a tree of its own; ceil(K/p) - 1 + the\n"
        "               height, which is about log_p P\n"
        "  rotation     a chain of boxes, in which processors change places from round to round;\n"
        "               ceil(K/p) + ceil(log_(p+1) P), or one more for some P from p = 5 on\n"
        "  best         the same boxes in the best order, and a better last one: one more for a\n"
        "               few P only; or one of the others, if it has fewer rounds\n"
        "With --boxes a line for each box says who is in it, when its processors have an item\n"
        "(in rounds after the one in which the source sends it), and after how many rounds\n"
        "it sends an item on to the next box. With -o, schedule.cert is the list of messages\n"
        "and bound.cert proves the lower bound.\n"
        "\n"
        "`kitem -L 1 --ports` finds the least number of rounds for small numbers.\n"
        "\n"
        "The exit status is 10 if rounds is the lower bound, else 0.",
    .example = "  steadycast multiport -p 5 -P 15 -k 20 --boxes\n"
               "  steadycast multiport -p 3 -P 100 -k 64 -c rotation -o multi --force; "
               "steadycheck multi/schedule.cert\n"
               "  steadycast multiport -p 2 -P 9 -k 7 --json",
    .run = run_multiport};
