/* SHA-256 (FIPS 180-4) of a stream of bytes, written out here so that the digest of a certificate
 * depends on nothing but this page; where the processor has instructions for it (x86-64 with SHA
 * extensions) they do the same, several times as fast. Pieces may have any length. */
#ifndef STEADYCHECK_DIGEST_H
#define STEADYCHECK_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
    uint32_t state[8];
    unsigned char block[64];
    uint64_t bytes;
    bool instructions; /* use those of the processor; may be set to false */
};

enum { DIGEST_HEX_SIZE = 65 };

void digest_init(struct digest *digest);
void digest_update(struct digest *digest, const char *bytes, size_t length);

/* Writes 64 lower-case hex digits and a NUL. The digest itself may go on after that. */
void digest_hex(const struct digest *digest, char hex[DIGEST_HEX_SIZE]);

#endif
