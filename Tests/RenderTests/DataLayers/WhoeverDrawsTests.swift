import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookPasses
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// The driver, as on a graphics card, and the rasterizers draw the same picture of a layer.
@MainActor @Suite struct WhoeverDrawsTests {
  enum Kind: CaseIterable { case areas, faintAreas, smallAreas, crossingAreas, holes, lines, points }

  nonisolated private static let cameras = [
    CameraPosition(latitude: 0, longitude: 0, zoom: 4),
    CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: 30, viewingAngle: 55),
  ]

  private static func ring(
    _ place: LocationCoordinate, _ radius: Double, corners: Int, step: Int = 1
  ) -> [LocationCoordinate] {
    (0..<corners).map { corner in
      let angle = 0.3 + 2 * .pi * Double(corner * step) / Double(corners)
      return LocationCoordinate(
        latitude: place.latitude + radius * sin(angle), longitude: place.longitude + radius * cos(angle))
    }
  }

  private static func places(_ count: Int) -> [LocationCoordinate] {
    (0..<count).map { number in
      let (angle, out) = (2.4 * Double(number), 11 * (Double(number) / Double(count)).squareRoot())
      return LocationCoordinate(latitude: out * sin(angle), longitude: 1.4 * out * cos(angle))
    }
  }

  private static func layer(_ kind: Kind) -> DataLayer {
    func color(_ number: Int) -> Color {
      Color(red: 0.2 + 0.1 * Float(number % 7), green: 0.3, blue: 0.9 - 0.1 * Float(number % 5))
    }
    switch kind {
    case .areas, .faintAreas:
      let layer = PolygonLayer(polygons: places(40).enumerated().map { [ring($1, 1.4, corners: 3 + $0 % 9)] })
      layer.fillColor = .each(color)
      if kind == .faintAreas { layer.opacity = 0.5 }
      return layer
    case .smallAreas:
      // From a tenth of a pixel to six.
      let layer = PolygonLayer(
        polygons: places(600).enumerated().map { [ring($1, 0.009 * Double(1 + $0 % 30), corners: 4 + $0 % 5)] })
      layer.fillColor = .each(color)
      return layer
    case .crossingAreas:
      let layer = PolygonLayer(polygons: places(12).map { [ring($0, 2.4, corners: 5, step: 2)] })
      layer.fillColor = .each(color)
      return layer
    case .holes:
      let layer = PolygonLayer(polygons: places(20).map { [ring($0, 2, corners: 12), ring($0, 1, corners: 5)] })
      layer.fillColor = .each(color)
      return layer
    case .lines:
      let layer = PathLayer(paths: places(30).map { ring($0, 2, corners: 9, step: 2) })
      layer.strokeWidth = .constant(3)
      layer.strokeColor = .each(color)
      return layer
    case .points:
      let layer = PointLayer(positions: places(300))
      layer.fillColor = .each(color)
      return layer
    }
  }

  private func pictures(_ kind: Kind, _ camera: CameraPosition) throws -> (driver: Image, software: Image) {
    let scene = try OverlayTestScene(width: 480, height: 320, camera: camera, renderer: .driver)
    scene.add(Self.layer(kind))
    let driver = try scene.picture()
    scene.renderer = .software
    return (driver, try scene.picture())
  }

  @Test(arguments: Kind.allCases, cameras) func aLayerLooksTheSame(kind: Kind, camera: CameraPosition) throws {
    let (driver, software) = try pictures(kind, camera)
    #expect(driver.pixels != software.pixels, "somebody else drew")
    let difference = try #require(PictureComparison.rootMeanSquare(driver, software))
    // Areas that cross themselves have hard edges on a card.
    #expect(difference <= (kind == .crossingAreas ? 0.03 : 0.01), "\(kind): \(difference)")
  }

  /// A pixel along the edge has as much of the colour as lies in it.
  @Test func theEdgeOfAnAreaFades() throws {
    let scene = try OverlayTestScene(
      width: 240, height: 160, camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), renderer: .driver)
    let slope = 0.25
    let corners = [(-20.0, -20.0), (-20.0 * slope, -20.0), (20.0 * slope, 20.0), (-20.0, 20.0)]
    let layer = PolygonLayer(polygons: [[corners.map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }]])
    layer.fillColor = .constant(.black)
    scene.add(layer)
    let picture = try scene.picture()
    // Down each column the colour falls to black within two pixels, by steps and not at once.
    var soft = 0
    for column in stride(from: 20, to: 220, by: 1) {
      let shades = (0..<160).map { Int(picture.pixels[4 * (240 * $0 + column)]) }
      #expect(shades.contains { $0 > 240 } && shades.contains { $0 < 5 })
      let between = shades.count { (12..<235).contains($0) }
      #expect(between <= 3)
      if between > 0 { soft += 1 }
    }
    #expect(soft > 150)
  }
}
