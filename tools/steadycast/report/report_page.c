/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/report.h"

#include <string.h>

#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/help/words.h"

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
    enum status status =
        section == SECTION_STREAM ? page_stream_distances(file, page->report, failure) : STATUS_OK;
    if (!status)
        status = page_question_tables(file, page, section, failure);
    if (section == SECTION_EFFORT)
        page_effort_tables(file, page);
    fputs("</section>\n", file);
    return status;
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
    enum status status = STATUS_OK;
    page_head(file, page);
    print_contents(file, page);
    for (int section = 0; section < REPORT_SECTIONS && !status; section++)
        if (has_section(page, (enum report_section)section))
            status = print_section(file, page, (enum report_section)section, failure);
    if (!status)
        status = page_case_tables(file, page, failure);
    print_words(file);
    fputs("</main>\n</body>\n</html>\n", file);
    return status;
}
