/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>

#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/stream/stationary/search.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/enumerate.h"

/* A listing under way. */
struct circulations {
    const struct arguments *arguments;
    struct control control;
    FILE *file;
    uint64_t listed;
    uint64_t most; /* stop at so many */
    bool complete;
    enum status status; /* of printing */
    struct failure failure;
};

/* Equal neighbours as one item. */
static void print_runs(FILE *file, const int *list, size_t length) {
    for (size_t p = 0, end; p < length; p = end) {
        for (end = p; end < length && list[end] == list[p]; end++)
            ;
        if (list[p] == CLOSED_WORD_SILENT)
            fprintf(file, " -");
        else
            fprintf(file, " %d", list[p]);
        if (end - p > 1)
            fprintf(file, "*%zu", end - p);
    }
}

/* What is sent is printed only where it is not the largest value held. */
static enum status print_word(FILE *file, const struct word_class *class, int latency,
                              struct failure *failure) {
    bool largest;
    TRY(word_class_sends_largest(class, latency, &largest, failure));
    gmp_fprintf(file, "%Zd x", class->count);
    print_runs(file, class->values, class->length);
    if (!largest) {
        fprintf(file, " send");
        print_runs(file, class->sends, class->length);
    }
    return STATUS_OK;
}

static enum status print_json_line(struct circulations *circulations,
                                   const struct schedule *periodic) {
    json_t *words = json_array();
    for (size_t i = 0; i < periodic->word_count && words; i++) {
        const struct word_class *class = &periodic->words[i];
        json_t *values = json_array(), *sends = json_array();
        for (size_t p = 0; p < class->length; p++) {
            bool silent = class->sends[p] == CLOSED_WORD_SILENT;
            json_array_append_new(values, json_integer(class->values[p]));
            json_array_append_new(sends, silent ? json_null() : json_integer(class->sends[p]));
        }
        json_array_append_new(words, json_pack("{s:o, s:o, s:o}", "count", json_big(class->count),
                                               "values", values, "sends", sends));
    }
    return enumerate_print_object(circulations->file, json_pack("{s:o}", "words", words),
                                  &circulations->failure);
}

static void print_text_line(struct circulations *circulations, const struct schedule *periodic) {
    for (size_t i = 0; i < periodic->word_count && !circulations->status; i++) {
        if (i)
            fprintf(circulations->file, " | ");
        circulations->status = print_word(circulations->file, &periodic->words[i],
                                          periodic->latency, &circulations->failure);
    }
    putc('\n', circulations->file);
}

static bool print_schedule(void *context, const struct schedule *periodic) {
    struct circulations *circulations = context;
    if (option(circulations->arguments, "json")->given)
        circulations->status = print_json_line(circulations, periodic);
    else
        print_text_line(circulations, periodic);
    circulations->listed++;
    return !circulations->status && !ferror(circulations->file) &&
           circulations->listed < circulations->most;
}

/* -N, or P(t) without it. */
static enum status choose_processors(const struct arguments *arguments, const struct limits *limits,
                                     long *processors, struct failure *failure) {
    const struct option_value *given = option(arguments, "processors");
    if (given->given) {
        *processors = given->number;
        return STATUS_OK;
    }
    BIG(tree);
    TRY(sequence_term(tree, (int)option(arguments, "latency")->number,
                      option(arguments, "depth")->number, limits, failure));
    if (!mpz_fits_slong_p(tree))
        return failure_set(failure, STATUS_LIMIT, "P(t) is too large for a search");
    *processors = mpz_get_si(tree);
    return STATUS_OK;
}

static enum status print_list(FILE *file, const void *context, struct failure *failure) {
    struct circulations *circulations = *(struct circulations *const *)context;
    const struct arguments *arguments = circulations->arguments;
    struct limits limits = control_limits(&circulations->control, arguments);
    enum verdict end = VERDICT_UNKNOWN;
    long processors = 0;
    circulations->file = file;
    TRY(choose_processors(arguments, &limits, &processors, failure));
    TRY(stationary_all((int)option(arguments, "latency")->number,
                       (int)option(arguments, "depth")->number, processors, &limits, print_schedule,
                       circulations, &end, failure));
    if (circulations->status)
        return failure_set(failure, circulations->status, "%s", circulations->failure.message);
    if (ferror(file))
        return failure_set(failure, STATUS_SYSTEM, "the list could not be written");
    circulations->complete = end == VERDICT_INFEASIBLE;
    if (option(arguments, "json")->given)
        return enumerate_print_total(file, arguments, circulations->listed, circulations->complete,
                                     NULL, failure);
    if (circulations->complete)
        fprintf(file, "total %" PRIu64 "\n", circulations->listed);
    return STATUS_OK;
}

/* The list comes in the order of a search that does not stop in between. */
static enum status check_options(const struct arguments *arguments, struct failure *failure) {
    static const char *const others[] = {"multisets", "from"};
    for (int i = 0; i < 2; i++)
        if (option(arguments, others[i])->given)
            return failure_set(failure, STATUS_INPUT, "--%s is for block-cyclic schedules",
                               others[i]);
    return STATUS_OK;
}

int enumerate_stationary(const struct arguments *arguments) {
    struct circulations circulations = {.arguments = arguments, .most = UINT64_MAX};
    struct circulations *context = &circulations;
    struct failure failure = {0};
    const struct option_value *most = option(arguments, "most");
    if (most->given)
        circulations.most = (uint64_t)most->number;
    control_init(&circulations.control, arguments);
    enum status status = check_options(arguments, &failure);
    if (!status)
        status = output_file_asked(arguments, print_list, &context, &failure);
    control_end_line(&circulations.control);
    if (!status && !circulations.complete)
        fprintf(stderr,
                "steadycast: the list is INCOMPLETE: %" PRIu64 " schedules so far, and how many "
                "there are is unknown\n",
                circulations.listed);
    return status                  ? verb_unanswered(arguments, &failure)
           : circulations.complete ? EXIT_SETTLED
                                   : EXIT_OPEN;
}
