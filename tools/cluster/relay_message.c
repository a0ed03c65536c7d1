/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/cluster/relay.h"
#include "tools/cluster/relay_message.h"
#include "tools/steadycast/sweep/crew_frame.h"

/* First byte, states, folder, 0, base of names in the campaign, 0, text of the campaign. */
static char *begin(const struct relay_begin *order, size_t *count) {
    size_t folder_size = strlen(order->folder) + 1, base_size = strlen(order->base) + 1;
    *count = 2 + folder_size + base_size + order->size;
    char *bytes = memory_new(*count, 1), *at = bytes;
    if (!bytes)
        return NULL;
    *at++ = RELAY_BEGIN;
    *at++ = order->states ? '1' : '0';
    memcpy(at, order->folder, folder_size);
    memcpy(at + folder_size, order->base, base_size);
    if (order->size > 0)
        memcpy(at + folder_size + base_size, order->text, order->size);
    return bytes;
}

char *relay_print_begin(const struct crew_place *place, size_t *count) {
    const struct campaign *campaign = place->campaign;
    const struct relay_begin order = {.states = place->states,
                                      .folder = place->folder,
                                      .base = campaign->base ? campaign->base : "",
                                      .text = campaign->text,
                                      .size = campaign->size};
    return begin(&order, count);
}

bool relay_parse_begin(const char *bytes, size_t size, struct relay_begin *parsed) {
    if (size < 2 || bytes[0] != RELAY_BEGIN)
        return false;
    const char *end = bytes + size, *folder = bytes + 2;
    const char *folder_end = memchr(folder, 0, (size_t)(end - folder));
    const char *base_end =
        folder_end ? memchr(folder_end + 1, 0, (size_t)(end - folder_end - 1)) : NULL;
    if (!base_end)
        return false;
    *parsed = (struct relay_begin){.states = bytes[1] == '1',
                                   .folder = folder,
                                   .base = folder_end + 1,
                                   .text = base_end + 1,
                                   .size = (size_t)(end - base_end - 1)};
    return true;
}

char *relay_begin_elsewhere(const char *bytes, size_t size, const char *folder, size_t *count) {
    struct relay_begin parsed;
    if (!relay_parse_begin(bytes, size, &parsed))
        return NULL;
    parsed.folder = folder;
    return begin(&parsed, count);
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
