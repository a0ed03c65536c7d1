/* SPDX-License-Identifier: MIT */
/* Pictures in other formats than SVG, by the program rsvg-convert (Debian: librsvg2-bin). */
#ifndef STEADYCAST_TOOLS_DRAW_CONVERT_H
#define STEADYCAST_TOOLS_DRAW_CONVERT_H

#include "tools/steadycast/draw/picture.h"

enum picture_format { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF };

/* For a message where the program is missing. */
#define PICTURE_CONVERTER "rsvg-convert (Debian: librsvg2-bin)"

/* The picture, alone and light, as the bytes of a file, owned by the caller, 0-terminated.
 * *missing: the program is not installed, and there are no bytes. STATUS_SYSTEM if it fails. */
enum status picture_convert(const struct picture *picture, enum picture_format format, char **bytes,
                            size_t *size, bool *missing, struct failure *failure);

#endif
