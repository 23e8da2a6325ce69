/// Why a scanner stops.
enum XMLStop: Error {
  /// The bytes end here; more may follow.
  case end
  /// What stands here is no XML, or XML that is not read.
  case syntax(StaticString)
}

/// Steps through the tags and texts of XML in UTF-8, in a piece of a file. Expat checks more, and costs three times as much as the rest
/// of reading a track.
///
/// No entity but the five of the standard exists; a DOCTYPE is stepped over, and one that declares anything is refused.
///
/// Invariant: `start <= position <= end`, all of one buffer that outlives the scanner and what it returns; bytes are read only before
/// `end`.
struct XMLScanner {
  enum Token {
    case begin(XMLTag)
    /// With the hash of the local name.
    case end(UInt64)
    /// Characters as they are written, and whether they may hold entities.
    case text(UnsafeBufferPointer<UInt8>, hasEntities: Bool)
  }

  let start: UnsafePointer<UInt8>
  private(set) var position: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let isLast: Bool

  /// Nil for an empty buffer.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
    (start, position, end) = (base, base, base + bytes.count)
    self.isLast = isLast
    if bytes.count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { position = base + 3 }
  }

  var offset: Int { position - start }

  /// The next token; nil at the end of the bytes.
  @inline(__always)
  mutating func next() throws(XMLStop) -> Token? {
    while position < end {
      if position.pointee != 0x3C { return try text() }
      guard position + 1 < end else { throw .end }
      switch position[1] {
      case 0x2F: return try endTag()
      case 0x21:
        if let token = try declaration() { return token }
      case 0x3F: position = try find("?>", from: position + 2)
      default: return .begin(try beginTag())
      }
    }
    return nil
  }

  private mutating func text() throws(XMLStop) -> Token? {
    let first = position
    var p = position
    var hasEntities = false
    while p < end, p.pointee != 0x3C {
      if p.pointee == 0x26 { hasEntities = true }
      p += 1
    }
    // Text at the end may go on.
    guard p < end || isLast else { throw .end }
    position = p
    return .text(UnsafeBufferPointer(start: first, count: p - first), hasEntities: hasEntities)
  }

  private mutating func endTag() throws(XMLStop) -> Token {
    var p = position + 2
    var hash = XMLNames.start
    while p < end, p.pointee != 0x3E, p.pointee > 0x20 {
      hash = p.pointee == 0x3A ? XMLNames.start : XMLNames.next(hash, p.pointee)
      p += 1
    }
    while p < end, p.pointee <= 0x20 { p += 1 }
    guard p < end else { throw .end }
    guard p.pointee == 0x3E else { throw .syntax("a closing tag that does not end") }
    position = p + 1
    return .end(hash)
  }

  private mutating func beginTag() throws(XMLStop) -> XMLTag {
    var p = position + 1
    var hash = XMLNames.start
    while p < end, p.pointee > 0x20, p.pointee != 0x3E, p.pointee != 0x2F {
      hash = p.pointee == 0x3A ? XMLNames.start : XMLNames.next(hash, p.pointee)
      p += 1
    }
    guard p < end else { throw .end }
    guard hash != XMLNames.start else { throw .syntax("a tag without a name") }
    let attributes = p
    while p < end, p.pointee != 0x3E {
      if p.pointee == 0x22 || p.pointee == 0x27 {
        let quote = p.pointee
        p += 1
        while p < end, p.pointee != quote { p += 1 }
        guard p < end else { throw .end }
      } else if p.pointee == 0x3C {
        throw .syntax("a tag that does not end")
      }
      p += 1
    }
    guard p < end else { throw .end }
    let isEmpty = p > attributes && (p - 1).pointee == 0x2F
    position = p + 1
    return XMLTag(name: hash, isEmpty: isEmpty, attributes: UnsafeBufferPointer(start: attributes, count: p - attributes))
  }

  /// What begins with "<!"; nil where it says nothing.
  private mutating func declaration() throws(XMLStop) -> Token? {
    if try starts("<!--") {
      position = try find("-->", from: position + 4)
      return nil
    }
    if try starts("<![CDATA[") {
      let first = position + 9
      position = try find("]]>", from: first)
      return .text(UnsafeBufferPointer(start: first, count: position - 3 - first), hasEntities: false)
    }
    var p = position
    while p < end, p.pointee != 0x3E {
      guard p.pointee != 0x5B else { throw .syntax("its DOCTYPE declares entities, which is not allowed") }
      p += 1
    }
    guard p < end else { throw .end }
    position = p + 1
    return nil
  }

  private func starts(_ text: StaticString) throws(XMLStop) -> Bool {
    for i in 0..<text.utf8CodeUnitCount {
      guard position + i < end else { throw .end }
      if position[i] != text.utf8Start[i] { return false }
    }
    return true
  }

  /// Behind the first `text` from `first` on.
  private func find(_ text: StaticString, from first: UnsafePointer<UInt8>) throws(XMLStop) -> UnsafePointer<UInt8> {
    let count = text.utf8CodeUnitCount
    var p = first
    while p + count <= end {
      var i = 0
      while i < count, p[i] == text.utf8Start[i] { i += 1 }
      if i == count { return p + count }
      p += 1
    }
    throw .end
  }
}

/// The beginning of an element.
struct XMLTag {
  /// The hash of the name without its prefix.
  var name: UInt64
  var isEmpty: Bool
  fileprivate var attributes: UnsafeBufferPointer<UInt8>

  /// The bytes of an attribute's value, entities as they are; nil where there is none of that name.
  @inline(__always)
  func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    // Invariant: p runs inside the tag, whose quotation marks the scanner has matched.
    guard var p = attributes.baseAddress else { return nil }
    let end = p + attributes.count
    let count = name.utf8CodeUnitCount
    while p < end {
      while p < end, p.pointee <= 0x20 || p.pointee == 0x2F { p += 1 }
      let first = p
      while p < end, p.pointee > 0x20, p.pointee != 0x3D { p += 1 }
      let length = p - first
      while p < end, p.pointee != 0x22, p.pointee != 0x27 { p += 1 }
      guard p < end else { return nil }
      let quote = p.pointee
      p += 1
      let value = p
      while p < end, p.pointee != quote { p += 1 }
      if length == count {
        var i = 0
        while i < count, first[i] == name.utf8Start[i] { i += 1 }
        if i == count { return UnsafeBufferPointer(start: value, count: p - value) }
      }
      p += 1
    }
    return nil
  }

  func text(_ name: StaticString) -> String? {
    value(name).map { bytes in
      var text: [UInt8] = []
      XMLEntities.append(bytes, to: &text)
      return String(decoding: text, as: UTF8.self)
    }
  }

  @inline(__always)
  func number(_ name: StaticString) -> Double? { value(name).flatMap { NumberScanner.number($0)?.value } }
}

/// Hashes of names (FNV-1a).
enum XMLNames {
  static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  static func hash(_ name: String) -> UInt64 { name.utf8.reduce(start, next) }

  /// Which of `cases` a name is.
  static func table<Element: RawRepresentable & CaseIterable>(_ type: Element.Type) -> [UInt64: Element]
  where Element.RawValue == String {
    Dictionary(type.allCases.map { (hash($0.rawValue), $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The entities of XML.
enum XMLEntities {
  private static let named: [(name: StaticString, byte: UInt8)] = [
    ("lt;", 0x3C), ("gt;", 0x3E), ("amp;", 0x26), ("quot;", 0x22), ("apos;", 0x27),
  ]

  /// Appends `bytes` with their entities read; what is none stays as it is written.
  static func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    var i = 0
    while i < bytes.count {
      guard bytes[i] == 0x26 else {
        text.append(bytes[i])
        i += 1
        continue
      }
      let rest = UnsafeBufferPointer(rebasing: bytes[(i + 1)...].prefix(12))
      if let (name, byte) = named.first(where: { entity in
        rest.count >= entity.name.utf8CodeUnitCount
          && (0..<entity.name.utf8CodeUnitCount).allSatisfy { rest[$0] == entity.name.utf8Start[$0] }
      }) {
        text.append(byte)
        i += 1 + name.utf8CodeUnitCount
      } else if let (scalar, count) = character(rest) {
        text.append(contentsOf: String(scalar).utf8)
        i += 1 + count
      } else {
        text.append(0x26)
        i += 1
      }
    }
  }

  /// Of "#233;" and "#xE9;", and how many bytes it takes.
  private static func character(_ bytes: UnsafeBufferPointer<UInt8>) -> (scalar: Unicode.Scalar, count: Int)? {
    guard bytes.first == 0x23, let end = bytes.firstIndex(of: 0x3B) else { return nil }
    let digits = String(decoding: bytes[1..<end], as: UTF8.self)
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number else { return nil }
    return (Unicode.Scalar(number).flatMap { $0 == "\0" ? nil : $0 } ?? "\u{FFFD}", end + 1)
  }
}
