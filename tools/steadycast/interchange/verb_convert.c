/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/quantities.h"
#include "tools/steadycast/frame/step_points.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/interchange/conversion_source.h"
#include "tools/steadycast/interchange/interchange.h"
#include "tools/steadycast/interchange/network_source.h"

enum { MOST_NAME = 63 };

/* What the runtimes take, in the order of --runtime: microsoft/msccl, RCCL, whose limits the others
 * keep as well, and Azure/msccl-executor-nccl. */
enum { RUNTIME_RCCL = 1 };
static const struct { int steps, blocks; } runtimes[] = {{256, 216}, {64, 64}, {64, 1024}};

static const struct option_spec specs[] = {
    {"format", 'f', OPTION_CHOICE, true, "csv|json|dot|goal|msccl|cnf|lrat|drat|msccl-algorithm", 0,
     0, "what FILE is written as, see below"},
    {"item", 0, OPTION_NUMBER, false, "I", 1, INT_MAX, "dot: the tree of this item only"},
    {"bytes", 0, OPTION_BYTES, false, "SIZE", 1, INT_MAX,
     "goal: bytes of a message, as 8 or 1MB (default: 1)"},
    {"idle", 0, OPTION_FLAG, false, "", 0, 0,
     "goal: idle time as lines calc, so that everything happens at its time"},
    {"proto", 0, OPTION_CHOICE, false, "Simple|LL|LL128", 0, 0,
     "msccl: protocol (default: Simple)"},
    {"runtime", 0, OPTION_CHOICE, false, "msccl|rccl|azure", 0, 0,
     "msccl: what runs it, for --steps and --blocks: microsoft/msccl, 256 and 216; RCCL, 64 and 64 "
     "(default); msccl-executor-nccl, 64 and 1024"},
    {"steps", 0, OPTION_NUMBER, false, "N", 1, 256,
     "msccl: most steps of a thread block (default: as --runtime)"},
    {"blocks", 0, OPTION_NUMBER, false, "N", 1, 1024,
     "msccl: most thread blocks of a rank (default: as --runtime)"},
    {"instances", 0, OPTION_NUMBER, false, "N", 1, 32,
     "msccl: each message in N parts, over channels of their own (default: 1)"},
    {"min-bytes", 0, OPTION_TEXT, false, "SIZE", 0, 0,
     "msccl: it is for so many bytes of a node at least, as 64KB (default: any)"},
    {"max-bytes", 0, OPTION_TEXT, false, "SIZE", 0, 0, "msccl: and of so many at most"},
    {"name", 0, OPTION_TEXT, false, "NAME", 0, 0,
     "msccl, msccl-algorithm: of the algorithm (default: steadycast)"},
    {"point", 0, OPTION_NUMBER, false, "S", 1, 1000000,
     "of a frontier: the point of S steps (default: the only one)"},
    {"message", 0, OPTION_TEXT, false, "BYTES", 0, 0,
     "msccl, of a frontier: a program for each point that is best for some of so many bytes a "
     "node, 1KB..1GB, into the folder --output"},
    {"alpha", 0, OPTION_TEXT, false, "TIME", 0, 0, "--message: what a step takes besides, as 2us"},
    {"bandwidth", 0, OPTION_TEXT, false, "RATE", 0, 0,
     "--message: of a capacity of 1, as 25GB/s, or what the network's capacities are multiples of"},
    {"times", 0, OPTION_RANGE, false, "A..B", 0, 1000000,
     "csv, of a schedule: who receives what in these steps, in place of the words"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_JSON_WRITTEN,
};

/* The formats, in the order of --format. */
static const struct {
    const char *name;
    interchange_list_writer *write;  /* NULL: it is not for lists of messages */
    schedule_writer *write_schedule; /* NULL: it is not for schedules */
    formula_writer *write_formula; /* NULL: it is not for refuted formulas; else for nothing else */
    network_writer *write_network; /* NULL: it is not for networks */
} formats[] = {{"csv", interchange_csv, schedule_csv, NULL, network_csv},
               {"json", interchange_json, schedule_json, NULL, network_json},
               {"dot", interchange_dot, schedule_dot, NULL, network_dot},
               {"goal", interchange_goal, NULL, NULL, network_goal},
               {"msccl", interchange_msccl, NULL, NULL, network_msccl},
               {"cnf", NULL, NULL, formula_cnf, NULL},
               {"lrat", NULL, NULL, formula_lrat, NULL},
               {"drat", NULL, NULL, formula_drat, NULL},
               {"msccl-algorithm", NULL, NULL, NULL, network_algorithm}};

/* --- one file, or two --- */

struct conversion {
    int format;
    struct interchange_options options;
    struct schedule_source schedule;
    struct formula_source formula;
    struct network_source network;
};

static void conversion_clear(struct conversion *conversion) {
    schedule_source_clear(&conversion->schedule);
    formula_source_clear(&conversion->formula);
    network_source_clear(&conversion->network);
}

/* Options of one format, given with another one. */
static enum status check_options(const struct arguments *arguments, struct failure *failure) {
    static const struct {
        const char *option, *format;
    } of[] = {{"item", "dot"},        {"bytes", "goal"},      {"idle", "goal"},
              {"proto", "msccl"},     {"steps", "msccl"},     {"blocks", "msccl"},
              {"runtime", "msccl"},   {"min-bytes", "msccl"}, {"max-bytes", "msccl"},
              {"instances", "msccl"}, {"name", "msccl"},      {"message", "msccl"},
              {"times", "csv"}};
    const char *format = formats[option(arguments, "format")->number].name;
    bool algorithm = strcmp(format, "msccl-algorithm") == 0;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (option(arguments, of[i].option)->given && strcmp(of[i].format, format) != 0 &&
            !(algorithm && strcmp(of[i].option, "name") == 0))
            return failure_input(failure, "--%s is for --format %s", of[i].option, of[i].format);
    return STATUS_OK;
}

/* A name that needs no escapes in XML. */
static enum status read_name(const struct arguments *arguments, const char **name,
                             struct failure *failure) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "._-";
    *name = option_text(arguments, "name", "steadycast");
    if (**name && strlen(*name) <= MOST_NAME && (*name)[strspn(*name, letters)] == 0)
        return STATUS_OK;
    return failure_input(failure, "--name: '%.70s' is not 1 to %d letters, digits and . _ -", *name,
                         MOST_NAME);
}

static enum status read_sizes(const struct arguments *arguments,
                              struct interchange_options *options, struct failure *failure) {
    const struct option_value *least = option(arguments, "min-bytes");
    const struct option_value *most = option(arguments, "max-bytes");
    double bytes[2] = {0, 0};
    TRY(least->given ? quantity_read_size("min-bytes", least->text, &bytes[0], failure)
                     : STATUS_OK);
    TRY(most->given ? quantity_read_size("max-bytes", most->text, &bytes[1], failure) : STATUS_OK);
    if (bytes[0] > 1e15 || bytes[1] > 1e15 ||
        (most->given && (bytes[1] < bytes[0] || bytes[1] < 1)))
        return failure_input(failure,
                             "--min-bytes is at most --max-bytes, and both at most 1000000GB");
    options->least = (int64_t)bytes[0];
    options->most = (int64_t)bytes[1];
    return STATUS_OK;
}

static enum status read_options(const struct arguments *arguments, struct conversion *conversion,
                                struct failure *failure) {
    long runtime = option_number(arguments, "runtime", RUNTIME_RCCL);
    conversion->format = (int)option(arguments, "format")->number;
    conversion->options = (struct interchange_options){
        .item = (int)option(arguments, "item")->number,
        .bytes = (int)option_number(arguments, "bytes", 1),
        .idle = option(arguments, "idle")->given,
        .proto = option_text(arguments, "proto", "Simple"),
        .steps = (int)option_number(arguments, "steps", runtimes[runtime].steps),
        .blocks = (int)option_number(arguments, "blocks", runtimes[runtime].blocks),
        .instances = (int)option_number(arguments, "instances", 1)};
    TRY(check_options(arguments, failure));
    TRY(read_sizes(arguments, &conversion->options, failure));
    return read_name(arguments, &conversion->options.name, failure);
}

static enum status convert_list(const struct arguments *arguments, struct conversion *conversion,
                                struct certificate_input *input, struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    CLEANUP(message_array_clear) struct message_array expanded = {0};
    TRY(messages_read_all(&read, input, failure));
    message_array_init(&expanded);
    if (read.list.rotation)
        TRY(interchange_expand(&read, &expanded, failure));
    else
        message_array_sort(&read.array);
    const struct message_array *array = read.list.rotation ? &expanded : &read.array;
    struct interchange_list source = {read.list, array->messages, array->count};
    struct output_file file;
    source.list.rotation = false;
    source.list.count = (long)array->count;
    source.list.source = array;
    TRY(output_file_asked(&file, arguments, failure));
    return output_file_close(
        &file,
        formats[conversion->format].write(file.stream, &source, &conversion->options, failure),
        failure);
}

static enum status convert_schedule(const struct arguments *arguments,
                                    struct conversion *conversion, struct certificate_input *input,
                                    struct failure *failure) {
    const struct option_value *times = option(arguments, "times");
    const char *format = formats[conversion->format].name;
    schedule_writer *write = formats[conversion->format].write_schedule;
    struct output_file file;
    if (!write)
        return failure_input(failure,
                             "%s: kind %s is an endless stream, and %s is for lists of messages "
                             "(see: steadycast help expand)",
                             input->path, input->kind, format);
    if (option(arguments, "item")->given)
        return failure_input(failure, "--item is for lists of messages");
    TRY(schedule_source_read(&conversion->schedule, input, failure));
    conversion->schedule.table = times->given;
    conversion->schedule.first_time = (int)times->number;
    conversion->schedule.last_time = (int)times->last;
    TRY(output_file_asked(&file, arguments, failure));
    return output_file_close(&file, write(file.stream, &conversion->schedule, failure), failure);
}

static enum status convert_formula(const struct arguments *arguments, struct conversion *conversion,
                                   struct certificate_input *input, struct failure *failure) {
    formula_writer *write = formats[conversion->format].write_formula;
    struct output_file file;
    TRY(formula_source_read(&conversion->formula, input, failure));
    TRY(output_file_asked(&file, arguments, failure));
    return output_file_close(&file, write(file.stream, &conversion->formula, failure), failure);
}

/* Schedules on networks: one, or two that are an allreduce. */
static enum status read_networks(const struct arguments *arguments, struct conversion *conversion,
                                 struct certificate_input *input, struct failure *failure) {
    struct network_source *network = &conversion->network;
    int point = (int)option_number(arguments, "point", NETWORK_READ_ONLY);
    TRY(network_read_all(&network->part[0], input, point, failure));
    network->parts = 1;
    if (arguments->operand_count == 1)
        return STATUS_OK;
    CLEANUP(certificate_unload) struct certificate_input second = {0};
    TRY(certificate_load(&second, arguments->operands[1], failure));
    TRY(network_read_all(&network->part[1], &second, point, failure));
    network->parts = 2;
    return network_source_compose(network, failure);
}

static enum status convert_network(const struct arguments *arguments, struct conversion *conversion,
                                   struct certificate_input *input, struct failure *failure) {
    network_writer *write = formats[conversion->format].write_network;
    bool program = write == network_msccl || write == network_algorithm;
    if (arguments->operand_count > 1 && !program)
        return failure_input(failure,
                             "two certificates are an allreduce, for msccl and msccl-algorithm");
    if (option(arguments, "times")->given || option(arguments, "idle")->given)
        return failure_input(failure, "kind %s: --times and --idle are for others", input->kind);
    TRY(read_networks(arguments, conversion, input, failure));
    if (conversion->network.part[0].stream && (program || write == network_goal))
        return failure_input(failure, "%s: a stream is endless; csv, json and dot", input->path);
    if (program)
        TRY(network_one_size(&conversion->network.part[0].network, input->path, failure));
    struct output_file file;
    TRY(output_file_asked(&file, arguments, failure));
    return output_file_close(
        &file, write(file.stream, &conversion->network, &conversion->options, failure), failure);
}

static enum status convert(const struct arguments *arguments, struct conversion *conversion,
                           struct certificate_input *input, struct failure *failure) {
    bool formula = formula_source_takes(input->kind);
    if (formula != (formats[conversion->format].write_formula != NULL))
        return failure_input(
            failure,
            formula ? "%s: kind %s is a refuted formula; it is converted to cnf, lrat and drat"
                    : "%s: kind %s is no refuted formula",
            input->path, input->kind);
    bool network = network_read_takes(input->kind);
    if (network)
        return convert_network(arguments, conversion, input, failure);
    if (arguments->operand_count > 1 || option(arguments, "point")->given ||
        (!formula && !formats[conversion->format].write))
        return failure_input(failure,
                             "%s: kind %s: two files, --point and msccl-algorithm are for networks",
                             input->path, input->kind);
    if (formula)
        return convert_formula(arguments, conversion, input, failure);
    if (schedule_source_takes(input))
        return convert_schedule(arguments, conversion, input, failure);
    if (!messages_read_takes(input->kind))
        return failure_input(failure,
                             "%s: kind %s is not converted; the kinds are messages, combining, "
                             "network-schedule, network-frontier, schedule and family (several "
                             "ports: see expand), and refuted formulas",
                             input->path, input->kind);
    if (option(arguments, "times")->given)
        return failure_input(failure, "--times is for schedules");
    return convert_list(arguments, conversion, input, failure);
}

/* --- programs of frontiers for messages of a range of sizes, as far as runtimes choose by size ---
 */

struct convert_sizes {
    char *const
        *files; /* a frontier, or of an allreduce that of its reduce-scatter and allgather */
    int count;
    const char *folder;
    bool overwrite;
    struct step_cost cost;
    double from, to; /* bytes of a node */
    network_writer *write;
    struct interchange_options options; /* least and most are set for each program */
};

/* The points of one file. */
struct frontier {
    struct step_point *points; /* owned; rounds for a node's bytes */
    int count;
};

struct program {
    int steps[NETWORK_PARTS];
    int64_t least, most; /* bytes of a node */
    struct output_bytes text;
};

struct programs {
    const struct convert_sizes *asked;
    struct frontier frontiers[NETWORK_PARTS];
    struct program *programs; /* owned */
    int count;
};

static void programs_clear(struct programs *programs) {
    for (int i = 0; i < programs->asked->count; i++)
        free(programs->frontiers[i].points);
    for (int i = 0; i < programs->count; i++)
        output_bytes_clear(&programs->programs[i].text);
    free(programs->programs);
}

/* Of a reduce-scatter and an allgather that are an allreduce a node has a part of its bytes. */
static enum status read_frontier(const char *path, bool composed, struct frontier *frontier,
                                 struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    CLEANUP(network_read_clear) struct network_read read = {0};
    TRY(certificate_load(&input, path, failure));
    if (strcmp(input.kind, "network-frontier") != 0)
        return failure_input(failure,
                             "%s: kind %s has no points: --message is for network-frontier", path,
                             input.kind);
    TRY(network_read_all(&read, &input, NETWORK_READ_NONE, failure));
    frontier->points = memory_new((size_t)read.point_count, sizeof *frontier->points);
    TRY(memory_check(frontier->points, failure, "a frontier"));
    int parts = composed && !collective_has_root(read.problem.collective)
                    ? network_parties(&read.network)
                    : 1;
    for (int i = 0; i < read.point_count; i++) {
        const struct network_read_point *point = &read.points[i];
        double rounds = (double)point->p / point->q / parts;
        frontier->points[i] = (struct step_point){point->steps, rounds, rounds, ""};
    }
    frontier->count = read.point_count;
    return STATUS_OK;
}

/* As convert of one point. */
static enum status write_text(const struct programs *programs, const struct program *program,
                              FILE *file, struct failure *failure) {
    const struct convert_sizes *asked = programs->asked;
    CLEANUP(network_source_clear) struct network_source source = {.parts = 0};
    struct interchange_options options = asked->options;
    for (; source.parts < asked->count; source.parts++) {
        CLEANUP(certificate_unload) struct certificate_input input = {0};
        TRY(certificate_load(&input, asked->files[source.parts], failure));
        TRY(network_read_all(&source.part[source.parts], &input, program->steps[source.parts],
                             failure));
    }
    TRY(network_one_size(&source.part[0].network, asked->files[0], failure));
    if (source.parts > 1)
        TRY(network_source_compose(&source, failure));
    options.least = program->least;
    options.most = program->most;
    return asked->write(file, &source, &options, failure);
}

static enum status make_text(const struct programs *programs, struct program *program,
                             struct failure *failure) {
    struct failure inner;
    TRY(output_bytes_open(&program->text, failure));
    enum status status = write_text(programs, program, program->text.stream, &inner);
    status = output_bytes_close(&program->text, status, &inner);
    return status ? failure_set(failure, status, "from %lld bytes a node on: %s",
                                (long long)program->least, inner.message)
                  : STATUS_OK;
}

/* From one size on until another point of one of the files is better. */
static enum status make_programs(struct programs *programs, struct failure *failure) {
    const struct convert_sizes *asked = programs->asked;
    for (double bytes = asked->from; bytes <= asked->to;) {
        TRY(memory_check(memory_make_room(&programs->programs, (size_t)programs->count,
                                          sizeof *programs->programs),
                         failure, "programs"));
        struct program *program = &programs->programs[programs->count++];
        double next = INFINITY;
        *program =
            (struct program){.least = (int64_t)ceil(bytes), .text = {.purpose = "a program"}};
        for (int i = 0; i < asked->count; i++) {
            const struct frontier *of = &programs->frontiers[i];
            const struct step_point *best =
                step_point_best(asked->cost, of->points, of->count, bytes);
            program->steps[i] = (int)best->steps;
            next = fmin(next, step_point_next(asked->cost, of->points, of->count, best, bytes));
        }
        program->most = (int64_t)(next <= asked->to ? ceil(next) - 1 : floor(asked->to));
        if (program->most < program->least) /* no whole number is in between */
            programs->count--;
        else
            TRY(make_text(programs, program, failure));
        bytes = next;
    }
    return STATUS_OK;
}

static enum status write_programs(const struct programs *programs, json_t *made,
                                  struct failure *failure) {
    const struct convert_sizes *asked = programs->asked;
    TRY(output_folder_make(asked->folder, failure));
    for (int i = 0; i < programs->count; i++) {
        const struct program *program = &programs->programs[i];
        char path[PATH_MAX], other[24] = "";
        if (asked->count > 1)
            snprintf(other, sizeof other, "+%d", program->steps[1]);
        size_t length = strlen(asked->folder);
        bool slash = length > 0 && asked->folder[length - 1] == '/';
        if (snprintf(path, sizeof path, "%s%ssteps-%d%s.xml", asked->folder, slash ? "" : "/",
                     program->steps[0], other) >= (int)sizeof path)
            return failure_input(failure, "%.60s..: too long a name", asked->folder);
        TRY(output_file_write(path, asked->overwrite, output_file_bytes, &program->text, failure));
        json_array_append_new(made, json_pack("{s:o, s:I, s:I, s:I}", "file", json_any_text(path),
                                              "bytes", (json_int_t)program->text.size, "min_bytes",
                                              (json_int_t)program->least, "max_bytes",
                                              (json_int_t)program->most));
    }
    return STATUS_OK;
}

/* Writes FOLDER/steps-S.xml for each point, for the sizes for which it is the best; of an allreduce
 * steps-S+T.xml. All programs are made before the first is written. `made`, the caller's, is a list
 * with the file and the sizes of each. */
static enum status convert_sizes(const struct convert_sizes *asked, json_t **made,
                                 struct failure *failure) {
    CLEANUP(programs_clear) struct programs programs = {.asked = asked};
    for (int i = 0; i < asked->count; i++)
        TRY(read_frontier(asked->files[i], asked->count > 1, &programs.frontiers[i], failure));
    TRY(make_programs(&programs, failure));
    *made = json_array();
    return *made ? write_programs(&programs, *made, failure)
                 : failure_memory(failure, "a list of programs");
}

/* --message: all points of a frontier. */
static enum status convert_all(const struct arguments *arguments,
                               const struct conversion *conversion, struct failure *failure) {
    struct convert_sizes asked = {.files = arguments->operands,
                                  .count = arguments->operand_count,
                                  .folder = option(arguments, "output")->text,
                                  .overwrite = option(arguments, "force")->given,
                                  .write = formats[conversion->format].write_network,
                                  .options = conversion->options};
    double rate = 0;
    json_auto_t *made = NULL;
    TRY(quantity_read_sizes(option(arguments, "message")->text, &asked.from, &asked.to, failure));
    TRY(quantity_read_seconds(option(arguments, "alpha")->text, &asked.cost.alpha, failure));
    TRY(quantity_read_rate(option(arguments, "bandwidth")->text, &rate, failure));
    asked.cost.beta = 1 / rate;
    TRY(convert_sizes(&asked, &made, failure));
    json_int_t bytes = 0;
    for (size_t i = 0; i < json_array_size(made); i++)
        bytes += json_integer_value(json_object_get(json_array_get(made, i), "bytes"));
    return json_written(arguments,
                        json_pack("{s:I, s:s, s:s, s:O}", "bytes", bytes, "kind",
                                  "network-frontier", "format", "msccl", "files", made),
                        failure);
}

static enum status convert_file(const struct arguments *arguments, struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    CLEANUP(conversion_clear) struct conversion conversion = {0};
    TRY(json_written_check(arguments, failure));
    TRY(read_options(arguments, &conversion, failure));
    if (option(arguments, "message")->given)
        return convert_all(arguments, &conversion, failure);
    TRY(certificate_load(&input, arguments->operands[0], failure));
    TRY(convert(arguments, &conversion, &input, failure));
    return json_written(
        arguments,
        json_pack("{s:s, s:s}", "kind", input.kind, "format", option(arguments, "format")->text),
        failure);
}

static const struct option_rule rules[] = {{"message", "alpha", "point|min-bytes|max-bytes"},
                                           {"message", "bandwidth", NULL},
                                           {"message", "output", NULL},
                                           {"alpha", "message", NULL},
                                           {"bandwidth", "message", NULL},
                                           {NULL, NULL, NULL}};

VERB(convert, "Writes a certificate in a format of other programs", "FILE [ALLGATHER]",
     .counted = {1, NETWORK_PARTS, "takes one certificate file, or two"}, .rules = rules,
     .act = convert_file);
