/* SPDX-License-Identifier: MIT */
/* Programs of frontiers for messages of a range of sizes: each point for the sizes for which it is
 * the best, as far as runtimes choose by size. */
#pragma once

#include <jansson.h>

#include "tools/steadycast/frame/step_points.h"
#include "tools/steadycast/interchange/network_source.h"

struct convert_sizes {
    char *const
        *files; /* a frontier, or of an allreduce that of its reduce-scatter and allgather */
    int count;
    const char *folder;
    bool overwrite;
    struct step_cost cost;
    double from, to; /* bytes of a node */
    network_writer *write;
    struct interchange_options options; /* least and most are set for each program */
};

/* Writes FOLDER/steps-S.xml for each; of an allreduce steps-S+T.xml. All programs are made before
 * the first is written. `made`, the caller's, is a list with the file and the sizes of each.
 * STATUS_INPUT with file and reason; STATUS_MEMORY. */
enum status convert_sizes(const struct convert_sizes *asked, json_t **made,
                          struct failure *failure);
