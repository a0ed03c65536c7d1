/* SPDX-License-Identifier: MIT */

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/question/fields.h"
#include "tools/claims/claim_expression.h"

enum { MOST_WORDS = 200, MOST_KNOWN = 1 << 20 };

struct statement {
    const struct claim_line *line;
    int node;   /* of an expression; of `each` where it begins; -1: none */
    int other;  /* of `each` where it ends, of `certify` when; -1: none */
    int step;   /* of `each`; of `expect` that of `instead`; -1: none */
    int text;   /* of `why`, `print`, what a certificate says; -1: none */
    int file;   /* of `certify` */
    int loop;   /* of `each` */
    int count;  /* of the words of a loop, of the keys of a point */
    char *list; /* of both; owned */
    char **words;
    int nodes[CLAIM_POINT_MOST]; /* of a point */
};

enum { ASSUMES, WITHIN, CONDITIONS };

struct program {
    struct claim_script script;
    struct claim_condition conditions[CONDITIONS]; /* read if the case has them */
    struct statement *statements;
    size_t count;
};

static void program_clear(struct program *program) {
    for (size_t i = 0; i < program->count; i++) {
        free(program->statements[i].list);
        free(program->statements[i].words);
    }
    free(program->statements);
    for (int i = 0; i < CONDITIONS; i++)
        claim_condition_clear(&program->conditions[i]);
    claim_script_clear(&program->script);
}

/* --- reading --- */

struct reader {
    struct claim_parser p;
    struct program *program;
    struct statement *now;
};

/* Splits the rest of the line into words; they are the statement's. */
static void split(struct reader *reader) {
    struct statement *now = reader->now;
    char *rest = NULL;
    now->list = strdup(reader->p.at);
    now->words = memory_new(MOST_WORDS, sizeof *now->words);
    if (!now->list || !now->words) {
        reader->p.status = failure_memory(reader->p.failure, "a case");
        return;
    }
    for (char *word = strtok_r(now->list, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (now->count == MOST_WORDS)
            claim_fault(&reader->p, "fewer words");
        else
            now->words[now->count++] = word;
    }
    reader->p.at += strlen(reader->p.at);
    if (!now->count)
        claim_fault(&reader->p, "words");
}

/* A new part: what was named before is gone, but for functions. */
static void read_try(struct reader *reader) {
    struct claim_script *script = reader->p.script;
    size_t kept = 0;
    for (size_t i = 0; i < script->name_count; i++)
        if (script->names[i].kind == CLAIM_NAME_USER)
            script->names[kept++] = script->names[i];
        else
            free(script->names[i].name);
    script->name_count = kept;
    script->loops = 0;
    reader->p.at += strlen(reader->p.at);
}

/* Names what was read behind the name, which begins at `name`. */
static void name_behind(struct claim_parser *p, const char *name, enum claim_name_kind kind,
                        int index) {
    const char *rest = p->at;
    p->at = name;
    if (!p->status)
        claim_name(p, kind, index);
    if (!p->status)
        p->at = rest;
}

/* each KEY; each NAME = A .. B step S; each NAME in WORD ..: the name is there behind its bounds,
 * but for the step. */
static void read_each(struct reader *reader) {
    struct claim_parser *p = &reader->p;
    struct claim_script *script = p->script;
    struct statement *now = reader->now;
    const char *name = p->at;
    now->loop = script->loops;
    if (script->loops == CLAIM_MOST_LOOPS)
        claim_fault(p, "fewer loops");
    p->at += strcspn(p->at, " ");
    size_t length = (size_t)(p->at - name);
    p->at += strspn(p->at, " ");
    if (claim_word(p, "in")) {
        split(reader);
    } else if (claim_sign(p, "=")) {
        now->node = claim_expression(p);
        if (!claim_sign(p, ".."))
            claim_fault(p, "..");
        now->other = claim_expression(p);
    } else if (!claim_range_key(script->claim, name, length)) {
        p->at = name;
        claim_fault(p, "the key of a range");
    }
    name_behind(p, name, CLAIM_NAME_LOOP, script->loops);
    if (p->status)
        return;
    script->names[script->name_count - 1].words = now->words;
    script->loops++;
    if (claim_word(p, "step"))
        now->step = claim_expression(p);
}

/* let NAME(A, ..) = E: nothing but the arguments and functions is visible in E. */
static void read_user(struct claim_parser *p) {
    struct claim_script *script = p->script;
    size_t index = script->user_count;
    int most = script->most_locals;
    if (!claim_grow(p, &script->users, index, sizeof *script->users))
        return;
    script->users[script->user_count++] = (struct claim_user){0};
    claim_name(p, CLAIM_NAME_USER, (int)index);
    size_t before = script->name_count;
    script->hidden = before;
    script->locals = 0;
    p->at++;
    do
        claim_name(p, CLAIM_NAME_LOCAL, script->locals++);
    while (!p->status && claim_sign(p, ","));
    int arguments = script->most_locals = script->locals;
    script->users[index].arguments = arguments;
    if (!claim_sign(p, ")"))
        claim_fault(p, ")");
    if (!claim_sign(p, "="))
        claim_fault(p, "=");
    int node = claim_expression(p);
    script->users[index] = (struct claim_user){node, arguments, script->most_locals};
    while (script->name_count > before)
        free(script->names[--script->name_count].name);
    script->hidden = 0;
    script->locals = 0;
    script->most_locals = most;
}

static void read_let(struct claim_parser *p) {
    struct claim_script *script = p->script;
    const char *name = p->at;
    if (name[strcspn(name, "( =")] == '(') {
        read_user(p);
        return;
    }
    p->at += strcspn(name, " =");
    if (!claim_sign(p, "="))
        claim_fault(p, "=");
    int node = claim_expression(p);
    if (claim_grow(p, &script->lets, script->let_count, sizeof *script->lets))
        script->lets[script->let_count++] =
            (struct claim_let){.node = node, .depth = script->loops};
    name_behind(p, name, CLAIM_NAME_LET, (int)script->let_count - 1);
}

/* certify CALL [when E] [as FILE] [says TEXT] */
static void read_certify(struct claim_parser *p, struct statement *now) {
    now->node = claim_expression(p);
    if (!p->status && !claim_is_call(p->script, now->node))
        claim_fault(p, "a function that writes certificates");
    if (claim_word(p, "when"))
        now->other = claim_expression(p);
    if (claim_word(p, "as"))
        now->file = claim_text(p, " ");
    if (claim_word(p, "says"))
        now->text = claim_text(p, "");
}

static void read_point(struct reader *reader) {
    struct claim_parser *p = &reader->p;
    struct statement *now = reader->now;
    split(reader);
    for (int i = 0; i < now->count && !p->status; i++) {
        p->at = now->words[i];
        if (i == CLAIM_POINT_MOST || strlen(p->at) >= CLAIM_KEY_ROOM)
            claim_fault(p, "a short key of a point");
        else
            now->nodes[i] = claim_expression(p);
    }
}

/* An `instead` or `why` belongs to the `expect` just before it; an `instead` can stand alone. */
static void read_told(struct reader *reader) {
    struct program *program = reader->program;
    struct statement *now = reader->now;
    struct statement *last = program->count > 1 ? now - 1 : NULL;
    enum claim_keyword keyword = now->line->keyword;
    bool joined = last && (last->line->keyword == CLAIM_LINE_EXPECT ||
                           last->line->keyword == CLAIM_LINE_INSTEAD);
    if (keyword == CLAIM_LINE_EXPECT) {
        now->node = claim_expression(&reader->p);
    } else if (keyword == CLAIM_LINE_INSTEAD) {
        bool alone = !joined || last->step >= 0;
        program->count -= !alone;
        (alone ? now : last)->step = claim_expression(&reader->p);
    } else if (!joined || last->text >= 0) {
        claim_fault(&reader->p, "`expect` or `instead` before `why`");
    } else {
        program->count--;
        last->text = claim_text(&reader->p, "");
    }
}

static void read_line(struct reader *reader) {
    struct claim_parser *p = &reader->p;
    struct statement *now = reader->now;
    switch (now->line->keyword) {
    case CLAIM_LINE_TRY:
        read_try(reader);
        break;
    case CLAIM_LINE_EACH:
        read_each(reader);
        break;
    case CLAIM_LINE_LET:
        read_let(p);
        break;
    case CLAIM_LINE_WHERE:
        now->node = claim_expression(p);
        break;
    case CLAIM_LINE_POINT:
        read_point(reader);
        break;
    case CLAIM_LINE_CERTIFY:
        read_certify(p, now);
        break;
    case CLAIM_LINE_STREAM:
        split(reader);
        break;
    case CLAIM_LINE_PRINT:
        now->text = claim_text(p, "");
        break;
    default:
        read_told(reader);
    }
    if (*p->at)
        claim_fault(p, "the end of the line");
}

static const char *condition_text(const struct claim_case *claim, int condition) {
    return condition == ASSUMES ? claim->assumes : claim->within;
}

static int condition_line(const struct claim_case *claim, int condition) {
    return claim_case_line(claim, condition == ASSUMES ? "assumes" : "within");
}

static enum status program_read(struct program *program, const struct claim_case *claim,
                                struct failure *failure) {
    *program = (struct program){.script = {.claim = claim}};
    struct reader reader = {.program = program,
                            .p = {.script = &program->script, .failure = failure}};
    program->statements = memory_new(claim->program_count, sizeof *program->statements);
    if (!program->statements)
        return failure_memory(failure, "a case");
    for (int i = 0; i < CONDITIONS && !reader.p.status; i++)
        if (condition_text(claim, i)) {
            reader.p.line = condition_line(claim, i);
            reader.p.at = condition_text(claim, i);
            claim_condition(&reader.p, &program->conditions[i]);
        }
    for (size_t i = 0; i < claim->program_count && !reader.p.status; i++) {
        reader.now = &program->statements[program->count++];
        *reader.now = (struct statement){.line = &claim->program[i],
                                         .node = -1,
                                         .other = -1,
                                         .step = -1,
                                         .text = -1,
                                         .file = -1};
        reader.p.line = reader.now->line->number;
        reader.p.at = reader.now->line->text;
        read_line(&reader);
    }
    return reader.p.status;
}

static enum status place_of(struct program *program, struct claim_machine *machine,
                            const struct claim_point *point, enum claim_membership *where,
                            struct failure *failure) {
    const struct claim_case *claim = program->script.claim;
    enum status status = STATUS_OK;
    *where = CLAIM_INSIDE;
    for (int i = 0; i < CONDITIONS && !status && *where == CLAIM_INSIDE; i++)
        if (condition_text(claim, i)) {
            status = claim_condition_hold(machine, condition_line(claim, i),
                                          &program->conditions[i], point, where, failure);
            if (i == WITHIN && *where == CLAIM_OUTSIDE)
                *where = CLAIM_BEYOND;
        }
    return status;
}

/* The recorded counter-example is where the paper's hypotheses hold, and not `within`. */
static enum status see_counterexample(struct program *program, const struct claim_case *claim,
                                      struct failure *failure) {
    struct claim_job job = {.claim = claim};
    CLEANUP(claim_machine_clear) struct claim_machine machine = {0};
    struct claim_point point;
    enum claim_membership where = CLAIM_INSIDE;
    claim_point_read(&point, claim->counterexample);
    TRY(claim_machine_init(&machine, &program->script, &job, failure));
    TRY(place_of(program, &machine, &point, &where, failure));
    if (where == (claim->within ? CLAIM_BEYOND : CLAIM_INSIDE))
        return STATUS_OK;
    return claim_case_fault(claim, claim_case_line(claim, "counter-example"), failure,
                            "this counter-example is not %s: '%.80s'",
                            where == CLAIM_INSIDE ? "outside of `within`"
                                                  : "where the paper's hypotheses hold",
                            claim->counterexample);
}

enum status claim_program_check(const struct claim_case *claim, struct failure *failure) {
    struct program program;
    enum status status = program_read(&program, claim, failure);
    if (!status && claim->counterexample)
        status = see_counterexample(&program, claim, failure);
    program_clear(&program);
    return status;
}

bool claim_program_takes(const struct claim_case *claim, const char *key) {
    size_t length = strlen(key);
    for (size_t i = 0; i < claim->program_count; i++) {
        const struct claim_line *line = &claim->program[i];
        const char *place = line->text;
        bool is_each = line->keyword == CLAIM_LINE_EACH && strncmp(place, key, length) == 0;
        if (is_each && !place[length])
            return true;
        for (; (place = strstr(place, key)); place++)
            if (strncmp(place + length, ".first", 6) == 0 ||
                strncmp(place + length, ".last", 5) == 0)
                return true;
    }
    return false;
}

/* --- running --- */

enum status claim_range(const struct claim_job *job, const char *key, struct claim_range *range,
                        struct failure *failure) {
    for (size_t i = 0; i < job->ranges->count; i++)
        if (strcmp(job->ranges->list[i].key, key) == 0) {
            *range = job->ranges->list[i];
            return STATUS_OK;
        }
    const char *line = job->ranges == &job->claim->quick ? "quick" : "full";
    return claim_case_fault(job->claim, claim_case_line(job->claim, line), failure,
                            "here should be a range of %s", key);
}

enum status claim_verify(struct claim_job *job, const char *path, const char *fields,
                         struct failure *failure) {
    struct checker_verdict said;
    TRY(checker_run(job->checker, path, &job->limits, &said, failure));
    if (!said.verified || !fields_include(said.fields, fields))
        return failure_set(failure, STATUS_INTERNAL,
                           "%s: steadycheck says '%.150s', and not '%.100s'", path, said.line,
                           fields);
    job->finding.certificates++;
    return STATUS_OK;
}

struct run {
    struct program *program;
    struct claim_job *job;
    struct claim_machine machine;
    size_t part, now;              /* statements: where the part begins, and this one */
    const struct statement *point; /* NULL: the loops are its keys */
    const char *stream_name;
    bool keep;
    FILE *stream; /* NULL before the first certificate */
    char path[CLAIM_PATH_ROOM];
    long certificates;
    char **says; /* what steadycheck has to say of each of them; "": anything; owned */
    long heard;
    char wrong[300]; /* the first of which it says something else */
    struct failure *failure;
};

static enum status run_from(struct run *run, size_t first);

static void hear(void *context, const char *line, const char *fields) {
    struct run *run = context;
    const char *says = run->heard < run->certificates ? run->says[run->heard] : "";
    run->heard++;
    if (!*run->wrong && !fields_include(fields, says))
        snprintf(run->wrong, sizeof run->wrong, "'%.160s', and not '%.80s'", line, says);
}

static enum status note_said(struct run *run, long certificates, const char *says) {
    for (; certificates > 0; certificates--, run->certificates++)
        if (!memory_make_room(&run->says, (size_t)run->certificates, sizeof *run->says) ||
            !(run->says[run->certificates] = strdup(says)))
            return failure_memory(run->failure, "what certificates say");
    return STATUS_OK;
}

static enum status open_stream(struct run *run) {
    TRY(campaign_folder_path(run->job->folder, run->stream_name, run->path, run->failure));
    if (!(run->stream = fopen(run->path, "wb")))
        return failure_set(run->failure, STATUS_SYSTEM, "%s can't be written", run->path);
    return STATUS_OK;
}

/* steadycheck verifies all certificates of the stream, and as many as there should be. If something
 * is wrong the file stays, for whoever wants to see it. */
static enum status verify_stream(struct run *run) {
    struct checker_verdict said;
    char fields[60];
    snprintf(fields, sizeof fields, "certificates=%ld", run->certificates);
    TRY(checker_run_stream(run->job->checker, run->path, hear, run, &run->job->limits, &said,
                           run->failure));
    if (!said.verified || !fields_include(said.fields, fields))
        return failure_set(run->failure, STATUS_INTERNAL,
                           "%s: steadycheck says '%.150s', and not '%.100s'", run->path, said.line,
                           fields);
    if (!run->keep)
        unlink(run->path);
    run->job->finding.certificates += run->certificates;
    return STATUS_OK;
}

/* The stream is verified; what is left of it after a failure, or if nothing in the ranges was to be
 * verified, is deleted. */
static enum status end_stream(struct run *run, enum status status) {
    bool written = run->stream && !ferror(run->stream) && fflush(run->stream) == 0;
    if (run->stream && !status && !written)
        status = failure_set(run->failure, STATUS_SYSTEM, "%s could not be written", run->path);
    if (run->stream && (status || !run->certificates))
        unlink(run->path);
    else if (run->stream)
        status = verify_stream(run);
    if (run->stream)
        fclose(run->stream);
    if (!status && (*run->wrong || run->heard != run->certificates))
        status = failure_set(run->failure, STATUS_INTERNAL, "%s: steadycheck says %.250s",
                             run->job->claim->name, *run->wrong ? run->wrong : "too little");
    for (long i = 0; i < run->certificates; i++)
        free(run->says[i]);
    run->certificates = run->heard = 0;
    run->stream = NULL;
    return status;
}

static enum status print_text(struct run *run, const struct statement *now, int text,
                              char room[CLAIM_TEXT_ROOM]) {
    *room = 0;
    return text < 0 ? STATUS_OK
                    : claim_text_print(&run->machine, now->line->number, text, room,
                                       CLAIM_TEXT_ROOM, run->failure);
}

/* A file of its own, which is kept. */
static enum status certify_file(struct run *run, const struct statement *now,
                                struct claim_call *call) {
    char name[CLAIM_TEXT_ROOM], says[CLAIM_TEXT_ROOM], path[CLAIM_PATH_ROOM];
    TRY(print_text(run, now, now->file, name));
    TRY(campaign_folder_path(run->job->folder, name, path, run->failure));
    call->stream = fopen(path, "wb");
    if (!call->stream)
        return failure_set(run->failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    enum status status =
        claim_certify(&run->machine, now->line->number, now->node, call, run->failure);
    if (fclose(call->stream) != 0 && !status)
        status = failure_set(run->failure, STATUS_SYSTEM, "%s could not be written", path);
    TRY(status);
    TRY(print_text(run, now, now->text, says));
    return claim_verify(run->job, path, says, run->failure);
}

static enum status certify(struct run *run, const struct statement *now) {
    struct claim_call call = {.job = run->job};
    char says[CLAIM_TEXT_ROOM];
    mpz_srcptr value;
    if (now->other >= 0) {
        TRY(claim_value(&run->machine, now->line->number, now->other, &value, run->failure));
        if (mpz_sgn(value) == 0)
            return STATUS_OK;
    }
    if (now->file >= 0)
        return certify_file(run, now, &call);
    if (!run->stream)
        TRY(open_stream(run));
    call.stream = run->stream;
    TRY(claim_certify(&run->machine, now->line->number, now->node, &call, run->failure));
    TRY(print_text(run, now, now->text, says));
    return note_said(run, call.certificates, says);
}

/* The values of the loops over numbers, or those that the line `point` has. */
static enum status make_point(struct run *run, struct claim_point *point) {
    const struct statement *keys = run->point;
    enum status status = STATUS_OK;
    point->count = 0;
    for (int i = 0; keys && i < keys->count && !status; i++) {
        snprintf(point->keys[i], CLAIM_KEY_ROOM, "%s", keys->words[i]);
        status = claim_number(&run->machine, keys->line->number, keys->nodes[i], LONG_MIN, LONG_MAX,
                              &point->values[point->count++], run->failure);
    }
    for (size_t i = run->part; !keys && i < run->now; i++) {
        const struct statement *s = &run->program->statements[i];
        if (s->line->keyword != CLAIM_LINE_EACH || s->words)
            continue;
        snprintf(point->keys[point->count], CLAIM_KEY_ROOM, "%.*s",
                 (int)strcspn(s->line->text, " "), s->line->text);
        point->values[point->count++] = mpz_get_si(run->machine.loops[s->loop]);
    }
    return status;
}

/* A number is a truth as expressions have them. */
static enum claim_truth truth_of(struct run *run, const struct statement *now, int node,
                                 enum status *status) {
    long number = CLAIM_MUTE;
    if (node >= 0 && !*status)
        *status = claim_number(&run->machine, now->line->number, node, CLAIM_FAILS, CLAIM_MUTE,
                               &number, run->failure);
    return (enum claim_truth)number;
}

static enum status report_point(struct run *run, const struct statement *now) {
    struct claim_point point;
    enum claim_membership where = CLAIM_INSIDE;
    char *places[2], text[CLAIM_TEXT_ROOM];
    enum status status = STATUS_OK;
    enum claim_truth claim = truth_of(run, now, now->node, &status);
    enum claim_truth corrected = truth_of(run, now, now->step, &status);
    if (!status)
        status = make_point(run, &point);
    if (!status)
        status = place_of(run->program, &run->machine, &point, &where, run->failure);
    if (status)
        return status;
    claim_count(&run->job->finding, where, claim, corrected, places);
    if (!places[0] && !places[1])
        return STATUS_OK;
    status = print_text(run, now, now->text, text);
    for (int i = 0; i < 2; i++)
        if (places[i])
            claim_say(&point, places[i], text);
    return status;
}

static enum status step(struct run *run, const struct statement *now, size_t first, long value) {
    mpz_set_si(run->machine.loops[now->loop], value);
    for (int depth = now->loop + 1; depth <= CLAIM_MOST_LOOPS; depth++)
        run->machine.stamps[depth] = ++run->machine.steps;
    return run_from(run, first);
}

static enum status each(struct run *run, const struct statement *now, size_t first) {
    struct claim_range range = {.first = 0, .last = now->count - 1};
    if (now->node >= 0) {
        TRY(claim_number(&run->machine, now->line->number, now->node, LONG_MIN, LONG_MAX,
                         &range.first, run->failure));
        TRY(claim_number(&run->machine, now->line->number, now->other, LONG_MIN, LONG_MAX,
                         &range.last, run->failure));
    } else if (!now->words) {
        char key[CLAIM_KEY_ROOM];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(now->line->text, " "), now->line->text);
        TRY(claim_range(run->job, key, &range, run->failure));
    }
    for (long value = range.first, more = 1; value <= range.last; value += more) {
        if (now->loop == 0 || run->machine.value_count > MOST_KNOWN)
            TRY(claim_machine_forget(&run->machine, run->failure));
        TRY(step(run, now, first, value));
        if (now->step >= 0)
            TRY(claim_number(&run->machine, now->line->number, now->step, 1, LONG_MAX / 2, &more,
                             run->failure));
    }
    return STATUS_OK;
}

/* Up to the end of the part. */
static enum status run_from(struct run *run, size_t first) {
    enum status status = STATUS_OK;
    char text[CLAIM_TEXT_ROOM];
    mpz_srcptr value;
    for (size_t i = first; i < run->program->count && !status; i++) {
        const struct statement *now = &run->program->statements[i];
        switch (now->line->keyword) {
        case CLAIM_LINE_TRY:
            return STATUS_OK;
        case CLAIM_LINE_EACH:
            return each(run, now, i + 1);
        case CLAIM_LINE_WHERE:
            status = claim_value(&run->machine, now->line->number, now->node, &value, run->failure);
            if (!status && mpz_sgn(value) == 0)
                return STATUS_OK;
            break;
        case CLAIM_LINE_POINT:
            run->point = now;
            break;
        case CLAIM_LINE_CERTIFY:
            status = certify(run, now);
            break;
        case CLAIM_LINE_STREAM:
            run->stream_name = now->words[0];
            run->keep = now->count > 1;
            break;
        case CLAIM_LINE_PRINT:
            status = print_text(run, now, now->text, text);
            fprintf(run->job->table, "%s\n", text);
            break;
        case CLAIM_LINE_LET:
            break;
        default:
            run->now = i;
            status = report_point(run, now);
        }
    }
    return status;
}

enum status claim_program_run(struct claim_job *job, struct failure *failure) {
    struct program program;
    enum status status = program_read(&program, job->claim, failure);
    struct run run = {.program = &program, .job = job, .failure = failure};
    if (!status)
        status = claim_machine_init(&run.machine, &program.script, job, failure);
    for (size_t i = 0; i < program.count && !status; i++)
        if (program.statements[i].line->keyword == CLAIM_LINE_TRY) {
            run.part = i;
            run.point = NULL;
            run.stream_name = "all.certs";
            run.keep = false;
            status = run_from(&run, i + 1);
            status = end_stream(&run, status);
        }
    if (run.machine.script)
        claim_machine_clear(&run.machine);
    for (int i = 0; claim_functions[i].list; i++)
        if (claim_functions[i].clear)
            claim_functions[i].clear();
    free(run.says);
    program_clear(&program);
    return status;
}
