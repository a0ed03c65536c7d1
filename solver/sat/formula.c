/* SPDX-License-Identifier: MIT */
#include "solver/sat/formula.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

void formula_init(struct formula *formula, int variables) {
    require(variables >= 0);
    *formula = (struct formula){.variables = variables};
}

void formula_clear(struct formula *formula) {
    free(formula->literals);
    *formula = (struct formula){0};
}

static enum status grow(struct formula *formula) {
    assert(formula->length == formula->room);
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
    require(formula->fault || /* then its variables are not counted on */
            (literal <= formula->variables && literal >= -formula->variables));
    if (!formula->fault && formula->length == formula->room)
        formula->fault = grow(formula);
    if (formula->fault)
        return;
    assert(formula->length < formula->room);
    formula->literals[formula->length++] = literal;
    formula->clauses += literal == 0;
}

void formula_add_clause(struct formula *formula, const int *literals) {
    while (*literals)
        formula_add(formula, *literals++);
    formula_add(formula, 0);
}

void formula_at_most_one(struct formula *formula, const int *literals, int count) {
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            formula_clause(formula, -literals[i], -literals[j]);
}

enum status formula_fault(const struct formula *formula, struct failure *failure) {
    if (formula->fault == STATUS_LIMIT)
        return failure_set(failure, STATUS_LIMIT, "the formula has more than %d literals",
                           FORMULA_MAX_LENGTH);
    if (formula->fault)
        return failure_memory(failure, "a formula");
    return STATUS_OK;
}

void formula_order(struct formula *formula) {
    require(formula_is_closed(formula) || formula->fault);
    formula->plain = (struct formula_size){formula->variables, formula->clauses, formula->length};
}

struct formula formula_plain(const struct formula *formula) {
    struct formula plain = *formula;
    if (formula->plain.clauses) {
        plain.variables = formula->plain.variables;
        plain.clauses = formula->plain.clauses;
        plain.length = formula->plain.length;
    }
    plain.plain = (struct formula_size){0};
    return plain;
}

bool formula_is_closed(const struct formula *formula) {
    return formula->length == 0 || formula->literals[formula->length - 1] == 0;
}

size_t formula_violated(const struct formula *formula, const bool *model) {
    size_t number = 1;
    bool satisfied = false;
    assert(formula_is_closed(formula));
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
    assert(number == formula->clauses + 1);
    return 0;
}
