/* SPDX-License-Identifier: MIT */
/* Kind cnf: the formula is listed, and is part of the claim; a refutation by LRAT lines. */
#include "core/lrat.h"
#include "core/read.h"
#include "rest/rules.h"

/* The clauses are the claim, so their digest is part of its words. */
void rule_cnf(struct reader *reader) {
    uint32_t variables = read_number_line(reader, "variables", 0, LRAT_VARIABLE_LIMIT);
    uint32_t count = read_number_line(reader, "clauses", 0, READ_NUMBER_LIMIT - 1);
    struct clause_set clauses = {.last = 0};
    struct number_list literals = {.count = 0};
    struct digest digest;
    char hex[DIGEST_HEX_SIZE];
    digest_init(&digest);
    for (uint32_t id = 1; id <= count; id++) {
        digest_update(&digest, reader->line, (size_t)(reader->next - reader->line));
        read_key(reader, "clause");
        lrat_read_literals(reader, variables, &literals);
        clauses_add(&clauses, literals.array, literals.count);
        read_line_end(reader);
    }
    digest_hex(&digest, hex);
    verdict_claim(reader->verdict,
                  "the %u clauses on %u variables whose lines have sha256 %s have no common "
                  "satisfying assignment",
                  count, variables, hex);
    verdict_fields(reader->verdict, "sha256=%s", hex);
    lrat_refutes(reader, &clauses, variables);
}
