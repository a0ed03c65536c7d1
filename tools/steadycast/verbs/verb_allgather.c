/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/status.h"
#include "solver/base/files.h"
#include "solver/network/network_names.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/verb_collective.h"

/* The option --cycle: a file with the nodes of a cycle in their order. */

/* One number below a thousand million, or -1 at the end of the file, -2 for anything else. */
static int read_number(FILE *in) {
    enum { TOO_LARGE = 100000000 };
    int letter, value = 0, digits = 0;
    do
        letter = getc(in);
    while (letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r');
    if (letter == EOF)
        return -1;
    for (; letter >= '0' && letter <= '9'; letter = getc(in), digits++)
        if (value < TOO_LARGE)
            value = 10 * value + (letter - '0');
    if (letter != EOF)
        ungetc(letter, in);
    return digits ? value : -2;
}

static enum status read_order(FILE *in, const char *name, int nodes, int *order,
                              struct failure *failure) {
    int count = 0, v;
    for (v = read_number(in); v >= 0 && count <= nodes; v = read_number(in)) {
        if (count < nodes)
            order[count] = v;
        count++;
    }
    if (v != -1 || count != nodes)
        return failure_input(failure, "%s: expected %d nodes with spaces or lines between them",
                             name, nodes);
    return STATUS_OK;
}

/* Reads `nodes` numbers with white space between them; *order is owned by the caller. STATUS_INPUT
 * for anything else. Whether it is a cycle is not seen. */
static enum status cycle_file_read(const char *name, int nodes, int **order,
                                   struct failure *failure) {
    FILE *in = input_file_open(name);
    if (!in)
        return failure_input(failure, "%s can't be read: %s", name, strerror(errno));
    name = input_file_name(name);
    FREED int *read = memory_new((size_t)nodes, sizeof *read);
    enum status status =
        read ? read_order(in, name, nodes, read, failure) : failure_memory(failure, "a cycle");
    input_file_close(in);
    if (!status)
        *order = TAKE(read);
    return status;
}

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_NUMBER, false, "P", 2, INT_MAX, "processors; a network has its own"},
    {"items", 'k', OPTION_NUMBER, false, "K", 1, INT_MAX, "items of each (default: 1)"},
    OPTION_SPECS_STEPS("--network: "),
    OPTION_SPEC_ENGINE,
    {"cycle", 0, OPTION_NAME, false, "FILE", 0, 0,
     "--network: a hamiltonian cycle, the nodes in their order, instead of looking for one"},
    {"expanded", 0, OPTION_FLAG, false, "", 0, 0,
     "write all messages, not those of processor 0 that stand for all"},
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {
    {"cycle", NULL, "latency|logp|steps|rounds"}, {"expanded", "output", NULL}, {NULL, NULL, NULL}};

/* A cycle that the user knows. */
static enum status read_cycle(struct asking *asking, struct failure *failure) {
    const struct option_value *file = option(asking->arguments, "cycle");
    const struct machine machine = question_machine(&asking->question);
    int *order = NULL;
    if (!file->given)
        return STATUS_OK;
    if (!machine.network)
        return failure_input(failure, "--cycle is for a network");
    CLEANUP(network_clear) struct network network = {0};
    TRY(network_parse_in(machine.network, NULL, &network, failure));
    TRY(cycle_file_read(file->text, network.nodes, &order, failure));
    asking->options.cycle = order;
    return STATUS_OK;
}

static const struct ask_verb row = {
    .subject = SUBJECT_ALLGATHER, .complete = "expanded", .prepare = read_cycle};

VERB(allgather, "The least time for everybody's items to be with everybody (MPI_Allgather)", "",
     .rules = rules, .ask = &row);
