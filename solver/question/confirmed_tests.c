/* SPDX-License-Identifier: MIT */
#include "solver/question/confirmed_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/network/network_frontier.h"
#include "solver/network/network_problem.h"
#include "solver/question/fields.h"

typedef const struct confirmation *asked;

static bool when_blocks(const struct question *question) {
    return question_number(question, KEY_SCHEDULE) == CLASS_BLOCK_CYCLIC;
}

static bool is_single(asked about) {
    return question_number(about->question, KEY_SENDS) == 1;
}

static bool test_enough(asked about, const char *fields) {
    return !is_single(about) || fields_say(fields, "sends", "single");
}

static bool test_bounded(asked about, const char *fields) {
    return is_single(about) || fields_say(fields, "sends", "any");
}

static bool keeps(asked about) {
    return question_number(about->question, KEY_ROLES) == 1;
}

static bool test_roles(asked about, const char *fields) {
    return !keeps(about) || fields_say(fields, "roles", "keep");
}

static bool test_excluded(asked about, const char *fields) {
    return fields_say(fields, "roles", "permute") ||
           (fields_say(fields, "roles", "blocks") && when_blocks(about->question)) ||
           (fields_say(fields, "roles", "keep") && keeps(about));
}

static const char *capacity_of(asked about) {
    return logp_capacity_names[question_number(about->question, KEY_CAPACITY)];
}

static bool test_capacity(asked about, const char *fields) {
    return fields_say(fields, "capacity", capacity_of(about));
}

/* Of a list, which does not say `full`; such a one is right under every capacity. */
static bool test_list_capacity(asked about, const char *fields) {
    return fields_find(fields, "capacity").length == 0 || test_capacity(about, fields);
}

/* In the postal model every message is received when it arrives. */
static bool test_may_wait(asked about, const char *fields) {
    return fields_find(fields, "waits").length == 0 ||
           question_machine_class(about->question) != MACHINE_POSTAL;
}

/* Of one port. */
static bool test_duplex(asked about, const char *fields) {
    const struct machine machine = question_machine(about->question);
    return machine.ports == 1 && !machine.links &&
           fields_say(fields, "duplex", machine.half ? "half" : "full");
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

/* The fields of each factor are those of its allgather through its ports. */
static bool test_factors(asked about, const char *fields) {
    static const char *const keys[] = {"network", "nodes", "arcs", "collective", "root"};
    enum { NAMES = sizeof keys / sizeof *keys };
    const struct machine machine = question_machine(about->question);
    char values[NAMES][NETWORK_MOST_FACTORS][DIGEST_ROOM];
    bool same = true;
    for (int i = 0; i < about->network.count; i++) {
        CLEANUP(network_clear) struct network network = {0};
        if (network_copy(&about->network.factors[i].network, &network, NULL) ||
            network_limit_ports(&network, machine_network_ports(&machine), 1, NULL) ||
            network_digest(&network, values[0][i], NULL))
            return false;
        snprintf(values[1][i], DIGEST_ROOM, "%d", network.nodes);
        snprintf(values[2][i], DIGEST_ROOM, "%d", network.arc_count);
        strcpy(values[3][i], collective_name(COLLECTIVE_ALLGATHER));
        strcpy(values[4][i], "-");
    }
    for (int k = 0; k < NAMES; k++)
        same = same && are_values(fields, keys[k], about->network.count, values[k]);
    return same;
}

static bool test_clauses(asked about, const char *fields) {
    return fields_say(fields, "sha256", about->clauses);
}

static bool test_point(asked about, const char *fields) {
    char room[QUESTION_VALUE_ROOM];
    int place = subject_place(about->question->subject, KEY_OF);
    return fields_say(fields, "point", question_value(about->question, place, room));
}

/* --- of networks --- */

static bool test_network(asked about, const char *fields) {
    const struct machine machine = question_machine(about->question);
    return fields_say(fields, "network", about->arcs) && (machine.ports == 1 || !machine.links);
}

/* Frontiers and rates of an allreduce are of its halves, a rate by two claims each. */
static bool test_collective(asked about, const char *fields) {
    enum collective collective = question_collective(about->question);
    enum subject subject = about->question->subject;
    int each = subject == SUBJECT_FRONTIER ? 1 : subject == SUBJECT_RATE ? 2 : 0;
    if (collective == COLLECTIVE_ALLREDUCE && each > 0)
        collective = about->count < each ? COLLECTIVE_REDUCE_SCATTER : COLLECTIVE_ALLGATHER;
    return fields_say(fields, "collective", collective_name(collective));
}

static bool test_root(asked about, const char *fields) {
    char root[24];
    snprintf(root, sizeof root, "%ld", question_number(about->question, KEY_ROOT));
    return fields_say(fields, "root",
                      collective_has_root(question_collective(about->question)) ? root : "-");
}

/* Is it a collective of chunks that are some of those of an allreduce? */
static bool test_part(asked about, const char *fields) {
    bool rooted =
        fields_say(fields, "collective", "reduce") || fields_say(fields, "collective", "broadcast");
    bool shared = fields_say(fields, "collective", "reduce-scatter") ||
                  fields_say(fields, "collective", "allgather");
    long each = shared ? network_factors_whole(&about->network)->nodes : 1;
    return (rooted || shared) &&
           each * fields_number(fields, "chunks") <= question_number(about->question, KEY_ITEMS);
}

/* Is it one of two halves of an allreduce, with as many chunks as all nodes together need? */
static bool test_half(asked about, const char *fields) {
    bool first = about->count == 0;
    bool rooted = fields_say(fields, "collective", first ? "reduce" : "broadcast");
    bool shared = fields_say(fields, "collective", first ? "reduce-scatter" : "allgather");
    long each = shared ? network_factors_whole(&about->network)->nodes : 1;
    if (!first && strcmp(about->half, rooted ? "reduce" : "reduce-scatter") != 0)
        return false;
    return (rooted || shared) &&
           each * fields_number(fields, "chunks") >= question_number(about->question, KEY_ITEMS) &&
           (first || shared || fields_number(fields, "root") == about->root);
}

static bool test_rate(asked about, const char *fields) {
    char rate[64];
    snprintf(rate, sizeof rate, "%ld/%ld", question_number(about->question, KEY_RATE),
             question_number(about->question, KEY_PER));
    return fields_say(fields, "rate", rate);
}

/* Of schedules of at least as many steps as the question's, or as are fewer than the bound; of a
 * question for steps that has no answer of any number. */
static bool test_steps(asked about, const char *fields) {
    long steps = question_number(about->question, KEY_STEPS);
    if (steps == 0 && about->bound)
        steps = strtol(about->bound, NULL, 10) - 1;
    return fields_say(fields, "steps", "any") ||
           (steps > 0 && fields_number(fields, "steps") >= steps);
}

/* P/Q of a field; 0 if it is none. */
static void take_ratio(const char *fields, const char *key, mpq_ptr ratio) {
    struct field field = fields_find(fields, key);
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)field.length, field.text);
    if (field.length == 0 || field.length >= sizeof text ||
        strspn(text, "0123456789/") != field.length || mpq_set_str(ratio, text, 10) != 0 ||
        mpz_sgn(mpq_denref(ratio)) == 0)
        mpq_set_ui(ratio, 0, 1);
    mpq_canonicalize(ratio);
}

/* P/Q rounds for a chunk are ceil(K P/Q). */
static void take_rounds(asked about, const char *fields, mpz_ptr rounds) {
    RATIONAL(rate);
    take_ratio(fields, "rounds", rate);
    mpz_mul_si(mpq_numref(rate), mpq_numref(rate), question_number(about->question, KEY_ITEMS));
    mpz_cdiv_q(rounds, mpq_numref(rate), mpq_denref(rate));
}

/* They are the answer. */
static bool test_priced(asked about, const char *fields) {
    BIG(rounds, bound);
    take_rounds(about, fields, rounds);
    return about->bound && mpz_set_str(bound, about->bound, 10) == 0 && mpz_cmp(rounds, bound) == 0;
}

/* They are more than those of the question. */
static bool test_over(asked about, const char *fields) {
    BIG(rounds);
    take_rounds(about, fields, rounds);
    return mpz_cmp_si(rounds, question_number(about->question, KEY_ROUNDS)) > 0;
}

/* There is no stream so fast: P/Q is less than its rate, and the answer has no delay. */
static bool test_slower(asked about, const char *fields) {
    RATIONAL(most, rate);
    take_ratio(fields, "most", most);
    mpq_set_si(rate, question_number(about->question, KEY_RATE),
               (unsigned long)question_number(about->question, KEY_PER));
    mpq_canonicalize(rate);
    return !about->bound && mpq_sgn(most) > 0 && mpq_cmp(most, rate) < 0;
}

/* As far as it was asked for: of no number of steps, so many behind those of its first point, with
 * fewer of which some target is not reached. */
static bool test_until(asked about, const char *fields) {
    long steps = strtol(fields_find(fields, "points").text, NULL, 10) + FRONTIER_STEPS;
    if (question_has(about->question, KEY_STEPS))
        steps = question_number(about->question, KEY_STEPS);
    return fields_say(fields, "until", "any") || fields_number(fields, "until") >= steps;
}

/* They are those of the schedule before. */
static bool test_reached(asked about, const char *fields) {
    RATIONAL(bound, rate);
    take_ratio(fields, "rounds", bound);
    if (about->steps < 1 || about->rounds < 1)
        return false;
    mpq_set_si(rate, about->rounds, (unsigned long)about->steps);
    mpq_canonicalize(rate);
    return mpq_sgn(bound) > 0 && mpq_equal(bound, rate);
}

/* The source has all items at the beginning; one alone has no second one behind it. */
static bool test_at_once(asked about, const char *fields) {
    return question_number(about->question, KEY_ITEMS) == 1 || fields_say(fields, "period", "0");
}

#define TEST(name)                                                                                 \
    { #name, test_##name }
static const struct {
    const char *name;
    bool (*test)(asked about, const char *fields);
} tests[] = {TEST(enough),        TEST(bounded),  TEST(roles),   TEST(excluded),   TEST(capacity),
             TEST(list_capacity), TEST(may_wait), TEST(duplex),  TEST(factors),    TEST(clauses),
             TEST(point),         TEST(at_once),  TEST(network), TEST(collective), TEST(root),
             TEST(rate),          TEST(steps),    TEST(priced),  TEST(over),       TEST(until),
             TEST(slower),        TEST(half),     TEST(part),    TEST(reached)};

bool confirmed_test(asked about, const char *name, const char *fields) {
    size_t i = 0;
    while (i < sizeof tests / sizeof *tests && strcmp(tests[i].name, name) != 0)
        i++;
    require(i < sizeof tests / sizeof *tests);
    return tests[i].test(about, fields);
}
