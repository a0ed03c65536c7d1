/* The endless stream: the largest number of processors, the least delay, and numbers beside. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/count/count.h"
#include "solver/library/library.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"
#include "solver/question/capacity.h"
#include "solver/question/delay.h"

/* Both questions have a schedule on one side and prices on the other. */
struct two_sides {
    bool is_capacity;
    struct capacity capacity;
    struct delay delay;
};

static const struct answer *schedule_of(const struct two_sides *sides) {
    return sides->is_capacity ? &sides->capacity.schedule : &sides->delay.schedule;
}

static const struct prices *prices_of(const struct two_sides *sides) {
    if (sides->is_capacity)
        return &sides->capacity.prices;
    return sides->delay.has_prices ? &sides->delay.prices : NULL;
}

static const char *kind_of(const void *owned, steadycast_side side) {
    if (side == STEADYCAST_SCHEDULE)
        return answer_kind(schedule_of(owned));
    return prices_of(owned) ? "prices" : NULL;
}

static enum status put(const void *owned, steadycast_side side, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure) {
    if (side == STEADYCAST_SCHEDULE)
        return answer_put(schedule_of(owned), output, limits, failure);
    certificate_put_prices(output, prices_of(owned));
    return STATUS_OK;
}

static enum status expand(const void *owned, int items, struct items_schedule *schedule,
                          struct failure *failure) {
    return library_expand_answer(schedule_of(owned), items, schedule, failure);
}

static void release(void *owned) {
    struct two_sides *sides = owned;
    if (sides->is_capacity)
        capacity_clear(&sides->capacity);
    else
        delay_clear(&sides->delay);
    free(sides);
}

static const struct library_evidence evidence = {kind_of, put, expand, release};

/* A place for what is found, which the answer gives back only once it is there. */
static enum status make_sides(bool is_capacity, struct two_sides **sides, struct failure *failure) {
    *sides = memory_new(1, sizeof **sides);
    if (!*sides)
        return failure_memory(failure, "an answer");
    (*sides)->is_capacity = is_capacity;
    return STATUS_OK;
}

static void keep(steadycast_answer *answer, struct two_sides *sides) {
    answer->evidence = &evidence;
    answer->owned = sides;
    answer->nodes = schedule_of(sides)->nodes;
}

/* *search: the second of the two engines that there are. */
static enum status choose(const char *engine, bool *search, steadycast_answer *answer,
                          struct failure *failure) {
    *search = engine && strcmp(engine, "search") == 0;
    answer->engine = *search ? "search" : "construction";
    if (!engine || *search || strcmp(engine, "construction") == 0)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "engine: '%.40s' is neither construction nor search",
                       engine);
}

static enum status find_capacity(int latency, int depth, const char *engine,
                                 const struct limits *limits, steadycast_answer *answer,
                                 struct failure *failure) {
    struct two_sides *sides;
    bool search;
    enum status status = choose(engine, &search, answer, failure);
    if (!status)
        status = instance_check_range(latency, depth, failure);
    enum capacity_method method = search ? CAPACITY_SEARCH : CAPACITY_CONSTRUCTION;
    if (!status)
        status = capacity_check_range(latency, depth, method, failure);
    if (!status)
        status = make_sides(true, &sides, failure);
    if (status)
        return status;
    status = capacity_find(latency, depth, method, limits, &sides->capacity, failure);
    if (status) {
        free(sides);
        return status;
    }
    keep(answer, sides);
    if (sides->capacity.stopped)
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    status = library_answer_numbers(answer, sides->capacity.lower, sides->capacity.upper, failure);
    if (!status && answer->verdict == STEADYCAST_UNKNOWN)
        snprintf(answer->reason, sizeof answer->reason, "no schedule for more was found");
    return status;
}

steadycast_status steadycast_capacity(int latency, int depth, const char *engine,
                                      const steadycast_limits *limits, steadycast_answer **answer,
                                      steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new("", &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    enum status status = find_capacity(latency, depth, engine, &run.limits, result, &failure);
    return library_answer_give(result, status, &failure, answer, error);
}

/* The delays are L more than the depths. */
static enum status tell_delay(steadycast_answer *answer, int latency, const struct delay *delay,
                              struct failure *failure) {
    mpz_t lower, upper;
    mpz_init_set_si(lower, (long)latency + delay->lower);
    mpz_init_set_si(upper, (long)latency + delay->depth);
    enum status status = library_answer_numbers(answer, lower, upper, failure);
    if (!status && answer->verdict == STEADYCAST_UNKNOWN)
        snprintf(answer->reason, sizeof answer->reason, "no schedule of a smaller delay was found");
    mpz_clears(lower, upper, (mpz_ptr)NULL);
    return status;
}

/* `processors`: P, which becomes N = P-1. */
static enum status find_delay(int latency, mpz_ptr processors, const char *engine,
                              const struct limits *limits, steadycast_answer *answer,
                              struct failure *failure) {
    struct two_sides *sides;
    bool search;
    enum status status = choose(engine, &search, answer, failure);
    if (!status)
        status = instance_check_range(latency, 0, failure);
    mpz_sub_ui(processors, processors, 1);
    if (!status && mpz_sgn(processors) == 0)
        status = failure_set(failure, STATUS_INPUT,
                             "processors: 1 is the source alone, which waits for nothing");
    if (!status)
        status = make_sides(false, &sides, failure);
    if (status)
        return status;
    status = delay_find(latency, processors, search ? DELAY_SEARCH : DELAY_CONSTRUCTION, limits,
                        &sides->delay, failure);
    if (status) {
        free(sides);
        return status;
    }
    keep(answer, sides);
    return tell_delay(answer, latency, &sides->delay, failure);
}

steadycast_status steadycast_delay(int latency, const char *processors, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    mpz_t number;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new("", &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (!status)
        status = find_delay(latency, number, engine, &run.limits, result, &failure);
    mpz_clear(number);
    return library_answer_give(result, status, &failure, answer, error);
}

steadycast_status steadycast_tree_size(int latency, int depth, char **text,
                                       steadycast_error *error) {
    struct failure failure = {0};
    mpz_t value;
    if (!text)
        return library_refuse(error, "text: NULL");
    mpz_init(value);
    enum status status = instance_check_range(latency, depth, &failure);
    if (!status)
        status = sequence_term(value, latency, depth, &failure);
    if (!status)
        status = library_text(value, text, &failure);
    mpz_clear(value);
    return library_tell(status, &failure, error);
}

/* Both texts or none. */
static enum status give_counts(mpz_srcptr parikh, mpz_srcptr all, char **multisets, char **words,
                               struct failure *failure) {
    char *first, *second;
    enum status status = library_text(parikh, &first, failure);
    if (status)
        return status;
    status = library_text(all, &second, failure);
    if (status) {
        free(first);
        return status;
    }
    *multisets = first;
    *words = second;
    return STATUS_OK;
}

steadycast_status steadycast_count(int latency, int depth, const steadycast_limits *limits,
                                   char **multisets, char **words, steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    bool finished = false;
    mpz_t parikh, all;
    if (!multisets || !words)
        return library_refuse(error, "%s: NULL", multisets ? "words" : "multisets");
    mpz_inits(parikh, all, (mpz_ptr)NULL);
    library_run_init(&run, limits);
    enum status status =
        count_schedules(latency, depth, &run.limits, parikh, all, &finished, &failure);
    if (!status && !finished)
        status = failure_set(&failure, STATUS_LIMIT, LIMITS_STOPPED);
    if (!status)
        status = give_counts(parikh, all, multisets, words, &failure);
    mpz_clears(parikh, all, (mpz_ptr)NULL);
    return library_tell(status, &failure, error);
}
