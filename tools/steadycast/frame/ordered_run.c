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

static bool has_failed(struct run *run) {
    bool failed;
#pragma omp critical(ordered_run)
    failed = run->status != STATUS_OK;
    return failed;
}

/* In turn with the other threads. */
static void take(struct run *run, long part, enum status status, const struct failure *failure,
                 const char *text, size_t length) {
#pragma omp critical(ordered_run)
    if (!run->status) {
        run->status = status;
        if (status && run->failure)
            *run->failure = *failure;
        if (!status && run->stream && !*run->error &&
            fwrite(text, 1, length, run->stream) != length)
            *run->error = errno ? errno : EIO;
        if (!status && run->done)
            run->done(run->context, part);
    }
}

enum status ordered_run(long count, int threads, ordered_part *part, ordered_done *done,
                        void *context, FILE *stream, int *error, struct failure *failure) {
    struct run run = {part, done, context, stream, error, STATUS_OK, failure};
#pragma omp parallel for ordered schedule(dynamic, 1) num_threads(threads)
    for (long i = 0; i < count; i++) {
        struct failure mine = {0};
        char *text = NULL;
        size_t length = 0;
        enum status status = STATUS_OK;
        if (!has_failed(&run)) {
            FILE *own = stream ? open_memstream(&text, &length) : NULL;
            status = stream && !own ? failure_memory(&mine, "certificates")
                                    : part(context, i, own, &mine);
            if (own && fclose(own) != 0 && !status)
                status = failure_memory(&mine, "certificates");
        }
#pragma omp ordered
        take(&run, i, status, &mine, text, length);
        free(text);
    }
    return run.status;
}
