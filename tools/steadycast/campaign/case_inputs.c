/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/case_answer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "solver/question/question.h"

static enum status cannot_read(const char *name, const char *why, struct failure *failure) {
    return failure_input(failure, "%.300s can't be read: %s", name, why);
}

/* A pipe would be empty for the engine, and without a writer be waited for. */
static enum status make_digest(const char *name, const char *path, char digest[DIGEST_ROOM],
                               struct failure *failure) {
    struct stat about;
    struct failure why;
    if (stat(path, &about) != 0)
        return cannot_read(name, strerror(errno), failure);
    if (S_ISDIR(about.st_mode))
        return cannot_read(name, strerror(EISDIR), failure);
    if (!S_ISREG(about.st_mode))
        return cannot_read(name, "it is no file that could be read again", failure);
    errno = 0;
    if (digest_file(path, digest, NULL, &why) == STATUS_OK)
        return STATUS_OK;
    return cannot_read(name, errno ? strerror(errno) : why.message, failure);
}

/* Those of a result, by their names as a campaign has them. */
struct reading {
    struct case_result *result;
    bool unread;
};

static struct case_input *find(const struct case_result *result, const char *word) {
    for (int i = 0; i < result->input_count; i++)
        if (strcmp(result->inputs[i].file, word) == 0)
            return &result->inputs[i];
    return NULL;
}

static char *word_of(const char *name) {
    char *word = memory_new(QUOTED_WORD_ROOM(strlen(name)), 1);
    if (word)
        quoted_word_put(name, word);
    return word;
}

static enum status make(struct case_result *result, char *word, const char *path,
                        struct failure *failure) {
    if (result->input_count == CASE_MOST_INPUTS)
        return failure_limit(failure, "more than %d files are named", CASE_MOST_INPUTS);
    if (!result->inputs)
        result->inputs = memory_new(CASE_MOST_INPUTS, sizeof *result->inputs);
    TRY(memory_check(result->inputs, failure, "the files of a question"));
    struct case_input *input = &result->inputs[result->input_count];
    TRY(make_digest(word, path, input->digest, failure));
    input->file = word;
    result->input_count++;
    return STATUS_OK;
}

static enum status add(void *context, const char *name, const char *path, struct failure *failure) {
    struct reading *reading = context;
    FREED char *word = word_of(name);
    TRY(memory_check(word, failure, "the files of a question"));
    if (find(reading->result, word))
        return STATUS_OK;
    TRY(make(reading->result, word, path, failure));
    (void)TAKE(word);
    return STATUS_OK;
}

enum status case_inputs_read(const struct question *question, struct case_result *result,
                             struct failure *failure) {
    struct reading reading = {.result = result};
    return question_files(question, add, &reading, failure);
}

static enum status compare(void *context, const char *name, const char *path,
                           struct failure *failure) {
    struct reading *reading = context;
    char digest[DIGEST_ROOM];
    FREED char *word = word_of(name);
    TRY(memory_check(word, failure, "the files of a question"));
    const struct case_input *before = find(reading->result, word);
    enum status status = make_digest(word, path, digest, failure);
    reading->unread = status != STATUS_OK;
    if (!status && (!before || strcmp(digest, before->digest) != 0))
        status =
            failure_input(failure, "%.300s does not hold the bytes that the answer is about", word);
    return status;
}

enum status case_inputs_compare(const struct question *question, const struct case_result *result,
                                bool *unread, struct failure *failure) {
    struct reading reading = {.result = (struct case_result *)result};
    enum status status = question_files(question, compare, &reading, failure);
    *unread = reading.unread;
    return status;
}
