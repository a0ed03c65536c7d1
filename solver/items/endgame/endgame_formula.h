/* SPDX-License-Identifier: MIT */
/* The endgame of a stream as a formula: the last M items, in the steps that the stream leaves free
 * (struct endgame_rows). Each row has as many free steps to receive as it holds values, |S|, and
 * these have to be given colours, the items.
 *
 * Variables: r(q,j,y), row q receives item j at TIME y; h(q,j,x), it has the item at TIME x;
 * s(q,j,x), it, or the source, sends the item at x. A row has all items at the end, receives and
 * sends one at a time, and sends what it has, whichever; each item is received at TIME y no more
 * often than it is sent at y-L, and no more often than f_(y-L) times: that many have it at most.
 * Which sender is for which receiver is chosen afterwards. A model exists if and only if there is
 * an endgame for these words with this M and F, S = 0 and U = t: the items are alike, so may be
 * named by the order in which the source first sends them, and the rows that do the same in the
 * stream by what they receive at their first free step. */
#pragma once

#include "solver/model/messages.h"
#include "solver/proof/sat/formula.h"

/* At which TIMEs the processors of a stream are free for an endgame: the stream is kept but for the
 * last M items. Times, rows and numbers of items are those of struct items_family. */
struct endgame_rows {
    int latency;
    int processors; /* N; row 0 is the source, which is free from TIME 0 on */
    int endgame;    /* M */
    int finish;     /* F */
    bool *receives; /* [row (F+1) + TIME]: the stream brings an item that is kept */
    bool *sends;    /* likewise: it sends one */
    bool *twins;    /* [row]: it does the same as the next row; those of the source: false */
};

/* Of a stream that is to end with M = `endgame` items at F = `finish`. O(N (F + t)). */
enum status endgame_rows_init(struct endgame_rows *rows, const struct schedule *words, int endgame,
                              int finish, struct failure *failure);
void endgame_rows_clear(struct endgame_rows *rows);

/* May the row receive what is listed, at TIME y = L..F? */
static inline bool endgame_can_receive(const struct endgame_rows *rows, int row, int y) {
    return row > 0 && !rows->receives[row * (rows->finish + 1) + y];
}

/* May it send what is listed, at TIME x = 0..F-L? */
static inline bool endgame_can_send(const struct endgame_rows *rows, int row, int x) {
    return !rows->sends[row * (rows->finish + 1) + x];
}

/* Who receives which of the last items when, and who sends which: an endgame but for the choice of
 * a sender for each receiver. */
struct endgame_choice {
    const struct endgame_rows *rows; /* borrowed */
    int *receives;                   /* [row (F+1) + TIME]: an item, or 0 */
    int *sends;                      /* likewise */
};

/* Nothing is received or sent. */
enum status endgame_choice_init(struct endgame_choice *choice, const struct endgame_rows *rows,
                                struct failure *failure);
void endgame_choice_clear(struct endgame_choice *choice);

/* Adds all messages. STATUS_INTERNAL if an item is received more often than it is sent. O(N M
 * F). */
enum status endgame_choice_messages(const struct endgame_choice *choice,
                                    struct message_array *messages, struct failure *failure);

/* The formula, and what its variables mean. Borrows the rows. */
struct endgame_formula {
    const struct endgame_rows *rows;
    struct formula formula;
    int *receives; /* [(row M + item-1) (F+1) + TIME]: the variable, or 0 */
    int *has;      /* likewise */
    int *sends;    /* likewise */
};

enum status endgame_formula_init(struct endgame_formula *endgame, const struct endgame_rows *rows,
                                 struct failure *failure);
void endgame_formula_clear(struct endgame_formula *endgame);

/* Asks besides that each row sends no item but the first that it receives, so that the endgame can
 * be given by classes (items_colours.h). The caller asks for faults of the formula. */
void endgame_formula_first(struct endgame_formula *endgame);

/* What the rows do in a model, put into the choice. Each row receives each item once. */
void endgame_formula_decode(const struct endgame_formula *endgame, const bool *model,
                            struct endgame_choice *choice);
