package import OverlookGeometry

/// How a tile in view stands, for those who look for what is wrong with it.
package struct TileReport: Hashable, Sendable {
  package var tile: TileID
  package var worldCopy: Int
  /// What its source is called, and how it stands; one line.
  package var text: String

  package init(tile: TileID, worldCopy: Int, text: String) {
    (self.tile, self.worldCopy, self.text) = (tile, worldCopy, text)
  }
}

extension TileLayerRuntime {
  /// The tiles that are drawn, in their order.
  package var reports: [TileReport] {
    draws.map { draw in
      let source = draw.image.source
      let origin = source == draw.quad ? "" : ", from \(source.z)/\(source.x)/\(source.y)"
      let fade = draw.fade < 1 ? ", fading in" : ""
      return TileReport(tile: draw.quad, worldCopy: draw.worldCopy, text: "layer \(number)\(origin)\(fade)")
    }
  }
}
