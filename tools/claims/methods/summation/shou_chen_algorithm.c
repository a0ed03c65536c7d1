/* SPDX-License-Identifier: MIT */
/* Algorithm 2 of Shou and Chen, executed as printed and mended, its time, its function
 * ComputeParent, and Figure 2. */
#include "solver/certificate/write_summation.h"
#include "solver/collective/summation/shou_chen_sum.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/machines.h"

struct algorithm_ranges {
    struct claim_range processors;
    struct claim_range beyond; /* operands more than the sum of all A_i */
};

/* *right: the program ends with the sum of all, and what the processors did can be played; *time
 * is then its time. */
static enum status execute(struct machine_try *part, const struct summation_tree *tree,
                           int64_t operands, unsigned mended, bool certify, bool *right,
                           int64_t *time, char why[200], struct failure *failure) {
    struct shou_chen_run run;
    struct summation_played played = {.right = false};
    enum status status = shou_chen_sum(tree, operands, mended, &run, failure);
    if (status)
        return status;
    snprintf(why, 200, "%s", run.why);
    if (run.playable) {
        status = summation_play(&run.summation, false, &part->job->limits, &played, failure);
        snprintf(why, 200, "%s", played.right ? "" : played.why);
    }
    *right = played.right && run.summation.operands == operands;
    *time = run.time;
    if (!status && *right && certify)
        status = machine_certify(part, &run.summation, failure);
    shou_chen_run_clear(&run);
    return status;
}

/* Both trees of a machine, as printed and with max(g,o+1) in place of g. */
struct both_trees {
    struct summation_tree printed;
    struct summation_tree mended;
};

static enum status both_open(const struct logp_machine *machine, int processors,
                             struct both_trees *trees, struct failure *failure) {
    enum status status =
        shou_chen_tree(machine, machine->gap, processors, &trees->printed, failure);
    if (status)
        return status;
    status = shou_chen_tree(machine, summation_apart(machine), processors, &trees->mended, failure);
    if (status)
        summation_tree_clear(&trees->printed);
    return status;
}

static void both_close(struct both_trees *trees) {
    summation_tree_clear(&trees->printed);
    summation_tree_clear(&trees->mended);
}

/* As printed, in its friendliest reading: the test of step 10 the right way round, K_i of step 4
 * the children that there are, and the brackets of step 6 rounded down or up, whichever is right.
 */
static enum status execute_printed(struct machine_try *part, const struct summation_tree *tree,
                                   int64_t operands, bool *right, char why[200],
                                   struct failure *failure) {
    const unsigned reading = SHOU_CHEN_ROOT | SHOU_CHEN_CHILDREN;
    char why_up[200];
    int64_t time;
    bool up = false;
    enum status status = execute(part, tree, operands, reading, false, right, &time, why, failure);
    if (!status && !*right)
        status = execute(part, tree, operands, reading | SHOU_CHEN_UP, false, &up, &time, why_up,
                         failure);
    *right = *right || up;
    return status;
}

static enum status sum_point(struct machine_try *part, const struct both_trees *trees, int64_t x,
                             struct failure *failure) {
    const struct logp_machine *m = &part->machine;
    int64_t operands = shou_chen_least_operands(&trees->mended, SHOU_CHEN_ALL) + x, time;
    bool right = false, mended = false;
    char why[200], why_mended[200];
    enum status status = execute_printed(part, &trees->printed, operands, &right, why, failure);
    if (!status)
        status = execute(part, &trees->mended, operands, SHOU_CHEN_ALL, trees->mended.count <= 8,
                         &mended, &time, why_mended, failure);
    if (!status)
        claim_tell(
            &part->job->finding,
            CLAIM_AT("L o g P n", m->latency, m->overhead, m->gap, trees->mended.count, operands),
            right ? CLAIM_HOLDS : CLAIM_FAILS, mended ? CLAIM_HOLDS : CLAIM_FAILS, "%s", why);
    return status;
}

/* The time is T + (n - N_S)/P, rounded up; the programs are mended, the tree is as printed. */
static enum status time_point(struct machine_try *part, const struct both_trees *trees, int64_t x,
                              struct failure *failure) {
    const struct logp_machine *m = &part->machine;
    const struct summation_tree *tree[] = {&trees->printed, &trees->mended};
    enum claim_truth truth[2];
    int64_t more = (x + tree[0]->count - 1) / tree[0]->count;
    char text[2][200];
    for (int i = 0; i < 2; i++) {
        int64_t operands = shou_chen_least_operands(tree[i], SHOU_CHEN_ALL) + x, time = 0;
        bool right = false;
        char why[200];
        if (operands < 1) { /* such a tree has less than no time for its operands */
            truth[i] = CLAIM_FAILS;
            snprintf(text[i], sizeof text[i], "N_S + x = %lld", (long long)operands);
            continue;
        }
        enum status status = execute(part, tree[i], operands, SHOU_CHEN_ALL,
                                     i == 1 && tree[i]->count <= 8, &right, &time, why, failure);
        if (status)
            return status;
        truth[i] = right && time == tree[i]->time + more ? CLAIM_HOLDS : CLAIM_FAILS;
        snprintf(text[i], sizeof text[i], "n=%lld takes %lld cycles instead of %lld%s%.80s",
                 (long long)operands, (long long)time, (long long)(tree[i]->time + more),
                 right ? "" : ", and can't be played: ", why);
    }
    claim_tell(&part->job->finding,
               CLAIM_AT("L o g P", m->latency, m->overhead, m->gap, tree[0]->count), truth[0],
               truth[1], "%s", text[0]);
    return STATUS_OK;
}

typedef enum status algorithm_point(struct machine_try *part, const struct both_trees *trees,
                                    int64_t x, struct failure *failure);

struct algorithm_try {
    algorithm_point *point;
    struct algorithm_ranges ranges;
};

static enum status algorithm_machine(struct machine_try *part, struct failure *failure) {
    const struct algorithm_try *try = part->context;
    struct both_trees trees;
    enum status status = STATUS_OK;
    for (long p = try->ranges.processors.first; p <= try->ranges.processors.last && !status; p++) {
        status = both_open(&part->machine, (int)p, &trees, failure);
        if (status)
            return status;
        for (long x = try->ranges.beyond.first; x <= try->ranges.beyond.last && !status; x++)
            status = try->point(part, &trees, x, failure);
        both_close(&trees);
    }
    return status;
}

static enum status try_algorithm(struct claim_job *job, algorithm_point *point,
                                 struct failure *failure) {
    struct algorithm_try try = {.point = point};
    enum status status = claim_range(job, "P", 1, 10000, &try.ranges.processors, failure);
    if (!status)
        status = claim_range(job, "x", 0, 1000000, &try.ranges.beyond, failure);
    return status ? status : try_machines(job, algorithm_machine, &try, true, failure);
}

/* --- the faults of Algorithm 2 one by one --- */

/* All faults but one are mended: the first machine where that one shows; it is read with `reading`
 * besides. */
static enum status show_fault(struct claim_job *job, unsigned fault, unsigned reading,
                              const char *name, struct failure *failure) {
    for (int g = 1; g <= 3; g++)
        for (int p = 1; p <= 8; p++)
            for (int x = 0; x < p; x++) {
                const struct logp_machine machine = {1, 1, g};
                struct summation_tree tree;
                struct shou_chen_run run;
                enum status status =
                    shou_chen_tree(&machine, summation_apart(&machine), p, &tree, failure);
                if (status)
                    return status;
                int64_t n = shou_chen_least_operands(&tree, SHOU_CHEN_ALL) + x;
                status = shou_chen_sum(&tree, n, (SHOU_CHEN_ALL & ~fault) | reading, &run, failure);
                summation_tree_clear(&tree);
                if (status)
                    return status;
                shou_chen_run_clear(&run);
                if (run.right)
                    continue;
                fprintf(job->table, "%s alone: L=1, o=1, g=%d, P=%d, n=%lld: %s\n", name, g, p,
                        (long long)n, run.why);
                return STATUS_OK;
            }
    fprintf(job->table, "%s alone: no wrong sum\n", name);
    return STATUS_OK;
}

enum status try_shou_chen_algorithm(struct claim_job *job, struct failure *failure) {
    static const struct {
        unsigned fault, reading;
        const char *name;
    } faults[] = {{SHOU_CHEN_ROOT, 0, "step 10 without a `not`"},
                  {SHOU_CHEN_WAIT, 0, "step 9 as printed"},
                  {SHOU_CHEN_REST, 0, "step 6 rounded down"},
                  {SHOU_CHEN_REST, SHOU_CHEN_UP, "step 6 rounded up"},
                  {SHOU_CHEN_CHILDREN, 0, "step 4 as printed"}};
    enum status status = try_algorithm(job, sum_point, failure);
    for (size_t i = 0; i < sizeof faults / sizeof *faults && !status; i++)
        status = show_fault(job, faults[i].fault, faults[i].reading, faults[i].name, failure);
    return status;
}

enum status try_shou_chen_time(struct claim_job *job, struct failure *failure) {
    return try_algorithm(job, time_point, failure);
}

/* --- ComputeParent --- */

static enum status parents_of(struct machine_try *part, const struct summation_tree *tree, int root,
                              struct failure *failure) {
    const struct logp_machine *m = &part->machine;
    for (int i = 1; i < tree->count; i++) {
        int found = -1, number = (i + root) % tree->count;
        bool ends = false;
        enum status status = shou_chen_compute_parent(tree, root, number, &ends, &found, failure);
        if (status)
            return status;
        bool right = ends && found == (tree->parent[i] + root) % tree->count;
        claim_tell(
            &part->job->finding,
            CLAIM_AT("L o g P P_0 P_i", m->latency, m->overhead, m->gap, tree->count, root, number),
            right ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE, "it %s",
            ends ? "returns another number" : "never returns");
    }
    return STATUS_OK;
}

static enum status parents_machine(struct machine_try *part, struct failure *failure) {
    const struct claim_range *processors = part->context;
    enum status status = STATUS_OK;
    for (long p = processors->first; p <= processors->last && !status; p += 1 + p / 16) {
        struct summation_tree tree;
        status = shou_chen_tree(&part->machine, part->machine.gap, (int)p, &tree, failure);
        if (status)
            return status;
        status = parents_of(part, &tree, 0, failure);
        if (!status && p > 1)
            status = parents_of(part, &tree, (int)p - 1, failure);
        summation_tree_clear(&tree);
    }
    return status;
}

enum status try_shou_chen_parent(struct claim_job *job, struct failure *failure) {
    struct claim_range processors;
    enum status status = claim_range(job, "P", 1, 10000, &processors, failure);
    return status ? status : try_machines(job, parents_machine, &processors, false, failure);
}

/* --- Figure 2 --- */

static enum status certify_figure(struct claim_job *job, const struct summation *summation,
                                  struct failure *failure) {
    char path[CLAIM_PATH_ROOM];
    enum status status = campaign_folder_path(job->folder, "figure-2.cert", path, failure);
    if (!status)
        status = evidence_write(evidence_of_summation(summation), path, true, NULL, failure);
    if (!status)
        status = claim_verify(job, path, "kind=summation operands=82 end=29", failure);
    if (!status)
        status = campaign_folder_path(job->folder, "figure-2-bound.cert", path, failure);
    if (!status)
        status = certificate_write_summation_bound(path, true, &summation->machine, 7, 28, failure);
    return status ? status
                  : claim_verify(job, path, "kind=summation-bound most=77 end=28", failure);
}

enum status try_shou_chen_figure(struct claim_job *job, struct failure *failure) {
    const struct logp_machine machine = {5, 2, 4};
    struct summation_tree tree;
    struct shou_chen_run run;
    enum status status = shou_chen_tree(&machine, machine.gap, 7, &tree, failure);
    if (status)
        return status;
    int64_t least = shou_chen_least_operands(&tree, SHOU_CHEN_ALL);
    status = shou_chen_sum(&tree, 82, SHOU_CHEN_ALL, &run, failure);
    summation_tree_clear(&tree);
    if (status)
        return status;
    bool right = run.playable && run.time == 29 && (82 - least) % 7 == 0;
    if (right)
        status = certify_figure(job, &run.summation, failure);
    if (!status)
        claim_tell(&job->finding, NULL, right ? CLAIM_HOLDS : CLAIM_FAILS,
                   right ? CLAIM_HOLDS : CLAIM_FAILS,
                   "82 operands in %lld cycles, %lld of them A_i", (long long)run.time,
                   (long long)least);
    for (int p = 0; p < 7 && right && !status; p++)
        fprintf(job->table, "processor %d: A = %2lld, B = %lld\n", p,
                (long long)(summation_own(&run.summation, p) - (82 - least) / 7),
                (long long)((82 - least) / 7));
    shou_chen_run_clear(&run);
    return status;
}
