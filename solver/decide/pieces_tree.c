/* SPDX-License-Identifier: MIT */
#include "solver/decide/pieces_tree.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "solver/walk/parts.h"

enum { CHUNK = 1 << 17 /* nodes between two looks at the limits */ };

/* A tree and the sub-trees that it is cut into; what lies between them holds no filling, and is
 * recorded with the part that follows, or behind the last. */
struct cut {
    struct walk_plan plan;
    struct walk_record *record;
    struct walk_listener listener;
    struct parts parts;
    uint64_t nodes; /* that were placed to cut */
};

static void cut_clear(struct cut *cut) {
    parts_clear(&cut->parts);
    walk_listener_clear(&cut->listener);
    walk_record_free(cut->record);
    walk_plan_clear(&cut->plan);
}

/* Finishes the parts below which the walk has no letter to place; one part is left in any case. */
static enum status finish_dead(struct cut *cut, struct walk *walk, struct failure *failure) {
    size_t left = cut->parts.count;
    walk->events = &cut->listener.events;
    for (size_t i = 0; i < cut->parts.count && left > 1; i++) {
        struct part *part = &cut->parts.list[i];
        enum status status =
            walk_resume(walk, part->path, part->length, part->base, part->entered, failure);
        if (status)
            return status;
        part->done = part->length < cut->plan.slots.count && !walk->levels[part->length].open;
        if (!part->done)
            continue;
        walk_run(walk, 0);
        struct walk_stretch heard = walk_listener_take(&cut->listener);
        walk_stretch_join(&part->before, &heard);
        left--;
    }
    parts_drop_done(&cut->parts);
    return STATUS_OK;
}

/* One level deeper where it goes deeper; *deeper: it did somewhere. */
static enum status cut_once(struct cut *cut, struct walk *walk, size_t wanted, bool *deeper,
                            struct failure *failure) {
    uint64_t before = cut->nodes;
    enum status status =
        parts_renew(&cut->parts, &cut->plan, wanted, &cut->nodes, &cut->listener, failure);
    if (!status)
        status = finish_dead(cut, walk, failure);
    *deeper = cut->nodes > before;
    return status;
}

static enum status cut_tree(struct cut *cut, int wanted, struct failure *failure) {
    struct walk walk;
    enum status status = walk_record_new(&cut->record, NULL, failure);
    if (!status)
        status = walk_listener_init(&cut->listener, cut->record, false, failure);
    if (!status)
        status = parts_init(&cut->parts, failure);
    if (!status)
        status = walk_init(&walk, &cut->plan, failure);
    if (status)
        return status;
    bool deeper = cut->plan.slots.count > 0;
    while (!status && deeper && cut->parts.count < (size_t)wanted)
        status = cut_once(cut, &walk, (size_t)wanted, &deeper, failure);
    walk_clear(&walk);
    return status ? status : walk_record_fault(cut->record, failure);
}

/* Parts are fresh sub-trees all the time, so their paths say all. */
static enum status cut_init(struct cut *cut, const struct pieces_question *question, int wanted,
                            struct failure *failure) {
    struct cut result = {.nodes = 0};
    enum status status = walk_plan_init(&result.plan, question->latency, question->depth,
                                        WALK_WORDS, !question->no_ball_rule, failure);
    if (status)
        return status;
    status = cut_tree(&result, wanted, failure);
    if (status) {
        cut_clear(&result);
        return status;
    }
    result.listener.events.context = NULL; /* it moves: nobody listens any more */
    *cut = result;
    return STATUS_OK;
}

enum status pieces_tree_count(const struct pieces_question *question, int wanted, int *count,
                              struct failure *failure) {
    struct cut cut;
    enum status status = cut_init(&cut, question, wanted, failure);
    if (status)
        return status;
    *count = (int)cut.parts.count;
    cut_clear(&cut);
    return STATUS_OK;
}

static void give_up(struct piece_answer *answer, const char *reason) {
    answer->verdict = VERDICT_UNKNOWN;
    answer->reason = reason;
}

/* Why the walk has to stop; NULL while it may go on. */
static const char *reason_to_stop(const struct walk *walk, const struct limits *limits) {
    if (limits_stop(limits))
        return LIMITS_STOPPED;
    return limits->nodes && walk->nodes >= limits->nodes ? "the limit of nodes was reached" : NULL;
}

/* Walks the part to its end, its first filling or a limit. */
static void run_walk(struct walk *walk, const struct limits *limits, struct piece_answer *answer) {
    enum walk_event event = WALK_QUANTUM;
    const char *reason = NULL;
    while (event == WALK_QUANTUM && !reason) {
        uint64_t quantum = CHUNK;
        if (limits->nodes && limits->nodes - walk->nodes < quantum)
            quantum = limits->nodes - walk->nodes;
        event = walk_run(walk, quantum);
        limits_report(limits, &(struct progress){.task = "search", .nodes = walk->nodes});
        reason = reason_to_stop(walk, limits);
    }
    answer->nodes = walk->nodes;
    if (event == WALK_QUANTUM)
        give_up(answer, reason);
    else
        answer->verdict = event == WALK_SOLUTION ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE;
}

enum { TOKENS_PER_LINE = 1 << 12 };

/* Tokens on their way into lines `tree`. */
struct lines {
    struct certificate_output *output;
    size_t on_line;
    uint64_t letters; /* among the tokens */
};

static uint64_t count_letters(const char *tokens, size_t length) {
    uint64_t letters = 0;
    for (size_t i = 0; i < length; i++)
        letters += tokens[i] != '-' && tokens[i] != '!' && tokens[i] != '?';
    return letters;
}

static enum status put_tokens(void *context, const char *tokens, size_t length,
                              struct failure *failure) {
    struct lines *lines = context;
    (void)failure;
    lines->letters += count_letters(tokens, length);
    while (length) {
        size_t count = TOKENS_PER_LINE - lines->on_line;
        count = count < length ? count : length;
        if (!lines->on_line)
            certificate_write(lines->output, "tree ", 5);
        certificate_write(lines->output, tokens, count);
        lines->on_line = (lines->on_line + count) % TOKENS_PER_LINE;
        if (!lines->on_line)
            certificate_write(lines->output, "\n", 1);
        tokens += count;
        length -= count;
    }
    return STATUS_OK;
}

/* What lies before the piece, its own tokens, and for the last piece what lies behind it. */
static enum status put_stretch(struct certificate_output *output, const struct piece_place *place,
                               struct cut *cut, const struct walk_stretch *heard,
                               struct failure *failure) {
    struct lines lines = {output, 0, 0};
    struct walk_stretch none = {0};
    const struct walk_stretch *all[] = {&cut->parts.list[place->piece].before, heard,
                                        place->piece + 1 == place->count ? &cut->parts.behind
                                                                         : &none};
    enum status status = STATUS_OK;
    for (int i = 0; i < 3 && !status; i++)
        status = walk_record_read(cut->record, all[i], put_tokens, &lines, failure);
    if (lines.on_line)
        certificate_write(output, "\n", 1);
    certificate_print(output, "tree-nodes %" PRIu64 "\n", lines.letters);
    return status;
}

static enum status write_piece(const struct piece_place *place, struct cut *cut,
                               const struct walk *walk, const struct walk_stretch *heard,
                               const char *path, struct piece_answer *answer,
                               struct failure *failure) {
    struct certificate_output *output;
    enum status status = piece_file_open(&output, path, place, answer, failure);
    if (status)
        return status;
    if (answer->verdict == VERDICT_FEASIBLE)
        piece_file_put_numbers(output, "letters", walk->letters, cut->plan.slots.count);
    else
        status = put_stretch(output, place, cut, heard, failure);
    return certificate_end(output, status, failure);
}

static enum status answer_part(const struct piece_place *place, struct cut *cut, struct walk *walk,
                               struct walk_listener *listener, const struct limits *limits,
                               const char *path, struct piece_answer *answer,
                               struct failure *failure) {
    const struct part *part = &cut->parts.list[place->piece];
    if (cut->plan.slots.count == 0) { /* one filling, the empty one */
        answer->verdict = VERDICT_FEASIBLE;
    } else {
        enum status status =
            walk_resume(walk, part->path, part->length, part->base, part->entered, failure);
        if (status)
            return status;
        walk->events = &listener->events;
        run_walk(walk, limits, answer);
    }
    if (answer->verdict == VERDICT_UNKNOWN)
        return STATUS_OK;
    struct walk_stretch heard = walk_listener_take(listener);
    answer->nodes += place->piece ? 0 : cut->nodes;
    return write_piece(place, cut, walk, &heard, path, answer, failure);
}

static enum status answer_cut(const struct piece_place *place, struct cut *cut,
                              const struct limits *limits, const char *path,
                              struct piece_answer *answer, struct failure *failure) {
    struct walk walk;
    struct walk_listener listener;
    enum status status = walk_init(&walk, &cut->plan, failure);
    if (status)
        return status;
    status = walk_listener_init(&listener, cut->record, false, failure);
    if (!status) {
        status = answer_part(place, cut, &walk, &listener, limits, path, answer, failure);
        walk_listener_clear(&listener);
    }
    walk_clear(&walk);
    return status;
}

enum status pieces_tree_answer(const struct piece_place *place, const struct limits *limits,
                               const char *path, struct piece_answer *answer,
                               struct failure *failure) {
    struct cut cut;
    struct piece_answer result = {VERDICT_UNKNOWN, NULL, 0};
    enum status status = cut_init(&cut, place->question, place->wanted, failure);
    if (status)
        return status;
    status = answer_cut(place, &cut, limits, path, &result, failure);
    cut_clear(&cut);
    if (!status)
        *answer = result;
    return status;
}

/* Tokens only: their number, or 0; the letters among them are added to *letters. */
static size_t read_tokens(const char *text, int latency, uint64_t *letters) {
    enum { NONE, MARK, LETTER };
    unsigned char kind[256] = {['-'] = MARK, ['!'] = MARK, ['?'] = MARK};
    const char *end = text;
    uint64_t met = 0;
    for (int w = 0; w < latency; w++)
        kind[(unsigned char)walk_letter_tokens[w]] = LETTER;
    for (; kind[(unsigned char)*end]; end++)
        met += kind[(unsigned char)*end] == LETTER;
    *letters += met;
    return *end ? 0 : (size_t)(end - text);
}

/* The number of tokens in a line `tree`; 0 for any other line. */
static size_t read_line(const struct certificate_input *input, int latency, uint64_t *letters) {
    bool right = strcmp(input->words[0], "tree") == 0 && input->word_count == 2;
    return right ? read_tokens(input->words[1], latency, letters) : 0;
}

enum status pieces_tree_read(struct certificate_input *input,
                             const struct pieces_question *question, struct walk_record *record,
                             struct walk_stretch *tokens, struct failure *failure) {
    uint64_t letters = 0;
    size_t length;
    bool more = certificate_next(input);
    while (more && (length = read_line(input, question->latency, &letters)) > 0) {
        if (record)
            walk_record_put(record, tokens, input->words[1], length);
        more = certificate_next(input);
    }
    long told = -1;
    enum status status = STATUS_OK;
    if (more && strcmp(input->words[0], "tree-nodes") == 0 && input->word_count == 2)
        status = certificate_number(input, 1, 0, LONG_MAX, &told, failure);
    if (!status && (told < 0 || (uint64_t)told != letters || certificate_next(input)))
        status = certificate_expected(input, "'tree TOKENS', then 'tree-nodes NUMBER' of letters",
                                      failure);
    return !status && record ? walk_record_fault(record, failure) : status;
}

void pieces_tree_close(const struct pieces_question *question, struct walk_record *record,
                       struct walk_stretch tokens, struct answer *answer) {
    answer->verdict = VERDICT_INFEASIBLE;
    answer->evidence = EVIDENCE_TREE;
    answer->tree = (struct tree_proof){.latency = question->latency,
                                       .depth = question->depth,
                                       .ball_rule = !question->no_ball_rule,
                                       .record = record,
                                       .tokens = tokens};
    answer->resumed = true;
}
