/* SPDX-License-Identifier: MIT */
#include "solver/items/items_family.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/items/least.h"

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

/* One processor is looked at after the other. The numbers of the messages to it, and from it, stand
 * behind one another: of processor p those in starts[p]..starts[p+1]-1. */
struct index {
    size_t *starts, *numbers;
};

/* The work of the check. Items are numbered from the last; those beyond `items` are with all
 * processors before TIME 0. */
struct check {
    const struct items_family *family;
    int items; /* J = M + L + t */
    int end;   /* F */
    struct index to, from;
    int *has;       /* [item]: the TIME from which on the present row has it; INT_MAX: never */
    bool *receives; /* [TIME], 0..F */
    bool *sends;
    const struct limits *limits;
    struct failure *failure;
};

static int sender_of(const struct message *message) {
    return message->from;
}

static int receiver_of(const struct message *message) {
    return message->to;
}

static bool index_init(struct index *index, const struct items_family *family,
                       int (*end_of)(const struct message *)) {
    const struct message_array *array = &family->messages;
    size_t *next = memory_new((size_t)family->processors + 3, sizeof *next);
    *index = (struct index){next, memory_new(array->count, sizeof *index->numbers)};
    if (!index->starts || !index->numbers)
        return false;
    for (size_t i = 0; i < array->count; i++)
        next[end_of(&array->messages[i]) + 2]++;
    for (int p = 0; p <= family->processors; p++)
        next[p + 2] += next[p + 1];
    for (size_t i = 0; i < array->count; i++) /* next[p+1] runs from the start of p to its end */
        index->numbers[next[end_of(&array->messages[i]) + 1]++] = i;
    return true;
}

static enum status fault(const struct check *check, const struct message *m, const char *what) {
    return failure_set(check->failure, STATUS_INTERNAL,
                       "the message at TIME %d from %d to %d, ITEM %d: %s", m->time, m->from, m->to,
                       m->item, what);
}

static enum status row_fault(const struct check *check, int row, const char *what) {
    return failure_set(check->failure, STATUS_INTERNAL, "processor %d: %s", row, what);
}

static enum status check_message(const struct check *check, const struct message *m) {
    const struct items_family *family = check->family;
    if (m->time < 0 || m->from < 0 || m->from > family->processors || m->to < 1 ||
        m->to > family->processors || m->item < 1 || m->item > family->endgame || m->wait != 0)
        return fault(check, m, "there is no such message");
    if (m->time + family->words.latency > check->end)
        return fault(check, m, "it comes too late");
    return STATUS_OK;
}

/* What the stream brings to a row that is at `place` of its word at TIME 0, of the items 1..J. */
static enum status receive_stream(struct check *check, const struct word_class *class, int place,
                                  int row) {
    const struct items_family *family = check->family;
    long L = family->words.latency, t = family->words.depth, length = (long)class->length;
    long position = ((place - t) % length + length) % length;
    for (long y = -t; y < L + t; y++) {
        long item = family->endgame + L + t - class->values[position] - y;
        position = position + 1 == length ? 0 : position + 1;
        if (item <= family->endgame || item > check->items)
            continue;
        if (y > check->end)
            return row_fault(check, row, "the stream brings an item too late");
        if (check->has[item] != INT_MAX)
            return row_fault(check, row, "the stream brings an item twice");
        check->has[item] = (int)y;
        if (y >= 0)
            check->receives[y] = true;
    }
    return STATUS_OK;
}

/* A position at which the word sends what is kept is taken, though perhaps nobody waits for it. */
static void send_stream(struct check *check, const struct word_class *class, int place) {
    const struct items_family *family = check->family;
    long last = family->words.latency + family->words.depth;
    size_t position = (size_t)place;
    for (long x = 0; x < last && x <= check->end; x++) {
        int u = class->sends[position];
        check->sends[x] = u != CLOSED_WORD_SILENT && last - u - x > 0;
        position = position + 1 == class->length ? 0 : position + 1;
    }
}

static enum status receive_listed(struct check *check, int row) {
    for (size_t i = check->to.starts[row]; i < check->to.starts[row + 1]; i++) {
        const struct message *m = &check->family->messages.messages[check->to.numbers[i]];
        int y = m->time + check->family->words.latency;
        if (check->has[m->item] != INT_MAX)
            return fault(check, m, "the receiver gets the item twice");
        if (check->receives[y])
            return fault(check, m, "the receiver gets two messages at one time");
        check->has[m->item] = y;
        check->receives[y] = true;
    }
    return STATUS_OK;
}

static enum status send_listed(struct check *check, int row) {
    for (size_t i = check->from.starts[row]; i < check->from.starts[row + 1]; i++) {
        const struct message *m = &check->family->messages.messages[check->from.numbers[i]];
        if (row && check->has[m->item] > m->time)
            return fault(check, m, "the sender does not have the item");
        if (check->sends[m->time])
            return fault(check, m, "the sender sends two messages at one time");
        check->sends[m->time] = true;
    }
    return STATUS_OK;
}

static void begin_row(struct check *check) {
    for (int item = 0; item <= check->items; item++)
        check->has[item] = INT_MAX;
    memset(check->receives, 0, ((size_t)check->end + 1) * sizeof *check->receives);
    memset(check->sends, 0, ((size_t)check->end + 1) * sizeof *check->sends);
}

static enum status check_row(struct check *check, const struct word_class *class, int place,
                             int row) {
    begin_row(check);
    send_stream(check, class, place);
    TRY(receive_stream(check, class, place, row));
    TRY(receive_listed(check, row));
    TRY(send_listed(check, row));
    for (int item = 1; item <= check->items; item++)
        if (check->has[item] == INT_MAX)
            return failure_set(check->failure, STATUS_INTERNAL, "processor %d never has ITEM %d",
                               row, item);
    return STATUS_OK;
}

static enum status check_rows(struct check *check) {
    enum { ASKED = 64 }; /* positions between two questions whether to go on */
    const struct schedule *words = &check->family->words;
    int row = 0;
    begin_row(check);
    TRY(send_listed(check, row++)); /* the source */
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        int copies = (int)mpz_get_si(class->count);
        for (int place = 0; (size_t)place < class->length; place++) {
            if (place % ASKED == 0)
                TRY(limits_check(check->limits, check->failure));
            for (int i = 0; i < copies; i++)
                TRY(check_row(check, class, place, row++));
        }
    }
    return STATUS_OK;
}

static enum status check_all(struct check *check) {
    const struct items_family *family = check->family;
    for (size_t i = 0; i < family->messages.count; i++)
        TRY(check_message(check, &family->messages.messages[i]));
    bool to = index_init(&check->to, family, receiver_of);
    bool from = index_init(&check->from, family, sender_of);
    check->has = memory_new((size_t)check->items + 1, sizeof *check->has);
    check->receives = memory_new((size_t)check->end + 1, sizeof *check->receives);
    check->sends = memory_new((size_t)check->end + 1, sizeof *check->sends);
    enum status status = to && from && check->has && check->receives && check->sends
                             ? check_rows(check)
                             : failure_memory(check->failure, "the endgame of a broadcast");
    FREE_ALL(check->to.starts, check->to.numbers, check->from.starts, check->from.numbers,
             check->has, check->receives, check->sends);
    return status;
}

/* All sums of times and items are then far below 2^31. */
static enum status check_numbers(const struct items_family *family, struct failure *failure) {
    const struct schedule *words = &family->words;
    if (words->period != 1 || words->word_count == 0 || words->latency < 1 || words->depth < 0 ||
        family->endgame < 1 || family->finish < words->latency)
        return failure_set(failure, STATUS_INTERNAL, "the numbers of an endgame are wrong");
    if (words->latency > ITEMS_FAMILY_MOST || words->depth > ITEMS_FAMILY_MOST ||
        family->endgame > ITEMS_FAMILY_MOST || family->finish > ITEMS_FAMILY_MOST)
        return failure_set(failure, STATUS_LIMIT, "an endgame takes numbers up to %d",
                           ITEMS_FAMILY_MOST);
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
    struct check check = {.family = family,
                          .items = family->endgame + family->words.latency + family->words.depth,
                          .end = family->finish,
                          .limits = limits,
                          .failure = failure};
    message_array_sort(&family->messages);
    return check_all(&check);
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
        if (named.item >= 1)
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
        for (size_t p = 0; p < words->words[w].length; p++) {
            if (listing->items > family->endgame)
                last = most(last, end - words->words[w].values[p] - 1);
        }
    return last;
}

/* The source sends each item at least once. */
static bool list_is_single(const struct items_message_source *listing) {
    const struct items_family *family = listing->family;
    long sent = listing->items - family->endgame;
    for (size_t i = 0; i < listing->messages.count; i++)
        sent += listing->messages.messages[i].from == 0;
    return sent == listing->items;
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
        return failure_set(failure, STATUS_INPUT, "the endgame has %d items, not %d",
                           family->endgame, items);
    if ((long)items - family->endgame + family->finish + family->words.latency > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "times beyond %d are not written", INT_MAX);
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
                                  .single = list_is_single(result),
                                  .count = (long)family->processors * items,
                                  .delay = finish,
                                  .finish = finish,
                                  .each = each,
                                  .source = result};
    *listing = result;
    return STATUS_OK;
}
