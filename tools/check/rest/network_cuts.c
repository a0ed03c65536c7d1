/* SPDX-License-Identifier: MIT */
/* The lines symmetry, keep and cut of prices.
 *
 * A cut in time of a commodity gives each node v a time tau(v) in 0..S+1, the source 0 and some
 * target S+1, never. A sending along an arc u>v of latency l in internal step j *crosses* it if
 * tau(u) <= j-1 and j-1+l < tau(v). Every timed tree has a sending that crosses: on its path to the
 * target the source has the chunk at its tau, the target before it; at the first node w of which
 * that is so, the one before has it at tau or later, sends then or later, and the sending arrives
 * before tau(w). So if the weights mu of the cuts that a sending crosses add up to no more than it
 * costs, for all sendings, then the tree costs the sum of all mu at least.
 *
 * keep: permutations of the nodes that leave the source and the target of a commodity in place, and
 * take each arc to one of the same latency and the same costs. They take its cuts to cuts of the
 * commodity. So the mean over the images will do: of each orbit of arcs under these, in each step,
 * the mu of what its arcs cross together may be as much as they cost together.
 *
 * symmetry: permutations that take arcs so as well, and a root to itself. What they take a
 * commodity to has trees of the same costs. So one with cuts stands for its orbit. (Groups and
 * capacities need not be looked at: the costs of arcs are all that trees know.)
 *
 * With prices for any number of steps: one step of latency 0, in which a cut is a set of nodes.
 *
 * The mu of a commodity are 2^40 at most, and arcs 10^7: the sums of an orbit are below 2^64. */
#include "rest/network_cuts.h"
#include "core/memory.h"
#include "rest/network_images.h"

static const uint64_t MOST_WEIGHT = (uint64_t)1 << 40;

struct cuts {
    const struct network_cuts *asked;
    struct reader *reader;
    const struct network *network;
    uint32_t steps;   /* internal ones of a sending: 1 if there is any number */
    uint32_t *image;  /* of each node */
    uint32_t *tau;    /* the same */
    uint32_t *orbit;  /* of each commodity one of its orbit that is no larger */
    uint32_t *weight; /* of the least of an orbit: how many it has, until they have cuts */
    uint32_t *member; /* of arcs as `orbit` */
    uint32_t *size;   /* of arcs as `weight` */
    uint64_t *begins; /* [(j-1) * arcs + a]: mu of the cuts that a crosses from step j on, less
                         those that it crosses no more; all 0 between commodities */
    uint64_t *load, *together; /* of arcs and their orbits in a step */
    mpz_ptr sum;
};

/* --- permutations --- */

/* A permutation that takes arcs to arcs of the same latency and costs, whose orbits are joined in
 * `member` if that is not NULL. */
static void read_images(const struct cuts *cuts, uint32_t *member) {
    struct reader *reader = cuts->reader;
    uint32_t arcs = cuts->network->arcs, rows = cuts->asked->rows;
    const uint64_t *cost = cuts->asked->cost;
    network_read_images(cuts->network, reader, cuts->image);
    network_charge(reader, arcs, 24 + (double)rows, 1);
    for (uint32_t a = 0; a < arcs; a++) {
        uint32_t b = network_arc_image(cuts->network, reader, cuts->image, a);
        if (cuts->network->arc[a].latency != cuts->network->arc[b].latency)
            read_refuted(reader, "arc %u goes to one of another latency", a + 1);
        for (uint32_t r = 0; r < rows; r++)
            if (cost[(size_t)r * arcs + a] != cost[(size_t)r * arcs + b])
                read_refuted(reader, "arc %u goes to one of another price, in step %u", a + 1,
                             r + 1);
        if (member)
            orbits_join(member, a, b);
    }
}

static void read_symmetry(struct cuts *cuts) {
    read_key(cuts->reader, "symmetry");
    read_images(cuts, NULL);
    network_join_commodities(cuts->network, cuts->reader, cuts->image, cuts->orbit);
    read_line_end(cuts->reader);
}

static void read_keep(struct cuts *cuts, uint32_t from, uint32_t to) {
    uint32_t nodes = cuts->network->nodes;
    read_key(cuts->reader, "keep");
    read_images(cuts, cuts->member);
    if (cuts->image[from] != from || (to < nodes && cuts->image[to] != to))
        read_refuted(cuts->reader, "the source, or its target, goes to another node");
    read_line_end(cuts->reader);
}

/* --- cuts --- */

/* Returns its weight. */
static uint32_t read_cut(struct cuts *cuts, uint32_t from, uint32_t to) {
    struct reader *reader = cuts->reader;
    const struct network *network = cuts->network;
    uint32_t span = cuts->asked->span, *tau = cuts->tau;
    bool cuts_off = false;
    read_key(reader, "cut");
    uint32_t mu = read_number(reader, "the weight", 1, READ_NUMBER_LIMIT);
    for (uint32_t v = 0; v < network->nodes; v++) {
        tau[v] = read_number(reader, "a time", 0, span + 1);
        cuts_off = cuts_off || (tau[v] == span + 1 && network_wants(network, to, v));
    }
    if (tau[from] > 0)
        read_refuted(reader, "the source has it at 0");
    if (!cuts_off)
        read_refuted(reader, "it keeps the chunk from no target");
    read_charge(reader, network->arcs);
    for (uint32_t a = 0; a < network->arcs; a++) {
        struct arc arc = network_arc(network, a);
        uint64_t latency = span > 0 ? arc.latency : 0;
        if (tau[arc.tail] + latency >= tau[arc.head])
            continue;
        cuts->begins[(size_t)tau[arc.tail] * network->arcs + a] += mu;
        cuts->begins[(tau[arc.head] - latency) * network->arcs + a] -= mu;
    }
    read_line_end(reader);
    return mu;
}

/* Does each orbit of arcs cost what its arcs cross together, in internal step j? */
static void compare_step(const struct cuts *cuts, uint32_t j) {
    const struct network *network = cuts->network;
    uint32_t arcs = network->arcs, span = cuts->asked->span;
    for (uint32_t a = 0; a < arcs; a++)
        cuts->together[a] = 0;
    for (uint32_t a = 0; a < arcs; a++) {
        cuts->load[a] += cuts->begins[(size_t)(j - 1) * arcs + a];
        cuts->begins[(size_t)(j - 1) * arcs + a] = 0;
        cuts->together[orbits_least(cuts->member, a)] += cuts->load[a];
    }
    for (uint32_t a = 0; a < arcs; a++) {
        if (cuts->together[a] == 0)
            continue; /* so are those that would come too late */
        uint64_t step = span > 0 ? network_step(network, a, 0, j, span) : 1;
        uint64_t cost = cuts->asked->cost[(step - 1) % cuts->asked->rows * arcs + a];
        if ((cuts->together[a] - 1) / cuts->size[a] >= cost)
            read_refuted(cuts->reader, "the cuts before cross arc %u in internal step %u too often",
                         a + 1, j);
    }
}

/* The lines of a commodity: the sum of the weights. */
static uint64_t read_cuts(struct cuts *cuts, uint32_t from, uint32_t to) {
    struct reader *reader = cuts->reader;
    uint32_t arcs = cuts->network->arcs;
    uint64_t sum = 0;
    network_charge(reader, 8, arcs, 1 + (double)cuts->steps);
    for (uint32_t a = 0; a < arcs; a++)
        cuts->member[a] = a, cuts->size[a] = 0, cuts->load[a] = 0;
    while (read_is_at(reader, "keep"))
        read_keep(cuts, from, to);
    for (uint32_t a = 0; a < arcs; a++)
        cuts->size[orbits_least(cuts->member, a)]++;
    do {
        sum += read_cut(cuts, from, to);
        if (sum > MOST_WEIGHT)
            read_refuted(reader, "the weights are more than 2^40 together");
    } while (read_is_at(reader, "cut"));
    for (uint32_t j = 1; j <= cuts->steps; j++)
        compare_step(cuts, j);
    for (uint32_t a = 0; a < arcs; a++) /* what ends behind the last step */
        cuts->begins[(size_t)cuts->steps * arcs + a] = 0;
    return sum;
}

static void cuts_init(struct cuts *cuts, const struct network_cuts *asked) {
    const struct network *network = asked->network;
    uint64_t commodities = network_commodities(network);
    *cuts = (struct cuts){.asked = asked, .reader = asked->reader, .network = network};
    cuts->steps = asked->span > 0 ? asked->span : 1;
    network_charge(asked->reader, 4, network->arcs, cuts->steps + 8.0);
    network_charge(asked->reader, 8, (double)commodities, 1);
    cuts->image = memory_zeroed(network->nodes, sizeof *cuts->image);
    cuts->tau = memory_zeroed(network->nodes, sizeof *cuts->tau);
    cuts->orbit = network_commodity_orbits(network);
    cuts->weight = memory_zeroed(commodities, sizeof *cuts->weight);
    cuts->member = memory_zeroed(network->arcs, sizeof *cuts->member);
    cuts->size = memory_zeroed(network->arcs, sizeof *cuts->size);
    cuts->load = memory_zeroed(network->arcs, sizeof *cuts->load);
    cuts->together = memory_zeroed(network->arcs, sizeof *cuts->together);
    cuts->begins = memory_zeroed(((size_t)cuts->steps + 1) * network->arcs, sizeof *cuts->begins);
    cuts->sum = memory_number();
}

bool network_cuts_follow(const struct reader *reader) {
    return read_is_at(reader, "symmetry") || read_is_at(reader, "commodity");
}

void network_cuts_add(const struct network_cuts *asked) {
    struct reader *reader = asked->reader;
    const struct network *network = asked->network;
    uint32_t from, to, commodities;
    struct cuts cuts;
    cuts_init(&cuts, asked);
    commodities = (uint32_t)network_commodities(network); /* or there was no memory */
    while (read_is_at(reader, "symmetry"))
        read_symmetry(&cuts);
    for (uint32_t k = 0; k < commodities; k++)
        cuts.weight[orbits_least(cuts.orbit, k)]++;
    do {
        uint32_t k = read_number_line(reader, "commodity", 0, commodities - 1);
        if (!network_commodity(network, k, &from, &to))
            read_malformed(reader, "the commodity before is from a node to itself");
        uint32_t *weight = &cuts.weight[orbits_least(cuts.orbit, k)];
        if (*weight == 0)
            read_refuted(reader, "the orbit of commodity %u has cuts already", k);
        mpz_set_ui(cuts.sum, read_cuts(&cuts, from, to));
        mpz_addmul_ui(asked->value, cuts.sum, *weight);
        *weight = 0;
    } while (read_is_at(reader, "commodity"));
}
