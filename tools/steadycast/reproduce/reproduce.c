#include "tools/steadycast/reproduce/reproduce.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/construction/two_family.h"
#include "tools/steadycast/frame/checker.h"
#include "tools/steadycast/frame/fields.h"

enum { PATH_ROOM = 4096 + 80, LINE_ROOM = 1024, PAPER_NODES = 2000000 };

static size_t jobs_of(const struct case_question *question) {
    size_t deciders = 0, servers = 0;
    for (const struct decide_engine *engine = decide_engines; engine->name; engine++)
        deciders += engine->decides;
    for (const struct serve_engine *engine = serve_engines; engine->name; engine++)
        servers++;
    return question->kind == CASE_DECIDE       ? deciders
           : question->kind == CASE_STATIONARY ? servers
                                               : 1;
}

static struct job *add_decide_jobs(struct job *next, const struct case_question *question) {
    for (const struct decide_engine *engine = decide_engines; engine->name; engine++) {
        if (!engine->decides)
            continue;
        *next = (struct job){.question = *question, .engine = engine};
        snprintf(next->file, sizeof next->file, "decide/L%d-t%d-%s.cert", question->latency,
                 question->depth, engine->name);
        next++;
    }
    return next;
}

static struct job *add_stationary_jobs(struct job *next, const struct case_question *question) {
    for (const struct serve_engine *engine = serve_engines; engine->name; engine++) {
        *next = (struct job){.question = *question, .serve = engine};
        snprintf(next->file, sizeof next->file, "stationary/L%d-t%d-%s.cert", question->latency,
                 question->depth, engine->name);
        next++;
    }
    return next;
}

static void name_items(struct job *job) {
    const struct case_question *question = &job->question;
    char ports[24] = "";
    if (question->kind == CASE_ENDGAMES) {
        snprintf(job->file, sizeof job->file, "families/L%d-P%ld.cert", question->latency,
                 question->first);
        return;
    }
    if (question->ports > 1)
        snprintf(ports, sizeof ports, "-ports%d", question->ports);
    snprintf(job->file, sizeof job->file, "times/L%d%s%s-P%ld.certs", question->latency, ports,
             question->single ? "-single" : "", question->first);
}

static struct job *add_single_job(struct job *next, const struct case_question *question) {
    const char *method = question->kind == CASE_CAPACITY ? "construction" : "search";
    *next = (struct job){.question = *question};
    if (question->kind == CASE_FAMILY && question->latency != 2)
        snprintf(next->file, sizeof next->file, "families/L%d.cert", question->latency);
    if (question->kind == CASE_FAMILY && question->latency == 2) {
        snprintf(next->file, sizeof next->file, "families/L2-%s.cert",
                 two_family_name(TWO_FAMILY_CAPACITY));
        snprintf(next->upper, sizeof next->upper, "families/L2-%s.cert",
                 two_family_name(TWO_FAMILY_THEOREM_3_5));
    }
    if (question->kind == CASE_EVERY)
        snprintf(next->file, sizeof next->file, "families/L%d-every.cert", question->latency);
    if (question->kind == CASE_DELAYS)
        snprintf(next->file, sizeof next->file, "delays-L%d-P%ld-%ld.certs", question->latency,
                 question->first, question->last);
    if (question->kind == CASE_ITEMS || question->kind == CASE_ENDGAMES)
        name_items(next);
    if (question->kind == CASE_CAPACITY || question->kind == CASE_CAPACITY_SEARCH) {
        snprintf(next->file, sizeof next->file, "capacity/L%d-t%d-%s-lower.cert", question->latency,
                 question->depth, method);
        snprintf(next->upper, sizeof next->upper, "capacity/L%d-t%d-%s-upper.cert",
                 question->latency, question->depth, method);
    }
    return next + 1;
}

static int compare_files(const void *a, const void *b) {
    const struct job *const *x = a, *const *y = b;
    return strcmp((*x)->file, (*y)->file);
}

/* Two jobs that write one file would be in each other's way. */
static enum status check_files(const struct reproduction *reproduction, struct failure *failure) {
    enum status status = STATUS_OK;
    const struct job **sorted = memory_new(reproduction->count, sizeof *sorted);
    if (!sorted)
        return failure_memory(failure, "the questions");
    for (size_t i = 0; i < reproduction->count; i++)
        sorted[i] = &reproduction->jobs[i];
    qsort(sorted, reproduction->count, sizeof *sorted, compare_files);
    for (size_t i = 1; i < reproduction->count && !status; i++)
        if (*sorted[i]->file && compare_files(&sorted[i - 1], &sorted[i]) == 0)
            status = failure_set(failure, STATUS_INPUT, "%s is asked for twice", sorted[i]->file);
    free(sorted);
    return status;
}

enum status reproduction_plan(struct reproduction *reproduction, const struct case_list *cases,
                              struct failure *failure) {
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++)
        count += jobs_of(&cases->list[i]);
    struct job *jobs = memory_new(count, sizeof *jobs), *next = jobs;
    if (!jobs)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %zu questions", count);
    for (size_t i = 0; i < cases->count; i++) {
        const struct case_question *question = &cases->list[i];
        next = question->kind == CASE_DECIDE       ? add_decide_jobs(next, question)
               : question->kind == CASE_STATIONARY ? add_stationary_jobs(next, question)
                                                   : add_single_job(next, question);
    }
    reproduction->jobs = jobs;
    reproduction->count = count;
    return check_files(reproduction, failure);
}

static void job_clear(struct job *job) {
    free(job->number);
    free(job->delays);
    free(job->entries);
}

void reproduction_clear(struct reproduction *reproduction) {
    for (size_t i = 0; i < reproduction->count; i++)
        job_clear(&reproduction->jobs[i]);
    free(reproduction->jobs);
    reproduction->jobs = NULL;
    reproduction->count = 0;
}

/* Asked from all threads at once. */
static bool stop(void *context) {
    return control_stopped(context);
}

struct limits reproduction_limits(const struct reproduction *reproduction) {
    return (struct limits){.threads = 1, .stop = stop, .context = reproduction->control};
}

static enum status decide(const struct reproduction *reproduction, struct job *job,
                          const char *path, struct failure *failure) {
    struct limits limits = reproduction_limits(reproduction);
    struct decide_options options = {.record = true};
    struct answer answer;
    enum status status = job->engine->solve(job->question.latency, job->question.depth, &options,
                                            &limits, &answer, failure);
    if (status)
        return status;
    job->verdict = answer.verdict;
    job->receive_only = answer.evidence == EVIDENCE_SCHEDULE ? answer.schedule.receive_only : -1;
    if (answer.evidence != EVIDENCE_NONE)
        status = answer_write_within(&answer, path, true, &limits, failure);
    else if (limits_check(&limits, failure))
        status = STATUS_LIMIT;
    else
        status = failure_set(failure, STATUS_INTERNAL, "%s does not decide L = %d, t = %d",
                             answer.engine, answer.latency, answer.depth);
    job->certificates = !status;
    answer_clear(&answer);
    return status;
}

static bool go_on(void *context, int done, int total) {
    (void)done;
    (void)total;
    return !control_stopped(context);
}

static enum status find_family(const struct reproduction *reproduction, struct job *job,
                               const char *path, struct failure *failure) {
    struct family family;
    struct limits limits = reproduction_limits(reproduction);
    bool found;
    enum status status = family_find(&family, job->question.latency, &limits, &found, failure);
    if (status)
        return status;
    if (!found)
        return failure_set(failure, STATUS_INTERNAL, "no family was found for L = %d",
                           job->question.latency);
    status = certificate_write_family(path, true, &family, go_on, reproduction->control, failure);
    job->verdict = VERDICT_FEASIBLE;
    job->certificates = !status;
    job->from = family.from;
    job->receive_only = family.receive_only;
    family_clear(&family);
    return status;
}

static enum status ask_paper(const struct reproduction *reproduction, struct job *job,
                             struct failure *failure) {
    struct limits limits = reproduction_limits(reproduction);
    struct paper_result *results[] = {&job->paper, &job->paper_b, &job->paper_b_ball};
    for (int i = 0; i < 3; i++) {
        struct schedule schedule;
        struct paper_question question = {.latency = job->question.latency,
                                          .depth = job->question.depth,
                                          .receive_only = i ? 1 : PAPER_ANY_LETTER,
                                          .root_ball = i == 2,
                                          .most_nodes = PAPER_NODES};
        enum status status = limits_check(&limits, failure);
        if (status)
            return status;
        schedule_init(&schedule, question.latency, question.depth);
        status = paper_find(&question, results[i], &schedule, failure);
        schedule_clear(&schedule);
        if (status)
            return status;
    }
    return STATUS_OK;
}

/* What steadycheck said of a file; a run that was stopped says nothing. A certificate of another
 * question may be right and still not be what was asked for. */
static enum status judge(const struct reproduction *reproduction, const char *path,
                         const char *claim, const struct checker_verdict *said,
                         struct failure *failure) {
    /* Ctrl-C on a terminal ends steadycheck as well, without a verdict. */
    if (!*said->line && control_stopped(reproduction->control))
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    if (!said->verified || !fields_include(said->fields, claim))
        return failure_set(failure, STATUS_INTERNAL, "%.200s: steadycheck says: %.150s, not %.100s",
                           path, said->line, claim);
    return STATUS_OK;
}

enum status reproduction_verify(const struct reproduction *reproduction, const char *file,
                                const char *claim, struct failure *failure) {
    char path[PATH_ROOM];
    struct checker_verdict said;
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, file);
    struct limits limits = reproduction_limits(reproduction);
    enum status status = checker_run(reproduction->checker, path, &limits, &said, failure);
    return status ? status : judge(reproduction, path, claim, &said, failure);
}

enum status reproduction_verify_stream(const struct reproduction *reproduction, const char *file,
                                       checker_line *take, void *context, const char *claim,
                                       struct failure *failure) {
    char path[PATH_ROOM];
    struct checker_verdict said;
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, file);
    struct limits limits = reproduction_limits(reproduction);
    enum status status =
        checker_run_stream(reproduction->checker, path, take, context, &limits, &said, failure);
    return status ? status : judge(reproduction, path, claim, &said, failure);
}

enum status reproduction_verify_lines(const struct reproduction *reproduction, struct job *job,
                                      int certificates, checker_line *take, void *context,
                                      const struct reproduction_lines *lines,
                                      struct failure *failure) {
    char claim[LINE_ROOM];
    snprintf(claim, sizeof claim, "certificates=%d", certificates);
    enum status status =
        reproduction_verify_stream(reproduction, job->file, take, context, claim, failure);
    if (!status && (*lines->fault || lines->certificates != certificates))
        status = failure_set(failure, STATUS_INTERNAL, "%s: steadycheck says: %.200s", job->file,
                             *lines->fault ? lines->fault : "too little");
    if (!status)
        job->certificates = certificates;
    return status;
}

void reproduction_family_claim(char *claim, size_t room, int latency, int from) {
    char gap[40] = "";
    if (latency % 2 == 0)
        snprintf(gap, sizeof gap, " but=%d", 2 * latency);
    snprintf(claim, room, "kind=family L=%d from=%d%s", latency, from, gap);
}

/* The fields of this job's certificate. */
static void claim_of(const struct job *job, char *claim, size_t room) {
    int latency = job->question.latency, depth = job->question.depth;
    if (job->question.kind == CASE_FAMILY)
        reproduction_family_claim(claim, room, latency, job->from);
    else
        snprintf(claim, room, "kind=%s L=%d t=%d",
                 job->verdict == VERDICT_INFEASIBLE ? "impossible-*" : "block-cyclic", latency,
                 depth);
}

/* L = 2 has families of another kind. */
static bool is_two(const struct job *job) {
    return job->question.latency == 2;
}

static enum status do_job(const struct reproduction *reproduction, struct job *job,
                          struct failure *failure) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    enum status status = STATUS_OK;
    switch (job->question.kind) {
    case CASE_DECIDE:
        status = decide(reproduction, job, path, failure);
        break;
    case CASE_FAMILY:
        status = is_two(job) ? reproduction_two_families(reproduction, job, failure)
                             : find_family(reproduction, job, path, failure);
        break;
    case CASE_PAPER:
        status = ask_paper(reproduction, job, failure);
        break;
    case CASE_CAPACITY:
    case CASE_CAPACITY_SEARCH:
        status = reproduction_capacity(reproduction, job, failure);
        break;
    case CASE_STATIONARY:
        status = reproduction_stationary(reproduction, job, failure);
        break;
    case CASE_EVERY:
        status = reproduction_every(reproduction, job, failure);
        break;
    case CASE_DELAYS:
        status = reproduction_delays(reproduction, job, failure);
        break;
    case CASE_ITEMS:
        status = reproduction_items(reproduction, job, failure);
        break;
    case CASE_ENDGAMES:
        status = reproduction_endgame(reproduction, job, failure);
        break;
    case CASE_KINDS:
        break;
    }
    bool own =
        job->question.kind == CASE_DECIDE || (job->question.kind == CASE_FAMILY && !is_two(job));
    if (!status && own && job->certificates) {
        char claim[LINE_ROOM] = "?";
        claim_of(job, claim, sizeof claim);
        status = reproduction_verify(reproduction, job->file, claim, failure);
    }
    job->done = !status;
    return status;
}

bool reproduction_same_question(const struct job *a, const struct job *b) {
    return a->question.kind == b->question.kind && a->question.latency == b->question.latency &&
           a->question.depth == b->question.depth;
}

static const char *engine_of(const struct job *job) {
    return job->engine ? job->engine->name : job->serve ? job->serve->name : "an engine";
}

/* Who found nothing and proved nothing contradicts nobody. */
static bool contradict(const struct job *a, const struct job *b) {
    return a->verdict != VERDICT_UNKNOWN && b->verdict != VERDICT_UNKNOWN &&
           a->verdict != b->verdict;
}

/* All answers to one question are neighbours in the list. */
static enum status compare(const struct reproduction *reproduction, struct failure *failure) {
    const struct job *jobs = reproduction->jobs;
    for (size_t i = 0; i < reproduction->count; i++)
        for (size_t j = i; j > 0 && reproduction_same_question(&jobs[i], &jobs[j - 1]); j--)
            if (contradict(&jobs[i], &jobs[j - 1]))
                return failure_set(failure, STATUS_INTERNAL,
                                   "engines %s and %s disagree on L = %d, t = %d",
                                   engine_of(&jobs[j - 1]), engine_of(&jobs[i]),
                                   jobs[i].question.latency, jobs[i].question.depth);
    return reproduction_compare_capacities(reproduction, failure);
}

/* A limit that no stop explains is one of the engine. */
static enum status name_limit(const struct reproduction *reproduction, const struct job *job,
                              enum status status, struct failure *failure) {
    struct failure limit = *failure;
    if (status != STATUS_LIMIT || control_stopped(reproduction->control))
        return status;
    return failure_set(failure, STATUS_INPUT, "L = %d, t = %d%s%s: %s", job->question.latency,
                       job->question.depth, job->engine ? ", engine " : "",
                       job->engine ? job->engine->name : "", limit.message);
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
        status = name_limit(reproduction, &reproduction->jobs[i], status, &mine);
#pragma omp critical(reproduce)
        {
            if (!status)
                reproduction->verified += reproduction->jobs[i].certificates;
            if (status && (first == STATUS_OK || first == STATUS_LIMIT)) { /* faults go first */
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
            return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    status = compare(reproduction, failure);
    return status ? status : reproduction_paper_families(reproduction, failure);
}
