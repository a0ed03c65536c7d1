/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_run.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/claims/claim_job.h"
#include "tools/steadycast/campaign/case_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/sweep/sweep.h"
#include "tools/steadycast/sweep/sweep_folder.h"
#include "tools/steadycast/sweep/sweep_run.h"

/* A run, as master and workers see it. */
struct run {
    const struct claim_run *order;
    struct campaign campaign;
    char folder[CAMPAIGN_PATH_ROOM];       /* of the campaign */
    char certificates[CAMPAIGN_PATH_ROOM]; /* below it */
    char checker[CLAIM_PATH_ROOM];
};

static struct claim_entry *entry_of(const struct run *run, const struct campaign_case *asked) {
    struct claim_entry *entry = run->order->claims->list;
    while (strcmp(entry->claim.name, question_text(&asked->question, KEY_FILE)) != 0)
        entry++;
    return entry;
}

/* Below the certificates: a folder for what the case keeps; the finding stands beside it. */
static enum status kept_path(const struct run *run, const struct campaign_case *asked,
                             char path[CAMPAIGN_PATH_ROOM], struct failure *failure) {
    char name[CAMPAIGN_FILE_ROOM];
    campaign_case_path(asked, name);
    return campaign_folder_path(run->certificates, name, path, failure);
}

/* --- one case, by a worker --- */

enum { LINE_ROOM = 512 };

/* "### 9.8 k items" is the head of section 9.8, "## 9. Two" that of section 9. */
static bool has_section(FILE *theorems, const char *section) {
    char line[LINE_ROOM], number[LINE_ROOM];
    rewind(theorems);
    while (fgets(line, sizeof line, theorems))
        if (sscanf(line, "%*[#] %[0-9.]", number) == 1) {
            size_t length = strlen(number);
            number[length - (number[length - 1] == '.')] = 0;
            if (strcmp(number, section) == 0)
                return true;
        }
    return false;
}

static enum status see_sections(const struct claim_case *claim, FILE *theorems,
                                struct failure *failure) {
    char sections[LINE_ROOM], *rest = NULL;
    int line = claim_case_line(claim, "proof");
    if (snprintf(sections, sizeof sections, "%s", claim->proof) >= (int)sizeof sections)
        return claim_case_fault(claim, line, failure, "too many sections");
    for (char *section = strtok_r(sections, ", ", &rest); section;
         section = strtok_r(NULL, ", ", &rest))
        if (!has_section(theorems, section))
            return claim_case_fault(claim, line, failure, "THEOREMS.md has no section '%.60s'",
                                    section);
    return STATUS_OK;
}

/* THEOREMS.md has the sections that the case names. */
static enum status claim_proof_see(const struct claim_case *claim, const char *results,
                                   struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    if (!claim->proof)
        return STATUS_OK;
    if (campaign_folder_path(results, "THEOREMS.md", path, failure))
        return STATUS_INPUT;
    FILE *theorems = fopen(path, "r");
    if (!theorems)
        return failure_input(failure, "%s: %s", path, strerror(errno));
    enum status status = see_sections(claim, theorems, failure);
    fclose(theorems);
    return status;
}

/* The files below the folder of results that fit, in the order of their names. */
static enum status find_files(const struct claim_job *job, const struct claim_evidence *evidence,
                              glob_t *files, struct failure *failure) {
    char pattern[CLAIM_PATH_ROOM];
    if (snprintf(pattern, sizeof pattern, "%s/%s", job->results, evidence->file) >=
        (int)sizeof pattern)
        return failure_input(failure, "the name %.80s is too long", evidence->file);
    int error = glob(pattern, 0, NULL, files);
    if (error == GLOB_NOMATCH)
        return claim_case_fault(job->claim, evidence->line, failure, "there is no certificate %s",
                                pattern);
    if (error)
        return failure_set(failure, status_of_errno(errno), "%s: %s", pattern, strerror(errno));
    return STATUS_OK;
}

/* One certificate, as a point of the claim or of its corrected statement. */
static void report_evidence(struct claim_job *job, const struct claim_evidence *evidence,
                            const char *file) {
    static const enum claim_truth claim[] = {
        [CLAIM_SAYS] = CLAIM_HOLDS, [CLAIM_REFUTES] = CLAIM_FAILS, [CLAIM_SHARPENS] = CLAIM_MUTE};
    const struct claim_point point = {.count = 0};
    char *places[2], text[CLAIM_TEXT_ROOM];
    claim_count(&job->finding,
                job->claim->assumes || job->claim->within ? CLAIM_NOWHERE : CLAIM_INSIDE,
                claim[evidence->support],
                evidence->support == CLAIM_SHARPENS ? CLAIM_HOLDS : CLAIM_MUTE, places);
    snprintf(text, sizeof text, "%s: %s", file + strlen(job->results) + 1, evidence->says);
    for (int i = 0; i < 2; i++)
        if (places[i])
            claim_say(&point, places[i], text);
}

static enum status see_files(struct claim_job *job, const struct claim_evidence *evidence,
                             size_t most, struct failure *failure) {
    CLEANUP(globfree) glob_t files = {0};
    TRY(find_files(job, evidence, &files, failure));
    size_t count = files.gl_pathc < most ? files.gl_pathc : most;
    for (size_t i = 0; i < count; i++) {
        TRY(claim_verify(job, files.gl_pathv[i], evidence->says, failure));
        report_evidence(job, evidence, files.gl_pathv[i]);
    }
    fprintf(job->table, "%-60s %6zu verified: %s\n", evidence->file, count, evidence->says);
    return STATUS_OK;
}

/* The certificates that the case names, below the folder of results: each must say what it should,
 * and is a point of the claim or of its corrected statement. With a range files=1..N the first N of
 * each line. */
static enum status see_evidence(struct claim_job *job, struct failure *failure) {
    struct failure none;
    struct claim_range files;
    if (claim_range(job, "files", &files, &none))
        files.last = LONG_MAX;
    for (size_t i = 0; i < job->claim->evidence_count; i++)
        TRY(see_files(job, &job->claim->evidence[i], (size_t)files.last, failure));
    return STATUS_OK;
}

static enum status try_claim(struct claim_job *job, struct failure *failure) {
    TRY(claim_proof_see(job->claim, job->results, failure));
    TRY(claim_program_run(job, failure));
    TRY(see_evidence(job, failure));
    if (*job->finding.unplaced)
        return claim_case_fault(job->claim, claim_case_line(job->claim, "try"), failure,
                                "a condition names a parameter that no point has: %.200s",
                                job->finding.unplaced);
    const struct claim_tally *corrected = &job->finding.tallies[CLAIM_TALLY_CORRECTED];
    if (corrected->failed)
        return failure_internal(failure, "%s: the corrected statement fails: %.300s",
                                job->claim->path, corrected->failing);
    return STATUS_OK;
}

static enum status write_finding(const void *context, const char *path, const struct limits *limits,
                                 struct failure *failure) {
    const struct claim_job *job = context;
    (void)path, (void)limits;
    return claim_finding_write(job->folder, job->claim, &job->finding, failure);
}

static enum status give_finding(const struct campaign_case *asked, const struct case_place *place,
                                const struct claim_job *job, struct case_result *result,
                                struct failure *failure) {
    enum claim_verdict verdict = job->finding.verdict;
    enum status status =
        case_add_file(asked, place, ".txt", SIDE_NONE, write_finding, job, result, failure);
    if (status || verdict == CLAIM_UNKNOWN)
        return status
                   ? status
                   : case_leave_open(place, "claim", claim_opened(&job->finding), result, failure);
    result->verdict = verdict == CLAIM_REFUTED ? VERDICT_INFEASIBLE : VERDICT_FEASIBLE;
    return case_say(result, "claim", claim_verdict_name(verdict), failure);
}

static enum status try_case(const struct campaign_case *asked, const struct case_place *place,
                            struct case_result *result, struct failure *failure) {
    const struct run *run = place->context;
    const struct claim_case *claim = &entry_of(run, asked)->claim;
    char kept[CAMPAIGN_PATH_ROOM];
    size_t length = 0;
    TRY(kept_path(run, asked, kept, failure));
    folder_remove(kept); /* of a worker that was killed */
    TRY(output_folders_make_above(kept, strlen(run->certificates), failure));
    TRY(output_folder_make(kept, failure));
    struct claim_job job = {.claim = claim,
                            .ranges = run->order->quick ? &claim->quick : &claim->full,
                            .folder = kept,
                            .results = run->order->results,
                            .checker = run->checker,
                            .limits = *place->limits,
                            .finding = {.quick = run->order->quick, .existence = claim->existence}};
    job.table = open_memstream(&job.finding.table, &length);
    TRY(memory_check(job.table, failure, "a table"));
    enum status status = try_claim(&job, failure);
    if (fclose(job.table) != 0 && !status)
        status = failure_memory(failure, "a table");
    job.finding.verdict = claim_judge(claim, &job.finding);
    if (!status)
        status = give_finding(asked, place, &job, result, failure);
    claim_finding_clear(&job.finding);
    return status;
}

/* --- all of them --- */

/* The papers that come last have the cases that take longest, which are begun with. */
static enum status make_campaign(struct run *run, struct failure *failure) {
    const struct claim_list *claims = run->order->claims;
    FREED char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    TRY(memory_check(file, failure, "a campaign"));
    for (size_t i = claims->count; i-- > 0;)
        if (claims->list[i].selected)
            fprintf(file, "claim file %s run %s\n", claims->list[i].claim.name,
                    run->order->quick ? "quick" : "full");
    return fclose(file) == 0 ? campaign_parse(&run->campaign, run->folder, text, size, failure)
                             : failure_memory(failure, "a campaign");
}

/* The findings that the store knows; those are forgotten that are of another version, or of a case
 * that was another one. */
static enum status read_findings(const struct run *run, struct answers *answers,
                                 struct failure *failure) {
    for (size_t i = 0; i < run->campaign.count; i++) {
        struct claim_entry *entry = entry_of(run, &run->campaign.cases[i]);
        struct case_result *last = &answers->last[i];
        char kept[CAMPAIGN_PATH_ROOM];
        claim_finding_clear(&entry->finding);
        if (last->certificate_count && strcmp(last->version, STEADYCAST_VERSION) == 0) {
            TRY(kept_path(run, &run->campaign.cases[i], kept, failure));
            TRY(claim_finding_read(kept, &entry->claim, &entry->finding, failure));
        }
        if (!entry->finding.found)
            case_result_clear(last);
    }
    return STATUS_OK;
}

/* Cases without a finding are reported; the last one goes with the status of the worst. */
static enum status tell_untried(const struct run *run, const struct answers *answers,
                                struct failure *failure) {
    enum status worst = STATUS_OK;
    for (size_t i = 0; i < run->campaign.count; i++) {
        const struct case_result *last = &answers->last[i];
        if (last->certificate_count)
            continue;
        if (worst)
            fprintf(stderr, "steadycast: %s\n", failure->message);
        if (case_result_is_failed(last))
            worst = STATUS_INTERNAL;
        worst = failure_set(failure, worst ? worst : STATUS_INPUT, "%.100s: %.400s",
                            entry_of(run, &run->campaign.cases[i])->claim.name, last->reason);
    }
    return worst;
}

/* What a case found, to FOLDER/NAME and FOLDER/NAME.txt, in the place of what was there. */
static enum status move(const struct run *run, const struct campaign_case *asked,
                        const char *ending, struct failure *failure) {
    char from[CAMPAIGN_PATH_ROOM], to[CAMPAIGN_PATH_ROOM];
    const struct claim_entry *entry = entry_of(run, asked);
    if (!entry->finding.found)
        return failure_internal(failure, "%s: the finding is gone", entry->claim.name);
    enum status status = kept_path(run, asked, from, failure);
    if (!status)
        status = campaign_folder_path(run->order->folder, entry->claim.name, to, failure);
    if (status || strlen(from) + strlen(ending) >= sizeof from ||
        strlen(to) + strlen(ending) >= sizeof to)
        return status ? status : failure_input(failure, "the name %.200s is too long", to);
    strcat(from, ending);
    strcat(to, ending);
    folder_remove(to);
    rmdir(from); /* a folder that is empty is not kept */
    if (rename(from, to) != 0 && errno != ENOENT)
        return failure_set(failure, status_of_errno(errno), "%s can't be moved to %s: %s", from, to,
                           strerror(errno));
    return STATUS_OK;
}

static enum status try_all(struct run *run, struct answers *answers, struct store *store,
                           struct failure *failure) {
    struct crew crew;
    struct sweep_tally tally;
    struct sweep sweep = {.folder = run->folder,
                          .campaign = &run->campaign,
                          .shard = {1, 1},
                          .answers = answers,
                          .store = store,
                          .control = run->order->control};
    struct crew_place place = {
        .campaign = &run->campaign, .folder = run->folder, .instead = try_case, .context = run};
    TRY(read_findings(run, answers, failure));
    TRY(sweep_open_local(NULL, run->order->threads, &place, &crew, failure));
    enum status status = sweep_run(&sweep, &crew, &tally, failure);
    crew.close(&crew);
    TRY(status);
    TRY(tell_untried(run, answers, failure));
    TRY(read_findings(run, answers, failure));
    for (size_t i = 0; i < run->campaign.count; i++) {
        TRY(move(run, &run->campaign.cases[i], "", failure));
        TRY(move(run, &run->campaign.cases[i], ".txt", failure));
    }
    return STATUS_OK;
}

/* The folder of the campaign is this one's. What it has of cases that are not selected stays. */
static enum status run_locked(struct run *run, struct failure *failure) {
    const struct sweep_folder_options options = {.shard = {1, 1}, .change = true, .others = true};
    struct sweep_folder folder;
    if (run->order->restart)
        folder_remove(run->folder);
    TRY(sweep_folder_open(&folder, run->folder, &run->campaign, &options, failure));
    bool others = run->campaign.count < run->order->claims->count && folder.answers.damaged > 0;
    enum status status = try_all(run, &folder.answers, &folder.store, failure);
    sweep_folder_close(&folder, !status);
    if (!status && !others)
        folder_remove(run->folder);
    return status;
}

enum status claim_run_all(const struct claim_run *order, struct failure *failure) {
    struct run run = {.order = order};
    struct lock_file lock;
    TRY(checker_find(run.checker, sizeof run.checker, failure));
    TRY(campaign_folder_path(order->folder, ".run", run.folder, failure));
    TRY(campaign_folder_path(run.folder, "certificates", run.certificates, failure));
    TRY(make_campaign(&run, failure));
    enum status status = output_folder_make(order->folder, failure);
    if (!status)
        status = lock_file_take(&lock, run.folder, failure);
    if (!status) {
        status = run_locked(&run, failure);
        lock_file_release(&lock);
    }
    campaign_clear(&run.campaign);
    return status;
}
