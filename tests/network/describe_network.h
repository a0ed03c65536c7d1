/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdio.h>

#include "solver/network/network.h"

enum { ROOM = 1 << 14 };

/* All of a network in one line: `U>V=CAPACITY@LATENCY`, `=0` where it has none of its own, and
 * groups of several arcs, or of one behind the first, as `[CAPACITY U>V U>V]`. */
static void describe(const struct network *network, char text[ROOM]) {
    int length = snprintf(text, ROOM, "%d:", network->nodes), singles = 0;
    for (int a = 0; a < network->arc_count; a++) {
        const struct network_arc *arc = &network->arcs[a];
        const struct network_group *group = &network->groups[singles];
        bool own = singles < network->group_count && group->count == 1 &&
                   network->members[group->first] == a;
        length += snprintf(text + length, (size_t)(ROOM - length), " %d>%d=%d@%d", arc->from,
                           arc->to, own ? group->capacity : 0, arc->latency);
        singles += own;
    }
    for (int g = singles; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        length += snprintf(text + length, (size_t)(ROOM - length), " [%d", group->capacity);
        for (int i = 0; i < group->count; i++) {
            const struct network_arc *arc = &network->arcs[network->members[group->first + i]];
            length +=
                snprintf(text + length, (size_t)(ROOM - length), " %d>%d", arc->from, arc->to);
        }
        length += snprintf(text + length, (size_t)(ROOM - length), "]");
    }
    for (int v = 0; v < network->nodes; v++)
        if (!network_takes_part(network, v))
            length += snprintf(text + length, (size_t)(ROOM - length), " f%d", v);
    if (network->unit.thousandths)
        snprintf(text + length, (size_t)(ROOM - length), " %c%d", network->unit.rate ? 'u' : 'x',
                 network->unit.thousandths);
}
