/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.3, the sketch of Theorem 3.4: two observations on L = 2 and P-1 =
 * P(t) processors, delay L + t. They are looked at in all stationary schedules that there are, in
 * periodic ones where no stationary one is (t = 4 and 5), and the second one also in closed words,
 * one by one, in which an item is sent at every step from its reception until two steps are left.
 */
#include <stdio.h>
#include <stdlib.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/model/sequence.h"
#include "solver/question/serve.h"
#include "solver/stationary/search.h"
#include "tools/claims/methods/methods.h"

enum { LATENCY = 2, MOST_DEPTH = 6, MOST_WORD = 9, MOST_WORD_DEPTH = 12 };

/* What one processor does again and again. */
struct repeated {
    size_t length;
    const int *values;
    const int *sends;
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

/* What is asked of each schedule. */
struct sketch {
    struct claim_job *job;
    bool idle; /* at most one processor sends nothing, at each step; else the rule */
    int depth;
    long schedules;
    struct claim_stream stream;
    struct failure *failure;
    enum status status;
};

/* The most processors that send nothing at one of the steps of a period. A word is begun by one
 * processor at each multiple of the period. */
static enum status count_idle(const struct schedule *schedule, long *most,
                              struct failure *failure) {
    size_t period = (size_t)schedule->period;
    long *idle = memory_new(period, sizeof *idle);
    if (!idle)
        return failure_memory(failure, "a period");
    for (size_t i = 0; i < schedule->word_count; i++)
        for (size_t p = 0; p < schedule->words[i].length; p++)
            if (schedule->words[i].sends[p] == CLOSED_WORD_SILENT)
                idle[p % period] += mpz_get_si(schedule->words[i].count);
    *most = 0;
    for (size_t p = 0; p < period; p++)
        *most = idle[p] > *most ? idle[p] : *most;
    free(idle);
    return STATUS_OK;
}

static enum status see_schedule(struct sketch *sketch, const struct schedule *schedule,
                                struct failure *failure) {
    struct rule rule = {0};
    long idle = 0;
    enum status status = count_idle(schedule, &idle, failure);
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *class = &schedule->words[i];
        see_rule(&(struct repeated){class->length, class->values, class->sends}, &rule);
    }
    if (status)
        return status;
    sketch->schedules++;
    if (sketch->idle)
        claim_tell(&sketch->job->finding, CLAIM_AT("t", sketch->depth), claim_truth_of(idle <= 1),
                   CLAIM_MUTE, "%ld processors send nothing at one step", idle);
    else
        claim_tell(&sketch->job->finding, CLAIM_AT("t", sketch->depth),
                   claim_truth_of(!rule.broken), CLAIM_MUTE, "%ld of %ld receptions of a",
                   rule.broken, rule.met);
    return evidence_write_stream(evidence_of_schedule(schedule), sketch->stream.file, NULL,
                                 failure);
}

static bool take_schedule(void *context, const struct schedule *schedule) {
    struct sketch *sketch = context;
    sketch->status = see_schedule(sketch, schedule, sketch->failure);
    return !sketch->status;
}

/* Any schedule of this period, by the first engine that has one. */
static enum status find_periodic(struct sketch *sketch, mpz_srcptr processors, int period,
                                 bool *found, struct failure *failure) {
    struct serve_question question = {.latency = LATENCY,
                                      .depth = sketch->depth,
                                      .processors = processors,
                                      .class = SERVE_PERIODIC,
                                      .period = period};
    enum status status = STATUS_OK;
    *found = false;
    for (const struct serve_engine *engine = serve_engines; engine->name && !*found && !status;
         engine++) {
        struct answer answer;
        status = engine->solve(&question, &sketch->job->limits, &answer, failure);
        if (status)
            break;
        *found = answer.verdict == VERDICT_FEASIBLE && answer.evidence == EVIDENCE_SCHEDULE;
        if (*found)
            status = see_schedule(sketch, &answer.schedule, failure);
        answer_clear(&answer);
    }
    return status;
}

/* All stationary schedules; where there are none, one of the least period. */
static enum status see_depth(struct sketch *sketch, struct failure *failure) {
    enum stationary_end end;
    long before = sketch->schedules;
    bool found = false;
    mpz_t processors;
    mpz_init(processors);
    enum status status = sequence_term(processors, LATENCY, sketch->depth, NULL, failure);
    if (!status)
        status = stationary_all(LATENCY, sketch->depth, mpz_get_si(processors),
                                &sketch->job->limits, take_schedule, sketch, &end, failure);
    if (!status && sketch->status)
        status = sketch->status;
    bool none = sketch->schedules == before;
    for (int period = 2; none && period <= 4 && !status && !found; period++)
        status = find_periodic(sketch, processors, period, &found, failure);
    if (!status)
        gmp_fprintf(sketch->job->table, "t=%d, %Zd processors: %ld schedules%s\n", sketch->depth,
                    processors, sketch->schedules - before, found ? ", not stationary" : "");
    mpz_clear(processors);
    return status;
}

static enum status see_depths(struct claim_job *job, bool idle, struct failure *failure) {
    struct sketch sketch = {.job = job, .idle = idle, .failure = failure};
    struct claim_range depth;
    enum status status = claim_range(job, "t", LATENCY, MOST_DEPTH, &depth, failure);
    if (!status)
        status = claim_stream_open(job, "schedules.certs", &sketch.stream, failure);
    if (status)
        return status;
    for (long t = depth.first; t <= depth.last && !status; t++) {
        sketch.depth = (int)t;
        status = see_depth(&sketch, failure);
    }
    if (status)
        claim_stream_drop(&sketch.stream);
    else
        status =
            claim_stream_close(job, &sketch.stream, sketch.schedules, false, NULL, NULL, failure);
    return status;
}

enum status try_two_idle(struct claim_job *job, struct failure *failure) {
    return see_depths(job, true, failure);
}

/* All closed words of one length over 0..t-2 and t. */
struct enumeration {
    int depth;
    int length;
    int values[MOST_WORD];
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

static void see_words(struct claim_job *job, int depth, int length) {
    struct enumeration all = {.depth = depth, .length = length};
    extend(&all, 0);
    claim_tell(&job->finding, CLAIM_AT("t length", depth, length), claim_truth_of(!all.rule.broken),
               CLAIM_MUTE, "%ld words, %ld of %ld receptions of a", all.words, all.rule.broken,
               all.rule.met);
    fprintf(job->table, "t=%-2d words of %d letters: %6ld, a received while sending %ld times\n",
            depth, length, all.words, all.rule.met);
}

enum status try_two_rule(struct claim_job *job, struct failure *failure) {
    struct claim_range length, depth;
    enum status status = claim_range(job, "length", 1, MOST_WORD, &length, failure);
    if (!status)
        status = claim_range(job, "words", LATENCY, MOST_WORD_DEPTH, &depth, failure);
    if (!status)
        status = see_depths(job, false, failure);
    for (long t = depth.first; !status && t <= depth.last; t++)
        for (long n = length.first; n <= length.last; n++)
            see_words(job, (int)t, (int)n);
    return status;
}
