/* SPDX-License-Identifier: MIT */
#include "tests/simulate.h"

#include <stdbool.h>
#include <stdlib.h>

#include "automata/word.h"

static int *cells_of_nothing(const struct events *events) {
    size_t count = (size_t)events->processors * (size_t)events->steps;
    int *cells = malloc((count + 1) * sizeof *cells);
    if (!cells)
        abort();
    for (size_t i = 0; i < count; i++)
        cells[i] = SIMULATE_NOTHING;
    return cells;
}

/* Whether everyone gets every item that is due before the end, once, not before it can be there. */
static const char *reception_fault(const struct events *e, const int *receive, int *when) {
    for (int item = 0; item < e->steps; item++)
        when[item] = SIMULATE_NOTHING;
    for (int time = 0; time < e->steps; time++) {
        int item = receive[time];
        if (item == SIMULATE_NOTHING)
            continue;
        if (item < 0 || item + e->latency > time)
            return "an item is received before it can have arrived";
        if (when[item] != SIMULATE_NOTHING)
            return "an item is received twice";
        when[item] = time;
    }
    for (int item = 0; item + e->delay < e->steps; item++)
        if (when[item] == SIMULATE_NOTHING || when[item] > item + e->delay)
            return "an item is not received in time";
    return NULL;
}

static const char *send_fault(const struct events *e, const int *send, const int *when) {
    for (int time = 0; time < e->steps; time++) {
        int item = send[time];
        if (item == SIMULATE_NOTHING)
            continue;
        if (item < 0 || item >= e->steps || when[item] == SIMULATE_NOTHING || when[item] > time)
            return "an item is sent by a processor that does not have it";
    }
    return NULL;
}

static int count_item(const struct events *e, const int *cells, int time, int item) {
    int count = 0;
    for (int p = 0; p < e->processors && time >= 0; p++)
        count += cells[p * e->steps + time] == item;
    return count;
}

static const char *message_fault(const struct events *e) {
    for (int time = 0; time < e->steps; time++)
        for (int p = 0; p < e->processors; p++) {
            int item = e->receive[p * e->steps + time], sent = time - e->latency;
            if (item == SIMULATE_NOTHING)
                continue;
            if (count_item(e, e->receive, time, item) >
                count_item(e, e->send, sent, item) + (item == sent))
                return "an item is received that nobody has sent";
        }
    return NULL;
}

const char *events_fault(const struct events *events) {
    int *when = malloc(((size_t)events->steps + 1) * sizeof *when);
    const char *fault = NULL;
    if (!when)
        abort();
    for (int p = 0; p < events->processors && !fault; p++) {
        fault = reception_fault(events, events->receive + p * events->steps, when);
        if (!fault)
            fault = send_fault(events, events->send + p * events->steps, when);
    }
    free(when);
    return fault ? fault : message_fault(events);
}

/* The item that has so much time left until its deadline, or nothing if it is before the first. */
static int item_of(const struct events *events, int time, int left) {
    int item = time + left - events->delay;
    return item < 0 ? SIMULATE_NOTHING : item;
}

/* A processor that begins the word at time `start` (and has run it before). */
static void run_word(const struct word_class *class, int start, int row, struct events *events) {
    int length = (int)class->length;
    for (int time = 0; time < events->steps; time++) {
        int p = (time - start % length + length) % length;
        int cell = row * events->steps + time;
        events->receive[cell] = item_of(events, time, class->values[p]);
        if (class->sends[p] != CLOSED_WORD_SILENT)
            events->send[cell] = item_of(events, time, class->sends[p]);
    }
}

void events_of_periodic(const struct schedule *schedule, int steps, struct events *events) {
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    *events = (struct events){.latency = schedule->latency,
                              .delay = schedule->latency + schedule->depth,
                              .processors = (int)mpz_get_si(processors),
                              .steps = steps};
    mpz_clear(processors);
    events->receive = cells_of_nothing(events);
    events->send = cells_of_nothing(events);
    int row = 0;
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *class = &schedule->words[i];
        for (long copy = mpz_get_si(class->count); copy > 0; copy--)
            for (int start = 0; start < (int)class->length; start += schedule->period)
                run_word(class, start, row++, events);
    }
}

void events_clear(struct events *events) {
    free(events->receive);
    free(events->send);
    *events = (struct events){0};
}

const char *simulate_periodic(const struct schedule *schedule, int steps) {
    struct events events;
    events_of_periodic(schedule, steps, &events);
    const char *fault = events_fault(&events);
    events_clear(&events);
    return fault;
}
