#include "solver/decide/answer.h"

#include <stdlib.h>

#include "solver/certificate/search_tree.h"
#include "solver/certificate/write.h"
#include "solver/decide/backtrack.h"

void answer_init(struct answer *answer, const char *engine, int latency, int depth) {
    *answer = (struct answer){.engine = engine, .latency = latency, .depth = depth};
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
    case EVIDENCE_WORDS:
        periodic_clear(&answer->words);
        break;
    case EVIDENCE_PRUNED:
        pruned_clear(&answer->pruned);
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
                         struct failure *failure) {
    return answer_write_within(answer, path, overwrite, NULL, failure);
}

static bool go_on(void *context, int done, int total) {
    const struct limits *limits = *(const struct limits **)context;
    (void)done;
    (void)total;
    return limits_check(limits, NULL) == STATUS_OK;
}

const char *answer_kind(const struct answer *answer) {
    switch (answer->evidence) {
    case EVIDENCE_SCHEDULE:
        return "block-cyclic";
    case EVIDENCE_INDUCTION:
        return "induction";
    case EVIDENCE_RESIDUES:
        return "impossible-residues";
    case EVIDENCE_TREE:
        return "impossible-search";
    case EVIDENCE_CNF:
        return "impossible-cnf";
    case EVIDENCE_WORDS:
        return certificate_kind_of_periodic(&answer->words);
    case EVIDENCE_PRUNED:
        return "pruned";
    case EVIDENCE_PRICES:
        return "prices";
    case EVIDENCE_PERIODIC:
        return "impossible-periodic";
    case EVIDENCE_NONE:
        break;
    }
    return NULL;
}

static enum status put_tree_anew(struct certificate_output *output, const struct tree_proof *proof,
                                 const struct limits *limits, struct failure *failure) {
    struct tree_proof again;
    enum status status = backtrack_again(proof, true, limits, &again, failure);
    if (!status) {
        status = search_tree_put(output, &again, limits, failure);
        tree_proof_clear(&again);
    }
    return status;
}

enum status answer_put(const struct answer *answer, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure) {
    const struct limits *context = limits;
    switch (answer->evidence) {
    case EVIDENCE_SCHEDULE:
        return certificate_put_schedule(output, &answer->schedule, failure);
    case EVIDENCE_INDUCTION:
        return certificate_put_induction(output, &answer->family, answer->depth, go_on, &context,
                                         failure);
    case EVIDENCE_RESIDUES:
        certificate_put_residues(output, &answer->residues);
        break;
    case EVIDENCE_TREE:
        return answer->tree.record ? search_tree_put(output, &answer->tree, limits, failure)
                                   : put_tree_anew(output, &answer->tree, limits, failure);
    case EVIDENCE_CNF:
        certificate_put_cnf(output, &answer->cnf);
        break;
    case EVIDENCE_WORDS:
        return certificate_put_periodic(output, &answer->words, failure);
    case EVIDENCE_PRUNED:
        certificate_put_pruned(output, &answer->pruned);
        break;
    case EVIDENCE_PRICES:
        certificate_put_prices(output, &answer->prices);
        break;
    case EVIDENCE_PERIODIC:
        certificate_put_impossible_periodic(output, &answer->periodic);
        break;
    case EVIDENCE_NONE:
        return failure_set(failure, STATUS_INPUT, "there is no certificate to write");
    }
    return STATUS_OK;
}

enum status answer_write_within(const struct answer *answer, const char *path, bool overwrite,
                                const struct limits *limits, struct failure *failure) {
    struct certificate_output *output;
    const char *kind = answer_kind(answer);
    if (!kind)
        return failure_set(failure, STATUS_INPUT, "there is no certificate to write");
    enum status status = certificate_open(&output, path, overwrite, kind, failure);
    if (status)
        return status;
    return certificate_end(output, answer_put(answer, output, limits, failure), failure);
}

enum status answer_put_evidence(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    return answer_put(body, output, limits, failure);
}
