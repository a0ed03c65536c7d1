/* SPDX-License-Identifier: MIT */
/*
 * Answering one case of a campaign: asks its engine and writes the certificates.
 */
#ifndef STEADYCAST_TOOLS_CASE_ANSWER_H
#define STEADYCAST_TOOLS_CASE_ANSWER_H

#include "solver/base/limits.h"
#include "tools/steadycast/campaign/case_result.h"
#include "tools/steadycast/frame/confirmed.h"

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
    const char *pieces;          /* folder of the results of pieces, for cases that are cut */
    const struct limits *limits; /* of this attempt */
    case_try *instead;           /* of the engines; NULL: these */
    const void *context;         /* for it */
};

enum { CASE_PIECE_ROOM = CAMPAIGN_FILE_ROOM + 40 };

/* The whole case, or one piece of it, or all pieces put together. */
enum case_stage { STAGE_WHOLE, STAGE_PIECE, STAGE_JOIN };

/*
 * Fills what `result` says of the answer: verdict, cause (but for time, which the caller tells from
 * its own clock), reason, lower, upper, by, nodes, certificates, inputs; the rest is the caller's.
 * A limit is no failure, it is a result, and so is what must not be, for the other cases go on: a
 * fault of ours, a file that the question names and that can't be read or is changed meanwhile
 * (CAUSE_INPUT), a machine that refuses the engine something (CAUSE_SYSTEM). STATUS_SYSTEM where
 * the folder of certificates, or that of the campaign, can't be written: a full disk.
 *
 * A piece has the verdict feasible, infeasible or unknown, and one certificate, its file
 * `campaign_case_path.pieces/NUMBER.piece`, which is for STAGE_JOIN alone. STAGE_JOIN finds those
 * of all pieces there, or of all up to the first that is feasible.
 */
enum status case_answer(const struct campaign_case *asked, enum case_stage stage, int piece,
                        const struct case_place *place, struct case_result *result,
                        struct failure *failure);

/* In how many pieces it is cut; 1 for cases that are not cut. */
enum status case_pieces(const struct campaign_case *asked, int *count, struct failure *failure);

/* The file of a piece below the folder of certificates. */
void case_piece_path(const struct campaign_case *asked, int piece, char file[CASE_PIECE_ROOM]);

/* STATUS_INPUT unless the file at `path` can be put together with others as the case is cut now:
 * it may be of another cut, or of another version. Reads the whole file. */
enum status case_piece_read(const struct campaign_case *asked, int piece, const char *path,
                            struct failure *failure);

/* The number of the answer that a certificate of this side proves; NULL: there is none. */
const char *case_bound(const struct campaign_case *asked, const struct case_result *result,
                       enum case_side side);

/*
 * To hold the claims of the i-th certificate of the result against what the result says of this
 * case: a right certificate of another question does not confirm it. As confirmation_open.
 */
enum status case_confirmation_open(const struct campaign_case *asked,
                                   const struct case_result *result, int i,
                                   struct confirmation *confirmation, struct failure *failure);

#endif
