import Glibc
import OverlookCamera

/// Wheel, touchpad and keyboard.
extension GestureRecognizer {
  mutating func scrolled(_ detents: Double, _ modifiers: Modifiers, into outputs: inout [GestureOutput]) {
    guard settings.zoom, detents.isFinite, detents != 0 else { return }
    let isTouchpad = scrollDevice.isTouchpad(detents: detents, at: time)
    let rate = isTouchpad ? GestureNumbers.touchpadRate : GestureNumbers.wheelRate
    let isFine = modifiers.contains(.shift) || modifiers.contains(.control)
    let levels = GestureNumbers.zoomLevels(detents: detents, rate: rate) * (isFine ? GestureNumbers.fineFactor : 1)
    guard levels != 0 else { return }
    if isTouchpad {
      touchpadSeconds = time
      take(.touchpad, into: &outputs)
      outputs.append(.delta(.zoom(by: levels, about: anchor(pointer))))
    } else if holds.contains(.drag) {
      // The drag's next step would stop a motion half way.
      outputs.append(.delta(.zoom(by: levels, about: anchor(pointer))))
    } else if let point = anchor(pointer) {
      outputs.append(.motion(.wheelZoom(by: levels, about: point)))
    } else {
      outputs.append(.motion(.step(CameraStep(zoom: levels), seconds: GestureNumbers.scrollEndSeconds)))
    }
  }

  /// A pinch holds the camera as a stream of touchpad scrolls does.
  mutating func pinched(_ scale: Double, _ degrees: Double, into outputs: inout [GestureOutput]) {
    let limits = GestureNumbers.pinchScales
    let levels = settings.zoom && scale.isFinite && scale > 0 ? log2(min(max(scale, limits.lowerBound), limits.upperBound)) : 0
    // The ground turns with the fingers, so the camera turns the other way.
    let turn = settings.rotate && abs(degrees) <= 360 ? -degrees : 0
    guard levels != 0 || turn != 0 else { return }
    touchpadSeconds = time
    take(.touchpad, into: &outputs)
    if levels != 0 { outputs.append(.delta(.zoom(by: levels, about: anchor(pointer)))) }
    if turn != 0 { outputs.append(.delta(.rotate(byDegrees: turn, about: anchor(pointer)))) }
  }

  mutating func keyPressed(_ key: Key, _ modifiers: Modifiers, into outputs: inout [GestureOutput]) {
    if modifiers.contains(.alt) {
      if modifiers == .alt, key == .left { outputs.append(.command(.goBack)) }
      if modifiers == .alt, key == .right { outputs.append(.command(.goForward)) }
      return
    }
    if modifiers.contains(.control) {
      if key == .q { outputs.append(.command(.quit)) }
      if key == .f { outputs.append(.command(.find)) }
      if let levels = zoomStep(of: key), key == .plus || key == .minus { zoom(by: levels, into: &outputs) }
      return
    }
    let isShifted = modifiers.contains(.shift)
    if let levels = zoomStep(of: key) {
      zoom(by: isShifted ? 2 * levels : levels, into: &outputs)
      return
    }
    if keys.press(key, turning: isShifted, at: time, settings: settings) {
      if keys.isMoving { take(.keys, into: &outputs) }
      return
    }
    if key == .space {
      outputs.append(.halt)
    } else if key == .escape, cancelBox(into: &outputs) {
      return
    } else if let command = command(of: key, isShifted: isShifted) {
      outputs.append(.command(command))
    }
  }

  private func zoom(by levels: Double, into outputs: inout [GestureOutput]) {
    guard settings.zoom else { return }
    if holds.contains(.drag) {
      outputs.append(.delta(.zoom(by: levels, about: nil)))
    } else {
      outputs.append(.motion(.step(CameraStep(zoom: levels), seconds: GestureNumbers.zoomStepSeconds)))
    }
  }

  private mutating func cancelBox(into outputs: inout [GestureOutput]) -> Bool {
    guard let press, case .boxZoom = press.drag else { return false }
    return cancelDrag(into: &outputs)
  }

  private func zoomStep(of key: Key) -> Double? {
    switch key {
    case .plus, .pageUp: 1
    case .minus, .pageDown: -1
    default: nil
    }
  }

  private func command(of key: Key, isShifted: Bool) -> KeyCommand? {
    switch key {
    case .home, .zero: .home
    case .n: .northUp
    case .u: .lookDown
    case .r: .reset
    case .escape: .cancel
    case .f2: .toggleRecording
    case .f3: isShifted ? .nextHUDPage : .toggleHUD
    case .f4: .nextDebugView
    case .f11: .toggleFullscreen
    default: nil
    }
  }
}
