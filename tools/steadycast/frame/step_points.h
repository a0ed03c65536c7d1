/* SPDX-License-Identifier: MIT */
/* Bytes and seconds of schedules in steps. A step takes alpha seconds, and a byte through a
 * capacity of 1 takes beta: of m bytes a node a schedule of S steps and R rounds a chunk takes S
 * alpha + R m beta. So of several schedules each is best for messages of some sizes. */
#pragma once

struct step_cost {
    double alpha, beta; /* s; s a byte */
};

struct step_point {
    double steps, least, most; /* rounds a chunk; least is INFINITY where only a limit bounds it,
                                  most where no schedule is known */
    char rounds[80];           /* `most` as a fraction */
};

double step_time(struct step_cost cost, double steps, double rounds, double bytes);

/* That of the point, by the schedule that is known. */
double step_point_time(struct step_cost cost, const struct step_point *point, double bytes);

/* Of the points that are best for so many bytes the one with the fewest rounds. */
const struct step_point *step_point_best(struct step_cost cost, const struct step_point *points,
                                         int count, double bytes);

/* More bytes, from which on another point than `best` is better; INFINITY: none is. */
double step_point_next(struct step_cost cost, const struct step_point *points, int count,
                       const struct step_point *best, double bytes);
