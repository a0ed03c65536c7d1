/* SPDX-License-Identifier: MIT */
/* Shou and Chen's summation trees: how many operands each processor has (Lemma 1), how many all
 * have (Theorem 5), and whether others add up more. */
#include "solver/collective/summation/shou_chen_sum.h"
#include "solver/collective/summation/summation_most.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/machines.h"

/* Played with everybody as busy as can be: N, and whether Lemma 1 has everybody's own operands. */
struct tree_sum {
    int64_t operands; /* 0: it can't be played */
    int64_t formula;  /* Theorem 5 */
    int64_t time;     /* T */
    int differs;      /* the first processor whose own operands are not those of the lemma; -1 */
    int64_t own;      /* of that one */
    int64_t lemma;
    bool counted; /* everybody's own operands are T_i - K_i (o+1) + 1, K_i its children */
};

static void compare_own(const struct summation_tree *tree, const struct summation *summation,
                        struct tree_sum *sum) {
    int64_t busy = tree->machine.overhead + (int64_t)1;
    sum->differs = -1;
    sum->counted = true;
    for (int p = 0; p < tree->count; p++) {
        int64_t own = summation_own(summation, p), children = 0;
        for (int i = p + 1; i < tree->count; i++)
            children += tree->parent[i] == p;
        int64_t lemma = shou_chen_lemma_operands(tree, tree->sends[p], children == 0);
        sum->counted = sum->counted && own == tree->sends[p] - children * busy + 1;
        if (sum->differs >= 0 || lemma == own)
            continue;
        sum->differs = p;
        sum->own = own;
        sum->lemma = lemma;
    }
}

static enum status sum_tree(struct machine_try *part, int64_t apart, int processors, bool certify,
                            struct tree_sum *sum, struct failure *failure) {
    const struct logp_machine *machine = &part->machine;
    struct summation_tree tree;
    struct summation summation;
    struct summation_played played;
    enum status status = shou_chen_tree(machine, apart, processors, &tree, failure);
    if (status)
        return status;
    int64_t overhead = machine->overhead;
    *sum = (struct tree_sum){.formula = overhead + 1 - overhead * processors, .time = tree.time};
    for (int i = 0; i < processors; i++)
        sum->formula += tree.sends[i];
    status = summation_build(&tree, &summation, &part->job->limits, failure);
    if (!status) {
        status = summation_play(&summation, false, &part->job->limits, &played, failure);
        if (!status && played.right)
            sum->operands = summation.operands;
        if (!status)
            compare_own(&tree, &summation, sum);
        if (!status && played.right && certify)
            status = machine_certify(part, &summation, failure);
        summation_clear(&summation);
    }
    summation_tree_clear(&tree);
    return status;
}

/* As printed, and with receptions max(g,o+1) apart. */
static enum status sum_both(struct machine_try *part, int processors, struct tree_sum *printed,
                            struct tree_sum *mended, struct failure *failure) {
    enum status status = sum_tree(part, part->machine.gap, processors, false, printed, failure);
    return status ? status
                  : sum_tree(part, summation_apart(&part->machine), processors, processors <= 20,
                             mended, failure);
}

static enum status lemma_point(struct machine_try *part, int p, struct failure *failure) {
    struct tree_sum printed, mended;
    const struct logp_machine *m = &part->machine;
    enum status status = sum_both(part, p, &printed, &mended, failure);
    if (status)
        return status;
    enum claim_truth corrected = mended.operands && mended.counted ? CLAIM_HOLDS : CLAIM_FAILS;
    if (!printed.operands)
        claim_tell(&part->job->finding, CLAIM_AT("L o g P", m->latency, m->overhead, m->gap, p),
                   CLAIM_FAILS, corrected, "receptions g apart overlap with additions");
    else
        claim_tell(&part->job->finding, CLAIM_AT("L o g P", m->latency, m->overhead, m->gap, p),
                   printed.differs < 0 ? CLAIM_HOLDS : CLAIM_FAILS, corrected,
                   "processor %d has time for %lld operands of its own, the lemma says %lld",
                   printed.differs, (long long)printed.own, (long long)printed.lemma);
    return STATUS_OK;
}

static enum status theorem_point(struct machine_try *part, int p, struct failure *failure) {
    struct tree_sum printed, mended;
    const struct logp_machine *m = &part->machine;
    enum status status = sum_both(part, p, &printed, &mended, failure);
    if (status)
        return status;
    claim_tell(&part->job->finding, CLAIM_AT("L o g P", m->latency, m->overhead, m->gap, p),
               printed.operands && printed.operands == printed.formula ? CLAIM_HOLDS : CLAIM_FAILS,
               mended.operands == mended.formula ? CLAIM_HOLDS : CLAIM_FAILS,
               "the tree for T = %lld, N = %lld, %s", (long long)printed.time,
               (long long)printed.formula,
               printed.operands ? "adds up another number"
                                : "can't be played: receptions g apart overlap with additions");
    return STATUS_OK;
}

/* N of the print against what the best schedule in the same time adds up. */
static enum status most_point(struct machine_try *part, int p, struct failure *failure) {
    struct tree_sum printed;
    struct summation_tree tree;
    struct summation_played played;
    const struct logp_machine *m = &part->machine;
    int64_t best = 0;
    bool certify = p <= 20;
    enum status status = sum_tree(part, summation_apart(m), p, false, &printed, failure);
    if (!status)
        status = summation_tree_best(m, summation_apart(m), printed.time, p, m->overhead + 1, &tree,
                                     failure);
    if (status)
        return status;
    status = machine_sum(part, &tree, certify, &best, &played, failure);
    summation_tree_clear(&tree);
    if (!status && certify)
        status = machine_certify_bound(part, p, printed.time, failure);
    mpz_t most;
    mpz_init(most);
    if (!status)
        status = summation_most(m, p, printed.time, most, failure);
    if (!status)
        claim_tell(&part->job->finding,
                   CLAIM_AT("L o g P T", m->latency, m->overhead, m->gap, p, printed.time),
                   best <= printed.operands ? CLAIM_HOLDS : CLAIM_FAILS,
                   mpz_cmp_si(most, best) == 0 ? CLAIM_HOLDS : CLAIM_FAILS,
                   "%lld operands, another schedule adds up %lld", (long long)printed.operands,
                   (long long)best);
    mpz_clear(most);
    return status;
}

typedef enum status tree_point(struct machine_try *part, int processors, struct failure *failure);

struct tree_try {
    tree_point *point;
    struct claim_range processors;
};

static enum status tree_machine(struct machine_try *part, struct failure *failure) {
    const struct tree_try *try = part->context;
    enum status status = STATUS_OK;
    for (long p = try->processors.first; p <= try->processors.last && !status; p++)
        status = try->point(part, (int)p, failure);
    return status;
}

static enum status try_trees(struct claim_job *job, tree_point *point, struct failure *failure) {
    struct tree_try try = {.point = point};
    enum status status = claim_range(job, "P", 1, 10000, &try.processors, failure);
    return status ? status : try_machines(job, tree_machine, &try, true, failure);
}

enum status try_shou_chen_lemma(struct claim_job *job, struct failure *failure) {
    return try_trees(job, lemma_point, failure);
}

enum status try_shou_chen_operands(struct claim_job *job, struct failure *failure) {
    return try_trees(job, theorem_point, failure);
}

enum status try_shou_chen_most(struct claim_job *job, struct failure *failure) {
    return try_trees(job, most_point, failure);
}
