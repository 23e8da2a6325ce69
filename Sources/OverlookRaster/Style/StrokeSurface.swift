/// How a line looks across.
struct StrokeLook {
  /// Premultiplied BGRA.
  var color: UInt32
  /// From the line's middle to its outer edge and to that of its gap, in points.
  var outer: Float
  var inner: Float
  /// How wide its edges fade, in points.
  var blur: Float
  /// Points to the right.
  var offset: Float
}

/// What a line's shader interpolates between the corners of a triangle.
struct StrokeCorners {
  /// Of each corner: how far it lies from the line's middle in shares of its reach, as at a round end and as beside a line; how
  /// many times longer a way across the line is than it is seen; and 1: all divided by the depth.
  var a: SIMD4<Float>
  var b: SIMD4<Float>
  var c: SIMD4<Float>
}

/// How much of the pixels in a line's triangle the line covers.
struct StrokeSurface {
  /// Four times.
  let color: SIMD4<UInt32>
  private let origin: SIMD2<Float>
  /// At the origin, and from column to column and from row to row.
  private let values: SIMD4<Float>
  private let right: SIMD4<Float>
  private let down: SIMD4<Float>
  private let look: StrokeLook

  @inline(__always)
  init(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ corners: StrokeCorners, _ look: StrokeLook) {
    let (p, q) = (b - a, c - a)
    let (u, v) = (corners.b - corners.a, corners.c - corners.a)
    let area = p.x * q.y - p.y * q.x
    let scale = area != 0 ? 1 / area : 0
    origin = a
    values = corners.a
    right = (u * q.y - v * p.y) * scale
    down = (v * p.x - u * q.x) * scale
    color = SIMD4(repeating: look.color)
    self.look = look
  }

  /// Of four pixels next to one another, whose first one's middle lies there; 0 or less: nothing, 1 or more: all.
  @inline(__always)
  func shares(x: Float, y: Float) -> SIMD4<Float> {
    let start = values + right * (x - origin.x) + down * (y - origin.y)
    let steps = SIMD4<Float>(0, 1, 2, 3)
    let depth = 1 / (start.w + steps * right.w)
    let (round, side) = (start.x + steps * right.x, start.y + steps * right.y)
    let distance = (round * round + side * side).squareRoot() * (depth * look.outer)
    let blur = (start.z + steps * right.z) * (depth * look.blur)
    return lesser(distance - look.inner + blur, look.outer - distance) / blur
  }
}
