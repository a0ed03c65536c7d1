#include "solver/sat/formula.h"

#include <stdlib.h>

#include "automata/memory.h"

void formula_init(struct formula *formula, int variables) {
    *formula = (struct formula){.variables = variables};
}

void formula_clear(struct formula *formula) {
    free(formula->literals);
    *formula = (struct formula){0};
}

static enum status grow(struct formula *formula) {
    size_t room = formula->room ? 2 * formula->room : 1024;
    if (room > FORMULA_MAX_LENGTH)
        return STATUS_LIMIT;
    int *literals = memory_resize(formula->literals, room, sizeof *literals);
    if (!literals)
        return STATUS_MEMORY;
    formula->literals = literals;
    formula->room = room;
    return STATUS_OK;
}

void formula_add(struct formula *formula, int literal) {
    if (!formula->fault && formula->length == formula->room)
        formula->fault = grow(formula);
    if (formula->fault)
        return;
    formula->literals[formula->length++] = literal;
    formula->clauses += literal == 0;
}

enum status formula_fault(const struct formula *formula, struct failure *failure) {
    if (formula->fault == STATUS_LIMIT)
        return failure_set(failure, STATUS_LIMIT, "the formula has more than %d literals",
                           FORMULA_MAX_LENGTH);
    if (formula->fault)
        return failure_memory(failure, "a formula");
    return STATUS_OK;
}

size_t formula_violated(const struct formula *formula, const bool *model) {
    size_t number = 1;
    bool satisfied = false;
    for (size_t i = 0; i < formula->length; i++) {
        int literal = formula->literals[i];
        if (literal) {
            satisfied |= model[abs(literal)] == (literal > 0);
        } else if (!satisfied) {
            return number;
        } else {
            satisfied = false;
            number++;
        }
    }
    return 0;
}
