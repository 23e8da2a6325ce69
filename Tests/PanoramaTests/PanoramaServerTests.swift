import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Synchronization
import Testing

@testable import OverlookPanorama

@Suite struct PanoramaServerTests {
  private static let place = LocationCoordinate(latitude: 48.1, longitude: -1.68)

  private static var impatient: Retrying {
    var retrying = Retrying()
    retrying.maximumRetries = 0
    retrying.totalSeconds = 3
    return retrying
  }

  /// An item as Panoramax has it.
  private static func item(
    _ id: String, _ longitude: Double, links: String = "", server: String = "http://example.org", fov: Int = 360
  ) -> String {
    """
    {"type":"Feature","stac_version":"1.0.0","id":"\(id)","collection":"walk","geometry":{"type":"Point","coordinates":[\(longitude),48.1]},
    "properties":{"datetime":"2026-05-01T10:00:00Z","view:azimuth":250,"pers:pitch":-2.5,"pers:roll":1,"license":"CC-BY-SA-4.0",
    "geovisio:producer":"Somebody","pers:interior_orientation":{"field_of_view":\(fov)},"tiles:tile_matrix_sets":{"geovisio":{"type":
    "TileMatrixSetType","tileMatrix":[{"tileWidth":64,"tileHeight":64,"matrixWidth":4,"matrixHeight":2}]}}},
    "asset_templates":{"tiles":{"href":"\(server)/tiled/\(id)/{TileCol}_{TileRow}.jpg"}},
    "assets":{"sd":{"href":"\(server)/sd/\(id).jpg"},"hd":{"href":"\(server)/hd/\(id).jpg"}},"links":[{"rel":"self","href":"x"}\(links)]}
    """
  }

  private static func collection(_ items: String...) -> [UInt8] {
    Array("{\"type\":\"FeatureCollection\",\"features\":[\(items.joined(separator: ","))]}".utf8)
  }

  private final class Fixed: HTTPFetching {
    let answers: @Sendable (HTTPRequest) -> [UInt8]
    init(_ answers: @escaping @Sendable (HTTPRequest) -> [UInt8]) { self.answers = answers }

    func fetch(
      _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
      completion(.success(HTTPResponse(status: 200, body: answers(request))))
    }
  }

  private func server(
    _ service: PanoramaServer.Service, _ http: any HTTPFetching, address: String = "http://example.org/", token: String? = nil
  ) throws -> PanoramaServer {
    let services = TileServices(workers: WorkerPool(threadCount: 1), http: http)
    return try #require(
      PanoramaServer(service, address: address, token: token, services: services, retrying: Self.impatient))
  }

  @Test func panoramaxItemsArePanoramas() async throws {
    let next =
      #",{"rel":"next","id":"b","geometry":{"type":"Point","coordinates":[-1.6799,48.1]},"href":"y"},{"rel":"prev","id":7}"#
    let http = Fixed { _ in
      Self.collection(Self.item("a", -1.68, links: next), Self.item("c", -1.6802), Self.item("flat", -1.68, fov: 70), "7", "{}")
    }
    let panorama = try await server(.panoramax, http).panorama(near: Self.place, radius: 30)
    #expect(panorama.panoramaID == "a" && panorama.sequenceID == "walk")
    #expect(panorama.pose == PanoramaPose(heading: 250, pitch: -2.5, roll: 1))
    #expect(panorama.credit == "Somebody, CC-BY-SA-4.0, example.org")
    #expect(panorama.date == Date(timeIntervalSince1970: 1_777_629_600))
    // The one that the service names, and the one that lies on the other side.
    #expect(panorama.links.map(\.panoramaID) == ["b", "c"])
    #expect(abs(panorama.links[0].heading - 90) < 0.01 && abs(panorama.links[1].heading - 270) < 0.01)
  }

  @Test func questionsNameBoxNameAndFields() async throws {
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: Self.collection())))
    let panoramax = try server(.panoramax, http)
    await #expect(throws: PanoramaError.self) { _ = try await panoramax.panorama(id: "a b&c") }
    await #expect(throws: PanoramaError.self) {
      _ = try await panoramax.panorama(near: LocationCoordinate(latitude: 0, longitude: 10), radius: 111.195)
    }
    #expect(
      http.requests.map(\.url) == [
        "http://example.org/api/search?ids=a%20b%26c", "http://example.org/api/search?limit=200&bbox=9.999,-0.001,10.001,0.001",
      ])
    let mapillary = try server(.mapillary, http, token: "MLY|secret")
    await #expect(throws: PanoramaError.self) { _ = try await mapillary.panorama(id: "12") }
    let request = try #require(http.requests.last)
    #expect(request.url.hasPrefix("http://example.org/12?fields=id,computed_geometry,"))
    #expect(request.headers == [HTTPHeader(name: "Authorization", value: "OAuth MLY|secret")] && !"\(request)".contains("secret"))
    #expect(http.requests.allSatisfy { $0.caching == .store(source: "http://example.org") })
  }

  @Test(arguments: [(90.0, 0.0), (-90, 12), (10, 180), (0, -180)]) func boxesStayOnTheEarth(latitude: Double, longitude: Double)
    async throws
  {
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: Self.collection())))
    _ = try? await server(.panoramax, http).panorama(
      near: LocationCoordinate(latitude: latitude, longitude: longitude), radius: 50)
    let box = try #require(http.requests.first?.url.split(separator: "bbox=").last).split(separator: ",").compactMap {
      Double($0)
    }
    #expect(
      box.count == 4 && box[0] >= -180 && box[2] <= 180 && box[1] >= -90 && box[3] <= 90 && box[0] < box[2] && box[1] < box[3])
  }

  @Test func mapillaryImagesAreTurnedAsComputed() async throws {
    // The camera looks east, level: its x points south, its y down, its z east. As an axis and an angle of the turn from the world:
    // rows (0,-1,0), (0,0,-1), (1,0,0), a third of a turn about (1,-1,1).
    let third = 2 * Double.pi / 3 / 3.0.squareRoot()
    let body = """
      {"data":[{"id":"1","camera_type":"spherical","computed_geometry":{"type":"Point","coordinates":[-1.68,48.1]},
      "geometry":{"coordinates":[0,0]},"computed_rotation":[\(third),\(-third),\(third)],"computed_compass_angle":200,"captured_at":1777629600000,
      "sequence":"s","thumb_original_url":"http://pictures.example.org/1.jpg","creator":{"username":"Some\\u0007body"}},
      {"id":"2","camera_type":"perspective"},{"id":"../3","camera_type":"spherical"},
      {"id":"4","camera_type":"spherical","geometry":{"coordinates":[-1.6801,48.1]},"compass_angle":77,"thumb_2048_url":"u"}]}
      """
    let server = try server(.mapillary, Fixed { _ in Array(body.utf8) })
    let first = try await server.panorama(near: Self.place, radius: 5)
    #expect(
      first.panoramaID == "1" && abs(first.pose.heading - 90) < 1e-9 && abs(first.pose.pitch) < 1e-9
        && abs(first.pose.roll) < 1e-9)
    #expect(first.credit == "Some\u{FFFD}body, Mapillary, CC BY-SA 4.0" && first.links.map(\.panoramaID) == ["4"])
    #expect(MapillaryAnswer.pose(.array([.number(1e300), .number(0), .number(0)])) == nil && MapillaryAnswer.pose(nil) == nil)
  }

  /// A pose made of heading, pitch and roll, taken apart again from the rotation that the service would give.
  @Test func computedRotationsGiveHeadingPitchAndRoll() throws {
    for pose in [PanoramaPose(heading: 10, pitch: 20, roll: 30), PanoramaPose(heading: 200, pitch: -50, roll: -5)] {
      let frame = pose.rotation
      func enu(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(v.x, v.z, v.y) }
      let (x, y, z) = (enu(frame.right), -enu(frame.up), enu(frame.ahead))
      // Camera from world has these as rows; its axis and angle by the usual formula.
      let angle = acos((x.x + y.y + z.z - 1) / 2)
      let axis = SIMD3(z.y - y.z, x.z - z.x, y.x - x.y) / (2 * sin(angle)) * angle
      let found = try #require(MapillaryAnswer.pose(.array([.number(axis.x), .number(axis.y), .number(axis.z)])))
      #expect(abs(Angle.wrappedDegrees(found.heading - pose.heading)) < 1e-6 && abs(found.pitch - pose.pitch) < 1e-6)
      #expect(abs(found.roll - pose.roll) < 1e-6)
    }
  }

  @Test func twoOfOneNameAreNotLinkedWithEachOther() async throws {
    let http = Fixed { _ in Self.collection(Self.item("a", -1.68), Self.item("a", -1.6801), Self.item("b", -1.6799)) }
    let panorama = try await server(.panoramax, http).panorama(near: Self.place, radius: 5)
    #expect(panorama.links.map(\.panoramaID) == ["b"])
  }

  @Test func tiledPicturesAreALowOneAndTiles() async throws {
    let tile = try JPEGEncoder.encode(Pictures.gradient(64, 64))
    let http = Fixed { $0.url.contains("/api/") ? Self.collection(Self.item("a", -1.68)) : tile }
    let server = try server(.panoramax, http)
    let picture = try await server.picture(of: try await server.panorama(id: "a"))
    #expect(picture.levels.map(\.width) == [2048, 256] && picture.levels[1].columns == 4)
    #expect(try await picture.image(for: PanoramaTileID(level: 1, face: 0, column: 3, row: 1)).width == 64)
  }

  /// A picture that is not in tiles comes as one file, and what is none is a fault that names the server.
  @Test func otherPicturesComeAsAWhole() async throws {
    let item = Self.item("a", -1.68).replacing("asset_templates", with: "other_templates")
    let jpeg = try Pictures.jpeg(Pictures.gradient(64, 32), Pictures.xmp([("ProjectionType", "equirectangular")]))
    let good = try server(.panoramax, Fixed { $0.url.contains("/api/") ? Self.collection(item) : jpeg })
    let picture = try await good.picture(of: try await good.panorama(id: "a"))
    #expect(try await picture.image(for: PanoramaTileID(level: 0, face: 0, column: 0, row: 0)).width == 64)
    let bad = try server(.panoramax, Fixed { $0.url.contains("/api/") ? Self.collection(item) : Array("no picture".utf8) })
    let panorama = try await bad.panorama(id: "a")
    do {
      _ = try await bad.picture(of: panorama)
      Issue.record("it is a picture")
    } catch { #expect("\(error)".contains("example.org"), "\(error)") }
  }

  // MARK: Coverage

  /// As many tiles as two corners at a zoom are apart, and the finest zoom that needs no more than twelve.
  @Test func areasAreCoveredByFewTiles() {
    func bounds(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> CoordinateBounds {
      CoordinateBounds(
        southWest: LocationCoordinate(latitude: south, longitude: west),
        northEast: LocationCoordinate(latitude: north, longitude: east))
    }
    let small = PanoramaServer.tiles(in: bounds(48.1, -1.68, 48.1001, -1.6799), zooms: 0...15)
    #expect(small.count <= 4 && small.allSatisfy { $0.z == 15 })
    let world = PanoramaServer.tiles(in: bounds(-85, -180, 85, 180), zooms: 0...15)
    #expect(world.count == 4 && world.allSatisfy { $0.z == 1 })
    #expect(PanoramaServer.tiles(in: bounds(-85, -180, 85, 180), zooms: 6...14).isEmpty)
    #expect(PanoramaServer.tiles(in: bounds(10, 5, 0, 0), zooms: 0...15).isEmpty)
    // From 179.99 to -179.99 degrees: the last and the first columns of 2^15, each a hundredth of a degree wide.
    let around = PanoramaServer.tiles(in: bounds(0.001, 179.99, 0.002, -179.99), zooms: 0...15)
    #expect(around.map(\.x) == [32_767, 0] && around.allSatisfy { $0.z == 15 && $0.y == 16_383 })
  }

  @Test func coverageIsWhatTheTilesShow() async throws {
    var tile = VectorTileWriter(extent: 4096)
    tile.add(layer: "sequences", .lines, [[SIMD2(0, 0), SIMD2(4096, 2048)]], tags: [])
    tile.add(layer: "pictures", .points, [[SIMD2(2048, 1024)]], tags: [])
    tile.add(layer: "roads", .points, [[SIMD2(1, 1)]], tags: [])
    let bytes = tile.bytes()
    let server = try server(.panoramax, Fixed { $0.url.hasSuffix("/15/16000/11000.mvt") ? bytes : [0xFF, 0xFF] })
    let side = 1 / Double(1 << 15)
    func place(_ x: Double, _ y: Double) -> LocationCoordinate {
      WorldPoint(x: (16_000 + x) * side, y: (11_000 + y) * side).coordinate
    }
    let bounds = CoordinateBounds(southWest: place(0.4, 0.6), northEast: place(0.6, 0.4))
    let shape = await server.coverage(in: bounds)
    #expect(shape.lines.count == 1 && shape.places.count == 1)
    for (found, wanted) in zip((shape.lines.first ?? []) + shape.places, [place(0, 0), place(1, 0.5), place(0.5, 0.25)]) {
      #expect(SphericalGeometry.distance(from: found, to: wanted) < 0.01)
    }
    // Beside it every tile is damaged, and nothing is shown for them.
    let around = await server.coverage(in: CoordinateBounds(southWest: place(-0.6, 1.4), northEast: place(-0.4, 1.2)))
    #expect(around.lines.isEmpty && around.places.isEmpty)
  }

  @Test(arguments: [
    "", "nonsense", "[]", "{}", "null", "[[[[", "{\"features\":7}", "\u{0}", "{\"error\":{\"message\":\"Invalid token\"}}",
  ])
  func whatIsNoAnswerIsAFault(body: String) async throws {
    for service in PanoramaServer.Service.allCases {
      await #expect(throws: PanoramaError.self) {
        _ = try await server(service, Fixed { _ in Array(body.utf8) }).panorama(near: Self.place, radius: 5)
      }
    }
  }

  @Test(arguments: ["status", "garbage", "half", "reset", "closed", "long", "silence", "endless"])
  func everyFaultOfAServerIsASentence(fault: String) async throws {
    let loopback = try #require(
      LoopbackServer { _ in
        switch fault {
        case "status": .status(500)
        case "garbage": .raw(Array("garbage\r\n\r\n".utf8))
        case "half": .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{".utf8))
        case "reset": .reset(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{".utf8))
        case "closed": .raw([])
        case "silence": .silence
        case "endless": .endless
        default: .status(200, [UInt8](repeating: 0x20, count: 9 << 20))
        }
      })
    defer { loopback.stop() }
    let client = CurlClient()
    defer { client.shutdown() }
    let server = try server(.panoramax, client, address: loopback.url(""))
    do {
      _ = try await server.panorama(id: "a")
      Issue.record("no fault")
    } catch {
      #expect(error != .cancelled && error.description.contains("127.0.0.1"), "\(error)")
    }
  }

  /// Somebody waits for it in front of a view.
  @Test func aFaultIsToldAfterFewTriesAndInTime() async throws {
    let failing = try #require(LoopbackServer { _ in .status(500) })
    let silent = try #require(LoopbackServer { _ in .silence })
    let client = CurlClient()
    defer {
      client.shutdown()
      failing.stop()
      silent.stop()
    }
    let services = TileServices(workers: WorkerPool(threadCount: 1), http: client)
    let tried = try #require(PanoramaServer(.panoramax, address: failing.url(""), services: services))
    await #expect(throws: PanoramaError.self) { _ = try await tried.panorama(near: Self.place, radius: 5) }
    #expect(failing.requests.count == 3)
    let waited = try #require(PanoramaServer(.panoramax, address: silent.url(""), services: services, timeoutSeconds: 1))
    do {
      _ = try await waited.panorama(near: Self.place, radius: 5)
      Issue.record("no fault")
    } catch {
      guard case .unreachable(let text) = error else { throw error }
      #expect(text.contains("127.0.0.1"))
    }
    #expect(silent.requests.count == 1)
  }

  /// Addresses are kept on the disk and told to people.
  @Test func aTokenIsInNoAddress() async throws {
    let asked = Mutex<[HTTPRequest]>([])
    let http = Fixed { request in
      asked.withLock { $0.append(request) }
      return []
    }
    let server = try server(.mapillary, http, address: "https://graph.mapillary.com", token: "MLY|secret")
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 48.1, longitude: -1.69),
      northEast: LocationCoordinate(latitude: 48.11, longitude: -1.68))
    _ = await server.coverage(in: bounds)
    let requests = asked.withLock { $0 }
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { $0.url.hasPrefix("https://tiles.mapillary.com/") && !$0.url.contains("secret") })
    #expect(requests.allSatisfy { $0.headers.contains { $0.name == "Authorization" && $0.value == "OAuth MLY|secret" } })
  }

  /// Mapillary speaks of wrong tokens with two statuses, and with one of them of other faults, too.
  @Test func whoIsRefusedIsToldApartFromWhoAsksForNonsense() async throws {
    let wrong = #"{"error":{"message":"Invalid OAuth access token","type":"OAuthException","code":190}}"#
    for (status, body, isRefused) in [
      (401, "", true), (403, "<html>", true), (400, wrong, true), (400, #"{"error":{"type":"GraphMethodException"}}"#, false),
      (400, "nonsense", false), (418, wrong, false),
    ] {
      let http = FixtureFetcher(other: .success(HTTPResponse(status: status, body: Array(body.utf8))))
      do {
        _ = try await server(.mapillary, http, token: "t").panorama(id: "12")
        Issue.record("no fault")
      } catch let error as PanoramaError {
        if case .refused(let text) = error {
          #expect(isRefused && text.contains("example.org refuses access (\(status))"), "\(text)")
        } else {
          #expect(!isRefused && error.description.contains("refuses the request (\(status))"), "\(status): \(error)")
        }
      }
    }
  }

  /// A newer request takes the place of the older, which is told so and asks no longer.
  @Test func theNewerRequestCancelsTheOlder() async throws {
    let loopback = try #require(
      LoopbackServer { path in path.contains("slow") ? .silence : .status(200, Self.collection(Self.item("quick", -1.68))) })
    defer { loopback.stop() }
    let client = CurlClient()
    defer { client.shutdown() }
    let service = PanoramaService(provider: try server(.panoramax, client, address: loopback.url("")))
    let older = Task { try await service.request(id: "slow") }
    while loopback.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let newer = try await service.request(id: "quick")
    #expect(newer.panoramaID == "quick")
    await #expect(throws: PanoramaError.cancelled) { _ = try await older.value }
    #expect(await eventually { loopback.aborted != 0 })
    #expect(loopback.aborted >= 1)
  }

  /// Late answers of providers that do not look whether they are wanted reach nobody.
  @Test func lateAnswersReachNobody() async throws {
    struct Stubborn: PanoramaProvider {
      func panorama(id: String) async throws(PanoramaError) -> Panorama {
        if id == "late" { await Task.detached { try? await Task.sleep(for: .milliseconds(100)) }.value }
        return Panorama(panoramaID: id)
      }
      func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
        Panorama(panoramaID: "\(radius)")
      }
      func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture { throw .notFound("none") }
    }
    let service = PanoramaService(provider: Stubborn())
    let late = Task { try await service.request(id: "late") }
    try await Task.sleep(for: .milliseconds(20))
    #expect(try await service.request(id: "b").panoramaID == "b")
    await #expect(throws: PanoramaError.cancelled) { _ = try await late.value }
    #expect(try await service.request(near: Self.place).panoramaID == "50.0")
    #expect(try await service.request(near: Self.place, radius: 1e9).panoramaID == "10000.0")
    await #expect(throws: PanoramaError.self) { _ = try await service.request(near: .invalid) }
    await #expect(throws: PanoramaError.self) { _ = try await service.request(near: Self.place, radius: .nan) }
  }

  @Test func addressesNameTheirService() throws {
    let parts = PanoramaServer.parts("panoramax:https://api.example.org")
    #expect(parts?.service == .panoramax && parts?.address == "https://api.example.org")
    for text in ["panoramax:", "panoramax:ftp://x", "https://x.org", "other:https://x.org"] {
      #expect(PanoramaServer.parts(text) == nil)
    }
    #expect(PanoramaFile.service(" https://graph.mapillary.com")?.reference == "mapillary:https://graph.mapillary.com")
    #expect(PanoramaFile.service("https://x.org/")?.reference == "panoramax:https://x.org/")
    #expect(PanoramaFile.service("https://notmapillary.com")?.reference == "panoramax:https://notmapillary.com")
    #expect(PanoramaFile.service("mapillary:https://x.org\n")?.address == "https://x.org")
    #expect(PanoramaFile.service("x.org") == nil && PanoramaFile.service("") == nil && PanoramaFile.service("/a/b.jpg") == nil)
    let server = try server(.panoramax, FixtureFetcher())
    #expect(server.coverage?.template == "http://example.org/api/map/{z}/{x}/{y}.mvt")
    #expect(try self.server(.mapillary, FixtureFetcher(), token: "t").coverage == nil)
  }
}
