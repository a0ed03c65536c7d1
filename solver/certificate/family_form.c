/* SPDX-License-Identifier: MIT */
#include "solver/certificate/family_form.h"

/* Moves behind the letter if it is there. */
static bool take(const char **text, char letter) {
    if (**text != letter)
        return false;
    ++*text;
    return true;
}

static bool take_number(const char **text, int *number) {
    if (**text < '0' || **text > '9')
        return false;
    for (*number = 0; **text >= '0' && **text <= '9'; ++*text) {
        *number = 10 * *number + (**text - '0');
        if (*number > FAMILY_FORM_MOST)
            return false;
    }
    return true;
}

/* Behind the f: (t), (t-X), (t+X), (t-v), (t-v-X) */
static bool take_index(const char **text, struct family_form_term *term) {
    if (!take(text, '(') || !take(text, 't'))
        return false;
    if ((*text)[0] == '-' && (*text)[1] == 'v') {
        *text += 2;
        term->below_head = true;
    }
    if (take(text, ')'))
        return true;
    bool up = !term->below_head && take(text, '+');
    if ((!up && !take(text, '-')) || !take_number(text, &term->shift) || term->shift == 0)
        return false;
    if (!up)
        term->shift = -term->shift;
    return take(text, ')');
}

static bool take_term(const char **text, struct family_form_term *term) {
    *term = (struct family_form_term){.factor = 1, .atom = TERM_NUMBER};
    bool number = take_number(text, &term->factor);
    if (number && !take(text, '*'))
        return true;
    if (number && term->factor < 2)
        return false;
    if (take(text, 't')) {
        term->atom = TERM_DEPTH;
        return true;
    }
    term->atom = TERM_SEQUENCE;
    return take(text, 'f') && take_index(text, term);
}

static bool take_sum(const char **text, struct family_form_text *form) {
    bool negative = take(text, '-');
    do {
        struct family_form_term *term = &form->terms[form->count];
        if (form->count++ == FAMILY_FORM_TERMS || !take_term(text, term))
            return false;
        if (negative)
            term->factor = -term->factor;
        negative = **text == '-';
    } while (take(text, '+') || take(text, '-'));
    return true;
}

bool family_form_parse(struct family_form_text *form, const char *text) {
    *form = (struct family_form_text){.divisor = 1};
    if (!take(&text, '('))
        return take_sum(&text, form) && !*text;
    return take_sum(&text, form) && take(&text, ')') && take(&text, '/') &&
           take_number(&text, &form->divisor) && form->divisor >= 2 && !*text;
}

bool family_form_sum(const struct family_form_text *form, mpz_t *f, int count, int depth, int head,
                     mpz_ptr sum) {
    long linear = 0;
    mpz_set_ui(sum, 0);
    for (int i = 0; i < form->count; i++) {
        const struct family_form_term *term = &form->terms[i];
        long index = (long)depth + term->shift - (term->below_head ? head : 0);
        if (term->atom != TERM_SEQUENCE) {
            linear += (long)term->factor * (term->atom == TERM_DEPTH ? depth : 1);
            continue;
        }
        if (index < 0 || index >= count)
            return false;
        if (term->factor > 0)
            mpz_addmul_ui(sum, f[index], (unsigned long)term->factor);
        else
            mpz_submul_ui(sum, f[index], (unsigned long)-term->factor);
    }
    if (linear > 0)
        mpz_add_ui(sum, sum, (unsigned long)linear);
    else
        mpz_sub_ui(sum, sum, (unsigned long)-linear);
    return true;
}
