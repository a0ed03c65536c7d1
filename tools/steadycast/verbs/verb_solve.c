/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/model/port_growth.h"
#include "solver/model/sequence.h"
#include "solver/question/decide/outcome.h"
#include "tools/steadycast/verbs/ask_verb.h"

/* What an answer to a question about streams rests on, in a few lines on stdout. */

enum { SHOWN_CLASSES = 12, SHOWN_LETTERS = 60 };

/* Equal neighbours as one item, as in certificates. */
static void print_closed_word(const struct word_class *class, int period) {
    int shown = 0;
    gmp_printf("%Zd x", class->count);
    for (size_t p = 0, end; p < class->length; p = end) {
        for (end = p; end < class->length && class->values[end] == class->values[p]; end++)
            ;
        if (++shown > SHOWN_LETTERS) {
            printf(" ...");
            break;
        }
        printf(end - p > 1 ? " %d*%zu" : " %d", class->values[p], end - p);
    }
    size_t servers = class->length / (size_t)period;
    if (period > 1)
        printf("   (%zu processor%s)", servers, servers == 1 ? "" : "s");
    putchar('\n');
}

static void print_words(const struct schedule *schedule) {
    size_t shown = 0;
    if (schedule->period == 1)
        printf("stationary schedule");
    else
        printf("schedule of period %d", schedule->period);
    printf(", delay %d: values received, in turn\n", schedule->latency + schedule->depth);
    for (; shown < schedule->word_count && shown < SHOWN_CLASSES; shown++)
        print_closed_word(&schedule->words[shown], schedule->period);
    if (shown < schedule->word_count)
        printf("... and %zu more words (-o FILE holds them all)\n", schedule->word_count - shown);
}

static void print_block(const struct schedule *schedule, const struct block_class *class) {
    gmp_printf("%Zd x head %d, size %d", class->count, class->head, class->size);
    if (class->size > 1)
        printf(", leaves");
    int shown = 0;
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        if (++shown > SHOWN_LETTERS) {
            printf(" ...");
            break;
        }
        printf(range->last > range->first ? " %d-%d" : " %d", range->first, range->last);
        if (range->copies > 1)
            printf("*%d", range->copies);
    }
    putchar('\n');
}

/* Of several ports: words whose letters have items of their own. */
static void print_coloured(const struct schedule *schedule) {
    int p = schedule->ports, shown = 0;
    printf("stationary schedule, delay %d: words, and in them the letters of each of %d items, by "
           "position + value\n",
           schedule->latency + schedule->depth, p);
    for (size_t w = 0; w < schedule->coloured_count; w++) {
        const struct coloured_word *word = &schedule->coloured[w];
        printf("length %d\n", word->length);
        for (int c = 0; c < p && ++shown <= SHOWN_CLASSES; c++) {
            printf("  item %d:", c + 1);
            for (int y = 0; y < word->length && y < SHOWN_LETTERS; y++)
                printf(" %d", word->values[(size_t)c * (size_t)word->length + (size_t)y]);
            puts(word->length > SHOWN_LETTERS ? " ..." : "");
        }
    }
}

/* Of several ports: what is in words of length 1 beside blocks of size 1. */
static void print_singles(const struct schedule *schedule) {
    int shown = 0;
    if (schedule->partial.form != PARTIAL_NONE)
        printf("head %d sends %d copies\n", schedule->partial.head, schedule->partial.sends);
    printf("loose leaves");
    for (int v = 0; v <= schedule->depth; v++)
        if (mpz_sgn(schedule->loose[v]) > 0 && ++shown <= SHOWN_LETTERS)
            gmp_printf(" %d*%Zd", v, schedule->loose[v]);
    puts(shown > SHOWN_LETTERS ? " ..." : "");
}

static void print_blocks(const struct schedule *schedule) {
    size_t shown = 0;
    bool several = schedule->ports > 1;
    if (schedule->coloured_count) {
        print_coloured(schedule);
        return;
    }
    printf("%s schedule, delay %d: values of heads and leaves%s\n",
           several ? "stationary" : "block-cyclic", schedule->latency + schedule->depth,
           several ? ", an item of a step" : "");
    for (; shown < schedule->block_count && shown < SHOWN_CLASSES; shown++)
        print_block(schedule, &schedule->blocks[shown]);
    if (shown < schedule->block_count)
        printf("... and %zu more kinds of blocks (-o FILE holds them all)\n",
               schedule->block_count - shown);
    if (several)
        print_singles(schedule);
    else
        printf("receive-only %d\n", schedule->receive_only);
}

static void print_window(const struct outcome *outcome) {
    const struct family *family = outcome_window(outcome);
    char name[LETTER_NAME_SIZE];
    letter_name(name, family->receive_only, family->latency);
    printf("by induction from t = %d..%d, receive-only %s\n", family->from,
           family->from + family->latency - 1, name);
}

static void print_exclusion(const char *kind) {
    static const char *const words[][2] = {
        {"impossible-residues",
         "no letter can be left over: the sums of the letters do not fit the blocks"},
        {"impossible-search", "search exhausted"},
        {"impossible-cnf", "formula refuted"},
        {"impossible-periodic", "formula refuted"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], kind) == 0)
            printf("%s\n", words[i][1]);
}

static void solve_print_reason(const struct outcome *outcome) {
    const struct schedule *schedule = outcome_schedule(outcome);
    const struct logp_schedule *stream = outcome_stream(outcome);
    const struct prices *prices = outcome_prices(outcome);
    if (schedule)
        (schedule->word_count ? print_words : print_blocks)(schedule);
    else if (outcome_window(outcome))
        print_window(outcome);
    else if (stream)
        printf("stream of period %d, delay %" PRId64 ", capacity %s: %s\n", stream->period,
               logp_schedule_delay(stream), logp_capacity_names[stream->capacity], outcome->by);
    else if (prices) {
        BIG(bound);
        prices_bound(prices, bound);
        gmp_printf("no schedule reaches more than %Zd processors\n", bound);
    } else if (outcome->bound.kind)
        print_exclusion(outcome->bound.kind);
}

/* What the search met and pruned; the same as an object with the one key `statistics`. */
static void solve_print_statistics(const struct outcome *outcome) {
    const struct walk_statistics *statistics = &outcome->statistics;
    if (!statistics->inner) {
        printf("no statistics: the engine %s keeps none of this question\n", outcome->by);
        return;
    }
    if (statistics->placed != outcome->nodes)
        printf("counted since the search was taken up: %" PRIu64 " of %" PRIu64 " nodes\n",
               statistics->placed, outcome->nodes);
    printf("nodes with a slot to fill %" PRIu64 ", without an open letter %" PRIu64
           "\nletters placed %" PRIu64 ", fillings %" PRIu64 "\nletters pruned:",
           statistics->inner, statistics->leaves, statistics->placed, statistics->solutions);
    for (int rule = 0; rule < WALK_RULES; rule++)
        printf("%s %s %" PRIu64, rule ? "," : "", walk_rule_names[rule], statistics->pruned[rule]);
    printf("\n");
}

static json_t *solve_statistics(const struct outcome *outcome) {
    const struct walk_statistics *statistics = &outcome->statistics;
    json_t *pruned = json_object();
    for (int rule = 0; rule < WALK_RULES && pruned; rule++)
        json_object_set_new(pruned, walk_rule_names[rule],
                            json_integer((json_int_t)statistics->pruned[rule]));
    return json_pack("{s:{s:I, s:I, s:I, s:I, s:o}}", "statistics", "inner",
                     (json_int_t)statistics->inner, "leaves", (json_int_t)statistics->leaves,
                     "placed", (json_int_t)statistics->placed, "fillings",
                     (json_int_t)statistics->solutions, "pruned", pruned);
}

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"depth", 't', OPTION_NUMBER, true, "T", 0, SEQUENCE_MAX_INDEX,
     "depth of the broadcast tree: delay L+T, or L+2o+T cycles"},
    {"schedule", 0, OPTION_TEXT, false, "CLASS", 0, 0,
     "block-cyclic (default), stationary, periodic:T or any (default on a LogP machine, and with "
     "several ports)"},
    {"processors", 'N', OPTION_TEXT, false, "N", 0, 0, "how many must be served (default: P(T))"},
    {"keep-roles", 0, OPTION_FLAG, false, "", 0, 0,
     "periodic:T: after a period every processor has its own role again"},
    OPTION_SPEC_ENGINE,
    {"encoding", 0, OPTION_CHOICE, false, "sums|words", 0, 0,
     "formula of the sat engine (default: sums)"},
    {"no-ball-rule", 0, OPTION_FLAG, false, "", 0, 0,
     "backtrack: do not prune by the number of balls"},
    {"statistics", 0, OPTION_FLAG, false, "", 0, 0, "backtrack: count how often each rule prunes"},
    {"state", 0, OPTION_NAME, false, "FILE", 0, 0,
     "backtrack: where a stopped search is kept (default: steadycast-L<L>-t<T>.state)"},
    OPTION_SPEC_OUTPUT("write the certificate (- is stdout)"),
    OPTION_SPECS_ASKED,
};

/* What only the engines for whole trees read. */
static enum status check_whole(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"encoding", "no-ball-rule", "state", "statistics"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (option(arguments, names[i])->given)
            return failure_input(failure, "--%s is for block-cyclic schedules on P(T) processors",
                                 names[i]);
    return STATUS_OK;
}

static bool has_ports(const struct arguments *arguments) {
    return option(arguments, "ports")->given && option(arguments, "ports")->number > 1;
}

/* P(t), of as many ports. */
static enum status find_tree(const struct arguments *arguments, mpz_ptr tree,
                             const struct limits *limits, struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    long depth = option(arguments, "depth")->number;
    if (!has_ports(arguments))
        return sequence_term(tree, latency, depth, limits, failure);
    return port_capacity(latency, (int)option(arguments, "ports")->number, (int)depth, tree,
                         failure);
}

/* Is N = P(t)? Which is a long number, and need not be known where N is not given. */
static enum status is_whole(const struct arguments *arguments, bool *whole,
                            const struct limits *limits, struct failure *failure) {
    const struct option_value *given = option(arguments, "processors");
    *whole = !given->given;
    if (*whole)
        return STATUS_OK;
    BIG(tree, served);
    if (option(arguments, "latency")->given)
        TRY(find_tree(arguments, tree, limits, failure));
    *whole = mpz_set_str(served, given->text, 10) == 0 && mpz_cmp(tree, served) == 0;
    return STATUS_OK;
}

/* P(t) processors, where another class is asked for. */
static enum status set_tree(const struct arguments *arguments, struct question *question,
                            const struct limits *limits, struct failure *failure) {
    if (!option(arguments, "latency")->given)
        return failure_input(failure, "--processors is missing: such a machine is asked for N");
    BIG(tree);
    TRY(find_tree(arguments, tree, limits, failure));
    return question_set_big(question, KEY_SERVED, tree, failure);
}

/* For blocks on the whole tree it is the question of `decide`, else that of `serve`. */
static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    const struct option_value *schedule = option(arguments, "schedule");
    bool postal = option(arguments, "latency")->given && !option(arguments, "capacity")->given &&
                  !has_ports(arguments);
    const char *class = schedule->given ? schedule->text : postal ? "block-cyclic" : "any";
    bool blocks = strcmp(class, "block-cyclic") == 0, whole = false;
    bool roles = option(arguments, "keep-roles")->given;
    question_init(question, SUBJECT_DECIDE);
    TRY(question_option_machine(arguments, failure));
    if (blocks)
        TRY(is_whole(arguments, &whole, limits, failure));
    if (!whole) {
        question_init(question, SUBJECT_SERVE);
        TRY(check_whole(arguments, failure));
        TRY(question_option_value(question, KEY_SCHEDULE, "schedule", class, failure));
    }
    if (roles && (whole || question_number(question, KEY_SCHEDULE) < CLASS_PERIODIC))
        return failure_input(failure, "--keep-roles is for --schedule periodic:T");
    if (whole)
        return STATUS_OK;
    question_set(question, KEY_ROLES, roles);
    const struct option_value *served = option(arguments, "processors");
    if (!served->given)
        TRY(set_tree(arguments, question, limits, failure));
    else if (question_read_value(question, KEY_SERVED, served->text, NULL))
        return failure_input(
            failure,
            "--processors: '%.40s' is not a whole number from 1 on, of at most 100000 digits",
            served->text);
    *given = 1 << subject_place(SUBJECT_SERVE, KEY_SCHEDULE) |
             1 << subject_place(SUBJECT_SERVE, KEY_SERVED);
    return STATUS_OK;
}

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    (void)alone, (void)failure;
    solve_print_reason(asking_outcome(asking));
    if (option(asking->arguments, "statistics")->given)
        solve_print_statistics(asking_outcome(asking));
    return STATUS_OK;
}

static json_t *more(const struct asking *asking) {
    return option(asking->arguments, "statistics")->given ? solve_statistics(asking_outcome(asking))
                                                          : json_object();
}

static const struct ask_verb row = {.own = "processors|schedule",
                                    .pose = pose,
                                    .print = print,
                                    .more = more,
                                    .state = "steadycast-L%ld-t%ld.state"};

VERB(solve, "Finds a schedule for (L,t), or proves that there is none", "", .ask = &row);
