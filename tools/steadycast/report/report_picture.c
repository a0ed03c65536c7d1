/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "automata/juggling_graph.h"
#include "automata/memory.h"
#include "solver/base/words.h"
#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/report/report.h"

void report_pictures_clear(struct report_pictures *pictures) {
    for (size_t i = 0; i < pictures->count; i++)
        picture_clear(&pictures->list[i].picture);
    free(pictures->list);
    *pictures = (struct report_pictures){0};
}

enum status report_pictures_add(struct report_pictures *pictures, enum report_section section,
                                struct picture *picture, struct failure *failure) {
    struct report_drawn *list = memory_resize(pictures->list, pictures->count + 1, sizeof *list);
    if (!list) {
        picture_clear(picture);
        return failure_memory(failure, "the pictures");
    }
    pictures->list = list;
    list[pictures->count++] = (struct report_drawn){section, *picture};
    return STATUS_OK;
}

void report_pictures_remark(struct report_pictures *pictures, enum report_section section,
                            const char *format, ...) {
    char *remark = pictures->remarks[section], text[REPORT_REMARK_ROOM];
    size_t length = strlen(remark);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length + strlen(text) + 2 > REPORT_REMARK_ROOM)
        return;
    if (length)
        strcat(remark, " ");
    strcat(remark, text);
}

static size_t describe_case(const struct report *report, size_t number, char *tip, size_t room) {
    const struct case_result *result = report_result(report, number);
    const char *engine = report->campaign.cases[number].engine->name;
    char bounds[2 * REPORT_NUMBER_ROOM], seconds[32] = "";
    int length;
    if (result)
        report_bounds(bounds, result->lower, result->upper);
    if (result && result->version)
        snprintf(seconds, sizeof seconds, ", %.3g s", result->seconds);
    if (!result)
        length = snprintf(tip, room, "\n%s: not tried yet", engine);
    else if (result->lower || result->upper)
        length = snprintf(tip, room, "\n%s: %s%s", engine, bounds, seconds);
    else
        length = snprintf(tip, room, "\n%s: %s%s%s%s", engine, verdict_name(result->verdict),
                          result->cause ? ", " : "",
                          result->cause ? case_cause_name(result->cause) : "", seconds);
    return length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

void report_tip(const struct report *report, const struct report_group *group,
                char tip[REPORT_TIP_ROOM]) {
    char *question = question_print(&report_asked(report, group)->question);
    size_t shown = question ? quoted_word_cut(question, REPORT_TIP_ROOM / 2) : 0;
    size_t length =
        (size_t)snprintf(tip, REPORT_TIP_ROOM, "%.*s%s", (int)shown, question ? question : "",
                         group->contradiction ? "\nCONTRADICTION" : "");
    for (size_t i = group->first; i < group->end; i++)
        length +=
            describe_case(report, report->by_question[i], tip + length, REPORT_TIP_ROOM - length);
    free(question);
}

const char *report_group_link(const struct report *report, const struct report_group *group,
                              const char *prefix, char link[REPORT_LINK_ROOM]) {
    if (group->shown == REPORT_NONE)
        return NULL;
    report_certificate_link(prefix, report_result(report, group->shown), 0, link);
    return *link ? link : NULL;
}

enum status report_pictures_draw(struct report_pictures *pictures, const struct report *report,
                                 const char *prefix, struct failure *failure) {
    static report_draw *const all[] = {draw_capacities, draw_delays,    draw_streams,  draw_seconds,
                                       draw_nodes,      draw_schedules, draw_automaton};
    enum status status = STATUS_OK;
    *pictures = (struct report_pictures){.prefix = prefix};
    for (size_t i = 0; i < sizeof all / sizeof *all && !status; i++)
        status = all[i](pictures, report, failure);
    if (status)
        report_pictures_clear(pictures);
    return status;
}

/* The automaton of the legal words of a small latency, drawn by Graphviz where it is installed. */

enum { LEAST_LATENCY = 3, MOST_LATENCY = 5 };

/* The smallest latency of block-cyclic questions whose automaton is worth a picture; 0: none. */
static int smallest_latency(const struct report *report) {
    int smallest = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct campaign_case *asked = &report->campaign.cases[report->written[i]];
        int latency = (int)campaign_number(asked, KEY_LATENCY);
        if (asked->question.subject == SUBJECT_DECIDE && latency >= LEAST_LATENCY &&
            latency <= MOST_LATENCY && (!smallest || latency < smallest))
            smallest = latency;
    }
    return smallest;
}

static enum status write_graph(int latency, char **text, size_t *count, struct failure *failure) {
    FILE *file = open_memstream(text, count);
    enum status status = file ? juggling_write_dot(file, latency - 1, 0, latency - 1, failure)
                              : failure_memory(failure, "a picture");
    if (file && fclose(file) != 0)
        status = failure_memory(failure, "a picture");
    return status;
}

/* The program is asked for before anything is drawn: without it, or if it fails, there is no
 * picture. */
static enum status draw(struct picture *picture, int latency, bool *drawn,
                        struct failure *failure) {
    char *text = NULL;
    size_t count = 0;
    struct graph_drawn graph = {.missing = true};
    struct failure why;
    enum status status = write_graph(latency, &text, &count, failure);
    if (!status)
        status = picture_begin(picture, failure);
    if (!status)
        *drawn = graph_draw(picture->file, "dot", text, count, &graph, &why) == STATUS_OK &&
                 !graph.missing;
    free(text);
    return status ? status : picture_end(picture, graph.width, graph.height, failure);
}

enum status draw_automaton(struct report_pictures *pictures, const struct report *report,
                           struct failure *failure) {
    int latency = smallest_latency(report);
    bool drawn = false;
    if (!latency)
        return STATUS_OK;
    struct picture picture = {
        .text = "A circle is a state of one processor: bit i says that the item to be received "
                "by i steps from now is there already. An arrow is a reception, with its letter. A "
                "word of a block is a closed walk that begins in a double circle with the highest "
                "letter."};
    snprintf(picture.name, sizeof picture.name, "automaton-L%d", latency);
    snprintf(picture.title, sizeof picture.title, "The automaton of the legal words for L = %d",
             latency);
    enum status status = draw(&picture, latency, &drawn, failure);
    if (!status && drawn)
        return report_pictures_add(pictures, SECTION_AUTOMATON, &picture, failure);
    if (!status)
        report_pictures_remark(pictures, SECTION_AUTOMATON,
                               "%s is not drawn: " GRAPH_DRAWER " is not installed.",
                               picture.title);
    picture_clear(&picture);
    return status;
}
