/* SPDX-License-Identifier: MIT */
/* Answering one case of a campaign: asks its engine and writes the certificates. */
#pragma once

#include "solver/base/limits.h"
#include "solver/question/confirmed.h"
#include "solver/question/decide/outcome.h"
#include "tools/steadycast/campaign/case_result.h"

struct case_place;

/* Answers a whole case in the place of its engine; what it returns and fills is as that of
 * case_answer. */
typedef enum status case_try(const struct campaign_case *asked, const struct case_place *place,
                             struct case_result *result, struct failure *failure);

/* Where and under which limits. */
struct case_place {
    const char *certificates;    /* folder; those of a case go to campaign_case_path below it, and
                                    replace what is there */
    const char *states;          /* folder in which stopped searches are kept; NULL: nowhere */
    const struct limits *limits; /* of this attempt */
    case_try *instead;           /* of the engines; NULL: these */
    const void *context;         /* for it */
};

/* Fills what `result` says of the answer: verdict, cause (but for time, which the caller finds from
 * its own clock), reason, lower, upper, by, nodes, certificates, inputs; the rest is the caller's.
 * A limit is no failure, it is a result, and so is what must not be, for the other cases go on: a
 * fault of ours, a file that the question names and that can't be read or is changed meanwhile
 * (CAUSE_INPUT), a machine that refuses the engine something (CAUSE_SYSTEM). STATUS_SYSTEM where
 * the folder of certificates, or that of the campaign, can't be written: a full disk. */
enum status case_answer(const struct campaign_case *asked, const struct case_place *place,
                        struct case_result *result, struct failure *failure);

/* The number of the answer that a certificate of this side proves; NULL: there is none. */
const char *case_bound(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side);

/* To hold the claims of the i-th certificate of the result against what the result says of this
 * case: a right certificate of another question does not confirm it. As confirmation_open. */
enum status case_confirmation_open(const struct campaign_case *asked,
                                   const struct case_result *result, int i,
                                   struct confirmation *confirmation, struct failure *failure);

/* --- for those who answer in the place of engines, too --- */

/* Writes the next file of the case, `ending` behind its path, and notes it in the result. `write`
 * makes it at a path which may be overwritten. The disk is not waited for: after a failure of the
 * machine the digest in the store shows whether the file is what was written. */
typedef enum status case_write(const void *context, const char *path, const struct limits *limits,
                               struct failure *failure);
enum status case_add_file(const struct campaign_case *asked, const struct case_place *place,
                          const char *ending, enum case_side side, case_write *write,
                          const void *context, struct case_result *result, struct failure *failure);

/* The texts of the result; NULL leaves what is there. STATUS_MEMORY without memory. */
enum status case_say(struct case_result *result, const char *by, const char *reason,
                     struct failure *failure);

/* Unknown, or an interval if the verdict says so, for this reason; the cause is guessed from it and
 * from the limits. */
enum status case_leave_open(const struct case_place *place, const char *by, const char *reason,
                            struct case_result *result, struct failure *failure);

/* What the files held that a question names, so that an answer is known to be about these bytes. */

/* Reads them all, and puts their names and digests into `result`, which had none. STATUS_INPUT,
 * with the name as written and the reason, for one that can't be read, or that could not be read a
 * second time, as pipes; STATUS_LIMIT for more than CASE_MOST_INPUTS. */
enum status case_inputs_read(const struct question *question, struct case_result *result,
                             struct failure *failure);

/* Reads them again: STATUS_INPUT with the name of one that does not hold what it held; *unread: for
 * it can't be read. */
enum status case_inputs_compare(const struct question *question, const struct case_result *result,
                                bool *unread, struct failure *failure);
