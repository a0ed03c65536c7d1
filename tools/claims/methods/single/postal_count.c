/* SPDX-License-Identifier: MIT */
/*
 * How many processors an item reaches in t steps of the postal model: Definition 2.5 of Karp et al.
 * 1993 against trees, and by certificates.
 */
#include "solver/bound/reach.h"
#include "solver/collective/single/single_tree.h"
#include "solver/model/numbers.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/witness.h"

struct postal {
    int latency;
    long steps; /* t = 0..steps */
    mpz_t *f;   /* f_0 .. f_steps */
    long most;  /* processors of trees */
    long certified;
};

static enum status make_numbers(struct postal *postal, struct failure *failure) {
    postal->f = numbers_new((size_t)postal->steps + 1);
    if (!postal->f)
        return failure_memory(failure, "the numbers f_t");
    for (long t = 0; t <= postal->steps; t++) {
        if (t < postal->latency)
            mpz_set_ui(postal->f[t], 1);
        else
            mpz_add(postal->f[t], postal->f[t - 1], postal->f[t - postal->latency]);
    }
    return STATUS_OK;
}

/* The tree of f_t processors ends by t: what can be reached. */
static enum status see_tree(const struct postal *postal, long t, struct witness *witness,
                            bool *reached, struct failure *failure) {
    struct single_tree tree;
    int processors = (int)mpz_get_si(postal->f[t]);
    struct logp_machine machine = {postal->latency, 0, 1};
    enum status status = single_tree_build(&machine, processors, &tree, failure);
    if (status)
        return status;
    struct message_list list = single_tree_list(&tree);
    *reached = single_tree_time(&tree) <= t;
    if (processors >= 2 && processors <= postal->certified)
        status = witness_broadcast(witness, &list, failure);
    single_tree_clear(&tree);
    return status;
}

/* And no more by t. */
static enum status see_bound(const struct postal *postal, long t, struct witness *witness,
                             bool *bounded, struct failure *failure) {
    mpz_t known;
    struct logp_machine machine = {postal->latency, 0, 1};
    mpz_init(known);
    enum status status = reach_processors(&machine, t, known, failure);
    if (!status)
        *bounded = mpz_cmp(known, postal->f[t]) == 0;
    if (!status && mpz_fits_slong_p(known))
        status = witness_reach(witness, &machine, t, mpz_get_si(known), failure);
    mpz_clear(known);
    return status;
}

static enum status see_step(struct claim_job *job, const struct postal *postal, long t,
                            struct witness *witness, struct failure *failure) {
    bool bounded = false, reached = true;
    enum status status = see_bound(postal, t, witness, &bounded, failure);
    if (!status && mpz_cmp_si(postal->f[t], postal->most) <= 0)
        status = see_tree(postal, t, witness, &reached, failure);
    if (!status)
        claim_tell(&job->finding, CLAIM_AT("L t", postal->latency, t),
                   bounded && reached ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
                   "not as many processors as f_t are reached");
    return status;
}

static enum status see_latency(struct claim_job *job, struct postal *postal,
                               struct witness *witness, struct failure *failure) {
    enum status status = make_numbers(postal, failure);
    if (status)
        return status;
    for (long t = 0; t <= postal->steps && !status; t++)
        status = see_step(job, postal, t, witness, failure);
    numbers_free(postal->f, (size_t)postal->steps + 1);
    return status;
}

enum status try_postal_count(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, steps, processors, certified;
    struct witness witness;
    enum status status = claim_range(job, "L", 1, 1000, &latency, failure);
    if (!status)
        status = claim_range(job, "t", 0, 100000, &steps, failure);
    if (!status)
        status = claim_range(job, "P", 1, MESSAGES_MOST_PROCESSORS, &processors, failure);
    if (!status)
        status = claim_range(job, "certified", 1, MESSAGES_MOST_PROCESSORS, &certified, failure);
    if (!status)
        status = witness_open(job, "postal.certs", &witness, failure);
    if (status)
        return status;
    for (long l = latency.first; l <= latency.last && !status; l++) {
        struct postal postal = {.latency = (int)l,
                                .steps = steps.last,
                                .most = processors.last,
                                .certified = certified.last};
        status = see_latency(job, &postal, &witness, failure);
    }
    status = witness_end(job, &witness, status, failure);
    if (!status)
        fprintf(job->table,
                "L = %ld..%ld, t <= %ld: the bound; trees of up to %ld processors, certificates "
                "of up to %ld\n",
                latency.first, latency.last, steps.last, processors.last, certified.last);
    return status;
}
