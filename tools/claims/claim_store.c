/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/digest.h"
#include "tools/steadycast/frame/output_file.h"

enum { PATH_ROOM = 4200, MOST_BYTES = 1 << 24 }; /* a folder's name and an ending */

void claim_record_clear(struct claim_record *record) {
    free(record->table);
    *record = (struct claim_record){.found = false};
}

/* Name and bytes of one file; one that can't be read counts as empty, which is another digest. */
static void hash_file(struct sha256_ctx *context, const char *folder, const char *name) {
    char path[PATH_ROOM + 300];
    uint8_t bytes[1 << 14];
    size_t count;
    sha256_update(context, strlen(name) + 1, (const uint8_t *)name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    while (file && (count = fread(bytes, 1, sizeof bytes, file)) > 0)
        sha256_update(context, count, bytes);
    if (file)
        fclose(file);
}

static int is_kept(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

/* Of the certificates that were kept, by name; there may be no folder. */
static enum status hash_kept(const char *path, char hex[DIGEST_ROOM], struct failure *failure) {
    struct dirent **entries = NULL;
    struct sha256_ctx context;
    int count = scandir(path, &entries, is_kept, alphasort);
    if (count < 0 && errno != ENOENT)
        return failure_set(failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    sha256_init(&context);
    for (int i = 0; i < count; i++) {
        hash_file(&context, path, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    digest_end(&context, hex);
    return STATUS_OK;
}

static void print_tally(FILE *file, const char *name, const struct claim_tally *tally) {
    fprintf(file, "%s held %ld failed %ld open %ld\n", name, tally->held, tally->failed,
            tally->open);
    if (*tally->failing)
        fprintf(file, "failing %s\n", tally->failing);
    if (*tally->opened)
        fprintf(file, "opened %s\n", tally->opened);
}

/* What is written, before its digest. */
struct body {
    const struct claim_case *claim;
    const struct claim_record *record;
    char kept[DIGEST_ROOM];
};

static void print_body(FILE *file, const struct body *body) {
    const struct claim_record *record = body->record;
    fprintf(file, "steadycast finding 2\ncase %s\nrun %s\nverdict %s\n", body->claim->digest,
            record->quick ? "quick" : "full", claim_verdict_name(record->verdict));
    print_tally(file, "claim", &record->finding.claim);
    print_tally(file, "beyond", &record->finding.beyond);
    print_tally(file, "corrected", &record->finding.corrected);
    fprintf(file, "outside %ld\ncertificates %ld\nkept sha256 %s\ntable\n%s",
            record->finding.outside, record->finding.certificates, body->kept,
            record->table ? record->table : "");
}

static enum status write_file(FILE *file, const void *context, struct failure *failure) {
    char *bytes = NULL, hex[DIGEST_ROOM];
    size_t count = 0;
    FILE *memory = open_memstream(&bytes, &count);
    if (!memory)
        return failure_memory(failure, "a finding");
    print_body(memory, context);
    if (fclose(memory) != 0) {
        free(bytes);
        return failure_memory(failure, "a finding");
    }
    digest_bytes(bytes, count, hex);
    fwrite(bytes, 1, count, file);
    fprintf(file, "digest sha256 %s\n", hex);
    free(bytes);
    return STATUS_OK;
}

enum status claim_store_write(const char *kept, const struct claim_case *claim,
                              const struct claim_record *record, struct failure *failure) {
    char path[PATH_ROOM];
    struct body body = {.claim = claim, .record = record};
    enum status status = hash_kept(kept, body.kept, failure);
    snprintf(path, sizeof path, "%s.txt", kept);
    return status ? status : output_file_write(path, true, write_file, &body, failure);
}

/* Takes the digest line off; false if it is not there or not right. */
static bool take_digest(char *bytes, size_t count) {
    static const char key[] = "digest sha256 ";
    enum { LENGTH = sizeof key - 1 + DIGEST_ROOM };
    char hex[DIGEST_ROOM];
    if (count < LENGTH || bytes[count - 1] != '\n')
        return false;
    char *line = bytes + count - LENGTH;
    digest_bytes(bytes, count - LENGTH, hex);
    bool right = strncmp(line, key, sizeof key - 1) == 0 &&
                 strncmp(line + sizeof key - 1, hex, DIGEST_ROOM - 1) == 0;
    *line = 0;
    return right;
}

/* The text behind `key` and a space in the next line, which is taken; NULL if it has another key.
 */
static char *take(char **rest, const char *key) {
    size_t length = strlen(key);
    char *line = *rest, *end = strchr(line, '\n');
    if (!end || strncmp(line, key, length) != 0 || (line[length] != ' ' && line + length != end))
        return NULL;
    *end = 0;
    *rest = end + 1;
    return line + length + (line[length] == ' ');
}

static bool take_tally(char **rest, const char *name, struct claim_tally *tally) {
    char *counts = take(rest, name), *failing = take(rest, "failing"),
         *opened = take(rest, "opened");
    snprintf(tally->failing, sizeof tally->failing, "%s", failing ? failing : "");
    snprintf(tally->opened, sizeof tally->opened, "%s", opened ? opened : "");
    return counts && sscanf(counts, "held %ld failed %ld open %ld", &tally->held, &tally->failed,
                            &tally->open) == 3;
}

static bool take_verdict(char **rest, enum claim_verdict *verdict) {
    char *name = take(rest, "verdict");
    for (*verdict = CLAIM_VERIFIED; name && *verdict <= CLAIM_UNKNOWN; ++*verdict)
        if (strcmp(name, claim_verdict_name(*verdict)) == 0)
            return true;
    return false;
}

static bool parse(char *bytes, const struct claim_case *claim, const char *kept,
                  struct claim_record *record) {
    char *rest = bytes;
    char *version = take(&rest, "steadycast"), *digest = take(&rest, "case");
    char *run = take(&rest, "run");
    if (!version || strcmp(version, "finding 2") != 0 || !digest || !run ||
        strcmp(digest, claim->digest) != 0)
        return false;
    record->quick = strcmp(run, "quick") == 0;
    if (!take_verdict(&rest, &record->verdict) ||
        !take_tally(&rest, "claim", &record->finding.claim) ||
        !take_tally(&rest, "beyond", &record->finding.beyond) ||
        !take_tally(&rest, "corrected", &record->finding.corrected))
        return false;
    char *outside = take(&rest, "outside");
    char *certificates = take(&rest, "certificates"), *hex = take(&rest, "kept sha256");
    if (!outside || !certificates || !hex || strcmp(hex, kept) != 0 || !take(&rest, "table"))
        return false;
    record->finding.outside = strtol(outside, NULL, 10);
    record->finding.certificates = strtol(certificates, NULL, 10);
    record->table = strdup(rest);
    return record->table != NULL;
}

enum status claim_store_read(const char *kept, const struct claim_case *claim,
                             struct claim_record *record, struct failure *failure) {
    char path[PATH_ROOM], hex[DIGEST_ROOM];
    struct claim_record read = {.found = false};
    enum status status = hash_kept(kept, hex, failure);
    if (status)
        return status;
    snprintf(path, sizeof path, "%s.txt", kept);
    FILE *file = fopen(path, "rb");
    if (!file && errno != ENOENT)
        return failure_set(failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    char *bytes = memory_new(MOST_BYTES + 1, 1);
    if (!bytes && file)
        fclose(file);
    if (!bytes)
        return failure_memory(failure, "a finding");
    size_t count = file ? fread(bytes, 1, MOST_BYTES, file) : 0;
    if (file)
        fclose(file);
    read.found = take_digest(bytes, count) && parse(bytes, claim, hex, &read);
    free(bytes);
    if (!read.found)
        claim_record_clear(&read);
    *record = read;
    return STATUS_OK;
}
