import Glibc
package import OverlookGeometry

// The ground that a frame may show something of.
extension ViewTransform {
  /// The ground in view and under what reaches into the view: `points` of the screen, and `groundPoints` of the ground.
  package func reachedRect(points: Double = 0, groundPoints: Double = 0) -> WorldRect {
    let rect = groundQuad(
      of: ScreenRect(x: -points, y: -points, width: size.width + 2 * points, height: size.height + 2 * points)
    ).bounds
    let margin = groundPoints / pointsPerWorld
    return WorldRect(
      minX: rect.minX - margin, minY: rect.minY - margin, maxX: rect.maxX + margin, maxY: rect.maxY + margin)
  }

  /// How far from its foot something so tall can be seen, in points of the ground.
  package func reachPoints(ofHeight meters: Double) -> Double {
    // Half the height of the view is seen under this angle; its width seldom under more than twice that.
    let steepest = camera.viewingAngle * Angle.radiansPerDegree + Self.fieldOfView / 2
    let slope = steepest < 1.4 ? tan(steepest) : 6
    let meter = pointsPerWorld / Mercator.metersPerWorldUnit(atLatitude: camera.target.latitude)
    return meters * meter * (slope + 1)
  }

  /// The copies of the world to draw where things are placed the shorter way from the target, and may reach into the next world.
  package var placeCopies: ClosedRange<Int> {
    let rect = reachedRect()
    let copies = WorldCopy.around(self, in: rect)
    // What is seen near the target begins near it, but for edges of nearly half a world.
    return rect.maxX - rect.minX < 0.2 ? copies : copies.lowerBound - 1...copies.upperBound + 1
  }
}
