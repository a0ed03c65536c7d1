#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solver/bound/reach.h"
#include "solver/build/logp.h"
#include "solver/certificate/write.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/verbs/delay.h"

/* A postal schedule in steps, and both bounds in cycles. */
struct logp_answer {
    struct logp_machine machine;
    struct logp_steps steps;
    struct reach_bound bound;
    struct delay postal;
    int64_t delay;
};

static enum status find(const struct arguments *arguments, struct control *control,
                        mpz_srcptr processors, struct logp_answer *answer,
                        struct failure *failure) {
    enum status status =
        logp_option_parse(option(arguments, "logp")->text, &answer->machine, failure);
    if (!status)
        status = logp_reduce(&answer->machine, &answer->steps, failure);
    if (!status)
        status = reach_lower(&answer->machine, processors, &answer->bound, failure);
    if (!status)
        status = delay_ask(arguments, control, answer->steps.latency, processors,
                           DELAY_CONSTRUCTION, &answer->postal, failure);
    if (!status)
        answer->delay = logp_delay(&answer->machine, &answer->steps, answer->postal.depth);
    return status;
}

/* The postal schedule, and why no item can be faster. */
static enum status write_all(const struct arguments *arguments, const struct logp_answer *answer,
                             struct failure *failure) {
    static const char *const names[] = {"schedule.cert", "bound.cert", "bound-later.cert"};
    char path[DELAY_PATH_ROOM];
    bool force = option(arguments, "force")->given;
    enum status status = delay_probe(arguments, names, 1 + answer->bound.count, failure);
    if (!status)
        status = delay_path(arguments, names[0], path, failure);
    if (!status)
        status = answer_write(&answer->postal.schedule, path, force, failure);
    for (int i = 0; i < answer->bound.count && !status; i++) {
        status = delay_path(arguments, names[1 + i], path, failure);
        if (!status)
            status = certificate_write_reach(path, force, &answer->machine, answer->bound.times[i],
                                             failure);
    }
    return status;
}

/* What rounding to whole steps loses. */
static void remark(const struct logp_answer *answer) {
    int64_t transfer = logp_machine_transfer(&answer->machine);
    if (answer->delay == answer->bound.delay)
        fprintf(stderr, "least delay: no stream with one item in %d cycles has a smaller one\n",
                answer->steps.length);
    else
        fprintf(stderr,
                "a postal step is max(g,2o) = %d cycles, L+2o = %" PRId64 " cycles are %s%d steps; "
                "at most %" PRId64 " cycles are lost\n",
                answer->steps.length, transfer,
                transfer % answer->steps.length ? "rounded up to " : "", answer->steps.latency,
                answer->delay - answer->bound.delay);
}

static enum status print(const struct arguments *arguments, const struct logp_answer *answer,
                         struct failure *failure) {
    if (!option(arguments, "json")->given) {
        printf("delay %" PRId64 "\nlower %" PRId64 "\nstep %d\nlatency %d\nwait %d\n",
               answer->delay, answer->bound.delay, answer->steps.length, answer->steps.latency,
               answer->steps.wait);
        if (!option(arguments, "quiet")->given)
            remark(answer);
        return STATUS_OK;
    }
    json_t *object =
        json_pack("{s:[i,i,i], s:I, s:I, s:i, s:i, s:i, s:i}", "logp", answer->machine.latency,
                  answer->machine.overhead, answer->machine.gap, "delay", (json_int_t)answer->delay,
                  "lower", (json_int_t)answer->bound.delay, "step", answer->steps.length, "latency",
                  answer->steps.latency, "depth", answer->postal.depth, "wait", answer->steps.wait);
    return json_line(object, failure);
}

enum status delay_logp(const struct arguments *arguments, struct control *control,
                       mpz_srcptr processors, struct failure *failure) {
    struct logp_answer answer;
    enum status status = find(arguments, control, processors, &answer, failure);
    if (status)
        return status;
    if (option(arguments, "output")->given)
        status = write_all(arguments, &answer, failure);
    if (!status)
        status = print(arguments, &answer, failure);
    delay_clear(&answer.postal);
    return status;
}
