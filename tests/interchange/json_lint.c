/* SPDX-License-Identifier: MIT */
/* Is the file JSON? json_lint FILE prints its `format`, and exits with 1 if it is not. */
#include <jansson.h>
#include <stdio.h>

int main(int argc, char **argv) {
    json_error_t error;
    json_t *root = argc == 2 ? json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error) : NULL;
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format) {
        printf("%s\n", root ? "no format" : "no JSON");
        return 1;
    }
    puts(format);
    json_decref(root);
    return 0;
}
