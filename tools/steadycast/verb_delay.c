#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/write.h"
#include "solver/engine/delay.h"
#include "tools/steadycast/control.h"
#include "tools/steadycast/output_file.h"
#include "tools/steadycast/verb.h"

enum { PATH_ROOM = 4096, MOST_DIGITS = 100000 };

static const struct option_spec specs[] = {
    OPTION_SPEC_LATENCY,
    {"processors", 'P', OPTION_TEXT, true, "P", 0, 0, "processors, the source included"},
    {"engine", 'e', OPTION_CHOICE, false, "construction|search|all", 0, 0,
     "who finds the schedule (default: construction); all: both, which must agree"},
    {"output", 'o', OPTION_TEXT, false, "FOLDER", 0, 0,
     "write the certificates: schedule.cert, and bound.cert that one step less is impossible"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

/* N = P - 1 */
static enum status parse_processors(const struct arguments *arguments, mpz_ptr processors,
                                    struct failure *failure) {
    const char *text = option(arguments, "processors")->text;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] || digits > MOST_DIGITS ||
        mpz_set_str(processors, text, 10) != 0 || mpz_cmp_ui(processors, 2) < 0)
        return failure_set(failure, STATUS_INPUT,
                           "--processors: '%.40s' is no number from 2 on (the source and who is "
                           "served) of at most %d digits",
                           text, MOST_DIGITS);
    mpz_sub_ui(processors, processors, 1);
    return STATUS_OK;
}

static enum status path_of(const struct arguments *arguments, const char *name,
                           char path[PATH_ROOM], struct failure *failure) {
    int length = snprintf(path, PATH_ROOM, "%s/%s", option(arguments, "output")->text, name);
    return length < PATH_ROOM ? STATUS_OK
                              : failure_set(failure, STATUS_INPUT, "the folder's name is too long");
}

/* Makes the folder and sees whether both files could be written. */
static enum status probe(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"schedule.cert", "bound.cert"};
    const struct option_value *output = option(arguments, "output");
    char path[PATH_ROOM];
    if (!output->given)
        return STATUS_OK;
    if (strcmp(output->text, "-") == 0 || !*output->text)
        return failure_set(failure, STATUS_INPUT, "--output: '%s' is no name for a folder",
                           output->text);
    enum status status = output_folder_make(output->text, failure);
    for (int i = 0; i < 2 && !status; i++) {
        status = path_of(arguments, names[i], path, failure);
        if (!status)
            status = locked_file_probe(path, option(arguments, "force")->given, failure);
    }
    return status;
}

/* Both or none. */
static enum status write_both(const struct arguments *arguments, const struct delay *delay,
                              struct failure *failure) {
    char schedule[PATH_ROOM], bound[PATH_ROOM];
    bool overwrite = option(arguments, "force")->given;
    enum status status = path_of(arguments, "schedule.cert", schedule, failure);
    if (!status)
        status = path_of(arguments, "bound.cert", bound, failure);
    if (!status)
        status = answer_write(&delay->schedule, schedule, overwrite, failure);
    if (status || !delay->has_prices)
        return status;
    status = certificate_write_prices(bound, overwrite, &delay->prices, failure);
    if (status)
        unlink(schedule);
    return status;
}

static enum status find(const struct arguments *arguments, struct control *control,
                        mpz_srcptr processors, enum delay_method method, struct delay *delay,
                        struct failure *failure) {
    static const char *const names[] = {"construction", "search"};
    struct limits limits = control_limits(control, arguments);
    double before = control_elapsed(control);
    enum status status = delay_find((int)option(arguments, "latency")->number, processors, method,
                                    &limits, delay, failure);
    control_end_line(control);
    if (!status && !control->quiet)
        fprintf(stderr, "%s: t = %d, %.3f s\n", names[method], delay->depth,
                control_elapsed(control) - before);
    return status;
}

/* The search may find less than the construction, but nothing better than the bound. */
static enum status find_all(const struct arguments *arguments, struct control *control,
                            mpz_srcptr processors, struct delay *delay, struct failure *failure) {
    struct delay second;
    enum status status = find(arguments, control, processors, DELAY_CONSTRUCTION, delay, failure);
    if (status)
        return status;
    status = find(arguments, control, processors, DELAY_SEARCH, &second, failure);
    if (status == STATUS_LIMIT && !control_stopped(control)) {
        fprintf(stderr, "search: does not apply: %s\n", failure->message);
        return STATUS_OK;
    }
    if (!status) {
        if (second.depth != delay->depth)
            status = failure_set(failure, STATUS_INTERNAL,
                                 "construction and search disagree: t = %d and t = %d",
                                 delay->depth, second.depth);
        delay_clear(&second);
    }
    if (status)
        delay_clear(delay);
    return status;
}

static enum status print_json(int latency, const struct delay *delay, struct failure *failure) {
    json_t *object = json_pack("{s:i, s:i, s:i, s:i}", "latency", latency, "depth", delay->depth,
                               "delay", latency + delay->depth, "lower", latency + delay->lower);
    if (!object)
        return failure_memory(failure, "an answer");
    json_dumpf(object, stdout, JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(object);
    return STATUS_OK;
}

static enum status answer(const struct arguments *arguments, struct control *control,
                          mpz_srcptr processors, struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    const char *engine = option(arguments, "engine")->text;
    struct delay delay;
    enum status status;
    if (engine && strcmp(engine, "all") == 0)
        status = find_all(arguments, control, processors, &delay, failure);
    else
        status = find(arguments, control, processors,
                      engine && strcmp(engine, "search") == 0 ? DELAY_SEARCH : DELAY_CONSTRUCTION,
                      &delay, failure);
    if (status)
        return status;
    if (option(arguments, "output")->given)
        status = write_both(arguments, &delay, failure);
    if (!status && option(arguments, "json")->given)
        status = print_json(latency, &delay, failure);
    else if (!status)
        printf("delay %d\nlower %d\n", latency + delay.depth, latency + delay.lower);
    delay_clear(&delay);
    return status;
}

static int run_delay(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    mpz_t processors;
    control_init(&control, arguments);
    mpz_init(processors);
    enum status status = parse_processors(arguments, processors, &failure);
    if (!status)
        status = probe(arguments, &failure);
    if (!status)
        status = answer(arguments, &control, processors, &failure);
    mpz_clear(processors);
    return status ? verb_unanswered(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_delay = {
    .name = "delay",
    .summary = "The least delay of an endless stream for any number of processors",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Over all schedules whatsoever that bring every item to all P-1 processors beside the\n"
        "source. Prints\n"
        "  delay D      a schedule with delay D was found\n"
        "  lower D'     prices prove that no schedule has a smaller delay; settled if equal\n"
        "Engines:\n"
        "  construction  words on pruned trees (L = 1, L >= 3), and those for L = 2\n"
        "  search        backtracking over the window automaton and formulas; t up to 28, small P\n"
        "The exit status is 0, settled or not.",
    .example = "  steadycast delay -L 3 -P 1000\n"
               "  steadycast delay -L 2 -P 22 --engine all -o delay --force\n"
               "  steadycast delay -L 7 -P 123456789012345678901234567890 -q",
    .run = run_delay};
