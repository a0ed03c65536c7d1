/* SPDX-License-Identifier: MIT */
/* SHA-256 of a stream of bytes, by nettle: it distinguishes whole files from damaged ones, and no
 * claim rests on it. */
#ifndef STEADYCHECK_DIGEST_H
#define STEADYCHECK_DIGEST_H

#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
    struct sha256_ctx sha;
    uint64_t bytes;
};

enum { DIGEST_HEX_SIZE = 2 * SHA256_DIGEST_SIZE + 1 };

static inline void digest_init(struct digest *digest) {
    sha256_init(&digest->sha);
    digest->bytes = 0;
}

static inline void digest_update(struct digest *digest, const char *bytes, size_t length) {
    sha256_update(&digest->sha, length, (const uint8_t *)bytes);
    digest->bytes += length;
}

/* Writes 64 lower-case hex digits and a NUL. The digest itself may go on after that. */
static inline void digest_hex(const struct digest *digest, char hex[DIGEST_HEX_SIZE]) {
    struct sha256_ctx last = digest->sha;
    uint8_t binary[SHA256_DIGEST_SIZE];
    sha256_digest(&last, sizeof binary, binary);
    base16_encode_update(hex, sizeof binary, binary);
    hex[DIGEST_HEX_SIZE - 1] = '\0';
}

#endif
