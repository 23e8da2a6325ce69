#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Counts the calls that this executable makes to functions of OpenGL (`glDrawArrays`, ...), by function. While a count runs, the
// addresses in the executable's own table of imported functions are those of stubs, which add one and jump on; before and
// afterwards the table is as the dynamic linker left it, so that nobody pays for what is not counted. What drivers and window
// libraries call among themselves is not seen. OpenGL is called from one thread, and so is all of this.

#define GRAPHICS_CALL_COUNTER_FUNCTIONS 256

typedef struct {
  // Bytes that buffers and textures were given from our memory.
  uint64_t uploads;
  uint64_t uploaded_bytes;
  // Bytes of buffers that were mapped to be written.
  uint64_t mapped_bytes;
  // Copies between targets, or to textures, and their pixels.
  uint64_t copies;
  uint64_t copied_pixels;
  // Pixels that came back to our memory.
  uint64_t read_pixels;
  // Draws within the calls that draw several times.
  uint64_t ranges;
} graphics_call_counter_amounts;

// Starts a count at zero. False where it cannot be done: on other processors than x86-64 and AArch64, and where no function of
// OpenGL is imported.
bool graphics_call_counter_begin(void);

// Ends the count.
void graphics_call_counter_end(graphics_call_counter_amounts *amounts);

// How many functions were found; the counts of the last count are read by number.
size_t graphics_call_counter_functions(void);
const char *graphics_call_counter_name(size_t number);
uint64_t graphics_call_counter_calls(size_t number);
