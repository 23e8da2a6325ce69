import Overlook
import OverlookGeometry
import OverlookInput
import OverlookSupport

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
