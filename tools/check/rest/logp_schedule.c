/* SPDX-License-Identifier: MIT */
#include "rest/logp_schedule.h"

#include "core/big.h"

#include <string.h>

/* A part; `latency` and `top` are the least value sent and the largest received, in steps. */
struct part {
    uint32_t offset, late, wait, latency, top;
};

static bool read_capacity(struct stream *stream) {
    static const char *const names[] = {"full", "flight", "none"};
    struct reader *reader = stream->reader;
    uint64_t most = ((uint64_t)stream->latency + stream->gap - 1) / stream->gap;
    uint64_t slack = most * stream->step - stream->latency;
    if (!read_key(reader, "capacity"))
        return false;
    struct word word = read_word(reader);
    for (int i = 0; i < 3; i++)
        if (word_is(word, names[i])) {
            stream->capacity = names[i];
            stream->slack = i == 2 ? UINT32_MAX : slack;
            return read_line_end(reader);
        }
    return read_malformed(reader, "expected full, flight or none, found '%.*s'",
                          WORD_IN_MESSAGE(word));
}

void stream_init(struct stream *stream, struct reader *reader) {
    *stream = (struct stream){.reader = reader};
    mpz_inits(stream->most, stream->processors, NULL);
    schedule_init(&stream->schedule, reader);
    stream->schedule.balance.apart = true;
}

void stream_clear(struct stream *stream) {
    schedule_clear(&stream->schedule);
    mpz_clears(stream->most, stream->processors, NULL);
}

bool stream_read_machine(struct stream *stream) {
    struct reader *reader = stream->reader;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &stream->latency) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &stream->overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, &stream->gap))
        return false;
    uint64_t both = 2 * (uint64_t)stream->overhead;
    stream->step = stream->gap > both ? stream->gap : both;
    stream->transfer = stream->latency + both;
    return true;
}

static bool read_frame(struct stream *stream) {
    struct reader *reader = stream->reader;
    return stream_read_machine(stream) && read_capacity(stream) &&
           read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT, &stream->depth) &&
           read_big_line(reader, "processors", 1, stream->most) &&
           read_number_line(reader, "period", 1, READ_NUMBER_LIMIT, &stream->period);
}

static bool read_part(struct stream *stream, struct part *part) {
    struct reader *reader = stream->reader;
    uint64_t most_late = stream->step - 2 * (uint64_t)stream->overhead;
    uint32_t most_wait = strcmp(stream->capacity, "flight") == 0 ? stream->depth : 0;
    if (!read_number(reader, "offset, below max(g,2o)", 0,
                     stream->step > stream->depth ? stream->depth : (uint32_t)stream->step - 1,
                     &part->offset) ||
        !read_key(reader, "late") ||
        !read_number(reader, "late, not above max(g,2o) - 2o", 0, (uint32_t)most_late,
                     &part->late) ||
        !read_key(reader, "wait") ||
        !read_number(reader, "wait (capacity flight only)", 0, most_wait, &part->wait) ||
        !read_line_end(reader))
        return false;
    uint64_t needed = part->late + stream->transfer;
    uint64_t latency =
        needed > part->offset ? (needed - part->offset + stream->step - 1) / stream->step : 0;
    part->latency = latency > READ_LATENCY_LIMIT ? READ_LATENCY_LIMIT : (uint32_t)latency;
    part->top = (uint32_t)((stream->depth - part->offset) / stream->step);
    return latency <= READ_LATENCY_LIMIT ||
           read_malformed(reader, "the latency is above %d steps", READ_LATENCY_LIMIT);
}

/* Adds the sums of differences to all messages of their values; a reception is counted B higher, so
 * with a value above s it is late. */
static bool add_list(struct stream *stream, const struct part *part, uint32_t phase, mpz_t *change,
                     bool sent) {
    uint64_t values = stream->depth + (uint64_t)1;
    for (uint64_t v = 0; v <= part->top; v++) {
        if (v > 0)
            mpz_add(change[v], change[v], change[v - 1]);
        uint64_t cycles = part->offset + stream->step * (v + (sent ? part->latency : 0)) +
                          (sent ? 0 : part->wait);
        if (mpz_sgn(change[v]) == 0)
            continue;
        cycles -= sent ? part->late + stream->transfer : 0;
        if (cycles >= values)
            return read_refuted(stream->reader, "class %u: value %u is never sent", part->offset,
                                (uint32_t)v);
        uint64_t at = (phase + v) % stream->period * values + cycles;
        if (sent)
            mpz_add(stream->sent[at], stream->sent[at], change[v]);
        else
            mpz_sub(stream->received[at], stream->received[at], change[v]);
    }
    return true;
}

/* What a family asks for. */
static void look_at(struct stream *stream, const struct part *part) {
    const struct schedule *schedule = &stream->schedule;
    stream->words |= schedule->words;
    if (schedule->rest)
        stream->rest = (int64_t)(part->offset + stream->step * schedule->rest_value);
    if (schedule->blocks && part->late == 0 &&
        part->offset + stream->step * schedule->root == stream->depth) {
        stream->root_size = schedule->root_size;
        stream->root_sum = schedule->root_sum;
    }
}

static bool check_part(struct stream *stream) {
    struct balance *balance = &stream->schedule.balance;
    struct part part;
    if (!read_part(stream, &part) ||
        !schedule_start(&stream->schedule, part.latency, part.top + part.latency, stream->period,
                        stream->most) ||
        !schedule_read_lines(&stream->schedule) ||
        !read_charge(stream->reader, 4 * (uint64_t)stream->period * (part.top + (uint64_t)1) *
                                         (1 + balance->longest)))
        return false;
    mpz_add(stream->processors, stream->processors, stream->schedule.processors);
    look_at(stream, &part);
    for (uint32_t row = 0; row < 2 * stream->period; row++)
        if (!add_list(stream, &part, row % stream->period,
                      balance->change + (size_t)row * (balance->letters + 1),
                      row >= stream->period))
            return false;
    return true;
}

/* For one phase: is there a message for each reception? */
static bool match(struct stream *stream, mpz_t *received, mpz_t *sent) {
    uint64_t next = stream->depth; /* the largest value that is still there */
    for (uint64_t value = stream->depth + (uint64_t)1; value-- > 0;) {
        next = next > value + stream->slack ? value + stream->slack : next;
        while (mpz_cmp(sent[next], received[value]) < 0) {
            mpz_sub(received[value], received[value], sent[next]);
            if (next == value)
                return read_refuted(stream->reader,
                                    "too few messages can be received with the value %u cycles",
                                    (uint32_t)value);
            mpz_set_ui(sent[next--], 0);
        }
        mpz_sub(sent[next], sent[next], received[value]);
    }
    return true;
}

static bool check_messages(struct stream *stream) {
    uint64_t values = stream->depth + (uint64_t)1;
    if (!read_charge(stream->reader,
                     4 * stream->period * values * (1 + stream->schedule.balance.longest)))
        return false;
    for (uint32_t phase = 0; phase < stream->period; phase++) {
        mpz_t *sent = stream->sent + phase * values;
        mpz_add_ui(sent[stream->depth], sent[stream->depth], 1);
        if (!match(stream, stream->received + phase * values, sent))
            return false;
    }
    return true;
}

static bool claim(struct stream *stream) {
    struct verdict *verdict = stream->reader->verdict;
    unsigned long long delay = stream->transfer + stream->depth, step = stream->step;
    const char *capacity = stream->capacity;
    verdict_claim(verdict,
                  "LogP L=%u o=%u g=%u capacity %s: a stream with an item in %llu cycles and delay "
                  "%llu to N=",
                  stream->latency, stream->overhead, stream->gap, capacity, step, delay);
    verdict_claim_number(verdict, stream->most);
    verdict_claim(verdict, " processors exists");
    verdict_fields(verdict, "L=%u o=%u g=%u capacity=%s period=%u delay=%llu", stream->latency,
                   stream->overhead, stream->gap, capacity, stream->period, delay);
    verdict_field_number(verdict, "N", stream->most);
    return true;
}

/* Its lines, and whether there is a message for each reception. */
static bool check_parts(struct stream *stream) {
    bool right = true;
    while (right && read_take(stream->reader, "class"))
        right = check_part(stream);
    return right &&
           (read_is_at(stream->reader, "digest") || read_is_at(stream->reader, "instance") ||
            read_expected(stream->reader,
                          "class E late W wait B, or the line digest or instance")) &&
           (mpz_cmp(stream->processors, stream->most) == 0 ||
            read_refuted_number(stream->reader, "processors of all lines before this one",
                                stream->most, stream->processors)) &&
           check_messages(stream);
}

bool stream_check(struct stream *stream) {
    if (stream->slack > stream->depth)
        stream->slack = stream->depth;
    if ((uint64_t)stream->period * (stream->depth + (uint64_t)1) > BALANCE_LIMIT)
        return read_malformed(stream->reader, "the period is beyond the limit: T (s+1) <= %d",
                              BALANCE_LIMIT);
    size_t values = (size_t)stream->period * (stream->depth + (size_t)1);
    if (!read_charge(stream->reader, 2 * BIG_WORK_OF_NUMBER * (uint64_t)values))
        return false;
    stream->received = big_array_new(values);
    stream->sent = big_array_new(values);
    mpz_set_ui(stream->processors, 0);
    stream->words = false;
    stream->rest = -1;
    stream->root_size = 0;
    bool right = check_parts(stream);
    big_array_free(stream->received, values);
    big_array_free(stream->sent, values);
    return right;
}

bool rule_logp_schedule(struct reader *reader) {
    struct stream stream;
    stream_init(&stream, reader);
    bool right = read_frame(&stream) && stream_check(&stream) && claim(&stream);
    stream_clear(&stream);
    return right;
}
