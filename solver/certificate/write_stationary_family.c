/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "solver/certificate/write.h"

/* A term with its sign; in front of the first one stands no +. Without atom: the factor itself. */
static void print_term(struct certificate_output *output, bool *first, int factor,
                       const char *atom) {
    if (factor == 0)
        return;
    if (factor < 0 || !*first)
        certificate_print(output, factor < 0 ? "-" : "+");
    if (!atom)
        certificate_print(output, "%d", abs(factor));
    else if (abs(factor) > 1)
        certificate_print(output, "%d*%s", abs(factor), atom);
    else
        certificate_print(output, "%s", atom);
    *first = false;
}

/* The letter, less or plus a number. */
static void print_shifted(char *text, size_t room, const char *letter, int less) {
    if (less == 0)
        snprintf(text, room, "%s", letter);
    else
        snprintf(text, room, "%s%c%d", letter, less > 0 ? '-' : '+', abs(less));
}

static void print_form(struct certificate_output *output, const struct family_form *form) {
    bool first = true;
    if (form->divisor > 1)
        certificate_print(output, "(");
    for (int i = 0; i < 2; i++) {
        char index[40], atom[44];
        print_shifted(index, sizeof index, form->below_head ? "t-v" : "t", form->shift[i]);
        snprintf(atom, sizeof atom, "f(%s)", index);
        print_term(output, &first, form->factor[i], atom);
    }
    print_term(output, &first, form->slope, "t");
    print_term(output, &first, form->constant, NULL);
    if (first)
        certificate_print(output, "0");
    if (form->divisor > 1)
        certificate_print(output, ")/%d", form->divisor);
}

static void print_letters(struct certificate_output *output, const char *letters) {
    for (; *letters; letters++)
        certificate_print(output, " %c", *letters);
}

static void print_head(struct certificate_output *output, const struct word_pattern *pattern) {
    char text[40];
    certificate_print(output, " head ");
    if (pattern->kind == HEAD_RANGE) {
        print_shifted(text, sizeof text, "t", pattern->below);
        certificate_print(output, "v from %d to %s step %d", pattern->head, text, pattern->step);
    } else if (pattern->kind == HEAD_TOP) {
        print_shifted(text, sizeof text, "t", pattern->head);
        certificate_print(output, "%s", text);
    } else {
        certificate_print(output, "%d", pattern->head);
    }
}

static void print_pattern(struct certificate_output *output, const struct word_pattern *pattern) {
    char size[40];
    certificate_print(output, "word ");
    print_form(output, &pattern->count);
    print_head(output, pattern);
    certificate_print(output, " then");
    print_letters(output, pattern->start);
    if (pattern->repeat) {
        certificate_print(output, " repeat");
        print_letters(output, pattern->repeat);
        print_shifted(size, sizeof size, pattern->kind == HEAD_TOP ? "t" : "v", pattern->less);
        certificate_print(output, " size %s", size);
    }
    if (pattern->last)
        certificate_print(output, " send %d\n", pattern->last);
    else
        certificate_print(output, " send none\n");
}

static enum status put_stationary_family(const void *body, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure) {
    const struct stationary_family *family = body;
    size_t next = 0;
    (void)limits, (void)failure;
    certificate_print(output, "latency %d\nfrom %d\nperiod %d\nprocessors ", family->latency,
                      family->from, family->period);
    print_form(output, &family->processors);
    certificate_print(output, "\n");
    for (int class = 0; class < family->period; class ++) {
        certificate_print(output, "class %d\n", class);
        for (; next < family->count && family->patterns[next].class == class; next++)
            print_pattern(output, &family->patterns[next]);
    }
    return STATUS_OK;
}

struct evidence evidence_of_stationary_family(const struct stationary_family *family) {
    return evidence_borrowed("stationary-family", put_stationary_family, family);
}
