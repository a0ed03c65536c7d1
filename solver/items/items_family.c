/* SPDX-License-Identifier: MIT */
#include "solver/items/items_family.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/items/least.h"
#include "solver/model/message_play.h"

void items_family_init(struct items_family *family, int latency, int depth) {
    *family = (struct items_family){0};
    schedule_init(&family->words, latency, depth, 1);
    message_array_init(&family->messages);
}

void items_family_clear(struct items_family *family) {
    schedule_clear(&family->words);
    message_array_clear(&family->messages);
    *family = (struct items_family){0};
}

static enum status check_messages(const struct items_family *family, struct failure *failure) {
    for (size_t i = 0; i < family->messages.count; i++) {
        const struct message *m = &family->messages.messages[i];
        if (m->time < 0 || m->time > family->finish || m->from < 0 ||
            m->from > family->processors || m->to < 1 || m->to > family->processors ||
            m->item < 1 || m->item > family->endgame || m->wait != 0)
            return failure_internal(
                failure, "the message at TIME %d from %d to %d, ITEM %d: there is no such message",
                m->time, m->from, m->to, m->item);
    }
    return STATUS_OK;
}

/* With so many items the endgame meets all of the stream that it can: for more of them the stream
 * only begins earlier, and does the same. */
static enum status play(const struct items_family *family, const struct limits *limits,
                        struct failure *failure) {
    int before = family->words.latency + family->words.depth;
    struct items_message_source *source;
    struct message_list list;
    TRY(items_family_list(family, before + family->endgame, &source, &list, failure));
    enum status status = message_verify(&list, NULL, limits, failure);
    if (!status && list.finish > before + family->finish)
        status =
            failure_internal(failure, "an item comes too late, at TIME %d", list.finish - before);
    items_message_source_free(source);
    return status;
}

/* All sums of times and items are then far below 2^31. */
static enum status check_numbers(const struct items_family *family, struct failure *failure) {
    const struct schedule *words = &family->words;
    if (words->period != 1 || words->word_count == 0 || words->latency < 1 || words->depth < 0 ||
        family->endgame < 1 || family->finish < words->latency)
        return failure_internal(failure, "the numbers of an endgame are wrong");
    if (words->latency > ITEMS_FAMILY_MOST || words->depth > ITEMS_FAMILY_MOST ||
        family->endgame > ITEMS_FAMILY_MOST || family->finish > ITEMS_FAMILY_MOST)
        return failure_limit(failure, "an endgame takes numbers up to %d", ITEMS_FAMILY_MOST);
    return STATUS_OK;
}

static enum status count_processors(struct items_family *family, struct failure *failure) {
    BIG(processors);
    schedule_processors(&family->words, processors);
    TRY(messages_check_processors(processors, failure));
    family->processors = (int)mpz_get_si(processors);
    return STATUS_OK;
}

/* All of the last items come from the source. */
static bool is_single(const struct items_family *family) {
    size_t sent = 0;
    for (size_t i = 0; i < family->messages.count; i++)
        sent += family->messages.messages[i].from == 0;
    return sent == (size_t)family->endgame;
}

static enum status finish(struct items_family *family, const struct limits *limits,
                          struct failure *failure) {
    TRY(check_numbers(family, failure));
    TRY(memory_check(!family->messages.lost, failure, "the endgame of a broadcast"));
    TRY(schedule_check(&family->words, failure));
    TRY(count_processors(family, failure));
    TRY(check_messages(family, failure));
    message_array_sort(&family->messages);
    return play(family, limits, failure);
}

enum status items_family_finish(struct items_family *family, const struct limits *limits,
                                struct failure *failure) {
    enum status status = finish(family, limits, failure);
    if (status)
        items_family_clear(family);
    else
        family->single = is_single(family);
    return status;
}

/* The stream emits its own items 1..K-M (messages.h), and the messages of the endgame are emitted
 * between. The stream numbers its rows in another order: those of a word of length n by the turns
 * 0..n-1 modulo n, turn r at position z - r at time z, one copy of the word after the other. These
 * numbers are the processors' names in the list. */
struct items_message_source {
    const struct items_family *family;
    int items;
    int shift;                     /* time = TIME + shift */
    struct message_array messages; /* of the endgame, in times and names of the list, in order */
    struct messages stream;        /* of K - M items, if K > M */
};

void items_message_source_free(struct items_message_source *listing) {
    if (!listing)
        return;
    message_array_clear(&listing->messages);
    messages_clear(&listing->stream);
    free(listing);
}

/* names[row]: of the processors in the list. */
static void name_rows(const struct items_message_source *listing, int *names) {
    const struct schedule *words = &listing->family->words;
    int first = 1, row = 1;
    names[0] = 0;
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        int length = (int)class->length, copies = (int)mpz_get_si(class->count);
        for (int place = 0; place < length; place++)
            for (int i = 0; i < copies; i++) {
                int turn = ((listing->shift - place) % length + length) % length;
                names[row++] = first + turn + i * length;
            }
        first += length * copies;
    }
}

static enum status name_messages(struct items_message_source *listing, struct failure *failure) {
    const struct message_array *array = &listing->family->messages;
    FREED int *names = memory_new((size_t)listing->family->processors + 1, sizeof *names);
    TRY(memory_check(names, failure, "a list of messages"));
    name_rows(listing, names);
    for (size_t i = 0; i < array->count; i++) {
        const struct message *m = &array->messages[i];
        struct message named = {m->time + listing->shift, names[m->from], names[m->to],
                                listing->items + 1 - m->item, 0};
        message_array_add(&listing->messages, &named);
    }
    if (listing->messages.lost)
        return failure_memory(failure, "a list of messages");
    message_array_sort(&listing->messages);
    return STATUS_OK;
}

/* The TIME of the last reception. The stream brings item j with the value v at TIME M+L+t-v-j. */
static int last_reception(const struct items_message_source *listing) {
    const struct items_family *family = listing->family;
    const struct schedule *words = &family->words;
    int last = 0, end = words->latency + words->depth;
    for (size_t i = 0; i < listing->messages.count; i++)
        last = most(last, listing->messages.messages[i].time - listing->shift + words->latency);
    for (size_t w = 0; w < words->word_count; w++)
        for (size_t p = 0; p < words->words[w].length && listing->items > family->endgame; p++)
            last = most(last, end - words->words[w].values[p] - 1);
    return last;
}

/* What the messages of the stream are brought to. */
struct merging {
    const struct items_message_source *listing;
    size_t next; /* of the endgame */
    message_take *take;
    void *context;
};

/* Those of the endgame that come before what is sent by `from` at `time`. */
static enum status take_endgame(struct merging *merging, int time, int from,
                                struct failure *failure) {
    const struct message_array *array = &merging->listing->messages;
    for (; merging->next < array->count; merging->next++) {
        const struct message *m = &array->messages[merging->next];
        if (m->time > time || (m->time == time && m->from > from))
            break;
        TRY(merging->take(merging->context, m, failure));
    }
    return STATUS_OK;
}

static enum status take_stream(void *context, const struct message *message,
                               struct failure *failure) {
    struct merging *merging = context;
    TRY(take_endgame(merging, message->time, message->from, failure));
    return merging->take(merging->context, message, failure);
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct items_message_source *listing = source;
    struct merging merging = {listing, 0, take, context};
    TRY(limits_check(limits, failure));
    if (listing->items > listing->family->endgame)
        TRY(messages_each(&listing->stream, take_stream, &merging, limits, failure));
    return take_endgame(&merging, INT_MAX, INT_MAX, failure);
}

static enum status fill(struct items_message_source *listing, struct failure *failure) {
    const struct items_family *family = listing->family;
    struct message_run run = message_run_postal(family->words.latency);
    if (listing->items > family->endgame)
        TRY(messages_of_schedule(&listing->stream, &family->words, &run,
                                 listing->items - family->endgame, true, failure));
    return name_messages(listing, failure);
}

enum status items_family_list(const struct items_family *family, int items,
                              struct items_message_source **listing, struct message_list *list,
                              struct failure *failure) {
    if (items < family->endgame)
        return failure_input(failure, "the endgame has %d items, not %d", family->endgame, items);
    if ((long)items - family->endgame + family->finish + family->words.latency > INT_MAX)
        return failure_limit(failure, "times beyond %d are not written", INT_MAX);
    struct items_message_source *result = memory_new(1, sizeof *result);
    TRY(memory_check(result, failure, "a list of messages"));
    result->family = family;
    result->items = items;
    result->shift = items - family->endgame;
    enum status status = fill(result, failure);
    if (status) {
        items_message_source_free(result);
        return status;
    }
    int finish = last_reception(result) + result->shift;
    *list = (struct message_list){.machine = message_machine_postal(family->words.latency),
                                  .processors = family->processors,
                                  .items = items,
                                  .single = family->single,
                                  .count = family->processors * (long)result->shift +
                                           (long)result->messages.count,
                                  .delay = finish,
                                  .finish = finish,
                                  .each = each,
                                  .source = result};
    *listing = result;
    return STATUS_OK;
}
