import OverlookGeometry

/// Geohashes: places as letters and digits, each of which halves longitude and latitude in turn (Niemeyer, 2008).
enum GeohashCode {
  private static let digits = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)

  static func isCode(_ text: String) -> Bool {
    (1...22).contains(text.utf8.count) && text.lowercased().utf8.allSatisfy { digits.contains($0) }
  }

  /// The middle of the code's cell; nil for what is no code.
  static func place(_ text: String) -> LocationCoordinate? {
    guard isCode(text) else { return nil }
    var (west, east, south, north) = (-180.0, 180.0, -90.0, 90.0)
    var isLongitude = true
    for byte in text.lowercased().utf8 {
      guard let value = digits.firstIndex(of: byte) else { return nil }
      for bit in (0..<5).reversed() {
        let isUpper = value >> bit & 1 == 1
        if isLongitude {
          let middle = (west + east) / 2
          if isUpper { west = middle } else { east = middle }
        } else {
          let middle = (south + north) / 2
          if isUpper { south = middle } else { north = middle }
        }
        isLongitude.toggle()
      }
    }
    return LocationCoordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
