#include "core/impossible_blocks.h"

#include "core/cnf_blocks.h"
#include "core/cnf_size.h"
#include "core/lrat.h"
#include "core/slots.h"

static bool check_instance(struct reader *reader, const struct slots *slots,
                           struct clause_set *clauses) {
    bool sums;
    uint32_t variables, count;
    if (!read_key(reader, "encoding") || !read_either(reader, "words", "sums", &sums) ||
        !read_line_end(reader))
        return false;
    enum cnf_encoding encoding = sums ? CNF_SUMS : CNF_WORDS;
    if (!cnf_check_variables(reader, cnf_variables(slots, encoding), &variables) ||
        !cnf_read_count(reader, &count) ||
        !cnf_check_count(reader, cnf_build(slots, encoding, count, clauses), count))
        return false;
    verdict_claim(reader->verdict,
                  "L=%u t=%u: no block-cyclic schedule with delay L+t on P(t) processors exists, "
                  "by refuted formula in encoding %s with %u variables and %u clauses",
                  slots->latency, slots->depth, sums ? "sums" : "words", variables, count);
    verdict_fields(reader->verdict, "L=%u t=%u encoding=%s", slots->latency, slots->depth,
                   sums ? "sums" : "words");
    return lrat_refutes(reader, clauses, variables);
}

bool rule_impossible_cnf(struct reader *reader) {
    struct slots slots;
    struct clause_set clauses;
    if (!slots_read(&slots, reader))
        return false;
    clauses_init(&clauses);
    bool right = check_instance(reader, &slots, &clauses);
    clauses_clear(&clauses);
    rule_slots_clear(&slots);
    return right;
}
