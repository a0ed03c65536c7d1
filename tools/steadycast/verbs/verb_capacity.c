/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/ask_verb.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"depth", 't', OPTION_RANGE, true, "T|A..B", 0, 1000000, "delay L+t, or L+2o+t cycles"},
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct ask_verb row = {.subject = SUBJECT_CAPACITY};

static int run_capacity(const struct arguments *arguments) {
    return ask_verb_run(arguments, &row);
}

const struct verb verb_capacity = {
    .name = "capacity",
    .summary = "The largest number of processors that an endless stream can be served to",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Over all schedules whatsoever with delay L+t. Prints\n"
        "  lower N      a schedule for N processors was found, the source not counted\n"
        "  upper N      prices prove that no schedule reaches more\n"
        "  capacity N   where both meet\n"
        "and, for a range of depths, a line for each. Engines:\n"
        "  construction  words and prices in closed form, t up to 2000: P(t) processors for\n"
        "                L = 1 and L >= 3, floor((P(t+1)+t-1)/2) for L = 2\n"
        "  search        the linear program over all that a processor may do (2^t states), solved\n"
        "                exactly, and exhaustive search for a schedule that reaches it\n"
        "With p ports (-p): f_t of f_i = f_(i-1) + p f_(i-L), for p items a step.\n"
        "On a LogP machine, g >= 2o, one item is served each g cycles, and depths are cycles. The\n"
        "upper bound holds whatever waits; the construction is that of the broadcast tree, the\n"
        "search two linear programs, and cases of how many receive at each offset. The lower one\n"
        "is that of steadycast delay on the same machine, by halves between 1 and the upper\n"
        "bound, and then down from it; the search looks for streams of any words to more\n"
        "processors, of periods 1 and 2, by integer programs, or by formulas, up to 128. --nodes\n"
        "are decisions for each formula (default: 200000), and a node of each integer program for\n"
        "200 of them.\n"
        "\n"
        "With -o, schedule.cert and bound.cert are the certificates of both sides; of ranges they\n"
        "stand one behind the other in L<L>.certs, for steadycheck --stream. The exit status is\n"
        "10 if all of them are settled, else 0.",
    .example = "  steadycast capacity -L 2 -t 7\n"
               "  steadycast capacity -L 2 -t 5 --engine all -o five --force\n"
               "  steadycast capacity -L 2 -t 1..10 -e search -o capacities --force\n"
               "  steadycast capacity -L 2 -t 300 -q\n"
               "  steadycast capacity --logp 5,0,2 -t 0..16 -e search --capacity none",
    .run = run_capacity};
