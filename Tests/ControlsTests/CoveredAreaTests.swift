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
}
