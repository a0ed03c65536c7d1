/* SPDX-License-Identifier: MIT */
#include "solver/base/input_file.h"

#include <string.h>

FILE *input_file_open(const char *path) {
    return strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
}

void input_file_close(FILE *file) {
    if (file != stdin)
        fclose(file);
}

const char *input_file_name(const char *path) {
    return strcmp(path, "-") == 0 ? "stdin" : path;
}
