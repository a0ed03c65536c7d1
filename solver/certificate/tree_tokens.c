#include "solver/certificate/tree_tokens.h"

#include <string.h>

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

void tree_tokens_put(struct tree_tokens *tokens, const char *token) {
    static const char key[] = "tree";
    if (!tokens->output)
        return;
    if (!tokens->on_line) {
        memcpy(tokens->line, key, sizeof key - 1);
        tokens->length = sizeof key - 1;
    }
    tokens->line[tokens->length++] = ' ';
    while (*token)
        tokens->line[tokens->length++] = *token++;
    if (++tokens->on_line == TREE_TOKENS_PER_LINE)
        tree_tokens_end(tokens);
}

void tree_tokens_letter(struct tree_tokens *tokens, int letter) {
    char text[TREE_TOKEN_ROOM] = {0};
    size_t length = 0;
    if (letter >= 10)
        text[length++] = (char)('0' + letter / 10);
    text[length] = (char)('0' + letter % 10);
    tree_tokens_put(tokens, text);
}

bool tree_token_is_right(const char *token, int latency) {
    if (strcmp(token, "-") == 0 || strcmp(token, "!") == 0)
        return true;
    int letter = 0, length = 0;
    for (; token[length] >= '0' && token[length] <= '9' && length < TREE_TOKEN_ROOM - 1; length++)
        letter = 10 * letter + (token[length] - '0');
    bool plain = length > 0 && !token[length] && (token[0] != '0' || length == 1);
    return plain && letter < latency;
}
