/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/read_topology.h"

#include <jansson.h>
#include <string.h>

#include "automata/memory.h"

static enum status bad(const char *name, const char *place, const char *why,
                       struct failure *failure) {
    return failure_input(failure, "%s: %s: %s", name, place, why);
}

/* A whole number from `least` to `most`. */
static bool is_number(const json_t *value, int least, int most) {
    return json_is_integer(value) && json_integer_value(value) >= least &&
           json_integer_value(value) <= most;
}

static enum status read_links(const char *name, const json_t *rows, struct network *network,
                              struct failure *failure) {
    size_t nodes = json_array_size(rows), count = 0;
    if (nodes < 2 || nodes > NETWORK_MOST_NODES)
        return bad(name, "links", "expected an array of rows, one for each of two nodes or more",
                   failure);
    FREED struct network_link *links = NULL;
    for (size_t to = 0; to < nodes; to++) {
        const json_t *row = json_array_get(rows, to);
        if (json_array_size(row) != nodes)
            return failure_input(failure, "%s: links[%zu]: expected an array of %zu numbers", name,
                                 to, nodes);
        struct network_link *more = memory_resize(links, count + nodes, sizeof *links);
        TRY(memory_check(more, failure, "a network"));
        links = more;
        if (count > NETWORK_MOST_ARCS)
            return failure_limit(failure, "%s: more than %d links", name, NETWORK_MOST_ARCS);
        for (size_t from = 0; from < nodes; from++) {
            const json_t *value = json_array_get(row, from);
            if (!is_number(value, 0, to == from ? 0 : NETWORK_MOST_CAPACITY))
                return failure_input(failure, "%s: links[%zu][%zu]: expected a whole number, 0..%d",
                                     name, to, from, to == from ? 0 : NETWORK_MOST_CAPACITY);
            if (json_integer_value(value) > 0)
                links[count++] =
                    (struct network_link){(int)from, (int)to, 1, (int)json_integer_value(value)};
        }
    }
    return network_failure_at(
        name, 0, network_make((int)nodes, links, (int)count, network, failure), failure);
}

/* Marks the nodes of an array by `bit`. */
static bool mark(const json_t *array, unsigned char bit, unsigned char *marks, int nodes) {
    size_t i;
    json_t *value;
    if (json_array_size(array) == 0)
        return false;
    json_array_foreach((json_t *)array, i, value) {
        if (!is_number(value, 0, nodes - 1))
            return false;
        marks[json_integer_value(value)] |= bit;
    }
    return true;
}

static enum status add_switch(const char *name, const char *place, const json_t *element,
                              struct network *network, unsigned char *marks, int *arcs,
                              struct failure *failure) {
    enum { SOURCE = 1, TARGET = 2 };
    const json_t *capacity = json_array_get(element, 2);
    int count = 0;
    memset(marks, 0, (size_t)network->nodes);
    if (!mark(json_array_get(element, 0), SOURCE, marks, network->nodes) ||
        !mark(json_array_get(element, 1), TARGET, marks, network->nodes) ||
        !is_number(capacity, 1, NETWORK_MOST_CAPACITY))
        return bad(name, place,
                   "expected [SOURCES, TARGETS, BANDWIDTH, NAME]: nodes, nodes, a whole number in "
                   "1..1000000, and a name",
                   failure);
    for (int a = 0; a < network->arc_count; a++)
        if ((marks[network->arcs[a].from] & SOURCE) && (marks[network->arcs[a].to] & TARGET))
            arcs[count++] = a;
    if (count == 0)
        return bad(name, place, "no link goes from a source to a target", failure);
    return network_add_group(network, (int)json_integer_value(capacity), arcs, count, failure);
}

static enum status read_switches(const char *name, const json_t *switches, struct network *network,
                                 struct failure *failure) {
    size_t i;
    json_t *element;
    if (switches && !json_is_array(switches))
        return bad(name, "switches", "expected an array", failure);
    FREED unsigned char *marks = memory_new((size_t)network->nodes, 1);
    FREED int *arcs = memory_new((size_t)network->arc_count, sizeof *arcs);
    TRY(memory_check(marks && arcs, failure, "a network"));
    json_array_foreach((json_t *)switches, i, element) {
        char place[40];
        snprintf(place, sizeof place, "switches[%zu]", i);
        TRY(add_switch(name, place, element, network, marks, arcs, failure));
    }
    return STATUS_OK;
}

static enum status read_json(const char *name, const char *text, struct network *network,
                             struct failure *failure) {
    json_error_t error;
    CLEANUP(network_clear) struct network made = {0};
    json_auto_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        return failure_input(failure, "%s:%d: %s", name, error.line, error.text);
    TRY(read_links(name, json_object_get(root, "links"), &made, failure));
    TRY(read_switches(name, json_object_get(root, "switches"), &made, failure));
    *network = TAKE(made);
    return STATUS_OK;
}

enum status network_read_others(const char *name, const char *text, bool whole,
                                struct network *network, struct failure *failure) {
    return text[strspn(text, " \t\r\n")] == '<'
               ? topology_read_xml(name, text, whole, network, failure)
               : read_json(name, text, network, failure);
}
