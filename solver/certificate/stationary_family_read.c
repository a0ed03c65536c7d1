/* SPDX-License-Identifier: MIT */
#include "solver/certificate/stationary_family_read.h"

#include "solver/certificate/schedule_lines.h"

#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/model/numbers.h"

enum { MOST_PERIOD = 1000, MOST_ABOVE_DEPTH = 1000 };

bool stationary_family_read_takes(const char *kind) {
    return strcmp(kind, "stationary-family") == 0;
}

enum status stationary_family_read_head(struct stationary_family_head *head,
                                        struct certificate_input *input, struct failure *failure) {
    long latency, from, period;
    enum { MOST = STATIONARY_FAMILY_MOST_DEPTH };
    enum status status = certificate_field(input, "latency", 1, MOST, &latency, failure);
    if (!status)
        status = certificate_field(input, "from", latency, MOST, &from, failure);
    if (!status)
        status = certificate_field(input, "period", 1, MOST_PERIOD, &period, failure);
    if (status)
        return status;
    *head = (struct stationary_family_head){
        .latency = (int)latency, .from = (int)from, .period = (int)period};
    if (!certificate_next(input) || input->word_count != 2 ||
        strcmp(input->words[0], "processors") != 0 ||
        !family_form_parse(&head->processors, input->words[1]))
        return certificate_expected(input, "'processors FORM'", failure);
    head->processors_text = input->words[1];
    return STATUS_OK;
}

/* The words of a line, one after the other. */
struct cursor {
    const struct certificate_input *input;
    int next;
};

static bool take_key(struct cursor *cursor, const char *key) {
    bool is = cursor->next < cursor->input->word_count &&
              strcmp(cursor->input->words[cursor->next], key) == 0;
    cursor->next += is;
    return is;
}

static bool plain_number(const char *text, int *number) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 5 || text[digits])
        return false;
    *number = (int)strtol(text, NULL, 10);
    return true;
}

static bool take_number(struct cursor *cursor, int *number) {
    if (cursor->next >= cursor->input->word_count ||
        !plain_number(cursor->input->words[cursor->next], number))
        return false;
    cursor->next++;
    return true;
}

/* `t`, `t-a`; with v likewise. */
static bool take_less(struct cursor *cursor, char letter, int *less) {
    if (cursor->next >= cursor->input->word_count)
        return false;
    const char *word = cursor->input->words[cursor->next];
    *less = 0;
    if (*word != letter || (word[1] && (word[1] != '-' || !plain_number(word + 2, less))))
        return false;
    cursor->next++;
    return true;
}

static bool take_head(struct cursor *cursor, struct stationary_family_line *line) {
    line->kind = LINE_FIXED;
    if (take_number(cursor, &line->fixed))
        return true;
    line->kind = LINE_TOP;
    if (take_less(cursor, 't', &line->top))
        return true;
    line->kind = LINE_RANGE;
    return take_key(cursor, "v") && take_key(cursor, "from") && take_number(cursor, &line->first) &&
           take_key(cursor, "to") && take_less(cursor, 't', &line->below) &&
           take_key(cursor, "step") && take_number(cursor, &line->step) && line->step >= 1;
}

static bool take_letters(struct cursor *cursor, struct stationary_family_line *line, int *count) {
    int letter;
    while (take_number(cursor, &letter)) {
        if (line->start + line->repeat == STATIONARY_FAMILY_LETTERS)
            return false;
        line->letters[line->start + line->repeat] = letter;
        ++*count;
    }
    return true;
}

static bool take_line(struct cursor *cursor, struct stationary_family_line *line) {
    if (!take_key(cursor, "word") || cursor->next >= cursor->input->word_count)
        return false;
    line->count_text = cursor->input->words[cursor->next++];
    if (!family_form_parse(&line->count, line->count_text) || !take_key(cursor, "head") ||
        !take_head(cursor, line) || !take_key(cursor, "then") ||
        !take_letters(cursor, line, &line->start))
        return false;
    if (line->kind != LINE_FIXED &&
        (!take_key(cursor, "repeat") || !take_letters(cursor, line, &line->repeat) ||
         line->repeat == 0 || !take_key(cursor, "size") ||
         !take_less(cursor, line->kind == LINE_TOP ? 't' : 'v', &line->less)))
        return false;
    return take_key(cursor, "send") &&
           (take_key(cursor, "none") || (take_number(cursor, &line->last) && line->last >= 1)) &&
           cursor->next == cursor->input->word_count;
}

enum status stationary_family_read_line(const struct stationary_family_head *head,
                                        struct stationary_family_line *line, int *class,
                                        bool *is_class, bool *end, struct certificate_input *input,
                                        struct failure *failure) {
    struct cursor cursor = {input, 0};
    int number;
    *line = (struct stationary_family_line){0};
    *is_class = false;
    *end = !certificate_next(input);
    if (*end)
        return *class == head->period - 1
                   ? STATUS_OK
                   : certificate_expected(input, "a line 'class r' for each r below the period",
                                          failure);
    if (take_key(&cursor, "class")) {
        *is_class = take_number(&cursor, &number) && number == *class + 1 &&
                    number < head->period && input->word_count == 2;
        *class += *is_class;
        return *is_class ? STATUS_OK
                         : certificate_expected(input, "the class that comes next", failure);
    }
    if (*class < 0)
        return certificate_expected(input, "'class 0'", failure);
    return take_line(&cursor, line)
               ? STATUS_OK
               : certificate_expected(input, "'word FORM head .. then .. send ..'", failure);
}

/* What is written out. */
struct instance {
    const struct certificate_input *input;
    struct schedule *periodic;
    mpz_t *f;
    int f_count;
    size_t places;
    int *values; /* scratch, for the longest word */
    int *sends;
};

static enum status fault(const struct instance *instance, const char *what,
                         struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s:%d: %s at t = %d", instance->input->path,
                       instance->input->line, what, instance->periodic->depth);
}

/* The size of the word; 0 if it has none. */
static size_t write_word(const struct instance *instance, const struct stationary_family_line *line,
                         int head) {
    int front = line->start + 1, size = line->kind == LINE_FIXED ? front : head - line->less;
    for (int p = 0; p < size; p++) {
        int place = p - 1;
        if (p > line->start)
            place = line->start + (p - front) % line->repeat;
        instance->values[p] = p ? line->letters[place] : head;
        instance->sends[p] = line->last && head - p >= line->last ? head - p : CLOSED_WORD_SILENT;
    }
    return size < front ? 0 : (size_t)size;
}

static enum status add_word(struct instance *instance, const struct stationary_family_line *line,
                            int head, struct failure *failure) {
    mpz_t count;
    enum status status = STATUS_OK;
    size_t size = head >= 0 ? write_word(instance, line, head) : 0;
    instance->places += size;
    if (size == 0)
        return fault(instance, "a word that is too short", failure);
    if (instance->places > SCHEDULE_READ_MOST_PLACES)
        return failure_set(failure, STATUS_LIMIT, "%s:%d: t = %d is too large to be shown",
                           instance->input->path, instance->input->line, instance->periodic->depth);
    mpz_init(count);
    bool good = family_form_sum(&line->count, instance->f, instance->f_count,
                                instance->periodic->depth, head, count) &&
                mpz_sgn(count) >= 0 &&
                mpz_divisible_ui_p(count, (unsigned long)line->count.divisor);
    if (!good)
        status = fault(instance, "the count is no number", failure);
    mpz_fdiv_q_ui(count, count, (unsigned long)line->count.divisor);
    if (good && mpz_sgn(count) > 0)
        status = schedule_add_word(instance->periodic, count, instance->values, instance->sends,
                                   size, failure);
    mpz_clear(count);
    return status;
}

static enum status add_line(struct instance *instance, const struct stationary_family_line *line,
                            struct failure *failure) {
    int depth = instance->periodic->depth;
    if (line->kind == LINE_FIXED)
        return add_word(instance, line, line->fixed, failure);
    if (line->kind == LINE_TOP)
        return add_word(instance, line, depth - line->top, failure);
    enum status status = STATUS_OK;
    for (int head = line->first; head <= depth - line->below && !status; head += line->step)
        status = add_word(instance, line, head, failure);
    return status;
}

static enum status add_lines(struct instance *instance, const struct stationary_family_head *head,
                             struct certificate_input *input, struct failure *failure) {
    struct stationary_family_line line;
    int class = -1, mine = instance->periodic->depth % head->period;
    bool is_class, end = false;
    while (!end) {
        enum status status =
            stationary_family_read_line(head, &line, &class, &is_class, &end, input, failure);
        if (!status && !end && !is_class && class == mine)
            status = add_line(instance, &line, failure);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status check_processors(const struct instance *instance,
                                    const struct stationary_family_head *head,
                                    struct failure *failure) {
    mpz_t claimed, served;
    mpz_inits(claimed, served, NULL);
    bool good = family_form_sum(&head->processors, instance->f, instance->f_count,
                                instance->periodic->depth, 0, claimed);
    mpz_fdiv_q_ui(claimed, claimed, (unsigned long)head->processors.divisor);
    schedule_processors(instance->periodic, served);
    good = good && mpz_cmp(claimed, served) == 0;
    mpz_clears(claimed, served, NULL);
    return good ? STATUS_OK
                : failure_set(failure, STATUS_INPUT,
                              "%s: at t = %d the words serve another number of processors",
                              instance->input->path, instance->periodic->depth);
}

/* f_0 .. up to f_{t + MOST_ABOVE_DEPTH}. */
static bool fill_sequence(struct instance *instance) {
    int latency = instance->periodic->latency;
    instance->f_count = instance->periodic->depth + MOST_ABOVE_DEPTH + 1;
    instance->f = numbers_new((size_t)instance->f_count);
    for (int i = 0; instance->f && i < instance->f_count; i++) {
        if (i < latency)
            mpz_set_ui(instance->f[i], 1);
        else
            mpz_add(instance->f[i], instance->f[i - 1], instance->f[i - latency]);
    }
    return instance->f;
}

static enum status write_out(const struct stationary_family_head *head, struct schedule *periodic,
                             struct certificate_input *input, struct failure *failure) {
    /* a fixed word has at most the letters of a line, a growing one at most its head */
    size_t room = STATIONARY_FAMILY_MOST_DEPTH + STATIONARY_FAMILY_LETTERS + 1;
    struct instance instance = {.input = input,
                                .periodic = periodic,
                                .values = memory_new(room, sizeof(int)),
                                .sends = memory_new(room, sizeof(int))};
    enum status status = STATUS_OK;
    if (!fill_sequence(&instance) || !instance.values || !instance.sends)
        status = failure_memory(failure, "a family");
    if (!status)
        status = add_lines(&instance, head, input, failure);
    if (!status)
        status = check_processors(&instance, head, failure);
    free(instance.values);
    free(instance.sends);
    numbers_free(instance.f, (size_t)instance.f_count);
    return status;
}

enum status stationary_family_read(struct schedule *periodic, struct certificate_input *input,
                                   int depth, struct failure *failure) {
    struct stationary_family_head head;
    struct schedule result;
    enum status status = stationary_family_read_head(&head, input, failure);
    if (status)
        return status;
    if (depth < 0)
        depth = head.from;
    if (depth < head.from)
        return failure_set(failure, STATUS_INPUT,
                           "%s holds no schedule for t = %d, it begins at %d", input->path, depth,
                           head.from);
    if (depth > STATIONARY_FAMILY_MOST_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "t = %d is too large to be shown, most is %d",
                           depth, STATIONARY_FAMILY_MOST_DEPTH);
    schedule_init(&result, head.latency, depth, 1);
    status = write_out(&head, &result, input, failure);
    if (status)
        schedule_clear(&result);
    else
        *periodic = result;
    return status;
}
