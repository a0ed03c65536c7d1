/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "solver/proof/bound/window.h"
#include "solver/stream/logp/circulation.h"

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
