import OverlookFormats
import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

/// Roofs in the triangles of a layer that asks for them. A unit of tile 16/32768/32768 is 7.5 cm long.
@Suite struct RoofLayoutTests {
  private static let tile = OverscaledTile(TileID(z: 16, x: 32_768, y: 32_768))
  private static let metersPerUnit = 40_075_016.686 / 65_536 / 8_192
  private typealias Tags = [String: StyleValue]

  private func layer(_ metadata: String) throws -> StyleLayer {
    try ShapeFeatures.layer(
      """
      {"id": "b", "type": "fill-extrusion", "source": "s", "metadata": \(metadata),
       "paint": {"fill-extrusion-height": ["get", "render_height"]}}
      """)
  }

  private func features(_ all: [(rings: [[SIMD2<Int32>]], tags: [String: StyleValue])]) -> FeatureLayer {
    var builder = FeatureLayerBuilder(name: "test")
    builder.keys = ["render_height", "roof_shape", "roof_height", "roof_direction", "roof_colour", "roof_outline"]
    for (rings, tags) in all {
      for ring in rings {
        for point in ring { builder.append(SIMD2(Double(point.x), Double(point.y))) }
        builder.endPart()
      }
      for (key, name) in builder.keys.enumerated() {
        if let value = tags[name] { builder.addTag(key: Int32(key), value: value) }
      }
      builder.endFeature(.polygon, id: .null)
    }
    return FeatureLayer(builder)
  }

  private func bucket(
    _ all: [(rings: [[SIMD2<Int32>]], tags: [String: StyleValue])], metadata: String = #"{"overlook:roof": {}}"#, zoom: Int = 16
  ) throws -> ExtrusionBucket {
    var context = LayoutContext(tile: Self.tile)
    context.zoom = Double(zoom)
    return try #require(
      ExtrusionLayout.bucket(try layer(metadata), features(all), selected: all.indices.map { Int32($0) }, context))
  }

  /// 200 x 100 units: 15 x 7.5 m.
  private let house: [SIMD2<Int32>] = [SIMD2(4000, 4000), SIMD2(4200, 4000), SIMD2(4200, 4100), SIMD2(4000, 4100)]

  private func triangles(_ bucket: ExtrusionBucket, roof: Bool) -> [[Int]] {
    stride(from: 0, to: bucket.triangles.count - 2, by: 3).map { start in (0..<3).map { Int(bucket.triangles[start + $0]) } }
      .filter { (bucket.vertices[$0[0]].isRoof == 1) == roof }
  }

  @Test func aGabledRoofRisesFromItsEavesToTheTop() throws {
    let bucket = try bucket([
      ([house], ["render_height": .number(12), "roof_shape": .string("gabled"), "roof_height": .number(3)])
    ])
    #expect(bucket.roofs.count == bucket.vertices.count)
    let roof = triangles(bucket, roof: true).joined()
    // Three quarters of 12 m at the eaves, all of it at the ridge in the middle.
    for index in roof {
      let isRidge = bucket.vertices[index].position.y == 4050
      #expect(bucket.roofs[index].share == (isRidge ? 65_535 : 49_151), "\(bucket.vertices[index].position)")
      #expect(bucket.roofs[index].rise == (isRidge ? 255 : 0))
    }
    #expect(roof.contains { bucket.vertices[$0].position.y == 4050 })
    // Walls below the eaves end there, those of the gables reach the ridge.
    let walls = Set(triangles(bucket, roof: false).joined())
    for index in walls where bucket.vertices[index].top == 1 {
      #expect(bucket.roofs[index].share == (bucket.vertices[index].position.y == 4050 ? 65_535 : 49_151))
    }
    #expect(walls.contains { bucket.vertices[$0].position == SIMD2(4000, 4050) })
  }

  /// As of walls: pointing inside; to the north lies the slope that faces north.
  @Test func slopesAreLitFromWhereTheyFace() throws {
    let bucket = try bucket([
      ([house], ["render_height": .number(12), "roof_shape": .string("gabled"), "roof_height": .number(3)])
    ])
    for triangle in triangles(bucket, roof: true) {
      let isNorthern = triangle.contains { bucket.vertices[$0].position.y == 4000 }
      for index in triangle {
        let normal = bucket.vertices[index].normal
        #expect(normal.x == 0 && (normal.y > 0) == isNorthern)
        // 3 m over half of the width.
        let rise = 3 / (50 * Self.metersPerUnit)
        #expect(abs(Double(abs(Int(normal.y))) / 16_384 - rise / (1 + rise * rise).squareRoot()) < 0.005)
      }
    }
  }

  @Test func aStyleThatDoesNotAskHasFlatRoofs() throws {
    let tags: Tags = ["render_height": .number(12), "roof_shape": .string("gabled"), "roof_height": .number(3)]
    let plain = try bucket([([house], tags)], metadata: "{}")
    let flat = try bucket([([house], ["render_height": .number(12)])], metadata: "{}")
    #expect(plain.roofs.isEmpty)
    #expect(plain.vertices == flat.vertices && plain.triangles == flat.triangles)
    // Nor one that asks only farther in.
    #expect(try bucket([([house], tags)], metadata: #"{"overlook:roof": {"minzoom": 17}}"#).roofs.isEmpty)
  }

  @Test(arguments: ["flat", "mushroom", ""])
  func otherShapesAreFlat(_ shape: String) throws {
    let bucket = try bucket([([house], ["render_height": .number(12), "roof_shape": .string(shape), "roof_height": .number(3)])])
    #expect(bucket.roofs.allSatisfy { $0.share == 65_535 })
    #expect(triangles(bucket, roof: true).count == 2)
  }

  @Test func aRoofHasTheColourThatTheStyleGivesIt() throws {
    let metadata = """
      {"overlook:roof": {"color": ["case", ["has", "roof_colour"], ["to-color", ["get", "roof_colour"]], "rgba(0,0,0,0)"]}}
      """
    let bucket = try bucket(
      [
        ([house], ["render_height": .number(12), "roof_colour": .string("#ff8000")]),
        ([house.map { $0 &+ SIMD2(400, 0) }], ["render_height": .number(12)]),
      ], metadata: metadata)
    for index in triangles(bucket, roof: true).joined() {
      let isFirst = bucket.vertices[index].position.x <= 4200
      #expect(bucket.roofs[index].color == (isFirst ? SIMD4(255, 128, 0, 255) : .zero))
    }
    // Walls keep theirs.
    #expect(triangles(bucket, roof: false).joined().allSatisfy { bucket.roofs[$0].color == .zero })
  }

  @Test func whatStandsWithinAnOutlineLiesAboveIt() throws {
    let part: [SIMD2<Int32>] = [SIMD2(4000, 4000), SIMD2(4080, 4000), SIMD2(4080, 4100), SIMD2(4000, 4100)]
    let neighbour = house.map { $0 &+ SIMD2(200, 0) }
    let height: Tags = ["render_height": .number(12)]
    for order in [[part, house, neighbour], [neighbour, house, part]] {
      let bucket = try bucket(order.map { ([$0], height) })
      var levels: [Int: Set<UInt8>] = [:]
      for row in [0, 1, 2] {
        levels[row] = Set(bucket.roofs.indices.filter { bucket.rows[$0] == UInt32(row) }.map { bucket.roofs[$0].level })
      }
      let names = order.map { $0 == part ? "part" : $0 == house ? "house" : "neighbour" }
      for (row, name) in names.enumerated() { #expect(levels[row] == [name == "part" ? 1 : 0], "\(name)") }
    }
  }

  /// The same outline twice, as a building and the relation around it have: one lies above the other in each run.
  @Test func ofTheSameOutlineTwiceTheLaterLiesAbove() throws {
    let turned = Array(house[2...] + house[..<2])
    let bucket = try bucket([([house], ["render_height": .number(12)]), ([turned], ["render_height": .number(12)])])
    for index in bucket.roofs.indices { #expect(bucket.roofs[index].level == UInt8(bucket.rows[index])) }
  }

  @Test func tooManyLevelsEndAtTheHighest() throws {
    let nested = (0..<30).map { number -> (rings: [[SIMD2<Int32>]], tags: [String: StyleValue]) in
      let step = Int32(number)
      let (low, high) = (house[0] &+ SIMD2(step, step), house[2] &- SIMD2(step, step))
      return ([[low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]], [:])
    }
    #expect(try bucket(nested).roofs.map(\.level).max() == RoofLevels.highest)
  }

  /// The next tile may have the whole house, whose slopes rise from the same eaves.
  @Test func aPieceThatTheEdgeOfTheTileCutsEndsAtItsEaves() throws {
    let piece = [SIMD2<Int32>(8100, 4000), SIMD2(8320, 4000), SIMD2(8320, 4100), SIMD2(8100, 4100)]
    let bucket = try bucket([
      ([piece], ["render_height": .number(12), "roof_shape": .string("gabled"), "roof_height": .number(3)])
    ])
    #expect(bucket.roofs.allSatisfy { $0.share == 49_151 })
    #expect(triangles(bucket, roof: true).count == 2)
  }

  /// Attributes of outside data may be anything.
  @Test func badAttributesLeaveAWholeBuilding() throws {
    for value in [StyleValue.number(.nan), .number(-3), .number(1e300), .string("high"), .bool(true), .null] {
      let bucket = try bucket([
        ([house], ["render_height": value, "roof_shape": .string("hipped"), "roof_height": value, "roof_direction": value])
      ])
      #expect(!triangles(bucket, roof: true).isEmpty)
    }
    let bowtie: [SIMD2<Int32>] = [SIMD2(4000, 4000), SIMD2(4300, 4100), SIMD2(4300, 4000), SIMD2(4000, 4200)]
    let crossed = try bucket([([bowtie], ["render_height": .number(9), "roof_shape": .string("dome")])])
    #expect(crossed.roofs.allSatisfy { $0.share == 65_535 })
  }

  // MARK: Buildings in two tiles

  /// A house of 15 x 7.5 m, half of it to the left of a tile: the pieces that the two tiles have, with 160 units of each other.
  private func halves(_ corners: [SIMD2<Int32>] = [SIMD2(-100, 4000), SIMD2(100, 4000), SIMD2(100, 4100), SIMD2(-100, 4100)])
    throws
    -> (left: ExtrusionBucket, right: ExtrusionBucket)
  {
    func piece(_ shift: Int32, _ range: ClosedRange<Int32>) throws -> ExtrusionBucket {
      let moved = corners.map { SIMD2($0.x + shift, $0.y) }
      let outline = try #require(RoofOutline([moved]))
      let tags: Tags = [
        "render_height": .number(12), "roof_shape": .string("gabled"), "roof_height": .number(3),
        "roof_outline": .string(outline.text),
      ]
      let cut = moved.map { SIMD2(min(max($0.x, range.lowerBound), range.upperBound), $0.y) }
      return try bucket([([cut], tags)])
    }
    return (try piece(8192, -161...8353), try piece(0, -50...8353))
  }

  /// The roof's corners on the edge that both tiles have, by how far down they lie, with their shares of the height.
  private func cutShares(_ bucket: ExtrusionBucket, at x: ClosedRange<Int16>) -> [Int16: UInt16] {
    var shares: [Int16: UInt16] = [:]
    for index in triangles(bucket, roof: true).joined() where x.contains(bucket.vertices[index].position.x) {
      shares[bucket.vertices[index].position.y] = bucket.roofs[index].share
    }
    return shares
  }

  @Test func tilesShareTheRoofOfABuildingThatTheirEdgeCuts() throws {
    let (left, right) = try halves()
    // Three quarters of 12 m at the eaves, all of it at the ridge, which goes on across the edge.
    for shares in [cutShares(left, at: 8190...8193), cutShares(right, at: -1...2)] {
      #expect(shares[4000] == 49_151 && shares[4050] == 65_535 && shares[4100] == 49_151)
      for (y, share) in shares {
        // Corners between lie on the slopes; half a unit of 50 is a hundredth of the rise.
        let wanted = 65_535 - 16_384 * Double(abs(y - 4050)) / 50
        #expect(abs(Double(share) - wanted) < 200, "\(y): \(share)")
      }
    }
    for (bucket, range) in [(left, Int16(8092)...8193), (right, -1...100)] {
      let drawn = Set(bucket.triangles.map { bucket.vertices[Int($0)].position.x })
      #expect(drawn.min() == range.lowerBound && drawn.max() == range.upperBound)
      // No wall stands where the house goes on.
      let walls = triangles(bucket, roof: false).map { $0.map { bucket.vertices[$0].position.x } }
      let cut = range.lowerBound == -1 ? Int16(-1) : 8193
      #expect(!walls.contains { $0.allSatisfy { $0 == cut } } && !walls.isEmpty)
    }
  }

  @Test func whatATextSaysBadlyEndsFlatAtTheEaves() throws {
    let piece: [SIMD2<Int32>] = [SIMD2(-161, 4000), SIMD2(100, 4000), SIMD2(100, 4100), SIMD2(-161, 4100)]
    let bucket = try bucket([
      (
        [piece],
        [
          "render_height": .number(12), "roof_shape": .string("gabled"), "roof_height": .number(3),
          "roof_outline": .string("nonsense"),
        ]
      )
    ])
    #expect(triangles(bucket, roof: true).joined().allSatisfy { bucket.roofs[$0].share == 49_151 })
  }

  /// One text for all: beyond a bound on what is read of it they end as pieces do of which nothing is known.
  @Test func manyPiecesWithOneLongOutlineCostABoundedTime() throws {
    let corners: [SIMD2<Int32>] = [SIMD2(-300, 4000), SIMD2(100, 4000), SIMD2(100, 4100), SIMD2(-300, 4100)]
    let piece = corners.map { SIMD2(max($0.x, -161), $0.y) }
    var tags: Tags = ["render_height": .number(12), "roof_shape": .string("gabled"), "roof_height": .number(3)]
    let flat = try bucket([([piece], tags)]).triangles.count
    let outline = try #require(RoofOutline([corners])).text
    tags["roof_outline"] = .string(outline + String(repeating: " ", count: 2048 - outline.utf8.count))
    let sloped = try bucket([([piece], tags)]).triangles.count
    #expect(sloped != flat)
    let all = try bucket(Array(repeating: ([piece], tags), count: 4000)).triangles.count
    let read = RoofLayout.outlineLetterLimit / 2048
    #expect(all == read * sloped + (4000 - read) * flat)
  }

  /// Of the whole house nothing is in the tile but its outline, as when a tile's writer was generous.
  @Test func aShareOfNothingDrawsNothing() throws {
    let far = try #require(RoofOutline([house.map { SIMD2($0.x + 9000, $0.y) }]))
    let tags: Tags = ["render_height": .number(12), "roof_shape": .string("gabled"), "roof_outline": .string(far.text)]
    var context = LayoutContext(tile: Self.tile)
    context.zoom = 16
    let none = ExtrusionLayout.bucket(
      try layer(#"{"overlook:roof": {}}"#), features([([house], tags)]), selected: [0], context)
    #expect(none?.triangles.isEmpty ?? true)
  }
}
