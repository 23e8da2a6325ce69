import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct MarkerCollisionTests {
  private let store = OverlayStore()
  private let view = ViewTransform(
    camera: CameraPosition(latitude: 47, longitude: 8, zoom: 10), size: ScreenSize(width: 800, height: 600))

  private func marker(_ behavior: CollisionBehavior, longitude: Double = 8) -> Marker {
    let marker = Marker(position: LocationCoordinate(latitude: 47, longitude: longitude))
    marker.collisionBehavior = behavior
    store.add(marker)
    return marker
  }

  private func colliding(in view: ViewTransform? = nil) -> [CollidingMarker] {
    store.collidingMarkers(in: view ?? self.view, marginPoints: 100)
  }

  private func row(_ marker: Marker) -> MarkerRow? { store.markerRow(marker.slot) }

  @Test func requiredMarkersCollideWithNothing() {
    let marker = marker(.required)
    #expect(colliding().isEmpty)
    #expect(row(marker)?.fade == 1)
    #expect(store.collisionVersion == 0)
  }

  @Test func aMarkerTakesTheRoomOfItsIcon() throws {
    // The default pin is 27 x 43 points and stands on its position, (400, 300).
    let marker = marker(.requiredAndHidesOptional)
    marker.zIndex = 7
    let found = try #require(colliding().first)
    #expect(abs(found.rect.origin.x - 386.5) < 1e-6 && abs(found.rect.origin.y - 257) < 1e-6)
    #expect(abs(found.rect.size.width - 27) < 1e-6 && abs(found.rect.size.height - 43) < 1e-6)
    #expect(found.zIndex == 7)
  }

  @Test func aTurnedMarkerTakesTheRoomAroundItsIcon() throws {
    marker(.requiredAndHidesOptional).rotation = 90
    let found = try #require(colliding().first)
    // Screen up became screen right.
    #expect(abs(found.rect.origin.x - 400) < 1e-3 && abs(found.rect.origin.y - 286.5) < 1e-3)
    #expect(abs(found.rect.size.width - 43) < 1e-3 && abs(found.rect.size.height - 27) < 1e-3)
  }

  @Test func aFlatMarkerTakesTheRoomThatItsTiltedIconCovers() throws {
    marker(.requiredAndHidesOptional).isFlat = true
    let tilted = ViewTransform(
      camera: CameraPosition(
        target: LocationCoordinate(latitude: 47, longitude: 8), zoom: 10, bearing: 0, viewingAngle: 60),
      size: view.size)
    let found = try #require(colliding(in: tilted).first)
    // 43 points on the ground are seen at about half their length.
    #expect(found.rect.size.height > 19 && found.rect.size.height < 22)
  }

  @Test func isThereOnceForEachCopyOfTheWorld() {
    let whole = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 8, zoom: 0), size: ScreenSize(width: 700, height: 300))
    _ = marker(.requiredAndHidesOptional)
    // 256 points lie between the copies.
    #expect(colliding(in: whole).map { Int($0.rect.origin.x.rounded()) } == [81, 337, 593])
  }

  @Test func markersOutOfViewAreLeftOut() {
    _ = marker(.requiredAndHidesOptional, longitude: 9)
    #expect(colliding().isEmpty)
  }

  @Test func anOptionalMarkerIsHiddenUntilItHasRoom() throws {
    let marker = marker(.optionalAndHidesLowerPriority)
    #expect(row(marker)?.fade == 0)
    #expect(store.hit(at: ScreenPoint(x: 400, y: 299), view: view) == nil)
    let found = try #require(colliding().first)
    store.decideCollision(found, hasRoom: true, isImmediate: true)
    #expect(row(marker)?.fade == 1)
    #expect(store.hit(at: ScreenPoint(x: 400, y: 299), view: view) === marker)
    #expect(!store.hasFadingMarkers)
  }

  @Test func aMarkerFadesAndCanTurnBack() throws {
    let marker = marker(.optionalAndHidesLowerPriority)
    let found = try #require(colliding().first)
    store.decideCollision(found, hasRoom: true, isImmediate: false)
    store.stepFades(0.75)
    #expect(row(marker)?.fade == 0.75)
    store.decideCollision(found, hasRoom: false, isImmediate: false)
    #expect(row(marker)?.fade == 0.75)
    store.stepFades(0.5)
    #expect(row(marker)?.fade == 0.25)
    store.stepFades(0.5)
    #expect(row(marker)?.fade == 0)
    #expect(!store.hasFadingMarkers)
  }

  @Test func movingAMarkerKeepsWhatWasDecided() throws {
    let marker = marker(.optionalAndHidesLowerPriority)
    store.decideCollision(try #require(colliding().first), hasRoom: true, isImmediate: true)
    let version = store.collisionVersion
    marker.position.latitude = 47.001
    #expect(row(marker)?.fade == 1)
    #expect(store.collisionVersion != version)
  }

  @Test func aMarkerThatBecomesRequiredIsShown() {
    let marker = marker(.optionalAndHidesLowerPriority)
    marker.collisionBehavior = .required
    #expect(row(marker)?.fade == 1)
    #expect(colliding().isEmpty)
  }

  @Test func decisionsOfARemovedMarkerDoNotReachTheNextInItsSlot() throws {
    let first = marker(.optionalAndHidesLowerPriority)
    let found = try #require(colliding().first)
    let slot = first.slot
    store.remove(first)
    #expect(colliding().isEmpty)
    let second = marker(.optionalAndHidesLowerPriority)
    #expect(second.slot == slot)
    store.decideCollision(found, hasRoom: true, isImmediate: true)
    #expect(row(second)?.fade == 0)
  }
}
