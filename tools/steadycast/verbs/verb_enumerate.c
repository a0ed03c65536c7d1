/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/stream/stationary/search.h"
#include "solver/stream/walk/walk.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"

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
    FILE *file;
    uint64_t listed; /* schedules up to here, with those of the listings that this one goes on */
    uint64_t most;   /* stop at so many */
    bool complete;
    /* block-cyclic */
    struct walk_plan plan;
    struct walk walk;
    uint64_t nodes; /* stop after so many nodes of this run */
    /* stationary */
    enum status status; /* of printing */
    struct failure failure;
};

static void listing_clear(struct listing *listing) {
    if (listing->walk.plan)
        walk_clear(&listing->walk);
    if (listing->plan.slots.list)
        walk_plan_clear(&listing->plan);
}

static bool is_json(const struct listing *listing) {
    return option(listing->arguments, "json")->given;
}

/* An object, which is taken over, on a line. */
static enum status print_object(FILE *file, json_t *object, struct failure *failure) {
    TRY(memory_check(object, failure, "a schedule"));
    json_dumpf(object, file, JSON_PRESERVE_ORDER);
    putc('\n', file);
    json_decref(object);
    return STATUS_OK;
}

/* The last line: how many schedules there are, or, where `from` is a position, as JSON, how many
 * there are at least. */
static enum status print_total(const struct listing *listing, const char *from,
                               struct failure *failure) {
    char number[24];
    bool complete = listing->complete;
    snprintf(number, sizeof number, "%" PRIu64, listing->listed);
    if (is_json(listing))
        return print_object(listing->file,
                            json_pack("{s:o, s:s, s:b, s:o, s:o, s:o}", "question",
                                      json_question_asked(listing->arguments), "status",
                                      complete ? "settled" : "interval", "settled", (int)complete,
                                      "lower", json_number(number), "upper",
                                      json_number(complete ? number : NULL), "from",
                                      json_any_text(from)),
                            failure);
    if (complete)
        fprintf(listing->file, "total %s\n", number);
    return STATUS_OK;
}

/* --- block-cyclic schedules --- */

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
    return failure_input(
        failure, "--from: the position is not one that enumerate prints, LISTED:LETTER,LETTER,..");
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

static void print_line(const struct listing *listing) {
    const struct slots *slots = &listing->plan.slots;
    FILE *file = listing->file;
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
static enum status print_json_line(const struct listing *listing, struct failure *failure) {
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
    return print_object(listing->file,
                        json_pack("{s:o, s:i}", "blocks", blocks, "receive_only", receive_only),
                        failure);
}

static bool must_stop(const struct listing *listing) {
    return listing->complete || listing->listed >= listing->most ||
           listing->walk.nodes >= listing->nodes || control_stopped(&listing->control);
}

/* Goes on to the next schedule, or for a while. */
static enum status advance(struct listing *listing, struct failure *failure) {
    struct walk *walk = &listing->walk;
    uint64_t rest = listing->nodes - walk->nodes;
    switch (walk_run(walk, rest < QUANTUM ? rest : QUANTUM)) {
    case WALK_SOLUTION:
        if (is_json(listing))
            TRY(print_json_line(listing, failure));
        else
            print_line(listing);
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
static enum status print_rest(struct listing *listing, struct failure *failure) {
    do {
        enum status status = advance(listing, failure);
        control_report(&listing->control, &(struct progress){.task = "schedules",
                                                             .done = listing->listed,
                                                             .nodes = listing->walk.nodes});
        if (status)
            return status;
        if (ferror(listing->file))
            return failure_system(failure, "the list could not be written");
    } while (!must_stop(listing));
    return STATUS_OK;
}

/* Without a letter in any block there is one schedule, and no tree. */
static enum status print_only(struct listing *listing, struct failure *failure) {
    int latency = (int)option(listing->arguments, "latency")->number;
    int depth = (int)option(listing->arguments, "depth")->number;
    int letter = depth < latency ? depth : 0;
    listing->listed = 1;
    listing->complete = true;
    if (is_json(listing))
        return print_object(listing->file,
                            json_pack("{s:[], s:i}", "blocks", "receive_only", letter), failure);
    fprintf(listing->file, depth < latency ? "x" : "root 1: | x");
    print_letter(listing->file, letter, latency, true);
    putc('\n', listing->file);
    return STATUS_OK;
}

static enum status print_list(struct listing *listing, struct failure *failure) {
    CLEANUP(output_bytes_clear) struct output_bytes position = {.purpose = "a position"};
    TRY(listing->plan.slots.count == 0 ? print_only(listing, failure)
                                       : print_rest(listing, failure));
    if (listing->complete)
        return print_total(listing, NULL, failure);
    TRY(output_bytes_open(&position, failure));
    print_position(listing, position.stream);
    TRY(output_bytes_close(&position, STATUS_OK, failure));
    return print_total(listing, position.text, failure);
}

/* Behind the schedules of the listings before. */
static void set_limits(struct listing *listing) {
    const struct option_value *nodes = option(listing->arguments, "nodes");
    listing->nodes = nodes->given ? (uint64_t)nodes->number : UINT64_MAX;
    bool more = listing->most < UINT64_MAX - listing->listed;
    listing->most = more ? listing->listed + listing->most : UINT64_MAX;
}

static enum status start_blocks(struct listing *listing, struct failure *failure) {
    const struct arguments *arguments = listing->arguments;
    int latency = (int)option(arguments, "latency")->number;
    int depth = (int)option(arguments, "depth")->number;
    const char *from = option_text(arguments, "from", NULL);
    enum walk_mode mode = option(arguments, "multisets")->given ? WALK_MULTISETS : WALK_WORDS;
    if (option(arguments, "processors")->given)
        return failure_input(failure, "--processors is for --schedule stationary");
    if (depth > latency)
        TRY(walk_plan_init(&listing->plan, latency, depth, mode, true, failure));
    if (listing->plan.slots.count == 0)
        return from ? failure_input(
                          failure,
                          "--from: for this latency and depth there is no list to go on with")
                    : STATUS_OK;
    TRY(walk_init(&listing->walk, &listing->plan, failure));
    TRY(stand_at(listing, from ? from : "0:+", failure));
    set_limits(listing);
    return STATUS_OK;
}

/* --- stationary schedules --- */

/* Equal neighbours as one item. */
static void print_runs(FILE *file, const int *list, size_t length) {
    for (size_t p = 0, end; p < length; p = end) {
        for (end = p; end < length && list[end] == list[p]; end++)
            ;
        if (list[p] == CLOSED_WORD_SILENT)
            fprintf(file, " -");
        else
            fprintf(file, " %d", list[p]);
        if (end - p > 1)
            fprintf(file, "*%zu", end - p);
    }
}

/* What is sent is printed only where it is not the largest value held. */
static enum status print_word(FILE *file, const struct word_class *class, int latency,
                              struct failure *failure) {
    bool largest;
    TRY(word_class_sends_largest(class, latency, &largest, failure));
    gmp_fprintf(file, "%Zd x", class->count);
    print_runs(file, class->values, class->length);
    if (!largest) {
        fprintf(file, " send");
        print_runs(file, class->sends, class->length);
    }
    return STATUS_OK;
}

static enum status print_json_words(struct listing *listing, const struct schedule *periodic) {
    json_t *words = json_array();
    for (size_t i = 0; i < periodic->word_count && words; i++) {
        const struct word_class *class = &periodic->words[i];
        json_t *values = json_array(), *sends = json_array();
        for (size_t p = 0; p < class->length; p++) {
            bool silent = class->sends[p] == CLOSED_WORD_SILENT;
            json_array_append_new(values, json_integer(class->values[p]));
            json_array_append_new(sends, silent ? json_null() : json_integer(class->sends[p]));
        }
        json_array_append_new(words, json_pack("{s:o, s:o, s:o}", "count", json_big(class->count),
                                               "values", values, "sends", sends));
    }
    return print_object(listing->file, json_pack("{s:o}", "words", words), &listing->failure);
}

static void print_text_words(struct listing *listing, const struct schedule *periodic) {
    for (size_t i = 0; i < periodic->word_count && !listing->status; i++) {
        if (i)
            fprintf(listing->file, " | ");
        listing->status =
            print_word(listing->file, &periodic->words[i], periodic->latency, &listing->failure);
    }
    putc('\n', listing->file);
}

static bool print_schedule(void *context, const struct schedule *periodic) {
    struct listing *listing = context;
    if (is_json(listing))
        listing->status = print_json_words(listing, periodic);
    else
        print_text_words(listing, periodic);
    listing->listed++;
    return !listing->status && !ferror(listing->file) && listing->listed < listing->most;
}

/* -N, or P(t) without it. */
static enum status choose_processors(const struct arguments *arguments, const struct limits *limits,
                                     long *processors, struct failure *failure) {
    const struct option_value *given = option(arguments, "processors");
    if (given->given) {
        *processors = given->number;
        return STATUS_OK;
    }
    BIG(tree);
    TRY(sequence_term(tree, (int)option(arguments, "latency")->number,
                      option(arguments, "depth")->number, limits, failure));
    if (!mpz_fits_slong_p(tree))
        return failure_limit(failure, "P(t) is too large for a search");
    *processors = mpz_get_si(tree);
    return STATUS_OK;
}

static enum status list_stationary(struct listing *listing, struct failure *failure) {
    const struct arguments *arguments = listing->arguments;
    struct limits limits = control_limits(&listing->control, arguments);
    enum verdict end = VERDICT_UNKNOWN;
    long processors = 0;
    TRY(choose_processors(arguments, &limits, &processors, failure));
    TRY(stationary_all((int)option(arguments, "latency")->number,
                       (int)option(arguments, "depth")->number, processors, &limits, print_schedule,
                       listing, &end, failure));
    if (listing->status)
        return failure_set(failure, listing->status, "%s", listing->failure.message);
    if (ferror(listing->file))
        return failure_system(failure, "the list could not be written");
    listing->complete = end == VERDICT_INFEASIBLE;
    return print_total(listing, NULL, failure);
}

/* The list comes in the order of a search that does not stop in between. */
static enum status check_stationary(const struct arguments *arguments, struct failure *failure) {
    static const char *const others[] = {"multisets", "from"};
    for (int i = 0; i < 2; i++)
        if (option(arguments, others[i])->given)
            return failure_input(failure, "--%s is for block-cyclic schedules", others[i]);
    return STATUS_OK;
}

/* --- both --- */

static void say_incomplete(const struct listing *listing, bool stationary) {
    fprintf(stderr, "steadycast: the list is INCOMPLETE: %" PRIu64 " schedules so far",
            listing->listed);
    if (stationary) {
        fprintf(stderr, ", and how many there are is unknown\n");
        return;
    }
    fprintf(stderr, ". The same command goes on behind them with\n  --from ");
    print_position(listing, stderr);
    fprintf(stderr, "\n");
}

static enum status list(struct listing *listing, bool stationary, struct failure *failure) {
    struct output_file file;
    TRY(stationary ? check_stationary(listing->arguments, failure)
                   : start_blocks(listing, failure));
    TRY(output_file_asked(&file, listing->arguments, failure));
    listing->file = file.stream;
    return output_file_close(
        &file, stationary ? list_stationary(listing, failure) : print_list(listing, failure),
        failure);
}

static int run_enumerate(const struct arguments *arguments) {
    bool stationary = option_number(arguments, "schedule", 0) == 1;
    const struct option_value *most = option(arguments, "most");
    CLEANUP(listing_clear)
    struct listing listing = {.arguments = arguments,
                              .most = most->given ? (uint64_t)most->number : UINT64_MAX};
    struct failure failure = {0};
    control_init(&listing.control, arguments);
    enum status status = list(&listing, stationary, &failure);
    control_end_line(&listing.control);
    if (status)
        return verb_unanswered(arguments, &failure);
    if (!listing.complete)
        say_incomplete(&listing, stationary);
    return listing.complete ? EXIT_SETTLED : EXIT_OPEN;
}

VERB(enumerate, "Lists all block-cyclic or stationary schedules of (L,t), one a line", "",
     .run = run_enumerate);
