/* SPDX-License-Identifier: MIT */
/*
 * At which TIMEs the processors of a stream are free for an endgame: the stream is kept but for the
 * last M items. Times, rows and numbers of items are those of struct items_family (items_family.h).
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_ROWS_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_ROWS_H

#include "solver/items/items_family.h"

struct endgame_rows {
    int latency;
    int processors; /* N; row 0 is the source, which is free from TIME 0 on */
    int endgame;    /* M */
    int finish;     /* F */
    bool *receives; /* [row (F+1) + TIME]: the stream brings an item that is kept */
    bool *sends;    /* likewise: it sends one */
    bool *twins;    /* [row]: it does the same as the next row; those of the source: false */
};

/*
 * `family` has its words, M and F; its messages are not looked at. `rows` is not initialised
 * before. O(N (F + t)).
 */
enum status endgame_rows_init(struct endgame_rows *rows, const struct items_family *family,
                              struct failure *failure);
void endgame_rows_clear(struct endgame_rows *rows);

/* May the row receive what is listed, at TIME y = L..F? */
static inline bool endgame_can_receive(const struct endgame_rows *rows, int row, int y) {
    return row > 0 && !rows->receives[row * (rows->finish + 1) + y];
}

/* May it send what is listed, at TIME x = 0..F-L? */
static inline bool endgame_can_send(const struct endgame_rows *rows, int row, int x) {
    return !rows->sends[row * (rows->finish + 1) + x];
}

#endif
