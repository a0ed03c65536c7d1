/* SPDX-License-Identifier: MIT */
#include "check_naive.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING = NAIVE_NOTHING, LARGEST = -2 };
enum { NAIVE_WORDS = 64, NAIVE_LENGTH = 400, NAIVE_TABLE = 4000, NAIVE_DEPTH = 10 };

/* The next word of the text, or NULL at the end of the line, which is passed. */
static const char *next_word(const char **at, char word[80]) {
    size_t length = 0;
    if (**at == '\n') {
        ++*at;
        return NULL;
    }
    *at += **at == ' ';
    while (**at != ' ' && **at != '\n' && length < 79)
        word[length++] = *(*at)++;
    word[length] = '\0';
    return word;
}

static const char *find_line(const struct text *text, const char *key) {
    char start[40];
    snprintf(start, sizeof start, "\n%s", key);
    for (const char *at = strstr(text->bytes, start); at; at = strstr(at + 1, start))
        if (at[strlen(start)] == ' ' || at[strlen(start)] == '\n')
            return at + 1;
    return NULL;
}

/* The numbers behind a key; how many. */
static size_t find_numbers(const struct text *text, const char *key, long *numbers, size_t most) {
    char word[80];
    size_t count = 0;
    const char *at = find_line(text, key);
    if (!at)
        return 0;
    for (next_word(&at, word); next_word(&at, word) && count < most;)
        numbers[count++] = atol(word);
    return count;
}

struct naive_word {
    long count, length;
    long value[NAIVE_LENGTH], sent[NAIVE_LENGTH];
};

struct naive_schedule {
    long L, t, N, T;
    long words;
    struct naive_word word[NAIVE_WORDS];
    long longest;
    bool ordered; /* all multisets have an order, and no head is above t */
};

static long read_items(const char **at, const char *end, long *items) {
    char word[80];
    long length = 0;
    while (next_word(at, word) && strcmp(word, end) != 0) {
        const char *copies = strchr(word, '*');
        for (long i = copies ? atol(copies + 1) : 1; i > 0 && length < NAIVE_LENGTH; i--)
            items[length++] = strcmp(word, "largest") == 0 ? LARGEST
                              : word[0] == '-'             ? NOTHING
                                                           : atol(word);
    }
    return length;
}

/* What it holds and has not passed: everything received up to now, looked at one by one. */
static void send_largest(struct naive_word *word, long L, long t) {
    for (long p = 0; p < word->length; p++) {
        long best = 0;
        for (long back = 0; back <= t; back++) {
            long q = ((p - back) % word->length + word->length) % word->length;
            if (word->value[q] - back > best)
                best = word->value[q] - back;
        }
        word->sent[p] = best >= L && best > 0 ? best : NOTHING; /* L may be 0 on LogP machines */
    }
}

struct naive_run {
    long from, end;             /* times that are judged */
    long received[NAIVE_TABLE]; /* [deadline]: by the processor at hand, at this time; or -1 */
    short need[NAIVE_TABLE][NAIVE_DEPTH * 3]; /* [time][value] of all */
    short have[NAIVE_TABLE][NAIVE_DEPTH * 3]; /* arriving then */
    short first[NAIVE_TABLE];
};

static bool run_reception(struct naive_run *run, const struct naive_schedule *schedule, long time,
                          long value) {
    if (value < 0 || (value != schedule->t && value > schedule->t - schedule->L))
        return false;
    if (run->received[time + value] >= 0)
        return false;
    run->received[time + value] = time;
    if (value == schedule->t)
        run->first[time]++;
    else
        run->need[time][value]++;
    return true;
}

static bool run_send(struct naive_run *run, const struct naive_schedule *schedule, long time,
                     long value) {
    if (value == NOTHING)
        return true;
    if (value < schedule->L)
        return false;
    if (time >= run->from && (time + value >= NAIVE_TABLE || run->received[time + value] < 0))
        return false;
    if (value <= schedule->t)
        run->have[time + schedule->L][value - schedule->L]++;
    return true;
}

static bool run_processor(struct naive_run *run, const struct naive_schedule *schedule,
                          const struct naive_word *word, long offset) {
    for (long d = 0; d < NAIVE_TABLE; d++)
        run->received[d] = -1;
    for (long time = 0; time < run->end; time++) {
        long p = ((time - offset) % word->length + word->length) % word->length;
        if (!run_reception(run, schedule, time, word->value[p]) ||
            !run_send(run, schedule, time, word->sent[p]))
            return false;
    }
    for (long deadline = run->from; deadline < run->end; deadline++)
        if (run->received[deadline] < 0)
            return false;
    return true;
}

static bool run_all(struct naive_run *run, const struct naive_schedule *schedule) {
    long processors = 0;
    for (long i = 0; i < schedule->words; i++) {
        const struct naive_word *word = &schedule->word[i];
        if (word->length % schedule->T != 0)
            return false;
        for (long copy = 0; copy < word->count; copy++)
            for (long offset = 0; offset < word->length; offset += schedule->T, processors++)
                if (!run_processor(run, schedule, word, offset))
                    return false;
    }
    return processors == schedule->N;
}

/* Counts may be too large to run. */
static long count_processors(const struct naive_schedule *schedule) {
    long processors = 0;
    for (long i = 0; i < schedule->words; i++)
        processors += schedule->word[i].count * (schedule->word[i].length / schedule->T);
    return processors;
}

static bool holds(struct naive_schedule *schedule) {
    static struct naive_run run;
    memset(&run, 0, sizeof run);
    long L = schedule->L, t = schedule->t;
    run.from = t + schedule->longest + L;
    run.end = 2 * run.from + 2 * schedule->longest + 2 * schedule->T;
    if (run.end + t + L >= NAIVE_TABLE || t >= NAIVE_DEPTH * 3)
        abort();
    if (count_processors(schedule) != schedule->N || !run_all(&run, schedule))
        return false;
    for (long time = run.from; time < run.end; time++) {
        if (run.first[time] != 1)
            return false;
        for (long w = 0; w <= t - L; w++)
            if (run.need[time][w] > run.have[time][w])
                return false;
    }
    return true;
}

/* Letters of a line: a, a-b, and either with *k. */
static long read_letters(const char **at, long *letters) {
    char word[80];
    long length = 0;
    while (next_word(at, word)) {
        const char *last = strchr(word, '-'), *copies = strchr(word, '*');
        for (long a = atol(word); a <= (last ? atol(last + 1) : atol(word)); a++)
            for (long i = copies ? atol(copies + 1) : 1; i > 0 && length < NAIVE_LENGTH; i--)
                letters[length++] = a;
    }
    return length;
}

/* Finds an order of the letters that are left in which no two items are the same, from position p
 * on. */
static bool put_in_order(struct naive_word *word, long p, long *letters, bool *used) {
    if (p == word->length)
        return true;
    for (long i = 0; i < word->length - 1; i++) {
        bool meets = used[i];
        for (long before = 0; before < i && !meets; before++) /* the same letter was tried */
            meets = !used[before] && letters[before] == letters[i];
        for (long q = 0; q < p; q++)
            meets |= (letters[i] + p - word->value[q] - q) % word->length == 0;
        if (meets)
            continue;
        used[i] = true;
        word->value[p] = letters[i];
        if (put_in_order(word, p + 1, letters, used))
            return true;
        used[i] = false;
    }
    return false;
}

/* A line `block`. False if the letters have no order. */
static bool read_block(struct naive_word *word, const char *at) {
    long letters[NAIVE_LENGTH] = {0};
    bool used[NAIVE_LENGTH] = {false};
    char token[80];
    next_word(&at, token);
    const char *last = NULL; /* a line behind the first fault need not follow the grammar */
    if ((last = next_word(&at, token)))
        word->value[0] = atol(token);
    if (last && (last = next_word(&at, token)))
        word->length = atol(token);
    if (last && (last = next_word(&at, token)))
        word->count = atol(token);
    if (!last || word->length < 1 || word->length > NAIVE_LENGTH ||
        word->length > word->value[0] + 1)
        return false; /* the last would have a value below 0 */
    for (long p = 0; p < word->length; p++)
        word->sent[p] = word->value[0] - p;
    if (!next_word(&at, token))
        return true;
    if (strcmp(token, "letters") == 0) {
        long sum = word->value[0], count = read_letters(&at, letters);
        for (long i = 0; i < count; i++)
            sum += letters[i];
        if (word->length > 7 && sum % word->length != 0)
            return false; /* p + w_p add up to as much as all residues: too many orders to try */
        return put_in_order(word, 1, letters, used);
    }
    return read_letters(&at, word->value + 1) >= 0;
}

static void read_word_line(const struct naive_schedule *schedule, struct naive_word *word,
                           const char *at) {
    char token[80];
    next_word(&at, token);
    word->count = atol(next_word(&at, token));
    next_word(&at, token);
    word->length = read_items(&at, "send", word->value);
    read_items(&at, "", word->sent);
    if (word->sent[0] == LARGEST)
        send_largest(word, schedule->L, schedule->t);
}

static void read_receive_only(struct naive_word *word, const char *at) {
    char token[80];
    next_word(&at, token);
    *word = (struct naive_word){.count = 1, .length = 1, .sent = {NOTHING}};
    word->value[0] = next_word(&at, token) ? atol(token) : -1;
}

static bool is_line_of_schedule(const char *at) {
    return strncmp(at, "word ", 5) == 0 || strncmp(at, "block ", 6) == 0 ||
           strncmp(at, "receive-only ", 13) == 0;
}

static void read_schedule(struct naive_schedule *schedule, const struct text *text) {
    *schedule = (struct naive_schedule){.T = 1, .longest = 1, .ordered = true};
    find_numbers(text, "latency", &schedule->L, 1);
    find_numbers(text, "depth", &schedule->t, 1);
    find_numbers(text, "processors", &schedule->N, 1);
    find_numbers(text, "period", &schedule->T, 1);
    const char *at = text->bytes;
    while (at && !is_line_of_schedule(at))
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    for (; at && is_line_of_schedule(at); at = strchr(at, '\n') + 1) {
        if (schedule->words == NAIVE_WORDS)
            abort();
        struct naive_word *word = &schedule->word[schedule->words++];
        if (*at == 'w')
            read_word_line(schedule, word, at);
        else if (*at == 'r')
            read_receive_only(word, at);
        else
            schedule->ordered = schedule->ordered && read_block(word, at);
        schedule->ordered = schedule->ordered && word->value[0] <= schedule->t;
        if (word->length > schedule->longest)
            schedule->longest = word->length;
    }
}

bool naive_schedule_holds(const struct text *text) {
    static struct naive_schedule schedule;
    read_schedule(&schedule, text);
    return schedule.ordered && holds(&schedule);
}

/* Does each processor do in every period what it did in the one before? Blocks are written out. */
static bool keeps_roles(const struct naive_schedule *schedule) {
    for (long i = 0; i < schedule->words; i++) {
        const struct naive_word *word = &schedule->word[i];
        for (long time = 0; time < 3 * word->length; time++) {
            long now = time % word->length, later = (time + schedule->T) % word->length;
            if (word->value[now] != word->value[later] || word->sent[now] != word->sent[later])
                return false;
        }
    }
    return true;
}

/* Nodes of the whole tree, counted one by one: each sends as long as it can. */
static long count_nodes(long L, long value) {
    long count = 1;
    for (long sent = value; sent >= L; sent--)
        count += count_nodes(L, sent - L);
    return count;
}

void naive_schedule_fields(const struct text *text, char *fields, size_t size) {
    static struct naive_schedule schedule;
    read_schedule(&schedule, text);
    bool blocks = find_line(text, "receive-only") && !find_line(text, "word");
    bool whole = schedule.N == count_nodes(schedule.L, schedule.t);
    const char *class = schedule.T > 1 ? "periodic"
                        : !blocks      ? "stationary"
                        : whole        ? "block-cyclic"
                                       : "pruned";
    snprintf(fields, size, "kind=schedule L=%ld t=%ld N=%ld class=%s period=%ld roles=%s",
             schedule.L, schedule.t, schedule.N, class, schedule.T,
             keeps_roles(&schedule) ? "keep" : "permute");
}

long naive_rows(const struct text *text, struct naive_row *rows, long most) {
    static struct naive_schedule schedule;
    long count = 0;
    read_schedule(&schedule, text);
    for (long i = 0; i < schedule.words; i++) {
        const struct naive_word *word = &schedule.word[i];
        for (long p = 0; p < word->length; p++)
            for (long copy = 0; copy < word->count; copy++, count++)
                if (count < most)
                    rows[count] = (struct naive_row){word->value, word->sent, word->length, p};
    }
    return schedule.ordered ? count : -1;
}

struct naive_prices {
    long L, t, D, R, N;
    long price[NAIVE_DEPTH + 1], single[NAIVE_DEPTH + 1], largest[NAIVE_DEPTH + 1],
        other[NAIVE_DEPTH + 1];
};

static long phi_of(const struct naive_prices *prices, unsigned state) {
    long sum = 0;
    int top = -1, size = 0;
    for (int u = 0; u < prices->t; u++)
        if (state >> u & 1)
            top = u, size++;
    if (size <= 1)
        return size == 0 ? 0 : -prices->single[top];
    for (int u = 0; u < top; u++)
        if (state >> u & 1)
            sum += prices->other[u];
    return -prices->largest[top - 1] - sum; /* F_1 is the first of its line */
}

/* May v be received in this state? Then *next, and what that costs beyond D. */
static bool transition(const struct naive_prices *prices, unsigned state, long v, unsigned *next,
                       long *cost) {
    long best = 0;
    unsigned all = state | 1u << v;
    if ((state >> v & 1) || !(all & 1) || (v > prices->t - prices->L && v != prices->t))
        return false;
    for (long u = prices->L; u <= prices->t; u++)
        if ((all >> u & 1) && prices->price[u - prices->L] > best)
            best = prices->price[u - prices->L];
    *next = all >> 1;
    *cost = (v == prices->t ? prices->R : prices->price[v]) - best - prices->D;
    return true;
}

static bool potential_holds(const struct naive_prices *prices) {
    for (unsigned state = 0; state < 1u << prices->t; state++)
        for (long v = 0; v <= prices->t; v++) {
            unsigned next;
            long cost;
            if (transition(prices, state, v, &next, &cost) &&
                cost + phi_of(prices, next) - phi_of(prices, state) < 0)
                return false;
        }
    return true;
}

/* Bellman and Ford: without a negative circle nothing changes in the round after the last state. */
static bool no_negative_circle(const struct naive_prices *prices) {
    static long phi[1 << NAIVE_DEPTH];
    bool changed = true;
    memset(phi, 0, sizeof phi);
    for (unsigned round = 0; changed && round <= 1u << prices->t; round++) {
        changed = false;
        for (unsigned state = 0; state < 1u << prices->t; state++)
            for (long v = prices->t; v >= 0; v--) {
                unsigned next;
                long cost;
                if (transition(prices, state, v, &next, &cost) && phi[next] + cost < phi[state])
                    phi[state] = phi[next] + cost, changed = true;
            }
    }
    return !changed;
}

bool naive_prices_hold(const struct text *text) {
    struct naive_prices prices = {.L = 0};
    find_numbers(text, "latency", &prices.L, 1);
    find_numbers(text, "depth", &prices.t, 1);
    find_numbers(text, "denominator", &prices.D, 1);
    find_numbers(text, "root", &prices.R, 1);
    find_numbers(text, "bound", &prices.N, 1);
    if (prices.t > NAIVE_DEPTH)
        abort();
    find_numbers(text, "prices", prices.price, NAIVE_DEPTH + 1);
    if (prices.N != prices.R / prices.D)
        return false;
    if (!find_line(text, "single"))
        return no_negative_circle(&prices);
    find_numbers(text, "single", prices.single, NAIVE_DEPTH + 1);
    find_numbers(text, "largest", prices.largest, NAIVE_DEPTH + 1);
    find_numbers(text, "other", prices.other, NAIVE_DEPTH + 1);
    return potential_holds(&prices);
}
