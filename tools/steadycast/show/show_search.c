/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "automata/letter.h"
#include "automata/memory.h"
#include "solver/model/slots.h"
#include "tools/steadycast/show/show_proof.h"

/* The drawing holds about so many lines; slots are named in instances of so many letters. */
enum { DRAWN_LINES = 40, DRAWN_LEVELS = 20, NAMED_LETTERS = 100000, LEVELS_A_LINE = 6 };

/* Tokens: a letter, or one of these. */
enum { BACK = -1, BALLS = -2 };

/* The walk of the tree as the file tells it, and how many nodes there are of each level >= 1. */
struct search {
    int latency;
    size_t count;
    size_t room;
    int *tokens;
    size_t level_count; /* deepest level */
    size_t level_room;
    size_t *levels; /* levels[i]: nodes of level i+1 */
    size_t level;   /* of the node where the walk stands */
    size_t nodes;
    size_t backs;
    size_t balls;
    bool left; /* the root was left: nothing may follow */
};

static enum status grow(void **array, size_t *room, size_t count, size_t size,
                        struct failure *failure) {
    if (count < *room)
        return STATUS_OK;
    size_t wanted = 2 * *room + 1024;
    void *moved = memory_resize(*array, wanted, size);
    if (!moved)
        return failure_memory(failure, "the search tree");
    *array = moved;
    *room = wanted;
    return STATUS_OK;
}

static enum status go_down(struct search *search, struct failure *failure) {
    void *levels = search->levels;
    enum status status =
        grow(&levels, &search->level_room, search->level, sizeof *search->levels, failure);
    search->levels = levels;
    if (status)
        return status;
    if (search->level == search->level_count)
        search->levels[search->level_count++] = 0;
    search->levels[search->level++]++;
    search->nodes++;
    return STATUS_OK;
}

static enum status take_token(const struct certificate_input *input, int index,
                              struct search *search, struct failure *failure) {
    const char *word = input->words[index];
    long token = strcmp(word, "-") == 0 ? BACK : strcmp(word, "!") == 0 ? BALLS : 0;
    enum status status = STATUS_OK;
    if (search->left)
        return certificate_expected(input, "nothing behind the end of the walk", failure);
    if (!token)
        status = certificate_number(input, index, 0, search->latency - 1, &token, failure);
    void *tokens = search->tokens;
    if (!status)
        status = grow(&tokens, &search->room, search->count, sizeof *search->tokens, failure);
    search->tokens = tokens;
    if (status)
        return status;
    search->tokens[search->count++] = (int)token;
    if (token >= 0)
        return go_down(search, failure);
    search->backs += token == BACK;
    search->balls += token == BALLS;
    search->left = search->level == 0;
    search->level -= !search->left;
    return STATUS_OK;
}

static enum status read_tree(struct certificate_input *input, struct search *search,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    while (!status && certificate_next(input) && strcmp(input->words[0], "tree") == 0)
        for (int i = 1; i < input->word_count && !status; i++)
            status = take_token(input, i, search, failure);
    if (!status && (!search->left || strcmp(input->words[0], "nodes") != 0))
        status = certificate_expected(
            input, "'tree TOKEN ...' up to the end of the walk, 'nodes N'", failure);
    return status;
}

static void print_totals(FILE *file, const struct search *search) {
    double sum = 0;
    for (size_t i = 0; i < search->level_count; i++)
        sum += (double)search->levels[i] * (double)(i + 1);
    fprintf(file,
            "  nodes                    %zu, and the root\n"
            "  left after all letters   %zu  (-: every letter that fits was tried)\n"
            "  left by the balls        %zu  (!: the letters left can't complete the last block)\n"
            "  deepest level            %zu\n",
            search->nodes, search->backs, search->balls, search->level_count);
    if (!search->nodes)
        return;
    fprintf(file, "  mean level               %.2f\n  nodes of level", sum / (double)search->nodes);
    for (size_t i = 0; i < search->level_count; i++)
        fprintf(file, "%s%s %zu: %zu", i ? "," : "",
                i && i % LEVELS_A_LINE == 0 ? "\n                " : "", i + 1, search->levels[i]);
    fputc('\n', file);
}

/* The deepest level down to which the tree can be drawn whole; at least 1. */
static size_t drawn_levels(const struct search *search) {
    size_t lines = 0, level = 0;
    while (level < search->level_count && level < DRAWN_LEVELS &&
           lines + search->levels[level] <= DRAWN_LINES)
        lines += search->levels[level++];
    return level ? level : 1;
}

/* How many nodes are below the one whose token stands at `place`. */
static size_t nodes_below(const struct search *search, size_t place) {
    size_t nodes = 0, level = 1;
    for (size_t i = place + 1; level > 0; i++) {
        if (search->tokens[i] >= 0) {
            nodes++;
            level++;
        } else {
            level--;
        }
    }
    return nodes;
}

static void print_node(FILE *file, const struct search *search, const struct slots *slots,
                       size_t place, size_t level, bool last_level) {
    char name[LETTER_NAME_SIZE];
    int next = search->tokens[place + 1];
    fprintf(file, "  %*s%s", (int)(2 * level), "",
            letter_name(name, search->tokens[place], search->latency));
    if (slots->list && level <= (size_t)slots->count)
        fprintf(file, "  (block of %d, place %d)", slots->list[level - 1].size,
                slots->list[level - 1].position);
    if (next == BALLS)
        fprintf(file, "  ! excluded by the balls");
    else if (next == BACK)
        fprintf(file, "  - no letter fits next");
    else if (last_level)
        fprintf(file, "  .. %zu nodes below", nodes_below(search, place));
    fputc('\n', file);
}

/* The top of the tree: one line for each node, children below their parent. */
static void print_top(FILE *file, const struct search *search, const struct slots *slots) {
    size_t levels = drawn_levels(search), level = 0, lines = 0;
    if (!search->nodes) {
        fprintf(file, "\nthe root itself is excluded: %s\n",
                search->balls ? "the balls do not fit, whichever letter is left over (!)"
                              : "no letter fits into the first place (-)");
        return;
    }
    fprintf(file, "\ntop of the tree (levels 1..%zu, each letter below the ones before it)\n",
            levels < search->level_count ? levels : search->level_count);
    for (size_t i = 0; i < search->count; i++) {
        if (search->tokens[i] < 0) {
            level -= level > 0;
            continue;
        }
        if (++level > levels)
            continue;
        if (++lines > DRAWN_LINES) {
            fprintf(file, "  .. and so on\n");
            return;
        }
        print_node(file, search, slots, i, level, level == levels);
    }
}

enum status show_search(FILE *file, struct certificate_input *input, int latency, int depth,
                        struct failure *failure) {
    struct search search = {.latency = latency};
    struct slots slots = {0};
    enum status status = read_tree(input, &search, failure);
    if (!status) {
        bool named = slots_init(&slots, latency, depth, NAMED_LETTERS, NULL) == STATUS_OK;
        fprintf(file,
                "\nproof by exhausted search: the places of the blocks are filled one after the "
                "other, small\nblocks first, with every letter that leaves the word legal\n");
        print_totals(file, &search);
        print_top(file, &search, &slots);
        if (named)
            slots_clear(&slots);
    }
    free(search.tokens);
    free(search.levels);
    return status;
}
