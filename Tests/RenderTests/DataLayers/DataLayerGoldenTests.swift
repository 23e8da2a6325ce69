import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookPasses
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// What layers of many elements look like; each is drawn by the driver and, where it can be, by the processor.
@MainActor @Suite struct DataLayerGoldenTests {
  private func expectPicture(_ name: String, _ scene: OverlayTestScene) throws {
    let mismatch = try GoldenPicture("data-layers/\(name)").mismatch(with: scene.picture())
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
      renderer: composes ? .software : .driver)
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

  /// The same picture in both ways: dashes are always the driver's.
  @Test(arguments: [true, false]) func dashedLines(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 480, height: 300, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: 15, viewingAngle: 35),
      renderer: composes ? .software : .driver)
    scene.addGraticule(step: 5)
    let patterns = [
      DashPattern([14, 8]), DashPattern([16, 12], cap: .round), .dots(spacing: 12), DashPattern([18, 5, 3, 5]),
      DashPattern([0, 14], cap: .square),
    ]
    for (index, pattern) in patterns.enumerated() {
      let layer = PathLayer(
        paths: (0..<2).map { line in
          (0...20).map { step in
            let latitude = 3.4 * Double(index) - 8 + 1.5 * Double(line) + 0.8 * sin(Double(step) + Double(line))
            return LocationCoordinate(latitude: latitude, longitude: 1.8 * Double(step) - 18)
          }
        })
      layer.strokeColor = .each { Self.palette(index + $0).withAlpha($0 == 0 ? 1 : 0.6) }
      layer.strokeWidth = .each { 3 + 3 * Double($0) }
      layer.strokeJoin = index % 2 == 0 ? .round : .miter
      layer.strokeDashes = pattern
      scene.add(layer)
    }
    try expectPicture("dashed-lines", scene)
  }

  @Test(arguments: [true, false]) func journeysFadeBehindWhereTheyAre(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 480, height: 240, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4),
      renderer: composes ? .software : .driver)
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

  /// Tilted so that walls show which way they face; a court, a base above the ground, and a translucent layer behind an opaque
  /// one.
  @Test(arguments: [true, false]) func areasWithWalls(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 480, height: 320, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, bearing: 25, viewingAngle: 55),
      renderer: composes ? .software : .driver)
    scene.addGraticule(step: 0.25)
    let towers = PolygonLayer(
      polygons: (0..<10).map { index in
        let (latitude, longitude) = (0.35 - 0.35 * Double(index / 5), 0.4 * Double(index % 5) - 0.8)
        let outline = ring(latitude, longitude, 0.15, corners: 3 + index, turn: 0.4)
        return index % 3 == 1 ? [outline, ring(latitude, longitude, 0.08, corners: 4)] : [outline]
      })
    towers.fillColor = .each { Self.palette($0) }
    towers.height = .each { 6000 + 2500 * Double($0) }
    towers.base = .each { $0 == 7 ? 12_000 : 0 }
    scene.add(towers)
    let glass = PolygonLayer(polygons: (0..<4).map { [ring(-0.4, 0.5 * Double($0) - 0.75, 0.17, corners: 20)] })
    glass.fillColor = .each { Self.palette($0 + 1) }
    glass.roofColor = .white
    glass.height = .constant(20_000)
    glass.opacity = 0.5
    scene.add(glass)
    try expectPicture(composes ? "walls-composed" : "walls", scene)
  }

  /// Plain, dashed with a casing, and of a translucent layer.
  @Test(arguments: [true, false]) func outlinesOfRoofs(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 480, height: 320, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, bearing: 25, viewingAngle: 55),
      renderer: composes ? .software : .driver)
    scene.addGraticule(step: 0.25)
    func layer(_ latitude: Double, _ setUp: (PolygonLayer) -> Void) {
      let layer = PolygonLayer(
        polygons: (0..<5).map { index in
          let longitude = 0.4 * Double(index) - 0.8
          let outline = ring(latitude, longitude, 0.15, corners: 3 + index, turn: 0.4)
          return index % 2 == 1 ? [outline, ring(latitude, longitude, 0.07, corners: 4)] : [outline]
        })
      layer.fillColor = .each { Self.palette($0) }
      layer.height = .each { 6000 + 3500 * Double($0) }
      layer.strokeColor = Color(red: 0.15, green: 0.2, blue: 0.3)
      layer.strokeWidth = 3
      setUp(layer)
      scene.add(layer)
    }
    layer(0.4) { $0.strokeWidth = 1.5 }
    layer(0) { layer in
      layer.strokeDashes = DashPattern([9, 5])
      (layer.casingColor, layer.casingWidth) = (.white, 1.5)
    }
    layer(-0.4) { layer in
      layer.height = .constant(9000)
      layer.opacity = 0.6
    }
    try expectPicture(composes ? "roof-lines-composed" : "roof-lines", scene)
  }

  /// A casing lies beneath all lines of its layer.
  @Test func cased() throws {
    let scene = try OverlayTestScene(width: 320, height: 200, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    for (row, alpha) in [Float(1), 0.5].enumerated() {
      let layer = PathLayer(
        paths: (0..<4).map { index in
          (0..<8).map { step in
            let latitude = 4.5 - 9 * Double(row) + (index % 2 == 0 ? 0.9 : -0.9) * Double(step % 4) + Double(index) - 1.5
            return LocationCoordinate(latitude: latitude, longitude: 3.4 * Double(step) - 12)
          }
        })
      layer.strokeColor = .each { Self.palette($0).withAlpha(alpha) }
      layer.strokeWidth = .constant(6)
      layer.strokeCap = .round
      (layer.casingColor, layer.casingWidth) = (Color(red: 0.15, green: 0.2, blue: 0.3), 2)
      scene.add(layer)
    }
    try expectPicture("cased-lines", scene)
  }

  @Test func columnsOfEveryShape() throws {
    let scene = try OverlayTestScene(
      width: 480, height: 300, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, bearing: -20, viewingAngle: 55))
    scene.addGraticule(step: 0.25)
    for (row, shape) in [ColumnShape.hexagon, .square, .round].enumerated() {
      let layer = ColumnLayer(
        positions: (0..<8).map { LocationCoordinate(latitude: 0.35 - 0.35 * Double(row), longitude: 0.25 * Double($0) - 0.9) })
      layer.shape = shape
      layer.radius = 9000
      layer.rotation = row == 1 ? 15 : 0
      layer.height = .each { 3000 + 4000 * Double($0) }
      layer.fillColor = .each { Self.palette($0 + row) }
      layer.opacity = row == 2 ? 0.6 : 1
      scene.add(layer)
    }
    try expectPicture("columns", scene)
  }

  @Test func arcsOnTheGroundAndInTheAir() throws {
    let scene = try OverlayTestScene(
      width: 480, height: 320, camera: CameraPosition(latitude: 50, longitude: 10, zoom: 2.4, bearing: 10, viewingAngle: 45))
    scene.addGraticule(step: 10)
    let home = LocationCoordinate(latitude: 47, longitude: 8)
    let places = (0..<12).map { index in
      let angle = 2 * Double.pi * Double(index) / 12
      return LocationCoordinate(latitude: 40 + 24 * sin(angle), longitude: 10 + 45 * cos(angle))
    }
    for height in [0.0, 0.5] {
      let layer = ArcLayer(from: places.map { _ in home }, to: places)
      layer.height = height
      layer.sourceColor = .constant(Self.palette(height == 0 ? 3 : 0))
      layer.targetColor = .each { Self.palette($0) }
      layer.strokeWidth = .each { 1 + 0.3 * Double($0) }
      layer.opacity = height == 0 ? 0.5 : 1
      scene.add(layer)
    }
    try expectPicture("arcs", scene)
  }

  @Test(arguments: [true, false]) func iconsOfEveryKind(_ composes: Bool) throws {
    let scene = try OverlayTestScene(
      width: 480, height: 300, camera: CameraPosition(latitude: 20, longitude: 10, zoom: 4, bearing: 20, viewingAngle: 45),
      renderer: composes ? .software : .driver)
    scene.addGraticule(step: 5)
    let images = [
      OverlayTestScene.testCard(width: 24, height: 24, cell: 6), OverlayTestScene.arrowIcon(side: 32, scale: 2),
      OverlayTestScene.arrowIcon(side: 21, scale: 1),
    ]
    for (row, isFlat) in [false, true].enumerated() {
      let layer = IconLayer(
        images: images,
        positions: (0..<13).map { LocationCoordinate(latitude: 25 - 9 * Double(row), longitude: -8 + 2.9 * Double($0)) })
      layer.icon = .each { $0 % 3 }
      layer.rotation = .each { 28 * Double($0) }
      layer.scale = .each { 0.6 + Double($0 % 5) / 5 }
      layer.tint = .each { $0 % 6 == 5 ? Color(red: 1, green: 0.4, blue: 0.3) : .white }
      layer.isFlat = isFlat
      scene.add(layer)
    }
    try expectPicture(composes ? "icons-composed" : "icons", scene)
  }

  @Test func aHeatmapOverAMap() throws {
    let scene = try OverlayTestScene(
      width: 480, height: 300, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: 0, viewingAngle: 30))
    scene.addGraticule(step: 5)
    var generator = SeededGenerator(seed: 21)
    func unit() -> Double { Double(generator.next() >> 11) * 0x1p-53 }
    // About three towns, denser towards their middles.
    let towns = [(4.0, -9.0, 5.0), (-4, 2, 8), (3, 12, 3)]
    let layer = HeatmapLayer(
      positions: (0..<600).map { index in
        let town = towns[index % 3]
        let (angle, distance) = (2 * Double.pi * unit(), town.2 * unit() * unit())
        return LocationCoordinate(latitude: town.0 + distance * sin(angle), longitude: town.1 + distance * cos(angle))
      })
    layer.weight = .each { 0.04 + 0.03 * Double($0 % 4) }
    layer.radius = 24
    layer.opacity = 0.85
    scene.add(layer)
    try expectPicture("heatmap", scene)
  }
}
