#include "solver/decide/answer.h"

#include <stdlib.h>

#include "solver/certificate/evidence.h"
#include "solver/certificate/search_tree.h"
#include "solver/certificate/write.h"
#include "solver/decide/backtrack.h"

void answer_init(struct answer *answer, const char *engine, int latency, int depth) {
    *answer = (struct answer){.engine = engine, .latency = latency, .depth = depth};
}

/* --- the kinds of evidence: how each is written, and freed --- */

static enum status put_schedule(const struct answer *answer, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    (void)limits;
    return certificate_put_schedule(output, &answer->schedule, failure);
}

static void clear_schedule(struct answer *answer) {
    schedule_clear(&answer->schedule);
}

static enum status put_induction(const struct answer *answer, struct certificate_output *output,
                                 const struct limits *limits, struct failure *failure) {
    return certificate_put_induction(output, &answer->family, answer->depth, limits, failure);
}

static void clear_induction(struct answer *answer) {
    family_clear(&answer->family);
}

static enum status put_words(const struct answer *answer, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    (void)limits;
    return certificate_put_periodic(output, &answer->words, failure);
}

static void clear_words(struct answer *answer) {
    periodic_clear(&answer->words);
}

static enum status put_pruned(const struct answer *answer, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    (void)limits, (void)failure;
    certificate_put_pruned(output, &answer->pruned);
    return STATUS_OK;
}

static void clear_pruned(struct answer *answer) {
    pruned_clear(&answer->pruned);
}

static enum status put_residues(const struct answer *answer, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    (void)limits, (void)failure;
    certificate_put_residues(output, &answer->residues);
    return STATUS_OK;
}

static void clear_residues(struct answer *answer) {
    residue_proof_clear(&answer->residues);
}

static enum status put_tree(const struct answer *answer, struct certificate_output *output,
                            const struct limits *limits, struct failure *failure) {
    struct tree_proof again;
    if (answer->tree.record)
        return search_tree_put(output, &answer->tree, limits, failure);
    enum status status = backtrack_again(&answer->tree, true, limits, &again, failure);
    if (status)
        return status;
    status = search_tree_put(output, &again, limits, failure);
    tree_proof_clear(&again);
    return status;
}

static void clear_tree(struct answer *answer) {
    tree_proof_clear(&answer->tree);
}

static enum status put_cnf(const struct answer *answer, struct certificate_output *output,
                           const struct limits *limits, struct failure *failure) {
    (void)limits, (void)failure;
    certificate_put_cnf(output, &answer->cnf);
    return STATUS_OK;
}

static void clear_cnf(struct answer *answer) {
    free(answer->cnf.lrat.numbers);
}

static enum status put_prices(const struct answer *answer, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    (void)limits, (void)failure;
    certificate_put_prices(output, &answer->prices);
    return STATUS_OK;
}

static void clear_prices(struct answer *answer) {
    prices_clear(&answer->prices);
}

static enum status put_periodic(const struct answer *answer, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    (void)limits, (void)failure;
    certificate_put_impossible_periodic(output, &answer->periodic);
    return STATUS_OK;
}

static void clear_periodic(struct answer *answer) {
    free(answer->periodic.lrat.numbers);
}

static const struct {
    const char *kind; /* of the certificate; NULL: the words say */
    enum status (*put)(const struct answer *answer, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure);
    void (*clear)(struct answer *answer);
} forms[] = {
    [EVIDENCE_SCHEDULE] = {"block-cyclic", put_schedule, clear_schedule},
    [EVIDENCE_INDUCTION] = {"induction", put_induction, clear_induction},
    [EVIDENCE_WORDS] = {NULL, put_words, clear_words},
    [EVIDENCE_PRUNED] = {"pruned", put_pruned, clear_pruned},
    [EVIDENCE_RESIDUES] = {"impossible-residues", put_residues, clear_residues},
    [EVIDENCE_TREE] = {"impossible-search", put_tree, clear_tree},
    [EVIDENCE_CNF] = {"impossible-cnf", put_cnf, clear_cnf},
    [EVIDENCE_PRICES] = {"prices", put_prices, clear_prices},
    [EVIDENCE_PERIODIC] = {"impossible-periodic", put_periodic, clear_periodic},
};

/* --- answers --- */

void answer_clear(struct answer *answer) {
    if (answer->evidence != EVIDENCE_NONE)
        forms[answer->evidence].clear(answer);
    *answer = (struct answer){0};
}

const char *answer_kind(const struct answer *answer) {
    return answer->evidence == EVIDENCE_WORDS ? certificate_kind_of_periodic(&answer->words)
                                              : forms[answer->evidence].kind;
}

enum status answer_put_evidence(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct answer *answer = body;
    return forms[answer->evidence].put(answer, output, limits, failure);
}

enum status answer_write_within(const struct answer *answer, const char *path, bool overwrite,
                                const struct limits *limits, struct failure *failure) {
    struct evidence evidence = {
        .kind = answer_kind(answer), .put = answer_put_evidence, .body = (void *)answer};
    return evidence.kind ? evidence_write(&evidence, path, overwrite, limits, failure)
                         : failure_set(failure, STATUS_INPUT, "there is no certificate to write");
}

enum status answer_write(const struct answer *answer, const char *path, bool overwrite,
                         struct failure *failure) {
    return answer_write_within(answer, path, overwrite, NULL, failure);
}
