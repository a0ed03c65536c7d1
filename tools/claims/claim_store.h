/* SPDX-License-Identifier: MIT */
/*
 * Findings as files: the folder `kept` holds the certificates of one case that were kept, and
 * kept.txt what came out of it; in the end they are FOLDER/NAME/ and FOLDER/NAME.txt.
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
 *     digest sha256 HEX           of all bytes before this line
 */
#ifndef STEADYCAST_TOOLS_CLAIM_STORE_H
#define STEADYCAST_TOOLS_CLAIM_STORE_H

#include "tools/claims/claim_case.h"
#include "tools/claims/claim_finding.h"

struct claim_record {
    bool found; /* false: no finding of this case as it is now */
    bool quick;
    enum claim_verdict verdict;
    struct claim_finding finding;
    char *table; /* owned; may be empty */
};

void claim_record_clear(struct claim_record *record);

/* Writes kept.txt, complete or not at all. */
enum status claim_store_write(const char *kept, const struct claim_case *claim,
                              const struct claim_record *record, struct failure *failure);

/* Reads it back. record->found is false if there is none, if it is about another text of the case
 * or of another version, or damaged, or if not all certificates are there as they were kept: then
 * the case is to be tried again. */
enum status claim_store_read(const char *kept, const struct claim_case *claim,
                             struct claim_record *record, struct failure *failure);

#endif
