package import OverlookCamera
package import OverlookGeometry
package import OverlookScene

/// Where the places of one copy of the world lie on the screen, in pixels from its upper left corner.
package struct PointScreen {
  private let center: FixedPlace
  /// What is in view, in steps from the centre.
  private let lowX: Int32
  private let lowY: Int32
  private let extentX: UInt32
  private let extentY: UInt32
  private let projection: StepProjection

  package init(_ view: ViewTransform, pixelsPerPoint: Double, visibleRect: WorldRect, worldCopy: Int) {
    center = FixedPlace(view.center)
    let copy = Double(worldCopy)
    let exact = center.worldPoint
    func steps(_ world: Double, _ perWorld: Double) -> Int32 {
      Int32(min(max((world * perWorld).rounded(), -0x1p31), 0x1p31 - 1))
    }
    lowX = steps(visibleRect.minX - copy - exact.x, FixedPlace.stepsEast)
    lowY = steps(visibleRect.minY - exact.y, FixedPlace.stepsSouth)
    let highX = steps(visibleRect.maxX - copy - exact.x, FixedPlace.stepsEast)
    let highY = steps(visibleRect.maxY - exact.y, FixedPlace.stepsSouth)
    extentX = highX > lowX ? UInt32(bitPattern: highX &- lowX) : 0
    extentY = highY > lowY ? UInt32(bitPattern: highY &- lowY) : 0
    projection = StepProjection(
      view, pixelsPerPoint: pixelsPerPoint, east: exact.x + copy - view.center.x, south: exact.y - view.center.y)
  }

  /// Whether places of a chunk may be in view.
  package func meets(_ box: PlaceChunks.Box) -> Bool {
    guard !box.isEmpty, extentX > 0, extentY > 0 else { return false }
    let top = Int64(center.y) + Int64(lowY)
    guard Int64(box.maxY) >= top, Int64(box.minY) <= top + Int64(extentY) else { return false }
    // Round the world: the box begins in the view, or the view in the box.
    let west = center.x &+ UInt32(bitPattern: lowX)
    return box.minX &- west <= extentX || west &- box.minX <= box.maxX - box.minX
  }

  /// The pixel of a place; nil when it is not valid, behind the eye or far outside the view.
  @inline(__always)
  func pixel(of place: FixedPlace) -> SIMD2<Float>? {
    let dx = Int32(bitPattern: place.x &- center.x)
    let dy = Int32(bitPattern: place.y &- center.y)
    guard UInt32(bitPattern: dx &- lowX) <= extentX, UInt32(bitPattern: dy &- lowY) <= extentY else { return nil }
    let projected = projection.projected(east: Float(dx), south: Float(dy))
    guard projected.z > 0 else { return nil }
    let pixel = projected.lowHalf / projected.z
    // Beyond this nothing of a point reaches into the view, and numbers need not fit.
    guard abs(pixel.x) < 1e6, abs(pixel.y) < 1e6 else { return nil }
    return pixel
  }
}
