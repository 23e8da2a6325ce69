#define _GNU_SOURCE
#include "CAllocationCounter.h"

#include <dlfcn.h>
#include <errno.h>
#include <features.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define OVERLOOK_HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(OVERLOOK_HAS_SANITIZER)
#define OVERLOOK_COUNTS 1
#endif

bool allocation_counter_is_compiled(void) {
#ifdef OVERLOOK_COUNTS
  return true;
#else
  return false;
#endif
}

void allocation_counter_describe(uintptr_t address, char *text, size_t capacity) {
  Dl_info info;
  if (!dladdr((void *)address, &info) || !info.dli_fname) {
    snprintf(text, capacity, "0x%lx", (unsigned long)address);
    return;
  }
  const char *slash = strrchr(info.dli_fname, '/');
  snprintf(text, capacity, "%s+0x%lx %s", slash ? slash + 1 : info.dli_fname,
           (unsigned long)(address - (uintptr_t)info.dli_fbase), info.dli_sname ? info.dli_sname : "");
}

#ifdef OVERLOOK_COUNTS

// glibc's allocator under the names that no one replaces.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

#define MAXIMUM_RANGES 64

static struct {
  atomic_int active;
  atomic_int claimed;
  bool all_threads;
  pthread_t owner;
  uintptr_t stack_end;  // of the owner; frames are followed up to here
  atomic_uint_fast64_t blocks;
  atomic_uint_fast64_t bytes;
  atomic_uint_fast64_t driver_blocks;
  atomic_uint_fast64_t unspecialized_frames;
  atomic_uint_fast32_t trace_count;
  uintptr_t traces[ALLOCATION_COUNTER_TRACES][ALLOCATION_COUNTER_DEPTH];
  uint32_t range_count;
  struct {
    uintptr_t start, end;
  } ranges[MAXIMUM_RANGES];  // code of graphics drivers
  struct {
    uintptr_t start, end;
  } swift_library, swift_allocator;  // libswiftCore's code, and of it the one function that asks for objects and buffers
} counter;

static bool is_driver(uintptr_t address) {
  for (uint32_t i = 0; i < counter.range_count; i++) {
    if (address >= counter.ranges[i].start && address < counter.ranges[i].end) return true;
  }
  return false;
}

// Our code and Swift's keep frame pointers. A frame of a library that does not ends the walk: a link is followed only upwards
// within the owner's stack.
static void record_trace(uintptr_t caller, uintptr_t frame) {
  uint32_t slot = (uint32_t)atomic_fetch_add_explicit(&counter.trace_count, 1, memory_order_relaxed);
  if (slot >= ALLOCATION_COUNTER_TRACES) return;
  uintptr_t *trace = counter.traces[slot];
  memset(trace, 0, sizeof(counter.traces[slot]));
  trace[0] = caller;
  if (!pthread_equal(pthread_self(), counter.owner)) return;
  for (int depth = 1; depth < ALLOCATION_COUNTER_DEPTH; depth++) {
    if (frame % sizeof(uintptr_t) != 0 || frame + 2 * sizeof(uintptr_t) > counter.stack_end) return;
    uintptr_t next = ((uintptr_t *)frame)[0];
    if (next <= frame || next + 2 * sizeof(uintptr_t) > counter.stack_end) return;
    frame = next;
    trace[depth] = ((uintptr_t *)frame)[1];
  }
}

static __attribute__((noinline)) void record(size_t size, uintptr_t caller, uintptr_t frame) {
  if (!counter.all_threads && !pthread_equal(pthread_self(), counter.owner)) return;
  if (is_driver(caller)) {
    atomic_fetch_add_explicit(&counter.driver_blocks, 1, memory_order_relaxed);
    return;
  }
  bool is_frame = caller >= counter.swift_library.start && caller < counter.swift_library.end &&
                  !(caller >= counter.swift_allocator.start && caller < counter.swift_allocator.end);
  if (is_frame) {
    atomic_fetch_add_explicit(&counter.unspecialized_frames, 1, memory_order_relaxed);
    return;
  }
  atomic_fetch_add_explicit(&counter.blocks, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&counter.bytes, size, memory_order_relaxed);
  record_trace(caller, frame);
}

#define COUNT(size)                                                                                      \
  if (__builtin_expect(atomic_load_explicit(&counter.active, memory_order_acquire), 0))                  \
  record((size), (uintptr_t)__builtin_return_address(0), (uintptr_t)__builtin_frame_address(0))

#define REPLACES __attribute__((visibility("default"), used, noinline))

REPLACES void *malloc(size_t size) {
  COUNT(size);
  return __libc_malloc(size);
}

REPLACES void *calloc(size_t count, size_t size) {
  COUNT(count * size);
  return __libc_calloc(count, size);
}

REPLACES void *realloc(void *block, size_t size) {
  if (size > 0) {
    COUNT(size);
  }
  return __libc_realloc(block, size);
}

REPLACES void *reallocarray(void *block, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  if (total > 0) {
    COUNT(total);
  }
  return __libc_realloc(block, total);
}

REPLACES void *memalign(size_t alignment, size_t size) {
  COUNT(size);
  return __libc_memalign(alignment, size);
}

REPLACES void *aligned_alloc(size_t alignment, size_t size) {
  COUNT(size);
  return __libc_memalign(alignment, size);
}

REPLACES int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  COUNT(size);
  int saved = errno;
  void *block = __libc_memalign(alignment, size);
  errno = saved;
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

REPLACES void *valloc(size_t size) {
  COUNT(size);
  return __libc_memalign(4096, size);
}

REPLACES void *pvalloc(size_t size) {
  COUNT(size);
  return __libc_memalign(4096, (size + 4095) & ~(size_t)4095);
}

// Parts of file names of what draws for us; allocations there are the driver's affair and differ between machines.
static const char *const driver_names[] = {
    "_dri.so", "libgallium", "libLLVM",    "libEGL",    "libGL",   "libOpenGL", "libstdc++", "libnvidia",
    "libdrm",  "libglapi",   "libX11",     "libxcb",    "libgbm",  "libc++",    "libz3",     "libelf",
};

static int add_driver_ranges(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  bool found = false;
  for (size_t i = 0; i < sizeof(driver_names) / sizeof(driver_names[0]) && !found; i++) {
    found = info->dlpi_name && strstr(info->dlpi_name, driver_names[i]);
  }
  if (!found) return 0;
  for (int i = 0; i < info->dlpi_phnum && counter.range_count < MAXIMUM_RANGES; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    counter.ranges[counter.range_count].start = info->dlpi_addr + header->p_vaddr;
    counter.ranges[counter.range_count].end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
    counter.range_count++;
  }
  return 0;
}

static int add_swift_range(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  if (!info->dlpi_name || !strstr(info->dlpi_name, "libswiftCore")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    counter.swift_library.start = info->dlpi_addr + header->p_vaddr;
    counter.swift_library.end = counter.swift_library.start + header->p_memsz;
  }
  return 1;
}

// Nothing is found, and so every block counts, where Swift's library is linked into the executable.
static void find_swift(void) {
  memset(&counter.swift_library, 0, sizeof(counter.swift_library));
  memset(&counter.swift_allocator, 0, sizeof(counter.swift_allocator));
  void *allocator = dlsym(RTLD_DEFAULT, "swift_slowAlloc");
  Dl_info info;
  ElfW(Sym) *symbol = NULL;
  if (!allocator || !dladdr1(allocator, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol || !info.dli_fname) return;
  if (!strstr(info.dli_fname, "libswiftCore")) return;
  counter.swift_allocator.start = (uintptr_t)allocator;
  counter.swift_allocator.end = (uintptr_t)allocator + symbol->st_size;
  dl_iterate_phdr(add_swift_range, NULL);
}

static uintptr_t end_of_stack(void) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *start = NULL;
  size_t size = 0;
  int failed = pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  return failed ? 0 : (uintptr_t)start + size;
}

bool allocation_counter_begin(bool all_threads) {
  int free_to_claim = 0;
  if (!atomic_compare_exchange_strong(&counter.claimed, &free_to_claim, 1)) return false;
  counter.all_threads = all_threads;
  counter.owner = pthread_self();
  counter.stack_end = end_of_stack();
  counter.range_count = 0;
  dl_iterate_phdr(add_driver_ranges, NULL);
  find_swift();
  atomic_store(&counter.blocks, 0);
  atomic_store(&counter.bytes, 0);
  atomic_store(&counter.driver_blocks, 0);
  atomic_store(&counter.unspecialized_frames, 0);
  atomic_store(&counter.trace_count, 0);
  atomic_store_explicit(&counter.active, 1, memory_order_release);
  return true;
}

void allocation_counter_end(allocation_counter_report *report) {
  atomic_store_explicit(&counter.active, 0, memory_order_release);
  report->blocks = atomic_load(&counter.blocks);
  report->bytes = atomic_load(&counter.bytes);
  report->driver_blocks = atomic_load(&counter.driver_blocks);
  report->unspecialized_frames = atomic_load(&counter.unspecialized_frames);
  uint64_t traces = atomic_load(&counter.trace_count);
  report->trace_count = traces < ALLOCATION_COUNTER_TRACES ? (uint32_t)traces : ALLOCATION_COUNTER_TRACES;
  memcpy(report->traces, counter.traces, sizeof(counter.traces));
  atomic_store(&counter.claimed, 0);
}

#else

bool allocation_counter_begin(bool all_threads) {
  (void)all_threads;
  return false;
}

void allocation_counter_end(allocation_counter_report *report) {
  memset(report, 0, sizeof(*report));
}

#endif
