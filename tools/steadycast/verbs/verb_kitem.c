/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/kitem.h"

enum { SHORT_LIST = 1000000 }; /* messages, a second or so */

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_RANGE, false, "L|A..B", 1, SEQUENCE_MAX_LATENCY,
     "latency of a message in the postal model"},
    OPTION_SPEC_LOGP("in place of --latency: a LogP machine, latency, overhead, gap"),
    OPTION_SPEC_CAPACITY,
    {"processors", 'P', OPTION_BIG, true, "P|A..B", 2, MESSAGES_MOST_PROCESSORS + 1,
     "processors, the source included"},
    {"items", 'k', OPTION_RANGE, false, "K|A..B", 1, 1000000000, "items to be broadcast"},
    {"every", 0, OPTION_FLAG, false, "", 0, 0,
     "without --items: one certificate for every K from some M on"},
    {"ports", 'p', OPTION_NUMBER, false, "N", 1, 10000,
     "sends, and receptions, of a processor at a time (default: 1)"},
    {"single-sending", 0, OPTION_FLAG, false, "", 0, 0, "the source sends each item once"},
    {"engine", 'e', OPTION_CHOICE, false, "any|construction|sat|backtrack", 0, 0,
     "who looks for schedules (default: any: constructions, then formulas where they leave a gap)"},
    {"encoding", 0, OPTION_CHOICE, false, "ordered|plain", 0, 0,
     "formulas with an order of processors and items (default), or without"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "write the certificates: schedule.cert, bound.cert; of ranges L<L>.certs"},
    OPTION_SPEC_FORCE,
    {"threads", 0, OPTION_NUMBER, false, "N", 1, 4096, "of ranges: threads to use (default: all)"},
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print JSON instead, an object a line"},
    OPTION_SPEC_QUIET,
};

struct question kitem_question(const struct arguments *arguments) {
    const struct option_value *ports = option(arguments, "ports");
    struct question question;
    question_init(&question, SUBJECT_ITEMS);
    question_set(&question, KEY_LATENCY, option(arguments, "latency")->number);
    question_set(&question, KEY_PORTS, ports->given ? ports->number : 1);
    question_set(&question, KEY_SENDS, option(arguments, "single-sending")->given);
    question_set(&question, KEY_PROCESSORS, option(arguments, "processors")->number);
    question_set(&question, KEY_ITEMS, option(arguments, "items")->number);
    return question;
}

enum status kitem_ask(const struct arguments *arguments, const struct question *question,
                      struct items_plans *plans, const struct limits *limits,
                      struct outcome *outcome, struct failure *failure) {
    const struct option_value *engine = option(arguments, "engine");
    const struct engine_options options = {
        .plain = option(arguments, "encoding")->number == 1, .long_lists = true, .plans = plans};
    return engine_ask(engine_find(question, engine->given ? engine->text : "any"), question,
                      &options, limits, outcome, failure);
}

struct kitem_entry kitem_entry_of(const struct outcome *outcome, double seconds) {
    const struct items_time *time = outcome->detail;
    struct kitem_entry entry = {.counted = time->counted,
                                .lower = time->lower,
                                .upper = time->upper,
                                .by = time->upper < INT_MAX ? outcome->by : NULL,
                                .nodes = outcome->nodes,
                                .seconds = seconds};
    snprintf(entry.reason, sizeof entry.reason, "%.95s", outcome->reason);
    return entry;
}

static void remark(const struct outcome *outcome, double seconds) {
    const struct kitem_entry entry = kitem_entry_of(outcome, seconds);
    fprintf(stderr, "schedule by %s, bound by %s%s%s, %.3f s\n", entry.by ? entry.by : "nobody",
            entry.lower > entry.counted ? "a refuted formula" : "counting",
            *entry.reason ? ": " : "", entry.reason, seconds);
}

static enum status print(const struct arguments *arguments, const struct question *question,
                         const struct outcome *outcome, double seconds, struct failure *failure) {
    const struct kitem_entry entry = kitem_entry_of(outcome, seconds);
    if (option(arguments, "json")->given)
        return kitem_print_line(question, &entry, true, failure);
    printf("lower %d\n", entry.lower);
    if (entry.by)
        printf("upper %d\n", entry.upper);
    if (entry.upper == entry.lower)
        printf("time %d\n", entry.upper);
    return STATUS_OK;
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    const struct question question = kitem_question(arguments);
    struct answer_folder folder = answer_folder_of_sides(arguments);
    struct limits limits = control_limits(control, arguments);
    struct outcome outcome;
    enum status status = answer_folder_probe(&folder, failure);
    if (!status)
        status = kitem_ask(arguments, &question, NULL, &limits, &outcome, failure);
    control_end_line(control);
    if (status)
        return status;
    if (!control->quiet)
        remark(&outcome, control_elapsed(control));
    /* what a stopped search leaves is written all the same, if that does not take long */
    const struct items_time *time = outcome.detail;
    bool all = control_stopped(control) && time->schedule.list.count <= SHORT_LIST;
    status = answer_folder_write_sides(&folder, &outcome, all ? NULL : &limits, failure);
    control_end_line(control);
    /* an answer is told though its files are not there */
    enum status printed =
        print(arguments, &question, &outcome, control_elapsed(control), status ? NULL : failure);
    *settled = outcome.verdict == OUTCOME_SETTLED;
    outcome_clear(&outcome);
    return status ? status : printed;
}

static bool is_range(const struct arguments *arguments, const char *name) {
    const struct option_value *value = option(arguments, name);
    return value->number < value->last;
}

/* What --logp does not take is told where it is answered. */
static enum status check_options(const struct arguments *arguments, struct failure *failure) {
    bool every = option(arguments, "every")->given, logp = option(arguments, "logp")->given;
    if (option(arguments, "latency")->given == logp)
        return failure_set(failure, STATUS_INPUT,
                           logp ? "kitem takes one machine, not both -L L (postal model) and "
                                  "--logp L,o,g"
                                : "kitem needs a machine: either -L L (postal model) or --logp "
                                  "L,o,g");
    if (logp)
        return STATUS_OK;
    if (!every && option(arguments, "processors")->number == LONG_MAX)
        return failure_set(failure, STATUS_INPUT,
                           "--processors: '%.60s' is beyond the %d of --items; --every and --logp "
                           "take any number",
                           option(arguments, "processors")->text, MESSAGES_MOST_PROCESSORS + 1);
    if (option(arguments, "items")->given == every)
        return failure_set(failure, STATUS_INPUT, "kitem needs %s",
                           every ? "--items or --every, not both" : "--items, or --every");
    if (every &&
        (option(arguments, "ports")->given || option(arguments, "engine")->given ||
         option(arguments, "encoding")->given || option(arguments, "single-sending")->given))
        return failure_set(failure, STATUS_INPUT,
                           "--every is for one port, without --engine, --encoding and "
                           "--single-sending");
    return logp_option_check_capacity(arguments, failure);
}

static enum status run_asked(const struct arguments *arguments, struct control *control,
                             bool *settled, struct failure *failure) {
    enum status status = check_options(arguments, failure);
    if (status)
        return status;
    if (option(arguments, "logp")->given)
        return kitem_logp(arguments, control, settled, failure);
    if (option(arguments, "every")->given)
        return is_range(arguments, "latency") || is_range(arguments, "processors")
                   ? kitem_every_range(arguments, control, settled, failure)
                   : kitem_every(arguments, control, settled, failure);
    return is_range(arguments, "latency") || is_range(arguments, "processors") ||
                   is_range(arguments, "items")
               ? kitem_range(arguments, control, settled, failure)
               : answer(arguments, control, settled, failure);
}

static int run_kitem(const struct arguments *arguments) {
    return verb_run_answer(arguments, run_asked);
}

const struct verb verb_kitem = {
    .name = "kitem",
    .summary = "The least time for K items to reach all processors",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "A source has K items at time 0; when can all P-1 other processors have them? Prints\n"
        "  lower N      no schedule ends before: by counting messages, or by a refuted formula\n"
        "  upper N      a schedule was found that ends then\n"
        "  time N       the least time, when both meet\n"
        "With --single-sending only schedules are asked for in which the source sends each item\n"
        "once. With --ports a processor sends and receives several messages at a time; for L = 1\n"
        "that is the multiport model of rounds.\n"
        "\n"
        "Engines:\n"
        "  construction  one item's tree, pieces of the endless stream, endgames that meet the\n"
        "                bound; see steadycast help expand\n"
        "  sat           the question for each time from the counting bound on, as a formula\n"
        "                (PicoSAT, then CaDiCaL where it is installed)\n"
        "  backtrack     the same by exhaustive search; what it finds impossible is refuted as a\n"
        "                formula as well\n"
        "  any           constructions, then formulas for what they leave open\n"
        "Stopped by --time or Ctrl-C, or where --nodes ends a formula or a search, the interval\n"
        "that is known by then is printed; a schedule that is not written by then is left out.\n"
        "\n"
        "Of ranges it prints a line for each question,\n"
        "  latency L processors P items K lower N upper N time N by WHOM\n"
        "Stopped, they keep what was answered before, all K of a number of processors at a time.\n"
        "With -o, schedule.cert is the list of messages and bound.cert proves the lower bound;\n"
        "ranges have both for all questions of one latency in L<L>.certs, one behind the other,\n"
        "for steadycheck --stream. That is for up to 20000000 messages of one number of\n"
        "processors.\n"
        "\n"
        "With --every in place of --items: one stream and one endgame for every K from some M on,\n"
        "which meet the bound by counting for large K; prints\n"
        "  items M..\n"
        "  time K+A     for every K >= M\n"
        "and -o writes family.cert. Where none is found, that proves nothing. For L = 3..20 P may\n"
        "have any number of digits. Of ranges it prints a line for each P,\n"
        "  latency L processors P items M.. time K+A few N\n"
        "few: of how many K below those that the endgame settles the bound is met from scratch;\n"
        "`open K,K` follows where it is not, and `items none` stands where no endgame is found.\n"
        "All certificates of a latency go to L<L>.certs. Without `open` and `none` the least time\n"
        "is the bound for every K.\n"
        "\n"
        "With --logp L,o,g in place of -L: K items on a LogP machine, in cycles, one question at\n"
        "a time. The lower bound counts messages and the work of all processors; the upper one is\n"
        "the best of the tree for one item, the source alone, the postal schedule in whole steps\n"
        "of max(g,2o) cycles, and the first K items of the stream of delay --logp. schedule.cert\n"
        "is the list of messages. P may be of any size: beyond 1000001 processors or 50000000\n"
        "messages schedule.cert is the stream itself, under the same --capacity, which proves\n"
        "its delay D: its first K items end at (K-1) max(g,2o) + D. In campaigns, and for\n"
        "steadycast ask, the question is logp-items.\n"
        "\n"
        "The exit status is 10 if all times are settled, else 0.",
    .example =
        "  steadycast kitem -L 3 -P 10 -k 8 -o k8 --force; steadycheck k8/schedule.cert\n"
        "  steadycast kitem -L 2 -P 22 -k 100 --single-sending\n"
        "  steadycast kitem -L 1..3 -P 2..8 -k 1..4 -o times --force\n"
        "  steadycheck --stream --quiet times/L2.certs\n"
        "  steadycast kitem -L 1 -P 5 -k 7 --ports 2\n"
        "  steadycast kitem -L 3 -P 1001 --every -o every --force; steadycheck "
        "every/family.cert\n"
        "  steadycast kitem -L 4..5 -P 12..40 --every -o tables --force; steadycheck --stream "
        "--quiet tables/L4.certs\n"
        "  steadycast kitem -L 3 -P 6 -k 3 --engine backtrack\n"
        "  steadycast kitem --logp 8,2,4 -P 9 -k 5 -o logp --force; steadycheck logp/bound.cert\n"
        "  steadycast kitem --logp 6,2,4 -P 1000000000000 -k 20 --capacity none",
    .run = run_kitem};
