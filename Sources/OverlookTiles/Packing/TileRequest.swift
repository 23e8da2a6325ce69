import OverlookGeometry
import OverlookSupport

/// One tile for whoever waits for it.
struct TileRequest: Sendable {
  let source: TileSource
  let services: TileServices

  /// What the source has for `tile`; nil when the task was cancelled meanwhile.
  func content(of tile: TileID) async -> TileContent? {
    await OneAnswer.first(ifCancelled: nil) { ticket, give in
      source.provider.fetch(tile, ticket: ticket, services: services) { give($0) }
    }
  }
}
