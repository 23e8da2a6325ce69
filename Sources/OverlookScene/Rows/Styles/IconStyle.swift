package import OverlookSupport

/// The images of a layer of icons; another object whenever they change.
package final class IconSet: Sendable {
  package let images: [Image]
  /// The size of the largest, in points.
  package let largestWidth: Double
  package let largestHeight: Double

  /// Stands for a number that no image can have.
  package static let noIcon = UInt32(UInt16.max)

  package init(_ images: [Image]) {
    self.images = Array(images.prefix(Int(Self.noIcon)))
    largestWidth = self.images.reduce(0) { max($0, $1.widthPoints) }
    largestHeight = self.images.reduce(0) { max($0, $1.heightPoints) }
  }
}

/// What a layer of icons looks like where that is the same for all of them.
package struct IconStyle: Equatable, Sendable {
  package var set: IconSet
  /// Nil: `PlaceColumns.icons`.
  package var icon: UInt32?
  /// NaN: not drawn. Nil: `PlaceColumns.sizes`.
  package var scale: Float?
  package var largestScale: Float
  /// Radians clockwise; NaN: not drawn. Nil: `PlaceColumns.rotations`.
  package var rotation: Float?
  /// Premultiplied, red in the lowest byte. Nil: `PlaceColumns.colors`.
  package var color: UInt32?
  package var anchor: UnitPoint
  /// Whether icons lie on the ground.
  package var isFlat: Bool
  /// 0 ... 1, of all icons.
  package var opacity: Float
  /// Only icons with such a value in `PlaceColumns.filterValues` are drawn; nil: all.
  package var shownValues: ClosedRange<Float>?

  package static func == (a: IconStyle, b: IconStyle) -> Bool {
    a.set === b.set && a.icon == b.icon && a.scale == b.scale && a.largestScale == b.largestScale && a.rotation == b.rotation
      && a.color == b.color && a.anchor == b.anchor && a.isFlat == b.isFlat && a.opacity == b.opacity
      && a.shownValues == b.shownValues
  }

  /// How far any icon reaches from its place, in points of the screen or, for flat ones, of the ground.
  package var reachPoints: Double {
    let x = max(abs(anchor.x), abs(1 - anchor.x)) * set.largestWidth
    let y = max(abs(anchor.y), abs(1 - anchor.y)) * set.largestHeight
    return (x * x + y * y).squareRoot() * Double(largestScale)
  }
}
