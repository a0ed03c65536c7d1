/* SPDX-License-Identifier: MIT */
/* The automaton of the legal words of a small latency, drawn by Graphviz where it is installed. */
#include <stdlib.h>

#include "automata/juggling_graph.h"
#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/report/report.h"

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
