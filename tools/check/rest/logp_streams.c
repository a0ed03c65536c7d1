/* SPDX-License-Identifier: MIT */
/* Kinds logp-schedule and logp-family: endless streams on a LogP machine, one, or one for every
 * depth from some one on. */
#include "core/big.h"
#include "core/growth.h"
#include "core/memory.h"
#include "core/read.h"
#include "core/schedule.h"
#include "rest/rules.h"

#include <string.h>

/* --- kind logp-schedule --- */

/* An endless stream on a LogP machine, processors receiving at different offsets. The source has an
 * item in every step of G = max(g,2o) cycles; l = L+2o.
 *
 * *What a part says.* A line `class E late W wait B` stands before lines of a schedule (schedule.h)
 * in which a value v means E + Gv cycles until the item's deadline, which is s + l cycles after the
 * source had it. A processor that runs such a word is done with one reception in every step, at one
 * offset modulo G, so its receptions are G apart. With W <= G-2o it begins its sendings W cycles
 * after these times, G apart too: they last from W to W+o, and receptions from G-o to G, so it
 * never does two things at once. What it sends with the value v is known l cycles later, if it does
 * not wait, with the value E + Gv - W - l; it is sent in time if that is 0 or more. So v is at
 * least the *latency* of the part; and steps are what steps are in the postal model: who receives
 * items with deadlines distinct modulo the length of the word receives each once, and what is sent
 * is held.
 *
 * *Messages.* For each item there has to be a message to each reception. One that comes with the
 * value n and waits for w cycles is received with the value n - w. Which waits are allowed is the
 * claim's capacity; at most C = ceil(L/g) messages are under way at a time
 *
 *     full    to one processor, where waiting counts:     0 <= w <= X = CG - L
 *     flight  to one processor, where it does not:        B <= w <= B + X
 *     none    from one processor only:                    0 <= w
 *
 * As receptions are G apart, at most C of them are in a stretch of CG cycles; a message is under
 * way to its receiver for L + w cycles at most before its reception, and flying in that stretch
 * less B; and messages from one processor are sent G apart, and under way for L + X at most.
 *
 * So with receptions counted at n = (value) + B, the question is whether those of each item can be
 * given messages of values n .. n + X each. They can if they can in this order: receptions by
 * descending value, each with the largest value that is still there and not above n + X. (An
 * exchange shows it: the intervals have one length, so they end in the order in which they begin.)
 * Receivers are not senders of the same message, which would have a smaller value than they. */

/* A stream and what is found out about it. */
struct stream {
    struct reader *reader;
    struct logp machine;
    uint32_t depth, period;
    uint64_t step, transfer; /* G, l */
    const char *capacity;
    uint64_t slack;           /* X, or more than s */
    mpz_t *received, *sent;   /* [phase of the deadline * (s+1) + value in cycles] */
    struct schedule schedule; /* the part at hand */
    mpz_ptr most, processors; /* as many as it is to have; of the parts so far */
    bool words;               /* some are not given as blocks */
    int64_t rest;             /* what a processor receives that only receives, cycles; -1: none */
    uint32_t root_size;       /* of the block whose head has the value s and is not late, and */
    uint64_t root_sum; /* its head and the sum of its letters, in steps; size 0: no such block */
};

/* A part; `latency` and `top` are the least value sent and the largest received, in steps. */
struct part {
    uint32_t offset, late, wait, latency, top;
};

static void read_capacity(struct stream *stream) {
    static const char *const names[] = {"full", "flight", "none", NULL};
    const struct logp *machine = &stream->machine;
    uint64_t most = ((uint64_t)machine->latency + machine->gap - 1) / machine->gap;
    int is = read_one_of(stream->reader, "capacity", names, "full, flight or none");
    stream->capacity = names[is];
    stream->slack = is == 2 ? UINT32_MAX : most * stream->step - machine->latency;
    read_line_end(stream->reader);
}

static void stream_init(struct stream *stream, struct reader *reader) {
    *stream = (struct stream){.reader = reader};
    memory_number_each(&stream->most, &stream->processors, NULL);
    schedule_init(&stream->schedule, reader);
    stream->schedule.balance.apart = true;
}

/* Takes the lines latency, overhead and gap. */
static void stream_read_machine(struct stream *stream) {
    const struct logp *machine = &stream->machine;
    read_logp(stream->reader, &stream->machine);
    uint64_t both = 2 * (uint64_t)machine->overhead;
    stream->step = machine->gap > both ? machine->gap : both;
    stream->transfer = logp_transfer(machine);
}

static void read_part(struct stream *stream, struct part *part) {
    struct reader *reader = stream->reader;
    uint64_t most_late = stream->step - 2 * (uint64_t)stream->machine.overhead;
    uint32_t most_wait = strcmp(stream->capacity, "flight") == 0 ? stream->depth : 0;
    part->offset =
        read_number(reader, "offset, below max(g,2o)", 0,
                    stream->step > stream->depth ? stream->depth : (uint32_t)stream->step - 1);
    read_key(reader, "late");
    part->late = read_number(reader, "late, not above max(g,2o) - 2o", 0, (uint32_t)most_late);
    read_key(reader, "wait");
    part->wait = read_number(reader, "wait (capacity flight only)", 0, most_wait);
    read_line_end(reader);
    uint64_t needed = part->late + stream->transfer;
    uint64_t latency =
        needed > part->offset ? (needed - part->offset + stream->step - 1) / stream->step : 0;
    part->latency = latency > READ_LATENCY_LIMIT ? READ_LATENCY_LIMIT : (uint32_t)latency;
    part->top = (uint32_t)((stream->depth - part->offset) / stream->step);
    if (latency > READ_LATENCY_LIMIT)
        read_malformed(reader, "the latency is above %d steps", READ_LATENCY_LIMIT);
}

/* Adds the sums of differences to all messages of their values; a reception is counted B higher, so
 * with a value above s it is late. */
static void add_list(struct stream *stream, const struct part *part, uint32_t phase, mpz_t *change,
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
            read_refuted(stream->reader, "class %u: value %u is never sent", part->offset,
                         (uint32_t)v);
        uint64_t at = (phase + v) % stream->period * values + cycles;
        if (sent)
            mpz_add(stream->sent[at], stream->sent[at], change[v]);
        else
            mpz_sub(stream->received[at], stream->received[at], change[v]);
    }
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

static void check_part(struct stream *stream) {
    struct balance *balance = &stream->schedule.balance;
    struct part part;
    read_part(stream, &part);
    schedule_start(&stream->schedule, part.latency, part.top + part.latency, stream->period,
                   stream->most);
    schedule_read_lines(&stream->schedule);
    read_charge(stream->reader,
                4 * (uint64_t)stream->period * (part.top + (uint64_t)1) * (1 + balance->longest));
    mpz_add(stream->processors, stream->processors, stream->schedule.processors);
    look_at(stream, &part);
    for (uint32_t row = 0; row < 2 * stream->period; row++)
        add_list(stream, &part, row % stream->period,
                 balance->change + (size_t)row * (balance->letters + 1), row >= stream->period);
}

/* For one phase: is there a message for each reception? */
static void match(struct stream *stream, mpz_t *received, mpz_t *sent) {
    uint64_t next = stream->depth; /* the largest value that is still there */
    for (uint64_t value = stream->depth + (uint64_t)1; value-- > 0;) {
        next = next > value + stream->slack ? value + stream->slack : next;
        while (mpz_cmp(sent[next], received[value]) < 0) {
            mpz_sub(received[value], received[value], sent[next]);
            if (next == value)
                read_refuted(stream->reader,
                             "too few messages can be received with the value %u cycles",
                             (uint32_t)value);
            mpz_set_ui(sent[next--], 0);
        }
        mpz_sub(sent[next], sent[next], received[value]);
    }
}

static void check_messages(struct stream *stream) {
    uint64_t values = stream->depth + (uint64_t)1;
    read_charge(stream->reader,
                4 * stream->period * values * (1 + stream->schedule.balance.longest));
    for (uint32_t phase = 0; phase < stream->period; phase++) {
        mpz_t *sent = stream->sent + phase * values;
        mpz_add_ui(sent[stream->depth], sent[stream->depth], 1);
        match(stream, stream->received + phase * values, sent);
    }
}

static void claim_stream(const struct stream *stream) {
    struct verdict *verdict = stream->reader->verdict;
    unsigned long long delay = stream->transfer + stream->depth, step = stream->step;
    const char *most = memory_digits(stream->most);
    logp_claim(&stream->machine, verdict);
    verdict_claim(verdict,
                  " capacity %s: a stream with an item in %llu cycles and delay %llu to N=%s "
                  "processors exists",
                  stream->capacity, step, delay, most);
    verdict_fields(verdict, "capacity=%s period=%u delay=%llu N=%s", stream->capacity,
                   stream->period, delay, most);
}

/* Its lines, and whether there is a message for each reception. */
static void check_parts(struct stream *stream) {
    while (read_take(stream->reader, "class"))
        check_part(stream);
    if (!read_is_at(stream->reader, "digest") && !read_is_at(stream->reader, "instance"))
        read_expected(stream->reader, "class E late W wait B, or the line digest or instance");
    if (mpz_cmp(stream->processors, stream->most) != 0)
        read_refuted_number(stream->reader, "processors of all lines before this one", stream->most,
                            stream->processors);
    check_messages(stream);
}

/* Reads the lines `class` and those of the parts, up to one that is none of these; the machine,
 * capacity, slack, s, T and `most` are set. */
static void stream_check(struct stream *stream) {
    if (stream->slack > stream->depth)
        stream->slack = stream->depth;
    size_t values = (size_t)stream->period * (stream->depth + (size_t)1);
    read_charge(stream->reader, 2 * BIG_WORK_OF_NUMBER * (uint64_t)values);
    stream->received = memory_numbers(values);
    stream->sent = memory_numbers(values);
    mpz_set_ui(stream->processors, 0);
    stream->words = false;
    stream->rest = -1;
    stream->root_size = 0;
    check_parts(stream);
    memory_free(stream->received);
    memory_free(stream->sent);
}

void rule_logp_schedule(struct reader *reader) {
    struct stream stream;
    stream_init(&stream, reader);
    stream_read_machine(&stream);
    read_capacity(&stream);
    stream.depth = read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT);
    read_big_line(reader, "processors", 1, stream.most);
    stream.period = read_number_line(reader, "period", 1, READ_NUMBER_LIMIT);
    stream_check(&stream);
    claim_stream(&stream);
}

/* --- kind logp-family --- */

/* Streams on a LogP machine for A(s) processors, for every s from some one on, by finitely many. No
 * limit at the receiver.
 *
 * A(s) = 1 for s < l, A(s) = A(s-G) + A(s-l) for s >= l, with A(s) = 1 for s < 0; l >= G. All times
 * are multiples of d = gcd(l,G) here: A changes at these only, and a stream of depth s is one of
 * every larger depth.
 *
 * **Window.** The file has a stream for A(s) processors and each s = F, F+d, .., U+l-d. Those of
 * s >= U consist of blocks and one processor that receives only, a value of 2G-d or more. For
 * the last G/d of them some block's head has the value s and is sent at once (`late 0`), and it is
 * a *ball*: floor(s/G) + (the sum of its letters) = 2r, r its size.
 *
 * **Rule.** If so, those of s-G and s-l, s >= U+l, make one of s. The block with the head s-G, of
 * class e, now receives its head G earlier, with the value s, and sends one item more, which comes
 * with the value s-l: that is the message that the stream of s-l had from the source. Nobody else
 * receives a value above s-G, so the source's message goes to the head as before. It has r+1
 * processors: the one that received only joins it, and another letter is received, 1 of its class,
 * with the value G + e <= 2G - d. That is not more than what this processor received, so there
 * are messages enough: all other receptions are those of one stream or the other. The head's level
 * has grown by one, so head and letters are 2r + 1 + 1 = 2(r+1): M. Hall's theorem orders
 * the block, and it is a ball again. Who received only in the stream of s-l still does. So the rule
 * goes on for ever. */

struct family {
    struct stream stream;
    struct growth growth;
    uint64_t unit;         /* d */
    uint32_t from, window; /* F, U */
};

static void read_family(struct family *family) {
    struct stream *stream = &family->stream;
    struct reader *reader = stream->reader;
    stream_read_machine(stream);
    family->from = read_number_line(reader, "from", 0, READ_DEPTH_LIMIT);
    family->window = read_number_line(reader, "window", family->from, READ_DEPTH_LIMIT);
    family->unit = growth_unit(stream->step, stream->transfer);
    if (stream->transfer < stream->step || family->from % family->unit != 0 ||
        family->window % family->unit != 0)
        read_malformed(reader,
                       "from and window are to be multiples of gcd(l,G) = %llu, and "
                       "l not below G; l = L+2o, G = max(g,2o)",
                       (unsigned long long)family->unit);
    stream->capacity = "none";
    stream->period = 1;
}

/* Sets N = A(s), the next s. */
static void set_most(struct family *family, uint64_t s) {
    mpz_set_ui(family->stream.most, 1);
    if (s < family->stream.transfer) {
        read_charge(family->stream.reader, 1);
        return;
    }
    mpz_set(family->stream.most, growth_next(&family->growth));
}

/* Of the window. */
static void check_rule(const struct family *family, bool ball) {
    const struct stream *stream = &family->stream;
    uint64_t needed = 2 * stream->step - family->unit;
    if (stream->words || stream->rest < (int64_t)needed)
        read_refuted(stream->reader,
                     "the stream before this line is to consist of blocks and of a processor "
                     "that receives only, with the value %llu or more",
                     (unsigned long long)needed);
    if (ball && (stream->root_size <= 0 || stream->root_sum != 2 * (uint64_t)stream->root_size))
        read_refuted(stream->reader, "the stream before this line is to have a block with the "
                                     "head s whose sum is twice its size");
}

static void check_instance(struct family *family, uint64_t s) {
    struct stream *stream = &family->stream;
    uint64_t end = family->window + stream->transfer;
    read_key(stream->reader, "instance");
    stream->depth = read_number(stream->reader, "depth", 0, READ_DEPTH_LIMIT);
    read_line_end(stream->reader);
    if (stream->depth != s)
        read_refuted(stream->reader, "the instance that comes next is %llu, found %u",
                     (unsigned long long)s, stream->depth);
    stream->slack = UINT32_MAX;
    stream_check(stream);
    if (s >= family->window)
        check_rule(family, s + stream->step >= end);
}

static void claim_family(const struct family *family) {
    const struct stream *stream = &family->stream;
    struct verdict *verdict = stream->reader->verdict;
    unsigned long long step = stream->step, transfer = stream->transfer;
    logp_claim(&stream->machine, verdict);
    verdict_claim(
        verdict,
        " capacity none: for every s >= %u a stream with an item in %llu cycles and delay "
        "%llu+s to A(s) = A(s-%llu) + A(s-%llu) processors exists",
        family->from, step, transfer, step, transfer);
    verdict_fields(verdict, "capacity=none from=%u window=%u", family->from, family->window);
}

void rule_logp_family(struct reader *reader) {
    struct family family = {.unit = 0};
    stream_init(&family.stream, reader);
    read_family(&family);
    growth_init(&family.growth, reader, family.stream.step / family.unit,
                family.stream.transfer / family.unit, 1);
    for (uint64_t s = 0; s < family.window + family.stream.transfer; s += family.unit) {
        set_most(&family, s);
        if (s >= family.from)
            check_instance(&family, s);
    }
    claim_family(&family);
}
