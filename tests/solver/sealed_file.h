/* SPDX-License-Identifier: MIT */
#pragma once

/* Files with any body under a right digest: what a certificate from outside may be. */

#include <nettle/sha2.h>

#include "tests/solver/solver_test.h"

/* The body with the digest that belongs to it. */
static inline void sealed_file_write(const char *path, const char *body, size_t length) {
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    sha256_init(&context);
    sha256_update(&context, length, (const uint8_t *)body);
    sha256_digest(&context, sizeof digest, digest);
    fwrite(body, 1, length, file);
    fprintf(file, "digest sha256 ");
    for (size_t i = 0; i < sizeof digest; i++)
        fprintf(file, "%02x", digest[i]);
    fprintf(file, "\n");
    assert_int_equal(fclose(file), 0);
}

/* The sample with another line in place of its line `number`, the first being 1. */
static inline void sealed_file_with_line(const char *path, const char *sample, int number,
                                         const char *line) {
    char text[4096];
    const char *end = sample, *start = sample;
    for (int i = 0; i < number; i++) {
        start = end;
        end = strchr(end, '\n') + 1;
    }
    int length =
        snprintf(text, sizeof text, "%.*s%s\n%s", (int)(start - sample), sample, line, end);
    assert_in_range(length, 1, sizeof text - 1);
    sealed_file_write(path, text, (size_t)length);
}
