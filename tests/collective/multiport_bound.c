/* SPDX-License-Identifier: MIT */
#include "tests/collective/multiport_bound.h"

#include "solver/collective/multiport/multiport_trees.h"

static int batches(int ports, int items) {
    return (items - 1) / ports + 1;
}

int multiport_bound_simple(int ports, int processors, int items) {
    return batches(ports, items) - 1 + multiport_log(ports, processors);
}

int multiport_bound_bandwidth(int ports, int processors, int items) {
    long last = items - (long)ports * (batches(ports, items) - 1);
    long most = multiport_nice_size(ports, multiport_log(ports, processors));
    return multiport_bound_simple(ports, processors, items) + (last * (processors - 1L) > most);
}

int multiport_bound_power(int ports, int depth, int items) {
    return batches(ports, items) + depth - ((items - 1) % ports == 0);
}
