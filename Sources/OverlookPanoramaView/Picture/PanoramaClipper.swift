/// Cuts the two triangles of a square of the screen to the parts that tiles show.
@MainActor final class PanoramaClipper {
  private struct Corner {
    var pixel: SIMD2<Double>
    var place: SIMD2<Double>
    var opacity: Float
  }

  private var corners: [Corner] = []
  private var bounds = PanoramaBounds.whole
  private var polygon: [Corner] = []
  private var next: [Corner] = []
  /// Of the square, in pixels.
  private(set) var middle = SIMD2<Double>.zero

  /// Takes a piece that is cut from now on.
  func start(_ piece: PanoramaMesh.Piece, step: Double, top: Double) {
    let origin = SIMD2(Double(piece.column) * step, top + Double(piece.row) * step)
    let side = Double(piece.size) * step
    middle = origin + side / 2
    bounds = PanoramaBounds(piece.corners)
    corners.removeAll(keepingCapacity: true)
    corners.append(Corner(pixel: origin, place: piece.corners.0, opacity: piece.opacities.x))
    corners.append(Corner(pixel: origin + SIMD2(side, 0), place: piece.corners.1, opacity: piece.opacities.y))
    corners.append(Corner(pixel: origin + SIMD2(0, side), place: piece.corners.2, opacity: piece.opacities.z))
    corners.append(Corner(pixel: origin + side, place: piece.corners.3, opacity: piece.opacities.w))
  }

  /// Appends what of the piece lies in `clip`; `tileBounds` is what the tile covers, both after the piece was moved back by `shift`.
  func append(to tile: PanoramaTile, shift: Double, _ tileBounds: PanoramaBounds, _ clip: PanoramaBounds) {
    let origin = SIMD2(tileBounds.left + shift, tileBounds.top)
    let scale = 1 / SIMD2(tileBounds.right - tileBounds.left, tileBounds.bottom - tileBounds.top)
    let isWhole = clip.contains(bounds.shifted(by: -shift))
    triangle(0, 1, 2, to: tile, shift, clip, isWhole, origin, scale)
    triangle(2, 1, 3, to: tile, shift, clip, isWhole, origin, scale)
  }

  private func triangle(
    _ a: Int, _ b: Int, _ c: Int, to tile: PanoramaTile, _ shift: Double, _ clip: PanoramaBounds, _ isWhole: Bool,
    _ origin: SIMD2<Double>, _ scale: SIMD2<Double>
  ) {
    polygon.removeAll(keepingCapacity: true)
    polygon.append(corners[a])
    polygon.append(corners[b])
    polygon.append(corners[c])
    if !isWhole {
      cut(0, clip.left + shift, keepsAbove: true)
      cut(0, clip.right + shift, keepsAbove: false)
      cut(1, clip.top, keepsAbove: true)
      cut(1, clip.bottom, keepsAbove: false)
    }
    guard polygon.count > 2 else { return }
    for index in 1..<polygon.count - 1 {
      append(polygon[0], to: tile, origin, scale)
      append(polygon[index], to: tile, origin, scale)
      append(polygon[index + 1], to: tile, origin, scale)
    }
  }

  private func append(_ corner: Corner, to tile: PanoramaTile, _ origin: SIMD2<Double>, _ scale: SIMD2<Double>) {
    tile.vertices.append(
      PanoramaVertex(
        pixel: SIMD2<Float>(corner.pixel), place: SIMD2<Float>((corner.place - origin) * scale), opacity: corner.opacity))
  }

  /// Cuts the polygon at a line of the chart.
  private func cut(_ axis: Int, _ limit: Double, keepsAbove: Bool) {
    next.removeAll(keepingCapacity: true)
    for index in polygon.indices {
      let (start, end) = (polygon[index], polygon[(index + 1) % polygon.count])
      let (from, to) = (start.place[axis], end.place[axis])
      let (isStartKept, isEndKept) = keepsAbove ? (from >= limit, to >= limit) : (from <= limit, to <= limit)
      if isStartKept { next.append(start) }
      if isStartKept != isEndKept { next.append(Self.crossing(start, end, axis, limit)) }
    }
    swap(&polygon, &next)
  }

  /// The same for both directions of a side, so that the pieces on both sides of it meet.
  private static func crossing(_ start: Corner, _ end: Corner, _ axis: Int, _ limit: Double) -> Corner {
    let isForward = (start.pixel.x, start.pixel.y) < (end.pixel.x, end.pixel.y)
    let (a, b) = isForward ? (start, end) : (end, start)
    let t = (limit - a.place[axis]) / (b.place[axis] - a.place[axis])
    return Corner(
      pixel: a.pixel + (b.pixel - a.pixel) * t, place: a.place + (b.place - a.place) * t,
      opacity: a.opacity + (b.opacity - a.opacity) * Float(t))
  }
}
