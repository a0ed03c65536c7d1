/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, section 3.3, the sketch of Theorem 3.4: two observations on L = 2 and P-1 =
 * P(t) processors, delay L + t, in all stationary schedules that there are, in periodic ones where
 * no stationary one is (t = 4 and 5), and in closed words. */

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/model/certificates.h"
#include "solver/model/sequence.h"
#include "solver/question/serve.h"
#include "solver/stream/stationary/search.h"
#include "tools/claims/functions/functions.h"

enum { LATENCY = 2, MOST_WORD = 9 };

/* What one processor does again and again. */
struct repeated {
    size_t length;
    const int *values, *sends;
};

/* Since how many steps the processor has had the item that it sends at this place. Items that are
 * sent have 2 steps left, so it was received with more. */
static size_t age_of_sent(const struct repeated *word, size_t place) {
    size_t age = 0;
    while (word->values[(place + word->length * (age + 1) - age) % word->length] !=
           word->sends[place] + (int)age)
        age++;
    return age;
}

/* The steps at which an `a` comes while something is sent, and those of them at which the step just
 * before the reception of what is sent was not idle. */
struct rule {
    long met, broken;
};

static void see_rule(const struct repeated *word, struct rule *rule) {
    for (size_t place = 0; place < word->length; place++) {
        if (word->values[place] != 0 || word->sends[place] == CLOSED_WORD_SILENT)
            continue;
        size_t age = age_of_sent(word, place) + 1;
        rule->met++;
        rule->broken +=
            word->sends[(place + word->length * age - age) % word->length] != CLOSED_WORD_SILENT;
    }
}

enum { COUNT, IDLE, BROKEN, STATIONARY };

/* Of all schedules: of those at which more than one processor sends nothing at a step, and of those
 * that break the rule, how many there are. */
struct sketch {
    struct claim_call *call;
    int depth;
    struct failure *failure;
    enum status status;
};

/* The most processors that send nothing at one of the steps of a period. A word is begun by one
 * processor at each multiple of the period. */
static enum status count_idle(const struct schedule *schedule, long *most,
                              struct failure *failure) {
    size_t period = (size_t)schedule->period;
    FREED long *idle = memory_new(period, sizeof *idle);
    TRY(memory_check(idle, failure, "a period"));
    for (size_t i = 0; i < schedule->word_count; i++)
        for (size_t p = 0; p < schedule->words[i].length; p++)
            if (schedule->words[i].sends[p] == CLOSED_WORD_SILENT)
                idle[p % period] += mpz_get_si(schedule->words[i].count);
    *most = 0;
    for (size_t p = 0; p < period; p++)
        *most = idle[p] > *most ? idle[p] : *most;
    return STATUS_OK;
}

static enum status see_schedule(struct sketch *sketch, const struct schedule *schedule,
                                struct failure *failure) {
    struct claim_call *call = sketch->call;
    struct rule rule = {0};
    long idle = 0;
    TRY(count_idle(schedule, &idle, failure));
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *class = &schedule->words[i];
        see_rule(&(struct repeated){class->length, class->values, class->sends}, &rule);
    }
    call->give[COUNT]++;
    call->give[IDLE] += idle > 1;
    call->give[BROKEN] += rule.broken > 0;
    return claim_call_put(call, evidence_of_schedule(schedule), failure);
}

static bool take_schedule(void *context, const struct schedule *schedule) {
    struct sketch *sketch = context;
    sketch->status = see_schedule(sketch, schedule, sketch->failure);
    return !sketch->status;
}

/* Any schedule of this period, by the first engine that has one. */
static enum status find_periodic(struct sketch *sketch, mpz_srcptr processors, int period,
                                 bool *found, struct failure *failure) {
    static serve_engine *const engines[] = {serve_construction, serve_search, serve_sat, NULL};
    CLEANUP(stream_asked_clear)
    struct stream_asked asked = {.machine = {.logp = {LATENCY, 0, 1}, .ports = 1},
                                 .depth = sketch->depth,
                                 .class = CLASS_PERIODIC,
                                 .period = period};
    CLEANUP(outcome_clear) struct outcome outcome = {.by = "periodic"};
    mpz_init_set(asked.processors, processors);
    TRY(serve_first(engines, &asked, &sketch->call->job->limits, &outcome, failure));
    *found = outcome_schedule(&outcome);
    return *found ? see_schedule(sketch, outcome_schedule(&outcome), failure) : STATUS_OK;
}

/* All stationary schedules; where there are none, one of the least period. */
static enum status schedules(struct claim_call *call, struct failure *failure) {
    struct sketch sketch = {.call = call, .depth = (int)call->a[0], .failure = failure};
    enum verdict end;
    bool found = false;
    BIG(processors);
    TRY(sequence_term(processors, LATENCY, sketch.depth, NULL, failure));
    TRY(stationary_all(LATENCY, sketch.depth, mpz_get_si(processors), &call->job->limits,
                       take_schedule, &sketch, &end, failure));
    TRY(sketch.status);
    call->give[STATIONARY] = call->give[COUNT];
    for (int period = 2; !call->give[STATIONARY] && period <= 4 && !found; period++)
        TRY(find_periodic(&sketch, processors, period, &found, failure));
    return STATUS_OK;
}

/* All closed words of one length over 0..t-2 and t. */
struct enumeration {
    int depth, length, values[MOST_WORD];
    bool taken[MOST_WORD]; /* deadlines modulo the length */
    long words;
    struct rule rule;
};

/* *sends: what has two steps left or more, if that is one item at most at each step: who has an
 * item in an optimal tree sends it at every step. */
static bool send_all(const struct enumeration *all, int *sends) {
    for (int p = 0; p < all->length; p++)
        sends[p] = CLOSED_WORD_SILENT;
    for (int p = 0; p < all->length; p++)
        for (int left = all->values[p]; left >= LATENCY; left--) {
            int place = (p + all->values[p] - left) % all->length;
            if (sends[place] != CLOSED_WORD_SILENT)
                return false;
            sends[place] = left;
        }
    return true;
}

static void see_word(struct enumeration *all) {
    int sends[MOST_WORD];
    if (!send_all(all, sends))
        return;
    all->words++;
    see_rule(&(struct repeated){(size_t)all->length, all->values, sends}, &all->rule);
}

static void extend(struct enumeration *all, int place) {
    if (place == all->length) {
        see_word(all);
        return;
    }
    for (int value = 0; value <= all->depth; value++) {
        int deadline = (place + value) % all->length;
        if (value == all->depth - 1 || all->taken[deadline])
            continue;
        all->taken[deadline] = true;
        all->values[place] = value;
        extend(all, place + 1);
        all->taken[deadline] = false;
    }
}

static enum status closed_words(struct claim_call *call, struct failure *failure) {
    struct enumeration all = {.depth = (int)call->a[0], .length = (int)call->a[1]};
    (void)failure;
    extend(&all, 0);
    call->give[0] = all.words;
    call->give[1] = all.rule.met;
    call->give[2] = all.rule.broken;
    return STATUS_OK;
}

const struct claim_function two_functions[] = {
    {"two_schedules", "t=2..6", "count idle broken stationary",
     "all stationary schedules for L = 2, or a periodic one: those with a step at which more than "
     "one processor sends nothing, those that break the rule on receptions of an a",
     schedules, 0},
    {"closed_words", "t=2..12 length=1..9", "words met broken",
     "all closed words of this depth and length: receptions of an a while something is sent, those "
     "that break the rule",
     closed_words, 0},
    {.name = NULL}};
