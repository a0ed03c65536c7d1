/* SPDX-License-Identifier: MIT */
#include "solver/base/digest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void digest_end(struct sha256_ctx *context, char hex[DIGEST_ROOM]) {
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 15];
    }
    hex[DIGEST_ROOM - 1] = 0;
}

void digest_bytes(const void *bytes, size_t count, char hex[DIGEST_ROOM]) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, count, bytes);
    digest_end(&context, hex);
}

enum status digest_file(const char *path, char hex[DIGEST_ROOM], uint64_t *size,
                        struct failure *failure) {
    uint8_t bytes[1 << 16];
    struct sha256_ctx context;
    uint64_t total = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return failure_input(failure, "%s: %s", path, strerror(errno));
    sha256_init(&context);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0; total += count)
        sha256_update(&context, count, bytes);
    int error = ferror(file) ? errno : 0;
    fclose(file);
    if (error)
        return failure_input(failure, "%s: %s", path, strerror(error));
    digest_end(&context, hex);
    if (size)
        *size = total;
    return STATUS_OK;
}
