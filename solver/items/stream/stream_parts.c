/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/stream_parts.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"

/* f_0..f_t; the caller's. */
static long *sequence_of(int latency, int depth) {
    long *f = memory_new((size_t)depth + 1, sizeof *f);
    for (int i = 0; f && i <= depth; i++)
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency];
    return f;
}

enum status stream_parts_init(struct stream_parts *parts, int latency, long processors, int fewest,
                              struct failure *failure) {
    int t = 0;
    enum status status = sequence_depth(latency, processors, &t, failure);
    if (status)
        return status;
    long *f = sequence_of(latency, t);
    long *nodes = memory_new((size_t)t + (size_t)latency + 1, sizeof *nodes);
    if (!f || !nodes) {
        free(f);
        free(nodes);
        return failure_memory(failure, "a stream");
    }
    *parts = (struct stream_parts){.latency = latency,
                                   .depth = t,
                                   .fewest = fewest,
                                   .slack = -fewest * processors,
                                   .zeros = t ? processors - f[t - 1] : 1,
                                   .full = f[t] == processors,
                                   .nodes = nodes};
    for (int i = 0; i < t; i++)
        parts->slack += f[i];
    for (int v = 0; v <= t - latency; v++)
        nodes[v] = f[t - latency - v];
    nodes[t] = 1;
    free(f);
    return STATUS_OK;
}

void stream_parts_clear(struct stream_parts *parts) {
    free(parts->nodes);
}
