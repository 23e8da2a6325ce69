import Glibc

/// How finely curves on the sphere become straight pieces of the world square.
package struct CurveRefinement: Equatable, Sendable {
  /// Largest distance between curve and pieces near `region`, in world units.
  package var tolerance: Double
  /// Where `tolerance` holds; elsewhere `coarseTolerance` does. nil: everywhere.
  package var region: WorldRect?

  /// Good for a whole world on one screen, and so for whatever lies outside the region.
  package static let coarseTolerance = 2e-5
  /// Pieces of one curve at most; a curve that would need more is coarser than asked.
  package static let maximumPieces = 16_384

  package init(tolerance: Double, region: WorldRect? = nil) {
    self.tolerance = max(tolerance, 1e-13)
    self.region = region
  }

  /// A tenth of a point at `zoom`.
  package static func tolerance(atZoom zoom: Double) -> Double {
    0.1 / (Mercator.pointsPerWorldAtZoom0 * exp2(min(max(zoom, 0), 30)))
  }

  /// Appends the points of `arc` after its first one, each on the copy of the world that is nearest to the one before; `last`,
  /// where given, replaces the computed end so that it is exactly the caller's point. Returns whether `region` spared any piece.
  ///
  /// Both a quarter and the middle of a piece are tried, because a great circle is an S around the equator and its middle alone
  /// lies on the chord.
  @discardableResult
  package func append(_ arc: SphereArc, from first: WorldPoint, last: WorldPoint?, to points: inout [WorldPoint]) -> Bool {
    let count = max(1, Int(min(arc.sweep / Self.initialStep, 64).rounded(.up)))
    var pending: [(fraction: Double, point: WorldPoint, depth: Int)] = []
    pending.reserveCapacity(count + Self.maximumDepth)
    for i in stride(from: count, through: 1, by: -1) {
      let fraction = Double(i) / Double(count)
      let end = i == count ? last ?? arc.worldPoint(at: 1) : arc.worldPoint(at: fraction)
      pending.append((fraction, end, 0))
    }
    var previous = first
    var previousFraction = 0.0
    var emitted = 0
    var spared = false
    while let piece = pending.popLast() {
      let end = piece.point.onCopy(nearestTo: previous)
      let middleFraction = (previousFraction + piece.fraction) / 2
      let middle = arc.worldPoint(at: middleFraction).onCopy(nearestTo: previous)
      let quarter = arc.worldPoint(at: (previousFraction + middleFraction) / 2).onCopy(nearestTo: previous)
      let test = flatness(from: previous, quarter: quarter, middle: middle, to: end)
      if test == .curved && piece.depth < Self.maximumDepth && emitted < Self.maximumPieces {
        pending.append((piece.fraction, piece.point, piece.depth + 1))
        pending.append((middleFraction, middle, piece.depth + 1))
      } else {
        spared = spared || test == .flatEnoughOutside
        points.append(end)
        previous = end
        previousFraction = piece.fraction
        emitted += 1
      }
    }
    return spared
  }

  private enum Flatness {
    case flat
    case flatEnoughOutside
    case curved
  }

  private static let initialStep = 0.2
  private static let maximumDepth = 26

  private func flatness(from a: WorldPoint, quarter: WorldPoint, middle: WorldPoint, to b: WorldPoint) -> Flatness {
    // Past the edge of the square nothing is drawn, however far the longitude swings.
    if (a.y <= 0 && b.y <= 0 && middle.y <= 0) || (a.y >= 1 && b.y >= 1 && middle.y >= 1) { return .flat }
    if abs(b.x - a.x) > 0.2 { return .curved }
    let deviation = max(Self.distance(of: quarter, from: a, to: b), Self.distance(of: middle, from: a, to: b))
    if deviation <= tolerance { return .flat }
    guard let region, deviation <= Self.coarseTolerance else { return .curved }
    let bounds = WorldRect(
      minX: min(a.x, b.x, middle.x) - deviation, minY: min(a.y, b.y, middle.y) - deviation,
      maxX: max(a.x, b.x, middle.x) + deviation, maxY: max(a.y, b.y, middle.y) + deviation)
    return bounds.intersectsAnyCopy(of: region) ? .curved : .flatEnoughOutside
  }

  private static func distance(of p: WorldPoint, from a: WorldPoint, to b: WorldPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squared = dx * dx + dy * dy
    let t = squared > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0), 1) : 0
    let (ex, ey) = (p.x - a.x - t * dx, p.y - a.y - t * dy)
    return (ex * ex + ey * ey).squareRoot()
  }
}

extension WorldPoint {
  /// The same place on the copy of the world where it lies within half a world of `other`.
  package func onCopy(nearestTo other: WorldPoint) -> WorldPoint {
    WorldPoint(x: x + (other.x - x).rounded(), y: y)
  }
}

extension WorldRect {
  /// Whether this rectangle and `other` meet when either may be moved by whole worlds in x.
  package func intersectsAnyCopy(of other: WorldRect) -> Bool {
    guard other.minY <= maxY, other.maxY >= minY else { return false }
    let shift = ((minX + maxX - other.minX - other.maxX) / 2).rounded()
    return other.minX + shift <= maxX && other.maxX + shift >= minX
  }
}
