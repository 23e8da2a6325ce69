internal import CExpat
internal import OverlookSupport

/// Reads XML through expat: UTF-8, UTF-16, ISO 8859-1 and -15, Windows-1252 and ASCII.
///
/// No entity but the five of the standard exists: what a DOCTYPE names outside the document is never read, and one that declares
/// anything but elements in the document itself is refused (WMS 1.1.1 servers really declare elements there). A reference to an
/// entity that such an outside part may declare reads as U+FFFD.
package enum XMLReader {
  /// The whole document.
  package static func document(_ bytes: [UInt8], limits: XMLLimits = XMLLimits(), thing: String) throws(FormatError)
    -> XMLDocument
  {
    guard bytes.count <= limits.byteCount else {
      throw .tooLarge(thing, fault: "\(bytes.count) bytes, where \(limits.byteCount) are allowed")
    }
    let session = XMLSession(limits: limits, thing: thing, stopsAtRoot: false)
    try session.run(bytes)
    return try session.builder.document()
  }

  /// The local name of the outermost element; nil when `bytes` do not begin like XML. Looks at the first 256 KiB.
  package static func rootName(_ bytes: [UInt8]) -> String? {
    var limits = XMLLimits()
    limits.tokenByteCount = 256 << 10
    let session = XMLSession(limits: limits, thing: "XML", stopsAtRoot: true)
    try? session.run(Array(bytes.prefix(256 << 10)))
    return session.rootName
  }
}

/// One run of expat. It is the user data of every callback, which all come inside `run`, on its thread.
private final class XMLSession {
  var builder: XMLTreeBuilder
  var rootName: String?
  private let limits: XMLLimits
  private let thing: String
  private let stopsAtRoot: Bool
  private var parser: XML_Parser?
  private var failure: FormatError?
  /// Set with every stop: expat still reports the end of an empty element whose beginning stopped it.
  private var isStopped = false
  private var doctypeStart: Int?

  init(limits: XMLLimits, thing: String, stopsAtRoot: Bool) {
    builder = XMLTreeBuilder(limits: limits, thing: thing)
    self.limits = limits
    self.thing = thing
    self.stopsAtRoot = stopsAtRoot
  }

  func run(_ bytes: [UInt8]) throws(FormatError) {
    guard let parser = XML_ParserCreate(nil) else { throw .tooLarge(thing, fault: "no memory to read it") }
    self.parser = parser
    defer {
      XML_ParserFree(parser)
      self.parser = nil
    }
    setHandlers(parser)
    // Invariant: expat reads the bytes only inside XML_Parse, and this object outlives the parser.
    let isWellFormed = bytes.withUnsafeBytes { buffer in
      // Parts small enough for a token that does not end to be noticed, large enough for few of them.
      let partByteCount = 256 << 10
      var position = 0
      while true {
        let count = min(partByteCount, buffer.count - position)
        let isLast = position + count == buffer.count
        let start = buffer.baseAddress.map { ($0 + position).assumingMemoryBound(to: CChar.self) }
        guard XML_Parse(parser, start, Int32(clamping: count), isLast ? 1 : 0) == XML_STATUS_OK else { return false }
        position += count
        checkDoctype(end: position)
        if isLast { return failure == nil }
        let reported = Int(clamping: XML_GetCurrentByteIndex(parser))
        guard position - max(reported, 0) <= limits.tokenByteCount + partByteCount else {
          stop(.tooLarge(thing, fault: "a tag or comment has more than \(limits.tokenByteCount) bytes"))
          return false
        }
      }
    }
    if stopsAtRoot && rootName != nil { return }
    if let failure { throw failure }
    guard isWellFormed else { throw expatError(parser) }
  }

  private func expatError(_ parser: XML_Parser) -> FormatError {
    let code = XML_GetErrorCode(parser)
    if code == XML_ERROR_NO_MEMORY { return .tooLarge(thing, fault: "no memory to read it") }
    if code == XML_ERROR_NO_ELEMENTS { return .truncated(thing) }
    let words = XML_ErrorString(code).map { String(cString: $0) } ?? "not XML"
    return .malformed(thing, fault: "\(words) at line \(line(parser)), column \(column(parser))")
  }

  private func line(_ parser: XML_Parser) -> Int { Int(clamping: XML_GetCurrentLineNumber(parser)) }

  /// From 1.
  private func column(_ parser: XML_Parser) -> Int { Int(clamping: XML_GetCurrentColumnNumber(parser)) &+ 1 }

  /// Ends the run; nothing of it is used.
  private func stop(_ error: FormatError? = nil) {
    if failure == nil { failure = error }
    isStopped = true
    if let parser { XML_StopParser(parser, 0) }
  }

  private func refuse(_ error: FormatError) {
    guard let parser else { return }
    switch error {
    case .tooLarge(let thing, let fault):
      stop(.tooLarge(thing, fault: "\(fault) at line \(line(parser)), column \(column(parser))"))
    default: stop(error)
    }
  }

  // MARK: Events

  private func begin(_ name: UnsafePointer<CChar>, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    guard let parser, !isStopped else { return }
    let name = String(cString: name)
    if stopsAtRoot {
      rootName = XMLText.localName(name)
      return stop()
    }
    // Invariant: expat gives names and values in turn, as many as it says, and a nil behind them.
    let count = max(Int(XML_GetSpecifiedAttributeCount(parser)) / 2, 0)
    do {
      try builder.admitElement(attributeCount: count)
      var attributes: [(name: String, value: String)] = []
      for i in 0..<count {
        guard let name = pairs[2 * i], let value = pairs[2 * i + 1] else { break }
        attributes.append((String(cString: name), String(cString: value)))
      }
      try builder.begin(name, attributes: attributes)
    } catch {
      refuse(error)
    }
  }

  private func append(_ bytes: some Collection<UInt8>) {
    guard !isStopped else { return }
    do {
      try builder.append(bytes)
    } catch {
      refuse(error)
    }
  }

  /// A declaration inside a DOCTYPE that could change what the document says or costs.
  private func refuseDeclaration() {
    guard let parser else { return }
    stop(
      .unsupported(
        thing, fault: "its DOCTYPE declares entities or attributes of its own, at line \(line(parser)), which is not allowed"))
  }

  private func checkDoctype(end position: Int) {
    guard let doctypeStart, position - doctypeStart > limits.doctypeByteCount else { return }
    stop(.tooLarge(thing, fault: "its DOCTYPE has more than \(limits.doctypeByteCount) bytes"))
  }

  private static func session(_ data: UnsafeMutableRawPointer?) -> XMLSession? {
    data.map { Unmanaged<XMLSession>.fromOpaque($0).takeUnretainedValue() }
  }

  private func setHandlers(_ parser: XML_Parser) {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, pairs in
        guard let name, let pairs else { return }
        XMLSession.session(data)?.begin(name, pairs)
      },
      { data, _ in
        guard let session = XMLSession.session(data), !session.isStopped else { return }
        session.builder.end()
      })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text, count > 0 else { return }
      XMLSession.session(data)?.append(UnsafeRawBufferPointer(start: text, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      guard let session = XMLSession.session(data), let parser = session.parser else { return }
      session.doctypeStart = Int(clamping: XML_GetCurrentByteIndex(parser))
    }
    XML_SetEndDoctypeDeclHandler(parser) { data in
      guard let session = XMLSession.session(data), let parser = session.parser else { return }
      session.checkDoctype(end: Int(clamping: XML_GetCurrentByteIndex(parser)))
      session.doctypeStart = nil
    }
    // Declarations of elements are let by: WMS 1.1.1 servers write them. Without a handler expat keeps nothing of them.
    XML_SetAttlistDeclHandler(parser) { data, _, _, _, _, _ in XMLSession.session(data)?.refuseDeclaration() }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in XMLSession.session(data)?.refuseDeclaration() }
    XML_SetSkippedEntityHandler(parser) { data, _, isParameterEntity in
      if isParameterEntity == 0 { XMLSession.session(data)?.append("\u{FFFD}".utf8) }
    }
    XML_SetUnknownEncodingHandler(
      parser,
      { _, name, info in
        guard let name, let info, let map = XMLEncoding.map(named: String(cString: name)) else { return 0 }
        withUnsafeMutableBytes(of: &info.pointee.map) { target in
          map.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        info.pointee.data = nil
        info.pointee.convert = nil
        info.pointee.release = nil
        return 1
      }, nil)
  }
}

/// Encodings of one byte a character that expat does not know and servers use.
private enum XMLEncoding {
  /// The characters of the 256 bytes, -1 where there is none.
  static func map(named name: String) -> [Int32]? {
    var map = (0..<256).map { Int32($0) }
    switch name.lowercased() {
    case "iso-8859-15", "iso8859-15", "latin-9", "latin9":
      for (byte, character) in [
        (0xA4, 0x20AC), (0xA6, 0x160), (0xA8, 0x161), (0xB4, 0x17D), (0xB8, 0x17E), (0xBC, 0x152), (0xBD, 0x153), (0xBE, 0x178),
      ] {
        map[byte] = Int32(character)
      }
    case "windows-1252", "cp1252":
      // WHATWG Encoding Standard, index windows-1252, bytes 0x80 to 0x9F.
      let characters: [Int32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90,
        0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
      ]
      map.replaceSubrange(0x80..<0xA0, with: characters)
    case "latin1", "latin-1", "iso8859-1", "iso_8859-1":
      break
    default: return nil
    }
    return map
  }
}
