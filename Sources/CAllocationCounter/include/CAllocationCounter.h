#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Counts heap blocks. The object file of this target defines malloc, calloc, realloc, reallocarray, posix_memalign, aligned_alloc,
// memalign, valloc and pvalloc and passes them on to glibc. Linked into an executable they take the place of glibc's own for every
// library of the process (Swift's runtime, Foundation, drivers), because the dynamic linker looks into the executable first.
// While no count runs, the cost is one relaxed load.

#define ALLOCATION_COUNTER_TRACES 16
#define ALLOCATION_COUNTER_DEPTH 12

typedef struct {
  // Blocks asked for by anything but a graphics driver, and their bytes.
  uint64_t blocks;
  uint64_t bytes;
  // Blocks asked for by graphics drivers and the C++ and LLVM runtimes below them.
  uint64_t driver_blocks;
  // Frames of generic accessors that Swift's library takes from the heap when it is called unspecialised: `for x in array` in an
  // unoptimised build. An optimised build has none of them.
  uint64_t unspecialized_frames;
  // Return addresses of the first blocks, innermost first, 0 at the end of each.
  uint32_t trace_count;
  uintptr_t traces[ALLOCATION_COUNTER_TRACES][ALLOCATION_COUNTER_DEPTH];
} allocation_counter_report;

// False under a sanitizer, which has an allocator of its own, and on a C library other than glibc.
bool allocation_counter_is_compiled(void);

// Starts a count of the calling thread's blocks, or of all threads'. One count at a time: false when one runs.
bool allocation_counter_begin(bool all_threads);

// Ends the count.
void allocation_counter_end(allocation_counter_report *report);

// Writes "module+0xoffset symbol" of an address of code, the symbol only where it is an exported one. Always ends the text.
void allocation_counter_describe(uintptr_t address, char *text, size_t capacity);
