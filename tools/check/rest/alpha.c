/* SPDX-License-Identifier: MIT */
#include "rest/alpha.h"

#include "core/memory.h"

static void fill_powers(struct alpha *alpha) {
    size_t L = alpha->latency;
    for (size_t i = 0; i < alpha->powers; i++)
        for (size_t j = 0; j < L; j++) {
            mpz_ptr c = alpha->power[i * L + j];
            if (i < L)
                mpz_set_ui(c, i + j == L - 1);
            else
                mpz_add(c, alpha->power[(i - 1) * L + j], alpha->power[(i - L) * L + j]);
        }
}

/* Is y = a 2^-B below alpha: a^(L-1) (a - 2^B) < 2^(BL)? */
static bool is_below(mpz_srcptr a, uint32_t latency) {
    mpz_ptr left = memory_number(), rest = memory_number();
    mpz_setbit(rest, ALPHA_BITS);
    mpz_sub(rest, a, rest);
    mpz_pow_ui(left, a, latency - 1);
    mpz_mul(left, left, rest);
    return mpz_sgn(left) <= 0 || mpz_sizeinbase(left, 2) <= (size_t)ALPHA_BITS * latency;
}

static void enclose(struct alpha *alpha) {
    uint32_t last = alpha->latency - 1;
    mpz_ptr a = memory_number(), above = memory_number();
    for (uint32_t bit = ALPHA_BITS + 1; bit-- > 0;) {
        mpz_setbit(a, bit);
        if (!is_below(a, alpha->latency))
            mpz_clrbit(a, bit);
    }
    mpz_add_ui(above, a, 1);
    mpz_setbit(alpha->low[last], ALPHA_BITS);
    mpz_setbit(alpha->high[last], ALPHA_BITS);
    for (uint32_t j = last; j-- > 0;) {
        mpz_mul(alpha->low[j], alpha->low[j + 1], a);
        mpz_fdiv_q_2exp(alpha->low[j], alpha->low[j], ALPHA_BITS);
        mpz_mul(alpha->high[j], alpha->high[j + 1], above);
        mpz_cdiv_q_2exp(alpha->high[j], alpha->high[j], ALPHA_BITS);
    }
}

void alpha_init(struct alpha *alpha, struct reader *reader, uint32_t latency, uint32_t shift) {
    uint64_t limbs = ALPHA_BITS / 64, length = latency * limbs;
    *alpha = (struct alpha){.latency = latency, .shift = shift};
    alpha->powers = (size_t)shift + 2 * (size_t)latency - 1;
    size_t all = alpha->powers * latency;
    read_charge(reader, 4 * all + ALPHA_BITS * length * limbs);
    alpha->power = memory_numbers(all);
    alpha->low = memory_numbers(latency);
    alpha->high = memory_numbers(latency);
    alpha->least = memory_number();
    fill_powers(alpha);
    enclose(alpha);
}

mpz_t *alpha_power(const struct alpha *alpha, int64_t exponent) {
    return alpha->power + (size_t)(exponent + alpha->shift + alpha->latency - 1) * alpha->latency;
}

bool alpha_is_positive(const struct alpha *alpha, mpz_t *number) {
    mpz_set_ui(alpha->least, 0);
    for (uint32_t j = 0; j < alpha->latency; j++)
        mpz_addmul(alpha->least, number[j],
                   mpz_sgn(number[j]) < 0 ? alpha->high[j] : alpha->low[j]);
    return mpz_sgn(alpha->least) > 0;
}

/* alpha^(L-1) = 1/(alpha-1) is below M if alpha is above 1 + 1/M, that is, if (M+1)^(L-1) < M^L. */
uint32_t alpha_mean(uint32_t latency) {
    uint32_t mean = 0;
    mpz_ptr left = memory_number(), right = memory_number();
    do {
        mean++;
        mpz_ui_pow_ui(left, mean + 1, latency - 1);
        mpz_ui_pow_ui(right, mean, latency);
    } while (mpz_cmp(left, right) >= 0);
    return mean;
}
