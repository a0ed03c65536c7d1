/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/export.h"

#include <stdlib.h>

#include "solver/proof/sat/dimacs.h"

static int variable(const struct slots *slots, int slot, int letter) {
    return slot * slots->latency + letter + 1;
}

/* What every format says at its head, each line behind `comment`. */
static void print_question(FILE *out, const struct slots *slots, const char *comment) {
    fprintf(out, "%s Is there a block-cyclic schedule for latency L = %d and depth t = %d?\n",
            comment, slots->latency, slots->depth);
    fprintf(out, "%s Satisfiable: yes. Unsatisfiable: no.\n", comment);
    fprintf(out, "%s Variable s*%d + j + 1: slot s = 0..%d holds letter j = 0..%d.\n", comment,
            slots->latency, slots->count, slots->latency - 1);
    fprintf(out, "%s Slot %d is the receive-only processor.\n", comment, slots->count);
    for (int s = 0, size; s < slots->count; s += size - 1) {
        size = slots->list[s].size;
        fprintf(out, "%s Slots %d..%d: positions 1..%d of a block of size %d.\n", comment, s,
                s + size - 2, size - 1, size);
    }
    for (int j = 0; j < slots->latency; j++)
        fprintf(out, "%s Letter %d: %d copies.\n", comment, j, slots->letters[j]);
}

enum status export_dimacs(FILE *out, const struct slots *slots, bool words,
                          struct failure *failure) {
    CLEANUP(formula_clear) struct formula formula = {0};
    TRY(formula_build(slots, words, &formula, failure));
    print_question(out, slots, "c");
    fprintf(out, "c Encoding by %s; further variables count letters%s.\n", words ? "words" : "sums",
            words ? "" : " and sum them within blocks");
    dimacs_write(out, &formula);
    return STATUS_OK;
}

/* A linear program on its way out; without `out` its constraints are only counted. */
struct program {
    FILE *out;
    bool lp;
    int constraints;
    int terms; /* of the constraint that is open */
};

enum { TERMS_PER_LINE = 10 };

static void term(struct program *program, int coefficient, int number) {
    FILE *out = program->out;
    int place = program->terms++;
    if (!out)
        return;
    if (program->lp && place == 0)
        fprintf(out, " c%d:", program->constraints + 1);
    if (program->lp && place && place % TERMS_PER_LINE == 0)
        fprintf(out, "\n   ");
    if (program->lp)
        fprintf(out, " %c %d x%d", coefficient < 0 ? '-' : '+', abs(coefficient), number);
    else
        fprintf(out, "%+d x%d ", coefficient, number);
}

/* Ends the constraint; one without terms says nothing here and is left out. */
static void relation(struct program *program, const char *sign, int value) {
    if (program->terms == 0)
        return;
    program->constraints++;
    program->terms = 0;
    if (program->out)
        fprintf(program->out, program->lp ? " %s %d\n" : "%s %d ;\n", sign, value);
}

static void constrain_letters(struct program *program, const struct slots *slots) {
    for (int s = 0; s <= slots->count; s++) {
        for (int j = 0; j < slots->latency; j++)
            term(program, 1, variable(slots, s, j));
        relation(program, "=", 1);
    }
    for (int j = 0; j < slots->latency; j++) {
        for (int s = 0; s <= slots->count; s++)
            term(program, 1, variable(slots, s, j));
        relation(program, "=", slots->letters[j]);
    }
}

static void constrain_block(struct program *program, const struct slots *slots, int first,
                            int size) {
    for (int residue = 0; residue < size; residue++) {
        for (int p = 1; p < size; p++)
            for (int j = 0; j < slots->latency; j++)
                if ((p + j) % size == residue)
                    term(program, 1, variable(slots, first + p - 1, j));
        relation(program, "=", residue != (slots->latency - 1) % size);
    }
}

static void constrain_twins(struct program *program, const struct slots *slots, int first) {
    int twin = first - slots->list[first].twin;
    for (int j = 1; twin != first && j < slots->latency; j++) {
        term(program, j, variable(slots, first, j));
        term(program, -j, variable(slots, twin, j));
    }
    relation(program, ">=", 0);
}

static int constrain(FILE *out, bool lp, const struct slots *slots) {
    struct program program = {.out = out, .lp = lp};
    constrain_letters(&program, slots);
    for (int s = 0; s < slots->count; s += slots->list[s].size - 1)
        constrain_block(&program, slots, s, slots->list[s].size);
    for (int s = 0; s < slots->count; s += slots->list[s].size - 1)
        constrain_twins(&program, slots, s);
    return program.constraints;
}

void export_opb(FILE *out, const struct slots *slots) {
    int variables = (slots->count + 1) * slots->latency;
    fprintf(out, "* #variable= %d #constraint= %d\n", variables, constrain(NULL, false, slots));
    print_question(out, slots, "*");
    constrain(out, false, slots);
}

void export_lp(FILE *out, const struct slots *slots) {
    int variables = (slots->count + 1) * slots->latency;
    print_question(out, slots, "\\");
    fprintf(out, "Minimize\n objective: 0 x1\nSubject To\n");
    constrain(out, true, slots);
    fprintf(out, "Binary\n");
    for (int v = 1; v <= variables; v++)
        fprintf(out, v % TERMS_PER_LINE == 0 || v == variables ? " x%d\n" : " x%d", v);
    fprintf(out, "End\n");
}

static void print_periodic_question(FILE *out, const struct periodic_question *question) {
    static const char *const roles[] = {
        [ROLES_KEEP] = "in which every processor keeps its role",
        [ROLES_PERMUTE] = "whether or not processors change roles after a period",
        [ROLES_BLOCKS] = "of blocks on a pruned tree and one receive-only processor"};
    int cells = question->processors * question->period;
    fprintf(out, "c Is there a schedule of period T = %d with delay L + t on N = %d processors,\n",
            question->period, question->processors);
    fprintf(out, "c L = %d, t = %d, %s?\n", question->latency, question->depth,
            roles[question->roles]);
    fprintf(out, "c Satisfiable: yes. Unsatisfiable: no.\n");
    fprintf(
        out,
        "c Variables 1..%d: processor p receives, at step s, the first, second, .. of the\n"
        "c values 0..%d, %d; p outermost. The others: results/README.md, impossible-periodic.\n",
        cells * (question->depth - question->latency + 2), question->depth - question->latency,
        question->depth);
}

enum status export_periodic_dimacs(FILE *out, const struct periodic_question *question,
                                   struct failure *failure) {
    CLEANUP(formula_clear) struct formula formula = {0};
    TRY(periodic_formula_build(question, COUNTERS_NARROW, &formula, failure));
    print_periodic_question(out, question);
    fprintf(out,
            "c Counters of receptions of w = 0..%d, and of sends of w + %d, end at the bound that\n"
            "c every schedule keeps to, min(N, f_{t-w-L}), in place of N, and are not exceeded.\n",
            question->depth - question->latency, question->latency);
    dimacs_write(out, &formula);
    return STATUS_OK;
}
