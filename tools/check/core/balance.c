/* SPDX-License-Identifier: MIT */
#include "core/balance.h"

#include "core/memory.h"

#include <string.h>

void balance_init(struct balance *balance, struct reader *reader) {
    *balance = (struct balance){.reader = reader, .where = ""};
}

void balance_start(struct balance *balance, uint32_t latency, uint32_t depth, uint32_t period) {
    uint32_t letters = depth < latency ? 0 : depth - latency + 1;
    uint64_t need = ((uint64_t)period << balance->apart) * (letters + 1);
    read_charge(balance->reader, need * (4 + balance->longest));
    balance->latency = latency, balance->depth = depth;
    balance->period = period, balance->letters = letters, balance->room = need;
    balance->change = memory_grow_numbers(balance->change, &balance->change_capacity, need);
    for (size_t i = 0; i < need; i++)
        mpz_set_ui(balance->change[i], 0);
    MEMORY_GROW(balance->root, balance->root_capacity, period);
    memset(balance->root, 0, period);
}

void balance_charge(struct balance *balance, mpz_srcptr count, uint64_t additions) {
    if (mpz_size(count) > balance->longest)
        balance->longest = mpz_size(count);
    read_charge(balance->reader, additions * (1 + balance->longest));
}

static mpz_t *surplus_at(struct balance *balance, uint32_t phase) {
    return balance->change + (size_t)phase * (balance->letters + 1);
}

static void receive_root(struct balance *balance, struct values values) {
    if (balance->root[values.phase] || values.first < values.last ||
        mpz_cmp_ui(values.count, 1) != 0)
        read_refuted(balance->reader, "%svalue %u is to be received exactly once", balance->where,
                     values.last);
    balance->root[values.phase] = 1;
}

void balance_receive(struct balance *balance, const char *what, struct values values) {
    if (values.last == balance->depth && !balance->apart) {
        receive_root(balance, values);
        return;
    }
    if (values.last >= balance->letters)
        read_refuted(balance->reader,
                     "%s%s: value %u is never received: it is neither t nor <= t-L", balance->where,
                     what, values.last);
    mpz_t *change = surplus_at(balance, values.phase);
    mpz_sub(change[values.first], change[values.first], values.count);
    mpz_add(change[values.last + 1], change[values.last + 1], values.count);
}

void balance_send(struct balance *balance, struct values values) {
    uint32_t L = balance->latency;
    uint32_t phase = (uint32_t)(((uint64_t)values.phase + L) % balance->period);
    mpz_t *change = surplus_at(balance, balance->apart ? balance->period + phase : phase);
    mpz_add(change[values.first - L], change[values.first - L], values.count);
    mpz_sub(change[values.last - L + 1], change[values.last - L + 1], values.count);
}

static void check_phase(struct balance *balance, uint32_t phase) {
    mpz_t *surplus = surplus_at(balance, phase);
    char at[60] = "";
    if (balance->period > 1)
        snprintf(at, sizeof at, " at times = %u (mod %u)", phase, balance->period);
    if (!balance->root[phase])
        read_refuted(balance->reader, "%svalue %u is to be received exactly once%s", balance->where,
                     balance->depth, at);
    for (uint32_t w = 0; w < balance->letters; w++) {
        if (mpz_sgn(surplus[w]) < 0)
            read_refuted(balance->reader, "%svalue %u is received more often than it is sent for%s",
                         balance->where, w, at);
        if (mpz_sgn(surplus[w]) > 0) /* the rest of the differences are sums from here on */
            mpz_add(surplus[w + 1], surplus[w + 1], surplus[w]);
    }
}

void balance_check(struct balance *balance) {
    read_charge(balance->reader, balance->room * (1 + balance->longest));
    for (uint32_t phase = 0; phase < balance->period; phase++)
        check_phase(balance, phase);
}
