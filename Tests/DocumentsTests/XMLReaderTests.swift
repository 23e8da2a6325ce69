import OverlookFormats
import Testing

@Suite struct XMLReaderTests {
  private func root(_ text: String, limits: XMLLimits = XMLLimits()) throws -> XMLNode {
    try XMLReader.document(Array(text.utf8), limits: limits, thing: "document").root
  }

  @Test func givesElementsTheirLocalNamesTextAndAttributes() throws {
    let root = try root("<o:a xmlns:o='u' x:href=' v '><b>one</b><o:b k='2'>two &lt;&amp;&#65;</o:b><c/></o:a>")
    #expect(root.name == "a")
    #expect(root.attribute("href") == "v")
    #expect(root.attribute("o") == nil)
    #expect(root.children("b").map(\.text) == ["one", "two <&A"])
    #expect(root.children("b").last?.attribute("k") == "2")
    #expect(root.first("c")?.text == "" && root.text(of: "c") == nil)
    #expect(root.children.map(\.name) == ["b", "b", "c"])
  }

  @Test func keepsTextOverLinesSectionsAndElementsInBetween() throws {
    let root = try root("<a>\n  one\n  two<b>inner</b><![CDATA[<raw>]]>\n</a>")
    #expect(root.text.split(separator: " ").joined(separator: " ") == "one two <raw>")
    #expect(root.first("b")?.text == "inner")
  }

  @Test func readsUTF16Latin1AndWindowsText() throws {
    let text = "<?xml version='1.0' encoding='X'?><a>Forêt – prés</a>"
    func bytes(_ name: String, _ map: (Unicode.Scalar) -> [UInt8]) -> [UInt8] {
      text.replacing("X", with: name).unicodeScalars.flatMap(map)
    }
    let utf16 = [0xFE, 0xFF] + bytes("UTF-16") { [UInt8($0.value >> 8), UInt8($0.value & 0xFF)] }
    let latin = bytes("ISO-8859-1") { $0.value < 256 ? [UInt8($0.value)] : Array("-".utf8) }
    let windows = bytes("windows-1252") { $0.value < 256 ? [UInt8($0.value)] : [0x96] }
    #expect(try XMLReader.document(utf16, thing: "d").root.text == "Forêt – prés")
    #expect(try XMLReader.document(latin, thing: "d").root.text == "Forêt - prés")
    #expect(try XMLReader.document(windows, thing: "d").root.text == "Forêt – prés")
    #expect(message { _ = try self.root("<?xml version='1.0' encoding='ebcdic-9'?><a/>") }.contains("encoding"))
  }

  @Test func namesLineAndColumnOfAFault() {
    #expect(message { _ = try self.root("<a>\n  <b></c>\n</a>") } == "document is damaged: mismatched tag at line 2, column 8")
    #expect(message { _ = try self.root("") } == "document is cut short")
    #expect(message { _ = try self.root("<a><b>") } == "document is cut short")
    #expect(message { _ = try self.root("{}") }.contains("is damaged"))
  }

  /// Documents of WMS 1.1.1 have a DOCTYPE with an address, and some declare an element in it; the address is not followed.
  @Test func letsADoctypeWithAnAddressAndElementsBy() throws {
    let doctype = "<!DOCTYPE a SYSTEM \"http://example.org/a.dtd\" [ <!-- x --> <!ELEMENT b EMPTY> ]>"
    #expect(try root("\(doctype)<a>t</a>").text == "t")
    // An entity that the unread part may declare is not silently dropped.
    #expect(try root("\(doctype)<a>x&nbsp;y</a>").text == "x\u{FFFD}y")
    #expect(message { _ = try self.root("<a>&nbsp;</a>") }.contains("undefined entity"))
  }

  @Test(arguments: [
    "<!DOCTYPE a [ <!ENTITY e \"x\"> ]><a>&e;</a>",
    "<!DOCTYPE a [ <!ENTITY e SYSTEM \"file:///etc/passwd\"> ]><a>&e;</a>",
    "<!DOCTYPE a [ <!ENTITY % p SYSTEM \"http://127.0.0.1/p.dtd\"> %p; ]><a/>",
    "<!DOCTYPE a [ <!ATTLIST a b CDATA \"x\"> ]><a/>",
  ])
  func refusesDeclarationsOfEntitiesAndAttributes(text: String) {
    #expect(message { _ = try self.root(text) }.contains("not allowed"))
  }

  /// Billion laughs and the quadratic form, both refused at the first declaration.
  @Test func refusesEntityBombsAtOnce() {
    let laughs =
      "<!DOCTYPE a [<!ENTITY l0 \"ha\">" + (1..<30).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);\">" }.joined()
      + "]><a>&l29;</a>"
    let quadratic =
      "<!DOCTYPE a [<!ENTITY x \"" + String(repeating: "x", count: 30_000) + "\">]><a>"
      + String(repeating: "&x;", count: 100_000) + "</a>"
    let clock = ContinuousClock()
    for text in [laughs, quadratic] {
      let time = clock.measure { #expect(message { _ = try self.root(text) }.contains("not allowed")) }
      #expect(time < .milliseconds(500))
    }
  }

  @Test func refusesWhatIsOverItsBudgets() throws {
    func text(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    _ = try root(text(256))
    #expect(message { _ = try self.root(text(257)) }.contains("more than 256 deep"))
    #expect(message { _ = try self.root(text(200_000)) }.contains("more than 256 deep"))

    func element(_ count: Int) -> String { "<a " + (0..<count).map { "a\($0)=''" }.joined(separator: " ") + "/>" }
    _ = try root(element(256))
    #expect(message { _ = try self.root(element(257)) }.contains("more than 256 attributes"))

    let names = "<a>" + (0..<70_000).map { "<b\($0)/>" }.joined() + "</a>"
    #expect(message { _ = try self.root(names) }.contains("more than 65536 names"))

    var limits = XMLLimits()
    limits.elementCount = 10
    limits.textByteCount = 100
    limits.byteCount = 2_000
    #expect(
      message { _ = try self.root("<a>" + String(repeating: "<b/>", count: 10) + "</a>", limits: limits) }.contains("10 elements")
    )
    #expect(
      message { _ = try self.root("<a>" + String(repeating: "x", count: 101) + "</a>", limits: limits) }.contains("100 bytes"))
    #expect(
      message { _ = try self.root("<a b='" + String(repeating: "x", count: 101) + "'/>", limits: limits) }.contains("100 bytes"))
    #expect(
      message { _ = try self.root("<a>" + String(repeating: " ", count: 2_000) + "</a>", limits: limits) }.contains("2007 bytes"))
  }

  /// One tag of millions of attributes would make expat hold all of them before anybody is asked.
  @Test func stopsInTheMiddleOfATagOrDoctypeWithoutEnd() {
    let tag = "<a " + (0..<600_000).map { "a\($0)=''" }.joined(separator: " ") + "/>"
    #expect(message { _ = try self.root(tag) }.contains("is too large"))
    let comment = "<a><!--" + String(repeating: "x", count: 3 << 20) + "--></a>"
    #expect(message { _ = try self.root(comment) }.contains("a tag or comment"))
    let doctype = "<!DOCTYPE a [" + String(repeating: "<!ELEMENT b EMPTY>", count: 40_000) + "]><a/>"
    #expect(message { _ = try self.root(doctype) }.contains("DOCTYPE has more than"))
    let nested = "<!DOCTYPE a [<!ELEMENT b " + String(repeating: "(", count: 500_000)
    #expect(message { _ = try self.root(nested) }.contains("is too large"))
  }

  @Test func readsALargeDocumentInReasonableTime() throws {
    let item = "<i k='v'>text</i>\n"
    let text = "<a>" + String(repeating: item, count: 300_000) + "</a>"
    var root: XMLNode?
    let time = try ContinuousClock().measure { root = try self.root(text) }
    #expect(root?.children("i").count == 300_000)
    #expect(time < .seconds(20))
  }

  @Test func tellsTheOutermostElementWithoutReadingTheRest() {
    #expect(XMLReader.rootName(Array("<?xml version='1.0'?><!-- c --><o:Root x='1'><unfinished".utf8)) == "Root")
    #expect(XMLReader.rootName(Array("<<".utf8)) == nil)
    #expect(XMLReader.rootName([]) == nil)
  }
}
