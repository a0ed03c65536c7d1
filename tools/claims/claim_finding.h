/* SPDX-License-Identifier: MIT */
/*
 * What came out of trying a claim: at how many parameters it held, at how many its corrected or
 * sharper form did, and the first parameters at which either did not.
 *
 * Points are told in ascending order, so that the first at which a claim fails is the
 * smallest counter-example. What the paper assumes is looked at here, for all cases: a point at
 * which the hypotheses do not hold is never a counter-example. The texts are formatted only for
 * those points that are kept, so a point costs almost nothing.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_FINDING_H
#define STEADYCAST_TOOLS_CLAIM_FINDING_H

#include "tools/claims/claim_condition.h"

enum claim_truth {
    CLAIM_HOLDS,
    CLAIM_FAILS,      /* what the paper describes does not do it */
    CLAIM_IMPOSSIBLE, /* nothing does it, by a certificate or a proof */
    CLAIM_OPEN,       /* not decided at this point: a limit was reached */
    CLAIM_MUTE        /* says nothing about this point, or there is no corrected form */
};

/* Which points count. */
struct claim_scope {
    struct claim_conditions assumes; /* the paper's hypotheses; other points are not counted */
    struct claim_conditions within;  /* where the claim holds, if not everywhere */
    bool existence; /* it says that something exists: CLAIM_FAILS leaves that open */
};

enum { CLAIM_TEXT_ROOM = 400 };

/* One of the two statements. */
struct claim_tally {
    long held;
    long failed;
    long open;
    char failing[CLAIM_TEXT_ROOM]; /* the first point at which it fails; else empty */
    char opened[CLAIM_TEXT_ROOM];  /* the first that is left open; else empty */
};

struct claim_finding {
    const struct claim_scope *scope; /* of the case; set by whoever makes a finding */
    struct claim_tally claim;        /* where all of `assumes` and `within` holds */
    struct claim_tally beyond;       /* where all of `assumes` does, and not `within` */
    struct claim_tally corrected;    /* everywhere */
    long outside;                    /* points at which `assumes` does not hold */
    char unplaced[CLAIM_TEXT_ROOM];  /* a point that lacks a parameter of a condition; else empty */
    long certificates;               /* that steadycheck verified for it */
};

/* Counts one point. *places: where it has to be told why the claim fails there or is open, and the
 * same of the corrected statement; NULL: nowhere, as it holds, or another point is told. */
void claim_count(struct claim_finding *finding, const struct claim_point *point,
                 enum claim_truth claim, enum claim_truth corrected, char *places[2]);
void claim_say(const struct claim_point *point, char *place, const char *text);

#endif
