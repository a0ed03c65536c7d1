/* SPDX-License-Identifier: MIT */
/* Kind network-rate: for each e > 0 there are schedules of fewer than P/Q + e rounds a chunk.
 *
 * Of some commodities there are trees T, each with a weight M, D together. Permutations of the
 * nodes that take arcs to arcs, nodes that forward to such and a root to itself generate a group.
 * What an element takes a commodity k to goes along the images of k's trees. Let k have w images;
 * each of them takes the mean over the elements that take k to it. Along these an arc e goes to
 * each arc of its orbit A alike, so that the w commodities together load every arc of A with w M /
 * (D |A|) chunks for each tree and each of its arcs in A. That is the load of an arc, exactly, and
 * the loads of the arcs of each group are no more than its capacity times P/Q together. (So groups
 * and latencies need not be looked at: that the mean is a way to send is all that is used.)
 *
 * Schedules: let all weights be whole, and a block of steps of P/Q D rounds long enough for each
 * arc's latency. In block i the copy j of all trees sends along the arcs of level i - j: it has
 * arrived in the block before. A block loads a group with what one copy does, and all but a number
 * of blocks that does not depend on the copies send as many. For a reduction all runs backwards. */
#include "core/memory.h"
#include "rest/network_images.h"
#include "rest/rules.h"

struct rate {
    struct reader *reader;
    struct network *network;
    uint32_t *image;           /* of each node */
    uint32_t *arc, *commodity; /* of each one of its orbit that is no larger */
    uint32_t *size;            /* of the least arc of an orbit: how many it has */
    uint32_t *weight;          /* of the least commodity, the same, until it has trees */
    uint32_t *mark;            /* of each node the number of the tree that has come to it */
    uint32_t trees;
    mpz_t *load;                  /* of the least arc of an orbit: w M, added up */
    mpz_ptr multiple, sum, whole; /* M; the M of a commodity; D */
};

static void read_symmetry(struct rate *rate) {
    struct reader *reader = rate->reader;
    uint32_t arcs = rate->network->arcs;
    read_key(reader, "symmetry");
    network_read_images(rate->network, reader, rate->image);
    network_charge(reader, 32, arcs, 1);
    for (uint32_t a = 0; a < arcs; a++)
        orbits_join(rate->arc, a, network_arc_image(rate->network, reader, rate->image, a));
    network_join_commodities(rate->network, reader, rate->image, rate->commodity);
    read_line_end(reader);
}

/* --- trees --- */

/* Each arc goes on from a node that has the chunk to one that has not. */
static void read_tree(struct rate *rate, uint32_t from, uint32_t to, uint32_t weight) {
    struct reader *reader = rate->reader;
    const struct network *network = rate->network;
    uint32_t all = to == network->nodes ? network->parties : 2, reached = 1;
    read_key(reader, "tree");
    read_big(reader, "the weight", rate->multiple);
    if (mpz_sgn(rate->multiple) == 0)
        read_malformed(reader, "the weight is 0");
    mpz_add(rate->sum, rate->sum, rate->multiple);
    mpz_mul_ui(rate->multiple, rate->multiple, weight);
    rate->mark[from] = ++rate->trees;
    do {
        uint32_t a = read_number(reader, "an arc", 1, network->arcs) - 1;
        struct arc arc = network_arc(network, a);
        if (rate->mark[arc.tail] != rate->trees)
            read_refuted(reader, "node %u has nothing to send along arc %u", arc.tail, a + 1);
        if (rate->mark[arc.head] == rate->trees)
            read_refuted(reader, "arc %u comes to node %u, which has it", a + 1, arc.head);
        rate->mark[arc.head] = rate->trees;
        reached += network_wants(network, to, arc.head);
        read_charge(reader, 4 + mpz_size(rate->multiple));
        mpz_ptr load = rate->load[orbits_least(rate->arc, a)];
        mpz_add(load, load, rate->multiple);
    } while (read_has_more(reader));
    if (reached != all)
        read_refuted(reader, "it comes to %u targets of %u", reached - 1, all - 1);
    read_line_end(reader);
}

static void read_commodity(struct rate *rate) {
    struct reader *reader = rate->reader;
    uint32_t from, to, commodities = (uint32_t)network_commodities(rate->network);
    uint32_t k = read_number_line(reader, "commodity", 0, commodities - 1);
    if (!network_commodity(rate->network, k, &from, &to))
        read_malformed(reader, "there is no commodity %u", k);
    uint32_t *weight = &rate->weight[orbits_least(rate->commodity, k)];
    if (*weight == 0)
        read_refuted(reader, "the orbit of commodity %u has trees already", k);
    mpz_set_ui(rate->sum, 0);
    do
        read_tree(rate, from, to, *weight);
    while (read_is_at(reader, "tree"));
    *weight = 0;
    if (mpz_sgn(rate->whole) == 0)
        mpz_set(rate->whole, rate->sum);
    if (mpz_cmp(rate->whole, rate->sum))
        read_refuted(reader, "the weights of commodity %u are not together those of the first", k);
}

/* --- loads --- */

/* The sum of load / size over the arcs of each group is no more than D capacity P/Q: both sides
 * times the least common multiple of the sizes. */
static void compare_loads(struct rate *rate, const struct ratio *claim) {
    const struct network *network = rate->network;
    mpz_ptr common, factor, together;
    memory_number_each(&common, &factor, &together, NULL);
    for (uint32_t g = 0; g < network->groups; g++) {
        size_t first = network->first[g], end = network->first[g + 1];
        mpz_set_ui(common, 1);
        mpz_set_ui(together, 0);
        for (size_t i = first; i < end; i++) {
            mpz_lcm_ui(common, common, rate->size[orbits_least(rate->arc, network->members[i])]);
            read_charge(rate->reader, 8 + 2 * mpz_size(common));
        }
        for (size_t i = first; i < end; i++) {
            uint32_t a = orbits_least(rate->arc, network->members[i]);
            mpz_divexact_ui(factor, common, rate->size[a]);
            read_charge(rate->reader, 8 + mpz_size(factor) * (1 + mpz_size(rate->load[a])));
            mpz_addmul(together, factor, rate->load[a]);
        }
        mpz_mul_ui(together, together, claim->Q);
        mpz_mul(common, common, rate->whole);
        mpz_mul_ui(common, common, claim->P);
        mpz_mul_ui(common, common, network->capacity[g]);
        if (mpz_cmp(together, common) > 0)
            read_refuted(rate->reader, "group %u has to send more than %u/%u times its capacity",
                         g + 1, claim->P, claim->Q);
    }
}

static void rate_init(struct rate *rate) {
    const struct network *network = rate->network;
    uint64_t commodities = network_commodities(network);
    network_charge(rate->reader, 4, (double)commodities, 1);
    network_charge(rate->reader, 8, network->arcs, 1);
    rate->image = memory_zeroed(network->nodes, sizeof *rate->image);
    rate->mark = memory_zeroed(network->nodes, sizeof *rate->mark);
    rate->arc = orbits_new(network->arcs);
    rate->commodity = network_commodity_orbits(network);
    rate->size = memory_zeroed(network->arcs, sizeof *rate->size);
    rate->weight = memory_zeroed(commodities, sizeof *rate->weight);
    rate->load = memory_numbers(network->arcs);
    memory_number_each(&rate->multiple, &rate->sum, &rate->whole, NULL);
}

void rule_network_rate(struct reader *reader) {
    struct network network;
    struct rate rate = {.reader = reader, .network = &network};
    struct ratio claim;
    uint32_t from, to;
    network_read(&network, reader, false);
    if (network.stream)
        read_malformed(reader, "a rate is of a collective");
    network_read_ratio(reader, "rounds", &claim);
    rate_init(&rate);
    uint32_t commodities = (uint32_t)network_commodities(&network);
    while (read_is_at(reader, "symmetry"))
        read_symmetry(&rate);
    for (uint32_t a = 0; a < network.arcs; a++)
        rate.size[orbits_least(rate.arc, a)]++;
    for (uint32_t k = 0; k < commodities; k++)
        rate.weight[orbits_least(rate.commodity, k)] += network_commodity(&network, k, &from, &to);
    do
        read_commodity(&rate);
    while (read_is_at(reader, "commodity"));
    for (uint32_t k = 0; k < commodities; k++)
        if (rate.weight[k] > 0)
            read_refuted(reader, "the orbit of commodity %u has no trees", k);
    compare_loads(&rate, &claim);
    verdict_claim(reader->verdict, ": %u/%u rounds for each chunk, and any more, are enough",
                  claim.P, claim.Q);
    verdict_fields(reader->verdict, "rounds=%u/%u", claim.P, claim.Q);
}
