/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/asking.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_MACHINE,
    OPTION_SPEC_CAPACITY,
    {"depth", 't', OPTION_RANGE, true, "A..B", 0, SEQUENCE_MAX_INDEX,
     "depths: delay L+t, or L+2o+t cycles"},
    {"engine", 'e', OPTION_CHOICE, false, "construction|search|all", 0, 0,
     "who answers (default: construction); all: both, which must agree"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0, "write the certificates of both sides"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    {"nodes", 0, OPTION_NUMBER, false, "N", 1, LONG_MAX,
     "--logp: decisions for each formula of the search (default: 200000), and a node of each "
     "integer program for 200 of them"},
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

enum { NAME_ROOM = 100 };

static void name_files(const struct question *question, const char *engine, char lower[NAME_ROOM],
                       char upper[NAME_ROOM]) {
    long depth = question_number(question, KEY_DEPTH);
    if (question->subject == SUBJECT_CAPACITY) {
        long latency = question_number(question, KEY_LATENCY);
        snprintf(lower, NAME_ROOM, "L%ld-t%ld-%s-lower.cert", latency, depth, engine);
        snprintf(upper, NAME_ROOM, "L%ld-t%ld-%s-upper.cert", latency, depth, engine);
        return;
    }
    const struct logp_machine machine = question_machine(question);
    snprintf(lower, NAME_ROOM, "L%d-o%d-g%d-t%ld-%s-%s-lower.cert", machine.latency,
             machine.overhead, machine.gap, depth, engine,
             logp_capacity_names[question_number(question, KEY_CAPACITY)]);
    snprintf(upper, NAME_ROOM, "L%d-o%d-g%d-t%ld-%s-upper.cert", machine.latency, machine.overhead,
             machine.gap, depth, engine);
}

/* The files of one engine: with an answer they are written, with NULL it is seen whether they could
 * be, now and not after a long search. */
static enum status write_both(const struct asking *asking, const struct engine *engine,
                              const struct outcome *outcome, struct failure *failure) {
    char lower[NAME_ROOM], upper[NAME_ROOM];
    const char *const names[] = {lower, upper};
    const struct answer_folder folder = answer_folder(asking->arguments, names, 2);
    name_files(asking->question, engine->name, lower, upper);
    return outcome ? answer_folder_write_sides(&folder, outcome, NULL, failure)
                   : answer_folder_probe(&folder, failure);
}

static enum status probe(const struct asking *asking, struct failure *failure) {
    const struct option_value *chosen = option(asking->arguments, "engine");
    const char *name = chosen->given ? chosen->text : "construction";
    const struct engine *engine;
    enum status status = STATUS_OK;
    for (int i = 0; (engine = engine_of(asking->question, i)) && !status; i++)
        if (strcmp(name, "all") == 0 || strcmp(name, engine->name) == 0)
            status = write_both(asking, engine, NULL, failure);
    return status;
}

/* Better certificates than those of a search that is stopped may be there from before. */
static enum status write_all(const struct asking *asking, struct failure *failure) {
    const struct option_value *chosen = option(asking->arguments, "engine");
    bool all = chosen->given && strcmp(chosen->text, "all") == 0;
    enum status status = STATUS_OK;
    if (all && asking->count < 2 && control_stopped(asking->control))
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    for (int i = 0; i < asking->count && !status; i++)
        status = asking->list[i].lower
                     ? write_both(asking, asking->engines[i], &asking->list[i], failure)
                     : failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    return status;
}

static enum status print_json(const struct asking *asking, struct failure *failure) {
    const struct outcome *outcome = &asking->list[asking->given];
    const struct json_answer answer =
        json_answer_of(asking->question, outcome, control_elapsed(asking->control));
    json_t *capacity = json_number(outcome->verdict == OUTCOME_SETTLED ? outcome->lower : NULL);
    return json_answer_print(&answer, json_pack("{s:o}", "capacity", capacity), failure);
}

static enum status print(const struct asking *asking, struct failure *failure) {
    const struct outcome *outcome = &asking->list[asking->given];
    const struct option_value *depths = option(asking->arguments, "depth");
    enum status status = STATUS_OK;
    if (option(asking->arguments, "json")->given) {
        status = print_json(asking, failure);
    } else {
        if (depths->number != depths->last)
            printf("depth %ld\n", question_number(asking->question, KEY_DEPTH));
        printf("lower %s\nupper %s\n", outcome->lower, outcome->upper);
        if (outcome->verdict == OUTCOME_SETTLED)
            printf("capacity %s\n", outcome->lower);
    }
    fflush(stdout);
    return status;
}

/* *settled stays as it is, or becomes false. */
static enum status answer_depth(const struct arguments *arguments, struct control *control,
                                const struct question *question, bool *settled,
                                struct failure *failure) {
    struct asking asking = {.arguments = arguments, .control = control, .question = question};
    enum status status = probe(&asking, failure);
    if (!status)
        status = asking_chosen(&asking, failure);
    if (!status)
        status = write_all(&asking, failure);
    if (!status)
        status = print(&asking, failure);
    *settled = *settled && !status && asking.list[asking.given].verdict == OUTCOME_SETTLED;
    asking_clear(&asking);
    return status;
}

/* All but the depth. */
static enum status read_question(const struct arguments *arguments, struct question *question,
                                 struct failure *failure) {
    struct logp_machine machine;
    bool logp = option(arguments, "logp")->given;
    enum status status = logp_option_machine(arguments, &machine, failure);
    if (!status)
        status = logp_option_check_capacity(arguments, failure);
    if (status)
        return status;
    question_init(question, logp ? SUBJECT_STREAM_CAPACITY : SUBJECT_CAPACITY);
    if (logp) {
        logp_option_set(question, &machine);
        question_set(question, KEY_CAPACITY, (long)logp_option_capacity(arguments));
    } else {
        question_set(question, KEY_LATENCY, machine.latency);
    }
    return STATUS_OK;
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    struct question question;
    const struct option_value *depths = option(arguments, "depth");
    enum status status = read_question(arguments, &question, failure);
    struct limits limits = control_limits(control, arguments);
    *settled = true;
    for (long depth = depths->number; depth <= depths->last && !status; depth++) {
        question_set(&question, KEY_DEPTH, depth);
        status = answer_depth(arguments, control, &question, settled, failure);
        if (!status && depth < depths->last)
            status = limits_check(&limits, failure);
    }
    return status;
}

static int run_capacity(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_capacity = {
    .name = "capacity",
    .summary = "The largest number of processors that an endless stream can be served to",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Over all schedules whatsoever with delay L+t. Prints\n"
        "  lower N      a schedule for N processors was found\n"
        "  upper N      prices prove that no schedule reaches more\n"
        "  capacity N   when both meet\n"
        "and, for a range of depths, `depth T` before them. Engines:\n"
        "  construction  words and prices in closed form, t up to 2000: P(t) processors for\n"
        "                L = 1 and L >= 3, floor((P(t+1)+t-1)/2) for L = 2\n"
        "  search        the linear program over all that a processor may do (2^t states), solved\n"
        "                exactly, and exhaustive search for a schedule that reaches it\n"
        "On a LogP machine, g >= 2o, one item is served each g cycles, and depths are cycles. The\n"
        "upper bound holds whatever waits; the construction is that of the broadcast tree, the\n"
        "search two linear programs, and cases of how many receive at each offset. The lower one\n"
        "is that of steadycast delay --logp, under the same --capacity, by halves between 1 and\n"
        "the upper bound; the search then looks for streams of any words to more processors, of\n"
        "periods 1 and 2, by integer programs, or by formulas, up to 128.\n"
        "A search that is stopped (--time, Ctrl-C) ends with s UNKNOWN, and writes nothing; on a\n"
        "LogP machine it tells and writes what it has once both sides are known. In campaigns,\n"
        "and for steadycast ask, the question is capacity, or stream-capacity.\n"
        "Files: FOLDER/L<L>-t<t>-<engine>-lower.cert and -upper.cert, for steadycheck; of a LogP\n"
        "machine L<L>-o<o>-g<g>-t<t>-<engine>-<capacity>-lower.cert and -<engine>-upper.cert. The\n"
        "exit status is 10 if all of them are settled, else 0.",
    .example = "  steadycast capacity -L 2 -t 7\n"
               "  steadycast capacity -L 2 -t 1..10 --engine all -o capacities --force\n"
               "  steadycast capacity -L 2 -t 300 -q\n"
               "  steadycast capacity --logp 5,0,2 -t 0..16 -e search --capacity none",
    .run = run_capacity};
