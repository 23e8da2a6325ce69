import OverlookFormats
package import OverlookGeometry
package import OverlookSupport
import Synchronization

/// A source with a pack of its tiles on this machine: the pack answers where the network is not used or fails.
package final class PackedProvider: TileProvider {
  private let source: any TileProvider
  private let pack: any TileProvider
  /// Seconds of `MonotonicClock`.
  private let trustedUntil = Atomic<UInt64>(0)

  /// After the network failed, the pack is asked first for so long, so that not every tile waits for it to fail again.
  private static let packFirstSeconds = 30.0

  package init(source: any TileProvider, pack: any TileProvider) {
    self.source = source
    self.pack = pack
  }

  package func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    guard services.isOffline() || isPackFirst else {
      return source.fetch(tile, ticket: ticket, services: services) { [self] content in
        guard content.isFailure else { return completion(content) }
        packed(tile, ticket, services) { [self] found in
          if found != nil { noteFailure() }
          completion(found ?? content)
        }
      }
    }
    packed(tile, ticket, services) { [self] found in
      if let found { return completion(found) }
      // A cache may have what the pack lacks.
      source.fetch(tile, ticket: ticket, services: services, completion: completion)
    }
  }

  /// The tile of the pack; nil when it has none that can be read.
  private func packed(
    _ tile: TileID, _ ticket: WorkTicket, _ services: TileServices, _ completion: @escaping @Sendable (TileContent?) -> Void
  ) {
    pack.fetch(tile, ticket: ticket, services: services) { content in
      guard case .bytes(var bytes) = content else { return completion(nil) }
      bytes.isFromCache = true
      completion(.bytes(bytes))
    }
  }

  private var isPackFirst: Bool {
    MonotonicClock.now() < Double(bitPattern: trustedUntil.load(ordering: .relaxed))
  }

  private func noteFailure() {
    trustedUntil.store((MonotonicClock.now() + Self.packFirstSeconds).bitPattern, ordering: .relaxed)
  }
}

extension PackedProvider {
  /// Archives keep no more of a text.
  private static let longestName = 280
  private static let shortenedName = 200

  /// What a pack calls the source that it was made of.
  package static func sourceName(_ identity: String) -> String {
    guard identity.count > longestName else { return identity }
    return identity.prefix(shortenedName) + "~" + SHA256.hexadecimal(of: Array(identity.utf8)).prefix(24)
  }
}

extension TileContent {
  fileprivate var isFailure: Bool {
    switch self {
    case .failed: true
    case .bytes, .missing: false
    }
  }
}

extension TileSource {
  /// What the archive was packed from; nil when it is no pack.
  package var packedFrom: String? { archive?.source }

  /// Whether `pack` was made of this source.
  package func isSource(of pack: TileSource) -> Bool {
    guard isRemote, let name = pack.packedFrom else { return false }
    // Archives hand their texts out cleaned.
    return name == OutsideText.plainText(fromHTML: PackedProvider.sourceName(identity))
  }

  /// This source, with `pack` to answer where the network is not used or fails.
  package func backed(by pack: TileSource) -> TileSource {
    var result = self
    result.provider = PackedProvider(source: provider, pack: pack.provider)
    result.denseProvider = denseProvider.map { PackedProvider(source: $0, pack: pack.provider) }
    return result
  }
}
