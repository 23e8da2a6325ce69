import Glibc
import OverlookGeometry

/// Which part of the sphere a picture shows, as angles from its middle direction, in radians: x to the right, y up.
package struct PanoramaExtent: Hashable, Sendable {
  package var left: Double
  package var right: Double
  package var top: Double
  package var bottom: Double

  package init(left: Double, right: Double, top: Double, bottom: Double) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  /// All of the sphere.
  package static let full = PanoramaExtent(left: -.pi, right: .pi, top: .pi / 2, bottom: -.pi / 2)

  package var width: Double { right - left }
  package var isFullTurn: Bool { width >= 2 * .pi - 1e-9 }
}

/// One of the two circles of a picture of a camera with two lenses, in shares of the picture's width and height.
package struct PanoramaLens: Hashable, Sendable {
  /// Where the lens looks, in the frame of the picture.
  package var rotation: PanoramaRotation
  package var centerU: Double
  package var centerV: Double
  package var radiusU: Double
  package var radiusV: Double
  /// Angle from the axis at the rim of the circle, radians.
  package var rimAngle: Double

  package init(rotation: PanoramaRotation, centerU: Double, centerV: Double, radiusU: Double, radiusV: Double, rimAngle: Double) {
    self.rotation = rotation
    (self.centerU, self.centerV) = (centerU, centerV)
    (self.radiusU, self.radiusV) = (radiusU, radiusV)
    self.rimAngle = rimAngle
  }
}

/// How a picture lies around the viewer.
package enum PanoramaLayout: Hashable, Sendable {
  /// Columns are angles around, rows are angles up and down.
  case equirectangular(PanoramaExtent)
  /// Columns are angles around, rows are heights on an upright cylinder: tangents of the angles up and down.
  case cylindrical(PanoramaExtent)
  /// Six faces, in the order of `CubeFace`.
  case cube
  /// Two circles beside each other; the first whose circle holds a direction shows it.
  case dualFisheye(front: PanoramaLens, back: PanoramaLens)

  /// 6 for a cube, else 1.
  package var faceCount: Int { self == .cube ? 6 : 1 }
}

/// The six sides of a cube around the viewer. Its raw value is the number of the face in tiles.
package enum CubeFace: Int, Hashable, Sendable, CaseIterable {
  case front, right, back, left, up, down

  /// Right, up and ahead of the face as it is seen from the middle. The upper face adjoins the front with its lower edge, the lower one
  /// with its upper edge.
  package var axes: PanoramaRotation {
    let (x, y, z) = (SIMD3<Double>(1, 0, 0), SIMD3<Double>(0, 1, 0), SIMD3<Double>(0, 0, 1))
    return switch self {
    case .front: PanoramaRotation(right: x, up: y, ahead: z)
    case .right: PanoramaRotation(right: -z, up: y, ahead: x)
    case .back: PanoramaRotation(right: -x, up: y, ahead: -z)
    case .left: PanoramaRotation(right: z, up: y, ahead: -x)
    case .up: PanoramaRotation(right: x, up: -z, ahead: y)
    case .down: PanoramaRotation(right: x, up: z, ahead: -y)
    }
  }
}

/// A place in a picture: the face, and shares of its width from the left and of its height from the top, 0 ... 1.
package struct PanoramaSample: Hashable, Sendable {
  package var face: Int
  package var u: Double
  package var v: Double

  package init(face: Int, u: Double, v: Double) {
    (self.face, self.u, self.v) = (face, u, v)
  }
}
