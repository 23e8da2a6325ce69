import Overlook
import OverlookCanvas
import OverlookPlatform
import OverlookRender
import OverlookScene
import Testing

/// Markers that share their room, on a whole map.
@MainActor @Suite struct MarkerRoomTests {
  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3))
  private let loop: HeadlessLoop

  init() throws {
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 96, height: 96))
  }

  private func marker(_ behavior: CollisionBehavior, zIndex: Int = 0) -> Marker {
    let marker = Marker(position: LocationCoordinate(latitude: 0, longitude: 0))
    marker.collisionBehavior = behavior
    marker.zIndex = zIndex
    marker.map = map
    return marker
  }

  private func fade(_ marker: Marker) -> Float? { map.overlayStore.markerRow(marker.slot)?.fade }

  @Test func theMoreImportantOfTwoOptionalMarkersIsShownAndTheOtherComesBack() {
    let first = marker(.optionalAndHidesLowerPriority)
    let second = marker(.optionalAndHidesLowerPriority, zIndex: 1)
    loop.advance(by: 1)
    #expect(fade(first) == 0 && fade(second) == 1)
    second.map = nil
    loop.advance(by: 1)
    #expect(fade(first) == 1)
    loop.close()
  }

  @Test func aMarkerFadesInAndTheMapComesToRest() {
    let marker = marker(.optionalAndHidesLowerPriority)
    loop.renderFrame()
    #expect(fade(marker) == 0)
    loop.advance(by: 0.15)
    if let fade = fade(marker) { #expect(fade > 0.3 && fade < 0.7) }
    loop.advance(by: 1)
    #expect(fade(marker) == 1)
    #expect(map.isAtRest)
    loop.close()
  }

  @Test func aPictureShowsAtOnceWhatHasRoom() {
    map.isStill = true
    let shown = marker(.optionalAndHidesLowerPriority, zIndex: 1)
    let hidden = marker(.optionalAndHidesLowerPriority)
    loop.renderFrame()
    #expect(fade(shown) == 1 && fade(hidden) == 0)
    loop.close()
  }

  private final class Namer: OverlayItem {
    var labels = [OverlayLabel(id: 1, text: "Name", position: ScreenPoint(x: 48, y: 48))]
    func update(with projection: Projection) {}
  }

  @Test func ofLabelsOfItemsTheFirstOfEqualOnesFadesInAndTheMapComesToRest() {
    let (first, second) = (Namer(), Namer())
    map.add(first)
    map.add(second)
    loop.renderFrame()
    #expect(map.lastPlan?.itemLabels == [])
    loop.advance(by: 0.15)
    if let label = map.lastPlan?.itemLabels.first { #expect(label.opacity > 0.3 && label.opacity < 0.7) }
    loop.advance(by: 1)
    #expect(map.lastPlan?.itemLabels == [ShownItemLabel(item: 0, label: first.labels[0], opacity: 1)])
    #expect(map.isAtRest)
    map.remove(first)
    loop.advance(by: 1)
    #expect(map.lastPlan?.itemLabels == [ShownItemLabel(item: 0, label: second.labels[0], opacity: 1)])
    #expect(map.isAtRest)
    loop.close()
  }

  @Test func markersOfNoCollisionsKeepNothingBusy() {
    _ = marker(.required)
    _ = marker(.required)
    loop.advance(by: 0.5)
    let frames = loop.statistics.framesDrawn
    loop.advance(by: 0.5)
    #expect(loop.statistics.framesDrawn == frames)
    loop.close()
  }
}
