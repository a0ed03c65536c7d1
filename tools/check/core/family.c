#include "core/family.h"

#include "core/blocks.h"
#include "core/residues.h"

struct family {
    uint32_t latency;
    uint32_t from;         /* T */
    uint32_t receive_only; /* B */
    uint32_t impossible;   /* number of depths found impossible so far */
    struct block_rule blocks;
};

static bool check_impossible(struct family *family, struct reader *reader, uint32_t depth) {
    if (depth >= family->from)
        return read_refuted(reader, "depth %u >= T = %u must have a schedule", depth, family->from);
    verdict_claim(reader->verdict, family->impossible == 0 ? ", but none for t = %u" : ", %u",
                  depth);
    verdict_field(reader->verdict, "but", "%u", depth);
    family->impossible++;
    return read_line_end(reader) && residue_rule_check(&family->blocks.f, reader, depth);
}

static bool check_possible(struct family *family, struct reader *reader, uint32_t depth) {
    uint32_t L = family->latency, receive_only;
    uint64_t root_sum;
    if (!read_number(reader, "receive-only", 0, L - 1, &receive_only))
        return false;
    if (depth >= family->from && receive_only != family->receive_only)
        return read_refuted(reader, "from T on the receive-only letter is %u, found %u",
                            family->receive_only, receive_only);
    if (!read_line_end(reader) ||
        !block_rule_check(&family->blocks, reader, depth, receive_only, &root_sum))
        return false;
    uint64_t ball = (uint64_t)family->receive_only * (depth - L + 1);
    return depth < family->from + L - 1 || L - 1 + root_sum == ball ||
           read_refuted(reader,
                        "the root block before is not B-ball: expected L-1 + sum = %llu, "
                        "found %llu",
                        (unsigned long long)ball, (unsigned long long)(L - 1 + root_sum));
}

static bool check_instance(struct family *family, struct reader *reader, uint32_t depth) {
    uint32_t found;
    if (!read_key(reader, "instance") ||
        !read_number(reader, "the depth that comes next", depth, depth, &found))
        return false;
    bool impossible;
    return read_either(reader, "receive-only", "impossible", &impossible) &&
           (impossible ? check_impossible : check_possible)(family, reader, depth);
}

/* Reads `receive-only B` and the instances first..T+L-1. */
static bool check_instances(struct reader *reader, uint32_t latency, uint32_t from,
                            uint32_t first) {
    struct family family = {.latency = latency, .from = from};
    if (!read_number_line(reader, "receive-only", 0, latency - 1, &family.receive_only))
        return false;
    block_rule_init(&family.blocks, latency);
    bool right = true;
    for (uint32_t depth = first; right && depth < from + latency; depth++)
        right = check_instance(&family, reader, depth);
    block_rule_clear(&family.blocks);
    return right;
}

bool rule_family(struct reader *reader) {
    uint32_t latency, from;
    if (!read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, &latency) ||
        !read_number_line(reader, "from", 2 * latency, READ_DEPTH_LIMIT, &from))
        return false;
    verdict_claim(reader->verdict,
                  "L=%u: for every t >= %u and t = %u..%u a block-cyclic schedule with delay L+t "
                  "on P(t) processors exists",
                  latency, from, latency, from - 1);
    verdict_field(reader->verdict, "L", "%u", latency);
    verdict_field(reader->verdict, "from", "%u", from);
    return check_instances(reader, latency, from, latency);
}

bool rule_induction(struct reader *reader) {
    uint32_t latency, depth, from;
    if (!read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, &latency) ||
        !read_number_line(reader, "depth", 3 * latency, READ_NUMBER_LIMIT, &depth) ||
        !read_number_line(reader, "from", 2 * latency,
                          depth - latency < READ_DEPTH_LIMIT ? depth - latency : READ_DEPTH_LIMIT,
                          &from))
        return false;
    verdict_claim(reader->verdict,
                  "L=%u t=%u: a block-cyclic schedule with delay L+t on P(t) processors exists, by "
                  "induction from T=%u",
                  latency, depth, from);
    verdict_field(reader->verdict, "L", "%u", latency);
    verdict_field(reader->verdict, "t", "%u", depth);
    return check_instances(reader, latency, from, from);
}
