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
#include "core/memory.h"
#include "core/messages_play.h"
#include "core/read.h"
#include "rest/messages_rest.h"
#include "rest/rules.h"

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
    mpz_ptr number; /* that was read last */
    uint32_t sent;  /* processors that have sent what they have */
    uint64_t end;   /* of all work so far */
};

/* --- the parameters --- */

/* The rest of a line, a number within 1..most, also beyond 2^31. */
static void read_long(struct summation *s, struct reader *reader, const char *what, uint64_t most,
                      uint64_t *number) {
    read_big(reader, what, s->number);
    if (mpz_sgn(s->number) == 0 || mpz_cmp_ui(s->number, most) > 0)
        read_malformed(reader, "expected %s, a number from 1 to %llu", what,
                       (unsigned long long)most);
    *number = mpz_get_ui(s->number);
    read_line_end(reader);
}

static void read_parameters(struct summation *s, struct reader *reader) {
    struct machine *machine = &s->player.machine;
    machine_read(machine, reader);
    if (machine->rules != &machine_logp)
        read_malformed(reader, "operands are added up in the model logp only");
    if (machine->capacity)
        read_malformed(reader, "with operands all messages under way are counted");
    uint32_t processors = read_number_line(reader, "processors", 1, SUMMATION_PROCESSORS_LIMIT);
    machine_open(machine, processors);
    s->operands_line = reader->number;
    read_key(reader, "operands");
    read_long(s, reader, "operands", ((uint64_t)1 << 62) - 1, &s->operands);
    s->finish = stated_read(reader, "finish", 0);
}

/* A line for each processor. */
static void read_begins(struct summation *s, struct reader *reader) {
    for (uint32_t p = 0; p < s->player.machine.processors; p++) {
        struct adder adder = {.sent = false};
        read_key(reader, "begins");
        read_long(s, reader, "operand", s->operands, &adder.lowest);
        adder.highest = adder.lowest;
        MEMORY_GROW(s->adders, s->capacity, (size_t)p + 1);
        s->adders[p] = adder;
    }
}

/* --- the payload --- */

static void work_ends(struct summation *s, uint64_t time) {
    if (time > s->end)
        s->end = time;
}

/* `add P COUNT` */
static void summation_line(struct player *player, uint32_t *processor) {
    struct summation *s = player->context;
    struct reader *reader = player->reader;
    struct machine *machine = &player->machine;
    read_key(reader, "add");
    *processor = read_number(reader, "processor", 0, machine->processors - 1);
    uint32_t count = read_number(reader, "count", 1, READ_NUMBER_LIMIT);
    struct adder *adder = &s->adders[*processor];
    if (adder->sent)
        read_refuted(reader, "processor %u adds at time %u and has sent what it has", *processor,
                     player->time);
    machine->rules->work(machine, *processor, player->time, count);
    if (count > s->operands - adder->highest)
        read_refuted(reader, "processor %u adds operands up to %llu, and there are %llu",
                     *processor, (unsigned long long)adder->highest + count,
                     (unsigned long long)s->operands);
    adder->highest += count;
    work_ends(s, (uint64_t)player->time + count);
}

static void summation_send(struct player *player, struct message *message) {
    struct summation *s = player->context;
    struct adder *adder = &s->adders[message->from];
    if (adder->sent)
        machine_refuted(&player->machine, message,
                        "processor %u sends at time %u and has sent what it has", message->from,
                        message->sent);
    adder->sent = true;
    s->sent++;
}

static void summation_receive(struct player *player, const struct message *message) {
    struct summation *s = player->context;
    struct machine *machine = &player->machine;
    struct adder *adder = &s->adders[message->to];
    const struct adder *from = &s->adders[message->from];
    if (adder->sent)
        machine_refuted(&player->machine, message,
                        "processor %u receives at time %u and has sent what it has", message->to,
                        message->received);
    if (from->highest + 1 == adder->lowest)
        adder->lowest = from->lowest;
    else if (from->lowest == adder->highest + 1)
        adder->highest = from->highest;
    else
        machine_refuted(&player->machine, message,
                        "processor %u has the sum of %llu to %llu and receives that of %llu "
                        "to %llu",
                        message->to, (unsigned long long)adder->lowest,
                        (unsigned long long)adder->highest, (unsigned long long)from->lowest,
                        (unsigned long long)from->highest);
    work_ends(s, player->finish + 1);
    machine->rules->work(machine, message->to, player->finish, 1);
}

/* Who has not sent, from this one on. Contract: there is one. */
static uint32_t next_root(const struct summation *s, uint32_t processor) {
    while (s->adders[processor].sent)
        processor++;
    return processor;
}

/* Somebody has not sent: what was sent last was received, by such a one. */
static void summation_end(struct player *player) {
    struct summation *s = player->context;
    uint32_t root = next_root(s, 0);
    if (s->sent + 1 < player->machine.processors)
        read_refuted(player->reader, "neither processor %u nor processor %u sends what it has",
                     root, next_root(s, root + 1));
    stated_check(&s->finish, player->reader, "finish", s->end);
    const struct adder *adder = &s->adders[root];
    if (adder->lowest != 1 || adder->highest != s->operands)
        read_refuted_at(
            player->reader, s->operands_line,
            "operands: in the end processor %u has the sum of %llu to %llu, not of 1 to %llu", root,
            (unsigned long long)adder->lowest, (unsigned long long)adder->highest,
            (unsigned long long)s->operands);
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

void rule_summation(struct reader *reader) {
    struct summation s = {.player = {.reader = reader, .payload = &payload_sums},
                          .number = memory_number()};
    s.player.context = &s;
    read_parameters(&s, reader);
    read_begins(&s, reader);
    claim(&s, reader->verdict);
    player_play(&s.player);
}
