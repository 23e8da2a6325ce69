import OverlookFormats

/// What takes the elements of a document in order.
protocol XMLElements {
  associatedtype Element: RawRepresentable & CaseIterable & Hashable where Element.RawValue == String

  /// An element begins; nil for names that are not known. `depth` counts the elements that are open, this one included.
  mutating func begin(_ element: Element?, _ tag: XMLTag, depth: Int) throws(FormatError)
  /// It ends; `text` is what stands in it, outside of elements in it.
  mutating func end(_ element: Element?, _ text: [UInt8], depth: Int) throws(FormatError)
  /// Whether the text of an element is wanted.
  func wantsText(_ element: Element) -> Bool
  /// The document ends, by its end or by a fault.
  mutating func finish(_ fault: String?, line: Int) throws(FormatError)
}

/// Hands the elements of an XML file to `Handler`, as the file comes in pieces.
struct XMLStream<Handler: XMLElements>: StreamedParser {
  var handler: Handler
  private let names = XMLNames.table(Handler.Element.self)
  private var open: [(name: UInt64, element: Handler.Element?, wantsText: Bool)] = []
  private var text: [UInt8] = []
  private var lineCount = 0
  private var isDone = false
  private var hasRoot = false
  private let depthLimit = 256

  init(_ handler: Handler) { self.handler = handler }

  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(FormatError) -> Int {
    guard !isDone, var scanner = XMLScanner(bytes, isLast: isLast) else {
      if isLast, !isDone { try finish(open.isEmpty && hasRoot ? nil : "the file is cut short here", lineCount + 1) }
      return bytes.count
    }
    var mark = 0
    do throws(XMLStop) {
      while pending == nil, let token = try scanner.next() {
        take(token)
        mark = scanner.offset
        if open.count > depthLimit { throw .syntax("elements are nested more than 256 deep") }
        if isMismatched { throw .syntax("a closing tag that nothing was opened by") }
      }
    } catch {
      switch error {
      case .end where !isLast: break
      case .end: try finish("the file is cut short here", line(bytes, bytes.count))
      case .syntax(let words): try finish("\(words)", line(bytes, mark))
      }
    }
    if let pending { throw pending }
    if isLast, !isDone { try finish(open.isEmpty && hasRoot ? nil : "the file is cut short here", line(bytes, bytes.count)) }
    lineCount += Self.lines(bytes, mark)
    return isDone ? bytes.count : mark
  }

  /// What the handler threw.
  private var pending: FormatError?
  private var isMismatched = false

  @inline(__always)
  private mutating func take(_ token: XMLScanner.Token) {
    do throws(FormatError) {
      switch token {
      case .begin(let tag):
        let element = names[tag.name]
        hasRoot = true
        text.removeAll(keepingCapacity: true)
        open.append((tag.name, element, element.map(handler.wantsText) ?? false))
        try handler.begin(element, tag, depth: open.count)
        if tag.isEmpty { try endElement() }
      case .end(let name):
        guard let last = open.last, last.name == name else {
          isMismatched = true
          return
        }
        try endElement()
      case .text(let bytes, let hasEntities):
        guard open.last?.wantsText == true else { return }
        if hasEntities { XMLEntities.append(bytes, to: &text) } else { text.append(contentsOf: bytes) }
      }
    } catch {
      pending = error
    }
  }

  private mutating func endElement() throws(FormatError) {
    guard let last = open.last else { return }
    try handler.end(last.element, text, depth: open.count)
    open.removeLast()
    text.removeAll(keepingCapacity: true)
  }

  private mutating func finish(_ fault: String?, _ line: Int) throws(FormatError) {
    isDone = true
    try handler.finish(fault, line: line)
  }

  private func line(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int { lineCount + Self.lines(bytes, offset) + 1 }

  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int {
    var count = 0
    for byte in bytes[..<min(end, bytes.count)] where byte == 0x0A { count &+= 1 }
    return count
  }
}
