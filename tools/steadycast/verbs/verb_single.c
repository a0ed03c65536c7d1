#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/bound/reach.h"
#include "solver/certificate/write.h"
#include "solver/collective/single/single_tree.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/message_text.h"
#include "tools/steadycast/verbs/single_text.h"

enum { MOST_DIGITS = 100000 };

static const struct option_spec specs[] = {
    {"logp", 0, OPTION_TEXT, true, "L,o,g", 0, 0, "the machine: latency, overhead, gap"},
    {"processors", 'P', OPTION_TEXT, true, "P", 0, 0, "processors, the source included"},
    {"format", 0, OPTION_CHOICE, false, "tree|activity|messages|dot", 0, 0,
     "print the schedule as well: who sends to whom, what each does in each cycle, or a table; or "
     "only a picture"},
    {"output", 'o', OPTION_TEXT, false, "FOLDER", 0, 0,
     "write the certificates: bound.cert, schedule.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

struct single {
    struct logp_machine machine;
    mpz_t processors;
    int64_t time;
    mpz_t sum;
    bool has_tree; /* not for more processors than a list of messages may have */
    struct single_tree tree;
    const struct limits *limits;
};

static enum status parse(const struct arguments *arguments, struct single *single,
                         struct failure *failure) {
    const char *text = option(arguments, "processors")->text;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] || digits > MOST_DIGITS ||
        mpz_set_str(single->processors, text, 10) != 0 || mpz_sgn(single->processors) == 0)
        return failure_set(failure, STATUS_INPUT,
                           "--processors: '%.40s' is no number from 1 on (the source included) of "
                           "at most %d digits",
                           text, MOST_DIGITS);
    if (option(arguments, "json")->given && option(arguments, "format")->given)
        return failure_set(failure, STATUS_INPUT, "--json prints no schedule; not with --format");
    if (option(arguments, "output")->given && mpz_cmp_ui(single->processors, 1) == 0)
        return failure_set(failure, STATUS_INPUT,
                           "--output: P = 1 is the source alone, there is nothing to certify");
    return logp_option_parse(option(arguments, "logp")->text, &single->machine, failure);
}

/* The tree must say what the bound says: it is counted in another way. */
static enum status find_tree(struct single *single, struct failure *failure) {
    enum status status = single_tree_build(&single->machine, (int)mpz_get_ui(single->processors),
                                           &single->tree, failure);
    if (status)
        return status;
    single->has_tree = true;
    if (single_tree_time(&single->tree) != single->time ||
        mpz_cmp_si(single->sum, single_tree_sum(&single->tree)) != 0)
        return failure_set(failure, STATUS_INTERNAL,
                           "the tree ends at %d, and not at %" PRId64 " as the bound",
                           single_tree_time(&single->tree), single->time);
    return STATUS_OK;
}

/* sum over s < T of P - A(s): no schedule has less, and the tree has it. */
static enum status find(const struct arguments *arguments, struct single *single,
                        struct failure *failure) {
    enum status status =
        reach_time(&single->machine, single->processors, &single->time, single->sum, failure);
    if (status)
        return status;
    if (mpz_cmp_ui(single->processors, MESSAGES_MOST_PROCESSORS + 1) <= 0)
        return find_tree(single, failure);
    if (option(arguments, "format")->given)
        return failure_set(failure, STATUS_INPUT,
                           "--format: a schedule is for at most %d processors",
                           MESSAGES_MOST_PROCESSORS + 1);
    if (!option(arguments, "quiet")->given)
        fprintf(stderr,
                "schedules are for at most %d processors; this is their bound, which the "
                "tree of the smallest labels meets\n",
                MESSAGES_MOST_PROCESSORS + 1);
    return STATUS_OK;
}

static enum status write_file(const void *context, int file, const char *path,
                              struct failure *failure) {
    const struct single *single = context;
    if (file == 0)
        return certificate_write_reach(path, true, &single->machine, single->time - 1, failure);
    struct message_list list = single_tree_list(&single->tree);
    return certificate_write_messages(path, true, &list, single->limits, failure);
}

static enum status print_schedule(const struct arguments *arguments, const struct single *single,
                                  struct failure *failure) {
    enum { TREE, ACTIVITY, MESSAGES, DOT };
    const struct option_value *format = option(arguments, "format");
    if (!format->given)
        return STATUS_OK;
    if (format->number == TREE)
        return single_text_tree(stdout, &single->tree, failure);
    if (format->number == ACTIVITY)
        return single_text_activity(stdout, &single->tree, failure);
    if (format->number == DOT)
        return single_text_dot(stdout, &single->tree, failure);
    if (single->tree.processors == 1)
        return STATUS_OK;
    struct message_list list = single_tree_list(&single->tree);
    return message_text_table(stdout, &list, single->limits, failure);
}

static enum status print_json(const struct single *single, struct failure *failure) {
    char *processors = mpz_get_str(NULL, 10, single->processors);
    char *sum = mpz_get_str(NULL, 10, single->sum);
    json_t *object = json_pack("{s:[i,i,i], s:s, s:I, s:s}", "logp", single->machine.latency,
                               single->machine.overhead, single->machine.gap, "processors",
                               processors, "time", (json_int_t)single->time, "sum", sum);
    free(processors);
    free(sum);
    return json_line(object, failure);
}

static enum status print(const struct arguments *arguments, const struct single *single,
                         struct failure *failure) {
    if (option(arguments, "json")->given)
        return print_json(single, failure);
    const struct option_value *format = option(arguments, "format");
    if (!format->given || strcmp(format->text, "dot") != 0)
        gmp_printf("time %" PRId64 "\nsum %Zd\n", single->time, single->sum);
    return print_schedule(arguments, single, failure);
}

static enum status answer(const struct arguments *arguments, struct single *single,
                          struct failure *failure) {
    static const char *const names[] = {"bound.cert", "schedule.cert"};
    struct answer_folder folder = answer_folder(arguments, names, 2);
    enum status status = parse(arguments, single, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = find(arguments, single, failure);
    if (!status)
        status = answer_folder_write(&folder, 1 + single->has_tree, write_file, single, failure);
    return status ? status : print(arguments, single, failure);
}

static int run_single(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct single single = {.has_tree = false};
    control_init(&control, arguments);
    struct limits limits = control_limits(&control, arguments);
    mpz_inits(single.processors, single.sum, NULL);
    single.limits = &limits;
    enum status status = answer(arguments, &single, &failure);
    control_end_line(&control);
    if (single.has_tree)
        single_tree_clear(&single.tree);
    mpz_clears(single.processors, single.sum, NULL);
    return status ? verb_unanswered(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_single = {
    .name = "single",
    .summary = "The least time for one item to reach all processors of a LogP machine",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "One processor has an item at time 0. Sending keeps a processor busy for o cycles, the\n"
        "message is under way for L, receiving takes o again; two sendings of one processor begin\n"
        "at least g apart. Prints\n"
        "  time T       the least time when all P processors have the item\n"
        "  sum S        the least sum, over all processors, of the times when they have it\n"
        "One schedule has both: everybody who has the item sends it on without rest, to those who\n"
        "have it earliest then. P may be of any size; schedules are for at most 1000001.\n"
        "\n"
        "With -o, schedule.cert is the list of messages, which ends at T, and bound.cert proves\n"
        "that fewer than P processors can know the item at time T-1, however they send it.\n"
        "\n"
        "Formats, printed below:\n"
        "  tree      a line for each processor with the time when it has the item, below the one\n"
        "            from which it has it\n"
        "  activity  a line for each processor, a column for each cycle: s sends, r receives, .\n"
        "            does not have the item yet, - has it; o = 0: sends or receives there, x both\n"
        "  messages  a table of all receptions\n"
        "  dot       the tree for Graphviz, and nothing else",
    .example = "  steadycast single --logp 6,2,4 -P 8 --format tree\n"
               "  steadycast single --logp 6,2,4 -P 8 --format activity\n"
               "  steadycast single --logp 1,2,1 -P 1000 -o single --force; "
               "steadycheck single/bound.cert\n"
               "  steadycast single --logp 3,0,1 -P 123456789012345678901234567890",
    .run = run_single};
