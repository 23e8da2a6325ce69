/// Reads one block of a PBF file: its table of texts, then its groups of elements.
struct OSMBlock {
  /// Nanodegrees.
  private var granularity: Int64 = 100
  private var latitudeOffset: Int64 = 0
  private var longitudeOffset: Int64 = 0
  /// Milliseconds.
  private var timeGranularity: Int64 = 1000
  /// Where the texts of the block are, and their numbers in the data, -1 for those that no element has named yet.
  private var texts: [(range: Range<Int>, number: Int32)] = []
  private let thing: String

  private init(thing: String) {
    self.thing = thing
  }

  /// Gives all elements to `assembler`.
  static func read(_ bytes: [UInt8], into assembler: inout OSMAssembler, thing: String) throws(FormatError) {
    do {
      try ProtobufReader.read(bytes, 0..<bytes.count) { reader in
        var block = OSMBlock(thing: thing)
        // Groups may come before what they need.
        let groups = try block.readFrame(reader)
        for group in groups { try block.readGroup(reader.reader(of: group), into: &assembler) }
      }
    } catch let error as FormatError {
      throw error
    } catch {
      throw .malformed(thing, fault: (error as? ProtobufFault ?? .cut).text)
    }
    try assembler.checkLimits()
  }

  private mutating func readFrame(_ whole: ProtobufReader) throws -> [Range<Int>] {
    var reader = whole
    var groups: [Range<Int>] = []
    while let key = try reader.nextKey() {
      switch key {
      case 1 << 3 | 2:
        var table = reader.reader(of: try reader.part())
        texts.removeAll()
        while let key = try table.nextKey() {
          if key == 1 << 3 | 2 { texts.append((try table.part(), -1)) } else { try table.skip(key) }
        }
      case 2 << 3 | 2: groups.append(try reader.part())
      case 17 << 3: granularity = Int64(truncatingIfNeeded: try reader.varint())
      case 18 << 3: timeGranularity = Int64(truncatingIfNeeded: try reader.varint())
      case 19 << 3: latitudeOffset = Int64(truncatingIfNeeded: try reader.varint())
      case 20 << 3: longitudeOffset = Int64(truncatingIfNeeded: try reader.varint())
      default: try reader.skip(key)
      }
    }
    return groups
  }

  private mutating func readGroup(_ group: ProtobufReader, into assembler: inout OSMAssembler) throws {
    var reader = group
    while let key = try reader.nextKey() {
      switch key {
      case 1 << 3 | 2: try readElement(reader.reader(of: try reader.part()), .node, into: &assembler)
      case 2 << 3 | 2: try readDense(reader.reader(of: try reader.part()), into: &assembler)
      case 3 << 3 | 2: try readElement(reader.reader(of: try reader.part()), .way, into: &assembler)
      case 4 << 3 | 2: try readElement(reader.reader(of: try reader.part()), .relation, into: &assembler)
      default: try reader.skip(key)
      }
    }
  }

  // MARK: Elements

  /// Many nodes, column by column: ids, latitudes and longitudes as differences, and the tags of one node after the other, each
  /// with a 0 at the end.
  private mutating func readDense(_ message: ProtobufReader, into assembler: inout OSMAssembler) throws {
    var reader = message
    let empty = message.reader(of: 0..<0)
    var (ids, latitudes, longitudes, tags) = (empty, empty, empty, empty)
    while let key = try reader.nextKey() {
      switch key {
      case 1 << 3 | 2: ids = reader.reader(of: try reader.part())
      case 5 << 3 | 2 where assembler.needsTimes: try noteTimes(reader.reader(of: try reader.part()), in: &assembler)
      case 8 << 3 | 2: latitudes = reader.reader(of: try reader.part())
      case 9 << 3 | 2: longitudes = reader.reader(of: try reader.part())
      case 10 << 3 | 2: tags = reader.reader(of: try reader.part())
      default: try reader.skip(key)
      }
    }
    var (id, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)
    while !ids.isAtEnd {
      id &+= Self.zigzag(try ids.varint())
      // What overflows wraps round, and is then the place of nothing.
      latitude &+= Self.zigzag(try latitudes.varint())
      longitude &+= Self.zigzag(try longitudes.varint())
      while !tags.isAtEnd {
        let key = try tags.varint()
        if key == 0 { break }
        let value = try tags.varint()
        assembler.addTag(try number(key, tags, &assembler), try number(value, tags, &assembler))
      }
      try addNode(id, latitude, longitude, to: &assembler)
    }
    guard latitudes.isAtEnd, longitudes.isAtEnd else { throw FormatError.malformed(thing, fault: "places without nodes") }
  }

  /// The newest time of many nodes, which are differences in field 2.
  private func noteTimes(_ message: ProtobufReader, in assembler: inout OSMAssembler) throws {
    var reader = message
    while let key = try reader.nextKey() {
      guard key == 2 << 3 | 2 else {
        try reader.skip(key)
        continue
      }
      var times = reader.reader(of: try reader.part())
      var (time, newest): (Int64, Int64) = (0, 0)
      while !times.isAtEnd {
        time &+= Self.zigzag(try times.varint())
        newest = max(newest, time)
      }
      assembler.note(time: newest.multipliedReportingOverflow(by: timeGranularity).partialValue / 1000)
    }
  }

  private mutating func readElement(
    _ message: ProtobufReader, _ kind: OSMData.Kind, into assembler: inout OSMAssembler
  ) throws {
    var reader = message
    let empty = message.reader(of: 0..<0)
    var (keys, values, eight, nine, ten) = (empty, empty, empty, empty, empty)
    var (id, latitude, longitude): (UInt64, Int64, Int64) = (0, 0, 0)
    while let key = try reader.nextKey() {
      switch key {
      case 1 << 3: id = try reader.varint()
      case 2 << 3 | 2: keys = reader.reader(of: try reader.part())
      case 3 << 3 | 2: values = reader.reader(of: try reader.part())
      case 8 << 3: latitude = Self.zigzag(try reader.varint())
      case 9 << 3: longitude = Self.zigzag(try reader.varint())
      case 8 << 3 | 2: eight = reader.reader(of: try reader.part())
      case 9 << 3 | 2: nine = reader.reader(of: try reader.part())
      case 10 << 3 | 2: ten = reader.reader(of: try reader.part())
      default: try reader.skip(key)
      }
    }
    while !keys.isAtEnd {
      guard !values.isAtEnd else { throw FormatError.malformed(thing, fault: "a tag without a value") }
      let key = try number(try keys.varint(), keys, &assembler)
      assembler.addTag(key, try number(try values.varint(), keys, &assembler))
    }
    guard values.isAtEnd else { throw FormatError.malformed(thing, fault: "a value without a tag") }
    switch kind {
    // A node's id is signed in another way than the ids of the others.
    case .node: try addNode(Self.zigzag(id), latitude, longitude, to: &assembler)
    case .way:
      var node: Int64 = 0
      while !eight.isAtEnd {
        node &+= Self.zigzag(try eight.varint())
        assembler.addReference(node)
      }
      assembler.addWay(Int64(bitPattern: id))
    case .relation:
      try addMembers(eight, nine, ten, to: &assembler)
      assembler.addRelation(Int64(bitPattern: id))
    }
  }

  private mutating func addMembers(
    _ roles: ProtobufReader, _ ids: ProtobufReader, _ kinds: ProtobufReader, to assembler: inout OSMAssembler
  ) throws {
    var (roles, ids, kinds) = (roles, ids, kinds)
    var id: Int64 = 0
    while !ids.isAtEnd {
      id &+= Self.zigzag(try ids.varint())
      guard !roles.isAtEnd, !kinds.isAtEnd else {
        throw FormatError.malformed(thing, fault: "a relation with members that lack something")
      }
      let role = try number(try roles.varint(), roles, &assembler)
      guard let kind = OSMData.Kind(rawValue: UInt8(clamping: try kinds.varint())) else {
        throw FormatError.malformed(thing, fault: "a member of an unknown kind")
      }
      assembler.addMember(OSMData.Member(kind: kind, id: id, role: role))
    }
    guard roles.isAtEnd, kinds.isAtEnd else {
      throw FormatError.malformed(thing, fault: "a relation with members that lack something")
    }
  }

  // MARK: Parts

  @inline(__always)
  private func addNode(_ id: Int64, _ latitude: Int64, _ longitude: Int64, to assembler: inout OSMAssembler) throws {
    if granularity == 100 && latitudeOffset == 0 && longitudeOffset == 0 {
      return try assembler.addNode(id, latitude: latitude, longitude: longitude)
    }
    try assembler.addNode(id, latitude: degrees(latitude, latitudeOffset), longitude: degrees(longitude, longitudeOffset))
  }

  /// Degrees times ten million.
  private func degrees(_ value: Int64, _ offset: Int64) -> Int64 {
    let billionths = Double(value) * Double(granularity) + Double(offset)
    return Int64(exactly: (billionths / 100).rounded()) ?? .max
  }

  private static func zigzag(_ value: UInt64) -> Int64 { OSMPBF.zigzag(value) }

  /// The data's number of a text of the block.
  private mutating func number(
    _ index: UInt64, _ reader: ProtobufReader, _ assembler: inout OSMAssembler
  ) throws -> Int32 {
    guard index < UInt64(texts.count) else { throw FormatError.malformed(thing, fault: "a text that is not in the table") }
    let (range, known) = texts[Int(index)]
    if known >= 0 { return known }
    let number = try assembler.number { texts in reader.withBytes(range) { texts.number(of: $0) } }
    texts[Int(index)].number = number
    return number
  }
}
