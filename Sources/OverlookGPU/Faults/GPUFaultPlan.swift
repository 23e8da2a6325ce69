/// Faults of a driver that somebody asks for, to see what becomes of the picture: which allocations find no memory, and when the
/// context is lost. Shared by all devices that are made with it, one after the other.
@MainActor package final class GPUFaultPlan {
  /// Which of the allocations that follow fail, counted from 0 at the assignment.
  package var failingAllocations: Range<Int> = 0..<0 {
    didSet { allocations = 0 }
  }
  /// Only allocations of what begins with this fail; empty for all.
  package var failingName = ""
  /// The context is lost at the check of this number, counted from 0 at the assignment; nil for never.
  package var lostAtCheck: Int? {
    didSet { checks = 0 }
  }
  /// What the driver answers when the context is lost: GL_GUILTY_CONTEXT_RESET (0x8253), GL_INNOCENT_CONTEXT_RESET or
  /// GL_UNKNOWN_CONTEXT_RESET.
  package var resetStatus: UInt32 = 0x8253
  /// Allocations since `failingAllocations` was set.
  package private(set) var allocations = 0
  /// Allocations that failed, of all.
  package private(set) var failures = 0
  /// Contexts that were lost, of all.
  package private(set) var losses = 0
  private var checks = 0

  package init() {}

  /// Counts an allocation of `what`; whether it is to fail.
  func fails(_ what: String) -> Bool {
    guard failingName.isEmpty || what.hasPrefix(failingName) else { return false }
    defer { allocations += 1 }
    guard failingAllocations.contains(allocations) else { return false }
    failures += 1
    return true
  }

  /// Counts a check of the context; the status to answer, 0 for all is well.
  func checkContext() -> UInt32 {
    guard let lostAtCheck else { return 0 }
    defer { checks += 1 }
    guard checks == lostAtCheck else { return 0 }
    losses += 1
    return resetStatus
  }
}
