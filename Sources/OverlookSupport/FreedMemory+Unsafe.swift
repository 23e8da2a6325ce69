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

  /// Has the memory that the process will take come in large pages, where the system has such (madvise(2), MADV_HUGEPAGE). For programs that
  /// end soon: a first picture takes 33 MB, and 8,000 faults for these, 2 us each on a virtual machine, are a tenth of its time. A program
  /// that stays would keep a part of a page more. To be called before there are threads.
  package static func takeInLargePages() {
    guard let symbol = dlsym(nil, "mallopt") else { return }
    let setOption = unsafeBitCast(symbol, to: Option.self)
    // M_TOP_PAD: how much more than it needs the heap takes when it grows, and leaves when it shrinks. It is address space until it is used.
    _ = setOption(-2, 48 << 20)
    guard let block = malloc(1 << 20) else { return }
    defer { free(block) }
    let largePage: UInt = 2 << 20
    let (start, end) = ((UInt(bitPattern: block) / largePage + 1) * largePage, UInt(bitPattern: sbrk(0)))
    // Where the block is not in the heap, which then did not grow, nothing is asked for.
    guard start < end, end - start <= 64 << 20, let address = UnsafeMutableRawPointer(bitPattern: start) else { return }
    madvise(address, Int(end - start), MADV_HUGEPAGE)
  }

  /// Brings small pieces together. The C library does so when it is asked for a large block next: 4 ms in the first frame after a driver has
  /// let go of its compiler. To be called where nobody waits.
  package static func bringTogether() {
    guard let symbol = dlsym(nil, "mallopt") else { return }
    // What any option does first; M_MXFAST keeps the value that it has in every C library of 64 bits.
    _ = unsafeBitCast(symbol, to: Option.self)(1, 128)
  }

  /// Hands all of it back to the system. Takes some milliseconds for a process of some hundred megabytes.
  package static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
