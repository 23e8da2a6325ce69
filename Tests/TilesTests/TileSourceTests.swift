import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Testing

@testable import OverlookTiles

/// What a location turns out to be, over answers from memory.
@Suite struct TileSourceTests {
  /// Threads and prepared answers; ends with the value.
  final class SourceFixture: Sendable {
    let http = FixtureFetcher()
    let services: TileServices

    init() {
      services = TileServices(workers: WorkerPool(threadCount: 2), http: http)
    }

    deinit { services.workers.shutdown() }

    func serve(_ url: String, _ text: String) {
      http.set(url, .success(HTTPResponse(status: 200, body: Array(text.utf8))))
    }

    func open(_ location: String, _ change: (inout TileSource.Options) -> Void = { _ in }) async throws(TileSourceError)
      -> TileSource
    {
      var options = TileSource.Options()
      change(&options)
      return try await TileSource.open(location, options: options, services: services)
    }

    func content(_ source: TileSource, _ tile: TileID) async -> TileContent {
      await withCheckedContinuation { continuation in
        source.provider.fetch(tile, ticket: WorkTicket(), services: services) { continuation.resume(returning: $0) }
      }
    }

    /// The address that is asked for a tile; nil when none is.
    func address(_ source: TileSource, _ tile: TileID) async -> String? {
      let count = http.requests.count
      _ = await content(source, tile)
      return http.requests.count > count ? http.requests.last?.url : nil
    }
  }

  static let tile = TileID(z: 3, x: 3, y: 5)

  // MARK: Templates and archives

  @Test func aTemplateIsASourceWithoutAskingAnybody() async throws {
    let fixture = SourceFixture()
    let source = try await fixture.open("https://{s}.h/{z}/{x}/{y}.jpg") {
      $0.minimumZoom = 2; $0.maximumZoom = 9
    }
    #expect(source.kind == .template && source.isRemote && source.tileFormat == .jpeg)
    #expect(source.minimumZoom == 2 && source.maximumZoom == 9 && source.tilePixels == 256)
    #expect(fixture.http.requests.isEmpty)
    #expect(await fixture.address(source, Self.tile) == "https://c.h/3/3/5.jpg")
  }

  @Test func nothingIsAskedForOutsideBoundsAndZooms() async throws {
    let fixture = SourceFixture()
    let source = try await fixture.open("https://h/{z}/{x}/{y}") {
      $0.bounds = CoordinateBounds(
        southWest: LocationCoordinate(latitude: 1, longitude: 1), northEast: LocationCoordinate(latitude: 2, longitude: 2))
      $0.maximumZoom = 5
    }
    #expect(await fixture.address(source, TileID(z: 1, x: 1, y: 0)) == "https://h/1/1/0")
    for tile in [TileID(z: 1, x: 0, y: 0), TileID(z: 6, x: 32, y: 31)] {
      guard case .missing = await fixture.content(source, tile) else {
        Issue.record("\(tile) was asked for")
        continue
      }
    }
    #expect(fixture.http.requests.count == 1)
  }

  @Test func aPrefixTurnsTheRowsOver() async throws {
    let fixture = SourceFixture()
    let source = try await fixture.open("tms:https://h/{z}/{x}/{y}.png")
    #expect(source.kind == .tms)
    #expect(await fixture.address(source, Self.tile) == "https://h/3/3/2.png")
  }

  @Test func denseDisplaysHaveAProviderOfTheirOwn() async throws {
    let fixture = SourceFixture()
    let source = try await fixture.open("https://h/{z}/{x}/{y}{r}.png")
    let dense = try #require(source.denseProvider)
    dense.fetch(Self.tile, ticket: WorkTicket(), services: fixture.services) { _ in }
    #expect(fixture.http.requests.last?.url == "https://h/3/3/5@2x.png")
    #expect(await fixture.address(source, Self.tile) == "https://h/3/3/5.png")
    let fixed = try await fixture.open("https://h/{z}/{x}/{y}{r}.png") { $0.ratio = 2 }
    #expect(fixed.denseProvider == nil && fixed.tilePixels == 512)
    #expect(await fixture.address(fixed, Self.tile) == "https://h/3/3/5@2x.png")
  }

  @Test func headersAndAgentAreSent() async throws {
    let fixture = SourceFixture()
    let source = try await fixture.open("https://h/{z}/{x}/{y}") {
      $0.headers = [HTTPHeader(name: "Authorization", value: "CANARY")]
      $0.userAgent = "Test/1"
    }
    _ = await fixture.content(source, Self.tile)
    #expect(fixture.http.requests.last?.headers == [HTTPHeader(name: "Authorization", value: "CANARY")])
    #expect(fixture.http.requests.last?.userAgent == "Test/1")
  }

  @Test func anArchiveIsToldByItsContentWhateverItIsCalled() async throws {
    let file = try TemporaryFile(try Self.archive(), name: "map.png")
    let source = try await SourceFixture().open(file.path)
    #expect(source.kind == .pmtiles && !source.isRemote && source.maximumZoom == 0 && source.tileFormat == .png)
    #expect(source.byteCount == (try Self.archive()).count && source.tileCount == 1)
    for location in ["file://\(file.path)", "pmtiles://\(file.path)", "  \(file.path) "] {
      #expect(try await SourceFixture().open(location).kind == .pmtiles)
    }
  }

  // MARK: TileJSON

  private static let tileJSON = """
    {"tilejson": "3.0.0", "name": "Roads", "tiles": ["https://h/t/{z}/{x}/{y}.png", "https://i/t/{z}/{x}/{y}.png"],
     "minzoom": 1, "maxzoom": 7, "bounds": [5, 45, 11, 48], "attribution": "&copy; us"}
    """

  @Test func tileJSONOfAServerNamesTilesZoomsBoundsAndCredit() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/roads.json", Self.tileJSON)
    let source = try await fixture.open("https://h/roads.json")
    #expect(source.kind == .tileJSON && source.name == "Roads" && source.attribution == "\u{A9} us")
    #expect(source.minimumZoom == 1 && source.maximumZoom == 7 && source.tileFormat == .png)
    #expect(source.bounds.southWest == LocationCoordinate(latitude: 45, longitude: 5))
    let tile = TileID(z: 3, x: 4, y: 2)
    let address = await fixture.address(source, tile)
    #expect(address == "https://h/t/3/4/2.png")
    #expect(await fixture.address(source, TileID(z: 2, x: 2, y: 1)) == "https://i/t/2/2/1.png")
  }

  @Test func tileJSONMayBeAFile() async throws {
    let file = try TemporaryFile(Array(Self.tileJSON.utf8), name: "roads")
    let fixture = SourceFixture()
    let source = try await fixture.open(file.path)
    #expect(source.kind == .tileJSON && source.isRemote && fixture.http.requests.isEmpty)
  }

  @Test func tileJSONMayCountRowsFromTheSouthAndHoldVectorTiles() async throws {
    let fixture = SourceFixture()
    fixture.serve(
      "https://h/v.json", #"{"tiles": ["https://h/{z}/{x}/{y}"], "scheme": "tms", "vector_layers": [{"id": "road"}]}"#)
    let source = try await fixture.open("https://h/v.json")
    #expect(source.isVector && source.layers.map(\.name) == ["road"])
    #expect(await fixture.address(source, Self.tile) == "https://h/3/3/2")
  }

  /// A document is data of a stranger: it is filled in with nothing that the user keeps secret.
  @Test func aDocumentCannotAskForKeysOrTheEnvironment() async throws {
    let fixture = SourceFixture()
    for placeholder in ["{env:HOME}", "{apikey}"] {
      fixture.serve("https://h/bad.json", #"{"tiles": ["https://evil/{z}/{x}/{y}?a=\#(placeholder)"]}"#)
      await #expect(throws: TileSourceError.self) {
        try await fixture.open("https://h/bad.json") {
          $0.key = "CANARY"
          $0.environment = ["HOME": "CANARY"]
        }
      }
    }
  }

  @Test func secretHeadersGoToNoOtherServer() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/roads.json", #"{"tiles": ["https://other/{z}/{x}/{y}"]}"#)
    let source = try await fixture.open("https://h/roads.json") {
      $0.headers = [
        HTTPHeader(name: "X-Key", value: "CANARY"), HTTPHeader(name: "Referer", value: "https://me/", isSecret: false),
      ]
    }
    _ = await fixture.content(source, TileID(z: 0, x: 0, y: 0))
    #expect(fixture.http.requests.last?.headers.map(\.name) == ["Referer"])
    #expect(source.warnings.contains { $0.contains("other") && !$0.contains("CANARY") })
    #expect(fixture.http.requests.first?.headers.count == 2)
  }

  /// One good server among those of a document lets no secret out to the others.
  @Test func secretHeadersGoToOneOfSeveralServersOnly() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/roads.json", Self.tileJSON)
    let source = try await fixture.open("https://h/roads.json") { $0.headers = [HTTPHeader(name: "X-Key", value: "CANARY")] }
    for tile in [TileID(z: 3, x: 4, y: 2), TileID(z: 2, x: 2, y: 1)] { _ = await fixture.content(source, tile) }
    let sent = fixture.http.requests.suffix(2).map { ($0.url.prefix(9), $0.headers.count) }
    #expect(sent.map(\.0) == ["https://h", "https://i"] && sent.map(\.1) == [1, 0])
  }

  @Test func aKeyInTheAddressOfADocumentGoesOnToItsOwnServer() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/roads.json?key=CANARY", Self.tileJSON)
    let source = try await fixture.open("https://h/roads.json?key=CANARY")
    #expect(await fixture.address(source, TileID(z: 3, x: 4, y: 2)) == "https://h/t/3/4/2.png?key=CANARY")
    #expect(await fixture.address(source, TileID(z: 2, x: 2, y: 1)) == "https://i/t/2/2/1.png")
    #expect(!source.identity.contains("CANARY") && !source.name.contains("CANARY"))
  }

  // MARK: Choosing and failing

  @Test(arguments: [
    ("", "empty"), ("ftp://h/{z}/{x}/{y}", "only http and https"), ("https://h/{z}/{x}", "{y}"),
    ("https://h/{z}/{x}/{y}?k={apikey}", "{apikey}"), ("/nonexistent", "No such file"), ("/dev/null", "not a regular file"),
    ("https://h/nothing.json", "h has nothing"),
  ]) func whatCannotBeOpenedIsToldInOneLine(location: String, mentions: String) async throws {
    let error = await #expect(throws: TileSourceError.self) { try await SourceFixture().open(location) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(mentions) && !text.contains("\n"), "\(text)")
  }

  @Test func aWebPageInPlaceOfADocumentIsNamed() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/x.json", "<!DOCTYPE html><html><body>Sign in</body></html>")
    let error = await #expect(throws: TileSourceError.self) { try await fixture.open("https://h/x.json") }
    #expect("\(try #require(error))".contains("web page"))
  }

  @Test func secretsAreInNoErrorAndNoDescription() async throws {
    let fixture = SourceFixture()
    fixture.serve("https://h/x.json?token=CANARY", "nonsense")
    for location in [
      "https://h/x.json?token=CANARY", "https://u:CANARY@h/gone.json", "https://h/{z}/{x}?key=CANARY",
      "https://u:CANARY@h:1/{q}/{nope}",
      "https://h/{apikey}/doc.json",
    ] {
      let error = await #expect(throws: TileSourceError.self) {
        try await fixture.open(location) {
          $0.key = "CANARY"
          $0.headers = [HTTPHeader(name: "X-Key", value: "CANARY")]
        }
      }
      var dumped = ""
      dump(error, to: &dumped)
      #expect(!"\(String(describing: error)) \(dumped)".contains("CANARY"), "\(dumped)")
    }
    var options = TileSource.Options()
    options.key = "CANARY"
    options.environment = ["A": "CANARY"]
    options.headers = [HTTPHeader(name: "X-Key", value: "CANARY")]
    var dumped = "\(options)"
    dump(options, to: &dumped)
    #expect(!dumped.contains("CANARY"))
  }

  /// Object stores answer 403 for what is not there: one tile says nothing, all likely ones say that the source is not to be had.
  @Test func whoRefusesAllLikelyTilesIsRefusedAsASource() async throws {
    let bench = SourceFixture()
    let source = try await bench.open("https://h/{z}/{x}/{y}.png")
    let likely = source.extent.likelyTiles
    for tile in likely { bench.http.set("https://h/\(tile.z)/\(tile.x)/\(tile.y).png", .success(HTTPResponse(status: 403))) }
    let services = bench.services
    await #expect(
      throws: TileSourceError.unavailable(
        source: "h", fault: "h refuses access (403): is a key needed, or wrong?")
    ) { try await source.sample(services: services) }
    let last = try #require(likely.last)
    bench.http.set("https://h/\(last.z)/\(last.x)/\(last.y).png", .success(HTTPResponse(status: 404)))
    let sample = try await source.sample(services: services)
    #expect(sample.warning == "h refuses access (403): is a key needed, or wrong?" && likely.count > 1)
  }

  @Test func aFailureThatPassesIsTriedAgain() async throws {
    let fixture = SourceFixture()
    fixture.http.set("https://h/x.json", .success(HTTPResponse(status: 503, retryAfterSeconds: 1)))
    async let source = fixture.open("https://h/x.json")
    while fixture.http.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    fixture.serve("https://h/x.json", Self.tileJSON)
    #expect(try await source.kind == .tileJSON)
    #expect(fixture.http.requests.count == 2)
  }

  static func archive(format: TileArchiveHeader.TileFormat = .png) throws -> [UInt8] {
    let pixels = [UInt8](repeating: 200, count: 4 * 64)
    let picture = try PNGEncoder.encode(try #require(Image(width: 8, height: 8, premultipliedRGBA: pixels)))
    var writer = PMTilesWriter(header: TileArchiveHeader(tileFormat: format, minimumZoom: 0, maximumZoom: 0))
    try writer.add(picture, at: TileID(z: 0, x: 0, y: 0))
    return writer.file()
  }
}

/// A file that goes away with the value.
final class TemporaryFile {
  let path: String
  private let folder: URL

  init(_ bytes: [UInt8], name: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
