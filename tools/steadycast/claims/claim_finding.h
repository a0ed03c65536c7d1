/*
 * What came out of trying a claim: at how many parameters it held, at how many its corrected or
 * sharper form did, and the first parameters at which either did not.
 *
 * A method tells its points in ascending order, so that the first at which a claim fails is the
 * smallest counter-example. The texts are formatted only for those that are kept, so a point costs
 * almost nothing.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_FINDING_H
#define STEADYCAST_TOOLS_CLAIM_FINDING_H

#include <stdbool.h>

#include "automata/status.h"

enum claim_truth {
    CLAIM_HOLDS,
    CLAIM_FAILS,
    CLAIM_OPEN, /* not decided at this point: a limit was reached */
    CLAIM_MUTE  /* says nothing about this point, or there is no corrected form */
};

static inline enum claim_truth claim_truth_of(bool holds) {
    return holds ? CLAIM_HOLDS : CLAIM_FAILS;
}

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
    struct claim_tally claim;
    struct claim_tally corrected;
    long certificates; /* that steadycheck verified for it */
};

/* One point. The text says which, and why if the claim fails there: "L=3, o=2, g=1, P=2: 8 cycles
 * instead of 7". */
void claim_tell(struct claim_finding *finding, enum claim_truth claim, enum claim_truth corrected,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Adds what was found at later points; for parts of a range that several threads tried. */
void claim_finding_add(struct claim_finding *finding, const struct claim_finding *later);

#endif
