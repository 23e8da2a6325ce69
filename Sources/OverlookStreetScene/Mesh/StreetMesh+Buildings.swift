import OverlookGeometry

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
    let roof = Roof(building.roof, rings: building.rings, limit: building.top - building.bottom)
    let roofColor = building.roofColor ?? (roof == nil ? Self.tar : Self.tiles).linearLight
    let eaves = building.top - (roof?.rise ?? 0)
    for (number, ring) in building.rings.enumerated() {
      addWalls(ring, building, roof?.wallTops[number], eaves: eaves, color: wall, seed: seed)
    }
    let surface = addSurface(Surface(material: .roof, color: roofColor))
    if building.bottom > 0 { addCap(building.rings, surface) { _ in building.bottom } }
    guard let roof else { return addCap(building.rings, surface) { _ in building.top } }
    func corner(_ corner: Roof.Corner) -> SIMD3<Float> { SIMD3(corner.place, height: eaves + corner.height) }
    for triangle in roof.triangles { add(corner(triangle.a), corner(triangle.b), corner(triangle.c), surface) }
  }

  /// `tops`: for each edge where its wall ends; nil for walls that end at the eaves.
  private mutating func addWalls(
    _ ring: [SIMD2<Double>], _ building: StreetBuilding, _ tops: [[Roof.Corner]]?, eaves: Double, color: SIMD3<Float>,
    seed: UInt32
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
      let top = tops?[index].map { (place: $0.place, height: $0.height) } ?? [(start, 0), (end, 0)]
      for (a, b) in zip(top, top.dropFirst()) {
        addQuad(
          SIMD3(a.place, height: building.bottom), SIMD3(b.place, height: building.bottom),
          SIMD3(b.place, height: eaves + b.height), SIMD3(a.place, height: eaves + a.height), surface)
      }
    }
  }

  private mutating func addCap(_ rings: [[SIMD2<Double>]], _ surface: Int32, _ height: (SIMD2<Double>) -> Double) {
    for (a, b, c) in PlaneTriangles.triangles(of: rings) {
      add(SIMD3(a, height: height(a)), SIMD3(b, height: height(b)), SIMD3(c, height: height(c)), surface)
    }
  }
}
