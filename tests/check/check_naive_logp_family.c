/* SPDX-License-Identifier: MIT */
#include "check_naive_logp_family.h"

#include "check_naive_logp.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Streams of more processors than PLAYED are made but not played. */
enum { INSTANCES = 80, DEPTHS = 400, PLAYED = 48, KNOWN = 1 << 16 };

static const long MANY = 1L << 40;

struct family {
    long L, o, g, F, U, G, l, d, end; /* the last instance is that of end - d */
    const char *instance[INSTANCES];  /* the lines of F, F+d, .. */
    long A[DEPTHS];                   /* [s/d], not above MANY */
};

/* --- reading --- */

static long number_behind(const struct text *text, const char *key) {
    char start[40];
    snprintf(start, sizeof start, "\n%s ", key);
    const char *at = strstr(text->bytes, start);
    return at ? atol(at + strlen(start)) : -1;
}

static bool starts(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

static const char *line_after(const char *line) {
    return strchr(line, '\n') + 1;
}

static bool ends_instance(const char *line) {
    return starts(line, "instance ") || starts(line, "digest ") || *line == '\0';
}

static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
}

/* By the definition; the index is in units. */
static void count(struct family *family) {
    long far = family->l / family->d, near = family->G / family->d;
    for (long i = 0; i < DEPTHS; i++) {
        family->A[i] = i < far ? 1 : family->A[i - near] + family->A[i - far];
        family->A[i] = family->A[i] < MANY ? family->A[i] : MANY;
    }
}

/* What a stream leaves over joins blocks of each class that is a multiple of d, in G/d rounds of l;
 * and a sum that is divisible four times in a row was twice the size. */
static long steps_of(const struct family *family) {
    return (family->G / family->d * family->l + 4 * family->G) / family->d;
}

static bool read_instances(struct family *family, const struct text *text) {
    const char *at = strstr(text->bytes, "\ninstance ");
    long expected = family->F, many = 0;
    for (at = at ? at + 1 : ""; starts(at, "instance "); many++, expected += family->d) {
        if (many == INSTANCES || atol(at + strlen("instance ")) != expected)
            return false;
        family->instance[many] = at = line_after(at);
        while (!ends_instance(at))
            at = line_after(at);
    }
    return expected == family->end;
}

static bool read_family(struct family *family, const struct text *text) {
    *family = (struct family){.L = number_behind(text, "latency"),
                              .o = number_behind(text, "overhead"),
                              .g = number_behind(text, "gap"),
                              .F = number_behind(text, "from"),
                              .U = number_behind(text, "window")};
    if (!strstr(text->bytes, "\nkind logp-family\n") || family->L < 1 || family->o < 0 ||
        family->g < 1 || family->F < 0 || family->U < family->F)
        return false;
    family->G = family->g > 2 * family->o ? family->g : 2 * family->o;
    family->l = family->L + 2 * family->o;
    family->d = divisor(family->l, family->G);
    family->end = family->U + family->l;
    if (family->l < family->G || family->F % family->d != 0 || family->U % family->d != 0 ||
        family->end / family->d + steps_of(family) >= DEPTHS)
        return false;
    count(family);
    return read_instances(family, text);
}

static const char *lines_of(const struct family *family, long s) {
    return family->instance[(s - family->F) / family->d];
}

/* --- the block whose head is received first --- */

struct root {
    const char *line; /* in its instance; NULL: there is none */
    long offset, head, size, sum;
};

static void read_root(struct root *root, const char *line, long offset) {
    int length = 0;
    *root = (struct root){.line = line, .offset = offset};
    sscanf(line, "block %ld %ld %*s%n", &root->head, &root->size, &length);
    root->sum = root->head;
    for (const char *at = strpbrk(line + length, " \n"); *at == ' '; at = strpbrk(at + 1, " \n")) {
        long first = atol(at + 1), last = first, copies = 1;
        if (sscanf(at + 1, "%ld-%ld*%ld", &first, &last, &copies) < 2)
            sscanf(at + 1, "%ld*%ld", &last, &copies);
        root->sum += (first + last) * (last - first + 1) / 2 * copies;
    }
}

/* Of a stream of any depth: that of an instance, raised by G, a processor and a letter 1 each
 * time. */
static struct root root_of(const struct family *family, long s) {
    struct root root = {.line = NULL};
    long steps = 0, offset = 0, late = 0;
    for (; s >= family->end; s -= family->G)
        steps++;
    for (const char *at = lines_of(family, s); !ends_instance(at); at = line_after(at)) {
        sscanf(at, "class %ld late %ld", &offset, &late);
        if (starts(at, "block ") && late == 0 &&
            offset + family->G * atol(at + strlen("block ")) == s)
            read_root(&root, at, offset);
    }
    root.head += steps, root.size += steps, root.sum += 2 * steps;
    return root;
}

/* --- the processor that receives only --- */

struct rest {
    const char *line; /* in its instance; NULL: there is none */
    long value;       /* in cycles */
};

static struct rest rest_of(const struct family *family, long s) {
    struct rest rest = {.line = NULL};
    long offset = 0;
    while (s >= family->end)
        s -= family->l;
    for (const char *at = lines_of(family, s); !ends_instance(at); at = line_after(at)) {
        sscanf(at, "class %ld", &offset);
        if (starts(at, "receive-only "))
            rest = (struct rest){at, offset + family->G * atol(at + strlen("receive-only "))};
    }
    return rest;
}

/* --- streams --- */

static void put_line(struct text *text, const char *line) {
    text_put(text, "%.*s", (int)(line_after(line) - line), line);
}

/* Head and size are raised, and so many letters 1 are added. */
static void put_root(struct text *text, const struct root *root, long raised) {
    int letters = 0;
    sscanf(root->line, "block %*s %*s %*s%n", &letters);
    const char *at = root->line + letters;
    at += starts(at, " letters") ? strlen(" letters") : starts(at, " word") ? strlen(" word") : 0;
    text_put(text, "block %ld %ld 1%s%.*s", root->head + raised, root->size + raised,
             root->size + raised > 1 ? " letters" : "", (int)(strchr(at, '\n') - at), at);
    for (long i = 0; i < raised; i++)
        text_put(text, " 1");
    text_put(text, "\n");
}

/* The lines of the stream, its root raised so often; `joined`: its processor that receives only is
 * in a root. */
static void put_stream(const struct family *family, struct text *text, long s, long raised,
                       bool joined) {
    if (s >= family->end) {
        put_stream(family, text, s - family->G, raised + 1, true);
        put_stream(family, text, s - family->l, 0, joined);
        return;
    }
    const struct root root = raised > 0 ? root_of(family, s) : (struct root){.line = NULL};
    const char *rest = joined ? rest_of(family, s).line : NULL;
    for (const char *at = lines_of(family, s); !ends_instance(at); at = line_after(at))
        if (at == root.line)
            put_root(text, &root, raised);
        else if (at != rest)
            put_line(text, at);
}

static void put_whole(const struct family *family, long s, struct text *text) {
    text->length = 0;
    text_put(text, "steadycast certificate 1\nwriter test 1\nkind logp-schedule\n");
    text_put(text, "latency %ld\noverhead %ld\ngap %ld\ncapacity none\n", family->L, family->o,
             family->g);
    text_put(text, "depth %ld\nprocessors %ld\nperiod 1\n", s, family->A[s / family->d]);
    put_stream(family, text, s, 0, false);
}

/* Can that of s be made of those before it? The letter 1 of the class is not above what the
 * processor that joins received; and the block has a legal order. */
static bool is_made(const struct family *family, long s) {
    const struct root before = root_of(family, s - family->G), root = root_of(family, s);
    const struct rest joins = rest_of(family, s - family->G), left = rest_of(family, s - family->l);
    return before.line && joins.line && left.line && joins.value >= before.offset + family->G &&
           root.sum % root.size == 0;
}

static bool has_words(const struct family *family, long s) {
    for (const char *at = lines_of(family, s); !ends_instance(at); at = line_after(at))
        if (starts(at, "word "))
            return true;
    return false;
}

/* --- the whole --- */

static long played;

/* Every text is played once only; that it holds is then known by its hash (FNV-1a). */
static bool plays(const struct family *family, long s) {
    static uint64_t known[KNOWN];
    static struct text text;
    put_whole(family, s, &text);
    text_put(&text, "digest -\n");
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.bytes[i]) * 1099511628211u;
    uint64_t *place = &known[hash % KNOWN];
    if (*place == hash)
        return true;
    if (!naive_logp_schedule_holds(&text))
        return false;
    played += s >= family->end;
    *place = hash;
    return true;
}

long naive_logp_family_steps(const struct text *text) {
    static struct family family;
    return read_family(&family, text) ? steps_of(&family) : -1;
}

bool naive_logp_family_stream(const struct text *text, long depth, struct text *stream) {
    static struct family family;
    if (!read_family(&family, text) || depth < family.F || depth % family.d != 0 ||
        depth / family.d >= DEPTHS)
        return false;
    for (long s = family.end; s <= depth; s += family.d)
        if (!is_made(&family, s))
            return false;
    put_whole(&family, depth, stream);
    return true;
}

bool naive_logp_family_holds(const struct text *text) {
    static struct family family;
    if (!read_family(&family, text))
        return false;
    for (long s = family.U; s < family.end; s += family.d)
        if (has_words(&family, s))
            return false;
    long last = family.end + steps_of(&family) * family.d;
    for (long s = family.F; s < last; s += family.d)
        if (s < family.end ? !plays(&family, s) : !is_made(&family, s))
            return false;
    for (long s = family.end; s < last && family.A[s / family.d] <= PLAYED; s += family.d)
        if (!plays(&family, s))
            return false;
    return true;
}

long naive_logp_family_played(void) {
    return played;
}
