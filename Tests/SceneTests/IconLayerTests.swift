import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct IconLayerTests {
  private struct Refusal: Error {}

  private func places(_ count: Int) -> [LocationCoordinate] {
    (0..<count).map { LocationCoordinate(latitude: 0, longitude: Double($0)) }
  }

  private func image(_ width: Int, _ height: Int, scale: Double = 1) -> Image {
    Image(width: width, height: height, scale: scale) { _, _ in SIMD4(repeating: 255) }
  }

  /// The columns and the style that the renderer gets.
  private func drawn(_ layer: IconLayer) throws -> (columns: PlaceColumns, style: IconStyle, isVisible: Bool) {
    let store = OverlayStore()
    store.add(layer)
    let row = try #require(store.dataRow(layer.slot))
    guard case .icons(let columns, let style) = row.content else { throw Refusal() }
    return (columns, style, row.bounds != nil)
  }

  private var view: ViewTransform {
    ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), size: ScreenSize(width: 400, height: 300))
  }

  @Test func showsTheFirstImageUprightAboutItsMiddle() throws {
    let layer = IconLayer(images: [image(20, 10)], positions: places(3))
    let (columns, style, isVisible) = try drawn(layer)
    #expect(isVisible && layer.count == 3 && !layer.isTappable)
    #expect(style.icon == 0 && style.scale == 1 && style.rotation == 0 && style.color == .max)
    #expect(style.anchor == .center && !style.isFlat && style.opacity == 1)
    #expect(columns.icons.isEmpty && columns.sizes.isEmpty && columns.rotations.isEmpty && columns.colors.isEmpty)
  }

  @Test func attributesComeFromConstantsColumnsAndClosures() throws {
    let layer = IconLayer(images: [image(20, 10), image(4, 4)], positions: places(3))
    layer.icon = .column([1, 0])
    layer.scale = .each { Double($0) + 1 }
    layer.rotation = .column([90, -90, 720])
    layer.tint = .constant(.black)
    let (columns, style, _) = try drawn(layer)
    #expect(Array(columns.icons.elements) == [1, 0, 0])
    #expect(Array(columns.sizes.elements) == [1, 2, 3])
    #expect(style.largestScale == 3)
    let turns: [Float] = [.pi / 2, -.pi / 2, 0]
    for (ours, expected) in zip(columns.rotations.elements, turns) { #expect(abs(ours - expected) < 1e-6) }
    #expect(style.color == Color.black.packedPremultiplied)
    layer.append(places(1))
    #expect(Array(columns.sizes.elements) == [1, 2, 3, 4])
    #expect(columns.icons.count == 4)
  }

  @Test func whatIsNoIconScaleOrAngleIsLeftOut() throws {
    let layer = IconLayer(images: [image(20, 10)], positions: places(4))
    layer.icon = .column([-1, 7, 0, 0])
    layer.scale = .column([1, 0, .nan, -3])
    layer.rotation = .each { index in
      if index == 2 { throw Refusal() }
      return index == 3 ? .infinity : 0
    }
    let (columns, _, _) = try drawn(layer)
    #expect(columns.icons.elements[0] >= UInt32(UInt16.max) && columns.icons.elements[1] == 7)
    #expect(columns.sizes.elements.dropFirst().allSatisfy { $0.isNaN })
    #expect(columns.rotations.elements.suffix(2).allSatisfy { $0.isNaN })
    // Nothing of this is hit either.
    let store = OverlayStore()
    store.add(layer)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: view) == nil)
  }

  @Test func withoutImagesOrPlacesThereIsNothing() throws {
    #expect(try drawn(IconLayer(images: [], positions: places(3))).isVisible == false)
    #expect(try drawn(IconLayer(images: [image(4, 4)])).isVisible == false)
    let layer = IconLayer(images: [image(4, 4)], positions: places(1))
    layer.anchor = UnitPoint(x: .nan, y: 0)
    #expect(try drawn(layer).isVisible == false)
  }

  /// 20 x 10 points about (200, 150).
  @Test func theRectangleOfAnIconIsTapped() {
    let (store, layer) = (OverlayStore(), IconLayer(images: [image(40, 20, scale: 2)], positions: places(1)))
    store.add(layer)
    func hits(_ x: Double, _ y: Double) -> Bool {
      store.element(of: layer, at: ScreenPoint(x: 200 + x, y: 150 + y), view: view) == 0
    }
    #expect(hits(9.9, 4.9) && !hits(10.1, 0) && !hits(0, 5.1))
    layer.scale = .constant(2)
    #expect(hits(19, 9) && !hits(21, 0))
    layer.scale = .constant(1)
    layer.rotation = .constant(90)
    #expect(hits(4.9, 9.9) && !hits(9, 0))
    layer.rotation = .constant(0)
    layer.anchor = .bottom
    #expect(hits(0, -9.9) && !hits(0, 1))
    layer.isFlat = true
    #expect(hits(0, -9.9) && !hits(0, 1))
  }

  @Test func theTopmostIconIsMeant() {
    let (store, layer) = (OverlayStore(), IconLayer(images: [image(20, 20)], positions: [places(1)[0], places(1)[0]]))
    store.add(layer)
    #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: view) == 1)
    layer.filterValue = .column([1, 2])
    layer.shownValues = 0...1
    #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: view) == 0)
  }

  @Test func changesOfSomeIconsAreKnownOneByOne() throws {
    let layer = IconLayer(images: [image(4, 4), image(5, 5)], positions: places(5000))
    layer.icon = .each { $0 % 2 }
    let (columns, _, _) = try drawn(layer)
    columns.clearChanges()
    layer.replaceIcons(from: 4998, with: [5, 6, 7])
    #expect(columns.icons.changed.count == 2 && columns.icons.elements[4999] == 6)
    layer.replacePositions(at: [3, -1, 5000, 7], with: places(4))
    #expect(columns.places.changed.count == 2 && columns.places.changed.contains(3) && columns.places.changed.contains(7))
    #expect(abs((layer.position(of: 7)?.longitude ?? 0) - 3) < 1e-6)
    layer.replaceTints(from: 0, with: [.red])
    #expect(columns.colors.isEmpty)
  }

  /// A place that moves out of its chunk's box is found, and so is one that stays.
  @Test func manyScatteredMovesKeepTheBoxesRight() {
    let (store, layer) = (
      OverlayStore(), IconLayer(images: [image(8, 8)], positions: places(180) + places(180) + places(3000 % 180))
    )
    store.add(layer)
    for step in 0..<700 {
      let longitude = Double(step % 170) - 85
      layer.replacePositions(at: [100], with: [LocationCoordinate(latitude: 30, longitude: longitude)])
      let moved = ViewTransform(
        camera: CameraPosition(latitude: 30, longitude: longitude, zoom: 4), size: ScreenSize(width: 400, height: 300))
      #expect(store.element(of: layer, at: ScreenPoint(x: 200, y: 150), view: moved) == 100)
    }
  }

  @Test func aCopyHasTheSameIconsAndIsOnNoMap() throws {
    let layer = IconLayer(images: [image(4, 4), image(5, 5)], positions: places(3))
    layer.icon = .column([0, 1, 0])
    layer.isFlat = true
    layer.shownValues = 0...1
    OverlayStore().add(layer)
    let copy = layer.copy()
    #expect(copy.store == nil && copy.count == 3 && copy.isFlat && copy.shownValues == 0...1)
    #expect(Array(try drawn(copy).columns.icons.elements) == [0, 1, 0])
  }
}
