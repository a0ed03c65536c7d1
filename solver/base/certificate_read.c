/* SPDX-License-Identifier: MIT */
#include "solver/base/certificate_read.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/digest.h"
#include "solver/base/files.h"

static const char digest_key[] = "digest sha256 ";
enum { DIGEST_LINE = sizeof digest_key - 1 + DIGEST_ROOM };

void certificate_unload(struct certificate_input *input) {
    FREE_ALL(input->text, input->words);
    *input = (struct certificate_input){0};
}

static enum status read_text(struct certificate_input *input, FILE *stream,
                             struct failure *failure) {
    enum status status = input_file_read(stream, SIZE_MAX, &input->text, &input->length);
    if (status == STATUS_MEMORY)
        return failure_set(failure, STATUS_MEMORY, "%s: not enough memory", input->path);
    return status ? failure_input(failure, "%s: %s", input->path, strerror(errno)) : STATUS_OK;
}

/* The last line must be the digest of all bytes before it; it is cut off. */
static bool digest_is_right(struct certificate_input *input) {
    if (input->length < DIGEST_LINE)
        return false;
    size_t body = input->length - DIGEST_LINE;
    if (body == 0 || input->text[body - 1] != '\n')
        return false; /* not a line of its own */
    char line[DIGEST_LINE], hex[DIGEST_ROOM];
    digest_bytes(input->text, body, hex);
    memcpy(line, digest_key, sizeof digest_key - 1);
    memcpy(line + sizeof digest_key - 1, hex, DIGEST_ROOM);
    line[DIGEST_LINE - 1] = '\n';
    if (memcmp(line, input->text + body, DIGEST_LINE) != 0 || memchr(input->text, 0, body))
        return false;
    input->length = body;
    input->text[body] = 0;
    return true;
}

bool certificate_next(struct certificate_input *input) {
    if (input->next >= input->length)
        return false;
    char *cursor = input->text + input->next;
    char *end = strchr(cursor, '\n');
    if (!end)
        return false;
    *end = 0;
    input->next = (size_t)(end + 1 - input->text);
    input->line++;
    input->word_count = 0;
    for (char *word = cursor; word; input->word_count++) {
        if (!memory_make_room(&input->words, (size_t)input->word_count, sizeof *input->words)) {
            input->refused = true;
            return false;
        }
        input->words[input->word_count] = word;
        word = strchr(word, ' ');
        if (word)
            *word++ = 0;
    }
    return true;
}

enum status certificate_expected(const struct certificate_input *input, const char *what,
                                 struct failure *failure) {
    if (input->refused)
        return failure_memory(failure, input->path);
    return failure_input(failure, "%s:%d: expected %s", input->path, input->line, what);
}

static bool line_is(const struct certificate_input *input, int count, const char *first) {
    return input->word_count == count && strcmp(input->words[0], first) == 0;
}

/* Heads of certificates in a text that is none. */
static int count_heads(const struct certificate_input *input) {
    static const char head[] = "steadycast certificate ";
    int count = 0;
    for (const char *at = input->text; (at = strstr(at, head)); at++)
        count += at == input->text || at[-1] == '\n';
    return count;
}

static enum status read_head(struct certificate_input *input, struct failure *failure) {
    bool right = digest_is_right(input);
    int count = right ? 1 : count_heads(input);
    if (count > 1)
        return failure_input(
            failure,
            "%.200s: %d certificates, one behind the other: steadycheck --stream verifies them, "
            "csplit -z FILE '/^steadycast certificate/' '{*}' makes a file of each",
            input->path, count);
    if (!right)
        return failure_input(failure,
                             "%s: the digest in the last line is not that of the file (truncated, "
                             "changed, or no certificate)",
                             input->path);
    if (!certificate_next(input) || !line_is(input, 3, "steadycast") ||
        strcmp(input->words[1], "certificate") != 0 || strcmp(input->words[2], "1") != 0)
        return certificate_expected(input, "'steadycast certificate 1'", failure);
    if (!certificate_next(input) || !line_is(input, 3, "writer"))
        return certificate_expected(input, "'writer PROGRAM VERSION'", failure);
    input->writer = input->words[2];
    if (!certificate_next(input) || !line_is(input, 2, "kind"))
        return certificate_expected(input, "'kind KIND'", failure);
    input->kind = input->words[1];
    return STATUS_OK;
}

enum status certificate_load(struct certificate_input *input, const char *path,
                             struct failure *failure) {
    CLEANUP(certificate_unload) struct certificate_input result = {.path = input_file_name(path)};
    FILE *stream = input_file_open_bytes(path);
    if (!stream)
        return failure_input(failure, "%s: %s", path, strerror(errno));
    enum status status = read_text(&result, stream, failure);
    input_file_close(stream);
    if (!status)
        status = read_head(&result, failure);
    if (!status)
        *input = TAKE(result);
    return status;
}

enum status certificate_number(const struct certificate_input *input, int index, long least,
                               long most, long *number, struct failure *failure) {
    char want[80];
    snprintf(want, sizeof want, "a number in %ld..%ld as word %d", least, most, index + 1);
    if (index >= input->word_count)
        return certificate_expected(input, want, failure);
    const char *word = input->words[index];
    char *end;
    errno = 0;
    long value = strtol(word, &end, 10);
    bool plain = *word >= '0' && *word <= '9' && !*end && !errno;
    if (!plain || value < least || value > most)
        return certificate_expected(input, want, failure);
    *number = value;
    return STATUS_OK;
}

enum status certificate_field(struct certificate_input *input, const char *key, long least,
                              long most, long *number, struct failure *failure) {
    char want[80];
    snprintf(want, sizeof want, "'%s NUMBER'", key);
    if (!certificate_next(input) || !line_is(input, 2, key))
        return certificate_expected(input, want, failure);
    return certificate_number(input, 1, least, most, number, failure);
}

enum status certificate_big_field(struct certificate_input *input, const char *key, mpz_ptr number,
                                  struct failure *failure) {
    char want[80];
    snprintf(want, sizeof want, "'%s NUMBER'", key);
    if (!certificate_next(input) || !line_is(input, 2, key))
        return certificate_expected(input, want, failure);
    const char *text = input->words[1];
    if (text[strspn(text, "0123456789")] || mpz_set_str(number, text, 10) != 0)
        return certificate_expected(input, want, failure);
    return STATUS_OK;
}
