/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tools/steadycast/audit/audit.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"

enum { MOST_MISSING = 20 }; /* lines of that kind */

static const struct option_spec specs[] = {OPTION_SPEC_THREADS, OPTION_SPEC_JSON,
                                           OPTION_SPEC_QUIET};

/* What the last line says. */
static const char *name_of(const struct audit *audit) {
    bool complete = !audit->missing && audit->answered + audit->open == audit->cases;
    return audit->faults ? "faulty" : complete ? "audited" : "incomplete";
}

static json_t *texts(const struct audit *audit, enum audit_kind kind) {
    json_t *list = json_array();
    for (size_t i = 0; i < audit->remark_count; i++)
        if (audit->remarks[i].kind == kind)
            json_array_append_new(list, json_any_text(audit->remarks[i].text));
    return list;
}

static enum status print_json(const struct audit *audit, struct failure *failure) {
    return json_line(
        json_pack(
            "{s:o, s:s, s:b, s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:o, s:o, s:o}",
            "folder", json_any_text(audit->folder), "status", name_of(audit), "running",
            audit->runner != 0, "shard", audit->shard.number, "shards", audit->shard.count, "cases",
            (json_int_t)audit->cases, "answered", (json_int_t)audit->answered, "open",
            (json_int_t)audit->open, "certificates", (json_int_t)audit->certificates, "confirmed",
            (json_int_t)audit->confirmed, "unproved", (json_int_t)audit->unproved, "uncertified",
            (json_int_t)audit->uncertified, "seconds", audit->seconds, "campaign_seconds",
            audit->answers.seconds, "faults", texts(audit, AUDIT_FAULT), "open_cases",
            texts(audit, AUDIT_OPEN), "missing", texts(audit, AUDIT_MISSING)),
        failure);
}

static void print_text(const struct audit *audit, bool quiet) {
    size_t missing = audit->cases - audit->answered - audit->open;
    size_t listed = 0;
    for (size_t i = 0; i < audit->remark_count; i++) {
        bool is_missing = audit->remarks[i].kind == AUDIT_MISSING;
        if (quiet ? audit->remarks[i].kind != AUDIT_FAULT : is_missing && ++listed > MOST_MISSING)
            continue;
        printf("%s: %s\n", audit_kind_names[audit->remarks[i].kind], audit->remarks[i].text);
    }
    if (listed > MOST_MISSING)
        printf("missing: and %zu more, which --json lists\n", listed - MOST_MISSING);
    if (!quiet && audit->runner > 0)
        printf("the campaign is running (process %ld)\n", audit->runner);
    if (!quiet)
        printf("seconds %.3f\n", audit->seconds);
    char shard[48] = "";
    if (audit->shard.count > 1)
        snprintf(shard, sizeof shard, ", shard %d of %d", audit->shard.number, audit->shard.count);
    if (strcmp(name_of(audit), "audited") == 0) {
        printf("s AUDITED %zu cases, %zu certificates%s", audit->cases, audit->confirmed, shard);
        if (audit->uncertified)
            printf("; %zu answer%s of a kind that has none", audit->uncertified,
                   audit->uncertified == 1 ? " is" : "s are");
        printf("\n");
        return;
    }
    if (audit->faults)
        printf("s FAULTY %zu fault%s; ", audit->faults, audit->faults == 1 ? "" : "s");
    else
        printf("s INCOMPLETE %zu missing; ", audit->missing);
    printf("%zu of %zu cases without an answer, %zu of %zu certificates confirmed%s", missing,
           audit->cases, audit->confirmed, audit->certificates, shard);
    if (audit->unproved)
        printf(", %zu answer%s on nothing here", audit->unproved,
               audit->unproved == 1 ? " rests" : "s rest");
    printf("\n");
}

static int run_audit(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    CLEANUP(audit_clear) struct audit audit = {0};
    control_init(&control, arguments);
    enum status status =
        audit_folder(&audit, arguments->operands[0], false,
                     (int)option_number(arguments, "threads", 0), &control, &failure);
    control_end_line(&control);
    if (status)
        return verb_failed(&failure);
    int exit_status = audit.faults                              ? EXIT_INTERNAL
                      : strcmp(name_of(&audit), "audited") == 0 ? EXIT_DONE
                                                                : EXIT_INPUT;
    if (option(arguments, "json")->given)
        status = print_json(&audit, &failure);
    else
        print_text(&audit, control.quiet);
    return status ? verb_failed(&failure) : exit_status;
}

VERB(audit, "Verifies all certificates of a campaign once more", "FOLDER",
     .counted = {1, 1, "takes one folder"}, .run = run_audit);
