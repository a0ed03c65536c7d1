#include "tools/steadycast/reproduce.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/checker.h"

enum { PATH_ROOM = 4096 + 80, LINE_ROOM = 1024, PAPER_NODES = 2000000 };

static size_t jobs_of(const struct case_question *question) {
    size_t count = 0;
    for (const struct engine *engine = engines; engine->name; engine++)
        count += engine->decides;
    return question->kind == CASE_DECIDE ? count : 1;
}

static struct job *add_decide_jobs(struct job *next, const struct case_question *question) {
    for (const struct engine *engine = engines; engine->name; engine++) {
        if (!engine->decides)
            continue;
        *next = (struct job){.question = *question, .engine = engine};
        snprintf(next->file, sizeof next->file, "decide/L%d-t%d-%s.cert", question->latency,
                 question->depth, engine->name);
        next++;
    }
    return next;
}

enum status reproduction_plan(struct reproduction *reproduction, const struct case_list *cases,
                              struct failure *failure) {
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++)
        count += jobs_of(&cases->list[i]);
    struct job *jobs = memory_new(count, sizeof *jobs), *next = jobs;
    if (!jobs)
        return failure_set(failure, STATUS_SYSTEM, "out of memory for %zu questions", count);
    for (size_t i = 0; i < cases->count; i++) {
        const struct case_question *question = &cases->list[i];
        if (question->kind == CASE_DECIDE) {
            next = add_decide_jobs(next, question);
            continue;
        }
        *next = (struct job){.question = *question};
        if (question->kind == CASE_FAMILY)
            snprintf(next->file, sizeof next->file, "families/L%d.cert", question->latency);
        next++;
    }
    reproduction->jobs = jobs;
    reproduction->count = count;
    return STATUS_OK;
}

static enum status decide(const struct reproduction *reproduction, struct job *job,
                          const char *path, struct failure *failure) {
    struct limits limits = {.threads = 1};
    struct engine_options options = {.state = NULL};
    struct answer answer;
    (void)reproduction;
    enum status status = job->engine->solve(job->question.latency, job->question.depth, &options,
                                            &limits, &answer, failure);
    if (status)
        return status;
    job->verdict = answer.verdict;
    job->receive_only = answer.evidence == EVIDENCE_SCHEDULE ? answer.schedule.receive_only : -1;
    if (answer.evidence == EVIDENCE_NONE)
        status = failure_set(failure, STATUS_INTERNAL, "%s does not decide L = %d, t = %d",
                             answer.engine, answer.latency, answer.depth);
    else
        status = answer_write(&answer, path, true, failure);
    job->has_certificate = !status;
    answer_clear(&answer);
    return status;
}

static enum status find_family(struct job *job, const char *path, struct failure *failure) {
    struct family family;
    bool found;
    enum status status = family_find(&family, job->question.latency, NULL, &found, failure);
    if (status)
        return status;
    if (!found)
        return failure_set(failure, STATUS_INTERNAL, "no family was found for L = %d",
                           job->question.latency);
    status = certificate_write_family(path, true, &family, NULL, NULL, failure);
    job->verdict = VERDICT_FEASIBLE;
    job->has_certificate = !status;
    job->from = family.from;
    job->receive_only = family.receive_only;
    family_clear(&family);
    return status;
}

static enum status ask_paper(struct job *job, struct failure *failure) {
    struct paper_result *results[] = {&job->paper, &job->paper_b, &job->paper_b_ball};
    for (int i = 0; i < 3; i++) {
        struct schedule schedule;
        struct paper_question question = {.latency = job->question.latency,
                                          .depth = job->question.depth,
                                          .receive_only = i ? 1 : PAPER_ANY_LETTER,
                                          .root_ball = i == 2,
                                          .most_nodes = PAPER_NODES};
        schedule_init(&schedule, question.latency, question.depth);
        enum status status = paper_find(&question, results[i], &schedule, failure);
        schedule_clear(&schedule);
        if (status)
            return status;
    }
    return STATUS_OK;
}

enum status reproduction_verify(const struct reproduction *reproduction, const char *file,
                                const char *claim, struct failure *failure) {
    char path[PATH_ROOM], line[LINE_ROOM];
    bool verified = false;
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, file);
    enum status status =
        checker_run(reproduction->checker, path, &verified, line, sizeof line, failure);
    /* A certificate of another question may be right and still not be what was asked for. */
    if (!status && (!verified || strncmp(line + strlen("s VERIFIED "), claim, strlen(claim)) != 0))
        status =
            failure_set(failure, STATUS_INTERNAL, "%.200s: steadycheck says: %.250s", path, line);
    return status;
}

void reproduction_family_claim(char *claim, size_t room, int latency, int from) {
    char gap[40] = "";
    if (latency % 2 == 0)
        snprintf(gap, sizeof gap, ", but none for t = %d", 2 * latency);
    snprintf(
        claim, room,
        "L=%d: for every t >= %d and t = %d..%d a block-cyclic schedule with delay L+t on P(t) "
        "processors exists%s",
        latency, from, latency, from - 1, gap);
}

/* The beginning of what steadycheck has to say of this job's certificate. */
static void claim_of(const struct job *job, char *claim, size_t room) {
    int latency = job->question.latency, depth = job->question.depth;
    if (job->question.kind == CASE_FAMILY) {
        reproduction_family_claim(claim, room, latency, job->from);
    } else if (job->verdict == VERDICT_INFEASIBLE) {
        snprintf(claim, room, "L=%d t=%d: no block-cyclic schedule with delay L+t ", latency,
                 depth);
    } else {
        mpz_t processors;
        mpz_init(processors);
        if (sequence_term(processors, latency, depth, NULL) == STATUS_OK)
            gmp_snprintf(claim, room,
                         "L=%d t=%d N=%Zd: a block-cyclic schedule with delay L+t = %d ", latency,
                         depth, processors, latency + depth);
        mpz_clear(processors);
    }
}

static enum status do_job(const struct reproduction *reproduction, struct job *job,
                          struct failure *failure) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    enum status status = job->question.kind == CASE_DECIDE
                             ? decide(reproduction, job, path, failure)
                         : job->question.kind == CASE_FAMILY ? find_family(job, path, failure)
                                                             : ask_paper(job, failure);
    if (!status && job->has_certificate) {
        char claim[LINE_ROOM] = "?";
        claim_of(job, claim, sizeof claim);
        status = reproduction_verify(reproduction, job->file, claim, failure);
    }
    job->done = !status;
    return status;
}

/* All answers to one question are neighbours in the list. */
static enum status compare(const struct reproduction *reproduction, struct failure *failure) {
    for (size_t i = 1; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i], *before = job - 1;
        if (job->engine && before->engine && job->question.latency == before->question.latency &&
            job->question.depth == before->question.depth && job->verdict != before->verdict)
            return failure_set(failure, STATUS_INTERNAL,
                               "engines %s and %s disagree on L = %d, t = %d", before->engine->name,
                               job->engine->name, job->question.latency, job->question.depth);
    }
    return STATUS_OK;
}

/* Large jobs first would be better balanced; the list's end holds the largest families. */
static enum status run_jobs(struct reproduction *reproduction, int threads,
                            struct failure *failure) {
    enum status first = STATUS_OK;
    uint64_t done = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (size_t i = 0; i < reproduction->count; i++) {
        struct failure mine = {0};
        bool stop;
#pragma omp critical(reproduce)
        stop = first != STATUS_OK || control_stopped(reproduction->control);
        if (stop)
            continue;
        enum status status = do_job(reproduction, &reproduction->jobs[i], &mine);
#pragma omp critical(reproduce)
        {
            reproduction->verified += !status && reproduction->jobs[i].has_certificate;
            if (status && first == STATUS_OK) {
                first = status;
                *failure = mine;
            }
            struct progress progress = {"questions", ++done, reproduction->count, 0};
            control_report(reproduction->control, &progress);
        }
    }
    return first;
}

enum status reproduction_run(struct reproduction *reproduction, int threads,
                             struct failure *failure) {
    enum status status =
        run_jobs(reproduction, threads > 0 ? threads : omp_get_num_procs(), failure);
    control_end_line(reproduction->control);
    if (status)
        return status;
    for (size_t i = 0; i < reproduction->count; i++)
        if (!reproduction->jobs[i].done)
            return failure_set(failure, STATUS_LIMIT, "stopped");
    status = compare(reproduction, failure);
    return status ? status : reproduction_paper_families(reproduction, failure);
}
