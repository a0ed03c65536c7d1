/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/bench.h"
#include "tools/steadycast/frame/json_answer.h"

/* Larger is better. */
static bool is_rate(const struct bench_record *record) {
    return strchr(record->unit, '/');
}

double bench_ratio(const struct bench_record *record) {
    if (!*record->peer)
        return 0;
    return is_rate(record) ? record->value / record->peer_value
                           : record->peer_value / record->value;
}

double bench_share(const struct bench_record *record) {
    if (!*record->limit)
        return 0;
    return is_rate(record) ? record->value / record->limit_value
                           : record->limit_value / record->value;
}

/* Who is not there can't be compared with. */
static bool lonely(const struct bench_record *record) {
    return record->subject == BENCH_RATIO && !*record->peer;
}

bool bench_kept(const struct bench_record *record) {
    if (record->subject == BENCH_NOTHING || lonely(record))
        return true;
    if (record->subject == BENCH_VALUE && !is_rate(record))
        return record->value <= record->bound;
    double number = record->subject == BENCH_VALUE   ? record->value
                    : record->subject == BENCH_RATIO ? bench_ratio(record)
                                                     : bench_share(record);
    return number >= record->bound;
}

/* --- text --- */

/* Three digits, written out where that is short. */
static void put_number(char text[32], double number) {
    double size = fabs(number);
    bool written = size == 0 || (size >= 1e-3 && size < 1e5);
    snprintf(text, 32, !written ? "%.2e" : size < 99.95 ? "%.3g" : "%.0f", number);
}

static void put_promise(char text[32], const struct bench_record *record) {
    static const char *const subjects[] = {"", "value", "ratio", "share"};
    *text = '\0';
    if (record->subject)
        snprintf(text, 32, "%s %s %g", subjects[record->subject],
                 record->subject == BENCH_VALUE && !is_rate(record) ? "<=" : ">=", record->bound);
}

#define COLUMNS "%-9s %-48s %9s %-10s  %-16s %9s %9s  %-38s %9s %8s  %-14s %-7s %s"

static void cut_end(char *line) {
    size_t length = strlen(line);
    while (length && line[length - 1] == ' ')
        line[--length] = '\0';
}

void bench_format(char line[BENCH_LINE], const struct bench_record *record) {
    char value[32], peer[40] = "", ratio[40] = "", limit[32] = "", share[32] = "", promise[32];
    if (!record) {
        snprintf(line, BENCH_LINE, COLUMNS, "part", "what", "value", "unit", "peer", "peer's",
                 "ratio", "limit", "limit's", "share", "promise", "", "note");
        return;
    }
    const char *kept = !record->subject     ? ""
                       : lonely(record)     ? "no peer"
                       : bench_kept(record) ? "kept"
                                            : "BROKEN";
    put_number(value, record->value);
    if (*record->peer) {
        *peer = *ratio = '>';
        put_number(peer + record->peer_open, record->peer_value);
        put_number(ratio + record->peer_open, bench_ratio(record));
    }
    if (*record->limit) {
        put_number(limit, record->limit_value);
        put_number(share, bench_share(record));
    }
    put_promise(promise, record);
    snprintf(line, BENCH_LINE, COLUMNS, record->part, record->what, value, record->unit,
             record->peer, peer, ratio, record->limit, limit, share, promise, kept, record->note);
    cut_end(line);
}

/* --- JSON --- */

/* A number that JSON knows, else null. */
static json_t *real(double number) {
    return isfinite(number) ? json_real(number) : json_null();
}

/* What is not there is null. */
static json_t *object_of(const struct bench_record *record) {
    char promise[32];
    bool peer = *record->peer, limit = *record->limit;
    put_promise(promise, record);
    return json_pack(
        "{s:s s:s s:o s:s s:s? s:o s:b s:o s:s? s:o s:o s:s? s:o s:o}", "part", record->part,
        "what", record->what, "value", real(record->value), "unit", record->unit, "peer",
        peer ? record->peer : NULL, "peer value", real(peer ? record->peer_value : NAN),
        "peer gave up", record->peer_open, "ratio", real(peer ? bench_ratio(record) : NAN), "limit",
        limit ? record->limit : NULL, "limit value", real(limit ? record->limit_value : NAN),
        "share of the limit", real(limit ? bench_share(record) : NAN), "promise",
        record->subject ? promise : NULL, "kept",
        record->subject && !lonely(record) ? json_boolean(bench_kept(record)) : json_null(), "note",
        json_any_text(record->note));
}

/* --- the table --- */

enum status bench_add(struct bench *bench, const char *part, const struct bench_record *record,
                      struct failure *failure) {
    struct bench_record added = *record;
    char line[BENCH_LINE];
    added.part = part;
    if (bench->quick && added.subject != BENCH_RATIO)
        added.subject = BENCH_NOTHING;
    bench->promises += added.subject != BENCH_NOTHING;
    bench->broken += !bench_kept(&added);
    bench_format(line, &added);
    enum status status = STATUS_OK;
    if (bench->json)
        status = json_line(object_of(&added), failure);
    else
        puts(line);
    fflush(stdout);
    return status;
}
