import OverlookFormats
import OverlookGeometry
import Testing

@Suite struct WMSTests {
  private let cgi = "http://maps.example.org/cgi-bin/mapserv?map=/srv/forest.map&SERVICE=WMS&REQUEST=GetCapabilities"

  private func read(_ name: String, from base: String?) throws -> WMSCapabilities {
    try WMSCapabilities(xml: Fixture.bytes(name), baseURL: base)
  }

  private func box(_ bounds: CoordinateBounds?) -> [Double] {
    guard let bounds else { return [] }
    return [bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude]
  }

  /// The box of a tile, from the definition of the grid; as text, because the address has to hold exactly these numbers.
  private func boxText(_ tile: TileID) -> String {
    // Fractions of powers of two are exact; the product is rounded once.
    let half = 20_037_508.342789244
    func east(_ column: Int) -> Double { half * (Double(column) / Double(1 << tile.z) * 2 - 1) }
    func north(_ row: Int) -> Double { half * (1 - Double(row) / Double(1 << tile.z) * 2) }
    let numbers = [east(tile.x), north(tile.y + 1), east(tile.x + 1), north(tile.y)]
    return numbers.map { "\($0)" }.joined(separator: ",")
  }

  /// Latin-1, a DOCTYPE with a part of its own, SRS, Extent.
  @Test func readsVersion111() throws {
    let capabilities = try read("wms-cgi-1.1.1.xml", from: cgi)
    #expect(capabilities.version == .v111)
    #expect(capabilities.title == "Forêts et prés")
    #expect(capabilities.endpoint == "http://maps.example.org/cgi-bin/mapserv?map=/srv/forest.map")
    #expect(capabilities.formats == ["image/jpeg", "image/png", "image/png; mode=8bit"])
    #expect(capabilities.layers.map(\.name) == ["forest", "oak", "radar"])
    #expect(capabilities.layers.map(\.depth) == [0, 1, 1])
    let oak = capabilities.layers[1]
    #expect(oak.crs == ["EPSG:4326", "EPSG:3857"] && oak.isQueryable && !oak.isOpaque)
    #expect(oak.styles.map(\.name) == ["default", "age"])
    #expect(box(oak.bounds) == [-5.25, 41.5, 9.75, 51.25])
    #expect(oak.attribution == "\u{A9} Office des forêts")
    let radar = capabilities.layers[2]
    #expect(radar.crs == ["EPSG:4326", "EPSG:3857", "EPSG:2154"] && radar.isOpaque)
    #expect(box(radar.bounds) == [0, 45, 5, 50])
    #expect(radar.time?.defaultTime == "2026-06-23T03:10:00Z" && radar.time?.hasNearestValue == true)
    #expect(
      radar.time?.times(limit: 20)
        == (0..<6).map { "2026-06-23T03:\($0)0:00Z" } + ["2026-06-23T04:00:00Z", "2026-06-24"])
    #expect(radar.dimensions.map(\.values) == [["0", "500", "1000"]] && radar.dimensions.first?.units == "m")
  }

  @Test func asksVersion111InItsWords() throws {
    let address = try read("wms-cgi-1.1.1.xml", from: cgi).address(layers: ["oak"], styles: ["age"])
    let tile = TileID(z: 6, x: 32, y: 22)
    #expect(
      address.url(for: tile)
        == "http://maps.example.org/cgi-bin/mapserv?map=/srv/forest.map&SERVICE=WMS&REQUEST=GetMap&VERSION=1.1.1&LAYERS=oak"
        + "&STYLES=age&SRS=EPSG:3857&FORMAT=image%2Fpng&TRANSPARENT=TRUE&WIDTH=256&HEIGHT=256"
        + "&EXCEPTIONS=application%2Fvnd.ogc.se_xml&BBOX=\(boxText(tile))")
    #expect(address.attribution == "\u{A9} Office des forêts" && address.tileFormat == .png)
    #expect(
      address.featureInfoURL(for: tile, x: 17, y: 200)?.contains(
        "REQUEST=GetFeatureInfo&VERSION=1.1.1&LAYERS=oak&STYLES=age&SRS=EPSG:3857") == true)
    #expect(address.featureInfoURL(for: tile, x: 17, y: 200)?.contains("&QUERY_LAYERS=oak&INFO_FORMAT=text%2Fplain") == true)
    #expect(address.featureInfoURL(for: tile, x: 17, y: 200)?.contains("&X=17&Y=200&") == true)
    #expect(address.featureInfoURL(for: tile, x: 256, y: 0) == nil)
  }

  @Test func inheritsThroughNestedGroupsOfVersion130() throws {
    let base = "https://geo.example.org/geoserver/ows?service=WMS&authkey=K"
    let capabilities = try read("wms-java-1.3.0.xml", from: base)
    #expect(capabilities.version == .v130)
    #expect(capabilities.layers.map(\.name) == [nil, nil, "base:roads", "base:relief & shade"])
    #expect(capabilities.layers.map(\.depth) == [0, 1, 2, 2])
    let roads = capabilities.layers[2]
    #expect(roads.styles.map(\.name) == ["line", "grey"])
    // Every name of Web Mercator is kept, a few of the others are.
    #expect(roads.crs.contains("EPSG:3857") && roads.crs.contains("EPSG:3785") && roads.crs.count == 10)
    #expect(box(roads.bounds) == [-3.5, 42.5, -1.75, 43.5])
    #expect(box(capabilities.layers[3].bounds) == [-180, -90, 180, 90])
    #expect(
      capabilities.layers[3].time?.times(limit: 9)
        == ["01-31", "02-28", "03-31", "04-30", "05-31"].map { "2026-\($0)T00:00:00.000Z" })
    // The server's name of http for itself becomes the https that it was reached by, and its key goes along.
    #expect(capabilities.endpoint == "https://geo.example.org/geoserver/ows?authkey=K")
  }

  /// 1.3.0 turned the axes of degrees, not those of metres: easting first here too.
  @Test func asksVersion130InItsWords() throws {
    let capabilities = try read("wms-java-1.3.0.xml", from: "https://geo.example.org/geoserver/ows")
    let address = try capabilities.address(layers: ["base:relief & shade", "base:roads"], time: "2026-02-28", tilePixels: 2048)
    let tile = TileID(z: 3, x: 3, y: 2)
    #expect(
      address.url(for: tile)
        == "https://geo.example.org/geoserver/ows?SERVICE=WMS&REQUEST=GetMap&VERSION=1.3.0"
        + "&LAYERS=base:relief%20%26%20shade,base:roads&STYLES=,&CRS=EPSG:3857&FORMAT=image%2Fpng&TRANSPARENT=TRUE"
        + "&WIDTH=1024&HEIGHT=1024&EXCEPTIONS=XML&TIME=2026-02-28&BBOX=\(boxText(tile))")
    // The server's own limit of 4000 x 1024 pixels holds.
    #expect(address.tilePixels == 1024)
    #expect(address.title == "Relief, Roads" && address.time == "2026-02-28" && address.warnings == [])
    #expect(box(address.bounds) == [-180, -90, 180, 90])
    let old = try capabilities.address(layers: ["base:roads"], version: .v111)
    #expect(old.url(for: TileID(z: 0, x: 0, y: 0))?.contains("VERSION=1.1.1&LAYERS=base:roads&STYLES=&SRS=EPSG:3857") == true)
  }

  @Test func choosesAFirstLayerAnOddNameOfMercatorAndARelativeAddress() throws {
    let capabilities = try read(
      "wms-vendor-1.3.0.xml", from: "https://gis.example.com/services/City/MapServer/WmsServer?request=x")
    #expect(capabilities.title == "City & parks")
    let address = try capabilities.address()
    #expect(address.layers == ["0"] && address.crs == "EPSG:102100" && address.format == "image/png32")
    #expect(
      address.url(for: TileID(z: 8, x: 75, y: 96))?.hasPrefix(
        "https://gis.example.com/services/City/MapServer/WmsServer?SERVICE=WMS&")
        == true)
    #expect(try capabilities.address(layers: ["Streets"]).layers == ["1"])
    let jpeg = try capabilities.address(format: "image/jpeg")
    #expect(!jpeg.isTransparent && jpeg.url(for: TileID(z: 0, x: 0, y: 0))?.contains("TRANSPARENT=FALSE") == true)
    // A file does not say where it is.
    #expect(message { _ = try self.read("wms-vendor-1.3.0.xml", from: nil) }.contains("relative address"))
  }

  @Test func asksOnlyForTilesThatTouchTheLayers() throws {
    let address = try read("wms-cgi-1.1.1.xml", from: cgi).address(layers: ["radar"])
    // 0 to 5 degrees east, 45 to 50 north: at zoom 7 columns 64 and 65, rows 43 to 46.
    for (x, y, isInside) in [(64, 44, true), (65, 45, true), (60, 44, false), (70, 44, false), (64, 40, false), (64, 50, false)] {
      #expect((address.url(for: TileID(z: 7, x: x, y: y)) != nil) == isInside)
    }
    #expect(address.url(for: TileID(z: 0, x: 0, y: 0)) != nil)
    #expect(address.url(for: TileID(z: 7, x: 128, y: 0)) == nil)
  }

  /// Corners are exact: the middle of the world is 0, its edges are the constants.
  @Test func givesBoxesWithoutRoundingErrors() throws {
    let address = try WMSText().capabilities().address()
    #expect(
      address.url(for: TileID(z: 0, x: 0, y: 0))?.hasSuffix(
        "&BBOX=-20037508.342789244,-20037508.342789244,20037508.342789244,20037508.342789244") == true)
    #expect(address.url(for: TileID(z: 1, x: 1, y: 0))?.hasSuffix("&BBOX=0.0,0.0,20037508.342789244,20037508.342789244") == true)
    // The smallest tile: 40075016.685578488 / 2^30 metres, in full and without an exponent.
    let deep = try #require(address.url(for: TileID(z: 30, x: 1 << 29, y: (1 << 29) - 1)))
    #expect(deep.hasSuffix("&BBOX=0.0,0.0,0.03732276771737122,0.03732276771737122"))
  }

  @Test func saysWhatThereIsWhenSomethingElseIsAskedFor() throws {
    let capabilities = try read("wms-cgi-1.1.1.xml", from: cgi)
    #expect(message { _ = try capabilities.address(layers: ["elm"]) }.contains("no layer elm; there is forest, oak, radar"))
    #expect(message { _ = try capabilities.address(layers: ["oak"], styles: ["x"]) }.contains("there is default, age"))
    #expect(message { _ = try capabilities.address(format: "image/tiff") }.contains("image/jpeg"))
    #expect(message { _ = try capabilities.address(layers: ["oak"], time: "2026") }.contains("no times"))
    var text = WMSText()
    text.layer = "<Layer><Name>n</Name><CRS>EPSG:4326</CRS><CRS>EPSG:25830</CRS></Layer>"
    let fault = message { _ = try text.capabilities().address() }
    #expect(fault.contains("layer n") && fault.contains("EPSG:4326, EPSG:25830"))
  }
}
