/* SPDX-License-Identifier: MIT */
/* Where the certificates of cases are: two cases have the same path only if they have the same
 * name, also where upper and lower case are the same, whatever a user writes; no name of a file is
 * too long or hidden. Those of the campaigns in results/ are where they are kept. Usage:
 * test_case_paths RESULTS */
#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/automata/random.h"
#include "tools/steadycast/campaign/case_result.h"

enum { CASES = 30000, ROOM = 400 };

static uint64_t seed;
static const char *results;

struct named {
    char *name;
    char *path; /* in small letters, as some file systems compare them */
};

static int compare_paths(const void *a, const void *b) {
    return strcmp(((const struct named *)a)->path, ((const struct named *)b)->path);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

/* Texts that are like each other, and like the paths of each other. */
static void random_name(char text[ROOM]) {
    static const char *const parts[] = {"file:",
                                        "t1",
                                        ":1",
                                        "1:",
                                        "T1",
                                        "t",
                                        "a",
                                        "A",
                                        "é",
                                        "\xe9",
                                        ".",
                                        "..",
                                        "-",
                                        "_",
                                        "%2E",
                                        "%",
                                        "*",
                                        "**",
                                        " ",
                                        "\t",
                                        "\\",
                                        "\"",
                                        "#",
                                        "sat",
                                        "any",
                                        "half",
                                        "cnf",
                                        "0123456789abcdef",
                                        "-0123456789abcdef",
                                        "fedcba9876543210",
                                        "/",
                                        "//",
                                        "ring:5",
                                        "ring5",
                                        "longlonglonglonglong"};
    enum { PARTS = sizeof parts / sizeof *parts };
    int count = 1 + random_below(&seed, random_below(&seed, 4) ? 3 : 9);
    *text = 0;
    for (int i = 0; i < count; i++)
        strcat(text, parts[random_below(&seed, PARTS)]);
}

static void random_value(const struct parameter *parameter, char text[ROOM]) {
    long most = parameter->most - parameter->least < 3 ? parameter->most : parameter->least + 3;
    const char *word = parameter->words;
    switch (parameter->kind) {
    case PARAMETER_NUMBER:
        snprintf(text, ROOM, "%ld",
                 parameter->least + random_below(&seed, (int)(most - parameter->least + 1)));
        break;
    case PARAMETER_BIG:
        snprintf(text, ROOM, "%d", 2 + random_below(&seed, 12));
        for (int i = random_below(&seed, 3) * 60; i > 0; i--)
            strcat(text, i % 60 ? "1" : random_below(&seed, 2) ? "12" : "21");
        break;
    case PARAMETER_WORD:
        for (int skip = random_below(&seed, 4); skip && strchr(word, '|'); skip--)
            word = strchr(word, '|') + 1;
        snprintf(text, ROOM, "%.*s", (int)strcspn(word, "|"), word);
        if (text[strlen(text) - 1] == ':')
            strcat(text, random_below(&seed, 2) ? "1" : "11");
        break;
    case PARAMETER_TEXT:
        random_name(text);
        break;
    }
}

static void check_path(const char *path) {
    const char *slash = strchr(path, '/');
    assert_non_null(slash);
    assert_true(slash - path < 150 && strlen(slash + 1) < 200 && !strchr(slash + 1, '/'));
    assert_true(*path != '.' && slash[1] != '.' && !strstr(path, ".."));
    for (const char *next = path; *next; next++)
        if (!isalnum((unsigned char)*next) && !strchr("/._-", *next))
            fail_msg("%s has a character of its own", path);
}

/* What is implied is mostly left out; what need not be there, in half of all. */
static bool is_left_out(const struct parameter *parameter, bool wanted) {
    return !wanted && parameter->implied != NOT_IMPLIED &&
           random_below(&seed, parameter->implied == ABSENT ? 2 : 4);
}

/* Random values, of which a text is this one; false: they don't go together. */
static bool fill(struct question *question, enum subject subject, const char *value) {
    const struct subject_form *form = subject_form(subject);
    struct failure failure;
    int given = 0;
    question_init(question, subject);
    for (int i = 0; i < form->count; i++) {
        const struct parameter *parameter = &form->parameters[i];
        bool wanted = value && parameter->kind == PARAMETER_TEXT;
        char text[ROOM];
        if (is_left_out(parameter, wanted))
            continue;
        given |= 1 << i;
        random_value(parameter, text);
        if (question_read_value(question, parameter->key, wanted ? value : text, &failure))
            fail_msg("%s", failure.message);
    }
    return !question_check(question, given, NULL) && engine_of(question, 0);
}

static void take(const struct campaign_case *asked, struct named *named) {
    char path[CAMPAIGN_FILE_ROOM];
    campaign_case_path(asked, path);
    check_path(path);
    named->name = campaign_case_name(asked);
    for (char *next = path; *next; next++)
        *next = (char)tolower((unsigned char)*next);
    named->path = strdup(path);
}

/* A question that engines answer. */
static void make(enum subject subject, int engine, const char *value, struct named *named) {
    struct campaign_case asked = {.plain = false};
    for (int tries = 0; !fill(&asked.question, subject, value); tries++) {
        question_clear(&asked.question);
        if (tries == 100000)
            fail_msg("no values of '%s' go together", subject_form(subject)->name);
    }
    for (; (asked.engine = engine_of(&asked.question, engine)) == NULL; engine--)
        assert_true(engine > 0);
    asked.plain = asked.engine->plain && random_below(&seed, 4) == 0;
    take(&asked, named);
    question_clear(&asked.question);
}

/* Groups of the same name, and of the same path, are the same ones; how many repeat another. */
static size_t compare(struct named *list, size_t count) {
    size_t repeated = 0, shared = 0;
    qsort(list, count, sizeof *list, compare_names);
    for (size_t i = 1; i < count; i++)
        if (strcmp(list[i].name, list[i - 1].name) == 0) {
            assert_string_equal(list[i].path, list[i - 1].path);
            repeated++;
        }
    qsort(list, count, sizeof *list, compare_paths);
    for (size_t i = 1; i < count; i++)
        if (strcmp(list[i].path, list[i - 1].path) == 0) {
            if (strcmp(list[i].name, list[i - 1].name) != 0)
                fail_msg("%s\n%s\nare both %s", list[i].name, list[i - 1].name, list[i].path);
            shared++;
        }
    assert_int_equal(repeated, shared);
    return repeated;
}

static void free_all(struct named *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(list[i].name);
        free(list[i].path);
    }
    free(list);
}

/* The last third are names that look like the paths of those before. */
static void test_distinct(void **state) {
    static const enum subject texts[] = {SUBJECT_ALLGATHER, SUBJECT_FORMULA, SUBJECT_CLAIM};
    struct named *list = calloc(CASES, sizeof *list);
    (void)state;
    for (int i = 0; i < CASES; i++) {
        enum subject subject = i % 2 ? (enum subject)(i / 2 % SUBJECTS) : texts[i / 2 % 3];
        char value[ROOM];
        bool like = i > 2 * CASES / 3 && i % 2 == 0;
        if (like) {
            const char *path = list[random_below(&seed, i)].path;
            const char *from = strchr(path, '-');
            from = from && from < strchr(path, '/') ? from + 1 : path;
            snprintf(value, sizeof value, "%.*s", (int)strcspn(from, "/"), from);
        }
        make(subject, random_below(&seed, 4), like && *value ? value : NULL, &list[i]);
    }
    size_t repeated = compare(list, CASES);
    assert_true(repeated > 0 && repeated < CASES - 1);
    free_all(list, CASES);
}

/* --- all questions with few values --- */

struct list {
    struct named *cases;
    size_t count;
};

static void add_case(struct list *list, const struct campaign_case *asked) {
    if (!(list->count & (list->count + 1)))
        list->cases = realloc(list->cases, 2 * (list->count + 1) * sizeof *list->cases);
    take(asked, &list->cases[list->count++]);
}

static void add_question(struct list *list, const struct question *question) {
    struct campaign_case asked = {.question = *question};
    for (int i = 0; (asked.engine = engine_of(question, i)); i++)
        for (int plain = 0; plain <= (asked.engine->plain != NULL); plain++) {
            asked.plain = plain;
            add_case(list, &asked);
        }
}

static bool is_word(const char *words, int i, char text[ROOM]) {
    for (; i > 0 && words; i--)
        words = strchr(words, '|') ? strchr(words, '|') + 1 : NULL;
    snprintf(text, ROOM, "%.*s", words ? (int)strcspn(words, "|") : 0, words ? words : "");
    strcat(text, *text && text[strlen(text) - 1] == ':' ? "2" : "");
    return *text;
}

/* The i-th value that is tried, besides none; false: there are no more. Words of one key are few,
 * and other keys may have the same; a text may look like what follows it. */
static bool is_tried(const struct parameter *parameter, int i, char text[ROOM]) {
    static const char *const texts[] = {"a", "a-half", "a-2", "2"};
    if (parameter->kind == PARAMETER_WORD)
        return is_word(parameter->words, i, text);
    if (parameter->kind == PARAMETER_TEXT)
        return i < 4 && strcpy(text, texts[i]);
    long number = (parameter->least > 2 ? parameter->least : 2) + i;
    snprintf(text, ROOM, "%ld", number);
    return i < 2 && number <= parameter->most;
}

/* Classes of machines for which nobody answers need not be gone into. */
static bool is_for_nobody(const struct question *question) {
    const struct engine *engine;
    int classes = 0;
    for (int i = 0; (engine = subject_engine(question->subject, i)); i++)
        classes |= engine->machines;
    return !(classes & (int)question_machine_class(question));
}

static void try_from(struct list *list, const struct question *question, int place, int given) {
    const struct subject_form *form = subject_form(question->subject);
    if (place == MACHINE_KEYS && subject_has_machine(question->subject) && is_for_nobody(question))
        return;
    if (place == form->count) {
        if (!question_check(question, given, NULL))
            add_question(list, question);
        return;
    }
    const struct parameter *parameter = &form->parameters[place];
    char text[ROOM];
    if (parameter->implied != NOT_IMPLIED)
        try_from(list, question, place + 1, given);
    for (int i = 0; is_tried(parameter, i, text); i++) {
        struct question next;
        struct failure failure;
        if (question_copy(&next, question, &failure))
            fail_msg("%s", failure.message);
        if (!question_read_value(&next, parameter->key, text, NULL) &&
            next.values[place] != parameter->implied)
            try_from(list, &next, place + 1, given | 1 << place);
        question_clear(&next);
    }
}

/* Each parameter of the table of subjects left out, or with some of its values: a subject, a
 * parameter or a word that is new is among them. */
static void test_all_pairs(void **state) {
    struct list list = {.count = 0};
    (void)state;
    for (int subject = 0; subject < SUBJECTS; subject++) {
        size_t before = list.count;
        struct question question;
        question_init(&question, (enum subject)subject);
        try_from(&list, &question, 0, 0);
        if (list.count < before + 2)
            fail_msg("no values of '%s' go together", subject_form((enum subject)subject)->name);
    }
    printf("%zu cases\n", list.count);
    assert_int_equal(compare(list.cases, list.count), 0);
    free_all(list.cases, list.count);
}

static void test_examples(void **state) {
    static const struct {
        const char *value;
        const char *path;
    } examples[] = {
        {"a-b_c.cnf", "formula-a-b_c.cnf/sat"},
        {"dir/a.cnf", "formula-diracnf-"},
        {"A.cnf", "formula-Acnf-"},
        {".hidden", "formula-hidden-"},
        {"a-0123456789abcdef", "formula-a-0123456789abcdef-"},
        {"0123456789abcdef", "formula-0123456789abcdef/sat"},
        {"-0123456789abcdef", "formula--0123456789abcdef-"},
        {"1234567890123456789012345678901234567890",
         "formula-1234567890123456789012345678901234567890/sat"},
        {"12345678901234567890123456789012345678901", "formula-12345678901234567890-"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct campaign_case asked = {.plain = false};
        struct failure failure;
        char path[CAMPAIGN_FILE_ROOM];
        question_init(&asked.question, SUBJECT_FORMULA);
        assert_int_equal(
            question_read_value(&asked.question, KEY_FILE, examples[i].value, &failure), STATUS_OK);
        asked.engine = engine_of(&asked.question, 0);
        campaign_case_path(&asked, path);
        if (strncmp(path, examples[i].path, strlen(examples[i].path)) != 0)
            fail_msg("%s: %s", examples[i].value, path);
        assert_int_equal(strlen(strstr(path, "/")), strlen("/sat"));
        question_clear(&asked.question);
    }
}

/* --- what is kept --- */

static size_t check_rows(const struct campaign *campaign, FILE *rows, const char *folder) {
    char *line = NULL;
    size_t room = 0, files = 0;
    while (getline(&line, &room, rows) > 0) {
        struct case_result result;
        struct failure failure;
        char path[CAMPAIGN_FILE_ROOM];
        if (case_result_parse_row(&result, line, &failure))
            fail_msg("%s: %s", folder, failure.message);
        size_t index = campaign_find(campaign, result.name);
        if (index >= campaign->count)
            fail_msg("%s: the campaign has no %s", folder, result.name);
        campaign_case_path(&campaign->cases[index], path);
        for (int i = 0; i < result.certificate_count; i++, files++) {
            const char *rest = result.certificates[i].file + strlen(path);
            if (strncmp(result.certificates[i].file, path, strlen(path)) != 0 ||
                strspn(rest, "-.abcdefghijklmnopqrstuvwxyz") != strlen(rest) ||
                (*rest != '-' && *rest != '.'))
                fail_msg("%s: %s is kept as %s", folder, path, result.certificates[i].file);
        }
        case_result_clear(&result);
    }
    free(line);
    return files;
}

static void test_kept(void **state) {
    DIR *folder = opendir(results);
    size_t files = 0;
    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        struct campaign campaign;
        struct failure failure;
        snprintf(path, sizeof path, "%s/%s/results.jsonl", results, entry->d_name);
        FILE *rows = *entry->d_name == '.' ? NULL : fopen(path, "r");
        if (!rows)
            continue;
        snprintf(path, sizeof path, "%s/%s/campaign", results, entry->d_name);
        if (campaign_read(&campaign, path, &failure))
            fail_msg("%s", failure.message);
        files += check_rows(&campaign, rows, entry->d_name);
        campaign_clear(&campaign);
        fclose(rows);
    }
    closedir(folder);
    assert_true(files > 1000);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distinct), cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_examples), cmocka_unit_test(test_kept)};
    if (argc != 2)
        return 1;
    results = argv[1];
    seed = random_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
