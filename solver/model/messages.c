/* SPDX-License-Identifier: MIT */
#include "solver/model/messages.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/word.h"

struct message_run message_run_postal(int latency) {
    return (struct message_run){message_machine_postal(latency), 1, 0};
}

static long flight_of(const struct message_run *run) {
    return message_machine_flight(&run->machine, &(struct message){.wait = run->wait});
}

void messages_clear(struct messages *messages) {
    free(messages->roles);
    free(messages->values);
    free(messages->receive);
    free(messages->send);
    *messages = (struct messages){0};
}

enum status messages_check_processors(mpz_srcptr processors, struct failure *failure) {
    if (mpz_cmp_ui(processors, MESSAGES_MOST_PROCESSORS) <= 0)
        return STATUS_OK;
    size_t digits = mpz_sizeinbase(processors, 10);
    if (digits > 40)
        return failure_set(failure, STATUS_LIMIT,
                           "a number of %zu digits of processors beside the source: messages are "
                           "listed for at most %d",
                           digits, MESSAGES_MOST_PROCESSORS);
    char number[48];
    return failure_set(failure, STATUS_LIMIT,
                       "%s processors beside the source: messages are listed for at most %d",
                       mpz_get_str(number, 10, processors), MESSAGES_MOST_PROCESSORS);
}

/* Places and the values there, in the order of words; sorted by value in the end. */
struct draft {
    struct message_place *places;
    int *values;
    size_t count;
};

/* What is known while the words are gone through. */
struct making {
    struct messages *messages;
    struct draft receive;
    struct draft send; /* values less L, as they are received */
    size_t rows;
};

static enum status no_memory(struct failure *failure) {
    return failure_memory(failure, "a list of messages");
}

static bool draft_init(struct draft *draft, size_t room) {
    *draft = (struct draft){memory_new(room, sizeof *draft->places),
                            memory_new(room, sizeof *draft->values), 0};
    return draft->places && draft->values;
}

static void draft_clear(struct draft *draft) {
    free(draft->places);
    free(draft->values);
}

static void draft_add(struct draft *draft, int role, size_t position, int value) {
    assert(role >= 0 && value >= 0);
    draft->places[draft->count] = (struct message_place){role, (int)position};
    draft->values[draft->count++] = value;
}

/* Counting sort: starts[v]..starts[v+1]-1 are the places of the value v, 0 <= v <= depth. */
static enum status draft_sort(const struct draft *draft, int depth, struct message_place **sorted,
                              size_t **starts, struct failure *failure) {
    struct message_place *places = memory_new(draft->count, sizeof *places);
    size_t *next = memory_new((size_t)depth + 3, sizeof *next);
    if (!places || !next) {
        free(places);
        free(next);
        return no_memory(failure);
    }
    for (size_t i = 0; i < draft->count; i++) {
        assert(draft->values[i] <= depth);
        next[draft->values[i] + 2]++;
    }
    for (int v = 0; v <= depth; v++)
        next[v + 2] += next[v + 1];
    for (size_t i = 0; i < draft->count; i++) /* next[v+1] runs from the start of v to its end */
        places[next[draft->values[i] + 1]++] = draft->places[i];
    assert(next[depth + 1] == draft->count);
    *sorted = places;
    *starts = next;
    return STATUS_OK;
}

static enum status find_values(struct making *making, struct failure *failure) {
    struct messages *messages = making->messages;
    int depth = messages->depth, count = 0;
    size_t *receive = NULL, *send = NULL;
    enum status status = draft_sort(&making->receive, depth, &messages->receive, &receive, failure);
    if (!status)
        status = draft_sort(&making->send, depth, &messages->send, &send, failure);
    for (int v = 0; v <= depth && !status; v++)
        count += receive[v] < receive[v + 1];
    if (!status) {
        messages->values = memory_new((size_t)count, sizeof *messages->values);
        status = messages->values ? STATUS_OK : no_memory(failure);
    }
    for (int v = 0; v <= depth && !status; v++)
        if (receive[v] < receive[v + 1])
            messages->values[messages->value_count++] =
                (struct message_value){.value = v,
                                       .receive = messages->receive + receive[v],
                                       .receive_end = messages->receive + receive[v + 1],
                                       .send = messages->send + send[v],
                                       .send_end = messages->send + send[v + 1]};
    assert(status || messages->value_count == count);
    free(receive);
    free(send);
    return status;
}

/* The words have been checked to have at most MESSAGES_MOST_PROCESSORS rows in all. */
static int add_role(struct making *making, size_t length, long begin, int step, mpz_srcptr count) {
    assert(step >= 1 && length % (size_t)step == 0 && mpz_fits_sint_p(count));
    struct message_role role = {.length = (long)length,
                                .begin = begin,
                                .step = step,
                                .first = (int)making->rows,
                                .copies = (int)mpz_get_si(count),
                                .places = (int)(length / (size_t)step)};
    making->rows += (size_t)role.copies * (size_t)role.places;
    making->messages->roles[making->messages->role_count] = role;
    return making->messages->role_count++;
}

static enum status making_init(struct making *making, struct messages *messages, size_t roles,
                               size_t places, struct failure *failure) {
    *making = (struct making){.messages = messages};
    messages->roles = memory_new(roles, sizeof *messages->roles);
    bool receive = draft_init(&making->receive, places), send = draft_init(&making->send, places);
    return messages->roles && receive && send ? STATUS_OK : no_memory(failure);
}

static void making_clear(struct making *making) {
    draft_clear(&making->receive);
    draft_clear(&making->send);
}

static long ceiling(long a, long b) {
    return (a + b - 1) / b;
}

/* Whether all steps can be alike: a message is there when it is to be sent on, its reception finds
 * the receiver free, and no more are under way than the machine takes. */
static bool machine_fits(const struct message_run *run, int latency) {
    const struct message_machine *machine = &run->machine;
    long step = run->step, flight = flight_of(run), o = machine->overhead;
    if (step < 1 || step < machine->gap || flight > (long)latency * step)
        return false;
    long reception = (flight - o) % step; /* its place within a step, whose first o cycles go to the
                                             sending */
    return o <= reception && reception + o <= step &&
           ceiling(flight - 2 * o, step) <= ceiling(machine->latency, machine->gap);
}

static enum status check_run(const struct message_run *run, int latency, struct failure *failure) {
    const struct message_machine *machine = &run->machine;
    if (machine_fits(run, latency))
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "a schedule of latency %d does not run on a machine of latency %d, overhead "
                       "%d and gap %d in steps of %d cycles, %d of waiting",
                       latency, machine->latency, machine->overhead, machine->gap, run->step,
                       run->wait);
}

/* Item i, j = i-1, is received with the value v at step j+L+t-v, by those that are then at a place
 * of v: in a schedule of period T only for some j modulo T. least[j mod T] = the least such v. */
static int *least_values(const struct messages *messages, int period) {
    int *least = memory_new((size_t)period, sizeof *least);
    for (int phase = 0; phase < period && least; phase++)
        least[phase] = messages->depth;
    for (int i = messages->value_count; i-- > 0 && least;) {
        const struct message_value *value = &messages->values[i];
        for (const struct message_place *p = value->receive; p < value->receive_end; p++) {
            long j = messages->roles[p->role].begin + p->position + value->value -
                     messages->latency - messages->depth;
            least[(j % period + period) % period] = value->value;
        }
    }
    return least;
}

static enum status find_times(struct messages *messages, int period, struct failure *failure) {
    long step = messages->run.step, flight = flight_of(&messages->run);
    long delay = 0, finish = 0;
    int *least = least_values(messages, period);
    if (!least)
        return no_memory(failure);
    for (long j = messages->items - 1; j >= 0 && j >= messages->items - period; j--) {
        long last = messages->depth - least[j % period]; /* step of the last send, from j on */
        delay = last * step + flight > delay ? last * step + flight : delay;
        finish = (j + last) * step + flight > finish ? (j + last) * step + flight : finish;
    }
    free(least);
    if (finish > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "times beyond %d are not written", INT_MAX);
    messages->delay = (int)(messages->at_once ? finish : delay);
    messages->finish = (int)finish;
    return STATUS_OK;
}

/* Behind the words: the rest, and all is given back on failure. */
static enum status finish(struct making *making, int period, enum status status,
                          struct failure *failure) {
    struct messages *messages = making->messages;
    if (!status)
        status = find_values(making, failure);
    if (!status)
        status = find_times(messages, period, failure);
    messages->processors = (int)making->rows;
    messages->count = (long)making->rows * messages->items;
    making_clear(making);
    if (status)
        messages_clear(messages);
    return status;
}

/* For all kinds of schedules; `places`: of all words. */
static enum status begin(struct making *making, struct messages *messages, mpz_srcptr processors,
                         size_t roles, size_t places, struct failure *failure) {
    enum status status = messages_check_processors(processors, failure);
    if (!status)
        status = check_run(&messages->run, messages->latency, failure);
    if (!status && messages->items < 1)
        status = failure_set(failure, STATUS_INPUT, "there is no item");
    if (status) {
        *making = (struct making){.messages = messages};
        return status;
    }
    return making_init(making, messages, roles, places, failure);
}

static void add_word(struct making *making, const struct word_class *class, int period) {
    int role = add_role(making, class->length, 0, period, class->count);
    for (size_t p = 0; p < class->length; p++) {
        draft_add(&making->receive, role, p, class->values[p]);
        if (class->sends[p] != CLOSED_WORD_SILENT)
            draft_add(&making->send, role, p, class->sends[p] - making->messages->latency);
    }
}

/* The words begin as in the reception table. */
static void add_block(struct making *making, const struct schedule *schedule,
                      const struct block_class *class) {
    int role =
        add_role(making, (size_t) class->size, schedule_begin(schedule, class), 1, class->count);
    draft_add(&making->receive, role, 0, class->head);
    for (int p = 0; p < class->size; p++) {
        if (p > 0)
            draft_add(&making->receive, role, (size_t)p,
                      schedule->ranges[class->first + (size_t)p - 1].first);
        draft_add(&making->send, role, (size_t)p, class->head - p - schedule->latency);
    }
}

static void add_receive_only(struct making *making, int value) {
    mpz_t one;
    mpz_init_set_ui(one, 1);
    draft_add(&making->receive, add_role(making, 1, 0, 1, one), 0, value);
    mpz_clear(one);
}

static void add_all(struct making *making, const struct schedule *schedule) {
    for (size_t i = 0; i < schedule->block_count; i++)
        add_block(making, schedule, &schedule->blocks[i]);
    if (schedule->receive_only != SCHEDULE_NOBODY)
        add_receive_only(making, schedule->receive_only);
    for (size_t i = 0; i < schedule->word_count; i++)
        add_word(making, &schedule->words[i], schedule->period);
}

enum status messages_of_schedule(struct messages *messages, const struct schedule *schedule,
                                 const struct message_run *run, int items, bool at_once,
                                 struct failure *failure) {
    struct messages result = {.run = *run,
                              .latency = schedule->latency,
                              .depth = schedule->depth,
                              .items = items,
                              .at_once = at_once};
    struct making making;
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    enum status status =
        begin(&making, &result, processors, schedule->block_count + schedule->word_count + 1,
              schedule_places(schedule) + 1, failure);
    mpz_clear(processors);
    if (!status)
        add_all(&making, schedule);
    status = finish(&making, schedule->period, status, failure);
    if (!status)
        *messages = result;
    return status;
}
