import OverlookGeometry

/// A roof that is not flat, in the units of a tile.
struct RoofFitting {
  struct Corner {
    var place: SIMD2<Int32>
    var share: UInt16
    var rise: UInt8
  }

  struct Triangle {
    var a: Corner
    var b: Corner
    var c: Corner
    /// As of walls, pointing inside; the third component is what it lacks.
    var normal: SIMD2<Int16>
  }

  let triangles: [Triangle]
  /// A place below the roof, in tile units.
  let inside: SIMD2<Double>
  private let roof: Roof
  private let scale: Scale

  private struct Scale {
    var origin: SIMD2<Int32>
    var metersPerUnit: Double
    /// The height of the building, in metres.
    var span: Double
    var rise: Double

    /// In metres, north up.
    func place(_ point: SIMD2<Int32>) -> SIMD2<Double> {
      SIMD2(Double(point.x &- origin.x), Double(origin.y &- point.y)) * metersPerUnit
    }

    func corner(_ corner: Roof.Corner) -> Corner {
      let units = corner.place / metersPerUnit
      let share = (span - rise + corner.height) / span
      return Corner(
        place: SIMD2(origin.x &+ Self.whole(units.x), origin.y &- Self.whole(units.y)),
        share: UInt16(exactly: (min(max(share, 0), 1) * 65_535).rounded()) ?? 0,
        rise: UInt8(exactly: (min(max(corner.slope, 0), 1) * 255).rounded()) ?? 0)
    }

    private static func whole(_ value: Double) -> Int32 { Int32(exactly: value.rounded()) ?? 0 }
  }

  /// Nil for a flat roof, and where no other can be had.
  init?(_ features: FeatureLayer, _ parts: [Int32], _ look: RoofLayout.Look, _ metersPerUnit: Double?) {
    guard look.form.shape != .flat, parts.reduce(0, { $0 + features.points(ofPart: $1).count }) <= Roof.maximumCorners else {
      return nil
    }
    self.init(parts.map { features.points(ofPart: $0).map(features.point) }, look, metersPerUnit)
  }

  /// The same of rings in tile units.
  init?(_ rings: [[SIMD2<Int32>]], _ look: RoofLayout.Look, _ metersPerUnit: Double?) {
    guard let metersPerUnit, look.form.shape != .flat, look.span > 0, let first = rings.first?.first else { return nil }
    var scale = Scale(origin: first, metersPerUnit: metersPerUnit, span: look.span, rise: 0)
    guard let roof = Roof(look.form, rings: rings.map { $0.map(scale.place) }, limit: look.span) else { return nil }
    scale.rise = roof.rise
    self.scale = scale
    self.roof = roof
    triangles = roof.triangles.map { triangle in
      Triangle(
        a: scale.corner(triangle.a), b: scale.corner(triangle.b), c: scale.corner(triangle.c),
        normal: SIMD2(Self.whole(-triangle.normal.x), Self.whole(triangle.normal.y)))
    }
    func size(_ triangle: Roof.Triangle) -> Double {
      let (ab, ac) = (triangle.b.place - triangle.a.place, triangle.c.place - triangle.a.place)
      return ab.x * ac.y - ab.y * ac.x
    }
    let largest = roof.triangles.max { size($0) < size($1) }
    let middle = largest.map { ($0.a.place + $0.b.place + $0.c.place) / 3 / metersPerUnit } ?? .zero
    inside = SIMD2(Double(scale.origin.x) + middle.x, Double(scale.origin.y) - middle.y)
  }

  /// Where a wall ends, from the edge's beginning to its end.
  func wallTop(ring: Int, edge: Int) -> [Corner] {
    guard roof.wallTops.indices.contains(ring), roof.wallTops[ring].indices.contains(edge) else { return [] }
    return roof.wallTops[ring][edge].map(scale.corner)
  }

  private static func whole(_ value: Double) -> Int16 {
    Int16(exactly: (min(max(value, -1), 1) * ExtrusionVertex.normalScale).rounded(.towardZero)) ?? 0
  }
}
