/// Takes the elements of a file in its order and puts the data together.
///
/// An element is told by its tags and references first, and ends with the call that names it.
struct OSMAssembler {
  private var data = OSMData()
  private var places: OSMPlaceCollector
  private let thing: String
  private let limits: OSMLimits
  /// Elements, references and tags that the file may have.
  private let allowance: Int
  /// Of the element that is open.
  private var tagStart = 0
  private var referenceStart = 0
  private var memberStart = 0
  private var isSorted = true
  private var bounds: OSMData.Bounds?

  /// `byteCount`: of the file.
  init(thing: String, limits: OSMLimits, byteCount: UInt64) {
    self.thing = thing
    self.limits = limits
    places = OSMPlaceCollector(limits: limits)
    let (product, overflow) = Int(clamping: byteCount).multipliedReportingOverflow(by: limits.countPerByte)
    allowance = overflow ? .max : product.addingReportingOverflow(limits.freeCount).partialValue
  }

  /// The data, once all of it came.
  mutating func finished() throws(FormatError) -> OSMData {
    let extent = places.extent
    data.nodeCount = places.count
    data.places = try places.finished()
    data.nodeCount = data.places.count
    data.nodes = Self.sorted(data.nodes, \.id)
    data.ways = Self.sorted(data.ways, \.id)
    data.relations = Self.sorted(data.relations, \.id)
    data.bounds = bounds?.isUsable == true ? bounds : nil
    if let extent {
      data.extent = OSMData.Bounds(
        west: Double(extent.low.y) / 1e7, south: Double(extent.low.x) / 1e7, east: Double(extent.high.y) / 1e7,
        north: Double(extent.high.x) / 1e7)
    }
    return data
  }

  /// Of two elements with one id the later one stays: a file may hold two sets of data.
  private static func sorted<Element>(_ elements: [Element], _ id: KeyPath<Element, Int64>) -> [Element] {
    let isOrdered = zip(elements, elements.dropFirst()).allSatisfy { $0[keyPath: id] < $1[keyPath: id] }
    if isOrdered { return elements }
    let order = elements.indices.sorted { (elements[$0][keyPath: id], $0) < (elements[$1][keyPath: id], $1) }
    var result: [Element] = []
    for index in order {
      let isRepeated = result.last.map { $0[keyPath: id] == elements[index][keyPath: id] } ?? false
      if isRepeated { result[result.count - 1] = elements[index] } else { result.append(elements[index]) }
    }
    return result
  }

  // MARK: Parts of elements

  /// The part of the world that the file is about; of several the box around all of them.
  mutating func add(_ box: OSMData.Bounds) {
    guard box.isUsable else { return }
    guard let known = bounds else {
      bounds = box
      return
    }
    bounds = OSMData.Bounds(
      west: min(known.west, box.west), south: min(known.south, box.south), east: max(known.east, box.east),
      north: max(known.north, box.north))
  }

  /// Number of a text, for tags and roles.
  mutating func number(_ body: (inout OSMTexts) -> Int32?) throws(FormatError) -> Int32 {
    guard let number = body(&data.texts) else { throw .tooLarge(thing, fault: "more than \(Int32.max) different texts") }
    return number
  }

  @inline(__always)
  mutating func addTag(_ key: Int32, _ value: Int32) {
    data.tagPairs.append(SIMD2(key, value))
  }

  @inline(__always)
  mutating func addReference(_ node: Int64) {
    data.references.append(node)
  }

  mutating func addMember(_ member: OSMData.Member) {
    data.members.append(member)
  }

  /// Whether the times of elements are of interest: nothing else has told when the data were as they are.
  var needsTimes = true

  /// When an element, or the whole file, was made; seconds since 1970.
  mutating func note(time: Int64) {
    // Times of the age of the project alone.
    if (1_000_000_000..<10_000_000_000).contains(time) { data.date = max(data.date ?? time, time) }
  }

  // MARK: Elements

  /// What came of an element so far is of none.
  mutating func dropElement() {
    data.tagPairs.removeLast(data.tagPairs.count - tagStart)
    data.references.removeLast(data.references.count - referenceStart)
    data.members.removeLast(data.members.count - memberStart)
  }

  /// Degrees times ten million. A node off the globe, or without a place, is missing.
  @inline(__always)
  mutating func addNode(_ id: Int64, latitude: Int64, longitude: Int64) throws(FormatError) {
    if abs(latitude) <= 900_000_000, abs(longitude) <= 1_800_000_000 {
      try places.append(
        OSMPlace(
          id: id, latitude: Int32(clamping: latitude), longitude: Int32(clamping: longitude)))
    }
    if data.tagPairs.count > tagStart {
      data.nodes.append(OSMData.Node(id: id, tags: tagStart..<data.tagPairs.count))
      tagStart = data.tagPairs.count
    }
  }

  mutating func addWay(_ id: Int64) {
    data.ways.append(
      OSMData.Way(id: id, references: referenceStart..<data.references.count, tags: tagStart..<data.tagPairs.count))
    referenceStart = data.references.count
    tagStart = data.tagPairs.count
  }

  mutating func addRelation(_ id: Int64) {
    data.relations.append(
      OSMData.Relation(id: id, members: memberStart..<data.members.count, tags: tagStart..<data.tagPairs.count))
    memberStart = data.members.count
    tagStart = data.tagPairs.count
  }

  /// Asked now and then, at least after each few thousand elements.
  func checkLimits() throws(FormatError) {
    let held = data.ways.count + data.relations.count + data.nodes.count
    let references = data.references.count + data.members.count
    guard held <= limits.heldCount, places.count + held <= limits.elementCount else {
      throw .tooLarge(thing, fault: "more than \(held) ways, relations and nodes with tags")
    }
    guard references <= limits.referenceCount else {
      throw .tooLarge(thing, fault: "more than \(limits.referenceCount) nodes of ways and members")
    }
    guard data.tagPairs.count <= limits.tagCount else { throw .tooLarge(thing, fault: "more than \(limits.tagCount) tags") }
    guard held + places.count + references + data.tagPairs.count <= allowance else {
      throw .tooLarge(thing, fault: "it swells to more than any map of its size")
    }
  }
}
