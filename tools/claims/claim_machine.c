/* SPDX-License-Identifier: MIT */
/* Evaluates expressions. Values stand on a stack of numbers that are used again and again. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "tools/claims/claim_expression.h"

enum { MOST_STACK = 1 << 17, MOST_DEPTH = 4000, MOST_EXPONENT = 1 << 24 };

enum status claim_machine_init(struct claim_machine *machine, struct claim_script *script,
                               struct claim_job *job, struct failure *failure) {
    *machine = (struct claim_machine){.script = script, .job = job};
    machine->stack = memory_new(MOST_STACK, sizeof *machine->stack);
    for (int i = 0; i < CLAIM_MOST_LOOPS; i++)
        mpz_init(machine->loops[i]);
    if (!machine->stack)
        return failure_memory(failure, "expressions");
    for (size_t i = 0; i < MOST_STACK; i++)
        mpz_init(machine->stack[i]);
    for (int i = 0; i <= CLAIM_MOST_LOOPS; i++)
        machine->stamps[i] = ++machine->steps;
    for (size_t i = 0; i < script->let_count; i++)
        for (int field = 0; field < CLAIM_FIELDS; field++)
            mpz_init(script->lets[i].values[field]);
    return claim_machine_forget(machine, failure);
}

static void forget(struct claim_machine *machine) {
    tuple_table_clear(&machine->known);
    for (size_t i = 0; i < machine->value_room; i++)
        mpz_clear(machine->values[i]);
    free(machine->values);
    free(machine->places);
    machine->values = NULL;
    machine->places = NULL;
    machine->value_count = machine->value_room = 0;
}

void claim_machine_clear(struct claim_machine *machine) {
    forget(machine);
    for (size_t i = 0; i < MOST_STACK && machine->stack; i++)
        mpz_clear(machine->stack[i]);
    for (int i = 0; i < CLAIM_MOST_LOOPS; i++)
        mpz_clear(machine->loops[i]);
    for (size_t i = 0; i < machine->script->let_count; i++)
        for (int field = 0; field < CLAIM_FIELDS; field++)
            mpz_clear(machine->script->lets[i].values[field]);
    free(machine->stack);
}

/* Room for so many values more; *place is where they begin. */
static enum status add_values(struct claim_machine *machine, size_t count, size_t *place,
                              struct failure *failure) {
    if (machine->value_count + count > machine->value_room) {
        size_t room = 2 * (machine->value_room + count);
        mpz_t *larger = memory_resize(machine->values, room, sizeof *larger);
        if (!larger)
            return failure_memory(failure, "the values of functions");
        machine->values = larger;
        for (; machine->value_room < room; machine->value_room++)
            mpz_init(larger[machine->value_room]);
    }
    *place = machine->value_count;
    machine->value_count += count;
    return STATUS_OK;
}

/* The first values are those of the last call that is not kept. */
enum status claim_machine_forget(struct claim_machine *machine, struct failure *failure) {
    size_t scratch;
    forget(machine);
    TRY(tuple_table_init(&machine->known, CLAIM_ARGUMENTS + 1, failure));
    return add_values(machine, CLAIM_FIELDS, &scratch, failure);
}

static enum status fault(const struct claim_machine *machine, struct failure *failure,
                         const char *text) {
    return claim_case_fault(machine->script->claim, machine->line, failure, "%s", text);
}

static enum status eval(struct claim_machine *machine, int node, size_t at,
                        struct failure *failure);

static bool is_true(const struct claim_machine *machine, size_t at) {
    return mpz_sgn(machine->stack[at]) != 0;
}

/* --- calls --- */

enum { UNKNOWN = -1 };

/* Where the values of this call are, or are to be; *is_known: are they? Calls with a text, or with
 * numbers beyond 64 bits, are not kept. */
static enum status place_call(struct claim_machine *machine, const struct claim_node *call,
                              const void *function, size_t at, int count, size_t fields,
                              size_t *place, bool *is_known, struct failure *failure) {
    uint64_t key[CLAIM_ARGUMENTS + 1] = {(uint64_t)(uintptr_t)function};
    size_t number, before = machine->known.count;
    *is_known = false;
    *place = 0;
    bool kept = call->text < 0;
    for (int i = 0; i < count && kept; i++) {
        kept = mpz_fits_slong_p(machine->stack[at + (size_t)i]);
        key[i + 1] = (uint64_t)mpz_get_si(machine->stack[at + (size_t)i]);
    }
    if (!kept)
        return STATUS_OK;
    TRY(tuple_table_number(&machine->known, key, &number, failure));
    if (number < before) {
        *place = machine->places[number];
        *is_known = mpz_cmp_si(machine->values[*place + fields], UNKNOWN) != 0;
        return STATUS_OK;
    }
    if (!memory_make_room(&machine->places, number, sizeof *machine->places))
        return failure_memory(failure, "the values of functions");
    enum status status = add_values(machine, fields + 1, place, failure);
    machine->places[number] = *place;
    if (!status)
        mpz_set_si(machine->values[*place + fields], UNKNOWN);
    return status;
}

static enum status eval_arguments(struct claim_machine *machine, int first, size_t at, int *count,
                                  struct failure *failure) {
    *count = 0;
    for (int i = first; i >= 0; i = machine->script->nodes[i].next)
        TRY(eval(machine, i, at + (size_t)(*count)++, failure));
    return STATUS_OK;
}

/* They are within the ranges of "L=1..100 N TEXT". */
static enum status see_arguments(struct claim_machine *machine, struct claim_call *call, size_t at,
                                 struct failure *failure) {
    const char *word = call->function->arguments;
    for (size_t i = 0; *word; word += strcspn(word, " "), word += strspn(word, " ")) {
        long least, most;
        char text[60];
        if (strncmp(word, "TEXT", 4) == 0)
            continue;
        int length = (int)strcspn(word, " =");
        mpz_ptr value = machine->stack[at + i];
        call->a[i++] = mpz_get_si(value);
        if (sscanf(word + length, "=%ld..%ld", &least, &most) != 2 ||
            (mpz_cmp_si(value, least) >= 0 && mpz_cmp_si(value, most) <= 0))
            continue;
        gmp_snprintf(text, sizeof text, "%Zd", value);
        return claim_case_fault(machine->script->claim, machine->line, failure,
                                "%s: %.*s=%s is not within %ld..%ld", call->function->name, length,
                                word, text, least, most);
    }
    return STATUS_OK;
}

/* The values of its expressions stand from `at` on. */
static enum status print_text(struct claim_machine *machine, int number, size_t at, char *text,
                              size_t room, struct failure *failure) {
    const struct claim_template *all = &machine->script->texts[number];
    size_t used = 0;
    enum status status = STATUS_OK;
    *text = 0;
    for (size_t i = all->first; i < all->first + all->count && !status; i++) {
        const struct claim_piece *piece = &machine->script->pieces[i];
        used += (size_t)snprintf(text + used, room - used, "%.*s", piece->length, piece->letters);
        if (piece->node >= 0 && used < room) {
            status = eval(machine, piece->node, at, failure);
            mpz_srcptr value = machine->stack[at];
            used += status         ? 0
                    : piece->words ? (size_t)snprintf(text + used, room - used, "%s",
                                                      piece->words[mpz_get_si(value)])
                                   : (size_t)gmp_snprintf(text + used, room - used, "%*Zd",
                                                          piece->width, value);
        } else if (piece->node == CLAIM_PIECE_TEXT && used < room) {
            used += (size_t)snprintf(text + used, room - used, "%s", machine->text);
        }
        used = used < room ? used : room - 1;
    }
    return status;
}

static enum status run_function(struct claim_machine *machine, const struct claim_node *node,
                                size_t at, int count, size_t place, size_t fields,
                                struct failure *failure) {
    char word[CLAIM_TEXT_ROOM];
    struct claim_call made, *call = machine->certify ? machine->certify : &made;
    machine->certify = NULL;
    if (call == &made)
        made = (struct claim_call){.stream = NULL};
    call->job = machine->job;
    call->function = node->function;
    call->z = &machine->stack[at];
    enum status status = see_arguments(machine, call, at, failure);
    if (!status && node->text >= 0) {
        status = print_text(machine, node->text, at + (size_t)count, word, sizeof word, failure);
        call->word = word;
    }
    if (status)
        return status;
    CLEANUP(big_clear) mpz_t whole;
    mpz_init(whole);
    call->whole = whole;
    struct failure why = {0};
    status = node->function->run(call, &why);
    if (status)
        status = status == STATUS_INPUT || status == STATUS_LIMIT
                     ? claim_case_fault(machine->script->claim, machine->line, failure, "%s",
                                        why.message)
                     : failure_set(failure, status, "%s", why.message);
    for (size_t i = 0; i < fields && !status; i++)
        mpz_set_si(machine->values[place + i], call->give[i]);
    if (call->is_whole)
        mpz_set(machine->values[place], whole);
    if (*call->text)
        snprintf(machine->text, sizeof machine->text, "%s", call->text);
    return status;
}

static size_t count_fields(const struct claim_function *function) {
    size_t count = 1;
    for (const char *c = function->fields; *c; c++)
        count += *c == ' ';
    return count;
}

static enum status eval_call(struct claim_machine *machine, int number, size_t at, size_t *place,
                             struct failure *failure) {
    const struct claim_node *call = &machine->script->nodes[number];
    size_t fields = count_fields(call->function);
    struct claim_call *certify = machine->certify;
    bool is_known;
    int count;
    machine->certify = NULL; /* not its arguments */
    TRY(eval_arguments(machine, call->child[0], at, &count, failure));
    TRY(place_call(machine, call, call->function, at, count, fields, place, &is_known, failure));
    if (is_known && !certify)
        return STATUS_OK;
    machine->certify = certify;
    TRY(run_function(machine, call, at, count, *place, fields, failure));
    if (*place)
        mpz_set_si(machine->values[*place + fields], 0);
    return STATUS_OK;
}

/* The arguments are the first locals of the function. */
static enum status eval_user(struct claim_machine *machine, int number, size_t at,
                             struct failure *failure) {
    const struct claim_node *call = &machine->script->nodes[number];
    const struct claim_user *user = &machine->script->users[call->index];
    size_t place, base = machine->base, top = at + (size_t)user->locals;
    bool is_known;
    int count;
    TRY(eval_arguments(machine, call->child[0], at, &count, failure));
    TRY(place_call(machine, call, user, at, count, 1, &place, &is_known, failure));
    if (is_known) {
        mpz_set(machine->stack[at], machine->values[place]);
        return STATUS_OK;
    }
    if (machine->depth == MOST_DEPTH || top + CLAIM_ARGUMENTS + 2 >= MOST_STACK)
        return fault(machine, failure, "functions that call each other more than 4000 deep");
    machine->depth++;
    machine->base = at;
    enum status status = eval(machine, user->node, top, failure);
    machine->depth--;
    machine->base = base;
    if (status)
        return status;
    mpz_set(machine->stack[at], machine->stack[top]);
    if (place) {
        mpz_set(machine->values[place], machine->stack[at]);
        mpz_set_si(machine->values[place + 1], 0);
    }
    return STATUS_OK;
}

/* --- names --- */

static enum status eval_let(struct claim_machine *machine, const struct claim_node *node, size_t at,
                            struct failure *failure) {
    struct claim_let *let = &machine->script->lets[node->index];
    const struct claim_node *body = &machine->script->nodes[let->node];
    enum status status = STATUS_OK;
    if (let->stamp != machine->stamps[let->depth]) {
        size_t place = 0, base = machine->base, top = at + (size_t)machine->script->most_locals;
        bool is_call = body->op == CALL;
        machine->base = at; /* a fold that is under way has locals of its own */
        status = is_call ? eval_call(machine, let->node, top, &place, failure)
                         : eval(machine, let->node, top, failure);
        for (size_t i = 0; is_call && i < count_fields(body->function) && !status; i++)
            mpz_set(let->values[i], machine->values[place + i]);
        if (!is_call && !status)
            mpz_set(let->values[0], machine->stack[top]);
        machine->base = base;
        let->stamp = status ? 0 : machine->stamps[let->depth];
    }
    int field = node->field ? node->field : body->op == CALL ? body->field : 0;
    mpz_set(machine->stack[at], let->values[field]);
    return status;
}

static enum status eval_range(const struct claim_machine *machine, const struct claim_node *node,
                              size_t at, struct failure *failure) {
    struct claim_range range;
    TRY(claim_range(machine->job, node->key, &range, failure));
    mpz_set_si(machine->stack[at], node->op == RANGE_FIRST ? range.first : range.last);
    return STATUS_OK;
}

/* --- operations --- */

/* Is it none of those before, of which the table has the low 64 bits? */
static enum status see_distinct(mpz_ptr value, struct tuple_table *seen, struct failure *failure) {
    uint64_t key = (uint64_t)mpz_get_si(value);
    size_t before = seen->count, number;
    TRY(tuple_table_number(seen, &key, &number, failure));
    mpz_set_si(value, number == before);
    return STATUS_OK;
}

static enum status fold_values(struct claim_machine *machine, const struct claim_node *node,
                               long from, long to, size_t at, struct tuple_table *seen,
                               struct failure *failure) {
    mpz_ptr all = machine->stack[at], one = machine->stack[at + 1];
    bool is_all = node->op == FOLD_ALL || node->op == FOLD_DISTINCT;
    mpz_set_si(all, is_all);
    for (long i = from; i <= to; i++) {
        mpz_set_si(machine->stack[machine->base + (size_t)node->index], i);
        TRY(eval(machine, node->child[2], at + 1, failure));
        if (node->op == FOLD_DISTINCT)
            TRY(see_distinct(one, seen, failure));
        int side = i > from ? mpz_cmp(one, all) : 0;
        if (node->op == FOLD_SUM)
            mpz_add(all, all, one);
        else if (node->op == FOLD_COUNT)
            mpz_add_ui(all, all, mpz_sgn(one) != 0);
        else if (node->op == FOLD_MAX || node->op == FOLD_MIN) {
            if (i == from || (node->op == FOLD_MAX ? side > 0 : side < 0))
                mpz_set(all, one);
        } else if ((mpz_sgn(one) == 0) == is_all) {
            mpz_set_si(all, !is_all);
            break;
        }
    }
    return STATUS_OK;
}

static enum status eval_fold(struct claim_machine *machine, const struct claim_node *node,
                             size_t at, struct failure *failure) {
    CLEANUP(tuple_table_clear) struct tuple_table seen = {0};
    TRY(eval(machine, node->child[0], at, failure));
    TRY(eval(machine, node->child[1], at + 1, failure));
    if (!mpz_fits_slong_p(machine->stack[at]) || !mpz_fits_slong_p(machine->stack[at + 1]))
        return fault(machine, failure, "the range has no end");
    long from = mpz_get_si(machine->stack[at]), to = mpz_get_si(machine->stack[at + 1]);
    if (from > to && (node->op == FOLD_MAX || node->op == FOLD_MIN))
        return fault(machine, failure, "the greatest or least of nothing");
    TRY(node->op == FOLD_DISTINCT ? tuple_table_init(&seen, 1, failure) : STATUS_OK);
    return fold_values(machine, node, from, to, at, &seen, failure);
}

static enum status eval_extreme(struct claim_machine *machine, const struct claim_node *node,
                                size_t at, struct failure *failure) {
    enum status status = eval(machine, node->child[0], at, failure);
    for (int i = machine->script->nodes[node->child[0]].next; i >= 0 && !status;
         i = machine->script->nodes[i].next) {
        status = eval(machine, i, at + 1, failure);
        int side = mpz_cmp(machine->stack[at + 1], machine->stack[at]);
        if (node->op == LARGEST ? side > 0 : side < 0)
            mpz_swap(machine->stack[at], machine->stack[at + 1]);
    }
    return status;
}

static enum status combine(struct claim_machine *machine, enum claim_operation op, mpz_ptr a,
                           mpz_ptr b, struct failure *failure) {
    int side = mpz_cmp(a, b);
    if ((op == DIVIDE || op == MODULO) && mpz_sgn(b) == 0)
        return fault(machine, failure, "a division by 0");
    if (op == POWER && (mpz_sgn(b) < 0 || mpz_cmp_si(b, MOST_EXPONENT) > 0))
        return fault(machine, failure, "an exponent that is not within 0..2^24");
    switch (op) {
    case ADD:
        mpz_add(a, a, b);
        break;
    case SUBTRACT:
        mpz_sub(a, a, b);
        break;
    case MULTIPLY:
        mpz_mul(a, a, b);
        break;
    case DIVIDE:
        mpz_fdiv_q(a, a, b);
        break;
    case MODULO:
        mpz_fdiv_r(a, a, b);
        break;
    case POWER:
        mpz_pow_ui(a, a, mpz_get_ui(b));
        break;
    default:
        mpz_set_si(a, op == LESS            ? side < 0
                      : op == LESS_EQUAL    ? side <= 0
                      : op == GREATER       ? side > 0
                      : op == GREATER_EQUAL ? side >= 0
                      : op == EQUAL         ? side == 0
                                            : side != 0);
    }
    return STATUS_OK;
}

/* Of what needs not always both sides. */
static enum status eval_branch(struct claim_machine *machine, const struct claim_node *node,
                               size_t at, struct failure *failure) {
    TRY(eval(machine, node->child[0], at, failure));
    bool first = is_true(machine, at);
    if (node->op == IF)
        return eval(machine, node->child[first ? 1 : 2], at, failure);
    if (first == (node->op == AND))
        TRY(eval(machine, node->child[1], at, failure));
    mpz_set_si(machine->stack[at], is_true(machine, at));
    return STATUS_OK;
}

static enum status eval_binary(struct claim_machine *machine, const struct claim_node *node,
                               size_t at, struct failure *failure) {
    TRY(eval(machine, node->child[0], at, failure));
    TRY(eval(machine, node->child[1], at + 1, failure));
    return combine(machine, node->op, machine->stack[at], machine->stack[at + 1], failure);
}

static enum status eval(struct claim_machine *machine, int number, size_t at,
                        struct failure *failure) {
    const struct claim_node *node = &machine->script->nodes[number];
    mpz_ptr here = machine->stack[at];
    enum status status = STATUS_OK;
    size_t place;
    if (at + CLAIM_ARGUMENTS + 2 >= MOST_STACK)
        return fault(machine, failure, "functions that call each other too deep");
    switch (node->op) {
    case NUMBER:
        mpz_set_si(here, node->value);
        return STATUS_OK;
    case LOCAL:
        mpz_set(here, machine->stack[machine->base + (size_t)node->index]);
        return STATUS_OK;
    case LOOP:
        mpz_set(here, machine->loops[node->index]);
        return STATUS_OK;
    case LET:
        return eval_let(machine, node, at, failure);
    case USER:
        return eval_user(machine, number, at, failure);
    case CALL:
        status = eval_call(machine, number, at, &place, failure);
        if (!status)
            mpz_set(here, machine->values[place + (size_t)node->field]);
        return status;
    case RANGE_FIRST:
    case RANGE_LAST:
        return eval_range(machine, node, at, failure);
    case NEGATE:
    case NOT:
        status = eval(machine, node->child[0], at, failure);
        if (node->op == NEGATE)
            mpz_neg(here, here);
        else
            mpz_set_si(here, mpz_sgn(here) == 0);
        return status;
    case AND:
    case OR:
    case IF:
        return eval_branch(machine, node, at, failure);
    case LARGEST:
    case SMALLEST:
        return eval_extreme(machine, node, at, failure);
    default:
        return node->op >= FOLD_SUM ? eval_fold(machine, node, at, failure)
                                    : eval_binary(machine, node, at, failure);
    }
}

/* The locals stand first; returns where values may. */
static size_t begin(struct claim_machine *machine, int line) {
    machine->line = line;
    machine->base = 0;
    return (size_t)machine->script->most_locals;
}

enum status claim_value(struct claim_machine *machine, int line, int node, mpz_srcptr *value,
                        struct failure *failure) {
    size_t at = begin(machine, line);
    *value = machine->stack[at];
    return eval(machine, node, at, failure);
}

enum status claim_condition_hold(struct claim_machine *machine, int line,
                                 const struct claim_condition *condition,
                                 const struct claim_point *point, enum claim_membership *where,
                                 struct failure *failure) {
    mpz_srcptr value;
    *where = CLAIM_NOWHERE;
    for (size_t i = 0; i < condition->count; i++) {
        int key = 0;
        while (key < point->count && strcmp(point->keys[key], condition->keys[i].name) != 0)
            key++;
        if (key == point->count)
            return STATUS_OK;
        mpz_set_si(machine->stack[i], point->values[key]);
    }
    enum status status = claim_value(machine, line, condition->node, &value, failure);
    *where = !status && mpz_sgn(value) != 0 ? CLAIM_INSIDE : CLAIM_OUTSIDE;
    return status;
}

enum status claim_certify(struct claim_machine *machine, int line, int node,
                          struct claim_call *call, struct failure *failure) {
    const struct claim_node *of = &machine->script->nodes[node];
    size_t place;
    call->field = of->field;
    if (of->op == LET)
        node = machine->script->lets[of->index].node;
    if (!call->field)
        call->field = machine->script->nodes[node].field;
    size_t at = begin(machine, line);
    machine->certify = call;
    return eval_call(machine, node, at, &place, failure);
}

enum status claim_number(struct claim_machine *machine, int line, int node, long least, long most,
                         long *number, struct failure *failure) {
    mpz_srcptr value;
    TRY(claim_value(machine, line, node, &value, failure));
    if (mpz_cmp_si(value, least) < 0 || mpz_cmp_si(value, most) > 0)
        return fault(machine, failure, "a number that is too small or too large");
    *number = mpz_get_si(value);
    return STATUS_OK;
}

enum status claim_text_print(struct claim_machine *machine, int line, int number, char *text,
                             size_t room, struct failure *failure) {
    return print_text(machine, number, begin(machine, line), text, room, failure);
}
