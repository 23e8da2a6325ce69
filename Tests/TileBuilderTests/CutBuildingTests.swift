import OverlookFormats
import OverlookGeometry
import Testing

@testable import OverlookTileBuilder

/// Buildings that lie in several tiles.
@Suite struct CutBuildingTests {
  /// The texts of the attribute by tile, of houses at zoom 14; nil for a piece without one.
  private func outlines(_ rings: [[WorldPoint]], shape: String = "gabled", keeps: Bool = true) throws -> [TileID: String?] {
    var house = MapFeature(
      layer: "building", id: 5, shape: .area(rings), tags: [("roof_shape", .string(shape))], zooms: 14...14)
    house.keepsOutline = keeps
    var found: [TileID: String?] = [:]
    try FeatureTiler(features: [house], grid: CitySchema.grid).tiles(zooms: 14...14) { id, bytes throws(FormatError) in
      let tile = try VectorTile(bytes)
      var reader = VectorTileReader()
      reader.begin(tile)
      for layer in tile.layers {
        reader.begin(layer)
        reader.loadTables()
        while let feature = reader.nextFeature() { found[id] = Self.text(RoofOutline.key, feature, &reader, tile) }
      }
    }
    return found
  }

  private static func text(
    _ key: String, _ feature: VectorTileFeature, _ reader: inout VectorTileReader, _ tile: VectorTile
  ) -> String? {
    var tags: [Int32] = []
    reader.readTags(of: feature, into: &tags)
    for index in stride(from: 0, to: tags.count - 1, by: 2) where tile.text(reader.keys[Int(tags[index])]) == key {
      if case .text(let range) = reader.values[Int(tags[index + 1])] { return tile.text(range) }
    }
    return nil
  }

  private static let side = 1.0 / 16_384
  private static let unit = side / 8192

  /// Of units of tile 14/8192/8192.
  private func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> [WorldPoint] {
    [(0.0, 0.0), (width, 0), (width, height), (0, height)].map { x, y in
      WorldPoint(x: 0.5 + (left + x) * Self.unit, y: 0.5 + (top + y) * Self.unit)
    }
  }

  @Test func eachPieceOfARoofedBuildingSaysHowTheWholeLies() throws {
    // Half of it reaches 600 units into the tile to the left, farther than what tiles have of their neighbours.
    let found = try outlines([box(-600, 1000, 1200, 500)])
    let (left, right) = (TileID(z: 14, x: 8191, y: 8192), TileID(z: 14, x: 8192, y: 8192))
    #expect(Set(found.keys) == [left, right])
    let inRight = try #require(found[right]?.flatMap { RoofOutline(text: $0) }?.rings.first)
    let inLeft = try #require(found[left]?.flatMap { RoofOutline(text: $0) }?.rings.first)
    #expect(Set(inRight) == [SIMD2(-600, 1000), SIMD2(600, 1000), SIMD2(600, 1500), SIMD2(-600, 1500)])
    #expect(inLeft == inRight.map { SIMD2($0.x + 8192, $0.y) })
  }

  @Test func aBuildingThatNoEdgeCutsSaysNothing() throws {
    let found = try outlines([box(2000, 1000, 1200, 500)])
    #expect(found.count == 1 && found.values.allSatisfy { $0 == nil })
  }

  /// A wall of teeth across five tiles: 180 corners, and 220.
  @Test func areasOfTooManyCornersHaveNoOutline() throws {
    func teeth(_ count: Int) -> [WorldPoint] {
      let step = 20_000 / Double(count)
      let upper = (0..<count).flatMap { number -> [WorldPoint] in
        Array(box(-600 + Double(number) * step, number % 2 == 0 ? 1000 : 1400, step, 1)[0...1])
      }
      return upper + box(-600, 1500, 20_000, 500)[2...3]
    }
    let kept = try outlines([teeth(89)])
    #expect(kept.count > 2 && kept.values.allSatisfy { $0?.isEmpty == false })
    let left = try outlines([teeth(109)])
    #expect(left.count > 2 && left.values.allSatisfy { $0 == nil })
    // Decided before anything is cut.
    let square = { (x: Int64) in [GridPoint(x, 0), GridPoint(x + 9, 0), GridPoint(x + 9, 9), GridPoint(x, 9)] }
    #expect(FeatureTiler.hasOutline([square(0)]) && !FeatureTiler.hasOutline([square(0), square(20)]))
    #expect(!FeatureTiler.hasOutline([(0...Int64(Roof.maximumCorners)).map { GridPoint($0, $0 * $0) }]))
  }

  @Test func whatDoesNotKeepItsOutlineIsCutAsEver() throws {
    let found = try outlines([box(-600, 1000, 1200, 500)], keeps: false)
    #expect(found.count == 2 && found.values.allSatisfy { $0 == nil })
  }
}
