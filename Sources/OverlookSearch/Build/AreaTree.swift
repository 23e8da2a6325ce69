import OverlookGeometry

/// The towns, districts, states and countries of an extract, and which of them a place belongs to.
struct AreaTree {
  private(set) var entries: [PlaceEntry] = []
  private var rings: [Int: [[LocationCoordinate]]] = [:]
  /// Areas with rings, the smallest first.
  private var areas: [Int] = []
  private var rank: [Int] = []
  /// Settlements and districts by cells of a quarter of a degree.
  private var cells: [SIMD2<Int>: [Int]] = [:]
  private var named: [String: [Int]] = [:]
  /// Countries and states of which the extract has a part of the border.
  private var partial: [Int] = []
  private var countries: [String: Int] = [:]
  private static let cellsPerDegree = 4.0

  init(_ places: SearchableElements) {
    var nodes: [Int64: Int] = [:]
    for (id, settlement) in places.settlements {
      nodes[id] = entries.count
      entries.append(Self.entry(settlement.tags, kind: settlement.tags.kind ?? "locality", settlement.coordinate, nil))
      entries[entries.count - 1].element = settlement.element
      rank.append(Self.rank(ofKind: settlement.tags.kind ?? ""))
    }
    for (index, entry) in entries.enumerated() { note(index, entry) }
    for boundary in places.boundaries where boundary.tags.boundary == "administrative" { add(boundary, nodes) }
    let sizes = entries.map { ($0.bounds ?? .empty).latitudeSpan * ($0.bounds ?? .empty).longitudeSpan }
    areas.sort { (sizes[$0], $0) < (sizes[$1], $1) }
    for (index, entry) in entries.enumerated() where !entry.countryCode.isEmpty && entry.kind == "country" {
      countries[entry.countryCode] = index
    }
    for index in entries.indices { entries[index].parent = parent(of: index) }
    for index in entries.indices where entries[index].countryCode.isEmpty { entries[index].countryCode = countryCode(of: index) }
  }

  private mutating func note(_ index: Int, _ entry: PlaceEntry) {
    for name in entry.names { named[NameFolding.folded(name.text), default: []].append(index) }
    if PlaceKinds.isSettlement(entry.kind) || PlaceKinds.isDistrict(entry.kind) {
      cells[Self.cell(entry.coordinate), default: []].append(index)
    }
  }

  private static func cell(_ place: LocationCoordinate) -> SIMD2<Int> {
    SIMD2(
      Int(exactly: (place.latitude * cellsPerDegree).rounded(.down)) ?? 0,
      Int(exactly: (place.longitude * cellsPerDegree).rounded(.down)) ?? 0)
  }

  /// A boundary becomes the bounds of the settlement that it is the boundary of, or a place of its own.
  private mutating func add(_ boundary: SearchableElements.Boundary, _ nodes: [Int64: Int]) {
    let kind = Self.kind(level: boundary.tags.adminLevel ?? 8)
    let names = boundary.tags.names.map { NameFolding.folded($0.text) }
    let same = names.flatMap { named[$0] ?? [] }.first { index in
      boundary.bounds.contains(entries[index].coordinate) && (PlaceKinds.isSettlement(kind) || PlaceKinds.isDistrict(kind))
        && entries[index].bounds == nil
    }
    var index =
      same
      ?? boundary.label.flatMap { label in
        nodes[label].flatMap { index in
          names.contains(NameFolding.folded(entries[index].names.first?.text ?? "")) ? index : nil
        }
      }
    if let index {
      if !boundary.rings.isEmpty { entries[index].bounds = boundary.bounds }
      for name in boundary.tags.names where !entries[index].names.contains(where: { $0.text == name.text }) {
        entries[index].names.append(name.language.isEmpty ? PlaceName(name.text, language: PlaceName.alternate) : name)
      }
    } else {
      // Of a border that the extract has in part, nobody knows what is inside; but all may be in one country and one state.
      guard !boundary.rings.isEmpty || kind == "country" || kind == "state" else { return }
      index = entries.count
      entries.append(Self.entry(boundary.tags, kind: kind, boundary.center, boundary.bounds))
      entries[entries.count - 1].element = boundary.element
      rank.append(Self.rank(ofKind: kind))
      if boundary.rings.isEmpty { partial.append(entries.count - 1) } else { note(entries.count - 1, entries[entries.count - 1]) }
    }
    if let index, !boundary.rings.isEmpty {
      rings[index] = boundary.rings
      areas.append(index)
      rank[index] = min(rank[index], boundary.tags.adminLevel ?? 8)
    }
  }

  private static func entry(
    _ tags: PlaceTags, kind: String, _ coordinate: LocationCoordinate, _ bounds: CoordinateBounds?
  ) -> PlaceEntry {
    let importance =
      PlaceKinds.isSettlement(kind) || PlaceKinds.isDistrict(kind)
      ? PlaceImportance.settlement(
        kind: kind, population: tags.population, nameCount: tags.names.count, isKnown: tags.isKnown)
      : PlaceImportance.thing(kind: kind, isKnown: tags.isKnown, isNamed: true)
    var entry = PlaceEntry(kind: kind, importance: importance, coordinate: coordinate, bounds: bounds, names: tags.names)
    entry.countryCode = tags.countryCode
    entry.postcode = tags.postcode
    return entry
  }

  private static func kind(level: Int) -> String {
    switch level {
    case ...2: "country"
    case 3, 4: "state"
    case 5, 6: "county"
    case 7, 8: "municipality"
    default: "suburb"
    }
  }

  private static func rank(ofKind kind: String) -> Int {
    switch kind {
    case "country": 2
    case "state", "province", "region": 4
    case "county", "district": 6
    case "city", "town", "village", "municipality": 8
    case "hamlet": 9
    default: 10
    }
  }

  // MARK: Belonging

  private func parent(of index: Int) -> Int? {
    let entry = entries[index]
    if let area = area(around: entry.coordinate, above: rank[index], except: index) { return area }
    if let only = onlyPartial(above: rank[index]), !PlaceKinds.isDistrict(entry.kind) { return only }
    guard PlaceKinds.isDistrict(entry.kind) || entry.kind == "locality" || entry.kind == "hamlet" else {
      return entry.kind == "country" ? nil : countries[entry.countryCode]
    }
    return nearestSettlement(entry.coordinate, except: index, isLarger: entry.kind == "hamlet")
  }

  private func area(around place: LocationCoordinate, above limit: Int, except own: Int?) -> Int? {
    areas.first { index in
      index != own && rank[index] < limit && entries[index].bounds?.contains(place) == true
        && RingJoin.contains(rings[index] ?? [], place)
    }
  }

  /// The only state, or else the only country, that the extract has a part of the border of.
  private func onlyPartial(above limit: Int) -> Int? {
    for kind in ["state", "country"] {
      let own = partial.filter { entries[$0].kind == kind && rank[$0] < limit }
      if own.count == 1 { return own[0] }
    }
    return nil
  }

  private func countryCode(of index: Int) -> String {
    var next: Int? = index
    for _ in 0..<8 {
      guard let number = next else { return "" }
      if !entries[number].countryCode.isEmpty { return entries[number].countryCode }
      next = entries[number].parent
    }
    return ""
  }

  /// Metres around the node of a settlement that are its own where no boundary says so (as Nominatim has it for its ranks).
  private static func reach(_ kind: String) -> Double {
    switch kind {
    case "city": 15_000
    case "town", "municipality": 4000
    case "village": 2000
    case "hamlet": 1000
    case "suburb", "borough": 1500
    default: 800
    }
  }

  private func near(_ place: LocationCoordinate) -> [Int] {
    let middle = Self.cell(place)
    return (-1...1).flatMap { y in (-1...1).flatMap { x in cells[middle &+ SIMD2(y, x)] ?? [] } }
  }

  private func nearestSettlement(_ place: LocationCoordinate, except own: Int? = nil, isLarger: Bool = false) -> Int? {
    let plane = LocalMeters(around: place)
    var best: (index: Int, share: Double)?
    for index in near(place) where index != own && PlaceKinds.isSettlement(entries[index].kind) {
      if isLarger, entries[index].kind == "hamlet" { continue }
      let share = plane.distance(entries[index].coordinate) / Self.reach(entries[index].kind)
      if share < (best?.share ?? 2.5) { best = (index, share) }
    }
    return best?.index
  }

  /// The settlement of a name, the nearest within 40 km.
  func settlement(named name: String, near place: LocationCoordinate) -> Int? {
    guard !name.isEmpty else { return nil }
    let plane = LocalMeters(around: place)
    let candidates = (named[NameFolding.folded(name)] ?? []).filter { PlaceKinds.isSettlement(entries[$0].kind) }
    return candidates.map { (index: $0, meters: plane.distance(entries[$0].coordinate)) }
      .filter { $0.meters < 40_000 }.min { ($0.meters, $0.index) < ($1.meters, $1.index) }?.index
  }

  /// The smallest of them that a place lies in: a district, or else its town, or else what is around that. `likely`: the town to take
  /// where neither the place nor a boundary names one.
  func area(
    of place: LocationCoordinate, town: String = "", district: String = "", likely: @autoclosure () -> String = ""
  ) -> Int? {
    let named = settlement(named: town, near: place)
    let around = area(around: place, above: .max, except: nil)
    if named == nil, let around, rank[around] >= 8 { return around }
    guard let town = named ?? settlement(named: likely(), near: place) ?? nearestSettlement(place) ?? around else { return nil }
    let plane = LocalMeters(around: place)
    let folded = NameFolding.folded(district)
    let districts = near(place).filter { PlaceKinds.isDistrict(entries[$0].kind) && entries[$0].parent == town }
    if !folded.isEmpty,
      let own = districts.first(where: { entries[$0].names.contains { NameFolding.folded($0.text) == folded } })
    {
      return own
    }
    let nearest = districts.map { (index: $0, meters: plane.distance(entries[$0].coordinate)) }
      .filter { $0.meters < Self.reach(entries[$0.index].kind) }.min { ($0.meters, $0.index) < ($1.meters, $1.index) }
    return nearest?.index ?? town
  }

  func countryCode(at index: Int?) -> String { index.map { entries[$0].countryCode } ?? "" }

  /// Whether a town of that name is among those that an area belongs to.
  func isNamed(_ town: String, at index: Int?) -> Bool {
    let folded = NameFolding.folded(town)
    var next = index
    for _ in 0..<6 {
      guard let number = next else { return false }
      if entries[number].names.contains(where: { NameFolding.folded($0.text) == folded }) { return true }
      next = entries[number].parent
    }
    return false
  }
}
