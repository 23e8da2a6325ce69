import Overlook
import OverlookPlatform
import OverlookScene
import Testing

/// Markers, their names and the labels of the map in the one room, on a whole map seen as a picture.
@MainActor @Suite struct LabelRoomTests {
  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3))
  private let loop: HeadlessLoop

  /// A label of the map stands in the middle, in green.
  init() throws {
    map.isStill = true
    map.isBare = true
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {},
         "geometry": {"type": "Point", "coordinates": [0, 0]}}}}, "layers": [
         {"id": "name", "type": "symbol", "source": "s", "layout": {"text-field": "HARBOUR", "text-size": 30},
          "paint": {"text-color": "#00ff00"}}]}
        """)
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 240, height: 160))
  }

  private func marker(_ behavior: CollisionBehavior, _ name: String? = nil, zIndex: Int = 0) -> Marker {
    let marker = Marker(position: LocationCoordinate(latitude: 0, longitude: 0))
    marker.collisionBehavior = behavior
    marker.zIndex = zIndex
    if let name {
      let view = LabelView(name)
      view.color = .red
      view.halo = nil
      view.fontSize = 20
      marker.iconView = view
      marker.groundAnchor = .center
    } else {
      // Smaller than the label, so that something of it would be seen.
      marker.icon = Image(width: 8, height: 8, scale: 1) { _, _ in SIMD4(0, 0, 255, 255) }
      marker.groundAnchor = .center
    }
    marker.map = map
    return marker
  }

  /// Whether the picture has pixels of pure red (names), green (labels of the map) and blue (icons).
  private func seen() throws -> [Bool] {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let pixels = try #require(loop.pixels())
    return (0..<3).map { channel in
      stride(from: 0, to: pixels.count, by: 4).contains { start in
        (0..<4).allSatisfy { pixels[start + $0] == ($0 == channel || $0 == 3 ? 255 : 0) }
      }
    }
  }

  @Test func aRequiredMarkerHidesNoLabelOfTheMap() throws {
    _ = marker(.required)
    #expect(try seen() == [false, true, true])
    loop.close()
  }

  @Test func aMarkerThatHidesWhatIsOptionalHidesTheLabelsOfTheMapUntilItGoes() throws {
    let marker = marker(.requiredAndHidesOptional)
    #expect(try seen() == [false, false, true])
    marker.map = nil
    #expect(try seen() == [false, true, false])
    loop.close()
  }

  @Test func anOptionalMarkerComesBeforeTheLabelsOfTheMap() throws {
    _ = marker(.optionalAndHidesLowerPriority)
    #expect(try seen() == [false, false, true])
    loop.close()
  }

  @Test func anOptionalMarkerThatIsHiddenHidesNothing() throws {
    let hiding = marker(.requiredAndHidesOptional)
    // Wide enough to meet the marker, and beside the label of the map.
    hiding.position = map.projection.coordinate(for: ScreenPoint(x: 120, y: 20))
    let name = marker(.optionalAndHidesLowerPriority, "A\nB\nC\nD\nE\nF\nG")
    #expect(try seen() == [false, true, true])
    hiding.map = nil
    #expect(try seen() == [true, false, false])
    name.map = nil
    #expect(try seen() == [false, true, false])
    loop.close()
  }

  @Test func aNameMakesWayForAMoreImportantMarker() throws {
    let name = marker(.optionalAndHidesLowerPriority, "Name")
    let icon = marker(.optionalAndHidesLowerPriority, zIndex: 1)
    #expect(try seen() == [false, false, true])
    name.zIndex = 2
    #expect(try seen() == [true, false, false])
    icon.map = nil
    #expect(try seen() == [true, false, false])
    loop.close()
  }

  @Test func aRequiredNameIsShownOverWhateverLiesThere() throws {
    _ = marker(.required, "Name")
    _ = marker(.requiredAndHidesOptional)
    #expect(try seen() == [true, false, true])
    loop.close()
  }

  /// Writes one name of its own in red.
  private final class Namer: OverlayItem {
    var label: OverlayLabel?
    var labels: [OverlayLabel] { label.map { [$0] } ?? [] }
    func update(with projection: Projection) {
      label?.position = projection.point(for: LocationCoordinate(latitude: 0, longitude: 0))
    }
  }

  private func item(_ behavior: CollisionBehavior, priority: Int = 0) -> Namer {
    let item = Namer()
    var label = OverlayLabel(id: 1, text: "WWW", position: ScreenPoint(x: 0, y: 0))
    label.color = .red
    label.halo = nil
    label.fontSize = 24
    label.collisionBehavior = behavior
    label.priority = priority
    item.label = label
    map.add(item)
    return item
  }

  @Test func aRequiredLabelOfAnItemHidesNoLabelOfTheMap() throws {
    _ = item(.required)
    #expect(try seen() == [true, true, false])
    loop.close()
  }

  @Test func aLabelOfAnItemThatHidesWhatIsOptionalHidesMarkersAndLabelsOfTheMapUntilItGoes() throws {
    let item = item(.requiredAndHidesOptional)
    _ = marker(.optionalAndHidesLowerPriority, zIndex: 9)
    #expect(try seen() == [true, false, false])
    map.remove(item)
    #expect(try seen() == [false, false, true])
    loop.close()
  }

  @Test func anOptionalLabelOfAnItemMakesWayForAMoreImportantMarkerAndComesBeforeTheLabelsOfTheMap() throws {
    let item = item(.optionalAndHidesLowerPriority, priority: 1)
    let marker = marker(.optionalAndHidesLowerPriority, zIndex: 2)
    #expect(try seen() == [false, false, true])
    item.label?.priority = 3
    map.setNeedsDisplay()
    #expect(try seen() == [true, false, false])
    item.label?.priority = 1
    marker.map = nil
    #expect(try seen() == [true, false, false])
    loop.close()
  }

  @Test func aLabelWithoutRoomInTheViewOrWithoutTextTakesNone() throws {
    let item = item(.requiredAndHidesOptional)
    item.label?.text = ""
    map.setNeedsDisplay()
    #expect(try seen() == [false, true, false])
    item.label?.text = "WWW"
    item.label?.fontSize = .nan
    map.setNeedsDisplay()
    #expect(try seen() == [false, true, false])
    loop.close()
  }

  @Test func aNameIsAsLargeAsItsTextAndItsHalo() {
    let name = LabelView("Name")
    name.halo = nil
    let plain = name.size
    name.halo = TextHalo(color: .white, width: 3)
    #expect(name.size.width == plain.width + 6 && name.size.height == plain.height + 6)
    name.halo = nil
    name.text = "Name\nName of two"
    #expect(name.size.width > plain.width && name.size.height > 1.5 * plain.height)
    name.fontSize = .nan
    #expect(name.size.width == 0)
    name.fontSize = 13
    name.text = ""
    #expect(name.size.width == 0)
  }
}
