/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/picture.h"

#include <string.h>

static const double MONO = .61, BOLD = 7 / 6.;

/* Characters of about the same width, in hundredths of an em. */
static const struct {
    int width;
    const char *characters;
} widths[] = {{37, "ijl'` .,"},
              {46, "ftrIJ()[]/\\|:;-\"!"},
              {53, "sz"},
              {66, "abcdeghknopquvxyLF0123456789?$*_{}"},
              {75, "ABCEKPRSTVXYZ"},
              {84, "DGHNOQUw&#+=<>~^"},
              {108, "mMW%@"}};

/* In hundredths of an em; the bytes of one character that follow its first one are no characters.
 */
static int width_of(char character) {
    if (((unsigned char)character & 0xc0) == 0x80)
        return 0;
    for (size_t i = 0; character && i < sizeof widths / sizeof *widths; i++)
        if (strchr(widths[i].characters, character))
            return widths[i].width;
    return 108;
}

static double width_of_bytes(const char *text, size_t length, double size, bool bold) {
    long sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += width_of(text[i]);
    return (double)sum / 100 * size * (bold ? BOLD : 1);
}

double text_width(const char *text, double size, bool bold) {
    return width_of_bytes(text, strlen(text), size, bold);
}

double text_width_mono(const char *text, double size) {
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return MONO * size * (double)count;
}

size_t text_line(const char *text, double width, double size, bool bold) {
    size_t end = strcspn(text, "\n"), taken = 0;
    while (taken < end) {
        size_t word = taken + strspn(text + taken, " ");
        word += strcspn(text + word, " \n");
        if (word > end)
            word = end;
        if (taken && width_of_bytes(text, word, size, bold) > width)
            break;
        taken = word;
    }
    return taken;
}
