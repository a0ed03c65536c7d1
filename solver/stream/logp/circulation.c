/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/circulation.h"

#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/juggling.h"
#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/proof/bound/integer_program.h"
#include "solver/proof/bound/window.h"

bool stream_question_fits(const struct stream_question *question) {
    const struct logp_machine *machine = &question->machine;
    return logp_machine_step(machine) + logp_machine_transfer(machine) + question->depth <= INT_MAX;
}

struct stream_units stream_units(const struct stream_question *question) {
    const struct logp_machine *machine = &question->machine;
    const struct logp_schedule numbers = {
        .machine = *machine, .capacity = question->capacity, .depth = question->depth};
    bool endless = question->capacity == CAPACITY_NONE;
    int unit = endless ? (int)logp_machine_unit(machine) : 1;
    struct stream_units units = {.unit = unit,
                                 .l = (int)(logp_machine_transfer(machine) / unit),
                                 .G = (int)(logp_machine_step(machine) / unit),
                                 .s = question->depth / unit};
    units.slack = endless ? units.s : logp_schedule_slack(&numbers);
    units.least = units.l > units.G ? units.l : units.G;
    return units;
}

void stream_question_init(const struct stream_question *question, struct logp_schedule *schedule) {
    const struct stream_units units = stream_units(question);
    logp_schedule_init(schedule, &question->machine, question->capacity, units.s * units.unit,
                       question->period);
}

enum status stream_question_add(const struct stream_question *question, int class, long count,
                                const int *values, const int *sends, size_t length,
                                struct logp_schedule *schedule, struct failure *failure) {
    struct logp_part *part =
        logp_schedule_part(schedule, class * stream_units(question).unit, 0, 0);
    TRY(memory_check(part, failure, "a word"));
    BIG_OF(copies, count);
    return schedule_add_word(&part->steps, copies, values, sends, length, failure);
}

enum status stream_question_finish(const struct stream_question *question,
                                   struct logp_schedule *schedule, struct failure *failure) {
    BIG_OF(processors, question->processors);
    return logp_schedule_finish(schedule, processors, failure);
}

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
    return failure_limit(failure,
                         "integer programs of streams are for depths from l to %d steps, with at "
                         "most %d states in all classes and steps of a period",
                         MOST_STEPS, most);
}

/* --- the program's answer --- */

static bool add(struct transitions *to, struct transition added) {
    return APPEND(to->list, to->count, added);
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
        return failure_system(failure, "the integer program has no variable %.100s", name);
    return add(sends ? &answer->sends : &answer->walks, read)
               ? STATUS_OK
               : failure_memory(failure, "the solution of an integer program");
}

/* --- the program --- */

enum { TERMS_PER_LINE = 8 };

struct writer {
    FILE *out;
    struct stream_units units;
    int N, T;
    char row[64]; /* to be begun with the first term */
    int terms;
};

/* The labels of a class, 0 if there are none within the depth. */
static int labels(const struct writer *writer, int class) {
    int rest = writer->units.s - class;
    return rest < 0 ? 0 : rest / writer->units.G + 1;
}

static uint64_t states(const struct writer *writer, int class) {
    return UINT64_C(1) << (labels(writer, class) - 1);
}

static uint64_t allowed(const struct writer *writer, int class, uint64_t state) {
    return window_allowed(state, 2 * states(writer, class) - 1);
}

/* Those of the set A, always with 0, that can be sent. */
static uint64_t sendable(const struct writer *writer, int class, uint64_t held) {
    int first = writer->units.least - class;
    first = first < 0 ? 0 : (first + writer->units.G - 1) / writer->units.G;
    return held >> first << first;
}

static void begin_term(struct writer *writer, char sign) {
    if (writer->terms == 0)
        fprintf(writer->out, "\n%s:", writer->row);
    if (writer->terms++ % TERMS_PER_LINE == 0)
        fprintf(writer->out, "\n ");
    fprintf(writer->out, " %c ", sign);
}

static void write_name(FILE *out, char name, int class, int step, uint64_t set, int value) {
    fprintf(out, "%c_%d_%d_%" PRIu64 "_%d", name, class, step, set, value);
}

static void term(struct writer *writer, char sign, char name, int class, int step, uint64_t set,
                 int value) {
    begin_term(writer, sign);
    write_name(writer->out, name, class, step, set, value);
}

/* A row without terms is left out. */
static void end_row(struct writer *writer, const char *relation, long right) {
    if (writer->terms)
        fprintf(writer->out, " %s %ld", relation, right);
    writer->terms = 0;
}

static void add_processors(struct writer *writer) {
    for (int class = 0; class < writer->units.G && labels(writer, class); class ++)
        for (uint64_t state = 0; state < states(writer, class); state++)
            for (uint64_t left = allowed(writer, class, state); left; left &= left - 1)
                term(writer, '+', 'x', class, 0, state, __builtin_ctzll(left));
}

/* The transitions of a step by which the set A is held, from a state other than `but`: A without
 * one of its values. */
static void add_holders(struct writer *writer, int class, int step, uint64_t held, uint64_t but) {
    for (uint64_t left = held; left; left &= left - 1) {
        int value = __builtin_ctzll(left);
        uint64_t state = held ^ UINT64_C(1) << value;
        if (state < states(writer, class) && state != but && (state & 1 || value == 0))
            term(writer, '-', 'x', class, step, state, value);
    }
}

/* A state S is entered from those who hold A = 2S + {0} a step before. Who stays in S in a period
 * of 1 is left out on both sides: solvers do not take a variable twice in a row. */
static void write_flow(struct writer *writer, int class, int step, uint64_t state) {
    uint64_t but = writer->T == 1 ? state : UINT64_MAX;
    snprintf(writer->row, sizeof writer->row, "flow_%d_%d_%" PRIu64, class, step, state);
    for (uint64_t left = allowed(writer, class, state); left; left &= left - 1)
        if (juggling_successor(state, __builtin_ctzll(left)) != but)
            term(writer, '+', 'x', class, step, state, __builtin_ctzll(left));
    add_holders(writer, class, (step + writer->T - 1) % writer->T, state << 1 | 1, but);
    end_row(writer, "=", 0);
}

static void write_sends(struct writer *writer, int class, int step, uint64_t held) {
    snprintf(writer->row, sizeof writer->row, "send_%d_%d_%" PRIu64, class, step, held);
    for (uint64_t left = sendable(writer, class, held); left; left &= left - 1)
        term(writer, '+', 'y', class, step, held, __builtin_ctzll(left));
    if (writer->terms)
        add_holders(writer, class, step, held, UINT64_MAX);
    end_row(writer, "<=", 0);
}

static void write_walks(struct writer *writer) {
    for (int class = 0; class < writer->units.G && labels(writer, class); class ++)
        for (int step = 0; step < writer->T; step++)
            for (uint64_t state = 0; state < states(writer, class); state++) {
                write_flow(writer, class, step, state);
                write_sends(writer, class, step, state << 1 | 1);
            }
}

/* The step in which an item of this phase has the index `index`. */
static int step_of(const struct writer *writer, int phase, int index) {
    return ((phase - index) % writer->T + writer->T) % writer->T;
}

static void add_received(struct writer *writer, int phase, int value) {
    int class = value % writer->units.G, index = value / writer->units.G;
    for (uint64_t state = 0; state < states(writer, class); state++)
        if (allowed(writer, class, state) >> index & 1)
            term(writer, '+', 'x', class, step_of(writer, phase, index), state, index);
}

/* The messages that can be received at this value. */
static void add_sent(struct writer *writer, int phase, int value) {
    int sent = value + writer->units.l;
    int class = sent % writer->units.G, index = sent / writer->units.G;
    for (uint64_t state = 0; sent <= writer->units.s && state < states(writer, class); state++)
        if (sendable(writer, class, state << 1 | 1) >> index & 1)
            term(writer, '-', 'y', class, step_of(writer, phase, index), state << 1 | 1, index);
}

static void add_waiting(struct writer *writer, char sign, int phase, int value) {
    if (value < 1 || value > writer->units.s || writer->units.slack == 0)
        return;
    begin_term(writer, sign);
    fprintf(writer->out, "w_%d_%d", phase, value);
}

static void write_value(struct writer *writer, int phase, int value) {
    snprintf(writer->row, sizeof writer->row, "value_%d_%d", phase, value);
    add_received(writer, phase, value);
    add_sent(writer, phase, value);
    add_waiting(writer, '-', phase, value + 1);
    add_waiting(writer, '+', phase, value);
    end_row(writer, "=", value == writer->units.s);
}

/* At most X: what waits could be received at less than z+X at best. */
static void write_wait(struct writer *writer, int phase, int value) {
    int end = value + writer->units.slack;
    snprintf(writer->row, sizeof writer->row, "wait_%d_%d", phase, value);
    add_waiting(writer, '+', phase, value);
    for (int sent = value; sent < end && writer->terms; sent++)
        add_sent(writer, phase, sent);
    end_row(writer, "<=", end > writer->units.s);
}

static void write_items(struct writer *writer) {
    const struct stream_units *units = &writer->units;
    for (int phase = 0; phase < writer->T; phase++)
        for (int value = units->s; value >= 0; value--) {
            write_value(writer, phase, value);
            if (units->slack < units->s)
                write_wait(writer, phase, value);
        }
}

/* Waits too, although they are whole numbers if the others are: solvers round these only. */
static void write_whole_numbers(struct writer *writer) {
    fprintf(writer->out, "\nGenerals");
    for (int class = 0; class < writer->units.G && labels(writer, class); class ++)
        for (int step = 0; step < writer->T; step++)
            for (uint64_t state = 0; state < states(writer, class); state++) {
                uint64_t held = state << 1 | 1;
                for (uint64_t left = allowed(writer, class, state); left; left &= left - 1) {
                    fprintf(writer->out, "\n ");
                    write_name(writer->out, 'x', class, step, state, __builtin_ctzll(left));
                }
                for (uint64_t left = sendable(writer, class, held); left; left &= left - 1) {
                    fprintf(writer->out, "\n ");
                    write_name(writer->out, 'y', class, step, held, __builtin_ctzll(left));
                }
            }
    for (int phase = 0; phase < writer->T && writer->units.slack > 0; phase++)
        for (int value = 1; value <= writer->units.s; value++)
            fprintf(writer->out, "\n w_%d_%d", phase, value);
}

void circulation_write(FILE *out, const struct stream_question *question) {
    struct writer writer = {.out = out,
                            .units = stream_units(question),
                            .N = question->processors,
                            .T = question->period,
                            .row = "processors"};
    const struct logp_machine *machine = &question->machine;
    fprintf(out,
            "\\ Streams of period %d with depth %d on the machine L = %d, o = %d, g = %d, capacity "
            "%s.\n"
            "\\ x_e_i_S_v: processors of the class e that receive the value e+%dv in step i, in "
            "the state\n"
            "\\ S (bit v: what is due in v steps is there); y_e_i_A_u: of those that hold A, how "
            "many\n"
            "\\ send the value e+%du; w_f_z: messages of the phase f that wait past the value z. "
            "In %s%d.\n"
            "Maximize",
            question->period, question->depth, machine->latency, machine->overhead, machine->gap,
            logp_capacity_names[question->capacity], writer.units.G, writer.units.G,
            "units of cycles: ", writer.units.unit);
    add_processors(&writer);
    writer.terms = 0;
    fprintf(out, "\nSubject To");
    write_walks(&writer);
    write_items(&writer);
    snprintf(writer.row, sizeof writer.row, "number");
    if (writer.N)
        add_processors(&writer);
    end_row(&writer, "=", writer.N);
    write_whole_numbers(&writer);
    fprintf(out, "\nEnd\n");
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
        return failure_system(failure, "the integer program's solution is no circulation");
    return cut(question, path, from, end, schedule, failure);
}

static enum status build(struct answer *answer, const struct stream_question *question,
                         struct logp_schedule *schedule, struct failure *failure) {
    TRY(deal(answer, failure));
    FREED struct transition **path = memory_new(answer->walks.count, sizeof *path);
    CLEANUP(logp_schedule_clear) struct logp_schedule made = {.count = 0};
    TRY(memory_check(path, failure, "a word"));
    stream_question_init(question, &made);
    for (struct transition *walk; (walk = next(answer, NULL));)
        TRY(close_walk(answer, question, walk, path, &made, failure));
    TRY(stream_question_finish(question, &made, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
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
        status = failure_limit(failure, "integer programs of streams are for at most %d processors",
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
