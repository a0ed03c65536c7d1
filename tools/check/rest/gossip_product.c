/* SPDX-License-Identifier: MIT */
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
#include "core/memory.h"
#include "core/messages.h"
#include "rest/messages_rest.h"
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
                  "product of %u graphs, duplex %s, P=%s: one item of each processor reaches all "
                  "others in time %s",
                  product->factors, duplex, processors, time);
    verdict_fields(verdict, "duplex=%s P=%s end=%s", duplex, processors, time);
}

/* Each factor multiplies both numbers. */
static void count_factor(struct product *product, const struct player *player) {
    uint32_t factor = player->machine.processors;
    mpz_ptr processors = product->processors.found, time = product->time.found;
    read_charge(product->reader, mpz_size(processors) + mpz_size(time) + 1);
    mpz_mul_ui(processors, processors, factor);
    mpz_mul_ui(time, time, factor);
    mpz_add_ui(time, time, (unsigned long)player->finish);
}

static void check_factor(struct product *product, uint32_t number) {
    struct reader *reader = product->reader;
    struct item_list items = {.each = 1, .sends_any = true};
    struct player player = {.reader = reader, .payload = &payload_items, .context = &items};
    uint64_t mark = memory_mark();
    machine_begin_graph(&player.machine, reader, product->half);
    read_number_line(reader, "factor", number, number);
    items.count = read_number_line(reader, "processors", 2, GRAPH_PROCESSORS_LIMIT);
    machine_open(&player.machine, items.count);
    verdict_claim(reader->verdict, "; factor %u: P=%u, ", number, items.count);
    graph_claim(machine_graph_of(&player.machine), reader->verdict);
    player.loads = items.count;
    player.other = number < product->factors ? "factor" : NULL;
    struct stated finish = stated_read(reader, "finish", 1);
    player_play(&player);
    stated_check(&finish, reader, "finish", player.finish);
    count_factor(product, &player);
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
