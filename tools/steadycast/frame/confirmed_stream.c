/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/confirmed_stream.h"

#include <stdint.h>

#include "solver/model/logp_machine.h"
#include "tools/steadycast/frame/confirmed_parts.h"
#include "tools/steadycast/frame/fields.h"

/* N; `served` is initialised. */
static void find_served(const struct question *question, mpz_ptr served) {
    question_big(question, KEY_PROCESSORS, served);
    mpz_sub_ui(served, served, 1);
}

bool confirmed_is_stream(const char *fields, const struct question *question, mpz_srcptr served) {
    enum logp_capacity capacity = (enum logp_capacity)question_number(question, KEY_CAPACITY);
    return fields_say(fields, "kind", "logp-schedule") && confirmed_machine(fields, question) &&
           fields_say(fields, "capacity", logp_capacity_names[capacity]) &&
           fields_big(fields, "N", served);
}

bool confirmed_stream_schedule(const char *fields, const struct question *question,
                               const char *bound) {
    mpz_t served;
    mpz_init(served);
    find_served(question, served);
    bool right = confirmed_is_stream(fields, question, served) && confirmed_time(bound) > 0 &&
                 fields_count(fields, "delay", confirmed_time(bound));
    mpz_clear(served);
    return right;
}

bool confirmed_stream_is_file(const struct question *question) {
    const struct logp_machine machine = question_machine(question);
    return machine.gap <= machine.overhead;
}

/* S-1: one cycle less than what the bound is above l. */
static int64_t before(const struct confirmed_stream *stream) {
    const struct logp_machine machine = question_machine(stream->question);
    return confirmed_time(stream->bound) - logp_machine_transfer(&machine) - 1;
}

/* Are these prices for the machine, one cycle below the bound? */
static bool is_priced(const struct confirmed_stream *stream, const char *fields) {
    const struct logp_machine machine = question_machine(stream->question);
    return machine.gap >= 2 * (int64_t)machine.overhead && fields_say(fields, "kind", "prices") &&
           fields_count(fields, "l", (long)logp_machine_transfer(&machine)) &&
           fields_count(fields, "g", machine.gap) &&
           fields_count(fields, "s", (long)before(stream));
}

/* The `count`-th number of those that know an item. */
static bool is_counted(const struct confirmed_stream *stream, const char *fields) {
    const struct logp_machine machine = question_machine(stream->question);
    int64_t later = stream->count * (int64_t)logp_machine_apart(&machine);
    return fields_say(fields, "kind", "reach") && confirmed_machine(fields, stream->question) &&
           fields_count(fields, "time", (long)(before(stream) - later));
}

void confirmed_stream_begin(struct confirmed_stream *stream, const struct question *question,
                            const char *bound) {
    *stream = (struct confirmed_stream){.question = question, .bound = bound};
    mpz_init(stream->most);
    stream->wrong = before(stream) < 0;
}

void confirmed_stream_take(struct confirmed_stream *stream, const char *fields) {
    mpz_t most;
    mpz_init(most);
    stream->wrong |= stream->priced || !fields_take(fields, "most", most);
    stream->priced = stream->count == 0 && is_priced(stream, fields);
    stream->wrong |= !stream->priced && !is_counted(stream, fields);
    stream->count++;
    mpz_add(stream->most, stream->most, most);
    mpz_clear(most);
}

/* How many claims there have to be. */
static int needed(const struct confirmed_stream *stream) {
    const struct logp_machine machine = question_machine(stream->question);
    bool again = before(stream) >= logp_machine_apart(&machine);
    return confirmed_stream_is_file(stream->question) && again ? 2 : 1;
}

bool confirmed_stream_end(struct confirmed_stream *stream) {
    mpz_t served;
    mpz_init(served);
    find_served(stream->question, served);
    bool right =
        !stream->wrong && stream->count == needed(stream) && mpz_cmp(stream->most, served) < 0;
    mpz_clears(served, stream->most, NULL);
    return right;
}

bool confirmed_stream_bound(const char *fields, const struct question *question,
                            const char *bound) {
    struct confirmed_stream stream;
    confirmed_stream_begin(&stream, question, bound);
    confirmed_stream_take(&stream, fields);
    return confirmed_stream_end(&stream);
}
