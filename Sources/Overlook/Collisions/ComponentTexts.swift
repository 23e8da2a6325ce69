import OverlookGeometry
import OverlookLayout

/// Where components write on the view, so that no label of the map runs under it.
@MainActor struct ComponentTexts {
  private var rects: [ObjectIdentifier: [ScreenRect]] = [:]
  /// Grows when they lie elsewhere.
  private(set) var version = 0

  /// Controls have greater ones, all others smaller ones.
  private static let firstNumber = UInt64.max - 1_023
  private static let most = 512
  /// Points by which a text moves before labels are placed anew: those of a moving map do with each frame.
  private static let leastMove = 2.0

  /// True when they lie elsewhere than before.
  mutating func take(_ new: [ScreenRect], of component: any MapComponent) -> Bool {
    let key = ObjectIdentifier(component)
    let old = rects[key] ?? []
    let isSame = old.count == new.count && zip(old, new).allSatisfy(Self.isNear)
    guard !isSame else { return false }
    rects[key] = new.isEmpty ? nil : new
    version += 1
    return true
  }

  private static func isNear(_ one: ScreenRect, _ other: ScreenRect) -> Bool {
    max(abs(one.origin.x - other.origin.x), abs(one.origin.y - other.origin.y)) < leastMove
      && max(abs(one.size.width - other.size.width), abs(one.size.height - other.size.height)) < leastMove
  }

  var obstacles: [LabelObstacle] {
    rects.values.joined().prefix(Self.most).enumerated().map { number, rect in
      LabelObstacle(id: Self.firstNumber + UInt64(number), rect: rect, behavior: .requiredAndHidesOptional)
    }
  }
}
