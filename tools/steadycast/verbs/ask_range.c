/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/ask_verb.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/locked_file.h"
#include "solver/base/processors.h"
#include "solver/question/constructions.h"
#include "solver/question/delay_scan.h"
#include "solver/question/items_at_bound.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"

/* The messages of a part are kept in memory until they can be written. */
enum { MOST_QUESTIONS = 10000000, MOST_MESSAGES = 20000000, SCANNED = 500, MOST_AXES = 4 };
enum { NAME_ROOM = 40, LINE_ROOM = 400, LONG_DIGITS = 18 };

/* A key with its values. */
struct axis {
    enum key key;
    long first, count;
};

/* What is kept of an answer. */
struct entry {
    int64_t lower, upper; /* negative: not known, or .. */
    char *bounds; /* .. owned: the lower and the upper one, where they are longer; or NULL */
    const char *by;
    char *words; /* owned: why it is open, or what else is printed; or NULL */
    uint64_t nodes;
    double seconds;
};

/* One latency after the other. */
struct range {
    struct asking *asking;
    const struct engine *engine; /* of the first question; NULL: all of them */
    struct limits limits;
    long first_latency, latencies, latency; /* 0: no latency varies */
    int axis_count;
    struct axis axes[MOST_AXES];
    long total, chunk;  /* questions of a latency, and of a part */
    long done;          /* the first so many parts are there */
    FILE *stream;       /* of the certificates of a latency; NULL: they are not written */
    int error;          /* errno of the first write that failed */
    enum status status; /* of the first part, in their order, that failed */
    struct failure *failure;
    struct entry *entries;
    long answered, settled; /* of all latencies */
};

/* The i-th question of the latency. */
static enum status question_at(const struct range *range, long i, struct question *question,
                               struct failure *failure) {
    TRY(question_copy(question, &range->asking->question, failure));
    if (range->latencies)
        question_set(question, KEY_LATENCY, range->latency);
    for (int axis = range->axis_count - 1; axis >= 0; axis--) {
        question_set(question, range->axes[axis].key,
                     range->axes[axis].first + i % range->axes[axis].count);
        i /= range->axes[axis].count;
    }
    return STATUS_OK;
}

/* --- answers --- */

static enum status write_both(const struct outcome *outcome, FILE *stream,
                              const struct limits *limits, struct failure *failure) {
    const struct evidence *sides[] = {&outcome->schedule, &outcome->bound};
    for (int i = 0; i < 2; i++)
        if (sides[i]->kind)
            TRY(evidence_write_stream(*sides[i], stream, limits, failure));
    return STATUS_OK;
}

static bool is_long(const char *number) {
    return number && strlen(number) > LONG_DIGITS;
}

static char *both(const char *lower, const char *upper) {
    size_t room = strlen(lower) + strlen(upper) + 2;
    char *text = malloc(room);
    if (text)
        snprintf(text, room, "%s %s", lower, upper);
    return text;
}

static enum status keep_outcome(struct entry *entry, const struct outcome *outcome, double seconds,
                                struct failure *failure) {
    const char *lower = outcome->lower, *upper = outcome->upper;
    bool longs = is_long(lower) || is_long(upper);
    *entry = (struct entry){.lower = lower && !longs ? strtoll(lower, NULL, 10) : -1,
                            .upper = upper && !longs ? strtoll(upper, NULL, 10) : -1,
                            .bounds = longs ? both(lower ? lower : "", upper ? upper : "") : NULL,
                            .by = outcome->by,
                            .words = *outcome->reason ? strdup(outcome->reason) : NULL,
                            .nodes = outcome->nodes,
                            .seconds = seconds};
    return longs && !entry->bounds ? failure_memory(failure, "an answer") : STATUS_OK;
}

/* The bounds as an outcome has them. */
static enum status bounds_of(const struct entry *entry, struct outcome *outcome,
                             struct failure *failure) {
    if (!entry->bounds)
        return outcome_give_range(outcome, entry->lower, entry->upper, failure);
    char *space = strchr(entry->bounds, ' ');
    outcome->lower =
        space > entry->bounds ? strndup(entry->bounds, (size_t)(space - entry->bounds)) : NULL;
    outcome->upper = space[1] ? strdup(space + 1) : NULL;
    outcome->verdict =
        outcome->lower && outcome->upper && strcmp(outcome->lower, outcome->upper) == 0
            ? VERDICT_SETTLED
            : VERDICT_INTERVAL;
    return STATUS_OK;
}

/* Whoever takes this question, or all who do; the best outcome is given. */
static enum status ask_one(const struct range *range, long i, struct items_plans *plans,
                           const struct limits *limits, FILE *stream, struct failure *failure) {
    struct control quiet = *range->asking->control;
    CLEANUP(asking_clear) struct asking asking = {0};
    double start = steady_clock();
    quiet.quiet = true;
    asking_init(&asking, range->asking->arguments, range->asking->verb, &quiet);
    asking.options.plans = plans;
    asking.limits = limits;
    TRY(question_at(range, i, &asking.question, failure));
    TRY(asking_chosen(&asking, failure));
    TRY(limits_check(limits, failure)); /* what a stopped search leaves is no answer */
    if (stream)
        TRY(write_both(asking_outcome(&asking), stream, limits, failure));
    return keep_outcome(&range->entries[i], asking_outcome(&asking), steady_clock() - start,
                        failure);
}

/* All delays of a stretch of P: what neighbours share is made once. */
static enum status scan(const struct range *range, long from, long count, FILE *stream,
                        const struct limits *limits, struct failure *failure) {
    int depths[SCANNED];
    long processors = range->axes[0].first + from, alone = processors == 1;
    int latency = (int)(range->latencies ? range->latency
                                         : question_number(&range->asking->question, KEY_LATENCY));
    TRY(delay_scan(latency, processors - 1 + alone, count - alone, stream, limits, depths,
                   failure));
    for (long i = 0; i < count; i++) {
        int64_t delay = i < alone ? 0 : latency + depths[i - alone];
        range->entries[from + i] =
            (struct entry){.lower = delay, .upper = delay, .by = range->engine->name};
    }
    return STATUS_OK;
}

static bool is_scanned(const struct range *range) {
    return range->asking->question.subject == SUBJECT_DELAY && range->axis_count == 1 &&
           range->engine && range->engine == engine_of(&range->asking->question, 0) &&
           question_machine_class(&range->asking->question) == MACHINE_POSTAL;
}

/* Every number of items: a family from some one on, and few items from scratch. */
static enum status find_every(const struct range *range, long i, struct items_plans *plans,
                              const struct limits *limits, FILE *stream, struct failure *failure) {
    CLEANUP(items_at_bound_clear) struct items_at_bound every = {0};
    CLEANUP(question_clear) struct question question = {0};
    char words[LINE_ROOM] = "items none";
    TRY(question_at(range, i, &question, failure));
    TRY(items_at_bound_find(plans, (int)question_number(&question, KEY_LATENCY),
                            (int)question_number(&question, KEY_PROCESSORS) - 1, limits, &every,
                            failure));
    if (every.every) {
        const struct every_items_time time = every_items_time(every.every);
        snprintf(words, sizeof words, "items %d.. time K%+d", time.first, time.late);
    }
    size_t used = strlen(words);
    used += (size_t)snprintf(words + used, sizeof words - used, " few %d", every.few_count);
    for (int k = 0; k < every.open_count && used + 12 < sizeof words; k++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%d", k ? "," : " open ",
                                 every.open[k]);
    bool settled = items_at_bound_is_settled(&every);
    range->entries[i] =
        (struct entry){.lower = settled ? 0 : -1, .upper = 0, .words = strdup(words)};
    return stream ? items_at_bound_write(&every, stream, limits, failure) : STATUS_OK;
}

static bool is_of_every(const struct range *range) {
    return range->asking->question.subject == SUBJECT_FAMILY;
}

static enum status find_part(const struct range *range, long part, FILE *stream,
                             struct failure *failure) {
    long from = part * range->chunk;
    long end = from + range->chunk < range->total ? from + range->chunk : range->total;
    struct limits limits = range->limits;
    limits.threads = 1;
    limits.report = NULL; /* parts are counted instead */
    enum status status = limits_check(&limits, failure);
    if (!status && is_scanned(range))
        return scan(range, from, end - from, stream, &limits, failure);
    struct items_plans *plans = items_plans_new();
    TRY(memory_check(plans, failure, "plans"));
    for (long i = from; i < end && !status; i++)
        status = is_of_every(range) ? find_every(range, i, plans, &limits, stream, failure)
                                    : ask_one(range, i, plans, &limits, stream, failure);
    items_plans_free(plans);
    return status;
}

/* Questions of the latency whose parts are there. */
static long done_of(const struct range *range) {
    long done = range->done * range->chunk;
    return done < range->total ? done : range->total;
}

/* In turn with the other threads. */
static void end_part(struct range *range, long part, enum status status,
                     const struct failure *failure, const struct output_bytes *bytes) {
    if (range->status || range->error)
        return;
    range->status = status;
    if (status && range->failure)
        *range->failure = *failure;
    if (!status && range->stream &&
        fwrite(bytes->text, 1, bytes->size, range->stream) != bytes->size)
        range->error = errno ? errno : EIO;
    if (status || range->error)
        return;
    range->done = part + 1;
    long all = range->total * (range->latencies ? range->latencies : 1);
    long before = range->total * (range->latencies ? range->latency - range->first_latency : 0);
    struct progress progress = {"questions", (uint64_t)(before + done_of(range)), (uint64_t)all, 0};
    control_report(range->asking->control, &progress);
}

/* A part, unless one before it has failed; what it writes is kept in memory until its turn comes.
 */
static enum status begin_part(struct range *range, long part, struct output_bytes *bytes,
                              struct failure *failure) {
    bool ended;
#pragma omp critical(range)
    ended = range->status || range->error;
    if (ended)
        return STATUS_OK;
    if (!range->stream)
        return find_part(range, part, NULL, failure);
    TRY(output_bytes_open(bytes, failure));
    return output_bytes_close(bytes, find_part(range, part, bytes->stream, failure), failure);
}

/* All parts of a latency on all threads, put together in their order: the first failure. */
static enum status do_parts(struct range *range, struct failure *failure) {
    enum { SOME = 4096 }; /* to go through a million parts that are not begun takes seconds */
    long count = (range->total - 1) / range->chunk + 1;
    int threads = threads_or_processors(range->limits.threads);
    range->done = 0;
    range->status = STATUS_OK;
    range->failure = failure;
    for (long first = 0; first < count && !range->status && !range->error; first += SOME) {
        long end = count - first < SOME ? count : first + SOME;
#pragma omp parallel for ordered schedule(dynamic, 1) num_threads(threads)
        for (long i = first; i < end; i++) {
            struct failure mine = {0};
            CLEANUP(output_bytes_clear)
            struct output_bytes bytes = {.purpose = "the certificates of one part"};
            enum status status = begin_part(range, i, &bytes, &mine);
#pragma omp ordered
#pragma omp critical(range)
            end_part(range, i, status, &mine, &bytes);
        }
    }
    return range->status;
}

/* --- what is printed --- */

static bool is_settled(const struct entry *entry) {
    const char *space = entry->bounds ? strchr(entry->bounds, ' ') : NULL;
    if (space)
        return strlen(entry->bounds) == 2 * strlen(space + 1) + 1 &&
               strncmp(entry->bounds, space + 1, strlen(space + 1)) == 0;
    return entry->lower >= 0 && entry->lower == entry->upper;
}

/* `latency 3 processors 2..4 items 1`; of equal neighbours, which differ in the last axis. */
static void print_question(const struct range *range, const struct question *question, long more,
                           FILE *file) {
    const struct subject_form *form = subject_form(question->subject);
    enum key last = range->axis_count ? range->axes[range->axis_count - 1].key : KEYS;
    char room[QUESTION_VALUE_ROOM];
    const char *space = "";
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[i];
        bool number = parameter->kind == PARAMETER_NUMBER || parameter->kind == PARAMETER_BIG;
        if (!number || !question_shows(question, i) || parameter->key == KEY_PORTS)
            continue;
        fprintf(file, "%s%s %s", space, key_name(parameter->key),
                question_value(question, i, room));
        if (parameter->key == last && more)
            fprintf(file, "..%ld", question_number(question, last) + more);
        space = " ";
    }
}

static enum status print_line(const struct range *range, const struct question *question,
                              const struct entry *entry, long more, struct failure *failure) {
    struct outcome bounds = {.lower = NULL};
    print_question(range, question, more, stdout);
    if (is_of_every(range)) {
        printf(" %s\n", entry->words);
        return STATUS_OK;
    }
    enum status status = bounds_of(entry, &bounds, failure);
    if (bounds.lower)
        printf(" lower %s", bounds.lower);
    printf(" upper %s", bounds.upper ? bounds.upper : "none");
    if (is_settled(entry))
        printf(" %s %s", question_thing(question), bounds.lower);
    printf(" by %s\n", entry->by);
    outcome_clear(&bounds);
    if (entry->words && !range->asking->control->quiet) {
        print_question(range, question, more, stderr);
        fprintf(stderr, ": %s\n", entry->words);
    }
    return status;
}

static enum status print_json(const struct range *range, const struct question *question,
                              const struct entry *entry, long more, struct failure *failure) {
    CLEANUP(outcome_clear) struct outcome outcome = {.by = entry->by, .nodes = entry->nodes};
    TRY(bounds_of(entry, &outcome, failure));
    json_t *asked = json_question(question), *words = json_object();
    enum key last = range->axis_count ? range->axes[range->axis_count - 1].key : KEYS;
    char name[32];
    if (is_of_every(range)) {
        outcome.verdict = is_settled(entry) ? VERDICT_FEASIBLE : VERDICT_UNKNOWN;
        json_object_set_new(words, "found", json_string(entry->words));
    } else {
        outcome_leave_open(&outcome, entry->words ? entry->words : "");
    }
    snprintf(name, sizeof name, "%s_last", last == KEYS ? "" : key_column(last));
    if (more)
        json_object_set_new(asked, name, json_integer(question_number(question, last) + more));
    return json_line(json_answer(asked, question, &outcome, entry->seconds, words), failure);
}

static bool are_alike(const struct entry *a, const struct entry *b) {
    return a->lower == b->lower && a->upper == b->upper && a->by == b->by && !a->words &&
           !b->words && !a->bounds && !b->bounds;
}

/* All that is there of this latency; equal neighbours within the last axis as one. */
static enum status print(struct range *range, struct failure *failure) {
    bool json = option_is_given(range->asking->arguments, "json");
    long end = done_of(range);
    long width = range->axis_count ? range->axes[range->axis_count - 1].count : 1;
    enum status status = STATUS_OK;
    for (long i = 0, next; i < end && !status; i = next) {
        CLEANUP(question_clear) struct question question = {0};
        const struct entry *entry = &range->entries[i];
        for (next = i + 1; next < end && next % width && are_alike(entry, &range->entries[next]);)
            next++;
        TRY(question_at(range, i, &question, failure));
        status = (json ? print_json : print_line)(range, &question, entry, next - i - 1, failure);
        range->answered += next - i;
        range->settled += is_settled(entry) ? next - i : 0;
    }
    fflush(stdout); /* as complete as the certificates are by now */
    return status;
}

static void drop_entries(struct range *range) {
    for (long i = 0; i < range->total && range->entries; i++)
        free(range->entries[i].words), free(range->entries[i].bounds);
    memset(range->entries, 0, (size_t)range->total * sizeof *range->entries);
}

/* --- a latency, with its file --- */

static void name_of(const struct range *range, long latency, char name[NAME_ROOM]) {
    long fixed = question_number(&range->asking->question, KEY_LATENCY);
    snprintf(name, NAME_ROOM, "L%ld.certs", range->latencies ? latency : fixed);
}

static enum status do_latency(struct range *range, const struct answer_folder *folder,
                              struct failure *failure) {
    struct locked_file file = {.stream = NULL};
    char name[NAME_ROOM], path[ANSWER_FOLDER_PATH_ROOM];
    name_of(range, range->latency, name);
    if (folder->path)
        TRY(answer_folder_path(folder, name, "", path, failure));
    if (folder->path)
        TRY(locked_file_open(&file, path, folder->force, failure));
    range->stream = file.stream;
    range->error = 0;
    enum status status = do_parts(range, failure);
    control_end_line(range->asking->control);
    bool stopped = status == STATUS_LIMIT && control_stopped(range->asking->control);
    bool kept = !status || (stopped && range->done > 0);
    enum status saved = STATUS_OK, printed = STATUS_OK;
    if (folder->path && kept)
        saved = locked_file_close(&file, range->error, failure);
    else if (folder->path)
        locked_file_discard(&file);
    if (kept) /* also when they could not be saved */
        printed = print(range, saved ? NULL : failure);
    drop_entries(range);
    return saved ? saved : printed ? printed : status;
}

/* All files, before any work. */
static enum status probe(const struct range *range, const struct answer_folder *folder,
                         struct failure *failure) {
    TRY(answer_folder_make(folder, failure));
    for (long i = 0; folder->path && i <= range->latencies; i++) {
        char name[NAME_ROOM];
        if (range->latencies && i == range->latencies)
            break;
        name_of(range, range->first_latency + i, name);
        TRY(answer_folder_probe_file(folder, name, failure));
    }
    return STATUS_OK;
}

/* --- the ranges --- */

static enum status take_axes(struct range *range, struct failure *failure) {
    const struct arguments *arguments = range->asking->arguments;
    const struct question *question = &range->asking->question;
    const struct subject_form *form = subject_form(question->subject);
    long questions = 1;
    for (int place = 0; place < form->count; place++) {
        const char *name = key_name(form->parameters[place].key);
        if (!option_is_given(arguments, name))
            continue;
        const struct option_value *value = option(arguments, name);
        const struct option_spec *spec = &arguments->specs[value - arguments->values];
        if (!option_is_range(value, spec))
            continue;
        long count = value->last - value->number + 1;
        if (count > MOST_QUESTIONS / questions)
            return failure_input(failure,
                                 "the ranges have more than %d questions: ask in smaller ranges",
                                 MOST_QUESTIONS);
        questions *= count;
        if (form->parameters[place].key == KEY_LATENCY) {
            range->first_latency = value->number;
            range->latencies = count;
        } else {
            range->axes[range->axis_count++] =
                (struct axis){form->parameters[place].key, value->number, count};
            range->total *= count;
        }
    }
    return STATUS_OK;
}

/* Are the lists of a part so long that they can't be kept? */
static enum status check_messages(const struct range *range, struct failure *failure) {
    const struct question *question = &range->asking->question;
    double processors = (double)question_number(question, KEY_PROCESSORS), items = 0;
    long first = question_number(question, KEY_ITEMS), last = first;
    if (question->subject != SUBJECT_BROADCAST ||
        !option_is_given(range->asking->arguments, "output"))
        return STATUS_OK;
    for (int i = 0; i < range->axis_count; i++) {
        const struct axis *axis = &range->axes[i];
        if (axis->key == KEY_PROCESSORS)
            processors = (double)(axis->first + axis->count - 1);
        else if (axis->key == KEY_ITEMS)
            last = axis->first + axis->count - 1;
    }
    items = (double)(last - first + 1) * (double)(first + last) / 2;
    if (items * (processors - 1) <= MOST_MESSAGES)
        return STATUS_OK;
    return failure_input(failure,
                         "--output of ranges: the schedules for %.0f processors and %ld..%ld items "
                         "have more than %d messages; ask in smaller ranges of --items",
                         processors, first, last, MOST_MESSAGES);
}

/* A part has all values of the axes behind the first, for which plans are shared. */
static void take_chunk(struct range *range) {
    range->chunk = 1;
    for (int i = 1; i < range->axis_count; i++)
        range->chunk *= range->axes[i].count;
    if (is_scanned(range))
        range->chunk = SCANNED;
}

static enum status run(struct range *range, struct failure *failure) {
    const struct answer_folder folder = answer_folder(range->asking->arguments);
    const char *engine = option_text(range->asking->arguments, "engine", "");
    TRY(take_axes(range, failure));
    if (question_is_decision(&range->asking->question) && !is_of_every(range))
        return failure_input(failure,
                             "a range is for questions of a number, and this one is of yes or no");
    if (strcmp(engine, "all") != 0)
        TRY(asking_engine_named(range->asking->arguments, &range->asking->question, &range->engine,
                                failure));
    TRY(check_messages(range, failure));
    TRY(probe(range, &folder, failure));
    take_chunk(range);
    range->entries = memory_new((size_t)range->total, sizeof *range->entries);
    TRY(memory_check(range->entries, failure, "the answers"));
    long end = range->latencies ? range->first_latency + range->latencies : 1;
    enum status status = STATUS_OK;
    for (range->latency = range->first_latency; range->latency < end && !status; range->latency++)
        status = do_latency(range, &folder, failure);
    free(range->entries);
    return status;
}

int ask_range_run(struct asking *asking) {
    struct range range = {
        .asking = asking, .limits = control_limits(asking->control, asking->arguments), .total = 1};
    struct failure failure = {0};
    enum status status = run(&range, &failure);
    long all = range.total * (range.latencies ? range.latencies : 1);
    control_end_line(asking->control);
    bool stopped = status == STATUS_LIMIT && control_stopped(asking->control);
    if (stopped && range.answered == 0)
        failure_limit(&failure, "stopped: 0 of %ld questions answered", all);
    else if (stopped)
        fprintf(stderr, "stopped: %ld of %ld questions answered\n", range.answered, all);
    if (status && !(stopped && range.answered))
        return verb_unanswered(asking->arguments, &failure);
    if (stopped && option_is_given(asking->arguments, "json"))
        json_answer_none(json_question(&asking->question), NULL,
                         "stopped: the others are not answered", control_elapsed(asking->control),
                         &failure);
    bool settled = range.settled == all;
    if (option_is_given(asking->arguments, "json"))
        return settled ? EXIT_SETTLED : EXIT_OPEN;
    return verb_number(settled, "OPTIMAL");
}
