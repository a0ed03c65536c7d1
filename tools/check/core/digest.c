#include "core/digest.h"

#include <stdio.h>
#include <string.h>
#if defined __x86_64__ && defined __GNUC__
#define HAS_SHA 1
#include <cpuid.h>
#include <immintrin.h>
#else
#define HAS_SHA 0
#endif

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* --- the definition --- */

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static void expand(const unsigned char block[64], uint32_t w[64]) {
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t low = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t high = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
}

static void compress(uint32_t state[8], const unsigned char block[64]) {
    uint32_t w[64];
    expand(block, w);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
        uint32_t sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        uint32_t first = h + sum1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        uint32_t sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        uint32_t second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

/* --- by instructions of the processor --- */

#if HAS_SHA
static bool has_instructions(void) {
    unsigned a, b, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1) != 0;
}

/* Words 4i .. 4i+3 of the message schedule, from the sixteen before them: w[i mod 4] are those of
 * i-4. */
__attribute__((target("sha,sse4.1"))) static __m128i next_words(const __m128i w[4], int i) {
    __m128i sum = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
    __m128i sevenths = _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4);
    return _mm_sha256msg2_epu32(_mm_add_epi32(sum, sevenths), w[(i + 3) % 4]);
}

/* The instructions want the state in two halves, a b e f and c d g h, and do two rounds each. */
__attribute__((target("sha,sse4.1"))) static void
compress_by_instructions(uint32_t state[8], const unsigned char *blocks, size_t count) {
    const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0x1b);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_unpackhi_epi64(efgh, abcd), cdgh = _mm_unpacklo_epi64(efgh, abcd);
    for (; count > 0; count--, blocks += 64) {
        __m128i w[4], first = abef, second = cdgh;
        for (int i = 0; i < 16; i++) {
            const __m128i *words = (const __m128i *)(blocks + 16 * (i % 4));
            w[i % 4] = i < 4 ? _mm_shuffle_epi8(_mm_loadu_si128(words), order) : next_words(w, i);
            __m128i constant = _mm_loadu_si128((const __m128i *)(round_constants + 4 * i));
            __m128i sum = _mm_add_epi32(w[i % 4], constant);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
        }
        abef = _mm_add_epi32(abef, first);
        cdgh = _mm_add_epi32(cdgh, second);
    }
    abcd = _mm_unpackhi_epi64(cdgh, abef);
    efgh = _mm_unpacklo_epi64(cdgh, abef);
    _mm_storeu_si128((__m128i *)state, _mm_shuffle_epi32(abcd, 0x1b));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_shuffle_epi32(efgh, 0x1b));
}
#else
static bool has_instructions(void) {
    return false;
}

static void compress_by_instructions(uint32_t state[8], const unsigned char *blocks, size_t count) {
    for (; count > 0; count--, blocks += 64)
        compress(state, blocks);
}
#endif

/* --- all of it --- */

void digest_init(struct digest *digest) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(digest->state, start, sizeof start);
    memset(digest->block, 0, sizeof digest->block);
    digest->bytes = 0;
    digest->instructions = has_instructions();
}

static void compress_all(struct digest *digest, const unsigned char *blocks, size_t count) {
    if (digest->instructions)
        compress_by_instructions(digest->state, blocks, count);
    for (; !digest->instructions && count > 0; count--, blocks += 64)
        compress(digest->state, blocks);
}

/* Whole blocks are taken from where they stand. */
void digest_update(struct digest *digest, const char *bytes, size_t length) {
    while (length > 0) {
        size_t used = digest->bytes % 64, take = length < 64 - used ? length : 64 - used;
        if (used == 0 && length >= 64) {
            take = length / 64 * 64;
            compress_all(digest, (const unsigned char *)bytes, take / 64);
        } else {
            memcpy(digest->block + used, bytes, take);
            if (used + take == 64)
                compress_all(digest, digest->block, 1);
        }
        digest->bytes += take;
        bytes += take;
        length -= take;
    }
}

void digest_hex(const struct digest *digest, char hex[DIGEST_HEX_SIZE]) {
    static const char padding[64] = {(char)0x80};
    struct digest last = *digest;
    char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (char)(unsigned char)(digest->bytes * 8 >> (56 - 8 * i));
    digest_update(&last, padding, 1 + (64 + 55 - digest->bytes % 64) % 64);
    digest_update(&last, length, sizeof length);
    for (int i = 0; i < 8; i++)
        snprintf(hex + 8 * i, 9, "%08x", (unsigned)last.state[i]);
}
