/* SPDX-License-Identifier: MIT */
#include "core/items_family.h"

#include "core/items_stream.h"
#include "core/memory.h"
#include "core/messages_play.h"
#include "core/schedule.h"

#include <stdlib.h>

struct family {
    struct reader *reader;
    struct stream stream;
    uint32_t finish; /* F */
    uint32_t end;    /* S+F */
    uint32_t items;  /* j = 1..items are kept book of, all others are with everybody */
    bool single;
    uint64_t *has;  /* bit (q-1) items + j-1: row q has item j */
    uint64_t given; /* bits that are set */
    uint64_t work;  /* of the stream, and how much of it there may be so far */
    uint64_t most_work;
    bool *sent; /* [j]: the source sends item j, kept or listed */
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

/* All that is received in the stream up to a TIME. */
static bool go_on_to(struct family *family, int64_t time) {
    while (family->stream.time < time) {
        family->work += family->stream.processors;
        if (family->work > family->most_work)
            return read_malformed(family->reader,
                                  "too large: the stream takes too many steps for what is listed");
        stream_go_on(&family->stream);
        if (!receive_stream(family))
            return false;
    }
    return true;
}

/* --- the listed messages: a payload, on the machine postal --- */

static bool check_source(struct family *family, const struct message *message) {
    if (message->sent < family->stream.start)
        return machine_refuted(family->reader, message,
                               "the source sends a listed message before TIME S = %u",
                               family->stream.start);
    if (message->load > family->items) /* with everybody, who receives it is refuted */
        return true;
    if (family->single && family->sent[message->load])
        return machine_refuted(family->reader, message,
                               "the source sends item %u from the end again: the certificate says "
                               "'sends single'",
                               message->load);
    family->sent[message->load] = true;
    return true;
}

static bool endgame_send(struct player *player, struct message *message, bool last) {
    struct family *family = player->context;
    uint32_t from = message->from;
    (void)last;
    family->most_work += ITEMS_FAMILY_PAID;
    if (message->received > family->end)
        return machine_refuted(family->reader, message,
                               "what is sent at TIME %u is received after TIME S+F = %u",
                               message->sent, family->end);
    if (message->to == 0)
        return machine_refuted(family->reader, message, "an item is sent to the source");
    if (!go_on_to(family, message->sent) || (from == 0 && !check_source(family, message)))
        return false;
    if (!has(family, from, message->load))
        return machine_refuted(family->reader, message,
                               "processor %u sends item %u from the end at TIME %u and does not "
                               "have it",
                               from, message->load, message->sent);
    return from == 0 || !stream_sent(&family->stream, from) ||
           machine_refuted(family->reader, message,
                           "processor %u sends a listed message at TIME %u and one of the stream",
                           from, message->sent);
}

static bool endgame_receive(struct player *player, const struct message *message) {
    struct family *family = player->context;
    uint32_t row = message->to;
    if (!go_on_to(family, message->received))
        return false;
    if (stream_received(&family->stream, row))
        return machine_refuted(family->reader, message,
                               "processor %u receives a second message at TIME %u", row,
                               message->received);
    return give(family, row, message->load) ||
           machine_refuted(family->reader, message,
                           "processor %u receives item %u from the end at TIME %u and has it "
                           "already",
                           row, message->load, message->received);
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
static bool endgame_end(struct player *player) {
    struct family *family = player->context;
    struct stream *stream = &family->stream;
    int64_t last = (int64_t)stream->start + stream->latency + stream->depth;
    return go_on_to(family, family->end) && check_complete(family) && go_on_to(family, last);
}

/* Before TIME -t nobody has received an item that has its deadline at TIME 0 or later. */
static void endgame_open(struct player *player) {
    struct family *family = player->context;
    struct stream *stream = &family->stream;
    uint64_t bits = (uint64_t)stream->processors * family->items;
    family->has = memory_zeroed(bits / 64 + 1, sizeof *family->has);
    family->sent = memory_zeroed((size_t)family->items + 1, sizeof *family->sent);
    for (uint32_t j = 1; j <= family->items; j++) /* it is sent at TIME M+S-j */
        family->sent[j] = j > stream->endgame &&
                          (int64_t)stream->endgame + stream->start - j < (int64_t)stream->kept;
    family->most_work = ITEMS_FAMILY_FREE;
    stream_go_to(stream, -(int64_t)stream->depth - 1);
}

static void endgame_close(struct player *player) {
    struct family *family = player->context;
    free(family->has);
    free(family->sent);
}

static const struct payload payload_endgame = {.open = endgame_open,
                                               .send = endgame_send,
                                               .receive = endgame_receive,
                                               .end = endgame_end,
                                               .close = endgame_close};

static bool play_endgame(struct family *family) {
    struct player player = {.reader = family->reader,
                            .machine = {.rules = &machine_postal},
                            .payload = &payload_endgame,
                            .context = family,
                            .loads = READ_NUMBER_LIMIT};
    player.machine.latency = family->stream.latency;
    bool right = machine_open(&player.machine, family->reader, family->stream.processors + 1) &&
                 player_play(&player);
    machine_clear(&player.machine);
    return right;
}

/* --- the whole --- */

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
    if (stream->endgame > 1)
        verdict_claim(verdict, "; of fewer than %u items nothing is said", stream->endgame);
    verdict_fields(verdict, "L=%u N=%u from=%u sends=%s more=%u", stream->latency,
                   stream->processors, stream->endgame, family->single ? "single" : "any",
                   family->finish - stream->endgame);
}

static void keep_word(void *context, const struct closed_word *word, mpz_srcptr count) {
    stream_add(context, word, (uint32_t)mpz_get_ui(count)); /* not above N */
}

static bool read_words(struct family *family) {
    struct stream *stream = &family->stream;
    const struct schedule_visitor visitor = {stream, keep_word};
    mpz_t processors;
    mpz_init_set_ui(processors, stream->processors);
    bool right =
        schedule_read_words(family->reader, stream->latency, stream->depth, processors, &visitor);
    mpz_clear(processors);
    return right;
}

bool rule_items_family(struct reader *reader) {
    struct family family = {.reader = reader};
    if (!read_parameters(&family))
        return false;
    stream_init(&family.stream);
    bool right = read_words(&family) && play_endgame(&family);
    if (right)
        claim(&family);
    stream_clear(&family.stream);
    return right;
}
