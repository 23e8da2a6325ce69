import OverlookFormats

/// The head of a JPEG file of one sequential, Huffman-coded scan: what is needed to find single blocks in its data, and to make a file of
/// its own of some of them (ITU-T T.81).
struct JPEGPlan: Sendable {
  struct Component: Sendable {
    var identifier: UInt8
    var horizontal = 1
    var vertical = 1
    var quantization: UInt8
    var dc = 0
    var ac = 0
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var components: [Component] = []
  /// The marker of the frame: C0 baseline, C1 extended, C2 progressive, and those that nobody reads.
  private(set) var frameMarker: UInt8 = 0
  /// Segments of quantization tables, and Adobe's, which says what the colours are, as they stand in the file.
  private(set) var copiedSegments: [UInt8] = []
  private(set) var dcTables: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
  private(set) var acTables: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
  private(set) var restartInterval = 0
  /// Where the coded data begins.
  private(set) var dataStart = 0

  static let thing = "JPEG picture"

  init(_ bytes: [UInt8]) throws(FormatError) {
    var reader = ByteReader(bytes, thing: Self.thing)
    guard try reader.readUInt16BigEndian() == 0xFFD8 else { throw .malformed(Self.thing, fault: "it does not begin as one") }
    while dataStart == 0 {
      var marker = try reader.readUInt16BigEndian()
      while marker == 0xFFFF { marker = 0xFF00 | UInt16(try reader.readUInt8()) }
      guard marker >> 8 == 0xFF else { throw .malformed(Self.thing, fault: "a segment was expected") }
      let kind = UInt8(truncatingIfNeeded: marker)
      let length = Int(try reader.readUInt16BigEndian())
      guard length >= 2 else { throw .malformed(Self.thing, fault: "a segment of no length") }
      let start = reader.position - 4
      let part = try reader.readPart(length - 2, thing: Self.thing)
      try read(kind, part, bytes[start..<reader.position])
      if kind == 0xDA { dataStart = reader.position }
    }
  }

  /// Whether single parts can be taken out of it.
  var isSequential: Bool { (frameMarker == 0xC0 || frameMarker == 0xC1) && isWholeScan }
  private var isWholeScan = false

  private mutating func read(_ kind: UInt8, _ part: ByteReader, _ segment: ArraySlice<UInt8>) throws(FormatError) {
    switch kind {
    case 0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF: try readFrame(kind, part)
    case 0xC4: try readTables(part)
    case 0xDB: copiedSegments += segment
    case 0xEE where segment.dropFirst(4).starts(with: "Adobe".utf8): copiedSegments += segment
    case 0xDD:
      var part = part
      restartInterval = Int(try part.readUInt16BigEndian())
    case 0xDA: try readScan(part)
    case 0xD9: throw .malformed(Self.thing, fault: "it has no picture")
    default: break
    }
  }

  private mutating func readFrame(_ kind: UInt8, _ part: ByteReader) throws(FormatError) {
    var part = part
    guard components.isEmpty else { throw .malformed(Self.thing, fault: "it has two frames") }
    let precision = try part.readUInt8()
    (height, width) = (Int(try part.readUInt16BigEndian()), Int(try part.readUInt16BigEndian()))
    let count = try part.readUInt8()
    guard precision == 8 else { throw .unsupported(Self.thing, fault: "\(precision) bits a colour") }
    guard width > 0, height > 0, (1...4).contains(count) else {
      throw .malformed(Self.thing, fault: "a size of \(width) x \(height) pixels of \(count) colours")
    }
    for _ in 0..<count {
      let identifier = try part.readUInt8()
      let factors = try part.readUInt8()
      let component = Component(
        identifier: identifier, horizontal: Int(factors >> 4), vertical: Int(factors & 15), quantization: try part.readUInt8())
      guard (1...4).contains(component.horizontal), (1...4).contains(component.vertical) else {
        throw .malformed(Self.thing, fault: "a sampling factor out of range")
      }
      components.append(component)
    }
    frameMarker = kind
  }

  private mutating func readTables(_ part: ByteReader) throws(FormatError) {
    var part = part
    while !part.isAtEnd {
      let kind = try part.readUInt8()
      let table = try JPEGHuffmanTable(&part)
      guard kind >> 4 <= 1, kind & 15 <= 3 else { throw .malformed(Self.thing, fault: "a table of no kind") }
      if kind >> 4 == 0 { dcTables[Int(kind & 15)] = table } else { acTables[Int(kind & 15)] = table }
    }
  }

  private mutating func readScan(_ part: ByteReader) throws(FormatError) {
    var part = part
    let count = Int(try part.readUInt8())
    guard !components.isEmpty else { throw .malformed(Self.thing, fault: "its scan has no frame") }
    isWholeScan = count == components.count
    guard isSequential else { return }
    for index in components.indices {
      let identifier = try part.readUInt8()
      let tables = try part.readUInt8()
      guard identifier == components[index].identifier, tables >> 4 <= 3, tables & 15 <= 3 else {
        throw .malformed(Self.thing, fault: "its scan and its frame differ")
      }
      (components[index].dc, components[index].ac) = (Int(tables >> 4), Int(tables & 15))
      guard dcTables[components[index].dc] != nil, acTables[components[index].ac] != nil else {
        throw .malformed(Self.thing, fault: "a table is missing")
      }
    }
  }

  // MARK: Units

  /// Blocks of a colour in a unit of the scan; a single colour is not interleaved, whatever its factors say.
  func blockCount(_ component: Component) -> Int { components.count == 1 ? 1 : component.horizontal * component.vertical }

  /// Pixels of a unit.
  var unitWidth: Int { components.count == 1 ? 8 : 8 * (components.map(\.horizontal).max() ?? 1) }
  var unitHeight: Int { components.count == 1 ? 8 : 8 * (components.map(\.vertical).max() ?? 1) }
  var unitColumns: Int { (width - 1) / unitWidth + 1 }
  var unitRows: Int { (height - 1) / unitHeight + 1 }

  /// The head of a file of a part of the picture, whose lines of units each end in a restart mark. Its tables of first coefficients are
  /// those of `JPEGDifferenceCode`.
  func head(width: Int, height: Int, unitsPerLine: Int) -> [UInt8] {
    var head: [UInt8] = [0xFF, 0xD8] + copiedSegments
    func word(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }
    head += [0xFF, frameMarker] + word(8 + 3 * components.count) + [8] + word(height) + word(width) + [UInt8(components.count)]
    for component in components {
      let factors = components.count == 1 ? 0x11 : UInt8(component.horizontal << 4 | component.vertical)
      head += [component.identifier, factors, component.quantization]
    }
    for index in 0...3 {
      if components.contains(where: { $0.dc == index }) {
        head += [0xFF, 0xC4] + word(3 + JPEGDifferenceCode.definition.count) + [UInt8(index)] + JPEGDifferenceCode.definition
      }
      if components.contains(where: { $0.ac == index }), let table = acTables[index] {
        head += [0xFF, 0xC4] + word(3 + table.definition.count) + [UInt8(0x10 | index)] + table.definition
      }
    }
    head += [0xFF, 0xDD, 0, 4] + word(unitsPerLine)
    head += [0xFF, 0xDA] + word(6 + 2 * components.count) + [UInt8(components.count)]
    for component in components { head += [component.identifier, UInt8(component.dc << 4 | component.ac)] }
    return head + [0, 63, 0]
  }
}
