/* SPDX-License-Identifier: MIT */
/*
 * What a folder of a campaign holds, as `report` draws and lists it: cases in the order of their
 * questions, with what is known of each, and what is wrong with the folder. Read without the lock,
 * also while a campaign runs.
 */
#ifndef STEADYCAST_TOOLS_REPORT_H
#define STEADYCAST_TOOLS_REPORT_H

#include "tools/steadycast/sweep/answers.h"

enum report_state {
    REPORT_ANSWERED,
    REPORT_OPEN,    /* a limit was reached, or the engine found nothing and proved nothing */
    REPORT_FAILED,  /* the process that worked on it ended, or had a fault of its own */
    REPORT_UNTRIED, /* no attempt has ended */
    REPORT_STATES
};

struct report {
    const char *folder; /* borrowed */
    struct campaign campaign;
    struct campaign_shard shard;
    struct answers answers;
    size_t count;         /* cases of this shard */
    size_t *written;      /* their numbers in the campaign, as written there; owned */
    size_t *by_question;  /* the same, equal questions side by side, small numbers first; owned */
    bool *suspect;        /* [case of the campaign]: a certificate is not as the store says */
    size_t fault_count;   /* all of them */
    size_t faults_listed; /* REPORT_MOST_FAULTS at most */
    char **faults;        /* owned */
};

enum { REPORT_MOST_FAULTS = 1000 };

/*
 * Reads the folder, and compares every certificate with its digest, on all threads that this
 * process has; `results`: as answers_load. What is found to be
 * wrong is counted and listed, answers first. A campaign that is running may have changed a
 * certificate meanwhile: what is wrong is looked at again with the answers as they are then.
 * STATUS_INPUT for what is no folder of a campaign.
 */
enum status report_load(struct report *report, const char *folder, bool results,
                        struct failure *failure);
void report_clear(struct report *report);

enum report_state report_state_of(const struct report *report, size_t number);

/* The last attempt at a case; NULL if there is none. */
const struct case_result *report_result(const struct report *report, size_t number);

/* All engines' answers to one question, by_question[first..end-1]. */
struct report_group {
    size_t first;
    size_t end;
    int feasible;   /* how many say so */
    int infeasible; /* .. */
    int settled;    /* capacity, delay, items */
    int unknown;    /* intervals too */
    int untried;
    const char *lower; /* the largest, NULL if there is none; borrowed */
    const char *upper; /* the smallest, .. */
    bool contradiction;
    size_t shown; /* the case whose certificate is linked: a schedule if there is one, of those that
                     are not suspect; REPORT_NONE */
};

#define REPORT_NONE SIZE_MAX

/* The group that begins at by_question[first], first < count. O(its size). */
struct report_group report_group_at(const struct report *report, size_t first);

/* The case of its question. */
const struct campaign_case *report_asked(const struct report *report,
                                         const struct report_group *group);

/* A question as people write it: `K items, L = 6, P = 12`; words that are implied are left out.
 * Long names are cut, and the rest if there is no room. */
enum { QUESTION_WORDS_ROOM = 240 };
void question_words(const struct question *question, char text[QUESTION_WORDS_ROOM]);

/* Its parameters but those at two places (-1: none), implied words too. */
void question_rest_words(const struct question *question, int but, int nor,
                         char text[QUESTION_WORDS_ROOM]);

/* A decimal number as it is told: in full, or of a long one its first digits and how many it has;
 * "?" for NULL. Returns `text`. */
enum { REPORT_NUMBER_ROOM = 64 };
const char *report_number(char text[REPORT_NUMBER_ROOM], const char *decimal);

/* Both sides of an answer: one number if they are equal, else `lower .. upper`. */
const char *report_bounds(char text[2 * REPORT_NUMBER_ROOM], const char *lower, const char *upper);

/* -1, 0, 1 for decimal numbers of any length. */
int report_compare_decimals(const char *a, const char *b);

/* The address of certificate i of a case, seen from where `prefix` leads from (report_prefix). */
enum { REPORT_LINK_ROOM = 3 * CAMPAIGN_PATH_ROOM + 1024 };
void report_certificate_link(const char *prefix, const struct case_result *result, int i,
                             char link[REPORT_LINK_ROOM]);

/* An address of the folder, with a slash at its end, seen from another folder; "" for itself. Both
 * must be there. */
enum status report_prefix(const char *from, const char *folder, char prefix[REPORT_LINK_ROOM],
                          struct failure *failure);

#endif
