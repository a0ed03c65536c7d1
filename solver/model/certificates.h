/* SPDX-License-Identifier: MIT */
/* The certificates of kinds schedule and messages. The grammar is in results/README.md; equal
 * answers give equal bytes. Certificates of other kinds are written beside what they are about.
 *
 * evidence_of_X borrows X; evidence_write (evidence.h) writes it. */
#pragma once

#include "solver/base/evidence.h"
#include "solver/model/messages.h"
#include "solver/model/schedule.h"

/* The schedule has been checked. */
struct evidence evidence_of_schedule(const struct schedule *schedule);

/* The whole list, which may take long: STATUS_LIMIT when stopped, and what list->each fails
 * with. */
struct evidence evidence_of_messages(const struct message_list *list);
