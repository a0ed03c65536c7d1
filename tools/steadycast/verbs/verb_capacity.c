#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/certificate/locked_file.h"
#include "solver/certificate/write.h"
#include "solver/question/capacity.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"

enum { PATH_ROOM = 4096 };

static const struct option_spec specs[] = {
    OPTION_SPEC_LATENCY,
    {"depth", 't', OPTION_RANGE, true, "A..B", 0, SEQUENCE_MAX_INDEX, "depths: delay L+t"},
    {"engine", 'e', OPTION_CHOICE, false, "construction|search|all", 0, 0,
     "who answers (default: construction); all: both, which must agree"},
    {"output", 'o', OPTION_TEXT, false, "FOLDER", 0, 0, "write the certificates of both sides"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static const char *const method_names[] = {"construction", "search"};

/* One (L,t), as asked. */
struct question {
    const struct arguments *arguments;
    struct control *control;
    int latency;
    int depth;
};

static enum status path_of(const struct question *question, enum capacity_method method,
                           const char *side, char path[PATH_ROOM], struct failure *failure) {
    int length = snprintf(path, PATH_ROOM, "%s/L%d-t%d-%s-%s.cert",
                          option(question->arguments, "output")->text, question->latency,
                          question->depth, method_names[method], side);
    return length < PATH_ROOM ? STATUS_OK
                              : failure_set(failure, STATUS_INPUT, "the folder's name is too long");
}

/* Both or none. */
static enum status write_both(const struct question *question, enum capacity_method method,
                              const struct capacity *capacity, struct failure *failure) {
    char lower[PATH_ROOM], upper[PATH_ROOM];
    bool overwrite = option(question->arguments, "force")->given;
    enum status status = path_of(question, method, "lower", lower, failure);
    if (!status)
        status = path_of(question, method, "upper", upper, failure);
    if (!status)
        status = answer_write(&capacity->schedule, lower, overwrite, failure);
    if (status)
        return status;
    status = evidence_write(evidence_of_prices(&capacity->prices), upper, overwrite, NULL, failure);
    if (status)
        unlink(lower);
    return status;
}

/* Whether both could be written: now, and not after a long search. */
static enum status probe_both(const struct question *question, enum capacity_method method,
                              struct failure *failure) {
    static const char *const sides[] = {"lower", "upper"};
    char path[PATH_ROOM];
    const char *folder = option(question->arguments, "output")->text;
    bool overwrite = option(question->arguments, "force")->given;
    enum status status = capacity_check_range(question->latency, question->depth, method, failure);
    if (status || !folder)
        return status;
    status = output_folder_make(folder, failure);
    for (int i = 0; i < 2 && !status; i++) {
        status = path_of(question, method, sides[i], path, failure);
        if (!status)
            status = locked_file_probe(path, overwrite, failure);
    }
    return status;
}

static void remark(const struct question *question, enum capacity_method method,
                   const struct capacity *capacity, double seconds) {
    bool settled = mpz_cmp(capacity->lower, capacity->upper) == 0;
    if (!question->control->quiet)
        fprintf(stderr, "%s: L = %d, t = %d%s, %.3f s\n", method_names[method], question->latency,
                question->depth,
                capacity->stopped ? ", stopped before a schedule was found"
                : settled         ? ""
                                  : ", no schedule for more was found",
                seconds);
}

static enum status find(const struct question *question, enum capacity_method method,
                        struct capacity *capacity, struct failure *failure) {
    struct limits limits = control_limits(question->control, question->arguments);
    double before = control_elapsed(question->control);
    enum status status = probe_both(question, method, failure);
    if (!status)
        status =
            capacity_find(question->latency, question->depth, method, &limits, capacity, failure);
    control_end_line(question->control);
    if (status)
        return status;
    remark(question, method, capacity, control_elapsed(question->control) - before);
    if (capacity->stopped) /* better certificates may be there from before */
        status = failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    else if (option(question->arguments, "output")->given)
        status = write_both(question, method, capacity, failure);
    if (status)
        capacity_clear(capacity);
    return status;
}

/* Two methods can't contradict each other: no lower bound is above an upper one. The better of both
 * stays in *first. */
static enum status compare(const struct question *question, struct capacity *first,
                           struct capacity *second, struct failure *failure) {
    if (mpz_cmp(first->lower, second->upper) > 0 || mpz_cmp(second->lower, first->upper) > 0)
        return failure_set(failure, STATUS_INTERNAL,
                           "construction and search disagree on the capacity at L = %d, t = %d",
                           question->latency, question->depth);
    if (mpz_cmp(second->lower, first->lower) > 0)
        mpz_set(first->lower, second->lower);
    if (mpz_cmp(second->upper, first->upper) < 0)
        mpz_set(first->upper, second->upper);
    return STATUS_OK;
}

static enum status find_all(const struct question *question, struct capacity *capacity,
                            struct failure *failure) {
    struct capacity second;
    enum status status = find(question, CAPACITY_CONSTRUCTION, capacity, failure);
    if (status)
        return status;
    status = find(question, CAPACITY_SEARCH, &second, failure);
    if (status == STATUS_LIMIT && !control_stopped(question->control)) {
        fprintf(stderr, "search: does not apply: %s\n", failure->message);
        return STATUS_OK;
    }
    if (!status) {
        status = compare(question, capacity, &second, failure);
        capacity_clear(&second);
    }
    if (status)
        capacity_clear(capacity);
    return status;
}

static void print_text(const struct question *question, const struct capacity *capacity) {
    const struct option_value *depths = option(question->arguments, "depth");
    if (depths->number != depths->last)
        printf("depth %d\n", question->depth);
    gmp_printf("lower %Zd\nupper %Zd\n", capacity->lower, capacity->upper);
    if (mpz_cmp(capacity->lower, capacity->upper) == 0)
        gmp_printf("capacity %Zd\n", capacity->lower);
}

/* Numbers as strings: they have any size. NULL: there is no answer, for this reason. */
static enum status print_json(const struct question *question, const struct capacity *capacity,
                              const char *reason, struct failure *failure) {
    char *lower = capacity ? mpz_get_str(NULL, 10, capacity->lower) : NULL;
    char *upper = capacity ? mpz_get_str(NULL, 10, capacity->upper) : NULL;
    bool settled = capacity && strcmp(lower, upper) == 0;
    json_t *object = json_pack("{s:i, s:i, s:s?, s:s?, s:s?, s:s?}", "latency", question->latency,
                               "depth", question->depth, "lower", lower, "upper", upper, "capacity",
                               settled ? lower : NULL, "reason", reason);
    free(lower);
    free(upper);
    return json_line(object, failure);
}

static enum status answer_one(const struct question *question, struct failure *failure) {
    const char *engine = option(question->arguments, "engine")->text;
    struct capacity capacity;
    enum status status;
    if (engine && strcmp(engine, "all") == 0)
        status = find_all(question, &capacity, failure);
    else if (engine && strcmp(engine, "search") == 0)
        status = find(question, CAPACITY_SEARCH, &capacity, failure);
    else
        status = find(question, CAPACITY_CONSTRUCTION, &capacity, failure);
    if (status)
        return status;
    if (option(question->arguments, "json")->given)
        status = print_json(question, &capacity, NULL, failure);
    else
        print_text(question, &capacity);
    fflush(stdout);
    capacity_clear(&capacity);
    return status;
}

static enum status check_folder(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (output->given && (strcmp(output->text, "-") == 0 || !*output->text))
        return failure_set(failure, STATUS_INPUT, "--output: '%s' is no name for a folder",
                           output->text);
    return STATUS_OK;
}

static int run_capacity(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    const struct option_value *depths = option(arguments, "depth");
    struct question question = {.arguments = arguments,
                                .control = &control,
                                .latency = (int)option(arguments, "latency")->number};
    control_init(&control, arguments);
    enum status status = check_folder(arguments, &failure);
    for (long depth = depths->number; depth <= depths->last && !status; depth++) {
        question.depth = (int)depth;
        status = answer_one(&question, &failure);
    }
    if (status == STATUS_LIMIT && option(arguments, "json")->given) {
        struct failure own = {0};
        verb_failed(&failure);
        return print_json(&question, NULL, failure.message, &own) ? verb_failed(&own)
                                                                  : EXIT_UNKNOWN;
    }
    return status ? verb_unanswered(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_capacity = {
    .name = "capacity",
    .summary = "The largest number of processors that an endless stream can be served to",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Over all schedules whatsoever with delay L+t. Prints\n"
        "  lower N      a schedule for N processors was found\n"
        "  upper N      prices prove that no schedule reaches more\n"
        "  capacity N   when both meet\n"
        "and, for a range of depths, `depth T` before them. Engines:\n"
        "  construction  words and prices in closed form, t up to 2000: P(t) processors for\n"
        "                L = 1 and L >= 3, floor((P(t+1)+t-1)/2) for L = 2\n"
        "  search        the linear program over all that a processor may do (2^t states), solved\n"
        "                exactly, and exhaustive search for a schedule that reaches it\n"
        "A search that is stopped (--time, Ctrl-C) ends with s UNKNOWN, and writes nothing.\n"
        "Files: FOLDER/L<L>-t<t>-<engine>-lower.cert and -upper.cert, for steadycheck. The exit\n"
        "status is 0, settled or not.",
    .example = "  steadycast capacity -L 2 -t 7\n"
               "  steadycast capacity -L 2 -t 1..10 --engine all -o capacities --force\n"
               "  steadycast capacity -L 2 -t 300 -q",
    .run = run_capacity};
