/* SPDX-License-Identifier: MIT */
/* Certificates that a rank sends with a result, written below a folder of certificates. */
#pragma once

#include <nettle/sha2.h>

#include "solver/base/locked_file.h"
#include "tools/steadycast/campaign/case_result.h"

struct incoming {
    struct locked_file file; /* that comes now */
    bool open;
    uint64_t left; /* bytes of it */
    struct sha256_ctx digest;
    int count; /* files that have come since the last result */
    struct case_certificate files[CASE_MOST_CERTIFICATES];
};

/* A file of so many bytes comes, and replaces what has its name; then its bytes, in any parts. When
 * the last has come it has its name, but need not be on the disk. STATUS_SYSTEM when it can't be
 * written; STATUS_INTERNAL for what is not in this order, for a name that leads out of the
 * folder. */
enum status incoming_begin(struct incoming *incoming, const char *folder, const char *name,
                           uint64_t size, struct failure *failure);
enum status incoming_part(struct incoming *incoming, const char *bytes, size_t count,
                          struct failure *failure);

/* Has all come that the result names, byte for byte? Forgets the files, which stay. */
bool incoming_fits(struct incoming *incoming, const struct case_result *result);

/* The same for files that a rank of this machine has left below `from`: moves them below `folder`.
 * Their sizes are compared, not their bytes, which have not been on their way. */
bool incoming_move(const char *from, const char *folder, const struct case_result *result);

/* Gives up what comes. */
void incoming_clear(struct incoming *incoming);
