/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/stream_question.h"

#include <limits.h>

#include "automata/numbers.h"

bool stream_question_fits(const struct stream_question *question) {
    const struct logp_machine *machine = &question->machine;
    return logp_machine_step(machine) + logp_machine_transfer(machine) + question->depth <= INT_MAX;
}

struct stream_units stream_units(const struct stream_question *question) {
    const struct logp_machine *machine = &question->machine;
    const struct logp_schedule numbers = {
        .machine = *machine, .capacity = question->capacity, .depth = question->depth};
    bool endless = question->capacity == CAPACITY_NONE;
    int unit = endless ? (int)logp_machine_unit(machine) : 1;
    struct stream_units units = {.unit = unit,
                                 .l = (int)(logp_machine_transfer(machine) / unit),
                                 .G = (int)(logp_machine_step(machine) / unit),
                                 .s = question->depth / unit};
    units.slack = endless ? units.s : logp_schedule_slack(&numbers);
    units.least = units.l > units.G ? units.l : units.G;
    return units;
}

void stream_question_init(const struct stream_question *question, struct logp_schedule *schedule) {
    const struct stream_units units = stream_units(question);
    logp_schedule_init(schedule, &question->machine, question->capacity, units.s * units.unit,
                       question->period);
}

enum status stream_question_add(const struct stream_question *question, int class, long count,
                                const int *values, const int *sends, size_t length,
                                struct logp_schedule *schedule, struct failure *failure) {
    struct logp_part *part =
        logp_schedule_part(schedule, class * stream_units(question).unit, 0, 0);
    TRY(memory_check(part, failure, "a word"));
    BIG_OF(copies, count);
    return schedule_add_word(&part->steps, copies, values, sends, length, failure);
}

enum status stream_question_finish(const struct stream_question *question,
                                   struct logp_schedule *schedule, struct failure *failure) {
    BIG_OF(processors, question->processors);
    return logp_schedule_finish(schedule, processors, failure);
}
