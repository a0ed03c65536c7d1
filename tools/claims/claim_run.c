#include "tools/claims/claim_run.h"

#include <stdlib.h>
#include <string.h>

#include "tools/claims/claim_folder.h"
#include "tools/claims/claim_method.h"
#include "tools/claims/claim_proof.h"
#include "tools/claims/methods/methods.h"

static const struct claim_method *method_of(const struct claim_case *claim) {
    int i = 0;
    while (strcmp(claim_methods[i].name, claim->method) != 0)
        i++;
    return &claim_methods[i];
}

/* The method of the case, and its certificates besides. */
static enum status try_claim(struct claim_job *job, struct failure *failure) {
    const struct claim_method *method = method_of(job->claim);
    enum status status = claim_proof_see(job->claim, job->results, failure);
    if (!status)
        status = method->run(job, failure);
    if (!status && control_stopped(job->control)) /* what it left open may not have to be */
        status = failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    if (!status && job->claim->evidence_count && method->run != try_certificates)
        status = try_evidence(job, failure);
    if (!status && *job->finding.unplaced)
        status = claim_case_fault(job->claim, claim_case_line(job->claim, "method"), failure,
                                  "a condition names a parameter that the method %s does not "
                                  "tell: %.200s",
                                  job->claim->method, job->finding.unplaced);
    if (!status && job->finding.corrected.failed)
        status = failure_set(failure, STATUS_INTERNAL, "%s: the corrected statement fails: %.300s",
                             job->claim->path, job->finding.corrected.failing);
    return status;
}

static enum status try_into(const struct claim_run *run, const struct claim_folder *folder,
                            struct claim_entry *entry, const char *checker,
                            struct failure *failure) {
    struct claim_record record = {.found = true, .quick = run->quick};
    char path[CLAIM_PATH_ROOM];
    size_t length = 0;
    if (snprintf(path, sizeof path, "%s/%s", folder->run, entry->claim.name) >= (int)sizeof path)
        return failure_set(failure, STATUS_INPUT, "the name of the folder is too long");
    struct claim_job job = {.claim = &entry->claim,
                            .ranges = run->quick ? &entry->claim.quick : &entry->claim.full,
                            .folder = path,
                            .results = run->results,
                            .checker = checker,
                            .threads = run->threads,
                            .control = run->control,
                            .table = open_memstream(&record.table, &length),
                            .finding = {.scope = &entry->claim.scope}};
    if (!job.table)
        return failure_memory(failure, "a table");
    enum status status = claim_folder_begin(folder, entry->claim.name, failure);
    if (!status)
        status = try_claim(&job, failure);
    if (fclose(job.table) != 0 && !status)
        status = failure_memory(failure, "a table");
    record.finding = job.finding;
    record.verdict = claim_judge(&entry->claim, &job.finding);
    if (!status)
        status = claim_store_write(folder->run, &entry->claim, &record, failure);
    if (status)
        claim_record_clear(&record);
    else
        entry->record = record;
    return status;
}

static enum status try_all(const struct claim_run *run, const struct claim_folder *folder,
                           struct failure *failure) {
    char checker[CLAIM_PATH_ROOM];
    enum status status = checker_find(checker, sizeof checker, failure);
    for (size_t i = 0; i < run->claims->count && !status; i++) {
        struct claim_entry *entry = &run->claims->list[i];
        if (!entry->selected)
            continue;
        status = claim_store_read(folder->run, &entry->claim, &entry->record, failure);
        if (status || (entry->record.found && entry->record.quick == run->quick))
            continue;
        claim_record_clear(&entry->record);
        status = try_into(run, folder, entry, checker, failure);
        control_end_line(run->control);
    }
    return status;
}

enum status claim_run_all(struct claim_run *run, struct failure *failure) {
    struct claim_folder folder;
    enum status status = claim_folder_open(&folder, run->folder, run->resume, failure);
    if (status)
        return status;
    status = try_all(run, &folder, failure);
    for (size_t i = 0; i < run->claims->count && !status; i++)
        if (run->claims->list[i].selected)
            status = claim_folder_move(&folder, run->claims->list[i].claim.name, failure);
    claim_folder_close(&folder, !status);
    return status;
}
