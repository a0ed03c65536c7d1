/* Lists of messages, and the bound for one item on a LogP machine. */
#include <string.h>

#include "tools/steadycast/show/show_proof.h"

enum { LISTED = 200, MOST = 2147483647 };

/* What the first lines say. */
struct head {
    const char *model; /* static */
    long latency;
    long overhead;
    long gap;
    long ports;
    bool half_duplex;
    long edges;
    long processors;
    long items;
    bool all; /* every processor is a source */
    bool rotation;
    long period;
    bool single;
    long delay;
    long finish;
    long buffer;
};

/* Goes to the next line, which must be `key` and one word. */
static enum status read_choice(struct certificate_input *input, const char *key, const char *first,
                               const char *second, bool *is_second, struct failure *failure) {
    char expected[80];
    snprintf(expected, sizeof expected, "'%s %s' or '%s %s'", key, first, key, second);
    if (!certificate_next(input) || input->word_count != 2 || strcmp(input->words[0], key) != 0)
        return certificate_expected(input, expected, failure);
    *is_second = strcmp(input->words[1], second) == 0;
    return *is_second || strcmp(input->words[1], first) == 0
               ? STATUS_OK
               : certificate_expected(input, expected, failure);
}

static bool is_model(const struct head *head, const char *model) {
    return strcmp(head->model, model) == 0;
}

static enum status read_model(struct certificate_input *input, struct head *head,
                              struct failure *failure) {
    static const char *const models[] = {"postal", "logp", "buffered", "ports", "graph"};
    if (certificate_next(input) && input->word_count == 2 && strcmp(input->words[0], "model") == 0)
        for (size_t i = 0; i < sizeof models / sizeof *models; i++)
            if (strcmp(input->words[1], models[i]) == 0) {
                head->model = models[i];
                return STATUS_OK;
            }
    return certificate_expected(input, "'model postal', logp, buffered, ports or graph", failure);
}

static enum status read_machine(struct certificate_input *input, struct head *head,
                                struct failure *failure) {
    enum status status = read_model(input, head, failure);
    if (!status && !is_model(head, "graph"))
        status = certificate_field(input, "latency", 1, MOST, &head->latency, failure);
    if (!status && is_model(head, "logp"))
        status = certificate_field(input, "overhead", 0, MOST, &head->overhead, failure);
    if (!status && is_model(head, "logp"))
        status = certificate_field(input, "gap", 1, MOST, &head->gap, failure);
    if (!status && is_model(head, "ports"))
        status = certificate_field(input, "ports", 1, MOST, &head->ports, failure);
    if (!status && is_model(head, "graph"))
        status = read_choice(input, "duplex", "full", "half", &head->half_duplex, failure);
    return status;
}

/* Their number; the lines themselves are passed over. */
static enum status read_edges(struct certificate_input *input, struct head *head,
                              struct failure *failure) {
    enum status status = certificate_field(input, "edges", 1, MOST, &head->edges, failure);
    for (long i = 0; i < head->edges && !status; i++)
        if (!certificate_next(input) || strcmp(input->words[0], "edge") != 0)
            status = certificate_expected(input, "'edge A B'", failure);
    return status;
}

/* The lines that may stand before the period, and that. */
static enum status read_period(struct certificate_input *input, struct head *head,
                               struct failure *failure) {
    bool more = certificate_next(input);
    if (more && strcmp(input->words[0], "origins") == 0) {
        head->all = true;
        more = certificate_next(input);
    }
    if (more && strcmp(input->words[0], "rotation") == 0) {
        head->rotation = true;
        more = certificate_next(input);
    }
    if (!more || input->word_count != 2 || strcmp(input->words[0], "period") != 0)
        return certificate_expected(input, "'period G'", failure);
    return certificate_number(input, 1, 0, MOST, &head->period, failure);
}

static enum status read_head(struct certificate_input *input, struct head *head,
                             struct failure *failure) {
    bool any = false;
    enum status status = read_machine(input, head, failure);
    if (!status)
        status = certificate_field(input, "processors", 2, MOST, &head->processors, failure);
    if (!status && is_model(head, "graph"))
        status = read_edges(input, head, failure);
    if (!status)
        status = certificate_field(input, "items", 1, MOST, &head->items, failure);
    if (!status)
        status = read_period(input, head, failure);
    if (!status)
        status = read_choice(input, "sends", "single", "any", &any, failure);
    if (!status)
        status = certificate_field(input, "delay", 0, MOST, &head->delay, failure);
    if (!status)
        status = certificate_field(input, "finish", 0, MOST, &head->finish, failure);
    if (!status && is_model(head, "buffered"))
        status = certificate_field(input, "buffer", 1, MOST, &head->buffer, failure);
    head->single = !any;
    return status;
}

static void print_machine(FILE *file, const struct head *head) {
    if (is_model(head, "graph"))
        fprintf(file, "machine: a graph with %ld edge%s, %s duplex", head->edges,
                head->edges == 1 ? "" : "s", head->half_duplex ? "half" : "full");
    else if (is_model(head, "logp"))
        fprintf(file, "machine: LogP, latency %ld, overhead %ld, gap %ld", head->latency,
                head->overhead, head->gap);
    else
        fprintf(file, "machine: postal, latency %ld", head->latency);
    if (is_model(head, "ports"))
        fprintf(file, ", %ld port%s", head->ports, head->ports == 1 ? "" : "s");
    if (is_model(head, "buffered"))
        fprintf(file, ", with buffers");
    fprintf(file, ", %ld processors\n", head->processors);
}

static void print_head(FILE *file, const struct head *head) {
    print_machine(file, head);
    fprintf(file, "claim: the messages bring %ld item%s from %s to all others, ", head->items,
            head->items == 1 ? "" : "s", head->all ? "each processor" : "processor 0");
    if (head->period)
        fprintf(file, "item i there from time (i-1)*%ld on", head->period);
    else
        fprintf(file, "all there at time 0");
    fprintf(file, "%s;\nthe largest delay of an item is %ld, the last one is received at %ld\n",
            head->single ? ", each sent once by it" : "", head->delay, head->finish);
    if (head->rotation)
        fprintf(file, "each message below stands for one from every processor, turned around\n");
    if (is_model(head, "buffered"))
        fprintf(file, "no more than %ld message%s are in one buffer at a time\n", head->buffer,
                head->buffer == 1 ? "" : "s");
}

static enum status print_message(FILE *file, const struct certificate_input *input, long time,
                                 struct failure *failure) {
    long numbers[3];
    enum status status = STATUS_OK;
    for (int i = 0; i < 3 && !status; i++)
        status = certificate_number(input, 1 + i, 0, MOST, &numbers[i], failure);
    if (status)
        return status;
    fprintf(file, "  time %ld: item %ld from %ld to %ld", time, numbers[2], numbers[0], numbers[1]);
    if (input->word_count == 6)
        fprintf(file, ", waits %s", input->words[5]);
    fputc('\n', file);
    return STATUS_OK;
}

enum status show_messages(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct head head = {.model = "postal"};
    long time = 0, count = 0;
    enum status status = read_head(input, &head, failure);
    if (!status)
        print_head(file, &head);
    while (!status && certificate_next(input)) {
        if (strcmp(input->words[0], "step") == 0)
            status = certificate_number(input, 1, 0, MOST, &time, failure);
        else if (strcmp(input->words[0], "send") != 0)
            status = certificate_expected(input, "'step TIME' or 'send FROM TO ITEM'", failure);
        else if (++count <= LISTED)
            status = print_message(file, input, time, failure);
    }
    if (!status && count > LISTED)
        fprintf(file, "  ... and %ld more messages\n", count - LISTED);
    return status;
}

enum status show_reach(FILE *file, struct certificate_input *input, struct failure *failure) {
    long latency, overhead, gap, time;
    enum status status = certificate_field(input, "latency", 1, MOST, &latency, failure);
    if (!status)
        status = certificate_field(input, "overhead", 0, MOST, &overhead, failure);
    if (!status)
        status = certificate_field(input, "gap", 1, MOST, &gap, failure);
    if (!status)
        status = certificate_field(input, "time", 0, MOST, &time, failure);
    if (status)
        return status;
    if (!certificate_next(input) || input->word_count != 2 ||
        strcmp(input->words[0], "processors") != 0)
        return certificate_expected(input, "'processors R'", failure);
    long step = overhead > gap ? overhead : gap, first = latency + 2 * overhead;
    fprintf(file,
            "machine: LogP, latency %ld, overhead %ld, gap %ld\n"
            "claim: an item that one processor has at time 0 is known to no more than %s at time "
            "%ld\n"
            "proof: A(s) = 1 for s < %ld, A(s) = A(s-%ld) + A(s-%ld): who receives a message has "
            "its item\n%ld cycles after the sending began, and sends are %ld apart\n",
            latency, overhead, gap, input->words[1], time, first, step, first, first, step);
    return STATUS_OK;
}
