#pragma once

#include <string.h>

// Sends for a line of memory that is read soon. A hint: nothing is read for the program, and no address is a fault.
static inline __attribute__((always_inline)) void overlook_bring_near(const void *place) { __builtin_prefetch(place, 0, 3); }

// Two pixels at a time: four channels of 8 bits each, in words of 16. Compilers make one instruction of each step; of the same written in
// Swift they made calls where the loop around it was large.
typedef unsigned char overlook_bytes __attribute__((ext_vector_type(8)));
typedef unsigned short overlook_words __attribute__((ext_vector_type(8)));
typedef unsigned int overlook_products __attribute__((ext_vector_type(8)));

// The pixel at a place and the one right of it, channels above the point.
static inline __attribute__((always_inline)) overlook_words overlook_two_pixels(const void *place) {
  overlook_bytes bytes;
  memcpy(&bytes, place, sizeof bytes);
  return __builtin_convertvector(bytes, overlook_words) << 8;
}

// What lies a share of 65,536 from `a` to `b`. Shares sum to less than one, so that nothing overflows.
static inline __attribute__((always_inline)) overlook_words overlook_between(overlook_words a, overlook_words b, overlook_words share) {
  overlook_products left = __builtin_convertvector(a, overlook_products) * __builtin_convertvector(~share, overlook_products);
  overlook_products right = __builtin_convertvector(b, overlook_products) * __builtin_convertvector(share, overlook_products);
  return __builtin_convertvector(left >> 16, overlook_words) + __builtin_convertvector(right >> 16, overlook_words);
}

// Writes two pixels, each between the two of a pair; RGBA becomes BGRA.
static inline __attribute__((always_inline)) void overlook_store_pixels(
    void *target, overlook_words first, overlook_words second, overlook_words right) {
  overlook_words left = __builtin_shufflevector(first, second, 0, 1, 2, 3, 8, 9, 10, 11);
  overlook_words other = __builtin_shufflevector(first, second, 4, 5, 6, 7, 12, 13, 14, 15);
  overlook_words sum = (overlook_between(left, other, right) + 128) >> 8;
  overlook_bytes bytes = __builtin_convertvector(__builtin_shufflevector(sum, sum, 2, 1, 0, 3, 6, 5, 4, 7), overlook_bytes);
  memcpy(target, &bytes, sizeof bytes);
}
