/* SPDX-License-Identifier: MIT */
/*
 * The pictures of a report, each drawn in a file of its own. What is too large to be looked at is
 * left out, and the remark of its section says so.
 */
#ifndef STEADYCAST_TOOLS_REPORT_PICTURE_H
#define STEADYCAST_TOOLS_REPORT_PICTURE_H

#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/report/report.h"

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
    struct picture *list;          /* owned, as are the pictures */
    enum report_section *sections; /* of each; owned */
    char remarks[REPORT_SECTIONS][REPORT_REMARK_ROOM];
};

/* All of them, in the order of their sections. The same folder gives the same pictures. A schedule
 * whose certificate can't be read is a remark. Only memory can be lacking. */
enum status report_pictures_draw(struct report_pictures *pictures, const struct report *report,
                                 const char *prefix, struct failure *failure);
void report_pictures_clear(struct report_pictures *pictures);

/* Takes over a picture that has ended; on failure it is cleared. */
enum status report_pictures_add(struct report_pictures *pictures, enum report_section section,
                                struct picture *picture, struct failure *failure);

/* Adds a sentence to the remark of a section; what has no room is left out. */
void report_pictures_remark(struct report_pictures *pictures, enum report_section section,
                            const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Pictures of one kind. */
typedef enum status report_draw(struct report_pictures *pictures, const struct report *report,
                                struct failure *failure);
report_draw draw_capacities, draw_delays, draw_streams, draw_seconds, draw_nodes, draw_schedules,
    draw_automaton;

/* The lines in which a question is told where it is pointed at: what was asked, and what each
 * engine says. */
enum { REPORT_TIP_ROOM = 1500 };
void report_tip(const struct report *report, const struct report_group *group,
                char tip[REPORT_TIP_ROOM]);

/* Where to find the evidence; NULL without. */
const char *report_group_link(const struct report *report, const struct report_group *group,
                              const char *prefix, char link[REPORT_LINK_ROOM]);

#endif
