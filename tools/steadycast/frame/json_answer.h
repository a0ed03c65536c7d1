/* SPDX-License-Identifier: MIT */
/*
 * Answers of all verbs as JSON, results/answer.schema.json: one object a line on stdout, which
 * repeats the question and says whether it is settled.
 */
#ifndef STEADYCAST_TOOLS_JSON_ANSWER_H
#define STEADYCAST_TOOLS_JSON_ANSWER_H

#include <gmp.h>
#include <jansson.h>
#include <stdbool.h>

#include "solver/model/logp_machine.h"
#include "solver/question/outcome.h"
#include "solver/question/question.h"
#include "tools/steadycast/frame/options.h"

/* A decimal number: a number up to 2^53, which every reader keeps exactly, text beyond; NULL: null.
 * All of these give NULL without memory. */
json_t *json_number(const char *decimal);
json_t *json_big(mpz_srcptr number);

/* The subject and its parameters by their columns (key_column). */
json_t *json_question(const struct question *question);

/* The same for what is asked of a machine, where the subject has the postal model only. */
json_t *json_question_logp(const char *subject, const struct logp_machine *machine,
                           mpz_srcptr processors);

/* The same as far as the options of the command line say it: where there is no question yet. */
json_t *json_question_asked(const struct arguments *arguments);

/* What every answer says. */
struct json_answer {
    json_t *question; /* taken over */
    enum outcome_verdict verdict;
    const char *lower; /* decimal; NULL: not known */
    const char *upper;
    const char *by;     /* NULL: nobody */
    const char *reason; /* why it is open; NULL or "": it is not */
    uint64_t nodes;
    double seconds;
};

struct json_answer json_answer_of(const struct question *question, const struct outcome *outcome,
                                  double seconds);

/* Settled between two numbers; an upper one below 0 is not known. `text` holds the digits. */
enum { JSON_RANGE_ROOM = 48 };
struct json_answer json_answer_range(const struct question *question, int64_t lower, int64_t upper,
                                     double seconds, char text[JSON_RANGE_ROOM]);

/* Prints it with the keys of `more` behind, which is taken over; NULL: memory was refused for it.
 */
enum status json_answer_print(const struct json_answer *answer, json_t *more,
                              struct failure *failure);

/* There is no answer to the question, which is taken over, for this reason. */
enum status json_answer_none(json_t *question, const char *reason, double seconds,
                             struct failure *failure);

#endif
