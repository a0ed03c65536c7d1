/* Every number of processors: families, and tables of least delays. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/certificate/locked_file.h"
#include "solver/certificate/write.h"
#include "solver/question/delay_scan.h"
#include "tools/steadycast/frame/confirmed.h"
#include "tools/steadycast/frame/fields.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { PATH_ROOM = 4096 + 80, CLAIM_ROOM = 1024 };

static bool go_on(void *context, int done, int total) {
    (void)done;
    (void)total;
    return !control_stopped(context);
}

enum status reproduction_every(const struct reproduction *reproduction, struct job *job,
                               struct failure *failure) {
    char path[PATH_ROOM], claim[CLAIM_ROOM];
    struct limits limits = reproduction_limits(reproduction);
    struct pruned_family family;
    int latency = job->question.latency;
    enum status status = pruned_family_find(&family, latency, &limits, failure);
    if (status)
        return status;
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    status =
        certificate_write_pruned_family(path, true, &family, go_on, reproduction->control, failure);
    job->from = family.from;
    pruned_family_clear(&family);
    snprintf(claim, sizeof claim, "kind=pruned-family L=%d", latency);
    if (latency % 2 == 0)
        snprintf(claim + strlen(claim), sizeof claim - strlen(claim), " but=%d", latency + 3);
    if (!status)
        status = reproduction_verify(reproduction, job->file, claim, failure);
    job->verdict = VERDICT_FEASIBLE;
    job->certificates = !status;
    return status;
}

static long count_of(const struct job *job) {
    return job->question.last - job->question.first + 1;
}

/* What steadycheck has to say, line by line: of each P its schedule, and before the first of each
 * delay that less is impossible. */
struct expected {
    const struct job *job;
    long next;    /* P - first of the schedule that comes next, */
    bool bounded; /* once the bound has come */
    struct reproduction_lines lines;
};

/* Is there a bound before schedule i? For one processor beside the source there is none below. */
static bool has_bound(const struct job *job, long i) {
    return job->delays[i] > job->question.latency &&
           (i == 0 || job->delays[i] != job->delays[i - 1]);
}

/* Do the fields say that a schedule has the delay that was found, or that none has one less? */
static bool is_said(const struct expected *expected, const char *fields, bool schedule) {
    mpz_t processors;
    const struct job *job = expected->job;
    int latency = job->question.latency, delay = job->delays[expected->next] - !schedule;
    struct serve_question question = {
        .latency = latency, .depth = delay - latency, .processors = processors, .class = SERVE_ANY};
    mpz_init_set_si(processors, job->question.first + expected->next - 1);
    bool right =
        fields_count(fields, "t", question.depth) &&
        (schedule ? confirmed_serves(fields, &question) : confirmed_excludes(fields, &question));
    mpz_clear(processors);
    return right;
}

static void take_line(void *context, const char *line, const char *fields) {
    struct expected *expected = context;
    bool right;
    if (*expected->lines.fault || expected->next == count_of(expected->job))
        return; /* the line that counts them all */
    if (!expected->bounded && has_bound(expected->job, expected->next)) {
        right = is_said(expected, fields, false);
        expected->bounded = true;
    } else {
        right = is_said(expected, fields, true);
        expected->bounded = false;
        expected->next++;
    }
    expected->lines.certificates++;
    if (!right)
        snprintf(expected->lines.fault, sizeof expected->lines.fault, "%.900s", line);
}

static int certificates_of(const struct job *job) {
    int certificates = 0;
    for (long i = 0; i < count_of(job); i++)
        certificates += 1 + has_bound(job, i);
    return certificates;
}

/* Every certificate is read back from steadycheck's own words. */
static enum status verify(const struct reproduction *reproduction, struct job *job,
                          struct failure *failure) {
    struct expected expected = {.job = job};
    int certificates = certificates_of(job);
    return reproduction_verify_lines(reproduction, job, certificates, take_line, &expected,
                                     &expected.lines, failure);
}

/* The certificates into the file; job->delays. */
static enum status scan(const struct reproduction *reproduction, struct job *job, const char *path,
                        struct failure *failure) {
    struct limits limits = reproduction_limits(reproduction);
    struct locked_file file;
    enum status status = locked_file_open(&file, path, true, failure);
    if (status)
        return status;
    status = delay_scan(job->question.latency, job->question.first - 1, count_of(job), file.stream,
                        &limits, job->delays, failure);
    if (status) {
        locked_file_discard(&file);
        return status;
    }
    for (long i = 0; i < count_of(job); i++)
        job->delays[i] += job->question.latency;
    return locked_file_close(&file, 0, failure);
}

enum status reproduction_delays(const struct reproduction *reproduction, struct job *job,
                                struct failure *failure) {
    char path[PATH_ROOM];
    job->delays = memory_new((size_t)count_of(job), sizeof *job->delays);
    if (!job->delays)
        return failure_memory(failure, "the delays");
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    enum status status = scan(reproduction, job, path, failure);
    if (!status)
        status = verify(reproduction, job, failure);
    if (!status)
        unlink(path); /* too large to be kept: steadycast delay writes it again */
    return status;
}

bool reproduction_has_delays(const struct reproduction *reproduction) {
    for (size_t i = 0; i < reproduction->count; i++)
        if (reproduction->jobs[i].question.kind == CASE_DELAYS)
            return true;
    return false;
}

/* 0: not asked. */
static int delay_of(const struct job *job, long processors) {
    return job->question.kind == CASE_DELAYS && job->question.first <= processors &&
                   processors <= job->question.last
               ? job->delays[processors - job->question.first]
               : 0;
}

/* Is any delay for P another one than for P-1? */
static bool row_begins(const struct reproduction *reproduction, long processors) {
    for (size_t i = 0; i < reproduction->count; i++)
        if (delay_of(&reproduction->jobs[i], processors) !=
            delay_of(&reproduction->jobs[i], processors - 1))
            return true;
    return false;
}

static void print_row(FILE *file, const struct reproduction *reproduction, long first, long last) {
    fprintf(file, "%7ld..%-7ld", first, last);
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        int delay = delay_of(job, first);
        if (job->question.kind != CASE_DELAYS)
            continue;
        if (delay)
            fprintf(file, "%4d", delay);
        else
            fprintf(file, "   -");
    }
    fputc('\n', file);
}

static void print_delays(FILE *file, const struct reproduction *reproduction) {
    long last = 0;
    fprintf(file, "\nLeast delays for P processors, the source included. For each P and L a "
                  "schedule was verified, and\nthat no schedule has one step less\n\n"
                  "      P      L =");
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct case_question *question = &reproduction->jobs[i].question;
        if (question->kind != CASE_DELAYS)
            continue;
        last = question->last > last ? question->last : last;
        fprintf(file, "%4d", question->latency);
    }
    fputc('\n', file);
    for (long first = 2, next; first <= last; first = next) {
        for (next = first + 1; next <= last && !row_begins(reproduction, next); next++)
            ;
        print_row(file, reproduction, first, next - 1);
    }
}

static void print_every(FILE *file, const struct reproduction *reproduction) {
    bool any = false;
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_EVERY)
            continue;
        if (!any)
            fprintf(file, "\nFamilies for every number N of processors, delay L + B(N): listed up "
                          "to N = P(T), beyond by the rule\n\n   L    T  not block-cyclic\n");
        any = true;
        fprintf(file, "%4d %4d  ", job->question.latency, job->from);
        if (job->question.latency % 2 == 0)
            fprintf(file, "N = %d\n", job->question.latency + 3);
        else
            fprintf(file, "-\n");
    }
}

void reproduction_delay_table(FILE *file, const struct reproduction *reproduction) {
    print_every(file, reproduction);
    if (reproduction_has_delays(reproduction))
        print_delays(file, reproduction);
}
