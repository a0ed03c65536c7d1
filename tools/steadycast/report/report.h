/* SPDX-License-Identifier: MIT */
/* What a folder of a campaign holds, as `report` draws and lists it: cases in the order of their
 * questions, with what is known of each, and what is wrong with the folder. Read without the lock,
 * also while a campaign runs. */
#pragma once

#include "tools/steadycast/draw/picture.h"
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

/* Reads the folder, and compares every certificate with its digest, on all threads that this
 * process has; `results`: as answers_load. What is found to be wrong is counted and listed, answers
 * first. A campaign that is running may have changed a certificate meanwhile: what is wrong is
 * looked at again with the answers as they are then. STATUS_INPUT for what is no folder of a
 * campaign. The caller clears the report, also on failure. */
enum status report_load(struct report *report, const char *folder, bool results,
                        struct failure *failure);
void report_clear(struct report *report);

enum report_state report_state_of(const struct report *report, size_t number);

/* The last attempt at a case; NULL if there is none. */
const struct case_result *report_result(const struct report *report, size_t number);

/* The first certificate of a case that has one, which the caller unloads. */
enum status report_certificate_load(const struct report *report, size_t number,
                                    struct certificate_input *input, struct failure *failure);

/* All engines' answers to one question, by_question[first..end-1]. */
struct report_group {
    size_t first, end;
    int feasible;   /* how many say so */
    int infeasible; /* .. */
    int settled;    /* capacity, delay, items */
    int unknown;    /* intervals too */
    int untried;
    const char *lower; /* the largest, NULL if there is none; borrowed */
    const char *upper; /* the smallest, .. */
    bool contradiction;
    size_t shown; /* the case whose certificate is linked: the best schedule if there is one, of
                     those that are not suspect; REPORT_NONE */
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

/* A decimal number as it is printed: in full, or of a long one its first digits and how many it
 * has; "?" for NULL. Returns `text`. */
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

/* The pictures of a report, each drawn in a file of its own. What is too large to be looked at is
 * left out, and the remark of its section says so. */

enum report_section {
    SECTION_SPECTRUM,
    SECTION_CAPACITY,
    SECTION_DELAY,
    SECTION_STREAM,
    SECTION_ITEMS,
    SECTION_COLLECTIVE,
    SECTION_EFFORT,
    SECTION_SCHEDULE,
    SECTION_TREE,
    SECTION_AUTOMATON,
    REPORT_SECTIONS
};

enum { REPORT_REMARK_ROOM = 600 };

struct report_pictures {
    const char *prefix; /* report_prefix from where the pictures stand; borrowed */
    size_t count;
    struct report_drawn {
        enum report_section section;
        struct picture picture;
    } * list; /* owned, as are the pictures */
    char remarks[REPORT_SECTIONS][REPORT_REMARK_ROOM];
};

/* Takes over a picture that has ended; on failure it stays its owner's. */
enum status report_pictures_add(struct report_pictures *pictures, enum report_section section,
                                struct picture *picture, struct failure *failure);

/* Adds a sentence to the remark of a section; what has no room is left out. */
void report_pictures_remark(struct report_pictures *pictures, enum report_section section,
                            const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Pictures of one kind: of curves and of effort that of their number. */
typedef enum status report_draw(struct report_pictures *pictures, const struct report *report,
                                int kind, struct failure *failure);
report_draw draw_curves, draw_gaps, draw_effort, draw_schedules, draw_automaton;
enum { CURVE_CAPACITY, CURVE_DELAY, CURVE_STREAM, CURVE_ABOVE, CURVES };
enum { EFFORT_SECONDS, EFFORT_NODES };

/* The lines in which a question is described where it is pointed at: what was asked, and what each
 * engine says. */
enum { REPORT_TIP_ROOM = 1500 };
void report_tip(const struct report *report, const struct report_group *group,
                char tip[REPORT_TIP_ROOM]);

/* Where to find the evidence; NULL without. */
const char *report_group_link(const struct report *report, const struct report_group *group,
                              const char *prefix, char link[REPORT_LINK_ROOM]);

/* The page of a report: one HTML file that needs nothing else, light or dark as the reader likes
 * it, with all pictures inside. */

struct report_page {
    const struct report *report;
    const struct report_pictures *pictures;
    const char *prefix; /* report_prefix from where the page stands */
};

/* Cases in the complete table, in that of open ones, and there of one reason; for more there is
 * results.csv. */
enum { REPORT_MOST_ROWS = 5000, REPORT_MOST_OPEN = 500, REPORT_MOST_OF_A_REASON = 100 };

/* A body for output_file_write; `context` is a struct report_page. The same folder gives the same
 * bytes. */
enum status report_page(FILE *file, const void *context, struct failure *failure);

/* Its parts. */
void page_head(FILE *file, const struct report_page *page);
void page_effort_tables(FILE *file, const struct report_page *page);
enum status page_stream_distances(FILE *file, const struct report *report, struct failure *failure);
enum status page_question_tables(FILE *file, const struct report_page *page,
                                 enum report_section section, struct failure *failure);
enum status page_case_tables(FILE *file, const struct report_page *page, struct failure *failure);
enum status page_open_cases(FILE *file, const struct report *report, struct failure *failure);

/* Sections of nothing are left out: is there something to print? */
bool page_has_tables(const struct report *report, enum report_section section);
bool page_has_effort(const struct report *report);
bool page_has_open(const struct report *report);
bool page_has_contradictions(const struct report *report);

/* What a section is about, for those who see it for the first time. */
struct page_section {
    const char *anchor, *title;
    const char *text; /* HTML */
};
extern const struct page_section page_sections[REPORT_SECTIONS];

/* A table in a box of its own, which moves sideways where it is too wide. `heads`: of the columns,
 * with | between. */
void page_table(FILE *file, const char *label, const char *heads);
void page_table_end(FILE *file);

/* How many cases are in each state. */
void page_count(const struct report *report, size_t counts[REPORT_STATES]);

/* The page and the pictures of a report as files. What refers to certificates does so from where
 * the file stands. */

/* `path` may be "-". STATUS_INPUT for a file that is there, unless `overwrite`. */
enum status report_write_page(const struct report *report, const char *path, bool overwrite,
                              size_t *pictures_drawn, struct failure *failure);

enum report_format { REPORT_SVG, REPORT_PNG, REPORT_BOTH };

/* All pictures into a folder, which is made: FOLDER/NAME.svg and .png; PNG by rsvg-convert. Where
 * that is not installed *without_png is set and SVG files are written instead. STATUS_INPUT for
 * files that are there, unless `overwrite`. */
enum status report_write_pictures(const struct report *report, const char *folder,
                                  enum report_format format, bool overwrite, bool *without_png,
                                  struct failure *failure);
