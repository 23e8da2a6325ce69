import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Testing

@testable import OverlookTiles

/// WMS, WMTS and TMS as a person writes their locations.
@Suite struct SourceDocumentTests {
  typealias SourceFixture = TileSourceTests.SourceFixture

  static let tile = TileID(z: 3, x: 3, y: 5)

  // MARK: WMS

  static func wms(version: String = "1.3.0", endpoint: String = "https://h/wms?") -> String {
    let (root, name) = version == "1.3.0" ? ("WMS_Capabilities", "CRS") : ("WMT_MS_Capabilities", "SRS")
    return """
      <?xml version="1.0"?><\(root) version="\(version)"\(version == "1.3.0" ? " xmlns=\"http://www.opengis.net/wms\"" : "")
        xmlns:xlink="http://www.w3.org/1999/xlink">
      <Service><Name>WMS</Name><Title>Weather</Title></Service>
      <Capability><Request><GetMap><Format>image/png</Format><Format>image/jpeg</Format>
        <DCPType><HTTP><Get><OnlineResource xlink:href="\(endpoint)"/></Get></HTTP></DCPType></GetMap></Request>
      <Layer><Title>All</Title><\(name)>EPSG:3857</\(name)>
        <Layer><Name>rain</Name><Title>Rain</Title><Style><Name>blue</Name><Title>Blue</Title></Style>
          <Dimension name="time" units="ISO8601" default="2024-01-02">2024-01-01,2024-01-02</Dimension></Layer>
        <Layer><Name>wind</Name><Title>Wind</Title></Layer>
      </Layer></Capability></\(root)>
      """
  }

  /// The queries of an address, names in lower case.
  static func query(_ address: String?) -> [String: String] {
    let items = address.flatMap { URLComponents(string: $0)?.queryItems } ?? []
    return Dictionary(items.map { ($0.name.lowercased(), $0.value ?? "") }) { first, _ in first }
  }

  @Test(arguments: [
    "wms:https://h/wms", "https://h/wms?service=WMS", "https://h/wms?SERVICE=wms&REQUEST=GetCapabilities&VERSION=1.3.0",
  ])
  func aServiceIsAskedForItsCapabilities(location: String) async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    let source = try await fixture.open(location)
    #expect(source.kind == .wms && source.name == "Rain" && source.tileFormat == .png)
    #expect(source.layers.map(\.name) == ["", "rain", "wind"] && source.layers.map(\.depth) == [0, 1, 1])
    #expect(source.layers[1].times == ["2024-01-01", "2024-01-02"] && source.layers[1].defaultTime == "2024-01-02")
    #expect(source.warnings.contains { $0.contains("rain") && $0.contains("2 layers") })
    let query = Self.query(await fixture.address(source, Self.tile))
    #expect(query["request"] == "GetMap" && query["layers"] == "rain" && query["crs"] == "EPSG:3857" && query["width"] == "256")
  }

  @Test func layerStyleFormatAndTimeAreChosen() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    let source = try await fixture.open("wms:https://h/wms") {
      $0.layer = "rain"
      $0.style = "blue"
      $0.format = "image/jpeg"
      $0.time = "2024-01-01"
    }
    let query = Self.query(await fixture.address(source, Self.tile))
    #expect(query["layers"] == "rain" && query["styles"] == "blue" && query["format"] == "image/jpeg")
    #expect(query["time"] == "2024-01-01")
    #expect(source.warnings.isEmpty)
    let several = try await fixture.open("wms:https://h/wms") { $0.layer = "rain,wind" }
    #expect(Self.query(await fixture.address(several, Self.tile))["layers"] == "rain,wind")
    #expect(several.identity != source.identity)
  }

  @Test func aSourceHasTheTilesOfItsOtherTimes() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    let source = try await fixture.open("wms:https://h/wms") { $0.style = "blue" }
    let times = try #require(source.times)
    #expect(times.steps.map(\.name) == ["2024-01-01", "2024-01-02"] && times.opened?.name == "2024-01-02" && !times.needsTime)
    #expect(Self.query(await fixture.address(source, Self.tile))["time"] == nil)
    let before = try #require(times.nearest(to: 1_704_067_200 + 30_000))
    #expect(before.name == "2024-01-01" && before.timeSeconds == 1_704_067_200)
    #expect(times.index(nearestTo: .nan) == 0 && times.index(nearestTo: 1e12) == 1 && times.nearest(to: .infinity) == nil)
    let query = Self.query(await fixture.address(times.source(at: before), Self.tile))
    #expect(query["time"] == "2024-01-01" && query["layers"] == "rain" && query["styles"] == "blue")
    #expect(try await fixture.open("wms:https://h/wms") { $0.layer = "wind" }.times == nil)
  }

  @Test func aWrongNameIsAnsweredWithThoseThereAre() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    await #expect(
      throws: TileSourceError.unknownName(source: "https://h/wms", what: "layer", name: "snow", names: ["rain", "wind"])
    ) { try await fixture.open("wms:https://h/wms") { $0.layer = "snow" } }
    let error = await #expect(throws: TileSourceError.self) {
      try await fixture.open("wms:https://h/wms") {
        $0.layer = "rain"
        $0.style = "red"
      }
    }
    #expect("\(try #require(error))".contains("blue"))
  }

  @Test func anOldServerIsAskedInItsOwnVersion() async throws {
    let fixture = SourceFixture()
    fixture.serve(
      "https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0",
      "<ServiceExceptionReport version=\"1.1.1\"><ServiceException>version?</ServiceException></ServiceExceptionReport>")
    fixture.serve("https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.1.1", Self.wms(version: "1.1.1"))
    let source = try await fixture.open("wms:https://h/wms")
    let query = Self.query(await fixture.address(source, Self.tile))
    #expect(query["version"] == "1.1.1" && query["srs"] == "EPSG:3857")
  }

  @Test func aBareAddressIsTriedAsAService() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/ows", "<html><body>Welcome</body></html>")
    fixture.serve("https://h/ows?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    #expect(try await fixture.open("https://h/ows").kind == .wms)
  }

  @Test func theAddressOfAPictureSaysWhatIsOnIt() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/wms?map=a.map&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    let source = try await fixture.open(
      "https://h/wms?map=a.map&SERVICE=WMS&REQUEST=GetMap&LAYERS=wind&STYLES=&CRS=EPSG:3857&BBOX=0,0,1,1&WIDTH=9&HEIGHT=9&FORMAT=image/png"
    )
    let query = Self.query(await fixture.address(source, Self.tile))
    #expect(query["layers"] == "wind" && query["width"] == "256")
    #expect(query["map"] == "a.map", "what is not of the protocol goes on to the same server")
  }

  /// Some servers take the format of the capabilities themselves.
  @Test func parametersOfTheCapabilitiesAreNotThoseOfPictures() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    let source = try await fixture.open("https://h/wms?service=WMS&request=GetCapabilities&format=text/xml")
    #expect(source.tileFormat == .png)
  }

  @Test func aKeyOfTheServiceGoesOnToItsTilesOnly() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/wms?key=CANARY&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0", Self.wms())
    let source = try await fixture.open("wms:https://h/wms?key=CANARY")
    #expect(Self.query(await fixture.address(source, Self.tile))["key"] == "CANARY")
    fixture.serve(
      "https://h/wms?key=CANARY&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0",
      Self.wms(endpoint: "https://elsewhere.example/wms?"))
    let other = try await fixture.open("wms:https://h/wms?key=CANARY")
    #expect(Self.query(await fixture.address(other, Self.tile))["key"] == nil)
  }

  @Test func aServicesReportIsToldInItsWords() async throws {
    let fixture = SourceFixture()
    for version in ["1.3.0", "1.1.1"] {
      fixture.serve(
        "https://h/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=\(version)",
        "<ServiceExceptionReport><ServiceException code=\"NoApplicableCode\">out of order</ServiceException></ServiceExceptionReport>"
      )
    }
    let error = await #expect(throws: TileSourceError.self) { try await fixture.open("wms:https://h/wms") }
    #expect("\(try #require(error))".contains("out of order"))
  }

  // MARK: WMTS

  static let wmts = """
    <?xml version="1.0"?><Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
      xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
    <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="https://h/kvp?"><ows:Constraint
      name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get></ows:HTTP></ows:DCP>
      </ows:Operation></ows:OperationsMetadata>
    <Contents>
      <Layer><ows:Title>Base</ows:Title><ows:Identifier>base</ows:Identifier><Style isDefault="true"><ows:Identifier>plain</ows:Identifier></Style>
        <Format>image/png</Format><TileMatrixSetLink><TileMatrixSet>g</TileMatrixSet></TileMatrixSetLink>
        <ResourceURL format="image/png" resourceType="tile" template="https://h/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png"/></Layer>
      <Layer><ows:Title>Over</ows:Title><ows:Identifier>over</ows:Identifier><Style isDefault="true"><ows:Identifier>d</ows:Identifier></Style>
        <Format>image/jpeg</Format><TileMatrixSetLink><TileMatrixSet>g</TileMatrixSet></TileMatrixSetLink></Layer>
      <TileMatrixSet><ows:Identifier>g</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>\(matrices)</TileMatrixSet>
    </Contents></Capabilities>
    """

  /// Scale denominators of OGC 07-057r7, annex E.4.
  private static let matrices = (0...4).map { zoom in
    """
    <TileMatrix><ows:Identifier>m\(zoom)</ows:Identifier><ScaleDenominator>\(559_082_264.0287178 / Double(1 << zoom))</ScaleDenominator>
    <TopLeftCorner>-20037508.3427892 20037508.3427892</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
    <MatrixWidth>\(1 << zoom)</MatrixWidth><MatrixHeight>\(1 << zoom)</MatrixHeight></TileMatrix>
    """
  }.joined()

  @Test(arguments: [
    "https://h/WMTSCapabilities.xml", "wmts:https://h/wmts", "https://h/wmts?service=WMTS", "wmts:https://h/rest",
  ])
  func aWMTSIsReadFromWhereverItDescribesItself(location: String) async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/WMTSCapabilities.xml", Self.wmts)
    fixture.serve("https://h/wmts?SERVICE=WMTS&REQUEST=GetCapabilities&VERSION=1.0.0", Self.wmts)
    fixture.serve("https://h/rest/1.0.0/WMTSCapabilities.xml", Self.wmts)
    let source = try await fixture.open(location)
    #expect(source.kind == .wmts && source.name == "Base" && source.minimumZoom == 0 && source.maximumZoom == 4)
    #expect(await fixture.address(source, Self.tile) == "https://h/plain/g/m3/5/3.png")
    #expect(source.layers.map(\.name) == ["base", "over"] && source.layers[0].matrixSets == ["g"])
    #expect(source.warnings.contains { $0.contains("base") })
  }

  @Test func aLayerWithoutTemplatesIsAskedForByQueries() async throws {
    let file = try TemporaryFile(Array(Self.wmts.utf8), name: "capabilities")
    let fixture = SourceFixture()
    let source = try await fixture.open(file.path) {
      $0.layer = "over"
      $0.matrixSet = "g"
    }
    let query = Self.query(await fixture.address(source, Self.tile))
    #expect(query["layer"] == "over" && query["tilematrix"] == "m3" && query["tilerow"] == "5" && query["tilecol"] == "3")
    await #expect(throws: TileSourceError.unknownName(source: file.path, what: "matrix set", name: "x", names: ["g"])) {
      try await fixture.open(file.path) {
        $0.layer = "over"
        $0.matrixSet = "x"
      }
    }
  }

  @Test func layersAreListedAlsoWhenNoneCanBeShown() async throws {
    let text = Self.wmts.replacing("EPSG::3857", with: "EPSG::2056")
    let file = try TemporaryFile(Array(text.utf8), name: "capabilities")
    let fixture = SourceFixture()
    await #expect(throws: TileSourceError.self) { try await fixture.open(file.path) }
    #expect(try await TileSource.layers(of: file.path, services: fixture.services).map(\.name) == ["base", "over"])
  }

  // MARK: TMS

  static let tms = """
    <?xml version="1.0"?><TileMap version="1.0.0" tilemapservice="http://h/tms"><Title>Hills</Title><SRS>EPSG:3857</SRS>
    <BoundingBox minx="-20037508.34" miny="-20037508.34" maxx="20037508.34" maxy="20037508.34"/>
    <Origin x="-20037508.34" y="-20037508.34"/><TileFormat width="256" height="256" mime-type="image/png" extension="png"/>
    <TileSets profile="global-mercator"><TileSet href="https://h/tms/0" units-per-pixel="156543.03392804062" order="0"/>
    <TileSet href="https://h/tms/1" units-per-pixel="78271.51696402031" order="1"/>
    <TileSet href="https://h/tms/2" units-per-pixel="39135.75848201016" order="2"/>
    <TileSet href="https://h/tms/3" units-per-pixel="19567.87924100508" order="3"/></TileSets></TileMap>
    """

  @Test(arguments: ["https://h/tms/tilemapresource.xml", "tms:https://h/tms"]) func aTMSCountsRowsFromTheSouth(location: String)
    async throws
  {
    let fixture = SourceFixture()
    fixture.serve("https://h/tms/tilemapresource.xml", Self.tms)
    let source = try await fixture.open(location)
    #expect(source.kind == .tms && source.name == "Hills" && source.maximumZoom == 3)
    #expect(await fixture.address(source, Self.tile) == "https://h/tms/3/3/2.png")
  }

  @Test func ofTheMapsOfATMSOneIsChosen() async throws {
    let fixture = SourceFixture()
    fixture.serve(
      "https://h/tms/1.0.0",
      """
      <TileMapService version="1.0.0"><Title>S</Title><TileMaps>
      <TileMap title="Geographic" srs="EPSG:4326" profile="global-geodetic" href="https://h/geo.xml"/>
      <TileMap title="Hills" srs="EPSG:3857" profile="global-mercator" href="https://h/hills.xml"/>
      <TileMap title="Towns" srs="EPSG:3857" profile="global-mercator" href="https://h/towns.xml"/></TileMaps></TileMapService>
      """)
    fixture.serve("https://h/hills.xml", Self.tms)
    fixture.serve("https://h/towns.xml", Self.tms.replacing("Hills", with: "Towns"))
    let first = try await fixture.open("tms:https://h/tms/1.0.0") { $0.headers = [HTTPHeader(name: "X-Key", value: "CANARY")] }
    #expect(fixture.http.requests.map(\.headers.count) == [1, 1])
    #expect(
      first.name == "Hills" && first.layers.map(\.name) == ["Hills", "Towns"] && first.warnings.contains { $0.contains("Hills") })
    #expect(try await fixture.open("https://h/tms/1.0.0") { $0.layer = "Towns" }.name == "Towns")
    await #expect(throws: TileSourceError.self) { try await fixture.open("https://h/tms/1.0.0") { $0.layer = "Geographic" } }
  }

  @Test func aListOfMapsSendsNoSecretToAnotherServer() async throws {
    let fixture = SourceFixture()
    fixture.serve(
      "https://h/tms?key=CANARY",
      """
      <TileMapService version="1.0.0"><TileMaps>
      <TileMap title="Hills" srs="EPSG:3857" profile="global-mercator" href="https://elsewhere.example/hills.xml"/>
      </TileMaps></TileMapService>
      """)
    fixture.serve("https://elsewhere.example/hills.xml", Self.tms.replacing("//h/", with: "//elsewhere.example/"))
    _ = try await fixture.open("tms:https://h/tms?key=CANARY") { $0.headers = [HTTPHeader(name: "X-Key", value: "CANARY")] }
    #expect(fixture.http.requests.map(\.url) == ["https://h/tms?key=CANARY", "https://elsewhere.example/hills.xml"])
    #expect(fixture.http.requests.map(\.headers.count) == [1, 0])
  }
}
