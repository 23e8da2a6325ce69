import Foundation
import OverlookCamera
import OverlookGeometry
import OverlookInput
import Testing

@Suite struct ScrollGestureTests {
  private static let point = ScreenPoint(x: 70, y: 90)

  /// The table's sigmoid: scale 2 / (1 + e^-|delta rate|), with 400 units a detent at 1/450.
  @Test func aWheelStepZoomsAboutHalfALevelAtThePointer() throws {
    var hand = Hand()
    hand.send(.scrolled(x: 0, y: 1, at: Self.point, []))
    let outputs = hand.take()
    guard case .motion(.wheelZoom(let levels, let about)) = try #require(outputs.first) else {
      Issue.record("\(outputs)")
      return
    }
    #expect(isClose(levels, log2(2 / (1 + exp(-400.0 / 450)))))
    #expect((0.5...1).contains(levels))
    #expect(about == Self.point)
    #expect(outputs.count == 1)
  }

  @Test(arguments: [1.0, 2, 5, 100, 1e300]) func oneEventNeverZoomsMoreThanALevel(detents: Double) {
    #expect(GestureNumbers.zoomLevels(detents: detents, rate: GestureNumbers.wheelRate) <= 1)
    #expect(
      GestureNumbers.zoomLevels(detents: -detents, rate: GestureNumbers.wheelRate)
        == -GestureNumbers.zoomLevels(detents: detents, rate: GestureNumbers.wheelRate))
  }

  @Test(arguments: [Modifiers.shift, .control]) func shiftAndControlZoomAQuarter(modifiers: Modifiers) {
    var plain = Hand()
    var fine = Hand()
    plain.send(.scrolled(x: 0, y: -1, at: Self.point, []))
    fine.send(.scrolled(x: 0, y: -1, at: Self.point, modifiers))
    #expect(isClose(Movement(fine.take()).zoom, Movement(plain.take()).zoom / 4))
  }

  @Test func aTouchpadIsFollowedAtOnceAndEnds200MillisecondsLater() throws {
    var hand = Hand()
    for _ in 0..<5 {
      hand.send(.scrolled(x: 0, y: 0.1, at: Self.point, []))
      hand.time += 0.016
    }
    var outputs = hand.take()
    #expect(outputs.first == .began)
    let expected = log2(2 / (1 + exp(-0.1 * 70.0 / 100)))
    #expect(outputs.count == 6)
    for output in outputs.dropFirst() {
      guard case .delta(.zoom(let levels, let about)) = output else {
        Issue.record("\(output)")
        continue
      }
      #expect(isClose(levels, expected) && about == Self.point)
    }
    hand.wait(0.15)
    #expect(hand.take().isEmpty)
    hand.wait(0.1)
    outputs = hand.take()
    #expect(outputs == [.ended])
    #expect(hand.recognizer.isIdle)
  }

  @Test func aWholeNumberWithinAStreamOfFractionsIsTheTouchpadStill() {
    var hand = Hand()
    hand.send(.scrolled(x: 0, y: 0.3, at: Self.point, []))
    hand.time += 0.02
    _ = hand.take()
    hand.send(.scrolled(x: 0, y: 1, at: Self.point, []))
    #expect(hand.take().contains { if case .delta(.zoom) = $0 { true } else { false } })
    // After a gap of over 400 ms it is a new guess.
    hand.time += 0.5
    hand.send(.scrolled(x: 0, y: 1, at: Self.point, []))
    #expect(hand.take().contains { if case .motion(.wheelZoom) = $0 { true } else { false } })
  }

  @Test func theWheelDuringADragZoomsAtOnce() {
    var hand = Hand()
    hand.press(0, 0)
    hand.move(20, 0)
    _ = hand.take()
    hand.send(.scrolled(x: 0, y: 1, at: Self.point, []))
    #expect(hand.take().contains { if case .delta(.zoom) = $0 { true } else { false } })
  }

  @Test func sidewaysScrollingDoesNothing() {
    var hand = Hand()
    hand.send(.scrolled(x: 3, y: 0, at: Self.point, []))
    #expect(hand.take().isEmpty)
  }
}

@Suite struct PinchGestureTests {
  /// Twice the distance of the fingers is a level; turned clockwise, the picture turns with them.
  @Test func aPinchZoomsAndTurnsAboutThePointer() {
    var hand = Hand()
    let point = ScreenPoint(10, 20)
    for _ in 0..<4 {
      hand.send(.pinched(scale: 1.189207115002721, degrees: 3, at: point, []))
      hand.time += 0.01
    }
    hand.wait(0.5)
    let outputs = hand.take()
    #expect(isClose(Movement(outputs).zoom, 1) && isClose(Movement(outputs).bearing, -12))
    #expect(outputs.filter { $0 == .began }.count == 1 && outputs.last == .ended)
  }

  @Test func whatIsNotAllowedIsLeftOut() {
    var hand = Hand()
    hand.settings.rotate = false
    hand.send(.pinched(scale: 1, degrees: 3, at: ScreenPoint(0, 0), []))
    hand.settings.zoom = false
    hand.send(.pinched(scale: 2, degrees: 3, at: ScreenPoint(0, 0), []))
    #expect(hand.take().isEmpty)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300, 5e-324]) func oddScalesMoveTheMapNoFartherThanAHand(scale: Double) {
    var hand = Hand()
    hand.send(.pinched(scale: scale, degrees: .nan, at: ScreenPoint(.nan, 0), []))
    #expect(abs(Movement(hand.take()).zoom) <= 2)
  }
}
