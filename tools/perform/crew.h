/* SPDX-License-Identifier: MIT */
/* All processors together, by MPI: they agree on whether to go on, and learn the list from the one
 * that read it. */
#pragma once

#include "tools/perform/plan.h"

/* The same on every rank, and called by all of them: STATUS_OK if all say so; else the status of
 * the first that does not, which has printed its message on stderr. So either all go on or none
 * does, and nobody waits for one that gave up. */
enum status crew_agree(enum status status, const struct failure *failure);

/* Called by all ranks: STATUS_INPUT on all if somebody's `bytes` are not those of rank 0. They are
 * what the command line says, and mpirun can start ranks with one each: ranks that do not do the
 * same would wait for each other for ever. */
enum status crew_same(const void *mine, size_t bytes);

/* Rank 0 has read the list; each rank makes its plan (not initialised before) from it. STATUS_INPUT
 * on all if there are not as many ranks as processors, if the list is no schedule, or if MPI can't
 * number so many items. The messages go round in parts, so that only rank 0 keeps them all. On
 * success the caller ends with plan_clear. */
enum status crew_share(struct plan *plan, const struct message_list *list,
                       const struct plan_collective *collective);
