/* SPDX-License-Identifier: MIT */
/* Kind network-schedule, and the player of its lines, which network-frontier has too.
 *
 * Claim: these sendings bring all that is to be sent to all that want it, within the steps, and in
 * a step of r rounds at most B r messages go along the arcs of a group of capacity B. They are
 * played, chunk by chunk: chunks meet each other in the load of the groups only. A stream repeats
 * its sendings every T steps, T a multiple of Q, so that an item and the T P/Q-th behind it are
 * born T steps apart, and the load of a step is that of all sendings that are in it modulo T.
 *
 * Rounds are real (the messages of a step of r rounds can be parted into r steps of one each) where
 * each group has one arc, or the arcs of a tail, or of a head, and no arc is in two groups of a
 * tail or two of a head, and all of a group count as late (so no line port): then the groups are
 * two laminar families, whose matrix is totally unimodular, so that the loads part into r integer
 * ones (Baum, Trotter 1978; Koenig for ports).
 *
 * Room: 32 bytes for each sending, and memory for each node, arc and step. */
#include "rest/network_schedule.h"
#include "core/memory.h"
#include "rest/rules.h"

#include <stdlib.h>

struct sending {
    uint64_t line;
    uint32_t key;              /* what they are sorted by */
    uint32_t chunk, arc, step; /* chunk and arc from 0 */
    uint32_t operands, next; /* of a sum: what it brings; next that comes to the same node, or 0 */
};

struct player {
    const struct network_plan *plan;
    struct sending *sendings;
    uint32_t count;
    size_t room;
    uint32_t *state; /* of each node: from which step on it has the chunk, or the last sending
                        that came to it, from 1 */
    bool *gone;      /* of each node: its operand was sent */
    uint32_t *from;  /* the sendings along arc a are those at from[a] and behind, up to from[a+1] */
    uint64_t *load;  /* of a group, in each step of the period */
};

static const uint32_t never = UINT32_MAX;

static uint64_t all_chunks(const struct network_plan *plan) {
    return network_commodities(plan->network) * plan->chunks;
}

/* After this step the source has it. */
static uint64_t birth(const struct network_plan *plan, uint32_t chunk) {
    return plan->network->stream ? network_birth((uint64_t)chunk + 1, &plan->rate) : 0;
}

/* --- reading --- */

static void read_send(struct player *player, uint32_t step, bool more) {
    const struct network_plan *plan = player->plan;
    const struct network *network = plan->network;
    struct reader *reader = plan->reader;
    uint64_t most = all_chunks(plan);
    uint32_t from, to;
    struct sending send = {.line = reader->number, .step = step};
    read_key(reader, "send");
    uint32_t tail = read_number(reader, "a node", 0, network->nodes - 1);
    uint32_t head = read_number(reader, "a node", 0, network->nodes - 1);
    uint32_t chunk = read_number(reader, "a chunk", 1,
                                 most < READ_NUMBER_LIMIT ? (uint32_t)most : READ_NUMBER_LIMIT);
    send.chunk = chunk - 1;
    if (!network_commodity(network, send.chunk / plan->chunks, &from, &to))
        read_malformed(reader, "there is no chunk %u", chunk);
    if (!network_find_arc(network, tail, head, &send.arc))
        read_refuted(reader, "there is no arc from %u to %u", tail, head);
    const struct sending *last = more ? &player->sendings[player->count - 1] : NULL;
    if (last && (send.arc < last->arc || (send.arc == last->arc && send.chunk <= last->chunk)))
        read_malformed(reader, "the lines `send` of a step ascend");
    if ((uint64_t)step + network->arc[send.arc].latency - 1 > birth(plan, send.chunk) + plan->span)
        read_refuted(reader, "chunk %u comes too late to %u", chunk, head);
    MEMORY_GROW(player->sendings, player->room, (size_t)player->count + 1);
    player->sendings[player->count++] = send;
    read_line_end(reader);
}

static void read_sendings(struct player *player) {
    struct reader *reader = player->plan->reader;
    for (uint32_t step = 0; read_is_at(reader, "step");) {
        uint32_t before = player->count;
        step = read_number_line(reader, "step", step + 1, player->plan->steps);
        do {
            if (player->count == READ_NUMBER_LIMIT)
                read_malformed(reader, "more than %d messages", READ_NUMBER_LIMIT);
            read_send(player, step, player->count > before);
        } while (read_is_at(reader, "send"));
    }
}

/* --- loads --- */

static int compare(const void *one, const void *other) {
    const struct sending *a = one, *b = other;
    return a->key != b->key ? (a->key > b->key) - (a->key < b->key)
                            : (a->line > b->line) - (a->line < b->line);
}

/* By chunk, or by arc, and by line. */
static void sort(struct player *player, bool by_chunk) {
    for (uint32_t i = 0; i < player->count; i++) {
        struct sending *send = &player->sendings[i];
        send->key = by_chunk ? send->chunk : send->arc;
    }
    qsort(player->sendings, player->count, sizeof *player->sendings, compare);
}

/* What counts in group g in each step; above the 32 bits of a load stands whose it is. */
static void check_group(struct player *player, uint32_t g) {
    const struct network_plan *plan = player->plan;
    const struct network *network = plan->network;
    for (size_t i = network->first[g]; i < network->first[g + 1]; i++) {
        uint32_t a = network->members[i], late = network_late(network, g, a);
        read_charge(plan->reader, 1 + player->from[a + 1] - player->from[a]);
        for (uint32_t j = player->from[a]; j < player->from[a + 1]; j++) {
            uint32_t step = (player->sendings[j].step - 1 + late) % plan->period;
            unsigned long long rounds = network->stream ? 1 : plan->rounds[step];
            unsigned long long most = network->capacity[g] * rounds;
            uint64_t *load = &player->load[step];
            *load = (*load >> 32 > g ? *load : (uint64_t)(g + 1) << 32) + 1;
            if ((uint32_t)*load > most)
                read_refuted_at(plan->reader, player->sendings[j].line,
                                "step %u: %llu messages in group %u, at most %llu go", step + 1,
                                most + 1, g + 1, most);
        }
    }
}

static void check_loads(struct player *player) {
    const struct network *network = player->plan->network;
    sort(player, false);
    for (uint32_t a = 0, i = 0; a < network->arcs; player->from[++a] = i)
        while (i < player->count && player->sendings[i].arc == a)
            i++;
    for (uint32_t g = 0; g < network->groups; g++)
        check_group(player, g);
}

/* --- one chunk --- */

static _Noreturn void missing(const struct sending *send, struct reader *reader, uint32_t tail) {
    read_refuted_at(reader, send->line, "%u has nothing of chunk %u before step %u", tail,
                    send->chunk + 1, send->step);
}

/* To so many nodes that want it the chunk comes; `to` as network_commodity has it. */
static void play_copies(struct player *player, const struct sending *send,
                        const struct sending *end, uint32_t to, uint32_t *reached) {
    const struct network *network = player->plan->network;
    for (*reached = 0; send < end; send++) {
        const struct arc *arc = &network->arc[send->arc];
        uint32_t there = send->step + arc->latency - 1;
        if (player->state[arc->tail] >= send->step)
            missing(send, player->plan->reader, arc->tail);
        if (player->state[arc->head] == never && network_wants(network, to, arc->head))
            ++*reached;
        if (player->state[arc->head] > there)
            player->state[arc->head] = there;
    }
}

/* Takes the operands that have come to the node before the step; the others stay on its list. */
static void take_operands(struct player *player, uint32_t node, uint32_t step, uint32_t *operands) {
    const struct network_plan *plan = player->plan;
    *operands = !player->gone[node] && network_wants(plan->network, plan->network->nodes, node);
    player->gone[node] = true;
    for (uint32_t *link = &player->state[node]; *link > 0;) {
        struct sending *send = &player->sendings[*link - 1];
        read_charge(plan->reader, 4);
        if (send->step + plan->network->arc[send->arc].latency > step) {
            link = &send->next;
            continue;
        }
        *operands += send->operands;
        *link = send->next;
    }
}

/* So many operands come to the node that wants the sum. Who sends gives away what it has. */
static void play_sum(struct player *player, struct sending *send, const struct sending *end,
                     uint32_t wants, uint32_t *come) {
    for (; send < end; send++) {
        const struct arc *arc = &player->plan->network->arc[send->arc];
        take_operands(player, arc->tail, send->step, &send->operands);
        if (send->operands == 0)
            missing(send, player->plan->reader, arc->tail);
        send->next = player->state[arc->head];
        player->state[arc->head] = (uint32_t)(send - player->sendings) + 1;
    }
    take_operands(player, wants, never, come);
}

static void forget(struct player *player, uint32_t node) {
    player->state[node] = player->plan->network->reduces ? 0 : never;
    player->gone[node] = false;
}

static void play_chunk(struct player *player, uint32_t chunk, struct sending *from,
                       const struct sending *end) {
    const struct network_plan *plan = player->plan;
    const struct network *network = plan->network;
    uint32_t source, to, came, all = network->parties;
    if (!network_commodity(network, chunk / plan->chunks, &source, &to))
        return;
    player->state[source] = (uint32_t)birth(plan, chunk);
    if (network->reduces)
        play_sum(player, from, end, source, &came);
    else
        play_copies(player, from, end, to, &came);
    if (!network->reduces)
        all = to < network->nodes ? 1 : network->parties - 1;
    forget(player, source);
    for (const struct sending *send = from; send < end; send++) {
        forget(player, network->arc[send->arc].tail);
        forget(player, network->arc[send->arc].head);
    }
    if (came != all)
        read_refuted(plan->reader, "chunk %u: %u of %u come where they should", chunk + 1, came,
                     all);
}

/* --- the whole --- */

void network_play(const struct network_plan *plan) {
    struct player player = {.plan = plan};
    uint32_t nodes = plan->network->nodes, arcs = plan->network->arcs;
    uint64_t chunks = all_chunks(plan);
    read_charge(plan->reader, 2 * (uint64_t)nodes + arcs + plan->period);
    MEMORY_GROW(player.sendings, player.room, 1);
    player.state = memory_zeroed(nodes, sizeof *player.state);
    player.gone = memory_zeroed(nodes, sizeof *player.gone);
    player.from = memory_zeroed((size_t)arcs + 1, sizeof *player.from);
    player.load = memory_zeroed(plan->period, sizeof *player.load);
    for (uint32_t v = 0; v < nodes; v++)
        forget(&player, v);
    read_sendings(&player);
    if (plan->network->forwards || plan->network->begin)
        read_charge(plan->reader, chunks);
    else if (player.count < chunks / 2) /* half of the numbers, at least, are of chunks */
        read_refuted(plan->reader, "there are chunks that are not sent");
    check_loads(&player);
    sort(&player, true);
    struct sending *from, *end = player.sendings, *last = end + player.count;
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        for (from = end; end < last && end->key == chunk;)
            end++;
        play_chunk(&player, chunk, from, end);
    }
}

static void are_real(const struct network_plan *plan, bool *of_tail, bool *of_head) {
    const struct network *network = plan->network;
    for (uint32_t g = 0; g < network->groups; g++) {
        const uint32_t *from = network->members + network->first[g];
        const uint32_t *end = network->members + network->first[g + 1];
        bool tail = network->port[g] == network->nodes, head = tail;
        for (const uint32_t *a = from; a < end; a++) {
            tail = tail && network->arc[*a].tail == network->arc[*from].tail;
            head = head && network->arc[*a].head == network->arc[*from].head;
        }
        for (const uint32_t *a = from; a < end && end - from > 1; a++) {
            bool *used = tail ? of_tail : of_head;
            if ((!tail && !head) || used[*a])
                read_refuted(plan->reader,
                             "group %u: steps of more than one round need not be real", g + 1);
            used[*a] = true;
        }
    }
}

void network_read_rounds(struct network_plan *plan) {
    struct reader *reader = plan->reader;
    size_t room = 0;
    read_key(reader, "rounds");
    for (; read_has_more(reader) || plan->steps == 0; plan->steps++) {
        uint32_t rounds;
        if (plan->steps == NETWORK_LIMIT)
            read_malformed(reader, "more than %d steps", NETWORK_LIMIT);
        rounds = read_number(reader, "rounds", 0, NETWORK_LIMIT);
        MEMORY_GROW(plan->rounds, room, (size_t)plan->steps + 1);
        plan->rounds[plan->steps] = rounds;
        plan->sum += rounds;
        plan->most = rounds > plan->most ? rounds : plan->most;
    }
    plan->period = plan->span = plan->steps;
    read_charge(reader, plan->network->count);
    bool *used = memory_zeroed(2 * (size_t)plan->network->arcs, sizeof *used);
    if (plan->most > 1)
        are_real(plan, used, used + plan->network->arcs);
    read_line_end(reader);
}

/* --- the kind --- */

static void read_collective(struct network_plan *plan, struct verdict *verdict) {
    uint32_t chunks = read_number_line(plan->reader, "chunks", 1, NETWORK_LIMIT);
    plan->chunks = chunks;
    network_read_rounds(plan);
    verdict_claim(verdict, ", C=%u: a schedule of %u step%s with %llu rounds, %u in one at most",
                  chunks, plan->steps, plan->steps > 1 ? "s" : "", (unsigned long long)plan->sum,
                  plan->most);
    verdict_fields(verdict, "chunks=%u steps=%u rounds=%llu most=%u", chunks, plan->steps,
                   (unsigned long long)plan->sum, plan->most);
}

static void read_stream(struct network_plan *plan, struct verdict *verdict) {
    struct reader *reader = plan->reader;
    uint64_t line;
    network_read_ratio(reader, "rate", &plan->rate);
    plan->span = read_number_line(reader, "delay", 1, NETWORK_LIMIT);
    line = reader->number;
    plan->period = read_number_line(reader, "period", 1, NETWORK_LIMIT);
    if (plan->period % plan->rate.Q > 0)
        read_refuted_at(reader, line, "%u is no multiple of %u", plan->period, plan->rate.Q);
    plan->chunks = (uint64_t)(plan->period / plan->rate.Q) * plan->rate.P;
    plan->steps = plan->period + plan->span;
    verdict_claim(verdict, ", rate %u/%u, delay %u: a schedule of period %u", plan->rate.P,
                  plan->rate.Q, plan->span, plan->period);
    verdict_fields(verdict, "rate=%u/%u delay=%u period=%u", plan->rate.P, plan->rate.Q, plan->span,
                   plan->period);
}

void rule_network_schedule(struct reader *reader) {
    struct network network;
    struct network_plan plan = {.reader = reader, .network = &network};
    network_read(&network, reader, false);
    if (network.stream)
        read_stream(&plan, reader->verdict);
    else
        read_collective(&plan, reader->verdict);
    network_play(&plan);
}
