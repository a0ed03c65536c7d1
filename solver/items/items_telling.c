/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/items_family.h"
#include "solver/items/least.h"

/*
 * The stream tells its own items 1..K-M (messages.h), and the messages of the endgame are told
 * between. The stream numbers its rows in another order: those of a word of length n by the turns
 * 0..n-1 modulo n, turn r at position z - r at time z, one copy of the word after the other. These
 * numbers are the processors' names in the list.
 */
struct items_telling {
    const struct items_family *family;
    int items;
    int shift;                     /* time = TIME + shift */
    struct message_array messages; /* of the endgame, in times and names of the list, in order */
    struct messages stream;        /* of K - M items, if K > M */
};

void items_telling_free(struct items_telling *told) {
    if (!told)
        return;
    message_array_clear(&told->messages);
    messages_clear(&told->stream);
    free(told);
}

/* names[row]: of the processors in the list. */
static void name_rows(const struct items_telling *told, int *names) {
    const struct schedule *words = &told->family->words;
    int first = 1, row = 1;
    names[0] = 0;
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        int length = (int)class->length, copies = (int)mpz_get_si(class->count);
        for (int place = 0; place < length; place++)
            for (int i = 0; i < copies; i++) {
                int turn = ((told->shift - place) % length + length) % length;
                names[row++] = first + turn + i * length;
            }
        first += length * copies;
    }
}

static enum status name_messages(struct items_telling *told, struct failure *failure) {
    const struct message_array *array = &told->family->messages;
    int *names = memory_new((size_t)told->family->processors + 1, sizeof *names);
    if (!names)
        return failure_memory(failure, "a list of messages");
    name_rows(told, names);
    for (size_t i = 0; i < array->count; i++) {
        const struct message *m = &array->messages[i];
        struct message named = {m->time + told->shift, names[m->from], names[m->to],
                                told->items + 1 - m->item, 0};
        if (named.item >= 1)
            message_array_add(&told->messages, &named);
    }
    free(names);
    if (told->messages.lost)
        return failure_memory(failure, "a list of messages");
    message_array_sort(&told->messages);
    return STATUS_OK;
}

/* The TIME of the last reception. The stream brings item j with the value v at TIME M+L+t-v-j. */
static int last_reception(const struct items_telling *told) {
    const struct items_family *family = told->family;
    const struct schedule *words = &family->words;
    int last = 0, end = words->latency + words->depth;
    for (size_t i = 0; i < told->messages.count; i++)
        last = most(last, told->messages.messages[i].time - told->shift + words->latency);
    for (size_t w = 0; w < words->word_count; w++)
        for (size_t p = 0; p < words->words[w].length; p++) {
            if (told->items > family->endgame)
                last = most(last, end - words->words[w].values[p] - 1);
        }
    return last;
}

/* The source sends each item at least once. */
static bool is_single(const struct items_telling *told) {
    const struct items_family *family = told->family;
    long sent = told->items - family->endgame;
    for (size_t i = 0; i < told->messages.count; i++)
        sent += told->messages.messages[i].from == 0;
    return sent == told->items;
}

/* What the messages of the stream are brought to. */
struct merging {
    const struct items_telling *told;
    size_t next; /* of the endgame */
    message_take *take;
    void *context;
};

/* Those of the endgame that come before what is sent by `from` at `time`. */
static enum status take_endgame(struct merging *merging, int time, int from,
                                struct failure *failure) {
    const struct message_array *array = &merging->told->messages;
    enum status status = STATUS_OK;
    for (; merging->next < array->count && !status; merging->next++) {
        const struct message *m = &array->messages[merging->next];
        if (m->time > time || (m->time == time && m->from > from))
            break;
        status = merging->take(merging->context, m, failure);
    }
    return status;
}

static enum status take_stream(void *context, const struct message *message,
                               struct failure *failure) {
    struct merging *merging = context;
    enum status status = take_endgame(merging, message->time, message->from, failure);
    return status ? status : merging->take(merging->context, message, failure);
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct items_telling *told = source;
    struct merging merging = {told, 0, take, context};
    enum status status = limits_check(limits, failure);
    if (!status && told->items > told->family->endgame)
        status = messages_each(&told->stream, take_stream, &merging, limits, failure);
    return status ? status : take_endgame(&merging, INT_MAX, INT_MAX, failure);
}

static enum status fill(struct items_telling *told, struct failure *failure) {
    const struct items_family *family = told->family;
    struct message_run run = message_run_postal(family->words.latency);
    enum status status = STATUS_OK;
    if (told->items > family->endgame)
        status = messages_of_schedule(&told->stream, &family->words, &run,
                                      told->items - family->endgame, true, failure);
    return status ? status : name_messages(told, failure);
}

enum status items_family_list(const struct items_family *family, int items,
                              struct items_telling **told, struct message_list *list,
                              struct failure *failure) {
    if (items < family->endgame)
        return failure_set(failure, STATUS_INPUT, "the endgame has %d items, not %d",
                           family->endgame, items);
    if ((long)items - family->endgame + family->finish + family->words.latency > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "times beyond %d are not written", INT_MAX);
    struct items_telling *result = memory_new(1, sizeof *result);
    if (!result)
        return failure_memory(failure, "a list of messages");
    result->family = family;
    result->items = items;
    result->shift = items - family->endgame;
    enum status status = fill(result, failure);
    if (status) {
        items_telling_free(result);
        return status;
    }
    int finish = last_reception(result) + result->shift;
    *list = (struct message_list){.machine = message_machine_postal(family->words.latency),
                                  .processors = family->processors,
                                  .items = items,
                                  .single = is_single(result),
                                  .count = (long)family->processors * items,
                                  .delay = finish,
                                  .finish = finish,
                                  .each = each,
                                  .source = result};
    *told = result;
    return STATUS_OK;
}
