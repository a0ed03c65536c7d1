/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/exchange/exchange_stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/frame/fields.h"

enum status exchange_stream_open(struct exchange_stream *stream, struct claim_job *job,
                                 struct failure *failure) {
    struct exchange_stream opened = {.job = job};
    enum status status = claim_stream_open(job, "messages.certs", &opened.stream, failure);
    if (!status)
        *stream = opened;
    return status;
}

static bool expect(struct exchange_stream *stream, int finish) {
    if (stream->count == stream->room) {
        size_t room = 2 * stream->room + 1024;
        int *larger = memory_resize(stream->finish, room, sizeof *larger);
        if (!larger)
            return false;
        stream->finish = larger;
        stream->room = room;
    }
    stream->finish[stream->count++] = finish;
    return true;
}

enum status exchange_stream_put(struct exchange_stream *stream, const struct message_list *list,
                                struct failure *failure) {
    if (!expect(stream, list->finish))
        return failure_memory(failure, "times of lists");
    return evidence_write_stream(evidence_of_messages(list), stream->stream.file,
                                 &stream->job->limits, failure);
}

static void see(void *context, const char *line, const char *fields) {
    struct exchange_stream *stream = context;
    (void)line;
    if (stream->told == stream->count ||
        !fields_count(fields, "end", stream->finish[stream->told++]))
        stream->wrong = true;
}

enum status exchange_stream_end(struct exchange_stream *stream, enum status status,
                                struct failure *failure) {
    if (status)
        claim_stream_drop(&stream->stream);
    else
        status = claim_stream_close(stream->job, &stream->stream, (long)stream->count, false, see,
                                    stream, failure);
    if (!status && (stream->wrong || stream->told != stream->count))
        status = failure_set(failure, STATUS_INTERNAL,
                             "steadycheck finds other times than the schedules have");
    free(stream->finish);
    stream->finish = NULL;
    return status;
}
