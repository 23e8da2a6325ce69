import OverlookFormats
import OverlookGeometry
import Testing

@Suite struct TMSTests {
  private func map(
    srs: String = "EPSG:3857", profile: String = "global-mercator", origin: String = "x='-20037508.34' y='-20037508.34'",
    sets: String = "<TileSet href='https://t.example.org/0' units-per-pixel='156543.03392804097' order='0'/>",
    format: String = "width='256' height='256' mime-type='image/png' extension='png'", more: String = ""
  ) throws -> TMSDocument {
    let text = """
      <TileMap version="1.0.0"><Title>T</Title><SRS>\(srs)</SRS>\(more)<Origin \(origin)/><TileFormat \(format)/>
      <TileSets profile="\(profile)">\(sets)</TileSets></TileMap>
      """
    return try TMSDocument(xml: Array(text.utf8), baseURL: "https://t.example.org/1.0.0/map/tilemapresource.xml")
  }

  /// Its first set has four tiles: the zoom is told by the size of a pixel and not by the order.
  @Test func readsAServersMapByTheSizeOfItsPixels() throws {
    let document = try TMSDocument(xml: Fixture.bytes("tms-proxy.xml"), baseURL: nil)
    #expect(document.zooms == [1, 2, 3] && document.tilePixels == 256 && document.tileFormat == .png)
    #expect(document.title == "Sea chart")
    // Rows count from the south: 2^3 - 1 - 2 = 5.
    #expect(document.url(for: TileID(z: 3, x: 4, y: 2)) == "http://maps.example.org/tms/1.0.0/chart/EPSG900913/2/4/5.png")
    #expect(document.url(for: TileID(z: 0, x: 0, y: 0)) == nil && document.url(for: TileID(z: 4, x: 0, y: 0)) == nil)
    #expect(abs(document.bounds.longitudeSpan - 360) < 1e-6)
  }

  @Test func readsAFolderThatAProgramCut() throws {
    let document = try TMSDocument(
      xml: Fixture.bytes("tms-cutter.xml"), baseURL: "https://h.example.org/flight/tilemapresource.xml")
    #expect(document.zooms == [13, 14] && document.tileFormat == .jpeg)
    let tile = TileID(z: 14, x: 8574, y: 5735)
    #expect(document.url(for: tile) == "https://h.example.org/flight/14/8574/\((1 << 14) - 1 - 5735).jpg")
    // Its box has latitudes first; which of the two it is cannot be told, so that it is not used.
    #expect(document.bounds == .world && document.warnings.count == 1)
  }

  @Test func listsTheMapsOfAService() throws {
    let service = try TMSService(xml: Fixture.bytes("tms-service.xml"), baseURL: "http://maps.example.org/tms/1.0.0/")
    #expect(
      service.maps.map(\.address) == [
        "http://maps.example.org/tms/1.0.0/chart/EPSG900913", "http://maps.example.org/tms/1.0.0/world/EPSG4326",
      ])
    #expect(service.maps.map(\.isWebMercator) == [true, false])
  }

  @Test func countsFromAnOriginOfItsOwn() throws {
    // At zoom 4: two tiles from the west, three from the south.
    let span = 2 * Standard.half / 16
    let document = try map(
      origin: "x='\(-Standard.half + 2 * span)' y='\(-Standard.half + 3 * span)'",
      sets: "<TileSet href='4' units-per-pixel='\(span / 256)' order='4'/>")
    #expect(document.url(for: TileID(z: 4, x: 5, y: 10)) == "https://t.example.org/1.0.0/map/4/3/2.png")
    #expect(document.url(for: TileID(z: 4, x: 1, y: 10)) == nil && document.url(for: TileID(z: 4, x: 5, y: 13)) == nil)
  }

  @Test(arguments: [
    ("EPSG:4326", "global-geodetic"), ("", "global-geodetic"), ("EPSG:25832", "local"), ("EPSG:3395", "global-mercator"),
  ])
  func refusesOtherProjectionsByName(srs: String, profile: String) {
    let text = message { _ = try self.map(srs: srs, profile: profile) }
    #expect(text.contains(srs.isEmpty ? profile : srs) && text.contains("EPSG:3857"))
  }

  @Test(arguments: ["0", "-1", "NaN", "1e308", "150000", ""])
  func refusesPixelsThatAreNotThoseOfAZoom(size: String) {
    let text = message { _ = try self.map(sets: "<TileSet href='0' units-per-pixel='\(size)' order='0'/>") }
    #expect(text.contains("usual grid"))
  }

  @Test func refusesWhatCannotBeUsed() {
    #expect(message { _ = try self.map(sets: "") }.contains("no tile sets"))
    #expect(message { _ = try self.map(format: "width='0' height='0'") }.contains("tiles are not square"))
    #expect(message { _ = try self.map(format: "width='256' height='512'") }.contains("tiles are not square"))
    let inside = "<TileSet href='http://127.0.0.1/0' units-per-pixel='156543.03392804097'/>"
    #expect(message { _ = try self.map(sets: inside) }.contains("local machine"))
    #expect(message { _ = try TMSDocument(xml: Fixture.bytes("tms-service.xml"), baseURL: nil) }.contains("<TileMapService>"))
  }

  @Test func keepsAnExtensionFromLeavingItsPlace() throws {
    let document = try map(format: "width='256' height='256' mime-type='image/png' extension='../../x?'")
    #expect(document.url(for: TileID(z: 0, x: 0, y: 0)) == "https://t.example.org/0/0/0")
  }

  @Test func readsABoxInMetres() throws {
    let document = try map(more: "<BoundingBox minx='0' miny='0' maxx='\(Standard.half / 2)' maxy='\(Standard.half)'/>")
    #expect(
      abs(document.bounds.northEast.longitude - 90) < 1e-9 && abs(document.bounds.northEast.latitude - 85.0511287798066) < 1e-9)
  }
}
