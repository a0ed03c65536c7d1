/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/picosat_run.h"

#include <errno.h>
#include <limits.h>
#include <picosat/picosat.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/files.h"

/* PicoSAT ends the program when memory is refused. So all that it allocates is kept in a ring
 * here, and a refusal jumps back to where the run began, which gives everything back. */
struct block {
    _Alignas(max_align_t) struct block *previous; /* what is allocated follows the block */
    struct block *next;
};

struct run {
    const struct formula *formula;
    const struct limits *limits;
    PicoSAT *solver;
    FILE *proof;
    struct block ring;
    jmp_buf refused;
};

static void *allocate(void *state, size_t size) {
    struct run *run = state;
    if (size > SIZE_MAX - sizeof(struct block))
        longjmp(run->refused, 1);
    struct block *block = malloc(sizeof *block + size);
    if (!block)
        longjmp(run->refused, 1);
    block->previous = &run->ring;
    block->next = run->ring.next;
    block->next->previous = block;
    run->ring.next = block;
    return block + 1;
}

static void release(void *state, void *memory, size_t size) {
    (void)state;
    (void)size;
    if (!memory)
        return;
    struct block *block = (struct block *)memory - 1;
    block->previous->next = block->next;
    block->next->previous = block->previous;
    free(block);
}

static void *reallocate(void *state, void *old, size_t old_size, size_t size) {
    void *memory = allocate(state, size);
    if (old)
        memcpy(memory, old, old_size < size ? old_size : size);
    release(state, old, old_size);
    return memory;
}

static void release_all(struct run *run) {
    for (struct block *block = run->ring.next, *next; block != &run->ring; block = next) {
        next = block->next;
        free(block);
    }
}

/* Asked by PicoSAT now and then. */
static int interrupted(void *state) {
    const struct run *run = state;
    struct progress progress = {"PicoSAT", 0, 0, picosat_decisions(run->solver)};
    limits_report(run->limits, &progress);
    return limits_stop(run->limits);
}

/* Adding a formula that is close to the limits takes many seconds. */
enum { LITERALS_PER_LOOK = 1 << 20 };

/* PicoSAT's own result; its solver stays open for the model. */
static int decide(struct run *run) {
    const struct formula *formula = run->formula;
    uint64_t nodes = run->limits->nodes;
    run->solver = picosat_minit(run, allocate, reallocate, release);
    picosat_set_seed(run->solver, 0);
    picosat_set_incremental_rup_file(run->solver, run->proof, formula->variables,
                                     (int)formula->clauses);
    picosat_set_interrupt(run->solver, run, interrupted);
    picosat_adjust(run->solver, formula->variables);
    for (size_t i = 0; i < formula->length; i++) {
        if (i % LITERALS_PER_LOOK == 0 && interrupted(run))
            return PICOSAT_UNKNOWN;
        picosat_add(run->solver, formula->literals[i]);
    }
    return picosat_sat(run->solver, nodes == 0 ? -1 : nodes < INT_MAX ? (int)nodes : INT_MAX - 1);
}

static enum status read_model(struct run *run, struct picosat_answer *answer,
                              struct failure *failure) {
    const struct formula *formula = run->formula;
    TRY(memory_check(NEW(formula->variables + 1, answer->model), failure, "a model"));
    for (int v = 1; v <= formula->variables; v++)
        answer->model[v] = picosat_deref(run->solver, v) > 0;
    size_t violated = formula_violated(formula, answer->model);
    if (violated)
        return failure_internal(failure, "PicoSAT's model violates clause %zu", violated);
    answer->verdict = PICOSAT_RUN_MODEL;
    return STATUS_OK;
}

/* A number of the proof, or INT_MIN where there is none. */
static int read_number(FILE *file) {
    int byte = getc(file), sign = 1;
    long number = 0;
    while (byte == ' ' || byte == '\n')
        byte = getc(file);
    if (byte == '-') {
        sign = -1;
        byte = getc(file);
    }
    if (byte < '0' || byte > '9')
        return INT_MIN;
    for (; byte >= '0' && byte <= '9' && number <= INT_MAX; byte = getc(file))
        number = 10 * number + (byte - '0');
    return number <= INT_MAX ? (int)(sign * number) : INT_MIN;
}

/* The file starts with a header of this size, blank at its end; then come clauses ended by 0. */
enum { HEADER_SIZE = 256 };

static enum status read_proof(struct run *run, struct picosat_answer *answer,
                              struct failure *failure) {
    struct formula *steps = &answer->steps;
    formula_init(steps, run->formula->variables);
    if (fflush(run->proof) != 0 || ferror(run->proof))
        return failure_set(failure, status_of_errno(errno), "the proof could not be kept: %s",
                           strerror(errno));
    /* No step was learnt where there is no header. */
    bool empty = fseek(run->proof, 0, SEEK_END) == 0 && ftell(run->proof) == 0;
    if (!empty && fseek(run->proof, HEADER_SIZE, SEEK_SET) != 0)
        return failure_set(failure, status_of_errno(errno), "the proof can't be read: %s",
                           strerror(errno));
    for (int number; (number = read_number(run->proof)) != INT_MIN && !steps->fault;) {
        if (abs(number) > steps->variables)
            return failure_internal(failure, "PicoSAT's proof has the literal %d", number);
        formula_add(steps, number);
    }
    if (ferror(run->proof))
        return failure_set(failure, status_of_errno(errno), "the proof can't be read: %s",
                           strerror(errno));
    if (!feof(run->proof) && !steps->fault)
        return failure_internal(failure, "PicoSAT's proof is damaged at step %zu",
                                steps->clauses + 1);
    answer->verdict = PICOSAT_RUN_REFUTED;
    return formula_fault(steps, failure);
}

static enum status solve(struct run *run, struct picosat_answer *answer, struct failure *failure) {
    if (setjmp(run->refused))
        return failure_memory(failure, "PicoSAT");
    int result = decide(run);
    answer->decisions = picosat_decisions(run->solver);
    if (result == PICOSAT_SATISFIABLE)
        return read_model(run, answer, failure);
    if (result == PICOSAT_UNSATISFIABLE)
        return read_proof(run, answer, failure);
    return STATUS_OK;
}

enum status picosat_run(const struct formula *formula, const struct limits *limits,
                        struct picosat_answer *answer, struct failure *failure) {
    struct run run = {.formula = formula, .limits = limits, .proof = temporary_file_open()};
    CLEANUP(picosat_answer_clear) struct picosat_answer result = {0};
    if (!run.proof)
        return failure_set(failure, status_of_errno(errno), "no temporary file for the proof: %s",
                           strerror(errno));
    run.ring = (struct block){&run.ring, &run.ring};
    enum status status = solve(&run, &result, failure);
    release_all(&run);
    fclose(run.proof);
    if (!status)
        *answer = TAKE(result);
    return status;
}

void picosat_answer_clear(struct picosat_answer *answer) {
    free(answer->model);
    formula_clear(&answer->steps);
    *answer = (struct picosat_answer){0};
}
