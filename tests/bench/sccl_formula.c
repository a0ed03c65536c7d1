/* SPDX-License-Identifier: MIT */
#include "tests/bench/sccl_formula.h"

/* One that is being written. */
struct formula_text {
    const struct network_task *task;
    const struct network *network;
    int64_t chunks;
    FILE *stream;
};

static enum status check(const struct network_task *task, struct failure *failure) {
    const struct network_problem *problem = task->problem;
    if (task->stream || problem->reversed)
        return failure_set(failure, STATUS_INPUT, "SCCL's formula is not for %s",
                           task->stream ? "streams" : collective_name(problem->collective));
    if (task->rounds == NETWORK_EVEN_ROUNDS || task->rounds < task->steps)
        return failure_set(failure, STATUS_INPUT,
                           "SCCL's formula has a round in each step, or more");
    if (network_longest_latency(problem->network) > 1)
        return failure_set(failure, STATUS_INPUT, "SCCL's formula has no latencies");
    return STATUS_OK;
}

/* --- names --- */

static void put_send(const struct formula_text *text, int64_t k, int arc) {
    const struct network_arc *a = &text->network->arcs[arc];
    fprintf(text->stream, " x%d_%d_%d", (int)k, a->from, a->to);
}

static void declare(const struct formula_text *text, int64_t k) {
    for (int v = 0; v < text->network->nodes; v++)
        fprintf(text->stream, "(declare-const t%d_%d Int)\n", (int)k, v);
    for (int a = 0; a < text->network->arc_count; a++) {
        fputs("(declare-const", text->stream);
        put_send(text, k, a);
        fputs(" Bool)\n", text->stream);
    }
}

/* --- constraints --- */

/* C3: of the sendings to v. */
static void put_received_once(const struct formula_text *text, int64_t k, int v) {
    const struct network_problem *problem = text->task->problem;
    int first = problem->coming_first[v], end = problem->coming_first[v + 1];
    fprintf(text->stream, "(assert (=> (<= t%d_%d %d) ((_ pbeq 1", (int)k, v, text->task->steps);
    for (int i = first; i < end; i++)
        fputs(" 1", text->stream);
    fputs(")", text->stream);
    for (int i = first; i < end; i++)
        put_send(text, k, problem->coming[i]);
    fputs(")))\n", text->stream);
}

/* C1 to C4 of a chunk. A node that gets it from another, that from a third, and so on, got it from
 * the source, as times decrease: so none is below 0. */
static void put_chunk(const struct formula_text *text, int64_t k) {
    struct network_chunk chunk = network_task_chunk(text->task, k);
    declare(text, k);
    for (int v = 0; v < text->network->nodes; v++) {
        if (v == chunk.source) {
            fprintf(text->stream, "(assert (= t%d_%d 0))\n", (int)k, v);
            continue;
        }
        if (chunk.target == COMMODITY_TO_ALL || chunk.target == v)
            fprintf(text->stream, "(assert (<= t%d_%d %d))\n", (int)k, v, text->task->steps);
        put_received_once(text, k, v);
    }
    for (int a = 0; a < text->network->arc_count; a++) {
        const struct network_arc *arc = &text->network->arcs[a];
        fputs("(assert (=>", text->stream);
        put_send(text, k, a);
        fprintf(text->stream, " (< t%d_%d t%d_%d)))\n", (int)k, arc->from, (int)k, arc->to);
    }
}

/* C5 of a group and a step of so many rounds. */
static void put_capacity(const struct formula_text *text, const struct network_group *group,
                         int step, int rounds) {
    fprintf(text->stream, "(assert (=> (= r%d %d) ((_ at-most %d)", step, rounds,
            group->capacity * rounds);
    for (int64_t k = 0; k < text->chunks; k++)
        for (int i = group->first; i < group->first + group->count; i++) {
            int arc = text->network->members[i];
            fputs(" (and", text->stream);
            put_send(text, k, arc);
            fprintf(text->stream, " (= t%d_%d %d))", (int)k, text->network->arcs[arc].to, step);
        }
    fputs(")))\n", text->stream);
}

/* C6. The sum has a 0, so that it has two terms. */
static void put_rounds(const struct formula_text *text) {
    int steps = text->task->steps;
    for (int s = 1; s <= steps; s++)
        fprintf(text->stream, "(declare-const r%d Int)\n(assert (>= r%d 1))\n", s, s);
    fputs("(assert (<= (+ 0", text->stream);
    for (int s = 1; s <= steps; s++)
        fprintf(text->stream, " r%d", s);
    fprintf(text->stream, ") %d))\n", text->task->rounds);
}

enum status sccl_formula_write(const struct network_task *task, FILE *stream,
                               struct failure *failure) {
    const struct formula_text text = {task, task->problem->network, network_task_chunks(task),
                                      stream};
    enum status status = check(task, failure);
    if (status)
        return status;
    put_rounds(&text);
    for (int64_t k = 0; k < text.chunks; k++)
        put_chunk(&text, k);
    for (int g = 0; g < text.network->group_count; g++)
        for (int s = 1; s <= task->steps; s++)
            for (int r = 1; r <= task->rounds - task->steps + 1; r++)
                put_capacity(&text, &text.network->groups[g], s, r);
    fputs("(check-sat)\n", stream);
    return STATUS_OK;
}
