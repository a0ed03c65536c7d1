#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/collective/multiport/multiport_messages.h"
#include "solver/collective/multiport/multiport_play.h"
#include "solver/items/items_bound.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/verb.h"

enum { MOST_PLAYED = 1 << 28 }; /* messages; 4 bytes for each */

static const struct option_spec specs[] = {
    {"ports", 'k', OPTION_NUMBER, true, "K", 1, 10000,
     "sends, and receptions, of a processor in a round"},
    {"processors", 'n', OPTION_NUMBER, true, "N", 2, MESSAGES_MOST_PROCESSORS + 1,
     "processors, the broadcaster included"},
    {"messages", 'm', OPTION_NUMBER, true, "M", 1, MOST_PLAYED, "messages to be broadcast"},
    {"algorithm", 'a', OPTION_CHOICE, false, "k-tree|rotation|best", 0, 0,
     "whose schedule (default: best)"},
    {"boxes", 0, OPTION_FLAG, false, "", 0, 0, "show how the processors are divided into boxes"},
    {"output", 'o', OPTION_TEXT, false, "FOLDER", 0, 0,
     "write the certificates: schedule.cert, bound.cert"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

struct broadcast {
    struct multiport_chain chain;
    struct items_schedule schedule;
    enum multiport_algorithm algorithm;
    struct items_question question;
    int lower;
    const struct limits *limits;
};

static enum status build(struct broadcast *broadcast, enum multiport_algorithm algorithm,
                         struct failure *failure) {
    const struct items_question *question = &broadcast->question;
    struct multiport_chain chain;
    struct items_schedule schedule;
    enum status status =
        multiport_chain_make(algorithm, question->ports, question->processors + 1, &chain, failure);
    if (!status)
        status = multiport_schedule_chain(&chain, question->items, MULTIPORT_IN_ORDER, &schedule,
                                          failure);
    if (status)
        return status;
    broadcast->chain = chain;
    broadcast->schedule = schedule;
    broadcast->algorithm = algorithm;
    return STATUS_OK;
}

/* Few messages may be earlier with another chain than many. */
static enum status build_best(struct broadcast *broadcast, struct failure *failure) {
    enum status status = build(broadcast, MULTIPORT_BY_BEST, failure);
    for (int other = 0; other < MULTIPORT_BY_BEST && !status; other++) {
        struct broadcast second = *broadcast;
        status = build(&second, (enum multiport_algorithm)other, failure);
        if (status) {
            items_schedule_clear(&broadcast->schedule);
        } else if (second.schedule.list.finish < broadcast->schedule.list.finish) {
            items_schedule_clear(&broadcast->schedule);
            *broadcast = second;
        } else {
            items_schedule_clear(&second.schedule);
        }
    }
    return status;
}

/* Every message, and the bound, before anything is told. */
static enum status verify(struct broadcast *broadcast, struct failure *failure) {
    const struct message_list *list = &broadcast->schedule.list;
    int most = 0, *done = memory_new((size_t)list->items, sizeof *done);
    if (!done)
        return failure_memory(failure, "times of messages");
    enum status status = multiport_play(list, done, broadcast->limits, failure);
    for (int item = 0; item < list->items && !status; item++)
        most = done[item] > most ? done[item] : most;
    free(done);
    if (!status)
        status = items_question_bound(&broadcast->question, &broadcast->lower, failure);
    if (!status && (most != list->finish || broadcast->lower > most))
        status = failure_set(failure, STATUS_INTERNAL, "%d rounds, promised %d, at least %d", most,
                             list->finish, broadcast->lower);
    return status;
}

static enum status write_bound(const struct broadcast *broadcast, const char *path,
                               struct failure *failure) {
    const struct items_question *question = &broadcast->question;
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, true, "items-bound", failure);
    if (status)
        return status;
    mpz_t processors, items;
    mpz_init_set_si(processors, question->processors);
    mpz_init_set_si(items, question->items);
    status =
        certificate_put_items_bound(output, 1, question->ports, processors, items, false, failure);
    mpz_clears(processors, items, (mpz_ptr)NULL);
    return certificate_end(output, status, failure);
}

static enum status write_file(const void *context, int file, const char *path,
                              struct failure *failure) {
    const struct broadcast *broadcast = context;
    return file == 0 ? write_bound(broadcast, path, failure)
                     : certificate_write_messages(path, true, &broadcast->schedule.list,
                                                  broadcast->limits, failure);
}

static void print_boxes(const struct multiport_chain *chain) {
    int first = 1;
    for (int i = 0; i < chain->count; i++) {
        const struct multiport_box *box = &chain->boxes[i];
        printf("box %s processors %d..%d", multiport_kind_name(box->kind), first,
               first + box->processors - 1);
        if (box->depth)
            printf(" d %d", box->depth);
        if (box->factor)
            printf(" a %d", box->factor);
        printf(" time %d", multiport_chain_offset(chain, i) + box->time);
        if (box->delay != MULTIPORT_NO_DELAY)
            printf(" delay %d", box->delay);
        putchar('\n');
        first += box->processors;
    }
}

static enum status print_json(const struct broadcast *broadcast, struct failure *failure) {
    const struct multiport_chain *chain = &broadcast->chain;
    json_t *boxes = json_array();
    for (int i = 0; i < chain->count; i++) {
        const struct multiport_box *box = &chain->boxes[i];
        json_t *object =
            json_pack("{s:s, s:i, s:i}", "kind", multiport_kind_name(box->kind), "processors",
                      box->processors, "time", multiport_chain_offset(chain, i) + box->time);
        json_array_append_new(boxes, object);
    }
    return json_line(
        json_pack("{s:i, s:i, s:i, s:s, s:i, s:i, s:o}", "ports", chain->ports, "processors",
                  chain->processors, "messages", broadcast->question.items, "algorithm",
                  multiport_algorithm_name(broadcast->algorithm), "rounds",
                  broadcast->schedule.list.finish, "lower", broadcast->lower, "boxes", boxes),
        failure);
}

static enum status print(const struct arguments *arguments, const struct broadcast *broadcast,
                         struct failure *failure) {
    if (option(arguments, "json")->given)
        return print_json(broadcast, failure);
    if (option(arguments, "boxes")->given)
        print_boxes(&broadcast->chain);
    printf("algorithm %s\nlower %d\nrounds %d\n", multiport_algorithm_name(broadcast->algorithm),
           broadcast->lower, broadcast->schedule.list.finish);
    return STATUS_OK;
}

static enum status answer(const struct arguments *arguments, struct control *control,
                          struct failure *failure) {
    static const char *const names[] = {"bound.cert", "schedule.cert"};
    const struct option_value *algorithm = option(arguments, "algorithm");
    struct answer_folder folder = answer_folder(arguments, names, 2);
    struct limits limits = control_limits(control, arguments);
    struct broadcast broadcast = {
        .question = {.latency = 1,
                     .ports = (int)option(arguments, "ports")->number,
                     .processors = (int)option(arguments, "processors")->number - 1,
                     .items = (int)option(arguments, "messages")->number},
        .limits = &limits};
    if ((long)broadcast.question.processors * broadcast.question.items > MOST_PLAYED)
        return failure_set(failure, STATUS_LIMIT, "more than %d messages are not played",
                           MOST_PLAYED);
    enum status status = answer_folder_probe(&folder, failure);
    if (!status && algorithm->given && algorithm->number < MULTIPORT_BY_BEST)
        status = build(&broadcast, (enum multiport_algorithm)algorithm->number, failure);
    else if (!status)
        status = build_best(&broadcast, failure);
    if (status)
        return status;
    status = verify(&broadcast, failure);
    if (!status && !control->quiet)
        fprintf(stderr, "%ld messages played, %.3f s\n", broadcast.schedule.list.count,
                control_elapsed(control));
    if (!status)
        status = answer_folder_write(&folder, 2, write_file, &broadcast, failure);
    if (!status)
        status = print(arguments, &broadcast, failure);
    items_schedule_clear(&broadcast.schedule);
    return status;
}

static int run_multiport(const struct arguments *arguments) {
    return verb_run_answer(arguments, answer);
}

const struct verb verb_multiport = {
    .name = "multiport",
    .summary = "Broadcast of M messages with K ports, in rounds",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "In a round every processor sends up to K messages and receives up to K, and what it\n"
        "receives it can send on in the next round. Processor 0, the broadcaster, has M messages\n"
        "for all N-1 others. Prints\n"
        "  lower B      no schedule has fewer rounds: by counting messages\n"
        "  rounds R     those of the schedule, all of whose messages were played\n"
        "Algorithms of Bar-Noy and Ho:\n"
        "  k-tree       each of K messages goes down a tree of its own; ceil(M/K) - 1 + the\n"
        "               height, which is about log_K N\n"
        "  rotation     a chain of boxes, in which processors change places from round to round;\n"
        "               ceil(M/K) + ceil(log_(K+1) N), or one more for some N from K = 5 on\n"
        "  best         the same boxes in the best order, and a better last one: one more for a\n"
        "               few N only; or one of the others, if it has fewer rounds\n"
        "With --boxes a line for each box says who is in it, when its processors have a message\n"
        "(in rounds after the one in which the broadcaster sends it), and after how many rounds\n"
        "it sends a message on to the next box. With -o, schedule.cert is the list of messages\n"
        "and bound.cert proves the lower bound.\n"
        "\n"
        "`kitem -L 1 --ports` finds the least number of rounds for small numbers.\n"
        "\n"
        "The exit status is 0, settled or not.",
    .example = "  steadycast multiport -k 5 -n 15 -m 20 --boxes\n"
               "  steadycast multiport --ports 3 -n 100 -m 64 -a rotation -o multi --force; "
               "steadycheck multi/schedule.cert\n"
               "  steadycast multiport -k 2 -n 9 -m 7 --json",
    .run = run_multiport};
