/* SPDX-License-Identifier: MIT */
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

#include "solver/base/evidence.h"
#include "solver/stream/construction/base_window.h"
#include "solver/stream/construction/family.h"
#include "solver/stream/construction/schedule_read.h"

enum { BEYOND = 12 };

static struct family family_of(int latency) {
    struct family family;
    struct failure failure;
    bool found = false;
    assert_ok(family_find(&family, latency, NULL, &found, &failure), failure);
    assert_true(found);
    assert_int_equal(family.latency, latency);
    assert_true(family.from >= 2 * latency);
    assert_in_range(family.receive_only, 0, latency - 1);
    return family;
}

/* The family's schedule for any depth, from the window or by the rule; false where it has none. */
static bool schedule_of(const struct family *family, int depth, struct schedule *schedule) {
    struct failure failure;
    bool found = true;
    if (depth < family->from + family->latency)
        assert_ok(family_instance(family, depth, &found, schedule, &failure), failure);
    else
        assert_ok(family_expand(family, depth, schedule, &failure), failure);
    if (found)
        assert_ok(schedule_check_whole(schedule, &failure), failure);
    return found;
}

/* The root of T+L-1 is B-ball: L-1 + (sum of its letters) = B * size, exactly. */
static void root_is_ball(const struct family *family) {
    struct schedule schedule;
    long sum = family->latency - 1;
    assert_true(schedule_of(family, family->from + family->latency - 1, &schedule));
    const struct block_class *root = &schedule.blocks[0];
    int *leaves = calloc((size_t)root->size, sizeof *leaves);
    assert_non_null(leaves);
    schedule_leaves(&schedule, root, leaves);
    assert_int_equal(root->size, family->from);
    for (int i = 0; i < root->size - 1; i++)
        sum += leaves[i];
    free(leaves);
    assert_int_equal(sum, (long)family->receive_only * root->size);
    schedule_clear(&schedule);
}

static void check_family(int latency) {
    struct family family = family_of(latency);
    int last = family.from + latency - 1;
    for (int depth = latency; depth <= last + BEYOND; depth++) {
        struct schedule schedule;
        bool found = schedule_of(&family, depth, &schedule);
        assert_int_equal(found, !(depth == 2 * latency && latency % 2 == 0));
        if (found && depth >= family.from)
            assert_int_equal(schedule.receive_only, family.receive_only);
        schedule_clear(&schedule);
    }
    root_is_ball(&family);
    family_clear(&family);
}

static void windows_and_what_follows_are_right(void **state) {
    (void)state;
    check_family(1);
    for (int latency = 3; latency <= 40; latency++)
        check_family(latency);
    check_family(64);
    check_family(100);
    check_family(201);
}

/* What is kept of it is what it finds. */
static void searches_end_where_they_are_known_to(void **state) {
    (void)state;
    for (int latency = 1; latency <= 9; latency++) {
        struct family searched, family;
        struct failure failure;
        bool found;
        if (latency == 2)
            continue;
        assert_ok(family_search(&searched, latency, NULL, &found, &failure), failure);
        assert_true(found);
        assert_ok(family_find(&family, latency, NULL, &found, &failure), failure);
        assert_true(found);
        assert_non_null(family.window);
        assert_int_equal(family.from, searched.from);
        assert_int_equal(family.receive_only, searched.receive_only);
        family_clear(&searched);
        family_clear(&family);
    }
}

static void latency_two_has_no_family(void **state) {
    struct family family = {.latency = -7};
    bool found = true;
    struct failure failure;
    (void)state;
    assert_ok(family_find(&family, 2, NULL, &found, &failure), failure);
    assert_false(found);
    assert_int_equal(family.latency, -7);
    assert_int_equal(family_find(&family, 0, NULL, &found, NULL), STATUS_INPUT);
    assert_int_equal(family_find(&family, -5, NULL, &found, NULL), STATUS_INPUT);
}

static void letters_of_the_structured_base(void **state) {
    static const int letters[] = {2, 4, 3, 4, 4, 4, 3, 4, 4, 4, 5, 6,
                                  6, 6, 5, 6, 6, 6, 7, 6, 8, 8, 7, 8};
    (void)state;
    for (int latency = 3; latency <= 33; latency++) {
        int letter = -1;
        bool found;
        struct failure failure;
        assert_ok(base_find_letter(latency, NULL, &found, &letter, &failure), failure);
        if (latency >= 4 && latency <= 9)
            assert_false(found);
        if (latency >= 10) {
            assert_true(found);
            assert_int_equal(letter, letters[latency - 10]);
        }
    }
    bool found;
    int letter;
    assert_int_equal(base_find_letter(2, NULL, &found, &letter, NULL), STATUS_INPUT);
}

/* Fills t = 2L+1..3L with the letter; the fillings are checked from the definition. */
static void check_base(int latency, int letter) {
    for (int depth = 2 * latency + 1; depth <= 3 * latency; depth++) {
        struct schedule schedule;
        struct failure failure;
        bool found = false;
        schedule_init_blocks(&schedule, latency, depth);
        assert_ok(base_fill(letter, &found, &schedule, &failure), failure);
        if (!found)
            fail_msg("no filling for L = %d, t = %d, B = %d", latency, depth, letter);
        assert_int_equal(schedule.receive_only, letter);
        schedule_sort(&schedule);
        assert_ok(schedule_check_whole(&schedule, &failure), failure);
        schedule_clear(&schedule);
    }
}

/* The letters that the proof for L >= 34 names: S(B) = L^2+3+Y-u0-2(L+1)B in a window of length
 * 8(L+1) that ends at H = floor(L(3L-10)/4), with a parity and one exception. */
static int check_letters_of_the_proof(int latency) {
    long size = latency, left_out = 0, checked = 0;
    for (long r = 4; r <= size; r++)
        left_out += (r * (r - 1) / 2 + size - 1) % r;
    long u = 16 + ((left_out + 2 - 16) % (size + 1) + size + 1) % (size + 1);
    long high = size * (3 * size - 10) / 4;
    for (long letter = 0; letter < size; letter++) {
        long sum = size * size + 3 + left_out - u - 2 * (size + 1) * letter;
        bool parity = size % 2 ? letter % 2 == 0 : (letter - size / 2 - 1) % 2 == 0;
        bool exception = size % 2 == 0 && 4 * (letter - 1) == size;
        if (sum <= high && sum > high - 8 * (size + 1) && parity && !exception) {
            check_base(latency, (int)letter);
            checked++;
        }
    }
    return (int)checked;
}

static void letters_of_the_proof_fill_the_base(void **state) {
    (void)state;
    for (int latency = 34; latency <= 120; latency++)
        assert_in_range(check_letters_of_the_proof(latency), 1, 2);
}

static void windows_end_where_they_end(void **state) {
    struct family family = family_of(10);
    struct schedule schedule;
    bool found;
    (void)state;
    assert_int_equal(family_instance(&family, 9, &found, &schedule, NULL), STATUS_INPUT);
    assert_int_equal(family_instance(&family, family.from + 10, &found, &schedule, NULL),
                     STATUS_INPUT);
    assert_int_equal(family_expand(&family, family.from + 9, &schedule, NULL), STATUS_INPUT);
    schedule_init_blocks(&schedule, 10, 20);
    assert_int_equal(base_fill(2, &found, &schedule, NULL), STATUS_INPUT);
    schedule_init_blocks(&schedule, 10, 31);
    assert_int_equal(base_fill(2, &found, &schedule, NULL), STATUS_INPUT);
    family_clear(&family);
}

static void assert_equal_schedules(const struct schedule *a, const struct schedule *b) {
    assert_int_equal(a->latency, b->latency);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->receive_only, b->receive_only);
    assert_int_equal(a->block_count, b->block_count);
    for (size_t i = 0; i < a->block_count; i++) {
        assert_int_equal(a->blocks[i].size, b->blocks[i].size);
        assert_int_equal(a->blocks[i].ordered, b->blocks[i].ordered);
        assert_int_equal(mpz_cmp(a->blocks[i].count, b->blocks[i].count), 0);
        assert_memory_equal(a->ranges + a->blocks[i].first, b->ranges + b->blocks[i].first,
                            (a->blocks[i].range_end - a->blocks[i].first) * sizeof *a->ranges);
    }
}

/* What is read back for this depth is what the family itself says. */
static void read_back(const struct family *family, const char *path, int depth) {
    struct schedule want, found;
    struct failure failure = {STATUS_OK, ""};
    bool exists = schedule_of(family, depth, &want);
    enum status status = schedule_read_file(&found, path, depth, &failure);
    if (exists) {
        assert_ok(status, failure);
        assert_equal_schedules(&want, &found);
        assert_ok(schedule_order(&found, &failure), failure);
        assert_ok(schedule_check_whole(&found, &failure), failure);
        schedule_clear(&found);
    } else {
        assert_int_equal(status, STATUS_INPUT);
    }
    schedule_clear(&want);
}

/* The outcome takes the family over. */
static void write_induction(const char *path, struct outcome *outcome, struct family *family) {
    struct failure failure;
    *outcome = (struct outcome){.by = "arithmetic"};
    assert_ok(outcome_give_window(outcome, family, &failure), failure);
    assert_int_equal(outcome->verdict, VERDICT_FEASIBLE);
    assert_non_null(outcome_window(outcome));
    write_proof(outcome, path);
}

static void certificates_are_verified_and_read_back(void **state) {
    static const int latencies[] = {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 33, 34, 40};
    uint64_t random = random_seed();
    (void)state;
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        struct family family = family_of(latencies[i]);
        struct failure failure;
        char path[TEST_PATH_ROOM], claim[80];
        int end = family.from + family.latency;
        test_path(path, "family.cert");
        assert_ok(evidence_write(evidence_of_family(&family), path, true, NULL, &failure), failure);
        snprintf(claim, sizeof claim, "L=%d: for every t >= %d a block-cyclic", family.latency,
                 family.latency);
        assert_verified(path, claim);
        for (int round = 0; round < 12; round++)
            read_back(&family, path, family.latency + random_below(&random, 2 * end));
        read_back(&family, path, 2 * family.latency);
        read_back(&family, path, end - 1);
        int depth = end + random_below(&random, 3 * end);
        test_path(path, "induction.cert");
        struct outcome outcome;
        write_induction(path, &outcome, &family);
        const struct family *kept = outcome_window(&outcome);
        snprintf(claim, sizeof claim, "L=%d: for every t >= %d a block-cyclic", kept->latency,
                 kept->from);
        assert_verified(path, claim);
        read_back(kept, path, depth);
        struct schedule schedule;
        assert_int_equal(schedule_read_file(&schedule, path, kept->latency - 1, NULL),
                         STATUS_INPUT);
        assert_int_equal(schedule_read_file(&schedule, path, 100000000, NULL), STATUS_LIMIT);
        outcome_clear(&outcome);
    }
}

/* Equal questions give equal bytes. */
static void certificates_are_deterministic(void **state) {
    (void)state;
    for (int latency = 5; latency <= 12; latency += 7) {
        char paths[2][TEST_PATH_ROOM], command[3 * TEST_PATH_ROOM];
        for (int i = 0; i < 2; i++) {
            struct family family = family_of(latency);
            struct failure failure;
            test_path(paths[i], i ? "one.cert" : "two.cert");
            assert_ok(evidence_write(evidence_of_family(&family), paths[i], true, NULL, &failure),
                      failure);
            family_clear(&family);
        }
        snprintf(command, sizeof command, "cmp '%s' '%s'", paths[0], paths[1]);
        assert_int_equal(system(command), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_and_what_follows_are_right),
        cmocka_unit_test(searches_end_where_they_are_known_to),
        cmocka_unit_test(latency_two_has_no_family),
        cmocka_unit_test(letters_of_the_structured_base),
        cmocka_unit_test(letters_of_the_proof_fill_the_base),
        cmocka_unit_test(windows_end_where_they_end),
        cmocka_unit_test(certificates_are_verified_and_read_back),
        cmocka_unit_test(certificates_are_deterministic),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
