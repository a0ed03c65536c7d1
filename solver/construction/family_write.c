/* SPDX-License-Identifier: MIT */
#include "solver/arithmetic/residues.h"
#include "solver/certificate/schedule_lines.h"
#include "solver/construction/family.h"
#include "solver/construction/family_check.h"
#include "solver/model/instance.h"

/* An instance without schedule stands in a family only with its proof. */
static enum status print_impossible(struct certificate_output *output, int latency, int depth,
                                    struct failure *failure) {
    struct instance instance;
    struct residue_proof proof;
    bool impossible;
    enum status status = instance_init(&instance, latency, depth, NULL, failure);
    if (status)
        return status;
    status = residues_refute(&instance, NULL, &impossible, &proof, failure);
    instance_clear(&instance);
    if (status)
        return status;
    if (!impossible)
        return failure_set(failure, STATUS_LIMIT, "no schedule was found for L = %d, t = %d",
                           latency, depth);
    certificate_print(output, "instance %d impossible\n", depth);
    certificate_print_residues(output, &proof);
    residue_proof_clear(&proof);
    return STATUS_OK;
}

static enum status print_instance(struct certificate_output *output, const struct family *family,
                                  int depth, struct failure *failure) {
    struct schedule schedule;
    bool found;
    schedule_init_blocks(&schedule, family->latency, depth);
    enum status status = family_instance(family, &found, &schedule, failure);
    if (!status && !found)
        status = print_impossible(output, family->latency, depth, failure);
    else if (!status)
        status = family_check_instance(family, &schedule, failure);
    if (!status && found) {
        certificate_print(output, "instance %d\n", depth);
        status = schedule_lines_print(output, &schedule, failure);
    }
    schedule_clear(&schedule);
    return status;
}

/* The claim is for all depths from `first` on. */
static enum status put_depths(const struct family *family, struct certificate_output *output,
                              int first, const struct limits *limits, struct failure *failure) {
    int end = family->from + family->latency;
    enum status status = STATUS_OK;
    certificate_print(output, "latency %d\ndepths %d\nwindow %d receive-only %d\n", family->latency,
                      first, family->from, family->receive_only);
    for (int depth = first; depth < end && !status; depth++) {
        status = limits_check(limits, failure);
        if (!status)
            status = print_instance(output, family, depth, failure);
    }
    return status;
}

static enum status put_family(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct family *family = body;
    return put_depths(family, output, family->latency, limits, failure);
}

struct evidence evidence_of_family(const struct family *family) {
    return evidence_borrowed("family", put_family, family);
}

static enum status put_window(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct family *family = body;
    return put_depths(family, output, family->from, limits, failure);
}

struct evidence evidence_of_window(const struct family *family) {
    return evidence_borrowed("family", put_window, family);
}
