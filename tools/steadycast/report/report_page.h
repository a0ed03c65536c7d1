/* SPDX-License-Identifier: MIT */
/*
 * The page of a report: one HTML file that needs nothing else, light or dark as the reader likes
 * it, with all pictures inside.
 */
#ifndef STEADYCAST_TOOLS_REPORT_PAGE_H
#define STEADYCAST_TOOLS_REPORT_PAGE_H

#include "tools/steadycast/report/report_picture.h"

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
void page_style(FILE *file);
void page_head(FILE *file, const struct report_page *page);
void page_effort_tables(FILE *file, const struct report_page *page);
enum status page_stream_distances(FILE *file, const struct report *report, struct failure *failure);
enum status page_question_tables(FILE *file, const struct report_page *page,
                                 enum report_section section, struct failure *failure);
enum status page_case_tables(FILE *file, const struct report_page *page, struct failure *failure);
enum status page_open_cases(FILE *file, const struct report *report, struct failure *failure);

/* The first cells of a case: its name and the beginning of the next one; what is known of it; and
 * behind that what it cost, in three cells, of which the last is not ended. */
void page_case_name(FILE *file, const struct report *report, size_t number);
void page_case_answer(FILE *file, const struct case_result *result);
void page_case_effort(FILE *file, const struct case_result *result);

/* Sections of nothing are left out: is there something to tell? */
bool page_has_tables(const struct report *report, enum report_section section);
bool page_has_effort(const struct report *report);
bool page_has_open(const struct report *report);
bool page_has_contradictions(const struct report *report);

/* What a section is about, for those who see it for the first time. */
struct page_section {
    const char *anchor;
    const char *title;
    const char *text; /* HTML */
};
extern const struct page_section page_sections[REPORT_SECTIONS];

/* A table in a box of its own, which moves sideways where it is too wide. `heads`: of the columns,
 * with | between. */
void page_table(FILE *file, const char *label, const char *heads);
void page_table_end(FILE *file);

/* How many cases are in each state. */
void page_count(const struct report *report, size_t counts[REPORT_STATES]);

#endif
