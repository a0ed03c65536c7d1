/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993: what holds for all schedules of continuous broadcast, and Corollary 3.2, by
 * certificates that were written before. What steadycheck says of each is compared with numbers
 * that are computed here.
 */
#include <string.h>
#include <unistd.h>

#include "solver/items/items_bound.h"
#include "solver/model/sequence.h"
#include "tools/claims/methods/methods.h"
#include "tools/steadycast/frame/fields.h"

/* What steadycheck confirms of a certificate; *there is false if no such file is kept. */
static enum status ask(struct claim_job *job, const char *path, bool *there,
                       struct checker_verdict *said, struct failure *failure) {
    *there = access(path, R_OK) == 0;
    if (!*there)
        return STATUS_OK;
    enum status status = checker_run(job->checker, path, &job->limits, said, failure);
    if (!status && !said->verified)
        status = failure_set(failure, STATUS_INTERNAL, "%s: steadycheck says '%.200s'", path,
                             said->line);
    job->finding.certificates += !status;
    return status;
}

/* That delay L+t is not enough for P(t)+1 processors: a bound for all schedules, of P(t) or less.
 */
static enum status see_capacity(struct claim_job *job, int latency, int depth,
                                struct failure *failure) {
    char path[CLAIM_PATH_ROOM], about[80];
    struct checker_verdict said;
    bool there;
    mpz_t reached, most;
    snprintf(path, sizeof path,
             "%s/every-schedule/certificates/capacity-L%d/t%d-construction-bound.cert",
             job->results, latency, depth);
    snprintf(about, sizeof about, "kind=prices L=%d t=%d", latency, depth);
    enum status status = ask(job, path, &there, &said, failure);
    if (status || !there)
        return status;
    mpz_inits(reached, most, NULL);
    status = sequence_term(reached, latency, depth, NULL, failure);
    if (!status) {
        bool holds = fields_include(said.fields, about) && fields_take(said.fields, "most", most) &&
                     mpz_cmp(most, reached) <= 0;
        /* a certificate of something else says nothing against the claim */
        claim_tell(&job->finding, CLAIM_AT("L t", latency, depth), holds ? CLAIM_HOLDS : CLAIM_OPEN,
                   CLAIM_MUTE, "%s", said.line);
    }
    mpz_clears(reached, most, NULL);
    return status;
}

enum status try_delay_bound(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, depth;
    enum status status = claim_range(job, "L", 1, 1000, &latency, failure);
    if (!status)
        status = claim_range(job, "t", 0, 10000, &depth, failure);
    for (long L = latency.first; !status && L <= latency.last; L++)
        for (long t = depth.first; t <= depth.last && !status; t++)
            status = see_capacity(job, (int)L, (int)t, failure);
    return status;
}

/* Theorem 3.1 for L = 2 and k items; the difference to k is the same for all k. */
static enum status printed_bound(long processors, long items, long *finish,
                                 struct failure *failure) {
    mpz_t n, k, printed;
    mpz_init_set_si(n, processors - 1);
    mpz_init_set_si(k, items);
    mpz_init(printed);
    enum status status = items_paper_bound(2, n, k, printed, failure);
    *finish = mpz_get_si(printed);
    mpz_clears(n, k, printed, (mpz_ptr)NULL);
    return status;
}

/* Whether the family for P says that for every k >= 2 the time of Theorem 3.1 is enough. */
static enum status meets_bound(struct claim_job *job, long processors, bool *meets,
                               struct failure *failure) {
    char path[CLAIM_PATH_ROOM], about[120];
    struct checker_verdict said;
    bool there;
    long printed = 0;
    snprintf(path, sizeof path, "%s/k-items/certificates/endgame-L2/P%ld-construction.cert",
             job->results, processors);
    snprintf(about, sizeof about, "kind=items-colours L=2 N=%ld", processors - 1);
    enum status status = printed_bound(processors, 2, &printed, failure);
    if (!status)
        status = ask(job, path, &there, &said, failure);
    if (status)
        return status;
    if (!there)
        return failure_set(failure, STATUS_INPUT, "%s is not there", path);
    *meets = fields_include(said.fields, about) && fields_number(said.fields, "from") <= 2 &&
             fields_number(said.fields, "more") == printed - 2;
    return STATUS_OK;
}

enum status try_corollary_3_2(struct claim_job *job, struct failure *failure) {
    struct claim_range all;
    bool every = true, meets = false;
    enum status status = claim_range(job, "P", 3, 100000, &all, failure);
    for (long P = all.first; !status && P <= all.last; P++) {
        status = meets_bound(job, P, &meets, failure);
        if (!status)
            claim_tell(&job->finding, CLAIM_AT("L P", 2, P), CLAIM_MUTE,
                       meets ? CLAIM_HOLDS : CLAIM_FAILS, "the bound is met");
        every = every && meets;
    }
    if (!status)
        claim_tell(&job->finding, NULL, every ? CLAIM_IMPOSSIBLE : CLAIM_OPEN, CLAIM_MUTE,
                   "for no P from %ld on there is a k >= 2: one certificate for each P says that "
                   "the bound is met for every k, and a proof does so for all P",
                   all.first);
    return status;
}
