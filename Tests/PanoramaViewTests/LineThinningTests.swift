import Foundation
import OverlookGeometry
import Testing

@testable import OverlookPanoramaView

@Suite struct LineThinningTests {
  private func thinned(_ line: [ScreenPoint]) -> [ScreenPoint] {
    var (thinning, points) = (LineThinning(), [ScreenPoint]())
    for point in line { thinning.add(point, to: &points) }
    thinning.end(&points)
    return points
  }

  /// How far a point lies from the nearest part of a line.
  private func distance(_ point: ScreenPoint, _ line: [ScreenPoint]) -> Double {
    zip(line, line.dropFirst()).map { start, end in
      let (x, y) = (end.x - start.x, end.y - start.y)
      let share = min(max(((point.x - start.x) * x + (point.y - start.y) * y) / max(x * x + y * y, 1e-30), 0), 1)
      return hypot(point.x - start.x - share * x, point.y - start.y - share * y)
    }.min() ?? .infinity
  }

  private let wave = (0..<5_000).map { ScreenPoint(x: Double($0) / 4, y: 300 + 100 * sin(Double($0) / 60)) }

  @Test func aWaveKeepsItsShapeWithFewerPoints() {
    let points = thinned(wave)
    #expect(points.count < wave.count / 10)
    #expect(points.first == wave.first)
    #expect(points.last == wave.last)
    #expect(wave.allSatisfy { distance($0, points) < 0.1 })
  }

  @Test func theTipsOfAZigzagStay() {
    let tips = (0..<50).map { ScreenPoint(x: Double($0), y: $0 % 2 == 0 ? 0 : 40) }
    var line: [ScreenPoint] = []
    for (start, end) in zip(tips, tips.dropFirst()) {
      for step in 0..<10 {
        let share = Double(step) / 10
        line.append(ScreenPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
      }
    }
    let points = thinned(line)
    #expect(points.count < line.count / 5)
    #expect(line.allSatisfy { distance($0, points) < 0.1 })
  }

  @Test func aLineThatTurnsBackOnItselfReachesItsEnds() {
    let points = thinned([0, 5, 10, 4, -8, -3, 2].map { ScreenPoint(x: $0, y: 0) })
    #expect(points.map(\.x) == [0, 10, -8, 2])
  }

  @Test func whatStandsStillIsOnePointTwice() {
    let points = thinned([ScreenPoint](repeating: ScreenPoint(x: 3, y: 4), count: 100))
    #expect(Set(points) == [ScreenPoint(x: 3, y: 4)])
    #expect(points.count <= 2)
    #expect(thinned([]).isEmpty)
  }
}
