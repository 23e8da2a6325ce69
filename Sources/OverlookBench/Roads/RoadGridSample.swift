import Foundation
import OverlookFormats
import OverlookSupport

/// A city of a grid by a seed, as OpenStreetMap data: streets of all classes, one-way streets, gaps, signals and restrictions; with rivers,
/// over which only main streets lead, or without.
struct RoadGridSample {
  /// Crossings a side.
  var side: Int
  var hasRivers: Bool
  private var generator = SeededGenerator(seed: 12)

  init(side: Int, hasRivers: Bool) {
    self.side = side
    self.hasRivers = hasRivers
  }

  /// Crossings between rivers.
  private static let riverDistance = 40
  /// Crossings between main streets.
  private static let mainDistance = 10

  mutating func data() throws -> OSMData {
    let path = NSTemporaryDirectory() + "/overlook-grid-\(getpid()).osm"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(xml().utf8).write(to: URL(fileURLWithPath: path))
    return try OSMFile.read(path: path)
  }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }
  private func id(_ row: Int, _ column: Int) -> Int { row * side + column + 1 }

  private mutating func xml() -> String {
    var text = "<osm version='0.6'>"
    for row in 0..<side {
      for column in 0..<side {
        let latitude = 50 + (Double(row) + .random(in: -0.2...0.2, using: &generator)) * 0.001
        let longitude = 10 + (Double(column) + .random(in: -0.2...0.2, using: &generator)) * 0.0015
        let signal = chance(0.05) ? "<tag k='highway' v='traffic_signals'/>" : ""
        text += "<node id='\(id(row, column))' lat='\(latitude)' lon='\(longitude)'>\(signal)</node>"
      }
    }
    var ways: [(way: Int, from: Int, to: Int)] = []
    for line in 0..<side {
      text += street(line, isRow: true, &ways)
      text += street(line, isRow: false, &ways)
    }
    // Ways that start where another one ends.
    let starts = Dictionary(grouping: ways, by: \.from)
    for number in 0..<side * side / 100 {
      guard let from = ways.randomElement(using: &generator), let to = starts[from.to]?.randomElement(using: &generator) else {
        continue
      }
      text +=
        "<relation id='\(number + 1)'><member type='way' ref='\(from.way)' role='from'/><member type='node' ref='\(from.to)' role='via'/>"
        + "<member type='way' ref='\(to.way)' role='to'/><tag k='type' v='restriction'/><tag k='restriction' v='no_left_turn'/></relation>"
    }
    return text + "</osm>"
  }

  /// A street along a row or a column, of pieces of several crossings.
  private mutating func street(_ line: Int, isRow: Bool, _ ways: inout [(way: Int, from: Int, to: Int)]) -> String {
    var text = ""
    let isMain = line % Self.mainDistance == 0
    let name = line % (4 * Self.mainDistance) == 0 ? "primary" : isMain ? "secondary" : chance(0.2) ? "tertiary" : "residential"
    var start = 0
    while start < side - 1 {
      var end = min(start + Int.random(in: 1...12, using: &generator), side - 1)
      if hasRivers, !isMain {
        let river = (start / Self.riverDistance + 1) * Self.riverDistance
        if start % Self.riverDistance == Self.riverDistance - 1 {
          // The river is here, and no bridge.
          start += 1
          continue
        }
        end = min(end, river - 1)
      }
      let nodes = (start...end).map { isRow ? id(line, $0) : id($0, line) }
      let way = ways.count + 1
      ways.append((way, nodes[0], nodes[nodes.count - 1]))
      let oneway = chance(0.1) ? "<tag k='oneway' v='yes'/>" : ""
      text +=
        "<way id='\(way)'>" + nodes.map { "<nd ref='\($0)'/>" }.joined()
        + "<tag k='highway' v='\(name)'/><tag k='name' v='Street \(line)'/>\(oneway)</way>"
      start = end
    }
    return text
  }
}
