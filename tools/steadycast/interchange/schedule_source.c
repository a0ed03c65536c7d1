/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/schedule_source.h"

#include <stdlib.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/construction/schedule_read.h"
#include "solver/model/reception.h"

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

/* --- the formats --- */

static void write_numbers(FILE *file, const int *numbers, size_t count) {
    for (size_t p = 0; p < count; p++) {
        if (p)
            fputs(", ", file);
        if (numbers[p] == CLOSED_WORD_SILENT)
            fputs("null", file);
        else
            fprintf(file, "%d", numbers[p]);
    }
}

/* A number up to 2^53, which every reader keeps exactly, text beyond. */
static void write_big(FILE *file, mpz_srcptr number) {
    bool safe = mpz_sizeinbase(number, 2) <= 53;
    gmp_fprintf(file, safe ? "%Zd" : "\"%Zd\"", number);
}

enum status schedule_json(FILE *file, const struct schedule_source *source,
                          struct failure *failure) {
    const struct schedule *schedule = &source->words;
    mpz_t processors;
    (void)failure;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    fprintf(file,
            "{\n  \"format\": \"steadycast schedule 2\",\n  \"kind\": \"%s\",\n  \"latency\": %d,\n"
            "  \"depth\": %d,\n  \"period\": %d,\n",
            source->kind, schedule->latency, schedule->depth, schedule->period);
    fputs("  \"processors\": ", file);
    write_big(file, processors);
    fputs(",\n  \"words\": [", file);
    mpz_clear(processors);
    for (size_t i = 0; i < schedule->word_count && !ferror(file); i++) {
        const struct word_class *class = &schedule->words[i];
        fprintf(file, "%s\n    {\"count\": ", i ? "," : "");
        write_big(file, class->count);
        fputs(", \"receive\": [", file);
        write_numbers(file, class->values, class->length);
        fputs("], \"send\": [", file);
        write_numbers(file, class->sends, class->length);
        fputs("]}", file);
    }
    fputs("\n  ]\n}\n", file);
    return STATUS_OK;
}

static void write_words(FILE *file, const struct schedule *schedule) {
    fputs("word,count,position,receive,send\n", file);
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *class = &schedule->words[i];
        for (size_t p = 0; p < class->length && !ferror(file); p++) {
            gmp_fprintf(file, "%zu,%Zd,%zu,%d,", i + 1, class->count, p, class->values[p]);
            if (class->sends[p] != CLOSED_WORD_SILENT)
                fprintf(file, "%d", class->sends[p]);
            putc('\n', file);
        }
    }
}

static void write_rows(FILE *file, const struct schedule_source *source,
                       const struct reception_table *table, const struct receiver *receivers,
                       int count) {
    fputs("processor,time,item,sent_on\n", file);
    for (int row = 0; row < count && !ferror(file); row++)
        for (int time = source->first_time; time <= source->last_time; time++) {
            struct reception reception = receiver_receives(table, &receivers[row], time);
            if (reception.item)
                fprintf(file, "%d,%d,%ld,%d\n", row + 1, time, reception.item, reception.head);
        }
}

static enum status write_table(FILE *file, const struct schedule_source *source,
                               struct failure *failure) {
    struct reception_table table;
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(&source->words, processors);
    bool few = mpz_cmp_ui(processors, SCHEDULE_MOST_ROWS) <= 0;
    int rows = few ? (int)mpz_get_ui(processors) : 0;
    mpz_clear(processors);
    if (!few)
        return failure_set(failure, STATUS_LIMIT, "a table of more than %d processors is too large",
                           SCHEDULE_MOST_ROWS);
    enum status status = reception_of_schedule(&table, &source->words, failure);
    if (status)
        return status;
    struct receiver *receivers = memory_new((size_t)rows, sizeof *receivers);
    if (receivers)
        write_rows(file, source, &table, receivers, receivers_list(&table, 0, rows, receivers));
    else
        status = failure_memory(failure, "a table");
    free(receivers);
    reception_clear(&table);
    return status;
}

enum status schedule_csv(FILE *file, const struct schedule_source *source,
                         struct failure *failure) {
    if (source->table)
        return write_table(file, source, failure);
    write_words(file, &source->words);
    return STATUS_OK;
}

/* A node is shown with its label: the steps from the root's reception to its own. */
enum status schedule_dot(FILE *file, const struct schedule_source *source,
                         struct failure *failure) {
    const struct tree *tree = &source->tree;
    if (!source->has_tree)
        return failure_set(failure, STATUS_INPUT,
                           "dot: kind %s has no tree, or one of more than %d processors",
                           source->kind, SCHEDULE_MOST_NODES);
    fprintf(file, "digraph tree {\n  node [shape=circle];\n");
    for (int i = 0; i < tree->count; i++)
        fprintf(file, "  n%d [label=\"%d\"];\n", i, tree->nodes[i].label);
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].parent >= 0)
            fprintf(file, "  n%d -> n%d;\n", tree->nodes[i].parent, i);
    fprintf(file, "}\n");
    return STATUS_OK;
}
