import CGL

// What is asked of the driver's memory, and what becomes of the context.
extension GPUDevice {
  /// Runs `body`, which asks the driver for memory for `what`; throws when there is none. The fault is also kept for
  /// `takeMemoryFault`, because whoever draws one thing of many leaves it out and goes on.
  func allocate(_ what: @autoclosure () -> String, _ body: () -> Void) throws(GPUError) {
    dropErrors()
    if let faults, faults.fails(what()) { throw note(.outOfMemory(what: what())) }
    body()
    do throws(GPUError) {
      try check(what())
    } catch {
      throw note(error)
    }
  }

  /// The first allocation that found no memory since the last call; nil when all did.
  package func takeMemoryFault() -> GPUError? {
    defer { memoryFault = nil }
    return memoryFault
  }

  func note(_ error: GPUError) -> GPUError {
    if case .outOfMemory = error, memoryFault == nil { memoryFault = error }
    return error
  }

  /// Throws when the driver took the context away: nothing that was made with it exists any more. For each frame, at `now` of any
  /// clock in seconds: the driver is asked once a second, because some ask the system then. Drivers that cannot tell never throw.
  package func checkContext(now: Double) throws(GPUError) {
    if let status = faults?.checkContext(), status != 0 { throw .contextLost(status: status) }
    guard capabilities.tellsResets, abs(now - contextChecked) >= 1 else { return }
    contextChecked = now
    let status = glGetGraphicsResetStatus()
    if status != GLenum(GL_NO_ERROR) { throw .contextLost(status: status) }
  }
}

extension GPUError {
  /// Whether the driver may do it once something else was given back.
  package var isOfMemory: Bool {
    if case .outOfMemory = self { true } else { false }
  }

  /// Whether everything has to be made anew in another context.
  package var isOfContext: Bool {
    if case .contextLost = self { true } else { false }
  }
}
