/// How far a page is, told while it is written; and whether it is still wanted.
package struct PageProgress: Sendable {
  /// 0 ... 1, on the thread that writes.
  package var report: @Sendable (Double) -> Void
  package var isCancelled: @Sendable () -> Bool

  package init(report: @escaping @Sendable (Double) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.report = report
    self.isCancelled = isCancelled
  }

  package func check() throws(PageError) {
    if isCancelled() { throw .cancelled }
  }
}

/// Counts the elements that are written.
struct PageCounter {
  private let progress: PageProgress
  private let total: Int
  private var count = 0
  private static let step = 64

  init(_ document: PageDocument, _ progress: PageProgress) {
    self.progress = progress
    total = max(document.elementCount, 1)
  }

  mutating func next() throws(PageError) {
    count += 1
    guard count % Self.step == 0 else { return }
    try progress.check()
    progress.report(min(Double(count) / Double(total), 1))
  }
}
