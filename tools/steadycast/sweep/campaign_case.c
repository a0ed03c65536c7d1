/* SPDX-License-Identifier: MIT */
/* The names of cases, what they may cost, and how they are found. */
#include <limits.h>
#include <math.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/sweep/campaign.h"

struct campaign_key {
    uint64_t hash; /* of the name */
    size_t index;
};

const char *campaign_case_encoding(const struct campaign_case *asked) {
    return asked->question.subject == SUBJECT_ITEMS ? "plain" : "words";
}

void campaign_case_name(const struct campaign_case *asked, char name[CAMPAIGN_NAME_ROOM]) {
    char *question = question_print(&asked->question);
    snprintf(name, CAMPAIGN_NAME_ROOM, "%s engine %s%s%s", question ? question : "",
             asked->engine->name, asked->plain ? " encoding " : "",
             asked->plain ? campaign_case_encoding(asked) : "");
    free(question);
}

/* Letters that a name of a file may have on all systems; others as %XX, but for the colons that no
 * two values differ in. */
static size_t escape(const char *text, char *path, size_t room) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t used = 0;
    for (; *text && used + 4 < room; text++)
        if (*text != ':')
            used += (size_t)snprintf(path + used, room - used,
                                     strchr(plain, *text) ? "%c" : "%%%02X", (unsigned char)*text);
    path[used] = 0;
    return used;
}

/* The first parameter names the folder, for there may be many files. */
void campaign_case_path(const struct campaign_case *asked, char path[CAMPAIGN_NAME_ROOM]) {
    const struct question *question = &asked->question;
    const struct subject_form *form = subject_form(question->subject);
    char value[CAMPAIGN_NAME_ROOM];
    size_t used = (size_t)snprintf(path, CAMPAIGN_NAME_ROOM, "%s", form->name);
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[i];
        if (parameter->implied != NOT_IMPLIED && parameter->implied == question->values[i])
            continue;
        used += (size_t)snprintf(path + used, CAMPAIGN_NAME_ROOM - used, "%s%s",
                                 used > strlen(form->name) && !strchr(path, '/') ? "/" : "-",
                                 key_symbol(parameter->key));
        question_value_text(question, i, value, sizeof value);
        used += escape(value, path + used, CAMPAIGN_NAME_ROOM - used);
    }
    snprintf(path + used, CAMPAIGN_NAME_ROOM - used, "%c%s%s%s", strchr(path, '/') ? '-' : '/',
             asked->engine->name, asked->plain ? "-" : "",
             asked->plain ? campaign_case_encoding(asked) : "");
}

/* --- cost --- */

/* P(t), as far as a double tells it. */
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
    if (strcmp(asked->engine->name, "backtrack") == 0)
        return 1 + pow(2, fmin(size / 4, 900));
    if (strcmp(asked->engine->name, "sat") == 0)
        return 1 + size * size;
    return 1 + 0.01 * fmin(size, 1e6);
}

/* Of LogP machines depths are cycles, g for a step. */
static double search_cost(const struct campaign_case *asked) {
    double gap = fmax(1, (double)campaign_number(asked, KEY_GAP));
    return pow(2, fmin((double)campaign_number(asked, KEY_DEPTH) / gap / 2, 900));
}

double campaign_case_cost(const struct campaign_case *asked) {
    bool construction = strcmp(asked->engine->name, "construction") == 0;
    double depth = (double)campaign_number(asked, KEY_DEPTH);
    double processors = (double)campaign_number(asked, KEY_PROCESSORS);
    double items = fmax(1, (double)campaign_number(asked, KEY_ITEMS));
    switch (asked->question.subject) {
    case SUBJECT_DECIDE:
        return decide_cost(asked);
    case SUBJECT_SERVE:
        return construction ? 1 + depth
                            : search_cost(asked) + (double)campaign_number(asked, KEY_SERVED);
    case SUBJECT_CAPACITY:
    case SUBJECT_STREAM_CAPACITY:
        return construction ? 1 + depth : 10 * search_cost(asked);
    case SUBJECT_COUNT:
        return 10 * search_cost(asked);
    case SUBJECT_DELAY:
        return 1 + 0.001 * processors * (construction ? 1 : 1000);
    case SUBJECT_ITEMS:
        return 1 + processors * items * (double)campaign_number(asked, KEY_LATENCY) *
                       (construction ? 0.001 : 1);
    default:
        return 1 + 0.001 * fmin(processors * items, 1e12);
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

enum status campaign_index(struct campaign *campaign, const char *path, struct failure *failure) {
    char name[CAMPAIGN_NAME_ROOM], other[CAMPAIGN_NAME_ROOM];
    struct campaign_key *keys = memory_new(campaign->count, sizeof *keys);
    if (!keys)
        return failure_memory(failure, "the names of cases");
    campaign->keys = keys;
    for (size_t i = 0; i < campaign->count; i++) {
        campaign_case_name(&campaign->cases[i], name);
        keys[i] = (struct campaign_key){hash_of(name), i};
    }
    qsort(keys, campaign->count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < campaign->count; i++) {
        const struct campaign_case *a = &campaign->cases[keys[i - 1].index];
        const struct campaign_case *b = &campaign->cases[keys[i].index];
        if (keys[i - 1].hash != keys[i].hash)
            continue;
        campaign_case_name(a, other);
        campaign_case_name(b, name);
        if (strcmp(name, other) == 0)
            return failure_set(failure, STATUS_INPUT, "%s:%d: '%s' is asked in line %d already",
                               path, b->line, name, a->line);
    }
    return STATUS_OK;
}

size_t campaign_find(const struct campaign *campaign, const char *name) {
    char other[CAMPAIGN_NAME_ROOM];
    uint64_t hash = hash_of(name);
    size_t first = 0, last = campaign->count;
    while (first < last) {
        size_t middle = first + (last - first) / 2;
        if (campaign->keys[middle].hash < hash)
            first = middle + 1;
        else
            last = middle;
    }
    for (; first < campaign->count && campaign->keys[first].hash == hash; first++) {
        campaign_case_name(&campaign->cases[campaign->keys[first].index], other);
        if (strcmp(name, other) == 0)
            return campaign->keys[first].index;
    }
    return campaign->count;
}
