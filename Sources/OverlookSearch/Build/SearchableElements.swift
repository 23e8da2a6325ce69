import OverlookFormats
package import OverlookGeometry

/// What of an extract is of use to searching, element by element.
struct SearchableElements {
  struct Thing {
    var tags: PlaceTags
    var coordinate: LocationCoordinate
    var bounds: CoordinateBounds?
    var element: PlaceID?
  }

  struct StreetWay {
    var tags: PlaceTags
    var line: [LocationCoordinate]
    var element: PlaceID?
  }

  /// A row of houses of which the ends are known.
  struct HouseRow {
    var kind: String
    var nodes: [Int64]
    var line: [LocationCoordinate]
    var street: String
  }

  struct Boundary {
    var tags: PlaceTags
    /// Closed; empty where the extract has a part of it only.
    var rings: [[LocationCoordinate]]
    /// The node that stands for it.
    var label: Int64?
    var center: LocationCoordinate
    var bounds: CoordinateBounds
    var element: PlaceID?
  }

  private(set) var settlements: [(id: Int64, thing: Thing)] = []
  private(set) var things: [Thing] = []
  private(set) var addresses: [Thing] = []
  private(set) var streets: [StreetWay] = []
  private(set) var rows: [HouseRow] = []
  private(set) var boundaries: [Boundary] = []
  /// Numbers and streets of nodes, for the ends of rows.
  private(set) var numberedNodes: [Int64: Thing] = [:]

  private let data: OSMData
  private static let longestWay = 100_000

  init(_ data: OSMData) {
    self.data = data
    for node in data.nodes { add(node) }
    var members: Set<Int64> = []
    let relations = data.relations.filter { data.tags($0.tags)["type"].map { $0 != "route" && $0 != "restriction" } ?? false }
    let wanted = relations.compactMap { relation in PlaceTags(data.tags(relation.tags)).map { (relation, $0) } }
    for (relation, _) in wanted {
      for member in data.members[relation.members] where member.kind == .way { members.insert(member.id) }
    }
    var lines: [Int64: [LocationCoordinate]] = [:]
    for way in data.ways {
      // A border of which nodes are missing leads astray.
      if members.contains(way.id), case let line = line(way), line.count == way.references.count { lines[way.id] = line }
      add(way)
    }
    for (relation, tags) in wanted { add(relation, tags, lines) }
  }

  private func line(_ way: OSMData.Way) -> [LocationCoordinate] {
    data.references[way.references].prefix(Self.longestWay).compactMap { data.location(ofNode: $0) }
  }

  // MARK: Elements

  private mutating func add(_ node: OSMData.Node) {
    guard let tags = PlaceTags(data.tags(node.tags)), let place = data.location(ofNode: node.id) else { return }
    let thing = Thing(tags: tags, coordinate: place, element: PlaceID(.node, node.id))
    if !tags.houseNumber.isEmpty { numberedNodes[node.id] = thing }
    if let kind = tags.kind, PlaceKinds.isArea(kind) {
      settlements.append((node.id, thing))
    } else {
      add(thing)
    }
  }

  private mutating func add(_ thing: Thing) {
    if !thing.tags.houseNumber.isEmpty { addresses.append(thing) }
    if let kind = thing.tags.kind, kind != "street" { things.append(thing) }
  }

  private mutating func add(_ way: OSMData.Way) {
    guard let tags = PlaceTags(data.tags(way.tags)) else { return }
    let line = line(way)
    guard let first = line.first else { return }
    if !tags.interpolation.isEmpty {
      rows.append(
        HouseRow(
          kind: tags.interpolation, nodes: Array(data.references[way.references].prefix(Self.longestWay)), line: line,
          street: tags.street))
      return
    }
    if tags.kind == "street" {
      streets.append(StreetWay(tags: tags, line: line, element: PlaceID(.way, way.id)))
      return
    }
    let isClosed = line.count > 3 && first == line.last
    if !tags.boundary.isEmpty {
      if isClosed { addBoundary(tags, [line], label: nil, all: line, PlaceID(.way, way.id)) }
      return
    }
    guard let center = Self.center(line, isClosed: isClosed) else { return }
    add(Thing(tags: tags, coordinate: center, bounds: CoordinateBounds(line), element: PlaceID(.way, way.id)))
  }

  private mutating func add(_ relation: OSMData.Relation, _ tags: PlaceTags, _ lines: [Int64: [LocationCoordinate]]) {
    var outer: [[LocationCoordinate]] = []
    var inner: [[LocationCoordinate]] = []
    var label: Int64?
    // However often a way is named, it is one part of the outline.
    var taken: Set<Int64> = []
    for member in data.members[relation.members] {
      let role = data.strings[Int(member.role)]
      if member.kind == .way, taken.insert(member.id).inserted, let line = lines[member.id], line.count > 1 {
        if role == "inner" { inner.append(line) } else { outer.append(line) }
      }
      if member.kind == .node, role == "label" || role == "admin_centre" { label = label ?? member.id }
    }
    let all = outer.flatMap(\.self)
    guard !all.isEmpty else { return }
    let isWhole = data.members[relation.members].allSatisfy { $0.kind != .way || lines[$0.id] != nil }
    let rings = isWhole ? RingJoin.rings(outer) ?? [] : []
    if !tags.boundary.isEmpty {
      addBoundary(
        tags, rings + (isWhole ? RingJoin.rings(inner) ?? [] : []), label: label, all: all, PlaceID(.relation, relation.id))
      return
    }
    let ring = rings.max { $0.count < $1.count }
    guard let center = Self.center(ring ?? all, isClosed: ring != nil) else { return }
    let thing = Thing(tags: tags, coordinate: center, bounds: CoordinateBounds(all), element: PlaceID(.relation, relation.id))
    if tags.kind == "street" {
      for line in outer { streets.append(StreetWay(tags: tags, line: line, element: thing.element)) }
    } else {
      add(thing)
    }
  }

  private mutating func addBoundary(
    _ tags: PlaceTags, _ rings: [[LocationCoordinate]], label: Int64?, all: [LocationCoordinate], _ element: PlaceID?
  ) {
    guard !tags.names.isEmpty || tags.boundary == "postal_code" else { return }
    guard tags.boundary == "administrative" || tags.boundary == "postal_code" else { return }
    let ring = rings.max { $0.count < $1.count }
    guard let center = Self.center(ring ?? all, isClosed: ring != nil) else { return }
    boundaries.append(
      Boundary(tags: tags, rings: rings, label: label, center: center, bounds: CoordinateBounds(all), element: element))
  }

  /// The centroid of an area, if it lies in its box; else the middle of that.
  private static func center(_ line: [LocationCoordinate], isClosed: Bool) -> LocationCoordinate? {
    guard let first = line.first else { return nil }
    let plane = LocalMeters(around: first)
    let bounds = CoordinateBounds(line)
    guard isClosed else { return line.count == 1 ? first : bounds.center }
    var (area, sum) = (0.0, SIMD2<Double>())
    for (a, b) in zip(line, line.dropFirst()) {
      let (p, q) = (plane.point(a), plane.point(b))
      let cross = p.x * q.y - p.y * q.x
      area += cross
      sum += (p + q) * cross
    }
    guard abs(area) > 1e-6 else { return bounds.center }
    let center = plane.place(sum / (3 * area))
    return bounds.contains(center) ? center : bounds.center
  }
}

/// Closes lines end to end.
package enum RingJoin {
  /// The rings that the lines make; nil where some do not close.
  static func rings(_ lines: [[LocationCoordinate]]) -> [[LocationCoordinate]]? {
    let joined = LineJoiner.joined(lines.filter { $0.first != $0.last && $0.count > 1 })
    func isRing(_ line: [LocationCoordinate]) -> Bool { line.first == line.last && line.count > 3 }
    return joined.allSatisfy(isRing) ? lines.filter(isRing) + joined : nil
  }

  /// Whether a place lies in an area of rings; by counting crossings, so holes may be among them.
  package static func contains(_ rings: [[LocationCoordinate]], _ place: LocationCoordinate) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.latitude > place.latitude) != (b.latitude > place.latitude) {
        let share = (place.latitude - a.latitude) / (b.latitude - a.latitude)
        if place.longitude < a.longitude + share * (b.longitude - a.longitude) { isInside.toggle() }
      }
    }
    return isInside
  }
}
