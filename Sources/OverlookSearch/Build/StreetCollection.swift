import OverlookGeometry

/// The streets of an extract, and which of them a house stands on.
struct StreetCollection {
  struct Street {
    var name: String
    var entry: PlaceEntry
    var town: Int?
    var postcodes: [String: Int] = [:]
    var towns: [String: Int] = [:]
  }

  private(set) var streets: [Street] = []
  private var byName: [[UInt32]: [Int]] = [:]
  /// Streets by cells of `grid` that their lines pass through, for houses that name none.
  private var cells: [Int: [Int]] = [:]
  private let grid = SearchGrid(zoom: 16)
  /// A house may lie so far from the street that it names.
  private static let reachMeters = 1500.0
  /// Of a house that names no street.
  private static let nearMeters = 150.0
  /// What is left out of a street's line, in metres.
  private static let toleranceMeters = 4.0

  init(_ ways: [SearchableElements.StreetWay]) {
    var groups: [[UInt32]: [Int]] = [:]
    var order: [[UInt32]] = []
    for (index, way) in ways.enumerated() {
      let key = StreetJoin.key(way.tags.names.first?.text ?? "")
      guard !key.isEmpty else { continue }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(index)
    }
    for key in order {
      let own = (groups[key] ?? []).map { ways[$0] }
      for group in StreetJoin.groups(own.map(\.line)) { add(group.map { own[$0] }, key) }
    }
  }

  private mutating func add(_ ways: [SearchableElements.StreetWay], _ key: [UInt32]) {
    guard let first = ways.first, let name = first.tags.names.first?.text else { return }
    let lines = ways.map { Self.simplified($0.line) }
    let longest = lines.max { Self.length($0) < Self.length($1) } ?? first.line
    var names: [PlaceName] = []
    for way in ways {
      for name in way.tags.names where !names.contains(name) { names.append(name) }
    }
    var entry = PlaceEntry(
      kind: "street", importance: ways.map { PlaceImportance.street(highway: $0.tags.highway) }.max() ?? 0.2,
      coordinate: Self.middle(longest), bounds: CoordinateBounds(lines.flatMap(\.self)), names: names)
    entry.lines = lines
    entry.element = first.element
    entry.countryCode = first.tags.countryCode
    append(Street(name: name, entry: entry), key)
  }

  private mutating func append(_ street: Street, _ key: [UInt32]) {
    let index = streets.count
    streets.append(street)
    byName[key, default: []].append(index)
    for line in street.entry.lines {
      for cell in grid.cells(along: line) { cells[cell, default: []].append(index) }
    }
  }

  // MARK: Lines

  private static func simplified(_ line: [LocationCoordinate]) -> [LocationCoordinate] {
    guard line.count > 2, let first = line.first else { return line }
    let plane = LocalMeters(around: first)
    var simplifier = LineSimplifier(squaredTolerance: toleranceMeters * toleranceMeters)
    var weights = [Float](repeating: 0, count: line.count)
    simplifier.weigh(line.map { plane.point($0) }, line.indices, into: &weights)
    return line.indices.filter { weights[$0] > 0 }.map { line[$0] }
  }

  private static func length(_ line: [LocationCoordinate]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + SphericalGeometry.distance(from: $1.0, to: $1.1) }
  }

  /// The place at half of the way.
  static func middle(_ line: [LocationCoordinate]) -> LocationCoordinate {
    var rest = length(line) / 2
    for (start, end) in zip(line, line.dropFirst()) {
      let way = SphericalGeometry.distance(from: start, to: end)
      if way >= rest, way > 0 {
        let share = rest / way
        return LocationCoordinate(
          latitude: start.latitude + (end.latitude - start.latitude) * share,
          longitude: start.longitude + (end.longitude - start.longitude) * share)
      }
      rest -= way
    }
    return line.first ?? .invalid
  }

  // MARK: Houses

  /// The street of a name that is nearest to a house.
  func street(named name: String, near place: LocationCoordinate) -> Int? {
    let candidates = byName[StreetJoin.key(name)] ?? []
    return nearest(of: candidates, to: place, within: Self.reachMeters)
  }

  private func nearest(of candidates: some Sequence<Int>, to place: LocationCoordinate, within limit: Double) -> Int? {
    let plane = LocalMeters(around: place)
    var best: (street: Int, meters: Double)?
    for index in candidates {
      let lines = streets[index].entry.lines
      let toLine = lines.compactMap { plane.nearest(on: $0)?.meters }.min()
      let meters = toLine ?? plane.distance(streets[index].entry.coordinate)
      if meters < (best?.meters ?? limit) { best = (index, meters) }
    }
    return best?.street
  }

  /// Puts houses on their streets; those of streets that are not drawn, and of places that number their houses, get one.
  mutating func add(_ houses: [SearchableElements.Thing]) {
    var homeless: [(name: String, houses: [SearchableElements.Thing])] = []
    var places: [[UInt32]: Int] = [:]
    for house in houses {
      let name = house.tags.street.isEmpty ? house.tags.addressPlace : house.tags.street
      if let street = name.isEmpty ? nearStreet(house.coordinate) : street(named: name, near: house.coordinate) {
        add(house, to: street)
        continue
      }
      let fallback = name.isEmpty ? (house.tags.suburb.isEmpty ? house.tags.city : house.tags.suburb) : name
      let key = StreetJoin.key(fallback)
      if let index = places[key] {
        homeless[index].houses.append(house)
      } else {
        places[key] = homeless.count
        homeless.append((fallback, [house]))
      }
    }
    for (name, houses) in homeless {
      for group in StreetJoin.groups(houses.map { [$0.coordinate] }) { addStreet(named: name, of: group.map { houses[$0] }) }
    }
  }

  private func nearStreet(_ place: LocationCoordinate) -> Int? {
    let middle = grid.position(place)
    let around = Set((0...1).flatMap { grid.ring($0, around: middle) }.flatMap { cells[$0] ?? [] })
    return nearest(of: around.sorted(), to: place, within: Self.nearMeters)
  }

  private mutating func addStreet(named name: String, of houses: [SearchableElements.Thing]) {
    let bounds = CoordinateBounds(houses.map(\.coordinate))
    var entry = PlaceEntry(
      kind: "street", importance: 0.18, coordinate: bounds.center, bounds: bounds, names: name.isEmpty ? [] : [PlaceName(name)])
    entry.countryCode = houses.first?.tags.countryCode ?? ""
    append(Street(name: name, entry: entry), StreetJoin.key(name))
    for house in houses { add(house, to: streets.count - 1) }
  }

  private static let separators: Set<Character> = [";", ","]
  private static let mostNumbers = 50

  private mutating func add(_ house: SearchableElements.Thing, to street: Int) {
    for part in house.tags.houseNumber.split(whereSeparator: Self.separators.contains).prefix(Self.mostNumbers) {
      let number = part.prefix(20).trimmingPrefix { $0 == " " }
      let plane = LocalMeters(around: house.coordinate)
      let isKnown = streets[street].entry.houses.contains {
        $0.number == number && (plane.distance($0.coordinate) < 60 && !$0.isInterpolated)
      }
      if number.isEmpty || isKnown { continue }
      streets[street].entry.houses.append(
        House(number: String(number), coordinate: house.coordinate, postcode: house.tags.postcode))
    }
    if !house.tags.postcode.isEmpty { streets[street].postcodes[house.tags.postcode, default: 0] += 1 }
    if !house.tags.city.isEmpty { streets[street].towns[house.tags.city, default: 0] += 1 }
    if streets[street].entry.countryCode.isEmpty { streets[street].entry.countryCode = house.tags.countryCode }
  }

  /// Adds what lies between the numbered ends of rows of houses.
  mutating func add(_ rows: [SearchableElements.HouseRow], _ numbered: [Int64: SearchableElements.Thing]) {
    for row in rows {
      let ends = row.nodes.compactMap { numbered[$0] }
      for (first, last) in zip(ends, ends.dropFirst()) {
        guard let from = HouseNumber(first.tags.houseNumber), let to = HouseNumber(last.tags.houseNumber) else { continue }
        let name = [first.tags.street, last.tags.street, row.street].first { !$0.isEmpty } ?? ""
        guard let street = name.isEmpty ? nearStreet(first.coordinate) : street(named: name, near: first.coordinate) else {
          continue
        }
        let path = Self.part(row.line, from: first.coordinate, to: last.coordinate)
        for house in HouseRows.between(from.value, to.value, kind: row.kind, path: path) {
          if streets[street].entry.houses.contains(where: { HouseNumber($0.number)?.value == HouseNumber(house.number)?.value }) {
            continue
          }
          streets[street].entry.houses.append(house)
        }
      }
    }
  }

  private static func part(
    _ line: [LocationCoordinate], from: LocationCoordinate, to: LocationCoordinate
  ) -> [LocationCoordinate] {
    guard let start = line.firstIndex(of: from), let end = line.lastIndex(of: to), start < end else { return [from, to] }
    return Array(line[start...end])
  }
}

/// Houses between two numbered ends (wiki.openstreetmap.org/wiki/Addresses, "Using interpolation").
enum HouseRows {
  private static let mostHouses = 1000

  /// Those between, spread evenly along the path.
  static func between(_ from: Int, _ to: Int, kind: String, path: [LocationCoordinate]) -> [House] {
    let step: Int
    switch kind {
    case "odd", "even": step = 2
    case "all", "alphabetic": step = 1
    default:
      guard let number = Int(kind), number > 0 else { return [] }
      step = number
    }
    let span = abs(to - from)
    guard span > step, span / step <= mostHouses, path.count > 1 else { return [] }
    return stride(from: step, to: span, by: step).map { offset in
      let place = place(on: path, share: Double(offset) / Double(span))
      return House(number: String(from < to ? from + offset : from - offset), coordinate: place, isInterpolated: true)
    }
  }

  private static func place(on path: [LocationCoordinate], share: Double) -> LocationCoordinate {
    let lengths = zip(path, path.dropFirst()).map { SphericalGeometry.distance(from: $0, to: $1) }
    var rest = lengths.reduce(0, +) * share
    for (index, length) in lengths.enumerated() {
      if rest <= length || index == lengths.count - 1 {
        let part = length > 0 ? min(rest / length, 1) : 0
        let (a, b) = (path[index], path[index + 1])
        return LocationCoordinate(
          latitude: a.latitude + (b.latitude - a.latitude) * part, longitude: a.longitude + (b.longitude - a.longitude) * part)
      }
      rest -= length
    }
    return path[0]
  }
}
