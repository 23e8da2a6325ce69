/// From where, and how finely, a mesh is looked at: what lines and points, which have no width of their own, are drawn for.
struct StreetSight: Sendable {
  var eye: SIMD3<Float>
  /// Of a pixel's width, at a distance of 1.
  var pixel: Float

  /// As wide as lines and as points are on a map, in pixels.
  private static let (lineWidth, pointWidth): (Float, Float) = (1, 3)
  /// Nearer to the eye than this, in metres, nothing grows any more.
  private static let nearest: Float = 0.1

  /// Two triangles, a, b, c and a, c, d, that stand for a part of a line between two of its shares.
  struct Piece {
    var a: SIMD3<Float>
    var b: SIMD3<Float>
    var c: SIMD3<Float>
    var d: SIMD3<Float>
    var start: Float = 0
    var end: Float = 1
  }

  /// A square that looks to the eye; nil for a point in it.
  func square(around place: SIMD3<Float>) -> Piece? {
    let way = place - eye
    let distance = way.length
    guard distance > 0 else { return nil }
    let ahead = way / distance
    let right = ahead.cross(abs(ahead.z) < 0.9 ? SIMD3(0, 0, 1) : SIMD3(1, 0, 0)).normalized
    let half = distance * pixel * Self.pointWidth / 2
    let (x, y) = (right * half, right.cross(ahead) * half)
    return Piece(a: place - x - y, b: place + x - y, c: place + x + y, d: place - x + y)
  }

  /// A line in parts over each of which its distance changes little, so that it is as wide to the eye everywhere. Empty for a line
  /// that is none, and for one that leads to the eye.
  func ribbon(from start: SIMD3<Float>, to end: SIMD3<Float>) -> [Piece] {
    let way = end - start
    let length = way.length
    guard length > 0 else { return [] }
    let across = way.cross(start - eye)
    guard across.length > 0 else { return [] }
    let side = across.normalized * (pixel * Self.lineWidth / 2)
    let nearest = (eye - start).dot(way) / length
    var cuts: [Float] = [0, 1]
    // From the nearest point of the line outwards, each part as long as what lies before it.
    var step = max((start + way * (nearest / length) - eye).length, Self.nearest)
    if nearest > 0, nearest < length { cuts.append(nearest / length) }
    while step < length + nearest.magnitude {
      for place in [nearest - step, nearest + step] where place > 0 && place < length { cuts.append(place / length) }
      step *= 2
    }
    cuts.sort()
    return zip(cuts, cuts.dropFirst()).map { first, second in
      let (a, b) = (start + way * first, start + way * second)
      let (wideA, wideB) = (side * (a - eye).length, side * (b - eye).length)
      return Piece(a: a - wideA, b: b - wideB, c: b + wideB, d: a + wideA, start: first, end: second)
    }
  }
}
