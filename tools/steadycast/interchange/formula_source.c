/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/formula_source.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "solver/collective/multinode/gossip_formula.h"
#include "solver/collective/multinode/gossip_graph.h"
#include "solver/items/search/items_formula.h"
#include "solver/sat/dimacs.h"
#include "solver/sat/periodic_formula.h"

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
    enum status status = certificate_field(input, key, 1, INT32_MAX, &value, failure);
    *number = (int)value;
    return status;
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
    struct slots slots;
    enum status status = read_number(input, "latency", &latency, failure);
    if (!status)
        status = read_number(input, "depth", &depth, failure);
    if (!status)
        status = read_choice(input, "encoding", encodings, &words, failure);
    if (!status)
        status = slots_init(&slots, latency, depth, FORMULA_MAX_LETTERS, failure);
    if (status)
        return status;
    status = formula_build(&slots, words, formula, failure);
    slots_clear(&slots);
    return status;
}

/* Without the order that stands behind it, if it is the plain one. */
static void cut(struct formula *formula, bool ordered) {
    if (!ordered)
        *formula = formula_plain(formula);
}

static enum status build_periodic(struct certificate_input *input, struct formula *formula,
                                  struct failure *failure) {
    static const char *const roles[] = {
        [ROLES_KEEP] = "keep", [ROLES_PERMUTE] = "permute", [ROLES_BLOCKS] = "blocks", NULL};
    struct periodic_question question;
    int role, ordered;
    enum status status = read_number(input, "latency", &question.latency, failure);
    if (!status)
        status = read_number(input, "depth", &question.depth, failure);
    if (!status)
        status = read_number(input, "processors", &question.processors, failure);
    if (!status)
        status = read_number(input, "period", &question.period, failure);
    if (!status)
        status = read_choice(input, "roles", roles, &role, failure);
    if (!status)
        status = read_encoding(input, &ordered, failure);
    if (status)
        return status;
    question.roles = (enum schedule_roles)role;
    status = periodic_formula_build(&question, COUNTERS_WIDE, formula, failure);
    if (!status)
        cut(formula, ordered);
    return status;
}

static enum status build_items(struct certificate_input *input, struct formula *formula,
                               struct failure *failure) {
    static const char *const sends[] = {"any", "single", NULL};
    struct items_question question;
    int single, time, ordered;
    enum status status = read_number(input, "latency", &question.latency, failure);
    if (!status)
        status = read_number(input, "ports", &question.ports, failure);
    if (!status)
        status = read_number(input, "processors", &question.processors, failure);
    if (!status)
        status = read_number(input, "items", &question.items, failure);
    if (!status)
        status = read_choice(input, "sends", sends, &single, failure);
    if (!status)
        status = read_number(input, "time", &time, failure);
    if (!status)
        status = read_encoding(input, &ordered, failure);
    if (status)
        return status;
    question.processors--;
    question.single = single;
    return items_formula_build(&question, time, ordered ? ITEMS_ORDERED : ITEMS_PLAIN, formula,
                               failure);
}

static enum status read_graph(struct certificate_input *input, struct gossip_graph *graph,
                              struct failure *failure) {
    struct edge_list list = {0};
    int processors, edges = 0;
    enum status status = read_number(input, "processors", &processors, failure);
    if (!status)
        status = read_number(input, "edges", &edges, failure);
    for (int i = 0; i < edges && !status; i++) {
        long a = 0, b = 0;
        if (!certificate_next(input) || input->word_count != 3)
            status = certificate_expected(input, "'edge A B'", failure);
        if (!status)
            status = certificate_number(input, 1, 0, INT32_MAX, &a, failure);
        if (!status)
            status = certificate_number(input, 2, 0, INT32_MAX, &b, failure);
        if (!status)
            edge_list_add(&list, (int)a, (int)b);
    }
    if (!status)
        status = edge_list_make(&list, processors, graph, failure);
    edge_list_clear(&list);
    return status;
}

static enum status build_gossip(struct certificate_input *input, struct formula *formula,
                                struct failure *failure) {
    static const char *const duplexes[] = {"full", "half", NULL};
    struct gossip_graph graph;
    int half, time;
    enum status status = read_choice(input, "duplex", duplexes, &half, failure);
    if (!status)
        status = read_graph(input, &graph, failure);
    if (status)
        return status;
    status = read_number(input, "time", &time, failure);
    if (!status)
        status = gossip_formula_build(&graph, half, time, formula, failure);
    gossip_graph_clear(&graph);
    return status;
}

static const struct {
    const char *kind;
    enum status (*build)(struct certificate_input *input, struct formula *formula,
                         struct failure *failure); /* NULL: the clauses are listed */
} kinds[] = {{"cnf", NULL},
             {"impossible-cnf", build_blocks},
             {"impossible-periodic", build_periodic},
             {"impossible-items", build_items},
             {"impossible-gossip", build_gossip}};

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
    enum status status =
        certificate_field(input, "variables", 0, FORMULA_MAX_VARIABLES, &variables, failure);
    if (!status)
        status = certificate_field(input, "clauses", 0, INT32_MAX, &clauses, failure);
    if (status)
        return status;
    if (listed)
        formula->variables = (int)variables;
    for (long i = 0; listed && i < clauses && !status; i++)
        status = read_clause(input, formula, failure);
    if (!status && (formula->variables != variables || formula->clauses != (size_t)clauses))
        status = failure_set(failure, STATUS_INPUT,
                             "%s: the formula has %d variables and %zu clauses, not %ld and %ld",
                             input->path, formula->variables, formula->clauses, variables, clauses);
    return status;
}

enum status formula_source_read(struct formula_source *source, struct certificate_input *input,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    int i = 0;
    while (i < KINDS && strcmp(input->kind, kinds[i].kind) != 0)
        i++;
    if (i == KINDS)
        return failure_set(
            failure, STATUS_INPUT,
            "%s: kind %s is no refuted formula, which --format cnf, lrat and drat are for",
            input->path, input->kind);
    *source = (struct formula_source){.input = input};
    formula_init(&source->formula, 0);
    if (kinds[i].build)
        status = kinds[i].build(input, &source->formula, failure);
    if (status)
        return status;
    status = read_size(input, !kinds[i].build, &source->formula, failure);
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
