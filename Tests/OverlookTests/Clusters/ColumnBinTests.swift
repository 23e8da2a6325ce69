import Overlook
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct ColumnBinTests {
  private let places = [(60.0, 25.0), (60.0, 25.001), (60.0, 25.0), (60.5, 25.0), (60.5, 26.0)].map {
    LocationCoordinate(latitude: $0.0, longitude: $0.1)
  }

  /// The row of the layer's columns.
  private func prisms(_ layer: ColumnLayer) -> (columns: PlaceColumns, style: PrismStyle)? {
    let store = OverlayStore()
    store.add(layer)
    guard case .prisms(let columns, let style)? = store.dataRow(layer.slot)?.content else { return nil }
    return (columns, style)
  }

  @Test func aColumnStandsForEachCellWithPlaces() throws {
    let layer = ColumnLayer()
    layer.setBins(of: places)
    #expect(layer.count == 3)
    let shown = try #require(prisms(layer))
    // 5000 m for three places.
    #expect(zip(shown.columns.sizes.elements, [5000, 5000 / 3, 5000 / 3]).allSatisfy { abs($0 - $1) < 0.001 })
    let colors = BinOptions().colors.map(\.packedPremultiplied)
    #expect(shown.columns.colors.elements == [colors[5], colors[0], colors[0]])
    #expect(shown.style.radius == 900)
  }

  /// The largest gives 5000 m whatever it is.
  @Test(arguments: [
    (BinOptions.Value.sum, [6.0, 8, 2]), (.mean, [2, 8, 2]), (.largest, [3, 8, 2]), (.count, [3, 1, 1]),
  ])
  func weightsDecideHeights(_ value: BinOptions.Value, _ expected: [Float]) throws {
    let layer = ColumnLayer()
    var options = BinOptions()
    options.value = value
    layer.setBins(of: places, weights: [1, 2, 3, 8, 2], options)
    let heights = try #require(prisms(layer)).columns.sizes.elements
    let largest = try #require(expected.max())
    #expect(zip(heights, expected).allSatisfy { abs($0 - $1 / largest * 5000) < 0.001 })
  }

  @Test func aRangeOfValuesPicksCells() throws {
    let layer = ColumnLayer()
    layer.setBins(of: places)
    layer.shownValues = 2...10
    #expect(try #require(prisms(layer)).style.shownValues == 2...10)
    #expect(try #require(prisms(layer)).columns.filterValues.elements == [3, 1, 1])
  }

  @Test func whatIsNotValidIsNotCounted() throws {
    let layer = ColumnLayer()
    layer.setBins(of: places + [LocationCoordinate(latitude: .nan, longitude: 0)], weights: [.nan, 1, 1, 1, 1, 1])
    #expect(layer.count == 3)
    #expect(try #require(prisms(layer)).columns.filterValues.elements == [2, 1, 1])
  }

  @Test(arguments: [0, -5, Double.nan, .infinity])
  func aRadiusThatIsNoneMakesNoColumns(_ radius: Double) {
    let layer = ColumnLayer()
    var options = BinOptions()
    options.radius = radius
    layer.setBins(of: places, options)
    #expect(layer.count == 0)
  }
}
