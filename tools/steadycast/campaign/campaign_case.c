/* SPDX-License-Identifier: MIT */
/* The names of cases, what they may cost, and how they are found. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/digest.h"
#include "tools/steadycast/campaign/campaign.h"

enum { SHOWN = 200 /* bytes of a name in a message */ };

struct campaign_key {
    uint64_t hash; /* of the name */
    size_t index;
};

const char *campaign_case_encoding(const struct campaign_case *asked) {
    return asked->engine->plain;
}

char *campaign_case_name(const struct campaign_case *asked) {
    char *question = question_print(&asked->question);
    const char *encoding = asked->plain ? campaign_case_encoding(asked) : "";
    size_t room = question ? strlen(question) + strlen(asked->engine->name) + 40 : 0;
    char *name = question ? memory_resize(question, room, 1) : NULL;
    if (name)
        snprintf(name + strlen(name), room - strlen(name), " engine %s%s%s", asked->engine->name,
                 *encoding ? " encoding " : "", encoding);
    else
        free(question);
    return name;
}

/* --- paths --- */

enum { MOST_PLAIN = 40, MOST_DIGITS = 110, LEGIBLE = 20, DIGEST_SHOWN = 16 };

static const char digits[] = "0123456789", lower[] = "abcdefghijklmnopqrstuvwxyz";

static bool is_one_of(char letter, const char *letters) {
    return letter && strchr(letters, letter);
}

/* Of a text that a user may choose: without capital letters, which some file systems don't keep
 * from others, without the name of a folder above, which nobody takes (case_file_is_local), and
 * not ending as put_digest ends. */
static bool is_plain(const char *text) {
    size_t length = strlen(text);
    const char *end = text + length - DIGEST_SHOWN;
    if (length == 0 || length > MOST_PLAIN || *text == '.' || strstr(text, "..") ||
        (length > DIGEST_SHOWN && end[-1] == '-' &&
         strspn(end, "0123456789abcdef") == DIGEST_SHOWN))
        return false;
    for (; *text; text++)
        if (!is_one_of(*text, lower) && !is_one_of(*text, digits) && !is_one_of(*text, "._-"))
            return false;
    return true;
}

static size_t put_digest(const char *text, char *path) {
    static const char upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char digest[DIGEST_ROOM];
    size_t used = 0;
    digest_bytes(text, strlen(text), digest);
    for (const char *next = text; *next && used < LEGIBLE; next++)
        if (is_one_of(*next, lower) || is_one_of(*next, upper) || is_one_of(*next, digits) ||
            is_one_of(*next, "_-"))
            path[used++] = *next;
    return used + (size_t)sprintf(path + used, "-%.*s", DIGEST_SHOWN, digest);
}

/* A number is itself, unless it is long; of our own words only the colon is left out, before a
 * number. A text that does not name the folder has a digest: where it ends is known then. */
static size_t put_value(const struct parameter *parameter, const char *value, bool first,
                        char *path) {
    size_t used = 0;
    bool text = parameter->kind == PARAMETER_TEXT;
    if (text ? !first || !is_plain(value) : strlen(value) > MOST_DIGITS)
        return put_digest(value, path);
    for (; *value; value++)
        if (*value != ':')
            path[used++] = *value;
    path[used] = 0;
    return used;
}

/* What stands before a value: a root, and the steps of a rate, are told by their keys from a rate,
 * which has no letter. */
static const char *prefix(enum subject subject, enum key key) {
    bool beside = subject_place(subject, KEY_RATE) >= 0 && (key == KEY_ROOT || key == KEY_PER);
    return beside ? key_name(key) : key_symbol(key);
}

/* The first parameter names the folder, for there may be many files. No two values of a text meet,
 * as no plain one ends like one with a digest; and no word, symbol or engine is made of sixteen
 * digits, so that none can be taken for the digest of a number. */
void campaign_case_path(const struct campaign_case *asked, char path[CAMPAIGN_FILE_ROOM]) {
    const struct question *question = &asked->question;
    const struct subject_form *form = subject_form(question->subject);
    char room[QUESTION_VALUE_ROOM];
    size_t used = (size_t)sprintf(path, "%s", form->name);
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[i];
        if (parameter->implied != NOT_IMPLIED && parameter->implied == question->values[i])
            continue;
        bool first = used == strlen(form->name);
        used += (size_t)sprintf(path + used, "%s%s", !first && !strchr(path, '/') ? "/" : "-",
                                prefix(question->subject, parameter->key));
        used += put_value(parameter, question_value(question, i, room), first, path + used);
    }
    used +=
        (size_t)sprintf(path + used, "%c%s%s%s", strchr(path, '/') ? '-' : '/', asked->engine->name,
                        asked->plain ? "-" : "", asked->plain ? campaign_case_encoding(asked) : "");
    assert(used < CAMPAIGN_FILE_ROOM && strcspn(path, "/") < 150 &&
           used - strcspn(path, "/") < 200);
}

/* --- cost --- */

/* P(t), as far as a double holds it. */
static double tree_size(int latency, int depth) {
    double low = 1, high = 2; /* of the growth, the root of x = 1 + x^(1-L) */
    for (int i = 0; i < 40; i++) {
        double middle = (low + high) / 2;
        *(middle > 1 + pow(middle, 1 - latency) ? &high : &low) = middle;
    }
    return depth < latency ? 1 : fmin(1e300, pow(low, depth - latency + 1));
}

static double decide_cost(const struct campaign_case *asked) {
    double size =
        tree_size((int)campaign_number(asked, KEY_LATENCY), (int)campaign_number(asked, KEY_DEPTH));
    if (asked->engine->heeds & ENGINE_RESUMES) /* backtrack */
        return 1 + pow(2, fmin(size / 4, 900));
    if (asked->engine->plain)
        return 1 + size * size;
    return 1 + 0.01 * fmin(size, 1e6);
}

/* Of LogP machines depths are cycles, g for a step. */
static double search_cost(const struct campaign_case *asked) {
    double gap = fmax(1, (double)campaign_number(asked, KEY_GAP));
    return pow(2, fmin((double)campaign_number(asked, KEY_DEPTH) / gap / 2, 900));
}

/* Of what has no guess of its own: numbers of what the answer has to list. A file may hold any. */
static double size_of(const struct campaign_case *asked) {
    double size = fmax(1, (double)campaign_number(asked, KEY_PROCESSORS)) *
                  fmax(1, (double)campaign_number(asked, KEY_ITEMS));
    return fmin(size, 1e12) + (double)campaign_number(asked, KEY_UNTIL);
}

double campaign_case_cost(const struct campaign_case *asked) {
    bool search = asked->engine->heeds & ENGINE_SEARCHES;
    double depth = (double)campaign_number(asked, KEY_DEPTH);
    double processors = (double)campaign_number(asked, KEY_PROCESSORS);
    double items = fmax(1, (double)campaign_number(asked, KEY_ITEMS));
    switch (asked->question.subject) {
    case SUBJECT_DECIDE:
        return decide_cost(asked);
    case SUBJECT_SERVE:
        return search ? search_cost(asked) + (double)campaign_number(asked, KEY_SERVED) : 1 + depth;
    case SUBJECT_CAPACITY:
        return search ? 10 * search_cost(asked) : 1 + depth;
    case SUBJECT_COUNT:
        return 10 * search_cost(asked);
    case SUBJECT_DELAY:
        return 1 + 0.001 * processors * (search ? 1000 : 1);
    case SUBJECT_BROADCAST:
        return 1 + processors * items * (double)campaign_number(asked, KEY_LATENCY) *
                       (search ? 1 : 0.001);
    default:
        return search ? 100 + size_of(asked) : 1 + 0.001 * size_of(asked);
    }
}

struct campaign_limits campaign_case_limits(const struct campaign_case *asked, int attempt) {
    int growths = attempt - 1 < asked->retries ? attempt - 1 : asked->retries;
    double factor = pow(asked->factor, growths);
    const struct campaign_limits *first = &asked->limits;
    return (struct campaign_limits){
        .seconds = fmin((double)first->seconds * factor, 1e12),
        .megabytes = (long)fmin((double)first->megabytes * factor, (double)(LONG_MAX >> 21)),
        .nodes = (uint64_t)fmin((double)first->nodes * factor, 1e18)};
}

/* --- finding --- */

static uint64_t hash_of(const char *name) {
    struct sha256_ctx context;
    uint64_t hash = 0;
    uint8_t digest[sizeof hash];
    sha256_init(&context);
    sha256_update(&context, strlen(name), (const uint8_t *)name);
    sha256_digest(&context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        hash = hash << 8 | digest[i];
    return hash;
}

static int compare_keys(const void *a, const void *b) {
    const struct campaign_key *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static bool is_same(const struct campaign *campaign, size_t i) {
    const struct campaign_key *keys = campaign->keys;
    return keys[i - 1].hash == keys[i].hash && strcmp(campaign->cases[keys[i - 1].index].name,
                                                      campaign->cases[keys[i].index].name) == 0;
}

enum status campaign_index(struct campaign *campaign, const char *path, struct failure *failure) {
    struct campaign_key *keys = memory_new(campaign->count, sizeof *keys);
    TRY(memory_check(keys, failure, "the names of cases"));
    campaign->keys = keys;
    for (size_t i = 0; i < campaign->count; i++)
        keys[i] = (struct campaign_key){hash_of(campaign->cases[i].name), i};
    qsort(keys, campaign->count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < campaign->count; i++) {
        const struct campaign_case *a = &campaign->cases[keys[i - 1].index];
        const struct campaign_case *b = &campaign->cases[keys[i].index];
        if (is_same(campaign, i))
            return failure_input(failure, "%s:%d: '%.*s' is asked in line %d already", path,
                                 b->line, SHOWN, b->name, a->line);
    }
    return STATUS_OK;
}

size_t campaign_find(const struct campaign *campaign, const char *name) {
    uint64_t hash = hash_of(name);
    size_t first = 0, last = campaign->count;
    while (first < last) {
        size_t middle = first + (last - first) / 2;
        if (campaign->keys[middle].hash < hash)
            first = middle + 1;
        else
            last = middle;
    }
    for (; first < campaign->count && campaign->keys[first].hash == hash; first++)
        if (strcmp(name, campaign->cases[campaign->keys[first].index].name) == 0)
            return campaign->keys[first].index;
    return campaign->count;
}
