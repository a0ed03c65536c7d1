/* SPDX-License-Identifier: MIT */
/* Kinds combining, summation, summation-bound, gossip-bound, gossip-product and impossible-gossip.
 */
#include <string.h>

#include "tools/steadycast/show/show_proof.h"

enum { LISTED = 200, MOST = 2147483647 };

/* The current line must be `key` and one word; prints the word between two texts. */
static enum status tell_line(FILE *file, struct certificate_input *input, const char *key,
                             const char *before, const char *after, struct failure *failure) {
    char expected[80];
    snprintf(expected, sizeof expected, "'%s' and one word", key);
    if (input->word_count != 2 || strcmp(input->words[0], key) != 0)
        return certificate_expected(input, expected, failure);
    fprintf(file, "%s%s%s", before, input->words[1], after);
    return STATUS_OK;
}

/* The same for the next line. */
static enum status tell(FILE *file, struct certificate_input *input, const char *key,
                        const char *before, const char *after, struct failure *failure) {
    if (!certificate_next(input))
        return certificate_expected(input, "another line", failure);
    return tell_line(file, input, key, before, after, failure);
}

static void print_line(FILE *file, const struct certificate_input *input) {
    for (int i = 0; i < input->word_count; i++)
        fprintf(file, "%s%s", i ? " " : "  ", input->words[i]);
    fputc('\n', file);
}

/* What is left of the body, as it is; long ones only in part. */
static void list_rest(FILE *file, struct certificate_input *input) {
    long lines = 0;
    while (certificate_next(input))
        if (++lines <= LISTED)
            print_line(file, input);
    if (lines > LISTED)
        fprintf(file, "  ... and %ld more lines\n", lines - LISTED);
}

enum status show_combining(FILE *file, struct certificate_input *input, struct failure *failure) {
    enum status status = tell(file, input, "model", "machine: ", "", failure);
    if (!status)
        status = tell(file, input, "latency", ", latency ", "", failure);
    if (!status)
        status = tell(file, input, "processors", ", ", " processors", failure);
    if (status)
        return status;
    bool more = certificate_next(input), turns = more && strcmp(input->words[0], "rotation") == 0;
    fputs(turns ? ", in rotation\n" : "\n", file);
    if (!more || (turns && !certificate_next(input)))
        return certificate_expected(input, "'finish'", failure);
    status = tell_line(file, input, "finish",
                       "claim: the messages leave the sum of one operand of each processor with "
                       "all of them at time ",
                       "\n", failure);
    if (!status)
        list_rest(file, input);
    return status;
}

static enum status tell_machine(FILE *file, struct certificate_input *input,
                                struct failure *failure) {
    enum status status = tell(file, input, "latency", "machine: LogP, latency ", "", failure);
    if (!status)
        status = tell(file, input, "overhead", ", overhead ", "", failure);
    if (!status)
        status = tell(file, input, "gap", ", gap ", "", failure);
    return status ? status : tell(file, input, "processors", ", ", " processors\n", failure);
}

enum status show_summation(FILE *file, struct certificate_input *input, struct failure *failure) {
    if (!certificate_next(input)) /* the model, which can be only one */
        return certificate_expected(input, "'model logp'", failure);
    enum status status = tell_machine(file, input, failure);
    if (!status)
        status = tell(file, input, "operands", "claim: the work below adds up ", "", failure);
    if (!status)
        status = tell(file, input, "finish", " operands, in their order, by time ", "\n", failure);
    if (!status)
        list_rest(file, input);
    return status;
}

enum status show_summation_bound(FILE *file, struct certificate_input *input,
                                 struct failure *failure) {
    enum status status = tell_machine(file, input, failure);
    if (!status)
        status = tell(file, input, "finish", "claim: by time ", "", failure);
    if (!status)
        status = tell(file, input, "operands", " no schedule adds up more than ", " operands\n",
                      failure);
    if (!status)
        fprintf(file, "proof: the sum of one processor's own additions and what each other one can "
                      "bring beyond the cycles\nthat its message costs the receiver\n");
    return status;
}

/* Their number; the lines themselves are passed over. */
static enum status tell_graph(FILE *file, struct certificate_input *input,
                              struct failure *failure) {
    long edges = 0;
    enum status status = tell(file, input, "processors", "a graph with ", " processors", failure);
    if (!status)
        status = certificate_field(input, "edges", 1, MOST, &edges, failure);
    for (long i = 0; i < edges && !status; i++)
        if (!certificate_next(input) || strcmp(input->words[0], "edge") != 0)
            status = certificate_expected(input, "'edge A B'", failure);
    if (!status)
        fprintf(file, " and %ld edge%s", edges, edges == 1 ? "" : "s");
    return status;
}

static enum status tell_question(FILE *file, struct certificate_input *input,
                                 struct failure *failure) {
    enum status status = tell(file, input, "duplex", "machine: ", " duplex, ", failure);
    if (!status)
        status = tell_graph(file, input, failure);
    if (!status)
        fprintf(file, ", one item at each\n");
    return status;
}

enum status show_gossip_bound(FILE *file, struct certificate_input *input,
                              struct failure *failure) {
    enum status status = tell_question(file, input, failure);
    if (!status)
        status = tell(file, input, "time", "claim: all items can't be everywhere in less than ",
                      " steps\n", failure);
    if (status)
        return status;
    bool more = certificate_next(input);
    fprintf(file, "proof: by counting the messages%s\n",
            !more                                    ? ""
            : strcmp(input->words[0], "cut") == 0    ? " that pass a processor"
            : strcmp(input->words[0], "remove") == 0 ? " that can be sent in a step"
                                                     : "");
    if (more)
        print_line(file, input);
    return STATUS_OK;
}

/* One factor: its graph, and its messages only counted. */
static enum status tell_factor(FILE *file, struct certificate_input *input,
                               struct failure *failure) {
    if (input->word_count != 2 || strcmp(input->words[0], "factor") != 0)
        return certificate_expected(input, "'factor' and its number", failure);
    fprintf(file, "  factor %s: ", input->words[1]);
    enum status status = tell_graph(file, input, failure);
    return status ? status : tell(file, input, "finish", ", done in ", " steps", failure);
}

static enum status tell_factors(FILE *file, struct certificate_input *input,
                                struct failure *failure) {
    bool more = certificate_next(input);
    enum status status = STATUS_OK;
    while (more && !status) {
        long messages = 0;
        status = tell_factor(file, input, failure);
        while (!status && (more = certificate_next(input)) &&
               strcmp(input->words[0], "factor") != 0)
            messages += strcmp(input->words[0], "send") == 0;
        if (!status)
            fprintf(file, ", %ld messages\n", messages);
    }
    return status;
}

enum status show_gossip_product(FILE *file, struct certificate_input *input,
                                struct failure *failure) {
    enum status status = tell(file, input, "duplex", "machine: ", " duplex, ", failure);
    if (!status)
        status = tell(file, input, "factors", "the product of ", " graphs", failure);
    if (!status)
        status =
            tell(file, input, "processors", " with ", " processors, one item at each\n", failure);
    if (!status)
        status = tell(file, input, "time", "claim: all items are everywhere after ", " steps\n",
                      failure);
    return status ? status : tell_factors(file, input, failure);
}

enum status show_impossible_gossip(FILE *file, struct certificate_input *input,
                                   struct failure *failure) {
    enum status status = tell_question(file, input, failure);
    if (!status)
        status = tell(file, input, "time", "claim: all items can't be everywhere within ",
                      " steps\n", failure);
    return status ? status : show_cnf(file, input, failure);
}
