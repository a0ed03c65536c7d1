/* SPDX-License-Identifier: MIT */
/*
 * What the relay reads of the messages that relay.h prints.
 */
#ifndef STEADYCAST_TOOLS_CLUSTER_RELAY_MESSAGE_H
#define STEADYCAST_TOOLS_CLUSTER_RELAY_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

/* All borrowed from the message. */
struct relay_begin {
    bool states;
    const char *folder;
    const char *base; /* "": the working directory */
    const char *text; /* of the campaign */
    size_t size;
};

/* false if the message is not of this form. */
bool relay_parse_begin(const char *bytes, size_t size, struct relay_begin *parsed);

#endif
