/* SPDX-License-Identifier: MIT */
/* Kind gossip-bound: before which time the items of all processors of a graph can't be with all of
 * them, one item each.
 *
 * Why not before T. Everybody has P-1 items to receive, no more than one in a step; and P(P-1)
 * receptions are P(P-1) messages. With half duplex each processor takes part in one message of a
 * step at most, so these are a matching.
 *
 * cut: an item that comes from outside to a component, without V, comes through V, which has to
 * send it into the component; V sends one message a step, and with half duplex the P-1 that it
 * receives are in other steps.
 *
 * remove, full duplex: those who have no edge left receive from the R only, no more than R messages
 * a step, and the P-q others no more than one each. As q <= P-R, P+R-q is 2R at least.
 *
 * remove, half duplex: a matching has no more than (P+R-q)/2 edges, as an odd component has a
 * processor that is in none of them, or is joined to one of the R, to each of which one is joined
 * at most: so q-R processors at least are in none (Tutte, Berge). As there is an edge, this is 1 at
 * least.
 *
 * serve: who has no edge left receives all of its P-1 items from the R, who send one message a
 * step; with half duplex, and receive their own P-1 in other steps.
 *
 * Room: the graph, and 8 bytes for each processor. */
#include "core/memory.h"
#include "rest/graph.h"
#include "rest/rules.h"

#include <stdlib.h>

struct bound {
    struct reader *reader;
    bool half;
    uint32_t processors;
    struct stated time;
    struct graph graph;
    bool *out;      /* of each processor: it is taken out */
    uint32_t *size; /* of the component that it names; 0 if it names none or is taken out */
    bool cut, serve;
    uint32_t removed; /* processors taken out, not counting that of `cut` */
};

static bool read_remove(struct bound *bound) {
    struct reader *reader = bound->reader;
    for (uint32_t least = 0, processor; read_has_more(reader) || bound->removed == 0;
         least = processor + 1) {
        if (!read_number(reader, "a processor above the last one", least, bound->processors - 1,
                         &processor))
            return false;
        bound->out[processor] = true;
        bound->removed++;
    }
    return read_line_end(reader);
}

static bool read_reason(struct bound *bound) {
    uint32_t processor;
    bound->cut = read_is_at(bound->reader, "cut");
    bound->serve = read_is_at(bound->reader, "serve");
    if (!bound->cut)
        return (!read_take(bound->reader, "remove") && !read_take(bound->reader, "serve")) ||
               read_remove(bound);
    if (!read_number_line(bound->reader, "cut", 0, bound->processors - 1, &processor))
        return false;
    bound->out[processor] = true;
    return true;
}

/* All messages, the sum of P-c over the components. */
static uint64_t bound_by_cut(const struct bound *bound) {
    uint64_t sum = 0, others = bound->processors - 1;
    for (uint32_t p = 0; p < bound->processors; p++)
        if (bound->size[p] > 0)
            sum += bound->processors - bound->size[p];
    if (bound->half)
        return others + sum;
    return others > sum ? others : sum;
}

/* Most messages of a step. With full duplex without `remove` all can receive. */
static uint64_t most_at_once(const struct bound *bound) {
    uint64_t apart = 0; /* components of odd size, of one processor */
    for (uint32_t p = 0; p < bound->processors && bound->removed > 0; p++)
        apart += bound->half ? bound->size[p] % 2 : bound->size[p] == 1;
    uint64_t sum = bound->processors + bound->removed - apart;
    return bound->half ? sum / 2 : sum;
}

/* To those without an edge, and with half duplex to the removed ones. */
static uint64_t messages_of_removed(const struct bound *bound) {
    uint64_t served = bound->half ? bound->removed : 0;
    for (uint32_t p = 0; p < bound->processors; p++)
        served += bound->size[p] == 1;
    return served * (bound->processors - 1);
}

static uint64_t least_time(const struct bound *bound) {
    uint64_t messages = bound->serve ? messages_of_removed(bound)
                                     : (uint64_t)bound->processors * (bound->processors - 1);
    uint64_t most = bound->serve ? bound->removed : most_at_once(bound);
    return bound->cut ? bound_by_cut(bound) : messages / most + (messages % most > 0);
}

static void claim(const struct bound *bound) {
    struct verdict *verdict = bound->reader->verdict;
    graph_claim(&bound->graph, verdict);
    verdict_claim(verdict,
                  ", duplex %s, P=%u: nobody brings one item of each processor to all others in "
                  "less than %u steps",
                  bound->half ? "half" : "full", bound->processors, bound->time.number);
    verdict_fields(verdict, "duplex=%s P=%u before=%u", bound->half ? "half" : "full",
                   bound->processors, bound->time.number);
}

static bool read_and_check(struct bound *bound) {
    struct reader *reader = bound->reader;
    if (!read_either_line(reader, "duplex", "full", "half", &bound->half) ||
        !read_number_line(reader, "processors", 2, GRAPH_PROCESSORS_LIMIT, &bound->processors) ||
        !graph_read(&bound->graph, reader, bound->processors))
        return false;
    if (!stated_read(&bound->time, reader, "time", 1))
        return false;
    bound->out = memory_zeroed(bound->processors, sizeof *bound->out);
    if (!read_reason(bound))
        return false;
    bound->size = graph_components(&bound->graph, bound->out);
    claim(bound);
    return stated_check(&bound->time, reader, "time", least_time(bound));
}

bool rule_gossip_bound(struct reader *reader) {
    struct bound bound = {.reader = reader};
    bool right = read_and_check(&bound);
    free(bound.size);
    free(bound.out);
    graph_clear(&bound.graph);
    return right;
}
