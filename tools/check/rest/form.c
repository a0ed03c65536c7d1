/* SPDX-License-Identifier: MIT */
#include "rest/form.h"

#include "core/big.h"

#include <stdlib.h>

void form_sequence_init(struct form_sequence *sequence, uint32_t latency, uint32_t count) {
    sequence->latency = latency;
    sequence->count = count;
    sequence->f = big_array_new(count);
    for (uint32_t i = 0; i < count; i++)
        if (i < latency)
            mpz_set_ui(sequence->f[i], 1);
        else
            mpz_add(sequence->f[i], sequence->f[i - 1], sequence->f[i - latency]);
}

void form_sequence_clear(struct form_sequence *sequence) {
    big_array_free(sequence->f, sequence->count);
}

static bool take_shift(struct word *word, int32_t *shift) {
    uint32_t number;
    bool up = word_take(word, '+');
    if (!up && !word_take(word, '-'))
        return word_take(word, ')'); /* f(t) or f(t-v) */
    if (!word_take_number(word, FORM_NUMBER_LIMIT, &number) || number == 0)
        return false;
    *shift = up ? -(int32_t)number : (int32_t)number;
    return word_take(word, ')');
}

static bool take_sequence(struct word *word, struct form_term *term) {
    struct word head;
    term->atom = FORM_SEQUENCE;
    if (!word_take(word, '(') || !word_take(word, 't'))
        return false;
    head = *word;
    if (word_take(&head, '-') && word_take(&head, 'v')) {
        *word = head;
        term->less_head = true;
    }
    return take_shift(word, &term->shift) && !(term->less_head && term->shift < 0);
}

static bool take_term(struct word *word, struct form_term *term) {
    uint32_t factor;
    *term = (struct form_term){.atom = FORM_ONE};
    bool number = word_take_number(word, FORM_NUMBER_LIMIT, &factor);
    term->factor = number ? (int32_t)factor : 1;
    if (number && !word_take(word, '*'))
        return true;
    if (number && factor < 2)
        return false;
    term->atom = FORM_DEPTH;
    return word_take(word, 't') || (word_take(word, 'f') && take_sequence(word, term));
}

static bool take_sum(struct word *word, struct form *form) {
    bool negative = word_take(word, '-');
    do {
        if (form->count == FORM_TERM_LIMIT)
            return false;
        struct form_term *term = &form->terms[form->count++];
        if (!take_term(word, term))
            return false;
        if (negative)
            term->factor = -term->factor;
        negative = word->length > 0 && *word->text == '-';
    } while (word_take(word, '+') || word_take(word, '-'));
    return true;
}

static bool take_form(struct word *word, struct form *form) {
    *form = (struct form){.divisor = 1};
    if (!word_take(word, '('))
        return take_sum(word, form) && word->length == 0;
    return take_sum(word, form) && word_take(word, ')') && word_take(word, '/') &&
           word_take_number(word, FORM_NUMBER_LIMIT, &form->divisor) && form->divisor >= 2 &&
           word->length == 0;
}

bool form_read(struct form *form, struct reader *reader) {
    struct word word = read_word(reader), rest = word;
    if (!word.text)
        return false;
    return take_form(&rest, form) ||
           read_malformed(reader, "expected a number like (2*f(t-5)-t+1)/2, found '%.*s'",
                          WORD_IN_MESSAGE(word));
}

static mpz_srcptr sequence_at(const struct form_sequence *sequence, int64_t index) {
    if (index < 0 || index >= sequence->count)
        abort();
    return sequence->f[index];
}

static void add(mpz_ptr sum, mpz_srcptr number, int32_t factor) {
    if (factor < 0)
        mpz_submul_ui(sum, number, (unsigned long)-factor);
    else
        mpz_addmul_ui(sum, number, (unsigned long)factor);
}

static void add_sequence(const struct form *form, const struct form_sequence *sequence,
                         uint32_t depth, uint32_t head, mpz_ptr sum) {
    for (uint32_t i = 0; i < form->count; i++) {
        const struct form_term *term = &form->terms[i];
        int64_t index = (int64_t)depth - term->shift - (term->less_head ? head : 0);
        if (term->atom == FORM_SEQUENCE)
            add(sum, sequence_at(sequence, index), term->factor);
    }
}

void form_linear_part(const struct form *form, int64_t *slope, int64_t *constant) {
    *slope = *constant = 0;
    for (uint32_t i = 0; i < form->count; i++) {
        *slope += form->terms[i].atom == FORM_DEPTH ? form->terms[i].factor : 0;
        *constant += form->terms[i].atom == FORM_ONE ? form->terms[i].factor : 0;
    }
}

void form_sequence_part(const struct form *form, const struct form_sequence *sequence,
                        uint32_t depth, mpz_ptr sum) {
    mpz_set_ui(sum, 0);
    add_sequence(form, sequence, depth, 0, sum);
}

void form_sum(const struct form *form, const struct form_sequence *sequence, uint32_t depth,
              uint32_t head, mpz_ptr sum) {
    int64_t slope, constant;
    form_linear_part(form, &slope, &constant);
    mpz_set_si(sum, slope * depth + constant);
    add_sequence(form, sequence, depth, head, sum);
}

uint32_t form_depth_needed(const struct form *form) {
    int32_t most = 0;
    for (uint32_t i = 0; i < form->count; i++)
        if (form->terms[i].atom == FORM_SEQUENCE && form->terms[i].shift > most)
            most = form->terms[i].shift;
    return (uint32_t)most;
}

uint32_t form_shift_up(const struct form *form) {
    int32_t most = 0;
    for (uint32_t i = 0; i < form->count; i++)
        if (form->terms[i].atom == FORM_SEQUENCE && -form->terms[i].shift > most)
            most = -form->terms[i].shift;
    return (uint32_t)most;
}

bool form_is_plain(const struct form *form) {
    return form->count == 1 && form->divisor == 1 && form->terms[0].atom == FORM_ONE &&
           form->terms[0].factor > 0;
}

bool form_is_of_head(const struct form *form) {
    bool right = form->divisor == 1;
    for (uint32_t i = 0; i < form->count; i++)
        right = right && form->terms[i].atom == FORM_SEQUENCE && form->terms[i].less_head &&
                form->terms[i].factor > 0;
    return right;
}

bool form_is_of_depth(const struct form *form) {
    for (uint32_t i = 0; i < form->count; i++)
        if (form->terms[i].less_head)
            return false;
    return true;
}
