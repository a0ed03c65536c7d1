/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/report.h"

#include <stdio.h>
#include <string.h>

#include "solver/base/quoted_word.h"

static const char *subject_words(enum subject subject) {
    static const char *const words[SUBJECTS] = {
        [SUBJECT_DECIDE] = "block-cyclic schedule",
        [SUBJECT_SERVE] = "stream",
        [SUBJECT_CAPACITY] = "most processors",
        [SUBJECT_DELAY] = "least delay",
        [SUBJECT_DELAYS] = "least delays",
        [SUBJECT_COUNT] = "number of block-cyclic schedules",
        [SUBJECT_FAMILY] = "family",
        [SUBJECT_FRACTION] = "fractional stream",
        [SUBJECT_BROADCAST] = "K items",
        [SUBJECT_ALLGATHER] = "allgather",
        [SUBJECT_ALLREDUCE] = "allreduce",
        [SUBJECT_REDUCE] = "most operands of a sum",
        [SUBJECT_REDUCE_TIME] = "least time of a sum",
        [SUBJECT_FORMULA] = "formula",
        [SUBJECT_CLAIM] = "claim",
    };
    return words[subject];
}

static bool is_number(const struct parameter *parameter) {
    return parameter->kind == PARAMETER_NUMBER || parameter->kind == PARAMETER_BIG;
}

/* `L = 6`, `duplex half`, `network ring:8`. */
static size_t add(const struct question *question, int place, char *text, size_t room) {
    enum { SHOWN = 100 };
    char value_room[QUESTION_VALUE_ROOM], number[REPORT_NUMBER_ROOM];
    char start[SHOWN + 1], word[QUOTED_WORD_ROOM(SHOWN)];
    const struct parameter *parameter = &subject_form(question->subject)->parameters[place];
    const char *value = question_value(question, place, value_room);
    size_t shown = quoted_word_cut(value, SHOWN);
    snprintf(start, sizeof start, "%.*s", (int)shown, value);
    quoted_word_put(start, word);
    int length = is_number(parameter) ? snprintf(text, room, "%s = %s", key_column(parameter->key),
                                                 report_number(number, value))
                                      : snprintf(text, room, "%s %s%s", key_name(parameter->key),
                                                 word, value[shown] ? ".." : "");
    return length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

static void add_all(const struct question *question, int but, int nor, bool implied, char *text,
                    size_t used) {
    const struct subject_form *form = subject_form(question->subject);
    for (int i = 0; i < form->count && used + 3 < QUESTION_WORDS_ROOM; i++) {
        const struct parameter *parameter = &form->parameters[i];
        if (i == but || i == nor || !question_shows(question, i) ||
            (!implied && !is_number(parameter) && parameter->implied == question->values[i]))
            continue;
        if (used)
            used += (size_t)snprintf(text + used, QUESTION_WORDS_ROOM - used, ", ");
        used += add(question, i, text + used, QUESTION_WORDS_ROOM - used);
    }
}

void question_words(const struct question *question, char text[QUESTION_WORDS_ROOM]) {
    size_t used =
        (size_t)snprintf(text, QUESTION_WORDS_ROOM, "%s", subject_words(question->subject));
    add_all(question, -1, -1, false, text, used);
}

void question_rest_words(const struct question *question, int but, int nor,
                         char text[QUESTION_WORDS_ROOM]) {
    *text = 0;
    add_all(question, but, nor, true, text, 0);
}
