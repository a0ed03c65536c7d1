/* SPDX-License-Identifier: MIT */
/* Streams on LogP machines: how far the delays are from the bound, for each machine; and all of
 * them. */
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report_page.h"
#include "tools/steadycast/report/stream_rows.h"

static void print_machine(FILE *file, const struct stream_rows *rows) {
    fprintf(file, "<tr><td>%d, %d, %d</td>", rows->machine.latency, rows->machine.overhead,
            rows->machine.gap);
}

/* --- how far from the bound --- */

struct distance {
    int numbers, settled; /* of processors */
    double sum, most;     /* cycles above the bound */
};

static struct distance distance_of(struct stream_rows rows, enum stream_curve curve) {
    struct distance distance = {.numbers = 0};
    for (struct stream_row row; stream_rows_next(&rows, &row);) {
        const char *value = stream_row_value(&row, curve);
        if (!value || !row.lower)
            continue;
        double above = strtod(value, NULL) - strtod(row.lower, NULL);
        distance.numbers++;
        distance.settled += above == 0;
        distance.sum += above;
        distance.most = above > distance.most ? above : distance.most;
    }
    return distance;
}

static void print_distances(FILE *file, const struct stream_rows *rows) {
    static const char *const names[] = {
        [STREAM_ROUNDING] = "in whole steps",
        [STREAM_FULL] = "capacity full",
        [STREAM_FLIGHT] = "capacity flight",
        [STREAM_NONE] = "capacity none",
    };
    for (enum stream_curve curve = STREAM_ROUNDING; curve < STREAM_BOUND; curve++) {
        const struct distance distance = distance_of(*rows, curve);
        if (distance.numbers == 0)
            continue;
        print_machine(file, rows);
        fprintf(file,
                "<td>%s</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">%.2f"
                "</td><td class=\"n\">%.0f</td></tr>\n",
                names[curve], distance.numbers, distance.settled, distance.sum / distance.numbers,
                distance.most);
    }
}

static void print_summary(FILE *file, const struct report *report) {
    struct stream_rows rows;
    fputs("<p>How many cycles the delays are above the bound, whatever the capacity; where both "
          "meet, the delay is the least one, and settled.</p>\n",
          file);
    page_table(file, "distance of streams from the bound",
               "L, o, g|delays|numbers P|settled|above the bound, mean|at most");
    for (size_t at = 0; stream_rows_open(&rows, report, &at);)
        print_distances(file, &rows);
    page_table_end(file);
}

/* --- all of them --- */

static void print_cell(FILE *file, const char *value, bool least) {
    char text[REPORT_NUMBER_ROOM];
    fprintf(file, "<td class=\"n\">%s", least ? "<b>" : "");
    if (value)
        markup_text(file, report_number(text, value));
    fprintf(file, "%s</td>", least ? "</b>" : "");
}

static void print_row(FILE *file, const struct stream_rows *rows, const struct stream_row *row) {
    char room[QUESTION_VALUE_ROOM];
    int place = subject_place(SUBJECT_DELAY, KEY_PROCESSORS);
    print_machine(file, rows);
    print_cell(file, question_value(row->question, place, room), false);
    for (enum stream_curve curve = STREAM_ROUNDING; curve < STREAM_CURVES; curve++) {
        const char *value = stream_row_value(row, curve);
        bool least = curve != STREAM_BOUND && value && row->lower && strcmp(value, row->lower) == 0;
        print_cell(file, value, least);
    }
    fputs("</tr>\n", file);
}

void page_stream_tables(FILE *file, const struct report *report) {
    struct stream_rows rows;
    size_t printed = 0;
    if (!stream_rows_open(&rows, report, &(size_t){0}))
        return;
    print_summary(file, report);
    fputs("<details><summary>Table of all delays</summary>\n<p>In cycles. Bold numbers are least "
          "delays: no stream has less.</p>\n",
          file);
    page_table(file, "delays of streams",
               "L, o, g|P|whole steps|capacity full|flight|none|no less than");
    for (size_t at = 0; stream_rows_open(&rows, report, &at);)
        for (struct stream_row row; stream_rows_next(&rows, &row);)
            if (printed < REPORT_MOST_ROWS) {
                print_row(file, &rows, &row);
                printed++;
            }
    page_table_end(file);
    if (printed == REPORT_MOST_ROWS)
        fprintf(file, "<p class=\"remark\">The first %zu rows.</p>\n", printed);
    fputs("</details>\n", file);
}
