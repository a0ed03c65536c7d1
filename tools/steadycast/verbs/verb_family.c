/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solver/base/certificate_read.h"
#include "solver/base/locked_file.h"
#include "solver/base/processors.h"
#include "solver/question/engines.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/question_option.h"
#include "tools/steadycast/frame/verb.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"output", 'o', OPTION_NAME, true, "FOLDER", 0, 0,
     "where the certificates go, L<L>.cert each, L<L>-p<p>.cert or L<L>-o<o>-g<g>.cert; with one "
     "port L = 2 is left out"},
    {"every", 0, OPTION_FLAG, false, "", 0, 0,
     "for every number of processors, not only P(t): L<L>-every.cert each"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print a JSON object for each file instead"},
    OPTION_SPEC_QUIET,
};

enum { PATH_ROOM = 4096 };

/* What all threads share; changed in critical sections only. */
struct run {
    const struct arguments *arguments;
    struct question question; /* but for the latency, if there is a range */
    long first;
    long last;
    struct control *control;
    uint64_t files, done;
    int kept;
    enum status status; /* of the first failure */
    struct failure failure;
};

/* One file, and what came of it. */
struct result {
    struct question question;
    char path[PATH_ROOM];
    struct outcome outcome; /* without its evidence */
    bool kept;
    enum status status;
    struct failure failure;
};

static bool is_of_streams(const struct question *question) {
    return question_machine_class(question) == MACHINE_LOGP;
}

/* With one port, L = 2 has no family. */
static bool has_none(const struct question *question, long latency) {
    return question_machine_class(question) == MACHINE_POSTAL && latency == 2;
}

/* L7.cert, L7-every.cert, L7-p2.cert or L3-o2-g4.cert. */
static enum status name_file(struct result *result, const struct run *run) {
    const struct machine asked = question_machine(&result->question);
    const struct logp_machine machine = asked.logp;
    const char *folder = option(run->arguments, "output")->text;
    bool every = question_number(&result->question, KEY_OF) == OF_PROCESSORS;
    int length = is_of_streams(&result->question)
                     ? snprintf(result->path, PATH_ROOM, "%s/L%d-o%d-g%d.cert", folder,
                                machine.latency, machine.overhead, machine.gap)
                 : asked.ports > 1 ? snprintf(result->path, PATH_ROOM, "%s/L%d-p%d.cert", folder,
                                              machine.latency, asked.ports)
                                   : snprintf(result->path, PATH_ROOM, "%s/L%d%s.cert", folder,
                                              machine.latency, every ? "-every" : "");
    if (length >= PATH_ROOM)
        return failure_set(&result->failure, STATUS_INPUT, "the folder's name is too long");
    result->kept = !option(run->arguments, "force")->given && access(result->path, F_OK) == 0;
    return STATUS_OK;
}

/* --- what is there --- */

static bool has_field(struct certificate_input *input, const char *key, long least, long most) {
    long found;
    return certificate_field(input, key, least, most, &found, NULL) == STATUS_OK;
}

static bool holds(const struct question *question, struct certificate_input *input) {
    const struct machine asked = question_machine(question);
    const struct logp_machine machine = asked.logp;
    bool streams = is_of_streams(question);
    if (strcmp(input->kind, streams ? "logp-family" : "family") != 0 ||
        !has_field(input, "latency", machine.latency, machine.latency))
        return false;
    if (streams)
        return has_field(input, "overhead", machine.overhead, machine.overhead) &&
               has_field(input, "gap", machine.gap, machine.gap);
    if (asked.ports > 1 && !has_field(input, "ports", asked.ports, asked.ports))
        return false;
    return question_number(question, KEY_OF) == OF_PROCESSORS
               ? has_field(input, "numbers", 1, INT_MAX)
               : has_field(input, "depths", 1, machine.latency);
}

/* STATUS_INPUT if there is another certificate under this name. */
static enum status check_kept(struct result *result) {
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, result->path, &result->failure));
    if (!holds(&result->question, &input))
        return failure_set(&result->failure, STATUS_INPUT,
                           "%s is not this family; --force overwrites it", result->path);
    return STATUS_OK;
}

/* --- what is found --- */

static enum status do_file(const struct run *run, struct result *result) {
    const struct question *question = &result->question;
    struct limits limits = {.threads = 1, .stop = control_asked, .context = run->control};
    const struct engine_options options = {0};
    bool overwrite = option(run->arguments, "force")->given;
    TRY(name_file(result, run));
    /* Files appear only when complete, so one that is this family was finished before. */
    if (result->kept)
        return check_kept(result);
    /* before the search */
    TRY(locked_file_probe(result->path, overwrite, &result->failure));
    TRY(engine_ask(engine_of(question, 0), question, &options, &limits, &result->outcome,
                   &result->failure));
    if (!result->outcome.schedule.kind)
        return failure_set(&result->failure, STATUS_LIMIT, "L = %ld: %s",
                           question_number(question, KEY_LATENCY), result->outcome.reason);
    enum status status = evidence_write(result->outcome.schedule, result->path, overwrite, &limits,
                                        &result->failure);
    evidence_clear(&result->outcome.schedule);
    return status;
}

static void print(const struct run *run, const struct result *result) {
    const struct outcome *outcome = &result->outcome;
    const struct question *question = &result->question;
    if (option(run->arguments, "json")->given) {
        json_line(json_answer(json_question(question), question, outcome,
                              control_elapsed(run->control),
                              json_pack("{s:o}", "certificate", json_any_text(result->path))),
                  NULL);
    } else {
        const struct machine asked = question_machine(question);
        const struct logp_machine machine = asked.logp;
        printf("L %d", machine.latency);
        if (asked.ports > 1)
            printf(" p %d", asked.ports);
        if (is_of_streams(question))
            printf(" o %d g %d", machine.overhead, machine.gap);
        for (int i = 0; i < outcome->fact_count; i++)
            printf(" %s %s", outcome->facts[i].name, outcome->facts[i].value);
        printf(" file %s\n", result->path);
    }
    fflush(stdout);
}

/* Takes down what came of a file. */
static void take_down(struct run *run, const struct result *result) {
    control_end_line(run->control);
    if (result->status && run->status == STATUS_OK) {
        run->status = result->status;
        run->failure = result->failure;
    } else if (!result->status && result->kept) {
        run->kept++;
    } else if (!result->status) {
        print(run, result);
    }
    struct progress progress = {"family", ++run->done, run->files, 0};
    control_report(run->control, &progress);
}

/* One file on one thread; the next ones are not begun after a failure or a signal. */
static void do_one(struct run *run, int latency) {
    struct result result = {.kept = false};
    bool stop;
#pragma omp critical(family)
    stop = run->status != STATUS_OK;
    if (stop)
        return;
    result.question = run->question;
    question_set(&result.question, KEY_LATENCY, latency);
    if (control_stopped(run->control))
        result.status = failure_set(&result.failure, STATUS_LIMIT, "stopped");
    else
        result.status = do_file(run, &result);
#pragma omp critical(family)
    take_down(run, &result);
    outcome_clear(&result.outcome);
}

/* The largest latencies cost the most, so they go first; L = 2 of the postal model has no
 * family. */
static void do_all(struct run *run, int threads) {
    bool json = option(run->arguments, "json")->given;
    bool has_two = has_none(&run->question, 2) && run->first <= 2 && run->last >= 2;
    run->files = (uint64_t)(run->last - run->first + 1 - has_two);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (long i = 0; i <= run->last - run->first; i++)
        if (!has_two || run->last - i != 2)
            do_one(run, (int)(run->last - i));
    if (has_two && !json && !run->status)
        printf("L 2 none: t = 2 and 3 have block-cyclic schedules, t >= 4 has none\n");
}

/* Which families; each of a machine or of a range of latencies. */
static enum status take_question(struct run *run, struct failure *failure) {
    const struct option_value *range = option(run->arguments, "latency");
    struct question *question = &run->question;
    int given = 1 << subject_place(SUBJECT_FAMILY, KEY_OF);
    question_init(question, SUBJECT_FAMILY);
    question_set(question, KEY_OF,
                 option(run->arguments, "every")->given ? OF_PROCESSORS : OF_DEPTHS);
    TRY(question_option_read(run->arguments, NULL, question, &given, failure));
    if (is_of_streams(question)) /* what is known is without a limit at the receiver */
        question_set(question, KEY_CAPACITY, CAPACITY_NONE);
    TRY(engine_check(question, failure));
    run->first = range->given ? range->number : question_number(question, KEY_LATENCY);
    run->last = range->given ? range->last : run->first;
    if (has_none(question, run->first) && run->last == 2)
        return failure_input(failure, "L = 2 has no family: no block-cyclic schedule exists for t "
                                      ">= 4 (capacity -L 2 says how many processors are served)");
    return STATUS_OK;
}

static int run_family(const struct arguments *arguments) {
    struct control control;
    struct run run = {.arguments = arguments, .control = &control};
    control_init(&control, arguments);
    run.status = take_question(&run, &run.failure);
    if (!run.status)
        run.status = output_folder_make(option(arguments, "output")->text, &run.failure);
    if (!run.status)
        do_all(&run, threads_or_processors((int)option_number(arguments, "threads", 0)));
    question_clear(&run.question);
    control_end_line(&control);
    if (!control.quiet && run.kept)
        fprintf(stderr, "%d files were there already and are kept\n", run.kept);
    if (run.status == STATUS_LIMIT && control_stopped(&control)) {
        struct failure stopped = {0};
        failure_set(&stopped, STATUS_LIMIT, "%.400s; the same command goes on",
                    run.failure.message);
        return verb_unanswered(arguments, &stopped);
    }
    if (run.status)
        return verb_unanswered(arguments, &run.failure);
    return option(arguments, "json")->given ? EXIT_FOUND : verb_verdict(VERDICT_FEASIBLE);
}

VERB(family, "Writes certificates that hold for every t from some T on, for each L or a machine",
     "", .run = run_family);
