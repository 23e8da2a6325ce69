import Glibc
import OverlookGeometry

extension PanoramaLayout {
  /// Where a direction of any length (x right, y up, z to the middle of the picture) lies in the picture; nil where it shows nothing.
  package func sample(_ direction: SIMD3<Double>) -> PanoramaSample? {
    switch self {
    case .equirectangular(let extent):
      let level = (direction.x * direction.x + direction.z * direction.z).squareRoot()
      return Self.sample(extent, direction, height: atan2(direction.y, level), top: extent.top, bottom: extent.bottom)
    case .cylindrical(let extent):
      let level = (direction.x * direction.x + direction.z * direction.z).squareRoot()
      guard level > 0 else { return nil }
      return Self.sample(extent, direction, height: direction.y / level, top: tan(extent.top), bottom: tan(extent.bottom))
    case .cube: return Self.cubeSample(direction)
    case .dualFisheye(let front, let back): return front.sample(direction) ?? back.sample(direction)
    }
  }

  private static func sample(
    _ extent: PanoramaExtent, _ direction: SIMD3<Double>, height: Double, top: Double, bottom: Double
  ) -> PanoramaSample? {
    var turn = atan2(direction.x, direction.z)
    if turn < extent.left { turn += 2 * .pi }
    if turn > extent.right { turn -= 2 * .pi }
    let (u, v) = ((turn - extent.left) / extent.width, (top - height) / (top - bottom))
    // What rounding puts beyond an edge lies on it.
    guard u >= -1e-12, u <= 1 + 1e-12, v >= -1e-12, v <= 1 + 1e-12 else { return nil }
    return PanoramaSample(face: 0, u: min(max(u, 0), 1), v: min(max(v, 0), 1))
  }

  private static func cubeSample(_ direction: SIMD3<Double>) -> PanoramaSample? {
    let (x, y, z) = (abs(direction.x), abs(direction.y), abs(direction.z))
    let face: CubeFace =
      if z >= x, z >= y {
        direction.z >= 0 ? .front : .back
      } else if x >= y {
        direction.x >= 0 ? .right : .left
      } else {
        direction.y >= 0 ? .up : .down
      }
    let axes = face.axes
    let depth = (axes.ahead * direction).sum()
    guard depth > 0 else { return nil }
    let (u, v) = ((axes.right * direction).sum() / depth, (axes.up * direction).sum() / depth)
    return PanoramaSample(face: face.rawValue, u: (u + 1) / 2, v: (1 - v) / 2)
  }

  /// The direction, of any length, of a place in the picture; nil where a picture of lenses shows nothing.
  package func direction(_ sample: PanoramaSample) -> SIMD3<Double>? {
    switch self {
    case .equirectangular(let extent):
      let (turn, height) = (
        extent.left + sample.u * extent.width, extent.top + sample.v * (extent.bottom - extent.top)
      )
      return SIMD3(sin(turn) * cos(height), sin(height), cos(turn) * cos(height))
    case .cylindrical(let extent):
      let turn = extent.left + sample.u * extent.width
      return SIMD3(sin(turn), tan(extent.top) + sample.v * (tan(extent.bottom) - tan(extent.top)), cos(turn))
    case .cube:
      guard let axes = CubeFace(rawValue: sample.face)?.axes else { return nil }
      return axes * SIMD3(2 * sample.u - 1, 1 - 2 * sample.v, 1)
    case .dualFisheye(let front, let back): return front.direction(sample) ?? back.direction(sample)
    }
  }

  /// Radians of a turn in the middle of a face that is as wide as this.
  package var faceRadians: Double {
    switch self {
    case .equirectangular(let extent), .cylindrical(let extent): extent.width
    // In the middle of a face two thirds of it would be as wide as it looks: its half width is the tangent of 45 degrees.
    case .cube: 2
    case .dualFisheye(let front, _): front.rimAngle / max(front.radiusU, 1e-6)
    }
  }
}

extension PanoramaLens {
  func sample(_ direction: SIMD3<Double>) -> PanoramaSample? {
    let (x, y, z) = (
      (rotation.right * direction).sum(), (rotation.up * direction).sum(), (rotation.ahead * direction).sum()
    )
    let aside = (x * x + y * y).squareRoot()
    let share = atan2(aside, z) / rimAngle
    guard share <= 1 else { return nil }
    let scale = aside > 0 ? share / aside : 0
    return PanoramaSample(face: 0, u: centerU + x * scale * radiusU, v: centerV - y * scale * radiusV)
  }

  func direction(_ sample: PanoramaSample) -> SIMD3<Double>? {
    let (x, y) = ((sample.u - centerU) / radiusU, (centerV - sample.v) / radiusV)
    let share = (x * x + y * y).squareRoot()
    guard share <= 1 else { return nil }
    let scale = share > 0 ? sin(share * rimAngle) / share : 0
    return rotation * SIMD3(x * scale, y * scale, cos(share * rimAngle))
  }
}
