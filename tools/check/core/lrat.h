/* Checks a refutation, line by line: each `lrat` line adds a clause that follows by unit
 * propagation along its hints. Linear in the literals of the clauses that the hints name. */
#ifndef STEADYCHECK_LRAT_H
#define STEADYCHECK_LRAT_H

#include "core/clauses.h"
#include "core/read.h"

enum { LRAT_VARIABLE_LIMIT = 1 << 28 };

struct literals {
    int32_t *array;
    size_t count, capacity;
};

/* Appends LIT ... up to and with the closing 0. */
bool lrat_read_literals(struct reader *reader, uint32_t variables, struct literals *literals);

/* Reads lrat and delete lines up to the empty clause. `clauses` holds the formula, numbers 1..last;
 * it changes. Literals are within 1..variables <= LRAT_VARIABLE_LIMIT. */
bool lrat_refutes(struct reader *reader, struct clause_set *clauses, uint32_t variables,
                  uint32_t last);

#endif
