/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, sections 3.2 and 3.3: words of blocks, and what can be solved with them. */
#include <stdio.h>
#include <string.h>

#include "automata/legal_language.h"
#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/certificates.h"
#include "solver/question/decide/paper.h"
#include "solver/stream/construction/schedule_read.h"
#include "tools/claims/functions/functions.h"

/* The automaton of Figure 2, for all lengths: the language of the printed patterns against that of
 * the juggling states. */
static enum status figure_2_language(struct claim_call *call, struct failure *failure) {
    bool equal;
    FREED int *word = NULL;
    size_t count;
    TRY(legal_language_compare_figure_2(&equal, &word, &count, failure));
    call->give[0] = equal;
    snprintf(call->text, sizeof call->text, "the languages differ by a word of length %zu", count);
    return STATUS_OK;
}

/* --- the running example, L = 3, P-1 = P(7) = 9 --- */

/* Blocks of size 5, 2 and 1 with these letters, and one for the receive-only processor: the
 * schedule, or its stream of eight items. */
static enum status example(struct claim_call *call, struct failure *failure) {
    enum { LATENCY = 3, DEPTH = 7, ITEMS = 8 };
    const int sizes[] = {5, 2, 1};
    const int words[3][4] = {{(int)call->a[0], (int)call->a[1], (int)call->a[2], (int)call->a[3]},
                             {(int)call->a[4]}};
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    struct messages messages;
    struct message_run run = message_run_postal(LATENCY);
    BIG_OF(one, 1);
    schedule_init_blocks(&schedule, LATENCY, DEPTH);
    schedule.receive_only = (int)call->a[5];
    enum status status = STATUS_OK;
    for (int i = 0; i < 3 && !status; i++)
        status = schedule_add_block_word(&schedule, sizes[i], one, words[i], failure);
    schedule_sort(&schedule);
    if (!status && call->field == 0)
        status = claim_call_put(call, evidence_of_schedule(&schedule), failure);
    else if (!status && call->stream) {
        status = messages_of_schedule(&messages, &schedule, &run, ITEMS, true, failure);
        if (!status) {
            struct message_list list = messages_list(&messages);
            status = claim_call_put(call, evidence_of_messages(&list), failure);
            messages_clear(&messages);
        }
    }
    call->give[0] = call->give[1] = 1;
    return status;
}

/* --- base cases: families that were written before, which steadycheck verifies --- */

/* The last instance. */
static struct {
    long latency, depth;
    struct schedule schedule; /* latency 0: none */
} kept;

void word_clear(void) {
    if (kept.latency)
        schedule_clear(&kept.schedule);
    kept.latency = 0;
}

static enum status keep_instance(struct claim_call *call, struct failure *failure) {
    char path[CLAIM_PATH_ROOM], fields[80];
    long latency = call->a[0], depth = call->a[1];
    snprintf(path, sizeof path, "%s/main-job/certificates/family-L%ld/paper.cert",
             call->job->results, latency);
    snprintf(fields, sizeof fields, "kind=family L=%ld", latency);
    if (kept.latency == latency && kept.depth == depth)
        return STATUS_OK;
    if (kept.latency != latency)
        TRY(claim_verify(call->job, path, fields, failure));
    word_clear();
    TRY(schedule_read_file(&kept.schedule, path, depth ? (int)depth : SCHEDULE_READ_ANY_DEPTH,
                           failure));
    kept.latency = latency;
    kept.depth = depth;
    return STATUS_OK;
}

static enum status family_block(struct claim_call *call, struct failure *failure) {
    enum { DEPTH, BLOCKS, RECEIVE_ONLY, HEAD, SIZE, COPIES };
    TRY(keep_instance(call, failure));
    const struct schedule *schedule = &kept.schedule;
    call->give[DEPTH] = schedule->depth;
    call->give[BLOCKS] = (long)schedule->block_count;
    call->give[RECEIVE_ONLY] = schedule->receive_only;
    if (call->a[2] >= call->give[BLOCKS])
        return STATUS_OK;
    const struct block_class *class = &schedule->blocks[call->a[2]];
    call->give[HEAD] = class->head;
    call->give[SIZE] = class->size;
    for (size_t i = class->first; i < class->range_end; i++)
        if (schedule->ranges[i].first <= call->a[3] && call->a[3] <= schedule->ranges[i].last)
            call->give[COPIES] += schedule->ranges[i].copies;
    return STATUS_OK;
}

/* --- the same algorithm with each word on "the smallest unused block", whatever is left of its
 * letter then (solver/question/decide/paper.h). Asked is for L base cases in a row, each with a b
 * left over, the last of them with the root that the induction wants.
 *
 * Depths up to 5L are enough: the highest letter, L-1, takes one copy on a block of size 2 and two
 * on one of size 3, and what the former leave over is even at L depths t >= 3L in a row only if L+1
 * numbers f_i in a row are equally odd; then all later ones are even, and all before, but f_0 = 1.
 * --- */

/* Depths up to five times the latency; a letter b is left over. */
enum { MOST_LITERAL = 12, MULTIPLE = 5, MOST_NODES = 50000, LETTER_B = 1 };

enum solved { STUCK, UNKNOWN, SOLVED, SOLVED_WITH_ROOT };

struct literal {
    struct claim_call *call;
    enum solved solved[MULTIPLE * MOST_LITERAL + 1]; /* by depth */
};

/* By the letter of the text, with or without the root of the induction. Where it fails only with
 * the last three letters, the many ways to use them up may not all have been tried. */
static enum status run_literally(struct literal *all, int latency, int depth, bool root,
                                 enum solved *solved, struct failure *failure) {
    struct paper_question question = {.latency = latency,
                                      .depth = depth,
                                      .receive_only = LETTER_B,
                                      .root_ball = root,
                                      .most_nodes = MOST_NODES};
    struct paper_result result;
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    schedule_init_blocks(&schedule, latency, depth);
    enum status status = paper_find(&question, &result, &schedule, failure);
    if (!status && result.found && result.literal) {
        *solved = root ? SOLVED_WITH_ROOT : SOLVED;
        status = claim_call_put(all->call, evidence_of_schedule(&schedule), failure);
    } else if (!status) {
        *solved = result.stuck_letter < 0 && result.gave_up ? UNKNOWN : STUCK;
    }
    return status;
}

/* The first of L depths in a row that are all solved or may be, the last with the root; -1: none.
 */
static int find_window(const struct literal *all, int latency, bool surely) {
    int row = 0;
    for (int t = latency; t <= MULTIPLE * latency; t++) {
        bool last = all->solved[t] == SOLVED_WITH_ROOT || (!surely && all->solved[t] == UNKNOWN);
        if (last && row + 1 >= latency)
            return t - latency + 1;
        row = all->solved[t] >= (surely ? SOLVED : UNKNOWN) ? row + 1 : 0;
    }
    return -1;
}

static enum status literal(struct claim_call *call, struct failure *failure) {
    enum { SURELY, PERHAPS, LONGEST };
    struct literal all = {.call = call};
    int latency = (int)call->a[0], row = 0;
    size_t used = 0;
    enum status status = STATUS_OK;
    for (int t = latency; t <= MULTIPLE * latency && !status; t++) {
        status = run_literally(&all, latency, t, true, &all.solved[t], failure);
        if (!status && all.solved[t] != SOLVED_WITH_ROOT)
            status = run_literally(&all, latency, t, false, &all.solved[t], failure);
        row = all.solved[t] >= SOLVED ? row + 1 : 0;
        call->give[LONGEST] = row > call->give[LONGEST] ? row : call->give[LONGEST];
        if (row && used + 8 < sizeof call->text)
            used += (size_t)sprintf(call->text + used, " %d", t);
    }
    call->give[SURELY] = find_window(&all, latency, true) >= 0;
    call->give[PERHAPS] = find_window(&all, latency, false) >= 0;
    return status;
}

const struct claim_function word_functions[] = {
    {"figure_2_language", "", "",
     "do the printed patterns of Figure 2 accept all words in which no item is received twice?",
     figure_2_language, 0},
    {"example", "a=0..2 b=0..2 c=0..2 d=0..2 e=0..2 receive_only=0..2", "schedule stream",
     "the block-cyclic schedule for L = 3, t = 7 with words abcd and e, or its broadcast of 8 "
     "items",
     example, 0},
    {"family_block", "L=3..10 t=0..1000 i=0..100000 letter=0..64",
     "depth blocks receive_only head size copies",
     "block i of the base case for depth t (0: the last) in the families of `results`, and how "
     "often "
     "it has the letter",
     family_block, 0},
    {"literal", "L=3..12", "surely perhaps longest",
     "the algorithm for the base cases with each word on the smallest unused block: L depths in a "
     "row, up to 5L? {text}: which are solved",
     literal, 0},
    {.name = NULL}};
