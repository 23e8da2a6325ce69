import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder
import Testing

/// How much of its box an extract paints as land.
@Suite struct DataFootprintTests {
  /// Houses on a grid over the box, where `isThere` has data.
  private static func land(_ side: Int = 60, isBoxNamed: Bool = true, outliers: String = "", isThere: (Double, Double) -> Bool)
    throws -> [[WorldPoint]]
  {
    var (nodes, ways) = ("", "")
    var id = 0
    for row in 0..<side {
      for column in 0..<side {
        let (x, y) = ((Double(column) + 0.5) / Double(side), (Double(row) + 0.5) / Double(side))
        guard isThere(x, y) else { continue }
        for step in 0..<3 {
          nodes += "<node id='\(id + step + 1)' lat='\(53 + y + Double(step % 2) * 1e-3)' lon='\(13 + x + Double(step) * 1e-3)'/>"
        }
        ways += "<way id='\(id + 1)'>\((1...3).map { "<nd ref='\(id + $0)'/>" }.joined())<tag k='highway' v='residential'/></way>"
        id += 3
      }
    }
    let path = NSTemporaryDirectory() + "/overlook-footprint-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let box = isBoxNamed ? "<bounds minlat='53' minlon='13' maxlat='54' maxlon='14'/>" : ""
    try Data("<osm>\(box)\(nodes)\(ways)\(outliers)</osm>".utf8).write(to: URL(fileURLWithPath: path))
    let earth = CitySchema.features(of: try OSMFile.read(path: path)).first { $0.layer == "earth" }
    guard case .area(let rings)? = earth?.shape else { return [] }
    return rings
  }

  private static func isLand(_ rings: [[WorldPoint]], _ x: Double, _ y: Double) -> Bool {
    let place = WorldPoint(LocationCoordinate(latitude: 53 + y, longitude: 13 + x))
    return rings.contains { RingGeometry.contains($0, place) }
  }

  @Test func aBoxThatIsFullIsLandToItsEdges() throws {
    let rings = try Self.land { _, _ in true }
    #expect(rings.count == 1 && rings[0].count == 4)
    // A lake inside makes no difference.
    #expect(try Self.land { x, y in hypot(x - 0.5, y - 0.5) > 0.2 }[0] == rings[0])
  }

  /// Many tools cut extracts and name no box; a ferry may lead far out of one.
  @Test func withoutABoxTheDataAreWhatIsCovered() throws {
    let ferry =
      "<node id='900001' lat='58' lon='20'/><way id='900001'><nd ref='1'/><nd ref='900001'/><tag k='route' v='ferry'/></way>"
    for outliers in ["", ferry] {
      let rings = try Self.land(isBoxNamed: false, outliers: outliers) { _, _ in true }
      #expect(rings.count == 1)
      #expect(Self.isLand(rings, 0.02, 0.02) && Self.isLand(rings, 0.98, 0.98))
      #expect(!Self.isLand(rings, 1.2, 0.5) && !Self.isLand(rings, 0.5, 1.2) && !Self.isLand(rings, 3, 2))
    }
  }

  @Test func anExtractCutAlongABorderLeavesItsNeighboursAlone() throws {
    let triangle = try Self.land { x, y in y < x }
    #expect(triangle.count == 1 && triangle[0].count < 20, "a straight border is no staircase")
    for step in 1..<20 {
      let x = Double(step) / 20
      #expect(Self.isLand(triangle, x, max(x - 0.1, 0.01)))
      #expect(!Self.isLand(triangle, x, x + 0.15) || x + 0.15 > 1)
    }
    #expect(!Self.isLand(triangle, 0.05, 0.95))
  }

  @Test func partsThatLieApartAreLandEach() throws {
    let parts = try Self.land { x, y in x < 0.25 && y < 0.25 || x > 0.75 && y > 0.75 }
    #expect(parts.count == 2)
    #expect(Self.isLand(parts, 0.1, 0.1) && Self.isLand(parts, 0.9, 0.9) && !Self.isLand(parts, 0.5, 0.5))
  }

  @Test func withoutDataTheBoxIsAllThatIsKnown() throws {
    #expect(try Self.land { _, _ in false }.map(\.count) == [4])
  }
}
