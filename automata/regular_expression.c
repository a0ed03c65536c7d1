/* SPDX-License-Identifier: MIT */
/* Recursive descent; every rule makes a piece of a nondeterministic automaton with one entry and
 * one exit (K. Thompson, "Regular expression search algorithm", CACM 11, 1968). */
#include "automata/regular_expression.h"

#include "automata/word.h"

struct parser {
    const char *text;
    size_t at; /* index of the next character */
    int depth; /* of open parentheses */
    struct nfa *nfa;
    struct failure *failure;
};

struct piece {
    size_t entry;
    size_t exit;
};

static char look(struct parser *parser) {
    while (parser->text[parser->at] == ' ')
        parser->at++;
    return parser->text[parser->at];
}

static enum status new_piece(struct parser *parser, struct piece *piece) {
    enum status status = nfa_add_state(parser->nfa, &piece->entry, parser->failure);
    if (status == STATUS_OK)
        status = nfa_add_state(parser->nfa, &piece->exit, parser->failure);
    return status;
}

static enum status join(struct parser *parser, size_t from, int letter, size_t to) {
    return nfa_add_edge(parser->nfa, from, letter, to, parser->failure);
}

static enum status parse_expression(struct parser *parser, struct piece *piece);

static enum status parse_parentheses(struct parser *parser, struct piece *piece) {
    enum status status;
    if (++parser->depth > REGULAR_EXPRESSION_DEPTH)
        return failure_set(parser->failure, STATUS_LIMIT,
                           "regular expression, column %zu: parentheses nested deeper than %d",
                           parser->at + 1, REGULAR_EXPRESSION_DEPTH);
    parser->at++;
    status = parse_expression(parser, piece);
    if (status != STATUS_OK)
        return status;
    if (look(parser) != ')')
        return failure_set(parser->failure, STATUS_INPUT,
                           "regular expression, column %zu: \")\" expected", parser->at + 1);
    parser->at++;
    parser->depth--;
    return STATUS_OK;
}

static enum status parse_letter(struct parser *parser, struct piece *piece) {
    const char found = look(parser);
    enum status status;
    if (found < 'a' || found - 'a' >= parser->nfa->letters)
        return failure_set(parser->failure, STATUS_INPUT,
                           "regular expression, column %zu: a letter from a to %c expected, not "
                           "\"%c\"",
                           parser->at + 1, 'a' + parser->nfa->letters - 1,
                           found < ' ' || found > '~' ? '?' : found);
    parser->at++;
    status = new_piece(parser, piece);
    return status == STATUS_OK ? join(parser, piece->entry, found - 'a', piece->exit) : status;
}

/* An item with its stars. */
static enum status parse_item(struct parser *parser, struct piece *piece) {
    enum status status =
        look(parser) == '(' ? parse_parentheses(parser, piece) : parse_letter(parser, piece);
    while (status == STATUS_OK && look(parser) == '*') {
        struct piece loop;
        parser->at++;
        status = new_piece(parser, &loop);
        if (status == STATUS_OK)
            status = join(parser, loop.entry, NFA_EMPTY_MOVE, loop.exit);
        if (status == STATUS_OK)
            status = join(parser, loop.exit, NFA_EMPTY_MOVE, piece->entry);
        if (status == STATUS_OK)
            status = join(parser, piece->exit, NFA_EMPTY_MOVE, loop.exit);
        *piece = loop;
    }
    return status;
}

static enum status parse_sequence(struct parser *parser, struct piece *piece) {
    enum status status = nfa_add_state(parser->nfa, &piece->entry, parser->failure);
    piece->exit = piece->entry;
    while (status == STATUS_OK && look(parser) != '\0' && look(parser) != '|' &&
           look(parser) != ')') {
        struct piece item;
        status = parse_item(parser, &item);
        if (status == STATUS_OK)
            status = join(parser, piece->exit, NFA_EMPTY_MOVE, item.entry);
        if (status == STATUS_OK)
            piece->exit = item.exit;
    }
    return status;
}

static enum status parse_expression(struct parser *parser, struct piece *piece) {
    enum status status = new_piece(parser, piece);
    bool more = true;
    while (status == STATUS_OK && more) {
        struct piece sequence;
        status = parse_sequence(parser, &sequence);
        if (status == STATUS_OK)
            status = join(parser, piece->entry, NFA_EMPTY_MOVE, sequence.entry);
        if (status == STATUS_OK)
            status = join(parser, sequence.exit, NFA_EMPTY_MOVE, piece->exit);
        more = look(parser) == '|';
        parser->at += more;
    }
    return status;
}

static enum status parse_all(struct parser *parser) {
    struct piece piece;
    const enum status status = parse_expression(parser, &piece);
    if (status != STATUS_OK)
        return status;
    if (look(parser) != '\0')
        return failure_set(parser->failure, STATUS_INPUT,
                           "regular expression, column %zu: nothing is open that \")\" could close",
                           parser->at + 1);
    parser->nfa->states[piece.entry].starts = true;
    parser->nfa->states[piece.exit].accepts = true;
    return STATUS_OK;
}

enum status regular_expression_parse(const char *text, int letters, struct language *result,
                                     struct failure *failure) {
    struct nfa nfa;
    struct parser parser = {.text = text, .nfa = &nfa, .failure = failure};
    enum status status;
    if (letters < 1 || letters > LETTER_NAMED_ALPHABET)
        return failure_set(failure, STATUS_INPUT, "an alphabet of %d letters is not in 1..%d",
                           letters, LETTER_NAMED_ALPHABET);
    nfa_init(&nfa, letters);
    status = parse_all(&parser);
    if (status == STATUS_OK)
        status = language_from_nfa(&nfa, REGULAR_EXPRESSION_STATES, result, failure);
    nfa_clear(&nfa);
    return status;
}
