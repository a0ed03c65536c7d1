#include "core/items_family.h"

#include "core/items_stream.h"
#include "core/memory.h"
#include "core/messages_flight.h"
#include "core/messages_machine.h"
#include "core/schedule.h"

#include <stdlib.h>

struct family {
    struct reader *reader;
    struct stream stream;
    uint32_t finish; /* F */
    uint32_t end;    /* S+F */
    uint32_t items;  /* j = 1..items are kept book of, all others are with everybody */
    bool single;
    uint64_t *has;   /* bit (q-1) items + j-1: row q has item j */
    uint64_t given;  /* bits that are set */
    bool *sent;      /* [j]: the source sends item j, kept or listed */
    int64_t *listed; /* [q]: when row q has last received a listed message, or -1 */
    struct flight flight;
    bool begun;      /* there was a step */
    uint32_t time;   /* of this step */
    uint32_t sender; /* of the last message of this step, plus 1 */
};

/* --- the parameters --- */

static bool read_number_of(struct reader *reader, const char *key, uint32_t least,
                           uint32_t *number) {
    return read_number_line(reader, key, least, ITEMS_FAMILY_LIMIT, number);
}

static bool read_parameters(struct family *family) {
    struct reader *reader = family->reader;
    struct stream *stream = &family->stream;
    if (!read_number_of(reader, "latency", 1, &stream->latency) ||
        !read_number_of(reader, "depth", 0, &stream->depth) ||
        !read_number_of(reader, "processors", 1, &stream->processors) ||
        !read_number_of(reader, "endgame", 1, &stream->endgame) ||
        !read_number_of(reader, "start", 0, &stream->start) ||
        !read_number_of(reader, "stream", 0, &stream->kept) ||
        !read_number_of(reader, "finish", stream->latency, &family->finish) ||
        !read_key(reader, "sends") || !read_either(reader, "any", "single", &family->single))
        return false;
    family->end = stream->start + family->finish;
    family->items = stream_items(stream);
    if ((uint64_t)stream->processors * (family->items + family->finish) > ITEMS_FAMILY_WORK)
        return read_malformed(reader, "too large: N (S+F+t+L+M) is beyond 2^31");
    return read_line_end(reader);
}

/* --- who has what --- */

static uint64_t place_of(const struct family *family, uint32_t row, uint32_t item) {
    return (uint64_t)(row - 1) * family->items + item - 1;
}

static bool has(const struct family *family, uint32_t row, uint32_t item) {
    if (row == 0 || item > family->items)
        return true;
    uint64_t place = place_of(family, row, item);
    return family->has[place / 64] >> place % 64 & 1;
}

/* False if the row has it. */
static bool give(struct family *family, uint32_t row, uint32_t item) {
    if (has(family, row, item))
        return false;
    uint64_t place = place_of(family, row, item);
    family->has[place / 64] |= UINT64_C(1) << place % 64;
    family->given++;
    return true;
}

static bool has_already(struct family *family, uint32_t row, uint32_t item) {
    return read_refuted(family->reader,
                        "processor %u receives item %u from the end in the stream at TIME %lld "
                        "and has it already",
                        row, item, (long long)family->stream.time);
}

static bool receive_stream(struct family *family) {
    for (uint32_t row = 1; row <= family->stream.processors; row++) {
        uint32_t item = stream_received(&family->stream, row);
        if (item && !give(family, row, item))
            return has_already(family, row, item);
    }
    return true;
}

static bool receive_listed(struct family *family, const struct message *message) {
    uint32_t row = message->to;
    if (stream_received(&family->stream, row) || family->listed[row] == message->received)
        return machine_refuted(family->reader, message,
                               "processor %u receives a second message at TIME %u", row,
                               message->received);
    if (!give(family, row, message->item))
        return machine_refuted(family->reader, message,
                               "processor %u receives item %u from the end at TIME %u and has it "
                               "already",
                               row, message->item, message->received);
    family->listed[row] = message->received;
    return true;
}

/* All that is received up to a TIME. */
static bool go_on_to(struct family *family, int64_t time) {
    while (family->stream.time < time) {
        stream_go_on(&family->stream);
        if (!receive_stream(family))
            return false;
        for (const struct message *message; (message = flight_received(&family->flight)) &&
                                            message->received == family->stream.time;) {
            if (!receive_listed(family, message))
                return false;
            flight_receive(&family->flight);
        }
    }
    return true;
}

/* --- the listed messages --- */

static bool read_step(struct family *family) {
    struct reader *reader = family->reader;
    uint32_t least = family->begun ? family->time + 1 : 0, L = family->stream.latency;
    if (family->begun && family->sender == 0)
        return read_malformed(reader, "nothing is sent in the step before this one");
    if (!read_key(reader, "step") ||
        !read_number(reader, "a TIME after the last step", least, READ_NUMBER_LIMIT, &family->time))
        return false;
    if ((uint64_t)family->time + L > family->end)
        return read_refuted(reader, "what is sent at TIME %u is received after TIME S+F = %u",
                            family->time, family->end);
    family->begun = true;
    family->sender = 0;
    return go_on_to(family, family->time) && read_line_end(reader);
}

static bool check_source(struct family *family, const struct message *message) {
    if (message->sent < family->stream.start)
        return machine_refuted(family->reader, message,
                               "the source sends a listed message before TIME S = %u",
                               family->stream.start);
    if (message->item > family->items) /* with everybody, who receives it is refuted */
        return true;
    if (family->single && family->sent[message->item])
        return machine_refuted(family->reader, message,
                               "the source sends item %u from the end again: the certificate says "
                               "'sends single'",
                               message->item);
    family->sent[message->item] = true;
    return true;
}

static bool send(struct family *family, const struct message *message) {
    uint32_t from = message->from;
    if (message->to == 0)
        return machine_refuted(family->reader, message, "an item is sent to the source");
    if (from == 0 && !check_source(family, message))
        return false;
    if (!has(family, from, message->item))
        return machine_refuted(family->reader, message,
                               "processor %u sends item %u from the end at TIME %u and does not "
                               "have it",
                               from, message->item, message->sent);
    if (from > 0 && stream_sent(&family->stream, from))
        return machine_refuted(family->reader, message,
                               "processor %u sends a listed message at TIME %u and one of the "
                               "stream",
                               from, message->sent);
    if (!flight_add(&family->flight, message))
        return read_malformed(family->reader,
                              "too large: more than %llu listed messages are under way",
                              (unsigned long long)family->flight.limit);
    flight_enter(&family->flight);
    return true;
}

static bool read_send(struct family *family) {
    struct reader *reader = family->reader;
    struct message message = {.line = reader->number,
                              .sent = family->time,
                              .received = family->time + family->stream.latency};
    uint32_t N = family->stream.processors;
    if (!read_key(reader, "send") || !read_number(reader, "sender", 0, N, &message.from) ||
        !read_number(reader, "receiver", 0, N, &message.to) ||
        !read_number(reader, "item", 1, READ_NUMBER_LIMIT, &message.item))
        return false;
    if (reader->words > 0)
        return read_line_end(reader); /* says what is too much */
    if (message.from + 1 == family->sender)
        return read_refuted(reader, "processor %u sends two messages at TIME %u", message.from,
                            family->time);
    if (message.from < family->sender)
        return read_malformed(reader, "senders ascend within a step, found %u behind %u",
                              message.from, family->sender - 1);
    family->sender = message.from + 1;
    return send(family, &message) && read_line_end(reader);
}

static bool read_listed(struct family *family) {
    while (!read_is_at(family->reader, "digest")) {
        bool right = !family->begun || read_is_at(family->reader, "step") ? read_step(family)
                                                                          : read_send(family);
        if (!right)
            return false;
    }
    return !family->begun || family->sender > 0 ||
           read_malformed(family->reader, "nothing is sent in the last step");
}

/* --- the end --- */

static bool check_complete(struct family *family) {
    uint32_t row = 1, item = 1;
    if (family->given == (uint64_t)family->stream.processors * family->items)
        return true;
    while (has(family, row, item)) {
        item = item == family->items ? 1 : item + 1;
        row += item == 1;
    }
    return read_refuted(family->reader,
                        "processor %u does not receive item %u from the end up to TIME S+F = %u",
                        row, item, family->end);
}

/* All have everything, so whatever the stream still brings is too much. */
static bool check_end(struct family *family) {
    struct stream *stream = &family->stream;
    int64_t last = (int64_t)stream->start + stream->latency + stream->depth;
    return go_on_to(family, family->end) && check_complete(family) && go_on_to(family, last);
}

/* F > M-1: the source sends M items from TIME S on. */
static void claim(const struct family *family) {
    const struct stream *stream = &family->stream;
    struct verdict *verdict = family->reader->verdict;
    verdict_claim(verdict,
                  "postal L=%u N=%u: for every K >= %u the source%s brings K items that it has at "
                  "time 0 to all N ",
                  stream->latency, stream->processors, stream->endgame,
                  family->single ? ", sending each item once," : "");
    verdict_claim(verdict, "others by time K");
    if (family->finish > stream->endgame)
        verdict_claim(verdict, "+%u", family->finish - stream->endgame);
    verdict_field(verdict, "L", "%u", stream->latency);
    verdict_field(verdict, "N", "%u", stream->processors);
    verdict_field(verdict, "from", "%u", stream->endgame);
    verdict_field(verdict, "sends", "%s", family->single ? "single" : "any");
    verdict_field(verdict, "more", "%u", family->finish - stream->endgame);
}

static void keep_word(void *context, const struct closed_word *word, mpz_srcptr count) {
    stream_add(context, word, (uint32_t)mpz_get_ui(count)); /* not above N */
}

static bool read_words(struct family *family) {
    struct stream *stream = &family->stream;
    struct schedule_visitor visitor = {stream, keep_word};
    struct schedule schedule;
    mpz_t processors;
    mpz_init_set_ui(processors, stream->processors);
    schedule_init(&schedule, family->reader);
    schedule.visitor = &visitor;
    bool right = schedule_start(&schedule, stream->latency, stream->depth, 1, processors) &&
                 schedule_check(&schedule);
    if (right && (schedule.rest || schedule.blocks))
        right = read_malformed(family->reader, "the stream before this line is to be told by lines "
                                               "word");
    schedule_clear(&schedule);
    mpz_clear(processors);
    return right;
}

/* Before TIME -t nobody has received an item that has its deadline at TIME 0 or later. */
static bool simulate(struct family *family) {
    struct stream *stream = &family->stream;
    for (uint32_t j = 1; j <= family->items; j++) /* it is sent at TIME M+S-j */
        family->sent[j] = j > stream->endgame &&
                          (int64_t)stream->endgame + stream->start - j < (int64_t)stream->kept;
    for (uint32_t row = 1; row <= stream->processors; row++)
        family->listed[row] = -1;
    stream_go_to(stream, -(int64_t)stream->depth - 1);
    return read_listed(family) && check_end(family);
}

static bool check_family(struct family *family) {
    uint64_t bits = (uint64_t)family->stream.processors * family->items;
    if (!read_words(family))
        return false;
    family->has = memory_zeroed(bits / 64 + 1, sizeof *family->has);
    family->sent = memory_zeroed((size_t)family->items + 1, sizeof *family->sent);
    family->listed = memory_zeroed((size_t)family->stream.processors + 1, sizeof *family->listed);
    flight_init(&family->flight);
    bool right = simulate(family);
    if (right)
        claim(family);
    flight_clear(&family->flight);
    free(family->has);
    free(family->sent);
    free(family->listed);
    return right;
}

bool rule_items_family(struct reader *reader) {
    struct family family = {.reader = reader};
    if (!read_parameters(&family))
        return false;
    stream_init(&family.stream);
    bool right = check_family(&family);
    stream_clear(&family.stream);
    return right;
}
