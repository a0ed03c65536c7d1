/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "solver/base/words.h"
#include "solver/collective/multinode/network_least.h"
#include "tools/steadycast/interchange/msccl_file.h"
#include "tools/steadycast/interchange/xml_line.h"

enum { MOST_STEPS = 1 << 22, MOST_OFFSET = 1 << 20, MOST_CHANNEL = 1023, NONE = -1 };

static const struct msccl_type types[] = {
    {"nop", false, false, false, false, false}, {"s", false, true, false, true, false},
    {"r", true, false, true, false, false},     {"rcs", true, false, true, true, false},
    {"rrc", true, true, true, false, false},    {"rrs", true, true, false, true, false},
    {"rrcs", true, true, true, true, false},    {"cpy", false, true, true, false, false},
    {"re", false, true, true, false, true},
};

struct reader {
    XML_Parser parser;
    struct msccl_file *file;
    const XML_Char **attributes; /* of the element */
    int gpus;
    int depth;
    enum status status;
    struct failure *failure;
};

/* Nothing more is read. */
static void stop(struct reader *reader, enum status status, const char *why, const char *key,
                 const char *value) {
    if (reader->status)
        return;
    reader->status = failure_set(reader->failure, status, "%s:%ld: %s%s%s%.40s%s",
                                 reader->file->name, xml_line(reader->parser), why, key,
                                 value ? ": found '" : "", value ? value : "", value ? "'" : "");
    XML_StopParser(reader->parser, XML_FALSE);
}

static const char *find_text(struct reader *reader, const char *key, const char *missing) {
    for (const XML_Char **at = reader->attributes; *at; at += 2)
        if (strcmp(at[0], key) == 0)
            return at[1];
    if (!missing)
        stop(reader, STATUS_INPUT, "there is no attribute ", key, NULL);
    return missing ? missing : "";
}

/* A number in least..most; `missing` where it may be left out, NULL: it may not. */
static int find_number(struct reader *reader, const char *key, int least, int most,
                       const char *missing) {
    const char *text = find_text(reader, key, missing), *digits = text + (*text == '-');
    int value = 0;
    bool read = digits_read(&digits, most, &value) && !*digits;
    value = *text == '-' ? -value : value;
    if (!reader->status && (!read || value < least || value > most))
        stop(reader, STATUS_INPUT, "out of range: ", key, text);
    return value;
}

static void read_collective(struct reader *reader) {
    const char *word = find_text(reader, "coll", NULL);
    bool joined = strcmp(word, "reducescatter") == 0 || strcmp(word, "reduce_scatter") == 0;
    int found = joined ? COLLECTIVE_REDUCE_SCATTER : NONE;
    for (int c = 0; c < COLLECTIVES; c++)
        if (strcmp(word, collective_name((enum collective)c)) == 0)
            found = c;
    if (found == COLLECTIVE_ALLREDUCE)
        stop(reader, STATUS_INPUT, "import reads the halves of an allreduce, each in a file, ",
             "and not coll", word);
    else if (found == NONE)
        stop(reader, STATUS_INPUT, "no collective that import knows is ", "coll", word);
    else
        reader->file->collective = (enum collective)found;
}

static void read_algorithm(struct reader *reader) {
    struct msccl_file *file = reader->file;
    read_collective(reader);
    file->ranks = find_number(reader, "ngpus", 2, MSCCL_MOST_RANKS, NULL);
    file->loop = find_number(reader, "nchunksperloop", 1, MOST_OFFSET, NULL);
    file->in_place = find_number(reader, "inplace", 0, 1, "0") == 1 &&
                     find_number(reader, "outofplace", 0, 1, "0") == 0;
    if (reader->status)
        return;
    file->gpus = memory_new((size_t)file->ranks, sizeof *file->gpus);
    if (!file->gpus)
        stop(reader, STATUS_MEMORY, "no memory for ", "an algorithm", NULL);
}

static void read_gpu(struct reader *reader) {
    struct msccl_file *file = reader->file;
    int id = find_number(reader, "id", 0, file->ranks - 1, NULL);
    if (!reader->status && id != reader->gpus)
        stop(reader, STATUS_INPUT, "gpus stand in the order 0, 1, ..: ", "id",
             find_text(reader, "id", NULL));
    struct msccl_gpu gpu = {find_number(reader, "i_chunks", 0, MOST_OFFSET, NULL),
                            find_number(reader, "o_chunks", 0, MOST_OFFSET, NULL),
                            find_number(reader, "s_chunks", 0, MOST_OFFSET, NULL),
                            file->block_count, 0};
    if (!reader->status)
        file->gpus[reader->gpus++] = gpu;
}

static void read_block(struct reader *reader) {
    struct msccl_file *file = reader->file;
    struct msccl_gpu *gpu = &file->gpus[reader->gpus - 1];
    struct msccl_block block = {reader->gpus - 1,
                                find_number(reader, "send", NONE, file->ranks - 1, NULL),
                                find_number(reader, "recv", NONE, file->ranks - 1, NULL),
                                find_number(reader, "chan", 0, MOST_CHANNEL, "0"),
                                file->step_count,
                                0,
                                xml_line(reader->parser)};
    int id = find_number(reader, "id", 0, INT_MAX - 1, NULL);
    if (!reader->status && id != gpu->count)
        stop(reader, STATUS_INPUT, "thread blocks stand in the order 0, 1, ..: ", "id",
             find_text(reader, "id", NULL));
    if (reader->status)
        return;
    if (APPEND(file->blocks, file->block_count, block))
        gpu->count++;
    else
        stop(reader, STATUS_MEMORY, "no memory for ", "an algorithm", NULL);
}

static struct msccl_spot read_spot(struct reader *reader, bool used, const char *buffer,
                                   const char *offset) {
    if (!used)
        return (struct msccl_spot){0};
    const char *text = find_text(reader, buffer, NULL);
    if (!reader->status && (strlen(text) != 1 || !strchr("ios", *text)))
        stop(reader, STATUS_INPUT, "expected i, o or s: ", buffer, text);
    return (struct msccl_spot){*text, find_number(reader, offset, 0, MOST_OFFSET, NULL)};
}

static void read_step(struct reader *reader) {
    struct msccl_file *file = reader->file;
    struct msccl_block *block = &file->blocks[file->block_count - 1];
    const char *word = find_text(reader, "type", NULL);
    struct msccl_step step = {.line = xml_line(reader->parser)};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(word, types[i].name) == 0)
            step.type = &types[i];
    if (!step.type) {
        stop(reader, STATUS_INPUT, "expected s, r, rcs, rrc, rrs, rrcs, cpy, re or nop: ", "type",
             word);
        return;
    }
    if (find_number(reader, "s", 0, INT_MAX - 1, NULL) != block->count)
        stop(reader, STATUS_INPUT, "steps stand in the order 0, 1, ..: ", "s",
             find_text(reader, "s", NULL));
    if ((step.type->sends && block->send < 0) || (step.type->receives && block->receive < 0))
        stop(reader, STATUS_INPUT, "its thread block has no such peer: ", "type", word);
    step.source = read_spot(reader, step.type->reads, "srcbuf", "srcoff");
    step.target = read_spot(reader, step.type->writes, "dstbuf", "dstoff");
    bool moves = step.type->reads || step.type->receives;
    step.count = moves ? find_number(reader, "cnt", 1, MOST_OFFSET, NULL) : 1;
    step.depends = find_number(reader, "depid", NONE, INT_MAX - 1, "-1");
    step.behind = find_number(reader, "deps", NONE, INT_MAX - 1, "-1");
    if (reader->status)
        return;
    bool few = file->step_count < MOST_STEPS;
    if (few && APPEND(file->steps, file->step_count, step))
        block->count++;
    else
        stop(reader, few ? STATUS_MEMORY : STATUS_LIMIT, "too many ", "steps", NULL);
}

static void XMLCALL begin(void *data, const XML_Char *element, const XML_Char **attributes) {
    static const struct {
        const char *name;
        void (*read)(struct reader *reader);
    } levels[] = {
        {"algo", read_algorithm}, {"gpu", read_gpu}, {"tb", read_block}, {"step", read_step}};
    struct reader *reader = data;
    int depth = reader->depth++;
    if (reader->status)
        return;
    if (depth > 3 || strcmp(element, levels[depth].name) != 0) {
        stop(reader, STATUS_INPUT, "expected ", depth > 3 ? "no element" : levels[depth].name,
             element);
        return;
    }
    reader->attributes = attributes;
    levels[depth].read(reader);
}

static void XMLCALL end(void *data, const XML_Char *element) {
    (void)element;
    ((struct reader *)data)->depth--;
}

/* What a step waits for is there. */
static enum status check_dependences(const struct msccl_file *file, struct failure *failure) {
    for (int b = 0; b < file->block_count; b++) {
        const struct msccl_block *block = &file->blocks[b];
        const struct msccl_gpu *gpu = &file->gpus[block->rank];
        for (int s = block->first; s < block->first + block->count; s++) {
            const struct msccl_step *step = &file->steps[s];
            if (step->depends < 0)
                continue;
            if (step->depends >= gpu->count || step->behind < 0 ||
                step->behind >= file->blocks[gpu->first + step->depends].count)
                return failure_input(
                    failure, "%s:%ld: it waits for step %d of thread block %d, and gpu %d has none",
                    file->name, step->line, step->behind, step->depends, block->rank);
        }
    }
    return STATUS_OK;
}

static enum status finish(struct reader *reader, bool read) {
    const struct msccl_file *file = reader->file;
    enum XML_Error error = XML_GetErrorCode(reader->parser);
    if (reader->status)
        return reader->status;
    if (!read && error == XML_ERROR_NO_MEMORY)
        return failure_memory(reader->failure, "an algorithm");
    if (!read)
        return failure_input(reader->failure, "%s:%ld: %s", file->name, xml_line(reader->parser),
                             XML_ErrorString(error));
    if (reader->gpus != file->ranks)
        return failure_input(reader->failure, "%s: ngpus is %d, and %d are there", file->name,
                             file->ranks, reader->gpus);
    return check_dependences(file, reader->failure);
}

enum status msccl_file_read(const char *name, const char *text, size_t length,
                            struct msccl_file *file, struct failure *failure) {
    *file = (struct msccl_file){.name = name};
    XML_Parser parser = XML_ParserCreate(NULL);
    struct reader reader = {.parser = parser, .file = file, .failure = failure};
    TRY(memory_check(parser, failure, "an algorithm"));
    enum status status = STATUS_LIMIT;
    if (length > INT_MAX) {
        failure_limit(failure, "%s: too large", name);
    } else {
        XML_SetUserData(parser, &reader);
        XML_SetElementHandler(parser, begin, end);
        status = finish(&reader, XML_Parse(parser, text, (int)length, 1) == XML_STATUS_OK);
    }
    XML_ParserFree(parser);
    return status;
}

void msccl_file_clear(struct msccl_file *file) {
    FREE_ALL(file->gpus, file->blocks, file->steps);
    *file = (struct msccl_file){.name = file->name};
}

/* --- what an algorithm does on a network, and how good it is --- */

enum { MOST_BYTES = 1 << 28 };
#define MOST_COMING 1e8

/* Whether there is room for when each chunk comes to each node. */
static bool is_small(const struct msccl_file *file) {
    return (double)collective_chunks(file->collective, file->ranks) * file->loop * file->ranks <=
           MOST_COMING;
}

/* One round in each step, joined: steps one behind the other become one where nothing in them waits
 * for another message of theirs, which takes no more rounds. */
static enum status join_steps(const struct network_schedule *even, const struct limits *limits,
                              struct network_schedule *joined, struct failure *failure) {
    const struct network_problem *problem = even->task.problem;
    size_t nodes = (size_t)problem->network->nodes;
    size_t chunks = (size_t)collective_chunks(problem->collective, problem->network->nodes) *
                    (size_t)even->task.chunks;
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = even->task};
    FREED int *coming = memory_new(chunks * nodes, sizeof *coming); /* there from this step on */
    int step = 1;
    TRY(memory_check(coming, failure, "an algorithm"));
    made.task.steps = 0;
    made.task.rounds = 1;
    for (int64_t first = 0, end; first < even->count; first = end) {
        for (end = first; end < even->count && even->sends[end].step == even->sends[first].step;
             end++) {
            const struct network_send *send = &even->sends[end];
            size_t from = (size_t)problem->network->arcs[send->arc].from;
            int begins = coming[(size_t)(send->chunk - 1) * nodes + from];
            step = begins > step ? begins : step;
        }
        for (int64_t i = first; i < end; i++) {
            const struct network_send *send = &even->sends[i];
            const struct network_arc *arc = &problem->network->arcs[send->arc];
            int *at = &coming[(size_t)(send->chunk - 1) * nodes + (size_t)arc->to];
            int there = step + arc->latency;
            *at = there > *at ? there : *at;
            made.task.steps = there - 1 > made.task.steps ? there - 1 : made.task.steps;
            TRY(network_schedule_add(&made, (struct network_send){step, send->arc, send->chunk},
                                     failure));
        }
    }
    TRY(network_schedule_finish(&made, limits, failure));
    *joined = TAKE(made);
    return STATUS_OK;
}

/* Each message in the earliest step, or one round in each step, joined, where that takes fewer
 * rounds, and no more steps. */
static enum status run_earliest(const struct msccl_file *file, int origin,
                                const struct limits *limits, struct network_read *read,
                                struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule joined = {.count = 0};
    if (!is_small(file))
        return msccl_file_run(file, origin, false, limits, read, failure);
    TRY(msccl_file_run(file, origin, true, limits, read, failure));
    TRY(join_steps(&read->schedule, limits, &joined, failure));
    network_schedule_clear(&read->schedule);
    network_problem_clear(&read->problem);
    read->has_schedule = false;
    TRY(msccl_file_run(file, origin, false, limits, read, failure));
    if (joined.task.steps <= read->schedule.task.steps &&
        joined.task.rounds < read->schedule.task.rounds) {
        network_schedule_clear(&read->schedule);
        read->schedule = TAKE(joined);
    }
    return STATUS_OK;
}

enum status msccl_import(const char *path, int origin, bool even, const struct limits *limits,
                         struct network_read *read, struct failure *failure) {
    FREED char *text = NULL;
    size_t length = 0;
    CLEANUP(msccl_file_clear) struct msccl_file file = {0};
    TRY(input_file_text(path, MOST_BYTES, &text, &length, failure));
    TRY(network_check_connected(&read->network, failure));
    TRY(msccl_file_read(input_file_name(path), text, length, &file, failure));
    return even ? msccl_file_run(&file, origin, true, limits, read, failure)
                : run_earliest(&file, origin, limits, read, failure);
}

enum status msccl_compare(const struct network_read *read, bool even, const struct limits *limits,
                          struct msccl_worth *found, struct failure *failure) {
    const struct network_task *task = &read->schedule.task;
    const struct network_hints hints = {.effort = NETWORK_PART};
    CLEANUP(network_least_clear) struct network_least least = {0};
    uint64_t decisions = 0;
    found->own = even ? task->steps : task->rounds;
    enum status status =
        even ? network_time_find(&read->problem, task->chunks, &hints, limits, &least, &decisions,
                                 failure)
             : network_rounds_find(&read->problem, task->steps, task->chunks, 0, NETWORK_PART,
                                   limits, &least, &decisions, failure);
    if (status) {
        least = (struct network_least){0};
        return status == STATUS_LIMIT ? STATUS_OK : status; /* nothing is known then */
    }
    found->lower = least.lower;
    found->best = least.upper && least.upper < found->own ? least.upper : found->own;
    return STATUS_OK;
}
