/* SPDX-License-Identifier: MIT */
#include "check_naive_messages.h"

#include <stdlib.h>
#include <string.h>

static const char *const model_names[] = {"postal", "logp", "buffered", "ports"};

bool naive_list_waits(const struct naive_list *list) {
    return list->model == NAIVE_LOGP || list->model == NAIVE_BUFFERED;
}

long naive_list_items(const struct naive_list *list) {
    return list->all ? list->P * list->K : list->K;
}

static long source_of(const struct naive_list *list, long item) {
    return list->all ? (item - 1) / list->K : 0;
}

static long number_behind(const struct text *text, const char *key) {
    char start[40];
    snprintf(start, sizeof start, "\n%s ", key);
    const char *at = strstr(text->bytes, start);
    return at ? atol(at + strlen(start)) : -1;
}

static bool has_line(const struct text *text, const char *key, const char *word) {
    char line[40];
    snprintf(line, sizeof line, "\n%s %s\n", key, word);
    return strstr(text->bytes, line) != NULL;
}

static void read_parameters(struct naive_list *list, const struct text *text) {
    list->model = NAIVE_POSTAL;
    while (list->model < NAIVE_PORTS && !has_line(text, "model", model_names[list->model]))
        list->model++;
    list->L = number_behind(text, "latency");
    list->o = list->model == NAIVE_LOGP ? number_behind(text, "overhead") : 0;
    list->g = list->model == NAIVE_LOGP ? number_behind(text, "gap") : 1;
    list->p = number_behind(text, "ports");
    list->capacity = has_line(text, "capacity", "flight") ? NAIVE_FLIGHT
                     : has_line(text, "capacity", "none") ? NAIVE_NONE
                                                          : NAIVE_FULL;
    list->P = number_behind(text, "processors");
    list->K = number_behind(text, "items");
    list->all = has_line(text, "origins", "all");
    list->in_rotation = strstr(text->bytes, "\nrotation\n") != NULL;
    list->period = number_behind(text, "period");
    list->single = has_line(text, "sends", "single");
    list->delay = number_behind(text, "delay");
    list->finish = number_behind(text, "finish");
    list->B = number_behind(text, "buffer");
}

bool naive_list_read(struct naive_list *list, const struct text *text) {
    if (!strstr(text->bytes, "\nkind messages\n"))
        return false;
    read_parameters(list, text);
    list->count = 0;
    long time = 0;
    for (const char *at = strchr(text->bytes, '\n'); at; at = strchr(at + 1, '\n')) {
        struct naive_message *m = &list->messages[list->count];
        m->wait = 0;
        sscanf(at, "\nstep %ld", &time);
        if (list->count + 1 < NAIVE_MESSAGES &&
            sscanf(at, "\nsend %ld %ld %ld wait %ld", &m->from, &m->to, &m->item, &m->wait) >= 3) {
            m->time = time;
            list->count++;
        }
    }
    return list->count + 1 < NAIVE_MESSAGES;
}

static int compare(const long *one, const long *other, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return 0;
}

static int compare_messages(const void *a, const void *b) {
    const struct naive_message *x = a, *y = b;
    const long one[] = {x->time, x->from, x->to, x->item};
    const long other[] = {y->time, y->from, y->to, y->item};
    return compare(one, other, 4);
}

static void print(struct text *text, const char *key, long number) {
    text->length += (size_t)snprintf(text->bytes + text->length, TEXT_LIMIT - text->length,
                                     "%s %ld\n", key, number);
}

static void print_word(struct text *text, const char *key, const char *word) {
    text->length += (size_t)snprintf(text->bytes + text->length, TEXT_LIMIT - text->length,
                                     "%s %s\n", key, word);
}

static void print_model(const struct naive_list *list, struct text *text) {
    print_word(text, "model", model_names[list->model]);
    print(text, "latency", list->L);
    if (list->model == NAIVE_LOGP) {
        print(text, "overhead", list->o);
        print(text, "gap", list->g);
        if (list->capacity != NAIVE_FULL)
            print_word(text, "capacity", list->capacity == NAIVE_NONE ? "none" : "flight");
    }
    if (list->model == NAIVE_PORTS)
        print(text, "ports", list->p);
}

static void print_parameters(struct naive_list *list, struct text *text) {
    text->length = 0;
    print_word(text, "steadycast certificate", "1");
    print_word(text, "writer", "test 1");
    print_word(text, "kind", "messages");
    print_model(list, text);
    print(text, "processors", list->P);
    print(text, "items", list->K);
    if (list->all)
        print_word(text, "origins", "all");
    if (list->in_rotation)
        text->length +=
            (size_t)snprintf(text->bytes + text->length, TEXT_LIMIT - text->length, "rotation\n");
    print(text, "period", list->period);
    print_word(text, "sends", list->single ? "single" : "any");
    print(text, "delay", list->delay);
    print(text, "finish", list->finish);
    if (list->model == NAIVE_BUFFERED)
        print(text, "buffer", list->B);
}

void naive_list_write(struct naive_list *list, struct text *text) {
    qsort(list->messages, list->count, sizeof *list->messages, compare_messages);
    print_parameters(list, text);
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_message *m = &list->messages[i];
        char line[100];
        if (i == 0 || m->time != m[-1].time)
            print(text, "step", m->time);
        snprintf(line, sizeof line, m->wait ? "send %ld %ld %ld wait" : "send %ld %ld", m->from,
                 m->to, m->item);
        print(text, line, m->wait ? m->wait : m->item);
    }
    text_seal(text);
}

/* When the reception begins, and when the item is there. */
static long received(const struct naive_list *list, const struct naive_message *m) {
    return m->time + list->o + list->L + m->wait;
}

static long known(const struct naive_list *list, const struct naive_message *m) {
    return received(list, m) + list->o;
}

static long release(const struct naive_list *list, long item) {
    return (item - 1) * list->period;
}

static bool has(const struct naive_list *list, long processor, long item, long time) {
    if (processor == source_of(list, item))
        return release(list, item) <= time;
    for (size_t i = 0; i < list->count; i++)
        if (list->messages[i].to == processor && list->messages[i].item == item &&
            known(list, &list->messages[i]) <= time)
            return true;
    return false;
}

static bool closer_than(long a, long b, long distance) {
    return labs(a - b) < distance;
}

/* o time units from a and o from b have a common one. */
static bool overlap(long a, long b, long o) {
    return closer_than(a, b, o);
}

static bool pair_is_legal(const struct naive_list *list, const struct naive_message *a,
                          const struct naive_message *b) {
    if (a->to == b->to && a->item == b->item)
        return false;
    long source = source_of(list, a->item);
    if (list->single && a->from == source && b->from == source && a->item == b->item)
        return false;
    if (list->model == NAIVE_PORTS)
        return true;
    long ra = received(list, a), rb = received(list, b), o = list->o;
    if (a->from == b->from &&
        (closer_than(a->time, b->time, list->g) || overlap(a->time, b->time, o)))
        return false;
    if (a->to == b->to && (closer_than(ra, rb, list->g) || overlap(ra, rb, o)))
        return false;
    return !(a->from == b->to && overlap(a->time, rb, o)) &&
           !(a->to == b->from && overlap(ra, b->time, o));
}

/* How many are under way when this one enters, from the same sender or to the same receiver. */
static bool is_within_capacity(const struct naive_list *list,
                               const struct naive_message *entering) {
    long time = entering->time + list->o, from = 0, to = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_message *m = &list->messages[i];
        long end = list->capacity == NAIVE_FULL ? received(list, m) : m->time + list->o + list->L;
        bool under_way = m->time + list->o <= time && time < end;
        from += under_way && m->from == entering->from;
        to += under_way && m->to == entering->to;
    }
    long most = (list->L + list->g - 1) / list->g;
    return from <= most && (to <= most || list->capacity == NAIVE_NONE);
}

/* How many messages its sender sends, and its receiver receives, when this one is. */
static bool is_within_ports(const struct naive_list *list, const struct naive_message *one) {
    long sent = 0, got = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_message *m = &list->messages[i];
        sent += m->from == one->from && m->time == one->time;
        got += m->to == one->to && received(list, m) == received(list, one);
    }
    return sent <= list->p && got <= list->p;
}

static bool is_legal_in_model(const struct naive_list *list, const struct naive_message *m) {
    return (list->model != NAIVE_LOGP || is_within_capacity(list, m)) &&
           (list->model != NAIVE_PORTS || is_within_ports(list, m));
}

static bool is_legal(const struct naive_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_message *m = &list->messages[i];
        if (m->from < 0 || m->from >= list->P || m->to < 0 || m->to >= list->P || m->item < 1 ||
            m->item > naive_list_items(list) || m->to == source_of(list, m->item) ||
            m->from == m->to || !has(list, m->from, m->item, m->time))
            return false;
        for (size_t j = 0; j < i; j++)
            if (!pair_is_legal(list, m, &list->messages[j]))
                return false;
        if (!is_legal_in_model(list, m))
            return false;
    }
    return true;
}

/* The list itself, or with each of its messages for all the processors that it stands for. Valid
 * until the next call. */
static const struct naive_list *expanded(const struct naive_list *list) {
    static struct naive_list all;
    if (!list->in_rotation)
        return list;
    all = *list;
    all.in_rotation = false;
    all.count = 0;
    for (size_t i = 0; i < list->count; i++)
        for (long r = 0; r < list->P && all.count < NAIVE_MESSAGES; r++) {
            struct naive_message m = list->messages[i];
            m.from = (m.from + r) % list->P;
            m.to = (m.to + r) % list->P;
            m.item = (m.item - 1 + r * list->K) % naive_list_items(list) + 1;
            all.messages[all.count++] = m;
        }
    return &all;
}

bool naive_list_is_legal(const struct naive_list *list) {
    for (size_t i = 0; list->in_rotation && i < list->count; i++) {
        const struct naive_message *m = &list->messages[i];
        if (m->from != 0 || m->to < 0 || m->to >= list->P || m->item < 1 ||
            m->item > naive_list_items(list))
            return false; /* before all is counted modulo these */
    }
    return is_legal(expanded(list));
}

/* At least 1, as it is in legal lists. */
static long largest_delay(const struct naive_list *list) {
    long largest = 1;
    for (size_t i = 0; i < list->count; i++) {
        long delay = known(list, &list->messages[i]) - release(list, list->messages[i].item);
        largest = delay > largest ? delay : largest;
    }
    return largest;
}

static long last_finish(const struct naive_list *list) {
    long last = 0;
    for (size_t i = 0; i < list->count; i++)
        last = known(list, &list->messages[i]) > last ? known(list, &list->messages[i]) : last;
    return last;
}

/* Messages in the buffer of this processor at this time. */
static long held(const struct naive_list *list, long processor, long time) {
    long count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_message *m = &list->messages[i];
        count += m->to == processor && m->time + list->L <= time && time <= received(list, m);
    }
    return count;
}

/* There are most of them at some time when one is received. */
static long most_held(const struct naive_list *list) {
    long most = 0;
    for (size_t i = 0; list->model == NAIVE_BUFFERED && i < list->count; i++) {
        long count = held(list, list->messages[i].to, received(list, &list->messages[i]));
        most = count > most ? count : most;
    }
    return most;
}

void naive_list_state(struct naive_list *list) {
    const struct naive_list *all = expanded(list);
    list->delay = largest_delay(all);
    list->finish = last_finish(all);
    list->B = most_held(all);
}

bool naive_list_holds(const struct naive_list *list) {
    if (!naive_list_is_legal(list))
        return false;
    const struct naive_list *all = expanded(list);
    return (long)all->count == (list->P - 1) * naive_list_items(list) &&
           largest_delay(all) == list->delay && last_finish(all) == list->finish &&
           (list->model != NAIVE_BUFFERED || most_held(all) == list->B);
}

static void random_parameters(struct naive_list *list, enum naive_sources sources,
                              long (*random)(long below)) {
    static const enum naive_model models[] = {NAIVE_POSTAL, NAIVE_LOGP, NAIVE_LOGP, NAIVE_BUFFERED,
                                              NAIVE_PORTS};
    bool one = sources == NAIVE_ONE_SOURCE, rotation = sources == NAIVE_ROTATION;
    list->model = models[random(sizeof models / sizeof *models)];
    list->L = 1 + random(6);
    list->o = list->model == NAIVE_LOGP ? random(4) : 0;
    list->g = list->model == NAIVE_LOGP ? 1 + random(5) : 1;
    list->p = 1 + random(3);
    list->capacity = list->model == NAIVE_LOGP ? (enum naive_capacity)random(3) : NAIVE_FULL;
    list->P = 2 + random(one ? 5 : rotation ? 4 : 3);
    list->K = 1 + random(one ? 3 : 2);
    list->period = one ? random(4) : 0;
    list->all = !one;
    list->in_rotation = rotation;
    list->single = random(2);
}

static struct naive_message random_message(const struct naive_list *list,
                                           long (*random)(long below)) {
    struct naive_message m = {.wait = 0};
    m.from = list->in_rotation ? 0 : random(list->P);
    m.to = list->all ? random(list->P) : 1 + random(list->P - 1);
    m.item = 1 + random(naive_list_items(list));
    if (naive_list_waits(list) && random(3) == 0)
        m.wait = random(8);
    return m;
}

bool naive_list_random(struct naive_list *list, enum naive_sources sources,
                       long (*random)(long below)) {
    random_parameters(list, sources, random);
    list->count = 0;
    for (long time = 0; time < 150; time++)
        for (long trial = 2 * list->P; trial > 0; trial--) {
            struct naive_message *m = &list->messages[list->count++];
            *m = random_message(list, random);
            m->time = time;
            if (!naive_list_is_legal(list))
                list->count--;
            if ((long)expanded(list)->count < (list->P - 1) * naive_list_items(list))
                continue;
            naive_list_state(list);
            return true;
        }
    return false;
}

bool naive_messages_hold(const struct text *text) {
    static struct naive_list list;
    return naive_list_read(&list, text) && naive_list_holds(&list);
}
