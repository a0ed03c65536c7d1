/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/ordered_run.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

struct run {
    ordered_part *part;
    ordered_done *done;
    void *context;
    FILE *stream;
    int *error;
    enum status status;
    struct failure *failure;
};

static bool has_ended(struct run *run) {
    bool ended;
#pragma omp critical(ordered_run)
    ended = run->status != STATUS_OK || *run->error != 0;
    return ended;
}

/* In turn with the other threads. */
static void end_part(struct run *run, long part, enum status status, const struct failure *failure,
                     const char *text, size_t length) {
#pragma omp critical(ordered_run)
    if (!run->status && !*run->error) {
        run->status = status;
        if (status && run->failure)
            *run->failure = *failure;
        if (!status && run->stream && fwrite(text, 1, length, run->stream) != length)
            *run->error = errno ? errno : EIO;
        if (!status && !*run->error && run->done)
            run->done(run->context, part);
    }
}

/* Into `text`, if the parts write anything. */
static enum status do_part(const struct run *run, long part, char **text, size_t *length,
                           struct failure *failure) {
    static const char kept[] = "the certificates of one part";
    if (!run->stream)
        return run->part(run->context, part, NULL, failure);
    FILE *own = open_memstream(text, length);
    if (!own)
        return failure_memory(failure, kept);
    enum status status = run->part(run->context, part, own, failure);
    bool lost = ferror(own); /* for memory: it has no other reason */
    lost |= fclose(own) != 0;
    return lost && !status ? failure_memory(failure, kept) : status;
}

/* Parts first..end-1. */
static void run_some(struct run *run, long first, long end, int threads) {
#pragma omp parallel for ordered schedule(dynamic, 1) num_threads(threads)
    for (long i = first; i < end; i++) {
        struct failure mine = {0};
        char *text = NULL;
        size_t length = 0;
        enum status status = STATUS_OK;
        if (!has_ended(run))
            status = do_part(run, i, &text, &length, &mine);
#pragma omp ordered
        end_part(run, i, status, &mine, text, length);
        free(text);
    }
}

enum status ordered_run(long count, int threads, ordered_part *part, ordered_done *done,
                        void *context, FILE *stream, int *error, struct failure *failure) {
    enum { SOME = 4096 }; /* to go through a million parts that are not begun takes seconds */
    struct run run = {part, done, context, stream, error, STATUS_OK, failure};
    for (long first = 0; first < count && !has_ended(&run); first += SOME)
        run_some(&run, first, count - first < SOME ? count : first + SOME, threads);
    return run.status;
}
