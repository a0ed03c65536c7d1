#include "check_naive_messages.h"

#include <stdlib.h>
#include <string.h>

static long number_behind(const struct text *text, const char *key) {
    char start[40];
    snprintf(start, sizeof start, "\n%s ", key);
    const char *at = strstr(text->bytes, start);
    return at ? atol(at + strlen(start)) : -1;
}

bool naive_list_read(struct naive_list *list, const struct text *text) {
    if (!strstr(text->bytes, "\nkind messages\n"))
        return false;
    list->logp = strstr(text->bytes, "\nmodel logp\n") != NULL;
    list->L = number_behind(text, "latency");
    list->o = list->logp ? number_behind(text, "overhead") : 0;
    list->g = list->logp ? number_behind(text, "gap") : 1;
    list->P = number_behind(text, "processors");
    list->K = number_behind(text, "items");
    list->period = number_behind(text, "period");
    list->single = strstr(text->bytes, "\nsends single\n") != NULL;
    list->delay = number_behind(text, "delay");
    list->finish = number_behind(text, "finish");
    list->count = 0;
    long time = 0;
    for (const char *at = strchr(text->bytes, '\n'); at; at = strchr(at + 1, '\n')) {
        struct naive_message *m = &list->messages[list->count];
        m->wait = 0;
        sscanf(at, "\nstep %ld", &time);
        if (list->count < NAIVE_MESSAGES &&
            sscanf(at, "\nsend %ld %ld %ld wait %ld", &m->from, &m->to, &m->item, &m->wait) >= 3) {
            m->time = time;
            list->count++;
        }
    }
    return list->count < NAIVE_MESSAGES;
}

static int compare_messages(const void *a, const void *b) {
    const struct naive_message *one = a, *other = b;
    long order = one->time != other->time ? one->time - other->time : one->from - other->from;
    return (order > 0) - (order < 0);
}

static void print(struct text *text, const char *key, long number) {
    text->length += (size_t)snprintf(text->bytes + text->length, TEXT_LIMIT - text->length,
                                     "%s %ld\n", key, number);
}

static void print_parameters(const struct naive_list *list, struct text *text) {
    text->length = (size_t)snprintf(text->bytes, TEXT_LIMIT,
                                    "steadycast certificate 1\nwriter test 1\nkind messages\n"
                                    "model %s\n",
                                    list->logp ? "logp" : "postal");
    print(text, "latency", list->L);
    if (list->logp) {
        print(text, "overhead", list->o);
        print(text, "gap", list->g);
    }
    print(text, "processors", list->P);
    print(text, "items", list->K);
    print(text, "period", list->period);
    text->length += (size_t)snprintf(text->bytes + text->length, TEXT_LIMIT - text->length,
                                     "sends %s\n", list->single ? "single" : "any");
    print(text, "delay", list->delay);
    print(text, "finish", list->finish);
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
    if (processor == 0)
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
    long ra = received(list, a), rb = received(list, b), o = list->o;
    if (a->from == b->from &&
        (closer_than(a->time, b->time, list->g) || overlap(a->time, b->time, o)))
        return false;
    if (a->to == b->to && (closer_than(ra, rb, list->g) || overlap(ra, rb, o)))
        return false;
    if (a->to == b->to && a->item == b->item)
        return false;
    if (list->single && a->from == 0 && b->from == 0 && a->item == b->item)
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
        bool under_way = m->time + list->o <= time && time < received(list, m);
        from += under_way && m->from == entering->from;
        to += under_way && m->to == entering->to;
    }
    long most = (list->L + list->g - 1) / list->g;
    return from <= most && to <= most;
}

bool naive_list_is_legal(const struct naive_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const struct naive_message *m = &list->messages[i];
        if (m->from < 0 || m->from >= list->P || m->to < 1 || m->to >= list->P || m->item < 1 ||
            m->item > list->K || m->from == m->to || !has(list, m->from, m->item, m->time))
            return false;
        for (size_t j = 0; j < i; j++)
            if (!pair_is_legal(list, m, &list->messages[j]))
                return false;
        if (list->logp && !is_within_capacity(list, m))
            return false;
    }
    return true;
}

long naive_list_delay(const struct naive_list *list) {
    long largest = 0;
    for (size_t i = 0; i < list->count; i++) {
        long delay = known(list, &list->messages[i]) - release(list, list->messages[i].item);
        largest = delay > largest ? delay : largest;
    }
    return largest;
}

long naive_list_finish(const struct naive_list *list) {
    long last = 0;
    for (size_t i = 0; i < list->count; i++)
        last = known(list, &list->messages[i]) > last ? known(list, &list->messages[i]) : last;
    return last;
}

bool naive_list_holds(const struct naive_list *list) {
    return (long)list->count == (list->P - 1) * list->K && naive_list_is_legal(list) &&
           naive_list_delay(list) == list->delay && naive_list_finish(list) == list->finish;
}

bool naive_list_random(struct naive_list *list, long (*random)(long below)) {
    list->logp = random(4) > 0;
    list->L = 1 + random(6);
    list->o = list->logp ? random(4) : 0;
    list->g = list->logp ? 1 + random(5) : 1;
    list->P = 2 + random(5);
    list->K = 1 + random(3);
    list->period = random(4);
    list->single = random(2);
    list->count = 0;
    for (long time = 0; time < 150; time++)
        for (long trial = 2 * list->P; trial > 0; trial--) {
            long wait = list->logp && random(3) == 0 ? random(8) : 0;
            list->messages[list->count++] = (struct naive_message){
                time, random(list->P), 1 + random(list->P - 1), 1 + random(list->K), wait};
            if (!naive_list_is_legal(list))
                list->count--;
            if ((long)list->count < (list->P - 1) * list->K)
                continue;
            list->delay = naive_list_delay(list);
            list->finish = naive_list_finish(list);
            return true;
        }
    return false;
}

bool naive_messages_hold(const struct text *text) {
    static struct naive_list list;
    return naive_list_read(&list, text) && naive_list_holds(&list);
}
