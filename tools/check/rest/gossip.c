/* SPDX-License-Identifier: MIT */
/* Kinds gossip-bound and gossip-product: one item of each processor of a graph to all others, how
 * long it takes at least, and schedules of products. */
#include "core/memory.h"
#include "core/messages.h"
#include "core/read.h"
#include "rest/graph.h"
#include "rest/messages_rest.h"
#include "rest/rules.h"

#include <stdlib.h>

/* --- bounds --- */

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
 * Room: the graph, and 8 bytes for each processor. */

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
    if (!bound->cut)
        return !read_take(bound->reader, "remove") || read_remove(bound);
    if (!read_number_line(bound->reader, "cut", 0, bound->processors - 1, &processor))
        return false;
    bound->out[processor] = true;
    return true;
}

/* --- the bounds --- */

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

static uint64_t least_time(const struct bound *bound) {
    uint64_t messages = (uint64_t)bound->processors * (bound->processors - 1);
    uint64_t most = most_at_once(bound);
    return bound->cut ? bound_by_cut(bound) : messages / most + (messages % most > 0);
}

static void claim_bound(const struct bound *bound) {
    struct verdict *verdict = bound->reader->verdict;
    graph_claim(&bound->graph, verdict);
    verdict_claim(verdict,
                  ", duplex %s, P=%u: nobody brings one item of each processor to all others in "
                  "less than %u steps",
                  bound->half ? "half" : "full", bound->processors, bound->time.number);
    verdict_fields(verdict, "duplex=%s P=%u before=%u", bound->half ? "half" : "full",
                   bound->processors, bound->time.number);
}

static bool read_and_check_bound(struct bound *bound) {
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
    claim_bound(bound);
    return stated_check(&bound->time, reader, "time", least_time(bound));
}

bool rule_gossip_bound(struct reader *reader) {
    struct bound bound = {.reader = reader};
    bool right = read_and_check_bound(&bound);
    free(bound.size);
    free(bound.out);
    graph_clear(&bound.graph);
    return right;
}

/* --- products --- */

/* Kind gossip-product: schedules of the factors of a product of graphs, which run one after the
 * other and make one of the product.
 *
 * Why this is enough. Two processors of the product that agree at all places but i are joined just
 * as their places i are in factor i, so the processors that agree at all places but i are a copy of
 * factor i, and these copies have no processor in common. In phase i all of them run the schedule
 * of factor i at the same time, again and again, and a processor does in a step what its place i
 * does in the schedule; so the rules for sending and receiving hold. By induction from F down:
 * before phase i each processor has one item of each processor that agrees with it at the
 * places 1..i, P_(i+1) .. P_F of them. In each run those of a copy bring one of these, each another
 * one, to all of the copy: afterwards each has one of each processor that agrees with it at the
 * places 1..i-1. What is received in a run is not what was there before, as its processor differs
 * at place i.
 *
 * The list of a factor is played as in kind messages, model graph; room as there for the largest
 * factor. Times and counts are numbers of any size. */

/* A number that the file states, and what it is by the factors so far. */
struct count {
    mpz_t stated, found;
    uint64_t line;
};

struct product {
    struct reader *reader;
    bool half;
    uint32_t factors;
    struct count processors, time;
};

static bool read_count(struct count *count, struct reader *reader, const char *key) {
    count->line = reader->number;
    return read_big_line(reader, key, 0, count->stated);
}

static bool check_count(const struct count *count, struct reader *reader, const char *key) {
    return mpz_cmp(count->found, count->stated) == 0 ||
           read_refuted_number_at(reader, count->line, key, count->found, count->stated);
}

static void claim_product(const struct product *product) {
    struct verdict *verdict = product->reader->verdict;
    verdict_claim(verdict, "product of %u graphs, duplex %s, P=", product->factors,
                  product->half ? "half" : "full");
    verdict_claim_number(verdict, product->processors.stated);
    verdict_claim(verdict, ": one item of each processor reaches all others in time ");
    verdict_claim_number(verdict, product->time.stated);
    verdict_fields(verdict, "duplex=%s", product->half ? "half" : "full");
    verdict_field_number(verdict, "P", product->processors.stated);
    verdict_field_number(verdict, "end", product->time.stated);
}

/* Each factor multiplies both numbers. */
static bool count_factor(struct product *product, const struct player *player) {
    uint32_t factor = player->machine.processors;
    mpz_ptr processors = product->processors.found, time = product->time.found;
    if (!read_charge(product->reader, mpz_size(processors) + mpz_size(time) + 1))
        return false;
    mpz_mul_ui(processors, processors, factor);
    mpz_mul_ui(time, time, factor);
    mpz_add_ui(time, time, (unsigned long)player->finish);
    return true;
}

static bool read_and_play(struct product *product, uint32_t number, struct player *player) {
    struct reader *reader = product->reader;
    struct item_list items = {.each = 1, .sends_any = true};
    struct stated finish;
    if (!read_number_line(reader, "factor", number, number, &number) ||
        !read_number_line(reader, "processors", 2, GRAPH_PROCESSORS_LIMIT, &items.count) ||
        !machine_open(&player->machine, reader, items.count))
        return false;
    verdict_claim(reader->verdict, "; factor %u: P=%u, ", number, items.count);
    graph_claim(machine_graph_of(&player->machine), reader->verdict);
    player->context = &items;
    player->loads = items.count;
    return stated_read(&finish, reader, "finish", 1) && player_play(player) &&
           stated_check(&finish, reader, "finish", player->finish) && count_factor(product, player);
}

static bool check_factor(struct product *product, uint32_t number) {
    struct player player = {.reader = product->reader, .payload = &payload_items};
    player.other = number < product->factors ? "factor" : NULL;
    machine_begin_graph(&player.machine, product->half);
    bool right = read_and_play(product, number, &player);
    machine_clear(&player.machine);
    return right;
}

static bool read_and_check(struct product *product) {
    struct reader *reader = product->reader;
    if (!read_either_line(reader, "duplex", "full", "half", &product->half) ||
        !read_number_line(reader, "factors", 2, READ_NUMBER_LIMIT, &product->factors) ||
        !read_count(&product->processors, reader, "processors") ||
        !read_count(&product->time, reader, "time"))
        return false;
    claim_product(product);
    for (uint32_t number = 1; number <= product->factors; number++)
        if (!check_factor(product, number))
            return false;
    return check_count(&product->processors, reader, "processors") &&
           check_count(&product->time, reader, "time");
}

bool rule_gossip_product(struct reader *reader) {
    struct product product = {.reader = reader};
    struct count *processors = &product.processors, *time = &product.time;
    mpz_inits(processors->stated, time->stated, time->found, NULL);
    mpz_init_set_ui(processors->found, 1);
    bool right = read_and_check(&product);
    mpz_clears(processors->stated, processors->found, time->stated, time->found, NULL);
    return right;
}
