package import OverlookGeometry

/// The order in which what lies on a surface is read: rows from above, and each from the side at which reading begins.
package enum ReadingOrder {
  /// What begins so many points below the first of a row, at most, still belongs to it.
  private static let rowPoints = 32.0

  /// `items` in that order; those that lie nowhere are left out.
  package static func sorted<Item>(_ items: [Item], isRightToLeft: Bool = false, frame: (Item) -> ScreenRect) -> [Item] {
    let placed = items.map { (item: $0, frame: frame($0)) }.filter { $0.frame.origin.x.isFinite && $0.frame.origin.y.isFinite }
    var rest = placed.sorted { $0.frame.origin.y < $1.frame.origin.y }[...]
    var order: [Item] = []
    while let first = rest.first?.frame {
      let end = first.origin.y + min(max(first.size.height / 2, 1), rowPoints)
      let row = rest.prefix { $0.frame.origin.y < end || $0.frame.origin.y == first.origin.y }
      rest = rest[row.endIndex...]
      order += row.sorted { isBefore($0.frame, $1.frame, isRightToLeft) }.map(\.item)
    }
    return order
  }

  private static func isBefore(_ a: ScreenRect, _ b: ScreenRect, _ isRightToLeft: Bool) -> Bool {
    let (left, right) = isRightToLeft ? (b.origin.x + b.size.width, a.origin.x + a.size.width) : (a.origin.x, b.origin.x)
    return left == right ? a.origin.y < b.origin.y : left < right
  }
}
