#include "tools/steadycast/bench/bench_walk.h"

#include <stdlib.h>

#include "solver/decide/backtrack.h"

enum status bench_walk_run(struct bench_walk *walk, struct failure *failure) {
    struct backtrack_question question = {.latency = walk->latency,
                                          .depth = walk->depth,
                                          .mode = WALK_WORDS,
                                          .count = true,
                                          .ball_rule = true};
    struct limits limits = bench_limits(walk->options, walk->threads);
    struct backtrack_result result;
    limits.nodes = walk->most;
    enum status status = backtrack_run(&question, &limits, &result, failure);
    if (status)
        return status;
    walk->nodes = result.nodes;
    walk->solutions = result.solutions;
    free(result.letters);
    return limits_check(&limits, failure);
}

enum status bench_walk_work(void *context, struct failure *failure) {
    return bench_walk_run(context, failure);
}
