import Foundation
import Glibc

/// A new folder for what programs keep about a person (`XDG_STATE_HOME`), until `end`.
package struct StateFolder {
  package let path = NSTemporaryDirectory() + "overlook-state-\(UUID().uuidString)"
  private let before = ProcessInfo.processInfo.environment["XDG_STATE_HOME"]

  package init() { setenv("XDG_STATE_HOME", path, 1) }

  /// Takes the one before and removes this.
  package func end() {
    if let before { setenv("XDG_STATE_HOME", before, 1) } else { unsetenv("XDG_STATE_HOME") }
    try? FileManager.default.removeItem(atPath: path)
  }
}
