import Overlook
@testable import OverlookFiles
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookViewer

@MainActor @Suite struct ToolTextTests {
  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  @Test(arguments: [
    (0.0, "000.0°"), (9.94, "009.9°"), (9.96, "010.0°"), (99.97, "100.0°"), (123.45, "123.5°"), (359.94, "359.9°"),
    (359.97, "000.0°"),
    (.nan, "000.0°"),
  ])
  func bearingsHaveThreeDigitsBeforeThePoint(degrees: Double, text: String) {
    #expect(ToolTexts.bearing(degrees) == text)
  }

  @Test func theCardTellsLengthThenAreaAndWhatToDo() {
    var figure = Figure(.line)
    func text(_ isGrowing: Bool) -> MeasureText { MeasureText(figure, FigureMeasures(figure), isGrowing: isGrowing) }
    #expect(text(true).hint == "First point: click, or Space for the middle of the view")
    figure.places = [place(0, 0), place(0, 1)]
    #expect(text(true).total == "111.3 km")
    #expect(text(true).detail == "Last section 111.3 km, bearing 090.0°")
    figure.places.append(place(1, 1))
    #expect(text(true).hint.hasPrefix("Click the first point for an area"))
    figure.kind = .area
    // GeographicLib: 6154.854 km2.
    #expect(text(false).total == "6,155 km²")
    #expect(text(false).report(FigureMeasures(figure)).split(separator: "\n").count == 5)
  }

  @Test func theEyeOfATourIsAsFarAwayAsItsFileSays() throws {
    var view = FileCamera(target: place(60, 25), rangeMeters: 3000, bearing: 30, tilt: 200)
    let camera = try #require(TourCamera.camera(view, height: 800))
    #expect(camera.bearing == 30 && camera.viewingAngle == 80)
    // The eye is 1.5 heights of the view away from what it looks at.
    let map = MapView(
      size: ScreenSize(width: 1000, height: 800), camera: CameraPosition(target: camera.target, zoom: camera.zoom), mapType: .none
    )
    #expect(abs(map.projection.points(forMeters: 3000, at: view.target) / 1200 - 1) < 1e-3)
    view.rangeMeters = -1
    #expect(TourCamera.camera(view, height: 800) == nil)
    view = FileCamera(target: .invalid, rangeMeters: nil, bearing: 0, tilt: 0)
    #expect(TourCamera.camera(view, height: 800) == nil)
  }

  @Test func theLineBetweenTwoMapsStaysInTheView() {
    let line = SwipeLine()
    var told: [Double] = []
    line.onChange = { told.append($0) }
    line.step(by: 5)
    line.move(to: 7)
    line.move(to: .nan)
    line.move(to: -3)
    #expect(told.count == 3)
    #expect(abs(told[0] - 0.6) < 1e-9 && told[1] == 1 && told[2] == 0)
  }
}
