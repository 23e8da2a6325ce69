import Glibc

extension StreetMesh {
  /// Plaster, brick and stone that houses without a colour have, in sRGB.
  private static let plasters: [SIMD3<Float>] = [
    SIMD3(0.85, 0.79, 0.68), SIMD3(0.80, 0.71, 0.58), SIMD3(0.87, 0.84, 0.78), SIMD3(0.72, 0.52, 0.42), SIMD3(0.78, 0.74, 0.70),
    SIMD3(0.88, 0.82, 0.62), SIMD3(0.70, 0.63, 0.56), SIMD3(0.82, 0.70, 0.62),
  ]
  private static let tiles = SIMD3<Float>(0.52, 0.28, 0.21)
  private static let tar = SIMD3<Float>(0.42, 0.41, 0.41)

  mutating func add(_ building: StreetBuilding, seed: UInt32) {
    guard let outline = building.rings.first, outline.count > 2 else { return }
    let plaster = Self.plasters[Int(seed % UInt32(Self.plasters.count))].linearLight
    let wall = building.wallColor ?? plaster
    let roof = RoofSurface(building.roof, outline: outline, height: building.top - building.bottom)
    let isPitched = roof != nil || building.roof.shape == .dome
    let roofColor = building.roofColor ?? (isPitched ? Self.tiles : Self.tar).linearLight
    let domeRise = building.roof.shape == .dome ? min(building.roof.height ?? 3, building.top - building.bottom) : 0
    let eaves = building.top - (roof?.rise ?? domeRise)
    for ring in building.rings { addWalls(ring, building, roof, eaves: eaves, color: wall, seed: seed) }
    let surface = addSurface(Surface(material: .roof, color: roofColor))
    if building.bottom > 0 { addCap(building.rings, surface) { _ in building.bottom } }
    if let roof {
      for part in roof.parts {
        let rings = building.rings.map { ring in part.sides.reduce(ring) { StreetTriangles.clipped($0, $1) } }
          .filter { $0.count > 2 }
        addCap(rings, surface) { eaves + min(max(part.height($0), 0), roof.rise) }
      }
    } else if domeRise > 0 {
      addDome(outline, eaves: eaves, rise: domeRise, surface)
    } else {
      addCap(building.rings, surface) { _ in building.top }
    }
  }

  private mutating func addWalls(
    _ ring: [SIMD2<Double>], _ building: StreetBuilding, _ roof: RoofSurface?, eaves: Double, color: SIMD3<Float>, seed: UInt32
  ) {
    for index in ring.indices {
      let (start, end) = (ring[index], ring[(index + 1) % ring.count])
      let way = end - start
      let length = (way * way).sum().squareRoot()
      guard length > 0.01 else { continue }
      let surface = addSurface(
        Surface(
          material: .wall, color: color, foot: SIMD3(start, height: building.bottom),
          along: SIMD3(way / length, height: 0), length: Float(length), height: Float(eaves - building.bottom), seed: seed))
      // Gables: the wall goes up to the roof, which may have its ridge within it.
      let breaks = roof.map { Self.breaks(start, end, $0) } ?? [0, 1]
      for (first, second) in zip(breaks, breaks.dropFirst()) {
        let (a, b) = (start + way * first, start + way * second)
        let (topA, topB) = (eaves + (roof?.height(a) ?? 0), eaves + (roof?.height(b) ?? 0))
        addQuad(
          SIMD3(a, height: building.bottom), SIMD3(b, height: building.bottom), SIMD3(b, height: topB), SIMD3(a, height: topA),
          surface)
      }
    }
  }

  /// Where along an edge the plane of the roof changes.
  private static func breaks(_ start: SIMD2<Double>, _ end: SIMD2<Double>, _ roof: RoofSurface) -> [Double] {
    var breaks = [0.0, 1]
    for part in roof.parts {
      for side in part.sides {
        let (a, b) = (side(start), side(end))
        if (a < 0) != (b < 0), a != b { breaks.append(a / (a - b)) }
      }
    }
    return breaks.sorted()
  }

  private mutating func addCap(_ rings: [[SIMD2<Double>]], _ surface: Int32, _ height: (SIMD2<Double>) -> Double) {
    for (a, b, c) in StreetTriangles.triangles(of: rings) {
      add(SIMD3(a, height: height(a)), SIMD3(b, height: height(b)), SIMD3(c, height: height(c)), surface)
    }
  }

  /// Rings of the outline that grow smaller by the quarter of an ellipse.
  private mutating func addDome(_ outline: [SIMD2<Double>], eaves: Double, rise: Double, _ surface: Int32) {
    let center = outline.reduce(SIMD2()) { $0 + $1 } / Double(outline.count)
    let count = 8
    func corner(_ index: Int, _ step: Int) -> SIMD3<Float> {
      let angle = Double(step) / Double(count) * .pi / 2
      return SIMD3(center + (outline[index % outline.count] - center) * cos(angle), height: eaves + rise * sin(angle))
    }
    for step in 0..<count {
      for index in outline.indices {
        addQuad(
          corner(index, step), corner(index + 1, step), corner(index + 1, step + 1), corner(index, step + 1), surface)
      }
    }
  }
}
