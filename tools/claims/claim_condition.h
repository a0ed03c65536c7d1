/* SPDX-License-Identifier: MIT */
/*
 * The hypotheses of a claim as data: comparisons of sums of parameters, "g >= o+1", "k > 1",
 * "L+2o < g", and "L odd". A point is the values of the parameters at which a claim was tried.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_CONDITION_H
#define STEADYCAST_TOOLS_CLAIM_CONDITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "automata/status.h"

/* Borrowed from whoever tells it. */
struct claim_point {
    const char *keys;   /* "L o g P": with a space between them */
    const long *values; /* as many */
};

/* false if the point has no such key; the key has `length` bytes. */
bool claim_point_value(const struct claim_point *point, const char *key, size_t length,
                       long *value);

/* "L=3, o=1"; at most room - 1 bytes. Returns the length. */
size_t claim_point_print(const struct claim_point *point, char *text, size_t room);

enum { CLAIM_CONDITION_TERMS = 8, CLAIM_KEY_ROOM = 16, CLAIM_POINT_MOST = 12 };

/* A point with room of its own. */
struct claim_place {
    struct claim_point point;
    char keys[CLAIM_POINT_MOST * CLAIM_KEY_ROOM];
    long values[CLAIM_POINT_MOST];
};

/* Reads "L=3, o=1: why" up to the colon or the end, as findings have it. Nothing but a point
 * without keys if the text begins in another way. `place` must not be moved afterwards. */
void claim_place_read(struct claim_place *place, const char *text);

enum claim_relation {
    CLAIM_ABOVE, /* the sum is > 0 */
    CLAIM_EQUAL, /* = 0 */
    CLAIM_OTHER, /* != 0 */
    CLAIM_ODD,
    CLAIM_EVEN
};

/* constant + the sum of factor times key, compared with 0. */
struct claim_condition {
    enum claim_relation relation;
    long constant;
    int count;
    struct {
        char key[CLAIM_KEY_ROOM];
        long factor;
    } terms[CLAIM_CONDITION_TERMS];
};

/* All of them at the same time. */
struct claim_conditions {
    char *text; /* as it was read; NULL for none; owned */
    size_t count;
    struct claim_condition *list; /* owned */
};

/* Conditions with commas between them: SUM REL SUM with REL one of < <= > >= = !=, SUM odd, SUM
 * even; a sum has terms NUMBER, KEY and NUMBER KEY without a space ("2o"), with + or - between
 * them. STATUS_INPUT, with what is wrong. Also after a failure the caller clears them. */
enum status claim_conditions_read(struct claim_conditions *conditions, const char *text,
                                  struct failure *failure);
void claim_conditions_clear(struct claim_conditions *conditions);

enum claim_membership { CLAIM_INSIDE, CLAIM_OUTSIDE, CLAIM_NOWHERE };

/* CLAIM_NOWHERE: the point has no value for one of the keys. Without conditions every point is
 * inside, also NULL. */
enum claim_membership claim_conditions_hold(const struct claim_conditions *conditions,
                                            const struct claim_point *point);

#endif
