/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/journal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "automata/memory.h"
#include "solver/certificate/digest.h"
#include "tools/steadycast/sweep/campaign_folder.h"

void journal_clear(struct journal *journal) {
    for (size_t i = 0; journal->last && i < journal->campaign->count; i++)
        case_result_clear(&journal->last[i]);
    for (size_t i = 0; journal->pieces && i < journal->campaign->count; i++) {
        for (int j = 0; j < journal->pieces[i].count; j++)
            case_result_clear(&journal->pieces[i].last[j]);
        free(journal->pieces[i].last);
    }
    free(journal->last);
    free(journal->pieces);
    *journal = (struct journal){0};
}

bool journal_has(const struct journal *journal, size_t index) {
    return journal->last[index].name != NULL;
}

bool journal_is_final(const struct journal *journal, size_t index) {
    return journal_has(journal, index) &&
           case_result_is_final(&journal->last[index], &journal->campaign->cases[index]);
}

/* Room for the pieces of a case; a case that was cut otherwise before begins anew. */
static enum status prepare_pieces(struct journal_pieces *pieces, int count,
                                  struct failure *failure) {
    if (pieces->count == count)
        return STATUS_OK;
    struct case_result *last = memory_new((size_t)count, sizeof *last);
    if (!last)
        return failure_memory(failure, "the pieces of a case");
    for (int i = 0; i < pieces->count; i++)
        case_result_clear(&pieces->last[i]);
    free(pieces->last);
    *pieces = (struct journal_pieces){count, last};
    return STATUS_OK;
}

enum status journal_take(struct journal *journal, struct case_result *result,
                         struct failure *failure) {
    size_t index = campaign_find(journal->campaign, result->name);
    if (index == journal->campaign->count)
        return failure_set(failure, STATUS_INPUT, "'%.200s' is no case of the campaign",
                           result->name);
    struct case_result *last = &journal->last[index];
    if (result->piece >= 0) {
        enum status status = prepare_pieces(&journal->pieces[index], result->pieces, failure);
        if (status)
            return status;
        last = &journal->pieces[index].last[result->piece];
    }
    journal->seconds += result->seconds > 0 ? result->seconds : 0;
    case_result_clear(last);
    *last = *result;
    *result = (struct case_result){.piece = -1};
    return STATUS_OK;
}

/* A line with its end cut off. */
static enum status take_line(struct journal *journal, const char *line, struct failure *failure) {
    struct case_result result;
    enum status status = journal->put_away ? case_result_parse_row(&result, line, failure)
                                           : case_result_parse(&result, line, failure);
    if (status)
        return status;
    status = journal_take(journal, &result, failure);
    case_result_clear(&result);
    return status;
}

static enum status read_lines(struct journal *journal, FILE *file, journal_fault *fault,
                              void *context, struct failure *failure) {
    char *line = NULL;
    size_t room = 0;
    enum status status = STATUS_OK;
    for (ssize_t length; !status && (length = getline(&line, &room, file)) > 0;) {
        struct failure wrong = {0};
        if (line[length - 1] != '\n') {
            journal->torn = true;
            break;
        }
        line[length - 1] = 0;
        journal->lines++;
        enum status taken = strlen(line) + 1 < (size_t)length
                                ? failure_set(&wrong, STATUS_INPUT, "a byte 0 is in it")
                                : take_line(journal, line, &wrong);
        if (status_is_of_machine(taken)) {
            status = taken;
            *failure = wrong;
        } else if (taken) {
            journal->damaged++;
            if (fault)
                fault(context, journal->lines, wrong.message);
        }
    }
    free(line);
    if (!status && !journal->torn && !feof(file) && !ferror(file)) /* getline ends so, too */
        status = failure_memory(failure, "a line of a journal");
    return status;
}

static enum status read_file(struct journal *journal, const char *path, bool put_away,
                             const struct campaign *campaign, journal_fault *fault, void *context,
                             struct failure *failure) {
    struct failure mine = {0};
    enum status status = STATUS_OK;
    struct journal result = {.campaign = campaign,
                             .put_away = put_away,
                             .last = memory_new(campaign->count, sizeof *result.last),
                             .pieces = memory_new(campaign->count, sizeof *result.pieces)};
    FILE *file = fopen(path, "rb");
    if (!result.last || !result.pieces)
        status = failure_memory(&mine, "a journal");
    else if (!file && errno != ENOENT)
        status = failure_set(&mine, STATUS_INPUT, "%s: %s", path, strerror(errno));
    else if (file)
        status = read_lines(&result, file, fault, context, &mine);
    if (!status && file && ferror(file))
        status = failure_set(&mine, STATUS_INPUT, "%s: %s", path, strerror(errno));
    if (file)
        fclose(file);
    if (status) {
        if (failure)
            *failure = mine;
        journal_clear(&result);
        return status;
    }
    *journal = result;
    return STATUS_OK;
}

enum status journal_read(struct journal *journal, const char *folder,
                         const struct campaign *campaign, journal_fault *fault, void *context,
                         struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(folder, "journal.jsonl", path, failure);
    return status ? status : read_file(journal, path, false, campaign, fault, context, failure);
}

static bool is_there(const char *folder, const char *name) {
    char path[CAMPAIGN_PATH_ROOM];
    struct stat state;
    return campaign_folder_path(folder, name, path, NULL) == STATUS_OK && stat(path, &state) == 0;
}

/* Of those that are too large to be kept. */
static void mark_dropped(struct journal *journal, const char *folder) {
    char name[CAMPAIGN_PATH_ROOM];
    for (size_t i = 0; i < journal->campaign->count; i++)
        for (int j = 0; j < journal->last[i].certificate_count; j++) {
            struct case_certificate *certificate = &journal->last[i].certificates[j];
            snprintf(name, sizeof name, "certificates/%s", certificate->file);
            certificate->dropped =
                certificate->size > CAMPAIGN_KEPT_BYTES && !is_there(folder, name);
        }
}

enum status journal_read_kept(struct journal *journal, const char *folder,
                              const struct campaign *campaign, journal_fault *fault, void *context,
                              struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    if (is_there(folder, "journal.jsonl") || !is_there(folder, "results.jsonl"))
        return journal_read(journal, folder, campaign, fault, context, failure);
    enum status status = campaign_folder_path(folder, "results.jsonl", path, failure);
    if (!status)
        status = read_file(journal, path, true, campaign, fault, context, failure);
    if (!status)
        mark_dropped(journal, folder);
    return status;
}

enum status journal_check_certificate(const char *folder, const struct case_result *result, int i,
                                      struct failure *failure) {
    const struct case_certificate *certificate = &result->certificates[i];
    char path[CAMPAIGN_PATH_ROOM], name[CAMPAIGN_PATH_ROOM], digest[DIGEST_ROOM];
    uint64_t size;
    struct stat state;
    snprintf(name, sizeof name, "certificates/%s", certificate->file);
    enum status status = campaign_folder_path(folder, name, path, failure);
    if (status)
        return status;
    if (stat(path, &state) != 0)
        return failure_set(failure, STATUS_INPUT, "%s of '%s' is missing: %s", path, result->name,
                           strerror(errno));
    if (!S_ISREG(state.st_mode)) /* a pipe would be waited for */
        return failure_set(failure, STATUS_INPUT, "%s of '%s' is no file", path, result->name);
    status = digest_file(path, digest, &size, failure);
    if (!status && (size != certificate->size || strcmp(digest, certificate->digest) != 0))
        status = failure_set(failure, STATUS_INPUT,
                             "%s of '%s' was changed: its bytes are not those of the journal", path,
                             result->name);
    return status;
}
