/* SPDX-License-Identifier: MIT */
/* Decides by exhaustive search, without any formula, whether K items can be with all processors by
 * time T: the independent witness for items_sat.h.
 *
 * Time by time it chooses who is sent what, over all choices but these:
 *  - Without single sending, choices to which another message could be added are enough: to have
 *    an item earlier never hurts. With it, this holds of the messages of items that the source has
 *    sent before.
 *  - Rows in the same state are interchangeable, and so are items that the source has not sent yet.
 *    Items are ordered by how many rows have or get them, the rarest first, which no renaming
 *    changes, so the new ones stand first, by their numbers. Sets weigh as binary numbers in that
 *    order. Of all renamings the one whose weights, row by row, come last as a sequence is enough.
 *    There, among rows in the same state no one's set is heavier than that of one before it (else
 *    exchange them), and a new item is sent only together with all new items before it (else
 *    exchange the two in the first row that is sent just one of them).
 * Branches end where counting shows that there is not enough time (items_state.h), and at states
 * that were refuted before, as long as the memory keeps them (items_state.h).
 *
 * Who sends is not chosen: a choice is a matching of its messages to processors that have the item,
 * found by augmenting paths. */
#pragma once

#include "solver/base/limits.h"
#include "solver/items/items_question.h"

/* Fills `answer`. Infeasible, without a proof, only when all was searched; unknown at the limits;
 * limits->nodes bounds how often a row was given its items of a time; one thread. Deterministic.
 *
 * STATUS_INPUT unless L, p, N, K >= 1 and T >= 0, STATUS_LIMIT for more than 32 processors or items
 * or T beyond 1000. About 64 MiB. */
enum status items_backtrack(const struct items_question *question, int time,
                            const struct limits *limits, struct items_answer *answer,
                            struct failure *failure);
