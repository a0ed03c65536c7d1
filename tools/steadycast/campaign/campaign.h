/* SPDX-License-Identifier: MIT */
/* Campaigns: files of questions with their engines and limits (cases/README.md, campaign/), read
 * into a list of single cases. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "solver/base/digest.h"
#include "solver/question/engines.h"

/* What one attempt at a case may take; 0: no limit. */
struct campaign_limits {
    double seconds;
    long megabytes; /* data of the process, its heap and stacks */
    uint64_t nodes; /* of a search */
};

/* One question to one engine. */
struct campaign_case {
    char *name; /* the question and the engine, by which the store knows a case: `decide latency 3
                   depth 7 engine arithmetic`; one line of UTF-8 of any length; owned by the
                   campaign */
    int line;   /* of the file, from 1 */
    struct question question;
    const struct engine *engine; /* static */
    bool plain;                  /* as in struct engine_options */
    struct campaign_limits limits;
    int retries; /* after the first attempt, for those that reach a limit */
    int factor;  /* by which the limits grow each time */
};

enum campaign_order { CAMPAIGN_CHEAP_FIRST, CAMPAIGN_DEAR_FIRST, CAMPAIGN_AS_WRITTEN };

struct campaign {
    char *base; /* the folder in which files stand that its questions name; NULL: the working
                   directory; owned */
    char *text; /* of the file, as it was read, 0-terminated; owned */
    size_t size;
    char digest[DIGEST_ROOM]; /* SHA-256 of the text, in hexadecimal */
    enum campaign_order order;
    size_t count;
    struct campaign_case *cases; /* as written; no two have the same name; owned */
    struct campaign_key *keys;   /* for campaign_find; owned */
};

enum { CAMPAIGN_FILE_ROOM = 400, CAMPAIGN_MOST_CASES = 10000000 };

/* Reads a file, or a text that stood in `path` (which is only named). STATUS_INPUT with file, line,
 * word and what was expected. The caller clears the campaign. */
enum status campaign_read(struct campaign *campaign, const char *path, struct failure *failure);
enum status campaign_parse(struct campaign *campaign, const char *path, const char *text,
                           size_t size, struct failure *failure);
void campaign_clear(struct campaign *campaign);

/* Relative names of files in its questions stand below this folder; NULL: the working directory.
 * STATUS_MEMORY. */
enum status campaign_set_base(struct campaign *campaign, const char *base, struct failure *failure);

/* The name that belongs to a question and an engine; owned by the caller, NULL without memory. */
char *campaign_case_name(const struct campaign_case *asked);

/* Of formulas in the plainer encoding, its name. Static. */
const char *campaign_case_encoding(const struct campaign_case *asked);

/* Of its certificates, below the folder of certificates, without ending: `decide-L3/t7-arithmetic`.
 * Different cases have different ones, also where upper and lower case are the same. A value that
 * can't be written there, as it is too long or has other letters, is written by those of its
 * letters that can be and by a digest: `formula-Myfilecnf-0123456789abcdef/sat`. The folder has
 * less than 150 bytes, the file less than 200. */
void campaign_case_path(const struct campaign_case *asked, char path[CAMPAIGN_FILE_ROOM]);

/* A number of its question; 0 if it has none of that key. */
static inline long campaign_number(const struct campaign_case *asked, enum key key) {
    return question_number(&asked->question, key);
}

/* Sorts the keys: part of reading. STATUS_INPUT, with both lines, if two cases have the same
 * name. */
enum status campaign_index(struct campaign *campaign, const char *path, struct failure *failure);

/* The number of the case with this name, or campaign->count. O(log count). */
size_t campaign_find(const struct campaign *campaign, const char *name);

/* Of an attempt, from 1 on: each retry may take `factor` times as much, the last one and those
 * behind it as much as that one. */
struct campaign_limits campaign_case_limits(const struct campaign_case *asked, int attempt);

/* A rough guess at the time that a case takes, to order cases by; in no unit. */
double campaign_case_cost(const struct campaign_case *asked);
