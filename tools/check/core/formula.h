/* SPDX-License-Identifier: MIT */
/* Kinds impossible-..: a question, and a refutation of the formula that the checker builds from it.
 *
 * The formula is *plain*: each of its clauses is true of every schedule, when the variables are
 * read by their definitions; so if it has no model, there is no schedule. Behind it an *order* may
 * stand: variables and clauses that put processors, items or words in an order. That is no loss,
 * but it is an argument, which the verdict names. A rule that checks that a permutation of the
 * variables maps the formula to itself (Crawford, Ginsberg, Luks, Roy 1996) would not need the
 * argument about names; but counters are not mapped to counters, and words of different length are
 * not mapped by permutations of rows at all, so it would be two rules and more to trust than one
 * line of argument. */
#pragma once

#include "core/lrat.h"

/* Puts a formula into a set of clauses, literal by literal. It is full, and nothing is added any
 * more, as soon as the formula has more variables or clauses than it should: a long loop may as
 * well end. */
enum cnf_full { CNF_NOT_FULL, CNF_VARIABLES, CNF_CLAUSES };

struct cnf_builder {
    struct clause_set *clauses; /* get the numbers 1, 2, .. */
    uint32_t variables, most;   /* variables and clauses; below 2^31 */
    enum cnf_full full;
    int32_t *clause;
    size_t length, capacity;
    int32_t *list; /* literals that at most some of are true */
    size_t listed, list_room;
};

/* Is the builder not full? It becomes so if there is no such variable. */
bool cnf_takes(struct cnf_builder *builder, int64_t literal);

/* A clause, literal by literal, or of one to three; 0 is none of them, and left out. */
void cnf_put(struct cnf_builder *builder, int64_t literal);
void cnf_end_clause(struct cnf_builder *builder);
void cnf_clause1(struct cnf_builder *builder, int64_t a);
void cnf_clause2(struct cnf_builder *builder, int64_t a, int64_t b);
void cnf_clause3(struct cnf_builder *builder, int64_t a, int64_t b, int64_t c);

/* A further literal of the list; a clause of these, behind what is put; and no two of them. The
 * list stays: `listed` is its length. */
void cnf_list(struct cnf_builder *builder, int64_t literal);
void cnf_end_with_list(struct cnf_builder *builder);
void cnf_at_most_one(struct cnf_builder *builder);

/* Both are true, or none. */
void cnf_equal(struct cnf_builder *builder, int64_t a, int64_t b);

struct formula_order {
    const char *rests; /* on this section of results/THEOREMS.md */
    /* Adds the clauses; the variables are last + 1, last + 2, .. Returns the last one. */
    int64_t (*build)(struct cnf_builder *builder, const void *question, int64_t last);
};

struct formula {
    const void *question;
    /* Adds the clauses, in the order of the grammar; returns the number of variables, if the
     * builder did not become full. Numbers of variables do not overflow. */
    int64_t (*build)(struct cnf_builder *builder, const void *question);
    const struct formula_order *order; /* or NULL */
    bool part;                         /* of a claim that does not mention it */
};

/* The line `encoding plain`, when formula->order becomes NULL, or ordered, if it is not before. */
void formula_read_encoding(struct reader *reader, struct formula *formula);

/* The formula with its order, as `builder` takes it; the number of variables. */
int64_t formula_build(const struct formula *formula, struct cnf_builder *builder);

/* Reads the lines `variables V`, `clauses C` and the refutation, up to the line behind it. The
 * claim, which is put down before, gets its end. */
void formula_refuted(struct reader *reader, const struct formula *formula);
