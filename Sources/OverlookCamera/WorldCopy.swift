package import OverlookGeometry

/// The copies of the world that a frame draws, and the camera's target as each of them sees it.
package enum WorldCopy {
  /// The integers k such that something at x in 0 ..< 1 of the copy k may meet `rect`; never more than 16 to either side.
  package static func visible(in rect: WorldRect) -> ClosedRange<Int> {
    let first = max(-16, min(rect.minX.rounded(.down), 16))
    let last = min(16, max(rect.maxX.rounded(.down), -16))
    guard let lower = Int(exactly: first), let upper = Int(exactly: last), lower <= upper else { return 0...0 }
    return lower...upper
  }

  /// The integers k for which the world whose middle is the camera's target, k worlds to the east, may meet `rect`: the copies
  /// for places that are taken the shorter way from the target. Never more than 16 to either side.
  package static func around(_ view: ViewTransform, in rect: WorldRect) -> ClosedRange<Int> {
    let first = max(-16, min((rect.minX - view.center.x - 0.5).rounded(.up), 16))
    let last = min(16, max((rect.maxX - view.center.x + 0.5).rounded(.down), -16))
    guard let lower = Int(exactly: first), let upper = Int(exactly: last), lower <= upper else { return 0...0 }
    return lower...upper
  }

  /// The integers k for which `bounds`, k worlds to the east, shares a point with `visible`; nil for none, never more than 17 to
  /// either side.
  package static func meeting(_ bounds: WorldRect, _ visible: WorldRect) -> ClosedRange<Int>? {
    guard bounds.minY <= visible.maxY, bounds.maxY >= visible.minY else { return nil }
    let first = max((visible.minX - bounds.maxX).rounded(.up), -17)
    let last = min((visible.maxX - bounds.minX).rounded(.down), 17)
    guard let lower = Int(exactly: first), let upper = Int(exactly: last), lower <= upper else { return nil }
    return lower...upper
  }

  /// The target less `copy`: high x, high y, low x, low y.
  ///
  /// The whole number is taken away in Double, before the split. Added to the high part of an instance instead it would cost that
  /// part its last bits: some 64 points beside the antimeridian at zoom 22.
  package static func center(of view: ViewTransform, copy: Int) -> SIMD4<Float> {
    WorldPoint(x: view.center.x - Double(copy), y: view.center.y).split
  }
}

extension WorldPoint {
  /// High x, high y, low x, low y: as shaders take places.
  package var split: SIMD4<Float> {
    let (highX, highY) = (Float(x), Float(y))
    return SIMD4(highX, highY, Float(x - Double(highX)), Float(y - Double(highY)))
  }
}
