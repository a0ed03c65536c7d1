/* SPDX-License-Identifier: MIT */
/* A frontier as times of messages (step_points.h): which point is best for which sizes, and what it
 * is at least, which bounds every schedule in steps whatsoever, however many chunks it cuts a
 * message into: min over S of S alpha + T(S) m beta, where beyond the last S that was looked at T
 * is the limit. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "solver/collective/multinode/network_usual.h"
#include "solver/question/engines.h"
#include "tools/steadycast/frame/step_points.h"

/* Of m bytes from `from` on this point is the best. */
struct plan_row {
    double bytes;
    const struct step_point *point;
};

struct message_plan {
    struct step_cost cost;
    double from, to;           /* bytes of a node */
    struct step_point *points; /* owned */
    int count;
    double until, limit;   /* S looked at; rounds a chunk with more steps, at least */
    struct plan_row *rows; /* by bytes, the last one for `to`, if it differs; owned */
    int row_count;
    struct network_usual usual[NETWORK_MOST_USUAL];
    int usual_count;
    enum collective collective;
    int parties;
    int together; /* of how many chunks, where C is 1, all have one or more */
};

/* From the facts of a frontier; alpha, beta, from and to are there. STATUS_INPUT where it has no
 * schedule; STATUS_LIMIT, STATUS_MEMORY. `plan` is cleared by the caller in any case. */
enum status message_plan_make(struct message_plan *plan, const struct outcome *outcome,
                              const struct network_problem *problem, const struct limits *limits,
                              struct failure *failure);
void message_plan_clear(struct message_plan *plan);

/* A table, a line for each row; the same for programs. */
void message_plan_print(const struct message_plan *plan, FILE *file);
json_t *message_plan_json(const struct message_plan *plan);

/* Time against bytes from `from` to `to`; where these are one size, around it. */
enum status message_plan_draw(const struct message_plan *plan, const char *title, const char *path,
                              bool overwrite, struct failure *failure);
