/* SPDX-License-Identifier: MIT */
/*
 * Requests and replies as bytes between a worker and who asks it: a length of 4 bytes, lowest
 * first, and as many bytes of text.
 */
#ifndef STEADYCAST_TOOLS_CREW_FRAME_H
#define STEADYCAST_TOOLS_CREW_FRAME_H

#include "tools/steadycast/sweep/crew.h"

enum { CREW_REQUEST_ROOM = 200, CREW_MOST_BYTES = 1 << 26, CREW_FAULT = '!' };

/* A request as text without end of line, and back; false for any other text. */
void crew_request_print(const struct crew_request *request, char text[CREW_REQUEST_ROOM]);
bool crew_request_parse(struct crew_request *request, const char *text);

/* Writes all of it, waiting where needed; false with errno. */
bool crew_frame_write(int descriptor, const char *text, size_t count);

/* Waits for a whole text, owned by the caller, 0-terminated; NULL at the end of the stream and on
 * errors. */
char *crew_frame_read(int descriptor, size_t *count);

/* How the process of a worker ended. */
struct crew_end {
    bool by_signal;
    int number; /* of the signal, or the exit status */
};

/* From what waitpid gives; as the text of a message, and back: a text of another form is exit
 * status -1. */
enum { CREW_END_ROOM = 40 };
void crew_end_print(int wait_status, char text[CREW_END_ROOM]);
struct crew_end crew_end_parse(const char *text);

/* In words. */
void crew_end_tell(const struct crew_end *end, char *text, size_t room);

/* A failure as the text of a reply; and back, from the text behind CREW_FAULT: returns its status.
 */
void crew_fault_print(const struct failure *failure, char *text, size_t room);
enum status crew_fault_parse(const char *text, struct failure *failure);

#endif
