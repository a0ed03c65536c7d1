/* SPDX-License-Identifier: MIT */
/* Runs the lines of a case. Values of expressions stand on a stack of numbers that are used again
 * and again. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/tuple_table.h"
#include "solver/question/fields.h"
#include "tools/claims/claim_script.h"

enum { MOST_STACK = 1 << 17, MOST_DEPTH = 4000, MOST_EXPONENT = 1 << 24, MOST_KNOWN = 1 << 17 };
enum { KNOWN = CLAIM_FIELDS, ROW }; /* of values: those of a call; 1 if they are known */

struct claim_machine {
    struct claim_script script;
    struct claim_job *job;
    struct failure *failure;
    int line;     /* of what is evaluated, for messages */
    int depth;    /* of functions of the case under way */
    mpz_t *stack; /* of values under way; from `base` on locals of the function that is evaluated */
    size_t base;
    long loops[CLAIM_MOST_LOOPS];          /* their values */
    uint64_t stamps[CLAIM_MOST_LOOPS + 1]; /* [d]: when one of the first d loops stepped */
    uint64_t steps;                        /* of all loops */
    struct tuple_table known;              /* calls, of which call i has row i+1 of .. */
    mpz_t *values;                         /* .. these; row 0: of the last call that is not kept */
    size_t rows;                           /* that there is room for */
    char text[CLAIM_TEXT_ROOM];            /* the last that a function said */
    struct claim_call *certify;            /* the next call writes certificates; NULL: none does */
    size_t part, now;                      /* statements: where the part begins, and this one */
    const struct claim_statement *point;   /* NULL: the loops are its keys */
    const char *stream_name;               /* NULL: it is not kept */
    FILE *stream;                          /* NULL before the first certificate */
    char path[CLAIM_PATH_ROOM];
    long certificates;
    char **says; /* what steadycheck has to say of each of them; "": anything; owned */
    long heard;
    char wrong[300]; /* the first of which it says something else */
};

enum status claim_range(const struct claim_job *job, const char *key, struct claim_range *range,
                        struct failure *failure) {
    for (size_t i = 0; i < job->ranges->count; i++)
        if (strcmp(job->ranges->list[i].key, key) == 0) {
            *range = job->ranges->list[i];
            return STATUS_OK;
        }
    const char *line = job->ranges == &job->claim->quick ? "quick" : "full";
    return claim_case_fault(job->claim, claim_case_line(job->claim, line), failure,
                            "here should be a range of %s", key);
}

enum status claim_verify(struct claim_job *job, const char *path, const char *fields,
                         struct failure *failure) {
    struct checker_verdict said;
    TRY(checker_run(job->checker, path, &job->limits, &said, failure));
    if (!said.verified || !fields_include(said.fields, fields))
        return failure_internal(failure, "%s: steadycheck says '%.150s', and not '%.100s'", path,
                                said.line, fields);
    job->finding.certificates++;
    return STATUS_OK;
}

static void forget(struct claim_machine *machine) {
    tuple_table_clear(&machine->known);
    for (size_t i = 0; i < machine->rows * ROW; i++)
        mpz_clear(machine->values[i]);
    free(machine->values);
    machine->values = NULL;
    machine->rows = 0;
}

static void machine_clear(struct claim_machine *machine) {
    forget(machine);
    for (size_t i = 0; i < MOST_STACK && machine->stack; i++)
        mpz_clear(machine->stack[i]);
    for (size_t i = 0; i < machine->script.let_count && machine->stack; i++)
        for (int field = 0; field < CLAIM_FIELDS; field++)
            mpz_clear(machine->script.lets[i].values[field]);
    free(machine->stack);
    free(machine->says);
    claim_script_clear(&machine->script);
}

static enum status make_room(struct claim_machine *machine, size_t row) {
    if (row < machine->rows)
        return STATUS_OK;
    mpz_t *larger = memory_resize(machine->values, 2 * row + 1, ROW * sizeof *larger);
    TRY(memory_check(larger, machine->failure, "the values of functions"));
    machine->values = larger;
    for (size_t i = machine->rows * ROW; i < (2 * row + 1) * ROW; i++)
        mpz_init(larger[i]);
    machine->rows = 2 * row + 1;
    return STATUS_OK;
}

static enum status machine_forget(struct claim_machine *machine) {
    forget(machine);
    TRY(tuple_table_init(&machine->known, CLAIM_ARGUMENTS + 1, machine->failure));
    return make_room(machine, 0);
}

/* The script of the job's case, read, and room for its values. The caller clears the machine, also
 * after a failure. */
static enum status machine_init(struct claim_machine *machine, struct claim_job *job,
                                struct failure *failure) {
    *machine = (struct claim_machine){.job = job, .failure = failure};
    TRY(claim_script_read(&machine->script, job->claim, failure));
    machine->stack = memory_new(MOST_STACK, sizeof *machine->stack);
    TRY(memory_check(machine->stack, failure, "expressions"));
    for (size_t i = 0; i < MOST_STACK; i++)
        mpz_init(machine->stack[i]);
    for (int i = 0; i <= CLAIM_MOST_LOOPS; i++)
        machine->stamps[i] = ++machine->steps;
    for (size_t i = 0; i < machine->script.let_count; i++)
        for (int field = 0; field < CLAIM_FIELDS; field++)
            mpz_init(machine->script.lets[i].values[field]);
    return machine_forget(machine);
}

static enum status fault(const struct claim_machine *machine, const char *text) {
    return claim_case_fault(machine->script.claim, machine->line, machine->failure, "%s", text);
}

static enum status eval(struct claim_machine *machine, int node, size_t at);

static bool is_true(const struct claim_machine *machine, size_t at) {
    return mpz_sgn(machine->stack[at]) != 0;
}

/* --- calls --- */

/* The row of the values of this call; *is_known: are they there? Calls with a text, or with numbers
 * beyond 64 bits, are not kept. */
static enum status find_row(struct claim_machine *machine, const struct claim_node *call,
                            const void *function, size_t at, int count, size_t *row,
                            bool *is_known) {
    uint64_t key[CLAIM_ARGUMENTS + 1] = {(uint64_t)(uintptr_t)function};
    bool kept = call->text < 0;
    *is_known = false;
    *row = 0;
    for (int i = 0; i < count && kept; i++) {
        kept = mpz_fits_slong_p(machine->stack[at + (size_t)i]);
        key[i + 1] = (uint64_t)mpz_get_si(machine->stack[at + (size_t)i]);
    }
    if (!kept)
        return STATUS_OK;
    TRY(tuple_table_number(&machine->known, key, row, machine->failure));
    TRY(make_room(machine, ++*row));
    *is_known = mpz_sgn(machine->values[*row * ROW + KNOWN]) != 0;
    return STATUS_OK;
}

static enum status eval_arguments(struct claim_machine *machine, int first, size_t at, int *count) {
    *count = 0;
    for (int i = first; i >= 0; i = machine->script.nodes[i].next)
        TRY(eval(machine, i, at + (size_t)(*count)++));
    return STATUS_OK;
}

/* They are within the ranges of "L=1..100 N TEXT". */
static enum status see_arguments(struct claim_machine *machine, struct claim_call *call,
                                 size_t at) {
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
        return claim_case_fault(machine->script.claim, machine->line, machine->failure,
                                "%s: %.*s=%s is not within %ld..%ld", call->function->name, length,
                                word, text, least, most);
    }
    return STATUS_OK;
}

/* The values of its expressions stand from `at` on. */
static enum status print_text(struct claim_machine *machine, int number, size_t at, char *text,
                              size_t room) {
    const struct claim_template *all = &machine->script.texts[number];
    size_t used = 0;
    enum status status = STATUS_OK;
    *text = 0;
    for (size_t i = all->first; i < all->first + all->count && !status; i++) {
        const struct claim_piece *piece = &machine->script.pieces[i];
        used += (size_t)snprintf(text + used, room - used, "%.*s", piece->length, piece->letters);
        if (piece->node >= 0 && used < room) {
            status = eval(machine, piece->node, at);
            mpz_srcptr value = machine->stack[at];
            int length;
            const char *word = piece->words && !status
                                   ? claim_word_at(piece->words, (int)mpz_get_si(value), &length)
                                   : NULL;
            used += status ? 0
                    : word ? (size_t)snprintf(text + used, room - used, "%.*s", length, word)
                           : (size_t)gmp_snprintf(text + used, room - used, "%*Zd", piece->width,
                                                  value);
        } else if (piece->node == CLAIM_PIECE_TEXT && used < room) {
            used += (size_t)snprintf(text + used, room - used, "%s", machine->text);
        }
        used = used < room ? used : room - 1;
    }
    return status;
}

static enum status run_function(struct claim_machine *machine, const struct claim_node *node,
                                size_t at, int count, size_t row) {
    char word[CLAIM_TEXT_ROOM];
    struct claim_call made, *call = machine->certify ? machine->certify : &made;
    machine->certify = NULL;
    if (call == &made)
        made = (struct claim_call){.stream = NULL};
    call->job = machine->job;
    call->function = node->function;
    call->z = &machine->stack[at];
    enum status status = see_arguments(machine, call, at);
    if (!status && node->text >= 0) {
        status = print_text(machine, node->text, at + (size_t)count, word, sizeof word);
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
                     ? claim_case_fault(machine->script.claim, machine->line, machine->failure,
                                        "%s", why.message)
                     : failure_set(machine->failure, status, "%s", why.message);
    for (size_t i = 0; i < CLAIM_FIELDS; i++)
        mpz_set_si(machine->values[row * ROW + i], call->give[i]);
    if (call->is_whole)
        mpz_set(machine->values[row * ROW], whole);
    mpz_set_si(machine->values[row * ROW + KNOWN], row > 0 && !status);
    if (*call->text)
        snprintf(machine->text, sizeof machine->text, "%s", call->text);
    return status;
}

static enum status eval_call(struct claim_machine *machine, int number, size_t at, size_t *row) {
    const struct claim_node *call = &machine->script.nodes[number];
    struct claim_call *certify = machine->certify;
    bool is_known;
    int count;
    machine->certify = NULL; /* not its arguments */
    TRY(eval_arguments(machine, call->child[0], at, &count));
    TRY(find_row(machine, call, call->function, at, count, row, &is_known));
    if (is_known && !certify)
        return STATUS_OK;
    machine->certify = certify;
    return run_function(machine, call, at, count, *row);
}

/* The arguments are the first locals of the function. */
static enum status eval_user(struct claim_machine *machine, int number, size_t at) {
    const struct claim_node *call = &machine->script.nodes[number];
    const struct claim_user *user = &machine->script.users[call->index];
    size_t row, base = machine->base, top = at + (size_t)user->locals;
    bool is_known;
    int count;
    TRY(eval_arguments(machine, call->child[0], at, &count));
    TRY(find_row(machine, call, user, at, count, &row, &is_known));
    if (is_known) {
        mpz_set(machine->stack[at], machine->values[row * ROW]);
        return STATUS_OK;
    }
    if (machine->depth == MOST_DEPTH || top + CLAIM_ARGUMENTS + 2 >= MOST_STACK)
        return fault(machine, "functions that call each other more than 4000 deep");
    machine->depth++;
    machine->base = at;
    enum status status = eval(machine, user->node, top);
    machine->depth--;
    machine->base = base;
    if (status)
        return status;
    mpz_set(machine->stack[at], machine->stack[top]);
    mpz_set(machine->values[row * ROW], machine->stack[at]);
    mpz_set_si(machine->values[row * ROW + KNOWN], row > 0);
    return STATUS_OK;
}

static enum status eval_let(struct claim_machine *machine, const struct claim_node *node,
                            size_t at) {
    struct claim_let *let = &machine->script.lets[node->index];
    const struct claim_node *body = &machine->script.nodes[let->node];
    enum status status = STATUS_OK;
    if (let->stamp != machine->stamps[let->depth]) {
        size_t row = 0, base = machine->base, top = at + (size_t)machine->script.most_locals;
        bool is_call = body->op == CALL;
        machine->base = at; /* a fold that is under way has locals of its own */
        status = is_call ? eval_call(machine, let->node, top, &row) : eval(machine, let->node, top);
        for (size_t i = 0; is_call && i < CLAIM_FIELDS && !status; i++)
            mpz_set(let->values[i], machine->values[row * ROW + i]);
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
                              size_t at) {
    struct claim_range range;
    TRY(claim_range(machine->job, node->key, &range, machine->failure));
    mpz_set_si(machine->stack[at], node->op == RANGE_FIRST ? range.first : range.last);
    return STATUS_OK;
}

/* --- operations --- */

/* Is it none of those before, of which the table has the low 64 bits? */
static enum status see_distinct(const struct claim_machine *machine, mpz_ptr value,
                                struct tuple_table *seen) {
    uint64_t key = (uint64_t)mpz_get_si(value);
    size_t before = seen->count, number;
    TRY(tuple_table_number(seen, &key, &number, machine->failure));
    mpz_set_si(value, number == before);
    return STATUS_OK;
}

static enum status fold_values(struct claim_machine *machine, const struct claim_node *node,
                               long from, long to, size_t at, struct tuple_table *seen) {
    mpz_ptr all = machine->stack[at], one = machine->stack[at + 1];
    bool is_all = node->op == FOLD_ALL || node->op == FOLD_DISTINCT;
    mpz_set_si(all, is_all);
    for (long i = from; i <= to; i++) {
        mpz_set_si(machine->stack[machine->base + (size_t)node->index], i);
        TRY(eval(machine, node->child[2], at + 1));
        if (node->op == FOLD_DISTINCT)
            TRY(see_distinct(machine, one, seen));
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
                             size_t at) {
    CLEANUP(tuple_table_clear) struct tuple_table seen = {0};
    TRY(eval(machine, node->child[0], at));
    TRY(eval(machine, node->child[1], at + 1));
    if (!mpz_fits_slong_p(machine->stack[at]) || !mpz_fits_slong_p(machine->stack[at + 1]))
        return fault(machine, "the range has no end");
    long from = mpz_get_si(machine->stack[at]), to = mpz_get_si(machine->stack[at + 1]);
    if (from > to && (node->op == FOLD_MAX || node->op == FOLD_MIN))
        return fault(machine, "the greatest or least of nothing");
    TRY(node->op == FOLD_DISTINCT ? tuple_table_init(&seen, 1, machine->failure) : STATUS_OK);
    return fold_values(machine, node, from, to, at, &seen);
}

static enum status eval_extreme(struct claim_machine *machine, const struct claim_node *node,
                                size_t at) {
    enum status status = eval(machine, node->child[0], at);
    for (int i = machine->script.nodes[node->child[0]].next; i >= 0 && !status;
         i = machine->script.nodes[i].next) {
        status = eval(machine, i, at + 1);
        int side = mpz_cmp(machine->stack[at + 1], machine->stack[at]);
        if (node->op == LARGEST ? side > 0 : side < 0)
            mpz_swap(machine->stack[at], machine->stack[at + 1]);
    }
    return status;
}

static enum status combine(struct claim_machine *machine, enum claim_operation op, mpz_ptr a,
                           mpz_ptr b) {
    int side = mpz_cmp(a, b);
    if ((op == DIVIDE || op == MODULO) && mpz_sgn(b) == 0)
        return fault(machine, "a division by 0");
    if (op == POWER && (mpz_sgn(b) < 0 || mpz_cmp_si(b, MOST_EXPONENT) > 0))
        return fault(machine, "an exponent that is not within 0..2^24");
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
                               size_t at) {
    TRY(eval(machine, node->child[0], at));
    bool first = is_true(machine, at);
    if (node->op == IF)
        return eval(machine, node->child[first ? 1 : 2], at);
    if (first == (node->op == AND))
        TRY(eval(machine, node->child[1], at));
    mpz_set_si(machine->stack[at], is_true(machine, at));
    return STATUS_OK;
}

static enum status eval_binary(struct claim_machine *machine, const struct claim_node *node,
                               size_t at) {
    TRY(eval(machine, node->child[0], at));
    TRY(eval(machine, node->child[1], at + 1));
    return combine(machine, node->op, machine->stack[at], machine->stack[at + 1]);
}

static enum status eval(struct claim_machine *machine, int number, size_t at) {
    const struct claim_node *node = &machine->script.nodes[number];
    mpz_ptr here = machine->stack[at];
    enum status status = STATUS_OK;
    size_t row;
    if (at + CLAIM_ARGUMENTS + 2 >= MOST_STACK)
        return fault(machine, "functions that call each other too deep");
    switch (node->op) {
    case NUMBER:
        mpz_set_si(here, node->index);
        return STATUS_OK;
    case LOCAL:
        mpz_set(here, machine->stack[machine->base + (size_t)node->index]);
        return STATUS_OK;
    case LOOP:
        mpz_set_si(here, machine->loops[node->index]);
        return STATUS_OK;
    case LET:
        return eval_let(machine, node, at);
    case USER:
        return eval_user(machine, number, at);
    case CALL:
        status = eval_call(machine, number, at, &row);
        if (!status)
            mpz_set(here, machine->values[row * ROW + (size_t)node->field]);
        return status;
    case RANGE_FIRST:
    case RANGE_LAST:
        return eval_range(machine, node, at);
    case NEGATE:
    case NOT:
        status = eval(machine, node->child[0], at);
        if (node->op == NEGATE)
            mpz_neg(here, here);
        else
            mpz_set_si(here, mpz_sgn(here) == 0);
        return status;
    case AND:
    case OR:
    case IF:
        return eval_branch(machine, node, at);
    case LARGEST:
    case SMALLEST:
        return eval_extreme(machine, node, at);
    default:
        return node->op >= FOLD_SUM ? eval_fold(machine, node, at) : eval_binary(machine, node, at);
    }
}

/* --- lines --- */

/* The locals stand first; returns where values may. */
static size_t begin(struct claim_machine *machine) {
    machine->base = 0;
    return (size_t)machine->script.most_locals;
}

/* *value is borrowed until the next call. */
static enum status value_of(struct claim_machine *machine, int node, mpz_srcptr *value) {
    size_t at = begin(machine);
    *value = machine->stack[at];
    return eval(machine, node, at);
}

static enum status number_of(struct claim_machine *machine, int node, long least, long most,
                             long *number) {
    mpz_srcptr value;
    TRY(value_of(machine, node, &value));
    if (mpz_cmp_si(value, least) < 0 || mpz_cmp_si(value, most) > 0)
        return fault(machine, "a number that is too small or too large");
    *number = mpz_get_si(value);
    return STATUS_OK;
}

/* Empty without a text. */
static enum status print_line(struct claim_machine *machine, int text, char room[CLAIM_TEXT_ROOM]) {
    *room = 0;
    return text < 0 ? STATUS_OK : print_text(machine, text, begin(machine), room, CLAIM_TEXT_ROOM);
}

/* CLAIM_INSIDE, CLAIM_OUTSIDE, or CLAIM_NOWHERE: the point has no value for one of the keys. */
static enum status hold_condition(struct claim_machine *machine,
                                  const struct claim_condition *condition,
                                  const struct claim_point *point, enum claim_membership *where) {
    mpz_srcptr value;
    *where = CLAIM_NOWHERE;
    for (size_t i = 0; i < condition->count; i++) {
        int key = 0;
        const struct claim_name *name = &condition->keys[i];
        while (key < point->count && (strlen(point->keys[key]) != name->length ||
                                      memcmp(point->keys[key], name->name, name->length) != 0))
            key++;
        if (key == point->count)
            return STATUS_OK;
        mpz_set_si(machine->stack[i], point->values[key]);
    }
    TRY(value_of(machine, condition->node, &value));
    *where = mpz_sgn(value) != 0 ? CLAIM_INSIDE : CLAIM_OUTSIDE;
    return STATUS_OK;
}

static enum status place_of(struct claim_machine *machine, const struct claim_point *point,
                            enum claim_membership *where) {
    *where = CLAIM_INSIDE;
    for (int i = 0; i < CLAIM_CONDITIONS && *where == CLAIM_INSIDE; i++) {
        if (!claim_condition_text(machine->job->claim, i, &machine->line))
            continue;
        TRY(hold_condition(machine, &machine->script.conditions[i], point, where));
        if (i == CLAIM_WITHIN && *where == CLAIM_OUTSIDE)
            *where = CLAIM_BEYOND;
    }
    return STATUS_OK;
}

enum status claim_program_place(const struct claim_case *claim, const struct claim_point *point,
                                enum claim_membership *where, struct failure *failure) {
    struct claim_job job = {.claim = claim};
    CLEANUP(machine_clear) struct claim_machine machine;
    TRY(machine_init(&machine, &job, failure));
    return point ? place_of(&machine, point, where) : STATUS_OK;
}

static enum status run_from(struct claim_machine *machine, size_t first);

static void hear(void *context, const char *line, const char *fields) {
    struct claim_machine *machine = context;
    const char *says = machine->heard < machine->certificates ? machine->says[machine->heard] : "";
    machine->heard++;
    if (!*machine->wrong && !fields_include(fields, says))
        snprintf(machine->wrong, sizeof machine->wrong, "'%.160s', and not '%.80s'", line, says);
}

static enum status note_said(struct claim_machine *machine, long certificates, const char *says) {
    for (; certificates > 0; certificates--, machine->certificates++)
        if (!memory_make_room(&machine->says, (size_t)machine->certificates,
                              sizeof *machine->says) ||
            !(machine->says[machine->certificates] = strdup(says)))
            return failure_memory(machine->failure, "what certificates say");
    return STATUS_OK;
}

static enum status open_stream(struct claim_machine *machine) {
    TRY(campaign_folder_path(machine->job->folder,
                             machine->stream_name ? machine->stream_name : "all.certs",
                             machine->path, machine->failure));
    if (!(machine->stream = fopen(machine->path, "wb")))
        return failure_system(machine->failure, "%s can't be written", machine->path);
    return STATUS_OK;
}

/* steadycheck verifies all certificates of the stream, and as many as there should be. If something
 * is wrong the file stays, for whoever wants to see it. */
static enum status verify_stream(struct claim_machine *machine) {
    struct checker_verdict said;
    char fields[60];
    snprintf(fields, sizeof fields, "certificates=%ld", machine->certificates);
    TRY(checker_run_stream(machine->job->checker, machine->path, hear, machine,
                           &machine->job->limits, &said, machine->failure));
    if (!said.verified || !fields_include(said.fields, fields))
        return failure_internal(machine->failure, "%s: steadycheck says '%.150s', and not '%.100s'",
                                machine->path, said.line, fields);
    if (!machine->stream_name)
        unlink(machine->path);
    machine->job->finding.certificates += machine->certificates;
    return STATUS_OK;
}

/* The stream is verified; what is left of it after a failure, or if nothing in the ranges
 * was to be verified, is deleted. */
static enum status end_stream(struct claim_machine *machine, enum status status) {
    bool written = machine->stream && !ferror(machine->stream) && fflush(machine->stream) == 0;
    if (machine->stream && !status && !written)
        status = failure_system(machine->failure, "%s could not be written", machine->path);
    if (machine->stream && (status || !machine->certificates))
        unlink(machine->path);
    else if (machine->stream)
        status = verify_stream(machine);
    if (machine->stream)
        fclose(machine->stream);
    if (!status && (*machine->wrong || machine->heard != machine->certificates))
        status = failure_internal(machine->failure, "%s: steadycheck says %.250s",
                                  machine->job->claim->name,
                                  *machine->wrong ? machine->wrong : "too little");
    for (long i = 0; i < machine->certificates; i++)
        free(machine->says[i]);
    machine->certificates = machine->heard = 0;
    machine->stream = NULL;
    return status;
}

/* Evaluates a call (claim_is_call) that writes certificates to the stream of `call`. */
static enum status certify_call(struct claim_machine *machine, int node, struct claim_call *call) {
    const struct claim_node *of = &machine->script.nodes[node];
    size_t row;
    call->field = of->field;
    if (of->op == LET)
        node = machine->script.lets[of->index].node;
    if (!call->field)
        call->field = machine->script.nodes[node].field;
    machine->certify = call;
    return eval_call(machine, node, begin(machine), &row);
}

/* A file of its own, which is kept. */
static enum status certify_file(struct claim_machine *machine, const struct claim_statement *now,
                                struct claim_call *call) {
    char name[CLAIM_TEXT_ROOM], says[CLAIM_TEXT_ROOM], path[CLAIM_PATH_ROOM];
    TRY(print_line(machine, now->file, name));
    TRY(campaign_folder_path(machine->job->folder, name, path, machine->failure));
    call->stream = fopen(path, "wb");
    if (!call->stream)
        return failure_set(machine->failure, status_of_errno(errno), "%s: %s", path,
                           strerror(errno));
    enum status status = certify_call(machine, now->node, call);
    if (fclose(call->stream) != 0 && !status)
        status = failure_system(machine->failure, "%s could not be written", path);
    TRY(status);
    TRY(print_line(machine, now->text, says));
    return claim_verify(machine->job, path, says, machine->failure);
}

static enum status certify(struct claim_machine *machine, const struct claim_statement *now) {
    struct claim_call call = {.job = machine->job};
    char says[CLAIM_TEXT_ROOM];
    mpz_srcptr value;
    if (now->other >= 0) {
        TRY(value_of(machine, now->other, &value));
        if (mpz_sgn(value) == 0)
            return STATUS_OK;
    }
    if (now->file >= 0)
        return certify_file(machine, now, &call);
    if (!machine->stream)
        TRY(open_stream(machine));
    call.stream = machine->stream;
    TRY(certify_call(machine, now->node, &call));
    TRY(print_line(machine, now->text, says));
    return note_said(machine, call.certificates, says);
}

/* The values of the loops over numbers, or those that the line `point` has. */
static enum status make_point(struct claim_machine *machine, struct claim_point *point) {
    const struct claim_statement *keys = machine->point;
    enum status status = STATUS_OK;
    point->count = 0;
    for (int i = 0; keys && i < keys->count && !status; i++) {
        int length;
        const char *key = claim_word_at(keys->words, i, &length);
        snprintf(point->keys[i], CLAIM_KEY_ROOM, "%.*s", length, key);
        status =
            number_of(machine, keys->nodes[i], LONG_MIN, LONG_MAX, &point->values[point->count++]);
    }
    for (size_t i = machine->part; !keys && i < machine->now; i++) {
        const struct claim_statement *s = &machine->script.statements[i];
        if (s->line->keyword != CLAIM_LINE_EACH || s->words)
            continue;
        snprintf(point->keys[point->count], CLAIM_KEY_ROOM, "%.*s",
                 (int)strcspn(s->line->text, " "), s->line->text);
        point->values[point->count++] = machine->loops[s->loop];
    }
    return status;
}

/* A number is a truth as expressions have them. */
static enum claim_truth truth_of(struct claim_machine *machine, int node, enum status *status) {
    long number = CLAIM_MUTE;
    if (node >= 0 && !*status)
        *status = number_of(machine, node, CLAIM_FAILS, CLAIM_MUTE, &number);
    return (enum claim_truth)number;
}

static enum status report_point(struct claim_machine *machine, const struct claim_statement *now) {
    struct claim_point point;
    enum claim_membership where = CLAIM_INSIDE;
    char *places[2], text[CLAIM_TEXT_ROOM];
    enum status status = STATUS_OK;
    enum claim_truth claim = truth_of(machine, now->node, &status);
    enum claim_truth corrected = truth_of(machine, now->step, &status);
    if (!status)
        status = make_point(machine, &point);
    if (!status)
        status = place_of(machine, &point, &where);
    if (status)
        return status;
    claim_count(&machine->job->finding, where, claim, corrected, places);
    if (!places[0] && !places[1])
        return STATUS_OK;
    status = print_line(machine, now->text, text);
    for (int i = 0; i < 2; i++)
        if (places[i])
            claim_say(&point, places[i], text);
    return status;
}

static enum status step(struct claim_machine *machine, const struct claim_statement *now,
                        size_t first, long value) {
    machine->loops[now->loop] = value;
    for (int depth = now->loop + 1; depth <= CLAIM_MOST_LOOPS; depth++)
        machine->stamps[depth] = ++machine->steps;
    return run_from(machine, first);
}

static enum status each(struct claim_machine *machine, const struct claim_statement *now,
                        size_t first) {
    struct claim_range range = {.first = 0, .last = now->count - 1};
    if (now->node >= 0) {
        TRY(number_of(machine, now->node, LONG_MIN, LONG_MAX, &range.first));
        TRY(number_of(machine, now->other, LONG_MIN, LONG_MAX, &range.last));
    } else if (!now->words) {
        char key[CLAIM_KEY_ROOM];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(now->line->text, " "), now->line->text);
        TRY(claim_range(machine->job, key, &range, machine->failure));
    }
    for (long value = range.first, more = 1; value <= range.last; value += more) {
        if (now->loop == 0 || machine->known.count > MOST_KNOWN)
            TRY(machine_forget(machine));
        TRY(step(machine, now, first, value));
        machine->line = now->line->number;
        if (now->step >= 0)
            TRY(number_of(machine, now->step, 1, LONG_MAX / 2, &more));
    }
    return STATUS_OK;
}

/* Up to the end of the part. */
static enum status run_from(struct claim_machine *machine, size_t first) {
    enum status status = STATUS_OK;
    char text[CLAIM_TEXT_ROOM];
    mpz_srcptr value;
    for (size_t i = first; i < machine->script.count && !status; i++) {
        const struct claim_statement *now = &machine->script.statements[i];
        machine->line = now->line->number;
        switch (now->line->keyword) {
        case CLAIM_LINE_TRY:
            return STATUS_OK;
        case CLAIM_LINE_EACH:
            return each(machine, now, i + 1);
        case CLAIM_LINE_WHERE:
            status = value_of(machine, now->node, &value);
            if (!status && mpz_sgn(value) == 0)
                return STATUS_OK;
            break;
        case CLAIM_LINE_POINT:
            machine->point = now;
            break;
        case CLAIM_LINE_CERTIFY:
            status = certify(machine, now);
            break;
        case CLAIM_LINE_STREAM:
            machine->stream_name = now->words;
            break;
        case CLAIM_LINE_PRINT:
            status = print_line(machine, now->text, text);
            fprintf(machine->job->table, "%s\n", text);
            break;
        case CLAIM_LINE_LET:
            break;
        default:
            machine->now = i;
            status = report_point(machine, now);
        }
    }
    return status;
}

enum status claim_program_run(struct claim_job *job, struct failure *failure) {
    CLEANUP(machine_clear) struct claim_machine machine;
    enum status status = machine_init(&machine, job, failure);
    for (size_t i = 0; i < machine.script.count && !status; i++)
        if (machine.script.statements[i].line->keyword == CLAIM_LINE_TRY) {
            machine.part = i;
            machine.point = NULL;
            machine.stream_name = NULL;
            status = run_from(&machine, i + 1);
            status = end_stream(&machine, status);
        }
    for (int i = 0; claim_functions[i].list; i++)
        if (claim_functions[i].clear)
            claim_functions[i].clear();
    return status;
}
