#include "solver/certificate/tree_stretches.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/output.h"
#include "solver/certificate/tree_tokens.h"

void tree_stretches_clear(struct tree_stretches *stretches) {
    for (size_t i = 0; i < stretches->count; i++)
        free(stretches->paths[i]);
    free(stretches->paths);
    *stretches = (struct tree_stretches){0};
}

enum status tree_stretches_init(struct tree_stretches *stretches, const char *const *paths,
                                size_t count, struct failure *failure) {
    struct tree_stretches result = {.count = count, .paths = memory_new(count, sizeof(char *))};
    bool room = result.paths != NULL;
    for (size_t i = 0; i < count && room; i++) {
        size_t length = strlen(paths[i]) + 1;
        result.paths[i] = memory_new(length, 1);
        room = result.paths[i] != NULL;
        if (room)
            memcpy(result.paths[i], paths[i], length);
    }
    if (!room) {
        result.count = result.paths ? count : 0;
        tree_stretches_clear(&result);
        return failure_memory(failure, "names of files");
    }
    *stretches = result;
    return STATUS_OK;
}

/* The token at `text`, of a tree with letters below `latency`: its length, or 0. */
static inline size_t token_length(const char *text, int latency, bool *letter) {
    *letter = *text >= '0' && *text <= '9';
    if (!*letter)
        return *text == '-' || *text == '!';
    int value = *text - '0';
    size_t length = 1;
    if (value && text[1] >= '0' && text[1] <= '9') {
        value = 10 * value + (text[1] - '0');
        length = 2;
    }
    return value < latency ? length : 0;
}

/* The tokens of a line, `text` being behind its key: where the next line starts, or NULL. Trees
 * have hundreds of millions of tokens, so they are not split into words first. */
static const char *read_tokens(const char *text, int latency, struct tree_tokens *tokens,
                               uint64_t *nodes) {
    for (;;) {
        bool letter;
        size_t length = *text == ' ' ? token_length(text + 1, latency, &letter) : 0;
        if (!length)
            return NULL;
        *nodes += letter;
        if (tokens)
            tree_tokens_append(tokens, text, length + 1);
        text += length + 1;
        if (*text == '\n')
            return text + 1;
    }
}

/* The line behind the tokens, which must be the last. */
static enum status read_nodes(struct certificate_input *input, uint64_t met,
                              struct failure *failure) {
    long told;
    enum status status = certificate_field(input, "tree-nodes", 0, LONG_MAX, &told, failure);
    if (!status && ((uint64_t)told != met || certificate_next(input)))
        status = certificate_expected(input, "the number of letters at the end", failure);
    return status;
}

enum status tree_stretch_read(struct certificate_input *input, int latency,
                              struct tree_tokens *tokens, uint64_t *nodes,
                              struct failure *failure) {
    static const char key[] = "tree ";
    uint64_t met = 0;
    for (const char *text = input->text + input->next; strncmp(text, key, sizeof key - 1) == 0;) {
        text = read_tokens(text + sizeof key - 2, latency, tokens, &met);
        input->line++;
        if (!text)
            return certificate_expected(input, "letters, '-' or '!'", failure);
        input->next = (size_t)(text - input->text);
    }
    enum status status = read_nodes(input, met, failure);
    if (!status)
        *nodes = met;
    return status;
}

/* The lines before the tokens. */
static bool skip_head(struct certificate_input *input) {
    static const char last[] = "nodes";
    while (certificate_next(input))
        if (strcmp(input->words[0], last) == 0)
            return true;
    return false;
}

static enum status join_file(const char *path, int latency, struct tree_tokens *tokens,
                             uint64_t *total, struct failure *failure) {
    struct certificate_input input;
    uint64_t nodes;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    status = skip_head(&input) ? tree_stretch_read(&input, latency, tokens, &nodes, failure)
                               : certificate_expected(&input, "a line 'nodes'", failure);
    certificate_unload(&input);
    if (!status)
        *total += nodes;
    return status;
}

enum status tree_stretches_put(struct certificate_output *output, const struct tree_proof *proof,
                               const struct tree_stretches *stretches, const struct limits *limits,
                               struct failure *failure) {
    struct tree_tokens tokens;
    uint64_t nodes = 0;
    enum status status = STATUS_OK;
    certificate_print(output, "latency %d\ndepth %d\n", proof->latency, proof->depth);
    tree_tokens_init(&tokens, output);
    for (size_t i = 0; i < stretches->count && !status; i++) {
        status = limits_check(limits, failure);
        if (!status)
            status = join_file(stretches->paths[i], proof->latency, &tokens, &nodes, failure);
        if (!status && limits)
            limits_report(limits,
                          &(struct progress){"writing the tree", i + 1, stretches->count, nodes});
    }
    tree_tokens_end(&tokens);
    certificate_print(output, "nodes %" PRIu64 "\n", nodes);
    return status;
}
