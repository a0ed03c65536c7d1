/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/summation/summation.h"

/* --- values --- */

enum { MODULUS = 2147483647 };

/* The operands first..last, and the product of their matrices, a b / c d. */
struct value {
    int64_t first, last;
    uint32_t entries[4];
};

/* A matrix for each operand, by a mixing function (D. Lea and G. Steele's splitmix). */
static struct value operand(int64_t number) {
    struct value value = {number, number, {0}};
    uint64_t state = (uint64_t)number;
    for (int i = 0; i < 4; i++) {
        state += 0x9e3779b97f4a7c15U;
        uint64_t mixed = (state ^ state >> 30) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
        value.entries[i] = (uint32_t)((mixed ^ mixed >> 31) % MODULUS);
    }
    return value;
}

static uint32_t entry(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return (uint32_t)(((uint64_t)a * b % MODULUS + (uint64_t)c * d % MODULUS) % MODULUS);
}

/* left + right, where the right one follows it. */
static struct value add(const struct value *left, const struct value *right) {
    const uint32_t *a = left->entries, *b = right->entries;
    return (struct value){left->first,
                          right->last,
                          {entry(a[0], b[0], a[1], b[2]), entry(a[0], b[1], a[1], b[3]),
                           entry(a[2], b[0], a[3], b[2]), entry(a[2], b[1], a[3], b[3])}};
}

/* --- the player --- */

struct player {
    const struct summation *summation;
    bool products;
    const struct limits *limits;
    bool stopped;
    struct value *sent; /* what each processor has sent */
    int64_t *sent_at;   /* -1: nothing yet */
    int *sent_to;       /* whom */
    bool *taken;        /* it was received */
    int64_t *departed;  /* of one receiver: when messages to it left their senders, */
    int64_t *received;  /* and when it began to receive them, ascending */
    int *order;         /* processors by their time of sending, the root behind them */
    struct summation_played *played;
};

/* Asked once in so many products, or processors. */
enum { ASKED = 1 << 14 };

static bool is_stopped(struct player *player, int64_t done) {
    player->stopped =
        player->stopped || (done % ASKED == 0 && player->limits && limits_stop(player->limits));
    return player->stopped;
}

static bool wrong(struct player *player, int p, int64_t time, const char *why) {
    player->played->right = false;
    snprintf(player->played->why, sizeof player->played->why, "processor %d, time %lld: %s", p,
             (long long)time, why);
    return false;
}

/* In what order the lines are played: nobody receives what was not sent before. */
static int64_t last_time(const struct summation *summation, int p) {
    size_t end = summation->first[p + 1];
    bool any = end > summation->first[p];
    bool sends = any && summation->work[end - 1].kind == SUMMATION_SEND;
    return sends ? summation->work[end - 1].time : INT64_MAX;
}

struct turn {
    int64_t time;
    int processor;
};

static int by_time(const void *left, const void *right) {
    const struct turn *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return a->processor < b->processor ? -1 : a->processor > b->processor;
}

static bool join(struct value *value, const struct value *other) {
    if (other->first == value->last + 1)
        *value = add(value, other);
    else if (other->last == value->first - 1)
        *value = add(other, value);
    else
        return false;
    return true;
}

/* A reception that begins at `time`; what was received is added to *value. */
static bool receive(struct player *player, int p, const struct summation_work *work,
                    struct value *value) {
    const struct logp_machine *machine = &player->summation->machine;
    int64_t from = work->number;
    if (from < 0 || from >= player->summation->processors || player->sent_at[from] < 0 ||
        player->sent_to[from] != p || player->taken[from])
        return wrong(player, p, work->time, "it receives what was not sent to it");
    if (work->time < player->sent_at[from] + machine->overhead + machine->latency)
        return wrong(player, p, work->time, "it receives what has not arrived");
    if (!join(value, &player->sent[from]))
        return wrong(player, p, work->time, "what it receives does not stand beside what it has");
    player->taken[from] = true;
    return true;
}

static bool send(struct player *player, int p, const struct summation_work *work,
                 const struct value *value) {
    int64_t to = work->number;
    if (to < 0 || to >= player->summation->processors || to == p)
        return wrong(player, p, work->time, "it sends to nobody");
    player->sent[p] = *value;
    player->sent_at[p] = work->time;
    player->sent_to[p] = (int)to;
    return true;
}

static bool add_own(struct player *player, int p, const struct summation_work *work,
                    struct value *value) {
    if (work->number < 1 || value->last + work->number > player->summation->operands)
        return wrong(player, p, work->time, "it adds operands that are not there");
    for (int64_t i = 0; i < work->number && player->products; i++) {
        if (is_stopped(player, i + 1))
            return false;
        struct value next = operand(value->last + 1);
        *value = add(value, &next);
    }
    value->last += player->products ? 0 : work->number;
    return true;
}

static int64_t ends(const struct player *player, const struct summation_work *work) {
    int64_t overhead = player->summation->machine.overhead;
    return work->time + (work->kind == SUMMATION_ADD       ? work->number
                         : work->kind == SUMMATION_RECEIVE ? overhead + 1
                                                           : overhead);
}

static int compare_times(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

/* At most ceil(L/g) under way to one processor; what is received at a time is no more under way. */
static bool capacity_kept(struct player *player, int p, size_t count) {
    const struct logp_machine *machine = &player->summation->machine;
    size_t most = (size_t)((machine->latency - 1) / machine->gap + 1), done = 0;
    qsort(player->departed, count, sizeof *player->departed, compare_times);
    for (size_t i = 0; i < count; i++) {
        while (done < count && player->received[done] <= player->departed[i])
            done++;
        if (i + 1 > most + done)
            return wrong(player, p, player->departed[i], "too many messages are under way to it");
    }
    return true;
}

/* All lines of processor p. */
static bool play_processor(struct player *player, int p, int64_t *finish, struct value *value) {
    const struct summation *summation = player->summation;
    int64_t free_from = 0, received_at = -(int64_t)summation->machine.gap;
    size_t receptions = 0;
    *value = operand(summation->begins[p]);
    for (size_t i = summation->first[p]; i < summation->first[p + 1]; i++) {
        const struct summation_work *work = &summation->work[i];
        if (work->time < free_from)
            return wrong(player, p, work->time, "it does two things at a time");
        bool done = work->kind == SUMMATION_ADD       ? add_own(player, p, work, value)
                    : work->kind == SUMMATION_RECEIVE ? receive(player, p, work, value)
                                                      : send(player, p, work, value);
        if (!done)
            return false;
        free_from = ends(player, work);
        if (work->kind == SUMMATION_SEND && i + 1 < summation->first[p + 1])
            return wrong(player, p, work->time, "it goes on working after it has sent");
        if (work->kind != SUMMATION_RECEIVE)
            continue;
        if (work->time - received_at < summation->machine.gap)
            return wrong(player, p, work->time, "two receptions are less than g apart");
        received_at = work->time;
        player->departed[receptions] = player->sent_at[work->number] + summation->machine.overhead;
        player->received[receptions++] = work->time;
    }
    *finish = free_from;
    return capacity_kept(player, p, receptions);
}

static bool sum_is_right(struct player *player, int root, int64_t finish, const struct value *sum) {
    const struct summation *summation = player->summation;
    struct value all = operand(1);
    for (int p = 0; p < summation->processors; p++)
        if (p != root && !player->taken[p])
            return wrong(player, p, player->sent_at[p], "nobody receives what it sends");
    if (finish != summation->finish)
        return wrong(player, root, finish, "it does not end when it should");
    if (sum->first != 1 || sum->last != summation->operands)
        return wrong(player, root, finish, "it does not have all operands");
    if (!player->products)
        return true;
    for (int64_t i = 2; i <= summation->operands; i++) {
        if (is_stopped(player, i))
            return false;
        struct value next = operand(i);
        all = add(&all, &next);
    }
    if (memcmp(all.entries, sum->entries, sizeof all.entries) != 0)
        return wrong(player, root, finish, "it has another sum");
    return true;
}

static bool play(struct player *player) {
    const struct summation *summation = player->summation;
    int64_t finish = 0;
    struct value value = {0};
    for (int i = 0; i < summation->processors; i++) {
        int p = player->order[i];
        if (is_stopped(player, i))
            return false;
        if (summation->begins[p] < 1 || summation->begins[p] > summation->operands)
            return wrong(player, p, 0, "it begins with no operand");
        if (!play_processor(player, p, &finish, &value))
            return false;
        bool root = i == summation->processors - 1;
        if ((player->sent_at[p] < 0) != root)
            return wrong(player, p, finish, root ? "the last one sends" : "it does not send");
    }
    return sum_is_right(player, player->order[summation->processors - 1], finish, &value);
}

static bool sort_turns(struct player *player) {
    const struct summation *summation = player->summation;
    FREED struct turn *turns = memory_new((size_t)summation->processors, sizeof *turns);
    if (!turns)
        return false;
    for (int p = 0; p < summation->processors; p++)
        turns[p] = (struct turn){last_time(summation, p), p};
    qsort(turns, (size_t)summation->processors, sizeof *turns, by_time);
    for (int p = 0; p < summation->processors; p++) {
        player->order[p] = turns[p].processor;
        player->sent_at[p] = -1;
    }
    return true;
}

enum status summation_play(const struct summation *summation, bool products,
                           const struct limits *limits, struct summation_played *played,
                           struct failure *failure) {
    size_t count = (size_t)summation->processors;
    if (summation->operands > (int64_t)1 << 40)
        return failure_limit(failure, "sums are played for up to 2^40 operands");
    struct summation_played result = {.right = true};
    struct player player = {
        .summation = summation, .products = products, .limits = limits, .played = &result};
    bool room = NEW(count, player.sent, player.sent_at, player.sent_to, player.taken,
                    player.departed, player.received, player.order) &&
                sort_turns(&player);
    if (room)
        play(&player);
    FREE_ALL(player.sent, player.sent_at, player.sent_to, player.taken, player.departed,
             player.received, player.order);
    TRY(memory_check(room, failure, "the player of a sum"));
    if (player.stopped)
        return failure_limit(failure, LIMITS_STOPPED);
    *played = result;
    return STATUS_OK;
}
