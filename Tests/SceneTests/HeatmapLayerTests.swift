import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct HeatmapLayerTests {
  private struct Refusal: Error {}

  private func places(_ count: Int) -> [LocationCoordinate] {
    (0..<count).map { LocationCoordinate(latitude: 0, longitude: Double($0)) }
  }

  private func drawn(_ layer: HeatmapLayer) throws -> (columns: PlaceColumns, style: HeatStyle, isVisible: Bool) {
    let store = OverlayStore()
    store.add(layer)
    let row = try #require(store.dataRow(layer.slot))
    guard case .heat(let columns, let style) = row.content else { throw Refusal() }
    return (columns, style, row.bounds != nil)
  }

  @Test func placesWeighOneAndSpreadThirtyPoints() throws {
    let (columns, style, isVisible) = try drawn(HeatmapLayer(positions: places(3)))
    #expect(isVisible && columns.count == 3 && columns.sizes.isEmpty)
    #expect(style.weight == 1 && style.radiusPoints == 30 && style.intensity == 1 && style.gradient == .rainbow)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity]) func withoutRadiusOrIntensityNothingIsDrawn(_ value: Double) throws {
    let layer = HeatmapLayer(positions: places(3))
    layer.radius = value
    #expect(try drawn(layer).isVisible == false)
    layer.radius = 10
    layer.intensity = value
    #expect(try drawn(layer).isVisible == false)
  }

  @Test func whatIsNoWeightCountsForNothing() throws {
    let layer = HeatmapLayer(positions: places(5))
    layer.weight = .each { index in
      if index == 4 { throw Refusal() }
      return [2, -1, .nan, .infinity][index]
    }
    #expect(Array(try drawn(layer).columns.sizes.elements) == [2, 0, 0, 0, 0])
  }

  @Test func gradientsAscendWithinZeroAndOne() {
    #expect(HeatmapGradient(colors: [], startPoints: []) == nil)
    #expect(HeatmapGradient(colors: [.red], startPoints: [0, 1]) == nil)
    #expect(HeatmapGradient(colors: [.red, .black], startPoints: [0.5, 0.5]) == nil)
    #expect(HeatmapGradient(colors: [.red, .black], startPoints: [0.5, 1.5]) == nil)
    #expect(HeatmapGradient(colors: [.red], startPoints: [.nan]) == nil)
    #expect(HeatmapGradient(colors: [.red, .black], startPoints: [0.5, 1]) != nil)
  }

  @Test func colorsFadeInMixAndStay() throws {
    let gradient = try #require(HeatmapGradient(colors: [.red, .black], startPoints: [0.4, 0.8]))
    #expect(gradient.color(at: 0).alpha == 0)
    #expect(abs(gradient.color(at: 0.2).alpha - 0.5) < 1e-6 && gradient.color(at: 0.2).red == 1)
    #expect(abs(gradient.color(at: 0.6).red - 0.5) < 1e-6 && gradient.color(at: 0.6).alpha == 1)
    #expect(gradient.color(at: 1) == .black && gradient.color(at: .nan) == .black)
  }

  @Test func aCopyHasTheSameValuesAndIsOnNoMap() throws {
    let layer = HeatmapLayer(positions: places(2))
    layer.weight = .column([1, 5])
    layer.radius = 12
    layer.opacity = 0.5
    OverlayStore().add(layer)
    let copy = layer.copy()
    #expect(copy.store == nil && copy.radius == 12 && copy.opacity == 0.5)
    #expect(Array(try drawn(copy).columns.sizes.elements) == [1, 5])
  }
}
