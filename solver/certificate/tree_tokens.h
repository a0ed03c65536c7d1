/* SPDX-License-Identifier: MIT */
/*
 * The lines `tree` of kind impossible-search: tokens, 64 to a line, from the tokens of a search
 * (walk/walk_events.h). It also says where in the tree they lead.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_TREE_TOKENS_H
#define STEADYCAST_SOLVER_CERTIFICATE_TREE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "solver/certificate/output.h"

/* Of lines that are written in one go. */
enum { TREE_TOKENS_ROOM = 1 << 16, TREE_TOKENS_PER_LINE = 64 };

/* What a token of a search becomes, and what it does. */
struct tree_token {
    char text[4]; /* with the space before it */
    unsigned char length;
    signed char letter; /* -1: none */
    signed char step;   /* of the depth; out of all range for what is no token */
};

struct tree_tokens {
    struct certificate_output *output;
    int on_line;
    size_t length; /* of the text */
    int count;     /* depth of a filling */
    int depth;     /* where the tokens have led; -1: the root was left */
    uint64_t nodes;
    signed char *path; /* [0..depth-1]: the letters; with room for a line on both sides */
    signed char *rows;
    struct tree_token table[256];
    char text[TREE_TOKENS_ROOM];
};

/* For a tree with letters below `latency` and fillings of `count` slots. NULL: no memory. */
struct tree_tokens *tree_tokens_new(struct certificate_output *output, int latency, int count);
void tree_tokens_free(struct tree_tokens *tokens);

/* Appends tokens, `?` not among them. False if one of them is none, or if they lead out of the
 * tree. */
bool tree_tokens_append(struct tree_tokens *tokens, const char *text, size_t length);

/* Writes what is left. */
void tree_tokens_end(struct tree_tokens *tokens);

#endif
