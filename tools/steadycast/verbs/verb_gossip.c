/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/question/network_time.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/cycle_file.h"

static const struct option_spec specs[] = {
    {"duplex", 'd', OPTION_CHOICE, false, "full|half", 0, 0,
     "whether a processor may send and receive in the same step (default: full)"},
    {"engine", 'e', OPTION_CHOICE, false, "all|ring|product|sat|greedy", 0, 0,
     "who looks for schedules (default: all)"},
    {"cycle", 0, OPTION_NAME, false, "FILE", 0, 0,
     "a hamiltonian cycle, the nodes in their order, instead of looking for one"},
    {"output", 'o', OPTION_NAME, false, "FOLDER", 0, 0,
     "write the certificates: bound.cert, schedule.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    {"nodes", 0, OPTION_NUMBER, false, "N", 1, LONG_MAX,
     "stop each search, or formula, after so many nodes"},
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static const char *proof_of(const struct gossip_time *time) {
    if (time->has_proof)
        return "a refuted formula";
    if (time->bound.cut >= 0)
        return "a cut vertex";
    return time->bound.removed ? "a removed set" : "counting";
}

static enum status print_json(const struct arguments *arguments, const struct outcome *outcome,
                              double seconds, struct failure *failure) {
    const struct gossip_time *time = &((const struct network_time *)outcome->detail)->time;
    struct question question;
    question_init(&question, SUBJECT_GOSSIP);
    question_set(&question, KEY_DUPLEX, time->half);
    enum status status = question_set_text(&question, KEY_NETWORK, arguments->operands[0], failure);
    if (status)
        return status;
    const struct json_answer answer = json_answer_of(&question, outcome, seconds);
    question_clear(&question);
    return json_answer_print(&answer,
                             json_pack("{s:i, s:i, s:s}", "P", time->network->graph.nodes, "edges",
                                       time->network->graph.count, "proof", proof_of(time)),
                             failure);
}

static void print(const struct gossip_time *time) {
    printf("nodes %d edges %d\nlower %" PRId64 "\n", time->network->graph.nodes,
           time->network->graph.count, time->lower);
    if (time->upper >= 0)
        printf("upper %" PRId64 "\n", time->upper);
    if (time->upper == time->lower)
        printf("time %" PRId64 "\n", time->upper);
}

static void remark(const struct outcome *outcome, double seconds) {
    const struct gossip_time *time = &((const struct network_time *)outcome->detail)->time;
    if (time->upper >= 0)
        fprintf(stderr, "schedule by %s", outcome->by);
    else
        fprintf(stderr, "no schedule was found");
    fprintf(stderr, ", bound by %s", proof_of(time));
    if (time->upper != time->lower && time->reason)
        fprintf(stderr, ": %s", time->reason);
    fprintf(stderr, ", %.3f s\n", seconds);
}

/* A cycle that the user knows. */
static enum status read_cycle(const struct arguments *arguments, int **order,
                              struct failure *failure) {
    const struct option_value *file = option(arguments, "cycle");
    struct gossip_network *network = file->given ? memory_new(1, sizeof *network) : NULL;
    if (!file->given)
        return STATUS_OK;
    enum status status = network ? gossip_network_parse(arguments->operands[0], network, failure)
                                 : failure_memory(failure, "a network");
    if (!status) {
        status = cycle_file_read(file->text, network->graph.nodes, order, failure);
        gossip_network_clear(network);
    }
    free(network);
    return status;
}

static enum status answer(const struct arguments *arguments, struct control *control, bool *settled,
                          struct failure *failure) {
    static const enum gossip_engine engines[] = {GOSSIP_ALL, GOSSIP_BY_RING, GOSSIP_BY_PRODUCT,
                                                 GOSSIP_BY_SAT, GOSSIP_BY_GREEDY};
    const struct option_value *engine = option(arguments, "engine");
    bool half = option(arguments, "duplex")->given && option(arguments, "duplex")->number == 1;
    struct answer_folder folder = answer_folder_of_sides(arguments);
    struct limits limits = control_limits(control, arguments);
    struct outcome outcome;
    int *order = NULL;
    if (arguments->operand_count != 1)
        return failure_set(
            failure, STATUS_INPUT,
            "gossip needs one network, such as ring:5 (see: steadycast help gossip)");
    enum status status = answer_folder_probe(&folder, failure);
    if (!status)
        status = read_cycle(arguments, &order, failure);
    if (!status)
        status = network_time_ask(arguments->operands[0], NULL, half,
                                  engines[engine->given ? engine->number : 0], order, &limits,
                                  &outcome, failure);
    free(order);
    control_end_line(control);
    if (status)
        return status;
    const struct gossip_time *time = &((const struct network_time *)outcome.detail)->time;
    if (!control->quiet)
        remark(&outcome, control_elapsed(control));
    status = answer_folder_write_sides(&folder, &outcome, &limits, failure);
    control_end_line(control);
    /* an answer is told though its files are not there */
    enum status printed = STATUS_OK;
    if (option(arguments, "json")->given)
        printed =
            print_json(arguments, &outcome, control_elapsed(control), status ? NULL : failure);
    else
        print(time);
    *settled = outcome.verdict == OUTCOME_SETTLED;
    outcome_clear(&outcome);
    return status ? status : printed;
}

static int run_gossip(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_gossip = {
    .name = "gossip",
    .summary =
        "The least time for everybody's items to be with everybody, over a network (MPI_Allgather)",
    .operands = "NETWORK",
    VERB_SPECS(specs),
    .details =
        "Multinode broadcasting, or gossiping with one item a message: every processor of a\n"
        "network has an item, and all are to have all. A message goes along an edge and takes a\n"
        "step; a processor sends at most one and receives at most one in a step, with --duplex\n"
        "half not both. Prints\n"
        "  nodes N edges N\n"
        "  lower N      no schedule ends before: by counting, a cut vertex, a set of nodes that\n"
        "               is removed, or by a refuted formula\n"
        "  upper N      a schedule was found that ends then\n"
        "  time N       the least time, when both meet\n"
        "\n"
        "A network is\n"
        "  ring:N path:N star:N complete:N wheel:N     N nodes\n"
        "  bipartite:AxB bowtie petersen\n"
        "  torus:AxBx.. mesh:AxBx.. hypercube:D        products of rings, of paths\n"
        "  ccc:D debruijn:D butterfly:D wrapped-butterfly:D\n"
        "                                              ccc: cube-connected cycles\n"
        "  file:NAME                                   a line `A B` for each edge, nodes 0, 1, "
        "..;\n"
        "                                              each * of the name is written **\n"
        "or a cartesian product of these, with * between them: path:2*ring:3.\n"
        "\n"
        "Engines:\n"
        "  ring     along a hamiltonian cycle, known for the family or found by search: optimal\n"
        "           (Dimakopoulos 1999, section 3)\n"
        "  product  the algorithm for products, its section 4, from the best schedules of the\n"
        "           factors\n"
        "  sat      a formula for each number of steps from the lower bound on; where it takes\n"
        "           long, first for schedules in which every second step is a half turn of the\n"
        "           step before\n"
        "  greedy   any network: a step after the other, along the most urgent edges (along which\n"
        "           much is new, or to who lacks much), the rarest items; or along a spanning "
        "tree\n"
        "           (told as: schedule by tree) if the network is large or this ends earlier: in\n"
        "           D(N-1) steps at most, half duplex 2D(N-1), D the largest degree of the tree\n"
        "  all      ring, then the product, then formulas for up to 16 nodes, then greedy, as\n"
        "           long as there is a gap\n"
        "With -o, schedule.cert is the list of messages, or of a product the lists of its "
        "factors,\n"
        "and bound.cert proves the lower bound.\n"
        "\n"
        "The exit status is 10 if the time is settled, else 0.",
    .example = "  steadycast gossip ring:5 --duplex half -o ring5 --force; steadycheck "
               "ring5/schedule.cert\n"
               "  steadycast gossip torus:3x5x7\n"
               "  steadycast gossip path:3*star:5 --duplex half --engine product -o p --force; "
               "steadycheck p/bound.cert\n"
               "  steadycast gossip bowtie --duplex half",
    .run = run_gossip};
