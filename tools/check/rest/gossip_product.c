/* SPDX-License-Identifier: MIT */
/* Kind gossip-product: schedules of the factors of a product of networks, which run one after the
 * other and make one of the product, whose nodes have one port.
 *
 * Why this is enough. Two nodes of the product that agree at all places but i are joined just as
 * their places i are in factor i, so the nodes that agree at all places but i are a copy of factor
 * i, and these copies have no node and no arc in common. In phase i all of them run the schedule of
 * factor i at the same time, again and again, and a node does in a step what its place i does in
 * the schedule. All of it goes along arcs of its copy, so the groups of the copies hold; and so
 * does the port of each node, as groups of the factor hold all arcs at its place i to one port. A
 * message takes one step, so what is sent in a run is there at its end. By induction from F down:
 * before phase i each node has one item of each node that agrees with it at the places 1..i,
 * P_(i+1)
 * .. P_F of them. In each run those of a copy bring one of these, each another one, to all of the
 * copy: afterwards each has one of each node that agrees with it at the places 1..i-1.
 *
 * The schedule of a factor is played as in kind network-schedule; room as there for the largest
 * factor. Times and counts are numbers of any size. */
#include "core/memory.h"
#include "rest/network_schedule.h"
#include "rest/rules.h"

/* A number that the file states, and what it is by the factors so far. */
struct count {
    mpz_ptr stated, found;
    uint64_t line;
};

struct product {
    struct reader *reader;
    bool half;
    uint32_t factors;
    struct count processors, time;
};

static void read_count(struct count *count, struct reader *reader, const char *key) {
    count->line = reader->number;
    read_big_line(reader, key, 0, count->stated);
}

static void check_count(const struct count *count, struct reader *reader, const char *key) {
    if (mpz_cmp(count->found, count->stated) != 0)
        read_refuted_number_at(reader, count->line, key, count->found, count->stated);
}

static void claim(const struct product *product) {
    struct verdict *verdict = product->reader->verdict;
    const char *duplex = product->half ? "half" : "full";
    const char *processors = memory_digits(product->processors.stated);
    const char *time = memory_digits(product->time.stated);
    verdict_claim(verdict,
                  "product of %u networks, duplex %s, P=%s: one item of each processor reaches all "
                  "others in time %s",
                  product->factors, duplex, processors, time);
    verdict_fields(verdict, "duplex=%s P=%s end=%s", duplex, processors, time);
}

/* Each factor multiplies both numbers. */
static void count_factor(struct product *product, uint32_t nodes, uint32_t steps) {
    mpz_ptr processors = product->processors.found, time = product->time.found;
    read_charge(product->reader, mpz_size(processors) + mpz_size(time) + 1);
    mpz_mul_ui(processors, processors, nodes);
    mpz_mul_ui(time, time, nodes);
    mpz_add_ui(time, time, steps);
}

/* A further arc of group g at one side of a node, where so many are in all; 0: the port is held. */
static void meet(uint32_t g, uint64_t *met, uint32_t *arcs) {
    *met = (*met >> 32 > g ? *met : (uint64_t)(g + 1) << 32) + 1;
    if ((uint32_t)*met == *arcs)
        *arcs = 0;
}

/* Has a group of capacity 1 all arcs by which a node sends, and one all by which it receives, or
 * with half duplex one of them both together? */
static void check_ports(const struct network *network, struct reader *reader, bool half) {
    uint32_t other = half ? 0 : network->nodes;
    read_charge(reader, 2 * (uint64_t)network->nodes + network->arcs + network->count);
    uint32_t *arcs = memory_zeroed(2 * (size_t)network->nodes, sizeof *arcs);
    uint64_t *met = memory_zeroed(2 * (size_t)network->nodes, sizeof *met);
    for (uint32_t a = 0; a < network->arcs; a++) {
        arcs[network->arc[a].tail]++;
        arcs[network->arc[a].head + other]++;
    }
    for (uint32_t g = 0; g < network->groups; g++)
        for (size_t i = network->first[g]; i < network->first[g + 1]; i++) {
            const struct arc *arc = &network->arc[network->members[i]];
            if (network->capacity[g] > 1)
                break;
            meet(g, &met[arc->tail], &arcs[arc->tail]);
            meet(g, &met[arc->head + other], &arcs[arc->head + other]);
        }
    for (uint32_t v = 0; v < network->nodes; v++)
        if (arcs[v] > 0 || arcs[v + other] > 0)
            read_refuted(reader, "no group holds node %u to one port", v);
}

/* What may be put together: an allgather of one chunk, with one port, a step of one round. */
static void check_factor(struct product *product, uint32_t number) {
    struct reader *reader = product->reader;
    struct network network;
    struct network_plan plan = {.reader = reader, .network = &network, .chunks = 1};
    uint64_t mark = memory_mark();
    read_number_line(reader, "factor", number, number);
    verdict_claim(reader->verdict, "; factor %u: ", number);
    network_read(&network, reader, false);
    if (network.stream || network.what != ALLGATHER || network.forwards || network.begin)
        read_malformed(reader, "a factor has an allgather");
    if (network.longest > 1)
        read_refuted(reader, "an arc of latency %u", network.longest);
    check_ports(&network, reader, product->half);
    read_number_line(reader, "chunks", 1, 1);
    network_read_rounds(&plan);
    if (plan.most > 1)
        read_refuted(reader, "a step of %u rounds", plan.most);
    network_play(&plan);
    count_factor(product, network.nodes, plan.steps);
    memory_release(mark);
}

void rule_gossip_product(struct reader *reader) {
    struct product product = {.reader = reader};
    struct count *processors = &product.processors, *time = &product.time;
    memory_number_each(&processors->stated, &time->stated, &processors->found, &time->found, NULL);
    mpz_set_ui(processors->found, 1);
    product.half = read_either_line(reader, "duplex", "full", "half");
    product.factors = read_number_line(reader, "factors", 2, READ_NUMBER_LIMIT);
    read_count(processors, reader, "processors");
    read_count(time, reader, "time");
    claim(&product);
    for (uint32_t number = 1; number <= product.factors; number++)
        check_factor(&product, number);
    check_count(processors, reader, "processors");
    check_count(time, reader, "time");
}
