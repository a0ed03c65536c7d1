#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/write_summation.h"
#include "solver/collective/summation/summation_most.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/sum_text.h"

enum { MOST_DIGITS = 18, PLAYED_PRODUCTS = 20000000 };

static const struct option_spec specs[] = {
    {"logp", 0, OPTION_TEXT, true, "L,o,g", 0, 0, "the machine: latency, overhead, gap"},
    {"processors", 'P', OPTION_NUMBER, true, "P", 1, INT_MAX, "processors that may help"},
    {"until", 't', OPTION_NUMBER, false, "T", 0, SUMMATION_MOST_TIME,
     "cycles: how many operands can be added up?"},
    {"operands", 'N', OPTION_TEXT, false, "N", 0, 0,
     "in place of --until: how long do N operands take?"},
    {"format", 0, OPTION_CHOICE, false, "tree|schedule", 0, 0,
     "print as well who sends to whom, or what each processor does in each cycle"},
    {"output", 'o', OPTION_TEXT, false, "FOLDER", 0, 0,
     "write the certificates: schedule.cert, bound.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

struct sum_answer {
    struct logp_machine machine;
    int64_t processors;
    int64_t time;
    int64_t least; /* with --operands: N; else 0 */
    struct summation summation;
    struct limits limits;
};

static enum status read_operands(const char *text, int64_t *operands, struct failure *failure) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] || digits > MOST_DIGITS || strtoll(text, NULL, 10) < 1)
        return failure_set(failure, STATUS_INPUT,
                           "--operands: '%.40s' is no number from 1 on of at most %d digits", text,
                           MOST_DIGITS);
    *operands = strtoll(text, NULL, 10);
    return STATUS_OK;
}

static enum status find_time(const struct arguments *arguments, struct sum_answer *answer,
                             struct failure *failure) {
    const struct option_value *until = option(arguments, "until");
    const struct option_value *operands = option(arguments, "operands");
    if (until->given == operands->given)
        return failure_set(failure, STATUS_INPUT, "sum needs --until or --operands, and not both");
    answer->time = until->number;
    if (until->given)
        return STATUS_OK;
    enum status status = read_operands(operands->text, &answer->least, failure);
    if (status)
        return status;
    mpz_t asked;
    mpz_init_set_si(asked, answer->least);
    status = summation_least_time(&answer->machine, answer->processors, asked, &answer->limits,
                                  &answer->time, failure);
    mpz_clear(asked);
    return status;
}

/* Nothing is printed that was not played. */
static enum status play(const struct sum_answer *answer, struct failure *failure) {
    const struct summation *summation = &answer->summation;
    struct summation_played played;
    mpz_t most;
    mpz_init(most);
    enum status status = summation_play(summation, summation->operands <= PLAYED_PRODUCTS,
                                        &answer->limits, &played, failure);
    if (!status && !played.right)
        status = failure_set(failure, STATUS_INTERNAL, "the sum is wrong: %s", played.why);
    if (!status)
        status = summation_most(&answer->machine, answer->processors, answer->time, most, failure);
    if (!status && mpz_cmp_si(most, summation->operands) != 0)
        status = failure_set(failure, STATUS_INTERNAL, "the schedule and the bound differ");
    mpz_clear(most);
    return status;
}

static enum status build(struct sum_answer *answer, struct failure *failure) {
    struct summation_tree tree;
    int most = answer->processors < SUMMATION_MOST_PROCESSORS ? (int)answer->processors
                                                              : SUMMATION_MOST_PROCESSORS;
    enum status status =
        summation_tree_best(&answer->machine, summation_apart(&answer->machine), answer->time, most,
                            answer->machine.overhead + (int64_t)1, &tree, failure);
    if (status)
        return status;
    if (tree.count == most && most < answer->processors)
        status = failure_set(failure, STATUS_LIMIT, "sums are listed for up to %d processors",
                             SUMMATION_MOST_PROCESSORS);
    if (!status)
        status = limits_check(&answer->limits, failure);
    if (!status)
        status = summation_build(&tree, &answer->summation, &answer->limits, failure);
    summation_tree_clear(&tree);
    return status;
}

static enum status write_file(const void *context, int file, const char *path,
                              struct failure *failure) {
    const struct sum_answer *answer = context;
    int64_t before = answer->least ? answer->time - 1 : answer->time;
    return file == 0 ? certificate_write_summation(path, true, &answer->summation, &answer->limits,
                                                   failure)
                     : certificate_write_summation_bound(path, true, &answer->machine,
                                                         answer->processors, before, failure);
}

static enum status print(const struct arguments *arguments, const struct sum_answer *answer,
                         struct failure *failure) {
    const struct option_value *format = option(arguments, "format");
    const struct logp_machine *machine = &answer->machine;
    const struct summation *summation = &answer->summation;
    if (option(arguments, "json")->given)
        return json_line(json_pack("{s:[i,i,i], s:I, s:I, s:I, s:i}", "logp", machine->latency,
                                   machine->overhead, machine->gap, "processors",
                                   (json_int_t)answer->processors, "time", (json_int_t)answer->time,
                                   "operands", (json_int_t)summation->operands, "used",
                                   summation->processors),
                         failure);
    printf("time %lld\noperands %lld\nused %d\n", (long long)answer->time,
           (long long)summation->operands, summation->processors);
    if (!format->given)
        return STATUS_OK;
    return format->number == 0 ? sum_print_tree(summation, failure)
                               : sum_print_chart(summation, failure);
}

static enum status answer_all(const struct arguments *arguments, struct sum_answer *answer,
                              struct failure *failure) {
    static const char *const names[] = {"schedule.cert", "bound.cert"};
    struct answer_folder folder = answer_folder(arguments, names, 2);
    enum status status =
        logp_option_parse(option(arguments, "logp")->text, &answer->machine, failure);
    answer->processors = option(arguments, "processors")->number;
    if (!status && option(arguments, "json")->given && option(arguments, "format")->given)
        status = failure_set(failure, STATUS_INPUT, "--format is not for --json");
    if (!status)
        status = find_time(arguments, answer, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = build(answer, failure);
    if (status)
        return status;
    status = play(answer, failure);
    /* with --operands the bound is for one cycle less, and for time 0 there is none */
    int files = answer->least && answer->time == 0 ? 1 : 2;
    if (!status)
        status = answer_folder_write(&folder, files, write_file, answer, failure);
    if (!status)
        status = print(arguments, answer, failure);
    summation_clear(&answer->summation);
    return status;
}

static int run_sum(const struct arguments *arguments) {
    struct failure failure = {0};
    struct control control;
    control_init(&control, arguments);
    struct sum_answer answer = {.limits = control_limits(&control, arguments)};
    enum status status = answer_all(arguments, &answer, &failure);
    control_end_line(&control);
    return status ? verb_unanswered(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_sum = {
    .name = "sum",
    .summary = "Adding up operands on a LogP machine: the most in a time, the least time",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Operands are dealt out to P processors as one likes, an addition takes a cycle, and one\n"
        "processor has the sum in the end (Karp et al. 1993, section 5; Shou and Chen 1996). "
        "Prints\n"
        "  time T       cycles\n"
        "  operands N   the most that any schedule adds up in T cycles on P processors\n"
        "  used U       processors that take part; one more would cost its parent more than it "
        "brings\n"
        "With --operands T is the least time for that many, and N all that fit into it. Operands\n"
        "keep their order, so that addition need not be commutative.\n"
        "\n"
        "--format tree has a line for each processor, below the one that it sends to.\n"
        "--format schedule has a letter for each cycle: + an addition of an operand of its own, R "
        "a\n"
        "reception, A the addition of what was received, S a sending, . nothing.\n"
        "\n"
        "With -o, schedule.cert is the schedule, and bound.cert proves that nobody adds up more "
        "in\n"
        "time T, or with --operands, as many in time T-1. Times are up to 10^7. What is stopped\n"
        "by --time or Ctrl-C ends with `s UNKNOWN` and leaves no files. The exit status is 0.",
    .example = "  steadycast sum --logp 5,2,4 -P 8 -t 28 --format schedule\n"
               "  steadycast sum --logp 5,2,4 -P 7 -N 82 -o sum --force; steadycheck "
               "sum/bound.cert\n"
               "  steadycast sum --logp 3,1,2 -P 1000 -N 1000000 --json",
    .run = run_sum};
