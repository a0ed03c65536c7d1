/* What a user of the installed library writes: decide a question and keep the certificate. */
#include <stdio.h>

#include <steadycast.h>

int main(int argc, char **argv) {
    struct answer answer;
    struct failure failure;
    if (argc != 2 || arithmetic_solve(3, 7, NULL, &answer, &failure) != STATUS_OK)
        return 1;
    if (answer.verdict != VERDICT_FEASIBLE ||
        answer_write(&answer, argv[1], false, &failure) != STATUS_OK)
        return 1;
    printf("receive-only %d\n", answer.schedule.receive_only);
    answer_clear(&answer);
    return 0;
}
