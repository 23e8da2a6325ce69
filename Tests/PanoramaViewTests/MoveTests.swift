import OverlookGeometry
import OverlookInput
import OverlookPanorama
import OverlookPlatform
import OverlookSupport
import Testing

@testable import OverlookPanoramaView

@Suite @MainActor struct MoveTests {
  private static let place = LocationCoordinate(latitude: 60.17, longitude: 24.94)

  private func fixture() throws -> PanoramaFixture {
    let fixture = try PanoramaFixture(width: 64, height: 48)
    func add(_ name: String, _ red: UInt8, _ blue: UInt8, _ longitude: Double) {
      fixture.provider.add(
        Panorama(
          panoramaID: name, coordinate: LocationCoordinate(latitude: 60.17, longitude: longitude),
          links: [PanoramaLink(heading: 90, panoramaID: "b", title: "Aleksanterinkatu")]),
        PanoramaPicture(equirectangular: TestPicture.plain(red, 0, blue)))
    }
    add("a", 255, 0, 24.94)
    add("b", 0, 255, 24.941)
    return fixture
  }

  /// Red and blue in the middle of the view.
  private func middle(_ fixture: PanoramaFixture) -> (red: Int, blue: Int) {
    guard let image = fixture.loop.image() else { return (-1, -1) }
    let at = 4 * (20 * image.width + 32)
    return (Int(image.pixels[at]), Int(image.pixels[at + 2]))
  }

  @Test func aMoveByNameIsToldBeforeAndAfter() throws {
    let fixture = try fixture()
    fixture.view.moveTo(panoramaID: "a")
    #expect(fixture.calls == ["will a from none"])
    #expect(fixture.wait { fixture.view.panorama != nil })
    fixture.settle()
    #expect(fixture.calls == ["will a from none", "did a", "start", "finish"])
    fixture.clearCalls()
    fixture.view.moveTo(panoramaID: "b")
    #expect(fixture.calls == ["will b from a"])
    #expect(fixture.wait { fixture.view.panorama?.panoramaID == "b" })
    #expect(fixture.calls.prefix(2) == ["will b from a", "did b"])
  }

  /// The service has another picture of what is shown: the old one stays until all of the new one is there.
  @Test func aPictureIsRenewed() throws {
    let fixture = try fixture()
    #expect(!fixture.view.renewPicture(), "there is none")
    fixture.view.moveTo(panoramaID: "a")
    #expect(!fixture.view.renewPicture(), "it is on its way")
    #expect(fixture.wait { fixture.view.panorama != nil })
    fixture.settle()
    let (camera, shown) = (fixture.view.camera, try #require(fixture.view.panorama))
    #expect(middle(fixture) == (255, 0))
    fixture.provider.add(shown, PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 200)))
    #expect(fixture.view.renewPicture())
    #expect(fixture.wait { fixture.view.isUnderWay }, "one fades into the other")
    fixture.settle()
    #expect(middle(fixture) == (0, 200))
    #expect(fixture.view.panorama == shown && fixture.view.camera == camera)
  }

  @Test func aNewerRenewalNeedNotWaitForAnOlderOne() throws {
    let fixture = try fixture()
    fixture.view.moveTo(panoramaID: "a")
    #expect(fixture.wait { fixture.view.panorama != nil })
    fixture.settle()
    let shown = try #require(fixture.view.panorama)
    let slow = TestTiles(TestPicture.plain(0, 200, 0, width: 128, height: 64), levels: 2, tileSide: 64)
    slow.hold(level: 1)
    fixture.provider.add(shown, PanoramaPicture(layout: .equirectangular(.full), levels: slow.layout, source: slow))
    #expect(fixture.view.renewPicture())
    #expect(fixture.wait { fixture.view.moves.outgoing != nil && fixture.view.moves.current?.tiles.hasPicture == true })
    #expect(middle(fixture) == (255, 0), "the old one stays until all of the new one is there")
    let newer = TestTiles(TestPicture.plain(0, 0, 200, width: 128, height: 64), levels: 2, tileSide: 64)
    newer.hold(level: 1)
    fixture.provider.add(shown, PanoramaPicture(layout: .equirectangular(.full), levels: newer.layout, source: newer))
    let older = fixture.view.moves.current
    #expect(fixture.view.renewPicture())
    #expect(fixture.wait { fixture.view.moves.current !== older && fixture.view.moves.current?.tiles.hasPicture == true })
    #expect(middle(fixture) == (255, 0), "what was never seen is not seen now")
    newer.letGo(level: 1)
    fixture.settle()
    #expect(middle(fixture) == (0, 200))
  }

  @Test func aMoveToAPlaceIsToldOnceMore() throws {
    let fixture = try fixture()
    fixture.view.moveNear(Self.place, radius: 20)
    #expect(fixture.wait { fixture.view.panorama != nil })
    #expect(fixture.calls.prefix(3) == ["will a from none", "did a", "near a"])
  }

  @Test func whatIsNotFoundLeavesTheOldPanorama() throws {
    let fixture = try fixture()
    fixture.view.moveTo(panoramaID: "a")
    #expect(fixture.wait { fixture.view.panorama != nil })
    fixture.clearCalls()
    fixture.view.moveNear(LocationCoordinate(latitude: 0, longitude: 0), radius: 10)
    #expect(fixture.wait { fixture.calls.contains("no near") })
    fixture.view.moveTo(panoramaID: "nowhere")
    #expect(fixture.wait { fixture.calls.contains("no nowhere") })
    #expect(fixture.view.panorama?.panoramaID == "a")
  }

  @Test func aNewerRequestEndsTheOlderWithoutAWord() throws {
    let fixture = try fixture()
    fixture.provider.hold("a")
    fixture.view.moveTo(panoramaID: "a")
    fixture.view.moveTo(panoramaID: "b")
    #expect(fixture.wait { fixture.view.panorama != nil })
    fixture.provider.letGo("a")
    fixture.settle()
    _ = fixture.wait(seconds: 0.1) { false }
    #expect(fixture.view.panorama?.panoramaID == "b")
    #expect(!fixture.calls.contains("did a"))
    #expect(!fixture.calls.contains("no a"))
  }

  @Test func theFirstPanoramaIsThereAtOnceAndTheNextFadesIn() throws {
    let fixture = try fixture()
    fixture.view.transitionSeconds = 1
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(255, 0, 0)))
    #expect(middle(fixture).red > 250)
    fixture.view.show(Panorama(panoramaID: "next"), picture: PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 255)))
    #expect(fixture.view.panorama?.panoramaID == "next")
    fixture.loop.renderFrame()
    #expect(middle(fixture).red > 250, "the old picture is seen until the new one is there")
    #expect(fixture.wait { (60...190).contains(middle(fixture).blue) })
    let between = middle(fixture)
    #expect(abs(between.red + between.blue - 255) < 8)
    fixture.settle()
    #expect(middle(fixture).blue > 250)
    #expect(middle(fixture).red < 5)
  }

  @Test func aPictureThatCannotBeHadLeavesTheOldOne() throws {
    let fixture = try fixture()
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(255, 0, 0)), Panorama(panoramaID: "old"))
    fixture.clearCalls()
    let broken = TestTiles(
      TestPicture.plain(0, 0, 255), levels: 1, tileSide: 64, missing: [0], fault: .unusable("the file is cut off"))
    fixture.view.show(
      Panorama(panoramaID: "broken"),
      picture: PanoramaPicture(layout: .equirectangular(.full), levels: broken.layout, source: broken))
    #expect(fixture.wait { fixture.calls.contains("no broken") })
    fixture.settle()
    #expect(fixture.view.panorama?.panoramaID == "old")
    #expect(fixture.calls.last(where: { $0.hasPrefix("did") }) == "did old")
    #expect(middle(fixture).red > 250)
  }

  @Test func nilClearsTheView() throws {
    let fixture = try fixture()
    fixture.view.backgroundColor = .black
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(255, 0, 0)))
    fixture.view.panorama = nil
    fixture.loop.renderFrame()
    #expect(middle(fixture) == (0, 0))
    #expect(fixture.calls.last == "did none")
  }

  @Test func theCoarseLevelIsSeenUntilTheFineOneIsThere() throws {
    let fixture = try fixture()
    let tiles = TestTiles(TestPicture.checkered(width: 1024), levels: 3, tileSide: 256)
    tiles.hold(level: 1)
    tiles.hold(level: 2)
    fixture.view.show(
      Panorama(panoramaID: "levels"),
      picture: PanoramaPicture(layout: .equirectangular(.full), levels: tiles.layout, source: tiles))
    #expect(fixture.wait { Set(middleValues(fixture)).count > 1 })
    #expect(!fixture.calls.contains("finish"))
    tiles.letGo(level: 1)
    tiles.letGo(level: 2)
    #expect(fixture.settle())
    #expect(fixture.calls.last == "finish")
  }

  private func middleValues(_ fixture: PanoramaFixture) -> [UInt8] {
    guard let image = fixture.loop.image() else { return [] }
    return (0..<image.width).map { image.pixels[4 * (24 * image.width + $0)] }
  }

  @Test func tilesThatDoNotExistAreDrawnFromALowerLevel() throws {
    let fixture = try fixture()
    let tiles = TestTiles(TestPicture.plain(0, 255, 0, width: 1024, height: 512), levels: 3, tileSide: 256, missing: [2])
    fixture.view.camera = PanoramaCamera(heading: 0, pitch: 0, fov: 20)
    fixture.show(PanoramaPicture(layout: .equirectangular(.full), levels: tiles.layout, source: tiles))
    let image = try #require(fixture.loop.image())
    #expect(image.pixels[4 * (24 * 64 + 32) + 1] == 255)
    #expect(fixture.view.panorama?.panoramaID == "test")
  }

  @Test func arrivingByALinkTurnsAsItSays() throws {
    let fixture = try fixture()
    let wish = Orientation(heading: 200, pitch: -5)
    fixture.view.camera = PanoramaCamera(heading: 90, pitch: 0)
    fixture.show(
      PanoramaPicture(equirectangular: TestPicture.plain(9, 9, 9)),
      Panorama(panoramaID: "start", links: [PanoramaLink(heading: 90, panoramaID: "b", arrival: .orientation(wish))]))
    fixture.loop.send(.keyPressed(.up, []))
    #expect(fixture.wait { fixture.view.panorama?.panoramaID == "b" })
    #expect(fixture.view.camera.orientation == wish)
  }

  @Test func theSameYawIsThatOfThePicture() throws {
    let fixture = try fixture()
    fixture.provider.add(
      Panorama(panoramaID: "turned", pose: PanoramaPose(heading: 100)),
      PanoramaPicture(equirectangular: TestPicture.plain(9, 9, 9)))
    fixture.view.camera = PanoramaCamera(heading: 50, pitch: 0)
    fixture.show(
      PanoramaPicture(equirectangular: TestPicture.plain(9, 9, 9)),
      Panorama(
        panoramaID: "start", links: [PanoramaLink(heading: 50, panoramaID: "turned", arrival: .sameYaw)],
        pose: PanoramaPose(heading: 30)))
    fixture.loop.send(.keyPressed(.up, []))
    #expect(fixture.wait { fixture.view.panorama?.panoramaID == "turned" })
    #expect(abs(fixture.view.camera.orientation.heading - 120) < 1e-9)
  }
}
