/* SPDX-License-Identifier: MIT */
/* For the tests: formulas and their refutations line by line, so that both can be forged; found by
 * a search of our own, which is small. */
#pragma once

#include "check_text.h"

enum { FORGE_LINES = 1 << 14, FORGE_NUMBERS = 1 << 19, FORGE_VARIABLES = 2000 };

/* A clause of the formula (without hints), one that follows from those before, or removals: then
 * the hints say which lines are removed. */
struct forge_line {
    bool removes;
    int literal_count, hint_count;
    int *literals, *hints; /* hints are lines, counted from 0 */
};

struct forge_proof {
    int variables;
    int clauses; /* of the formula: the first lines */
    int count;   /* of all lines */
    struct forge_line lines[FORGE_LINES];
    int used;
    int numbers[FORGE_NUMBERS]; /* of all lines */
};

void forge_proof_init(struct forge_proof *proof, int variables);

/* Appends a line; false if there is no room. */
bool forge_proof_add(struct forge_proof *proof, const int *literals, int literal_count,
                     const int *hints, int hint_count);

enum forge_found { FORGE_REFUTED, FORGE_MODEL, FORGE_GAVE_UP };

/* Appends a refutation of the lines there are; nothing that can be told if it gives up. */
enum forge_found forge_proof_find(struct forge_proof *proof, long nodes);

/* Takes a line out; hints of later ones that named it name the line that takes its place. */
void forge_proof_take_out(struct forge_proof *proof, int line);

/* The lines `clause`, and those of the proof, with the numbers that they have then. The latter
 * begin at `line`. False if they are too long for a text. */
bool forge_proof_write_clauses(const struct forge_proof *proof, struct text *text);
bool forge_proof_write(const struct forge_proof *proof, int line, struct text *text);
