import Glibc
import OverlookGeometry

extension StreetMesh {
  mutating func addGround(_ scene: StreetScene) {
    let reach = Float(scene.radius) * 4
    let ground = addSurface(Surface(material: .ground, color: StreetMaterial.ground.color))
    addQuad(
      SIMD3(-reach, -reach, 0), SIMD3(reach, -reach, 0), SIMD3(reach, reach, 0), SIMD3(-reach, reach, 0), ground)
    var surfaces: [StreetMaterial: Int32] = [:]
    for material in StreetMaterial.allCases {
      surfaces[material] = addSurface(Surface(material: material, color: material.color))
    }
    for area in scene.areas { add(area, surfaces[area.material] ?? ground) }
    let paving = surfaces[.paving] ?? ground
    let paint = surfaces[.paint] ?? ground
    for road in scene.roads where road.pavement > 0 { addStrip(road.line, road.width + 2 * road.pavement, paving) }
    for road in scene.roads where road.material != .rail { addStrip(road.line, road.width, surfaces[road.material] ?? ground) }
    for road in scene.roads where road.material == .rail { addRails(road.line, surfaces[.rail] ?? ground) }
    for road in scene.roads where road.hasCenterLine { addDashes(road.line, paint) }
  }

  private mutating func add(_ area: StreetArea, _ surface: Int32) {
    for (a, b, c) in PlaneTriangles.triangles(of: area.rings) {
      add(SIMD3(a, height: 0), SIMD3(b, height: 0), SIMD3(c, height: 0), surface)
    }
  }

  /// A strip along a line, with round corners and ends.
  private mutating func addStrip(_ line: [SIMD2<Double>], _ width: Double, _ surface: Int32) {
    for (start, end) in zip(line, line.dropFirst()) { addBar(start, end, width, surface) }
    for corner in line { addDisc(corner, width / 2, surface) }
  }

  private mutating func addDisc(_ center: SIMD2<Double>, _ radius: Double, _ surface: Int32) {
    let count = 12
    let rim = (0...count).map { number -> SIMD3<Float> in
      let angle = 2 * Double.pi * Double(number) / Double(count)
      return SIMD3(center + SIMD2(cos(angle), sin(angle)) * radius, height: 0)
    }
    for (a, b) in zip(rim, rim.dropFirst()) { add(SIMD3(center, height: 0), a, b, surface) }
  }

  /// Dashes of 3 m with gaps of 6 m.
  private mutating func addDashes(_ line: [SIMD2<Double>], _ surface: Int32) {
    StreetDashes.forEach(along: line, dash: 3, gap: 6) { start, end in addBar(start, end, 0.13, surface) }
  }

  private mutating func addRails(_ line: [SIMD2<Double>], _ surface: Int32) {
    for (start, end) in zip(line, line.dropFirst()) {
      let way = end - start
      let length = (way * way).sum().squareRoot()
      guard length > 1e-6 else { continue }
      // The gauge is 1,435 mm.
      let side = SIMD2(-way.y, way.x) / length * 0.7175
      addBar(start + side, end + side, 0.08, surface)
      addBar(start - side, end - side, 0.08, surface)
    }
  }

  private mutating func addBar(_ start: SIMD2<Double>, _ end: SIMD2<Double>, _ width: Double, _ surface: Int32) {
    let way = end - start
    let length = (way * way).sum().squareRoot()
    guard length > 1e-6 else { return }
    let side = SIMD2(-way.y, way.x) / length * width / 2
    addQuad(
      SIMD3(start + side, height: 0), SIMD3(start - side, height: 0), SIMD3(end - side, height: 0), SIMD3(end + side, height: 0),
      surface)
  }
}

extension SIMD3<Float> {
  init(_ place: SIMD2<Double>, height: Double) {
    self.init(Float(place.x), Float(place.y), Float(height))
  }
}
