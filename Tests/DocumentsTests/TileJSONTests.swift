import OverlookFormats
import OverlookGeometry
import Testing

@Suite struct TileJSONTests {
  private let base = "https://tiles.example.org/maps/streets.json"

  private func read(_ text: String, from base: String? = "https://tiles.example.org/maps/streets.json") throws -> TileJSON {
    try TileJSON(json: Array(text.utf8), baseURL: base)
  }

  private func read(members: String) throws -> TileJSON {
    try read(
      "{\"tilejson\":\"3.0.0\",\"tiles\":[\"https://t.example.org/{z}/{x}/{y}.png\"]\(members.isEmpty ? "" : ",")\(members)}")
  }

  private func box(_ bounds: CoordinateBounds) -> [Double] {
    [bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude]
  }

  @Test func readsAVectorMapOfVersion3() throws {
    let map = try TileJSON(json: Fixture.bytes("tilejson-vector.json"), baseURL: nil)
    #expect(
      map.tiles == [
        "https://a.tiles.example.org/v3/{z}/{x}/{y}.pbf?key=SECRET", "https://b.tiles.example.org/v3/{z}/{x}/{y}.pbf?key=SECRET",
      ])
    #expect(map.minimumZoom == 0 && map.maximumZoom == 14)
    #expect(box(map.bounds) == [-180, -85.0511, 180, 85.0511])
    #expect(map.attribution == "\u{A9} Example contributors")
    #expect(map.name == "Streets")
    #expect(map.vectorLayers == ["water", "roads"])
    #expect(map.format == .mvt && !map.isTMS && map.tileSize == nil)
    #expect(map.warnings == [])
  }

  @Test func readsARasterMapOfVersion2WithRelativeTilesAndNumbersAsText() throws {
    let map = try TileJSON(json: Fixture.bytes("tilejson-raster.json"), baseURL: base)
    #expect(map.tiles == ["https://tiles.example.org/tiles/{z}/{x}/{y}{ratio}.webp"])
    #expect(map.isTMS)
    #expect(map.minimumZoom == 7 && map.maximumZoom == 19)
    #expect(box(map.bounds) == [5.9, 45.8, 10.5, 47.8])
    #expect(map.tileSize == 512 && map.format == .webp)
  }

  @Test(arguments: [
    ("\"minzoom\":9,\"maxzoom\":3", 3, 9, true), ("\"minzoom\":-4,\"maxzoom\":99", 0, 30, true),
    ("\"minzoom\":\"2\",\"maxzoom\":\"5.7\"", 2, 5, false), ("\"minzoom\":[],\"maxzoom\":\"many\"", 0, 30, true),
    ("\"maxzoom\":1e300", 0, 30, true), ("\"minzoom\":null", 0, 30, true), ("", 0, 30, false),
    ("\"maxzoom\":9223372036854775808", 0, 30, true),
  ])
  func repairsZooms(members: String, minimum: Int, maximum: Int, warns: Bool) throws {
    let map = try read(members: members)
    #expect(map.minimumZoom == minimum && map.maximumZoom == maximum)
    #expect(map.warnings.isEmpty != warns)
  }

  @Test(arguments: [
    "[1,2,3]", "[1,2,3,\"x\"]", "[10,10,10,10]", "[0,50,10,40]", "[-1e308,0,1e308,1]", "\"everywhere\"", "{}", "[0,-95,10,95]",
    "[-20037508,-20037508,20037508,20037508]",
  ])
  func takesTheWorldForBoundsThatAreNone(bounds: String) throws {
    let map = try read(members: "\"bounds\":\(bounds)")
    #expect(map.bounds == .world)
    #expect(map.warnings.count == 1)
  }

  @Test func readsBoundsAcrossTheAntimeridian() throws {
    #expect(box(try read(members: "\"bounds\":[170,-20,-170,20]").bounds) == [170, -20, -170, 20])
    #expect(box(try read(members: "\"bounds\":[170,-20,190,20]").bounds) == [170, -20, -170, 20])
  }

  @Test func cleansTheWordsOfTheServer() throws {
    let map = try read(members: "\"attribution\":\"<b>A</b>\\u001b[31m\\u202e&amp;B\",\"name\":\"\\n\"")
    #expect(map.attribution == "A\u{FFFD}[31m\u{FFFD}&B")
    #expect(map.name == nil)
    let long = try read(members: "\"attribution\":\"\(String(repeating: "x", count: 5000))\"")
    #expect(long.attribution?.count == 301)
  }

  @Test(arguments: [
    ("[\"file:///etc/{z}/{x}/{y}\"]", "file:"), ("[\"javascript:{z}{x}{y}\"]", "javascript:"),
    ("[\"mbtiles:///a/{z}/{x}/{y}\"]", "mbtiles:"), ("[]", "names no tiles"), ("[1,{}]", "names no tiles"),
    ("5", "names no tiles"),
    ("[\"https://t.example.org/tiles.json\"]", "lacks {z}"), ("[\"http://127.0.0.1/{z}/{x}/{y}\"]", "local machine or network"),
    ("[\"http://[::1]/{z}/{x}/{y}\"]", "local machine or network"), ("[\"http://10.0.0.1/{z}/{x}/{y}\"]", "10.0.0.1"),
  ])
  func refusesADocumentWithoutAUsableAddress(tiles: String, reason: String) {
    let text = message { _ = try self.read("{\"tilejson\":\"2.0.0\",\"tiles\":\(tiles)}") }
    #expect(text.hasPrefix("TileJSON ") && text.contains(reason))
  }

  @Test func leavesOutBadAddressesAmongGoodOnes() throws {
    let map = try read("{\"tiles\":[\"file:///x/{z}/{x}/{y}\",\"https://a.org/{z}/{x}/{-y}.png\",\"https://a.org/{quadkey}\"]}")
    #expect(map.tiles == ["https://a.org/{z}/{x}/{-y}.png", "https://a.org/{quadkey}"])
    #expect(map.warnings.count == 1)
  }

  /// An error text must not hold what an address may hold.
  @Test func keepsKeysOutOfErrors() {
    let text = message {
      _ = try self.read("{\"tiles\":[\"http://me:CANARY@10.0.0.1/{z}/{x}/{y}?key=CANARY\",\"foo://CANARY/\"]}")
    }
    #expect(!text.contains("CANARY"))
  }

  @Test func refusesWhatIsNoJSON() {
    for text in ["", "{", "[]", "\"text\"", "{\"tiles\":[\"x\"", "{\"tiles\":NaN}", "<html></html>", "{\"tiles\":[1e999]}}"] {
      #expect(message { _ = try self.read(text) }.hasPrefix("TileJSON "))
    }
    let utf16: [UInt8] = "{\"tiles\":[]}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(message { _ = try TileJSON(json: utf16, baseURL: nil) }.contains("not in UTF-8"))
  }

  @Test func readsPastAByteOrderMark() throws {
    let text = "{\"tiles\":[\"https://t.example.org/{z}/{x}/{y}.png\"]}"
    #expect(try TileJSON(json: [0xEF, 0xBB, 0xBF] + Array(text.utf8), baseURL: nil).format == .png)
  }

  /// Depth, values and size are looked at before a parser allocates anything.
  @Test func refusesWhatIsOverItsBudgetsAtOnce() {
    let deep = "{\"tiles\":" + String(repeating: "[", count: 100_000)
    let many = "{\"tiles\":[" + String(repeating: "1,", count: 2_000_000) + "1]}"
    let long = "{\"name\":\"" + String(repeating: "x", count: 2 << 20) + "\"}"
    let large = [UInt8](repeating: 0x20, count: 33 << 20)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(message { _ = try self.read(deep) }.contains("256 deep"))
      #expect(message { _ = try self.read(many) }.contains("1000000 values"))
      #expect(message { _ = try self.read(long) }.contains("1048576 bytes"))
      #expect(message { _ = try TileJSON(json: large, baseURL: nil) }.contains("too large"))
    }
    #expect(time < .seconds(5))
  }

  @Test func ignoresTypesThatMakeNoSense() throws {
    let map = try read(
      members:
        "\"scheme\":7,\"name\":[],\"attribution\":{},\"tileSize\":-1,\"vector_layers\":[1,{\"id\":2},{\"id\":\"a\"}],\"format\":9"
    )
    #expect(!map.isTMS && map.name == nil && map.attribution == nil && map.tileSize == nil)
    #expect(map.vectorLayers == ["a"])
    #expect(map.warnings.count == 2)
  }
}
