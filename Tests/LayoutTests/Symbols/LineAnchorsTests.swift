import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

@Suite struct LineAnchorsTests {
  private let straight = [LabelPoint(100, 500), LabelPoint(4100, 500)]

  private func anchors(spacing: Double = 1000, text: Float? = 24, angle: Double = .pi / 4) -> LineAnchors {
    LineAnchors(
      spacing: spacing, maximumAngle: angle, textWidth: text, iconWidth: nil, boxScale: 10, overscaleFactor: 1)
  }

  @Test func standAtEqualDistances() {
    // The first one after half the label and two ems: (12 + 48) * 10 units.
    #expect(anchors().anchors(straight).map(\.point.x) == [700, 1700, 2700, 3700])
  }

  @Test func keepAQuarterOfTheSpacingBetweenLabels() {
    // Labels of 960 units ask for 960 + 250 units from one to the next; the first stands at (48 + 48) * 10.
    let found = anchors(text: 96).anchors(straight).map(\.point.x)
    #expect(found == [1060, 2270, 3480])
  }

  @Test func standInTheMiddleOfAShortLine() {
    let line = [LabelPoint(100, 100), LabelPoint(400, 100)]
    #expect(anchors().anchors(line).map(\.point) == [LabelPoint(250, 100)])
  }

  @Test func areNoneWhereTheLabelDoesNotFit() {
    #expect(anchors(text: 48).anchors([LabelPoint(100, 100), LabelPoint(400, 100)]).isEmpty)
  }

  @Test func areNoneAtSharpBends() {
    let line = [LabelPoint(100, 100), LabelPoint(350, 100), LabelPoint(350, 350)]
    #expect(anchors().center(line) == nil)
    #expect(anchors(angle: 2).center(line) != nil)
  }

  @Test func clipCutsLinesAtTheTile() {
    let line = [LabelPoint(-100, 10), LabelPoint(100, 10), LabelPoint(100, 9000)]
    let parts = LabelLineClipper.clip([line], low: .zero, high: LabelPoint(8192, 8192))
    #expect(parts == [[LabelPoint(0, 10), LabelPoint(100, 10), LabelPoint(100, 8192)]])
  }

  @Test func findsTheMiddleOfPolygons() throws {
    // An L of three squares: farthest from its edges in the corner square's inner half.
    let ring = [
      LabelPoint(0, 0), LabelPoint(2000, 0), LabelPoint(2000, 1000), LabelPoint(1000, 1000), LabelPoint(1000, 2000),
      LabelPoint(0, 2000),
    ]
    let center = try #require(PolygonCenter.of([ring], precision: 1))
    // r = 2000 - sqrt(2) * 1000 by the circle that touches both outer sides and the inner corner.
    #expect(abs(center.x - 585.8) < 3)
    #expect(abs(center.y - 585.8) < 3)
  }

  @Test func joinsLinesOfOneText() {
    func feature(_ row: Int32, _ line: [LabelPoint]) -> SymbolFeature {
      SymbolFeature(
        row: row, kind: .line, text: .init("a"), icon: nil, sortKey: 0, parts: [line], expression: .init())
    }
    let points = (0..<4).map { LabelPoint(Double($0) * 10, 0) }
    let merged = LineMerger.merged([
      feature(0, [points[0], points[1]]), feature(1, [points[2], points[3]]), feature(2, [points[1], points[2]]),
    ])
    #expect(merged.count == 1)
    #expect(merged[0].parts[0] == points)
  }
}
