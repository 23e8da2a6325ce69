import Glibc
import OverlookSupport

/// An icon around its anchor, in points at size 1; y down.
struct ShapedIcon {
  var image: LabelImage
  var top: Float
  var bottom: Float
  var left: Float
  var right: Float
  /// Left, top, right, bottom of the image that its content leaves free, when it was fitted to a text.
  var collisionPadding: SIMD4<Float>?

  init(_ image: LabelImage, offset: SIMD2<Float>, anchor: LabelAnchor) {
    self.image = image
    let corner = offset - image.size * anchor.alignment
    (left, top) = (corner.x, corner.y)
    (right, bottom) = (corner.x + image.size.x, corner.y + image.size.y)
  }

  /// The icon around a text: stretched to it, or in its middle. `fontScale`: points for a 24th of an em.
  func fitted(
    to label: ShapedLabel, _ fit: SymbolOptions.TextFit, padding: SIMD4<Float>, offset: SIMD2<Float>, fontScale: Float
  ) -> ShapedIcon {
    var icon = self
    icon.collisionPadding = nil
    if let content = image.image.content {
      let ratio = image.image.pixelRatio > 0 ? image.image.pixelRatio : 1
      icon.collisionPadding = SIMD4(
        Float(content.x / ratio), Float(content.y / ratio), image.size.x - Float(content.z / ratio),
        image.size.y - Float(content.w / ratio))
    }
    let (textLeft, textRight) = (label.left * fontScale, label.right * fontScale)
    if fit.fitsWidth {
      icon.left = offset.x + textLeft - padding.w
      icon.right = offset.x + textRight + padding.y
    } else {
      icon.left = offset.x + (textLeft + textRight - image.size.x) / 2
      icon.right = icon.left + image.size.x
    }
    let (textTop, textBottom) = (label.top * fontScale, label.bottom * fontScale)
    if fit.fitsHeight {
      icon.top = offset.y + textTop - padding.x
      icon.bottom = offset.y + textBottom + padding.z
    } else {
      icon.top = offset.y + (textTop + textBottom - image.size.y) / 2
      icon.bottom = icon.top + image.size.y
    }
    return icon
  }

  /// The box with what the image asks for beyond stretching ("textFitWidth", "textFitHeight").
  var adjusted: (left: Float, top: Float, right: Float, bottom: Float) {
    guard let content = image.image.content, image.image.textFitWidth != nil || image.image.textFitHeight != nil else {
      return (left, top, right, bottom)
    }
    var (left, top, width, height) = (left, top, right - left, bottom - top)
    let aspect = Float(content.z - content.x) / Float(content.w - content.y)
    let (fitWidth, fitHeight) = (image.image.textFitWidth, image.image.textFitHeight)
    guard aspect.isFinite, width > 0, height > 0 else { return (left, top, right, bottom) }
    if fitHeight == .proportional {
      if (fitWidth == .stretchOnly && width / height < aspect) || fitWidth == .proportional {
        let wanted = (height * aspect).rounded(.up)
        left *= wanted / width
        width = wanted
      }
    } else if fitWidth == .proportional, fitHeight == .stretchOnly, aspect != 0, width / height > aspect {
      let wanted = (width / aspect).rounded(.up)
      top *= wanted / height
      height = wanted
    }
    return (left, top, left + width, top + height)
  }
}

/// Cuts icons into the pieces that are stretched and those that are not.
struct IconQuads {
  /// A place on a side of the image: pixels that are not stretched and pixels that are, up to there.
  private struct Cut {
    var fixed: Float
    var stretch: Float
  }

  /// One direction of an icon.
  private struct Side {
    /// In points at size 1.
    var start: Float
    var size: Float
    /// Pixels of the image.
    var stretchSize: Float = 0
    var stretchOffset: Float = 0
    var stretchContent: Float = 0
    var fixedSize: Float = 0
    var fixedOffset: Float = 0
    var fixedContent: Float = 0
    var ranges: [ClosedRange<Float>]

    init(start: Float, size: Float, pixels: Float, ranges: [ClosedRange<Double>], content: ClosedRange<Float>?) {
      self.start = start
      self.size = size
      self.ranges = ranges.isEmpty ? [0...pixels] : ranges.map { Float($0.lowerBound)...Float($0.upperBound) }
      stretchSize = self.ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
      fixedSize = pixels - stretchSize
      stretchContent = stretchSize
      fixedContent = fixedSize
      guard let content else { return }
      stretchOffset = stretched(0, content.lowerBound)
      stretchContent = stretched(content.lowerBound, content.upperBound)
      fixedOffset = content.lowerBound - stretchOffset
      fixedContent = content.upperBound - content.lowerBound - stretchContent
    }

    /// Pixels between two places that are stretched.
    private func stretched(_ low: Float, _ high: Float) -> Float {
      ranges.reduce(0) { $0 + min(max($1.upperBound, low), high) - min(max($1.lowerBound, low), high) }
    }

    func points(_ cut: Cut) -> Float { (cut.stretch - stretchOffset) / stretchContent * size + start }
    func fixedPixels(_ cut: Cut) -> Float { cut.fixed - fixedOffset - fixedContent * cut.stretch / stretchSize }

    var cuts: [Cut] {
      var cuts = [Cut(fixed: -1, stretch: 0)]
      for range in ranges {
        let last = cuts[cuts.count - 1].stretch
        cuts.append(Cut(fixed: range.lowerBound - last, stretch: last))
        cuts.append(Cut(fixed: range.lowerBound - last, stretch: last + range.upperBound - range.lowerBound))
      }
      cuts.append(Cut(fixed: fixedSize + 1, stretch: stretchSize))
      return cuts
    }
  }

  /// `rotation` in degrees.
  static func quads(_ icon: ShapedIcon, rotation: Double, isFitted: Bool) -> [SymbolQuad] {
    let image = icon.image.image
    let content = isFitted ? image.content : nil
    let box = content == nil ? (left: icon.left, top: icon.top, right: icon.right, bottom: icon.bottom) : icon.adjusted
    let x = Side(
      start: box.left, size: box.right - box.left, pixels: Float(image.image.width), ranges: image.stretchX,
      content: content.map { Float($0.x)...max(Float($0.x), Float($0.z)) })
    let y = Side(
      start: box.top, size: box.bottom - box.top, pixels: Float(image.image.height), ranges: image.stretchY,
      content: content.map { Float($0.y)...max(Float($0.y), Float($0.w)) })
    let isStretched = isFitted && !(image.stretchX.isEmpty && image.stretchY.isEmpty)
    // The pixel around the image keeps edges between pixels soft.
    let xCuts = isStretched ? x.cuts : [Cut(fixed: 0, stretch: -1), Cut(fixed: 0, stretch: Float(image.image.width) + 1)]
    let yCuts = isStretched ? y.cuts : [Cut(fixed: 0, stretch: -1), Cut(fixed: 0, stretch: Float(image.image.height) + 1)]
    let angle = Float(rotation * .pi / 180)
    var quads: [SymbolQuad] = []
    for (left, right) in zip(xCuts, xCuts.dropFirst()) {
      for (top, bottom) in zip(yCuts, yCuts.dropFirst()) {
        var quad = quad(icon, x, y, left, top, right, bottom)
        guard quad.topLeft.x.isFinite, quad.topLeft.y.isFinite, quad.bottomRight.x.isFinite, quad.bottomRight.y.isFinite else {
          continue
        }
        if angle != 0 { quad.transformCorners { $0.rotated(by: angle) } }
        quads.append(quad)
      }
    }
    return quads
  }

  private static func quad(
    _ icon: ShapedIcon, _ x: Side, _ y: Side, _ left: Cut, _ top: Cut, _ right: Cut, _ bottom: Cut
  ) -> SymbolQuad {
    let ratio = Float(icon.image.image.pixelRatio)
    let (low, high) = (SIMD2(x.points(left), y.points(top)), SIMD2(x.points(right), y.points(bottom)))
    let rect = icon.image.rect
    let origin = SIMD2(Float(rect.x), Float(rect.y))
    var quad = SymbolQuad(
      topLeft: low, topRight: SIMD2(high.x, low.y), bottomLeft: SIMD2(low.x, high.y), bottomRight: high,
      texture: SIMD4(
        origin.x + left.stretch + left.fixed, origin.y + top.stretch + top.fixed, origin.x + right.stretch + right.fixed,
        origin.y + bottom.stretch + bottom.fixed),
      kind: icon.image.image.isSDF ? .sdfIcon : .icon)
    quad.bounds = rect.bounds
    quad.fixed = SIMD4(x.fixedPixels(left), y.fixedPixels(top), x.fixedPixels(right), y.fixedPixels(bottom)) / ratio
    let minimum = SIMD2(x.fixedContent / ratio / x.size, y.fixedContent / ratio / y.size)
    quad.minimumScale = SIMD2(minimum.x.isFinite ? minimum.x : 0, minimum.y.isFinite ? minimum.y : 0)
    for axis in 0..<4 where !quad.fixed[axis].isFinite { quad.fixed[axis] = 0 }
    return quad
  }
}

extension StyleImagePlacement.Rect {
  /// With the pixel around it.
  var bounds: SIMD4<UInt16> {
    SIMD4(
      UInt16(clamping: x - 1), UInt16(clamping: y - 1), UInt16(clamping: x + width + 1), UInt16(clamping: y + height + 1))
  }
}

extension SIMD2<Float> {
  func rotated(by angle: Float) -> SIMD2<Float> {
    let (sine, cosine) = (sin(angle), cos(angle))
    return SIMD2(cosine * x - sine * y, sine * x + cosine * y)
  }

  func rotated(by angle: Float, around center: SIMD2<Float>) -> SIMD2<Float> { center + (self - center).rotated(by: angle) }
}
