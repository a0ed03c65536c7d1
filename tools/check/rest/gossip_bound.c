/* SPDX-License-Identifier: MIT */
#include "rest/gossip_bound.h"

#include "core/memory.h"
#include "core/stated.h"
#include "rest/graph.h"

#include <stdlib.h>

struct bound {
    struct reader *reader;
    bool half;
    uint32_t processors;
    struct stated time;
    struct graph graph;
    bool *out;      /* of each processor: it is taken out */
    uint32_t *size; /* of the component that it names; 0 if it names none or is taken out */
    bool cut;
    uint32_t removed; /* processors taken out, not counting that of `cut` */
};

/* --- the lines cut and remove --- */

static bool read_cut(struct bound *bound) {
    uint32_t processor;
    bound->cut = true;
    if (!read_number_line(bound->reader, "cut", 0, bound->processors - 1, &processor))
        return false;
    bound->out[processor] = true;
    return true;
}

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
    if (read_is_at(bound->reader, "cut"))
        return read_cut(bound);
    return !read_take(bound->reader, "remove") || read_remove(bound);
}

/* --- the bounds --- */

static uint64_t divide_upwards(uint64_t number, uint64_t by) {
    return number / by + (number % by > 0);
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

static uint64_t bound_by_messages(const struct bound *bound) {
    uint64_t processors = bound->processors;
    return divide_upwards(processors * (processors - 1), most_at_once(bound));
}

static uint64_t least_time(const struct bound *bound) {
    if (bound->cut)
        return bound_by_cut(bound);
    return bound_by_messages(bound);
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
    if (!graph_read_duplex(reader, &bound->half) ||
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
