/* SPDX-License-Identifier: MIT */
#include <stdio.h> /* before gmp.h, which declares what prints only then */

#include "tools/steadycast/interchange/conversion_source.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/items/search/items_formula.h"
#include "solver/model/reception.h"
#include "solver/network/network_formula.h"
#include "solver/network/network_read.h"
#include "solver/proof/sat/dimacs.h"
#include "solver/proof/sat/periodic_formula.h"
#include "solver/stream/construction/schedule_read.h"

/* The next line is `key` and one of these words, up to NULL. */
static enum status read_choice(struct certificate_input *input, const char *key,
                               const char *const *words, int *choice, struct failure *failure) {
    bool right =
        certificate_next(input) && input->word_count == 2 && strcmp(input->words[0], key) == 0;
    for (*choice = 0; right && words[*choice]; ++*choice)
        if (strcmp(input->words[1], words[*choice]) == 0)
            return STATUS_OK;
    return certificate_expected(input, key, failure);
}

static enum status read_number(struct certificate_input *input, const char *key, int *number,
                               struct failure *failure) {
    long value = 0;
    TRY(certificate_field(input, key, 1, INT32_MAX, &value, failure));
    *number = (int)value;
    return STATUS_OK;
}

static enum status read_encoding(struct certificate_input *input, int *ordered,
                                 struct failure *failure) {
    static const char *const encodings[] = {"plain", "ordered", NULL};
    return read_choice(input, "encoding", encodings, ordered, failure);
}

static enum status build_blocks(struct certificate_input *input, struct formula *formula,
                                struct failure *failure) {
    static const char *const encodings[] = {"sums", "words", NULL};
    int latency, depth, words;
    CLEANUP(slots_clear) struct slots slots = {0};
    TRY(read_number(input, "latency", &latency, failure));
    TRY(read_number(input, "depth", &depth, failure));
    TRY(read_choice(input, "encoding", encodings, &words, failure));
    TRY(slots_init(&slots, latency, depth, FORMULA_MAX_LETTERS, failure));
    return formula_build(&slots, words, formula, failure);
}

static enum status build_periodic(struct certificate_input *input, struct formula *formula,
                                  struct failure *failure) {
    static const char *const roles[] = {
        [ROLES_KEEP] = "keep", [ROLES_PERMUTE] = "permute", [ROLES_BLOCKS] = "blocks", NULL};
    struct periodic_question question;
    int role, ordered;
    TRY(read_number(input, "latency", &question.latency, failure));
    TRY(read_number(input, "depth", &question.depth, failure));
    TRY(read_number(input, "processors", &question.processors, failure));
    TRY(read_number(input, "period", &question.period, failure));
    TRY(read_choice(input, "roles", roles, &role, failure));
    TRY(read_encoding(input, &ordered, failure));
    question.roles = (enum schedule_roles)role;
    TRY(periodic_formula_build(&question, COUNTERS_WIDE, formula, failure));
    if (!ordered) /* the order stands behind what is plain */
        *formula = formula_plain(formula);
    return STATUS_OK;
}

static enum status build_items(struct certificate_input *input, struct formula *formula,
                               struct failure *failure) {
    static const char *const sends[] = {"any", "single", NULL};
    struct items_question question = {.delay = 0};
    int single, time, ordered;
    TRY(read_number(input, "latency", &question.latency, failure));
    TRY(read_number(input, "ports", &question.ports, failure));
    TRY(read_number(input, "processors", &question.processors, failure));
    TRY(read_number(input, "items", &question.items, failure));
    TRY(read_choice(input, "sends", sends, &single, failure));
    TRY(read_number(input, "time", &time, failure));
    if (strncmp(input->text + input->next, "delay ", 6) == 0)
        TRY(read_number(input, "delay", &question.delay, failure));
    TRY(read_encoding(input, &ordered, failure));
    question.processors--;
    question.single = single;
    return items_formula_build(&question, time, ordered ? ITEMS_ORDERED : ITEMS_PLAIN, formula,
                               failure);
}

/* A line `key` and two numbers. */
static enum status read_two(struct certificate_input *input, const char *key, int *first,
                            int *second, struct failure *failure) {
    long numbers[2] = {0, 0};
    if (!certificate_next(input) || input->word_count != 3 || strcmp(input->words[0], key) != 0)
        return certificate_expected(input, key, failure);
    for (int i = 0; i < 2; i++)
        TRY(certificate_number(input, i + 1, 1, INT32_MAX, &numbers[i], failure));
    *first = (int)numbers[0];
    *second = (int)numbers[1];
    return STATUS_OK;
}

static enum status read_window(struct certificate_input *input, struct network_task *task,
                               struct failure *failure) {
    TRY(read_two(input, "rate", &task->items, &task->per, failure));
    TRY(read_number(input, "delay", &task->steps, failure));
    return read_two(input, "window", &task->first, &task->window, failure);
}

static enum status read_rounds(struct certificate_input *input, struct network_task *task,
                               struct failure *failure) {
    TRY(read_number(input, "chunks", &task->chunks, failure));
    TRY(read_number(input, "steps", &task->steps, failure));
    if (strncmp(input->text + input->next, "rounds one\n", 11) != 0)
        return read_number(input, "rounds", &task->rounds, failure);
    task->rounds = NETWORK_EVEN_ROUNDS;
    certificate_next(input);
    return STATUS_OK;
}

static enum status build_network(struct certificate_input *input, struct formula *formula,
                                 struct failure *failure) {
    CLEANUP(network_read_clear) struct network_read read = {0};
    TRY(network_read_head(&read, input, failure));
    struct network_task task = {.problem = &read.problem, .stream = read.stream};
    TRY(read.stream ? read_window(input, &task, failure) : read_rounds(input, &task, failure));
    return network_formula_build(&task, formula, failure);
}

static const struct {
    const char *kind;
    enum status (*build)(struct certificate_input *input, struct formula *formula,
                         struct failure *failure); /* NULL: the clauses are listed */
} kinds[] = {{"cnf", NULL},
             {"impossible-cnf", build_blocks},
             {"impossible-periodic", build_periodic},
             {"impossible-items", build_items},
             {"impossible-network", build_network}};

enum { KINDS = sizeof kinds / sizeof *kinds };

bool formula_source_takes(const char *kind) {
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kind, kinds[i].kind) == 0)
            return true;
    return false;
}

static enum status read_clause(struct certificate_input *input, struct formula *formula,
                               struct failure *failure) {
    if (!certificate_next(input) || input->word_count < 2 || strcmp(input->words[0], "clause") != 0)
        return certificate_expected(input, "'clause LIT .. 0'", failure);
    for (int i = 1; i < input->word_count; i++) {
        char *end;
        long literal = strtol(input->words[i], &end, 10);
        bool right = !*end && labs(literal) <= formula->variables;
        if (!right || (literal == 0) != (i + 1 == input->word_count))
            return certificate_expected(input, "'clause LIT .. 0'", failure);
        formula_add(formula, (int)literal);
    }
    return formula_fault(formula, failure);
}

/* The lines variables and clauses, and the clauses if there is no formula yet. */
static enum status read_size(struct certificate_input *input, bool listed, struct formula *formula,
                             struct failure *failure) {
    long variables, clauses;
    TRY(certificate_field(input, "variables", 0, FORMULA_MAX_VARIABLES, &variables, failure));
    TRY(certificate_field(input, "clauses", 0, INT32_MAX, &clauses, failure));
    if (listed)
        formula->variables = (int)variables;
    for (long i = 0; listed && i < clauses; i++)
        TRY(read_clause(input, formula, failure));
    if (formula->variables != variables || formula->clauses != (size_t)clauses)
        return failure_input(failure,
                             "%s: the formula has %d variables and %zu clauses, not %ld and %ld",
                             input->path, formula->variables, formula->clauses, variables, clauses);
    return STATUS_OK;
}

enum status formula_source_read(struct formula_source *source, struct certificate_input *input,
                                struct failure *failure) {
    int i = 0;
    while (i < KINDS && strcmp(input->kind, kinds[i].kind) != 0)
        i++;
    if (i == KINDS)
        return failure_input(
            failure, "%s: kind %s is no refuted formula, which --format cnf, lrat and drat are for",
            input->path, input->kind);
    *source = (struct formula_source){.input = input};
    formula_init(&source->formula, 0);
    if (kinds[i].build)
        TRY(kinds[i].build(input, &source->formula, failure));
    enum status status = read_size(input, !kinds[i].build, &source->formula, failure);
    if (status)
        formula_source_clear(source);
    return status;
}

void formula_source_clear(struct formula_source *source) {
    formula_clear(&source->formula);
}

enum status formula_cnf(FILE *file, const struct formula_source *source, struct failure *failure) {
    const struct formula *formula = &source->formula;
    (void)failure;
    fprintf(file, "c The formula of a certificate of Steadycast, kind %s.\n", source->input->kind);
    if (formula->plain.clauses)
        fprintf(file,
                "c Clauses 1..%zu are true of every schedule. Those from %zu on put processors,\n"
                "c items or words in an order, which rests on an argument: see the verdict.\n",
                formula->plain.clauses, formula->plain.clauses + 1);
    dimacs_write(file, formula);
    return STATUS_OK;
}

static void print_words(FILE *file, const struct certificate_input *input, int from, int to) {
    for (int i = from; i < to; i++)
        fprintf(file, "%s%c", input->words[i], i + 1 < to ? ' ' : '\n');
}

/* Where the literals of a line `lrat ID LIT .. 0 HINT .. 0` end, behind the 0. */
static int literals_end(const struct certificate_input *input) {
    int end = 2;
    while (end < input->word_count && strcmp(input->words[end], "0") != 0)
        end++;
    return end + 1;
}

static enum status write_proof(FILE *file, const struct formula_source *source, bool hints,
                               struct failure *failure) {
    struct certificate_input *input = source->input;
    char last[24];
    snprintf(last, sizeof last, "%zu", source->formula.clauses);
    while (certificate_next(input)) {
        bool adds = strcmp(input->words[0], "lrat") == 0;
        if ((!adds && strcmp(input->words[0], "delete") != 0) ||
            (adds && literals_end(input) >= input->word_count))
            return certificate_expected(input, "'lrat ID LIT .. 0 HINT .. 0' or 'delete ID .. 0'",
                                        failure);
        if (adds)
            snprintf(last, sizeof last, "%s", input->words[1]);
        else if (hints)
            fprintf(file, "%s d ", last);
        if (adds || hints)
            print_words(file, input, adds && !hints ? 2 : 1,
                        adds && !hints ? literals_end(input) : input->word_count);
    }
    return input->refused ? certificate_expected(input, "a line", failure) : STATUS_OK;
}

enum status formula_lrat(FILE *file, const struct formula_source *source, struct failure *failure) {
    return write_proof(file, source, true, failure);
}

enum status formula_drat(FILE *file, const struct formula_source *source, struct failure *failure) {
    return write_proof(file, source, false, failure);
}

bool schedule_source_takes(const struct certificate_input *input) {
    return schedule_read_takes(input);
}

enum status schedule_source_read(struct schedule_source *source, struct certificate_input *input,
                                 struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    *source = (struct schedule_source){.kind = input->kind};
    TRY(schedule_read(&schedule, input, SCHEDULE_READ_ANY_DEPTH, failure));
    if (schedule_places(&schedule) > SCHEDULE_MOST_PLACES)
        return failure_limit(failure, "the words have more than %d places in all",
                             SCHEDULE_MOST_PLACES);
    TRY(schedule_words(&schedule, &source->words, failure));
    schedule_sort(&schedule);
    if (schedule.receive_only != SCHEDULE_NOBODY && schedule.word_count == 0)
        source->has_tree =
            tree_of_schedule(&source->tree, &schedule, SCHEDULE_MOST_NODES, NULL) == STATUS_OK;
    return STATUS_OK;
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
    BIG(processors);
    (void)failure;
    schedule_processors(schedule, processors);
    fprintf(file,
            "{\n  \"format\": \"steadycast schedule 2\",\n  \"kind\": \"%s\",\n  \"latency\": %d,\n"
            "  \"depth\": %d,\n  \"period\": %d,\n",
            source->kind, schedule->latency, schedule->depth, schedule->period);
    fputs("  \"processors\": ", file);
    write_big(file, processors);
    fputs(",\n  \"words\": [", file);
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
    BIG(processors);
    schedule_processors(&source->words, processors);
    bool few = mpz_cmp_ui(processors, SCHEDULE_MOST_ROWS) <= 0;
    int rows = few ? (int)mpz_get_ui(processors) : 0;
    if (!few)
        return failure_limit(failure, "a table of more than %d processors is too large",
                             SCHEDULE_MOST_ROWS);
    CLEANUP(reception_clear) struct reception_table table = {0};
    TRY(reception_of_schedule(&table, &source->words, failure));
    FREED struct receiver *receivers = memory_new((size_t)rows, sizeof *receivers);
    TRY(memory_check(receivers, failure, "a table"));
    write_rows(file, source, &table, receivers, receivers_list(&table, 0, rows, receivers));
    return STATUS_OK;
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
        return failure_input(failure, "dot: kind %s has no tree, or one of more than %d processors",
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
