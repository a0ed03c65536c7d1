/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/letter.h"
#include "solver/certificate/locked_file.h"
#include "solver/decide/backtrack.h"
#include "solver/model/instance.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/solve.h"
#include "tools/steadycast/verbs/solve_logp.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_MACHINE,
    OPTION_SPEC_CAPACITY,
    {"depth", 't', OPTION_NUMBER, true, "T", 0, SEQUENCE_MAX_INDEX,
     "depth of the broadcast tree: delay L+T, or L+2o+T cycles"},
    {"schedule", 0, OPTION_TEXT, false, "CLASS", 0, 0,
     "block-cyclic (default), stationary, periodic:T or any"},
    {"processors", 'N', OPTION_TEXT, false, "N", 0, 0, "how many must be served (default: P(T))"},
    {"keep-roles", 0, OPTION_FLAG, false, "", 0, 0,
     "periodic:T: after a period every processor has its own role again"},
    {"engine", 'e', OPTION_CHOICE, false,
     "arithmetic|backtrack|sat|paper|construction|deal|search|circulation|all", 0, 0,
     "who answers (default: arithmetic, or the first that does)"},
    {"encoding", 0, OPTION_CHOICE, false, "sums|words", 0, 0,
     "formula of the sat engine (default: sums)"},
    {"no-ball-rule", 0, OPTION_FLAG, false, "", 0, 0,
     "backtrack: do not prune by the number of balls"},
    {"statistics", 0, OPTION_FLAG, false, "", 0, 0, "backtrack: count how often each rule prunes"},
    {"state", 0, OPTION_NAME, false, "FILE", 0, 0,
     "backtrack: where a stopped search is kept (default: steadycast-L<L>-t<T>.state)"},
    OPTION_SPEC_OUTPUT("write the certificate (- is stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_NODES,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

static void tell_note(const struct asking *asking) {
    const struct outcome *outcome = &asking->list[asking->count - 1];
    const struct answer *answer = outcome->detail;
    if (*answer->note && strcmp(answer->note, outcome->reason) != 0 && !asking->control->quiet)
        fprintf(stderr, "%s: %s\n", answer->engine, answer->note);
}

/* The one that is chosen; all; of decide the first one, of the others one after the other until one
 * answers. An engine that does not take the question is left out, and it is said. */
static enum status ask_engines(struct asking *asking, struct failure *failure) {
    const struct option_value *choice = option(asking->arguments, "engine");
    bool all = choice->given && strcmp(choice->text, "all") == 0;
    bool ends = asking->question->subject == SUBJECT_DECIDE;
    const struct engine *engine;
    for (int i = 0; (engine = engine_of(asking->question, i)); i++) {
        if (all ? !engine->in_all : choice->given && strcmp(choice->text, engine->name) != 0)
            continue;
        enum status status = asking_engine(asking, engine, failure);
        if (status == STATUS_LIMIT)
            fprintf(stderr, "%s: does not apply: %s\n", engine->name, failure->message);
        else if (status)
            return status;
        else
            tell_note(asking);
        bool answered = !status && !outcome_is_open(asking->list[asking->count - 1].verdict);
        if (!all && (answered || ends || control_stopped(asking->control)))
            break;
    }
    return asking_compare(asking, failure);
}

/* The first one that knows. Or the last one that has searched says why nobody does, or, if none
 * has, the last one. NULL: nobody was asked. */
static const struct answer *choose(const struct asking *asking) {
    const struct outcome *given = NULL, *searched = NULL;
    for (int i = asking->count - 1; i >= 0; i--) {
        const struct outcome *outcome = &asking->list[i];
        if (!outcome_is_open(outcome->verdict))
            given = outcome;
        if (outcome->nodes > 0 && !searched)
            searched = outcome;
    }
    if (!given && asking->count)
        given = searched ? searched : &asking->list[asking->count - 1];
    return given ? given->detail : NULL;
}

/* Writes the certificate. Without one, an impossibility that rests on a state from before is
 * verified all the same: a state is no evidence. */
static enum status secure(const struct arguments *arguments, struct control *control,
                          const struct answer *answer, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    struct limits limits = control_limits(control, arguments);
    struct tree_proof again;
    enum status status = STATUS_OK;
    if (output->given && answer->evidence != EVIDENCE_NONE)
        status =
            answer_write(answer, output->text, option(arguments, "force")->given, &limits, failure);
    else if (answer->evidence == EVIDENCE_TREE && answer->resumed)
        status = backtrack_again(&answer->tree, false, &limits, &again, failure);
    control_end_line(control);
    if (status == STATUS_INTERNAL && answer->evidence == EVIDENCE_TREE && answer->resumed)
        status = failure_set(failure, STATUS_INPUT,
                             "the state %s is wrong, it leaves out a schedule; remove it",
                             answer->state);
    return status;
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

static int give(const struct asking *asking, const struct answer *given, struct failure *failure) {
    const struct arguments *arguments = asking->arguments;
    const struct option_value *output = option(arguments, "output");
    bool on_stdout = output->given && strcmp(output->text, "-") == 0;
    enum status status = secure(arguments, asking->control, given, failure);
    double seconds = control_elapsed(asking->control);
    if (status == STATUS_LIMIT) {
        fprintf(stderr, "the answer was found, but writing or verifying it was %s\n",
                failure->message);
        struct answer unknown;
        answer_init(&unknown, given->engine, given->latency, given->depth);
        unknown.reason = "the answer could not be written or verified within the limits";
        return option(arguments, "json")->given
                   ? solve_print_json(arguments, asking->question, &unknown, NULL, seconds)
                   : verb_verdict(VERDICT_UNKNOWN);
    }
    if (status)
        return verb_failed(failure);
    if (option(arguments, "json")->given)
        return solve_print_json(arguments, asking->question, given,
                                output->given ? output->text : NULL, seconds);
    if (on_stdout && given->evidence != EVIDENCE_NONE)
        return given->verdict == VERDICT_FEASIBLE ? EXIT_FOUND : EXIT_IMPOSSIBLE;
    solve_print_reason(given);
    if (option(arguments, "statistics")->given)
        solve_print_statistics(given);
    return verb_verdict(given->verdict);
}

enum status solve_check_output(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (!output->given)
        return STATUS_OK;
    if (option(arguments, "json")->given && strcmp(output->text, "-") == 0)
        return failure_set(failure, STATUS_INPUT,
                           "--json and --output -: both would print to the standard output");
    return locked_file_probe(output->text, option(arguments, "force")->given, failure);
}

/* Given when no engine applies. */
static struct answer no_answer(const struct arguments *arguments, const char *reason) {
    const struct option_value *engine = option(arguments, "engine");
    struct answer none;
    answer_init(&none, engine->given ? engine->text : "arithmetic",
                (int)option(arguments, "latency")->number, (int)option(arguments, "depth")->number);
    none.reason = reason;
    return none;
}

static int ask(struct asking *asking) {
    struct failure failure = {0};
    if (ask_engines(asking, &failure))
        return verb_failed(&failure);
    const struct answer *given = choose(asking);
    const struct answer none = no_answer(asking->arguments, failure.message);
    return give(asking, given ? given : &none, &failure);
}

static int solve_postal(const struct arguments *arguments, struct control *control) {
    const struct option_value *state = option(arguments, "state");
    struct failure failure = {0};
    struct question question;
    char name[64];
    snprintf(name, sizeof name, "steadycast-L%ld-t%ld.state", option(arguments, "latency")->number,
             option(arguments, "depth")->number);
    struct asking asking = {.arguments = arguments,
                            .control = control,
                            .question = &question,
                            .options = {.no_ball_rule = option(arguments, "no-ball-rule")->given,
                                        .plain = option(arguments, "encoding")->number == 1,
                                        .record = option(arguments, "output")->given,
                                        .statistics = option(arguments, "statistics")->given,
                                        .state = state->given ? state->text : name}};
    struct limits limits = control_limits(control, arguments);
    int exit_status;
    if (solve_read_question(arguments, &limits, &question, &failure) ||
        asking_check_state(arguments, &failure) || solve_check_output(arguments, &failure))
        exit_status = verb_unanswered(arguments, &failure);
    else
        exit_status = ask(&asking);
    bool known = (exit_status == EXIT_FOUND || exit_status == EXIT_IMPOSSIBLE) &&
                 fflush(stdout) == 0 && !ferror(stdout);
    keep_or_forget(&asking, known);
    asking_clear(&asking);
    question_clear(&question);
    return exit_status;
}

static int run_solve(const struct arguments *arguments) {
    struct control control;
    struct logp_machine machine;
    struct failure failure = {0};
    control_init(&control, arguments);
    if (logp_option_machine(arguments, &machine, &failure) ||
        logp_option_check_capacity(arguments, &failure))
        return verb_failed(&failure);
    return option(arguments, "logp")->given ? solve_logp(arguments, &control)
                                            : solve_postal(arguments, &control);
}

const struct verb verb_solve = {
    .name = "solve",
    .summary = "Finds a schedule for (L,t), or proves that there is none",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Without --schedule the question is about block-cyclic schedules for P(T) processors. The\n"
        "engines decide it in different ways:\n"
        "  arithmetic  congruences by M. Hall's theorem; any t\n"
        "  backtrack   exhaustive search of words, in parallel; answers do not depend on threads\n"
        "  sat         PicoSAT, then CaDiCaL if it is installed, on a formula; impossible comes "
        "with\n"
        "              a checked refutation\n"
        "  paper       the base-case algorithm of 1993, with the words of its Lemma 3.1 only;\n"
        "              it finds or it does not, it never proves impossible\n"
        "  all         every one that applies; exit 2 if two disagree\n\n"
        "With -N other than P(T) it is about blocks on a pruned tree, whose nodes may send fewer\n"
        "times. Engines, which are asked in this order until one answers unless one is chosen:\n"
        "  construction  the union of known schedules; any N; not for L = 2\n"
        "  deal          local search, then all trees and all ways to deal their leaves, by sums\n"
        "  search        backtracking over words in their order, without Hall's theorem\n"
        "  sat           PicoSAT, then CaDiCaL if it is installed, on a formula\n"
        "Impossible comes with a refutation of\n"
        "the formula, whoever found it, or with prices that bound all schedules.\n\n"
        "Other classes of schedules, for any number N of processors: stationary (cyclic words\n"
        "with any number of internal nodes, served at all offsets), periodic:T (everything\n"
        "repeats after T steps, up to who is who; strictly with --keep-roles), any. Engines, "
        "which\n"
        "are asked in this order until one answers unless one is chosen:\n"
        "  construction  words in closed form, and prices that bound all schedules; any t\n"
        "  search        backtracking over the window automaton; stationary schedules\n"
        "  sat           PicoSAT, then CaDiCaL if it is installed, on a formula for one period;\n"
        "                impossible comes with a refutation\n"
        "--schedule any is impossible only by prices, which exclude every schedule whatsoever. A\n"
        "schedule of smaller depth than T, or of a period that divides T, is an answer too.\n\n"
        "On a LogP machine (--logp, with -N) streams of one item in max(g,2o) cycles are asked "
        "for,\n"
        "under --capacity; --schedule is any or periodic:T, the period of the last two. Engines:\n"
        "  construction  the stream of steadycast delay --logp\n"
        "  search        prices that bound all schedules, whatever waits; g >= 2o\n"
        "  circulation   streams of any words, of periods 1 and 2 unless one is given, by an\n"
        "                integer program; some 15 steps of depth at most\n"
        "  sat           the same by a formula, up to 128 processors\n"
        "These two find or they do not, they never prove impossible. Without --nodes, unless a\n"
        "period is given, sat takes at most 200000 decisions, circulation a node for each 200.\n"
        "--engine all: every one, and exit 2 if two disagree.\n\n"
        "Stdout ends with s FEASIBLE (exit 10), s INFEASIBLE (20) or s UNKNOWN (0: a limit was\n"
        "reached). When --time, --nodes or Ctrl-C stops the engine backtrack, it leaves its state\n"
        "in a file, and the same command goes on from there; no other engine does. A state is\n"
        "trusted like memory and is no evidence: s INFEASIBLE after going on is only said when\n"
        "the certificate so far, which is kept beside the state with -o, was followed node by\n"
        "node, or, without it, the whole tree was searched anew. One run at a time works on a\n"
        "state.\n\n"
        "--statistics says of the letters at all nodes of the engine backtrack why they were not\n"
        "tried: no copy was left, their landing time was taken, another would be left behind\n"
        "(ahead), a block would become smaller than its twin, or the number of balls would be\n"
        "broken.",
    .files =
        "  steadycast-L<L>-t<T>.state, steadycast-L<L>-t<T>.state.tree\n"
        "      the state of a stopped search, and with -o the certificate so far, two bytes a\n"
        "      node, unless --state names another file",
    .example = "  steadycast solve -L 3 -t 7\n"
               "  steadycast solve -L 4 -t 8 --engine all -o L4-t8.cert; steadycheck L4-t8.cert\n"
               "  steadycast solve -L 5 -t 100000\n"
               "  steadycast solve -L 4 -t 9 -N 9 --engine all\n"
               "  steadycast solve -L 2 -t 6 -N 12 -o none.cert; steadycheck none.cert\n"
               "  steadycast solve -L 2 -t 7 -N 20 --schedule stationary --engine all\n"
               "  steadycast solve -L 2 -t 4 -N 5 --schedule periodic:4 --keep-roles\n"
               "  steadycast solve -L 2 -t 7 -N 21 --schedule any -o no.cert; steadycheck no.cert\n"
               "  steadycast solve --logp 5,0,2 -t 12 -N 8 --capacity none",
    .run = run_solve};
