/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tools/steadycast/verbs/ask_verb.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_BIG, false, "P|A..B", 1, 1000000000,
     "processors, the source included; a network has its own"},
    {"rate", 0, OPTION_TEXT, false, "P/Q", 0, 0, "--network: P items in Q steps (default: 1)"},
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "--network: the source (default: 0)"},
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

/* P or P/Q. */
static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    static const enum key keys[] = {KEY_RATE, KEY_PER};
    const struct option_value *rate = option(arguments, "rate");
    char copy[64];
    (void)limits;
    question_init(question, SUBJECT_DELAY);
    if (!rate->given)
        return STATUS_OK;
    snprintf(copy, sizeof copy, "%s", rate->text);
    char *part = copy, *slash = strchr(copy, '/');
    if (slash)
        *slash++ = 0;
    for (int i = 0; i < 2 && part; i++, part = slash) {
        *given |= 1 << subject_place(SUBJECT_DELAY, keys[i]);
        if (strlen(rate->text) >= sizeof copy || question_read_value(question, keys[i], part, NULL))
            return failure_set(failure, STATUS_INPUT,
                               "--rate: '%.40s' is not P or P/Q, P items in Q steps, each from 1 "
                               "to 10000",
                               rate->text);
    }
    return STATUS_OK;
}

static const struct ask_verb row = {.pose = pose};

static int run_delay(const struct arguments *arguments) {
    return ask_verb_run(arguments, &row);
}

const struct verb verb_delay = {
    .name = "delay",
    .summary = "The least delay of an endless stream for any number of processors",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Over all schedules whatsoever that bring every item to all P-1 processors beside the\n"
        "source. Prints\n"
        "  lower D'     no schedule has a smaller delay: by prices, or by counting\n"
        "  upper D      a schedule with delay D was found\n"
        "  delay D      where both meet\n"
        "and the depth t and the period of the schedule. Engines in the postal model:\n"
        "  construction  block-cyclic on pruned trees (L = 1, L >= 3), and words for L = 2\n"
        "  search        local search for blocks on pruned trees, P up to 20001; where it finds "
        "none,\n"
        "                backtracking over the window automaton and formulas; t up to 28, small P\n"
        "Of ranges it prints a line for each stretch of P with equal delays,\n"
        "  latency L processors A..B lower D' upper D delay D by WHOM\n"
        "every schedule built and checked. With -o, schedule.cert is the schedule and bound.cert\n"
        "proves that one step less is impossible; ranges have all certificates of one latency in\n"
        "L<L>.certs, one behind the other, for steadycheck --stream.\n"
        "\n"
        "With p ports (-p) the source has p items more at each step, and everybody receives and\n"
        "sends p. The bound is how many can have an item in time, or, for a few numbers, that the\n"
        "copies which are sent at a time do not fit; the schedule is of unions of trees,\n"
        "or, for t between L and 2L, of words in which the items of a step differ.\n"
        "\n"
        "On a LogP machine (overhead o, gap g) the source has an item in every `step` of G =\n"
        "max(g,2o) cycles. The delays are cycles, lower for all streams of that rate, whatever\n"
        "the capacity. The best of four is taken: all processors receive at one offset\n"
        "modulo G, as in a postal schedule of latency ceil((L+2o)/G), which is the least delay if\n"
        "g >= 2o and g divides L+2o (but for some P at latency 2); with --capacity none, where a\n"
        "message may wait at its receiver for as long as it likes, at different offsets, for g >=\n"
        "2o within 2g-1 cycles of the bound; for P up to 10^14, under any capacity, at different\n"
        "offsets by changes of many equal blocks at once; and for P up to 50001 by changes at\n"
        "random. Engine search adds prices, which for g >= 2o can prove more than how many can\n"
        "know an item, in seconds; and at the depths that these leave open an integer program\n"
        "(or, without steadycast-lp, a formula) looks for streams of any words, up to 128\n"
        "processors, which takes up to minutes. capacity asks the same programs.\n"
        "The certificates are of kind logp-schedule, and of kind prices or reach; for g <= o\n"
        "bound.cert may hold two of kind reach, for steadycheck --stream.\n"
        "\n"
        "Over a network (--network) an item goes along links, each with its capacity and latency;\n"
        "with -p p a node sends and receives p messages in a step, an item a step with one port:\n"
        "the delay of ring:5 -p 1 is 4. The source has P items in every Q steps (--rate P/Q, else\n"
        "one), item i before the step floor((i-1)Q/P)+1. Prices, by linear programs over timed\n"
        "trees, say at once what the capacities exclude; then, for one delay after the other,\n"
        "periodic schedules are looked for in turn with windows of items in a row that have no\n"
        "schedule: one of both is there. Where no delay reaches the rate, a line `most` has the\n"
        "largest that the capacities allow, and bound.cert proves it. schedule.cert is of kind\n"
        "network-schedule, bound.cert of kind network-bound or impossible-network.\n"
        "\n"
        "The exit status is 10 if lower and upper meet, 20 if no stream has the rate, else 0.",
    .example = "  steadycast delay -L 3 -P 1000\n"
               "  steadycast delay --network petersen -p 1 -o petersen --force; steadycheck "
               "petersen/bound.cert\n"
               "  steadycast delay --network ring:6 --rate 3/2\n"
               "  steadycast delay -L 2 -P 22 --engine all -o delay --force\n"
               "  steadycast delay -L 7 -P 123456789012345678901234567890 -q\n"
               "  steadycast delay -L 3..5 -P 2..200 -o delays --force; "
               "steadycheck --stream --quiet delays/L4.certs\n"
               "  steadycast delay --logp 6,2,4 -P 8\n"
               "  steadycast delay -m 'logp 6,2,4 capacity none' -P 1000000 -o logp --force",
    .run = run_delay};
