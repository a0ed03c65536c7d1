#include "solver/certificate/write.h"

#include "solver/construction/family_check.h"
#include "solver/model/instance.h"

/* Equal neighbours a, a, .. of the sorted letters: one letter and its number of copies. */
static int run_length(const int *letters, int count, int start) {
    int end = start;
    while (end < count && letters[end] == letters[start])
        end++;
    return end - start;
}

/* ` a`, ` a-b`, ` a*k` or ` a-b*k`, as long as the next letter follows with the same number of
 * copies. */
static void print_items(struct certificate_output *output, const int *letters, int count) {
    for (int i = 0; i < count;) {
        int first = letters[i], last = first, copies = run_length(letters, count, i);
        for (i += copies; i < count && letters[i] == last + 1; i += copies, last++)
            if (run_length(letters, count, i) != copies)
                break;
        certificate_print(output, " %d", first);
        if (last > first)
            certificate_print(output, "-%d", last);
        if (copies > 1)
            certificate_print(output, "*%d", copies);
    }
}

static void print_blocks(struct certificate_output *output, const struct schedule *schedule) {
    for (size_t i = 0; i < schedule->class_count; i++) {
        const struct block_class *class = &schedule->classes[i];
        certificate_print(output, "block %d ", class->size);
        certificate_print_big(output, class->count);
        certificate_print(output, class->ordered ? " word" : " letters");
        if (!class->ordered)
            print_items(output, class->letters, class->size - 1);
        for (int p = 0; class->ordered && p < class->size - 1; p++)
            certificate_print(output, " %d", class->letters[p]);
        certificate_print(output, "\n");
    }
}

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct schedule *schedule = body;
    struct instance instance;
    (void)limits;
    enum status status = instance_init(&instance, schedule->latency, schedule->depth, failure);
    if (status)
        return status;
    certificate_print(output, "latency %d\ndepth %d\nprocessors ", schedule->latency,
                      schedule->depth);
    certificate_print_big(output, instance.processors);
    certificate_print(output, "\nreceive-only %d\n", schedule->receive_only);
    print_blocks(output, schedule);
    instance_clear(&instance);
    return STATUS_OK;
}

struct evidence evidence_of_schedule(const struct schedule *schedule) {
    return evidence_borrowed("block-cyclic", put_schedule, schedule);
}

static void print_residue_lines(struct certificate_output *output,
                                const struct residue_proof *proof) {
    for (int i = 0; i < proof->line_count; i++) {
        const struct residue_line *line = &proof->lines[i];
        certificate_print(output, "letter %d ", line->letter);
        if (line->reason == RESIDUE_MODULUS) {
            certificate_print(output, "modulus %d remainder %d\n", line->modulus, line->remainder);
            continue;
        }
        certificate_print(output, "sum ");
        certificate_print_big(output, line->sum);
        certificate_print(output, " least ");
        certificate_print_big(output, line->least);
        certificate_print(output, "\n");
    }
}

static enum status put_residues(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct residue_proof *proof = body;
    (void)limits, (void)failure;
    certificate_print(output, "latency %d\ndepth %d\n", proof->latency, proof->depth);
    print_residue_lines(output, proof);
    return STATUS_OK;
}

struct evidence evidence_of_residues(const struct residue_proof *proof) {
    return evidence_borrowed("impossible-residues", put_residues, proof);
}

/* An instance without schedule stands in a family only with its proof. */
static enum status print_impossible(struct certificate_output *output, int latency, int depth,
                                    struct failure *failure) {
    struct instance instance;
    struct residue_proof proof;
    bool impossible;
    enum status status = instance_init(&instance, latency, depth, failure);
    if (status)
        return status;
    status = residues_refute(&instance, NULL, &impossible, &proof, failure);
    instance_clear(&instance);
    if (status)
        return status;
    if (!impossible)
        return failure_set(failure, STATUS_LIMIT, "no schedule was found for L = %d, t = %d",
                           latency, depth);
    certificate_print(output, "instance %d impossible\n", depth);
    print_residue_lines(output, &proof);
    residue_proof_clear(&proof);
    return STATUS_OK;
}

static enum status print_instance(struct certificate_output *output, const struct family *family,
                                  int depth, struct failure *failure) {
    struct schedule schedule;
    bool found;
    schedule_init(&schedule, family->latency, depth);
    enum status status = family_instance(family, &found, &schedule, failure);
    if (!status && !found)
        status = print_impossible(output, family->latency, depth, failure);
    else if (!status)
        status = family_check_instance(family, &schedule, failure);
    if (!status && found) {
        certificate_print(output, "instance %d receive-only %d\n", depth, schedule.receive_only);
        print_blocks(output, &schedule);
    }
    schedule_clear(&schedule);
    return status;
}

static enum status print_window(struct certificate_output *output, const struct family *family,
                                int first, const struct limits *limits, struct failure *failure) {
    int end = family->from + family->latency;
    enum status status = STATUS_OK;
    certificate_print(output, "from %d\nreceive-only %d\n", family->from, family->receive_only);
    for (int depth = first; depth < end && !status; depth++) {
        status = limits_check(limits, failure);
        if (!status)
            status = print_instance(output, family, depth, failure);
    }
    return status;
}

static enum status put_family(const void *family, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    int latency = ((const struct family *)family)->latency;
    certificate_print(output, "latency %d\n", latency);
    return print_window(output, family, latency, limits, failure);
}

struct evidence evidence_of_family(const struct family *family) {
    return evidence_borrowed("family", put_family, family);
}

enum status certificate_put_induction(struct certificate_output *output,
                                      const struct family *family, int depth,
                                      const struct limits *limits, struct failure *failure) {
    certificate_print(output, "latency %d\ndepth %d\n", family->latency, depth);
    return print_window(output, family, family->from, limits, failure);
}
