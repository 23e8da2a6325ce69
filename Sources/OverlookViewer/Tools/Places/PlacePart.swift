import Overlook
import OverlookGeometry
import OverlookSupport

/// What the context menu says of a place, whatever lies there: its coordinates to copy, the view around it, other maps.
@MainActor final class PlacePart: ViewerPart {
  private weak var window: ViewerWindow?

  func didAttach(to window: ViewerWindow) { self.window = window }

  /// Numbers that are read from left to right, in a sentence from right to left, too; what is copied goes without the marks.
  static func leftToRight(_ text: String) -> String {
    InterfaceLanguage.current.isRightToLeft ? "\u{2066}\(text)\u{2069}" : text
  }

  static func title(of format: CoordinateFormat) -> String {
    switch format {
    case .decimal: localized("Decimal degrees")
    case .sexagesimal: localized("Degrees, minutes, seconds")
    case .utm: "UTM"
    case .mgrs: "MGRS"
    case .plusCode: "Plus Code"
    case .geohash: "Geohash"
    case .geoURI: localized("geo: link")
    }
  }

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    guard let place, let window else { return [] }
    let (map, format) = (window.map, window.settings.coordinates)
    let formats = CoordinateFormat.allCases.filter { $0.text(place) != nil }
    let first = formats.contains(format) ? format : .decimal
    var items: [Menu.Item] = []
    if let text = first.text(place) {
      items.append(Menu.Item(localized("Copy {text}", ["text": Self.leftToRight(text)])) { [weak window] in window?.copy(text) })
    }
    items.append(
      .submenu(
        localized("Copy coordinates as"),
        items: formats.map { format in
          let text = format.text(place) ?? ""
          return Menu.Item(Self.title(of: format), hint: text, isChecked: format == first) { [weak window] in window?.copy(text) }
        }))
    items.append(Menu.Item(localized("Centre the map here")) { [weak map] in _ = map?.animate(toLocation: place) })
    items.append(
      .submenu(
        localized("View in other maps"),
        items: OtherMap.all.compactMap { link in
          link.address(place, zoom: map.camera.zoom).map { address in
            Menu.Item(link.name) { [weak window] in window?.openLink(address) }
          }
        } + [.separator]
          + OtherMap.all.compactMap { link in
            link.address(place, zoom: map.camera.zoom).map { address in
              Menu.Item(localized("Copy link to {name}", ["name": link.name])) { [weak window] in window?.copy(address) }
            }
          }))
    return items
  }
}
