/* SPDX-License-Identifier: MIT */
/*
 * The bounds of Karp et al. 1992, section 3.3, by powers of gamma, the root of x^d = x^(d-1) + 1:
 * all comparisons are exact (growth_root.h). The times are those of trees of the smallest labels,
 * which the method single-time tries by itself.
 */
#include "solver/collective/single/growth_root.h"
#include "solver/collective/single/reach_numbers.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"

/* gamma^exponent <= number; a power below gamma^0 is less than 1. */
static bool power_at_most(struct growth_root *root, int64_t exponent, int64_t number) {
    mpz_t other;
    if (exponent <= 0)
        return number >= 1;
    mpz_init_set_si(other, (long)number);
    int sign = growth_root_compare(root, (unsigned long)exponent, other);
    mpz_clear(other);
    return sign <= 0;
}

static bool power_at_least(struct growth_root *root, int64_t exponent, int64_t number) {
    mpz_t other;
    mpz_init_set_si(other, (long)number);
    int sign = growth_root_compare(root, (unsigned long)exponent, other);
    mpz_clear(other);
    return sign >= 0;
}

/* time <= start + apart log_gamma processors. */
static bool in_time(struct growth_root *root, int64_t time, int64_t start, int64_t apart,
                    int64_t processors) {
    mpz_t power;
    if (time <= start)
        return true;
    mpz_init(power);
    mpz_ui_pow_ui(power, (unsigned long)processors, (unsigned long)apart);
    int sign = growth_root_compare(root, (unsigned long)(time - start), power);
    mpz_clear(power);
    return sign <= 0;
}

/* time <= start + log_gamma processors, rounded up to a whole number: the least power of gamma that
 * is `processors` or more has an exponent of time - start or more. */
static bool in_time_rounded(struct growth_root *root, int64_t time, int64_t start,
                            int64_t processors) {
    return time <= start || !power_at_least(root, time - start - 1, processors);
}

/* The same for start + apart log_gamma (processors - 1), which is `start` for two processors: then
 * it has to be the time. Of one processor it says nothing. */
static enum claim_truth mended(struct growth_root *root, int64_t time, int64_t start, int64_t apart,
                               int64_t processors) {
    if (processors == 1)
        return CLAIM_MUTE;
    return claim_truth_of(processors == 2 ? time == start
                                          : in_time(root, time, start, apart, processors - 1));
}

/* --- the numbers f_t --- */

/* What is told of one latency, postal. */
typedef void latency_see(long latency, struct growth_root *root, const struct reach_numbers *f,
                         struct claim_finding *finding);

static enum status each_latency(struct claim_job *job, latency_see *see, struct failure *failure) {
    struct claim_range latency, processors;
    enum status status = claim_range(job, "L", 1, 1000, &latency, failure);
    if (!status)
        status = claim_range(job, "P", 1, 1000000000, &processors, failure);
    for (long l = latency.first; l <= latency.last && !status; l++) {
        struct reach_numbers f;
        struct growth_root root;
        status = reach_numbers_make(1, l, processors.last, &f, failure);
        if (status)
            return status;
        growth_root_init(&root, (unsigned long)l);
        see(l, &root, &f, &job->finding);
        growth_root_clear(&root);
        reach_numbers_clear(&f);
    }
    if (!status)
        fprintf(job->table, "L = %ld..%ld, every t with f_(t-1) < %ld\n", latency.first,
                latency.last, processors.last);
    return status;
}

static void see_numbers(long latency, struct growth_root *root, const struct reach_numbers *f,
                        struct claim_finding *finding) {
    for (int64_t t = 0; t <= f->time; t++) {
        bool low = power_at_most(root, t - latency + 1, reach_number(f, t));
        bool high = power_at_least(root, t, reach_number(f, t));
        claim_tell(finding, CLAIM_AT("L t", latency, t), claim_truth_of(low && high), CLAIM_MUTE,
                   "f_t = %lld is not between the powers", (long long)reach_number(f, t));
    }
}

enum status try_growth_numbers(struct claim_job *job, struct failure *failure) {
    return each_latency(job, see_numbers, failure);
}

/* --- times --- */

/* A time is the least one for f_(T-1) < P <= f_T; a bound that ascends with P is tried at the first
 * of these. */
static int64_t first_of(const struct reach_numbers *f, int64_t time) {
    return reach_number(f, time - 1) + 1;
}

static void see_postal_times(long latency, struct growth_root *root, const struct reach_numbers *f,
                             struct claim_finding *finding) {
    for (int64_t t = 0; t <= f->time; t++) {
        int64_t p = first_of(f, t);
        if (p <= reach_number(f, t))
            claim_tell(finding, CLAIM_AT("L P", latency, p),
                       claim_truth_of(in_time_rounded(root, t, latency - 1, p)),
                       mended(root, t, latency, 1, p),
                       "the least time is %lld, which is more than L-1 + log P, rounded up",
                       (long long)t);
    }
}

enum status try_growth_postal_time(struct claim_job *job, struct failure *failure) {
    return each_latency(job, see_postal_times, failure);
}

/* With the gap as printed, and with max(g,o) in its place and P-1 for P. */
static enum status on_machine(struct claim_job *job, const struct logp_machine *machine,
                              const void *context, struct failure *failure) {
    const struct claim_range *processors = context;
    struct reach_numbers f;
    struct growth_root printed, right;
    int64_t transfer = logp_machine_transfer(machine), apart = logp_machine_apart(machine);
    enum status status = reach_numbers_make(apart, transfer, processors->last, &f, failure);
    if (status)
        return status;
    growth_root_init(&printed, (unsigned long)((transfer + machine->gap - 1) / machine->gap));
    growth_root_init(&right, (unsigned long)((transfer + apart - 1) / apart));
    for (int64_t t = 0; t <= f.time; t++) {
        int64_t p = first_of(&f, t);
        if (p > reach_number(&f, t))
            continue;
        claim_tell(&job->finding,
                   CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, p),
                   claim_truth_of(in_time(&printed, t, transfer, machine->gap, p)),
                   mended(&right, t, transfer, apart, p),
                   "the least time is %lld, which is more than the bound", (long long)t);
    }
    growth_root_clear(&printed);
    growth_root_clear(&right);
    reach_numbers_clear(&f);
    return STATUS_OK;
}

enum status try_growth_time(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, on_machine, 1000000000, failure);
}
