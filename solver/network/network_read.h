/* SPDX-License-Identifier: MIT */
/* Reading certificates about networks: the network and what is to be sent over it, of all kinds;
 * schedules of kind network-schedule, and of the points of kind network-frontier. They are played
 * (network_schedule.h); what verifies a certificate is steadycheck. */
#pragma once

#include "solver/base/certificate_read.h"
#include "solver/network/network_schedule.h"

/* Of a frontier: in so many steps so many rounds, P/Q, are needed for each chunk. */
struct network_read_point {
    int steps;
    int p, q;
};

/* Not to be copied: the schedule borrows the problem, and that the network. */
struct network_read {
    struct network network;
    struct network_problem problem;
    bool stream;
    bool has_schedule;
    struct network_schedule schedule; /* if so; its rounds are those of the file */
    int until;                        /* of a frontier: steps; 0: any */
    int point_count;
    struct network_read_point *points; /* owned */
    bool more; /* the current line is the first behind what was read; false: there is none */
};

/* Kinds of which network_read_all reads schedules. */
bool network_read_takes(const char *kind);

/* The lines up to `collective` or `stream`, of any kind about networks; `input` stands at its kind.
 * `read` is not initialised before. STATUS_INPUT with file and line for what is not of the grammar,
 * STATUS_LIMIT for networks that are too large. On success the caller ends with
 * network_read_clear. */
enum status network_read_head(struct network_read *read, struct certificate_input *input,
                              struct failure *failure);

/* The same, and the schedule; of a frontier all points, and the schedule of the one with so many
 * `steps`, NETWORK_READ_ONLY: of the only one. STATUS_INPUT also for a schedule that breaks a
 * rule, and where there is no such point. */
enum { NETWORK_READ_ONLY = 0, NETWORK_READ_NONE = -1 };
enum status network_read_all(struct network_read *read, struct certificate_input *input, int steps,
                             struct failure *failure);

void network_read_clear(struct network_read *read);
