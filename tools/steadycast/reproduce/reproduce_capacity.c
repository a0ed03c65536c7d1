#include <stdlib.h>
#include <string.h>

#include "solver/certificate/write.h"
#include "solver/construction/two_family.h"
#include "solver/question/capacity.h"
#include "tools/steadycast/reproduce/reproduce.h"

enum {
    PATH_ROOM = 4096 + 80,
    CLAIM_ROOM = 1024,
    SHOWN_DIGITS = 40,
    FIRST_DIGITS = 10,
    NUMBER_ROOM = 64
};

/* The fields of a schedule for N processors. */
static void schedule_claim(const struct answer *answer, mpz_srcptr processors, char *claim,
                           size_t room) {
    if (answer->evidence == EVIDENCE_INDUCTION)
        snprintf(claim, room, "kind=induction L=%d t=%d", answer->latency, answer->depth);
    else
        gmp_snprintf(claim, room, "kind=%s L=%d N=%Zd", answer_kind(answer), answer->latency,
                     processors);
}

static void bound_claim(const struct prices *prices, char *claim, size_t room) {
    mpz_t bound;
    mpz_init(bound);
    prices_bound(prices, bound);
    gmp_snprintf(claim, room, "kind=prices L=%d t=%d most=%Zd", prices->latency, prices->depth,
                 bound);
    mpz_clear(bound);
}

static enum status write_schedule(const struct reproduction *reproduction, struct job *job,
                                  const struct answer *answer, mpz_srcptr processors,
                                  struct failure *failure) {
    char path[PATH_ROOM], claim[CLAIM_ROOM];
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    schedule_claim(answer, processors, claim, sizeof claim);
    struct limits limits = reproduction_limits(reproduction);
    enum status status = answer_write_within(answer, path, true, &limits, failure);
    if (!status)
        status = reproduction_verify(reproduction, job->file, claim, failure);
    job->certificates += !status;
    return status;
}

static enum status write_bound(const struct reproduction *reproduction, struct job *job,
                               const char *file, const struct prices *prices,
                               struct failure *failure) {
    char path[PATH_ROOM], claim[CLAIM_ROOM];
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, file);
    bound_claim(prices, claim, sizeof claim);
    enum status status = certificate_write_prices(path, true, prices, failure);
    if (!status)
        status = reproduction_verify(reproduction, file, claim, failure);
    job->certificates += !status;
    return status;
}

static const char *kind_of(const struct answer *answer) {
    switch (answer->evidence) {
    case EVIDENCE_WORDS:
        return answer->words.period == 1 ? "stationary" : "periodic";
    case EVIDENCE_SCHEDULE:
    case EVIDENCE_INDUCTION:
    case EVIDENCE_PRUNED:
        return "block-cyclic";
    default:
        return "none";
    }
}

/* Both sides do not meet: it was stopped, or the search only did not settle. */
static enum status report_open(const struct job *job, const struct limits *limits,
                               struct failure *failure) {
    enum status status = limits_check(limits, failure);
    if (status)
        return status;
    return failure_set(failure, STATUS_INPUT,
                       "L = %d, t = %d: the search does not settle the capacity, it found no "
                       "schedule that reaches the bound",
                       job->question.latency, job->question.depth);
}

enum status reproduction_capacity(const struct reproduction *reproduction, struct job *job,
                                  struct failure *failure) {
    struct capacity capacity;
    struct limits limits = reproduction_limits(reproduction);
    bool search = job->question.kind == CASE_CAPACITY_SEARCH;
    enum status status = capacity_find(job->question.latency, job->question.depth,
                                       search ? CAPACITY_SEARCH : CAPACITY_CONSTRUCTION, &limits,
                                       &capacity, failure);
    if (status)
        return status;
    if (mpz_cmp(capacity.lower, capacity.upper) != 0)
        status = report_open(job, &limits, failure);
    if (!status)
        status = write_schedule(reproduction, job, &capacity.schedule, capacity.lower, failure);
    if (!status)
        status = write_bound(reproduction, job, job->upper, &capacity.prices, failure);
    job->number = mpz_get_str(NULL, 10, capacity.lower);
    job->schedule = kind_of(&capacity.schedule);
    job->verdict = VERDICT_FEASIBLE;
    capacity_clear(&capacity);
    return status;
}

static enum status give_stationary(const struct reproduction *reproduction, struct job *job,
                                   const struct answer *answer, mpz_srcptr processors,
                                   struct failure *failure) {
    char path[PATH_ROOM], claim[CLAIM_ROOM];
    struct limits limits = reproduction_limits(reproduction);
    if (answer->verdict == VERDICT_FEASIBLE)
        return write_schedule(reproduction, job, answer, processors, failure);
    if (answer->verdict == VERDICT_UNKNOWN) /* stopped, it is no answer at all */
        return limits_check(&limits, failure);
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, job->file);
    gmp_snprintf(claim, sizeof claim,
                 "kind=impossible-periodic L=%d t=%d N=%Zd period=1 roles=permute", answer->latency,
                 answer->depth, processors);
    enum status status = answer_write_within(answer, path, true, &limits, failure);
    if (!status)
        status = reproduction_verify(reproduction, job->file, claim, failure);
    job->certificates += !status;
    return status;
}

/* As many as the prices allow. */
static enum status most_processors(const struct case_question *question, mpz_ptr processors,
                                   struct failure *failure) {
    struct prices prices;
    enum status status = prices_best(&prices, question->latency, question->depth, failure);
    if (status)
        return status;
    prices_bound(&prices, processors);
    prices_clear(&prices);
    return STATUS_OK;
}

/* An engine that does not take the question leaves it unknown. */
static enum status ask_stationary(const struct reproduction *reproduction, struct job *job,
                                  mpz_srcptr processors, struct failure *failure) {
    struct answer answer;
    struct limits limits = reproduction_limits(reproduction);
    struct serve_question question = {.latency = job->question.latency,
                                      .depth = job->question.depth,
                                      .processors = processors,
                                      .class = SERVE_STATIONARY};
    enum status status = job->serve->solve(&question, &limits, &answer, failure);
    if (status == STATUS_LIMIT) {
        job->beyond = true;
        return limits_check(&limits, failure);
    }
    if (status)
        return status;
    job->verdict = answer.verdict;
    status = give_stationary(reproduction, job, &answer, processors, failure);
    answer_clear(&answer);
    return status;
}

enum status reproduction_stationary(const struct reproduction *reproduction, struct job *job,
                                    struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    enum status status = most_processors(&job->question, processors, failure);
    if (!status) {
        job->number = mpz_get_str(NULL, 10, processors);
        status = ask_stationary(reproduction, job, processors, failure);
    }
    mpz_clear(processors);
    return status;
}

static enum status write_two_family(const struct reproduction *reproduction, struct job *job,
                                    enum two_family which, struct failure *failure) {
    char path[PATH_ROOM], claim[CLAIM_ROOM];
    const char *file = which == TWO_FAMILY_CAPACITY ? job->file : job->upper;
    struct stationary_family family;
    enum status status = two_family_init(&family, which, failure);
    if (status)
        return status;
    snprintf(path, sizeof path, "%s/%s", reproduction->folder, file);
    const char *form = two_family_processors(which); /* `, rounded down,` may stand behind it */
    snprintf(claim, sizeof claim, "kind=stationary-family L=2 from=%d N=%.*s", family.from,
             (int)strcspn(form, ","), form);
    status = certificate_write_stationary_family(path, true, &family, failure);
    if (!status)
        status = reproduction_verify(reproduction, file, claim, failure);
    job->certificates += !status;
    stationary_family_clear(&family);
    return status;
}

enum status reproduction_two_families(const struct reproduction *reproduction, struct job *job,
                                      struct failure *failure) {
    enum status status = STATUS_OK;
    job->verdict = VERDICT_FEASIBLE;
    for (int which = 0; which < TWO_FAMILIES && !status; which++)
        status = write_two_family(reproduction, job, (enum two_family)which, failure);
    return status;
}

static bool is_capacity(const struct job *job) {
    return job->question.kind == CASE_CAPACITY || job->question.kind == CASE_CAPACITY_SEARCH;
}

static bool same_instance(const struct job *a, const struct job *b) {
    return a->question.latency == b->question.latency && a->question.depth == b->question.depth;
}

/* Long numbers by their first digits, and how many there are. */
static const char *shown(const char *number, char text[NUMBER_ROOM]) {
    size_t digits = strlen(number);
    if (digits <= SHOWN_DIGITS)
        snprintf(text, NUMBER_ROOM, "%s", number);
    else
        snprintf(text, NUMBER_ROOM, "%.*s..(%zu digits)", FIRST_DIGITS, number, digits);
    return text;
}

enum status reproduction_compare_capacities(const struct reproduction *reproduction,
                                            struct failure *failure) {
    for (size_t i = 0; i < reproduction->count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct job *a = &reproduction->jobs[i], *b = &reproduction->jobs[j];
            char text[2][NUMBER_ROOM];
            if (is_capacity(a) && is_capacity(b) && same_instance(a, b) &&
                strcmp(a->number, b->number) != 0)
                return failure_set(failure, STATUS_INTERNAL,
                                   "capacities %s and %s for L = %d, t = %d",
                                   shown(a->number, text[0]), shown(b->number, text[1]),
                                   a->question.latency, a->question.depth);
        }
    return STATUS_OK;
}

static void print_capacities(FILE *file, const struct reproduction *reproduction) {
    char number[NUMBER_ROOM];
    bool any = false;
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (!is_capacity(job))
            continue;
        if (!any)
            fprintf(file,
                    "Capacities: the most processors that any schedule with delay L+t serves, by "
                    "which kind\nof schedule and which method\n\n"
                    "   L    t    capacity  schedule      method\n");
        any = true;
        fprintf(file, "%4d %4d %11s  %-13s %s\n", job->question.latency, job->question.depth,
                shown(job->number, number), job->schedule,
                job->question.kind == CASE_CAPACITY ? "closed form" : "linear program and search");
    }
}

static void print_stationary(FILE *file, const struct reproduction *reproduction) {
    static const char *const verdicts[] = {"unknown", "feasible", "impossible"};
    char number[NUMBER_ROOM];
    bool any = false;
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind != CASE_STATIONARY)
            continue;
        if (!any)
            fprintf(file, "\nStationary schedules for as many processors as the bound allows, by "
                          "engine\n\n   L    t          N  engines");
        bool first = !any || !reproduction_same_question(job, job - 1);
        any = true;
        if (first)
            fprintf(file, "\n%4d %4d %10s ", job->question.latency, job->question.depth,
                    shown(job->number, number));
        fprintf(file, " %s %s", job->serve->name,
                job->beyond ? "does not apply" : verdicts[job->verdict]);
    }
    if (any)
        fputc('\n', file);
}

static void print_two_families(FILE *file, const struct reproduction *reproduction) {
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct job *job = &reproduction->jobs[i];
        if (job->question.kind == CASE_FAMILY && job->question.latency == 2)
            fprintf(file,
                    "\nFamilies of stationary schedules for L = 2: one for every t from some T "
                    "on\n\n  %s\n  %s\n",
                    job->file, job->upper);
    }
}

void reproduction_capacity_table(FILE *file, const struct reproduction *reproduction) {
    print_capacities(file, reproduction);
    print_stationary(file, reproduction);
    print_two_families(file, reproduction);
}
