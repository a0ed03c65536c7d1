/* SPDX-License-Identifier: MIT */
#include "solver/network/network_task.h"

int64_t network_task_chunks(const struct network_task *task) {
    return task->stream ? task->window : (int64_t)task->problem->commodity_count * task->chunks;
}

struct network_chunk network_task_chunk(const struct network_task *task, int64_t k) {
    const struct commodity *commodity =
        &task->problem->commodities[task->stream ? 0 : k / task->chunks];
    struct network_chunk chunk = {.source = commodity->source, .target = commodity->target};
    if (task->stream) {
        chunk.number = (int)(task->first + k);
        chunk.birth = (int)(network_stream_birth(task, task->first + k) -
                            network_stream_birth(task, task->first));
    } else {
        chunk.number = (int)((int64_t)commodity->chunk * task->chunks + k % task->chunks + 1);
    }
    return chunk;
}

int64_t network_task_find(const struct network_task *task, int64_t number) {
    int64_t low = 0, high = network_task_chunks(task) - 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (network_task_chunk(task, middle).number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return network_task_chunk(task, low).number == number ? low : -1;
}

int network_task_steps(const struct network_task *task) {
    if (!task->stream)
        return task->steps;
    return task->period ? task->period
                        : network_task_chunk(task, task->window - 1).birth + task->steps;
}

int network_task_step(const struct network_task *task, int birth, int group, int arc, int j) {
    int late = network_late(task->problem->network, group, arc);
    if (!task->stream)
        return problem_step(task->problem, arc, j, task->steps) + late;
    return task->period ? (birth + j - 1 + late) % task->period + 1 : birth + j + late;
}
