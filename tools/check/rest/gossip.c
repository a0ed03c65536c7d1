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

static bool check_reason(struct bound *bound) {
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
    claim_bound(bound);
    return stated_check(&bound->time, reader, "time", least_time(bound));
}

bool rule_gossip_bound(struct reader *reader) {
    struct bound bound = {.reader = reader};
    bool right = check_reason(&bound);
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

struct product {
    struct reader *reader;
    bool half;
    uint32_t factors;
    mpz_t processors, time; /* of the factors so far */
    mpz_t stated_processors, stated_time;
    uint64_t processors_line, time_line;
};

static bool read_stated(struct product *product, const char *key, mpz_ptr number, uint64_t *line) {
    *line = product->reader->number;
    return read_big_line(product->reader, key, 0, number);
}

static bool read_parameters(struct product *product) {
    struct reader *reader = product->reader;
    return graph_read_duplex(reader, &product->half) &&
           read_number_line(reader, "factors", 2, READ_NUMBER_LIMIT, &product->factors) &&
           read_stated(product, "processors", product->stated_processors,
                       &product->processors_line) &&
           read_stated(product, "time", product->stated_time, &product->time_line);
}

static void claim_product(const struct product *product) {
    struct verdict *verdict = product->reader->verdict;
    verdict_claim(verdict, "product of %u graphs, duplex %s, P=", product->factors,
                  product->half ? "half" : "full");
    verdict_claim_number(verdict, product->stated_processors);
    verdict_claim(verdict, ": one item of each processor reaches all others in time ");
    verdict_claim_number(verdict, product->stated_time);
    verdict_fields(verdict, "duplex=%s", product->half ? "half" : "full");
    verdict_field_number(verdict, "P", product->stated_processors);
    verdict_field_number(verdict, "end", product->stated_time);
}

static void claim_factor(const struct product *product, uint32_t number,
                         const struct machine *machine) {
    struct verdict *verdict = product->reader->verdict;
    verdict_claim(verdict, "; factor %u: P=%u, ", number, machine->processors);
    graph_claim(machine_graph_of(machine), verdict);
}

/* --- one factor --- */

/* Each factor multiplies both numbers. */
static bool count_factor(struct product *product, const struct player *player) {
    uint32_t processors = player->machine.processors;
    uint64_t limbs = mpz_size(product->processors) + mpz_size(product->time) + 1;
    if (!read_charge(product->reader, limbs))
        return false;
    mpz_mul_ui(product->processors, product->processors, processors);
    mpz_mul_ui(product->time, product->time, processors);
    mpz_add_ui(product->time, product->time, (unsigned long)player->finish);
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
    claim_factor(product, number, &player->machine);
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

/* --- the product --- */

static bool check_stated(struct product *product, const char *what, mpz_srcptr found,
                         mpz_srcptr stated, uint64_t line) {
    struct reader *reader = product->reader;
    if (mpz_cmp(found, stated) == 0)
        return true;
    uint64_t here = reader->number;
    reader->number = line;
    read_refuted_number(reader, what, found, stated);
    reader->number = here;
    return false;
}

static bool check_factors(struct product *product) {
    if (!read_parameters(product))
        return false;
    claim_product(product);
    for (uint32_t number = 1; number <= product->factors; number++)
        if (!check_factor(product, number))
            return false;
    return check_stated(product, "processors", product->processors, product->stated_processors,
                        product->processors_line) &&
           check_stated(product, "time", product->time, product->stated_time, product->time_line);
}

bool rule_gossip_product(struct reader *reader) {
    struct product product = {.reader = reader};
    mpz_inits(product.time, product.stated_processors, product.stated_time, NULL);
    mpz_init_set_ui(product.processors, 1);
    bool right = check_factors(&product);
    mpz_clears(product.processors, product.time, product.stated_processors, product.stated_time,
               NULL);
    return right;
}
