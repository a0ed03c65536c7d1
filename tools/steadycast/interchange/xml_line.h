/* SPDX-License-Identifier: MIT */
#pragma once

#include <expat.h>

/* The line at which the parser is, from 1 on. */
static inline long xml_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9 /* which has another name for it */
    return (long)XML_GetCurrentLineNumber64(parser);
#else
    return (long)XML_GetCurrentLineNumber(parser);
#endif
}
