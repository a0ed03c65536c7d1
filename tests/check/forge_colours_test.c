/* SPDX-License-Identifier: MIT */
/* Kind items-colours: colours of the samples renamed, rows dealt their colours in other slots, one
 * by one, from other deals, a source that sends others, other machines and words. What is played,
 * message by message, by check_naive_colours.h, and here where there is no stream, must be what the
 * checker says. Usage: forge_colours_test FOLDER */
#include "check_naive_colours.h"
#include "forge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { FORGERIES = 10000, TIMES = 64, CLASSES = 40, DEALS = 60, WORDS = 12, LINE = 200 };

static const char *folder;

struct deal {
    long rows, colours[TIMES]; /* 0: none */
};

struct class {
    long slots, times[TIMES];
    long deals;
    struct deal deal[DEALS];
};

struct colours {
    long L, t, N, M;
    bool single;
    long words;
    char word[WORDS][LINE];
    long source[TIMES];
    long classes;
    struct class class[CLASSES];
};

/* --- reading and writing --- */

static long read_entries(const char *at, long *entries) {
    long count = 0;
    while (*at == ' ') {
        char *end = (char *)at + 2;
        long value = at[1] == '-' ? 0 : strtol(at + 1, &end, 10);
        long copies = *end == '*' ? strtol(end + 1, &end, 10) : 1;
        for (; copies > 0; copies--)
            entries[count++] = value;
        assert_true(count < TIMES);
        at = end;
    }
    return count;
}

static void read_line(struct colours *c, const char *at) {
    struct class *class = &c->class[c->classes - 1];
    char *rest;
    if (strncmp(at, "word ", 5) == 0) {
        size_t length = strcspn(at, "\n");
        assert_true(length < LINE && c->words < WORDS);
        memcpy(c->word[c->words++], at, length);
    } else if (strncmp(at, "source", 6) == 0) {
        read_entries(at + 6, c->source);
    } else if (strncmp(at, "slots", 5) == 0) {
        assert_true(c->classes < CLASSES);
        class = &c->class[c->classes++];
        class->slots = read_entries(at + 5, class->times);
    } else if (strncmp(at, "deal ", 5) == 0) {
        class->deal[class->deals].rows = strtol(at + 5, &rest, 10);
        read_entries(rest, class->deal[class->deals++].colours);
    }
}

static void load(struct colours *c, const char *name) {
    static struct text text;
    char sends[10];
    if (!text_load(&text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text.bytes[text.length] = '\0';
    *c = (struct colours){.L = 0};
    const char *at = strstr(text.bytes, "\nlatency ");
    sscanf(at, "\nlatency %ld\ndepth %ld\nprocessors %ld\nendgame %ld\nsends %9s", &c->L, &c->t,
           &c->N, &c->M, sends);
    c->single = strcmp(sends, "single") == 0;
    for (at = strstr(at, "\nsends "); at; at = strchr(at + 1, '\n'))
        read_line(c, at + 1);
}

static void put_entries(struct text *text, const long *entries, long count) {
    for (long i = 0; i < count; i++)
        if (entries[i] == 0)
            text_put(text, " -");
        else
            text_put(text, " %ld", entries[i]);
    text_put(text, "\n");
}

static void put(struct text *text, const struct colours *c) {
    forge_put_start(text, "items-colours");
    text_put(text, "latency %ld\ndepth %ld\nprocessors %ld\nendgame %ld\nsends %s\n", c->L, c->t,
             c->N, c->M, c->single ? "single" : "any");
    for (long i = 0; i < c->words; i++)
        text_put(text, "%s\n", c->word[i]);
    text_put(text, "source");
    put_entries(text, c->source, c->t);
    for (long i = 0; i < c->classes; i++) {
        const struct class *class = &c->class[i];
        text_put(text, "slots");
        for (long s = 0; s < class->slots; s++)
            text_put(text, " %ld", class->times[s]);
        text_put(text, "\n");
        for (long d = 0; d < class->deals; d++) {
            text_put(text, "deal %ld", class->deal[d].rows);
            put_entries(text, class->deal[d].colours, class->slots);
        }
    }
}

/* --- without a stream --- */

struct play {
    const struct colours *c;
    long rows;
    long first[TIMES], since[TIMES]; /* the colour that a row sends, and from when on */
    struct naive_list list;
};

/* Each colour once, and none twice. */
static bool deal_is_right(const struct colours *c, const struct class *class,
                          const struct deal *deal) {
    long times[TIMES] = {0};
    for (long s = 0; s < class->slots; s++)
        times[deal->colours[s]]++;
    for (long colour = 1; colour <= c->M; colour++)
        if (times[colour] != 1)
            return false;
    return true;
}

static void send(struct play *play, long to, long colour, long time, bool *taken) {
    const struct colours *c = play->c;
    long from = -1;
    if (time >= 0 && !taken[0] && c->source[time] == colour)
        from = 0;
    for (long q = 1; q <= play->rows && from < 0; q++)
        if (!taken[q] && play->first[q] == colour && play->since[q] <= time)
            from = q;
    if (from < 0)
        return; /* so there are too few messages */
    taken[from] = true;
    play->list.messages[play->list.count++] =
        (struct naive_message){time, from, to, c->M + 1 - colour, 0};
}

/* What everybody receives at this time. */
static void play_time(struct play *play, long time) {
    const struct colours *c = play->c;
    bool taken[TIMES] = {false};
    long q = 1;
    for (long i = 0; i < c->classes; i++)
        for (long d = 0; d < c->class[i].deals; d++)
            for (long row = 0; row < c->class[i].deal[d].rows; row++, q++)
                for (long s = 0; s < c->class[i].slots; s++) {
                    long colour = c->class[i].deal[d].colours[s];
                    if (c->class[i].times[s] != time || colour == 0)
                        continue;
                    send(play, q, colour, time - c->L, taken);
                    if (play->first[q] == 0)
                        play->first[q] = colour, play->since[q] = time;
                }
}

/* All messages, and whether they are a list as they must be. */
static bool plays(const struct colours *c) {
    static struct play play;
    play = (struct play){.c = c, .list = {.model = NAIVE_POSTAL, .L = c->L, .g = 1}};
    for (long i = 0; i < c->classes; i++)
        for (long d = 0; d < c->class[i].deals; d++) {
            play.rows += c->class[i].deal[d].rows;
            if (c->class[i].deal[d].rows == 0 ||
                !deal_is_right(c, &c->class[i], &c -> class[i].deal[d]))
                return false;
        }
    play.list.P = c->N + 1, play.list.K = c->M, play.list.single = c->single;
    if (play.rows != c->N)
        return false;
    for (long time = 0; time < c->L + c->t; time++)
        play_time(&play, time);
    naive_list_state(&play.list);
    return naive_list_holds(&play.list) && play.list.finish < c->L + c->t;
}

static const struct colours *judged;

/* The naive judge knows of no order of the classes. */
static bool is_in_order(const struct colours *c) {
    for (long i = 1; i < c->classes; i++) {
        const struct class *one = &c->class[i - 1], *other = &c->class[i];
        long s = 0;
        while (s < one->slots && s < other->slots && one->times[s] == other->times[s])
            s++;
        if (s < one->slots && (s == other->slots || one->times[s] > other->times[s]))
            return false;
    }
    return true;
}

/* The source may be said to send what nobody receives from it: for `single` this counts. */
static bool holds(const struct text *text) {
    long sends = 0;
    if (judged->words > 0)
        return is_in_order(judged) && naive_items_colours_hold(text);
    for (long x = 0; x < judged->t; x++)
        sends += judged->source[x] > 0;
    return (!judged->single || sends <= judged->M) && plays(judged);
}

/* --- other ways to write it --- */

static struct class *any_class(struct colours *c) {
    return &c->class[forge_random(c->classes)];
}

static struct deal *any_deal(struct class *class) {
    return &class->deal[forge_random(class->deals)];
}

static void exchange(long *one, long *other) {
    long kept = *one;
    *one = *other;
    *other = kept;
}

static void rename_entries(long *entries, long count, long one, long other) {
    for (long i = 0; i < count; i++)
        entries[i] = entries[i] == one ? other : entries[i] == other ? one : entries[i];
}

static void rename_colours(struct colours *c) {
    long one = 1 + forge_random(c->M), other = 1 + forge_random(c->M);
    rename_entries(c->source, c->t, one, other);
    for (long i = 0; i < c->classes; i++)
        for (long d = 0; d < c->class[i].deals; d++)
            rename_entries(c->class[i].deal[d].colours, c->class[i].slots, one, other);
}

static void divide_deal(struct class *class, struct deal *deal) {
    if (deal->rows < 2 || class->deals == DEALS)
        return;
    deal->rows--;
    class->deal[class->deals] = *deal;
    class->deal[class->deals++].rows = 1;
}

static void write_otherwise(struct colours *c) {
    struct class *class = any_class(c);
    struct deal *one = any_deal(class), *other = any_deal(class), kept = *one;
    switch (forge_random(4)) {
    case 0:
        rename_colours(c);
        break;
    case 1:
        divide_deal(class, one);
        break;
    case 2:
        if (c->words > 1) {
            char line[LINE];
            long i = forge_random(c->words), j = forge_random(c->words);
            memcpy(line, c->word[i], LINE);
            memcpy(c->word[i], c->word[j], LINE);
            memcpy(c->word[j], line, LINE);
        }
        break;
    default:
        *one = *other;
        *other = kept;
    }
}

/* --- faults of meaning --- */

/* One digit of a word. */
static void forge_word(struct colours *c) {
    char *line = c->word[forge_random(c->words)];
    char *at = line + 5 + forge_random((long)strlen(line) - 5);
    if (*at >= '0' && *at <= '9' && at[-1] == ' ')
        *at = (char)(*at == '9' || (*at > '1' && forge_once_in(2)) ? *at - 1 : *at + 1);
}

static void forge_head(struct colours *c) {
    long *numbers[] = {&c->L, &c->t, &c->N, &c->M};
    long *number = numbers[forge_random(4)];
    if (forge_once_in(3))
        c->single = !c->single;
    else if (number != &c->t || c->t + 1 < TIMES)
        *number += *number > 1 && forge_once_in(2) ? -1 : 1;
}

/* A row is dealt what others are. */
static void forge_rows(struct deal *one, struct deal *other) {
    if (one->rows > 1)
        one->rows--, other->rows++;
    else
        exchange(&one->rows, &other->rows);
}

/* Without a stream a TIME is what the file says; with one it has to be the right one. */
static void forge_time(struct class *class) {
    long i = forge_random(class->slots), moved = class->times[i] + (forge_once_in(2) ? 1 : -1);
    bool fits = (i == 0 || moved > class->times[i - 1]) &&
                (i + 1 == class->slots || moved < class->times[i + 1]);
    if (fits && moved >= 0)
        class->times[i] = moved;
}

/* Two rows of one class exchange what they receive in a slot, and in another one. */
static void exchange_in_class(struct class *class, struct deal *one) {
    struct deal *other = any_deal(class);
    for (long times = 0; times < 2; times++) {
        long s = forge_random(class->slots);
        exchange(&one->colours[s], &other->colours[s]);
    }
}

static void forge(struct colours *c) {
    struct class *class = any_class(c), *with = any_class(c);
    struct deal *one = any_deal(class), *other = any_deal(with);
    if (class->slots == 0 || with->slots == 0)
        return;
    long *entry = &one->colours[forge_random(class->slots)];
    switch (forge_random(11)) {
    case 0:
        exchange(entry, &one->colours[forge_random(class->slots)]);
        break;
    case 1:
        exchange(entry, &any_deal(class)->colours[forge_random(class->slots)]);
        break;
    case 2:
        exchange(entry, &other->colours[forge_random(with->slots)]);
        break;
    case 3:
        forge_rows(one, forge_once_in(4) ? other : any_deal(class));
        break;
    case 4:
        exchange(&c->source[forge_random(c->t + 1)], &c->source[forge_random(c->t + 1)]);
        break;
    case 5:
        c->source[forge_random(c->t + 1)] = forge_random(c->M + 1);
        break;
    case 6:
        exchange_in_class(class, one);
        break;
    case 7:
        rename_entries(one->colours, class->slots, 1, 1 + forge_random(c->M));
        break;
    case 8:
        forge_time(class);
        break;
    case 9:
        if (c->words > 0) {
            forge_word(c);
            break;
        }
        /* fall through */
    default:
        forge_head(c);
    }
}

static const char *const names[] = {
    "items-colours-l1-n1.cert",   "items-colours-l1-n4.cert",  "items-colours-l2-n1.cert",
    "items-colours-l2-n3.cert",   "items-colours-l2-n9.cert",  "items-colours-l2-n10.cert",
    "items-colours-l3-n5.cert",   "items-colours-l3-n7.cert",  "items-colours-l3-n10.cert",
    "items-colours-l4-n4.cert",   "items-colours-l4-n12.cert", "items-colours-l2-n21-single.cert",
    "items-colours-one-item.cert"};

enum { NAMES = sizeof names / sizeof *names };

static struct colours samples[NAMES];

/* Those that go on for `faults` changes of meaning. */
static void compare(long faults, long i, struct change_tally *tally) {
    static struct colours c;
    static struct text text;
    c = samples[i % NAMES];
    for (long ways = forge_random(4); ways > 0; ways--)
        write_otherwise(&c);
    for (; faults > 0; faults--)
        forge(&c);
    judged = &c;
    put(&text, &c);
    change_seal_and_compare(&text, holds, tally);
}

static void test_other_ways_are_right(void **state) {
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (long i = 0; i < NAMES; i++)
        load(&samples[i], names[i]);
    for (long i = 0; i < forge_rounds(FORGERIES / 10); i++)
        compare(0, i, &tally);
    assert_true(tally.malformed + tally.refuted == 0 && tally.verified > 0);
}

static void test_forgeries(void **state) {
    struct change_tally tally = {0, 0, 0};
    long rounds = forge_rounds(FORGERIES);
    (void)state;
    for (long i = 0; i < rounds; i++)
        compare(1 + forge_random(3), i, &tally);
    forge_assert_changes("colours", &tally, (unsigned long)rounds / 20);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_other_ways_are_right),
                                       cmocka_unit_test(test_forgeries)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("forge_colours", tests, forge_start, NULL);
}
