#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/periodic_read.h"
#include "solver/certificate/pruned_read.h"
#include "solver/certificate/schedule_read.h"
#include "solver/certificate/stationary_family_read.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/show/show.h"
#include "tools/steadycast/show/show_proof.h"
#include "tools/steadycast/verb.h"

enum {
    DEFAULT_ROWS = 60,
    MOST_ROWS = 20000,
    MOST_CELLS = 5000000,
    TREE_NODES = 400,
    MOST_PLACES = 20000000
};

static const struct option_spec specs[] = {
    {"depth", 't', OPTION_NUMBER, false, "T", 0, SEQUENCE_MAX_INDEX,
     "which depth of a family, stationary family or induction"},
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
    struct reception_table table;
    struct receiver *receivers;
    struct schedule schedule; /* or */
    struct periodic periodic;
    struct tree tree;
    bool svg;
};

static void drawing_clear(struct drawing *drawing) {
    tree_clear(&drawing->tree);
    free(drawing->receivers);
    reception_clear(&drawing->table);
    schedule_clear(&drawing->schedule);
    periodic_clear(&drawing->periodic);
}

static enum status choose_view(const struct arguments *arguments, struct drawing *drawing,
                               struct failure *failure) {
    const struct option_value *times = option(arguments, "times");
    const struct option_value *rows = option(arguments, "processors");
    struct view *view = &drawing->view;
    int delay = drawing->table.latency + drawing->table.depth;
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
    drawing->receivers = memory_new((size_t)count, sizeof *drawing->receivers);
    if (!drawing->receivers)
        return failure_set(failure, STATUS_SYSTEM, "out of memory");
    view->table = &drawing->table;
    view->receivers = drawing->receivers;
    view->first_row = rows->given ? rows->number - 1 : 0;
    view->receiver_count =
        receivers_list(&drawing->table, view->first_row, (int)count, drawing->receivers);
    view->first_time = first;
    view->last_time = last;
    return STATUS_OK;
}

/* Not the tool's fault: the file came from outside. */
static enum status no_schedule(const char *path, const struct failure *fault,
                               struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s does not hold a schedule: %s (see steadycheck)",
                       path, fault->message);
}

static enum status load_block_cyclic(const struct arguments *arguments, struct drawing *drawing,
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
    struct failure fault = {0};
    status = schedule_order(&drawing->schedule, &fault);
    schedule_sort(&drawing->schedule);
    if (!status)
        status = schedule_check(&drawing->schedule, &fault);
    if (status == STATUS_INTERNAL)
        return no_schedule(arguments->operands[0], &fault, failure);
    if (status)
        return failure_set(failure, status, "%s", fault.message);
    drawing->view.schedule = &drawing->schedule;
    return reception_of_schedule(&drawing->table, &drawing->schedule, failure);
}

static enum status load_periodic(const struct arguments *arguments, struct certificate_input *input,
                                 struct drawing *drawing, struct failure *failure) {
    const struct option_value *depth = option(arguments, "depth");
    enum status status = STATUS_OK;
    if (stationary_family_read_takes(input->kind))
        status = stationary_family_read(&drawing->periodic, input,
                                        depth->given ? (int)depth->number : -1, failure);
    else if (depth->given)
        status = failure_set(failure, STATUS_INPUT, "--depth: %s (kind %s) is about one depth only",
                             input->path, input->kind);
    else
        status = periodic_read(&drawing->periodic, input, failure);
    if (status)
        return status;
    struct failure fault = {0};
    status = periodic_check(&drawing->periodic, &fault);
    if (status == STATUS_INTERNAL)
        return no_schedule(input->path, &fault, failure);
    if (status)
        return failure_set(failure, status, "%s", fault.message);
    drawing->view.periodic = &drawing->periodic;
    return reception_of_periodic(&drawing->table, &drawing->periodic, failure);
}

static enum status load_pruned(const struct arguments *arguments, struct certificate_input *input,
                               struct drawing *drawing, struct failure *failure) {
    struct pruned pruned;
    if (option(arguments, "depth")->given)
        return failure_set(failure, STATUS_INPUT, "--depth: %s (kind %s) is about one depth only",
                           input->path, input->kind);
    enum status status = pruned_read(&pruned, input, failure);
    if (status)
        return status;
    if (pruned_places(&pruned) > MOST_PLACES)
        status =
            failure_set(failure, STATUS_INPUT, "t = %d is too large to be shown", pruned.depth);
    if (!status)
        status = pruned_words(&pruned, &drawing->periodic, failure);
    if (!status && tree_of_pruned(&drawing->tree, &pruned, TREE_NODES, NULL) == STATUS_OK)
        drawing->view.tree = &drawing->tree;
    pruned_clear(&pruned);
    if (status)
        return status;
    drawing->view.periodic = &drawing->periodic;
    return reception_of_periodic(&drawing->table, &drawing->periodic, failure);
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

/* The depth that an induction is about; -1 for other kinds. `input` stands at its kind. */
static enum status own_depth(struct certificate_input *input, long *depth,
                             struct failure *failure) {
    long latency;
    *depth = -1;
    if (strcmp(input->kind, "induction") != 0)
        return STATUS_OK;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    return status ? status
                  : certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, depth, failure);
}

/* What `input`, which stands at its kind, is about. */
static enum status load(const struct arguments *arguments, struct certificate_input *input,
                        struct drawing *drawing, struct failure *failure) {
    long depth;
    if (periodic_read_takes(input->kind) || stationary_family_read_takes(input->kind))
        return load_periodic(arguments, input, drawing, failure);
    if (strcmp(input->kind, "pruned") == 0)
        return load_pruned(arguments, input, drawing, failure);
    enum status status = own_depth(input, &depth, failure);
    if (!status)
        status = load_block_cyclic(arguments, drawing, failure);
    if (status)
        return status;
    if (depth >= 0 && drawing->schedule.depth != depth && !option(arguments, "depth")->given)
        fprintf(stderr,
                "steadycast: t = %ld, which the certificate is about, is too large to be shown; "
                "shown is t = %d (-t chooses another)\n",
                depth, drawing->schedule.depth);
    if (tree_init(&drawing->tree, drawing->schedule.latency, drawing->schedule.depth, TREE_NODES,
                  NULL) == STATUS_OK)
        drawing->view.tree = &drawing->tree;
    return STATUS_OK;
}

static enum status show_schedule(const struct arguments *arguments, struct certificate_input *input,
                                 struct failure *failure) {
    struct drawing drawing = {.svg = option(arguments, "svg")->given};
    const struct option_value *output = option(arguments, "output");
    enum status status = load(arguments, input, &drawing, failure);
    if (!status)
        status = choose_view(arguments, &drawing, failure);
    if (!status)
        status = output_file_write(output->given ? output->text : "-",
                                   option(arguments, "force")->given, draw, &drawing, failure);
    drawing_clear(&drawing);
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
    bool table = stationary_family_read_takes(input.kind) && table_option(arguments);
    status = show_proof_takes(input.kind) && !table ? tell_proof(arguments, &input, &failure)
                                                    : show_schedule(arguments, &input, &failure);
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
        "Items are numbered 1, 2, ..; item i is emitted at time i-1. Of a family or induction any\n"
        "depth can be shown, also beyond its window; the default is what an induction is about,\n"
        "unless that is too large, and the last depth of a family's window.\n\n"
        "Stationary and periodic schedules, and those on pruned trees: the words of values, "
        "received and\n"
        "sent, an item's value being the number of steps until its deadline. A word of length n in "
        "a schedule of\n"
        "period T is run by n/T processors that begin it T steps after one another. Of a\n"
        "stationary family its words for all depths, or with -t or --svg the schedule for one.\n\n"
        "Of a proof that there is none: the instance, and then why no letter can be left over,\n"
        "or the top of the exhausted tree, or what the refutation of the formula consists of, or\n"
        "the prices that bound all schedules. The options of tables and --svg are for schedules\n"
        "only.",
    .example = "  steadycast solve -L 3 -t 7 -o L3-t7.cert; steadycast show L3-t7.cert\n"
               "  steadycast show L3-t7.cert --svg -o L3-t7.svg\n"
               "  steadycast show results/main-job/decide/L4-t8-arithmetic.cert\n"
               "  steadycast solve -L 4 -t 8 --schedule stationary -o L4-t8.cert; "
               "steadycast show L4-t8.cert\n"
               "  steadycast show results/every-schedule/capacity/L2-t7-construction-upper.cert",
    .run = run_show};
