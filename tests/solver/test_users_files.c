/* SPDX-License-Identifier: MIT */
/* Files that users name, and files without a name: marks at the beginning, and TMPDIR. */
#define _GNU_SOURCE /* F_GETFD, setenv */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "solver/base/files.h"

static char folder[200], path[240];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%.150s/steadycast-files-XXXXXX", temporary_folder());
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void expect_bytes(FILE *file, const char *expected) {
    char bytes[20] = "";
    assert_non_null(file);
    size_t count = fread(bytes, 1, sizeof bytes - 1, file);
    assert_int_equal(count, strlen(expected));
    assert_string_equal(bytes, expected);
    input_file_close(file);
}

static void test_marks(void **state) {
    static const char *const texts[][2] = {
        {"", ""},
        {"\xef\xbb\xbf", ""},
        {"0 1\n", "0 1\n"},
        {"\xef\xbb\xbf"
         "0 1\n",
         "0 1\n"},
        {"\xef\xbb\xbf\xef\xbb\xbf", "\xef\xbb\xbf"},
        {"\xef", "\xef"},
        {"\xefx", "\xefx"},
        {"\xef\xbb", "\xef\xbb"},
        {"\xef\xbbx\n", "\xef\xbbx\n"},
        {"x\xef\xbb\xbf", "x\xef\xbb\xbf"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(texts[i][0], file);
        assert_int_equal(fclose(file), 0);
        expect_bytes(input_file_open(path), texts[i][1]);
        expect_bytes(input_file_open_bytes(path), texts[i][0]);
    }
}

static void test_no_file(void **state) {
    char missing[300];
    (void)state;
    snprintf(missing, sizeof missing, "%s/missing", folder);
    errno = 0;
    assert_null(input_file_open(missing));
    assert_int_equal(errno, ENOENT);
}

/* It is where TMPDIR says, without a name, and no program that is started has it. */
static void test_temporary(void **state) {
    char link[60], place[400] = "", expected[260];
    (void)state;
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    FILE *file = temporary_file_open();
    assert_non_null(file);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fileno(file));
    assert_true(readlink(link, place, sizeof place - 1) > 0);
    snprintf(expected, sizeof expected, "%s/", folder);
    assert_memory_equal(place, expected, strlen(expected));
    assert_non_null(strstr(place, " (deleted)"));
    assert_int_equal(fcntl(fileno(file), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    assert_true(fputs("read again", file) >= 0);
    rewind(file);
    expect_bytes(file, "read again");
}

static void test_no_folder(void **state) {
    char missing[300];
    (void)state;
    snprintf(missing, sizeof missing, "%s/missing", folder);
    assert_int_equal(setenv("TMPDIR", missing, 1), 0);
    FILE *file = temporary_file_open(); /* in /tmp */
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(setenv("TMPDIR", "", 1), 0);
    assert_string_equal(temporary_folder(), "/tmp");
    assert_int_equal(unsetenv("TMPDIR"), 0);
    assert_string_equal(temporary_folder(), "/tmp");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_temporary),
        cmocka_unit_test(test_no_folder),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
