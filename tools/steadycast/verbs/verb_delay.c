/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/delay.h"

enum { MOST_DIGITS = 100000, RANGE_DIGITS = 9 };

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_RANGE, false, "L|A..B", 1, SEQUENCE_MAX_LATENCY,
     "latency of a message"},
    OPTION_SPEC_LOGP("a LogP machine in place of the postal model: latency, overhead, gap"),
    OPTION_SPEC_CAPACITY,
    {"processors", 'P', OPTION_TEXT, true, "P|A..B", 0, 0, "processors, the source included"},
    {"engine", 'e', OPTION_CHOICE, false, "construction|search|all", 0, 0,
     "who finds the schedule (default: construction); all: both, which must agree"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "write the certificates: schedule.cert, bound.cert; of ranges L<L>.certs"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print JSON instead, an object a line"},
    OPTION_SPEC_QUIET,
};

/* What --processors asks for: one number P of any size, or a range. */
struct asked {
    bool range;
    long first;
    long last;
    mpz_t processors;
};

/* `A..B`, both of few digits. */
static bool parse_range(const char *text, struct asked *asked) {
    size_t first = strspn(text, "0123456789");
    const char *rest = text + first + 2;
    if (first == 0 || first > RANGE_DIGITS || strncmp(text + first, "..", 2) != 0)
        return false;
    size_t last = strspn(rest, "0123456789");
    if (last == 0 || last > RANGE_DIGITS || rest[last])
        return false;
    asked->range = true;
    asked->first = strtol(text, NULL, 10);
    asked->last = strtol(rest, NULL, 10);
    return asked->first >= 1 && asked->first <= asked->last;
}

static enum status parse_processors(const struct arguments *arguments, struct asked *asked,
                                    struct failure *failure) {
    const char *text = option(arguments, "processors")->text;
    size_t digits = strspn(text, "0123456789");
    if (parse_range(text, asked))
        return STATUS_OK;
    if (digits == 0 || text[digits] || digits > MOST_DIGITS ||
        mpz_set_str(asked->processors, text, 10) != 0 || mpz_sgn(asked->processors) == 0)
        return failure_set(failure, STATUS_INPUT,
                           "--processors: '%.40s' is not a whole number from 1 on of at most %d "
                           "digits, nor a range A..B of numbers of at most %d digits (the source "
                           "is counted)",
                           text, MOST_DIGITS, RANGE_DIGITS);
    return STATUS_OK;
}

struct answer_folder delay_folder(const struct arguments *arguments) {
    static const char *const names[] = {"schedule.cert", "bound.cert", "bound-later.cert"};
    return answer_folder(arguments, names, 3);
}

/* Asks for P = processors; *depth is t of the schedule that was found, which has delay L+t. The
 * caller clears `question` and `asking`, also after a failure. */
static enum status ask(const struct arguments *arguments, struct control *control, long latency,
                       mpz_srcptr processors, struct question *question, struct asking *asking,
                       int *depth, struct failure *failure) {
    struct answer_folder folder = delay_folder(arguments);
    *asking = (struct asking){.arguments = arguments, .control = control, .question = question};
    question_init(question, SUBJECT_DELAY);
    question_set(question, KEY_LATENCY, latency);
    enum status status = question_set_big(question, KEY_PROCESSORS, processors, failure);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = asking_chosen(asking, failure);
    if (!status)
        *depth = (int)(strtol(asking->list[asking->given].upper, NULL, 10) - latency);
    return status;
}

static enum status print(const struct asking *asking, int depth, struct failure *failure) {
    const struct outcome *outcome = &asking->list[asking->given];
    if (!option(asking->arguments, "json")->given) {
        printf("delay %s\nlower %s\n", outcome->upper, outcome->lower);
        return STATUS_OK;
    }
    const struct json_answer answer =
        json_answer_of(asking->question, outcome, control_elapsed(asking->control));
    return json_answer_print(
        &answer, json_pack("{s:o, s:i}", "delay", json_number(outcome->upper), "depth", depth),
        failure);
}

static enum status answer_one(const struct arguments *arguments, struct control *control,
                              mpz_srcptr processors, bool *settled, struct failure *failure) {
    long latency = option(arguments, "latency")->number;
    struct answer_folder folder = delay_folder(arguments);
    struct question question;
    struct asking asking;
    int depth = 0;
    enum status status =
        ask(arguments, control, latency, processors, &question, &asking, &depth, failure);
    const struct outcome *outcome = &asking.list[asking.given];
    const struct evidence evidence[] = {outcome->schedule, outcome->bound, {.kind = NULL}};
    if (!status)
        status = answer_folder_write_evidence(&folder, evidence, NULL, failure);
    if (!status)
        status = print(&asking, depth, failure);
    *settled = !status && outcome->verdict == OUTCOME_SETTLED;
    asking_clear(&asking);
    question_clear(&question);
    return status;
}

/* The source alone. */
static enum status answer_nobody(const struct arguments *arguments, struct failure *failure) {
    if (option(arguments, "output")->given)
        return failure_set(failure, STATUS_INPUT,
                           "--output: P = 1 is the source alone, there is nothing to certify");
    if (!option(arguments, "quiet")->given)
        fprintf(stderr, "P = 1 is the source alone: nobody waits for an item\n");
    if (!option(arguments, "json")->given) {
        printf("delay 0\nlower 0\n");
        return STATUS_OK;
    }
    const struct json_answer answer = {.question = json_question_asked(arguments),
                                       .verdict = OUTCOME_SETTLED,
                                       .lower = "0",
                                       .upper = "0"};
    return json_answer_print(&answer, json_pack("{s:i}", "delay", 0), failure);
}

static enum status check_options(const struct arguments *arguments, const struct asked *asked,
                                 struct failure *failure) {
    const struct option_value *latency = option(arguments, "latency");
    bool logp = option(arguments, "logp")->given;
    if (latency->given == logp)
        return failure_set(
            failure, STATUS_INPUT,
            logp ? "delay takes one machine, not both -L L (postal model) and --logp L,o,g"
                 : "delay needs a machine: either -L L (postal model) or --logp L,o,g");
    if (logp && asked->range)
        return failure_set(failure, STATUS_INPUT,
                           "--logp takes one number of processors, no range");
    return logp_option_check_capacity(arguments, failure);
}

static enum status answer_asked(const struct arguments *arguments, struct control *control,
                                struct asked *asked, bool *settled, struct failure *failure) {
    const struct option_value *latency = option(arguments, "latency");
    enum status status = parse_processors(arguments, asked, failure);
    if (!status)
        status = check_options(arguments, asked, failure);
    if (status)
        return status;
    if (!asked->range && latency->given && latency->number < latency->last) {
        if (mpz_cmp_ui(asked->processors, 1000000000) >= 0)
            return failure_set(failure, STATUS_INPUT,
                               "--latency: a range of latencies needs --processors below 10^9");
        asked->range = true;
        asked->first = asked->last = mpz_get_si(asked->processors);
    }
    *settled = true;
    if (asked->range)
        return delay_range(arguments, control, asked->first, asked->last, failure);
    if (mpz_cmp_ui(asked->processors, 1) == 0)
        return answer_nobody(arguments, failure);
    return option(arguments, "logp")->given
               ? delay_logp(arguments, control, asked->processors, settled, failure)
               : answer_one(arguments, control, asked->processors, settled, failure);
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    struct asked asked = {.range = false};
    mpz_init(asked.processors);
    enum status status = answer_asked(arguments, control, &asked, settled, failure);
    mpz_clear(asked.processors);
    return status;
}

static int run_delay(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_delay = {
    .name = "delay",
    .summary = "The least delay of an endless stream for any number of processors",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Over all schedules whatsoever that bring every item to all P-1 processors beside the\n"
        "source. Prints\n"
        "  delay D      a schedule with delay D was found\n"
        "  lower D'     prices prove that no schedule has a smaller delay; settled if equal\n"
        "Engines:\n"
        "  construction  block-cyclic on pruned trees (L = 1, L >= 3), and words for L = 2\n"
        "  search        local search for blocks on pruned trees, P up to 20001; where it finds "
        "none,\n"
        "                backtracking over the window automaton and formulas; t up to 28, small P\n"
        "Of ranges it prints a line for each stretch of P with equal delays,\n"
        "  latency L processors A..B delay D lower D'\n"
        "every schedule built and checked.\n"
        "\n"
        "With -o, schedule.cert is the schedule and bound.cert proves that one step less is\n"
        "impossible; ranges have all certificates of one latency in L<L>.certs, one behind the\n"
        "other, for steadycheck --stream.\n"
        "\n"
        "On a LogP machine (overhead o, gap g) the source has an item in every `step` of G =\n"
        "max(g,2o) cycles. `delay` and `lower` are cycles, lower for all streams of that rate,\n"
        "whatever the capacity. The best of four is taken: all processors receive at one offset\n"
        "modulo G, as in a postal schedule of latency ceil((L+2o)/G), which is the least delay if\n"
        "g >= 2o and g divides L+2o (but for some P at latency 2); with --capacity none, where a\n"
        "message may wait at its receiver for as long as it likes, at different offsets, for g >=\n"
        "2o within 2g-1 cycles of the bound; for P up to 10^14, under any capacity, at different\n"
        "offsets by changes of many equal blocks at once; and for P up to 50001 by changes at\n"
        "random.\n"
        "The certificates are of kind logp-schedule, and one or two of kind reach; or,\n"
        "with --engine search or all, of kind prices, which for g >= 2o can prove more than how\n"
        "many can know an item, in seconds. For P up to 33 an integer program (or, without\n"
        "steadycast-lp, a formula) looks for streams of any words at the depths that these leave\n"
        "open, which takes up to minutes.\n"
        "\n"
        "The exit status is 10 if delay and lower meet, else 0.",
    .example = "  steadycast delay -L 3 -P 1000\n"
               "  steadycast delay -L 2 -P 22 --engine all -o delay --force\n"
               "  steadycast delay -L 7 -P 123456789012345678901234567890 -q\n"
               "  steadycast delay -L 3..5 -P 2..200 -o delays --force; "
               "steadycheck --stream --quiet delays/L4.certs\n"
               "  steadycast delay --logp 6,2,4 -P 8\n"
               "  steadycast delay --logp 6,2,4 --capacity none -P 1000000 -o logp --force",
    .run = run_delay};
