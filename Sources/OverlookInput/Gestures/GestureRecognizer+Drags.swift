import OverlookCamera
import OverlookGeometry

/// Drags and clicks.
extension GestureRecognizer {
  mutating func pressed(_ button: PointerButton, _ modifiers: Modifiers, into outputs: inout [GestureOutput]) {
    switch button {
    case .back: return outputs.append(.command(.goBack))
    case .forward: return outputs.append(.command(.goForward))
    case .left, .right, .middle: break
    }
    if let held = press {
      // One drag at a time. The same button twice means that its release was lost.
      guard held.button == button else { return }
      cancelDrag(into: &outputs)
    }
    let isSecond = lastClick.map { isNear($0, button, within: GestureNumbers.doubleClickSeconds) } ?? false
    if menu?.button == button, isSecond { menu = nil }
    lastClick = nil
    samples.removeAll()
    samples.append(pointer, at: time)
    press = Press(
      button: button, modifiers: modifiers, drag: drag(for: button, modifiers), start: pointer, startSeconds: time,
      isSecond: isSecond, last: pointer)
    outputs.append(.halt)
  }

  mutating func moved(into outputs: inout [GestureOutput]) {
    guard let held = press else { return }
    switch held.phase {
    case .spent:
      return
    case .still:
      guard distance(held.start, pointer) > GestureNumbers.clickTolerance else { return }
      guard isAllowed(held.drag) else {
        press?.phase = .spent
        return
      }
      press?.phase = .dragging
      switch held.drag {
      case .pan, .turn: take(.drag, into: &outputs)
      case .boxZoom: break
      }
    case .dragging:
      guard isAllowed(held.drag) else {
        cancelDrag(into: &outputs)
        return
      }
    }
    drag(held, into: &outputs)
    press?.last = pointer
    samples.append(pointer, at: time)
  }

  mutating func released(_ button: PointerButton, into outputs: inout [GestureOutput]) {
    guard press?.button == button else { return }
    // The pointer may have moved since the last event that told of it.
    moved(into: &outputs)
    guard let held = press else { return }
    press = nil
    switch held.phase {
    case .spent: break
    case .still: clicked(held, into: &outputs)
    case .dragging: endDrag(held, into: &outputs)
    }
  }

  /// Ends the drag that is going on where it is; the button stays held and does nothing more. True when there was one.
  @discardableResult mutating func cancelDrag(into outputs: inout [GestureOutput]) -> Bool {
    guard let held = press, case .dragging = held.phase else { return false }
    press?.phase = .spent
    switch held.drag {
    case .pan, .turn: letGo(.drag, into: &outputs)
    case .boxZoom: outputs.append(.boxZoomChanged(nil))
    }
    return true
  }

  private func drag(for button: PointerButton, _ modifiers: Modifiers) -> Press.Drag {
    switch button {
    case .middle: .turn(aboutPointer: true)
    case .left where modifiers.contains(.shift): .boxZoom
    case .left where !modifiers.contains(.control): .pan
    default: .turn(aboutPointer: false)
    }
  }

  private func isAllowed(_ drag: Press.Drag) -> Bool {
    switch drag {
    case .pan: settings.scroll
    case .boxZoom: settings.zoom
    case .turn: settings.rotate || settings.tilt
    }
  }

  private func drag(_ held: Press, into outputs: inout [GestureOutput]) {
    guard held.last != pointer else { return }
    switch held.drag {
    case .pan:
      outputs.append(.delta(.pan(from: held.last, to: pointer)))
    case .boxZoom:
      outputs.append(.boxZoomChanged(box(held)))
    case .turn(let aboutPointer):
      let bearing = (pointer.x - held.last.x) * GestureNumbers.bearingDegreesPerPoint
      let tilt = (pointer.y - held.last.y) * GestureNumbers.viewingAngleDegreesPerPoint
      if settings.rotate, bearing != 0 {
        outputs.append(.delta(.rotate(byDegrees: bearing, about: aboutPointer ? anchor(held.start) : nil)))
      }
      if settings.tilt, tilt != 0 { outputs.append(.delta(.tilt(byDegrees: tilt))) }
    }
  }

  private mutating func endDrag(_ held: Press, into outputs: inout [GestureOutput]) {
    let speed = samples.velocity(releasedAt: time)
    let isFast = (speed.x * speed.x + speed.y * speed.y).squareRoot() >= GestureNumbers.minimumInertiaSpeed
    switch held.drag {
    case .pan:
      if isFast { outputs.append(.motion(.inertia(CameraVelocity(panX: speed.x, panY: speed.y), about: pointer))) }
      letGo(.drag, into: &outputs)
    case .turn(let aboutPointer):
      let velocity = CameraVelocity(
        bearing: settings.rotate ? speed.x * GestureNumbers.bearingDegreesPerPoint : 0,
        viewingAngle: settings.tilt ? speed.y * GestureNumbers.viewingAngleDegreesPerPoint : 0)
      if isFast { outputs.append(.motion(.inertia(velocity, about: aboutPointer ? anchor(held.start) : nil))) }
      if settings.rotate { outputs.append(.snapToNorth(withinDegrees: GestureNumbers.northSnapDegrees)) }
      letGo(.drag, into: &outputs)
    case .boxZoom:
      outputs.append(.boxZoomChanged(nil))
      let box = box(held)
      if min(box.size.width, box.size.height) > GestureNumbers.clickTolerance { outputs.append(.boxZoom(box)) }
    }
  }

  private mutating func clicked(_ held: Press, into outputs: inout [GestureOutput]) {
    if held.longPressed { return }
    let point = held.start
    if held.isSecond, settings.zoom {
      let levels = held.button == .right || held.modifiers.contains(.shift) ? -1.0 : 1
      outputs.append(
        .motion(.step(CameraStep(zoom: levels), about: anchor(point), seconds: GestureNumbers.zoomStepSeconds)))
      return
    }
    switch held.button {
    case .left:
      outputs.append(.tap(point))
    case .right:
      let click = Click(button: .right, point: point, timeSeconds: time)
      if settings.zoom { menu = click } else { outputs.append(.contextMenu(point)) }
    default:
      return
    }
    lastClick = Click(button: held.button, point: point, timeSeconds: time)
  }

  /// Where a zoom or a turn holds the ground; nil for the middle of the view.
  func anchor(_ point: ScreenPoint) -> ScreenPoint? {
    settings.allowScrollGesturesDuringRotateOrZoom ? point : nil
  }

  private func box(_ held: Press) -> ScreenRect {
    ScreenRect(
      x: min(held.start.x, pointer.x), y: min(held.start.y, pointer.y), width: abs(pointer.x - held.start.x),
      height: abs(pointer.y - held.start.y))
  }

  private func isNear(_ click: Click, _ button: PointerButton, within seconds: Double) -> Bool {
    click.button == button && time - click.timeSeconds <= seconds
      && distance(click.point, pointer) <= GestureNumbers.doubleClickTolerance
  }

  private func distance(_ a: ScreenPoint, _ b: ScreenPoint) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }
}
