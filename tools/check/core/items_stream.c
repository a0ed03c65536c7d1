/* SPDX-License-Identifier: MIT */
#include "core/items_stream.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

void stream_init(struct stream *stream) {
    stream->value = stream->sent = NULL;
    stream->positions = stream->value_capacity = stream->sent_capacity = 0;
    stream->rows = memory_zeroed(stream->processors, sizeof *stream->rows);
    stream->count = 0;
    stream->time = 0;
}

void stream_clear(struct stream *stream) {
    free(stream->value);
    free(stream->sent);
    free(stream->rows);
}

void stream_add(struct stream *stream, const struct closed_word *word, uint32_t count) {
    uint32_t n = word->length;
    if ((uint64_t)n * count > stream->processors - stream->count)
        return;
    size_t first = stream->positions;
    stream->value =
        memory_grow(stream->value, &stream->value_capacity, first + n, sizeof *stream->value);
    stream->sent =
        memory_grow(stream->sent, &stream->sent_capacity, first + n, sizeof *stream->sent);
    memcpy(stream->value + first, word->value, n * sizeof *stream->value);
    memcpy(stream->sent + first, word->sent, n * sizeof *stream->sent);
    stream->positions += n;
    for (uint32_t p = 0; p < n; p++)
        for (uint32_t i = 0; i < count; i++)
            stream->rows[stream->count++] =
                (struct stream_row){.first = (uint32_t)first, .length = n, .position = p};
}

void stream_go_to(struct stream *stream, int64_t time) {
    for (uint32_t i = 0; i < stream->count; i++) {
        struct stream_row *row = &stream->rows[i];
        int64_t n = row->length, position = (row->position + (time - stream->time) % n + n) % n;
        row->position = (uint32_t)position;
    }
    stream->time = time;
}

void stream_go_on(struct stream *stream) {
    for (uint32_t i = 0; i < stream->count; i++) {
        struct stream_row *row = &stream->rows[i];
        row->position = row->position + 1 == row->length ? 0 : row->position + 1;
    }
    stream->time++;
}

uint32_t stream_items(const struct stream *stream) {
    return stream->endgame + stream->start + stream->latency + stream->depth;
}

/* The item that has this value now, if it is one of the stream and not all have it at TIME 0. */
static uint32_t item_of(const struct stream *stream, uint32_t value) {
    int64_t deadline = value + stream->time;
    uint32_t items = stream_items(stream);
    return 0 <= deadline && deadline < items - stream->endgame ? items - (uint32_t)deadline : 0;
}

uint32_t stream_received(const struct stream *stream, uint32_t row) {
    const struct stream_row *it = &stream->rows[row - 1];
    if (stream->time >= (int64_t)stream->kept + stream->latency)
        return 0; /* sent at U or later */
    return item_of(stream, stream->value[it->first + it->position]);
}

uint32_t stream_sent(const struct stream *stream, uint32_t row) {
    const struct stream_row *it = &stream->rows[row - 1];
    uint32_t value = stream->sent[it->first + it->position];
    if (stream->time >= stream->kept || value == CLOSED_WORD_NOTHING)
        return 0;
    return item_of(stream, value);
}
