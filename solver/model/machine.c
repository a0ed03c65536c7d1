/* SPDX-License-Identifier: MIT */
#include "solver/model/machine.h"

#include <stdio.h>

#include "automata/require.h"

enum machine_class machine_class_of(const struct machine *machine) {
    const struct logp_machine *logp = &machine->logp;
    bool plain = logp->overhead == 0 && logp->gap == 1 && machine->capacity == CAPACITY_FULL;
    if (machine->network)
        return plain && machine->ports == 1 ? MACHINE_NETWORK : MACHINE_OTHER;
    if (machine->ports > 1)
        return plain ? MACHINE_PORTS : MACHINE_OTHER;
    return plain ? MACHINE_POSTAL : MACHINE_LOGP;
}

static const char *const names[MACHINE_CLASSES] = {"postal", "logp", "ports", "network", "other"};

const char *machine_class_name(enum machine_class class) {
    int place = 0;
    while (place < MACHINE_CLASSES && 1 << place != (int)class)
        place++;
    require(place < MACHINE_CLASSES);
    return names[place];
}

void machine_class_names(int classes, char *text, size_t room) {
    size_t used = 0;
    *text = 0;
    for (int place = 0; place < MACHINE_CLASSES && used < room; place++) {
        int rest = classes >> place;
        if (rest & 1)
            used += (size_t)snprintf(text + used, room - used, "%s%s",
                                     !used      ? ""
                                     : rest > 1 ? ", "
                                                : " or ",
                                     names[place]);
    }
}
