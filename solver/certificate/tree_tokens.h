/*
 * The lines `tree` of kind impossible-search: tokens, 64 to a line.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_TREE_TOKENS_H
#define STEADYCAST_SOLVER_CERTIFICATE_TREE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "solver/certificate/output.h"

/* A token is `-`, `!` or a letter; letters of trees have two digits at most (WALK_MAX_LATENCY). */
enum { TREE_TOKENS_PER_LINE = 64, TREE_TOKEN_ROOM = 4 };

struct tree_tokens {
    struct certificate_output *output; /* NULL: nothing is written */
    int on_line;
    size_t length; /* of the line so far */
    char line[8 + TREE_TOKENS_PER_LINE * TREE_TOKEN_ROOM];
};

/* An empty line for that output. */
void tree_tokens_init(struct tree_tokens *tokens, struct certificate_output *output);

/* Appends a token of at most TREE_TOKEN_ROOM - 1 characters; full lines are written. */
void tree_tokens_put(struct tree_tokens *tokens, const char *token);

/* The same for a letter, 0..99. */
void tree_tokens_letter(struct tree_tokens *tokens, int letter);

/* Writes what is left of the last line. */
void tree_tokens_end(struct tree_tokens *tokens);

/* Whether the text is a token of a tree with letters below `latency`. */
bool tree_token_is_right(const char *token, int latency);

#endif
