/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/cluster/relay.h"
#include "tools/cluster/relay_message.h"
#include "tools/steadycast/sweep/crew_frame.h"

/* First byte, states, folder, 0, text of the campaign. */
static char *begin(bool states, const char *folder, const char *text, size_t size, size_t *count) {
    size_t folder_size = strlen(folder) + 1;
    *count = 2 + folder_size + size;
    char *bytes = memory_new(*count, 1), *at = bytes;
    if (!bytes)
        return NULL;
    *at++ = RELAY_BEGIN;
    *at++ = states ? '1' : '0';
    memcpy(at, folder, folder_size);
    if (size > 0)
        memcpy(at + folder_size, text, size);
    return bytes;
}

char *relay_print_begin(const struct crew_place *place, size_t *count) {
    return begin(place->states, place->folder, place->campaign->text, place->campaign->size, count);
}

bool relay_parse_begin(const char *bytes, size_t size, struct relay_begin *parsed) {
    if (size < 2 || bytes[0] != RELAY_BEGIN)
        return false;
    const char *end = bytes + size, *folder = bytes + 2;
    const char *folder_end = memchr(folder, 0, (size_t)(end - folder));
    if (!folder_end)
        return false;
    *parsed = (struct relay_begin){.states = bytes[1] == '1',
                                   .folder = folder,
                                   .text = folder_end + 1,
                                   .size = (size_t)(end - folder_end - 1)};
    return true;
}

char *relay_begin_elsewhere(const char *bytes, size_t size, const char *folder, size_t *count) {
    struct relay_begin parsed;
    if (!relay_parse_begin(bytes, size, &parsed))
        return NULL;
    return begin(parsed.states, folder, parsed.text, parsed.size, count);
}

char *relay_print(int first, const char *text, size_t *count) {
    size_t size = strlen(text);
    char *bytes = memory_new(size + 2, 1);
    if (!bytes)
        return NULL;
    bytes[0] = (char)first;
    memcpy(bytes + 1, text, size);
    *count = size + 1;
    return bytes;
}

char *relay_print_request(const struct crew_request *request, long deaths, size_t *count) {
    char text[CREW_REQUEST_ROOM + 24], words[CREW_REQUEST_ROOM];
    crew_request_print(request, words);
    snprintf(text, sizeof text, "%ld %s", deaths, words);
    return relay_print(RELAY_REQUEST, text, count);
}

char *relay_print_end(long deaths, size_t *count) {
    char text[24];
    snprintf(text, sizeof text, "%ld", deaths);
    return relay_print(RELAY_END, text, count);
}
