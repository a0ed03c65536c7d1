/* SPDX-License-Identifier: MIT */
#include "solver/question/decide/search_state.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/certificate_output.h"
#include "solver/base/certificate_read.h"

/* Where a part stands: 0 and 1 are `entered`; a finished one is kept until its round is over. */
enum { STAGE_DONE = 2 };

/* One number for what makes searches differ, so that a state is never taken up by another
 * question. */
static int variant(const struct backtrack_question *question) {
    return (question->mode == WALK_MULTISETS) + 2 * question->count + 4 * question->ball_rule;
}

/* The numbers of the statistics, in the order of the file. */
enum { STATISTICS = 4 + WALK_RULES };
static void list_statistics(struct walk_statistics *statistics, uint64_t *numbers[STATISTICS]) {
    numbers[0] = &statistics->inner;
    numbers[1] = &statistics->leaves;
    numbers[2] = &statistics->placed;
    numbers[3] = &statistics->solutions;
    for (int rule = 0; rule < WALK_RULES; rule++)
        numbers[4 + rule] = &statistics->pruned[rule];
}

static void put_statistics(struct certificate_output *output, struct walk_statistics statistics) {
    uint64_t *numbers[STATISTICS];
    list_statistics(&statistics, numbers);
    certificate_print(output, "statistics");
    for (int i = 0; i < STATISTICS; i++)
        certificate_print(output, " %" PRIu64, *numbers[i]);
    certificate_print(output, "\n");
}

static void put_part(struct certificate_output *output, const struct part *part) {
    int stage = part->done ? STAGE_DONE : part->entered;
    certificate_print(output, "part %d %d %" PRIu64, part->base, stage, part->spent);
    for (int p = 0; p < part->length; p++)
        certificate_print(output, " %d", part->path[p]);
    certificate_print(output, "\n");
}

enum status search_state_save(const struct search_state *state,
                              const struct backtrack_question *question, struct failure *failure) {
    struct certificate_output *output;
    TRY(certificate_open(&output, question->state, true, "search-state", failure));
    certificate_print(output, "latency %d\ndepth %d\nvariant %d\n", question->latency,
                      question->depth, variant(question));
    certificate_print(output, "nodes %" PRIu64 "\nsolutions %" PRIu64 "\nquantum %" PRIu64 "\n",
                      state->nodes, state->solutions, state->quantum);
    put_statistics(output, state->statistics);
    certificate_print(output, "parts %zu\n", state->frontier.count);
    for (size_t i = 0; i < state->frontier.count; i++)
        put_part(output, &state->frontier.list[i]);
    return certificate_close(output, failure);
}

static enum status read_part(struct certificate_input *input, struct frontier *frontier,
                             struct failure *failure) {
    long base, stage, spent, letter;
    enum { FIXED = 4 };
    int length = input->word_count - FIXED;
    if (length < 0 || strcmp(input->words[0], "part") != 0)
        return certificate_expected(input, "'part BASE STAGE SPENT LETTER ...'", failure);
    TRY(certificate_number(input, 1, 0, length, &base, failure));
    TRY(certificate_number(input, 2, 0, STAGE_DONE, &stage, failure));
    TRY(certificate_number(input, 3, 0, LONG_MAX, &spent, failure));
    FREED int *path = memory_new((size_t)length, sizeof(int));
    TRY(memory_check(path, failure, NULL));
    for (int i = 0; i < length; i++) {
        TRY(certificate_number(input, FIXED + i, 0, WALK_MAX_LATENCY - 1, &letter, failure));
        path[i] = (int)letter;
    }
    const struct part part = {.base = (int)base,
                              .length = length,
                              .entered = stage == 1,
                              .done = stage == STAGE_DONE,
                              .spent = (uint64_t)spent,
                              .path = path};
    return frontier_add(frontier, &part, failure);
}

static enum status read_statistics(struct certificate_input *input,
                                   struct walk_statistics *statistics, struct failure *failure) {
    uint64_t *numbers[STATISTICS];
    struct walk_statistics result;
    list_statistics(&result, numbers);
    if (!certificate_next(input) || strcmp(input->words[0], "statistics") != 0 ||
        input->word_count != 1 + STATISTICS)
        return certificate_expected(input, "'statistics NUMBER ...'", failure);
    for (int i = 0; i < STATISTICS; i++) {
        long number;
        TRY(certificate_number(input, 1 + i, 0, LONG_MAX, &number, failure));
        *numbers[i] = (uint64_t)number;
    }
    *statistics = result;
    return STATUS_OK;
}

static enum status read_fields(struct certificate_input *input, struct search_state *state,
                               const struct backtrack_question *question, struct failure *failure) {
    static const char *const keys[] = {"latency", "depth",     "variant",
                                       "nodes",   "solutions", "quantum"};
    long values[6];
    for (int i = 0; i < 6; i++)
        TRY(certificate_field(input, keys[i], 0, LONG_MAX, &values[i], failure));
    if (values[0] != question->latency || values[1] != question->depth ||
        values[2] != variant(question))
        return failure_input(failure,
                             "%s holds the state of another search; remove it or name another file",
                             question->state);
    state->nodes = (uint64_t)values[3];
    state->solutions = (uint64_t)values[4];
    state->quantum = (uint64_t)values[5];
    return STATUS_OK;
}

static bool all_done(const struct frontier *frontier) {
    size_t done = 0;
    while (done < frontier->count && frontier->list[done].done)
        done++;
    return done == frontier->count;
}

/* A state is only written while something is left: without parts it would call any tree
 * exhausted. */
static enum status read_parts(struct certificate_input *input, struct search_state *state,
                              struct failure *failure) {
    struct frontier *frontier = &state->frontier;
    long count;
    TRY(read_statistics(input, &state->statistics, failure));
    TRY(certificate_field(input, "parts", 1, LONG_MAX, &count, failure));
    while (certificate_next(input))
        TRY(read_part(input, frontier, failure));
    if (frontier->count != (size_t)count)
        return failure_input(failure, "%s: %ld parts are announced, %zu are there", input->path,
                             count, frontier->count);
    if (all_done(frontier))
        return failure_input(failure, "%s: nothing is left to search", input->path);
    if (!frontier_is_ordered(frontier))
        return failure_input(failure, "%s: the parts are not in the order of the tree",
                             input->path);
    return STATUS_OK;
}

/* Other versions may walk another tree. */
static enum status check_writer(const struct certificate_input *input, struct failure *failure) {
    if (strcmp(input->kind, "search-state") != 0)
        return certificate_expected(input, "'kind search-state'", failure);
    if (strcmp(input->writer, STEADYCAST_VERSION) != 0)
        return failure_input(
            failure, "%s was written by version %s, this is %s; remove it or name another file",
            input->path, input->writer, STEADYCAST_VERSION);
    return STATUS_OK;
}

static void search_state_clear(struct search_state *state) {
    frontier_clear(&state->frontier);
}

enum status search_state_load(struct search_state *state, const struct backtrack_question *question,
                              bool *found, struct failure *failure) {
    *found = false;
    if (access(question->state, F_OK) != 0)
        return STATUS_OK;
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, question->state, failure));
    CLEANUP(search_state_clear) struct search_state result = {0};
    TRY(check_writer(&input, failure));
    TRY(read_fields(&input, &result, question, failure));
    TRY(read_parts(&input, &result, failure));
    *state = TAKE(result);
    *found = true;
    return STATUS_OK;
}
