/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/stream_shape.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"

/* --- the parts --- */

/* f_0..f_t; the caller's. */
static long *sequence_of(int latency, int depth) {
    long *f = memory_new((size_t)depth + 1, sizeof *f);
    for (int i = 0; f && i <= depth; i++)
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency];
    return f;
}

enum status stream_parts_init(struct stream_parts *parts, int latency, long processors, int fewest,
                              struct failure *failure) {
    int t = 0;
    TRY(sequence_depth(latency, processors, &t, failure));
    FREED long *f = sequence_of(latency, t);
    long *nodes = NULL;
    TRY(memory_check(f && NEW(t + latency + 1, nodes), failure, "a stream"));
    *parts = (struct stream_parts){.latency = latency,
                                   .depth = t,
                                   .fewest = fewest,
                                   .slack = -fewest * processors,
                                   .zeros = t ? processors - f[t - 1] : 1,
                                   .full = f[t] == processors,
                                   .nodes = nodes};
    for (int i = 0; i < t; i++)
        parts->slack += f[i];
    for (int v = 0; v <= t - latency; v++)
        nodes[v] = f[t - latency - v];
    nodes[t] = 1;
    return STATUS_OK;
}

void stream_parts_clear(struct stream_parts *parts) {
    free(parts->nodes);
    *parts = (struct stream_parts){0};
}

/* --- the local search --- */

/* The local search of stream_shape.h. */

/* What is too much in `excess`, what is missing of the slack, a head that shares a word; and how
 * much a change may cost at the beginning. Found by trial. */
enum { COST_UNIT = 32, COST_SLACK = 64, COST_SHARED = 12, HEAT = 16 };

/* A change of up to two words; the second may be a new one, and either may be left without heads,
 * and vanish. */
struct change {
    size_t places[2]; /* in shape->words; word_count: new */
    struct stream_word words[2];
    int count;
    long loose; /* more leaves of value L */
};

/* The cost but for heads that share words. */
static long stream_excess_cost(const long *excess, int latency) {
    long cost = COST_SLACK * labs(excess[latency]);
    for (int a = 1; a < latency; a++)
        if (excess[a] > 0)
            cost += COST_UNIT * excess[a];
    return cost;
}

static int shared(const struct stream_word *word) {
    return word->head_count > 1 ? COST_SHARED * (word->head_count - 1) : 0;
}

/* --- changes --- */

static void begin(const struct stream_shape *shape, struct change *change, size_t place) {
    change->places[change->count] = place;
    if (place < shape->word_count)
        change->words[change->count] = shape->words[place];
    else
        change->words[change->count] = (struct stream_word){.balls = shape->fewest};
    change->count++;
}

static size_t any_word(const struct stream_shape *shape, struct random_numbers *random) {
    return (size_t)random_below(random, (long)shape->word_count);
}

static bool begin_two(const struct stream_shape *shape, struct random_numbers *random,
                      struct change *change) {
    size_t one = any_word(shape, random), other = any_word(shape, random);
    begin(shape, change, one);
    begin(shape, change, other);
    return one != other;
}

/* One ball more or less. */
static bool change_balls(const struct stream_shape *shape, struct random_numbers *random,
                         struct change *change) {
    begin(shape, change, any_word(shape, random));
    change->words[0].balls += random_below(random, 2) ? 1 : -1;
    return change->words[0].balls >= shape->fewest;
}

/* One ball more in a word and one less in another. */
static bool move_ball(const struct stream_shape *shape, struct random_numbers *random,
                      struct change *change) {
    if (!begin_two(shape, random, change))
        return false;
    change->words[0].balls++;
    return --change->words[1].balls >= shape->fewest;
}

static struct stream_head *any_head(struct random_numbers *random, struct stream_word *word) {
    return &word->heads[random_below(random, word->head_count)];
}

/* Two heads exchange until when they are sent. */
static bool exchange_late(const struct stream_shape *shape, struct random_numbers *random,
                          struct change *change) {
    if (!begin_two(shape, random, change) || !change->words[0].head_count ||
        !change->words[1].head_count)
        return false;
    struct stream_head *one = any_head(random, &change->words[0]);
    struct stream_head *other = any_head(random, &change->words[1]);
    if (one->late == other->late || (one->value == shape->latency && other->late == STREAM_LATE) ||
        (other->value == shape->latency && one->late == STREAM_LATE))
        return false;
    int late = one->late;
    one->late = other->late;
    other->late = late;
    return true;
}

static void remove_head(struct stream_word *word, int place) {
    word->head_count--;
    memmove(word->heads + place, word->heads + place + 1,
            (size_t)(word->head_count - place) * sizeof *word->heads);
}

static void insert_head(struct stream_word *word, int place, struct stream_head head) {
    memmove(word->heads + place + 1, word->heads + place,
            (size_t)(word->head_count - place) * sizeof *word->heads);
    word->heads[place] = head;
    word->head_count++;
}

/* A head of value L becomes a leaf, and a late head is sent once more. */
static bool loosen(const struct stream_shape *shape, struct random_numbers *random,
                   struct change *change, int place) {
    remove_head(&change->words[0], place);
    begin(shape, change, any_word(shape, random));
    if (change->places[1] == change->places[0] || !change->words[1].head_count)
        return false;
    struct stream_head *head = any_head(random, &change->words[1]);
    bool late = head->late == STREAM_LATE;
    head->late = STREAM_EARLY;
    change->loose = 1;
    return late;
}

/* The reverse. */
static bool fasten(const struct stream_shape *shape, struct change *change, int place) {
    change->words[0].heads[place].late = STREAM_LATE;
    begin(shape, change, shape->word_count);
    change->words[1].balls = shape->latency;
    insert_head(&change->words[1], 0, (struct stream_head){shape->latency, STREAM_EARLY});
    change->loose = -1;
    return shape->loose > 0;
}

static bool exchange_loose(const struct stream_shape *shape, struct random_numbers *random,
                           struct change *change) {
    begin(shape, change, any_word(shape, random));
    struct stream_word *word = &change->words[0];
    if (!word->head_count)
        return false;
    int place = (int)random_below(random, word->head_count);
    if (word->heads[place].late != STREAM_EARLY)
        return false;
    if (word->heads[place].value == shape->latency)
        return loosen(shape, random, change, place);
    return fasten(shape, change, place);
}

/* A head goes to another word, or becomes one of its own. */
static bool move_head(const struct stream_shape *shape, struct random_numbers *random,
                      struct change *change) {
    size_t from = any_word(shape, random), to = any_word(shape, random);
    begin(shape, change, from);
    if (from == to)
        to = shape->word_count;
    begin(shape, change, to);
    struct stream_word *old = &change->words[0], *new = &change->words[1];
    if (!old->head_count || new->head_count == STREAM_MAX_HEADS ||
        (to < shape->word_count ? !new->head_count : old->head_count == 1))
        return false;
    int place = (int)random_below(random, old->head_count);
    int before = (int)random_below(random, new->head_count + 1);
    insert_head(new, before, old->heads[place]);
    remove_head(old, place);
    new->balls += (int)random_below(random, 3) - 1;
    if (to == shape->word_count)
        new->balls = old->balls + (int)random_below(random, 3) - 1;
    return new->balls >= shape->fewest;
}

static bool propose(const struct stream_shape *shape, struct random_numbers *random,
                    struct change *change) {
    change->count = 0;
    change->loose = 0;
    switch (random_below(random, 8)) {
    case 0:
    case 1:
        return change_balls(shape, random, change);
    case 2:
        return move_ball(shape, random, change);
    case 3:
    case 4:
        return exchange_late(shape, random, change);
    case 5:
        return exchange_loose(shape, random, change);
    default:
        return move_head(shape, random, change);
    }
}

/* --- their costs --- */

static bool vanishes(const struct stream_shape *shape, const struct change *change, int i) {
    return !change->words[i].head_count &&
           (change->places[i] == shape->word_count || shape->words[change->places[i]].head_count);
}

/* Measures the new words; the excess and cost that the shape would have. */
static bool assess(const struct stream_shape *shape, struct change *change, long *excess,
                   long *cost) {
    int L = shape->latency;
    memcpy(excess, shape->excess, sizeof shape->excess);
    *cost = shape->cost - stream_excess_cost(shape->excess, L);
    for (int i = 0; i < change->count; i++) {
        struct stream_word *word = &change->words[i];
        if (change->places[i] < shape->word_count) {
            const struct stream_word *old = &shape->words[change->places[i]];
            for (int a = 1; a <= L; a++)
                excess[a] -= old->below[a];
            *cost -= shared(old);
        }
        if (vanishes(shape, change, i))
            continue;
        if (!stream_word_measure(word, L))
            return false;
        for (int a = 1; a <= L; a++)
            excess[a] += word->below[a];
        *cost += shared(word);
    }
    *cost += stream_excess_cost(excess, L);
    return true;
}

static void apply(struct stream_shape *shape, const struct change *change, const long *excess,
                  long cost) {
    size_t gone = shape->word_room;
    for (int i = 0; i < change->count; i++) {
        if (vanishes(shape, change, i)) {
            gone = change->places[i];
            continue;
        }
        if (change->places[i] == shape->word_count)
            shape->word_count++;
        shape->words[change->places[i]] = change->words[i];
    }
    if (gone < shape->word_count)
        shape->words[gone] = shape->words[--shape->word_count];
    memcpy(shape->excess, excess, sizeof shape->excess);
    shape->cost = cost;
    shape->loose += change->loose;
}

/* --- the search --- */

static bool fits(const struct stream_shape *shape) {
    return stream_excess_cost(shape->excess, shape->latency) == 0;
}

/* Threshold accepting, from shape->cost on. Sets *fits: stopped at a shape that fits. */
static enum status stream_shape_improve(struct stream_shape *shape,
                                        const struct stream_effort *effort,
                                        struct random_numbers *random, const struct limits *limits,
                                        bool *found, struct failure *failure) {
    long all = stream_steps(effort->steps, shape->word_count), excess[STREAM_MAX_LATENCY + 1], cost;
    struct change change;
    for (long i = 0; i < all && !(effort->hurry && fits(shape)); i++) {
        long heat = (all - i) * HEAT / all;
        if (i % 4096 == 0)
            TRY(limits_check(limits, failure));
        if (propose(shape, random, &change) && assess(shape, &change, excess, &cost) &&
            cost - shape->cost <= stream_random_loss(random, heat))
            apply(shape, &change, excess, cost);
    }
    *found = fits(shape);
    return STATUS_OK;
}

/* --- the shape --- */

/* All leaves together. */
struct leaves {
    long count, sum;
};

/* The |S| >= fewest for which the flattest leaves of one head have nearly the mean of all. False:
 * there is none. */
static bool choose_balls(const struct stream_shape *shape, struct leaves all,
                         struct stream_word *word) {
    struct stream_word best = *word;
    long least = -1;
    for (word->balls = shape->fewest; word->balls <= shape->latency + 1; word->balls++) {
        if (!stream_word_measure(word, shape->latency))
            continue;
        long count = word->length - word->head_count;
        long sum = shape->latency * count - word->below[shape->latency];
        long off = count ? labs(sum * all.count - all.sum * count) / count : 0;
        if (least < 0 || off < least) {
            least = off;
            best = *word;
        }
    }
    *word = best;
    return least >= 0;
}

static bool add_word(struct stream_shape *shape, struct leaves all, int value, int late) {
    struct stream_word *word = &shape->words[shape->word_count++];
    *word = (struct stream_word){.head_count = 1, .heads = {{value, late}}};
    return choose_balls(shape, all, word);
}

static bool add_leaf(struct stream_shape *shape) {
    struct stream_word *word = &shape->words[shape->word_count++];
    *word = (struct stream_word){.balls = shape->fewest};
    return stream_word_measure(word, shape->latency);
}

static struct leaves leaves_of(const struct stream_parts *parts, long loose) {
    struct leaves all = {parts->zeros + loose, loose * parts->latency};
    for (int v = 1; v < parts->latency; v++) {
        all.count += parts->nodes[v];
        all.sum += v * parts->nodes[v];
    }
    return all;
}

/* One head in each word. The least ones, but of value L as few as possible, are not late, and the
 * root is idle. False: it can't be done. */
static bool lay_out(const struct stream_parts *parts, enum stream_waste waste,
                    struct stream_shape *shape) {
    int L = parts->latency, t = parts->depth;
    int root = waste == STREAM_WASTE_POSITION ? STREAM_IDLE : STREAM_LATE;
    long early = parts->zeros + (waste == STREAM_WASTE_ZERO) - (root == STREAM_IDLE);
    long heads = root == STREAM_LATE;
    for (int v = L + 1; v < t; v++)
        heads += parts->nodes[v];
    shape->loose = parts->nodes[L] - (early > heads ? early - heads : 0);
    if (shape->loose < 0)
        return false;
    struct leaves all = leaves_of(parts, shape->loose);
    bool good = waste != STREAM_WASTE_LEAF || add_leaf(shape);
    for (int v = L; v < t; v++)
        for (long i = v == L ? shape->loose : 0; i < parts->nodes[v] && good; i++)
            good = add_word(shape, all, v, early-- > 0 ? STREAM_EARLY : STREAM_LATE);
    if (root == STREAM_LATE && early > 0)
        root = STREAM_EARLY;
    return good && add_word(shape, all, t, root);
}

static void set_excess(const struct stream_parts *parts, struct stream_shape *shape) {
    int L = parts->latency;
    memset(shape->excess, 0, sizeof shape->excess);
    for (size_t i = 0; i < shape->word_count; i++)
        for (int a = 1; a <= L; a++)
            shape->excess[a] += shape->words[i].below[a];
    for (int a = 1; a <= L; a++)
        for (int w = 0; w < a; w++)
            shape->excess[a] -= (a - w) * (w ? parts->nodes[w] : parts->zeros);
    shape->cost = stream_excess_cost(shape->excess, L);
}

enum status stream_shape_find(const struct stream_parts *parts, enum stream_waste waste,
                              const struct stream_effort *effort, struct random_numbers *random,
                              const struct limits *limits, struct stream_shape *shape, bool *found,
                              struct failure *failure) {
    CLEANUP(stream_shape_clear)
    struct stream_shape result = {
        .latency = parts->latency, .fewest = parts->fewest, .zeros = parts->zeros, .word_room = 1};
    for (int v = parts->latency; v <= parts->depth; v++)
        result.word_room += (size_t)parts->nodes[v];
    TRY(memory_check(NEW(result.word_room, result.words), failure, "a stream"));
    *found = lay_out(parts, waste, &result);
    if (!*found)
        return STATUS_OK;
    set_excess(parts, &result);
    TRY(stream_shape_improve(&result, effort, random, limits, found, failure));
    if (*found)
        *shape = TAKE(result);
    return STATUS_OK;
}

void stream_shape_clear(struct stream_shape *shape) {
    free(shape->words);
    *shape = (struct stream_shape){0};
}
