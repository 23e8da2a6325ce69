import OverlookControls
import OverlookGeometry
import OverlookSupport
import Testing

/// Where the legend of colours lies.
@MainActor @Suite struct LegendControlTests {
  private func legend(covered: Double = 0, stays: Bool = false) -> LegendControl {
    let legend = LegendControl()
    legend.scale = .rain
    (legend.coveredWidth, legend.staysInNarrowViews) = (covered, stays)
    return legend
  }

  private func frame(_ legend: LegendControl, _ width: Double, height: Double = 700) -> ScreenRect? {
    legend.frame(in: ControlArea(size: ScreenSize(width: width, height: height)))
  }

  @Test func itLiesBesideASheet() throws {
    let alone = try #require(frame(legend(), 1_280))
    let beside = try #require(frame(legend(covered: 352), 1_280))
    #expect(alone.origin.x == 10 && beside.origin.x == 362 && beside.origin.y == alone.origin.y)
    // Where the controls of time are not beside it, it lies above them.
    let narrow = try #require(frame(legend(covered: 352), 800))
    let time = TimeControl()
    var state = TimeControlState()
    (state.frameCount, state.resolvedCount) = (8, 8)
    (time.state, time.coveredWidth) = (state, 352)
    let panel = try #require(time.frame(in: ControlArea(size: ScreenSize(width: 800, height: 700))))
    #expect(narrow.origin.x == 362 && narrow.maxY < panel.origin.y, "\(narrow) \(panel)")
    #expect(frame(legend(covered: 352), 500) == nil, "there is no room")
    #expect(frame(legend(covered: .nan), 1_280) == nil)
  }

  @Test func aNarrowViewHasItWhereItStays() throws {
    #expect(frame(legend(), 640) == nil)
    let stays = try #require(frame(legend(stays: true), 640))
    #expect(stays.origin.x == 10 && frame(legend(stays: true), 200) == nil)
    #expect(frame(legend(stays: true), 640, height: 200) == nil)
  }
}
