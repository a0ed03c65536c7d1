/* SPDX-License-Identifier: MIT */
#include "solver/certificate/tree_tokens.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/walk/walk_events.h"

/* A line at most, with its key and its end; each token is copied with all of its four bytes. */
enum { LINE_ROOM = 8 + 4 * TREE_TOKENS_PER_LINE };

static void fill_table(struct tree_tokens *tokens, int latency) {
    for (int c = 0; c < 256; c++)
        tokens->table[c] = (struct tree_token){.letter = -1, .step = 127};
    tokens->table['-'] = (struct tree_token){{' ', '-'}, 2, -1, -1};
    tokens->table['!'] = (struct tree_token){{' ', '!'}, 2, -1, -1};
    for (int w = 0; w < latency; w++) {
        struct tree_token *token = &tokens->table[(unsigned char)walk_letter_tokens[w]];
        *token = (struct tree_token){.letter = (signed char)w, .step = 1, .text = {' '}};
        token->length = 1;
        if (w >= 10)
            token->text[token->length++] = (char)('0' + w / 10);
        token->text[token->length++] = (char)('0' + w % 10);
    }
}

struct tree_tokens *tree_tokens_new(struct certificate_output *output, int latency, int count) {
    struct tree_tokens *tokens = memory_new(1, sizeof *tokens);
    size_t room = (size_t)count + 2 * 128 * (TREE_TOKENS_PER_LINE + 1);
    signed char *rows = memory_new(room, 1);
    if (!tokens || !rows) {
        free(tokens);
        free(rows);
        return NULL;
    }
    tokens->output = output;
    tokens->count = count;
    tokens->rows = rows;
    tokens->path = rows + 128 * (TREE_TOKENS_PER_LINE + 1);
    fill_table(tokens, latency);
    return tokens;
}

void tree_tokens_free(struct tree_tokens *tokens) {
    if (!tokens)
        return;
    free(tokens->rows);
    free(tokens);
}

static void flush(struct tree_tokens *tokens) {
    certificate_write(tokens->output, tokens->text, tokens->length);
    tokens->length = 0;
}

/* Tokens of one line, nothing looked at: trees have hundreds of millions of them. */
static void append_some(struct tree_tokens *tokens, const char *text, size_t count) {
    char *at = tokens->text + tokens->length;
    int depth = tokens->depth;
    uint64_t nodes = tokens->nodes;
    for (size_t i = 0; i < count; i++) {
        const struct tree_token *token = &tokens->table[(unsigned char)text[i]];
        memcpy(at, token->text, 4);
        at += token->length;
        tokens->path[depth] = token->letter;
        depth += token->step;
        nodes += token->letter >= 0;
    }
    tokens->length = (size_t)(at - tokens->text);
    tokens->depth = depth;
    tokens->nodes = nodes;
}

bool tree_tokens_append(struct tree_tokens *tokens, const char *text, size_t length) {
    while (length) {
        if (!tokens->on_line) {
            if (tokens->length + LINE_ROOM > TREE_TOKENS_ROOM)
                flush(tokens);
            memcpy(tokens->text + tokens->length, "tree", 4);
            tokens->length += 4;
        }
        size_t count = (size_t)(TREE_TOKENS_PER_LINE - tokens->on_line);
        count = count < length ? count : length;
        append_some(tokens, text, count);
        if (tokens->depth < -1 || tokens->depth > tokens->count)
            return false;
        text += count;
        length -= count;
        tokens->on_line += (int)count;
        if (tokens->on_line == TREE_TOKENS_PER_LINE) {
            tokens->text[tokens->length++] = '\n';
            tokens->on_line = 0;
        }
    }
    return true;
}

void tree_tokens_end(struct tree_tokens *tokens) {
    if (tokens->on_line)
        tokens->text[tokens->length++] = '\n';
    tokens->on_line = 0;
    flush(tokens);
}
