/* SPDX-License-Identifier: MIT */
#include "forge_proof.h"

#include "forge.h"

#include <stdlib.h>
#include <string.h>

void forge_proof_init(struct forge_proof *proof, int variables) {
    proof->variables = variables;
    proof->clauses = proof->count = proof->used = 0;
}

static int *take_room(struct forge_proof *proof, const int *numbers, int count) {
    int *room = proof->numbers + proof->used;
    if (count > 0)
        memcpy(room, numbers, (size_t)count * sizeof *room);
    proof->used += count;
    return room;
}

bool forge_proof_add(struct forge_proof *proof, const int *literals, int literal_count,
                     const int *hints, int hint_count) {
    if (proof->count == FORGE_LINES || proof->used + literal_count + hint_count > FORGE_NUMBERS)
        return false;
    struct forge_line *line = &proof->lines[proof->count++];
    line->removes = false;
    line->literal_count = literal_count, line->hint_count = hint_count;
    line->literals = take_room(proof, literals, literal_count);
    line->hints = take_room(proof, hints, hint_count);
    proof->clauses += hint_count == 0;
    return true;
}

/* --- a refutation --- */

enum { DECIDED = -1 };

/* Variables are decided one by one; at each conflict the decisions that lead to it can't be all
 * true, which is a new line. */
struct finder {
    struct forge_proof *proof;
    signed char value[FORGE_VARIABLES + 1]; /* of variables: 1, -1, or 0 for open */
    int reason[FORGE_VARIABLES + 1];        /* line, or DECIDED */
    int trail[FORGE_VARIABLES];
    int trail_count;
    bool involved[FORGE_VARIABLES + 1];
    long nodes;
    bool model;
};

static int value_of(const struct finder *finder, int literal) {
    int value = finder->value[abs(literal)];
    return literal > 0 ? value : -value;
}

static void assign(struct finder *finder, int literal, int reason) {
    finder->value[abs(literal)] = literal > 0 ? 1 : -1;
    finder->reason[abs(literal)] = reason;
    finder->trail[finder->trail_count++] = literal;
}

static void take_back(struct finder *finder, int trail_count) {
    while (finder->trail_count > trail_count)
        finder->value[abs(finder->trail[--finder->trail_count])] = 0;
}

/* Number of open literals, or one above `most`; *open is one of them. -1 if the clause is
 * satisfied, as far as was looked. */
static int count_open(const struct finder *finder, int line, int most, int *open) {
    const struct forge_line *clause = &finder->proof->lines[line];
    int count = 0;
    for (int i = 0; i < clause->literal_count && count <= most; i++) {
        int value = value_of(finder, clause->literals[i]);
        if (value > 0)
            return -1;
        if (value == 0 && (count == 0 || *open != clause->literals[i])) {
            count++;
            *open = clause->literals[i];
        }
    }
    return count;
}

/* The line of a conflict, or -1. */
static int propagate(struct finder *finder) {
    int open = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int line = 0; line < finder->proof->count; line++) {
            int count = count_open(finder, line, 1, &open);
            if (count == 0)
                return line;
            if (count == 1) {
                assign(finder, open, line);
                changed = true;
            }
        }
    }
    return -1;
}

/* A literal of one of the shortest open clauses; 0 if there is none. */
static int choose(const struct finder *finder) {
    int shortest = 0, open = 0, branch = 0;
    for (int line = 0; line < finder->proof->count; line++) {
        int count = count_open(finder, line, FORGE_VARIABLES, &open);
        if (count > 0 && (shortest == 0 || count < shortest)) {
            shortest = count;
            branch = open;
        }
    }
    return branch;
}

static void involve(struct finder *finder, int line) {
    const struct forge_line *clause = &finder->proof->lines[line];
    for (int i = 0; i < clause->literal_count; i++)
        finder->involved[abs(clause->literals[i])] = true;
}

/* The decisions behind a conflict, as a new line. False if there is no room. */
static bool learn(struct finder *finder, int conflict) {
    static int literals[FORGE_VARIABLES], reasons[FORGE_VARIABLES + 1];
    int literal_count = 0, reason_count = 0;
    memset(finder->involved, 0, sizeof finder->involved);
    involve(finder, conflict);
    reasons[reason_count++] = conflict;
    for (int i = finder->trail_count - 1; i >= 0; i--) {
        int literal = finder->trail[i], reason = finder->reason[abs(literal)];
        if (!finder->involved[abs(literal)])
            continue;
        if (reason == DECIDED) {
            literals[literal_count++] = -literal;
        } else {
            involve(finder, reason);
            reasons[reason_count++] = reason;
        }
    }
    for (int i = 0, j = reason_count - 1; i < j; i++, j--) {
        int kept = reasons[i];
        reasons[i] = reasons[j];
        reasons[j] = kept;
    }
    return forge_proof_add(finder->proof, literals, literal_count, reasons, reason_count);
}

/* The line that forbids the decisions made; -1 if there is a model or no end. */
static int refute(struct finder *finder) {
    int before = finder->trail_count;
    for (;;) {
        int conflict = propagate(finder);
        if (conflict >= 0)
            return learn(finder, conflict) ? finder->proof->count - 1 : -1;
        int branch = choose(finder);
        finder->model = branch == 0;
        if (finder->model || finder->nodes-- == 0)
            return -1;
        int here = finder->trail_count;
        assign(finder, branch, DECIDED);
        int line = refute(finder), open = 0;
        take_back(finder, here);
        if (line < 0)
            return -1;
        if (count_open(finder, line, 0, &open) == 0) { /* the decision has no part in it */
            take_back(finder, before);
            return line;
        }
    }
}

enum forge_found forge_proof_find(struct forge_proof *proof, long nodes) {
    static struct finder finder;
    memset(&finder, 0, sizeof finder);
    finder.proof = proof;
    finder.nodes = nodes;
    if (proof->variables > FORGE_VARIABLES)
        return FORGE_GAVE_UP;
    return refute(&finder) >= 0 ? FORGE_REFUTED : finder.model ? FORGE_MODEL : FORGE_GAVE_UP;
}

/* --- as text --- */

void forge_proof_take_out(struct forge_proof *proof, int line) {
    proof->clauses -= line < proof->clauses;
    proof->count--;
    for (int i = line; i < proof->count; i++) {
        proof->lines[i] = proof->lines[i + 1];
        for (int j = 0; j < proof->lines[i].hint_count; j++)
            proof->lines[i].hints[j] -= proof->lines[i].hints[j] > line;
    }
}

/* With the number of this line, and the word for a line without one. */
static void write_line(const struct forge_line *line, const int *ids, int id, struct text *text) {
    if (line->removes)
        text_put(text, "delete");
    else if (line->hint_count == 0)
        text_put(text, "clause");
    else
        text_put(text, "lrat %d", id);
    for (int i = 0; i < line->literal_count; i++)
        text_put(text, " %d", line->literals[i]);
    if (!line->removes)
        text_put(text, " 0");
    for (int i = 0; i < line->hint_count; i++)
        text_put(text, " %d", ids[line->hints[i]]);
    text_put(text, line->hint_count > 0 ? " 0\n" : "\n");
}

bool forge_proof_write_clauses(const struct forge_proof *proof, struct text *text) {
    for (int i = 0; i < proof->clauses; i++) {
        if (text->length + 13 * (size_t)proof->lines[i].literal_count + 100 > TEXT_LIMIT / 2)
            return false;
        write_line(&proof->lines[i], NULL, 0, text);
    }
    return true;
}

bool forge_proof_write(const struct forge_proof *proof, int line, struct text *text) {
    static int ids[FORGE_LINES];
    for (int i = 0, id = 0; i < proof->count; i++)
        ids[i] = id += !proof->lines[i].removes;
    for (int i = line; i < proof->count; i++) {
        const struct forge_line *l = &proof->lines[i];
        if (text->length + 13 * (size_t)(l->literal_count + l->hint_count) + 100 > TEXT_LIMIT / 2)
            return false;
        write_line(l, ids, ids[i], text);
    }
    return true;
}
