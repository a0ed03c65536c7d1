/* SHA-256 by the instructions that some processors have for it (x86-64 with SHA extensions):
 * several times as fast as digest.c by itself, which is the definition. Where there are none, or
 * the compiler does not know them, digest.c does all. */
#ifndef STEADYCHECK_DIGEST_INSTRUCTIONS_H
#define STEADYCHECK_DIGEST_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool digest_has_instructions(void);

/* Goes on from this state over so many blocks of 64 bytes. Contract: there are instructions. */
void digest_use_instructions(uint32_t state[8], const uint32_t constants[64],
                             const unsigned char *blocks, size_t count);

#endif
