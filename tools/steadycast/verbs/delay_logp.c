#include <inttypes.h>

#include "solver/bound/reach.h"
#include "solver/certificate/write.h"
#include "solver/construction/logp.h"
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

/* Where the number of those that can know an item is too large to be counted, every item takes
 * L+2o to its first receiver all the same. */
static enum status find_bound(mpz_srcptr processors, bool quiet, struct logp_answer *answer,
                              struct failure *failure) {
    enum status status = reach_lower(&answer->machine, processors, &answer->bound, failure);
    if (status != STATUS_LIMIT)
        return status;
    if (!quiet)
        fprintf(stderr, "lower bound: %s\n", failure->message);
    answer->bound = (struct reach_bound){.delay = logp_machine_transfer(&answer->machine)};
    return STATUS_OK;
}

static enum status find(const struct arguments *arguments, struct control *control,
                        mpz_srcptr processors, struct logp_answer *answer,
                        struct failure *failure) {
    enum status status =
        logp_option_parse(option(arguments, "logp")->text, &answer->machine, failure);
    if (!status)
        status = logp_reduce(&answer->machine, &answer->steps, failure);
    struct answer_folder folder = delay_folder(arguments);
    if (!status)
        status = answer_folder_probe(&folder, failure);
    if (!status)
        status = find_bound(processors, control->quiet, answer, failure);
    if (!status)
        status = delay_ask(arguments, control, answer->steps.latency, processors,
                           DELAY_CONSTRUCTION, &answer->postal, failure);
    if (!status)
        answer->delay = logp_delay(&answer->machine, &answer->steps, answer->postal.depth);
    return status;
}

/* The postal schedule, and why no item can be faster. */
static enum status write_file(const void *context, int file, const char *path,
                              struct failure *failure) {
    const struct logp_answer *answer = context;
    return file == 0 ? answer_write(&answer->postal.schedule, path, true, failure)
                     : certificate_write_reach(path, true, &answer->machine,
                                               answer->bound.times[file - 1], failure);
}

/* What rounding to whole steps loses. */
static void remark(const struct logp_answer *answer) {
    int64_t transfer = logp_machine_transfer(&answer->machine);
    if (answer->delay == answer->bound.delay)
        fprintf(stderr, "least delay: no stream with one item in %d cycles has a smaller one\n",
                answer->steps.length);
    else
        fprintf(stderr,
                "a postal step is max(g,2o) = %d cycles, L+2o = %" PRId64
                " cycles are %s%d step%s; "
                "at most %" PRId64 " cycles are lost\n",
                answer->steps.length, transfer,
                transfer % answer->steps.length ? "rounded up to " : "", answer->steps.latency,
                answer->steps.latency == 1 ? "" : "s", answer->delay - answer->bound.delay);
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
    struct answer_folder folder = delay_folder(arguments);
    status = answer_folder_write(&folder, (1 << (1 + answer.bound.count)) - 1, write_file, &answer,
                                 failure);
    if (!status)
        status = print(arguments, &answer, failure);
    delay_clear(&answer.postal);
    return status;
}
