import Overlook
import OverlookSupport

/// Finds what of the layers was clicked, and shows where it is while its card is open.
@MainActor final class FeatureTaps: MapComponent {
  private let list: LayerList
  private let marker = Marker()
  private weak var map: MapView?
  /// Called with what lies at a point that was clicked.
  var onFound: @MainActor ([FeaturePage.Found]) -> Void = { _ in }

  /// Around a click, in points.
  private static let reach = 6.0
  /// More at one point are not told.
  private static let limit = 200

  init(list: LayerList) {
    self.list = list
    marker.isTappable = false
    marker.groundAnchor = .center
    marker.icon = Self.ring
  }

  func didAttach(to map: MapView) { self.map = map }

  func update(_ frame: MapFrame) -> RedrawReasons { [] }

  func tap(at point: ScreenPoint, in map: MapView) -> Bool {
    let found = found(at: point, in: map)
    guard !found.isEmpty else { return false }
    onFound(found)
    return true
  }

  func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool {
    guard !layers.isEmpty, let picked = map.pick(at: point) else { return false }
    return layers.contains { !$0.layer.features(in: [picked]).isEmpty }
  }

  private var layers: [(entry: LayerEntry, layer: FileLayer)] {
    list.entries.compactMap { entry in (entry.content as? FileContent).map { (entry, $0.layer) } }
  }

  /// The features around a point, the topmost first.
  func found(at point: ScreenPoint, in map: MapView) -> [FeaturePage.Found] {
    let layers = layers
    guard !layers.isEmpty, let clicked = map.groundCoordinate(at: point) else { return [] }
    let reach = Self.reach
    let around = ScreenRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    // What is drawn at the very point counts first: a pin stands above its place.
    let picked = (map.pick(at: point).map { [$0] } ?? []) + map.pick(in: around)
    var found: [FeaturePage.Found] = []
    for (entry, layer) in layers {
      for number in layer.features(in: picked) where found.count < Self.limit {
        if let feature = layer.feature(number) { found.append(Self.found(feature, entry, clicked)) }
      }
    }
    return found
  }

  private static func found(_ feature: FileFeature, _ entry: LayerEntry, _ clicked: LocationCoordinate) -> FeaturePage.Found {
    let bounds = feature.bounds
    let isPoint = bounds.isValid && bounds.southWest == bounds.northEast
    return FeaturePage.Found(
      title: feature.title ?? localized("Feature {number}", ["number": "\(feature.index + 1)"]), detail: entry.title,
      facts: feature.properties.map { FactTable.Fact($0.name, $0.value) }, bounds: bounds,
      place: isPoint ? bounds.southWest : clicked)
  }

  /// Stands where the card says; nil takes it away.
  func mark(_ place: LocationCoordinate?) {
    guard let place else {
      marker.map = nil
      return
    }
    marker.position = place
    marker.zIndex = 1_000_000
    marker.map = map
  }

  /// A ring that is seen on light and dark maps.
  private static let ring = Image(width: 56, height: 56, scale: 2) { x, y in
    let (dx, dy) = (Double(x) - 27.5, Double(y) - 27.5)
    let distance = (dx * dx + dy * dy).squareRoot()
    func cover(_ inner: Double, _ outer: Double) -> Double {
      min(max(distance - inner + 0.5, 0), 1) * min(max(outer - distance + 0.5, 0), 1)
    }
    let (white, blue) = (cover(15, 26), cover(17.5, 23.5))
    let alpha = max(white * 0.9, blue)
    func channel(_ value: Double) -> UInt8 { UInt8(clamping: Int((255 * (value * blue + (alpha - blue))).rounded())) }
    return SIMD4(channel(0.12), channel(0.47), channel(0.90), UInt8(clamping: Int((255 * alpha).rounded())))
  }
}
