/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_case.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "tools/steadycast/draw/markup.h"

enum { MOST_BYTES = 1 << 20 };

const struct claim_paper claim_papers[] = {
    {"karp-1993", "R. M. Karp, A. Sahay, E. E. Santos, K. E. Schauser: Optimal broadcast and "
                  "summation in the LogP model, SPAA 1993"},
    {"karp-1992", "R. M. Karp, A. Sahay, E. E. Santos: Optimal broadcast and summation in the LogP "
                  "model, report UCB/CSD 92/721, 1992"},
    {"shou-chen-1996", "B. Shou, G. Chen: The implementation of optimal broadcast and summation "
                       "algorithms in the LogP model (in Chinese), 1996"},
    {"dimakopoulos-1999", "V. V. Dimakopoulos: Single-port multinode broadcasting, report 1-99, "
                          "University of Ioannina, 1999"},
    {"bar-noy-ho", "A. Bar-Noy, C.-T. Ho: Broadcasting multiple messages in the multiport model"},
    {"msccl-tools", "SYNTHESIS.md of msccl-tools, the program of SCCL's authors (Z. Cai et al.: "
                    "Synthesizing optimal collective algorithms, PPoPP 2021)"},
    {NULL, NULL},
};

static const char *const verdict_names[] = {
    [CLAIM_VERIFIED] = "verified",   [CLAIM_VERIFIED_UP_TO] = "verified-up-to",
    [CLAIM_SHARPENED] = "sharpened", [CLAIM_HOLDS_WITHIN] = "holds-within",
    [CLAIM_REFUTED] = "refuted",     [CLAIM_UNKNOWN] = "unknown",
};

const char *claim_verdict_name(enum claim_verdict verdict) {
    return verdict_names[verdict];
}

bool claim_verdict_read(const char *name, enum claim_verdict *verdict) {
    for (*verdict = CLAIM_VERIFIED; *verdict <= CLAIM_UNKNOWN; ++*verdict)
        if (strcmp(name, verdict_names[*verdict]) == 0)
            return true;
    return false;
}

void claim_verdict_print(const struct claim_case *claim, enum claim_verdict verdict,
                         char text[CLAIM_VERDICT_ROOM]) {
    const char *ending = claim->text == CLAIM_PRINTED ? "" : ", as reconstructed";
    if (verdict == CLAIM_HOLDS_WITHIN && claim->within)
        snprintf(text, CLAIM_VERDICT_ROOM, "holds within %.*s%s", CLAIM_WITHIN_BYTES, claim->within,
                 ending);
    else
        snprintf(text, CLAIM_VERDICT_ROOM, "%s%s", verdict_names[verdict], ending);
}

/* Messages, tables and pages show what a case says: no control characters, and UTF-8. */
static enum status see_text(const struct claim_case *claim, const char *bytes, size_t count,
                            struct failure *failure) {
    const unsigned char *at = (const unsigned char *)bytes, *end = at + count;
    int line = 1;
    for (size_t length; at < end; at += length) {
        length = markup_character(at);
        if (!length)
            return claim_case_fault(claim, line, failure,
                                    "this is no text: byte %d is no part of UTF-8, or a control "
                                    "character",
                                    *at);
        line += *at == '\n';
    }
    return STATUS_OK;
}

/* The name of the file is that of the case, without folder and ending. */
static enum status set_name(struct claim_case *claim, const char *path, struct failure *failure) {
    const char *slash = strrchr(path, '/');
    claim->path = strdup(path);
    claim->name = strdup(slash ? slash + 1 : path);
    TRY(memory_check(claim->path && claim->name, failure, "a case"));
    char *dot = strrchr(claim->name, '.');
    if (dot)
        *dot = 0;
    return STATUS_OK;
}

enum status claim_case_read(struct claim_case *claim, const char *path, struct failure *failure) {
    FREED char *bytes = NULL;
    size_t count = 0;
    *claim = (struct claim_case){.verdict = CLAIM_UNKNOWN};
    TRY(input_file_text(path, MOST_BYTES, &bytes, &count, failure));
    TRY(set_name(claim, path, failure));
    TRY(see_text(claim, bytes, count, failure));
    digest_bytes(bytes, count, claim->digest);
    return claim_case_take_lines(claim, bytes, failure);
}

const char *claim_range_key(const struct claim_case *claim, const char *name, size_t length) {
    const struct claim_ranges *both[] = {&claim->quick, &claim->full};
    const char *key = NULL;
    for (int i = 0; i < 2; i++)
        for (size_t j = 0; j < both[i]->count; j++) {
            struct claim_range *range = &both[i]->list[j];
            if (strlen(range->key) != length || strncmp(range->key, name, length) != 0)
                continue;
            range->taken = true;
            key = range->key;
        }
    return key;
}

static void clear_ranges(struct claim_ranges *ranges) {
    for (size_t i = 0; i < ranges->count; i++)
        free(ranges->list[i].key);
    free(ranges->list);
}

static void clear_lines(struct claim_lines *lines) {
    for (size_t i = 0; i < lines->count; i++)
        free(lines->list[i]);
    free(lines->list);
}

void claim_case_clear(struct claim_case *claim) {
    char *texts[] = {claim->path,   claim->name,      claim->paper,     claim->source,
                     claim->says,   claim->note,      claim->published, claim->model,
                     claim->proof,  claim->corrected, claim->figure,    claim->counterexample,
                     claim->page,   claim->quote,     claim->reading,   claim->assumes,
                     claim->within, claim->title,     claim->shows};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    for (size_t i = 0; i < claim->program_count; i++)
        free(claim->program[i].text);
    free(claim->program);
    clear_ranges(&claim->quick);
    clear_ranges(&claim->full);
    for (size_t i = 0; i < claim->evidence_count; i++) {
        free(claim->evidence[i].file);
        free(claim->evidence[i].says);
    }
    free(claim->evidence);
    clear_lines(&claim->steps);
    clear_lines(&claim->entries);
    *claim = (struct claim_case){.verdict = CLAIM_UNKNOWN};
}
