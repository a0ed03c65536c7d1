/* SPDX-License-Identifier: MIT */
/* Expressions of the language of cases: whole numbers of any size, compared, and counted over
 * ranges. An expression is compiled into nodes of a script, and evaluated by a machine.
 *
 *     E       A or B, A and B, not A, A REL B REL C with < <= > >= = !=, A odd, A even, A + B,
 *             A - B, A * B, A / B (rounded down), A mod B, A ^ B, -A, 2A, (A), if A then B else C,
 * NUMBER, NAME, NAME(A, ..), NAME.FIELD, KEY.first, KEY.last, max(A, ..), min(A, ..), FOLD(NAME in
 * A..B: E) with sum, all, any, count, max, min, distinct truths  fails, holds, open, impossible,
 * mute are 0, 1, 2, 3, 4 */
#pragma once

#include "automata/tuple_table.h"
#include "tools/claims/claim_function.h"

/* What a name stands for. */
enum claim_name_kind {
    CLAIM_NAME_LOOP, /* the value of a line `each` */
    CLAIM_NAME_LET,  /* an expression, evaluated once at each point */
    CLAIM_NAME_USER, /* a function of the case */
    CLAIM_NAME_LOCAL /* an argument of it, or the name of a fold */
};

struct claim_name {
    char *name; /* owned */
    enum claim_name_kind kind;
    int index;
    char **words; /* of a loop over words; borrowed; NULL: numbers */
};

/* What a node does. */
enum claim_operation {
    NUMBER,
    LOCAL,
    LOOP,
    LET,
    USER,
    CALL,
    RANGE_FIRST,
    RANGE_LAST,
    NEGATE,
    NOT,
    AND,
    OR,
    IF,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MODULO,
    POWER,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    EQUAL,
    OTHER,
    LARGEST,
    SMALLEST,
    FOLD_SUM, /* from here on folds */
    FOLD_ALL,
    FOLD_ANY,
    FOLD_COUNT,
    FOLD_MAX,
    FOLD_MIN,
    FOLD_DISTINCT
};

struct claim_node {
    enum claim_operation op;
    int child[3];
    int next; /* argument behind this one; -1: the last */
    int index;
    int field;
    long value;
    const char *key; /* of a range; borrowed from the case */
    const struct claim_function *function;
    int text; /* of a call; -1: none */
};

struct claim_let {
    int node;
    int depth;      /* loops that it depends on */
    uint64_t stamp; /* of the values */
    mpz_t values[CLAIM_FIELDS];
};

struct claim_user {
    int node, arguments;
    int locals; /* with those of folds */
};

/* A piece of a text: letters, and then the value of {EXPRESSION:WIDTH}. */
struct claim_piece {
    const char *letters; /* borrowed from the case */
    int length;
    int node; /* -1: none; CLAIM_PIECE_TEXT */
    int width;
    char **words; /* the value is the place of one of these; NULL: a number */
};
enum { CLAIM_PIECE_TEXT = -2 };

struct claim_template {
    size_t first, count;
};

/* What is compiled. */
struct claim_script {
    const struct claim_case *claim; /* borrowed */
    struct claim_node *nodes;
    struct claim_name *names;
    struct claim_let *lets;
    struct claim_user *users;
    struct claim_piece *pieces;
    struct claim_template *texts;
    size_t node_count, name_count, let_count, user_count, piece_count, text_count;
    size_t hidden;     /* of the names before this one only functions are visible */
    bool is_condition; /* is read: names without a value are parameters */
    int loops;         /* that are open */
    int locals;        /* names of this kind that are visible, and the most that were */
    int most_locals;
};

void claim_script_clear(struct claim_script *script);

/* Reads a line; what is wrong first is reported, with file, line and word, and all that is read
 * afterwards is nothing. */
struct claim_parser {
    struct claim_script *script;
    int line;
    const char *at; /* what is not read yet */
    struct failure *failure;
    enum status status;
};

/* STATUS_INPUT, unless something was wrong before; returns 0. */
int claim_fault(struct claim_parser *p, const char *expected);

/* Is this sign, or word, next? Then it and the blanks behind it are read. */
bool claim_sign(struct claim_parser *p, const char *sign);
bool claim_word(struct claim_parser *p, const char *word);

/* Room for one more of a list of so many, which grows by doubling; false: something is wrong. */
bool claim_grow(struct claim_parser *p, void *list, size_t count, size_t size);

/* An expression, as far as it goes: its node. */
int claim_expression(struct claim_parser *p);

/* A text with {EXPRESSION} in it, up to one of the bytes of `ends`: its number. It is kept in
 * memory that outlives the script. */
int claim_text(struct claim_parser *p, const char *ends);

/* A name that comes to be visible. */
void claim_name(struct claim_parser *p, enum claim_name_kind kind, int index);

/* What a point has to fulfil: an expression of its parameters. */
struct claim_condition {
    int node;
    size_t count;
    struct claim_name *keys; /* owned; parameters, the locals 0, 1, .. of the expression */
};

/* Expressions with commas between them: all of them hold. No name is visible before, or after. Also
 * if something is wrong the caller clears the condition. */
void claim_condition(struct claim_parser *p, struct claim_condition *condition);
void claim_condition_clear(struct claim_condition *condition);

/* Is it a call of a function, or a name for one? */
bool claim_is_call(const struct claim_script *script, int node);

enum { CLAIM_MOST_LOOPS = 8 };

/* What evaluates. */
struct claim_machine {
    struct claim_script *script;
    struct claim_job *job;
    int line;     /* of what is evaluated, for messages */
    int depth;    /* of functions of the case under way */
    mpz_t *stack; /* of values under way; from `base` on locals of the function that is evaluated */
    size_t base;
    mpz_t loops[CLAIM_MOST_LOOPS];
    uint64_t stamps[CLAIM_MOST_LOOPS + 1]; /* [d]: when one of the first d loops stepped */
    uint64_t steps;                        /* of all loops */
    struct tuple_table known;              /* calls whose values are known */
    size_t *places;                        /* of their values */
    mpz_t *values;
    size_t value_count, value_room;
    char text[CLAIM_TEXT_ROOM]; /* the last that a function said */
    struct claim_call *certify; /* the next call writes certificates; NULL: none does */
};

enum status claim_machine_init(struct claim_machine *machine, struct claim_script *script,
                               struct claim_job *job, struct failure *failure);
void claim_machine_clear(struct claim_machine *machine);

/* Forgets calls: their values would be the same, but need room. */
enum status claim_machine_forget(struct claim_machine *machine, struct failure *failure);

/* *value is borrowed until the next call. */
enum status claim_value(struct claim_machine *machine, int line, int node, mpz_srcptr *value,
                        struct failure *failure);

/* CLAIM_INSIDE, CLAIM_OUTSIDE, or CLAIM_NOWHERE: the point has no value for one of the keys. */
enum status claim_condition_hold(struct claim_machine *machine, int line,
                                 const struct claim_condition *condition,
                                 const struct claim_point *point, enum claim_membership *where,
                                 struct failure *failure);

/* Evaluates a call (claim_is_call) that writes certificates to the stream of `call`. */
enum status claim_certify(struct claim_machine *machine, int line, int node,
                          struct claim_call *call, struct failure *failure);

/* The same as claim_value, within least..most. */
enum status claim_number(struct claim_machine *machine, int line, int node, long least, long most,
                         long *number, struct failure *failure);

/* At most room - 1 bytes. */
enum status claim_text_print(struct claim_machine *machine, int line, int number, char *text,
                             size_t room, struct failure *failure);
