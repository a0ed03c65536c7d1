/* The parts of the verb kitem: one question, and ranges of them. */
#ifndef STEADYCAST_TOOLS_KITEM_H
#define STEADYCAST_TOOLS_KITEM_H

#include "solver/question/items_scan.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"

/* How questions are answered, as the options say. */
struct kitem_options {
    enum items_method method;
    enum items_encoding encoding;
};

/* L, ports and single as the options say; N and K are the first of their ranges. */
struct items_question kitem_question(const struct arguments *arguments);

/* All questions of the ranges of --latency, --processors and --items: a line for each, and
 * L<L>.certs in the folder. */
enum status kitem_range(const struct arguments *arguments, struct control *control,
                        const struct kitem_options *options, struct failure *failure);

/* One certificate for every K from some M on, --every. STATUS_LIMIT if none is found. */
enum status kitem_every(const struct arguments *arguments, struct control *control,
                        struct items_plans *plans, struct failure *failure);

/* One answer: a line of a range, or a JSON object. */
enum status kitem_print_line(const struct items_question *question, const struct items_entry *entry,
                             bool json, struct failure *failure);

#endif
