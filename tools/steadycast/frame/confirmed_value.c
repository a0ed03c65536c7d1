/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/confirmed_value.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/items/items_bound.h"
#include "solver/model/logp_machine.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/frame/fields.h"

typedef const struct confirmation *asked;

static long number(asked about, enum key key) {
    return question_number(about->question, key);
}

static bool is_subject(asked about, enum subject subject) {
    return about->question->subject == subject;
}

/* For what is never less than 0. */
static bool give(mpz_ptr to, long value) {
    mpz_set_si(to, value);
    return value >= 0;
}

static bool give_key(asked about, enum key key, mpz_ptr to) {
    question_big(about->question, key, to);
    return true;
}

long confirmed_time(const char *text) {
    char *end = NULL;
    long time = text && *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : -1;
    return end && !*end && time < INT_MAX ? time : -1;
}

/* --- numbers of the question --- */

bool value_zero(asked about, mpz_ptr to) {
    (void)about;
    return give(to, 0);
}

bool value_one(asked about, mpz_ptr to) {
    (void)about;
    return give(to, 1);
}

bool value_two(asked about, mpz_ptr to) {
    (void)about;
    return give(to, 2);
}

bool value_latency(asked about, mpz_ptr to) {
    return give_key(about, KEY_LATENCY, to);
}

bool value_overhead(asked about, mpz_ptr to) {
    return give_key(about, KEY_OVERHEAD, to);
}

bool value_gap(asked about, mpz_ptr to) {
    return give_key(about, KEY_GAP, to);
}

static long transfer(asked about) {
    const struct logp_machine machine = question_machine(about->question);
    return (long)logp_machine_transfer(&machine);
}

static long apart(asked about) {
    const struct logp_machine machine = question_machine(about->question);
    return logp_machine_apart(&machine);
}

bool value_transfer(asked about, mpz_ptr to) {
    return give(to, transfer(about));
}

bool value_ports(asked about, mpz_ptr to) {
    return give_key(about, KEY_PORTS, to);
}

bool value_processors(asked about, mpz_ptr to) {
    return give_key(about, KEY_PROCESSORS, to);
}

bool value_items(asked about, mpz_ptr to) {
    return give_key(about, KEY_ITEMS, to);
}

bool value_until(asked about, mpz_ptr to) {
    return give_key(about, KEY_UNTIL, to);
}

bool value_operands(asked about, mpz_ptr to) {
    return give_key(about, KEY_OPERANDS, to);
}

bool value_served(asked about, mpz_ptr to) {
    if (is_subject(about, SUBJECT_SERVE))
        return give_key(about, KEY_SERVED, to);
    if (is_subject(about, SUBJECT_CAPACITY))
        return value_bound(about, to);
    value_processors(about, to);
    mpz_sub_ui(to, to, 1);
    return true;
}

/* The places of the words of KEY_SCHEDULE. */
enum { BLOCK_CYCLIC, STATIONARY, ANY, PERIODIC };

bool value_period(asked about, mpz_ptr to) {
    long class = number(about, KEY_SCHEDULE);
    return give(to, class < PERIODIC ? 1 : class - PERIODIC + 1);
}

bool value_others(asked about, mpz_ptr to) {
    value_served(about, to);
    mpz_mul_si(to, to, number(about, KEY_ITEMS));
    return true;
}

/* Once K is large the bound by counting grows by one with each item, as the time does. */
bool value_more(asked about, mpz_ptr to) {
    enum { MANY = 1000000000 };
    mpz_t served, items;
    mpz_init(served);
    mpz_init_set_ui(items, MANY);
    value_served(about, served);
    bool found = items_bound((int)number(about, KEY_LATENCY), 1, served, items, false, to, NULL) ==
                 STATUS_OK;
    mpz_sub_ui(to, to, MANY);
    mpz_clears(served, items, NULL);
    return found;
}

bool value_nodes(asked about, mpz_ptr to) {
    return give(to, about->network.graph.nodes);
}

bool value_edges(asked about, mpz_ptr to) {
    return give(to, about->network.graph.count);
}

/* --- numbers of the answer --- */

bool value_bound(asked about, mpz_ptr to) {
    const char *bound = about->bound;
    return bound && *bound && strspn(bound, "0123456789") == strlen(bound) &&
           mpz_set_str(to, bound, 10) == 0;
}

bool value_before(asked about, mpz_ptr to) {
    bool there = value_bound(about, to) && mpz_sgn(to) > 0;
    if (there)
        mpz_sub_ui(to, to, 1);
    return there;
}

bool value_depth(asked about, mpz_ptr to) {
    long time = confirmed_time(about->bound);
    if (!is_subject(about, SUBJECT_DELAY))
        return give_key(about, KEY_DEPTH, to);
    return time >= 0 && give(to, time - number(about, KEY_LATENCY));
}

bool value_depth_before(asked about, mpz_ptr to) {
    bool there = value_depth(about, to) && mpz_sgn(to) > 0;
    if (there)
        mpz_sub_ui(to, to, 1);
    return there;
}

bool value_tree(asked about, mpz_ptr to) {
    mpz_t depth;
    mpz_init(depth);
    bool there = value_depth(about, depth) && mpz_fits_sint_p(depth) &&
                 sequence_term(to, (int)number(about, KEY_LATENCY), (int)mpz_get_si(depth), NULL,
                               NULL) == STATUS_OK;
    mpz_clear(depth);
    return there;
}

bool value_delay(asked about, mpz_ptr to) {
    return give(to, transfer(about) + number(about, KEY_DEPTH));
}

bool value_items_delay(asked about, mpz_ptr to) {
    const struct logp_machine machine = question_machine(about->question);
    mpz_t before;
    mpz_init_set_si(before, logp_machine_step(&machine));
    mpz_mul_si(before, before, number(about, KEY_ITEMS) - 1);
    bool there = value_bound(about, to);
    mpz_sub(to, to, before);
    mpz_clear(before);
    return there && mpz_sgn(to) >= 0;
}

static long price(asked about) {
    return confirmed_time(about->bound) - transfer(about) - 1;
}

bool value_price(asked about, mpz_ptr to) {
    return give(to, price(about));
}

bool value_reach(asked about, mpz_ptr to) {
    return give(to, price(about) - about->count * apart(about));
}

bool value_left(asked about, mpz_ptr to) {
    value_served(about, to);
    mpz_sub(to, to, about->most);
    return true;
}

/* --- tests --- */

static bool is_single(asked about) {
    return number(about, KEY_SENDS) == 1;
}

bool test_sends_enough(asked about, const char *fields) {
    return !is_single(about) || fields_say(fields, "sends", "single");
}

bool test_sends_bounded(asked about, const char *fields) {
    return is_single(about) || fields_say(fields, "sends", "any");
}

static bool keeps(asked about) {
    return number(about, KEY_ROLES) == 1;
}

bool test_roles(asked about, const char *fields) {
    return !keeps(about) || fields_say(fields, "roles", "keep");
}

bool test_roles_excluded(asked about, const char *fields) {
    return fields_say(fields, "roles", "permute") ||
           (fields_say(fields, "roles", "blocks") && when_blocks(about)) ||
           (fields_say(fields, "roles", "keep") && keeps(about));
}

static const char *capacity_of(asked about) {
    return logp_capacity_names[number(about, KEY_CAPACITY)];
}

bool test_capacity(asked about, const char *fields) {
    return fields_say(fields, "capacity", capacity_of(about));
}

bool test_list_capacity(asked about, const char *fields) {
    return number(about, KEY_CAPACITY) == CAPACITY_FULL
               ? fields_find(fields, "capacity").length == 0
               : test_capacity(about, fields);
}

bool test_duplex(asked about, const char *fields) {
    return fields_say(fields, "duplex", number(about, KEY_DUPLEX) == 1 ? "half" : "full");
}

static void digest_graph(const struct gossip_graph *graph, char hex[DIGEST_ROOM]) {
    struct sha256_ctx context;
    char line[48];
    sha256_init(&context);
    for (int i = 0; i < graph->count; i++) {
        int length =
            snprintf(line, sizeof line, "edge %d %d\n", graph->edges[i].a, graph->edges[i].b);
        sha256_update(&context, (size_t)length, (const uint8_t *)line);
    }
    digest_end(&context, hex);
}

bool test_graph(asked about, const char *fields) {
    char hex[DIGEST_ROOM];
    digest_graph(&about->network.graph, hex);
    return fields_say(fields, "graph", hex);
}

/* Do the fields of this key have these values, in their order, and no more? */
static bool are_values(const char *fields, const char *key, int count,
                       char (*values)[DIGEST_ROOM]) {
    for (int i = 0; i < count; i++) {
        struct field field = fields_find(fields, key);
        if (field.length != strlen(values[i]) || strncmp(field.text, values[i], field.length) != 0)
            return false;
        fields = fields_behind(field);
    }
    return fields_find(fields, key).length == 0;
}

bool test_factors(asked about, const char *fields) {
    char digests[GOSSIP_MOST_FACTORS][DIGEST_ROOM];
    for (int i = 0; i < about->network.count; i++)
        digest_graph(&about->network.factors[i].graph, digests[i]);
    return are_values(fields, "graph", about->network.count, digests);
}

bool test_factor_edges(asked about, const char *fields) {
    char counts[GOSSIP_MOST_FACTORS][DIGEST_ROOM];
    for (int i = 0; i < about->network.count; i++)
        snprintf(counts[i], sizeof counts[i], "%d", about->network.factors[i].graph.count);
    return are_values(fields, "edges", about->network.count, counts);
}

bool test_clauses(asked about, const char *fields) {
    return fields_say(fields, "sha256", about->clauses);
}

bool test_point(asked about, const char *fields) {
    char room[QUESTION_VALUE_ROOM];
    int place = subject_place(about->question->subject, KEY_OF);
    return fields_say(fields, "point", question_value(about->question, place, room));
}

/* --- which questions a row is for --- */

bool when_any(asked about) {
    return number(about, KEY_SCHEDULE) == ANY;
}

bool when_blocks(asked about) {
    return number(about, KEY_SCHEDULE) == BLOCK_CYCLIC;
}

bool when_periodic(asked about) {
    return !when_any(about) && !when_blocks(about);
}

bool when_tree(asked about) {
    mpz_t tree, served;
    mpz_inits(tree, served, NULL);
    bool right = !keeps(about) && value_tree(about, tree) && value_served(about, served) &&
                 mpz_cmp(tree, served) == 0;
    mpz_clears(tree, served, NULL);
    return right;
}

bool when_one_port(asked about) {
    return number(about, KEY_PORTS) == 1;
}

bool when_postal(asked about) {
    return number(about, KEY_OVERHEAD) == 0 && number(about, KEY_GAP) == 1;
}

bool when_priced(asked about) {
    return number(about, KEY_GAP) >= 2 * number(about, KEY_OVERHEAD) && about->count == 0;
}

bool when_depths(asked about) {
    return number(about, KEY_OF) == 0;
}

bool when_numbers(asked about) {
    return !when_depths(about);
}

/* --- files of several claims --- */

int confirmed_needed(asked about) {
    bool again = price(about) >= apart(about);
    return number(about, KEY_GAP) <= number(about, KEY_OVERHEAD) && again ? 2 : 1;
}
