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
        let level = square.zoom > square.quad.z ? " for zoom \(square.zoom)" : ""
        return TileReport(
          tile: square.quad, worldCopy: square.worldCopy,
          text: "\(source.id)\(level): \(runtime.tiles.store.record(square.quad)?.summary ?? "not asked for")")
      }
    }
  }
}

extension TileRecord {
  /// In a few words.
  fileprivate var summary: String {
    if isInWork { return "being laid out" }
    if isMissing { return "missing" }
    if isIncoming || isShown { return "\((byteCount + 999) / 1000) kB" }
    if isLoading { return "loading" }
    return retry.isRefused ? "failed" : "failed \(retry.failureCount) times"
  }
}
