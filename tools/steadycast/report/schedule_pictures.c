/* SPDX-License-Identifier: MIT */
/* A few schedules of the folder, and broadcast trees. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "solver/collective/messages_read.h"
#include "solver/stream/construction/schedule_read.h"
#include "tools/steadycast/report/report.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { MOST_EACH = 2, MOST_BYTES = 1 << 20, FEW = 30, TREE_DEPTH = 40 };
/* Of a table. */
enum { MOST_ROWS = 40, MOST_COLUMNS = 48, WORDS = 160 };

/* How many processors a case's schedule serves, if that is at most 10^9; else 0. */
static long served(const struct report *report, size_t number) {
    const struct campaign_case *asked = &report->campaign.cases[number];
    const struct case_result *result = report_result(report, number);
    struct tree tree;
    long count = 0;
    bool logp = question_machine_class(&asked->question) == MACHINE_LOGP;
    switch (asked->question.subject) {
    case SUBJECT_DECIDE:
        if ((int)campaign_number(asked, KEY_DEPTH) <= TREE_DEPTH &&
            tree_init(&tree, (int)campaign_number(asked, KEY_LATENCY),
                      (int)campaign_number(asked, KEY_DEPTH), 10 * FEW, NULL) == STATUS_OK) {
            count = tree.count;
            tree_clear(&tree);
        }
        return count;
    case SUBJECT_SERVE:
        return campaign_number(asked, KEY_SERVED);
    case SUBJECT_CAPACITY: /* those of LogP machines are classes of offsets */
        return !logp && result->lower && strlen(result->lower) < 10
                   ? strtol(result->lower, NULL, 10)
                   : 0;
    case SUBJECT_DELAY:
        return logp ? 0 : campaign_number(asked, KEY_PROCESSORS) - 1;
    case SUBJECT_DELAYS: /* many schedules */
    case SUBJECT_FAMILY:
    case SUBJECT_FRACTION: /* none for a number of processors */
        return 0;
    default:
        return campaign_number(asked, KEY_PROCESSORS) - 1;
    }
}

/* Has it a schedule that is worth a picture? The more processors the better, up to FEW; items too
 * should be few. 0: no. */
static long worth(const struct report *report, size_t number) {
    const struct campaign_case *asked = &report->campaign.cases[number];
    const struct case_result *result = report_result(report, number);
    if (!result || report->suspect[number] || !result->certificate_count ||
        result->certificates[0].size > MOST_BYTES)
        return 0;
    bool schedule = result->certificates[0].side == SIDE_SCHEDULE;
    bool listed = asked->question.subject == SUBJECT_BROADCAST;
    long count = schedule ? served(report, number) : 0;
    long items = listed ? campaign_number(asked, KEY_ITEMS) : 0;
    return count < 1 || count > FEW || items > FEW ? 0 : count + items;
}

/* The bytes of the schedule on a network; 0 if there is none to be drawn. */
static uint64_t network_size(const struct report *report, size_t number) {
    enum { MOST_DRAWN = 1 << 14 };
    const struct case_result *result = report_result(report, number);
    bool drawn = result && !report->suspect[number] && result->certificate_count > 0 &&
                 result->certificates[0].side == SIDE_SCHEDULE &&
                 result->certificates[0].size <= MOST_DRAWN;
    return drawn ? (uint64_t)result->certificates[0].size : 0;
}

/* The best of a subject, of another latency than `but` (0: any); REPORT_NONE. */
static size_t choose(const struct report *report, enum subject subject, int but) {
    size_t best = REPORT_NONE;
    long most = 0;
    for (size_t i = 0; i < report->count; i++) {
        size_t number = report->by_question[i];
        const struct campaign_case *asked = &report->campaign.cases[number];
        if (asked->question.subject != subject || (int)campaign_number(asked, KEY_LATENCY) == but)
            continue;
        long value = worth(report, number);
        if (value > most) {
            most = value;
            best = number;
        }
    }
    return best;
}

/* A name of a file from that of a certificate. */
static void name_picture(struct picture *picture, const char *kind, const char *file) {
    size_t length = (size_t)snprintf(picture->name, sizeof picture->name, "%s-", kind);
    for (; *file && length + 1 < sizeof picture->name; file++)
        picture->name[length++] = *file == '/' ? '-' : *file;
    picture->name[length] = 0;
    char *ending = strstr(picture->name, ".cert");
    if (ending)
        *ending = 0;
}

static struct picture tree_of(const struct question *question, const struct case_result *result,
                              bool source) {
    struct picture picture = {0};
    char words[QUESTION_WORDS_ROOM];
    question_words(question, words);
    name_picture(&picture, "tree", result->certificates[0].file);
    snprintf(picture.title, sizeof picture.title, "%s %.*s",
             source ? "The first item:" : "Broadcast tree:", WORDS, words);
    snprintf(picture.text, sizeof picture.text,
             "A line leads from each processor to those it sends the item to. The number is the "
             "%s; who sends it on is filled.",
             source ? "time of the reception" : "number of steps since the root received it");
    return picture;
}

static struct picture reception_of(const struct question *question,
                                   const struct case_result *result) {
    struct picture picture = {.text = "A row for each processor, a column for each time step. The "
                                      "number and the colour say which item is received; who "
                                      "sends it on has a frame. Rows are named by the word or the "
                                      "block that they run. Large tables are cut."};
    char words[QUESTION_WORDS_ROOM];
    question_words(question, words);
    name_picture(&picture, "reception", result->certificates[0].file);
    snprintf(picture.title, sizeof picture.title, "%c%.*s", toupper((unsigned char)*words), WORDS,
             words + 1);
    return picture;
}

static enum status draw_messages(struct report_pictures *pictures, const struct question *question,
                                 const struct case_result *result, struct certificate_input *input,
                                 struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    CLEANUP(picture_clear)
    struct picture picture = reception_of(question, result), tree = tree_of(question, result, true);
    TRY(messages_read_all(&read, input, failure));
    struct list_view view = list_view_for(LIST_TABLE);
    view.rows = MOST_ROWS;
    view.times = MOST_COLUMNS;
    TRY(list_picture(&picture, &read, &view, failure));
    TRY(report_pictures_add(pictures, SECTION_SCHEDULE, &picture, failure));
    if (item_tree_can(&read)) {
        TRY(item_tree(&tree, &read, failure));
        TRY(report_pictures_add(pictures, SECTION_TREE, &tree, failure));
    }
    return STATUS_OK;
}

static enum status draw_table(struct report_pictures *pictures, const struct question *question,
                              const struct case_result *result, struct shown *shown,
                              struct failure *failure) {
    CLEANUP(picture_clear) struct picture picture = reception_of(question, result);
    int times = 2 * (shown->table.latency + shown->table.depth);
    times = times < MOST_COLUMNS ? times : MOST_COLUMNS;
    TRY(shown_choose(shown, 0, MOST_ROWS, 0, times - 1, failure));
    TRY(schedule_picture_table(&picture, &shown->view, failure));
    return report_pictures_add(pictures, SECTION_SCHEDULE, &picture, failure);
}

static enum status draw_shown(struct report_pictures *pictures, const struct question *question,
                              const struct case_result *result, struct certificate_input *input,
                              struct failure *failure) {
    CLEANUP(shown_clear) struct shown shown = {0};
    CLEANUP(picture_clear) struct picture tree = tree_of(question, result, false);
    TRY(shown_load(&shown, input, SHOWN_OWN_DEPTH, failure));
    TRY(draw_table(pictures, question, result, &shown, failure));
    if (shown.view.tree && shown.view.tree->count <= ITEM_TREE_MOST) {
        TRY(schedule_picture_tree(&tree, shown.view.tree, failure));
        TRY(report_pictures_add(pictures, SECTION_TREE, &tree, failure));
    }
    return STATUS_OK;
}

static enum status draw_network(struct report_pictures *pictures, const struct question *question,
                                const struct case_result *result, struct certificate_input *input,
                                struct failure *failure) {
    CLEANUP(network_read_clear) struct network_read read = {0};
    bool frontier = question->subject == SUBJECT_FRONTIER;
    CLEANUP(picture_clear)
    struct picture picture = {0};
    char words[QUESTION_WORDS_ROOM];
    struct list_view view = list_view_for(LIST_TABLE);
    view.rows = MOST_ROWS;
    view.times = MOST_COLUMNS;
    TRY(network_read_all(&read, input, frontier ? NETWORK_READ_NONE : NETWORK_READ_ONLY, failure));
    name_picture(&picture, frontier ? "frontier" : "reception", result->certificates[0].file);
    TRY(frontier ? frontier_picture(&picture, &read, failure)
                 : network_picture(&picture, &read, &view, failure));
    question_words(question, words);
    snprintf(picture.title, sizeof picture.title, "%c%.*s", toupper((unsigned char)*words), WORDS,
             words + 1);
    return report_pictures_add(pictures, SECTION_SCHEDULE, &picture, failure);
}

/* One that can't be read is no fault of the report: a remark. Certificates one behind the other, as
 * of two halves, have no picture. */
static enum status draw_schedule(struct report_pictures *pictures, const struct report *report,
                                 size_t number, struct failure *failure) {
    const struct question *question = &report->campaign.cases[number].question;
    const struct case_result *result = report_result(report, number);
    struct certificate_input input;
    struct failure why = {0};
    const char *end = strrchr(result->certificates[0].file, '.');
    if (end && strcmp(end, ".certs") == 0) /* several certificates */
        return STATUS_OK;
    enum status status = report_certificate_load(report, number, &input, &why);
    if (!status) {
        if (strcmp(input.kind, "messages") == 0)
            status = draw_messages(pictures, question, result, &input, &why);
        else if (network_read_takes(input.kind))
            status = draw_network(pictures, question, result, &input, &why);
        else if (!schedule_read_has_ports(&input))
            status = draw_shown(pictures, question, result, &input, &why);
        certificate_unload(&input);
    }
    if (status_is_resource_failure(status))
        return failure_set(failure, status, "%s", why.message);
    if (status)
        report_pictures_remark(pictures, SECTION_SCHEDULE, "%s can't be drawn: %s.",
                               result->certificates[0].file, why.message);
    return STATUS_OK;
}

/* Of networks the largest certificates of a subject that are no large pictures. */
static enum status draw_networks(struct report_pictures *pictures, const struct report *report,
                                 enum subject subject, struct failure *failure) {
    size_t drawn = REPORT_NONE;
    for (int i = 0; i < MOST_EACH; i++) {
        size_t best = REPORT_NONE;
        for (size_t j = 0; j < report->count; j++) {
            size_t number = report->by_question[j];
            const struct question *question = &report->campaign.cases[number].question;
            if (question->subject == subject && number != drawn &&
                question_machine_class(question) == MACHINE_NETWORK &&
                network_size(report, number) >
                    (best == REPORT_NONE ? 0 : network_size(report, best)))
                best = number;
        }
        if (best == REPORT_NONE)
            break;
        drawn = best;
        TRY(draw_schedule(pictures, report, best, failure));
    }
    return STATUS_OK;
}

enum status draw_schedules(struct report_pictures *pictures, const struct report *report, int kind,
                           struct failure *failure) {
    (void)kind;
    for (int subject = 0; subject < SUBJECTS; subject++) {
        int latency = 0;
        for (int i = 0; i < MOST_EACH; i++) {
            size_t number = choose(report, (enum subject)subject, latency);
            if (number == REPORT_NONE)
                break;
            latency = (int)campaign_number(&report->campaign.cases[number], KEY_LATENCY);
            TRY(draw_schedule(pictures, report, number, failure));
        }
        TRY(draw_networks(pictures, report, (enum subject)subject, failure));
    }
    return STATUS_OK;
}
