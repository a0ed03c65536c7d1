/* SPDX-License-Identifier: MIT */
/* Kind logp-family: its rule, and a line for each instance that is listed. */
#include <inttypes.h>
#include <string.h>

#include "solver/logp/logp_schedule_read.h"
#include "tools/steadycast/show/show_proof.h"

/* The instance that is being read: a line `instance` and what stands behind it. */
struct instance {
    bool open;
    long classes, blocks, words; /* kinds of blocks and of words */
};

static void end_instance(FILE *file, struct instance *instance) {
    if (instance->open) {
        fprintf(file, "%ld classes, %ld kinds of blocks", instance->classes, instance->blocks);
        if (instance->words)
            fprintf(file, ", %ld kinds of words", instance->words);
        fputc('\n', file);
    }
    *instance = (struct instance){.open = false};
}

static enum status show_line(FILE *file, struct instance *instance,
                             const struct certificate_input *input, struct failure *failure) {
    const char *key = input->words[0];
    if (strcmp(key, "instance") == 0 && input->word_count == 2) {
        end_instance(file, instance);
        fprintf(file, "  s = %s: ", input->words[1]);
        instance->open = true;
        return STATUS_OK;
    }
    bool block = strcmp(key, "block") == 0, word = strcmp(key, "word") == 0,
         class = strcmp(key, "class") == 0;
    if (!instance->open || !(block || word || class || strcmp(key, "receive-only") == 0))
        return certificate_expected(
            input, "'instance S' or, behind it, 'class', 'block', 'word' or 'receive-only'",
            failure);
    instance->blocks += block;
    instance->words += word;
    instance->classes += class;
    return STATUS_OK;
}

static void show_claim(FILE *file, const struct logp_machine *machine, long from, long window) {
    int64_t step = logp_machine_step(machine), transfer = logp_machine_transfer(machine);
    fprintf(file,
            "machine: LogP, L = %d, o = %d, g = %d; capacity none\n"
            "claim: for every s >= %ld a stream to A(s) processors, with an item in %" PRId64
            " cycles and\n"
            "delay %" PRId64 " + s; A(s) = A(s-%" PRId64 ") + A(s-%" PRId64
            "), and 1 for 0 <= s < %" PRId64 "\n"
            "proof: the streams up to s = %" PRId64 " are listed. From s = %" PRId64
            " on that of s is the union of those of\n"
            "s-%" PRId64 " and s-%" PRId64
            ", whose first messages and receive-only processor join the largest block\n\n",
            machine->latency, machine->overhead, machine->gap, from, step, transfer, step, transfer,
            transfer, window + transfer - logp_machine_unit(machine), window + transfer, step,
            transfer);
}

enum status show_logp_family(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct instance instance = {.open = false};
    struct logp_machine machine;
    long from = 0, window = 0;
    enum status status = logp_machine_read(&machine, input, failure);
    if (!status)
        status = certificate_field(input, "from", 0, INT32_MAX, &from, failure);
    if (!status)
        status = certificate_field(input, "window", from, INT32_MAX, &window, failure);
    if (!status)
        show_claim(file, &machine, from, window);
    while (!status && certificate_next(input))
        status = show_line(file, &instance, input, failure);
    if (!status)
        end_instance(file, &instance);
    return status;
}
