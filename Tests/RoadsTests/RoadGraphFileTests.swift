import Foundation
import OverlookFormats
import OverlookSupport
import Testing

@testable import OverlookRoads

@Suite struct RoadGraphFileTests {
  /// A town, with the order of its arcs or without.
  private static func graph(isOrdered: Bool = false) throws -> RoadGraph {
    var town = RandomTown(side: 4, seed: 3, rules: 12).town
    town.node(900, 500, 0, ["highway": "motorway_junction", "ref": "12", "name": "East"])
    town.way([4, 900], ["highway": "tertiary", "name": "Oak", "maxspeed:conditional": "30 @ (22:00-06:00)"])
    let graph = try town.graph()
    return isOrdered ? graph.ordered() : graph
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

  @Test(arguments: [false, true]) func refusesDamageAtEveryByte(isOrdered: Bool) throws {
    let bytes = try RoadGraphFile.bytes(of: try Self.graph(isOrdered: isOrdered))
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
  @Test(arguments: [false, true]) func survivesDamageThatTheChecksumDoesNotShow(isOrdered: Bool) throws {
    let bytes = try RoadGraphFile.bytes(of: try Self.graph(isOrdered: isOrdered))
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
      let start = PathEnd(RoadPosition(arc: 0, fraction: 0))
      let path = try? BidirectionalSearch(metric: metric).path(from: [start], to: [end])
      let hierarchy = try? HierarchySearch(hierarchy: RoadHierarchy(metric: metric, order: graph.arcOrder))
      #expect(hierarchy == nil || (try? hierarchy?.path(from: [start], to: [end]))?.cost == path?.cost)
      _ = graph.snaps(near: graph.coordinate(ofNode: 0), within: 1000)
    }
    #expect(graphs > 100)
  }

  @Test func keepsTheOrderOfTheArcs() throws {
    let graph = try Self.graph()
    let read = try RoadGraphFile.graph(of: RoadGraphFile.bytes(of: graph.ordered()), thing: "roads")
    #expect(read.hasOrder && read.arcOrder.descending == ArcOrder(graph).descending)
    #expect(read.arcOrder.descending.sorted() == (0..<UInt32(graph.arcCount)).map { $0 })
    // Files without one are as they were, and make it themselves.
    let plain = try RoadGraphFile.graph(of: RoadGraphFile.bytes(of: graph), thing: "roads")
    #expect(!plain.hasOrder && plain.arcOrder.descending == read.arcOrder.descending)
  }

  @Test func refusesAnOrderThatIsNotOneOfAllArcs() throws {
    let graph = try Self.graph().ordered()
    var (twice, short, beyond) = (graph.columns, graph.columns, graph.columns)
    twice.arcOrder[0] = twice.arcOrder[1]
    short.arcOrder.removeLast()
    beyond.arcOrder[0] = UInt32(graph.arcCount)
    for columns in [twice, short, beyond] {
      #expect(throws: FormatError.self) { try RoadGraph(columns, thing: "roads") }
    }
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
