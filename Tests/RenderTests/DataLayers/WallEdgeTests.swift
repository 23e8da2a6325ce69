import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookPasses
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// Edges of what layers have standing on the map, by whoever it is drawn.
@MainActor @Suite struct WallEdgeTests {
  enum Kind: CaseIterable { case polygon, translucentPolygon, column, translucentColumn }

  nonisolated private static let renderers: [RendererChoice] = [.driver, .software]
  private static let slope = 0.25
  nonisolated private static let camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)

  /// Black below a line through the middle of the view that rises to the right.
  private static func layer(_ kind: Kind) -> DataLayer {
    switch kind {
    case .polygon, .translucentPolygon:
      let corners = [(-20.0, -20.0), (-20, 20), (20 * slope, 20), (-20 * slope, -20)]
      let layer = PolygonLayer(polygons: [[corners.map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }]])
      layer.fillColor = .constant(.black)
      layer.height = .constant(1)
      layer.opacity = kind == .polygon ? 1 : 0.5
      return layer
    case .column, .translucentColumn:
      let layer = ColumnLayer(positions: [LocationCoordinate(latitude: -17, longitude: 0)])
      layer.shape = .square
      layer.radius = 2_600_000
      layer.rotation = -atan(slope) * 180 / .pi
      layer.fillColor = .constant(.black)
      layer.height = .constant(1)
      layer.opacity = kind == .column ? 1 : 0.5
      return layer
    }
  }

  /// How much of the columns of pixels is covered, in pixels.
  private func covered(_ kind: Kind, _ renderer: RendererChoice, standing: Bool) throws -> [Double] {
    let scene = try OverlayTestScene(width: 240, height: 160, camera: Self.camera, renderer: renderer)
    if standing {
      // Out of the way: with it the target has depths that count.
      let column = ColumnLayer(positions: [LocationCoordinate(latitude: 6, longitude: -10)])
      column.radius = 20_000
      scene.add(column)
    }
    scene.add(Self.layer(kind))
    let picture = try scene.picture()
    return (60..<220).map { column in
      let shades = (0..<160).map { Double(picture.pixels[4 * (240 * $0 + column)]) }
      guard let light = shades.first, let dark = shades.last, light > dark + 50 else { return 0 }
      return shades.map { (light - $0) / (light - dark) }.reduce(0, +)
    }
  }

  /// Were each pixel one or the other, steps of four pixels would be off by 0.29 of one.
  @Test(arguments: Kind.allCases, renderers) func theEdgeOfAWallIsStraight(kind: Kind, renderer: RendererChoice) throws {
    for standing in [false, true] {
      let heights = try covered(kind, renderer, standing: standing)
      let count = Double(heights.count)
      let (middle, mean) = ((count - 1) / 2, heights.reduce(0, +) / count)
      var (together, spread) = (0.0, 0.0)
      for (x, height) in heights.enumerated() {
        together += (Double(x) - middle) * (height - mean)
        spread += (Double(x) - middle) * (Double(x) - middle)
      }
      let slope = together / spread
      let squares = heights.enumerated().map { x, height in pow(height - mean - slope * (Double(x) - middle), 2) }
      let error = (squares.reduce(0, +) / count).squareRoot()
      #expect(abs(slope - Self.slope) < 0.02 && mean > 40, "\(slope), \(mean)")
      #expect(error < 0.16, "\(error)")
    }
  }

  /// What reaches over the edge of a wall is hidden by what stands before it, and by nothing behind it.
  @Test(arguments: renderers) func whatStandsBeforeAnEdgeHidesIt(renderer: RendererChoice) throws {
    func layer(_ latitude: Double, _ height: Double, _ color: Color) -> PolygonLayer {
      let corners = [(-3.0, -12.0), (-3, 12), (3, 12), (3, -12)]
      let layer = PolygonLayer(polygons: [[corners.map { LocationCoordinate(latitude: latitude + $0.0, longitude: $0.1) }]])
      layer.fillColor = .constant(color)
      layer.height = .constant(height)
      return layer
    }
    let camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: 10, viewingAngle: 50)
    let (low, high) = (layer(3, 300_000, .black), layer(-3, 900_000, .white))
    var pictures: [Image] = []
    for order in [[low, high], [high, low]] {
      let scene = try OverlayTestScene(width: 240, height: 160, camera: camera, renderer: renderer)
      for layer in order { scene.add(layer.copy()) }
      pictures.append(try scene.picture())
    }
    let difference = try #require(PictureComparison.rootMeanSquare(pictures[0], pictures[1]))
    #expect(difference < 0.02, "\(difference)")
  }
}
