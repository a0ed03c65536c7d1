#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { CLAIM_ROOM = 256, FILE_ROOM = 64, PAPER_NODES = 2000000 };

/* The L schedules T..T+L-1 with the words of Lemma 3.1 and receive-only letter b, the last with a
 * 1-ball root. */
static enum status fill_window(struct family *family, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < family->latency && !status; i++) {
        struct paper_result result;
        struct paper_question question = {.latency = family->latency,
                                          .depth = family->from + i,
                                          .receive_only = family->receive_only,
                                          .root_ball = i == family->latency - 1,
                                          .most_nodes = PAPER_NODES};
        schedule_init(&family->window[i], family->latency, family->from + i);
        status = paper_find(&question, &result, &family->window[i], failure);
        if (!status && !result.found)
            status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d is not found again",
                                 question.latency, question.depth);
    }
    return status;
}

static enum status write_window(struct reproduction *reproduction, int latency, int from,
                                struct failure *failure) {
    char path[4096 + FILE_ROOM], file[FILE_ROOM], claim[CLAIM_ROOM];
    struct family family = {.latency = latency, .from = from, .receive_only = 1};
    family.window = memory_new((size_t)latency, sizeof *family.window);
    if (!family.window)
        return failure_memory(failure, NULL);
    snprintf(file, sizeof file, "paper/L%d.cert", latency);
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, file);
    enum status status = fill_window(&family, failure);
    if (!status)
        status = certificate_write_family(path, true, &family, NULL, NULL, failure);
    family_clear(&family);
    reproduction_family_claim(claim, sizeof claim, latency, from);
    if (!status)
        status = reproduction_verify(reproduction, file, claim, failure);
    reproduction->verified += !status;
    return status;
}

enum status reproduction_paper_families(struct reproduction *reproduction,
                                        struct failure *failure) {
    struct limits limits = reproduction_limits(reproduction);
    int run = 0, done = 0; /* depths in a row found with b; the latency that has its window */
    for (size_t i = 0; i < reproduction->count; i++) {
        struct job *job = &reproduction->jobs[i];
        int latency = job->question.latency;
        if (job->question.kind != CASE_PAPER)
            continue;
        bool follows = i && job[-1].question.kind == CASE_PAPER &&
                       job[-1].question.latency == latency &&
                       job[-1].question.depth + 1 == job->question.depth;
        run = job->paper_b.found ? (follows ? run : 0) + 1 : 0;
        if (run < latency || !job->paper_b_ball.found || done == latency)
            continue;
        enum status status = limits_check(&limits, failure);
        if (status)
            return status;
        done = latency;
        job->paper_window = job->question.depth - latency + 1;
        status = write_window(reproduction, latency, job->paper_window, failure);
        if (status)
            return status;
    }
    return STATUS_OK;
}
