/* SPDX-License-Identifier: MIT */
/* What confirms what. The fields of each kind of certificate are the arguments of a macro: a row
 * without one of them does not compile; and no program is built if a verdict of the checker has a
 * field that stands nowhere here (confirmed_fields.sh). */
#include "tools/steadycast/frame/confirmed_value.h"

#define EQUALS(name)                                                                               \
    { FIELD_EQUALS, value_##name, NULL, NULL }
#define AT_MOST(name)                                                                              \
    { FIELD_AT_MOST, value_##name, NULL, NULL }
#define AT_LEAST(name)                                                                             \
    { FIELD_AT_LEAST, value_##name, NULL, NULL }
#define BELOW(name)                                                                                \
    { FIELD_BELOW, value_##name, NULL, NULL }
#define OTHER_THAN(name)                                                                           \
    { FIELD_OTHER_THAN, value_##name, NULL, NULL }
#define DIVIDES(name)                                                                              \
    { FIELD_DIVIDES, value_##name, NULL, NULL }
#define MULTIPLE_OF(name)                                                                          \
    { FIELD_MULTIPLE_OF, value_##name, NULL, NULL }
#define IS(words)                                                                                  \
    { FIELD_IS, NULL, NULL, words }
#define PASSES(name)                                                                               \
    { FIELD_PASSES, NULL, test_##name, NULL }
#define FREE(reason)                                                                               \
    { FIELD_FREE, NULL, NULL, reason }

/* --- kinds, with the fields of their verdicts --- */

#define MACHINE(L, o, g)                                                                           \
    {"L", L}, {"o", o}, {                                                                          \
        "g", g                                                                                     \
    }
#define NETWORK(edges, graph, duplex)                                                              \
    {"edges", edges}, {"graph", graph}, {                                                          \
        "duplex", duplex                                                                           \
    }

#define ROW_SCHEDULE(L, t, N, class, period, roles)                                                \
    .kind = "schedule", .fields = {{"L", L},         {"t", t},           {"N", N},                 \
                                   {"class", class}, {"period", period}, {"roles", roles}}
#define ROW_FAMILY_OF_DEPTHS(L, from, window, but)                                                 \
    .kind = "family",                                                                              \
    .fields = {{"L", L}, {"of", IS("depths")}, {"from", from}, {"window", window}, {"but*", but}}
#define ROW_FAMILY_OF_NUMBERS(L, but)                                                              \
    .kind = "family", .fields = {{"L", L}, {"of", IS("numbers")}, {"but*", but}}
#define ROW_RESIDUES(L, t) .kind = "impossible-residues", .fields = {{"L", L}, {"t", t}}
#define ROW_SEARCH(L, t, rests)                                                                    \
    .kind = "impossible-search", .fields = {{"L", L}, {"t", t}, {"rests?", rests}}
#define ROW_CNF_OF_BLOCKS(L, t, encoding)                                                          \
    .kind = "impossible-cnf", .fields = {{"L", L}, {"t", t}, {"encoding", encoding}}
#define ROW_PERIODIC(L, t, N, period, roles, rests)                                                \
    .kind = "impossible-periodic",                                                                 \
    .fields = {{"L", L},           {"t", t},         {"N", N},                                     \
               {"period", period}, {"roles", roles}, {"rests?", rests}}
#define ROW_PRICES(L, t, most) .kind = "prices", .fields = {{"L", L}, {"t", t}, {"most", most}}
#define ROW_PRICES_WITH_GAP(l, g, s, most)                                                         \
    .kind = "prices", .fields = {{"l", l}, {"g", g}, {"s", s}, {"most", most}}
#define ROW_LOGP_SCHEDULE(machine, capacity, period, delay, N)                                     \
    .kind = "logp-schedule",                                                                       \
    .fields = {machine, {"capacity", capacity}, {"period", period}, {"delay", delay}, {"N", N}}
#define ROW_LOGP_FAMILY(machine, capacity, from, window)                                           \
    .kind = "logp-family",                                                                         \
    .fields = {machine, {"capacity", capacity}, {"from", from}, {"window", window}}

/* Lists: of one source, on a machine whose fields come first; a source for each processor. */
#define FROM_ONE(P, K, period, sends, delay, end)                                                  \
    {"P", P}, {"K", K}, {"sources", IS("one")}, {"period", period}, {"sends", sends},              \
        {"delay", delay}, {                                                                        \
        "end", end                                                                                 \
    }
#define FROM_ALL(P, K, sends, delay, end)                                                          \
    {"P", P}, {"K", K}, {"sources", IS("all")}, {"sends", sends}, {"delay", delay}, {              \
        "end", end                                                                                 \
    }
#define ROW_POSTAL_LIST(L, ...)                                                                    \
    .kind = "messages", .fields = {{"machine", IS("postal")}, {"L", L}, __VA_ARGS__}
#define ROW_PORTS_LIST(L, ports, ...)                                                              \
    .kind = "messages",                                                                            \
    .fields = {{"machine", IS("ports")}, {"L", L}, {"ports", ports}, __VA_ARGS__}
#define ROW_LOGP_LIST(machine, capacity, ...)                                                      \
    .kind = "messages",                                                                            \
    .fields = {{"machine", IS("logp")}, machine, {"capacity?", capacity}, __VA_ARGS__}
#define ROW_GRAPH_LIST(network, ...)                                                               \
    .kind = "messages", .fields = {{"machine", IS("graph")}, network, __VA_ARGS__}
#define ROW_ITEMS_BOUND(L, ports, P, K, sends, before)                                             \
    .kind = "items-bound", .fields = {{"L", L}, {"ports", ports}, {"P", P},                        \
                                      {"K", K}, {"sends", sends}, {"before", before}}
#define ROW_LOGP_ITEMS_BOUND(machine, P, K, sends, before)                                         \
    .kind = "items-bound",                                                                         \
    .fields = {machine, {"P", P}, {"K", K}, {"sends", sends}, {"before", before}}
#define ROW_IMPOSSIBLE_ITEMS(L, ports, P, K, sends, before, rests)                                 \
    .kind = "impossible-items",                                                                    \
    .fields = {{"L", L},         {"ports", ports},   {"P", P},         {"K", K},                   \
               {"sends", sends}, {"before", before}, {"rests?", rests}}
#define ROW_COLOURS(L, N, from, sends, more)                                                       \
    .kind = "items-colours",                                                                       \
    .fields = {{"L", L}, {"N", N}, {"from", from}, {"sends", sends}, {"more", more}}
#define ROW_FRACTIONAL(L, point, tail, M)                                                          \
    .kind = "fractional-stream", .fields = {{"L", L}, {"point", point}, {"tail", tail}, {"M", M}}
#define ROW_REACH(machine, time, most)                                                             \
    .kind = "reach", .fields = {machine, {"time", time}, {"most", most}}
#define ROW_COMBINING(model, L, P, end)                                                            \
    .kind = "combining", .fields = {{"machine", model}, {"L", L}, {"P", P}, {"end", end}}
#define ROW_SUMMATION(model, machine, P, operands, end)                                            \
    .kind = "summation",                                                                           \
    .fields = {{"machine", model}, machine, {"P", P}, {"operands", operands}, {"end", end}}
#define ROW_SUMMATION_BOUND(machine, P, most, end)                                                 \
    .kind = "summation-bound", .fields = {machine, {"P", P}, {"most", most}, {"end", end}}
#define ROW_GOSSIP_BOUND(refuted_by, network, P, before)                                           \
    .kind = refuted_by, .fields = {network, {"P", P}, {"before", before}}
#define ROW_GOSSIP_PRODUCT(duplex, P, end, edges, graph)                                           \
    .kind = "gossip-product",                                                                      \
    .fields = {{"duplex", duplex}, {"P", P}, {"end", end}, {"edges*", edges}, {"graph*", graph}}
#define ROW_CNF(sha256) .kind = "cnf", .fields = {{"sha256", sha256}}

/* No subject is about machines with buffers, nor about K items by colours without a stream: lists
 * with a field "buffer" confirm nothing, and neither do colours with fields K and end. */

/* --- reasons --- */

#define ANY_CLASS FREE("whatever its form, it serves so many")
#define ANY_PERIOD FREE("whatever its period, it serves so many")
#define STATIONARY_BLOCKS FREE("block schedules are stationary, and so of every period")
#define ANY_ROLES FREE("whoever keeps a role may also change it")
#define ANY_ENCODING FREE("each formula is true of every schedule")
#define ANY_ORDER FREE("the theorem on which an order rests; the plain formula is refuted with it")
#define ANY_DELAY FREE("of one item; the end of all is asked for")
#define ANY_SENDS FREE("the question does not ask how often an item is sent")
#define PROVED_EXCEPTION FREE("what is left out is proved impossible, or served by other words")
#define ANY_WINDOW FREE("how many instances carry the rule")
#define FROM_SOME_ON FREE("from some one on is what is asked for")

#define LOGP_MACHINE MACHINE(EQUALS(latency), EQUALS(overhead), EQUALS(gap))
#define THE_NETWORK NETWORK(EQUALS(edges), PASSES(graph), PASSES(duplex))

enum { BOUND, SCHEDULE };

const struct confirmed_row confirmed_rows[] = {
    /* With steps to spare every value grows by as much, and words stay legal. */
    {SUBJECT_DECIDE, SCHEDULE, NULL,
     ROW_SCHEDULE(EQUALS(latency), AT_MOST(depth), EQUALS(tree), IS("block-cyclic"), EQUALS(one),
                  ANY_ROLES)},
    {SUBJECT_DECIDE, SCHEDULE, NULL,
     ROW_FAMILY_OF_DEPTHS(EQUALS(latency), AT_MOST(depth), ANY_WINDOW, OTHER_THAN(depth))},
    {SUBJECT_DECIDE, BOUND, NULL, ROW_RESIDUES(EQUALS(latency), EQUALS(depth))},
    {SUBJECT_DECIDE, BOUND, NULL, ROW_SEARCH(EQUALS(latency), EQUALS(depth), ANY_ORDER)},
    {SUBJECT_DECIDE, BOUND, NULL, ROW_CNF_OF_BLOCKS(EQUALS(latency), EQUALS(depth), ANY_ENCODING)},
    {SUBJECT_DECIDE, BOUND, NULL, ROW_PRICES(EQUALS(latency), EQUALS(depth), BELOW(tree))},

    /* Blocks are stationary, which is period 1, which divides every period. */
    {SUBJECT_SERVE, SCHEDULE, when_any,
     ROW_SCHEDULE(EQUALS(latency), AT_MOST(depth), EQUALS(served), ANY_CLASS, ANY_PERIOD,
                  PASSES(roles))},
    {SUBJECT_SERVE, SCHEDULE, NULL,
     ROW_SCHEDULE(EQUALS(latency), AT_MOST(depth), EQUALS(served), IS("block-cyclic|pruned"),
                  EQUALS(one), PASSES(roles))},
    {SUBJECT_SERVE, SCHEDULE, when_periodic,
     ROW_SCHEDULE(EQUALS(latency), AT_MOST(depth), EQUALS(served), ANY_CLASS, DIVIDES(period),
                  PASSES(roles))},
    {SUBJECT_SERVE, SCHEDULE, when_tree,
     ROW_FAMILY_OF_DEPTHS(EQUALS(latency), AT_MOST(depth), ANY_WINDOW, OTHER_THAN(depth))},
    {SUBJECT_SERVE, BOUND, NULL, ROW_PRICES(EQUALS(latency), EQUALS(depth), BELOW(served))},
    {SUBJECT_SERVE, BOUND, when_blocks,
     ROW_PERIODIC(EQUALS(latency), EQUALS(depth), EQUALS(served), STATIONARY_BLOCKS,
                  PASSES(roles_excluded), ANY_ORDER)},
    /* And so of all periods that divide this one. */
    {SUBJECT_SERVE, BOUND, when_periodic,
     ROW_PERIODIC(EQUALS(latency), EQUALS(depth), EQUALS(served), MULTIPLE_OF(period),
                  PASSES(roles_excluded), ANY_ORDER)},

    {SUBJECT_CAPACITY, SCHEDULE, NULL,
     ROW_SCHEDULE(EQUALS(latency), AT_MOST(depth), EQUALS(bound), ANY_CLASS, ANY_PERIOD,
                  ANY_ROLES)},
    {SUBJECT_CAPACITY, SCHEDULE, when_tree,
     ROW_FAMILY_OF_DEPTHS(EQUALS(latency), AT_MOST(depth), ANY_WINDOW, OTHER_THAN(depth))},
    {SUBJECT_CAPACITY, BOUND, NULL, ROW_PRICES(EQUALS(latency), EQUALS(depth), EQUALS(bound))},

    {SUBJECT_DELAY, SCHEDULE, NULL,
     ROW_SCHEDULE(EQUALS(latency), EQUALS(depth), EQUALS(served), ANY_CLASS, ANY_PERIOD,
                  ANY_ROLES)},
    {SUBJECT_DELAY, SCHEDULE, when_tree,
     ROW_FAMILY_OF_DEPTHS(EQUALS(latency), AT_MOST(depth), ANY_WINDOW, OTHER_THAN(depth))},
    {SUBJECT_DELAY, BOUND, NULL, ROW_PRICES(EQUALS(latency), EQUALS(depth_before), BELOW(served))},

    {SUBJECT_STREAM, SCHEDULE, NULL,
     ROW_LOGP_SCHEDULE(LOGP_MACHINE, PASSES(capacity), ANY_PERIOD, EQUALS(bound), EQUALS(served))},
    {SUBJECT_STREAM, BOUND, when_priced,
     ROW_PRICES_WITH_GAP(EQUALS(transfer), EQUALS(gap), EQUALS(price), BELOW(left))},
    {SUBJECT_STREAM, BOUND, NULL, ROW_REACH(LOGP_MACHINE, EQUALS(reach), BELOW(left))},

    {SUBJECT_STREAM_CAPACITY, SCHEDULE, NULL,
     ROW_LOGP_SCHEDULE(LOGP_MACHINE, PASSES(capacity), ANY_PERIOD, AT_MOST(delay), EQUALS(bound))},
    {SUBJECT_STREAM_CAPACITY, BOUND, when_priced,
     ROW_PRICES_WITH_GAP(EQUALS(transfer), EQUALS(gap), EQUALS(depth), EQUALS(bound))},

    {SUBJECT_ITEMS, SCHEDULE, when_one_port,
     ROW_POSTAL_LIST(EQUALS(latency), FROM_ONE(EQUALS(processors), EQUALS(items), EQUALS(zero),
                                               PASSES(sends_enough), ANY_DELAY, EQUALS(bound)))},
    {SUBJECT_ITEMS, SCHEDULE, NULL,
     ROW_PORTS_LIST(EQUALS(latency), EQUALS(ports),
                    FROM_ONE(EQUALS(processors), EQUALS(items), EQUALS(zero), PASSES(sends_enough),
                             ANY_DELAY, EQUALS(bound)))},
    {SUBJECT_ITEMS, BOUND, NULL,
     ROW_ITEMS_BOUND(EQUALS(latency), EQUALS(ports), EQUALS(processors), EQUALS(items),
                     PASSES(sends_bounded), EQUALS(bound))},
    {SUBJECT_ITEMS, BOUND, NULL,
     ROW_IMPOSSIBLE_ITEMS(EQUALS(latency), EQUALS(ports), EQUALS(processors), EQUALS(items),
                          PASSES(sends_bounded), EQUALS(bound), ANY_ORDER)},

    {SUBJECT_MULTIPORT, SCHEDULE, NULL,
     ROW_PORTS_LIST(EQUALS(one), EQUALS(ports),
                    FROM_ONE(EQUALS(processors), EQUALS(items), EQUALS(zero), ANY_SENDS, ANY_DELAY,
                             EQUALS(bound)))},
    {SUBJECT_MULTIPORT, SCHEDULE, when_one_port,
     ROW_POSTAL_LIST(EQUALS(one), FROM_ONE(EQUALS(processors), EQUALS(items), EQUALS(zero),
                                           ANY_SENDS, ANY_DELAY, EQUALS(bound)))},
    {SUBJECT_MULTIPORT, BOUND, NULL,
     ROW_ITEMS_BOUND(EQUALS(one), EQUALS(ports), EQUALS(processors), EQUALS(items), IS("any"),
                     EQUALS(bound))},
    {SUBJECT_MULTIPORT, BOUND, NULL,
     ROW_IMPOSSIBLE_ITEMS(EQUALS(one), EQUALS(ports), EQUALS(processors), EQUALS(items), IS("any"),
                          EQUALS(bound), ANY_ORDER)},

    {SUBJECT_LOGP_ITEMS, SCHEDULE, NULL,
     ROW_LOGP_LIST(LOGP_MACHINE, PASSES(list_capacity),
                   FROM_ONE(EQUALS(processors), EQUALS(items), EQUALS(zero), PASSES(sends_enough),
                            ANY_DELAY, EQUALS(bound)))},
    /* The first K items of a stream, which sends each once (11.7 of results/THEOREMS.md). */
    {SUBJECT_LOGP_ITEMS, SCHEDULE, NULL,
     ROW_LOGP_SCHEDULE(LOGP_MACHINE, PASSES(capacity), ANY_PERIOD, EQUALS(items_delay),
                       EQUALS(served))},
    {SUBJECT_LOGP_ITEMS, BOUND, NULL,
     ROW_LOGP_ITEMS_BOUND(LOGP_MACHINE, EQUALS(processors), EQUALS(items), PASSES(sends_bounded),
                          EQUALS(bound))},

    /* A list under a weaker capacity says so: these subjects are about the full one. */
    {SUBJECT_SINGLE, SCHEDULE, NULL,
     ROW_LOGP_LIST(LOGP_MACHINE, PASSES(list_capacity),
                   FROM_ONE(EQUALS(processors), EQUALS(one), FREE("no second item follows the one"),
                            ANY_SENDS, ANY_DELAY, EQUALS(bound)))},
    {SUBJECT_SINGLE, BOUND, NULL, ROW_REACH(LOGP_MACHINE, EQUALS(before), BELOW(processors))},

    {SUBJECT_ALLGATHER, SCHEDULE, NULL,
     ROW_LOGP_LIST(
         LOGP_MACHINE, PASSES(list_capacity),
         FROM_ALL(EQUALS(processors), EQUALS(items), ANY_SENDS, ANY_DELAY, EQUALS(bound)))},
    /* What one processor receives, from whomever. */
    {SUBJECT_ALLGATHER, BOUND, when_postal,
     ROW_ITEMS_BOUND(EQUALS(latency), EQUALS(one), EQUALS(two), EQUALS(others), IS("any"),
                     EQUALS(bound))},

    {SUBJECT_ALLREDUCE, SCHEDULE, NULL,
     ROW_COMBINING(IS("postal"), EQUALS(latency), EQUALS(processors), EQUALS(bound))},
    {SUBJECT_ALLREDUCE, BOUND, NULL,
     ROW_REACH(MACHINE(EQUALS(latency), EQUALS(zero), EQUALS(one)), EQUALS(before),
               BELOW(processors))},

    /* Who has processors to spare lets them rest. */
    {SUBJECT_REDUCE, SCHEDULE, NULL,
     ROW_SUMMATION(IS("logp"), LOGP_MACHINE, AT_MOST(processors), EQUALS(bound), EQUALS(until))},
    {SUBJECT_REDUCE, BOUND, NULL,
     ROW_SUMMATION_BOUND(LOGP_MACHINE, EQUALS(processors), EQUALS(bound), EQUALS(until))},
    {SUBJECT_REDUCE_TIME, SCHEDULE, NULL,
     ROW_SUMMATION(IS("logp"), LOGP_MACHINE, AT_MOST(processors), AT_LEAST(operands),
                   EQUALS(bound))},
    {SUBJECT_REDUCE_TIME, BOUND, NULL,
     ROW_SUMMATION_BOUND(LOGP_MACHINE, EQUALS(processors), BELOW(operands), EQUALS(before))},

    {SUBJECT_GOSSIP, SCHEDULE, NULL,
     ROW_GRAPH_LIST(THE_NETWORK,
                    FROM_ALL(EQUALS(nodes), EQUALS(one), ANY_SENDS, ANY_DELAY, EQUALS(bound)))},
    {SUBJECT_GOSSIP, SCHEDULE, NULL,
     ROW_GOSSIP_PRODUCT(PASSES(duplex), EQUALS(nodes), EQUALS(bound), PASSES(factor_edges),
                        PASSES(factors))},
    {SUBJECT_GOSSIP, BOUND, NULL,
     ROW_GOSSIP_BOUND("gossip-bound", THE_NETWORK, EQUALS(nodes), EQUALS(bound))},
    {SUBJECT_GOSSIP, BOUND, NULL,
     ROW_GOSSIP_BOUND("impossible-gossip", THE_NETWORK, EQUALS(nodes), EQUALS(bound))},

    {SUBJECT_FORMULA, BOUND, NULL, ROW_CNF(PASSES(clauses))},

    {SUBJECT_FAMILY, SCHEDULE, when_depths,
     ROW_FAMILY_OF_DEPTHS(EQUALS(latency), EQUALS(latency), ANY_WINDOW, PROVED_EXCEPTION)},
    {SUBJECT_FAMILY, SCHEDULE, when_numbers,
     ROW_FAMILY_OF_NUMBERS(EQUALS(latency), PROVED_EXCEPTION)},
    {SUBJECT_STREAM_FAMILY, SCHEDULE, NULL,
     ROW_LOGP_FAMILY(LOGP_MACHINE, IS("none"), FROM_SOME_ON, ANY_WINDOW)},
    {SUBJECT_ENDGAME, SCHEDULE, NULL,
     ROW_COLOURS(EQUALS(latency), EQUALS(served), FROM_SOME_ON, ANY_SENDS, EQUALS(more))},
    {SUBJECT_FRACTION, SCHEDULE, NULL,
     ROW_FRACTIONAL(EQUALS(latency), PASSES(point), FREE("how far its words go on"),
                    FREE("how fine its shares are"))},
};
const size_t confirmed_row_count = sizeof confirmed_rows / sizeof *confirmed_rows;
