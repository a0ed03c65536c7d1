/* SPDX-License-Identifier: MIT */
/* Kind logp-schedule: the classes of processors, and what they receive and send. */
#include <inttypes.h>
#include <string.h>

#include "solver/logp/logp_schedule_read.h"
#include "tools/steadycast/show/show.h"
#include "tools/steadycast/show/show_proof.h"

enum { LISTED_LINES = 20 };

static void show_leaves(FILE *file, const struct schedule *steps, const struct block_class *class) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &steps->ranges[i];
        fprintf(file, range->last > range->first ? " %d-%d" : " %d", range->first, range->last);
        if (range->copies > 1)
            fprintf(file, "*%d", range->copies);
    }
}

static void show_block(FILE *file, const struct schedule *steps, const struct block_class *class) {
    fprintf(file, "  blocks of %d: ", class->size);
    show_number(file, class->count);
    fprintf(file, "; each processor receives %d and sends it %d time%s", class->head, class->size,
            class->size == 1 ? "" : "s");
    if (class->size > 1)
        fprintf(file, ", and meanwhile receives");
    show_leaves(file, steps, class);
    fputc('\n', file);
}

static void show_word(FILE *file, const struct word_class *word) {
    char line[SHOW_LINE_SIZE];
    fprintf(file, "  words of %zu: ", word->length);
    show_number(file, word->count);
    size_t end = show_values(line, word->values, word->length, 0);
    fprintf(file, "; received: %s%s\n", line, end < word->length ? " .." : "");
    end = show_values(line, word->sends, word->length, 0);
    fprintf(file, "    sent: %s%s\n", line, end < word->length ? " .." : "");
}

static void show_part(FILE *file, const struct logp_schedule *schedule,
                      const struct logp_part *part) {
    const struct schedule *steps = &part->steps;
    fprintf(file,
            "\nclass %d: a value v is %d + %" PRId64 " v cycles until the item's deadline; "
            "sendings begin %d cycles later; messages wait for at least %d\n  ",
            part->offset, part->offset, logp_machine_step(&schedule->machine), part->late,
            part->wait);
    show_processors(file, steps);
    fputc('\n', file);
    if (steps->receive_only != SCHEDULE_NOBODY)
        fprintf(file, "  one processor receives %d and sends nothing\n", steps->receive_only);
    for (size_t i = 0; i < steps->block_count && i < LISTED_LINES; i++)
        show_block(file, steps, &steps->blocks[i]);
    for (size_t i = 0; i < steps->word_count && i < LISTED_LINES; i++)
        show_word(file, &steps->words[i]);
    if (steps->block_count > LISTED_LINES || steps->word_count > LISTED_LINES)
        fprintf(file, "  .. and so on, %zu kinds in all\n", steps->block_count + steps->word_count);
}

enum status show_logp_schedule(FILE *file, struct certificate_input *input,
                               struct failure *failure) {
    struct logp_schedule schedule;
    mpz_t processors;
    enum status status = logp_schedule_read(&schedule, input, failure);
    if (status)
        return status;
    mpz_init(processors);
    logp_schedule_processors(&schedule, processors);
    fprintf(file, "machine: LogP, L = %d, o = %d, g = %d; capacity %s\nclaim: a stream to ",
            schedule.machine.latency, schedule.machine.overhead, schedule.machine.gap,
            logp_capacity_names[schedule.capacity]);
    show_number(file, processors);
    fprintf(file, " processors, with an item in %" PRId64 " cycles and delay %" PRId64 " cycles\n",
            logp_machine_step(&schedule.machine), logp_schedule_delay(&schedule));
    for (size_t i = 0; i < schedule.count; i++)
        show_part(file, &schedule, &schedule.parts[i]);
    mpz_clear(processors);
    logp_schedule_clear(&schedule);
    return STATUS_OK;
}

/* Kind logp-family: its rule, and a line for each instance that is listed. */

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
