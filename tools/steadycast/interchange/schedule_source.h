/* SPDX-License-Identifier: MIT */
/*
 * Schedules of the endless stream in other formats: their words, their reception table, their tree.
 */
#ifndef STEADYCAST_TOOLS_SCHEDULE_SOURCE_H
#define STEADYCAST_TOOLS_SCHEDULE_SOURCE_H

#include <stdbool.h>
#include <stdio.h>

#include "solver/certificate/read.h"
#include "solver/model/schedule.h"
#include "solver/model/tree.h"

/* Longer words, and larger trees and tables, are refused. */
enum { SCHEDULE_MOST_PLACES = 5000000, SCHEDULE_MOST_NODES = 20000, SCHEDULE_MOST_ROWS = 1000000 };

struct schedule_source {
    const char *kind;      /* of the certificate */
    struct schedule words; /* blocks are words, too */
    bool has_tree;
    struct tree tree;
    bool table;                /* csv: the reception table in place of the words */
    int first_time, last_time; /* of the table */
};

/* Kind schedule, and families of depths, of which the last listed is read. `input` stands at its
 * kind.
 */
bool schedule_source_takes(const struct certificate_input *input);

/* Reads the schedule in `input`, which stands at its kind. STATUS_INPUT for what is no schedule,
 * STATUS_LIMIT beyond the above. On success the caller ends with schedule_source_clear. */
enum status schedule_source_read(struct schedule_source *source, struct certificate_input *input,
                                 struct failure *failure);
void schedule_source_clear(struct schedule_source *source);

/* As interchange_list_writer. */
typedef enum status schedule_writer(FILE *file, const struct schedule_source *source,
                                    struct failure *failure);
schedule_writer schedule_csv, schedule_json, schedule_dot;

#endif
