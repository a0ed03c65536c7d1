/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/residues.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/sequence.h"

enum { SIZES = 1 << 10 /* between two looks at the limits */ };

/* What the blocks together take: at least `least`, fixed modulo `modulus` (0: no block has a
 * letter). */
struct span {
    mpz_t least;
    int modulus;
};

static void span_clear(struct span *span) {
    mpz_clear(span->least);
}

static void add_blocks(struct span *span, int size, mpz_srcptr count, int latency) {
    if (size < 2)
        return;
    unsigned long least = (unsigned long)((size - (latency - 1) % size) % size);
    assert(least < (unsigned long)size);
    mpz_addmul_ui(span->least, count, least);
    span->modulus = greatest_divisor(span->modulus, size);
}

static enum status measure(struct span *span, const struct instance *instance,
                           const struct limits *limits, struct failure *failure) {
    CLEANUP(sequence_clear) struct sequence walk = {0};
    TRY(sequence_init(&walk, instance->latency, failure));
    BIG_OF(one, 1);
    add_blocks(span, instance->root_size, one, instance->latency);
    for (int size = instance->largest; size >= 1; size--, sequence_next(&walk)) {
        add_blocks(span, size, sequence_value(&walk), instance->latency);
        if (size % SIZES == 0)
            TRY(limits_check(limits, failure));
    }
    return STATUS_OK;
}

/* Fills in the reason against `line->letter`, given S; false when there is none. */
static bool find_reason(struct residue_line *line, const struct span *span) {
    BIG(excess);
    mpz_sub(excess, line->sum, span->least);
    if (span->modulus > 1)
        line->remainder = (int)mpz_fdiv_ui(excess, (unsigned long)span->modulus);
    assert(line->remainder >= 0 && (span->modulus == 0 || line->remainder < span->modulus));
    line->modulus = span->modulus;
    if (line->remainder) {
        line->reason = RESIDUE_MODULUS;
    } else if (mpz_cmp(line->sum, span->least) < 0) {
        line->reason = RESIDUE_LEAST;
        mpz_set(line->least, span->least);
    } else {
        return false;
    }
    return true;
}

bool residues_are_cheap(int latency, int depth) {
    /* The bits of f_t are at most t, and for L > 2 less than t * 2 log2(L) / L. */
    double t = depth, bits = latency > 2 ? t * 2 * log2(latency) / latency : t;
    return t * (10 + bits / 128) < 2e10;
}

/* One line for each letter that occurs; false as soon as one letter can't be excluded. */
static bool refute_letters(const struct instance *instance, const struct span *span,
                           struct residue_proof *proof) {
    BIG(total);
    for (int j = 0; j < instance->latency; j++)
        mpz_addmul_ui(total, instance->letters[j], (unsigned long)j);
    bool refuted = true;
    for (int j = 0; j < instance->latency && refuted; j++) {
        if (mpz_sgn(instance->letters[j]) == 0)
            continue;
        struct residue_line *line = &proof->lines[proof->line_count++];
        line->letter = j;
        mpz_inits(line->sum, line->least, NULL);
        mpz_sub_ui(line->sum, total, (unsigned long)j);
        refuted = find_reason(line, span);
    }
    return refuted;
}

enum status residues_refute(const struct instance *instance, const struct limits *limits,
                            bool *impossible, struct residue_proof *proof,
                            struct failure *failure) {
    if (instance->depth < instance->latency)
        return failure_input(failure, "t < L leaves nothing to refute");
    CLEANUP(residue_proof_clear)
    struct residue_proof result = {instance->latency, instance->depth, 0, NULL};
    result.lines = memory_new((size_t)instance->latency, sizeof *result.lines);
    TRY(memory_check(result.lines, failure, NULL));
    CLEANUP(span_clear) struct span span = {.modulus = 0};
    mpz_init(span.least);
    TRY(measure(&span, instance, limits, failure));
    *impossible = refute_letters(instance, &span, &result);
    if (*impossible)
        *proof = TAKE(result);
    return STATUS_OK;
}

void residue_proof_clear(struct residue_proof *proof) {
    for (int i = 0; i < proof->line_count; i++)
        mpz_clears(proof->lines[i].sum, proof->lines[i].least, NULL);
    free(proof->lines);
    *proof = (struct residue_proof){0};
}

void certificate_print_residues(struct certificate_output *output,
                                const struct residue_proof *proof) {
    for (int i = 0; i < proof->line_count; i++) {
        const struct residue_line *line = &proof->lines[i];
        certificate_print(output, "letter %d ", line->letter);
        if (line->reason == RESIDUE_MODULUS) {
            certificate_print(output, "modulus %d remainder %d\n", line->modulus, line->remainder);
            continue;
        }
        certificate_print(output, "sum ");
        certificate_print_big(output, line->sum);
        certificate_print(output, " least ");
        certificate_print_big(output, line->least);
        certificate_print(output, "\n");
    }
}

static enum status put_residues(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct residue_proof *proof = body;
    (void)limits, (void)failure;
    certificate_print(output, "latency %d\ndepth %d\n", proof->latency, proof->depth);
    certificate_print_residues(output, proof);
    return STATUS_OK;
}

struct evidence evidence_of_residues(const struct residue_proof *proof) {
    return evidence_borrowed("impossible-residues", put_residues, proof);
}
