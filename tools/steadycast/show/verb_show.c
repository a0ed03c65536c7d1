/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/schedule_read.h"
#include "solver/certificate/stationary_family_read.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/show/show.h"
#include "tools/steadycast/show/show_proof.h"
#include "tools/steadycast/show/shown.h"

enum { DEFAULT_ROWS = 60, MOST_ROWS = 20000, MOST_CELLS = 5000000 };

static const struct option_spec specs[] = {
    {"depth", 't', OPTION_NUMBER, false, "T", 0, SEQUENCE_MAX_INDEX, "which depth of a family"},
    {"times", 0, OPTION_RANGE, false, "A..B", 0, 100000000,
     "columns of the reception table (default: 0..2(L+t)-1)"},
    {"processors", 0, OPTION_RANGE, false, "A..B", 1, 1000000000,
     "rows of the reception table (default: the first 60)"},
    {"svg", 0, OPTION_FLAG, false, "", 0, 0, "draw a picture instead of text"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    OPTION_SPEC_FORCE,
};

static enum status choose_view(const struct arguments *arguments, struct shown *shown,
                               struct failure *failure) {
    const struct option_value *times = option(arguments, "times");
    const struct option_value *rows = option(arguments, "processors");
    int delay = shown->table.latency + shown->table.depth;
    long count = rows->given ? rows->last - rows->number + 1 : DEFAULT_ROWS;
    if (count > MOST_ROWS)
        return failure_set(failure, STATUS_INPUT, "--processors: at most %d rows are drawn",
                           MOST_ROWS);
    int first = times->given ? (int)times->number : 0;
    int last = times->given ? (int)times->last : 2 * delay - 1;
    if (!times->given && last > 79)
        last = 79;
    if (count * (last - first + 1) > MOST_CELLS)
        return failure_set(failure, STATUS_INPUT,
                           "%ld rows by %d columns are too many: a table of at most %d cells is "
                           "drawn",
                           count, last - first + 1, MOST_CELLS);
    return shown_choose(shown, rows->given ? rows->number - 1 : 0, (int)count, first, last,
                        failure);
}

static enum status draw_text(FILE *file, const void *context, struct failure *failure) {
    const struct view *view = context;
    (void)failure;
    show_text(file, view);
    return STATUS_OK;
}

static enum status draw_svg(FILE *file, const void *context, struct failure *failure) {
    return show_svg(file, context, failure);
}

static enum status show_schedule(const struct arguments *arguments, struct certificate_input *input,
                                 struct failure *failure) {
    struct shown shown;
    const struct option_value *output = option(arguments, "output");
    const struct option_value *depth = option(arguments, "depth");
    bool svg = option(arguments, "svg")->given;
    enum status status =
        shown_load(&shown, input, depth->given ? (int)depth->number : SHOWN_OWN_DEPTH, failure);
    if (!status)
        status = choose_view(arguments, &shown, failure);
    if (!status)
        status =
            output_file_write(output->given ? output->text : "-", option(arguments, "force")->given,
                              svg ? draw_svg : draw_text, &shown.view, failure);
    shown_clear(&shown);
    return status;
}

struct text {
    char *bytes;
    size_t length;
};

static enum status write_text(FILE *file, const void *context, struct failure *failure) {
    const struct text *text = context;
    (void)failure;
    fwrite(text->bytes, 1, text->length, file);
    return STATUS_OK;
}

/* The first of the options that ask for a table; NULL if there is none. */
static const char *table_option(const struct arguments *arguments) {
    static const char *const names[] = {"svg", "depth", "times", "processors"};
    for (int i = 0; i < 4; i++)
        if (option(arguments, names[i])->given)
            return names[i];
    return NULL;
}

/* A table is what the options are about; a proof is told as a whole, or not at all. */
static enum status tell_proof(const struct arguments *arguments, struct certificate_input *input,
                              struct failure *failure) {
    const char *asked = table_option(arguments);
    if (asked)
        return failure_set(failure, STATUS_INPUT, "--%s: %s (kind %s) holds no schedule", asked,
                           input->path, input->kind);
    const struct option_value *output = option(arguments, "output");
    struct text text = {NULL, 0};
    FILE *file = open_memstream(&text.bytes, &text.length);
    if (!file)
        return failure_memory(failure, "the text");
    enum status status = show_proof(file, input, failure);
    bool whole = !ferror(file);
    if (fclose(file) != 0 || !whole)
        status = failure_memory(failure, "the text");
    if (!status)
        status = output_file_write(output->given ? output->text : "-",
                                   option(arguments, "force")->given, write_text, &text, failure);
    free(text.bytes);
    return status;
}

static int run_show(const struct arguments *arguments) {
    struct failure failure = {0};
    struct certificate_input input;
    if (arguments->operand_count != 1) {
        failure_set(&failure, STATUS_INPUT, "show takes one certificate file");
        return verb_failed(&failure);
    }
    enum status status = certificate_load(&input, arguments->operands[0], &failure);
    if (status)
        return verb_failed(&failure);
    bool table = schedule_read_takes(&input) ||
                 (stationary_family_read_takes(input.kind) && table_option(arguments));
    status = table ? show_schedule(arguments, &input, &failure)
                   : tell_proof(arguments, &input, &failure);
    certificate_unload(&input);
    return status ? verb_failed(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_show = {
    .name = "show",
    .summary = "Explains a certificate: its schedule as a table or picture, or its proof",
    .operands = "FILE",
    VERB_SPECS(specs),
    .details =
        "Of a schedule: words, broadcast tree, reception table; the tree for block-cyclic ones.\n"
        "Items are numbered 1, 2, ..; item i is emitted at time i-1. Of a family of depths any\n"
        "depth can be shown, also beyond its window; the default is the last one of its window.\n\n"
        "Stationary and periodic schedules: the words of values, received and\n"
        "sent, an item's value being the number of steps until its deadline. A word of length n in "
        "a schedule of\n"
        "period T is run by n/T processors that begin it T steps after one another. Of a\n"
        "stationary family its words for all depths, or with -t or --svg the schedule for one.\n\n"
        "Of a proof that there is none: the instance, and then why no letter can be left over,\n"
        "or the top of the exhausted tree, or what the refutation of the formula consists of, or\n"
        "the prices that bound all schedules. The options of tables and --svg are for schedules\n"
        "only.",
    .example =
        "  steadycast solve -L 3 -t 7 -o L3-t7.cert; steadycast show L3-t7.cert\n"
        "  steadycast show L3-t7.cert --svg -o L3-t7.svg\n"
        "  steadycast show results/main-job/certificates/decide-L4/t8-arithmetic.cert\n"
        "  steadycast solve -L 4 -t 8 --schedule stationary -o L4-t8.cert; "
        "steadycast show L4-t8.cert\n"
        "  steadycast show results/every-schedule/certificates/capacity-L2/t7-search-bound.cert",
    .run = run_show};
