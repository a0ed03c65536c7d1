#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/decide/backtrack.h"
#include "solver/question/engines.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/verb.h"

enum { MOST_TEXT = 120000, MOST_ASKED = 8 };

static const struct option_spec specs[] = {
    {"engine", 'e', OPTION_TEXT, false, "NAME", 0, 0,
     "who answers, or all (default: the first in the list below)"},
    {"plain", 0, OPTION_FLAG, false, "", 0, 0,
     "formulas in the plainer encoding: words (decide), plain (items)"},
    {"state", 0, OPTION_TEXT, false, "FILE", 0, 0,
     "where a stopped search is kept, by engines that go on (default: nowhere)"},
    {"output", 'o', OPTION_TEXT, false, "FOLDER", 0, 0,
     "write the certificates: bound.cert, schedule.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

/* What the engines said; `given`, one of them, is printed. */
struct answers {
    struct outcome list[MOST_ASKED];
    int count;
    int given;
};

static enum status read_question(const struct arguments *arguments, struct question *question,
                                 struct failure *failure) {
    size_t length = 1;
    for (int i = 0; i < arguments->operand_count; i++)
        length += strlen(arguments->operands[i]) + 1;
    char *text = length < MOST_TEXT ? calloc(length, 1) : NULL;
    if (!text)
        return failure_set(failure, STATUS_INPUT, "the question is too long");
    for (int i = 0; i < arguments->operand_count; i++) {
        strcat(text, i ? " " : "");
        strcat(text, arguments->operands[i]);
    }
    enum status status = question_parse(question, text, failure);
    free(text);
    return status;
}

static bool is_open(const struct outcome *outcome) {
    return outcome->verdict == OUTCOME_UNKNOWN || outcome->verdict == OUTCOME_INTERVAL;
}

/* An answer with evidence is better than one without, and that than an open one. */
static int worth(const struct outcome *outcome) {
    bool certified = outcome->schedule.kind || outcome->bound.kind;
    return (outcome->verdict != OUTCOME_UNKNOWN) + 2 * certified + 4 * !is_open(outcome);
}

static void remark(const struct control *control, const struct outcome *outcome, double seconds) {
    if (control->quiet)
        return;
    fprintf(stderr, "%s: %llu nodes, %.3f s", outcome->by, (unsigned long long)outcome->nodes,
            seconds);
    fprintf(stderr, is_open(outcome) && *outcome->reason ? ", open: %s\n" : "%s\n",
            is_open(outcome) ? outcome->reason : "");
}

static enum status ask(const struct arguments *arguments, struct control *control,
                       const struct question *question, const struct engine *engine,
                       struct answers *answers, struct failure *failure) {
    struct engine_options options = {.plain = option(arguments, "plain")->given,
                                     .record = option(arguments, "output")->given,
                                     .state = option(arguments, "state")->text};
    struct limits limits = control_limits(control, arguments);
    struct outcome *outcome = &answers->list[answers->count];
    double before = control_elapsed(control);
    enum status status = engine->ask(question, &options, &limits, outcome, failure);
    control_end_line(control);
    if (status)
        return status;
    remark(control, outcome, control_elapsed(control) - before);
    if (worth(outcome) > worth(&answers->list[answers->given]))
        answers->given = answers->count;
    answers->count++;
    return STATUS_OK;
}

/* An engine for which the question is too large is left out, and it is said. */
static enum status ask_all(const struct arguments *arguments, struct control *control,
                           const struct question *question, struct answers *answers,
                           struct failure *failure) {
    const struct engine *engine;
    for (int i = 0; (engine = engine_of(question, i)) && answers->count < MOST_ASKED; i++) {
        enum status status = engine->in_all
                                 ? ask(arguments, control, question, engine, answers, failure)
                                 : STATUS_OK;
        if (status == STATUS_LIMIT && failure)
            fprintf(stderr, "%s does not apply: %s\n", engine->name, failure->message);
        else if (status)
            return status;
    }
    char why[ENGINES_WHY_ROOM];
    for (int i = 0; i < answers->count; i++)
        for (int j = 0; j < i; j++)
            if (outcomes_disagree(&answers->list[j], &answers->list[i], why))
                return failure_set(failure, STATUS_INTERNAL, "engines disagree: %s", why);
    return answers->count ? STATUS_OK
                          : failure_set(failure, STATUS_LIMIT, "no engine takes this question");
}

static enum status ask_chosen(const struct arguments *arguments, struct control *control,
                              const struct question *question, struct answers *answers,
                              struct failure *failure) {
    const struct option_value *chosen = option(arguments, "engine");
    if (chosen->given && strcmp(chosen->text, "all") == 0)
        return ask_all(arguments, control, question, answers, failure);
    const struct engine *engine =
        chosen->given ? engine_find(question, chosen->text) : engine_of(question, 0);
    if (engine)
        return ask(arguments, control, question, engine, answers, failure);
    char names[160];
    engine_names(question, names, sizeof names);
    return failure_set(failure, STATUS_INPUT, "--engine: '%.40s' is none of %s, all", chosen->text,
                       names);
}

/* --- printing --- */

static json_t *text_or_null(const char *text) {
    return text ? json_string(text) : json_null();
}

/* The parameters by their keys; numbers as numbers where they fit. */
static void add_parameters(json_t *object, const struct question *question) {
    const struct subject_form *form = subject_form(question->subject);
    char value[QUESTION_TEXT_ROOM];
    for (int i = 0; i < form->count; i++) {
        bool number = form->parameters[i].kind == PARAMETER_NUMBER;
        question_value_text(question, i, value, sizeof value);
        json_object_set_new(object, key_name(form->parameters[i].key),
                            number ? json_integer(question->values[i]) : json_any_text(value));
    }
}

static enum status print_json(const struct question *question, const struct outcome *outcome,
                              double seconds, struct failure *failure) {
    static const char *const verdicts[] = {"unknown", "feasible", "infeasible", "settled",
                                           "interval"};
    json_t *object = json_pack("{s:s}", "subject", subject_form(question->subject)->name);
    json_t *rest = json_pack(
        "{s:s, s:o, s:o, s:s, s:s, s:I, s:f}", "verdict", verdicts[outcome->verdict], "lower",
        text_or_null(outcome->lower), "upper", text_or_null(outcome->upper), "by", outcome->by,
        "reason", outcome->reason, "nodes", (json_int_t)outcome->nodes, "seconds", seconds);
    if (object && rest) {
        add_parameters(object, question);
        json_object_update(object, rest);
    }
    json_decref(rest);
    return json_line(object, failure);
}

static int print(const struct question *question, const struct outcome *outcome) {
    static const enum verdict verdicts[] = {VERDICT_UNKNOWN, VERDICT_FEASIBLE, VERDICT_INFEASIBLE};
    if (subject_form(question->subject)->is_decision)
        return verb_verdict(verdicts[outcome->verdict]);
    if (outcome->verdict == OUTCOME_UNKNOWN)
        return verb_verdict(VERDICT_UNKNOWN);
    if (outcome->lower)
        printf("lower %s\n", outcome->lower);
    if (outcome->upper)
        printf("upper %s\n", outcome->upper);
    printf("by %s\n", outcome->by);
    return EXIT_UNKNOWN;
}

static int exit_status_of(const struct outcome *outcome) {
    return outcome->verdict == OUTCOME_FEASIBLE     ? EXIT_FOUND
           : outcome->verdict == OUTCOME_INFEASIBLE ? EXIT_IMPOSSIBLE
                                                    : EXIT_UNKNOWN;
}

static int give(const struct arguments *arguments, struct control *control,
                const struct question *question, const struct answers *answers) {
    const struct outcome *outcome = &answers->list[answers->given];
    struct answer_folder folder = answer_folder_of_sides(arguments);
    struct limits limits = control_limits(control, arguments);
    struct failure failure = {0};
    enum status status = answer_folder_write_sides(&folder, outcome, &limits, &failure);
    control_end_line(control);
    if (status)
        return verb_unanswered(&failure);
    for (int i = 0; i < answers->count; i++)
        if (answers->list[i].state && !is_open(&answers->list[i]))
            backtrack_forget(answers->list[i].state);
    if (!option(arguments, "json")->given)
        return print(question, outcome);
    status = print_json(question, outcome, control_elapsed(control), &failure);
    return status ? verb_failed(&failure) : exit_status_of(outcome);
}

static int run_ask(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct question question;
    struct answers answers = {.count = 0};
    struct answer_folder folder = answer_folder_of_sides(arguments);
    control_init(&control, arguments);
    if (read_question(arguments, &question, &failure))
        return verb_failed(&failure);
    enum status status = answer_folder_probe(&folder, &failure);
    if (!status)
        status = ask_chosen(arguments, &control, &question, &answers, &failure);
    int exit_status =
        status ? verb_unanswered(&failure) : give(arguments, &control, &question, &answers);
    for (int i = 0; i < answers.count; i++)
        outcome_clear(&answers.list[i]);
    question_clear(&question);
    return exit_status;
}

/* Subjects with their parameters, and their engines. */
static void list_subjects(verb_put *put, void *context) {
    char line[200];
    for (int subject = 0; subject < SUBJECTS; subject++) {
        const struct subject_form *form = subject_form((enum subject)subject);
        snprintf(line, sizeof line, "  %s: %s\n   ", form->name, form->asks);
        put(context, line);
        for (int i = 0; i < form->count; i++) {
            const struct parameter *parameter = &form->parameters[i];
            const char *symbol = key_symbol(parameter->key);
            bool implied = parameter->implied != NOT_IMPLIED;
            snprintf(line, sizeof line, implied ? " [%s %s]" : " %s %s", key_name(parameter->key),
                     parameter->words ? parameter->words
                     : *symbol        ? symbol
                                      : "NAME");
            put(context, line);
        }
        struct question question;
        question_init(&question, (enum subject)subject);
        engine_names(&question, line, sizeof line);
        put(context, "\n    engines: ");
        put(context, line);
        put(context, "\n");
    }
}

const struct verb verb_ask = {
    .name = "ask",
    .summary = "Asks any question, of any engine: the same words as in campaigns",
    .operands = "SUBJECT KEY VALUE ..",
    VERB_SPECS(specs),
    .details =
        "A question is a subject with pairs of a key and a value, as in files of campaigns\n"
        "(sweep) and in their journals. Of questions with yes or no it prints s FEASIBLE (exit\n"
        "10), s INFEASIBLE (20) or s UNKNOWN (0); of the others\n"
        "  lower N    nothing is better than this side, or is known to reach it\n"
        "  upper N    the other one\n"
        "  by NAME    who found it\n"
        "and the exit status is 0. With --engine all every engine of the subject is asked that\n"
        "takes the question, and two that disagree end with exit status 2. A state of a stopped\n"
        "search is trusted like memory; steadycheck says whether the certificate is right.\n"
        "\n"
        "Subjects, their keys ([ ] may be left out) and engines, the first one being asked:",
    .list = list_subjects,
    .example =
        "  steadycast ask decide latency 4 depth 8 --engine all\n"
        "  steadycast ask capacity latency 2 depth 7 -o q --force; steadycheck q/bound.cert\n"
        "  steadycast ask sum latency 2 overhead 1 gap 2 processors 3 until 8 --engine all\n"
        "  steadycast ask gossip network bowtie duplex half --json",
    .run = run_ask};
