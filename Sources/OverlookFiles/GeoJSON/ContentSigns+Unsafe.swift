extension ContentSigns {
  /// JSON whose first object is of a type of GeoJSON, or has the members of one. Styles hold GeoJSON, and are none.
  static func isGeoJSON(_ head: [UInt8]) -> Bool {
    head.withUnsafeBufferPointer { bytes in
      guard var cursor = JSONCursor(bytes) else { return false }
      if head.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.move(to: 3) }
      return (try? isGeoJSON(&cursor)) ?? false
    }
  }

  private static func isGeoJSON(_ cursor: inout JSONCursor) throws(JSONStop) -> Bool {
    while try cursor.peek() == 0x1E { cursor.step() }
    guard try cursor.take(0x7B) else { return false }
    var isFirst = true
    while try cursor.hasNext(0x7D, isFirst: isFirst) {
      isFirst = false
      let name = try cursor.text()
      try cursor.expect(0x3A, "a colon was expected")
      switch name {
      case "type":
        guard try cursor.peek() == 0x22 else { return false }
        return GeoJSONType.names.contains(try cursor.text())
      case "features", "geometry", "geometries", "coordinates": return true
      default: _ = try cursor.skipValue()
      }
    }
    return false
  }
}
