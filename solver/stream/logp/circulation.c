/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/circulation.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/juggling.h"
#include "automata/memory.h"
#include "automata/word.h"
#include "solver/proof/bound/integer_program.h"

enum { MOST_STEPS = 18 };

/* So many take a transition and send this value then; or, of an answer's y, so many that hold the
 * set `state` do. */
struct transition {
    int class, step, value, sent;
    juggling_state state;
    long count;
};

struct transitions {
    struct transition *list;
    size_t count;
};

struct answer {
    const struct stream_question *question;
    struct stream_units units;
    int period;
    struct transitions walks, sends;
};

enum status circulation_check(const struct stream_question *question, int most,
                              struct failure *failure) {
    const struct stream_units units = stream_units(question);
    int64_t states = 0;
    bool right =
        stream_question_fits(question) && units.s >= units.l && units.s / units.G <= MOST_STEPS;
    for (int class = 0; class < units.G && class <= units.s && right; class ++) {
        states += (INT64_C(1) << (units.s - class) / units.G) * question->period;
        right = states <= most;
    }
    if (right)
        return STATUS_OK;
    return failure_set(failure, STATUS_LIMIT,
                       "integer programs of streams are for depths from l to %d steps, with at "
                       "most %d states in all classes and steps of a period",
                       MOST_STEPS, most);
}

/* --- the program's answer --- */

static bool add(struct transitions *to, struct transition added) {
    if (!memory_make_room(&to->list, to->count, sizeof *to->list))
        return false;
    to->list[to->count++] = added;
    return true;
}

static bool is_in_range(const struct answer *answer, const struct transition *read) {
    int last = (answer->units.s - read->class) / answer->units.G;
    return read->class >= 0 && read->class < answer->units.G && read->class <= answer->units.s &&
           read->step >= 0 && read->step < answer->period && read->value >= 0 &&
           read->value <= last && read->sent <= last && read->state >> last >> 1 == 0;
}

static enum status read_value(void *context, const char *name, int64_t value,
                              struct failure *failure) {
    struct answer *answer = context;
    struct transition read = {.sent = CLOSED_WORD_SILENT, .count = (long)value};
    int end = 0;
    bool sends = name[0] == 'y';
    if (name[0] == 'w') /* follows from the others */
        return STATUS_OK;
    if (sscanf(name, sends ? "y_%d_%d_%" SCNu64 "_%d%n" : "x_%d_%d_%" SCNu64 "_%d%n", &read.class,
               &read.step, &read.state, sends ? &read.sent : &read.value, &end) != 4 ||
        name[end] != '\0' || !is_in_range(answer, &read))
        return failure_set(failure, STATUS_SYSTEM, "the integer program has no variable %.100s",
                           name);
    return add(sends ? &answer->sends : &answer->walks, read)
               ? STATUS_OK
               : failure_memory(failure, "the solution of an integer program");
}

static void write_program(void *context, FILE *out) {
    circulation_write(out, ((const struct answer *)context)->question);
}

/* --- words --- */

static bool may_send(const struct transition *walk, const struct transition *send) {
    return walk->sent == CLOSED_WORD_SILENT && walk->class == send->class &&
           walk->step == send->step && (walk->state | UINT64_C(1) << walk->value) == send->state;
}

/* Gives the sends to transitions that hold their set; those of which not all send are split. */
static enum status deal(struct answer *answer, struct failure *failure) {
    struct transitions *walks = &answer->walks;
    for (size_t i = 0; i < answer->sends.count; i++) {
        struct transition *send = &answer->sends.list[i];
        for (size_t w = 0; w < walks->count && send->count > 0; w++) {
            struct transition rest = walks->list[w];
            if (!may_send(&rest, send))
                continue;
            rest.count -= send->count;
            if (rest.count > 0) {
                TRY(memory_check(add(walks, rest), failure, "the solution of an integer program"));
                walks->list[w].count = send->count;
            }
            walks->list[w].sent = send->sent;
            send->count -= walks->list[w].count;
        }
    }
    return STATUS_OK;
}

/* The first with processors left; behind `before` if that is not NULL. */
static struct transition *next(const struct answer *answer, const struct transition *before) {
    for (size_t w = 0; w < answer->walks.count; w++) {
        struct transition *walk = &answer->walks.list[w];
        if (walk->count > 0 &&
            (before ? walk->class == before->class &&
                          walk->step == (before->step + 1) % answer->period &&
                          walk->state == juggling_successor(before->state, before->value)
                    : walk->step == 0))
            return walk;
    }
    return NULL;
}

/* Cuts the closed walk path[from..end-1] out as many times as it is there. */
static enum status cut(const struct stream_question *question, struct transition **path,
                       size_t from, size_t end, struct logp_schedule *schedule,
                       struct failure *failure) {
    size_t length = end - from, first = (size_t)(question->period - path[from]->step);
    FREED int *values = memory_new(2 * length, sizeof *values);
    long count = path[from]->count;
    TRY(memory_check(values, failure, "a word"));
    int *sends = values + length;
    for (size_t i = 0; i < length; i++) {
        const struct transition *walk = path[from + (first + i) % length];
        count = walk->count < count ? walk->count : count;
        values[i] = walk->value;
        sends[i] = walk->sent;
    }
    for (size_t i = from; i < end; i++)
        path[i]->count -= count;
    return stream_question_add(question, path[from]->class, count, values, sends, length, schedule,
                               failure);
}

/* Where the path was in this state before this step, or its end. */
static size_t met_before(struct transition *const *path, size_t end,
                         const struct transition *walk) {
    for (size_t i = 0; i < end; i++)
        if (path[i]->step == walk->step && path[i]->state == walk->state)
            return i;
    return end;
}

/* One closed walk from here on. */
static enum status close_walk(const struct answer *answer, const struct stream_question *question,
                              struct transition *walk, struct transition **path,
                              struct logp_schedule *schedule, struct failure *failure) {
    size_t end = 0, from = 0;
    for (; walk && (from = met_before(path, end, walk)) == end; walk = next(answer, walk))
        path[end++] = walk;
    if (!walk)
        return failure_set(failure, STATUS_SYSTEM,
                           "the integer program's solution is no circulation");
    return cut(question, path, from, end, schedule, failure);
}

static enum status build(struct answer *answer, const struct stream_question *question,
                         struct logp_schedule *schedule, struct failure *failure) {
    TRY(deal(answer, failure));
    struct transition **path = memory_new(answer->walks.count, sizeof *path);
    TRY(memory_check(path, failure, "a word"));
    stream_question_init(question, schedule);
    enum status status = STATUS_OK;
    for (struct transition *walk; !status && (walk = next(answer, NULL));)
        status = close_walk(answer, question, walk, path, schedule, failure);
    free(path);
    if (!status)
        return stream_question_finish(question, schedule, failure);
    logp_schedule_clear(schedule);
    return status;
}

enum status circulation_stream(const struct stream_question *question, const char *path,
                               const struct limits *limits, bool *found,
                               struct logp_schedule *schedule, struct failure *failure) {
    struct answer answer = {
        .question = question, .units = stream_units(question), .period = question->period};
    const struct integer_program program = {write_program, read_value, &answer};
    struct logp_schedule built;
    *found = false;
    enum status status = circulation_check(question, CIRCULATION_MOST_STATES, failure);
    if (!status && question->processors > CIRCULATION_MOST_PROCESSORS)
        status = failure_set(failure, STATUS_LIMIT,
                             "integer programs of streams are for at most %d processors",
                             CIRCULATION_MOST_PROCESSORS);
    if (!status)
        status = integer_program_solve(&program, path, limits, found, failure);
    if (!status && *found)
        status = build(&answer, question, &built, failure);
    *found = *found && !status;
    if (*found)
        *schedule = built;
    FREE_ALL(answer.walks.list, answer.sends.list);
    return status;
}
