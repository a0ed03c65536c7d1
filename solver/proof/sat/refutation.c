/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/refutation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "solver/base/certificate_output.h"

void certificate_print_lrat(struct certificate_output *output, const struct lrat *lrat) {
    for (size_t i = 0; i < lrat->length;) {
        int lists = 1; /* of numbers up to a 0 */
        if (lrat->numbers[i] == 0) {
            certificate_print(output, "delete");
            i++;
        } else {
            certificate_print(output, "lrat %" PRId64, lrat->numbers[i++]);
            lists = 2;
        }
        for (; lists; i++) {
            certificate_print(output, " %" PRId64, lrat->numbers[i]);
            lists -= lrat->numbers[i] == 0;
        }
        certificate_print(output, "\n");
    }
}

static enum status put_cnf(const void *body, struct certificate_output *output,
                           const struct limits *limits, struct failure *failure) {
    const struct cnf_proof *proof = body;
    (void)limits, (void)failure;
    certificate_print(output, "latency %d\ndepth %d\nencoding %s\nvariables %d\nclauses %zu\n",
                      proof->latency, proof->depth, proof->sums ? "sums" : "words",
                      proof->variables, proof->clauses);
    certificate_print_lrat(output, &proof->lrat);
    return STATUS_OK;
}

struct evidence evidence_of_cnf(const struct cnf_proof *proof) {
    return evidence_borrowed("impossible-cnf", put_cnf, proof);
}

static enum status put_impossible_periodic(const void *body, struct certificate_output *output,
                                           const struct limits *limits, struct failure *failure) {
    const struct periodic_proof *proof = body;
    (void)limits, (void)failure;
    static const char *const roles[] = {
        [ROLES_KEEP] = "keep", [ROLES_PERMUTE] = "permute", [ROLES_BLOCKS] = "blocks"};
    certificate_print(output, "latency %d\ndepth %d\nprocessors %d\nperiod %d\nroles %s\n",
                      proof->latency, proof->depth, proof->processors, proof->period,
                      roles[proof->roles]);
    certificate_print(output, "encoding %s\nvariables %d\nclauses %zu\n",
                      proof->plain ? "plain" : "ordered", proof->variables, proof->clauses);
    certificate_print_lrat(output, &proof->lrat);
    return STATUS_OK;
}

struct evidence evidence_of_impossible_periodic(const struct periodic_proof *proof) {
    return evidence_borrowed("impossible-periodic", put_impossible_periodic, proof);
}

/* The lines `clause`, in pieces. */
typedef void emit_text(void *to, const char *text);

static void emit_clauses(const struct formula_proof *proof, emit_text *emit, void *to) {
    for (size_t i = 0; i < proof->length;) {
        emit(to, "clause");
        for (bool more = true; more; i++) {
            char literal[16];
            snprintf(literal, sizeof literal, " %d", proof->literals[i]);
            emit(to, literal);
            more = proof->literals[i] != 0;
        }
        emit(to, "\n");
    }
}

static void emit_certificate(void *to, const char *text) {
    certificate_print(to, "%s", text);
}

static void emit_digest(void *to, const char *text) {
    sha256_update(to, strlen(text), (const uint8_t *)text);
}

void formula_proof_digest(const struct formula_proof *proof, char hex[DIGEST_ROOM]) {
    struct sha256_ctx context;
    sha256_init(&context);
    emit_clauses(proof, emit_digest, &context);
    digest_end(&context, hex);
}

static enum status put_formula(const void *body, struct certificate_output *output,
                               const struct limits *limits, struct failure *failure) {
    const struct formula_proof *proof = body;
    (void)limits, (void)failure;
    certificate_print(output, "variables %d\nclauses %zu\n", proof->variables, proof->clauses);
    emit_clauses(proof, emit_certificate, output);
    certificate_print_lrat(output, &proof->lrat);
    return STATUS_OK;
}

struct evidence evidence_of_formula(const struct formula_proof *proof) {
    return evidence_borrowed("cnf", put_formula, proof);
}
