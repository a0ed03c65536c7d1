/* SPDX-License-Identifier: MIT */
#include "rest/combining.h"

#include "core/memory.h"
#include "core/messages_play.h"
#include "core/read.h"
#include "rest/rules.h"

/* --- sets of operands --- */

static struct operand_set *new_empty(struct operand_sets *sets) {
    memory_expect(sets->operands / 64 + 2, sizeof(mp_limb_t)); /* moved by a limb meanwhile */
    struct operand_set *set = memory_zeroed(1, sizeof *set);
    set->owners = 1;
    set->bits = memory_number();
    return set;
}

struct operand_set *operand_set_new(struct operand_sets *sets, uint32_t operand) {
    struct operand_set *set = new_empty(sets);
    mpz_setbit(set->bits, operand);
    return set;
}

struct operand_set *operand_set_hold(struct operand_set *set) {
    set->owners++;
    return set;
}

struct operand_set *operand_set_without(struct operand_sets *sets, const struct operand_set *set,
                                        uint32_t operand) {
    struct operand_set *others = new_empty(sets);
    mpz_set(others->bits, set->bits);
    mpz_clrbit(others->bits, operand);
    return others;
}

void operand_set_drop(struct operand_set *set) {
    if (--set->owners > 0)
        return;
    memory_free(set->bits);
    memory_free(set);
}

/* Bit x goes to x + by, modulo P. */
static void turn_bits(const struct operand_sets *sets, mpz_ptr bits, uint32_t by) {
    mpz_t high;
    mpz_init(high);
    mpz_fdiv_q_2exp(high, bits, sets->operands - by);
    mpz_fdiv_r_2exp(bits, bits, sets->operands - by);
    mpz_mul_2exp(bits, bits, by);
    mpz_ior(bits, bits, high);
    mpz_clear(high);
}

/* The set with more bits; what others hold too stays as it is. */
static void add_set(struct operand_sets *sets, struct operand_set **set, mpz_srcptr bits) {
    struct operand_set *own = *set;
    if (own->owners > 1) {
        own = new_empty(sets);
        mpz_set(own->bits, (*set)->bits);
        operand_set_drop(*set);
        *set = own;
    }
    mpz_ior(own->bits, own->bits, bits);
}

bool operand_set_combine(struct operand_sets *sets, struct operand_set **set,
                         const struct operand_set *more, uint32_t turn, uint32_t *twice) {
    mpz_ptr bits = memory_number(), common = memory_number();
    mpz_set(bits, more->bits);
    turn_bits(sets, bits, turn);
    mpz_and(common, (*set)->bits, bits);
    bool disjoint = mpz_sgn(common) == 0;
    if (disjoint)
        add_set(sets, set, bits);
    else
        *twice = (uint32_t)mpz_scan1(common, 0);
    memory_free(bits);
    memory_free(common);
    return disjoint;
}

/* --- loads --- */

/* What a message carries, or the next place that is free. */
struct load {
    struct operand_set *set;
    uint32_t turn; /* in rotation: of the set that comes */
    uint32_t next;
};

struct combining {
    struct operand_sets sets;
    struct operand_set **has; /* of each processor; NULL: its own operand alone, untouched so far */
    uint32_t kept;            /* processors of which a set is kept, from 0 on */
    struct load *loads;       /* load i at [i-1] */
    size_t count, capacity;
    uint32_t free; /* the first load that is, or 0 */
};

static uint32_t new_load(struct combining *c, struct operand_set *set, uint32_t turn) {
    uint32_t load = c->free;
    if (load == 0) {
        MEMORY_GROW(c->loads, c->capacity, c->count + 1);
        load = (uint32_t)++c->count;
    } else {
        c->free = c->loads[load - 1].next;
    }
    c->loads[load - 1] = (struct load){.set = set, .turn = turn};
    return load;
}

static void drop_load(struct combining *c, uint32_t load) {
    operand_set_drop(c->loads[load - 1].set);
    c->loads[load - 1] = (struct load){.next = c->free};
    c->free = load;
}

/* --- the payload --- */

static struct operand_set **set_of(struct combining *c, uint32_t processor) {
    if (!c->has[processor])
        c->has[processor] = operand_set_new(&c->sets, processor);
    return &c->has[processor];
}

static void combining_open(struct player *player) {
    struct combining *c = player->context;
    c->sets.operands = player->machine.processors;
    c->kept = player->turns ? 1 : player->machine.processors;
    c->has = memory_zeroed(c->kept, sizeof *c->has);
}

/* A processor has its own operand at any time, and besides it what it has received. */
static void combining_send(struct player *player, struct message *message) {
    struct combining *c = player->context;
    bool others = player->last;
    if (message->from == message->to)
        machine_refuted(&player->machine, message, "processor %u sends to itself at time %u",
                        message->from, message->sent);
    struct operand_set *set = *set_of(c, message->from);
    if (others && mpz_popcount(set->bits) == 1)
        machine_refuted(&player->machine, message,
                        "processor %u has no operand of others to send at time %u", message->from,
                        message->sent);
    set = others ? operand_set_without(&c->sets, set, message->from) : operand_set_hold(set);
    message->load = new_load(c, set, c->sets.operands - message->to);
    if (player->turns)
        message->to = 0;
}

static void combining_receive(struct player *player, const struct message *message) {
    struct combining *c = player->context;
    const struct load *load = &c->loads[message->load - 1];
    uint32_t turn = player->turns ? load->turn : 0, twice;
    if (!operand_set_combine(&c->sets, set_of(c, message->to), load->set, turn, &twice))
        machine_refuted(&player->machine, message,
                        "processor %u combines a second time operand %u at time %u", message->to,
                        twice, message->received);
    drop_load(c, message->load);
}

static void combining_end(struct player *player) {
    struct combining *c = player->context;
    for (uint32_t p = 0; p < c->kept; p++) {
        mp_bitcnt_t missing = mpz_scan0((*set_of(c, p))->bits, 0);
        if (missing < c->sets.operands)
            read_refuted(player->reader, "processor %u does not have operand %lu at time %llu", p,
                         missing, (unsigned long long)player->finish);
    }
}

static const struct payload payload_operands = {.last = "others",
                                                .open = combining_open,
                                                .send = combining_send,
                                                .receive = combining_receive,
                                                .end = combining_end};

/* --- the kind --- */

static void claim(const struct player *player, uint32_t finish) {
    struct verdict *verdict = player->reader->verdict;
    uint32_t processors = player->machine.processors;
    player->machine.rules->claim(&player->machine, verdict);
    verdict_claim(verdict,
                  " P=%u%s: one operand of each processor is combined, and all have the result at "
                  "time %u",
                  processors, player->turns ? " in rotation" : "", finish);
    verdict_fields(verdict, "P=%u end=%u", processors, finish);
}

void rule_combining(struct reader *reader) {
    struct combining c = {.count = 0};
    struct player player = {.reader = reader, .payload = &payload_operands, .context = &c};
    machine_read(&player.machine, reader);
    if (player.machine.rules != &machine_postal)
        read_malformed(reader, "operands are combined in the model postal only");
    uint32_t processors = read_number_line(reader, "processors", 1, COMBINING_PROCESSORS_LIMIT);
    machine_open(&player.machine, processors);
    player.turns = read_take(reader, "rotation");
    if (player.turns)
        read_line_end(reader);
    struct stated finish = stated_read(reader, "finish", 0);
    claim(&player, finish.number);
    player_play(&player);
    stated_check(&finish, reader, "finish", player.finish);
}
