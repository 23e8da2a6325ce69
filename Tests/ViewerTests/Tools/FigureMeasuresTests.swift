import Overlook
import OverlookGeometry
import Testing

@testable import OverlookViewer

@Suite struct FigureMeasuresTests {
  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  // The length of GeographicLib's documentation between Wellington and Salamanca.
  @Test func aLineHasTheLengthOfItsSections() {
    let measures = FigureMeasures(Figure(.line, [place(-41.32, 174.81), place(40.96, -5.50)]))
    #expect(abs(measures.length - 19_959_679.267) < 1e-3)
    #expect(abs(measures.sections[0].bearing - 161.067_669_986) < 1e-6)
    #expect(measures.area == nil)
  }

  @Test func anAreaIsClosedAndMeasuredAllAround() throws {
    let side = 111_319.490_793
    let measures = FigureMeasures(Figure(.area, [place(0, 0), place(0, 1), place(1, 1), place(1, 0)]))
    #expect(measures.sections.count == 4)
    #expect(abs(measures.sections[0].meters - side) < 1e-3)
    #expect(abs(measures.sections[0].bearing - 90) < 1e-9)
    // GeographicLib's Planimeter: 12308778361.469 m2.
    let area = try #require(measures.area)
    #expect(abs(area - 12_308_778_361.469) < 0.1)
  }

  @Test func aCircleHasTheRadiusThatWasDrawn() throws {
    let middle = place(60, 25)
    let rim = Geodesic.place(from: middle, bearing: 77, meters: 1000)
    let figure = Figure(.circle, [middle, rim])
    let measures = FigureMeasures(figure)
    let (radius, area) = (try #require(measures.radius), try #require(measures.area))
    #expect(abs(radius - 1000) < 1e-6)
    // The polygon of 96 corners is smaller than the circle by its segments.
    let polygon = 96 * 0.5 * 1e6 * 0.065_403_129_23
    #expect(abs(area / polygon - 1) < 1e-5)
    #expect(figure.outline.allSatisfy { abs((Geodesic(from: middle, to: $0)?.meters ?? 0) - 1000) < 1e-6 })
  }

  @Test func onlySectionsThatChangedAreMeasuredAnew() {
    var figure = Figure(.line, (0..<2000).map { place(Double($0 % 80), Double($0 % 170)) })
    var measures = FigureMeasures(figure)
    figure.places[1000] = place(-45, 100)
    let whole = FigureMeasures(figure)
    measures.update(figure)
    #expect(abs(measures.length - whole.length) < 1e-6)
    #expect(measures.sections == whole.sections)
  }

  @Test func wildPlacesAreMeasuredWithoutATrap() {
    let wild = [
      place(90, 0), place(-90, 0), place(0, 180), place(0, -180), place(.nan, 0), place(1, .infinity), place(89.9, 720),
    ]
    for kind in Figure.Kind.allCases {
      let measures = FigureMeasures(Figure(kind, wild))
      #expect(measures.length.isFinite)
      _ = Figure(kind, wild).outline
    }
  }
}
