/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "solver/library/library.h"

enum { PIECE = 1 << 16 };

steadycast_answer *library_answer_new(struct failure *failure) {
    steadycast_answer *answer = memory_new(1, sizeof *answer);
    if (!answer)
        failure_memory(failure, "an answer");
    return answer;
}

void steadycast_answer_free(steadycast_answer *answer) {
    if (!answer)
        return;
    if (answer->has_outcome)
        outcome_clear(&answer->outcome);
    question_clear(&answer->question);
    free(answer);
}

/* --- asking --- */

static void keep(steadycast_answer *answer, const struct outcome *found) {
    static const steadycast_verdict verdicts[] = {[VERDICT_UNKNOWN] = STEADYCAST_UNKNOWN,
                                                  [VERDICT_FEASIBLE] = STEADYCAST_FEASIBLE,
                                                  [VERDICT_INFEASIBLE] = STEADYCAST_INFEASIBLE,
                                                  [VERDICT_SETTLED] = STEADYCAST_SETTLED,
                                                  [VERDICT_INTERVAL] = STEADYCAST_UNKNOWN};
    if (answer->has_outcome)
        outcome_clear(&answer->outcome);
    answer->outcome = *found;
    answer->has_outcome = true;
    answer->verdict = verdicts[found->verdict];
    answer->engine = found->by;
    answer->nodes += found->nodes;
    snprintf(answer->reason, sizeof answer->reason, "%s",
             answer->verdict == STEADYCAST_UNKNOWN ? found->reason : "");
}

/* Unknown, and why. */
static void leave_open(steadycast_answer *answer, const char *engine, const char *reason) {
    answer->engine = engine;
    snprintf(answer->reason, sizeof answer->reason, "%s", reason);
}

/* *next: it does not take the question, or does not know. */
static enum status ask_one(steadycast_answer *answer, const struct engine *engine,
                           struct library_run *run, bool *next, struct failure *failure) {
    const struct engine_options options = {.plain = false};
    struct outcome found;
    enum status status =
        engine_ask(engine, &answer->question, &options, &run->limits, &found, failure);
    bool stopped = atomic_load(&run->stopped);
    *next = !stopped && (status == STATUS_LIMIT || (!status && found.verdict == VERDICT_UNKNOWN));
    if (!status)
        keep(answer, &found);
    if (status != STATUS_LIMIT || !stopped)
        return status;
    leave_open(answer, engine->name, LIMITS_STOPPED);
    return STATUS_OK;
}

/* An answer that one of them has, even if it is unknown, is better than a limit. */
static enum status ask_all(steadycast_answer *answer, struct library_run *run,
                           struct failure *failure) {
    const struct engine *engine;
    enum status status = STATUS_OK;
    bool next = true;
    for (int i = 0; next && (engine = engine_of(&answer->question, i)); i++) {
        status = ask_one(answer, engine, run, &next, failure);
        if (status == STATUS_LIMIT && !answer->has_outcome)
            leave_open(answer, engine->name, failure->message);
        if (status == STATUS_LIMIT)
            status = STATUS_OK;
        if (status)
            return status;
    }
    return status;
}

enum status library_ask(steadycast_answer *answer, const char *name, bool first,
                        struct library_run *run, struct failure *failure) {
    const struct engine *engine =
        name ? engine_find(&answer->question, name) : engine_of(&answer->question, 0);
    char names[160], meant[SUGGESTION_TEXT];
    bool next;
    if (!name && !first)
        return ask_all(answer, run, failure);
    if (engine)
        return ask_one(answer, engine, run, &next, failure);
    engine_names(&answer->question, names, sizeof names);
    return failure_input(failure, "engine: '%.40s' is none of %s%s", name, names,
                         engine_meant(&answer->question, name, meant, sizeof meant));
}

steadycast_status library_answer_give(steadycast_answer *answer, enum status status,
                                      const struct failure *failure, steadycast_answer **given,
                                      steadycast_error *error) {
    if (status)
        steadycast_answer_free(answer);
    else
        *given = answer;
    return library_report(status, failure, error);
}

steadycast_verdict steadycast_answer_verdict(const steadycast_answer *answer) {
    return answer ? answer->verdict : STEADYCAST_UNKNOWN;
}

const char *steadycast_answer_engine(const steadycast_answer *answer) {
    return answer && answer->engine ? answer->engine : "";
}

const char *steadycast_answer_reason(const steadycast_answer *answer) {
    return answer ? answer->reason : "";
}

unsigned long steadycast_answer_nodes(const steadycast_answer *answer) {
    return answer ? answer->nodes : 0;
}

const char *steadycast_answer_lower(const steadycast_answer *answer) {
    return answer ? answer->outcome.lower : NULL;
}

const char *steadycast_answer_upper(const steadycast_answer *answer) {
    return answer ? answer->outcome.upper : NULL;
}

const char *steadycast_answer_sum(const steadycast_answer *answer) {
    return steadycast_answer_fact(answer, "sum");
}

const char *steadycast_answer_fact(const steadycast_answer *answer, const char *name) {
    for (int i = 0; answer && name && i < answer->outcome.fact_count; i++)
        if (strcmp(answer->outcome.facts[i].name, name) == 0)
            return answer->outcome.facts[i].value;
    return NULL;
}

static const struct evidence *side_of(const steadycast_answer *answer, steadycast_side side) {
    return side == STEADYCAST_SCHEDULE ? &answer->outcome.schedule : &answer->outcome.bound;
}

const char *steadycast_answer_kind(const steadycast_answer *answer, steadycast_side side) {
    if (!answer || (side != STEADYCAST_SCHEDULE && side != STEADYCAST_PROOF))
        return NULL;
    return side_of(answer, side)->kind;
}

/* Where a certificate goes: to a path, or to whoever takes the bytes. */
struct place {
    const char *path;
    bool overwrite;
    certificate_take *take;
    void *context;
};

/* What the writers of files say of a name that is taken speaks of the command line. */
enum status library_check_path(const char *path, bool overwrite, struct failure *failure) {
    if (!path || !*path || strcmp(path, "-") == 0)
        return failure_input(failure, "path: '%s' is no name for a file", path ? path : "NULL");
    if (!overwrite && access(path, F_OK) == 0)
        return failure_input(failure, "%s exists", path);
    return STATUS_OK;
}

static enum status open_place(const struct place *place, const char *kind,
                              struct certificate_output **output, struct failure *failure) {
    if (place->take)
        return certificate_open_taken(output, place->take, place->context, kind, failure);
    TRY(library_check_path(place->path, place->overwrite, failure));
    return certificate_open(output, place->path, place->overwrite, kind, failure);
}

/* Whole certificates, one behind the other, which their evidence writes to a stream: few and small
 * ones, so they are kept before they are handed over. */
static enum status take_whole(const struct evidence *evidence, const struct place *place,
                              const struct limits *limits, struct failure *failure) {
    FREED char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    TRY(memory_check(stream, failure, "certificates"));
    enum status status = evidence_write_stream(*evidence, stream, limits, failure);
    bool lost = ferror(stream) != 0;
    if (fclose(stream) != 0 || lost)
        status = status ? status : failure_memory(failure, "certificates");
    if (!status && !place->take(place->context, bytes, size))
        status = failure_limit(failure, "no more bytes were wanted");
    return status;
}

static enum status put_whole(const struct evidence *evidence, const struct place *place,
                             const struct limits *limits, struct failure *failure) {
    if (place->take)
        return take_whole(evidence, place, limits, failure);
    TRY(library_check_path(place->path, place->overwrite, failure));
    return evidence_write(*evidence, place->path, place->overwrite, limits, failure);
}

static enum status write_certificate(const steadycast_answer *answer, steadycast_side side,
                                     const struct place *place, const steadycast_limits *asked,
                                     struct failure *failure) {
    struct library_run run;
    struct certificate_output *output;
    const char *kind = steadycast_answer_kind(answer, side);
    if (!kind)
        return failure_input(failure, "the answer has no certificate of this side");
    library_run_init(&run, asked);
    const struct evidence *evidence = side_of(answer, side);
    if (evidence->stream)
        return put_whole(evidence, place, &run.limits, failure);
    TRY(open_place(place, kind, &output, failure));
    enum status status = evidence->put(evidence->body, output, &run.limits, failure);
    return certificate_end(output, status, failure);
}

steadycast_status steadycast_answer_write(const steadycast_answer *answer, steadycast_side side,
                                          const char *path, int overwrite,
                                          const steadycast_limits *limits,
                                          steadycast_error *error) {
    struct failure failure;
    struct place place = {.path = path, .overwrite = overwrite != 0};
    return library_report(write_certificate(answer, side, &place, limits, &failure), &failure,
                          error);
}

/* A text that grows; nothing in it is more than `used` bytes and the 0. */
struct text {
    char *bytes;
    size_t used, room;
    bool lost;
};

static bool add_text(void *context, const char *bytes, size_t count) {
    struct text *text = context;
    if (count >= text->room - text->used) {
        size_t room = 2 * text->room + count + 1;
        char *grown = memory_resize(text->bytes, room, 1);
        if (!grown) {
            text->lost = true;
            return false;
        }
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->used, bytes, count);
    text->used += count;
    text->bytes[text->used] = 0;
    return true;
}

/* --- as JSON --- */

static void print_string(FILE *stream, const char *text) {
    fputc('"', stream);
    for (; *text; text++)
        fprintf(stream, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', stream);
}

/* A text that no string of JSON holds is the quoted word for it, as in questions. False: there is
 * no memory. */
static bool print_text(FILE *stream, const char *text) {
    FREED char *word = NULL;
    if (!quoted_word_is_legible(text)) {
        word = memory_new(QUOTED_WORD_ROOM(strlen(text)), 1);
        if (!word)
            return false;
        quoted_word_put(text, word);
    }
    print_string(stream, word ? word : text);
    return true;
}

static bool is_number(const char *value) {
    size_t sign = *value == '-', length = strlen(value);
    return length > sign && strspn(value + sign, "0123456789") == length - sign;
}

/* A number as it is, however long, and true and false; NULL: null. The text is one of ours, and
 * legible. */
static void print_value(FILE *stream, const char *key, const char *value) {
    fprintf(stream, ", \"%s\": ", key);
    if (!value)
        fputs("null", stream);
    else if (is_number(value) || strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
        fputs(value, stream);
    else
        print_string(stream, value);
}

/* A text is one, even if it is `7`. */
static bool print_parameter(FILE *stream, const struct question *question, int place) {
    const struct parameter *parameter = &subject_form(question->subject)->parameters[place];
    char room[QUESTION_VALUE_ROOM];
    const char *value = question_value(question, place, room);
    if (parameter->kind != PARAMETER_TEXT) {
        print_value(stream, key_column(parameter->key), value);
        return true;
    }
    fprintf(stream, ", \"%s\": ", key_column(parameter->key));
    return print_text(stream, value);
}

static bool print_question(FILE *stream, const struct question *question) {
    const struct subject_form *form = subject_form(question->subject);
    bool good = true;
    fprintf(stream, "{\"question\": {\"subject\": \"%s\"", form->name);
    for (int i = 0; i < form->count && good; i++)
        if (question_shows(question, i))
            good = print_parameter(stream, question, i);
    fputs("}", stream);
    return good;
}

/* `2 3/2, 3 7/6?`, points of a frontier, as a list. */
static void print_points(FILE *stream, const char *value) {
    fputs(", \"points\": [", stream);
    for (const char *comma = ""; *value; comma = ", ") {
        int steps = (int)strcspn(value, " "), rounds = (int)strcspn(value + steps + 1, "?,");
        const char *behind = value + steps + 1 + rounds;
        fprintf(stream, "%s{\"steps\": %.*s, \"rounds\": \"%.*s\", \"schedule\": %s}", comma, steps,
                value, rounds, value + steps + 1, *behind == '?' ? "false" : "true");
        value = behind + strspn(behind, "?, ");
    }
    fputs("]", stream);
}

/* False: there is no memory. */
static bool print_answer(FILE *stream, const steadycast_answer *answer) {
    const struct outcome *outcome = &answer->outcome;
    const char *thing = question_thing(&answer->question);
    bool settled = !verdict_is_open(outcome->verdict);
    bool good = print_question(stream, &answer->question);
    print_value(stream, "status", verdict_name(outcome->verdict));
    fprintf(stream, ", \"settled\": %s", settled ? "true" : "false");
    print_value(stream, "lower", outcome->lower);
    print_value(stream, "upper", outcome->upper);
    print_value(stream, "by", answer->engine);
    fputs(", \"reason\": ", stream);
    if (*answer->reason)
        good = good && print_text(stream, answer->reason);
    else
        fputs("null", stream);
    fprintf(stream, ", \"nodes\": %lu", answer->nodes);
    if (*thing) {
        print_value(stream, thing, settled ? outcome->lower : NULL);
        fprintf(stream, ", \"optimal\": %s",
                outcome->verdict == VERDICT_SETTLED ? "true" : "false");
    }
    for (int i = 0; i < outcome->fact_count; i++)
        if (strcmp(outcome->facts[i].name, "points") == 0)
            print_points(stream, outcome->facts[i].value);
        else
            print_value(stream, outcome->facts[i].name, outcome->facts[i].value);
    fputs("}", stream);
    return good;
}

steadycast_status steadycast_answer_json(const steadycast_answer *answer, char **text,
                                         steadycast_error *error) {
    struct failure failure;
    size_t size;
    if (!answer || !text)
        return library_refuse(error, "%s: NULL", answer ? "text" : "answer");
    FREED char *bytes = NULL;
    FILE *stream = open_memstream(&bytes, &size);
    bool good = stream && print_answer(stream, answer);
    if (!stream || ferror(stream) | (fclose(stream) != 0) || !good)
        return library_report(failure_memory(&failure, "an answer"), &failure, error);
    *text = TAKE(bytes);
    return STEADYCAST_OK;
}

steadycast_status steadycast_answer_text(const steadycast_answer *answer, steadycast_side side,
                                         const steadycast_limits *limits, char **text,
                                         size_t *length, steadycast_error *error) {
    struct failure failure;
    struct text whole = {0};
    struct place place = {.take = add_text, .context = &whole};
    if (!text)
        return library_refuse(error, "text: NULL");
    enum status status = write_certificate(answer, side, &place, limits, &failure);
    if (status && whole.lost)
        status = failure_memory(&failure, "a certificate");
    if (status) {
        free(whole.bytes);
        return library_report(status, &failure, error);
    }
    *text = whole.bytes;
    if (length)
        *length = whole.used;
    return STEADYCAST_OK;
}

/* The writers' small pieces, collected. */
struct pieces {
    steadycast_take_bytes *take;
    void *context;
    size_t used;
    char bytes[PIECE];
};

static bool pass_on(struct pieces *pieces, const char *bytes, size_t count) {
    bool more = true;
    for (size_t done = 0; done < count && more; done += PIECE)
        more = pieces->take(pieces->context, bytes + done,
                            count - done < PIECE ? count - done : PIECE) == 0;
    return more;
}

static bool flush(struct pieces *pieces) {
    size_t used = pieces->used;
    pieces->used = 0;
    return pass_on(pieces, pieces->bytes, used);
}

static bool collect(void *context, const char *bytes, size_t count) {
    struct pieces *pieces = context;
    if (count > PIECE - pieces->used && !flush(pieces))
        return false;
    if (count > PIECE)
        return pass_on(pieces, bytes, count);
    memcpy(pieces->bytes + pieces->used, bytes, count);
    pieces->used += count;
    return true;
}

steadycast_status steadycast_answer_send(const steadycast_answer *answer, steadycast_side side,
                                         steadycast_take_bytes *take, void *context,
                                         const steadycast_limits *limits, steadycast_error *error) {
    struct failure failure;
    if (!take)
        return library_refuse(error, "take: NULL");
    FREED struct pieces *pieces = memory_new(1, sizeof *pieces);
    if (!pieces)
        return library_report(failure_memory(&failure, "a certificate"), &failure, error);
    pieces->take = take;
    pieces->context = context;
    struct place place = {.take = collect, .context = pieces};
    enum status status = write_certificate(answer, side, &place, limits, &failure);
    if (!status && !flush(pieces))
        status = failure_limit(&failure, "no more of the certificate was wanted");
    return library_report(status, &failure, error);
}
