/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/help/words.h"

#include <stdio.h>
#include <string.h>

#include "tools/steadycast/frame/verb.h"

const struct word_meaning help_words[] = {
    {"item, processor",
     "A source emits an item at every step, and every other processor has to receive each of them. "
     "A processor sends at most one message and receives at most one message in a step."},
    {"latency, L", "A message that is sent at step s is received at step s+L. This is the postal "
                   "model; in the LogP model with latency L, overhead o and gap g, measured in "
                   "cycles, sending and receiving keep a processor busy for o cycles each, and two "
                   "sendings of a processor are at least g apart."},
    {"P, N", "P counts the processors with the source, N without it: N = P-1. In P(t), Q(t) and "
             "B(N) the source is not counted. Where everybody is a source, as in allgather and "
             "allreduce, P counts everybody."},
    {"delay",
     "From the step at which the source emits an item until the last processor has it, the "
     "same for every item of the stream."},
    {"depth, t",
     "The delay less the latency: delay = L+t. It is the depth of the broadcast tree of "
     "one item, counted from the first processor that receives it."},
    {"f_t, P(t)",
     "The largest number of processors (without the source) that have an item L+t steps after the "
     "source has sent it, if the source sends it only once, as in a stream: P(t) = f_t, with f_i = "
     "1 for i < L and f_i = f_(i-1) + f_(i-L) from there on."},
    {"B(N)", "The least t with N <= P(t). No stream to N processors has a smaller delay than "
             "L+B(N)."},
    {"Q(t)",
     "The capacity: the largest number N of processors that any schedule of a stream serves "
     "with delay L+t. It is P(t) for every L but 2, and smaller for L = 2 from t = 7 on."},
    {"C(k)",
     "The counting bound for k items that are all at the source in the beginning: before step C(k) "
     "not enough messages can have been sent for everybody to have all of them."},
    {"value", "How many steps an item that is received has left until its delay is over. Only an "
              "item of value L or more is worth sending on."},
    {"block, head",
     "In a block-cyclic schedule r processors form a block of size r and take turns: each receives "
     "a head, an item of value r+L-1, in every r-th step, and sends it in each of the r steps "
     "until the next one."},
    {"letter, word",
     "A letter is a reception whose item is not sent on, named by its value: a for 0, b for 1, up "
     "to L-1. A word is what a processor receives in turn until it begins again: a head and r-1 "
     "letters in a block of size r. A word is legal if no item is received twice and none is "
     "missed."},
    {"receive-only",
     "The one processor of a block-cyclic schedule that never sends; it receives the "
     "letter that is left over."},
    {"role", "Which word a processor has, and at which place of it the processor is in a step."},
    {"stationary, periodic",
     "A stationary schedule makes the same receptions, by their values, in every step; a periodic "
     "one repeats its steps after T of them, roles being exchanged between processors or kept."},
    {"price",
     "A number for each value, such that what a processor receives in a step is, on average, worth "
     "at least 1 more than what it sends. Only the source brings worth in, so no schedule of any "
     "form serves more processors than the price of value t."},
    {"pruned tree",
     "The broadcast tree without some of its leaves, for numbers of processors between "
     "P(t-1) and P(t)."},
    {"family",
     "Schedules for infinitely many t, or N, in one certificate: those of a window, and the "
     "rule that continues them."},
    {"endgame",
     "The last steps of K items: those that the stream does not carry, the colours, come into "
     "the slots that it leaves free."},
    {"fractional stream",
     "What streams come to where N has no bound, in shares of f_t, at N = P(t-1) (a), at P(t) "
     "(c), and where k* changes between them (b)."},
    {"certificate",
     "The file in which an answer ends: a schedule, or the proof that there is none. "
     "The program steadycheck, which shares no code with this one, verifies it."},
    {"settled", "Answered on both sides, by certificates or by a theorem: yes or no, or a number "
                "whose lower and upper bound meet."},
    {"open", "Not settled: a limit of time, memory or nodes was reached, or no method is known. It "
             "never means impossible."},
    {NULL, NULL},
};

const struct exit_meaning exit_meanings[] = {
    {EXIT_DONE, 0, "done, where nothing was to be decided"},
    {EXIT_DONE, EXIT_OPEN,
     "unknown, since a limit was reached or a program that is needed is missing (s UNKNOWN); or a "
     "number whose bounds leave something open (s OPEN)"},
    {EXIT_INPUT, EXIT_INPUT, "bad input or usage, or a file that could not be read or written"},
    {EXIT_INTERNAL, EXIT_INTERNAL,
     "an error of the program: engines that disagree, or an answer that is not verified"},
    {EXIT_FOUND, EXIT_DONE,
     "what was asked for exists and was found (s FEASIBLE); or a number that is settled: both "
     "bounds meet (s OPTIMAL), or it was counted (s EXACT)"},
    {EXIT_IMPOSSIBLE, EXIT_DONE, "it is impossible, which is proved (s INFEASIBLE)"},
    {0, 0, NULL},
};

/* Behind `name`, in a column of its own. */
static void print_paragraph(const char *name, const char *text) {
    enum { NAME = 24, WIDTH = 90 };
    printf("  %-*s", NAME - 2, name);
    options_print_text(text, NAME, WIDTH);
}

void words_print(void) {
    for (const struct word_meaning *entry = help_words; entry->word; entry++)
        print_paragraph(entry->word, entry->meaning);
}

void exits_print(void) {
    for (const struct exit_meaning *entry = exit_meanings; entry->meaning; entry++) {
        char numbers[24];
        snprintf(numbers, sizeof numbers, "%-8d%d", entry->status, entry->zero);
        print_paragraph(numbers, entry->meaning);
    }
}
