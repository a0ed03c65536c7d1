/* SPDX-License-Identifier: MIT */
/* Cases that are cut into pieces, which may be answered on different machines. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/decide/pieces.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/campaign/case_parts.h"
#include "tools/steadycast/frame/checker.h"

/* Only what can_be_cut of campaign.c lets through. */
static struct pieces_question question_of(const struct campaign_case *asked) {
    bool tree = strcmp(asked->engine->name, "backtrack") == 0;
    struct pieces_question question = {.kind = tree ? PIECES_TREE : PIECES_CUBES,
                                       .latency = (int)campaign_number(asked, KEY_LATENCY),
                                       .depth = (int)campaign_number(asked, KEY_DEPTH),
                                       .words = asked->plain};
    char room[QUESTION_VALUE_ROOM];
    if (asked->question.subject != SUBJECT_SERVE)
        return question;
    const char *class =
        question_value(&asked->question, subject_place(SUBJECT_SERVE, KEY_SCHEDULE), room);
    question.kind = PIECES_PERIODIC;
    question.processors = (int)campaign_number(asked, KEY_SERVED);
    question.period = atoi(strchr(class, ':') + 1);
    question.roles = ROLES_PERMUTE;
    return question;
}

/* A question that the engine refuses is answered whole: it says so itself. */
enum status case_pieces(const struct campaign_case *asked, int *count, struct failure *failure) {
    *count = 1;
    if (asked->pieces <= 1)
        return STATUS_OK;
    struct pieces_question question = question_of(asked);
    if (question.kind == PIECES_PERIODIC &&
        (question.depth < question.latency || campaign_number(asked, KEY_SERVED) > INT_MAX))
        return STATUS_OK;
    enum status status = pieces_count(&question, asked->pieces, count, failure);
    if (status != STATUS_LIMIT && status != STATUS_INPUT)
        return status;
    *count = 1;
    return STATUS_OK;
}

/* Behind the path of the case. */
static void piece_ending(int piece, char text[40]) {
    snprintf(text, 40, ".pieces/%d.piece", piece);
}

void case_piece_path(const struct campaign_case *asked, int piece, char file[CASE_PIECE_ROOM]) {
    campaign_case_path(asked, file);
    piece_ending(piece, file + strlen(file));
}

enum status case_piece_read(const struct campaign_case *asked, int piece, const char *path,
                            struct failure *failure) {
    struct pieces_question question = question_of(asked);
    struct piece_answer answer;
    return pieces_read(&question, asked->pieces, piece, path, &answer, failure);
}

struct asking {
    struct pieces_question question;
    int wanted;
    int piece;
    struct piece_answer *answer;
};

/* Unknown leaves no file. */
static enum status write_piece(const void *context, const char *path, const struct limits *limits,
                               struct failure *failure) {
    const struct asking *asking = context;
    enum status status = pieces_answer(&asking->question, asking->wanted, asking->piece, limits,
                                       path, asking->answer, failure);
    if (!status && asking->answer->verdict == VERDICT_UNKNOWN)
        status = failure_set(failure, STATUS_LIMIT, "%s", asking->answer->reason);
    return status;
}

enum status case_answer_piece(const struct campaign_case *asked, int piece,
                              const struct case_place *place, struct case_result *result,
                              struct failure *failure) {
    static const enum outcome_verdict verdicts[] = {OUTCOME_UNKNOWN, OUTCOME_FEASIBLE,
                                                    OUTCOME_INFEASIBLE};
    char ending[40];
    int count;
    struct piece_answer answer = {.verdict = VERDICT_UNKNOWN};
    struct asking asking = {question_of(asked), asked->pieces, piece, &answer};
    piece_ending(piece, ending);
    enum status status = case_pieces(asked, &count, failure);
    result->piece = piece;
    result->pieces = count;
    if (!status)
        status =
            case_add_file(asked, place, ending, SIDE_NONE, write_piece, &asking, result, failure);
    result->nodes = answer.nodes;
    result->verdict = verdicts[answer.verdict];
    return status;
}

static void free_paths(char **paths, int count) {
    for (int i = 0; paths && i < count; i++)
        free(paths[i]);
    free(paths);
}

/* The files that are there; NULL where none is. */
static enum status find_paths(const struct campaign_case *asked, const struct case_place *place,
                              int count, char ***paths, struct failure *failure) {
    char file[CASE_PIECE_ROOM], path[CAMPAIGN_PATH_ROOM];
    char **found = memory_new((size_t)count, sizeof *found);
    enum status status = found ? STATUS_OK : failure_memory(failure, "the names of pieces");
    for (int i = 0; i < count && !status; i++) {
        case_piece_path(asked, i, file);
        status = campaign_folder_path(place->certificates, file, path, failure);
        if (status || access(path, F_OK) != 0)
            continue;
        found[i] = strdup(path);
        if (!found[i])
            status = failure_memory(failure, "the names of pieces");
    }
    if (status)
        free_paths(found, count);
    else
        *paths = found;
    return status;
}

/* Files of pieces are trusted like memory, so that nothing was found is only sure when steadycheck
 * has read the whole certificate. */
static enum status verify(const struct case_place *place, const struct case_result *result,
                          struct failure *failure) {
    char checker[CAMPAIGN_PATH_ROOM], path[CAMPAIGN_PATH_ROOM];
    struct checker_verdict said;
    enum status status = checker_find(checker, sizeof checker, failure);
    if (!status)
        status =
            campaign_folder_path(place->certificates, result->certificates[0].file, path, failure);
    if (!status)
        status = checker_run(checker, path, place->limits, &said, failure);
    if (!status && !said.verified)
        status = failure_set(failure, STATUS_INTERNAL,
                             "the pieces put together: steadycheck says: %.300s", said.line);
    return status;
}

static enum status give_answer(const struct campaign_case *asked, const struct case_place *place,
                               struct answer *answer, struct case_result *result,
                               struct failure *failure) {
    struct outcome outcome;
    outcome_init(&outcome, asked->engine->name);
    enum status status = outcome_take_answer(&outcome, answer, failure);
    if (!status)
        status = case_give_outcome(asked, place, &outcome, result, failure);
    outcome_clear(&outcome);
    return status;
}

enum status case_join_pieces(const struct campaign_case *asked, const struct case_place *place,
                             struct case_result *result, struct failure *failure) {
    struct pieces_question question = question_of(asked);
    struct answer answer;
    char **paths;
    int count;
    enum status status = case_pieces(asked, &count, failure);
    if (!status)
        status = find_paths(asked, place, count, &paths, failure);
    if (status)
        return status;
    status = pieces_join(&question, asked->pieces, (const char *const *)paths, count, place->limits,
                         &answer, failure);
    if (!status)
        status = give_answer(asked, place, &answer, result, failure);
    if (!status && result->verdict == OUTCOME_INFEASIBLE)
        status = verify(place, result, failure);
    free_paths(paths, count);
    return status;
}
