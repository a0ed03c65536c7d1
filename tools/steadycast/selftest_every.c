/* Section 10 of results/THEOREMS.md: every number of processors, L = 1 and L >= 3. */
#include "automata/closed_word.h"
#include "solver/build/every.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/selftest.h"

enum {
    LATENCY = 10, /* all L up to this one but 2: */
    ALL = 200,    /* all N up to this one, P(3L) < 200 among them; */
    DEPTHS = 60,  /* samples at every twelfth depth up to this one */
    STEP = 12,
    SAMPLES = 4,
    BASE_LATENCY = 30 /* L = 11 to this one: all N with 2L <= B(N) <= 3L */
};

static const int far_latencies[] = {33, 34, 50, 64};
enum { FAR_LATENCIES = sizeof far_latencies / sizeof *far_latencies };

/* The first letter is sent as long as the word has positions, once from each. */
static bool is_block(const struct word_class *class) {
    for (size_t p = 0; p < class->length; p++)
        if (class->sends[p] != class->values[0] - (int)p)
            return false;
    return true;
}

/* Blocks, and one processor that only receives. */
static bool is_block_cyclic(const struct periodic *periodic) {
    bool silent = false;
    for (size_t i = 0; i < periodic->class_count; i++) {
        const struct word_class *class = &periodic->classes[i];
        if (is_block(class))
            continue;
        if (silent || class->length != 1 || class->sends[0] != CLOSED_WORD_SILENT ||
            mpz_cmp_ui(class->count, 1) != 0)
            return false;
        silent = true;
    }
    return silent;
}

/* t = B(N): P(t-1) < N <= P(t). */
static enum status is_least(int latency, mpz_srcptr processors, int depth, bool *least,
                            struct failure *failure) {
    mpz_t tree;
    mpz_init(tree);
    enum status status = sequence_term(tree, latency, depth, failure);
    *least = mpz_cmp(processors, tree) <= 0;
    if (!status && depth > 0) {
        status = sequence_term(tree, latency, depth - 1, failure);
        *least = *least && mpz_cmp(tree, processors) < 0;
    }
    mpz_clear(tree);
    return status;
}

/* The schedule by the definition, and its form. */
static enum status check_number(int latency, mpz_srcptr processors, struct failure *failure) {
    struct periodic periodic;
    bool right = false;
    mpz_t found;
    enum status status = every_schedule(&periodic, latency, processors, NULL, failure);
    if (status)
        return status;
    bool exception = latency % 2 == 0 && mpz_cmp_ui(processors, (unsigned long)latency + 3) == 0;
    mpz_init(found);
    periodic_processors(&periodic, found);
    status = is_least(latency, processors, periodic.depth, &right, failure);
    if (!status)
        status = periodic_check(&periodic, failure);
    if (!status && (!right || periodic.latency != latency || periodic.period != 1 ||
                    mpz_cmp(found, processors) != 0 || is_block_cyclic(&periodic) == exception))
        status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d, N = ..%lu", latency,
                             periodic.depth, mpz_fdiv_ui(processors, 1000000000));
    mpz_clear(found);
    periodic_clear(&periodic);
    return status;
}

/* All N from first to last. */
static enum status check_range(int latency, mpz_srcptr first, mpz_srcptr last,
                               struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t processors;
    mpz_init_set(processors, first);
    for (; mpz_cmp(processors, last) <= 0 && !status; mpz_add_ui(processors, processors, 1))
        status = check_number(latency, processors, failure);
    mpz_clear(processors);
    return status;
}

/* All N with 2L <= B(N) <= 3L. */
static enum status check_base(int latency, struct failure *failure) {
    mpz_t first, last;
    mpz_inits(first, last, NULL);
    enum status status = sequence_term(first, latency, 2 * latency - 1, failure);
    mpz_add_ui(first, first, 1);
    if (!status)
        status = sequence_term(last, latency, 3 * latency, failure);
    if (!status)
        status = check_range(latency, first, last, failure);
    mpz_clears(first, last, NULL);
    return status;
}

/* N = P(t-1) + 1 and P(t), and some between. */
static enum status check_some(int latency, int depth, struct failure *failure) {
    mpz_t before, range, processors;
    mpz_inits(before, range, processors, NULL);
    enum status status = sequence_term(before, latency, depth - 1, failure);
    if (!status)
        status = sequence_term(range, latency, depth, failure);
    mpz_sub(range, range, before);
    for (unsigned long i = 0; i <= SAMPLES && !status; i++) {
        mpz_sub_ui(processors, range, 1); /* N = P(t-1) + 1 + i/SAMPLES of the range */
        mpz_mul_ui(processors, processors, i);
        mpz_fdiv_q_ui(processors, processors, SAMPLES);
        mpz_add(processors, processors, before);
        mpz_add_ui(processors, processors, 1);
        status = check_number(latency, processors, failure);
    }
    mpz_clears(before, range, processors, NULL);
    return status;
}

static enum status check_small_latency(int latency, struct failure *failure) {
    mpz_t first, last;
    mpz_init_set_ui(first, 1);
    mpz_init_set_ui(last, ALL);
    enum status status = check_range(latency, first, last, failure);
    mpz_clears(first, last, NULL);
    for (int depth = 3 * latency + 1; depth <= DEPTHS && !status; depth += STEP)
        status = check_some(latency, depth, failure);
    return status;
}

static enum status check_latency(int latency, struct failure *failure) {
    if (latency == 2)
        return STATUS_OK;
    return latency <= LATENCY ? check_small_latency(latency, failure)
                              : check_base(latency, failure);
}

enum status selftest_every(struct failure *failure) {
    enum status status = STATUS_OK;
#pragma omp parallel for schedule(dynamic, 1)
    for (int latency = 1; latency <= BASE_LATENCY; latency++) {
        struct failure found = {0};
        enum status result = check_latency(latency, &found);
        if (result)
#pragma omp critical
        {
            status = result;
            *failure = found;
        }
    }
    for (int i = 0; i < FAR_LATENCIES && !status; i++)
        for (int t = 1; t <= 4 && !status; t++)
            status = check_some(far_latencies[i], t * far_latencies[i] + 1, failure);
    return status;
}
