/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame_formula.h"

#include "automata/memory.h"
#include "automata/word.h"
#include "solver/proof/sat/formula.h"

/* --- where a stream leaves rows free --- */

static bool rows_new(struct endgame_rows *rows) {
    size_t count = (size_t)rows->processors + 1, times = (size_t)rows->finish + 1;
    return NEW(count * times, rows->receives, rows->sends) && NEW(count, rows->twins);
}

void endgame_rows_clear(struct endgame_rows *rows) {
    FREE_ALL(rows->receives, rows->sends, rows->twins);
    *rows = (struct endgame_rows){0};
}

/* The value v at TIME y belongs to an item that is kept if y + v < L+t: the source sent it before
 * TIME 0. Likewise for what is sent. */
static void follow_word(struct endgame_rows *rows, int depth, const struct word_class *class,
                        size_t place, int row) {
    int due = rows->latency + depth;
    for (int time = 0; time <= rows->finish; time++) {
        int value = class->values[place], sent = class->sends[place];
        int at = row * (rows->finish + 1) + time;
        rows->receives[at] = time + value < due;
        rows->sends[at] = sent != CLOSED_WORD_SILENT && time + sent < due;
        place = place + 1 == class->length ? 0 : place + 1;
    }
}

enum status endgame_rows_init(struct endgame_rows *rows, const struct schedule *words, int endgame,
                              int finish, struct failure *failure) {
    CLEANUP(endgame_rows_clear)
    struct endgame_rows result = {.latency = words->latency, .endgame = endgame, .finish = finish};
    int row = 1;
    for (size_t w = 0; w < words->word_count; w++)
        result.processors += (int)words->words[w].length * (int)mpz_get_si(words->words[w].count);
    TRY(memory_check(rows_new(&result), failure, "an endgame"));
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        int copies = (int)mpz_get_si(class->count);
        for (size_t place = 0; place < class->length; place++)
            for (int i = 0; i < copies; i++, row++) {
                follow_word(&result, words->depth, class, place, row);
                result.twins[row] = i + 1 < copies;
            }
    }
    *rows = TAKE(result);
    return STATUS_OK;
}

/* --- who receives and who sends which item --- */

void endgame_choice_clear(struct endgame_choice *choice) {
    FREE_ALL(choice->receives, choice->sends);
    *choice = (struct endgame_choice){0};
}

enum status endgame_choice_init(struct endgame_choice *choice, const struct endgame_rows *rows,
                                struct failure *failure) {
    size_t count = ((size_t)rows->processors + 1) * ((size_t)rows->finish + 1);
    CLEANUP(endgame_choice_clear) struct endgame_choice result = {.rows = rows};
    TRY(memory_check(NEW(count, result.receives, result.sends), failure, "an endgame"));
    *choice = TAKE(result);
    return STATUS_OK;
}

enum status endgame_choice_messages(const struct endgame_choice *choice,
                                    struct message_array *messages, struct failure *failure) {
    const struct endgame_rows *rows = choice->rows;
    int times = rows->finish + 1;
    for (int y = rows->latency; y <= rows->finish; y++)
        for (int item = 1; item <= rows->endgame; item++) {
            int from = 0, x = y - rows->latency;
            for (int row = 1; row <= rows->processors; row++) {
                if (choice->receives[row * times + y] != item)
                    continue;
                while (from <= rows->processors && choice->sends[from * times + x] != item)
                    from++;
                if (from > rows->processors)
                    return failure_internal(failure, "ITEM %d is not sent often enough at TIME %d",
                                            item, x);
                struct message message = {x, from++, row, item, 0};
                message_array_add(messages, &message);
            }
        }
    return STATUS_OK;
}

/* --- the formula --- */

void endgame_formula_clear(struct endgame_formula *endgame) {
    formula_clear(&endgame->formula);
    FREE_ALL(endgame->receives, endgame->has, endgame->sends);
    *endgame = (struct endgame_formula){0};
}

static size_t at(const struct endgame_rows *rows, int row, int item, int time) {
    return ((size_t)row * (size_t)rows->endgame + (size_t)item - 1) * ((size_t)rows->finish + 1) +
           (size_t)time;
}

static int receives(const struct endgame_formula *q, int row, int item, int y) {
    return q->receives[at(q->rows, row, item, y)];
}

static int has(const struct endgame_formula *q, int row, int item, int x) {
    return q->has[at(q->rows, row, item, x)];
}

static int sends(const struct endgame_formula *q, int row, int item, int x) {
    return q->sends[at(q->rows, row, item, x)];
}

/* The source has all items. */
static void number_row(struct endgame_formula *q, int row, int item) {
    const struct endgame_rows *rows = q->rows;
    int last = rows->finish - rows->latency, first = row ? rows->latency : 0;
    for (int y = rows->latency; y <= rows->finish; y++)
        if (endgame_can_receive(rows, row, y))
            q->receives[at(rows, row, item, y)] = ++q->formula.variables;
    for (int x = first; x <= last && row; x++)
        q->has[at(rows, row, item, x)] = ++q->formula.variables;
    for (int x = first; x <= last; x++)
        if (endgame_can_send(rows, row, x))
            q->sends[at(rows, row, item, x)] = ++q->formula.variables;
}

/* What the row has, and that it has the item in the end. */
static void say_row(struct endgame_formula *q, int row, int item) {
    const struct endgame_rows *rows = q->rows;
    for (int x = rows->latency; x <= rows->finish - rows->latency; x++) {
        int now = has(q, row, item, x), sent = sends(q, row, item, x);
        int before = has(q, row, item, x - 1), received = receives(q, row, item, x);
        formula_clause(&q->formula, -now, before ? before : received, before ? received : 0);
        if (sent)
            formula_clause(&q->formula, -sent, now);
    }
    for (int y = rows->latency; y <= rows->finish; y++)
        if (receives(q, row, item, y))
            formula_add(&q->formula, receives(q, row, item, y));
    formula_add(&q->formula, 0);
}

/* One reception and one send at a time. */
static void say_one(struct endgame_formula *q, int row, int time) {
    for (int i = 1; i <= q->rows->endgame; i++)
        for (int j = i + 1; j <= q->rows->endgame; j++) {
            int first = receives(q, row, i, time), second = receives(q, row, j, time);
            if (first && second)
                formula_clause(&q->formula, -first, -second);
            first = sends(q, row, i, time);
            second = sends(q, row, j, time);
            if (first && second)
                formula_clause(&q->formula, -first, -second);
        }
}

/* most[x] = f_x: so many can have an item at TIME x if the source sends it first at 0; all that are
 * above N are alike. */
static void count_holders(const struct endgame_rows *rows, int *most) {
    for (int x = 0; x <= rows->finish; x++) {
        most[x] = x < rows->latency ? 1 : most[x - 1] + most[x - rows->latency];
        if (most[x] > rows->processors + 1)
            most[x] = rows->processors + 1;
    }
}

/* What is sent is with the row whenever another item is. */
static void say_first(struct endgame_formula *q, int row, int item, int first) {
    const struct endgame_rows *rows = q->rows;
    for (int x = rows->latency; x <= rows->finish - rows->latency; x++)
        if (sends(q, row, item, x))
            formula_clause(&q->formula, -sends(q, row, item, x), first);
    for (int other = 1; other <= rows->endgame; other++)
        for (int x = rows->latency; x <= rows->finish - rows->latency && other != item; x++)
            formula_clause(&q->formula, -first, -has(q, row, other, x), has(q, row, item, x));
}

void endgame_formula_first(struct endgame_formula *endgame) {
    for (int row = 1; row <= endgame->rows->processors; row++)
        for (int item = 1; item <= endgame->rows->endgame; item++)
            say_first(endgame, row, item, ++endgame->formula.variables);
}

static void say_supply(struct endgame_formula *q, int item, int y, int most, int *receptions,
                       int *copies) {
    int n = 0, m = 0, x = y - q->rows->latency;
    for (int row = 0; row <= q->rows->processors; row++) {
        if (receives(q, row, item, y))
            receptions[n++] = receives(q, row, item, y);
        if (sends(q, row, item, x))
            copies[m++] = sends(q, row, item, x);
    }
    if (n > 0)
        count_no_more(&q->formula, receptions, n, copies, m, most);
}

/* The source sends item j for the first time after it did so with j+1, for j < M: it sends all of
 * them. */
static void order_items(struct endgame_formula *q) {
    for (int item = 1; item < q->rows->endgame; item++)
        for (int x = 0; x <= q->rows->finish - q->rows->latency; x++) {
            formula_add(&q->formula, -sends(q, 0, item, x));
            for (int before = 0; before < x; before++)
                formula_add(&q->formula, sends(q, 0, item + 1, before));
            formula_add(&q->formula, 0);
        }
}

/* Of two rows alike the first receives, at the first free TIME, the item of the larger number, or
 * the second one nothing. */
static void order_twins(struct endgame_formula *q, int row) {
    const struct endgame_rows *rows = q->rows;
    int y = rows->latency;
    while (y <= rows->finish && !endgame_can_receive(rows, row, y))
        y++;
    for (int i = 1; i <= rows->endgame && y <= rows->finish; i++) {
        int second = receives(q, row + 1, i, y);
        if (!second)
            continue;
        formula_add(&q->formula, -second);
        for (int j = i; j <= rows->endgame; j++)
            if (receives(q, row, j, y))
                formula_add(&q->formula, receives(q, row, j, y));
        formula_add(&q->formula, 0);
    }
}

static void say_all(struct endgame_formula *q, int *scratch) {
    const struct endgame_rows *rows = q->rows;
    int *receptions = scratch + rows->finish + 1, *copies = receptions + 2 * rows->processors + 3;
    count_holders(rows, scratch);
    for (int row = 0; row <= rows->processors; row++)
        for (int item = 1; item <= rows->endgame; item++)
            number_row(q, row, item);
    for (int row = 0; row <= rows->processors; row++) {
        for (int item = 1; item <= rows->endgame && row; item++)
            say_row(q, row, item);
        for (int time = 0; time <= rows->finish; time++)
            say_one(q, row, time);
        if (rows->twins[row])
            order_twins(q, row);
    }
    for (int y = rows->latency; y <= rows->finish; y++)
        for (int item = 1; item <= rows->endgame; item++)
            say_supply(q, item, y, scratch[y - rows->latency], receptions, copies);
    order_items(q);
}

enum status endgame_formula_init(struct endgame_formula *endgame, const struct endgame_rows *rows,
                                 struct failure *failure) {
    CLEANUP(endgame_formula_clear) struct endgame_formula result = {.rows = rows};
    size_t count = at(rows, rows->processors + 1, 1, 0);
    size_t room = (size_t)rows->finish + 1 + 2 * (2 * (size_t)rows->processors + 3);
    FREED int *scratch = memory_new(room, sizeof *scratch);
    TRY(memory_check(scratch && NEW(count, result.receives, result.has, result.sends), failure,
                     "an endgame"));
    say_all(&result, scratch);
    TRY(formula_fault(&result.formula, failure));
    *endgame = TAKE(result);
    return STATUS_OK;
}

/* Is this the row's first reception of the item? Later ones are left out. */
static bool takes(const struct endgame_formula *q, const bool *model, int row, int item, int y) {
    for (int before = q->rows->latency; before < y; before++) {
        int earlier = receives(q, row, item, before);
        if (earlier && model[earlier])
            return false;
    }
    int variable = receives(q, row, item, y);
    return variable && model[variable];
}

void endgame_formula_decode(const struct endgame_formula *endgame, const bool *model,
                            struct endgame_choice *choice) {
    const struct endgame_rows *rows = endgame->rows;
    for (int row = 0; row <= rows->processors; row++)
        for (int time = 0; time <= rows->finish; time++)
            for (int item = 1; item <= rows->endgame; item++) {
                size_t here = (size_t)row * ((size_t)rows->finish + 1) + (size_t)time;
                int sent = sends(endgame, row, item, time);
                if (takes(endgame, model, row, item, time))
                    choice->receives[here] = item;
                if (sent && model[sent])
                    choice->sends[here] = item;
            }
}
