/* SPDX-License-Identifier: MIT */
/* What can be asked of a language, and its drawing. */
#include "automata/language.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "automata/tuple_table.h"
#include "automata/word.h"

void language_clear(struct language *language) {
    FREE_ALL(language->successors, language->accepts);
    *language = (struct language){0};
}

/* The state that is reached from the start by a word. */
static size_t language_state_after(const struct language *language, const int *word, size_t count) {
    size_t state = 0;
    for (size_t index = 0; index < count; index++) {
        require(word[index] >= 0 && word[index] < language->letters);
        state = language->successors[state * (size_t)language->letters + (size_t)word[index]];
    }
    return state;
}

/* In a minimal automaton this is the only state from which nothing is accepted. */
static bool is_hopeless(const struct language *language, size_t state) {
    const size_t letters = (size_t)language->letters;
    for (size_t letter = 0; letter < letters; letter++)
        if (language->successors[state * letters + letter] != state)
            return false;
    return !language->accepts[state];
}

static void write_edges(FILE *file, const struct language *language, size_t state) {
    char name[LETTER_NAME_SIZE];
    for (int letter = 0; letter < language->letters; letter++) {
        const size_t next =
            language->successors[state * (size_t)language->letters + (size_t)letter];
        if (!is_hopeless(language, next))
            fprintf(file, "  s%zu -> s%zu [label=\"%s\"];\n", state, next,
                    letter_name(name, letter, language->letters));
    }
}

enum status language_write_dot(FILE *file, const struct language *language,
                               struct failure *failure) {
    fprintf(file, "digraph language {\n  rankdir=LR;\n  node [shape=circle];\n"
                  "  start [shape=point];\n  start -> s0;\n");
    for (size_t state = 0; state < language->state_count; state++) {
        if (is_hopeless(language, state) && state != 0)
            continue;
        fprintf(file, "  s%zu [label=\"\"%s];\n", state,
                language->accepts[state] ? ", shape=doublecircle" : "");
        write_edges(file, language, state);
    }
    fputs("}\n", file);
    if (ferror(file))
        return failure_system(failure, "writing the drawing of a language failed");
    return STATUS_OK;
}

void nfa_init(struct nfa *nfa, int letters) {
    require(letters >= 1);
    *nfa = (struct nfa){.letters = letters};
}

void nfa_clear(struct nfa *nfa) {
    FREE_ALL(nfa->states, nfa->edges);
    *nfa = (struct nfa){0};
}

enum status nfa_add_state(struct nfa *nfa, size_t *state, struct failure *failure) {
    TRY(memory_check(APPEND(nfa->states, nfa->state_count, (struct nfa_state){false, false}),
                     failure, "the states of an automaton"));
    *state = nfa->state_count - 1;
    return STATUS_OK;
}

enum status nfa_add_edge(struct nfa *nfa, size_t from, int letter, size_t to,
                         struct failure *failure) {
    require(from < nfa->state_count && to < nfa->state_count);
    require(letter >= NFA_EMPTY_MOVE && letter < nfa->letters);
    return memory_check(APPEND(nfa->edges, nfa->edge_count, (struct nfa_edge){from, letter, to}),
                        failure, "the edges of an automaton");
}

/* New languages from old, and the comparison of two. */

enum status language_after_prefix(const struct language *language, const int *prefix, size_t count,
                                  struct language *result, struct failure *failure) {
    return language_minimise(language, language_state_after(language, prefix, count), result,
                             failure);
}

enum status language_before_suffix(const struct language *language, const int *suffix, size_t count,
                                   struct language *result, struct failure *failure) {
    struct language changed = *language;
    TRY(memory_check(NEW(language->state_count, changed.accepts), failure, "removing a suffix"));
    for (size_t state = 0; state < language->state_count; state++) {
        size_t end = state;
        for (size_t index = 0; index < count; index++) {
            require(suffix[index] >= 0 && suffix[index] < language->letters);
            end = language->successors[end * (size_t)language->letters + (size_t)suffix[index]];
        }
        changed.accepts[state] = language->accepts[end];
    }
    enum status status = language_minimise(&changed, 0, result, failure);
    free(changed.accepts);
    return status;
}

/* How a pair of states was first reached. */
struct arrival {
    size_t from; /* number of the pair before */
    int letter;
};

/* All pairs of states that one word can lead to in both automata, breadth first by letters: the
 * first word that leads to a pair is its shortlex-least one. */
struct product {
    const struct language *left, *right;
    struct tuple_table pairs;
    struct arrival *arrivals; /* per pair */
    uint32_t *successors;     /* per pair and letter; complete after the exploration only */
    size_t room;
    bool separated; /* the exploration ended at the pair `last`, where exactly one accepts */
    size_t last;
};

static void product_clear(struct product *product) {
    tuple_table_clear(&product->pairs);
    FREE_ALL(product->arrivals, product->successors);
    *product = (struct product){0};
}

static bool make_pair_room(struct product *product) {
    const size_t letters = (size_t)product->left->letters;
    /* one pair has at most `letters` successors */
    const size_t wanted = 2 * (product->pairs.count + letters) + 16;
    struct arrival *arrivals;
    uint32_t *successors;
    if (product->pairs.count + letters <= product->room)
        return true;
    arrivals = memory_resize(product->arrivals, wanted, sizeof *arrivals);
    if (arrivals == NULL)
        return false;
    product->arrivals = arrivals;
    successors = memory_resize(product->successors, wanted, letters * sizeof *successors);
    if (successors == NULL)
        return false;
    product->successors = successors;
    product->room = wanted;
    return true;
}

static enum status expand(struct product *product, size_t number, struct failure *failure) {
    const size_t letters = (size_t)product->left->letters;
    const uint64_t *const pair = tuple_table_at(&product->pairs, number);
    const uint64_t left = pair[0] * letters;
    const uint64_t right = pair[1] * letters;
    TRY(memory_check(make_pair_room(product), failure, "comparing languages"));
    for (size_t letter = 0; letter < letters; letter++) {
        const uint64_t next[2] = {product->left->successors[left + letter],
                                  product->right->successors[right + letter]};
        const size_t count = product->pairs.count;
        size_t reached = 0;
        TRY(tuple_table_number(&product->pairs, next, &reached, failure));
        product->successors[number * letters + letter] = (uint32_t)reached;
        if (reached == count)
            product->arrivals[reached] = (struct arrival){number, (int)letter};
    }
    return STATUS_OK;
}

/* Does exactly one automaton accept in the pair (or, for a union, at least one)? */
static bool accepts(const struct product *product, size_t number, bool both_count) {
    const uint64_t *const pair = tuple_table_at(&product->pairs, number);
    const bool left = product->left->accepts[pair[0]];
    const bool right = product->right->accepts[pair[1]];
    return both_count ? left || right : left != right;
}

static enum status explore(struct product *product, const struct language *left,
                           const struct language *right, bool until_separated,
                           struct failure *failure) {
    const uint64_t start[2] = {0, 0};
    size_t number = 0;
    require(left->letters == right->letters);
    *product = (struct product){.left = left, .right = right};
    TRY(tuple_table_init(&product->pairs, 2, failure));
    TRY(tuple_table_number(&product->pairs, start, &number, failure));
    for (number = 0; number < product->pairs.count; number++) {
        if (until_separated && accepts(product, number, false)) {
            product->separated = true;
            product->last = number;
            return STATUS_OK;
        }
        TRY(expand(product, number, failure));
    }
    return STATUS_OK;
}

enum status language_union(const struct language *left, const struct language *right,
                           struct language *result, struct failure *failure) {
    CLEANUP(product_clear) struct product product = {0};
    struct language joined = {.letters = left->letters};
    TRY(explore(&product, left, right, false, failure));
    joined.state_count = product.pairs.count;
    joined.successors = product.successors;
    FREED bool *accepting = memory_new(joined.state_count, sizeof *accepting);
    TRY(memory_check(accepting, failure, "the union of languages"));
    for (size_t number = 0; number < joined.state_count; number++)
        accepting[number] = accepts(&product, number, true);
    joined.accepts = accepting;
    return language_minimise(&joined, 0, result, failure);
}

/* The word by which the pair `last` was first reached. */
static enum status trace_back(const struct product *product, int **word, size_t *count,
                              struct failure *failure) {
    size_t length = 0;
    for (size_t at = product->last; at != 0; at = product->arrivals[at].from)
        length++;
    int *letters = memory_new(length, sizeof *letters);
    TRY(memory_check(letters, failure, "a separating word"));
    *count = length;
    *word = letters;
    for (size_t at = product->last; at != 0; at = product->arrivals[at].from)
        letters[--length] = product->arrivals[at].letter;
    return STATUS_OK;
}

enum status language_separate(const struct language *left, const struct language *right,
                              bool *equal, int **word, size_t *count, struct failure *failure) {
    CLEANUP(product_clear) struct product product = {0};
    TRY(explore(&product, left, right, true, failure));
    if (product.separated) {
        TRY(trace_back(&product, word, count, failure));
    } else {
        *word = NULL;
        *count = 0;
    }
    *equal = !product.separated;
    return STATUS_OK;
}

/* Recursive descent; every rule makes a piece of a nondeterministic automaton with one entry and
 * one exit (K. Thompson, "Regular expression search algorithm", CACM 11, 1968). */

struct parser {
    const char *text;
    size_t at; /* index of the next character */
    int depth; /* of open parentheses */
    struct nfa *nfa;
    struct failure *failure;
};

struct piece {
    size_t entry, exit;
};

static char look(struct parser *parser) {
    while (parser->text[parser->at] == ' ')
        parser->at++;
    return parser->text[parser->at];
}

static enum status new_piece(struct parser *parser, struct piece *piece) {
    TRY(nfa_add_state(parser->nfa, &piece->entry, parser->failure));
    return nfa_add_state(parser->nfa, &piece->exit, parser->failure);
}

static enum status join(struct parser *parser, size_t from, int letter, size_t to) {
    return nfa_add_edge(parser->nfa, from, letter, to, parser->failure);
}

static enum status parse_expression(struct parser *parser, struct piece *piece);

static enum status parse_parentheses(struct parser *parser, struct piece *piece) {
    if (++parser->depth > REGULAR_EXPRESSION_DEPTH)
        return failure_limit(parser->failure,
                             "regular expression, column %zu: parentheses nested deeper than %d",
                             parser->at + 1, REGULAR_EXPRESSION_DEPTH);
    parser->at++;
    TRY(parse_expression(parser, piece));
    if (look(parser) != ')')
        return failure_input(parser->failure, "regular expression, column %zu: \")\" expected",
                             parser->at + 1);
    parser->at++;
    parser->depth--;
    return STATUS_OK;
}

static enum status parse_letter(struct parser *parser, struct piece *piece) {
    const char found = look(parser);
    if (found < 'a' || found - 'a' >= parser->nfa->letters)
        return failure_input(
            parser->failure,
            "regular expression, column %zu: a letter from a to %c expected, not \"%c\"",
            parser->at + 1, 'a' + parser->nfa->letters - 1,
            found < ' ' || found > '~' ? '?' : found);
    parser->at++;
    TRY(new_piece(parser, piece));
    return join(parser, piece->entry, found - 'a', piece->exit);
}

/* An item with its stars. */
static enum status parse_item(struct parser *parser, struct piece *piece) {
    TRY(look(parser) == '(' ? parse_parentheses(parser, piece) : parse_letter(parser, piece));
    while (look(parser) == '*') {
        struct piece loop;
        parser->at++;
        TRY(new_piece(parser, &loop));
        TRY(join(parser, loop.entry, NFA_EMPTY_MOVE, loop.exit));
        TRY(join(parser, loop.exit, NFA_EMPTY_MOVE, piece->entry));
        TRY(join(parser, piece->exit, NFA_EMPTY_MOVE, loop.exit));
        *piece = loop;
    }
    return STATUS_OK;
}

static enum status parse_sequence(struct parser *parser, struct piece *piece) {
    TRY(nfa_add_state(parser->nfa, &piece->entry, parser->failure));
    piece->exit = piece->entry;
    while (look(parser) != '\0' && look(parser) != '|' && look(parser) != ')') {
        struct piece item;
        TRY(parse_item(parser, &item));
        TRY(join(parser, piece->exit, NFA_EMPTY_MOVE, item.entry));
        piece->exit = item.exit;
    }
    return STATUS_OK;
}

static enum status parse_expression(struct parser *parser, struct piece *piece) {
    TRY(new_piece(parser, piece));
    for (bool more = true; more; parser->at += more) {
        struct piece sequence;
        TRY(parse_sequence(parser, &sequence));
        TRY(join(parser, piece->entry, NFA_EMPTY_MOVE, sequence.entry));
        TRY(join(parser, sequence.exit, NFA_EMPTY_MOVE, piece->exit));
        more = look(parser) == '|';
    }
    return STATUS_OK;
}

static enum status parse_all(struct parser *parser) {
    struct piece piece;
    TRY(parse_expression(parser, &piece));
    if (look(parser) != '\0')
        return failure_input(
            parser->failure,
            "regular expression, column %zu: nothing is open that \")\" could close",
            parser->at + 1);
    parser->nfa->states[piece.entry].starts = true;
    parser->nfa->states[piece.exit].accepts = true;
    return STATUS_OK;
}

enum status regular_expression_parse(const char *text, int letters, struct language *result,
                                     struct failure *failure) {
    CLEANUP(nfa_clear) struct nfa nfa = {0};
    struct parser parser = {.text = text, .nfa = &nfa, .failure = failure};
    if (letters < 1 || letters > LETTER_NAMED_ALPHABET)
        return failure_input(failure, "an alphabet of %d letters is not in 1..%d", letters,
                             LETTER_NAMED_ALPHABET);
    nfa_init(&nfa, letters);
    TRY(parse_all(&parser));
    return language_from_nfa(&nfa, REGULAR_EXPRESSION_STATES, result, failure);
}
