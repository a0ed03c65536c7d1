/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "tools/steadycast/verbs/ask_verb.h"

enum { MOST_TEXT = 1 << 20 };

static const struct option_spec specs[] = {
    {"engine", 'e', OPTION_TEXT, false, "NAME", 0, 0,
     "who answers, or all (default: the first, see help questions)"},
    {"plain", 0, OPTION_FLAG, false, "", 0, 0,
     "formulas in the plainer encoding: words (decide), plain (broadcast)"},
    {"state", 0, OPTION_NAME, false, "FILE", 0, 0,
     "where a stopped search is kept, by engines that go on (default: nowhere)"},
    {"output", 'o', OPTION_NAME, false, "FILE|FOLDER", 0, 0,
     "of yes or no write the certificate; of a number schedule.cert and bound.cert"},
    OPTION_SPECS_ASKED,
};

static size_t count_words(const char *text) {
    FREED char *copy = strdup(text);
    char *rest = copy;
    struct quoted_word word;
    size_t count = 0;
    while (copy && !quoted_word_next(&rest, &word, NULL) && word.text)
        count++;
    return count;
}

/* An operand in the place of a value is one as it is; any other one may be a text of several
 * words. */
static enum status read_question(const struct arguments *arguments, struct question *question,
                                 struct failure *failure) {
    size_t room = 1, used = 0, words = 0;
    if (!arguments->operand_count)
        return failure_input(failure, "ask needs a question, as in: steadycast ask delay latency 3 "
                                      "processors 10 (see: steadycast help ask)");
    for (int i = 0; i < arguments->operand_count; i++)
        room += QUOTED_WORD_ROOM(strlen(arguments->operands[i])) + 1;
    FREED char *text = room < MOST_TEXT ? calloc(room, 1) : NULL;
    if (!text)
        return failure_input(failure, "the question is too long");
    for (int i = 0; i < arguments->operand_count; i++) {
        const char *operand = arguments->operands[i];
        bool value = words > 0 && words % 2 == 0;
        if (i)
            text[used++] = ' ';
        used += value ? quoted_word_put(operand, text + used)
                      : (size_t)sprintf(text + used, "%s", operand);
        words += value ? 1 : count_words(operand);
    }
    TRY(question_parse(question, text, failure));
    return engine_check(question, failure);
}

static const struct ask_verb row = {.state = NULL};

static int run_ask(const struct arguments *arguments) {
    struct failure failure = {0};
    struct question question;
    if (read_question(arguments, &question, &failure))
        return verb_failed(&failure);
    return ask_question_run(arguments, &row, &question);
}

VERB(ask, "Asks any question of any engine, in the words of campaigns", "SUBJECT KEY VALUE ..",
     .run = run_ask);
