import OverlookGPU
import OverlookPasses
import Synchronization

/// Rows of blocks of a picture that is drawn by several threads. The one that may talk to the driver copies those that are drawn to the target
/// while others draw on: a copy of all takes a fifth of the time in which two processors draw it.
final class PanoramaBands: Sendable {
  private struct State {
    /// How many blocks each has yet to get.
    var left: [Int] = []
    /// Those above are copied.
    var copied = 0

    /// The next one, where it is drawn; it is taken to be copied then.
    mutating func takeNext() -> Int? {
      guard copied < left.count, left[copied] == 0 else { return nil }
      copied += 1
      return copied - 1
    }
  }

  private let state = Mutex(State())
  /// Where the picture goes while it is drawn.
  @MainActor private var copying: (picture: CopiedSheet, target: GPUTarget)?

  init() {}

  /// None of `blocks` is drawn, which lie in so many rows.
  @MainActor func begin(_ blocks: [PanoramaSquares.Block], rows: Int, _ picture: CopiedSheet, _ target: GPUTarget) {
    copying = (picture, target)
    state.withLock { state in
      state.left.removeAll(keepingCapacity: true)
      state.left.append(contentsOf: repeatElement(0, count: rows))
      for block in blocks { state.left[Self.number(block)] += 1 }
      state.copied = 0
    }
  }

  /// A block is drawn.
  func finish(_ block: PanoramaSquares.Block) {
    state.withLock { $0.left[Self.number(block)] -= 1 }
  }

  /// Copies what is drawn and was not copied before, the upper rows first.
  @MainActor func copyDrawn() {
    guard let copying else { return }
    let side = PanoramaPlaces.block * PanoramaPlaces.step
    while let band = state.withLock({ $0.takeNext() }) {
      copying.picture.copy(rows: band * side..<(band + 1) * side, to: copying.target)
    }
  }

  /// The same when all are drawn. The target is bound afterwards.
  @MainActor func finish() {
    copyDrawn()
    if let copying { copying.picture.finishCopy(to: copying.target) }
    copying = nil
  }

  private static func number(_ block: PanoramaSquares.Block) -> Int { block.row / PanoramaPlaces.block }
}
