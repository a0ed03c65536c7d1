/*
 * Answering a list of questions in parallel, one certificate for each question and engine, each
 * verified by steadycheck; and the table and the picture of the outcome.
 */
#ifndef STEADYCAST_TOOLS_REPRODUCE_H
#define STEADYCAST_TOOLS_REPRODUCE_H

#include <stdio.h>

#include "solver/engine/engine.h"
#include "solver/engine/paper.h"
#include "tools/steadycast/case_file.h"
#include "tools/steadycast/control.h"

/* One question to one engine, and what came of it. */
struct job {
    struct case_question question;
    const struct engine *engine; /* NULL for families and for the paper's algorithm */
    bool done;
    enum verdict verdict;
    bool has_certificate;
    char file[64]; /* of the certificate, inside the folder */
    int receive_only;
    int from;                         /* families: T */
    struct paper_result paper;        /* with any receive-only letter */
    struct paper_result paper_b;      /* with receive-only letter b */
    struct paper_result paper_b_ball; /* and with a root a^(L-2) (ca)* b* */
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

/* Jobs from questions. The caller frees `jobs`. */
enum status reproduction_plan(struct reproduction *reproduction, const struct case_list *cases,
                              struct failure *failure);

/*
 * Does all jobs on `threads` threads (0: all). STATUS_LIMIT when stopped; STATUS_INTERNAL when a
 * certificate is not verified or two engines disagree.
 */
enum status reproduction_run(struct reproduction *reproduction, int threads,
                             struct failure *failure);

/* Finds the first base window of the paper's words for each latency and writes it as a family. */
enum status reproduction_paper_families(struct reproduction *reproduction, struct failure *failure);

/* steadycheck on a file of the folder; it must confirm exactly this claim. STATUS_INTERNAL if not.
 */
enum status reproduction_verify(const struct reproduction *reproduction, const char *file,
                                const char *claim, struct failure *failure);

/* What steadycheck says of a family. */
void reproduction_family_claim(char *claim, size_t room, int latency, int from);

/* The outcome as text and as a picture (SVG): bodies for output_file_write, `context` is the
 * reproduction. */
enum status reproduction_table(FILE *file, const void *context, struct failure *failure);
enum status reproduction_picture(FILE *file, const void *context, struct failure *failure);

#endif
