#include "core/cnf_size.h"

#include "core/certificate.h"
#include "core/lrat.h"

bool cnf_read_encoding(struct reader *reader, const struct cnf_order **order) {
    bool ordered;
    if (!read_key(reader, "encoding") || !read_either(reader, "plain", "ordered", &ordered))
        return false;
    if (ordered && !*order)
        return read_malformed(reader, "the encoding is ordered%s", certificate_unknown);
    *order = ordered ? *order : NULL;
    return read_line_end(reader);
}

bool cnf_check_variables(struct reader *reader, uint64_t expected, uint32_t *variables) {
    if (!read_key(reader, "variables") ||
        !read_number(reader, "variables", 1, LRAT_VARIABLE_LIMIT, variables))
        return false;
    if (*variables != expected)
        return read_refuted(reader, "variables: expected %llu, found %u",
                            (unsigned long long)expected, *variables);
    return read_line_end(reader);
}

bool cnf_read_count(struct reader *reader, uint32_t *count) {
    return read_key(reader, "clauses") &&
           read_number(reader, "clauses", 1, READ_NUMBER_LIMIT, count);
}

bool cnf_check_count(struct reader *reader, uint32_t expected, uint32_t count) {
    if (expected == 0)
        return read_malformed(reader, "the clauses need more than 1 GiB");
    if (expected > count)
        return read_refuted(reader, "clauses: the formula has more than %u", count);
    if (expected < count)
        return read_refuted(reader, "clauses: expected %u, found %u", expected, count);
    return read_line_end(reader);
}

void cnf_claim(struct verdict *verdict, uint32_t variables, uint32_t count,
               const struct cnf_order *order) {
    verdict_claim(verdict, ", by refuted formula with %u variables and %u clauses", variables,
                  count);
    if (order)
        verdict_claim(verdict, ", rests on THEOREMS %s", order->rests);
}

void cnf_field(struct verdict *verdict, const struct cnf_order *order) {
    if (order)
        verdict_fields(verdict, "rests=%s", order->rests);
}
