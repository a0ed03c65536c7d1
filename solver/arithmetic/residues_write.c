/* SPDX-License-Identifier: MIT */
#include "solver/arithmetic/residues.h"

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
