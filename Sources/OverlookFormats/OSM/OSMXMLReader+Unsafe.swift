/// Reads OpenStreetMap data in XML (wiki.openstreetmap.org/wiki/OSM_XML), as the API, Overpass, JOSM and osmium write it.
///
/// Elements that the file tells as deleted are left out. Invariant: attribute values are used inside the call that gives them.
final class OSMXMLReader: XMLEventHandler {
  static let limits: XMLLimits = {
    var limits = XMLLimits()
    limits.depth = 32
    return limits
  }()
  /// White space and notes between elements.
  private static let textLimit = 16 << 20
  private static let checkInterval = 4096

  private var assembler: OSMAssembler
  private let thing: String
  private var depth = 0
  /// The element of depth 1 that is open.
  private var open: Open?
  private var textByteCount = 0
  private var elementCount = 0
  private var newestTime: [UInt8] = []
  private var lastKind: OSMData.Kind?
  let isDone = false

  private struct Open {
    var kind: OSMData.Kind
    var id: Int64
    var latitude: Int64
    var longitude: Int64
    var isDeleted: Bool
  }

  init(_ assembler: consuming OSMAssembler, thing: String) {
    self.assembler = assembler
    self.thing = thing
  }

  func finished() throws(FormatError) -> OSMData {
    try assembler.checkLimits()
    return try assembler.finished()
  }

  func begin(_ element: XMLElement) throws(FormatError) {
    depth += 1
    textByteCount = 0
    elementCount += 1
    if elementCount % Self.checkInterval == 0 { try assembler.checkLimits() }
    switch depth {
    case 1:
      guard element.isNamed("osm") else {
        throw .unrecognized(thing, found: element.isNamed("osmChange") ? "changes of OpenStreetMap data" : "other XML")
      }
    case 2: try beginElement(element)
    case 3: try addPart(element)
    default: break
    }
  }

  func end() throws(FormatError) {
    depth -= 1
    guard depth == 1, let open else { return }
    self.open = nil
    if open.isDeleted { return assembler.dropElement() }
    switch open.kind {
    case .node: try assembler.addNode(open.id, latitude: open.latitude, longitude: open.longitude)
    case .way: assembler.addWay(open.id)
    case .relation: assembler.addRelation(open.id)
    }
  }

  func append(_ bytes: some Collection<UInt8>) throws(FormatError) {
    textByteCount += bytes.count
    guard textByteCount <= Self.textLimit else { throw .tooLarge(thing, fault: "more than \(Self.textLimit) bytes of text") }
  }

  // MARK: Elements

  private func beginElement(_ element: XMLElement) throws(FormatError) {
    let kind: OSMData.Kind
    if element.isNamed("node") {
      kind = .node
    } else if element.isNamed("way") {
      kind = .way
    } else if element.isNamed("relation") {
      kind = .relation
    } else {
      if element.isNamed("meta") { noteTime(element, "osm_base") }
      if element.isNamed("bounds") || element.isNamed("bound") { addBounds(element) }
      return
    }
    noteTime(element, "timestamp")
    let isHidden = element.value("visible").map { $0.elementsEqual("false".utf8) } ?? false
    let isDeleted = element.value("action").map { $0.elementsEqual("delete".utf8) } ?? false
    open = Open(
      kind: kind, id: try id(element, "id"), latitude: degrees(element, "lat"), longitude: degrees(element, "lon"),
      isDeleted: isHidden || isDeleted)
  }

  private func addPart(_ element: XMLElement) throws(FormatError) {
    guard let open, !open.isDeleted else { return }
    if element.isNamed("tag") {
      let key = try number(element, "k")
      assembler.addTag(key, try number(element, "v"))
    } else if open.kind == .way, element.isNamed("nd") {
      assembler.addReference(try id(element, "ref"))
    } else if open.kind == .relation, element.isNamed("member") {
      guard let type = element.value("type"), let kind = Self.kind(type) else { return }
      assembler.addMember(OSMData.Member(kind: kind, id: try id(element, "ref"), role: try number(element, "role")))
    }
  }

  private static func kind(_ bytes: UnsafeRawBufferPointer) -> OSMData.Kind? {
    if bytes.elementsEqual("way".utf8) { return .way }
    if bytes.elementsEqual("node".utf8) { return .node }
    return bytes.elementsEqual("relation".utf8) ? .relation : nil
  }

  private func addBounds(_ element: XMLElement) {
    // `bound` has them in one attribute.
    if let box = element.value("box") {
      let sides = String(decoding: box, as: UTF8.self).split(separator: ",").compactMap { Double($0) }
      guard sides.count == 4 else { return }
      return assembler.add(OSMData.Bounds(west: sides[1], south: sides[0], east: sides[3], north: sides[2]))
    }
    let sides = [degrees(element, "minlon"), degrees(element, "minlat"), degrees(element, "maxlon"), degrees(element, "maxlat")]
      .map { Double($0) / 1e7 }
    assembler.add(OSMData.Bounds(west: sides[0], south: sides[1], east: sides[2], north: sides[3]))
  }

  /// "2016-02-11T10:00:00Z", of which only those that are newer than all before are looked at closely.
  private func noteTime(_ element: XMLElement, _ name: StaticString) {
    guard let bytes = element.value(name), bytes.count == 20, newestTime.lexicographicallyPrecedes(bytes) else { return }
    guard let time = OSMDecimal.time(bytes) else { return }
    newestTime = Array(bytes)
    assembler.note(time: time)
  }

  // MARK: Values

  private func number(_ element: XMLElement, _ name: StaticString) throws(FormatError) -> Int32 {
    let bytes = element.value(name) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    return try assembler.number { $0.number(of: bytes) }
  }

  private func id(_ element: XMLElement, _ name: StaticString) throws(FormatError) -> Int64 {
    guard let bytes = element.value(name) else { throw .malformed(thing, fault: "an element without \"\(name)\"") }
    guard let id = OSMDecimal.integer(bytes) else {
      throw .malformed(thing, fault: "the \(name) \"\(String(decoding: bytes.prefix(40), as: UTF8.self))\"")
    }
    return id
  }

  /// Degrees times ten million; `.max`, which is off the globe, when there are none.
  private func degrees(_ element: XMLElement, _ name: StaticString) -> Int64 {
    element.value(name).flatMap(OSMDecimal.tenMillionths) ?? .max
  }
}

/// Numbers as they stand in the text.
enum OSMDecimal {
  static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let first = bytes.first else { return nil }
    let digits = first == 0x2D || first == 0x2B ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty else { return nil }
    // Below zero there is room for one more.
    var value: Int64 = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = product.subtractingReportingOverflow(Int64(byte - 0x30))
      guard !isTooLarge, !isBeyond else { return nil }
      value = sum
    }
    if first == 0x2D { return value }
    return value == .min ? nil : -value
  }

  /// Seconds since 1970 of "2016-02-11T10:00:00Z"; nil for anything else.
  static func time(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count == 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A, bytes[16] == 0x3A else {
      return nil
    }
    let parts = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].compactMap { integer(.init(rebasing: bytes[$0])) }
    guard parts.count == 6, (1...12).contains(parts[1]), (1...31).contains(parts[2]), parts.allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    // Days in the Gregorian calendar, the year beginning with March.
    let year = parts[1] > 2 ? parts[0] : parts[0] - 1
    let dayOfYear = (153 * ((parts[1] + 9) % 12) + 2) / 5 + parts[2] - 1
    let days = 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    return ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
  }

  /// Degrees times ten million, rounded; nil for what is no number or far beyond the globe.
  static func tenMillionths(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var value: Int64 = 0
    var decimals = -1
    var isRounded = false
    let isNegative = bytes.first == 0x2D
    for byte in isNegative ? bytes.dropFirst() : bytes[...] {
      if byte == 0x2E, decimals < 0 {
        decimals = 0
      } else if byte >= 0x30, byte <= 0x39 {
        if decimals >= 7 {
          if decimals == 7, byte >= 0x35, !isRounded { value += 1 }
          isRounded = true
          continue
        }
        guard value < 100_000_000_000 else { return nil }
        value = value * 10 + Int64(byte - 0x30)
        if decimals >= 0 { decimals += 1 }
      } else {
        // "1e-05", or no number.
        return Double(String(decoding: bytes, as: UTF8.self)).flatMap { Int64(exactly: ($0 * 1e7).rounded()) }
      }
    }
    guard bytes.count > (isNegative ? 1 : 0) else { return nil }
    for _ in max(decimals, 0)..<7 { value = value.multipliedReportingOverflow(by: 10).partialValue }
    guard value >= 0, value <= 10_000_000_000 else { return nil }
    return isNegative ? -value : value
  }
}
