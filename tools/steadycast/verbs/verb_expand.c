/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/numbers.h"
#include "solver/base/locked_file.h"
#include "solver/base/words.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/model/certificates.h"
#include "solver/question/constructions.h"
#include "solver/question/outcome_messages.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/logp/logp_messages.h"
#include "solver/stream/logp/logp_stream.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/question_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/expand.h"
#include "tools/steadycast/verbs/message_text.h"

/* The block transmission digraph as text (Karp et al. 1993, Figure 3). */

static void print_from(FILE *file, const struct block_digraph *digraph, int from, int to) {
    if (from == BLOCK_DIGRAPH_SOURCE)
        fprintf(file, "the source");
    else if (from == to)
        fprintf(file, "itself");
    else
        fprintf(file, "block %d of size %d", from + 1, digraph->sizes[from]);
}

static void print_edge(FILE *file, const struct block_digraph *digraph,
                       const struct block_edge *edge) {
    int first = digraph->depth + 1 + edge->first;
    if (edge->active)
        fprintf(file, "  active from ");
    else
        fprintf(file, "  %d inactive from ", edge->weight);
    print_from(file, digraph, edge->from, edge->to);
    if (edge->weight > 1)
        fprintf(file, ", at times %d..%d\n", first, first + edge->weight - 1);
    else
        fprintf(file, ", at time %d\n", first);
}

/* Each block with what comes to it; times are those of item 1, that of item i is i-1 more. */
static void digraph_text(FILE *file, const struct block_digraph *digraph) {
    size_t next = 0;
    fprintf(file,
            "latency %d, %d processors beside the source, %d blocks\n"
            "what comes to each block of item 1; of item i it comes i-1 later\n\n",
            digraph->latency, digraph->processors, digraph->block_count - 1);
    for (int block = 0, first = 1; block < digraph->block_count; block++) {
        int size = digraph->sizes[block];
        if (size == 0)
            fprintf(file, "receive-only processor %d\n", first);
        else if (size == 1)
            fprintf(file, "block %d of size 1, processor %d\n", block + 1, first);
        else
            fprintf(file, "block %d of size %d, processors %d..%d\n", block + 1, size, first,
                    first + size - 1);
        for (; next < digraph->edge_count && digraph->edges[next].to == block; next++)
            print_edge(file, digraph, &digraph->edges[next]);
        first += size;
    }
}

enum { MOST_PRINTED = 10000 };

/* In the order of --format. */
enum format { FORMAT_CERTIFICATE, FORMAT_TABLE, FORMAT_CSV, FORMAT_GRID, FORMAT_DIGRAPH };

static const struct option_spec specs[] = {
    {"items", 'k', OPTION_NUMBER, true, "K", 1, INT_MAX, "how many items are broadcast"},
    {"latency", 'L', OPTION_NUMBER, false, "L", 1, SEQUENCE_MAX_LATENCY,
     "without FILE: latency of a message"},
    {"processors", 'P', OPTION_NUMBER, false, "P", 2, MESSAGES_MOST_PROCESSORS + 1,
     "without FILE: processors, the source included"},
    OPTION_SPEC_LOGP,
    OPTION_SPEC_CAPACITY,
    {"construction", 'c', OPTION_TEXT, false, "NAME", 0, 0,
     "without FILE: a schedule for K items at time 0 by this construction, see below"},
    {"ports", 'p', OPTION_NUMBER, false, "N", 1, 10000,
     "with --construction: sends, and receptions, of a processor at a time (default: 1)"},
    {"single-sending", 0, OPTION_FLAG, false, "", 0, 0,
     "with --construction: the source sends each item once"},
    {"format", 'f', OPTION_CHOICE, false, "certificate|table|csv|grid|digraph", 0, 0,
     "how the list is written (default: certificate), see below"},
    {"rows", 0, OPTION_RANGE, false, "A..B", 1, MESSAGES_MOST_PROCESSORS,
     "with --format grid: these processors only"},
    {"release", 0, OPTION_CHOICE, false, "stream|all", 0, 0,
     "of a stream: the source has item i at time i-1 (stream, default), or all at time 0"},
    OPTION_SPEC_OUTPUT("where to (default: stdout)"),
    {"force", 0, OPTION_FLAG, false, "", 0, 0,
     "overwrite existing files; print more than 10000 messages on stdout"},
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON_WRITTEN,
    OPTION_SPEC_QUIET,
};

static const struct option_rule rules[] = {{"latency", NULL, "FILE|logp"},
                                           {"processors", NULL, "FILE"},
                                           {"capacity", "logp", "FILE"},
                                           {"construction", NULL, "FILE|logp|release"},
                                           {"ports", "construction", "format=digraph"},
                                           {"single-sending", "construction", "format=digraph"},
                                           {"rows", "format=grid", NULL},
                                           {NULL, NULL, NULL}};

static enum logp_capacity capacity_of(const struct arguments *arguments) {
    const struct option_value *capacity = option(arguments, "capacity");
    return capacity->given ? (enum logp_capacity)capacity->number : CAPACITY_FULL;
}

static enum status read_target(const struct arguments *arguments, struct expand_target *target,
                               struct failure *failure) {
    const struct option_value *logp = option(arguments, "logp");
    *target = (struct expand_target){.logp = logp->given,
                                     .items = (int)option(arguments, "items")->number,
                                     .at_once = option(arguments, "release")->number == 1,
                                     .stream = option(arguments, "release")->given &&
                                               option(arguments, "release")->number == 0};
    if (!logp->given)
        return STATUS_OK;
    TRY(logp_option_parse(logp->text, &target->machine, failure));
    return logp_reduce(&target->machine, &target->steps, failure);
}

static enum status build_logp(const struct arguments *arguments, const struct expand_target *target,
                              const struct limits *limits, struct items_schedule *schedule,
                              struct failure *failure) {
    CLEANUP(logp_schedule_clear) struct logp_schedule stream = {0};
    CLEANUP(big_clear) mpz_t processors;
    mpz_init_set_si(processors, option(arguments, "processors")->number - 1);
    TRY(logp_stream(&stream, &target->machine, capacity_of(arguments), processors, limits,
                    failure));
    return stream_messages(&stream, target->items, target->at_once, schedule, failure);
}

/* Lists too long to be kept are emitted while they are written: only a schedule in whole steps can
 * be, and its capacity is full. */
static bool takes_whole_steps(const struct arguments *arguments,
                              const struct expand_target *target) {
    int64_t receivers = option(arguments, "processors")->number - 1;
    return capacity_of(arguments) == CAPACITY_FULL &&
           receivers * target->items > LOGP_MOST_MESSAGES;
}

static enum status build(const struct arguments *arguments, const struct expand_target *target,
                         const struct limits *limits, struct items_schedule *schedule,
                         struct failure *failure) {
    if (target->logp && !takes_whole_steps(arguments, target))
        return build_logp(arguments, target, limits, schedule, failure);
    int latency = target->logp ? target->steps.latency : (int)option(arguments, "latency")->number;
    CLEANUP(schedule_clear) struct schedule periodic = {0};
    CLEANUP(big_clear) mpz_t processors;
    mpz_init_set_si(processors, option(arguments, "processors")->number - 1);
    TRY(best_schedule(&periodic, latency, processors, limits, failure));
    return expand_schedule(target, &periodic, schedule, failure);
}

static enum status construct(const struct arguments *arguments, struct items_plans *plans,
                             const struct items_construction *construction,
                             const struct limits *limits, struct items_schedule *schedule,
                             struct failure *failure) {
    const struct option_value *ports = option(arguments, "ports");
    struct items_question question = {
        .latency = (int)option(arguments, "latency")->number,
        .ports = ports->given ? (int)ports->number : 1,
        .processors = (int)option(arguments, "processors")->number - 1,
        .items = (int)option(arguments, "items")->number,
        .single = option(arguments, "single-sending")->given,
    };
    bool built;
    TRY(construction->build(plans, &question, limits, schedule, &built, failure));
    if (built)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "construction %s has nothing for L = %d, P = %d, K = %d with %d port%s, the "
                       "source sending each item %s; it is for: %s",
                       construction->name, question.latency, question.processors + 1,
                       question.items, question.ports, question.ports == 1 ? "" : "s",
                       question.single ? "once" : "as often as it likes", construction->range);
}

/* *construction is NULL without --construction. */
static enum status read_construction(const struct arguments *arguments,
                                     const struct items_construction **construction,
                                     struct failure *failure) {
    const struct option_value *name = option(arguments, "construction");
    *construction = name->given ? items_construction_named(name->text) : NULL;
    if (!name->given || *construction)
        return STATUS_OK;
    struct suggestion suggestion;
    char names[200] = "", meant[SUGGESTION_TEXT];
    suggestion_init(&suggestion, name->text);
    for (const struct items_construction *c = items_constructions; c->name; c++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " %s", c->name);
        suggestion_offer(&suggestion, c->name);
    }
    return failure_set(failure, STATUS_INPUT,
                       "--construction: '%.40s' is not one of:%s%s (see: steadycast help expand)",
                       name->text, names, suggestion_text(&suggestion, meant, sizeof meant));
}

static enum status check_options(const struct arguments *arguments, struct failure *failure) {
    if (arguments->operand_count > 1)
        return failure_set(failure, STATUS_INPUT, "expand takes one file, not '%s' as well",
                           arguments->operands[1]);
    bool machine = option(arguments, "latency")->given || option(arguments, "logp")->given;
    if (arguments->operand_count == 0 && !(machine && option(arguments, "processors")->given))
        return failure_set(failure, STATUS_INPUT,
                           "expand needs a file with a schedule, or --latency (or --logp) and "
                           "--processors (see: steadycast help expand)");
    const struct option_value *output = option(arguments, "output");
    return locked_file_probe(output->given ? output->text : "-", option(arguments, "force")->given,
                             failure);
}

/* What a text is written from. */
struct text {
    const struct message_list *list;
    const struct limits *limits;
    enum format format;
    int first_row, last_row;
};

static enum status write_text(FILE *file, const void *context, struct failure *failure) {
    const struct text *text = context;
    switch (text->format) {
    case FORMAT_CSV:
        return message_text_csv(file, text->list, text->limits, failure);
    case FORMAT_GRID:
        return message_grid(file, text->list, text->first_row, text->last_row, text->limits,
                            failure);
    default:
        return message_text_table(file, text->list, text->limits, failure);
    }
}

static enum status read_rows(const struct arguments *arguments, struct text *text,
                             struct failure *failure) {
    const struct option_value *rows = option(arguments, "rows");
    text->first_row = rows->given ? (int)rows->number : 1;
    text->last_row = rows->given ? (int)rows->last : text->list->processors;
    if (text->last_row <= text->list->processors)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "--rows: there is no processor %d, the last one is %d", text->last_row,
                       text->list->processors);
}

static enum status write_list(const struct arguments *arguments, const struct message_list *list,
                              const struct limits *limits, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    const char *path = output->given ? output->text : "-";
    bool force = option(arguments, "force")->given;
    struct text text = {list, limits, (enum format)option(arguments, "format")->number, 0, 0};
    TRY(read_rows(arguments, &text, failure));
    if (strcmp(path, "-") == 0 && list->count > MOST_PRINTED && !force)
        return failure_set(failure, STATUS_INPUT,
                           "%ld messages, a line each, are more than %d: -o FILE writes them to a "
                           "file, --force prints them all the same",
                           list->count, MOST_PRINTED);
    return text.format == FORMAT_CERTIFICATE
               ? evidence_write(evidence_of_messages(list), path, force, limits, failure)
               : output_file_write(path, force, write_text, &text, failure);
}

/* On stdout, unless the list stands there. */
static void print_times(const struct arguments *arguments, const struct message_list *list) {
    const struct option_value *output = option(arguments, "output");
    bool taken = !output->given || strcmp(output->text, "-") == 0;
    FILE *file = taken ? stderr : stdout;
    if (taken && option(arguments, "quiet")->given)
        return;
    fprintf(file, "delay %d\nfinish %d\n", list->delay, list->finish);
    if (list->machine.model == MESSAGE_BUFFERED)
        fprintf(file, "buffer %d\n", list->buffer);
    fprintf(file, "messages %ld\n", list->count);
}

static enum status print_json(const struct arguments *arguments, const struct message_list *list,
                              struct failure *failure) {
    json_t *more = json_pack("{s:i, s:i, s:I}", "delay", list->delay, "finish", list->finish,
                             "messages", (json_int_t)list->count);
    if (more && list->machine.model == MESSAGE_BUFFERED)
        json_object_set_new(more, "buffer", json_integer(list->buffer));
    return json_written(arguments, more, failure);
}

static enum status find(const struct arguments *arguments, struct items_plans *plans,
                        const struct limits *limits, struct items_schedule *schedule,
                        struct failure *failure) {
    struct expand_target target;
    const struct items_construction *construction;
    TRY(check_options(arguments, failure));
    TRY(read_construction(arguments, &construction, failure));
    TRY(read_target(arguments, &target, failure));
    if (construction)
        return construct(arguments, plans, construction, limits, schedule, failure);
    return arguments->operand_count == 1
               ? expand_file(arguments->operands[0], &target, schedule, failure)
               : build(arguments, &target, limits, schedule, failure);
}

static enum status write_digraph_text(FILE *file, const void *context, struct failure *failure) {
    (void)failure;
    digraph_text(file, context);
    return STATUS_OK;
}

static enum status write_digraph(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    const struct items_construction *construction;
    TRY(check_options(arguments, failure));
    TRY(read_construction(arguments, &construction, failure));
    int latency = (int)option(arguments, "latency")->number;
    int processors = (int)option(arguments, "processors")->number - 1;
    int depth = items_full_depth(latency, processors);
    if (!construction || strcmp(construction->name, "paper") != 0 || depth < 0)
        return failure_set(failure, STATUS_INPUT,
                           "--format digraph is for --construction paper, with P-1 = P(t)");
    CLEANUP(block_digraph_clear) struct block_digraph digraph = {0};
    TRY(block_digraph_init(&digraph, latency, depth, failure));
    TRY(output_file_write(output->given ? output->text : "-", option(arguments, "force")->given,
                          write_digraph_text, &digraph, failure));
    return json_written(arguments, NULL, failure);
}

static enum status expand(const struct arguments *arguments, struct items_plans *plans,
                          struct control *control, struct failure *failure) {
    struct limits limits = control_limits(control, arguments);
    CLEANUP(items_schedule_clear) struct items_schedule schedule = {0};
    TRY(find(arguments, plans, &limits, &schedule, failure));
    enum status status = write_list(arguments, &schedule.list, &limits, failure);
    control_end_line(control);
    if (!status && option(arguments, "json")->given)
        status = print_json(arguments, &schedule.list, failure);
    else if (!status)
        print_times(arguments, &schedule.list);
    return status;
}

static int run_expand(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    control_init(&control, arguments);
    struct items_plans *plans = items_plans_new();
    enum status status =
        plans ? json_written_check(arguments, &failure) : failure_memory(&failure, "plans");
    if (!status)
        status = option(arguments, "format")->number == FORMAT_DIGRAPH
                     ? write_digraph(arguments, &failure)
                     : expand(arguments, plans, &control, &failure);
    items_plans_free(plans);
    return status ? verb_failed(&failure) : EXIT_DONE;
}

static void list_constructions(verb_put *put, void *context) {
    put(context, "\nConstructions, what they are for, and when the last item is with everybody:\n");
    for (const struct items_construction *c = items_constructions; c->name; c++) {
        put(context, "  ");
        put(context, c->name);
        put(context, "\n      ");
        put(context, c->range);
        put(context, "\n");
    }
}

const struct verb verb_expand = {
    .name = "expand",
    .summary = "Lists all messages of the broadcast of K items, from a schedule",
    .operands = "[FILE]",
    VERB_SPECS(specs),
    .rules = rules,
    .help = text_expand,
    .list = list_constructions,
    .run = run_expand};
