import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

extension CommandTests {
  /// `overlook info`: what it tells of each kind of source, in text and as JSON.
  @Suite struct InfoTests {
    private func object(_ outcome: Tool.Outcome) throws -> [String: Any] {
      outcome.expectSuccess()
      return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test func anArchiveIsToldInText() async throws {
      let place = try Workplace()
      let bytes = try BadArchive.archive(tile: BadArchive.picture())
      let file = try place.file("one.pmtiles", bytes)
      let outcome = try await place.overlook(["info", file])
      outcome.expectSuccess()
      for (name, value) in [
        ("location", file), ("kind", "pmtiles"), ("zooms", "0-0"), ("tile type", "png"), ("tile pixels", "256"), ("tiles", "1"),
        ("bounds", "-180,-85.051129,180,85.051129"), ("bytes", "\(bytes.count)"),
      ] {
        let line = outcome.output.split(separator: "\n").first { $0.hasPrefix(name + "  ") }
        let last = line?.split(separator: " ").last.map { String($0) }
        #expect(last == value, "\(name): \(outcome.output)")
      }
    }

    @Test func anArchiveIsToldAsJSON() async throws {
      let place = try Workplace()
      let bytes = try BadArchive.archive(tile: BadArchive.picture())
      let file = try place.file("one.pmtiles", bytes)
      let object = try object(try await place.overlook(["info", file, "--json"]))
      #expect(object["kind"] as? String == "pmtiles" && object["location"] as? String == file)
      #expect(object["minimumZoom"] as? Int == 0 && object["maximumZoom"] as? Int == 0 && object["tiles"] as? Int == 1)
      #expect(object["tileType"] as? String == "png" && object["tilePixels"] as? Int == 256)
      #expect(object["bytes"] as? Int == bytes.count && object["remote"] as? Bool == false && object["vector"] as? Bool == false)
      #expect((object["bounds"] as? [Double])?.first == -180 && (object["warnings"] as? [String]) == [])
    }

    @Test func vectorArchivesCanBeLookedInto() async throws {
      let place = try Workplace()
      // A layer of no features: field 3 with name "a" (field 1) and version 2 (field 15).
      let tile: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]
      let file = try place.file("one.pmtiles", try BadArchive.archive(tile: tile, format: .mvt))
      let object = try object(try await place.overlook(["info", file, "--json"]))
      #expect(object["vector"] as? Bool == true && object["tileType"] as? String == "mvt" && object["tilePixels"] == nil)
    }

    @Test func aServerTellsWhatItsTilesAre() async throws {
      let tile = try BadArchive.picture()
      let server = try #require(LoopbackServer { _ in .status(200, tile) })
      defer { server.stop() }
      let place = try Workplace()
      let object = try object(try await place.overlook(["info", "--json", server.url("{z}/{x}/{y}?key=CANARY")]))
      #expect(object["kind"] as? String == "template" && object["tileType"] as? String == "png")
      #expect(object["location"] as? String == server.url("{z}/{x}/{y}?key=..."))
    }

    @Test func aDocumentTellsItsLayers() async throws {
      let server = try #require(SourceServer.start())
      defer { server.stop() }
      let place = try Workplace()
      let text = try await place.overlook(["info", "wms:" + server.url("wms")])
      #expect(text.status == 0 && text.output.contains("layer") && text.output.contains("wind"), "\(text.errors)")
      #expect(text.output.contains("times: 2024-01-01") && text.output.contains("warning"))
      let object = try object(try await place.overlook(["info", "--json", server.url("wmts.xml"), "--layer", "base"]))
      #expect(object["kind"] as? String == "wmts" && object["warnings"] as? [String] == [])
      let layers = try #require(object["layers"] as? [[String: Any]])
      #expect(layers.map { $0["name"] as? String } == ["base"] && layers.first?["matrixSets"] as? [String] == ["g"])
      let list = try await place.overlook(["info", "--list-layers", "wms:" + server.url("wms")])
      list.expectSuccess()
      #expect(list.output.contains("  rain  \"Rain\"  styles: blue"), "\(list.output)")
    }

    @Test(arguments: [
      ("/nonexistent", "No such file"), ("notes.txt", "text"), ("https://127.0.0.1:1/a.json", "127.0.0.1:1 cannot be reached"),
      ("http://127.0.0.1:1/{z}/{x}/{y}?key=CANARY", "127.0.0.1:1 cannot be reached"),
    ]) func whatCannotBeUsedIsToldInOneLine(source: String, mentions: String) async throws {
      let place = try Workplace()
      _ = try place.file("notes.txt", Array("a letter".utf8))
      let outcome = try await place.overlook(["info", source])
      outcome.expectError(mentions)
      #expect(!outcome.errors.contains("CANARY"))
    }

    @Test func aWrongNameIsAnsweredWithThoseThereAre() async throws {
      let server = try #require(SourceServer.start())
      defer { server.stop() }
      let place = try Workplace()
      try await place.overlook(["info", "wms:" + server.url("wms"), "--layer", "snow"]).expectError("\"rain\", \"wind\"")
    }

    @Test func wrongUsageIsTold() async throws {
      let place = try Workplace()
      for arguments in [
        ["info"], ["info", "http://h/{z}"], ["info", "x", "--header", "nonsense"], ["info", "x", "--tile-size=1"],
        ["info", "x", "--native-zooms=5-2"], ["info", "x", "--tile-bounds=1,2,3"],
        ["info", "x", "--key-file=a", "--api-key-env=B"],
      ] { try await place.overlook(arguments).expectUsageError() }
    }
  }

  /// Every kind of source on the command line, and the keys that are sent.
  @Suite struct SourceKindTests {
    @Test(arguments: SourceServer.locations) func isDrawnInPlaceOfTheWorld(location: String) async throws {
      let server = try #require(SourceServer.start())
      defer { server.stop() }
      let place = try Workplace()
      let prefix = location.prefix { $0 != "/" }
      let arguments = [
        "snapshot", "-o", "o.png", "--size=64x48", "--zoom=2", "--center=10,10", "--timeout=20", "--tiles",
        prefix + server.url(String(location.dropFirst(prefix.count + 1))),
      ]
      let outcome = try await place.overlook(arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("error"), "\(outcome.errors)")
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255], "\(server.requests)")
    }

    @Test func keysComeFromTheEnvironmentAndFilesAndAreShownNowhere() async throws {
      let tile = try BadArchive.picture()
      let server = try #require(LoopbackServer { _ in .status(200, tile) })
      defer { server.stop() }
      let place = try Workplace()
      _ = try place.file("key", Array("CANARY1\nsecond line\n".utf8))
      let arguments = [
        "snapshot", "-o", "o.png", "--size=64x48", "--tiles", server.url("{z}/{x}/{y}?k={apikey}&t={env:TOKEN}"), "--key-file",
        "key",
        "--header", "X-Key: {env:TOKEN}", "--header", "Referer: https://me.example/",
      ]
      let outcome = try await place.overlook(arguments, environment: ["TOKEN": "CANARY2"])
      outcome.expectSuccess()
      #expect(!server.requests.isEmpty)
      for request in server.requests {
        #expect(request.contains("k=CANARY1&t=CANARY2") && request.contains("X-Key: CANARY2"), "\(request)")
        #expect(request.contains("Referer: https://me.example/"))
      }
    }

    @Test func aKeyThatIsRefusedIsInNoMessage() async throws {
      let server = try #require(LoopbackServer { _ in .status(403) })
      defer { server.stop() }
      let place = try Workplace()
      for tiles in [server.url("{z}/{x}/{y}?k={apikey}"), server.url("{apikey}/{z}/{x}/{y}"), server.url("x.json?key={apikey}")] {
        let outcome = try await place.overlook(
          ["snapshot", "-o", "o.png", "--size=64x48", "--tiles", tiles, "--api-key-env", "KEY"], environment: ["KEY": "CANARY"])
        outcome.expectError("key")
        #expect(!outcome.errors.contains("CANARY"))
        #expect(server.requests.last?.contains("CANARY") == true)
      }
    }

    @Test func aKeyThatIsNotThereIsTold() async throws {
      let place = try Workplace()
      let snapshot = ["snapshot", "-o", "o.png", "--tiles", "http://127.0.0.1:1/{z}/{x}/{y}?k={apikey}"]
      try await place.overlook(snapshot + ["--api-key-env", "NOT_SET"]).expectError("NOT_SET")
      try await place.overlook(snapshot + ["--key-file", "/nonexistent"]).expectError("/nonexistent")
      try await place.overlook(snapshot).expectUsageError("{apikey}")
    }

    @Test func aServerThatDoesNotSayWhatItIsInTimeIsAFailure() async throws {
      let server = try #require(LoopbackServer { _ in .silence })
      defer { server.stop() }
      let place = try Workplace()
      let outcome = try await place.overlook(
        ["snapshot", "-o", "o.png", "--timeout=1", "--tiles", server.url("a.json")])
      outcome.expectError("no answer within 1 s")
      #expect(outcome.seconds < 10)
    }

    @Test func tilesThatAreReportsOfFaultsAreTold() async throws {
      let report =
        "<ServiceExceptionReport><ServiceException code=\"LayerNotDefined\">no layer fish</ServiceException></ServiceExceptionReport>"
      let server = try #require(LoopbackServer { _ in .status(200, Array(report.utf8)) })
      defer { server.stop() }
      let place = try Workplace()
      try await place.overlook(["snapshot", "-o", "o.png", "--size=64x48", "--tiles", server.url("{z}/{x}/{y}")])
        .expectError("no layer fish")
    }
  }
}

/// A number that is known later than it is asked for.
private final class LoopbackPort: Sendable {
  private let value = Mutex(0)

  var number: Int {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// A server that has the same picture for every tile, by every protocol.
enum SourceServer {
  /// A prefix, a slash, and what stands behind the server's address.
  static let locations = [
    "/{z}/{x}/{y}.png", "/q?k={quadkey}", "/b?BBOX={bbox-epsg-3857}", "tms:/{z}/{x}/{y}.png", "/t.json", "tms:/tms",
    "/tilemapresource.xml", "wms:/wms", "/wms?SERVICE=WMS&VERSION=1.1.1", "/wmts.xml", "wmts:/wmts",
  ]

  static func start() -> LoopbackServer? {
    guard let tile = try? BadArchive.picture() else { return nil }
    // The documents name their server, whose port is known when it runs.
    let port = LoopbackPort()
    let server = LoopbackServer { path in
      let base = "http://127.0.0.1:\(port.number)"
      if path == "t.json" { return .status(200, Array(#"{"tiles": ["\#(base)/{z}/{x}/{y}.png"], "maxzoom": 5}"#.utf8)) }
      if path.hasSuffix("tilemapresource.xml") { return .status(200, Array(tms(base).utf8)) }
      if path == "tms" { return .status(404) }
      if path.contains("REQUEST=GetCapabilities") {
        return .status(200, Array((path.hasPrefix("wmts") ? wmts(base) : wms(base, path.contains("1.1.1"))).utf8))
      }
      if path == "wmts.xml" { return .status(200, Array(wmts(base).utf8)) }
      return .status(200, tile)
    }
    port.number = server?.port ?? 0
    return server
  }

  private static func wms(_ base: String, _ isOld: Bool) -> String {
    let (root, name, version) = isOld ? ("WMT_MS_Capabilities", "SRS", "1.1.1") : ("WMS_Capabilities", "CRS", "1.3.0")
    return """
      <\(root) version="\(version)" xmlns:xlink="http://www.w3.org/1999/xlink"><Service><Title>Weather</Title></Service>
      <Capability><Request><GetMap><Format>image/png</Format><DCPType><HTTP><Get>
      <OnlineResource xlink:href="\(base)/map?"/></Get></HTTP></DCPType></GetMap></Request>
      <Layer><Title>All</Title><\(name)>EPSG:3857</\(name)><Layer><Name>rain</Name><Title>Rain</Title>
      <Style><Name>blue</Name></Style><Dimension name="time" units="ISO8601" default="2024-01-01">2024-01-01</Dimension></Layer>
      <Layer><Name>wind</Name></Layer></Layer></Capability></\(root)>
      """
  }

  private static func wmts(_ base: String) -> String {
    // Scale denominators of OGC 07-057r7, annex E.4.
    let matrices = (0...4).map { zoom in
      """
      <TileMatrix><ows:Identifier>\(zoom)</ows:Identifier><ScaleDenominator>\(559_082_264.0287178 / Double(1 << zoom))</ScaleDenominator>
      <TopLeftCorner>-20037508.3427892 20037508.3427892</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
      <MatrixWidth>\(1 << zoom)</MatrixWidth><MatrixHeight>\(1 << zoom)</MatrixHeight></TileMatrix>
      """
    }.joined()
    return """
      <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
      xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0"><Contents><Layer><ows:Identifier>base</ows:Identifier>
      <Style isDefault="true"><ows:Identifier>d</ows:Identifier></Style><Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>g</TileMatrixSet></TileMatrixSetLink>
      <ResourceURL format="image/png" resourceType="tile" template="\(base)/{TileMatrix}/{TileRow}/{TileCol}.png"/></Layer>
      <TileMatrixSet><ows:Identifier>g</ows:Identifier><ows:SupportedCRS>EPSG:3857</ows:SupportedCRS>\(matrices)</TileMatrixSet>
      </Contents></Capabilities>
      """
  }

  private static func tms(_ base: String) -> String {
    let sets = (0...4).map {
      "<TileSet href=\"\(base)/tms/\($0)\" units-per-pixel=\"\(156_543.03392804062 / Double(1 << $0))\" order=\"\($0)\"/>"
    }.joined()
    return """
      <TileMap version="1.0.0"><Title>Hills</Title><SRS>EPSG:3857</SRS>
      <BoundingBox minx="-20037508.34" miny="-20037508.34" maxx="20037508.34" maxy="20037508.34"/>
      <Origin x="-20037508.34" y="-20037508.34"/><TileFormat width="256" height="256" mime-type="image/png" extension="png"/>
      <TileSets profile="global-mercator">\(sets)</TileSets></TileMap>
      """
  }
}
