/* SPDX-License-Identifier: MIT */
#include "solver/question/question.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/base/files.h"
#include "solver/base/words.h"
#include "solver/network/network_names.h"
#include "solver/question/mpi_names.h"

enum { MOST_DIGITS = 100000, SHOWN = 60 };

void question_init(struct question *question, enum subject subject) {
    const struct subject_form *form = subject_form(subject);
    *question = (struct question){.subject = subject};
    for (int i = 0; i < form->count; i++)
        if (form->parameters[i].implied != NOT_IMPLIED)
            question->values[i] = form->parameters[i].implied;
}

void question_clear(struct question *question) {
    free(question->text);
    *question = (struct question){0};
}

static enum status set_text(struct question *question, const char *text, struct failure *failure) {
    char *copy = strdup(text);
    TRY(memory_check(copy, failure, "a question"));
    free(question->text);
    question->text = copy;
    return STATUS_OK;
}

enum status question_copy(struct question *to, const struct question *from,
                          struct failure *failure) {
    struct question copy = *from;
    copy.text = NULL;
    TRY(from->text ? set_text(&copy, from->text, failure) : STATUS_OK);
    *to = copy;
    return STATUS_OK;
}

/* --- values --- */

static const struct parameter *parameter_at(const struct question *question, int place) {
    return &subject_form(question->subject)->parameters[place];
}

bool question_has(const struct question *question, enum key key) {
    int place = subject_place(question->subject, key);
    return place >= 0 && question->values[place] != ABSENT;
}

long question_number(const struct question *question, enum key key) {
    return question_has(question, key) ? question->values[subject_place(question->subject, key)]
                                       : 0;
}

/* A number that does not fit is in the text. */
static bool is_beyond(const struct question *question, int place) {
    return parameter_at(question, place)->kind == PARAMETER_BIG &&
           question->values[place] == LONG_MAX;
}

enum aim question_aim(const struct question *question) {
    if (question_has(question, KEY_UNTIL))
        return AIM_MOST;
    return question_has(question, KEY_STEPS) && question_has(question, KEY_ROUNDS)
               ? AIM_EXISTS
               : subject_form(question->subject)->aim;
}

const char *question_thing(const struct question *question) {
    if (question_is_decision(question))
        return "";
    if (question_has(question, KEY_UNTIL))
        return "operands";
    return question_has(question, KEY_STEPS)    ? "rounds"
           : question_has(question, KEY_ROUNDS) ? "steps"
                                                : subject_form(question->subject)->thing;
}

bool question_is_decision(const struct question *question) {
    enum aim aim = question_aim(question);
    return aim == AIM_EXISTS || aim == AIM_FAMILY;
}

bool question_shows_lower(const struct question *question) {
    return question_aim(question) == AIM_MOST;
}

void question_big(const struct question *question, enum key key, mpz_ptr number) {
    int place = subject_place(question->subject, key);
    require(place >= 0);
    if (is_beyond(question, place))
        mpz_set_str(number, question->text, 10);
    else
        mpz_set_si(number, question_number(question, key));
}

const char *question_text(const struct question *question, enum key key) {
    int place = subject_place(question->subject, key);
    bool is_text =
        question_has(question, key) && parameter_at(question, place)->kind == PARAMETER_TEXT;
    return is_text && question->text ? question->text : "";
}

void question_set(struct question *question, enum key key, long value) {
    int place = subject_place(question->subject, key);
    require(place >= 0);
    question->values[place] = value;
}

enum status question_set_big(struct question *question, enum key key, mpz_srcptr value,
                             struct failure *failure) {
    if (mpz_fits_slong_p(value) && mpz_cmp_si(value, LONG_MAX) < 0) {
        question_set(question, key, mpz_get_si(value));
        return STATUS_OK;
    }
    FREED char *digits = mpz_get_str(NULL, 10, value);
    TRY(set_text(question, digits, failure));
    question_set(question, key, LONG_MAX);
    return STATUS_OK;
}

enum status question_set_text(struct question *question, enum key key, const char *text,
                              struct failure *failure) {
    int place = subject_place(question->subject, key);
    require(place >= 0 && parameter_at(question, place)->kind == PARAMETER_TEXT);
    question->values[place] = 0;
    return set_text(question, text, failure);
}

/* --- reading --- */

static bool read_number(const char *text, long least, long most, long *value) {
    char *end;
    if (strspn(text, "0123456789") != strlen(text) || !*text)
        return false;
    errno = 0;
    *value = strtol(text, &end, 10);
    return !errno && *value >= least && *value <= most;
}

static bool read_word(const char *words, const char *text, long *value) {
    *value = 0;
    for (const char *word = words; word; *value += 1) {
        const char *end = strchr(word, '|');
        size_t length = end ? (size_t)(end - word) : strlen(word);
        bool numbered = word[length - 1] == ':';
        long number = 0;
        if (strncmp(word, text, length) == 0 &&
            (numbered ? read_number(text + length, 1, INT_MAX, &number) : !text[length])) {
            *value += numbered ? number - 1 : 0;
            return true;
        }
        word = end ? end + 1 : NULL;
    }
    return false;
}

static enum status read_big(struct question *question, const struct parameter *parameter,
                            const char *text, bool *good, struct failure *failure) {
    size_t digits = strspn(text, "0123456789");
    *good = digits > 0 && !text[digits] && digits <= MOST_DIGITS;
    if (!*good)
        return STATUS_OK;
    CLEANUP(big_clear) mpz_t number;
    mpz_init_set_str(number, text, 10);
    *good = mpz_cmp_si(number, parameter->least) >= 0;
    return *good ? question_set_big(question, parameter->key, number, failure) : STATUS_OK;
}

enum status question_read_value(struct question *question, enum key key, const char *text,
                                struct failure *failure) {
    int place = subject_place(question->subject, key);
    const struct subject_form *form = subject_form(question->subject);
    if (place < 0)
        return failure_input(failure, "'%s' does not take '%s'", form->name, key_name(key));
    const struct parameter *parameter = &form->parameters[place];
    long *value = &question->values[place];
    bool good = true;
    enum status status = STATUS_OK;
    switch (parameter->kind) {
    case PARAMETER_NUMBER:
        good = read_number(text, parameter->least, parameter->most, value);
        break;
    case PARAMETER_BIG:
        status = read_big(question, parameter, text, &good, failure);
        break;
    case PARAMETER_WORD:
        good = read_word(parameter->words, text, value);
        break;
    case PARAMETER_TEXT:
        good = *text != 0;
        status = good ? question_set_text(question, key, text, failure) : STATUS_OK;
        break;
    }
    if (good)
        return status;
    char wanted[120];
    parameter_wants(parameter, wanted, sizeof wanted);
    return failure_input(failure, "%s '%.*s' is not %s", key_name(key), SHOWN, text, wanted);
}

/* `why` it is wrong, with the key of the subject that may have been meant. */
static enum status bad_pair(const struct question *question, const char *word, const char *why,
                            struct failure *failure) {
    const struct subject_form *form = subject_form(question->subject);
    char text[SUGGESTION_TEXT];
    struct suggestion suggestion;
    suggestion_init(&suggestion, word);
    for (int i = 0; i < form->count; i++)
        if (strcmp(key_name(form->parameters[i].key), word) != 0)
            suggestion_offer(&suggestion, key_name(form->parameters[i].key));
    return failure_input(failure, "'%s' %s '%.*s'%s", form->name, why, SHOWN, word,
                         suggestion_text(&suggestion, text, sizeof text));
}

/* --- what goes together --- */

enum status question_lacks(const struct question *question, enum key key, struct failure *failure) {
    const struct subject_form *form = subject_form(question->subject);
    char wanted[120];
    parameter_wants(&form->parameters[subject_place(question->subject, key)], wanted,
                    sizeof wanted);
    return failure_input(failure, "'%s' is missing: %s", key_name(key), wanted);
}

enum status question_check(const struct question *question, int given, struct failure *failure) {
    const struct subject_form *form = subject_form(question->subject);
    for (int i = 0; i < form->count; i++)
        if (form->parameters[i].implied == NOT_IMPLIED && !(given >> i & 1))
            return question_lacks(question, form->parameters[i].key, failure);
    if (!subject_has_machine(question->subject))
        return STATUS_OK;
    TRY(machine_check(question, given, failure));
    if (question_has(question, KEY_NETWORK))
        return STATUS_OK;
    bool wanted =
        subject_place(question->subject, KEY_PROCESSORS) >= 0 &&
        (question->subject != SUBJECT_FAMILY || question_number(question, KEY_OF) == OF_ITEMS);
    if (wanted && !question_has(question, KEY_PROCESSORS))
        return question_lacks(question, KEY_PROCESSORS, failure);
    if (question->subject == SUBJECT_REDUCE &&
        question_has(question, KEY_UNTIL) == question_has(question, KEY_OPERANDS))
        return failure_input(failure, "'reduce' needs 'until' or 'operands', and not both");
    if (!wanted && question_has(question, KEY_PROCESSORS))
        return failure_input(failure, "'processors' goes with 'of items' alone");
    return STATUS_OK;
}

/* --- the whole text --- */

static enum status parse_pair(struct question *question, const char *word, const char *value,
                              int *given, struct failure *failure) {
    enum key key = key_find(word);
    int place = key == KEYS ? -1 : subject_place(question->subject, key);
    if (value && question_takes_machine(question, word))
        return question_read_machine(question, word, value, given, failure);
    if (place < 0 || !value || *given >> place & 1)
        return bad_pair(question, word,
                        place < 0 ? "does not take"
                        : value   ? "takes only once"
                                  : "needs a value behind",
                        failure);
    *given |= 1 << place;
    return question_read_value(question, key, value, failure);
}

static enum status parse_pairs(struct question *question, char **words, int count,
                               struct failure *failure) {
    int given = 0;
    for (int at = 1; at < count; at += 2)
        TRY(parse_pair(question, words[at], at + 1 < count ? words[at + 1] : NULL, &given,
                       failure));
    machine_take_ports(question, given);
    return question_check(question, given, failure);
}

static enum status no_subject(const char *name, struct failure *failure) {
    char text[SUGGESTION_TEXT], names[256] = "";
    struct suggestion suggestion;
    const char *answer = mpi_name_answer(name);
    if (answer)
        return failure_input(failure, "'%.*s' is no subject of questions: %s", SHOWN, name, answer);
    suggestion_init(&suggestion, name);
    for (int subject = 0; subject < SUBJECTS; subject++) {
        const char *offered = subject_form((enum subject)subject)->name;
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", subject ? ", " : "", offered);
        suggestion_offer(&suggestion, offered);
    }
    return failure_input(failure, "'%.*s' is no subject of questions; those are %s%s", SHOWN, name,
                         names, suggestion_text(&suggestion, text, sizeof text));
}

/* A key is given once, and its value; a few more, so that what is wrong is said of a word. */
enum { MOST_WORDS = 2 * QUESTION_MOST_PARAMETERS + 8 };

static enum status split(char *text, char *words[MOST_WORDS], int *count, struct failure *failure) {
    for (*count = 0;; ++*count) {
        struct quoted_word word;
        TRY(quoted_word_next(&text, &word, failure));
        if (!word.text)
            return STATUS_OK;
        if (*count == MOST_WORDS)
            return failure_input(failure, "a question has %d words at most", MOST_WORDS);
        words[*count] = word.text;
    }
}

enum status question_parse(struct question *question, const char *text, struct failure *failure) {
    FREED char *copy = strdup(text);
    char *words[MOST_WORDS] = {NULL};
    int count = 0;
    TRY(memory_check(copy, failure, "a question"));
    TRY(split(copy, words, &count, failure));
    enum subject subject = words[0] ? subject_find(words[0]) : SUBJECTS;
    if (subject == SUBJECTS)
        return no_subject(words[0] ? words[0] : "", failure);
    CLEANUP(question_clear) struct question read = {.text = NULL};
    question_init(&read, subject);
    TRY(parse_pairs(&read, words, count, failure));
    *question = TAKE(read);
    return STATUS_OK;
}

/* --- printing --- */

static void print_word(const char *words, long value, char room[QUESTION_VALUE_ROOM]) {
    const char *word = words;
    long place = 0;
    for (const char *end; place < value && (end = strchr(word, '|')); place++)
        word = end + 1;
    size_t length = strcspn(word, "|");
    if (word[length - 1] == ':')
        snprintf(room, QUESTION_VALUE_ROOM, "%.*s%ld", (int)length, word, value - place + 1);
    else
        snprintf(room, QUESTION_VALUE_ROOM, "%.*s", (int)length, word);
}

const char *question_value(const struct question *question, int place,
                           char room[QUESTION_VALUE_ROOM]) {
    const struct parameter *parameter = parameter_at(question, place);
    if (question->values[place] == ABSENT)
        return "";
    if (parameter->kind == PARAMETER_TEXT || is_beyond(question, place))
        return question->text ? question->text : "";
    if (parameter->kind == PARAMETER_WORD)
        print_word(parameter->words, question->values[place], room);
    else
        snprintf(room, QUESTION_VALUE_ROOM, "%ld", question->values[place]);
    return room;
}

char *question_print(const struct question *question) {
    const struct subject_form *form = subject_form(question->subject);
    assert(form->count <= QUESTION_MOST_PARAMETERS);
    size_t room = 64 + (size_t)form->count * (QUESTION_VALUE_ROOM + 16), used = strlen(form->name);
    room += question->text ? QUOTED_WORD_ROOM(strlen(question->text)) : 0; /* there is one */
    char *text = memory_new(room, 1), number[QUESTION_VALUE_ROOM];
    if (!text)
        return NULL;
    strcpy(text, form->name);
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[i];
        if (parameter->implied != NOT_IMPLIED && parameter->implied == question->values[i])
            continue;
        used += (size_t)snprintf(text + used, room - used, " %s ", key_name(parameter->key));
        used += quoted_word_put(question_value(question, i, number), text + used);
        assert(used < room);
    }
    return text;
}

int question_compare(const struct question *a, const struct question *b) {
    if (a->subject != b->subject)
        return a->subject < b->subject ? -1 : 1;
    for (int i = 0; i < subject_form(a->subject)->count; i++)
        if (a->values[i] != b->values[i])
            return a->values[i] < b->values[i] ? -1 : 1;
    if (!a->text || !b->text)
        return (a->text != NULL) - (b->text != NULL);
    size_t left = strlen(a->text), right = strlen(b->text);
    return left != right ? (left < right ? -1 : 1) : strcmp(a->text, b->text);
}

static enum status visit_one(const struct question *question, const char *name,
                             question_file_visit *visit, void *context, struct failure *failure) {
    FREED char *path = input_file_path(question->base, name);
    TRY(memory_check(path, failure, "the name of a file"));
    return strcmp(name, "-") != 0 ? visit(context, name, path, failure) : STATUS_OK;
}

enum status question_files(const struct question *question, question_file_visit *visit,
                           void *context, struct failure *failure) {
    if (question->subject == SUBJECT_FORMULA)
        return visit_one(question, question_text(question, KEY_FILE), visit, context, failure);
    if (!question_has(question, KEY_NETWORK))
        return STATUS_OK;
    char name[NETWORK_NAME_ROOM];
    for (const char *text = question_text(question, KEY_NETWORK); network_next_file(&text, name);)
        TRY(visit_one(question, name, visit, context, failure));
    return STATUS_OK;
}
