/* The lines that state the size of a formula which the checker builds itself: `variables V` and
 * `clauses C`. */
#ifndef STEADYCHECK_CNF_SIZE_H
#define STEADYCHECK_CNF_SIZE_H

#include "core/read.h"

/* The whole line, V = expected. */
bool cnf_check_variables(struct reader *reader, uint64_t expected, uint32_t *variables);

/* The line up to its end, as a fault of the number is one of this line. */
bool cnf_read_count(struct reader *reader, uint32_t *count);

/* The end of that line; `expected` is what building with `count` as the most has returned. */
bool cnf_check_count(struct reader *reader, uint32_t expected, uint32_t count);

#endif
