/// Puts the blocks of a file together.
struct OSMAssembler {
  /// More than the largest city; a whole country is for other tools.
  static let maximumElements = 200_000_000

  private var data = OSMData()
  private let thing: String
  /// Where each text already is.
  private var numbers: [String: Int32] = [:]
  private var isSorted = true

  init(thing: String) {
    self.thing = thing
  }

  mutating func finished(bounds: OSMData.Bounds?) -> OSMData {
    data.bounds = bounds?.isUsable == true ? bounds : nil
    if !isSorted { data.places.sort { $0.id < $1.id } }
    numbers = [:]
    return data
  }

  /// One block of elements.
  mutating func add(block bytes: [UInt8]) throws(FormatError) {
    var block = Block()
    var groups: [Range<Int>] = []
    var texts: [String] = []
    (block, groups, texts) = try OSMMessage.read(bytes, 0..<bytes.count, thing: thing) { reader throws(ProtobufFault) in
      var block = Block()
      var groups: [Range<Int>] = []
      var texts: [String] = []
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2: texts = try Self.strings(&reader)
        case 2 << 3 | 2: groups.append(try reader.part())
        case 17 << 3: block.granularity = Int64(truncatingIfNeeded: try reader.varint())
        case 19 << 3: block.latitudeOffset = Int64(truncatingIfNeeded: try reader.varint())
        case 20 << 3: block.longitudeOffset = Int64(truncatingIfNeeded: try reader.varint())
        default: try reader.skip(key)
        }
      }
      return (block, groups, texts)
    }
    block.strings = texts.map { number(of: $0) }
    for group in groups { try add(group: group, of: bytes, block) }
    let count = data.places.count + data.ways.count + data.relations.count
    guard count <= Self.maximumElements, data.references.count <= 4 * Self.maximumElements else {
      throw .tooLarge(thing, fault: "more than \(Self.maximumElements) elements")
    }
  }

  private static func strings(_ reader: inout ProtobufReader) throws(ProtobufFault) -> [String] {
    var table = reader.reader(of: try reader.part())
    var texts: [String] = []
    while let key = try table.nextKey() {
      if key == 1 << 3 | 2 { texts.append(table.text(try table.part()).text) } else { try table.skip(key) }
    }
    return texts
  }

  private mutating func number(of text: String) -> Int32 {
    if let number = numbers[text] { return number }
    let number = Int32(clamping: data.strings.count)
    data.strings.append(text)
    numbers[text] = number
    return number
  }

  private mutating func add(group: Range<Int>, of bytes: [UInt8], _ block: Block) throws(FormatError) {
    var dense: [Range<Int>] = []
    var nodes: [Range<Int>] = []
    var ways: [Range<Int>] = []
    var relations: [Range<Int>] = []
    try OSMMessage.read(bytes, group, thing: thing) { reader throws(ProtobufFault) in
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2: nodes.append(try reader.part())
        case 2 << 3 | 2: dense.append(try reader.part())
        case 3 << 3 | 2: ways.append(try reader.part())
        case 4 << 3 | 2: relations.append(try reader.part())
        default: try reader.skip(key)
        }
      }
    }
    for range in nodes { try addNode(OSMElement(bytes, range, thing: thing), block) }
    for range in dense { try addDense(OSMDense(bytes, range, thing: thing), block) }
    for range in ways { try addWay(OSMElement(bytes, range, thing: thing), block) }
    for range in relations { try addRelation(OSMElement(bytes, range, thing: thing), block) }
  }

  // MARK: Elements

  private mutating func addPlace(_ id: Int64, _ latitude: Int64, _ longitude: Int64, _ block: Block) {
    isSorted = isSorted && data.places.last.map { $0.id < id } ?? true
    data.places.append(
      OSMData.Place(
        id: id, latitude: block.degrees(latitude, block.latitudeOffset),
        longitude: block.degrees(longitude, block.longitudeOffset)))
  }

  private mutating func addNode(_ element: OSMElement, _ block: Block) throws(FormatError) {
    addPlace(element.signedID, element.latitude, element.longitude, block)
    let tags = try addTags(element.keys, element.values, block)
    if !tags.isEmpty { data.nodes.append(OSMData.Node(id: element.signedID, tags: tags)) }
  }

  private mutating func addDense(_ dense: OSMDense, _ block: Block) throws(FormatError) {
    var next = dense.tags.startIndex
    for index in dense.ids.indices {
      addPlace(dense.ids[index], dense.latitudes[index], dense.longitudes[index], block)
      // The tags of each node end with a 0.
      let start = data.tagPairs.count
      while next < dense.tags.endIndex, dense.tags[next] != 0 {
        guard next + 1 < dense.tags.endIndex else { throw .malformed(thing, fault: "a tag without a value") }
        try addTag(dense.tags[next], dense.tags[next + 1], block)
        next += 2
      }
      next += 1
      if data.tagPairs.count > start {
        data.nodes.append(OSMData.Node(id: dense.ids[index], tags: start..<data.tagPairs.count))
      }
    }
  }

  private mutating func addWay(_ element: OSMElement, _ block: Block) throws(FormatError) {
    let start = data.references.count
    data.references.append(contentsOf: element.references)
    let tags = try addTags(element.keys, element.values, block)
    data.ways.append(OSMData.Way(id: element.id, references: start..<data.references.count, tags: tags))
  }

  private mutating func addRelation(_ element: OSMElement, _ block: Block) throws(FormatError) {
    let start = data.members.count
    guard element.roles.count == element.memberIDs.count, element.kinds.count == element.memberIDs.count else {
      throw .malformed(thing, fault: "a relation with members that lack something")
    }
    for (index, id) in element.memberIDs.enumerated() {
      guard let kind = OSMData.Kind(rawValue: UInt8(truncatingIfNeeded: element.kinds[index])) else {
        throw .malformed(thing, fault: "a member of an unknown kind")
      }
      data.members.append(OSMData.Member(kind: kind, id: id, role: try block.string(element.roles[index], thing)))
    }
    let tags = try addTags(element.keys, element.values, block)
    data.relations.append(OSMData.Relation(id: element.id, members: start..<data.members.count, tags: tags))
  }

  private mutating func addTags(_ keys: [UInt64], _ values: [UInt64], _ block: Block) throws(FormatError) -> OSMData.TagRange {
    guard keys.count == values.count else { throw .malformed(thing, fault: "a tag without a value") }
    let start = data.tagPairs.count
    for (key, value) in zip(keys, values) { try addTag(key, value, block) }
    return start..<data.tagPairs.count
  }

  private mutating func addTag(_ key: UInt64, _ value: UInt64, _ block: Block) throws(FormatError) {
    data.tagPairs.append(SIMD2(try block.string(key, thing), try block.string(value, thing)))
  }
}

extension OSMAssembler {
  /// What holds for all elements of a block.
  fileprivate struct Block {
    /// Nanodegrees.
    var granularity: Int64 = 100
    var latitudeOffset: Int64 = 0
    var longitudeOffset: Int64 = 0
    /// Numbers of the data's texts by the numbers of the block's.
    var strings: [Int32] = []

    /// Degrees times ten million; what lies off the globe becomes its edge.
    func degrees(_ value: Int64, _ offset: Int64) -> Int32 {
      let nano = (Double(value) * Double(granularity) + Double(offset)) / 100
      return Int32(min(max(nano.rounded(), -1_800_000_000), 1_800_000_000))
    }

    func string(_ number: UInt64, _ thing: String) throws(FormatError) -> Int32 {
      guard number < UInt64(strings.count) else { throw .malformed(thing, fault: "a text that is not in the table") }
      return strings[Int(number)]
    }
  }
}
