/* SPDX-License-Identifier: MIT */
#include "core/closed_word.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

void closed_word_restart(struct closed_word *word) {
    word->length = word->sends = 0;
}

static void append(uint32_t **array, size_t *capacity, uint32_t *length, uint32_t value,
                   uint32_t copies) {
    if (copies > CLOSED_WORD_LIMIT - *length)
        memory_refuse(false);
    MEMORY_GROW(*array, *capacity, (size_t)*length + copies);
    for (uint32_t i = 0; i < copies; i++)
        (*array)[(*length)++] = value;
}

void closed_word_receive(struct closed_word *word, uint32_t value, uint32_t copies) {
    append(&word->value, &word->value_capacity, &word->length, value, copies);
}

static void closed_word_send(struct closed_word *word, uint32_t value, uint32_t copies) {
    append(&word->sent, &word->sent_capacity, &word->sends, value, copies);
}

static void send_largest(struct closed_word *word, uint32_t latency) {
    uint32_t largest = 0, n = word->length;
    word->sends = 0;
    for (uint32_t p = 0; p < n; p++) /* once around: what is held when the word starts again */
        largest = largest > word->value[p] + 1 ? largest - 1 : word->value[p];
    for (uint32_t p = 0; p < n; p++) {
        largest = largest > word->value[p] + 1 ? largest - 1 : word->value[p];
        closed_word_send(word, largest >= latency ? largest : CLOSED_WORD_NOTHING, 1);
    }
}

/* --- reading --- */

/* `v`, or `v*k`; for sends v >= 1, or `-` for nothing. */
static bool parse_item(struct word word, bool send, uint32_t *value, uint32_t *copies) {
    *value = CLOSED_WORD_NOTHING;
    return ((send && word_take(&word, '-')) ||
            (word_take_number(&word, READ_NUMBER_LIMIT, value) && !(send && *value == 0))) &&
           word_take_copies(&word, copies);
}

static void read_receive(struct reader *reader, struct closed_word *word, bool *more) {
    uint32_t value, copies;
    struct word item = read_word(reader);
    *more = !word_is(item, "send");
    if (!*more) {
        if (word->length <= 0)
            read_malformed(reader, "the word receives nothing");
        return;
    }
    if (!parse_item(item, false, &value, &copies))
        read_malformed(reader, "expected a value v or v*k, or send, found '%.*s'",
                       WORD_IN_MESSAGE(item));
    read_charge(reader, copies);
    closed_word_receive(word, value, copies);
}

static void read_send(struct reader *reader, struct closed_word *word, uint32_t latency,
                      bool *more) {
    uint32_t value, copies;
    struct word item = read_word(reader);
    if (word->sends == 0 && word_is(item, "largest")) {
        send_largest(word, latency);
    } else if (!parse_item(item, true, &value, &copies)) {
        read_malformed(reader, "expected u, - or one of them with *k, found '%.*s'",
                       WORD_IN_MESSAGE(item));
    } else {
        read_charge(reader, copies);
        closed_word_send(word, value, copies);
    }
    *more = read_has_more(reader);
    if (!(*more) && word->sends != word->length)
        read_malformed(reader, "the word has %u positions to receive and %u to send", word->length,
                       word->sends);
}

void closed_word_read(struct closed_word *word, struct reader *reader, uint32_t latency) {
    bool more = true;
    closed_word_restart(word);
    read_key(reader, "receive");
    while (more)
        read_receive(reader, word, &more);
    for (more = true; more;)
        read_send(reader, word, latency, &more);
}

/* --- checking --- */

void closed_word_is_legal(struct closed_word *word, struct reader *reader, const char *where) {
    uint32_t n = word->length;
    MEMORY_GROW(word->landing, word->landing_capacity, n);
    memset(word->landing, 0, n * sizeof *word->landing);
    for (uint32_t p = 0; p < n; p++) {
        uint32_t *landing = word->landing + ((uint64_t)p + word->value[p]) % n;
        if (*landing)
            read_refuted(reader,
                         "%sthe word is not legal: the values %u at position %u and %u at "
                         "position %u land on the same item, modulo %u",
                         where, word->value[*landing - 1], *landing - 1, word->value[p], p, n);
        *landing = p + 1;
    }
}

void closed_word_check(struct closed_word *word, struct reader *reader, const char *where,
                       uint32_t latency) {
    if (word->length == 0 || word->sends != word->length)
        abort();
    closed_word_is_legal(word, reader, where);
    for (uint32_t p = 0; p < word->length; p++) {
        uint32_t u = word->sent[p];
        if (u == CLOSED_WORD_NOTHING)
            continue;
        if (u < latency)
            read_refuted(reader, "%svalue %u is sent at position %u: it would arrive late", where,
                         u, p);
        uint32_t q = word->landing[((uint64_t)p + u) % word->length] - 1;
        if (u > word->value[q])
            read_refuted(reader, "%svalue %u is sent at position %u, but not held there", where, u,
                         p);
    }
}
