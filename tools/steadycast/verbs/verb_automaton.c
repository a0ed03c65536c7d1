/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/juggling_graph.h"
#include "automata/legal_language.h"
#include "automata/letter.h"
#include "automata/word_count.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/interchange/automaton_edges.h"

enum { MOST_LATENCY = 24, MINIMAL_LATENCY = 9, STATE_LIMIT = 1000000 };

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_NUMBER, true, "L", 1, 64, "latency of a message"},
    {"size", 'r', OPTION_NUMBER, false, "R", 1, 10000000,
     "count the legal words and the letter multisets of a block of R processors"},
    {"dot", 0, OPTION_CHOICE, false, "graph|minimal", 0, 0,
     "write a picture for Graphviz instead: the state graph, or the minimal automaton"},
    {"csv", 0, OPTION_CHOICE, false, "graph|minimal", 0, 0,
     "write all edges instead, as comma-separated values"},
    {"json", 0, OPTION_CHOICE, false, "graph|minimal", 0, 0, "write all edges instead, as JSON"},
    OPTION_SPEC_OUTPUT("where the picture, or the edges, go (default: stdout)"),
    OPTION_SPEC_FORCE,
    OPTION_SPEC_QUIET,
};

static enum status print_graph(int latency, struct failure *failure) {
    size_t states = 0, edges = 0;
    for (int balls = 0; balls < latency; balls++) {
        struct juggling_graph graph;
        enum status status = juggling_graph_init(&graph, latency - 1, balls, failure);
        if (status)
            return status;
        printf("balls %d states %zu edges %zu\n", balls, graph.state_count, graph.edge_count);
        states += graph.state_count;
        edges += graph.edge_count;
        juggling_graph_clear(&graph);
    }
    printf("states %zu\nedges %zu\n", states, edges);
    return STATUS_OK;
}

static enum status print_minimal(int latency, struct failure *failure) {
    struct language language;
    enum status status = legal_language(latency, STATE_LIMIT, &language, failure);
    if (status)
        return status;
    printf("minimal-states %zu\n", language.state_count);
    language_clear(&language);
    return STATUS_OK;
}

/* The language of the two patterns printed in Figure 2 of the paper against the legal words for L
 * = 3. */
static enum status print_figure_2(struct failure *failure) {
    bool equal;
    int *word;
    size_t count;
    enum status status = legal_language_compare_figure_2(&equal, &word, &count, failure);
    if (status)
        return status;
    printf("figure-2 %s", equal ? "equal" : "different:");
    for (size_t i = 0; !equal && i < count; i++) {
        char name[LETTER_NAME_SIZE];
        printf("%s", letter_name(name, word[i], 3));
    }
    printf("\n");
    if (!equal)
        free(word);
    return STATUS_OK;
}

static enum status print_counts(int latency, size_t size, struct failure *failure) {
    mpz_t count;
    mpz_init(count);
    enum status status = word_count_multisets(latency, size, count, failure);
    if (!status)
        gmp_printf("multisets %Zd\n", count);
    if (!status)
        status = word_count_words(latency, size, count, failure);
    if (!status)
        gmp_printf("words %Zd\n", count);
    mpz_clear(count);
    return status;
}

static void say_left_out(int latency) {
    if (latency > MOST_LATENCY)
        fprintf(stderr,
                "steadycast: the state graph, of 2^%d states, is left out: it is built for L <= "
                "%d\n",
                latency - 1, MOST_LATENCY);
    if (latency > MINIMAL_LATENCY)
        fprintf(stderr,
                "steadycast: the minimal automaton is left out: it is computed for L <= %d\n",
                MINIMAL_LATENCY);
}

static enum status print_all(const struct arguments *arguments, struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    const struct option_value *size = option(arguments, "size");
    enum status status = STATUS_OK;
    printf("latency %d\n", latency);
    fflush(stdout);
    if (!option(arguments, "quiet")->given)
        say_left_out(latency);
    if (latency <= MOST_LATENCY)
        status = print_graph(latency, failure);
    if (!status && latency <= MINIMAL_LATENCY)
        status = print_minimal(latency, failure);
    if (!status && latency == 3)
        status = print_figure_2(failure);
    if (!status && size->given)
        status = print_counts(latency, (size_t)size->number, failure);
    return status;
}

/* What is written in place of the numbers. */
struct drawing {
    int latency;
    const char *format; /* dot, csv, json; NULL: nothing */
    bool minimal;
};

static enum status write_drawing(FILE *file, const void *context, struct failure *failure) {
    const struct drawing *drawing = context;
    int latency = drawing->latency;
    bool dot = strcmp(drawing->format, "dot") == 0, csv = strcmp(drawing->format, "csv") == 0;
    if (!drawing->minimal)
        return dot ? juggling_write_dot(file, latency - 1, 0, latency - 1, failure)
                   : automaton_edges_graph(file, latency, csv, failure);
    struct language language;
    enum status status = legal_language(latency, STATE_LIMIT, &language, failure);
    if (status)
        return status;
    status = dot ? language_write_dot(file, &language, failure)
                 : automaton_edges_language(file, latency, &language, csv, failure);
    language_clear(&language);
    return status;
}

static enum status read_drawing(const struct arguments *arguments, struct drawing *drawing,
                                struct failure *failure) {
    static const char *const formats[] = {"dot", "csv", "json"};
    *drawing = (struct drawing){.latency = (int)option(arguments, "latency")->number};
    for (int i = 0; i < 3; i++) {
        const struct option_value *given = option(arguments, formats[i]);
        if (given->given && drawing->format)
            return failure_set(failure, STATUS_INPUT, "one of --%s and --%s only", drawing->format,
                               formats[i]);
        if (given->given) {
            drawing->format = formats[i];
            drawing->minimal = given->number == 1;
        }
    }
    return STATUS_OK;
}

static int run_automaton(const struct arguments *arguments) {
    struct failure failure = {0};
    struct drawing drawing;
    const struct option_value *output = option(arguments, "output");
    enum status status = read_drawing(arguments, &drawing, &failure);
    if (!status && drawing.format)
        status =
            output_file_write(output->given ? output->text : "-", option(arguments, "force")->given,
                              write_drawing, &drawing, &failure);
    else if (!status)
        status = print_all(arguments, &failure);
    return status ? verb_unanswered(&failure) : EXIT_UNKNOWN;
}

const struct verb verb_automaton = {
    .name = "automaton",
    .summary = "Shows the automaton of the legal words for latency L",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "A legal word of a block of R processors is a closed walk of R steps in the juggling "
        "state\n"
        "graph with throws 0..L-1 whose first throw is L-1; the graph splits by the number of "
        "balls.\n"
        "Printed are its states and edges, the number of states of the minimal deterministic\n"
        "automaton (L <= 9; the graph for L <= 24), and for L = 3 whether the two patterns of the "
        "paper's Figure 2 give "
        "the\n"
        "same words.",
    .example = "  steadycast automaton -L 3 --size 5\n"
               "  steadycast automaton -L 3 --json minimal\n"
               "  steadycast automaton -L 3 --dot graph | dot -Tsvg > automaton.svg",
    .run = run_automaton};
