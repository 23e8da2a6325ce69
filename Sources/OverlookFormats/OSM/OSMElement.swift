/// The fields of a node, way or relation; numbers that are told as differences are summed up.
struct OSMElement {
  var id: Int64 = 0
  var keys: [UInt64] = []
  var values: [UInt64] = []
  /// Nodes of a way.
  var references: [Int64] = []
  var roles: [UInt64] = []
  var memberIDs: [Int64] = []
  var kinds: [UInt64] = []
  var latitude: Int64 = 0
  var longitude: Int64 = 0

  /// A node's id and place are signed in another way than the ids of the others.
  var signedID: Int64 { OSMNumbers.zigzag(UInt64(bitPattern: id)) }

  init(_ bytes: [UInt8], _ range: Range<Int>, thing: String) throws(FormatError) {
    self = try OSMMessage.read(bytes, range, thing: thing) { reader throws(ProtobufFault) in
      var element = OSMElement()
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3: element.id = Int64(bitPattern: try reader.varint())
        case 2 << 3 | 2: element.keys = try OSMNumbers.unsigned(&reader)
        case 3 << 3 | 2: element.values = try OSMNumbers.unsigned(&reader)
        case 8 << 3: element.latitude = OSMNumbers.zigzag(try reader.varint())
        case 9 << 3: element.longitude = OSMNumbers.zigzag(try reader.varint())
        // Field 8 of a relation holds roles, that of a way holds nodes; who asks knows which it is.
        case 8 << 3 | 2:
          let part = try reader.part()
          element.references = try OSMNumbers.summed(reader.reader(of: part))
          element.roles = try OSMNumbers.unsigned(reader.reader(of: part))
        case 9 << 3 | 2: element.memberIDs = try OSMNumbers.summed(reader.reader(of: try reader.part()))
        case 10 << 3 | 2: element.kinds = try OSMNumbers.unsigned(&reader)
        default: try reader.skip(key)
        }
      }
      return element
    }
  }

  private init() {}
}

/// Many nodes, column by column.
struct OSMDense {
  var ids: [Int64] = []
  var latitudes: [Int64] = []
  var longitudes: [Int64] = []
  /// Keys and values of one node after the other, each with a 0 at the end; empty when no node has any.
  var tags: [UInt64] = []

  init(_ bytes: [UInt8], _ range: Range<Int>, thing: String) throws(FormatError) {
    self = try OSMMessage.read(bytes, range, thing: thing) { reader throws(ProtobufFault) in
      var dense = OSMDense()
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2: dense.ids = try OSMNumbers.summed(reader.reader(of: try reader.part()))
        case 8 << 3 | 2: dense.latitudes = try OSMNumbers.summed(reader.reader(of: try reader.part()))
        case 9 << 3 | 2: dense.longitudes = try OSMNumbers.summed(reader.reader(of: try reader.part()))
        case 10 << 3 | 2: dense.tags = try OSMNumbers.unsigned(&reader)
        default: try reader.skip(key)
        }
      }
      return dense
    }
    guard latitudes.count == ids.count, longitudes.count == ids.count else {
      throw .malformed(thing, fault: "nodes without places")
    }
  }

  private init() {}
}

/// Packed numbers.
enum OSMNumbers {
  static func zigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  static func unsigned(_ reader: inout ProtobufReader) throws(ProtobufFault) -> [UInt64] {
    try unsigned(reader.reader(of: try reader.part()))
  }

  static func unsigned(_ reader: ProtobufReader) throws(ProtobufFault) -> [UInt64] {
    var reader = reader
    var values: [UInt64] = []
    while !reader.isAtEnd { values.append(try reader.varint()) }
    return values
  }

  /// Differences, each signed, summed up; what overflows wraps round, and is then the id of nothing.
  static func summed(_ reader: ProtobufReader) throws(ProtobufFault) -> [Int64] {
    var reader = reader
    var values: [Int64] = []
    var sum: Int64 = 0
    while !reader.isAtEnd {
      sum &+= zigzag(try reader.varint())
      values.append(sum)
    }
    return values
  }
}
