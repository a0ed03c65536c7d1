/* SPDX-License-Identifier: MIT */
#include "core/coloured.h"

#include "core/memory.h"

enum { MOST_LETTERS = 1 << 22 };

struct coloured {
    struct reader *reader;
    uint32_t ports, depth, steps, length; /* steps: t-L+1; the length of the word at hand */
    uint32_t *copies;                     /* [item steps + i] */
    uint32_t *received;                   /* [item steps + value] */
    bool *rooted;                         /* [item] */
    uint32_t *there;                      /* [position] letters, */
    uint64_t *sent;                       /* and copies */
};

static void read_copies(struct coloured *coloured) {
    struct reader *reader = coloured->reader;
    for (uint32_t item = 0; item < coloured->ports; item++) {
        read_key(reader, "copies");
        for (uint32_t i = 0; i < coloured->steps; i++)
            coloured->copies[item * coloured->steps + i] =
                read_number(reader, "copies", 0, coloured->ports);
        read_line_end(reader);
    }
}

/* What the root of an item sends from this position on. */
static void use_root(struct coloured *coloured, uint32_t item, uint32_t position) {
    if (coloured->rooted[item])
        read_refuted(coloured->reader, "item %u comes from the source twice", item + 1);
    coloured->rooted[item] = true;
    read_charge(coloured->reader, coloured->steps);
    for (uint32_t i = 0; i < coloured->steps; i++)
        coloured->sent[(position + i) % coloured->length] +=
            coloured->copies[item * coloured->steps + i];
}

static void use_leaf(struct coloured *coloured, uint32_t item, uint32_t value) {
    if (value >= coloured->steps)
        read_refuted(coloured->reader, "value %u of item %u is never sent", value, item + 1);
    uint32_t sent = coloured->copies[(item + 1) * coloured->steps - 1 - value];
    if (coloured->received[item * coloured->steps + value]++ >= sent)
        read_refuted(coloured->reader, "value %u of item %u is received more often than sent, %u",
                     value, item + 1, sent);
}

static void read_item(struct coloured *coloured, uint32_t item) {
    struct reader *reader = coloured->reader;
    uint32_t length = coloured->length, value;
    read_key(reader, "item");
    for (uint32_t y = 0; y < length; y++) {
        value = read_number(reader, "value", 0, coloured->depth);
        uint32_t position = (y + length - value % length) % length;
        coloured->there[position]++;
        if (value == coloured->depth)
            use_root(coloured, item, position);
        else
            use_leaf(coloured, item, value);
    }
    read_line_end(reader);
}

static void check_positions(const struct coloured *coloured) {
    for (uint32_t position = 0; position < coloured->length; position++) {
        if (coloured->there[position] != coloured->ports)
            read_refuted(coloured->reader,
                         "position %u of the word before this line has %u letters", position,
                         coloured->there[position]);
        if (coloured->sent[position] > coloured->ports)
            read_refuted(coloured->reader,
                         "at position %u of the word before this line %llu copies are sent",
                         position, (unsigned long long)coloured->sent[position]);
    }
}

/* Behind `coloured`. */
static void read_coloured_word(struct coloured *coloured, struct schedule *schedule) {
    coloured->length = read_number(coloured->reader, "length", 1, MOST_LETTERS / coloured->ports);
    read_line_end(coloured->reader);
    uint64_t mark = memory_mark();
    coloured->there = memory_zeroed(coloured->length, sizeof *coloured->there);
    coloured->sent = memory_zeroed(coloured->length, sizeof *coloured->sent);
    for (uint32_t item = 0; item < coloured->ports; item++)
        read_item(coloured, item);
    check_positions(coloured);
    memory_release(mark);
    mpz_add_ui(schedule->processors, schedule->processors, coloured->length);
    schedule->changes_roles |= coloured->length > 1; /* what is sent descends */
}

void coloured_read(struct schedule *schedule) {
    uint32_t L = schedule->balance.latency, t = schedule->balance.depth, p = schedule->ports;
    if (t < L || t - L >= MOST_LETTERS / p)
        read_malformed(schedule->reader,
                       "words with items of their own are for t-L from 0 to %u, found %lld",
                       MOST_LETTERS / p - 1, (long long)t - L);
    struct coloured coloured = {
        .reader = schedule->reader, .ports = p, .depth = t, .steps = t - L + 1};
    size_t count = (size_t)p * coloured.steps;
    coloured.copies = memory_zeroed(count, sizeof *coloured.copies);
    coloured.received = memory_zeroed(count, sizeof *coloured.received);
    coloured.rooted = memory_zeroed(p, sizeof *coloured.rooted);
    read_charge(schedule->reader, count);
    read_copies(&coloured);
    while (read_take(schedule->reader, "coloured"))
        read_coloured_word(&coloured, schedule);
    for (uint32_t item = 0; item < p; item++)
        if (!coloured.rooted[item])
            read_refuted(schedule->reader, "item %u never comes from the source", item + 1);
}
