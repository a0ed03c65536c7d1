/* SPDX-License-Identifier: MIT */
#include "solver/items/search/items_formula.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/items/search/items_builder.h"

bool items_builder_take(struct items_builder *q, long count, int *before) {
    struct formula *formula = q->formula;
    assert(count >= 0);
    if (count > FORMULA_MAX_VARIABLES - formula->variables && !formula->fault)
        formula->fault = STATUS_LIMIT;
    if (formula->fault)
        return false;
    *before = formula->variables;
    formula->variables += (int)count;
    return true;
}

static void at_most_one(struct items_builder *q, const int *x, int count) {
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            items_clause_2(q, -x[i], -x[j]);
}

void items_at_most(struct items_builder *q, int m) {
    const int *x = q->list - 1;
    int n = q->listed, a;
    assert(m >= 1 && n <= q->room);
    if (n <= m)
        return;
    if (m == 1) {
        at_most_one(q, q->list, n);
        return;
    }
    if (!items_builder_take(q, (long)(n - 1) * m, &a))
        return;
    for (int i = 1; i <= n; i++) {
        int now = a + (i - 1) * m, before = now - m; /* variables before a(i,1), a(i-1,1) */
        assert(i == n || now + m <= q->formula->variables);
        if (i < n)
            items_clause_2(q, -x[i], now + 1);
        for (int k = 1; i > 1 && i < n && k <= m; k++) {
            items_clause_2(q, -(before + k), now + k);
            if (k > 1)
                items_clause_3(q, -x[i], -(before + k - 1), now + k);
        }
        if (i > 1)
            items_clause_2(q, -x[i], -(before + m));
    }
}

void items_builder_init(struct items_builder *q, const struct items_question *question, int time,
                        struct formula *formula) {
    *q = (struct items_builder){.formula = formula,
                                .L = question->latency,
                                .p = question->ports,
                                .N = question->processors,
                                .K = question->items,
                                .T = time,
                                .single = question->single};
    q->steps = time - q->L + 1;
    assert(q->steps >= 1 && q->formula->length == 0);
    q->late = q->steps > q->L ? q->steps - q->L : 0;
    q->copies = q->p < q->N ? q->p : q->N;
    items_number(q);
}

/* The list holds all that one processor receives or sends at one time, or all sends of one item at
 * one time, or all that the source sends of it. */
static enum status allocate(struct items_builder *q) {
    size_t rows = (size_t)q->N + 1, copies = (size_t)q->copies, items = (size_t)q->K;
    size_t longest = (rows + items + (size_t)q->steps) * copies + items;
    assert(longest <= INT_MAX);
    q->room = (int)longest;
    q->list = memory_new(longest, sizeof *q->list);
    return q->list ? STATUS_OK : STATUS_MEMORY;
}

static enum status check(const struct items_question *question, int time, struct failure *failure) {
    const int values[] = {question->latency, question->ports, question->processors, question->items,
                          time};
    static const char *const names[] = {"latency", "ports", "processors", "items", "time"};
    for (int i = 0; i < 5; i++) {
        int least = i < 4 ? 1 : question->latency;
        if (values[i] < least)
            return failure_set(failure, STATUS_INPUT, "%s %d is less than %d", names[i], values[i],
                               least);
        if (values[i] > ITEMS_FORMULA_MOST)
            return failure_set(failure, STATUS_LIMIT,
                               "%s %d is more than %d, too much for a formula", names[i], values[i],
                               ITEMS_FORMULA_MOST);
    }
    return STATUS_OK;
}

static void build(struct items_builder *q, enum items_encoding encoding) {
    if (q->formula->fault)
        return;
    q->formula->fault = allocate(q);
    if (q->formula->fault == STATUS_OK)
        items_clauses(q);
    if (q->formula->fault == STATUS_OK && encoding == ITEMS_ORDERED)
        items_order(q);
    assert(formula_is_closed(q->formula) || q->formula->fault);
    free(q->list);
}

static enum status too_long(struct failure *failure) {
    return failure_set(failure, STATUS_LIMIT, "the formula has more than %d literals",
                       ITEMS_FORMULA_MOST_LITERALS);
}

enum status items_formula_build(const struct items_question *question, int time,
                                enum items_encoding encoding, struct formula *formula,
                                struct failure *failure) {
    struct formula result;
    struct items_builder builder;
    enum status status = check(question, time, failure);
    if (status)
        return status;
    double length = items_formula_length(question, time, encoding);
    if (length > ITEMS_FORMULA_MOST_LITERALS)
        return too_long(failure);
    formula_init(&result, 0);
    items_builder_init(&builder, question, time, &result);
    build(&builder, encoding);
    status = formula_fault(&result, failure);
    assert(status || (double)result.length == length); /* as was foretold */
    if (status)
        formula_clear(&result);
    else
        *formula = result;
    return status;
}

static enum status finish(const struct items_question *question, int time,
                          struct message_array *array, struct message_list *list,
                          struct failure *failure) {
    struct message_list made = items_question_list(question);
    enum status status = message_array_finish(array, &made, failure);
    if (!status && (made.finish > time || (question->single && !made.single)))
        status =
            failure_set(failure, STATUS_INTERNAL, "a model gives no schedule in time %d", time);
    if (!status)
        *list = made;
    return status;
}

enum status items_formula_decode(const struct items_question *question, int time, const bool *model,
                                 struct message_array *array, struct message_list *list,
                                 struct failure *failure) {
    require(check(question, time, NULL) == STATUS_OK);
    struct items_builder builder;
    struct formula numbers;
    formula_init(&numbers, 0);
    items_builder_init(&builder, question, time, &numbers);
    message_array_init(array);
    items_messages(&builder, model, array);
    enum status status = finish(question, time, array, list, failure);
    if (status)
        message_array_clear(array);
    return status;
}
