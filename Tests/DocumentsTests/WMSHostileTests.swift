import OverlookFormats
import OverlookGeometry
import Testing

/// Faults of capabilities and of what they name (robustness, WMS / WMTS).
@Suite struct WMSHostileTests {
  private let origin = TileID(z: 0, x: 0, y: 0)

  @Test(arguments: [
    "file:///cgi", "http://localhost:8080/geoserver/ows?", "http://127.0.0.1/", "javascript:x", "http://[::ffff:10.0.0.1]/", "",
  ])
  func asksTheAddressOfTheDocumentWhereItMayNotFollow(address: String) throws {
    var text = WMSText()
    text.address = address
    let capabilities = try text.capabilities()
    #expect(capabilities.endpoint == "https://caps.example.org/wms?map=1")
    #expect(capabilities.warnings.count == 1)
    #expect(try capabilities.address().warnings == capabilities.warnings)
  }

  @Test func readsAFileThatNamesAServerOfTheOwnMachine() throws {
    var text = WMSText()
    text.address = "http://127.0.0.1:9000/ows?"
    #expect(try text.capabilities(from: nil).endpoint == "http://127.0.0.1:9000/ows")
    text.address = "file:///x"
    #expect(message { _ = try text.capabilities(from: nil) }.contains("file:"))
  }

  /// A line break in a name reads as spaces.
  @Test func encodesNames() throws {
    var text = WMSText()
    text.layer = "<Layer><Name>a&amp;STYLES=x&#13;&#10;Y: z#</Name><CRS>EPSG:3857</CRS></Layer>"
    let url = try text.capabilities().address().url(for: origin)
    #expect(url?.contains("&LAYERS=a%26STYLES%3Dx%20%20Y:%20z%23&STYLES=&") == true)
  }

  @Test func refusesNestingWithoutEndAndReadsDeepOnes() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<Layer>", count: depth) + "<Name>deep</Name><CRS>EPSG:3857</CRS>"
        + String(repeating: "</Layer>", count: depth)
    }
    var text = WMSText()
    text.layer = nested(200)
    #expect(try text.capabilities().address().layers == ["deep"])
    text.layer = nested(5_000)
    #expect(message { _ = try text.capabilities() }.contains("256 deep"))
  }

  @Test(arguments: [
    ("NaN", "0", "1", "1"), ("10", "0", "-10", "1"), ("0", "50", "10", "40"), ("-1e308", "0", "1e308", "1"), ("", "", "", ""),
    ("0", "0", "0", "0"), ("-400", "-90", "400", "90"), ("0", "-200", "1", "200"),
  ])
  func ignoresBoxesThatMakeNoSense(west: String, south: String, east: String, north: String) throws {
    var text = WMSText()
    text.layer = """
      <Layer><Name>n</Name><CRS>EPSG:3857</CRS><EX_GeographicBoundingBox><westBoundLongitude>\(west)</westBoundLongitude>
      <eastBoundLongitude>\(east)</eastBoundLongitude><southBoundLatitude>\(south)</southBoundLatitude>
      <northBoundLatitude>\(north)</northBoundLatitude></EX_GeographicBoundingBox></Layer>
      """
    let capabilities = try text.capabilities()
    #expect(capabilities.layers.first?.bounds == nil && capabilities.warnings.count == 1)
    #expect(try capabilities.address().bounds == .world)
  }

  @Test func takesABoxInMetresWhereThereIsNoneInDegrees() throws {
    var text = WMSText()
    let half = Standard.half
    text.layer = """
      <Layer><Name>n</Name><CRS>EPSG:3857</CRS><BoundingBox CRS="EPSG:4326" minx="1" miny="2" maxx="3" maxy="4"/>
      <BoundingBox CRS="EPSG:3857" minx="0" miny="0" maxx="\(half / 2)" maxy="\(half)"/></Layer>
      """
    let bounds = try #require(try text.capabilities().layers.first?.bounds)
    // atan(sinh(pi)) is 85.0511...: EPSG:3857.
    #expect(abs(bounds.northEast.longitude - 90) < 1e-9 && abs(bounds.northEast.latitude - 85.0511287798066) < 1e-9)
    #expect(abs(bounds.southWest.longitude) < 1e-9 && abs(bounds.southWest.latitude) < 1e-9)
  }

  @Test func tellsTheServersOwnWordsWhenItSentAReport() throws {
    let text = message { _ = try WMSCapabilities(xml: Fixture.bytes("exception-1.1.1.xml"), baseURL: nil) }
    #expect(text.contains("the server reports: msWMSLoadGetMapParams(): WMS server error. Invalid layer(s) given"))
    #expect(text.hasSuffix("(LayerNotDefined)"))
    #expect(message { _ = try WMSCapabilities(xml: Array("<html/>".utf8), baseURL: nil) }.contains("web page"))
    var old = WMSText()
    old.version = "1.0.0"
    #expect(message { _ = try old.capabilities() }.contains("version 1.0.0 of WMS"))
    #expect(
      message { _ = try WMSCapabilities(xml: Array("<WMS_Capabilities version='1.3.0'/>".utf8), baseURL: nil) }.contains(
        "Capability"))
    var empty = WMSText()
    empty.layer = ""
    #expect(message { _ = try empty.capabilities() }.contains("no layers"))
    empty.layer = "<Layer><Title>group</Title><CRS>EPSG:3857</CRS></Layer>"
    #expect(message { _ = try empty.capabilities().address() }.contains("no layers"))
  }

  @Test func readsSizesThatMakeNoSenseAsNone() throws {
    var text = WMSText()
    text.service = "<MaxWidth>-4</MaxWidth><MaxHeight>99999999999999999999</MaxHeight>"
    let capabilities = try text.capabilities()
    #expect(capabilities.maximumWidth == nil && capabilities.maximumHeight == nil)
    #expect(try capabilities.address(tilePixels: 100_000).tilePixels == 4096)
    #expect(message { _ = try capabilities.address(tilePixels: 0) }.contains("0 pixels"))
    text.service = "<MaxWidth>4</MaxWidth>"
    #expect(message { _ = try text.capabilities().address() }.contains("at most 4 pixels"))
  }

  /// Every layer inherits every style and name of those around it: what that could become is bounded.
  @Test func boundsWhatInheritanceCosts() throws {
    var text = WMSText()
    let styles = (0..<3_000).map { "<Style><Name>s\($0)</Name></Style>" }.joined()
    let systems = (2_000..<8_000).map { "<CRS>EPSG:\($0)</CRS>" }.joined()
    let layers = (0..<3_000).map { "<Layer><Name>n\($0)</Name><CRS>EPSG:1</CRS><Style><Name>own</Name></Style></Layer>" }.joined()
    text.layer = "<Layer>\(systems)\(styles)\(layers)</Layer>"
    var capabilities: WMSCapabilities?
    let time = try ContinuousClock().measure { capabilities = try text.capabilities() }
    let kept = capabilities?.layers.reduce(0) { $0 + $1.styles.count } ?? 0
    #expect(kept < 2_100_000)
    #expect(capabilities?.layers.last?.styles.map(\.name) == ["own"])
    #expect(capabilities?.layers.last?.crs.contains("EPSG:3857") == true)
    #expect(capabilities?.warnings.contains { $0.contains("inherit") } == true)
    #expect(time < .seconds(30))
  }

  @Test func readsATimeFromEitherPlaceOfVersion111() throws {
    var text = WMSText()
    text.version = "1.1.1"
    text.layer =
      "<Layer><Name>n</Name><SRS>EPSG:3857 EPSG:4326</SRS><Dimension name='TIME' default='2026-01-02'>2026-01-01/2026-01-03/P1D</Dimension></Layer>"
    let layer = try #require(try text.capabilities().layers.first)
    #expect(layer.crs == ["EPSG:3857", "EPSG:4326"])
    #expect(layer.time?.times(limit: 5) == ["2026-01-01", "2026-01-02", "2026-01-03"])
    let address = try text.capabilities().address(time: "2026-01-09")
    #expect(address.url(for: origin)?.contains("&TIME=2026-01-09&") == true)
    #expect(address.warnings == ["time 2026-01-09 is not among those offered: 2026-01-01 to 2026-01-03"])
    #expect(message { _ = try text.capabilities().address(time: "now&LAYERS=x") }.contains("is not a time"))
  }
}
