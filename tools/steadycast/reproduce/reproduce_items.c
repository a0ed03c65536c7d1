/* K items: least times, and endgames for every K. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/locked_file.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/frame/confirmed.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum { PATH_ROOM = 4096 + 80, CLAIM_ROOM = 1024 };

static int count_of(const struct job *job) {
    return (int)(job->question.last_items - job->question.first_items + 1);
}

static struct items_question question_of(const struct case_question *question) {
    return (struct items_question){.latency = question->latency,
                                   .ports = question->ports,
                                   .processors = (int)question->first - 1,
                                   .items = (int)question->first_items,
                                   .single = question->single};
}

/* --- what steadycheck has to say --- */

/* For each K the schedule, if there is one, and the bound. */
struct expected {
    const struct job *job;
    int next;   /* K - first_items of the line that comes next, */
    bool bound; /* which is about its bound */
    struct reproduction_lines lines;
};

/* Do the fields say that a schedule ends at `upper`, or that none ends before `lower`? */
static bool is_said(const struct job *job, const struct items_entry *entry, const char *fields,
                    bool bound) {
    struct items_question question = question_of(&job->question);
    question.items = entry->items;
    return bound ? confirmed_items_need(fields, &question, entry->lower)
                 : confirmed_items_end(fields, &question, entry->upper);
}

static void take_line(void *context, const char *line, const char *fields) {
    struct expected *expected = context;
    if (*expected->lines.fault || expected->next == count_of(expected->job))
        return; /* the line that counts them all */
    const struct job *job = expected->job;
    const struct items_entry *entry = &job->entries[expected->next];
    bool right;
    if (!expected->bound && entry->upper < INT_MAX) {
        right = is_said(job, entry, fields, false);
        expected->bound = true;
    } else {
        right = is_said(job, entry, fields, true);
        expected->bound = false;
        expected->next++;
    }
    expected->lines.certificates++;
    if (!right)
        snprintf(expected->lines.fault, sizeof expected->lines.fault, "%.900s", line);
}

static enum status verify(const struct reproduction *reproduction, struct job *job,
                          struct failure *failure) {
    struct expected expected = {.job = job};
    int certificates = count_of(job);
    for (int i = 0; i < count_of(job); i++)
        certificates += job->entries[i].upper < INT_MAX;
    return reproduction_verify_lines(reproduction, job, certificates, take_line, &expected,
                                     &expected.lines, failure);
}

/* --- the answers --- */

static enum status scan(const struct reproduction *reproduction, struct job *job, FILE *stream,
                        struct failure *failure) {
    struct limits limits = reproduction_limits(reproduction);
    struct items_question question = question_of(&job->question);
    struct items_plans *plans = items_plans_new();
    if (!plans)
        return failure_memory(failure, "plans");
    enum status status = items_scan(plans, &question, count_of(job), ITEMS_ANY, ITEMS_ORDERED,
                                    &limits, stream, job->entries, failure);
    items_plans_free(plans);
    return status ? status : limits_check(&limits, failure);
}

enum status reproduction_items(const struct reproduction *reproduction, struct job *job,
                               struct failure *failure) {
    char path[PATH_ROOM];
    struct locked_file file;
    job->entries = memory_new((size_t)count_of(job), sizeof *job->entries);
    if (!job->entries)
        return failure_memory(failure, "the answers");
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    enum status status = locked_file_open(&file, path, true, failure);
    if (status)
        return status;
    status = scan(reproduction, job, file.stream, failure);
    if (status)
        locked_file_discard(&file);
    else
        status = locked_file_close(&file, 0, failure);
    return status ? status : verify(reproduction, job, failure);
}

enum status reproduction_endgame(const struct reproduction *reproduction, struct job *job,
                                 struct failure *failure) {
    char path[PATH_ROOM], claim[CLAIM_ROOM];
    struct limits limits = reproduction_limits(reproduction);
    const struct items_family *family = NULL;
    struct items_plans *plans = items_plans_new();
    if (!plans)
        return failure_memory(failure, "plans");
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    enum status status = items_plans_endgame(
        plans, job->question.latency, (int)job->question.first - 1, &limits, &family, failure);
    if (!status && family) {
        job->endgame = family->endgame;
        job->finish = family->finish;
        snprintf(claim, sizeof claim, "kind=items-family L=%d N=%ld from=%d sends=%s more=%d",
                 job->question.latency, job->question.first - 1, family->endgame,
                 family->single ? "single" : "any", family->finish - family->endgame);
        status = certificate_write_items_family(path, true, family, failure);
        if (!status)
            status = reproduction_verify(reproduction, job->file, claim, failure);
        job->certificates = !status;
    }
    items_plans_free(plans);
    return status;
}
