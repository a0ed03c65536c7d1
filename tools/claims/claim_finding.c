/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_finding.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/output_file.h"

/* --- points --- */

size_t claim_point_print(const struct claim_point *point, char *text, size_t room) {
    size_t length = 0;
    *text = 0;
    for (int i = 0; i < point->count && length < room; i++)
        length += (size_t)snprintf(text + length, room - length, "%s%s=%ld", i ? ", " : "",
                                   point->keys[i], point->values[i]);
    return length < room ? length : room - 1;
}

void claim_point_read(struct claim_point *point, const char *text) {
    static const char format[] = "%15[A-Za-z0-9_]=%10ld%n";
    point->count = 0;
    for (int i = 0, length = 0; i < CLAIM_POINT_MOST; i++, text += 2) {
        if (sscanf(text, format, point->keys[i], &point->values[i], &length) != 2 ||
            !strchr(",:", text[length])) /* the end as well */
            return;
        point->count++;
        text += length;
        if (strncmp(text, ", ", 2) != 0)
            return;
    }
}

/* The place for the text of a point that is the first of its kind. */
static char *count_point(struct claim_tally *tally, enum claim_truth truth) {
    tally->held += truth == CLAIM_HOLDS;
    if (truth == CLAIM_FAILS || truth == CLAIM_IMPOSSIBLE)
        return tally->failed++ ? NULL : tally->failing;
    return truth != CLAIM_OPEN || tally->open++ ? NULL : tally->opened;
}

/* The same for the claim, by where the point lies. */
static char *count_claim(struct claim_finding *finding, enum claim_membership where,
                         enum claim_truth truth) {
    if (truth == CLAIM_MUTE)
        return NULL;
    finding->outside += where == CLAIM_OUTSIDE;
    if (where == CLAIM_OUTSIDE)
        return NULL;
    if (where == CLAIM_NOWHERE)
        return *finding->unplaced ? NULL : finding->unplaced;
    if (truth == CLAIM_FAILS && finding->existence)
        truth = CLAIM_OPEN;
    return count_point(&finding->tallies[where == CLAIM_INSIDE ? CLAIM_TALLY : CLAIM_TALLY_BEYOND],
                       truth);
}

void claim_count(struct claim_finding *finding, enum claim_membership where, enum claim_truth claim,
                 enum claim_truth corrected, char *places[2]) {
    places[0] = count_claim(finding, where, claim);
    places[1] = count_point(&finding->tallies[CLAIM_TALLY_CORRECTED], corrected);
}

void claim_say(const struct claim_point *point, char *place, const char *text) {
    size_t length = claim_point_print(point, place, CLAIM_TEXT_ROOM);
    snprintf(place + length, CLAIM_TEXT_ROOM - length, "%s%s", length && *text ? ": " : "", text);
    place[strcspn(place, "\n")] = 0;
}

/* --- what it says --- */

/* An example, which has no parameters, has been tried whole. */
static bool is_example(const struct claim_case *claim) {
    return !claim->quick.count && !claim->full.count && !claim->evidence_count;
}

enum claim_verdict claim_judge(const struct claim_case *claim,
                               const struct claim_finding *finding) {
    const struct claim_tally *tally = &finding->tallies[CLAIM_TALLY],
                             *beyond = &finding->tallies[CLAIM_TALLY_BEYOND],
                             *corrected = &finding->tallies[CLAIM_TALLY_CORRECTED];
    if (tally->failed)
        return CLAIM_REFUTED;
    if (!tally->held || tally->open || corrected->open)
        return CLAIM_UNKNOWN;
    if (beyond->failed)
        return CLAIM_HOLDS_WITHIN;
    if (beyond->open)
        return CLAIM_UNKNOWN;
    if (claim->corrected && corrected->held)
        return CLAIM_SHARPENED;
    return claim->proof || is_example(claim) ? CLAIM_VERIFIED : CLAIM_VERIFIED_UP_TO;
}

const char *claim_failing(enum claim_verdict verdict, const struct claim_finding *finding) {
    return verdict == CLAIM_REFUTED        ? finding->tallies[CLAIM_TALLY].failing
           : verdict == CLAIM_HOLDS_WITHIN ? finding->tallies[CLAIM_TALLY_BEYOND].failing
                                           : "";
}

const char *claim_opened(const struct claim_finding *finding) {
    int i = 0;
    while (i + 1 < CLAIM_TALLIES && !*finding->tallies[i].opened)
        i++;
    return finding->tallies[i].opened;
}

bool claim_as_recorded(const struct claim_case *claim, const struct claim_finding *finding,
                       char *text, size_t room) {
    const char *failing = claim_failing(claim->verdict, finding);
    *text = 0;
    if (finding->verdict != claim->verdict)
        snprintf(text, room, "%s, and not %s as its file says",
                 claim_verdict_name(finding->verdict), claim_verdict_name(claim->verdict));
    else if (claim->corrected && !finding->tallies[CLAIM_TALLY_CORRECTED].held)
        snprintf(text, room, "the corrected statement was tried nowhere");
    else if (claim->counterexample && strcmp(claim->counterexample, failing) != 0)
        snprintf(text, room, "the counter-example is %.300s, and not as its file says", failing);
    return !*text;
}

/* --- as a file --- */

enum { PATH_ROOM = 4200, MOST_BYTES = 1 << 24 }; /* a folder's name and an ending */

static const char *const tally_names[CLAIM_TALLIES] = {"claim", "beyond", "corrected"};
static const char counts[] = " held %ld failed %ld open %ld", end_key[] = "digest sha256 ";

void claim_finding_clear(struct claim_finding *finding) {
    free(finding->table);
    *finding = (struct claim_finding){.found = false};
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

static void print_body(FILE *file, const struct claim_case *claim,
                       const struct claim_finding *finding, const char *kept) {
    fprintf(file, "steadycast finding 2\ncase %s\nrun %s\nverdict %s\n", claim->digest,
            finding->quick ? "quick" : "full", claim_verdict_name(finding->verdict));
    for (int i = 0; i < CLAIM_TALLIES; i++) {
        const struct claim_tally *tally = &finding->tallies[i];
        fputs(tally_names[i], file);
        fprintf(file, counts, tally->held, tally->failed, tally->open);
        fprintf(file, "\n%s%s%s", *tally->failing ? "failing " : "", tally->failing,
                *tally->failing ? "\n" : "");
        if (*tally->opened)
            fprintf(file, "opened %s\n", tally->opened);
    }
    fprintf(file, "outside %ld\ncertificates %ld\nkept sha256 %s\ntable\n%s", finding->outside,
            finding->certificates, kept, finding->table ? finding->table : "");
}

static enum status write_bytes(FILE *file, const void *context, struct failure *failure) {
    char hex[DIGEST_ROOM];
    (void)failure;
    digest_bytes(context, strlen(context), hex);
    fprintf(file, "%s%s%s\n", (const char *)context, end_key, hex);
    return STATUS_OK;
}

enum status claim_finding_write(const char *kept, const struct claim_case *claim,
                                const struct claim_finding *finding, struct failure *failure) {
    char path[PATH_ROOM], hex[DIGEST_ROOM];
    FREED char *bytes = NULL;
    size_t count = 0;
    enum status status = hash_kept(kept, hex, failure);
    FILE *memory = status ? NULL : open_memstream(&bytes, &count);
    if (status)
        return status;
    if (memory)
        print_body(memory, claim, finding, hex);
    snprintf(path, sizeof path, "%s.txt", kept);
    return memory && fclose(memory) == 0
               ? output_file_write(path, true, write_bytes, bytes, failure)
               : failure_memory(failure, "a finding");
}

/* Takes the digest line off; false if it is not there or not right. */
static bool take_digest(char *bytes, size_t count) {
    enum { LENGTH = sizeof end_key - 1 + DIGEST_ROOM };
    char hex[DIGEST_ROOM];
    if (count < LENGTH || bytes[count - 1] != '\n')
        return false;
    char *line = bytes + count - LENGTH;
    digest_bytes(bytes, count - LENGTH, hex);
    bool right = strncmp(line, end_key, sizeof end_key - 1) == 0 &&
                 strncmp(line + sizeof end_key - 1, hex, DIGEST_ROOM - 1) == 0;
    *line = 0;
    return right;
}

/* The text behind `key` and a space in the next line, which is taken; empty if it has another key,
 * or nothing. */
static const char *next_value(char **rest, const char *key) {
    size_t length = strlen(key);
    char *line = *rest, *end = strchr(line, '\n');
    if (!end || strncmp(line, key, length) != 0 || (line[length] != ' ' && line + length != end))
        return "";
    *end = 0;
    *rest = end + 1;
    return line + length + (line[length] == ' ');
}

static bool take_tally(char **rest, const char *name, struct claim_tally *tally) {
    bool right =
        sscanf(next_value(rest, name), counts, &tally->held, &tally->failed, &tally->open) == 3;
    snprintf(tally->failing, sizeof tally->failing, "%s", next_value(rest, "failing"));
    snprintf(tally->opened, sizeof tally->opened, "%s", next_value(rest, "opened"));
    return right;
}

static bool parse(char *rest, const struct claim_case *claim, const char *kept,
                  struct claim_finding *finding) {
    bool right = strcmp(next_value(&rest, "steadycast"), "finding 2") == 0 &&
                 strcmp(next_value(&rest, "case"), claim->digest) == 0;
    finding->quick = strcmp(next_value(&rest, "run"), "quick") == 0;
    right = claim_verdict_read(next_value(&rest, "verdict"), &finding->verdict) && right;
    for (int i = 0; i < CLAIM_TALLIES; i++)
        right = take_tally(&rest, tally_names[i], &finding->tallies[i]) && right;
    finding->outside = strtol(next_value(&rest, "outside"), NULL, 10);
    finding->certificates = strtol(next_value(&rest, "certificates"), NULL, 10);
    right = strcmp(next_value(&rest, "kept sha256"), kept) == 0 && right;
    next_value(&rest, "table");
    finding->table = right ? strdup(rest) : NULL;
    return finding->table;
}

enum status claim_finding_read(const char *kept, const struct claim_case *claim,
                               struct claim_finding *finding, struct failure *failure) {
    char path[PATH_ROOM], hex[DIGEST_ROOM];
    TRY(hash_kept(kept, hex, failure));
    snprintf(path, sizeof path, "%s.txt", kept);
    FILE *file = fopen(path, "rb");
    if (!file && errno != ENOENT)
        return failure_set(failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    FREED char *bytes = memory_new(MOST_BYTES + 1, 1);
    size_t count = file && bytes ? fread(bytes, 1, MOST_BYTES, file) : 0;
    if (file)
        fclose(file);
    TRY(memory_check(bytes, failure, "a finding"));
    claim_finding_clear(finding);
    finding->found = take_digest(bytes, count) && parse(bytes, claim, hex, finding);
    if (!finding->found)
        claim_finding_clear(finding);
    return STATUS_OK;
}
