import Synchronization

/// Whether this process waits for the graphics driver: while one is loaded, and from a headless loop's first call of a frame to its last.
/// Any thread.
package enum DriverUse {
  private static let depth = Atomic<Int>(0)

  /// Whether some thread is in the driver's hands now.
  package static var isInUse: Bool { depth.load(ordering: .relaxed) > 0 }

  static func begin() { depth.wrappingAdd(1, ordering: .relaxed) }

  static func end() { depth.wrappingSubtract(1, ordering: .relaxed) }
}
