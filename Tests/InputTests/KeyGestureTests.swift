import OverlookCamera
import OverlookGeometry
import OverlookInput
import Testing

@Suite struct KeyGestureTests {
  /// Features.md section 5: a tap pans 100 points; with Shift it turns 15 degrees or tilts 10.
  @Test(arguments: [
    (Key.left, -100.0, 0.0), (.right, 100, 0), (.up, 0, -100), (.down, 0, 100),
  ]) func aTapOnAnArrowPans100Points(key: Key, x: Double, y: Double) {
    var hand = Hand()
    hand.send(.keyPressed(key, []))
    hand.wait(0.05)
    hand.send(.keyReleased(key, []))
    hand.wait(2)
    let outputs = hand.take()
    let movement = Movement(outputs)
    #expect(isClose(movement.scrollX, x, 1e-6) && isClose(movement.scrollY, y, 1e-6))
    #expect(outputs.first == .began && outputs.last == .ended)
    #expect(hand.recognizer.isIdle)
  }

  @Test(arguments: [
    (Key.left, -15.0, 0.0), (.right, 15, 0), (.up, 0, 10), (.down, 0, -10),
  ]) func aTapWithShiftTurns15OrTilts10Degrees(key: Key, bearing: Double, tilt: Double) {
    var hand = Hand()
    hand.send(.keyPressed(key, .shift))
    hand.wait(0.05)
    hand.send(.keyReleased(key, .shift))
    hand.wait(2)
    let movement = Movement(hand.take())
    #expect(isClose(movement.bearing, bearing, 1e-6) && isClose(movement.viewingAngle, tilt, 1e-6))
    #expect(movement.scrollX == 0 && movement.scrollY == 0)
  }

  /// The way is that of the time held at full speed, 500 points a second, whatever the frame rate: it is integrated in closed
  /// form.
  @Test(arguments: [15.0, 30, 60, 144, 240]) func aHeldArrowPansByTimeNotByFrames(rate: Double) {
    var hand = Hand()
    hand.send(.keyPressed(.right, []))
    hand.wait(1, interval: 1 / rate)
    hand.send(.keyReleased(.right, []))
    hand.wait(2, interval: 1 / rate)
    #expect(isClose(Movement(hand.take()).scrollX, 500, 1e-6))
  }

  @Test func aHeldArrowStartsAndStopsSoftly() {
    var hand = Hand()
    hand.send(.keyPressed(.right, []))
    var speeds: [Double] = []
    for frame in 0..<60 {
      if frame == 30 { hand.send(.keyReleased(.right, [])) }
      hand.wait(1.0 / 60)
      speeds.append(Movement(hand.take()).scrollX * 60)
    }
    #expect(speeds[0] < 100 && speeds[29] > 495)
    #expect(zip(speeds[..<30], speeds[1..<30]).allSatisfy { $0 <= $1 })
    #expect(zip(speeds[31...], speeds[32...]).allSatisfy { $0 >= $1 })
  }

  @Test func keyRepeatsChangeNothing() {
    var hand = Hand()
    for _ in 0..<60 {
      hand.send(.keyPressed(.right, []))
      hand.wait(1.0 / 60)
    }
    hand.send(.keyReleased(.right, []))
    hand.wait(2)
    #expect(isClose(Movement(hand.take()).scrollX, 500, 1e-6))
  }

  @Test func quickTapsAddUp() {
    var hand = Hand()
    for _ in 0..<3 {
      hand.send(.keyPressed(.right, []))
      hand.wait(0.05)
      hand.send(.keyReleased(.right, []))
      hand.wait(0.05)
    }
    hand.wait(2)
    #expect(isClose(Movement(hand.take()).scrollX, 300, 1e-6))
  }

  @Test func oppositeArrowsCancelEachOther() {
    var hand = Hand()
    hand.send(.keyPressed(.left, []))
    hand.send(.keyPressed(.right, []))
    hand.wait(1)
    #expect(Movement(hand.take()).scrollX == 0)
  }

  @Test func aStallDoesNotMakeTheMapJump() {
    var hand = Hand()
    hand.send(.keyPressed(.right, []))
    hand.wait(0.5)
    _ = hand.take()
    hand.time += 30
    hand.outputs += hand.recognizer.step(now: hand.time)
    #expect(Movement(hand.take()).scrollX < 130)
  }

  @Test func aStallDoesNotSwallowATap() {
    var hand = Hand()
    hand.send(.keyPressed(.right, []))
    hand.send(.keyReleased(.right, []))
    hand.time += 3
    hand.outputs += hand.recognizer.step(now: hand.time)
    hand.wait(2)
    #expect(isClose(Movement(hand.take()).scrollX, 100, 1e-6))
  }

  @Test(arguments: [
    (Key.plus, Modifiers(), 1.0), (.plus, .shift, 2), (.minus, Modifiers(), -1), (.minus, .shift, -2), (.pageUp, Modifiers(), 1),
    (.pageUp, .shift, 2), (.pageDown, Modifiers(), -1), (.pageDown, .shift, -2),
  ]) func zoomKeysZoomOneLevelAndWithShiftTwo(key: Key, modifiers: Modifiers, levels: Double) {
    var hand = Hand()
    hand.send(.keyPressed(key, modifiers))
    #expect(hand.take() == [.motion(.step(CameraStep(zoom: levels), about: nil, seconds: 0.3))])
  }

  @Test(arguments: [
    (Key.n, KeyCommand.northUp), (.u, .lookDown), (.r, .reset), (.home, .home), (.zero, .home), (.escape, .cancel),
    (.f11, .toggleFullscreen), (.f3, .toggleHUD), (.f2, .toggleRecording),
  ]) func commandKeysAreCommands(key: Key, command: KeyCommand) {
    var hand = Hand()
    hand.send(.keyPressed(key, []))
    hand.send(.keyReleased(key, []))
    #expect(hand.take() == [.command(command)])
  }

  @Test func shiftAndF3TurnsThePageOfTheFigures() {
    var hand = Hand()
    hand.send(.keyPressed(.f3, .shift))
    hand.send(.keyReleased(.f3, .shift))
    #expect(hand.take() == [.command(.nextHUDPage)])
  }

  @Test func controlAndQQuits() {
    var hand = Hand()
    hand.send(.keyPressed(.q, []))
    #expect(hand.take().isEmpty)
    hand.send(.keyPressed(.q, .control))
    #expect(hand.take() == [.command(.quit)])
  }

  @Test func theThumbAndAltWithArrowsGoBackAndForward() {
    var hand = Hand()
    hand.click(.back, 10, 10)
    hand.click(.forward, 10, 10)
    #expect(hand.take() == [.command(.goBack), .command(.goForward)])
    hand.send(.keyPressed(.left, .alt))
    hand.send(.keyReleased(.left, .alt))
    hand.send(.keyPressed(.right, .alt))
    hand.send(.keyPressed(.left, [.alt, .shift]))
    #expect(hand.take() == [.command(.goBack), .command(.goForward)])
    #expect(hand.recognizer.isIdle)
  }

  @Test func spaceStopsWhatMoves() {
    var hand = Hand()
    hand.send(.keyPressed(.space, []))
    #expect(hand.take() == [.halt])
  }

  @Test func aHeldKeyAsksForEveryFrameAndAnIdleOneForNone() {
    var hand = Hand()
    #expect(hand.recognizer.nextDeadline == nil)
    hand.send(.keyPressed(.up, []))
    #expect(hand.recognizer.nextDeadline.map { $0 <= hand.time } == true)
    hand.send(.keyReleased(.up, []))
    hand.wait(2)
    #expect(hand.recognizer.nextDeadline == nil)
  }
}
