/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/schedule_read.h"

#include <stdint.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/schedule_lines.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/family.h"

enum { MOST_UNROLLED_PLACES = 100000000 };

/* --- one schedule --- */

/* The line `key NUMBER`, of depths, and with several ports that of these before it. */
static enum status read_depth(struct certificate_input *input, const char *key, long least,
                              long *ports, long *depth, struct failure *failure) {
    *ports = 1;
    if (!certificate_next(input) || input->word_count != 2 ||
        (strcmp(input->words[0], key) != 0 && strcmp(input->words[0], "ports") != 0))
        return certificate_expected(input,
                                    strcmp(key, "depth") == 0 ? "'depth NUMBER' or 'ports NUMBER'"
                                                              : "'depths NUMBER' or 'ports NUMBER'",
                                    failure);
    if (strcmp(input->words[0], key) == 0)
        return certificate_number(input, 1, least, SEQUENCE_MAX_INDEX, depth, failure);
    TRY(certificate_number(input, 1, 2, SCHEDULE_MOST_PORTS, ports, failure));
    return certificate_field(input, key, least, SEQUENCE_MAX_INDEX, depth, failure);
}

/* The first lines, up to the period. */
static enum status read_head(struct certificate_input *input, struct schedule *schedule,
                             mpz_ptr processors, int *line, struct failure *failure) {
    long latency, depth, period, ports;
    TRY(certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure));
    TRY(read_depth(input, "depth", 0, &ports, &depth, failure));
    TRY(certificate_big_field(input, "processors", processors, failure));
    *line = input->line;
    TRY(certificate_field(input, "period", 1, ports > 1 ? 1 : INT32_MAX, &period, failure));
    if ((period > 1 || ports > 1) && (depth + 1) * period > SCHEDULE_READ_MOST_PHASES)
        return failure_limit(failure, "%s:%d: too large: T (t+1) is above %d", input->path,
                             input->line, SCHEDULE_READ_MOST_PHASES);
    if (ports > 1)
        return schedule_init_ports(schedule, (int)latency, (int)depth, (int)ports, failure);
    schedule_init(schedule, (int)latency, (int)depth, (int)period);
    return STATUS_OK;
}

static enum status check_processors(const struct schedule *schedule, mpz_srcptr processors,
                                    const struct certificate_input *input, int line,
                                    struct failure *failure) {
    BIG(served);
    schedule_processors(schedule, served);
    bool right = mpz_cmp(served, processors) == 0;
    return right ? STATUS_OK
                 : failure_input(failure, "%s:%d: the lines serve another number of processors",
                                 input->path, line);
}

static enum status read_one(struct schedule *schedule, struct certificate_input *input,
                            mpz_ptr processors, struct failure *failure) {
    bool more = false;
    int line = 0;
    TRY(read_head(input, schedule, processors, &line, failure));
    TRY(schedule_lines_read(schedule, input, &more, failure));
    if (more)
        return certificate_expected(input, "'receive-only', 'block' or 'word'", failure);
    return check_processors(schedule, processors, input, line, failure);
}

static enum status read_schedule(struct certificate_input *input, int depth,
                                 struct schedule *schedule, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result = {0};
    BIG(processors);
    TRY(read_one(&result, input, processors, failure));
    if (depth != SCHEDULE_READ_ANY_DEPTH && depth != result.depth)
        return failure_input(failure, "%s is about t = %d only", input->path, result.depth);
    *schedule = TAKE(result);
    return STATUS_OK;
}

/* --- families of depths --- */

/* All instances; those listed as impossible are empty, and not `there`. */
struct window {
    int latency, ports;
    int from; /* U */
    int receive_only;
    int count;
    struct schedule *list;
    bool *there;
};

static void window_clear(struct window *window) {
    for (int i = 0; i < window->count; i++)
        schedule_clear(&window->list[i]);
    FREE_ALL(window->list, window->there);
}

/* Behind the line, or behind `letter` lines. */
static enum status read_instance(struct certificate_input *input, struct window *window, bool *more,
                                 struct failure *failure) {
    long depth;
    bool impossible = input->word_count == 3 && strcmp(input->words[2], "impossible") == 0;
    TRY(certificate_number(input, 1, 0, SEQUENCE_MAX_INDEX, &depth, failure));
    if (window->ports > 1 && depth >= SCHEDULE_READ_MOST_PHASES)
        return failure_limit(failure, "%s:%d: too large: t is above %d", input->path, input->line,
                             SCHEDULE_READ_MOST_PHASES - 1);
    size_t count = (size_t)window->count; /* grows with the file, whatever its first lines claim */
    TRY(memory_check(memory_make_room(&window->list, count, sizeof *window->list) &&
                         memory_make_room(&window->there, count, sizeof *window->there),
                     failure, "the instances of a family"));
    window->there[window->count] = !impossible;
    struct schedule *schedule = &window->list[window->count++];
    if (window->ports > 1)
        TRY(schedule_init_ports(schedule, window->latency, (int)depth, window->ports, failure));
    else
        schedule_init(schedule, window->latency, (int)depth, 1);
    TRY(schedule_lines_read(schedule, input, more, failure));
    while (*more && impossible && strcmp(input->words[0], "letter") == 0)
        *more = certificate_next(input);
    return STATUS_OK;
}

static enum status read_frame(struct certificate_input *input, struct window *window,
                              struct failure *failure) {
    long latency, ports, from, first, letter;
    TRY(certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure));
    TRY(read_depth(input, "depths", latency, &ports, &first, failure));
    if (!certificate_next(input) || input->word_count != 4 ||
        strcmp(input->words[0], "window") != 0)
        return certificate_expected(input, "'window U receive-only B'", failure);
    TRY(certificate_number(input, 1, 2 * latency, SEQUENCE_MAX_INDEX, &from, failure));
    TRY(certificate_number(input, 3, 0, ports * (latency - 1), &letter, failure));
    *window = (struct window){.latency = (int)latency,
                              .ports = (int)ports,
                              .from = (int)from,
                              .receive_only = (int)letter};
    return STATUS_OK;
}

static enum status read_window(struct certificate_input *input, struct window *window,
                               struct failure *failure) {
    enum status status = read_frame(input, window, failure);
    bool more = !status && certificate_next(input);
    while (!status && more) {
        if (strcmp(input->words[0], "instance") != 0)
            return certificate_expected(input, "'instance'", failure);
        status = read_instance(input, window, &more, failure);
    }
    return status;
}

/* U..U+L-1 in a row at the end of the list, the last with one root block of the whole tree, which
 * the rule enlarges. */
static bool window_is_whole(const struct window *window, int first) {
    for (int i = 0; i < window->latency; i++)
        if (first < 0 || window->list[first + i].depth != window->from + i)
            return false;
    const struct schedule *last = &window->list[window->count - 1];
    return last->block_count > 0 && last->blocks[0].head == last->depth &&
           last->blocks[0].size == last->depth - window->latency + 1 &&
           mpz_cmp_ui(last->blocks[0].count, 1) == 0;
}

/* The window's schedules as a family, borrowed, to be unrolled. */
static enum status unroll(const struct certificate_input *input, const struct window *window,
                          int depth, struct schedule *schedule, struct failure *failure) {
    int last = window->count - window->latency;
    if (!window_is_whole(window, last))
        return certificate_expected(input, "the instances U..U+L-1", failure);
    if ((long)depth * depth / 2 > MOST_UNROLLED_PLACES / window->ports)
        return failure_limit(failure, "t = %d is too large to be unrolled", depth);
    struct family family = {.latency = window->latency,
                            .ports = window->ports,
                            .from = window->from,
                            .receive_only = window->receive_only,
                            .window = window->list + last};
    enum status status = family_expand(&family, depth, schedule, failure);
    if (status)
        schedule_clear(schedule);
    return status;
}

static enum status pick(const struct certificate_input *input, struct window *window, int depth,
                        struct schedule *schedule, struct failure *failure) {
    int last = window->from + window->latency - 1;
    if (depth == SCHEDULE_READ_ANY_DEPTH)
        depth = last;
    if (depth > last)
        return unroll(input, window, depth, schedule, failure);
    for (int i = 0; i < window->count; i++) {
        struct schedule *held = &window->list[i];
        if (held->depth != depth || !window->there[i])
            continue;
        *schedule = TAKE(*held);
        return STATUS_OK;
    }
    return failure_input(failure, "%s holds no schedule for t = %d", input->path, depth);
}

static enum status read_family(struct certificate_input *input, int depth,
                               struct schedule *schedule, struct failure *failure) {
    CLEANUP(window_clear) struct window window = {0};
    TRY(read_window(input, &window, failure));
    return pick(input, &window, depth, schedule, failure);
}

/* --- either of them --- */

/* Does the n-th line behind the kind, which nobody has read yet, begin so? */
static bool begins(const struct certificate_input *input, int n, const char *key) {
    const char *line = input->text + input->next;
    for (int i = 1; i < n && line; i++)
        line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    return line && strncmp(line, key, strlen(key)) == 0;
}

static bool holds(const struct certificate_input *input) {
    int depths = begins(input, 2, "ports ") ? 3 : 2;
    return strcmp(input->kind, "schedule") == 0 ||
           (strcmp(input->kind, "family") == 0 && begins(input, depths, "depths "));
}

bool schedule_read_has_ports(const struct certificate_input *input) {
    return holds(input) && begins(input, 2, "ports ");
}

bool schedule_read_takes(const struct certificate_input *input) {
    return holds(input) && !begins(input, 2, "ports ");
}

/* Not the tool's fault: the file came from outside. */
static enum status check(const struct certificate_input *input, struct schedule *schedule,
                         struct failure *failure) {
    struct failure fault = {0};
    enum status status = schedule_check(schedule, &fault);
    if (!status)
        return STATUS_OK;
    schedule_clear(schedule);
    return failure_set(failure, status == STATUS_INTERNAL ? STATUS_INPUT : status,
                       "%s does not hold a schedule: %s (see steadycheck)", input->path,
                       fault.message);
}

enum status schedule_read(struct schedule *schedule, struct certificate_input *input, int depth,
                          struct failure *failure) {
    if (!holds(input))
        return failure_input(failure, "%s: kind %s holds no schedule", input->path, input->kind);
    TRY(strcmp(input->kind, "schedule") == 0 ? read_schedule(input, depth, schedule, failure)
                                             : read_family(input, depth, schedule, failure));
    return check(input, schedule, failure);
}

enum status schedule_read_file(struct schedule *schedule, const char *path, int depth,
                               struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, path, failure));
    return schedule_read(schedule, &input, depth, failure);
}
