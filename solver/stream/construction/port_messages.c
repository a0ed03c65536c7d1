/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "solver/stream/construction/port_messages.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/construction/port_leaves.h"

/* What is received at one position of a word, and sent `copies` times at each of `steps` steps. */
struct letter {
    int word, position, value, copies, steps;
    int colour;      /* which of the p items of a step, or -1 */
    const int *each; /* copies of each step, in the place of `copies`; NULL: all the same */
};

/* Its letters stand one behind the other, p for each position in the end. */
struct word {
    int length;
    int row;      /* of the processor that begins it at time 0, from 0 */
    size_t first; /* letter */
    int copies;   /* sent by its letters so far, of length 1 */
    int filled;   /* letters, of length 1 */
};

struct words {
    const struct schedule *schedule;
    int p;
    size_t word_count, letter_count;
    struct word *words;
    struct letter *letters;
    size_t singles; /* the first word of length 1 */
};

static void words_clear(struct words *words) {
    FREE_ALL(words->words, words->letters);
    *words = (struct words){0};
}

/* --- blocks --- */

static enum status check_size(const struct schedule *schedule, int items, struct failure *failure) {
    BIG(processors, letters);
    schedule_processors(schedule, processors);
    mpz_mul_si(letters, processors, schedule->ports);
    bool large = mpz_cmp_si(letters, PORT_MESSAGES_MOST_LETTERS) > 0 ||
                 mpz_cmp_si(processors, MESSAGES_MOST_PROCESSORS) > 0;
    mpz_mul_si(processors, processors, items);
    large = large || mpz_cmp_si(processors, PORT_MESSAGES_MOST) > 0;
    return large ? failure_limit(failure,
                                 "too many messages: N and items of several ports, N K up to %d "
                                 "and p N up to %d",
                                 PORT_MESSAGES_MOST, PORT_MESSAGES_MOST_LETTERS)
                 : STATUS_OK;
}

static bool place_letters(struct letter *letters, int p, int length) {
    size_t count = (size_t)p * (size_t)length;
    FREED int *values = memory_new(count, sizeof *values);
    FREED int *positions = memory_new(count, sizeof *positions);
    for (size_t i = 0; i < count && values; i++)
        values[i] = letters[i].value;
    bool room = values && positions && port_arrange(values, p, length, positions);
    for (size_t i = 0; i < count && room; i++)
        letters[i].position = positions[i];
    return room;
}

/* p words for each block an item, alike. */
static bool add_block(struct words *words, const struct block_class *class) {
    const struct schedule *schedule = words->schedule;
    int p = words->p, length = class->size;
    size_t count = (size_t)p * (size_t)length, first = words->letter_count;
    struct letter *letters = words->letters + first;
    *letters++ = (struct letter){0, 0, class->head, p, class->size, -1, NULL};
    for (size_t i = class->first; i < class->range_end; i++)
        for (int v = schedule->ranges[i].first; v <= schedule->ranges[i].last; v++)
            for (int copy = 0; copy < schedule->ranges[i].copies; copy++)
                *letters++ = (struct letter){0, 0, v, 0, 0, -1, NULL};
    if (!place_letters(words->letters + first, p, length))
        return false;
    for (unsigned long i = mpz_get_ui(class->count) * (unsigned long)p; i > 0; i--) {
        struct word *word = &words->words[words->word_count];
        *word = (struct word){.length = length, .first = words->letter_count};
        for (size_t k = 0; k < count; k++) {
            words->letters[word->first + k] = words->letters[first + k];
            words->letters[word->first + k].word = (int)words->word_count;
        }
        words->word_count++;
        words->letter_count += count;
    }
    return true;
}

/* --- words of length 1 --- */

/* The next one from `from` on that has a place and sends so many copies more. */
static void add_single(struct words *words, size_t *from, struct letter letter) {
    while (words->words[*from].filled == words->p ||
           words->words[*from].copies + letter.copies > words->p)
        ++*from;
    struct word *word = &words->words[*from];
    letter.word = (int)*from;
    word->copies += letter.copies;
    words->letters[word->first + (size_t)word->filled++] = letter;
}

/* Item c has the copies c j .. (c+1) j - 1 of p j, which are cut at the multiples of p: at the word
 * of each part its share is sent. In the other words it has `others`, one after the other. */
static void add_cut(struct words *words, size_t first, const int *others) {
    const struct partial_heads *partial = &words->schedule->partial;
    int p = words->p, j = partial->sends;
    for (int c = 0; c < p; c++) {
        int begin = c * j / p, end = ((c + 1) * j - 1) / p, next = 0;
        int share = end > begin ? end * p - c * j : j;
        int second = end > begin ? end : end == j ? 0 : j;
        for (int w = 0; w <= j; w++) {
            struct letter letter = {(int)first + w, 0, partial->head, 0, 1, c, NULL};
            if (w == begin)
                letter.copies = share;
            else if (w == second)
                letter.copies = end > begin ? j - share : 0;
            else
                letter.value = others[next++];
            letter.steps = letter.copies > 0;
            struct word *word = &words->words[first + (size_t)w];
            words->letters[word->first + (size_t)word->filled++] = letter;
            word->copies += letter.copies;
        }
    }
}

/* Heads first: those with fewer copies go together; then the cut ones; what is loose fills up. */
static bool add_singles(struct words *words, size_t count) {
    const struct schedule *schedule = words->schedule;
    const struct partial_heads *partial = &schedule->partial;
    int p = words->p;
    FREED int *others = memory_new((size_t)partial->sends + 1, sizeof *others);
    size_t first = words->singles, from = first, next = 0;
    if (!others)
        return false;
    for (size_t w = 0; w < count; w++)
        words->words[first + w] =
            (struct word){.length = 1, .first = words->letter_count + w * (size_t)p};
    words->word_count += count;
    words->letter_count += count * (size_t)p;
    for (size_t i = 0; i < schedule->block_count; i++)
        if (schedule->blocks[i].size == 1)
            for (unsigned long k = mpz_get_ui(schedule->blocks[i].count) * (unsigned long)p; k > 0;
                 k--)
                add_single(words, &from,
                           (struct letter){0, 0, schedule->blocks[i].head, p, 1, -1, NULL});
    for (int i = 0; i < p && partial->form == PARTIAL_SINGLE; i++)
        add_single(words, &from, (struct letter){0, 0, partial->head, partial->sends, 1, -1, NULL});
    for (int v = 0; v <= schedule->depth && partial->form == PARTIAL_DOUBLE; v++)
        for (unsigned long k = mpz_get_ui(schedule->loose[v]);
             k > 0 && next + 1 < (size_t)partial->sends; k--)
            others[next++] = v;
    if (partial->form == PARTIAL_DOUBLE)
        add_cut(words, first + count - (size_t)partial->sends - 1, others);
    from = first;
    for (int v = 0, k = 0; v <= schedule->depth; v++) {
        unsigned long loose = mpz_get_ui(schedule->loose[v]);
        for (; k < (int)next && others[k] == v; k++)
            loose--;
        for (loose *= (unsigned long)p; loose > 0; loose--)
            add_single(words, &from, (struct letter){0, 0, v, 0, 0, -1, NULL});
    }
    return true;
}

/* Their letters have their items. */
static void add_coloured(struct words *words, const struct coloured_word *coloured) {
    const struct schedule *schedule = words->schedule;
    int n = coloured->length, R = schedule->depth - schedule->latency + 1;
    struct word *word = &words->words[words->word_count];
    *word = (struct word){.length = n, .first = words->letter_count};
    for (int c = 0; c < words->p; c++)
        for (int y = 0; y < n; y++) {
            int value = coloured->values[(size_t)c * (size_t)n + (size_t)y];
            struct letter letter = {
                (int)words->word_count, coloured_position(coloured, c, y), value, 0, 0, c, NULL};
            if (value == schedule->depth) {
                letter.steps = R;
                letter.each = schedule->copies + (size_t)c * (size_t)R;
            }
            words->letters[words->letter_count++] = letter;
        }
    words->word_count++;
}

static enum status words_init(struct words *words, const struct schedule *schedule,
                              struct failure *failure) {
    BIG(processors);
    schedule_processors(schedule, processors);
    size_t count = mpz_get_ui(processors), rows = 0;
    *words = (struct words){.schedule = schedule, .p = schedule->ports};
    words->words = memory_new(count, sizeof *words->words);
    words->letters = memory_new(count * (size_t)words->p, sizeof *words->letters);
    bool room = words->words && words->letters;
    for (size_t i = 0; i < schedule->block_count && room; i++)
        if (schedule->blocks[i].size > 1)
            room = add_block(words, &schedule->blocks[i]);
    for (size_t w = 0; w < schedule->coloured_count && room; w++)
        add_coloured(words, &schedule->coloured[w]);
    for (size_t w = 0; w < words->word_count; w++)
        rows += (size_t)words->words[w].length;
    words->singles = words->word_count;
    room = room && add_singles(words, count - rows);
    if (!room) {
        words_clear(words);
        return failure_memory(failure, "messages of several ports");
    }
    for (size_t w = 0, row = 0; w < words->word_count; row += (size_t)words->words[w++].length)
        words->words[w].row = (int)row;
    return STATUS_OK;
}

/* --- which item --- */

/* A letter joins a residue of its word with p letters of its class. */
struct edge {
    size_t letter;
    int left, right;
};

struct colouring {
    int p;
    struct letter *letters;
    struct edge *edges;
    size_t count;
    int *left, *right; /* [node p + colour]: edge, or -1 */
    int *path;
};

static void set_colour(struct colouring *colouring, int edge, int colour, int set) {
    const struct edge *e = &colouring->edges[edge];
    colouring->left[e->left * colouring->p + colour] = set;
    colouring->right[e->right * colouring->p + colour] = set;
    colouring->letters[e->letter].colour = colour;
}

static int free_colour(const struct colouring *colouring, const int *colours) {
    int colour = 0;
    while (colours[colour] >= 0)
        colour++;
    assert(colour < colouring->p);
    return colour;
}

/* On the path from the right node on whose edges have the colours a, b, a, .., they change places.
 * It does not come to a left node without a. */
static void turn_path(struct colouring *colouring, int right, int a, int b) {
    int count = 0, p = colouring->p;
    for (int at = colouring->right[right * p + a], k = 0; at >= 0; k++) {
        const struct edge *e = &colouring->edges[at];
        colouring->path[count++] = at;
        at = k % 2 ? colouring->right[e->right * p + a] : colouring->left[e->left * p + b];
    }
    for (int k = 0; k < count; k++)
        set_colour(colouring, colouring->path[k], k % 2 ? b : a, -1);
    for (int k = 0; k < count; k++)
        set_colour(colouring, colouring->path[k], k % 2 ? a : b, colouring->path[k]);
}

static void colour_edge(struct colouring *colouring, int edge) {
    const struct edge *e = &colouring->edges[edge];
    int p = colouring->p, a = free_colour(colouring, &colouring->left[e->left * p]);
    int b = free_colour(colouring, &colouring->right[e->right * p]);
    if (colouring->right[e->right * p + a] >= 0)
        turn_path(colouring, e->right, a, b);
    set_colour(colouring, edge, a, edge);
}

/* Letters of a class are alike in what is received and sent. */
static int compare_classes(const void *a, const void *b, void *all_letters) {
    const struct letter *letters = all_letters;
    const struct letter *x = &letters[((const struct edge *)a)->letter];
    const struct letter *y = &letters[((const struct edge *)b)->letter];
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    if (x->copies != y->copies)
        return x->copies < y->copies ? -1 : 1;
    return (x->steps > y->steps) - (x->steps < y->steps);
}

static void list_edges(struct colouring *colouring, const struct words *words) {
    for (size_t i = 0; i < words->letter_count; i++) {
        const struct letter *letter = &words->letters[i];
        const struct word *word = &words->words[letter->word];
        int residue = (letter->position + letter->value) % word->length;
        if (letter->colour < 0)
            colouring->edges[colouring->count++] = (struct edge){i, word->row + residue, 0};
    }
    qsort_r(colouring->edges, colouring->count, sizeof *colouring->edges, compare_classes,
            words->letters);
    for (size_t i = 0; i < colouring->count; i++)
        colouring->edges[i].right = (int)(i / (size_t)words->p);
}

static enum status colour_all(struct words *words, const struct limits *limits,
                              struct failure *failure) {
    size_t count = words->letter_count;
    struct colouring colouring = {.p = words->p,
                                  .letters = words->letters,
                                  .edges = memory_new(count, sizeof(struct edge)),
                                  .left = memory_new(count, sizeof(int)),
                                  .right = memory_new(count, sizeof(int)),
                                  .path = memory_new(count, sizeof(int))};
    enum status status = colouring.edges && colouring.left && colouring.right && colouring.path
                             ? STATUS_OK
                             : failure_memory(failure, "messages of several ports");
    for (size_t i = 0; i < count && !status; i++)
        colouring.left[i] = colouring.right[i] = -1;
    if (!status)
        list_edges(&colouring, words);
    for (size_t i = 0; i < colouring.count && !status; i++) {
        colour_edge(&colouring, (int)i);
        if (i % 65536 == 0)
            status = limits_check(limits, failure);
    }
    FREE_ALL(colouring.edges, colouring.left, colouring.right, colouring.path);
    return status;
}

/* --- messages --- */

/* A reception of this step, or a copy that is sent for it. */
struct end {
    int value, item, processor;
};

struct ends {
    struct end *list;
    size_t count;
};

static bool add_end(struct ends *ends, struct end end) {
    return APPEND(ends->list, ends->count, end);
}

static int compare_ends(const void *a, const void *b) {
    const struct end *x = a, *y = b;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    return (x->processor > y->processor) - (x->processor < y->processor);
}

struct emitting {
    const struct words *words;
    int items;
    struct ends receivers, senders;
    struct message_array *array;
};

/* The item with this value at this step, or 0. */
static int item_of(const struct emitting *emitting, int step, int value, int colour) {
    const struct schedule *schedule = emitting->words->schedule;
    int64_t made = (int64_t)step + value - schedule->latency - schedule->depth;
    int64_t item = made * emitting->words->p + colour + 1;
    return made >= 0 && item <= emitting->items ? (int)item : 0;
}

/* What the letter's word does at this step: who is at its position receives, and who was there up
 * to `steps` - 1 steps before sends. */
static bool follow_letter(struct emitting *emitting, const struct letter *letter, int step) {
    const struct word *word = &emitting->words->words[letter->word];
    int L = emitting->words->schedule->latency, n = word->length, sent = step - L;
    int row = word->row + ((step - letter->position) % n + n) % n + 1;
    int item = item_of(emitting, step, letter->value, letter->colour);
    bool room = !item || add_end(&emitting->receivers, (struct end){letter->value, item, row});
    for (int i = 0; i < letter->steps && room; i++) {
        item = item_of(emitting, sent - i, letter->value, letter->colour);
        row = word->row + ((sent - i - letter->position) % n + n) % n + 1;
        int copies = letter->each ? letter->each[i] : letter->copies;
        for (int copy = 0; copy < copies && item && room; copy++)
            room = add_end(&emitting->senders, (struct end){letter->value - i - L, item, row});
    }
    return room;
}

/* Receptions at this step have one value for each item but where several are on their way. */
static enum status emit_step(struct emitting *emitting, int step, struct failure *failure) {
    const struct words *words = emitting->words;
    struct ends *receivers = &emitting->receivers, *senders = &emitting->senders;
    bool room = true;
    size_t next = 0;
    receivers->count = senders->count = 0;
    for (size_t i = 0; i < words->letter_count && room; i++)
        room = follow_letter(emitting, &words->letters[i], step);
    TRY(memory_check(room, failure, "messages of several ports"));
    if (receivers->count)
        qsort(receivers->list, receivers->count, sizeof *receivers->list, compare_ends);
    if (senders->count)
        qsort(senders->list, senders->count, sizeof *senders->list, compare_ends);
    for (size_t i = 0; i < receivers->count; i++) {
        const struct end *to = &receivers->list[i];
        struct message message = {
            .time = step - words->schedule->latency, .to = to->processor, .item = to->item};
        while (next < senders->count && senders->list[next].item < to->item)
            next++;
        if (to->value != words->schedule->depth) {
            if (next == senders->count || senders->list[next].item != to->item)
                return failure_internal(failure, "item %d is sent too seldom at %d", to->item,
                                        message.time);
            message.from = senders->list[next++].processor;
        }
        message_array_add(emitting->array, &message);
    }
    return STATUS_OK;
}

enum status port_messages(const struct schedule *schedule, int items, struct message_array *array,
                          struct message_list *list, const struct limits *limits,
                          struct failure *failure) {
    CLEANUP(words_clear) struct words words = {0};
    int p = schedule->ports, last = schedule->latency + schedule->depth + (items - 1) / p;
    TRY(check_size(schedule, items, failure));
    TRY(words_init(&words, schedule, failure));
    struct emitting emitting = {.words = &words, .items = items, .array = array};
    message_array_init(array);
    enum status status = colour_all(&words, limits, failure);
    for (int step = schedule->latency; step <= last && !status; step++) {
        status = limits_check(limits, failure);
        if (!status)
            status = emit_step(&emitting, step, failure);
    }
    *list = (struct message_list){.machine = message_machine_ports(schedule->latency, p),
                                  .items = items};
    for (size_t w = 0; w < words.word_count; w++)
        list->processors += words.words[w].length;
    if (!status)
        status = message_array_finish(array, list, failure);
    if (status)
        message_array_clear(array);
    FREE_ALL(emitting.receivers.list, emitting.senders.list);
    return status;
}
