#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/letter.h"
#include "solver/certificate/locked_file.h"
#include "solver/certificate/search_tree.h"
#include "solver/engine/backtrack.h"
#include "solver/engine/engine.h"
#include "solver/model/instance.h"
#include "tools/steadycast/control.h"
#include "tools/steadycast/verb.h"

enum { MOST_ENGINES = 8, SHOWN_CLASSES = 12, SHOWN_LETTERS = 60 };

static const struct option_spec specs[] = {
    OPTION_SPEC_LATENCY,
    OPTION_SPEC_DEPTH,
    {"engine", 'e', OPTION_CHOICE, false, "arithmetic|backtrack|sat|paper|all", 0, 0,
     "who answers (default: arithmetic)"},
    {"encoding", 0, OPTION_CHOICE, false, "sums|words", 0, 0,
     "formula of the sat engine (default: sums)"},
    {"no-ball-rule", 0, OPTION_FLAG, false, "", 0, 0,
     "backtrack: do not prune by the number of balls"},
    {"state", 0, OPTION_TEXT, false, "FILE", 0, 0,
     "backtrack: where a stopped search is kept (default: steadycast-L<L>-t<T>.state)"},
    OPTION_SPEC_OUTPUT("write the certificate (- is stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

/* The answers of the engines that were asked, and which one is given. */
struct answers {
    struct answer list[MOST_ENGINES];
    int count;
    const struct answer *given;
    char state[64]; /* the file's name, unless another is chosen */
};

static const char *verdict_name(enum verdict verdict) {
    static const char *const names[] = {"UNKNOWN", "FEASIBLE", "INFEASIBLE"};
    return names[verdict];
}

static enum status ask(const struct engine *engine, const struct arguments *arguments,
                       struct control *control, struct answers *answers, struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    int depth = (int)option(arguments, "depth")->number;
    snprintf(answers->state, sizeof answers->state, "steadycast-L%d-t%d.state", latency, depth);
    const struct option_value *chosen = option(arguments, "state");
    struct engine_options options = {.no_ball_rule = option(arguments, "no-ball-rule")->given,
                                     .words = option(arguments, "encoding")->number == 1,
                                     .state = chosen->given ? chosen->text : answers->state};
    struct limits limits = control_limits(control, arguments);
    struct answer *answer = &answers->list[answers->count];
    double before = control_elapsed(control);
    enum status status = engine->solve(latency, depth, &options, &limits, answer, failure);
    control_end_line(control);
    if (status == STATUS_OK) {
        answers->count++;
        if (!control->quiet)
            fprintf(stderr, "%s: %s%s%s, %" PRIu64 " nodes, %.3f s\n", engine->name,
                    verdict_name(answer->verdict), answer->reason ? ", " : "",
                    answer->reason ? answer->reason : "", answer->nodes,
                    control_elapsed(control) - before);
        if (!control->quiet && *answer->note)
            fprintf(stderr, "%s: %s\n", engine->name, answer->note);
    }
    return status;
}

static enum status say_does_not_apply(const char *engine, const struct failure *failure) {
    fprintf(stderr, "%s: does not apply: %s\n", engine, failure->message);
    return STATUS_OK;
}

/* Engines that are too small for the instance are left out of `all`, and it is said. */
static enum status ask_all(const struct arguments *arguments, struct control *control,
                           struct answers *answers, struct failure *failure) {
    for (const struct engine *engine = engines; engine->name; engine++) {
        if (!engine->decides)
            continue;
        enum status status = ask(engine, arguments, control, answers, failure);
        if (status == STATUS_LIMIT)
            say_does_not_apply(engine->name, failure);
        else if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status compare(struct answers *answers, struct failure *failure) {
    for (int i = 0; i < answers->count; i++) {
        const struct answer *answer = &answers->list[i];
        if (answer->verdict == VERDICT_UNKNOWN)
            continue;
        if (!answers->given)
            answers->given = answer;
        if (answer->verdict != answers->given->verdict)
            return failure_set(failure, STATUS_INTERNAL,
                               "engines disagree on L = %d, t = %d: %s says %s, %s says %s",
                               answer->latency, answer->depth, answers->given->engine,
                               verdict_name(answers->given->verdict), answer->engine,
                               verdict_name(answer->verdict));
    }
    if (!answers->given && answers->count)
        answers->given = &answers->list[0];
    return STATUS_OK;
}

static void print_word(const struct block_class *class, int latency) {
    int shown = class->size - 1 < SHOWN_LETTERS ? class->size - 1 : SHOWN_LETTERS;
    printf("block of %d, %s", class->size, mpz_cmp_ui(class->count, 1) ? "" : "once");
    if (mpz_cmp_ui(class->count, 1))
        gmp_printf("%Zd times", class->count);
    printf(class->size > 1 ? ": " : "");
    for (int i = 0; i < shown; i++) {
        char name[LETTER_NAME_SIZE];
        letter_name(name, class->letters[i], latency);
        printf(latency > 26 ? "%s " : "%s", name);
    }
    printf("%s\n", shown < class->size - 1 ? " ..." : "");
}

static void print_schedule(const struct schedule *schedule) {
    size_t shown = 0;
    for (; shown < schedule->class_count && shown < SHOWN_CLASSES; shown++)
        print_word(&schedule->classes[schedule->class_count - 1 - shown], schedule->latency);
    if (shown < schedule->class_count)
        printf("... and %zu more kinds of blocks (-o FILE holds them all)\n",
               schedule->class_count - shown);
    char name[LETTER_NAME_SIZE];
    bool letter = schedule->depth >= schedule->latency; /* else it is the time t */
    if (letter)
        letter_name(name, schedule->receive_only, schedule->latency);
    else
        snprintf(name, sizeof name, "%d", schedule->receive_only);
    printf("receive-only %s\n", name);
}

static void print_reason(const struct answer *answer) {
    char name[LETTER_NAME_SIZE];
    switch (answer->evidence) {
    case EVIDENCE_SCHEDULE:
        print_schedule(&answer->schedule);
        break;
    case EVIDENCE_INDUCTION:
        letter_name(name, answer->family.receive_only, answer->latency);
        printf("by induction from t = %d..%d, receive-only %s\n", answer->family.from,
               answer->family.from + answer->family.latency - 1, name);
        break;
    case EVIDENCE_RESIDUES:
        printf("no letter can be left over: the sums of the letters do not fit the blocks\n");
        break;
    case EVIDENCE_TREE:
        printf("search exhausted\n");
        break;
    case EVIDENCE_CNF:
        printf("formula refuted\n");
        break;
    case EVIDENCE_NONE:
        break;
    }
}

static int print_json(const struct answer *answer, const char *path, double seconds) {
    json_t *object =
        json_pack("{s:i, s:i, s:s, s:s, s:s?, s:I, s:f, s:s?}", "latency", answer->latency, "depth",
                  answer->depth, "verdict", verdict_name(answer->verdict), "engine", answer->engine,
                  "reason", answer->reason, "nodes", (json_int_t)answer->nodes, "seconds", seconds,
                  "certificate", answer->evidence == EVIDENCE_NONE ? NULL : path);
    if (!object)
        return EXIT_INTERNAL;
    json_dumpf(object, stdout, JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(object);
    return answer->verdict == VERDICT_FEASIBLE     ? EXIT_FOUND
           : answer->verdict == VERDICT_INFEASIBLE ? EXIT_IMPOSSIBLE
                                                   : EXIT_UNKNOWN;
}

/* Writes the certificate. Without one, an impossibility that rests on a state from before is
 * verified all the same: a state is no evidence. */
static enum status secure(const struct arguments *arguments, struct control *control,
                          const struct answer *answer, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    struct limits limits = control_limits(control, arguments);
    enum status status = STATUS_OK;
    if (output->given && answer->evidence != EVIDENCE_NONE)
        status = answer_write_within(answer, output->text, option(arguments, "force")->given,
                                     &limits, failure);
    else if (answer->evidence == EVIDENCE_TREE && answer->resumed)
        status = search_tree_check(&answer->tree, &limits, failure);
    control_end_line(control);
    if (status == STATUS_INTERNAL && answer->evidence == EVIDENCE_TREE && answer->resumed)
        status = failure_set(failure, STATUS_INPUT,
                             "the state %s is wrong, it leaves out a schedule; remove it",
                             answer->state);
    return status;
}

/* Once an answer is out, no search needs to be kept; as long as there is none, all do. */
static void keep_or_forget(const struct control *control, const struct answers *answers,
                           bool known) {
    for (int i = 0; i < answers->count; i++) {
        const char *state = answers->list[i].state;
        if (state && known)
            backtrack_forget(state);
        else if (state && !control->quiet)
            fprintf(stderr, "the search is kept in %s; the same command goes on from there\n",
                    state);
    }
}

static int give(const struct arguments *arguments, struct control *control,
                const struct answers *answers, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    bool on_stdout = output->given && strcmp(output->text, "-") == 0;
    enum status status = secure(arguments, control, answers->given, failure);
    if (status == STATUS_LIMIT) {
        fprintf(stderr, "the answer was found, but writing or verifying it was %s\n",
                failure->message);
        struct answer unknown;
        answer_init(&unknown, answers->given->engine, answers->given->latency,
                    answers->given->depth);
        unknown.reason = "the answer could not be written or verified within the limits";
        return option(arguments, "json")->given
                   ? print_json(&unknown, NULL, control_elapsed(control))
                   : verb_verdict(VERDICT_UNKNOWN);
    }
    if (status)
        return verb_failed(failure);
    if (option(arguments, "json")->given)
        return print_json(answers->given, output->given ? output->text : NULL,
                          control_elapsed(control));
    if (on_stdout && answers->given->evidence != EVIDENCE_NONE)
        return answers->given->verdict == VERDICT_FEASIBLE ? EXIT_FOUND : EXIT_IMPOSSIBLE;
    print_reason(answers->given);
    return verb_verdict(answers->given->verdict);
}

static enum status check_output(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (!output->given)
        return STATUS_OK;
    if (option(arguments, "json")->given && strcmp(output->text, "-") == 0)
        return failure_set(failure, STATUS_INPUT,
                           "--json and --output -: both would print to the standard output");
    return locked_file_probe(output->text, option(arguments, "force")->given, failure);
}

static int run_solve(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct answers answers = {.count = 0};
    const struct option_value *choice = option(arguments, "engine");
    const char *name = choice->given ? choice->text : "arithmetic";
    control_init(&control, arguments);
    if (check_output(arguments, &failure))
        return verb_failed(&failure); /* now, and not after a long search */
    enum status status = strcmp(name, "all") == 0
                             ? ask_all(arguments, &control, &answers, &failure)
                             : ask(engine_by_name(name), arguments, &control, &answers, &failure);
    if (status == STATUS_LIMIT) /* the only engine asked does not take this instance */
        status = say_does_not_apply(name, &failure);
    if (!status)
        status = compare(&answers, &failure);
    struct answer none; /* given when no engine applies */
    answer_init(&none, name, (int)option(arguments, "latency")->number,
                (int)option(arguments, "depth")->number);
    none.reason = failure.message;
    if (!answers.given)
        answers.given = &none;
    int exit_status =
        status ? verb_failed(&failure) : give(arguments, &control, &answers, &failure);
    bool known = (exit_status == EXIT_FOUND || exit_status == EXIT_IMPOSSIBLE) &&
                 fflush(stdout) == 0 && !ferror(stdout);
    keep_or_forget(&control, &answers, known);
    for (int i = 0; i < answers.count; i++)
        answer_clear(&answers.list[i]);
    return exit_status;
}

const struct verb verb_solve = {
    .name = "solve",
    .summary = "Finds a block-cyclic schedule for (L,t), or proves that there is none",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "The engines decide the same question in different ways:\n"
        "  arithmetic  congruences by M. Hall's theorem; any t\n"
        "  backtrack   exhaustive search of words, in parallel; answers do not depend on threads\n"
        "  sat         PicoSAT on a formula; impossible comes with a checked refutation\n"
        "  paper       the base-case algorithm of 1993, with the words of its Lemma 3.1 only;\n"
        "              it finds or it does not, it never proves impossible\n"
        "  all         every one that applies; exit 2 if two disagree\n\n"
        "Stdout ends with s FEASIBLE (exit 10), s INFEASIBLE (20) or s UNKNOWN (0: a limit was\n"
        "reached). A search stopped by --time, --nodes or Ctrl-C leaves its state in a file;\n"
        "the same command goes on from there. A state is trusted like memory and is no evidence:\n"
        "s INFEASIBLE after going on is only said when the whole tree was walked once more, on "
        "one\nthread, whether -o writes it or not. One run at a time works on a state.",
    .example = "  steadycast solve -L 3 -t 7\n"
               "  steadycast solve -L 4 -t 8 --engine all -o L4-t8.cert; steadycheck L4-t8.cert\n"
               "  steadycast solve -L 5 -t 100000",
    .run = run_solve};
