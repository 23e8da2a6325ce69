import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookRaster
import OverlookStyle

/// What a building that several tiles have is known by.
struct WholeBuilding: Hashable {
  /// All of them: neighbours in a row have corners in common.
  private let rings: [[SIMD2<Int64>]]
  private let heights: SIMD2<Double>

  init(_ outline: RoofOutline, _ tile: TileID, heights: SIMD2<Double>) {
    rings = outline.rings(in: tile)
    self.heights = heights
  }
}

/// A wall or the slopes of one plane of a building.
struct BuildingFace {
  /// Points on the page's ground around its middle, and a height in points; clockwise on the page when seen from outside.
  var pieces: [[SIMD3<Double>]]
  /// Inwards along the ground, as the light is said to fall, and upwards.
  var normal: SIMD3<Float>
  var isWall: Bool
}

extension StylePage {
  /// A building with slopes; nil where its roof is flat, or no other can be had. `rings`: in tile units.
  func building(
    _ rings: [[SIMD2<Int32>]], _ roofLook: RoofLayout.Look, _ look: Look, _ plane: TilePlane, _ metersPerUnit: Double
  ) -> Building? {
    guard let origin = rings.first?.first, metersPerUnit > 0,
      let roof = Roof(
        roofLook.form,
        rings: rings.map { ring in
          ring.map { SIMD2(Double($0.x &- origin.x), Double(origin.y &- $0.y)) * metersPerUnit }
        },
        limit: min(roofLook.span, look.heightMeters - look.baseMeters))
    else { return nil }
    let pointsPerMeter = view.stylePointsPerMeter
    let eaves = look.heightMeters - roof.rise
    func place(_ corner: Roof.Corner, _ height: Double) -> SIMD3<Double> {
      let unit = SIMD2(
        Double(origin.x) + corner.place.x / metersPerUnit, Double(origin.y) - corner.place.y / metersPerUnit)
      let point = centered(plane.world(unit))
      return SIMD3(point.x, point.y, height * pointsPerMeter)
    }
    func upper(_ corner: Roof.Corner) -> SIMD3<Double> { place(corner, eaves + corner.height) }
    let faces = walls(below: roof, upper, foot: { place($0, look.baseMeters) }) + slopes(of: roof, upper)
    let corner = SIMD2(Double(origin.x), Double(origin.y))
    return Building(distance: distance(plane.world(corner)), rings: [], cuts: [], faces: faces, look: look)
  }

  private func walls(
    below roof: Roof, _ upper: (Roof.Corner) -> SIMD3<Double>, foot: (Roof.Corner) -> SIMD3<Double>
  ) -> [BuildingFace] {
    roof.wallTops.joined().compactMap { top in
      guard let first = top.first, let last = top.last else { return nil }
      let way = last.place - first.place
      let length = (way * way).sum().squareRoot()
      guard length > 0 else { return nil }
      // East and north lie to the right and up; rings turn clockwise on the page.
      let normal = SIMD3(Float(way.y / length), Float(way.x / length), 0)
      return BuildingFace(pieces: [[foot(first), foot(last)] + top.reversed().map(upper)], normal: normal, isWall: true)
    }
  }

  /// Triangles of one plane are one face, so that no line is seen between them.
  private func slopes(of roof: Roof, _ place: (Roof.Corner) -> SIMD3<Double>) -> [BuildingFace] {
    var faces: [BuildingFace] = []
    // By their normals; wings of a house have parallel ones.
    var known: [SIMD3<Int32>: [(offset: Double, face: Int)]] = [:]
    for triangle in roof.triangles {
      let key = SIMD3<Int32>(
        Self.thousandths(triangle.normal.x), Self.thousandths(triangle.normal.y), Self.thousandths(triangle.normal.z))
      let corner = SIMD3(triangle.a.place.x, triangle.a.place.y, triangle.a.height)
      let offset = (corner * triangle.normal).sum()
      let piece = [triangle.a, triangle.c, triangle.b].map(place)
      if let same = known[key]?.first(where: { abs($0.offset - offset) < Self.planeTolerance }) {
        faces[same.face].pieces.append(piece)
      } else {
        known[key, default: []].append((offset, faces.count))
        let normal = SIMD3(Float(-triangle.normal.x), Float(triangle.normal.y), Float(triangle.normal.z))
        faces.append(BuildingFace(pieces: [piece], normal: normal, isWall: false))
      }
    }
    return faces
  }

  /// Metres between two planes that are one.
  private static let planeTolerance = 0.05

  private static func thousandths(_ value: Double) -> Int32 { Int32(exactly: (value * 1000).rounded()) ?? 0 }

  /// Those of the faces that the eye sees, the farthest first.
  mutating func elements(
    _ faces: [BuildingFace], _ look: Look, _ light: ExtrusionLight, hasGradient: Bool
  ) -> [PageElement] {
    var seen: [(depth: Double, path: PageElement)] = []
    for face in faces {
      var outline = PageOutline()
      var (depth, count) = (0.0, 0)
      for piece in face.pieces {
        let corners = piece.compactMap { self.seen(SIMD2($0.x, $0.y), $0.z) }
        guard corners.count == piece.count else { return [] }
        guard Self.doubledArea(corners) > 1e-6 else { continue }
        outline.add(corners, isClosed: true)
        for corner in piece { depth += view.clip(x: corner.x, y: corner.y, z: corner.z).w }
        count += piece.count
      }
      guard count > 0 else { continue }
      pointCount += outline.points.count
      let color = Self.lit(
        look, face.isWall ? look.color : look.roofColor, light, normal: face.normal, hasGradient: hasGradient, isWall: face.isWall
      )
      seen.append((depth / Double(count), .path(PagePath(outline, fill: .color(color)))))
    }
    return seen.sorted { $0.depth > $1.depth }.map(\.path)
  }
}
