import Glibc
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookLayout
@testable import OverlookStyle

@Suite struct GeoJSONIndexTests {
  private func index(_ text: String, _ change: (inout StyleSource.GeoJSONOptions) -> Void = { _ in }) throws -> GeoJSONIndex {
    var options = StyleSource.GeoJSONOptions(content: .inline(.null))
    change(&options)
    return GeoJSONIndex(try GeoJSONParser.parse(Array(text.utf8)), options)
  }

  private func layer(_ index: GeoJSONIndex, _ z: Int, _ x: Int, _ y: Int) -> FeatureLayer? {
    index.tile(TileID(z: z, x: x, y: y))?.layer(FeatureTile.geoJSONLayer)
  }

  /// A line through places of the world square.
  private func line(_ points: [(Double, Double)]) -> String {
    let list = points.map { x, y in
      let place = WorldPoint(x: x, y: y).coordinate
      return "[\(place.longitude),\(place.latitude)]"
    }
    return
      #"{"type":"Feature","properties":{"n":5},"geometry":{"type":"LineString","coordinates":[\#(list.joined(separator: ","))]}}"#
  }

  @Test func pointsLieWhereMercatorPutsThem() throws {
    let index = try index(#"{"type":"MultiPoint","coordinates":[[0,0],[90,0],[-180,85.0511287798066]]}"#) { $0.buffer = 0 }
    // The point on the antimeridian is there again on the other side, below the others.
    #expect(layer(index, 0, 0, 0)?.coordinates == [8192, 0, 4096, 4096, 6144, 4096, 0, 0])
    #expect(layer(index, 0, 0, 0)?.partStarts == [0, 1, 4])
    #expect(layer(index, 1, 1, 0)?.coordinates == [8192, 0, 0, 8192, 4096, 8192])
  }

  @Test func pointsInTheBufferAreInBothTiles() throws {
    // 100 of 512 points west of the middle of the world at zoom 1; the buffer is 128.
    let point = WorldPoint(x: 0.5 - 100.0 / 1024, y: 0.3).coordinate
    let text = #"{"type":"Point","coordinates":[\#(point.longitude),\#(point.latitude)]}"#
    let wide = try index(text)
    #expect(layer(wide, 1, 0, 0)?.coordinates.first == 6592)
    #expect(layer(wide, 1, 1, 0)?.coordinates.first == -1600)
    let narrow = try index(text) { $0.buffer = 64 }
    #expect(layer(narrow, 1, 1, 0) == nil)
  }

  @Test func linesAreSimplifiedButAtTheDeepestZoom() throws {
    // A saw of a thousandth of a tile's side at zoom 0, where the tolerance is 0.375 of 512.
    let saw = (0..<200).map { (tooth: Int) -> (Double, Double) in
      (0.3 + Double(tooth) * 0.002, tooth.isMultiple(of: 2) ? 0.3 : 0.3 + 0.0005)
    }
    let index = try index(line(saw)) { $0.maximumZoom = 3 }
    #expect(layer(index, 0, 0, 0)?.partStarts == [0, 2])
    // All of the points that lie in the tile and its buffer, and the two where the line leaves it.
    let tile = try #require(layer(index, 3, 3, 2))
    let inside = saw.filter { $0.0 >= 0.375 - 0.125 / 4 && $0.0 <= 0.5 + 0.125 / 4 }.count
    #expect(tile.partStarts == [0, Int32(inside + 2)])
  }

  @Test func linesAreCutIntoPiecesAtTheTileAndItsBuffer() throws {
    // Down, over and up again, outside of the tile in between.
    let index = try index(line([(0.1, 0.1), (0.1, 0.9), (0.2, 0.9), (0.2, 0.1)])) { $0.buffer = 0 }
    let tile = try #require(layer(index, 1, 0, 0))
    #expect(tile.features.count == 1)
    #expect(tile.partStarts == [0, 2, 4])
    #expect(tile.coordinates == [1638, 1638, 1638, 8192, 3277, 8192, 3277, 1638])
  }

  @Test func wholeLinesAreMeasuredAlongTheirPieces() throws {
    let index = try index(line([(0.25, 0.3), (0.75, 0.3)])) {
      $0.hasLineMetrics = true
      $0.buffer = 0
    }
    let (west, east) = (try #require(layer(index, 1, 0, 0)), try #require(layer(index, 1, 1, 0)))
    #expect(west.value("mapbox_clip_start", of: 0) == .number(0))
    #expect(west.value("mapbox_clip_end", of: 0)?.number.map { abs($0 - 0.5) < 1e-9 } == true)
    #expect(east.value("mapbox_clip_start", of: 0)?.number.map { abs($0 - 0.5) < 1e-9 } == true)
    #expect(east.value("mapbox_clip_end", of: 0) == .number(1))
    #expect(east.value("n", of: 0) == .number(5))
  }

  @Test func polygonsAreClosedAlongTheEdges() throws {
    let ring = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].map { x, y -> String in
      let place = WorldPoint(x: x, y: y).coordinate
      return "[\(place.longitude),\(place.latitude)]"
    }
    let text = #"{"type":"Polygon","coordinates":[[\#((ring + [ring[0]]).joined(separator: ","))]]}"#
    let index = try index(text) { $0.buffer = 0 }
    let tile = try #require(layer(index, 1, 0, 0))
    #expect(tile.partStarts == [0, 4])
    // (8192 - 1638) squared, twice.
    #expect(tile.doubledArea(ofPart: 0) == 2 * 6554 * 6554)
  }

  @Test func featuresBeyondTheAntimeridianComeInFromTheOtherSide() throws {
    let index = try index(line([(0.95, 0.3), (1.05, 0.3)])) { $0.buffer = 0 }
    #expect(layer(index, 1, 1, 0)?.coordinates == [7373, 4915, 8192, 4915])
    #expect(layer(index, 1, 0, 0)?.coordinates == [0, 4915, 819, 4915])
  }

  @Test func idsAreThoseThatTheStyleAsksFor() throws {
    let feature = { (id: String, name: String) in
      #"{"type":"Feature","id":\#(id),"properties":{"name":"\#(name)"},"geometry":{"type":"Point","coordinates":[0,0]}}"#
    }
    let text =
      #"{"type":"FeatureCollection","features":[\#(feature("\"12\"", "a")),\#(feature("\"x\"", "b")),\#(feature("3.7", "c"))]}"#
    let ids = { (index: GeoJSONIndex) in
      self.layer(index, 0, 0, 0).map { layer in layer.features.indices.map { layer.id(of: Int32($0)) } }
    }
    #expect(ids(try index(text)) == [.number(12), .null, .number(3)])
    #expect(ids(try index(text) { $0.generatesIDs = true }) == [.number(0), .number(1), .number(2)])
    #expect(ids(try index(text) { $0.promotedID = "name" }) == [.string("a"), .string("b"), .string("c")])
  }

  @Test func everyPointOfManyIsInItsTile() throws {
    var state: UInt64 = 1
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    let points = (0..<3000).map { _ in (next(), next()) }
    let list = points.map { x, y -> String in
      let place = WorldPoint(x: x, y: y).coordinate
      return "[\(place.longitude),\(place.latitude)]"
    }
    let features = list.map { #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":\#($0)}}"# }
    let index = try index(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#) { $0.buffer = 0 }
    for (x, y) in [(0, 0), (3, 5), (7, 7)] {
      let expected = points.filter {
        $0.0 * 8 >= Double(x) && $0.0 * 8 < Double(x + 1) && $0.1 * 8 >= Double(y) && $0.1 * 8 < Double(y + 1)
      }
      #expect(layer(index, 3, x, y)?.features.count == expected.count)
    }
  }
}

/// Numbers by the method of supercluster: a point takes what lies within the radius, on the screen of each zoom, from the deepest
/// up.
@Suite struct PointClustersTests {
  private func index(_ longitudes: [Double], _ change: (inout StyleSource.GeoJSONOptions) -> Void = { _ in }) throws
    -> GeoJSONIndex
  {
    let features = longitudes.enumerated().map {
      #"{"type":"Feature","properties":{"n":\#($0.offset + 1)},"geometry":{"type":"Point","coordinates":[\#($0.element),0]}}"#
    }
    var options = StyleSource.GeoJSONOptions(content: .inline(.null))
    options.isClustered = true
    change(&options)
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    return GeoJSONIndex(try GeoJSONParser.parse(Array(text.utf8)), options)
  }

  private func layer(_ index: GeoJSONIndex, _ z: Int) throws -> FeatureLayer {
    let half = 1 << (z - 1)
    return try #require(index.tile(TileID(z: z, x: half, y: half))?.layer(FeatureTile.geoJSONLayer))
  }

  private func counts(_ layer: FeatureLayer) -> [Double] {
    (0..<layer.features.count).map { layer.value("point_count", of: Int32($0))?.number ?? 1 }
  }

  /// What gathering by looking at all pairs gives, zoom by zoom: the numbers of points of the clusters, least first.
  private func plainCounts(_ longitudes: [Double]) -> [Int: [Int]] {
    var nodes = longitudes.map { (x: Double(Float(WorldPoint(LocationCoordinate(latitude: 0, longitude: $0)).x)), count: 1) }
    var counts: [Int: [Int]] = [:]
    for zoom in (0...16).reversed() {
      let reach = 50.0 / 512 / Double(1 << zoom)
      var rest = nodes
      nodes = []
      while let seed = rest.first {
        let near = rest.filter { abs(Double(Float($0.x)) - seed.x) <= reach || $0 == seed }
        rest.removeAll { node in near.contains { $0 == node } }
        let count = near.reduce(0) { $0 + $1.count }
        nodes.append((near.reduce(0) { $0 + $1.x * Double($1.count) } / Double(count), count))
      }
      counts[zoom] = nodes.map(\.count).sorted()
    }
    return counts
  }

  @Test func gathersAsAllPairsWould() throws {
    // Clumps of all sizes, from a thousandth of a degree to a hundred of them.
    var generator = SeededGenerator(seed: 11)
    let longitudes = (0..<400).map { _ in
      Double.random(in: -1...1, using: &generator) * exp2(Double.random(in: -10...7, using: &generator))
    }
    let index = try index(longitudes) { $0.clusterMaximumZoom = 16 }
    let expected = plainCounts(longitudes)
    for zoom in [1, 3, 6, 9, 12] {
      var found: [Int] = []
      let side = 1 << zoom
      // What lies in the tiles themselves; the others are in the next tile too.
      for x in 0..<side {
        let layer = index.tile(TileID(z: zoom, x: x, y: side / 2))?.layer(FeatureTile.geoJSONLayer)
        for row in 0..<(layer?.features.count ?? 0) where (0..<8192).contains(layer?.coordinates[2 * row] ?? -1) {
          found.append(Int(layer?.value("point_count", of: Int32(row))?.number ?? 1))
        }
      }
      #expect(found.sorted() == expected[zoom], "zoom \(zoom)")
    }
  }

  @Test func pointsGatherWhereTheyAreNearOnTheScreen() throws {
    // A degree is 1/360 of the world; the radius, 50 of 512 points, is 0.0977 / 2^z of it: 1.1 degrees at zoom 5, 2.2 at zoom 4.
    let index = try index([1, 2, 3])
    #expect(counts(try layer(index, 6)) == [1, 1, 1])
    #expect(counts(try layer(index, 5)) == [2, 1])
    #expect(counts(try layer(index, 4)) == [3])
    // The mean of 1 and 2 degrees; of 1, 2 and 3 degrees.
    #expect(try layer(index, 5).coordinates[0] == 1092)
    #expect(try layer(index, 4).coordinates[0] == 728)
    let cluster = try layer(index, 4)
    #expect(cluster.value("cluster", of: 0) == .bool(true))
    #expect(cluster.value("point_count_abbreviated", of: 0) == .number(3))
    #expect(cluster.value("cluster_id", of: 0) == cluster.id(of: 0))
  }

  @Test func fewPointsStaySingle() throws {
    let index = try index([1, 2, 3]) { $0.clusterMinimumPoints = 3 }
    #expect(counts(try layer(index, 5)) == [1, 1, 1])
    #expect(counts(try layer(index, 4)) == [3])
    #expect(counts(try layer(try self.index([1, 2, 3]) { $0.clusterMaximumZoom = 3 }, 4)) == [1, 1, 1])
  }

  @Test func attributesOfPointsAreGathered() throws {
    let style = #"""
      {"version": 8, "layers": [], "sources": {"s": {"type": "geojson", "data": "a", "cluster": true, "clusterProperties": {
        "sum": ["+", ["get", "n"]], "most": ["max", ["get", "n"]],
        "all": [["concat", ["accumulated"], ["get", "all"]], ["to-string", ["get", "n"]]]}}}}
      """#
    let document = try StyleDocument(Array(style.utf8))
    #expect(document.faults == [])
    guard case .geoJSON(let options)? = document.source("s")?.kind else { return #expect(Bool(false)) }
    let index = try index([1, 2, 3]) { $0.clusterProperties = options.clusterProperties }
    let cluster = try layer(index, 4)
    #expect(cluster.value("sum", of: 0) == .number(6))
    #expect(cluster.value("most", of: 0) == .number(3))
    #expect(cluster.value("all", of: 0) == .string("123"))
  }

  @Test func largeCountsAreAbbreviated() throws {
    let many = try index((0..<1250).map { Double($0) * 1e-6 })
    #expect(try layer(many, 4).value("point_count_abbreviated", of: 0) == .string("1.3k"))
  }

  @Test func noPointIsLostInAnyZoom() throws {
    let index = try index((0..<700).map { Double(($0 * 7919) % 3600) / 3600 })
    for zoom in 1...12 { #expect(counts(try layer(index, zoom)).reduce(0, +) <= 700) }
    #expect(counts(try layer(index, 1)) == [700])
  }
}
