/*
 * What the answers to the different subjects share: results filled and certificates put into their
 * places.
 */
#ifndef STEADYCAST_TOOLS_CASE_PARTS_H
#define STEADYCAST_TOOLS_CASE_PARTS_H

#include "solver/certificate/output.h"
#include "solver/decide/answer.h"
#include "tools/steadycast/sweep/case_answer.h"

/* A certificate that is to be written. */
struct case_text {
    const char *kind;
    enum status (*put)(const void *context, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure);
    const void *context;
};

/* Writes the next certificate of the case, `ending` behind its path, and notes it in the result.
 * The disk is not waited for: after a failure of the machine the digest in the journal tells
 * whether the file is what was written. */
enum status case_add_certificate(const struct campaign_case *asked, const struct case_place *place,
                                 const char *ending, const struct case_text *text,
                                 struct case_result *result, struct failure *failure);

/* The same for a file that `write` makes by itself, at a path which may be overwritten. */
typedef enum status case_write(const void *context, const char *path, const struct limits *limits,
                               struct failure *failure);
enum status case_add_file(const struct campaign_case *asked, const struct case_place *place,
                          const char *ending, case_write *write, const void *context,
                          struct case_result *result, struct failure *failure);

/* The certificate of an answer that has one. */
struct case_text case_answer_text(const struct answer *answer);

/* The texts of the result; NULL leaves what is there. STATUS_SYSTEM without memory. */
enum status case_say(struct case_result *result, const char *by, const char *reason,
                     struct failure *failure);

/* Unknown, or an interval if the verdict says so, for this reason; the cause is guessed from it and
 * from the limits. */
enum status case_leave_open(const struct case_place *place, const char *by, const char *reason,
                            struct case_result *result, struct failure *failure);

/* Verdict and bounds; `upper` NULL: none. */
enum status case_give_bounds(mpz_srcptr lower, mpz_srcptr upper, struct case_result *result,
                             struct failure *failure);

/* What an engine said to a question of yes or no. */
enum status case_give_answer(const struct campaign_case *asked, const struct case_place *place,
                             const struct answer *answer, struct case_result *result,
                             struct failure *failure);

/* One subject each. */
typedef enum status case_subject(const struct campaign_case *asked, const struct case_place *place,
                                 struct case_result *result, struct failure *failure);
case_subject case_answer_capacity, case_answer_delay, case_answer_items;

/* One piece; all pieces put together. */
enum status case_answer_piece(const struct campaign_case *asked, int piece,
                              const struct case_place *place, struct case_result *result,
                              struct failure *failure);
case_subject case_join_pieces;

#endif
