/* SPDX-License-Identifier: MIT */
#include "rest/logp_family.h"

#include "core/growth.h"
#include "rest/logp_schedule.h"

struct family {
    struct stream stream;
    struct growth growth;
    uint64_t unit;         /* d */
    uint32_t from, window; /* F, U */
};

static bool read_frame(struct family *family) {
    struct stream *stream = &family->stream;
    struct reader *reader = stream->reader;
    if (!stream_read_machine(stream) ||
        !read_number_line(reader, "from", 0, READ_DEPTH_LIMIT, &family->from) ||
        !read_number_line(reader, "window", family->from, READ_DEPTH_LIMIT, &family->window))
        return false;
    family->unit = growth_unit(stream->step, stream->transfer);
    if (stream->transfer < stream->step || family->from % family->unit != 0 ||
        family->window % family->unit != 0)
        return read_malformed(reader,
                              "from and window are to be multiples of gcd(l,G) = %llu, and "
                              "l not below G; l = L+2o, G = max(g,2o)",
                              (unsigned long long)family->unit);
    stream->capacity = "none";
    stream->period = 1;
    return true;
}

/* Sets N = A(s), the next s. */
static bool count(struct family *family, uint64_t s) {
    mpz_set_ui(family->stream.most, 1);
    if (s < family->stream.transfer)
        return read_charge(family->stream.reader, 1);
    mpz_srcptr term = growth_next(&family->growth);
    if (term)
        mpz_set(family->stream.most, term);
    return term != NULL;
}

/* Of the window. */
static bool check_rule(const struct family *family, bool ball) {
    const struct stream *stream = &family->stream;
    uint64_t needed = 2 * stream->step - family->unit;
    if (stream->words || stream->rest < (int64_t)needed)
        return read_refuted(
            stream->reader,
            "the stream before this line is to consist of blocks and of a processor "
            "that receives only, with the value %llu or more",
            (unsigned long long)needed);
    return !ball ||
           (stream->root_size > 0 && stream->root_sum == 2 * (uint64_t)stream->root_size) ||
           read_refuted(stream->reader, "the stream before this line is to have a block with the "
                                        "head s whose sum is twice its size");
}

static bool check_instance(struct family *family, uint64_t s) {
    struct stream *stream = &family->stream;
    uint64_t end = family->window + stream->transfer;
    if (!read_key(stream->reader, "instance") ||
        !read_number(stream->reader, "depth", 0, READ_DEPTH_LIMIT, &stream->depth) ||
        !read_line_end(stream->reader))
        return false;
    if (stream->depth != s)
        return read_refuted(stream->reader, "the instance that comes next is %llu, found %u",
                            (unsigned long long)s, stream->depth);
    stream->slack = UINT32_MAX;
    return stream_check(stream) &&
           (s < family->window || check_rule(family, s + stream->step >= end));
}

static bool check_all(struct family *family) {
    uint64_t end = family->window + family->stream.transfer;
    for (uint64_t s = 0; s < end; s += family->unit)
        if (!count(family, s) || (s >= family->from && !check_instance(family, s)))
            return false;
    return true;
}

static void claim(const struct family *family) {
    const struct stream *stream = &family->stream;
    struct verdict *verdict = stream->reader->verdict;
    unsigned long long step = stream->step, transfer = stream->transfer;
    verdict_claim(verdict,
                  "LogP L=%u o=%u g=%u capacity none: for every s >= %u a stream with an item in "
                  "%llu cycles and delay %llu+s to A(s) = A(s-%llu) + A(s-%llu) processors exists",
                  stream->latency, stream->overhead, stream->gap, family->from, step, transfer,
                  step, transfer);
    verdict_fields(verdict, "L=%u o=%u g=%u capacity=none from=%u window=%u", stream->latency,
                   stream->overhead, stream->gap, family->from, family->window);
}

bool rule_logp_family(struct reader *reader) {
    struct family family = {.unit = 0};
    stream_init(&family.stream, reader);
    bool right = read_frame(&family);
    if (right) {
        const struct stream *stream = &family.stream;
        growth_init(&family.growth, reader, stream->step / family.unit,
                    stream->transfer / family.unit, 1);
        right = check_all(&family);
        growth_clear(&family.growth);
    }
    stream_clear(&family.stream);
    if (right)
        claim(&family);
    return right;
}
