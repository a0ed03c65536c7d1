/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/schedule_source.h"

#include "solver/certificate/schedule_read.h"

bool schedule_source_takes(const struct certificate_input *input) {
    return schedule_read_takes(input);
}

enum status schedule_source_read(struct schedule_source *source, struct certificate_input *input,
                                 struct failure *failure) {
    struct schedule schedule;
    *source = (struct schedule_source){.kind = input->kind};
    enum status status = schedule_read(&schedule, input, SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    if (schedule_places(&schedule) > SCHEDULE_MOST_PLACES)
        status = failure_set(failure, STATUS_LIMIT, "the words have more than %d places in all",
                             SCHEDULE_MOST_PLACES);
    if (!status)
        status = schedule_words(&schedule, &source->words, failure);
    schedule_sort(&schedule);
    if (!status && schedule.receive_only != SCHEDULE_NOBODY && schedule.word_count == 0)
        source->has_tree =
            tree_of_schedule(&source->tree, &schedule, SCHEDULE_MOST_NODES, NULL) == STATUS_OK;
    schedule_clear(&schedule);
    return status;
}

void schedule_source_clear(struct schedule_source *source) {
    schedule_clear(&source->words);
    if (source->has_tree)
        tree_clear(&source->tree);
}
