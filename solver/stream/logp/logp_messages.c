/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/logp_messages.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"

/* A position of a word at which an item is received, or sent; the source has length 0. */
struct place {
    int value;     /* in cycles: of the item when it can be received first, or is (with B) */
    int processor; /* the first one of the copy of the word */
    int length;    /* of the word */
    int position;
    int steps;  /* the value in steps, as the word has it */
    int cycles; /* before the item's deadline: when the sending begins, or its reception is known */
};

struct places {
    struct place *list;
    size_t count;
};

/* All places of one phase of items, matched. */
struct phase {
    struct places received, sent; /* the k-th is sent by the k-th */
};

struct expansion {
    const struct logp_schedule *schedule;
    int64_t deadline; /* l + s */
    int processors;   /* so far */
    struct phase *phases;
};

/* --- places --- */

static enum status add(struct places *places, const struct place *place, struct failure *failure) {
    return memory_check(APPEND(places->list, places->count, *place), failure,
                        "the messages of a step");
}

/* One copy of a word: its processors begin it T steps apart. */
static enum status add_copy(struct expansion *all, const struct logp_part *part,
                            const struct word_class *word, struct failure *failure) {
    const struct logp_machine *machine = &all->schedule->machine;
    int step = (int)logp_machine_step(machine), period = all->schedule->period;
    for (size_t p = 0; p < word->length; p++) {
        int value = word->values[p], sent = word->sends[p];
        int cycles = part->offset + step * value;
        struct place place = {
            cycles + part->wait, all->processors + 1, (int)word->length, (int)p, value, cycles};
        TRY(add(&all->phases[((int)p + value) % period].received, &place, failure));
        if (sent == CLOSED_WORD_SILENT)
            continue;
        place.cycles = part->offset + step * sent - part->late;
        place.value = place.cycles - (int)logp_machine_transfer(machine);
        place.steps = sent;
        TRY(add(&all->phases[((int)p + sent) % period].sent, &place, failure));
    }
    all->processors += (int)word->length / period;
    return STATUS_OK;
}

static enum status add_part(struct expansion *all, const struct logp_part *part,
                            struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule words = {0};
    TRY(schedule_list_words(&part->steps, &words, failure));
    for (size_t i = 0; i < words.word_count; i++)
        for (unsigned long k = 0; k < mpz_get_ui(words.words[i].count); k++)
            TRY(add_copy(all, part, &words.words[i], failure));
    return STATUS_OK;
}

static int by_value(const void *left, const void *right) {
    const struct place *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    if (a->processor != b->processor)
        return a->processor < b->processor ? -1 : 1;
    return (a->position > b->position) - (a->position < b->position);
}

/* Sends that nobody waits for are dropped: those that would be too late for all that are left. */
static void match(const struct expansion *all, struct phase *phase) {
    struct places *sent = &phase->sent, *received = &phase->received;
    int slack = logp_schedule_slack(all->schedule);
    size_t next = 0;
    qsort(sent->list, sent->count, sizeof *sent->list, by_value);
    qsort(received->list, received->count, sizeof *received->list, by_value);
    for (size_t i = 0; i < received->count; i++, next++) {
        while (sent->list[next].value > (int64_t)received->list[i].value + slack)
            next++;
        assert(next < sent->count && sent->list[next].value >= received->list[i].value);
        sent->list[i] = sent->list[next];
    }
}

/* --- messages --- */

/* Who is at this place for the item whose deadline is this step: the word's processors are T steps
 * apart. */
static int processor_of(const struct expansion *all, const struct place *place, int item) {
    if (place->length == 0)
        return 0;
    int begin = (place->position + place->steps - item % place->length) % place->length;
    begin += begin < 0 ? place->length : 0;
    return place->processor + begin / all->schedule->period;
}

static void add_item(const struct expansion *all, int item, struct message_array *array) {
    const struct phase *phase = &all->phases[item % all->schedule->period];
    int step = (int)logp_machine_step(&all->schedule->machine);
    int64_t deadline = (int64_t)(item - 1) * step + all->deadline;
    int64_t transfer = logp_machine_transfer(&all->schedule->machine);
    for (size_t i = 0; i < phase->received.count; i++) {
        const struct place *from = &phase->sent.list[i], *to = &phase->received.list[i];
        const struct message message = {
            .time = (int)(deadline - from->cycles),
            .from = processor_of(all, from, item),
            .to = processor_of(all, to, item),
            .item = item,
            .wait = (int)(from->cycles - transfer - to->cycles),
        };
        message_array_add(array, &message);
    }
}

static enum status expand(struct expansion *all, struct failure *failure) {
    const struct logp_schedule *schedule = all->schedule;
    for (size_t i = 0; i < schedule->count; i++)
        TRY(add_part(all, &schedule->parts[i], failure));
    for (int phase = 0; phase < schedule->period; phase++) {
        const struct place source = {schedule->depth, 0, 0, 0, 0, (int)all->deadline};
        TRY(add(&all->phases[phase].sent, &source, failure));
        match(all, &all->phases[phase]);
    }
    return STATUS_OK;
}

/* N and K, and that all times are numbers of a list. */
static enum status check_size(const struct logp_schedule *schedule, int items, int *processors,
                              struct failure *failure) {
    BIG(number);
    logp_schedule_processors(schedule, number);
    int64_t end = logp_machine_step(&schedule->machine) * items + logp_schedule_delay(schedule);
    bool fits = mpz_cmp_ui(number, MESSAGES_MOST_PROCESSORS) <= 0 && end <= INT_MAX &&
                mpz_get_si(number) * (int64_t)items <= LOGP_MOST_MESSAGES;
    *processors = fits ? (int)mpz_get_si(number) : 0;
    return fits ? STATUS_OK
                : failure_limit(failure,
                                "a list has at most %d processors, %d messages, and times up to %d",
                                MESSAGES_MOST_PROCESSORS, LOGP_MOST_MESSAGES, INT_MAX);
}

static void clear(struct expansion *all) {
    for (int i = 0; i < all->schedule->period && all->phases; i++) {
        FREE_ALL(all->phases[i].received.list, all->phases[i].sent.list);
    }
    free(all->phases);
}

static enum status add_items(struct message_array *array, const struct logp_schedule *schedule,
                             int items, struct failure *failure) {
    CLEANUP(clear)
    struct expansion all = {.schedule = schedule, .deadline = logp_schedule_delay(schedule)};
    all.phases = memory_new((size_t)schedule->period, sizeof *all.phases);
    TRY(all.phases ? expand(&all, failure) : failure_memory(failure, "the messages of a step"));
    for (int item = 1; item <= items; item++)
        add_item(&all, item, array);
    return STATUS_OK;
}

enum status logp_messages(struct message_array *array, struct message_list *list,
                          const struct logp_schedule *schedule, int items, bool at_once,
                          struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    int processors;
    TRY(check_size(schedule, items, &processors, failure));
    *list = (struct message_list){.machine = {MESSAGE_LOGP, machine->latency, machine->overhead,
                                              machine->gap, 1, schedule->capacity},
                                  .processors = processors,
                                  .items = items,
                                  .period = at_once ? 0 : (int)logp_machine_step(machine),
                                  .single = true};
    message_array_init(array);
    enum status status = add_items(array, schedule, items, failure);
    if (!status)
        status = message_array_finish(array, list, failure);
    if (status)
        message_array_clear(array);
    return status;
}
