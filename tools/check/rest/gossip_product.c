/* SPDX-License-Identifier: MIT */
#include "rest/gossip_product.h"

#include "core/messages_items.h"
#include "core/stated.h"
#include "rest/messages_machine_rest.h"

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

static void claim(const struct product *product) {
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

static bool read_and_check(struct product *product) {
    if (!read_parameters(product))
        return false;
    claim(product);
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
    bool right = read_and_check(&product);
    mpz_clears(product.processors, product.time, product.stated_processors, product.stated_time,
               NULL);
    return right;
}
