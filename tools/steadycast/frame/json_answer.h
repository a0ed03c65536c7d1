/* SPDX-License-Identifier: MIT */
/* Answers of all verbs as JSON, results/answer.schema.json: one object a line on stdout, which
 * repeats the question and says whether it is settled. */
#pragma once

#include <gmp.h>
#include <jansson.h>

#include "automata/status.h"
#include "solver/question/decide/outcome.h"
#include "solver/question/question.h"
#include "tools/steadycast/frame/options.h"

/* --json of verbs that write a file, which itself has a form of its own: an object on stdout that
 * says what was asked and what was written. */

/* Before anything is written: STATUS_INPUT if there is --json, and no -o FILE. */
enum status json_written_check(const struct arguments *arguments, struct failure *failure);

/* With --json the object with the keys of `more`, which is taken over (NULL: none), behind those of
 * the question, the file and its bytes; without, nothing. */
enum status json_written(const struct arguments *arguments, json_t *more, struct failure *failure);

/* Answers as JSON: one object a line on stdout. */

/* Prints the object, keys in their order, and gives it back; NULL is memory that was refused. */
enum status json_line(json_t *object, struct failure *failure);

/* A text as it is, or, where it is no UTF-8, with a question mark for each byte that is not ASCII;
 * null for NULL. For whatever has names of files in it, or words of users, of their files or of
 * other programs: json_pack takes nothing but UTF-8. NULL without memory. */
json_t *json_any_text(const char *text);

/* A decimal number: a number up to 2^53, which every reader keeps exactly, text beyond; NULL: null.
 * All of these give NULL without memory. */
json_t *json_number(const char *decimal);
json_t *json_big(mpz_srcptr number);

/* The subject and its parameters by their columns (key_column), as far as the question shows
 * them. */
json_t *json_question(const struct question *question);

/* The same as far as the options of the command line say it: where there is no question yet. */
json_t *json_question_asked(const struct arguments *arguments);

/* An answer to the question, which is taken over: verdict, bounds, the number by the name that it
 * has in `asked` where both meet, facts. Behind it the keys of `more`, taken over; NULL:
 * none. */
json_t *json_answer(json_t *question, const struct question *asked, const struct outcome *outcome,
                    double seconds, json_t *more);

/* There is no answer to the question, which is taken over, by this engine (NULL: by none), for this
 * reason: prints it. */
enum status json_answer_none(json_t *question, const char *by, const char *reason, double seconds,
                             struct failure *failure);
