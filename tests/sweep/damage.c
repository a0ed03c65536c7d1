/* SPDX-License-Identifier: MIT */
/* Damages a file in place, in one of several ways, at random.
 *
 * damage SEED WAY FILE [OTHER]
 *
 * flip: one bit; cut: a part of a line; double: a line twice; swap: two lines; end: the last bytes
 * are gone; foreign: a line of another campaign; empty; binary: random bytes in a line; remove: a
 * whole line; exchange: the contents of FILE and OTHER. Of a database: bits: one to eight of them,
 * but not of the version of its form; truncate: at any place; page: random bytes in its place;
 * page:N: in that of page N, from 1. Prints nothing; the status is 0. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/automata/random.h"

struct text {
    char *bytes; /* with room to grow */
    size_t size;
};

static struct text read_all(const char *path) {
    enum { ROOM = 1 << 24 };
    struct text text = {malloc(ROOM), 0};
    FILE *file = fopen(path, "rb");
    if (!file || !text.bytes)
        exit(2);
    text.size = fread(text.bytes, 1, ROOM / 2, file);
    fclose(file);
    return text;
}

static void write_all(const char *path, const struct text *text) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text->bytes, 1, text->size, file) != text->size || fclose(file) != 0)
        exit(2);
}

/* A line with its end. */
struct line {
    size_t start, size;
};

static struct line line_at(const struct text *text, size_t at) {
    size_t start = at, end = at;
    while (start > 0 && text->bytes[start - 1] != '\n')
        start--;
    while (end < text->size && text->bytes[end] != '\n')
        end++;
    return (struct line){start, end + (end < text->size) - start};
}

static struct line random_line(const struct text *text, uint64_t *seed) {
    return line_at(text, (size_t)random_below(seed, (int)text->size));
}

/* Puts bytes in the place of others. */
static void replace(struct text *text, size_t start, size_t size, const char *by, size_t by_size) {
    memmove(text->bytes + start + by_size, text->bytes + start + size, text->size - start - size);
    memcpy(text->bytes + start, by, by_size);
    text->size += by_size - size;
}

static void swap_lines(struct text *text, uint64_t *seed) {
    struct line a = random_line(text, seed), b = random_line(text, seed);
    if (a.start > b.start) {
        struct line c = a;
        a = b;
        b = c;
    }
    if (a.start == b.start)
        return;
    char *first = malloc(a.size), *second = malloc(b.size);
    memcpy(first, text->bytes + a.start, a.size);
    memcpy(second, text->bytes + b.start, b.size);
    replace(text, b.start, b.size, first, a.size);
    replace(text, a.start, a.size, second, b.size);
    free(first);
    free(second);
}

enum { PAGE = 4096, VERSION_AT = 60, VERSION_END = 64 };

static void flip_bits(struct text *text, uint64_t *seed) {
    for (int left = 1 + random_below(seed, 8); left > 0;) {
        size_t at = (size_t)random_below(seed, (int)text->size);
        if (at >= VERSION_AT && at < VERSION_END)
            continue;
        text->bytes[at] = (char)(text->bytes[at] ^ (1 << random_below(seed, 8)));
        left--;
    }
}

static void fill_page(struct text *text, size_t page, uint64_t *seed) {
    for (size_t i = page * PAGE; i < (page + 1) * PAGE && i < text->size; i++)
        text->bytes[i] = (char)random_below(seed, 256);
}

/* One that has pages and no lines. */
static bool damage_database(struct text *text, const char *way, uint64_t *seed) {
    if (strcmp(way, "bits") == 0)
        flip_bits(text, seed);
    else if (strcmp(way, "truncate") == 0)
        text->size = (size_t)random_below(seed, (int)text->size);
    else if (strcmp(way, "page") == 0)
        fill_page(text, (size_t)random_below(seed, (int)(text->size / PAGE)), seed);
    else if (strncmp(way, "page:", 5) == 0)
        fill_page(text, strtoul(way + 5, NULL, 10) - 1, seed);
    else
        return false;
    return true;
}

static bool damage(struct text *text, const char *way, uint64_t *seed) {
    static const char foreign[] =
        "{\"case\":\"delay latency 77 processors 3 engine construction\"}\n";
    struct line line = random_line(text, seed);
    size_t within = line.start + (size_t)random_below(seed, (int)line.size);
    if (strcmp(way, "flip") == 0) {
        text->bytes[within] = (char)(text->bytes[within] ^ (1 << random_below(seed, 8)));
    } else if (strcmp(way, "cut") == 0) {
        replace(text, within, (line.start + line.size - within + 1) / 2, "", 0);
    } else if (strcmp(way, "double") == 0) {
        char *copy = malloc(line.size);
        memcpy(copy, text->bytes + line.start, line.size);
        replace(text, line.start, 0, copy, line.size);
        free(copy);
    } else if (strcmp(way, "swap") == 0) {
        swap_lines(text, seed);
    } else if (strcmp(way, "end") == 0) {
        text->size -= 1 + (size_t)random_below(seed, text->size > 600 ? 600 : (int)text->size);
    } else if (strcmp(way, "foreign") == 0) {
        replace(text, line.start, 0, foreign, sizeof foreign - 1);
    } else if (strcmp(way, "empty") == 0) {
        text->size = 0;
    } else if (strcmp(way, "binary") == 0) {
        for (size_t i = line.start; i < line.start + line.size; i++)
            text->bytes[i] = (char)random_below(seed, 256);
    } else if (strcmp(way, "remove") == 0) {
        replace(text, line.start, line.size, "", 0);
    } else {
        return false;
    }
    return true;
}

int main(int count, char **arguments) {
    if (count < 4)
        return 2;
    uint64_t seed = strtoull(arguments[1], NULL, 10);
    struct text text = read_all(arguments[3]);
    bool done = true;
    if (count == 5) {
        struct text other = read_all(arguments[4]);
        write_all(arguments[3], &other);
        write_all(arguments[4], &text);
        free(other.bytes);
    } else {
        done = text.size > 0 &&
               (damage_database(&text, arguments[2], &seed) || damage(&text, arguments[2], &seed));
        write_all(arguments[3], &text);
    }
    free(text.bytes);
    return done ? 0 : 2;
}
