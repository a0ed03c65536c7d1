/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993 by counting: Fact 2.1, k*, and how instances grow out of smaller ones. */
#include <gmp.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/claims/methods/methods.h"

enum { MOST_LATENCY = 1000, MOST_INDEX = 100000 };

/* f_0 .. f_(count-1) by Definition 2.5. */
struct numbers {
    long count;
    mpz_t *list;
};

static void numbers_clear(struct numbers *numbers) {
    for (long i = 0; i < numbers->count; i++)
        mpz_clear(numbers->list[i]);
    free(numbers->list);
}

static enum status numbers_new(struct numbers *numbers, long count, struct failure *failure) {
    mpz_t *list = memory_new((size_t)count, sizeof *list);
    if (!list)
        return failure_memory(failure, "numbers of processors");
    for (long i = 0; i < count; i++)
        mpz_init(list[i]);
    *numbers = (struct numbers){count, list};
    return STATUS_OK;
}

static enum status fibonacci(struct numbers *f, long latency, long count, struct failure *failure) {
    enum status status = numbers_new(f, count, failure);
    if (status)
        return status;
    for (long i = 0; i < count; i++)
        if (i < latency)
            mpz_set_ui(f->list[i], 1);
        else
            mpz_add(f->list[i], f->list[i - 1], f->list[i - latency]);
    return STATUS_OK;
}

/* What is done for one latency; `last` is the last index. */
typedef enum status try_latency(struct claim_job *job, long latency,
                                const struct claim_range *index, struct failure *failure);

static enum status each_latency(struct claim_job *job, const char *key, try_latency *try,
                                struct failure *failure) {
    struct claim_range latency, index;
    enum status status = claim_range(job, "L", 1, MOST_LATENCY, &latency, failure);
    if (!status)
        status = claim_range(job, key, 0, MOST_INDEX, &index, failure);
    for (long L = latency.first; !status && L <= latency.last; L++)
        status = try(job, L, &index, failure);
    return status;
}

static enum status fact_of_latency(struct claim_job *job, long latency,
                                   const struct claim_range *index, struct failure *failure) {
    struct numbers f = {0};
    mpz_t sum;
    enum status status = fibonacci(&f, latency, index->last + latency + 1, failure);
    if (status)
        return status;
    mpz_init_set_ui(sum, 1);
    for (long t = 0; t <= index->last; t++) {
        mpz_add(sum, sum, f.list[t]);
        if (t >= index->first)
            claim_tell(&job->finding, CLAIM_AT("L t", latency, t),
                       mpz_cmp(sum, f.list[t + latency]) == 0 ? CLAIM_HOLDS : CLAIM_FAILS,
                       CLAIM_MUTE, "the sum is another number");
    }
    mpz_clear(sum);
    numbers_clear(&f);
    return STATUS_OK;
}

enum status try_fact_2_1(struct claim_job *job, struct failure *failure) {
    return each_latency(job, "t", fact_of_latency, failure);
}

/*
 * k* for n is largest for the least P-1 = N with f_n < N, which is f_n + 1; so that one stands for
 * all N with this n. N = 1, which has no n >= 0, has k* = 0.
 */
static enum status stars_of_latency(struct claim_job *job, long latency,
                                    const struct claim_range *index, struct failure *failure) {
    struct numbers f = {0};
    mpz_t sum, least, star;
    unsigned long most = 0;
    enum status status = fibonacci(&f, latency, index->last + 2, failure);
    if (status)
        return status;
    mpz_inits(sum, least, star, (mpz_ptr)NULL);
    for (long n = 0; n <= index->last; n++) {
        mpz_add(sum, sum, f.list[n]);
        mpz_add_ui(least, f.list[n], 1);
        if (n < index->first || mpz_cmp(least, f.list[n + 1]) > 0)
            continue;
        mpz_fdiv_q(star, sum, least);
        most = mpz_cmp_ui(star, most) > 0 ? mpz_get_ui(star) : most;
        mpz_mul_ui(least, star, 2);
        claim_tell(&job->finding, CLAIM_AT("L n", latency, n),
                   mpz_cmp_ui(star, (unsigned long)latency) <= 0 ? CLAIM_HOLDS : CLAIM_FAILS,
                   mpz_cmp_ui(least, (unsigned long)latency + 3) <= 0 ? CLAIM_HOLDS : CLAIM_FAILS,
                   "P-1=f_n+1");
    }
    fprintf(job->table, "L=%-4ld the largest k* is %lu\n", latency, most);
    mpz_clears(sum, least, star, (mpz_ptr)NULL);
    numbers_clear(&f);
    return STATUS_OK;
}

enum status try_k_star(struct claim_job *job, struct failure *failure) {
    return each_latency(job, "n", stars_of_latency, failure);
}

/*
 * counts[d] = nodes with label d of the universal tree, by its definition: a node with label e has
 * one child of each label e+L, e+L+1, ..
 */
static enum status count_labels(struct numbers *counts, long latency, long last,
                                struct failure *failure) {
    mpz_t parents;
    enum status status = numbers_new(counts, last + 1, failure);
    if (status)
        return status;
    mpz_init(parents);
    mpz_set_ui(counts->list[0], 1);
    for (long d = latency; d <= last; d++) {
        mpz_add(parents, parents, counts->list[d - latency]);
        mpz_set(counts->list[d], parents);
    }
    mpz_clear(parents);
    return STATUS_OK;
}

/*
 * I(t) as a multiset of values v = t - label: v < L is a letter, v >= L a block of size v-L+1. The
 * root of I(t-1), of value t-1, becomes one of value t.
 */
static bool see_union(const struct numbers *counts, long latency, long t, mpz_ptr both) {
    bool equal = true;
    for (long v = 0; v <= t && equal; v++) {
        mpz_set_ui(both, 0);
        if (v == t)
            mpz_set(both, counts->list[0]);
        else if (v < t - 1)
            mpz_set(both, counts->list[t - 1 - v]);
        if (v <= t - latency)
            mpz_add(both, both, counts->list[t - latency - v]);
        equal = mpz_cmp(both, counts->list[t - v]) == 0;
    }
    return equal;
}

static enum status unions_of_latency(struct claim_job *job, long latency,
                                     const struct claim_range *index, struct failure *failure) {
    struct numbers counts = {0};
    mpz_t both;
    enum status status = count_labels(&counts, latency, index->last, failure);
    if (status)
        return status;
    mpz_init(both);
    for (long t = index->first > latency ? index->first : latency; t <= index->last; t++)
        claim_tell(&job->finding, CLAIM_AT("L t", latency, t),
                   claim_truth_of(see_union(&counts, latency, t, both)), CLAIM_MUTE,
                   "the union is another instance");
    mpz_clear(both);
    numbers_clear(&counts);
    return STATUS_OK;
}

enum status try_instance_union(struct claim_job *job, struct failure *failure) {
    return each_latency(job, "t", unions_of_latency, failure);
}
