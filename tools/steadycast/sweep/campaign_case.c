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

static const char *const subjects[CAMPAIGN_SUBJECTS] = {"decide", "serve", "capacity", "delay",
                                                        "items"};

static void class_name(const struct campaign_case *asked, const char *colon, char *text,
                       size_t room) {
    switch (asked->class) {
    case SERVE_STATIONARY:
        snprintf(text, room, "stationary");
        break;
    case SERVE_PERIODIC:
        snprintf(text, room, "periodic%s%d", colon, asked->period);
        break;
    case SERVE_ANY:
        snprintf(text, room, "any");
        break;
    case SERVE_BLOCKS:
        snprintf(text, room, "block-cyclic");
        break;
    }
}

void campaign_case_question(const struct campaign_case *asked, char name[CAMPAIGN_NAME_ROOM]) {
    char class[32];
    const char *subject = subjects[asked->subject];
    switch (asked->subject) {
    case CAMPAIGN_DECIDE:
    case CAMPAIGN_CAPACITY:
        snprintf(name, CAMPAIGN_NAME_ROOM, "%s L=%d t=%d", subject, asked->latency, asked->depth);
        break;
    case CAMPAIGN_SERVE:
        class_name(asked, ":", class, sizeof class);
        snprintf(name, CAMPAIGN_NAME_ROOM, "%s L=%d t=%d N=%ld schedule=%s", subject,
                 asked->latency, asked->depth, asked->served, class);
        break;
    case CAMPAIGN_DELAY:
        snprintf(name, CAMPAIGN_NAME_ROOM, "%s L=%d P=%ld", subject, asked->latency,
                 asked->processors);
        break;
    case CAMPAIGN_ITEMS:
        snprintf(name, CAMPAIGN_NAME_ROOM, "%s L=%d P=%ld K=%d ports=%d sends=%s", subject,
                 asked->latency, asked->processors, asked->items, asked->ports,
                 asked->single ? "single" : "any");
        break;
    case CAMPAIGN_SUBJECTS:
        break;
    }
}

/* What `plain` means for this subject. */
static const char *encoding_name(const struct campaign_case *asked) {
    return asked->subject == CAMPAIGN_ITEMS ? "plain" : "words";
}

void campaign_case_name(const struct campaign_case *asked, char name[CAMPAIGN_NAME_ROOM]) {
    campaign_case_question(asked, name);
    size_t length = strlen(name);
    snprintf(name + length, CAMPAIGN_NAME_ROOM - length, " engine=%s%s%s", asked->engine,
             asked->plain ? " encoding=" : "", asked->plain ? encoding_name(asked) : "");
}

/* What stands between the folder and the engine. */
static void path_middle(const struct campaign_case *asked, char *text, size_t room) {
    char class[32], ports[24] = "";
    switch (asked->subject) {
    case CAMPAIGN_DECIDE:
    case CAMPAIGN_CAPACITY:
        snprintf(text, room, "t%d", asked->depth);
        break;
    case CAMPAIGN_SERVE:
        class_name(asked, "", class, sizeof class);
        snprintf(text, room, "t%d-N%ld-%s", asked->depth, asked->served, class);
        break;
    case CAMPAIGN_DELAY:
        snprintf(text, room, "P%ld", asked->processors);
        break;
    case CAMPAIGN_ITEMS:
        if (asked->ports > 1)
            snprintf(ports, sizeof ports, "-ports%d", asked->ports);
        snprintf(text, room, "P%ld-K%d%s%s", asked->processors, asked->items, ports,
                 asked->single ? "-single" : "");
        break;
    case CAMPAIGN_SUBJECTS:
        break;
    }
}

void campaign_case_path(const struct campaign_case *asked, char path[CAMPAIGN_NAME_ROOM]) {
    char middle[80] = "";
    path_middle(asked, middle, sizeof middle);
    snprintf(path, CAMPAIGN_NAME_ROOM, "%s-L%d/%s-%s%s%s", subjects[asked->subject], asked->latency,
             middle, asked->engine, asked->plain ? "-" : "",
             asked->plain ? encoding_name(asked) : "");
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
    double size = tree_size(asked->latency, asked->depth);
    if (strcmp(asked->engine, "backtrack") == 0)
        return 1 + pow(2, fmin(size / 4, 900));
    if (strcmp(asked->engine, "sat") == 0)
        return 1 + size * size;
    return 1 + 0.01 * fmin(size, 1e6);
}

static double search_cost(const struct campaign_case *asked) {
    return pow(2, fmin(asked->depth / 2.0, 900));
}

double campaign_case_cost(const struct campaign_case *asked) {
    bool construction = strcmp(asked->engine, "construction") == 0;
    switch (asked->subject) {
    case CAMPAIGN_DECIDE:
        return decide_cost(asked);
    case CAMPAIGN_SERVE:
        return construction ? 1 + asked->depth : search_cost(asked) + (double)asked->served;
    case CAMPAIGN_CAPACITY:
        return construction ? 1 + asked->depth : 10 * search_cost(asked);
    case CAMPAIGN_DELAY:
        return 1 + 0.001 * (double)asked->processors * (construction ? 1 : 1000);
    case CAMPAIGN_ITEMS:
        return 1 + (double)asked->processors * asked->items * asked->latency *
                       (construction ? 0.001 : 1);
    case CAMPAIGN_SUBJECTS:
        break;
    }
    return 1;
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
