package import OverlookCamera
package import OverlookGeometry
import Glibc

/// Which tiles a source has, and in which of them a view shows it.
package struct TileParameters: Hashable, Sendable {
  /// How the level follows from the camera.
  package enum Levels: Hashable, Sendable {
    /// The one whose tiles come closest to their proper size on the screen, place by place: under tilt it falls with the distance.
    /// Squares deeper than the source has tiles are parts of its deepest ones.
    case nearestOnScreen
    /// The whole level nearest to the zoom; beyond a tilt of 60 degrees as for `below`. For pictures of styles.
    case nearest
    /// The whole level below the zoom, as the style specification counts it; beyond a tilt of 60 degrees it falls with the
    /// distance. The deepest tiles are laid out for zooms beyond theirs. For features of styles.
    case below
  }

  /// Side of a tile on the screen, in points.
  package let tilePoints: Double
  /// 0 ... 30.
  package let minimumZoom: Int
  /// `minimumZoom` ... 30.
  package let maximumZoom: Int
  package let levels: Levels

  /// `tilePoints` that make no sense count as 1.
  package init(tilePoints: Double, minimumZoom: Int = 0, maximumZoom: Int = TileID.maximumZoom, levels: Levels) {
    self.tilePoints = tilePoints >= 1 && tilePoints.isFinite ? tilePoints : 1
    self.minimumZoom = min(max(minimumZoom, 0), TileID.maximumZoom)
    self.maximumZoom = min(max(maximumZoom, self.minimumZoom), TileID.maximumZoom)
    self.levels = levels
  }

  /// Of a tile layer. `pixelsPerPoint` is the display's; one that is not positive counts as 1.
  package init(
    tileSizePixels: Int = 256, pixelsPerPoint: Double = 1, minimumZoom: Int = 0, maximumZoom: Int = TileID.maximumZoom
  ) {
    let scale = pixelsPerPoint > 0 && pixelsPerPoint.isFinite ? pixelsPerPoint : 1
    self.init(
      tilePoints: Double(min(max(tileSizePixels, 1), 1 << 14)) / scale, minimumZoom: minimumZoom, maximumZoom: maximumZoom,
      levels: .nearestOnScreen)
  }

  /// The tile of the source that holds the place of `quad`, which may lie deeper than the source has tiles.
  func source(of quad: TileID) -> TileID {
    quad.z <= maximumZoom ? quad : quad.ancestor(atZoom: maximumZoom)
  }

  /// The level, with its fraction, whose tiles have their proper size at the camera's target.
  func idealZoom(_ view: ViewTransform) -> Double { log2(view.pointsPerWorld / tilePoints) }

  /// The whole level for an ideal one.
  func level(_ zoom: Double) -> Int {
    // The margin keeps whole zooms on their level where the logarithm falls short of them.
    let rounded = (levels == .below ? zoom + 1e-9 : zoom + 0.5 + 1e-9).rounded(.down)
    return Int(exactly: min(max(rounded, 0), Double(TileID.maximumZoom))) ?? 0
  }
}

extension TileID {
  /// The tile of level `zoom`, 0 ... z, that holds this one.
  func ancestor(atZoom zoom: Int) -> TileID {
    let levels = z - zoom
    return TileID(z: zoom, x: x >> levels, y: y >> levels)
  }
}
