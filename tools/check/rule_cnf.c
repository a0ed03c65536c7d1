#include "rule_cnf.h"

#include "cnf_formula.h"
#include "lrat.h"
#include "rule_slots.h"

#include <stdlib.h>

static bool check_variables(struct reader *reader, const struct slots *slots,
                            enum cnf_encoding encoding, uint32_t *variables) {
    uint64_t expected = cnf_variables(slots, encoding);
    if (!read_key(reader, "variables") ||
        !read_number(reader, "variables", 1, LRAT_VARIABLE_LIMIT, variables))
        return false;
    if (*variables != expected)
        return read_refuted(reader, "variables: expected %llu, found %u",
                            (unsigned long long)expected, *variables);
    return read_line_end(reader);
}

static bool check_clauses(struct reader *reader, const struct slots *slots,
                          enum cnf_encoding encoding, struct clause_set *clauses, uint32_t *count) {
    if (!read_key(reader, "clauses") ||
        !read_number(reader, "clauses", 1, READ_NUMBER_LIMIT, count))
        return false;
    uint32_t expected = cnf_build(slots, encoding, *count, clauses);
    if (expected == 0)
        return read_malformed(reader, "the clauses need more than 1 GiB");
    if (expected > *count)
        return read_refuted(reader, "clauses: the formula has more than %u", *count);
    if (expected < *count)
        return read_refuted(reader, "clauses: expected %u, found %u", expected, *count);
    return read_line_end(reader);
}

static bool check_instance(struct reader *reader, const struct slots *slots,
                           struct clause_set *clauses) {
    bool sums;
    uint32_t variables, count;
    if (!read_key(reader, "encoding") || !read_either(reader, "words", "sums", &sums) ||
        !read_line_end(reader))
        return false;
    enum cnf_encoding encoding = sums ? CNF_SUMS : CNF_WORDS;
    if (!check_variables(reader, slots, encoding, &variables) ||
        !check_clauses(reader, slots, encoding, clauses, &count))
        return false;
    verdict_claim(reader->verdict,
                  "L=%u t=%u: no block-cyclic schedule with delay L+t on P(t) processors exists, "
                  "by refuted formula in encoding %s with %u variables and %u clauses",
                  slots->latency, slots->depth, sums ? "sums" : "words", variables, count);
    return lrat_refutes(reader, clauses, variables, count);
}

bool rule_impossible_cnf(struct reader *reader) {
    struct slots slots;
    struct clause_set clauses;
    if (!slots_read(&slots, reader))
        return false;
    clauses_init(&clauses);
    bool right = check_instance(reader, &slots, &clauses);
    clauses_clear(&clauses);
    slots_clear(&slots);
    return right;
}

static bool read_clause(struct reader *reader, uint32_t id, uint32_t variables,
                        struct literals *literals, struct clause_set *clauses) {
    literals->count = 0;
    if (!read_key(reader, "clause") || !lrat_read_literals(reader, variables, literals))
        return false;
    if (!clauses_add(clauses, id, literals->array, literals->count))
        return read_malformed(reader, "the clauses need more than 1 GiB");
    return read_line_end(reader);
}

/* The clauses are the claim, so their digest is part of its words. */
static bool read_clauses(struct reader *reader, uint32_t variables, uint32_t count,
                         struct clause_set *clauses) {
    struct literals literals = {.count = 0};
    struct digest digest;
    bool right = true;
    digest_init(&digest);
    for (uint32_t id = 1; right && id <= count; id++) {
        digest_update(&digest, reader->line, reader->length);
        right = read_clause(reader, id, variables, &literals, clauses);
    }
    free(literals.array);
    char hex[DIGEST_HEX_SIZE];
    digest_hex(&digest, hex);
    if (right)
        verdict_claim(reader->verdict,
                      "the %u clauses on %u variables whose lines have sha256 %s have no common "
                      "satisfying assignment",
                      count, variables, hex);
    return right;
}

bool rule_cnf(struct reader *reader) {
    uint32_t variables, count;
    if (!read_number_line(reader, "variables", 0, LRAT_VARIABLE_LIMIT, &variables) ||
        !read_number_line(reader, "clauses", 0, READ_NUMBER_LIMIT - 1, &count))
        return false;
    struct clause_set clauses;
    clauses_init(&clauses);
    bool right = read_clauses(reader, variables, count, &clauses) &&
                 lrat_refutes(reader, &clauses, variables, count);
    clauses_clear(&clauses);
    return right;
}
