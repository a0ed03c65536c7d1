/* SPDX-License-Identifier: MIT */
#include "check_naive_logp.h"

#include "check_naive.h"
#include "check_naive_matching.h"
#include "check_naive_messages.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, LENGTH = 60, SENDINGS = 400 };

struct row {
    long E, W, B;
    long length, position; /* at step 0 */
    long value[LENGTH], sent[LENGTH];
};

/* The message of one item that a processor sends: its value in cycles if it does not wait. */
struct sending {
    long from, time, left;
};

struct stream {
    long L, o, g, s, N, T;
    long G, l, X, top; /* most steps between a reception and the deadline */
    enum naive_capacity capacity;
    struct row row[ROWS];
    long count;
    struct sending sendings[SENDINGS]; /* of the item at hand */
    long sending_count;
    struct naive_list list;
};

/* --- reading --- */

static long number_behind(const struct text *text, const char *key) {
    char start[40];
    snprintf(start, sizeof start, "\n%s ", key);
    const char *at = strstr(text->bytes, start);
    return at ? atol(at + strlen(start)) : -1;
}

static void read_machine(struct stream *stream, const struct text *text) {
    stream->L = number_behind(text, "latency"), stream->o = number_behind(text, "overhead");
    stream->g = number_behind(text, "gap"), stream->s = number_behind(text, "depth");
    stream->N = number_behind(text, "processors"), stream->T = number_behind(text, "period");
    stream->capacity = strstr(text->bytes, "\ncapacity full\n")     ? NAIVE_FULL
                       : strstr(text->bytes, "\ncapacity flight\n") ? NAIVE_FLIGHT
                                                                    : NAIVE_NONE;
    stream->G = stream->g > 2 * stream->o ? stream->g : 2 * stream->o;
    stream->l = stream->L + 2 * stream->o;
    long most = (stream->L + stream->g - 1) / stream->g;
    stream->X = stream->capacity == NAIVE_NONE ? stream->s : most * stream->G - stream->L;
    stream->top = stream->s / stream->G;
    stream->count = 0;
}

static bool add_row(struct stream *stream, const struct row *class, const struct naive_row *row) {
    if (row->length % stream->T != 0)
        return false;
    if (row->position % stream->T != 0)
        return true; /* it starts at multiples of the period */
    if (stream->count == ROWS)
        return false;
    struct row *to = &stream->row[stream->count++];
    *to = *class;
    to->length = row->length, to->position = row->position;
    memcpy(to->value, row->value, (size_t)row->length * sizeof *to->value);
    memcpy(to->sent, row->sent, (size_t)row->length * sizeof *to->sent);
    return true;
}

/* The lines behind `class`, as those of a schedule in steps. */
static bool read_class(struct stream *stream, const char *at) {
    static struct text part;
    static struct naive_row rows[ROWS * LENGTH];
    struct row class = {0};
    if (sscanf(at, "class %ld late %ld wait %ld", &class.E, &class.W, &class.B) != 3)
        return false;
    long missing = class.W + stream->l - class.E; /* cycles too few to be sent with the value 0 */
    long latency = missing > 0 ? (missing + stream->G - 1) / stream->G : 0;
    part.length = 0;
    text_put(&part, "steps\nlatency %ld\ndepth %ld\nperiod %ld\n", latency, stream->top + latency,
             stream->T);
    for (at = strchr(at, '\n') + 1; strncmp(at, "class ", 6) != 0 && strncmp(at, "digest ", 7) != 0;
         at = strchr(at, '\n') + 1)
        text_put(&part, "%.*s", (int)(strchr(at, '\n') + 1 - at), at);
    text_put(&part, "digest\n");
    long count = naive_rows(&part, rows, ROWS * LENGTH);
    bool right = count >= 0 && count <= ROWS * LENGTH;
    for (long i = 0; right && i < count; i++)
        right = rows[i].length <= LENGTH && add_row(stream, &class, &rows[i]);
    return right;
}

static bool read_stream(struct stream *stream, const struct text *text) {
    read_machine(stream, text);
    for (const char *at = strstr(text->bytes, "\nclass "); at; at = strstr(at + 1, "\nclass "))
        if (!read_class(stream, at + 1))
            return false;
    return stream->count == stream->N;
}

/* --- processors --- */

static bool row_is_right(const struct stream *stream, const struct row *row) {
    if (row->E < 0 || row->E >= stream->G || row->W < 0 || row->W > stream->G - 2 * stream->o ||
        row->B < 0 || (row->B > 0 && stream->capacity != NAIVE_FLIGHT))
        return false;
    for (long p = 0; p < row->length; p++) {
        long received = row->E + stream->G * row->value[p];
        long sent = row->E + stream->G * row->sent[p];
        if (row->value[p] < 0 || received > stream->s)
            return false;
        if (row->sent[p] != NAIVE_NOTHING && (sent > stream->s || sent < row->W + stream->l))
            return false;
    }
    return true;
}

static long at_step(const struct row *row, const long *entries, long step) {
    return entries[((row->position + step) % row->length + row->length) % row->length];
}

/* The only step at which the row receives the item with this deadline, in steps, as it must. */
static bool find_reception(const struct stream *stream, const struct row *row, long deadline,
                           long *step) {
    long found = 0;
    for (long x = deadline - stream->top; x <= deadline; x++)
        if (at_step(row, row->value, x) == deadline - x)
            found++, *step = x;
    return found == 1;
}

/* When the source has the item with this deadline, in cycles. */
static long release_of(const struct stream *stream, long deadline) {
    return stream->G * deadline;
}

/* When the row has received what comes at this step; it sends `late` cycles later. The value 0 at
 * step x is E cycles before the deadline of item x. */
static long known_at(const struct stream *stream, const struct row *row, long step) {
    return release_of(stream, step) + stream->l + stream->s - row->E;
}

static bool add_sending(struct stream *stream, long deadline, long from, long time) {
    long left = release_of(stream, deadline) + stream->l + stream->s - (time + stream->l);
    if (stream->sending_count == SENDINGS)
        abort();
    stream->sendings[stream->sending_count++] = (struct sending){from, time, left};
    return left >= 0;
}

/* What row q sends of the item; it has it since this step. */
static bool add_row_sendings(struct stream *stream, long deadline, long q, long since) {
    const struct row *row = &stream->row[q];
    for (long x = deadline - stream->top; x <= deadline; x++) {
        if (at_step(row, row->sent, x) != deadline - x)
            continue;
        if (x < since || !add_sending(stream, deadline, q + 1, known_at(stream, row, x) + row->W))
            return false;
    }
    return true;
}

/* --- messages --- */

static long due_of(const struct stream *stream, const struct row *row, long value) {
    return row->E + stream->G * value + row->B;
}

struct item {
    const struct stream *stream;
    long deadline, received[ROWS]; /* at this step */
};

static bool may_take(const void *context, long q, long sending) {
    const struct item *item = context;
    const struct stream *stream = item->stream;
    long due = due_of(stream, &stream->row[q], item->deadline - item->received[q]);
    long left = stream->sendings[sending].left;
    return due <= left && left <= due + stream->X;
}

/* Finds the messages of the item with this deadline and appends them to the list. */
static bool tell_item(struct stream *stream, long deadline) {
    struct item item = {.stream = stream, .deadline = deadline};
    long taken[ROWS];
    stream->sending_count = 0;
    add_sending(stream, deadline, 0, release_of(stream, deadline));
    for (long q = 0; q < stream->N; q++)
        if (!find_reception(stream, &stream->row[q], deadline, &item.received[q]) ||
            !add_row_sendings(stream, deadline, q, item.received[q]))
            return false;
    struct matching_graph graph = {stream->N, stream->sending_count, &item, may_take};
    if (!matching_find(&graph, deadline, taken))
        return false;
    for (long q = 0; q < stream->N; q++) {
        const struct sending *sending = &stream->sendings[taken[q]];
        long known = known_at(stream, &stream->row[q], item.received[q]);
        stream->list.messages[stream->list.count++] = (struct naive_message){
            sending->time, sending->from, q + 1, deadline + 1, known - stream->l - sending->time};
    }
    return true;
}

/* Do these messages run on the machine, and in time? */
static bool list_is_right(struct stream *stream) {
    naive_list_state(&stream->list);
    return naive_list_holds(&stream->list) && stream->list.delay <= stream->l + stream->s;
}

/* So many that for a whole round of the longest word all are there that are under way with them. */
static long items_needed(const struct stream *stream) {
    long longest = stream->T;
    for (long q = 0; q < stream->N; q++)
        longest = stream->row[q].length > longest ? stream->row[q].length : longest;
    return longest + 2 * (stream->top + (stream->l + stream->X) / stream->G + 2);
}

bool naive_logp_schedule_holds(const struct text *text) {
    static struct stream stream;
    if (!strstr(text->bytes, "\nkind logp-schedule\n") || !read_stream(&stream, text))
        return false;
    for (long q = 0; q < stream.N; q++)
        if (!row_is_right(&stream, &stream.row[q]))
            return false;
    long items = items_needed(&stream);
    if (items * stream.N > NAIVE_MESSAGES)
        abort();
    stream.list = (struct naive_list){.model = NAIVE_LOGP,
                                      .L = stream.L,
                                      .o = stream.o,
                                      .g = stream.g,
                                      .capacity = stream.capacity,
                                      .P = stream.N + 1,
                                      .K = items,
                                      .period = stream.G};
    for (long deadline = 0; deadline < items; deadline++)
        if (!tell_item(&stream, deadline))
            return false;
    return list_is_right(&stream);
}
