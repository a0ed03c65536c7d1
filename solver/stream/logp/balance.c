/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/balance.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"

static const double growth = 0.5; /* of the weight of the largest fault */

enum status balance_init(struct balance *balance, int top, int slack, struct failure *failure) {
    *balance = (struct balance){.top = top, .slack = slack, .extra_weight = 1};
    TRY(memory_check(NEW(top + 1, balance->room, balance->most, balance->weight), failure,
                     "the messages of a stream"));
    for (int z = 1; z <= top; z++)
        balance->weight[z] = 1;
    for (int z = 0; z <= top && !balance_limited(balance); z++)
        balance->most[z] = INT64_MAX / 2;
    return STATUS_OK;
}

void balance_clear(struct balance *balance) {
    FREE_ALL(balance->room, balance->most, balance->weight);
    *balance = (struct balance){.room = NULL};
}

/* --- changes --- */

enum status balance_change_init(struct balance_change *change, const struct balance *balance,
                                struct failure *failure) {
    *change = (struct balance_change){.first = 1};
    return memory_check(NEW(balance->top + 1, change->room, change->most), failure,
                        "the messages of a stream");
}

void balance_change_clear(struct balance_change *change) {
    FREE_ALL(change->room, change->most);
    *change = (struct balance_change){.room = NULL};
}

void balance_change_begin(struct balance_change *change) {
    for (int z = change->first; z <= change->last; z++)
        change->room[z] = change->most[z] = 0;
    *change =
        (struct balance_change){.first = INT32_MAX, .room = change->room, .most = change->most};
}

/* Differences of neighbours, first. */
static void add(struct balance_change *change, int *to, int value, int many) {
    change->first = value < change->first ? value : change->first;
    change->last = value > change->last ? value : change->last;
    to[value] += many;
}

void balance_change_receive(struct balance_change *change, int value, int many) {
    if (many != 0)
        add(change, change->room, value, -many);
}

void balance_change_send(const struct balance *balance, struct balance_change *change, int value,
                         int many) {
    if (many == 0)
        return;
    add(change, change->room, value, many);
    if (!balance_limited(balance))
        return;
    add(change, change->most, value, many);
    add(change, change->most, value > balance->slack ? value - balance->slack : 0, -many);
}

void balance_change_end(struct balance_change *change) {
    for (int z = change->last - 1; z >= change->first; z--) {
        change->room[z] += change->room[z + 1];
        change->most[z] += change->most[z + 1];
    }
}

/* --- faults --- */

static int64_t fault(int64_t room, int64_t most) {
    return room < 0 ? -room : room > most ? room - most : 0;
}

/* The weighed faults that are there less if the change is made `to` times and not `from` times. */
static double saved(const struct balance *balance, const struct balance_change *change,
                    int64_t from, int64_t to) {
    double sum = 0;
    for (int z = change->first; z <= change->last; z++) {
        int64_t room = change->room[z], most = change->most[z];
        int64_t before = fault(balance->room[z] + from * room, balance->most[z] + from * most);
        int64_t after = fault(balance->room[z] + to * room, balance->most[z] + to * most);
        sum += balance->weight[z] * (double)(before - after);
    }
    int64_t before = llabs(balance->surplus + from * change->processors);
    int64_t after = llabs(balance->surplus + to * change->processors);
    return sum + balance->extra_weight * (double)(before - after);
}

double balance_saved(const struct balance *balance, const struct balance_change *change) {
    return saved(balance, change, 0, 1);
}

double balance_gain(const struct balance *balance, const struct balance_change *change,
                    int64_t limit, int64_t *count) {
    int64_t first = 1, last = limit;
    if (saved(balance, change, 0, 1) <= 0)
        return 0;
    while (first < last) {
        int64_t middle = first + (last - first) / 2;
        if (saved(balance, change, middle, middle + 1) > 0)
            first = middle + 1;
        else
            last = middle;
    }
    *count = first;
    return saved(balance, change, 0, first);
}

void balance_make(struct balance *balance, const struct balance_change *change, int64_t count) {
    for (int z = change->first; z <= change->last; z++) {
        balance->room[z] += count * change->room[z];
        balance->most[z] += count * change->most[z];
    }
    balance->surplus += count * change->processors;
}

int64_t balance_faults(const struct balance *balance) {
    int64_t sum = llabs(balance->surplus);
    for (int z = 1; z <= balance->top; z++)
        sum += fault(balance->room[z], balance->most[z]);
    return sum;
}

double balance_weighed_faults(const struct balance *balance) {
    double sum = balance->extra_weight * (double)llabs(balance->surplus);
    for (int z = 1; z <= balance->top; z++)
        sum += balance->weight[z] * (double)fault(balance->room[z], balance->most[z]);
    return sum;
}

void balance_weigh(struct balance *balance) {
    int64_t largest = llabs(balance->surplus);
    for (int z = 1; z <= balance->top; z++) {
        int64_t here = fault(balance->room[z], balance->most[z]);
        largest = here > largest ? here : largest;
    }
    assert(largest > 0);
    double sum = 0, faults = growth / (double)largest;
    for (int z = 1; z <= balance->top; z++) {
        balance->weight[z] *= 1 + faults * (double)fault(balance->room[z], balance->most[z]);
        sum += balance->weight[z];
    }
    balance->extra_weight *= 1 + faults * (double)llabs(balance->surplus);
    double scale = (balance->top + 1) / (sum + balance->extra_weight);
    for (int z = 1; z <= balance->top; z++)
        balance->weight[z] *= scale;
    balance->extra_weight *= scale;
}
