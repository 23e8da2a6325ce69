import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// What layers of many elements look like; each is drawn by the driver and, where it can be, by the processor.
@MainActor @Suite struct BulkLayerGoldenTests {
  private func expectPicture(_ name: String, _ scene: OverlayTestScene) throws {
    let mismatch = try GoldenPicture("bulk/\(name)").mismatch(with: scene.picture())
    #expect(mismatch == nil)
  }

  private static func palette(_ index: Int) -> Color {
    let colors = [
      Color(red: 0.90, green: 0.35, blue: 0.25), Color(red: 0.98, green: 0.72, blue: 0.25),
      Color(red: 0.30, green: 0.65, blue: 0.45), Color(red: 0.20, green: 0.50, blue: 0.80),
      Color(red: 0.55, green: 0.40, blue: 0.70),
    ]
    return colors[index % colors.count]
  }

  private func ring(_ latitude: Double, _ longitude: Double, _ radius: Double, corners: Int, turn: Double = 0)
    -> [LocationCoordinate]
  {
    (0..<corners).map { corner in
      let angle = turn + 2 * .pi * Double(corner) / Double(corners)
      return LocationCoordinate(latitude: latitude + radius * sin(angle), longitude: longitude + radius * cos(angle))
    }
  }

  @Test(arguments: [true, false]) func linesAndAreasOfEveryKind(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 480, height: 300, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: 15, viewingAngle: 35),
      composesPoints: composes)
    scene.addGraticule(step: 5)
    let areas = PolygonLayer(
      polygons: (0..<5).map { index in
        let longitude = -14 + 7 * Double(index)
        return [ring(5, longitude, 4.5, corners: 3 + 2 * index), ring(5, longitude, 1.8, corners: 4)]
      })
    areas.fillColor = .each { Self.palette($0).withAlpha(0.6) }
    areas.strokeColor = Color(red: 0.15, green: 0.2, blue: 0.3)
    areas.strokeWidth = 1.5
    scene.add(areas)
    let paths: [[LocationCoordinate]] = (0..<9).map { index in
      (0...60).map { step in
        let (x, phase) = (Double(step), Double(index))
        let latitude = 0.9 * phase - 9 + 1.5 * sin(x / 5 + phase)
        return LocationCoordinate(latitude: latitude, longitude: 0.6 * x - 18)
      }
    }
    let lines = PathLayer(paths: paths)
    lines.strokeColor = .each { Self.palette($0) }
    lines.strokeWidth = .each { 0.5 + Double($0) }
    lines.strokeCap = .round
    scene.add(lines)
    try expectPicture(composes ? "lines-and-areas-composed" : "lines-and-areas", scene)
  }

  @Test(arguments: [true, false]) func journeysFadeBehindWhereTheyAre(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 480, height: 240, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), composesPoints: composes)
    let trips = TripsLayer()
    var (numbers, times, starts) = ([Double](), [Double](), [Int]())
    for index in 0..<8 {
      starts.append(times.count)
      for step in 0...80 {
        numbers.append(-19 + 0.48 * Double(step))
        let wave = sin(Double(step) / 6 + Double(index))
        numbers.append(2.2 * Double(index) - 8 + 1.4 * wave)
        times.append(Double(step) * (1 + 0.1 * Double(index)))
      }
    }
    trips.setTrips(longitudesAndLatitudes: numbers, times: times, starts: starts)
    trips.strokeColor = .each { Self.palette($0) }
    trips.strokeWidth = .each { 2 + Double($0) / 2 }
    trips.trailLength = 40
    trips.currentTime = 70
    scene.add(trips)
    try expectPicture(composes ? "journeys-composed" : "journeys", scene)
  }
}
