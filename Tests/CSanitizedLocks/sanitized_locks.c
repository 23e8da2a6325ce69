#define _GNU_SOURCE
#include "CSanitizedLocks.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Of the sanitizer's runtime.
extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

// The linker finds these before those of the library, which do the work. `_MutexHandle` is never copied: `self` is where it lies.
SWIFT void overlook_lock_slow(uint32_t thread, SELF void *self) __asm__(LOCK);
SWIFT void overlook_unlock_slow(SELF void *self) __asm__(UNLOCK);
SWIFT bool overlook_try_lock_slow(SELF void *self) __asm__(TRY_LOCK);

static void *of_library(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  // A toolchain whose lock looks otherwise: its reports would mean nothing.
  if (!function) abort();
  return function;
}

SWIFT void overlook_lock_slow(uint32_t thread, SELF void *self) {
  SWIFT void (*lock)(uint32_t, SELF void *) = (SWIFT void (*)(uint32_t, SELF void *))of_library(LOCK);
  lock(thread, self);
  __tsan_acquire(self);
}

SWIFT void overlook_unlock_slow(SELF void *self) {
  SWIFT void (*unlock)(SELF void *) = (SWIFT void (*)(SELF void *))of_library(UNLOCK);
  __tsan_release(self);
  unlock(self);
}

SWIFT bool overlook_try_lock_slow(SELF void *self) {
  SWIFT bool (*try_lock)(SELF void *) = (SWIFT bool (*)(SELF void *))of_library(TRY_LOCK);
  bool is_locked = try_lock(self);
  if (is_locked) __tsan_acquire(self);
  return is_locked;
}

#endif
#endif
