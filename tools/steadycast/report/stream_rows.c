/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/stream_rows.h"

#include <string.h>

static const struct question *question_at(const struct report *report, size_t at) {
    return &report->campaign.cases[report->by_question[at]].question;
}

static bool is_stream(const struct question *question) {
    return question->subject == SUBJECT_DELAY && question_machine_class(question) == MACHINE_LOGP;
}

static bool is_of(const struct question *question, const struct logp_machine *machine) {
    return is_stream(question) && question_number(question, KEY_LATENCY) == machine->latency &&
           question_number(question, KEY_OVERHEAD) == machine->overhead &&
           question_number(question, KEY_GAP) == machine->gap;
}

bool stream_rows_open(struct stream_rows *rows, const struct report *report, size_t *at) {
    while (*at < report->count && !is_stream(question_at(report, *at)))
        ++*at;
    if (*at == report->count)
        return false;
    const struct question *first = question_at(report, *at);
    *rows = (struct stream_rows){.report = report, .machine = question_machine(first).logp};
    for (int capacity = 0; capacity < STREAM_CAPACITIES; capacity++) {
        rows->next[capacity] = *at;
        while (*at < report->count && is_of(question_at(report, *at), &rows->machine) &&
               question_number(question_at(report, *at), KEY_CAPACITY) == capacity)
            ++*at;
        rows->end[capacity] = *at;
    }
    return true;
}

static int compare_processors(const struct question *a, const struct question *b) {
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    question_big(a, KEY_PROCESSORS, x);
    question_big(b, KEY_PROCESSORS, y);
    int order = mpz_cmp(x, y);
    mpz_clears(x, y, NULL);
    return order;
}

/* What the engine of Theorem F says, if it was asked. */
static const char *rounding_of(const struct report *report, const struct report_group *group) {
    for (size_t i = group->first; i < group->end; i++) {
        size_t number = report->by_question[i];
        const struct case_result *result = report_result(report, number);
        if (result && strcmp(report->campaign.cases[number].engine->name, "rounding") == 0)
            return result->upper;
    }
    return NULL;
}

static void add_group(struct stream_rows *rows, int capacity, struct stream_row *row) {
    struct report_group group = report_group_at(rows->report, rows->next[capacity]);
    const char *rounding = rounding_of(rows->report, &group);
    row->groups[capacity] = group;
    row->there[capacity] = true;
    row->rounding = rounding ? rounding : row->rounding;
    row->lower = group.lower ? group.lower : row->lower;
    rows->next[capacity] = group.end;
}

bool stream_rows_next(struct stream_rows *rows, struct stream_row *row) {
    *row = (struct stream_row){.question = NULL};
    for (int i = 0; i < STREAM_CAPACITIES; i++) {
        if (rows->next[i] == rows->end[i])
            continue;
        const struct question *question = question_at(rows->report, rows->next[i]);
        if (!row->question || compare_processors(question, row->question) < 0)
            row->question = question;
    }
    for (int i = 0; i < STREAM_CAPACITIES && row->question; i++)
        if (rows->next[i] < rows->end[i] &&
            compare_processors(question_at(rows->report, rows->next[i]), row->question) == 0)
            add_group(rows, i, row);
    return row->question != NULL;
}

const char *stream_row_value(const struct stream_row *row, enum stream_curve curve) {
    if (curve == STREAM_ROUNDING || curve == STREAM_BOUND)
        return curve == STREAM_BOUND ? row->lower : row->rounding;
    int capacity = curve - STREAM_FULL;
    return row->there[capacity] ? row->groups[capacity].upper : NULL;
}
