import OverlookControls
import OverlookGeometry
import OverlookLayout

/// Where the controls lie that stand on every view, so that no label of the map runs under them.
@MainActor struct StandingControls {
  private var rects: [ScreenRect] = []
  private var seen: [ScreenRect] = []
  /// Grows when they lie elsewhere.
  private(set) var version = 0

  /// Others have smaller ones.
  private static let firstNumber = UInt64.max - 31
  private static let most = 32

  /// True when they lie elsewhere than before.
  mutating func take<each Standing: Control>(
    _ controls: repeat each Standing, of layer: ControlLayer, isShown: Bool
  ) -> Bool {
    seen.removeAll(keepingCapacity: true)
    if isShown {
      repeat add(each controls, layer)
      layer.forEachStandingRect { if $0.size.width > 0, seen.count < Self.most { seen.append($0) } }
    }
    guard seen != rects else { return false }
    swap(&seen, &rects)
    version += 1
    return true
  }

  private mutating func add(_ control: some Control, _ layer: ControlLayer) {
    guard layer.only?.contains(where: { $0 === control }) ?? true, let rect = layer.viewRect(of: control), rect.size.width > 0
    else { return }
    seen.append(rect)
  }

  var obstacles: [LabelObstacle] {
    rects.enumerated().map { number, rect in
      LabelObstacle(id: Self.firstNumber + UInt64(number), rect: rect, behavior: .requiredAndHidesOptional)
    }
  }
}
