import OverlookFormats
import OverlookGeometry
import Testing

/// Capabilities in the shapes that servers write them, and the addresses that come of them.
@Suite struct WMTSTests {
  private func read(_ name: String, from base: String? = "http://maps.example.org/wmts.xml") throws -> WMTSCapabilities {
    try WMTSCapabilities(xml: Fixture.bytes(name), baseURL: base)
  }

  private func box(_ bounds: CoordinateBounds?) -> [Double] {
    guard let bounds else { return [] }
    return [bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude]
  }

  @Test func readsACachingProxyWithTemplatesAndQueries() throws {
    let capabilities = try read("wmts-proxy.xml")
    #expect(capabilities.title == "Harbour & coast")
    #expect(capabilities.layers.map(\.identifier) == ["chart", "parcels"])
    #expect(capabilities.layers[0].abstract == nil)
    #expect(box(capabilities.layers[0].bounds) == [5.5, 53.25, 9.25, 55.5])
    #expect(capabilities.matrixSets.map(\.zooms) == [Array(0...11), []])
    #expect(capabilities.endpoint == "http://maps.example.org/service")

    let rest = try capabilities.address()
    #expect(rest.encoding == .rest && rest.minimumZoom == 0 && rest.maximumZoom == 11 && rest.tilePixels == 256)
    #expect(rest.title == "Sea chart" && rest.tileFormat == .png)
    // Column before row, as its template has them.
    #expect(rest.url(for: TileID(z: 9, x: 268, y: 165)) == "http://maps.example.org/wmts/chart/webmercator/09/268/165.png")

    let kvp = try capabilities.address(layer: "chart", encoding: .kvp)
    #expect(
      kvp.url(for: TileID(z: 9, x: 268, y: 165))
        == "http://maps.example.org/service?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=chart&STYLE=default"
        + "&FORMAT=image%2Fpng&TILEMATRIXSET=webmercator&TILEMATRIX=09&TILEROW=165&TILECOL=268")
  }

  @Test func namesTheProjectionsOfALayerThatIsNotInWebMercator() throws {
    let text = message { _ = try self.read("wmts-proxy.xml").address(layer: "parcels") }
    #expect(text.contains("layer parcels") && text.contains("EPSG:25832") && text.contains("EPSG:3857"))
    let set = message { _ = try self.read("wmts-proxy.xml").address(layer: "chart", matrixSet: "utm32") }
    #expect(set.contains("utm32") && set.contains("EPSG:25832"))
  }

  /// Numbers with exponents and few digits, identifiers with colons, limits, a default style that is not the first.
  @Test func readsAJavaServerWithLimits() throws {
    let address = try read("wmts-java-server.xml").address()
    #expect(address.layer == "town:streets" && address.style == "day & dusk" && address.format == "image/png8")
    #expect(address.matrixSet == "EPSG:900913" && address.zooms == Array(0...5))
    // The server names itself by its name behind a proxy; the address that the user gave is asked.
    #expect(address.warnings.contains { $0.contains("localhost") })
    #expect(
      address.url(for: TileID(z: 4, x: 7, y: 6))
        == "http://maps.example.org/wmts.xml?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=town:streets"
        + "&STYLE=day%20%26%20dusk&FORMAT=image%2Fpng8&TILEMATRIXSET=EPSG:900913&TILEMATRIX=EPSG:900913:4&TILEROW=6&TILECOL=7")
    // Limits of zoom 4: rows 5 to 6, columns 7 to 8.
    for (x, y, isThere) in [(7, 5, true), (8, 6, true), (6, 5, false), (9, 5, false), (7, 4, false), (7, 7, false)] {
      #expect((address.url(for: TileID(z: 4, x: x, y: y)) != nil) == isThere)
    }
    #expect(address.url(for: TileID(z: 6, x: 30, y: 22)) == nil)
    let jpeg = try read("wmts-java-server.xml").address(style: "night", format: "image/jpeg")
    #expect(jpeg.tileFormat == .jpeg && jpeg.style == "night")
  }

  /// A set that starts at zoom 6 in the corner of a country: columns and rows are its own.
  @Test func readsANationalAgencyWithItsOwnGridAndTimes() throws {
    let capabilities = try read("wmts-national.xml", from: "https://wmts.example.net/caps.xml")
    let layer = try #require(capabilities.layers.first)
    #expect(layer.abstract == "Since 1946, every six years.")
    #expect(layer.time?.entries.count == 4 && layer.time?.defaultTime == "current" && layer.time?.hasCurrent == true)
    #expect(layer.dimensions.map(\.identifier) == ["Time", "Band"])
    let address = try capabilities.address()
    #expect(address.zooms == [6, 7, 8, 9] && address.tileFormat == .jpeg)
    // The area is columns 32 and 33, rows 21 and 22 of zoom 6; at zoom 9 it starts at column 256, row 168.
    func path(_ host: Int, _ time: String, _ rest: String) -> String {
      "https://wmts\(host).example.net/1.0.0/agency.aerial-history/rgb/\(time)/3857_6_9/\(rest).jpeg"
    }
    #expect(address.url(for: TileID(z: 6, x: 32, y: 21)) == path(2, "current", "L06/0/0"))
    #expect(address.url(for: TileID(z: 6, x: 33, y: 21)) == path(1, "current", "L06/1/0"))
    #expect(address.url(for: TileID(z: 9, x: 271, y: 180)) == path(2, "current", "L09/15/12"))
    for outside in [
      TileID(z: 6, x: 31, y: 21), TileID(z: 6, x: 34, y: 21), TileID(z: 6, x: 32, y: 20), TileID(z: 5, x: 16, y: 10),
    ] {
      #expect(address.url(for: outside) == nil)
    }
    let old = try capabilities.address(time: "1946")
    #expect(old.time == "1946" && old.url(for: TileID(z: 6, x: 32, y: 21)) == path(2, "1946", "L06/0/0"))
    #expect(old.warnings == [])
    #expect(try capabilities.address(time: "1950").warnings.contains { $0.contains("1950") })
  }

  @Test func readsAVendorsServerWithTwoSetsOfMercator() throws {
    let capabilities = try read("wmts-vendor.xml", from: "https://tiles.example.com/rest/services/Topo/MapServer/WMTS")
    // The template address is not one for queries.
    #expect(capabilities.endpoint == "https://tiles.example.com/rest/services/Topo/MapServer/WMTS")
    #expect(capabilities.matrixSets.map(\.zooms) == [[0, 1, 2], [0, 1, 2, 3, 4]])
    let address = try capabilities.address()
    #expect(address.matrixSet == "GoogleMapsCompatible" && address.tileFormat == .jpeg)
    #expect(
      address.url(for: TileID(z: 3, x: 4, y: 2))
        == "https://tiles.example.com/rest/services/Topo/MapServer/WMTS/tile/1.0.0/Topo/default/GoogleMapsCompatible/3/2/4")
    #expect(try capabilities.address(matrixSet: "default028mm").maximumZoom == 2)
    // A box in metres: -20037507.07 is 180 degrees less a metre, 19971868.88 is 85.0 degrees north.
    let north = try #require(capabilities.layers.first?.bounds).northEast
    #expect(abs(north.longitude - 179.999989) < 1e-6 && abs(north.latitude - 85) < 0.2)
  }

  /// Tiles of 512 pixels: their zooms are those of the squares they cover.
  @Test func readsSatellitePicturesByDay() throws {
    let capabilities = try read("wmts-satellite.xml")
    let address = try capabilities.address()
    #expect(address.tilePixels == 512 && address.zooms == Array(0...4))
    #expect(
      address.url(for: TileID(z: 2, x: 3, y: 1)) == "https://sky.example.gov/TrueColour/default/2026-03-01/Level4/2/1/3.jpeg")
    #expect(
      address.timeDimension?.times(limit: 100)
        == ["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02", "2026-02-27", "2026-02-28", "2026-03-01"])
    let day = try capabilities.address(time: "2026-01-01")
    #expect(address.at(time: "2026-01-01").url(for: TileID(z: 2, x: 3, y: 1)) == day.url(for: TileID(z: 2, x: 3, y: 1)))
    #expect(day.warnings == [] && day.url(for: TileID(z: 0, x: 0, y: 0))?.contains("/2026-01-01/") == true)
    #expect(try capabilities.address(time: "2026-01-20").warnings.count == 1)
    #expect(message { _ = try capabilities.address(time: "yesterday") }.contains("is not a time"))
  }

  /// By queries, with a default of the server's own or none.
  @Test(arguments: ["<Default>2026-03-01</Default>", ""]) func queriesHaveTheTimeThatIsWanted(standard: String) throws {
    let link = "<TileMatrixSetLink><TileMatrixSet>webmercator</TileMatrixSet></TileMatrixSetLink>"
    let dimension =
      "<Dimension><ows:Identifier>Time</ows:Identifier>\(standard)<Value>2026-02-27/2026-03-01/P1D</Value></Dimension>"
    let text = String(decoding: try Fixture.bytes("wmts-proxy.xml"), as: UTF8.self).replacing(link, with: dimension + link)
    let capabilities = try WMTSCapabilities(xml: Array(text.utf8), baseURL: nil)
    let address = try capabilities.address(layer: "chart", encoding: .kvp)
    func times(_ address: WMTSAddress) throws -> [Substring] {
      try #require(address.url(for: TileID(z: 9, x: 268, y: 165))).split(separator: "&").filter { $0.hasPrefix("Time=") }
    }
    #expect(try times(address) == (standard.isEmpty ? [] : ["Time=2026-03-01"]))
    #expect(try times(address.at(time: "2026-02-28")) == ["Time=2026-02-28"])
    let asked = try capabilities.address(layer: "chart", time: "2026-02-27", encoding: .kvp)
    #expect(try times(asked) == ["Time=2026-02-27"])
    #expect(asked.at(time: "2026-02-28") == address.at(time: "2026-02-28"))
  }

  @Test func saysWhatThereIsWhenSomethingElseIsAskedFor() throws {
    let capabilities = try read("wmts-proxy.xml")
    #expect(message { _ = try capabilities.address(layer: "Chart 9") }.contains("no layer Chart 9; there is chart, parcels"))
    #expect(message { _ = try capabilities.address(style: "night") }.contains("there is default"))
    #expect(message { _ = try capabilities.address(format: "image/tiff") }.contains("there is image/png"))
    #expect(message { _ = try capabilities.address(matrixSet: "M") }.contains("there is webmercator, utm32"))
    #expect(message { _ = try capabilities.address(time: "2026") }.contains("no times"))
    #expect(try capabilities.address(layer: "Sea chart").layer == "chart")
  }
}
