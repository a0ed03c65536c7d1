/* SPDX-License-Identifier: MIT */
/* Pieces that must not be joined: damaged, missing, of another question, cut or piece, and with a
 * right digest around wrong contents. Each is refused by name, or the answer is unknown. */
#include "tests/solver/certificate_test.h"
#include "tests/solver/sealed_file.h"

#include "solver/decide/pieces.h"
#include "solver/sat/cubes.h"

enum { MOST_PIECES = 64, TEXT_ROOM = 1 << 16, WANTED = 4 };

static const struct limits no_limits;

/* L = 4, t = 8 has no schedule, L = 3, t = 8 has one. */
static const struct pieces_question tree = {
    .kind = PIECES_TREE, .latency = 4, .depth = 8, .no_ball_rule = true};
static const struct pieces_question cubes = {
    .kind = PIECES_CUBES, .latency = 4, .depth = 8, .words = true};
static const struct pieces_question found = {.kind = PIECES_TREE, .latency = 3, .depth = 8};
static const struct pieces_question found_cubes = {.kind = PIECES_CUBES, .latency = 3, .depth = 8};
static const struct pieces_question period = {.kind = PIECES_PERIODIC,
                                              .latency = 2,
                                              .depth = 4,
                                              .processors = 6,
                                              .period = 1,
                                              .roles = ROLES_PERMUTE};
static const struct pieces_question served = {.kind = PIECES_PERIODIC,
                                              .latency = 2,
                                              .depth = 4,
                                              .processors = 5,
                                              .period = 2,
                                              .roles = ROLES_PERMUTE};
static const struct pieces_question *const all_questions[] = {&tree,        &cubes,  &found,
                                                              &found_cubes, &period, &served};
enum { QUESTIONS = sizeof all_questions / sizeof *all_questions };

static char names[MOST_PIECES][TEST_PATH_ROOM];
static const char *paths[MOST_PIECES];
static int count;

static void answer_all(const struct pieces_question *question, int wanted) {
    struct failure failure;
    struct piece_answer answer;
    assert_ok(pieces_count(question, wanted, &count, &failure), failure);
    assert_in_range(count, 1, MOST_PIECES);
    for (int i = 0; i < count; i++) {
        char name[40];
        snprintf(name, sizeof name, "piece-%d", i);
        paths[i] = test_path(names[i], name);
        assert_ok(pieces_answer(question, wanted, i, &no_limits, paths[i], &answer, &failure),
                  failure);
        assert_int_not_equal(answer.verdict, VERDICT_UNKNOWN);
        struct piece_answer again;
        assert_ok(pieces_read(question, wanted, i, paths[i], &again, &failure), failure);
        assert_int_equal(again.verdict, answer.verdict);
        assert_int_equal(again.nodes, answer.nodes);
    }
}

static size_t read_text(const char *path, char text[TEXT_ROOM]) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, TEXT_ROOM - 1, file);
    assert_in_range(length, 1, TEXT_ROOM - 2);
    fclose(file);
    text[length] = 0;
    return length;
}

static void write_text(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* The file of this piece is refused, by its name, alone and among the others. */
static void assert_refused(const struct pieces_question *question, int wanted, int piece) {
    struct failure failure = {STATUS_OK, ""};
    struct piece_answer answer;
    struct answer joined;
    assert_int_equal(pieces_read(question, wanted, piece, paths[piece], &answer, &failure),
                     STATUS_INPUT);
    assert_non_null(strstr(failure.message, paths[piece]));
    failure.message[0] = 0;
    assert_int_equal(pieces_join(question, wanted, paths, count, &no_limits, &joined, &failure),
                     STATUS_INPUT);
    assert_non_null(strstr(failure.message, paths[piece]));
}

static void damaged_files_are_refused(void **state) {
    (void)state;
    static char text[TEXT_ROOM], kept[TEXT_ROOM];
    uint64_t seed = random_seed();
    for (int q = 0; q < QUESTIONS; q++) {
        answer_all(all_questions[q], WANTED);
        for (int run = 0; run < 40; run++) {
            int piece = random_below(&seed, count);
            size_t length = read_text(paths[piece], text);
            memcpy(kept, text, length);
            size_t place = (size_t)random_below(&seed, (int)length);
            text[place] ^= (char)(1 << random_below(&seed, 7));
            write_text(paths[piece], text, run % 2 ? length : place);
            assert_refused(all_questions[q], WANTED, piece);
            write_text(paths[piece], kept, length);
        }
        unlink(paths[count - 1]);
        assert_refused(all_questions[q], WANTED, count - 1);
    }
}

static void pieces_of_others_are_refused(void **state) {
    (void)state;
    struct pieces_question other[] = {tree, tree, tree, tree, cubes, cubes, cubes, period, period};
    other[0].depth = 7;
    other[1].no_ball_rule = false;
    other[2].depth = 9;
    other[3].latency = 5;
    other[4].words = false;
    other[5].depth = 9;
    other[6].kind = PIECES_TREE;
    other[7].processors = 5;
    other[8].roles = ROLES_KEEP;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        const struct pieces_question *mine = i < 4 ? &tree : i < 7 ? &cubes : &period;
        struct failure failure = {STATUS_OK, ""};
        struct piece_answer answer;
        answer_all(&other[i], 1);
        assert_int_equal(pieces_read(mine, 1, 0, paths[0], &answer, &failure), STATUS_INPUT);
        assert_non_null(strstr(failure.message, paths[0]));
    }
    /* Another cut of the same question, and another piece of the same cut. */
    answer_all(&tree, 2);
    static char text[TEXT_ROOM];
    size_t length = read_text(paths[1], text);
    answer_all(&tree, WANTED);
    write_text(paths[1], text, length);
    assert_refused(&tree, WANTED, 1);
    length = read_text(paths[0], text);
    write_text(paths[1], text, length);
    assert_refused(&tree, WANTED, 1);
}

static void assert_needs(const struct pieces_question *question, enum verdict verdict,
                         const char *note) {
    struct failure failure;
    struct answer joined;
    assert_ok(pieces_join(question, WANTED, paths, count, &no_limits, &joined, &failure), failure);
    assert_int_equal(joined.verdict, verdict);
    assert_non_null(strstr(joined.note, note));
    answer_clear(&joined);
}

static void missing_pieces_are_named(void **state) {
    (void)state;
    for (int q = 0; q < QUESTIONS; q++) {
        answer_all(all_questions[q], WANTED);
        const char *last = paths[count - 1], *first = paths[0];
        char note[80];
        paths[0] = NULL;
        snprintf(note, sizeof note, "piece 0 of %d is needed", count);
        assert_needs(all_questions[q], VERDICT_UNKNOWN, note);
        for (int i = 0; i < count; i++)
            paths[i] = NULL;
        snprintf(note, sizeof note, "%d of %d pieces are needed, 0 is the first", count, count);
        assert_needs(all_questions[q], VERDICT_UNKNOWN, note);
        paths[0] = first;
        paths[count - 1] = last;
    }
}

/* What the verdicts before a feasible piece are worth. */
static void the_first_feasible_piece_decides(void **state) {
    (void)state;
    uint64_t seed = random_seed();
    for (int run = 0; run < 1000; run++) {
        enum verdict verdicts[8];
        bool needed[8];
        int pieces = 1 + random_below(&seed, 8), number = 0, told;
        for (int i = 0; i < pieces; i++)
            verdicts[i] = (enum verdict)random_below(&seed, 3);
        told = pieces_needed(verdicts, pieces, needed);
        assert_int_equal(told, pieces_needed(verdicts, pieces, NULL));
        for (int i = 0; i < pieces; i++) {
            bool before = true; /* no feasible piece stands before this one */
            for (int j = 0; j < i; j++)
                before &= verdicts[j] != VERDICT_FEASIBLE;
            assert_int_equal(needed[i], before && verdicts[i] == VERDICT_UNKNOWN);
            number += needed[i];
        }
        assert_int_equal(told, number);
    }
    /* Files behind the first feasible one are not needed. */
    answer_all(&found, 64);
    int winner = 0;
    struct piece_answer answer = {VERDICT_UNKNOWN, NULL, 0};
    for (; winner < count && answer.verdict != VERDICT_FEASIBLE; winner++)
        assert_int_equal(pieces_read(&found, 64, winner, paths[winner], &answer, NULL), STATUS_OK);
    assert_int_equal(answer.verdict, VERDICT_FEASIBLE);
    assert_in_range(winner, 1, count - 1);
    for (int i = winner; i < count; i++)
        paths[i] = NULL;
    struct answer joined;
    assert_int_equal(pieces_join(&found, 64, paths, count, &no_limits, &joined, NULL), STATUS_OK);
    assert_int_equal(joined.verdict, VERDICT_FEASIBLE);
    answer_clear(&joined);
}

/* A line of the file of piece 0 replaced, under a right digest. */
static void assert_line_is_refused(const struct pieces_question *question, const char *key,
                                   const char *line) {
    static char text[TEXT_ROOM], body[TEXT_ROOM];
    answer_all(question, 1);
    read_text(paths[0], text);
    *strstr(text, "digest sha256") = 0;
    char *place = text;
    while (strncmp(place, key, strlen(key)) != 0) {
        place = strchr(place, '\n');
        assert_non_null(place++);
    }
    int length = snprintf(body, sizeof body, "%.*s%s%s", (int)(place - text), text, line,
                          strchr(place, '\n') + 1);
    sealed_file_write(paths[0], body, (size_t)length);
    assert_refused(question, 1, 0);
}

static void wrong_contents_are_refused(void **state) {
    (void)state;
    assert_line_is_refused(&tree, "verdict", "verdict unknown\n");
    assert_line_is_refused(&tree, "nodes", "nodes -1\n");
    assert_line_is_refused(&tree, "tree ", "tree 4\n");
    assert_line_is_refused(&tree, "tree ", "tree 00\n");
    assert_line_is_refused(&tree, "tree ", "tree \n");
    assert_line_is_refused(&tree, "tree ", "tree - \n");
    assert_line_is_refused(&tree, "tree-nodes", "tree-nodes 1\n");
    assert_line_is_refused(&tree, "tree-nodes", "");
    assert_line_is_refused(&tree, "verdict", "verdict feasible\n");
    assert_line_is_refused(&found, "letters", "letters 3\n");
    assert_line_is_refused(&found, "letters", "");
    assert_line_is_refused(&found, "verdict", "verdict infeasible\n");
    assert_line_is_refused(&found_cubes, "letters",
                           "letters 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    assert_line_is_refused(&served, "model", "");
    assert_line_is_refused(&cubes, "cube", "cube 1\n");
    assert_line_is_refused(&cubes, "variables", "variables 2\n");
    assert_line_is_refused(&cubes, "clauses", "clauses 1\n");
    assert_line_is_refused(&cubes, "lrat", "");
    assert_line_is_refused(&cubes, "lrat", "lrat 0 0 1 0\n");
    assert_line_is_refused(&cubes, "lrat", "lrat 1 0 1 0\n");
    assert_line_is_refused(&cubes, "lrat", "tree 1\n");
}

/* A filling that is none has the right shape: only joining sees it. */
static void fillings_that_are_none_are_refused(void **state) {
    (void)state;
    static char text[TEXT_ROOM];
    struct failure failure = {STATUS_OK, ""};
    struct answer joined;
    answer_all(&found, 1);
    read_text(paths[0], text);
    *strstr(text, "digest sha256") = 0;
    for (char *letter = strstr(text, "letters ") + 8; *letter; letter++)
        if (*letter >= '0' && *letter <= '9')
            *letter = '0';
    sealed_file_write(paths[0], text, strlen(text));
    assert_int_equal(pieces_join(&found, 1, paths, 1, &no_limits, &joined, &failure), STATUS_INPUT);
    assert_non_null(strstr(failure.message, paths[0]));
}

/* A piece under the cube of another one is refuted rightly, and still leaves its own cube open. */
static void cubes_that_do_not_fit_are_refused(void **state) {
    (void)state;
    static char text[TEXT_ROOM], body[TEXT_ROOM];
    struct failure failure = {STATUS_OK, ""};
    struct piece_answer answer;
    struct answer joined;
    answer_all(&cubes, 2);
    read_text(paths[0], text);
    *strstr(text, "digest sha256") = 0;
    char *line = strstr(text, "\npiece 0\n");
    assert_non_null(line);
    int length = snprintf(body, sizeof body, "%.*s\npiece 1\n%s", (int)(line - text), text,
                          line + strlen("\npiece 0\n"));
    sealed_file_write(paths[1], body, (size_t)length);
    assert_ok(pieces_read(&cubes, 2, 1, paths[1], &answer, &failure), failure);
    assert_int_equal(pieces_join(&cubes, 2, paths, count, &no_limits, &joined, &failure),
                     STATUS_INPUT);
    assert_non_null(strstr(failure.message, "the cube of piece 1 does not fit that of piece 0"));
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void limits_leave_no_file(void **state) {
    (void)state;
    const struct pieces_question large = {
        .kind = PIECES_TREE, .latency = 12, .depth = 24, .no_ball_rule = true};
    const struct limits stopped = {.stop = stop}, few = {.nodes = 1000};
    struct piece_answer answer;
    char path[TEST_PATH_ROOM];
    test_path(path, "stopped");
    assert_int_equal(pieces_answer(&large, 1, 0, &stopped, path, &answer, NULL), STATUS_OK);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    assert_non_null(answer.reason);
    assert_int_equal(pieces_answer(&large, 1, 0, &few, path, &answer, NULL), STATUS_OK);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    assert_int_equal(answer.nodes, 1000);
    assert_int_equal(pieces_answer(&cubes, 1, 0, &stopped, path, &answer, NULL), STATUS_OK);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    assert_int_not_equal(access(path, F_OK), 0);
    answer_all(&tree, WANTED);
    struct answer joined;
    assert_int_equal(pieces_join(&tree, WANTED, paths, count, &stopped, &joined, NULL),
                     STATUS_LIMIT);
}

static void wrong_numbers_are_refused(void **state) {
    (void)state;
    struct pieces_question none = tree, endless = tree, early = period;
    struct piece_answer answer;
    struct answer joined;
    char path[TEST_PATH_ROOM];
    int number;
    test_path(path, "none");
    none.latency = 0;
    endless.depth = 2000000000;
    early.depth = 1;
    assert_int_equal(pieces_count(&tree, 0, &number, NULL), STATUS_INPUT);
    assert_int_equal(pieces_count(&tree, PIECES_MOST_WANTED + 1, &number, NULL), STATUS_INPUT);
    assert_int_equal(pieces_count(&none, 1, &number, NULL), STATUS_INPUT);
    assert_int_not_equal(pieces_count(&endless, 1, &number, NULL), STATUS_OK);
    assert_int_equal(pieces_count(&early, 1, &number, NULL), STATUS_INPUT);
    assert_int_equal(pieces_answer(&tree, 1, 1, &no_limits, path, &answer, NULL), STATUS_INPUT);
    assert_int_equal(pieces_answer(&tree, 1, -1, &no_limits, path, &answer, NULL), STATUS_INPUT);
    answer_all(&tree, WANTED);
    assert_int_equal(pieces_join(&tree, WANTED, paths, count - 1, &no_limits, &joined, NULL),
                     STATUS_INPUT);
    assert_int_equal(pieces_count(&cubes, PIECES_MOST_WANTED, &number, NULL), STATUS_OK);
    assert_int_equal(number, 1 << cubes_depth(PIECES_MOST_WANTED, 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(pieces_of_others_are_refused),
        cmocka_unit_test(missing_pieces_are_named),
        cmocka_unit_test(the_first_feasible_piece_decides),
        cmocka_unit_test(wrong_contents_are_refused),
        cmocka_unit_test(fillings_that_are_none_are_refused),
        cmocka_unit_test(cubes_that_do_not_fit_are_refused),
        cmocka_unit_test(limits_leave_no_file),
        cmocka_unit_test(wrong_numbers_are_refused),
    };
    return cmocka_run_group_tests_name("pieces refused", tests, test_folder_make,
                                       test_folder_remove);
}
