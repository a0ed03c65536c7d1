/* SPDX-License-Identifier: MIT */
/* Kind network-frontier: how many rounds a chunk needs, by the number of steps, in the infimum over
 * all numbers of chunks. T(S) does not increase; so it is T_j from S_j steps up to S_(j+1) - 1, if
 * a schedule of S_j steps has R/C = T_j, and prices for S_(j+1) - 1 steps say R/C >= T_j: those
 * hold for fewer steps too. Less than S_1 steps are too few for a chunk to get everywhere. */
#include "core/memory.h"
#include "rest/network_prices.h"
#include "rest/network_schedule.h"
#include "rest/rules.h"

struct frontier {
    struct reader *reader;
    struct network *network;
    uint32_t bounded; /* steps, of the last point so far; 0: any */
    struct ratio last;
    char *text; /* of the points so far */
    size_t length, room;
};

/* A schedule of S steps with R/C = P/Q, which is in lowest terms. */
static void is_reached(const struct frontier *frontier, uint32_t S, const struct ratio *rate) {
    uint32_t P = rate->P, Q = rate->Q;
    struct reader *reader = frontier->reader;
    struct network_plan plan = {.reader = reader, .network = frontier->network};
    uint32_t chunks = read_number_line(reader, "chunks", 1, NETWORK_LIMIT);
    uint64_t line = reader->number;
    plan.chunks = chunks;
    network_read_rounds(&plan);
    if (plan.steps != S)
        read_refuted_at(reader, line, "rounds of %u steps, not of %u", plan.steps, S);
    if (chunks % Q > 0 || plan.sum % P > 0 || plan.sum / P != chunks / Q)
        read_refuted_at(reader, line, "%llu rounds for %u chunks, not %u/%u",
                        (unsigned long long)plan.sum, chunks, P, Q);
    network_play(&plan);
}

static void read_point(struct frontier *frontier, bool first, uint32_t *S, struct ratio *rate) {
    struct reader *reader = frontier->reader;
    uint64_t line = reader->number;
    read_key(reader, "point");
    *S = read_number(reader, "steps", 1, NETWORK_LIMIT);
    network_read_lowest(reader, rate);
    if (!first && *S != (uint64_t)frontier->bounded + 1)
        read_refuted_at(reader, line, "the point before is not bounded up to %u steps", *S - 1);
    if (!first && (uint64_t)rate->P * frontier->last.Q >= (uint64_t)frontier->last.P * rate->Q)
        read_refuted_at(reader, line, "%u/%u is not less than in the point before", rate->P,
                        rate->Q);
    if (first)
        network_is_far(frontier->network, reader, *S - 1);
    MEMORY_GROW(frontier->text, frontier->room, frontier->length + 40);
    frontier->length += (size_t)snprintf(frontier->text + frontier->length, 40, "%s%u:%u/%u",
                                         first ? "" : ",", *S, rate->P, rate->Q);
    frontier->last = *rate;
}

/* `bound S` or `bound any`, and prices for these steps. */
static void is_bounded(struct frontier *frontier, uint32_t S) {
    struct reader *reader = frontier->reader;
    struct network_prices prices = {.reader = reader,
                                    .network = frontier->network,
                                    .line = reader->number,
                                    .rate = frontier->last};
    network_read_or_any(reader, "bound", &prices.span);
    if (prices.span > 0 && prices.span < S)
        read_refuted_at(reader, prices.line, "the schedule has %u steps", S);
    frontier->bounded = prices.span;
    network_prices_prove(&prices);
}

void rule_network_frontier(struct reader *reader) {
    struct network network;
    struct frontier frontier = {.reader = reader, .network = &network};
    uint32_t until, S;
    struct ratio rate;
    network_read(&network, reader, false);
    if (network.stream)
        read_malformed(reader, "a frontier is of a collective");
    const char *steps = network_read_or_any(reader, "until", &until);
    uint32_t points = read_number_line(reader, "points", 1, NETWORK_LIMIT);
    for (uint32_t i = 0; i < points; i++) {
        read_point(&frontier, i == 0, &S, &rate);
        uint64_t mark = memory_mark();
        is_reached(&frontier, S, &rate);
        is_bounded(&frontier, S);
        memory_release(mark);
    }
    if (frontier.bounded != until)
        read_refuted(reader, "the last point is not bounded up to %s", steps);
    verdict_claim(reader->verdict, ": the least rounds for each chunk, by steps up to %s, are %s",
                  steps, frontier.text);
    verdict_fields(reader->verdict, "until=%s points=%s", steps, frontier.text);
}
