/* SPDX-License-Identifier: MIT */
#include "solver/count/resources.h"
#include "solver/base/processors.h"

enum { CHUNKS = 256, PARALLEL_COST = 1 << 18 };

bool crew_stops(struct crew *crew) {
    if (!crew->stopped)
        crew->stopped = limits_stop(crew->limits);
    return crew->stopped;
}

/* Between two chunks, from one thread at a time; true if the loop is to end. */
static bool look_up(struct crew *crew, size_t *done, size_t chunk, size_t count) {
    bool stopped;
#pragma omp critical(count_progress)
    {
        stopped = crew_stops(crew);
        limits_report(crew->limits,
                      &(struct progress){.task = crew->task, .done = *done, .total = count});
        *done += chunk;
    }
    return stopped;
}

void crew_run(struct crew *crew, size_t count, uint64_t cost, crew_work *work, void *context) {
    int threads = threads_or_processors(crew->limits->threads);
    size_t chunk = count / CHUNKS + 1, done = 0;
    if (crew->stopped)
        return;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (cost >= PARALLEL_COST)
    for (size_t first = 0; first < count; first += chunk)
        if (!look_up(crew, &done, chunk, count))
            work(context, first, count - first < chunk ? count : first + chunk);
}
