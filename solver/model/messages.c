/* SPDX-License-Identifier: MIT */
#include "solver/model/messages.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"

struct message_run message_run_postal(int latency) {
    return (struct message_run){message_machine_postal(latency), 1, 0};
}

static long flight_of(const struct message_run *run) {
    return message_machine_flight(&run->machine, &(struct message){.wait = run->wait});
}

void messages_clear(struct messages *messages) {
    FREE_ALL(messages->roles, messages->values, messages->receive, messages->send);
    *messages = (struct messages){0};
}

enum status messages_check_processors(mpz_srcptr processors, struct failure *failure) {
    if (mpz_cmp_ui(processors, MESSAGES_MOST_PROCESSORS) <= 0)
        return STATUS_OK;
    size_t digits = mpz_sizeinbase(processors, 10);
    if (digits > 40)
        return failure_limit(failure,
                             "a number of %zu digits of processors beside the source: messages are "
                             "listed for at most %d",
                             digits, MESSAGES_MOST_PROCESSORS);
    char number[48];
    return failure_limit(failure,
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

static void draft_add(struct draft *draft, int role, size_t position, int value) {
    assert(role >= 0 && value >= 0);
    draft->places[draft->count] = (struct message_place){role, (int)position};
    draft->values[draft->count++] = value;
}

/* Counting sort: starts[v]..starts[v+1]-1 are the places of the value v, 0 <= v <= depth. */
static enum status draft_sort(const struct draft *draft, int depth, struct message_place **sorted,
                              size_t **starts, struct failure *failure) {
    FREED struct message_place *places = memory_new(draft->count, sizeof *places);
    FREED size_t *next = memory_new((size_t)depth + 3, sizeof *next);
    TRY(memory_check(places && next, failure, "a list of messages"));
    for (size_t i = 0; i < draft->count; i++) {
        assert(draft->values[i] <= depth);
        next[draft->values[i] + 2]++;
    }
    for (int v = 0; v <= depth; v++)
        next[v + 2] += next[v + 1];
    for (size_t i = 0; i < draft->count; i++) /* next[v+1] runs from the start of v to its end */
        places[next[draft->values[i] + 1]++] = draft->places[i];
    assert(next[depth + 1] == draft->count);
    *sorted = TAKE(places);
    *starts = TAKE(next);
    return STATUS_OK;
}

static enum status find_values(struct making *making, struct failure *failure) {
    struct messages *messages = making->messages;
    int depth = messages->depth, count = 0;
    FREED size_t *receive = NULL, *send = NULL;
    TRY(draft_sort(&making->receive, depth, &messages->receive, &receive, failure));
    TRY(draft_sort(&making->send, depth, &messages->send, &send, failure));
    for (int v = 0; v <= depth; v++)
        count += receive[v] < receive[v + 1];
    TRY(memory_check(NEW(count, messages->values), failure, "a list of messages"));
    for (int v = 0; v <= depth; v++)
        if (receive[v] < receive[v + 1])
            messages->values[messages->value_count++] =
                (struct message_value){.value = v,
                                       .receive = messages->receive + receive[v],
                                       .receive_end = messages->receive + receive[v + 1],
                                       .send = messages->send + send[v],
                                       .send_end = messages->send + send[v + 1]};
    assert(messages->value_count == count);
    return STATUS_OK;
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

static void making_clear(struct making *making) {
    FREE_ALL(making->receive.places, making->receive.values, making->send.places,
             making->send.values);
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
    return failure_input(failure,
                         "a schedule of latency %d does not run on a machine of latency %d, "
                         "overhead %d and gap %d in steps of %d cycles, %d of waiting",
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
    FREED int *least = least_values(messages, period);
    TRY(memory_check(least, failure, "a list of messages"));
    for (long j = messages->items - 1; j >= 0 && j >= messages->items - period; j--) {
        long last = messages->depth - least[j % period]; /* step of the last send, from j on */
        delay = last * step + flight > delay ? last * step + flight : delay;
        finish = (j + last) * step + flight > finish ? (j + last) * step + flight : finish;
    }
    if (finish > INT_MAX)
        return failure_limit(failure, "times beyond %d are not written", INT_MAX);
    messages->delay = (int)(messages->at_once ? finish : delay);
    messages->finish = (int)finish;
    return STATUS_OK;
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
    BIG_OF(one, 1);
    draft_add(&making->receive, add_role(making, 1, 0, 1, one), 0, value);
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
    CLEANUP(messages_clear)
    struct messages result = {.run = *run,
                              .latency = schedule->latency,
                              .depth = schedule->depth,
                              .items = items,
                              .at_once = at_once};
    CLEANUP(making_clear) struct making making = {.messages = &result};
    size_t places = schedule_places(schedule) + 1;
    BIG(processors);
    schedule_processors(schedule, processors);
    TRY(messages_check_processors(processors, failure));
    TRY(check_run(run, schedule->latency, failure));
    if (items < 1)
        return failure_input(failure, "there is no item");
    TRY(memory_check(NEW(schedule->block_count + schedule->word_count + 1, result.roles) &&
                         NEW(places, making.receive.places, making.receive.values,
                             making.send.places, making.send.values),
                     failure, "a list of messages"));
    add_all(&making, schedule);
    TRY(find_values(&making, failure));
    TRY(find_times(&result, schedule->period, failure));
    result.processors = (int)making.rows;
    result.count = (long)making.rows * items;
    *messages = TAKE(result);
    return STATUS_OK;
}

/* What a processor sends at the present step. */
struct send {
    int to; /* row, from 0 */
    int item;
};

/* What a processor has received so far. */
struct tally {
    uint64_t sum;
    int count;
};

enum { SET_BITS = 64 };

struct run {
    const struct messages *messages;
    message_take *take;
    void *context;
    uint64_t *senders;  /* set of rows */
    struct send *sends; /* [row], for the rows of the set */
    struct tally *tallies;
    long done; /* messages so far */
};

static void run_clear(struct run *run) {
    FREE_ALL(run->senders, run->sends, run->tallies);
}

/* The rows that are at the places of one value at one step. */
struct cursor {
    const struct message_role *roles;
    const struct message_place *next, *end;
    long step;
    int row, left, stride; /* in the role that was reached */
};

static inline bool cursor_next(struct cursor *cursor, int *row) {
    while (cursor->left == 0) {
        if (cursor->next == cursor->end)
            return false;
        const struct message_place *place = cursor->next++;
        const struct message_role *role = &cursor->roles[place->role];
        long turn = (cursor->step - role->begin - place->position) % role->length;
        if (turn < 0)
            turn += role->length;
        if (role->step == 1 || turn % role->step == 0) {
            cursor->row = role->first + (int)(turn / role->step);
            cursor->left = role->copies;
            cursor->stride = role->places;
        }
    }
    *row = cursor->row;
    cursor->row += cursor->stride;
    cursor->left--;
    return true;
}

static inline enum status deliver(struct run *run, int time, int from, struct send send,
                                  struct failure *failure) {
    struct message message = {time, from, send.to + 1, send.item, run->messages->run.wait};
    struct tally *tally = &run->tallies[send.to];
    tally->sum += (uint64_t)send.item;
    tally->count++;
    run->done++;
    return run->take(run->context, &message, failure);
}

/* The value t comes from the source, all others from processors: `sends` of those. */
static enum status match(struct run *run, const struct message_value *value, long step,
                         struct failure *failure) {
    const struct messages *m = run->messages;
    int item = (int)(step - m->depth + value->value + 1), to, from;
    struct cursor receivers = {
        m->roles, value->receive, value->receive_end, step + m->latency, 0, 0, 0};
    struct cursor senders = {m->roles, value->send, value->send_end, step, 0, 0, 0};
    while (cursor_next(&receivers, &to)) {
        if (!cursor_next(&senders, &from))
            return failure_internal(failure, "value %d is received more often than it is sent",
                                    value->value);
        run->senders[from / SET_BITS] |= (uint64_t)1 << from % SET_BITS;
        run->sends[from] = (struct send){to, item};
    }
    return STATUS_OK;
}

static enum status send_from_source(struct run *run, const struct message_value *value, long step,
                                    struct failure *failure) {
    const struct messages *m = run->messages;
    struct cursor receivers = {
        m->roles, value->receive, value->receive_end, step + m->latency, 0, 0, 0};
    struct send send = {.item = (int)step + 1};
    while (cursor_next(&receivers, &send.to))
        TRY(deliver(run, (int)(step * m->run.step), 0, send, failure));
    return STATUS_OK;
}

/* In the order of the rows; the set is empty again. */
static enum status send_from_rows(struct run *run, long step, struct failure *failure) {
    const struct messages *m = run->messages;
    int time = (int)(step * m->run.step), words = (m->processors + SET_BITS - 1) / SET_BITS;
    for (int i = 0; i < words; i++) {
        uint64_t set = run->senders[i];
        run->senders[i] = 0;
        for (; set; set &= set - 1) {
            int row = i * SET_BITS + __builtin_ctzll(set);
            TRY(deliver(run, time, row + 1, run->sends[row], failure));
        }
    }
    return STATUS_OK;
}

/* The values first..end-1 are those of the items 1..K at this step. */
static enum status run_step(struct run *run, long step, int first, int end,
                            struct failure *failure) {
    const struct message_value *values = run->messages->values;
    bool root = end > first && values[end - 1].value == run->messages->depth;
    if (root)
        TRY(send_from_source(run, &values[--end], step, failure));
    for (int i = first; i < end; i++)
        TRY(match(run, &values[i], step, failure));
    return first < end ? send_from_rows(run, step, failure) : STATUS_OK;
}

static enum status run_steps(struct run *run, const struct limits *limits,
                             struct failure *failure) {
    const struct messages *m = run->messages;
    int first = m->value_count, end = m->value_count;
    for (long step = 0; step < (long)m->items + m->depth; step++) {
        /* item 1 has the value t - step when it arrives, item K the value t - step + K - 1 */
        while (first > 0 && m->values[first - 1].value >= m->depth - step)
            first--;
        while (end > 0 && m->values[end - 1].value > m->depth - step + m->items - 1)
            end--;
        TRY(limits_check(limits, failure));
        if (first < end)
            TRY(run_step(run, step, first, end, failure));
        if (limits) {
            struct progress progress = {"messages", (uint64_t)run->done, (uint64_t)m->count, 0};
            limits_report(limits, &progress);
        }
    }
    return STATUS_OK;
}

static enum status check_tallies(const struct run *run, struct failure *failure) {
    uint64_t items = (uint64_t)run->messages->items, sum = items * (items + 1) / 2;
    for (int row = 0; row < run->messages->processors; row++)
        if (run->tallies[row].count != run->messages->items || run->tallies[row].sum != sum)
            return failure_internal(failure, "processor %d does not receive every item once",
                                    row + 1);
    return STATUS_OK;
}

enum status messages_each(const struct messages *messages, message_take *take, void *context,
                          const struct limits *limits, struct failure *failure) {
    size_t rows = (size_t)messages->processors;
    CLEANUP(run_clear)
    struct run run = {.messages = messages, .take = take, .context = context};
    TRY(memory_check(NEW(rows / SET_BITS + 1, run.senders) && NEW(rows, run.sends, run.tallies),
                     failure, "a list of messages"));
    TRY(run_steps(&run, limits, failure));
    return check_tallies(&run, failure);
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    return messages_each(source, take, context, limits, failure);
}

struct message_list messages_list(const struct messages *messages) {
    return (struct message_list){.machine = messages->run.machine,
                                 .processors = messages->processors,
                                 .items = messages->items,
                                 .period = messages->at_once ? 0 : messages->run.step,
                                 .single = true,
                                 .count = messages->count,
                                 .delay = messages->delay,
                                 .finish = messages->finish,
                                 .each = each,
                                 .source = messages};
}
