import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

/// Markers that move by themselves. Times are those of the test.
@MainActor @Suite struct MarkerAnimationTests {
  private let store = OverlayStore()
  private let world = WorldRect(minX: 0, minY: 0, maxX: 1, maxY: 1)

  private func marker(_ latitude: Double = 0, _ longitude: Double = 0) -> Marker {
    let marker = Marker(position: LocationCoordinate(latitude: latitude, longitude: longitude))
    store.add(marker)
    return marker
  }

  private func shown(_ marker: Marker) -> LocationCoordinate {
    store.markerRow(marker.slot)?.position.coordinate.normalized ?? .invalid
  }

  @discardableResult
  private func step(_ now: Double) -> OverlayStore.AnimationNeeds { store.stepMarkers(now: now, area: world) }

  @Test func outsideOfAnAnimationChangesAreShownAtOnce_MK04() {
    let marker = marker()
    marker.position = LocationCoordinate(latitude: 10, longitude: 20)
    #expect(abs(shown(marker).longitude - 20) < 1e-9)
    #expect(!store.isAnimating && step(0).deadline == nil)
  }

  @Test func thePositionIsAnimated_MK04_MK19_MK20() {
    let marker = marker()
    Marker.animate(seconds: 2, easing: .linear) { marker.position = LocationCoordinate(latitude: 10, longitude: 40) }
    // The property has its value, what is shown begins with the first frame.
    #expect(marker.position.latitude == 10)
    for (now, part) in [(100.0, 0.0), (100.5, 0.25), (101, 0.5)] {
      #expect(step(now).deadline == now)
      #expect(abs(shown(marker).latitude - 10 * part) < 1e-9 && abs(shown(marker).longitude - 40 * part) < 1e-9)
      #expect(abs(marker.layer.latitude - 10 * part) < 1e-9 && abs(marker.layer.longitude - 40 * part) < 1e-9)
    }
    #expect(step(102) == OverlayStore.AnimationNeeds(needsFrame: true, deadline: nil))
    #expect(abs(shown(marker).longitude - 40) < 1e-9)
    // At rest nothing is asked for.
    #expect(step(103) == OverlayStore.AnimationNeeds() && !marker.layer.isAnimating)
  }

  @Test func theShortWayLeadsAcrossTheAntimeridian_MK20() {
    let marker = marker(0, 170)
    Marker.animate(seconds: 1, easing: .linear) { marker.position.longitude = -170 }
    step(0)
    step(0.25)
    #expect(abs(shown(marker).longitude - 175) < 1e-9)
    step(0.75)
    #expect(abs(shown(marker).longitude + 175) < 1e-9)
  }

  @Test func theRotationTakesTheShortWay_MK15_MK21() throws {
    let marker = marker()
    marker.rotation = 350
    Marker.animate(seconds: 1, easing: .linear) { marker.rotation = 30 }
    step(0)
    step(0.5)
    #expect(abs(marker.layer.rotation - 370) < 1e-9)
    let row = try #require(store.markerRow(marker.slot))
    #expect(abs(Double(row.rotationRadians) - 10 * .pi / 180) < 1e-5)
  }

  @Test func theOpacityFadesUntilTheMarkerIsGone_MK16_MK22() {
    let marker = marker()
    Marker.animate(seconds: 1, easing: .linear) { marker.opacity = 0 }
    step(0)
    step(0.75)
    #expect(store.markerRow(marker.slot)?.isDrawable == true && abs(marker.layer.opacity - 0.25) < 1e-9)
    step(1)
    #expect(store.markerRow(marker.slot)?.isDrawable == false)
  }

  @Test func theTimingFunctionRules_MK18() {
    let marker = marker()
    Marker.animate(seconds: 1, easing: .easeIn) { marker.position.latitude = 8 }
    step(0)
    step(0.5)
    // t * t
    #expect(abs(shown(marker).latitude - 2) < 1e-9)
  }

  @Test func settingOnePropertyOfTheLayerLeavesTheOthersOnTheirWay_MK19_MK20() {
    let marker = marker()
    Marker.animate(seconds: 1, easing: .linear) { marker.position = LocationCoordinate(latitude: 10, longitude: 10) }
    step(0)
    step(0.5)
    marker.layer.latitude = -30
    #expect(abs(shown(marker).latitude + 30) < 1e-9 && abs(shown(marker).longitude - 5) < 1e-9)
    step(0.75)
    #expect(abs(shown(marker).latitude + 30) < 1e-9 && abs(shown(marker).longitude - 7.5) < 1e-9)
  }

  @Test func aNewAnimationGoesOnFromWhatIsShown() {
    let marker = marker()
    var outcomes: [MotionOutcome] = []
    Marker.animate(seconds: 1, easing: .linear) {
      outcomes.append($0)
    } _: {
      marker.position.latitude = 10
    }
    step(0)
    step(0.5)
    Marker.animate(seconds: 1, easing: .linear) {
      outcomes.append($0)
    } _: {
      marker.position.latitude = 0
    }
    #expect(outcomes == [.interrupted])
    step(1)
    step(1.5)
    #expect(abs(shown(marker).latitude - 2.5) < 1e-9)
    step(2)
    #expect(outcomes == [.interrupted, .finished])
  }

  @Test func oneCompletionTellsOfAllThatWasBegun() {
    let markers = (0..<3).map { _ in marker() }
    var outcomes: [MotionOutcome] = []
    Marker.animate(seconds: 1) {
      outcomes.append($0)
    } _: {
      for marker in markers { marker.position = LocationCoordinate(latitude: 5, longitude: 5) }
    }
    step(0)
    #expect(outcomes.isEmpty)
    step(1)
    #expect(outcomes == [.finished])
    Marker.animate(seconds: 1) {
      outcomes.append($0)
    } _: {
    }
    Marker.animate(seconds: -1) {
      outcomes.append($0)
    } _: {
      markers[0].rotation = 5
    }
    #expect(outcomes.count == 3 && markers[0].rotation == 5)
  }

  @Test func layersAndMarkersShareATransaction_MK18() {
    let marker = marker()
    var outcomes: [MotionOutcome] = []
    LayerTransaction.animate(seconds: 2, easing: .linear, completion: { outcomes.append($0) }) {
      marker.layer.latitude = 10
      marker.rotation = 90
      LayerTransaction.withoutAnimation { marker.opacity = 0.5 }
    }
    #expect(marker.position.latitude == 10 && marker.layer.latitude == 0 && marker.layer.opacity == 0.5)
    step(0)
    step(1)
    #expect(abs(marker.layer.latitude - 5) < 1e-9 && abs(marker.layer.rotation - 45) < 1e-9 && outcomes.isEmpty)
    step(2)
    #expect(marker.layer.latitude == 10 && !marker.layer.isAnimating && outcomes == [.finished])
    // Outside of any it is set at once.
    marker.layer.latitude = 20
    #expect(marker.layer.latitude == 20 && !marker.layer.isAnimating)
  }

  @Test func anAnimationOfOneNumberIsAddedAndTakenAway_MK18() {
    let marker = marker()
    var outcomes: [String: MotionOutcome] = [:]
    marker.layer.add(LayerAnimation(key: .longitude, from: 170, to: -170, seconds: 2, easing: .linear)) { outcomes["way"] = $0 }
    marker.layer.add(LayerAnimation(key: .opacity, to: 7, seconds: 4, easing: .linear)) { outcomes["opacity"] = $0 }
    #expect(marker.position.longitude == -170 && marker.layer.goal(for: .longitude) == -170 && marker.layer.longitude == 170)
    #expect(marker.layer.goal(for: .opacity) == 1 && marker.layer.goal(for: .cameraless) == nil)
    step(0)
    step(1.5)
    #expect(abs(marker.layer.longitude + 175) < 1e-9)
    marker.layer.removeAnimation(for: .longitude)
    #expect(abs(marker.position.longitude + 175) < 1e-9 && outcomes == ["way": .interrupted] && marker.layer.isAnimating)
    step(4)
    #expect(outcomes["opacity"] == .finished && !marker.layer.isAnimating)
    for (key, value) in [(AnimatableLayer.Key.cameraless, 1), (.latitude, Double.nan), (.rotation, .infinity)] {
      outcomes["bad"] = nil
      marker.layer.add(LayerAnimation(key: key, to: value)) { outcomes["bad"] = $0 }
      #expect(outcomes["bad"] == .interrupted && !marker.layer.isAnimating)
    }
    marker.layer.add(LayerAnimation(key: .latitude, to: 30, seconds: 0)) { outcomes["now"] = $0 }
    #expect(outcomes["now"] == .finished && marker.layer.latitude == 30)
  }

  @Test func whatIsTakenOffAPathStandsStill_MK18() {
    let marker = marker()
    marker.layer.animate(along: Path([marker.position, LocationCoordinate(latitude: 0, longitude: 10)]), seconds: 10)
    step(0)
    step(5)
    marker.layer.removeAnimation(for: .latitude)
    #expect(abs(marker.position.longitude - 5) < 1e-6 && !marker.layer.isAnimating)
  }

  @Test func aPathIsFollowedAtAnEvenSpeed_MK17() {
    let marker = marker()
    // Along the equator: 30 degrees in two edges of different length.
    let path = Path([0, 20, 30].map { LocationCoordinate(latitude: 0, longitude: $0) })
    marker.layer.animate(along: path, seconds: 3, turns: true)
    #expect(marker.position.longitude == 30)
    for (now, longitude) in [(10.0, 0.0), (11, 10), (12, 20), (12.5, 25)] {
      step(now)
      #expect(abs(shown(marker).longitude - longitude) < 1e-9)
      #expect(abs(marker.layer.rotation - 90) < 1e-9)
    }
    step(13)
    #expect(abs(shown(marker).longitude - 30) < 1e-9 && marker.rotation == 90)
  }

  @Test func aGeodesicPathLeavesTheStraightLineOfTheMap_MK17() {
    let (start, end) = (LocationCoordinate(latitude: 50, longitude: -60), LocationCoordinate(latitude: 50, longitude: 60))
    // Half way the great circle crosses the meridian, at this latitude.
    let crossing = atan(tan(50 * Double.pi / 180) / cos(60 * Double.pi / 180)) * 180 / .pi
    for geodesic in [false, true] {
      let marker = marker()
      marker.layer.animate(along: Path([start, end]), seconds: 1, geodesic: geodesic)
      step(0)
      step(0.5)
      #expect(abs(shown(marker).latitude - (geodesic ? crossing : 50)) < 1e-9)
      store.remove(marker)
    }
  }

  @Test func stoppingLeavesTheMarkerWhereItIsShown() {
    let marker = marker()
    Marker.animate(seconds: 1, easing: .linear) { marker.position.latitude = 10 }
    step(0)
    step(0.5)
    marker.layer.stop()
    #expect(abs(marker.position.latitude - 5) < 1e-9 && !marker.layer.isAnimating)
    step(1)
    #expect(abs(shown(marker).latitude - 5) < 1e-9)
  }

  @Test func removalAndClearingEndAnimationsAndTellOfIt() {
    let (first, second) = (marker(), marker())
    var outcomes: [MotionOutcome] = []
    for marker in [first, second] {
      Marker.animate(seconds: 1) {
        outcomes.append($0)
      } _: {
        marker.position.latitude = 10
      }
    }
    step(0)
    store.remove(first)
    #expect(outcomes == [.interrupted] && first.position.latitude == 10)
    store.removeAll()
    #expect(outcomes == [.interrupted, .interrupted])
    #expect(step(1) == OverlayStore.AnimationNeeds())
  }

  @Test func aCompletionMayRemoveMarkersAndBeginAnew() {
    let (first, second) = (marker(), marker())
    Marker.animate(seconds: 1) { [store] _ in
      store.remove(second)
      Marker.animate(seconds: 1, easing: .linear) { first.position.latitude = 0 }
    } _: {
      first.position.latitude = 10
    }
    Marker.animate(seconds: 1) { second.position.latitude = 10 }
    step(0)
    step(1)
    #expect(store.markerCount == 1)
    step(2)
    step(2.5)
    #expect(abs(shown(first).latitude - 5) < 1e-9)
  }

  @Test func placesThatAreNotValidAreNotAnimated() {
    let marker = marker()
    Marker.animate(seconds: 1) { marker.position = .invalid }
    #expect(store.markerRow(marker.slot)?.isDrawable == false)
    Marker.animate(seconds: 1) { marker.rotation = .nan }
    marker.layer.animate(along: Path([.invalid]), seconds: 1)
    #expect(!marker.layer.isAnimating)
    Marker.animate(seconds: 1) { marker.position = LocationCoordinate(latitude: 3, longitude: 4) }
    #expect(abs(shown(marker).latitude - 3) < 1e-9)
  }

  @Test func aMarkerOnNoMapIsSetAtOnce() {
    let marker = Marker()
    Marker.animate(seconds: 1) { marker.position.latitude = 5 }
    #expect(!marker.layer.isAnimating && marker.layer.latitude == 5)
  }

  @Test func aMarkerGoesOnOnTheMapThatItIsMovedTo() {
    let other = OverlayStore()
    let marker = marker()
    Marker.animate(seconds: 1, easing: .linear) { marker.position.latitude = 10 }
    step(0)
    other.add(marker)
    Marker.animate(seconds: 1, easing: .linear) { marker.position.latitude = 20 }
    #expect(step(5) == OverlayStore.AnimationNeeds() && other.isAnimating)
    _ = other.stepMarkers(now: 7, area: world)
    _ = other.stepMarkers(now: 7.5, area: world)
    #expect(abs(marker.layer.latitude - 15) < 1e-9)
  }

  @Test func aPopGrowsFromNothingAndSwingsIn_MK12() {
    let marker = Marker()
    #expect(marker.appearAnimation == .none)
    marker.appearAnimation = .pop
    store.add(marker)
    func scale() -> Float { store.markerRow(marker.slot)?.scale ?? -1 }
    #expect(scale() == 0)
    var largest: Float = 0
    for frame in 0..<60 {
      step(Double(frame) / 60)
      largest = max(largest, scale())
    }
    #expect(largest > 1.05 && largest < 1.2)
    #expect(scale() == 1)
    #expect(!store.isAnimating)
  }

  @Test func whatIsNotSeenMakesNoFrame() {
    let marker = marker(0, 100)
    Marker.animate(seconds: 1) { marker.position.latitude = 10 }
    let west = WorldRect(minX: 0, minY: 0, maxX: 0.5, maxY: 1)
    let needs = store.stepMarkers(now: 0, area: west)
    #expect(!needs.needsFrame)
    #expect((needs.deadline ?? 0) > 0.01)
  }
}

/// Icons of several pictures.
@MainActor @Suite struct AnimatedIconTests {
  private let store = OverlayStore()
  private let world = WorldRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
  private let frames = (0..<4).map { frame in
    Image(width: 4, height: 4, scale: 1) { _, _ in SIMD4(UInt8(frame), 0, 0, 255) }
  }

  private func shown(_ marker: Marker) -> Image? {
    store.markerRow(marker.slot).flatMap { store.icons[$0.icon]?.image }
  }

  @Test func theFramesFollowOneAnotherAndBeginAgain_MK06() throws {
    let marker = Marker()
    let icon = try #require(Image(frames: frames, seconds: 2))
    marker.icon = icon
    store.add(marker)
    #expect(store.icons.count == 4)
    for (now, frame) in [(0.0, 0), (0.6, 1), (1.2, 2), (1.9, 3), (2.1, 0), (1_000_001.6, 3)] {
      let needs = store.stepMarkers(now: now, area: world)
      #expect(shown(marker) === frames[frame], "at \(now)")
      let next = try #require(needs.deadline)
      #expect(next > now && next - now <= 0.5 + 1e-6)
    }
  }

  @Test func theirPlacesAreGivenBackOnce_MK06() throws {
    let icon = try #require(Image(frames: frames + frames, seconds: 2))
    let markers = (0..<3).map { _ in Marker() }
    for marker in markers {
      marker.icon = icon
      store.add(marker)
    }
    markers[0].icon = nil
    store.remove(markers[1])
    #expect(store.icons.count == 5)
    markers[2].icon = frames[0]
    #expect(store.icons.count == 2)
    #expect(store.stepMarkers(now: 1, area: world) == OverlayStore.AnimationNeeds())
  }

  @Test func framesMustBeOfOneSize_MK06() {
    let other = Image(width: 5, height: 4, scale: 1) { _, _ in .zero }
    #expect(Image(frames: frames + [other], seconds: 1) == nil)
    #expect(Image(frames: [], seconds: 1) == nil && Image(frames: frames, seconds: 0) == nil)
    #expect(Image(frames: frames, seconds: .infinity) == nil)
  }
}

extension AnimatableLayer.Key {
  /// Of no layer.
  fileprivate static let cameraless = Self(rawValue: "cameraless")
}
