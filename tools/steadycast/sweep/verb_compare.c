/* SPDX-License-Identifier: MIT */
/* The answers of two folders of campaigns, case by case: what machine, day and luck decide, as
 * seconds and memory, is left out. */
#include <stdio.h>
#include <string.h>

#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/sweep/answers.h"

static const struct option_spec specs[] = {
    {"certificates", 0, OPTION_FLAG, false, "", 0, 0,
     "who answered, and the bytes of the certificates, too"},
    OPTION_SPEC_JSON,
};

enum { SIDES = 2 };

struct side {
    const char *folder; /* borrowed */
    struct campaign campaign;
    struct answers answers;
    size_t alone; /* cases that the other one does not have */
};

struct comparison {
    struct side sides[SIDES];
    bool certificates;
    size_t both, differ; /* cases of both, and those whose answers differ */
    json_t *list;        /* of the differences; NULL: they are printed */
};

/* NULL: there is no answer, or another attempt is to come. */
static const struct case_result *answer_of(const struct side *side, size_t index) {
    return answers_is_final(&side->answers, index) ? &side->answers.last[index] : NULL;
}

static bool same_text(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool same_certificates(const struct case_result *a, const struct case_result *b) {
    bool same = a->certificate_count == b->certificate_count && same_text(a->by, b->by);
    for (int i = 0; i < a->certificate_count && same; i++)
        same = strcmp(a->certificates[i].digest, b->certificates[i].digest) == 0;
    return same;
}

static bool same_answers(const struct comparison *comparison, const struct case_result *a,
                         const struct case_result *b) {
    if (!a || !b)
        return a == b;
    return a->verdict == b->verdict && same_text(a->lower, b->lower) &&
           same_text(a->upper, b->upper) && (!comparison->certificates || same_certificates(a, b));
}

/* --- what is told --- */

static void print_answer(const struct comparison *comparison, const struct case_result *answer) {
    if (!answer) {
        printf("no answer yet");
        return;
    }
    printf("%s", verdict_name(answer->verdict));
    if (answer->lower && same_text(answer->lower, answer->upper))
        printf(" %s", answer->lower);
    else if (answer->lower || answer->upper)
        printf(" %s..%s", answer->lower ? answer->lower : "", answer->upper ? answer->upper : "");
    if (!comparison->certificates)
        return;
    printf(" by %s", answer->by ? answer->by : "nobody");
    for (int i = 0; i < answer->certificate_count; i++)
        printf(" %.8s", answer->certificates[i].digest);
}

static json_t *answer_json(const struct case_result *answer) {
    if (!answer)
        return json_null();
    json_t *digests = json_array();
    for (int i = 0; i < answer->certificate_count; i++)
        json_array_append_new(digests, json_string(answer->certificates[i].digest));
    return json_pack("{s:s, s:s?, s:s?, s:s?, s:o}", "status", verdict_name(answer->verdict),
                     "lower", answer->lower, "upper", answer->upper, "by", answer->by,
                     "certificates", digests);
}

/* `only`: the side that alone has the case; SIDES: both have it. */
static void tell(struct comparison *comparison, const char *name, int only,
                 const struct case_result *const answers[SIDES]) {
    if (comparison->list) {
        json_array_append_new(
            comparison->list,
            only < SIDES ? json_pack("{s:o, s:o}", "case", json_any_text(name), "only",
                                     json_any_text(comparison->sides[only].folder))
                         : json_pack("{s:o, s:o, s:o}", "case", json_any_text(name), "first",
                                     answer_json(answers[0]), "second", answer_json(answers[1])));
        return;
    }
    printf("%s: ", name);
    if (only < SIDES) {
        printf("only in %s\n", comparison->sides[only].folder);
        return;
    }
    print_answer(comparison, answers[0]);
    printf(", ");
    print_answer(comparison, answers[1]);
    printf("\n");
}

/* --- case by case --- */

static void compare_cases(struct comparison *comparison) {
    struct side *first = &comparison->sides[0], *second = &comparison->sides[1];
    for (size_t i = 0; i < first->campaign.count; i++) {
        const char *name = first->campaign.cases[i].name;
        size_t j = campaign_find(&second->campaign, name);
        if (j == second->campaign.count) {
            first->alone++;
            tell(comparison, name, 0, NULL);
            continue;
        }
        const struct case_result *const answers[SIDES] = {answer_of(first, i),
                                                          answer_of(second, j)};
        comparison->both++;
        if (same_answers(comparison, answers[0], answers[1]))
            continue;
        comparison->differ++;
        tell(comparison, name, SIDES, answers);
    }
    for (size_t j = 0; j < second->campaign.count; j++) {
        const char *name = second->campaign.cases[j].name;
        if (campaign_find(&first->campaign, name) < first->campaign.count)
            continue;
        second->alone++;
        tell(comparison, name, 1, NULL);
    }
}

static enum status finish(struct comparison *comparison, bool equal, struct failure *failure) {
    const struct side *sides = comparison->sides;
    if (comparison->list)
        return json_line(json_pack("{s:b, s:I, s:I, s:I, s:I, s:O}", "equal", (int)equal, "both",
                                   (json_int_t)comparison->both, "differ",
                                   (json_int_t)comparison->differ, "only_first",
                                   (json_int_t)sides[0].alone, "only_second",
                                   (json_int_t)sides[1].alone, "differences", comparison->list),
                         failure);
    printf("cases of both %zu, of the first alone %zu, of the second alone %zu\n", comparison->both,
           sides[0].alone, sides[1].alone);
    if (equal)
        printf("s EQUAL\n");
    else
        printf("s DIFFERENT %zu of both, %zu of one alone\n", comparison->differ,
               sides[0].alone + sides[1].alone);
    return STATUS_OK;
}

static enum status compare(struct comparison *comparison, bool *equal, struct failure *failure) {
    for (int i = 0; i < SIDES; i++) {
        struct side *side = &comparison->sides[i];
        struct campaign_shard shard;
        TRY(answers_load(side->folder, false, &side->campaign, &shard, &side->answers,
                         answers_log_fault, NULL, failure));
    }
    compare_cases(comparison);
    *equal = !comparison->differ && !comparison->sides[0].alone && !comparison->sides[1].alone;
    return finish(comparison, *equal, failure);
}

static int run_compare(const struct arguments *arguments) {
    struct failure failure = {0};
    bool equal = false;
    struct comparison comparison = {
        .sides = {{.folder = arguments->operands[0]}, {.folder = arguments->operands[1]}},
        .certificates = option(arguments, "certificates")->given,
        .list = option(arguments, "json")->given ? json_array() : NULL};
    enum status status = compare(&comparison, &equal, &failure);
    json_decref(comparison.list);
    for (int i = 0; i < SIDES; i++) {
        answers_clear(&comparison.sides[i].answers);
        campaign_clear(&comparison.sides[i].campaign);
    }
    if (status)
        return verb_failed(&failure);
    return equal ? EXIT_DONE : EXIT_INPUT;
}

VERB(compare, "Compares the answers of two folders of campaigns, case by case", "FOLDER FOLDER",
     .counted = {SIDES, SIDES, "takes two folders"}, .run = run_compare);
