/* SPDX-License-Identifier: MIT */
/* Operands that may not change their order: matrices; and the summation of Figure 6. */
#include <string.h>

#include "solver/certificate/write_summation.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/machines.h"

struct order_ranges {
    struct claim_range processors;
    struct claim_range time;
};

static enum status best_schedule(const struct logp_machine *machine, int processors, int64_t time,
                                 const struct limits *limits, struct summation *summation,
                                 struct failure *failure) {
    struct summation_tree tree;
    enum status status = summation_tree_best(machine, summation_apart(machine), time, processors,
                                             machine->overhead + 1, &tree, failure);
    if (status)
        return status;
    status = summation_build(&tree, summation, limits, failure);
    summation_tree_clear(&tree);
    return status;
}

static enum status order_point(struct machine_try *part, int processors, int64_t time,
                               struct failure *failure) {
    const struct logp_machine *machine = &part->machine;
    struct summation summation;
    struct summation_played played;
    enum status status =
        best_schedule(machine, processors, time, &part->job->limits, &summation, failure);
    if (status)
        return status;
    status = summation_play(&summation, true, &part->job->limits, &played, failure);
    if (!status && played.right && time <= 40)
        status = machine_certify(part, &summation, failure);
    summation_clear(&summation);
    if (!status)
        claim_tell(&part->job->finding,
                   CLAIM_AT("L o g P t", machine->latency, machine->overhead, machine->gap,
                            processors, time),
                   played.right ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE, "%s", played.why);
    return status;
}

/* Numbers of processors and times further apart as they grow. */
static enum status order_machine(struct machine_try *part, struct failure *failure) {
    const struct order_ranges *ranges = part->context;
    enum status status = STATUS_OK;
    for (long p = ranges->processors.first; p <= ranges->processors.last && !status; p += 1 + p / 2)
        for (long t = ranges->time.first; t <= ranges->time.last && !status; t += 1 + t / 8)
            status = order_point(part, (int)p, t, failure);
    return status;
}

enum status try_summation_order(struct claim_job *job, struct failure *failure) {
    struct order_ranges ranges;
    enum status status = claim_range(job, "P", 1, 100000, &ranges.processors, failure);
    if (!status)
        status = claim_range(job, "t", 0, 100000, &ranges.time, failure);
    return status ? status : try_machines(job, order_machine, &ranges, true, failure);
}

/* --- Figure 6 --- */

static enum status write_figure(struct claim_job *job, const struct logp_machine *machine,
                                int processors, int64_t time, const struct summation *summation,
                                struct failure *failure) {
    char path[CLAIM_PATH_ROOM], fields[100];
    enum status status = campaign_folder_path(job->folder, "figure-6.cert", path, failure);
    if (!status)
        status = evidence_write(evidence_of_summation(summation), path, true, NULL, failure);
    snprintf(fields, sizeof fields, "kind=summation operands=%lld end=%lld",
             (long long)summation->operands, (long long)time);
    if (!status)
        status = claim_verify(job, path, fields, failure);
    if (!status)
        status = campaign_folder_path(job->folder, "figure-6-bound.cert", path, failure);
    if (!status)
        status = certificate_write_summation_bound(path, true, machine, processors, time, failure);
    snprintf(fields, sizeof fields, "kind=summation-bound most=%lld end=%lld",
             (long long)summation->operands, (long long)time);
    return status ? status : claim_verify(job, path, fields, failure);
}

enum status try_summation_figure(struct claim_job *job, struct failure *failure) {
    static const int64_t sends[] = {28, 18, 14, 10, 8, 6, 4, 4}; /* Figure 1 turned round */
    const struct logp_machine machine = {5, 2, 4};
    const int processors = 8, time = 28;
    struct summation_tree tree;
    struct summation summation;
    enum status status = summation_tree_best(&machine, summation_apart(&machine), time, processors,
                                             0, &tree, failure);
    if (status)
        return status;
    bool same = tree.count == processors && memcmp(tree.sends, sends, sizeof sends) == 0;
    status = summation_build(&tree, &summation, NULL, failure);
    summation_tree_clear(&tree);
    if (status)
        return status;
    status = write_figure(job, &machine, processors, time, &summation, failure);
    if (!status)
        claim_tell(&job->finding, NULL, same ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
                   "%lld operands, and nobody adds up more", (long long)summation.operands);
    if (!status)
        fprintf(job->table, "P = 8, L = 5, o = 2, g = 4, t = 28: %lld operands, the most\n",
                (long long)summation.operands);
    summation_clear(&summation);
    return status;
}
