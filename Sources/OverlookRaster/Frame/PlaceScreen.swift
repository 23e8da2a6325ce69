package import OverlookCamera
package import OverlookGeometry
package import OverlookScene

/// Where places lie on the screen, in pixels from its upper left corner, and what of the world is in view.
package struct PlaceScreen {
  /// The camera's target in whole steps, in the copy of the world that it lies in.
  private let centerX: Int64
  private let centerY: Int64
  /// What is in view, in steps; x goes on beyond the world.
  private let west: Int64
  private let east: Int64
  private let north: Int64
  private let south: Int64
  private let projection: StepProjection
  private let pointsPerWorld: Double
  /// In points above the ground.
  let eyeHeight: Float
  /// Nothing in front of it is drawn.
  let nearDepth: Float

  package init(_ view: ViewTransform, pixelsPerPoint: Double, visibleRect: WorldRect) {
    let center = FixedPlace(view.center)
    let exact = center.worldPoint
    centerX = Int64(center.x)
    centerY = Int64(center.y)
    func steps(_ world: Double, _ perWorld: Double) -> Int64 {
      Int64(min(max((world * perWorld).rounded(), -0x1p40), 0x1p40))
    }
    // The target may lie within half a step of the next world, whose first step it is then.
    let rest = (exact.x - view.center.x).remainder(dividingBy: 1)
    west = centerX + steps(visibleRect.minX - view.center.x - rest, FixedPlace.stepsEast) - 1
    east = centerX + steps(visibleRect.maxX - view.center.x - rest, FixedPlace.stepsEast) + 1
    north = steps(visibleRect.minY, FixedPlace.stepsSouth) - 1
    south = steps(visibleRect.maxY, FixedPlace.stepsSouth) + 1
    projection = StepProjection(view, pixelsPerPoint: pixelsPerPoint, east: rest, south: exact.y - view.center.y)
    nearDepth = Float(view.nearDepthPoints)
    pointsPerWorld = view.pointsPerWorld
    eyeHeight = Float(view.eye.z)
  }

  /// In how many worlds east of the first a box is in view; nil in none. Never more than 16 to either side.
  package func copies(of box: PlaceBox) -> ClosedRange<Int64>? {
    guard Int64(box.south) >= north, Int64(box.north) <= south else { return nil }
    let first = -((Int64(box.west) + Int64(box.span) - west) >> 32)
    let last = (east - Int64(box.west)) >> 32
    return first <= last ? max(first, -16)...max(min(last, 16), max(first, -16)) : nil
  }

  /// Steps east of the target at which a place of `box` lies in a copy of the world.
  package func offset(of place: FixedPlace, in box: PlaceBox, copy: Int64) -> Int64 {
    Int64(box.west) + copy << 32 + Int64(place.x &- box.west) - centerX
  }

  /// Points above the ground that a metre takes where a box lies.
  package func pointsPerMeter(_ box: PlaceBox) -> Float {
    let middle = (Double(box.north) + Double(box.south)) / 2 / FixedPlace.stepsSouth
    let latitude = WorldPoint(x: 0, y: min(max(middle, 0), 1)).coordinate.latitude
    return Float(pointsPerWorld / Mercator.metersPerWorldUnit(atLatitude: latitude))
  }

  /// Whether nothing that stands in a box and is so many metres high is too near to the eye to be drawn.
  func isBeforeEye(_ box: PlaceBox, heightMeters: Float, copy: Int64) -> Bool {
    let east = Int64(box.west) + copy << 32 - centerX
    let up = fromUp * (heightMeters * pointsPerMeter(box))
    func isBefore(_ east: Int64, _ y: UInt32) -> Bool {
      let depth = project(east: east, y: y).z
      return min(depth, depth + up.z) >= nearDepth
    }
    // Depths change evenly over the ground.
    return isBefore(east, box.north) && isBefore(east + Int64(box.span), box.north) && isBefore(east, box.south)
      && isBefore(east + Int64(box.span), box.south)
  }

  /// What a point of height adds to what `project` answers.
  var fromUp: SIMD4<Float> { projection.fromUp }

  func depthPlane(height: Float) -> ScreenPlane { projection.depthPlane(height: height) }

  /// Pixels times depth in x and y, the depth in z, of a place so far east of the target.
  @inline(__always)
  func project(east: Int64, y: UInt32) -> SIMD4<Float> {
    projection.projected(east: Float(east), south: Float(Int64(y) - centerY))
  }
}

extension PlaceScreen {
  /// Calls `body` with ranges of the numbers that `firsts` gives for the elements in `boxes` (one more than there are boxes),
  /// which hold all that is in view, and what lies between where that is no more than `maximumHidden`.
  package func forEachVisibleRange(
    of boxes: ContiguousArray<PlaceBox>, _ firsts: ContiguousArray<Int>, maximumHidden: Int, _ body: (Range<Int>) -> Void
  ) {
    var open: Range<Int>?
    for (index, box) in boxes.enumerated() where copies(of: box) != nil {
      let (first, end) = (firsts[index], firsts[index + 1])
      if let before = open, first <= before.upperBound + maximumHidden {
        open = before.lowerBound..<end
      } else {
        if let open { body(open) }
        open = first..<end
      }
    }
    if let open { body(open) }
  }
}
