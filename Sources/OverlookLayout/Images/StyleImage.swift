package import OverlookSupport

/// A picture of a style: an icon or a pattern, from a sprite or added while the map runs.
package struct StyleImage: Sendable {
  /// How an icon that is fitted to text may be stretched (style specification, "textFitWidth").
  package enum TextFit: String, Sendable {
    case stretchOrShrink, stretchOnly, proportional
  }

  package var image: Image
  /// Pixels of the picture per point of the map.
  package var pixelRatio: Double
  /// Whether alpha is a distance to the edge of a shape, so that it can be coloured and have a halo.
  package var isSDF: Bool
  /// Ranges of pixel columns that may be stretched, left to right; empty: all of the width.
  package var stretchX: [ClosedRange<Double>]
  /// Ranges of pixel rows.
  package var stretchY: [ClosedRange<Double>]
  /// The part that text may cover: left, top, right, bottom in pixels; nil: all of it.
  package var content: SIMD4<Double>?
  package var textFitWidth: TextFit?
  package var textFitHeight: TextFit?

  package init(
    image: Image, pixelRatio: Double = 1, isSDF: Bool = false, stretchX: [ClosedRange<Double>] = [],
    stretchY: [ClosedRange<Double>] = [], content: SIMD4<Double>? = nil, textFitWidth: TextFit? = nil,
    textFitHeight: TextFit? = nil
  ) {
    self.image = image
    self.pixelRatio = pixelRatio
    self.isSDF = isSDF
    self.stretchX = stretchX
    self.stretchY = stretchY
    self.content = content
    self.textFitWidth = textFitWidth
    self.textFitHeight = textFitHeight
  }

  /// In points of the map.
  package var displayWidth: Double { Double(image.width) / pixelRatio }
  package var displayHeight: Double { Double(image.height) / pixelRatio }
}

/// Where a picture lies in the atlas, in pixels from its top left corner.
package struct StyleImagePlacement: Hashable, Sendable {
  package struct Rect: Hashable, Sendable {
    package var x: Int32
    package var y: Int32
    package var width: Int32
    package var height: Int32
  }

  /// The picture with a transparent pixel around it (outside of the rectangle), for icons.
  package var icon: Rect
  /// The picture with its opposite edges around it (outside of the rectangle), for patterns that repeat.
  package var pattern: Rect
}
