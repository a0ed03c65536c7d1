/* SPDX-License-Identifier: MIT */
/* What came of one attempt at a case, and its line in the store (results/README.md, folders of
 * campaigns). */
#pragma once

#include <jansson.h>

#include "solver/question/decide/outcome.h"
#include "tools/steadycast/campaign/campaign.h"

/* Why a case is unknown or an interval. */
enum case_cause {
    CAUSE_NONE,
    CAUSE_TIME,
    CAUSE_MEMORY,
    CAUSE_NODES,
    CAUSE_ENGINE, /* it does not take the question, or it found nothing and proved nothing */
    CAUSE_CRASH,  /* the process that worked on it ended */
    CAUSE_FAULT,  /* an invariant did not hold: a fault of ours */
    CAUSE_INPUT,  /* a file that the question names can't be read, is wrong, or was changed */
    CAUSE_SYSTEM, /* the machine refused something other than the campaign's own folder */
    CASE_CAUSES
};

/* Which side of the answer a certificate proves; what a claim found is none. */
enum case_side { SIDE_NONE, SIDE_SCHEDULE, SIDE_BOUND };

struct case_certificate {
    enum case_side side;
    char *file;               /* below the folder of certificates; owned */
    char digest[DIGEST_ROOM]; /* SHA-256 of all of its bytes, in hexadecimal */
    uint64_t size;            /* bytes */
    bool dropped;             /* too large for a folder that is put away; verified before */
};

/* A file that the question names. */
struct case_input {
    char *file;               /* as the question names it; owned */
    char digest[DIGEST_ROOM]; /* SHA-256 of all of its bytes when the question was answered */
};

enum { CASE_MOST_CERTIFICATES = 2, CASE_MOST_INPUTS = 20 };

/* A name of a file below a folder, and nowhere else. */
bool case_file_is_local(const char *file);

struct case_result {
    char *name;  /* of the case; owned */
    long id;     /* of its row in the store, where it was read from one */
    int attempt; /* from 1 */
    enum verdict verdict;
    enum case_cause cause;
    char *reason; /* of the cause, in words, or ""; owned */
    char *lower;  /* decimal; NULL: none is known, or the answer is no number; owned */
    char *upper;  /* the same */
    char *by;     /* who answered: the engine, or the construction that it found; owned */
    uint64_t nodes;
    int certificate_count; /* the schedule's, if there is one, comes first */
    struct case_certificate certificates[CASE_MOST_CERTIFICATES];
    int input_count;               /* 0: the question names no file, or it could not be read */
    struct case_input *inputs;     /* each file once, in the order in which it names them; owned */
    struct campaign_limits limits; /* of this attempt */
    double seconds;                /* that it took, certificates included; below 0: not known */
    uint64_t memory; /* bytes, at most, of the process that worked on it; 0: not known */
    char *version;   /* of the program; owned; NULL: from a folder that was put away */
};

void case_result_clear(struct case_result *result);

/* Fixed words of the store. */
const char *case_cause_name(enum case_cause cause);

/* Nodes of the answer; false where the cause depends on the machine and on who else uses it, as
 * their number then does. */
bool case_result_nodes(const struct case_result *result, uint64_t *nodes);

/* The certificates as store and results have them. NULL without memory. */
json_t *case_result_certificates(const struct case_result *result);

/* The same of its inputs. */
json_t *case_result_inputs(const struct case_result *result);

/* Did something go wrong that is neither the question's nor a limit's: a process that ended, a
 * fault of ours, a file, the machine? Such a case is tried again by every run. */
bool case_result_is_failed(const struct case_result *result);

/* The same, and this run does not try it once more. */
bool case_result_is_given_up(const struct case_result *result, const struct campaign_case *asked);

/* Is there an answer, or is a further attempt with larger limits useless? Not of one that
 * failed. */
bool case_result_is_final(const struct case_result *result, const struct campaign_case *asked);

/* The line of an attempt in the store, JSON without its end; owned by the caller; NULL without
 * memory. Its last field `check` is made from the bytes before. */
char *case_result_line(const struct case_result *result);

/* STATUS_INPUT with what is wrong: not of this form, or the check does not fit. */
enum status case_result_parse(struct case_result *result, const char *line,
                              struct failure *failure);

/* The same of a line of results.jsonl (sweep/results.c), which says nothing of attempts; the answer
 * is final. */
enum status case_result_parse_row(struct case_result *result, const char *line,
                                  struct failure *failure);
