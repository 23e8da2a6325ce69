import OverlookFormats
import OverlookGeometry
import Testing

/// Faults of capabilities and of what they name (robustness, WMS / WMTS).
@Suite struct WMTSHostileTests {
  private let origin = TileID(z: 0, x: 0, y: 0)

  @Test func encodesNamesSoThatTheyCannotLeaveTheirPlace() throws {
    var text = WMTSText()
    text.layer = "<ows:Identifier>a/../b?c=d&amp;e#f&#13;&#10;Host: evil</ows:Identifier>"
    text.style = "<Style><ows:Identifier>..</ows:Identifier></Style>"
    text.resources = text.resources.replacing("{Style}", with: "{Layer}/{Style}")
    let address = try text.capabilities().address()
    let layer = "a%2F..%2Fb%3Fc%3Dd%26e%23f%20%20Host:%20evil"
    #expect(address.url(for: origin) == "https://t.example.org/\(layer)/%2E%2E/M/0/0/0.png")
    text.operations = WMTSText.kvp("https://t.example.org/wmts")
    let kvp = try text.capabilities().address(encoding: .kvp)
    #expect(kvp.url(for: origin)?.contains("&LAYER=\(layer)&STYLE=%2E%2E&") == true)
  }

  @Test(arguments: [
    "file:///tiles/", "javascript:alert(1)//", "http://127.0.0.1:8080/", "http://localhost/", "//[::1]/", "http://0x7f.1/",
    "http://192.168.0.1/", "ftp://example.org/", "http://", "https://a b/",
  ])
  func refusesAddressesThatADocumentMayNotName(start: String) {
    var text = WMTSText()
    text.resources = "<ResourceURL format=\"image/png\" resourceType=\"tile\" template=\"\(start)\(WMTSText.path)\"/>"
    text.operations = WMTSText.kvp(start)
    // What is left is the address of the document, which the user gave.
    let address = try? text.capabilities().address()
    #expect(address?.encoding == .kvp)
    #expect(address?.url(for: origin)?.hasPrefix("https://caps.example.org/wmts.xml?SERVICE=WMTS&") == true)
    #expect(address?.warnings.isEmpty == false)
    // A file has no such address, and may name the own network.
    let isInside = ["127.", "localhost", "[::1]", "0x7f", "192."].contains { start.hasPrefix("http") && start.contains($0) }
    #expect(((try? text.capabilities(from: nil).address()) != nil) == isInside)
  }

  @Test func resolvesRelativeTemplatesAgainstTheDocument() throws {
    var text = WMTSText()
    text.resources = text.resources.replacing("https://t.example.org/", with: "../tiles/")
    let address = try text.capabilities(from: "https://caps.example.org/1.0.0/WMTSCapabilities.xml?key=K").address()
    #expect(address.url(for: origin) == "https://caps.example.org/tiles/S/M/0/0/0.png")
    #expect(message { _ = try text.capabilities(from: nil).address() }.contains("is not served"))
  }

  @Test func fillsPlaceholdersOfAnyCaseAndRefusesUnknownOnes() throws {
    var text = WMTSText()
    text.resources = text.resources.replacing(
      WMTSText.path, with: "{STYLE}/{tilematrixset}/{TileMATRIX}/%7BTileRow%7D/{TILECOL}/{Elevation}.{format}")
    text.dimensions =
      "<Dimension><ows:Identifier>elevation</ows:Identifier><Default>0 m</Default><Value>0 m</Value></Dimension>"
    #expect(try text.capabilities().address().url(for: origin) == "https://t.example.org/S/M/0/0/0/0%20m.image%2Fpng")
    text.dimensions = ""
    #expect(message { _ = try text.capabilities().address() }.contains("{Elevation}"))
    // A server that takes queries too is asked by them then, unless templates were asked for.
    text.operations = WMTSText.kvp("https://t.example.org/wmts?")
    #expect(try text.capabilities().address().encoding == .kvp)
    #expect(message { _ = try text.capabilities().address(encoding: .rest) }.contains("{Elevation}"))
    text.operations = ""
    text.resources = text.resources.replacing("{Elevation}", with: "").replacing("{TILECOL}", with: "")
    #expect(message { _ = try text.capabilities().address() }.contains("lacks {TileMatrix}, {TileRow} or {TileCol}"))
  }

  @Test func tellsTheServersOwnWordsWhenItSentAReport() throws {
    let text = message { _ = try WMTSCapabilities(xml: Fixture.bytes("exception-ows.xml"), baseURL: nil) }
    #expect(text.contains("the server reports: Row 7 is out of range, min: 0 max:3 (TileOutOfRange)"))
    let page = message { _ = try WMTSCapabilities(xml: Array("<html><body>Sign in</body></html>".utf8), baseURL: nil) }
    #expect(page.contains("web page"))
    let other = message { _ = try WMTSCapabilities(xml: Array("<kml/>".utf8), baseURL: nil) }
    #expect(other.contains("<kml>"))
    let empty = message {
      _ = try WMTSCapabilities(xml: Array("<Capabilities><Contents/></Capabilities>".utf8), baseURL: nil).address()
    }
    #expect(empty.contains("no layers"))
    #expect(message { _ = try WMTSCapabilities(xml: Array("<Capabilities/>".utf8), baseURL: nil) }.contains("no Contents"))
  }

  @Test func aBadLayerDoesNotHideTheOthers() throws {
    var text = WMTSText()
    text.layer = "</Layer><Layer></Layer><Layer><ows:Identifier>bad</ows:Identifier></Layer><Layer>\(text.layer)"
    let capabilities = try text.capabilities()
    #expect(capabilities.layers.map(\.identifier) == ["bad", "L"])
    #expect(try capabilities.address().layer == "L")
    #expect(capabilities.warnings.count == 1)
  }

  @Test(arguments: ["NaN NaN", "10 10 10", "", "1e400 0", "200 95", "x"])
  func ignoresBoxesThatMakeNoSense(corner: String) throws {
    var text = WMTSText()
    text.layer += """
      <ows:WGS84BoundingBox><ows:LowerCorner>\(corner)</ows:LowerCorner><ows:UpperCorner>20 20</ows:UpperCorner></ows:WGS84BoundingBox>
      """
    let capabilities = try text.capabilities()
    #expect(capabilities.layers.first?.bounds == nil)
    #expect(try capabilities.address().bounds == .world)
  }

  /// Without a box the limits of the deepest level say what there is.
  @Test func takesTheBoundsOfTheTilesWhereThereIsNoBox() throws {
    var text = WMTSText()
    text.link += """
      <TileMatrixSetLimits><TileMatrixLimits><TileMatrix>2</TileMatrix><MinTileRow>1</MinTileRow><MaxTileRow>1</MaxTileRow>
      <MinTileCol>3</MinTileCol><MaxTileCol>3</MaxTileCol></TileMatrixLimits></TileMatrixSetLimits>
      """
    // Column 3 and row 1 of zoom 2: 90 to 180 degrees east, from the equator to atan(sinh(pi / 2)) north.
    let bounds = try text.capabilities().address().bounds
    #expect(abs(bounds.southWest.longitude - 90) < 1e-9 && abs(bounds.northEast.longitude - 180) < 1e-9)
    #expect(abs(bounds.southWest.latitude) < 1e-9 && abs(bounds.northEast.latitude - 66.51326044311186) < 1e-9)
  }

  /// As many layers as sets, none of which can be shown: each layer is tried, and none may look through all sets.
  @Test func givesUpQuicklyWhereNoLayerCanBeShown() throws {
    let layers = (0..<20_000).map {
      "<Layer><Identifier>l\($0)</Identifier><TileMatrixSetLink><TileMatrixSet>s\($0)</TileMatrixSet></TileMatrixSetLink></Layer>"
    }
    let sets = (0..<20_000).map {
      "<TileMatrixSet><Identifier>s\($0)</Identifier><SupportedCRS>EPSG:4326</SupportedCRS></TileMatrixSet>"
    }
    let text = "<Capabilities><Contents>\(layers.joined())\(sets.joined())</Contents></Capabilities>"
    let time = ContinuousClock().measure {
      #expect(message { _ = try WMTSCapabilities(xml: Array(text.utf8), baseURL: nil).address() }.contains("EPSG:4326"))
    }
    #expect(time < .seconds(20))
  }

  @Test func cleansTitles() throws {
    var text = WMTSText()
    text.layer += "<ows:Title>A&#x202E;B&#x9B;C\nD</ows:Title>"
    #expect(try text.capabilities().layers.first?.title == "A\u{FFFD}B\u{FFFD}C D")
  }

  /// Templates of equal content share the load; a hundred of them do not grow without end.
  @Test func boundsTheNumberOfTemplates() throws {
    var text = WMTSText()
    text.resources = (0..<500).map { text.resources.replacing("//t.", with: "//t\($0).") }.joined()
    let address = try text.capabilities().address()
    let hosts = Set((0..<8).flatMap { x in (0..<8).compactMap { y in address.url(for: TileID(z: 3, x: x, y: y))?.prefix(20) } })
    #expect(hosts.count == 15)
  }

  @Test func readsManyLayersInReasonableTime() throws {
    var text = WMTSText()
    let one = "\(text.layer)\(text.style)\(text.format)<TileMatrixSetLink>\(text.link)</TileMatrixSetLink>\(text.resources)"
    text.layer = String(repeating: "\(one)</Layer><Layer>", count: 10_000) + text.layer
    var count = 0
    let time = try ContinuousClock().measure { count = try text.capabilities().layers.count }
    #expect(count == 10_001)
    #expect(time < .seconds(20))
  }
}
