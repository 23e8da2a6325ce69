import Foundation
import Observation
import OverlookCanvas
import OverlookGeometry
import OverlookInput
import OverlookPanorama
@testable import OverlookPanoramaView
import OverlookPlatform
import OverlookScene
import OverlookSupport
import Testing

@Suite("Gestures of a panorama") @MainActor struct PanoramaGestureTests {
  private func fixture(_ links: [PanoramaLink] = []) throws -> PanoramaFixture {
    let fixture = try PanoramaFixture()
    fixture.show(
      PanoramaPicture(equirectangular: TestPicture.plain(120, 120, 120)),
      Panorama(panoramaID: "here", coordinate: LocationCoordinate(latitude: 60, longitude: 25), links: links))
    fixture.provider.add(
      Panorama(panoramaID: "there"), PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 0)))
    return fixture
  }

  private func drag(_ fixture: PanoramaFixture, to x: Double, _ y: Double, rests: Bool) {
    fixture.loop.send(.pointerMoved(ScreenPoint(x: 160, y: 120)))
    fixture.loop.send(.buttonPressed(.left, ScreenPoint(x: 160, y: 120), []))
    for step in 1...5 {
      fixture.loop.advance(by: 0.016)
      let share = Double(step) / 5
      fixture.loop.send(.pointerMoved(ScreenPoint(x: 160 + (x - 160) * share, y: 120 + (y - 120) * share)))
    }
    fixture.loop.advance(by: rests ? 0.5 : 0.016)
    fixture.loop.send(.buttonReleased(.left, ScreenPoint(x: x, y: y), []))
    fixture.loop.renderFrame()
  }

  @Test func whatIsTakenHoldOfFollowsThePointer() throws {
    let fixture = try fixture()
    let before = fixture.view.orientation(for: ScreenPoint(x: 160, y: 120))
    drag(fixture, to: 220, 150, rests: true)
    let after = fixture.view.orientation(for: ScreenPoint(x: 220, y: 150))
    #expect(abs(Angle.shortestTurn(fromDegrees: before.heading, toDegrees: after.heading)) < 0.6)
    #expect(abs(before.pitch - after.pitch) < 0.6)
    #expect(fixture.view.camera.orientation.heading > 300)
    #expect(fixture.cameras.last == fixture.view.camera)
  }

  @Test func aThrowDriftsOnAndComesToRest() throws {
    let fixture = try fixture()
    drag(fixture, to: 100, 120, rests: false)
    let released = fixture.view.camera.orientation.heading
    fixture.loop.advance(by: 0.3)
    let later = fixture.view.camera.orientation.heading
    #expect(later > released + 1)
    fixture.loop.advance(by: 5)
    #expect(fixture.loop.content.nextDeadline(now: fixture.loop.now) == nil)
    #expect(fixture.cameras.last == fixture.view.camera)
  }

  @Test func whatIsSwitchedOffDoesNothingAndTheProgramStillMoves() throws {
    let fixture = try fixture([PanoramaLink(heading: 0, panoramaID: "there")])
    fixture.view.setAllGesturesEnabled(false)
    drag(fixture, to: 240, 180, rests: false)
    fixture.loop.send(.scrolled(x: 0, y: 3, at: ScreenPoint(x: 160, y: 120), []))
    fixture.loop.send(.keyPressed(.up, []))
    fixture.loop.advance(by: 1)
    #expect(fixture.view.camera == PanoramaCamera(heading: 0, pitch: 0))
    #expect(fixture.view.panorama?.panoramaID == "here")
    fixture.view.updateCamera(.rotate(by: 30))
    #expect(fixture.view.camera.orientation.heading == 30)
  }

  @Test func theWheelZoomsAboutThePointerUpToFive() throws {
    let fixture = try fixture()
    let point = ScreenPoint(x: 220, y: 90)
    let before = fixture.view.orientation(for: point)
    fixture.loop.send(.pointerMoved(point))
    fixture.loop.send(.scrolled(x: 0, y: 1, at: point, []))
    fixture.loop.advance(by: 0.5)
    #expect(fixture.view.camera.zoom > 1.2)
    let after = fixture.view.orientation(for: point)
    #expect(abs(Angle.shortestTurn(fromDegrees: before.heading, toDegrees: after.heading)) < 0.6)
    for _ in 0..<20 {
      fixture.loop.send(.scrolled(x: 0, y: 4, at: point, []))
      fixture.loop.advance(by: 0.3)
    }
    #expect(fixture.view.camera.zoom == 5)
  }

  @Test func arrowKeysTurnWhileTheyAreHeld() throws {
    let fixture = try fixture()
    fixture.loop.send(.keyPressed(.right, []))
    fixture.loop.advance(by: 0.5)
    fixture.loop.send(.keyReleased(.right, []))
    fixture.loop.advance(by: 0.5)
    let heading = fixture.view.camera.orientation.heading
    #expect(heading > 10 && heading < 180)
    fixture.loop.send(.keyPressed(.plus, []))
    fixture.loop.advance(by: 0.5)
    #expect(abs(fixture.view.camera.zoom - 2) < 1e-9)
  }

  @Test func aClickOnAnArrowWalksAndOneBesideItIsATap() throws {
    let fixture = try fixture([PanoramaLink(heading: 0, panoramaID: "there", title: "Mannerheimintie")])
    fixture.view.camera = PanoramaCamera(heading: 0, pitch: -30)
    fixture.loop.renderFrame()
    // The tip of an arrow on the ground ahead, three metres for each metre of height.
    let arrow = fixture.view.point(for: Orientation(heading: 0, pitch: -atan2(1, 3.0) * 180 / .pi))
    fixture.click(10, 10)
    #expect(fixture.taps == [ScreenPoint(x: 10, y: 10)])
    fixture.view.navigationLinksHidden = true
    fixture.click(arrow.x, arrow.y)
    #expect(fixture.taps.count == 2)
    fixture.loop.advance(by: 1)
    fixture.view.navigationLinksHidden = false
    fixture.loop.renderFrame()
    fixture.click(arrow.x, arrow.y)
    #expect(fixture.wait { fixture.view.panorama?.panoramaID == "there" })
    #expect(fixture.taps.count == 2)
  }

  @Test func aClickOnTheStreetWalksThereAndOneOnTheSkyDoesNot() throws {
    let fixture = try fixture([PanoramaLink(heading: 0, panoramaID: "there")])
    fixture.view.camera = PanoramaCamera(heading: 0, pitch: 0)
    fixture.loop.renderFrame()
    func click(_ heading: Double, _ pitch: Double) {
      let point = fixture.view.point(for: Orientation(heading: heading, pitch: pitch))
      fixture.loop.send(.pointerMoved(point))
      fixture.loop.renderFrame()
      fixture.click(point.x, point.y)
      fixture.loop.advance(by: 1)
    }
    // Sky, what is too far away to be told, and what lies beside.
    for (heading, pitch) in [(0.0, 20.0), (0, -1), (40, -10)] { click(heading, pitch) }
    #expect(fixture.taps.count == 3 && fixture.view.panorama?.panoramaID == "here")
    click(15, -8)
    #expect(fixture.wait { fixture.view.panorama?.panoramaID == "there" })
    #expect(fixture.taps.count == 3)
  }

  @Test func aDoubleClickWalksTowardsWhatIsThere() throws {
    let fixture = try fixture([PanoramaLink(heading: 0, panoramaID: "there")])
    fixture.click(160, 120)
    fixture.loop.advance(by: 0.1)
    fixture.click(160, 120)
    #expect(fixture.wait { fixture.view.panorama?.panoramaID == "there" })
  }

  @Test func aMarkerIsDrawnAtItsBearingAndItsTapMayPass() throws {
    let fixture = try fixture()
    let here = LocationCoordinate(latitude: 60, longitude: 25)
    let marker = Marker(position: SphericalGeometry.offset(from: here, distanceMeters: 20, headingDegrees: 15))
    marker.icon = TestPicture.plain(0, 255, 0, width: 20, height: 20)
    marker.panoramaView = fixture.view
    fixture.loop.renderFrame()
    let foot = fixture.view.point(for: Orientation(heading: 15, pitch: -atan2(2.5, 20) * 180 / .pi))
    let image = try #require(fixture.loop.image())
    let at = 4 * (Int(foot.y - 4) * image.width + Int(foot.x))
    #expect(image.pixels[at + 1] == 255 && image.pixels[at] == 0)
    fixture.click(foot.x, foot.y - 4)
    #expect(fixture.calls.contains("marker"))
    #expect(fixture.taps.count == 1)
    fixture.takesMarkers = true
    fixture.loop.advance(by: 1)
    fixture.click(foot.x, foot.y - 4)
    #expect(fixture.taps.count == 1)
    marker.position = SphericalGeometry.offset(from: here, distanceMeters: 2000, headingDegrees: 15)
    fixture.loop.renderFrame()
    let empty = try #require(fixture.loop.image())
    #expect(empty.pixels[at + 1] == 120)
    #expect(marker.panoramaView === fixture.view)
    marker.panoramaView = nil
    #expect(marker.panoramaView == nil)
  }

  /// The colour of a pixel of the frame that is shown.
  private func color(_ fixture: PanoramaFixture, _ point: ScreenPoint) throws -> SIMD3<UInt8> {
    let image = try #require(fixture.loop.image())
    let at = 4 * (Int(point.y) * image.width + Int(point.x))
    return SIMD3(image.pixels[at], image.pixels[at + 1], image.pixels[at + 2])
  }

  @Test func aMarkerIsTurnedAboutItsAnchor() throws {
    let fixture = try fixture()
    let here = LocationCoordinate(latitude: 60, longitude: 25)
    let marker = Marker(position: SphericalGeometry.offset(from: here, distanceMeters: 15, headingDegrees: 0))
    marker.icon = TestPicture.plain(0, 255, 0, width: 10, height: 40)
    marker.panoramaView = fixture.view
    fixture.loop.renderFrame()
    let foot = fixture.view.point(for: Orientation(heading: 0, pitch: -atan2(2.5, 15) * 180 / .pi))
    let (above, right) = (ScreenPoint(x: foot.x, y: foot.y - 20), ScreenPoint(x: foot.x + 20, y: foot.y))
    let (green, behind) = (SIMD3<UInt8>(0, 255, 0), try color(fixture, right))
    #expect(try color(fixture, above) == green && behind != green)
    marker.rotation = 90
    fixture.loop.renderFrame()
    #expect(try color(fixture, right) == green && color(fixture, above) != green)
    // What is seen is what is tapped.
    fixture.click(right.x, right.y)
    #expect(fixture.calls.contains("marker"))
    fixture.clearCalls()
    fixture.loop.advance(by: 1)
    fixture.click(above.x, above.y)
    #expect(!fixture.calls.contains("marker"))
  }

  @Test func aFlatMarkerLiesOnTheGroundAndTurnsWithTheCompass() throws {
    let fixture = try fixture()
    let here = LocationCoordinate(latitude: 60, longitude: 25)
    let marker = Marker(position: SphericalGeometry.offset(from: here, distanceMeters: 6, headingDegrees: 0))
    marker.icon = TestPicture.plain(0, 255, 0, width: 20, height: 100)
    (marker.isFlat, marker.groundAnchor) = (true, .center)
    marker.panoramaView = fixture.view
    fixture.loop.renderFrame()
    /// Of the ground, east and north of the marker.
    func point(_ east: Double, _ north: Double) -> ScreenPoint {
      let distance = (east * east + (6 + north) * (6 + north)).squareRoot()
      return fixture.view.point(
        for: Orientation(heading: atan2(east, 6 + north) * 180 / .pi, pitch: -atan2(2.5, distance) * 180 / .pi))
    }
    let green = SIMD3<UInt8>(0, 255, 0)
    // Six metres long and 1.2 wide, its length along the meridian.
    #expect(try color(fixture, point(0, 2.5)) == green && color(fixture, point(0, -2.5)) == green)
    #expect(try color(fixture, point(1.2, 0)) != green && color(fixture, point(0, 3.6)) != green)
    marker.rotation = 90
    fixture.loop.renderFrame()
    #expect(try color(fixture, point(2.5, 0)) == green && color(fixture, point(-2.5, 0)) == green)
    #expect(try color(fixture, point(0, 2.5)) != green)
  }

  @Test func aViewStandsForTheIconAndIsFollowed() throws {
    let fixture = try fixture()
    let here = LocationCoordinate(latitude: 60, longitude: 25)
    let marker = Marker(position: SphericalGeometry.offset(from: here, distanceMeters: 15, headingDegrees: 0))
    let tag = ColorTag(Color(red: 0, green: 1, blue: 0))
    marker.iconView = tag
    marker.panoramaView = fixture.view
    fixture.loop.renderFrame()
    let foot = fixture.view.point(for: Orientation(heading: 0, pitch: -atan2(2.5, 15) * 180 / .pi))
    let middle = ScreenPoint(x: foot.x, y: foot.y - 10)
    #expect(try color(fixture, middle) == SIMD3(0, 255, 0))
    // A change of what it reads asks for a frame by itself.
    tag.color = Color(red: 1, green: 0, blue: 0)
    #expect(fixture.wait { (try? color(fixture, middle)) == SIMD3(255, 0, 0) })
    marker.tracksViewChanges = false
    fixture.loop.advance(by: 0.1)
    tag.color = Color(red: 0, green: 0, blue: 1)
    fixture.loop.advance(by: 0.1)
    fixture.view.setNeedsDisplay()
    fixture.loop.renderFrame()
    #expect(try color(fixture, middle) == SIMD3(255, 0, 0))
    marker.tracksViewChanges = true
    fixture.loop.advance(by: 0.1)
    #expect(try color(fixture, middle) == SIMD3(0, 0, 255))
    #expect(marker.viewPicture == nil, "what a map shows is the map's")
  }

  @Test func aMarkerStaysWhereItWasPutWhenItsMapLetsItGoAndTheOtherWayRound() throws {
    let fixture = try fixture()
    let marker = Marker(position: LocationCoordinate(latitude: 60, longitude: 25))
    let markers = fixture.view.markers
    marker.panoramaView = fixture.view
    fixture.view.showMarkers([marker])
    #expect(markers.all.count == 1)
    fixture.view.showMarkers([])
    #expect(markers.all.count == 1 && marker.panoramaView === fixture.view)
    fixture.view.showMarkers([marker])
    marker.panoramaView = nil
    #expect(markers.all.count == 1, "it is still on the map")
    fixture.view.showMarkers([])
    #expect(markers.all.isEmpty)
  }
}

/// A view of one colour.
@MainActor @Observable private final class ColorTag: CanvasView {
  var color: Color
  let size = ScreenSize(width: 24, height: 20)

  init(_ color: Color) { self.color = color }

  func draw(in canvas: Canvas) { canvas.fillRect(ScreenRect(x: 0, y: 0, width: 24, height: 20), color: color) }
}
