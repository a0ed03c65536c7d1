#include "rest/reach.h"

#include "core/big.h"

/* About a second. */
#define LIMB_ADDITIONS_LIMIT ((uint64_t)1 << 30)

struct reach {
    uint32_t latency, overhead, gap, time;
};

/* In units of which all times are multiples. */
struct steps {
    uint64_t apart;    /* h */
    uint64_t transfer; /* l */
    uint64_t time;
};

static uint64_t divisor(uint64_t a, uint64_t b) {
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct steps steps_of(const struct reach *reach) {
    uint64_t apart = reach->gap > reach->overhead ? reach->gap : reach->overhead;
    uint64_t transfer = reach->latency + 2 * (uint64_t)reach->overhead;
    uint64_t unit = divisor(apart, transfer);
    return (struct steps){apart / unit, transfer / unit, reach->time / unit};
}

/* A(s) at [s mod room]; 1 before all times. False beyond the limit of work. */
static bool fill(const struct steps *steps, mpz_t *known, uint64_t room) {
    uint64_t additions = 0;
    for (uint64_t s = 0; s <= steps->time; s++) {
        mpz_ptr sum = known[s % room];
        if (s < steps->transfer) {
            mpz_set_ui(sum, 1);
            continue;
        }
        mpz_srcptr child = known[(s - steps->transfer) % room];
        if (s < steps->apart)
            mpz_add_ui(sum, child, 1);
        else
            mpz_add(sum, known[(s - steps->apart) % room], child);
        additions += mpz_size(sum);
        if (additions > LIMB_ADDITIONS_LIMIT)
            return false;
    }
    return true;
}

/* The oldest place is read before it is written, so max(h,l) places do. */
static uint64_t room_for(const struct steps *steps) {
    uint64_t back = steps->apart > steps->transfer ? steps->apart : steps->transfer;
    return back < steps->time + 1 ? back : steps->time + 1;
}

static bool check_processors(const struct reach *reach, struct reader *reader, mpz_ptr processors) {
    struct steps steps = steps_of(reach);
    if (!read_key(reader, "processors") || !read_big(reader, "processors", processors))
        return false;
    if (steps.time > REACH_TIME_LIMIT)
        return read_malformed(reader, "the time, %llu units, is beyond the limit of %d units",
                              (unsigned long long)steps.time, REACH_TIME_LIMIT);
    uint64_t room = room_for(&steps);
    mpz_t *known = big_array_new(room);
    mpz_srcptr last = known[steps.time % room];
    bool right = fill(&steps, known, room);
    if (!right)
        read_malformed(reader, "time %u is beyond the limit of work for this machine", reach->time);
    else if (mpz_cmp(last, processors) != 0)
        right = read_refuted_number(reader, "processors", last, processors);
    big_array_free(known, room);
    return right;
}

static bool check_claim(const struct reach *reach, struct reader *reader, mpz_ptr processors) {
    if (!check_processors(reach, reader, processors))
        return false;
    verdict_claim(reader->verdict, "LogP L=%u o=%u g=%u: no more than ", reach->latency,
                  reach->overhead, reach->gap);
    verdict_claim_number(reader->verdict, processors);
    verdict_claim(reader->verdict,
                  " processors know an item at time %u that one of them has at time 0",
                  reach->time);
    verdict_field(reader->verdict, "L", "%u", reach->latency);
    verdict_field(reader->verdict, "o", "%u", reach->overhead);
    verdict_field(reader->verdict, "g", "%u", reach->gap);
    verdict_field(reader->verdict, "time", "%u", reach->time);
    verdict_field_number(reader->verdict, "most", processors);
    return read_line_end(reader);
}

bool rule_reach(struct reader *reader) {
    struct reach reach;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &reach.latency) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &reach.overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, &reach.gap) ||
        !read_number_line(reader, "time", 0, READ_NUMBER_LIMIT, &reach.time))
        return false;
    mpz_t processors;
    mpz_init(processors);
    bool right = check_claim(&reach, reader, processors);
    mpz_clear(processors);
    return right;
}
