/* SPDX-License-Identifier: MIT */
/* SHA-256 as FIPS 180-4 tells it, of bytes, of parts and of files. */
#include "tests/solver/certificate_test.h"

#include "solver/base/digest.h"

static const char abc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
static const char nothing[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

static void known_digests(void **state) {
    (void)state;
    char hex[DIGEST_ROOM];
    digest_bytes("abc", 3, hex);
    assert_string_equal(hex, abc);
    digest_bytes("", 0, hex);
    assert_string_equal(hex, nothing);
}

static void contexts_start_again(void **state) {
    (void)state;
    char hex[DIGEST_ROOM];
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, 1, (const uint8_t *)"a");
    sha256_update(&context, 2, (const uint8_t *)"bc");
    digest_end(&context, hex);
    assert_string_equal(hex, abc);
    digest_end(&context, hex);
    assert_string_equal(hex, nothing);
}

/* Longer than what is read at once. */
static void files_are_read_whole(void **state) {
    (void)state;
    enum { SIZE = (1 << 17) + 1 };
    char path[TEST_PATH_ROOM], bytes[DIGEST_ROOM], file[DIGEST_ROOM];
    struct failure failure;
    uint64_t size = 0;
    uint8_t *text = malloc(SIZE);
    assert_non_null(text);
    for (int i = 0; i < SIZE; i++)
        text[i] = (uint8_t)(i * 7 + i / 1000);
    test_path(path, "bytes");
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(text, 1, SIZE, stream), SIZE);
    assert_int_equal(fclose(stream), 0);
    digest_bytes(text, SIZE, bytes);
    assert_ok(digest_file(path, file, &size, &failure), failure);
    assert_string_equal(file, bytes);
    assert_int_equal(size, SIZE);
    assert_ok(digest_file(path, file, NULL, &failure), failure);
    free(text);
}

/* A folder can be opened, not read. */
static void what_is_no_file_is_told(void **state) {
    (void)state;
    char path[TEST_PATH_ROOM], hex[DIGEST_ROOM] = "untouched";
    struct failure failure;
    uint64_t size = 9;
    test_path(path, "not there");
    assert_int_equal(digest_file(path, hex, &size, &failure), STATUS_INPUT);
    test_path(path, "");
    assert_int_equal(digest_file(path, hex, &size, &failure), STATUS_INPUT);
    assert_string_equal(hex, "untouched");
    assert_int_equal(size, 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_digests),
        cmocka_unit_test(contexts_start_again),
        cmocka_unit_test(files_are_read_whole),
        cmocka_unit_test(what_is_no_file_is_told),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
