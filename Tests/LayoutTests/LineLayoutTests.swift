@testable import OverlookLayout
import OverlookStyle
import Testing

@Suite struct LineLayoutTests {
  private func bucket(_ line: [(Int32, Int32)], layout: String = "", paint: String = "") throws -> LineBucket {
    let features = ShapeFeatures.features(.line, [[line]])
    let layer = try ShapeFeatures.layer(
      #"{"id": "a", "type": "line", "source": "s", "layout": {\#(layout)}, "paint": {\#(paint)}}"#)
    return try #require(LineLayout.bucket(layer, features, selected: [0], ShapeFeatures.context))
  }

  private func extrudes(_ bucket: LineBucket) -> [SIMD2<Double>] {
    bucket.vertices.map { SIMD2(Double($0.extrude.x), Double($0.extrude.y)) / LineVertex.extrudeScale }
  }

  @Test func aStraightLineIsTwoTriangles() throws {
    let bucket = try bucket([(0, 0), (100, 0)])
    // East is the way, so its left (y grows south) is where y is positive.
    #expect(extrudes(bucket) == [SIMD2(0, 1), SIMD2(0, -1), SIMD2(0, 1), SIMD2(0, -1)])
    #expect(bucket.triangles == [0, 2, 1, 2, 3, 1])
  }

  @Test func aMiterIsAsLongAsTheCornerNeeds() throws {
    // A right angle: the miter is the square root of two half widths.
    let bucket = try bucket([(0, 0), (1000, 0), (1000, 1000)])
    let corner = extrudes(bucket).max { $0.x * $0.x + $0.y * $0.y < $1.x * $1.x + $1.y * $1.y }
    let length = try #require(corner.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() })
    #expect(abs(length - 2.0.squareRoot()) < 0.002)
  }

  @Test func aMiterBeyondItsLimitIsCutOff() throws {
    // Seventy degrees: the miter would be 1.74 half widths.
    let sharp: [(Int32, Int32)] = [(0, 0), (1000, 0), (660, 940)]
    let longest = try extrudes(bucket(sharp, layout: #""line-miter-limit": 1.5"#)).map {
      ($0.x * $0.x + $0.y * $0.y).squareRoot()
    }
    let outer = try extrudes(bucket(sharp, layout: #""line-miter-limit": 3"#)).map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
    #expect(try #require(outer.max()) > 1.7)
    // What is left of it lies on the inner side alone.
    #expect(longest.filter { $0 > 1.7 }.count == 2)
  }

  @Test func roundCapsReachHalfAWidthBeyondTheEnds() throws {
    let bucket = try bucket([(0, 0), (100, 0)], layout: #""line-cap": "round""#)
    let round = zip(bucket.vertices, extrudes(bucket)).filter { $0.0.round == 1 }.map(\.1)
    #expect(round.count == 4)
    #expect(Set(round.map(\.x)) == [-1, 1])
  }

  @Test func capsAndLimitsDependOnFeatures() throws {
    // Features of these tests have no properties.
    let cap = #""line-cap": ["case", ["has", "x"], "butt", "round"]"#
    #expect(try bucket([(0, 0), (100, 0)], layout: cap).vertices.filter { $0.round == 1 }.count == 4)
    let sharp: [(Int32, Int32)] = [(0, 0), (1000, 0), (660, 940)]
    let limited = try bucket(sharp, layout: #""line-miter-limit": ["case", ["has", "x"], 3, 1.5]"#)
    #expect(try extrudes(limited) == extrudes(bucket(sharp, layout: #""line-miter-limit": 1.5"#)))
  }

  @Test func distancesGrowAlongTheLine() throws {
    let bucket = try bucket([(0, 0), (300, 400), (300, 1400)], paint: #""line-dasharray": [1, 1]"#)
    #expect(bucket.distances.first == 0)
    #expect(bucket.distances.max() == 1500)
    #expect(bucket.distances.count == bucket.vertices.count)
  }

  @Test func linesWithoutLengthAreLeftOut() throws {
    let features = ShapeFeatures.features(.line, [[[(5, 5), (5, 5)]], [[(0, 0), (0, 0), (9, 9), (9, 9)]]])
    let layer = try ShapeFeatures.layer(#"{"id": "a", "type": "line", "source": "s"}"#)
    let bucket = LineLayout.bucket(layer, features, selected: [0, 1], ShapeFeatures.context)
    #expect(bucket?.vertices.count == 4)
  }

  @Test func dashesAreDistancesToTheirEnds() throws {
    var atlas = DashAtlas()
    let placed = atlas.place([1, 1], isRound: false)
    let place = try #require(placed)
    #expect(place.width == 2 && place.height == 0)
    // The first half of the row is a dash: 64 pixels from either end in its middle.
    let row = Array(atlas.pixels.prefix(DashAtlas.width))
    #expect(row[64] == 192 && row[0] == 128 && row[192] == 64)
    let again = atlas.place([1, 1], isRound: false)
    let impossible = atlas.place([1, -1], isRound: false)
    #expect(again == place && atlas.version == 1 && impossible == nil)
  }

  /// Two halves of a circle are added to each dash with round ends.
  @Test(arguments: [
    ([1, 1], false, 0.5), ([0.2, 1.8], false, 0.1), ([2, 1, 1], false, 0.75), ([1, 0], false, 1), ([0, 0], false, 0),
    ([0, 2], true, Double.pi / 8), ([1, 3, 1, 3], true, (2 + Double.pi / 2) / 8), ([2, 1, 1], true, (3 + Double.pi / 4) / 4),
    ([3], true, 1), ([9, 0.1], true, 1),
  ]) func dashesSayHowMuchOfTheLineTheyCover(lengths: [Double], isRound: Bool, share: Double) throws {
    var atlas = DashAtlas()
    let placed = atlas.place(lengths, isRound: isRound)
    let place = try #require(placed)
    #expect(abs(Double(place.share) - share) < 1e-6 && place.vector.w == place.share)
  }
}
