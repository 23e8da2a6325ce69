/// Geometries as text (OGC 06-103r4, 7): POINT (24.9 60.2), also with SRID= before it, Z, M and EMPTY.
enum WellKnownText {
  static func isLikely(_ text: String) -> Bool {
    let words = text.prefix(40).uppercased().drop { $0 == " " }
    let names = ["POINT", "LINESTRING", "POLYGON", "MULTI", "GEOMETRYCOLLECTION", "SRID="]
    return names.contains { words.hasPrefix($0) } && text.contains("(") || text.uppercased().hasSuffix("EMPTY")
  }

  /// Adds the shapes of `text` to the open feature; false, and nothing of it added, when it is none.
  static func add(_ text: String, to builder: inout FeatureBuilder) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      var reader = Reader(position: base, end: base + bytes.count)
      guard reader.geometry(&builder, depth: 0), reader.isAtEnd else {
        builder.dropShape()
        return false
      }
      return true
    }
  }

  /// Invariant: position <= end, and bytes are read only before `end`.
  private struct Reader {
    var position: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return position == end
      }
    }

    mutating func skipSpace() { while position < end, position.pointee <= 0x20 { position += 1 } }

    mutating func take(_ byte: UInt8) -> Bool {
      skipSpace()
      guard position < end, position.pointee == byte else { return false }
      position += 1
      return true
    }

    mutating func word() -> String {
      skipSpace()
      let first = position
      while position < end, (position.pointee | 0x20) &- 0x61 < 26 { position += 1 }
      return String(decoding: UnsafeBufferPointer(start: first, count: position - first), as: UTF8.self).uppercased()
    }

    mutating func geometry(_ builder: inout FeatureBuilder, depth: Int) -> Bool {
      guard depth < 16 else { return false }
      var name = word()
      if name == "SRID" {
        while position < end, position.pointee != 0x3B { position += 1 }
        guard take(0x3B) else { return false }
        name = word()
      }
      // "POINT Z", "POINTZ": what stands behind the second number is a height unless only a measure is there.
      var hasHeight = true
      for suffix in ["ZM", "Z", "M"] where name.hasSuffix(suffix) && name.count > suffix.count + 3 {
        name = String(name.dropLast(suffix.count))
        hasHeight = suffix != "M"
        break
      }
      let mark = position
      let next = word()
      if next == "EMPTY" { return true }
      if next == "M" { hasHeight = false } else if next != "Z", next != "ZM" { position = mark }
      switch name {
      case "POINT": return lists(1, &builder, .points, hasHeight)
      case "MULTIPOINT": return points(&builder, hasHeight)
      case "LINESTRING": return lists(1, &builder, .lines, hasHeight)
      case "MULTILINESTRING": return lists(2, &builder, .lines, hasHeight)
      case "POLYGON": return lists(2, &builder, .polygon, hasHeight)
      case "MULTIPOLYGON": return lists(3, &builder, .polygon, hasHeight)
      case "GEOMETRYCOLLECTION":
        guard take(0x28) else { return false }
        repeat { guard geometry(&builder, depth: depth + 1) else { return false } } while take(0x2C)
        return take(0x29)
      default: return false
      }
    }

    /// Lists of positions in lists; a shape ends with the list next to the outermost of areas of several polygons.
    private mutating func lists(
      _ depth: Int, _ builder: inout FeatureBuilder, _ kind: FeatureShapes.Kind, _ hasHeight: Bool
    ) -> Bool {
      guard list(depth, &builder, kind, hasHeight) else { return false }
      if depth < 3 { builder.endShape(kind) }
      return true
    }

    private mutating func list(
      _ depth: Int, _ builder: inout FeatureBuilder, _ kind: FeatureShapes.Kind, _ hasHeight: Bool
    ) -> Bool {
      guard take(0x28) else { return word() == "EMPTY" }
      repeat {
        if depth == 1 {
          guard place(&builder, hasHeight) else { return false }
        } else {
          guard list(depth - 1, &builder, kind, hasHeight) else { return false }
          if depth == 2 { builder.endPart() }
          if depth == 3 { builder.endShape(kind) }
        }
      } while take(0x2C)
      return take(0x29)
    }

    /// With and without brackets around each.
    private mutating func points(_ builder: inout FeatureBuilder, _ hasHeight: Bool) -> Bool {
      guard take(0x28) else { return false }
      repeat {
        let isBracketed = take(0x28)
        guard place(&builder, hasHeight) else { return false }
        if isBracketed, !take(0x29) { return false }
      } while take(0x2C)
      guard take(0x29) else { return false }
      builder.endShape(.points)
      return true
    }

    private mutating func place(_ builder: inout FeatureBuilder, _ hasHeight: Bool) -> Bool {
      guard let x = number(), let y = number() else { return false }
      builder.addPosition(x, y)
      if let third = number() {
        if hasHeight { builder.setHeight(third) }
        _ = number()
      }
      return true
    }

    private mutating func number() -> Double? {
      skipSpace()
      return NumberScanner.scan(&position, end)?.value
    }
  }
}
