import FuzzSupport
import OverlookGeometry
import OverlookInput

/// Recorded input: whatever is read is written and read again as it was, and its times go forward.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let log = try? InputLog(parsing: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  demand(log.size.width >= 0 && log.size.height >= 0, "a negative size")
  demand(log.events.count <= InputLog.maximumEventCount && log.durationSeconds <= InputLog.maximumSeconds, "too long a log")
  demand(zip(log.events, log.events.dropFirst()).allSatisfy { $0.timeSeconds <= $1.timeSeconds }, "times out of order")
  demand(
    zip(log.clipboardChanges, log.clipboardChanges.dropFirst()).allSatisfy { $0.eventCount <= $1.eventCount },
    "changes of the clipboard out of order")
  guard let again = try? InputLog(parsing: log.text) else { return fault() }
  demand(again == log, "what was written is read as something else")
  return 0
}

private func fault() -> CInt {
  demand(false, "what was written is not read")
  return 0
}
