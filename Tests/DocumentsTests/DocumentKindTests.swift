import OverlookFormats
import Testing

@Suite struct DocumentKindTests {
  @Test(arguments: [
    ("tilejson-vector.json", DocumentKind.tileJSON), ("tilejson-raster.json", .tileJSON), ("wms-cgi-1.1.1.xml", .wmsCapabilities),
    ("wms-java-1.3.0.xml", .wmsCapabilities), ("wms-vendor-1.3.0.xml", .wmsCapabilities), ("wmts-proxy.xml", .wmtsCapabilities),
    ("tms-proxy.xml", .tmsMap), ("tms-service.xml", .tmsService), ("exception-1.1.1.xml", .serviceException),
    ("exception-ows.xml", .serviceException),
  ])
  func tellsDocumentsByTheirContent(name: String, kind: DocumentKind) throws {
    #expect(try DocumentKind.sniffed(Fixture.bytes(name)) == kind)
  }

  @Test func tellsWhatIsSomethingElse() {
    func kind(_ text: String) -> DocumentKind? { DocumentKind.sniffed(Array(text.utf8)) }
    #expect(kind("<!DOCTYPE html><html><p>sign in") == .webPage)
    #expect(kind("<HEAD><title>x") == .webPage)
    // Pages stand in the texts of other documents.
    let kml = "<?xml version='1.0'?><kml><Document><description><![CDATA[<html><body>x</body></html>]]></description>"
    #expect(kind(kml) == .otherXML("kml"))
    #expect(kind("<HTML><br>no XML") == .webPage)
    #expect(kind("<kml xmlns='u'/>") == .otherXML("kml"))
    #expect(kind("\u{FEFF} {\"version\":8,\"sources\":{}}") == .otherJSON)
    #expect(kind("[1]") == .otherJSON)
    #expect(kind("{\"a\":{\"tiles\":1}}") == .otherJSON)
    #expect(kind("") == nil && kind("tiles") == nil && kind("\u{89}PNG") == nil && kind("<<<") == nil)
    #expect(DocumentKind.sniffed([0xFF, 0xFE] + "<TileMap/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == .tmsMap)
  }

  @Test func readsReportsOfErrorsOfEveryVersion() throws {
    let wms = try #require(ServiceException(xml: Fixture.bytes("exception-1.1.1.xml")))
    #expect(wms.code == "LayerNotDefined" && wms.message.hasPrefix("msWMSLoadGetMapParams():"))
    let ows = try #require(ServiceException(xml: Fixture.bytes("exception-ows.xml")))
    #expect(ows.code == "TileOutOfRange" && ows.message == "Row 7 is out of range, min: 0 max:3")
    func read(_ text: String) -> ServiceException? { ServiceException(xml: Array(text.utf8)) }
    #expect(
      read("<ServiceExceptionReport><ServiceException/></ServiceExceptionReport>")?.sentence
        == "the server reports: no reason given")
    #expect(
      read("<ServiceExceptionReport><ServiceException code='A'/></ServiceExceptionReport>")?.sentence == "the server reports: A")
    #expect(read("<ServiceException>x&#x202E;&#xA;&lt;b&gt;y</ServiceException>")?.message == "x\u{FFFD} y")
    #expect(read("<Capabilities/>") == nil && read("") == nil && read("\u{89}PNG") == nil)
  }

  @Test func doesNotReadAHugeReport() {
    let text = "<ServiceException>" + String(repeating: "x", count: 2 << 20) + "</ServiceException>"
    #expect(ServiceException(xml: Array(text.utf8)) == nil)
  }
}
