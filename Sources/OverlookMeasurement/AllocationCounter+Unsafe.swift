import CAllocationCounter
import Glibc
import Synchronization

/// Counts the heap blocks that a piece of code asks for, in Swift and in C alike.
///
/// Works in every executable that links this target, tests included; see `CAllocationCounter.h` for how. Counts do not nest.
package enum AllocationCounter {
  package enum Scope: Sendable {
    /// Blocks that the thread asks for on which `count` runs.
    case callingThread
    /// Blocks that any thread asks for meanwhile.
    case allThreads
  }

  package struct Report: Sendable, CustomStringConvertible {
    /// Blocks that our code and the libraries it calls asked for; growth of a block in place counts too.
    package var blocks = 0
    package var bytes = 0
    /// Blocks that graphics drivers asked for during our calls; a software renderer asks for some in each frame.
    package var driverBlocks = 0
    /// Frames of generic accessors that only unoptimised builds take from the heap (`for x in array`). Not in `blocks` in such a
    /// build; in an optimised one they are, should there be any.
    package var unspecializedFrames = 0
    /// Where the first blocks were asked for: one chain of `module+offset` each, innermost first, for `llvm-symbolizer`.
    package var callers: [String] = []

    package var description: String {
      "\(blocks) blocks, \(bytes) bytes (and \(driverBlocks) blocks of the graphics driver)\n" + callers.joined(separator: "\n")
    }
  }

  private static let lock = Mutex<Void>(())

  /// Whether blocks are counted in this process: not under a sanitizer, nor where another allocator took over.
  package static let isAvailable: Bool = {
    guard allocation_counter_is_compiled() else { return false }
    let report = count {
      let block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      // Else the optimizer leaves both away.
      withExtendedLifetime(block) { _ = strlen(keptByTheOptimizer(block)) }
      block.deallocate()
    }
    return report.blocks == 1
  }()

  @inline(never) private static func keptByTheOptimizer(_ block: UnsafeMutableRawPointer) -> UnsafePointer<CChar> {
    block.storeBytes(of: 0, as: UInt8.self)
    return UnsafePointer(block.assumingMemoryBound(to: CChar.self))
  }

  /// Runs `body` and tells what it allocated; zero where `isAvailable` is false.
  package static func count(_ scope: Scope = .callingThread, _ body: () throws -> Void) rethrows -> Report {
    try lock.withLock { _ in
      guard allocation_counter_begin(scope == .allThreads) else { return Report() }
      var raw = allocation_counter_report()
      do {
        try body()
      } catch {
        allocation_counter_end(&raw)
        throw error
      }
      allocation_counter_end(&raw)
      return report(raw)
    }
  }

  /// What `body`, which draws steady frames, allocates: the least of five runs. Now and then tiles from around the view come in
  /// meanwhile and are brought to the driver, which is no steady frame; what each frame takes, each run has.
  package static func steadiestCount(_ body: () throws -> Void) rethrows -> Report {
    var steadiest = try count(.callingThread, body)
    for _ in 1..<5 where steadiest.blocks > 0 {
      let report = try count(.callingThread, body)
      if report.blocks < steadiest.blocks { steadiest = report }
    }
    return steadiest
  }

  private static func report(_ raw: allocation_counter_report) -> Report {
    var report = Report(blocks: Int(clamping: raw.blocks), bytes: Int(clamping: raw.bytes))
    report.driverBlocks = Int(clamping: raw.driver_blocks)
    report.unspecializedFrames = Int(clamping: raw.unspecialized_frames)
    #if !DEBUG
      report.blocks += report.unspecializedFrames
    #endif
    let depth = Int(ALLOCATION_COUNTER_DEPTH)
    withUnsafeBytes(of: raw.traces) { bytes in
      let addresses = bytes.bindMemory(to: UInt.self)
      for trace in 0..<Int(raw.trace_count) {
        let chain = addresses[(trace * depth)..<((trace + 1) * depth)].prefix { $0 != 0 }
        report.callers.append(chain.map(place).joined(separator: " < "))
      }
    }
    return report
  }

  private static func place(_ address: UInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 300) { text in
      guard let start = text.baseAddress else { return "" }
      allocation_counter_describe(address, start, text.count)
      return String(cString: start)
    }
  }
}
