/* The lines that say which formula the checker builds itself: `encoding`, `variables V`, `clauses
 * C`; and what the verdict says of it. */
#ifndef STEADYCHECK_CNF_SIZE_H
#define STEADYCHECK_CNF_SIZE_H

#include "core/cnf_order.h"
#include "core/read.h"

/* The line `encoding plain`, when *order becomes NULL, or ordered, if it is not NULL before. */
bool cnf_read_encoding(struct reader *reader, const struct cnf_order **order);

/* The whole line, V = expected. */
bool cnf_check_variables(struct reader *reader, uint64_t expected, uint32_t *variables);

/* The line up to its end, as a fault of the number is one of this line. */
bool cnf_read_count(struct reader *reader, uint32_t *count);

/* The end of that line; `expected` is what building with `count` as the most has returned. */
bool cnf_check_count(struct reader *reader, uint32_t expected, uint32_t count);

/* The end of the claim, and the end of the fields. */
void cnf_claim(struct verdict *verdict, uint32_t variables, uint32_t count,
               const struct cnf_order *order);
void cnf_field(struct verdict *verdict, const struct cnf_order *order);

#endif
