import Foundation
import Overlook

/// Markers of every kind, in Helsinki.
@MainActor final class MarkersScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1714, longitude: 24.9444, zoom: 15.3)
  let style: String? = "day"

  private let tram = Marker()

  func add(to map: MapView) {
    addPins(to: map)
    addViews(to: map)
    addTram(to: map)
    addBeacon(to: map)
  }

  /// Pins with glyphs and names; the last one can be dragged.
  private func addPins(to map: MapView) {
    var plain = PinOptions()
    plain.backgroundColor = Color(red: 0.10, green: 0.45, blue: 0.91)
    var numbered = PinOptions()
    numbered.backgroundColor = Color(red: 0.13, green: 0.55, blue: 0.36)
    numbered.glyph = .text("7")
    var lettered = PinOptions()
    lettered.backgroundColor = .white
    lettered.borderColor = Color(red: 0.35, green: 0.37, blue: 0.42)
    lettered.glyph = .text("HKI", color: Color(red: 0.15, green: 0.18, blue: 0.24))
    lettered.scale = 1.25
    var movable = PinOptions()
    movable.backgroundColor = Color(red: 0.56, green: 0.27, blue: 0.90)
    movable.glyph = .image(Self.cross())
    add(to: map, 60.1719, 24.9414, "Central Station", "Platforms 1 to 19", nil)
    add(to: map, 60.1704, 24.9522, "Cathedral", "Senate Square", plain)
    add(to: map, 60.1676, 24.9480, "Esplanade", "Concerts at noon", numbered)
    add(to: map, 60.1739, 24.9381, "Central Library Oodi", nil, lettered)
    let marker = add(to: map, 60.1698, 24.9375, "Move me", "Hold for half a second, then drag", movable)
    marker.isDraggable = true
  }

  @discardableResult
  private func add(
    to map: MapView, _ latitude: Double, _ longitude: Double, _ title: String, _ snippet: String?, _ pin: PinOptions?
  ) -> Marker {
    let marker = Marker(position: LocationCoordinate(latitude: latitude, longitude: longitude))
    marker.title = title
    marker.snippet = snippet
    marker.icon = pin.map { Marker.pinImage($0) }
    marker.appearAnimation = .pop
    marker.collisionBehavior = .requiredAndHidesOptional
    marker.map = map
    addName(title, to: map, marker.position)
    return marker
  }

  /// Stands below the tip of a pin where there is room.
  private func addName(_ name: String, to map: MapView, _ position: LocationCoordinate) {
    let marker = Marker(position: position)
    marker.iconView = LabelView(name)
    marker.tracksViewChanges = false
    marker.groundAnchor = UnitPoint(x: 0.5, y: -0.1)
    marker.collisionBehavior = .optionalAndHidesLowerPriority
    marker.isTappable = false
    marker.map = map
  }

  /// Tags with prices: views that are drawn once.
  private func addViews(to map: MapView) {
    let prices = [(60.1667, 24.9420, "€ 89"), (60.1750, 24.9480, "€ 124"), (60.1736, 24.9515, "€ 76")]
    for (latitude, longitude, price) in prices {
      let marker = Marker(position: LocationCoordinate(latitude: latitude, longitude: longitude))
      marker.title = "Room for two"
      marker.snippet = "\(price) a night"
      marker.iconView = PriceTag(price)
      marker.tracksViewChanges = false
      marker.collisionBehavior = .requiredAndHidesOptional
      marker.map = map
    }
  }

  /// A flat arrow that goes round and round.
  private func addTram(to map: MapView) {
    tram.title = "Tram 7"
    tram.icon = Self.arrow()
    tram.isFlat = true
    tram.groundAnchor = .center
    tram.position = Self.line[0]
    let way = Polyline(path: Path(Self.line))
    way.strokeColor = Color(red: 0.85, green: 0.16, blue: 0.36, alpha: 0.7)
    way.strokeWidth = 4
    way.map = map
    tram.map = map
    drive()
  }

  private func drive() {
    tram.layer.animate(along: Path(Self.line), seconds: 40, turns: true) { [weak self] outcome in
      if outcome == .finished { self?.drive() }
    }
  }

  /// An icon of many pictures.
  private func addBeacon(to map: MapView) {
    let frames = (0..<24).map { Self.ring(part: Double($0) / 24) }
    let marker = Marker(position: LocationCoordinate(latitude: 60.1702, longitude: 24.9455))
    marker.title = "Meeting point"
    marker.icon = Image(frames: frames, seconds: 1.6)
    marker.groundAnchor = .center
    marker.isFlat = true
    marker.map = map
  }

  private static let line = [
    (60.1714, 24.9437), (60.1691, 24.9410), (60.1668, 24.9381), (60.1650, 24.9400), (60.1655, 24.9452), (60.1670, 24.9495),
    (60.1687, 24.9527), (60.1702, 24.9505), (60.1714, 24.9437),
  ].map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }

  /// A ring that grows and fades around a dot.
  private static func ring(part: Double) -> Image {
    Image(side: 96, scale: 2) { x, y in
      let distance = hypot(x, y)
      let ring = max(0, 1 - abs(distance - 40 * part - 6) / 2.5) * (1 - part)
      let dot = min(max(9 - distance, 0), 1)
      return SIMD4(0.93, 0.55, 0.10, max(ring, dot))
    }
  }

  private static func arrow() -> Image {
    Image(side: 56, scale: 2) { x, y in
      let disc = min(max(27 - hypot(x, y), 0), 1)
      let isArrow = y > -17 && y < 11 && abs(x) < (y + 17) * 0.42 && !(y > 4 && abs(x) < (y - 4) * 1.2)
      return isArrow ? SIMD4(1, 1, 1, 1) : SIMD4(0.85, 0.16, 0.36, disc)
    }
  }

  private static func cross() -> Image {
    Image(side: 32, scale: 2) { x, y in
      let isInside = max(abs(x), abs(y)) < 15 && min(abs(x), abs(y)) < 3.5
      return SIMD4(1, 1, 1, isInside ? 1 : 0)
    }
  }
}

extension Image {
  /// A square picture; `color` gives straight red, green, blue and alpha of a place from the middle, in pixels.
  fileprivate convenience init(side: Int, scale: Double, color: (_ x: Double, _ y: Double) -> SIMD4<Double>) {
    self.init(width: side, height: side, scale: scale) { column, row in
      let middle = Double(side) / 2
      let rgba = color(Double(column) + 0.5 - middle, Double(row) + 0.5 - middle)
      let bytes = SIMD4(rgba.x * rgba.w, rgba.y * rgba.w, rgba.z * rgba.w, rgba.w) * 255
      return SIMD4<UInt8>(bytes.rounded(.toNearestOrEven))
    }
  }
}

/// A price in a bubble.
@MainActor private final class PriceTag: CanvasView {
  let size = ScreenSize(width: 58, height: 34)
  private let price: String

  init(_ price: String) {
    self.price = price
  }

  func draw(in canvas: Canvas) {
    let ink = Color(red: 0.10, green: 0.12, blue: 0.16)
    let bubble = ScreenRect(x: 2, y: 2, width: size.width - 4, height: 23)
    canvas.fillShadow(bubble, radius: 11, blur: 3, color: Color.black.withAlpha(0.35))
    canvas.fillTriangle(
      ScreenPoint(x: 23, y: 23), ScreenPoint(x: 35, y: 23), ScreenPoint(x: 29, y: 33), color: ink)
    canvas.fillRoundedRect(bubble, radius: 11.5, color: ink)
    canvas.text(
      price, at: ScreenPoint(x: size.width / 2, y: 13.5), size: 13, color: .white, anchor: TextAnchor(.center, .middle))
  }
}
