#include "core/balance.h"

bool balance_init(struct balance *balance, uint32_t latency, uint32_t depth, uint32_t period) {
    uint32_t letters = depth < latency ? 0 : depth - latency + 1;
    if ((uint64_t)period * (letters + 1) > BALANCE_LIMIT)
        return false;
    *balance =
        (struct balance){.latency = latency, .depth = depth, .period = period, .letters = letters};
    big_cost_work(&balance->cost, BIG_WORK_OF_NUMBER * (uint64_t)period * (letters + 1));
    balance->surplus = big_array_new((size_t)period * letters);
    balance->first = big_array_new(period);
    mpz_init(balance->processors);
    return true;
}

void balance_clear(struct balance *balance) {
    big_array_free(balance->surplus, (size_t)balance->period * balance->letters);
    big_array_free(balance->first, balance->period);
    mpz_clear(balance->processors);
}

static bool check_values(const struct balance *balance, struct reader *reader, const char *where,
                         const struct cyclic_word *word) {
    for (uint32_t p = 0; p < word->length; p++) {
        uint32_t v = word->value[p];
        if (v >= balance->letters && v != balance->depth)
            return read_refuted(reader, "%svalue %u is never received: it is neither t nor <= t-L",
                                where, v);
    }
    return true;
}

static void receive(struct balance *balance, uint32_t phase, uint32_t value, mpz_srcptr count) {
    if (value == balance->depth) {
        mpz_add(balance->first[phase], balance->first[phase], count);
    } else {
        mpz_ptr surplus = balance->surplus[(size_t)phase * balance->letters + value];
        mpz_sub(surplus, surplus, count);
    }
}

/* It arrives L steps later. What is held and >= L is at most t, hence w <= t-L. */
static void send(struct balance *balance, uint32_t phase, uint32_t value, mpz_srcptr count) {
    uint32_t arrival = (uint32_t)(((uint64_t)phase + balance->latency) % balance->period);
    mpz_ptr surplus =
        balance->surplus[(size_t)arrival * balance->letters + (value - balance->latency)];
    mpz_add(surplus, surplus, count);
}

static bool count_work(struct balance *balance, struct reader *reader, const char *where,
                       const struct cyclic_word *word, mpz_srcptr count) {
    uint64_t room = (uint64_t)balance->period * (balance->letters + 1);
    const char *limit = big_cost_add(&balance->cost, count, room,
                                     (uint64_t)word->length + BALANCE_WORD, BALANCE_POSITION);
    return !limit || read_malformed(reader, "%sthe words are beyond the limit of %s", where, limit);
}

bool balance_add(struct balance *balance, struct reader *reader, const char *where,
                 struct cyclic_word *word, mpz_srcptr count) {
    if (word->length % balance->period != 0)
        return read_refuted(reader, "%sthe word has length %u, not a multiple of the period %u",
                            where, word->length, balance->period);
    if (!count_work(balance, reader, where, word, count) ||
        !check_values(balance, reader, where, word) ||
        !cyclic_word_check(word, reader, where, balance->latency))
        return false;
    for (uint32_t p = 0, phase = 0; p < word->length; p++) {
        receive(balance, phase, word->value[p], count);
        if (word->sent[p] != CYCLIC_WORD_NOTHING)
            send(balance, phase, word->sent[p], count);
        phase = phase + 1 == balance->period ? 0 : phase + 1;
    }
    mpz_addmul_ui(balance->processors, count, word->length / balance->period);
    balance->changes_roles |= word->length > balance->period;
    return true;
}

static bool check_phase(const struct balance *balance, struct reader *reader, const char *where,
                        bool exact, uint32_t phase) {
    char at[60] = "";
    if (balance->period > 1)
        snprintf(at, sizeof at, " at times = %u (mod %u)", phase, balance->period);
    if (mpz_cmp_ui(balance->first[phase], 1) != 0)
        return read_refuted(reader, "%svalue %u is to be received exactly once%s", where,
                            balance->depth, at);
    for (uint32_t w = 0; w < balance->letters; w++) {
        int sign = mpz_sgn(balance->surplus[(size_t)phase * balance->letters + w]);
        if (sign < 0 || (sign > 0 && exact))
            return read_refuted(reader, "%svalue %u is received %s often than it is sent for%s",
                                where, w, sign < 0 ? "more" : "less", at);
    }
    return true;
}

bool balance_check(const struct balance *balance, struct reader *reader, const char *where,
                   bool exact) {
    for (uint32_t phase = 0; phase < balance->period; phase++)
        if (!check_phase(balance, reader, where, exact, phase))
            return false;
    return true;
}
