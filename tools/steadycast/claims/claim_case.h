/*
 * A published claim as data: one file of cases/claims/, grammar in cases/README.md.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_CASE_H
#define STEADYCAST_TOOLS_CLAIM_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"
#include "solver/certificate/digest.h"

enum claim_verdict {
    CLAIM_VERIFIED,       /* for all parameters: proved, and tried besides */
    CLAIM_VERIFIED_UP_TO, /* for all parameters that were tried */
    CLAIM_SHARPENED,      /* right, and the sharper statement holds as well */
    CLAIM_REFUTED,        /* a counter-example was found */
    CLAIM_UNKNOWN         /* something was left open */
};

/* As in case files and tables: "verified", "verified-up-to", .. */
const char *claim_verdict_name(enum claim_verdict verdict);

/* KEY=A..B, or KEY=A for A..A. */
struct claim_range {
    char *key; /* owned */
    long first;
    long last;
};

struct claim_ranges {
    size_t count;
    struct claim_range *list; /* owned */
};

enum claim_support { CLAIM_SAYS, CLAIM_REFUTES, CLAIM_SHARPENS };

/* A certificate that was written before, and a text that the claim which steadycheck confirms must
 * contain. */
struct claim_evidence {
    char *file;                 /* relative to the folder of results; owned */
    enum claim_support support; /* for the claim, against it, or for the corrected statement */
    char *says;                 /* owned */
};

/* Texts are NULL if the file has no such line; lines that may be repeated are joined by spaces. */
struct claim_case {
    char *path;      /* of the file */
    char *name;      /* that of the file, without .case */
    char *paper;     /* key of one of claim_papers */
    char *source;    /* section, theorem */
    char *says;      /* the statement */
    char *published; /* how the paper supports it */
    char *model;     /* as in the paper */
    char *note;      /* what was reconstructed, how it is read */
    char *corrected; /* the corrected or sharper statement that is tried besides */
    char *method;    /* name of one of claim_methods */
    char *proof;     /* "SECTION" of results/THEOREMS.md that proves it, or the corrected one */
    char *figure;    /* name of a picture for the page */
    char *counterexample; /* recorded one */
    struct claim_ranges quick;
    struct claim_ranges full;
    size_t evidence_count;
    struct claim_evidence *evidence; /* owned */
    enum claim_verdict verdict;      /* recorded */
    char digest[DIGEST_ROOM];        /* SHA-256 of the file, hexadecimal */
};

struct claim_paper {
    const char *key;
    const char *title; /* authors, title, where and when */
};

extern const struct claim_paper claim_papers[]; /* ended by a NULL key */

/* STATUS_INPUT with file, line and what was expected. The caller clears the case, also after a
 * failure. */
enum status claim_case_read(struct claim_case *claim, const char *path, struct failure *failure);
void claim_case_clear(struct claim_case *claim);

#endif
