#include "solver/answer.h"

#include <stdlib.h>

#include "solver/certificate/search_tree.h"
#include "solver/certificate/write.h"

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

enum status answer_write_within(const struct answer *answer, const char *path, bool overwrite,
                                const struct limits *limits, struct failure *failure) {
    const struct limits *context = limits;
    switch (answer->evidence) {
    case EVIDENCE_SCHEDULE:
        return certificate_write_schedule(path, overwrite, &answer->schedule, failure);
    case EVIDENCE_INDUCTION:
        return certificate_write_induction(path, overwrite, &answer->family, answer->depth, go_on,
                                           &context, failure);
    case EVIDENCE_RESIDUES:
        return certificate_write_residues(path, overwrite, &answer->residues, failure);
    case EVIDENCE_TREE:
        return search_tree_write(path, overwrite, &answer->tree, limits, failure);
    case EVIDENCE_CNF:
        return certificate_write_cnf(path, overwrite, &answer->cnf, failure);
    case EVIDENCE_WORDS:
        return certificate_write_periodic(path, overwrite, &answer->words, failure);
    case EVIDENCE_PRUNED:
        return certificate_write_pruned(path, overwrite, &answer->pruned, failure);
    case EVIDENCE_PRICES:
        return certificate_write_prices(path, overwrite, &answer->prices, failure);
    case EVIDENCE_PERIODIC:
        return certificate_write_impossible_periodic(path, overwrite, &answer->periodic, failure);
    case EVIDENCE_NONE:
        break;
    }
    return failure_set(failure, STATUS_INPUT, "there is no certificate to write");
}
