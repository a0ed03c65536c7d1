#include "rest/summation.h"

#include "core/memory.h"
#include "rest/summation_work.h"

#include <stdlib.h>

/* --- the parameters --- */

/* The line `key number` with a number within 1..most, for numbers beyond 2^31. */
static bool read_long(struct reader *reader, const char *what, uint64_t most, uint64_t *number) {
    mpz_t big;
    mpz_init(big);
    bool right = read_big(reader, what, big);
    if (right && (mpz_sgn(big) == 0 || mpz_cmp_ui(big, most) > 0))
        right = read_malformed(reader, "expected %s, a number from 1 to %llu", what,
                               (unsigned long long)most);
    if (right)
        *number = mpz_get_ui(big);
    mpz_clear(big);
    return right && read_line_end(reader);
}

static bool read_parameters(struct summation *s) {
    struct reader *reader = s->reader;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &s->latency) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &s->overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, &s->gap) ||
        !read_number_line(reader, "processors", 1, SUMMATION_PROCESSORS_LIMIT, &s->processors))
        return false;
    s->operands_line = reader->number;
    if (!read_key(reader, "operands") ||
        !read_long(reader, "operands", ((uint64_t)1 << 62) - 1, &s->operands))
        return false;
    s->finish_line = reader->number;
    if (!read_number_line(reader, "finish", 0, READ_NUMBER_LIMIT, &s->finish))
        return false;
    s->first_line = reader->number;
    return true;
}

/* --- the lines of one processor --- */

uint64_t summation_end(const struct summation *s, const struct work *work) {
    if (work->kind == WORK_ADD)
        return (uint64_t)work->time + work->number;
    return (uint64_t)work->time + s->overhead + (work->kind == WORK_RECEIVE);
}

static bool read_work_kind(struct reader *reader, enum work_kind *kind) {
    static const char *const keys[] = {"add", "receive", "send"};
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    for (*kind = WORK_ADD; *kind <= WORK_SEND; ++*kind)
        if (word_is(word, keys[*kind]))
            return true;
    return read_malformed(reader, "expected add, receive, send, processor or digest, found '%.*s'",
                          WORD_IN_MESSAGE(word));
}

static bool read_work(const struct summation *s, uint32_t least, struct work *work) {
    struct reader *reader = s->reader;
    if (!read_work_kind(reader, &work->kind) ||
        !read_number(reader, "a time after the last one", least, READ_NUMBER_LIMIT, &work->time))
        return false;
    if (work->kind == WORK_ADD)
        return read_number(reader, "count", 1, READ_NUMBER_LIMIT, &work->number);
    return read_number(reader, work->kind == WORK_SEND ? "receiver" : "sender", 0,
                       s->processors - 1, &work->number);
}

/* What one processor has done so far. */
struct progress {
    uint32_t processor;
    uint64_t busy;     /* until then */
    uint64_t receives; /* the earliest time at which it may receive again */
};

static bool check_work(const struct summation *s, struct progress *progress,
                       const struct work *work) {
    if (work->time < progress->busy)
        return read_refuted(s->reader, "processor %u is busy at time %u, until %llu",
                            progress->processor, work->time, (unsigned long long)progress->busy);
    progress->busy = summation_end(s, work);
    if (work->kind != WORK_RECEIVE)
        return true;
    if (work->time < progress->receives)
        return read_refuted(s->reader,
                            "processor %u receives at time %u, less than g behind the last "
                            "reception, and may from %llu on",
                            progress->processor, work->time,
                            (unsigned long long)progress->receives);
    progress->receives = (uint64_t)work->time + s->gap;
    return true;
}

static bool add_work(struct summation *s, const struct work *work) {
    if (s->count == SUMMATION_LINES_LIMIT)
        return read_malformed(s->reader, "too large: more than %d lines of work",
                              SUMMATION_LINES_LIMIT);
    s->works = memory_grow(s->works, &s->works_capacity, s->count + 1, sizeof *s->works);
    s->works[s->count++] = *work;
    return read_line_end(s->reader);
}

static bool read_works(struct summation *s, uint32_t processor) {
    struct progress progress = {.processor = processor};
    struct work work = {.kind = WORK_ADD};
    uint32_t least = 0;
    while (work.kind != WORK_SEND && !read_is_at(s->reader, "processor") &&
           !read_is_at(s->reader, "digest")) {
        if (!read_work(s, least, &work) || !check_work(s, &progress, &work) || !add_work(s, &work))
            return false;
        least = work.time + 1;
        s->adders[processor].missing += work.kind == WORK_RECEIVE;
    }
    return true;
}

static bool read_processors(struct summation *s) {
    struct reader *reader = s->reader;
    for (uint32_t p = 0; p < s->processors; p++) {
        s->adders = memory_grow(s->adders, &s->adders_capacity, (size_t)p + 2, sizeof *s->adders);
        struct adder *adder = &s->adders[p];
        *adder = (struct adder){.first = (uint32_t)s->count};
        uint32_t number;
        if (!read_key(reader, "processor") ||
            !read_number(reader, "the next processor", p, p, &number) ||
            !read_key(reader, "begins") ||
            !read_long(reader, "operand", s->operands, &adder->lowest) || !read_works(s, p))
            return false;
        s->adders[p].highest = s->adders[p].lowest;
        s->adders[p + 1].first = (uint32_t)s->count;
    }
    return true;
}

/* --- the whole --- */

struct reader *summation_at_processor(const struct summation *s, uint32_t processor) {
    s->reader->number = s->first_line + processor + s->adders[processor].first;
    return s->reader;
}

struct reader *summation_at_work(const struct summation *s, uint32_t processor, size_t work) {
    s->reader->number = s->first_line + processor + 1 + work;
    return s->reader;
}

const struct work *summation_sending(const struct summation *s, uint32_t processor) {
    uint32_t end = s->adders[processor + 1].first;
    const struct work *last = end > s->adders[processor].first ? &s->works[end - 1] : NULL;
    return last && last->kind == WORK_SEND ? last : NULL;
}

static bool find_root(struct summation *s) {
    bool found = false;
    for (uint32_t p = 0; p < s->processors; p++) {
        if (summation_sending(s, p))
            continue;
        if (found)
            return read_refuted(summation_at_processor(s, p),
                                "neither processor %u nor processor %u sends what it has", s->root,
                                p);
        found = true;
        s->root = p;
    }
    return found || read_refuted(s->reader, "every processor sends away what it has");
}

static bool check_finish(const struct summation *s) {
    const struct adder *root = &s->adders[s->root];
    bool works = root[1].first > root->first;
    uint64_t end = works ? summation_end(s, &s->works[root[1].first - 1]) : 0;
    if (end != s->finish) {
        s->reader->number = s->finish_line;
        return read_refuted(s->reader, "finish: expected %llu, found %u", (unsigned long long)end,
                            s->finish);
    }
    if (root->lowest == 1 && root->highest == s->operands)
        return true;
    s->reader->number = s->operands_line;
    return read_refuted(s->reader,
                        "operands: in the end processor %u has the sum of %llu to %llu, not of 1 "
                        "to %llu",
                        s->root, (unsigned long long)root->lowest,
                        (unsigned long long)root->highest, (unsigned long long)s->operands);
}

static bool check_all(struct summation *s) {
    if (!read_parameters(s) || !read_processors(s))
        return false;
    if (!read_is_at(s->reader, "digest"))
        return read_key(s->reader, "digest"); /* says what is there instead */
    if (!find_root(s) || !summation_check_messages(s) || !summation_check_sums(s) ||
        !check_finish(s))
        return false;
    verdict_claim(
        s->reader->verdict,
        "LogP L=%u o=%u g=%u P=%u: the sum of %llu operand%s in their order is known at time %u",
        s->latency, s->overhead, s->gap, s->processors, (unsigned long long)s->operands,
        s->operands > 1 ? "s" : "", s->finish);
    verdict_field(s->reader->verdict, "L", "%u", s->latency);
    verdict_field(s->reader->verdict, "o", "%u", s->overhead);
    verdict_field(s->reader->verdict, "g", "%u", s->gap);
    verdict_field(s->reader->verdict, "P", "%u", s->processors);
    verdict_field(s->reader->verdict, "operands", "%llu", (unsigned long long)s->operands);
    verdict_field(s->reader->verdict, "end", "%u", s->finish);
    return true;
}

bool rule_summation(struct reader *reader) {
    struct summation s = {.reader = reader};
    bool right = check_all(&s);
    free(s.adders);
    free(s.works);
    return right;
}
