/* SPDX-License-Identifier: MIT */
/*
 * Lists of messages that steadycheck verifies many at a time, each for the time at which it should
 * end.
 */
#ifndef STEADYCAST_TOOLS_CLAIMS_EXCHANGE_STREAM_H
#define STEADYCAST_TOOLS_CLAIMS_EXCHANGE_STREAM_H

#include "solver/model/message_list.h"
#include "tools/claims/claim_method.h"

struct exchange_stream {
    struct claim_job *job;
    struct claim_stream stream;
    int *finish; /* of each list; owned */
    size_t count;
    size_t room;
    size_t told;
    bool wrong; /* one was verified for another time */
};
enum status exchange_stream_open(struct exchange_stream *stream, struct claim_job *job,
                                 struct failure *failure);

enum status exchange_stream_put(struct exchange_stream *stream, const struct message_list *list,
                                struct failure *failure);

/* Verifies all, if `status`, that of the caller so far, is STATUS_OK; else drops them and returns
 * it. */
enum status exchange_stream_end(struct exchange_stream *stream, enum status status,
                                struct failure *failure);

#endif
