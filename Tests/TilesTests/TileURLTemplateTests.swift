import Foundation
import OverlookGeometry
import Testing

@testable import OverlookTiles

@Suite struct TileURLTemplateTests {
  private func address(_ text: String, _ tile: TileID, values: TileURLTemplate.Values = .init(), dense: Bool = false) throws
    -> String
  {
    try TileURLTemplate(text, values: values).address(of: tile, isDense: dense)
  }

  private static let tile = TileID(z: 3, x: 3, y: 5)

  @Test(arguments: [
    ("http://h/{z}/{x}/{y}.png", "http://h/3/3/5.png"),
    ("http://h/{z}/{x}/{-y}.png", "http://h/3/3/2.png"),
    // "Bing Maps Tile System" of Microsoft: tile (3, 5) at level 3 has the quadkey 213.
    ("http://h/{quadkey}.png", "http://h/213.png"),
    ("http://h/{z}/{x}/{y}{ratio}.png", "http://h/3/3/5.png"),
    ("http://h/{TileMatrix}/{TileRow}/{TileCol}", "http://h/3/5/3"),
    ("http://h/{zoom}/{x}/{y}", "http://h/3/3/5"),
    ("http://{s}.h/{z}/{x}/{y}", "http://c.h/3/3/5"),
    ("http://{switch:t0,t1}.h/{z}/{x}/{y}", "http://t0.h/3/3/5"),
    ("HTTP://h/%7Bz%7D/%7Bx%7D/%7By%7D", "HTTP://h/3/3/5"),
    ("http://h/a b/{z}/{x}/{y}?q=\"é|", "http://h/a%20b/3/3/5?q=%22%C3%A9%7C"),
    ("http://h/{z}/{x}/{y}?n={y}", "http://h/3/3/5?n=5"),
    ("http://h/{z}/{x}/{y}?left={", "http://h/3/3/5?left=%7B"),
  ]) func placeholdersStandForTheirTile(template: String, expected: String) throws {
    #expect(try address(template, Self.tile) == expected)
  }

  /// EPSG:3857 divides 2 * pi * 6378137 m into 2^z columns; at zoom 1, the south-east tile goes from 0 to the corner.
  @Test func boxesAreMetersOfWebMercator() throws {
    let corner = Double.pi * 6_378_137
    for tile in [TileID(z: 0, x: 0, y: 0), TileID(z: 1, x: 1, y: 1), Self.tile, TileID(z: 30, x: 0, y: (1 << 30) - 1)] {
      let text = try address("http://h/wms?BBOX={bbox-epsg-3857}", tile)
      let numbers = text.split(separator: "=").last?.split(separator: ",").compactMap { Double($0) } ?? []
      let side = 2 * corner / Double(1 << tile.z)
      let expected = [
        -corner + side * Double(tile.x), corner - side * Double(tile.y + 1), -corner + side * Double(tile.x + 1),
        corner - side * Double(tile.y),
      ]
      try #require(numbers.count == 4)
      #expect(zip(numbers, expected).allSatisfy { abs($0 - $1) < 1e-6 })
      #expect(!text.contains("e-") && !text.contains("e+"), "servers read no exponents: \(text)")
    }
    #expect(try address("http://h/{bbox-epsg-3857}", TileID(z: 1, x: 1, y: 1)).contains("/0.0,-20037508.34"))
  }

  @Test func aTileHasOneAddressAndNeighboursShareTheServers() throws {
    var values = TileURLTemplate.Values()
    values.subdomains = ["one", "two"]
    let template = try TileURLTemplate("http://{s}.h/{z}/{x}/{y}", values: values)
    let names = Set((0..<8).map { template.address(of: TileID(z: 3, x: $0, y: 4)).prefix(10) })
    #expect(names == ["http://one", "http://two"])
    #expect(template.address(of: Self.tile) == template.address(of: Self.tile))
  }

  @Test func denseDisplaysGetDensePictures() throws {
    for name in ["{ratio}", "{r}"] {
      let template = try TileURLTemplate("http://h/{z}/{x}/{y}\(name).png")
      #expect(template.usesRatio)
      #expect(template.url(x: 3, y: 5, zoom: 3, ratio: 2)?.absoluteString == "http://h/3/3/5@2x.png")
      #expect(template.url(x: 3, y: 5, zoom: 3, ratio: 1.25)?.absoluteString == "http://h/3/3/5.png")
    }
    #expect(try TileURLTemplate("http://h/{z}/{x}/{y}@2x.png").isDense)
  }

  @Test func rowsOfATMSCountFromTheSouth() throws {
    var values = TileURLTemplate.Values()
    values.isTMS = true
    #expect(try address("http://h/{z}/{x}/{y}", Self.tile, values: values) == "http://h/3/3/2")
    #expect(try address("http://h/{z}/{x}/{-y}", Self.tile, values: values) == "http://h/3/3/2")
  }

  @Test func timesKeysAndVariablesAreFilledIn() throws {
    var values = TileURLTemplate.Values()
    values.time = "2024-05-01T12:00:00Z"
    values.key = "a b&c"
    values.environment = ["TOKEN": "x/y"]
    #expect(
      try address("http://h/{time}/{z}/{x}/{y}?k={apikey}&t={env:TOKEN}", Self.tile, values: values)
        == "http://h/2024-05-01T12:00:00Z/3/3/5?k=a%20b%26c&t=x%2Fy")
  }

  @Test(arguments: [
    ("http://h/{z}/{x}", TileURLTemplate.Problem.missing(placeholder: "{y}")),
    ("http://h/{x}/{y}", .missing(placeholder: "{z}")),
    ("http://h/tiles", .missing(placeholder: "{z}")),
    ("http://h/{z}/{x}/{y}/{fish}", .unknown(placeholder: "{fish}")),
    ("http://h/{z}/{x}/{y}/{}", .unknown(placeholder: "{}")),
    ("http://h/{z}/{x}/{y}?k={apikey}", .noValue(placeholder: "{apikey}")),
    ("http://h/{z}/{x}/{y}?t={time}", .noValue(placeholder: "{time}")),
    ("http://h/{z}/{x}/{y}?t={env:HOME}", .noValue(placeholder: "{env:HOME}")),
    ("http://{switch:}.h/{z}/{x}/{y}", .noValue(placeholder: "{switch:}")),
    ("ftp://h/{z}/{x}/{y}", .notHTTP), ("file:///{z}/{x}/{y}", .notHTTP), ("http:///{z}/{x}/{y}", .notHTTP),
    ("http://h:99999/{z}/{x}/{y}", .notHTTP), ("http://{z}:{x}/{y}x", .notHTTP), ("{z}{x}{y}", .notHTTP),
  ]) func whatCannotNameTilesIsNamed(template: String, problem: TileURLTemplate.Problem) {
    #expect(throws: problem) { try TileURLTemplate(template) }
  }

  /// In the window there is nobody who could be asked for it.
  @Test func aTimeThatIsMissingIsToldWithAWayOut() {
    #expect("\(TileURLTemplate.Problem.noValue(placeholder: "{time}"))".contains("write one in its place"))
    #expect(!"\(TileURLTemplate.Problem.noValue(placeholder: "{apikey}"))".contains("write one"))
  }

  @Test func bracesInValuesStay() {
    #expect(TileURLTemplate.withPlainBraces("http://h/wms?map=%7Bguid%7D") == "http://h/wms?map=%7Bguid%7D")
  }

  @Test func aTileThatIsNoneHasNoAddress() throws {
    let template = try TileURLTemplate("http://h/{z}/{x}/{y}")
    #expect(template.url(x: 8, y: 0, zoom: 3) == nil && template.url(x: 0, y: 0, zoom: 31) == nil)
    #expect(template.url(x: 0, y: -1, zoom: 3) == nil && template.url(x: 0, y: 0, zoom: -1) == nil)
  }

  @Test func secretsAreInNoTextOfATemplate() throws {
    var values = TileURLTemplate.Values()
    values.key = "CANARY1"
    values.environment = ["A": "CANARY2"]
    let template = try TileURLTemplate("http://u:CANARY3@h/{key}/{z}/{x}/{y}?token=CANARY4&a={env:A}", values: values)
    var dumped = ""
    dump(template, to: &dumped)
    dump(values, to: &dumped)
    for text in ["\(template)", "\(values)", dumped, template.displayName, template.identity, template.serverName] {
      #expect(!text.contains("CANARY"), "\(text)")
    }
    #expect(template.address(of: Self.tile).contains("CANARY1"))
  }

  @Test func otherKeysAreOtherIdentities() throws {
    let names = try ["a", "b"].map { try TileURLTemplate("http://h/{z}/{x}/{y}?key=\($0)").identity }
    #expect(names[0] != names[1])
  }

  @Test func theKeyOfTheProcessStandsInWhereNoneIsSet() throws {
    defer { ProcessKey.forget() }
    #expect(ProcessKey.provide("of-all") && !ProcessKey.provide("another"))
    var values = TileURLTemplate.Values()
    #expect(try address("http://h/{z}/{x}/{y}?k={apikey}", Self.tile, values: values).hasSuffix("?k=of-all"))
    values.key = "own"
    #expect(try address("http://h/{z}/{x}/{y}?k={apikey}", Self.tile, values: values).hasSuffix("?k=own"))
    #expect(!"\(values)".contains("own") && !"\(TileURLTemplate.Values())".contains("of-all"))
  }
}

@Suite struct TileExtentTests {
  private func bounds(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> CoordinateBounds {
    CoordinateBounds(
      southWest: LocationCoordinate(latitude: south, longitude: west),
      northEast: LocationCoordinate(latitude: north, longitude: east))
  }

  private func tiles(_ bounds: CoordinateBounds, zoom: Int) -> [TileID] {
    let extent = TileExtent(bounds: bounds)
    return (0..<(1 << zoom)).flatMap { y in (0..<(1 << zoom)).map { TileID(z: zoom, x: $0, y: y) } }.filter(extent.contains)
  }

  @Test func holdsTheTilesThatShareAPartOfTheBounds() {
    // North and east of 0, 0: the north-east quarter of the world at zoom 1, the tile beside the middle at zoom 2.
    #expect(tiles(bounds(1, 1, 2, 2), zoom: 1) == [TileID(z: 1, x: 1, y: 0)])
    #expect(tiles(bounds(1, 1, 2, 2), zoom: 2) == [TileID(z: 2, x: 2, y: 1)])
    #expect(tiles(bounds(-1, -1, 1, 1), zoom: 1).count == 4)
  }

  @Test func anEdgeInCommonIsNotEnough() {
    // The edges of tile 1/1/0, as files round them.
    #expect(tiles(bounds(0, 0, 85.0511288, 180), zoom: 1) == [TileID(z: 1, x: 1, y: 0)])
  }

  @Test func boundsOverTheAntimeridianHoldBothSides() {
    #expect(tiles(bounds(1, 170, 2, -170), zoom: 2) == [TileID(z: 2, x: 0, y: 1), TileID(z: 2, x: 3, y: 1)])
  }

  @Test func aPointHasItsTiles() {
    #expect(tiles(bounds(10, 10, 10, 10), zoom: 1) == [TileID(z: 1, x: 1, y: 0)])
    #expect(tiles(bounds(0, 0, 0, 0), zoom: 1).count == 4)
  }

  @Test func theWholeWorldIsNoLimit() {
    #expect(TileExtent(bounds: .world).bounds == nil && TileExtent(bounds: .empty).bounds == nil)
    #expect(tiles(.world, zoom: 1).count == 4)
  }

  @Test func zoomsAreInOrderAndInRange() {
    let extent = TileExtent(minimumZoom: 40, maximumZoom: 99)
    #expect(extent.minimumZoom == 30 && extent.maximumZoom == 30)
    #expect(!TileExtent(minimumZoom: 2, maximumZoom: 3).contains(TileID(z: 1, x: 0, y: 0)))
    #expect(!TileExtent(minimumZoom: 2, maximumZoom: 3).contains(TileID(z: 4, x: 0, y: 0)))
    #expect(!TileExtent().contains(TileID(z: 1, x: 2, y: 0)))
  }
}
