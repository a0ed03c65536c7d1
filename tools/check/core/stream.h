/* Several certificates one behind the other in one stream.
 *
 * The stream is cut behind each digest line; each piece is copied to a temporary file and checked
 * as if it were a file of its own, but for the numbers of lines, which go on. So a stream may be a
 * pipe and have any length. */
#ifndef STEADYCHECK_STREAM_H
#define STEADYCHECK_STREAM_H

#include "core/verdict.h"

#include <stdio.h>

/* Checks all certificates of `in`, up to the first that is not verified; `name` is for messages.
 * Prints the verdict of each that is verified to `each` as soon as it is known, if that is not
 * NULL, with its fields if they are asked for. The verdict is that of the first which is not
 * verified; MALFORMED for a stream without certificates, and if a line could not be printed; else
 * VERIFIED, with the number of certificates. It is initialised here; the caller prints and clears
 * it. */
void certificate_stream_check(FILE *in, const char *name, FILE *each, bool fields,
                              struct verdict *verdict);

#endif
