/* SPDX-License-Identifier: MIT */
/* Certificates through steadycheck. Small ones go in batches, one process for each batch: a process
 * takes longer to start than a small certificate to check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/digest.h"
#include "solver/base/files.h"
#include "solver/base/processors.h"
#include "solver/question/fields.h"
#include "tools/steadycast/audit/audit.h"
#include "tools/steadycast/campaign/case_answer.h"
#include "tools/steadycast/frame/checker.h"
#include "tools/steadycast/sweep/sweep_folder.h"

enum {
    PATH_ROOM = CAMPAIGN_PATH_ROOM,
    FAULT_ROOM = 1200,
    SMALL_BYTES = 1 << 20, /* of a certificate that may go into a batch */
    BATCH_BYTES = 1 << 22,
    BATCH_COUNT = 256
};

/* One certificate that the answers name. */
struct item {
    size_t index;     /* of the case */
    int number;       /* of the certificate */
    size_t confirmed; /* certificates that are in the file; 0: it is not confirmed */
    char *fault;      /* what is wrong with it, or NULL; owned */
    bool unknown;     /* it is not known whether it is wrong: the fault says why */
};

struct checking {
    struct audit *audit;
    char checker[PATH_ROOM];
    struct limits limits;
    struct control *control;
    size_t count;
    struct item *items;
    size_t batches;
    size_t *starts; /* batch b holds the items from starts[b] to before starts[b+1] */
    size_t done;
};

static const struct case_result *result_of(const struct checking *checking,
                                           const struct item *item) {
    return &checking->audit->answers.last[item->index];
}

static const struct case_certificate *certificate_of(const struct checking *checking,
                                                     const struct item *item) {
    return &result_of(checking, item)->certificates[item->number];
}

static enum status path_of(const struct checking *checking, const struct item *item,
                           char path[PATH_ROOM], struct failure *failure) {
    return campaign_folder_certificate(checking->audit->folder,
                                       certificate_of(checking, item)->file, path, failure);
}

static enum status blame(struct item *item, struct failure *failure, const char *text) {
    free(item->fault);
    item->fault = strdup(text);
    return item->fault ? STATUS_OK : failure_memory(failure, "what is wrong");
}

/* --- what steadycheck says --- */

/* Of one item, or of those of a batch in their order. */
struct hearing {
    const struct checking *checking;
    struct item *const *items;
    size_t count, next;
    enum status status;
    struct failure *failure;
};

static bool is_verified(const char *line) {
    return strncmp(line, "s VERIFIED ", strlen("s VERIFIED ")) == 0;
}

/* What the claims of this file are held against. An item whose question names a file that is not
 * there becomes unknown. */
static enum status begin(const struct checking *checking, struct item *item,
                         struct confirmation *confirmation, struct failure *failure) {
    char fault[FAULT_ROOM];
    struct failure wrong = {0};
    const struct case_result *result = result_of(checking, item);
    enum status status = case_confirmation_open(&checking->audit->campaign.cases[item->index],
                                                result, item->number, confirmation, &wrong);
    if (status != STATUS_INPUT)
        return status ? failure_set(failure, status, "%s", wrong.message) : STATUS_OK;
    snprintf(fault, sizeof fault, "what certificates/%.300s is about: '%.200s': %.500s",
             certificate_of(checking, item)->file, result->name, wrong.message);
    item->unknown = true;
    return blame(item, failure, fault);
}

static enum status deny(const struct checking *checking, struct item *item, const char *line,
                        struct failure *failure) {
    const struct case_result *result = result_of(checking, item);
    const char *file = certificate_of(checking, item)->file;
    char fault[FAULT_ROOM];
    if (is_verified(line))
        snprintf(fault, sizeof fault,
                 "certificates/%.300s does not confirm the answer to '%.200s', it says: %.500s",
                 file, result->name, line);
    else
        snprintf(fault, sizeof fault, "certificates/%.300s of '%.200s' is refused: %.500s", file,
                 result->name, *line ? line : "steadycheck said nothing");
    return blame(item, failure, fault);
}

static void judge(struct hearing *hearing, struct item *item, const char *line,
                  const char *fields) {
    const struct checking *checking = hearing->checking;
    struct confirmation confirmation;
    if (!is_verified(line)) {
        hearing->status = deny(checking, item, line, hearing->failure);
        return;
    }
    hearing->status = begin(checking, item, &confirmation, hearing->failure);
    if (hearing->status || item->unknown)
        return;
    confirmation_take(&confirmation, fields);
    item->confirmed = confirmation_holds(&confirmation);
    confirmation_close(&confirmation);
    if (!item->confirmed)
        hearing->status = deny(checking, item, line, hearing->failure);
}

/* A file of certificates, which are heard one after the other. */
static bool is_stream(const struct checking *checking, const struct item *item) {
    return confirmation_is_file(&checking->audit->campaign.cases[item->index].question,
                                certificate_of(checking, item)->side == SIDE_SCHEDULE);
}

static void hear_claim(void *context, const char *line, const char *fields) {
    if (is_verified(line) && !fields_find(fields, "certificates").length)
        confirmation_take(context, fields);
}

static enum status check_stream(const struct checking *checking, struct item *item,
                                const char *path, struct failure *failure) {
    struct checker_verdict said;
    struct confirmation confirmation;
    enum status status = begin(checking, item, &confirmation, failure);
    if (status || item->unknown)
        return status;
    status = checker_run_stream(checking->checker, path, hear_claim, &confirmation,
                                &checking->limits, &said, failure);
    bool right = !status && said.verified && confirmation_holds(&confirmation);
    confirmation_close(&confirmation);
    if (right)
        item->confirmed = (size_t)fields_number(said.fields, "certificates");
    return right || status ? status : deny(checking, item, said.line, failure);
}

static void hear(void *context, const char *line, const char *fields) {
    struct hearing *hearing = context;
    if (hearing->status || hearing->next == hearing->count)
        return; /* the line that counts them all */
    if (is_verified(line) || hearing->count == 1)
        judge(hearing, hearing->items[hearing->next++], line, fields);
}

/* By a process of its own. */
static enum status check_alone(const struct checking *checking, struct item *item,
                               struct failure *failure) {
    char path[PATH_ROOM];
    struct checker_verdict said;
    struct hearing hearing = {checking, &item, 1, 0, STATUS_OK, failure};
    TRY(path_of(checking, item, path, failure));
    if (is_stream(checking, item))
        return check_stream(checking, item, path, failure);
    TRY(checker_run_whole(checking->checker, path, hear, &hearing, &checking->limits, &said,
                          failure));
    if (hearing.next == 0)
        judge(&hearing, item, "", "");
    return hearing.status;
}

/* --- batches --- */

/* The bytes of a small file, owned by the caller; NULL if it is not there as the store says. */
static char *read_small(const struct checking *checking, const struct item *item,
                        const char *path) {
    const struct case_certificate *certificate = certificate_of(checking, item);
    char digest[DIGEST_ROOM];
    size_t size = (size_t)certificate->size;
    FILE *file = fopen(path, "rb");
    FREED char *bytes = file ? memory_new(size + 1, 1) : NULL;
    bool same = bytes && fread(bytes, 1, size + 1, file) == size && !ferror(file);
    if (file)
        fclose(file);
    if (same) {
        digest_bytes(bytes, size, digest);
        same = strcmp(digest, certificate->digest) == 0;
    }
    return same ? TAKE(bytes) : NULL;
}

/* In a stream a certificate ends with its digest line: a file that has another one in the middle,
 * or none at its end, would be taken apart in other places. */
static bool is_one_certificate(const char *bytes, size_t size) {
    const char *line = bytes;
    if (!size || bytes[size - 1] != '\n' || strlen(bytes) != size)
        return false;
    while (strncmp(line, "digest", 6) != 0 || (line[6] != ' ' && line[6] != '\n')) {
        line = strchr(line, '\n') + 1;
        if (line == bytes + size)
            return false;
    }
    return strchr(line, '\n') + 1 == bytes + size;
}

/* Checks one item by itself, or puts it behind what the batch holds. */
static enum status take_item(const struct checking *checking, struct item *item, FILE *batch,
                             bool *in_batch, struct failure *failure) {
    char path[PATH_ROOM];
    struct failure wrong = {0};
    const struct case_certificate *certificate = certificate_of(checking, item);
    size_t size = (size_t)certificate->size;
    FREED char *bytes = NULL;
    struct stat state;
    *in_batch = false;
    TRY(path_of(checking, item, path, failure));
    /* Anything but a file, a pipe for instance, might never be read to its end. What is not there
     * is reported by who opens it. */
    if (stat(path, &state) == 0 && !S_ISREG(state.st_mode))
        failure_set(&wrong, STATUS_INPUT, "%s is no file", path);
    else if (certificate->size <= SMALL_BYTES)
        bytes = read_small(checking, item, path);
    if (!bytes && !wrong.status)
        certificate_file_check(checking->audit->folder, result_of(checking, item), item->number,
                               &wrong);
    if (wrong.status)
        return blame(item, failure, wrong.message);
    *in_batch = bytes && batch && !is_stream(checking, item) && is_one_certificate(bytes, size) &&
                fwrite(bytes, 1, size, batch) == size;
    return *in_batch ? STATUS_OK : check_alone(checking, item, failure);
}

/* The items whose bytes stand in the batch. Where the stream ends early, the rest is asked one by
 * one, which also names the files. */
static enum status check_batch(const struct checking *checking, FILE *batch,
                               struct item *const *items, size_t count, struct failure *failure) {
    char path[64];
    struct checker_verdict said;
    struct hearing hearing = {checking, items, count, 0, STATUS_OK, failure};
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), fileno(batch));
    if (fflush(batch) == 0 && count > 1)
        TRY(checker_run_stream(checking->checker, path, hear, &hearing, &checking->limits, &said,
                               failure));
    TRY(hearing.status);
    for (size_t i = hearing.next; i < count; i++)
        TRY(check_alone(checking, items[i], failure));
    return STATUS_OK;
}

static enum status do_batch(struct checking *checking, size_t number, struct failure *failure) {
    struct item *items[BATCH_COUNT];
    size_t count = 0;
    FILE *batch = temporary_file_open(); /* without one, each by itself */
    enum status status = STATUS_OK;
    for (size_t i = checking->starts[number]; i < checking->starts[number + 1] && !status; i++) {
        bool in_batch;
        status = take_item(checking, &checking->items[i], batch, &in_batch, failure);
        if (in_batch)
            items[count++] = &checking->items[i];
        if (!status)
            status = limits_check(&checking->limits, failure);
    }
    if (!status && count)
        status = check_batch(checking, batch, items, count, failure);
    if (batch)
        fclose(batch);
    return status;
}

static void report(struct checking *checking, size_t number) {
    checking->done += checking->starts[number + 1] - checking->starts[number];
    struct progress progress = {"certificates", checking->done, checking->count, 0};
    control_report(checking->control, &progress);
}

static enum status do_batches(struct checking *checking, int threads, struct failure *failure) {
    enum status first = STATUS_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (size_t i = 0; i < checking->batches; i++) {
        struct failure mine = {0};
        bool ended;
#pragma omp critical(audit)
        ended = first != STATUS_OK;
        if (ended)
            continue;
        enum status status = do_batch(checking, i, &mine);
#pragma omp critical(audit)
        {
            if (status && !first) {
                first = status;
                *failure = mine;
            }
            report(checking, i);
        }
    }
    return first;
}

/* --- which there are --- */

static bool goes_on(const struct checking *checking, size_t first, size_t last, uint64_t bytes) {
    return last < checking->count && last - first < BATCH_COUNT &&
           (last == first ||
            bytes + certificate_of(checking, &checking->items[last])->size <= BATCH_BYTES);
}

/* Sets the starts of batches; few certificates are dealt to all threads. */
static void plan_batches(struct checking *checking, int threads) {
    size_t share = checking->count / (size_t)threads + 1;
    for (size_t first = 0, last; first < checking->count; first = last) {
        uint64_t bytes = 0;
        for (last = first; goes_on(checking, first, last, bytes) && last - first < share; last++)
            bytes += certificate_of(checking, &checking->items[last])->size;
        checking->starts[checking->batches++] = first;
    }
    checking->starts[checking->batches] = checking->count;
}

static enum status list_items(struct checking *checking, struct failure *failure) {
    const struct audit *audit = checking->audit;
    size_t most = CASE_MOST_CERTIFICATES * audit->campaign.count;
    checking->items = memory_new(most, sizeof *checking->items);
    checking->starts = memory_new(most + 1, sizeof *checking->starts);
    TRY(memory_check(checking->items && checking->starts, failure, "the certificates"));
    for (size_t i = 0; i < audit->campaign.count; i++)
        for (int j = 0; j < audit->answers.last[i].certificate_count; j++)
            if (!audit->answers.last[i].certificates[j].dropped)
                checking->items[checking->count++] = (struct item){.index = i, .number = j};
    return STATUS_OK;
}

/* A run may be about to write the next attempt at a case that is not answered yet, or it was killed
 * when it had. */
static enum status add_remarks(struct checking *checking, struct failure *failure) {
    struct audit *audit = checking->audit;
    for (size_t i = 0; i < checking->count; i++) {
        const struct item *item = &checking->items[i];
        bool changing = item->unknown || !answers_is_final(&audit->answers, item->index);
        audit->confirmed += item->confirmed;
        audit->certificates += item->confirmed > 1 ? item->confirmed : 1;
        if (item->fault)
            TRY(audit_say(audit, changing ? AUDIT_MISSING : AUDIT_FAULT, failure, "%s",
                          item->fault));
    }
    return STATUS_OK;
}

/* Of a folder that is put away: what they prove is not looked at. */
static enum status report_dropped(struct audit *audit, struct failure *failure) {
    for (size_t i = 0; i < audit->campaign.count; i++) {
        const struct case_result *last = &audit->answers.last[i];
        bool dropped = false;
        for (int j = 0; j < last->certificate_count; j++)
            if (last->certificates[j].dropped) {
                dropped = true;
                TRY(audit_say(audit, AUDIT_MISSING, failure,
                              "certificates/%.300s of '%.200s', which was too large to be kept",
                              last->certificates[j].file, last->name));
            }
        audit->unproved += dropped;
    }
    return STATUS_OK;
}

static void checking_clear(struct checking *checking) {
    for (size_t i = 0; i < checking->count; i++)
        free(checking->items[i].fault);
    FREE_ALL(checking->items, checking->starts);
}

enum status audit_certificates(struct audit *audit, int threads, struct control *control,
                               struct failure *failure) {
    CLEANUP(checking_clear)
    struct checking checking = {
        .audit = audit, .control = control, .limits = {.stop = control_asked, .context = control}};
    threads = threads_or_processors(threads);
    TRY(checker_find(checking.checker, sizeof checking.checker, failure));
    TRY(list_items(&checking, failure));
    plan_batches(&checking, threads);
    enum status status = do_batches(&checking, threads, failure);
    control_end_line(control);
    TRY(status);
    TRY(add_remarks(&checking, failure));
    return report_dropped(audit, failure);
}
