/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/word.h"
#include "solver/stream/walk/walk.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/enumerate.h"

enum status enumerate_print_object(FILE *file, json_t *object, struct failure *failure) {
    TRY(memory_check(object, failure, "a schedule"));
    json_dumpf(object, file, JSON_PRESERVE_ORDER);
    putc('\n', file);
    json_decref(object);
    return STATUS_OK;
}

enum status enumerate_print_total(FILE *file, const struct arguments *arguments, uint64_t listed,
                                  bool complete, const char *from, struct failure *failure) {
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, listed);
    return enumerate_print_object(
        file,
        json_pack("{s:o, s:s, s:b, s:o, s:o, s:o}", "question", json_question_asked(arguments),
                  "status", complete ? "settled" : "interval", "settled", (int)complete, "lower",
                  json_number(number), "upper", json_number(complete ? number : NULL), "from",
                  json_any_text(from)),
        failure);
}

static const struct option_spec specs[] = {
    OPTION_SPEC_LATENCY,
    OPTION_SPEC_DEPTH,
    {"schedule", 0, OPTION_CHOICE, false, "block-cyclic|stationary", 0, 0,
     "which schedules (default: block-cyclic)"},
    {"processors", 'N', OPTION_NUMBER, false, "N", 1, LONG_MAX,
     "for stationary schedules (default: P(T))"},
    {"multisets", 0, OPTION_FLAG, false, "", 0, 0,
     "letters of a block without their order, ascending"},
    {"most", 0, OPTION_NUMBER, false, "N", 1, LONG_MAX, "stop after N more schedules"},
    {"from", 0, OPTION_TEXT, false, "POSITION", 0, 0,
     "go on behind a position that an incomplete listing printed"},
    OPTION_SPEC_OUTPUT("write the list to a file (- is stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    {"json", 0, OPTION_FLAG, false, "", 0, 0,
     "print a JSON object for each schedule, and one for how many there are"},
    OPTION_SPEC_QUIET,
};

/* Nodes between two looks at the clock and at the signals. */
enum { QUANTUM = 1 << 16 };

/* A listing under way. */
struct listing {
    const struct arguments *arguments;
    struct control control;
    struct walk_plan plan;
    struct walk walk;
    uint64_t listed; /* schedules up to here, with those of the listings that this one goes on */
    uint64_t most;   /* stop at so many */
    uint64_t nodes;  /* stop after so many nodes of this run */
    bool complete;
};

/* A position is LISTED:PATH. PATH is the letters of the walk's path, joined by commas; with a + at
 * its end the subtree below is still to be visited, otherwise it is finished. */
static void print_position(const struct listing *listing, FILE *file) {
    const struct walk *walk = &listing->walk;
    bool below = walk->depth < walk->plan->slots.count;
    int length = walk->depth + (below && !walk->fresh); /* with the letter finished last */
    fprintf(file, "%" PRIu64 ":", listing->listed);
    for (int i = 0; i < length; i++)
        fprintf(file, i ? ",%d" : "%d", walk->letters[i]);
    fprintf(file, below && walk->fresh ? "+" : "");
}

static enum status bad_position(struct failure *failure) {
    return failure_set(
        failure, STATUS_INPUT,
        "--from: the position is not one that enumerate prints, LISTED:LETTER,LETTER,..");
}

/* A decimal number below `bound`; moves *text behind it. */
static bool read_number(const char **text, uint64_t bound, uint64_t *number) {
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    errno = 0;
    unsigned long long value = strtoull(*text, &end, 10);
    if (errno || value >= bound)
        return false;
    *number = value;
    *text = end;
    return true;
}

/* Reads the letters; `path` has room for all slots. */
static bool read_path(const char *text, const struct slots *slots, int *path, int *length,
                      bool *entered) {
    *length = 0;
    while (*text && *text != '+') {
        uint64_t letter;
        if (*length == slots->count || (*length > 0 && *text++ != ',') ||
            !read_number(&text, (uint64_t)slots->latency, &letter))
            return false;
        path[(*length)++] = (int)letter;
    }
    *entered = *text == '+';
    return *text == 0 || text[1] == 0;
}

static enum status stand_at(struct listing *listing, const char *position,
                            struct failure *failure) {
    const struct slots *slots = &listing->plan.slots;
    int length;
    bool entered;
    if (!read_number(&position, UINT64_MAX, &listing->listed) || *position != ':')
        return bad_position(failure);
    FREED int *path = memory_new((size_t)slots->count, sizeof *path);
    TRY(memory_check(path, failure, "a position"));
    return read_path(position + 1, slots, path, &length, &entered)
               ? walk_resume(&listing->walk, path, length, 0, entered, failure)
               : bad_position(failure);
}

static void print_letter(FILE *file, int letter, int latency, bool first) {
    char name[LETTER_NAME_SIZE];
    fprintf(file, "%s%s", first || latency > LETTER_NAMED_ALPHABET ? " " : "",
            letter_name(name, letter, latency));
}

static void print_left(FILE *file, const int *left, int latency) {
    int letter = 0;
    while (left[letter] == 0)
        letter++;
    fprintf(file, " | x");
    print_letter(file, letter, latency, true);
    putc('\n', file);
}

static void print_line(const struct listing *listing, FILE *file) {
    const struct slots *slots = &listing->plan.slots;
    for (int s = 0; s < slots->count; s++) {
        const struct slot *slot = &slots->list[s];
        bool first = slot->position == 1;
        if (first)
            fprintf(file, "%s%s%d:", s ? " | " : "", s == slots->last_block ? "root " : "",
                    slot->size);
        print_letter(file, listing->walk.letters[s], slots->latency, first);
    }
    print_left(file, listing->walk.left, slots->latency);
}

/* The same: the letters of each block as numbers. */
static enum status print_json_line(const struct listing *listing, FILE *file,
                                   struct failure *failure) {
    const struct slots *slots = &listing->plan.slots;
    json_t *blocks = json_array(), *word = NULL;
    int receive_only = 0;
    for (int s = 0; s < slots->count && blocks; s++) {
        const struct slot *slot = &slots->list[s];
        if (slot->position == 1) {
            word = json_array();
            json_array_append_new(blocks, json_pack("{s:i, s:b, s:o}", "size", slot->size, "root",
                                                    (int)(s == slots->last_block), "word", word));
        }
        json_array_append_new(word, json_integer(listing->walk.letters[s]));
    }
    while (listing->walk.left[receive_only] == 0)
        receive_only++;
    return enumerate_print_object(
        file, json_pack("{s:o, s:i}", "blocks", blocks, "receive_only", receive_only), failure);
}

static bool must_stop(const struct listing *listing) {
    return listing->complete || listing->listed >= listing->most ||
           listing->walk.nodes >= listing->nodes || control_stopped(&listing->control);
}

/* Goes on to the next schedule, or for a while. */
static enum status advance(struct listing *listing, FILE *file, struct failure *failure) {
    struct walk *walk = &listing->walk;
    uint64_t rest = listing->nodes - walk->nodes;
    switch (walk_run(walk, rest < QUANTUM ? rest : QUANTUM)) {
    case WALK_SOLUTION:
        if (option(listing->arguments, "json")->given)
            TRY(print_json_line(listing, file, failure));
        else
            print_line(listing, file);
        listing->listed++;
        break;
    case WALK_DONE:
        listing->complete = true;
        break;
    case WALK_QUANTUM:
        break;
    }
    return STATUS_OK;
}

/* Prints until the end or a limit. One step is made in any case: a walk that has only been resumed
 * does not say where it stands. */
static enum status print_rest(struct listing *listing, FILE *file, struct failure *failure) {
    do {
        enum status status = advance(listing, file, failure);
        control_report(&listing->control, &(struct progress){.task = "schedules",
                                                             .done = listing->listed,
                                                             .nodes = listing->walk.nodes});
        if (status)
            return status;
        if (ferror(file))
            return failure_set(failure, STATUS_SYSTEM, "the list could not be written");
    } while (!must_stop(listing));
    return STATUS_OK;
}

/* Without a letter in any block there is one schedule, and no tree. */
static enum status print_only(struct listing *listing, FILE *file, struct failure *failure) {
    const struct arguments *arguments = listing->arguments;
    int latency = (int)option(arguments, "latency")->number;
    int depth = (int)option(arguments, "depth")->number;
    int letter = depth < latency ? depth : 0;
    listing->listed = 1;
    listing->complete = true;
    if (option(arguments, "json")->given)
        return enumerate_print_object(
            file, json_pack("{s:[], s:i}", "blocks", "receive_only", letter), failure);
    fprintf(file, depth < latency ? "x" : "root 1: | x");
    print_letter(file, letter, latency, true);
    putc('\n', file);
    return STATUS_OK;
}

static enum status print_total(const struct listing *listing, FILE *file, struct failure *failure) {
    FREED char *position = NULL;
    size_t size;
    FILE *text = listing->complete ? NULL : open_memstream(&position, &size);
    if (text) {
        print_position(listing, text);
        fclose(text);
    }
    return enumerate_print_total(file, listing->arguments, listing->listed, listing->complete,
                                 position, failure);
}

static enum status print_list(FILE *file, const void *context, struct failure *failure) {
    struct listing *listing = *(struct listing *const *)context;
    if (listing->plan.slots.count == 0)
        TRY(print_only(listing, file, failure));
    else
        TRY(print_rest(listing, file, failure));
    if (option(listing->arguments, "json")->given)
        return print_total(listing, file, failure);
    if (listing->complete)
        fprintf(file, "total %" PRIu64 "\n", listing->listed);
    return STATUS_OK;
}

static void set_limits(struct listing *listing) {
    const struct option_value *most = option(listing->arguments, "most");
    const struct option_value *nodes = option(listing->arguments, "nodes");
    listing->nodes = nodes->given ? (uint64_t)nodes->number : UINT64_MAX;
    listing->most = UINT64_MAX;
    if (most->given && (uint64_t)most->number < UINT64_MAX - listing->listed)
        listing->most = listing->listed + (uint64_t)most->number;
}

static enum status start(struct listing *listing, struct failure *failure) {
    const struct arguments *arguments = listing->arguments;
    int latency = (int)option(arguments, "latency")->number;
    int depth = (int)option(arguments, "depth")->number;
    const struct option_value *from = option(arguments, "from");
    enum walk_mode mode = option(arguments, "multisets")->given ? WALK_MULTISETS : WALK_WORDS;
    if (depth > latency)
        TRY(walk_plan_init(&listing->plan, latency, depth, mode, true, failure));
    if (listing->plan.slots.count == 0)
        return from->given
                   ? failure_set(
                         failure, STATUS_INPUT,
                         "--from: for this latency and depth there is no list to go on with")
                   : STATUS_OK;
    TRY(walk_init(&listing->walk, &listing->plan, failure));
    TRY(stand_at(listing, from->given ? from->text : "0:+", failure));
    set_limits(listing);
    return STATUS_OK;
}

static void say_incomplete(const struct listing *listing) {
    fprintf(stderr,
            "steadycast: the list is INCOMPLETE: %" PRIu64 " schedules so far. The same "
            "command goes on behind them with\n  --from ",
            listing->listed);
    print_position(listing, stderr);
    fprintf(stderr, "\n");
}

static int list_block_cyclic(const struct arguments *arguments) {
    struct listing listing = {.arguments = arguments};
    struct listing *context = &listing;
    struct failure failure = {0};
    control_init(&listing.control, arguments);
    enum status status = STATUS_OK;
    if (option(arguments, "processors")->given)
        status = failure_set(&failure, STATUS_INPUT, "--processors is for --schedule stationary");
    if (!status)
        status = start(&listing, &failure);
    if (!status)
        status = output_file_asked(arguments, print_list, &context, &failure);
    control_end_line(&listing.control);
    if (!status && !listing.complete)
        say_incomplete(&listing);
    if (listing.walk.plan)
        walk_clear(&listing.walk);
    if (listing.plan.slots.list)
        walk_plan_clear(&listing.plan);
    return status             ? verb_unanswered(arguments, &failure)
           : listing.complete ? EXIT_SETTLED
                              : EXIT_OPEN;
}

static int run_enumerate(const struct arguments *arguments) {
    const struct option_value *class = option(arguments, "schedule");
    return class->given && class->number == 1 ? enumerate_stationary(arguments)
                                              : list_block_cyclic(arguments);
}

const struct verb verb_enumerate = {
    .name = "enumerate",
    .summary = "Lists all block-cyclic or stationary schedules of (L,t), one a line",
    .operands = "",
    VERB_SPECS(specs),
    .help = text_enumerate,
    .run = run_enumerate};
