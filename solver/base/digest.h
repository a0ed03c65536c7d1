/* SPDX-License-Identifier: MIT */
/* SHA-256 in hexadecimal: of certificates, of files of this program and of what it wants to know
 * again. */
#pragma once

#include <nettle/sha2.h>
#include <stddef.h>
#include <stdint.h>

#include "automata/status.h"

enum { DIGEST_ROOM = 2 * SHA256_DIGEST_SIZE + 1 };

/* Ends what was put into `context`, which can be used for other bytes afterwards. */
void digest_end(struct sha256_ctx *context, char hex[DIGEST_ROOM]);

void digest_bytes(const void *bytes, size_t count, char hex[DIGEST_ROOM]);

/* Of all bytes of a file, with their number unless `size` is NULL. STATUS_INPUT, with the reason,
 * if it can't be read. Takes 64 KiB of the stack, whatever the size of the file. */
enum status digest_file(const char *path, char hex[DIGEST_ROOM], uint64_t *size,
                        struct failure *failure);
