/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/audit/audit.h"

#include <errno.h>
#include <gmp.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "tools/steadycast/campaign/case_answer.h"
#include "tools/steadycast/sweep/results.h"
#include "tools/steadycast/sweep/sweep_folder.h"

enum { PATH_ROOM = CAMPAIGN_PATH_ROOM };

/* --- strangers --- */

/* Cases that have no answer yet: the files that an attempt writes come before it. */
struct unfinished {
    struct audit *audit;
    size_t count;
    char **paths; /* sorted; owned */
};

static void unfinished_clear(struct unfinished *unfinished) {
    for (size_t i = 0; i < unfinished->count; i++)
        free(unfinished->paths[i]);
    free(unfinished->paths);
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum status list_unfinished(struct unfinished *unfinished, struct failure *failure) {
    const struct campaign *campaign = &unfinished->audit->campaign;
    unfinished->paths = memory_new(campaign->count, sizeof *unfinished->paths);
    TRY(memory_check(unfinished->paths, failure, "the names of certificates"));
    for (size_t i = 0; i < campaign->count; i++) {
        char path[CAMPAIGN_FILE_ROOM];
        if (answers_is_final(&unfinished->audit->answers, i))
            continue;
        campaign_case_path(&campaign->cases[i], path);
        char *copy = strdup(path);
        TRY(memory_check(copy, failure, "the names of certificates"));
        unfinished->paths[unfinished->count++] = copy;
    }
    qsort(unfinished->paths, unfinished->count, sizeof *unfinished->paths, compare_paths);
    return STATUS_OK;
}

/* Is it of one of these? Behind the path of a case comes one of .- in the names of its files. */
static bool is_of_attempt(const struct unfinished *unfinished, const char *name) {
    char path[PATH_ROOM], *key = path;
    snprintf(path, sizeof path, "%.*s", PATH_ROOM - 1, name);
    for (size_t i = strlen(path); i-- > 0;) {
        if (!strchr(".-", path[i]))
            continue;
        path[i] = 0;
        if (unfinished->count &&
            bsearch(&key, unfinished->paths, unfinished->count, sizeof key, compare_paths))
            return true;
    }
    return false;
}

static enum status report_stranger(void *context, const char *name, int error,
                                   struct failure *failure) {
    const struct unfinished *unfinished = context;
    if (error)
        return audit_say(unfinished->audit, AUDIT_FAULT, failure, "certificates/%.500s: %s", name,
                         strerror(error));
    if (!is_of_attempt(unfinished, name))
        return audit_say(unfinished->audit, AUDIT_FAULT, failure,
                         "certificates/%.500s: no answer names this file", name);
    return audit_say(unfinished->audit, AUDIT_MISSING, failure,
                     "the attempt that certificates/%.500s is of", name);
}

/* Files below certificates/ that no answer names; of a case without its answer the attempt is
 * missing, as a run that was killed leaves them. */
static enum status audit_strangers(struct audit *audit, struct failure *failure) {
    CLEANUP(unfinished_clear) struct unfinished unfinished = {.audit = audit};
    TRY(list_unfinished(&unfinished, failure));
    return certificate_files_visit(audit->folder, &audit->answers, report_stranger, &unfinished,
                                   failure);
}

/* --- inputs --- */

/* Files that questions name: each holds what the answer is about. */
static enum status audit_inputs(struct audit *audit, struct failure *failure) {
    for (size_t i = 0; i < audit->campaign.count; i++) {
        const struct case_result *last = &audit->answers.last[i];
        struct failure why = {0};
        bool unread;
        if (!last->input_count || !answers_is_final(&audit->answers, i))
            continue;
        enum status status =
            case_inputs_compare(&audit->campaign.cases[i].question, last, &unread, &why);
        if (status == STATUS_INPUT)
            TRY(audit_say(audit, unread ? AUDIT_MISSING : AUDIT_FAULT, failure, "'%.400s': %s",
                          last->name, why.message));
        else if (status)
            return failure_set(failure, status, "%s", why.message);
    }
    return STATUS_OK;
}

/* --- results --- */

/* The line, from 1, in which two files differ; 0: none. */
static long first_difference(FILE *a, FILE *b) {
    long line = 1;
    for (;;) {
        int x = getc(a), y = getc(b);
        if (x != y)
            return line;
        if (x == EOF)
            return 0;
        line += x == '\n';
    }
}

/* *line: that differs, or 0. */
static enum status compare(struct audit *audit, const char *expected, const char *name, long *line,
                           struct failure *failure) {
    char paths[2][PATH_ROOM];
    TRY(campaign_folder_path(audit->folder, name, paths[0], failure));
    TRY(campaign_folder_path(expected, name, paths[1], failure));
    FILE *found = fopen(paths[0], "rb"), *right = fopen(paths[1], "rb");
    enum status status = STATUS_OK;
    if (!found)
        status = errno == ENOENT
                     ? audit_say(audit, AUDIT_MISSING, failure,
                                 "%s, though all is answered: sweep writes it again", name)
                     : audit_say(audit, AUDIT_FAULT, failure, "%s: %s", name, strerror(errno));
    if (!right)
        status = failure_set(failure, status_of_errno(errno), "%s: %s", paths[1], strerror(errno));
    *line = found && right ? first_difference(found, right) : 0;
    if (found)
        fclose(found);
    if (right)
        fclose(right);
    return status;
}

/* What the store says is written once more into this folder, elsewhere. */
static enum status compare_both(struct audit *audit, const char *folder, struct failure *failure) {
    static const char *const names[] = {"results.jsonl", "results.csv"};
    long lines[2], other;
    TRY(results_write(&audit->answers, folder, false, failure));
    for (int i = 0; i < 2; i++)
        TRY(compare(audit, folder, names[i], &lines[i], failure));
    if (!lines[0] && !lines[1])
        return STATUS_OK;
    /* or a run was killed that was putting them away */
    TRY(results_write(&audit->answers, folder, true, failure));
    for (int i = 0; i < 2; i++) {
        other = 0;
        if (lines[i])
            TRY(compare(audit, folder, names[i], &other, failure));
        if (other)
            TRY(audit_say(audit, AUDIT_FAULT, failure, "%s line %ld is not what the store says",
                          names[i], lines[i]));
    }
    return STATUS_OK;
}

/* results.jsonl and results.csv, if they are there. */
static enum status audit_results(struct audit *audit, struct failure *failure) {
    static const char *const names[] = {"results.jsonl", "results.csv"};
    char folder[PATH_ROOM], path[PATH_ROOM];
    TRY(campaign_folder_path(temporary_folder(), "steadycast-audit-XXXXXX", folder, failure));
    if (!mkdtemp(folder))
        return failure_set(failure, status_of_errno(errno), "%s: %s", folder, strerror(errno));
    enum status status = compare_both(audit, folder, failure);
    for (int i = 0; i < 2; i++)
        if (!campaign_folder_path(folder, names[i], path, NULL))
            unlink(path);
    rmdir(folder);
    return status;
}

/* --- all of it --- */

enum { REMARK_ROOM = 1400 };

const char *const audit_kind_names[] = {"fault", "open", "missing"};

void audit_clear(struct audit *audit) {
    for (size_t i = 0; i < audit->remark_count; i++)
        free(audit->remarks[i].text);
    free(audit->remarks);
    answers_clear(&audit->answers);
    campaign_clear(&audit->campaign);
    *audit = (struct audit){0};
}

enum status audit_say(struct audit *audit, enum audit_kind kind, struct failure *failure,
                      const char *format, ...) {
    char text[REMARK_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!memory_make_room(&audit->remarks, audit->remark_count, sizeof *audit->remarks))
        return failure_memory(failure, "what is to be reported");
    for (char *byte = text; *byte; byte++) /* names of files may hold anything */
        if ((unsigned char)*byte < ' ')
            *byte = '?';
    char *copy = strdup(text);
    TRY(memory_check(copy, failure, "what is to be reported"));
    audit->remarks[audit->remark_count++] = (struct audit_remark){kind, copy};
    audit->faults += kind == AUDIT_FAULT;
    audit->missing += kind == AUDIT_MISSING;
    return STATUS_OK;
}

/* --- cases --- */

static bool has_side(const struct case_result *result, enum case_side side) {
    for (int i = 0; i < result->certificate_count; i++)
        if (result->certificates[i].side == side)
            return true;
    return false;
}

/* Nobody asks for a proof that a message takes L steps, or L+2o cycles, and over a network one step
 * or round, nor that nothing is done before time 0. */
static bool is_plain_bound(const struct campaign_case *asked, const char *lower) {
    const struct machine machine = question_machine(&asked->question);
    char least[24] = "";
    if (asked->question.subject == SUBJECT_DELAY || machine.network)
        snprintf(least, sizeof least, "%" PRId64, logp_machine_transfer(&machine.logp));
    return strcmp(lower, "0") == 0 || strcmp(lower, least) == 0;
}

/* One processor has its own item from the beginning, and one operand is its own sum. */
static bool is_nothing_sent(const struct campaign_case *asked, const char *upper) {
    bool alone = campaign_number(asked, KEY_PROCESSORS) == 1;
    bool summed =
        asked->question.subject == SUBJECT_REDUCE && campaign_number(asked, KEY_OPERANDS) == 1;
    return strcmp(upper, "0") == 0 && (alone || summed);
}

/* An answer of this side that no certificate could prove: others are compared with it. */
static bool is_uncertified(const struct campaign_case *asked, const struct case_result *result) {
    return asked->engine->heeds & ENGINE_UNCERTIFIED ||
           (asked->question.subject == SUBJECT_FORMULA && result->verdict == VERDICT_FEASIBLE);
}

/* An answer that must have a certificate for this side: it would be no more than a word without. */
static bool is_due(const struct campaign_case *asked, const struct case_result *result,
                   enum case_side side) {
    bool schedule = side == SIDE_SCHEDULE;
    const char *bound = case_bound(asked, result, side);
    if (is_uncertified(asked, result) ||
        (asked->question.subject == SUBJECT_DELAYS && !schedule)) /* one stream has both */
        return false;
    switch (result->verdict) {
    case VERDICT_UNKNOWN:
        return false;
    case VERDICT_FEASIBLE:
        return schedule;
    case VERDICT_INFEASIBLE:
        return !schedule;
    case VERDICT_SETTLED:
    case VERDICT_INTERVAL:
        break;
    }
    if (question_shows_lower(&asked->question))
        return bound;
    return bound && !(schedule ? is_nothing_sent(asked, bound) : is_plain_bound(asked, bound));
}

static bool is_interval(const char *lower, const char *upper) {
    mpz_t bounds[2];
    if (!lower || !upper)
        return lower || upper;
    mpz_inits(bounds[0], bounds[1], NULL);
    bool right = mpz_set_str(bounds[0], lower, 10) == 0 && mpz_set_str(bounds[1], upper, 10) == 0 &&
                 mpz_cmp(bounds[0], bounds[1]) < 0;
    mpz_clears(bounds[0], bounds[1], NULL);
    return right;
}

/* Does the form of the answer fit the subject? A number that one of two sides has is an interval:
 * what is unknown, yes or no has no bounds. */
static bool is_possible(const struct campaign_case *asked, const struct case_result *result) {
    bool decision = question_is_decision(&asked->question);
    bool bounded = result->lower || result->upper;
    if (verdict_is_open(result->verdict) == (result->cause == CAUSE_NONE))
        return false;
    switch (result->verdict) {
    case VERDICT_UNKNOWN:
        return !bounded;
    case VERDICT_FEASIBLE:
        return decision && !bounded;
    case VERDICT_INFEASIBLE: /* and over a network a stream may be too fast for any delay, and
                                rounds too few for any steps */
        return !bounded && (decision || question_has(&asked->question, KEY_NETWORK));
    case VERDICT_SETTLED:
        return !decision && result->lower && result->upper &&
               strcmp(result->lower, result->upper) == 0;
    case VERDICT_INTERVAL:
        return !decision && is_interval(result->lower, result->upper);
    }
    return false;
}

static enum status judge_answer(struct audit *audit, const struct campaign_case *asked,
                                const struct case_result *result, struct failure *failure) {
    static const char *const names[] = {[SIDE_SCHEDULE] = "schedule", [SIDE_BOUND] = "bound"};
    bool open = verdict_is_open(result->verdict);
    audit->open += open;
    audit->answered += !open;
    audit->uncertified += !open && is_uncertified(asked, result);
    if (!is_possible(asked, result))
        TRY(audit_say(audit, AUDIT_FAULT, failure,
                      "'%.700s': the answer '%s' is none to such a question, with bounds "
                      "%.100s..%.100s and cause '%s'",
                      result->name, verdict_name(result->verdict),
                      result->lower ? result->lower : "?", result->upper ? result->upper : "?",
                      case_cause_name(result->cause)));
    for (int side = SIDE_SCHEDULE; side <= SIDE_BOUND; side++)
        if (is_due(asked, result, (enum case_side)side) && !has_side(result, (enum case_side)side))
            TRY(audit_say(audit, AUDIT_FAULT, failure,
                          "'%.400s' is %s without a certificate of the %s", result->name,
                          verdict_name(result->verdict), names[side]));
    if (open)
        TRY(audit_say(audit, AUDIT_OPEN, failure, "'%.400s' is %s: %s%s%.300s", result->name,
                      verdict_name(result->verdict), case_cause_name(result->cause),
                      *result->reason ? ", " : "", result->reason));
    return STATUS_OK;
}

static enum status judge_case(struct audit *audit, size_t index, struct failure *failure) {
    const struct campaign_case *asked = &audit->campaign.cases[index];
    const struct case_result *last = &audit->answers.last[index];
    audit->cases++;
    if (answers_is_final(&audit->answers, index))
        return judge_answer(audit, asked, last, failure);
    if (answers_has(&audit->answers, index) && case_result_is_failed(last))
        return audit_say(audit, AUDIT_MISSING, failure,
                         "'%.700s' (line %d of the campaign) failed: %s, %.300s", asked->name,
                         asked->line, case_cause_name(last->cause), last->reason);
    return audit_say(audit, AUDIT_MISSING, failure,
                     "'%.700s' (line %d of the campaign) has no final answer%s", asked->name,
                     asked->line, answers_has(&audit->answers, index) ? ", only attempts" : "");
}

/* --- all --- */

struct hearing {
    struct audit *audit;
    enum status status;
    struct failure *failure;
};

static void take_fault(void *context, const char *what) {
    struct hearing *hearing = context;
    if (!hearing->status)
        hearing->status = audit_say(hearing->audit, AUDIT_FAULT, hearing->failure, "%s", what);
}

static enum status check(struct audit *audit, int threads, struct control *control,
                         struct failure *failure) {
    for (size_t i = 0; i < audit->campaign.count; i++)
        if (campaign_shard_has(&audit->shard, i)) /* the others are not there */
            TRY(judge_case(audit, i, failure));
    TRY(audit_inputs(audit, failure));
    TRY(audit_certificates(audit, threads, control, failure));
    TRY(audit_strangers(audit, failure));
    if (!audit->runner && audit->answered + audit->open == audit->cases)
        TRY(audit_results(audit, failure));
    return STATUS_OK;
}

enum status audit_folder(struct audit *audit, const char *folder, bool own, int threads,
                         struct control *control, struct failure *failure) {
    double start = control_elapsed(control);
    *audit = (struct audit){.folder = folder};
    struct hearing hearing = {audit, STATUS_OK, failure};
    TRY(campaign_folder_check(folder, failure));
    if (!own)
        TRY(sweep_folder_running(folder, &audit->runner, failure));
    TRY(answers_load(folder, false, &audit->campaign, &audit->shard, &audit->answers, take_fault,
                     &hearing, failure));
    TRY(hearing.status);
    TRY(check(audit, threads, control, failure));
    audit->seconds = control_elapsed(control) - start;
    return STATUS_OK;
}
