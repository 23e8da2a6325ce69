internal import CExpat
internal import Glibc
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
    let builder = XMLTreeBuilder(limits: limits, thing: thing)
    try XMLSession(limits: limits, thing: thing, handler: builder).run(bytes)
    return try builder.document()
  }

  /// The local name of the outermost element; nil when `bytes` do not begin like XML. Looks at the first 256 KiB.
  package static func rootName(_ bytes: [UInt8]) -> String? {
    var limits = XMLLimits()
    limits.tokenByteCount = 256 << 10
    let root = XMLRootName()
    try? XMLSession(limits: limits, thing: "XML", handler: root).run(Array(bytes.prefix(256 << 10)))
    return root.name
  }

  /// Tells `handler` what a document is made of, of which nothing is kept: for documents of any size. `next` gives the bytes,
  /// part by part, and nil at the end.
  ///
  /// Of `limits` those of a tag, of the DOCTYPE and of depth hold; the others are for the handler to keep.
  static func read(
    _ next: () throws(FormatError) -> [UInt8]?, limits: XMLLimits = XMLLimits(), thing: String, handler: any XMLEventHandler
  ) throws(FormatError) {
    let session = XMLSession(limits: limits, thing: thing, handler: handler)
    try session.run(next)
  }
}

/// What happens in a document, in order.
protocol XMLEventHandler: AnyObject {
  /// An element begins. It is valid until this returns.
  func begin(_ element: XMLElement) throws(FormatError)
  func end() throws(FormatError)
  /// Text of the element that is open, in pieces of any size.
  func append(_ bytes: some Collection<UInt8>) throws(FormatError)
  /// Asked after each event.
  var isDone: Bool { get }
}

/// The beginning of an element, with its attributes.
///
/// Invariant: the pointers are those that expat gave the callback that made it, and it is used inside that callback alone.
struct XMLElement {
  private let namePointer: UnsafePointer<CChar>
  private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>
  let attributeCount: Int
  /// From 1.
  let line: Int

  fileprivate init(
    _ name: UnsafePointer<CChar>, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>, attributeCount: Int, line: Int
  ) {
    namePointer = name
    self.pairs = pairs
    self.attributeCount = attributeCount
    self.line = line
  }

  /// With its prefix.
  var name: String { String(cString: namePointer) }

  func isNamed(_ name: StaticString) -> Bool { Self.isEqual(namePointer, name) }

  var attributes: [(name: String, value: String)] {
    (0..<attributeCount).compactMap { index in
      guard let name = pairs[2 * index], let value = pairs[2 * index + 1] else { return nil }
      return (String(cString: name), String(cString: value))
    }
  }

  /// The bytes of an attribute's value, named with its prefix; nil when there is none of that name.
  func value(_ name: StaticString) -> UnsafeRawBufferPointer? {
    for index in 0..<attributeCount {
      guard let key = pairs[2 * index], let value = pairs[2 * index + 1] else { return nil }
      if Self.isEqual(key, name) { return UnsafeRawBufferPointer(start: value, count: strlen(value)) }
    }
    return nil
  }

  private static func isEqual(_ text: UnsafePointer<CChar>, _ name: StaticString) -> Bool {
    // Invariant: a static string of more than one character is stored with a zero at its end.
    name.hasPointerRepresentation
      && strcmp(text, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }
}

/// Takes the outermost element's name and ends.
private final class XMLRootName: XMLEventHandler {
  private(set) var name: String?
  var isDone: Bool { name != nil }

  func begin(_ element: XMLElement) { name = name ?? XMLText.localName(element.name) }
  func end() {}
  func append(_ bytes: some Collection<UInt8>) {}
}

/// One run of expat. It is the user data of every callback, which all come inside `run`, on its thread.
private final class XMLSession {
  /// Parts small enough for a token that does not end to be noticed, large enough for few of them.
  private static let partByteCount = 256 << 10

  private let handler: any XMLEventHandler
  private let limits: XMLLimits
  private let thing: String
  private var parser: XML_Parser?
  private var failure: FormatError?
  /// Set with every stop: expat still reports the end of an empty element whose beginning stopped it.
  private var isStopped = false
  private var doctypeStart: Int?
  private var depth = 0
  /// Bytes given to expat.
  private var position = 0

  init(limits: XMLLimits, thing: String, handler: any XMLEventHandler) {
    self.handler = handler
    self.limits = limits
    self.thing = thing
  }

  func run(_ bytes: [UInt8]) throws(FormatError) {
    var rest = bytes[...]
    try run { () throws(FormatError) in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(Self.partByteCount) }
      return Array(rest.prefix(Self.partByteCount))
    }
  }

  func run(_ next: () throws(FormatError) -> [UInt8]?) throws(FormatError) {
    guard let parser = XML_ParserCreate(nil) else { throw .tooLarge(thing, fault: "no memory to read it") }
    self.parser = parser
    defer {
      XML_ParserFree(parser)
      self.parser = nil
    }
    setHandlers(parser)
    var isWellFormed = true
    while isWellFormed, let part = try next() {
      isWellFormed = part.count <= Int(Int32.max) && give(part, isLast: false, to: parser)
    }
    isWellFormed = isWellFormed && give([], isLast: true, to: parser)
    if isStopped && failure == nil && handler.isDone { return }
    if let failure { throw failure }
    guard isWellFormed else { throw expatError(parser) }
  }

  /// False when expat, or something here, does not take them.
  private func give(_ bytes: [UInt8], isLast: Bool, to parser: XML_Parser) -> Bool {
    // Invariant: expat reads the bytes only inside XML_Parse, and this object outlives the parser.
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), isLast ? 1 : 0)
    }
    guard status == XML_STATUS_OK else { return false }
    position += bytes.count
    checkDoctype(end: position)
    if isLast { return failure == nil }
    let reported = Int(clamping: XML_GetCurrentByteIndex(parser))
    guard position - max(reported, 0) <= limits.tokenByteCount + Self.partByteCount else {
      stop(.tooLarge(thing, fault: "a tag or comment has more than \(limits.tokenByteCount) bytes"))
      return false
    }
    return true
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
    case .malformed(let thing, let fault):
      stop(.malformed(thing, fault: "\(fault) at line \(line(parser)), column \(column(parser))"))
    default: stop(error)
    }
  }

  // MARK: Events

  private func begin(_ name: UnsafePointer<CChar>, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    guard let parser, !isStopped else { return }
    // Invariant: expat gives names and values in turn, as many as it says, and a nil behind them.
    let count = max(Int(XML_GetSpecifiedAttributeCount(parser)) / 2, 0)
    do throws(FormatError) {
      guard depth < limits.depth else {
        throw .tooLarge(thing, fault: "elements are nested more than \(limits.depth) deep")
      }
      depth += 1
      guard count <= limits.attributesPerElement else {
        throw .tooLarge(thing, fault: "an element has more than \(limits.attributesPerElement) attributes")
      }
      try handler.begin(XMLElement(name, pairs, attributeCount: count, line: line(parser)))
      if handler.isDone { stop() }
    } catch {
      refuse(error)
    }
  }

  private func end() {
    guard !isStopped else { return }
    depth -= 1
    do throws(FormatError) {
      try handler.end()
    } catch {
      refuse(error)
    }
  }

  private func append(_ bytes: some Collection<UInt8>) {
    guard !isStopped else { return }
    do throws(FormatError) {
      try handler.append(bytes)
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
      { data, _ in XMLSession.session(data)?.end() })
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
