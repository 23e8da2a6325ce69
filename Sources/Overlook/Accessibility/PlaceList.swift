import OverlookAccessibility
import OverlookCamera
import OverlookGeometry
import OverlookSupport

/// What is seen on the map as a list: in reading order, each with what it is, how far it is, and which way, from the middle of the view.
@MainActor final class PlaceList {
  static let maximumPlaces = 200

  /// Places by the numbers that they have on the list.
  private(set) var numbered: [UInt32: SeenPlace] = [:]
  private var numbers: [SeenPlace: UInt32] = [:]
  private var lastNumber: UInt32 = 0

  /// The elements of `places`, those out of sight left out.
  func parts(_ places: [SeenPlace], _ view: ViewTransform) -> [(UInt32, AccessibleElement)] {
    let all = ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: view.size)
    var seen: Set<SeenPlace> = []
    var shown: [(place: SeenPlace, frame: ScreenRect)] = []
    for place in places where shown.count < Self.maximumPlaces && seen.insert(place.identity).inserted {
      guard let point = Self.point(of: place.location, view), all.contains(point) else { continue }
      shown.append((place, ScreenRect(x: point.x - 12, y: point.y - 12, width: 24, height: 24)))
    }
    let center = view.camera.target
    let ordered = ReadingOrder.sorted(shown) { $0.frame }
    number(ordered.map(\.place))
    return ordered.compactMap { place, frame in
      numbers[place.identity].map { ($0, Self.element(place, frame, from: center)) }
    }
  }

  /// The same place keeps its number for as long as it is seen.
  private func number(_ places: [SeenPlace]) {
    var kept: [SeenPlace: UInt32] = [:]
    numbered = [:]
    for place in places {
      let number = numbers[place.identity] ?? next()
      kept[place.identity] = number
      numbered[number] = place
    }
    numbers = kept
  }

  private func next() -> UInt32 {
    lastNumber &+= 1
    return lastNumber
  }

  static func point(of location: LocationCoordinate, _ view: ViewTransform) -> ScreenPoint? {
    let point = Projection(view).point(for: location)
    return point.x.isFinite && point.y.isFinite ? point : nil
  }

  private static func element(_ place: SeenPlace, _ frame: ScreenRect, from center: LocationCoordinate) -> AccessibleElement {
    let meters = SphericalGeometry.distance(from: center, to: place.location)
    let heading = SphericalGeometry.heading(from: center, to: place.location)
    let whereabouts =
      meters < 1 ? localized("in the middle") : "\(MeasureFormat.current.length(meters, digits: 2)), \(direction(heading))"
    return AccessibleElement(
      .place, place.name, detail: [place.kind, whereabouts, place.detail].filter { !$0.isEmpty }.joined(separator: ", "),
      actions: place.isInteractive ? [.press, .showMenu] : [.showMenu], frame: frame)
  }

  /// One of eight.
  static func direction(_ degrees: Double) -> String {
    let names = [
      localized("north"), localized("north-east"), localized("east"), localized("south-east"), localized("south"),
      localized("south-west"), localized("west"), localized("north-west"),
    ]
    let turns = (degrees / 45).rounded()
    guard let index = Int(exactly: turns) else { return "" }
    return names[((index % 8) + 8) % 8]
  }
}

extension SeenPlace {
  /// Without what may change while it is the same place.
  fileprivate var identity: SeenPlace {
    var place = self
    (place.detail, place.isInteractive) = ("", true)
    return place
  }
}
