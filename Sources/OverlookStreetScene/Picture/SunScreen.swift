import Glibc

/// A triangle that hides the sun, as the sun sees it: metres to the right and up, and towards the sun.
struct SunScreen {
  /// Counterclockwise.
  private let corners: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
  /// How much nearer to the sun it is for each metre to the right and up.
  private let slope: SIMD2<Float>
  /// Of the first corner.
  private let height: Float
  private let lowest: Float
  let highest: Float
  /// One of very many, most of them small.
  let isLeaves: Bool
  private let isTurned: Bool

  /// `isTurned`: whether the corners run clockwise.
  init(_ corners: [SIMD3<Float>], slope: SIMD2<Float>, isTurned: Bool, isLeaves: Bool) {
    (self.isLeaves, self.isTurned) = (isLeaves, isTurned)
    let flat = corners.map { SIMD2($0.x, $0.y) }
    self.corners = isTurned ? (flat[0], flat[2], flat[1]) : (flat[0], flat[1], flat[2])
    self.slope = slope
    height = corners[0].z
    lowest = corners.map(\.z).min() ?? height
    highest = corners.map(\.z).max() ?? height
  }

  /// Whether another triangle, which has a side in common with it, is a part of the same plane and turned the same way.
  func liesInPlane(of other: SunScreen) -> Bool {
    let difference = slope - other.slope
    return isTurned == other.isTurned && (difference * difference).sum() < 1e-6 * (1 + (slope * slope).sum())
  }

  /// How far it is from a place so high to the triangle on the way to the sun, in metres; 0 where its plane lies behind.
  func depth(over place: SIMD2<Float>, _ level: Float) -> Float {
    let plane = height + (slope * (place - corners.0)).sum() - level
    return plane > 0 ? min(max(plane, lowest - level), highest - level) : 0
  }

  /// How much of the ellipse `spread` around a place it covers, 0 ... 1.
  func share(of spread: SunSpread, around place: SIMD2<Float>) -> Float {
    // Any square root of the ellipse makes a disc of it.
    let across = max(spread.xx, 1e-12).squareRoot()
    let tie = spread.xy / across
    let along = max(spread.yy - tie * tie, 1e-12).squareRoot()
    func onDisc(_ corner: SIMD2<Float>) -> SIMD2<Float> {
      let (x, y) = (corner.x - place.x, corner.y - place.y)
      return SIMD2(x / across, (y - tie * x / across) / along)
    }
    return UnitDisc.share(in: onDisc(corners.0), onDisc(corners.1), onDisc(corners.2))
  }
}

/// A disc around the origin, whose radius is 1.
enum UnitDisc {
  /// How much of it lies in a triangle whose corners run counterclockwise, 0 ... 1.
  static func share(in a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> Float {
    // How far from the middle the lines of its sides lie; less than 0 where the middle is not on the triangle's side of one.
    let sides = SIMD3(distance(a, b), distance(b, c), distance(c, a))
    let least = sides.min()
    if least >= 1 { return 1 }
    guard least > -1 else { return 0 }
    let cutting = sides .< SIMD3(repeating: 1)
    if (cutting[0] ? 1 : 0) + (cutting[1] ? 1 : 0) + (cutting[2] ? 1 : 0) == 1 {
      return 0.5 + (least * max(1 - least * least, 0).squareRoot() + asinf(least)) / .pi
    }
    let area = sector(a, b, sides[0]) + sector(b, c, sides[1]) + sector(c, a, sides[2])
    return min(max(area / .pi, 0), 1)
  }

  private static func cross(_ first: SIMD2<Float>, _ second: SIMD2<Float>) -> Float { first.x * second.y - first.y * second.x }

  private static func distance(_ start: SIMD2<Float>, _ end: SIMD2<Float>) -> Float {
    let way = end - start
    return cross(start, end) / max((way * way).sum(), 1e-20).squareRoot()
  }

  /// The area of what the disc has in common with the triangle between the origin and a side that lies so far from it; negative for
  /// sides that run clockwise.
  private static func sector(_ start: SIMD2<Float>, _ end: SIMD2<Float>, _ distance: Float) -> Float {
    let way = end - start
    let square = (way * way).sum()
    guard square > 1e-12 else { return 0 }
    func outside(_ first: SIMD2<Float>, _ second: SIMD2<Float>) -> Float {
      atan2f(cross(first, second), (first * second).sum()) / 2
    }
    // Where the line goes into the disc and out of it, of the way from the start to the end.
    let half = (max(1 - distance * distance, 0) / square).squareRoot()
    let middle = -(start * way).sum() / square
    let (first, second) = (max(middle - half, 0), min(middle + half, 1))
    guard first < second else { return outside(start, end) }
    let (low, high) = (start + way * first, start + way * second)
    return cross(low, high) / 2 + (first > 0 ? outside(start, low) : 0) + (second < 1 ? outside(high, end) : 0)
  }
}
