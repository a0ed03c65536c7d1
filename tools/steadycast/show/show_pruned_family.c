/* SPDX-License-Identifier: MIT */
/* A family for every number of processors: what is listed, one line each. */
#include <string.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/show/show_proof.h"

/* The entry that is being read: a line `serve`, `left` or `instance` and the blocks behind it. */
struct entry {
    bool open;
    bool words;
    long blocks; /* kinds of blocks, or words */
};

static void end_entry(FILE *file, struct entry *entry) {
    if (entry->open)
        fprintf(file, ", %ld kind%s of %s\n", entry->blocks, entry->blocks == 1 ? "" : "s",
                entry->words ? "words, two nodes in one" : "blocks");
    *entry = (struct entry){.open = false};
}

static enum status show_serve(FILE *file, const struct certificate_input *input,
                              struct failure *failure) {
    long depth;
    enum status status = certificate_number(input, 3, 0, SEQUENCE_MAX_INDEX, &depth, failure);
    if (!status)
        fprintf(file, "  N = %s: depth %ld", input->words[1], depth);
    return status;
}

static enum status show_part(FILE *file, const struct certificate_input *input, const char *name,
                             struct failure *failure) {
    long depth;
    enum status status = certificate_number(input, 1, 0, SEQUENCE_MAX_INDEX, &depth, failure);
    if (status)
        return status;
    fprintf(file, "  %s of depth %ld", name, depth);
    if (input->word_count == 4)
        fprintf(file, ", %s %s", input->words[2], input->words[3]);
    return STATUS_OK;
}

/* A line of a schedule; is it one? */
static bool count_line(FILE *file, struct entry *entry, const struct certificate_input *input) {
    const char *key = input->words[0];
    bool words = strcmp(key, "word") == 0, rest = strcmp(key, "receive-only") == 0;
    if (!words && !rest && strcmp(key, "block") != 0)
        return false;
    if (rest && input->word_count == 2)
        fprintf(file, ", receive-only %s", input->words[1]);
    entry->words |= words;
    entry->blocks += !rest;
    return true;
}

static enum status show_line(FILE *file, struct entry *entry, const struct certificate_input *input,
                             struct failure *failure) {
    const char *key = input->words[0];
    enum status status = STATUS_OK;
    if (entry->open && count_line(file, entry, input))
        return STATUS_OK;
    end_entry(file, entry);
    if (strcmp(key, "serve") == 0)
        status = show_serve(file, input, failure);
    else if (strcmp(key, "left") == 0)
        status = show_part(file, input, "left part", failure);
    else if (strcmp(key, "instance") == 0)
        status = show_part(file, input, "whole tree", failure);
    else
        status =
            certificate_expected(input, "'serve', 'left', 'instance', 'block' or 'word'", failure);
    entry->open = !status;
    return status;
}

static enum status read_head(FILE *file, struct certificate_input *input, struct failure *failure) {
    long latency, from, window;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    if (!status)
        status = certificate_field(input, "numbers", 0, SEQUENCE_MAX_INDEX, &from, failure);
    if (status)
        return status;
    if (!certificate_next(input) || input->word_count != 4 ||
        strcmp(input->words[0], "window") != 0)
        return certificate_expected(input, "'window U receive-only B'", failure);
    status = certificate_number(input, 1, 0, SEQUENCE_MAX_INDEX, &window, failure);
    if (status)
        return status;
    fprintf(
        file,
        "claim: for latency %ld every number N >= 1 of processors is served with delay %ld + t,\n"
        "t = min {t : N <= P(t)}, by a stationary schedule, on a pruned tree in block form where\n"
        "nothing else is said\n"
        "proof: N <= P(%ld) and P(t) up to t = %ld are listed. Larger trees: those of the depths "
        "%ld..%ld\n"
        "go on by the rule of a family; between P(t-1) and P(t) a left part of depth t is "
        "completed\n"
        "by a schedule for what is missing, of depth t-%ld\n"
        "steadycast delay -L %ld -P P gives the schedule for one number N = P-1\n",
        latency, latency, from, window - 1, window, window + latency - 1, latency, latency);
    return STATUS_OK;
}

enum status show_pruned_family(FILE *file, struct certificate_input *input,
                               struct failure *failure) {
    struct entry entry = {.open = false};
    enum status status = read_head(file, input, failure);
    while (!status && certificate_next(input))
        status = show_line(file, &entry, input, failure);
    if (!status)
        end_entry(file, &entry);
    return status;
}
