import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct PointLayerTests {
  private struct Refusal: Error {}

  private func places(_ count: Int) -> [LocationCoordinate] {
    (0..<count).map { LocationCoordinate(latitude: 0, longitude: Double($0)) }
  }

  /// The columns and the style that the renderer gets.
  private func drawn(_ layer: PointLayer) throws -> (columns: PlaceColumns, style: PointStyle, isVisible: Bool) {
    let store = OverlayStore()
    store.add(layer)
    let row = try #require(store.dataRow(layer.slot))
    guard case .points(let columns, let style) = row.content else { throw Refusal() }
    // The layer keeps its store only as long as somebody else does.
    return (columns, style, row.bounds != nil)
  }

  private func view(zoom: Double = 4, longitude: Double = 0) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: longitude, zoom: zoom), size: ScreenSize(width: 400, height: 300))
  }

  @Test func isBlueDotsOfFourPoints() throws {
    let layer = PointLayer(positions: places(3))
    #expect(layer.count == 3)
    #expect(!layer.isTappable)
    let (columns, style, isVisible) = try drawn(layer)
    #expect(style.radius == 4)
    #expect(style.unit == .points)
    #expect(style.color == Color.blue.packedPremultiplied)
    #expect(style.strokeWidthPoints == 0)
    #expect(style.opacity == 1)
    #expect(style.shownValues == nil)
    #expect(columns.sizes.isEmpty && columns.colors.isEmpty && columns.filterValues.isEmpty)
    #expect(isVisible)
  }

  @Test func aPlaceThatIsNotValidKeepsItsNumber() {
    let layer = PointLayer(positions: [places(1)[0], LocationCoordinate(latitude: .nan, longitude: 3), places(3)[2]])
    #expect(layer.count == 3)
    #expect(layer.position(of: 1) == nil)
    #expect(abs((layer.position(of: 2)?.longitude ?? 0) - 2) < 1e-7)
    #expect(layer.position(of: -1) == nil)
    #expect(layer.position(of: 3) == nil)
  }

  @Test func readsPairsOfLongitudeAndLatitude() {
    let layer = PointLayer()
    layer.setPositions(longitudesAndLatitudes: [10, 50, -20, 40, 7])
    #expect(layer.count == 2)
    #expect(abs((layer.position(of: 1)?.latitude ?? 0) - 40) < 1e-6)
    #expect(abs((layer.position(of: 1)?.longitude ?? 0) + 20) < 1e-6)
  }

  @Test func aColumnThatIsTooShortEndsInDefaults() throws {
    let layer = PointLayer(positions: places(3))
    layer.radius = .column([7])
    layer.fillColor = .column([.red, .black])
    let (columns, style, _) = try drawn(layer)
    #expect(style.radius == nil)
    #expect(Array(columns.sizes.elements) == [7, 4, 4])
    #expect(Array(columns.colors.elements) == [Color.red, .black, .blue].map(\.packedPremultiplied))
    #expect(style.largestRadius == 7)
  }

  @Test func aClosureIsCalledOnceForEachPointAndForThoseAdded() throws {
    let layer = PointLayer(positions: places(2))
    var asked: [Int] = []
    layer.radius = .each { index in
      asked.append(index)
      return Double(index + 1)
    }
    layer.append(places(2))
    layer.replacePositions(from: 0, with: places(4))
    #expect(asked == [0, 1, 2, 3])
    #expect(Array(try drawn(layer).columns.sizes.elements) == [1, 2, 3, 4])
  }

  @Test func aPointWhoseClosureThrowsIsNotDrawn() throws {
    let layer = PointLayer(positions: places(3))
    layer.radius = .each { index in
      if index == 1 { throw Refusal() }
      return 5
    }
    let radii = try drawn(layer).columns.sizes.elements
    #expect(radii[0] == 5 && radii[2] == 5)
    #expect(radii[1].isNaN)
  }

  @Test(arguments: [0.0, -3, .nan, .infinity])
  func aRadiusThatIsNoneHidesAll(_ radius: Double) throws {
    let layer = PointLayer(positions: places(3))
    layer.radius = .constant(radius)
    #expect(try drawn(layer).isVisible == false)
    layer.radius = .constant(2)
    #expect(try drawn(layer).isVisible)
  }

  @Test func changesOfSomePointsAreKnownOneByOne() throws {
    let layer = PointLayer(positions: places(5000))
    layer.fillColor = .each { _ in .red }
    let (columns, _, _) = try drawn(layer)
    columns.clearChanges()
    layer.replacePositions(from: 100, with: places(2))
    layer.replaceColors(from: 4999, with: [.black, .white])
    #expect(!columns.places.isReplaced && columns.places.changed.count == 2)
    #expect(columns.places.changed.contains(100) && columns.places.changed.contains(101))
    #expect(columns.colors.changed.count == 1)
    #expect(columns.colors.elements[4999] == Color.black.packedPremultiplied)
    layer.replacePositions(from: 5000, with: places(1))
    layer.replacePositions(from: -1, with: places(1))
    #expect(columns.places.changed.count == 2)
  }

  @Test func theTopmostPointUnderATapIsMeant() {
    let (store, layer) = (
      OverlayStore(), PointLayer(positions: [0, 0.05, 5].map { LocationCoordinate(latitude: 0, longitude: $0) })
    )
    store.add(layer)
    // At zoom 4 a degree is 256 * 16 / 360 = 11.4 points: the first two lie half a point apart.
    let middle = ScreenPoint(x: 200, y: 150)
    #expect(store.element(of: layer, at: middle, view: view()) == 1)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200 + 56.9, y: 150), view: view()) == 2)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200 + 30, y: 150), view: view()) == nil)
    #expect(store.hit(at: middle, view: view()) == nil)
    layer.isTappable = true
    #expect(store.hit(at: middle, view: view()) === layer)
    layer.radius = .each { $0 == 1 ? 0 : 4 }
    #expect(store.element(of: layer, at: middle, view: view()) == 0)
  }

  @Test func aTapMeansPointsBeyondTheAntimeridianToo() {
    let (store, layer) = (OverlayStore(), PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: -179)]))
    store.add(layer)
    // Two degrees east of 179.
    #expect(store.element(of: layer, at: ScreenPoint(x: 200 + 2 * 11.38, y: 150), view: view(longitude: 179)) == 0)
  }

  /// 111.2 km are a degree at the equator, 11.4 points at zoom 4.
  /// 11.378 points a degree.
  @Test func radiiInPointsEndAtTheLargest() throws {
    let layer = PointLayer(positions: places(1))
    layer.radius = .constant(1e6)
    #expect(try drawn(layer).style.largestRadius == 1024)
    let store = OverlayStore()
    store.add(layer)
    let middle = ScreenPoint(x: 200, y: 150)
    #expect(store.element(of: layer, at: middle, view: view(longitude: 1000 / 11.378)) == 0)
    #expect(store.element(of: layer, at: middle, view: view(longitude: 1050 / 11.378)) == nil)
  }

  @Test func radiiInMetersAreMeasuredOnTheGround() {
    let (store, layer) = (OverlayStore(), PointLayer(positions: [LocationCoordinate(latitude: 0, longitude: 0)]))
    layer.radiusUnit = .meters
    layer.radius = .constant(222_400)
    store.add(layer)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200 + 22, y: 150), view: view()) == 0)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200 + 24, y: 150), view: view()) == nil)
  }

  @Test func aFilteredPointIsNotTapped() {
    let (store, layer) = (OverlayStore(), PointLayer(positions: [0, 0].map { LocationCoordinate(latitude: 0, longitude: $0) }))
    store.add(layer)
    layer.filterValue = .column([10, 20])
    layer.shownValues = 5...15
    #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: view()) == 0)
    layer.shownValues = 30...40
    #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: view()) == nil)
    layer.filterValue = .constant(35)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: view()) == 1)
    layer.filterValue = .constant(45)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: view()) == nil)
  }

  @Test func aCopyHasTheSamePointsAndIsOnNoMap() throws {
    let layer = PointLayer(positions: places(3))
    layer.radius = .column([1, 2, 3])
    layer.title = "stations"
    OverlayStore().add(layer)
    let copy = layer.copy()
    #expect(copy.store == nil)
    #expect(copy.title == "stations")
    #expect(copy.count == 3)
    layer.append(places(1))
    #expect(copy.count == 3)
    #expect(Array(try drawn(copy).columns.sizes.elements) == [1, 2, 3])
  }
}
