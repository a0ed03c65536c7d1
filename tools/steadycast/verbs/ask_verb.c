/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/ask_verb.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "solver/base/locked_file.h"
#include "solver/base/words.h"
#include "solver/network/network_names.h"
#include "solver/question/decide/backtrack.h"
#include "tools/steadycast/frame/json_answer.h"

/* --- asking --- */

/* How an engine is asked, as the options say. */
static struct engine_options asking_engine_options(const struct arguments *arguments) {
    bool encoding = option_is_given(arguments, "encoding");
    return (struct engine_options){.no_ball_rule = option_is_given(arguments, "no-ball-rule"),
                                   .statistics = option_is_given(arguments, "statistics"),
                                   .plain =
                                       option_is_given(arguments, "plain") ||
                                       (encoding && option(arguments, "encoding")->number == 1),
                                   .expanded = option_is_given(arguments, "expanded"),
                                   .long_lists = true};
}

/* The first engine that reads the network says what it is. */
static void tell_model(void *context, const char *model) {
    struct asking *asking = context;
    const struct machine machine = question_machine(&asking->question);
    asking->options.told = NULL;
    if (!asking->control->quiet)
        fprintf(stderr, "network %.200s: %s\n", machine.network, model);
}

static void tell_found(void *context, const char *text) {
    const struct asking *asking = context;
    control_end_line(asking->control);
    if (!asking->control->quiet)
        fprintf(stderr, "%s\n", text);
}

void asking_init(struct asking *asking, const struct arguments *arguments,
                 const struct ask_verb *verb, struct control *control) {
    *asking = (struct asking){.arguments = arguments,
                              .verb = verb,
                              .control = control,
                              .options = asking_engine_options(arguments)};
    asking->options.told = tell_model;
    asking->options.found = tell_found;
    asking->options.told_context = asking;
}

static int worth(const struct outcome *outcome) {
    bool certified = outcome->schedule.kind || outcome->bound.kind;
    return (outcome->verdict != VERDICT_UNKNOWN) + 2 * certified +
           4 * !verdict_is_open(outcome->verdict);
}

/* FEASIBLE, or a number, or bounds. */
static void print_answer(const struct outcome *outcome) {
    static const char *const verdicts[] = {"UNKNOWN", "FEASIBLE", "INFEASIBLE"};
    const char *lower = outcome->lower ? outcome->lower : "?";
    const char *upper = outcome->upper ? outcome->upper : "?";
    if (outcome->verdict <= VERDICT_INFEASIBLE)
        fputs(verdicts[outcome->verdict], stderr);
    else if (outcome->verdict == VERDICT_SETTLED)
        fputs(lower, stderr);
    else
        fprintf(stderr, "%s..%s", lower, upper);
}

static void remark(const struct asking *asking, const struct outcome *outcome, double before) {
    bool open = verdict_is_open(outcome->verdict) && *outcome->reason;
    bool noted = *outcome->note && strcmp(outcome->note, outcome->reason) != 0;
    const char *kinds[] = {outcome->schedule.kind, outcome->bound.kind};
    if (asking->control->quiet)
        return;
    fprintf(stderr, "%s: ", outcome->by);
    print_answer(outcome);
    if (kinds[0] || kinds[1])
        fprintf(stderr, ", certified by %s%s%s", kinds[0] ? kinds[0] : "",
                kinds[0] && kinds[1] ? " and " : "", kinds[1] ? kinds[1] : "");
    fprintf(stderr, "%s%s, %" PRIu64 " nodes, %.3f s\n", open ? ", " : "",
            open ? outcome->reason : "", outcome->nodes, control_elapsed(asking->control) - before);
    if (noted)
        fprintf(stderr, "%s: %s\n", outcome->by, outcome->note);
}

/* Of a question that is refused: where the network is why, the option is told. It is made once more
 * for that, as large ones take seconds; files, which may be pipes, are left out. */
static void name_network(const struct asking *asking, struct failure *failure) {
    const struct arguments *arguments = asking->arguments;
    const char *name = question_text(&asking->question, KEY_NETWORK), *text = name;
    char file[NETWORK_NAME_ROOM];
    struct failure why;
    if (!option_is_given(arguments, "network") || network_next_file(&text, file))
        return;
    CLEANUP(network_clear) struct network network = {0};
    enum status status = network_parse_in(name, NULL, &network, &why);
    if (status)
        failure_set(failure, status, "--network%s%s: %s",
                    option_is_given(arguments, "group") ? ", --group" : "",
                    option_is_given(arguments, "sizes") ? ", --sizes" : "", why.message);
}

enum status asking_engine(struct asking *asking, const struct engine *engine,
                          struct failure *failure) {
    struct control *control = asking->control;
    struct limits limits =
        asking->limits ? *asking->limits : control_limits(control, asking->arguments);
    struct outcome *outcome = &asking->list[asking->count];
    double before = control_elapsed(control);
    enum status status =
        engine_ask(engine, &asking->question, &asking->options, &limits, outcome, failure);
    if (!asking->limits)
        control_end_line(control);
    if (status == STATUS_INPUT)
        name_network(asking, failure);
    if (status)
        return status;
    remark(asking, outcome, before);
    bool last = outcome->verdict == VERDICT_UNKNOWN; /* of those that don't know */
    if (worth(outcome) + last > worth(&asking->list[asking->given]))
        asking->given = asking->count;
    asking->engines[asking->count++] = engine;
    return STATUS_OK;
}

enum status asking_compare(const struct asking *asking, struct failure *failure) {
    char why[ENGINES_WHY_ROOM];
    for (int i = 0; i < asking->count; i++)
        for (int j = 0; j < i; j++)
            if (outcomes_disagree(&asking->list[j], &asking->list[i], why))
                return failure_internal(failure, "engines disagree: %s", why);
    return STATUS_OK;
}

/* Of all, or one after the other until one knows: those that do not take the question, or are
 * stopped, are left out, which is said. */
static enum status ask_some(struct asking *asking, bool all, struct failure *failure) {
    const struct engine *engine;
    struct failure refusal = {0}, first = {0};
    for (int i = 0; (engine = engine_of(&asking->question, i)) && asking->count < ASKING_MOST;
         i++) {
        if (engine->heeds & ENGINE_SINGLE_OUT)
            continue;
        enum status status = asking_engine(asking, engine, &refusal);
        if (status && status != STATUS_LIMIT)
            return failure_set(failure, status, "%s", refusal.message);
        if (status && !asking->limits)
            fprintf(stderr, "%s: does not apply: %s\n", engine->name, refusal.message);
        if (status && !first.status)
            first = refusal;
        bool known = !status && !verdict_is_open(asking->list[asking->count - 1].verdict);
        if (!all && (known || control_stopped(asking->control)))
            break;
    }
    return asking->count ? asking_compare(asking, failure)
                         : failure_limit(failure, "%s", first.message);
}

enum status asking_engine_named(const struct arguments *arguments, const struct question *question,
                                const struct engine **engine, struct failure *failure) {
    const char *chosen = option_text(arguments, "engine", NULL);
    char names[240], meant[SUGGESTION_TEXT];
    *engine = chosen ? engine_find(question, chosen) : engine_of(question, 0);
    if (*engine || !chosen)
        return *engine ? STATUS_OK : engine_check(question, failure);
    engine_names(question, names, sizeof names);
    return failure_input(failure, "--engine: '%.40s' is none of %s, all%s", chosen, names,
                         engine_meant(question, chosen, meant, sizeof meant));
}

enum status asking_chosen(struct asking *asking, struct failure *failure) {
    const struct engine *engine;
    const char *named = option_text(asking->arguments, "engine", NULL);
    if (named && strcmp(named, "all") == 0)
        return ask_some(asking, true, failure);
    if (!named && asking->question.subject == SUBJECT_SERVE)
        return ask_some(asking, false, failure);
    TRY(asking_engine_named(asking->arguments, &asking->question, &engine, failure));
    return asking_engine(asking, engine, failure);
}

void asking_clear(struct asking *asking) {
    for (int i = 0; i < asking->count; i++)
        outcome_clear(&asking->list[i]);
    question_clear(&asking->question);
    memory_give_back(&asking->options.cycle);
    *asking = (struct asking){0};
}

/* --- the question --- */

static enum status check_state(const struct arguments *arguments, struct failure *failure) {
    if (!option_is_given(arguments, "state"))
        return STATUS_OK;
    const char *state = option(arguments, "state")->text;
    if (*state && strcmp(state, "-") != 0)
        return STATUS_OK;
    return failure_input(
        failure, "--state: '%s' is no file; a search that was stopped goes on from one", state);
}

static void choose_state(struct asking *asking) {
    const struct arguments *arguments = asking->arguments;
    if (option_is_given(arguments, "state")) {
        asking->options.state = option(arguments, "state")->text;
    } else if (asking->verb->state) {
        snprintf(asking->state, sizeof asking->state, asking->verb->state,
                 question_number(&asking->question, KEY_LATENCY),
                 question_number(&asking->question, KEY_DEPTH));
        asking->options.state = asking->state;
    }
}

static enum status check_network(const struct asking *asking, struct failure *failure) {
    const struct arguments *arguments = asking->arguments;
    if (!question_has(&asking->question, KEY_NETWORK))
        return STATUS_OK;
    for (int i = 0; i < arguments->spec_count; i++)
        if (arguments->values[i].given &&
            option_is_among(asking->verb->complete, arguments->specs[i].name))
            return failure_input(failure, "--%s does not go with a network",
                                 arguments->specs[i].name);
    return STATUS_OK;
}

static enum status pose(struct asking *asking, struct failure *failure) {
    int given = 0;
    const struct limits limits = control_limits(asking->control, asking->arguments);
    if (asking->verb->pose)
        TRY(asking->verb->pose(asking->arguments, &asking->question, &given, &limits, failure));
    else
        question_init(&asking->question, asking->verb->subject);
    TRY(question_option_read(asking->arguments, asking->verb->own, &asking->question, &given,
                             failure));
    TRY(check_network(asking, failure));
    return engine_check(&asking->question, failure);
}

/* --- certificates --- */

static bool is_decision(const struct asking *asking) {
    return question_is_decision(&asking->question);
}

static bool is_on_stdout(const struct asking *asking) {
    return is_decision(asking) && option_is_given(asking->arguments, "output") &&
           strcmp(option(asking->arguments, "output")->text, "-") == 0;
}

/* Rates and allreduces on networks have two certificates, if any. */
static bool has_two(const struct question *question) {
    return question->subject == SUBJECT_RATE || question->subject == SUBJECT_ALLREDUCE ||
           (question->subject == SUBJECT_FRONTIER &&
            question_collective(question) == COLLECTIVE_ALLREDUCE);
}

/* Does --output name a folder? Of one certificate, where it is one already, or says so by a slash
 * at its end. */
static bool is_in_folder(const struct asking *asking) {
    const char *path = option(asking->arguments, "output")->text;
    struct stat about;
    if (!is_decision(asking))
        return true;
    if (is_on_stdout(asking))
        return false;
    return has_two(&asking->question) || path[strlen(path) - 1] == '/' ||
           (stat(path, &about) == 0 && S_ISDIR(about.st_mode));
}

/* Now, and not after a long search. */
static enum status probe(const struct asking *asking, struct failure *failure) {
    const struct arguments *arguments = asking->arguments;
    if (!option_is_given(arguments, "output"))
        return STATUS_OK;
    if (is_on_stdout(asking) && option_is_given(arguments, "json"))
        return failure_input(failure,
                             "--json and --output -: both would print to the standard output");
    const struct answer_folder folder = answer_folder(arguments);
    return is_in_folder(asking) ? answer_folder_probe(&folder, failure)
                                : locked_file_probe(option(arguments, "output")->text,
                                                    option(arguments, "force")->given, failure);
}

static void remark_uncertified(const struct asking *asking) {
    if (!asking->control->quiet && !verdict_is_open(asking_outcome(asking)->verdict))
        fprintf(stderr, "this answer has no certificate: %s is not written\n",
                option(asking->arguments, "output")->text);
}

/* Of yes or no. */
static enum status write_proof(const struct asking *asking, const struct limits *limits,
                               struct failure *failure) {
    const struct evidence *evidence = outcome_proof(asking_outcome(asking));
    const char *path = option(asking->arguments, "output")->text;
    const struct answer_folder folder = answer_folder(asking->arguments);
    if (!evidence->kind) {
        remark_uncertified(asking);
        return STATUS_OK;
    }
    return is_in_folder(asking)
               ? answer_folder_write(&folder, asking_outcome(asking), limits, failure)
               : evidence_write(*evidence, path, option(asking->arguments, "force")->given, limits,
                                failure);
}

/* The answer, or another engine's, if the answer rests on a search without certificates. */
static const struct outcome *certified_outcome(const struct asking *asking) {
    const struct outcome *given = asking_outcome(asking);
    if (given->schedule.kind || given->bound.kind)
        return given;
    for (int i = 0; i < asking->count; i++)
        if (asking->list[i].schedule.kind || asking->list[i].bound.kind)
            return &asking->list[i];
    return NULL;
}

/* What a stopped search leaves is written all the same. */
static enum status write_certificates(const struct asking *asking, struct failure *failure) {
    const struct limits limits = control_limits(asking->control, asking->arguments);
    bool stopped = control_stopped(asking->control);
    if (!option_is_given(asking->arguments, "output"))
        return STATUS_OK;
    if (is_decision(asking))
        return write_proof(asking, stopped ? NULL : &limits, failure);
    if (stopped && !asking_outcome(asking)->lower)
        return failure_limit(failure, LIMITS_STOPPED);
    const struct answer_folder folder = answer_folder(asking->arguments);
    const struct outcome *certified = certified_outcome(asking);
    if (!certified)
        remark_uncertified(asking);
    return answer_folder_write(&folder, certified ? certified : asking_outcome(asking),
                               stopped ? NULL : &limits, failure);
}

/* An impossibility that rests on a state from before is verified where no certificate is written: a
 * state is no evidence. */
static enum status secure(const struct asking *asking, struct failure *failure) {
    const struct outcome *outcome = asking_outcome(asking);
    const struct tree_proof *tree = backtrack_tree(outcome);
    const struct limits limits = control_limits(asking->control, asking->arguments);
    enum status status = write_certificates(asking, failure);
    if (!status && tree && outcome->resumed && !option_is_given(asking->arguments, "output"))
        status = backtrack_verify(tree, &limits, failure);
    control_end_line(asking->control);
    if (status == STATUS_INTERNAL && tree && outcome->resumed)
        return failure_input(failure, "the state %s is wrong, it leaves out a schedule; remove it",
                             outcome->state);
    return status;
}

/* --- printing --- */

/* `lower N`, `upper N`, the thing, facts. */
static void ask_print_number(const struct question *question, const struct outcome *outcome) {
    bool settled = outcome->verdict == VERDICT_SETTLED;
    if (outcome->lower)
        printf("lower %s\n", outcome->lower);
    if (outcome->upper)
        printf("upper %s\n", outcome->upper);
    if (settled)
        printf("%s %s\n", question_thing(question), outcome->lower);
    printf("by %s\n", outcome->by);
    for (int i = 0; i < outcome->fact_count; i++)
        printf("%s %s\n", outcome->facts[i].name, outcome->facts[i].value);
}

static int print_json(const struct asking *asking, const struct outcome *outcome,
                      struct failure *failure) {
    json_t *more = asking->verb->more ? asking->verb->more(asking) : json_object();
    bool written = option_is_given(asking->arguments, "output") && is_decision(asking) &&
                   outcome_proof(outcome)->kind;
    if (is_decision(asking))
        json_object_set_new(
            more, "certificate",
            json_any_text(written ? option(asking->arguments, "output")->text : NULL));
    enum status status = json_line(json_answer(json_question(&asking->question), &asking->question,
                                               outcome, control_elapsed(asking->control), more),
                                   failure);
    return status ? verb_failed(failure) : verb_exit_status(outcome->verdict);
}

/* A line for each fact, of points of a frontier for each of these. */
static void print_facts(const struct outcome *outcome) {
    for (int i = 0; i < outcome->fact_count; i++) {
        const char *value = outcome->facts[i].value;
        if (strcmp(outcome->facts[i].name, "points") != 0) {
            printf("%s %s\n", outcome->facts[i].name, value);
            continue;
        }
        for (const char *end; (end = strstr(value, ", ")); value = end + 2)
            printf("%.*s\n", (int)(end - value), value);
        puts(value);
    }
}

/* `unwritten`: no status line stands behind a number whose files are not there. */
static int print(const struct asking *asking, bool unwritten, struct failure *failure) {
    const struct outcome *outcome = asking_outcome(asking);
    bool alone = false;
    if (is_on_stdout(asking) && outcome_proof(outcome)->kind) /* and nothing beside it */
        return verb_exit_status(outcome->verdict);
    if (option_is_given(asking->arguments, "json"))
        return print_json(asking, outcome, failure);
    if (asking->verb->print && asking->verb->print(asking, &alone, failure))
        return verb_unanswered(asking->arguments, failure);
    if (alone)
        return verb_exit_status(outcome->verdict);
    if (asking->question.subject == SUBJECT_FRONTIER || asking->question.subject == SUBJECT_RATE)
        print_facts(outcome);
    if (is_decision(asking) || outcome->verdict == VERDICT_UNKNOWN)
        return verb_verdict(outcome->verdict);
    ask_print_number(&asking->question, outcome);
    if (unwritten)
        return EXIT_INPUT;
    if (outcome->verdict == VERDICT_INFEASIBLE)
        return verb_verdict(outcome->verdict);
    return verb_number(outcome->verdict == VERDICT_SETTLED,
                       asking->question.subject == SUBJECT_COUNT ? "EXACT" : "OPTIMAL");
}

/* The answer is known, but not what has to go with it: it is printed all the same where it is a
 * number, and is unknown where it is not. */
static int print_unwritten(const struct asking *asking, const struct failure *failure) {
    struct failure own = {0};
    if (failure->status != STATUS_LIMIT || !is_decision(asking)) {
        bool there = failure->status == STATUS_SYSTEM || failure->status == STATUS_INPUT;
        if (there && !is_decision(asking))
            print(asking, true, &own); /* an answer is given though its files are not there */
        return verb_unanswered(asking->arguments, failure);
    }
    fprintf(stderr, "the answer was found, but writing or verifying it was %s\n", failure->message);
    struct outcome unknown = {.by = asking_outcome(asking)->by};
    outcome_leave_open(&unknown, "the answer could not be written or verified within the limits");
    return option_is_given(asking->arguments, "json") ? print_json(asking, &unknown, &own)
                                                      : verb_verdict(VERDICT_UNKNOWN);
}

/* Once an answer is out, no search needs to be kept; as long as there is none, all do. */
static void keep_or_forget(const struct asking *asking, bool known) {
    for (int i = 0; i < asking->count; i++) {
        const char *state = asking->list[i].state;
        if (state && known)
            backtrack_forget(state);
        else if (state && !asking->control->quiet)
            fprintf(stderr, "the search is kept in %s; the same command goes on from there\n",
                    state);
    }
}

/* Nobody answers: too large for all that were asked. */
static int print_none(const struct asking *asking, const struct failure *failure) {
    struct failure own = {0};
    if (failure->status != STATUS_LIMIT || !option_is_given(asking->arguments, "json"))
        return verb_unanswered(asking->arguments, failure);
    verb_failed(failure);
    return json_answer_none(json_question(&asking->question),
                            option_text(asking->arguments, "engine", NULL), failure->message,
                            control_elapsed(asking->control), &own)
               ? verb_failed(&own)
               : EXIT_OPEN;
}

static int print_result(struct asking *asking, struct failure *failure) {
    enum status status = secure(asking, failure);
    int exit_status = status ? print_unwritten(asking, failure) : print(asking, false, failure);
    bool known = (exit_status == EXIT_FOUND || exit_status == EXIT_IMPOSSIBLE) &&
                 fflush(stdout) == 0 && !ferror(stdout);
    keep_or_forget(asking, known);
    return exit_status;
}

static int ask_one(struct asking *asking) {
    struct failure failure = {0};
    enum status status = check_state(asking->arguments, &failure);
    if (!status)
        status = probe(asking, &failure);
    if (status)
        return verb_failed(&failure);
    choose_state(asking);
    if (asking->verb->prepare)
        status = asking->verb->prepare(asking, &failure);
    if (status == STATUS_INPUT)
        name_network(asking, &failure);
    if (!status)
        status = asking_chosen(asking, &failure);
    control_end_line(asking->control);
    if (status)
        keep_or_forget(asking, false);
    return status ? print_none(asking, &failure) : print_result(asking, &failure);
}

int ask_question_run(const struct arguments *arguments, const struct ask_verb *verb,
                     struct question *question) {
    struct control control;
    CLEANUP(asking_clear) struct asking asking;
    control_init(&control, arguments);
    asking_init(&asking, arguments, verb, &control);
    asking.question = *question;
    return ask_one(&asking);
}

int ask_verb_run(const struct arguments *arguments, const struct ask_verb *verb) {
    struct control control;
    CLEANUP(asking_clear) struct asking asking;
    struct failure failure = {0};
    control_init(&control, arguments);
    asking_init(&asking, arguments, verb, &control);
    return pose(&asking, &failure)         ? verb_unanswered(arguments, &failure)
           : options_have_range(arguments) ? ask_range_run(&asking)
                                           : ask_one(&asking);
}
