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

enum { MOST_LATENCY = 64 };

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
    CLEANUP(big_clear) mpz_t one;
    mpz_init_set_ui(one, 1);
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

/* --- base cases by words of the lemma: families that were written before, which steadycheck
 * verifies. As the order of letters is not in these certificates, a block counts if its
 * letters are those of a word of the lemma, which is legal in the order that the lemma has. --- */

struct letters {
    long total, counts[MOST_LATENCY];
};

static void count_letters(const struct schedule *schedule, const struct block_class *class,
                          struct letters *letters) {
    *letters = (struct letters){.total = class->size - 1};
    for (size_t i = class->first; i < class->range_end; i++)
        for (int letter = schedule->ranges[i].first; letter <= schedule->ranges[i].last; letter++)
            letters->counts[letter] += schedule->ranges[i].copies;
}

/* a^(L-2) (ca)^i b^*. */
static bool is_first_form(long latency, const struct letters *letters) {
    const long *n = letters->counts;
    return n[0] - n[2] == latency - 2 && n[0] + n[1] + n[2] == letters->total;
}

/* (j-1)^(L-1-j) j^* for some j >= 2. */
static bool is_second_form(long latency, const struct letters *letters) {
    for (long j = 2; j < latency; j++) {
        long before = letters->counts[j - 1], copies = letters->counts[j];
        if (before == latency - 1 - j && before + copies == letters->total)
            return true;
    }
    return false;
}

/* What the window of a family holds. */
struct base {
    long latency, from, blocks, instances;
    long others; /* letters left over that are not b, blocks with other letters */
    bool root;   /* the last root was a^(L-2) (ca)* b* */
};

static void take_block(struct base *base, const struct schedule *schedule,
                       const struct block_class *class) {
    struct letters letters;
    count_letters(schedule, class, &letters);
    base->blocks++;
    bool first = is_first_form(base->latency, &letters);
    if (class->head == schedule->depth)
        base->root = first;
    /* a block of size 1 has no letters, and needs no word */
    if (letters.total && !first && !is_second_form(base->latency, &letters))
        base->others++;
}

static enum status take_instance(struct base *base, const char *path, long depth,
                                 struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    TRY(schedule_read_file(&schedule, path, (int)depth, failure));
    base->instances++;
    base->others += schedule.receive_only != 1;
    for (size_t i = 0; i < schedule.block_count; i++)
        take_block(base, &schedule, &schedule.blocks[i]);
    return STATUS_OK;
}

/* The last instance of a family ends its window. */
static enum status read_base(const char *path, struct base *base, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule last = {0};
    TRY(schedule_read_file(&last, path, SCHEDULE_READ_ANY_DEPTH, failure));
    base->from = last.depth - base->latency + 1;
    for (long depth = base->from; depth < base->from + base->latency; depth++)
        TRY(take_instance(base, path, depth, failure));
    return STATUS_OK;
}

static enum status base_words(struct claim_call *call, struct failure *failure) {
    char path[CLAIM_PATH_ROOM], fields[80];
    struct base base = {.latency = call->a[0]};
    snprintf(path, sizeof path, "%s/main-job/certificates/family-L%ld/paper.cert",
             call->job->results, base.latency);
    snprintf(fields, sizeof fields, "kind=family L=%ld", base.latency);
    enum status status = claim_verify(call->job, path, fields, failure);
    if (!status)
        status = read_base(path, &base, failure);
    call->give[0] = base.from;
    call->give[1] = base.blocks;
    call->give[2] = base.instances;
    call->give[3] = base.others;
    call->give[4] = base.root;
    return status;
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

static enum status try_depth(struct literal *all, int latency, int depth, struct failure *failure) {
    TRY(run_literally(all, latency, depth, true, &all->solved[depth], failure));
    if (all->solved[depth] != SOLVED_WITH_ROOT)
        TRY(run_literally(all, latency, depth, false, &all->solved[depth], failure));
    return STATUS_OK;
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
        status = try_depth(&all, latency, t, failure);
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
    {"base_words", "L=3..10", "from blocks instances others root",
     "the base cases of families of `results`: blocks with other words than those of Lemma 3.1",
     base_words, 0},
    {"literal", "L=3..12", "surely perhaps longest",
     "the algorithm for the base cases with each word on the smallest unused block: L depths in a "
     "row, up to 5L? {text}: which are solved",
     literal, 0},
    {.name = NULL}};
