#include "solver/certificate/write_combining.h"

enum status certificate_put_combining(struct certificate_output *output,
                                      const struct combining *schedule, bool expanded,
                                      struct failure *failure) {
    if (!schedule->plain)
        return failure_set(failure, STATUS_INPUT,
                           "a certificate of kind combining is for P = P(T) processors: for %d "
                           "some messages go without the operand of their sender",
                           schedule->processors);
    certificate_print(output, "latency %d\nprocessors %d\nfinish %d\n%s", schedule->latency,
                      schedule->processors, schedule->finish, expanded ? "" : "rotation\n");
    int senders = expanded ? schedule->processors : 1;
    for (int i = 0; i < schedule->count; i++) {
        const struct combining_message *message = &schedule->messages[i];
        certificate_print(output, "step %d\n", message->time);
        for (int from = 0; from < senders; from++)
            certificate_print(output, "send %d %d\n", from,
                              (from + message->to) % schedule->processors);
    }
    return STATUS_OK;
}

enum status certificate_write_combining(const char *path, bool overwrite,
                                        const struct combining *schedule, bool expanded,
                                        struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, overwrite, "combining", failure);
    if (status)
        return status;
    status = certificate_put_combining(output, schedule, expanded, failure);
    return certificate_end(output, status, failure);
}
