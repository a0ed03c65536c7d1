/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/quoted_word.h"
#include "solver/decide/backtrack.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/asking.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"

enum { MOST_TEXT = 1 << 20 };

static const struct option_spec specs[] = {
    {"engine", 'e', OPTION_TEXT, false, "NAME", 0, 0,
     "who answers, or all (default: the first in the list below)"},
    {"plain", 0, OPTION_FLAG, false, "", 0, 0,
     "formulas in the plainer encoding: words (decide), plain (items)"},
    {"state", 0, OPTION_NAME, false, "FILE", 0, 0,
     "where a stopped search is kept, by engines that go on (default: nowhere)"},
    {"output", 'o', OPTION_NAME, false, "FILE|FOLDER", 0, 0,
     "of yes or no write the certificate; of a number schedule.cert and bound.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static size_t count_words(const char *text) {
    char *copy = strdup(text), *rest = copy;
    struct quoted_word word;
    size_t count = 0;
    while (copy && !quoted_word_next(&rest, &word, NULL) && word.text)
        count++;
    free(copy);
    return count;
}

/* An operand in the place of a value is one as it is; any other one may be a text of several words.
 */
static enum status read_question(const struct arguments *arguments, struct question *question,
                                 struct failure *failure) {
    size_t room = 1, used = 0, words = 0;
    if (!arguments->operand_count)
        return failure_set(failure, STATUS_INPUT,
                           "ask needs a question, as in: steadycast ask delay latency 3 processors "
                           "10 (see: steadycast help ask)");
    for (int i = 0; i < arguments->operand_count; i++)
        room += QUOTED_WORD_ROOM(strlen(arguments->operands[i])) + 1;
    char *text = room < MOST_TEXT ? calloc(room, 1) : NULL;
    if (!text)
        return failure_set(failure, STATUS_INPUT, "the question is too long");
    for (int i = 0; i < arguments->operand_count; i++) {
        const char *operand = arguments->operands[i];
        bool value = words > 0 && words % 2 == 0;
        if (i)
            text[used++] = ' ';
        used += value ? quoted_word_put(operand, text + used)
                      : (size_t)sprintf(text + used, "%s", operand);
        words += value ? 1 : count_words(operand);
    }
    enum status status = question_parse(question, text, failure);
    free(text);
    return status;
}

/* --- printing --- */

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
    return verb_number(!outcome_is_open(outcome->verdict),
                       question->subject == SUBJECT_COUNT ? "EXACT" : "OPTIMAL");
}

/* Yes or no has one certificate, which is a file; a number one for each side. */
static bool is_file(const struct asking *asking) {
    return subject_form(asking->question->subject)->is_decision &&
           option(asking->arguments, "output")->given;
}

static bool is_on_stdout(const struct asking *asking) {
    return is_file(asking) && strcmp(option(asking->arguments, "output")->text, "-") == 0;
}

static enum status probe(const struct asking *asking, struct failure *failure) {
    const struct arguments *arguments = asking->arguments;
    if (is_on_stdout(asking) && option(arguments, "json")->given)
        return failure_set(failure, STATUS_INPUT,
                           "--json and the certificate can't both go to stdout");
    struct answer_folder folder = answer_folder_of_sides(arguments);
    return is_file(asking) ? locked_file_probe(option(arguments, "output")->text,
                                               option(arguments, "force")->given, failure)
                           : answer_folder_probe(&folder, failure);
}

/* Of yes or no: that of the side which the answer is; its kind is NULL where there is none. */
static const struct evidence *evidence_of(const struct outcome *outcome) {
    return outcome->schedule.kind ? &outcome->schedule : &outcome->bound;
}

static enum status write_certificates(const struct asking *asking, struct failure *failure) {
    const struct outcome *outcome = &asking->list[asking->given];
    const struct arguments *arguments = asking->arguments;
    struct answer_folder folder = answer_folder_of_sides(arguments);
    struct limits limits = control_limits(asking->control, arguments);
    const char *file = option(arguments, "output")->text;
    if (!is_file(asking))
        return answer_folder_write_sides(&folder, outcome, &limits, failure);
    if (evidence_of(outcome)->kind)
        return evidence_write(*evidence_of(outcome), file, option(arguments, "force")->given,
                              &limits, failure);
    if (!option(arguments, "quiet")->given)
        fprintf(stderr, "this answer has no certificate: %s is not written\n", file);
    return STATUS_OK;
}

static int give(const struct asking *asking) {
    const struct outcome *outcome = &asking->list[asking->given];
    struct failure failure = {0};
    enum status status = write_certificates(asking, &failure);
    control_end_line(asking->control);
    if (status)
        return verb_unanswered(asking->arguments, &failure);
    for (int i = 0; i < asking->count; i++)
        if (asking->list[i].state && !outcome_is_open(asking->list[i].verdict))
            backtrack_forget(asking->list[i].state);
    if (is_on_stdout(asking) && evidence_of(outcome)->kind) /* and nothing beside it */
        return verb_exit_status(outcome->verdict);
    if (!option(asking->arguments, "json")->given)
        return print(asking->question, outcome);
    const struct json_answer answer =
        json_answer_of(asking->question, outcome, control_elapsed(asking->control));
    status = json_answer_print(&answer, json_object(), &failure);
    return status ? verb_failed(&failure) : verb_exit_status(outcome->verdict);
}

static int print_none(const struct asking *asking, const struct failure *failure) {
    verb_failed(failure);
    return json_answer_none(json_question(asking->question), failure->message,
                            control_elapsed(asking->control), NULL)
               ? EXIT_INTERNAL
               : EXIT_OPEN;
}

static int run_ask(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct question question;
    struct asking asking = {.arguments = arguments,
                            .control = &control,
                            .question = &question,
                            .options = {.plain = option(arguments, "plain")->given,
                                        .record = option(arguments, "output")->given,
                                        .state = option(arguments, "state")->text}};
    control_init(&control, arguments);
    if (read_question(arguments, &question, &failure))
        return verb_failed(&failure);
    enum status status = asking_check_state(arguments, &failure);
    if (!status)
        status = probe(&asking, &failure);
    if (!status)
        status = asking_chosen(&asking, &failure);
    bool none = status == STATUS_LIMIT && option(arguments, "json")->given;
    int exit_status = none     ? print_none(&asking, &failure)
                      : status ? verb_unanswered(arguments, &failure)
                               : give(&asking);
    asking_clear(&asking);
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
    .summary = "Asks any question of any engine, in the words of campaigns",
    .operands = "SUBJECT KEY VALUE ..",
    VERB_SPECS(specs),
    .details =
        "A question is a subject with pairs of a key and a value, as in files of campaigns\n"
        "(sweep) and in their answers; but a value is what the shell makes of it, and needs no\n"
        "quotes besides. Of questions with yes or no it prints s FEASIBLE (exit\n"
        "10), s INFEASIBLE (20) or s UNKNOWN (0); of the others\n"
        "  lower N    nothing is better than this side, or is known to reach it\n"
        "  upper N    the other one\n"
        "  by NAME    who found it\n"
        "and s OPTIMAL (exit 10) if both are equal, s EXACT of counts, else s OPEN (0). With "
        "--engine all every engine of\n"
        "the subject is asked that takes the question, and two that disagree end with exit status\n"
        "2. A state of a stopped search is trusted like memory; steadycheck says whether the\n"
        "certificate is right.\n"
        "\n"
        "Subjects, their keys ([ ] may be left out) and engines, the first one being asked:",
    .list = list_subjects,
    .example =
        "  steadycast ask decide latency 4 depth 8 --engine all\n"
        "  steadycast ask capacity latency 2 depth 7 -o q --force; steadycheck q/bound.cert\n"
        "  steadycast ask reduce latency 2 overhead 1 gap 2 processors 3 until 8 --engine all\n"
        "  steadycast ask gossip network bowtie duplex half --json",
    .run = run_ask};
