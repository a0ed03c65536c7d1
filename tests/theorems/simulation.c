/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/reception.h"
#include "solver/question/decide/arithmetic.h"
#include "solver/stream/construction/best_schedule.h"
#include "tests/theorems/theorem.h"

enum { MOST_PROCESSORS = 150, ITEMS = 40, LATENCY = 10, WORD_LATENCY = 3000 };

/* Tables over items 1..ITEMS; times are below ITEMS + L + t + 1. */
struct ledger {
    int processors;
    int times;
    char *received; /* processor * ITEMS + item-1 */
    int *arrivals;  /* time * ITEMS + item-1: how many receive the item then */
    int *sends;     /* likewise: how many send it then */
};

static void ledger_clear(struct ledger *ledger) {
    free(ledger->received);
    free(ledger->arrivals);
    free(ledger->sends);
}

/* One processor through all times: no item twice, none late, no two sends at once. */
static bool follow(struct ledger *ledger, const struct reception_table *table,
                   const struct receiver *receivers, int row) {
    int busy_until = -1, got = 0;
    for (int time = 0; time < ledger->times; time++) {
        struct reception reception = receiver_receives(table, &receivers[row], time);
        if (reception.item < 1 || reception.item > ITEMS)
            continue;
        size_t item = (size_t)reception.item - 1;
        if (ledger->received[(size_t)row * ITEMS + item]++ ||
            time > (int)item + table->latency + table->depth)
            return false;
        got++;
        ledger->arrivals[(size_t)time * ITEMS + item]++;
        int sends = reception.head ? (int)receivers[row].role->length : 0;
        if (sends && time < busy_until)
            return false;
        for (int s = time; s < time + sends && s < ledger->times; s++)
            ledger->sends[(size_t)s * ITEMS + item]++;
        if (sends)
            busy_until = time + sends;
    }
    return got == ITEMS;
}

/* Every reception is a message that was sent L steps before, by the source (item i at time i-1) or
 * a processor, and conversely. */
static bool messages_match(const struct ledger *ledger, int latency) {
    for (int time = 0; time < ledger->times; time++)
        for (int item = 0; item < ITEMS; item++) {
            int sent = 0;
            if (time >= latency)
                sent = ledger->sends[(time - latency) * ITEMS + item] + (time - latency == item);
            if (ledger->arrivals[time * ITEMS + item] != sent)
                return false;
        }
    return true;
}

static enum status simulate(const struct schedule *schedule, struct failure *failure) {
    struct receiver receivers[MOST_PROCESSORS + 1];
    struct reception_table table;
    enum status status = reception_of_schedule(&table, schedule, failure);
    if (status)
        return status;
    struct ledger ledger = {.times = ITEMS + schedule->latency + schedule->depth + 1};
    ledger.processors = receivers_list(&table, 0, MOST_PROCESSORS + 1, receivers);
    size_t cells = (size_t)ledger.times * ITEMS;
    ledger.received = memory_new((size_t)ledger.processors * ITEMS, 1);
    ledger.arrivals = memory_new(cells, sizeof(int));
    ledger.sends = memory_new(cells, sizeof(int));
    bool right = ledger.received && ledger.arrivals && ledger.sends;
    for (int row = 0; row < ledger.processors && right; row++)
        right = follow(&ledger, &table, receivers, row);
    right = right && messages_match(&ledger, schedule->latency);
    ledger_clear(&ledger);
    reception_clear(&table);
    if (!right)
        return failure_set(failure, STATUS_INTERNAL, "the schedule for L = %d, t = %d",
                           schedule->latency, schedule->depth);
    return STATUS_OK;
}

static enum status try_simulation(struct failure *failure) {
    for (int latency = 1; latency <= LATENCY; latency++)
        for (int depth = 0;; depth++) {
            struct instance instance;
            enum status status = instance_init(&instance, latency, depth, NULL, failure);
            if (status)
                return status;
            bool small = mpz_cmp_ui(instance.processors, MOST_PROCESSORS) <= 0;
            instance_clear(&instance);
            if (!small)
                break;
            struct outcome outcome;
            status = arithmetic_solve(latency, depth, NULL, &outcome, failure);
            if (status)
                return status;
            if (outcome_schedule(&outcome))
                status = simulate(outcome_schedule(&outcome), failure);
            outcome_clear(&outcome);
            if (status)
                return status;
        }
    return STATUS_OK;
}

/* The values at positions 0..L+1 of the word for t = 2L land on different positions, and the
 * letters are those of the instance. */
static bool word_is_right(int latency, const int *letters, char *landed, int *used) {
    int size = latency + 2;
    bool right = true;
    memset(landed, 0, (size_t)size);
    memset(used, 0, (size_t)latency * sizeof(int));
    for (int p = 0; p < size; p++) {
        int value = p == 0 ? 2 * latency : p == size - 1 ? latency : letters[p - 1];
        right = right && !landed[(p + value) % size];
        landed[(p + value) % size] = 1;
        if (p > 0 && p < size - 1)
            used[value]++;
    }
    used[latency / 2 - 2]++;
    for (int j = 0; j < latency; j++)
        right = right && used[j] == 1 + (j == 0);
    return right;
}

static enum status try_theorem_b(struct failure *failure) {
    int *letters = memory_new(2 * WORD_LATENCY, sizeof(int));
    char *landed = memory_new(WORD_LATENCY + 2, 1);
    enum status status = STATUS_OK;
    if (!letters || !landed)
        status = failure_memory(failure, NULL);
    for (int latency = 4; latency <= WORD_LATENCY && !status; latency += 2) {
        status = exception_word(latency, letters, failure);
        if (!status && !word_is_right(latency, letters, landed, letters + WORD_LATENCY))
            status = failure_set(failure, STATUS_INTERNAL, "L = %d", latency);
    }
    free(letters);
    free(landed);
    return status;
}

static const struct theorem theorems[] = {
    {"simulation", "messages of schedules: L <= 10, all t with at most 150 processors, 40 items",
     try_simulation},
    {"theorem-b", "the words with two internal nodes at t = 2L: all even L <= 3000", try_theorem_b},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
