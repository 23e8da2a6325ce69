import Foundation
public import OverlookCamera
public import OverlookControls
import OverlookGeometry
public import OverlookSearch
public import OverlookSupport

/// A search field in the upper left corner of a map. What is found is listed below it while a person types, and stands on the map
/// as markers once a place is chosen.
///
/// ```swift
/// map.add(SearchBox())
/// ```
///
/// Looks near to what the map shows. "/" and Ctrl+F lead to it. Nothing is read before something is typed.
public final class SearchBox: MapComponent, PlaceFinding {
  /// Where places are looked for; the default touches no network.
  public let search: PlaceSearch

  /// Something besides places that a text stands for: a command, a layer.
  package struct Suggestion {
    package let title: String
    package let detail: String?
    package let action: @MainActor () -> Void

    package init(_ title: String, detail: String? = nil, action: @escaping @MainActor () -> Void) {
      (self.title, self.detail, self.action) = (title, detail, action)
    }
  }

  /// Who knows more than places; asked with every change of the text, and listed before the places. The text has no space at its ends
  /// and is not empty.
  package var suggesters: [@MainActor (String) -> [Suggestion]] = []
  /// Whether the suggestions for a text are all that is wanted, and no place is looked for.
  package var isForSuggestions: @MainActor (String) -> Bool = { _ in false }
  private var suggestions: [Suggestion] = []

  /// Of the field from the left edge, in points; what lies there has room beside it.
  package var leading: Double {
    get { panel.leading }
    set {
      panel.leading = newValue
      takeCorner()
    }
  }

  private let panel: SearchPanel
  private weak var map: MapView?
  /// As the panel lists them.
  private var results: [PlaceResult] = []
  private var markers: [Marker] = []
  /// Of a server that is asked once, at Enter.
  private var question: Task<Void, Never>?

  private static let resultLimit = 12
  /// A place without an extent is shown with the streets around it.
  private static let closestZoom = 17.0
  private static let farthestNearZoom = 5.0

  /// A field that asks `search`, with `prompt` in it while it is empty.
  public init(search: PlaceSearch = PlaceSearch(), prompt: String = localized("Search places and addresses")) {
    self.search = search
    panel = SearchPanel(prompt: prompt)
    panel.onQuery = { [weak self] in self?.look(for: $0) }
    panel.onChoice = { [weak self] in self?.choose($0) }
    panel.onClose = { [weak self] in self?.forget() }
    panel.onSubmit = { [weak self] in self?.ask($0) }
  }

  /// What is in the field; setting it is as if it had been typed.
  public var text: String {
    get { panel.text }
    set { panel.text = newValue }
  }

  /// What was found, the best first.
  public var found: [PlaceResult] { results }

  /// The text that `found` answers.
  package private(set) var foundText = ""

  /// Gives the keyboard to the field.
  public func focus() { map?.focusedControl = panel.field }

  // MARK: Looking

  private var near: LocationCoordinate? {
    guard let map, map.camera.zoom >= Self.farthestNearZoom else { return nil }
    return map.camera.target
  }

  private func look(for text: String) {
    question?.cancel()
    search.cancelSuggestions()
    let words = text.trimmingCharacters(in: .whitespaces)
    let isForPlaces = !words.isEmpty && !isForSuggestions(words)
    if isForPlaces {
      map?.awaitsAnswer = search.allowsSuggestions
      // On another thread, while the suggestions are gathered on this one.
      search.suggest(text, near: near, limit: Self.resultLimit) { [weak self] in self?.take($0, for: text) }
    }
    suggestions = words.isEmpty ? [] : suggesters.flatMap { $0(words) }
    if isForPlaces { list() } else { take([], for: text) }
  }

  /// A server that may not be asked with every key.
  private func ask(_ text: String) {
    guard !search.allowsSuggestions, results.isEmpty, !text.isEmpty else { return }
    question?.cancel()
    question = Task { [weak self, search, near] in
      do throws(PlaceSearch.Problem) {
        let found = try await search.search(text, near: near, limit: Self.resultLimit)
        if !Task.isCancelled { self?.take(found, for: text) }
      } catch {
        if !Task.isCancelled { self?.panel.notice = error.description }
      }
    }
  }

  private func take(_ found: [PlaceResult], for text: String) {
    guard text == panel.text else { return }
    map?.awaitsAnswer = false
    (results, foundText) = (found, text)
    list()
    panel.notice = panel.rows.isEmpty && !text.isEmpty && search.allowsSuggestions ? localized("Nothing found") : ""
  }

  private func list() {
    panel.rows =
      suggestions.map { ScrollingList.Row($0.title, detail: $0.detail) }
      + results.map { ScrollingList.Row($0.name, detail: Self.detail(of: $0)) }
  }

  /// How far a result is, what and where, in one line. That a house is one tells its name.
  static func detail(of result: PlaceResult) -> String {
    let distance = result.distance.map { MeasureFormat.current.length($0, digits: 2) }
    let place = result.address.lines.filter { $0 != result.name }.joined(separator: ", ")
    let kind = result.kind == "house" && !place.isEmpty ? "" : result.kindName
    return [distance ?? "", kind, place].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  // MARK: Showing

  private func choose(_ row: Int) {
    guard suggestions.indices.contains(row) else { return show(row - suggestions.count) }
    let action = suggestions[row].action
    map?.focusedControl = nil
    panel.text = ""
    action()
  }

  private func show(_ index: Int) {
    guard let map, results.indices.contains(index) else { return }
    removeMarkers()
    markers = results.map(Self.marker)
    for marker in markers { marker.map = map }
    let result = results[index]
    map.selectedMarker = markers[index]
    var goal = CameraUpdate.fit(result.bounds).camera(from: map.cameraController.view, limits: map.cameraController.limits)
    if !result.bounds.isValid { goal.target = result.coordinate }
    goal.zoom = min(goal.zoom, Self.closestZoom)
    map.fly(to: goal)
    map.focusedControl = nil
  }

  private static func marker(of result: PlaceResult) -> Marker {
    let marker = Marker()
    marker.position = result.coordinate
    marker.title = result.name
    marker.snippet = result.address.lines.filter { $0 != result.name }.joined(separator: "\n")
    return marker
  }

  private func removeMarkers() {
    for marker in markers { marker.map = nil }
    markers = []
  }

  private func forget() {
    question?.cancel()
    map?.awaitsAnswer = false
    search.cancelSuggestions()
    (results, suggestions) = ([], [])
    removeMarkers()
  }

  // MARK: Component

  /// The field and its list.
  public var controls: [any Control] { [panel] }

  /// The component is on a map now.
  public func didAttach(to map: MapView) {
    self.map = map
    map.standardControls.hud.top = SearchPanel.bottom
    takeCorner()
  }

  /// Notices make room for the field.
  private func takeCorner() {
    map?.standardControls.notices.corner = ScreenSize(width: panel.right + 8, height: SearchPanel.bottom)
  }

  /// The component is no longer on the map.
  public func didDetach(from map: MapView) {
    forget()
    map.standardControls.hud.top = HUD.margin
    map.standardControls.notices.corner = ScreenSize(width: 0, height: 0)
    self.map = nil
  }

  /// Has nothing of its own to draw.
  public func update(_ frame: MapFrame) -> RedrawReasons { [] }

  /// A click on the map closes the list.
  public func dismiss() { panel.closeList() }

  /// Forgets what was found: its markers are gone.
  public func didClear(_ map: MapView) { forget() }
}
