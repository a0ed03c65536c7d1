/* SPDX-License-Identifier: MIT */
/* A network as it was read, as a file of edges that can be read again, changed or not. */
#include "solver/network/network_boxes.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum status show_machine(FILE *file, const struct network_machine_shown *shown,
                         struct failure *failure) {
    const struct network *network = shown->network;
    const struct network_origin *origin = network->origin;
    fprintf(file, "# %s: %d nodes, %d of them forward\n", shown->name, network->nodes,
            network->forward_count);
    if (origin && *origin->how)
        fprintf(file, "# %s\n", origin->how);
    if (network->unit.thousandths) {
        char text[NETWORK_RATE_ROOM];
        network_capacity_text(1, network->unit, text);
        fprintf(file, "# capacities are multiples of %s\n", text);
    }
    for (int v = 0; v < network->nodes && origin && origin->names; v++)
        if (*origin->names[v])
            fprintf(file, "name %d %s\n", v, origin->names[v]);
    TRY(network_print_edges(file, network, NULL, failure));
    for (int i = 0; i < (origin ? origin->nic_count : 0); i++) {
        char text[NETWORK_RATE_ROOM];
        network_capacity_text(origin->nics[i].capacity, network->unit, text);
        fprintf(file, "nic %d=%s\n", origin->nics[i].node, text);
    }
    return STATUS_OK;
}
