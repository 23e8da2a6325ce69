import OverlookFormats
import OverlookGeometry
import OverlookStyle

/// The attributes of a feature that the scene reads.
struct StreetTags {
  private enum Value {
    case text(String)
    case number(Double)
    case flag(Bool)
  }

  private static let wanted: Set<String> = [
    "render_height", "render_min_height", "hide_3d", "colour", "roof_shape", "roof_height", "roof_direction", "roof_across",
    "roof_colour", RoofOutline.key, "class", "subclass", "brunnel", "lanes", "surface", "leaf_type", "name", "rank",
  ]
  private var values: [String: Value] = [:]

  init(_ feature: VectorTileFeature, _ reader: inout VectorTileReader, _ tile: VectorTile) {
    var tags: [Int32] = []
    reader.readTags(of: feature, into: &tags)
    for index in stride(from: 0, to: tags.count - 1, by: 2) {
      let (key, value) = (Int(tags[index]), Int(tags[index + 1]))
      guard reader.keys.indices.contains(key), reader.values.indices.contains(value) else { continue }
      let name = tile.text(reader.keys[key])
      guard Self.wanted.contains(name) else { continue }
      switch reader.values[value] {
      case .text(let range): values[name] = .text(tile.text(range))
      case .float(let number): values[name] = .number(Double(number))
      case .double(let number): values[name] = .number(number)
      case .int(let number): values[name] = .number(Double(number))
      case .uint(let number): values[name] = .number(Double(number))
      case .bool(let flag): values[name] = .flag(flag)
      case .none: break
      }
    }
  }

  func text(_ name: String) -> String? {
    if case .text(let text) = values[name] { text } else { nil }
  }

  func number(_ name: String) -> Double? {
    if case .number(let number) = values[name], number.isFinite { number } else { nil }
  }

  func flag(_ name: String) -> Bool {
    switch values[name] {
    case .flag(let flag): flag
    case .number(let number): number == 1
    case .text, nil: false
    }
  }

  /// In linear light; names of colours are purer than any wall is.
  func color(_ name: String) -> SIMD3<Float>? {
    guard let color = text(name).flatMap(StyleColor.init(css:)) else { return nil }
    return SIMD3(Float(color.red), Float(color.green), Float(color.blue)).linearLight * 0.72 + 0.05
  }
}
