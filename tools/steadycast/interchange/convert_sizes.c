/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/convert_sizes.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"

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
        return failure_set(failure, STATUS_INPUT,
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
            return failure_set(failure, STATUS_INPUT, "%.60s..: too long a name", asked->folder);
        TRY(output_file_write(path, asked->overwrite, output_file_bytes, &program->text, failure));
        json_array_append_new(made, json_pack("{s:o, s:I, s:I, s:I}", "file", json_any_text(path),
                                              "bytes", (json_int_t)program->text.size, "min_bytes",
                                              (json_int_t)program->least, "max_bytes",
                                              (json_int_t)program->most));
    }
    return STATUS_OK;
}

enum status convert_sizes(const struct convert_sizes *asked, json_t **made,
                          struct failure *failure) {
    CLEANUP(programs_clear) struct programs programs = {.asked = asked};
    for (int i = 0; i < asked->count; i++)
        TRY(read_frontier(asked->files[i], asked->count > 1, &programs.frontiers[i], failure));
    TRY(make_programs(&programs, failure));
    *made = json_array();
    return *made ? write_programs(&programs, *made, failure)
                 : failure_memory(failure, "a list of programs");
}
