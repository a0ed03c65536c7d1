/* SPDX-License-Identifier: MIT */
#include "solver/bound/circulation_export.h"

#include <inttypes.h>
#include <stdbool.h>

#include "solver/bound/window.h"

enum { TERMS_PER_LINE = 8 };

struct export {
    FILE *out;
    int latency;
    int depth;
    uint64_t values;
    uint64_t states;
    int terms; /* on this line */
};

static void term(struct export *export, char sign, char name, uint64_t set, int value) {
    if (export->terms++ % TERMS_PER_LINE == 0)
        fprintf(export->out, "\n ");
    fprintf(export->out, " %c %c_%" PRIu64 "_%d", sign, name, set, value);
}

static void begin_row(struct export *export, const char *kind, uint64_t number) {
    fprintf(export->out, "\n%s_%" PRIu64 ":", kind, number);
    export->terms = 0;
}

static void write_objective(struct export *export) {
    for (uint64_t state = 0; state < export->states; state++)
        for (uint64_t left = window_allowed(state, export->values); left; left &= left - 1)
            term(export, '+', 'x', state, __builtin_ctzll(left));
}

/* The transitions by which the set A (with 0) is held, from a state other than `but`: A without one
 * of its values. */
static void add_holders(struct export *export, uint64_t held, uint64_t but) {
    for (uint64_t left = held & export->values; left; left &= left - 1) {
        int value = __builtin_ctzll(left);
        uint64_t state = held ^ UINT64_C(1) << value;
        if (state < export->states && state != but && (state & 1 || value == 0))
            term(export, '-', 'x', state, value);
    }
}

/* A state S is entered from those who hold A = 2S + {0}. Who stays in S is left out on both sides:
 * other solvers do not take a variable twice in a row. */
static void write_flows(struct export *export) {
    for (uint64_t state = 0; state < export->states; state++) {
        begin_row(export, "flow", state);
        for (uint64_t left = window_allowed(state, export->values); left; left &= left - 1)
            if (juggling_successor(state, __builtin_ctzll(left)) != state)
                term(export, '+', 'x', state, __builtin_ctzll(left));
        add_holders(export, state << 1 | 1, state);
        if (export->terms == 0) /* nobody comes or goes */
            fprintf(export->out, " 0 x_0_0");
        fprintf(export->out, " = 0");
    }
}

static void write_sends(struct export *export) {
    for (uint64_t rest = 0; rest < export->states; rest++) {
        uint64_t held = rest << 1 | 1;
        if (held >> export->latency == 0)
            continue;
        begin_row(export, "send", held);
        for (uint64_t left = held >> export->latency; left; left &= left - 1)
            term(export, '+', 'y', held, __builtin_ctzll(left) + export->latency);
        add_holders(export, held, export->states);
        fprintf(export->out, " <= 0");
    }
}

static void write_balance(struct export *export) {
    for (uint64_t left = export->values; left; left &= left - 1) {
        int value = __builtin_ctzll(left);
        begin_row(export, "value", (uint64_t)value);
        for (uint64_t state = 0; state < export->states; state++)
            if (window_allowed(state, export->values) >> value & 1)
                term(export, '+', 'x', state, value);
        for (uint64_t rest = 0; value < export->depth && rest < export->states; rest++)
            if ((rest << 1) >> (value + export->latency) & 1)
                term(export, '-', 'y', rest << 1 | 1, value + export->latency);
        fprintf(export->out, value == export->depth ? " = 1" : " <= 0");
    }
}

static void write_whole_numbers(struct export *export) {
    fprintf(export->out, "\nGenerals");
    for (uint64_t state = 0; state < export->states; state++) {
        for (uint64_t left = window_allowed(state, export->values); left; left &= left - 1)
            fprintf(export->out, "\n x_%" PRIu64 "_%d", state, __builtin_ctzll(left));
        uint64_t held = state << 1 | 1;
        for (uint64_t left = held >> export->latency; left; left &= left - 1)
            fprintf(export->out, "\n y_%" PRIu64 "_%d", held,
                    __builtin_ctzll(left) + export->latency);
    }
}

enum status circulation_export_lp(FILE *out, int latency, int depth, struct failure *failure) {
    if (latency < 1)
        return failure_set(failure, STATUS_INPUT, "the latency is at least 1");
    if (depth < latency || depth > CIRCULATION_EXPORT_MAX_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "the program is written for L <= t <= %d",
                           CIRCULATION_EXPORT_MAX_DEPTH);
    struct export export = {.out = out,
                            .latency = latency,
                            .depth = depth,
                            .values = window_values(latency, depth),
                            .states = UINT64_C(1) << depth};
    fprintf(
        out,
        "\\ The largest stationary schedule for L = %d, t = %d.\n"
        "\\ x_S_v: processors that receive the value v in the state S (bit i: the item due in i\n"
        "\\ steps is there); y_A_u: of those that hold A, how many send the value u.\n"
        "Maximize\nprocessors:",
        latency, depth);
    write_objective(&export);
    fprintf(out, "\nSubject To");
    write_flows(&export);
    write_sends(&export);
    write_balance(&export);
    write_whole_numbers(&export);
    fprintf(out, "\nEnd\n");
    return STATUS_OK;
}
