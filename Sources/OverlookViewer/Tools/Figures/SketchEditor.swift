import Overlook
import OverlookGeometry
import OverlookInput
import OverlookSupport

/// What pointer and keyboard do with a sketch on a map: clicks add places, handles are dragged, everything snaps. Measuring and drawing
/// both use it.
@MainActor final class SketchEditor: MapComponent {
  /// What is edited; a change from outside is shown, and no step of undoing.
  var sketch = Sketch() {
    didSet { if sketch != oldValue { sketchChanged() } }
  }
  /// Whether it takes clicks.
  private(set) var isActive = false
  /// Whether clicks beside the chosen figure choose another one.
  var choosesFigures = false
  /// Called with what was before and what was done, when a person has done something whole.
  var onEdit: (_ before: Sketch, _ title: String) -> Void = { _, _ in }
  /// Called after each change, during a drag too.
  var onChange: () -> Void = {}
  /// Texts beside sections; nil for none.
  var sectionText: ((Int) -> String?)?
  /// Colour of handles.
  var accent = Figure.defaultColor

  let overlays: FigureOverlays
  private(set) weak var map: MapView?
  /// Where the next place would be; nil where the pointer is not over the map, or the keys were used since it moved.
  var hover: LocationCoordinate?
  /// Where a key would set the next place, near the middle of the view: seen while nothing else is aimed at.
  private(set) var aim: LocationCoordinate?
  var isSnapped = false
  var drag: Drag?
  var lastTap: (seconds: Double, point: ScreenPoint)?
  var needsDraw = false

  /// A drag that goes on.
  struct Drag {
    let before: Sketch
    let start: ScreenPoint
    let place: LocationCoordinate
    /// Nil for the whole figure.
    let vertex: Int?
    let title: String
    var hasMoved = false
  }

  static let handleRadius = 5.5
  static let slop = 4.0
  static let doubleClickSeconds = 0.4
  /// More handles are not drawn: they would be one line.
  static let maximumHandles = 400

  init(zIndex: Int) { overlays = FigureOverlays(zIndex: zIndex) }

  // MARK: Activity

  func activate() {
    guard let map, !isActive else { return }
    isActive = true
    map.commandResponders.append(self)
    needsDraw = true
  }

  func deactivate() {
    guard isActive else { return }
    isActive = false
    (hover, aim, drag, lastTap) = (nil, nil, nil, nil)
    map?.commandResponders.removeAll { $0 === self }
    needsDraw = true
    sketch.finish()
    sketch.select(nil)
  }

  private func sketchChanged() {
    overlays.show(sketch.figures, on: map)
    needsDraw = true
    onChange()
  }

  /// Does something to the sketch as one step that can be undone.
  func edit(_ title: String, _ change: (inout Sketch) -> Void) {
    let before = sketch
    change(&sketch)
    if sketch.figures != before.figures { onEdit(before, title) }
  }

  // MARK: Places

  /// The place at a point, snapped unless Alt is held; nil above the horizon.
  func place(at point: ScreenPoint, without vertex: Int? = nil, snaps: Bool = true) -> LocationCoordinate? {
    guard let map else { return nil }
    isSnapped = false
    if snaps {
      var own: [LocationCoordinate] = []
      for (index, figure) in sketch.figures.enumerated() {
        own +=
          index == sketch.selection ? figure.places.enumerated().filter { $0.offset != vertex }.map(\.element) : figure.places
      }
      let others = SnapPlaces.candidates(near: point, on: map, excluding: overlays.identifiers)
      if let place = SnapPlaces.nearest(own + others, to: point, map.projection) {
        isSnapped = true
        return place
      }
    }
    return map.groundCoordinate(at: point)
  }

  /// Handles of the chosen figure that lie at a point: a place of it, or the middle of a section.
  enum Handle {
    case vertex(Int)
    case middle(Int)
  }

  func handle(at point: ScreenPoint) -> Handle? {
    guard let map, let figure = sketch.selected else { return nil }
    let projection = map.projection
    func isNear(_ place: LocationCoordinate, _ reach: Double) -> Bool {
      let seen = projection.point(for: place)
      return abs(seen.x - point.x) <= reach && abs(seen.y - point.y) <= reach
    }
    // The last place lies above those before it.
    if let index = figure.places.indices.last(where: { isNear(figure.places[$0], Self.handleRadius + 3) }) {
      return .vertex(index)
    }
    guard !sketch.isGrowing else { return nil }
    return figure.sections.first { isNear(Self.middle(figure, $0), Self.handleRadius + 1) }.map {
      .middle($0.to == 0 ? figure.places.count : $0.to)
    }
  }

  static func middle(_ figure: Figure, _ section: (from: Int, to: Int)) -> LocationCoordinate {
    SphericalGeometry.interpolate(from: figure.places[section.from], to: figure.places[section.to], fraction: 0.5)
  }

  /// The topmost figure at a point.
  func figure(at point: ScreenPoint) -> Int? {
    guard let map else { return nil }
    let rect = ScreenRect(x: point.x - 3, y: point.y - 3, width: 6, height: 6)
    for object in map.pick(in: rect) { if let overlay = object.overlay, let index = overlays.index(of: overlay) { return index } }
    return sketch.figures.indices.last { index in
      guard sketch.figures[index].kind == .text, let place = sketch.figures[index].places.first else { return false }
      let seen = map.projection.point(for: place)
      let half = Double(sketch.figures[index].name.count) * 4 + 6
      return abs(seen.x - point.x) < half && abs(seen.y - point.y) < 10
    }
  }

  // MARK: Clicks

  private func add(at point: ScreenPoint, _ now: Double) {
    guard let place = place(at: point) else { return }
    edit(localized("Add point")) { $0.add(place) }
    lastTap = (now, point)
  }

  /// Adds the place in the middle of the view, or what lies so near that it snaps.
  func addAim() {
    guard let map, let place = place(at: map.projection.point(for: map.camera.target)) else { return }
    hover = nil
    edit(localized("Add point")) { $0.add(place) }
  }

  private func takeAim() {
    let old = aim
    guard let map, isActive, sketch.isGrowing, hover == nil else { return aim = nil }
    aim = place(at: map.projection.point(for: map.camera.target))
    if aim != old { needsDraw = true }
  }

  func tap(at point: ScreenPoint, in map: MapView) -> Bool {
    guard isActive else { return false }
    if sketch.isGrowing {
      add(at: point, MonotonicClock.now())
    } else if choosesFigures {
      sketch.select(figure(at: point))
    } else {
      return false
    }
    return true
  }

  func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool {
    isActive && (sketch.isGrowing || handle(at: point) != nil || choosesFigures && figure(at: point) != nil)
  }

  /// Ends the figure that grows, as a double click, Enter or Escape do.
  func finish() {
    guard sketch.isGrowing else { return }
    sketch.finish()
  }

  // MARK: Component

  func didAttach(to map: MapView) {
    self.map = map
    overlays.show(sketch.figures, on: map)
  }

  func didDetach(from map: MapView) {
    deactivate()
    overlays.show([], on: nil)
    self.map = nil
  }

  func cameraDidChange(in map: MapView) { needsDraw = true }

  func update(_ frame: MapFrame) -> RedrawReasons {
    defer { needsDraw = false }
    if needsDraw { takeAim() }
    return needsDraw ? .interface : []
  }

  func didClear(_ map: MapView) {
    overlays.show([], on: nil)
    overlays.show(sketch.figures, on: map)
  }
}
