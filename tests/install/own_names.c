/* SPDX-License-Identifier: MIT */
/* A program that calls functions of its own as the library does some that it does not show. */
#include <stdio.h>
#include <steadycast.h>

int failure_set(int value);
int tree_init(int value);
int memory_new(int value);

int failure_set(int value) {
    return value + 1;
}

int tree_init(int value) {
    return value + 2;
}

int memory_new(int value) {
    return value + 3;
}

int main(void) {
    steadycast_error error;
    steadycast_answer *answer;
    if (!steadycast_delay(0, "1000", NULL, NULL, &answer, &error) || !error.message[0])
        return 1;
    if (steadycast_delay(3, "1000", NULL, NULL, &answer, &error))
        return 1;
    printf("delay %s, own %d\n", steadycast_answer_upper(answer),
           failure_set(0) + tree_init(0) + memory_new(0));
    steadycast_answer_free(answer);
    return 0;
}
