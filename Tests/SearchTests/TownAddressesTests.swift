import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSearch
import Testing

/// Which town streets and things belong to that do not say it.
@Suite struct TownAddressesTests {
  private static func entries(_ nodes: [(north: Double, east: Double, tags: [String: String])]) throws -> [PlaceEntry] {
    let text = { (tags: [String: String]) in tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined() }
    var lines = nodes.enumerated().map { number, node in
      let place = TestTown.place(node.north, node.east)
      return "<node id='\(number + 1)' lat='\(place.latitude)' lon='\(place.longitude)'>\(text(node.tags))</node>"
    }
    for (number, east) in [(900, 0.0), (901, 200)] {
      let place = TestTown.place(2500, east)
      lines.append("<node id='\(number)' lat='\(place.latitude)' lon='\(place.longitude)'/>")
    }
    lines.append("<way id='1'><nd ref='900'/><nd ref='901'/>\(text(["highway": "residential", "name": "Am Rand"]))</way>")
    let path = NSTemporaryDirectory() + "/overlook-towns-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("<osm>\(lines.joined())</osm>".utf8).write(to: URL(fileURLWithPath: path))
    return SearchIndexBuilder.entries(of: try OSMFile.read(path: path))
  }

  private static let settlements: [(Double, Double, [String: String])] = [
    (0, 0, ["place": "town", "name": "Stadt"]), (3500, 0, ["place": "village", "name": "Dorf"]),
  ]

  private static func town(_ entries: [PlaceEntry], of name: String) -> String? {
    let parent = entries.first { $0.names.first?.text == name }?.parent
    return parent.flatMap { entries[$0].names.first?.text }
  }

  @Test func aStreetBelongsToTheTownThatTheAddressesAroundItName() throws {
    let alone = try Self.entries(Self.settlements)
    #expect(Self.town(alone, of: "Am Rand") == "Dorf")
    let houses = (0..<3).map {
      (2400.0, Double($0) * 100, ["addr:housenumber": "\($0)", "addr:street": "Weg", "addr:city": "Stadt"])
    }
    let kiosk = (2450.0, 50.0, ["shop": "kiosk", "name": "Eck"])
    let among = try Self.entries(Self.settlements + houses + [kiosk])
    #expect(Self.town(among, of: "Am Rand") == "Stadt" && Self.town(among, of: "Eck") == "Stadt")
    let far = houses.map { ($0.0 - 1500, $0.1, $0.2) }
    #expect(Self.town(try Self.entries(Self.settlements + far), of: "Am Rand") == "Dorf")
  }
}
