import Foundation
import OverlookGeometry
import OverlookPanorama
import OverlookPlatform
import OverlookScene
import OverlookStreetScene
import OverlookSupport
import Testing

@testable import OverlookPanoramaView

@Suite @MainActor struct StreetLabelTests {
  @Test func namesStandWhereTheyAreSeenAndNotBehindHouses() throws {
    let labels = StreetLabelDrawing.labels(StreetSurroundings(TestTown.scene(), height: 1.7))
    #expect(labels.contains { $0.text == "Long Street" && $0.isStreet })
    let bakery = try #require(labels.first { $0.text == "Bakery" })
    // Its wall is met 7 m east and 14 m south, 3.2 m above the ground.
    let heading = Orientation(direction: bakery.direction).heading
    #expect(abs(heading - (180 - 26.565)) < 0.1, "\(heading)")
    #expect(!labels.contains { $0.text == "Backyard" })
    // Around the corner: the side street is seen from its mouth alone.
    #expect(!labels.contains { $0.text == "Side Street" && $0.meters > 40 })
    let mouth = StreetLabelDrawing.labels(StreetSurroundings(TestTown.scene(north: 17), height: 1.7))
    #expect(mouth.contains { $0.text == "Side Street" && $0.meters > 9 })
  }

  @Test func noNameIsCutByAnEdgeOfTheView() throws {
    let fixture = try PanoramaFixture(width: 300, height: 200)
    let scene = TestTown.scene()
    fixture.show(
      PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(120, 120, 120, 255) }),
      Panorama(panoramaID: "eye", coordinate: scene.frame.origin, heightMeters: 1.7))
    fixture.view.currentSurroundings = StreetSurroundings(scene, height: 1.7)
    var count = 0
    for heading in stride(from: 0.0, to: 360, by: 4) {
      fixture.view.camera = PanoramaCamera(heading: heading, pitch: 0, fov: 70)
      fixture.loop.renderFrame()
      for room in fixture.view.streetLabels.rooms {
        count += 1
        let (left, top) = (room.origin.x, room.origin.y)
        #expect(left >= 0 && left + room.size.width <= 300 && top >= 0 && top + room.size.height <= 200, "\(heading)")
      }
    }
    #expect(count > 20, "\(count)")
  }

  @Test func noTimeOfTheSunStandsOnTheNameOfAStreet() throws {
    let fixture = try PanoramaFixture(width: 300, height: 200)
    let scene = TestTown.scene()
    fixture.show(
      PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(120, 120, 120, 255) }),
      Panorama(panoramaID: "eye", coordinate: scene.frame.origin, heightMeters: 1.7))
    fixture.view.currentSurroundings = StreetSurroundings(scene, height: 1.7)
    var (beside, times) = (0, 0)
    // Its rising and setting go along the horizon over the year, and with them over all names.
    for day in stride(from: 0.0, to: 182, by: 6) {
      let path = PanoramaSunPath(date: Date(timeIntervalSince1970: 1_782_032_400 + day * 86_400))
      (path.showsSeasons, path.showsAnalemma) = (false, false)
      fixture.view.add(path)
      for heading in stride(from: 30.0, to: 360, by: 15) {
        fixture.view.camera = PanoramaCamera(heading: heading, pitch: 0, fov: 70)
        fixture.loop.renderFrame()
        let names = fixture.view.streetLabels.rooms
        times += path.labels.count
        beside += names.isEmpty || path.labels.isEmpty ? 0 : 1
        for room in path.labels { #expect(!names.contains { $0.overlaps(room) }, "\(day) \(heading)") }
      }
      fixture.view.remove(path)
    }
    #expect(times > 100 && beside > 20, "\(times) \(beside)")
  }

  @Test func aRouteIsCutWhereAHouseHidesIt() throws {
    func blue(_ heading: Double, _ pitch: Double, surrounded: Bool) throws -> Int {
      let fixture = try PanoramaFixture(width: 200, height: 200)
      fixture.view.streetNamesHidden = true
      let scene = TestTown.scene()
      let frame = scene.frame
      // Down the street, and around the corner into the side street behind the houses.
      let way = PanoramaGroundPath(
        [SIMD2(0, 2), SIMD2(0, 17), SIMD2(60, 17)].map(frame.coordinate), widthMeters: 3, color: .blue)
      fixture.view.add(way)
      fixture.view.camera = PanoramaCamera(heading: heading, pitch: pitch, fov: 40)
      fixture.show(
        PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(120, 120, 120, 255) }),
        Panorama(panoramaID: "eye", coordinate: frame.origin, heightMeters: 1.7))
      if surrounded { fixture.view.currentSurroundings = StreetSurroundings(scene, height: 1.7) }
      fixture.loop.renderFrame()
      let image = try #require(fixture.loop.image())
      let at = 4 * (100 * 200 + 100)
      return Int(image.pixels[at + 2]) - Int(image.pixels[at])
    }
    // Ten metres ahead on the ground: -9.6 degrees.
    #expect(try blue(0, -9.6, surrounded: true) > 100)
    // Forty metres down the side street, which the first house in the east hides: 67 degrees, 43 metres away.
    #expect(try blue(66.97, -2.24, surrounded: false) > 100)
    #expect(try blue(66.97, -2.24, surrounded: true) < 20)
  }

  @Test func aMarkerBehindAHouseIsNotShown() throws {
    let fixture = try PanoramaFixture(width: 200, height: 200)
    let scene = TestTown.scene()
    let (seen, hidden) = (
      Marker(position: scene.frame.coordinate(SIMD2(0, 30))), Marker(position: scene.frame.coordinate(SIMD2(26, 8)))
    )
    for marker in [seen, hidden] { marker.panoramaView = fixture.view }
    fixture.show(
      PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(120, 120, 120, 255) }),
      Panorama(panoramaID: "eye", coordinate: scene.frame.origin, heightMeters: 1.7))
    func isShown(_ heading: Double) -> Bool {
      fixture.view.camera = PanoramaCamera(heading: heading, pitch: 0, fov: 40)
      fixture.loop.renderFrame()
      guard let image = fixture.loop.image() else { return false }
      return stride(from: 0, to: image.pixels.count, by: 4).contains {
        Int(image.pixels[$0]) - Int(image.pixels[$0 + 2]) > 60
      }
    }
    #expect(isShown(0) && isShown(72.9))
    fixture.view.currentSurroundings = StreetSurroundings(scene, height: 1.7)
    #expect(isShown(0) && !isShown(72.9))
  }
}
