/* SPDX-License-Identifier: MIT */
/* A published claim as data: one file of cases/claims/, grammar in cases/README.md. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"
#include "solver/base/digest.h"

enum claim_verdict {
    CLAIM_VERIFIED,       /* for all parameters: proved, and tried besides */
    CLAIM_VERIFIED_UP_TO, /* for all parameters that were tried */
    CLAIM_SHARPENED,      /* right, and the sharper statement holds as well */
    CLAIM_HOLDS_WITHIN,   /* right where `within` holds, and not everywhere else */
    CLAIM_REFUTED,        /* a counter-example was found that the paper does not exclude */
    CLAIM_UNKNOWN         /* something was left open */
};
enum { CLAIM_VERDICTS = CLAIM_UNKNOWN + 1 };

/* As in case files and tables: "verified", "verified-up-to", .. */
const char *claim_verdict_name(enum claim_verdict verdict);
bool claim_verdict_read(const char *name, enum claim_verdict *verdict);

/* The ranges of parameters at which a claim is tried, "L=1..4 P=2..20 k=3": KEY=A..B, or KEY=A for
 * A..A. */
struct claim_range {
    char *key; /* owned */
    long first;
    long last;
    bool taken; /* by a line */
};

struct claim_ranges {
    size_t count;
    struct claim_range *list; /* owned */
};

/* A number in digits, of at most 10^9; *text is what follows it, whether it is one or not. */
bool claim_number_read(const char **text, long *number);

/* How the paper's sentence is in the text that is at hand. */
enum claim_text {
    CLAIM_PRINTED, /* legible */
    CLAIM_DAMAGED, /* a formula of it may have lost signs */
    CLAIM_LOST /* a formula or picture of it is not there: it can be tried as reconstructed only */
};

enum claim_support { CLAIM_SAYS, CLAIM_REFUTES, CLAIM_SHARPENS };

/* A certificate that was written before, and a text that the claim which steadycheck confirms must
 * contain. */
struct claim_evidence {
    int line;                   /* of the case file */
    char *file;                 /* relative to the folder of results; owned */
    enum claim_support support; /* for the claim, against it, or for the corrected statement */
    char *says;                 /* owned */
};

/* Lines that stand one below the other. */
struct claim_lines {
    size_t count;
    char **list; /* owned, and each line */
};

/* How it is tried (claim_job.h): a line each. */
enum claim_keyword {
    CLAIM_LINE_TRY,
    CLAIM_LINE_EACH,
    CLAIM_LINE_WHERE,
    CLAIM_LINE_LET,
    CLAIM_LINE_POINT,
    CLAIM_LINE_STREAM,
    CLAIM_LINE_CERTIFY,
    CLAIM_LINE_EXPECT,
    CLAIM_LINE_INSTEAD,
    CLAIM_LINE_WHY,
    CLAIM_LINE_PRINT
};

struct claim_line {
    int number; /* of the file */
    enum claim_keyword keyword;
    char *text; /* owned */
};

enum { CLAIM_CASE_KEYS = 26 };

/* Texts are NULL if the file has no such line; lines that may be repeated are joined by spaces. */
struct claim_case {
    char *path;   /* of the file */
    char *name;   /* that of the file, without .case */
    char *paper;  /* key of one of claim_papers */
    char *source; /* section, theorem */
    char *page;   /* of the print, or that the text at hand has none */
    enum claim_text text;
    char *quote;         /* the paper's own sentence, CLAIM_QUOTE_WORDS at most */
    char *says;          /* the statement as it is tried */
    char *published;     /* how the paper supports it */
    char *model;         /* as in the paper */
    bool existence;      /* it says that something exists */
    char *assumes;       /* the paper's hypotheses, conditions; other points are not counted */
    char *within;        /* where the claim holds, if not everywhere */
    char *reading;       /* the friendliest reading, and what it comes to */
    char *note;          /* what was reconstructed, what was found */
    char *corrected;     /* the corrected or sharper statement that is tried besides */
    char *proof;         /* "SECTION" of results/THEOREMS.md that proves it, or the corrected one */
    char *figure;        /* name, kind and file of a picture for the page */
    char *title, *shows; /* of it, and what the paper shows */
    struct claim_lines entries; /* of a table of the paper, where they are legible */
    char *counterexample;       /* recorded one */
    struct claim_lines steps;   /* that one by hand */
    size_t program_count;
    struct claim_line *program; /* owned */
    struct claim_ranges quick;
    struct claim_ranges full;
    size_t evidence_count;
    struct claim_evidence *evidence; /* owned */
    enum claim_verdict verdict;      /* recorded */
    char digest[DIGEST_ROOM];        /* SHA-256 of the file, hexadecimal */
    int lines[CLAIM_CASE_KEYS];      /* for claim_case_line: where each key stands first, or 0 */
    int last_line;
};

struct claim_paper {
    const char *key;
    const char *title; /* authors, title, where and when */
};

extern const struct claim_paper claim_papers[]; /* ended by a NULL key */

enum { CLAIM_QUOTE_WORDS = 25, CLAIM_QUOTE_BYTES = 240 };

/* The verdict in words: "holds within g >= o", "refuted, as reconstructed". */
enum { CLAIM_VERDICT_ROOM = 200, CLAIM_WITHIN_BYTES = 100 };
void claim_verdict_print(const struct claim_case *claim, enum claim_verdict verdict,
                         char text[CLAIM_VERDICT_ROOM]);

/* STATUS_INPUT with file, line and what was expected. What must be true of a case: a refuted claim
 * names its friendliest reading and, unless it is an existence, has its counter-example by hand.
 * The caller clears the case, also after a failure. */
enum status claim_case_read(struct claim_case *claim, const char *path, struct failure *failure);
void claim_case_clear(struct claim_case *claim);

/* The key of a range of `quick` or `full`, borrowed, which is taken from then on; NULL: there is
 * none of that name. */
const char *claim_range_key(const struct claim_case *claim, const char *name, size_t length);

/* The line of the file at which a key stands first, or the last line if it is nowhere. */
int claim_case_line(const struct claim_case *claim, const char *key);

/* STATUS_INPUT, with file and line before the message. */
enum status claim_case_fault(const struct claim_case *claim, int line, struct failure *failure,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Takes all lines of a text, which is changed, into the case; its path is known. */
enum status claim_case_take_lines(struct claim_case *claim, char *text, struct failure *failure);
