#include "solver/certificate/tree_tokens.h"

void tree_tokens_init(struct tree_tokens *tokens, struct certificate_output *output) {
    *tokens = (struct tree_tokens){.output = output};
}

void tree_tokens_end(struct tree_tokens *tokens) {
    if (!tokens->on_line)
        return;
    tokens->line[tokens->length++] = '\n';
    certificate_write(tokens->output, tokens->line, tokens->length);
    tokens->on_line = 0;
    tokens->length = 0;
}

void tree_tokens_letter(struct tree_tokens *tokens, int letter) {
    char text[TREE_TOKEN_ROOM] = " ";
    size_t length = 1;
    if (!tokens->output)
        return;
    if (letter >= 10)
        text[length++] = (char)('0' + letter / 10);
    text[length++] = (char)('0' + letter % 10);
    tree_tokens_append(tokens, text, length);
}

void tree_tokens_mark(struct tree_tokens *tokens, char mark) {
    const char text[] = {' ', mark};
    if (tokens->output)
        tree_tokens_append(tokens, text, sizeof text);
}
