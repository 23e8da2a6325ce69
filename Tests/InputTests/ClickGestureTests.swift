import OverlookCamera
import OverlookGeometry
import OverlookInput
import Testing

@Suite struct ClickGestureTests {
  private static func zoomStep(_ levels: Double, _ about: ScreenPoint?) -> GestureOutput {
    .motion(.step(CameraStep(zoom: levels), about: about, seconds: 0.3))
  }

  @Test func aClickIsATapWhereItWasPressed() {
    var hand = Hand()
    hand.click(12, 34)
    #expect(hand.take() == [.halt, .tap(ScreenPoint(12, 34))])
  }

  @Test(arguments: [(Modifiers(), 1.0), (.shift, -1.0)])
  func aDoubleClickZoomsOneLevelAboutThePointer(modifiers: Modifiers, levels: Double) {
    var hand = Hand()
    hand.click(100, 80, modifiers)
    hand.time += 0.15
    hand.click(101, 80, modifiers)
    #expect(hand.take() == [.halt, .tap(ScreenPoint(100, 80)), .halt, Self.zoomStep(levels, ScreenPoint(101, 80))])
  }

  @Test func aDoubleClickOfTheRightButtonZoomsOutAndOpensNoMenu() {
    var hand = Hand()
    hand.click(.right, 100, 80)
    hand.time += 0.15
    hand.click(.right, 100, 80)
    hand.wait(1)
    #expect(hand.take() == [.halt, .halt, Self.zoomStep(-1, ScreenPoint(100, 80))])
  }

  @Test(arguments: [(0.29, 0.0, true), (0.31, 0.0, false), (0.1, 7.0, false)])
  func twoClicksAreDoubleWithin300MillisecondsInOnePlace(pause: Double, distance: Double, isDouble: Bool) {
    var hand = Hand()
    hand.click(10, 10)
    hand.time += pause
    hand.click(10 + distance, 10)
    #expect((Movement(hand.take()).zoom == 1) == isDouble)
  }

  @Test func theThirdClickOfAnImpatientHandBeginsAnew() {
    var hand = Hand()
    for _ in 0..<4 {
      hand.click(10, 10)
      hand.time += 0.1
    }
    let outputs = hand.take()
    #expect(Movement(outputs).zoom == 2)
    #expect(outputs.filter { $0 == .tap(ScreenPoint(10, 10)) }.count == 2)
  }

  @Test func aShortRightClickOpensTheMenuOnceNoSecondClickCanCome() {
    var hand = Hand()
    hand.click(.right, 7, 9)
    #expect(hand.take() == [.halt])
    #expect(hand.recognizer.nextDeadline.map { isClose($0, hand.time + 0.3) } == true)
    hand.wait(0.29)
    #expect(hand.take().isEmpty)
    hand.wait(0.02)
    #expect(hand.take() == [.contextMenu(ScreenPoint(7, 9))])
    #expect(hand.recognizer.isIdle)
  }

  @Test func withoutZoomGesturesTheMenuOpensAtOnce() {
    var hand = Hand()
    hand.settings.zoom = false
    hand.click(.right, 7, 9)
    #expect(hand.take() == [.halt, .contextMenu(ScreenPoint(7, 9))])
  }

  @Test func aLongRightClickOpensNoMenu() {
    var hand = Hand()
    hand.press(.right, 7, 9)
    hand.wait(0.6)
    hand.release(.right, 7, 9)
    hand.wait(1)
    #expect(hand.take() == [.halt])
  }

  @Test func halfASecondInPlaceIsALongPressAndNoTap() {
    var hand = Hand()
    hand.press(5, 6)
    #expect(hand.recognizer.nextDeadline.map { isClose($0, hand.time + 0.5) } == true)
    hand.wait(0.49)
    #expect(hand.take() == [.halt])
    hand.wait(0.02)
    #expect(hand.take() == [.longPress(ScreenPoint(5, 6))])
    hand.wait(1)
    hand.release(5, 6)
    #expect(hand.take().isEmpty)
  }

  @Test func aClickThatAFrameKeptWaitingIsNoLongPress() {
    var hand = Hand()
    hand.press(5, 6)
    hand.wait(0.1)
    // One frame takes so long; what came meanwhile is handled before the next step.
    hand.time += 2
    hand.move(6, 6)
    hand.release(6, 6)
    #expect(hand.take() == [.halt, .tap(ScreenPoint(5, 6))])
    hand.wait(1)
    #expect(hand.take().isEmpty)
  }

  @Test func aRightClickThatAFrameKeptWaitingOpensItsMenu() {
    var hand = Hand()
    hand.press(.right, 5, 6)
    hand.time += 2
    hand.release(.right, 5, 6)
    hand.wait(1)
    #expect(hand.take() == [.halt, .contextMenu(ScreenPoint(5, 6))])
  }

  @Test func aDragIsNoLongPress() {
    var hand = Hand()
    hand.press(5, 6)
    hand.time += 0.1
    hand.move(50, 6)
    hand.wait(2)
    #expect(!hand.take().contains(.longPress(ScreenPoint(5, 6))))
  }
}
