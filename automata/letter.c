/* SPDX-License-Identifier: MIT */
#include "automata/letter.h"

#include <stdio.h>

#include "automata/require.h"

const char *letter_name(char name[LETTER_NAME_SIZE], int letter, int alphabet) {
    require(letter >= 0 && letter < alphabet);
    if (alphabet <= LETTER_NAMED_ALPHABET) {
        name[0] = "abcdefghijklmnopqrstuvwxyz"[letter];
        name[1] = '\0';
    } else {
        snprintf(name, LETTER_NAME_SIZE, "%d", letter);
    }
    return name;
}
