/* SPDX-License-Identifier: MIT */
#include "solver/decide/answer.h"

#include <stdlib.h>

#include "solver/certificate/search_tree.h"
#include "solver/certificate/write.h"
#include "solver/decide/backtrack.h"

void answer_init(struct answer *answer, const char *engine, int latency, int depth) {
    *answer = (struct answer){.engine = engine, .latency = latency, .depth = depth};
}

static enum status put_tree(const void *proof, struct certificate_output *output,
                            const struct limits *limits, struct failure *failure) {
    const struct tree_proof *tree = proof;
    struct tree_proof again;
    if (tree->record)
        return search_tree_put(output, tree, limits, failure);
    enum status status = backtrack_again(tree, true, limits, &again, failure);
    if (status)
        return status;
    status = search_tree_put(output, &again, limits, failure);
    tree_proof_clear(&again);
    return status;
}

struct evidence evidence_of_answer(const struct answer *answer) {
    switch (answer->evidence) {
    case EVIDENCE_SCHEDULE:
        return evidence_of_schedule(&answer->schedule);
    case EVIDENCE_INDUCTION:
        return evidence_of_window(&answer->family);
    case EVIDENCE_RESIDUES:
        return evidence_of_residues(&answer->residues);
    case EVIDENCE_TREE:
        return evidence_borrowed("impossible-search", put_tree, &answer->tree);
    case EVIDENCE_CNF:
        return evidence_of_cnf(&answer->cnf);
    case EVIDENCE_PRICES:
        return evidence_of_prices(&answer->prices);
    case EVIDENCE_PERIODIC:
        return evidence_of_impossible_periodic(&answer->periodic);
    case EVIDENCE_NONE:
        break;
    }
    return (struct evidence){.kind = NULL};
}

void answer_clear(struct answer *answer) {
    switch (answer->evidence) {
    case EVIDENCE_NONE:
        break;
    case EVIDENCE_SCHEDULE:
        schedule_clear(&answer->schedule);
        break;
    case EVIDENCE_INDUCTION:
        family_clear(&answer->family);
        break;
    case EVIDENCE_RESIDUES:
        residue_proof_clear(&answer->residues);
        break;
    case EVIDENCE_TREE:
        tree_proof_clear(&answer->tree);
        break;
    case EVIDENCE_CNF:
        free(answer->cnf.lrat.numbers);
        break;
    case EVIDENCE_PRICES:
        prices_clear(&answer->prices);
        break;
    case EVIDENCE_PERIODIC:
        free(answer->periodic.lrat.numbers);
        break;
    }
    *answer = (struct answer){0};
}

enum status answer_write(const struct answer *answer, const char *path, bool overwrite,
                         const struct limits *limits, struct failure *failure) {
    struct evidence evidence = evidence_of_answer(answer);
    return evidence.kind ? evidence_write(evidence, path, overwrite, limits, failure)
                         : failure_set(failure, STATUS_INPUT, "there is no certificate to write");
}
