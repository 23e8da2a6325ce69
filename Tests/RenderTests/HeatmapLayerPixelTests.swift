import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct HeatmapLayerPixelTests {
  private let camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)

  /// The red of the pixel in the middle, with a gradient from transparent to opaque black over a nearly white ground.
  private func darkness(_ weights: [Double], intensity: Double = 1) throws -> Double {
    let scene = try OverlayTestScene(width: 120, height: 120, camera: camera)
    let empty = try scene.picture().pixels
    let layer = HeatmapLayer(positions: weights.map { _ in LocationCoordinate(latitude: 0, longitude: 0) })
    layer.weight = .column(weights)
    layer.intensity = intensity
    layer.gradient = try #require(HeatmapGradient(colors: [.black], startPoints: [1]))
    scene.add(layer)
    let pixels = try scene.picture().pixels
    let middle = 4 * (60 * 120 + 60)
    return 1 - Double(pixels[middle]) / Double(empty[middle])
  }

  /// The peak of a normal distribution: 1 / sqrt(2 pi) = 0.399 of the weight. A pixel of the gathered warmth is four wide: at two
  /// points from the middle of a radius of 30 the kernel has fallen by exp(-4.5 (2/30)^2 2) = 0.96.
  @Test func warmthIsTheSumOfTheWeights() throws {
    #expect(abs(try darkness([1]) - 0.39) < 0.02)
    #expect(abs(try darkness([0.5, 0.5, 0.5]) - 0.58) < 0.03)
    #expect(abs(try darkness([0.5], intensity: 3) - 0.58) < 0.03)
    #expect(try darkness([0, -2]) == 0)
    #expect(try darkness([100]) == 1)
  }

  @Test func filteredPlacesAreCold() throws {
    let scene = try OverlayTestScene(width: 60, height: 60, camera: camera)
    let empty = try scene.picture().pixels
    let layer = HeatmapLayer(positions: [LocationCoordinate(latitude: 0, longitude: 0)])
    layer.filterValue = .column([7])
    layer.shownValues = 0...5
    scene.add(layer)
    #expect(try scene.picture().pixels == empty)
    layer.shownValues = 5...9
    #expect(try scene.picture().pixels != empty)
  }

  @Test func whatLiesAboveAndBelowIsDrawnAsWithoutIt() throws {
    let scene = try OverlayTestScene(width: 60, height: 60, camera: camera)
    scene.add(HeatmapLayer(positions: [LocationCoordinate(latitude: 0, longitude: 0)]))
    let dot = PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: 0)])
    dot.fillColor = .constant(.black)
    scene.add(dot)
    let pixels = try scene.picture().pixels
    #expect(pixels[4 * (30 * 60 + 30)] == 0)
  }
}
