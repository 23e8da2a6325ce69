import Foundation

/// Who draws in the tests.
package enum TestDriver {
  /// Whether it is what the machine has, by OVERLOOK_TEST_CARD (`make test-card`), in place of the software renderer whose pictures are
  /// the same everywhere.
  package static let isCard = ProcessInfo.processInfo.environment["OVERLOOK_TEST_CARD"] == "1"
}
