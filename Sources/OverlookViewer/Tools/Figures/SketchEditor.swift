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
  private(set) var hover: LocationCoordinate?
  /// Where a key would set the next place, near the middle of the view: seen while nothing else is aimed at.
  private(set) var aim: LocationCoordinate?
  private var isSnapped = false
  private var drag: Drag?
  private var lastTap: (seconds: Double, point: ScreenPoint)?
  private var needsDraw = false

  /// A drag that goes on.
  private struct Drag {
    let before: Sketch
    let start: ScreenPoint
    let place: LocationCoordinate
    /// Nil for the whole figure.
    let vertex: Int?
    let title: String
    var hasMoved = false
  }

  static let handleRadius = 5.5
  private static let slop = 4.0
  private static let doubleClickSeconds = 0.4
  /// More handles are not drawn: they would be one line.
  private static let maximumHandles = 400

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
  private func place(at point: ScreenPoint, without vertex: Int? = nil, snaps: Bool = true) -> LocationCoordinate? {
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
  private enum Handle {
    case vertex(Int)
    case middle(Int)
  }

  private func handle(at point: ScreenPoint) -> Handle? {
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

  private static func middle(_ figure: Figure, _ section: (from: Int, to: Int)) -> LocationCoordinate {
    SphericalGeometry.interpolate(from: figure.places[section.from], to: figure.places[section.to], fraction: 0.5)
  }

  /// The topmost figure at a point.
  private func figure(at point: ScreenPoint) -> Int? {
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

// MARK: - Input

extension SketchEditor: EventResponder {
  func respond(to event: InputEvent) -> EventDisposition {
    switch event.kind {
    case .pointerMoved(let point): return move(to: point)
    case .pointerLeft, .focusLost:
      if case .focusLost = event.kind { drag = nil }
      if hover != nil { (hover, needsDraw) = (nil, true) }
      return .observed
    case .buttonPressed(.left, let point, let modifiers): return press(at: point, modifiers, event.timeSeconds)
    case .buttonReleased(.left, let point, _):
      guard drag != nil else { return .ignored }
      release(at: point)
      return .handled
    case .keyPressed(.left, _), .keyPressed(.right, _), .keyPressed(.up, _), .keyPressed(.down, _):
      if hover != nil { (hover, needsDraw) = (nil, true) }
      return .ignored
    default: return .ignored
    }
  }

  private func move(to point: ScreenPoint) -> EventDisposition {
    if let drag {
      if abs(point.x - drag.start.x) + abs(point.y - drag.start.y) > Self.slop { self.drag?.hasMoved = true }
      if self.drag?.hasMoved == true { carry(to: point, drag) }
      return .handled
    }
    guard sketch.isGrowing else {
      if hover != nil { (hover, needsDraw) = (nil, true) }
      return .observed
    }
    hover = place(at: point)
    needsDraw = true
    return .observed
  }

  private func carry(to point: ScreenPoint, _ drag: Drag) {
    guard let place = place(at: point, without: drag.vertex, snaps: drag.vertex != nil) else { return }
    if let vertex = drag.vertex {
      sketch.moveVertex(vertex, to: place)
    } else {
      var moved = drag.before
      moved.moveSelected(from: drag.place, to: place)
      sketch = moved
    }
  }

  private func press(at point: ScreenPoint, _ modifiers: Modifiers, _ now: Double) -> EventDisposition {
    guard isActive, modifiers.isEmpty, let place = map?.groundCoordinate(at: point) else { return .ignored }
    if sketch.isGrowing, let lastTap, now - lastTap.seconds < Self.doubleClickSeconds,
      abs(point.x - lastTap.point.x) + abs(point.y - lastTap.point.y) <= 6
    {
      // The second click of a double click: its first one has set the last place.
      self.lastTap = nil
      finish()
      return .handled
    }
    switch handle(at: point) {
    case .vertex(let index):
      drag = Drag(before: sketch, start: point, place: place, vertex: index, title: localized("Move point"))
    case .middle(let index):
      let before = sketch
      sketch.insert(place, at: index)
      drag = Drag(before: before, start: point, place: place, vertex: index, title: localized("Insert point"), hasMoved: true)
    case nil:
      guard choosesFigures, !sketch.isGrowing, let selection = sketch.selection, figure(at: point) == selection else {
        return .ignored
      }
      drag = Drag(before: sketch, start: point, place: place, vertex: nil, title: localized("Move figure"))
    }
    return .captured
  }

  private func release(at point: ScreenPoint) {
    guard let drag else { return }
    self.drag = nil
    if drag.hasMoved {
      if sketch.figures != drag.before.figures { onEdit(drag.before, drag.title) }
      return
    }
    guard let vertex = drag.vertex else { return }
    let last = (sketch.selected?.places.count ?? 0) - 1
    if sketch.isGrowing, vertex == 0, last > 1, sketch.selected?.placeLimit == nil {
      edit(localized("Close figure")) { $0.close() }
    } else if sketch.isGrowing, vertex == last {
      finish()
    } else {
      sketch.select(sketch.selection, vertex: vertex)
    }
  }
}

// MARK: - Drawing

extension SketchEditor {
  func draw(on canvas: Canvas, _ frame: MapFrame) {
    let projection = frame.projection
    drawTexts(canvas, projection)
    guard let figure = sketch.selected else { return }
    if isActive, sketch.isGrowing {
      if let hover {
        drawNext(figure, hover, canvas, projection)
      } else if let aim {
        drawNext(figure, aim, canvas, projection)
        drawCross(at: projection.point(for: aim), canvas)
      }
    }
    if let sectionText { drawSections(figure, sectionText, canvas, projection) }
    if isActive { drawHandles(figure, canvas, projection) }
  }

  private func drawTexts(_ canvas: Canvas, _ projection: Projection) {
    for (index, figure) in sketch.figures.enumerated() where figure.kind == .text {
      guard let place = figure.places.first, projection.contains(place) else { continue }
      let isDark = map?.interfaceTheme == .dark
      let text = figure.name.isEmpty ? localized("Text") : figure.name
      let point = projection.point(for: place)
      canvas.text(
        text, at: point, size: 15, color: figure.color, anchor: TextAnchor(.center, .middle),
        halo: TextHalo(color: isDark ? Color.black.withAlpha(0.8) : Color.white.withAlpha(0.9), width: 2.5))
      guard isActive, index == sketch.selection else { continue }
      let width = canvas.textWidth(text, size: 15) + 14
      canvas.strokeRoundedRect(
        ScreenRect(x: point.x - width / 2, y: point.y - 13, width: width, height: 26), radius: 5, width: 1.5, color: accent)
    }
  }

  /// From the last place to the pointer.
  private func drawNext(_ figure: Figure, _ hover: LocationCoordinate, _ canvas: Canvas, _ projection: Projection) {
    let point = projection.point(for: hover)
    if let last = figure.places.last, figure.kind != .point, figure.kind != .text {
      let points = (0...24).map {
        projection.point(for: SphericalGeometry.interpolate(from: last, to: hover, fraction: Double($0) / 24))
      }
      // A way that leaves the view on one side and comes back on the other is not drawn across it.
      let isWhole = zip(points, points.dropFirst()).allSatisfy { abs($0.x - $1.x) < projection.size.width / 2 }
      if isWhole { canvas.strokePolyline(points, width: max(figure.width - 1, 1.5), color: figure.color.withAlpha(0.55)) }
    }
    if isSnapped {
      canvas.strokeCircle(center: point, radius: 9, width: 2, color: accent)
    } else {
      canvas.fillCircle(center: point, radius: 3.5, color: figure.color.withAlpha(0.7))
    }
  }

  /// What keys aim with.
  private func drawCross(at point: ScreenPoint, _ canvas: Canvas) {
    for (color, width) in [(Color.white.withAlpha(0.9), 4.0), (accent, 1.8)] {
      for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
        canvas.strokePolyline(
          [ScreenPoint(x: point.x + 6 * x, y: point.y + 6 * y), ScreenPoint(x: point.x + 16 * x, y: point.y + 16 * y)],
          width: width, color: color)
      }
    }
  }

  private func drawSections(
    _ figure: Figure, _ text: (Int) -> String?, _ canvas: Canvas, _ projection: Projection
  ) {
    let isDark = map?.interfaceTheme == .dark
    let palette = isDark ? Palette.dark : Palette.light
    for (index, section) in figure.sections.enumerated() {
      let (a, b) = (projection.point(for: figure.places[section.from]), projection.point(for: figure.places[section.to]))
      guard let line = text(index) else { continue }
      let width = canvas.textWidth(line, size: 12) + 14
      let (x, y) = (b.x - a.x, b.y - a.y)
      // A section that is shorter than its text has none.
      guard (x * x + y * y).squareRoot() > width * 0.8 else { continue }
      let middle = projection.point(for: Self.middle(figure, section))
      guard middle.x > -width, middle.y > -20, middle.x < projection.size.width + width, middle.y < projection.size.height + 20
      else { continue }
      let rect = ScreenRect(x: middle.x - width / 2, y: middle.y - 26, width: width, height: 19)
      canvas.fillRoundedRect(rect, radius: 9.5, color: palette.surface)
      canvas.text(
        line, at: ScreenPoint(x: middle.x, y: rect.origin.y + 9.5), size: 12, color: palette.ink,
        anchor: TextAnchor(.center, .middle))
    }
  }

  private func drawHandles(_ figure: Figure, _ canvas: Canvas, _ projection: Projection) {
    if figure.kind == .point || figure.kind == .text { return }
    let size = projection.size
    func seen(_ place: LocationCoordinate) -> ScreenPoint? {
      let point = projection.point(for: place)
      return point.x > -8 && point.y > -8 && point.x < size.width + 8 && point.y < size.height + 8 ? point : nil
    }
    if !sketch.isGrowing {
      for section in figure.sections.prefix(Self.maximumHandles) {
        guard let point = seen(Self.middle(figure, section)) else { continue }
        canvas.fillCircle(center: point, radius: 3.5, color: .white)
        canvas.strokeCircle(center: point, radius: 3.5, width: 1.2, color: accent.withAlpha(0.7))
      }
    }
    var drawn = 0
    for (index, place) in figure.places.enumerated() {
      guard drawn < Self.maximumHandles, let point = seen(place) else { continue }
      drawn += 1
      let isChosen = index == sketch.vertex
      canvas.fillCircle(center: point, radius: Self.handleRadius, color: isChosen ? accent : .white)
      canvas.strokeCircle(center: point, radius: Self.handleRadius, width: 2, color: isChosen ? .white : accent)
      if isChosen { canvas.strokeCircle(center: point, radius: Self.handleRadius + 2, width: 1.5, color: accent) }
    }
  }
}
