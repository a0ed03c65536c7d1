/* SPDX-License-Identifier: MIT */
/* The lines by which a case is tried, read into a script, with its expressions: whole numbers of
 * any size, compared, and counted over ranges. A machine (claim_machine.c) runs it.
 *
 * - E is A or B, A and B, not A, A REL B REL C with < <= > >= = !=, A odd, A even, A + B, A - B,
 *   A * B, A / B (rounded down), A mod B, A ^ B, -A, 2A, (A), if A then B else C, NUMBER, NAME,
 *   NAME(A, ..), NAME.FIELD, KEY.first, KEY.last, max(A, ..), min(A, ..), or FOLD(NAME in A..B: E)
 *   with sum, all, any, count, max, min, distinct;
 * - the truths fails, holds, open, impossible, mute are 0, 1, 2, 3, 4. */
#pragma once

#include "tools/claims/claim_function.h"

/* What a node does, or a name stands for. */
enum claim_operation {
    NUMBER,
    LOCAL, /* an argument of a function of the case, or the name of a fold */
    LOOP,  /* the value of a line `each` */
    LET,   /* an expression, evaluated once at each point */
    USER,  /* a function of the case */
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
    int next;  /* argument behind this one; -1: the last */
    int index; /* of a number its value */
    int field;
    const char *key; /* of a range; borrowed from the case */
    const struct claim_function *function;
    int text; /* of a call; -1: none */
};

struct claim_name {
    const char *name; /* borrowed from the case, as all texts below */
    size_t length;
    enum claim_operation op;
    int index;
    const char *words; /* of a loop over words; NULL: numbers */
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
    const char *letters;
    int length;
    int node; /* -1: none; CLAIM_PIECE_TEXT */
    int width;
    const char *words; /* the value is the place of one of these; NULL: a number */
};
enum { CLAIM_PIECE_TEXT = -2 };

struct claim_template {
    size_t first, count;
};

enum { CLAIM_MOST_LOOPS = 8 };

/* What a point has to fulfil: an expression of its parameters. */
struct claim_condition {
    int node;
    size_t count;
    struct claim_name *keys; /* owned; parameters, the locals 0, 1, .. of the expression */
};
enum { CLAIM_ASSUMES, CLAIM_WITHIN, CLAIM_CONDITIONS };

struct claim_statement {
    const struct claim_line *line;
    int node;  /* of an expression; of `each` where it begins; -1: none */
    int other; /* of `each` where it ends, of `certify` when; -1: none */
    int step;  /* of `each`; of `expect` that of `instead`; -1: none */
    int text;  /* of `why`, `print`, what a certificate says; -1: none */
    int file;  /* of `certify` */
    int loop;  /* of `each` */
    int count; /* of the words of a loop, of the keys of a point */
    const char *words;
    int nodes[CLAIM_POINT_MOST]; /* of a point */
};

struct claim_script {
    const struct claim_case *claim; /* borrowed */
    struct claim_node *nodes;
    struct claim_name *names;
    struct claim_let *lets;
    struct claim_user *users;
    struct claim_piece *pieces;
    struct claim_template *texts;
    size_t node_count, name_count, let_count, user_count, piece_count, text_count;
    struct claim_condition conditions[CLAIM_CONDITIONS]; /* read if the case has them */
    struct claim_statement *statements;
    size_t count;
    size_t hidden;     /* of the names before this one only functions are visible */
    bool is_condition; /* is read: names without a value are parameters */
    int loops;         /* that are open */
    int locals;        /* names of this kind that are visible, and the most that were */
    int most_locals;
};

/* STATUS_INPUT with file, line and word. The caller clears the script, also then. */
enum status claim_script_read(struct claim_script *script, const struct claim_case *claim,
                              struct failure *failure);
void claim_script_clear(struct claim_script *script);

/* `assumes` and `within`, with the line where each stands; NULL: the case has none. */
const char *claim_condition_text(const struct claim_case *claim, int condition, int *line);

/* The word at this place, 0, 1, .., of words with blanks between them, and its length. */
const char *claim_word_at(const char *words, int place, int *length);

/* Is it a call of a function, or a name for one? */
bool claim_is_call(const struct claim_script *script, int node);
