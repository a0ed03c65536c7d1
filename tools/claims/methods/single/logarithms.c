/* SPDX-License-Identifier: MIT */
/*
 * The steps of the proof of Theorem 4 of Shou and Chen 1996: f_T against powers of 2, and against
 * the number of processors. All comparisons are exact.
 */
#include <gmp.h>

#include "solver/collective/single/reach_numbers.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"

/* The sign of a^m - 2^n. */
static int compare_power(int64_t a, int64_t m, int64_t n) {
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_ui_pow_ui(left, (unsigned long)a, (unsigned long)m);
    mpz_setbit(right, (mp_bitcnt_t)n);
    int sign = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return sign;
}

typedef void numbers_see(const struct logp_machine *machine, const struct reach_numbers *f,
                         struct claim_finding *finding);

/* min{g,l} log f_T <= T < max{g,l} log (2 f_T), for every T. */
static void see_logarithms(const struct logp_machine *machine, const struct reach_numbers *f,
                           struct claim_finding *finding) {
    int64_t less = f->apart < f->transfer ? f->apart : f->transfer;
    int64_t more = f->apart < f->transfer ? f->transfer : f->apart;
    for (int64_t time = 0; time <= f->time; time++) {
        int64_t number = reach_number(f, time);
        bool low = compare_power(number, less, time) <= 0;
        bool high = compare_power(2 * number, more, time) > 0;
        claim_tell(finding,
                   CLAIM_AT("L o g T", machine->latency, machine->overhead, machine->gap, time),
                   claim_truth_of(low && high), CLAIM_MUTE, "f_T = %lld is not between the bounds",
                   (long long)number);
    }
}

/* P <= f_T <= 2 f_(T - min{g,l}) <= 2 f_(T-1) < 2P. The first and the last only say which T belongs
 * to P, f_(T-1) < P <= f_T; what is between them is looked at. */
static void see_doubling(const struct logp_machine *machine, const struct reach_numbers *f,
                         struct claim_finding *finding) {
    int64_t less = f->apart < f->transfer ? f->apart : f->transfer;
    for (int64_t time = 0; time <= f->time; time++) {
        int64_t before = reach_number(f, time - 1), now = reach_number(f, time);
        if (before == now)
            continue;
        int64_t earlier = reach_number(f, time - less);
        claim_tell(finding,
                   CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, now),
                   claim_truth_of(now <= 2 * earlier && earlier <= before), CLAIM_MUTE,
                   "f_T = %lld, f_(T-1) = %lld, f_(T - min{g, L+2o}) = %lld", (long long)now,
                   (long long)before, (long long)earlier);
    }
}

/* With g as it is printed: the numbers f are what they are for any g. */
static enum status see_numbers(const struct logp_machine *machine, const void *context,
                               numbers_see *see, struct claim_finding *finding,
                               struct failure *failure) {
    const struct claim_range *processors = context;
    struct reach_numbers f;
    enum status status = reach_numbers_make(machine->gap, logp_machine_transfer(machine),
                                            processors->last, &f, failure);
    if (status)
        return status;
    see(machine, &f, finding);
    reach_numbers_clear(&f);
    return STATUS_OK;
}

static enum status logarithms_of(struct claim_job *job, const struct logp_machine *machine,
                                 const void *context, struct failure *failure) {
    return see_numbers(machine, context, see_logarithms, &job->finding, failure);
}

static enum status doubling_of(struct claim_job *job, const struct logp_machine *machine,
                               const void *context, struct failure *failure) {
    return see_numbers(machine, context, see_doubling, &job->finding, failure);
}

enum status try_logarithms(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, logarithms_of, 1000000000, failure);
}

enum status try_doubling(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, doubling_of, 1000000000, failure);
}
