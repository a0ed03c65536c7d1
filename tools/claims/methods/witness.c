/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/witness.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/frame/fields.h"

enum { LONGEST_TEXT = 300 };

enum status witness_open(struct claim_job *job, const char *name, struct witness *witness,
                         struct failure *failure) {
    struct witness opened = {0};
    enum status status = claim_stream_open(job, name, &opened.stream, failure);
    if (!status)
        *witness = opened;
    return status;
}

static enum status expect(struct witness *witness, struct failure *failure, const char *fields, ...)
    __attribute__((format(printf, 3, 4)));

static enum status expect(struct witness *witness, struct failure *failure, const char *fields,
                          ...) {
    va_list arguments;
    if (witness->room - witness->length < LONGEST_TEXT) {
        size_t room = 2 * witness->room + LONGEST_TEXT;
        char *larger = memory_resize(witness->expected, room, 1);
        if (!larger)
            return failure_memory(failure, "what certificates say");
        witness->expected = larger;
        witness->room = room;
    }
    va_start(arguments, fields);
    int length = vsnprintf(witness->expected + witness->length, LONGEST_TEXT, fields, arguments);
    va_end(arguments);
    if (length < 0 || length >= LONGEST_TEXT)
        return failure_set(failure, STATUS_INTERNAL, "a text that a certificate says is too long");
    witness->length += (size_t)length + 1;
    witness->certificates++;
    return STATUS_OK;
}

enum status witness_broadcast(struct witness *witness, const struct message_list *list,
                              struct failure *failure) {
    const struct message_machine *machine = &list->machine;
    enum status status = expect(
        witness, failure,
        "kind=messages machine=logp L=%d o=%d g=%d P=%d K=1 period=0 sends=%s delay=%d end=%d",
        machine->latency, machine->overhead, machine->gap, list->processors + 1,
        list->single ? "single" : "any", list->delay, list->finish);
    return status ? status
                  : evidence_write_stream(evidence_of_messages(list), witness->stream.file, NULL,
                                          failure);
}

enum status witness_reach(struct witness *witness, const struct logp_machine *machine, int64_t time,
                          int64_t known, struct failure *failure) {
    struct certificate_output *output;
    enum status status =
        expect(witness, failure, "kind=reach L=%d o=%d g=%d most=%" PRId64 " time=%" PRId64,
               machine->latency, machine->overhead, machine->gap, known, time);
    if (!status)
        status = certificate_open_stream(&output, witness->stream.file, "reach", failure);
    if (status)
        return status;
    return certificate_end(output, certificate_put_reach(output, machine, time, failure), failure);
}

static void take(void *context, const char *line, const char *fields) {
    struct witness *witness = context;
    if (witness->next >= witness->length)
        return;
    const char *expected = witness->expected + witness->next;
    witness->next += strlen(expected) + 1;
    if (!witness->wrong && !fields_include(fields, expected)) {
        witness->wrong = true;
        snprintf(witness->fault, sizeof witness->fault, "'%.160s', and not '%.80s'", line,
                 expected);
    }
}

static void clear(struct witness *witness) {
    free(witness->expected);
    *witness = (struct witness){0};
}

enum status witness_close(struct claim_job *job, struct witness *witness, struct failure *failure) {
    enum status status = claim_stream_close(job, &witness->stream, witness->certificates, false,
                                            take, witness, failure);
    if (!status && (witness->wrong || witness->next != witness->length))
        status = failure_set(failure, STATUS_INTERNAL, "%s: steadycheck says %.250s",
                             job->claim->name, witness->wrong ? witness->fault : "too little");
    clear(witness);
    return status;
}

void witness_drop(struct witness *witness) {
    claim_stream_drop(&witness->stream);
    clear(witness);
}

enum status witness_end(struct claim_job *job, struct witness *witness, enum status status,
                        struct failure *failure) {
    if (!status)
        return witness_close(job, witness, failure);
    witness_drop(witness);
    return status;
}

static const char stream_name[] = "witness.certs";

enum status witness_each(struct claim_job *job, witness_point *point, const struct machine_box *box,
                         const struct claim_range *processors, struct failure *failure) {
    struct witness witness;
    long count = machine_box_count(box);
    enum status status = witness_open(job, stream_name, &witness, failure);
    if (status)
        return status;
    for (long i = 0; i < count && !status; i++) {
        struct logp_machine machine = machine_box_at(box, i);
        for (long p = processors->first; p <= processors->last && !status; p++)
            status = point(job, &witness, &machine, (int)p, failure);
    }
    return witness_end(job, &witness, status, failure);
}

enum status witness_one(struct claim_job *job, witness_point *point,
                        const struct logp_machine *machine, int processors,
                        struct failure *failure) {
    struct witness witness;
    enum status status = witness_open(job, stream_name, &witness, failure);
    if (status)
        return status;
    status = point(job, &witness, machine, processors, failure);
    return witness_end(job, &witness, status, failure);
}
