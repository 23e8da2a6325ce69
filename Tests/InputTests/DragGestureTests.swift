import OverlookCamera
import OverlookGeometry
import OverlookInput
import Testing

@Suite struct DragGestureTests {
  @Test func aLeftDragMovesTheGroundWithThePointer() {
    var hand = Hand()
    hand.drag(from: ScreenPoint(100, 100), to: ScreenPoint(180, 40), pause: 1)
    let outputs = hand.take()
    #expect(outputs.first == .halt)
    #expect(outputs.filter { $0 == .began }.count == 1)
    #expect(outputs.last == .ended)
    let movement = Movement(outputs)
    #expect(isClose(movement.panX, 80) && isClose(movement.panY, -60))
    #expect(inertia(in: outputs) == nil)
    #expect(hand.recognizer.isIdle)
  }

  @Test func aFastDragEndsInInertiaOfTheLast160Milliseconds() throws {
    var hand = Hand()
    // 500 ms at a point in 10 ms, then 100 ms at ten.
    hand.press(0, 0)
    for step in 1...50 {
      hand.time += 0.01
      hand.move(Double(step), 0)
    }
    for step in 1...10 {
      hand.time += 0.01
      hand.move(50 + Double(10 * step), 0)
    }
    hand.release(150, 0)
    let outputs = hand.take()
    let velocity = try #require(inertia(in: outputs))
    // 160 ms before the release the pointer was at 44 points.
    #expect(isClose(velocity.panX, (150 - 44) / 0.16, 1e-6))
    #expect(velocity.panY == 0)
    let motion = try #require(outputs.lastIndex { if case .motion = $0 { true } else { false } })
    #expect(outputs.lastIndex(of: .ended) == motion + 1)
  }

  @Test func aPointerThatRestsBeforeTheReleaseLeavesNoInertia() {
    var hand = Hand()
    hand.drag(from: ScreenPoint(0, 0), to: ScreenPoint(300, 0), pause: 0.2)
    #expect(inertia(in: hand.take()) == nil)
  }

  @Test(arguments: [(2.9, true), (3.1, false)]) func threePointsTellAClickFromADrag(distance: Double, isClick: Bool) {
    var hand = Hand()
    hand.press(50, 50)
    hand.time += 0.05
    hand.move(50 + distance, 50)
    hand.time += 0.05
    hand.release(50 + distance, 50)
    let outputs = hand.take()
    #expect(outputs.contains(.tap(ScreenPoint(50, 50))) == isClick)
    #expect(outputs.contains(.began) == !isClick)
  }

  /// 0.8 degrees of bearing a point to the right, -0.5 degrees of tilt a point down (features.md section 5).
  @Test(arguments: [(PointerButton.right, Modifiers()), (.left, .control)])
  func rightDragAndControlDragTurnAndTilt(button: PointerButton, modifiers: Modifiers) {
    var hand = Hand()
    hand.drag(button, from: ScreenPoint(100, 100), to: ScreenPoint(150, 80), pause: 1, modifiers)
    let outputs = hand.take()
    let movement = Movement(outputs)
    #expect(isClose(movement.bearing, 40) && isClose(movement.viewingAngle, 10))
    #expect(outputs.contains(.snapToNorth(withinDegrees: 7)))
    #expect(
      outputs.allSatisfy { if case .delta(.rotate(_, let about)) = $0 { about == nil } else { true } },
      "about the middle of the view")
    #expect(outputs.last == .ended)
    hand.wait(1)
    #expect(hand.take().isEmpty)
  }

  @Test func aTurnEndsInInertiaThenSnapsToNorth() throws {
    var hand = Hand()
    hand.drag(.right, from: ScreenPoint(0, 0), to: ScreenPoint(100, -20))
    let outputs = hand.take()
    let velocity = try #require(inertia(in: outputs))
    // 100 points to the right and 20 up in 0.1 s.
    #expect(isClose(velocity.bearing, 800, 1e-6) && isClose(velocity.viewingAngle, 100, 1e-6))
    #expect(outputs.suffix(2) == [.snapToNorth(withinDegrees: 7), .ended])
  }

  @Test func aMiddleDragTurnsAboutThePointPressed() {
    var hand = Hand()
    hand.drag(.middle, from: ScreenPoint(30, 40), to: ScreenPoint(60, 40), pause: 1)
    let rotations = hand.take().filter { if case .delta(.rotate) = $0 { true } else { false } }
    #expect(!rotations.isEmpty)
    #expect(rotations.allSatisfy { if case .delta(.rotate(_, let about)) = $0 { about == ScreenPoint(30, 40) } else { false } })
  }

  @Test func shiftAndDragDrawABoxAndZoomToIt() {
    var hand = Hand()
    hand.drag(from: ScreenPoint(200, 150), to: ScreenPoint(100, 50), .shift)
    let outputs = hand.take()
    #expect(outputs.suffix(2) == [.boxZoomChanged(nil), .boxZoom(ScreenRect(x: 100, y: 50, width: 100, height: 100))])
    #expect(outputs.contains(.boxZoomChanged(ScreenRect(x: 150, y: 100, width: 50, height: 50))))
    #expect(!outputs.contains(.began))
  }

  @Test func escapeCancelsTheBox() {
    var hand = Hand()
    hand.press(0, 0, .shift)
    hand.move(50, 50)
    _ = hand.take()
    hand.send(.keyPressed(.escape, []))
    #expect(hand.take() == [.boxZoomChanged(nil)])
    hand.move(80, 80)
    hand.release(80, 80)
    #expect(hand.take().isEmpty)
    hand.send(.keyPressed(.escape, []))
    #expect(hand.take() == [.command(.cancel)])
  }

  @Test func aBoxThatIsALineIsNoBox() {
    var hand = Hand()
    hand.drag(from: ScreenPoint(0, 0), to: ScreenPoint(100, 1), .shift)
    #expect(!hand.take().contains { if case .boxZoom = $0 { true } else { false } })
  }

  @Test func aSecondButtonDoesNotDisturbADrag() {
    var hand = Hand()
    hand.press(0, 0)
    hand.move(20, 0)
    hand.press(.right, 20, 0)
    hand.move(40, 0)
    hand.release(.right, 40, 0)
    hand.move(60, 0)
    hand.time += 1
    hand.release(60, 0)
    let outputs = hand.take()
    #expect(isClose(Movement(outputs).panX, 60))
    #expect(outputs.filter { $0 == .ended }.count == 1)
    #expect(!outputs.contains { if case .contextMenu = $0 { true } else { false } })
  }

  @Test func aLostReleaseIsMadeUpByTheNextPress() {
    var hand = Hand()
    hand.press(0, 0)
    hand.move(20, 0)
    hand.press(100, 100)
    #expect(hand.take().filter { $0 == .ended }.count == 1)
    hand.time += 0.05
    hand.release(100, 100)
    #expect(hand.take() == [.tap(ScreenPoint(100, 100))])
    #expect(hand.recognizer.isIdle)
  }

  @Test func theReleaseMayBeTheOnlyMove() {
    var hand = Hand()
    hand.press(0, 0)
    hand.time += 0.5
    hand.release(40, 30)
    let movement = Movement(hand.take())
    #expect(isClose(movement.panX, 40) && isClose(movement.panY, 30))
  }
}
