import OverlookControls
import OverlookGeometry
import Testing

/// Controls beside what covers a corner of their view.
@Suite struct CoveredAreaTests {
  private static let size = ScreenSize(width: 40, height: 30)

  private func area(_ covered: ScreenRect?) -> ControlArea {
    var area = ControlArea(
      size: ScreenSize(width: 800, height: 600), insets: EdgeInsets(top: 10, left: 20, bottom: 30, right: 40))
    area.covered = covered
    return area
  }

  private func place(_ corner: ControlPlacement.Corner, _ covered: ScreenRect?) -> ScreenPoint {
    ControlPlacement.corner(corner, x: 12, y: 8).rect(of: Self.size, in: area(covered)).origin
  }

  @Test func whatBelongsIntoACoveredUpperCornerLiesBelowIt() {
    let inset = ScreenRect(x: 500, y: 10, width: 290, height: 200)
    #expect(place(.topRight, nil) == ScreenPoint(x: 708, y: 18))
    #expect(place(.topRight, inset) == ScreenPoint(x: 708, y: 218))
    for other in [ControlPlacement.Corner.topLeft, .bottomLeft, .bottomRight] {
      #expect(place(other, inset) == place(other, nil), "\(other)")
    }
  }

  @Test func whatBelongsIntoACoveredLowerCornerLiesAboveIt() {
    let inset = ScreenRect(x: 10, y: 390, width: 290, height: 200)
    #expect(place(.bottomLeft, nil) == ScreenPoint(x: 32, y: 532))
    #expect(place(.bottomLeft, inset) == ScreenPoint(x: 32, y: 352))
    #expect(place(.topLeft, inset) == place(.topLeft, nil) && place(.bottomRight, inset) == place(.bottomRight, nil))
  }

  @Test func whatCoversAllLeavesControlsInTheView() {
    for corner in ControlPlacement.Corner.allCases {
      let origin = place(corner, ScreenRect(x: 0, y: 0, width: 800, height: 600))
      #expect(origin.x >= 0 && origin.y >= 0)
    }
  }

  @MainActor @Test(arguments: [180.0, 240, 270, 320, 480, 579, 640, 1280], [200.0, 319, 320, 700])
  func theTimeLiesBesideTheButtonsOfTheMapOrAboveThem(width: Double, height: Double) throws {
    let (time, locate, zoom) = (TimeControl(), LocateControl(), ZoomControl())
    time.state = TimeControlState()
    (locate.isEnabled, zoom.isEnabled) = (true, true)
    for isMirrored in [false, true] {
      // Time is not mirrored.
      let area = ControlArea(size: ScreenSize(width: width, height: height))
      var mirrored = area
      mirrored.isMirrored = isMirrored
      let panel = try #require(time.frame(in: area))
      #expect(panel.origin.x >= 0 && panel.maxX <= width && panel.origin.y >= 0 && panel.maxY <= height)
      for button in [locate.frame(in: mirrored), zoom.frame(in: mirrored)] {
        guard let rect = button.map({ mirrored.placed($0) }) else { continue }
        let isBeside = panel.maxX <= rect.origin.x || rect.maxX <= panel.origin.x
        #expect(isBeside || panel.maxY <= rect.origin.y || rect.maxY <= panel.origin.y, "\(panel) and \(rect)")
      }
    }
  }
}
