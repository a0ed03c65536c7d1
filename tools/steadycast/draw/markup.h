/* SPDX-License-Identifier: MIT */
/* Text inside pages and pictures (HTML and XML), and addresses in them. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* The length of the character that begins here, or 0 if XML takes none such: RFC 3629, without
 * control characters other than tabs and ends of lines, surrogates and U+FFFE, U+FFFF. */
size_t markup_character(const unsigned char *at);

/* Any bytes as text, also between double quotes: what HTML and XML read as marks is written as they
 * want it, and what they refuse, control characters and what is no UTF-8, as U+FFFD. */
void markup_text(FILE *file, const char *text);

/* printf for pages: the format is markup, and words in it are texts. It knows %s, %d, %ld, %zu and
 * %%, and nothing between. */
void markup_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Longer texts in pictures are cut. */
enum { MARKUP_ROOM = 2048 };

/* A path as addresses have it: bytes that may mean something else in one are written as %XX. A
 * slash stays. `link` has room for 3 * strlen(path) + 1. */
void markup_address(const char *path, char *link);
