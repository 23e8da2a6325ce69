import Foundation
import OverlookFormats
import OverlookSupport
import Testing

@testable import OverlookRoads

@Suite struct RoadGraphFileTests {
  private static func graph() throws -> RoadGraph {
    var town = RandomTown(side: 4, seed: 3, rules: 12).town
    town.node(900, 500, 0, ["highway": "motorway_junction", "ref": "12", "name": "East"])
    town.way([4, 900], ["highway": "tertiary", "name": "Oak", "maxspeed:conditional": "30 @ (22:00-06:00)"])
    return try town.graph()
  }

  @Test func keepsAllOfAGraph() throws {
    let graph = try Self.graph()
    let path = NSTemporaryDirectory() + "/overlook-roads-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try RoadGraphFile.write(graph, to: path)
    let read = try RoadGraphFile.read(path: path)
    #expect(read.arcCount == graph.arcCount && read.nodeCount == graph.nodeCount)
    for arc in 0..<graph.arcCount {
      #expect(read.shape(of: arc) == graph.shape(of: arc))
      #expect(read.attributes(arc).name == graph.attributes(arc).name)
      #expect(read.attributes(arc).speed(.bicycle) == graph.attributes(arc).speed(.bicycle))
      #expect(read.wayID(arc) == graph.wayID(arc))
    }
    #expect((0..<read.nodeCount).contains { read.label(ofNode: $0) == ("12", "East") })
    #expect(try RoadGraphFile.bytes(of: read) == RoadGraphFile.bytes(of: graph))
  }

  @Test(arguments: SectionForm.allCases) func everyFormGivesTheNumbersBack(form: SectionForm) throws {
    var generator = SeededGenerator(seed: 4)
    func check<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(_ edges: [Value]) throws {
      let values = edges + (0..<500).map { _ in Value.random(in: .min ... .max, using: &generator) } + edges.reversed()
      let bytes = try form.encoded(values)
      let count = values.count * Value.bitWidth / 8
      let again: [Value] = try form.decoded(bytes, bytes.indices, count: count, thing: "section")
      #expect(again == values)
      for wrong in [0, count - 1, count + Value.bitWidth / 8] {
        #expect(throws: FormatError.self) {
          let _: [Value] = try form.decoded(bytes, bytes.indices, count: wrong, thing: "section")
        }
      }
    }
    try check([UInt32.min, .max, 0, 1, .max])
    try check([Int32.min, .max, 0, -1, .min])
    try check([UInt16.min, .max, 0, 1])
    try check([Int16.min, .max, 0, -1])
    try check([Int64.min, .max, 0, -1])
    try check([UInt8.min, .max, 0, 1])
  }

  @Test func refusesDamageAtEveryByte() throws {
    let bytes = try RoadGraphFile.bytes(of: try Self.graph())
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x41
      #expect(throws: FormatError.self) { try RoadGraphFile.graph(of: damaged, thing: "roads") }
    }
    for count in 0..<bytes.count {
      #expect(throws: FormatError.self) { try RoadGraphFile.graph(of: Array(bytes.prefix(count)), thing: "roads") }
    }
  }

  /// As somebody could who makes the checksum anew: errors, or a graph that can be used.
  @Test func survivesDamageThatTheChecksumDoesNotShow() throws {
    let bytes = try RoadGraphFile.bytes(of: try Self.graph())
    var generator = SeededGenerator(seed: 9)
    var graphs = 0
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] = .random(in: 0...255, using: &generator)
      guard let graph = try? RoadGraphFile.graph(of: damaged, thing: "roads", isDigestChecked: false) else { continue }
      graphs += 1
      let metric = RoadMetric(graph: graph, options: PathOptions(mode: .car, departure: RoadTime(weekday: 1, minute: 700)))
      for arc in 0..<graph.arcCount {
        _ = graph.shape(of: arc)
        _ = graph.attributes(arc).speedLimit(at: RoadTime(weekday: 1, minute: 700))
        _ = graph.attributes(arc).destinations + graph.attributes(arc).turnLanes + graph.label(ofNode: graph.head(arc)).name
      }
      let end = PathEnd(RoadPosition(arc: graph.arcCount - 1, fraction: 0.5))
      _ = try? BidirectionalSearch(metric: metric).path(from: [PathEnd(RoadPosition(arc: 0, fraction: 0))], to: [end])
      _ = graph.snaps(near: graph.coordinate(ofNode: 0), within: 1000)
    }
    #expect(graphs > 100)
  }

  /// Files that another program wrote: the same town with its sections as they are and packed.
  @Test func readsEveryFormOfASection() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpora/RoadGraph").path
    let plain = try RoadGraphFile.read(path: "\(folder)/town.roads")
    let packed = try RoadGraphFile.read(path: "\(folder)/town-packed.roads")
    #expect(plain.arcCount > 0 && plain.arcCount == packed.arcCount)
    #expect(try RoadGraphFile.bytes(of: plain) == RoadGraphFile.bytes(of: packed))
  }

  @Test func tellsOtherFilesFromDamagedOnes() {
    #expect(throws: FormatError.unrecognized("roads", found: "no graph of roads")) {
      try RoadGraphFile.graph(of: Array("PMTiles and no roads, but long enough for a header of forty-eight".utf8), thing: "roads")
    }
  }
}
