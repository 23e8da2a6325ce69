import Foundation
import OverlookFormats
import Testing

@testable import OverlookTileBuilder

/// Areas of multipolygon relations.
@Suite struct OSMShapesTests {
  /// A square of 0.01 degrees with so many holes from west to east in it, as a relation.
  private func relation(holes: Int) throws -> OSMData {
    var (nodes, ways, members) = ("", "", "")
    func add(_ id: Int, west: Double, south: Double, side: Double, role: String) {
      for (number, (x, y)) in [(0.0, 0.0), (side, 0), (side, side), (0, side)].enumerated() {
        nodes += "<node id='\(id * 4 + number)' lat='\(south + y)' lon='\(west + x)'/>"
      }
      ways += "<way id='\(id)'>" + [0, 1, 2, 3, 0].map { "<nd ref='\(id * 4 + $0)'/>" }.joined() + "</way>"
      members += "<member type='way' ref='\(id)' role='\(role)'/>"
    }
    add(1, west: 13, south: 53, side: 0.01, role: "outer")
    for number in 0..<holes { add(2 + number, west: 13.001 + 0.001 * Double(number), south: 53.004, side: 0.0005, role: "inner") }
    let path = NSTemporaryDirectory() + "/overlook-shapes-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = "<osm>\(nodes)\(ways)<relation id='9'>\(members)<tag k='type' v='multipolygon'/></relation></osm>"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try OSMFile.read(path: path)
  }

  private func ringCount(_ shapes: OSMShapes) throws -> Int {
    let relation = try #require(shapes.data.relations.first)
    guard case .area(let rings)? = shapes.area(relation) else { return 0 }
    return rings.count
  }

  @Test func holesComeAfterTheirRing() throws {
    #expect(try ringCount(OSMShapes(relation(holes: 5))) == 6)
  }

  /// Rings and holes that all lie on each other would be compared each with each.
  @Test func holesBeyondTheLimitOfLooksAreLeftOut() throws {
    #expect(try ringCount(OSMShapes(relation(holes: 5), lookLimit: 3)) == 4)
    #expect(try ringCount(OSMShapes(relation(holes: 5), lookLimit: 0)) == 1)
  }
}
