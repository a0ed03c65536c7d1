/* SPDX-License-Identifier: MIT */
#include "forge_logp.h"

#include "forge.h"

#include <stdlib.h>
#include <string.h>

/* --- reading --- */

static bool starts(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* Items up to the end of the line or a word of letters: -, a, a-b, and any of these with *k. */
static const char *read_items(const char *at, long *items, long *count) {
    for (*count = 0; *at == ' ' && !(at[1] >= 'a' && at[1] <= 'z');) {
        char *behind = (char *)at + 2;
        long first = at[1] == '-' ? LOGP_NOTHING : strtol(at + 1, &behind, 10), last = first;
        if (*behind == '-')
            last = strtol(behind + 1, &behind, 10);
        long copies = *behind == '*' ? strtol(behind + 1, &behind, 10) : 1;
        for (long item = first; item <= last; item++)
            for (long i = 0; i < copies && *count < LOGP_LENGTH; i++)
                items[(*count)++] = item;
        at = behind;
    }
    return at;
}

static void read_word(struct logp_line *line, const char *at) {
    long sent;
    line->count = strtol(at + strlen("word "), (char **)&at, 10);
    at = read_items(at + strlen(" receive"), line->items, &line->length);
    line->largest = starts(at, " send largest");
    read_items(at + strlen(" send"), line->sent, &sent);
}

static void read_block(struct logp_line *line, const char *at) {
    int behind = 0;
    sscanf(at, "block %ld %ld %ld%n", &line->head, &line->size, &line->count, &behind);
    at += behind;
    line->ordered = starts(at, " word");
    at += line->ordered ? strlen(" word") : starts(at, " letters") ? strlen(" letters") : 0;
    read_items(at, line->items, &line->length);
}

static bool read_line(struct logp_stream *stream, const char *at) {
    struct logp_line *line = &stream->line[stream->lines];
    *line = (struct logp_line){.class = stream->classes - 1, .count = 1};
    if (stream->lines == LOGP_LINES)
        abort();
    if (starts(at, "receive-only ")) {
        line->head = atol(at + strlen("receive-only "));
    } else if (starts(at, "block ")) {
        line->kind = LOGP_BLOCK;
        read_block(line, at);
    } else if (starts(at, "word ")) {
        line->kind = LOGP_WORD;
        read_word(line, at);
    } else {
        return false;
    }
    stream->lines++;
    return true;
}

void logp_read(struct logp_stream *stream, const char *at) {
    stream->classes = stream->lines = 0;
    for (bool more = true; more; at = strchr(at, '\n') + 1)
        if (starts(at, "class ")) {
            long i = stream->classes++;
            if (i == LOGP_CLASSES)
                abort();
            sscanf(at, "class %ld late %ld wait %ld", &stream->offset[i], &stream->late[i],
                   &stream->wait[i]);
        } else {
            more = read_line(stream, at);
        }
}

bool logp_read_whole(struct logp_stream *stream, const struct text *text) {
    char capacity[10] = "";
    const char *at = strstr(text->bytes, "\nlatency "), *class = strstr(text->bytes, "\nclass ");
    sscanf(at,
           "\nlatency %ld\noverhead %ld\ngap %ld\ncapacity %9s\ndepth %ld\nprocessors %ld\n"
           "period %ld\n",
           &stream->L, &stream->o, &stream->g, capacity, &stream->s, &stream->N, &stream->T);
    stream->capacity = starts(capacity, "full")     ? "full"
                       : starts(capacity, "flight") ? "flight"
                                                    : "none";
    long lines = 0;
    for (const char *line = class; line; line = strchr(line + 1, '\n'))
        lines++;
    if (lines >= LOGP_LINES)
        return false;
    logp_read(stream, class + 1);
    return true;
}

/* --- writing --- */

static void put_items(struct text *text, const long *items, long length) {
    for (long i = 0; i < length; i++)
        if (items[i] == LOGP_NOTHING)
            text_put(text, " -");
        else
            text_put(text, " %ld", items[i]);
}

static void put_line(struct text *text, const struct logp_line *line) {
    if (line->kind == LOGP_REST) {
        text_put(text, "receive-only %ld", line->head);
    } else if (line->kind == LOGP_BLOCK) {
        text_put(text, "block %ld %ld %ld%s", line->head, line->size, line->count,
                 line->size == 1 ? ""
                 : line->ordered ? " word"
                                 : " letters");
        put_items(text, line->items, line->length);
    } else {
        text_put(text, "word %ld receive", line->count);
        put_items(text, line->items, line->length);
        text_put(text, " send%s", line->largest ? " largest" : "");
        put_items(text, line->sent, line->largest ? 0 : line->length);
    }
    text_put(text, "\n");
}

/* Who receives only, blocks by their heads, words. */
static int compare(const void *a, const void *b) {
    const struct logp_line *one = a, *other = b;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    if (one->head != other->head && one->kind == LOGP_BLOCK)
        return one->head > other->head ? -1 : 1;
    return memcmp(one, other, sizeof *one);
}

void logp_put(struct text *text, const struct logp_stream *stream) {
    static struct logp_line sorted[LOGP_LINES];
    memcpy(sorted, stream->line, sizeof sorted);
    qsort(sorted, (size_t)stream->lines, sizeof *sorted, compare);
    for (long c = 0; c < stream->classes; c++) {
        text_put(text, "class %ld late %ld wait %ld\n", stream->offset[c], stream->late[c],
                 stream->wait[c]);
        for (long i = 0; i < stream->lines; i++)
            if (sorted[i].class == c)
                put_line(text, &sorted[i]);
    }
}

void logp_put_whole(struct text *text, const struct logp_stream *stream) {
    forge_put_start(text, "logp-schedule");
    text_put(text, "latency %ld\noverhead %ld\ngap %ld\ncapacity %s\n", stream->L, stream->o,
             stream->g, stream->capacity);
    text_put(text, "depth %ld\nprocessors %ld\nperiod %ld\n", stream->s, stream->N, stream->T);
    logp_put(text, stream);
}

long logp_processors(const struct logp_stream *stream) {
    long sum = 0;
    for (long i = 0; i < stream->lines; i++) {
        const struct logp_line *line = &stream->line[i];
        sum += line->kind == LOGP_REST    ? 1
               : line->kind == LOGP_BLOCK ? line->size * line->count
                                          : line->length / stream->T * line->count;
    }
    return sum;
}

/* --- other ways to write it --- */

static struct logp_line *any_line(struct logp_stream *stream) {
    return &stream->line[forge_random(stream->lines)];
}

static void rotate(struct logp_line *word, long by) {
    struct logp_line before = *word;
    for (long p = 0; p < word->length; p++) {
        word->items[p] = before.items[(p + by) % word->length];
        word->sent[p] = before.sent[(p + by) % word->length];
    }
}

static void exchange_classes(struct logp_stream *stream) {
    long a = forge_random(stream->classes), b = forge_random(stream->classes);
    long *lists[] = {stream->offset, stream->late, stream->wait};
    for (long i = 0; i < 3; i++) {
        long kept = lists[i][a];
        lists[i][a] = lists[i][b];
        lists[i][b] = kept;
    }
    for (long i = 0; i < stream->lines; i++) {
        long *class = &stream->line[i].class;
        *class = *class == a ? b : *class == b ? a : *class;
    }
}

/* A second class with the same numbers takes the line. */
static void divide_class(struct logp_stream *stream, struct logp_line *line) {
    long from = line->class, to = stream->classes;
    if (to == LOGP_CLASSES)
        return;
    stream->classes++;
    stream->offset[to] = stream->offset[from];
    stream->late[to] = stream->late[from];
    stream->wait[to] = stream->wait[from];
    line->class = to;
}

/* One of several equal ones stands in a line of its own. */
static void divide_line(struct logp_stream *stream, struct logp_line *line) {
    if (line->count < 2 || stream->lines == LOGP_LINES)
        return;
    line->count--;
    stream->line[stream->lines] = *line;
    stream->line[stream->lines++].count = 1;
}

/* Orders the leaves behind the first ones so that no two items land at the same step. */
static bool find_order(struct logp_line *line, const long *leaves, long count, long p,
                       unsigned long landed) {
    if (p == line->length)
        return true;
    for (long i = 0; i < count; i++) {
        long last = count - 1, others[LOGP_LENGTH], at = (p + leaves[i]) % line->length;
        if (landed >> at & 1)
            continue;
        memcpy(others, leaves, (size_t)count * sizeof *others);
        others[i] = leaves[last];
        line->items[p] = leaves[i];
        if (find_order(line, others, last, p + 1, landed | 1ul << at))
            return true;
    }
    return false;
}

bool logp_block_to_word(struct logp_line *line) {
    struct logp_line word = *line;
    if (line->kind != LOGP_BLOCK || line->size > 8 || line->length != line->size - 1 ||
        line->size > line->head) /* words send no value 0 */
        return false;
    word.kind = LOGP_WORD;
    word.length = line->size;
    word.items[0] = line->head;
    if (!find_order(&word, line->items, line->length, 1, 1ul << line->head % line->size))
        return false;
    for (long p = 0; p < word.length; p++)
        word.sent[p] = line->head - p;
    word.head = word.size = 0;
    *line = word;
    return true;
}

void logp_write_otherwise(struct logp_stream *stream) {
    struct logp_line *line = any_line(stream);
    switch (forge_random(5)) {
    case 0:
        exchange_classes(stream);
        break;
    case 1:
        divide_class(stream, line);
        break;
    case 2:
        divide_line(stream, line);
        break;
    case 3:
        if (stream->may_have_words)
            logp_block_to_word(line);
        break;
    default:
        if (line->kind == LOGP_WORD)
            rotate(line, stream->T * forge_random(line->length / stream->T));
        line->ordered = false;
    }
}

/* --- faults of meaning --- */

static void exchange(long *one, long *other) {
    long kept = *one;
    *one = *other;
    *other = kept;
}

static void move(long *number) {
    *number += *number > 0 && forge_once_in(2) ? -1 : 1;
}

/* A leaf, a value of a word, or what one receives only. */
static long *any_item(struct logp_stream *stream) {
    struct logp_line *line = any_line(stream);
    for (long i = 0; i < 20 && line->kind != LOGP_REST && line->length == 0; i++)
        line = any_line(stream);
    return line->kind == LOGP_REST || line->length == 0 ? &line->head
                                                        : &line->items[forge_random(line->length)];
}

/* Of one block; its sum stays divisible. */
static void shift_leaves(struct logp_line *line) {
    if (line->length < 2)
        return;
    long *less = &line->items[forge_random(line->length)];
    long *more = &line->items[forge_random(line->length)];
    if (*less > 0)
        --*less, ++*more;
}

/* The values of a word are as legal as before. */
static void raise_by_length(struct logp_line *line) {
    long *item = &line->items[forge_random(line->length > 0 ? line->length : 1)];
    long modulus = line->kind == LOGP_BLOCK ? line->size : line->length;
    *item += *item >= modulus && forge_once_in(2) ? -modulus : modulus;
}

/* What is sent goes out a step earlier. */
static void send_early(struct logp_line *word) {
    long p = forge_random(word->length), before = (p + word->length - 1) % word->length;
    if (word->sent[p] == LOGP_NOTHING)
        return;
    word->sent[before] = word->sent[p] + 1;
    word->sent[p] = LOGP_NOTHING;
}

static void forge_word(struct logp_line *word, long T) {
    switch (forge_random(5)) {
    case 0:
        rotate(word, 1 + forge_random(T));
        break;
    case 1:
        if (!word->largest)
            send_early(word);
        break;
    case 2:
        exchange(&word->items[forge_random(word->length)],
                 &word->items[forge_random(word->length)]);
        break;
    case 3:
        if (!word->largest)
            exchange(&word->sent[forge_random(word->length)],
                     &word->sent[forge_random(word->length)]);
        break;
    default:
        raise_by_length(word);
    }
}

/* A leaf more or fewer; the head is another one. */
static void forge_block(struct logp_line *block) {
    switch (forge_random(5)) {
    case 0:
        move(&block->head);
        break;
    case 1:
        if (block->length + 1 < LOGP_LENGTH) {
            block->items[block->length++] = forge_random(3);
            block->size++;
        }
        break;
    case 2:
        if (block->length > 0)
            block->length--, block->size--;
        break;
    case 3:
        if (block->length > 0)
            raise_by_length(block);
        break;
    default:
        shift_leaves(block);
    }
}

static void forge_line(struct logp_stream *stream, struct logp_line *line) {
    if (line->kind == LOGP_WORD)
        forge_word(line, stream->T);
    else if (line->kind == LOGP_BLOCK)
        forge_block(line);
    else
        move(&line->head);
}

static void forge_class(struct logp_stream *stream) {
    long *lists[] = {stream->offset, stream->late, stream->wait};
    long *number = &lists[forge_random(3)][forge_random(stream->classes)];
    if (forge_once_in(2))
        move(number);
    else
        *number = forge_random(stream->g + 1);
}

/* Leaves of two blocks change places, and again until a sum is right by that. */
static void deal_again(struct logp_stream *stream) {
    for (long i = 0; i < 20; i++) {
        struct logp_line *one = any_line(stream), *other = any_line(stream);
        if (one->kind != LOGP_BLOCK || other->kind != LOGP_BLOCK || one->length * other->length < 1)
            continue;
        long *a = &one->items[forge_random(one->length)];
        long *b = &other->items[forge_random(other->length)];
        if ((*a - *b) % one->size == 0 && (*a - *b) % other->size == 0)
            exchange(a, b);
    }
}

void logp_forge(struct logp_stream *stream) {
    struct logp_line *line = any_line(stream);
    switch (forge_random(9)) {
    case 0:
        forge_class(stream);
        break;
    case 1:
        exchange(any_item(stream), any_item(stream));
        break;
    case 2:
        line->class = forge_random(stream->classes);
        break;
    case 3:
        exchange(&line->class, &any_line(stream)->class);
        break;
    case 4:
        deal_again(stream);
        break;
    case 5:
        if (line->kind != LOGP_REST)
            line->count += line->count > 1 && forge_once_in(2) ? -1 : 1;
        break;
    case 6:
        if (stream->lines > 1)
            *line = stream->line[--stream->lines];
        break;
    default:
        forge_line(stream, line);
    }
}
