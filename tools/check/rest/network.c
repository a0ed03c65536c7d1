/* SPDX-License-Identifier: MIT */
#include "rest/network.h"

#include "core/growth.h"
#include "core/memory.h"

/* In their order; up to `allgather` with a root. */
static const char *const collectives[] = {"broadcast",      "scatter",   "gather",
                                          "reduce",         "allgather", "alltoall",
                                          "reduce-scatter", "allreduce", NULL};

/* --- reading --- */

/* The lines are a part of the claim, so their digest is one of its words. */
static void end_line(struct network *network, struct reader *reader) {
    digest_update(&network->lines, reader->line, (size_t)(reader->next - reader->line));
    read_line_end(reader);
}

static uint32_t read_count(struct network *network, struct reader *reader, const char *key,
                           uint32_t least, uint32_t most) {
    read_key(reader, key);
    uint32_t number = read_number(reader, key, least, most);
    end_line(network, reader);
    return number;
}

static void read_arc(struct network *network, struct reader *reader, uint32_t a) {
    struct arc *arc = &network->arc[a];
    read_key(reader, "arc");
    arc->tail = read_number(reader, "a node", 0, network->nodes - 1);
    arc->head = read_number(reader, "a node", 0, network->nodes - 1);
    arc->latency = read_number(reader, "latency", 1, NETWORK_LIMIT);
    if (arc->tail == arc->head)
        read_malformed(reader, "an arc from %u to itself", arc->tail);
    if (a > 0 &&
        (arc->tail < arc[-1].tail || (arc->tail == arc[-1].tail && arc->head <= arc[-1].head)))
        read_malformed(reader, "arcs ascend, found %u %u behind %u %u", arc->tail, arc->head,
                       arc[-1].tail, arc[-1].head);
    if (arc->latency > network->longest)
        network->longest = arc->latency;
}

static void read_arcs(struct network *network, struct reader *reader) {
    uint32_t count = read_count(network, reader, "arcs", 1, NETWORK_ARCS_LIMIT);
    size_t room = 0;
    for (; network->arcs < count; network->arcs++) {
        MEMORY_GROW(network->arc, room, (size_t)network->arcs + 1);
        read_arc(network, reader, network->arcs);
        end_line(network, reader);
    }
}

void network_add_member(struct network *network, uint32_t arc) {
    MEMORY_GROW(network->members, network->members_room, network->count + 1);
    network->members[network->count++] = arc;
}

void network_add_group(struct network *network, uint32_t capacity, uint32_t port) {
    size_t groups = ++network->groups;
    MEMORY_GROW(network->first, network->first_room, groups + 1);
    MEMORY_GROW(network->capacity, network->capacity_room, groups);
    MEMORY_GROW(network->port, network->port_room, groups);
    network->first[groups] = network->count;
    network->capacity[groups - 1] = capacity;
    network->port[groups - 1] = port;
}

/* The arcs of a line `port` begin or end at its node, and count late by different steps: else it
 * would be a group, and a network have two texts. */
static void read_group(struct network *network, struct reader *reader, bool *in_one) {
    uint32_t last = 0, port = network->nodes, least = NETWORK_LIMIT, most = 0;
    bool at_port = read_is_at(reader, "port");
    read_key(reader, at_port ? "port" : "group");
    if (at_port)
        port = read_number(reader, "a node", 0, port - 1);
    uint32_t capacity = read_number(reader, "capacity", 1, NETWORK_LIMIT);
    do {
        last = read_number(reader, "an arc above the last one", last + 1, network->arcs);
        const struct arc *arc = &network->arc[last - 1];
        uint32_t there = arc->head == port ? arc->latency : 1;
        least = there < least ? there : least;
        most = there > most ? there : most;
        if (at_port && arc->tail != port && arc->head != port)
            read_malformed(reader, "arc %u is not at node %u", last, port);
        network_add_member(network, last - 1);
        in_one[last - 1] = true;
    } while (read_has_more(reader));
    network_add_group(network, capacity, port);
    if (at_port && least == most)
        read_malformed(reader, "all arcs of the port count alike, as in a group");
}

static void read_groups(struct network *network, struct reader *reader) {
    uint32_t count = read_count(network, reader, "groups", 1, NETWORK_GROUPS_LIMIT);
    bool *in_one = memory_zeroed(network->arcs, sizeof *in_one);
    MEMORY_GROW(network->first, network->first_room, 1);
    network->first[0] = 0;
    while (network->groups < count) {
        read_group(network, reader, in_one);
        end_line(network, reader);
    }
    for (uint32_t a = 0; a < network->arcs; a++)
        if (!in_one[a])
            read_malformed(reader, "arc %u is in no group", a + 1);
}

/* The line `forward`, if there is one. */
static void read_forwards(struct network *network, struct reader *reader) {
    uint32_t v = 0;
    network->parties = network->nodes;
    if (!read_is_at(reader, "forward"))
        return;
    read_key(reader, "forward");
    network->forwards = memory_zeroed(network->nodes, sizeof *network->forwards);
    for (; network->parties == network->nodes || read_has_more(reader); network->parties--) {
        v = read_number(reader, "a node above the last one", v, network->nodes - 1);
        network->forwards[v++] = true;
    }
    if (network->parties < 2)
        read_malformed(reader, "two nodes, at least, have something of their own");
    end_line(network, reader);
}

/* The line `sizes`, if there is one. They are not all 1, of nodes that don't forward: else a
 * network would have two texts. */
static void read_sizes(struct network *network, struct reader *reader) {
    bool one = true;
    if (!read_is_at(reader, "sizes"))
        return;
    read_key(reader, "sizes");
    network->begin = memory_zeroed((uint64_t)network->nodes + 1, sizeof *network->begin);
    for (uint32_t v = 0; v < network->nodes; v++) {
        bool party = network_wants(network, network->nodes, v);
        uint32_t left = NETWORK_LIMIT - network->begin[v];
        uint32_t size = read_number(reader, "a size", 0, party ? left : 0);
        network->begin[v + 1] = network->begin[v] + size;
        one = one && size == party;
    }
    if (one || network->begin[network->nodes] == 0)
        read_malformed(reader, one ? "all sizes are 1, which is not written" : "all sizes are 0");
    end_line(network, reader);
}

static void is_party(const struct network *network, struct reader *reader, uint32_t v) {
    if (!network_wants(network, network->nodes, v))
        read_malformed(reader, "node %u forwards only", v);
}

/* What is to be sent. */
static void read_task(struct network *network, struct reader *reader, bool bounds) {
    struct verdict *verdict = reader->verdict;
    network->stream = read_is_at(reader, "stream");
    if (network->stream && network->begin)
        read_malformed(reader, "a stream has no sizes");
    if (network->stream) {
        read_key(reader, "stream");
        network->root = read_number(reader, "stream", 0, network->nodes - 1);
        is_party(network, reader, network->root);
        read_line_end(reader);
        verdict_claim(verdict, ", stream from %u", network->root);
        verdict_fields(verdict, "stream=%u", network->root);
        return;
    }
    network->what = read_one_of(reader, "collective", collectives, "the name of a collective");
    network->sums_all = network->what == ALLREDUCE;
    if (network->sums_all && !bounds)
        read_malformed(reader, "of an allreduce there are bounds alone");
    network->reduces = network->what == REDUCE || network->what == REDUCE_SCATTER;
    verdict_claim(verdict, ", %s", collectives[network->what]);
    verdict_fields(verdict, "collective=%s", collectives[network->what]);
    if (network->what >= ALLGATHER) {
        verdict_fields(verdict, "root=-");
    } else {
        network->root = read_number(reader, "the root", 0, network->nodes - 1);
        is_party(network, reader, network->root);
        verdict_claim(verdict, " with root %u", network->root);
        verdict_fields(verdict, "root=%u", network->root);
    }
    if (network->begin &&
        (network->what == BROADCAST || network->what == REDUCE || network->what == ALLREDUCE))
        read_malformed(reader, "%s has no sizes", collectives[network->what]);
    read_line_end(reader);
}

void network_read(struct network *network, struct reader *reader, bool bounds) {
    char hex[DIGEST_HEX_SIZE];
    *network = (struct network){.nodes = 0};
    digest_init(&network->lines);
    network->nodes = read_count(network, reader, "nodes", 2, NETWORK_LIMIT);
    read_arcs(network, reader);
    read_groups(network, reader);
    read_forwards(network, reader);
    read_sizes(network, reader);
    digest_hex(&network->lines, hex);
    verdict_claim(reader->verdict, "network of %u nodes and %u arcs whose lines have sha256 %s",
                  network->nodes, network->arcs, hex);
    verdict_fields(reader->verdict, "network=%s nodes=%u arcs=%u", hex, network->nodes,
                   network->arcs);
    read_task(network, reader, bounds);
}

bool network_find_arc(const struct network *network, uint32_t tail, uint32_t head, uint32_t *arc) {
    uint32_t from = 0, to = network->arcs;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        const struct arc *at = &network->arc[middle];
        if (at->tail < tail || (at->tail == tail && at->head < head))
            from = middle + 1;
        else
            to = middle;
    }
    *arc = from;
    return from < network->arcs && network->arc[from].tail == tail &&
           network->arc[from].head == head;
}

void network_read_lowest(struct reader *reader, struct ratio *ratio) {
    ratio->P = read_number(reader, "P", 1, READ_NUMBER_LIMIT);
    ratio->Q = read_number(reader, "Q", 1, READ_NUMBER_LIMIT);
    if (growth_unit(ratio->P, ratio->Q) > 1)
        read_malformed(reader, "%u/%u is not in lowest terms", ratio->P, ratio->Q);
    read_line_end(reader);
}

void network_read_ratio(struct reader *reader, const char *key, struct ratio *ratio) {
    read_key(reader, key);
    network_read_lowest(reader, ratio);
}

const char *network_read_or_any(struct reader *reader, const char *key, uint32_t *number) {
    char *text = memory_zeroed(16, 1);
    read_key(reader, key);
    bool any = read_behind(read_front(reader), "any");
    if (any)
        read_key(reader, "any");
    *number = any ? 0 : read_number(reader, key, 1, NETWORK_LIMIT);
    read_line_end(reader);
    snprintf(text, 16, any ? "any" : "%u", *number);
    return text;
}

/* --- commodities --- */

uint64_t network_commodities(const struct network *network) {
    if (network->stream || network->what == BROADCAST || network->what == REDUCE)
        return 1;
    uint64_t own = network->begin ? network->begin[network->nodes] : network->nodes;
    return network->what == ALLTOALL ? own * network->nodes : own;
}

/* Whose it is, by the number of what each has. */
static uint32_t owner(const struct network *network, uint32_t number) {
    uint32_t low = 0, high = network->nodes - 1;
    while (low < high && network->begin) {
        uint32_t middle = high - (high - low) / 2;
        if (network->begin[middle] <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return network->begin ? low : number;
}

bool network_commodity(const struct network *network, uint64_t number, uint32_t *from,
                       uint32_t *to) {
    uint32_t own =
        owner(network, (uint32_t)(network->what == ALLTOALL ? number / network->nodes : number));
    uint32_t node = own;
    if (network->what == ALLTOALL) {
        uint64_t first = (uint64_t)network->nodes * (network->begin ? network->begin[own] : own);
        node = (uint32_t)((number - first) / network_size(network, own));
    }
    bool one = network->stream || network->what == BROADCAST || network->what == REDUCE;
    bool of_root = one || network->what == SCATTER;
    *from = of_root ? network->root : own;
    *to = network->stream                                         ? network->nodes
          : network->what == SCATTER || network->what == ALLTOALL ? node
          : network->what == GATHER                               ? network->root
                                                                  : network->nodes;
    return *from != *to && network_wants(network, network->nodes, *from) &&
           (*to == network->nodes || network_wants(network, network->nodes, *to));
}

/* --- distances --- */

enum { NOWHERE = UINT32_MAX / 2 };

/* Makes the distances those from `from`, up to `steps`. Each pass over the arcs is paid. */
static void measure(const struct network *network, struct reader *reader, uint32_t from,
                    uint32_t steps, uint32_t *distance) {
    bool changed = true;
    for (uint32_t v = 0; v < network->nodes; v++)
        distance[v] = v == from ? 0 : NOWHERE;
    while (changed) {
        changed = false;
        read_charge(reader, (uint64_t)network->nodes + network->arcs);
        for (uint32_t a = 0; a < network->arcs; a++) {
            struct arc arc = network_arc(network, a);
            uint32_t there = distance[arc.tail] + arc.latency;
            if (there <= steps && there < distance[arc.head]) {
                distance[arc.head] = there;
                changed = true;
            }
        }
    }
}

void network_is_far(const struct network *network, struct reader *reader, uint32_t steps) {
    uint32_t from, to, last = network->nodes;
    uint32_t *distance = memory_zeroed(network->nodes, sizeof *distance);
    for (uint64_t k = 0; k < network_commodities(network); k++) {
        if (!network_commodity(network, k, &from, &to))
            continue;
        read_charge(reader, 1);
        if (from != last)
            measure(network, reader, from, steps, distance);
        bool all = to == network->nodes;
        for (uint32_t v = all ? 0 : to; v < (all ? to : to + 1); v++)
            if (distance[v] == NOWHERE && network_wants(network, to, v))
                return;
        last = from;
    }
    read_refuted(reader, "all that is sent can arrive within %u steps", steps);
}
