/* SPDX-License-Identifier: MIT */
/* Kind cnf: formulas at random and their refutations, with clauses of either left out or changed,
 * hints dropped and exchanged, clauses removed too early. What is verified is unsatisfiable, by a
 * table of all assignments; and each proof is verified if and only if a reading of the grammar says
 * so. */
#include "forge.h"
#include "forge_proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { FORMULAS = 12000, MOST_VARIABLES = 7 };

/* --- the judges --- */

static bool is_true_under(const struct forge_line *clause, unsigned assignment) {
    for (int i = 0; i < clause->literal_count; i++) {
        int literal = clause->literals[i];
        if ((assignment >> (abs(literal) - 1) & 1) == (literal > 0))
            return true;
    }
    return false;
}

static bool is_unsatisfiable(const struct forge_proof *proof) {
    for (unsigned assignment = 0; assignment < 1u << proof->variables; assignment++) {
        int i = 0;
        while (i < proof->clauses && is_true_under(&proof->lines[i], assignment))
            i++;
        if (i == proof->clauses)
            return false;
    }
    return true;
}

static bool has(const int *literals, int count, int literal) {
    for (int i = 0; i < count; i++)
        if (literals[i] == literal)
            return true;
    return false;
}

/* Different literals that are not the opposite of one of `facts`; the last of them is *left. */
static int count_left(const struct forge_line *clause, const int *facts, int count, int *left) {
    int found = 0;
    for (int i = 0; i < clause->literal_count; i++) {
        int literal = clause->literals[i];
        if (!has(facts, count, -literal) && !has(clause->literals, i, literal)) {
            found++;
            *left = literal;
        }
    }
    return found;
}

/* The line of the clause that has the number which a hint is written as; -1 if there is none
 * then. */
static int line_of_hint(const struct forge_proof *proof, int line, int hint, const bool *removed) {
    while (proof->lines[hint].removes)
        hint--;
    return hint < line && !removed[hint] ? hint : -1;
}

/* Does the new clause follow as the grammar says? Facts are what would have to be true if not. */
static bool follows(const struct forge_proof *proof, int line, const bool *removed) {
    int facts[200], count = 0, left = 0;
    const struct forge_line *new = &proof->lines[line];
    for (int i = 0; i < new->literal_count; i++) {
        if (has(new->literals, new->literal_count, -new->literals[i]))
            return false;
        facts[count++] = -new->literals[i];
    }
    for (int i = 0; i < new->hint_count; i++) {
        bool last = i + 1 == new->hint_count;
        int hint = line_of_hint(proof, line, new->hints[i], removed);
        if (hint < 0)
            return false;
        int found = count_left(&proof->lines[hint], facts, count, &left);
        if (found != !last || (!last && has(facts, count, left)))
            return false;
        facts[count++] = left;
    }
    return true;
}

static bool remove_all(const struct forge_proof *proof, int line, bool *removed) {
    for (int i = 0; i < proof->lines[line].hint_count; i++) {
        int hint = line_of_hint(proof, line, proof->lines[line].hints[i], removed);
        if (hint < 0)
            return false;
        removed[hint] = true;
    }
    return true;
}

static bool is_proof(const struct forge_proof *proof) {
    static bool removed[FORGE_LINES];
    memset(removed, 0, sizeof removed);
    for (int i = proof->clauses; i < proof->count; i++) {
        bool removes = proof->lines[i].removes;
        if (!(removes ? remove_all(proof, i, removed) : follows(proof, i, removed)))
            return false;
        if (!removes && proof->lines[i].literal_count == 0)
            return i + 1 == proof->count;
    }
    return false;
}

/* --- the forger --- */

static int any_literal(int variables) {
    int variable = 1 + (int)forge_random(variables);
    return forge_once_in(2) ? variable : -variable;
}

static void add_any_clause(struct forge_proof *proof) {
    int literals[4], count = forge_once_in(8) ? 1 : 2 + (int)forge_random(2);
    for (int i = 0; i < count; i++)
        literals[i] = any_literal(proof->variables);
    forge_proof_add(proof, literals, count, NULL, 0);
}

/* A formula with a refutation. */
static void make(struct forge_proof *proof) {
    int variables = 2 + (int)forge_random(MOST_VARIABLES - 1);
    enum forge_found found;
    forge_proof_init(proof, variables);
    for (long i = forge_random(3 * variables); i >= 0; i--)
        add_any_clause(proof);
    do { /* a search that finds a model leaves lines that follow */
        proof->count = proof->clauses;
        add_any_clause(proof);
        found = forge_proof_find(proof, 10000);
    } while (found == FORGE_MODEL);
    assert_int_equal(found, FORGE_REFUTED);
}

static void drop(int *numbers, int *count, int at) {
    memmove(numbers + at, numbers + at + 1, (size_t)(*count - at - 1) * sizeof *numbers);
    --*count;
}

/* Without the last clause there was a model. */
static void change_formula(struct forge_proof *proof) {
    int at = forge_once_in(2) ? proof->clauses - 1 : (int)forge_random(proof->clauses);
    struct forge_line *line = &proof->lines[at];
    int literal = line->literal_count > 0 ? (int)forge_random(line->literal_count) : -1;
    if (literal < 0 || proof->clauses == 1)
        return;
    switch (forge_random(4)) {
    case 0:
        line->literals[literal] = any_literal(proof->variables);
        break;
    case 1:
        drop(line->literals, &line->literal_count, literal);
        break;
    default:
        forge_proof_take_out(proof, at);
    }
}

/* One of the lines behind the formula; there is always one. */
static int any_step(const struct forge_proof *proof) {
    return proof->clauses + (int)forge_random(proof->count - proof->clauses);
}

static void remove_early(struct forge_proof *proof) {
    int at = any_step(proof), which = (int)forge_random(at);
    if (!forge_proof_add(proof, NULL, 0, &which, 1))
        return;
    struct forge_line line = proof->lines[proof->count - 1];
    line.removes = true;
    for (int i = proof->count - 1; i > at; i--) {
        proof->lines[i] = proof->lines[i - 1];
        for (int j = 0; j < proof->lines[i].hint_count; j++)
            proof->lines[i].hints[j] += proof->lines[i].hints[j] >= at;
    }
    proof->lines[at] = line;
}

static void exchange_hints(struct forge_line *line) {
    int one = (int)forge_random(line->hint_count), other = (int)forge_random(line->hint_count);
    int kept = line->hints[one];
    line->hints[one] = line->hints[other];
    line->hints[other] = kept;
}

static void change_step(struct forge_proof *proof) {
    int at = any_step(proof);
    struct forge_line *line = &proof->lines[at];
    int hint = (int)forge_random(line->hint_count);
    switch (forge_random(6)) {
    case 0:
        if (line->literal_count > 0)
            drop(line->literals, &line->literal_count, (int)forge_random(line->literal_count));
        break;
    case 1:
        if (line->hint_count > 1)
            drop(line->hints, &line->hint_count, hint);
        break;
    case 2:
        line->hints[hint] = (int)forge_random(at);
        break;
    case 3:
        if (proof->count > proof->clauses + 1)
            forge_proof_take_out(proof, at);
        break;
    case 4:
        remove_early(proof);
        break;
    default:
        exchange_hints(line);
    }
}

static void forge(struct forge_proof *proof) {
    if (!forge_once_in(3))
        change_formula(proof);
    else
        change_step(proof);
}

/* --- */

static struct {
    struct forge_tally claims;
    unsigned long proofs, no_proofs;
} tally;

static void judge(const struct forge_proof *proof) {
    static struct text text;
    bool is_true = is_unsatisfiable(proof), proves = is_proof(proof);
    forge_put_start(&text, "cnf");
    text_put(&text, "variables %d\nclauses %d\n", proof->variables, proof->clauses);
    if (!forge_proof_write_clauses(proof, &text) ||
        !forge_proof_write(proof, proof->clauses, &text))
        return;
    assert_true(is_true || !proves);
    if (forge_judge(&text, is_true, &tally.claims) != proves)
        fail_msg("%s by the grammar:\n%.*s", proves ? "a proof" : "no proof", (int)text.length,
                 text.bytes);
    ++*(proves ? &tally.proofs : &tally.no_proofs);
}

static void test_refutations(void **state) {
    static struct forge_proof proof;
    (void)state;
    for (long i = 0; i < FORMULAS; i++) {
        make(&proof);
        if (!forge_once_in(5))
            for (long changes = 1 + forge_random(2); changes > 0; changes--)
                forge(&proof);
        judge(&proof);
    }
    forge_assert_shares("refutations", &tally.claims, FORMULAS / 10);
    printf("%lu proofs, %lu with a fault\n", tally.proofs, tally.no_proofs);
    assert_true(tally.proofs > FORMULAS / 10 && tally.no_proofs > FORMULAS / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refutations)};
    return cmocka_run_group_tests_name("forge_lrat", tests, forge_start, NULL);
}
