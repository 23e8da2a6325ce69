import Foundation
import OverlookFormats
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

@testable import OverlookPanorama

@Suite struct PanoramaTourTests {
  private static func tour(_ text: String) throws -> PannellumTour {
    try PannellumTour(try JSONParser.parse(Array(text.utf8)), thing: "tour")
  }

  private static let scenes = """
    {"default":{"firstScene":"b","author":"A. Nobody","sceneFadeDuration":1000},"scenes":{
    "a":{"type":"equirectangular","panorama":"a.jpg","northOffset":90,"yaw":10,"pitch":-5,"hfov":70,"title":"Hall","hotSpots":[
    {"pitch":-2,"yaw":30,"type":"scene","sceneId":"b","text":"To b","targetYaw":15,"targetPitch":-3},
    {"pitch":0,"yaw":-40,"type":"scene","sceneId":"nowhere"},{"pitch":5,"yaw":0,"type":"info","text":"A picture"},
    {"pitch":0,"yaw":1,"type":"scene","sceneId":"a"},{"yaw":"x"},7]},
    "b":{"panorama":"b.jpg","northOffset":-20,"horizonPitch":2,"horizonRoll":-3,"haov":180,"vaov":60,"vOffset":10,
    "hotSpots":[{"pitch":0,"yaw":0,"sceneId":"a","targetYaw":"sameAzimuth"},{"yaw":90,"sceneId":"a","targetYaw":"same"}]},
    "c":{"type":"hologram"},"d":7,"e":{"type":"cubemap","cubeMap":["f","r"]}}}
    """

  @Test func aTourHasScenesLinksAndSpots() throws {
    let tour = try Self.tour(Self.scenes)
    #expect(tour.first == "b" && tour.names == ["a", "b"])
    let (a, b) = (try #require(tour.scenes["a"]), try #require(tour.scenes["b"]))
    #expect(a.panorama.title == "Hall" && a.panorama.credit == "A. Nobody")
    // Yaws are told from the middle of the picture, headings from north.
    #expect(a.panorama.initialCamera == PanoramaCamera(heading: 100, pitch: -5, fov: 70))
    #expect(a.panorama.links.count == 1)
    #expect(
      a.panorama.links.first
        == PanoramaLink(
          heading: 120, panoramaID: "b", title: "To b", arrival: .orientation(Orientation(heading: 355, pitch: -3))))
    #expect(a.panorama.spots == [PanoramaSpot(orientation: Orientation(heading: 90, pitch: 5), text: "A picture")])
    #expect(b.panorama.pose == PanoramaPose(heading: -20, pitch: 2, roll: -3))
    #expect(b.panorama.links.map(\.arrival) == [.sameAzimuth, .sameYaw] && b.panorama.links.map(\.heading) == [340, 70])
    guard case .equirectangular("b.jpg", let extent) = b.source else {
      Issue.record("another source")
      return
    }
    #expect(abs(extent.left + .pi / 2) < 1e-12 && abs(extent.top - 40 * .pi / 180) < 1e-12)
    #expect(abs(extent.bottom + 20 * .pi / 180) < 1e-12)
  }

  @Test func missingScenesLoopsAndWrongKindsAreReported() throws {
    let warnings = try Self.tour(Self.scenes).warnings
    #expect(warnings.contains { $0.contains("\"nowhere\"") && $0.contains("missing") })
    #expect(warnings.contains { $0.contains("leads to itself") })
    #expect(warnings.contains { $0.contains("hologram") } && warnings.contains { $0.contains("\"d\"") })
    #expect(warnings.contains { $0.contains("\"e\"") && $0.contains("six faces") })
    let lost = try Self.tour(#"{"default":{"firstScene":"x"},"scenes":{"a":{"panorama":"a.jpg"}}}"#)
    #expect(lost.first == "a" && lost.warnings.count == 1)
  }

  @Test(arguments: [
    "{}", "[]", #"{"scenes":{}}"#, #"{"scenes":{"a":{}}}"#, #"{"type":"multires"}"#,
    #"{"type":"cubemap","cubeMap":[1,2,3,4,5,6]}"#,
    #"{"panorama":"a.jpg","haov":-3}"#, #"{"panorama":"a.jpg","vaov":170,"vOffset":60}"#, #"{"panorama":""}"#,
    #"{"multiRes":{"path":"/%l/%s","tileResolution":512,"maxLevel":3}}"#,
    #"{"multiRes":{"path":"/%l/%s","tileResolution":512,"maxLevel":1e9,"cubeResolution":100}}"#,
    #"{"multiRes":{"path":"/%l/%s","tileResolution":512,"maxLevel":20,"cubeResolution":100}}"#,
    #"{"multiRes":{"path":"/x","tileResolution":512,"maxLevel":1,"cubeResolution":100}}"#,
  ])
  func whatIsNoTourIsAFault(text: String) {
    #expect(throws: FormatError.self) { _ = try Self.tour(text) }
  }

  // MARK: Tiles

  private static func multires(_ extra: String = "") throws -> PannellumMultires {
    let text = """
      {"multiRes":{"basePath":"tiles","path":"/%l/%s%y_%x","fallbackPath":"/fallback/%s","extension":"png","tileResolution":512,
      "maxLevel":4,"cubeResolution":2345\(extra)}}
      """
    let tour = try tour(text)
    guard case .multires(let multires) = tour.scenes[tour.first]?.source else { throw FormatError.truncated("test") }
    return multires
  }

  @Test func levelsOfMultiresAreHalvedToWholePixels() throws {
    let multires = try Self.multires()
    #expect(multires.levels.map(\.width) == [293, 586, 1172, 2345] && multires.levels.map(\.columns) == [1, 2, 3, 5])
    let tile = PanoramaTileID(level: 3, face: CubeFace.left.rawValue, column: 4, row: 1)
    #expect(multires.reference(tile) == "tiles/4/l1_4.png")
    #expect(multires.fallbackReference(face: CubeFace.down.rawValue) == "tiles/fallback/d.png")
    #expect(multires.warnings.isEmpty)
  }

  /// The list as the generator writes it: a missing tile stands for all that it is made of.
  @Test func missingTilesAreNotAskedFor() throws {
    let digits = "0123456789"
    #expect(Base83.text(83 * 7 + 5, count: 2) == Array("75".utf8) && Base83.number("75".utf8) == 83 * 7 + 5)
    #expect(Base83.number("~".utf8) == 82 && Base83.number("\"".utf8) == nil && Base83.number(digits.utf8) != nil)
    let multires = try Self.multires(#","missingTiles":"!f>210>321!u>100""#)
    func isMissing(_ level: Int, _ face: CubeFace, _ column: Int, _ row: Int) -> Bool {
      multires.reference(PanoramaTileID(level: level - 1, face: face.rawValue, column: column, row: row)) == nil
    }
    #expect(isMissing(2, .front, 1, 0) && isMissing(3, .front, 2, 1) && isMissing(4, .front, 4, 0))
    #expect(!isMissing(2, .front, 0, 0) && !isMissing(3, .front, 0, 0) && !isMissing(3, .right, 2, 1))
    #expect(isMissing(1, .up, 0, 0) && isMissing(4, .up, 3, 3))
    #expect(multires.warnings.isEmpty)
    for damaged in ["!x", "f", "!f10", "!f>", "!f>9", "!f>2\\u00e9", "!f>21", "!"] {
      #expect(try Self.multires(",\"missingTiles\":\"\(damaged)\"").warnings.count == 1, "\(damaged)")
    }
  }

  @Test func levelsThatDoNotFitAreSaid() throws {
    let tour = try Self.tour(
      #"{"multiRes":{"path":"/%l/%s%y_%x","tileResolution":512,"maxLevel":2,"cubeResolution":4736}}"#)
    #expect(tour.warnings.count == 1 && tour.warnings[0].contains("2368"))
  }

  @Test func deepZoomNamesItsTiles() throws {
    let text = """
      <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="254" Overlap="1" Format="jpg">\
      <Size Width="2000" Height="1000"/></Image>
      """
    let pyramid = try PanoramaPyramid.deepZoom(Array(text.utf8), name: "pano.dzi", thing: "dzi")
    #expect(pyramid.levels.map(\.level.width) == [250, 500, 1000, 2000] && pyramid.levels.allSatisfy { $0.overlap == 1 })
    #expect(pyramid.reference(PanoramaTileID(level: 3, face: 0, column: 7, row: 2)) == "pano_files/11/7_2.jpg")
    #expect(pyramid.reference(PanoramaTileID(level: 0, face: 0, column: 0, row: 0)) == "pano_files/8/0_0.jpg")
  }

  @Test func zoomifyCountsItsTilesInGroups() throws {
    let text = #"<IMAGE_PROPERTIES WIDTH="8000" HEIGHT="4000" NUMTILES="700" NUMIMAGES="1" VERSION="1.8" TILESIZE="256"/>"#
    let pyramid = try PanoramaPyramid.zoomify(Array(text.utf8), thing: "zoomify")
    #expect(pyramid.levels.map(\.level.width) == [250, 500, 1000, 2000, 4000, 8000])
    #expect(pyramid.reference(PanoramaTileID(level: 0, face: 0, column: 0, row: 0)) == "TileGroup0/0-0-0.jpg")
    // 1 + 2 + 8 + 32 + 128 tiles of the levels below are 171; in 32 columns the tile at (5, 3) is the 101st: 272.
    #expect(pyramid.reference(PanoramaTileID(level: 5, face: 0, column: 5, row: 3)) == "TileGroup1/5-5-3.jpg")
    #expect(pyramid.reference(PanoramaTileID(level: 5, face: 0, column: 20, row: 2)) == "TileGroup0/5-20-2.jpg")
  }

  @Test(arguments: [
    "<Image/>", "<Image TileSize='0' Overlap='0' Format='jpg'><Size Width='2' Height='1'/></Image>",
    "<Image TileSize='256' Overlap='0' Format='../x'><Size Width='2000' Height='1000'/></Image>",
    "<Image TileSize='256' Overlap='0' Format='jpg'><Size Width='1000' Height='1000'/></Image>",
    "<Image TileSize='256' Overlap='0' Format='jpg'><Size Width='99999999999999999999' Height='1000'/></Image>",
    "<IMAGE_PROPERTIES WIDTH='-8000' HEIGHT='4000' TILESIZE='256'/>", "<IMAGE_PROPERTIES/>", "<", "",
  ])
  func pyramidsThatMakeNoSenseAreFaults(text: String) {
    let bytes = Array(text.utf8)
    #expect(throws: FormatError.self) { _ = try PanoramaPyramid.deepZoom(bytes, name: "x.dzi", thing: "x") }
    #expect(throws: FormatError.self) { _ = try PanoramaPyramid.zoomify(bytes, thing: "x") }
  }

  @Test func tilesOfPhotoSphereViewerAreNamedByTheirTemplates() throws {
    func pyramid(_ text: String) throws -> PanoramaPyramid {
      let value = try JSONParser.parse(Array(text.utf8))
      #expect(SphereViewerTiles.isLikely(value))
      return try SphereViewerTiles.pyramid(value, thing: "tiles")
    }
    let whole = try pyramid(#"{"width":6000,"cols":16,"rows":8,"baseUrl":"low.jpg","tileUrl":"t/{col}_{row}.jpg"}"#)
    #expect(
      whole.levels.map(\.level.width) == [1024, 6000] && whole.levels[1].level.columns == 16 && whole.levels[1].level.rows == 8)
    #expect(whole.reference(PanoramaTileID(level: 0, face: 0, column: 0, row: 0)) == "low.jpg")
    #expect(whole.reference(PanoramaTileID(level: 1, face: 0, column: 15, row: 7)) == "t/15_7.jpg")
    let cube = try pyramid(
      #"{"faceSize":6000,"nbTiles":8,"tileUrl":"{face}/{col}_{row}.jpg","flipTopBottom":true,"baseUrl":{"front":"f.jpg"}}"#)
    #expect(cube.layout == .cube && cube.levels[1].level.tileWidth == 750)
    #expect(cube.reference(PanoramaTileID(level: 1, face: CubeFace.down.rawValue, column: 1, row: 2)) == "bottom/1_2.jpg")
    #expect(cube.reference(PanoramaTileID(level: 0, face: CubeFace.back.rawValue, column: 0, row: 0)) == nil)
    for bad in [
      #"{"width":0,"cols":16,"rows":8,"tileUrl":"{col}{row}"}"#, #"{"width":10,"cols":1e9,"rows":8,"tileUrl":"{col}{row}"}"#,
      #"{"tileUrl":"{col}{row}","levels":[]}"#, #"{"width":10,"cols":1,"rows":8,"tileUrl":"x"}"#,
    ] {
      #expect(throws: FormatError.self) { _ = try pyramid(bad) }
    }
  }

  // MARK: Opening

  private static func open(_ files: [String: [UInt8]], _ name: String, degrees: Double? = nil) async throws -> (
    OpenedPanoramas, URL
  ) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("panorama-\(UUID().uuidString)")
    for (path, bytes) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    let services = TileServices(workers: WorkerPool(threadCount: 2), http: FixtureFetcher())
    let opener = PanoramaOpener(services: services, fisheyeDegrees: degrees)
    return (try await opener.open(name.isEmpty ? folder.path : folder.appendingPathComponent(name).path), folder)
  }

  private static func first(_ opened: OpenedPanoramas) async throws -> PanoramaPicture {
    let panorama = try await opened.provider.panorama(id: try #require(opened.firstID))
    return try await opened.provider.picture(of: panorama)
  }

  @Test func aPictureIsOpenedWithItsPlaceInTheWorld() async throws {
    let file = try Pictures.jpeg(
      Pictures.gradient(64, 32), Pictures.xmp([("ProjectionType", "equirectangular"), ("PoseHeadingDegrees", "45")]))
    let (opened, folder) = try await Self.open(["a.jpg": file], "a.jpg")
    defer { try? FileManager.default.removeItem(at: folder) }
    let panorama = try await opened.provider.panorama(id: "a.jpg")
    #expect(panorama.pose.heading == 45 && opened.panoramaIDs == ["a.jpg"])
    let picture = try await opened.provider.picture(of: panorama)
    #expect(try await picture.image(for: PanoramaTileID(level: 0, face: 0, column: 0, row: 0)).width == 64)
    await #expect(throws: PanoramaError.self) { _ = try await opened.provider.panorama(id: "b") }
  }

  @Test func twoLensesAreTakenAtTheirWord() async throws {
    let (opened, folder) = try await Self.open(
      ["a.jpg": try JPEGEncoder.encode(Pictures.gradient(64, 32))], "a.jpg", degrees: 200)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await Self.first(opened).layout == .dualFisheye(degrees: 200))
  }

  @Test func multiresIsReadFromItsFolderAndFallsBack() async throws {
    let config =
      #"{"multiRes":{"path":"/%l/%s%y_%x","fallbackPath":"/fallback/%s","tileResolution":64,"maxLevel":2,"cubeResolution":128}}"#
    let tile = try JPEGEncoder.encode(Pictures.gradient(64, 64))
    let (opened, folder) = try await Self.open(
      ["config.json": Array(config.utf8), "1/f0_0.jpg": tile, "2/f1_0.jpg": tile, "fallback/b.jpg": tile], "")
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = try await Self.first(opened)
    #expect(try await picture.image(for: PanoramaTileID(level: 1, face: 0, column: 0, row: 1)).width == 64)
    #expect(try await picture.image(for: PanoramaTileID(level: 0, face: CubeFace.back.rawValue, column: 0, row: 0)).width == 64)
    await #expect(throws: PanoramaError.self) {
      _ = try await picture.image(for: PanoramaTileID(level: 1, face: 1, column: 0, row: 0))
    }
  }

  @Test func documentsReachNothingOutsideOfTheirFolder() async throws {
    let secret = FileManager.default.temporaryDirectory.appendingPathComponent("secret-\(UUID().uuidString).jpg")
    try Data(try JPEGEncoder.encode(Pictures.gradient(64, 32))).write(to: secret)
    defer { try? FileManager.default.removeItem(at: secret) }
    for name in [
      "../\(secret.lastPathComponent)", secret.path, "http://127.0.0.1/x.jpg", "a/../../\(secret.lastPathComponent)", "link.jpg",
      "file:///etc/passwd",
    ] {
      let config = "{\"panorama\":\"\(name)\"}"
      // What is a link shows where it leads to when it is read; the rest is told by its name.
      guard name == "link.jpg" else {
        await #expect(throws: PanoramaError.self, "\(name)") {
          _ = try await Self.open(["tour.json": Array(config.utf8)], "tour.json")
        }
        continue
      }
      let (opened, folder) = try await Self.open(["tour.json": Array(config.utf8)], "tour.json")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link.jpg", withDestinationPath: secret.path)
      await #expect(throws: PanoramaError.self, "\(name)") { _ = try await Self.first(opened) }
    }
  }

  @Test func scenesOutsideOfTheFolderAreLeftOutWithWhatLeadsToThem() async throws {
    let config = """
      {"default":{"firstScene":"b"},"scenes":{"a":{"panorama":"a.jpg","hotSpots":[{"yaw":0,"sceneId":"b"},{"yaw":9,"sceneId":"c"}]},
      "b":{"panorama":"../b.jpg"},"c":{"panorama":"c.jpg"},"d":{"type":"cubemap","cubeMap":["f","r","/b","l","u","d"]},
      "e":{"multiRes":{"basePath":"..","path":"/%l/%s%y_%x","tileResolution":64,"maxLevel":1,"cubeResolution":64}}}}
      """
    let (opened, folder) = try await Self.open(["tour.json": Array(config.utf8)], "tour.json")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(opened.panoramaIDs == ["a", "c"] && opened.firstID == "a" && opened.warnings.count == 3, "\(opened.warnings)")
    #expect(try await opened.provider.panorama(id: "a").links.map(\.panoramaID) == ["c"])
  }

  @Test func aCubeOfFilesIsOpenedAndHalfACubeSaysSo() async throws {
    let face = try JPEGEncoder.encode(Pictures.gradient(16, 16))
    let names = ["front", "right", "back", "left", "up", "down"]
    let (opened, folder) = try await Self.open(Dictionary(uniqueKeysWithValues: names.map { ("\($0).jpg", face) }), "")
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = try await Self.first(opened)
    #expect(picture.layout == .cube && picture.warnings.isEmpty && picture.levels.first?.width == 16)
    let (half, other) = try await Self.open(["f.jpg": face, "r.jpg": face, "b.jpg": face], "")
    defer { try? FileManager.default.removeItem(at: other) }
    #expect(half.warnings == ["3 of the six faces of the cube are missing"])
    await #expect(throws: PanoramaError.self) {
      _ = try await Self.first(half).image(for: PanoramaTileID(level: 0, face: CubeFace.up.rawValue, column: 0, row: 0))
    }
    await #expect(throws: PanoramaError.self) {
      _ = try await Self.open(["front.jpg": try JPEGEncoder.encode(Pictures.gradient(16, 8)), "r.jpg": [1], "b.jpg": [2]], "")
    }
  }

  @Test func deepZoomIsCutFromItsOverlap() async throws {
    let text = "<Image TileSize='64' Overlap='2' Format='jpg'><Size Width='128' Height='64'/></Image>"
    // The tile of the second column begins two pixels early.
    let (opened, folder) = try await Self.open(
      ["a.dzi": Array(text.utf8), "a_files/7/1_0.jpg": try JPEGEncoder.encode(Pictures.gradient(66, 64), quality: 100)], "a.dzi")
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = try await Self.first(opened)
    let level = picture.levels.count - 1
    let tile = try await picture.image(for: PanoramaTileID(level: level, face: 0, column: 1, row: 0))
    #expect(tile.width == 64 && tile.height == 64 && abs(Int(tile.pixels[0]) - 255 * 2 / 66) <= 3)
  }

  @Test(arguments: ["", "text", "{", #"{"a":1}"#, "<html></html>", "\u{0}\u{1}"]) func otherFilesAreRefused(text: String)
    async throws
  {
    await #expect(throws: PanoramaError.self) { _ = try await Self.open(["a.json": Array(text.utf8)], "a.json") }
  }

  @Test func tilesOfServersAreAskedOfTheirOwnAlone() async throws {
    let http = FixtureFetcher()
    let config = #"{"multiRes":{"basePath":"/tiles","path":"/%l/%s%y_%x","tileResolution":64,"maxLevel":1,"cubeResolution":64}}"#
    http.set("http://example.org/a/config.json?v=1", .success(HTTPResponse(status: 200, body: Array(config.utf8))))
    http.set(
      "http://example.org/tiles/1/f0_0.jpg",
      .success(HTTPResponse(status: 200, body: try JPEGEncoder.encode(Pictures.gradient(64, 64)))))
    let opener = PanoramaOpener(services: TileServices(workers: WorkerPool(threadCount: 1), http: http))
    let picture = try await Self.first(try await opener.open("http://example.org/a/config.json?v=1"))
    #expect(try await picture.image(for: PanoramaTileID(level: 0, face: 0, column: 0, row: 0)).width == 64)
    #expect(http.requests.allSatisfy { $0.caching != .none })
    let foreign = #"{"panorama":"http://other.org/x.jpg"}"#
    http.set("http://example.org/b.json", .success(HTTPResponse(status: 200, body: Array(foreign.utf8))))
    await #expect(throws: PanoramaError.self) { _ = try await opener.open("http://example.org/b.json") }
    #expect(!http.requests.contains { $0.url.contains("other.org") })
  }
}
