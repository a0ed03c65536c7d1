/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/status.h"
#include "solver/base/files.h"
#include "solver/collective/multinode/gossip_network.h"
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
        return failure_set(failure, STATUS_INPUT,
                           "%s: expected %d nodes with spaces or lines between them", name, nodes);
    return STATUS_OK;
}

/* Reads `nodes` numbers with white space between them; *order is owned by the caller. STATUS_INPUT
 * for anything else. Whether it is a cycle is not seen. */
static enum status cycle_file_read(const char *name, int nodes, int **order,
                                   struct failure *failure) {
    FILE *in = input_file_open(name);
    if (!in)
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", name, strerror(errno));
    name = input_file_name(name);
    int *read = memory_new((size_t)nodes, sizeof *read);
    enum status status =
        read ? read_order(in, name, nodes, read, failure) : failure_memory(failure, "a cycle");
    input_file_close(in);
    if (status)
        free(read);
    else
        *order = read;
    return status;
}

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_NUMBER, false, "P", 2, INT_MAX, "processors; a network has its own"},
    {"items", 'k', OPTION_NUMBER, false, "K", 1, INT_MAX, "items of each (default: 1)"},
    OPTION_SPECS_OVER_NETWORK,
    OPTION_SPEC_ENGINE,
    {"cycle", 0, OPTION_NAME, false, "FILE", 0, 0,
     "--network: a hamiltonian cycle, the nodes in their order, instead of looking for one"},
    {"expanded", 0, OPTION_FLAG, false, "", 0, 0,
     "write all messages, not those of processor 0 that stand for all"},
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {
    {"cycle", NULL, "latency|logp"}, {"expanded", "output", "network"}, {NULL, NULL, NULL}};

/* A cycle that the user knows. */
static enum status read_cycle(struct asking *asking, struct failure *failure) {
    const struct option_value *file = option(asking->arguments, "cycle");
    const struct machine machine = question_machine(&asking->question);
    int *order = NULL;
    if (machine.network && option(asking->arguments, "expanded")->given)
        return failure_set(failure, STATUS_INPUT, "--expanded does not go with a network");
    if (!file->given)
        return STATUS_OK;
    if (!machine.network)
        return failure_set(failure, STATUS_INPUT, "--cycle is for a network");
    struct gossip_network *network = memory_new(1, sizeof *network);
    enum status status = network ? gossip_network_parse(machine.network, network, failure)
                                 : failure_memory(failure, "a network");
    if (!status) {
        status = cycle_file_read(file->text, network->graph.nodes, &order, failure);
        gossip_network_clear(network);
    }
    free(network);
    asking->options.cycle = order;
    return status;
}

/* The verb `gossip` had the network as an operand. */
static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    (void)limits;
    question_init(question, SUBJECT_ALLGATHER);
    if (collective_check(arguments, failure))
        return STATUS_INPUT;
    if (!arguments->called)
        return STATUS_OK;
    if (arguments->operand_count != 1)
        return failure_set(failure, STATUS_INPUT, "%s needs one network, such as ring:5",
                           arguments->called);
    *given = 1 << subject_place(SUBJECT_ALLGATHER, KEY_NETWORK);
    return question_set_text(question, KEY_NETWORK, arguments->operands[0], failure);
}

static void drop_cycle(struct asking *asking) {
    free((void *)asking->options.cycle);
    asking->options.cycle = NULL;
}

static const struct ask_verb row = {.pose = pose, .prepare = read_cycle, .undo = drop_cycle};

/* One item each with one port is the question of constructions; all else is one of rounds. */
static int run_allgather(const struct arguments *arguments) {
    const struct option_value *duplex = option(arguments, "duplex");
    const struct option_value *items = option(arguments, "items");
    bool rounds = option_is_given(arguments, "steps") || (items->given && items->number > 1) ||
                  (duplex->given && strcmp(duplex->text, "links") == 0) ||
                  (option(arguments, "ports")->given && option(arguments, "ports")->number > 1);
    return rounds && collective_is_asked(arguments) ? collective_run(arguments)
                                                    : ask_verb_run(arguments, &row);
}

const struct verb verb_allgather = {
    .name = "allgather",
    .summary = "The least time for everybody's items to be with everybody (MPI_Allgather)",
    .operands = "",
    VERB_SPECS(specs),
    .rules = rules,
    .details =
        "Each of P processors has K items, and all of them are to reach everybody: MPI_Allgather,\n"
        "which Karp et al. 1992, section 5.1, call all-to-all broadcast. Prints\n"
        "  lower N      no schedule ends before\n"
        "  upper N      a schedule was found that ends then\n"
        "  time N       the least time, where both meet\n"
        "On a LogP machine, or the postal one, engine rotation, processor i sends each item to\n"
        "i+1, i+2, .., i+P-1 (mod P); it prints as well\n"
        "  paper N      L + 2o + (K(P-1)-1)g, which is what the paper says\n"
        "  proved N     no schedule ends before: by a proof that no certificate holds, where it\n"
        "               is more than lower\n"
        "  apart A      cycles from one message of a processor to its next\n"
        "  wait W       cycles of each message before it is received\n"
        "  messages M   how many there are\n"
        "In the postal model, and wherever o = 0, all three times are the same. A processor that\n"
        "sends for o cycles can't receive in these; so the paper's time is reached only if no\n"
        "message of the K(P-1) is sent while another is received: if max(g,o) = g and no multiple\n"
        "dg, d < K(P-1), is between L and L+2o. Otherwise no schedule whatever reaches it, and\n"
        "messages are farther apart, or wait.\n"
        "\n"
        "Over the edges of a network (multinode broadcasting, gossiping with one item a message)\n"
        "a message takes a step; a processor sends at most one and receives at most one in a\n"
        "step, with --duplex half not both. The bound is by counting, a cut vertex, a set of\n"
        "nodes that is removed, or by a refuted formula. Networks: see\n"
        "steadycast help networks. With --steps, several items, links or several ports it is the\n"
        "question of `steadycast help alltoall`. Engines:\n"
        "  any      ring, then the product, then formulas for up to 16 nodes, then greedy, as\n"
        "           long as there is a gap\n"
        "  ring     along a hamiltonian cycle, known for the family or found by search: optimal\n"
        "           (Dimakopoulos 1999, section 3)\n"
        "  product  the algorithm for products, its section 4, from the best schedules of the\n"
        "           factors\n"
        "  sat      a formula for each number of steps from the lower bound on; where it takes\n"
        "           long, first for schedules in which of each two, three or four steps all are\n"
        "           the first one turned, by a symmetry of the network\n"
        "  greedy   any network: a step after the other, along the most urgent edges (along which\n"
        "           much is new, or to who lacks much), the rarest items; or along a spanning "
        "tree\n"
        "           (by tree) if the network is large or this ends earlier: in D(N-1) steps at\n"
        "           most, half duplex 2D(N-1), D the largest degree of the tree\n"
        "\n"
        "With -o, schedule.cert is the list of messages (by rotation those of processor 0, each\n"
        "of which stands for P; all of them with --expanded; of a product the lists of its\n"
        "factors), and bound.cert proves the lower bound. The exit status is 10 if the time is\n"
        "settled, else 0.",
    .example = "  steadycast allgather --logp 6,2,4 -P 8\n"
               "  steadycast allgather -L 3 -P 2000 -k 16 -o all --force; steadycheck "
               "all/schedule.cert\n"
               "  steadycast allgather --logp 1,1,1 -P 4 --expanded -o four --force; steadycheck "
               "four/schedule.cert\n"
               "  steadycast allgather --network ring:5 --duplex half -o ring5 --force; "
               "steadycheck ring5/schedule.cert\n"
               "  steadycast allgather --network torus:3x5x7\n"
               "  steadycast allgather --network 'path:3*star:5' --duplex half -e product -o p "
               "--force; steadycheck p/bound.cert\n"
               "  steadycast allgather -m 'network bowtie duplex half'",
    .run = run_allgather};
