/* SPDX-License-Identifier: MIT */
#ifndef AUTOMATA_LETTER_H
#define AUTOMATA_LETTER_H

/*
 * Names of letters for people: a, b, c, .. (a = 0) as in the papers when the alphabet has at most
 * 26 letters, else the decimal number.
 */
enum { LETTER_NAME_SIZE = 12, LETTER_NAMED_ALPHABET = 26 };

/* Writes the name of `letter`, 0 <= letter < alphabet, into `name` and returns `name`. */
const char *letter_name(char name[LETTER_NAME_SIZE], int letter, int alphabet);

#endif
