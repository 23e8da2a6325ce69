import Glibc

/// What becomes of memory that is freed.
///
/// Unsafe: functions of the C library by name, with the types of `malloc.h`.
package enum FreedMemory {
  private typealias Option = @convention(c) (_ parameter: CInt, _ value: CInt) -> CInt
  private typealias Trim = @convention(c) (_ kept: Int) -> CInt

  /// Lets the process keep some of it. Tiles come and go in blocks of some hundred kilobytes; each of them handed back to the
  /// system and asked for again is a fault and a cleared page for every 4 KiB, which was a third of the time that decoding and
  /// layout took.
  package static func keep() {
    // Not in Swift's module of the C library, and not in every C library.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    let setOption = unsafeBitCast(symbol, to: Option.self)
    // M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of <malloc.h>.
    _ = setOption(-3, 4 << 20)
    _ = setOption(-1, 32 << 20)
  }

  /// Hands all of it back to the system. Takes some milliseconds for a process of some hundred megabytes.
  package static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
