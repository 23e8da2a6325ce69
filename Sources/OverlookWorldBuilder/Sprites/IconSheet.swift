import Foundation
import OverlookFormats
import OverlookSupport

/// Pictures of a style on one sheet, with the index that the style specification asks for beside it.
struct IconSheet {
  struct Icon {
    var name: String
    /// Points.
    var width: Double
    var height: Double
    /// Straight colour (0xRRGGBB) and opacity at a place, in points from the top left corner.
    var color: (_ x: Double, _ y: Double) -> (rgb: UInt32, alpha: Double)
    var isSDF = false
    /// Parts of the width and height that may be stretched, and where text goes: left, top, right, bottom.
    var stretch: (x: (Double, Double), y: (Double, Double), content: [Double])?
  }

  private let icons: [Icon]

  init(_ icons: [Icon]) { self.icons = icons }

  /// Writes `NAME.json` and `NAME.png`, and the same with "@2x" for dense displays.
  func write(to folder: String, name: String) throws {
    for scale in [1, 2] {
      let (image, index) = try sheet(scale: scale)
      let path = "\(folder)/\(name)\(scale == 2 ? "@2x" : "")"
      try Data(PNGEncoder.encode(image)).write(to: URL(fileURLWithPath: path + ".png"), options: .atomic)
      try Data(JSONWriter.text(index).utf8).write(to: URL(fileURLWithPath: path + ".json"), options: .atomic)
    }
  }

  private func sheet(scale: Int) throws -> (Image, JSONValue) {
    let width = 256 * scale
    var pixels: [UInt8] = []
    var index = JSONObject()
    var (x, y, shelf) = (0, 0, 0)
    for icon in icons {
      let size = (width: Int(icon.width) * scale, height: Int(icon.height) * scale)
      if x + size.width > width { (x, y, shelf) = (0, y + shelf + 2, 0) }
      let needed = 4 * width * (y + size.height)
      if pixels.count < needed { pixels += [UInt8](repeating: 0, count: needed - pixels.count) }
      Self.paint(icon, scale: scale, into: &pixels, width: width, x: x, y: y)
      index[icon.name] = Self.entry(icon, scale: scale, x: x, y: y)
      x += size.width + 2
      shelf = max(shelf, size.height)
    }
    let rows = max(pixels.count / (4 * width), 1)
    guard let image = Image(width: width, height: rows, premultipliedRGBA: pixels) else {
      throw FormatError.tooLarge("sprite sheet", fault: "\(width) x \(rows) pixels")
    }
    return (image, .object(index))
  }

  private static func entry(_ icon: Icon, scale: Int, x: Int, y: Int) -> JSONValue {
    let unit = Double(scale)
    var entry = JSONObject()
    for (key, value) in [
      ("x", Double(x)), ("y", Double(y)), ("width", icon.width * unit), ("height", icon.height * unit), ("pixelRatio", unit),
    ] {
      entry[key] = .number(value)
    }
    if icon.isSDF { entry["sdf"] = .bool(true) }
    if let stretch = icon.stretch {
      entry["stretchX"] = .array([.array([.number(stretch.x.0 * unit), .number(stretch.x.1 * unit)])])
      entry["stretchY"] = .array([.array([.number(stretch.y.0 * unit), .number(stretch.y.1 * unit)])])
      entry["content"] = .array(stretch.content.map { .number($0 * unit) })
    }
    return .object(entry)
  }

  /// 8 x 8 samples a pixel.
  private static func paint(_ icon: Icon, scale: Int, into pixels: inout [UInt8], width: Int, x: Int, y: Int) {
    let samples = 8
    for row in 0..<Int(icon.height) * scale {
      for column in 0..<Int(icon.width) * scale {
        var sum = SIMD4<Double>.zero
        for sample in 0..<samples * samples {
          let px = (Double(column) + (Double(sample % samples) + 0.5) / Double(samples)) / Double(scale)
          let py = (Double(row) + (Double(sample / samples) + 0.5) / Double(samples)) / Double(scale)
          let (rgb, alpha) = icon.color(px, py)
          let color: SIMD4<Double> = [Double(rgb >> 16 & 0xFF), Double(rgb >> 8 & 0xFF), Double(rgb & 0xFF), 255]
          sum += color * alpha
        }
        let at = 4 * ((y + row) * width + x + column)
        for channel in 0..<4 { pixels[at + channel] = UInt8(min(max((sum[channel] / 64).rounded(), 0), 255)) }
      }
    }
  }
}
