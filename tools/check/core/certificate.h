/* Checks one certificate, format version 1, as laid down in results/README.md.
 *
 * The file is read twice: first the frame with the digest, so that nothing else is done for a
 * damaged file, then the evidence, with the digest once more. A list of messages, which may be very
 * long, is read once only; a fault in it counts when the digest was reached and is right. The first
 * fault ends the check. */
#ifndef STEADYCHECK_CERTIFICATE_H
#define STEADYCHECK_CERTIFICATE_H

#include "core/verdict.h"

#include <stdint.h>
#include <stdio.h>

struct reader;

/* A rule reads the body behind the line `kind`, up to the digest line, which it leaves; it puts the
 * claim together, or false tells the fault. */
struct kind {
    const char *name;
    bool (*rule)(struct reader *reader);
};

/* The kinds that the program at hand takes, up to one without a name; it defines them. */
extern const struct kind certificate_kinds[];

/* `in` is read from where it stands to its end; a stream that can't seek is copied to a temporary
 * file first, but for a list of messages. `name` is for messages. The verdict is initialised here;
 * the caller clears it. */
void certificate_check(FILE *in, const char *name, struct verdict *verdict);

/* The same for a stream that can seek, with `lines` lines in front of where it stands. */
void certificate_check_behind(uint64_t lines, FILE *in, const char *name, struct verdict *verdict);

/* The verdict for a file that could not even be opened. */
void certificate_cannot_open(const char *name, const char *why, struct verdict *verdict);

#endif
