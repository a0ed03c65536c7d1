/*
 * Answering a list of questions in parallel, one certificate for each question and engine, each
 * verified by steadycheck; and the table and the picture of the outcome.
 */
#ifndef STEADYCAST_TOOLS_REPRODUCE_H
#define STEADYCAST_TOOLS_REPRODUCE_H

#include <stdio.h>

#include "solver/decide/decide.h"
#include "solver/decide/paper.h"
#include "solver/question/items_scan.h"
#include "solver/question/serve.h"
#include "tools/steadycast/frame/checker.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/reproduce/case_file.h"

/* One question to one engine, and what came of it. */
struct job {
    struct case_question question;
    const struct decide_engine *engine; /* NULL for all but CASE_DECIDE */
    const struct serve_engine *serve;   /* NULL for all but CASE_STATIONARY */
    bool done;
    enum verdict verdict;
    int certificates; /* that were verified */
    char file[80];    /* of the certificate, inside the folder; capacities: of the lower bound */
    char upper[64];   /* capacities: of the upper bound; families of L = 2: the second one */
    char *number;     /* capacities and stationary schedules: how many processors; owned */
    bool beyond;      /* stationary schedules: the engine does not take the question */
    const char *schedule; /* capacities: the kind of schedule that was found */
    int receive_only;
    int from;                         /* families: T */
    struct paper_result paper;        /* with any receive-only letter */
    struct paper_result paper_b;      /* with receive-only letter b */
    struct paper_result paper_b_ball; /* and with a root a^(L-2) (ca)* b* */
    int *delays;                      /* least delays of P = first..last; owned */
    struct items_entry *entries;      /* least times of K = first_items, ..; owned */
    int endgame;                      /* endgames: K items take K - endgame + finish; 0: none */
    int finish;
    int paper_window; /* on the last depth of a window: its T, of which a family was written */
};

struct reproduction {
    const char *folder;
    char checker[4096];
    struct control *control;
    size_t count;
    struct job *jobs;
    int verified;
};

/* Jobs from questions. The caller clears the reproduction, also after a failure. */
enum status reproduction_plan(struct reproduction *reproduction, const struct case_list *cases,
                              struct failure *failure);
void reproduction_clear(struct reproduction *reproduction);

/* Limits of one job: on one thread, and stopped with the whole reproduction. */
struct limits reproduction_limits(const struct reproduction *reproduction);

/* Of the same kind, about the same (L,t). */
bool reproduction_same_question(const struct job *a, const struct job *b);

/*
 * Does all jobs on `threads` threads (0: all). STATUS_LIMIT when stopped, and then jobs that were
 * cut short are not done; STATUS_INPUT when a question is beyond an engine that has to answer it;
 * STATUS_INTERNAL when a certificate is not verified or two engines disagree.
 */
enum status reproduction_run(struct reproduction *reproduction, int threads,
                             struct failure *failure);

/* Finds the first base window of the paper's words for each latency and writes it as a family. */
enum status reproduction_paper_families(struct reproduction *reproduction, struct failure *failure);

/* steadycheck on a file of the folder; it must confirm these fields (frame/fields.h).
 * STATUS_INTERNAL if not, STATUS_LIMIT if it was stopped before it said anything. */
enum status reproduction_verify(const struct reproduction *reproduction, const char *file,
                                const char *claim, struct failure *failure);

/* The same for certificates one behind the other: each verdict goes to `take`, the fields are
 * those of the last one. */
enum status reproduction_verify_stream(const struct reproduction *reproduction, const char *file,
                                       checker_line *take, void *context, const char *claim,
                                       struct failure *failure);

/* What the take of a stream keeps account of. */
struct reproduction_lines {
    int certificates; /* lines so far */
    char fault[1024]; /* the first line that is not what it should be; else empty */
};

/* The same for the file of a job: so many certificates, and no fault in `lines`, which `context`
 * holds. Sets job->certificates. */
enum status reproduction_verify_lines(const struct reproduction *reproduction, struct job *job,
                                      int certificates, checker_line *take, void *context,
                                      const struct reproduction_lines *lines,
                                      struct failure *failure);

/* Capacities and stationary schedules: answers the job, writes and verifies its certificates. */
enum status reproduction_capacity(const struct reproduction *reproduction, struct job *job,
                                  struct failure *failure);
enum status reproduction_stationary(const struct reproduction *reproduction, struct job *job,
                                    struct failure *failure);

/* The families of stationary schedules for L = 2: writes both and has them verified. */
enum status reproduction_two_families(const struct reproduction *reproduction, struct job *job,
                                      struct failure *failure);

/* STATUS_INTERNAL if two methods found different capacities. */
enum status reproduction_compare_capacities(const struct reproduction *reproduction,
                                            struct failure *failure);

/* A family for every number of processors: writes it and has it verified. */
enum status reproduction_every(const struct reproduction *reproduction, struct job *job,
                               struct failure *failure);

/* Least delays: schedules and bounds are written to a file, verified and deleted again. */
enum status reproduction_delays(const struct reproduction *reproduction, struct job *job,
                                struct failure *failure);

/* Least times of K items: writes a schedule and a bound for each K into one file, and has them
 * verified. */
enum status reproduction_items(const struct reproduction *reproduction, struct job *job,
                               struct failure *failure);

/* A family for every K: writes it, if one is found, and has it verified. */
enum status reproduction_endgame(const struct reproduction *reproduction, struct job *job,
                                 struct failure *failure);

/* The tables of both, which may be none; and their picture. */
void reproduction_items_table(FILE *file, const struct reproduction *reproduction);
bool reproduction_has_items(const struct reproduction *reproduction);
enum status reproduction_items_picture(FILE *file, const void *context, struct failure *failure);

/* The table of delays, which may be none; and its picture, a body for output_file_write. */
void reproduction_delay_table(FILE *file, const struct reproduction *reproduction);
bool reproduction_has_delays(const struct reproduction *reproduction);
enum status reproduction_delay_picture(FILE *file, const void *context, struct failure *failure);

/* What they add to the table. */
void reproduction_capacity_table(FILE *file, const struct reproduction *reproduction);

/* The fields of a family. */
void reproduction_family_claim(char *claim, size_t room, int latency, int from);

/* The outcome as text and as a picture (SVG): bodies for output_file_write, `context` is the
 * reproduction. */
enum status reproduction_table(FILE *file, const void *context, struct failure *failure);
enum status reproduction_picture(FILE *file, const void *context, struct failure *failure);

#endif
