/* SPDX-License-Identifier: MIT */
#include "solver/network/network.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/base/digest.h"

enum { MOST_GROUPS = 2 * NETWORK_MOST_ARCS };

/* Groups and members have room for the next power of two, so that they need not note it. */
static size_t room_of(int count) {
    size_t room = 1;
    while (room < (size_t)count)
        room *= 2;
    return room;
}

static bool make_room(void **array, int old, int count, size_t size) {
    if (*array && room_of(old) == room_of(count))
        return true;
    void *larger = memory_resize(*array, room_of(count), size);
    if (larger)
        *array = larger;
    return larger;
}

static bool make_room_for_groups(struct network *network, int groups, int members) {
    void *group_room = network->groups, *member_room = network->members;
    bool made = make_room(&group_room, network->group_count, groups, sizeof *network->groups) &&
                make_room(&member_room, network->member_count, members, sizeof *network->members);
    network->groups = group_room;
    network->members = member_room;
    return made;
}

int network_link_order(const void *left, const void *right) {
    const struct network_link *x = left, *y = right;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

void network_links_sort(struct network_link *links, int count) {
    int i = 1;
    while (i < count && network_link_order(&links[i - 1], &links[i]) <= 0)
        i++;
    if (i < count)
        qsort(links, (size_t)count, sizeof *links, network_link_order);
}

static enum status check_link(int nodes, const struct network_link *link, struct failure *failure) {
    int from = link->from, to = link->to;
    if (from < 0 || to < 0 || from >= nodes || to >= nodes)
        return failure_input(failure, "arc %d>%d: nodes are 0..%d", from, to, nodes - 1);
    if (from == to)
        return failure_input(failure, "arc %d>%d is a loop", from, to);
    if (link->latency < 1 || link->latency > NETWORK_MOST_LATENCY)
        return failure_input(failure, "arc %d>%d: latency %d is not in 1..%d", from, to,
                             link->latency, NETWORK_MOST_LATENCY);
    if (link->capacity < 0 || link->capacity > NETWORK_MOST_CAPACITY)
        return failure_input(failure, "arc %d>%d: capacity %d is not in 1..%d", from, to,
                             link->capacity, NETWORK_MOST_CAPACITY);
    return STATUS_OK;
}

static enum status check_links(int nodes, const struct network_link *links, int count,
                               struct failure *failure) {
    if (nodes < 2 || count < 1)
        return failure_input(failure, "a network has two nodes and an arc at least");
    if (nodes > NETWORK_MOST_NODES || count > NETWORK_MOST_ARCS)
        return failure_limit(failure, "networks have up to %d nodes and %d arcs",
                             NETWORK_MOST_NODES, NETWORK_MOST_ARCS);
    for (int i = 0; i < count; i++) {
        TRY(check_link(nodes, &links[i], failure));
    }
    return STATUS_OK;
}

/* `links` are in order. */
static void put_arcs(struct network *network, const struct network_link *links) {
    for (int a = 0; a < network->arc_count; a++) {
        network->arcs[a] = (struct network_arc){links[a].from, links[a].to, links[a].latency};
        network->out[links[a].from + 1]++;
        if (links[a].capacity > 0) {
            network->groups[network->group_count++] =
                (struct network_group){links[a].capacity, network->member_count, 1, 0};
            network->members[network->member_count++] = a;
        }
    }
    for (int v = 0; v < network->nodes; v++)
        network->out[v + 1] += network->out[v];
}

enum status network_make(int nodes, struct network_link *links, int count, struct network *network,
                         struct failure *failure) {
    TRY(check_links(nodes, links, count, failure));
    network_links_sort(links, count);
    for (int i = 1; i < count; i++)
        if (network_link_order(&links[i - 1], &links[i]) == 0)
            return failure_input(failure, "arc %d>%d stands twice", links[i].from, links[i].to);
    int groups = 0;
    for (int i = 0; i < count; i++)
        groups += links[i].capacity > 0;
    CLEANUP(network_clear) struct network made = {.nodes = nodes, .arc_count = count};
    TRY(memory_check(make_room_for_groups(&made, groups, groups) && NEW(count, made.arcs) &&
                         NEW((size_t)nodes + 1, made.out),
                     failure, "a network"));
    put_arcs(&made, links);
    *network = TAKE(made);
    return STATUS_OK;
}

struct network_origin *network_origin_of(struct network *network) {
    if (!network->origin)
        network->origin = memory_new(1, sizeof *network->origin);
    return network->origin;
}

void network_clear(struct network *network) {
    if (network->origin) {
        FREE_ALL(network->origin->names, network->origin->nics);
    }
    FREE_ALL(network->origin, network->arcs, network->out, network->groups, network->members,
             network->forwards, network->sizes);
    *network = (struct network){0};
}

enum status network_copy(const struct network *network, struct network *copy,
                         struct failure *failure) {
    CLEANUP(network_clear)
    struct network made = {
        .nodes = network->nodes, .arc_count = network->arc_count, .unit = network->unit};
    TRY(memory_check(make_room_for_groups(&made, network->group_count, network->member_count) &&
                         NEW(made.arc_count, made.arcs) && NEW((size_t)made.nodes + 1, made.out),
                     failure, "a network"));
    made.group_count = network->group_count;
    made.member_count = network->member_count;
    memcpy(made.arcs, network->arcs, (size_t)made.arc_count * sizeof *made.arcs);
    memcpy(made.out, network->out, ((size_t)made.nodes + 1) * sizeof *made.out);
    memcpy(made.groups, network->groups, (size_t)made.group_count * sizeof *made.groups);
    memcpy(made.members, network->members, (size_t)made.member_count * sizeof *made.members);
    for (int v = 0; v < network->nodes && network->forwards; v++)
        if (network->forwards[v])
            TRY(network_forward(&made, v, failure));
    TRY(network->sizes ? network_set_sizes(&made, network->sizes, failure) : STATUS_OK);
    *copy = TAKE(made);
    return STATUS_OK;
}

static enum status check_capacity(int capacity, struct failure *failure) {
    if (capacity < 1 || capacity > NETWORK_MOST_CAPACITY)
        return failure_input(failure, "capacity %d is not in 1..%d", capacity,
                             NETWORK_MOST_CAPACITY);
    return STATUS_OK;
}

enum status network_add_group(struct network *network, int capacity, const int *arcs, int count,
                              struct failure *failure) {
    TRY(check_capacity(capacity, failure));
    if (count < 1)
        return failure_input(failure, "a group has an arc at least");
    for (int i = 0; i < count; i++)
        if (arcs[i] < (i > 0 ? arcs[i - 1] + 1 : 0) || arcs[i] >= network->arc_count)
            return failure_input(failure, "arc %d of a group is none of %d, or stands twice",
                                 arcs[i], network->arc_count);
    if (network->group_count >= MOST_GROUPS || count > INT_MAX / 2 - network->member_count)
        return failure_limit(failure, "networks have up to %d groups with %d arcs in all",
                             MOST_GROUPS, INT_MAX / 2);
    if (!make_room_for_groups(network, network->group_count + 1, network->member_count + count))
        return failure_memory(failure, "a network");
    memcpy(network->members + network->member_count, arcs, (size_t)count * sizeof *arcs);
    network->groups[network->group_count++] =
        (struct network_group){capacity, network->member_count, count, 0};
    network->member_count += count;
    return STATUS_OK;
}

void network_make_port(struct network *network, int node) {
    int g = network->group_count - 1;
    struct network_group *group = &network->groups[g];
    const int *members = network->members + group->first;
    bool alike = true;
    group->port = node + 1;
    for (int i = 1; i < group->count; i++)
        alike &= network_late(network, g, members[i]) == network_late(network, g, members[0]);
    group->port = alike ? 0 : group->port;
}

enum status network_forward(struct network *network, int node, struct failure *failure) {
    require(node >= 0 && node < network->nodes && !network->sizes);
    if (!network->forwards)
        TRY(memory_check(NEW(network->nodes, network->forwards), failure, "a network"));
    network->forward_count += !network->forwards[node];
    network->forwards[node] = true;
    return network_parties(network) >= 2
               ? STATUS_OK
               : failure_input(failure,
                               "fewer than two nodes of the network have something of their own");
}

enum status network_set_sizes(struct network *network, const int *sizes, struct failure *failure) {
    bool even = true;
    int64_t sum = 0;
    free(network->sizes);
    TRY(memory_check(NEW(network->nodes, network->sizes), failure, "a network"));
    for (int v = 0; v < network->nodes; v++) {
        int size = network_takes_part(network, v) ? sizes[v] : 0;
        if (size < 0 || (sum += size) > NETWORK_MOST_SIZES)
            return failure_input(failure,
                                 "sizes are 0 or more, and %d together at most: node %d has %d",
                                 NETWORK_MOST_SIZES, v, size);
        network->sizes[v] = size;
        even = even && size == network_takes_part(network, v);
    }
    if (sum == 0)
        return failure_input(failure, "all sizes are 0: there is nothing to send");
    if (even) {
        free(network->sizes);
        network->sizes = NULL;
    }
    return STATUS_OK;
}

int network_sizes_together(const struct network *network) {
    int sum = 0;
    for (int v = 0; v < network->nodes; v++)
        sum += network_node_size(network, v);
    return sum;
}

/* Of the arcs those that join two nodes that stay, by their new numbers; or -1. */
static int number_arcs(const struct network *network, const bool *stays, int *number) {
    int kept = 0;
    for (int a = 0; a < network->arc_count; a++)
        number[a] = stays[network->arcs[a].from] && stays[network->arcs[a].to] ? kept++ : -1;
    return kept;
}

/* The arcs between nodes that stay, of which node v becomes numbers[v] of `nodes`: ascending. */
static enum status keep_arcs(const struct network *network, const bool *stays, const int *numbers,
                             int nodes, struct network *kept, struct failure *failure) {
    CLEANUP(network_clear) struct network made = {0};
    FREED int *number = memory_new((size_t)network->arc_count, sizeof *number);
    FREED int *members = memory_new((size_t)network->arc_count, sizeof *members);
    int arcs = number ? number_arcs(network, stays, number) : 0;
    FREED struct network_link *links = memory_new((size_t)arcs + 1, sizeof *links);
    TRY(memory_check(number && members && links, failure, "a network"));
    if (arcs == 0)
        return failure_input(failure, "no arc joins two of the nodes");
    for (int a = 0; a < network->arc_count; a++)
        if (number[a] >= 0)
            links[number[a]] =
                (struct network_link){numbers[network->arcs[a].from], numbers[network->arcs[a].to],
                                      network->arcs[a].latency, 0};
    TRY(network_make(nodes, links, arcs, &made, failure));
    for (int g = 0; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        int count = 0;
        for (int i = 0; i < group->count; i++)
            if (number[network->members[group->first + i]] >= 0)
                members[count++] = number[network->members[group->first + i]];
        if (count > 0)
            TRY(network_add_group(&made, group->capacity, members, count, failure));
        if (count > 0 && group->port)
            network_make_port(&made, numbers[group->port - 1]);
    }
    made.unit = network->unit;
    *kept = TAKE(made);
    return STATUS_OK;
}

/* With the origin that it has. */
static void replace(struct network *network, struct network *made) {
    made->origin = TAKE(network->origin);
    network_clear(network);
    *network = TAKE(*made);
}

enum status network_isolate_forwards(struct network *network, struct failure *failure) {
    CLEANUP(network_clear) struct network made = {0};
    FREED bool *stays = memory_new((size_t)network->nodes, sizeof *stays);
    FREED int *numbers = memory_new((size_t)network->nodes, sizeof *numbers);
    TRY(memory_check(stays && numbers, failure, "a network"));
    for (int v = 0; v < network->nodes; v++) {
        stays[v] = network_takes_part(network, v);
        numbers[v] = v;
    }
    TRY(keep_arcs(network, stays, numbers, network->nodes, &made, failure));
    for (int v = 0; v < network->nodes; v++)
        if (!stays[v])
            TRY(network_forward(&made, v, failure));
    TRY(network->sizes ? network_set_sizes(&made, network->sizes, failure) : STATUS_OK);
    replace(network, &made);
    return STATUS_OK;
}

enum status network_keep(struct network *network, const bool *kept, const int *numbers,
                         struct failure *failure) {
    CLEANUP(network_clear) struct network made = {0};
    FREED bool *joined = memory_new((size_t)network->nodes, sizeof *joined);
    FREED int *sizes = memory_new((size_t)network->nodes, sizeof *sizes);
    int nodes = 0;
    TRY(memory_check(joined && sizes, failure, "a network"));
    for (int a = 0; a < network->arc_count; a++)
        if (kept[network->arcs[a].from] && kept[network->arcs[a].to])
            joined[network->arcs[a].from] = joined[network->arcs[a].to] = true;
    for (int v = 0; v < network->nodes; v++) {
        nodes += kept[v];
        if (kept[v] && !joined[v])
            return failure_input(failure, "node %d is kept, and no node that it has an edge to", v);
    }
    TRY(keep_arcs(network, kept, numbers, nodes, &made, failure));
    for (int v = 0; v < network->nodes; v++)
        if (kept[v] && !network_takes_part(network, v))
            TRY(network_forward(&made, numbers[v], failure));
    for (int v = 0; v < network->nodes; v++)
        if (kept[v])
            sizes[numbers[v]] = network_node_size(network, v);
    TRY(network->sizes ? network_set_sizes(&made, sizes, failure) : STATUS_OK);
    replace(network, &made);
    return STATUS_OK;
}

int network_longest_latency(const struct network *network) {
    int longest = 0;
    for (int a = 0; a < network->arc_count; a++)
        if (network->arcs[a].latency > longest)
            longest = network->arcs[a].latency;
    return longest;
}

int network_arc_number(const struct network *network, int from, int to) {
    int low = network->out[from], end = network->out[from + 1], high = end;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (network->arcs[middle].to < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && network->arcs[low].to == to ? low : -1;
}

/* The arcs by their heads: those into v are arcs[first[v]] .. before arcs[first[v + 1]],
 * ascending. */
struct arcs_in {
    int *first;
    int *arcs;
};

static void arcs_in_clear(struct arcs_in *in) {
    FREE_ALL(in->first, in->arcs);
    *in = (struct arcs_in){0};
}

static bool arcs_in_make(const struct network *network, struct arcs_in *in) {
    int nodes = network->nodes;
    if (!NEW((size_t)nodes + 2, in->first) || !NEW(network->arc_count, in->arcs))
        return false;
    int *next = in->first + 1; /* where the next arc into v goes; in the end, the end of v */
    for (int a = 0; a < network->arc_count; a++)
        next[network->arcs[a].to + 1]++;
    for (int v = 1; v <= nodes; v++)
        next[v] += next[v - 1];
    for (int a = 0; a < network->arc_count; a++)
        in->arcs[next[network->arcs[a].to]++] = a;
    return true;
}

/* A port of v: the arcs from `first` to before `end` and those of `into`, if there are any. */
static enum status add_port(struct network *network, int v, int p, int first, int end,
                            const int *into, int count, int *members, struct failure *failure) {
    int taken = 0, i = 0;
    for (int a = first; a < end; a++) {
        while (i < count && into[i] < a)
            members[taken++] = into[i++];
        members[taken++] = a;
    }
    while (i < count)
        members[taken++] = into[i++];
    if (taken == 0)
        return STATUS_OK;
    TRY(network_add_group(network, p, members, taken, failure));
    network_make_port(network, v);
    return STATUS_OK;
}

static enum status add_ports(struct network *network, const struct arcs_in *in, int v,
                             enum network_ports ports, int p, int *members,
                             struct failure *failure) {
    int first = network->out[v], end = network->out[v + 1];
    int count = in->first[v + 1] - in->first[v];
    const int *into = in->arcs + in->first[v];
    if (ports == NETWORK_PORTS_HALF)
        return add_port(network, v, p, first, end, into, count, members, failure);
    TRY(add_port(network, v, p, first, end, into, 0, members, failure));
    return add_port(network, v, p, 0, 0, into, count, members, failure);
}

/* Groups of one arc with capacity p or more, which others imply, go. */
static void leave_out_wide_arcs(struct network *network, int p) {
    int groups = 0, members = 0;
    for (int g = 0; g < network->group_count; g++) {
        struct network_group group = network->groups[g];
        if (group.count == 1 && group.capacity >= p)
            continue;
        memmove(network->members + members, network->members + group.first,
                (size_t)group.count * sizeof *network->members);
        network->groups[groups] = group;
        network->groups[groups++].first = members;
        members += group.count;
    }
    /* Their room shrinks with them, as it is not noted anywhere; where it can't, it is larger. */
    void *fewer = memory_resize(network->groups, room_of(groups), sizeof *network->groups);
    network->groups = fewer ? fewer : network->groups;
    fewer = memory_resize(network->members, room_of(members), sizeof *network->members);
    network->members = fewer ? fewer : network->members;
    network->group_count = groups;
    network->member_count = members;
}

enum status network_limit_ports(struct network *network, enum network_ports ports, int p,
                                struct failure *failure) {
    CLEANUP(arcs_in_clear) struct arcs_in in = {0};
    if (ports == NETWORK_LINKS)
        return STATUS_OK;
    TRY(check_capacity(p, failure));
    FREED int *members = memory_new((size_t)network->arc_count, sizeof *members);
    TRY(memory_check(members && arcs_in_make(network, &in), failure, "a network"));
    leave_out_wide_arcs(network, p);
    for (int v = 0; v < network->nodes; v++)
        TRY(add_ports(network, &in, v, ports, p, members, failure));
    return STATUS_OK;
}

/* A node that takes part and is not reached from this one along the arcs, or against them; -1:
 * there is none. */
static int find_unreached(const struct network *network, const struct arcs_in *in, int from,
                          bool against, bool *seen, int *queue) {
    int reached = 1;
    memset(seen, 0, (size_t)network->nodes * sizeof *seen);
    seen[from] = true;
    queue[0] = from;
    for (int next = 0; next < reached; next++) {
        const int *first = (against ? in->first : network->out) + queue[next];
        for (int i = first[0]; i < first[1]; i++) {
            int u = against ? network->arcs[in->arcs[i]].from : network->arcs[i].to;
            if (!seen[u])
                queue[reached++] = u;
            seen[u] = true;
        }
    }
    for (int v = 0; v < network->nodes; v++)
        if (!seen[v] && network_takes_part(network, v))
            return v;
    return -1;
}

enum status network_check_reached(const struct network *network, int root, bool from, bool to,
                                  struct failure *failure) {
    CLEANUP(arcs_in_clear) struct arcs_in in = {0};
    FREED bool *seen = memory_new((size_t)network->nodes, sizeof *seen);
    FREED int *queue = memory_new((size_t)network->nodes, sizeof *queue);
    TRY(memory_check(seen && queue && arcs_in_make(network, &in), failure, "a network"));
    for (int against = 0; against < 2; against++) {
        int v =
            (against ? to : from) ? find_unreached(network, &in, root, against, seen, queue) : -1;
        if (v >= 0)
            return failure_input(
                failure, "the network is not connected: nothing comes from node %d to node %d",
                against ? v : root, against ? root : v);
    }
    return STATUS_OK;
}

enum status network_check_connected(const struct network *network, struct failure *failure) {
    int first = 0;
    while (!network_takes_part(network, first))
        first++;
    return network_check_reached(network, first, true, true, failure);
}

/* Notes the arcs of a group of several in `sorts`: 1: they have one tail, 2: one head. False if
 * they have neither or don't all count as late, or if one was in a group of this sort before. */
static bool note_sort(const struct network *network, const struct network_group *group,
                      unsigned char *sorts) {
    const int *members = network->members + group->first;
    const struct network_arc *one = &network->arcs[members[0]];
    bool tail = group->port == 0, head = tail;
    for (int i = 1; i < group->count; i++) {
        tail = tail && network->arcs[members[i]].from == one->from;
        head = head && network->arcs[members[i]].to == one->to;
    }
    for (int i = 0; i < group->count; i++) {
        unsigned char sort = tail ? 1 : 2;
        if ((!tail && !head) || sorts[members[i]] & sort)
            return false;
        sorts[members[i]] |= sort;
    }
    return true;
}

enum status network_check_rounds(const struct network *network, struct failure *failure) {
    FREED unsigned char *sorts = memory_new((size_t)network->arc_count, 1);
    TRY(memory_check(sorts, failure, "a network"));
    for (int g = 0; g < network->group_count; g++)
        if (network->groups[g].count > 1 && !note_sort(network, &network->groups[g], sorts))
            return failure_input(
                failure,
                "several rounds in a step are for links and ports of full duplex with the same "
                "latency into each: with others, half duplex, or switches, what goes along in them "
                "can't always be dealt out to rounds; ask without steps, for one round in each");
    return STATUS_OK;
}

typedef void put_line(void *context, const char *bytes, size_t count);

static void put_number(put_line *put, void *context, const char *before, int number) {
    char text[64];
    int length = snprintf(text, sizeof text, "%s%d", before, number);
    put(context, text, (size_t)length);
}

static void put_network(const struct network *network, put_line *put, void *context) {
    put_number(put, context, "nodes ", network->nodes);
    put_number(put, context, "\narcs ", network->arc_count);
    for (int a = 0; a < network->arc_count; a++) {
        put_number(put, context, "\narc ", network->arcs[a].from);
        put_number(put, context, " ", network->arcs[a].to);
        put_number(put, context, " ", network->arcs[a].latency);
    }
    put_number(put, context, "\ngroups ", network->group_count);
    for (int g = 0; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        if (group->port)
            put_number(put, context, "\nport ", group->port - 1);
        put_number(put, context, group->port ? " " : "\ngroup ", group->capacity);
        for (int i = 0; i < group->count; i++)
            put_number(put, context, " ", network->members[group->first + i] + 1);
    }
    const char *before = "\nforward ";
    for (int v = 0; v < network->nodes; v++)
        if (!network_takes_part(network, v)) {
            put_number(put, context, before, v);
            before = " ";
        }
    for (int v = 0; v < network->nodes && network->sizes; v++)
        put_number(put, context, v > 0 ? " " : "\nsizes ", network->sizes[v]);
    put(context, "\n", 1);
}

static void put_into_certificate(void *context, const char *bytes, size_t count) {
    certificate_write(context, bytes, count);
}

static void put_into_digest(void *context, const char *bytes, size_t count) {
    sha256_update(context, count, (const uint8_t *)bytes);
}

void certificate_put_network(struct certificate_output *output, const struct network *network) {
    put_network(network, put_into_certificate, output);
}

enum status network_digest(const struct network *network, char digest[NETWORK_DIGEST_ROOM],
                           struct failure *failure) {
    struct sha256_ctx context;
    _Static_assert((int)NETWORK_DIGEST_ROOM == (int)DIGEST_ROOM, "a digest is a digest");
    (void)failure;
    sha256_init(&context);
    put_network(network, put_into_digest, &context);
    digest_end(&context, digest);
    return STATUS_OK;
}
