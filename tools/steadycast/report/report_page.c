/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/juggling.h"
#include "automata/memory.h"
#include "solver/base/words.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/help/words.h"
#include "tools/steadycast/report/report.h"

static void report_pictures_clear(struct report_pictures *pictures) {
    for (size_t i = 0; i < pictures->count; i++)
        picture_clear(&pictures->list[i].picture);
    free(pictures->list);
    *pictures = (struct report_pictures){0};
}

enum status report_pictures_add(struct report_pictures *pictures, enum report_section section,
                                struct picture *picture, struct failure *failure) {
    TRY(memory_check(memory_make_room(&pictures->list, pictures->count, sizeof *pictures->list),
                     failure, "the pictures"));
    pictures->list[pictures->count++] = (struct report_drawn){section, TAKE(*picture)};
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
    FREED char *question = question_print(&report_asked(report, group)->question);
    size_t shown = question ? quoted_word_cut(question, REPORT_TIP_ROOM / 2) : 0;
    size_t length =
        (size_t)snprintf(tip, REPORT_TIP_ROOM, "%.*s%s", (int)shown, question ? question : "",
                         group->contradiction ? "\nCONTRADICTION" : "");
    for (size_t i = group->first; i < group->end; i++)
        length +=
            describe_case(report, report->by_question[i], tip + length, REPORT_TIP_ROOM - length);
}

const char *report_group_link(const struct report *report, const struct report_group *group,
                              const char *prefix, char link[REPORT_LINK_ROOM]) {
    if (group->shown == REPORT_NONE)
        return NULL;
    report_certificate_link(prefix, report_result(report, group->shown), 0, link);
    return *link ? link : NULL;
}

/* All of them, in the order of their sections. The same folder gives the same pictures. A schedule
 * whose certificate can't be read is a remark. Only memory can be lacking. */
static enum status report_pictures_draw(struct report_pictures *pictures,
                                        const struct report *report, const char *prefix,
                                        struct failure *failure) {
    static const struct {
        report_draw *draw;
        int kind;
    } all[] = {{draw_curves, CURVE_CAPACITY},
               {draw_curves, CURVE_DELAY},
               {draw_gaps, 0},
               {draw_curves, CURVE_STREAM},
               {draw_effort, EFFORT_SECONDS},
               {draw_effort, EFFORT_NODES},
               {draw_schedules, 0},
               {draw_automaton, 0}};
    *pictures = (struct report_pictures){.prefix = prefix};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        TRY(all[i].draw(pictures, report, all[i].kind, failure));
    return STATUS_OK;
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

/* The program is asked for before anything is drawn: without it, or if it fails, there is no
 * picture. */
static enum status draw(struct picture *picture, int latency, bool *drawn,
                        struct failure *failure) {
    CLEANUP(output_bytes_clear) struct output_bytes text = {.purpose = "a picture"};
    struct graph_drawn graph = {.missing = true};
    struct failure why;
    TRY(output_bytes_open(&text, failure));
    enum status status = juggling_write_dot(text.stream, latency - 1, 0, latency - 1, failure);
    TRY(output_bytes_close(&text, status, failure));
    TRY(picture_begin(picture, failure));
    *drawn =
        !graph_draw(picture->file, "dot", text.text, text.size, &graph, &why) && !graph.missing;
    return picture_end(picture, graph.width, graph.height, failure);
}

enum status draw_automaton(struct report_pictures *pictures, const struct report *report, int kind,
                           struct failure *failure) {
    (void)kind;
    int latency = smallest_latency(report);
    bool drawn = false;
    if (!latency)
        return STATUS_OK;
    CLEANUP(picture_clear)
    struct picture picture = {
        .text = "A circle is a state of one processor: bit i says that the item to be received "
                "by i steps from now is there already. An arrow is a reception, with its letter. A "
                "word of a block is a closed walk that begins in a double circle with the highest "
                "letter."};
    snprintf(picture.name, sizeof picture.name, "automaton-L%d", latency);
    snprintf(picture.title, sizeof picture.title, "The automaton of the legal words for L = %d",
             latency);
    TRY(draw(&picture, latency, &drawn, failure));
    if (drawn)
        return report_pictures_add(pictures, SECTION_AUTOMATON, &picture, failure);
    report_pictures_remark(pictures, SECTION_AUTOMATON,
                           "%s is not drawn: " GRAPH_DRAWER " is not installed.", picture.title);
    return STATUS_OK;
}

/* `explained`: what it shows stands below another picture. */
static void print_picture(FILE *file, const struct picture *picture, bool explained) {
    markup_print(file,
                 "<figure>\n<h3>%s</h3>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"%s\">\n",
                 picture->title, picture->title);
    picture_print(file, picture, false);
    fputs("</div>\n", file);
    if (!explained)
        markup_print(file, "<figcaption>%s</figcaption>\n", picture->text);
    fputs("</figure>\n", file);
}

/* Has an earlier picture of its section the same text? */
static bool is_explained(const struct report_pictures *pictures, size_t number) {
    for (size_t i = 0; i < number; i++)
        if (pictures->list[i].section == pictures->list[number].section &&
            strcmp(pictures->list[i].picture.text, pictures->list[number].picture.text) == 0)
            return true;
    return false;
}

static bool has_pictures(const struct report_pictures *pictures, enum report_section section) {
    for (size_t i = 0; i < pictures->count; i++)
        if (pictures->list[i].section == section)
            return true;
    return false;
}

/* A section of nothing is left out. */
static bool has_section(const struct report_page *page, enum report_section section) {
    return has_pictures(page->pictures, section) || *page->pictures->remarks[section] ||
           page_has_tables(page->report, section) ||
           (section == SECTION_EFFORT && page_has_effort(page->report));
}

static void print_pictures(FILE *file, const struct report_pictures *pictures,
                           enum report_section section) {
    if (has_pictures(pictures, section))
        fputs("<div class=\"pictures\">\n", file);
    for (size_t i = 0; i < pictures->count; i++)
        if (pictures->list[i].section == section)
            print_picture(file, &pictures->list[i].picture, is_explained(pictures, i));
    if (has_pictures(pictures, section))
        fputs("</div>\n", file);
    if (*pictures->remarks[section])
        markup_print(file, "<p class=\"remark\">%s</p>\n", pictures->remarks[section]);
}

static enum status print_section(FILE *file, const struct report_page *page,
                                 enum report_section section, struct failure *failure) {
    const struct page_section *about = &page_sections[section];
    fprintf(file, "<section id=\"%s\">\n<h2>%s</h2>\n%s\n", about->anchor, about->title,
            about->text);
    print_pictures(file, page->pictures, section);
    if (section == SECTION_STREAM)
        TRY(page_stream_distances(file, page->report, failure));
    TRY(page_question_tables(file, page, section, failure));
    if (section == SECTION_EFFORT)
        page_effort_tables(file, page);
    fputs("</section>\n", file);
    return STATUS_OK;
}

static void print_contents(FILE *file, const struct report_page *page) {
    fputs("<nav aria-label=\"contents\"><p>", file);
    for (int section = 0; section < REPORT_SECTIONS; section++)
        if (has_section(page, (enum report_section)section))
            fprintf(file, "<a href=\"#%s\">%s</a>\n", page_sections[section].anchor,
                    page_sections[section].title);
    if (page_has_open(page->report))
        fputs("<a href=\"#open\">Open cases</a>\n", file);
    if (page_has_contradictions(page->report))
        fputs("<a href=\"#contradictions\">Contradictions</a>\n", file);
    fputs("<a href=\"#all\">All cases</a>\n<a href=\"#words\">Words</a></p></nav>\n<main>\n", file);
}

static void print_words(FILE *file) {
    fputs("<section id=\"words\">\n<h2>Words</h2>\n<dl>\n", file);
    for (const struct word_meaning *entry = help_words; entry->word; entry++)
        markup_print(file, "<dt>%s</dt><dd>%s</dd>\n", entry->word, entry->meaning);
    fputs("</dl>\n</section>\n", file);
}

enum status report_page(FILE *file, const void *context, struct failure *failure) {
    const struct report_page *page = context;
    page_head(file, page);
    print_contents(file, page);
    for (int section = 0; section < REPORT_SECTIONS; section++)
        if (has_section(page, (enum report_section)section))
            TRY(print_section(file, page, (enum report_section)section, failure));
    TRY(page_case_tables(file, page, failure));
    print_words(file);
    fputs("</main>\n</body>\n</html>\n", file);
    return STATUS_OK;
}

/* --- pictures --- */

/* PNG first: where the program that makes it is not installed, *without_png is set, and it is
 * SVG. */
static enum status write_picture(const struct picture *picture, const char *folder,
                                 enum report_format format, bool overwrite, bool *without_png,
                                 struct failure *failure) {
    char name[sizeof picture->name + 8], path[CAMPAIGN_PATH_ROOM];
    for (int png = 1; png >= 0; png--) {
        CLEANUP(output_bytes_clear) struct output_bytes bytes = {.purpose = "a picture"};
        bool missing = false;
        if (png ? format == REPORT_SVG || *without_png : format == REPORT_PNG && !*without_png)
            continue;
        snprintf(name, sizeof name, "%s.%s", picture->name, png ? "png" : "svg");
        TRY(campaign_folder_path(folder, name, path, failure));
        TRY(picture_convert(picture, png ? PICTURE_PNG : PICTURE_SVG, &bytes.text, &bytes.size,
                            &missing, failure));
        *without_png |= missing;
        if (!missing)
            TRY(output_file_write(path, overwrite, output_file_bytes, &bytes, failure));
    }
    return STATUS_OK;
}

/* --- the page --- */

/* The folder that a file is in. */
static enum status parent_of(const char *path, char parent[CAMPAIGN_PATH_ROOM],
                             struct failure *failure) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= CAMPAIGN_PATH_ROOM)
        return failure_input(failure, "the name of the file is too long");
    snprintf(parent, CAMPAIGN_PATH_ROOM, "%.*s", (int)length, path);
    if (!length)
        strcpy(parent, slash ? "/" : ".");
    return STATUS_OK;
}

enum status report_write_page(const struct report *report, const char *path, bool overwrite,
                              size_t *pictures_drawn, struct failure *failure) {
    char parent[CAMPAIGN_PATH_ROOM], prefix[REPORT_LINK_ROOM];
    CLEANUP(report_pictures_clear) struct report_pictures pictures = {0};
    TRY(parent_of(strcmp(path, "-") == 0 ? "./page" : path, parent, failure));
    TRY(report_prefix(parent, report->folder, prefix, failure));
    TRY(report_pictures_draw(&pictures, report, prefix, failure));
    struct report_page page = {report, &pictures, prefix};
    *pictures_drawn = pictures.count;
    return output_file_write(path, overwrite, report_page, &page, failure);
}

enum status report_write_pictures(const struct report *report, const char *folder,
                                  enum report_format format, bool overwrite, bool *without_png,
                                  struct failure *failure) {
    char prefix[REPORT_LINK_ROOM];
    CLEANUP(report_pictures_clear) struct report_pictures pictures = {0};
    TRY(output_folder_make(folder, failure));
    TRY(report_prefix(folder, report->folder, prefix, failure));
    TRY(report_pictures_draw(&pictures, report, prefix, failure));
    *without_png = false;
    for (size_t i = 0; i < pictures.count; i++)
        TRY(write_picture(&pictures.list[i].picture, folder, format, overwrite, without_png,
                          failure));
    return STATUS_OK;
}
