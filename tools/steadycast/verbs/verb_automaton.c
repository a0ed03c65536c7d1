/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/juggling.h"
#include "automata/language.h"
#include "automata/legal_language.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "automata/word_count.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/verb.h"

/* --- the automata of the legal words as lists of edges, for other programs --- */

enum { MOST_LATENCY = 24, MINIMAL_LATENCY = 9, STATE_LIMIT = 1000000 };

/* One part of the graph. *first: no edge was written yet. */
static void write_part(FILE *file, const struct juggling_graph *graph, bool csv, bool *first) {
    int bits = graph->maximal_throw;
    for (size_t state = 0; state < graph->state_count; state++)
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++) {
            char from[40] = "", to[40] = "";
            for (int b = 0; b < bits; b++) {
                from[b] = (char)('0' + (int)(graph->states[state] >> b & 1));
                to[b] = (char)('0' + (int)(graph->states[graph->successor[e]] >> b & 1));
            }
            if (csv)
                fprintf(file, "%d,%s,%d,%s\n", graph->balls, from, graph->letters[e], to);
            else
                fprintf(file,
                        "%s\n    {\"balls\": %d, \"from\": \"%s\", \"letter\": %d, \"to\": \"%s\"}",
                        *first ? "" : ",", graph->balls, from, graph->letters[e], to);
            *first = false;
        }
}

/* The juggling state graph for this latency, all numbers of balls; csv, else json. A state is
 * written as its bits, the next landing time first, as in the picture. STATUS_LIMIT for L > 24. */
static enum status write_graph(FILE *file, int latency, bool csv, struct failure *failure) {
    bool first = true;
    if (latency > MOST_LATENCY)
        return failure_limit(failure, "the state graph is built for L <= %d", MOST_LATENCY);
    if (csv)
        fputs("balls,from,letter,to\n", file);
    else
        fprintf(
            file,
            "{\n  \"format\": \"steadycast state-graph 1\",\n  \"latency\": %d,\n  \"edges\": [",
            latency);
    for (int balls = 0; balls < latency && !ferror(file); balls++) {
        CLEANUP(juggling_graph_clear) struct juggling_graph graph = {0};
        TRY(juggling_graph_init(&graph, latency - 1, balls, failure));
        write_part(file, &graph, csv, &first);
    }
    if (!csv)
        fputs("\n  ]\n}\n", file);
    return STATUS_OK;
}

static void write_language_csv(FILE *file, const struct language *language) {
    fputs("from,letter,to,accepts\n", file);
    for (size_t state = 0; state < language->state_count; state++)
        for (int letter = 0; letter < language->letters; letter++) {
            uint32_t to = language->successors[state * (size_t)language->letters + (size_t)letter];
            fprintf(file, "%zu,%d,%lu,%d\n", state, letter, (unsigned long)to,
                    language->accepts[to]);
        }
}

/* A language: every state with all its letters. State 0 is the start. */
static void write_language(FILE *file, int latency, const struct language *language, bool csv) {
    if (csv) {
        write_language_csv(file, language);
        return;
    }
    fprintf(file,
            "{\n  \"format\": \"steadycast automaton 1\",\n  \"latency\": %d,\n  \"start\": 0,\n"
            "  \"states\": [",
            latency);
    for (size_t state = 0; state < language->state_count; state++) {
        fprintf(file, "%s\n    {\"accepts\": %s, \"next\": [", state ? "," : "",
                language->accepts[state] ? "true" : "false");
        for (int letter = 0; letter < language->letters; letter++)
            fprintf(file, "%s%lu", letter ? ", " : "",
                    (unsigned long)
                        language->successors[state * (size_t)language->letters + (size_t)letter]);
        fputs("]}", file);
    }
    fputs("\n  ]\n}\n", file);
}

/* --- the verb --- */

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_NUMBER, true, "L", 1, 64, "latency of a message"},
    {"size", 'r', OPTION_NUMBER, false, "R", 1, 10000000,
     "count the legal words and the letter multisets of a block of R processors"},
    {"format", 'f', OPTION_CHOICE, false, "dot|csv|json", 0, 0,
     "write all edges of the state graph instead: for Graphviz, as comma-separated values, as "
     "JSON"},
    {"minimal", 0, OPTION_FLAG, false, "", 0, 0, "with --format: those of the minimal automaton"},
    OPTION_SPEC_OUTPUT("with --format: where they go (default: stdout)"),
    OPTION_SPEC_FORCE,
    {"json", 0, OPTION_FLAG, false, "", 0, 0,
     "print the numbers as one JSON object; of --format, with -o, what was written"},
    OPTION_SPEC_QUIET,
};

/* Adds keys to the numbers. */
static enum status add_graph(int latency, json_t *numbers, struct failure *failure) {
    size_t states = 0, edges = 0;
    json_t *parts = json_array();
    json_object_set_new(numbers, "graphs", parts);
    for (int balls = 0; balls < latency; balls++) {
        CLEANUP(juggling_graph_clear) struct juggling_graph graph = {0};
        TRY(juggling_graph_init(&graph, latency - 1, balls, failure));
        json_array_append_new(parts, json_pack("{s:i, s:I, s:I}", "balls", balls, "states",
                                               (json_int_t)graph.state_count, "edges",
                                               (json_int_t)graph.edge_count));
        states += graph.state_count;
        edges += graph.edge_count;
    }
    json_object_set_new(numbers, "states", json_integer((json_int_t)states));
    json_object_set_new(numbers, "edges", json_integer((json_int_t)edges));
    return STATUS_OK;
}

static enum status add_minimal(int latency, json_t *numbers, struct failure *failure) {
    CLEANUP(language_clear) struct language language = {0};
    TRY(legal_language(latency, STATE_LIMIT, &language, failure));
    json_object_set_new(numbers, "minimal_states", json_integer((json_int_t)language.state_count));
    return STATUS_OK;
}

/* The language of the two patterns printed in Figure 2 of the paper against the legal words for L =
 * 3. */
static enum status add_figure_2(json_t *numbers, struct failure *failure) {
    bool equal;
    int *word;
    size_t count;
    char text[256] = "equal";
    TRY(legal_language_compare_figure_2(&equal, &word, &count, failure));
    size_t used = equal ? 0 : (size_t)snprintf(text, sizeof text, "different:");
    for (size_t i = 0; !equal && i < count && used + LETTER_NAME_SIZE < sizeof text; i++) {
        char name[LETTER_NAME_SIZE];
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s", letter_name(name, word[i], 3));
    }
    json_object_set_new(numbers, "figure_2", json_string(text));
    if (!equal)
        free(word);
    return STATUS_OK;
}

static enum status add_counts(int latency, size_t size, json_t *numbers, struct failure *failure) {
    BIG(count);
    TRY(word_count_multisets(latency, size, count, failure));
    json_object_set_new(numbers, "multisets", json_big(count));
    TRY(word_count_words(latency, size, count, failure));
    json_object_set_new(numbers, "words", json_big(count));
    return STATUS_OK;
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

static void print_number(const json_t *numbers, const char *key, const char *name) {
    const json_t *value = json_object_get(numbers, key);
    if (json_is_integer(value))
        printf("%s %" JSON_INTEGER_FORMAT "\n", name, json_integer_value(value));
    else if (value)
        printf("%s %s\n", name, json_string_value(value));
}

static void print_text(const json_t *numbers) {
    size_t i;
    const json_t *part;
    print_number(numbers, "latency", "latency");
    json_array_foreach(json_object_get(numbers, "graphs"), i, part) {
        printf("balls %d states %d edges %d\n",
               (int)json_integer_value(json_object_get(part, "balls")),
               (int)json_integer_value(json_object_get(part, "states")),
               (int)json_integer_value(json_object_get(part, "edges")));
    }
    print_number(numbers, "states", "states");
    print_number(numbers, "edges", "edges");
    print_number(numbers, "minimal_states", "minimal-states");
    print_number(numbers, "figure_2", "figure-2");
    print_number(numbers, "multisets", "multisets");
    print_number(numbers, "words", "words");
}

static enum status add_all(const struct arguments *arguments, json_t *numbers,
                           struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    const struct option_value *size = option(arguments, "size");
    json_object_set_new(numbers, "latency", json_integer(latency));
    if (latency <= MOST_LATENCY)
        TRY(add_graph(latency, numbers, failure));
    if (latency <= MINIMAL_LATENCY)
        TRY(add_minimal(latency, numbers, failure));
    if (latency == 3)
        TRY(add_figure_2(numbers, failure));
    if (size->given)
        TRY(add_counts(latency, (size_t)size->number, numbers, failure));
    return STATUS_OK;
}

/* What is known by then is printed, also of what takes too long. */
static enum status print_all(const struct arguments *arguments, struct failure *failure) {
    json_t *numbers = json_object();
    TRY(memory_check(numbers, failure, "the numbers"));
    if (!option(arguments, "quiet")->given)
        say_left_out((int)option(arguments, "latency")->number);
    enum status status = add_all(arguments, numbers, failure);
    if (!option(arguments, "json")->given)
        print_text(numbers);
    else if (!status)
        return json_line(numbers, failure);
    json_decref(numbers);
    return status;
}

static enum status write_edges(const struct arguments *arguments, struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    const char *format = option(arguments, "format")->text;
    bool dot = strcmp(format, "dot") == 0, csv = strcmp(format, "csv") == 0;
    bool minimal = option(arguments, "minimal")->given;
    CLEANUP(language_clear) struct language language = {0};
    struct output_file file;
    enum status status = STATUS_OK;
    TRY(json_written_check(arguments, failure));
    TRY(output_file_asked(&file, arguments, failure));
    if (minimal)
        status = legal_language(latency, STATE_LIMIT, &language, failure);
    if (!status && minimal && !dot)
        write_language(file.stream, latency, &language, csv);
    else if (!status && minimal)
        status = language_write_dot(file.stream, &language, failure);
    else if (!status)
        status = dot ? juggling_write_dot(file.stream, latency - 1, 0, latency - 1, failure)
                     : write_graph(file.stream, latency, csv, failure);
    TRY(output_file_close(&file, status, failure));
    return json_written(arguments, NULL, failure);
}

static const struct option_rule rules[] = {{"size", NULL, "format"},
                                           {"minimal", "format", NULL},
                                           {"output", "format", NULL},
                                           {NULL, NULL, NULL}};

static int run_automaton(const struct arguments *arguments) {
    struct failure failure = {0};
    bool edges = option(arguments, "format")->given;
    return (edges ? write_edges : print_all)(arguments, &failure)
               ? verb_unanswered(arguments, &failure)
               : EXIT_DONE;
}

VERB(automaton, "Shows the automaton of the legal words for latency L", "", .rules = rules,
     .run = run_automaton);
