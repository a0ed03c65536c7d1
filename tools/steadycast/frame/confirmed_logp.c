/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/confirmed_logp.h"

#include <gmp.h>

#include "tools/steadycast/frame/confirmed_parts.h"
#include "tools/steadycast/frame/fields.h"

/* --- the most processors --- */

/* l + t */
static int64_t delay_of(const struct question *question) {
    const struct logp_machine machine = question_machine(question);
    return logp_machine_transfer(&machine) + question_number(question, KEY_DEPTH);
}

/* Steps to spare do no harm: an item that is there sooner is there in time. */
static bool is_in_time(const char *fields, const struct question *question) {
    bool there;
    mpz_t delay;
    mpz_init_set_si(delay, delay_of(question));
    int order = fields_compare(fields, "delay", delay, &there);
    mpz_clear(delay);
    return there && order <= 0;
}

bool confirmed_stream_capacity_schedule(const char *fields, const struct question *question,
                                        const char *bound) {
    mpz_t served;
    mpz_init(served);
    bool right = bound && mpz_set_str(served, bound, 10) == 0 && mpz_sgn(served) > 0 &&
                 confirmed_is_stream(fields, question, served) && is_in_time(fields, question);
    mpz_clear(served);
    return right;
}

bool confirmed_stream_capacity_bound(const char *fields, const struct question *question,
                                     const char *bound) {
    const struct logp_machine machine = question_machine(question);
    return bound && *bound && machine.gap >= 2 * (int64_t)machine.overhead &&
           fields_say(fields, "kind", "prices") &&
           fields_count(fields, "l", (long)logp_machine_transfer(&machine)) &&
           fields_count(fields, "g", machine.gap) &&
           fields_count(fields, "s", question_number(question, KEY_DEPTH)) &&
           fields_say(fields, "most", bound);
}

/* --- K items --- */

static bool is_about(const char *fields, const struct question *question) {
    mpz_t processors;
    mpz_init(processors);
    question_big(question, KEY_PROCESSORS, processors);
    bool right = confirmed_machine(fields, question) && fields_big(fields, "P", processors) &&
                 fields_count(fields, "K", question_number(question, KEY_ITEMS));
    mpz_clear(processors);
    return right;
}

static bool is_single(const struct question *question) {
    return question_number(question, KEY_SENDS) == 1;
}

/* A list says what its capacity is where that is not full. */
static bool has_capacity(const char *fields, const struct question *question) {
    enum logp_capacity capacity = (enum logp_capacity)question_number(question, KEY_CAPACITY);
    return capacity == CAPACITY_FULL
               ? fields_find(fields, "capacity").length == 0
               : fields_say(fields, "capacity", logp_capacity_names[capacity]);
}

/* Of one source that has all items at time 0. */
static bool is_list(const char *fields, const struct question *question, const char *bound) {
    return fields_say(fields, "kind", "messages") && fields_say(fields, "machine", "logp") &&
           fields_say(fields, "sources", "one") && fields_count(fields, "period", 0) &&
           is_about(fields, question) && has_capacity(fields, question) &&
           (fields_say(fields, "sends", "single") || !is_single(question)) &&
           fields_say(fields, "end", bound);
}

/* What the stream has a delay of, if its first K items end at `end`; `delay` is initialised. */
static void find_delay(const struct question *question, const char *end, mpz_ptr delay) {
    const struct logp_machine machine = question_machine(question);
    mpz_t before;
    mpz_init_set_si(before, logp_machine_step(&machine));
    mpz_mul_si(before, before, question_number(question, KEY_ITEMS) - 1);
    if (mpz_set_str(delay, end, 10))
        mpz_set_si(delay, -1);
    mpz_sub(delay, delay, before);
    mpz_clear(before);
}

static bool is_beginning(const char *fields, const struct question *question, const char *bound) {
    mpz_t served, delay;
    mpz_inits(served, delay, NULL);
    question_big(question, KEY_PROCESSORS, served);
    mpz_sub_ui(served, served, 1);
    find_delay(question, bound, delay);
    bool right =
        confirmed_is_stream(fields, question, served) && fields_big(fields, "delay", delay);
    mpz_clears(served, delay, NULL);
    return right;
}

bool confirmed_logp_items_schedule(const char *fields, const struct question *question,
                                   const char *bound) {
    return bound && *bound &&
           (is_list(fields, question, bound) || is_beginning(fields, question, bound));
}

bool confirmed_logp_items_bound(const char *fields, const struct question *question,
                                const char *bound) {
    return bound && *bound && fields_say(fields, "kind", "items-bound") &&
           is_about(fields, question) &&
           (fields_say(fields, "sends", "any") || is_single(question)) &&
           fields_say(fields, "before", bound);
}
