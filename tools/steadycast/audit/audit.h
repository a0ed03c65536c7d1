/* SPDX-License-Identifier: MIT */
/* Checking the folder of a campaign once more, from its files alone: every certificate is what the
 * store says, steadycheck verifies it, and what it confirms is the answer to its case. Nothing is
 * written and no lock is taken, so that a campaign may be running meanwhile. */
#pragma once

#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/sweep/answers.h"

enum audit_kind {
    AUDIT_FAULT,
    AUDIT_OPEN,   /* a case that was given up: no fault */
    AUDIT_MISSING /* not there yet: a run goes on, or was stopped */
};

extern const char *const audit_kind_names[]; /* "fault", "open", "missing" */

struct audit_remark {
    enum audit_kind kind;
    char *text; /* one line; owned */
};

struct audit {
    const char *folder; /* borrowed */
    struct campaign campaign;
    struct campaign_shard shard;
    struct answers answers;
    long runner;         /* the process that runs the campaign; 0: nobody */
    size_t cases;        /* of the shard */
    size_t answered;     /* with a final answer, open ones not among them */
    size_t open;         /* given up */
    size_t certificates; /* that the answers name */
    size_t confirmed;    /* of these */
    size_t unproved;     /* answers that rest on a certificate that was too large to be kept */
    size_t uncertified;  /* answers of which there is no kind of certificate */
    size_t faults;
    size_t missing; /* remarks of that kind */
    double seconds; /* that the audit took */
    size_t remark_count;
    struct audit_remark *remarks; /* in an order that does not depend on threads; owned */
};

/* `threads` 0: all. `own`: this process holds the lock of the folder. STATUS_INPUT for what is no
 * folder of a campaign; faults of the folder are no failure but remarks. STATUS_LIMIT when stopped.
 * The caller clears the audit, also on failure. */
enum status audit_folder(struct audit *audit, const char *folder, bool own, int threads,
                         struct control *control, struct failure *failure);
void audit_clear(struct audit *audit);

/* --- the parts --- */

/* Adds a remark, printf-like; what is longer than some 1000 characters is cut. */
enum status audit_say(struct audit *audit, enum audit_kind kind, struct failure *failure,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* All certificates that the answers name. */
enum status audit_certificates(struct audit *audit, int threads, struct control *control,
                               struct failure *failure);
