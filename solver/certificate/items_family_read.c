/* SPDX-License-Identifier: MIT */
#include "solver/certificate/items_family_read.h"

#include <string.h>

#include "solver/certificate/schedule_lines.h"

enum { MOST = 2147483647 };

static enum status read_sends(struct certificate_input *input, bool *single,
                              struct failure *failure) {
    if (certificate_next(input) && input->word_count == 2 &&
        strcmp(input->words[0], "sends") == 0) {
        *single = strcmp(input->words[1], "single") == 0;
        if (*single || strcmp(input->words[1], "any") == 0)
            return STATUS_OK;
    }
    return certificate_expected(input, "'sends any' or 'sends single'", failure);
}

/* Up to the words; *processors is N as it is stated. */
static enum status read_head(struct certificate_input *input, struct items_family *family,
                             long *processors, bool *single, struct failure *failure) {
    long latency, depth, numbers[4];
    static const char *const keys[] = {"endgame", "start", "stream", "finish"};
    enum status status =
        certificate_field(input, "latency", 1, ITEMS_FAMILY_MOST, &latency, failure);
    if (!status)
        status = certificate_field(input, "depth", 0, ITEMS_FAMILY_MOST, &depth, failure);
    if (!status)
        status = certificate_field(input, "processors", 1, MESSAGES_MOST_PROCESSORS, processors,
                                   failure);
    for (int i = 0; i < 4 && !status; i++)
        status = certificate_field(input, keys[i], 0, ITEMS_FAMILY_MOST, &numbers[i], failure);
    if (!status)
        status = read_sends(input, single, failure);
    if (status)
        return status;
    items_family_init(family, (int)latency, (int)depth);
    family->endgame = (int)numbers[0];
    family->start = (int)numbers[1];
    family->stream = (int)numbers[2];
    family->finish = (int)numbers[3];
    return STATUS_OK;
}

/* What was read last: its TIME, -1 before the first step; its sender, -1 before the first one. */
struct place {
    long time;
    long sender;
};

static enum status read_step(struct certificate_input *input, struct place *place,
                             struct failure *failure) {
    if (place->time >= 0 && place->sender < 0)
        return certificate_expected(input, "'send FROM TO ITEM' behind 'step TIME'", failure);
    if (input->word_count != 2)
        return certificate_expected(input, "'step TIME'", failure);
    place->sender = -1;
    return certificate_number(input, 1, place->time + 1, ITEMS_FAMILY_MOST, &place->time, failure);
}

static enum status read_message(struct certificate_input *input, struct items_family *family,
                                struct place *place, struct failure *failure) {
    long numbers[3];
    enum status status = STATUS_OK;
    if (place->time < 0)
        return certificate_expected(input, "'step TIME'", failure);
    if (strcmp(input->words[0], "send") != 0 || input->word_count != 4)
        return certificate_expected(input, "'step TIME' or 'send FROM TO ITEM'", failure);
    for (int i = 0; i < 3 && !status; i++)
        status = certificate_number(input, 1 + i, i ? 1 : 0, MOST, &numbers[i], failure);
    if (status)
        return status;
    if (numbers[0] <= place->sender)
        return certificate_expected(input, "FROM to ascend within a step", failure);
    place->sender = numbers[0];
    message_array_add(&family->messages, &(struct message){(int)place->time, (int)numbers[0],
                                                           (int)numbers[1], (int)numbers[2], 0});
    return STATUS_OK;
}

static enum status read_endgame(struct certificate_input *input, struct items_family *family,
                                bool more, struct failure *failure) {
    struct place place = {-1, -1};
    enum status status = STATUS_OK;
    for (; more && !status; more = certificate_next(input))
        status = strcmp(input->words[0], "step") == 0
                     ? read_step(input, &place, failure)
                     : read_message(input, family, &place, failure);
    if (!status && place.time >= 0 && place.sender < 0)
        status = certificate_expected(input, "'send FROM TO ITEM' behind 'step TIME'", failure);
    return status;
}

/* What is stated must be what comes out; the family is cleared if it is no such one. */
static enum status finish(const struct certificate_input *input, struct items_family *family,
                          long processors, bool single, struct failure *failure) {
    struct failure fault = {0};
    enum status status = items_family_finish(family, &fault);
    if (status == STATUS_INTERNAL)
        return failure_set(failure, STATUS_INPUT,
                           "%s is no family of broadcasts: %s (see "
                           "steadycheck)",
                           input->path, fault.message);
    if (status)
        return failure_set(failure, status, "%s", fault.message);
    if (family->processors == processors && (family->single || !single))
        return STATUS_OK;
    items_family_clear(family);
    return failure_set(failure, STATUS_INPUT,
                       "%s: the number of processors or 'sends single' does not fit the family",
                       input->path);
}

enum status items_family_read(struct items_family *family, struct certificate_input *input,
                              struct failure *failure) {
    struct items_family result;
    long processors;
    bool single, more = false;
    enum status status = read_head(input, &result, &processors, &single, failure);
    if (status)
        return status;
    status = schedule_lines_read(&result.words, input, &more, failure);
    if (!status)
        status = read_endgame(input, &result, more, failure);
    if (status) {
        items_family_clear(&result);
        return status;
    }
    status = finish(input, &result, processors, single, failure);
    if (!status)
        *family = result;
    return status;
}
