import OverlookCamera
import OverlookGPU
import OverlookGeometry

/// The pixels of a target that what stands on the map may be seen in.
struct StandingRoom {
  private let view: ViewTransform
  private let target: GPUTarget
  private var low = SIMD2(repeating: Double.infinity)
  private var high = SIMD2(repeating: -Double.infinity)

  /// In pixels, around them: what is smoothed, and what that looks at.
  private static let margin = 8

  init(_ view: ViewTransform, _ target: GPUTarget) {
    (self.view, self.target) = (view, target)
  }

  /// Adds what stands within `bounds` and is as high as `top` widths of the world.
  mutating func add(_ bounds: WorldRect, top: Double, worldCopy: Int) {
    for corner in 0..<8 {
      let place = WorldPoint(
        x: (corner & 1 == 0 ? bounds.minX : bounds.maxX) + Double(worldCopy), y: corner & 2 == 0 ? bounds.minY : bounds.maxY)
      let (x, y) = view.centeredPoints(for: place)
      let clip = view.clip(x: x, y: y, z: corner & 4 == 0 ? 0 : top * view.pointsPerWorld)
      guard view.isFlat, clip.w > view.nearDepthPoints else {
        // Seen from within, or on a globe.
        (low, high) = (SIMD2(repeating: -1), SIMD2(repeating: 1))
        return
      }
      let seen = SIMD2(clip.x, clip.y) / clip.w
      (low, high) = (pointwiseMin(low, seen), pointwiseMax(high, seen))
    }
  }

  /// With the lowest row first; empty where nothing is seen.
  var rect: GPURect {
    guard low.x < high.x, low.y < high.y else { return .nothing }
    func pixel(_ clip: Double, _ size: Int) -> Int {
      Int(exactly: ((min(max(clip, -1), 1) + 1) / 2 * Double(size)).rounded()) ?? 0
    }
    let (left, right) = (pixel(low.x, target.width), pixel(high.x, target.width))
    let (bottom, top) = (pixel(low.y, target.height), pixel(high.y, target.height))
    guard left < right, bottom < top else { return .nothing }
    let rect = GPURect(x: left, y: bottom, width: right - left, height: top - bottom).widened(by: Self.margin)
    return rect.intersection(GPURect(x: 0, y: 0, width: target.width, height: target.height))
  }
}
