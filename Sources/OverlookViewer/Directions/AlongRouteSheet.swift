package import Overlook
import OverlookSupport

/// A sheet to search along the way with, for maps that have no page of directions: the magnifier of the card of the arrival opens it, and
/// what is chosen becomes a stop.
@MainActor package final class AlongRouteSheet {
  private let navigator: Navigator
  private let along: AlongRouteField
  private let notice = Paragraph(isDim: true)
  private let sheet: Sheet
  private weak var map: MapView?

  private static let width = 340.0
  private static let margin = 12.0
  /// With the space below it.
  private static let fieldHeight = 42.0
  /// Above the card of the arrival and the speed.
  private static let bottom = 190.0

  package init(_ navigator: Navigator, on map: MapView) {
    self.navigator = navigator
    self.map = map
    along = AlongRouteField(navigator)
    sheet = Sheet(
      localized("Search along the way"), size: ScreenSize(width: Self.width, height: 0),
      at: .corner(.bottomLeft, x: Self.margin, y: Self.bottom), content: [along.field, notice, along.list])
    sheet.isOpen = false
    along.onNotice = { [weak self] text in
      self?.notice.text = text
      self?.lay()
    }
    along.onRows = { [weak self] in self?.lay() }
    along.onChoice = { [weak self] place in self?.add(place) }
    sheet.onClose = { [weak self] in self?.along.clear() }
    navigator.onSearchByHand = { [weak self] in self?.open() }
    lay()
    map.add(sheet)
  }

  private func open() {
    guard !navigator.routes.isEmpty else { return }
    sheet.isOpen = true
    map?.focusedControl = along.field
  }

  private func add(_ place: PlaceAlongRoute) {
    sheet.isOpen = false
    navigator.addStop(place)
  }

  /// One below the other: the field, what is going on, and what was found.
  private func lay() {
    let inner = Self.width - 2 * Self.margin
    var y = Sheet.titleHeight
    along.field.width = inner
    sheet.lay(along.field, at: ScreenPoint(x: Self.margin, y: y))
    y += Self.fieldHeight
    if !notice.text.isEmpty {
      notice.width = inner
      sheet.lay(notice, at: ScreenPoint(x: Self.margin, y: y))
      y += 24
    }
    along.list.size.width = inner
    sheet.lay(along.list, at: ScreenPoint(x: Self.margin, y: y))
    y += along.list.size.height
    sheet.size.height = y + 8
  }
}
