import Glibc
import OverlookLayout
import OverlookStyle
import OverlookSupport
import Synchronization

/// Pictures of a style by where they lie in its atlas, each made once so that a file holds it once.
package final class IconCutter: Sendable {
  private struct Key: Hashable {
    var name: String
    var cut: SIMD4<Float>
    var color: SIMD4<Float>
    var halo: SIMD4<Float>
    var haloWidth: Float
  }

  private let images: StyleImages
  private let known = Mutex<[Key: PageImage]>([:])
  /// More pictures are made anew each time.
  private static let maximumCount = 4096
  /// Of a shape that is coloured, for each of its own pixels.
  private static let detail = 4

  init(_ images: StyleImages) {
    self.images = images
  }

  func whole(_ name: String, _ image: StyleImage) -> PageImage {
    picture(Key(name: name, cut: SIMD4(repeating: -1), color: .zero, halo: .zero, haloWidth: 0)) { image.image }
  }

  /// The piece of the atlas between left, top, right and bottom, in pixels, with the transparent pixel around each picture; nil where
  /// none lies.
  func picture(at texture: SIMD4<Float>) -> PageImage? {
    guard let (name, image, cut) = find(texture) else { return nil }
    return picture(Key(name: name, cut: cut, color: .zero, halo: .zero, haloWidth: 0)) { Self.cut(image.image, cut) }
  }

  /// The same of a shape, in a colour and with a halo (premultiplied; width in its pixels).
  func shape(at texture: SIMD4<Float>, color: SIMD4<Float>, halo: SIMD4<Float>, haloWidth: Float) -> PageImage? {
    guard let (name, image, cut) = find(texture) else { return nil }
    return picture(Key(name: name, cut: cut, color: color, halo: halo, haloWidth: haloWidth)) {
      Self.painted(Self.cut(image.image, cut), color, halo, haloWidth)
    }
  }

  /// The colour that a picture has in the mean.
  func meanColor(_ name: String, _ image: StyleImage) -> StyleColor {
    var sum = SIMD4<Double>.zero
    for start in stride(from: 0, to: image.image.pixels.count - 3, by: 4) {
      for channel in 0..<4 { sum[channel] += Double(image.image.pixels[start + channel]) }
    }
    guard sum.w > 0 else { return .transparent }
    let count = Double(image.image.width * image.image.height)
    return StyleColor(red: sum.x / sum.w, green: sum.y / sum.w, blue: sum.z / sum.w, alpha: sum.w / count / 255)
  }

  private func picture(_ key: Key, _ make: () -> Image) -> PageImage {
    if let found = known.withLock({ $0[key] }) { return found }
    let made = PageImage(make())
    known.withLock { known in
      if known.count < Self.maximumCount { known[key] = made }
    }
    return made
  }

  private func find(_ texture: SIMD4<Float>) -> (String, StyleImage, SIMD4<Float>)? {
    let middle = SIMD2((texture.x + texture.z) / 2, (texture.y + texture.w) / 2)
    for item in images.placed {
      for rect in [item.placement.icon, item.placement.pattern] {
        let low = SIMD2(Float(rect.x), Float(rect.y))
        let high = low + SIMD2(Float(rect.width), Float(rect.height))
        guard all(middle .>= low), all(middle .<= high), let image = images[item.name] else { continue }
        return (item.name, image, texture - SIMD4(low.x, low.y, low.x, low.y))
      }
    }
    return nil
  }

  /// Pixels between left, top, right and bottom; transparent beyond the picture.
  private static func cut(_ image: Image, _ cut: SIMD4<Float>) -> Image {
    let limited = cut.clamped(lowerBound: SIMD4(repeating: -16), upperBound: SIMD4(repeating: 8200)).rounded(.toNearestOrEven)
    let (left, top) = (Int(limited.x), Int(limited.y))
    let (width, height) = (max(Int(limited.z) - left, 1), max(Int(limited.w) - top, 1))
    return Image(width: width, height: height, scale: 1) { column, row in
      let (x, y) = (left + column, top + row)
      guard x >= 0, y >= 0, x < image.width, y < image.height else { return .zero }
      let place = 4 * (y * image.width + x)
      return SIMD4(image.pixels[place], image.pixels[place + 1], image.pixels[place + 2], image.pixels[place + 3])
    }
  }

  /// A distance field as colours: bytes of 192 lie on the edge, a pixel is 32 bytes.
  private static func painted(_ field: Image, _ color: SIMD4<Float>, _ halo: SIMD4<Float>, _ haloWidth: Float) -> Image {
    func distance(_ x: Float, _ y: Float) -> Float {
      func at(_ column: Int, _ row: Int) -> Float {
        let (x, y) = (min(max(column, 0), field.width - 1), min(max(row, 0), field.height - 1))
        return Float(field.pixels[4 * (y * field.width + x) + 3])
      }
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let (u, v) = (x - left, y - top)
      let (column, row) = (Int(left), Int(top))
      let upper = at(column, row) * (1 - u) + at(column + 1, row) * u
      let lower = at(column, row + 1) * (1 - u) + at(column + 1, row + 1) * u
      return (upper * (1 - v) + lower * v - 192) / 32
    }
    let detail = Float(Self.detail)
    return Image(width: field.width * Self.detail, height: field.height * Self.detail, scale: 1) { column, row in
      let away = distance((Float(column) + 0.5) / detail - 0.5, (Float(row) + 0.5) / detail - 0.5)
      let inner = min(max(away * detail + 0.5, 0), 1)
      let outer = haloWidth > 0 ? min(max((away + haloWidth) * detail + 0.5, 0), 1) : 0
      let below = halo * outer
      let above = color * inner
      let mixed = above + below * (1 - above.w)
      return SIMD4<UInt8>(clamping: SIMD4<Int32>((mixed * 255).rounded(.toNearestOrEven)))
    }
  }
}
