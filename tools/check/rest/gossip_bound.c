#include "rest/gossip_bound.h"

#include "core/memory.h"
#include "rest/graph.h"

#include <stdlib.h>

struct bound {
    struct reader *reader;
    bool half;
    uint32_t processors, time;
    uint64_t time_line;
    struct graph graph;
    uint32_t *parent; /* of each processor, towards the one that names its component */
    uint32_t *size;   /* of the component that it names; 0 if it names none or is taken out */
    bool cut;
    uint32_t removed; /* processors taken out, not counting that of `cut` */
};

/* --- components --- */

static uint32_t name_of(struct bound *bound, uint32_t processor) {
    uint32_t *parent = bound->parent;
    while (parent[processor] != processor) {
        parent[processor] = parent[parent[processor]];
        processor = parent[processor];
    }
    return processor;
}

static void join(struct bound *bound, uint32_t one, uint32_t other) {
    one = name_of(bound, one);
    other = name_of(bound, other);
    if (one == other)
        return;
    bool larger = bound->size[one] > bound->size[other];
    uint32_t name = larger ? one : other, joined = larger ? other : one;
    bound->parent[joined] = name;
    bound->size[name] += bound->size[joined];
    bound->size[joined] = 0;
}

static void open_components(struct bound *bound) {
    bound->parent = memory_zeroed(bound->processors, sizeof *bound->parent);
    bound->size = memory_zeroed(bound->processors, sizeof *bound->size);
    for (uint32_t p = 0; p < bound->processors; p++) {
        bound->parent[p] = p;
        bound->size[p] = 1;
    }
}

/* Before any are joined. */
static void take_out(struct bound *bound, uint32_t processor) {
    bound->size[processor] = 0;
}

static bool is_out(const struct bound *bound, uint32_t processor) {
    return bound->parent[processor] == processor && bound->size[processor] == 0;
}

static void join_all(struct bound *bound) {
    const struct graph *graph = &bound->graph;
    for (uint32_t lower = 0; lower < bound->processors; lower++)
        for (uint32_t i = graph->first[lower]; i < graph->first[lower + 1]; i++)
            if (!is_out(bound, lower) && !is_out(bound, graph->higher[i]))
                join(bound, lower, graph->higher[i]);
}

/* --- the lines cut and remove --- */

static bool read_cut(struct bound *bound) {
    uint32_t processor;
    bound->cut = true;
    if (!read_number_line(bound->reader, "cut", 0, bound->processors - 1, &processor))
        return false;
    take_out(bound, processor);
    return true;
}

static bool read_remove(struct bound *bound) {
    struct reader *reader = bound->reader;
    if (!read_key(reader, "remove"))
        return false;
    for (uint32_t least = 0, processor; reader->words > 0 || bound->removed == 0;
         least = processor + 1) {
        if (!read_number(reader, "a processor above the last one", least, bound->processors - 1,
                         &processor))
            return false;
        take_out(bound, processor);
        bound->removed++;
    }
    return read_line_end(reader);
}

static bool read_reason(struct bound *bound) {
    if (read_is_at(bound->reader, "cut"))
        return read_cut(bound);
    return !read_is_at(bound->reader, "remove") || read_remove(bound);
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

static bool check_time(struct bound *bound) {
    uint64_t here = bound->reader->number, least = least_time(bound);
    if (least == bound->time)
        return true;
    bound->reader->number = bound->time_line;
    read_refuted(bound->reader, "time: expected %llu, found %u", (unsigned long long)least,
                 bound->time);
    bound->reader->number = here;
    return false;
}

static void claim(const struct bound *bound) {
    struct verdict *verdict = bound->reader->verdict;
    graph_claim(&bound->graph, verdict);
    verdict_claim(verdict,
                  ", duplex %s, P=%u: nobody brings one item of each processor to all others in "
                  "less than %u steps",
                  bound->half ? "half" : "full", bound->processors, bound->time);
    verdict_field(verdict, "duplex", "%s", bound->half ? "half" : "full");
    verdict_field(verdict, "P", "%u", bound->processors);
    verdict_field(verdict, "before", "%u", bound->time);
}

static bool read_and_check(struct bound *bound) {
    struct reader *reader = bound->reader;
    if (!graph_read_duplex(reader, &bound->half) ||
        !read_number_line(reader, "processors", 2, GRAPH_PROCESSORS_LIMIT, &bound->processors) ||
        !graph_read(&bound->graph, reader, bound->processors))
        return false;
    bound->time_line = reader->number;
    if (!read_number_line(reader, "time", 1, READ_NUMBER_LIMIT, &bound->time))
        return false;
    open_components(bound);
    if (!read_reason(bound))
        return false;
    join_all(bound);
    claim(bound);
    return check_time(bound);
}

bool rule_gossip_bound(struct reader *reader) {
    struct bound bound = {.reader = reader};
    bool right = read_and_check(&bound);
    free(bound.size);
    free(bound.parent);
    graph_clear(&bound.graph);
    return right;
}
