#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/schedule_read.h"
#include "tools/steadycast/output_file.h"
#include "tools/steadycast/show.h"
#include "tools/steadycast/verb.h"

enum { DEFAULT_ROWS = 60, MOST_ROWS = 20000, TREE_NODES = 400, MOST_PLACES = 20000000 };

static const struct option_spec specs[] = {
    {"depth", 't', OPTION_NUMBER, false, "T", 0, SEQUENCE_MAX_INDEX,
     "which depth of a family (default: the last of its window)"},
    {"times", 0, OPTION_RANGE, false, "A..B", 0, 100000000,
     "columns of the reception table (default: 0..2(L+t)-1)"},
    {"processors", 0, OPTION_RANGE, false, "A..B", 1, 1000000000,
     "rows of the reception table (default: the first 60)"},
    {"svg", 0, OPTION_FLAG, false, "", 0, 0, "draw a picture instead of text"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    OPTION_SPEC_FORCE,
};

/* What is drawn, with the memory that holds it. */
struct drawing {
    struct view view;
    struct receiver *receivers;
    struct schedule schedule;
    struct tree tree;
    bool svg;
};

static enum status choose_view(const struct arguments *arguments, struct drawing *drawing,
                               struct failure *failure) {
    const struct option_value *times = option(arguments, "times");
    const struct option_value *rows = option(arguments, "processors");
    const struct schedule *schedule = &drawing->schedule;
    int delay = schedule->latency + schedule->depth;
    long count = rows->given ? rows->last - rows->number + 1 : DEFAULT_ROWS;
    if (count > MOST_ROWS)
        return failure_set(failure, STATUS_INPUT, "--processors: at most %d rows are drawn",
                           MOST_ROWS);
    drawing->receivers = memory_new((size_t)count, sizeof *drawing->receivers);
    if (!drawing->receivers)
        return failure_set(failure, STATUS_SYSTEM, "out of memory");
    drawing->view = (struct view){.schedule = schedule, .receivers = drawing->receivers};
    drawing->view.first_row = rows->given ? rows->number - 1 : 0;
    drawing->view.receiver_count =
        receivers_list(schedule, drawing->view.first_row, (int)count, drawing->receivers);
    drawing->view.first_time = times->given ? (int)times->number : 0;
    drawing->view.last_time = times->given ? (int)times->last : 2 * delay - 1;
    if (!times->given && drawing->view.last_time > 79)
        drawing->view.last_time = 79;
    return STATUS_OK;
}

static enum status load(const struct arguments *arguments, struct drawing *drawing,
                        struct failure *failure) {
    const struct option_value *depth = option(arguments, "depth");
    enum status status =
        schedule_read(&drawing->schedule, arguments->operands[0],
                      depth->given ? (int)depth->number : SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    if (schedule_size(&drawing->schedule) > MOST_PLACES)
        return failure_set(failure, STATUS_INPUT, "t = %d is too large to be shown",
                           drawing->schedule.depth);
    status = schedule_order(&drawing->schedule, failure);
    schedule_sort(&drawing->schedule);
    if (!status)
        status = schedule_check(&drawing->schedule, failure);
    if (status == STATUS_INTERNAL) /* not the tool's fault: the file came from outside */
        status = failure_set(failure, STATUS_INPUT, "%s does not hold a schedule (see steadycheck)",
                             arguments->operands[0]);
    return status ? status : choose_view(arguments, drawing, failure);
}

static enum status draw(FILE *file, const void *context, struct failure *failure) {
    const struct drawing *drawing = context;
    (void)failure;
    if (drawing->svg)
        show_svg(file, &drawing->view);
    else
        show_text(file, &drawing->view);
    return STATUS_OK;
}

static int run_show(const struct arguments *arguments) {
    struct failure failure = {0};
    struct drawing drawing = {.svg = option(arguments, "svg")->given};
    const struct option_value *output = option(arguments, "output");
    if (arguments->operand_count != 1) {
        failure_set(&failure, STATUS_INPUT, "show takes one certificate file");
        return verb_failed(&failure);
    }
    enum status status = load(arguments, &drawing, &failure);
    if (!status && tree_init(&drawing.tree, drawing.schedule.latency, drawing.schedule.depth,
                             TREE_NODES, NULL) == STATUS_OK)
        drawing.view.tree = &drawing.tree;
    if (!status)
        status = output_file_write(output->given ? output->text : "-",
                                   option(arguments, "force")->given, draw, &drawing, &failure);
    tree_clear(&drawing.tree);
    free(drawing.receivers);
    schedule_clear(&drawing.schedule);
    return status ? verb_failed(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_show = {
    .name = "show",
    .summary = "Draws the schedule of a certificate: words, broadcast tree, reception table",
    .operands = "FILE",
    VERB_SPECS(specs),
    .details =
        "Items are numbered 1, 2, ..; item i is emitted at time i-1. Of a family any depth can be\n"
        "shown, also beyond its window.",
    .example = "  steadycast solve -L 3 -t 7 -o L3-t7.cert && steadycast show L3-t7.cert\n"
               "  steadycast show L3-t7.cert --svg -o L3-t7.svg",
    .run = run_show};
