import Glibc
import OverlookPanorama

/// One flat part of a picture: where directions in the frame of the picture (x right, y up, z to its middle) lie on it, as shares of its
/// width and height that go on beyond its edges, so that what crosses an edge can be drawn in one piece.
struct PanoramaChart: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Angles around and up.
    case angles(PanoramaExtent)
    /// Angles around, and tangents of those up.
    case cylinder(PanoramaExtent)
    /// A flat picture, seen from one edge length's half before its middle.
    case plane(PanoramaRotation)
    /// A circle of angles from an axis; of two, the second shows what the first does not.
    case lens(PanoramaLens, before: PanoramaLens?)
  }

  let kind: Kind
  /// Its number in the tiles of the picture.
  let face: Int

  /// After how much of its width a chart begins anew; nil for one that does not go around.
  var period: Double? {
    switch kind {
    case .angles(let extent), .cylinder(let extent): 2 * .pi / extent.width
    case .plane, .lens: nil
    }
  }

  /// The charts of a picture.
  static func charts(of layout: PanoramaLayout) -> [PanoramaChart] {
    switch layout {
    case .equirectangular(let extent): [PanoramaChart(kind: .angles(extent), face: 0)]
    case .cylindrical(let extent): [PanoramaChart(kind: .cylinder(extent), face: 0)]
    case .cube: CubeFace.allCases.map { PanoramaChart(kind: .plane($0.axes), face: $0.rawValue) }
    case .dualFisheye(let front, let back):
      [
        PanoramaChart(kind: .lens(front, before: nil), face: 0),
        PanoramaChart(kind: .lens(back, before: front), face: 0),
      ]
    }
  }

  /// Whether squares of the screen know what they may show of it without looking at each pixel.
  var isPlain: Bool {
    switch kind {
    case .angles, .cylinder, .plane: true
    case .lens: false
    }
  }

  /// How far beyond its circle a lens goes on, and how flat a plane may be seen.
  private static let (lensMargin, planeDepth) = (1.15, 0.25)

  /// Where a unit vector lies; NaN where the chart knows nothing of it.
  func place(_ direction: SIMD3<Double>) -> SIMD2<Double> {
    switch kind {
    case .angles(let extent):
      let level = (direction.x * direction.x + direction.z * direction.z).squareRoot()
      return SIMD2(
        turn(direction, extent), (extent.top - atan2(direction.y, level)) / (extent.top - extent.bottom))
    case .cylinder(let extent):
      let level = (direction.x * direction.x + direction.z * direction.z).squareRoot()
      guard level > 1e-3 else { return Self.nowhere }
      let (top, bottom) = Self.heights(extent)
      return SIMD2(turn(direction, extent), (top - direction.y / level) / (top - bottom))
    case .plane(let axes):
      let depth = (axes.ahead * direction).sum()
      guard depth > Self.planeDepth else { return Self.nowhere }
      return SIMD2(
        ((axes.right * direction).sum() / depth + 1) / 2, (1 - (axes.up * direction).sum() / depth) / 2)
    case .lens(let lens, let first):
      let rotation = lens.rotation
      let (x, y, z) = (
        (rotation.right * direction).sum(), (rotation.up * direction).sum(), (rotation.ahead * direction).sum()
      )
      let aside = (x * x + y * y).squareRoot()
      let share = atan2(aside, z) / lens.rimAngle
      // What the first lens may show is looked at pixel by pixel.
      if let first, Self.share(direction, first) < Self.lensMargin { return share < Self.lensMargin ? Self.unsure : Self.nowhere }
      guard share < Self.lensMargin else { return Self.nowhere }
      if share > 2 - Self.lensMargin { return Self.unsure }
      let scale = aside > 0 ? share / aside : 0
      return SIMD2(lens.centerU + x * scale * lens.radiusU, lens.centerV - y * scale * lens.radiusV)
    }
  }

  /// Not on the chart at all.
  static let nowhere = SIMD2<Double>(.nan, .nan)
  /// Perhaps on the chart: its rim runs there.
  static let unsure = SIMD2<Double>(.infinity, .infinity)

  /// Of the upper and lower edge on a cylinder of radius 1.
  static func heights(_ extent: PanoramaExtent) -> (top: Double, bottom: Double) { (tan(extent.top), tan(extent.bottom)) }

  /// Of the angle from a lens's axis to its rim.
  static func rimCosine(_ lens: PanoramaLens) -> Double { cos(lens.rimAngle) }

  private static func share(_ direction: SIMD3<Double>, _ lens: PanoramaLens) -> Double {
    acos(min(max((lens.rotation.ahead * direction).sum(), -1), 1)) / lens.rimAngle
  }

  private func turn(_ direction: SIMD3<Double>, _ extent: PanoramaExtent) -> Double {
    (atan2(direction.x, direction.z) - extent.left) / extent.width
  }
}
