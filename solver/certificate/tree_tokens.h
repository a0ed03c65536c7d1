/*
 * The lines `tree` of kind impossible-search: tokens, 64 to a line.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_TREE_TOKENS_H
#define STEADYCAST_SOLVER_CERTIFICATE_TREE_TOKENS_H

#include <stddef.h>
#include <string.h>

#include "solver/certificate/output.h"

/* A token is `-`, `!` or a letter of two digits at most (WALK_MAX_LATENCY); before it is a space.
 */
enum { TREE_TOKENS_PER_LINE = 64, TREE_TOKEN_ROOM = 3 };

struct tree_tokens {
    struct certificate_output *output; /* NULL: nothing is written */
    int on_line;
    size_t length; /* of the line so far */
    char line[8 + TREE_TOKENS_PER_LINE * TREE_TOKEN_ROOM];
};

/* An empty line for that output. */
void tree_tokens_init(struct tree_tokens *tokens, struct certificate_output *output);

/* Writes what is left of the last line. */
void tree_tokens_end(struct tree_tokens *tokens);

/* Appends a token with the space before it, TREE_TOKEN_ROOM characters at most; full lines are
 * written. `tokens` has an output. */
static inline void tree_tokens_append(struct tree_tokens *tokens, const char *token,
                                      size_t length) {
    if (!tokens->on_line) {
        memcpy(tokens->line, "tree", 4);
        tokens->length = 4;
    }
    for (size_t i = 0; i < length; i++)
        tokens->line[tokens->length++] = token[i];
    if (++tokens->on_line == TREE_TOKENS_PER_LINE)
        tree_tokens_end(tokens);
}

/* Appends a letter, 0..99, or `-` or `!`. Nothing happens without output. */
void tree_tokens_letter(struct tree_tokens *tokens, int letter);
void tree_tokens_mark(struct tree_tokens *tokens, char mark);

#endif
