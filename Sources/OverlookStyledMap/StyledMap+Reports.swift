import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport
package import OverlookTiles

extension StyledMap {
  /// How the tiles of the view stand, source by source in the order of the document.
  package var reports: [TileReport] {
    document.sources.flatMap { source -> [TileReport] in
      guard let runtime = sources[source.id] else { return [] }
      return runtime.squares.map { square in
        let level = square.tile.overscaledZ > square.tile.canonical.z ? " for zoom \(square.tile.overscaledZ)" : ""
        return TileReport(
          tile: square.tile.canonical, worldCopy: square.worldCopy,
          text: "\(source.id)\(level): \(runtime.tiles[square.tile]?.standing ?? "not asked for")")
      }
    }
  }
}

extension SourceTile {
  /// In a few words.
  fileprivate var standing: String {
    switch status {
    case .loading: "loading"
    case .missing: "missing"
    case .failed: retry.isRefused ? "failed" : "failed \(retry.failureCount) times"
    case .ready where pendingVersion != nil: "being laid out"
    case .ready: "\((byteCount + 999) / 1000) kB"
    }
  }
}
