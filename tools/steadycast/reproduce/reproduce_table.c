#include "tools/steadycast/reproduce/reproduce.h"

static const char *verdict_word(enum verdict verdict) {
    return verdict == VERDICT_FEASIBLE     ? "feasible"
           : verdict == VERDICT_INFEASIBLE ? "impossible"
                                           : "unknown";
}

static void print_decided(FILE *file, const struct reproduction *reproduction) {
    bool any = false;
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_DECIDE)
            continue;
        if (!any)
            fprintf(file,
                    "Block-cyclic schedules for (L,t), by engine; x is the receive-only letter\n\n"
                    "   L    t  verdict     engines\n");
        any = true;
        if (i == 0 || !reproduction_same_question(job, job - 1))
            fprintf(file, "%4d %4d  %-10s ", job->question.latency, job->question.depth,
                    verdict_word(job->verdict));
        fprintf(file, " %s", job->engine->name);
        if (job->verdict == VERDICT_FEASIBLE)
            fprintf(file, " x=%d", job->receive_only);
        if (i + 1 == reproduction->count || !reproduction_same_question(job, job + 1))
            fputc('\n', file);
    }
}

static void print_families(FILE *file, const struct reproduction *reproduction) {
    bool any = false;
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_FAMILY || job->question.latency == 2)
            continue;
        if (!any)
            fprintf(file, "\nFamilies: a schedule for every t >= L but those listed; from t = T on "
                          "by the rule,\n"
                          "with receive-only letter B\n\n   L    T    B  impossible\n");
        any = true;
        fprintf(file, "%4d %4d %4d  ", job->question.latency, job->from, job->receive_only);
        if (job->question.latency % 2 == 0)
            fprintf(file, "t = %d\n", 2 * job->question.latency);
        else
            fprintf(file, "-\n");
    }
}

enum { PAPER_LITERAL, PAPER_SEARCH, PAPER_NONE, PAPER_GAVE_UP, PAPER_WITH_B, PAPER_OUTCOMES };

static bool has_outcome(const struct job *job, int outcome) {
    const struct paper_result *paper = &job->paper;
    switch (outcome) {
    case PAPER_LITERAL:
        return paper->literal;
    case PAPER_SEARCH:
        return paper->found && !paper->literal;
    case PAPER_NONE:
        return !paper->found && !paper->gave_up;
    case PAPER_GAVE_UP:
        return paper->gave_up;
    default:
        return job->paper_b.found;
    }
}

/* The depths with this outcome, runs as A-B. */
static void print_depths(FILE *file, const struct job *jobs, size_t count, int outcome) {
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        size_t end = i;
        while (end < count && has_outcome(&jobs[end], outcome))
            end++;
        if (end == i)
            continue;
        fprintf(file, " %d", jobs[i].question.depth);
        if (end > i + 1)
            fprintf(file, "-%d", jobs[end - 1].question.depth);
        any = true;
        i = end;
    }
    fprintf(file, "%s\n", any ? "" : " none");
}

static void print_paper_latency(FILE *file, const struct job *jobs, size_t count) {
    static const char *const titles[PAPER_OUTCOMES] = {
        "found, literal reading       ", "found, words on other blocks ",
        "no choice of blocks works    ", "search gave up               ",
        "found with receive-only b    "};
    fprintf(file, "\nL = %d, t = %d..%d\n", jobs[0].question.latency, jobs[0].question.depth,
            jobs[count - 1].question.depth);
    for (int outcome = 0; outcome < PAPER_OUTCOMES; outcome++) {
        fprintf(file, "  %s", titles[outcome]);
        print_depths(file, jobs, count, outcome);
    }
    int window = 0;
    for (size_t i = 0; i < count; i++)
        window = jobs[i].paper_window ? jobs[i].paper_window : window;
    if (window)
        fprintf(file,
                "  first base window (b left over, 1-ball root): t = %d..%d, paper/L%d.cert\n",
                window, window + jobs[0].question.latency - 1, jobs[0].question.latency);
    else
        fprintf(file, "  no base window (b left over, 1-ball root) in this range\n");
}

static void print_paper(FILE *file, const struct reproduction *reproduction) {
    bool any = false;
    for (size_t i = 0; i < reproduction->count;) {
        const struct job *job = &reproduction->jobs[i];
        size_t end = i;
        while (end < reproduction->count && job->question.kind == CASE_PAPER &&
               reproduction->jobs[end].question.kind == CASE_PAPER &&
               reproduction->jobs[end].question.latency == job->question.latency)
            end++;
        if (end == i) {
            i++;
            continue;
        }
        if (!any)
            fprintf(file,
                    "\nThe base-case algorithm of 1993 with the words of its Lemma 3.1 only\n");
        any = true;
        print_paper_latency(file, job, end - i);
        i = end;
    }
}

enum status reproduction_table(FILE *file, const void *context, struct failure *failure) {
    const struct reproduction *reproduction = context;
    (void)failure;
    print_decided(file, reproduction);
    print_families(file, reproduction);
    print_paper(file, reproduction);
    reproduction_capacity_table(file, reproduction);
    reproduction_delay_table(file, reproduction);
    reproduction_items_table(file, reproduction);
    return STATUS_OK;
}
