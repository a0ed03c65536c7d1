/* SPDX-License-Identifier: MIT */
#include "solver/network/network_boxes.h"

#include <inttypes.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/network/network_files.h"

void network_capacity_text(int64_t capacity, struct network_unit unit,
                           char text[NETWORK_RATE_ROOM]) {
    int64_t whole = capacity * (unit.thousandths ? unit.thousandths : 1000);
    int length =
        snprintf(text, NETWORK_RATE_ROOM, "%" PRId64 ".%03d", whole / 1000, (int)(whole % 1000));
    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    snprintf(text + length, NETWORK_RATE_ROOM - (size_t)length, "%s", unit.rate ? "GB/s" : "");
}

static int number_of(const int *numbers, int node) {
    return numbers ? numbers[node] : node;
}

/* Of each arc the first group of it alone, or -1. */
static int *find_own(const struct network *network) {
    int *own = memory_new((size_t)network->arc_count, sizeof *own);
    for (int a = 0; a < network->arc_count && own; a++)
        own[a] = -1;
    for (int g = network->group_count - 1; g >= 0 && own; g--)
        if (network->groups[g].count == 1)
            own[network->members[network->groups[g].first]] = g;
    return own;
}

static int own_capacity(const struct network *network, const int *own, int arc) {
    return own[arc] < 0 ? 0 : network->groups[own[arc]].capacity;
}

/* An arc, or with the one back an edge, which the lower end prints. */
static void print_arc(FILE *file, const struct network *network, const int *own, int a,
                      const int *numbers) {
    const struct network_arc *arc = &network->arcs[a];
    char text[NETWORK_RATE_ROOM];
    int capacity = own_capacity(network, own, a);
    int back = network_arc_number(network, arc->to, arc->from);
    bool both = back >= 0 && network->arcs[back].latency == arc->latency &&
                own_capacity(network, own, back) == capacity;
    if (both && back < a)
        return;
    fprintf(file, "%d%c%d", number_of(numbers, arc->from), both ? '-' : '>',
            number_of(numbers, arc->to));
    network_capacity_text(capacity, network->unit, text);
    if (capacity)
        fprintf(file, "=%s", text);
    if (arc->latency > 1)
        fprintf(file, "@%d", arc->latency);
    fputc('\n', file);
}

static void print_groups(FILE *file, const struct network *network, const int *own,
                         const int *numbers) {
    for (int g = 0; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        char text[NETWORK_RATE_ROOM];
        if (own[network->members[group->first]] == g)
            continue;
        network_capacity_text(group->capacity, network->unit, text);
        fprintf(file, "group %s", text);
        for (int i = 0; i < group->count; i++) {
            const struct network_arc *arc = &network->arcs[network->members[group->first + i]];
            fprintf(file, " %d>%d", number_of(numbers, arc->from), number_of(numbers, arc->to));
        }
        fputc('\n', file);
    }
}

enum status network_print_edges(FILE *file, const struct network *network, const int *numbers,
                                struct failure *failure) {
    FREED int *own = find_own(network);
    TRY(memory_check(own, failure, "a network"));
    for (int a = 0; a < network->arc_count; a++)
        print_arc(file, network, own, a, numbers);
    print_groups(file, network, own, numbers);
    for (int v = 0; v < network->nodes; v++)
        if (!network_takes_part(network, v))
            fprintf(file, "forward %d\n", number_of(numbers, v));
        else if (network->sizes && network->sizes[v] != 1)
            fprintf(file, "size %d=%d\n", number_of(numbers, v), network->sizes[v]);
    return STATUS_OK;
}

/* --- boxes --- */

/* Of the nodes in a box: those that take part of all boxes stand before the others. */
static void number_nodes(const struct network *box, int copies, int copy, int *numbers) {
    int party = copy * network_parties(box);
    int other = copies * network_parties(box) + copy * box->forward_count;
    for (int v = 0; v < box->nodes; v++)
        numbers[v] = network_takes_part(box, v) ? party++ : other++;
}

/* Of all ports at the node of port i, at the first of which they are told; 0: it was another one.
 */
static int64_t ports_together(const struct network_origin *origin, int i) {
    int64_t capacity = 0;
    for (int j = 0; j < origin->nic_count; j++)
        if (origin->nics[j].node == origin->nics[i].node) {
            if (j < i)
                return 0;
            capacity += origin->nics[j].capacity;
        }
    return capacity;
}

static void print_ports(FILE *file, const struct network *box, const int *numbers, int switches,
                        bool rails) {
    const struct network_origin *origin = box->origin;
    for (int i = 0; i < origin->nic_count; i++) {
        char text[NETWORK_RATE_ROOM];
        int64_t capacity = rails ? origin->nics[i].capacity : ports_together(origin, i);
        network_capacity_text(capacity, box->unit, text);
        if (capacity > 0)
            fprintf(file, "%d-%d=%s\n", numbers[origin->nics[i].node], switches + (rails ? i : 0),
                    text);
    }
}

static enum status print_boxes(FILE *file, const struct network *box, int copies, bool rails,
                               struct failure *failure) {
    const struct network_origin *origin = box->origin;
    int switches = copies * box->nodes;
    FREED int *numbers = memory_new((size_t)box->nodes, sizeof *numbers);
    enum status status = numbers ? STATUS_OK : failure_memory(failure, "a network");
    for (int b = 0; b < copies && !status; b++) {
        number_nodes(box, copies, b, numbers);
        status = network_print_edges(file, box, numbers, failure);
        for (int v = 0; v < box->nodes && origin->names; v++)
            if (*origin->names[v])
                fprintf(file, "name %d box %d, %s\n", numbers[v], b, origin->names[v]);
        print_ports(file, box, numbers, switches, rails);
    }
    for (int i = 0; i < (rails ? origin->nic_count : 0); i++)
        fprintf(file, "forward %d\nname %d switch of NIC %d of each box\n", switches + i,
                switches + i, i);
    if (!rails)
        fprintf(file, "forward %d\nname %d switch of all boxes\n", switches, switches);
    return status;
}

static enum status check_boxes(const struct network *box, int copies, struct failure *failure) {
    const struct network_origin *origin = box->origin;
    if (!origin || origin->nic_count == 0)
        return failure_input(failure,
                             "copies are joined by ports to the outside, and there is none: in a "
                             "file of edges a line `nic V=RATE` for each, in XML a <net> with a "
                             "speed; NETWORK*ring:%d and the like join each node with its copies",
                             copies);
    int64_t nodes = (int64_t)copies * box->nodes + origin->nic_count;
    int64_t arcs = copies * ((int64_t)box->arc_count + 2 * (int64_t)origin->nic_count);
    return nodes <= NETWORK_MOST_NODES && arcs <= NETWORK_MOST_ARCS
               ? STATUS_OK
               : failure_limit(failure, "networks have up to %d nodes and %d arcs",
                               NETWORK_MOST_NODES, NETWORK_MOST_ARCS);
}

enum status network_join_boxes(const struct network *box, int copies, bool rails,
                               struct network *joined, struct failure *failure) {
    FREED char *text = NULL;
    size_t size = 0;
    TRY(check_boxes(box, copies, failure));
    CLEANUP(network_clear) struct network made = {0};
    FILE *file = open_memstream(&text, &size);
    TRY(memory_check(file, failure, "a network"));
    enum status status = print_boxes(file, box, copies, rails, failure);
    bool whole = !ferror(file);
    if (fclose(file) != 0 || !whole)
        return failure_memory(failure, "a network");
    TRY(status);
    TRY(network_read_edges("boxes that are joined", text, &made, failure));
    struct network_origin *origin = network_origin_of(&made);
    TRY(memory_check(origin, failure, "a network"));
    int nics = box->origin->nic_count;
    snprintf(origin->how, sizeof origin->how, "%d boxes, joined by %s at %s", copies,
             nics == 1 ? "the NIC of each"
             : rails   ? "their NICs, the i-th of each"
                       : "all their NICs",
             nics > 1 && rails ? "the i-th of the last nodes" : "the last node");
    *joined = TAKE(made);
    return STATUS_OK;
}
