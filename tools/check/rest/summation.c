/* SPDX-License-Identifier: MIT */
/* Kind summation: operands that are added up on a LogP machine, in their order. A payload of the
 * player (messages_play.h), on the machine logp: a message carries the sum that its sender has,
 * which is one of operands that follow each other, and the cycle after its reception is an
 * addition. What a processor adds of its own is work between messages.
 *
 * A processor sends once and does nothing afterwards. So what it has stays what it has sent, and if
 * all but one have sent, and each message could be added where it came, the one that is left has
 * used no operand twice.
 *
 * Room: 24 bytes for each processor, which has a line of its own, beside that of the machine. */
#include "core/growth.h"
#include "core/memory.h"
#include "core/messages_play.h"
#include "core/read.h"
#include "rest/messages_rest.h"
#include "rest/rules.h"

#include <stdlib.h>

enum { SUMMATION_PROCESSORS_LIMIT = 10000000 };

/* A processor has the sum of operands lowest..highest. */
struct adder {
    uint64_t lowest, highest;
    bool sent;
};

struct summation {
    struct player player;
    uint64_t operands, operands_line;
    struct stated finish;
    struct adder *adders;
    size_t capacity;
    uint32_t sent; /* processors that have sent what they have */
    uint64_t end;  /* of all work so far */
};

/* --- the parameters --- */

/* The rest of a line, a number within 1..most, also beyond 2^31. */
static bool read_long(struct reader *reader, const char *what, uint64_t most, uint64_t *number) {
    mpz_t big;
    mpz_init(big);
    bool right = read_big(reader, what, big);
    if (right && (mpz_sgn(big) == 0 || mpz_cmp_ui(big, most) > 0))
        right = read_malformed(reader, "expected %s, a number from 1 to %llu", what,
                               (unsigned long long)most);
    if (right)
        *number = mpz_get_ui(big);
    mpz_clear(big);
    return right && read_line_end(reader);
}

static bool read_parameters(struct summation *s, struct reader *reader) {
    struct machine *machine = &s->player.machine;
    uint32_t processors;
    if (!machine_read(machine, reader))
        return false;
    if (machine->rules != &machine_logp)
        return read_malformed(reader, "operands are added up in the model logp only");
    if (machine->capacity)
        return read_malformed(reader, "with operands all messages under way are counted");
    if (!read_number_line(reader, "processors", 1, SUMMATION_PROCESSORS_LIMIT, &processors) ||
        !machine_open(machine, reader, processors))
        return false;
    s->operands_line = reader->number;
    return read_key(reader, "operands") &&
           read_long(reader, "operands", ((uint64_t)1 << 62) - 1, &s->operands) &&
           stated_read(&s->finish, reader, "finish", 0);
}

/* A line for each processor. */
static bool read_begins(struct summation *s, struct reader *reader) {
    for (uint32_t p = 0; p < s->player.machine.processors; p++) {
        struct adder adder = {.sent = false};
        if (!read_key(reader, "begins") ||
            !read_long(reader, "operand", s->operands, &adder.lowest))
            return false;
        adder.highest = adder.lowest;
        s->adders = memory_grow(s->adders, &s->capacity, (size_t)p + 1, sizeof *s->adders);
        s->adders[p] = adder;
    }
    return true;
}

/* --- the payload --- */

static void work_ends(struct summation *s, uint64_t time) {
    if (time > s->end)
        s->end = time;
}

/* `add P COUNT` */
static bool summation_line(struct player *player, uint32_t *processor) {
    struct summation *s = player->context;
    struct reader *reader = player->reader;
    struct machine *machine = &player->machine;
    uint32_t count;
    if (!read_key(reader, "add") ||
        !read_number(reader, "processor", 0, machine->processors - 1, processor) ||
        !read_number(reader, "count", 1, READ_NUMBER_LIMIT, &count))
        return false;
    struct adder *adder = &s->adders[*processor];
    if (adder->sent)
        return read_refuted(reader, "processor %u adds at time %u and has sent what it has",
                            *processor, player->time);
    if (!machine->rules->work(machine, reader, *processor, player->time, count))
        return false;
    if (count > s->operands - adder->highest)
        return read_refuted(reader, "processor %u adds operands up to %llu, and there are %llu",
                            *processor, (unsigned long long)adder->highest + count,
                            (unsigned long long)s->operands);
    adder->highest += count;
    work_ends(s, (uint64_t)player->time + count);
    return true;
}

static bool summation_send(struct player *player, struct message *message, bool last) {
    struct summation *s = player->context;
    struct adder *adder = &s->adders[message->from];
    (void)last;
    if (adder->sent)
        return machine_refuted(player->reader, message,
                               "processor %u sends at time %u and has sent what it has",
                               message->from, message->sent);
    adder->sent = true;
    s->sent++;
    return true;
}

static bool summation_receive(struct player *player, const struct message *message) {
    struct summation *s = player->context;
    struct machine *machine = &player->machine;
    struct adder *adder = &s->adders[message->to];
    const struct adder *from = &s->adders[message->from];
    if (adder->sent)
        return machine_refuted(player->reader, message,
                               "processor %u receives at time %u and has sent what it has",
                               message->to, message->received);
    if (from->highest + 1 == adder->lowest)
        adder->lowest = from->lowest;
    else if (from->lowest == adder->highest + 1)
        adder->highest = from->highest;
    else
        return machine_refuted(player->reader, message,
                               "processor %u has the sum of %llu to %llu and receives that of %llu "
                               "to %llu",
                               message->to, (unsigned long long)adder->lowest,
                               (unsigned long long)adder->highest, (unsigned long long)from->lowest,
                               (unsigned long long)from->highest);
    work_ends(s, player->finish + 1);
    return machine->rules->work(machine, player->reader, message->to, player->finish, 1);
}

/* Who has not sent, from this one on. Contract: there is one. */
static uint32_t next_root(const struct summation *s, uint32_t processor) {
    while (s->adders[processor].sent)
        processor++;
    return processor;
}

static bool check_operands(struct player *player, uint32_t root) {
    struct summation *s = player->context;
    const struct adder *adder = &s->adders[root];
    if (adder->lowest == 1 && adder->highest == s->operands)
        return true;
    return read_refuted_at(
        player->reader, s->operands_line,
        "operands: in the end processor %u has the sum of %llu to %llu, not of 1 to %llu", root,
        (unsigned long long)adder->lowest, (unsigned long long)adder->highest,
        (unsigned long long)s->operands);
}

/* Somebody has not sent: what was sent last was received, by such a one. */
static bool summation_end(struct player *player) {
    struct summation *s = player->context;
    uint32_t root = next_root(s, 0);
    if (s->sent + 1 < player->machine.processors)
        return read_refuted(player->reader,
                            "neither processor %u nor processor %u sends what it has", root,
                            next_root(s, root + 1));
    return stated_check(&s->finish, player->reader, "finish", s->end) &&
           check_operands(player, root);
}

static const struct payload payload_sums = {.send = summation_send,
                                            .receive = summation_receive,
                                            .line = summation_line,
                                            .end = summation_end};

/* --- the kind --- */

static void claim(const struct summation *s, struct verdict *verdict) {
    uint32_t processors = s->player.machine.processors;
    s->player.machine.rules->claim(&s->player.machine, verdict);
    verdict_claim(verdict, " P=%u: the sum of %llu operand%s in their order is known at time %u",
                  processors, (unsigned long long)s->operands, s->operands > 1 ? "s" : "",
                  s->finish.number);
    verdict_fields(verdict, "P=%u operands=%llu end=%u", processors,
                   (unsigned long long)s->operands, s->finish.number);
}

bool rule_summation(struct reader *reader) {
    struct summation s = {.player = {.reader = reader, .payload = &payload_sums}};
    s.player.context = &s;
    bool right = read_parameters(&s, reader) && read_begins(&s, reader);
    if (right) {
        claim(&s, reader->verdict);
        right = player_play(&s.player);
    }
    machine_clear(&s.player.machine);
    free(s.adders);
    return right;
}

/* --- the bound --- */

/* Kind summation-bound: how many operands P processors of a LogP machine can add up in time T.
 *
 * Why no more than N, whatever a schedule does. Processors may send several messages here, keep
 * several values, receive a value long before they add it, and combine in any order; the capacity
 * of the network does not matter, and h = max(g,o+1). Take a schedule for the largest number of
 * operands, and of these one with the fewest messages. Only values that go into the sum are meant.
 *
 * (1) A value that is received is added there: otherwise its first sender sends it to where it is
 *     added at once, to be received when it is now, with fewer messages.
 * (2) If g <= o and processor p begins to receive a value A at time r, it has another value then.
 *     Otherwise let q send A at time s <= r-o-L.
 *      - If p sends a value V to x at a time after s and before r, let p keep V and use it in place
 *        of A, and q send A to x, where it is used in place of V (or keep it, if q = x). It is
 *        there when V is now, as it is sent earlier. This takes fewer messages.
 *      - If q has another value at s, let p use an operand of its own in place of A, and q add A to
 *        the other value in place of the cycles of sending it, of which there are o >= g >= 1. This
 *        takes more operands.
 *      - Otherwise q has nothing after s and p nothing until r, with all its sends ended by s+o:
 *        let them change places in all that they do before, and p has A. This takes fewer messages.
 *        (All receptions that change places begin at s-o or before, others on the same processor
 *        at s+o or behind, which is 2o >= g later.)
 * (3) Let S be the time when processor x sends for the last time, T for the one that has the sum at
 *     the end. All that it receives is received before. The last reception begins at S-(o+1) or
 *     before, by (1), and the last but j at S-(o+1)-jh or before: if g > o, by the gaps; if not, as
 *     it has another value then, besides the j+1 that are received, of which one is left at S; so
 *     j+1 additions follow, or sends, of o >= 1 cycles each, and j+1 receptions of o cycles.
 *     A processor whose last message is that one sends it o+L before.
 *     So T minus the time of the last send is at least the label of a node in the tree of the
 *     grammar, of another one for each processor, and with it the tree has the node's parent.
 * (4) With M messages between P' processors there are N-1 additions. In the time before its last
 *     send each processor adds for one cycle each, receives and sends for o cycles each. So
 *     N-1 <= T + (sum of S over the P'-1 others) - oM - o(M-(P'-1)), and M >= P'-1. Hence N-1 <=
 *     T + (sum of S-o over the others), which is at most T + the sum of the grammar.
 *
 * A(a), how many nodes have label a at most: besides the root each has an elder sibling, with its
 * label less h, or is a first child, with its parent's label less l, l = L+1+2o. So A(a) = 1 for
 * a < l, A(a) = A(a-h) + A(a-l) for a >= l, if A is 1 below 0. The i-th of the least labels, a_i,
 * adds T-o-a_i to the sum of the grammar, one for each a with a_i <= a < T-o; so the sum is that of
 * min(A(a),P) - 1 over a = 0 .. T-o-1. */

struct bound {
    struct logp machine;
    uint32_t processors, finish;
};

/* most += the sum of min(A(a),P) - 1 over a = 0 .. end-1. */
static bool add_others(const struct bound *bound, struct reader *reader, uint64_t end,
                       mpz_ptr most) {
    uint64_t first = logp_transfer(&bound->machine) + 1, others = 0, sum = 0;
    uint64_t apart = (uint64_t)bound->machine.overhead + 1, gap = bound->machine.gap;
    struct growth growth;
    growth_init(&growth, reader, apart > gap ? apart : gap, first, 1);
    mpz_srcptr known = most;
    uint64_t a = first;
    for (; known && a < end && others + 1 < bound->processors; a++) {
        known = growth_next(&growth);
        if (known)
            others = mpz_cmp_ui(known, bound->processors) < 0 ? mpz_get_ui(known) - 1
                                                              : bound->processors - 1;
        sum += others;
    }
    growth_clear(&growth);
    mpz_add_ui(most, most, sum);
    if (a < end)
        mpz_add_ui(most, most, (end - a) * others);
    return known != NULL;
}

static void claim_bound(const struct bound *bound, struct verdict *verdict, mpz_srcptr most) {
    logp_claim(&bound->machine, verdict);
    verdict_claim(verdict, " P=%u: nobody adds up more than ", bound->processors);
    verdict_claim_number(verdict, most);
    verdict_claim(verdict, " operand%s by time %u", mpz_cmp_ui(most, 1) > 0 ? "s" : "",
                  bound->finish);
    verdict_fields(verdict, "P=%u", bound->processors);
    verdict_field_number(verdict, "most", most);
    verdict_fields(verdict, "end=%u", bound->finish);
}

bool rule_summation_bound(struct reader *reader) {
    struct bound bound;
    if (!read_logp(reader, &bound.machine) ||
        !read_number_line(reader, "processors", 1, READ_NUMBER_LIMIT, &bound.processors) ||
        !read_number_line(reader, "finish", 0, READ_NUMBER_LIMIT, &bound.finish))
        return false;
    uint32_t o = bound.machine.overhead;
    mpz_t most;
    mpz_init_set_ui(most, bound.finish + (unsigned long)1);
    bool right = (bound.finish <= o || add_others(&bound, reader, bound.finish - o, most)) &&
                 read_result_line(reader, "operands", most);
    if (right)
        claim_bound(&bound, reader->verdict, most);
    mpz_clear(most);
    return right;
}
