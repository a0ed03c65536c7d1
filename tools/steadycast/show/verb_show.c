/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solver/collective/messages_read.h"
#include "solver/network/network_names.h"
#include "solver/stream/construction/schedule_read.h"
#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { DEFAULT_ROWS = 64, MOST_ROWS = 20000, MOST_CELLS = 5000000, MOST_NODES = 1000 };

static const struct option_spec specs[] = {
    {"format", 'f', OPTION_CHOICE, false, "table|grid|csv|tree|activity|digraph", 0, 0,
     "a list of messages as such a text, see below"},
    {"network", 0, OPTION_TEXT, false, "NETWORK", 0, 0,
     "instead of FILE: a network as it is read, as a file of edges (see steadycast help "
     "allgather)"},
    {"svg", 0, OPTION_FLAG, false, "", 0, 0, "draw a picture instead of text"},
    {"png", 0, OPTION_FLAG, false, "", 0, 0, "the same as PNG, by " PICTURE_CONVERTER},
    {"pdf", 0, OPTION_FLAG, false, "", 0, 0, "the same as PDF, by " PICTURE_CONVERTER},
    {"draw", 0, OPTION_CHOICE, false, "table|chart|network", 0, 0,
     "which picture of messages (default: what suits the machine)"},
    {"item", 0, OPTION_NUMBER, false, "K", 1, 2147483647,
     "whose way through the network is drawn, or whose tree is printed (default: 1)"},
    {"depth", 't', OPTION_NUMBER, false, "T", 0, SEQUENCE_MAX_INDEX, "which depth of a family"},
    {"times", 0, OPTION_RANGE, false, "A..B", 0, 100000000,
     "columns (default: of schedules 0..2(L+t)-1, at most 80; of messages all, at most 80 of a "
     "table, 240 of a chart)"},
    {"processors", 0, OPTION_RANGE, false, "A..B", 0, 1000000000,
     "rows, or nodes of a network (default: the first 64; of --format all)"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    OPTION_SPEC_FORCE,
    {"json", 0, OPTION_FLAG, false, "", 0, 0,
     "print the lines of the text as one JSON object; of a picture, with -o, what was written"},
};

static const struct option_rule rules[] = {{"item", "format=tree|svg|png|pdf", NULL},
                                           {"draw", "svg|png|pdf", NULL},
                                           {"format", NULL, "svg|png|pdf|depth|times"},
                                           {"network", NULL, "format|depth|times|draw|item"},
                                           {NULL, NULL, NULL}};

/* --- formats --- */

static const char *const formats[] = {
    [PICTURE_SVG] = "svg", [PICTURE_PNG] = "png", [PICTURE_PDF] = "pdf"};
enum { FORMATS = sizeof formats / sizeof *formats };

/* FORMATS: text. */
static enum status find_format(const struct arguments *arguments, int *format,
                               struct failure *failure) {
    *format = FORMATS;
    for (int i = 0; i < FORMATS; i++) {
        if (!option(arguments, formats[i])->given)
            continue;
        if (*format < FORMATS)
            return failure_input(failure, "--%s and --%s: one picture at a time", formats[*format],
                                 formats[i]);
        *format = i;
    }
    return STATUS_OK;
}

/* As an object with its lines; takes the text over. */
static enum status write_lines(const struct arguments *arguments,
                               const struct certificate_input *input, char *text,
                               struct failure *failure) {
    json_t *lines = json_array();
    for (char *line = text, *end; line && *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = 0;
        json_array_append_new(lines, json_any_text(line));
    }
    json_auto_t *object = json_pack("{s:o, s:s, s:o}", "file", json_any_text(input->path), "kind",
                                    input->kind, "text", lines);
    TRY(memory_check(object, failure, "the text"));
    struct output_file file;
    TRY(output_file_asked(&file, arguments, failure));
    bool lost = json_dumpf(object, file.stream, JSON_PRESERVE_ORDER) && !ferror(file.stream);
    putc('\n', file.stream);
    return output_file_close(&file, memory_check(!lost, failure, "the text"), failure);
}

static enum status write_bytes(const struct arguments *arguments, const struct output_bytes *bytes,
                               struct failure *failure) {
    struct output_file file;
    TRY(output_file_asked(&file, arguments, failure));
    return output_file_close(&file, output_file_bytes(file.stream, bytes, failure), failure);
}

/* What was printed with this status, as it is or as JSON; nothing if it failed. */
static enum status write_text(const struct arguments *arguments,
                              const struct certificate_input *input, struct output_bytes *text,
                              enum status status, struct failure *failure) {
    TRY(output_bytes_close(text, status, failure));
    return option(arguments, "json")->given ? write_lines(arguments, input, text->text, failure)
                                            : write_bytes(arguments, text, failure);
}

/* Takes over a picture that has ended. */
static enum status write_picture(const struct arguments *arguments, struct picture *picture,
                                 int format, struct failure *failure) {
    CLEANUP(output_bytes_clear) struct output_bytes bytes = {.purpose = "a picture"};
    bool missing = false;
    if (format != PICTURE_SVG && strcmp(option_text(arguments, "output", "-"), "-") == 0 &&
        isatty(STDOUT_FILENO))
        return failure_input(failure, "--%s: stdout is a terminal, name a file with -o FILE",
                             formats[format]);
    TRY(picture_convert(picture, (enum picture_format)format, &bytes.text, &bytes.size, &missing,
                        failure));
    if (missing)
        return failure_input(failure,
                             "--%s: " PICTURE_CONVERTER " is not installed; --svg needs nothing",
                             formats[format]);
    TRY(write_bytes(arguments, &bytes, failure));
    return json_written(arguments, NULL, failure);
}

/* --- schedules --- */

static enum status choose_view(const struct arguments *arguments, struct shown *shown,
                               struct failure *failure) {
    const struct option_value *times = option(arguments, "times");
    const struct option_value *rows = option(arguments, "processors");
    int delay = shown->table.latency + shown->table.depth;
    long count = rows->given ? rows->last - rows->number + 1 : DEFAULT_ROWS;
    if (rows->given && rows->number == 0)
        return failure_input(
            failure, "--processors: the processors of a schedule are 1, 2, .., without the source");
    if (count > MOST_ROWS)
        return failure_input(failure, "--processors: at most %d rows are drawn", MOST_ROWS);
    int first = times->given ? (int)times->number : 0;
    int last = times->given ? (int)times->last : 2 * delay - 1;
    if (!times->given && last > 79)
        last = 79;
    if (count * (last - first + 1) > MOST_CELLS)
        return failure_input(failure,
                             "%ld rows by %d columns are too many: at most %d cells are drawn (see "
                             "--processors and --times)",
                             count, last - first + 1, MOST_CELLS);
    return shown_choose(shown, rows->given ? rows->number - 1 : 0, (int)count, first, last,
                        failure);
}

static enum status draw_schedule(const struct arguments *arguments, const struct view *view,
                                 int format, struct failure *failure) {
    CLEANUP(picture_clear) struct picture picture = {0};
    if (option(arguments, "draw")->given || option(arguments, "item")->given)
        return failure_input(
            failure,
            "--draw and --item are for lists of messages; a schedule is always drawn as a table");
    TRY(schedule_picture(&picture, view, failure));
    return write_picture(arguments, &picture, format, failure);
}

static enum status show_schedule(const struct arguments *arguments, struct certificate_input *input,
                                 int format, struct failure *failure) {
    CLEANUP(shown_clear) struct shown shown = {0};
    int depth = (int)option_number(arguments, "depth", SHOWN_OWN_DEPTH);
    TRY(shown_load(&shown, input, depth, failure));
    TRY(choose_view(arguments, &shown, failure));
    if (format < FORMATS)
        return draw_schedule(arguments, &shown.view, format, failure);
    CLEANUP(output_bytes_clear) struct output_bytes text = {.purpose = "the text"};
    TRY(output_bytes_open(&text, failure));
    show_text(text.stream, &shown.view);
    return write_text(arguments, input, &text, STATUS_OK, failure);
}

/* --- messages --- */

/* `view` is what suits it. */
static enum status choose_list_view(const struct arguments *arguments, struct list_view *view,
                                    struct failure *failure) {
    const struct option_value *drawing = option(arguments, "draw");
    const struct option_value *rows = option(arguments, "processors");
    const struct option_value *times = option(arguments, "times");
    const struct option_value *item = option(arguments, "item");
    if (drawing->given)
        *view = list_view_for((enum list_drawing)drawing->number);
    if (item->given && view->drawing != LIST_NETWORK)
        return failure_input(failure, "--item is for --draw network");
    if (times->given && view->drawing == LIST_NETWORK)
        return failure_input(failure, "--times is for --draw table and --draw chart");
    if (option(arguments, "depth")->given)
        return failure_input(failure, "--depth is for schedules");
    view->item = option_number(arguments, "item", 1);
    if (rows->given) {
        view->first_row = rows->number;
        view->rows = rows->last - rows->number + 1;
    }
    if (times->given) {
        view->first_time = times->number;
        view->times = times->last - times->number + 1;
    }
    if (view->drawing == LIST_NETWORK && view->rows > MOST_NODES)
        return failure_input(failure, "--processors: at most %d nodes of a network are drawn",
                             MOST_NODES);
    if (view->rows > MOST_ROWS || view->rows * view->times > MOST_CELLS)
        return failure_input(failure,
                             "at most %d rows and %d cells are drawn: see --processors and --times",
                             MOST_ROWS, MOST_CELLS);
    return STATUS_OK;
}

static enum status draw_messages(const struct arguments *arguments, struct certificate_input *input,
                                 int format, struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    struct list_view view;
    CLEANUP(picture_clear) struct picture picture = {0};
    TRY(messages_read_all(&read, input, failure));
    view = list_view_of(&read.list);
    TRY(choose_list_view(arguments, &view, failure));
    TRY(list_picture(&picture, &read, &view, failure));
    return write_picture(arguments, &picture, format, failure);
}

static enum status write_messages(const struct arguments *arguments,
                                  struct certificate_input *input, struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    const struct option_value *rows = option(arguments, "processors");
    const struct list_text asked = {(enum list_form)option(arguments, "format")->number,
                                    rows->given ? (int)rows->number : LIST_OWN,
                                    rows->given ? (int)rows->last : LIST_OWN,
                                    option_number(arguments, "item", 1)};
    CLEANUP(output_bytes_clear) struct output_bytes text = {.purpose = "the text"};
    if (!messages_read_takes(input->kind))
        return failure_input(failure,
                             "--format: %s (kind %s) is no list of messages; expand makes one of "
                             "the schedule of a stream",
                             input->path, input->kind);
    TRY(messages_read_all(&read, input, failure));
    TRY(output_bytes_open(&text, failure));
    return write_text(arguments, input, &text, list_text(text.stream, &read, asked, failure),
                      failure);
}

/* --- networks --- */

/* What suits it: of a collective the way of a chunk, of a stream the steps of its period. */
static enum status draw_schedule_on_network(const struct arguments *arguments,
                                            const struct network_read *read,
                                            struct picture *picture, struct failure *failure) {
    bool way = !read->stream || option(arguments, "item")->given;
    struct list_view view = list_view_for(way ? LIST_NETWORK : LIST_TABLE);
    TRY(choose_list_view(arguments, &view, failure));
    if (view.drawing == LIST_CHART)
        return failure_input(failure, "--draw chart is for messages and frontiers");
    if (!option(arguments, "item")->given)
        view.item = 0;
    return network_picture(picture, read, &view, failure);
}

static enum status draw_network(const struct arguments *arguments, struct certificate_input *input,
                                int format, struct failure *failure) {
    CLEANUP(network_read_clear) struct network_read read = {0};
    CLEANUP(picture_clear) struct picture picture = {0};
    const struct option_value *drawing = option(arguments, "draw");
    TRY(network_read_all(&read, input, NETWORK_READ_NONE, failure));
    if (read.has_schedule) {
        TRY(draw_schedule_on_network(arguments, &read, &picture, failure));
    } else {
        if ((drawing->given && drawing->number != LIST_CHART) || option(arguments, "item")->given)
            return failure_input(failure, "a frontier is drawn as a chart");
        TRY(frontier_picture(&picture, &read, failure));
    }
    return write_picture(arguments, &picture, format, failure);
}

/* --- proofs --- */

/* The first of the options that ask for a table; NULL if there is none. */
static const char *table_option(const struct arguments *arguments) {
    static const char *const names[] = {"svg", "png", "pdf", "depth", "times", "processors"};
    for (int i = 0; i < 6; i++)
        if (option(arguments, names[i])->given)
            return names[i];
    return NULL;
}

/* A table is what the options are about; a proof is explained as a whole, or not at all. */
static enum status explain_proof(const struct arguments *arguments, struct certificate_input *input,
                                 struct failure *failure) {
    const char *asked = table_option(arguments);
    if (asked)
        return failure_input(failure, "--%s: %s (kind %s) holds no schedule%s", asked, input->path,
                             input->kind,
                             messages_read_takes(input->kind) || network_read_takes(input->kind)
                                 ? "; its messages are for pictures"
                                 : " and no list of messages");
    CLEANUP(output_bytes_clear) struct output_bytes text = {.purpose = "the text"};
    TRY(output_bytes_open(&text, failure));
    return write_text(arguments, input, &text, show_proof(text.stream, input, failure), failure);
}

static enum status show_kind(const struct arguments *arguments, struct certificate_input *input,
                             int format, struct failure *failure) {
    if (option(arguments, "format")->given)
        return write_messages(arguments, input, failure);
    if (schedule_read_takes(input))
        return show_schedule(arguments, input, format, failure);
    if (format < FORMATS && messages_read_takes(input->kind))
        return draw_messages(arguments, input, format, failure);
    if (format < FORMATS && network_read_takes(input->kind))
        return draw_network(arguments, input, format, failure);
    return explain_proof(arguments, input, failure);
}

/* Without a certificate. */
static enum status show_network_named(const struct arguments *arguments, int format,
                                      struct failure *failure) {
    CLEANUP(network_factors_clear) struct network_factors factors = {0};
    const char *name = option(arguments, "network")->text;
    const struct certificate_input input = {.path = name, .kind = "network"};
    TRY(network_factors_parse_in(name, NULL, &factors, failure));
    const struct network_machine_shown shown = {name, network_factors_whole(&factors)};
    if (format == FORMATS) {
        CLEANUP(output_bytes_clear) struct output_bytes text = {.purpose = "the text"};
        TRY(output_bytes_open(&text, failure));
        return write_text(arguments, &input, &text, show_machine(text.stream, &shown, failure),
                          failure);
    }
    CLEANUP(picture_clear) struct picture picture = {0};
    const struct option_value *rows = option(arguments, "processors");
    long last =
        rows->given && rows->last < shown.network->nodes ? rows->last : shown.network->nodes - 1;
    long first = rows->given ? rows->number : 0, count = last - first + 1;
    if (count < 1 || count > MOST_NODES)
        return failure_input(failure, "--processors: from 1 to %d nodes of a network are drawn",
                             MOST_NODES);
    TRY(machine_picture(&picture, &shown, (int)first,
                        rows->given || count < LIST_ROWS ? (int)count : LIST_ROWS, failure));
    return write_picture(arguments, &picture, format, failure);
}

static enum status show(const struct arguments *arguments, struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    int format, files = option(arguments, "network")->given ? 0 : 1;
    if (arguments->operand_count != files)
        return failure_input(failure, files ? "show takes one certificate file, or --network "
                                              "NETWORK (see: steadycast help show)"
                                            : "--network: no file besides is shown");
    TRY(find_format(arguments, &format, failure));
    if (format < FORMATS)
        TRY(json_written_check(arguments, failure));
    if (files == 0)
        return show_network_named(arguments, format, failure);
    TRY(certificate_load(&input, arguments->operands[0], failure));
    return show_kind(arguments, &input, format, failure);
}

VERB(show, "Explains a certificate: its schedule as a table or picture, or its proof", "FILE",
     .rules = rules, .act = show);
