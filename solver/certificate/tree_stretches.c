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

static bool line_begins(const struct certificate_input *input, const char *key) {
    return strcmp(input->words[0], key) == 0;
}

/* The tokens of one line. */
static enum status read_tokens(const struct certificate_input *input, int latency,
                               struct tree_tokens *tokens, uint64_t *nodes,
                               struct failure *failure) {
    for (int i = 1; i < input->word_count; i++) {
        const char *token = input->words[i];
        if (!tree_token_is_right(token, latency))
            return certificate_expected(input, "a letter, '-' or '!'", failure);
        *nodes += *token >= '0';
        if (tokens)
            tree_tokens_put(tokens, token);
    }
    return STATUS_OK;
}

enum status tree_stretch_read(struct certificate_input *input, int latency,
                              struct tree_tokens *tokens, uint64_t *nodes,
                              struct failure *failure) {
    uint64_t met = 0;
    while (certificate_next(input)) {
        long told;
        enum status status = STATUS_OK;
        if (line_begins(input, "tree")) {
            status = read_tokens(input, latency, tokens, &met, failure);
        } else if (line_begins(input, "tree-nodes")) {
            status = certificate_number(input, 1, 0, LONG_MAX, &told, failure);
            if (!status && ((uint64_t)told != met || certificate_next(input)))
                status = certificate_expected(input, "the number of letters at the end", failure);
            if (!status)
                *nodes = met;
            return status;
        }
        if (status)
            return status;
    }
    return certificate_expected(input, "a line 'tree-nodes NUMBER'", failure);
}

static enum status join_file(const char *path, int latency, struct tree_tokens *tokens,
                             uint64_t *total, struct failure *failure) {
    struct certificate_input input;
    uint64_t nodes;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    status = tree_stretch_read(&input, latency, tokens, &nodes, failure);
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
