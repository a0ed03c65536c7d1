#include "core/digest_instructions.h"

#include <stdlib.h>

#if defined __x86_64__ && defined __GNUC__
#include <cpuid.h>
#include <immintrin.h>

bool digest_has_instructions(void) {
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
__attribute__((target("sha,sse4.1"))) void digest_use_instructions(uint32_t state[8],
                                                                   const uint32_t constants[64],
                                                                   const unsigned char *blocks,
                                                                   size_t count) {
    const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0x1b);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_unpackhi_epi64(efgh, abcd), cdgh = _mm_unpacklo_epi64(efgh, abcd);
    for (; count > 0; count--, blocks += 64) {
        __m128i w[4], first = abef, second = cdgh;
        for (int i = 0; i < 16; i++) {
            const __m128i *words = (const __m128i *)(blocks + 16 * (i % 4));
            w[i % 4] = i < 4 ? _mm_shuffle_epi8(_mm_loadu_si128(words), order) : next_words(w, i);
            __m128i constant = _mm_loadu_si128((const __m128i *)(constants + 4 * i));
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

bool digest_has_instructions(void) {
    return false;
}

void digest_use_instructions(uint32_t state[8], const uint32_t constants[64],
                             const unsigned char *blocks, size_t count) {
    (void)state, (void)constants, (void)blocks, (void)count;
    abort();
}

#endif
