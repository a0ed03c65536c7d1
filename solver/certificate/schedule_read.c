#include "solver/certificate/schedule_read.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/read.h"
#include "solver/construction/family.h"
#include "solver/model/sequence.h"

enum { MOST_SIZE = 100000000, MOST_UNROLLED_PLACES = 100000000 };

/* `a`, `a-b`, `a*k`, `a-b*k` appended to the letters; false if it is none of these or does not fit.
 */
static bool append_item(const char *item, int *letters, int room, int *count) {
    char *end;
    long first = strtol(item, &end, 10), last = first, copies = 1;
    if (*end == '-')
        last = strtol(end + 1, &end, 10);
    if (*end == '*')
        copies = strtol(end + 1, &end, 10);
    if (*end || end == item || first < 0 || last < first || last > MOST_SIZE || copies < 1)
        return false;
    for (long letter = first; letter <= last; letter++)
        for (long i = 0; i < copies; i++) {
            if (*count == room)
                return false;
            letters[(*count)++] = (int)letter;
        }
    return true;
}

static enum status read_block(const struct certificate_input *input, struct schedule *schedule,
                              struct failure *failure) {
    static const char *const grammar = "'block SIZE COUNT word|letters ...'";
    long size;
    enum status status = certificate_number(input, 1, 1, MOST_SIZE, &size, failure);
    if (status)
        return status;
    bool word = input->word_count > 3 && strcmp(input->words[3], "word") == 0;
    if (!word && (input->word_count < 4 || strcmp(input->words[3], "letters") != 0))
        return certificate_expected(input, grammar, failure);
    int *letters = memory_new((size_t)size, sizeof(int)), count = 0;
    if (!letters)
        return failure_memory(failure, NULL);
    bool good = true;
    for (int i = 4; i < input->word_count && good; i++)
        good = append_item(input->words[i], letters, (int)size - 1, &count);
    mpz_t copies;
    mpz_init(copies);
    const char *number = input->words[2];
    if (!good || count != size - 1 || number[strspn(number, "0123456789")] ||
        mpz_set_str(copies, number, 10) != 0 || mpz_sgn(copies) == 0)
        status = certificate_expected(input, grammar, failure);
    else if (word)
        status = schedule_add_word(schedule, (int)size, copies, letters, failure);
    else
        status = schedule_add(schedule, (int)size, copies, letters, failure);
    mpz_clear(copies);
    free(letters);
    return status;
}

static enum status read_block_cyclic(struct certificate_input *input, int depth,
                                     struct schedule *schedule, struct failure *failure) {
    long latency, own_depth, letter;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    if (!status)
        status = certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, &own_depth, failure);
    if (status)
        return status;
    if (depth != SCHEDULE_READ_ANY_DEPTH && depth != own_depth)
        return failure_set(failure, STATUS_INPUT, "%s is about t = %ld only", input->path,
                           own_depth);
    if (!certificate_next(input) || strcmp(input->words[0], "processors") != 0)
        return certificate_expected(input, "'processors N'", failure);
    status = certificate_field(input, "receive-only", 0, SEQUENCE_MAX_INDEX, &letter, failure);
    if (status)
        return status;
    schedule_init(schedule, (int)latency, (int)own_depth);
    schedule->receive_only = (int)letter;
    while (!status && certificate_next(input))
        status = read_block(input, schedule, failure);
    if (status)
        schedule_clear(schedule);
    return status;
}

/* All instances of a family or an induction; those listed as impossible stay empty and have
 * receive_only = -1. */
struct window {
    int latency;
    int depth; /* that an induction is about; -1 for a family */
    int from;
    int receive_only;
    int count;
    int room;
    struct schedule *list;
};

static void window_clear(struct window *window) {
    for (int i = 0; i < window->count; i++)
        schedule_clear(&window->list[i]);
    free(window->list);
}

/* The list grows with the file, whatever T and L its first lines claim. */
static enum status make_room(struct window *window, struct failure *failure) {
    if (window->count < window->room)
        return STATUS_OK;
    int room = 2 * window->room + 64;
    struct schedule *list = memory_resize(window->list, (size_t)room, sizeof *list);
    if (!list)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %d instances", room);
    window->list = list;
    window->room = room;
    return STATUS_OK;
}

static enum status open_instance(const struct certificate_input *input, struct window *window,
                                 struct failure *failure) {
    long depth, letter = -1;
    enum status status = certificate_number(input, 1, 0, SEQUENCE_MAX_INDEX, &depth, failure);
    if (!status)
        status = make_room(window, failure);
    if (!status && !(input->word_count == 3 && strcmp(input->words[2], "impossible") == 0))
        status = certificate_number(input, 3, 0, SEQUENCE_MAX_INDEX, &letter, failure);
    if (status)
        return status;
    struct schedule *schedule = &window->list[window->count++];
    schedule_init(schedule, window->latency, (int)depth);
    schedule->receive_only = (int)letter;
    return STATUS_OK;
}

static enum status read_window(struct certificate_input *input, struct window *window,
                               struct failure *failure) {
    long latency, from, letter, depth = -1;
    enum status status =
        certificate_field(input, "latency", 1, SEQUENCE_MAX_LATENCY, &latency, failure);
    if (!status && strcmp(input->kind, "induction") == 0)
        status = certificate_field(input, "depth", 0, SEQUENCE_MAX_INDEX, &depth, failure);
    if (!status)
        status = certificate_field(input, "from", 2 * latency, SEQUENCE_MAX_INDEX, &from, failure);
    if (!status)
        status = certificate_field(input, "receive-only", 0, latency - 1, &letter, failure);
    if (status)
        return status;
    *window = (struct window){.latency = (int)latency,
                              .depth = (int)depth,
                              .from = (int)from,
                              .receive_only = (int)letter};
    while (!status && certificate_next(input)) {
        if (strcmp(input->words[0], "instance") == 0)
            status = open_instance(input, window, failure);
        else if (strcmp(input->words[0], "block") == 0 && window->count)
            status = read_block(input, &window->list[window->count - 1], failure);
        else if (strcmp(input->words[0], "letter") != 0)
            status = certificate_expected(input, "'instance', 'block' or 'letter'", failure);
    }
    return status;
}

/* T..T+L-1 in a row at the end of the list, the last with one root block, which the rule enlarges.
 */
static bool window_is_whole(const struct window *window, int first) {
    for (int i = 0; i < window->latency; i++)
        if (first < 0 || window->list[first + i].depth != window->from + i)
            return false;
    const struct schedule *last = &window->list[window->count - 1];
    int roots = 0;
    for (size_t i = 0; i < last->class_count; i++) {
        if (last->classes[i].size > window->from)
            return false;
        roots += last->classes[i].size == window->from;
    }
    return roots == 1;
}

/* The window's schedules T..T+L-1 as a family, borrowed, to be unrolled. */
static enum status unroll(const struct certificate_input *input, const struct window *window,
                          int depth, struct schedule *schedule, struct failure *failure) {
    int last = window->count - window->latency;
    if (!window_is_whole(window, last))
        return certificate_expected(input, "the instances T..T+L-1", failure);
    if ((long)depth * depth / 2 > MOST_UNROLLED_PLACES)
        return failure_set(failure, STATUS_LIMIT, "t = %d is too large to be unrolled", depth);
    struct family family = {.latency = window->latency,
                            .from = window->from,
                            .receive_only = window->receive_only,
                            .window = window->list + last};
    schedule_init(schedule, window->latency, depth);
    enum status status = family_expand(&family, schedule, failure);
    if (status)
        schedule_clear(schedule);
    return status;
}

static enum status pick(const struct certificate_input *input, struct window *window, int depth,
                        struct schedule *schedule, struct failure *failure) {
    int last = window->from + window->latency - 1;
    if (depth == SCHEDULE_READ_ANY_DEPTH)
        depth = window->depth > last && window->depth <= SCHEDULE_READ_UNROLLED_DEPTH
                    ? window->depth
                    : last;
    if (depth > last)
        return unroll(input, window, depth, schedule, failure);
    for (int i = 0; i < window->count; i++) {
        struct schedule *held = &window->list[i];
        if (held->depth != depth || held->receive_only < 0)
            continue;
        *schedule = *held;
        schedule_init(held, window->latency, depth); /* its classes have moved */
        return STATUS_OK;
    }
    return failure_set(failure, STATUS_INPUT, "%s holds no schedule for t = %d", input->path,
                       depth);
}

enum status schedule_read(struct schedule *schedule, const char *path, int depth,
                          struct failure *failure) {
    struct certificate_input input;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    if (strcmp(input.kind, "block-cyclic") == 0) {
        status = read_block_cyclic(&input, depth, schedule, failure);
    } else if (strcmp(input.kind, "family") == 0 || strcmp(input.kind, "induction") == 0) {
        struct window window = {0};
        status = read_window(&input, &window, failure);
        if (!status)
            status = pick(&input, &window, depth, schedule, failure);
        window_clear(&window);
    } else {
        status =
            failure_set(failure, STATUS_INPUT, "%s: kind %s holds no schedule", path, input.kind);
    }
    certificate_unload(&input);
    return status;
}
