/* SPDX-License-Identifier: MIT */
/* What came out of trying a claim: at how many parameters it held, at how many its corrected or
 * sharper form did, and the first parameters at which either did not.
 *
 * Points are reported in ascending order, so that the first at which a claim fails is the
 * smallest counter-example. A point at which the paper's hypotheses do not hold is never one. The
 * texts are formatted only for those points that are kept, so a point costs almost nothing.
 *
 * As a file: the folder `kept` holds the certificates of one case that were kept, and kept.txt its
 * finding; in the end they are FOLDER/NAME/ and FOLDER/NAME.txt.
 *
 *     steadycast finding 2
 *     case HEX                    SHA-256 of the case file
 *     run quick                   or: run full
 *     verdict VERDICT
 *     claim held N failed N open N
 *     failing TEXT                if there is such a point; likewise `opened`
 *     beyond held N failed N open N   where what the paper assumes holds, and `within` does not
 *     ...
 *     corrected held N failed N open N
 *     ...
 *     outside N                   points at which what the paper assumes does not hold
 *     certificates N
 *     kept sha256 HEX             of the names and bytes of these certificates
 *     table                       the lines `print` follow, to the last line but one
 *     digest sha256 HEX           of all bytes before this line */
#pragma once

#include "tools/claims/claim_case.h"

enum { CLAIM_KEY_ROOM = 16, CLAIM_POINT_MOST = 12, CLAIM_TEXT_ROOM = 400 };

/* The values of the parameters at which a claim was tried. */
struct claim_point {
    int count;
    char keys[CLAIM_POINT_MOST][CLAIM_KEY_ROOM];
    long values[CLAIM_POINT_MOST];
};

/* "L=3, o=1"; at most room - 1 bytes. Returns the length. */
size_t claim_point_print(const struct claim_point *point, char *text, size_t room);

/* Reads "L=3, o=1: why" up to the colon or the end, as findings have it: a point without keys if
 * the text begins in another way. */
void claim_point_read(struct claim_point *point, const char *text);

enum claim_truth {
    CLAIM_FAILS, /* what the paper describes does not do it */
    CLAIM_HOLDS,
    CLAIM_OPEN,       /* not decided at this point: a limit was reached */
    CLAIM_IMPOSSIBLE, /* nothing does it, by a certificate or a proof */
    CLAIM_MUTE        /* says nothing about this point, or there is no corrected form */
};

enum claim_membership {
    CLAIM_INSIDE, /* all of `assumes` and `within` holds */
    CLAIM_BEYOND, /* all of `assumes` does, and not `within` */
    CLAIM_OUTSIDE,
    CLAIM_NOWHERE /* the point has no value for one of the parameters */
};

/* Of the claim where it is said to hold, beyond that, and of the corrected statement everywhere. */
enum { CLAIM_TALLIES = 3 };
enum claim_tally_kind { CLAIM_TALLY, CLAIM_TALLY_BEYOND, CLAIM_TALLY_CORRECTED };

struct claim_tally {
    long held, failed, open;
    char failing[CLAIM_TEXT_ROOM]; /* the first point at which it fails; else empty */
    char opened[CLAIM_TEXT_ROOM];  /* the first that is left open; else empty */
};

struct claim_finding {
    bool found;     /* false: no finding of this case as it is now */
    bool quick;     /* the ranges that were tried */
    bool existence; /* the claim is one: CLAIM_FAILS leaves it open; set by who makes a finding */
    enum claim_verdict verdict;
    struct claim_tally tallies[CLAIM_TALLIES];
    long outside;                   /* points at which `assumes` does not hold */
    char unplaced[CLAIM_TEXT_ROOM]; /* a point that lacks a parameter of a condition; else empty */
    long certificates;              /* that steadycheck verified for it */
    char *table;                    /* owned; NULL or empty: none */
};

void claim_finding_clear(struct claim_finding *finding);

/* Counts one point. *places: where it has to be reported why the claim fails there or is open, and
 * the same of the corrected statement; NULL: nowhere, as it holds, or another point is reported. */
void claim_count(struct claim_finding *finding, enum claim_membership where, enum claim_truth claim,
                 enum claim_truth corrected, char *places[2]);
void claim_say(const struct claim_point *point, char *place, const char *text);

/* What it says of the claim. */
enum claim_verdict claim_judge(const struct claim_case *claim, const struct claim_finding *finding);

/* The first counter-example, if the verdict is one that has some; else empty. */
const char *claim_failing(enum claim_verdict verdict, const struct claim_finding *finding);

/* The first point that was left open, of the claim before others; else empty. */
const char *claim_opened(const struct claim_finding *finding);

/* Whether it is what the case file records; else what is different, in a line. */
bool claim_as_recorded(const struct claim_case *claim, const struct claim_finding *finding,
                       char *text, size_t room);

/* Writes kept.txt, complete or not at all. */
enum status claim_finding_write(const char *kept, const struct claim_case *claim,
                                const struct claim_finding *finding, struct failure *failure);

/* Reads it back, in the place of what `finding` has. finding->found is false if there is none, if
 * it is about another text of the case or of another version, or damaged, or if not all
 * certificates are there as they were kept: then the case is to be tried again. */
enum status claim_finding_read(const char *kept, const struct claim_case *claim,
                               struct claim_finding *finding, struct failure *failure);
