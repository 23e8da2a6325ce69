import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

@testable import OverlookPanorama

/// What is told of panoramas before they are opened, and what `overlook check` says of them.
@Suite struct PanoramaFileTests {
  private static let deepZoom = Array(
    "<Image TileSize='256' Overlap='1' Format='jpg'><Size Width='2000' Height='1000'/></Image>".utf8)
  private static let zoomify = Array("<IMAGE_PROPERTIES WIDTH='2000' HEIGHT='1000' TILESIZE='256'/>".utf8)
  private static let tiles = Array(#"{"width":6000,"cols":16,"rows":8,"tileUrl":"t/{col}_{row}.jpg"}"#.utf8)
  private static let tour = Array(
    (#"{"default":{"firstScene":"a"},"scenes":{"a":{"panorama":"a.jpg","hotSpots":[{"pitch":0,"yaw":0,"sceneId":"b"}]},"#
      + #""b":{"panorama":"b.jpg"},"c":{"panorama":"../../c.jpg"}}}"#).utf8)

  private static func sphere(_ properties: [(String, String)] = [("PoseHeadingDegrees", "45")]) throws -> [UInt8] {
    try Pictures.jpeg(Pictures.gradient(64, 32), Pictures.xmp([("ProjectionType", "equirectangular")] + properties))
  }

  private func folder(_ files: [String: [UInt8]]) throws -> String {
    let folder = NSTemporaryDirectory() + "/overlook-panorama-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    return folder
  }

  @Test func filesAreToldByTheirBeginning() throws {
    let banner = try JPEGEncoder.encode(Pictures.gradient(1000, 500))
    let files: [(String, [UInt8], Bool)] = [
      ("a.jpg", try Self.sphere(), true), ("b.jpg", banner, true),
      ("c.jpg", try JPEGEncoder.encode(Pictures.gradient(64, 32)), false),
      ("d.jpg", try JPEGEncoder.encode(Pictures.gradient(1000, 700)), false), ("e.jpg", Array(banner.prefix(40)), false),
      ("f.dzi", Self.deepZoom, true), ("g.xml", Self.zoomify, true), ("h.json", Self.tiles, true), ("i.json", Self.tour, true),
      ("j.json", Array("{}".utf8), false), ("k.xml", Array("<kml/>".utf8), false), ("l.txt", Array("text".utf8), false),
      ("m", [], false),
    ]
    let folder = try folder(Dictionary(uniqueKeysWithValues: files.map { ($0.0, $0.1) }))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, _, isPanorama) in files { #expect(PanoramaFile.isLikely("\(folder)/\(name)") == isPanorama, "\(name)") }
    #expect(!PanoramaFile.isLikely("\(folder)/none") && PanoramaFile.isLikely(folder))
    // Without an end: nobody waits for what never comes.
    #expect(mkfifo("\(folder)/pipe", 0o600) == 0 && !PanoramaFile.isLikely("\(folder)/pipe"))
  }

  @Test func foldersAreToldByTheNamesInThem() throws {
    for (name, isPanorama) in [("A.JPEG", true), ("config.json", true), ("tour.json", true), ("a.png", false)] {
      let folder = try folder([name: [1]])
      defer { try? FileManager.default.removeItem(atPath: folder) }
      #expect(PanoramaFile.isLikely(folder) == isPanorama, "\(name)")
    }
    #expect(
      PanoramaFile.isService("panoramax:https://example.org") && PanoramaFile.isLikely("mapillary:https://graph.mapillary.com"))
    #expect(!PanoramaFile.isService("https://example.org") && !PanoramaFile.isService("a.jpg"))
  }

  @Test func aCheckSaysWhatItIs() throws {
    func check(_ bytes: [UInt8]) throws -> PanoramaCheck { try PanoramaCheck(bytes, name: "a") }
    let deepZoom = try check(Self.deepZoom)
    // Halves of 2000 down to what one tile holds: 250, 500, 1000, 2000; 8 x 4 tiles of 256.
    #expect(
      deepZoom.kind == "Deep Zoom picture" && deepZoom.facts == ["2000 x 1000 pixels", "4 levels", "8 x 4 tiles in the last"])
    #expect(try check(Self.zoomify).kind == "Zoomify picture" && check(Self.zoomify).facts == deepZoom.facts)
    let tiles = try check(Self.tiles)
    #expect(tiles.kind == "panorama in tiles" && tiles.facts.last == "16 x 8 tiles in the last")
    let tour = try check(Self.tour)
    #expect(tour.kind == "tour of Pannellum" && tour.facts == ["3 scenes", "1 links"])
    #expect(tour.warnings.contains { $0.contains("c.jpg") })
    #expect(try check(Array(#"{"panorama":"a.jpg"}"#.utf8)).kind == "panorama of Pannellum")
    let picture = try check(Self.sphere())
    #expect(
      picture.kind == "panorama picture" && picture.facts == ["64 x 32 pixels", "heading 45.0, pitch 0.0, roll 0.0 degrees"])
    #expect(picture.warnings.isEmpty)
  }

  @Test func aCheckNamesWhatIsWrong() throws {
    func fault(_ bytes: [UInt8]) -> String {
      do {
        _ = try PanoramaCheck(bytes, name: "thing")
        return ""
      } catch { return "\(error)" }
    }
    #expect(fault(Array(#"{"a":1}"#.utf8)).contains("thing") && fault(Array(#"{"a":1}"#.utf8)).contains("another kind"))
    #expect(fault(Array("text".utf8)).contains("a file of another kind"))
    #expect(!fault(Array("<Image/>".utf8)).isEmpty && !fault(Array(#"{"tileUrl":"x","width":0}"#.utf8)).isEmpty)
    let whole = try Self.sphere()
    #expect(fault(whole) == "" && !fault(Array(whole.prefix(30))).isEmpty && !fault(Array(whole.dropLast(200))).isEmpty)
  }

  @Test func checksOfFilesFindThem() throws {
    let folder = try folder(["a.dzi": Self.deepZoom, "tour.json": Self.tour, "other.json": Array(#"{"b":1}"#.utf8)])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func report(_ name: String) -> FileCheck.Report { FileCheck.run("\(folder)/\(name)", others: [.panoramas]) }
    #expect(report("a.dzi").error == nil && report("a.dzi").findings.lines.isEmpty)
    #expect(report("tour.json").error == nil && report("tour.json").findings.lines.count == 1)
    #expect(report("other.json").error != nil)
  }

  // MARK: Providers

  private func opener(_ http: FixtureFetcher = FixtureFetcher()) -> PanoramaOpener {
    PanoramaOpener(services: TileServices(workers: WorkerPool(threadCount: 1), http: http))
  }

  @Test func aPictureIsFoundNearItsPlaceAlone() async throws {
    let place = LocationCoordinate(latitude: 60.17, longitude: 24.94)
    let file = try Pictures.jpeg(
      Pictures.gradient(64, 32), ExifPhoto().segment, Pictures.xmp([("ProjectionType", "equirectangular")]))
    let folder = try folder(["a.jpg": file, "b.jpg": try Self.sphere()])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let single = try await opener().open("\(folder)/a.jpg").provider
    #expect(try await single.panorama(near: place, radius: 30).panoramaID == "a.jpg")
    await #expect(throws: PanoramaError.self) {
      _ = try await single.panorama(near: LocationCoordinate(latitude: 60.18, longitude: 24.94), radius: 30)
    }
    // One that does not say where it is lies near nothing.
    let lost = try await opener().open("\(folder)/b.jpg").provider
    await #expect(throws: PanoramaError.self) { _ = try await lost.panorama(near: place, radius: 1e7) }
    let photos = try await opener().open(folder).provider
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 60, longitude: 24), northEast: LocationCoordinate(latitude: 61, longitude: 25))
    let (all, none) = (await photos.coverage(in: bounds), await single.coverage(in: bounds))
    #expect(all.places.count == 1 && none.places.isEmpty)
    await #expect(throws: PanoramaError.self) { _ = try await photos.panorama(id: "none") }
  }

  @Test func aSceneOfATourIsAPictureOfItsOwn() async throws {
    let folder = try folder(["tour.json": Self.tour, "a.jpg": try Self.sphere(), "b.jpg": try Self.sphere([])])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let opened = try await opener().open("\(folder)/tour.json")
    #expect(opened.panoramaIDs == ["a", "b"])
    let panorama = try await opened.provider.panorama(id: "a")
    let picture = try await opened.provider.picture(of: panorama)
    #expect(try await picture.image(for: PanoramaTileID(level: 0, face: 0, column: 0, row: 0)).width == 64)
    do {
      _ = try await opened.provider.panorama(id: "nowhere\n")
      Issue.record("it is there")
    } catch { #expect("\(error)".contains("nowhere")) }
    await #expect(throws: PanoramaError.self) {
      _ = try await opened.provider.panorama(near: LocationCoordinate(latitude: 0, longitude: 0), radius: 1e7)
    }
  }

  @Test func servicesAreNamedByTheirHosts() async throws {
    let opened = try await opener().open("panoramax:https://example.org/api")
    #expect(
      opened.name == "example.org" && opened.kind.hasPrefix("service (") && opened.panoramaIDs.isEmpty && opened.firstID == nil)
    do {
      _ = try await opener().open("panoramax:https://example.org/api?x=1")
      Issue.record("it was opened")
    } catch { #expect("\(error)".contains("no address of a server")) }
  }

  @Test func picturesThatAreTooFewForACubeAreSaid() async throws {
    let face = try JPEGEncoder.encode(Pictures.gradient(64, 64))
    for (files, words) in [
      (["front.jpg": face, "back.jpg": face], "2 of the six faces"),
      (["a.jpg": try JPEGEncoder.encode(Pictures.gradient(64, 40))], "no panoramas"),
    ] {
      let folder = try folder(files)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      do {
        _ = try await opener().open(folder)
        Issue.record("it was opened")
      } catch { #expect("\(error)".contains(words), "\(error)") }
    }
  }

  @Test func aPictureInMemoryIsAWholeSphere() async throws {
    let picture = PanoramaPicture(equirectangular: Pictures.gradient(64, 32))
    #expect(picture.layout == .equirectangular(.full) && picture.levels.count == 1)
    #expect(try await picture.image(for: PanoramaTileID(level: 0, face: 0, column: 0, row: 0)).height == 32)
  }
}
