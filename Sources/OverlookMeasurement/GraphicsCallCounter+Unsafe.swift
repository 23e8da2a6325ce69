import CGraphicsCallCounter
import Synchronization

/// Counts what a piece of code asks of OpenGL: calls by function, and the bytes and pixels that they move.
///
/// Works in every executable that links this target, tests included; see `CGraphicsCallCounter.h` for how, and for what is not
/// seen. For the thread that draws; counts do not nest.
package enum GraphicsCallCounter {
  package struct Report: Sendable, CustomStringConvertible {
    /// Calls of each function that was called at all.
    package fileprivate(set) var calls: [String: Int] = [:]
    /// Calls that gave a buffer or a texture bytes of our memory, and those bytes; what is written into mapped buffers besides.
    package fileprivate(set) var uploads = 0
    package fileprivate(set) var uploadedBytes = 0
    package fileprivate(set) var mappedBytes = 0
    /// Copies from target to target, or to a texture, by calls that do nothing else, and their pixels.
    package fileprivate(set) var copies = 0
    package fileprivate(set) var copiedPixels = 0
    /// Pixels read back into our memory.
    package fileprivate(set) var readPixels = 0
    /// Draws within calls that draw several ranges.
    package fileprivate(set) var ranges = 0

    package init() {}

    package var allCalls: Int { calls.values.reduce(0, +) }

    /// Calls that draw, those that draw several ranges as one.
    package var draws: Int { sum { $0.hasPrefix("glDraw") || $0.hasPrefix("glMultiDraw") } }

    /// Calls that ask the driver for something it knows.
    package var gets: Int { sum { $0.hasPrefix("glGet") || $0.hasPrefix("glIs") || $0.hasPrefix("glCheck") } }

    /// Calls for which the driver has to have drawn what it was told before it answers.
    package var waits: Int { sum { ["glFinish", "glReadPixels", "glClientWaitSync", "glGetTexImage"].contains($0) } }

    package var description: String {
      calls.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    private func sum(where isCounted: (String) -> Bool) -> Int {
      calls.reduce(0) { isCounted($1.key) ? $0 + $1.value : $0 }
    }
  }

  private static let lock = Mutex<Void>(())

  /// Runs `body` and tells what it called; nil where calls cannot be counted.
  package static func count(_ body: () throws -> Void) rethrows -> Report? {
    try lock.withLock { _ in
      guard graphics_call_counter_begin() else { return nil }
      var amounts = graphics_call_counter_amounts()
      do {
        try body()
      } catch {
        graphics_call_counter_end(&amounts)
        throw error
      }
      graphics_call_counter_end(&amounts)
      return report(amounts)
    }
  }

  private static func report(_ amounts: graphics_call_counter_amounts) -> Report {
    var report = Report()
    report.uploads = Int(clamping: amounts.uploads)
    report.uploadedBytes = Int(clamping: amounts.uploaded_bytes)
    report.mappedBytes = Int(clamping: amounts.mapped_bytes)
    report.copies = Int(clamping: amounts.copies)
    report.copiedPixels = Int(clamping: amounts.copied_pixels)
    report.readPixels = Int(clamping: amounts.read_pixels)
    report.ranges = Int(clamping: amounts.ranges)
    for number in 0..<graphics_call_counter_functions() {
      let calls = graphics_call_counter_calls(number)
      if calls > 0 { report.calls[String(cString: graphics_call_counter_name(number))] = Int(clamping: calls) }
    }
    return report
  }
}
