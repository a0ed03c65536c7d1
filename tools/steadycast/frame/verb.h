/* SPDX-License-Identifier: MIT */
/* A verb of the command line: its table of options, its help and what it does. */
#pragma once

#include <limits.h>

#include "solver/model/sequence.h"
#include "solver/question/decide/outcome.h"
#include "tools/steadycast/frame/options.h"

/* Exit statuses, as SAT solvers have them: what is open exits with 0, as what is done. With
 * --exit-zero it is the answers that exit with 0 (verb_finish). */
enum {
    EXIT_DONE = 0,
    EXIT_INPUT = 1,
    EXIT_INTERNAL = 2,
    EXIT_OPEN = 3, /* unknown, or bounds that leave something open */
    EXIT_FOUND = 10,
    EXIT_SETTLED = EXIT_FOUND, /* of a number: both bounds meet */
    EXIT_IMPOSSIBLE = 20
};

/* Prints a text of a help page: as it is, or for man. */
typedef void verb_put(void *context, const char *text);

struct ask_verb;

struct verb {
    const char *name, *summary;
    const char *operands; /* "" or how the help shows what follows the options */
    struct {
        int least, most;
        const char *wants; /* what is said of another number; NULL: the verb looks itself */
    } counted;             /* operands */
    const struct option_spec *specs;
    int spec_count;
    const struct option_rule *rules; /* which of them go together; NULL: all */
    const char *help; /* paragraphs below the options; behind a line `Files:` those that it makes or
                         looks for unasked, behind `Examples:` command lines, one a line */
    void (*list)(verb_put *put, void *context);    /* what the help lists behind the details from
                                                      tables of the program, lines ending in \n;
                                                      NULL: nothing */
    int (*run)(const struct arguments *arguments); /* the exit status; or in its place .. */
    enum status (*act)(const struct arguments *arguments, struct failure *failure); /* .. this */
    const struct ask_verb *ask; /* .. or a question is asked (verbs/ask_verb.h) */
};

#define VERB_SPECS(table) .specs = (table), .spec_count = (int)(sizeof(table) / sizeof *(table))

/* The verb `id` with the options `specs` and its help; behind the operands its other members. */
#define VERB(id, what, takes, ...)                                                                 \
    const struct verb verb_##id = {.name = #id,                                                    \
                                   .summary = what,                                                \
                                   .operands = takes,                                              \
                                   VERB_SPECS(specs),                                              \
                                   .help = text_##id,                                              \
                                   __VA_ARGS__}

/* Options that several verbs share. */
#define OPTION_SPEC_LATENCY                                                                        \
    { "latency", 'L', OPTION_NUMBER, true, "L", 1, SEQUENCE_MAX_LATENCY, "latency of a message" }
#define OPTION_SPEC_DEPTH                                                                          \
    {                                                                                              \
        "depth", 't', OPTION_NUMBER, true, "T", 0, SEQUENCE_MAX_INDEX,                             \
            "depth of the broadcast tree: P(T) processors, delay L+T"                              \
    }
#define OPTION_SPEC_OUTPUT(what) OPTION_ROW("output", 'o', OPTION_NAME, "FILE", 0, 0, what)
#define OPTION_SPEC_FORCE OPTION_ROW("force", 0, OPTION_FLAG, "", 0, 0, "overwrite existing files")
#define OPTION_SPEC_THREADS                                                                        \
    OPTION_ROW("threads", 0, OPTION_NUMBER, "N", 1, 4096, "threads to use (default: all)")
#define OPTION_SPEC_TIME                                                                           \
    OPTION_ROW("time", 0, OPTION_SECONDS, "SEC", 0, 0, "stop after so many seconds, as 60 or 0.5")
#define OPTION_SPEC_NODES                                                                          \
    OPTION_ROW("nodes", 0, OPTION_NUMBER, "N", 1, LONG_MAX,                                        \
               "stop a search after so many nodes, the same on any number of threads")
#define OPTION_SPEC_ENGINE                                                                         \
    OPTION_ROW(                                                                                    \
        "engine", 'e', OPTION_TEXT, "NAME", 0, 0,                                                  \
        "who answers (default: the first that takes the question, see help questions); all: "      \
        "every one, and they must agree")
#define OPTION_SPEC_OUTPUT_OF_NUMBERS                                                              \
    OPTION_ROW("output", 'o', OPTION_NAME, "FOLDER", 0, 0,                                         \
               "write the certificates: schedule.cert, bound.cert; of ranges L<L>.certs")
#define OPTION_SPEC_QUIET                                                                          \
    OPTION_ROW("quiet", 'q', OPTION_FLAG, "", 0, 0, "no progress and no remarks on stderr")
#define OPTION_SPEC_JSON                                                                           \
    OPTION_ROW("json", 0, OPTION_FLAG, "", 0, 0, "print one JSON object instead")

/* Of verbs that ask, all of them in the same way; ranges of questions take the threads as well. */
#define OPTION_SPECS_ASKED                                                                         \
    OPTION_SPEC_FORCE, OPTION_SPEC_THREADS, OPTION_SPEC_TIME, OPTION_SPEC_NODES, OPTION_SPEC_JSON, \
        OPTION_SPEC_QUIET

/* Of verbs that write a file: what they print is about it. */
#define OPTION_SPEC_JSON_WRITTEN                                                                   \
    OPTION_ROW("json", 0, OPTION_FLAG, "", 0, 0,                                                   \
               "with -o FILE: print one JSON object that says what was written")

extern const struct verb *const verbs[]; /* by purpose, ended by NULL */
extern const struct verb verb_reduce, verb_solve, verb_capacity, verb_delay, verb_broadcast,
    verb_count, verb_enumerate, verb_automaton, verb_family, verb_reproduce, verb_claims,
    verb_report, verb_show, verb_play, verb_expand, verb_export, verb_refute, verb_status,
    verb_audit, verb_help, verb_version, verb_allgather, verb_allreduce, verb_sweep, verb_merge,
    verb_compare;
extern const struct verb verb_convert, verb_import, verb_ask, verb_scatter, verb_gather,
    verb_alltoall, verb_reduce_scatter, verb_frontier, verb_rate;

/* Their help, each a file beside the verb. */
extern const char text_reduce[], text_solve[], text_capacity[], text_delay[], text_broadcast[],
    text_count[], text_enumerate[], text_automaton[], text_family[], text_reproduce[],
    text_claims[], text_report[], text_show[], text_expand[], text_export[], text_refute[],
    text_status[], text_audit[], text_help[], text_allgather[], text_allreduce[], text_sweep[],
    text_merge[], text_convert[], text_import[], text_ask[], text_collective[], text_frontier[],
    text_rate[], text_play[], text_compare[];

/* NULL, after a message on stderr, if there is none of that name: the exit status is EXIT_INPUT. */
const struct verb *verb_find(const char *name);

/* The heading above this verb where all are listed; NULL if it is that of the verb before. */
const char *verb_heading(const struct verb *verb);

/* Prints the failure as one line on stderr and gives the exit status that belongs to it. */
int verb_failed(const struct failure *failure);

/* Says what the verb takes, `wants` being as "takes one file", and where its help is. */
int verb_misused(const struct arguments *arguments, const char *wants);

/* As verb_failed for verbs that answer a question, where a limit is no fault: STATUS_LIMIT ends
 * with the message on stderr, `s UNKNOWN` on stdout, or with --json an object that says why there
 * is no answer, and EXIT_OPEN. */
int verb_unanswered(const struct arguments *arguments, const struct failure *failure);

/* That of an answer of any question. */
int verb_exit_status(enum verdict verdict);

/* Prints the verdict line and gives its exit status. */
int verb_verdict(enum verdict verdict);

/* The same for a number: `s OPTIMAL` where both bounds meet, or another word; `s OPEN` where they
 * do not. */
int verb_number(bool settled, const char *word);

/* The whole help page of a verb on stdout. */
void verb_print_help(const struct verb *verb);

/* Flushes stdout; EXIT_INPUT with a message if something could not be written, else the status for
 * the caller: of EXIT_OPEN 0; or, with `zero` or STEADYCAST_EXIT_ZERO in the environment, 0 of
 * every answer that is settled. */
int verb_finish(int status, bool zero);
