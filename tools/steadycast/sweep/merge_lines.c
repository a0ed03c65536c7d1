/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/merge_lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"

struct reader {
    struct merge_lines lines;
    struct journal journal;
    const struct merge_shards *shards;
    merge_fault *fault;
    void *context;
    long faults;
};

void merge_lines_clear(struct merge_lines *lines) {
    free(lines->list);
    *lines = (struct merge_lines){0};
}

static enum status add(struct merge_lines *lines, const struct merge_line *line,
                       struct failure *failure) {
    if (lines->count == lines->room) {
        size_t room = 2 * lines->room + 64;
        struct merge_line *list = memory_resize(lines->list, room, sizeof *list);
        if (!list)
            return failure_memory(failure, "the lines of journals");
        lines->list = list;
        lines->room = room;
    }
    lines->list[lines->count++] = *line;
    return STATUS_OK;
}

/* Its case has to be one of the shard's. */
static enum status take(struct reader *reader, char *text, size_t length, struct merge_line *line,
                        struct failure *failure) {
    struct case_result result;
    if (strlen(text) < length)
        return failure_set(failure, STATUS_INPUT, "a byte 0 is in it");
    enum status status = case_result_parse(&result, text, failure);
    if (status)
        return status;
    size_t count = reader->shards->campaign.count;
    line->index = campaign_find(&reader->shards->campaign, result.name);
    int shard = (int)(line->index % (size_t)reader->shards->count);
    if (line->index < count && shard != line->shard)
        status = failure_set(failure, STATUS_INPUT, "'%.200s' is of shard %d/%d", result.name,
                             shard + 1, reader->shards->count);
    if (!status)
        status = journal_take(&reader->journal, &result, failure);
    case_result_clear(&result);
    return status;
}

static void tell(struct reader *reader, const struct merge_line *line, const char *what) {
    char text[CAMPAIGN_PATH_ROOM + 600];
    snprintf(text, sizeof text, "%s/journal.jsonl:%ld: %s", reader->shards->folders[line->shard],
             line->number, what);
    reader->fault(reader->context, text);
    reader->faults++;
}

static enum status read_lines(struct reader *reader, int shard, FILE *file,
                              struct failure *failure) {
    struct merge_line line = {.shard = shard};
    char *text = NULL;
    size_t room = 0;
    bool torn = false;
    enum status status = STATUS_OK;
    for (ssize_t length; !status && (length = getline(&text, &room, file)) > 0;
         line.offset += length) {
        struct failure wrong = {0};
        line.number++;
        line.length = (size_t)length;
        torn = text[length - 1] != '\n';
        if (torn)
            break;
        text[length - 1] = '\0';
        enum status taken = take(reader, text, (size_t)length - 1, &line, &wrong);
        if (status_is_of_machine(taken))
            status = failure_set(failure, STATUS_SYSTEM, "%s", wrong.message);
        else if (taken)
            tell(reader, &line, wrong.message);
        else
            status = add(&reader->lines, &line, failure);
    }
    free(text);
    if (!status && !feof(file) && !ferror(file) && !torn) /* getline ends so, too */
        status = failure_memory(failure, "a line of a journal");
    return status;
}

static enum status open_journal(const char *folder, FILE **file, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(folder, "journal.jsonl", path, failure);
    if (status)
        return status;
    *file = fopen(path, "rb");
    if (!*file && errno != ENOENT)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

static enum status read_shard(struct reader *reader, int shard, struct failure *failure) {
    const char *folder = reader->shards->folders[shard];
    FILE *file = NULL;
    enum status status = folder ? open_journal(folder, &file, failure) : STATUS_OK;
    if (status || !file)
        return status;
    status = read_lines(reader, shard, file, failure);
    if (!status && ferror(file))
        status = failure_set(failure, STATUS_INPUT, "%s/journal.jsonl can't be read", folder);
    fclose(file);
    return status;
}

/* Those of one case stay as they were. */
static int compare(const void *a, const void *b) {
    const struct merge_line *x = a, *y = b;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

enum status merge_lines_read(struct merge_lines *lines, struct journal *journal,
                             const struct merge_shards *shards, merge_fault *fault, void *context,
                             long *faults, struct failure *failure) {
    size_t count = shards->campaign.count;
    struct reader reader = {
        .shards = shards,
        .fault = fault,
        .context = context,
        .journal = {.campaign = &shards->campaign,
                    .last = memory_new(count, sizeof *reader.journal.last),
                    .pieces = memory_new(count, sizeof *reader.journal.pieces)}};
    enum status status = reader.journal.last && reader.journal.pieces
                             ? STATUS_OK
                             : failure_memory(failure, "the results of a campaign");
    for (int i = 0; i < shards->count && !status; i++)
        status = read_shard(&reader, i, failure);
    if (status) {
        journal_clear(&reader.journal);
        merge_lines_clear(&reader.lines);
        return status;
    }
    qsort(reader.lines.list, reader.lines.count, sizeof *reader.lines.list, compare);
    *lines = reader.lines;
    *journal = reader.journal;
    *faults = reader.faults;
    return STATUS_OK;
}

/* Journals that are open: that of shard i at i modulo their number, so that few shards are all
 * open, and many never are too many. */
enum { OPEN = 128 };
struct copier {
    const struct merge_shards *shards;
    int descriptors[OPEN];
    int held[OPEN]; /* of which shard; -1: none */
    char *text;
    size_t room;
    FILE *to;
};

static int descriptor_of(struct copier *copier, int shard) {
    int place = shard % OPEN;
    char path[CAMPAIGN_PATH_ROOM];
    if (copier->held[place] == shard)
        return copier->descriptors[place];
    if (copier->held[place] >= 0)
        close(copier->descriptors[place]);
    copier->held[place] = -1;
    if (campaign_folder_path(copier->shards->folders[shard], "journal.jsonl", path, NULL))
        return -1;
    copier->descriptors[place] = open(path, O_RDONLY | O_CLOEXEC);
    if (copier->descriptors[place] >= 0)
        copier->held[place] = shard;
    return copier->descriptors[place];
}

static enum status copy_line(struct copier *copier, const struct merge_line *line,
                             struct failure *failure) {
    if (line->length > copier->room) {
        char *text = memory_resize(copier->text, 2 * line->length, 1);
        if (!text)
            return failure_memory(failure, "a line of a journal");
        copier->text = text;
        copier->room = 2 * line->length;
    }
    int descriptor = descriptor_of(copier, line->shard);
    if (descriptor < 0 ||
        pread(descriptor, copier->text, line->length, line->offset) != (ssize_t)line->length ||
        copier->text[line->length - 1] != '\n')
        return failure_set(failure, STATUS_SYSTEM, "%s/journal.jsonl was changed while it was read",
                           copier->shards->folders[line->shard]);
    fwrite(copier->text, 1, line->length, copier->to); /* an error is seen when it is closed */
    return STATUS_OK;
}

enum status merge_lines_write(const struct merge_lines *lines, const struct merge_shards *shards,
                              const bool *wanted, FILE *file, struct failure *failure) {
    struct copier copier = {.shards = shards, .to = file};
    enum status status = STATUS_OK;
    for (int i = 0; i < OPEN; i++)
        copier.held[i] = -1;
    for (size_t i = 0; i < lines->count && !status; i++)
        if (!wanted || wanted[lines->list[i].index])
            status = copy_line(&copier, &lines->list[i], failure);
    for (int i = 0; i < OPEN; i++)
        if (copier.held[i] >= 0)
            close(copier.descriptors[i]);
    free(copier.text);
    return status;
}
