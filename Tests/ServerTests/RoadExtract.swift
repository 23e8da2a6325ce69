import OverlookGeometry
import OverlookTestSupport

@testable import OverlookRoads

/// The roads of a graph as an OpenStreetMap extract (PBF), for programs that read nothing else: a way for each segment, with what cars must
/// know of it, and the restrictions over nodes.
struct RoadExtract {
  private let graph: RoadGraph
  private var strings: [String] = [""]
  private var numbers: [String: Int] = ["": 0]

  init(_ graph: RoadGraph) {
    self.graph = graph
  }

  private mutating func number(_ text: String) -> UInt64 {
    if let number = numbers[text] { return UInt64(number) }
    strings.append(text)
    numbers[text] = strings.count - 1
    return UInt64(strings.count - 1)
  }

  /// The file.
  mutating func bytes() -> [UInt8] {
    let features = ["OsmSchema-V0.6", "DenseNodes"].reduce(Message()) { $0.text(4, $1) }
    return Self.blob("OSMHeader", features.bytes) + nodes() + ways() + restrictions()
  }

  // MARK: Elements

  /// Points of shapes come behind the nodes.
  private mutating func nodes() -> [UInt8] {
    var elements = (0..<graph.nodeCount).map { node in
      let kind = graph.hasSignals(node) ? "traffic_signals" : graph.hasCrossing(node) ? "crossing" : ""
      return self.node(node + 1, graph.coordinate(ofNode: node), kind.isEmpty ? [:] : ["highway": kind])
    }
    var id = graph.nodeCount
    for segment in 0..<graph.segmentCount {
      for place in graph.shape(of: 2 * segment).dropFirst().dropLast() {
        id += 1
        elements.append(node(id, place, [:]))
      }
    }
    return blobs(elements, field: 1)
  }

  private mutating func node(_ id: Int, _ place: LocationCoordinate, _ tags: [String: String]) -> [UInt8] {
    with(tags, in: Message().signed(1, Int64(id)))
      .signed(8, Int64((place.latitude * 1e7).rounded())).signed(9, Int64((place.longitude * 1e7).rounded())).bytes
  }

  private mutating func ways() -> [UInt8] {
    var id = graph.nodeCount
    let elements = (0..<graph.segmentCount).map { segment in
      let inner = graph.shape(of: 2 * segment).count - 2
      let ends = (graph.tail(2 * segment) + 1, graph.head(2 * segment) + 1)
      let nodes = [ends.0] + (0..<max(inner, 0)).map { id + 1 + $0 } + [ends.1]
      id += max(inner, 0)
      return with(tags(of: 2 * segment), in: Message().varint(1, UInt64(segment + 1))).packed(8, Self.deltas(nodes)).bytes
    }
    return blobs(elements, field: 3)
  }

  private mutating func restrictions() -> [UInt8] {
    let columns = graph.columns
    var elements: [[UInt8]] = []
    for number in 0..<columns.restrictionModes.count where columns.restrictionTimeCounts[number] == 0 {
      let arcs = columns.restrictionArcs[Int(columns.restrictionStart[number])..<Int(columns.restrictionStart[number + 1])]
      guard arcs.count == 2, columns.restrictionModes[number] & 1 != 0, let from = arcs.first.map(Int.init), let to = arcs.last,
        Int(to) >> 1 != from >> 1
      else { continue }
      let roles = ["from", "via", "to"].map { self.number($0) }
      let message = with(
        ["type": "restriction", "restriction": "no_straight_on"], in: Message().varint(1, UInt64(elements.count + 1)))
      elements.append(
        message.packed(8, roles).packed(9, Self.deltas([from / 2 + 1, graph.head(from) + 1, Int(to) / 2 + 1])).packed(
          10, [1, 0, 1]
        )
        .bytes)
    }
    return blobs(elements, field: 4)
  }

  // MARK: Tags

  private static let highways: [RoadClass: String] = [
    .livingStreet: "living_street", .road: "road", .platform: "platform", .ferry: "", .shuttleTrain: "",
  ]

  private func tags(of arc: Int) -> [String: String] {
    let road = graph.attributes(arc)
    let back = graph.attributes(arc + 1)
    var tags: [String: String] = [:]
    if road.isFerry { tags["route"] = "ferry" } else { tags["highway"] = highway(road) }
    tags["name"] = road.name.isEmpty ? nil : road.name
    if road.isRoundabout { tags["junction"] = "roundabout" }
    if road.isTunnel { tags["tunnel"] = "yes" }
    if road.isBridge { tags["bridge"] = "yes" }
    if road.layer != 0 { tags["layer"] = "\(road.layer)" }
    let (there, andBack) = (road.access(.car), back.access(.car))
    switch (there, andBack) {
    case (.no, .no): tags["motor_vehicle"] = "no"
    case (_, .no): tags["oneway"] = "yes"
    case (.no, _): tags["oneway"] = "-1"
    default: tags["oneway"] = "no"
    }
    if there == .destination || andBack == .destination { tags["motor_vehicle"] = "destination" }
    if case .kilometersPerHour(let limit) = road.speedLimit { tags["maxspeed"] = "\(Int(limit.rounded()))" }
    if road.surface != .unknown { tags["surface"] = surface(road.surface) }
    switch road.service {
    case .driveway: tags["service"] = "driveway"
    case .parkingAisle: tags["service"] = "parking_aisle"
    case .alley: tags["service"] = "alley"
    case .none, .driveThrough, .emergency: break
    }
    return tags
  }

  private func highway(_ road: RoadAttributes) -> String {
    (Self.highways[road.roadClass] ?? "\(road.roadClass)") + (road.isLink ? "_link" : "")
  }

  private func surface(_ surface: RoadSurface) -> String {
    switch surface {
    case .pavingStones: "paving_stones"
    case .fineGravel: "fine_gravel"
    default: "\(surface)"
    }
  }

  // MARK: Bytes

  private mutating func with(_ tags: [String: String], in message: Message) -> Message {
    guard !tags.isEmpty else { return message }
    let sorted = tags.sorted { $0.key < $1.key }
    return message.packed(2, sorted.map { number($0.key) }).packed(3, sorted.map { number($0.value) })
  }

  /// Signed, each as the difference to the one before.
  private static func deltas(_ values: [Int]) -> [UInt64] {
    zip(values, [0] + values).map { value, last in
      let difference = Int64(value - last)
      return UInt64(bitPattern: difference << 1 ^ difference >> 63)
    }
  }

  /// Blocks of as many elements as a block may hold.
  private func blobs(_ elements: [[UInt8]], field: UInt64) -> [UInt8] {
    let table = strings.reduce(Message()) { $0.text(1, $1) }.bytes
    return stride(from: 0, to: elements.count, by: 8000).flatMap { start in
      let group = elements[start..<min(start + 8000, elements.count)].reduce(Message()) { $0.part(field, $1) }
      return Self.blob("OSMData", Message().part(1, table).part(2, group.bytes).bytes)
    }
  }

  private static func blob(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let body = Message().part(1, content).varint(2, UInt64(content.count)).bytes
    let header = Message().text(1, kind).varint(3, UInt64(body.count)).bytes
    let size = UInt32(header.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * $0)) } + header + body
  }
}
