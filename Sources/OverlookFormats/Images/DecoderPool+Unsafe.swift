internal import CImageCodecs
package import OverlookSupport
internal import Synchronization

/// What decoders of many small pictures use again: the memory of pixels, and TurboJPEG's own, which takes as long to make as a
/// small tile takes to decode by a tenth. Any thread.
package final class DecoderPool: Sendable {
  package let pixels = PixelPool()
  private let turbo = Mutex<[TurboDecoder]>([])
  /// More threads than that decode at a time nowhere.
  private static let maximumTurboCount = 8

  package init() {}

  /// A decoder for one picture; nil when there is no memory for one.
  func takeTurbo() -> TurboDecoder? {
    turbo.withLock { $0.popLast() } ?? TurboDecoder()
  }

  /// Takes back one that did what was asked; others are not to be used again.
  func give(_ decoder: TurboDecoder) {
    turbo.withLock { decoders in
      if decoders.count < Self.maximumTurboCount { decoders.append(decoder) }
    }
  }
}

/// A decoder of TurboJPEG's.
///
/// Invariant of `@unchecked Sendable`: only one thread has it at a time, the one that took it from the pool or made it.
final class TurboDecoder: @unchecked Sendable {
  let handle: tjhandle

  init?() {
    guard let handle = tjInitDecompress() else { return nil }
    self.handle = handle
  }

  deinit {
    tjDestroy(handle)
  }
}
