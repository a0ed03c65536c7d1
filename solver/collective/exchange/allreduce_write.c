/* SPDX-License-Identifier: MIT */
#include "solver/collective/exchange/allreduce.h"

enum status certificate_put_combining(struct certificate_output *output,
                                      const struct allreduce *schedule, bool expanded,
                                      const struct limits *limits, struct failure *failure) {
    enum { ASKED = 1 << 14 }; /* lines between two questions whether to go on */
    enum status status = STATUS_OK;
    certificate_print(output, "model postal\nlatency %d\nprocessors %d\n%sfinish %d\n",
                      schedule->latency, schedule->processors, expanded ? "" : "rotation\n",
                      schedule->finish);
    int senders = expanded ? schedule->processors : 1;
    for (int i = 0; i < schedule->count && !status; i++) {
        const struct allreduce_message *message = &schedule->messages[i];
        certificate_print(output, "step %d\n", message->time);
        for (int from = 0; from < senders && !status; from++) {
            if ((i + from) % ASKED == 0)
                status = limits_check(limits, failure);
            certificate_print(output, "send %d %d%s\n", from,
                              (from + message->to) % schedule->processors,
                              message->own ? "" : " others");
        }
    }
    return status;
}
