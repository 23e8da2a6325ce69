#pragma once

// Under the thread sanitizer, what `Synchronization.Mutex` does when it has to wait, told to the sanitizer. The fast path of that lock
// is compiled into our modules, where the sanitizer sees it; the slow one lies in the toolchain's library, where it does not, and each
// handover of a lock between two threads would be reported as a race. Without the sanitizer the target is empty.
