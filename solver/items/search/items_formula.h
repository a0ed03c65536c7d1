/* SPDX-License-Identifier: MIT */
/* The question whether K items can be with all processors by time T as a formula, clause by clause
 * as results/README.md ("Kind impossible-items") specifies it. The checker builds the same formula
 * from the same text: a change here is a change there.
 *
 * In outline: who has, receives and sends which item when; to whom is left out, since it is enough
 * that no more receive an item than it is sent to. The encoding ORDERED gives rows and items an
 * order in time, behind the plain formula (formula_order); this breaks most of the symmetry. */
#pragma once

#include "solver/items/items_question.h"
#include "solver/proof/sat/formula.h"

/* L, p, N, K and T beyond this are refused, as the checker does. */
enum { ITEMS_FORMULA_MOST = 9999 };

/* Formulas with more literals (zeros included) are refused. On one core, at the counting bound,
 * formulas up to 2^18.6 were decided in 40 s, and none of 2^19 to 2^25 that was tried in 25 s
 * (L = 1..5, P = 30..400, K = 2..20); one of 2^24.6 takes 0.75 GB when the first second is over. */
enum { ITEMS_FORMULA_MOST_LITERALS = 1 << 23 };

/* STATUS_INPUT unless L, p, N, K >= 1 and T >= L; STATUS_LIMIT beyond the limits above, where no
 * more is built than they allow. O(size of the formula): about 8 A N^2 K T literals, A = min(p,N),
 * and p (K A)^2 N T for the ports. */
enum status items_formula_build(const struct items_question *question, int time,
                                enum items_encoding encoding, struct formula *formula,
                                struct failure *failure);

/* The messages that a model gives (model[v]: variable v is true), checked by the definition of the
 * machine; `array` and `list`, which borrows it, are not initialised before, the caller clears the
 * array. STATUS_INTERNAL if it is no schedule, or takes longer than T. */
enum status items_formula_decode(const struct items_question *question, int time, const bool *model,
                                 struct message_array *array, struct message_list *list,
                                 struct failure *failure);
